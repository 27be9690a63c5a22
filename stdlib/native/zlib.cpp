// zlib: compression by the system's library, with CPython's objects, arguments and messages.
#include <zlib.h>

#include "stdlib/native/library.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

constexpr int64_t kDefaultBuffer = 16384;
constexpr size_t kChunk = size_t(1) << 30;  // zlib counts in 32 bits

Value zlib_error(Thread& th, int code, const char* stream_text, const char* doing) {
  const char* text = stream_text;
  if (code == Z_VERSION_ERROR) text = "library version mismatch";
  if (!text) {
    if (code == Z_BUF_ERROR) text = "incomplete or truncated stream";
    if (code == Z_STREAM_ERROR) text = "inconsistent stream state";
    if (code == Z_DATA_ERROR) text = "invalid input data";
  }
  std::string message = "Error " + std::to_string(code) + " " + doing;
  if (text) message += std::string(": ") + text;
  return raise_named(th, "zlib", "error", message);
}
bool int_arg(Thread& th, Value v, int* out) {
  int64_t n;
  if (!to_index(th, v, &n)) return false;
  if (n < INT32_MIN || n > INT32_MAX) {
    th.raise(E_OverflowError, n > 0 ? "signed integer is greater than maximum" : "signed integer is less than minimum");
    return false;
  }
  *out = int(n);
  return true;
}
// A copy of the bytes: what follows may run a script.
bool bytes_arg(Thread& th, Value v, std::string* out) {
  Buffer b;
  if (!get_buffer(th, v, &b)) return false;
  out->assign(b.view);
  return true;
}

Value checksum(Thread& th, Value* a, uLong (*update)(uLong, const Bytef*, uInt)) {
  Buffer b;
  if (!get_buffer(th, a[0], &b)) return kAbsent;
  Owned whole(to_int_object(th, a[1]));
  if (!whole) return kAbsent;
  uint32_t start;
  if (is_big(whole.get())) {
    Owned mask(integer(th, 0xFFFFFFFFll));
    Owned low(big_binary(th, kAnd, whole.get(), mask.get()));
    if (!low) return kAbsent;
    start = uint32_t(to_int(low.get()));
  } else {
    start = uint32_t(to_int(whole.get()));
  }
  uLong sum = start;
  for (size_t at = 0; at < b.view.size(); at += kChunk)
    sum = update(sum, reinterpret_cast<const Bytef*>(b.view.data() + at),
                 uInt(std::min(kChunk, b.view.size() - at)));
  return integer(th, int64_t(uint32_t(sum)));
}
Value zlib_adler32(Thread& th, Value* a, int) {
  return checksum(th, a, adler32);
}
Value zlib_crc32(Thread& th, Value* a, int) {
  return checksum(th, a, crc32);
}

// Feeds `input` through deflate or inflate until nothing more comes out.
struct Feed {
  z_stream* z;
  std::string_view input;
  size_t at = 0;
  void give() {
    z->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data() + at));
    z->avail_in = uInt(std::min(kChunk, input.size() - at));
  }
  void took() { at = size_t(reinterpret_cast<char*>(z->next_in) - input.data()); }
};

// deflate all of `input`, then `flush`; appends to `out`. The zlib code.
int deflate_all(z_stream* z, std::string_view input, int flush, std::string* out) {
  Feed feed{z, input};
  char buffer[16384];
  int code;
  do {
    feed.give();
    int how = feed.at + z->avail_in >= input.size() ? flush : Z_NO_FLUSH;
    do {
      z->next_out = reinterpret_cast<Bytef*>(buffer);
      z->avail_out = sizeof buffer;
      code = deflate(z, how);
      if (code == Z_STREAM_ERROR) return code;
      out->append(buffer, sizeof buffer - z->avail_out);
    } while (z->avail_out == 0);
    feed.took();
  } while (feed.at < input.size());
  return code;
}

Value zlib_compress(Thread& th, Value* a, int) {
  std::string data, out;
  int level, bits;
  if (!bytes_arg(th, a[0], &data) || !int_arg(th, a[1], &level) || !int_arg(th, a[2], &bits)) return kAbsent;
  z_stream z = {};
  int code = deflateInit2(&z, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY);
  if (code == Z_MEM_ERROR) return th.raise(E_MemoryError, "Out of memory while compressing data");
  if (code == Z_STREAM_ERROR) return raise_named(th, "zlib", "error", "Bad compression level");
  if (code != Z_OK) return zlib_error(th, code, z.msg, "while compressing data");
  code = deflate_all(&z, data, Z_FINISH, &out);
  deflateEnd(&z);
  if (code != Z_STREAM_END) return zlib_error(th, code, z.msg, "while compressing data");
  return new_bytes(th, out);
}

