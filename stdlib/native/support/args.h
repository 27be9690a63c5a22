#pragma once
// Small helpers of natives: texts, indices, results.
#include <string>
#include <string_view>

#include "interp/objects/bigint.h"
#include "interp/vm/native.h"
#include "interp/vm/thread.h"

namespace adder::lib {

inline Value new_str(Thread& th, std::string_view s) {
  return of(str(th, s));
}
inline Value new_bytes(Thread& th, std::string_view s) {
  return of(bytes(th, s));
}

// A str (or subclass of it); false: TypeError "NAME argument must be str, not int".
inline bool text_arg(Thread& th, Value v, const char* what, std::string_view* out) {
  Value u = unwrap(v);
  if (is_str(u)) {
    *out = sv(u);
    return true;
  }
  th.raise(E_TypeError, "%s must be str, not %s", what, argument_type_name(th, v).c_str());
  return false;
}

// The name of an encoding or of an error handler: a str that has UTF-8 and no NUL (codecs.cpp).
bool codec_name_arg(Thread& th, Value v, const char* what, std::string_view* out);

// bytes or bytearray, seen as it is (memoryview and other buffers: bytes_of_buffer in bytes_methods.cpp).
inline bool bytes_view(Value v, std::string_view* out) {
  Value u = unwrap(v);
  if (u.is(Kind::Bytes)) {
    *out = u.as<Bytes>()->sv();
    return true;
  }
  if (u.is(Kind::ByteArray)) {
    *out = u.as<ByteArray>()->sv();
    return true;
  }
  return false;
}

// start and end as str.find takes them: absent or None, else an index that may be negative; clamped to 0..len. `length`
// is called when all __index__ methods have run, which may change it. lo > hi: start lies beyond the end.
template <class Length>
bool range_args(Thread& th, Value start, Value end, Length length, int64_t* lo, int64_t* hi) {
  *lo = 0;
  *hi = INT64_MAX;
  auto read = [&](Value v, int64_t* out) {
    if (!v.u || v.u == kNone.u) return true;
    Value u = unwrap(v);
    if (!is_intlike(u) && !(v.is_cell() && type_find(type_of(th.in, v), th.name(n_index)).u)) {
      th.raise(E_TypeError, "slice indices must be integers or None or have an __index__ method");
      return false;
    }
    return to_index_clamped(th, v, out);
  };
  if (!read(start, lo) || !read(end, hi)) return false;
  int64_t len = int64_t(length());
  if (*hi > len) *hi = len;
  if (*hi < 0) *hi = *hi + len < 0 ? 0 : *hi + len;
  if (*lo < 0) *lo = *lo + len < 0 ? 0 : *lo + len;
  return true;
}
inline bool range_args(Thread& th, Value start, Value end, int64_t len, int64_t* lo, int64_t* hi) {
  return range_args(th, start, end, [=] { return len; }, lo, hi);
}

inline Value pair(Thread& th, Value a_owned, Value b_owned) {
  Tuple* t = tuple(th, 2);
  t->items[0] = a_owned;
  t->items[1] = b_owned;
  return of(t);
}

// The items of a list or tuple are taken as they stand; anything else is iterated. Owned.
inline bool items_of(Thread& th, Value iterable, std::vector<Value>* out) {
  return iterate(th, iterable, out);
}
inline void drop(std::vector<Value>* items) {
  for (Value v : *items) dec(v);
  items->clear();
}

// Owns a vector of values.
struct Values {
  std::vector<Value> items;
  ~Values() { drop(&items); }
};

inline bool truth_arg(Thread& th, Value v, bool fallback, bool* out) {
  if (!v.u) {
    *out = fallback;
    return true;
  }
  return truth_native(th, v, out);
}

}  // namespace adder::lib
