#include "interp/objects/limbs.h"

#include <cstring>
#include <vector>

namespace adder::limbs {

namespace {

using Wide = unsigned __int128;
constexpr size_t kKaratsuba = 40;

// The quotient of hi:lo by d, which fits a limb (hi < d).
inline Limb divide_wide(Limb hi, Limb lo, Limb d, Limb* rest) {
#if defined(__x86_64__)
  Limb q;
  __asm__("divq %4" : "=a"(q), "=d"(*rest) : "0"(lo), "1"(hi), "rm"(d) : "cc");
  return q;
#else
  Wide v = Wide(hi) << 64 | lo;
  *rest = Limb(v % d);
  return Limb(v / d);
#endif
}
// r[0..n) += a * k; what carries out.
inline Limb add_product(Limb* r, const Limb* a, size_t n, Limb k) {
  Limb carry = 0;
  for (size_t i = 0; i < n; i++) {
    Wide v = Wide(a[i]) * k + r[i] + carry;
    r[i] = Limb(v);
    carry = Limb(v >> 64);
  }
  return carry;
}
// r[0..n) -= a * k; what is borrowed.
inline Limb subtract_product(Limb* r, const Limb* a, size_t n, Limb k) {
  Limb borrow = 0;
  for (size_t i = 0; i < n; i++) {
    Wide v = Wide(a[i]) * k + borrow;
    Limb low = Limb(v);
    borrow = Limb(v >> 64) + (r[i] < low);
    r[i] -= low;
  }
  return borrow;
}
// r[0..n] = a * k.
inline void multiply_limb(Limb* r, const Limb* a, size_t n, Limb k) {
  Limb carry = 0;
  for (size_t i = 0; i < n; i++) {
    Wide v = Wide(a[i]) * k + carry;
    r[i] = Limb(v);
    carry = Limb(v >> 64);
  }
  r[n] = carry;
}
void schoolbook(Limb* r, const Limb* a, size_t n, const Limb* b, size_t m) {
  multiply_limb(r, a, n, b[0]);
  for (size_t j = 1; j < m; j++) r[n + j] = add_product(r + j, a, n, b[j]);
}
// r += a, where the sum is known to fit.
void accumulate(Limb* r, const Limb* a, size_t n) {
  Limb carry = 0;
  size_t i = 0;
  for (; i < n; i++) {
    Wide v = Wide(r[i]) + a[i] + carry;
    r[i] = Limb(v);
    carry = Limb(v >> 64);
  }
  for (; carry; i++) carry = ++r[i] == 0;
}
// Equal lengths. With a = a1*B + a0: a0*b0 + ((a0+a1)*(b0+b1) - a0*b0 - a1*b1)*B + a1*b1*B^2.
void karatsuba(Limb* r, const Limb* a, const Limb* b, size_t n, Meter& meter) {
  if (n < kKaratsuba) return schoolbook(r, a, n, b, n);
  meter.spend(n * kKaratsuba);
  size_t low = n / 2, high = n - low;
  std::vector<Limb> space(4 * (high + 1));
  Limb *sa = space.data(), *sb = sa + high + 1, *middle = sb + high + 1;
  karatsuba(r, a, b, low, meter);
  karatsuba(r + 2 * low, a + low, b + low, high, meter);
  add(sa, a + low, high, a, low);
  add(sb, b + low, high, b, low);
  karatsuba(middle, sa, sb, high + 1, meter);
  size_t width = 2 * (high + 1);
  subtract(middle, middle, width, r, 2 * low);
  subtract(middle, middle, width, r + 2 * low, 2 * high);
  accumulate(r + low, middle, trim(middle, width));
}

}  // namespace

int compare(const Limb* a, size_t n, const Limb* b, size_t m) {
  if (n != m) return n < m ? -1 : 1;
  for (size_t i = n; i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
void add(Limb* r, const Limb* a, size_t n, const Limb* b, size_t m) {
  Limb carry = 0;
  for (size_t i = 0; i < m; i++) {
    Wide v = Wide(a[i]) + b[i] + carry;
    r[i] = Limb(v);
    carry = Limb(v >> 64);
  }
  for (size_t i = m; i < n; i++) {
    r[i] = a[i] + carry;
    carry = r[i] < carry;
  }
  r[n] = carry;
}
void subtract(Limb* r, const Limb* a, size_t n, const Limb* b, size_t m) {
  Limb borrow = 0;
  for (size_t i = 0; i < m; i++) {
    Limb x = a[i], y = b[i], d = x - y, e = d - borrow;
    borrow = (x < y) | (d < borrow);
    r[i] = e;
  }
  for (size_t i = m; i < n; i++) {
    Limb x = a[i];
    r[i] = x - borrow;
    borrow = x < borrow;
  }
}
void multiply(Limb* r, const Limb* a, size_t n, const Limb* b, size_t m, Meter& meter) {
  if (n < m) return multiply(r, b, m, a, n, meter);
  if (n >= kKaratsuba) meter.spend(n);
  if (m < kKaratsuba) return schoolbook(r, a, n, b, m);
  if (n == m) return karatsuba(r, a, b, n, meter);
  memset(r, 0, (n + m) * sizeof(Limb));  // pieces of the longer one, as long as the shorter one
  std::vector<Limb> piece(2 * m);
  for (size_t at = 0; at < n; at += m) {
    size_t k = n - at < m ? n - at : m;
    multiply(piece.data(), b, m, a + at, k, meter);
    accumulate(r + at, piece.data(), trim(piece.data(), k + m));
  }
}
Limb divide_limb(Limb* q, const Limb* a, size_t n, Limb d) {
  Limb rest = 0;
  for (size_t i = n; i-- > 0;) q[i] = divide_wide(rest, a[i], d, &rest);
  return rest;
}
void divide(Limb* q, Limb* a, size_t n, const Limb* b, size_t m, Limb* scratch, Meter& meter) {  // Knuth's algorithm D
  int shift = __builtin_clzll(b[m - 1]);
  auto left = [&](Limb* to, const Limb* from, size_t count) {
    for (size_t i = count; i-- > 0;)
      to[i] = shift ? from[i] << shift | (i ? from[i - 1] >> (64 - shift) : 0) : from[i];
  };
  left(scratch, b, m);
  left(a, a, n + 1);
  Limb top = scratch[m - 1], next = scratch[m - 2];
  for (size_t j = n - m + 1; j-- > 0;) {
    meter.spend(m);
    Limb hi = a[j + m], mid = a[j + m - 1], guess, rest;
    bool over = false;  // the rest is beyond a limb: the guess is good
    if (hi >= top) {
      guess = ~Limb(0);
      rest = mid + top;
      over = rest < top || hi > top;
    } else {
      guess = divide_wide(hi, mid, top, &rest);
    }
    while (!over && Wide(guess) * next > (Wide(rest) << 64 | a[j + m - 2])) {
      guess--;
      rest += top;
      over = rest < top;
    }
    Limb borrow = subtract_product(a + j, scratch, m, guess);
    bool below = a[j + m] < borrow;
    a[j + m] -= borrow;
    if (below) {
      guess--;
      Limb carry = 0;
      for (size_t i = 0; i < m; i++) {
        Wide v = Wide(a[j + i]) + scratch[i] + carry;
        a[j + i] = Limb(v);
        carry = Limb(v >> 64);
      }
      a[j + m] += carry;
    }
    q[j] = guess;
  }
  if (shift)
    for (size_t i = 0; i < m; i++) a[i] = a[i] >> shift | a[i + 1] << (64 - shift);
}
void combine(Limb* r, const Limb* a, Limb x, const Limb* b, Limb y, size_t n) {
  Limb above = 0, below = 0, borrow = 0;  // carries of the two products, and of their difference
  for (size_t i = 0; i < n; i++) {
    Wide p = Wide(a[i]) * x + above, q = Wide(b[i]) * y + below;
    above = Limb(p >> 64);
    below = Limb(q >> 64);
    Limb minuend = Limb(p), subtrahend = Limb(q), d = minuend - subtrahend;
    r[i] = d - borrow;
    borrow = (minuend < subtrahend) | (d < borrow);
  }
}
void shift_left(Limb* r, const Limb* a, size_t n, size_t bits) {
  size_t whole = bits / 64, part = bits % 64;
  memset(r, 0, whole * sizeof(Limb));
  r[n + whole] = part ? a[n - 1] >> (64 - part) : 0;
  for (size_t i = n; i-- > 0;) r[i + whole] = part ? a[i] << part | (i ? a[i - 1] >> (64 - part) : 0) : a[i];
}
bool shift_right(Limb* r, const Limb* a, size_t n, size_t bits) {
  size_t whole = bits / 64, part = bits % 64;
  bool lost = false;
  for (size_t i = 0; i < whole; i++) lost |= a[i] != 0;
  if (part) lost |= (a[whole] << (64 - part)) != 0;
  for (size_t i = whole; i < n; i++)
    r[i - whole] = part ? a[i] >> part | (i + 1 < n ? a[i + 1] << (64 - part) : 0) : a[i];
  return lost;
}

}  // namespace adder::limbs
