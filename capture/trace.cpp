#include "capture/trace.h"

#include <unordered_map>

namespace adder::capture {
namespace {
const char* const kOpText[] = {
#define X(name, text, args, meaning) text,
#include "capture/trace_ops.def"
#undef X
};
const char* const kFieldText[] = {
#define X(name, text, watchable, frozen, meaning) text,
#include "capture/fields.def"
#undef X
};
constexpr bool kFieldWatchable[] = {
#define X(name, text, watchable, frozen, meaning) watchable,
#include "capture/fields.def"
#undef X
};
constexpr bool kFieldFrozen[] = {
#define X(name, text, watchable, frozen, meaning) frozen,
#include "capture/fields.def"
#undef X
};
const char* const kResidualText[] = {
#define X(name, text, effect, meaning) text,
#include "capture/residuals.def"
#undef X
};
constexpr Effect kResidualEffect[] = {
#define X(name, text, effect, meaning) Effect::effect,
#include "capture/residuals.def"
#undef X
};
const char* const kFactText[] = {"type", "same", "truth", "present"};
}  // namespace

const char* text_of(TraceOp o) {
  return kOpText[int(o)];
}
const char* text_of(Field f) {
  return kFieldText[int(f)];
}
const char* text_of(Fact f) {
  return kFactText[int(f)];
}
const char* text_of(Residual r) {
  return kResidualText[int(r)];
}
Effect effect_of(Residual r) {
  return kResidualEffect[int(r)];
}
bool watchable(Field f) {
  return kFieldWatchable[int(f)];
}
bool frozen(Field f) {
  return kFieldFrozen[int(f)];
}

// Takes the constants of the trace and its side traces out. One that runs keeps its own.
void Trace::take_constants(std::vector<Value>& out) {
  if (running) return;
  if (alive) *alive = nullptr;  // constants that die must not find their way back to this trace
  alive.reset();
  valid = false;
  for (const Weak& w : weak) constants[w.constant] = kAbsent;
  weak.clear();
  dependencies.clear();
  for (Value& v : constants) {
    if (v.is_cell()) out.push_back(v);
    v = kAbsent;
  }
  for (auto& s : snapshots)
    if (s->side) s->side->take_constants(out);
}
void Trace::let_go() {
  std::vector<Value> constants;
  take_constants(constants);
  for (Value v : constants) dec(v);  // the trace itself may go with one of them
}
Trace::~Trace() {
  running = 0;
  let_go();
}
}  // namespace adder::capture
