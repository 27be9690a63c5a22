// The Vulkan entry points that we use, found in the loader library when it is first needed: the program does not link
// it, and a machine without Vulkan simply has no device.
#pragma once
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>
#include <memory>
#include <string>
#include "runtime/base/status.h"
namespace adder::rt {

#define VULKAN_INSTANCE_FUNCTIONS(F)                                                                       \
  F(vkDestroyInstance)                                                                                     \
  F(vkEnumeratePhysicalDevices) F(vkGetPhysicalDeviceProperties) F(vkGetPhysicalDeviceFeatures2)           \
      F(vkGetPhysicalDeviceMemoryProperties) F(vkGetPhysicalDeviceQueueFamilyProperties) F(vkCreateDevice) \
          F(vkGetDeviceProcAddr)
#define VULKAN_DEVICE_FUNCTIONS(F)                                                                                \
  F(vkDestroyDevice)                                                                                              \
  F(vkGetDeviceQueue) F(vkCreateCommandPool) F(vkDestroyCommandPool) F(vkCreateBuffer) F(vkDestroyBuffer)         \
      F(vkGetBufferMemoryRequirements) F(vkAllocateMemory) F(vkFreeMemory) F(vkBindBufferMemory) F(vkMapMemory)   \
          F(vkCreateDescriptorSetLayout) F(vkDestroyDescriptorSetLayout) F(vkCreatePipelineLayout)                \
              F(vkDestroyPipelineLayout) F(vkCreateDescriptorPool) F(vkDestroyDescriptorPool)                     \
                  F(vkAllocateDescriptorSets) F(vkUpdateDescriptorSets) F(vkCreateShaderModule)                   \
                      F(vkDestroyShaderModule) F(vkCreateComputePipelines) F(vkDestroyPipeline)                   \
                          F(vkCreatePipelineCache) F(vkDestroyPipelineCache) F(vkAllocateCommandBuffers)          \
                              F(vkFreeCommandBuffers) F(vkBeginCommandBuffer) F(vkEndCommandBuffer)               \
                                  F(vkCmdBindPipeline) F(vkCmdBindDescriptorSets) F(vkCmdDispatch)                \
                                      F(vkCmdPipelineBarrier) F(vkCreateFence) F(vkDestroyFence) F(vkQueueSubmit) \
                                          F(vkWaitForFences) F(vkResetFences)

struct VulkanApi {
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
  PFN_vkCreateInstance vkCreateInstance = nullptr;
#define F(name) PFN_##name name = nullptr;
  VULKAN_INSTANCE_FUNCTIONS(F)
  VULKAN_DEVICE_FUNCTIONS(F)
#undef F
  bool load_instance(VkInstance instance);  // false: a function is missing
  bool load_device(VkDevice device);
};

// Opens the loader library; it stays open for the life of the process.
Result<VulkanApi> open_vulkan();

}  // namespace adder::rt
