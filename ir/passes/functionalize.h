// Turns in-place nodes into functional ones. Afterwards a value never changes: later readers of written memory, views
// included, read the new value, and inputs that were written get a write-back. A node that writes through a view that
// shows only part of its base stays as it is, and so does everything that shares that base's memory.
#pragma once
#include "ir/graph.h"
namespace adder::ir {
Graph functionalize(Graph g);
}  // namespace adder::ir
