// Code that load_code made: the program's own library. A script cannot make such code, whatever file name it gives to
// compile().
#pragma once
#include <functional>
#include <string>

#include "interp/bytecode/code.h"

namespace adder {

constexpr uint16_t kLibraryCode = 1;  // aux of a Code
inline bool is_library(const Code* c) {
  return c->aux == kLibraryCode;
}

// Gives piece i of what write_pieces gave; may throw std::bad_alloc. It must work as long as code of the module lives.
using CodePieces = std::function<std::string(size_t i)>;
// The code of a module from its first piece, which is trusted. Bodies of functions are read when they are first needed;
// the bytes of a piece are kept until the last function of the module was read or died. Null: made for another version.
Code* load_code(Interpreter&, CodePieces);

}  // namespace adder
