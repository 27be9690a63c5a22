// Mixed precision on the CPU: an interposer that casts the operands of some ops, as torch.autocast does.
#pragma once
#include <optional>

#include "runtime/ops/dispatch.h"

namespace adder::rt {

// The dtype that products run in from now on in this context, or none; returns what it was. Casts of leaves that need
// gradients are kept until autocast is off again.
std::optional<DType> set_autocast(Context& c, std::optional<DType> dtype);
std::optional<DType> autocast_dtype(const Context& c);

}  // namespace adder::rt
