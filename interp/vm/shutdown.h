#pragma once
#include "interp/vm/thread.h"

namespace adder {
void shut_down(Thread&);      // once, before the Thread goes: runs the finalizers of what is still alive
int report_uncaught(Thread&);  // prints the pending exception to stderr (SystemExit: only its message); the exit status
}  // namespace adder
