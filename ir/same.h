// Equality of symbolic sizes and metas: equal for all values of the symbols, as far as the expressions show.
#pragma once
#include "ir/graph.h"
namespace adder::ir {

inline bool same(SymInt a, SymInt b) {
  return a.expr == b.expr && (a.expr || a.hint == b.hint);
}
inline bool same(const rt::Dims<SymInt>& a, const rt::Dims<SymInt>& b) {
  if (a.n != b.n) return false;
  for (int i = 0; i < a.n; ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}
inline bool same_type_and_shape(const SymMeta& a, const SymMeta& b) {
  return a.dtype == b.dtype && same(a.sizes, b.sizes);
}
inline bool same_layout(const SymMeta& a, const SymMeta& b) {
  return same_type_and_shape(a, b) && same(a.strides, b.strides) && same(a.offset, b.offset);
}

}  // namespace adder::ir
