#include "runtime/kernel/special.h"
#include <cmath>
#include <complex>
#include <cstdlib>

namespace {

constexpr double kPi = 3.14159265358979323846;

// Sum of the power series of I_n / (x/2)^n: terms t^k / (k! (k+n)!) with t = x^2/4, all positive, so the sum is exact
// to rounding; used where it converges quickly.
double bessel_series(double x, int n) {
  double t = x * x / 4;
  double term = 1;
  double sum = 1;
  for (int k = 1; k < 500; ++k) {
    term *= t / (double(k) * (k + n));
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return n ? sum * x / 2 : sum;
}
// Asymptotic expansion e^x / sqrt(2 pi x) * (1 - (m-1)/(8x) + (m-1)(m-9)/(2!(8x)^2) - ...), m = 4 n^2.
double bessel_asymptotic(double x, int n) {
  double m = 4.0 * n * n;
  double term = 1;
  double sum = 1;
  for (int k = 1; k < 40; ++k) {
    double odd = 2 * k - 1;
    double next = -term * (m - odd * odd) / (k * 8 * x);
    if (std::fabs(next) >= std::fabs(term)) break;
    term = next;
    sum += term;
    if (std::fabs(term) < 1e-17) break;
  }
  return std::exp(x) / std::sqrt(2 * kPi * x) * sum;
}

}  // namespace

extern "C" {

// A rational start from the tail's expansion, then Halley steps on erf, whose error the C library bounds.
double adder_erfinv(double x) {
  if (x != x || x < -1 || x > 1) return NAN;
  if (x == 1 || x == -1) return x * INFINITY;
  if (x == 0) return x;
  double a = 0.147;
  double l = std::log1p(-x * x);
  double u = 2 / (kPi * a) + l / 2;
  double y = std::copysign(std::sqrt(std::sqrt(u * u - l / a) - u), x);
  for (int i = 0; i < 3; ++i) {
    // Near 1 the difference of erf loses digits; erfc of the tail keeps them.
    double err = x > 0.5 ? -(std::erfc(y) - (1 - x)) : x < -0.5 ? std::erfc(-y) - (1 + x) : std::erf(y) - x;
    double slope = 2 / std::sqrt(kPi) * std::exp(-y * y);
    if (slope == 0) break;
    double step = err / slope;
    y -= step / (1 + y * step);
  }
  return y;
}

double adder_digamma(double x) {
  if (x == 0) return std::copysign(INFINITY, -x);
  if (x < 0) {
    if (x == std::floor(x)) return NAN;
    double whole;
    double r = std::modf(x, &whole);
    return adder_digamma(1 - x) - kPi / std::tan(kPi * r);
  }
  double shift = 0;
  while (x < 10) {
    shift -= 1 / x;
    x += 1;
  }
  double z = 1 / (x * x);
  double series =
      z *
      (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12))))));
  return shift + std::log(x) - 0.5 / x - series;
}

double adder_trigamma(double x) {
  if (x != x) return x;
  double sign = 1;
  double result = 0;
  if (x < 0.5) {
    sign = -1;
    double s = std::sin(kPi * x);
    result -= kPi * kPi / (s * s);
    x = 1 - x;
  }
  for (int i = 0; i < 12; ++i) {
    result += 1 / (x * x);
    x += 1;
  }
  double z = 1 / (x * x);
  result += (1 + 1 / (2 * x) + z * (1.0 / 6 - z * (1.0 / 30 - z * (1.0 / 42 - z * (1.0 / 30 - z * 5.0 / 66))))) / x;
  return sign * result;
}

double adder_i0(double x) {
  x = std::fabs(x);
  return x < 30 ? bessel_series(x, 0) : bessel_asymptotic(x, 0);
}

double adder_i1(double x) {
  double a = std::fabs(x);
  double r = a < 30 ? bessel_series(a, 1) : bessel_asymptotic(a, 1);
  return x < 0 ? -r : r;
}

void adder_complex_op(KOp op, const double* z, const double* w, double* out) {
  using C = std::complex<double>;
  C a(z[0], z[1]);
  C r;
  switch (op) {
    case kOp_sqrt: r = std::sqrt(a); break;
    case kOp_exp: r = std::exp(a); break;
    case kOp_log: r = std::log(a); break;
    case kOp_expm1: r = std::exp(a) - 1.0; break;
    case kOp_exp2: r = std::exp(a * 0.69314718055994530942); break;
    case kOp_log1p: r = std::log(a + 1.0); break;
    case kOp_log2: r = std::log(a) * 1.4426950408889634074; break;
    case kOp_log10: r = std::log(a) * 0.43429448190325182765; break;
    case kOp_sin: r = std::sin(a); break;
    case kOp_cos: r = std::cos(a); break;
    case kOp_tan: r = std::tan(a); break;
    case kOp_asin: r = std::asin(a); break;
    case kOp_acos: r = std::acos(a); break;
    case kOp_atan: r = std::atan(a); break;
    case kOp_sinh: r = std::sinh(a); break;
    case kOp_cosh: r = std::cosh(a); break;
    case kOp_tanh: r = std::tanh(a); break;
    case kOp_asinh: r = std::asinh(a); break;
    case kOp_acosh: r = std::acosh(a); break;
    case kOp_atanh: r = std::atanh(a); break;
    case kOp_pow: r = w[0] == 0 && w[1] == 0 ? C(1) : std::pow(a, C(w[0], w[1])); break;
    case kOp_magnitude: r = std::abs(a); break;
    case kOp_phase: r = std::arg(a); break;
    default: std::abort();
  }
  out[0] = r.real();
  out[1] = r.imag();
}

}  // extern "C"
