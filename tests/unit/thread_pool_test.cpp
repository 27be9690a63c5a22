// The thread pool: what a loop promises about its chunks, and what the pool does between loops.
#include "runtime/base/thread_pool.h"
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace adder::rt {
namespace {

// How often each of n elements was visited; checks that chunks begin where `grain` alone puts them.
std::vector<int> visits(ThreadPool& pool, int64_t n, int64_t grain) {
  std::vector<std::atomic<int>> counts(static_cast<size_t>(n));
  std::atomic<int> wrong{0};
  parallel_for(&pool, n, grain, [&](int64_t begin, int64_t end) {
    if (begin % grain != 0 || (end - begin != grain && end != n)) ++wrong;
    for (int64_t i = begin; i < end; ++i) ++counts[size_t(i)];
  });
  EXPECT_EQ(wrong, 0);
  return {counts.begin(), counts.end()};
}

TEST(ThreadPool, VisitsEachElementOnceInFixedChunks) {
  for (int threads : {2, 3, 7}) {
    ThreadPool pool(threads);
    for (int64_t n : {2, 3, 7, 64, 1000}) {
      for (int64_t grain : {1, 3, 10}) {
        if (n <= grain) continue;
        EXPECT_EQ(visits(pool, n, grain), std::vector<int>(size_t(n), 1)) << n << " by " << grain;
      }
    }
  }
}

TEST(ThreadPool, ManyShortLoopsLoseNothing) {
  ThreadPool pool(4);
  std::atomic<int64_t> sum{0};
  for (int i = 0; i < 20000; ++i) {
    parallel_for(&pool, 5, 1, [&](int64_t begin, int64_t end) { sum += end - begin; });
  }
  EXPECT_EQ(sum, 5 * 20000);
}

TEST(ThreadPool, TakesOverTheChunksOfWhoIsBusy) {
  ThreadPool pool(2);
  std::atomic<int> done{0};
  parallel_for(&pool, 8, 1, [&](int64_t begin, int64_t) {  // whoever has chunk 0 cannot end before the others are done
    while (begin == 0 && done < 7) std::this_thread::yield();
    ++done;
  });
  EXPECT_EQ(done, 8);
}

TEST(ThreadPool, RunsNestedLoopsInline) {
  ThreadPool pool(2);
  std::atomic<int> sum{0};
  parallel_for(&pool, 4, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      std::thread::id outer = std::this_thread::get_id();
      parallel_for(&pool, 4, 1, [&](int64_t first, int64_t last) {
        EXPECT_EQ(std::this_thread::get_id(), outer);
        sum += int(last - first);
      });
    }
  });
  EXPECT_EQ(sum, 16);
}

TEST(ThreadPool, ServesLoopsOfSeveralThreads) {
  ThreadPool pool(3);
  std::array<std::atomic<int>, 4> sums{};
  std::vector<std::thread> callers;
  for (auto& sum : sums) {
    callers.emplace_back([&] {
      for (int i = 0; i < 500; ++i)
        parallel_for(&pool, 6, 1, [&](int64_t begin, int64_t end) { sum += int(end - begin); });
    });
  }
  for (std::thread& t : callers) t.join();
  for (auto& sum : sums) EXPECT_EQ(sum, 3000);
}

TEST(ThreadPool, HandsOnTheFirstExceptionAndStaysUsable) {
  ThreadPool pool(2);
  for (int i = 0; i < 100; ++i) {
    std::atomic<int> begun{0};
    auto loop = [&] {
      parallel_for(&pool, 1000, 1, [&](int64_t, int64_t) {
        ++begun;
        throw std::runtime_error("chunk");
      });
    };
    EXPECT_THROW(loop(), std::runtime_error);
    EXPECT_LE(begun, 2);
    EXPECT_EQ(visits(pool, 10, 1), std::vector<int>(10, 1));
  }
}

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

TEST(ThreadPool, SleepsWhenThereIsNothingToDo) {
  ThreadPool pool(2);
  visits(pool, 100, 1);
  double before = processor_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LT(processor_seconds() - before, 0.01);
  EXPECT_EQ(visits(pool, 100, 1), std::vector<int>(100, 1));  // and wakes
}

TEST(ThreadPool, AForkedProcessMayEnd) {
  auto pool = std::make_unique<ThreadPool>(2);
  visits(*pool, 100, 1);
  pid_t child = fork();
  if (child == 0) _exit(7);  // its copy of the pool has no threads
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  visits(*pool, 100, 1);
}

TEST(ThreadPool, TheEnvironmentLimitsThreads) {
  setenv("OMP_NUM_THREADS", "1", 1);
  EXPECT_EQ(default_threads(), 1);
  for (const char* text : {"0", "-3", "many", "100000"}) {
    setenv("OMP_NUM_THREADS", text, 1);
    EXPECT_EQ(default_threads(), hardware_threads()) << text;
  }
  unsetenv("OMP_NUM_THREADS");
}

}  // namespace
}  // namespace adder::rt
