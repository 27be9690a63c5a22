#pragma once
// The lock of an interpreter with several threads. One thread at a time runs scripts and touches objects; the others
// stand in a queue, first come first served. A thread gives way at the check that its budget brings, and lets go while
// it waits for something outside (Unlocked). With one thread there is no lock and none of this costs anything.
#include <condition_variable>
#include <deque>
#include <mutex>

#include "interp/vm/thread.h"

namespace adder {

struct InterpreterLock {
  struct Waiter {
    std::condition_variable wake;
    bool granted = false;
  };

  std::mutex mutex;
  std::deque<Waiter*> queue;
  bool held = true;     // by the thread that makes the lock
  // The interpreter ends: whoever else asks waits for the end of the process, while finalizers run in this thread.
  const Thread* survivor = nullptr;
  int started = 0;      // threads besides the first that have not ended

  void acquire(const Thread* = nullptr);  // without `current`: for a thread that has no Thread yet
  void acquire(Thread&);
  void release(Thread&);
  void release();  // without output to write: the thread has no Thread any more
  void give_way(Thread&);  // lets the others run once, if there are any and nothing forbids it
  // The end of the interpreter: threads that are left (daemons) never get the lock again.
  void park_others(const Thread& survivor);
};

// Lets go of the interpreter for its extent: no object may be touched meanwhile. Does nothing while a recorder is on.
class Unlocked {
 public:
  explicit Unlocked(Thread& th) : th_(th), lock_(th.rec ? nullptr : th.in.lock) {
    if (lock_) lock_->release(th_);
  }
  ~Unlocked() {
    if (lock_) lock_->acquire(th_);
  }
  Unlocked(const Unlocked&) = delete;

 private:
  Thread& th_;
  std::shared_ptr<InterpreterLock> lock_;  // outlives the interpreter
};

}  // namespace adder
