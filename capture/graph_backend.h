#pragma once
// Segments as graphs: the way to every backend that takes an ir::Graph.
#include <functional>

#include "capture/activation.h"
#include "ir/graph.h"
#include "runtime/executable.h"

namespace adder::capture {
// What the layer above registers: codegen's compiler for a backend name.
using GraphCompiler = std::function<Result<std::shared_ptr<rt::Executable>>(std::shared_ptr<const ir::Graph>,
                                                                            const std::string& backend)>;

// The operations of a segment as a graph. Placeholders are segment.inputs, outputs are segment.outputs, in their order.
Result<ir::Graph> graph_of(const Segment&);
std::shared_ptr<Backend> graph_backend(GraphCompiler compile, std::string name,
                                       std::function<void(const std::string&)> dump = {});  // dump: each graph's text
// Gives the memory of `from` to the pending storage of `to`; copies where the layouts differ.
Status give_data(rt::Context&, const rt::Tensor& to, const rt::Tensor& from);
}  // namespace adder::capture
