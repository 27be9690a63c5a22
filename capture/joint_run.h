#pragma once
// Static runs that need gradients.
//
// Eager execution puts a node on the tape for each operation. A static run puts one there for all of them, a lazy
// handle: a plain backward runs the compiled backward of the joint graph on what the compiled forward saved. The handle
// must not be told from the tape it stands for. What looks inside (`grad_fn`, `next_functions`, double backward, a hook
// on an output that another output was computed from) reveals it: the segment is run again on the tape, from the
// tensors that entered, and the handle becomes a node that passes gradients on.
#include "capture/activation.h"
#include "capture/trace.h"
#include "ir/graph.h"
#include "runtime/autograd/autograd.h"
#include "runtime/random/generator.h"

namespace adder::capture {

class JointPlan {
 public:
  // The joint graph for gradients of some of the outputs.
  struct Variant {
    std::vector<bool> outputs;  // by node output: takes a gradient
    std::vector<size_t> order;  // node outputs, as the backward graph takes them
    std::shared_ptr<rt::Executable> forward, backward;
    size_t n_forward = 0, n_backward = 0;  // outputs of each
  };

  // `graph`: the segment; its outputs are what leaves the run. `wanted`: inputs that need gradients. `expected`:
  // outputs that are likely to get some. Null where there is no joint graph.
  static std::shared_ptr<JointPlan> make(std::shared_ptr<Backend>, ir::Graph graph, std::vector<bool> wanted,
                                         const std::vector<bool>& expected);

  const std::shared_ptr<const Variant>& variant() const { return variant_; }
  // From now on launches expect gradients of these outputs.
  void prefer(const std::vector<bool>& outputs);

  std::vector<int> node_output;             // by graph output: output of the tape node, or -1
  std::vector<size_t> grad_inputs;          // inputs that get gradients: one edge each
  std::vector<std::string> names;           // of eager's nodes, by node output
  std::vector<size_t> eager_saved_outputs;  // and outputs
  std::vector<size_t> eager_saves;          // inputs that eager's tape keeps: they must not be changed before backward
  std::vector<size_t> written;              // inputs that the segment changes
  bool entangled = false;                   // an output was computed from another one
  bool draws = false;                       // it has random operators
  const ir::Graph& graph() const { return *graph_; }

 private:
  Result<std::shared_ptr<const Variant>> compile(const std::vector<bool>& outputs);
  void find_entangled();
  std::shared_ptr<Backend> backend_;
  std::shared_ptr<const ir::Graph> graph_;
  std::vector<bool> wanted_;
  std::shared_ptr<const Variant> variant_;
  std::vector<std::shared_ptr<const Variant>> variants_;
};

// The handle of one launch.
class LazyNode final : public rt::Node {
 public:
  LazyNode(rt::Context& c, std::shared_ptr<JointPlan> plan);
  std::string name() const override { return plan_->names[0]; }
  std::string name_of(int output) const override { return plan_->names[size_t(output)]; }
  Status apply(rt::Context& c, std::span<const rt::Tensor> grads, std::vector<rt::Tensor>& result) override;
  void will_release(std::span<rt::Tensor> grads) override {
    last_ = true;
    gradients_ = grads;
  }
  void release_saved() override;
  Status reveal() override;
  bool revealed() const override { return revealed_; }
  bool entangled() const override { return plan_->entangled; }

  // Before the launch: keeps the inputs as they are.
  Status pin(std::span<const rt::Tensor> inputs);
  // After it: what forward saved, and what leaves the run.
  void save(std::vector<rt::Tensor> saved, std::span<const rt::Tensor> outputs);
  const JointPlan::Variant& variant() const { return *variant_; }

 private:
  Status check_saved();
  Status check_inputs();
  Result<std::vector<rt::Tensor>> run_again(std::span<const rt::Tensor> inputs);
  Status through_tape(std::span<const rt::Tensor> grads, std::vector<rt::Tensor>& result);

  rt::Context& context_;
  std::shared_ptr<JointPlan> plan_;
  std::shared_ptr<const JointPlan::Variant> variant_;
  std::vector<rt::Tensor> inputs_;  // those the segment changes as copies of before
  std::unique_ptr<rt::Generator> generator_;  // as it was before the launch, where the segment draws
  std::vector<rt::SavedTensor> eager_;
  std::vector<rt::Tensor> saved_;
  std::vector<uint32_t> versions_, input_versions_;
  bool released_ = false, revealed_ = false;
  bool last_ = false;               // the backward that comes may use up what is saved,
  std::span<rt::Tensor> gradients_;  // and these, for its time
};
}  // namespace adder::capture
