// Methods of bytes and bytearray.
#include <algorithm>

#include "interp/text/utf8.h"
#include "interp/vm/containers.h"
#include "stdlib/native/array.h"
#include "stdlib/native/library.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/text_search.h"

namespace adder::lib {

// memoryview.cpp
bool memoryview_buffer(Thread&, Value, Buffer* out);

void Buffer::hold(Value owner, uint32_t* exports) {
  owner_ = inc(owner);
  exports_ = exports;
  if (exports) ++*exports;
}
void Buffer::release() {
  if (exports_) --*exports_;
  exports_ = nullptr;
  put(owner_, kAbsent);
  view = {};
  writable = nullptr;
}
uint32_t* exports_of(Thread& th, Value owner) {
  if (owner.is(Kind::ByteArray)) return &owner.as<ByteArray>()->exports;
  if (Array* array = array_of(th, owner)) return &array->exports;
  BytesStream* stream = looked_at(th, owner);
  return stream ? &stream->exports : nullptr;
}
bool get_buffer(Thread& th, Value v, Buffer* out) {
  Value u = unwrap(v);
  out->release();
  out->format = 'B';
  out->item = 1;
  if (u.is(Kind::Bytes)) {
    out->view = u.as<Bytes>()->sv();
    out->hold(u, nullptr);
    return true;
  }
  if (u.is(Kind::ByteArray)) {
    out->view = u.as<ByteArray>()->sv();
    out->writable = u.as<ByteArray>()->data;
    out->hold(u, &u.as<ByteArray>()->exports);
    return true;
  }
  if (v.is(Kind::Extension)) {
    if (memoryview_buffer(th, v, out)) return true;
    if (Array* array = array_of(th, v)) {
      out->view = array->data;
      out->writable = array->data.data();
      out->format = array->code == 'u' ? 'w' : array->code;
      out->item = array->item;
      out->hold(v, &array->exports);
      return true;
    }
    if (BytesStream* stream = looked_at(th, v)) {
      out->view = stream->data;
      out->writable = stream->data.data();
      out->hold(v, &stream->exports);
      return true;
    }
    if (th.pending.u) return false;
  }
  th.raise(E_TypeError, "a bytes-like object is required, not '%s'", type_name(th, v).c_str());
  return false;
}

namespace {

std::string_view self_of(Value* a) {
  return a[0].is(Kind::Bytes) ? a[0].as<Bytes>()->sv() : a[0].as<ByteArray>()->sv();
}
// A result of the kind of `self`.
Value result(Thread& th, Value* a, std::string_view s) {
  return a[0].is(Kind::Bytes) ? of(bytes(th, s)) : of(bytearray(th, s));
}
Value same(Thread& th, Value* a) {
  return a[0].is(Kind::Bytes) ? inc(a[0]) : of(bytearray(th, self_of(a)));
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_alpha(char c) {
  return is_upper(c) || is_lower(c);
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
inline char upper(char c) {
  return is_lower(c) ? char(c - 32) : c;
}
char lower(char c) {
  return is_upper(c) ? char(c + 32) : c;
}

template <bool (*kTest)(char)>
Value all_of(Thread&, Value* a, int) {
  std::string_view s = self_of(a);
  if (s.empty()) return kFalse;
  return boolean(std::all_of(s.begin(), s.end(), kTest));
}
Value bytes_isascii(Thread&, Value* a, int) {
  return boolean(text::is_ascii(self_of(a)));
}
template <bool kUpper>
Value is_cased(Thread&, Value* a, int) {
  bool cased = false;
  for (char c : self_of(a)) {
    if (kUpper ? is_lower(c) : is_upper(c)) return kFalse;
    cased |= kUpper ? is_upper(c) : is_lower(c);
  }
  return boolean(cased);
}
Value bytes_istitle(Thread&, Value* a, int) {
  bool cased = false;
  bool in_word = false;
  for (char c : self_of(a)) {
    if (is_upper(c)) {
      if (in_word) return kFalse;
      in_word = cased = true;
    } else if (is_lower(c)) {
      if (!in_word) return kFalse;
      cased = true;
    } else {
      in_word = false;
    }
  }
  return boolean(cased);
}
template <char (*kMap)(char)>
Value map_bytes(Thread& th, Value* a, int) {
  std::string s(self_of(a));
  for (char *p = s.data(), *end = p + s.size(); p < end; ++p) *p = kMap(*p);
  return result(th, a, s);
}
char swap_case(char c) {
  return is_upper(c) ? lower(c) : upper(c);
}
Value bytes_capitalize(Thread& th, Value* a, int) {
  std::string s(self_of(a));
  for (size_t i = 0; i < s.size(); ++i) s[i] = i ? lower(s[i]) : upper(s[i]);
  return result(th, a, s);
}
Value bytes_title(Thread& th, Value* a, int) {
  std::string s(self_of(a));
  bool in_word = false;
  for (char& c : s) {
    bool alpha = is_alpha(c);
    c = in_word ? lower(c) : upper(c);
    in_word = alpha;
  }
  return result(th, a, s);
}

// --- searching

// A bytes-like needle, or an int as one byte.
struct Needle {
  Buffer buffer;
  char one;
  std::string_view view;
};
bool needle(Thread& th, Value v, Needle* out) {
  Value u = unwrap(v);
  Owned index;
  if (!is_intlike(u) && v.is_cell() && type_find(type_of(th.in, v), th.name(n_index)).u) {
    index = Owned(to_int_object(th, v));
    if (!index) return false;
    u = index.get();
  }
  if (is_intlike(u)) {
    if (is_big(u) || to_int(u) < 0 || to_int(u) > 255) {
      th.raise(E_ValueError, "byte must be in range(0, 256)");
      return false;
    }
    out->one = char(to_int(u));
    out->view = std::string_view(&out->one, 1);
    return true;
  }
  if (!get_buffer(th, v, &out->buffer)) {
    th.clear_pending();
    th.raise(E_TypeError, "argument should be integer or bytes-like object, not '%s'", type_name(th, v).c_str());
    return false;
  }
  out->view = out->buffer.view;
  return true;
}
template <bool kReverse, bool kRaise>
Value bytes_find(Thread& th, Value* a, int) {
  Needle sub;
  int64_t lo;
  int64_t hi;
  if (!range_args(th, a[2], a[3], [&] { return self_of(a).size(); }, &lo, &hi) || !needle(th, a[1], &sub)) return kAbsent;
  hi = std::min(hi, int64_t(self_of(a).size()));  // an __index__ may have shortened it
  std::string_view s = self_of(a);
  size_t at = s.npos;
  if (lo <= hi) {
    std::string_view part = s.substr(size_t(lo), size_t(hi - lo));
    at = kReverse ? rfind(part, sub.view) : find(part, sub.view);
  }
  if (at == s.npos) return kRaise ? th.raise(E_ValueError, "subsection not found") : integer49(-1);
  return integer(th, int64_t(at) + lo);
}
Value bytes_count(Thread& th, Value* a, int) {
  Needle sub;
  int64_t lo;
  int64_t hi;
  if (!range_args(th, a[2], a[3], [&] { return self_of(a).size(); }, &lo, &hi) || !needle(th, a[1], &sub)) return kAbsent;
  hi = std::min(hi, int64_t(self_of(a).size()));  // an __index__ may have shortened it
  if (lo > hi) return integer49(0);
  std::string_view part = self_of(a).substr(size_t(lo), size_t(hi - lo));
  return integer(th, int64_t(sub.view.empty() ? part.size() + 1 : count(part, sub.view)));
}
template <bool kEnd>
Value bytes_starts(Thread& th, Value* a, int) {
  int64_t lo;
  int64_t hi;
  if (!range_args(
          th, a[2], a[3], [&] { return self_of(a).size(); }, &lo, &hi))
    return kAbsent;
  std::string_view s = self_of(a);
  std::string_view part = lo <= hi ? s.substr(size_t(lo), size_t(hi - lo)) : std::string_view();
  auto test = [&](std::string_view p) { return lo <= hi && (kEnd ? part.ends_with(p) : part.starts_with(p)); };
  Value u = unwrap(a[1]);
  Buffer b;
  if (u.is(Kind::Tuple)) {
    for (uint32_t i = 0; i < u.as<Tuple>()->len; ++i) {
      if (!get_buffer(th, u.as<Tuple>()->items[i], &b)) return kAbsent;
      if (test(b.view)) return kTrue;
    }
    return kFalse;
  }
  if (!get_buffer(th, a[1], &b)) {
    th.clear_pending();
    return th.raise(E_TypeError, "%s first arg must be bytes or a tuple of bytes, not %s",
                    kEnd ? "endswith" : "startswith", type_name(th, a[1]).c_str());
  }
  return boolean(test(b.view));
}
template <bool kSuffix>
Value bytes_remove(Thread& th, Value* a, int) {
  Buffer p;
  if (!get_buffer(th, a[1], &p)) return kAbsent;
  std::string_view s = self_of(a);
  if (kSuffix ? s.ends_with(p.view) : s.starts_with(p.view))
    return result(th, a, kSuffix ? s.substr(0, s.size() - p.view.size()) : s.substr(p.view.size()));
  return same(th, a);
}

// --- cutting

Value list_of_pieces(Thread& th, Value* a, const Pieces& pieces) {
  List* l = list(th, pieces.size());
  for (std::string_view p : pieces) push(l, result(th, a, p));
  return of(l);
}
template <bool kReverse>
Value bytes_split(Thread& th, Value* a, int) {
  int64_t maxsplit;
  if (!to_index_clamped(th, a[2], &maxsplit)) return kAbsent;
  std::string_view s = self_of(a);
  Pieces pieces;
  if (a[1].u == kNone.u) {
    kReverse ? rsplit_space(s, maxsplit, false, &pieces) : split_space(s, maxsplit, false, &pieces);
    return list_of_pieces(th, a, pieces);
  }
  Buffer separator;
  if (!get_buffer(th, a[1], &separator)) return kAbsent;
  if (separator.view.empty()) return th.raise(E_ValueError, "empty separator");
  kReverse ? rsplit(s, separator.view, maxsplit, &pieces) : split(s, separator.view, maxsplit, &pieces);
  return list_of_pieces(th, a, pieces);
}
Value bytes_splitlines(Thread& th, Value* a, int) {
  bool keep;
  if (!truth_native(th, a[1], &keep)) return kAbsent;
  Pieces pieces;
  split_lines(self_of(a), keep, false, &pieces);
  return list_of_pieces(th, a, pieces);
}
template <bool kReverse>
Value bytes_partition(Thread& th, Value* a, int) {
  Buffer given;
  if (!get_buffer(th, a[1], &given)) return kAbsent;
  std::string_view separator = given.view;
  if (separator.empty()) return th.raise(E_ValueError, "empty separator");
  std::string_view s = self_of(a);
  size_t at = kReverse ? rfind(s, separator) : find(s, separator);
  Tuple* t = tuple(th, 3);
  if (at == s.npos) {
    t->items[kReverse ? 2 : 0] = same(th, a);
    t->items[1] = result(th, a, "");
    t->items[kReverse ? 0 : 2] = result(th, a, "");
  } else {
    t->items[0] = result(th, a, s.substr(0, at));
    t->items[1] = result(th, a, separator);
    t->items[2] = result(th, a, s.substr(at + separator.size()));
  }
  return of(t);
}
template <int kSides>
Value bytes_strip(Thread& th, Value* a, int) {
  std::string_view s = self_of(a);
  std::string_view set = " \t\n\r\f\v";
  Buffer given;
  if (a[1].u != kNone.u) {
    if (!get_buffer(th, a[1], &given)) return kAbsent;
    set = given.view;
  }
  size_t lo = 0;
  size_t hi = s.size();
  while ((kSides & 1) && lo < hi && set.find(s[lo]) != set.npos) ++lo;
  while ((kSides & 2) && lo < hi && set.find(s[hi - 1]) != set.npos) --hi;
  if (lo == 0 && hi == s.size()) return same(th, a);
  return result(th, a, s.substr(lo, hi - lo));
}
Value bytes_replace(Thread& th, Value* a, int) {
  Buffer from, to;
  int64_t maxcount;
  if (!get_buffer(th, a[1], &from) || !get_buffer(th, a[2], &to) || !to_index_clamped(th, a[3], &maxcount))
    return kAbsent;
  std::string_view s = self_of(a), old_bytes = from.view, new_bytes_view = to.view;
  if (!old_bytes.empty()) {
    size_t hits = count(s, old_bytes);
    if (new_bytes_view.size() > old_bytes.size() &&
        !th.check_memory(s.size() + hits * (new_bytes_view.size() - old_bytes.size())))
      return kAbsent;
    return result(th, a, replace(s, old_bytes, new_bytes_view, maxcount));
  }
  if (!th.check_memory(s.size() + 1, new_bytes_view.size() + 1)) return kAbsent;
  std::string out;
  for (size_t i = 0;; ++i) {
    if (maxcount != 0) {
      out += new_bytes_view;
      if (maxcount > 0) --maxcount;
    }
    if (i >= s.size()) break;
    out += s[i];
  }
  return result(th, a, out);
}
// What most joins are of: exact bytes in a list or tuple. False: something else is there.
bool join_exact(std::string_view separator, const Value* items, size_t n, std::string* out) {
  size_t total = 0;
  for (size_t i = 0; i < n; ++i) {
    if (!items[i].is(Kind::Bytes)) return false;
    total += items[i].as<Bytes>()->len + separator.size();
  }
  if (total > 1 << 20) return false;  // the general way looks at the memory limit
  out->reserve(total);
  for (size_t i = 0; i < n; ++i) {
    if (i) *out += separator;
    *out += items[i].as<Bytes>()->sv();
  }
  return true;
}
Value bytes_join(Thread& th, Value* a, int) {
  std::string joined;
  if (a[1].is(Kind::List) && join_exact(self_of(a), a[1].as<List>()->items, a[1].as<List>()->len, &joined))
    return result(th, a, joined);
  if (a[1].is(Kind::Tuple) && join_exact(self_of(a), a[1].as<Tuple>()->items, a[1].as<Tuple>()->len, &joined))
    return result(th, a, joined);
  Values items;
  if (!iterate(th, a[1], &items.items)) {
    if (th.pending_is(E_TypeError)) {
      th.clear_pending();
      th.raise(E_TypeError, "can only join an iterable");
    }
    return kAbsent;
  }
  std::string out;
  for (size_t i = 0; i < items.items.size(); ++i) {
    Buffer b;
    if (!get_buffer(th, items.items[i], &b)) {
      th.clear_pending();
      return th.raise(E_TypeError, "sequence item %zu: expected a bytes-like object, %s found", i,
                      type_name(th, items.items[i]).c_str());
    }
    if (i) out += self_of(a);
    out += b.view;
    if (!th.check_memory(out.size())) return kAbsent;
  }
  return result(th, a, out);
}
template <char kMode>
Value bytes_pad(Thread& th, Value* a, int) {
  int64_t width;
  std::string_view fill;
  if (!to_index(th, a[1], &width)) return kAbsent;
  Value u = unwrap(a[2]);
  if (!bytes_view(u, &fill) || fill.size() != 1) {
    const char* name = kMode == 'l' ? "ljust" : kMode == 'r' ? "rjust" : "center";
    return th.raise(E_TypeError, "%s() argument 2 must be a byte string of length 1, not %s", name,
                    argument_type_name(th, a[2]).c_str());
  }
  std::string_view s = self_of(a);
  if (width <= int64_t(s.size())) return same(th, a);
  int64_t total = width - int64_t(s.size());
  if (!th.check_memory(size_t(width))) return kAbsent;
  int64_t left = kMode == 'l' ? 0 : kMode == 'r' ? total : total / 2 + (total & width & 1);
  return result(th, a,
                std::string(size_t(left), fill[0]) + std::string(s) + std::string(size_t(total - left), fill[0]));
}
Value bytes_zfill(Thread& th, Value* a, int) {
  int64_t width;
  if (!to_index(th, a[1], &width)) return kAbsent;
  std::string_view s = self_of(a);
  if (width <= int64_t(s.size())) return same(th, a);
  if (!th.check_memory(size_t(width))) return kAbsent;
  bool sign = !s.empty() && (s[0] == '+' || s[0] == '-');
  return result(
      th, a, std::string(s.substr(0, sign)) + std::string(size_t(width) - s.size(), '0') + std::string(s.substr(sign)));
}
Value bytes_expandtabs(Thread& th, Value* a, int) {
  int64_t tab;
  if (!to_index(th, a[1], &tab)) return kAbsent;
  std::string out;
  int64_t column = 0;
  for (char c : self_of(a)) {
    if (c == '\t') {
      if (tab > 0) {
        int64_t n = tab - column % tab;
        if (!th.check_memory(out.size() + size_t(n))) return kAbsent;
        out.append(size_t(n), ' ');
        column += n;
      }
      continue;
    }
    ++column;
    if (c == '\n' || c == '\r') column = 0;
    out += c;
  }
  return result(th, a, out);
}
Value bytes_translate(Thread& th, Value* a, int) {
  Buffer map, removed;
  if (a[1].u != kNone.u) {
    if (!get_buffer(th, a[1], &map)) return kAbsent;
    if (map.view.size() != 256) return th.raise(E_ValueError, "translation table must be 256 characters long");
  }
  if (!get_buffer(th, a[2], &removed)) return kAbsent;
  std::string_view table = map.view, gone = removed.view;
  bool dropped[256] = {};
  for (char c : gone) dropped[static_cast<unsigned char>(c)] = true;
  std::string_view s = self_of(a);
  std::string out(s.size(), '\0');
  char* to = out.data();
  for (char x : s) {
    const unsigned char c = static_cast<unsigned char>(x);
    *to = table.empty() ? x : table[c];
    to += !dropped[c];
  }
  return result(th, a, {out.data(), size_t(to - out.data())});
}
Value bytes_maketrans(Thread& th, Value* a, int) {
  Buffer first, second;
  if (!get_buffer(th, a[0], &first) || !get_buffer(th, a[1], &second)) return kAbsent;
  std::string_view from = first.view, to = second.view;
  if (from.size() != to.size()) return th.raise(E_ValueError, "maketrans arguments must have same length");
  std::string table(256, '\0');
  for (int i = 0; i < 256; ++i) table[size_t(i)] = char(i);
  for (size_t i = 0; i < from.size(); ++i) table[static_cast<unsigned char>(from[i])] = to[i];
  return new_bytes(th, table);
}

// --- conversion

Value bytes_decode(Thread& th, Value* a, int) {
  std::string_view encoding;
  std::string_view errors;
  Buffer self;
  if (!codec_name_arg(th, a[1], "decode() argument 'encoding'", &encoding) ||
      !codec_name_arg(th, a[2], "decode() argument 'errors'", &errors) || !get_buffer(th, a[0], &self))
    return kAbsent;
  if (self.view.empty()) return of(inc(th.in.names[n_empty]));  // whatever the encoding
  return decode_bytes(th, self.view, encoding, errors, a[0]);
}
Value bytes_hex(Thread& th, Value* a, int) {
  char separator = 0;
  bool separated = a[1].u != 0;
  int64_t group = 1;
  if (a[1].u) {
    Value u = unwrap(a[1]);
    std::string_view t;
    if (is_str(u))
      t = sv(u);
    else if (!bytes_view(u, &t)) {
      int64_t n = length(th, a[1]);
      if (n < 0) return kAbsent;
      return n == 1 ? th.raise(E_TypeError, "sep must be str or bytes.")
                    : th.raise(E_ValueError, "sep must be length 1.");
    }
    if (t.size() != 1) return th.raise(E_ValueError, "sep must be length 1.");
    if (!text::is_ascii(t)) return th.raise(E_ValueError, "sep must be ASCII.");
    separator = t[0];
    if (!to_index(th, a[2], &group)) return kAbsent;
  }
  std::string_view s = self_of(a);
  auto put_hex = [](char* to, char x) {
    const unsigned char c = static_cast<unsigned char>(x);
    to[0] = "0123456789abcdef"[c >> 4];
    to[1] = "0123456789abcdef"[c & 15];
  };
  if (!separated) {
    Str* text = str_blank(th, s.size() * 2, s.size() * 2);
    for (size_t i = 0; i < s.size(); ++i) put_hex(text->data + i * 2, s[i]);
    return of(text);
  }
  std::string out;
  out.reserve(s.size() * 3);
  size_t every = group < 0 ? 0 - size_t(group) : size_t(group);
  for (size_t i = 0; i < s.size(); ++i) {
    bool cut = every && i > 0 && (group < 0 ? i % every == 0 : (s.size() - i) % every == 0);
    if (cut) out += separator;
    char digits[2];
    put_hex(digits, s[i]);
    out.append(digits, 2);
  }
  return new_str(th, out);
}
bool parse_hex(Thread& th, Value v, std::string* out) {
  std::string_view s;
  if (!text_arg(th, v, "fromhex() argument", &s)) return false;
  auto value = [](char c) {
    if (is_digit(c)) return c - '0';
    char l = lower(c);
    return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
  };
  size_t i = text::is_ascii(s) ? s.size() : 0;
  while (i < s.size() && uint8_t(s[i]) < 0x80) ++i;  // a character beyond ASCII is named before any other
  if (i < s.size()) {
    th.raise(E_ValueError, "non-hexadecimal number found in fromhex() arg at position %zu", i);
    return false;
  }
  i = 0;
  while (i < s.size()) {
    if (is_byte_space(s[i])) {
      ++i;
      continue;
    }
    const int high = value(s[i]), low = i + 1 < s.size() ? value(s[i + 1]) : -1;
    const size_t bad = high < 0 ? i : low < 0 ? i + 1 : s.npos;
    if (bad != s.npos) {
      th.raise(E_ValueError, "non-hexadecimal number found in fromhex() arg at position %zu", bad);
      return false;
    }
    *out += char(high * 16 + low);
    i += 2;
  }
  return true;
}
Value bytes_fromhex(Thread& th, Value* a, int) {
  std::string out;
  if (!parse_hex(th, a[1], &out)) return kAbsent;
  Value r = a[0].as<Type>()->inst_kind == Kind::ByteArray || subtype(a[0].as<Type>(), th.in.types[int(Kind::ByteArray)])
                ? of(bytearray(th, out))
                : new_bytes(th, out);
  Type* exact = th.in.types[int(r.cell()->kind)];
  if (a[0].as<Type>() == exact) return r;
  Owned hold(r);
  return th.call(a[0], &r, 1);
}

// The bytes that bytes(source, encoding, errors) stands for.
bool contents(Thread& th, Value source, Value encoding, Value errors, const char* name, std::string* out) {
  if (!source.u) {
    if (encoding.u || errors.u) {
      th.raise(E_TypeError, "%s without a string argument", encoding.u ? "encoding" : "errors");
      return false;
    }
    return true;
  }
  std::string_view e;
  std::string_view m = "strict";
  const std::string what = std::string(name) + "() argument '";
  if ((encoding.u && !codec_name_arg(th, encoding, (what + "encoding'").c_str(), &e)) ||
      (errors.u && !codec_name_arg(th, errors, (what + "errors'").c_str(), &m)))
    return false;
  Value u = unwrap(source);
  Value to_bytes =
      !encoding.u && !errors.u && source.is_cell() ? type_find(type_of(th.in, source), th.name(n_bytes)) : kAbsent;
  bool own = has_fields(source) && to_bytes.u && !to_bytes.is(Kind::Native);  // a __bytes__ of a script's class
  if (own && to_bytes.u == kNone.u && name[4] == 's') {
    th.raise(E_TypeError, "'NoneType' object is not callable");
    return false;
  }
  if (is_str(u) && !(own && name[4] == 's')) {
    if (!encoding.u) {
      th.raise(E_TypeError, errors.u ? "string argument without an encoding" : "string argument without an encoding");
      return false;
    }
    Owned r(encode_text(th, source, e, m));
    if (!r) return false;
    *out = r.get().as<Bytes>()->sv();
    return true;
  }
  if (encoding.u || errors.u) {
    th.raise(E_TypeError, "%s without a string argument", encoding.u ? "encoding" : "errors");
    return false;
  }
  if (source.is_cell() && (own || (!u.is(Kind::Bytes) && !u.is(Kind::ByteArray))) && name[4] == 's') {
    if (to_bytes.u && to_bytes.u != kNone.u) {
      Owned r(th.call_special(source, n_bytes, nullptr, 0));
      if (!r) return false;
      Value b = unwrap(r.get());
      if (!b.is(Kind::Bytes)) {
        th.raise(E_TypeError, "__bytes__ returned non-bytes (type %s)", type_name(th, r.get()).c_str());
        return false;
      }
      *out = b.as<Bytes>()->sv();
      return true;
    }
  }
  bool index = is_intlike(u) || (has_fields(source) && type_find(type_of(th.in, source), th.name(n_index)).u);
  if (index) {
    int64_t n;
    if (to_index(th, source, &n)) {
      if (n < 0) {
        th.raise(E_ValueError, "negative count");
        return false;
      }
      if (name[4] == 's' && n > INT64_MAX - 33) {  // what an object of bytes takes beside them
        th.raise(E_OverflowError, "byte string is too large");
        return false;
      }
      if (!th.check_memory(size_t(n))) return false;
      out->assign(size_t(n), '\0');
      return true;
    }
    if (th.pending_is(E_OverflowError)) {
      th.clear_pending();
      th.raise(E_OverflowError, "cannot fit '%s' into an index-sized integer", type_name(th, source).c_str());
    }
    if (!th.pending_is(E_TypeError)) return false;
    th.clear_pending();  // an __index__ that refuses: the object may still be a buffer or an iterable
  }
  Buffer b;
  if (get_buffer(th, source, &b)) {
    *out = b.view;
    return true;
  }
  th.clear_pending();
  auto add_item = [&](Value v) {
    int64_t c;
    if (!to_index_clamped(th, v, &c)) return false;
    if (c >= 0 && c <= 255) {
      *out += char(c);
      return true;
    }
    th.raise(E_ValueError, name[4] == 's' ? "bytes must be in range(0, 256)" : "byte must be in range(0, 256)");
    return false;
  };
  if (source.is(Kind::List)) {  // as it stands at each step: an __index__ may change it
    for (uint32_t i = 0; i < source.as<List>()->len; ++i) {
      Owned item(inc(source.as<List>()->items[i]));
      if (!add_item(item.get())) return false;
    }
    return true;
  }
  Values items;
  bool hinted = name[4] == 's' && has_fields(source) &&
                (type_find(type_of(th.in, source), th.name(n_iter)).u || type_find(type_of(th.in, source), th.name(n_getitem)).u);
  if (hinted && !hint_fits(th, source, 64)) return false;
  if (!iterate(th, source, &items.items)) {
    if (th.pending_is(E_TypeError) && source.is_cell() && !type_find(type_of(th.in, source), th.name(n_iter)).u &&
        !type_find(type_of(th.in, source), th.name(n_getitem)).u) {
      th.clear_pending();
      th.raise(E_TypeError, "cannot convert '%s' object to %s", type_name(th, source).c_str(), name);
    } else if (th.pending_is(E_TypeError) && !source.is_cell()) {
      th.clear_pending();
      th.raise(E_TypeError, "cannot convert '%s' object to %s", type_name(th, source).c_str(), name);
    }
    return false;
  }
  for (Value v : items.items)
    if (!add_item(v)) return false;
  return true;
}
Value bytes_new(Thread& th, Value* a, int) {
  if (a[1].is(Kind::Bytes) && !a[2].u && !a[3].u) return inc(a[1]);
  std::string out;
  return contents(th, a[1], a[2], a[3], "bytes", &out) ? new_bytes(th, out) : kAbsent;
}
Value bytes_getnewargs(Thread& th, Value* a, int) {
  Tuple* t = tuple(th, 1);
  t->items[0] = inc(a[0]);
  return of(t);
}
Value bytes_bytes(Thread& th, Value* a, int) {
  return new_bytes(th, self_of(a));
}
template <bool kReflected>
Value bytes_mod(Thread& th, Value* a, int) {
  if (kReflected) return kNotImplemented;
  std::string out;
  Buffer self;
  if (!get_buffer(th, a[0], &self) || !percent_bytes(th, self.view, a[1], &out)) return kAbsent;
  return result(th, a, out);
}

// --- bytearray

ByteArray* array_of(Value* a) {
  return a[0].as<ByteArray>();
}
Value bytearray_new(Thread& th, Value*, int) {
  return of(bytearray(th, ""));
}
Value bytearray_init(Thread& th, Value* a, int) {
  std::string out;
  if (!assign_bytes(th, array_of(a), "") || !contents(th, a[1], a[2], a[3], "bytearray", &out)) return kAbsent;
  return assign_bytes(th, array_of(a), out) ? kNone : kAbsent;
}
bool byte_arg(Thread& th, Value v, char* out) {
  int64_t c;
  Value u = unwrap(v);
  if (!is_intlike(u) && !(v.is_cell() && type_find(type_of(th.in, v), th.name(n_index)).u)) {
    th.raise(E_TypeError, "'%s' object cannot be interpreted as an integer", type_name(th, v).c_str());
    return false;
  }
  if (!to_index_clamped(th, v, &c)) return false;
  if (c < 0 || c > 255) {
    th.raise(E_ValueError, "byte must be in range(0, 256)");
    return false;
  }
  *out = char(c);
  return true;
}
Value bytearray_append(Thread& th, Value* a, int) {
  char c;
  if (!byte_arg(th, a[1], &c)) return kAbsent;
  return splice_bytes(th, array_of(a), array_of(a)->len, 0, {&c, 1}) ? kNone : kAbsent;
}
Value bytearray_extend(Thread& th, Value* a, int) {
  Buffer buffer;
  if (get_buffer(th, a[1], &buffer)) {
    std::string own;
    std::string_view more = buffer.view;
    if (unwrap(a[1]).u == a[0].u) more = own = buffer.view;
    if (!own.empty()) buffer.release();  // it is this bytearray, which may grow only if nobody looks at it
    return splice_bytes(th, array_of(a), array_of(a)->len, 0, more) ? kNone : kAbsent;
  }
  th.clear_pending();
  Values items;
  Owned it(iter_native(th, a[1]));
  if (!it && th.pending_is(E_TypeError)) {
    th.clear_pending();
    th.raise(E_TypeError, "can't extend bytearray with %s", type_name(th, a[1]).c_str());
  }
  if (!it || (has_fields(a[1]) && !hint_fits(th, a[1], 32))) return kAbsent;
  if (!iterate(th, it.get(), &items.items)) return kAbsent;
  std::string more;
  for (Value v : items.items) {
    char c;
    if (!byte_arg(th, v, &c)) return kAbsent;
    more += c;
  }
  return splice_bytes(th, array_of(a), array_of(a)->len, 0, more) ? kNone : kAbsent;
}
Value bytearray_insert(Thread& th, Value* a, int) {
  int64_t at;
  char c;
  if (!to_index(th, a[1], &at) || !byte_arg(th, a[2], &c)) return kAbsent;
  int64_t len = array_of(a)->len;
  if (at < 0) at = std::max<int64_t>(0, at + len);
  return splice_bytes(th, array_of(a), size_t(std::min(at, len)), 0, {&c, 1}) ? kNone : kAbsent;
}
Value bytearray_pop(Thread& th, Value* a, int) {
  int64_t at;
  if (!to_index(th, a[1], &at)) return kAbsent;
  int64_t len = array_of(a)->len;
  if (!len) return th.raise(E_IndexError, "pop from empty bytearray");
  if (at < 0) at += len;
  if (at < 0 || at >= len) return th.raise(E_IndexError, "pop index out of range");
  int64_t c = static_cast<unsigned char>(array_of(a)->data[at]);
  return splice_bytes(th, array_of(a), size_t(at), 1, {}) ? integer49(c) : kAbsent;
}
Value bytearray_remove(Thread& th, Value* a, int) {
  char c;
  if (!byte_arg(th, a[1], &c)) return kAbsent;
  size_t at = self_of(a).find(c);
  if (at == std::string_view::npos) return th.raise(E_ValueError, "value not found in bytearray");
  return splice_bytes(th, array_of(a), at, 1, {}) ? kNone : kAbsent;
}
Value bytearray_reverse(Thread&, Value* a, int) {
  std::reverse(array_of(a)->data, array_of(a)->data + array_of(a)->len);
  return kNone;
}
Value bytearray_clear(Thread& th, Value* a, int) {
  return assign_bytes(th, array_of(a), "") ? kNone : kAbsent;
}
Value bytearray_copy(Thread& th, Value* a, int) {
  return of(bytearray(th, self_of(a)));
}
Value bytearray_reduce(Thread& th, Value* a, int) {
  Tuple* args = tuple(th, 1);
  args->items[0] = new_bytes(th, unwrap(a[0]).as<ByteArray>()->sv());
  Owned made_by(pair(th, of(inc(type_of(th.in, a[0]))), of(args)));
  Owned state(th.call_method(a[0], intern(th.in, "__getstate__"), nullptr, 0));
  if (!state) return kAbsent;
  Tuple* t = tuple(th, 3);
  t->items[0] = inc(made_by.get().as<Tuple>()->items[0]);
  t->items[1] = inc(made_by.get().as<Tuple>()->items[1]);
  t->items[2] = state.release();
  return of(t);
}

const NativeDef kShared[] = {
    {"capitalize", "(self, /)", "A copy whose first letter is upper case and the rest lower case.", bytes_capitalize,
     Rule::pure},
    {"center", "(self, width, fillchar=b' ', /)", "A copy in the middle of a width.", bytes_pad<'c'>, Rule::pure},
    {"count", "(self, sub, start=None, end=None, /)", "How often something is in it.", bytes_count, Rule::residual,
     kParsesTuple},
    {"decode", "(self, encoding='utf-8', errors='strict')", "The text that the bytes stand for.", bytes_decode,
     Rule::residual},
    {"endswith", "(self, suffix, start=None, end=None, /)", "Whether it ends with something.", bytes_starts<true>,
     Rule::residual, kParsesTuple},
    {"expandtabs", "(self, /, tabsize=8)", "A copy with spaces in place of tabs.", bytes_expandtabs, Rule::pure},
    {"find", "(self, sub, start=None, end=None, /)", "Where something is, or -1.", bytes_find<false, false>,
     Rule::residual, kParsesTuple},
    {"fromhex", "(type, string, /)", "Bytes from hexadecimal text.", bytes_fromhex, Rule::residual, kClassMethod},
    {"hex", "(self, sep=..., bytes_per_sep=1)", "Hexadecimal text.", bytes_hex, Rule::residual},
    {"index", "(self, sub, start=None, end=None, /)", "Where something is.", bytes_find<false, true>, Rule::residual,
     kParsesTuple},
    {"isalnum", "(self, /)", "Whether all are letters and digits.", all_of<is_alnum>, Rule::pure},
    {"isalpha", "(self, /)", "Whether all are letters.", all_of<is_alpha>, Rule::pure},
    {"isascii", "(self, /)", "Whether all are below 128.", bytes_isascii, Rule::pure},
    {"isdigit", "(self, /)", "Whether all are digits.", all_of<is_digit>, Rule::pure},
    {"islower", "(self, /)", "Whether letters are lower case.", is_cased<false>, Rule::pure},
    {"isspace", "(self, /)", "Whether all are white space.", all_of<is_byte_space>, Rule::pure},
    {"istitle", "(self, /)", "Whether each word begins with upper case.", bytes_istitle, Rule::pure},
    {"isupper", "(self, /)", "Whether letters are upper case.", is_cased<true>, Rule::pure},
    {"join", "(self, iterable_of_bytes, /)", "The items with this between them.", bytes_join, Rule::opaque},
    {"ljust", "(self, width, fillchar=b' ', /)", "A copy at the left of a width.", bytes_pad<'l'>, Rule::pure},
    {"lower", "(self, /)", "A copy in lower case.", map_bytes<lower>, Rule::pure},
    {"lstrip", "(self, bytes=None, /)", "A copy without white space, or what is given, at the left.", bytes_strip<1>,
     Rule::residual},
    {"maketrans", "(frm, to, /)", "A table for translate().", bytes_maketrans, Rule::residual, kStaticMethod},
    {"partition", "(self, sep, /)", "What is before, the separator, and what is after its first place.",
     bytes_partition<false>, Rule::residual},
    {"removeprefix", "(self, prefix, /)", "A copy without a beginning.", bytes_remove<false>, Rule::residual},
    {"removesuffix", "(self, suffix, /)", "A copy without an end.", bytes_remove<true>, Rule::residual},
    {"replace", "(self, old, new, count=-1, /)", "A copy with something in place of something else.", bytes_replace,
     Rule::residual},
    {"rfind", "(self, sub, start=None, end=None, /)", "Where something is last, or -1.", bytes_find<true, false>,
     Rule::residual, kParsesTuple},
    {"rindex", "(self, sub, start=None, end=None, /)", "Where something is last.", bytes_find<true, true>,
     Rule::residual, kParsesTuple},
    {"rjust", "(self, width, fillchar=b' ', /)", "A copy at the right of a width.", bytes_pad<'r'>, Rule::pure},
    {"rpartition", "(self, sep, /)", "What is before, the separator, and what is after its last place.",
     bytes_partition<true>, Rule::residual},
    {"rsplit", "(self, /, sep=None, maxsplit=-1)", "The parts between separators, from the right.", bytes_split<true>,
     Rule::residual},
    {"rstrip", "(self, bytes=None, /)", "A copy without white space, or what is given, at the right.", bytes_strip<2>,
     Rule::residual},
    {"split", "(self, /, sep=None, maxsplit=-1)", "The parts between separators.", bytes_split<false>, Rule::residual},
    {"splitlines", "(self, /, keepends=False)", "The lines.", bytes_splitlines, Rule::residual},
    {"startswith", "(self, prefix, start=None, end=None, /)", "Whether it begins with something.", bytes_starts<false>,
     Rule::residual, kParsesTuple},
    {"strip", "(self, bytes=None, /)", "A copy without white space, or what is given, at both ends.", bytes_strip<3>,
     Rule::residual},
    {"swapcase", "(self, /)", "A copy with upper and lower case exchanged.", map_bytes<swap_case>, Rule::pure},
    {"title", "(self, /)", "A copy whose words begin with upper case.", bytes_title, Rule::pure},
    {"translate", "(self, table, /, delete=b'')", "A copy by a table, without some.", bytes_translate, Rule::residual},
    {"upper", "(self, /)", "A copy in upper case.", map_bytes<upper>, Rule::pure},
    {"zfill", "(self, width, /)", "A copy with zeros at the left of a width.", bytes_zfill, Rule::pure},
    {"__mod__", "(self, value, /)", "", bytes_mod<false>, Rule::residual},
    {"__rmod__", "(self, value, /)", "", bytes_mod<true>, Rule::residual},
};
const NativeDef kBytesOnly[] = {
    {"__new__", "(cls, source=..., encoding=..., errors=...)", "", bytes_new, Rule::opaque},
    {"__getnewargs__", "(self, /)", "", bytes_getnewargs, Rule::pure},
    {"__bytes__", "(self, /)", "", bytes_bytes, Rule::pure},
};
const NativeDef kByteArrayOnly[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", bytearray_new, Rule::residual},
    {"__init__", "(self, source=..., encoding=..., errors=...)", "", bytearray_init, Rule::opaque},
    {"append", "(self, item, /)", "Add a number at the end.", bytearray_append, Rule::residual},
    {"clear", "(self, /)", "Remove all.", bytearray_clear, Rule::residual},
    {"copy", "(self, /)", "A copy.", bytearray_copy, Rule::residual},
    {"extend", "(self, iterable_of_ints, /)", "Add numbers at the end.", bytearray_extend, Rule::opaque},
    {"insert", "(self, index, item, /)", "Put a number before an index.", bytearray_insert, Rule::residual},
    {"pop", "(self, index=-1, /)", "Remove a number and give it.", bytearray_pop, Rule::residual},
    {"remove", "(self, value, /)", "Remove the first number that is equal.", bytearray_remove, Rule::residual},
    {"reverse", "(self, /)", "Turn the order around.", bytearray_reverse, Rule::residual},
    {"__reduce__", "(self, /)", "", bytearray_reduce, Rule::residual, kKeepSelf},
};

}  // namespace

void init_bytes(Interpreter& in) {
  Type* b = in.types[int(Kind::Bytes)];
  Type* array = in.types[int(Kind::ByteArray)];
  add_methods(in, b, kShared);
  add_methods(in, b, kBytesOnly);
  add_methods(in, array, kShared);
  add_methods(in, array, kByteArrayOnly);
}

}  // namespace adder::lib
