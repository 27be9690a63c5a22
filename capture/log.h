#pragma once
// Lines for people on standard error: what TORCH_LOGS asks for, and warnings. Each line carries the time, a channel and
// the compile id `[function/recording]`, in the form of PyTorch's.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace adder {
struct Thread;
struct Frame;
}
namespace adder::capture {
struct Region;
enum class LogChannel : uint8_t {
#define X(id, name, nodes, dynamo, meaning) id,
#include "capture/log_channels.def"
#undef X
  Total
};
// The severities of Python's logging.
enum class LogLevel : uint8_t { Debug = 10, Info = 20, Warning = 30, Error = 40 };

class Logs {
 public:
  bool on(LogChannel c) const { return channels_ >> int(c) & 1; }
  // Is the component `dynamo` to be heard at this severity?
  bool heard(LogLevel level) const { return level >= dynamo_; }
  // Does a channel that is on show segments as the script wrote them?
  bool needs_nodes() const { return channels_ & kNodes; }
  // Unknown names give false. `dynamo` turns its channels on with LogLevel::Debug.
  bool set_channel(std::string_view name, bool on);
  void set_dynamo(LogLevel level);
  void clear();

  // Writes a text, line by line. `region` may be null. Standard output is written first, so that the order is kept.
  void write(Thread&, LogChannel, const Region* region, std::string_view text) const;
  void write(Thread&, LogLevel, const Region* region, std::string_view text) const;

 private:
  static constexpr uint32_t kNodes = 0
#define X(id, name, nodes, dynamo, meaning) | uint32_t(nodes) << int(LogChannel::id)
#include "capture/log_channels.def"
#undef X
      ;
  uint32_t channels_ = 0;
  LogLevel dynamo_ = LogLevel::Warning;
};

// The user's frames, outermost first: those of the library are left out.
struct UserFrame {
  std::string file, function, text;  // text: the source line, without blanks around it
  uint32_t line;
};
// From `first` inwards; null: from the outermost.
std::vector<UserFrame> user_frames(Thread&, const Frame* first = nullptr);
// As a traceback shows them, two lines each.
std::string traceback_lines(const std::vector<UserFrame>&);
// The last two parts of a path.
std::string_view short_path(std::string_view path);
}  // namespace adder::capture
