#pragma once
#include "capture/trace.h"

namespace adder::capture {
constexpr uint32_t kReplacedByAbsent = 0x3ffffffe;  // in `replacement`: the value is known to be absent

// Puts `replacement[i]` (if any) for result i everywhere, removes guards on constants, loads and arithmetic that
// nothing needs, unused snapshots, and renumbers. Ends with plan_drops.
void optimize(Trace&, const std::vector<Ref>& replacement);
// Fills entry_end, and drops with the last mention of each result.
void plan_drops(Trace&);

// Empty, or what is wrong with the trace.
std::string verify(const Trace&);
}  // namespace adder::capture
