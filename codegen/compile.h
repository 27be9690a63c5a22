// The door of codegen: a graph in, something that runs out.
#pragma once
#include <memory>
#include "codegen/kernel_cache.h"
#include "ir/graph.h"
#include "ir/pipeline.h"
#include "runtime/executable.h"
#include "runtime/vulkan/device.h"
namespace adder::codegen {

enum class Backend : uint8_t {
  eager,      // the graph's nodes one by one through the eager kernels
  reference,  // the same through the reference evaluator
  cpu,        // fused kernels in machine code; what cannot be fused runs through the eager kernels
  vulkan      // fused kernels on the first Vulkan device, the rest on the CPU
};

struct CompileOptions {
  Backend backend = Backend::cpu;
  std::shared_ptr<KernelCache> cache;        // null: a private one, without a disk cache
  std::shared_ptr<rt::VulkanDevice> device;  // vulkan: which one; null opens the first for this graph alone
  ir::PipelineOptions pipeline;              // dumps, timing, checks
};

// Every graph that verifies compiles: parts for which there is no code run through the eager kernels. The graph may
// hold in-place nodes and composites; compile runs the passes. Errors name what the script did wrong, or a device that
// is not there.
Result<std::shared_ptr<rt::Executable>> compile(std::shared_ptr<const ir::Graph> graph, const CompileOptions&);

}  // namespace adder::codegen
