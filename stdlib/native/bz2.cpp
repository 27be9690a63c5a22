// _bz2: streams of the bzip2 format, by the system's library.
#include <bzlib.h>

#include <algorithm>

#include "stdlib/native/library.h"
#include "stdlib/native/support/errors.h"
#include "stdlib/native/support/pending_input.h"

namespace adder::lib {
namespace {

constexpr size_t kChunk = size_t(1) << 30;  // the library counts in 32 bits

// Sets the exception for a code of the library; false, so that callers can return it.
bool fail(Thread& th, int code) {
  switch (code) {
    case BZ_PARAM_ERROR: th.raise(E_ValueError, "Internal error - invalid parameters passed to libbzip2"); break;
    case BZ_MEM_ERROR: th.raise_obj(of(instance(th, th.type(E_MemoryError)))); break;
    case BZ_DATA_ERROR:
    case BZ_DATA_ERROR_MAGIC: th.raise(E_OSError, "Invalid data stream"); break;
    case BZ_IO_ERROR: th.raise(E_OSError, "Unknown I/O error"); break;
    case BZ_UNEXPECTED_EOF:
      th.raise(E_EOFError, "Compressed file ended before the logical end-of-stream was detected");
      break;
    case BZ_SEQUENCE_ERROR:
      th.raise(E_RuntimeError, "Internal error - Invalid sequence of commands sent to libbzip2");
      break;
    default: th.raise(E_OSError, "Unrecognized error from libbzip2: %d", code);
  }
  return false;
}

struct Compressor {
  bz_stream z = {};
  bool live = false, flushed = false;
};
void destroy_compressor(void* p) {
  auto* c = static_cast<Compressor*>(p);
  if (c->live) BZ2_bzCompressEnd(&c->z);
}
struct Decompressor {
  bz_stream z = {};
  bool live = false, eof = false, needs_input = true;
  Rest rest;           // input that was not taken yet
  std::string unused;  // what stood behind the end of the stream
};
void destroy_decompressor(void* p) {
  auto* d = static_cast<Decompressor*>(p);
  if (d->live) BZ2_bzDecompressEnd(&d->z);
  d->~Decompressor();
}

Value compressor_new(Thread& th, Value* a, int) {
  int64_t level;
  if (!to_index(th, a[1], &level)) return kAbsent;
  if (level < 1 || level > 9) return th.raise(E_ValueError, "compresslevel must be between 1 and 9");
  Owned self(of(instance(th, a[0].as<Type>())));
  auto* c = new (payload<Compressor>(self.get())) Compressor();
  if (int code = BZ2_bzCompressInit(&c->z, int(level), 0, 0)) return fail(th, code), kAbsent;
  c->live = true;
  return self.release();
}
bool compress_all(Thread& th, bz_stream* z, std::string_view input, int action, std::string* out) {
  char buffer[16384];
  size_t at = 0;
  while (true) {
    z->next_in = const_cast<char*>(input.data() + at);
    z->avail_in = unsigned(std::min(kChunk, input.size() - at));
    if (z->avail_in == 0 && action == BZ_RUN) return true;
    z->next_out = buffer;
    z->avail_out = sizeof buffer;
    int code = BZ2_bzCompress(z, action);
    at = size_t(z->next_in - input.data());
    out->append(buffer, sizeof buffer - z->avail_out);
    if (code < 0) return fail(th, code);
    if (code == BZ_STREAM_END) return true;
    if (!th.check_memory(out->size() + sizeof buffer)) return false;
  }
}
Value compressor_compress(Thread& th, Value* a, int) {
  auto* c = payload<Compressor>(a[0]);
  Buffer b;
  std::string out;
  if (!get_buffer(th, a[1], &b)) return kAbsent;
  if (c->flushed) return th.raise(E_ValueError, "Compressor has been flushed");
  return compress_all(th, &c->z, b.view, BZ_RUN, &out) ? new_bytes(th, out) : kAbsent;
}
Value compressor_flush(Thread& th, Value* a, int) {
  auto* c = payload<Compressor>(a[0]);
  std::string out;
  if (c->flushed) return th.raise(E_ValueError, "Repeated call to flush()");
  c->flushed = true;
  return compress_all(th, &c->z, {}, BZ_FINISH, &out) ? new_bytes(th, out) : kAbsent;
}

Value decompressor_new(Thread& th, Value* a, int) {
  Owned self(of(instance(th, a[0].as<Type>())));
  auto* d = new (payload<Decompressor>(self.get())) Decompressor();
  if (int code = BZ2_bzDecompressInit(&d->z, 0, 0)) return fail(th, code), kAbsent;
  d->live = true;
  return self.release();
}
Value decompressor_decompress(Thread& th, Value* a, int) {
  auto* d = payload<Decompressor>(a[0]);
  Buffer b;
  int64_t most;
  if (!get_buffer(th, a[1], &b) || !to_index(th, a[2], &most)) return kAbsent;
  if (d->eof) return th.raise(E_EOFError, "End of stream already reached");
  std::string out;
  Pending input(&d->rest, b.view);
  char buffer[16384];
  bool full = false;
  d->needs_input = false;
  while (true) {
    size_t room = sizeof buffer;
    if (most >= 0) room = std::min(room, size_t(most) - out.size());
    if (room == 0) break;
    std::string_view in = input.left();
    d->z.next_in = const_cast<char*>(in.data());
    d->z.avail_in = unsigned(std::min(kChunk, in.size()));
    d->z.next_out = buffer;
    d->z.avail_out = unsigned(room);
    int code = BZ2_bzDecompress(&d->z);
    input.take(size_t(d->z.next_in - in.data()));
    out.append(buffer, room - d->z.avail_out);
    full = d->z.avail_out == 0;
    if (code < 0) return fail(th, code), kAbsent;
    if (code == BZ_STREAM_END) {
      d->eof = true;
      break;
    }
    if (!full && input.left().empty()) {
      d->needs_input = true;
      break;
    }
    if (!th.check_memory(out.size() + sizeof buffer)) return kAbsent;
  }
  if (d->eof) d->unused = input.left();
  return new_bytes(th, out);
}
Value field_eof(Thread&, Value self) {
  return boolean(payload<Decompressor>(self)->eof);
}
Value field_unused(Thread& th, Value self) {
  return new_bytes(th, payload<Decompressor>(self)->unused);
}
Value field_needs_input(Thread&, Value self) {
  return boolean(payload<Decompressor>(self)->needs_input);
}

const NativeDef kCompressMethods[] = {
    {"__new__", "(cls, compresslevel=9, /)", "", compressor_new, Rule::residual},
    {"compress", "(self, data, /)", "Compress data; what is ready of the stream.", compressor_compress, Rule::residual},
    {"flush", "(self, /)", "The rest of the stream.", compressor_flush, Rule::residual},
};
const NativeDef kDecompressMethods[] = {
    {"__new__", "(cls, /)", "", decompressor_new, Rule::residual},
    {"decompress", "(self, /, data, max_length=-1)", "Decompress data, at most max_length bytes.",
     decompressor_decompress, Rule::residual},
};
const GetSetDef kDecompressFields[] = {
    {"eof", field_eof, nullptr, "whether the end of the stream was read"},
    {"unused_data", field_unused, nullptr, "data behind the end of the stream"},
    {"needs_input", field_needs_input, nullptr, "whether more comes only from more data"},
};
const NativeTypeDef kCompressor = {
    "_bz2.BZ2Compressor", "A bzip2 stream being written.", sizeof(Compressor), kCompressMethods, {},
    destroy_compressor};
const NativeTypeDef kDecompressor = {"_bz2.BZ2Decompressor", "A bzip2 stream being read.",
                                     sizeof(Decompressor),   kDecompressMethods,
                                     kDecompressFields,      destroy_decompressor};

bool init_bz2(Thread& th, Module* m) {
  module_set(th.in, m, "BZ2Compressor", of(inc(define_type(th.in, kCompressor))));
  module_set(th.in, m, "BZ2Decompressor", of(inc(define_type(th.in, kDecompressor))));
  return true;
}

}  // namespace

const NativeModuleDef kBz2Module = {"_bz2", "Streams of the bzip2 format.", {}, init_bz2};

}  // namespace adder::lib
