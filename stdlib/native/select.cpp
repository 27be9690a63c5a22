// _select: waiting for several descriptors at a time.
#include <poll.h>

#include <cerrno>
#include <cmath>
#include <ctime>

#include "interp/vm/interpreter_lock.h"
#include "stdlib/native/io.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

// poll_descriptors([(descriptor, events), ...], seconds or None): those that are ready, as (descriptor, events).
Value poll_descriptors(Thread& th, Value* a, int) {
  Values given;
  if (!iterate(th, a[0], &given.items)) return kAbsent;
  std::vector<pollfd> fds;
  for (Value v : given.items) {
    Values pair;
    if (!iterate(th, v, &pair.items)) return kAbsent;
    int64_t fd, events;
    if (pair.items.size() != 2) return th.raise(E_ValueError, "pairs of a descriptor and events are required");
    if (!to_index(th, pair.items[0], &fd) || !to_index(th, pair.items[1], &events)) return kAbsent;
    if (fd != int(fd)) return th.raise(E_OverflowError, "Python int too large to convert to C int");
    fds.push_back({int(fd), short(events), 0});
  }
  double wait = -1, end = 0;
  if (a[1].u != kNone.u) {
    if (!to_double_arg(th, a[1], &wait)) return kAbsent;
    if (std::isnan(wait)) return th.raise(E_ValueError, "Invalid value NaN (not a number)");
    wait = std::max(wait, 0.0);
    end = now() + wait;
  }
  th.flush();
  while (true) {
    int n, error;
    {
      Unlocked unlocked(th);
      // Rounded up, so that nobody comes back a moment too early again and again.
      const int milliseconds = wait < 0 ? -1 : int(std::min(std::ceil(wait * 1000), 1e9));
      n = ::poll(fds.data(), fds.size(), milliseconds);
      error = errno;
    }
    if (n < 0 && error != EINTR) return raise_errno(th, error);
    if (n < 0 && !heed_signal(th)) return kAbsent;
    if (n > 0 || (wait >= 0 && (wait = end - now()) <= 0)) break;
  }
  Ref<List> ready(list(th));
  for (const pollfd& p : fds) {
    if (!p.revents) continue;
    Ref<Tuple> pair(tuple(th, 2));
    pair->items[0] = integer49(p.fd);
    pair->items[1] = integer49(p.revents);
    push(ready.get(), of(pair.release()));
  }
  return of(ready.release());
}

const NativeDef kFunctions[] = {
    {"poll_descriptors", "(descriptors, timeout, /)", "Wait until descriptors are ready.", poll_descriptors,
     Rule::residual},
};

bool init_select(Thread& th, Module* m) {
  static constexpr struct {
    const char* name;
    int value;
  } kEvents[] = {{"POLLIN", POLLIN},   {"POLLPRI", POLLPRI}, {"POLLOUT", POLLOUT},
                 {"POLLERR", POLLERR}, {"POLLHUP", POLLHUP}, {"POLLNVAL", POLLNVAL}};
  for (auto& e : kEvents) module_set(th.in, m, e.name, integer49(e.value));
  return true;
}

}  // namespace

const NativeModuleDef kSelectModule = {"_select", "Waiting for several descriptors.", kFunctions, init_select};

}  // namespace adder::lib
