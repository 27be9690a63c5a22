// The compiler of hot Python code to x86-64: which code is compiled, and where its machine code lives.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "interp/vm/machine_code.h"

namespace adder::jit {

struct Options {
  bool stress = false;  // compile at the first call or backward jump
  std::function<void(std::string_view name, std::string_view listing)> dump;  // or empty
};
// Null on other machines: everything is interpreted then, and also when the system gives no executable memory, which is
// first asked for when there is something to compile.
std::shared_ptr<MachineCompiler> make_compiler(Options);

}  // namespace adder::jit
