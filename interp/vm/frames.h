#pragma once
// Frame objects and locals(), for natives such as sys._getframe, locals, exec.
#include "interp/vm/thread.h"

namespace adder {
FrameObject* frame_object(Thread&, Frame*);  // borrow
Value frame_locals(Thread&, Frame*);         // what locals() gives there; new reference
Value generator_frame(Thread&, Gen*);        // what gi_frame gives; new reference
void init_code_objects(Interpreter&);        // what scripts see of code (code_objects.cpp)
int equal_codes(Thread&, Code*, Code*);       // 1, 0, -1: error
int64_t hash_code(const Code*);
}  // namespace adder
