#include <zstd.h>

#include <new>

#include "runtime/base/check.h"
#include "stdlib/blob.h"

namespace adder {

Unpacker::~Unpacker() {
  ZSTD_freeDCtx(context_);
  ZSTD_freeDDict(dictionary_);
}

std::string Unpacker::unpack(const StdlibModule& m) {
  if (!context_) context_ = ZSTD_createDCtx();
  if (!dictionary_) dictionary_ = ZSTD_createDDict(kStdlibDictionary.data(), kStdlibDictionary.size());
  if (!context_ || !dictionary_) throw std::bad_alloc();
  std::string out(m.size, '\0');
  size_t n = ZSTD_decompress_usingDDict(context_, out.data(), out.size(), m.packed.data(), m.packed.size(), dictionary_);
  CHECK(n == m.size);  // the program's own bytes
  return out;
}

}  // namespace adder
