#include "runtime/random/fills.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "runtime/base/isa.h"

namespace adder::rt {

void normal_blocks_generic(float* values, long n, float mean, float std);
void normal_blocks_avx2(float* values, long n, float mean, float std);

namespace {

constexpr int kBlock = 16;

void normal_blocks(float* values, int64_t n, float mean, float std) {
  static const bool fast = chosen_isa() >= Isa::avx2;
  if (fast) {
    normal_blocks_avx2(values, n, mean, std);
  } else {
    normal_blocks_generic(values, n, mean, std);
  }
}

void normal_blocks(double* values, int64_t n, double mean, double std) {
  for (int64_t at = 0; at < n; at += kBlock) {
    double* u = values + at;
    for (int i = 0; i < kBlock / 2; ++i) {
      double radius = std::sqrt(-2.0 * std::log(1.0 - u[i]));
      double angle = 2.0 * std::numbers::pi * u[i + kBlock / 2];
      u[i] = std::fma(radius * std::cos(angle), std, mean);
      u[i + kBlock / 2] = std::fma(radius * std::sin(angle), std, mean);
    }
  }
}

template <class W>
W draw_uniform(Generator& g) {
  if constexpr (std::is_same_v<W, double>) {
    return g.uniform53();
  } else {
    return g.uniform24();
  }
}

// Bits that a random integer takes: 32 while the range is below 2^28.
uint64_t draw_bits(Generator& g, uint64_t range) {
  return range < (uint64_t(1) << 28) ? g.random() : g.random64();
}

// Moves the ends of [low, high) inward to integers that the float type holds, so that no draw rounds out of the range.
template <class T>
int64_t lowest_inside(int64_t low) {
  auto magnitude = [](int64_t v) { return v < 0 ? -uint64_t(v) : uint64_t(v); };
  double up = double(narrow_to<T>(double(low) + 1));
  if (!(up < double(low))) return low;
  return int64_t(up) + (int64_t(1) << (std::bit_width(magnitude(low + 1)) - kDigits<T>));
}
template <class T>
int64_t highest_inside(int64_t high) {
  auto magnitude = [](int64_t v) { return v < 0 ? -uint64_t(v) : uint64_t(v); };
  double down = double(narrow_to<T>(double(high - 1)));
  if (!(down >= double(high))) return high;
  const int64_t step = int64_t(1) << (std::bit_width(magnitude(high - 1)) - kDigits<T>);
  return int64_t(down) < INT64_MIN + step ? INT64_MIN : int64_t(down) - step;
}

template <class T>
T integer_element(uint64_t value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else if constexpr (kIsHalf<T>) {
    return T(float(int64_t(value)));
  } else {
    return T(int64_t(value));
  }
}

}  // namespace

template <class T>
void fill_uniform(Generator& g, T* out, int64_t n, double from, double to) {
  using W = Wide<T>;
  W low = W(from);
  W span = W(to) - low;
  T top = narrow_to<T>(double(W(to)));
  T bottom = narrow_to<T>(double(low));
  for (int64_t i = 0; i < n; ++i) {
    T value = T(std::fma(draw_uniform<W>(g), span, low));
    out[i] = value == top ? bottom : value;
  }
}

template <class T>
void fill_normal(Generator& g, T* out, int64_t n, double mean, double std, bool contiguous) {
  if (n < kBlock || !contiguous) {
    for (int64_t i = 0; i < n; ++i) out[i] = narrow_to<T>(std::fma(g.normal(), std, mean));
    return;
  }
  using W = Wide<T>;
  int64_t whole = n / kBlock * kBlock;
  if constexpr (!kIsHalf<T>) {  // all uniforms first
    for (int64_t i = 0; i < n; ++i) out[i] = draw_uniform<W>(g);
    normal_blocks(out, whole, W(mean), W(std));
    if (whole == n) return;
    T* tail = out + n - kBlock;  // sixteen more uniforms, over what is there
    for (int i = 0; i < kBlock; ++i) tail[i] = draw_uniform<W>(g);
    normal_blocks(tail, kBlock, W(mean), W(std));
  } else {  // half types draw block by block
    auto block = [&](T* to) {
      float u[kBlock];
      for (float& v : u) v = g.uniform24();
      normal_blocks(u, kBlock, float(mean), float(std));
      for (int i = 0; i < kBlock; ++i) to[i] = T(u[i]);
    };
    for (int64_t at = 0; at < whole; at += kBlock) block(out + at);
    if (whole != n) block(out + n - kBlock);
  }
}

template <class T>
void fill_exponential(Generator& g, T* out, int64_t n, double rate) {
  for (int64_t i = 0; i < n; ++i) out[i] = narrow_to<T>(-1.0 / rate * std::log1p(-g.uniform53()));
}

template <class T>
void fill_cauchy(Generator& g, T* out, int64_t n, double median, double sigma) {
  for (int64_t i = 0; i < n; ++i) {
    double tangent = std::tan(std::numbers::pi * (g.uniform53() - 0.5));
    out[i] = narrow_to<T>(std::fma(sigma, tangent, median));
  }
}

template <class T>
void fill_log_normal(Generator& g, T* out, int64_t n, double mean, double std) {
  for (int64_t i = 0; i < n; ++i) out[i] = narrow_to<T>(std::exp(std::fma(g.normal(), std, mean)));
}

template <class T>
void fill_bernoulli(Generator& g, T* out, int64_t n, double p) {
  for (int64_t i = 0; i < n; ++i) out[i] = T(g.uniform53() < p ? 1 : 0);
}

template <class T>
void fill_geometric(Generator& g, T* out, int64_t n, double p) {
  for (int64_t i = 0; i < n; ++i) {
    out[i] = narrow_to<T>(std::ceil(std::log(g.uniform53()) / std::log1p(-p)));
  }
}

template <class T>
void fill_integers(Generator& g, T* out, int64_t n, int64_t low, int64_t high) {
  if constexpr (kIsFloating<T>) {
    low = lowest_inside<T>(low);
    high = highest_inside<T>(high);
  }
  uint64_t range = uint64_t(high) - uint64_t(low);
  for (int64_t i = 0; i < n; ++i) out[i] = integer_element<T>(draw_bits(g, range) % range + uint64_t(low));
}

template <class T>
void fill_integers_from(Generator& g, T* out, int64_t n, int64_t low) {
  if (low == std::numeric_limits<int64_t>::min()) {
    for (int64_t i = 0; i < n; ++i) out[i] = integer_element<T>(g.random64());
    return;
  }
  uint64_t top;
  if constexpr (kIsFloating<T>) {
    low = lowest_inside<T>(low);
    top = uint64_t(1) << kDigits<T>;
  } else {
    top = uint64_t(std::numeric_limits<T>::max());
  }
  uint64_t range = top - uint64_t(low) + 1;
  for (int64_t i = 0; i < n; ++i) {
    uint64_t bits = draw_bits(g, range);
    out[i] = integer_element<T>((range ? bits % range : bits) + uint64_t(low));
  }
}

template <class T>
void fill_integers_any(Generator& g, T* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<T, double>) {
      out[i] = double(int64_t(g.random64() % ((uint64_t(1) << 53) + 1)));
    } else if constexpr (kIsFloating<T>) {
      out[i] = T(float(g.random() % ((uint32_t(1) << kDigits<T>)+1)));
    } else if constexpr (std::is_same_v<T, int64_t>) {
      out[i] = int64_t(g.random64() & uint64_t(std::numeric_limits<int64_t>::max()));
    } else {
      out[i] = T(g.random() & uint32_t(std::numeric_limits<T>::max()));
    }
  }
}

