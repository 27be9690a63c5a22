// Gradients as Python sees them: attributes of tensors, nodes, hooks, backward, and autograd.Function.
#include <cstring>
#include <new>

#include "interp/bridge/tensor_cell.h"
#include "runtime/types/type_text.h"
#include "stdlib/native/torch_native.h"

namespace adder {
namespace {

using rt::Counted;
using rt::Node;
using rt::NodeRef;
using rt::Tensor;

struct NodePayload {
  NodeRef node;
};

// The class of a node, named after its rule: type(y.grad_fn).__name__ is "MulBackward0". Nodes of Python functions are
// in a module of their own.
Type* node_type(Thread& th, const std::string& name, bool of_function) {
  TorchState& s = torch_state(th);
  std::string module = of_function ? "torch.autograd.function" : "torch.autograd";
  Value& known = s.node_types[module + "." + name];
  if (!known.u) {
    Tuple* base = tuple(th, 1);
    base->items[0] = inc(of(s.types.node));
    Dict* ns = dict(th);
    dict_set(ns, intern(th.in, "__module__"), intern_value(th.in, module.c_str()));
    known = make_class(th, th.in.type_type, intern(th.in, name), base, of(ns), nullptr);
    dec(of(base));
    dec(of(ns));
  }
  return known.u ? known.as<Type>() : s.types.node;
}

Value wrap_node(Thread& th, const NodeRef& node) {
  if (!node) return kNone;
  if (node->object) return inc(of(static_cast<Cell*>(node->object)));
  Value v = of(instance(th, node_type(th, node->name(), node->is_function())));
  new (payload<NodePayload>(v)) NodePayload{node};
  node->object = v.cell();
  return v;
}
void destroy_node(void* p) {
  NodePayload* n = static_cast<NodePayload*>(p);
  if (n->node) n->node->object = nullptr;
  n->~NodePayload();
}
const NodeRef& node_of(Value v) {
  return payload<NodePayload>(v)->node;
}
Thread& thread_of(rt::Context& c) {
  return *static_cast<Thread*>(c.thread);
}

// ---- hooks over Python callables

class PyTensorHook : public rt::TensorHook {
 public:
  explicit PyTensorHook(Value fn) : fn_(inc(fn)) {}
  Result<Tensor> call(rt::Context& c, const Tensor& gradient) override {
    Thread& th = thread_of(c);
    Owned g(wrap_tensor(th, gradient));
    Value arg = g.get();
    Owned r(th.call(fn_.get(), &arg, 1));
    if (!r) return Status::pending();
    if (r.get() == kNone) return Tensor();
    if (!is_tensor(torch_state(th), r.get()))
      return Status::error(ErrorKind::type, "expected Variable, but hook returned '" + type_name(th, r.get()) + "'");
    const Tensor& made = tensor_of(r.get());
    if (made->dtype() != gradient->dtype()) return changed(th, "type", gradient->dtype(), made->dtype());
    if (!(made->meta.sizes == gradient->meta.sizes)) return Status::error(changed_text(th, "size"));
    return made;
  }

 private:
  std::string changed_text(Thread& th, const char* what) {
    Owned name(get_attr_or_stop(th, fn_.get(), intern(th.in, "__name__")));
    if (!name) Owned(th.take_pending());
    std::string text = is_str(name.get()) ? std::string(sv(name.get())) : "<unknown>";
    return "hook '" + text + "' has changed the " + what + " of value";
  }
  Status changed(Thread& th, const char* what, rt::DType from, rt::DType to) {
    return Status::error(changed_text(th, what) + " (was " + rt::tensor_type_text(from) + " got " +
                         rt::tensor_type_text(to) + ")");
  }
  Owned fn_;
};

class PyAccumulateHook : public rt::AccumulateHook {
 public:
  explicit PyAccumulateHook(Value fn) : fn_(inc(fn)) {}
  Status call(rt::Context& c, const Tensor& leaf) override {
    Thread& th = thread_of(c);
    Owned t(wrap_tensor(th, leaf));
    Value arg = t.get();
    Owned r(th.call(fn_.get(), &arg, 1));
    return r ? Status() : Status::pending();
  }

