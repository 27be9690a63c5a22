#include "interp/embed/dump.h"

#include "runtime/base/file.h"

namespace adder {

void DumpWriter::write(std::string_view stage, std::string_view name, std::string_view text) {
  std::lock_guard hold(lock_);
  std::string title(stage);
  if (!name.empty()) title += " " + std::string(name);
  std::string body = "--- " + title + "\n" + std::string(text);
  if (body.back() != '\n') body += '\n';
  if (folder_.empty()) {
    std::fputs(body.c_str(), stderr);
    return;
  }
  char number[16];
  std::snprintf(number, sizeof number, "%04d-", ++count_);
  for (char& c : title)
    if (c == ' ' || c == '/') c = '-';
  std::string path = folder_ + "/" + number + title + ".txt";
  if (!write_file(path, body)) std::fprintf(stderr, "adder: cannot write %s\n", path.c_str());
}

}  // namespace adder
