#include "runtime/base/thread_pool.h"
#include <strings.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace adder::rt {
namespace {

// How long a thread looks for what it waits for before it sleeps. Waking one takes some 50 us on a virtual machine, and
// what a script does between two kernels seldom takes longer.
constexpr std::chrono::microseconds kSpin{200};

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

// Threads that have to take turns on the processors must not keep each other off them.
bool may_spin(int threads) {
  const char* policy = std::getenv("OMP_WAIT_POLICY");
  return threads <= hardware_threads() && !(policy && strcasecmp(policy, "passive") == 0);
}

template <class F>
bool spin_until(F done) {
  if (done()) return true;
  auto end = std::chrono::steady_clock::now() + kSpin;
  do {
    for (int i = 0; i < 16; ++i) {
      relax();
      if (done()) return true;
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

// The chunks of one thread that nobody has taken yet: first in the upper half of the word, end in the lower.
class alignas(64) Share {
 public:
  void set(uint64_t first, uint64_t end) { left_.store(first << 32 | end, std::memory_order_relaxed); }
  bool take_first(int64_t* chunk) { return take(chunk, false); }
  bool take_last(int64_t* chunk) { return take(chunk, true); }

 private:
  bool take(int64_t* chunk, bool last) {
    uint64_t left = left_.load(std::memory_order_relaxed);
    uint64_t first, end;
    do {
      first = left >> 32;
      end = left & UINT32_MAX;
      if (first >= end) return false;
    } while (
        !left_.compare_exchange_weak(left, last ? left - 1 : left + (uint64_t(1) << 32), std::memory_order_relaxed));
    *chunk = int64_t(last ? end - 1 : first);
    return true;
  }
  std::atomic<uint64_t> left_{0};
};

}  // namespace

struct ThreadPool::State {
  explicit State(int threads) : members(size_t(threads)), spins(may_spin(threads)) {}

  struct Member {  // number 0 is the caller
    Share share;
    alignas(64) std::atomic<uint32_t> calls{0};  // loops this worker was asked to join
    std::thread thread;
  };
  std::vector<Member> members;
  const bool spins;
  bool started = false;
  std::atomic<bool> stop{false};
  std::mutex owner;  // one loop at a time; a second one runs inline

  // The loop that runs now. Only who has passed the gate may look at it.
  int64_t n = 0, grain = 0;
  Body body = nullptr;
  void* argument = nullptr;
  int sharers = 0;
  std::atomic_flag failed;
  std::exception_ptr error;  // written by who sets `failed`, read when all have ended

  // Workers inside the loop, and kOpen while others may come in.
  alignas(64) std::atomic<uint32_t> gate{0};
  static constexpr uint32_t kOpen = uint32_t(1) << 31;

  void start() {
    if (started) return;
    started = true;
    try {
      for (size_t i = 1; i < members.size(); ++i) members[i].thread = std::thread([this, i] { serve(int(i)); });
    } catch (const std::system_error&) {  // the system gives no more threads: the others take their shares
    }
  }
  void call(Member& worker) {
    worker.calls.fetch_add(1);
    worker.calls.notify_one();
  }
  bool enter() {
    uint32_t at = gate.load(std::memory_order_relaxed);
    do {
      if (!(at & kOpen)) return false;
    } while (!gate.compare_exchange_weak(at, at + 1, std::memory_order_acquire, std::memory_order_relaxed));
    return true;
  }
  void serve(int self) {
    std::atomic<uint32_t>& calls = members[size_t(self)].calls;
    uint32_t seen = 0;
    for (;;) {
      auto called = [&] { return calls.load(std::memory_order_acquire) != seen; };
      if (!spins || !spin_until(called)) calls.wait(seen, std::memory_order_acquire);
      seen = calls.load(std::memory_order_acquire);
      if (stop) return;
      if (!enter()) continue;  // the others were faster
      work(self);
      if (gate.fetch_sub(1, std::memory_order_release) == 1) gate.notify_one();
    }
  }
  void work(int self) {
    try {
      int64_t chunk;
      for (int i = 0; i < sharers; ++i) {
        Share& share = members[size_t((self + i) % sharers)].share;
        while (i == 0 ? share.take_first(&chunk) : share.take_last(&chunk)) {
          body(argument, chunk * grain, std::min(n, (chunk + 1) * grain));
        }
      }
    } catch (...) {
      if (!failed.test_and_set()) error = std::current_exception();
      for (int i = 0; i < sharers; ++i) members[size_t(i)].share.set(0, 0);
    }
  }
  // Who comes late finds the gate closed; those inside are waited for.
  void close() {
    uint32_t inside = gate.fetch_and(~kOpen, std::memory_order_acquire) & ~kOpen;
    auto all_out = [&] { return (inside = gate.load(std::memory_order_acquire)) == 0; };
    if (inside == 0 || (spins && spin_until(all_out))) return;
    while (!all_out()) gate.wait(inside, std::memory_order_relaxed);
  }
};

int hardware_threads() {
  return std::max(1, int(std::thread::hardware_concurrency()));
}
int default_threads() {
  int threads = hardware_threads();
  for (const char* name : {"OMP_NUM_THREADS", "MKL_NUM_THREADS"}) {
    const char* text = std::getenv(name);
    if (int wanted = text ? std::atoi(text) : 0; wanted > 0) threads = std::min(threads, wanted);
  }
  return threads;
}

ThreadPool::ThreadPool(int threads) : state_(new State(std::max(1, threads))), threads_(std::max(1, threads)) {}

ThreadPool::~ThreadPool() {
  state_->stop = true;
  for (State::Member& m : state_->members) {
    if (!m.thread.joinable()) continue;
    state_->call(m);
    m.thread.join();
  }
}

void ThreadPool::run(int64_t n, int64_t grain, Body body, void* argument) {
  State& s = *state_;
  int64_t chunks = (n + grain - 1) / grain;
  std::unique_lock turn(s.owner, std::try_to_lock);
  if (!turn || chunks > UINT32_MAX) {  // nested, another interpreter's loop is running, or more than a Share can count
    body(argument, 0, n);
    return;
  }
  s.start();
  s.n = n;
  s.grain = grain;
  s.body = body;
  s.argument = argument;
  s.sharers = int(std::min<int64_t>(chunks, threads_));
  for (int i = 0; i < s.sharers; ++i) {
    s.members[size_t(i)].share.set(uint64_t(chunks * i / s.sharers), uint64_t(chunks * (i + 1) / s.sharers));
  }
  s.gate.store(State::kOpen, std::memory_order_release);
  for (int i = 1; i < s.sharers; ++i) s.call(s.members[size_t(i)]);
  s.work(0);
  s.close();
  if (!s.failed.test()) return;
  s.failed.clear();
  std::rethrow_exception(std::exchange(s.error, nullptr));
}

}  // namespace adder::rt
