// list[int] and int | str.
#pragma once
#include "interp/vm/thread.h"

namespace adder {
Value make_alias(Thread&, Value origin, Value args);  // a tuple of arguments, or one
Value type_or(Thread&, Value* args, int n);           // int | str; NotImplemented unless both can stand in a union
void init_generic_alias(Interpreter&);
}  // namespace adder
