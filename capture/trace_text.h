#pragma once
// The text form of traces (`--dump=trace`): everything that a trace is, so that reading it back gives a trace that runs
// alike. What belongs to the moment stays out: counts of exits, side traces (each has a text of its own), learnt runs.
//
//     trace frames 1 depth 2
//       watch entry K of @globals#0 is 2
//       v0 = input 0:0()
//       v1 = guard type @float#1(v0) from ~3 at s0 = f#2:4 store>0 (@f#3) [r0=v0 r1=2]
//       v2 = pure "*"(v0, 2) at s0
//       return v2
//
// Values: v2 a result, @f#3 an object (its number in the list of objects; the name is for people), scalars as they are
// written in Python, `absent`, and sunk objects as kind{fields}; ^0 names one that is mentioned more than once. s0 is a
// snapshot, written out where it is mentioned first; ~3 is a location of the session. `dies 2`: the second of the results
// that are dropped together.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "capture/trace.h"
#include "runtime/base/status.h"

namespace adder::capture {
struct Region;

// `objects`: receives what the text calls #0, #1, …; borrowed from the trace.
std::string print(const Trace&, std::vector<Value>* objects = nullptr);

// Reads what `print` wrote, for the region that the trace is to run in, and verifies it. The result is not armed yet.
// Texts that are no trace give an error of kind value with the line.
Result<std::unique_ptr<Trace>> parse_trace(Region&, std::string_view text, const std::vector<Value>& objects);

// Names that both directions use.
struct FlagText {
  InstructionFlag flag;
  const char* text;
};
constexpr FlagText kFlagTexts[] = {
    {kRaises, "raises"}, {kChecked, "checked"}, {kStopped, "stops"}, {kUnwindOnly, "unwinds"}};
const char* text_of(Cont);
const char* text_of(Kind);  // the Python name of its type
const char* text_of(IterKind);
}  // namespace adder::capture
