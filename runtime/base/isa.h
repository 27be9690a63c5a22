// The instruction sets that precompiled kernels and code generation are made for.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace adder::rt {

// Ordered: a CPU that runs one runs those before it. avx2 means AVX2, FMA, BMI2 and F16C; avx512 adds F, BW, DQ and VL.
enum class Isa : uint8_t { generic, avx2, avx512 };

Isa host_isa();                                    // the best that this CPU runs
const char* isa_name(Isa isa);                     // as --isa spells it
std::optional<Isa> isa_of(std::string_view name);  // nothing for an unknown name

// What this process uses: host_isa(), or $ADDER_ISA where that names a lesser one, or what choose_isa said. Kernels read
// it at their first use, so choose before any tensor work, once; it must not be above host_isa(). Process-wide, because
// tensors of several interpreters meet the same kernels.
Isa chosen_isa();
void choose_isa(Isa isa);

}  // namespace adder::rt
