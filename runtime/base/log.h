// Log channels (TORCH_LOGS). Each interpreter has one Log; a disabled channel costs one bit test:
//   if (log.on(LogChannel::guards)) log.write(LogChannel::guards, compile_id, text);
// Lines go to standard error as `[channel] [compile id] text`, every line of `text` tagged alike.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace adder {

enum class LogChannel : uint8_t {
#define CHANNEL(name, meaning) name,
#include "runtime/base/log_channels.def"
#undef CHANNEL
  count
};

class Log {
 public:
  // `spec` as in TORCH_LOGS: names separated by commas; `+name` is the same as `name`, `-name` switches off, `all` is
  // all.
  Status enable(std::string_view spec);
  void enable(LogChannel c) { enabled_ |= 1u << int(c); }
  bool on(LogChannel c) const { return enabled_ >> int(c) & 1; }
  void write(LogChannel c, std::string_view compile_id, std::string_view text) const;
  // Where lines go instead of standard error; called on the thread that logs.
  void set_sink(std::function<void(std::string_view line)> sink) { sink_ = std::move(sink); }

 private:
  uint32_t enabled_ = 0;
  std::function<void(std::string_view)> sink_;
};

std::string describe_log_channels();  // one line a channel, for --help-debug

}  // namespace adder
