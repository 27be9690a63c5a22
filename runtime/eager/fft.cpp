#include "runtime/eager/fft.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace adder::rt {
namespace {

constexpr int kLargestRadix = 64;

using Complex = std::complex<double>;

Complex times(Complex a, Complex b) {  // without the NaN recovery of operator*
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// exp(-2 pi i k / n), with the angle reduced to an eighth of a turn first.
Complex root(int64_t k, int64_t n) {
  int64_t eighth = 8 * (k % n);
  double turn = 2.0 * std::numbers::pi / double(n);
  if (eighth < n) return {std::cos(turn * double(k % n)), -std::sin(turn * double(k % n))};
  if (eighth < 3 * n) {
    double rest = turn * double(4 * (k % n) - n) / 4;
    return {-std::sin(rest), -std::cos(rest)};
  }
  if (eighth < 5 * n) {
    double rest = turn * double(2 * (k % n) - n) / 2;
    return {-std::cos(rest), std::sin(rest)};
  }
  if (eighth < 7 * n) {
    double rest = turn * double(4 * (k % n) - 3 * n) / 4;
    return {std::sin(rest), std::cos(rest)};
  }
  double rest = turn * double(n - k % n);
  return {std::cos(rest), std::sin(rest)};
}

}  // namespace

Fft::Fft(int64_t n) : n_(n) {
  int64_t rest = n;
  for (int radix : {4, 2, 3, 5}) {
    while (rest % radix == 0 && rest > 1) {
      factors_.push_back(radix);
      rest /= radix;
    }
  }
  for (int radix = 7; radix <= kLargestRadix && rest > 1; radix += 2) {
    while (rest % radix == 0) {
      factors_.push_back(radix);
      rest /= radix;
    }
  }
  if (rest == 1) {
    roots_.resize(size_t(n));
    for (int64_t k = 0; k < n; ++k) roots_[size_t(k)] = root(k, n);
    scratch_.resize(size_t(n));
    return;
  }
  // x[k] chirp[k], convolved with the conjugate chirp, times chirp: a convolution of at least 2n - 1.
  int64_t padded = int64_t(std::bit_ceil(uint64_t(2 * n - 1)));
  inner_.emplace_back(padded);
  chirp_.resize(size_t(n));
  for (int64_t k = 0; k < n; ++k) chirp_[size_t(k)] = root(int64_t(__int128(k) * k % (2 * n)), 2 * n);
  filter_.assign(size_t(padded), 0);
  for (int64_t k = 0; k < n; ++k) {
    filter_[size_t(k)] = std::conj(chirp_[size_t(k)]);
    if (k) filter_[size_t(padded - k)] = std::conj(chirp_[size_t(k)]);
  }
  inner_[0].run(filter_.data(), false);
  padded_.resize(size_t(padded));
}

void Fft::run(std::complex<double>* data, bool inverse) {
  if (n_ <= 1) return;
  if (inner_.empty()) {
    stockham(data, inverse);
  } else {
    bluestein(data, inverse);
  }
}

// One pass for each factor p: m = length / p transforms of p elements that lie m apart, results interleaved, twiddled.
void Fft::stockham(Complex* data, bool inverse) {
  Complex* from = data;
  Complex* to = scratch_.data();
  int64_t stride = 1;
  int64_t length = n_;
  auto twiddle = [&](int64_t k) { return inverse ? std::conj(roots_[size_t(k)]) : roots_[size_t(k)]; };
  for (int p : factors_) {
    int64_t m = length / p;
    int64_t unit = n_ / length;  // roots of this length are every unit-th root
    int64_t radix_unit = n_ / p;
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t q = 0; q < stride; ++q) {
        const Complex* x = from + q + stride * i;
        Complex* y = to + q + stride * p * i;
        int64_t step = stride * m;
        if (p == 2) {
          Complex a = x[0];
          Complex b = x[step];
          y[0] = a + b;
          y[stride] = times(a - b, twiddle(unit * i));
        } else if (p == 4) {
          Complex a = x[0] + x[2 * step];
          Complex b = x[0] - x[2 * step];
          Complex c = x[step] + x[3 * step];
          Complex d = x[step] - x[3 * step];
          Complex turned = inverse ? Complex(-d.imag(), d.real()) : Complex(d.imag(), -d.real());
          y[0] = a + c;
          y[stride] = times(b + turned, twiddle(unit * i));
          y[2 * stride] = times(a - c, twiddle(2 * unit * i));
          y[3 * stride] = times(b - turned, twiddle(3 * unit * i % n_));
        } else {
          for (int r = 0; r < p; ++r) {
            Complex sum = x[0];
            for (int k = 1; k < p; ++k) sum += times(x[k * step], twiddle(radix_unit * (k * r % p)));
            y[r * stride] = times(sum, twiddle(unit * i * r % n_));
          }
        }
      }
    }
    std::swap(from, to);
    stride *= p;
    length = m;
  }
  if (from != data) std::copy(from, from + n_, data);
}

void Fft::bluestein(Complex* data, bool inverse) {
  // The inverse is the forward transform of the conjugate, conjugated.
  auto maybe_conjugate = [&](Complex v) { return inverse ? std::conj(v) : v; };
  std::fill(padded_.begin(), padded_.end(), Complex(0));
  for (int64_t k = 0; k < n_; ++k) padded_[size_t(k)] = times(maybe_conjugate(data[k]), chirp_[size_t(k)]);
  inner_[0].run(padded_.data(), false);
  for (size_t k = 0; k < padded_.size(); ++k) padded_[k] = times(padded_[k], filter_[k]);
  inner_[0].run(padded_.data(), true);
  double scale = 1.0 / double(padded_.size());
  for (int64_t k = 0; k < n_; ++k) data[k] = maybe_conjugate(times(padded_[size_t(k)], chirp_[size_t(k)]) * scale);
}

}  // namespace adder::rt
