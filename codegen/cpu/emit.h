// Kernels to x86-64 machine code.
#pragma once
#include <string>
#include "codegen/kernel.h"
#include "runtime/base/isa.h"
#include "runtime/cpu/exec_memory.h"
namespace adder::codegen {

using rt::Isa;

struct EmitStats {
  double lower_us = 0, emit_us = 0, allocate_us = 0;
  size_t code_bytes = 0;
  int unroll = 0, stack = 0, instructions = 0;  // stack: bytes of spills
  std::string reason;                           // why there is no code
  bool wants_listing = false;                   // set by the caller
  std::string listing;                          // the instructions as text
  bool wants_code = false;                      // set by the caller
  std::string code;                             // the bytes, when they run at any address
  double us() const { return lower_us + emit_us + allocate_us; }
};

// Null, with the reason in stats, when some op has no instruction on this ISA: the caller runs the nodes eagerly. The
// code lives as long as `memory`. The ISA need not be the host's; then the code is to be looked at, not to be called. There is none for Isa::generic.
KernelFn emit_kernel(const Kernel&, Isa, rt::ExecMemory& memory, EmitStats* stats = nullptr);

// Empty, or the first op of the program that this ISA's emitter cannot express: decides what may be fused.
std::string missing_lowering(const Program&, Isa);

}  // namespace adder::codegen
