// Thread: stacks, exceptions, re-entry, the budget check.
#include "interp/vm/interpreter_lock.h"
#include "interp/vm/thread.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <new>
#include <stdexcept>

#include "interp/vm/frame_hook.h"
#include "interp/vm/machine_code.h"
#include "interp/vm/output.h"
#include "interp/vm/wanted.h"

namespace adder {
namespace {
// Registers do not begin where frames do in their page: processors take a load from one for a load of what was just stored
// to the same place of another page, and wait. Calls of methods took twice their time.
constexpr size_t kStagger = 296;
constexpr int64_t kSlice = 10'000;  // calls and backward jumps between two checks

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
// What ends a long operation of a native whose result nobody will read.
struct Unwanted {};
void leave_unwanted(const void* interp) {
  const Thread* th = static_cast<const Interpreter*>(interp)->current;
  if (th && is_ending(*th)) throw Unwanted();
}
// What interrupt() and stop() ask for, once it has arrived.
bool raise_interruption(Thread& th) {
  if (__atomic_fetch_and(&th.attention, ~int(Thread::kInterrupted), __ATOMIC_RELAXED) & Thread::kInterrupted)
    th.raise_obj(of(instance(th.in, th.type(E_KeyboardInterrupt))));
  else if (th.attention & Thread::kStopped)
    th.raise(E_RuntimeError, "interrupted");
  else
    return false;
  return true;
}
}  // namespace

Stacks::Stacks(size_t registers) : register_count_(registers) {
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    register_count_ = std::clamp(size_t(space.rlim_cur) / 32 / sizeof(Value), kLeastRegisters, registers);
  for (;; register_count_ /= 2) {
    memory_ = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ != MAP_FAILED) return;
    if (register_count_ <= kLeastRegisters) throw std::bad_alloc();
  }
}
Stacks::Stacks(Stacks&& other) noexcept
    : register_count_(other.register_count_), memory_(std::exchange(other.memory_, nullptr)) {}
Stacks::~Stacks() {
  if (memory_) munmap(memory_, bytes());
}

