// Replaces composite ops by their parts, and other ops that have a decomposition when its parts are all pointwise ops,
// reductions and views, which codegen fuses. An op for which keep(node) holds stays.
#pragma once
#include <functional>
#include "ir/graph.h"
namespace adder::ir {
using KeepNode = std::function<bool(const Node&)>;
Graph decompose(Graph g, const KeepNode& keep = nullptr);
}  // namespace adder::ir
