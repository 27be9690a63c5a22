// The functions of module _os that name files.
#pragma once
#include "stdlib/native/library.h"

namespace adder::lib {

std::span<const NativeDef> path_functions();

}  // namespace adder::lib
