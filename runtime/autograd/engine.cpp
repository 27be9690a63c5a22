// The backward engine: nodes run once all their users have, later ones first, without recursion.
#include <algorithm>
#include <queue>
#include <unordered_map>
#include "runtime/autograd/autograd.h"

namespace adder::rt {
namespace {

struct Task {  // a node of this backward
  int dependencies = 0;
  bool needed = true;  // lies on a way to one of `inputs`
  bool reached = false;
  std::vector<Tensor> grads;
  std::vector<int> captures;  // indices into `inputs` that ask for one of this node's gradients
};

struct Later {
  bool operator()(const Node* a, const Node* b) const { return a->sequence < b->sequence; }
};

class Backward {
 public:
  Backward(Context& c, const BackwardOptions& o, std::vector<Tensor>* result) : c_(c), o_(o), result_(result) {}

  Status run(std::span<const Tensor> roots, std::span<const Tensor> grads) {
    for (size_t i = 0; i < roots.size(); ++i)
      if (!gradient_edge(roots[i]).node)
        return Status::error("element " + std::to_string(i) +
                             " of tensors does not require grad and does not have a grad_fn");
    TRY(find_inputs());
    std::vector<std::pair<Edge, Tensor>> starts;
    for (size_t i = 0; i < roots.size(); ++i) {
      Edge e = gradient_edge(roots[i]);
      ASSIGN_OR_RETURN(Tensor g, root_gradient(roots[i], i < grads.size() ? grads[i] : Tensor(), i));
      starts.push_back({std::move(e), std::move(g)});
    }
    for (auto& [e, g] : starts) TRY(discover(e.node.get()));
    mark_needed();
    for (auto& [e, g] : starts) {
      hold_.push_back(e.node);
      TRY(deliver(e, std::move(g)));
    }
    starts.clear();
    for (NodeRef& n : hold_)
      if (tasks_[n.get()].dependencies == 0 && !tasks_[n.get()].reached) {
        tasks_[n.get()].reached = true;
        ready_.push(n.get());
      }
    while (!ready_.empty()) {
      Node* n = ready_.top();
      ready_.pop();
      TRY(run_node(NodeRef(n)));
    }
    return finish();
  }

 private:
  // The gradient_edge of each input, by node; inputs must need gradients.
  Status find_inputs() {
    for (size_t i = 0; i < o_.inputs.size(); ++i) {
      if (NodeRef n = grad_fn_of(o_.inputs[i]); n && n->entangled()) TRY(reveal_history(o_.inputs[i]));
      Edge e = gradient_edge(o_.inputs[i]);
      if (!e.node) return Status::error("One of the differentiated Tensors does not require grad");
      inputs_.push_back(e);
      tasks_[e.node.get()].captures.push_back(int(i));
      captured_.emplace_back();
    }
    return {};
  }

  Result<Tensor> root_gradient(const Tensor& root, const Tensor& given, size_t at) {
    if (!given) {
      if (root->numel != 1) return Status::error("grad can be implicitly created only for scalar outputs");
      if (is_complex(root->dtype()))
        return Status::error(std::string("grad can be implicitly created only for real scalar outputs but got torch.") +
                             row_of(root->dtype()).name);
      Tensor one = new_tensor(root->dtype(), root->meta.sizes, root->meta.device);
      if (has_data(*one)) write_element(*one, 0, 1);
      return one;
    }
    if (!(given->meta.sizes == root->meta.sizes))
      return Status::error("Mismatch in shape: grad_output[" + std::to_string(at) + "] has a shape of torch.Size(" +
                           shape_text(given->meta.sizes) + ") and output[" + std::to_string(at) +
                           "] has a shape of torch.Size(" + shape_text(root->meta.sizes) + ").");
    if (is_complex(given->dtype()) != is_complex(root->dtype()))
      return Status::error("For complex Tensors, both grad_output and output are required to have the same dtype.");
    return given;
  }

