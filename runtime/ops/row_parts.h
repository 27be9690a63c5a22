// For ops whose eager kernel runs over rows of floats (runtime/eager/rows.h) and whose parts, fused, give the same
// bits.
#pragma once
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(to)

// Whether the last n_dims dims of x, as they lie, are one dense row, in single or half precision: half types are
// computed in float and rounded once. Elsewhere the kernel and the parts would round differently.
inline bool has_exact_rows(OpSink& g, Value x, int n_dims, DType result) {
  const SymMeta m = g.meta(x);
  if (m.dtype == DType::f64 || result == DType::f64 || !(is_floating(m.dtype) || result == DType::f32)) return false;
  auto equal = [](SymInt a, SymInt b) { return a.expr == b.expr && (a.expr || a.hint == b.hint); };
  SymInt behind = 1;
  for (int d = m.sizes.n; d-- > std::max(0, m.sizes.n - n_dims);) {
    bool one = !m.sizes[d].expr && m.sizes[d].hint == 1;
    if (!one && !equal(m.strides[d], behind)) return false;
    behind = behind * m.sizes[d];
  }
  return true;
}
inline Value in_float(OpSink& g, Value x) {
  return g.meta(x).dtype == DType::f32 ? x : emit::to(g, x, DType::f32);
}
inline Value rounded_to(OpSink& g, Value y, DType result) {
  return result == DType::f32 ? y : emit::to(g, y, result);
}

}  // namespace adder::rt
