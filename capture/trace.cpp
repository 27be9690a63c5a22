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

Trace::~Trace() {
  alive.reset();  // constants that die here must not find their way back to this trace
  for (Value v : constants) dec(v);
}
}  // namespace adder::capture
