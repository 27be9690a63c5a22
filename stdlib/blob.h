// The standard library's Python modules, linked into the program as bytecode.
#pragma once
#include <span>
#include <string_view>

namespace adder {

struct StdlibModule {
  std::string_view name;  // dotted
  std::string_view file;  // relative to stdlib/py, with '/'
  bool package;
  std::string_view code;  // of write_code; positions are lines without columns
};
extern const std::span<const StdlibModule> kStdlibModules;  // ordered by name

}  // namespace adder
