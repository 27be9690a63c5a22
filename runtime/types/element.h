// Element types of tensors as C++ types, for hand-written kernels over typed pointers.
//
// Half and BFloat are storage types: a kernel widens to float, computes, and narrows once, as PyTorch's CPU kernels do.
#pragma once
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace adder::rt {

namespace detail {

inline float float_of_half(uint16_t h) {
  uint32_t sign = uint32_t(h & 0x8000) << 16;
  uint32_t rest = h & 0x7fff;
  if (rest >= 0x7c00) return std::bit_cast<float>(sign | 0x7f800000u | (rest & 0x3ff) << 13);
  if (rest < 0x400) {  // zero or subnormal: units of 2^-24
    float value = float(rest) * 0x1p-24f;
    return sign ? -value : value;
  }
  return std::bit_cast<float>(sign | ((rest << 13) + (112u << 23)));
}

inline uint16_t half_of_float(float f) {  // nearest, ties to even
  uint32_t bits = std::bit_cast<uint32_t>(f);
  uint16_t sign = uint16_t(bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00;  // 65520 and above
  if (magnitude < 0x38800000) {                       // below 2^-14: let the float adder round to units of 2^-24
    float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return sign | uint16_t(std::bit_cast<uint32_t>(shifted) - 0x3f000000u);
  }
  uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return sign | uint16_t((rounded - (112u << 23)) >> 13);
}

inline uint16_t bfloat_of_float(float f) {  // nearest, ties to even
  uint32_t bits = std::bit_cast<uint32_t>(f);
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fc0;
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

}  // namespace detail

struct Half {
  uint16_t bits;
  Half() = default;
  Half(float v) : bits(detail::half_of_float(v)) {}
  operator float() const { return detail::float_of_half(bits); }
};

struct BFloat {
  uint16_t bits;
  BFloat() = default;
  BFloat(float v) : bits(detail::bfloat_of_float(v)) {}
  operator float() const { return std::bit_cast<float>(uint32_t(bits) << 16); }
};

using Complex64 = std::complex<float>;
using Complex128 = std::complex<double>;

template <class T>
inline constexpr bool kIsHalf = std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;
template <class T>
inline constexpr bool kIsFloating = std::is_floating_point_v<T> || kIsHalf<T>;
template <class T>
inline constexpr bool kIsComplex = std::is_same_v<T, Complex64> || std::is_same_v<T, Complex128>;

// The type a kernel computes in: float for half types, the type itself otherwise.
template <class T>
using Wide = std::conditional_t<kIsHalf<T>, float, T>;

// Digits of the significand, the sign bit aside for integers.
template <class T>
inline constexpr int kDigits = std::is_same_v<T, Half>     ? 11
                               : std::is_same_v<T, BFloat> ? 8
                                                           : std::numeric_limits<T>::digits;

// The cast of a double to any element type, by way of float for half types (two roundings, as PyTorch casts).
template <class T>
T narrow_to(double v) {
  if constexpr (kIsHalf<T>) {
    return T(float(v));
  } else {
    return T(v);
  }
}

template <class T>
bool is_nan(T v) {
  if constexpr (kIsComplex<T>) {
    return std::isnan(v.real()) || std::isnan(v.imag());
  } else if constexpr (kIsFloating<T>) {
    return float(v) != float(v);
  } else {
    return false;
  }
}

}  // namespace adder::rt
