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

// What a compilation came to, for counters.
struct CompileReport {
  int kernels = 0;         // launched by each run
  int external_calls = 0;  // nodes that each run gives to the eager engine
  double microseconds = 0;
};

// Receives the text of a stage: "graph" (after each pass, named by it), "schedule", "kernel", "asm" and "spirv" (one
// for each kernel, by its name).
struct Dump {
  std::vector<std::string> stages;  // those that are wanted
  std::function<void(std::string_view stage, std::string_view name, std::string_view text)> write;
  bool wants(std::string_view stage) const;
};

struct CompileOptions {
  Backend backend = Backend::cpu;
  std::shared_ptr<KernelCache> cache;        // null: a private one, without a disk cache
  std::shared_ptr<rt::VulkanDevice> device;  // vulkan: which one; null opens the first for this graph alone
  ir::PipelineOptions pipeline;              // timing and checks of passes
  Dump dump;
  CompileReport* report = nullptr;  // filled when given
};

// Every graph that verifies compiles: parts for which there is no code run through the eager kernels. The graph may
// hold in-place nodes and composites; compile runs the passes. Errors name what the script did wrong, or a device that
// is not there.
Result<std::shared_ptr<rt::Executable>> compile(std::shared_ptr<const ir::Graph> graph, const CompileOptions&);

}  // namespace adder::codegen
