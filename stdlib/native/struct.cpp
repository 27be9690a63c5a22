// struct: bytes of C values. `struct` (stdlib/py/struct.py) adds the class Struct.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "stdlib/native/library.h"
#include "stdlib/native/support/errors.h"
#include "stdlib/native/support/struct_format.h"

namespace adder::lib {
namespace {

Value struct_error(Thread& th, const std::string& message) {
  return raise_named(th, "_struct", "error", message);
}

struct Item {
  char code;
  size_t count;  // of s, p, x: bytes; else repetitions
  size_t size;   // of one
  size_t align;
};
struct Layout {
  std::vector<Item> items;
  bool native = true;
  bool swap = false;  // big-endian
  size_t size = 0;
  size_t values = 0;
};

size_t standard_size(char c) {
  switch (c) {
    case 'l':
    case 'L': return 4;
    case 'n':
    case 'N':
    case 'P': return 0;
    default: return item_size(c);
  }
}

constexpr size_t kMostBytes = INT64_MAX;
bool too_long(Thread& th) {
  struct_error(th, "total struct size too long");
  return false;
}
bool parse(Thread& th, Value v, Layout* out) {
  Value u = unwrap(v);
  std::string_view s;
  Owned ascii;
  if (is_str(u) && u.as<Str>()->ascii()) {
    s = sv(u);
  } else if (is_str(u)) {
    ascii = Owned(encode_text(th, u, "ascii", "strict"));
    if (!ascii) return false;
    bytes_view(ascii.get(), &s);
  } else if (u.is(Kind::Bytes)) {
    s = u.as<Bytes>()->sv();
  } else {
    th.raise(E_TypeError, "Struct() argument 1 must be a str or bytes object, not %s", type_name(th, v).c_str());
    return false;
  }
  bool aligned = true;
  size_t i = 0;
  out->items.reserve(std::min<size_t>(s.size(), 16));
  if (!s.empty()) {
    switch (s[0]) {
      case '@': i = 1; break;
      case '=':
      case '<': i = 1, out->native = aligned = false; break;
      case '>':
      case '!': i = 1, out->native = aligned = false, out->swap = true; break;
      default: break;
    }
  }
  if (s.find('\0') != s.npos) return struct_error(th, "embedded null character"), false;
  while (i < s.size()) {
    char c = s[i];
    if (c == 32 || (c >= 9 && c <= 13)) {
      ++i;
      continue;
    }
    size_t count = 1;
    if (c >= '0' && c <= '9') {
      count = 0;
      while (i < s.size() && s[i] >= '0' && s[i] <= '9') {
        size_t digit = size_t(s[i++] - '0');
        if (count > (kMostBytes - digit) / 10) return too_long(th);
        count = count * 10 + digit;
      }
      if (i == s.size()) return struct_error(th, "repeat count given without format specifier"), false;
      c = s[i];
    }
    ++i;
    size_t size = c == 's' || c == 'p' || c == 'x' ? 1 : out->native ? item_size(c) : standard_size(c);
    if (!size) return struct_error(th, "bad char in struct format"), false;
    size_t align = aligned && c != 's' && c != 'p' && c != 'x' && c != 'c' && c != '?' ? size : 1;
    out->size = (out->size + align - 1) / align * align;
    out->items.push_back({c, count, size, align});
    if (out->size > kMostBytes || count > (kMostBytes - out->size) / size) return too_long(th);
    out->size += count * size;
    if (c == 's' || c == 'p')
      ++out->values;
    else if (c != 'x')
      out->values += count;
  }
  return true;
}

// In the standard layouts 'l' and 'L' take four bytes.
char native_code(const Layout& l, char c) {
  if (l.native) return c;
  return c == 'l' ? 'i' : c == 'L' ? 'I' : c;
}
void reverse(char* p, size_t n) {
  for (size_t i = 0; i < n / 2; ++i) std::swap(p[i], p[n - 1 - i]);
}

// Says that an integer does not fit an item. Little-endian layouts pack items of native sizes as the native one does.
void refuse(Thread& th, const Layout& l, char c, Value given, Value number) {
  size_t size = l.native ? item_size(c) : standard_size(c);
  bool is_signed = c >= 'a';
  if (size == 8 && (l.swap || c == 'P')) {
    if (is_intlike(unwrap(given)))
      struct_error(th, "int too large to convert");
    else
      th.raise(E_OverflowError, c == 'P' ? "Python int too large to convert to C unsigned long"
                                : !is_signed && big_sign(number) < 0 ? "can't convert negative int to unsigned"
                                                                     : "int too big to convert");
    return;
  }
  char word[8];
  bool read_signed = is_signed || size == 1 || (c == 'H' && !l.swap);
  if (size == 8 || !big_to_bytes(number, word, 8, read_signed)) {
    struct_error(th, "argument out of range");
    return;
  }
  std::string name = std::string("'") + c + "'";
  if (size == 1 || (size == 2 && !l.swap)) name = std::string(is_signed ? "" : "u") + (size == 1 ? "byte" : "short");
  int64_t most = (int64_t(1) << (size * 8 - is_signed)) - 1;
  struct_error(th, name + " format requires " + std::to_string(is_signed ? -most - 1 : 0) +
                       " <= number <= " + std::to_string(most));
}

bool to_real(Thread& th, Value v, double* out) {
  if (to_double_arg(th, v, out)) return true;
  th.clear_pending();
  struct_error(th, "required argument is not a float");
  return false;
}

bool pack_integer(Thread& th, const Layout& l, char c, Value v, char* to) {
  const size_t size = l.native ? item_size(c) : standard_size(c);
  if (v.is_int()) {
    const int64_t i = v.as_int();
    const bool is_signed = c >= 'a';
    const size_t bits = size * 8 - is_signed;
    if (is_signed ? bits == 63 || i >> bits == i >> 63 : i >= 0 && (bits == 64 || !(i >> bits)))
      return memcpy(to, &i, size), true;
  }
  if (!is_intlike(unwrap(v)) && !(v.is_cell() && type_find(type_of(th.in, v), th.name(n_index)).u)) {
    struct_error(th, "required argument is not an integer");
    return false;
  }
  Owned number(to_int_object(th, v));
  if (!number) return false;
  bool fits =
      big_to_bytes(number.get(), to, size, c >= 'a') || (c == 'P' && big_to_bytes(number.get(), to, size, true));
  if (!fits) refuse(th, l, c, v, number.get());
  return fits;
}

bool pack_one(Thread& th, const Layout& l, char c, Value v, char* to) {
  if (std::string_view("bBhHiIlLqQnNP").find(c) != std::string_view::npos) {
    if (!pack_integer(th, l, c, v, to)) return false;
  } else if (c == 'c') {
    Value u = unwrap(v);
    if (!u.is(Kind::Bytes) || u.as<Bytes>()->sv().size() != 1) {
      struct_error(th, "char format requires a bytes object of length 1");
      return false;
    }
    *to = u.as<Bytes>()->sv()[0];
  } else {
    double d = 0;
    if (c != '?' && !to_real(th, v, &d)) return false;
    const bool beyond = c == 'f' && !l.native && std::isinf(float(d)) && std::isfinite(d);
    if (beyond) th.raise(E_OverflowError, "float too large to pack with f format");
    if (beyond || !pack_item(th, c, c == '?' ? v : real(d), to)) {
      if (is_intlike(unwrap(v)) && th.pending_is(E_OverflowError)) {
        th.clear_pending();
        struct_error(th, "int too large to convert");
      }
      return false;
    }
  }
  if (l.swap) reverse(to, l.native ? item_size(c) : standard_size(c));
  return true;
}

bool check_count(Thread& th, const Layout& l, int n, const char* name) {
  if (size_t(n) == l.values) return true;
  struct_error(th, std::string(name) + " expected " + std::to_string(l.values) + " items for packing (got " +
                       std::to_string(n) + ")");
  return false;
}
bool pack(Thread& th, const Layout& l, Value* values, char* out) {
  size_t at = 0;
  for (const Item& item : l.items) {
    at = (at + item.align - 1) / item.align * item.align;
    if (item.code == 'x') {
      at += item.count;
      continue;
    }
    if (item.code == 's' || item.code == 'p') {
      std::string_view s;
      if (!bytes_view(*values, &s)) {
        struct_error(th, std::string("argument for '") + item.code + "' must be a bytes object");
        return false;
      }
      ++values;
      if (item.code == 's') {
        memcpy(out + at, s.data(), std::min(s.size(), item.count));
      } else if (item.count > 0) {
        size_t k = std::min<size_t>(s.size(), item.count - 1);  // more than 255 stay, but the length says 255
        out[at] = char(std::min<size_t>(k, 255));
        memcpy(out + at + 1, s.data(), k);
      }
      at += item.count;
      continue;
    }
    for (size_t k = 0; k < item.count; ++k, at += item.size)
      if (!pack_one(th, l, item.code, *values++, out + at)) return false;
  }
  return true;
}
Value unpack(Thread& th, const Layout& l, const char* p) {
  Tuple* t = tuple(th, l.values);
  size_t at = 0;
  size_t n = 0;
  for (const Item& item : l.items) {
    at = (at + item.align - 1) / item.align * item.align;
    if (item.code == 'x') {
      at += item.count;
      continue;
    }
    if (item.code == 's' || item.code == 'p') {
      std::string_view s(p + at, item.count);
      if (item.code == 'p' && item.count > 0)
        s = s.substr(1, std::min<size_t>(static_cast<unsigned char>(s[0]), item.count - 1));
      t->items[n++] = new_bytes(th, s);
      at += item.count;
      continue;
    }
    for (size_t k = 0; k < item.count; ++k, at += item.size) {
      char buffer[8];
      memcpy(buffer, p + at, item.size);
      if (l.swap) reverse(buffer, item.size);
      t->items[n++] = unpack_item(th, native_code(l, item.code), buffer);
    }
  }
  return of(t);
}

Value struct_calcsize(Thread& th, Value* a, int) {
  Layout l;
  return parse(th, a[0], &l) ? integer(th, int64_t(l.size)) : kAbsent;
}
Value struct_pack(Thread& th, Value* a, int n) {
  Layout l;
  if (n == 0) return th.raise(E_TypeError, "missing format argument");
  if (!parse(th, a[0], &l) || !check_count(th, l, n - 1, "pack") || !th.check_memory(l.size)) return kAbsent;
  std::string out(l.size, '\0');
  return pack(th, l, a + 1, out.data()) ? new_bytes(th, out) : kAbsent;
}
Value struct_pack_into(Thread& th, Value* a, int n) {
  Layout l;
  Buffer b;
  int64_t offset;
  if (n == 0) return th.raise(E_TypeError, "missing format argument");
  if (!parse(th, a[0], &l)) return kAbsent;
  if (n < 3)
    return struct_error(th, n == 1 ? "pack_into expected buffer argument" : "pack_into expected offset argument");
  if (!check_count(th, l, n - 3, "pack_into")) return kAbsent;
  if (!get_buffer(th, a[1], &b) || !b.writable) {
    th.clear_pending();
    return th.raise(E_TypeError, "argument must be read-write bytes-like object, not %s",
                    argument_type_name(th, a[1]).c_str());
  }
  if (!to_index(th, a[2], &offset)) {
    if (!th.pending_is(E_OverflowError)) return kAbsent;
    th.clear_pending();
    return th.raise(E_IndexError, "cannot fit '%s' into an index-sized integer", type_name(th, a[2]).c_str());
  }
  int64_t size = int64_t(b.view.size());
  int64_t at = offset < 0 ? offset + size : offset;
  if (offset < 0 && offset + int64_t(l.size) > 0)
    return struct_error(th,
                        "no space to pack " + std::to_string(l.size) + " bytes at offset " + std::to_string(offset));
  if (at < 0)
    return struct_error(
        th, "offset " + std::to_string(offset) + " out of range for " + std::to_string(size) + "-byte buffer");
  if (size - at < int64_t(l.size))
    return struct_error(th, "pack_into requires a buffer of at least " + std::to_string(l.size + size_t(at)) +
                                " bytes for packing " + std::to_string(l.size) + " bytes at offset " +
                                std::to_string(at) + " (actual buffer size is " + std::to_string(size) + ")");
  std::string out(l.size, '\0');
  if (!pack(th, l, a + 3, out.data())) return kAbsent;
  memcpy(b.writable + at, out.data(), out.size());
  return kNone;
}
Value struct_unpack(Thread& th, Value* a, int) {
  Layout l;
  Buffer b;
  if (!parse(th, a[0], &l) || !get_buffer(th, a[1], &b)) return kAbsent;
  if (b.view.size() != l.size)
    return struct_error(th, "unpack requires a buffer of " + std::to_string(l.size) + " bytes");
  return unpack(th, l, b.view.data());
}
Value struct_unpack_from(Thread& th, Value* a, int) {
  Layout l;
  Buffer b;
  int64_t offset;
  if (!parse(th, a[0], &l) || !get_buffer(th, a[1], &b) || !to_index(th, a[2], &offset)) return kAbsent;
  int64_t size = int64_t(b.view.size());
  int64_t at = offset < 0 ? offset + size : offset;
  if (offset < 0 && offset + int64_t(l.size) > 0)
    return struct_error(th, "not enough data to unpack " + std::to_string(l.size) + " bytes at offset " + std::to_string(offset));
  if (at < 0)
    return struct_error(
        th, "offset " + std::to_string(offset) + " out of range for " + std::to_string(size) + "-byte buffer");
  if (size - at < int64_t(l.size))
    return struct_error(th, "unpack_from requires a buffer of at least " + std::to_string(l.size + size_t(at)) +
                                " bytes for unpacking " + std::to_string(l.size) + " bytes at offset " +
                                std::to_string(at) + " (actual buffer size is " + std::to_string(size) + ")");
  return unpack(th, l, b.view.data() + at);
}
Value struct_iter_unpack(Thread& th, Value* a, int) {
  Layout l;
  Buffer b;
  if (!parse(th, a[0], &l)) return kAbsent;
  if (l.size == 0) return struct_error(th, "cannot iteratively unpack with a struct of length 0");
  if (!get_buffer(th, a[1], &b)) return kAbsent;
  if (b.view.size() % l.size)
    return struct_error(th,
                        "iterative unpacking requires a buffer of a multiple of " + std::to_string(l.size) + " bytes");
  Ref<List> out(list(th));
  for (size_t at = 0; at < b.view.size(); at += l.size) push(out.get(), unpack(th, l, b.view.data() + at));
  return iter_native(th, out.value());
}

const NativeDef kFunctions[] = {
    {"calcsize", "(format, /)", "The size in bytes.", struct_calcsize, Rule::pure},
    {"pack", "(*values)", "Values as bytes.", struct_pack, Rule::residual},
    {"pack_into", "(*values)", "Values into a buffer.", struct_pack_into, Rule::residual},
    {"unpack", "(format, buffer, /)", "The values of the bytes.", struct_unpack, Rule::residual},
    {"unpack_from", "(format, /, buffer, offset=0)", "The values of bytes at an offset.", struct_unpack_from,
     Rule::residual},
    {"iter_unpack", "(format, buffer, /)", "The values of each block.", struct_iter_unpack, Rule::residual},
};
bool init_struct(Thread& th, Module* m) {
  Owned name(new_str(th, "error"));
  Ref<Tuple> bases(tuple(th, 1));
  bases->items[0] = of(inc(th.type(E_Exception)));
  Ref<Dict> ns(dict(th));
  dict_set(ns.get(), th.name(n_module), new_str(th, "struct"));
  Value args[3] = {name.get(), bases.value(), ns.value()};
  Value error = th.call(of(th.in.type_type), args, 3);
  if (!error.u) return false;
  module_set(th.in, m, "error", error);
  return true;
}

}  // namespace

const NativeModuleDef kStructModule = {"_struct", "Bytes of C values.", kFunctions, init_struct};

}  // namespace adder::lib
