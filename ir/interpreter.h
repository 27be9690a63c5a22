// The meaning of a graph: its nodes one by one through dispatch, with real aliasing. Slow and obvious; every other
// backend is compared with it.
#pragma once
#include <memory>
#include "ir/graph.h"
#include "runtime/executable.h"
namespace adder::ir {

enum class Engine : uint8_t {
  eager,      // the kernels that eager code runs
  reference,  // the reference evaluator, element by element, in double where the op allows
};

// Keeps the graph. Runs below autograd and every other interposer: nothing is recorded.
std::unique_ptr<rt::Executable> interpreter(std::shared_ptr<const Graph> graph, Engine engine);

// Copies the elements of `from` into `to`, of the same dtype and shape, and bumps its version.
Status copy_into(rt::Context& c, const Tensor& from, const Tensor& to);

}  // namespace adder::ir
