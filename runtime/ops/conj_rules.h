// Gradients by complex factors: the factor's conjugate.
#pragma once
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(conj)
USE_OP(mul)

// v * conj(k) for a number k of any kind.
inline Value times_conj(OpSink& g, Value v, const Arg& k) {
  if (k.tag != Tag::complex_number) return emit::mul(g, v, k);
  return emit::conj(g, emit::mul(g, emit::conj(g, v), k));
}

}  // namespace adder::rt