// Inflates until the stream ends, the input is used up or `most` bytes came out (0: no bound). False: memory or an error;
// an exception is pending.
bool inflate_some(Thread& th, z_stream* z, Feed* feed, size_t most, std::string* out, int* code,
                  const std::string* dictionary, bool* dictionary_set) {
  char buffer[16384];
  *code = Z_OK;
  while (true) {
    feed->give();
    bool full;
    do {
      size_t room = sizeof buffer;
      if (most && most - out->size() < room) room = most - out->size();
      if (room == 0) {
        feed->took();
        return true;
      }
      z->next_out = reinterpret_cast<Bytef*>(buffer);
      z->avail_out = uInt(room);
      *code = inflate(z, Z_SYNC_FLUSH);
      out->append(buffer, room - z->avail_out);
      if (*code == Z_NEED_DICT && dictionary && !*dictionary_set) {
        if (inflateSetDictionary(z, reinterpret_cast<const Bytef*>(dictionary->data()), uInt(dictionary->size())) !=
            Z_OK) {
          zlib_error(th, Z_DATA_ERROR, z->msg, "while setting zdict");
          return false;
        }
        *dictionary_set = true;
        *code = Z_OK;
        full = true;
        continue;
      }
      full = z->avail_out == 0;
      if (!th.check_memory(out->size() + sizeof buffer)) return false;
    } while (full && (*code == Z_OK || *code == Z_BUF_ERROR));
    feed->took();
    if (*code == Z_STREAM_END) return true;
    if (*code != Z_OK && *code != Z_BUF_ERROR) return true;
    if (feed->at >= feed->input.size()) return true;
  }
}

Value zlib_decompress(Thread& th, Value* a, int) {
  std::string data, out;
  int bits;
  int64_t size;
  if (!bytes_arg(th, a[0], &data) || !int_arg(th, a[1], &bits) || !to_index(th, a[2], &size)) return kAbsent;
  if (size < 0) return th.raise(E_ValueError, "bufsize must be non-negative");
  z_stream z = {};
  int code = inflateInit2(&z, bits);
  if (code != Z_OK) {
    Value r = code == Z_MEM_ERROR ? th.raise(E_MemoryError, "Out of memory while decompressing data")
                                  : zlib_error(th, code, z.msg, "while preparing to decompress data");
    inflateEnd(&z);
    return r;
  }
  Feed feed{&z, data};
  bool ok = inflate_some(th, &z, &feed, 0, &out, &code, nullptr, nullptr);
  std::string text = z.msg ? z.msg : "";
  inflateEnd(&z);
  if (!ok) return kAbsent;
  if (code == Z_MEM_ERROR) return th.raise(E_MemoryError, "Out of memory while decompressing data");
  if (code != Z_STREAM_END) {
    if (code == Z_OK) code = Z_BUF_ERROR;
    return zlib_error(th, code, text.empty() ? nullptr : text.c_str(), "while decompressing data");
  }
  return new_bytes(th, out);
}

