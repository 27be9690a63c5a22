#pragma once
// What the library keeps per interpreter: types of native modules that C++ code needs at hand.
#include <memory>

#include "stdlib/native/io.h"

namespace adder::lib {

struct GcStats {  // of one generation, for gc.get_stats
  int64_t collections = 0, collected = 0;
};
struct LibraryState {
  GcStats gc[3];
  IoTypes io = {};
  int stdout_terminal = -1;  // -1: not asked yet
  Type* memoryview = nullptr;
  Type* pattern = nullptr;
  Type* match = nullptr;
  Type* array = nullptr;
  std::vector<std::string> arguments;  // sys.argv
  std::vector<std::string> warn_options;
};
LibraryState& library_state(Interpreter&);

}  // namespace adder::lib
