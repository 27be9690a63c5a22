// The meaning of a program, one element at a time, in double precision rounded after each instruction: + - * / sqrt are
// then correctly rounded for f32 (53 >= 2*24+2 bits). It shares no arithmetic with the tile loops.
#include <cmath>
#include <cstring>
#include <numeric>
#include "runtime/kernel/program.h"
#include "runtime/kernel/special.h"

namespace adder::rt {

Cell read_cell(const void* p, KType t) {
  Cell c{};
  auto get = [&](auto v) {
    std::memcpy(&v, p, sizeof v);
    return v;
  };
  switch (t) {
    case kB8:
    case kU8: c.i = get(uint8_t()); break;
    case kI8: c.i = get(int8_t()); break;
    case kI16: c.i = get(int16_t()); break;
    case kH16: c.i = get(uint16_t()); break;
    case kI32: c.i = get(int32_t()); break;
    case kI64: c.i = get(int64_t()); break;
    case kF32: c.f = get(float()); break;
    case kF64: c.f = get(double()); break;
    case kC64: {
      float parts[2];
      std::memcpy(parts, p, sizeof parts);
      c.f = parts[0];
      c.im = parts[1];
      break;
    }
    case kC128: std::memcpy(&c, p, 16); break;
    case kTypeCount: break;
  }
  return c;
}

void write_cell(void* p, KType t, Cell v) {
  auto put = [&](auto x) { std::memcpy(p, &x, sizeof x); };
  switch (t) {
    case kB8: return put(uint8_t(v.i != 0));
    case kU8: return put(uint8_t(v.i));
    case kI8: return put(int8_t(v.i));
    case kI16: return put(int16_t(v.i));
    case kH16: return put(uint16_t(v.i));
    case kI32: return put(int32_t(v.i));
    case kI64: return put(v.i);
    case kF32: return put(float(v.f));
    case kF64: return put(v.f);
    case kC64: {
      float parts[2] = {float(v.f), float(v.im)};
      std::memcpy(p, parts, sizeof parts);
      return;
    }
    case kC128: std::memcpy(p, &v, 16); return;
    case kTypeCount: return;
  }
}

namespace {

int64_t to_int(double x, double lowest) {
  return x >= lowest && x < -lowest ? int64_t(x) : int64_t(lowest);
}

int64_t int_power(int64_t base, int64_t exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t r = 1;
  uint64_t b = uint64_t(base);
  for (; exponent; exponent >>= 1, b *= b)
    if (exponent & 1) r *= b;
  return int64_t(r);
}

int64_t floor_quotient(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

Cell apply_int(KOp op, KType t, int64_t i, int64_t j) {
  Cell r{};
  uint64_t u = uint64_t(i);
  uint64_t v = uint64_t(j);
  int bits = kTypeBytes[t] * 8;
  switch (op) {
    case kOp_add: r.i = int64_t(u + v); break;
    case kOp_sub: r.i = int64_t(u - v); break;
    case kOp_mul: r.i = int64_t(u * v); break;
    case kOp_neg: r.i = int64_t(0 - u); break;
    case kOp_abs: r.i = i < 0 ? int64_t(0 - u) : i; break;
    case kOp_min: r.i = std::min(i, j); break;
    case kOp_max: r.i = std::max(i, j); break;
    case kOp_idiv: r.i = j == 0 ? 0 : j == -1 ? int64_t(0 - u) : floor_quotient(i, j); break;
    case kOp_imod: r.i = j == 0 || j == -1 ? 0 : int64_t(u - uint64_t(floor_quotient(i, j)) * v); break;
    case kOp_itrunc: r.i = j == 0 ? 0 : j == -1 ? int64_t(0 - u) : i / j; break;
    case kOp_irem: r.i = j == 0 || j == -1 ? 0 : i % j; break;
    case kOp_ipow: r.i = int_power(i, j); break;
    case kOp_gcd: {
      while (j) {
        int64_t rest = j == -1 ? 0 : i % j;
        i = j;
        j = rest;
      }
      r.i = i < 0 ? int64_t(0 - uint64_t(i)) : i;
      break;
    }
    case kOp_eq: r.i = i == j; break;
    case kOp_ne: r.i = i != j; break;
    case kOp_lt: r.i = i < j; break;
    case kOp_le: r.i = i <= j; break;
    case kOp_bit_and: r.i = i & j; break;
    case kOp_bit_or: r.i = i | j; break;
    case kOp_bit_xor: r.i = i ^ j; break;
    case kOp_bit_not: r.i = t == kB8 ? !i : ~i; break;
    case kOp_shl: r.i = j >= 0 && j < bits ? int64_t(u << v) : 0; break;
    case kOp_shr: r.i = i >> (j >= 0 && j < bits ? j : bits - 1); break;
    case kOp_to_b8: r.i = i != 0; break;
    case kOp_to_i32: r.i = int32_t(i); break;
    case kOp_to_i64: r.i = i; break;
    case kOp_to_f32:
    case kOp_to_c64: r.f = double(float(i)); break;
    case kOp_to_f64:
    case kOp_to_c128: r.f = double(i); break;
    case kOp_widen_u8: r.i = uint8_t(i); break;
    case kOp_widen_i8: r.i = int8_t(i); break;
    case kOp_widen_i16: r.i = int16_t(i); break;
    case kOp_narrow_u8: r.i = uint8_t(i); break;
    case kOp_narrow_i8: r.i = int8_t(i); break;
    case kOp_narrow_i16: r.i = int16_t(i); break;
    case kOp_widen_f16: r.f = widen_half(uint16_t(i)); break;
    case kOp_widen_bf16: r.f = widen_bfloat(uint16_t(i)); break;
    default: CHECK(!"kernel op without a reference meaning for integers");
  }
  return r;
}

Cell apply_float(KOp op, KType t, double x, double y) {
  Cell r{};
  switch (op) {
    case kOp_add: r.f = x + y; break;
    case kOp_sub: r.f = x - y; break;
    case kOp_mul: r.f = x * y; break;
    case kOp_div: r.f = x / y; break;
    case kOp_neg: r.f = -x; break;
    case kOp_abs: r.f = std::fabs(x); break;
    case kOp_min: r.f = std::isnan(x) ? x : std::isnan(y) || y < x ? y : x; break;
    case kOp_max: r.f = std::isnan(x) ? x : std::isnan(y) || y > x ? y : x; break;
    case kOp_floor: r.f = std::floor(x); break;
    case kOp_ceil: r.f = std::ceil(x); break;
    case kOp_trunc: r.f = std::trunc(x); break;
    case kOp_rint: r.f = std::nearbyint(x); break;
    case kOp_copysign: r.f = std::copysign(x, y); break;
    case kOp_sign_bit: r.i = std::signbit(x); break;
    case kOp_fmod: r.f = std::fmod(x, y); break;
    case kOp_next_after: r.f = t == kF32 ? std::nextafter(float(x), float(y)) : std::nextafter(x, y); break;
    case kOp_sqrt: r.f = std::sqrt(x); break;
    case kOp_exp: r.f = std::exp(x); break;
    case kOp_expm1: r.f = std::expm1(x); break;
    case kOp_exp2: r.f = std::exp2(x); break;
    case kOp_log: r.f = std::log(x); break;
    case kOp_log1p: r.f = std::log1p(x); break;
    case kOp_log2: r.f = std::log2(x); break;
    case kOp_log10: r.f = std::log10(x); break;
    case kOp_sin: r.f = std::sin(x); break;
    case kOp_cos: r.f = std::cos(x); break;
    case kOp_tan: r.f = std::tan(x); break;
    case kOp_asin: r.f = std::asin(x); break;
    case kOp_acos: r.f = std::acos(x); break;
    case kOp_atan: r.f = std::atan(x); break;
    case kOp_atan2: r.f = std::atan2(x, y); break;
    case kOp_sinh: r.f = std::sinh(x); break;
    case kOp_cosh: r.f = std::cosh(x); break;
    case kOp_tanh: r.f = std::tanh(x); break;
    case kOp_asinh: r.f = std::asinh(x); break;
    case kOp_acosh: r.f = std::acosh(x); break;
    case kOp_atanh: r.f = std::atanh(x); break;
    case kOp_erf: r.f = std::erf(x); break;
    case kOp_erfc: r.f = std::erfc(x); break;
    case kOp_erfinv: r.f = adder_erfinv(x); break;
    case kOp_lgamma: {
      int sign;
      r.f = ::lgamma_r(x, &sign);
      break;
    }
    case kOp_digamma: r.f = adder_digamma(x); break;
    case kOp_trigamma: r.f = adder_trigamma(x); break;
    case kOp_i0: r.f = adder_i0(x); break;
    case kOp_i1: r.f = adder_i1(x); break;
    case kOp_hypot: r.f = std::hypot(x, y); break;
    case kOp_pow: r.f = std::pow(x, y); break;
    case kOp_eq: r.i = x == y; break;
    case kOp_ne: r.i = x != y; break;
    case kOp_lt: r.i = x < y; break;
    case kOp_le: r.i = x <= y; break;
    case kOp_is_nan: r.i = std::isnan(x); break;
    case kOp_join:
      r.f = x;
      r.im = y;
      break;
    case kOp_to_b8: r.i = x != 0; break;
    case kOp_to_i32: r.i = to_int(x, -2147483648.0); break;
    case kOp_to_i64: r.i = to_int(x, -9223372036854775808.0); break;
    case kOp_to_f32:
    case kOp_to_f64:
    case kOp_to_c64:
    case kOp_to_c128: r.f = x; break;
    case kOp_narrow_f16: r.i = narrow_half(float(x)); break;
    case kOp_narrow_bf16: r.i = narrow_bfloat(float(x)); break;
    default: CHECK(!"kernel op without a reference meaning for floats");
  }
  return r;
}

void complex_divide(Cell& r, Cell x, Cell y, bool single) {  // scaled by the larger part of the divisor
  auto round = [&](double v) { return single ? double(float(v)) : v; };
  double c = std::fabs(y.f);
  double d = std::fabs(y.im);
  if (c == 0 && d == 0) {
    r.f = x.f / c;
    r.im = x.im / d;
    return;
  }
  bool real = c >= d;
  double ratio = round(real ? y.im / y.f : y.f / y.im);
  double scale = round(1 / round(real ? y.f + round(y.im * ratio) : round(y.f * ratio) + y.im));
  double re = real ? x.f + round(x.im * ratio) : round(x.f * ratio) + x.im;
  double im = real ? x.im - round(x.f * ratio) : round(x.im * ratio) - x.f;
  r.f = round(re) * scale;
  r.im = round(im) * scale;
}

Cell apply_complex(KOp op, KType t, Cell x, Cell y) {
  Cell r{};
  bool single = t == kC64;
  auto round = [&](double v) { return single ? double(float(v)) : v; };
  switch (op) {
    case kOp_add:
      r.f = x.f + y.f;
      r.im = x.im + y.im;
      break;
    case kOp_sub:
      r.f = x.f - y.f;
      r.im = x.im - y.im;
      break;
    case kOp_mul:
      r.f = round(x.f * y.f) - round(x.im * y.im);
      r.im = round(x.f * y.im) + round(x.im * y.f);
      break;
    case kOp_div: complex_divide(r, x, y, single); break;
    case kOp_neg:
      r.f = -x.f;
      r.im = -x.im;
      break;
    case kOp_conj:
      r.f = x.f;
      r.im = -x.im;
      break;
    case kOp_real: r.f = x.f; break;
    case kOp_imag: r.f = x.im; break;
    case kOp_eq: r.i = x.f == y.f && x.im == y.im; break;
    case kOp_ne: r.i = x.f != y.f || x.im != y.im; break;
    case kOp_is_nan: r.i = std::isnan(x.f) || std::isnan(x.im); break;
    case kOp_to_b8: r.i = x.f != 0 || x.im != 0; break;
    case kOp_to_i32: r.i = to_int(x.f, -2147483648.0); break;
    case kOp_to_i64: r.i = to_int(x.f, -9223372036854775808.0); break;
    case kOp_to_f32:
    case kOp_to_f64: r.f = x.f; break;
    case kOp_to_c64:
    case kOp_to_c128: r = x; break;
    default: {
      double z[2] = {x.f, x.im};
      double w[2] = {y.f, y.im};
      double out[2];
      adder_complex_op(op, z, w, out);
      r.f = out[0];
      r.im = out[1];
    }
  }
  return r;
}

Cell apply(KOp op, KType t, Cell a, Cell b, Cell c) {
  if (op == kOp_select) return c.i ? a : b;
  if (is_float_type(t)) return apply_float(op, t, a.f, b.f);
  if (is_complex_type(t)) return apply_complex(op, t, a, b);
  return apply_int(op, t, a.i, b.i);
}

}  // namespace

void evaluate(const Program& p, const Cell* in, const ScalarArg* scalars, int64_t index, Cell* out) {
  std::vector<Cell> reg(p.code.size());
  for (const Instr& s : p.code) {
    Cell r{};
    bool real = is_float_type(s.type);
    bool complex = is_complex_type(s.type);
    if (s.op == kLoad) {
      r = in[s.index];
    } else if (s.op == kScalar) {
      if (real || complex)
        r.f = scalars[s.index].f;
      else
        r.i = scalars[s.index].i;
      if (complex) r.im = __builtin_bit_cast(double, scalars[s.index].i);
      if (s.type == kB8) r.i = r.i != 0;
    } else if (s.op == kIndex) {
      r.i = index;
    } else if (s.op == kConstant) {
      if (real || complex)
        r.f = s.constant;
      else
        r.i = s.constant >= 9.2e18 ? INT64_MAX : to_int(s.constant, -9223372036854775808.0);
    } else {
      auto at = [&](uint16_t u) { return u == 0xffff ? Cell{} : reg[u]; };
      r = apply(s.op, s.type, at(s.a), at(s.b), at(s.c));
    }
    if (s.result == kF32) r.f = float(r.f);
    if (s.result == kC64) {
      r.f = float(r.f);
      r.im = float(r.im);
    }
    if (s.result == kI32) r.i = int32_t(r.i);
    reg[s.out] = r;
  }
  for (size_t k = 0; k < p.outs.size(); ++k) out[k] = reg[p.outs[k]];
}

}  // namespace adder::rt
