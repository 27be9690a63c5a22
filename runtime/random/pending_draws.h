// Random operations that have been issued but have not drawn yet.
#pragma once
#include "runtime/base/status.h"

namespace adder::rt {

// Of an interposer at the recorder's level that defers them. Whoever looks at the state of the default generator, or
// sets it, calls this first, so that numbers are drawn in the order of the program.
class PendingDraws {
 public:
  virtual ~PendingDraws() = default;
  virtual Status draw_now() = 0;
};

}  // namespace adder::rt
