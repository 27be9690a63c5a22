// The two inner loops of `json`: text to objects and objects to text. Options, classes and hooks are in
// stdlib/py/json. Positions are bytes here and code points in errors and results.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "interp/text/float_text.h"
#include "interp/text/utf8.h"
#include "interp/vm/native_depth.h"
#include "interp/vm/wanted.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

// --- reading

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
struct Scanner {
  Thread& th;
  Str* s;
  bool strict = true;
  // kAbsent: the plain type, or no hook
  Value object_hook = kAbsent, pairs_hook = kAbsent, parse_float = kAbsent, parse_int = kAbsent,
        parse_constant = kAbsent;
  static constexpr size_t kKeys = 128;
  Str* keys[kKeys] = {};  // keys met before, by hash: equal keys share one string

  Scanner(Thread& t, Str* text) : th(t), s(text) {}
  ~Scanner() {
    for (Str* k : keys)
      if (k) dec(k);
  }
  const char* text() const { return s->data; }
  size_t size() const { return s->len; }
  void skip(size_t* at) const {
    while (*at < size() && is_space(text()[*at])) ++*at;
  }
  bool is(size_t at, char c) const { return at < size() && text()[at] == c; }

  Value error(const char* message, size_t at) {
    Owned json(import_module(th, intern(th.in, "json"), kNone, 0));
    Owned cls(json ? get_attr_native(th, json.get(), intern(th.in, "JSONDecodeError")) : kAbsent);
    if (!cls) return kAbsent;
    Owned text(new_str(th, message)), position(integer(th, int64_t(str_index(s, at))));
    Value args[3] = {text.get(), of(s), position.get()};
    Value e = th.call(cls.get(), args, 3);
    return e.u ? th.raise_obj(e) : kAbsent;
  }
  Value nothing(size_t at) {  // no value begins here
    return th.raise_value(E_StopIteration, integer49(int64_t(str_index(s, at))));
  }
  static int hex(char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
  }
  bool hex4(size_t at, char32_t* out) {
    *out = 0;
    for (size_t i = at; i < at + 4; i++) {
      int d = i < size() ? hex(text()[i]) : -1;
      if (d < 0) return false;
      *out = *out << 4 | char32_t(d);
    }
    return true;
  }
  // The string behind the quote at *at - 1; *at moves behind its end. `key`: look for it among the keys met before.
  Value string(size_t* at, bool key = false) {
    size_t begin = *at - 1, from = *at, i = from;
    std::string out;
    bool plain = true;  // no escapes so far: the text is a piece of the source
    for (;;) {
      while (i < size() && text()[i] != '"' && text()[i] != '\\' && uint8_t(text()[i]) >= 0x20) i++;
      if (i == size()) return error("Unterminated string starting at", begin);
      char c = text()[i];
      if (c == '"') break;
      if (c != '\\') {
        if (strict) return error("Invalid control character at", i);
        i++;
        continue;
      }
      out.append(text() + from, i - from);
      plain = false;
      i++;
      if (i == size()) return error("Unterminated string starting at", begin);
      c = text()[i];
      if (c != 'u') {
        constexpr std::string_view kNames = "\"\\/bfnrt", kChars = "\"\\/\b\f\n\r\t";
        size_t k = kNames.find(c);
        if (k == kNames.npos) return error("Invalid \\escape", i - 1);
        out += kChars[k];
        i++;
      } else {
        char32_t a, b;
        if (i + 5 >= size() || !hex4(i + 1, &a)) return error("Invalid \\uXXXX escape", i);
        i += 5;
        if (a >= 0xD800 && a < 0xDC00 && i + 6 < size() && text()[i] == '\\' && text()[i + 1] == 'u') {
          if (!hex4(i + 2, &b)) return error("Invalid \\uXXXX escape", i + 1);
          if (b >= 0xDC00 && b < 0xE000) {
            a = 0x10000 + ((a - 0xD800) << 10 | (b - 0xDC00));
            i += 6;
          }
        }
        text::append(&out, a);
      }
      from = i;
    }
    std::string_view piece(text() + from, i - from);
    *at = i + 1;
    if (!plain) {
      out += piece;
      piece = out;
    }
    if (!key) return make(piece);
    uint64_t h = piece.size();
    for (char c : piece) h = (h ^ uint8_t(c)) * 0x100000001B3ull;
    Str*& slot = keys[(h ^ h >> 32) % kKeys];
    if (!slot || slot->sv() != piece) {
      if (slot) dec(slot);
      slot = make(piece).as<Str>();
    }
    return of(inc(slot));
  }
  Value make(std::string_view v) {
    if (!s->ascii() || v.data() < text() || v.data() > text() + size()) return new_str(th, v);
    if (v.empty()) return of(inc(th.in.names[n_empty]));
    Str* r = str_blank(th, v.size(), v.size());
    memcpy(r->data, v.data(), v.size());
    return of(r);
  }
  Value number(size_t* at) {
    const char *b = text() + *at, *e = text() + size(), *p = b;
    auto digit = [&](const char* q) { return q < e && *q >= '0' && *q <= '9'; };
    if (p < e && *p == '-') p++;
    if (!digit(p)) return nothing(*at);
    if (*p == '0')
      p++;
    else
      while (digit(p)) p++;
    bool integral = true;
    if (p < e && *p == '.' && digit(p + 1)) {
      integral = false;
      p += 2;
      while (digit(p)) p++;
    }
    if (p < e && (*p | 32) == 'e') {
      const char* q = p + 1;
      if (q < e && (*q == '+' || *q == '-')) q++;
      if (digit(q)) {
        integral = false;
        p = q;
        while (digit(p)) p++;
      }
    }
    std::string_view t(b, size_t(p - b));
    *at += t.size();
    Value hook = integral ? parse_int : parse_float;
    if (hook.u) {
      Owned text(new_str(th, t));
      Value arg = text.get();
      return th.call(hook, &arg, 1);
    }
    if (!integral) {
      double d;
      std::from_chars_result r = std::from_chars(t.data(), t.data() + t.size(), d);
      if (r.ec == std::errc()) return real(d);
      text::parse_float(t, &d);  // too large or too small for from_chars
      return real(d);
    }
    int64_t i = 0;
    if (t.size() <= 18) {
      std::from_chars(t.data(), t.data() + t.size(), i);
      return integer(th, i);
    }
    Owned source(new_str(th, t));
    return int_from_text(th, t, 10, source.get());
  }
  Value constant(std::string_view name, size_t* at) {
    *at += name.size();
    Owned text(new_str(th, name));
    Value arg = text.get();
    return th.call(parse_constant, &arg, 1);
  }
  Value object(size_t* at) {  // behind the brace
    Ref<Dict> d;
    Ref<List> pairs;
    if (pairs_hook.u)
      pairs = Ref<List>(list(th));
    else
      d = Ref<Dict>(dict(th));
    skip(at);
    if (!is(*at, '}')) {
      for (;;) {
        if (!is(*at, '"')) return error("Expecting property name enclosed in double quotes", *at);
        ++*at;
        Owned key(string(at, true));
        if (!key) return kAbsent;
        skip(at);
        if (!is(*at, ':')) return error("Expecting ':' delimiter", *at);
        ++*at;
        skip(at);
        Value v = wanted(th) ? value(at) : kAbsent;
        if (!v.u) return kAbsent;
        if (pairs)
          push(pairs.get(), pair(th, key.release(), v));
        else
          dict_set(d.get(), key.get().as<Str>(), v);
        skip(at);
        if (is(*at, '}')) break;
        if (!is(*at, ',')) return error("Expecting ',' delimiter", *at);
        ++*at;
        skip(at);
      }
    }
    ++*at;
    Value hook = pairs ? pairs_hook : object_hook;
    Value made = pairs ? of(pairs.get()) : of(d.get());
    return hook.u ? th.call(hook, &made, 1) : inc(made);
  }
  Value array(size_t* at) {  // behind the bracket
    Ref<List> l(list(th));
    skip(at);
    if (is(*at, ']')) {
      ++*at;
      return of(l.release());
    }
    for (;;) {
      Value v = wanted(th) ? value(at) : kAbsent;
      if (!v.u) return kAbsent;
      push(l.get(), v);
      skip(at);
      if (is(*at, ']')) break;
      if (!is(*at, ',')) return error("Expecting ',' delimiter", *at);
      ++*at;
      skip(at);
    }
    ++*at;
    return of(l.release());
  }
  Value value(size_t* at) {
    if (*at >= size()) return nothing(*at);
    std::string_view rest(text() + *at, size() - *at);
    auto literal = [&](std::string_view name, Value v) {
      *at += name.size();
      return v;
    };
    switch (rest[0]) {
      case '"': ++*at; return string(at);
      case '{': {
        NativeDepth depth(th, " while decoding a JSON object from a unicode string");
        ++*at;
        return depth ? object(at) : kAbsent;
      }
      case '[': {
        NativeDepth depth(th, " while decoding a JSON array from a unicode string");
        ++*at;
        return depth ? array(at) : kAbsent;
      }
      case 'n':
        if (rest.starts_with("null")) return literal("null", kNone);
        break;
      case 't':
        if (rest.starts_with("true")) return literal("true", kTrue);
        break;
      case 'f':
        if (rest.starts_with("false")) return literal("false", kFalse);
        break;
      case 'N':
        if (rest.starts_with("NaN")) return constant("NaN", at);
        break;
      case 'I':
        if (rest.starts_with("Infinity")) return constant("Infinity", at);
        break;
      case '-':
        if (rest.starts_with("-Infinity")) return constant("-Infinity", at);
        break;
      default: break;
    }
    return number(at);
  }
};
Value with_end(Thread& th, Value v, Str* s, size_t at) {
  return v.u ? pair(th, v, integer(th, int64_t(str_index(s, at)))) : kAbsent;
}
Value scanstring(Thread& th, Value* a, int) {
  Value u = unwrap(a[0]);
  if (!is_str(u)) return th.raise(E_TypeError, "first argument must be a string, not %s", type_name(th, a[0]).c_str());
  int64_t end;
  bool strict;
  if (!to_index(th, a[1], &end) || !truth_native(th, a[2], &strict)) return kAbsent;
  Str* s = u.as<Str>();
  if (end < 0 || end > int64_t(s->chars)) return th.raise(E_ValueError, "end is out of bounds");
  Scanner scan(th, s);
  scan.strict = strict;
  size_t at = str_offset(s, size_t(end));
  Value v = scan.string(&at);
  return with_end(th, v, s, at);
}
Value scan(Thread& th, Value* a, int) {
  Value u = unwrap(a[0]);
  if (!is_str(u)) return th.raise(E_TypeError, "first argument must be a string, not %s", type_name(th, a[0]).c_str());
  int64_t from;
  if (!to_index(th, a[1], &from)) return kAbsent;
  if (from < 0) return th.raise(E_ValueError, "idx cannot be negative");
  Str* s = u.as<Str>();
  Scanner scan(th, s);
  if (!truth_native(th, a[2], &scan.strict)) return kAbsent;
  auto hook = [](Value v) { return v.u == kNone.u ? kAbsent : v; };
  scan.object_hook = hook(a[3]);
  scan.pairs_hook = hook(a[4]);
  if (a[5].u != of(th.in.types[int(Kind::Float)]).u) scan.parse_float = a[5];
  if (a[6].u != of(th.in.types[int(Kind::Int)]).u) scan.parse_int = a[6];
  scan.parse_constant = a[7];
  if (from >= int64_t(s->chars)) return th.raise_value(E_StopIteration, a[1]);
  size_t at = str_offset(s, size_t(from));
  Value v = scan.value(&at);
  return with_end(th, v, s, at);
}

