// The first Vulkan device with a compute queue: memory, pipelines and recorded command lists. It knows nothing about
// kernels; codegen/spirv makes the words. Memory is host-visible and coherent, so host and device see one copy.
//
// All methods are safe from any thread; one submission runs at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>
#include "runtime/base/status.h"
namespace adder::rt {

class VulkanDevice {
 public:
  static Result<std::shared_ptr<VulkanDevice>> open();
  ~VulkanDevice();
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;

  const std::string& name() const;
  bool has_int64() const;          // 64-bit integers in shaders
  bool has_bytes() const;          // 8-bit storage
  uint64_t largest_range() const;  // bytes of one binding

  // A piece of device memory from the suballocator; `host` is where the host sees it.
  struct Slice {
    uint32_t chunk = 0;
    uint64_t offset = 0, size = 0;
    char* host = nullptr;
  };
  Result<Slice> allocate(uint64_t bytes);
  void release(const Slice& slice);

  // A compute pipeline whose bindings 0 … n-1 are storage buffers. Pipelines are cached by their words and live as long
  // as the device.
  struct Pipeline;
  Result<const Pipeline*> pipeline(std::span<const uint32_t> words, uint32_t n_bindings);

  // Dispatches recorded once and submitted any number of times.
  class Commands {
   public:
    virtual ~Commands() = default;
    virtual Status submit_and_wait() = 0;
  };
  struct Dispatch {
    const Pipeline* pipeline = nullptr;
    std::vector<Slice> bindings;
    uint32_t groups_x = 1, groups_y = 1;
  };
  // Each dispatch sees what the ones before it wrote.
  Result<std::unique_ptr<Commands>> record(std::span<const Dispatch> dispatches);

 private:
  friend class RecordedCommands;
  VulkanDevice();
  struct State;
  std::unique_ptr<State> s_;
};

}  // namespace adder::rt
