#pragma once
#include "capture/region.h"

namespace adder::capture {
// Stands in the recorder's place while a captured call is interpreted: it notices the end of the call, when what is
// pending must be launched, and after an instruction that no trace contains it lets replay or recording go on.
class Follower final : public adder::Recorder {
 public:
  explicit Follower(Session& session) : session_(session) {}
  Step before(Thread&, Frame&, Value* result) override;
  void event(Thread&, Event, Frame*, const char* what) override;
  void native_call(Thread&, Native*, Value* args, int n, Tuple* kw) override;
  // The instruction at frame.pc is interpreted; behind it a continuation may start.
  void skip_instruction(Frame& frame);

 private:
  Session& session_;
  struct Place {
    const Frame* frame = nullptr;
    const Word* pc = nullptr;
    bool operator==(const Place&) const = default;
  };
  Place skipped_;
  Place passed_;  // a loop header that the interpreter passes
  int compared_register_ = -1;  // --stress=verify: the captured call has just returned into it
};
}  // namespace adder::capture