Thread::Thread(Interpreter& interp, Stacks given) : in(interp), stacks(std::move(given)) {
  stack = stacks.registers() + kStagger;
  stack_end = stacks.registers_end();
  frames = stacks.frames();
  host = new_code(in, intern(in, "<host>"), intern(in, "<host>"));
  host->nreg = 1;
  host->ins = {word(NOP)};
  fr = frames;
  *fr = Frame{host, host->ins.data(), stack, nullptr, nullptr, nullptr, 0, Cont::Exit, 0};
  builtins = in.builtins;
  frame_limit = frames + limit;
  take_limit();
  steps_left = in.limits.steps;
  budget = slice = steps_left < kSlice ? steps_left : kSlice;
  started = now();
  rlimit r{};
  size_t c_stack =
      getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur != RLIM_INFINITY ? size_t(r.rlim_cur) : size_t(8) << 20;
  if (c_stack > size_t(64) << 20) c_stack = size_t(64) << 20;
  c_stack_limit = static_cast<char*>(__builtin_frame_address(0)) - (c_stack - c_stack / 8 - (size_t(128) << 10));
  if (!in.current) in.current = this;
  in.arithmetic = {leave_unwanted, &in};
}
void Thread::take_limit() {
  constexpr int kSpareFrames = 1000;  // what native code may push beyond the limit
  int wanted = int(std::min<int64_t>({in.limits.recursion, in.limits.max_recursion,
                                      int64_t(stacks.frame_count()) - kSpareFrames}));
  frame_limit += wanted - limit;
  limit = wanted;
}
Thread::~Thread() {
  put(asyncgen_firstiter, kNone);
  put(asyncgen_finalizer, kNone);
  dec(pending);
  dec(host);
  if (in.current == this) in.current = nullptr;
}
bool Thread::native_stack_ok() {
  if (LIKELY(static_cast<char*>(__builtin_frame_address(0)) > c_stack_limit)) return true;
  raise(E_RecursionError, "maximum recursion depth exceeded");
  return false;
}
bool Thread::check_memory(size_t bytes) {
  bool refused = in.heap.refused();
  if (LIKELY(bytes < (size_t(1) << 31) && in.heap.fits(bytes) && !refused)) return true;
  if (!refused && bytes < (size_t(1) << 40) && in.heap.fits(bytes) &&
      bytes < size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE)))
    return true;
  raise_obj(of(instance(in, type(E_MemoryError))));
  return false;
}
bool Thread::check_memory(size_t count, size_t each) {
  if (LIKELY(count <= UINT32_MAX)) return check_memory(count * each);
  raise_obj(of(instance(in, type(E_MemoryError))));
  return false;
}
// sys.LimitExceeded, which `except Exception` does not stop; RuntimeError in a program without a library.
static bool raise_limit(Thread& th, const char* message) {
  Owned sys(import_module(th, intern(th.in, "sys"), kNone, 0));
  Owned type(sys ? get_attr_native(th, sys.get(), intern(th.in, "LimitExceeded")) : kAbsent);
  th.clear_pending();
  if (type.get().is(Kind::Type) && type.get().as<Type>()->tflags & kIsExc)
    th.raise_text(type.get().as<Type>(), message);
  else
    th.raise(E_RuntimeError, "%s", message);
  return false;
}
void Thread::raise_caught() {
  clear_pending();
  try {
    throw;
  } catch (const Unwanted&) {
    if (!raise_interruption(*this)) raise_limit(*this, "time limit reached");
    return;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // a text that was to grow beyond all memory
  } catch (const std::exception& e) {
    raise(E_SystemError, "internal error: %s", e.what());
    return;
  }
  raise_obj(of(instance(in, type(E_MemoryError))));
}
// Descriptor 1 is the process's, and so is this.
static std::mutex output_mutex;
std::unique_lock<std::mutex> hold_output(const Thread& th) {
  return th.in.limits.wall_seconds > 0 ? std::unique_lock(output_mutex) : std::unique_lock<std::mutex>();
}
static void write_out(std::string& out) {
  size_t at = 0;
  while (at < out.size()) {
    ssize_t n = ::write(1, out.data() + at, out.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {  // what is left stays: who writes next or ends the program sees it, and errno
      out.erase(0, at);
      return;
    }
    at += size_t(n);
  }
  out.clear();
}
void Thread::flush() {
  auto held = hold_output(*this);
  write_out(out);
}
void flush_at_the_end(Thread& th) {
  if (output_mutex.try_lock()) write_out(th.out);
}
// Everything that must happen now and then but not on every call: signals, limits, cycle collection.
bool Thread::slow_check(Code* running) {
  if (!slow_check()) return false;
  if (in.machine) in.machine->sample(*this, running);
  if (UNLIKELY(hook != nullptr && hook->marks_functions)) hook->on_sample(*this);
  return true;
}
bool Thread::slow_check() {
  steps_left -= slice - budget;  // the present step too; one that was woken counts the whole stretch
  if (steps_left < 0) {
    steps_left = 0;
    budget = slice = 0;
    return raise_limit(*this, "step limit reached");
  }
  int64_t want = in.stress_collect ? in.stress_collect : in.machine ? in.machine->slice : kSlice;
  budget = slice = steps_left < want ? steps_left : want;
  if (in.lock) in.lock->give_way(*this);
  auto arrived = [this](Attention what) { return __atomic_fetch_and(&attention, ~int(what), __ATOMIC_RELAXED) & what; };
  arrived(kTimeOver);  // the clock says it
  if (arrived(kSignalled)) {
    if (in.run_signals && !in.run_signals(*this)) return false;
  }
  if (raise_interruption(*this)) return false;
  if (in.limits.wall_seconds > 0 && now() - started > in.limits.wall_seconds) {
    // From now on every step asks: what `finally` blocks call again and again would go on between two checks.
    budget = slice = 0;
    return raise_limit(*this, "time limit reached");
  }
  if ((in.heap.want_collection() && in.gc_enabled) || in.stress_collect) collect_cycles(*this);
  if (in.heap.over_limit()) {
    collect_cycles(*this);
    if (in.heap.over_limit()) {
      raise_obj(of(instance(in, type(E_MemoryError))));
      return false;
    }
  }
  return true;
}

// --- re-entry ---
Value Thread::finish() {
  Recorder* keep = rec;
  if (rec && !rec->follow_nested()) rec = nullptr;
  Value r, *top = spill;
  if (UNLIKELY(!native_stack_ok())) {  // leave the frames that were pushed, the exception pending
    r = run();
  } else {
    for (bool again = true; again;) try {
        while ((r = run()).u == kStop.u) rebuild(*this, take_frames(*this));
        again = false;
      } catch (...) {  // an operator ran out of memory: its frame stands as it did, and the exception leaves it
        spill = top;
        raise_caught();
      }
  }
  rec = keep;
  return r;
}
Value Thread::call(Value callee, const Value* args, int n, Tuple* kw) {
  if (UNLIKELY(!native_stack_ok())) return kAbsent;
  Value* b = free_base() + 2;
  if (UNLIKELY(b + n + 300 > stack_end)) return raise(E_RecursionError, "maximum recursion depth exceeded");
  for (int i = 0; i < n; i++) b[i] = inc(args[i]);
  b[-1] = kAbsent;
  Value res = kAbsent;
  Value saved = take_pending();
  Value* top = spill;
  spill = b + n;
  Out o = call_value(*this, callee, b, n, kw, 0, Cont::Exit, &res, true);
  if (o == kPushed) res = finish();
  spill = top;
  if (o == kError) res = kAbsent;
  if (saved.u) {
    if (res.u)
      pending = saved;
    else
      dec(saved);
  }
  return res;
}
Value Thread::call_method(Value self, Str* name, const Value* args, int n) {
  Owned f(get_attr_native(*this, self, name));
  return f ? call(f.get(), args, n) : kAbsent;
}
Value Thread::call_special(Value self, Name name, const Value* args, int n) {
  Value f = type_find(type_of(in, self), in.names[name]);
  if (!f.u || f.u == kNone.u) return kStop;
  if (f.is(Kind::StaticMethod) || f.is(Kind::ClassMethod) || !(f.is(Kind::Func) || f.is(Kind::Native))) {
    if (!native_stack_ok()) return kAbsent;  // a descriptor whose __get__ is a descriptor …
    Owned b(call_descriptor(*this, f, self));
    if (!b) return kAbsent;
    return call(b.get(), args, n);
  }
  std::vector<Value> a{self};
  a.insert(a.end(), args, args + n);
  return call(f, a.data(), n + 1);
}

// --- finalizers; what they raise is reported and dropped ---
void run_del(Interpreter& in, Instance* o) {
  Thread* th = in.current;
  if (!th) return;
  Value m = type_find(o->type(), in.names[n_del]);
  if (!m.u) return;
  in.finalizers_run++;
  if (th->rec) th->rec->event(*th, Event::Finalizer, th->fr, "");
  Value self = of(o), keep = th->gen_result, pending = th->take_pending();
  th->gen_result = kNone;
  Value* spill = th->spill;
  th->spill = th->free_base() + 16;
  Value r = th->call(m, &self, 1);
  th->spill = spill;
  th->gen_result = keep;
  if (r.u)
    dec(r);
  else
    report_unraisable(*th, nullptr, m);
  th->pending = pending;
}
void run_weakref_callback(Interpreter& in, WeakRef* w) {
  Thread* th = in.current;
  if (!th) return;
  in.finalizers_run++;
  if (th->rec) th->rec->event(*th, Event::Finalizer, th->fr, "");
  Value self = w->outer ? of(w->outer) : of(w), keep = th->gen_result, pending = th->take_pending();
  th->gen_result = kNone;
  Value r = th->call(w->callback, &self, 1);
  th->gen_result = keep;
  if (r.u)
    dec(r);
  else
    report_unraisable(*th, nullptr, w->callback);
  th->pending = pending;
}

// --- frames as data ---
std::vector<FrameImage> take_frames(Thread& th) {
  std::vector<FrameImage> out;
  for (Frame* f = th.fr;; f--) {
    Value* end = f->base + (f == th.fr ? f->code->nreg : own_registers(f, f + 1));
    FrameImage m{f->code, uint32_t(f->pc - f->code->ins.data()), f->func, f->gen, f->object, f->ret, f->cont, f->flags,
                 {}};
    for (Value* p = f->base; p < end; p++) {
      m.regs.push_back(*p);
      *p = kAbsent;
    }
    out.insert(out.begin(), std::move(m));
    if (f->cont == Cont::Exit) {
      th.fr = f - 1;
      return out;
    }
  }
}
void rebuild(Thread& th, std::vector<FrameImage> v) {
  for (FrameImage& m : v) {
    Value* b = th.free_base() + 8;  // elsewhere than before: nothing may depend on overlapping windows
    if (m.flags & kFrameGen) {
      m.gen->top = b;
      b = m.gen->regs;
    }
    Frame* n = th.fr + 1;
    *n = Frame{m.code, m.code->ins.data() + m.pc, b, m.func, m.gen, m.object, m.ret, m.cont, m.flags};
    for (size_t i = 0; i < m.code->nreg; i++) b[i] = i < m.regs.size() ? m.regs[i] : kAbsent;
    th.fr = n;
  }
}
}  // namespace adder
