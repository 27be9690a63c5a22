// See asmjit_release.cpp.
#pragma once
namespace adder::codegen {
void use_release_allocator();
}  // namespace adder::codegen
