// Runs one SPIR-V kernel: a pipeline, its buffers in host-visible memory, and a command buffer recorded once and
// submitted again and again.
#include <vulkan/vulkan.h>
#include <chrono>
#include <cstring>
#include "codegen/spirv/spirv.h"
namespace adder::rt {
namespace {
#define VK(x)                                        \
  do {                                               \
    VkResult r_ = (x);                               \
    if (r_ != VK_SUCCESS) {                          \
      std::fprintf(stderr, "%s: %d\n", #x, int(r_)); \
      std::abort();                                  \
    }                                                \
  } while (0)
double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
struct Gpu {
  VkInstance instance{};
  VkPhysicalDevice physical{};
  VkDevice device{};
  VkQueue queue{};
  VkCommandPool pool{};
  uint32_t memory_type = 0;
  std::string name;
  bool ok = false;
  Gpu() {
    VkApplicationInfo app{};
    app.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    app.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo ci{};
    ci.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    ci.pApplicationInfo = &app;
    if (vkCreateInstance(&ci, nullptr, &instance) != VK_SUCCESS) return;
    uint32_t n = 1;
    if (vkEnumeratePhysicalDevices(instance, &n, &physical) < 0 || n == 0) return;
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(physical, &props);
    name = props.deviceName;
    float priority = 1;
    VkDeviceQueueCreateInfo q{};
    q.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    q.queueCount = 1;
    q.pQueuePriorities = &priority;
    VkPhysicalDevice8BitStorageFeatures s8{};
    s8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
    s8.storageBuffer8BitAccess = VK_TRUE;
    VkPhysicalDeviceShaderFloat16Int8Features i8{};
    i8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
    i8.shaderInt8 = VK_TRUE;
    i8.pNext = &s8;
    VkPhysicalDeviceFeatures2 f{};
    f.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    f.features.shaderInt64 = VK_TRUE;
    f.pNext = &i8;
    VkDeviceCreateInfo di{};
    di.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    di.pNext = &f;
    di.queueCreateInfoCount = 1;
    di.pQueueCreateInfos = &q;
    if (vkCreateDevice(physical, &di, nullptr, &device) != VK_SUCCESS) return;
    vkGetDeviceQueue(device, 0, 0, &queue);
    VkCommandPoolCreateInfo pi{};
    pi.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    VK(vkCreateCommandPool(device, &pi, nullptr, &pool));
    VkPhysicalDeviceMemoryProperties mp;
    vkGetPhysicalDeviceMemoryProperties(physical, &mp);
    for (uint32_t i = mp.memoryTypeCount; i-- > 0;)
      if ((mp.memoryTypes[i].propertyFlags & 6) == 6) memory_type = i;  // host visible and coherent
    ok = true;
  }
};
Gpu& device() {
  static Gpu d;
  return d;
}
}  // namespace
std::string vulkan_device_name() {
  return device().ok ? device().name : "";
}

struct VulkanKernel::State {
  // first: elements before data[0] (negative strides)
  struct Buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    char* data;
    int64_t bytes, first;
    bool input, output;
  };
  std::vector<Buffer> buffers;
  VkDescriptorSetLayout set_layout;
  VkPipelineLayout layout;
  VkPipeline pipeline;
  VkDescriptorPool pool;
  VkDescriptorSet set;
  VkCommandBuffer commands;
  VkFence fence;
};
std::unique_ptr<VulkanKernel> VulkanKernel::make(const Kernel& k, const SpirvModule& m, const Launch& l) {
  Gpu& d = device();
  if (!d.ok) return nullptr;
  std::unique_ptr<VulkanKernel> r(new VulkanKernel);
  r->s_ = std::make_unique<State>();
  State& s = *r->s_;
  CHECK(l.n_outer <= 1);  // the driver of a real back end flattens or loops
  int64_t rows = l.rows();
  uint32_t nb = uint32_t(k.buffers.size());
  double t = now_ms();
  std::vector<VkDescriptorSetLayoutBinding> binding(nb);
  std::vector<VkDescriptorBufferInfo> info(nb);
  std::vector<VkWriteDescriptorSet> write(nb);
  uint32_t push[kMaxPush] = {uint32_t(l.n)};
  for (uint32_t b = 0; b < nb; ++b) {
    auto& kb = k.buffers[b];
    int64_t stride = kb.scratch  ? l.n
                     : l.n_outer ? l.strides[b][0]
                                 : 0,
            bytes = ((rows - 1) * stride + (kb.walk == Walk::dense ? l.n : 1)) * kTypeBytes[kb.type];
    CHECK(stride >= 0);
    State::Buffer x{};
    x.bytes = bytes;
    x.input = !kb.written;
    x.output = kb.written && !kb.scratch;
    VkBufferCreateInfo bi{};
    bi.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    bi.size = VkDeviceSize((bytes + 255) / 256 * 256);
    bi.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VK(vkCreateBuffer(d.device, &bi, nullptr, &x.buffer));
    VkMemoryRequirements need;
    vkGetBufferMemoryRequirements(d.device, x.buffer, &need);
    VkMemoryAllocateInfo ai{};
    ai.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    ai.allocationSize = need.size;
    ai.memoryTypeIndex = d.memory_type;
    VK(vkAllocateMemory(d.device, &ai, nullptr, &x.memory));
    VK(vkBindBufferMemory(d.device, x.buffer, x.memory, 0));
    void* p;
    VK(vkMapMemory(d.device, x.memory, 0, VK_WHOLE_SIZE, 0, &p));
    x.data = static_cast<char*>(p);
    s.buffers.push_back(x);
    push[2 + b] = uint32_t(stride);
    binding[b] = {b, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    info[b] = {x.buffer, 0, VK_WHOLE_SIZE};
  }
  bool reduces = !k.pointwise();
  uint32_t groups = reduces ? 1 : uint32_t((l.n + 1023) / 1024);
  push[1] = 64 * groups;
  for (int i = 0; i < 4; ++i) {
    float f = float(l.scalars[i].f);
    std::memcpy(&push[2 + kMaxOperands + i], &f, 4);
  }
  VkDescriptorSetLayoutCreateInfo li{};
  li.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  li.bindingCount = nb;
  li.pBindings = binding.data();
  VK(vkCreateDescriptorSetLayout(d.device, &li, nullptr, &s.set_layout));
  VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push};
  VkPipelineLayoutCreateInfo pl{};
  pl.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  pl.setLayoutCount = 1;
  pl.pSetLayouts = &s.set_layout;
  pl.pushConstantRangeCount = 1;
  pl.pPushConstantRanges = &range;
  VK(vkCreatePipelineLayout(d.device, &pl, nullptr, &s.layout));
  VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, nb};
  VkDescriptorPoolCreateInfo pc{};
  pc.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pc.maxSets = 1;
  pc.poolSizeCount = 1;
  pc.pPoolSizes = &size;
  VK(vkCreateDescriptorPool(d.device, &pc, nullptr, &s.pool));
  VkDescriptorSetAllocateInfo sa{};
  sa.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  sa.descriptorPool = s.pool;
  sa.descriptorSetCount = 1;
  sa.pSetLayouts = &s.set_layout;
  VK(vkAllocateDescriptorSets(d.device, &sa, &s.set));
  for (uint32_t b = 0; b < nb; ++b) {
    write[b] = {};
    write[b].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write[b].dstSet = s.set;
    write[b].dstBinding = b;
    write[b].descriptorCount = 1;
    write[b].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write[b].pBufferInfo = &info[b];
  }
  vkUpdateDescriptorSets(d.device, nb, write.data(), 0, nullptr);
  VkShaderModuleCreateInfo mi{};
  mi.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  mi.codeSize = m.words.size() * 4;
  mi.pCode = m.words.data();
  VkShaderModule module;
  VK(vkCreateShaderModule(d.device, &mi, nullptr, &module));
  VkComputePipelineCreateInfo ci{};
  ci.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  ci.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  ci.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  ci.stage.module = module;
  ci.stage.pName = "main";
  ci.layout = s.layout;
  VK(vkCreateComputePipelines(d.device, VK_NULL_HANDLE, 1, &ci, nullptr, &s.pipeline));
  vkDestroyShaderModule(d.device, module, nullptr);
  VkCommandBufferAllocateInfo ca{};
  ca.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  ca.commandPool = d.pool;
  ca.commandBufferCount = 1;
  VK(vkAllocateCommandBuffers(d.device, &ca, &s.commands));
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  VK(vkBeginCommandBuffer(s.commands, &begin));
  vkCmdBindPipeline(s.commands, VK_PIPELINE_BIND_POINT_COMPUTE, s.pipeline);
  vkCmdBindDescriptorSets(s.commands, VK_PIPELINE_BIND_POINT_COMPUTE, s.layout, 0, 1, &s.set, 0, nullptr);
  vkCmdPushConstants(s.commands, s.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
  vkCmdDispatch(s.commands, groups, uint32_t(rows), 1);
  VK(vkEndCommandBuffer(s.commands));
  VkFenceCreateInfo fi{};
  fi.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VK(vkCreateFence(d.device, &fi, nullptr, &s.fence));
  r->pipeline_ms = now_ms() - t;
  r->upload(l);
  t = now_ms();
  r->submit();
  r->first_ms = now_ms() - t;
  return r;
}
void VulkanKernel::upload(const Launch& l) {
  for (size_t b = 0; b < s_->buffers.size(); ++b)
    if (s_->buffers[b].input) std::memcpy(s_->buffers[b].data, l.data[b], size_t(s_->buffers[b].bytes));
}
void VulkanKernel::download(const Launch& l) {
  for (size_t b = 0; b < s_->buffers.size(); ++b)
    if (s_->buffers[b].output) std::memcpy(l.data[b], s_->buffers[b].data, size_t(s_->buffers[b].bytes));
}
void VulkanKernel::submit() {
  Gpu& d = device();
  VkSubmitInfo si{};
  si.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  si.commandBufferCount = 1;
  si.pCommandBuffers = &s_->commands;
  VK(vkQueueSubmit(d.queue, 1, &si, s_->fence));
  VK(vkWaitForFences(d.device, 1, &s_->fence, VK_TRUE, ~0ull));
  VK(vkResetFences(d.device, 1, &s_->fence));
}
VulkanKernel::~VulkanKernel() {
  Gpu& d = device();
  if (!s_ || !d.ok) return;
  vkDestroyFence(d.device, s_->fence, nullptr);
  vkFreeCommandBuffers(d.device, d.pool, 1, &s_->commands);
  vkDestroyPipeline(d.device, s_->pipeline, nullptr);
  vkDestroyPipelineLayout(d.device, s_->layout, nullptr);
  vkDestroyDescriptorPool(d.device, s_->pool, nullptr);
  vkDestroyDescriptorSetLayout(d.device, s_->set_layout, nullptr);
  for (auto& b : s_->buffers) {
    vkDestroyBuffer(d.device, b.buffer, nullptr);
    vkFreeMemory(d.device, b.memory, nullptr);
  }
}
}  // namespace adder::rt
