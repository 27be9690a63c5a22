// Runs the kernels of a plan on a Vulkan device. Consecutive kernel steps form a batch: its inputs are copied to the
// device, one recorded command list runs all its dispatches, and what others need is copied back. A list is recorded
// once for each session (the memory of one launch at a time) and submitted again at every launch.
#pragma once
#include <memory>
#include <vector>
#include "codegen/bound.h"
#include "codegen/spirv/emit.h"
#include "runtime/vulkan/device.h"
namespace adder::codegen {

class VulkanRunner {
 public:
  // Emits SPIR-V for the plan's kernels. Steps whose kernel has none are left to the CPU.
  VulkanRunner(std::shared_ptr<rt::VulkanDevice> device, const Graph& graph, const Plan& plan);

  struct Batch {
    int first = 0, last = 0;  // steps, both included
    std::vector<ValueId> uploads, downloads, roots;
  };
  const std::vector<Batch>& batches() const { return batches_; }
  const Batch* batch_from(int step) const;  // the batch that begins there, or null

  // Device memory and command lists for one set of sizes. Not shared between launches that overlap.
  class Session {
   public:
    virtual ~Session() = default;
    virtual const Bound& bound() const = 0;
    // False: this set of sizes does not fit the device's code (long reduced ranges, many dims); the CPU runs it.
    virtual bool usable() const = 0;
    // memory[root]: the host's memory of its first element.
    virtual Status run(const Batch& batch, std::span<char* const> memory) = 0;
  };
  Result<std::unique_ptr<Session>> session(std::shared_ptr<const Bound> bound) const;

  int n_modules() const { return n_modules_; }

 private:
  friend class VulkanSession;
  std::shared_ptr<rt::VulkanDevice> device_;
  const Graph& graph_;
  const Plan& plan_;
  std::vector<SpirvModule> modules_;  // by kernel
  std::vector<Batch> batches_;
  int n_modules_ = 0;
};

}  // namespace adder::codegen
