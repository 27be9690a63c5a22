// Debian's libasmjit is built with its assertions on: after every instruction the register allocator checks its whole
// assignment, which is most of the compile time. The check is a weak (inline) function, so this definition replaces it,
// provided that the linker sees it: emit.cpp calls use_release_allocator() for that.
#include "codegen/cpu/asmjit_release.h"
extern "C" bool skip_verify() __asm__("_ZN6asmjit8_abi_1_912RAAssignment6verifyEv");
extern "C" bool skip_verify() {
  return true;
}
namespace adder::codegen {
void use_release_allocator() {}
}  // namespace adder::codegen
