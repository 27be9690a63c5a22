// The register allocator alone: more values of each kind than the machine has registers, alive around a loop, copied
// and changed in place.
#include <gtest/gtest.h>
#include <cstring>
#include <random>
#include <vector>
#include "codegen/cpu/function.h"
#include "runtime/cpu/exec_memory.h"

namespace adder::codegen {
namespace {

using Id = x86::Inst::Id;

struct Failure : asmjit::ErrorHandler {
  std::string message;
  void handleError(asmjit::Error, const char* m, asmjit::BaseEmitter*) override { message = m; }
};

using Body = void (*)(int64_t* numbers, float* vectors, int64_t rounds);

// Random moves and sums over `n` numbers and `n` vectors, all loaded before a loop and stored behind it; `run` does the
// same on arrays.
struct Program {
  struct Step {
    enum { copy, add, copy_vector, add_vector } what;
    int to, from;
  };
  int n;
  std::vector<Step> steps;
  Program(uint32_t seed, int count) : n(count) {
    std::mt19937 rng(seed);
    for (int i = 0; i < 3 * n; ++i) {
      auto what = decltype(Step::what)(rng() % 4);
      steps.push_back({what, int(rng() % uint32_t(n)), int(rng() % uint32_t(n))});
    }
  }
  void run(int64_t* numbers, float* vectors, int lanes, int64_t rounds) const {
    for (int64_t r = 0; r < rounds; ++r)
      for (const Step& s : steps) {
        for (int l = 0; l < lanes; ++l) {
          if (s.what == Step::copy_vector) vectors[s.to * lanes + l] = vectors[s.from * lanes + l];
          if (s.what == Step::add_vector) vectors[s.to * lanes + l] += vectors[s.from * lanes + l];
        }
        if (s.what == Step::copy) numbers[s.to] = numbers[s.from];
        if (s.what == Step::add) numbers[s.to] = int64_t(uint64_t(numbers[s.to]) + uint64_t(numbers[s.from]));
      }
  }
  void emit(Function& f, int bytes) const {
    x86::Gp numbers_at = f.argument(0), vectors_at = f.argument(1), rounds = f.argument(2);
    std::vector<x86::Gp> numbers;
    std::vector<x86::Vec> vectors;
    for (int i = 0; i < n; ++i) {
      numbers.push_back(f.number());
      f.emit(Id::kIdMov, numbers.back(), x86::ptr(numbers_at, i * 8));
      vectors.push_back(f.vector(bytes));
      f.emit(Id::kIdVmovups, vectors.back(), x86::ptr(vectors_at, i * bytes));
    }
    asmjit::Label top = f.label();
    f.bind(top);
    for (const Step& s : steps) {
      if (s.what == Step::copy) f.emit(Id::kIdMov, numbers[size_t(s.to)], numbers[size_t(s.from)]);
      if (s.what == Step::add) f.emit(Id::kIdAdd, numbers[size_t(s.to)], numbers[size_t(s.from)]);
      x86::Vec to = vectors[size_t(s.to)], from = vectors[size_t(s.from)];
      if (s.what == Step::copy_vector) f.emit(Id::kIdVmovaps, to, from);
      if (s.what == Step::add_vector) f.emit(Id::kIdVaddps, to, to, from);
    }
    f.emit(Id::kIdDec, rounds);
    f.emit(Id::kIdJnz, top);
    for (int i = 0; i < n; ++i) {
      f.emit(Id::kIdMov, x86::ptr(numbers_at, i * 8), numbers[size_t(i)]);
      f.emit(Id::kIdVmovups, x86::ptr(vectors_at, i * bytes), vectors[size_t(i)]);
    }
  }
};

void check(const Program& p, rt::Isa isa, uint32_t seed) {
  int bytes = isa == rt::Isa::avx512 ? 64 : 32;
  asmjit::CodeHolder holder;
  Failure failure;
  holder.init(asmjit::Environment::host());
  holder.setErrorHandler(&failure);
  Function f(holder, isa);
  p.emit(f, bytes);
  f.finish();
  ASSERT_EQ(failure.message, "");
  rt::ExecMemory memory;
  holder.flatten();
  holder.resolveUnresolvedLinks();
  rt::ExecMemory::Block block = memory.reserve(holder.codeSize());
  ASSERT_TRUE(block.run);
  holder.relocateToBase(uint64_t(block.run));
  holder.copyFlattenedData(block.write, holder.codeSize());
  std::vector<int64_t> numbers(size_t(p.n), 0);
  std::vector<float> vectors(size_t(p.n * bytes / 4), 0.f);
  for (int i = 0; i < p.n; ++i) numbers[size_t(i)] = i * 7 + 1;
  for (size_t i = 0; i < vectors.size(); ++i) vectors[i] = float(i % 97) * 0.5f;
  std::vector<int64_t> want_numbers = numbers;
  std::vector<float> want_vectors = vectors;
  p.run(want_numbers.data(), want_vectors.data(), bytes / 4, 2);
  reinterpret_cast<Body>(block.run)(numbers.data(), vectors.data(), 2);
  EXPECT_EQ(numbers, want_numbers) << "seed " << seed << ", " << p.n << " values, " << rt::isa_name(isa);
  EXPECT_EQ(std::memcmp(vectors.data(), want_vectors.data(), vectors.size() * sizeof(float)), 0)
      << "seed " << seed << ", " << p.n << " values, " << rt::isa_name(isa);
  if (p.n > 40) EXPECT_GT(f.spill_bytes(), 0);
}

TEST(Function, ValuesThatDoNotFitLiveOnTheStack) {
  for (rt::Isa isa : {rt::Isa::avx2, rt::Isa::avx512}) {
    if (isa > rt::host_isa()) continue;
    for (uint32_t seed = 0; seed < 60; ++seed)
      for (int n : {3, 14, 20, 45}) check(Program(seed, n), isa, seed);
  }
}

}  // namespace
}  // namespace adder::codegen
