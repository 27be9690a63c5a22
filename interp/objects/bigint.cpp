#include "interp/objects/bigint.h"

#include <charconv>
#include <cmath>
#include <memory>

#include "interp/bytecode/code.h"
#include "interp/objects/big_limbs.h"
#include "interp/objects/big_number.h"

namespace adder {
namespace mp = boost::multiprecision;

BigNumber to_big_number(Value v) {
  if (!is_big(v)) return BigNumber(to_int(v));
  const BigInt* b = v.as<BigInt>();
  BigNumber n;
  mp::import_bits(n, b->limbs, b->limbs + b->n, 64, false);
  if (b->aux == 1) n = -n;
  return n;
}
Value from_big_number(Heap& h, const BigNumber& n) {
  bool negative = n < 0;
  BigNumber m = negative ? BigNumber(-n) : n;
  if (m == 0) return integer49(0);
  size_t bits = mp::msb(m) + 1;
  if (bits <= 63) return integer(h, negative ? -int64_t(m) : int64_t(m));
  if (negative && bits == 64 && m == (BigNumber(1) << 63)) return integer(h, INT64_MIN);
  size_t limbs = (bits + 63) / 64;
  BigInt* b = make<BigInt>(h, Kind::Int, (limbs - 1) * 8);
  b->aux = negative;
  b->n = uint32_t(limbs);
  memset(b->limbs, 0, limbs * 8);
  mp::export_bits(m, b->limbs, 64, false);
  return of(b);
}
double big_to_double(const BigInt* b) {
  // the top 64 bits, with a sticky bit for the rest, then one rounding
  size_t top = b->n - 1;
  int shift = __builtin_clzll(b->limbs[top]);
  uint64_t m = b->limbs[top] << shift;
  if (shift && top) m |= b->limbs[top - 1] >> (64 - shift);
  bool sticky = shift && top && (b->limbs[top - 1] << shift);
  if (!shift && top && b->limbs[top - 1]) sticky = true;
  for (size_t i = 0; !sticky && i + 1 < top; i++) sticky = b->limbs[i] != 0;
  uint64_t low = m & 0x7FF, half = 0x400;
  m >>= 11;
  if (low > half || (low == half && (sticky || (m & 1)))) m++;
  double d = std::ldexp(double(m), int(top * 64) + 64 - shift - 53);
  return b->aux == 1 ? -d : d;
}
// --- arithmetic on limbs: sums, products, quotients and shifts, where speed counts ---
namespace {
Value add_values(Heap& h, Value av, Value bv, bool negate) {
  Operand a(av), b(bv);
  bool bn = b.negative != negate;
  if (a.negative == bn) {
    bool swap = a.n < b.n;
    Room r((swap ? b.n : a.n) + 1);
    if (swap)
      limbs::add(r.get(), b.p, b.n, a.p, a.n);
    else
      limbs::add(r.get(), a.p, a.n, b.p, b.n);
    return from_limbs(h, r.get(), (swap ? b.n : a.n) + 1, a.negative);
  }
  int order = limbs::compare(a.p, a.n, b.p, b.n);
  if (order == 0) return integer49(0);
  Room r(order > 0 ? a.n : b.n);
  if (order > 0)
    limbs::subtract(r.get(), a.p, a.n, b.p, b.n);
  else
    limbs::subtract(r.get(), b.p, b.n, a.p, a.n);
  return from_limbs(h, r.get(), order > 0 ? a.n : b.n, order > 0 ? a.negative : bn);
}
Value multiply_values(Heap& h, Value av, Value bv) {
  Operand a(av), b(bv);
  if (!a.n || !b.n) return integer49(0);
  Room r(a.n + b.n);
  limbs::multiply(r.get(), a.p, a.n, b.p, b.n, meter_of(h));
  return from_limbs(h, r.get(), a.n + b.n, a.negative != b.negative);
}
// Rounded towards minus infinity; the divisor is not 0. `want_rest`: the rest, which has the divisor's sign.
Value divide_values(Heap& h, Value av, Value bv, bool want_rest) {
  Operand a(av), b(bv);
  bool differ = a.negative != b.negative;
  if (limbs::compare(a.p, a.n, b.p, b.n) < 0) {
    if (!want_rest) return integer49(differ && a.n ? -1 : 0);
    if (!differ || !a.n) return is_bool(av) ? integer49(av.u == kTrue.u) : inc(av);
    Room r(b.n);
    limbs::subtract(r.get(), b.p, b.n, a.p, a.n);
    return from_limbs(h, r.get(), b.n, b.negative);
  }
  size_t qn = a.n - b.n + 1;
  Room quotient(qn + 1), rest(a.n + 1), scratch(b.n);
  uint64_t* q = quotient.get();
  size_t rn = b.n;
  if (b.n == 1) {
    rest.get()[0] = limbs::divide_limb(q, a.p, a.n, b.p[0]);
  } else {
    memcpy(rest.get(), a.p, a.n * 8);
    rest.get()[a.n] = 0;
    limbs::divide(q, rest.get(), a.n, b.p, b.n, scratch.get(), meter_of(h));
  }
  rn = limbs::trim(rest.get(), rn);
  bool adjust = differ && rn;
  if (want_rest) {
    if (adjust) {
      Room r(b.n);
      limbs::subtract(r.get(), b.p, b.n, rest.get(), rn);
      return from_limbs(h, r.get(), b.n, b.negative);
    }
    return from_limbs(h, rest.get(), rn, b.negative);
  }
  q[qn] = 0;
  for (size_t i = 0; adjust; i++) adjust = ++q[i] == 0;
  return from_limbs(h, q, qn + 1, differ);
}
Value shift_value(Heap& h, Value av, uint64_t bits, bool left) {
  Operand a(av);
  if (!a.n) return integer49(0);
  if (left) {
    size_t n = a.n + bits / 64 + 1;
    Room r(n);
    limbs::shift_left(r.get(), a.p, a.n, bits);
    return from_limbs(h, r.get(), n, a.negative);
  }
  if (bits / 64 >= a.n) return integer49(a.negative ? -1 : 0);
  size_t n = a.n - bits / 64;
  Room r(n + 1);
  bool lost = limbs::shift_right(r.get(), a.p, a.n, bits);
  r.get()[n] = 0;
  bool adjust = lost && a.negative;
  for (size_t i = 0; adjust; i++) adjust = ++r.get()[i] == 0;
  return from_limbs(h, r.get(), n + 1, a.negative);
}
}  // namespace

Value big_binary(Heap& h, int kind, Value av, Value bv) {
  switch (kind) {
    case kAdd: return add_values(h, av, bv, false);
    case kSub: return add_values(h, av, bv, true);
    case kMul: return multiply_values(h, av, bv);
    case kFdiv: return divide_values(h, av, bv, false);
    case kMod: return divide_values(h, av, bv, true);
    case kShl: return shift_value(h, av, uint64_t(to_int(bv)), true);
    case kShr:
      if (is_big(bv)) return integer49(big_sign(av) < 0 ? -1 : 0);
      return shift_value(h, av, uint64_t(to_int(bv)), false);
    default: break;
  }
  BigNumber a = to_big_number(av), b = to_big_number(bv);
  switch (kind) {
    case kAnd: return from_big_number(h, BigNumber(a & b));
    case kOr: return from_big_number(h, BigNumber(a | b));
    default: return from_big_number(h, BigNumber(a ^ b));
  }
}
static int sign_of(Value v) {
  if (is_big(v)) return v.as<BigInt>()->aux == 1 ? -1 : 1;
  int64_t i = to_int(v);
  return (i > 0) - (i < 0);
}
int big_sign(Value v) {
  return sign_of(v);
}
int big_compare(Value a, Value b) {
  bool x = is_big(a), y = is_big(b);
  if (!x && !y) {
    int64_t i = to_int(a), j = to_int(b);
    return (i > j) - (i < j);
  }
  if (!x) return -sign_of(b);
  if (!y) return sign_of(a);
  BigInt *p = a.as<BigInt>(), *q = b.as<BigInt>();
  if (p->aux != q->aux) return p->aux == 1 ? -1 : 1;
  int s = p->aux == 1 ? -1 : 1;
  if (p->n != q->n) return p->n > q->n ? s : -s;
  for (size_t i = p->n; i-- > 0;)
    if (p->limbs[i] != q->limbs[i]) return p->limbs[i] > q->limbs[i] ? s : -s;
  return 0;
}
int big_compare_double(Value a, double d) {
  if (!is_big(a)) {
    int64_t i = to_int(a);
    if (d >= 9223372036854775808.0) return -1;
    if (d < -9223372036854775808.0) return 1;
    int64_t t = int64_t(d);
    if (i != t) return i > t ? 1 : -1;
    double frac = d - double(t);
    return frac > 0 ? -1 : frac < 0 ? 1 : 0;
  }
  double x = big_to_double(a.as<BigInt>());
  if (x != d) return x > d ? 1 : -1;
  BigNumber t(d);
  BigNumber n = to_big_number(a);
  return n > t ? 1 : n < t ? -1 : 0;
}
bool big_true_divide(Value av, Value bv, double* out) {
  BigNumber a = to_big_number(av), b = to_big_number(bv);
  bool negative = (a < 0) != (b < 0);
  a = abs(a);
  b = abs(b);
  if (a == 0) {
    *out = negative ? -0.0 : 0.0;
    return true;
  }
  // a quotient of at least 55 bits with a sticky bit, rounded once by hand
  long shift = long(mp::msb(a)) - long(mp::msb(b)) - 55;
  if (shift < -1074 - 2) shift = -1074 - 2;
  BigNumber q, r;
  if (shift > 0)
    mp::divide_qr(a, BigNumber(b << unsigned(shift)), q, r);
  else
    mp::divide_qr(BigNumber(a << unsigned(-shift)), b, q, r);
  bool sticky = r != 0;
  if (q == 0) {
    *out = negative ? -0.0 : 0.0;
    return true;
  }
  long bits = long(mp::msb(q)) + 1, keep = 53;
  long exponent = shift + bits - keep;  // of the last kept bit
  if (exponent < -1074) {
    keep -= -1074 - exponent;
    exponent = -1074;
  }
  long cut = bits - keep;
  if (cut > 0) {
    BigNumber low = q & ((BigNumber(1) << unsigned(cut)) - 1), half = BigNumber(1) << unsigned(cut - 1);
    q >>= unsigned(cut);
    if (low > half || (low == half && (sticky || (q & 1) != 0))) q += 1;
  }
  double d = std::ldexp(double(uint64_t(q)), int(cut > 0 ? exponent : shift));
  *out = negative ? -d : d;
  return !std::isinf(d);
}
Value big_negate(Heap& h, Value v) {
  return from_big_number(h, BigNumber(-to_big_number(v)));
}
Value big_invert(Heap& h, Value v) {
  return from_big_number(h, BigNumber(-to_big_number(v) - 1));
}
int64_t big_hash(Value v) {
  constexpr uint64_t kPrime = (uint64_t(1) << 61) - 1;
  const BigInt* b = v.as<BigInt>();
  uint64_t h = 0;  // 2^64 is 8 and 2^61 is 1 modulo the prime
  for (size_t i = b->n; i-- > 0;) {
    unsigned __int128 x = (unsigned __int128)(h) * 8 + (b->limbs[i] >> 61) + (b->limbs[i] & kPrime);
    h = uint64_t(x & kPrime) + uint64_t(x >> 61);
    if (h >= kPrime) h -= kPrime;
  }
  int64_t r = b->aux == 1 ? -int64_t(h) : int64_t(h);
  return r == -1 ? -2 : r;
}
size_t big_bit_length(Value v) {
  if (is_big(v))
    return size_t(v.as<BigInt>()->n) * 64 - size_t(__builtin_clzll(v.as<BigInt>()->limbs[v.as<BigInt>()->n - 1]));
  int64_t i = to_int(v);
  uint64_t u = i < 0 ? 0 - uint64_t(i) : uint64_t(i);
  return u ? 64 - size_t(__builtin_clzll(u)) : 0;
}
Value big_from_double(Heap& h, double d) {
  if (std::fabs(d) < 9e18) return integer(h, int64_t(d));
  return from_big_number(h, BigNumber(std::trunc(d)));
}
bool big_to_int64(Value v, int64_t* out) {
  if (is_big(v)) return false;
  *out = to_int(v);
  return true;
}
}  // namespace adder
