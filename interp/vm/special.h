#pragma once
// Calling a special method that was found on a type.
#include "interp/vm/thread.h"

namespace adder {

// `method` as type_find() gave it for the type of `self`: a function gets `self`, anything else is bound first, as its
// __get__ says. New reference or kAbsent.
Value call_found(Thread&, Value method, Value self, const Value* args = nullptr, int n = 0);

}  // namespace adder
