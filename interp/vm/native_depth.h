// Recursion through C++ (repr of nested lists, comparison, isinstance of nested tuples) counts like calls: together
// with the Python frames it is bounded by sys.getrecursionlimit(). While a guard lives, the frames may go one less
// deep.
#pragma once
#include "interp/vm/thread.h"

namespace adder {
class NativeDepth {
 public:
  // `where` ends the message: " in comparison".
  explicit NativeDepth(Thread& th, const char* where = "") : th_(th) {
    --th.frame_limit;
    if (UNLIKELY(th.fr > th.frame_limit)) {
      th.raise(E_RecursionError, "maximum recursion depth exceeded%s", where);
      ok_ = false;
    } else {
      ok_ = th.native_stack_ok();
    }
  }
  ~NativeDepth() { ++th_.frame_limit; }
  NativeDepth(const NativeDepth&) = delete;
  explicit operator bool() const { return ok_; }

 private:
  Thread& th_;
  bool ok_;
};
}  // namespace adder
