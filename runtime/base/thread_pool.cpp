#include "runtime/base/thread_pool.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace adder::rt {
namespace {

struct Job {
  int64_t n, grain, chunks;
  ThreadPool::Body body;
  void* argument;
  std::atomic<int64_t> next{0};
  std::atomic_flag failed;
  std::exception_ptr error;  // written by who sets `failed`, read when all have ended
  void work() {
    try {
      for (;;) {
        int64_t c = next.fetch_add(1, std::memory_order_relaxed);
        if (c >= chunks) return;
        body(argument, c * grain, std::min(n, (c + 1) * grain));
      }
    } catch (...) {
      if (!failed.test_and_set()) error = std::current_exception();
      next.store(chunks, std::memory_order_relaxed);
    }
  }
};

}  // namespace

struct ThreadPool::State {
  std::mutex mutex, owner;  // owner: one loop at a time; a second one runs inline
  std::condition_variable wake, idle;
  Job* job = nullptr;
  uint64_t generation = 0;
  int working = 0;
  bool stop = false;
  std::vector<std::thread> workers;

  void loop() {
    uint64_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return stop || (job && generation != seen); });
      if (stop) return;
      seen = generation;
      Job* j = job;
      ++working;
      lock.unlock();
      j->work();
      lock.lock();
      if (--working == 0) idle.notify_all();
    }
  }
};

int hardware_threads() {
  return std::max(1, int(std::thread::hardware_concurrency()));
}

ThreadPool::ThreadPool(int threads) : state_(new State), threads_(std::max(1, threads)) {}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->wake.notify_all();
  for (std::thread& t : state_->workers) t.join();
}

void ThreadPool::run(int64_t n, int64_t grain, Body body, void* argument) {
  State& s = *state_;
  std::unique_lock turn(s.owner, std::try_to_lock);
  if (!turn) {  // nested, or another interpreter's loop is running
    body(argument, 0, n);
    return;
  }
  Job job{n, grain, (n + grain - 1) / grain, body, argument};
  {
    std::lock_guard lock(s.mutex);
    while (int(s.workers.size()) + 1 < threads_) s.workers.emplace_back([&s] { s.loop(); });
    s.job = &job;
    ++s.generation;
  }
  s.wake.notify_all();
  job.work();
  std::unique_lock lock(s.mutex);
  s.job = nullptr;  // late sleepers must not see it; those at work are counted
  s.idle.wait(lock, [&] { return s.working == 0; });
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace adder::rt
