// C = A B with B constant and packed once. Micro-kernels are generated for (rows, vectors) and take K and the strides
// as arguments, so few are ever made.
#pragma once
#include "codegen/kernel.h"
namespace adder::rt {
struct GemmTile {
  int mr, nv, k_unroll;
};  // the largest tile of an ISA; row counts below it are generated too
struct PackedB {
  int64_t k = 0, n = 0;
  int nr = 0;
  std::vector<float> storage;
  const float* data = nullptr;
};
PackedB pack_b(const float* b, int64_t stride_k, int64_t stride_n, int64_t k, int64_t n, IsaName);
// After a block of rows is complete and still in L2, `epilogue` runs over it in place: launch.data[0] is C, and the
// other operands are as for any kernel over [rows, n].
struct Epilogue {
  const Kernel* kernel = nullptr;
  KernelFn fn = nullptr;
  Launch launch;
};
void run_gemm(const float* a, int64_t lda, const PackedB&, float* c, int64_t ldc, int64_t m, IsaName, int threads,
              const Epilogue* = nullptr);
extern double gemm_compile_us;
extern int gemm_kernels;
}  // namespace adder::rt
