#include "runtime/base/log.h"

#include <algorithm>
#include <cstdio>

namespace adder {
namespace {

struct ChannelRow {
  std::string_view name, meaning;
};
constexpr ChannelRow kChannels[] = {
#define CHANNEL(name, meaning) {#name, meaning},
#include "runtime/base/log_channels.def"
#undef CHANNEL
};
static_assert(std::size(kChannels) == size_t(LogChannel::count) && std::size(kChannels) <= 32);

}  // namespace

Status Log::enable(std::string_view spec) {
  while (!spec.empty()) {
    std::string_view word = spec.substr(0, spec.find(','));
    spec.remove_prefix(std::min(word.size() + 1, spec.size()));
    bool off = word.starts_with('-');
    if (off || word.starts_with('+')) word.remove_prefix(1);
    if (word.empty()) continue;
    uint32_t bits = word == "all" ? (1u << int(LogChannel::count)) - 1 : 0;
    for (size_t i = 0; i < std::size(kChannels); ++i)
      if (kChannels[i].name == word) bits = 1u << i;
    if (bits == 0) {
      std::string known = "all";
      for (const ChannelRow& row : kChannels) known += ", " + std::string(row.name);
      return Status::error(ErrorKind::value, "TORCH_LOGS: no channel '" + std::string(word) + "'; there are " + known);
    }
    enabled_ = off ? enabled_ & ~bits : enabled_ | bits;
  }
  return {};
}

void Log::write(LogChannel c, std::string_view compile_id, std::string_view text) const {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::string tagged = "[" + std::string(kChannels[int(c)].name) + "] ";
    if (!compile_id.empty()) tagged += "[" + std::string(compile_id) + "] ";
    tagged += std::string(line) + "\n";
    if (sink_) {
      sink_(tagged);
    } else {
      std::fwrite(tagged.data(), 1, tagged.size(), stderr);
    }
  }
}

std::string describe_log_channels() {
  std::string text;
  for (const ChannelRow& row : kChannels) {
    std::string line = "  " + std::string(row.name);
    line.resize(std::max<size_t>(30, line.size() + 1), ' ');
    text += line + std::string(row.meaning) + "\n";
  }
  return text;
}

}  // namespace adder
