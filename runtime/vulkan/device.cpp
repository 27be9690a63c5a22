#include "runtime/vulkan/device.h"
#include <algorithm>
#include <map>
#include <mutex>
#include "runtime/vulkan/api.h"
namespace adder::rt {
namespace {

constexpr uint64_t kChunkBytes = 16 << 20;
constexpr uint64_t kAlign = 256;  // covers every device's minimum offset of a storage buffer

Status failed(const char* what, VkResult r) {
  if (r == VK_ERROR_INCOMPATIBLE_DRIVER) return Status::error("no Vulkan driver is installed");
  return Status::error(std::string("Vulkan: ") + what + " failed (" + std::to_string(int(r)) + ")");
}
#define VK_TRY(call)                                \
  do {                                              \
    VkResult result_ = (call);                      \
    if (result_ < 0) return failed(#call, result_); \
  } while (0)

template <class T>
T described(VkStructureType type) {
  T t{};
  t.sType = type;
  return t;
}

}  // namespace

struct VulkanDevice::Pipeline {
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
  uint32_t n_bindings = 0;
};

struct VulkanDevice::State {
  VulkanApi api;
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkPipelineCache cache = VK_NULL_HANDLE;
  uint32_t queue_family = 0, memory_type = 0;
  bool int64 = false, bytes = false;
  uint64_t largest_range = 0;
  std::string name;
  std::mutex lock;

  // Memory: chunks, each with its free ranges by offset.
  struct Chunk {
    VkBuffer buffer;
    VkDeviceMemory memory;
    char* host;
    uint64_t size;
    std::map<uint64_t, uint64_t> free;
  };
  std::vector<Chunk> chunks;
  std::map<std::vector<uint32_t>, std::unique_ptr<Pipeline>> pipelines;

