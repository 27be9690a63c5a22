// math and cmath-independent number functions.
#include <cerrno>
#include <cmath>
#include <numeric>

#include "stdlib/native/support/gamma.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value domain(Thread& th) {
  return th.raise(E_ValueError, "math domain error");
}
Value range_error(Thread& th) {
  return th.raise(E_OverflowError, "math range error");
}

// One argument; a NaN that was not there is a domain error, a new infinity a range error (or a domain error at poles).
template <double (*kFunction)(double), bool kOverflows>
Value unary(Thread& th, Value* a, int) {
  double x;
  if (!to_double_arg(th, a[0], &x)) return kAbsent;
  double r = kFunction(x);
  if (std::isnan(r) && !std::isnan(x)) return domain(th);
  if (std::isinf(r) && std::isfinite(x)) return kOverflows ? range_error(th) : domain(th);
  return real(r);
}
template <double (*kFunction)(double, double)>
Value binary(Thread& th, Value* a, int) {
  double x;
  double y;
  if (!to_double_arg(th, a[0], &x) || !to_double_arg(th, a[1], &y)) return kAbsent;
  double r = kFunction(x, y);
  if (std::isnan(r) && !std::isnan(x) && !std::isnan(y)) return domain(th);
  if (std::isinf(r) && std::isfinite(x) && std::isfinite(y)) return range_error(th);
  return real(r);
}
template <bool (*kTest)(double)>
Value test(Thread& th, Value* a, int) {
  double x;
  return to_double_arg(th, a[0], &x) ? boolean(kTest(x)) : kAbsent;
}
bool is_nan(double x) {
  return std::isnan(x);
}
bool is_inf(double x) {
  return std::isinf(x);
}
bool is_finite(double x) {
  return std::isfinite(x);
}

// The number of a big int as mantissa * 2**exponent, for logarithms beyond the range of double.
template <double (*kLog)(double)>
bool log_any(Thread& th, Value v, double* out) {
  Value u = unwrap(v);
  if (is_intlike(u)) {
    if (big_sign(u) <= 0) {
      domain(th);
      return false;
    }
    double x = to_double(u);
    if (std::isfinite(x)) {
      *out = kLog(x);
      return true;
    }
    const size_t shift = big_bit_length(u) - 64;
    Owned top(big_binary(th, kShr, u, integer(th, int64_t(shift))));
    *out = kLog(std::ldexp(to_double(top.get()), -64)) + kLog(2.0) * double(shift + 64);
    return true;
  }
  double x;
  if (!to_double_arg(th, v, &x)) return false;
  if (x <= 0) {
    domain(th);
    return false;
  }
  *out = kLog(x);
  return true;
}
Value math_log(Thread& th, Value* a, int) {
  double x;
  if (!log_any<std::log>(th, a[0], &x)) return kAbsent;
  if (!a[1].u) return real(x);
  double base;
  if (!log_any<std::log>(th, a[1], &base)) return kAbsent;
  if (base == 0) return th.raise(E_ZeroDivisionError, "float division by zero");
  return real(x / base);
}
Value math_log2(Thread& th, Value* a, int) {
  double x;
  return log_any<std::log2>(th, a[0], &x) ? real(x) : kAbsent;
}
Value math_log10(Thread& th, Value* a, int) {
  double x;
  return log_any<std::log10>(th, a[0], &x) ? real(x) : kAbsent;
}

Value to_integer(Thread& th, double d) {
  if (std::isnan(d)) return th.raise(E_ValueError, "cannot convert float NaN to integer");
  if (std::isinf(d)) return th.raise(E_OverflowError, "cannot convert float infinity to integer");
  if (std::fabs(d) < 9e18) return integer(th, int64_t(d));
  return big_from_double(th, d);
}
template <Name kMethod, double (*kFunction)(double)>
Value rounded(Thread& th, Value* a, int) {
  if (a[0].is_float()) return to_integer(th, kFunction(a[0].as_float()));
  if (is_intlike(a[0])) return is_bool(a[0]) ? integer49(a[0].u == kTrue.u) : inc(a[0]);
  Value r = th.call_special(a[0], kMethod, nullptr, 0);
  if (r.u != kStop.u) return r;
  if (kMethod == n_trunc)
    return th.raise(E_TypeError, "type %s doesn't define __trunc__ method", type_name(th, a[0]).c_str());
  double x;
  return to_double_arg(th, a[0], &x) ? to_integer(th, kFunction(x)) : kAbsent;
}

