#include "interp/vm/interpreter_lock.h"

namespace adder {

void InterpreterLock::acquire(const Thread* th) {
  std::unique_lock guard(mutex);
  if (!held && (survivor ? th == survivor : queue.empty())) {
    held = true;
    return;
  }
  Waiter self;
  queue.push_back(&self);
  self.wake.wait(guard, [&] { return self.granted; });
}
void InterpreterLock::acquire(Thread& th) {
  acquire(&th);
  th.in.current = &th;
  th.take_limit();
}
void InterpreterLock::release(Thread& th) {
  th.flush();  // each thread has its own buffer of standard output
  release();
}
void InterpreterLock::release() {
  std::unique_lock guard(mutex);
  if (queue.empty() || survivor) {
    held = false;
    return;
  }
  Waiter* next = queue.front();
  queue.pop_front();
  next->granted = true;
  next->wake.notify_one();
}
void InterpreterLock::give_way(Thread& th) {
  // A recording must not see changes of others; a module being imported is not seen half-made.
  if (th.rec || !th.in.initializing.empty()) return;
  {
    std::unique_lock guard(mutex);
    if (queue.empty() || survivor) return;
  }
  release(th);
  acquire(th);
}
void InterpreterLock::park_others(const Thread& th) {
  std::unique_lock guard(mutex);
  survivor = &th;
}

}  // namespace adder
