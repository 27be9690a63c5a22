// out=: what the given tensors may be, in PyTorch's words, and how they take results of other sizes.
#pragma once
#include "runtime/ops/binder.h"

namespace adder::rt {

// Runs a call whose destinations come from out=; they are its results.
Status call_out(Context& c, Bound& b, std::vector<Tensor>& result);
// Writes a finished result of the function `name` to a tensor that out= gave: checks its dtype, resizes, converts.
Status write_out(Context& c, std::string_view name, const Tensor& value, TensorImpl& dest);

}  // namespace adder::rt
