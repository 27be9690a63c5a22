// _thread: threads of the operating system that take turns at the interpreter (interp/vm/interpreter_lock.h), and locks.
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cmath>

#include "interp/vm/interpreter_lock.h"
#include "runtime/base/memory_account.h"
#include "stdlib/native/library.h"
#include "stdlib/native/torch_native.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kTimeoutMax = 9223372036.0;

// What waits for a lock. The lock's state belongs to whoever holds the interpreter; `mutex` only guards the wait.
struct LockWaiter {
  std::mutex mutex;
  std::condition_variable wake;
  bool granted = false;
};
struct Lock {
  bool held = false;
  bool reentrant = false;
  uint64_t owner = 0;
  int64_t depth = 0;
  std::deque<LockWaiter*> waiters;
};

uint64_t ident() {
  return uint64_t(pthread_self());
}

void give(Lock* lock) {
  if (lock->waiters.empty()) {
    lock->held = false;
    return;
  }
  LockWaiter* next = lock->waiters.front();
  lock->waiters.pop_front();
  std::unique_lock guard(next->mutex);
  next->granted = true;
  next->wake.notify_one();
}

// Lets the others run, also while a recorder is on: it takes a wait for a call that may have changed anything, and the
// holder of the lock could not give it back otherwise.
class Waiting {
 public:
  explicit Waiting(Thread& th) : th_(th), lock_(th.in.lock) {
    if (lock_) lock_->release(th_);
  }
  ~Waiting() {
    if (lock_) lock_->acquire(th_);
  }
  Waiting(const Waiting&) = delete;

 private:
  Thread& th_;
  std::shared_ptr<InterpreterLock> lock_;
};

