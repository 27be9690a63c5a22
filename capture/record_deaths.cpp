// In which order the values of a trace die that die between two of its instructions.
//
// A replay drops a result behind its last mention, so it dies ahead of the next thing that can be seen, as it would in
// the interpreter. Several of them may die there: then the order is that in which the interpreter let go of them. It is
// told by the registers: the recorder notes when a register held a value last.
#include <algorithm>
#include <tuple>

#include "capture/recorder.h"
#include "capture/values.h"

namespace adder::capture {
// Later is greater. Of one instruction: a frame that returns empties its registers in order, and then its caller's
// receive the result.
void Recorder::note_held(Ref r, size_t frame, size_t reg) {
  uint64_t when = steps_ << 24 | uint64_t(255 - std::min<size_t>(frame, 255)) << 16 | std::min<size_t>(reg, 65535);
  uint64_t* held = r.is_sunk() ? &sunk_[r.index()].held : r.is_result() ? &known_[r.index()].held : nullptr;
  if (held) *held = std::max(*held, when);
}
void Recorder::note_release(Ref r) {
  r = settled(r);
  if (r.nothing() || r.is_constant()) return;
  if (r.is_result()) {  // a number or a text ends unseen; what was a cell may be gone, so only its type is asked
    const Known& k = known_[r.index()];
    const auto& types = th_.in.types;
    if (k.value.is_cell() ? k.type && (k.type == types[int(Kind::Int)] || k.type == types[int(Kind::Str)])
                          : is_scalar(k.value) && known_type(r))
      return;
  }
  released_ = true;
}
// May something have died since the start of the last instruction? Most instructions let values go by their registers
// only, or by what the trace has written down of them.
bool Recorder::may_have_died() const {
  if (released_ || finalized_) return true;
  int op = int(instruction_ & 255);
  bool plain = op <= LOADG_B || op == LOADC || op == FREE || (op >= ADD && op <= GETATTR_S) ||
               (op >= METHOD && op <= METHOD_T) || (op >= SLICE && op <= MKDICT) || op == MKFUNC;
  if (!plain) return true;
  for (size_t n = before_last_; n < trace_->code.size(); n++)
    if (trace_->code[n].op == TraceOp::Residual || trace_->code[n].op == TraceOp::Store) return true;
  return false;
}
// What finalizers wrote is not known. Where some have run, all knowledge of the heap is forgotten. Where none has run,
// one may on replay, since other objects die there: a trace that goes on with what it knows is then left here, ahead of
// whatever stands for a constant.
void Recorder::note_deaths() {
  released_ = false;
  if (std::exchange(finalized_, false)) forget(Effect::Unknown);
  uint32_t n = emit(TraceOp::Deaths, 0, !heap_.empty(), {});
  trace_->code[n].snapshot = snapshot();
  deaths_++;
}
void Recorder::order_deaths() {
  struct Death {
    uint64_t held;
    uint32_t within;  // its number among those that die with one container
    uint32_t result;
  };
  std::vector<Death> deaths(trace_->code.size());
  for (uint32_t n = 0; n < deaths.size(); n++) deaths[n] = {known_[n].held, 0, n};
  // What a container holds dies with it at the earliest: the container that dies last says when.
  std::vector<uint32_t> containers;
  for (uint32_t n = 0; n < sunk_.size(); n++) containers.push_back(n);
  std::stable_sort(containers.begin(), containers.end(),
                   [&](uint32_t a, uint32_t b) { return sunk_[a].held > sunk_[b].held; });
  std::vector<bool> seen(sunk_.size());
  uint32_t within = 0;
  auto with_container = [&](auto& self, Ref r, uint64_t held) -> void {
    if (r.is_result() && r.index() < deaths.size() && deaths[r.index()].held <= held)
      deaths[r.index()] = {held, ++within, r.index()};
    if (!r.is_sunk() || seen[r.index()]) return;
    seen[r.index()] = true;
    const SunkObject& s = sunk_[r.index()];
    self(self, s.real, held);
    if (s.kind == Kind::List || s.kind == Kind::Tuple) {
      for (size_t i = s.fields.size(); i-- > 0;) self(self, s.fields[i], held);
      return;
    }
    for (size_t i = 0; i < s.fields.size(); i++) {
      if (i < s.keys.size()) self(self, s.keys[i], held);
      self(self, s.fields[i], held);
    }
  };
  for (uint32_t n : containers) with_container(with_container, Ref::sunk(n), sunk_[n].held);
  std::sort(deaths.begin(), deaths.end(), [](const Death& a, const Death& b) {
    return std::tie(a.held, a.within, a.result) < std::tie(b.held, b.within, b.result);
  });
  for (uint32_t n = 0; n < deaths.size(); n++) trace_->code[deaths[n].result].dies = n + 1;
}
}  // namespace adder::capture
