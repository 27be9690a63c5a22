// What view rules share: PyTorch's size inference, strides of a reshaped view, texts.
#pragma once
#include "runtime/ops/rules.h"

namespace adder::rt {

inline std::string type_text(DType d) {  // "torch.FloatTensor"
  return std::string("torch.") + row_of(d).scalar_name + "Tensor";
}
inline int wrapped(int64_t d, int n) {
  return int(d < 0 ? d + (n ? n : 1) : d);
}
inline std::string dim_range_text(int64_t d, int n) {
  int limit = n ? n : 1;
  return "Dimension out of range (expected to be in range of [" + std::to_string(-limit) + ", " +
         std::to_string(limit - 1) + "], but got " + std::to_string(d) + ")";
}
// The gradient of parts along a dim (parameter 2, 0 if not given): the parts' gradients side by side.
void parts_gradient(OpSink& g, VjpCtx& c);
// Zeros with the sizes and dtype of a result.
Value zeros_of(OpSink& g, const SymMeta& m);

// Sizes with one -1 replaced; false after an error.
// a * b; the largest int64_t where that is too much, which is no tensor's number of elements.
inline int64_t times_saturated(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}
inline SymInt times_saturated(const SymInt& a, const SymInt& b) {
  return a * b;
}
inline int64_t plus_saturated(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? INT64_MIN : INT64_MAX) : sum;
}
inline SymInt plus_saturated(const SymInt& a, const SymInt& b) {
  return a + b;
}
template <class D>
bool infer_size(InferCtx<D>& c, const Dims<D>& have, const Dims<D>& want, Dims<D>& out) {
  D total = have.product();
  D known = D(1);
  int unknown = -1;
  for (int d = 0; d < want.n; ++d) {
    if (hint_of(want[d]) == -1) {
      if (unknown >= 0) {
        c.fail("only one dimension can be inferred");
        return false;
      }
      unknown = d;
    } else if (hint_of(want[d]) < 0) {
      c.fail("invalid shape dimension " + std::to_string(hint_of(want[d])) + " at index " + std::to_string(d) +
             " of shape " + sizes_text(want));
      return false;
    } else {
      known = times_saturated(known, want[d]);
    }
  }
  out = want;
  if (unknown >= 0) {
    if (hint_of(known) == 0) {
      if (hint_of(total) == 0)
        c.fail("cannot reshape tensor of 0 elements into shape " + sizes_text(want) +
               " because the unspecified dimension size -1 can be any value and is ambiguous");
      else
        c.fail("shape '" + sizes_text(want) + "' is invalid for input of size " + std::to_string(hint_of(total)));
      return false;
    }
    out[unknown] = floor_div(total, known);
    known = known * out[unknown];
  }
  if (!guard_bool(known == total, "view: same number of elements")) {
    c.fail("shape '" + sizes_text(want) + "' is invalid for input of size " + std::to_string(hint_of(total)));
    return false;
  }
  return true;
}

// Strides of a view of `x` under `sizes`; false where elements of one new dim do not lie evenly. Runs of old dims that
// are contiguous among themselves are matched with runs of new dims of the same product, from the last.
template <class D>
bool view_strides(const Meta<D>& x, const Dims<D>& sizes, Dims<D>& strides) {
  strides.resize(sizes.n);
  if (hint_of(x.sizes.product()) == 0) {
    if (x.sizes.n == sizes.n) {
      bool same = true;
      for (int d = 0; d < sizes.n; ++d) same &= hint_of(sizes[d]) == hint_of(x.sizes[d]);
      if (same) {
        strides = x.strides;
        return true;
      }
    }
    D s = D(1);
    for (int d = sizes.n; d-- > 0;) {
      strides[d] = s;
      if (hint_of(sizes[d]) > 1) s = s * sizes[d];
    }
    return true;
  }
  int v = sizes.n - 1;
  if (x.sizes.n == 0) {
    for (int d = 0; d < sizes.n; ++d) strides[d] = D(1);
    return true;
  }
  D base = x.strides.back();
  D run = D(1);
  D taken = D(1);
  for (int d = x.sizes.n; d-- > 0;) {
    run = run * x.sizes[d];
    bool ends = d == 0 || (!guard_bool(x.sizes[d - 1] == D(1), "view: size 1") &&
                           !guard_bool(x.strides[d - 1] == run * base, "view: contiguous"));
    if (!ends) continue;
    while (v >= 0 && (guard_bool(taken < run, "view: run") || guard_bool(sizes[v] == D(1), "view: size 1"))) {
      strides[v] = taken * base;
      taken = taken * sizes[v];
      --v;
    }
    if (!guard_bool(taken == run, "view: whole run")) return false;
    if (d > 0) {
      base = x.strides[d - 1];
      run = D(1);
      taken = D(1);
    }
  }
  return v == -1;
}

}  // namespace adder::rt
