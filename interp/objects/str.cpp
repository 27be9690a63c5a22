// Strings and bytes. A Str is UTF-8 with its number of code points; indexing is direct for ASCII, a scan for short
// strings, and goes through a table of every 64th code point for long ones.
#include <algorithm>
#include <new>
#include <vector>

#include "interp/objects/interpreter.h"
#include "interp/objects/same_bytes.h"

namespace adder {
namespace {
template <class T>
uint64_t load(const char* p) {
  T w;
  memcpy(&w, p, sizeof w);
  return w;
}
// The last n < 8 bytes of a text, in the low bytes; `longer`: eight bytes before their end belong to the text.
uint64_t load_rest(const char* p, size_t n, bool longer) {
  if (!n) return 0;
  if (longer) return load<uint64_t>(p + n - 8) >> (64 - 8 * n);
  if (n >= 4) return load<uint32_t>(p) | load<uint32_t>(p + n - 4) << (8 * n - 32);
  if (n >= 2) return load<uint16_t>(p) | load<uint16_t>(p + n - 2) << (8 * n - 16);
  return uint8_t(*p);
}
uint32_t hash_bytes(const char* p, size_t n, uint64_t seed) {
  const bool longer = n >= 8;
  uint64_t h = seed ^ n;
  // Both halves of the product: a difference in any byte reaches the low bits, which tables go by. The last step makes
  // up for texts that differ in one byte.
  auto step = [&](uint64_t w) {
    unsigned __int128 product = static_cast<unsigned __int128>(h ^ w) * 0xD6E8FEB86659FD93ull;
    h = uint64_t(product) ^ uint64_t(product >> 64);
  };
  for (; n >= 8; n -= 8, p += 8) step(load<uint64_t>(p));
  step(load_rest(p, n, longer));
  step(seed);
  return uint32_t(h) ? uint32_t(h) : 1;  // 0 says that it is not computed; all bits of others count in tables
}
constexpr size_t kIndexStep = 64, kIndexMin = 256;
constexpr size_t kIndexWorth = 1024;  // bytes that are counted sooner than looked up

bool starts_char(char c) {
  return (uint8_t(c) & 0xC0) != 0x80;
}
// Byte offsets of every kIndexStep-th code point of a long text that is not ASCII; made when first asked for.
const std::vector<uint32_t>& index_of(Str* s) {
  auto& tables = heap_of(s).owner()->str_index;
  if (s->flags & kIndexed) return tables.find(s)->second;
  std::vector<uint32_t> table;
  table.reserve(s->chars / kIndexStep + 1);
  size_t chars = 0;
  for (uint32_t at = 0; at < s->len;) {
    if (s->len - at >= 8) {  // no code point of the table begins in these bytes?
      uint64_t w = load<uint64_t>(s->data + at), inner = (w >> 7) & ~(w >> 6) & 0x0101010101010101u;
      size_t starts = 8 - size_t(__builtin_popcountll(inner)), next = (chars + kIndexStep - 1) / kIndexStep * kIndexStep;
      if (chars + starts <= next) {
        chars += starts;
        at += 8;
        continue;
      }
    }
    if (starts_char(s->data[at]) && chars++ % kIndexStep == 0) table.push_back(at);
    at++;
  }
  const auto& kept = tables.insert_or_assign(s, std::move(table)).first->second;
  s->flags |= kIndexed;
  return kept;
}
}  // namespace

size_t count_chars(std::string_view v) {
  constexpr uint64_t kOnes = 0x0101010101010101ull;
  size_t n = 0;
  const char* p = v.data();
  size_t left = v.size();
  for (; left >= 8; left -= 8, p += 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    n += 8;
    if (LIKELY(!(w & kOnes << 7))) continue;
    uint64_t continuation = (w >> 7) & (~w >> 6) & kOnes;
    n -= size_t(continuation * kOnes >> 56);  // their sum arrives in the top byte
  }
  for (; left; left--, p++) n += (uint8_t(*p) & 0xC0) != 0x80;
  return n;
}
uint32_t utf8_decode(const char*& p) {
  uint8_t c = uint8_t(*p++);
  if (c < 0x80) return c;
  auto more = [&] { return uint32_t(uint8_t(*p++) & 0x3F); };
  if (c < 0xE0) {
    uint32_t a = more();
    return (c & 0x1Fu) << 6 | a;
  }
  if (c < 0xF0) {
    uint32_t a = more(), b = more();
    return (c & 0x0Fu) << 12 | a << 6 | b;
  }
  uint32_t a = more(), b = more(), d = more();
  return (c & 0x07u) << 18 | a << 12 | b << 6 | d;
}
size_t utf8_encode(uint32_t c, char* o) {
  if (c < 0x80) {
    o[0] = char(c);
    return 1;
  }
  if (c < 0x800) {
    o[0] = char(0xC0 | c >> 6);
    o[1] = char(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    o[0] = char(0xE0 | c >> 12);
    o[1] = char(0x80 | (c >> 6 & 0x3F));
    o[2] = char(0x80 | (c & 0x3F));
    return 3;
  }
  o[0] = char(0xF0 | c >> 18);
  o[1] = char(0x80 | (c >> 12 & 0x3F));
  o[2] = char(0x80 | (c >> 6 & 0x3F));
  o[3] = char(0x80 | (c & 0x3F));
  return 4;
}
// Lengths are 32 bits wide; a longer text counts as one that no memory can hold.
static void check_length(size_t bytes) {
  if (UNLIKELY(bytes >= UINT32_MAX)) throw std::bad_alloc();
}
Str* str_blank(Heap& h, size_t bytes, size_t chars) {
  check_length(bytes);
  Str* s = make<Str>(h, Kind::Str, bytes > 3 ? bytes - 3 : 0);
  s->hash = 0;
  s->len = uint32_t(bytes);
  s->chars = uint32_t(chars);
  s->data[bytes] = 0;
  return s;
}
Str* str(Heap& h, std::string_view v) {
  Str* s = str_blank(h, v.size(), count_chars(v));
  copy_bytes(s->data, v.data(), v.size());
  return s;
}
uint32_t text_hash(std::string_view s) {
  return hash_bytes(s.data(), s.size(), 0x9E3779B97F4A7C15ull);
}
uint32_t str_hash(Str* s) {
  if (LIKELY(s->hash)) return s->hash;
  return s->hash = text_hash(s->sv());
}
uint32_t bytes_hash(Bytes* b) {  // of equal ASCII text, as in CPython
  if (!b->hash) b->hash = hash_bytes(b->data, b->len, 0x9E3779B97F4A7C15ull);
  return b->hash;
}
Bytes* bytes(Heap& h, std::string_view v) {
  check_length(v.size());
  Bytes* b = make<Bytes>(h, Kind::Bytes, v.size() > 7 ? v.size() - 7 : 0);
  b->hash = 0;
  b->len = uint32_t(v.size());
  memcpy(b->data, v.data(), v.size());
  b->data[v.size()] = 0;
  return b;
}
ByteArray* bytearray(Heap& h, std::string_view v) {
  check_length(v.size());
  ByteArray* b = make<ByteArray>(h, Kind::ByteArray);
  b->len = uint32_t(v.size());
  b->cap = b->len + 1;
  b->exports = b->front = 0;
  b->data = static_cast<char*>(h.raw(b->cap));
  memcpy(b->data, v.data(), v.size());
  b->data[v.size()] = 0;
  return b;
}
size_t str_offset(Str* s, size_t index) {
  if (s->ascii() || index == 0) return index;
  if (index >= s->chars) return s->len;
  const char* p = s->data;
  size_t at = 0;
  if (s->chars >= kIndexMin) {
    const auto& table = index_of(s);
    p += table[index / kIndexStep];
    at = index / kIndexStep * kIndexStep;
  }
  for (; at < index; at++) {
    p++;
    while ((uint8_t(*p) & 0xC0) == 0x80) p++;
  }
  return size_t(p - s->data);
}
size_t str_index(Str* s, size_t offset) {
  if (s->ascii()) return offset;
  if (s->chars < kIndexMin || offset < kIndexWorth) return count_chars({s->data, offset});
  const auto& table = index_of(s);
  size_t before = size_t(std::upper_bound(table.begin(), table.end(), offset) - table.begin()) - 1;
  return before * kIndexStep + count_chars({s->data + table[before], offset - table[before]});
}
Str* str_slice(Heap& h, Str* s, size_t start, size_t stop) {
  if (start >= stop) return inc(h.owner()->names[n_empty]);
  if (start == 0 && stop >= s->chars) return inc(s);
  if (s->ascii()) {
    if (stop - start == 1) return inc(h.owner()->latin1[uint8_t(s->data[start])]);
    Str* r = str_blank(h, stop - start, stop - start);
    memcpy(r->data, s->data + start, stop - start);
    return r;
  }
  size_t a = str_offset(s, start), b = str_offset(s, stop);
  Str* r = str_blank(h, b - a, stop - start);
  memcpy(r->data, s->data + a, b - a);
  return r;
}
}  // namespace adder
