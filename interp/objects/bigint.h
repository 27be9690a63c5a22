#pragma once
// Integers of any size. A Value that is int-like (int or bool) is taken; results are the smallest form: inline, Int64,
// BigInt. Operations behind bigint.cpp use Boost's cpp_int; big_number.h has the conversions for code that needs it.
#include <string>
#include <string_view>

#include "interp/objects/object.h"

namespace adder {
// kind: kAdd … of code.h without kDiv, kPow, kMatmul. Divisors must not be zero, shift counts not negative.
Value big_binary(Heap&, int kind, Value a, Value b);
Value big_pow(Heap&, Value base, uint64_t exponent);
Value big_pow_mod(Heap&, Value base, Value exponent, Value modulus);  // all >= 0 except base; modulus > 0
int big_compare(Value a, Value b);                                    // -1, 0, 1
int big_compare_double(Value a, double finite);
bool big_true_divide(Value a, Value b, double* out);  // correctly rounded; false: out of range
Value big_negate(Heap&, Value);
Value big_invert(Heap&, Value);
int64_t big_hash(Value);  // modulo 2^61 - 1, as CPython
size_t big_bit_length(Value);
Value big_from_double(Heap&, double finite);                                   // truncates
Value big_from_text(Heap&, std::string_view digits, int base, bool negative);  // digits checked before
Value big_from_literal(Heap&, std::string_view literal);                       // with its sign, 0x, 0o, 0b
std::string big_to_text(Value, int base);  // lower case, "-" for negative numbers, no prefix
Value big_from_bytes(Heap&, std::string_view little_endian, bool is_signed);
bool big_to_bytes(Value, char* out, size_t n, bool is_signed);  // little-endian; false: does not fit
bool big_to_int64(Value, int64_t* out);                         // false: does not fit
int big_sign(Value);
Value big_isqrt(Heap&, Value);
Value big_gcd(Heap&, Value, Value);
}  // namespace adder
