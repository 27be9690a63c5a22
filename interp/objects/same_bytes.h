#pragma once
// Equality of short texts in line: keys of dicts and members of sets, which are equal nearly always when their hashes
// are. And their order, for sorts.
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
// The order of two texts, by code points, which is by bytes: negative, 0, positive. What differs early is compared as
// one number: every Str has four bytes at `data`.
inline int order_text(const Str* a, const Str* b) {
  uint32_t n = a->len < b->len ? a->len : b->len, x, y;
  memcpy(&x, a->data, 4);
  memcpy(&y, b->data, 4);
  x = __builtin_bswap32(x);
  y = __builtin_bswap32(y);
  if (n < 4) {
    uint32_t mask = n ? ~uint32_t(0) << (32 - 8 * n) : 0;
    x &= mask;
    y &= mask;
  }
  if (x != y) return x < y ? -1 : 1;
  if (n > 4)
    if (int c = memcmp(a->data + 4, b->data + 4, n - 4)) return c;
  return (a->len > b->len) - (a->len < b->len);
}
bool equal_text(const Str* a,
                const Str* b);  // out of line, for where equality is rare or code should be small; dict.cpp
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overflow"  // a text's data goes on behind its four declared bytes
// Copies what is mostly short; gives the end.
inline char* copy_bytes(char* to, const char* from, size_t n) {
  if (n > 16) return static_cast<char*>(mempcpy(to, from, n));
  auto both_ends = [&](auto unit) {
    decltype(unit) x, y;
    memcpy(&x, from, sizeof x);
    memcpy(&y, from + n - sizeof y, sizeof y);
    memcpy(to, &x, sizeof x);
    memcpy(to + n - sizeof y, &y, sizeof y);
  };
  if (n >= 8)
    both_ends(uint64_t());
  else if (n >= 4)
    both_ends(uint32_t());
  else
    for (size_t i = 0; i < n; i++) to[i] = from[i];
  return to + n;
}
#pragma GCC diagnostic pop
inline bool same_str(Value a, Value b) {
  Str *x = a.as<Str>(), *y = b.as<Str>();
  return x == y || (x->len == y->len && same_bytes(x->data, y->data, x->len));
}
}  // namespace adder
