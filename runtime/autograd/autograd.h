// Autograd: recording ops on the tape (an interposer), views and in-place changes, and the backward engine.
#pragma once
#include "runtime/autograd/node.h"
#include "runtime/ops/engine.h"

namespace adder::rt {

class Autograd : public Interposer {
 public:
  Status on_op(OpCall& call) override;
};
void install_autograd(Context&);  // the interposer has no state; one serves all

// Which operands and results the rule of `id` reads, found by running it once under a probing sink; operands are
// `unchecked` before the op has run.
SavedSet saved_set(Context& c, OpId id, const NeedMask& needs, std::span<const Arg> args,
                   std::span<const SymMeta> metas, std::span<const SymMeta> out_metas, bool unchecked = false);

// ---- tensors
bool is_leaf(const TensorImpl& t);
// requires_grad_(): errors as PyTorch's. In inference mode its own tensors may say that they require gradients.
Status set_requires_grad(const Tensor&, bool on, bool inference_mode = false);
Tensor grad_of(const Tensor&);
Status set_grad(const Tensor&, const Tensor& grad);   // .grad = value; empty clears
NodeRef grad_fn_of(const Tensor&);                    // fresh after in-place changes to a view's base
Edge gradient_edge(const Tensor&);                    // grad_fn, or the leaf's AccumulateGrad
Status reveal_history(const Tensor&);                 // grad_fn is from now on the node that eager would have made
Tensor detach(const Tensor&);                         // shares the version counter
Tensor data_of(const Tensor&);                        // .data: a version counter of its own
Status set_data(const Tensor&, const Tensor& value);  // .data = value: the tensor takes the other's storage and meta
Status retain_grad(const Tensor&);
bool is_view(const TensorImpl& t);

// ---- hooks; ids are the caller's and name the hook for removal
void add_tensor_hook(const Tensor&, Counted<TensorHook> hook);
void remove_tensor_hook(const Tensor&, int64_t id);
Status add_post_accumulate_hook(const Tensor&, Counted<AccumulateHook> hook);
void remove_post_accumulate_hook(const Tensor&, int64_t id);

// ---- backward
struct BackwardOptions {
  bool retain_graph = false;
  bool create_graph = false;
  bool accumulate = true;          // into leaves' .grad; false: only `inputs` are answered
  bool allow_unused = false;       // autograd.grad
  std::span<const Tensor> inputs;  // empty with accumulate: every leaf
};
// tensor.backward() and autograd.grad(). roots and grads have the same length; an absent gradient means ones for a root
// of one element. With accumulate=false, `result` gets one gradient per input (absent ones only if allow_unused).
Status run_backward(Context& c, std::span<const Tensor> roots, std::span<const Tensor> grads,
                    const BackwardOptions& options, std::vector<Tensor>* result = nullptr);

// ---- nodes made elsewhere: Python autograd.Function, captured segments. The node's edges must be set; each output
// gets the history (node, k). An output that is an input (returned unchanged) becomes a view of it first.
void attach_node(const NodeRef& node, std::span<const Tensor> outputs);

}  // namespace adder::rt
