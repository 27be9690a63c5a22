// Devices a tensor may live on: the CPU, and `meta` for tensors that have shapes and no data. The others are names that
// scripts write down and compare; whoever would put a tensor there asks check_usable() first.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include "runtime/base/status.h"

namespace adder::rt {

enum class DeviceType : uint8_t {
  cpu, meta, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, hpu, mtia, privateuseone,
  count
};
std::string_view device_type_name(DeviceType);
struct Device {
  DeviceType type = DeviceType::cpu;
  int8_t index = -1;  // -1: none written; the meaning is index 0
  bool operator==(const Device& o) const {
    return type == o.type && (index < 0 ? 0 : index) == (o.index < 0 ? 0 : o.index);
  }
};
std::string device_text(Device d);                   // "cpu", "cuda:1"
Result<Device> parse_device(std::string_view text);  // "cuda:1"; errors of the text only
Status check_usable(Device d);                       // refuses what a CPU build of PyTorch refuses, in its words

enum class MemoryFormat : uint8_t { contiguous, preserve, channels_last, channels_last_3d };

}  // namespace adder::rt