  Status discover(Node* root) {  // counts the users of each node
    if (seen_.count(root)) return {};
    std::vector<Node*> stack{root};
    seen_.insert({root, true});
    while (!stack.empty()) {
      Node* n = stack.back();
      stack.pop_back();
      if (o_.create_graph) TRY(n->reveal());
      order_.push_back(n);
      tasks_[n];
      for (const Edge& e : n->edges) {
        if (!e.node) continue;
        ++tasks_[e.node.get()].dependencies;
        if (seen_.insert({e.node.get(), true}).second) stack.push_back(e.node.get());
      }
    }
    return {};
  }

  // With inputs, only nodes on a way to one of them run. Backwards over a topological order: users before what they
  // use.
  void mark_needed() {
    if (o_.inputs.empty()) return;
    std::unordered_map<Node*, int> left;
    std::vector<Node*> ready, topological;
    for (Node* n : order_) {
      left[n] = tasks_[n].dependencies;
      if (left[n] == 0) ready.push_back(n);
    }
    while (!ready.empty()) {
      Node* n = ready.back();
      ready.pop_back();
      topological.push_back(n);
      for (const Edge& e : n->edges)
        if (e.node && --left[e.node.get()] == 0) ready.push_back(e.node.get());
    }
    for (size_t i = topological.size(); i-- > 0;) {
      Task& t = tasks_[topological[i]];
      t.needed = !t.captures.empty();
      runs_[topological[i]] = false;
      for (const Edge& e : topological[i]->edges)
        if (e.node && tasks_[e.node.get()].needed) t.needed = runs_[topological[i]] = true;
    }
  }

  Status deliver(const Edge& e, Tensor g) {
    Task& t = tasks_[e.node.get()];
    if (t.grads.empty()) t.grads.resize(size_t(e.node->n_outputs));
    Tensor& slot = t.grads[size_t(e.output)];
    if (!slot) {
      slot = std::move(g);
      return {};
    }
    static const OpRow& add = find_op("add");
    bool mine = slot->refs == 1 && slot->storage->refs == 1 && !slot->base && slot->contiguous;
    if (!o_.create_graph && mine && slot->dtype() == g->dtype() && slot->meta.sizes == g->meta.sizes)
      return call_into(c_, add, std::initializer_list<Arg>{slot, g}, slot);
    ASSIGN_OR_RETURN(slot, call_op(c_, add, {slot, g}));
    return {};
  }

  Status run_hooks(Node& n, std::vector<Tensor>& grads) {
    for (size_t k = 0; k < n.tensor_hooks.size(); ++k) {
      auto hooks = n.tensor_hooks[k];  // a hook may remove itself
      for (const Counted<TensorHook>& h : hooks) {
        if (!grads[k]) break;
        ASSIGN_OR_RETURN(Tensor replaced, h->call(c_, grads[k]));
        if (replaced) grads[k] = std::move(replaced);
      }
    }
    if (auto* leaf = dynamic_cast<AccumulateGrad*>(&n); leaf && leaf->variable->autograd && grads[0]) {
      auto hooks = leaf->variable->autograd->hooks;
      for (const Counted<TensorHook>& h : hooks) {
        ASSIGN_OR_RETURN(Tensor replaced, h->call(c_, grads[0]));
        if (replaced) grads[0] = std::move(replaced);
      }
    }
    for (size_t k = 0; k < n.retain_grad.size(); ++k)
      if (TensorImpl* keeper = n.retain_grad[k]; keeper && grads[k]) {
        Tensor& grad = autograd_of(keeper).grad;
        if (!grad) {
          ASSIGN_OR_RETURN(grad, call_op(c_, find_op("clone"), {grads[k]}));
        } else {
          ASSIGN_OR_RETURN(grad, call_op(c_, find_op("add"), {grad, grads[k]}));
        }
      }
    auto pre = n.pre_hooks;
    for (const Counted<PreHook>& h : pre) TRY(h->call(c_, grads));
    return {};
  }