// Takes the lock for this thread. 1: taken, 0: not within the time, -1: an exception is pending. seconds < 0: for ever.
int take(Thread& th, Value self, Lock* lock, double seconds) {
  if (!lock->held) {
    lock->held = true;
    return 1;
  }
  if (seconds == 0) return 0;
  Owned keep(inc(self));  // the lock lives while somebody waits
  LockWaiter waiter;
  lock->waiters.push_back(&waiter);
  auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds < 0 ? 0 : seconds));
  while (true) {
    bool late = false;
    {
      Waiting unlocked(th);
      std::unique_lock guard(waiter.mutex);
      auto step = Clock::now() + std::chrono::milliseconds(50);  // signals are looked for now and then
      if (seconds >= 0 && end < step) step = end;
      waiter.wake.wait_until(guard, step, [&] { return waiter.granted; });
    }
    if (waiter.granted) return 1;
    late = seconds >= 0 && Clock::now() >= end;
    bool failed = th.attention && !th.slow_check();
    if (waiter.granted) {  // the check may have let others run
      if (!failed) return 1;
      late = true;
    }
    if (late || failed) {
      if (waiter.granted) {  // taken, but an exception is pending: hand it on
        give(lock);
      } else {
        std::erase(lock->waiters, &waiter);
      }
      return failed ? -1 : 0;
    }
  }
}
void destroy_lock(void* p) {
  static_cast<Lock*>(p)->~Lock();
}
Lock* lock_of(Value* a) {
  return payload<Lock>(a[0]);
}
extern const NativeTypeDef kLock, kRLock;
Value make_lock(Thread& th, const NativeTypeDef& type, bool reentrant) {
  Value self = of(instance(th, native_type(th.in, type)));
  new (payload<Lock>(self)) Lock();
  payload<Lock>(self)->reentrant = reentrant;
  return self;
}
// blocking and timeout as acquire() takes them; false: an exception is pending.
bool wait_args(Thread& th, Value* a, double* seconds) {
  bool blocking;
  if (!truth_native(th, a[1], &blocking)) return false;
  double timeout = -1;
  int64_t whole;
  if (unwrap(a[2]).is_float()) {
    if (!to_double_arg(th, a[2], &timeout)) return false;
    if (std::isnan(timeout)) return th.raise(E_ValueError, "Invalid value NaN (not a number)"), false;
  } else {
    if (!to_index(th, a[2], &whole)) return false;
    timeout = double(whole);
  }
  if (!blocking && timeout != -1) {
    th.raise(E_ValueError, "can't specify a timeout for a non-blocking call");
    return false;
  }
  if (timeout < 0 && timeout != -1) {
    th.raise(E_ValueError, "timeout value must be positive");
    return false;
  }
  if (timeout > kTimeoutMax) {
    th.raise(E_OverflowError, "timestamp too large to convert to C _PyTime_t");
    return false;
  }
  *seconds = blocking ? timeout : 0;
  return true;
}
Value lock_acquire(Thread& th, Value* a, int) {
  double seconds;
  if (!wait_args(th, a, &seconds)) return kAbsent;
  int r = take(th, a[0], lock_of(a), seconds);
  return r < 0 ? kAbsent : boolean(r);
}
Value lock_release(Thread& th, Value* a, int) {
  if (!lock_of(a)->held) return th.raise(E_RuntimeError, "release unlocked lock");
  give(lock_of(a));
  return kNone;
}
Value lock_locked(Thread&, Value* a, int) {
  return boolean(lock_of(a)->held);
}
Value lock_enter(Thread& th, Value* a, int) {
  int r = take(th, a[0], lock_of(a), -1);
  return r < 0 ? kAbsent : kTrue;
}
Value lock_exit(Thread& th, Value* a, int n) {
  return lock_release(th, a, n);
}
Value lock_repr(Thread& th, Value* a, int) {
  char b[128];
  Lock* l = lock_of(a);
  if (l->reentrant)
    snprintf(b, sizeof b, "<%s _thread.RLock object owner=%llu count=%lld at %p>", l->depth ? "locked" : "unlocked",
             static_cast<unsigned long long>(l->depth ? l->owner : 0), static_cast<long long>(l->depth),
             static_cast<void*>(a[0].cell()));
  else
    snprintf(b, sizeof b, "<%s _thread.lock object at %p>", l->held ? "locked" : "unlocked",
             static_cast<void*>(a[0].cell()));
  return new_str(th, b);
}
Value rlock_take(Thread& th, Value self, double seconds) {
  Lock* l = payload<Lock>(self);
  if (l->depth && l->owner == ident()) {
    ++l->depth;
    return kTrue;
  }
  int r = take(th, self, l, seconds);
  if (r <= 0) return r < 0 ? kAbsent : kFalse;
  l->owner = ident();
  l->depth = 1;
  return kTrue;
}
Value rlock_acquire(Thread& th, Value* a, int) {
  double seconds;
  return wait_args(th, a, &seconds) ? rlock_take(th, a[0], seconds) : kAbsent;
}
Value rlock_enter(Thread& th, Value* a, int) {
  return rlock_take(th, a[0], -1);
}
Value rlock_release(Thread& th, Value* a, int) {
  Lock* l = lock_of(a);
  if (!l->depth || l->owner != ident()) return th.raise(E_RuntimeError, "cannot release un-acquired lock");
  if (--l->depth == 0) {
    l->owner = 0;
    give(l);
  }
  return kNone;
}
Value rlock_owned(Thread&, Value* a, int) {
  return boolean(lock_of(a)->depth && lock_of(a)->owner == ident());
}
// Condition variables let go of all levels at once and take them again.
Value rlock_release_save(Thread& th, Value* a, int) {
  Lock* l = lock_of(a);
  if (!l->depth) return th.raise(E_RuntimeError, "cannot release un-acquired lock");
  Value r = pair(th, integer(th, l->depth), integer(th, int64_t(l->owner)));
  l->depth = 0;
  l->owner = 0;
  give(l);
  return r;
}
Value rlock_acquire_restore(Thread& th, Value* a, int) {
  Value u = unwrap(a[1]);
  if (!u.is(Kind::Tuple) || u.as<Tuple>()->len != 2) return th.raise(E_TypeError, "a saved state is required");
  int64_t depth, owner;
  if (!to_index(th, u.as<Tuple>()->items[0], &depth) || !to_index(th, u.as<Tuple>()->items[1], &owner)) return kAbsent;
  if (take(th, a[0], lock_of(a), -1) < 0) return kAbsent;
  lock_of(a)->depth = depth;
  lock_of(a)->owner = uint64_t(owner);
  return kNone;
}
Value rlock_new(Thread& th, Value* a, int) {
  Value self = of(instance(th, a[0].as<Type>()));
  new (payload<Lock>(self)) Lock();
  payload<Lock>(self)->reentrant = true;
  return self;
}
Value thread_allocate_lock(Thread& th, Value*, int) {
  return make_lock(th, kLock, false);
}

