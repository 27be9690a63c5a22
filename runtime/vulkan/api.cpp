#include "runtime/vulkan/api.h"
#include <dlfcn.h>
namespace adder::rt {

Result<VulkanApi> open_vulkan() {
  void* library = nullptr;
  for (const char* name : {"libvulkan.so.1", "libvulkan.so"})
    if (!library) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return Status::error("no Vulkan loader on this machine");
  VulkanApi api;
  api.vkGetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  if (api.vkGetInstanceProcAddr)
    api.vkCreateInstance =
        reinterpret_cast<PFN_vkCreateInstance>(api.vkGetInstanceProcAddr(nullptr, "vkCreateInstance"));
  if (!api.vkCreateInstance) return Status::error("the Vulkan loader lacks vkCreateInstance");
  return api;
}

bool VulkanApi::load_instance(VkInstance instance) {
  bool all = true;
#define F(name)                                                                \
  name = reinterpret_cast<PFN_##name>(vkGetInstanceProcAddr(instance, #name)); \
  all = all && name;
  VULKAN_INSTANCE_FUNCTIONS(F)
#undef F
  return all;
}

bool VulkanApi::load_device(VkDevice device) {
  bool all = true;
#define F(name)                                                            \
  name = reinterpret_cast<PFN_##name>(vkGetDeviceProcAddr(device, #name)); \
  all = all && name;
  VULKAN_DEVICE_FUNCTIONS(F)
#undef F
  return all;
}

}  // namespace adder::rt
