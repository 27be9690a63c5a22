#include "runtime/types/device.h"
#include <algorithm>
#include <iterator>

namespace adder::rt {

static constexpr std::string_view kNames[] = {"cpu",    "meta",   "cuda", "ipu", "xpu",  "mkldnn",       "opengl",
                                              "opencl", "ideep",  "hip",  "ve",  "fpga", "maia",         "xla",
                                              "lazy",   "vulkan", "mps",  "hpu", "mtia", "privateuseone"};
static_assert(std::size(kNames) == size_t(DeviceType::count));

std::string_view device_type_name(DeviceType t) {
  return kNames[size_t(t)];
}

std::string device_text(Device d) {
  std::string r(device_type_name(d.type));
  return d.index < 0 ? r : r + ":" + std::to_string(d.index);
}

Result<Device> parse_device(std::string_view text) {
  if (text.empty()) return Status::error("Device string must not be empty");
  size_t colon = text.find(':');
  std::string_view name = text.substr(0, colon);
  auto at = std::find(std::begin(kNames), std::end(kNames), name);
  if (at == std::end(kNames))
    return Status::error(
        "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, "
        "mps, meta, hpu, mtia, privateuseone device type at start of device string: " +
        std::string(name));
  int index = -1;
  if (colon != text.npos) {
    std::string_view digits = text.substr(colon + 1);
    bool valid = !digits.empty() && digits.size() <= 3 && (digits.size() == 1 || digits[0] != '0');
    for (char c : digits) valid &= c >= '0' && c <= '9';
    if (!valid) return Status::error("Invalid device string: '" + std::string(text) + "'");
    index = 0;
    for (char c : digits) index = index * 10 + (c - '0');
  }
  if (index > INT8_MAX) return Status::error("Invalid device string: '" + std::string(text) + "'");
  return Device{DeviceType(at - std::begin(kNames)), int8_t(index)};
}

Status check_usable(Device d) {
  switch (d.type) {
    case DeviceType::meta: return {};
    case DeviceType::cpu:
      if (d.index <= 0) return {};
      return Status::error("CPU device index must be -1 or zero, got " + std::to_string(d.index));
    case DeviceType::cuda: return Status::error(ErrorKind::assertion, "Torch not compiled with CUDA enabled");
    default:
      return Status::error("PyTorch is not linked with support for " + std::string(device_type_name(d.type)) +
                           " devices");
  }
}

}  // namespace adder::rt
