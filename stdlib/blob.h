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
  bool package;
  uint16_t first;  // of its pieces in kStdlibPieces; they are those of write_pieces, with lines for positions

  std::string file() const;  // relative to stdlib/py
};
// Where a frame of zstd begins in kStdlibPacked, and how long it is unpacked. It goes on to where the next one begins,
// has no magic number, and wants kStdlibDictionary.
struct PackedPiece {
  uint32_t begin, size;
};
extern const std::span<const StdlibModule> kStdlibModules;  // ordered by name
extern const std::span<const PackedPiece> kStdlibPieces;    // and an end
extern const std::string_view kStdlibPacked;
extern const std::string_view kStdlibDictionary;

// What zstd needs to unpack modules, made with the first of them (0.2 MB) and kept. For one thread at a time.
class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  ~Unpacker();
  std::string unpack(size_t piece);  // may throw std::bad_alloc

 private:
  ZSTD_DCtx_s* context_ = nullptr;
  ZSTD_DDict_s* dictionary_ = nullptr;
};

}  // namespace adder
