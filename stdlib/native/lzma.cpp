// _lzma: streams of the .xz and .lzma formats and raw ones, by the system's liblzma.
#include <lzma.h>

#include <algorithm>
#include <cstring>

#include "stdlib/native/library.h"
#include "stdlib/native/support/errors.h"
#include "stdlib/native/support/pending_input.h"

namespace adder::lib {
namespace {

enum Format : int64_t { kAuto, kXz, kAlone, kRaw };

bool error(Thread& th, const char* message) {
  raise_named(th, "_lzma", "LZMAError", message);
  return false;
}
// True for a code that goes on; otherwise the exception is set.
bool check(Thread& th, lzma_ret code) {
  switch (code) {
    case LZMA_OK:
    case LZMA_GET_CHECK:
    case LZMA_NO_CHECK:
    case LZMA_STREAM_END: return true;
    case LZMA_UNSUPPORTED_CHECK: return error(th, "Unsupported integrity check");
    case LZMA_MEM_ERROR: th.raise_obj(of(instance(th, th.type(E_MemoryError)))); return false;
    case LZMA_MEMLIMIT_ERROR: return error(th, "Memory usage limit exceeded");
    case LZMA_FORMAT_ERROR: return error(th, "Input format not supported by decoder");
    case LZMA_OPTIONS_ERROR: return error(th, "Invalid or unsupported options");
    case LZMA_DATA_ERROR: return error(th, "Corrupt input data");
    case LZMA_BUF_ERROR: return error(th, "Insufficient buffer space");
    case LZMA_PROG_ERROR: return error(th, "Internal error");
    default: break;
  }
  th.raise(E_Exception, "Unrecognized error from liblzma: %d", int(code));
  return false;
}
bool number(Thread& th, Value v, uint64_t most, uint64_t* out) {
  Owned n(to_int_object(th, v));
  if (!n) return false;
  char eight[8];
  if (big_to_bytes(n.get(), eight, 8, false)) {
    memcpy(out, eight, 8);
    if (*out <= most) return true;
    th.raise(E_OverflowError, most == UINT32_MAX ? "Value too large for uint32_t type" : "value too large");
    return false;
  }
  th.raise(E_OverflowError,
           big_sign(n.get()) < 0 ? "can't convert negative int to unsigned" : "int too big to convert");
  return false;
}

// --- filters: a script's dicts to and from the library's structs ---
union Options {
  lzma_options_lzma lzma;
  lzma_options_delta delta;
  lzma_options_bcj bcj;
};
struct Chain {
  lzma_filter filters[LZMA_FILTERS_MAX + 1];
  Options options[LZMA_FILTERS_MAX];
};
struct Field {
  const char* name;
  uint32_t* to;
};
// Reads the known fields of a filter's dict; another key is an error that names the filter's family.
bool read_fields(Thread& th, Value spec, std::span<const Field> fields, bool has_preset, const char* family) {
  Value dict_ = unwrap(spec);
  if (dict_.is(Kind::Dict)) {
    Dict* d = dict_.as<Dict>();
    for (uint32_t i = 0; i < d->filled; ++i) {
      Value key = d->entries[i].key;
      if (!key.u) continue;
      bool known = is_str(key) && (sv(key) == "id" || (has_preset && sv(key) == "preset"));
      for (const Field& f : fields) known |= is_str(key) && sv(key) == f.name;
      if (!known) {
        th.raise(E_ValueError, "Invalid filter specifier for %s filter", family);
        return false;
      }
    }
  }
  for (const Field& f : fields) {
    Owned key(new_str(th, f.name)), v(subscript_native(th, spec, key.get()));
    if (!v) {
      if (!th.pending_is(E_KeyError)) return false;
      th.clear_pending();
      continue;
    }
    uint64_t n;
    if (!number(th, v.get(), UINT32_MAX, &n)) return false;
    *f.to = uint32_t(n);
  }
  return true;
}
bool read_preset(Thread& th, uint64_t preset, lzma_options_lzma* out) {
  if (!lzma_lzma_preset(out, uint32_t(preset))) return true;
  raise_named(th, "_lzma", "LZMAError", "Invalid compression preset: " + std::to_string(uint32_t(preset)));
  return false;
}
bool read_filter(Thread& th, Value spec, lzma_filter* filter, Options* options) {
  if (!unwrap(spec).is(Kind::Dict) && !type_find(type_of(th.in, spec), th.name(n_getitem)).u) {
    th.raise(E_TypeError, "Filter specifier must be a dict or dict-like object");
    return false;
  }
  auto item = [&](const char* name) {
    Owned key(new_str(th, name));
    return subscript_native(th, spec, key.get());
  };
  Owned id(item("id"));
  if (!id) {
    if (th.pending_is(E_KeyError)) {
      th.clear_pending();
      th.raise(E_ValueError, "Filter specifier must have an \"id\" entry");
    }
    return false;
  }
  if (!number(th, id.get(), UINT64_MAX, &filter->id)) return false;
  memset(options, 0, sizeof *options);
  filter->options = options;
  switch (filter->id) {
    case LZMA_FILTER_LZMA1:
    case LZMA_FILTER_LZMA2: {
      uint64_t preset = LZMA_PRESET_DEFAULT;
      Owned given(item("preset"));
      if (!given) {
        if (!th.pending_is(E_KeyError)) return false;
        th.clear_pending();
      } else if (!number(th, given.get(), UINT32_MAX, &preset)) {
        return false;
      }
      lzma_options_lzma* l = &options->lzma;
      if (!read_preset(th, preset, l)) return false;
      uint32_t mode = l->mode, finder = l->mf;
      const Field fields[] = {
          {"dict_size", &l->dict_size}, {"lc", &l->lc},  {"lp", &l->lp},      {"pb", &l->pb}, {"mode", &mode},
          {"nice_len", &l->nice_len},   {"mf", &finder}, {"depth", &l->depth}};
      if (!read_fields(th, spec, fields, true, "LZMA")) return false;
      l->mode = lzma_mode(mode);
      l->mf = lzma_match_finder(finder);
      return true;
    }
    case LZMA_FILTER_DELTA: {
      options->delta.type = LZMA_DELTA_TYPE_BYTE;
      options->delta.dist = 1;
      const Field fields[] = {{"dist", &options->delta.dist}};
      return read_fields(th, spec, fields, false, "delta");
    }
    case LZMA_FILTER_X86:
    case LZMA_FILTER_POWERPC:
    case LZMA_FILTER_IA64:
    case LZMA_FILTER_ARM:
    case LZMA_FILTER_ARMTHUMB:
    case LZMA_FILTER_SPARC: {
      const Field fields[] = {{"start_offset", &options->bcj.start_offset}};
      return read_fields(th, spec, fields, false, "BCJ");
    }
    default: break;
  }
  th.raise(E_ValueError, "Invalid filter ID: %llu", static_cast<unsigned long long>(filter->id));
  return false;
}
bool read_chain(Thread& th, Value specs, Chain* chain) {
  Values items;
  if (!items_of(th, specs, &items.items)) return false;
  size_t n = items.items.size();
  if (n > LZMA_FILTERS_MAX) {
    th.raise(E_ValueError, "Too many filters - liblzma supports a maximum of %d", LZMA_FILTERS_MAX);
    return false;
  }
  for (size_t i = 0; i < n; ++i)
    if (!read_filter(th, items.items[i], &chain->filters[i], &chain->options[i])) return false;
  chain->filters[n] = {LZMA_VLI_UNKNOWN, nullptr};
  return true;
}
Value encode_properties(Thread& th, Value* a, int) {
  Chain chain;
  if (!read_filter(th, a[0], &chain.filters[0], &chain.options[0])) return kAbsent;
  uint32_t size;
  if (!check(th, lzma_properties_size(&size, &chain.filters[0]))) return kAbsent;
  std::string out(size, '\0');
  if (!check(th, lzma_properties_encode(&chain.filters[0], reinterpret_cast<uint8_t*>(out.data())))) return kAbsent;
  return new_bytes(th, out);
}
Value decode_properties(Thread& th, Value* a, int) {
  Buffer b;
  lzma_filter filter = {};
  if (!number(th, a[0], UINT64_MAX, &filter.id) || !get_buffer(th, a[1], &b)) return kAbsent;
  lzma_ret code =
      lzma_properties_decode(&filter, nullptr, reinterpret_cast<const uint8_t*>(b.view.data()), b.view.size());
  if (!check(th, code)) return kAbsent;
  Ref<Dict> d(dict(th));
  auto set = [&](const char* name, uint64_t v) { dict_set(d.get(), intern(th.in, name), integer(th, int64_t(v))); };
  set("id", filter.id);
  auto* options = static_cast<Options*>(filter.options);
  if (filter.id == LZMA_FILTER_LZMA1) {
    set("lc", options->lzma.lc);
    set("lp", options->lzma.lp);
    set("pb", options->lzma.pb);
    set("dict_size", options->lzma.dict_size);
  } else if (filter.id == LZMA_FILTER_LZMA2) {
    set("dict_size", options->lzma.dict_size);
  } else if (filter.id == LZMA_FILTER_DELTA) {
    set("dist", options->delta.dist);
  } else if (options) {
    set("start_offset", options->bcj.start_offset);
  }
  free(filter.options);
  return of(d.release());
}
Value is_check_supported(Thread& th, Value* a, int) {
  int64_t n;
  return to_index(th, a[0], &n) ? boolean(n >= 0 && lzma_check_is_supported(lzma_check(n))) : kAbsent;
}

// --- streams ---
struct Stream {
  lzma_stream z = LZMA_STREAM_INIT;
  bool flushed = false, eof = false, needs_input = true;
  int64_t check_id = 16;  // unknown until the header was read
  Rest rest;
  std::string unused;
  Heap* heap = nullptr;
  uint64_t counted = 0;           // bytes of the library's that the heap knows of
  uint64_t allowed = UINT64_MAX;  // the script's own limit for a decoder

