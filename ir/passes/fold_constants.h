// Computes calls whose operands are all constants, through the eager kernels. Random ops, ops that can raise on data
// and results above a size are left alone.
#pragma once
#include "ir/graph.h"
namespace adder::ir {
Graph fold_constants(Graph g);
}  // namespace adder::ir
