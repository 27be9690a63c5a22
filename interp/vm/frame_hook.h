#pragma once
// The recorder's window on the VM. A Thread with `rec` set runs through a second dispatch table whose every entry goes
// to one label that reports the instruction and then dispatches through the first table: the handlers are the same
// code. Unused, it costs the indirection of the table pointer.
#include "interp/vm/thread.h"

namespace adder {
enum class Event : uint8_t { Push, Pop, Unwind, Handler, Native, Resume, Yield };
struct Recorder {
  virtual ~Recorder() = default;
  virtual bool before(Thread&, Frame&) {
    return true;
  }  // fr.pc is the instruction; false: stop here (run() returns kStop, and may be called again)
  virtual void event(Thread&, Event, Frame*, const char* what) { (void)what; }
};
// Frames as data: the content of a snapshot at the start of an instruction (CAPTURE section 5).
struct FrameImage {
  Code* code;
  uint32_t pc;
  Func* func;
  Gen* gen;
  uint8_t ret;
  Cont cont;
  std::vector<Value> regs;
};
std::vector<FrameImage> take_frames(
    Thread&);  // moves the frames down to the innermost native boundary out of the stack
void rebuild(Thread&, std::vector<FrameImage> frames);  // pushes them again, each at a fresh base
}  // namespace adder
