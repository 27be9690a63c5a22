// The packing buffers of one running product.
#pragma once
#include "runtime/base/scratch.h"
#include "runtime/eager/kernels.h"

namespace adder::rt {

template <class T>
struct GemmWorkspace : ScratchBlock<T> {
  GemmWorkspace() : ScratchBlock<T>(kGemmWorkspace) {}
};

}  // namespace adder::rt