// --- threads ---
struct Start {
  Interpreter* in;
  std::shared_ptr<InterpreterLock> lock;
  std::shared_ptr<rt::MemoryAccount> account;
  Value function, args, kwargs;  // owned
  Stacks stacks;
};
void report(Thread& th, Value function) {
  if (th.pending_is(E_SystemExit)) {
    th.clear_pending();
    return;
  }
  report_unraisable(th, "Exception ignored in thread started by", function);
}
void* run_thread(void* p) {
  auto* start = static_cast<Start*>(p);
  std::shared_ptr<InterpreterLock> lock = start->lock;
  rt::AccountScope scope(start->account);
  lock->acquire();
  {
    start->in->current = nullptr;
    auto th = std::make_unique<Thread>(*start->in, std::move(start->stacks));
    th->in.current = th.get();
    Tuple* args = start->args.as<Tuple>();
    std::vector<Value> given(args->items, args->items + args->len);
    Tuple* names = nullptr;
    Ref<Tuple> names_ref;
    if (start->kwargs.is(Kind::Dict)) {
      Dict* d = start->kwargs.as<Dict>();
      names_ref = Ref<Tuple>(tuple(*th, d->count));
      uint32_t at = 0;
      for (uint32_t i = 0; i < d->filled; ++i)
        if (d->entries[i].key.u) {
          names_ref->items[at++] = inc(d->entries[i].key);
          given.push_back(d->entries[i].val);
        }
      names = names_ref.get();
    }
    Owned r(th->call(start->function, given.data(), int(given.size()), names));
    if (!r) report(*th, start->function);
    th->clear_pending();
    dec(start->kwargs);
    dec(start->args);
    dec(start->function);
    names_ref = Ref<Tuple>();
    r = Owned();
    end_torch_modes();  // of this thread
    --lock->started;
    th->flush();
    Interpreter& in = th->in;
    th.reset();
    in.current = nullptr;
    delete start;
  }
  lock->release();
  return nullptr;
}
Value thread_start(Thread& th, Value* a, int) {
  Value args = unwrap(a[1]);
  if (!args.is(Kind::Tuple)) return th.raise(E_TypeError, "2nd arg must be a tuple");
  if (a[2].u && !unwrap(a[2]).is(Kind::Dict)) return th.raise(E_TypeError, "optional 3rd arg must be a dictionary");
  if (th.rec) return th.raise(E_RuntimeError, "can't start new thread");
  if (!th.in.lock) th.in.lock = std::make_shared<InterpreterLock>();
  Start* start;
  try {
    Stacks stacks(Stacks::kThreadRegisters);
    start = new Start{&th.in, th.in.lock, rt::current_account(), inc(a[0]), inc(args),
                      a[2].u ? inc(unwrap(a[2])) : kNone, std::move(stacks)};
  } catch (const std::bad_alloc&) {
    return th.raise(E_RuntimeError, "can't start new thread");
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  rlimit r{};
  size_t stack =
      getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur != RLIM_INFINITY ? size_t(r.rlim_cur) : size_t(8) << 20;
  pthread_attr_setstacksize(&attributes, std::min(stack, size_t(64) << 20));
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t id;
  ++th.in.lock->started;
  int error = pthread_create(&id, &attributes, run_thread, start);
  pthread_attr_destroy(&attributes);
  if (error) {
    --th.in.lock->started;
    dec(start->function);
    dec(start->args);
    dec(start->kwargs);
    delete start;
    return th.raise(E_RuntimeError, "can't start new thread");
  }
  return integer(th, int64_t(uint64_t(id)));
}
Value thread_ident(Thread& th, Value*, int) {
  return integer(th, int64_t(ident()));
}
// Does the class have a data descriptor of that name? What `local` asks at every access.
Value thread_is_data_descriptor(Thread& th, Value* a, int) {
  if (!a[0].is(Kind::Type) || !is_str(a[1])) return kFalse;
  const Value v = type_find(a[0].as<Type>(), intern(th.in, sv(a[1])));
  return boolean(v.u && type_find(type_of(th, v), intern(th.in, "__set__")).u);
}
Value thread_native_id(Thread& th, Value*, int) {
  return integer(th, syscall(SYS_gettid));
}
Value thread_count(Thread& th, Value*, int) {
  return integer49(th.in.lock ? th.in.lock->started : 0);
}
Value thread_exit(Thread& th, Value*, int) {
  return th.raise_obj(of(instance(th, th.type(E_SystemExit))));
}
Value thread_stack_size(Thread& th, Value* a, int) {
  int64_t n;
  if (!to_index(th, a[0], &n)) return kAbsent;
  if (n != 0 && n < 32768) return th.raise(E_ValueError, "size not valid: %lld bytes", static_cast<long long>(n));
  return integer49(0);
}
Value thread_interrupt_main(Thread& th, Value*, int) {
  Value main = module_name(th, "_signal", "_interrupt");
  if (main.u) return th.call(main, nullptr, 0);
  th.interrupt();
  return kNone;
}

const NativeDef kLockMethods[] = {
    {"acquire", "(self, blocking=True, timeout=-1)", "Take the lock; False: not within the time.", lock_acquire,
     Rule::breaks},
    {"release", "(self, /)", "Let the lock go.", lock_release, Rule::breaks},
    {"locked", "(self, /)", "Does somebody hold it?", lock_locked, Rule::breaks},
    {"acquire_lock", "(self, blocking=True, timeout=-1)", "", lock_acquire, Rule::breaks},
    {"release_lock", "(self, /)", "", lock_release, Rule::breaks},
    {"locked_lock", "(self, /)", "", lock_locked, Rule::breaks},
    {"__enter__", "(self, /)", "", lock_enter, Rule::breaks},
    {"__exit__", "(self, /, *args)", "", lock_exit, Rule::breaks},
    {"__repr__", "(self, /)", "", lock_repr, Rule::residual},
};
const NativeTypeDef kLock = {"_thread.lock", "A lock that any thread may release.", sizeof(Lock), kLockMethods, {},
                             destroy_lock, nullptr, nullptr, kNoSubclass | kNoNew | kNoAttributes};
const NativeDef kRLockMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", rlock_new, Rule::breaks},
    {"acquire", "(self, blocking=True, timeout=-1)", "Take the lock, or one more level of it.", rlock_acquire,
     Rule::breaks},
    {"release", "(self, /)", "Give back one level.", rlock_release, Rule::breaks},
    {"_is_owned", "(self, /)", "", rlock_owned, Rule::breaks},
    {"_release_save", "(self, /)", "", rlock_release_save, Rule::breaks},
    {"_acquire_restore", "(self, state, /)", "", rlock_acquire_restore, Rule::breaks},
    {"__enter__", "(self, /)", "", rlock_enter, Rule::breaks},
    {"__exit__", "(self, /, *args)", "", rlock_release, Rule::breaks},
    {"__repr__", "(self, /)", "", lock_repr, Rule::residual},
};
const NativeTypeDef kRLock = {"_thread.RLock", "A lock that its owner may take again.", sizeof(Lock), kRLockMethods, {},
                              destroy_lock};