// --- writing

void write_string(std::string_view s, bool ascii, std::string* out) {
  static const char* const kHex = "0123456789abcdef";
  auto unit = [&](char32_t c) {
    char b[6] = {'\\', 'u', kHex[c >> 12 & 15], kHex[c >> 8 & 15], kHex[c >> 4 & 15], kHex[c & 15]};
    out->append(b, 6);
  };
  *out += '"';
  size_t from = 0;
  for (size_t i = 0; i < s.size();) {
    uint8_t c = uint8_t(s[i]);
    bool plain = c >= 0x20 && c != '"' && c != '\\' && (c < 0x7F || (c >= 0x80 && !ascii) || (c == 0x7F && !ascii));
    if (LIKELY(plain)) {
      i++;
      continue;
    }
    out->append(s.substr(from, i - from));
    constexpr std::string_view kNames = "\"\\bfnrt", kChars = "\"\\\b\f\n\r\t";
    if (size_t k = c < 0x80 ? kChars.find(char(c)) : kChars.npos; k != kChars.npos) {
      *out += '\\';
      *out += kNames[k];
      i++;
    } else {
      char32_t p = text::next(s, &i);
      if (p >= 0x10000) {
        p -= 0x10000;
        unit(0xD800 | (p >> 10));
        unit(0xDC00 | (p & 0x3FF));
      } else {
        unit(p);
      }
    }
    from = i;
  }
  out->append(s.substr(from));
  *out += '"';
}
template <bool kAscii>
Value encode_string(Thread& th, Value* a, int) {
  Value u = unwrap(a[0]);
  if (!is_str(u)) return th.raise(E_TypeError, "first argument must be a string, not %s", type_name(th, a[0]).c_str());
  std::string out;
  write_string(sv(u), kAscii, &out);
  return new_str(th, out);
}
struct Writer {
  Thread& th;
  Value default_hook;
  std::string_view indent, item_separator, key_separator;
  bool has_indent = false, ascii = true, sort_keys = false, skip_keys = false, allow_nan = true, circular = true;
  std::string out = {};
  std::vector<Cell*> open = {};  // containers being written
  size_t level = 0;

