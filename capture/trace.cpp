#include "capture/trace.h"

#include <algorithm>

namespace adder::capture {
namespace {
const char* const kOpText[] = {
#define X(name, text, least, most, args, meaning) text,
#include "capture/trace_ops.def"
#undef X
};
constexpr uint32_t kAny = ~0u;
constexpr OperandCount kOperands[] = {
#define X(name, text, least, most, args, meaning) {least, most},
#include "capture/trace_ops.def"
#undef X
};
const char* const kFieldText[] = {
#define X(name, text, watchable, frozen, key, meaning) text,
#include "capture/fields.def"
#undef X
};
constexpr bool kFieldWatchable[] = {
#define X(name, text, watchable, frozen, key, meaning) watchable,
#include "capture/fields.def"
#undef X
};
constexpr bool kFieldFrozen[] = {
#define X(name, text, watchable, frozen, key, meaning) frozen,
#include "capture/fields.def"
#undef X
};
constexpr int kName = -2, kNumber = -1, kNoKey = 0;
constexpr int kFieldKey[] = {
#define X(name, text, watchable, frozen, key, meaning) int(key),
#include "capture/fields.def"
#undef X
};
constexpr KeyForm kResidualKey[] = {
#define X(name, text, effect, key, meaning) KeyForm::key,
#include "capture/residuals.def"
#undef X
};
const char* const kResidualText[] = {
#define X(name, text, effect, key, meaning) text,
#include "capture/residuals.def"
#undef X
};
constexpr Effect kResidualEffect[] = {
#define X(name, text, effect, key, meaning) Effect::effect,
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
KeyForm key_form(Field f) {
  int k = kFieldKey[int(f)];
  return k == kName ? KeyForm::Name : k == kNumber ? KeyForm::Number : KeyForm::Slot;
}
KeyForm key_form(Residual r) {
  return kResidualKey[int(r)];
}
uint64_t slot_key(Field f) {
  return uint64_t(kFieldKey[int(f)]);
}
OperandCount operands_of(TraceOp o) {
  return kOperands[int(o)];
}
bool watchable(Field f) {
  return kFieldWatchable[int(f)];
}
bool frozen(Field f) {
  return kFieldFrozen[int(f)];
}

std::vector<const FrameRecipe*> Trace::frames_of(const Snapshot& s) const {
  std::vector<const FrameRecipe*> out;
  for (uint32_t n = s.frame; n != kNoFrame; n = frames[n].caller) out.push_back(&frames[n]);
  std::reverse(out.begin(), out.end());
  return out;
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
  for (Snapshot& s : snapshots)
    if (s.side) s.side->take_constants(out);
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
