// Where machine code finds fields. offsetof of classes that are not of standard layout is what every compiler for
// x86-64 gives; nothing here has virtual bases.
#pragma once
#include <cstddef>

#include "interp/bytecode/code.h"
#include "interp/vm/thread.h"

#define ADDER_AT(Class, field)                                                                       \
  ([] {                                                                                              \
    _Pragma("GCC diagnostic push")                                                                   \
        _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"") return int(offsetof(Class, field)); \
    _Pragma("GCC diagnostic pop")                                                                    \
  }())
