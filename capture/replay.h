#pragma once
// Replay: runs a trace in place of the bytecode it was recorded from.
//
// `enter` tries a trace on the frame (or frames, for a side trace) at the top of the thread's stack. Guards that stand
// before the first effect are entry guards: when one fails, nothing has happened and the next trace may be tried. After
// that, leaving is a side exit: the frames of the snapshot are rebuilt on the stack, sunk objects are made, and the VM
// goes on at exactly that instruction, with an exception pending if that is why the trace was left.
#include "capture/region.h"
#include "capture/trace.h"

namespace adder::capture {
enum class Outcome : uint8_t {
  NotEntered,  // frames untouched
  Returned,    // *result is owned; the base frame is th.fr and returns it
  Left,        // frames rebuilt, or an exception is pending: the VM goes on from th.fr
};
// Where the trace ends at a loop header, the traces that go on there run, too, until one is left otherwise.
Outcome enter(Thread&, Trace&, Value* result);
void start_recording(Thread&, Region&, Frame* base, Snapshot* parent,
                     Continuation* home = nullptr);

// What th should do on entering a captured function, or at an exit: replay, record or interpret.
class FrameHook final : public adder::FrameHook {
 public:
  explicit FrameHook(Session& session) : session_(session) {}
  ~FrameHook() override;
  Step on_enter(Thread&, Frame&, Value* result) override;
  Session& session() { return session_; }
  Step settle(Thread&, Outcome, Frame* base, Value* result);
  bool marks(const Code&) override;

 private:
  Region* automatic(Thread&, Frame&);
  void forget_at_death(Interpreter&, Func*);
  Session& session_;
};
}  // namespace adder::capture
