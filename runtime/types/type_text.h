// Spellings of dtypes in error texts beyond those of dtype.def.
#pragma once
#include <string>

#include "runtime/types/dtype.h"

namespace adder::rt {

// "torch.FloatTensor": the name that PyTorch has for a dtype's tensors on the CPU.
inline std::string tensor_type_text(DType d) {
  if (d == DType::bf16) return "CPUBFloat16Type";
  return std::string("torch.") + row_of(d).scalar_name + "Tensor";
}

}  // namespace adder::rt
