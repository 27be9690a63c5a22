// The text form of a graph. It has no addresses, hashes or times, numbers values in order of definition, and
// parse_graph(text(g)) gives a graph with the same text.
//
//   graph(s0 = 8, %1 "x": float32[s0, 4], %2 "w": float32[4, 4]{1, 4}) {
//     %3 = mm(%1, %2): float32[s0, 4]
//     %4, %5 = max_dim(%3, 1, False): float32[s0], int64[s0]
//     %6 -> %1 = add(%1, %3): float32[s0, 4]  @ "model.py:7"
//     return %4, None
//     write %1 <- %6
//   }
//
// Symbols come first, with the values they had while recording. Strides in braces and `+ offset` appear where the value
// is not contiguous from its storage's start; `%6 -> %1` is a result that is written into %1; `no_grad` before @ marks
// nodes issued without grad mode.
#pragma once
#include <string>
#include "ir/graph.h"
namespace adder::ir {
std::string text(const Graph& g);
std::string node_text(const Graph& g, const Node& n);
std::string meta_text(const SymMeta& m);
}  // namespace adder::ir
