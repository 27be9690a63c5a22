// Kernels as SPIR-V. A workgroup of 64 invocations walks a row: invocation = lane, so reductions combine in the order
// of the CPU kernels and, with contraction off, give the same bits.
//
// Bindings 0 … n-1 are the kernel's buffers, binding n holds the parameters: everything that depends on sizes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>
#include "codegen/kernel.h"
namespace adder::codegen {

inline constexpr int kSpirvDims = 4;  // outer dims of a launch that the code can walk
inline constexpr uint32_t kWorkgroup = 64;

// The parameter buffer, in 32-bit words.
struct SpirvParameters {
  static constexpr uint32_t kExtent = 0;                     // n
  static constexpr uint32_t kStep = 1;                       // invocations along the inner range
  static constexpr uint32_t kFirstRow = 2;                   // of this dispatch
  static constexpr uint32_t kSizes = 3;                      // of the outer dims; unused ones are 1
  static constexpr uint32_t kScalars = kSizes + kSpirvDims;  // f32 and i32 of each
  static constexpr uint32_t kBuffers = kScalars + 2 * rt::kScalars;
  static constexpr uint32_t kBufferWords = 2 + kSpirvDims;  // first element, inner stride, outer strides
  static uint32_t size(size_t n_buffers) { return kBuffers + kBufferWords * uint32_t(n_buffers); }
};

struct SpirvModule {
  std::vector<uint32_t> words;
  std::string reason;  // why there are none
};
SpirvModule emit_spirv(const Kernel&);

// Empty, or the first op that has no form on the device.
std::string missing_in_spirv(const Program&);

}  // namespace adder::codegen
