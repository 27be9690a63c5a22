// CodeProto <-> bytes, so that modules can be compiled ahead of time. The bytes hold no addresses and no host order.
#pragma once
#include <string>
#include <string_view>

#include "interp/bytecode/code_proto.h"

namespace adder {

std::string write_code(const CodeProto&);
// False: the bytes are damaged or from another version of the format or of opcodes.def.
bool read_code(std::string_view bytes, CodeProto* out);

}  // namespace adder
