// What the two families of random ops share.
#pragma once
#include <limits>

#include "runtime/ops/rules.h"
#include "runtime/random/generator.h"

namespace adder::rt {

inline Generator& generator_of(Context& c, std::span<const Arg> in, size_t i) {
  return given_at(in, i) ? *in[i].g : c.default_generator();
}

// A number among the arguments of a random op that is known without looking at data; NaN: it is not.
inline double known_number(std::span<const Arg> in, size_t i, double when_missing) {
  if (!given_at(in, i)) return when_missing;
  const Arg& a = in[i];
  bool plain = a.tag == Tag::floating || a.tag == Tag::integer || a.tag == Tag::boolean;
  return plain ? a.number() : std::numeric_limits<double>::quiet_NaN();
}
inline bool is_probability(double p) {
  return p >= 0 && p <= 1;
}

// The dense memory that a fill writes in visit order: the tensor's own when it is dense in some order of its dims, else
// a buffer that finish_visit scatters.
Tensor visit_buffer(const Tensor& out);
void finish_visit(const Tensor& buffer, const Tensor& out);

Status bernoulli_from_tensor(Generator& g, const TensorImpl& probs, const Tensor& out);

std::string number_text(double v);  // as a C++ stream prints it

}  // namespace adder::rt
