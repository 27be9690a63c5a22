#pragma once
// Frame objects and locals(), for natives such as sys._getframe, locals, exec.
#include "interp/vm/thread.h"

namespace adder {
FrameObject* frame_object(Thread&, Frame*);  // borrow
Value frame_locals(Thread&, Frame*);         // what locals() gives there; new reference
Value generator_frame(Thread&, Gen*);               // what gi_frame gives; new reference
}  // namespace adder
