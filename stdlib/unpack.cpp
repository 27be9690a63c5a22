#include <zstd.h>

#include <memory>
#include <new>

#include "runtime/base/check.h"
#include "stdlib/blob.h"

namespace adder {
namespace {

struct Free {
  void operator()(ZSTD_DCtx* c) const { ZSTD_freeDCtx(c); }
};

}  // namespace

std::string unpack(const StdlibModule& m) {
  std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  std::string out(m.size, '\0');
  size_t n = ZSTD_decompress_usingDict(context.get(), out.data(), out.size(), m.packed.data(), m.packed.size(),
                                       kStdlibDictionary.data(), kStdlibDictionary.size());
  CHECK(n == m.size);  // the program's own bytes
  return out;
}

}  // namespace adder