void fill_permutation(Generator& g, int64_t* out, int64_t n) {
  constexpr int64_t kInsideOutFrom = std::numeric_limits<uint32_t>::max() / 20;
  if (n < kInsideOutFrom) {
    for (int64_t i = 0; i < n; ++i) out[i] = i;
    for (int64_t i = 0; i < n - 1; ++i) std::swap(out[i], out[i + int64_t(g.random() % uint64_t(n - i))]);
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    int64_t j = int64_t(g.random64() % uint64_t(i + 1));
    out[i] = out[j];
    out[j] = i;
  }
}

// Below 10 by products of uniforms, from there by transformed rejection (PTRS).
double draw_poisson(Generator& g, double rate) {
  if (rate == 0) return 0;
  if (rate < 10) {
    double limit = std::exp(-rate);
    double product = 1;
    for (int64_t count = 0;; ++count) {
      product *= g.uniform53();
      if (product <= limit) return double(count);
    }
  }
  double log_rate = std::log(rate);
  double b = 0.931 + 2.53 * std::sqrt(rate);
  double a = -0.059 + 0.02483 * b;
  double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  double v_limit = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    double u = g.uniform53() - 0.5;
    double v = g.uniform53();
    double us = 0.5 - std::fabs(u);
    double k = std::floor((2 * a / us + b) * u + rate + 0.43);
    if (us >= 0.07 && v <= v_limit) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    double left = std::log(v) + std::log(inverse_alpha) - std::log(a / (us * us) + b);
    if (left <= -rate + k * log_rate - std::lgamma(k + 1)) return k;
  }
}

