// The standard library's Python modules, linked into the program as packed bytecode.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace adder {

struct StdlibModule {
  std::string_view name;  // dotted
  std::string_view file;  // relative to stdlib/py, with '/'
  bool package;
  std::string_view packed;  // a frame of zstd with kStdlibDictionary
  uint32_t size;            // unpacked, in bytes
};
extern const std::span<const StdlibModule> kStdlibModules;  // ordered by name
extern const std::string_view kStdlibDictionary;

// What write_code gave; its positions are lines without columns. About 1 ns a byte. From any thread.
std::string unpack(const StdlibModule&);

}  // namespace adder
