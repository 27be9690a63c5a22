// Powers, roots and divisors of ints of any size.
#include <bit>
#include <cmath>
#include <vector>

#include "interp/bytecode/code.h"
#include "interp/objects/big_limbs.h"
#include "interp/objects/bigint.h"

namespace adder {
namespace {

using limbs::Limb;

// Powers modulo a number of one limb.
Limb pow_mod_limb(Limb base, const Operand& exponent, Limb modulus) {
  auto times = [modulus](Limb a, Limb b) { return Limb((unsigned __int128)(a)*b % modulus); };
  Limb r = modulus > 1;
  for (size_t i = exponent.n; i-- > 0;)
    for (int bit = 63; bit >= 0; bit--) {
      r = times(r, r);
      if (exponent.p[i] >> bit & 1) r = times(r, base);
    }
  return r;
}

// Powers modulo a longer number: windows of the exponent's bits from the top, so that a product by the base is
// taken for every window and not for every bit.
class PowMod {
 public:
  PowMod(Heap& h, Value base, Value modulus, bool long_exponent) : h_(h), modulus_(modulus) {
    window_ = long_exponent ? 5 : 1;
    powers_.emplace_back(big_binary(h, kMod, integer49(1), modulus));
    for (int i = 1; i < 1 << window_; i++) powers_.emplace_back(times(powers_.back().get(), base));
  }
  Value take(const Operand& exponent) {
    Owned r(inc(powers_[0].get()));
    size_t windows = (exponent.n * 64 + size_t(window_) - 1) / size_t(window_);
    bool begun = false;  // squares of 1 are left out
    for (size_t i = windows; i-- > 0;) {
      size_t bit = i * size_t(window_);
      Limb part = exponent.p[bit / 64] >> bit % 64;
      if (bit % 64 + size_t(window_) > 64 && bit / 64 + 1 < exponent.n)
        part |= exponent.p[bit / 64 + 1] << (64 - bit % 64);
      part &= (Limb(1) << window_) - 1;
      for (int s = 0; begun && s < window_; s++) r = Owned(times(r.get(), r.get()));
      if (part) r = Owned(times(r.get(), powers_[part].get()));
      begun |= part != 0;
    }
    return r.release();
  }

 private:
  Value times(Value a, Value b) {
    Owned p(big_binary(h_, kMul, a, b));
    return big_binary(h_, kMod, p.get(), modulus_);
  }
  Heap& h_;
  Value modulus_;
  int window_;
  std::vector<Owned> powers_;  // of the base, modulo
};

// The 62 bits of a below bit `top`.
int64_t leading(const Limb* a, size_t n, size_t top) {
  size_t bit = top - 62;
  Limb r = bit / 64 < n ? a[bit / 64] >> bit % 64 : 0;
  if (bit % 64 && bit / 64 + 1 < n) r |= a[bit / 64 + 1] << (64 - bit % 64);
  return int64_t(r & ((Limb(1) << 62) - 1));
}

}  // namespace

Value big_pow(Heap& h, Value base, uint64_t e) {
  Owned r(integer49(1)), b(inc(base));
  for (; e; e >>= 1) {
    if (e & 1) r = Owned(big_binary(h, kMul, r.get(), b.get()));
    if (e > 1) b = Owned(big_binary(h, kMul, b.get(), b.get()));
  }
  return r.release();
}
Value big_pow_mod(Heap& h, Value base, Value exponent, Value modulus) {
  Owned rest(big_binary(h, kMod, base, modulus));
  Operand e(exponent), m(modulus), b(rest.get());
  if (m.n == 1) {
    Limb r = pow_mod_limb(b.n ? b.p[0] : 0, e, m.p[0]);
    return from_limbs(h, &r, 1, false);
  }
  return PowMod(h, rest.get(), modulus, e.n > 4).take(e);
}

// The adaptive Newton iteration that CPython's math.isqrt describes: the precision doubles, and after each step the
// root of the leading bits is exact to within 1.
Value big_isqrt(Heap& h, Value v) {
  size_t bits = big_bit_length(v);
  if (!bits) return integer49(0);
  auto shifted = [&](Value x, size_t by, bool left) {
    return big_binary(h, left ? kShl : kShr, x, integer49(int64_t(by)));
  };
  const size_t half = (bits - 1) / 2;  // the root has one bit more
  size_t known = 0;
  Owned root(integer49(1));
  for (int step = int(std::bit_width(half)) - 1; step >= 0; step--) {
    size_t before = known;
    known = half >> step;
    Owned scaled(shifted(root.get(), known - before - 1, true));
    Owned head(shifted(v, 2 * half - before - known + 1, false));
    Owned quotient(big_binary(h, kFdiv, head.get(), root.get()));
    root = Owned(big_binary(h, kAdd, scaled.get(), quotient.get()));
  }
  Owned square(big_binary(h, kMul, root.get(), root.get()));
  return big_compare(square.get(), v) > 0 ? big_binary(h, kSub, root.get(), integer49(1)) : root.release();
}

// Lehmer's way (Knuth, volume 2, 4.5.2, algorithm L): the quotients of Euclid's algorithm are found on the leading
// bits, as long as these are sure to be right, and then done at once on the whole numbers.
Value big_gcd(Heap& h, Value av, Value bv) {
  limbs::Meter& meter = meter_of(h);
  Operand x(av), y(bv);
  bool swap = limbs::compare(x.p, x.n, y.p, y.n) < 0;
  const Operand &more = swap ? y : x, &less = swap ? x : y;
  std::vector<Limb> a(more.p, more.p + more.n), b(less.p, less.p + less.n), next(more.n + 1), scratch(more.n + 1),
      other(more.n + 1);
  while (b.size() > 1) {
    size_t n = a.size(), top = n * 64 - size_t(__builtin_clzll(a[n - 1]));
    b.resize(n);
    meter.spend(2 * n);
    int64_t p = leading(a.data(), n, top), q = leading(b.data(), n, top), A = 1, B = 0, C = 0, D = 1;
    while (q + C != 0 && q + D != 0) {
      int64_t quotient = (p + A) / (q + C);
      if (quotient != (p + B) / (q + D)) break;
      A = std::exchange(C, A - quotient * C);
      B = std::exchange(D, B - quotient * D);
      p = std::exchange(q, p - quotient * q);
    }
    if (B == 0) {  // nothing is sure: a whole step
      size_t m = limbs::trim(b.data(), n);
      b.resize(m);
      a.push_back(0);
      next.resize(n - m + 2);
      limbs::divide(next.data(), a.data(), n, b.data(), m, scratch.data(), meter);
      a.resize(limbs::trim(a.data(), m));
      std::swap(a, b);
      continue;
    }
    // Of A and B, and of C and D, one is negative.
    auto apply = [&](std::vector<Limb>* out, int64_t f, int64_t g) {
      out->resize(n);
      if (g <= 0)
        limbs::combine(out->data(), a.data(), Limb(f), b.data(), Limb(-g), n);
      else
        limbs::combine(out->data(), b.data(), Limb(g), a.data(), Limb(-f), n);
    };
    apply(&next, A, B);
    apply(&other, C, D);
    a.swap(next);
    b.swap(other);
    a.resize(limbs::trim(a.data(), n));
    b.resize(limbs::trim(b.data(), n));
  }
  if (b.empty()) return from_limbs(h, a.data(), a.size(), false);
  Limb p = b[0], q = limbs::divide_limb(a.data(), a.data(), a.size(), b[0]);
  while (q) p = std::exchange(q, p % q);
  return from_limbs(h, &p, 1, false);
}
}  // namespace adder
