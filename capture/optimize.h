#pragma once
#include "capture/trace.h"

namespace adder::capture {
constexpr uint32_t kReplacedByAbsent = 0x3ffffffe;  // in `replacement`: the value is known to be absent

// Puts `replacement[i]` (if any) for result i everywhere, removes guards on constants, loads and arithmetic that
// nothing needs, unused snapshots, and renumbers. Fills entry_end and last_use.
void optimize(Trace&, const std::vector<Ref>& replacement);

// Puts the trace on the watch lists of its dependencies. A write to one of them makes it invalid.
void arm(Interpreter&, Trace&);
// Empty, or what is wrong with the trace.
std::string verify(const Trace&);
}  // namespace adder::capture
