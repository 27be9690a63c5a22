// Where --dump goes: standard error, or one file a text below --dump-dir, numbered in the order of writing.
#pragma once
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace adder {

class DumpWriter {
 public:
  explicit DumpWriter(std::string folder) : folder_(std::move(folder)) {}
  void write(std::string_view stage, std::string_view name, std::string_view text);

 private:
  std::string folder_;
  std::mutex lock_;
  int count_ = 0;
};

}  // namespace adder