  // A gradient in the shape and dtype of the output it belongs to; Python functions may return others.
  Status fit(const Node& from, size_t edge, const Node& to, int output, Tensor& g) {
    if (size_t(output) >= to.outputs.size()) return {};
    const Meta<int64_t>& want = to.outputs[size_t(output)];
    if (!(g->meta.sizes == want.sizes)) {
      int extra = g->meta.sizes.n - want.sizes.n;
      bool expandable = extra >= 0;
      for (int d = 0; d < want.sizes.n && expandable; ++d)
        expandable = want.sizes[d] == g->meta.sizes[d + extra] || want.sizes[d] == 1;
      if (!expandable)
        return Status::error("Function " + from.name() + " returned an invalid gradient at index " +
                             std::to_string(edge) + " - got " + shape_text(g->meta.sizes) +
                             " but expected shape compatible with " + shape_text(want.sizes));
      Dims<SymInt> leading, inner;
      for (int d = 0; d < extra; ++d) leading.push(d);
      for (int d = 0; d < want.sizes.n; ++d)
        if (want.sizes[d] != g->meta.sizes[d + extra]) inner.push(d);
      static const OpRow& sum = find_op("sum");
      if (leading.n) {
        ASSIGN_OR_RETURN(g, call_op(c_, sum, {g, leading, false}));
      }
      if (inner.n) {
        ASSIGN_OR_RETURN(g, call_op(c_, sum, {g, inner, true}));
      }
    }
    if (g->dtype() != want.dtype) {
      ASSIGN_OR_RETURN(g, call_op(c_, find_op("to"), {g, want.dtype}));
    }
    return {};
  }

  // Under detect_anomaly(): what failed or gave NaN is told with the stack of its making.
  Status examined(const Node& n, Status s, const std::vector<Tensor>& result) {
    AutogradModes& modes = autograd_modes();
    if (!modes.anomaly) return s;
    if (!s.ok()) {
      if (s.kind() != ErrorKind::pending) modes.report(n);
      return s;
    }
    for (size_t e = 0; modes.check_nan && e < result.size(); ++e) {
      if (!result[e] || !is_differentiable(result[e]->dtype())) continue;
      NoGrad off(c_);
      ASSIGN_OR_RETURN(Tensor is_nan, call_op(c_, find_op("isnan"), {result[e]}));
      ASSIGN_OR_RETURN(Tensor any, call_op(c_, find_op("any"), {is_nan}));
      TRY(touch(any->storage, false));
      if (!read_scalar(*any, 0).i) continue;
      modes.report(n);
      return Status::error("Function '" + n.name() + "' returned nan values in its " + std::to_string(e) +
                           "th output.");
    }
    return {};
  }

  Status run_node(NodeRef n) {
    Task& t = tasks_[n.get()];
    std::vector<Tensor> grads = std::move(t.grads);
    grads.resize(size_t(n->n_outputs));
    bool any = std::any_of(grads.begin(), grads.end(), [](const Tensor& g) { return bool(g); });
    std::vector<Tensor> result(n->edges.size());
    if (any) {
      TRY(run_hooks(*n, grads));
      for (int i : t.captures) captured_[size_t(i)] = grads[size_t(inputs_[size_t(i)].output)];
    }
    auto limited = runs_.find(n.get());
    bool execute = any && (o_.inputs.empty() || (limited != runs_.end() && limited->second));
    if (execute) {
      if (auto* leaf = dynamic_cast<AccumulateGrad*>(n.get())) {
        TRY(leaf->apply(c_, grads, result));  // takes the gradient over if it is ours alone
      } else {
        if (!o_.retain_graph) n->will_release(n->post_hooks.empty() ? std::span(grads) : std::span<Tensor>());
        TRY(examined(*n, n->apply(c_, grads, result), result));
      }
      auto post = n->post_hooks;
      for (const Counted<PostHook>& h : post) TRY(h->call(c_, result, grads));
      if (!o_.retain_graph) n->release_saved();
    }
    grads.clear();
    for (size_t e = 0; e < n->edges.size(); ++e) {
      const Edge& edge = n->edges[e];
      if (!edge.node) continue;
      Task& next = tasks_[edge.node.get()];
      if (e < result.size() && result[e] && next.needed) {
        TRY(fit(*n, e, *edge.node, edge.output, result[e]));
        TRY(deliver(edge, std::move(result[e])));
      }
      if (--next.dependencies == 0) {
        next.reached = true;
        ready_.push(edge.node.get());
      }
    }
    return {};
  }

