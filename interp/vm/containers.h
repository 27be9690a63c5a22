#pragma once
// Work on built-in containers that handlers of the eval loop and natives share.
#include "interp/vm/thread.h"

namespace adder {
// Appends the items of any iterable; iter.cpp. False: an exception is pending, and what came before it was appended.
bool extend_list(Thread&, List*, Value iterable);
bool extend_from(Thread&, List*, Value iterator);
// set_add() and set_contains() with a hash that is known; lookup.cpp.
int set_add_hashed(Thread&, Set*, Value key, int64_t hash);
int set_has_hashed(Thread&, Set*, Value key, int64_t hash);
// The order of two ints, floats or strings, or of tuples of these, which no user code can see: 1 or 0; -1: ask less().
// compare.cpp.
int quick_less(Value a, Value b);
}  // namespace adder