  // What the library takes does not come from the heap, but counts towards its limit.
  void count(uint64_t bytes) {
    heap->external(ptrdiff_t(bytes - counted));
    counted = bytes;
  }
  // Asks for the memory of a coder before it is made; UINT64_MAX: wrong options, of which the library tells more.
  bool claim(Thread& th, uint64_t bytes) {
    if (bytes == UINT64_MAX) return true;
    if (!th.in.heap.fits(bytes)) {
      th.raise_obj(of(instance(th, th.type(E_MemoryError))));
      return false;
    }
    count(bytes);
    return true;
  }
  uint64_t limit() const {  // of a decoder, which learns from the stream how much it needs
    uint64_t taken = heap->bytes() - counted, most = heap->limit();
    return std::max<uint64_t>(1, std::min<uint64_t>(allowed, most == SIZE_MAX ? UINT64_MAX
                                                             : most > taken   ? most - taken
                                                                              : 0));
  }
};
void destroy_stream(void* p) {
  auto* s = static_cast<Stream*>(p);
  lzma_end(&s->z);
  if (s->heap) s->count(0);
  s->~Stream();
}
Stream* stream_of(Value v) {
  return payload<Stream>(v);
}

Value compressor_new(Thread& th, Value* a, int) {  // (cls, format, check, preset, filters)
  int64_t format, check_id;
  if (!to_index(th, a[1], &format) || !to_index(th, a[2], &check_id)) return kAbsent;
  bool has_preset = a[3].u != kNone.u, has_filters = a[4].u != kNone.u;
  if (has_preset && has_filters) return th.raise(E_ValueError, "Cannot specify both preset and filter chain");
  uint64_t preset = LZMA_PRESET_DEFAULT;
  if (has_preset && !number(th, a[3], UINT32_MAX, &preset)) return kAbsent;
  if (format != kXz && check_id != -1 && check_id != LZMA_CHECK_NONE)
    return th.raise(E_ValueError, "Integrity checks are only supported by FORMAT_XZ");
  Chain chain;
  if (has_filters && !read_chain(th, a[4], &chain)) return kAbsent;
  Owned self(of(instance(th, a[0].as<Type>())));
  auto* s = new (payload<Stream>(self.get())) Stream();
  s->heap = &th.in.heap;
  lzma_ret code;
  if (format == kXz) {
    if (check_id == -1) check_id = LZMA_CHECK_CRC64;
    if (!s->claim(
            th, has_filters ? lzma_raw_encoder_memusage(chain.filters) : lzma_easy_encoder_memusage(uint32_t(preset))))
      return kAbsent;
    code = has_filters ? lzma_stream_encoder(&s->z, chain.filters, lzma_check(check_id))
                       : lzma_easy_encoder(&s->z, uint32_t(preset), lzma_check(check_id));
  } else if (format == kAlone) {
    if (has_filters && (chain.filters[0].id != LZMA_FILTER_LZMA1 || chain.filters[1].id != LZMA_VLI_UNKNOWN))
      return th.raise(E_ValueError, "Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter");
    if (!has_filters && !read_preset(th, preset, &chain.options[0].lzma)) return kAbsent;
    const lzma_filter only[] = {{LZMA_FILTER_LZMA1, &chain.options[0].lzma}, {LZMA_VLI_UNKNOWN, nullptr}};
    if (!s->claim(th, lzma_raw_encoder_memusage(only))) return kAbsent;
    code = lzma_alone_encoder(&s->z, &chain.options[0].lzma);
  } else if (format == kRaw) {
    if (!has_filters) return th.raise(E_ValueError, "Must specify filters for FORMAT_RAW");
    if (!s->claim(th, lzma_raw_encoder_memusage(chain.filters))) return kAbsent;
    code = lzma_raw_encoder(&s->z, chain.filters);
  } else {
    return th.raise(E_ValueError, "Invalid container format: %lld", static_cast<long long>(format));
  }
  return check(th, code) ? self.release() : kAbsent;
}
bool compress_all(Thread& th, lzma_stream* z, std::string_view input, lzma_action action, std::string* out) {
  uint8_t buffer[16384];
  z->next_in = reinterpret_cast<const uint8_t*>(input.data());
  z->avail_in = input.size();
  while (true) {
    if (z->avail_in == 0 && action == LZMA_RUN) return true;
    z->next_out = buffer;
    z->avail_out = sizeof buffer;
    lzma_ret code = lzma_code(z, action);
    out->append(reinterpret_cast<char*>(buffer), sizeof buffer - z->avail_out);
    if (code == LZMA_BUF_ERROR && z->avail_in == 0 && z->avail_out > 0) code = LZMA_OK;  // nothing left to do
    if (!check(th, code)) return false;
    if (code == LZMA_STREAM_END) return true;
    if (!th.check_memory(out->size() + sizeof buffer)) return false;
  }
}
Value compressor_compress(Thread& th, Value* a, int) {
  Stream* s = stream_of(a[0]);
  Buffer b;
  std::string out;
  if (!get_buffer(th, a[1], &b)) return kAbsent;
  if (s->flushed) return th.raise(E_ValueError, "Compressor has been flushed");
  return compress_all(th, &s->z, b.view, LZMA_RUN, &out) ? new_bytes(th, out) : kAbsent;
}
Value compressor_flush(Thread& th, Value* a, int) {
  Stream* s = stream_of(a[0]);
  std::string out;
  if (s->flushed) return th.raise(E_ValueError, "Repeated call to flush()");
  s->flushed = true;
  return compress_all(th, &s->z, {}, LZMA_FINISH, &out) ? new_bytes(th, out) : kAbsent;
}

Value decompressor_new(Thread& th, Value* a, int) {  // (cls, format, memlimit, filters)
  int64_t format;
  uint64_t limit = UINT64_MAX;
  if (!to_index(th, a[1], &format)) return kAbsent;
  bool has_limit = a[2].u != kNone.u, has_filters = a[3].u != kNone.u;
  if (has_limit) {
    if (format == kRaw) return th.raise(E_ValueError, "Cannot specify memory limit with FORMAT_RAW");
    if (!number(th, a[2], UINT64_MAX, &limit)) return kAbsent;
  }
  if (format == kRaw && !has_filters) return th.raise(E_ValueError, "Must specify filters for FORMAT_RAW");
  if (format != kRaw && has_filters) return th.raise(E_ValueError, "Cannot specify filters except with FORMAT_RAW");
  Chain chain;
  if (has_filters && !read_chain(th, a[3], &chain)) return kAbsent;
  Owned self(of(instance(th, a[0].as<Type>())));
  auto* s = new (payload<Stream>(self.get())) Stream();
  s->heap = &th.in.heap;
  s->allowed = limit;
  limit = s->limit();
  if (format == kRaw && !s->claim(th, lzma_raw_decoder_memusage(chain.filters))) return kAbsent;
  constexpr uint32_t kTell = LZMA_TELL_ANY_CHECK | LZMA_TELL_NO_CHECK;
  lzma_ret code;
  switch (format) {
    case kAuto: code = lzma_auto_decoder(&s->z, limit, kTell); break;
    case kXz: code = lzma_stream_decoder(&s->z, limit, kTell); break;
    case kAlone: code = lzma_alone_decoder(&s->z, limit); break;
    case kRaw: code = lzma_raw_decoder(&s->z, chain.filters); break;
    default: return th.raise(E_ValueError, "Invalid container format: %lld", static_cast<long long>(format));
  }
  if (format == kAlone || format == kRaw) s->check_id = LZMA_CHECK_NONE;
  return check(th, code) ? self.release() : kAbsent;
}
Value decompressor_decompress(Thread& th, Value* a, int) {
  Stream* s = stream_of(a[0]);
  Buffer b;
  int64_t most;
  if (!get_buffer(th, a[1], &b) || !to_index(th, a[2], &most)) return kAbsent;
  if (s->eof) return th.raise(E_EOFError, "Already at end of stream");
  std::string out;
  Pending input(&s->rest, b.view);
  uint8_t buffer[16384];
  s->needs_input = false;
  // A raw decoder has no limit: all it needs was claimed when it was made.
  const uint64_t limit = s->limit();
  const bool limited = lzma_memlimit_set(&s->z, limit) == LZMA_OK;
  while (true) {
    size_t room = sizeof buffer;
    if (most >= 0) room = std::min(room, size_t(most) - out.size());
    if (room == 0) break;
    s->z.next_in = reinterpret_cast<const uint8_t*>(input.left().data());
    s->z.avail_in = input.left().size();
    s->z.next_out = buffer;
    s->z.avail_out = room;
    const size_t given = s->z.avail_in;
    lzma_ret code = lzma_code(&s->z, LZMA_RUN);
    input.take(given - s->z.avail_in);
    if (limited) {
      if (code == LZMA_MEMLIMIT_ERROR && limit < s->allowed) code = LZMA_MEM_ERROR;
      if (code != LZMA_MEM_ERROR && code != LZMA_MEMLIMIT_ERROR) s->count(lzma_memusage(&s->z));
    }
    bool full = s->z.avail_out == 0;
    out.append(reinterpret_cast<char*>(buffer), room - s->z.avail_out);
    if (code == LZMA_BUF_ERROR && s->z.avail_in == 0 && !full) code = LZMA_OK;  // it waits for more
    if (!check(th, code)) return kAbsent;
    if (code == LZMA_GET_CHECK || code == LZMA_NO_CHECK) s->check_id = lzma_get_check(&s->z);
    if (code == LZMA_STREAM_END) {
      s->eof = true;
      break;
    }
    if (!full && s->z.avail_in == 0) {
      s->needs_input = true;
      break;
    }
    if (!th.check_memory(out.size() + sizeof buffer)) return kAbsent;
  }
  if (s->eof) s->unused = input.left();
  return new_bytes(th, out);
}
Value field_check(Thread& th, Value self) {
  return integer(th, stream_of(self)->check_id);
}
Value field_eof(Thread&, Value self) {
  return boolean(stream_of(self)->eof);
}
Value field_unused(Thread& th, Value self) {
  return new_bytes(th, stream_of(self)->unused);
}
Value field_needs_input(Thread&, Value self) {
  return boolean(stream_of(self)->needs_input);
}

const NativeDef kCompressMethods[] = {
    {"__new__", "(cls, format=1, check=-1, preset=None, filters=None)", "", compressor_new, Rule::residual},
    {"compress", "(self, data, /)", "Compress data; what is ready of the stream.", compressor_compress, Rule::residual},
    {"flush", "(self, /)", "The rest of the stream.", compressor_flush, Rule::residual},
};
const NativeDef kDecompressMethods[] = {
    {"__new__", "(cls, format=0, memlimit=None, filters=None)", "", decompressor_new, Rule::residual},
    {"decompress", "(self, /, data, max_length=-1)", "Decompress data, at most max_length bytes.",
     decompressor_decompress, Rule::residual},
};
const GetSetDef kDecompressFields[] = {
    {"check", field_check, nullptr, "the stream's integrity check"},
    {"eof", field_eof, nullptr, "whether the end of the stream was read"},
    {"unused_data", field_unused, nullptr, "data behind the end of the stream"},
    {"needs_input", field_needs_input, nullptr, "whether more comes only from more data"},
};
const NativeTypeDef kCompressor = {
    "_lzma.LZMACompressor", "A stream being written.", sizeof(Stream), kCompressMethods, {}, destroy_stream};
const NativeTypeDef kDecompressor = {"_lzma.LZMADecompressor", "A stream being read.", sizeof(Stream),
                                     kDecompressMethods,       kDecompressFields,      destroy_stream};
const NativeDef kFunctions[] = {
    {"is_check_supported", "(check_id, /)", "Whether the library knows this integrity check.", is_check_supported,
     Rule::residual},
    {"_encode_filter_properties", "(filter, /)", "The options of a filter as bytes.", encode_properties,
     Rule::residual},
    {"_decode_filter_properties", "(filter_id, encoded_props, /)", "A filter from its options as bytes.",
     decode_properties, Rule::residual},
};

bool init_lzma(Thread& th, Module* m) {
  module_set(th.in, m, "LZMACompressor", of(inc(define_type(th.in, kCompressor))));
  module_set(th.in, m, "LZMADecompressor", of(inc(define_type(th.in, kDecompressor))));
  const std::pair<const char*, int64_t> numbers[] = {{"FORMAT_AUTO", kAuto},
                                                     {"FORMAT_XZ", kXz},
                                                     {"FORMAT_ALONE", kAlone},
                                                     {"FORMAT_RAW", kRaw},
                                                     {"CHECK_NONE", LZMA_CHECK_NONE},
                                                     {"CHECK_CRC32", LZMA_CHECK_CRC32},
                                                     {"CHECK_CRC64", LZMA_CHECK_CRC64},
                                                     {"CHECK_SHA256", LZMA_CHECK_SHA256},
                                                     {"CHECK_ID_MAX", LZMA_CHECK_ID_MAX},
                                                     {"CHECK_UNKNOWN", LZMA_CHECK_ID_MAX + 1},
                                                     {"FILTER_LZMA1", int64_t(LZMA_FILTER_LZMA1)},
                                                     {"FILTER_LZMA2", LZMA_FILTER_LZMA2},
                                                     {"FILTER_DELTA", LZMA_FILTER_DELTA},
                                                     {"FILTER_X86", LZMA_FILTER_X86},
                                                     {"FILTER_IA64", LZMA_FILTER_IA64},
                                                     {"FILTER_ARM", LZMA_FILTER_ARM},
                                                     {"FILTER_ARMTHUMB", LZMA_FILTER_ARMTHUMB},
                                                     {"FILTER_SPARC", LZMA_FILTER_SPARC},
                                                     {"FILTER_POWERPC", LZMA_FILTER_POWERPC},
                                                     {"MF_HC3", LZMA_MF_HC3},
                                                     {"MF_HC4", LZMA_MF_HC4},
                                                     {"MF_BT2", LZMA_MF_BT2},
                                                     {"MF_BT3", LZMA_MF_BT3},
                                                     {"MF_BT4", LZMA_MF_BT4},
                                                     {"MODE_FAST", LZMA_MODE_FAST},
                                                     {"MODE_NORMAL", LZMA_MODE_NORMAL},
                                                     {"PRESET_DEFAULT", LZMA_PRESET_DEFAULT},
                                                     {"PRESET_EXTREME", int64_t(LZMA_PRESET_EXTREME)}};
  for (auto& [name, value] : numbers) module_set(th.in, m, name, integer(th, value));
  return add_exception(th, m, "_lzma", "LZMAError", E_Exception, "Call to liblzma failed.");
}

}  // namespace

const NativeModuleDef kLzmaModule = {"_lzma", "Streams of the xz and lzma formats.", kFunctions, init_lzma};

}  // namespace adder::lib
