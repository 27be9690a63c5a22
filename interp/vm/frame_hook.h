#pragma once
// The recorder's window on the VM. A Thread with `rec` set runs through a second dispatch table whose every entry goes
// to one label that reports the instruction and then dispatches through the first table: the handlers are the same
// code. Unused, it costs the indirection of the table pointer.
#include "interp/vm/thread.h"

namespace adder {
// Finalizer: a __del__ or the callback of a weak reference is about to run, in the middle of an instruction.
enum class Event : uint8_t { Push, Pop, Unwind, Handler, Native, Resume, Yield, Finalizer };
// What the VM does after asking a recorder or the frame hook.
enum class Step : uint8_t {
  Go,      // execute the instruction at fr->pc
  Reload,  // th.fr, its pc or registers changed, or an exception was made pending: go on from there
  Return,  // as if th.fr returned the owned value *result; its registers are released by the VM
  Stop,    // run() returns kStop, and may be called again
};
struct Recorder {
  virtual ~Recorder() = default;
  // f.pc is the instruction that comes next.
  virtual Step before(Thread&, Frame& f, Value* result) {
    (void)f;
    (void)result;
    return Step::Go;
  }
  virtual void event(Thread&, Event, Frame*, const char* what) { (void)what; }
  // A native is about to run with arguments as the call has them (borrowed; the last kw->len are named).
  virtual void native_call(Thread&, Native*, Value* args, int n, Tuple* kw) {
    (void)args;
    (void)n;
    (void)kw;
  }
  // Does the recorder also see what runs below natives? Otherwise Thread::rec is null there.
  virtual bool follow_nested() const { return false; }
};
// Asked where captured calls may begin.
struct FrameHook {
  virtual ~FrameHook() = default;
  // Is every new function of this code to be marked kCaptured? Asked only where `marks_functions` is set.
  virtual bool marks(const Code&) { return false; }
  bool marks_functions = false;
  // Called after every push of a frame whose function has kCaptured, at its first instruction.
  virtual Step on_enter(Thread&, Frame&, Value* result) = 0;
  // The script has run for a while; th.fr is at a call or a backward jump. May set th.rec. Only with `marks_functions`.
  virtual void on_sample(Thread&) {}
};
// Frames as data: the content of a snapshot at the start of an instruction.
struct FrameImage {
  Code* code;
  uint32_t pc;
  Func* func;
  Gen* gen;
  FrameObject* object;
  uint8_t ret;
  Cont cont;
  uint8_t flags;
  std::vector<Value> regs;
};
std::vector<FrameImage> take_frames(
    Thread&);  // moves the frames down to the innermost native boundary out of the stack
void rebuild(Thread&, std::vector<FrameImage> frames);  // pushes them again, each at a fresh base
}  // namespace adder
