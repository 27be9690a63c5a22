#include "capture/joint_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ir/joint.h"
#include "runtime/autograd/op_node.h"
#include "runtime/base/memory_use.h"

namespace adder::capture {
using rt::Arg;
using rt::Tensor;
using rt::TensorImpl;

std::shared_ptr<JointPlan> JointPlan::make(std::shared_ptr<Backend> backend, ir::Graph graph, std::vector<bool> wanted,
                                           const std::vector<bool>& expected) {
  auto plan = std::make_shared<JointPlan>();
  plan->backend_ = std::move(backend);
  plan->graph_ = std::make_shared<const ir::Graph>(std::move(graph));
  plan->wanted_ = std::move(wanted);
  for (size_t i = 0; i < plan->wanted_.size(); i++)
    if (plan->wanted_[i]) plan->grad_inputs.push_back(i);
  Result<ir::Joint> joint = ir::make_joint(*plan->graph_, plan->wanted_);
  if (!joint.ok() || joint.value().grad_outputs.empty()) return nullptr;
  plan->node_output.assign(plan->graph_->outputs().size(), -1);
  int n = 0;
  for (size_t k : joint.value().grad_outputs) plan->node_output[k] = n++;
  plan->names.resize(size_t(n));
  std::vector<bool> first(static_cast<size_t>(n));
  for (size_t k = 0; k < expected.size(); k++)
    if (plan->node_output[k] >= 0) first[size_t(plan->node_output[k])] = expected[k];
  auto v = plan->compile(first);
  if (!v.ok() || !v.value()) return nullptr;
  plan->variants_.push_back(v.value());
  plan->variant_ = v.value();
  plan->find_entangled();
  for (const ir::Node& node : plan->graph_->nodes())
    plan->draws |= node.kind == ir::NodeKind::call && node.row().kind == rt::OpKind::random;
  rt::return_small_memory();
  return plan;
}
Result<std::shared_ptr<const JointPlan::Variant>> JointPlan::compile(const std::vector<bool>& outputs) {
  std::vector<bool> by_graph(node_output.size());
  for (size_t k = 0; k < node_output.size(); k++) by_graph[k] = node_output[k] >= 0 && outputs[size_t(node_output[k])];
  ASSIGN_OR_RETURN(ir::Joint j, ir::make_joint(*graph_, wanted_, &by_graph));
  auto v = std::make_shared<Variant>();
  v->outputs = outputs;
  for (size_t k : j.grad_outputs) v->order.push_back(size_t(node_output[k]));
  v->n_forward = j.forward.outputs().size();
  v->n_backward = j.backward.outputs().size();
  ASSIGN_OR_RETURN(v->forward, backend_->compile_graph(std::make_shared<const ir::Graph>(std::move(j.forward))));
  ASSIGN_OR_RETURN(v->backward, backend_->compile_graph(std::make_shared<const ir::Graph>(std::move(j.backward))));
  if (!v->forward || !v->backward) return std::shared_ptr<const Variant>();
  return std::shared_ptr<const Variant>(std::move(v));
}
void JointPlan::prefer(const std::vector<bool>& outputs) {
  for (auto& v : variants_)
    if (v->outputs == outputs) {
      variant_ = v;
      return;
    }
  constexpr size_t kMaxJoints = 4;
  if (variants_.size() >= kMaxJoints) return;
  auto v = compile(outputs);
  if (!v.ok() || !v.value()) return;
  variants_.push_back(v.value());
  variant_ = v.value();
}
// Follows values through operands, destinations and views alike: an output found on the way may be one that eager's
// gradient passes through.
void JointPlan::find_entangled() {
  const ir::Graph& g = *graph_;
  for (size_t k = 0; k < g.outputs().size() && !entangled; k++) {
    if (node_output[k] < 0) continue;
    std::vector<bool> seen(g.n_values());
    std::vector<ir::ValueId> stack{g.outputs()[k]};
    while (!stack.empty()) {
      ir::ValueId v = stack.back();
      stack.pop_back();
      if (seen[v]) continue;
      seen[v] = true;
      const ir::Node& n = g.producer(v);
      if (n.kind != ir::NodeKind::call) continue;
      ir::for_each_use(n, [&](ir::ValueId u) { stack.push_back(u); });
    }
    for (size_t o = 0; o < g.outputs().size(); o++)
      if (o != k && node_output[o] >= 0 && g.outputs()[o] && seen[g.outputs()[o]]) entangled = true;
  }
}

// ---------------------------------------------------------------------------------------------------- the handle

LazyNode::LazyNode(rt::Context& c, std::shared_ptr<JointPlan> plan)
    : context_(c), plan_(std::move(plan)), variant_(plan_->variant()) {}

Status LazyNode::pin(std::span<const Tensor> inputs) {
  inputs_.assign(inputs.begin(), inputs.end());
  for (size_t i : plan_->grad_inputs) edges.push_back(rt::gradient_edge(inputs[i]));
  for (size_t i : plan_->eager_saves) {
    eager_.push_back(rt::save_tensor(inputs[i], -1));
    eager_.back().input = int(i);
  }
  for (size_t i : plan_->written) {
    ASSIGN_OR_RETURN(inputs_[i], rt::call_op(context_, rt::find_op("clone"), {inputs[i]}));
  }
  for (const Tensor& t : inputs_) input_versions_.push_back(rt::version_of(*t));
  if (plan_->draws) generator_ = std::make_unique<rt::Generator>(context_.default_generator());
  sequence = context_.next_sequence++;
  return {};
}
// May the segment be run again?
Status LazyNode::check_inputs() {
  for (size_t i = 0; i < inputs_.size(); i++)
    if (rt::version_of(*inputs_[i]) != input_versions_[i])
      return Status::error(
          "the graph of a compiled function cannot be looked into: one of the tensors that went into it has been "
          "modified by an inplace operation since");
  return {};
}
void LazyNode::save(std::vector<Tensor> saved, std::span<const Tensor> outputs) {
  saved_ = std::move(saved);
  for (size_t k : plan_->eager_saved_outputs) eager_.push_back(rt::save_tensor(outputs[k], plan_->node_output[k]));
  for (const Tensor& t : saved_) versions_.push_back(rt::version_of(*t));
}
void LazyNode::release_saved() {
  if (revealed_) return;
  released_ = true;
  inputs_.clear();
  eager_.clear();
  saved_.clear();
}
Status LazyNode::check_saved() {
  if (released_)
    return Status::error(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        "saved tensors after calling backward.");
  for (const rt::SavedTensor& s : eager_) {
    Result<Tensor> t = rt::unpack_saved(context_, s, this);
    if (!t.ok()) return std::move(t).status();
  }
  return {};
}
// The segment once more, under the interposers of autograd; the graph's outputs.
Result<std::vector<Tensor>> LazyNode::run_again(std::span<const Tensor> inputs) {
  rt::Context& c = context_;
  const ir::Graph& g = plan_->graph();
  rt::WithEnabled below(c, ~(1u << rt::kRecorderLevel));
  // It draws what it drew, and leaves the generator as it is now.
  struct Rewind {
    Rewind(rt::Generator* now, const rt::Generator& then) : now(now), kept(*now) { *now = then; }
    ~Rewind() { *now = kept; }
    rt::Generator* now;
    rt::Generator kept;
  };
  std::optional<Rewind> rewind;
  if (generator_) rewind.emplace(&c.default_generator(), *generator_);
  std::vector<Tensor> values(g.n_values());
  size_t next = 0;
  std::vector<Arg> args, results;
  for (const ir::Node& n : g.nodes()) {
    if (n.kind == ir::NodeKind::placeholder) {
      values[n.first] = inputs[next++];
      continue;
    }
    if (n.kind == ir::NodeKind::constant) {
      values[n.first] = g.constants()[n.constant];
      continue;
    }
    args.assign(n.args.begin(), n.args.end());
    for (Arg& a : args)
      if (a.is_tensor()) a = Arg(values[a.value]);
    results.assign(n.n_results, Arg());
    for (size_t k = 0; k < n.destinations.size(); k++)
      if (n.destinations[k]) results[k] = Arg(values[n.destinations[k]]);
    rt::set_grad_mode(c, n.grad_enabled);
    TRY(rt::dispatch(c, n.op, args, results));
    for (uint32_t k = 0; k < n.n_results; k++) {
      bool written = k < n.destinations.size() && n.destinations[k];
      values[n.first + k] = written ? values[n.destinations[k]] : Tensor::adopt(results[k].t);
    }
  }
  std::vector<Tensor> out;
  for (ir::ValueId v : g.outputs()) out.push_back(values[v]);
  return out;
}
Status LazyNode::through_tape(std::span<const Tensor> grads, std::vector<Tensor>& result) {
  TRY(check_inputs());
  std::vector<Tensor> inputs = inputs_, leaves;
  for (size_t i : plan_->grad_inputs) {
    inputs[i] = rt::detach(inputs[i]);
    TRY(rt::set_requires_grad(inputs[i], true));
    leaves.push_back(inputs[i]);
  }
  for (size_t i : plan_->written)
    if (std::find(plan_->grad_inputs.begin(), plan_->grad_inputs.end(), i) == plan_->grad_inputs.end()) {
      ASSIGN_OR_RETURN(inputs[i], rt::call_op(context_, rt::find_op("clone"), {inputs[i]}));
    }
  ASSIGN_OR_RETURN(std::vector<Tensor> outs, run_again(inputs));
  std::vector<Tensor> roots, given;
  for (size_t k = 0; k < outs.size(); k++) {
    int o = plan_->node_output[k];
    if (o < 0 || !grads[size_t(o)]) continue;
    roots.push_back(outs[k]);
    given.push_back(grads[size_t(o)]);
  }
  rt::BackwardOptions options;
  options.accumulate = false;
  options.allow_unused = true;
  options.inputs = leaves;
  rt::WithEnabled below(context_, ~(1u << rt::kRecorderLevel));
  return rt::run_backward(context_, roots, given, options, &result);
}
Status LazyNode::apply(rt::Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) {
  std::span<Tensor> mine = std::exchange(gradients_, {});
  if (revealed_) {
    result.assign(grads.begin(), grads.end());
    return {};
  }
  TRY(check_saved());
  std::vector<bool> given;
  for (const Tensor& g : grads) given.push_back(bool(g));
  bool usable = given == variant_->outputs;
  for (size_t i = 0; i < saved_.size(); i++) usable = usable && rt::version_of(*saved_[i]) == versions_[i];
  if (!usable) {
    if (given != plan_->variant()->outputs) plan_->prefer(given);
    return through_tape(grads, result);
  }
  std::vector<Tensor> inputs, out(variant_->n_backward);
  if (last_) {  // eager frees what each node has saved when it is through with the node
    inputs = std::move(saved_);
    release_saved();
  } else {
    inputs = saved_;
  }
  for (size_t k : variant_->order) {
    Tensor g = mine.empty() ? grads[k] : std::move(mine[k]);
    if (!g->contiguous || g->meta.dtype != outputs[k].dtype) {
      rt::Meta<int64_t> layout = g->meta;
      layout.offset = 0;
      layout.dtype = outputs[k].dtype;
      layout.strides.resize(0);
      ASSIGN_OR_RETURN(Tensor t, rt::allocate(layout));
      TRY(rt::call_into(c, rt::find_op("to"), std::initializer_list<Arg>{g, layout.dtype}, t));
      g = std::move(t);
    }
    inputs.push_back(std::move(g));
  }
  rt::WithEnabled below(c, 0);
  rt::Launch launch{c, inputs, {}, out, nullptr, inputs};
  TRY(variant_->backward->run(launch));
  result = std::move(out);
  return {};
}
Status LazyNode::reveal() {
  if (revealed_ || released_) return {};
  TRY(check_inputs());
  std::vector<Tensor> inputs = inputs_;
  for (size_t e = 0; e < edges.size(); e++) {
    Tensor& t = inputs[plan_->grad_inputs[e]];
    t = rt::detach(t);
    rt::set_history(t, edges[e].node, edges[e].output);
  }
  for (size_t i : plan_->written)
    if (!inputs[i]->requires_grad()) {
      ASSIGN_OR_RETURN(inputs[i], rt::call_op(context_, rt::find_op("clone"), {inputs[i]}));
    }
  uint32_t enabled = context_.enabled;
  Result<std::vector<Tensor>> outs = run_again(inputs);
  context_.enabled = enabled;
  if (!outs.ok()) return std::move(outs).status();
  edges.assign(size_t(n_outputs), {});
  for (size_t k = 0; k < outs.value().size(); k++) {
    int o = plan_->node_output[k];
    if (o < 0) continue;
    rt::Edge& e = edges[size_t(o)] = rt::gradient_edge(outs.value()[k]);
    if (!e.node || size_t(o) >= tensor_hooks.size()) continue;
    e.node->tensor_hooks.resize(size_t(e.node->n_outputs));  // they see what flows through the true node
    auto& hooks = e.node->tensor_hooks[size_t(e.output)];
    hooks.insert(hooks.end(), tensor_hooks[size_t(o)].begin(), tensor_hooks[size_t(o)].end());
    tensor_hooks[size_t(o)].clear();
  }
  revealed_ = true;
  inputs_.clear();
  eager_.clear();
  saved_.clear();
  return {};
}
}  // namespace adder::capture
