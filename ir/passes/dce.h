// Removes calls whose results nobody reads. A call that can still raise on its data, that draws random numbers or that
// writes is kept; inputs are kept.
#pragma once
#include "ir/graph.h"
namespace adder::ir {
Graph eliminate_dead_code(Graph g);
}  // namespace adder::ir
