// The row kernels of every instruction set give the same bits, and their sums take the order of fused reductions.
#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>
#include "runtime/base/isa.h"
#include "runtime/eager/row_abi.h"

namespace adder::rt {
namespace {

using Row = std::vector<float>;
constexpr long kLengths[] = {1, 2, 7, 16, 31, 63, 64, 65, 100, 257, 1024, 32768, 32769, 70001};

Row numbers(long n, uint32_t seed) {
  std::mt19937 rng(seed);
  Row r(size_t(n), 0.f);
  for (float& v : r) v = std::uniform_real_distribution<float>(-4, 4)(rng);
  return r;
}

struct Table {
  const char* name;
  const RowKernels* kernels;
};
std::vector<Table> runnable() {
  std::vector<Table> all{{"generic", &kRowsGeneric}};
  if (host_isa() >= Isa::avx2) all.push_back({"avx2", &kRowsAvx2});
  if (host_isa() >= Isa::avx512) all.push_back({"avx512", &kRowsAvx512});
  return all;
}

// f fills a row from a table; all tables must fill it alike.
template <class F>
void expect_same_bits(const char* what, F f) {
  for (long n : kLengths) {
    Row first;
    for (const Table& t : runnable()) {
      Row got = f(*t.kernels, n);
      if (first.empty()) first = got;
      ASSERT_EQ(got.size(), first.size());
      EXPECT_EQ(std::memcmp(got.data(), first.data(), got.size() * sizeof(float)), 0)
          << what << ", n " << n << ", " << t.name;
    }
  }
}

TEST(Rows, EveryInstructionSetGivesTheSameBits) {
  expect_same_bits("softmax", [](const RowKernels& k, long n) {
    Row x = numbers(n, 1), out(x.size());
    k.softmax(x.data(), out.data(), n);
    return out;
  });
  expect_same_bits("log_softmax", [](const RowKernels& k, long n) {
    Row x = numbers(n, 2), out(x.size());
    k.log_softmax(x.data(), out.data(), n);
    return out;
  });
  expect_same_bits("softmax_backward", [](const RowKernels& k, long n) {
    Row x = numbers(n, 3), y = numbers(n, 4), out(x.size());
    k.softmax_backward(x.data(), y.data(), out.data(), n);
    return out;
  });
  expect_same_bits("log_softmax_backward", [](const RowKernels& k, long n) {
    Row x = numbers(n, 5), y = numbers(n, 6), out(x.size());
    k.log_softmax_backward(x.data(), y.data(), out.data(), n);
    return out;
  });
  expect_same_bits("normalize", [](const RowKernels& k, long n) {
    Row x = numbers(n, 7), w = numbers(n, 8), b = numbers(n, 9), out(x.size());
    float mean, squares;
    k.moments(x.data(), n, &mean, &squares);
    k.normalize(x.data(), w.data(), b.data(), mean, 1 / std::sqrt(squares / float(n) + 1e-5f), out.data(), n);
    return out;
  });
  expect_same_bits("normalize backward", [](const RowKernels& k, long n) {
    Row x = numbers(n, 10), g = numbers(n, 11), w = numbers(n, 12), out(x.size());
    float sums[2];
    k.normalize_sums(g.data(), x.data(), w.data(), 0.25f, 1.5f, sums, n);
    k.normalize_backward(g.data(), x.data(), w.data(), 0.25f, 1.5f, sums[0], sums[1], out.data(), n);
    return out;
  });
  expect_same_bits("attend", [](const RowKernels& k, long n) {
    Row x = numbers(n, 13), mask = numbers(n, 14);
    x.push_back(k.attend(x.data(), 0.125f, mask.data(), n));
    return x;
  });
  expect_same_bits("gelu", [](const RowKernels& k, long n) {
    Row x = numbers(n, 15), out(x.size());
    k.gelu(x.data(), out.data(), n);
    return out;
  });
  expect_same_bits("dot", [](const RowKernels& k, long n) {
    Row x = numbers(n, 16), y = numbers(n, 17);
    return Row{k.dot(x.data(), y.data(), n), k.sum(x.data(), n)};
  });
  expect_same_bits("max_pool", [](const RowKernels& k, long n) {
    Row x = numbers(3 * n, 18), top(size_t(n), 0.f);
    const float* lines[] = {x.data(), x.data() + n, x.data() + 2 * n};
    const int offsets[] = {5, 6, 9};
    std::vector<int> first(size_t(n), 2);
    std::vector<int64_t> best(size_t(n), 0);
    k.max_pool(lines, offsets, 3, 2, first.data(), 4, n, top.data(), best.data());
    for (int64_t i : best) top.push_back(float(i));
    return top;
  });
}

TEST(Rows, LongSumsAreCutIntoBlocks) {
  constexpr long kBlock = 32768;
  Row x = numbers(2 * kBlock + 5, 20);
  for (const Table& t : runnable()) {
    float total = t.kernels->sum(x.data(), kBlock);
    total += t.kernels->sum(x.data() + kBlock, kBlock);
    total += t.kernels->sum(x.data() + 2 * kBlock, 5);
    EXPECT_EQ(t.kernels->sum(x.data(), long(x.size())), total) << t.name;
  }
}

}  // namespace
}  // namespace adder::rt
