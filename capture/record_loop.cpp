// Loops. A loop is unrolled into the trace until that stops paying: when each iteration reads data, or after many
// iterations. Then its header is marked, the trace is cut back to the first visit of the header, and the loop gets a
// trace of its own that begins and ends there. Cutting back is free: what was executed was executed for real, only the
// recording becomes shorter.
#include "capture/follower.h"
#include "capture/recorder.h"
#include "capture/values.h"

namespace adder::capture {

uint64_t Recorder::launches() const {
  const auto& a = region_.session->activation;
  return a ? a->launches : 0;
}
void Recorder::visit_header(LoopVisit& l) {
  l.snapshot = snapshot();
  l.code = trace_->code.size();
  l.operands = trace_->operands.size();
  l.recipes = trace_->recipes.size();
  l.frames = trace_->frames.size();
  l.frame_registers = trace_->registers.size();
  l.caches = trace_->caches.size();
  l.launches = launches();
  for (const ShadowFrame& s : frames_) {
    std::vector<Value> values;
    for (Ref r : s.registers) values.push_back(value_of(settled(r)));
    l.registers.push_back(std::move(values));
  }
}
// Called ahead of each instruction, f.pc. True: the recording is over.
bool Recorder::ends_at_header(Frame& f) {
  Session& session = *region_.session;
  if (!last_frame_ || frames_[0].frame != session.base || &region_ != session.active) return false;
  bool marked = !region_.loop_headers.empty() && region_.loop_headers.count(f.pc);
  bool back = last_frame_ == &f && f.pc <= pc_;
  if (!marked && !back) return false;
  for (const ShadowFrame& s : frames_)
    if (s.frame->flags & kFrameGen) return false;
  if (marked) {
    trace_->end_snapshot = snapshot();
    finish(End::Exit, {}, region_.continuation_at(session.base, &f));
    return true;
  }
  LoopVisit& l = top().loops[f.pc];
  if (!l.visits++) {
    visit_header(l);
    return false;
  }
  // A loop over what is in the trace ends by itself, and its items are constants only while it is unrolled.
  bool counted = Op(instruction_ & 255) == NEXT && sunk(shadow(B_(instruction_)));
  bool reads = launches() != l.launches;
  if (l.visits <= session.max_unrolled && (counted || !reads)) return false;
  LoopVisit first = std::move(l);
  cut_back(first, f, reads && !counted);
  return true;
}
void Recorder::cut_back(const LoopVisit& first, Frame& f, bool reads) {
  Session& session = *region_.session;
  // What has changed since then is a number like any other to the loop's trace.
  for (size_t n = 0; n < frames_.size(); n++) {
    const ShadowFrame& s = frames_[n];
    uint32_t at = uint32_t(s.frame->pc - s.code->ins.data());
    for (size_t r = 0; r < s.registers.size(); r++) {
      Value then = n < first.registers.size() ? first.registers[n][r] : kAbsent, now = value_of(settled(s.registers[r]));
      if (then != now && now.is_int()) session.generic.insert(session.location(s.code, at | 0x80000000u, uint32_t(r)));
    }
  }
  trace_->code.resize(first.code);
  trace_->operands.resize(first.operands);
  trace_->recipes.resize(first.recipes);
  trace_->frames.resize(first.frames);
  trace_->registers.resize(first.frame_registers);
  trace_->caches.resize(first.caches);
  known_.resize(first.code);
  for (size_t n = first.snapshot + 1; n < trace_->snapshots.size(); n++) trace_->snapshots[n].frame = kNoFrame;
  for (Candidate& c : candidates_)
    if (c.load >= first.code) c.lost = true;
  trace_->end_snapshot = first.snapshot;
  region_.loop_headers.insert(f.pc);
  Continuation* link = region_.continuation_at(session.base, &f);
  link->launches |= !reads;
  finish(End::Exit, {}, link);
}
}  // namespace adder::capture
