// Tape nodes that the recording makes: one per op, and one per in-place change of a view.
#pragma once
#include "runtime/autograd/node.h"

namespace adder::rt {

class OpNode : public Node {
 public:
  explicit OpNode(const OpRow& row) : row(row) {}
  std::string name() const override {
    std::string r = grad_fn_name(row, args);
    if (changes_view && r.ends_with('0')) r.back() = '1';  // transpose_ and its kind have nodes of their own in PyTorch
    return r;
  }
  bool changes_view = false;  // a view op that changed its operand in place
  Status apply(Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) override;
  void release_saved() override;

  void own_args(std::span<const Arg> in);  // copies numbers, lists and strings; tensors are saved one by one
  const OpRow& row;
  NeedMask needs;
  std::vector<Arg> args;
  std::vector<Meta<int64_t>> metas;  // of tensor arguments
  std::vector<SavedTensor> saved;
  std::vector<uint32_t> arg_of_edge;
  bool released = false;

 private:
  std::vector<SymInt> ints_;
  std::vector<double> floats_;
  std::vector<std::string> strings_;
  std::vector<Complex> complexes_;
  std::unique_ptr<bool[]> bools_;
};

// In-place op on a view: the base's gradient loses the part the view covers, which goes through the op's own node.
class CopySlices : public Node {
 public:
  std::string name() const override { return "CopySlices"; }
  Status apply(Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) override;
  void release_saved() override { inner->release_saved(); }
  NodeRef inner;
  int changed = 0;  // the inner node's edge that stands for the overwritten view
  Meta<int64_t> base, view;
};

NodeRef as_strided_node(const Tensor& base, const TensorImpl& view);

}  // namespace adder::rt
