// Debian's libasmjit is built with its assertions on: after every instruction the register allocator checks its whole
// assignment, which is most of the compile time. The check is a weak (inline) function, so this definition replaces it.
// A project that builds AsmJit itself does not need this.
extern "C" bool skip_verify() __asm__("_ZN6asmjit8_abi_1_912RAAssignment6verifyEv");
extern "C" bool skip_verify() {
  return true;
}
