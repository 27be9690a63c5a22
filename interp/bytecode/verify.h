#pragma once
#include <string>

#include "interp/bytecode/code_proto.h"

namespace adder {

// Checks that code is well-formed: registers, constants, caches and names exist, jumps and ranges meet instructions,
// no path runs off the end. "" or what is wrong, with the pc. Nested code is checked too.
std::string verify(const CodeProto&);

}  // namespace adder
