#pragma once
// Equality of short texts in line: keys of dicts and members of sets, which are equal nearly always when their hashes are.
#include "interp/objects/object.h"

namespace adder {
inline bool same_bytes(const char* a, const char* b, size_t n) {
  auto differ = [&](auto unit, size_t at) {
    decltype(unit) x, y;
    memcpy(&x, a + at, sizeof x);
    memcpy(&y, b + at, sizeof y);
    return x != y;
  };
  if (n >= 8) {
    if (UNLIKELY(n > 64)) return !memcmp(a, b, n);
    for (size_t at = 0; at + 8 <= n; at += 8)
      if (differ(uint64_t(), at)) return false;
    return !differ(uint64_t(), n - 8);
  }
  if (n >= 4) return !differ(uint32_t(), 0) && !differ(uint32_t(), n - 4);
  for (size_t at = 0; at < n; at++)
    if (a[at] != b[at]) return false;
  return true;
}
inline bool same_str(Value a, Value b) {
  Str *x = a.as<Str>(), *y = b.as<Str>();
  return x == y || (x->len == y->len && same_bytes(x->data, y->data, x->len));
}
}  // namespace adder
