// What is known of registers at each instruction of a Code, whoever ran the instructions before it: the eval loop and
// machine code may hand over to each other anywhere, so only what holds on every path is a fact.
#pragma once
#include <array>
#include <vector>

#include "interp/bytecode/code.h"

namespace adder::jit {

enum class Fact : uint8_t {
  Unknown,
  NoCell,  // immediate, float or absent: overwriting it drops nothing
  Int,     // an inline int
  Float,
};
constexpr int kMaxRegisters = 256;  // code with more is not compiled
using State = std::array<Fact, kMaxRegisters>;

struct Facts {
  std::vector<State> before;   // by word; of words that are reached only
  std::vector<uint8_t> known;  // by word: 1 for the first word of an instruction that can be reached
};
Facts find_facts(const Code*);
Fact fact_of(Value constant);

}  // namespace adder::jit
