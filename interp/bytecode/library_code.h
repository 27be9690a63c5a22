// Code that load_code made: the program's own library. A script cannot make such code, whatever file name it gives to
// compile().
#pragma once
#include <functional>
#include <string>

#include "interp/bytecode/code.h"

namespace adder {

enum LibraryCode : uint16_t { kLibraryCode = 1, kStandIn = 2 };  // aux of a Code, bits
inline bool is_library(const Code* c) {
  return c->aux & kLibraryCode;
}

// Gives piece i of what write_pieces gave; may throw std::bad_alloc. It must work as long as code of the module lives.
using CodePieces = std::function<std::string(size_t i)>;
// The code of a module from its first piece, which is trusted. Bodies of functions are read when they are first needed;
// the bytes of a piece are kept until the last function of the module was read or died. Null: made for another version.
Code* load_code(Interpreter&, CodePieces);

// Code of a module that is written in C in CPython. Its functions have no frames there, so tracebacks pass over them,
// and their words for wrong arguments are those of C functions.
inline bool is_stand_in(const Code* c) {
  return c->aux & kStandIn;
}
// In the flags of a CodeProto, beside its CodeFlags and kApart: the Code will be a stand-in.
constexpr uint32_t kStandInFlag = kLazy << 2;

}  // namespace adder
