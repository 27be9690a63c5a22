#include "runtime/eager/kernels.h"

#include "runtime/base/isa.h"

namespace adder::rt {
const GemmKernels& gemm_kernels() {
  static const GemmKernels& chosen = chosen_isa() == Isa::avx512 ? kGemmAvx512
                                     : chosen_isa() == Isa::avx2 ? kGemmAvx2
                                                               : kGemmGeneric;
  return chosen;
}

const RowKernels& row_kernels() {
  static const RowKernels& chosen = chosen_isa() == Isa::avx512 ? kRowsAvx512
                                    : chosen_isa() == Isa::avx2 ? kRowsAvx2
                                                              : kRowsGeneric;
  return chosen;
}

}  // namespace adder::rt
