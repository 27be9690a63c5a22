#pragma once
#include <string>

#include "interp/bytecode/code_proto.h"

namespace adder {

std::string disassemble(const CodeProto&);  // nested code objects follow
std::string disassemble_instruction(const CodeProto&, uint32_t pc);

}  // namespace adder