Value math_pow(Thread& th, Value* a, int) {
  double x;
  double y;
  if (!to_double_arg(th, a[0], &x) || !to_double_arg(th, a[1], &y)) return kAbsent;
  double r = std::pow(x, y);
  if (std::isfinite(x) && std::isfinite(y)) {
    if (std::isnan(r)) return domain(th);
    if (std::isinf(r)) return x == 0 ? domain(th) : range_error(th);
  }
  return real(r);
}
Value math_fmod(Thread& th, Value* a, int) {
  double x;
  double y;
  if (!to_double_arg(th, a[0], &x) || !to_double_arg(th, a[1], &y)) return kAbsent;
  if (std::isinf(y) && std::isfinite(x)) return real(x);
  double r = std::fmod(x, y);
  if (std::isnan(r) && !std::isnan(x) && !std::isnan(y)) return domain(th);
  return real(r);
}
Value math_frexp(Thread& th, Value* a, int) {
  double x;
  if (!to_double_arg(th, a[0], &x)) return kAbsent;
  int e = 0;
  double m = std::isfinite(x) && x != 0 ? std::frexp(x, &e) : x;
  return pair(th, real(m), integer49(e));
}
Value math_ldexp(Thread& th, Value* a, int) {
  double x;
  if (!to_double_arg(th, a[0], &x)) return kAbsent;
  Value u = unwrap(a[1]);
  if (!is_intlike(u)) return th.raise(E_TypeError, "Expected an int as second argument to ldexp.");
  if (x == 0 || !std::isfinite(x)) return real(x);
  int64_t e = is_big(u) ? (big_sign(u) < 0 ? -100000 : 100000) : to_int(u);
  e = e > 100000 ? 100000 : e < -100000 ? -100000 : e;
  double r = std::ldexp(x, int(e));
  return std::isinf(r) ? range_error(th) : real(r);
}
Value math_modf(Thread& th, Value* a, int) {
  double x;
  if (!to_double_arg(th, a[0], &x)) return kAbsent;
  if (std::isinf(x)) return pair(th, real(std::copysign(0.0, x)), real(x));
  double whole;
  double fraction = std::modf(x, &whole);
  return pair(th, real(fraction), real(whole));
}
Value math_gamma(Thread& th, Value* a, int) {
  double x;
  if (!to_double_arg(th, a[0], &x)) return kAbsent;
  if (x == 0 || (x < 0 && (std::isinf(x) || x == std::floor(x)))) return domain(th);
  double r = std::isfinite(x) ? gamma_function(x) : x;
  return std::isinf(r) && std::isfinite(x) ? range_error(th) : real(r);
}
Value math_lgamma(Thread& th, Value* a, int) {
  double x;
  if (!to_double_arg(th, a[0], &x)) return kAbsent;
  if (x <= 0 && x == std::floor(x) && std::isfinite(x)) return domain(th);
  double r = std::isinf(x) ? INFINITY : std::isnan(x) ? x : log_abs_gamma(x);
  return std::isinf(r) && std::isfinite(x) ? range_error(th) : real(r);
}

// --- sums

