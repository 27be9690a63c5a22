// The scalar program of a single pointwise node, from metas alone.
#pragma once
#include <optional>
#include "ir/graph.h"
#include "runtime/kernel/program.h"
namespace adder::ir {

struct NodeTypes {
  std::vector<rt::DType> dtypes;  // by argument, of tensors
  rt::Types types;
};
NodeTypes node_types(const Graph&, const Node&);

// Operand k of the program is the node's k-th tensor argument, as it lies in memory; numbers are scalars, numbered by
// argument position. Empty when the op does not take these dtypes (running it will say so).
std::optional<rt::Program> pointwise_program(const Graph&, const Node&);

}  // namespace adder::ir
