// array.array: compact sequences of C values.
#include "interp/vm/special.h"
#include "stdlib/native/array.h"

#include <algorithm>
#include <cstring>

#include "interp/text/utf8.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/errors.h"
#include "stdlib/native/support/struct_format.h"

namespace adder::lib {

Array* array_of(Thread& th, Value v) {
  Type* t = library_state(th.in).array;
  return t && is_instance_of(v, t) ? payload<Array>(v) : nullptr;
}

namespace {

constexpr std::string_view kCodes = "bBuhHiIlLqQfd";

Array* self_of(Value* a) {
  return payload<Array>(a[0]);
}
void destroy_array(void* p) {
  static_cast<Array*>(p)->~Array();
}
size_t size_of(char code) {
  return code == 'u' ? 4 : item_size(code);
}
Value new_array(Thread& th, Type* type, char code) {
  Value self = of(instance(th, type));
  Array* a = new (payload<Array>(self)) Array();
  a->code = code;
  a->item = size_of(code);
  return self;
}
Value item_of(Thread& th, const Array* a, size_t i) {
  const char* p = a->data.data() + i * a->item;
  if (a->code != 'u') return unpack_item(th, a->code, p);
  uint32_t c;
  memcpy(&c, p, 4);
  if (c > 0x10FFFF)
    return th.raise(E_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", unsigned(c));
  return of(char_str(th.in, c));
}
struct Limit {
  char code;
  const char *low, *high;
};
// The words of the errors of the types of up to 32 bits.
constexpr Limit kLimits[] = {
    {'b', "signed char is less than minimum", "signed char is greater than maximum"},
    {'B', "unsigned byte integer is less than minimum", "unsigned byte integer is greater than maximum"},
    {'h', "signed short integer is less than minimum", "signed short integer is greater than maximum"},
    {'H', "unsigned short is less than minimum", "unsigned short is greater than maximum"},
    {'i', "signed integer is less than minimum", "signed integer is greater than maximum"},
    {'I', "can't convert negative value to unsigned int", "unsigned int is greater than maximum"},
};
bool pack(Thread& th, char code, Value v, char* to) {
  if (code == 'u') {
    Value u = unwrap(v);
    std::string_view s = is_str(u) ? sv(u) : std::string_view();
    size_t at = 0;
    uint32_t c = s.empty() ? 0 : uint32_t(text::next(s, &at));
    if (s.empty() || at != s.size()) {
      th.raise(E_TypeError, "array item must be unicode character");
      return false;
    }
    memcpy(to, &c, 4);
    return true;
  }
  if (code == 'f' || code == 'd') return pack_item(th, code, v, to);
  Owned n(to_int_object(th, v));
  if (!n) return false;
  char bytes[8];
  bool is_signed = code >= 'a';
  if (big_to_bytes(n.get(), bytes, size_of(code), is_signed)) {
    memcpy(to, bytes, size_of(code));
    return true;
  }
  bool negative = big_sign(n.get()) < 0;
  for (const Limit& l : kLimits)
    if (l.code == code) {
      bool wide = code != 'I' || !negative ? !big_to_bytes(n.get(), bytes, 8, true) : false;
      th.raise(E_OverflowError, "%s",
               wide ? (code == 'I' ? "Python int too large to convert to C unsigned long"
                                   : "Python int too large to convert to C long")
                    : (negative ? l.low : l.high));
      return false;
    }
  th.raise(E_OverflowError, "%s",
           code == 'L' ? (negative ? "can't convert negative value to unsigned int"
                                   : "Python int too large to convert to C unsigned long")
           : code == 'l'             ? "Python int too large to convert to C long"
           : code == 'Q' && negative ? "can't convert negative int to unsigned"
                                     : "int too big to convert");
  return false;
}
bool resizable(Thread& th, const Array* a) {
  if (!a->exports) return true;
  th.raise(E_BufferError, "cannot resize an array that is exporting buffers");
  return false;
}
bool add(Thread& th, Array* a, Value v) {
  char item[8];
  if (!pack(th, a->code, v, item) || !resizable(th, a)) return false;
  a->data.append(item, a->item);
  return true;
}
bool add_bytes(Thread& th, Array* a, Value v) {
  Buffer b;
  if (!get_buffer(th, v, &b)) return false;
  if (b.item != 1) {
    th.raise(E_TypeError, "a bytes-like object is required");
    return false;
  }
  if (b.view.size() % a->item) {
    th.raise(E_ValueError, "bytes length not a multiple of item size");
    return false;
  }
  if (!b.view.empty() && !resizable(th, a)) return false;
  a->data += b.view;
  return true;
}
bool extend(Thread& th, Value self, Value source) {
  Array* a = payload<Array>(self);
  if (Array* from = array_of(th, source)) {
    if (from->code != a->code) {
      th.raise(E_TypeError, "can only extend with array of same kind");
      return false;
    }
    if (!th.check_memory(a->data.size() + from->data.size())) return false;
    if (!from->data.empty() && !resizable(th, a)) return false;
    a->data += std::string(from->data);
    return true;
  }
  Owned it(iter_native(th, source));
  if (!it) return false;
  while (true) {
    Owned v(next_value(th, it.get()));
    if (!v) return false;
    if (v.get().u == kStop.u) return true;
    if (!add(th, payload<Array>(self), v.get())) return false;
  }
}
bool add_text(Thread& th, Array* a, std::string_view s) {
  for (size_t at = 0; at < s.size();) {
    uint32_t c = uint32_t(text::next(s, &at));
    a->data.append(reinterpret_cast<char*>(&c), 4);
  }
  return true;
}

Value array_new(Thread& th, Native*, Value* a, int n, Tuple* kw) {
  Type* cls = a[0].as<Type>();
  int given = n - 1;
  if (kw && kw->len) {
    if (cls == library_state(th.in).array) return th.raise(E_TypeError, "array.array() takes no keyword arguments");
    given -= int(kw->len);
  }
  if (given < 1) return th.raise(E_TypeError, "array() takes at least 1 argument (%d given)", given);
  if (given > 2) return th.raise(E_TypeError, "array() takes at most 2 arguments (%d given)", given);
  Value code_text = unwrap(a[1]);
  size_t at = 0;
  char32_t code = 0;
  if (is_str(code_text) && !sv(code_text).empty()) code = text::next(sv(code_text), &at);
  if (!is_str(code_text) || at != sv(code_text).size() || at == 0)
    return th.raise(E_TypeError, "array() argument 1 must be a unicode character, not %s",
                    argument_type_name(th, a[1]).c_str());
  Value start = given == 2 ? a[2] : kAbsent;
  if (start.u && code != 'u') {
    if (is_str(unwrap(start)))
      return th.raise(E_TypeError, "cannot use a str to initialize an array with typecode '%c'", char(code));
    Array* other = array_of(th, start);
    if (other && other->code == 'u')
      return th.raise(E_TypeError, "cannot use a unicode array to initialize an array with typecode '%c'", char(code));
  }
  if (code > 127 || kCodes.find(char(code)) == std::string_view::npos)
    return th.raise(E_ValueError, "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
  Owned self(new_array(th, cls, char(code)));
  Array* r = payload<Array>(self.get());
  if (!start.u) return self.release();
  Value u = unwrap(start);
  bool ok;
  Array* other = array_of(th, start);
  if (code == 'u' && is_str(u))
    ok = add_text(th, r, sv(u));
  else if (u.is(Kind::Bytes) || u.is(Kind::ByteArray))
    ok = add_bytes(th, r, u);
  else if (other && other->code != r->code) {
    Owned it(iter_native(th, start));
    ok = it && extend(th, self.get(), it.get());
  } else
    ok = extend(th, self.get(), start);
  return ok ? self.release() : kAbsent;
}

Value array_append(Thread& th, Value* a, int) {
  return add(th, self_of(a), a[1]) ? kNone : kAbsent;
}
Value array_extend(Thread& th, Value* a, int) {
  return extend(th, a[0], a[1]) ? kNone : kAbsent;
}
Value array_len(Thread& th, Value* a, int) {
  return integer(th, int64_t(self_of(a)->count()));
}
bool position(Thread& th, Array* a, Value k, const char* error, int64_t* at) {
  if (!to_index_clamped(th, k, at)) return false;
  if (int64_t same; (*at == INT64_MAX || *at == INT64_MIN) && !to_index(th, k, &same)) {
    if (!th.pending_is(E_OverflowError)) return false;
    th.clear_pending();
    th.raise(E_IndexError, "cannot fit '%s' into an index-sized integer", type_name(th, k).c_str());
    return false;
  }
  if (*at < 0) *at += int64_t(a->count());
  if (*at >= 0 && *at < int64_t(a->count())) return true;
  th.raise(E_IndexError, "%s", error);
  return false;
}
bool is_index(Thread& th, Value k) {
  return is_intlike(unwrap(k)) || (k.is_cell() && type_find(type_of(th.in, k), th.name(n_index)).u);
}
Value array_getitem(Thread& th, Value* a, int) {
  Array* s = self_of(a);
  if (a[1].is(Kind::Slice)) {
    int64_t lo, hi, step, n;
    if (!slice_indices(th, a[1].as<Slice>(), [=] { return int64_t(s->count()); }, &lo, &hi, &step, &n)) return kAbsent;
    Value r = new_array(th, library_state(th.in).array, s->code);
    Array* t = payload<Array>(r);
    if (step == 1 && n > 0) {
      t->data = s->data.substr(size_t(lo) * s->item, size_t(n) * s->item);
    } else {
      t->data.reserve(size_t(n) * s->item);
      for (int64_t i = 0; i < n; ++i, lo += step) t->data.append(s->data, size_t(lo) * s->item, s->item);
    }
    return r;
  }
  if (!is_index(th, a[1])) return th.raise(E_TypeError, "array indices must be integers");
  int64_t at;
  return position(th, s, a[1], "array index out of range", &at) ? item_of(th, s, size_t(at)) : kAbsent;
}
// Replaces a slice by bytes; absent: deletes it.
Value set_slice(Thread& th, Array* s, Slice* slice, const std::string* with) {
  int64_t lo, hi, step, n;
  if (!slice_indices(th, slice, [=] { return int64_t(s->count()); }, &lo, &hi, &step, &n)) return kAbsent;
  size_t item = s->item;
  if (step == 1) {
    if (!with || with->size() != size_t(n) * item)
      if (!resizable(th, s)) return kAbsent;
    s->data.replace(size_t(lo) * item, size_t(n) * item, with ? *with : std::string());
    return kNone;
  }
  if (!with) {
    if (n == 0) return kNone;
    if (!resizable(th, s)) return kAbsent;
    if (step < 0) {
      lo += (n - 1) * step;
      step = -step;
    }
    for (int64_t i = n - 1; i >= 0; --i) s->data.erase(size_t(lo + i * step) * item, item);
    return kNone;
  }
  if (with->size() != size_t(n) * item)
    return th.raise(E_ValueError, "attempt to assign array of size %zu to extended slice of size %lld",
                    with->size() / item, static_cast<long long>(n));
  for (int64_t i = 0; i < n; ++i, lo += step) s->data.replace(size_t(lo) * item, item, *with, size_t(i) * item, item);
  return kNone;
}
Value array_setitem(Thread& th, Value* a, int) {
  Array* s = self_of(a);
  if (a[1].is(Kind::Slice)) {
    Array* from = array_of(th, a[2]);
    if (!from)
      return th.raise(E_TypeError, "can only assign array (not \"%s\") to array slice", type_name(th, a[2]).c_str());
    if (from->code != s->code) return th.raise(E_TypeError, "bad argument type for built-in operation");
    std::string copy = from->data;
    return set_slice(th, s, a[1].as<Slice>(), &copy);
  }
  if (!is_index(th, a[1])) return th.raise(E_TypeError, "array indices must be integers");
  int64_t at;
  char item[8];
  if (!position(th, s, a[1], "array assignment index out of range", &at) || !pack(th, s->code, a[2], item))
    return kAbsent;
  if (size_t(at) >= s->count()) return th.raise(E_IndexError, "array assignment index out of range");
  memcpy(s->data.data() + size_t(at) * s->item, item, s->item);
  return kNone;
}
Value array_delitem(Thread& th, Value* a, int) {
  Array* s = self_of(a);
  if (a[1].is(Kind::Slice)) return set_slice(th, s, a[1].as<Slice>(), nullptr);
  if (!is_index(th, a[1])) return th.raise(E_TypeError, "array indices must be integers");
  int64_t at;
  if (!position(th, s, a[1], "array assignment index out of range", &at) || !resizable(th, s)) return kAbsent;
  s->data.erase(size_t(at) * s->item, s->item);
  return kNone;
}
Value array_add(Thread& th, Value* a, int) {
  Array *s = self_of(a), *o = array_of(th, a[1]);
  if (!o) return th.raise(E_TypeError, "can only append array (not \"%s\") to array", type_name(th, a[1]).c_str());
  if (o->code != s->code) return th.raise(E_TypeError, "bad argument type for built-in operation");
  if (!th.check_memory(s->data.size() + o->data.size())) return kAbsent;
  Value r = new_array(th, library_state(th.in).array, s->code);
  payload<Array>(r)->data = s->data + o->data;
  return r;
}
Value array_iadd(Thread& th, Value* a, int) {
  if (!array_of(th, a[1]))
    return th.raise(E_TypeError, "can only extend array with array (not \"%s\")", type_name(th, a[1]).c_str());
  return extend(th, a[0], a[1]) ? inc(a[0]) : kAbsent;
}
bool repeated(Thread& th, Value* a, bool in_place, std::string* out) {
  if (!in_place && !is_index(th, a[1])) {
    th.raise(E_TypeError, "can't multiply sequence by non-int of type '%s'", type_name(th, a[1]).c_str());
    return false;
  }
  int64_t n;
  if (!to_index(th, a[1], &n)) return false;
  const std::string& data = self_of(a)->data;
  if (n <= 0 || data.empty()) return true;
  if (size_t(n) > (size_t(1) << 46) / data.size() || !th.check_memory(size_t(n) * data.size())) {
    if (!th.pending.u) th.raise_obj(of(instance(th, th.type(E_MemoryError))));
    return false;
  }
  out->reserve(size_t(n) * data.size());
  for (int64_t i = 0; i < n; ++i) *out += data;
  return true;
}
Value array_mul(Thread& th, Value* a, int) {
  std::string out;
  if (!repeated(th, a, false, &out)) return kAbsent;
  Value r = new_array(th, library_state(th.in).array, self_of(a)->code);
  payload<Array>(r)->data = std::move(out);
  return r;
}
Value array_imul(Thread& th, Value* a, int) {
  std::string out;
  if (!repeated(th, a, true, &out)) return kAbsent;
  if (out.size() != self_of(a)->data.size()) {
    if (!resizable(th, self_of(a))) return kAbsent;
    self_of(a)->data = std::move(out);
  }
  return inc(a[0]);
}
// The first position of a value in lo..hi; -1: none, -2: error.
int64_t locate(Thread& th, Value self, Value v, int64_t lo, int64_t hi) {
  Array* s = payload<Array>(self);
  for (int64_t i = lo; i < hi && i < int64_t(s->count()); ++i) {
    Owned x(item_of(th, s, size_t(i)));
    if (!x) return -2;
    int e = equal(th, x.get(), v);
    if (e < 0) return -2;
    if (e) return i;
  }
  return -1;
}
Value array_contains(Thread& th, Value* a, int) {
  int64_t at = locate(th, a[0], a[1], 0, INT64_MAX);
  return at == -2 ? kAbsent : boolean(at >= 0);
}
Value array_count(Thread& th, Value* a, int) {
  int64_t n = 0;
  for (int64_t at = 0; (at = locate(th, a[0], a[1], at, INT64_MAX)) != -1; ++at, ++n)
    if (at == -2) return kAbsent;
  return integer(th, n);
}
Value array_index(Thread& th, Value* a, int) {
  int64_t lo, hi;
  if (!range_args(th, a[2], a[3], [&] { return self_of(a)->count(); }, &lo, &hi)) return kAbsent;
  int64_t at = locate(th, a[0], a[1], lo, hi);
  if (at == -2) return kAbsent;
  return at >= 0 ? integer(th, at) : th.raise(E_ValueError, "array.index(x): x not in array");
}
Value array_remove(Thread& th, Value* a, int) {
  int64_t at = locate(th, a[0], a[1], 0, INT64_MAX);
  if (at == -2) return kAbsent;
  Array* s = self_of(a);
  if (at < 0 || size_t(at) >= s->count()) return th.raise(E_ValueError, "array.remove(x): x not in array");
  if (!resizable(th, s)) return kAbsent;
  s->data.erase(size_t(at) * s->item, s->item);
  return kNone;
}
Value array_pop(Thread& th, Value* a, int) {
  Array* s = self_of(a);
  int64_t at;
  if (!to_index(th, a[1], &at)) return kAbsent;
  if (s->data.empty()) return th.raise(E_IndexError, "pop from empty array");
  if (at < 0) at += int64_t(s->count());
  if (at < 0 || at >= int64_t(s->count())) return th.raise(E_IndexError, "pop index out of range");
  Owned v(item_of(th, s, size_t(at)));
  if (!v || !resizable(th, s)) return kAbsent;
  s->data.erase(size_t(at) * s->item, s->item);
  return v.release();
}
Value array_insert(Thread& th, Value* a, int) {
  Array* s = self_of(a);
  int64_t at;
  char item[8];
  if (!to_index(th, a[1], &at) || !pack(th, s->code, a[2], item) || !resizable(th, s)) return kAbsent;
  int64_t n = int64_t(s->count());
  if (at < 0) at = std::max<int64_t>(at + n, 0);
  s->data.insert(size_t(std::min(at, n)) * s->item, item, s->item);
  return kNone;
}
Value array_reverse(Thread&, Value* a, int) {
  Array* s = self_of(a);
  char* p = s->data.data();
  size_t n = s->count(), w = s->item;
  for (size_t i = 0; i < n / 2; ++i) std::swap_ranges(p + i * w, p + i * w + w, p + (n - 1 - i) * w);
  return kNone;
}
Value array_byteswap(Thread&, Value* a, int) {
  Array* s = self_of(a);
  for (size_t i = 0; i < s->data.size(); i += s->item)
    std::reverse(s->data.begin() + long(i), s->data.begin() + long(i + s->item));
  return kNone;
}
Value array_tolist(Thread& th, Value* a, int) {
  Array* s = self_of(a);
  Ref<List> l(list(th, s->count()));
  for (size_t i = 0; i < s->count(); ++i) {
    Value v = item_of(th, s, i);
    if (!v.u) return kAbsent;
    push(l.get(), v);
  }
  return of(l.release());
}
Value array_tobytes(Thread& th, Value* a, int) {
  return new_bytes(th, self_of(a)->data);
}
Value array_frombytes(Thread& th, Value* a, int) {
  return add_bytes(th, self_of(a), a[1]) ? kNone : kAbsent;
}
Value array_fromlist(Thread& th, Value* a, int) {
  Value l = unwrap(a[1]);
  if (!l.is(Kind::List)) return th.raise(E_TypeError, "arg must be list");
  Array* s = self_of(a);
  size_t before = s->data.size();
  uint32_t n = l.as<List>()->len;
  for (uint32_t i = 0; i < n; ++i) {
    Owned item(inc(l.as<List>()->items[i]));
    bool ok = add(th, s, item.get());
    if (ok && l.as<List>()->len != n) {
      th.raise(E_RuntimeError, "list changed size during iteration");
      ok = false;
    }
    if (!ok) {
      if (s->data.size() > before && !s->exports) s->data.resize(before);
      return kAbsent;
    }
  }
  return kNone;
}
Value text_of(Thread& th, Array* s) {
  std::string out;
  for (size_t i = 0; i < s->count(); ++i) {
    Owned c(item_of(th, s, i));
    if (!c) return kAbsent;
    out += sv(c.get());
  }
  return new_str(th, out);
}
Value array_tounicode(Thread& th, Value* a, int) {
  if (self_of(a)->code != 'u')
    return th.raise(E_ValueError, "tounicode() may only be called on unicode type arrays");
  return text_of(th, self_of(a));
}
Value array_fromunicode(Thread& th, Value* a, int) {
  std::string_view s;
  if (!text_arg(th, a[1], "fromunicode() argument", &s)) return kAbsent;
  if (self_of(a)->code != 'u')
    return th.raise(E_ValueError, "fromunicode() may only be called on unicode type arrays");
  if (!s.empty() && !resizable(th, self_of(a))) return kAbsent;
  add_text(th, self_of(a), s);
  return kNone;
}
Value array_tofile(Thread& th, Value* a, int) {
  Owned data(new_bytes(th, self_of(a)->data));
  Value args[1] = {data.get()};
  Owned r(th.call_method(a[1], intern(th.in, "write"), args, 1));
  return r ? kNone : kAbsent;
}
Value array_fromfile(Thread& th, Value* a, int) {
  int64_t n;
  if (!to_index(th, a[2], &n)) return kAbsent;
  if (n < 0) return th.raise(E_ValueError, "negative count");
  int64_t bytes;
  if (__builtin_mul_overflow(n, int64_t(self_of(a)->item), &bytes)) return th.raise_obj(of(instance(th, th.type(E_MemoryError))));
  Owned count(integer(th, bytes));
  Value args[1] = {count.get()};
  Owned data(th.call_method(a[1], intern(th.in, "read"), args, 1));
  if (!data) return kAbsent;
  if (!data.get().is(Kind::Bytes)) return th.raise(E_TypeError, "read() didn't return bytes");
  bool enough = int64_t(data.get().as<Bytes>()->sv().size()) == bytes;
  if (!add_bytes(th, self_of(a), data.get())) return kAbsent;
  return enough ? kNone : th.raise(E_EOFError, "read() didn't return enough bytes");
}
Value array_info(Thread& th, Value* a, int) {
  return pair(th, integer(th, int64_t(self_of(a)->data.data())), integer(th, int64_t(self_of(a)->count())));
}
Value array_repr(Thread& th, Value* a, int) {
  Array* s = self_of(a);
  std::string out = std::string(type_of(th, a[0])->name->sv()) + "('" + s->code + "'";
  if (s->count()) {
    Owned body(s->code == 'u' ? text_of(th, s) : array_tolist(th, a, 1));
    out += ", ";
    if (!body || !repr_of(th, body.get(), &out)) return kAbsent;
  }
  return new_str(th, out + ")");
}
template <Op kOp>
Value array_compare(Thread& th, Value* a, int) {
  Array *s = self_of(a), *o = array_of(th, a[1]);
  if (!o) return kNotImplemented;
  if (kOp == EQ && s->count() != o->count()) return kFalse;
  if (kOp == NE && s->count() != o->count()) return kTrue;
  Owned x(array_tolist(th, a, 1));
  Owned y(array_tolist(th, a + 1, 1));
  return x && y ? compare_native(th, kOp, x.get(), y.get()) : kAbsent;
}
Value array_copy(Thread& th, Value* a, int) {
  Value r = new_array(th, library_state(th.in).array, self_of(a)->code);
  payload<Array>(r)->data = self_of(a)->data;
  return r;
}
Value array_sizeof(Thread& th, Value* a, int) {
  return integer(th, 64 + int64_t(self_of(a)->data.size()));
}
// The number of the format of the bytes, as pickles of arrays name it.
int machine_format(char code) {
  switch (code) {
    case 'b': return 1;
    case 'B': return 0;
    case 'h': return 4;
    case 'H': return 2;
    case 'i': return 8;
    case 'I': return 6;
    case 'l':
    case 'q': return 12;
    case 'L':
    case 'Q': return 10;
    case 'f': return 14;
    case 'd': return 16;
    default: return 20;
  }
}
Value array_reduce_ex(Thread& th, Value* a, int) {
  int64_t protocol;
  if (!to_index(th, a[1], &protocol)) return kAbsent;
  Array* s = self_of(a);
  Owned state(kNone);
  if (type_of(th.in, a[0]) != library_state(th.in).array) {
    state = Owned(get_attr_or_stop(th, a[0], intern(th.in, "__dict__")));
    if (!state) return kAbsent;
    if (state.get().u == kStop.u) state = Owned(kNone);
  }
  Ref<Tuple> r(tuple(th, 3));
  r->items[2] = state.release();
  Owned code(new_str(th, std::string_view(&s->code, 1)));
  Value type = of(inc(type_of(th.in, a[0])));
  if (protocol < 3) {
    Ref<Tuple> args(tuple(th, 2));
    args->items[0] = code.release();
    args->items[1] = array_tolist(th, a, 1);
    r->items[0] = type;
    r->items[1] = of(args.release());
    return of(r.release());
  }
  Ref<Tuple> args(tuple(th, 4));
  args->items[0] = type;
  args->items[1] = code.release();
  args->items[2] = integer49(machine_format(s->code));
  args->items[3] = new_bytes(th, s->data);
  Value rebuild = module_name(th, "array", "_array_reconstructor");
  if (!rebuild.u) return th.raise(E_AttributeError, "module 'array' has no attribute '_array_reconstructor'");
  r->items[0] = inc(rebuild);
  r->items[1] = of(args.release());
  return of(r.release());
}
Value array_rebuild(Thread& th, Value* a, int) {
  Value cls = a[0];
  if (!cls.is(Kind::Type))
    return th.raise(E_TypeError, "first argument must be a type object, not %s", type_name(th, cls).c_str());
  if (!subtype(cls.as<Type>(), library_state(th.in).array))
    return th.raise(E_TypeError, "%s is not a subtype of array.array",
                    full_type_name(cls.as<Type>()).c_str());
  std::string_view code;
  int64_t format;
  Buffer b;
  if (!is_str(unwrap(a[1])))
    return th.raise(E_TypeError, "_array_reconstructor() argument 2 must be a unicode character, not %s",
                    argument_type_name(th, a[1]).c_str());
  code = sv(unwrap(a[1]));
  if (!to_index(th, a[2], &format)) return kAbsent;
  if (code.size() != 1 || kCodes.find(code[0]) == std::string_view::npos)
    return th.raise(E_ValueError, "second argument must be a valid type code");
  if (format < 0 || format > 21)
    return th.raise(E_ValueError, "third argument must be a valid machine format code.");
  if (!a[3].is(Kind::Bytes))
    return th.raise(E_TypeError, "fourth argument should be bytes, not %s", type_name(th, a[3]).c_str());
  std::string data(a[3].as<Bytes>()->sv());
  // Formats come in pairs, little-endian first; the widths and kinds of the pairs:
  constexpr std::string_view kFormats = "BbHHhhIIiiQQqqffdd";
  char from = format < 18 ? kFormats[size_t(format)] : 'u';
  size_t width = format >= 18 ? (format < 20 ? 2 : 4) : item_size(from);
  if (data.size() % width) return th.raise(E_ValueError, "bytes length not a multiple of item size");
  bool big = format >= 2 && format % 2 == 1;
  Owned self(new_array(th, cls.as<Type>(), code[0]));
  Array* r = payload<Array>(self.get());
  for (size_t at = 0; at < data.size(); at += width) {
    char item[8];
    memcpy(item, data.data() + at, width);
    if (big) std::reverse(item, item + width);
    Owned v;
    if (from == 'u') {
      uint32_t c = 0;
      memcpy(&c, item, width);
      bool pair_follows = width == 2 && c >= 0xD800 && c < 0xDC00 && at + 4 <= data.size();
      if (pair_follows) {
        uint32_t second = uint8_t(data[at + 2 + big]) | uint32_t(uint8_t(data[at + 3 - big])) << 8;
        if (second >= 0xDC00 && second < 0xE000) {
          c = 0x10000 + ((c - 0xD800) << 10) + (second - 0xDC00);
          at += width;
        }
      }
      if (c > 0x10FFFF) return th.raise(E_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", unsigned(c));
      v = Owned(of(char_str(th.in, c)));
    } else {
      v = Owned(unpack_item(th, from, item));
    }
    if (!v || !add(th, r, v.get())) return kAbsent;
  }
  return self.release();
}

// --- iterator ---
struct ArrayIter {
  Value array = kAbsent;  // owned
  size_t at = 0;
};
extern const NativeTypeDef kIterType;
void destroy_iter(void* p) {
  dec(static_cast<ArrayIter*>(p)->array);
}
void traverse_iter(void* p, Visitor& v) {
  v.visit(static_cast<ArrayIter*>(p)->array);
}
void clear_iter(void* p) {
  put(static_cast<ArrayIter*>(p)->array, kAbsent);
}
Value array_iter(Thread& th, Value* a, int) {
  Value self = of(instance(th, native_type(th.in, kIterType)));
  new (payload<ArrayIter>(self)) ArrayIter();
  payload<ArrayIter>(self)->array = inc(a[0]);
  return self;
}
Value iter_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value iter_next(Thread& th, Value* a, int) {
  ArrayIter* it = payload<ArrayIter>(a[0]);
  if (it->array.u) {
    Array* s = payload<Array>(it->array);
    if (it->at < s->count()) return item_of(th, s, it->at++);
    put(it->array, kAbsent);
  }
  return kStop;
}
Value iter_reduce(Thread& th, Value* a, int) {
  ArrayIter* it = payload<ArrayIter>(a[0]);
  Value function = dict_get(th.in.builtins, intern(th.in, "iter"));
  Ref<Tuple> args(tuple(th, 1));
  args->items[0] = it->array.u ? inc(it->array) : of(inc(th.in.empty_tuple));
  Ref<Tuple> r(tuple(th, it->array.u ? 3 : 2));
  r->items[0] = inc(function);
  r->items[1] = of(args.release());
  if (it->array.u) r->items[2] = integer(th, int64_t(it->at));
  return of(r.release());
}
Value iter_setstate(Thread& th, Value* a, int) {
  ArrayIter* it = payload<ArrayIter>(a[0]);
  int64_t at;
  if (!to_index(th, a[1], &at)) return kAbsent;
  if (it->array.u)
    it->at = size_t(std::clamp<int64_t>(at, 0, int64_t(payload<Array>(it->array)->count())));
  return kNone;
}
const NativeDef kIterMethods[] = {
    {"__iter__", "(self, /)", "", iter_self, Rule::residual},
    {"__next__", "(self, /)", "", iter_next, Rule::residual, 0, next_called},
    {"__reduce__", "(self, /)", "", iter_reduce, Rule::residual},
    {"__setstate__", "(self, state, /)", "", iter_setstate, Rule::residual},
};
const NativeTypeDef kIterType = {"array.arrayiterator", "", sizeof(ArrayIter), kIterMethods, {},
                                 destroy_iter, traverse_iter, clear_iter, kNoSubclass | kNoNew};

Value field_code(Thread& th, Value self) {
  return new_str(th, std::string_view(&payload<Array>(self)->code, 1));
}
Value field_itemsize(Thread&, Value self) {
  return integer49(int64_t(payload<Array>(self)->item));
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", nullptr, Rule::residual, 0, array_new},
    {"append", "(self, v, /)", "Add an item at the end.", array_append, Rule::residual},
    {"extend", "(self, bb, /)", "Add all items of an iterable.", array_extend, Rule::opaque},
    {"insert", "(self, i, v, /)", "Insert an item before position i.", array_insert, Rule::residual},
    {"pop", "(self, i=-1, /)", "Remove and give the item at position i.", array_pop, Rule::residual},
    {"remove", "(self, v, /)", "Remove the first item equal to v.", array_remove, Rule::residual},
    {"reverse", "(self, /)", "Reverse the items in place.", array_reverse, Rule::residual},
    {"count", "(self, v, /)", "Number of items equal to v.", array_count, Rule::residual},
    {"index", "(self, v, start=None, stop=None, /)", "The first position of v.", array_index, Rule::residual},
    {"byteswap", "(self, /)", "Reverse the bytes of each item.", array_byteswap, Rule::residual},
    {"buffer_info", "(self, /)", "(address, number of items).", array_info, Rule::residual},
    {"tolist", "(self, /)", "The items as a list.", array_tolist, Rule::residual},
    {"fromlist", "(self, list, /)", "Add the items of a list.", array_fromlist, Rule::residual},
    {"tobytes", "(self, /)", "The bytes of the items.", array_tobytes, Rule::residual},
    {"frombytes", "(self, buffer, /)", "Add items given as bytes.", array_frombytes, Rule::residual},
    {"tounicode", "(self, /)", "The text of an array of characters.", array_tounicode, Rule::residual},
    {"fromunicode", "(self, ustr, /)", "Add the characters of a text.", array_fromunicode, Rule::residual},
    {"tofile", "(self, f, /)", "Write the bytes to a file.", array_tofile, Rule::opaque},
    {"fromfile", "(self, f, n, /)", "Add n items read from a file.", array_fromfile, Rule::opaque, kParsesTuple},
    {"__len__", "(self, /)", "", array_len, Rule::residual},
    {"__getitem__", "(self, key, /)", "", array_getitem, Rule::residual},
    {"__setitem__", "(self, key, value, /)", "", array_setitem, Rule::residual},
    {"__delitem__", "(self, key, /)", "", array_delitem, Rule::residual},
    {"__contains__", "(self, key, /)", "", array_contains, Rule::residual},
    {"__iter__", "(self, /)", "", array_iter, Rule::residual},
    {"__add__", "(self, value, /)", "", array_add, Rule::residual},
    {"__iadd__", "(self, value, /)", "", array_iadd, Rule::residual},
    {"__mul__", "(self, value, /)", "", array_mul, Rule::residual},
    {"__rmul__", "(self, value, /)", "", array_mul, Rule::residual},
    {"__imul__", "(self, value, /)", "", array_imul, Rule::residual},
    {"__repr__", "(self, /)", "", array_repr, Rule::residual},
    {"__eq__", "(self, value, /)", "", array_compare<EQ>, Rule::residual},
    {"__ne__", "(self, value, /)", "", array_compare<NE>, Rule::residual},
    {"__lt__", "(self, value, /)", "", array_compare<LT>, Rule::residual},
    {"__le__", "(self, value, /)", "", array_compare<LE>, Rule::residual},
    {"__gt__", "(self, value, /)", "", array_compare<GT>, Rule::residual},
    {"__ge__", "(self, value, /)", "", array_compare<GE>, Rule::residual},
    {"__copy__", "(self, /)", "", array_copy, Rule::residual},
    {"__deepcopy__", "(self, memo, /)", "", array_copy, Rule::residual},
    {"__reduce_ex__", "(self, protocol, /)", "", array_reduce_ex, Rule::residual},
    {"__sizeof__", "(self, /)", "", array_sizeof, Rule::residual},
};
const GetSetDef kFields[] = {
    {"typecode", field_code, nullptr, "the character that names the type of the items"},
    {"itemsize", field_itemsize, nullptr, "bytes of one item"},
};
const NativeTypeDef kArray = {"array.array", "A compact sequence of numbers or characters of one C type.",
                              sizeof(Array), kMethods, kFields, destroy_array, nullptr, nullptr, kNoAttributes};
const NativeDef kFunctions[] = {
    {"_array_reconstructor", "(arraytype, typecode, mformat_code, items, /)", "Builds an array from a pickle.",
     array_rebuild, Rule::residual},
};

bool init_array(Thread& th, Module* m) {
  Type* t = define_type(th.in, kArray);
  type_set(t, th.name(n_hash), kNone);
  library_state(th.in).array = t;
  module_set(th.in, m, "array", of(inc(t)));
  module_set(th.in, m, "ArrayType", of(inc(t)));
  module_set(th.in, m, "typecodes", new_str(th, kCodes));
  module_set(th.in, m, "_arrayiterator", of(inc(define_type(th.in, kIterType))));
  // An array is a mutable sequence for isinstance.
  Value abc = import_module(th, intern(th.in, "_collections_abc"), kNone, 0);
  if (!abc.u) return false;
  Owned whole(abc);
  Owned base(get_attr_native(th, abc, intern(th.in, "MutableSequence")));
  if (!base) return false;
  Value args[1] = {of(t)};
  Owned done(th.call_method(base.get(), intern(th.in, "register"), args, 1));
  return bool(done);
}

}  // namespace

const NativeModuleDef kArrayModule = {"array", "Compact arrays of numbers and characters.", kFunctions, init_array};

}  // namespace adder::lib