Value math_fsum(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[0]));
  if (!it) return kAbsent;
  std::vector<double> partials;
  double special = 0;
  double infinities = 0;
  while (true) {
    Owned v(next_value(th, it.get()));
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) break;
    double x;
    if (!to_double_arg(th, v.get(), &x)) return kAbsent;
    double given = x;
    size_t i = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      double hi = x + y;
      double lo = y - (hi - x);
      if (lo != 0) partials[i++] = lo;
      x = hi;
    }
    partials.resize(i);
    if (x != 0) {
      if (!std::isfinite(x)) {
        if (std::isfinite(given)) return th.raise(E_OverflowError, "intermediate overflow in fsum");
        if (std::isinf(given)) infinities += given;
        special += given;
        partials.clear();
      } else {
        partials.push_back(x);
      }
    }
  }
  if (special != 0) {
    if (std::isnan(infinities)) return th.raise(E_ValueError, "-inf + inf in fsum");
    return real(special);
  }
  double hi = 0;
  size_t n = partials.size();
  if (n > 0) {
    hi = partials[--n];
    double lo = 0;
    while (n > 0) {
      double x = hi;
      double y = partials[--n];
      hi = x + y;
      lo = y - (hi - x);
      if (lo != 0) break;
    }
    if (n > 0 && ((lo < 0 && partials[n - 1] < 0) || (lo > 0 && partials[n - 1] > 0))) {
      double y = lo * 2;
      double x = hi + y;
      if (y == x - hi) hi = x;
    }
  }
  return real(hi);
}
Value math_prod(Thread& th, Value* a, int) {
  Owned acc(inc(a[1]));
  Owned it(iter_native(th, a[0]));
  if (!it) return kAbsent;
  while (true) {
    Owned v(next_value(th, it.get()));
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) return acc.release();
    if (acc.get().is_float() && v.get().is_float()) {
      acc = Owned(real(acc.get().as_float() * v.get().as_float()));
      continue;
    }
    acc = Owned(binary_native(th, kMul, false, acc.get(), v.get()));
    if (!acc) return kAbsent;
  }
}
// Scaled sum of squares with compensation, so that hypot and dist are right to the last bit or nearly so.
double vector_norm(std::vector<double>& v) {
  double largest = 0;
  bool nan = false;
  for (double& x : v) {
    x = std::fabs(x);
    nan |= std::isnan(x);
    if (x > largest) largest = x;
  }
  if (std::isinf(largest)) return largest;
  if (nan) return NAN;
  if (largest == 0 || v.size() <= 1) return largest;
  int e;
  std::frexp(largest, &e);
  if (e < -1021) {  // subnormal: scale up first
    for (double& x : v) x = std::ldexp(x, 600);
    return std::ldexp(vector_norm(v), -600);
  }
  double sum = 1;
  double low1 = 0;
  double low2 = 0;
  auto add = [&](double hi, double lo) {
    double s = sum + hi;
    low1 += lo;
    low2 += hi - (s - sum);
    sum = s;
  };
  for (double x : v) {
    x = std::ldexp(x, -e);
    double square = x * x;
    add(square, std::fma(x, x, -square));
  }
  double h = std::sqrt(sum - 1.0 + (low1 + low2));
  double square = h * h;
  add(-square, -std::fma(h, h, -square));
  double x = sum - 1.0 + (low1 + low2);
  h += x / (2.0 * h);
  return std::ldexp(h, e);
}
Value math_hypot(Thread& th, Value* a, int n) {
  std::vector<double> v(size_t(n), 0.0);
  for (int i = 0; i < n; ++i)
    if (!to_double_arg(th, a[i], &v[size_t(i)])) return kAbsent;
  return real(vector_norm(v));
}
Value math_dist(Thread& th, Value* a, int) {
  Values p;
  Values q;
  if (!iterate(th, a[0], &p.items) || !iterate(th, a[1], &q.items)) return kAbsent;
  if (p.items.size() != q.items.size())
    return th.raise(E_ValueError, "both points must have the same number of dimensions");
  std::vector<double> v;
  for (size_t i = 0; i < p.items.size(); ++i) {
    double x;
    double y;
    if (!to_double_arg(th, p.items[i], &x) || !to_double_arg(th, q.items[i], &y)) return kAbsent;
    v.push_back(x - y);
  }
  return real(vector_norm(v));
}

// --- integers

