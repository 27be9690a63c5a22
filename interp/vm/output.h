// The text that waits in Thread::out, where a second thread may come to write it at the end: see --max-seconds.
#pragma once
#include <mutex>

#include "interp/vm/thread.h"

namespace adder {

// To be held while Thread::out changes. Holds nothing where no limit of time is set: then nobody else comes.
std::unique_lock<std::mutex> hold_output(const Thread&);
// flush() from that second thread, which leaves the text alone where it is just now being changed or written. Keeps hold of
// the output for good: the program ends.
void flush_at_the_end(Thread&);

}  // namespace adder
