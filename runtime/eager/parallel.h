// How kernels split work: over a count of independent tasks, whose results must not depend on how they are grouped.
#pragma once
#include <cstdint>

namespace adder::rt {

class Parallel {
 public:
  // Calls body(data, begin, end) for ranges that cover [0, count), each of at least `grain` tasks but the last. Returns
  // when all are done.
  using Body = void (*)(void* data, int64_t begin, int64_t end);
  virtual void run(int64_t count, int64_t grain, Body body, void* data) const = 0;

  // How many threads may work on it: for who cuts work whose results do not depend on the cut, and pays for each part.
  virtual int threads() const = 0;

  template <class F>
  void operator()(int64_t count, int64_t grain, F f) const {
    run(
        count, grain, [](void* data, int64_t begin, int64_t end) { (*static_cast<F*>(data))(begin, end); }, &f);
  }

 protected:
  ~Parallel() = default;
};

class Serial final : public Parallel {
 public:
  void run(int64_t count, int64_t, Body body, void* data) const override {
    if (count > 0) body(data, 0, count);
  }
  int threads() const override { return 1; }
};

}  // namespace adder::rt
