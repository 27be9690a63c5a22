// Kernels as SPIR-V words, and a small Vulkan runner. A workgroup of 64 invocations walks a row: invocation = lane, so
// reductions combine in the order of the CPU kernels and, with contraction off, give the same bits.
#pragma once
#include "codegen/kernel.h"
namespace adder::rt {
struct SpirvModule {
  std::vector<uint32_t> words;
  std::string reason;
};  // reason: why there is none
SpirvModule emit_spirv(const Kernel&);
// Push constants: n, step of the loop, then for each buffer its row stride in elements; scalars (f32 bits or i32)
// follow.
inline constexpr int kMaxPush = 2 + kMaxOperands + 4;

class VulkanKernel {  // one kernel at fixed extents: buffers, pipeline and a command buffer recorded once
 public:
  static std::unique_ptr<VulkanKernel> make(const Kernel&, const SpirvModule&, const Launch&);  // null: no device
  ~VulkanKernel();
  void upload(const Launch&);
  void submit();  // and wait
  void download(const Launch&);
  double pipeline_ms = 0, first_ms = 0;

 private:
  struct State;
  std::unique_ptr<State> s_;
};
std::string vulkan_device_name();
}  // namespace adder::rt
