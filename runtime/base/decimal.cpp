#include "runtime/base/decimal.h"

#include <array>
#include <bit>

namespace adder {
namespace {

using Wide = unsigned __int128;
constexpr int kLeast = -292, kMost = 324, kLimbs = 16;

struct Power {
  uint64_t high, low;
};
// The leading 128 bits of a number of 64 * kLimbs bits, rounded up.
constexpr Power leading(const std::array<uint64_t, kLimbs>& n, bool inexact) {
  int top = kLimbs - 1;
  while (!n[size_t(top)]) --top;
  auto limb = [&](int i) { return i < 0 ? 0 : n[size_t(i)]; };
  int left = std::countl_zero(limb(top));
  auto word = [&](int i) { return left ? limb(i) << left | limb(i - 1) >> (64 - left) : limb(i); };
  bool more = inexact || (left && limb(top - 2) << left);
  for (int i = top - (left ? 3 : 2); i >= 0; --i) more |= limb(i) != 0;
  Wide w = (Wide(word(top)) << 64 | word(top - 1)) + more;
  return {uint64_t(w >> 64), uint64_t(w)};
}
// 10^k for kLeast <= k <= kMost, scaled by a power of 2 to 128 bits: 5^k has the same bits, and so has 2^n / 5^-k.
constexpr std::array<Power, kMost - kLeast + 1> make_powers() {
  std::array<Power, kMost - kLeast + 1> r{};
  std::array<uint64_t, kLimbs> n{1};
  for (int k = 0; k <= kMost; ++k) {
    r[size_t(k - kLeast)] = leading(n, false);
    Wide carry = 0;
    for (uint64_t& limb : n) {
      carry += Wide(limb) * 5;
      limb = uint64_t(carry);
      carry >>= 64;
    }
  }
  n = {};
  n.back() = uint64_t(1) << 63;
  for (int k = -1; k >= kLeast; --k) {
    Wide rest = 0;
    for (int i = kLimbs; i-- > 0;) {
      rest = rest << 64 | n[size_t(i)];
      n[size_t(i)] = uint64_t(rest / 5);
      rest %= 5;
    }
    r[size_t(k - kLeast)] = leading(n, true);
  }
  return r;
}
constexpr auto kPowers = make_powers();

constexpr int kMostFives = 27;  // in 64 bits
constexpr auto kPowersOfFive = [] {
  std::array<uint64_t, kMostFives + 1> r{1};
  for (size_t i = 1; i < r.size(); ++i) r[i] = r[i - 1] * 5;
  return r;
}();

// The integer part of g * n / 2^128, its last bit set where it is not the whole product.
uint64_t round_to_odd(Power g, uint64_t n) {
  Wide y = Wide(g.high) * n + uint64_t(Wide(g.low) * n >> 64);
  return uint64_t(y >> 64) | (uint64_t(y) > 1);
}
struct Binary {  // mantissa * 2^exponent
  uint64_t mantissa;
  int exponent;
};
Binary parts(double v) {
  uint64_t bits = std::bit_cast<uint64_t>(v), fraction = bits & ((uint64_t(1) << 52) - 1);
  int exponent = int(bits >> 52 & 2047);
  return exponent ? Binary{fraction | uint64_t(1) << 52, exponent - 1075} : Binary{fraction, -1074};
}
ShortDecimal without_zeros(uint64_t digits, int exponent) {
  if (digits % 100000000 == 0) digits /= 100000000, exponent += 8;
  if (digits % 10000 == 0) digits /= 10000, exponent += 4;
  for (; digits % 10 == 0; ++exponent) digits /= 10;
  return {digits, exponent};
}

}  // namespace

// R. Giulietti's Schubfach: of the multiples of 10^(k+1) and then of 10^k beside v, one that rounds to v.
ShortDecimal shortest_decimal(double v) {
  auto [c, q] = parts(v);
  if (q <= 0 && q > -53 && !(c & ((uint64_t(1) << -q) - 1))) return without_zeros(c >> -q, 0);
  bool odd = c & 1, closer = c == uint64_t(1) << 52 && q > -1074;  // to the double below than to that above
  int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22;
  int h = q + (-k * 1741647 >> 19) + 1;
  const Power g = kPowers[size_t(-k - kLeast)];
  uint64_t lower = round_to_odd(g, (4 * c - 2 + closer) << h) + odd;
  uint64_t upper = round_to_odd(g, (4 * c + 2) << h) - odd;
  uint64_t middle = round_to_odd(g, 4 * c << h), s = middle / 4;
  if (s >= 10) {
    uint64_t tens = s / 10;
    bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (below != above) return without_zeros(tens + above, k + 1);
  }
  bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below == above) above = middle > 4 * s + 2 || (middle == 4 * s + 2 && (s & 1));
  return without_zeros(s + above, k);
}

bool scaled_decimal(double v, int power, uint64_t* out) {
  auto [m, e] = parts(v);
  Wide whole, rest, half;  // half of what `rest` is a part of
  if (power < 0) {
    if (power < -kMostPower || e > 75 || e < -62) return false;
    Wide divisor = Wide(kPowersOfTen[size_t(-power)]) << (e < 0 ? -e : 0), n = Wide(m) << (e < 0 ? 0 : e);
    whole = n / divisor;
    rest = n % divisor;
    half = divisor / 2;
  } else {
    if (power > kMostFives) return false;
    Wide n = Wide(m) * kPowersOfFive[size_t(power)];
    int right = -e - power;
    if (right <= 0) {
      if (right <= -64 || n >> (64 + right)) return false;
      *out = uint64_t(n) << -right;
      return true;
    }
    if (right > 127) {  // n has less than 117 bits
      *out = 0;
      return true;
    }
    whole = n >> right;
    rest = n & ((Wide(1) << right) - 1);
    half = Wide(1) << (right - 1);
  }
  if (whole >> 63) return false;
  *out = uint64_t(whole) + (rest > half || (rest == half && (whole & 1)));
  return true;
}

}  // namespace adder
