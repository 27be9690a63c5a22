// Code that load_code made: the program's own library. A script cannot make such code, whatever file name it gives to
// compile().
#pragma once
#include "interp/bytecode/code.h"

namespace adder {

constexpr uint16_t kLibraryCode = 1;  // aux of a Code
inline bool is_library(const Code* c) {
  return c->aux == kLibraryCode;
}

}  // namespace adder