  Status finish() {
    if (o_.inputs.empty()) return {};
    for (size_t i = 0; i < captured_.size(); ++i) {
      if (o_.accumulate) {
        if (!captured_[i]) continue;
        AccumulateGrad leaf(o_.inputs[i]);
        std::vector<Tensor> none;
        Status s = leaf.apply(c_, {&captured_[i], 1}, none);
        leaf.variable = Tensor();
        TRY(std::move(s));
        continue;
      }
      if (!captured_[i] && !o_.allow_unused)
        return Status::error(
            "The differentiated Tensor at index " + std::to_string(i) +
            " appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.");
    }
    if (!o_.accumulate && result_) *result_ = std::move(captured_);
    return {};
  }

  Context& c_;
  const BackwardOptions& o_;
  std::vector<Tensor>* result_;
  std::vector<Edge> inputs_;
  std::vector<Tensor> captured_;
  std::unordered_map<Node*, Task> tasks_;
  std::unordered_map<Node*, bool> seen_, runs_;
  std::vector<Node*> order_;
  std::vector<NodeRef> hold_;
  std::priority_queue<Node*, std::vector<Node*>, Later> ready_;
};

}  // namespace

// A leaf's gradient: taken over when nobody else holds it and its layout is the leaf's, else copied; later ones are
// added in place, or out of place while a graph of the backward is being made.
Status AccumulateGrad::apply(Context& c, std::span<const Tensor> grads, std::vector<Tensor>&) {
  if (!grads[0]) return {};
  const Tensor& g = grads[0];
  AutogradMeta& m = autograd_of(variable.get());
  static const OpRow& add = find_op("add");
  if (!m.grad) {
    bool mine = g->refs == 1 && g->storage->refs == 1 && !grad_mode(c) && g->meta.strides == variable->meta.strides &&
                is_dense(g->meta);
    if (mine) {
      m.grad = detach(g);
    } else if (grad_mode(c)) {
      ASSIGN_OR_RETURN(m.grad, call_op(c, find_op("clone"), {g}));
    } else {
      Meta<int64_t> layout = variable->meta;
      layout.offset = 0;
      if (!is_dense(layout)) layout.strides.resize(0);
      ASSIGN_OR_RETURN(m.grad, allocate(layout));
      TRY(call_into(c, find_op("to"), std::initializer_list<Arg>{g, layout.dtype}, m.grad));
      m.grad->storage->version = 0;
    }
  } else if (grad_mode(c)) {
    ASSIGN_OR_RETURN(m.grad, call_op(c, add, {m.grad, g}));
  } else {
    Tensor held = m.grad;
    TRY(call_into(c, add, std::initializer_list<Arg>{held, g}, held));
  }
  auto hooks = m.post_accumulate_hooks;
  for (const Counted<AccumulateHook>& h : hooks) TRY(h->call(c, variable));
  return {};
}

Status run_backward(Context& c, std::span<const Tensor> roots, std::span<const Tensor> grads,
                    const BackwardOptions& options, std::vector<Tensor>* result) {
  uint32_t enabled = c.enabled;
  set_grad_mode(c, options.create_graph);
  Status s = Backward(c, options, result).run(roots, grads);
  c.enabled = enabled;
  return s;
}

}  // namespace adder::rt
