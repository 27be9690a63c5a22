// A pool of threads for kernels. parallel_for splits [0, n) into chunks of at least `grain`; the caller works too and
// returns when all chunks are done. Chunk borders depend on n and grain alone, never on the number of threads, so a
// kernel that reduces within a chunk gives the same bits on every machine. A nested call runs inline. What a chunk
// throws ends the loop: chunks not yet begun are left out and the caller gets the exception (the first one, if several
// throw).
//
// Each thread begins with its own run of neighboring chunks, the same in every loop of that size, so that it finds in
// its cache what it wrote there last; who is done takes chunks from the far ends of the others' runs. Between loops a
// worker looks for the next one for a moment before it sleeps: kernels follow each other faster than a thread wakes.
#pragma once
#include <cstdint>
#include <memory>
#include <type_traits>

namespace adder::rt {

class ThreadPool {
 public:
  explicit ThreadPool(int threads);  // the caller included
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  int threads() const { return threads_; }
  using Body = void (*)(void* argument, int64_t begin, int64_t end);
  void run(int64_t n, int64_t grain, Body body, void* argument);

 private:
  struct State;
  std::unique_ptr<State> state_;  // started at the first parallel loop
  int threads_;
};
int hardware_threads();
int default_threads();  // as many, or fewer where the environment says so by OMP_NUM_THREADS or MKL_NUM_THREADS

template <class F>
void parallel_for(ThreadPool* pool, int64_t n, int64_t grain, F&& f) {
  if (n <= 0) return;
  if (!pool || pool->threads() <= 1 || n <= grain) {
    f(int64_t(0), n);
    return;
  }
  pool->run(
      n, grain, [](void* a, int64_t begin, int64_t end) { (*static_cast<std::remove_reference_t<F>*>(a))(begin, end); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

}  // namespace adder::rt
