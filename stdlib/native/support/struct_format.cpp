#include "stdlib/native/support/struct_format.h"

#include <cmath>
#include <cstring>

#include "interp/objects/bigint.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

template <class T>
Value read_int(Thread& th, const char* p) {
  T v;
  memcpy(&v, p, sizeof v);
  if constexpr (sizeof(T) == 8 && !std::is_signed_v<T>) {
    if (v > uint64_t(INT64_MAX)) return big_from_bytes(th, std::string_view(p, 8), false);
  }
  return integer(th, int64_t(v));
}
template <class T>
bool write_int(Thread& th, Value value, char* p) {
  Owned i(to_int_object(th, value));
  if (!i) return false;
  char bytes[8];
  if (!big_to_bytes(i.get(), bytes, sizeof(T), std::is_signed_v<T>)) {
    th.raise(E_OverflowError, "%s",
             big_sign(i.get()) < 0 && !std::is_signed_v<T> ? "can't convert negative value to unsigned int"
                                                           : "value out of range");
    return false;
  }
  memcpy(p, bytes, sizeof(T));
  return true;
}

}  // namespace

size_t item_size(char format) {
  switch (format) {
    case 'c':
    case 'b':
    case 'B':
    case '?': return 1;
    case 'h':
    case 'H':
    case 'e': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    case 'l':
    case 'L':
    case 'q':
    case 'Q':
    case 'n':
    case 'N':
    case 'P':
    case 'd': return 8;
    default: return 0;
  }
}

double half_to_double(uint16_t h) {
  int sign = h >> 15;
  int exponent = h >> 10 & 31;
  int fraction = h & 1023;
  double v = exponent == 31  ? (fraction ? NAN : INFINITY)
             : exponent == 0 ? std::ldexp(fraction, -24)
                             : std::ldexp(1024 + fraction, exponent - 25);
  return sign ? -v : v;
}

// Rounds to nearest even; false: too large.
bool double_to_half(double d, uint16_t* out) {
  uint16_t sign = std::signbit(d) ? 0x8000 : 0;
  if (std::isnan(d)) {
    *out = sign | 0x7E00;
    return true;
  }
  double m = std::fabs(d);
  if (std::isinf(m)) {
    *out = sign | 0x7C00;
    return true;
  }
  int e;
  std::frexp(m, &e);
  if (m == 0 || e < -24) {
    *out = sign;
    return true;
  }
  int shift = e < -13 ? 24 : 11 - e;  // the value times 2**shift is the integer of 11 bits (fewer below 2**-14)
  double scaled = std::nearbyint(std::ldexp(m, shift));
  uint32_t bits = e < -13 ? uint32_t(scaled) : uint32_t(scaled) - 1024 + uint32_t(e + 14) * 1024;
  if (bits >= 0x7C00) return false;
  *out = uint16_t(sign | bits);
  return true;
}

Value unpack_item(Thread& th, char format, const char* p) {
  switch (format) {
    case 'c': return new_bytes(th, std::string_view(p, 1));
    case 'b': return read_int<int8_t>(th, p);
    case 'B': return read_int<uint8_t>(th, p);
    case '?': return boolean(*p != 0);
    case 'h': return read_int<int16_t>(th, p);
    case 'H': return read_int<uint16_t>(th, p);
    case 'i': return read_int<int32_t>(th, p);
    case 'I': return read_int<uint32_t>(th, p);
    case 'l':
    case 'q':
    case 'n': return read_int<int64_t>(th, p);
    case 'L':
    case 'Q':
    case 'N':
    case 'P': return read_int<uint64_t>(th, p);
    case 'e': {
      uint16_t h;
      memcpy(&h, p, 2);
      return real(half_to_double(h));
    }
    case 'f': {
      float f;
      memcpy(&f, p, 4);
      return real(f);
    }
    default: {
      double d;
      memcpy(&d, p, 8);
      return real(d);
    }
  }
}

bool pack_item(Thread& th, char format, Value v, char* p) {
  switch (format) {
    case 'c': {
      std::string_view s;
      if (!bytes_view(v, &s) || s.size() != 1) {
        th.raise(E_TypeError, "char format requires a bytes object of length 1");
        return false;
      }
      *p = s[0];
      return true;
    }
    case '?': {
      bool t;
      if (!truth_native(th, v, &t)) return false;
      *p = char(t);
      return true;
    }
    case 'b': return write_int<int8_t>(th, v, p);
    case 'B': return write_int<uint8_t>(th, v, p);
    case 'h': return write_int<int16_t>(th, v, p);
    case 'H': return write_int<uint16_t>(th, v, p);
    case 'i': return write_int<int32_t>(th, v, p);
    case 'I': return write_int<uint32_t>(th, v, p);
    case 'l':
    case 'q':
    case 'n': return write_int<int64_t>(th, v, p);
    case 'L':
    case 'Q':
    case 'N':
    case 'P': return write_int<uint64_t>(th, v, p);
    case 'e': {
      double d;
      uint16_t h;
      if (!to_double_arg(th, v, &d)) return false;
      if (!double_to_half(d, &h)) {
        th.raise(E_OverflowError, "float too large to pack with e format");
        return false;
      }
      memcpy(p, &h, 2);
      return true;
    }
    case 'f': {
      double d;
      if (!to_double_arg(th, v, &d)) return false;
      float f = float(d);  // an infinity where it is too large: only struct's standard sizes refuse that
      memcpy(p, &f, 4);
      return true;
    }
    default: {
      double d;
      if (!to_double_arg(th, v, &d)) return false;
      memcpy(p, &d, 8);
      return true;
    }
  }
}

}  // namespace adder::lib
