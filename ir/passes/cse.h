// Merges calls of the same op with the same arguments. Random ops, ops that write, and ops whose results are outputs
// (each output is a tensor of its own) are left alone. Expects a functional graph.
#pragma once
#include "ir/graph.h"
namespace adder::ir {
Graph eliminate_common_subexpressions(Graph g);
}  // namespace adder::ir