 private:
  Owned fn_;
};

Value tuple_of(Thread& th, std::span<const Tensor> tensors) {
  Tuple* t = tuple(th, uint32_t(tensors.size()));
  for (size_t i = 0; i < tensors.size(); ++i) t->items[i] = wrap_tensor(th, tensors[i]);
  return of(t);
}
// Replaces `out` by what a hook returned: a tensor or a tuple of tensors and None.
Status take_result(Thread& th, Value r, std::vector<Tensor>& out) {
  if (r == kNone) return {};
  TorchState& s = torch_state(th);
  if (is_tensor(s, r)) {
    if (out.size() != 1)
      return Status::error("hook has returned an incorrect number of values (got 1, but expected " +
                           std::to_string(out.size()) + ")");
    out[0] = tensor_of(r);
    return {};
  }
  if (!r.is(Kind::Tuple))
    return Status::error(ErrorKind::type, "hook should return a tuple of tensors, but returned " + type_name(th, r));
  Tuple* t = r.as<Tuple>();
  if (t->len != out.size())
    return Status::error("hook has returned an incorrect number of values (got " + std::to_string(t->len) +
                         ", but expected " + std::to_string(out.size()) + ")");
  for (uint32_t i = 0; i < t->len; ++i) {
    if (t->items[i] == kNone)
      out[i] = Tensor();
    else if (is_tensor(s, t->items[i]))
      out[i] = tensor_of(t->items[i]);
    else
      return Status::error(ErrorKind::type,
                           "expected Variable, but hook returned '" + type_name(th, t->items[i]) + "'");
  }
  return {};
}

class PyPreHook : public rt::PreHook {
 public:
  explicit PyPreHook(Value fn) : fn_(inc(fn)) {}
  Status call(rt::Context& c, std::vector<Tensor>& gradients) override {
    Thread& th = thread_of(c);
    Owned g(tuple_of(th, gradients));
    Value arg = g.get();
    Owned r(th.call(fn_.get(), &arg, 1));
    return r ? take_result(th, r.get(), gradients) : Status::pending();
  }

 private:
  Owned fn_;
};
class PyPostHook : public rt::PostHook {
 public:
  explicit PyPostHook(Value fn) : fn_(inc(fn)) {}
  Status call(rt::Context& c, std::vector<Tensor>& results, std::span<const Tensor> gradients) override {
    Thread& th = thread_of(c);
    Owned in(tuple_of(th, results));
    Owned out(tuple_of(th, gradients));
    Value args[2] = {in.get(), out.get()};
    Owned r(th.call(fn_.get(), args, 2));
    return r ? take_result(th, r.get(), results) : Status::pending();
  }

 private:
  Owned fn_;
};

class PyPacked : public rt::Packed {
 public:
  PyPacked(Value what, Value unpack) : what_(what), unpack_(inc(unpack)) {}
  Result<Tensor> unpack(rt::Context& c) override {
    Thread& th = thread_of(c);
    Value arg = what_.get();
    Owned r(th.call(unpack_.get(), &arg, 1));
    if (!r) return Status::pending();
    if (is_tensor(torch_state(th), r.get())) return tensor_of(r.get());
    return Status::error(ErrorKind::type, "Output of saved tensor unpack_hook expected to be a Tensor but got result of type " +
                                              type_name(th, r.get()));
  }

 private:
  Owned what_, unpack_;
};
class PySaveHook : public rt::SaveHook {
 public:
  PySaveHook(Value pack, Value unpack) : pack_(inc(pack)), unpack_(inc(unpack)) {}
  Result<rt::Counted<rt::Packed>> pack(rt::Context& c, const Tensor& t) override {
    Thread& th = thread_of(c);
    Owned wrapped(wrap_tensor(th, t));
    Value arg = wrapped.get();
    Value r = th.call(pack_.get(), &arg, 1);
    if (!r.u) return Status::pending();
    return rt::Counted<rt::Packed>(new PyPacked(r, unpack_.get()));
  }