// --- compressobj, decompressobj ---
struct Compressor {
  z_stream z = {};
  bool live = false;
};
void destroy_compressor(void* p) {
  auto* c = static_cast<Compressor*>(p);
  if (c->live) deflateEnd(&c->z);
}
struct Decompressor {
  z_stream z = {};
  bool live = false, eof = false, dictionary_set = false, has_dictionary = false;
  std::string unused, tail, dictionary;
};
void destroy_decompressor(void* p) {
  auto* d = static_cast<Decompressor*>(p);
  if (d->live) inflateEnd(&d->z);
  d->~Decompressor();
}
extern const NativeTypeDef kCompress, kDecompress;
Value zlib_compressobj(Thread& th, Value* a, int) {
  int level, method, bits, memory, strategy;
  if (!int_arg(th, a[0], &level) || !int_arg(th, a[1], &method) || !int_arg(th, a[2], &bits) ||
      !int_arg(th, a[3], &memory) || !int_arg(th, a[4], &strategy))
    return kAbsent;
  std::string dictionary;
  bool has_dictionary = a[5].u && a[5].u != kNone.u;
  if (has_dictionary && !bytes_arg(th, a[5], &dictionary)) return kAbsent;
  Owned self(of(instance(th, native_type(th.in, kCompress))));
  auto* c = new (payload<Compressor>(self.get())) Compressor();
  int code = deflateInit2(&c->z, level, method, bits, memory, strategy);
  if (code == Z_MEM_ERROR) return th.raise(E_MemoryError, "Can't allocate memory for compression object");
  if (code == Z_STREAM_ERROR) return th.raise(E_ValueError, "Invalid initialization option");
  if (code != Z_OK) return zlib_error(th, code, c->z.msg, "while creating compression object");
  c->live = true;
  if (has_dictionary) {
    code = deflateSetDictionary(&c->z, reinterpret_cast<const Bytef*>(dictionary.data()), uInt(dictionary.size()));
    if (code == Z_STREAM_ERROR) return th.raise(E_ValueError, "Invalid dictionary");
    if (code != Z_OK) return th.raise(E_ValueError, "deflateSetDictionary()");
  }
  return self.release();
}
Value compressor_compress(Thread& th, Value* a, int) {
  auto* c = payload<Compressor>(a[0]);
  std::string data, out;
  if (!bytes_arg(th, a[1], &data)) return kAbsent;
  if (!c->live) return zlib_error(th, Z_STREAM_ERROR, nullptr, "while compressing data");
  int code = deflate_all(&c->z, data, Z_NO_FLUSH, &out);
  if (code == Z_STREAM_ERROR) return zlib_error(th, code, c->z.msg, "while compressing data");
  return new_bytes(th, out);
}
Value compressor_flush(Thread& th, Value* a, int) {
  auto* c = payload<Compressor>(a[0]);
  int mode;
  if (!int_arg(th, a[1], &mode)) return kAbsent;
  std::string out;
  if (mode == Z_NO_FLUSH) return new_bytes(th, out);
  if (!c->live) return zlib_error(th, Z_STREAM_ERROR, nullptr, "while flushing");
  int code = deflate_all(&c->z, {}, mode, &out);
  if (code == Z_STREAM_ERROR) return zlib_error(th, code, c->z.msg, "while flushing");
  if (code == Z_STREAM_END && mode == Z_FINISH) {
    deflateEnd(&c->z);
    c->live = false;
  } else if (code != Z_OK && code != Z_BUF_ERROR) {
    return zlib_error(th, code, c->z.msg, "while flushing");
  }
  return new_bytes(th, out);
}
Value compressor_copy(Thread& th, Value* a, int) {
  auto* c = payload<Compressor>(a[0]);
  if (!c->live) return th.raise(E_ValueError, "Inconsistent stream state");
  Owned self(of(instance(th, native_type(th.in, kCompress))));
  auto* r = new (payload<Compressor>(self.get())) Compressor();
  int code = deflateCopy(&r->z, &c->z);
  if (code == Z_MEM_ERROR) return th.raise(E_MemoryError, "Can't allocate memory for compression object");
  if (code != Z_OK) return zlib_error(th, code, c->z.msg, "while copying compression object");
  r->live = true;
  return self.release();
}

