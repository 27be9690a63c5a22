// The instruction set's tables, chosen once by what the CPU can do.
#pragma once
#include "runtime/eager/gemm_abi.h"
#include "runtime/eager/row_abi.h"

namespace adder::rt {

const GemmKernels& gemm_kernels();
const RowKernels& row_kernels();

}  // namespace adder::rt
