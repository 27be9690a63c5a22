#pragma once
#include <string_view>

#include "interp/vm/thread.h"

namespace adder {

// Warns of something in the frame that runs, as warnings.warn() does; `level` 2: in the frame that called it, and so
// on. False: the warning became an exception, which is pending.
bool warn(Thread&, ExcId category, std::string_view message, int level = 1);

}  // namespace adder
