#pragma once
#include "interp/vm/thread.h"

namespace adder::capture {
// Can nothing be seen of a call with tensors but its result, or its exception: no write, no print, no random number, no
// call of anything but operators? False where it is not plain to see. What the function's globals and cells hold is
// looked at now.
bool computes_only(Thread&, Value function);
}  // namespace adder::capture
