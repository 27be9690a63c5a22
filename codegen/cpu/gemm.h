// C = A B in f32 with B packed once into panels. Micro-kernels are generated for (rows, vectors) and take K and the
// strides as arguments, so few are ever made.
#pragma once
#include <functional>
#include <mutex>
#include <vector>
#include "codegen/cpu/isa.h"
#include "runtime/base/allocator.h"
#include "runtime/base/thread_pool.h"
#include "runtime/cpu/exec_memory.h"
namespace adder::codegen {

class GemmKernels {
 public:
  GemmKernels(Isa isa, rt::ExecMemory& memory) : isa_(isa), memory_(memory) {}
  // C rows = A rows · panel. Strides in bytes; last_lanes: columns of the last vector.
  using Micro = void (*)(const float* a, int64_t lda_bytes, const float* panel, float* c, int64_t ldc_bytes, int64_t k,
                         int64_t last_lanes);
  Micro micro(int rows, int vectors);  // null: no executable memory
  Isa isa() const { return isa_; }

 private:
  Isa isa_;
  rt::ExecMemory& memory_;
  std::mutex lock_;
  Micro made_[16][4] = {};
};

// B as panels of the micro-kernel's width, each K rows deep. Owns its memory.
class PackedB {
 public:
  PackedB() = default;
  PackedB(const float* b, int64_t stride_k, int64_t stride_n, int64_t k, int64_t n, Isa isa);
  PackedB(PackedB&& o) noexcept;
  PackedB& operator=(PackedB&& o) noexcept;
  ~PackedB();
  explicit operator bool() const { return data != nullptr; }
  int64_t k = 0, n = 0;
  int panel_width = 0;
  const float* data = nullptr;

 private:
  rt::Block block_;
};

// After rows [first, first + count) and columns [n0, n1) of C are complete and still in cache, `epilogue` runs over
// them.
using GemmEpilogue = std::function<void(int64_t first, int64_t count, int64_t n0, int64_t n1)>;

// A has unit stride along K; lda and ldc count elements. The sum over K runs in order for each result, whatever the
// number of threads.
void run_gemm(const float* a, int64_t lda, const PackedB& b, float* c, int64_t ldc, int64_t m, GemmKernels& kernels,
              rt::ThreadPool* pool, const GemmEpilogue& epilogue);

}  // namespace adder::codegen