Value gcd_of(Thread& th, Value x, Value y) {
  return x.is_int() && y.is_int() ? integer(th, std::gcd(x.as_int(), y.as_int())) : big_gcd(th, x, y);
}
Value math_gcd(Thread& th, Value* a, int n) {
  Owned acc(integer49(0));
  for (int i = 0; i < n; ++i) {
    Owned v(to_int_object(th, a[i]));
    if (!v) return kAbsent;
    acc = Owned(gcd_of(th, acc.get(), v.get()));
  }
  return big_sign(acc.get()) < 0 ? big_negate(th, acc.get()) : acc.release();
}
Value math_lcm(Thread& th, Value* a, int n) {
  Owned acc(integer49(1));
  for (int i = 0; i < n; ++i) {
    Owned v(to_int_object(th, a[i]));
    if (!v) return kAbsent;
    if (big_sign(v.get()) == 0) {
      acc = Owned(integer49(0));
      continue;
    }
    if (big_sign(acc.get()) == 0) continue;
    int64_t word;
    if (acc.get().is_int() && v.get().is_int() &&
        !__builtin_mul_overflow(acc.get().as_int() / std::gcd(acc.get().as_int(), v.get().as_int()), v.get().as_int(),
                                &word)) {
      acc = Owned(integer(th, word < 0 ? -word : word));
      continue;
    }
    Owned g(big_gcd(th, acc.get(), v.get()));
    Owned q(big_binary(th, kFdiv, acc.get(), g.get()));
    acc = Owned(big_binary(th, kMul, q.get(), v.get()));
    if (big_sign(acc.get()) < 0) acc = Owned(big_negate(th, acc.get()));
  }
  return acc.release();
}
Value math_isqrt(Thread& th, Value* a, int) {
  Owned v(to_int_object(th, a[0]));
  if (!v) return kAbsent;
  if (big_sign(v.get()) < 0) return th.raise(E_ValueError, "isqrt() argument must be nonnegative");
  if (!is_small_int(v.get())) return big_isqrt(th, v.get());
  const uint64_t n = uint64_t(to_int(v.get()));
  uint64_t root = uint64_t(std::sqrt(double(n)));  // off by one at most, where n takes more bits than a double
  if (root * root > n) --root;
  if ((root + 1) * (root + 1) <= n) ++root;
  return integer(th, int64_t(root));
}
// The product of lo..hi, by halves, so that the factors stay of like size. Few are multiplied as machine words as long
// as they fit.
Value product(Thread& th, int64_t lo, int64_t hi) {
  if (hi - lo < 20) {
    Owned r;
    int64_t word = lo;
    for (int64_t i = lo; i < hi;) {  // hi may be the largest number
      ++i;
      int64_t next;
      if (!__builtin_mul_overflow(word, i, &next)) {
        word = next;
        continue;
      }
      Owned factor(integer(th, word));
      r = r ? Owned(big_binary(th, kMul, r.get(), factor.get())) : std::move(factor);
      word = i;
    }
    Owned factor(integer(th, word));
    return r ? big_binary(th, kMul, r.get(), factor.get()) : factor.release();
  }
  int64_t mid = lo + (hi - lo) / 2;
  Owned x(product(th, lo, mid));
  Owned y(product(th, mid + 1, hi));
  return big_binary(th, kMul, x.get(), y.get());
}
Value math_factorial(Thread& th, Value* a, int) {
  Owned v(to_int_object(th, a[0]));
  if (!v) return kAbsent;
  if (big_sign(v.get()) < 0) return th.raise(E_ValueError, "factorial() not defined for negative values");
  if (is_big(v.get()))
    return th.raise(E_OverflowError, "factorial() argument should not exceed %lld", 0x7fffffffffffffffLL);
  int64_t n = to_int(v.get());
  if (!th.check_memory(size_t(n > 0 ? double(n) * std::log2(double(n) + 1) / 8 : 0))) return kAbsent;
  return n < 2 ? integer49(1) : product(th, 1, n);
}
bool counts(Thread& th, Value* a, Owned* n, Owned* k) {
  *n = Owned(to_int_object(th, a[0]));
  if (!*n) return false;
  *k = a[1].u && a[1].u != kNone.u ? Owned(to_int_object(th, a[1])) : Owned(inc(n->get()));
  if (!*k) return false;
  if (big_sign(n->get()) < 0) {
    th.raise(E_ValueError, "n must be a non-negative integer");
    return false;
  }
  if (big_sign(k->get()) < 0) {
    th.raise(E_ValueError, "k must be a non-negative integer");
    return false;
  }
  return true;
}
// n (n - 1) ... (n - k + 1), k > 0, by halves.
Value falling(Thread& th, Value n, int64_t k) {
  if (is_small_int(n)) return product(th, to_int(n) - k + 1, to_int(n));
  if (k < 8) {
    Owned r(inc(n));
    for (int64_t i = 1; i < k; ++i) {
      Owned factor(big_binary(th, kSub, n, integer49(i)));
      r = Owned(big_binary(th, kMul, r.get(), factor.get()));
    }
    return r.release();
  }
  Owned x(falling(th, n, k / 2));
  Owned rest(big_binary(th, kSub, n, integer49(k / 2)));
  Owned y(falling(th, rest.get(), k - k / 2));
  return big_binary(th, kMul, x.get(), y.get());
}
bool check_falling(Thread& th, Value n, int64_t k) {
  return th.check_memory(size_t(std::min(double(big_bit_length(n)) * double(k) / 8, 1e18)));
}
Value math_perm(Thread& th, Value* a, int) {
  Owned n;
  Owned k;
  if (!counts(th, a, &n, &k)) return kAbsent;
  if (big_compare(k.get(), n.get()) > 0) return integer49(0);
  if (is_big(k.get())) return th.raise(E_OverflowError, "k must not exceed %lld", 0x7fffffffffffffffLL);
  int64_t count = to_int(k.get());
  if (!check_falling(th, n.get(), count)) return kAbsent;
  return count ? falling(th, n.get(), count) : integer49(1);
}
// Ways to choose k of n where they fit a word. Odd parts are multiplied and divided modulo 2^64, where every odd number
// has an inverse; false: too many, as far as an estimate tells.
bool word_comb(uint64_t n, uint64_t k, uint64_t* out) {
  if (k > 33) return false;
  double estimate = 1, divisor = 1;
  uint64_t above = 1, below = 1;
  int twos = 0;
  for (uint64_t i = 0; i < k; ++i) {
    const uint64_t x = n - i, y = i + 1;
    const int tx = __builtin_ctzll(x), ty = __builtin_ctzll(y);
    above *= x >> tx;
    below *= y >> ty;
    twos += tx - ty;
    estimate *= double(x);
    divisor *= double(y);
  }
  if (!(estimate / divisor < 9e18)) return false;
  uint64_t inverse = below * 3 ^ 2;  // right in five bits, and in twice as many after each step
  for (int i = 0; i < 4; ++i) inverse *= 2 - below * inverse;
  *out = above * inverse << twos;
  return true;
}
Value math_comb(Thread& th, Value* a, int) {
  Owned n;
  Owned k;
  if (!counts(th, a, &n, &k)) return kAbsent;
  if (big_compare(k.get(), n.get()) > 0) return integer49(0);
  Owned other(big_binary(th, kSub, n.get(), k.get()));
  if (big_compare(other.get(), k.get()) < 0) k = std::move(other);
  if (is_big(k.get())) return th.raise(E_OverflowError, "min(n - k, k) must not exceed %lld", 0x7fffffffffffffffLL);
  int64_t count = to_int(k.get());
  if (!count) return integer49(1);
  uint64_t ways;
  if (is_small_int(n.get()) && word_comb(uint64_t(to_int(n.get())), uint64_t(count), &ways))
    return integer(th, int64_t(ways));
  if (!check_falling(th, n.get(), count)) return kAbsent;
  Owned above(falling(th, n.get(), count));
  Owned below(product(th, 1, count));
  return big_binary(th, kFdiv, above.get(), below.get());
}

