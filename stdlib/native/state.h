#pragma once
// What the library keeps per interpreter: types of native modules that C++ code needs at hand.
#include <memory>

#include "stdlib/native/io.h"
#include "stdlib/native/support/word_cache.h"

namespace adder::lib {

struct GcStats {  // of one generation, for gc.get_stats
  int64_t collections = 0, collected = 0;
};
struct GcSettings {  // what scripts set and read back; the collector has one generation and its own pace
  int64_t thresholds[3] = {700, 10, 10};
  int64_t debug = 0, frozen = 0;
};
struct DecimalState {  // what decimal.cpp asks for; all of it is kept by decimal's types
  Dict* slow = nullptr;    // operations in Python
  Dict* stacks = nullptr;  // of contexts, by thread
  Value variable = kAbsent;
  Str* data_name = nullptr;
};
struct LibraryState {
  DecimalState decimal;
  GcStats gc[3];
  GcSettings gc_settings;
  int64_t csv_field_limit = 131072;  // csv.field_size_limit
  IoTypes io = {};
  std::shared_ptr<FileTurns> file_turns = std::make_shared<FileTurns>();
  std::unique_ptr<WordCache> words;  // made at need
  int stdout_terminal = -1;  // -1: not asked yet
  Type* memoryview = nullptr;
  Type* pattern = nullptr;
  Type* match = nullptr;
  Type* array = nullptr;
  unsigned closed = 0;  // bit n: the program began with descriptor n closed; of the first three
  std::vector<std::string> arguments;  // sys.argv
  std::vector<std::string> warn_options;
  bool no_files = false;                           // --no-files
  bool interactive = false, quiet = false;         // -i, -q: sys.flags
  bool ignore_environment = false, isolated = false, safe_path = false;  // -E, -I, -P
  bool unbuffered = false;                         // -u: standard output is written at once
  std::string stream_encoding = "utf-8", stream_errors = "strict";  // of standard input and output
  ErrorMode stdout_errors = ErrorMode::kStrict;                     // of sys.stdout as it is now
};
LibraryState& library_state(Interpreter&);

}  // namespace adder::lib
