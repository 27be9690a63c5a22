#include "stdlib/native/support/gamma.h"

#include <cmath>
#include <iterator>

namespace adder::lib {
namespace {

// Lanczos' approximation with g = 6.02… and 13 terms, as a quotient of polynomials: G. Pugh, "An analysis of the Lanczos
// gamma approximation" (2004); these coefficients are those of Boost's lanczos13m53.
constexpr double kG = 6.024680040776729583740234375, kGMinusHalf = 5.524680040776729583740234375;
constexpr double kNumerator[] = {
    23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};
constexpr double kDenominator[] = {0.0,       39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
                                   2637558.0, 357423.0,   32670.0,     1925.0,      66.0,        1.0};
constexpr int kTerms = int(std::size(kNumerator));

double lanczos_sum(double x) {
  double above = 0, below = 0;
  if (x < 5) {
    for (int i = kTerms; --i >= 0;) {
      above = above * x + kNumerator[i];
      below = below * x + kDenominator[i];
    }
  } else {  // in powers of 1 / x, which do not overflow
    for (int i = 0; i < kTerms; ++i) {
      above = above / x + kNumerator[i];
      below = below / x + kDenominator[i];
    }
  }
  return above / below;
}
double sine_of_pi_times(double x) {
  const double y = std::fmod(std::fabs(x), 2.0);
  double r;
  switch (int(std::round(2.0 * y))) {
    case 0: r = std::sin(M_PI * y); break;
    case 1: r = std::cos(M_PI * (y - 0.5)); break;
    case 2: r = std::sin(M_PI * (1.0 - y)); break;  // not of y - 1: 0 and not -0 at 1
    case 3: r = -std::cos(M_PI * (y - 1.5)); break;
    default: r = std::sin(M_PI * (y - 2.0)); break;
  }
  return std::copysign(1.0, x) * r;
}

}  // namespace

double gamma_function(double x) {
  if (x == std::floor(x) && x > 0 && x <= 23) {
    double r = 1;
    for (int i = 2; i < int(x); ++i) r *= i;
    return r;
  }
  const double size = std::fabs(x);
  if (size < 1e-20) return 1.0 / x;
  if (size > 200) return x < 0 ? 0.0 / sine_of_pi_times(x) : HUGE_VAL;
  const double y = size + kGMinusHalf;
  // How far y is off, for the first digits of the result that its rounding costs.
  double z = size > kGMinusHalf ? (y - size) - kGMinusHalf : (y - kGMinusHalf) - size;
  z = z * kG / y;
  const bool large = size >= 140;  // the power in two halves, which do not overflow before the result does
  const double power = large ? std::pow(y, size / 2.0 - 0.25) : std::pow(y, size - 0.5);
  double r;
  if (x < 0) {
    r = -M_PI / sine_of_pi_times(size) / size * std::exp(y) / lanczos_sum(size);
    r -= z * r;
    return large ? r / power / power : r / power;
  }
  r = lanczos_sum(size) / std::exp(y);
  r += z * r;
  return large ? r * power * power : r * power;
}
double log_abs_gamma(double x) {
  if (x == 1 || x == 2) return 0;
  const double size = std::fabs(x);
  if (size < 1e-20) return -std::log(size);
  double r = std::log(lanczos_sum(size)) - kG;
  r += (size - 0.5) * (std::log(size + kG - 0.5) - 1);
  constexpr double kLogPi = 1.144729885849400174143427351353058711647;
  return x < 0 ? kLogPi - std::log(std::fabs(sine_of_pi_times(size))) - std::log(size) - r : r;
}

}  // namespace adder::lib
