// Where --dump goes: standard error, or one file a text below --dump-dir, numbered in the order of writing; and the end
// of the program that --stop-after asks for.
#pragma once
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "runtime/base/flags.h"

namespace adder {

class DumpWriter {
 public:
  explicit DumpWriter(const Flags& flags) : folder_(flags.dump_dir), stop_after_(flags.stop_after) {}
  void write(std::string_view stage, std::string_view name, std::string_view text);
  // All texts of the stage, named as by --dump, are written for one script, trace or graph.
  void finished(std::string_view stage) {
    if (stop && stage == stop_after_) stop();
  }
  // Ends the program, after the stage of --stop-after. Null: it goes on.
  std::function<void()> stop;

 private:
  std::string folder_, stop_after_;
  std::mutex lock_;
  int count_ = 0;
};

}  // namespace adder
