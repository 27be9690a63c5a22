// Kernels that cut their work by the number of threads: no bit of a result may depend on the cut.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <random>
#include <vector>
#include "runtime/eager/conv.h"
#include "runtime/eager/gemm.h"

namespace adder::rt {
namespace {

// Says that it has `threads`, and runs the tasks one by one, last first.
class Pretended final : public Parallel {
 public:
  explicit Pretended(int threads) : threads_(threads) {}
  void run(int64_t count, int64_t grain, Body body, void* data) const override {
    for (int64_t at = (count - 1) / grain * grain; count > 0 && at >= 0; at -= grain) {
      body(data, at, std::min(count, at + grain));
    }
  }
  int threads() const override { return threads_; }

 private:
  int threads_;
};

template <class T>
std::vector<T> numbers(int64_t n) {
  static std::mt19937 random(1);
  std::vector<T> x(static_cast<size_t>(n));
  for (T& v : x) v = T(std::normal_distribution<double>()(random));
  return x;
}

struct Case {
  int64_t batch, in_channels, side, out_channels, kernel, stride, padding, groups;
};
ConvShape shape_of(const Case& c) {
  ConvShape s;
  s.batch = c.batch;
  s.in_channels = c.in_channels;
  s.out_channels = c.out_channels;
  s.groups = c.groups;
  for (int d : {1, 2}) {
    s.in[d] = c.side;
    s.out[d] = (c.side + 2 * c.padding - c.kernel) / c.stride + 1;
    s.kernel[d] = c.kernel;
    s.stride[d] = c.stride;
    s.padding[d] = c.padding;
  }
  return s;
}

template <class T>
void check_convolution(const Case& c) {
  ConvShape s = shape_of(c);
  std::vector<T> x = numbers<T>(s.batch * s.in_channels * s.in_pixels());
  std::vector<T> w = numbers<T>(s.out_channels * s.in_group() * s.taps()), bias = numbers<T>(s.out_channels);
  std::vector<T> whole(static_cast<size_t>(s.batch * s.out_channels * s.out_pixels()));
  conv_forward<T>(Serial(), s, x.data(), w.data(), bias.data(), whole.data());
  for (int threads : {2, 3, 8, 64}) {
    std::vector<T> cut(whole.size(), T(7));
    conv_forward<T>(Pretended(threads), s, x.data(), w.data(), bias.data(), cut.data());
    EXPECT_TRUE(cut == whole) << threads << " threads, " << c.in_channels << " to " << c.out_channels
                              << " channels, side " << c.side;
  }
}

TEST(ParallelCut, ConvolutionsKeepTheirBits) {
  for (const Case& c :
       {Case{1, 64, 28, 128, 3, 2, 1, 1}, Case{1, 64, 28, 128, 1, 2, 0, 1}, Case{1, 256, 7, 256, 3, 1, 1, 1},
        Case{1, 64, 14, 64, 3, 1, 1, 1}, Case{1, 128, 14, 300, 3, 2, 1, 1}, Case{2, 48, 15, 96, 5, 2, 2, 3},
        Case{1, 130, 11, 70, 3, 2, 1, 2}, Case{3, 3, 40, 16, 7, 2, 3, 1}}) {
    check_convolution<float>(c);
    check_convolution<double>(c);
  }
}

// Both operands as they lie or transposed.
template <class T>
void check_product(int64_t m, int64_t n, int64_t k, bool left_turned, bool right_turned) {
  std::vector<T> left = numbers<T>(m * k), right = numbers<T>(k * n), start = numbers<T>(n);
  MatrixView<T> a{left.data(), left_turned ? 1 : k, left_turned ? m : 1};
  MatrixView<T> b{right.data(), right_turned ? 1 : n, right_turned ? k : 1};
  std::vector<T> whole(static_cast<size_t>(m * n));
  gemm_from<T>(Serial(), m, n, k, a, b, start.data(), whole.data(), n);
  for (int threads : {2, 3, 8, 64}) {
    std::vector<T> cut(whole.size(), T(7));
    gemm_from<T>(Pretended(threads), m, n, k, a, b, start.data(), cut.data(), n);
    EXPECT_TRUE(cut == whole) << threads << " threads, " << m << " x " << k << " x " << n;
  }
}

TEST(ParallelCut, ProductsKeepTheirBits) {
  for (auto [m, n, k] : {std::array<int64_t, 3>{64, 256, 784},
                         {128, 128, 768},
                         {65, 128, 768},
                         {768, 65, 128},
                         {500, 1100, 70},
                         {2, 3000, 300},
                         {3000, 2, 300},
                         {43, 64, 600},
                         {15, 33, 1000}}) {
    for (bool left_turned : {false, true}) {
      for (bool right_turned : {false, true}) {
        check_product<float>(m, n, k, left_turned, right_turned);
        check_product<double>(m, n, k, left_turned, right_turned);
      }
    }
  }
}

}  // namespace
}  // namespace adder::rt
