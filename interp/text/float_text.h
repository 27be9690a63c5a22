#pragma once
// Text of floats, as CPython writes and reads it. All functions are pure and locale-independent.
#include <string>
#include <string_view>

namespace adder::text {

// Shortest text that reads back as `v`: "1.0", "1e+16", "inf", "nan".
std::string float_repr(double v);

// How format_double marks its result.
enum FloatFlags : unsigned {
  kFloatSign = 1,        // always a sign
  kFloatAddDotZero = 2,  // "1" becomes "1.0" (codes r and g)
  kFloatAlternate = 4,   // keep the point and trailing zeros
  kFloatNoNegativeZero = 8,
};

// `code` is one of e E f F g G r (r: repr, precision ignored). Infinities and NaN come as inf/nan or INF/NAN.
std::string format_double(double v, char code, int precision, unsigned flags);

// Reads what float(str) accepts, without surrounding white space; digits are ASCII. False: not a float.
bool parse_float(std::string_view s, double* out);

std::string float_hex(double v);

enum class HexError { kNone, kInvalid, kOverflow };
HexError parse_hex_float(std::string_view s, double* out);

// round(v, digits) of a finite v: round-half-even on the exact decimal value. False: the result overflows.
bool round_to_digits(double v, long digits, double* out);

std::string complex_repr(double real, double imag);

// Reads what complex(str) accepts, without surrounding white space.
enum class ComplexError { kNone, kMalformed, kUnderscore };  // kUnderscore: one that is not between two digits
ComplexError parse_complex(std::string_view s, double* real, double* imag);

}  // namespace adder::text