Value math_isclose(Thread& th, Value* a, int) {
  double x;
  double y;
  double relative;
  double absolute;
  if (!to_double_arg(th, a[0], &x) || !to_double_arg(th, a[1], &y) || !to_double_arg(th, a[2], &relative) ||
      !to_double_arg(th, a[3], &absolute))
    return kAbsent;
  if (relative < 0 || absolute < 0) return th.raise(E_ValueError, "tolerances must be non-negative");
  if (x == y) return kTrue;
  if (std::isinf(x) || std::isinf(y)) return kFalse;
  double d = std::fabs(x - y);
  return boolean(d <= std::fabs(relative * y) || d <= std::fabs(relative * x) || d <= absolute);
}
Value math_ulp(Thread& th, Value* a, int) {
  double x;
  if (!to_double_arg(th, a[0], &x)) return kAbsent;
  if (std::isnan(x)) return real(x);
  x = std::fabs(x);
  if (std::isinf(x)) return real(x);
  double up = std::nextafter(x, INFINITY);
  return real(std::isinf(up) ? x - std::nextafter(x, -INFINITY) : up - x);
}

template <bool kToDegrees>
Value angle(Thread& th, Value* a, int) {  // which may be infinite
  double x;
  return to_double_arg(th, a[0], &x) ? real(kToDegrees ? x * (180.0 / M_PI) : x * (M_PI / 180.0)) : kAbsent;
}
double fabs_double(double x) {
  return std::fabs(x);
}
double copy_sign(double x, double y) {
  return std::copysign(x, y);
}
double next_after(double x, double y) {
  return std::nextafter(x, y);
}
double remainder_double(double x, double y) {
  if (std::isinf(y) && std::isfinite(x)) return x;
  return std::remainder(x, y);
}
double arc_tangent2(double y, double x) {
  return std::atan2(y, x);
}
Value math_nextafter(Thread& th, Value* a, int) {
  double x;
  double y;
  if (!to_double_arg(th, a[0], &x) || !to_double_arg(th, a[1], &y)) return kAbsent;
  return real(next_after(x, y));
}

