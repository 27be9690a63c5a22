#include "runtime/types/device.h"
#include <algorithm>
#include <iterator>

namespace adder::rt {

std::string device_text(Device d) {
  std::string r = d.type == DeviceType::cpu ? "cpu" : "meta";
  return d.index < 0 ? r : r + ":" + std::to_string(d.index);
}

Result<Device> parse_device(std::string_view text) {
  static constexpr std::string_view kKnown[] = {"cpu",    "cuda", "ipu",  "xpu",  "mkldnn", "opengl",       "opencl",
                                                "ideep",  "hip",  "ve",   "fpga", "maia",   "xla",          "lazy",
                                                "vulkan", "mps",  "meta", "hpu",  "mtia",   "privateuseone"};
  if (text.empty()) return Status::error("Device string must not be empty");
  size_t colon = text.find(':');
  std::string_view name = text.substr(0, colon);
  if (std::find(std::begin(kKnown), std::end(kKnown), name) == std::end(kKnown)) {
    std::string list;
    for (std::string_view k : kKnown) list += (list.empty() ? "" : ", ") + std::string(k);
    return Status::error("Expected one of " + list + " device type at start of device string: " + std::string(name));
  }
  int index = -1;
  if (colon != text.npos) {
    std::string_view digits = text.substr(colon + 1);
    bool valid = !digits.empty() && digits.size() <= 3 && (digits.size() == 1 || digits[0] != '0');
    for (char c : digits) valid &= c >= '0' && c <= '9';
    if (!valid) return Status::error("Invalid device string: '" + std::string(text) + "'");
    index = 0;
    for (char c : digits) index = index * 10 + (c - '0');
  }
  if (name == "cpu" && index > 0)
    return Status::error("CPU device index must be -1 or zero, got " + std::to_string(index));
  if (name == "cpu") return Device{DeviceType::cpu, int8_t(index)};
  if (name == "meta") return Device{DeviceType::meta, int8_t(index)};
  if (name == "cuda") return Status::error(ErrorKind::assertion, "Torch not compiled with CUDA enabled");
  return Status::error("PyTorch is not linked with support for " + std::string(name) + " devices");
}

}  // namespace adder::rt
