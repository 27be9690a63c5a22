#pragma once
// What a trace and its segments depend on, in the user's terms: for TORCH_LOGS, torch._dynamo.explain and the reasons of
// recompiles. Sources are Python expressions as PyTorch writes them: L['x'] an argument, G['K'] a global.
#include <string>
#include <vector>

#include "capture/activation.h"
#include "capture/region.h"
#include "capture/trace.h"

namespace adder::capture {
// Everything that this call of the region relies on, in the order of the trace; facts about what the trace itself made
// and about the library's own state are left out.
std::vector<GuardFact> facts_of(Thread&, const Trace&);
// Why a trace was not entered: its guard at `failed_at`, or a dependency that has changed.
std::string failure_of(Thread&, const Trace&);
// What a segment relies on: one fact for each input whose origin is known. `plan` may be null.
std::vector<GuardFact> tensor_facts(const Segment&, const SymbolPlan* plan);
// The tree that TORCH_LOGS=guards shows.
std::string guard_tree(const std::vector<GuardFact>&);
// Without L[' ']: how recompile reasons name arguments.
std::string plain(const std::string& code);
// The function that the user asked to compile, behind the wrapper that torch.compile put around it; where it begins.
Code* target_code(const Region&);
Value target_of(const Region&);  // borrowed
std::string target_place(const Region&);
}  // namespace adder::capture
