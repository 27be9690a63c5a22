// --max-seconds: another thread that wakes the script's thread once its time is over, wherever it stands.
#pragma once
#include <pthread.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "interp/vm/thread.h"

namespace adder {

// From the moment that is `seconds` after its making, pokes the thread that made it every few milliseconds: its next check
// finds the time limit passed. A blocking call of the system ends with EINTR, by a signal that nothing else uses. Where the
// next check is not there within three seconds of work or ten of waiting, `overdue` is called, if there is one.
class Deadline {
 public:
  Deadline(Thread& script, double seconds);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  void set_overdue(std::function<void()> call) {
    std::lock_guard guard(mutex_);
    overdue_ = std::move(call);
  }

 private:
  void watch(double seconds);
  Thread& script_;
  pthread_t target_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::function<void()> overdue_;
  bool done_ = false;
  std::thread watcher_;
};

}  // namespace adder
