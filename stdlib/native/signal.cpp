// _signal: signals that scripts handle. The system's handler only notes the number; the first thread calls the script's
// function at its next check.
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "interp/vm/frames.h"
#include "stdlib/native/io.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/errors.h"
#include "stdlib/native/system_numbers.h"

namespace adder::lib {
namespace {

constexpr int kSignals = NSIG;
// Signals belong to the process: what arrived, and the thread that is told. A handler of the system sees nothing else.
std::atomic<bool> arrived[kSignals];
std::atomic<Thread*> listener{nullptr};

void note(int number) {
  arrived[number].store(true);
  if (Thread* th = listener.load()) th->wake(Thread::kSignalled);
}
bool run_handlers(Thread& th) {
  if (listener.load() != &th) return true;
  for (int i = 1; i < kSignals; ++i) {
    if (!arrived[i].exchange(false)) continue;
    Value handlers = module_name(th, "_signal", "_handlers");
    if (!handlers.u || !handlers.is(Kind::Dict)) continue;
    Owned number(integer49(i));
    Value found;
    if (!dict_get(th, handlers.as<Dict>(), number.get(), &found)) return false;
    if (!found.u || found.is_int()) continue;
    Owned handler(inc(found));
    FrameObject* interrupted = visible_frame(th);
    Owned frame(interrupted ? inc(of(interrupted)) : kNone);
    Value args[2] = {number.get(), frame.get()};
    Owned r(th.call(handler.get(), args, 2));
    if (!r) return false;
  }
  return true;
}
bool number_arg(Thread& th, Value v, int* out) {
  if (!int_arg(th, v, out)) return false;
  if (*out >= 1 && *out < kSignals) return true;
  th.raise(E_ValueError, "signal number out of range");
  return false;
}
// How: 0 default, 1 ignore, 2 note.
Value signal_set(Thread& th, Value* a, int) {
  int number;
  int64_t how;
  if (!number_arg(th, a[0], &number) || !to_index(th, a[1], &how)) return kAbsent;
  struct sigaction action = {};
  action.sa_handler = how == 0 ? SIG_DFL : how == 1 ? SIG_IGN : note;
  if (how == 2) {
    listener.store(&th);
    th.in.run_signals = run_handlers;
  }
  arrived[number].store(false);
  return sigaction(number, &action, nullptr) == 0 ? kNone : raise_errno(th, errno);
}
Value signal_raise(Thread& th, Value* a, int) {
  int number;
  if (!number_arg(th, a[0], &number)) return kAbsent;
  th.flush();
  if (::raise(number) != 0) return raise_errno(th, errno);
  return th.attention && !th.slow_check() ? kAbsent : kNone;
}
Value signal_interrupt(Thread& th, Value*, int) {
  ::raise(SIGINT);
  return kNone;
}
Value signal_alarm(Thread& th, Value* a, int) {
  int n;
  return int_arg(th, a[0], &n) ? integer(th, ::alarm(unsigned(n))) : kAbsent;
}
Value seconds(const timeval& t) {
  return real(double(t.tv_sec) + double(t.tv_usec) * 1e-6);
}
Value signal_setitimer(Thread& th, Value* a, int) {
  int which;
  double first, every;
  if (!int_arg(th, a[0], &which) || !to_double_arg(th, a[1], &first) || !to_double_arg(th, a[2], &every))
    return kAbsent;
  auto time = [](double s) { return timeval{time_t(s), suseconds_t((s - double(time_t(s))) * 1e6)}; };
  itimerval value = {time(every), time(first)}, old;
  if (::setitimer(__itimer_which_t(which), &value, &old) != 0) return raise_errno(th, errno);
  return pair(th, seconds(old.it_value), seconds(old.it_interval));
}
Value signal_getitimer(Thread& th, Value* a, int) {
  int which;
  itimerval old;
  if (!int_arg(th, a[0], &which)) return kAbsent;
  if (::getitimer(__itimer_which_t(which), &old) != 0) return raise_errno(th, errno);
  return pair(th, seconds(old.it_value), seconds(old.it_interval));
}
Value signal_pause(Thread& th, Value*, int) {
  th.flush();
  while (!th.attention) ::pause();
  return th.slow_check() ? kNone : kAbsent;
}
Value signal_text(Thread& th, Value* a, int) {
  int number;
  if (!number_arg(th, a[0], &number)) return kAbsent;
  const char* text = ::sigdescr_np(number);
  return text ? new_str(th, text) : kNone;
}
// The number of the signal is cut to an int for a process, as in CPython.
template <int (*kCall)(pid_t, int)>
Value signal_kill(Thread& th, Value* a, int) {
  int64_t pid, number;
  if (!system_number(th, a[0], kProcess, &pid) ||
      !(kCall == ::killpg ? system_number(th, a[1], kProcess, &number) : to_index(th, a[1], &number)))
    return kAbsent;
  th.flush();
  if (kCall(pid_t(pid), int(number)) != 0) return raise_errno(th, errno);
  return th.attention && !th.slow_check() ? kAbsent : kNone;
}

const NativeDef kFunctions[] = {
    {"_set", "(number, how, /)", "0: the system's way, 1: ignore, 2: call the script.", signal_set, Rule::breaks},
    {"raise_signal", "(signalnum, /)", "Send a signal to this process.", signal_raise, Rule::breaks},
    {"_interrupt", "()", "", signal_interrupt, Rule::breaks},
    {"alarm", "(seconds, /)", "SIGALRM after a time; the time that was left of the last one.", signal_alarm,
     Rule::breaks},
    {"setitimer", "(which, seconds, interval=0.0, /)", "Signals again and again.", signal_setitimer, Rule::breaks},
    {"getitimer", "(which, /)", "(time left, interval).", signal_getitimer, Rule::breaks},
    {"pause", "()", "Wait for a signal.", signal_pause, Rule::breaks},
    {"strsignal", "(signalnum, /)", "What the system calls a signal.", signal_text, Rule::residual},
    {"_kill", "(pid, number, /)", "Send a signal to a process.", signal_kill<::kill>, Rule::breaks},
    {"_killpg", "(pgid, number, /)", "Send a signal to a process group.", signal_kill<::killpg>, Rule::breaks},
};

}  // namespace

const NativeModuleDef kSignalModule = {"_signal", "Signals.", kFunctions, nullptr};

}  // namespace adder::lib
