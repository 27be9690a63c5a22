// Tape autograd as an interposer. A node holds what the op's rule touched when probed, no more.
#pragma once
#include "runtime/ops/dispatch.h"
namespace adder::rt {
struct TapeNode;
struct AutogradMeta {
  std::shared_ptr<TapeNode> grad_fn;
  int output = 0;  // null: a leaf, whose gradient collects in grad
  Tensor grad;
  Tensor view_base;
  OpId view_op{};
  std::vector<Arg> view_args;
  std::vector<std::unique_ptr<Dims<SymInt>>> view_lists;  // views of tensors that require grad
};
class Autograd : public Interposer {
 public:
  Status on_op(OpCall& call) override;
};
struct SavedSet {
  uint32_t in, out;
};
SavedSet saved_set(OpId id, uint32_t needs, std::span<const Arg> args, std::span<const SymMeta> metas,
                   std::span<const SymMeta> out_metas);

void install_autograd(Context&);
void set_requires_grad(const Tensor&, bool);
Tensor grad_of(const Tensor&);
// Gradients of `root` (seed: same sizes) for `wanted`, or into the leaves' .grad where wanted is empty. create_graph:
// the result is differentiable.
Status backward(Context&, const Tensor& root, const Tensor& seed, bool create_graph,
                std::span<const Tensor> wanted = {}, std::vector<Tensor>* result = nullptr);
}  // namespace adder::rt
