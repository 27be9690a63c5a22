#pragma once
// Calling a special method that was found on a type; next() as scripts see it.
#include "interp/vm/thread.h"

namespace adder {

// `method` as type_find() gave it for the type of `self`: a function gets `self`, anything else is bound first, as its
// __get__ says. New reference or kAbsent.
Value call_found(Thread&, Value method, Value self, const Value* args = nullptr, int n = 0);

// repr(v) and str(v) as objects: what a script's method gives may be an instance of a subclass of str, and stays one.
// New reference or kAbsent.
Value repr_object(Thread&, Value v);
Value str_object(Thread&, Value v);

// The next item of an iterator, which has __next__. At its end: kStop, or kAbsent with the StopIteration pending that a
// generator or a __next__ ended with, also below zip, map, filter and enumerate. next_value() drops what that carries.
Value next_or_raise(Thread&, Value it);

// The `raw` of a record of __next__ whose function gives kStop at the end: loops call that function itself and no
// exception is made. Scripts that call the method get StopIteration.
Value next_called(Thread&, Native*, Value* args, int n, Tuple* kw);
// A step of such an iterator: an item, kStop, or kAbsent (also with a StopIteration that came from elsewhere). False:
// it is another one, or a recorder looks on.
bool native_step(Thread&, Value it, Value* out);

}  // namespace adder