 private:
  Owned pack_, unpack_;
};
Value f_push_save_hook(Thread&, Value* a, int) {
  rt::autograd_modes().save_hooks.push_back(rt::Counted<rt::SaveHook>(new PySaveHook(a[0], a[1])));
  return kNone;
}
Value f_pop_save_hook(Thread&, Value*, int) {
  if (!rt::autograd_modes().save_hooks.empty()) rt::autograd_modes().save_hooks.pop_back();
  return kNone;
}
// _set_anomaly(on, check_nan, stack, report): stack() is the text kept for a node, report(name, text) warns of it.
Value f_set_anomaly(Thread& th, Value* a, int) {
  rt::AutogradModes& modes = rt::autograd_modes();
  modes.anomaly = a[0] == kTrue;
  modes.check_nan = a[1] == kTrue;
  modes.stack = nullptr;
  modes.report = nullptr;
  if (!modes.anomaly) return kNone;
  auto stack = std::make_shared<Owned>(inc(a[2])), report = std::make_shared<Owned>(inc(a[3]));
  modes.stack = [&th, stack] {
    Owned text(th.call(stack->get(), nullptr, 0));
    if (text && is_str(text.get())) return std::string(sv(text.get()));
    th.clear_pending();
    return std::string();
  };
  modes.report = [&th, report](const Node& n) {
    Owned name(of(str(th, n.name()))), text(of(str(th, n.made_at)));
    Value args[2] = {name.get(), text.get()};
    Owned done(th.call(report->get(), args, 2));
    if (!done) th.clear_pending();
  };
  return kNone;
}

// ---- Node

Value n_name(Thread& th, Value* a, int) {
  Node* n = node_of(a[0]).get();
  std::string name = n->name();
  return of(str(th, name == "AccumulateGrad" ? "torch::autograd::AccumulateGrad" : name));
}
Value n_repr(Thread& th, Value* a, int) {
  char address[40];
  std::snprintf(address, sizeof address, " object at %p>", static_cast<void*>(a[0].cell()));
  const Node& node = *node_of(a[0]);
  return of(str(th, (node.is_function() ? "<torch.autograd.function." : "<") + node.name() + address));
}
template <class H>
Value add_node_hook(Thread& th, Value* a, std::vector<Counted<H>>& list, Counted<H> hook) {
  hook->id = torch_state(th).next_hook++;
  list.push_back(hook);
  Tuple* t = tuple(th, 2);
  t->items[0] = inc(a[0]);
  t->items[1] = integer(th, hook->id);
  return of(t);
}
Value n_register_hook(Thread& th, Value* a, int) {
  return add_node_hook<rt::PostHook>(th, a, node_of(a[0])->post_hooks, Counted<rt::PostHook>(new PyPostHook(a[1])));
}
Value n_register_prehook(Thread& th, Value* a, int) {
  return add_node_hook<rt::PreHook>(th, a, node_of(a[0])->pre_hooks, Counted<rt::PreHook>(new PyPreHook(a[1])));
}
Value n_remove_hook(Thread&, Value* a, int) {
  int64_t id = to_int(a[1]);
  Node& n = *node_of(a[0]);
  std::erase_if(n.post_hooks, [&](auto& h) { return h->id == id; });
  std::erase_if(n.pre_hooks, [&](auto& h) { return h->id == id; });
  return kNone;
}
Value n_next_functions(Thread& th, Value self) {
  Node& n = *node_of(self);
  for (rt::Edge& e : n.edges)
    if (e.node && !check_status(th, e.node->reveal())) return kAbsent;
  Tuple* t = tuple(th, uint32_t(n.edges.size()));
  for (size_t i = 0; i < n.edges.size(); ++i) {
    Tuple* pair = tuple(th, 2);
    const rt::Edge* e = &n.edges[i];
    if (e->node && e->node->revealed()) e = &e->node->edges[size_t(e->output)];  // of a captured segment: the true one
    pair->items[0] = wrap_node(th, e->node);
    pair->items[1] = integer(th, e->output);
    t->items[i] = of(pair);
  }
  return of(t);
}
Value n_variable(Thread& th, Value self) {
  if (auto* leaf = dynamic_cast<rt::AccumulateGrad*>(node_of(self).get())) return wrap_tensor(th, leaf->variable);
  return th.raise(E_AttributeError, "'%s' object has no attribute 'variable'", node_of(self)->name().c_str());
}
Value n_metadata(Thread& th, Value) {
  return of(dict(th));
}
const NativeDef kNodeMethods[] = {
    {"name", "(self)", "The name of the gradient's rule.", n_name, Rule::residual},
    {"__repr__", "(self, /)", "", n_repr, Rule::residual},
    {"_register_hook", "(self, hook)", "", n_register_hook, Rule::residual},
    {"_register_prehook", "(self, hook)", "", n_register_prehook, Rule::residual},
    {"_remove_hook", "(self, id)", "", n_remove_hook, Rule::residual},
};
const GetSetDef kNodeFields[] = {
    {"next_functions", n_next_functions, nullptr, "the nodes of the inputs, with output numbers"},
    {"variable", n_variable, nullptr, "of AccumulateGrad: the leaf"},
    {"metadata", n_metadata, nullptr, "a dict"},
};
const NativeTypeDef kNode = {"torch.autograd.graph.Node",
                             "A step of the backward graph.",
                             sizeof(NodePayload),
                             kNodeMethods,
                             kNodeFields,
                             destroy_node,
                             nullptr,
                             nullptr,
                             kShortName};

// ---- tensors

Value g_requires_grad(Thread&, Value self) {
  return boolean(tensor_of(self)->requires_grad());
}
bool s_requires_grad(Thread& th, Value self, Value v) {
  if (!is_bool(v)) {
    th.raise(E_RuntimeError, "requires_grad must be a bool");
    return false;
  }
  return check_status(th, rt::set_requires_grad(tensor_of(self), v == kTrue, context_of(th).inference_mode));
}
Value g_grad(Thread& th, Value self) {
  return wrap_tensor(th, rt::grad_of(tensor_of(self)));
}
bool s_grad(Thread& th, Value self, Value v) {
  Tensor g;
  if (v.u && v != kNone && !is_tensor(torch_state(th), v)) {
    th.raise(E_TypeError, "assigned grad expected to be a Tensor or None but got grad of type %s",
             type_name(th, v).c_str());
    return false;
  }
  if (!tensor_or_none(th, v, "grad", &g)) return false;
  return check_status(th, rt::set_grad(tensor_of(self), g));
}
Value g_grad_fn(Thread& th, Value self) {
  if (!check_status(th, rt::reveal_history(tensor_of(self)))) return kAbsent;
  return wrap_node(th, rt::grad_fn_of(tensor_of(self)));
}
bool s_grad_fn(Thread& th, Value self, Value v) {
  if (v == kNone) {
    rt::Tensor t = tensor_of(self);
    return check_status(th, rt::set_data(t, rt::data_of(t)));
  }
  th.raise(E_RuntimeError, "_grad_fn can be only set to None");
  return false;
}
Value g_is_leaf(Thread&, Value self) {
  return boolean(rt::is_leaf(*tensor_of(self)));
}
Value g_output_nr(Thread& th, Value self) {
  const Tensor& t = tensor_of(self);
  return integer(th, t->autograd && t->autograd->grad_fn ? t->autograd->output : 0);
}
Value g_retains_grad(Thread&, Value self) {
  const Tensor& t = tensor_of(self);
  return boolean(t->autograd && t->autograd->retains_grad && !rt::is_leaf(*t));
}
Value g_data(Thread& th, Value self) {
  return wrap_tensor(th, rt::data_of(tensor_of(self)));
}
bool s_data(Thread& th, Value self, Value v) {
  if (!is_tensor(torch_state(th), v)) {
    th.raise(E_TypeError, "Variable data has to be a tensor, but got %s", type_name(th, v).c_str());
    return false;
  }
  return check_status(th, rt::set_data(tensor_of(self), tensor_of(v)));
}
Value g_backward_hooks(Thread&, Value) {
  return kNone;
}

Value m_requires_grad_(Thread& th, Value* a, int) {
  if (!is_bool(a[1]))
    return th.raise(E_TypeError, "requires_grad_(): argument 'requires_grad' (position 1) must be bool, not %s",
                    type_name(th, a[1]).c_str());
  bool on = a[1] == kTrue;
  if (on && !rt::is_differentiable(tensor_of(a[0])->dtype()))
    return th.raise(E_RuntimeError, "only Tensors of floating point dtype can require gradients");
  return check_status(th, rt::set_requires_grad(tensor_of(a[0]), on, context_of(th).inference_mode)) ? inc(a[0]) : kAbsent;
}
Value m_detach(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  rt::Context& c = context_of(th);
  if (!(c.thread_keys & c.enabled & 1u << rt::kRecorderLevel)) return wrap_tensor(th, rt::detach(t));
  // The recorder is to see where it comes from: a view without a history, and without a base to take one from.
  rt::WithEnabled below(c, 1u << rt::kRecorderLevel);
  Result<Tensor> r = rt::call_op(c, rt::find_op("alias"), {rt::Arg(t)});
  if (!r.ok()) return raise_status(th, r.status());
  rt::TensorImpl& d = *r.value();
  Tensor::adopt(std::exchange(d.base, nullptr));
  d.view_kind = rt::ViewKind::none;
  return wrap_tensor(th, r.value());
}
Value m_detach_(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (rt::is_view(*t))
    return th.raise(E_RuntimeError,
                    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) "
                    "for training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and "
                    "hence detach_() cannot be called on these gradients. To fix this error, please refer to the "
                    "Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.");
  if (t->autograd) {
    t->autograd->grad_fn = {};
    t->autograd->output = 0;
  }
  return check_status(th, rt::set_requires_grad(t, false)) ? inc(a[0]) : kAbsent;
}
Value m_retain_grad(Thread& th, Value* a, int) {
  return check_status(th, rt::retain_grad(tensor_of(a[0]))) ? kNone : kAbsent;
}
Value m_register_hook(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (!t->requires_grad())
    return th.raise(E_RuntimeError, "cannot register a hook on a tensor that doesn't require gradient");
  Counted<rt::TensorHook> hook(new PyTensorHook(a[1]));
  hook->id = torch_state(th).next_hook++;
  rt::add_tensor_hook(t, hook);
  return integer(th, hook->id);
}
Value m_register_accumulate(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  Counted<rt::AccumulateHook> hook(new PyAccumulateHook(a[1]));
  hook->id = torch_state(th).next_hook++;
  return check_status(th, rt::add_post_accumulate_hook(t, hook)) ? integer(th, hook->id) : kAbsent;
}
Value m_remove_hook(Thread&, Value* a, int) {
  rt::remove_tensor_hook(tensor_of(a[0]), to_int(a[1]));
  rt::remove_post_accumulate_hook(tensor_of(a[0]), to_int(a[1]));
  return kNone;
}

const NativeDef kMethods[] = {
    {"requires_grad_", "(self, requires_grad=True)", "Switch gradients on or off.", m_requires_grad_, Rule::residual},
    {"detach", "(self)", "The same data without a history.", m_detach, Rule::tensor_op},
    {"detach_", "(self)", "Drop the history.", m_detach_, Rule::residual},
    {"retain_grad", "(self)", "Keep the gradient of a tensor that is not a leaf.", m_retain_grad, Rule::residual},
    {"_register_hook", "(self, hook)", "", m_register_hook, Rule::residual},
    {"_register_accumulate_hook", "(self, hook)", "", m_register_accumulate, Rule::residual},
    {"_remove_hook", "(self, id)", "", m_remove_hook, Rule::residual},
};
const GetSetDef kFields[] = {
    {"requires_grad", g_requires_grad, s_requires_grad, "whether gradients flow to it"},
    {"grad", g_grad, s_grad, "the collected gradient"},
    {"grad_fn", g_grad_fn, nullptr, "the node that made it"},
    {"_grad_fn", g_grad_fn, s_grad_fn, ""},
    {"is_leaf", g_is_leaf, nullptr, "whether no op with a gradient made it"},
    {"output_nr", g_output_nr, nullptr, "which output of its node it is"},
    {"retains_grad", g_retains_grad, nullptr, "whether it keeps its gradient"},
    {"data", g_data, s_data, "the same data outside of autograd"},
    {"_backward_hooks", g_backward_hooks, nullptr, ""},
};

// ---- backward

bool tensors_of(Thread& th, Value v, std::vector<Tensor>* out) {
  Value exact = unwrap(v);
  CHECK(exact.is(Kind::Tuple));
  Tuple* t = exact.as<Tuple>();
  for (uint32_t i = 0; i < t->len; ++i) {
    Tensor one;
    if (!tensor_or_none(th, t->items[i], "element of tensors", &one)) return false;
    out->push_back(one);
  }
  return true;
}
// _run_backward(roots, grads, retain_graph, create_graph, inputs, allow_unused, accumulate)
Value f_run_backward(Thread& th, Value* a, int) {
  for (int i : {0, 1, 4})
    if (!unwrap(a[i]).is(Kind::Tuple)) return th.raise(E_TypeError, "_run_backward() takes tuples of tensors");
  std::vector<Tensor> roots, grads, inputs, result;
  if (!tensors_of(th, a[0], &roots) || !tensors_of(th, a[1], &grads) || !tensors_of(th, a[4], &inputs)) return kAbsent;
  for (const Tensor& t : roots)
    if (!t) return th.raise(E_TypeError, "element 0 of tensors tuple is None");
  rt::BackwardOptions o;
  o.retain_graph = a[2] == kTrue;
  o.create_graph = a[3] == kTrue;
  o.inputs = inputs;
  o.allow_unused = a[5] == kTrue;
  o.accumulate = a[6] == kTrue;
  Status s = rt::run_backward(context_of(th), roots, grads, o, &result);
  if (!s.ok()) return raise_status(th, s);
  return o.accumulate ? kNone : tuple_of(th, result);
}

// ---- autograd.Function: a node whose rule is a Python function

class PyNode;
// What a context knows of its node. The node owns the context (through its rule), so this link is weak.
struct SavedPayload {
  PyNode* node;
};

class PyNode : public Node {
 public:
  PyNode(std::string name, Value run) : name_(std::move(name)), run_(inc(run)) {}
  ~PyNode() override {
    if (link) link->node = nullptr;
  }
  std::string name() const override { return name_; }
  bool is_function() const override { return true; }
  Status apply(rt::Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) override {
    Thread& th = thread_of(c);
    std::vector<Value> args;
    for (const Slot& slot : slots) {
      Tensor g = slot.result >= 0 ? grads[size_t(slot.result)] : Tensor();
      if (!g && materialize && slot.is_tensor) {
        g = rt::new_tensor(slot.meta.dtype, slot.meta.sizes, slot.meta.device);
        if (g->numel && g->storage->data) std::memset(g->storage->data, 0, size_t(g->storage->bytes));
      }
      args.push_back(wrap_tensor(th, g));
    }
    Owned r(th.call(run_.get(), args.data(), int(args.size())));
    for (Value v : args) dec(v);
    if (!r) return Status::pending();
    CHECK(r.get().is(Kind::Tuple));
    Tuple* t = r.get().as<Tuple>();
    result.clear();
    TorchState& s = torch_state(th);
    for (uint32_t i = 0; i < t->len; ++i) {
      Value v = t->items[i];
      bool differentiable = i < is_edge.size() && is_edge[i];
      if (v != kNone && !is_tensor(s, v))
        return Status::error("expected Variable or None (got " + type_name(th, v) + ")");
      if (differentiable)
        result.push_back(v == kNone ? Tensor() : tensor_of(v));
      else if (v != kNone && !is_tensor_input[i])
        return Status::error("function " + name_ + " returned a gradient different from None at position " +
                             std::to_string(i + 1) + ", but the corresponding forward input was not a Variable");
    }
    return {};
  }
  void release_saved() override {
    released = true;
    saved.clear();
  }
  // One for each thing that forward returned: backward gets as many gradients, None for what is no tensor.
  struct Slot {
    bool is_tensor = false;
    int result = -1;  // the output of the node, if it is differentiable
    rt::Meta<int64_t> meta;
  };
  std::vector<Slot> slots;
  bool materialize = true, released = false;
  std::vector<bool> is_edge, is_tensor_input;  // by input
  std::vector<rt::SavedTensor> saved;
  SavedPayload* link = nullptr;

