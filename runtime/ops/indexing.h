// Python's x[...] and x[...] = v: one item list becomes slices, selects and one index op, in PyTorch's order.
#pragma once
#include "runtime/ops/dispatch.h"

namespace adder::rt {

struct IndexItem {
  enum class Kind : uint8_t { integer, slice, none, ellipsis, boolean, tensor };
  Kind kind = Kind::none;
  SymInt integer;                  // integer
  bool boolean = false;            // boolean
  Tensor tensor;                   // tensor; sequences of numbers come as tensors
  bool has_start = false, has_stop = false;  // slice
  SymInt start, stop, step = 1;
};
// A view where only integers, slices, None and Ellipsis are used; `self` itself as an alias for an empty list.
Result<Tensor> get_item(Context& c, const Tensor& self, std::span<const IndexItem> items);
// `value` is a tensor, or a number (Arg).
Status set_item(Context& c, const Tensor& self, std::span<const IndexItem> items, const Arg& value);

}  // namespace adder::rt
