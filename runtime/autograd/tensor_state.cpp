// What autograd keeps on a tensor: history, gradient, hooks; and the histories of views after in-place changes.
#include <algorithm>
#include "runtime/autograd/autograd.h"
#include "runtime/autograd/op_node.h"

namespace adder::rt {

// The node that keeps a gradient for a tensor knows it weakly: it forgets it when the tensor dies or moves on.
static void forget_keeper(AutogradMeta& m) {
  if (!m.retains_grad || !m.grad_fn) return;
  auto& keepers = m.grad_fn->retain_grad;
  if (size_t(m.output) < keepers.size()) keepers[size_t(m.output)] = nullptr;
}
static void register_keeper(AutogradMeta& m, TensorImpl* t) {
  auto& keepers = m.grad_fn->retain_grad;
  keepers.resize(size_t(m.grad_fn->n_outputs));
  keepers[size_t(m.output)] = t;
}

void destroy_autograd(AutogradMeta* m) {
  forget_keeper(*m);
  delete m;
}

AutogradMeta& autograd_of(TensorImpl* t) {
  if (!t->autograd) t->autograd = new AutogradMeta;
  return *t->autograd;
}

void set_history(const Tensor& t, NodeRef node, int output) {
  AutogradMeta& m = autograd_of(t.get());
  forget_keeper(m);
  m.grad_fn = std::move(node);
  m.output = output;
  if (m.retains_grad) register_keeper(m, t.get());
  t->keys |= 1u << kAutogradLevel;
  if (t->base) t->view_version = version_of(*t);
}

// Dying graphs: nodes that nobody else holds wait in a list that the outermost release of the thread works off, so that
// a long chain does not recurse, whether its nodes hold each other by edges or by the history of tensors that they save.
// The list owns its nodes: finalizers of a script that run meanwhile may find one by a weak link (of a leaf to its
// accumulator, of a function's context to its node) and keep it.
static thread_local std::vector<Node*>* waiting = nullptr;

void Node::release() {
  if (refs_ > 1) {
    --refs_;
    return;
  }
  if (waiting) return waiting->push_back(this);
  std::vector<Node*> dying{this};
  waiting = &dying;
  while (!dying.empty()) {
    Node* n = dying.back();
    dying.pop_back();
    if (--n->refs_ == 0) delete n;  // which releases what it holds
  }
  waiting = nullptr;
}

std::string Node::forward_name() const {
  std::string n = name();
  size_t end = n.size();
  while (end && n[end - 1] >= '0' && n[end - 1] <= '9') --end;
  std::string_view stem(n.data(), end);
  return stem.ends_with("Backward") ? n.substr(0, end - 8) : n;
}

AccumulateGrad::~AccumulateGrad() {
  if (variable && variable->autograd) variable->autograd->accumulator = nullptr;
}

// A view whose storage changed since its history was derived takes it anew from the base. PyTorch does the same, by
// as_strided, whatever the view op was.
static bool is_stale(const TensorImpl& t) {
  return t.base && t.base->requires_grad() && t.view_version != version_of(t);
}

static void refresh_view(const Tensor& t) {
  if (!is_stale(*t)) return;
  Tensor base(t->base);
  if (base->dtype() != t->dtype()) return;  // as_strided cannot express it; in-place changes of such views are refused
  set_history(t, as_strided_node(base, *t), 0);
}

bool is_view(const TensorImpl& t) {
  return t.base;
}

NodeRef grad_fn_of(const Tensor& t) {
  refresh_view(t);
  return t->autograd ? t->autograd->grad_fn : NodeRef();
}

bool is_leaf(const TensorImpl& t) {
  return !is_stale(t) && !(t.autograd && t.autograd->grad_fn);
}

Edge gradient_edge(const Tensor& t) {
  if (NodeRef n = grad_fn_of(t)) return {std::move(n), t->autograd->output};
  if (!t->requires_grad()) return {};
  AutogradMeta& m = autograd_of(t.get());
  if (m.accumulator) return {NodeRef(m.accumulator), 0};
  auto* a = new AccumulateGrad(t);
  a->outputs.push_back(t->meta);
  m.accumulator = a;
  return {NodeRef(a), 0};
}

Status reveal_history(const Tensor& t) {
  NodeRef n = grad_fn_of(t);
  if (!n) return {};
  TRY(n->reveal());
  if (!n->revealed()) return {};
  Edge e = n->edges[size_t(t->autograd->output)];
  if (e.node) set_history(t, std::move(e.node), e.output);
  return {};
}

Status set_requires_grad(const Tensor& t, bool on, bool inference_mode) {
  if (on && !is_differentiable(t->dtype()))
    return Status::error("only Tensors of floating point and complex dtype can require gradients");
  if (!is_leaf(*t)) {
    if (on) return {};
    return Status::error(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph that doesn't require differentiation use var_no_grad = var.detach().");
  }
  if (on && t->inference && !inference_mode)
    return Status::error("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  if (on) {
    autograd_of(t.get());
    t->keys |= 1u << kAutogradLevel;
  } else {
    t->keys &= ~(1u << kAutogradLevel);
  }
  return {};
}

Tensor grad_of(const Tensor& t) {
  return t->autograd ? t->autograd->grad : Tensor();
}

Status set_grad(const Tensor& t, const Tensor& grad) {
  if (!grad) {
    if (t->autograd) t->autograd->grad = Tensor();
    return {};
  }
  if (grad.get() == t.get()) return Status::error("can't assign Variable as its own grad");
  if (grad->dtype() != t->dtype())
    return Status::error(std::string("attempting to assign a gradient with dtype '") + row_of(grad->dtype()).cpp_name +
                         "' to a tensor with grad_dtype '" + row_of(t->dtype()).scalar_name +
                         "'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can "
                         "set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set "
                         "grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break "
                         "downstream systems that assume they match.");
  if (!(grad->meta.device == t->meta.device))
    return Status::error("attempting to assign a gradient with device type '" + device_text(grad->meta.device) +
                         "' to a tensor with device type '" + device_text(t->meta.device) +
                         "'. Please ensure that the gradient and the tensor are on the same device");
  if (!(grad->meta.sizes == t->meta.sizes)) return Status::error("attempting to assign a gradient of size '" + shape_text(grad->meta.sizes) + "' to a tensor of size '" +
                         shape_text(t->meta.sizes) + "'. Please ensure that the gradient and the tensor are the same size");
  autograd_of(t.get()).grad = grad;
  return {};
}

Tensor detach(const Tensor& t) {
  Tensor r = alias_of(*t, t->meta);
  if (t->inference) r->own_version = true;  // which counts no changes itself
  return r;
}

Tensor data_of(const Tensor& t) {
  Tensor r = alias_of(*t, t->meta);
  r->own_version = true;
  r->version = 0;
  return r;
}

Status set_data(const Tensor& t, const Tensor& value) {
  if (t->requires_grad() && !is_differentiable(value->dtype()))
    return Status::error("data set to a tensor that requires gradients must be floating point or complex dtype");
  // Pending operations still mean the old tensor: they run first, and a recorder meets the new one as a stranger.
  TRY(touch(t->storage, true));  // also those that only read it
  TRY(touch(*value, false));
  retain_storage(value->storage);
  release_storage(t->storage);
  t->storage = value->storage;
  t->trace = 0;
  t->meta = value->meta;
  t->numel = value->numel;
  t->contiguous = value->contiguous;
  return {};
}

Status retain_grad(const Tensor& t) {
  if (!t->requires_grad() && !is_stale(*t))
    return Status::error("can't retain_grad on Tensor that has requires_grad=False");
  NodeRef n = grad_fn_of(t);
  AutogradMeta& m = autograd_of(t.get());
  if (!n || m.retains_grad) return {};
  if (n->entangled()) {
    TRY(reveal_history(t));
    n = m.grad_fn;
  }
  m.retains_grad = true;
  register_keeper(m, t.get());
  return {};
}

void add_tensor_hook(const Tensor& t, Counted<TensorHook> hook) {
  if (NodeRef n = grad_fn_of(t)) {
    if (n->entangled() && reveal_history(t).ok()) n = t->autograd->grad_fn;
    n->tensor_hooks.resize(size_t(n->n_outputs));
    n->tensor_hooks[size_t(t->autograd->output)].push_back(std::move(hook));
    return;
  }
  autograd_of(t.get()).hooks.push_back(std::move(hook));
}

template <class H>
static void remove_hook(std::vector<Counted<H>>& hooks, int64_t id) {
  hooks.erase(std::remove_if(hooks.begin(), hooks.end(), [&](const Counted<H>& h) { return h->id == id; }),
              hooks.end());
}

void remove_tensor_hook(const Tensor& t, int64_t id) {
  if (!t->autograd) return;
  remove_hook(t->autograd->hooks, id);
  if (t->autograd->grad_fn)
    for (auto& hooks : t->autograd->grad_fn->tensor_hooks) remove_hook(hooks, id);
}

Status add_post_accumulate_hook(const Tensor& t, Counted<AccumulateHook> hook) {
  if (!is_leaf(*t)) return Status::error("post accumulate grad hooks cannot be registered on non-leaf tensors");
  autograd_of(t.get()).post_accumulate_hooks.push_back(std::move(hook));
  return {};
}

void remove_post_accumulate_hook(const Tensor& t, int64_t id) {
  if (t->autograd) remove_hook(t->autograd->post_accumulate_hooks, id);
}

SavedTensor save_tensor(const Tensor& t, int result) {
  SavedTensor s;
  s.version = version_of(*t);
  s.result = result;
  s.tensor = result >= 0 ? alias_of(*t, t->meta) : t;
  return s;
}

AutogradModes& autograd_modes() {
  // What hooks hold may not outlive the interpreter: a thread that ends with some of them on leaves them be.
  struct Modes {
    AutogradModes* own = new AutogradModes;
    ~Modes() {
      if (own->save_hooks.empty() && !own->anomaly) delete own;
    }
  };
  static thread_local Modes modes;
  return *modes.own;
}

Status pack_saved(Context& c, SavedTensor& s, const Tensor& as_seen) {
  std::vector<Counted<SaveHook>>& hooks = autograd_modes().save_hooks;
  if (hooks.empty() || s.tensor->wrapped_number) return {};
  if (s.result < 0 && s.tensor->requires_grad()) s.history = gradient_edge(s.tensor);
  Counted<SaveHook> hook = hooks.back();
  uint32_t version = version_of(*as_seen);
  NoGrad off(c);
  ASSIGN_OR_RETURN(s.packed, hook->pack(c, as_seen));
  if (version_of(*as_seen) != version)
    return Status::error(
        "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook can not be "
        "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you need "
        "to perform in-place operations on the input to a pack hook.");
  s.tensor = Tensor();
  return {};
}

Result<Tensor> unpack_saved(Context& c, const SavedTensor& s, Node* owner) {
  if (s.packed) {
    Counted<Packed> packed = s.packed;
    ASSIGN_OR_RETURN(Tensor given, packed->unpack(c));
    Tensor t = alias_of(*given, given->meta);
    if (s.result >= 0) {
      if (is_differentiable(t->dtype())) set_history(t, NodeRef(owner), s.result);
    } else if (s.history.node) {
      set_history(t, s.history.node, s.history.output);
    }
    return t;
  }
  uint32_t now = version_of(*s.tensor);
  if (now != s.version) {
    NodeRef fn = s.result >= 0 ? NodeRef(owner) : grad_fn_of(s.tensor);
    int output = s.result >= 0 ? s.result : s.tensor->autograd ? s.tensor->autograd->output : 0;
    std::string text =
        "one of the variables needed for gradient computation has been modified by an inplace operation: [torch." +
        std::string(row_of(s.tensor->dtype()).scalar_name) + "Tensor " + shape_text(s.tensor->meta.sizes) + "]";
    if (fn) text += ", which is output " + std::to_string(output) + " of " + fn->forward_name() + ",";
    text += " is at version " + std::to_string(now) + "; expected version " + std::to_string(s.version) +
            " instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
            "torch.autograd.set_detect_anomaly(True, check_nan=False).";
    return Status::error(std::move(text));
  }
  if (s.result < 0) return s.tensor;
  Tensor t = alias_of(*s.tensor, s.tensor->meta);
  if (is_differentiable(t->dtype())) set_history(t, NodeRef(owner), s.result);
  return t;
}

void attach_node(const NodeRef& node, std::span<const Tensor> outputs) {
  node->n_outputs = int(outputs.size());
  node->outputs.resize(outputs.size());
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (!outputs[k]) continue;
    node->outputs[k] = outputs[k]->meta;
    if (is_differentiable(outputs[k]->dtype())) set_history(outputs[k], node, int(k));
  }
}

}  // namespace adder::rt
