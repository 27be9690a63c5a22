// Methods of str.
#include <algorithm>
#include <cstring>

#include "interp/objects/same_bytes.h"
#include "interp/text/unicode.h"
#include "interp/text/utf8.h"
#include "interp/vm/containers.h"
#include "interp/vm/special.h"
#include "stdlib/native/library.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/text_search.h"

namespace adder::lib {
namespace {

Str* self_of(Value* a) {
  return a[0].as<Str>();
}

// Text whose characters are known to be those of an ASCII string, or any text.
Value piece_of(Thread& th, Str* whole, std::string_view v) {
  if (!whole->ascii()) return new_str(th, v);
  if (v.size() == 1) return of(inc(th.in.latin1[static_cast<unsigned char>(v[0])]));
  Str* s = str_blank(th, v.size(), v.size());
  copy_bytes(s->data, v.data(), v.size());
  return of(s);
}
// The same for words of a text that is split, where they come again.
class Cutter {
 public:
  Cutter(Thread& th, Str* whole) : th_(th), whole_(whole) {
    auto& words = library_state(th.in).words;
    if (!words) words = std::make_unique<WordCache>();
    words_ = words.get();
  }
  Value piece(std::string_view v) const {
    if (v.size() == whole_->len) return inc(of(whole_));
    if (whole_->ascii() && v.size() > 1 && v.size() <= WordCache::kLongest) return of(words_->get(th_, v));
    return piece_of(th_, whole_, v);
  }

