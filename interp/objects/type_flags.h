#pragma once
// What the names in a class's table say of its instances, for those who fill tables.
#include "interp/objects/interpreter.h"

namespace adder {

// Does a change of this name change flags of the class (`__eq__`, `__getattr__`, `__del__` …)?
bool affects_flags(const Interpreter&, const Str* name);
// type_changed() for names that were added; `flags`: some of them affects flags.
void type_gained(Type*, bool flags);

}  // namespace adder
