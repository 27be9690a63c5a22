// Reductions of losses.
#pragma once
#include "runtime/ops/rules.h"

namespace adder::rt {

enum class Reduction : int { none, mean, sum };  // PyTorch's numbers

}  // namespace adder::rt