 private:
  Thread& th_;
  Str* whole_;
  WordCache* words_;
};
Value map_text(Thread& th, Value* a, std::string (*map)(std::string_view)) {
  return new_str(th, map(sv(a[0])));
}
template <bool kUpper>
Value change_case(Thread& th, Value* a, std::string (*map)(std::string_view)) {
  Str* s = self_of(a);
  if (!s->ascii()) return map_text(th, a, map);
  if (s->len == 1) {
    char c = s->data[0];
    bool other = kUpper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
    return of(inc(th.in.latin1[static_cast<unsigned char>(c ^ (other ? 0x20 : 0))]));
  }
  Str* r = str_blank(th, s->len, s->len);
  for (uint32_t i = 0; i < s->len; i++) {
    char c = s->data[i];
    bool other = kUpper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
    r->data[i] = char(c ^ (other ? 0x20 : 0));
  }
  return of(r);
}
Value str_upper(Thread& th, Value* a, int) {
  return change_case<true>(th, a, text::to_upper);
}
Value str_lower(Thread& th, Value* a, int) {
  return change_case<false>(th, a, text::to_lower);
}
Value str_title(Thread& th, Value* a, int) {
  return map_text(th, a, text::to_title);
}
Value str_swapcase(Thread& th, Value* a, int) {
  return map_text(th, a, text::swap_case);
}
Value str_capitalize(Thread& th, Value* a, int) {
  return map_text(th, a, text::capitalize);
}
Value str_casefold(Thread& th, Value* a, int) {
  return map_text(th, a, text::casefold);
}

template <bool (*kTest)(char32_t)>
Value all_of(Thread&, Value* a, int) {
  std::string_view s = sv(a[0]);
  if (s.empty()) return kFalse;
  for (size_t i = 0; i < s.size();)
    if (!kTest(text::next(s, &i))) return kFalse;
  return kTrue;
}

template <bool kUpper>
Value is_cased(Thread&, Value* a, int) {
  std::string_view s = sv(a[0]);
  bool cased = false;
  for (size_t i = 0; i < s.size();) {
    char32_t c = text::next(s, &i);
    if (text::is_title(c) || (kUpper ? text::is_lower(c) : text::is_upper(c))) return kFalse;
    cased |= kUpper ? text::is_upper(c) : text::is_lower(c);
  }
  return boolean(cased);
}
Value str_istitle(Thread&, Value* a, int) {
  std::string_view s = sv(a[0]);
  bool cased = false;
  bool in_word = false;
  for (size_t i = 0; i < s.size();) {
    char32_t c = text::next(s, &i);
    if (text::is_upper(c) || text::is_title(c)) {
      if (in_word) return kFalse;
      in_word = true;
      cased = true;
    } else if (text::is_lower(c)) {
      if (!in_word) return kFalse;
      cased = true;
    } else {
      in_word = false;
    }
  }
  return boolean(cased);
}
Value str_isascii(Thread&, Value* a, int) {
  return boolean(self_of(a)->ascii());
}
Value str_isidentifier(Thread&, Value* a, int) {
  return boolean(text::is_identifier(sv(a[0])));
}
Value str_isprintable(Thread&, Value* a, int) {
  std::string_view s = sv(a[0]);
  for (size_t i = 0; i < s.size();)
    if (!text::is_printable(text::next(s, &i))) return kFalse;
  return kTrue;
}

// --- searching

struct Span {
  size_t lo, hi;  // bytes
  bool valid;     // false: start beyond the end, nothing can be found
};
bool span_of(Thread& th, Str* s, Value start, Value end, Span* out) {
  int64_t lo;
  int64_t hi;
  if (!range_args(th, start, end, int64_t(s->chars), &lo, &hi)) return false;
  out->valid = lo <= hi;
  if (!out->valid) return true;
  out->lo = lo == 0 ? 0 : str_offset(s, size_t(lo));
  out->hi = hi == int64_t(s->chars) ? s->len : str_offset(s, size_t(hi));
  return true;
}

bool search(Thread& th, Value* a, bool reverse, int64_t* out) {
  std::string_view sub;
  Span span;
  if (!text_arg(th, a[1], "must be", &sub)) return false;
  Str* s = self_of(a);
  if (!span_of(th, s, a[2], a[3], &span)) return false;
  *out = -1;
  if (!span.valid) return true;
  std::string_view part = s->sv().substr(span.lo, span.hi - span.lo);
  size_t at = reverse ? rfind(part, sub) : find(part, sub);
  if (at != part.npos) *out = int64_t(str_index(s, at + span.lo));
  return true;
}
bool search_arg_error(Thread& th, Value v) {
  if (is_str(unwrap(v))) return false;
  th.raise(E_TypeError, "must be str, not %s", type_name(th, v).c_str());
  return true;
}
template <bool kReverse>
Value str_find(Thread& th, Value* a, int) {
  int64_t at;
  if (search_arg_error(th, a[1]) || !search(th, a, kReverse, &at)) return kAbsent;
  return integer(th, at);
}
template <bool kReverse>
Value str_index_method(Thread& th, Value* a, int) {
  int64_t at;
  if (search_arg_error(th, a[1]) || !search(th, a, kReverse, &at)) return kAbsent;
  if (at < 0) return th.raise(E_ValueError, "substring not found");
  return integer(th, at);
}
Value str_count(Thread& th, Value* a, int) {
  Span span;
  if (search_arg_error(th, a[1]) || !span_of(th, self_of(a), a[2], a[3], &span)) return kAbsent;
  if (!span.valid) return integer49(0);
  std::string_view part = sv(a[0]).substr(span.lo, span.hi - span.lo);
  std::string_view sub = sv(unwrap(a[1]));
  return integer49(int64_t(sub.empty() ? text::length(part) + 1 : count(part, sub)));
}

template <bool kEnd>
Value str_starts(Thread& th, Value* a, int) {
  if (LIKELY(is_str(a[1]) && a[2].u == kNone.u && a[3].u == kNone.u)) {
    const Str *s = self_of(a), *x = a[1].as<Str>();
    return boolean(s->len >= x->len && same_bytes(s->data + (kEnd ? s->len - x->len : 0), x->data, x->len));
  }
  Span span;
  if (!span_of(th, self_of(a), a[2], a[3], &span)) return kAbsent;
  std::string_view part = span.valid ? sv(a[0]).substr(span.lo, span.hi - span.lo) : std::string_view();
  auto test = [&](Value v) {
    std::string_view s = sv(v);
    return span.valid && (kEnd ? part.ends_with(s) : part.starts_with(s));
  };
  Value u = unwrap(a[1]);
  if (u.is(Kind::Tuple)) {
    Tuple* t = u.as<Tuple>();
    for (uint32_t i = 0; i < t->len; ++i) {
      Value x = unwrap(t->items[i]);
      if (!is_str(x))
        return th.raise(E_TypeError, "tuple for %s must only contain str, not %s", kEnd ? "endswith" : "startswith",
                        type_name(th, t->items[i]).c_str());
      if (test(x)) return kTrue;
    }
    return kFalse;
  }
  if (!is_str(u))
    return th.raise(E_TypeError, "%s first arg must be str or a tuple of str, not %s", kEnd ? "endswith" : "startswith",
                    type_name(th, a[1]).c_str());
  return boolean(test(u));
}

Value str_removeprefix(Thread& th, Value* a, int) {
  std::string_view p;
  if (!text_arg(th, a[1], "removeprefix() argument", &p)) return kAbsent;
  std::string_view s = sv(a[0]);
  return s.starts_with(p) && !p.empty() ? new_str(th, s.substr(p.size())) : inc(a[0]);
}
Value str_removesuffix(Thread& th, Value* a, int) {
  std::string_view p;
  if (!text_arg(th, a[1], "removesuffix() argument", &p)) return kAbsent;
  std::string_view s = sv(a[0]);
  return s.ends_with(p) && !p.empty() ? new_str(th, s.substr(0, s.size() - p.size())) : inc(a[0]);
}

// --- cutting

Value list_of_pieces(Thread& th, Value whole, const Pieces& pieces) {
  List* l = list(th, pieces.size());
  for (std::string_view p : pieces) {
    bool all = p.size() == whole.as<Str>()->len;
    if (all)
      push(l, inc(whole));
    else if (p.size() == 1)
      push(l, of(inc(th.in.latin1[static_cast<unsigned char>(p[0])])));
    else
      push(l, piece_of(th, whole.as<Str>(), p));
  }
  return of(l);
}
// ASCII's white space: as str has it, with the four separators that bytes do not count.
bool is_plain_space(char c) {
  return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x1F);
}
// Words of ASCII text.
Value plain_words(Thread& th, Str* whole) {
  Ref<List> l(list(th, 8));
  Cutter cutter(th, whole);
  std::string_view s = whole->sv();
  for (size_t at = 0;;) {
    while (at < s.size() && is_plain_space(s[at])) ++at;
    if (at == s.size()) return of(l.release());
    size_t start = at;
    while (at < s.size() && !is_plain_space(s[at])) ++at;
    push(l.get(), cutter.piece(s.substr(start, at - start)));
  }
}
template <bool kReverse>
Value str_split(Thread& th, Value* a, int) {
  int64_t maxsplit;
  if (!to_index_clamped(th, a[2], &maxsplit)) return kAbsent;
  std::string_view s = sv(a[0]);
  Pieces pieces;
  Value u = unwrap(a[1]);
  bool plain = !kReverse && self_of(a)->ascii();
  if (plain && u.u == kNone.u && maxsplit < 0) return plain_words(th, self_of(a));
  if (plain && is_str(u) && u.as<Str>()->len) {
    Ref<List> l(list(th, 8));
    Cutter cutter(th, self_of(a));
    each_part(s, sv(u), maxsplit, [&](std::string_view part) { push(l.get(), cutter.piece(part)); });
    return of(l.release());
  }
  if (u.u == kNone.u) {
    kReverse ? rsplit_space(s, maxsplit, true, &pieces) : split_space(s, maxsplit, true, &pieces);
    return list_of_pieces(th, a[0], pieces);
  }
  if (!is_str(u)) return th.raise(E_TypeError, "must be str or None, not %s", type_name(th, a[1]).c_str());
  std::string_view separator = sv(u);
  if (separator.empty()) return th.raise(E_ValueError, "empty separator");
  kReverse ? rsplit(s, separator, maxsplit, &pieces) : split(s, separator, maxsplit, &pieces);
  return list_of_pieces(th, a[0], pieces);
}
Value str_splitlines(Thread& th, Value* a, int) {
  bool keep;
  if (!truth_native(th, a[1], &keep)) return kAbsent;
  Pieces pieces;
  split_lines(sv(a[0]), keep, true, &pieces);
  return list_of_pieces(th, a[0], pieces);
}
template <bool kReverse>
Value str_partition(Thread& th, Value* a, int) {
  Value u = unwrap(a[1]);
  if (!is_str(u)) return th.raise(E_TypeError, "must be str, not %s", type_name(th, a[1]).c_str());
  std::string_view s = sv(a[0]);
  std::string_view separator = sv(u);
  if (separator.empty()) return th.raise(E_ValueError, "empty separator");
  size_t at = kReverse ? rfind(s, separator) : find(s, separator);
  Tuple* t = tuple(th, 3);
  if (at == s.npos) {
    t->items[kReverse ? 2 : 0] = inc(a[0]);
    t->items[1] = of(inc(th.in.names[n_empty]));
    t->items[kReverse ? 0 : 2] = of(inc(th.in.names[n_empty]));
  } else {
    t->items[0] = piece_of(th, self_of(a), s.substr(0, at));
    t->items[1] = inc(u);
    t->items[2] = piece_of(th, self_of(a), s.substr(at + separator.size()));
  }
  return of(t);
}

template <int kSides>  // bit 0: left, bit 1: right
Value str_strip(Thread& th, Value* a, int) {
  std::string_view s = sv(a[0]);
  size_t lo = 0;
  size_t hi = s.size();
  Value u = unwrap(a[1]);
  if (u.u != kNone.u && !is_str(u)) {
    const char* name = kSides == 1 ? "lstrip" : kSides == 2 ? "rstrip" : "strip";
    return th.raise(E_TypeError, "%s arg must be None or str", name);
  }
  if (u.u == kNone.u && self_of(a)->ascii()) {
    if (kSides & 1)
      while (lo < hi && is_plain_space(s[lo])) ++lo;
    if (kSides & 2)
      while (lo < hi && is_plain_space(s[hi - 1])) --hi;
    if (lo == 0 && hi == s.size()) return inc(a[0]);
    return piece_of(th, self_of(a), s.substr(lo, hi - lo));
  }
  auto strippable = [&](char32_t c, std::string_view one) {
    return u.u == kNone.u ? text::is_space(c) : find(sv(u), one) != s.npos;
  };
  while ((kSides & 1) && lo < hi) {
    size_t next = lo;
    char32_t c = text::next(s, &next);
    if (!strippable(c, s.substr(lo, next - lo))) break;
    lo = next;
  }
  while ((kSides & 2) && lo < hi) {
    size_t before = hi;
    char32_t c = text::previous(s, &before);
    if (!strippable(c, s.substr(before, hi - before))) break;
    hi = before;
  }
  if (lo == 0 && hi == s.size()) return inc(a[0]);
  return piece_of(th, self_of(a), s.substr(lo, hi - lo));
}

// The first `hits` occurrences of `old_text`, the first of them at `at`, replaced.
Value replaced(Thread& th, Str* whole, std::string_view old_text, std::string_view new_text, size_t at, size_t hits) {
  std::string_view s = whole->sv();
  size_t cut = hits * old_text.size();
  if (new_text.size() && hits > (SIZE_MAX - s.size()) / new_text.size()) return th.check_memory(SIZE_MAX), kAbsent;
  size_t bytes = s.size() - cut + hits * new_text.size();
  if (new_text.size() > old_text.size() && !th.check_memory(bytes)) return kAbsent;
  Str* r = str_blank(th, bytes, whole->chars - hits * text::length(old_text) + hits * text::length(new_text));
  char* to = r->data;
  for (size_t from = 0;;) {
    to = copy_bytes(to, s.data() + from, at - from);
    to = copy_bytes(to, new_text.data(), new_text.size());
    from = at + old_text.size();
    if (--hits == 0) {
      memcpy(to, s.data() + from, s.size() - from);
      return of(r);
    }
    at = find(s, old_text, from);
  }
}
Value str_replace(Thread& th, Value* a, int) {
  std::string_view old_text;
  std::string_view new_text;
  if (!text_arg(th, a[1], "replace() argument 1", &old_text)) return kAbsent;
  if (!text_arg(th, a[2], "replace() argument 2", &new_text)) return kAbsent;
  int64_t maxcount;
  if (!to_index_clamped(th, a[3], &maxcount)) return kAbsent;
  std::string_view s = sv(a[0]);
  if (maxcount == 0) return inc(a[0]);
  if (!old_text.empty()) {
    size_t first = find(s, old_text);
    if (first == s.npos) return inc(a[0]);
    size_t hits = maxcount == 1 ? 1 : 1 + count(s.substr(first + old_text.size()), old_text);
    if (maxcount > 0 && hits > size_t(maxcount)) hits = size_t(maxcount);
    return replaced(th, self_of(a), old_text, new_text, first, hits);
  }
  if (!th.check_memory(s.size() + 1, new_text.size() + 1)) return kAbsent;
  std::string out;
  size_t i = 0;
  while (true) {
    if (maxcount != 0) {
      out += new_text;
      if (maxcount > 0) --maxcount;
    }
    if (i >= s.size()) break;
    text::append(&out, text::next(s, &i));
  }
  return new_str(th, out);
}

// --- joining and padding

Value str_join(Thread& th, Value* a, int) {
  std::string_view separator = sv(a[0]);
  Values hold;
  Value u = unwrap(a[1]);
  Value* items;
  size_t n;
  Owned keep;
  if (u.is(Kind::List) || u.is(Kind::Tuple)) {
    keep = Owned(inc(u));
    items = u.is(Kind::List) ? u.as<List>()->items : u.as<Tuple>()->items;
    n = u.is(Kind::List) ? u.as<List>()->len : u.as<Tuple>()->len;
  } else {
    if (!a[1].is_cell() ||
        !(a[1].is(Kind::Iter) || a[1].is(Kind::Gen) || type_find(type_of(th.in, a[1]), th.name(n_iter)).u ||
          type_find(type_of(th.in, a[1]), th.name(n_getitem)).u))
      return th.raise(E_TypeError, "can only join an iterable");
    if (!iterate_asked(th, a[1], &hold.items)) return kAbsent;
    items = hold.items.data();
    n = hold.items.size();
  }
  if (n == 1 && is_str(items[0])) return inc(items[0]);
  size_t bytes = 0;
  size_t chars = 0;
  for (size_t i = 0; i < n; ++i) {
    Value x = unwrap(items[i]);
    if (!is_str(x))
      return th.raise(E_TypeError, "sequence item %zu: expected str instance, %s found", i,
                      type_name(th, items[i]).c_str());
    bytes += x.as<Str>()->len;
    chars += x.as<Str>()->chars;
  }
  if (n > 1) {
    bytes += separator.size() * (n - 1);
    chars += a[0].as<Str>()->chars * (n - 1);
  }
  if (!th.check_memory(bytes)) return kAbsent;
  Str* r = str_blank(th, bytes, chars);
  char* p = r->data;
  for (size_t i = 0; i < n; ++i) {
    if (i) p = copy_bytes(p, separator.data(), separator.size());
    Str* x = unwrap(items[i]).as<Str>();
    p = copy_bytes(p, x->data, x->len);
  }
  return of(r);
}

Value pad(Thread& th, Value* a, char mode) {
  int64_t width;
  if (!to_index(th, a[1], &width)) return kAbsent;
  Value fill = unwrap(a[2]);
  if (!is_str(fill) || fill.as<Str>()->chars != 1) {
    if (!is_str(fill))
      return th.raise(E_TypeError, "The fill character must be a unicode character, not %s",
                      type_name(th, a[2]).c_str());
    return th.raise(E_TypeError, "The fill character must be exactly one character long");
  }
  int64_t n = self_of(a)->chars;
  if (width <= n) return inc(a[0]);
  int64_t total = width - n;
  if (!th.check_memory(size_t(total))) return kAbsent;
  int64_t left = mode == 'l' ? 0 : mode == 'r' ? total : total / 2 + (total & width & 1);
  std::string_view one = sv(fill);
  if (!th.check_memory(size_t(total), one.size())) return kAbsent;
  Str* r = str_blank(th, self_of(a)->len + size_t(total) * one.size(), size_t(width));
  char* to = r->data;
  auto fill_with = [&](int64_t count) {
    if (one.size() == 1) {
      memset(to, one[0], size_t(count));
      to += count;
    } else {
      for (int64_t i = 0; i < count; ++i) to = static_cast<char*>(mempcpy(to, one.data(), one.size()));
    }
  };
  fill_with(left);
  to = static_cast<char*>(mempcpy(to, self_of(a)->data, self_of(a)->len));
  fill_with(total - left);
  return of(r);
}
Value str_ljust(Thread& th, Value* a, int) {
  return pad(th, a, 'l');
}
Value str_rjust(Thread& th, Value* a, int) {
  return pad(th, a, 'r');
}
Value str_center(Thread& th, Value* a, int) {
  return pad(th, a, 'c');
}
Value str_zfill(Thread& th, Value* a, int) {
  int64_t width;
  if (!to_index(th, a[1], &width)) return kAbsent;
  int64_t n = self_of(a)->chars;
  if (width <= n) return inc(a[0]);
  if (!th.check_memory(size_t(width))) return kAbsent;
  std::string_view s = sv(a[0]);
  bool sign = !s.empty() && (s[0] == '+' || s[0] == '-');
  std::string out(s.substr(0, sign));
  out.append(size_t(width - n), '0');
  out += s.substr(sign);
  return new_str(th, out);
}
Value str_expandtabs(Thread& th, Value* a, int) {
  int64_t tab;
  if (!to_index(th, a[1], &tab)) return kAbsent;
  if (tab != int32_t(tab)) return th.raise(E_OverflowError, "Python int too large to convert to C int");
  std::string_view s = sv(a[0]);
  std::string out;
  int64_t column = 0;
  for (size_t i = 0; i < s.size();) {
    char32_t c = text::next(s, &i);
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
    text::append(&out, c);
  }
  return new_str(th, out);
}

// --- translation tables

Value str_translate(Thread& th, Value* a, int) {
  std::string_view s = sv(a[0]);
  std::string out;
  out.reserve(s.size());
  Value table = a[1];
  // What characters became that were met before: a character or one of these. As CPython does, remembered for texts in
  // ASCII until the first that becomes anything but one such character or nothing.
  constexpr unsigned char kUnknown = 0x80, kDropped = 0x81;
  bool fast = text::is_ascii(s);
  unsigned char known[128];
  memset(known, kUnknown, sizeof known);
  for (size_t i = 0; i < s.size();) {
    const unsigned char lead = static_cast<unsigned char>(s[i]);
    if (fast && known[lead] != kUnknown) {
      if (known[lead] != kDropped) out += char(known[lead]);
      ++i;
      continue;
    }
    const size_t before = out.size();
    char32_t c = text::next(s, &i);
    Value r;
    if (table.is(Kind::Dict)) {
      if (!dict_get(th, table.as<Dict>(), integer49(c), &r)) return kAbsent;
      r = r.u ? inc(r) : kStop;
    } else {
      r = subscript_native(th, table, integer49(c));
      if (!r.u) {
        if (!th.pending_is(E_LookupError)) return kAbsent;
        th.clear_pending();
        r = kStop;
      }
    }
    Owned hold(r);
    Value u = unwrap(r);
    if (r.u == kStop.u) {
      hold.release();
      text::append(&out, c);
    } else if (is_str(u)) {
      out += sv(u);
    } else if (is_intlike(u)) {
      if (is_big(u) || to_int(u) < 0 || to_int(u) > 0x10FFFF)
        return th.raise(E_ValueError, "character mapping must be in range(0x110000)");
      text::append(&out, char32_t(to_int(u)));
    } else if (r.u != kNone.u) {
      return th.raise(E_TypeError, "character mapping must return integer, None or str");
    }
    if (!fast) continue;
    fast = out.size() == before + 1 || r.u == kNone.u;
    if (fast) known[lead] = r.u == kNone.u ? kDropped : static_cast<unsigned char>(out.back());
  }
  return new_str(th, out);
}
Value str_maketrans(Thread& th, Value* a, int) {
  Ref<Dict> d(dict(th));
  if (!a[1].u) {
    Value u = unwrap(a[0]);
    if (!u.is(Kind::Dict)) return th.raise(E_TypeError, "if you give only one argument to maketrans it must be a dict");
    Dict* from = u.as<Dict>();
    for (uint32_t i = 0; i < from->filled; ++i) {
      Value k = from->entries[i].key;
      if (!k.u) continue;
      Value ku = unwrap(k);
      Value key;
      if (is_str(ku)) {
        if (ku.as<Str>()->chars != 1)
          return th.raise(E_ValueError, "string keys in translate table must be of length 1");
        size_t at = 0;
        key = integer49(text::next(sv(ku), &at));
      } else if (is_intlike(ku)) {
        key = ku;
      } else {
        return th.raise(E_TypeError, "keys in translate table must be strings or integers");
      }
      if (!dict_set(th, d.get(), key, inc(from->entries[i].val))) return kAbsent;
    }
    return of(d.release());
  }
  Value x = unwrap(a[0]);
  Value y = unwrap(a[1]);
  for (int i : {1, 2})
    if (a[i].u && !is_str(unwrap(a[i])))
      return th.raise(E_TypeError, "maketrans() argument %d must be str, not %s", i + 1,
                      argument_type_name(th, a[i]).c_str());
  if (!is_str(x))
    return th.raise(E_TypeError, "first maketrans argument must be a string if there is a second argument");
  if (x.as<Str>()->chars != y.as<Str>()->chars)
    return th.raise(E_ValueError, "the first two maketrans arguments must have equal length");
  std::string_view from = sv(x);
  std::string_view to = sv(y);
  for (size_t i = 0, j = 0; i < from.size();) {
    char32_t c = text::next(from, &i);
    if (!dict_set(th, d.get(), integer49(c), integer49(text::next(to, &j)))) return kAbsent;
  }
  if (a[2].u) {
    std::string_view gone = sv(unwrap(a[2]));
    for (size_t i = 0; i < gone.size();)
      if (!dict_set(th, d.get(), integer49(text::next(gone, &i)), kNone)) return kAbsent;
  }
  return of(d.release());
}

Value str_encode(Thread& th, Value* a, int) {
  std::string_view encoding;
  std::string_view errors;
  if (!codec_name_arg(th, a[1], "encode() argument 'encoding'", &encoding)) return kAbsent;
  if (!codec_name_arg(th, a[2], "encode() argument 'errors'", &errors)) return kAbsent;
  return encode_text(th, a[0], encoding, errors);
}

Value str_new(Thread& th, Value* a, int) {
  if (!a[1].u && !a[2].u && !a[3].u) return of(inc(th.in.names[n_empty]));
  if (!a[2].u && !a[3].u) {
    if (is_str(a[1])) return inc(a[1]);
    if (a[1].is_int()) return new_str(th, std::to_string(a[1].as_int()));
    Owned r(str_object(th, a[1]));
    if (!r) return kAbsent;
    const bool exact = a[0].u == of(th.in.types[int(Kind::Str)]).u;
    return exact ? r.release() : inc(unwrap(r.get()));
  }
  if (!a[1].u) return of(inc(th.in.names[n_empty]));
  std::string_view encoding = "utf-8";
  std::string_view errors = "strict";
  if (a[2].u && !codec_name_arg(th, a[2], "str() argument 'encoding'", &encoding)) return kAbsent;
  if (a[3].u && !codec_name_arg(th, a[3], "str() argument 'errors'", &errors)) return kAbsent;
  if (is_str(unwrap(a[1]))) return th.raise(E_TypeError, "decoding str is not supported");
  Buffer buffer;
  if (!get_buffer(th, a[1], &buffer)) {
    th.clear_pending();
    return th.raise(E_TypeError, "decoding to str: need a bytes-like object, %s found", type_name(th, a[1]).c_str());
  }
  if (buffer.view.empty()) return of(inc(th.in.names[n_empty]));  // whatever the encoding
  return decode_bytes(th, buffer.view, encoding, errors, a[1]);
}

Value str_format_method(Thread& th, Value* a, int n) {
  // a[0] self, a[1] the keywords, then the positional arguments
  std::string out;
  if (!format_string(th, sv(a[0]), a + 2, n - 2, a[1], &out)) return kAbsent;
  return new_str(th, out);
}
Value str_format_map(Thread& th, Value* a, int) {
  std::string out;
  if (!format_string(th, sv(a[0]), nullptr, -1, a[1], &out)) return kAbsent;
  return new_str(th, out);
}
Value str_dunder_format(Thread& th, Value* a, int) {
  std::string_view spec;
  if (!text_arg(th, a[1], "__format__() argument", &spec)) return kAbsent;
  std::string out;
  if (spec.empty() && is_str(a[0])) return inc(a[0]);
  if (spec.empty()) return str_object(th, a[0]);  // a subclass has its own __str__
  bool known;
  return format_exact(th, unwrap(a[0]), spec, &out, &known) ? new_str(th, out) : kAbsent;
}
Value str_getnewargs(Thread& th, Value* a, int) {
  Tuple* t = tuple(th, 1);
  t->items[0] = new_str(th, sv(a[0]));
  return of(t);
}
Value str_sizeof(Thread& th, Value* a, int) {
  return integer(th, int64_t(sizeof(Str)) + self_of(a)->len);
}
Value str_str(Thread&, Value* a, int) {
  return inc(a[0]);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, object=..., encoding=..., errors=...)", "Text of an object, or decoded bytes.", str_new,
     Rule::residual},
    {"capitalize", "(self, /)", "A copy whose first character is upper case and the rest lower case.", str_capitalize,
     Rule::pure},
    {"casefold", "(self, /)", "A copy for caseless comparison.", str_casefold, Rule::pure},
    {"center", "(self, width, fillchar=' ', /)", "Centered in `width` characters.", str_center, Rule::pure},
    {"count", "(self, sub, start=None, end=None, /)", "Number of non-overlapping occurrences.", str_count, Rule::pure,
     kParsesTuple},
    {"encode", "(self, encoding='utf-8', errors='strict')", "Bytes of the text.", str_encode, Rule::residual},
    {"endswith", "(self, suffix, start=None, end=None, /)", "Does the text end with it?", str_starts<true>, Rule::pure,
     kParsesTuple},
    {"expandtabs", "(self, /, tabsize=8)", "Tabs replaced by spaces.", str_expandtabs, Rule::pure},
    {"find", "(self, sub, start=None, end=None, /)", "Lowest index of the substring, or -1.", str_find<false>,
     Rule::pure, kParsesTuple},
    {"format", "(self, /, *args, **kwargs)", "Replacement fields filled in.", str_format_method, Rule::residual},
    {"format_map", "(self, mapping, /)", "Like format(**mapping), without a copy.", str_format_map, Rule::residual},
    {"index", "(self, sub, start=None, end=None, /)", "Like find, but raises ValueError.", str_index_method<false>,
     Rule::pure, kParsesTuple},
    {"isalnum", "(self, /)", "Only letters and numbers?", all_of<text::is_alnum>, Rule::pure},
    {"isalpha", "(self, /)", "Only letters?", all_of<text::is_alpha>, Rule::pure},
    {"isascii", "(self, /)", "Only ASCII characters?", str_isascii, Rule::pure},
    {"isdecimal", "(self, /)", "Only decimal digits?", all_of<text::is_decimal>, Rule::pure},
    {"isdigit", "(self, /)", "Only digits?", all_of<text::is_digit>, Rule::pure},
    {"isidentifier", "(self, /)", "A valid identifier?", str_isidentifier, Rule::pure},
    {"islower", "(self, /)", "Cased, and all lower case?", is_cased<false>, Rule::pure},
    {"isnumeric", "(self, /)", "Only numeric characters?", all_of<text::is_numeric>, Rule::pure},
    {"isprintable", "(self, /)", "Only printable characters?", str_isprintable, Rule::pure},
    {"isspace", "(self, /)", "Only white space?", all_of<text::is_space>, Rule::pure},
    {"istitle", "(self, /)", "Title-cased?", str_istitle, Rule::pure},
    {"isupper", "(self, /)", "Cased, and all upper case?", is_cased<true>, Rule::pure},
    {"join", "(self, iterable, /)", "The strings of the iterable with this one between them.", str_join, Rule::calls},
    {"ljust", "(self, width, fillchar=' ', /)", "Left-justified.", str_ljust, Rule::pure},
    {"lower", "(self, /)", "A copy in lower case.", str_lower, Rule::pure},
    {"lstrip", "(self, chars=None, /)", "Leading characters removed.", str_strip<1>, Rule::pure},
    {"maketrans", "(x, y=..., z=..., /)", "A table for translate().", str_maketrans, Rule::residual, kStaticMethod},
    {"partition", "(self, sep, /)", "(before, sep, after) at the first occurrence.", str_partition<false>, Rule::pure},
    {"removeprefix", "(self, prefix, /)", "Without the prefix.", str_removeprefix, Rule::pure},
    {"removesuffix", "(self, suffix, /)", "Without the suffix.", str_removesuffix, Rule::pure},
    {"replace", "(self, old, new, count=-1, /)", "Occurrences of `old` replaced.", str_replace, Rule::pure},
    {"rfind", "(self, sub, start=None, end=None, /)", "Highest index of the substring, or -1.", str_find<true>,
     Rule::pure, kParsesTuple},
    {"rindex", "(self, sub, start=None, end=None, /)", "Like rfind, but raises ValueError.", str_index_method<true>,
     Rule::pure, kParsesTuple},
    {"rjust", "(self, width, fillchar=' ', /)", "Right-justified.", str_rjust, Rule::pure},
    {"rpartition", "(self, sep, /)", "(before, sep, after) at the last occurrence.", str_partition<true>, Rule::pure},
    {"rsplit", "(self, /, sep=None, maxsplit=-1)", "Words, split from the right.", str_split<true>, Rule::pure},
    {"rstrip", "(self, chars=None, /)", "Trailing characters removed.", str_strip<2>, Rule::pure},
    {"split", "(self, /, sep=None, maxsplit=-1)", "Words.", str_split<false>, Rule::pure},
    {"splitlines", "(self, /, keepends=False)", "Lines.", str_splitlines, Rule::pure},
    {"startswith", "(self, prefix, start=None, end=None, /)", "Does the text start with it?", str_starts<false>,
     Rule::pure, kParsesTuple},
    {"strip", "(self, chars=None, /)", "Leading and trailing characters removed.", str_strip<3>, Rule::pure},
    {"swapcase", "(self, /)", "Upper and lower case exchanged.", str_swapcase, Rule::pure},
    {"title", "(self, /)", "Words start in upper case.", str_title, Rule::pure},
    {"translate", "(self, table, /)", "Characters replaced by a table.", str_translate, Rule::residual},
    {"upper", "(self, /)", "A copy in upper case.", str_upper, Rule::pure},
    {"zfill", "(self, width, /)", "Zeros filled in on the left.", str_zfill, Rule::pure},
    {"__format__", "(self, format_spec, /)", "Formatted by the specification.", str_dunder_format, Rule::pure,
     kKeepSelf},
    {"__getnewargs__", "(self, /)", "", str_getnewargs, Rule::pure},
    {"__sizeof__", "(self, /)", "Size in memory, in bytes.", str_sizeof, Rule::residual},
    {"__str__", "(self, /)", "", str_str, Rule::pure},
};

}  // namespace

void init_str(Interpreter& in) {
  add_methods(in, in.types[int(Kind::Str)], kMethods);
}

}  // namespace adder::lib
