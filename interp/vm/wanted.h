// For loops of natives over what may be long: whether anybody still waits for the result.
#pragma once
#include "interp/vm/thread.h"

namespace adder {
// The time is over, or the thread was interrupted: the next check raises.
inline bool is_ending(const Thread& th) {
  return th.attention & (Thread::kInterrupted | Thread::kStopped | Thread::kTimeOver);
}
// False: an exception is pending. Where it says true nothing ran.
inline bool wanted(Thread& th) {
  return LIKELY(!th.attention) || !is_ending(th) || th.slow_check();
}
}  // namespace adder
