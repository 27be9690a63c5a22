// Shape checks of matrix products, with PyTorch's texts.
#pragma once
#include "runtime/ops/rules.h"

namespace adder::rt {

template <class D>
std::string pair_text(D a, D b) {
  return std::to_string(hint_of(a)) + "x" + std::to_string(hint_of(b));
}

// Both operands are matrices that can be multiplied; sets sizes and dtype of the result.
template <class D>
bool infer_mm(InferCtx<D>& c, int left, int right) {
  const Meta<D>& a = c.meta(left);
  const Meta<D>& b = c.meta(right);
  if (!guard_bool(a.sizes[1] == b.sizes[0], "matrix product: inner sizes")) {
    c.fail("mat1 and mat2 shapes cannot be multiplied (" + pair_text(a.sizes[0], a.sizes[1]) + " and " +
           pair_text(b.sizes[0], b.sizes[1]) + ")");
    return false;
  }
  c.out[0].dtype = a.dtype;
  c.out[0].sizes = {a.sizes[0], b.sizes[1]};
  return true;
}

template <class D>
bool infer_bmm(InferCtx<D>& c, int left, int right) {
  const Meta<D>& a = c.meta(left);
  const Meta<D>& b = c.meta(right);
  for (int i : {left, right}) {
    if (c.meta(i).sizes.n == 3) continue;
    c.fail(std::string(i == left ? "batch1" : "batch2") + " must be a 3D tensor");
    return false;
  }
  if (!guard_bool(a.sizes[0] == b.sizes[0], "batched product: batch sizes") ||
      !guard_bool(a.sizes[2] == b.sizes[1], "batched product: inner sizes")) {
    c.fail("Expected size for first two dimensions of batch2 tensor to be: [" + std::to_string(hint_of(a.sizes[0])) +
           ", " + std::to_string(hint_of(a.sizes[2])) + "] but got: [" + std::to_string(hint_of(b.sizes[0])) + ", " +
           std::to_string(hint_of(b.sizes[1])) + "].");
    return false;
  }
  if (a.dtype != b.dtype) {
    c.fail(std::string("expected scalar type ") + row_of(a.dtype).scalar_name + " but found " +
           row_of(b.dtype).scalar_name);
    return false;
  }
  c.out[0].dtype = a.dtype;
  c.out[0].sizes = {a.sizes[0], a.sizes[1], b.sizes[2]};
  return true;
}

// `x` broadcasts to the result.
template <class D>
bool check_expands(InferCtx<D>& c, const Meta<D>& x) {
  const Dims<D>& to = c.out[0].sizes;
  int lead = to.n - x.sizes.n;
  Sizes target;
  Sizes have;
  for (const D& v : to) target.push(hint_of(v));
  for (const D& v : x.sizes) have.push(hint_of(v));
  if (lead < 0) {
    c.fail("expand(" + shape_text(have) + ", size=" + shape_text(target) + "): the number of sizes provided (" +
           std::to_string(to.n) + ") must be greater or equal to the number of dimensions in the tensor (" +
           std::to_string(x.sizes.n) + ")");
    return false;
  }
  for (int d = lead; d < to.n; ++d) {
    if (guard_bool(x.sizes[d - lead] == to[d], "broadcast: equal sizes")) continue;
    if (guard_bool(x.sizes[d - lead] == D(1), "broadcast: size 1")) continue;
    c.fail("The expanded size of the tensor (" + std::to_string(target[d]) + ") must match the existing size (" +
           std::to_string(have[d - lead]) + ") at non-singleton dimension " + std::to_string(d) +
           ".  Target sizes: " + shape_text(target) + ".  Tensor sizes: " + shape_text(have));
    return false;
  }
  return true;
}

}  // namespace adder::rt
