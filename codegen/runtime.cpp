// Executable memory, the thread pool, and the driver that cuts a launch into rows or runs.
#include <sys/mman.h>
#include <unistd.h>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include "codegen/kernel.h"
namespace adder::rt {
void* code_reserve(size_t n, void** writable) {
  static std::mutex lock;
  static char *w, *x;
  static size_t used;
  constexpr size_t kSize = 64 << 20;
  std::lock_guard<std::mutex> hold(lock);
  if (!w) {
    int fd = memfd_create("adder-code", MFD_CLOEXEC);
    CHECK(fd >= 0 && ftruncate(fd, kSize) == 0);
    w = static_cast<char*>(mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    x = static_cast<char*>(mmap(nullptr, kSize, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0));
    CHECK(w != MAP_FAILED && x != MAP_FAILED);
    close(fd);
  }
  size_t at = used;
  used += (n + 63) / 64 * 64;
  CHECK(used <= kSize);
  *writable = w + at;
  return x + at;
}

namespace {
// One helper for two cores. `ticket` holds the job's generation and the next item, so a late helper's claim fails by
// itself and nobody waits for a helper that the system has put aside, unless it holds items. It spins for a while, then
// sleeps: waking a sleeper costs more than a small kernel.
struct Pool {
  std::atomic<uint64_t> ticket{kClosed};
  std::atomic<int64_t> items{0}, grain{0}, done{0};
  std::atomic<void (*)(void*, int64_t, int64_t)> f{nullptr};
  std::atomic<void*> context{nullptr};
  std::mutex m;
  std::condition_variable cv;
  std::atomic<bool> asleep{false}, stop{false};
  std::thread helper;
  static constexpr uint64_t kClosed = 0xffffffff;
  void work() {
    for (;;) {
      uint64_t t = ticket.load();
      int64_t b = int64_t(t & kClosed), n = items, g = grain;
      auto fn = f.load();
      void* c = context;
      if (uint64_t(b) == kClosed || b >= n) return;
      if (!ticket.compare_exchange_weak(t, (t & ~kClosed) | uint64_t(std::min(n, b + g)))) continue;
      int64_t e = std::min(n, b + g);
      fn(c, b, e);
      done.fetch_add(e - b);
    }
  }
  bool open() const {
    uint64_t b = ticket.load() & kClosed;
    return b != kClosed && int64_t(b) < items.load();
  }
  Pool()
      : helper([this] {
          while (!stop) {
            for (int spins = 0; spins < 20000 && !open() && !stop; ++spins) __builtin_ia32_pause();
            if (!open()) {
              std::unique_lock<std::mutex> hold(m);
              asleep = true;
              cv.wait(hold, [&] { return open() || stop; });
              asleep = false;
            }
            work();
          }
        }) {}
  ~Pool() {
    stop = true;
    { std::lock_guard<std::mutex> hold(m); }
    cv.notify_all();
    helper.join();
  }
};
}  // namespace
void parallel(int64_t items, int64_t grain, int threads, void (*f)(void*, int64_t, int64_t), void* context) {
  if (threads <= 1 || items <= grain) {
    if (items) f(context, 0, items);
    return;
  }
  static Pool pool;
  static std::mutex one;
  static uint64_t generation;
  std::lock_guard<std::mutex> hold(one);
  pool.ticket = ++generation << 32 | Pool::kClosed;
  pool.items = items;
  pool.grain = grain;
  pool.f = f;
  pool.context = context;
  pool.done = 0;
  pool.ticket = ++generation << 32;
  if (pool.asleep) {
    { std::lock_guard<std::mutex> wake(pool.m); }
    pool.cv.notify_one();
  }
  pool.work();
  while (pool.done.load() < items) __builtin_ia32_pause();
}

void run_kernel(const Kernel& k, KernelFn fn, Launch l, int threads) {
  l.scalars[kCountScalar] = {double(l.n), l.n};
  size_t nb = k.buffers.size();
  int64_t rows = l.rows();
  if (rows == 0) return;
  bool flat = k.pointwise() && rows == 1, scratch = false, indexed = false;
  for (auto& b : k.buffers) scratch |= b.scratch;
  for (auto& s : k.stages)
    for (auto& i : s.program.code) indexed |= i.op == kIndex;
  constexpr int64_t kGrain = 1 << 15;  // elements; below that a second thread costs more than it gives
  if (flat && !indexed) {
    parallel_for(l.n, kGrain, threads, [&](int64_t b, int64_t e) {
      void* p[kMaxOperands];
      int64_t zero[kMaxOperands] = {};
      for (size_t q = 0; q < nb; ++q)
        p[q] =
            static_cast<char*>(l.data[q]) + (k.buffers[q].walk == Walk::dense ? b * kTypeBytes[k.buffers[q].type] : 0);
      fn(p, zero, 1, e - b, l.scalars);
    });
    return;
  }
  int last = l.n_outer - 1;
  int64_t size =
      last < 0 ? 1 : l.outer[last];  // the emitted loop walks the last outer dim; an odometer here does the rest
  parallel_for(rows, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, l.n)), threads, [&](int64_t b, int64_t e) {
    static thread_local std::vector<char> arena;
    void* p[kMaxOperands];
    int64_t step[kMaxOperands];
    char* free_at = nullptr;
    if (scratch) {
      size_t need = 0;
      for (auto& d : k.buffers)
        if (d.scratch) need += size_t(l.n * 8 + 64);
      if (arena.size() < need) arena.resize(need);
      free_at = arena.data();
    }
    for (int64_t r = b; r < e;) {
      int64_t run = std::min(e - r, size - (last < 0 ? 0 : r % size));
      char* f = free_at;
      for (size_t q = 0; q < nb; ++q) {
        int bytes = kTypeBytes[k.buffers[q].type];
        if (k.buffers[q].scratch) {
          p[q] = f;
          step[q] = 0;
          f += l.n * 8 + 64;
          continue;
        }
        int64_t at = 0, rest = r;
        for (int d = last; d >= 0; --d) {
          at += rest % l.outer[d] * l.strides[q][d];
          rest /= l.outer[d];
        }
        p[q] = static_cast<char*>(l.data[q]) + at * bytes;
        step[q] = last < 0 ? 0 : l.strides[q][last] * bytes;
      }
      fn(p, step, run, l.n, l.scalars);
      r += run;
    }
  });
}
}  // namespace adder::rt
