// The discrete Fourier transform of any length: mixed radix by the Stockham scheme, Bluestein's for lengths with a
// large prime factor. Computes in double whatever the tensor's dtype, so single precision results are rounded once.
#pragma once
#include <complex>
#include <cstdint>
#include <vector>

namespace adder::rt {

class Fft {
 public:
  explicit Fft(int64_t n);
  int64_t length() const { return n_; }
  // In place; `inverse` conjugates the roots, without a factor. Not thread-safe: a plan owns its scratch.
  void run(std::complex<double>* data, bool inverse);

 private:
  using Complex = std::complex<double>;
  void stockham(Complex* data, bool inverse);
  void bluestein(Complex* data, bool inverse);

  int64_t n_;
  std::vector<int> factors_;
  std::vector<Complex> roots_;  // exp(-2 pi i k / n)
  std::vector<Complex> scratch_;
  // Bluestein: the chirp, the transform of its extension, and a plan of a power of two.
  std::vector<Complex> chirp_;
  std::vector<Complex> filter_;
  std::vector<Complex> padded_;
  std::vector<Fft> inner_;
};

}  // namespace adder::rt
