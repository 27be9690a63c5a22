// Which values of an index operand let an op run. Such ops raise on data (OpRow::may_raise), but nothing else in the
// data can make them: whoever wants to run one later looks at its indices first.
#pragma once
#include <optional>
#include <span>
#include "runtime/ops/dispatch.h"

namespace adder::rt {

struct IndexRange {
  int argument = 0;              // of the indices, a tensor of integers
  int64_t least = 0, end = 0;    // they have to be at least `least` and below `end`,
  std::optional<int64_t> spare;  // or to be this
  bool holds(int64_t first, int64_t last) const { return first >= least && last < end; }
};
// `args` have passed the op's shape rule; sizes of their tensors are read, data is not. Nothing: the op may raise for
// other reasons.
std::optional<IndexRange> index_range(const OpRow& row, std::span<const Arg> args);
// Reads the data of `indices`, a tensor on the CPU.
bool all_within(const IndexRange& range, const TensorImpl& indices);
// The least and the greatest value of what an op makes of its numbers alone, if that is easy to tell.
std::optional<std::pair<int64_t, int64_t>> values_made(const OpRow& row, std::span<const Arg> args);

}  // namespace adder::rt
