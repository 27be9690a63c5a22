#pragma once
#include <cstddef>
#include <iterator>

namespace adder {

// The text of the grammar, in blocks; the notation is described in diagnose_rules.cpp.
extern const char* const kGrammarRules[];
extern const size_t kGrammarRuleBlocks;

}  // namespace adder