// Rejection from a cubed normal; some constants are floats even in the double version.
template <class T>
double draw_gamma(Generator& g, double alpha) {
  if (alpha == 0) return 0;
  double scale = 1;
  if (alpha < 1) {
    scale = std::pow(1 - g.uniform53(), double(narrow_to<T>(1.0 / alpha)));
    alpha = double(narrow_to<T>(alpha + 1));
  }
  double d = double(narrow_to<T>(alpha - double(float(1.0 / 3.0))));
  double c = 1.0 / std::sqrt(9.0 * d);
  while (true) {
    double x;
    double y;
    do {
      x = g.normal();
      y = 1.0 + c * x;
    } while (y <= 0);
    double v = y * y * y;
    double u = 1 - g.uniform53();
    double xx = x * x;
    if (u < 1.0 - double(0.0331f) * xx * xx || std::log(u) < 0.5 * xx + d * (1.0 - v + std::log(v))) {
      return double(narrow_to<T>(scale * d * v));
    }
  }
}

namespace {

double stirling_tail(double k) {
  static constexpr double kTail[] = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
                                     0.0166446911898211,  0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
                                     0.00925546218271273, 0.00833056343336287};
  if (k < 10) return kTail[int(k)];
  double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// Sums of geometric gaps until they pass the count.
double binomial_by_gaps(Generator& g, double count, double p) {
  double total = 0;
  double hits = 0;
  while (true) {
    total += std::ceil(std::log(g.uniform53()) / std::log1p(-p));
    if (total > count) return hits;
    ++hits;
  }
}

// Transformed rejection (BTRS).
double binomial_by_rejection(Generator& g, double count, double p) {
  double deviation = std::sqrt(count * p * (1 - p));
  double b = 1.15 + 2.53 * deviation;
  double a = -0.0873 + 0.0248 * b + 0.01 * p;
  double center = count * p + 0.5;
  double v_limit = 0.92 - 4.2 / b;
  double ratio = p / (1 - p);
  double alpha = (2.83 + 5.1 / b) * deviation;
  double m = std::floor((count + 1) * p);
  while (true) {
    double u = g.uniform53() - 0.5;
    double v = g.uniform53();
    double us = 0.5 - std::fabs(u);
    double k = std::floor((2 * a / us + b) * u + center);
    if (k < 0 || k > count) continue;
    if (us >= 0.07 && v <= v_limit) return k;
    double bound = (m + 0.5) * std::log((m + 1) / (ratio * (count - m + 1))) +
                   (count + 1) * std::log((count - m + 1) / (count - k + 1)) +
                   (k + 0.5) * std::log(ratio * (count - k + 1) / (k + 1)) + stirling_tail(m) +
                   stirling_tail(count - m) - stirling_tail(k) - stirling_tail(count - k);
    if (std::log(v * alpha / (a / (us * us) + b)) <= bound) return k;
  }
}

}  // namespace

double draw_binomial(Generator& g, double count, double probability) {
  if (count <= 0 || probability <= 0) return 0;
  if (probability >= 1) return count;
  double p = std::min(probability, 1 - probability);
  double hits = count * p < 10 ? binomial_by_gaps(g, count, p) : binomial_by_rejection(g, count, p);
  return probability > 0.5 ? count - hits : hits;
}

#define FOR_FLOATING(T)                                                     \
  template void fill_uniform(Generator&, T*, int64_t, double, double);      \
  template void fill_normal(Generator&, T*, int64_t, double, double, bool); \
  template void fill_exponential(Generator&, T*, int64_t, double);          \
  template void fill_cauchy(Generator&, T*, int64_t, double, double);       \
  template void fill_log_normal(Generator&, T*, int64_t, double, double);   \
  template double draw_gamma<T>(Generator&, double);
#define FOR_REAL(T)                                                       \
  template void fill_bernoulli(Generator&, T*, int64_t, double);          \
  template void fill_geometric(Generator&, T*, int64_t, double);          \
  template void fill_integers(Generator&, T*, int64_t, int64_t, int64_t); \
  template void fill_integers_from(Generator&, T*, int64_t, int64_t);     \
  template void fill_integers_any(Generator&, T*, int64_t);
FOR_FLOATING(float)
FOR_FLOATING(double)
FOR_FLOATING(Half)
FOR_FLOATING(BFloat)
FOR_REAL(float)
FOR_REAL(double)
FOR_REAL(Half)
FOR_REAL(BFloat)
FOR_REAL(bool)
FOR_REAL(uint8_t)
FOR_REAL(int8_t)
FOR_REAL(int16_t)
FOR_REAL(int32_t)
FOR_REAL(int64_t)
#undef FOR_FLOATING
#undef FOR_REAL

}  // namespace adder::rt
