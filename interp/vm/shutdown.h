#pragma once
#include "interp/vm/thread.h"

namespace adder {
// Once, before the Thread goes: runs the finalizers of what is still alive. False: what the script wrote to its own
// standard streams is lost.
bool shut_down(Thread&);
void release_modules(Thread&);  // drops all modules and the cycles they leave, for an interpreter that ends before its process
// Prints the pending exception to stderr; gives the exit status. Of SystemExit it prints only the message, unless the
// program goes on.
int report_uncaught(Thread&, bool goes_on = false);
}  // namespace adder
