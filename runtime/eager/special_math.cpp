#include "runtime/eager/special_math.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "runtime/kernel/special.h"

namespace adder::rt {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// exp(-|x|) I_order(x) sqrt(2 pi |x|) as a series in 1 / (8 |x|), for large |x|.
double asymptotic_i(double order, double x, double sign) {
  double mu = 4 * order * order;
  double term = 1;
  double sum = 1;
  for (int k = 1; k < 30; ++k) {
    double odd = 2 * k - 1;
    double next = term * sign * (mu - odd * odd) / (k * 8 * x);
    if (std::fabs(next) > std::fabs(term)) break;
    term = next;
    sum += term;
    if (std::fabs(term) < kEpsilon * std::fabs(sum)) break;
  }
  return sum;
}

}  // namespace

// Terms up to q + kDirect, then the Euler-Maclaurin formula.
double hurwitz_zeta(double x, double q) {
  static constexpr double kBernoulli[] = {1.0 / 12,      -1.0 / 720,        1.0 / 30240,         -1.0 / 1209600,
                                          1.0 / 47900160, -691.0 / 1307674368000.0, 1.0 / 74724249600.0,
                                          -3617.0 / 10670622842880000.0};
  constexpr int kDirect = 12;
  if (std::isnan(x) || std::isnan(q)) return kNaN;
  if (x == 1) return kInfinity;
  if (x < 1) return kNaN;
  if (q <= 0) {
    if (q == std::floor(q)) return kInfinity;
    if (x != std::floor(x)) return kNaN;
  }
  double sum = std::pow(q, -x);
  double a = q;
  int k = 0;
  while (k < kDirect || a <= 9) {
    a += 1;
    ++k;
    double term = std::pow(a, -x);
    sum += term;
    if (std::fabs(term) < kEpsilon * std::fabs(sum)) return sum;
  }
  double power = std::pow(a, -x);
  sum += power * a / (x - 1) - 0.5 * power;
  double factor = 1;
  double rise = 0;
  for (double b : kBernoulli) {
    factor *= x + rise;
    power /= a;
    double term = factor * power * b;
    sum += term;
    if (std::fabs(term) < kEpsilon * std::fabs(sum)) break;
    rise += 1;
    factor *= x + rise;
    power /= a;
    rise += 1;
  }
  return sum;
}

double polygamma(double n, double x) {
  if (n == 0) return adder_digamma(x);
  if (n == 1) return adder_trigamma(x);
  double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * std::exp(std::lgamma(n + 1)) * hurwitz_zeta(n + 1, x);
}

namespace {

// x^a exp(-x) / gamma(a + 1), the first term of the series.
double gamma_prefix(double a, double x) {
  return std::exp(a * std::log(x) - x - std::lgamma(a + 1));
}
double gamma_series(double a, double x) {
  double term = 1;
  double sum = 1;
  for (int k = 1; k < 10000; ++k) {
    term *= x / (a + k);
    sum += term;
    if (term < kEpsilon * sum) break;
  }
  return gamma_prefix(a, x) * sum;
}
double gamma_fraction(double a, double x) {  // Lentz's method
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / (b == 0 ? kTiny : b);
  double h = d;
  for (int k = 1; k < 10000; ++k) {
    double an = -k * (k - a);
    b += 2;
    d = an * d + b;
    if (std::fabs(d) < kTiny) d = kTiny;
    c = b + an / c;
    if (std::fabs(c) < kTiny) c = kTiny;
    d = 1 / d;
    double delta = d * c;
    h *= delta;
    if (std::fabs(delta - 1) < kEpsilon) break;
  }
  return gamma_prefix(a, x) * a * h;
}

}  // namespace

double gamma_p(double a, double x) {
  if (std::isnan(a) || std::isnan(x) || a < 0 || x < 0) return kNaN;
  if (a == 0) return x > 0 ? 1 : kNaN;
  if (x == 0) return 0;
  if (std::isinf(a)) return std::isinf(x) ? kNaN : 0;
  if (std::isinf(x)) return 1;
  return x < a + 1 ? gamma_series(a, x) : 1 - gamma_fraction(a, x);
}
double gamma_q(double a, double x) {
  if (std::isnan(a) || std::isnan(x) || a < 0 || x < 0) return kNaN;
  if (a == 0) return x > 0 ? 0 : kNaN;
  if (x == 0) return 1;
  if (std::isinf(a)) return std::isinf(x) ? kNaN : 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

// A first guess from the tail's asymptotic form or erfinv, made exact by Halley steps on the distribution function.
double normal_quantile(double p) {
  if (std::isnan(p) || p < 0 || p > 1) return kNaN;
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  if (p == 0.5) return 0;
  double low = p < 0.5 ? p : 1 - p;
  double x;
  if (low > 0.02) {
    x = std::numbers::sqrt2 * adder_erfinv(2 * low - 1);
  } else {
    double t = std::sqrt(-2 * std::log(low));
    x = -(t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t));
  }
  for (int k = 0; k < 3; ++k) {
    double error = 0.5 * std::erfc(-x / std::numbers::sqrt2) - low;
    double u = error * std::sqrt(2 * std::numbers::pi) * std::exp(x * x / 2);
    x -= u / (1 + x * u / 2);
  }
  return p < 0.5 ? x : -x;
}

