#pragma once
// What classes ask for when a script makes them or changes them after they were made.
#include "interp/vm/thread.h"

namespace adder {

// All: false with an exception pending.
// The most derived one of `meta` and the metaclasses of the bases.
bool best_meta(Thread& th, Type** meta, Tuple* bases);
bool own_mro(Thread& th, Type* t);           // t's order anew, by mro() of its metaclass where that has one
bool class_name_ok(Thread& th, Value name);  // a str without null characters or lone surrogates
bool set_type_bases(Thread& th, Value type, Value bases);  // the setter of __bases__

}  // namespace adder
