// Facts about values that the scheduler asks for, most of all views resolved to the value that owns the memory.
#pragma once
#include <vector>
#include "ir/graph.h"
#include "ir/same.h"
namespace adder::codegen {

using ir::Arg;
using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::SymInt;
using ir::SymMeta;
using ir::Tensor;
using ir::ValueId;
using SymDims = rt::Dims<SymInt>;
using ir::same;

inline bool is_constant(SymInt a, int64_t v) {
  return !a.expr && a.hint == v;
}
bool is_contiguous(const SymMeta& m);

// A node that makes another name for its first operand's memory and computes nothing.
bool is_view(const Node& n);

// root[v]: the value whose memory v names. Views have their operand's root, results written into a destination the
// destination's, all others their own.
std::vector<ValueId> find_roots(const Graph& g);

}  // namespace adder::codegen