double scaled_erfc(double x) {
  if (std::isnan(x)) return x;
  if (x < -26.7) return kInfinity;
  if (x < 5) return std::exp(x * x) * std::erfc(x);
  if (x > 5e7) return 1 / (x * std::sqrt(std::numbers::pi));
  // The continued fraction of erfc, from its end.
  double f = x;
  for (int k = 60; k > 0; --k) f = x + k / 2.0 / f;
  return 1 / (f * std::sqrt(std::numbers::pi));
}

double scaled_i0(double x) {
  double a = std::fabs(x);
  if (a < 30) return std::exp(-a) * adder_i0(a);
  return asymptotic_i(0, a, -1) / std::sqrt(2 * std::numbers::pi * a);
}
double scaled_i1(double x) {
  double a = std::fabs(x);
  double r = a < 30 ? std::exp(-a) * adder_i1(a) : asymptotic_i(1, a, -1) / std::sqrt(2 * std::numbers::pi * a);
  return x < 0 ? -r : r;
}
namespace {
double k_of(double order, double x, bool scaled) {
  if (std::isnan(x) || x < 0) return kNaN;
  if (x == 0) return kInfinity;
  if (x > 30) {
    double r = asymptotic_i(order, x, 1) * std::sqrt(std::numbers::pi / (2 * x));
    return scaled ? r : r * std::exp(-x);
  }
  double r = std::cyl_bessel_k(order, x);
  return scaled ? r * std::exp(x) : r;
}
}  // namespace
double modified_k0(double x) {
  return k_of(0, x, false);
}
double modified_k1(double x) {
  return k_of(1, x, false);
}
double scaled_k0(double x) {
  return k_of(0, x, true);
}
double scaled_k1(double x) {
  return k_of(1, x, true);
}

double spherical_j0(double x) {
  if (std::isinf(x)) return 0;
  if (std::fabs(x) < 0.5) {
    double s = x * x;
    return 1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156)))));
  }
  return std::sin(x) / x;
}

double airy_ai(double x) {
  if (std::isnan(x) || std::isinf(x)) return std::isinf(x) ? 0 : x;
  if (x == 0) return 0.355028053887817239;
  double a = std::fabs(x);
  double z = 2.0 / 3 * a * std::sqrt(a);
  if (x > 0) return z > 700 ? 0 : std::sqrt(a / 3) / std::numbers::pi * std::cyl_bessel_k(1.0 / 3, z);
  double j = std::cyl_bessel_j(1.0 / 3, z);
  double n = std::cyl_neumann(1.0 / 3, z);
  double turned = 0.5 * j - std::sqrt(3.0) / 2 * n;  // of order -1/3
  return std::sqrt(a) / 3 * (j + turned);
}

double polynomial(Polynomial kind, double x, double degree) {
  if (std::isnan(x) || std::isnan(degree)) return kNaN;
  if (degree < 0) return 0;
  int64_t n = int64_t(degree);
  if (n == 0) return 1;
  double before = 1;
  double now = 0;
  switch (kind) {
    case Polynomial::chebyshev_t:
    case Polynomial::hermite_he:
    case Polynomial::legendre: now = x; break;
    case Polynomial::chebyshev_u:
    case Polynomial::hermite_h: now = 2 * x; break;
    case Polynomial::chebyshev_v: now = 2 * x - 1; break;
    case Polynomial::chebyshev_w: now = 2 * x + 1; break;
    case Polynomial::laguerre: now = 1 - x; break;
  }
  for (int64_t k = 1; k < n && !std::isnan(now); ++k) {
    double d = double(k);
    double next = 0;
    switch (kind) {
      case Polynomial::chebyshev_t:
      case Polynomial::chebyshev_u:
      case Polynomial::chebyshev_v:
      case Polynomial::chebyshev_w: next = 2 * x * now - before; break;
      case Polynomial::hermite_h: next = 2 * (x * now - d * before); break;
      case Polynomial::hermite_he: next = x * now - d * before; break;
      case Polynomial::laguerre: next = ((2 * d + 1 - x) * now - d * before) / (d + 1); break;
      case Polynomial::legendre: next = ((2 * d + 1) * x * now - d * before) / (d + 1); break;
    }
    before = now;
    now = next;
  }
  return now;
}

}  // namespace adder::rt
