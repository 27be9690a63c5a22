// Forward and backward of a graph, by the ops' own gradient rules.
#pragma once
#include <vector>
#include "ir/graph.h"
#include "runtime/base/status.h"
namespace adder::ir {

// The backward graph takes the saved values, then the gradients of the differentiable outputs (in output order), and
// returns one gradient for each wanted input (undefined where nothing flows).
struct Joint {
  Graph forward;  // the graph's outputs, then what backward needs
  Graph backward;
  size_t n_outputs = 0;              // of the original graph
  std::vector<size_t> grad_outputs;  // which outputs take a gradient: floating, and depending on a wanted input
  std::vector<size_t> grad_inputs;   // which inputs get one: as asked
};

// `wanted[i]`: input i needs a gradient. Values that are cheap to compute again from what is saved anyway are not
// saved. The graph may hold in-place nodes; it is functionalized first. Nodes issued without grad mode are constants to
// backward. `outputs[k]`: output k may get a gradient; absent: all may.
Result<Joint> make_joint(const Graph& graph, const std::vector<bool>& wanted,
                         const std::vector<bool>* outputs = nullptr);

}  // namespace adder::ir
