// A plan that runs: rt::Executable over a schedule.
#pragma once
#include <memory>
#include "codegen/kernel_cache.h"
#include "codegen/plan.h"
#include "runtime/executable.h"
#include "runtime/vulkan/device.h"
namespace adder::codegen {

// Kernels without code are interpreted. With a device, kernels that have SPIR-V run there.
std::shared_ptr<rt::Executable> make_executable(std::shared_ptr<const Graph> graph, Plan plan,
                                                std::shared_ptr<KernelCache> cache,
                                                std::shared_ptr<rt::VulkanDevice> device = nullptr);

}  // namespace adder::codegen
