// Reads the text form that printer.h describes. The metas of results may be left out (`%3 = mm(%1, %2)`): the op's
// shape rule then gives them. Constants without data (those that were too large to print) are refused.
#pragma once
#include <string_view>
#include "ir/graph.h"
namespace adder::ir {
struct ParsedGraph {
  Graph graph;
  std::string error;  // empty, or "line 3: …"
};
ParsedGraph parse_graph(std::string_view text);
}  // namespace adder::ir
