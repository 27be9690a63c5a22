// What helpers share: results, and the place where C++ exceptions end.
#pragma once
#include "interp/jit/helpers.h"

namespace adder::jit {

constexpr int kDoneHere = 0, kUnwind = int(MachineExit::Unwind), kPushedFrame = int(MachineExit::Pushed);

// Runs f; a C++ exception (an operator ran out of memory) becomes one of Python's.
template <class F>
int guarded(Thread& th, F&& f) {
  Value* top = th.spill;
  try {
    return f();
  } catch (...) {
    th.spill = top;
    th.raise_caught();
    return kUnwind;
  }
}
inline void release(Value* r, int n) {
  for (int i = 0; i < n; i++) {
    Value v = r[i];
    r[i] = kAbsent;
    dec(v);
  }
}

}  // namespace adder::jit
