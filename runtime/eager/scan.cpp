#include "runtime/eager/scan.h"

#include <cmath>

namespace adder::rt {
namespace {

template <class T>
struct AccumulatorOf {
  using Type = T;
};
template <>
struct AccumulatorOf<float> {
  using Type = double;
};
template <>
struct AccumulatorOf<Half> {
  using Type = float;
};
template <>
struct AccumulatorOf<BFloat> {
  using Type = float;
};
template <>
struct AccumulatorOf<Complex64> {
  using Type = Complex128;
};
template <class T>
using Accumulator = typename AccumulatorOf<T>::Type;

template <class T>
T store_sum(Accumulator<T> v) {
  if constexpr (std::is_same_v<T, Complex64>) {
    return Complex64(float(v.real()), float(v.imag()));
  } else {
    return T(v);
  }
}

template <class T, class Combine>
void run(const T* in, T* out, Strip s, int64_t begin, int64_t end, Accumulator<T> start, Combine combine) {
  for (int64_t l = begin; l < end; ++l) {
    int64_t at = s.start(l);
    Accumulator<T> total = start;
    for (int64_t i = 0; i < s.n; ++i, at += s.inner) {
      total = combine(total, Accumulator<T>(in[at]));
      out[at] = store_sum<T>(total);
    }
  }
}

double log_add(double a, double b) {
  double low = std::isnan(a) || b > a ? a : b;
  double high = std::isnan(a) || b > a ? b : a;
  if (std::isnan(a) || std::isnan(b)) return a + b;
  if (low == high && std::isinf(low)) return low;
  return std::log1p(std::exp(low - high)) + high;
}

}  // namespace

void scan_lines(Scan kind, DType dtype, const void* in, void* out, Strip s, int64_t begin, int64_t end) {
  if (kind == Scan::log_sum_exp) {
    with_floating_type(dtype, [&]<class T>(TypeTag<T>) {
      auto combine = [](Accumulator<T> a, Accumulator<T> b) { return Accumulator<T>(log_add(double(a), double(b))); };
      run(static_cast<const T*>(in), static_cast<T*>(out), s, begin, end, Accumulator<T>(-INFINITY), combine);
    });
    return;
  }
  with_any_type(dtype, [&]<class T>(TypeTag<T>) {
    const T* from = static_cast<const T*>(in);
    T* to = static_cast<T*>(out);
    using A = Accumulator<T>;
    if (kind == Scan::sum) {
      run(from, to, s, begin, end, A(0), [](A a, A b) { return A(a + b); });
    } else {
      run(from, to, s, begin, end, A(1), [](A a, A b) { return A(a * b); });
    }
  });
}

void extreme_lines(bool maximum, DType dtype, const void* in, void* values, int64_t* indices, Strip s, int64_t begin,
                   int64_t end) {
  with_real_type(dtype, [&]<class T>(TypeTag<T>) {
    const T* from = static_cast<const T*>(in);
    T* to = static_cast<T*>(values);
    for (int64_t l = begin; l < end; ++l) {
      int64_t at = s.start(l);
      T best{};
      int64_t best_index = 0;
      for (int64_t i = 0; i < s.n; ++i, at += s.inner) {
        T v = from[at];
        bool better = maximum ? Wide<T>(v) >= Wide<T>(best) : Wide<T>(v) <= Wide<T>(best);
        if (i == 0 || is_nan(v) || (!is_nan(best) && better)) {
          best = v;
          best_index = i;
        }
        to[at] = best;
        indices[at] = best_index;
      }
    }
  });
}

}  // namespace adder::rt
