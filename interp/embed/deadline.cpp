#include "interp/embed/deadline.h"

#include <signal.h>
#include <time.h>

#include <algorithm>
#include <chrono>

namespace adder {
namespace {

int wake_signal() {
  return SIGRTMAX - 1;
}

// The signal's handler belongs to the process: the first deadline sets it, the last one puts back what was there.
class WakeHandler {
 public:
  void hold() {
    std::lock_guard guard(mutex_);
    if (users_++) return;
    struct sigaction action = {};
    action.sa_handler = [](int) {};
    sigaction(wake_signal(), &action, &before_);
  }
  void release() {
    std::lock_guard guard(mutex_);
    if (--users_) return;
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    sigaction(wake_signal(), &ignored, nullptr);  // one that still waits for delivery is dropped
    sigaction(wake_signal(), &before_, nullptr);
  }

 private:
  std::mutex mutex_;
  int users_ = 0;
  struct sigaction before_ = {};
};
WakeHandler wake_handler;

}  // namespace

Deadline::Deadline(Thread& script, double seconds) : script_(script), target_(pthread_self()) {
  wake_handler.hold();
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
  wake_handler.release();
}

void Deadline::watch(double seconds) {
  using Clock = std::chrono::steady_clock;
  // Beyond what a clock can hold there is nothing to wait for.
  auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
  std::unique_lock guard(mutex_);
  clockid_t clock;
  bool timed = pthread_getcpuclockid(target_, &clock) == 0;
  auto worked = [&] {  // seconds of the script's thread
    timespec t{};
    if (timed) clock_gettime(clock, &t);
    return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
  };
  double seen = 0;
  for (int unseen = 0; !ended_.wait_until(guard, until, [&] { return done_; });) {
    unseen = script_.attention & Thread::kTimeOver ? unseen + 1 : 0;
    if (!unseen) seen = worked();
    if (overdue_ && (unseen >= 500 || worked() - seen > 3)) overdue_();
    script_.wake(Thread::kTimeOver);
    pthread_kill(target_, wake_signal());
    until = Clock::now() + std::chrono::milliseconds(20);
  }
}

}  // namespace adder
