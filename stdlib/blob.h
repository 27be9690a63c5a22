// The standard library's Python files, linked into the program.
#pragma once
#include <cstddef>

namespace adder {

struct StdlibFile {
  const char* path;  // relative to stdlib/py, with '/'
  const char* text;  // UTF-8, zero-terminated
  size_t size;
  const char* code;  // of write_code
  size_t code_size;
};
extern const StdlibFile kStdlibFiles[];
extern const size_t kStdlibFileCount;

}  // namespace adder
