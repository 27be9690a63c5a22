#pragma once
// What is alive at the end of an interpreter that ought to be empty: objects that some count keeps though nobody has them.
#include <string>

#include "interp/objects/interpreter.h"

namespace adder {
// To be called when the script's modules are dropped, cycles are collected and no thread is left. Objects that the
// interpreter itself keeps (built-in types and what they hold, interned names, defaults of natives) do not count.
// `report` gets a line for each type: how many, and what the texts among them say.
size_t objects_left(Interpreter&, std::string* report);
}  // namespace adder
