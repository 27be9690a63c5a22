// Fills of a dense run of elements with random numbers, in PyTorch's order and with PyTorch's bits.
//
// `n` elements are written at `out` in visit order: a caller whose tensor is not dense fills a buffer and scatters it
// (see visit_order in runtime/ops/random.cpp). Parameters have been checked by the caller. Empty fills draw nothing.
#pragma once
#include <cstdint>
#include <span>

#include "runtime/types/element.h"
#include "runtime/random/generator.h"

namespace adder::rt {

// Float, double, Half, BFloat. A value that rounds to `to` becomes `from`.
template <class T>
void fill_uniform(Generator&, T* out, int64_t n, double from, double to);
// By blocks of sixteen when the tensor is contiguous and has sixteen or more elements, else one by one.
template <class T>
void fill_normal(Generator&, T* out, int64_t n, double mean, double std, bool contiguous);
template <class T>
void fill_exponential(Generator&, T* out, int64_t n, double rate);
template <class T>
void fill_cauchy(Generator&, T* out, int64_t n, double median, double sigma);
template <class T>
void fill_log_normal(Generator&, T* out, int64_t n, double mean, double std);

// All real element types.
template <class T>
void fill_bernoulli(Generator&, T* out, int64_t n, double p);
template <class T>
void fill_geometric(Generator&, T* out, int64_t n, double p);
// Uniform integers in [low, high).
template <class T>
void fill_integers(Generator&, T* out, int64_t n, int64_t low, int64_t high);
// [low, largest of the type]; for floats up to 2^digits inclusive.
template <class T>
void fill_integers_from(Generator&, T* out, int64_t n, int64_t low);
// All non-negative values of the type; for floats 0 to 2^digits inclusive.
template <class T>
void fill_integers_any(Generator&, T* out, int64_t n);

// torch.bernoulli(probs): out[i] is 1 where a uniform is below probs[i].
template <class P, class T>
void fill_bernoulli_from(Generator& g, const P* probs, T* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<P, double>) {
      out[i] = T(g.uniform53() < probs[i] ? 1 : 0);
    } else {
      out[i] = T(g.uniform24() < float(probs[i]) ? 1 : 0);
    }
  }
}

void fill_permutation(Generator&, int64_t* out, int64_t n);

double draw_poisson(Generator&, double rate);
// Single is the width of the input: some intermediates are rounded to it.
template <class T>
double draw_gamma(Generator&, double alpha);
double draw_binomial(Generator&, double count, double probability);

}  // namespace adder::rt
