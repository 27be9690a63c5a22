#pragma once
// Recompiles: why a function is recorded or a segment compiled once more, what the stance and the settings say about it,
// and the limits beyond which a function runs interpreted.
#include "capture/report.h"

namespace adder::capture {
// What is to happen to a call that no trace of its region fits.
enum class Verdict : uint8_t { Record, Interpret, Raised };
// `stale`: the reasons of traces that were dropped because something they depended on was written.
Verdict judge_recompile(Session&, Region&, const std::vector<std::string>& stale);
// Whether somebody wants to know the reasons, which take time to find.
bool wants_reasons(const Session&);
std::vector<std::string> stale_reasons(Session&, const Region&);
// False after raising: the size of an input is outside of what mark_dynamic promised.
bool within_marked_ranges(Session&, const Segment&);
void report_exit(Session&, const Region&, const Trace&);
// A segment is about to be compiled; `first`: the region's first one.
SegmentCache::Recompile segment_recompiles(Session&, Region&, const Segment&, bool first);
}  // namespace adder::capture
