#include "interp/embed/deadline.h"

#include <signal.h>

#include <algorithm>
#include <chrono>

namespace adder {
namespace {

int wake_signal() {
  return SIGRTMAX - 1;
}

}  // namespace

Deadline::Deadline(Thread& script, double seconds) : script_(script), target_(pthread_self()) {
  struct sigaction action = {};
  action.sa_handler = [](int) {};
  sigaction(wake_signal(), &action, nullptr);
  sigset_t all, before;  // signals of the process go to the script's thread
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  watcher_ = std::thread([this, seconds] { watch(seconds); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Deadline::~Deadline() {
  {
    std::lock_guard guard(mutex_);
    done_ = true;
  }
  ended_.notify_one();
  watcher_.join();
}

void Deadline::watch(double seconds) {
  using Clock = std::chrono::steady_clock;
  // Beyond what a clock can hold there is nothing to wait for.
  auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
  std::unique_lock guard(mutex_);
  while (!ended_.wait_until(guard, until, [&] { return done_; })) {
    script_.wake(Thread::kTimeOver);
    pthread_kill(target_, wake_signal());
    until = Clock::now() + std::chrono::milliseconds(20);
  }
}

}  // namespace adder
