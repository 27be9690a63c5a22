// The standard library's Python modules, linked into the program as packed bytecode.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

struct ZSTD_DCtx_s;
struct ZSTD_DDict_s;

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

// What zstd needs to unpack modules, made with the first of them (0.2 MB) and kept. For one thread at a time.
class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  ~Unpacker();
  // What write_code gave; its positions are lines without columns. May throw std::bad_alloc.
  std::string unpack(const StdlibModule&);

 private:
  ZSTD_DCtx_s* context_ = nullptr;
  ZSTD_DDict_s* dictionary_ = nullptr;
};

}  // namespace adder
