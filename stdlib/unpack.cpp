#define ZSTD_STATIC_LINKING_ONLY  // for a dictionary that is not copied, and for frames without a magic number
#include <zstd.h>

#include <algorithm>
#include <new>

#include "runtime/base/check.h"
#include "stdlib/blob.h"

namespace adder {

std::string StdlibModule::file() const {
  std::string path(name);
  std::replace(path.begin(), path.end(), '.', '/');
  return path + (package ? "/__init__.py" : ".py");
}

Unpacker::~Unpacker() {
  ZSTD_freeDCtx(context_);
  ZSTD_freeDDict(dictionary_);
}

std::string Unpacker::unpack(size_t i) {
  if (!dictionary_) {
    if (!context_) context_ = ZSTD_createDCtx();
    if (!context_) throw std::bad_alloc();
    dictionary_ = ZSTD_createDDict_byReference(kStdlibDictionary.data(), kStdlibDictionary.size());
    if (!dictionary_) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_, ZSTD_d_format, ZSTD_f_zstd1_magicless);
    ZSTD_DCtx_refDDict(context_, dictionary_);
  }
  const PackedPiece& piece = kStdlibPieces[i];
  std::string_view packed = kStdlibPacked.substr(piece.begin, kStdlibPieces[i + 1].begin - piece.begin);
  std::string out(piece.size, '\0');
  size_t n = ZSTD_decompressDCtx(context_, out.data(), out.size(), packed.data(), packed.size());
  CHECK(n == piece.size);  // the program's own bytes
  return out;
}

}  // namespace adder