  bool enter(Value v) {
    if ((out.size() & 0xFFF) == 0 && th.attention && !th.slow_check()) return false;
    if (circular) {
      if (std::find(open.begin(), open.end(), v.cell()) != open.end()) {
        th.raise(E_ValueError, "Circular reference detected");
        return false;
      }
    }
    open.push_back(v.cell());
    return true;
  }
  void newline() {
    out += '\n';
    for (size_t i = 0; i < level; i++) out += indent;
  }
  bool float_text(double d) {
    if (LIKELY(std::isfinite(d))) return out += text::float_repr(d), true;
    if (!allow_nan) {
      th.raise(E_ValueError, "Out of range float values are not JSON compliant");
      return false;
    }
    out += d != d ? "NaN" : d > 0 ? "Infinity" : "-Infinity";
    return true;
  }
  bool sequence(Value whole, Value u) {
    bool tuple = u.is(Kind::Tuple);
    auto length = [&] { return tuple ? u.as<Tuple>()->len : u.as<List>()->len; };
    if (!length()) return out += "[]", true;
    if (!enter(whole)) return false;
    out += '[';
    level++;
    if (has_indent) newline();
    for (uint32_t i = 0; i < length(); i++) {
      if (i) {
        out += item_separator;
        if (has_indent) newline();
      }
      Owned item(inc(tuple ? u.as<Tuple>()->items[i] : u.as<List>()->items[i]));
      if (!wanted(th) || !value(item.get())) return false;
    }
    level--;
    if (has_indent) newline();
    out += ']';
    open.pop_back();
    return true;
  }
  // 1: written, 0: left out, -1: an exception
  int key(Value k, bool first) {
    Value u = unwrap(k);
    auto lead = [&] {
      if (!first) {
        out += item_separator;
        if (has_indent) newline();
      }
    };
    if (is_str(u)) {
      lead();
      write_string(sv(u), ascii, &out);
    } else if (u.is_float()) {
      lead();
      out += '"';
      if (!float_text(u.as_float())) return -1;
      out += '"';
    } else if (u.u == kTrue.u || u.u == kFalse.u || u.u == kNone.u) {
      lead();
      out += u.u == kTrue.u ? "\"true\"" : u.u == kFalse.u ? "\"false\"" : "\"null\"";
    } else if (is_intlike(u)) {
      lead();
      out += '"';
      if (!repr_of(th, u, &out)) return -1;
      out += '"';
    } else if (skip_keys) {
      return 0;
    } else {
      th.raise(E_TypeError, "keys must be str, int, float, bool or None, not %s", type_name(th, k).c_str());
      return -1;
    }
    out += key_separator;
    return 1;
  }
  bool mapping(Value whole, Value u) {
    Values items;  // key, value, key, value …
    Dict* d = u.as<Dict>();
    if (!d->used) return out += "{}", true;
    if (!enter(whole)) return false;
    if (whole.u == u.u && !sort_keys) {
      for (uint32_t i = 0; i < d->filled; i++)
        if (d->entries[i].key.u) {
          items.items.push_back(inc(d->entries[i].key));
          items.items.push_back(inc(d->entries[i].val));
        }
    } else {
      Owned view(th.call_method(whole, intern(th.in, "items"), nullptr, 0));
      Values pairs;
      if (!view || !iterate(th, view.get(), &pairs.items)) return false;
      if (sort_keys && !sort_values(th, pairs.items.data(), pairs.items.size(), kNone, false)) return false;
      for (Value p : pairs.items) {
        if (!p.is(Kind::Tuple) || p.as<Tuple>()->len != 2) {
          th.raise(E_ValueError, "items must return 2-tuples");
          return false;
        }
        items.items.push_back(inc(p.as<Tuple>()->items[0]));
        items.items.push_back(inc(p.as<Tuple>()->items[1]));
      }
    }
    out += '{';
    level++;
    if (has_indent) newline();
    bool first = true;
    for (size_t i = 0; i < items.items.size(); i += 2) {
      int k = key(items.items[i], first);
      if (k < 0) return false;
      if (k == 0) continue;
      first = false;
      if (!wanted(th) || !value(items.items[i + 1])) return false;
    }
    level--;
    if (has_indent) newline();
    out += '}';
    open.pop_back();
    return true;
  }
  bool value(Value v) {
    if (v.is_int()) {
      char b[24];
      out.append(b, size_t(std::to_chars(b, b + sizeof b, v.as_int()).ptr - b));
      return true;
    }
    if (v.is_float()) return float_text(v.as_float());
    if (v.u == kNone.u) return out += "null", true;
    if (v.u == kTrue.u) return out += "true", true;
    if (v.u == kFalse.u) return out += "false", true;
    Value u = unwrap(v);
    if (is_str(u)) return write_string(sv(u), ascii, &out), true;
    if (u.is_float()) return float_text(u.as_float());
    if (is_intlike(u)) return repr_of(th, u, &out);
    NativeDepth depth(th, " while encoding a JSON object");
    if (!depth) return false;
    if (u.is(Kind::List) || u.is(Kind::Tuple)) return sequence(v, u);
    if (u.is(Kind::Dict)) return mapping(v, u);
    bool marked = v.is_cell();
    if (marked && !enter(v)) return false;
    Owned other(th.call(default_hook, &v, 1));
    if (!other || !value(other.get())) return false;
    if (marked) open.pop_back();
    return true;
  }
};
// encode(o, default, ascii, indent, key_separator, item_separator, sort_keys, skip_keys, allow_nan, check_circular)
Value encode(Thread& th, Value* a, int) {
  Writer w{th, a[1], {}, {}, {}};
  Value separators[2] = {unwrap(a[4]), unwrap(a[5])};
  for (Value v : separators)
    if (!is_str(v)) return th.raise(E_TypeError, "separators must be str, not %s", type_name(th, v).c_str());
  w.key_separator = sv(separators[0]);
  w.item_separator = sv(separators[1]);
  Value indent = unwrap(a[3]);
  w.has_indent = is_str(indent);
  if (w.has_indent) w.indent = sv(indent);
  if (!truth_native(th, a[2], &w.ascii) || !truth_native(th, a[6], &w.sort_keys) ||
      !truth_native(th, a[7], &w.skip_keys) || !truth_native(th, a[8], &w.allow_nan) ||
      !truth_native(th, a[9], &w.circular))
    return kAbsent;
  if (!w.value(a[0])) return kAbsent;
  return new_str(th, w.out);
}

const NativeDef kFunctions[] = {
    {"scanstring", "(string, end, strict=True, /)", "The string behind a quote, and where it ends.", scanstring,
     Rule::residual},
    {"scan", "(string, idx, strict, object_hook, object_pairs_hook, parse_float, parse_int, parse_constant, /)",
     "The value at an index, and where it ends.", scan, Rule::opaque},
    {"encode_basestring", "(string, /)", "Return a JSON representation of a Python string", encode_string<false>,
     Rule::residual},
    {"encode_basestring_ascii", "(string, /)", "Return an ASCII-only JSON representation of a Python string",
     encode_string<true>, Rule::residual},
    {"encode",
     "(o, default, ascii, indent, key_separator, item_separator, sort_keys, skip_keys, allow_nan, check_circular, /)",
     "The JSON text of an object.", encode, Rule::opaque},
};

}  // namespace

const NativeModuleDef kJsonModule = {"_json", "The inner loops of json.", kFunctions};

}  // namespace adder::lib