  Status choose_device();
  Status create_device();
  Status add_chunk(uint64_t bytes);
  Status make_pipeline(std::span<const uint32_t> words, uint32_t n_bindings, Pipeline& p);
  void destroy(Pipeline& p);
};

VulkanDevice::VulkanDevice() : s_(std::make_unique<State>()) {}

Result<std::shared_ptr<VulkanDevice>> VulkanDevice::open() {
  std::shared_ptr<VulkanDevice> d(new VulkanDevice);
  State& s = *d->s_;
  ASSIGN_OR_RETURN(s.api, open_vulkan());
  auto app = described<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  app.apiVersion = VK_API_VERSION_1_2;
  auto info = described<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &app;
  VK_TRY(s.api.vkCreateInstance(&info, nullptr, &s.instance));
  if (!s.api.load_instance(s.instance)) return Status::error("Vulkan: the loader lacks a function");
  TRY(s.choose_device());
  TRY(s.create_device());
  return d;
}

Status VulkanDevice::State::choose_device() {
  uint32_t n = 0;
  VK_TRY(api.vkEnumeratePhysicalDevices(instance, &n, nullptr));
  std::vector<VkPhysicalDevice> all(n);
  if (n) VK_TRY(api.vkEnumeratePhysicalDevices(instance, &n, all.data()));
  for (VkPhysicalDevice p : all) {
    VkPhysicalDeviceProperties properties;
    api.vkGetPhysicalDeviceProperties(p, &properties);
    uint32_t families = 0;
    api.vkGetPhysicalDeviceQueueFamilyProperties(p, &families, nullptr);
    std::vector<VkQueueFamilyProperties> family(families);
    api.vkGetPhysicalDeviceQueueFamilyProperties(p, &families, family.data());
    for (uint32_t f = 0; f < families; ++f) {
      if (!(family[f].queueFlags & VK_QUEUE_COMPUTE_BIT) || properties.apiVersion < VK_API_VERSION_1_2) continue;
      physical = p;
      queue_family = f;
      name = properties.deviceName;
      largest_range = properties.limits.maxStorageBufferRange;
      return {};
    }
  }
  return Status::error("no Vulkan 1.2 device with a compute queue");
}

Status VulkanDevice::State::create_device() {
  auto have12 = described<VkPhysicalDeviceVulkan12Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  auto have = described<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  have.pNext = &have12;
  api.vkGetPhysicalDeviceFeatures2(physical, &have);
  int64 = have.features.shaderInt64;
  bytes = have12.storageBuffer8BitAccess && have12.shaderInt8;

  float priority = 1;
  auto queues = described<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queues.queueFamilyIndex = queue_family;
  queues.queueCount = 1;
  queues.pQueuePriorities = &priority;
  auto want12 = described<VkPhysicalDeviceVulkan12Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  want12.storageBuffer8BitAccess = want12.shaderInt8 = bytes;
  auto want = described<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  want.features.shaderInt64 = int64;
  want.pNext = &want12;
  auto info = described<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &want;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  VK_TRY(api.vkCreateDevice(physical, &info, nullptr, &device));
  if (!api.load_device(device)) return Status::error("Vulkan: the device lacks a function");
  api.vkGetDeviceQueue(device, queue_family, 0, &queue);

  auto pool_info = described<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool_info.queueFamilyIndex = queue_family;
  VK_TRY(api.vkCreateCommandPool(device, &pool_info, nullptr, &pool));
  auto cache_info = described<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  VK_TRY(api.vkCreatePipelineCache(device, &cache_info, nullptr, &cache));

  VkPhysicalDeviceMemoryProperties memory;
  api.vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  constexpr VkMemoryPropertyFlags kWanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((memory.memoryTypes[i].propertyFlags & kWanted) == kWanted) {
      memory_type = i;
      return {};
    }
  return Status::error("Vulkan: no memory that host and device share");
}

VulkanDevice::~VulkanDevice() {
  State& s = *s_;
  if (s.device) {
    for (auto& [words, p] : s.pipelines) s.destroy(*p);
    for (State::Chunk& c : s.chunks) {
      s.api.vkDestroyBuffer(s.device, c.buffer, nullptr);
      s.api.vkFreeMemory(s.device, c.memory, nullptr);
    }
    if (s.cache) s.api.vkDestroyPipelineCache(s.device, s.cache, nullptr);
    if (s.pool) s.api.vkDestroyCommandPool(s.device, s.pool, nullptr);
    if (s.api.vkDestroyDevice) s.api.vkDestroyDevice(s.device, nullptr);
  }
  if (s.instance && s.api.vkDestroyInstance) s.api.vkDestroyInstance(s.instance, nullptr);
}

const std::string& VulkanDevice::name() const {
  return s_->name;
}
bool VulkanDevice::has_int64() const {
  return s_->int64;
}
bool VulkanDevice::has_bytes() const {
  return s_->bytes;
}
uint64_t VulkanDevice::largest_range() const {
  return s_->largest_range;
}

// ---- memory

Status VulkanDevice::State::add_chunk(uint64_t bytes) {
  Chunk c{};
  c.size = std::max(bytes, kChunkBytes);
  auto info = described<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = c.size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  VK_TRY(api.vkCreateBuffer(device, &info, nullptr, &c.buffer));
  VkMemoryRequirements need;
  api.vkGetBufferMemoryRequirements(device, c.buffer, &need);
  auto memory = described<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  memory.allocationSize = need.size;
  memory.memoryTypeIndex = memory_type;
  VkResult r = api.vkAllocateMemory(device, &memory, nullptr, &c.memory);
  void* host = nullptr;
  if (r >= 0) r = api.vkBindBufferMemory(device, c.buffer, c.memory, 0);
  if (r >= 0) r = api.vkMapMemory(device, c.memory, 0, VK_WHOLE_SIZE, 0, &host);
  if (r < 0) {
    api.vkDestroyBuffer(device, c.buffer, nullptr);
    if (c.memory) api.vkFreeMemory(device, c.memory, nullptr);
    return failed("allocating device memory", r);
  }
  c.host = static_cast<char*>(host);
  c.free[0] = c.size;
  chunks.push_back(std::move(c));
  return {};
}

Result<VulkanDevice::Slice> VulkanDevice::allocate(uint64_t bytes) {
  State& s = *s_;
  bytes = (std::max<uint64_t>(bytes, 4) + kAlign - 1) / kAlign * kAlign;
  std::lock_guard<std::mutex> hold(s.lock);
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (size_t k = 0; k < s.chunks.size(); ++k) {
      State::Chunk& c = s.chunks[k];
      for (auto at = c.free.begin(); at != c.free.end(); ++at) {  // first fit
        if (at->second < bytes) continue;
        auto [offset, size] = *at;
        c.free.erase(at);
        if (size > bytes) c.free[offset + bytes] = size - bytes;
        return Slice{uint32_t(k), offset, bytes, c.host + offset};
      }
    }
    if (attempt == 0) TRY(s.add_chunk(bytes));
  }
  return Status::error(ErrorKind::memory, "Vulkan: no device memory");
}

void VulkanDevice::release(const Slice& slice) {
  if (!slice.host) return;
  State& s = *s_;
  std::lock_guard<std::mutex> hold(s.lock);
  std::map<uint64_t, uint64_t>& free = s.chunks[slice.chunk].free;
  auto at = free.emplace(slice.offset, slice.size).first;
  auto next = std::next(at);
  if (next != free.end() && at->first + at->second == next->first) {
    at->second += next->second;
    free.erase(next);
  }
  if (at != free.begin()) {
    auto before = std::prev(at);
    if (before->first + before->second == at->first) {
      before->second += at->second;
      free.erase(at);
    }
  }
}

// ---- pipelines

void VulkanDevice::State::destroy(Pipeline& p) {
  if (p.pipeline) api.vkDestroyPipeline(device, p.pipeline, nullptr);
  if (p.layout) api.vkDestroyPipelineLayout(device, p.layout, nullptr);
  if (p.set_layout) api.vkDestroyDescriptorSetLayout(device, p.set_layout, nullptr);
}

Status VulkanDevice::State::make_pipeline(std::span<const uint32_t> words, uint32_t n_bindings, Pipeline& p) {
  p.n_bindings = n_bindings;
  std::vector<VkDescriptorSetLayoutBinding> bindings(n_bindings);
  for (uint32_t b = 0; b < n_bindings; ++b)
    bindings[b] = {b, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  auto set_info = described<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  set_info.bindingCount = n_bindings;
  set_info.pBindings = bindings.data();
  VK_TRY(api.vkCreateDescriptorSetLayout(device, &set_info, nullptr, &p.set_layout));
  auto layout_info = described<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &p.set_layout;
  VK_TRY(api.vkCreatePipelineLayout(device, &layout_info, nullptr, &p.layout));
  auto module_info = described<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  module_info.codeSize = words.size() * sizeof(uint32_t);
  module_info.pCode = words.data();
  VkShaderModule module;
  VK_TRY(api.vkCreateShaderModule(device, &module_info, nullptr, &module));
  auto info = described<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.layout = p.layout;
  VkResult r = api.vkCreateComputePipelines(device, cache, 1, &info, nullptr, &p.pipeline);
  api.vkDestroyShaderModule(device, module, nullptr);
  return r < 0 ? failed("creating a pipeline", r) : Status();
}

Result<const VulkanDevice::Pipeline*> VulkanDevice::pipeline(std::span<const uint32_t> words, uint32_t n_bindings) {
  State& s = *s_;
  std::lock_guard<std::mutex> hold(s.lock);
  std::vector<uint32_t> key(words.begin(), words.end());
  if (auto at = s.pipelines.find(key); at != s.pipelines.end()) return at->second.get();
  auto p = std::make_unique<Pipeline>();
  Status made = s.make_pipeline(words, n_bindings, *p);
  if (!made.ok()) {
    s.destroy(*p);
    return made;
  }
  const Pipeline* result = p.get();
  s.pipelines.emplace(std::move(key), std::move(p));
  return result;
}

// ---- command lists

class RecordedCommands : public VulkanDevice::Commands {
 public:
  explicit RecordedCommands(VulkanDevice& d) : s_(*d.s_) {}
  ~RecordedCommands() override {
    std::lock_guard<std::mutex> hold(s_.lock);
    if (fence_) s_.api.vkDestroyFence(s_.device, fence_, nullptr);
    if (buffer_) s_.api.vkFreeCommandBuffers(s_.device, s_.pool, 1, &buffer_);
    if (pool_) s_.api.vkDestroyDescriptorPool(s_.device, pool_, nullptr);
  }

  Status record(std::span<const VulkanDevice::Dispatch> dispatches) {
    std::lock_guard<std::mutex> hold(s_.lock);
    uint32_t n_bindings = 0;
    for (const auto& d : dispatches) n_bindings += d.pipeline->n_bindings;
    VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, std::max(1u, n_bindings)};
    auto pool_info = described<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    pool_info.maxSets = std::max(1u, uint32_t(dispatches.size()));
    pool_info.poolSizeCount = 1;
    pool_info.pPoolSizes = &size;
    VK_TRY(s_.api.vkCreateDescriptorPool(s_.device, &pool_info, nullptr, &pool_));
    auto buffer_info = described<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    buffer_info.commandPool = s_.pool;
    buffer_info.commandBufferCount = 1;
    VK_TRY(s_.api.vkAllocateCommandBuffers(s_.device, &buffer_info, &buffer_));
    auto begin = described<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    VK_TRY(s_.api.vkBeginCommandBuffer(buffer_, &begin));
    for (const auto& d : dispatches) TRY(dispatch(d));
    VK_TRY(s_.api.vkEndCommandBuffer(buffer_));
    auto fence_info = described<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    VK_TRY(s_.api.vkCreateFence(s_.device, &fence_info, nullptr, &fence_));
    return {};
  }

  Status submit_and_wait() override {
    std::lock_guard<std::mutex> hold(s_.lock);
    auto info = described<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.commandBufferCount = 1;
    info.pCommandBuffers = &buffer_;
    VK_TRY(s_.api.vkQueueSubmit(s_.queue, 1, &info, fence_));
    VK_TRY(s_.api.vkWaitForFences(s_.device, 1, &fence_, VK_TRUE, UINT64_MAX));
    VK_TRY(s_.api.vkResetFences(s_.device, 1, &fence_));
    return {};
  }

 private:
  Status dispatch(const VulkanDevice::Dispatch& d) {
    const VulkanDevice::Pipeline& p = *d.pipeline;
    auto set_info = described<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    set_info.descriptorPool = pool_;
    set_info.descriptorSetCount = 1;
    set_info.pSetLayouts = &p.set_layout;
    VkDescriptorSet set;
    VK_TRY(s_.api.vkAllocateDescriptorSets(s_.device, &set_info, &set));
    std::vector<VkDescriptorBufferInfo> buffers(p.n_bindings);
    std::vector<VkWriteDescriptorSet> writes(p.n_bindings);
    for (uint32_t b = 0; b < p.n_bindings; ++b) {
      const VulkanDevice::Slice& slice = d.bindings[b];
      buffers[b] = {s_.chunks[slice.chunk].buffer, slice.offset, slice.size};
      writes[b] = described<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
      writes[b].dstSet = set;
      writes[b].dstBinding = b;
      writes[b].descriptorCount = 1;
      writes[b].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      writes[b].pBufferInfo = &buffers[b];
    }
    s_.api.vkUpdateDescriptorSets(s_.device, p.n_bindings, writes.data(), 0, nullptr);
    s_.api.vkCmdBindPipeline(buffer_, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    s_.api.vkCmdBindDescriptorSets(buffer_, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, nullptr);
    s_.api.vkCmdDispatch(buffer_, d.groups_x, d.groups_y, 1);
    auto barrier = described<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    s_.api.vkCmdPipelineBarrier(buffer_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                                nullptr, 0, nullptr);
    return {};
  }

  VulkanDevice::State& s_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer buffer_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
};

Result<std::unique_ptr<VulkanDevice::Commands>> VulkanDevice::record(std::span<const Dispatch> dispatches) {
  auto commands = std::make_unique<RecordedCommands>(*this);
  TRY(commands->record(dispatches));
  return std::unique_ptr<Commands>(std::move(commands));
}

}  // namespace adder::rt
