// Devices a tensor may live on. `meta` tensors have shapes and no data.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include "runtime/base/status.h"

namespace adder::rt {

enum class DeviceType : uint8_t { cpu, meta };
struct Device {
  DeviceType type = DeviceType::cpu;
  int8_t index = -1;  // -1: none written; the meaning is index 0
  bool operator==(const Device& o) const {
    return type == o.type && (index < 0 ? 0 : index) == (o.index < 0 ? 0 : o.index);
  }
};
std::string device_text(Device d);                   // "cpu", "meta:1"
Result<Device> parse_device(std::string_view text);  // refuses what a CPU build of PyTorch refuses, in its words

enum class MemoryFormat : uint8_t { contiguous, preserve, channels_last, channels_last_3d };

}  // namespace adder::rt