 private:
  std::string name_;
  Owned run_;
};
void destroy_saved(void* p) {
  SavedPayload* s = static_cast<SavedPayload*>(p);
  if (s->node) s->node->link = nullptr;
}

Value n_unpack_saved(Thread& th, Value* a, int) {
  PyNode* n = payload<SavedPayload>(a[0])->node;
  if (!n || n->released)
    return th.raise(
        E_RuntimeError,
        "Trying to backward through the graph a second time (or directly access saved tensors after they have "
        "already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
        "autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or "
        "if you need to access saved tensors after calling backward.");
  Tuple* t = tuple(th, uint32_t(n->saved.size()));
  for (size_t i = 0; i < n->saved.size(); ++i) {
    if (!n->saved[i].given()) {
      t->items[i] = kNone;
      continue;
    }
    Result<Tensor> r = rt::unpack_saved(context_of(th), n->saved[i], n);
    if (!r.ok()) {
      dec(of(t));
      return raise_status(th, r.status());
    }
    t->items[i] = wrap_tensor(th, r.value());
  }
  return of(t);
}
const NativeDef kSavedMethods[] = {{"_unpack_saved", "(self)", "", n_unpack_saved, Rule::residual}};
const NativeTypeDef kSaved = {"torch._C._SavedTensors",
                              "The tensors that a context saved.",
                              sizeof(SavedPayload),
                              kSavedMethods,
                              {},
                              destroy_saved,
                              nullptr,
                              nullptr,
                              kNoSubclass | kNoAttributes | kNoNew};

Value attribute(Thread& th, Value o, const char* name) {
  return get_attr_native(th, o, intern(th.in, name));
}
bool contains_object(Value tuple_value, Value v) {
  Value exact = unwrap(tuple_value);
  if (!exact.is(Kind::Tuple)) return false;
  for (uint32_t i = 0; i < exact.as<Tuple>()->len; ++i)
    if (exact.as<Tuple>()->items[i] == v) return true;
  return false;
}

// _attach_function(ctx, inputs, outputs, run): puts a node between the tensors of inputs and outputs.
Value f_attach_function(Thread& th, Value* a, int) {
  TorchState& s = torch_state(th);
  if (!a[1].is(Kind::Tuple) || !a[2].is(Kind::Tuple)) return th.raise(E_TypeError, "_attach_function() takes tuples");
  Tuple *in = a[1].as<Tuple>(), *out = a[2].as<Tuple>();
  Owned dirty(attribute(th, a[0], "dirty_tensors")), plain(attribute(th, a[0], "non_differentiable"));
  Owned to_save(attribute(th, a[0], "to_save")), materialize(attribute(th, a[0], "materialize_grads"));
  if (!dirty || !plain || !to_save || !materialize) return kAbsent;
  Counted<PyNode> node(new PyNode(std::string(type_of(th.in, a[0])->name->sv()), a[3]));
  node->materialize = materialize.get() == kTrue;
  node->sequence = context_of(th).next_sequence++;
  for (uint32_t i = 0; i < in->len; ++i) {
    bool tensor = is_tensor(s, in->items[i]);
    bool wanted = tensor && tensor_of(in->items[i])->requires_grad();
    node->is_tensor_input.push_back(tensor);
    node->is_edge.push_back(wanted);
    if (wanted) node->edges.push_back(rt::gradient_edge(tensor_of(in->items[i])));
  }
  std::vector<Tensor> results;
  node->slots.resize(out->len);
  Owned made(of(tuple(th, out->len)));
  for (uint32_t i = 0; i < out->len; ++i) {
    Value v = out->items[i];
    Value& slot = made.get().as<Tuple>()->items[i];
    if (!is_tensor(s, v)) {
      slot = inc(v);
      continue;
    }
    Tensor t = tensor_of(v);
    node->slots[i].is_tensor = true;
    node->slots[i].meta = t->meta;
    bool differentiable = !contains_object(plain.get(), v) && rt::is_differentiable(t->dtype());
    bool is_input = contains_object(a[1], v), is_dirty = contains_object(dirty.get(), v);
    if (is_dirty && t->requires_grad() && rt::is_leaf(*t))
      return th.raise(E_RuntimeError, "a leaf Variable that requires grad has been used in an in-place operation.");
    if (is_input && !is_dirty) {
      rt::NoGrad off(context_of(th));
      const rt::OpRow* row = op_row(th, "alias");
      if (!row) return kAbsent;
      Result<Tensor> view = rt::call_op(context_of(th), *row, {rt::Arg(t)});
      if (!view.ok()) return raise_status(th, view.status());
      t = differentiable ? rt::detach(view.value()) : view.value();
    }
    if (differentiable) {
      node->slots[i].result = int(results.size());
      results.push_back(t);
      node->outputs.push_back(t->meta);
    }
    slot = wrap_tensor(th, t);
  }
  node->n_outputs = int(results.size());
  rt::attach_node(NodeRef(node.get()), results);
  Value saved = unwrap(to_save.get());
  if (saved.is(Kind::Tuple))
    for (uint32_t i = 0; i < saved.as<Tuple>()->len; ++i) {
      Value v = saved.as<Tuple>()->items[i];
      if (!is_tensor(s, v)) {
        node->saved.push_back({});
        continue;
      }
      int result = -1;
      for (uint32_t k = 0; k < out->len; ++k)
        if (out->items[k] == v && !contains_object(a[1], v)) result = node->slots[k].result;
      node->saved.push_back(rt::save_tensor(tensor_of(v), result));
      if (!check_status(th, rt::pack_saved(context_of(th), node->saved.back(), tensor_of(v)))) return kAbsent;
    }
  Owned link(of(instance(th, s.types.saved)));
  node->link = payload<SavedPayload>(link.get());
  node->link->node = node.get();
  if (!set_attr_native(th, a[0], intern(th.in, "_node"), link.get())) return kAbsent;
  Value empty = of(tuple(th, 0));
  bool ok = set_attr_native(th, a[0], intern(th.in, "to_save"), empty);
  dec(empty);
  return ok ? made.release() : kAbsent;
}

const NativeDef kFunctions[] = {
    {"_push_save_hook", "(pack, unpack, /)", "", f_push_save_hook, Rule::breaks},
    {"_pop_save_hook", "()", "", f_pop_save_hook, Rule::breaks},
    {"_set_anomaly_enabled", "(mode, check_nan, stack, report, /)", "", f_set_anomaly, Rule::breaks},
    {"_run_backward", "(roots, grads, retain_graph, create_graph, inputs, allow_unused, accumulate)", "",
     f_run_backward, Rule::traced},
    {"_attach_function", "(ctx, inputs, outputs, run)", "", f_attach_function, Rule::residual},
};

}  // namespace

std::span<const NativeDef> torch_autograd_functions() {
  return kFunctions;
}
std::span<const NativeDef> tensor_autograd_methods() {
  return kMethods;
}
std::span<const GetSetDef> tensor_autograd_fields() {
  return kFields;
}

bool init_torch_autograd(Thread& th, Module* m) {
  TorchState& s = torch_state(th);
  s.types.node = define_type(th.in, kNode);
  s.types.saved = define_type(th.in, kSaved);
  module_set(th.in, m, "Node", inc(of(s.types.node)));
  return true;
}

}  // namespace adder
