#pragma once
// Calling a special method that was found on a type; next() as scripts see it.
#include "interp/vm/thread.h"

namespace adder {

// `method` as type_find() gave it for the type of `self`: a function gets `self`, anything else is bound first, as its
// __get__ says. New reference or kAbsent.
Value call_found(Thread&, Value method, Value self, const Value* args = nullptr, int n = 0);

// The next item of an iterator, which has __next__. At its end: kStop, or kAbsent with the StopIteration pending that a
// generator or a __next__ ended with, also below zip, map, filter and enumerate. next_value() drops what that carries.
Value next_or_raise(Thread&, Value it);

}  // namespace adder