#define UNARY(name, function, overflows, doc) \
  { name, "(x, /)", doc, unary<function, overflows>, Rule::pure }

const NativeDef kFunctions[] = {
    UNARY("acos", std::acos, false, "Arc cosine."),
    UNARY("acosh", std::acosh, false, "Inverse hyperbolic cosine."),
    UNARY("asin", std::asin, false, "Arc sine."),
    UNARY("asinh", std::asinh, false, "Inverse hyperbolic sine."),
    UNARY("atan", std::atan, false, "Arc tangent."),
    UNARY("atanh", std::atanh, false, "Inverse hyperbolic tangent."),
    UNARY("cbrt", std::cbrt, false, "Cube root."),
    UNARY("cos", std::cos, false, "Cosine."),
    UNARY("cosh", std::cosh, true, "Hyperbolic cosine."),
    {"degrees", "(x, /)", "Radians to degrees.", angle<true>, Rule::pure},
    UNARY("erf", std::erf, true, "Error function."),
    UNARY("erfc", std::erfc, true, "Complementary error function."),
    UNARY("exp", std::exp, true, "e raised to x."),
    UNARY("exp2", std::exp2, true, "2 raised to x."),
    UNARY("expm1", std::expm1, true, "exp(x) - 1."),
    UNARY("fabs", fabs_double, false, "Absolute value as a float."),
    UNARY("log1p", std::log1p, false, "log(1 + x)."),
    {"radians", "(x, /)", "Degrees to radians.", angle<false>, Rule::pure},
    UNARY("sin", std::sin, false, "Sine."),
    UNARY("sinh", std::sinh, true, "Hyperbolic sine."),
    UNARY("sqrt", std::sqrt, false, "Square root."),
    UNARY("tan", std::tan, false, "Tangent."),
    UNARY("tanh", std::tanh, false, "Hyperbolic tangent."),
    {"atan2", "(y, x, /)", "Angle of the point (x, y).", binary<arc_tangent2>, Rule::pure},
    {"ceil", "(x, /)", "The smallest integer not below x.", rounded<n_ceil, std::ceil>, Rule::symbolic},
    {"comb", "(n, k, /)", "Ways to choose k of n.", math_comb, Rule::pure},
    {"copysign", "(x, y, /)", "x with the sign of y.", binary<copy_sign>, Rule::pure},
    {"dist", "(p, q, /)", "Distance of two points.", math_dist, Rule::opaque},
    {"factorial", "(x, /)", "x!.", math_factorial, Rule::pure},
    {"floor", "(x, /)", "The largest integer not above x.", rounded<n_floor, std::floor>, Rule::symbolic},
    {"fmod", "(x, y, /)", "Remainder with the sign of x.", math_fmod, Rule::pure},
    {"frexp", "(x, /)", "Mantissa and exponent.", math_frexp, Rule::pure},
    {"fsum", "(seq, /)", "An exact sum of floats.", math_fsum, Rule::opaque},
    {"gamma", "(x, /)", "Gamma function.", math_gamma, Rule::pure},
    {"gcd", "(*integers)", "Greatest common divisor.", math_gcd, Rule::pure},
    {"hypot", "(*coordinates)", "Distance from the origin.", math_hypot, Rule::pure},
    {"isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", "Nearly equal?", math_isclose, Rule::pure},
    {"isfinite", "(x, /)", "Neither infinite nor NaN?", test<is_finite>, Rule::pure},
    {"isinf", "(x, /)", "Infinite?", test<is_inf>, Rule::pure},
    {"isnan", "(x, /)", "Not a number?", test<is_nan>, Rule::pure},
    {"isqrt", "(n, /)", "The integer part of the square root.", math_isqrt, Rule::pure},
    {"lcm", "(*integers)", "Least common multiple.", math_lcm, Rule::pure},
    {"ldexp", "(x, i, /)", "x * 2**i.", math_ldexp, Rule::pure},
    {"lgamma", "(x, /)", "Logarithm of the absolute value of gamma.", math_lgamma, Rule::pure},
    {"log", "(x, base=..., /)", "Logarithm, natural or to a base.", math_log, Rule::pure},
    {"log10", "(x, /)", "Logarithm to base 10.", math_log10, Rule::pure},
    {"log2", "(x, /)", "Logarithm to base 2.", math_log2, Rule::pure},
    {"modf", "(x, /)", "Fraction and whole part.", math_modf, Rule::pure},
    {"nextafter", "(x, y, /)", "The next float towards y.", math_nextafter, Rule::pure},
    {"perm", "(n, k=None, /)", "Ways to order k of n.", math_perm, Rule::pure},
    {"pow", "(x, y, /)", "x to the power of y, as floats.", math_pow, Rule::pure},
    {"prod", "(iterable, /, *, start=1)", "The product of the items.", math_prod, Rule::calls},
    {"remainder", "(x, y, /)", "IEEE remainder.", binary<remainder_double>, Rule::pure},
    {"trunc", "(x, /)", "The integer part.", rounded<n_trunc, std::trunc>, Rule::symbolic},
    {"ulp", "(x, /)", "The value of the last bit.", math_ulp, Rule::pure},
};

bool init_math(Thread& th, Module* m) {
  module_set(th.in, m, "pi", real(M_PI));
  module_set(th.in, m, "e", real(M_E));
  module_set(th.in, m, "tau", real(2 * M_PI));
  module_set(th.in, m, "inf", real(INFINITY));
  module_set(th.in, m, "nan", real(NAN));
  return true;
}

}  // namespace

const NativeModuleDef kMathModule = {"math", "Functions of the C library's kind on floats and ints.", kFunctions,
                                     init_math};

}  // namespace adder::lib
