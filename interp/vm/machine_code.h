#pragma once
// What the eval loop knows of machine code (jit/). Code::machine says where the compiled instructions of a Code begin;
// the loop dispatches through a third table while it runs such code, goes there before each instruction that has an
// entry, and gets control back with Thread::fr and its pc exact. Machine code works on the same frames and registers:
// at every instruction boundary they are what the loop would have left.
#include "interp/vm/thread.h"

namespace adder {
// Why machine code came back.
enum class MachineExit : int {
  Instruction,  // the loop runs the instruction at fr->pc
  Unwind,       // an exception is pending
  Pushed,       // a frame was pushed by a slow path: it is charged for yet
};
struct MachineCompiler {
  virtual ~MachineCompiler() = default;
  // `code` was running when a budget ended. Compiles it when that has happened often enough.
  virtual void sample(Thread&, Code*) = 0;
  virtual void forget(Code*) = 0;  // it dies
  MachineExit (*enter)(Thread*, Frame*, const void* at) = nullptr;
  int64_t slice = 0;  // calls and backward jumps between two samples
};
}  // namespace adder
