// Numbers as the calls of the system take them. One that does not fit is an OverflowError in CPython's words.
#pragma once
#include "stdlib/native/library.h"

namespace adder::lib {

enum NumberKind : char {
  kCInt = 'i',      // a flag, a mode, most descriptors
  kProcess = 'p',   // a process or a group of them, and other numbers that CPython words as these
  kOffset = 'o',    // an offset or a length
  kUser = 'u',      // -1: as it is
  kGroup = 'g',     // -1: as it is
  kOpenFile = 'f',  // a descriptor, or an object with fileno()
};
bool system_number(Thread&, Value, NumberKind, int64_t* out);
bool int_arg(Thread&, Value, int* out);  // kCInt

}  // namespace adder::lib