const NativeDef kFunctions[] = {
    {"start_new_thread", "(function, args, kwargs=..., /)", "Run a function in a new thread; its number.", thread_start,
     Rule::breaks},
    {"start_new", "(function, args, kwargs=..., /)", "", thread_start, Rule::breaks},
    {"allocate_lock", "()", "A new lock.", thread_allocate_lock, Rule::breaks},
    {"allocate", "()", "A new lock.", thread_allocate_lock, Rule::breaks},
    {"get_ident", "()", "The number of this thread.", thread_ident, Rule::residual},
    {"_is_data_descriptor", "(cls, name, /)", "", thread_is_data_descriptor, Rule::residual},
    {"get_native_id", "()", "The system's number of this thread.", thread_native_id, Rule::residual},
    {"_count", "()", "How many threads run besides the first.", thread_count, Rule::residual},
    {"exit", "()", "End this thread.", thread_exit, Rule::breaks},
    {"exit_thread", "()", "End this thread.", thread_exit, Rule::breaks},
    {"stack_size", "(size=0, /)", "The size of the stacks of new threads: the system's.", thread_stack_size,
     Rule::residual},
    {"interrupt_main", "(signum=2, /)", "KeyboardInterrupt in the first thread.", thread_interrupt_main, Rule::breaks},
};
bool init_thread(Thread& th, Module* m) {
  module_set(th.in, m, "LockType", of(inc(define_type(th.in, kLock))));
  module_set(th.in, m, "RLock", of(inc(define_type(th.in, kRLock))));
  module_set(th.in, m, "error", of(inc(th.type(E_RuntimeError))));
  module_set(th.in, m, "TIMEOUT_MAX", real(kTimeoutMax));
  return true;
}

}  // namespace

const NativeModuleDef kThreadModule = {"_thread", "Threads and locks.", kFunctions, init_thread};

}  // namespace adder::lib
