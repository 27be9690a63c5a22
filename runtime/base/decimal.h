#pragma once
// Decimal digits of doubles. The C++ library has them too, with 0.12 MB of tables.
#include <array>
#include <cstddef>
#include <cstdint>

namespace adder {

struct ShortDecimal {  // digits * 10^exponent; the digits do not end in 0
  uint64_t digits;
  int exponent;
};
// The decimal of the fewest digits that reads back as v, of these the one nearest to it. v is finite and greater than
// 0.
ShortDecimal shortest_decimal(double v);

// *out = v * 10^power, rounded half to even from the exact product. False: it may not fit. v is finite and not
// negative.
bool scaled_decimal(double v, int power, uint64_t* out);

inline constexpr int kMostPower = 19;  // of 10 in 64 bits
inline constexpr auto kPowersOfTen = [] {
  std::array<uint64_t, kMostPower + 1> r{1};
  for (size_t i = 1; i < r.size(); ++i) r[i] = r[i - 1] * 10;
  return r;
}();

}  // namespace adder
