#include "capture/log.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <ctime>

#include "capture/region.h"
#include "interp/bytecode/library_code.h"
#include "interp/vm/traceback.h"

namespace adder::capture {
namespace {
constexpr std::string_view kNames[] = {
#define X(id, name, nodes, dynamo, meaning) name,
#include "capture/log_channels.def"
#undef X
};
constexpr uint32_t kOfDynamo = 0
#define X(id, name, nodes, dynamo, meaning) | uint32_t(dynamo) << int(LogChannel::id)
#include "capture/log_channels.def"
#undef X
    ;

// V1130 05:14:18.480000 8927 capture] [0/0]
std::string prefix(char severity, const Region* region) {
  auto now = std::chrono::system_clock::now();
  std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  long micro = long(std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count() % 1000000);
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[96];
  std::snprintf(text, sizeof text, "%c%02d%02d %02d:%02d:%02d.%06ld %d capture] ", severity, local.tm_mon + 1,
                local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec, micro, int(getpid()));
  std::string out = text;
  if (region)
    out += "[" + std::to_string(region->number) + "/" +
           std::to_string(region->recordings ? region->recordings - 1 : 0) + "] ";
  return out;
}
void write_lines(Thread& th, const std::string& before, std::string_view text) {
  th.flush();
  std::string out;
  while (true) {
    size_t end = text.find('\n');
    out += before;
    out += text.substr(0, end);
    out += '\n';
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  std::fputs(out.c_str(), stderr);
  std::fflush(stderr);
}
std::string_view trimmed(std::string_view s) {
  size_t first = s.find_first_not_of(" \t\f");
  size_t last = s.find_last_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : s.substr(first, last - first + 1);
}
}  // namespace

bool Logs::set_channel(std::string_view name, bool on) {
  for (int c = 0; c < int(LogChannel::Total); c++) {
    if (kNames[c] != name) continue;
    channels_ = on ? channels_ | 1u << c : channels_ & ~(1u << c);
    return true;
  }
  return false;
}
void Logs::set_dynamo(LogLevel level) {
  dynamo_ = level;
  if (level <= LogLevel::Debug) channels_ |= kOfDynamo;
}
void Logs::clear() {
  channels_ = 0;
  dynamo_ = LogLevel::Warning;
}
void Logs::write(Thread& th, LogChannel c, const Region* region, std::string_view text) const {
  write_lines(th, prefix('V', region) + "[__" + std::string(kNames[int(c)]) + "] ", text);
}
void Logs::write(Thread& th, LogLevel level, const Region* region, std::string_view text) const {
  char severity = level >= LogLevel::Error ? 'E' : level >= LogLevel::Warning ? 'W' : level >= LogLevel::Info ? 'I' : 'V';
  write_lines(th, prefix(severity, region), text);
}

std::vector<UserFrame> user_frames(Thread& th, const Frame* first) {
  std::vector<UserFrame> out;
  for (const Frame* f = first ? first : th.frames + 1; f <= th.fr; f++) {
    if (!f->pc || f->code == th.host) continue;
    std::string_view file = f->code->filename ? f->code->filename->sv() : std::string_view();
    if (file.empty() || is_library(f->code)) continue;
    UserFrame u{std::string(file), std::string(f->code->name->sv()), {}, line_of(f->code, f->pc)};
    std::string text;
    if (source_line(th, file, u.line, &text)) u.text = trimmed(text);
    out.push_back(std::move(u));
  }
  return out;
}
std::string traceback_lines(const std::vector<UserFrame>& frames) {
  std::string out;
  for (const UserFrame& f : frames) {
    out += "  File \"" + f.file + "\", line " + std::to_string(f.line) + ", in " + f.function + "\n";
    if (!f.text.empty()) out += "    " + f.text + "\n";
  }
  return out;
}
std::string_view short_path(std::string_view path) {
  size_t slash = path.find_last_of('/');
  if (slash == std::string_view::npos || slash == 0) return path;
  size_t before = path.find_last_of('/', slash - 1);
  return before == std::string_view::npos ? path : path.substr(before + 1);
}
}  // namespace adder::capture
