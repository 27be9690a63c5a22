#pragma once
// What is wrong with the arguments of a call, in the words of CPython's C functions. They differ by how such a function
// takes its arguments, which its parameters tell nearly always. Functions of the library that stand for C functions
// (bytecode/library_code.h) speak like natives.
#include <string>
#include <string_view>
#include <vector>

#include "interp/vm/native.h"

namespace adder {

enum class Convention : uint8_t {
  Slot,         // the wrapper of a type's slot: "expected 1 argument, got 0"
  NamelessSlot, // one that counts by a function which is given no name: " expected 2 arguments, got 0"
  Items,        // takes its positions one by one: "f expected 2 arguments, got 1"
  ParsedTuple,  // takes a tuple apart: "f() takes at most 2 arguments (3 given)"
  Names,        // by position or by name
};
// A function as its caller sees it: without `self`.
struct Callee {
  struct Param {
    std::string_view name;
    bool optional;
  };
  std::string name;           // "count"
  std::string full;           // "str.count"
  std::vector<Param> params;  // positional, then keyword-only
  int positional = 0, positional_only = 0, required = 0;  // `required`: of the positional ones, all up to the last
  bool rest = false, names = false;                       // *args, **kwargs
  Convention convention = Convention::Items;
  bool constructor = false;  // `name` is that of the type
};
Callee callee_of(Thread&, const Native*, Value self);  // kAbsent: called without one

// Raises the TypeError about a call with so many positions (`self` not counted) and the names `kw` (or null). False:
// the arguments fit.
bool argument_error(Thread&, const Callee&, int positions, const Tuple* kw);
// The same for a function that stands for one in C; `self` is among the positions.
bool stand_in_error(Thread&, const Func*, int positions, const Tuple* kw);
// Raises the TypeError about the first argument of a method: `self` is of another type, or kAbsent.
void self_error(Thread&, const Native*, Value self);

}  // namespace adder
