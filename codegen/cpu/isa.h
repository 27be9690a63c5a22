// The instruction sets that the emitters know, and what this machine has.
#pragma once
namespace adder::codegen {
enum class Isa : unsigned char { none, avx2, avx512 };
Isa host_isa();  // the best one that this CPU and system can run; none: there is no emitter, kernels are interpreted
const char* isa_name(Isa);
}  // namespace adder::codegen