Value zlib_decompressobj(Thread& th, Value* a, int) {
  int bits;
  if (!int_arg(th, a[0], &bits)) return kAbsent;
  std::string dictionary;
  bool has_dictionary = a[1].u && a[1].u != kNone.u;
  if (has_dictionary) {
    Buffer b;
    if (!get_buffer(th, a[1], &b)) {
      th.clear_pending();
      return th.raise(E_TypeError, "zdict argument must support the buffer protocol");
    }
    dictionary.assign(b.view);
  }
  Owned self(of(instance(th, native_type(th.in, kDecompress))));
  auto* d = new (payload<Decompressor>(self.get())) Decompressor();
  d->dictionary = dictionary;
  d->has_dictionary = has_dictionary;
  int code = inflateInit2(&d->z, bits);
  if (code == Z_STREAM_ERROR) return th.raise(E_ValueError, "Invalid initialization option");
  if (code == Z_MEM_ERROR) return th.raise(E_MemoryError, "Can't allocate memory for decompression object");
  if (code != Z_OK) return zlib_error(th, code, d->z.msg, "while creating decompression object");
  d->live = true;
  if (has_dictionary && bits < 0) {  // raw streams name no dictionary: it is set at once
    code = inflateSetDictionary(&d->z, reinterpret_cast<const Bytef*>(dictionary.data()), uInt(dictionary.size()));
    if (code != Z_OK) return zlib_error(th, code, d->z.msg, "while setting zdict");
    d->dictionary_set = true;
  }
  return self.release();
}
// What was not taken is the tail; behind the end of the stream it is unused data as well.
void keep_rest(Decompressor* d, const Feed& feed, int code) {
  std::string_view rest = feed.input.substr(feed.at);
  if (code == Z_STREAM_END) {
    d->unused.append(rest);
    d->eof = true;
    if (d->live) inflateEnd(&d->z);
    d->live = false;
  }
  d->tail.assign(rest);
}
Value decompressor_decompress(Thread& th, Value* a, int) {
  auto* d = payload<Decompressor>(a[0]);
  std::string data, out;
  int64_t most;
  if (!bytes_arg(th, a[1], &data) || !to_index(th, a[2], &most)) return kAbsent;
  if (most < 0) return th.raise(E_ValueError, "max_length must be non-negative");
  if (!d->live) {
    if (d->eof) d->unused.append(data);
    return new_bytes(th, out);
  }
  Feed feed{&d->z, data};
  int code;
  if (!inflate_some(th, &d->z, &feed, size_t(most), &out, &code, d->has_dictionary ? &d->dictionary : nullptr,
                    &d->dictionary_set))
    return kAbsent;
  if (code != Z_OK && code != Z_BUF_ERROR && code != Z_STREAM_END)
    return zlib_error(th, code, d->z.msg, "while decompressing data");
  keep_rest(d, feed, code);
  return new_bytes(th, out);
}
Value decompressor_flush(Thread& th, Value* a, int) {
  auto* d = payload<Decompressor>(a[0]);
  int64_t size;
  if (!to_index(th, a[1], &size)) return kAbsent;
  if (size <= 0) return th.raise(E_ValueError, "length must be greater than zero");
  std::string out;
  if (!d->live) return new_bytes(th, out);
  std::string data = d->tail;
  Feed feed{&d->z, data};
  int code;
  if (!inflate_some(th, &d->z, &feed, 0, &out, &code, d->has_dictionary ? &d->dictionary : nullptr,
                    &d->dictionary_set))
    return kAbsent;
  keep_rest(d, feed, code);
  return new_bytes(th, out);
}
Value decompressor_copy(Thread& th, Value* a, int) {
  auto* d = payload<Decompressor>(a[0]);
  if (!d->live) return th.raise(E_ValueError, "Inconsistent stream state");
  Owned self(of(instance(th, native_type(th.in, kDecompress))));
  auto* r = new (payload<Decompressor>(self.get())) Decompressor();
  int code = inflateCopy(&r->z, &d->z);
  if (code != Z_OK) return zlib_error(th, code, d->z.msg, "while copying decompression object");
  r->live = true;
  r->eof = d->eof;
  r->dictionary_set = d->dictionary_set;
  r->has_dictionary = d->has_dictionary;
  r->unused = d->unused;
  r->tail = d->tail;
  r->dictionary = d->dictionary;
  return self.release();
}
Value field_unused(Thread& th, Value self) {
  return new_bytes(th, payload<Decompressor>(self)->unused);
}
Value field_tail(Thread& th, Value self) {
  return new_bytes(th, payload<Decompressor>(self)->tail);
}
Value field_eof(Thread&, Value self) {
  return boolean(payload<Decompressor>(self)->eof);
}

