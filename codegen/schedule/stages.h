// A group of nodes as one kernel.
//
// Inner values belong to stages: a reduction ends a stage, and what depends on its result runs in the next. Between
// inner stages, a row stage finishes the reductions and computes row values. An inner value that a later stage needs is
// computed again when that is cheap, else kept in a scratch row (or read back from its own result).
#pragma once
#include <optional>
#include <set>
#include "codegen/plan.h"
#include "codegen/schedule/groups.h"
namespace adder::codegen {

// `stored`: the group's values that others need in memory. Empty when the group needs more buffers than a kernel has.
std::optional<KernelStep> build_kernel(Grouping& groups, int group, const std::set<ValueId>& stored);

}  // namespace adder::codegen
