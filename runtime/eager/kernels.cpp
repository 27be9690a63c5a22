#include "runtime/eager/kernels.h"

namespace adder::rt {
namespace {

enum class Isa { generic, avx2, avx512 };

Isa best_isa() {
  bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512) return Isa::avx512;
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? Isa::avx2 : Isa::generic;
}

}  // namespace

const GemmKernels& gemm_kernels() {
  static const GemmKernels& chosen = best_isa() == Isa::avx512 ? kGemmAvx512
                                     : best_isa() == Isa::avx2 ? kGemmAvx2
                                                               : kGemmGeneric;
  return chosen;
}

const RowKernels& row_kernels() {
  static const RowKernels& chosen = best_isa() == Isa::avx512 ? kRowsAvx512
                                    : best_isa() == Isa::avx2 ? kRowsAvx2
                                                              : kRowsGeneric;
  return chosen;
}

}  // namespace adder::rt