const NativeDef kCompressMethods[] = {
    {"compress", "(self, data, /)", "Compress data; what is ready of the stream.", compressor_compress, Rule::residual},
    {"flush", "(self, mode=4, /)", "The rest of the stream.", compressor_flush, Rule::residual},
    {"copy", "(self, /)", "A copy with the same state.", compressor_copy, Rule::residual},
    {"__copy__", "(self, /)", "", compressor_copy, Rule::residual},
    {"__deepcopy__", "(self, memo, /)", "", compressor_copy, Rule::residual},
};
const NativeDef kDecompressMethods[] = {
    {"decompress", "(self, data, /, max_length=0)", "Decompress data, at most max_length bytes.",
     decompressor_decompress, Rule::residual},
    {"flush", "(self, length=16384, /)", "All that is left.", decompressor_flush, Rule::residual},
    {"copy", "(self, /)", "A copy with the same state.", decompressor_copy, Rule::residual},
    {"__copy__", "(self, /)", "", decompressor_copy, Rule::residual},
    {"__deepcopy__", "(self, memo, /)", "", decompressor_copy, Rule::residual},
};
const GetSetDef kDecompressFields[] = {
    {"unused_data", field_unused, nullptr, "data behind the end of the stream"},
    {"unconsumed_tail", field_tail, nullptr, "data that max_length left"},
    {"eof", field_eof, nullptr, "whether the end of the stream was read"},
};
const NativeTypeDef kCompress = {"zlib.Compress", "A stream being compressed.", sizeof(Compressor), kCompressMethods, {},
                                 destroy_compressor, nullptr, nullptr, kNoSubclass | kNoNew};
const NativeTypeDef kDecompress = {"zlib.Decompress",    "A stream being decompressed.", sizeof(Decompressor),
                                   kDecompressMethods,   kDecompressFields,              destroy_decompressor,
                                   nullptr,              nullptr,                        kNoSubclass | kNoNew};
const NativeDef kFunctions[] = {
    {"adler32", "(data, value=1, /)", "Adler-32 checksum of data.", zlib_adler32, Rule::residual},
    {"crc32", "(data, value=0, /)", "CRC-32 checksum of data.", zlib_crc32, Rule::residual},
    {"compress", "(data, /, level=-1, wbits=15)", "Data as one compressed stream.", zlib_compress, Rule::residual},
    {"decompress", "(data, /, wbits=15, bufsize=16384)", "The data of a compressed stream.", zlib_decompress,
     Rule::residual},
    {"compressobj", "(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None)",
     "An object that compresses a stream piece by piece.", zlib_compressobj, Rule::residual},
    {"decompressobj", "(wbits=15, zdict=None)", "An object that decompresses a stream piece by piece.",
     zlib_decompressobj, Rule::residual},
};

bool init_zlib(Thread& th, Module* m) {
  module_set(th.in, m, "_Compress", of(inc(define_type(th.in, kCompress))));
  module_set(th.in, m, "_Decompress", of(inc(define_type(th.in, kDecompress))));
  const std::pair<const char*, int64_t> numbers[] = {
      {"MAX_WBITS", MAX_WBITS},       {"DEFLATED", Z_DEFLATED},         {"DEF_MEM_LEVEL", 8},
      {"DEF_BUF_SIZE", kDefaultBuffer}, {"Z_NO_COMPRESSION", Z_NO_COMPRESSION}, {"Z_BEST_SPEED", Z_BEST_SPEED},
      {"Z_BEST_COMPRESSION", Z_BEST_COMPRESSION}, {"Z_DEFAULT_COMPRESSION", Z_DEFAULT_COMPRESSION},
      {"Z_FILTERED", Z_FILTERED},     {"Z_HUFFMAN_ONLY", Z_HUFFMAN_ONLY}, {"Z_RLE", Z_RLE},
      {"Z_FIXED", Z_FIXED},           {"Z_DEFAULT_STRATEGY", Z_DEFAULT_STRATEGY}, {"Z_NO_FLUSH", Z_NO_FLUSH},
      {"Z_PARTIAL_FLUSH", Z_PARTIAL_FLUSH}, {"Z_SYNC_FLUSH", Z_SYNC_FLUSH}, {"Z_FULL_FLUSH", Z_FULL_FLUSH},
      {"Z_FINISH", Z_FINISH},         {"Z_BLOCK", Z_BLOCK},             {"Z_TREES", Z_TREES}};
  for (auto& [name, value] : numbers) module_set(th.in, m, name, integer(th, value));
  module_set(th.in, m, "ZLIB_VERSION", new_str(th, ZLIB_VERSION));
  module_set(th.in, m, "ZLIB_RUNTIME_VERSION", new_str(th, zlibVersion()));
  module_set(th.in, m, "__version__", new_str(th, "1.0"));
  return add_exception(th, m, "zlib", "error", E_Exception);
}

}  // namespace

const NativeModuleDef kZlibModule = {"zlib", "Compression and checksums of the zlib format.", kFunctions, init_zlib};

}  // namespace adder::lib
