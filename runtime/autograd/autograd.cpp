// Recording (Autograd::on_op), the derived saved set, in-place ops on tensors and on views, and the backward walk.
#include "runtime/autograd/autograd.h"
#include <map>
#include <unordered_map>
#include "ir/graph.h"
namespace adder::rt {
struct Edge {
  std::shared_ptr<TapeNode> node;
  int output = 0;
  Tensor leaf;
  bool given() const { return node || leaf; }
};
struct SavedTensor {
  Tensor tensor;
  uint32_t version = 0;
};
struct TapeNode : std::enable_shared_from_this<TapeNode> {
  OpId id{};
  uint32_t needs = 0;
  std::vector<Arg> args;  // tensors are in `in`; numbers and lists here
  std::vector<std::unique_ptr<Dims<SymInt>>> lists;
  std::vector<SavedTensor> in, out;
  std::vector<SymMeta> metas, out_metas;
  std::vector<Edge> edges;  // one per argument
  // In-place on a view: this node stands for the base, `inner` for the op on the view that `view_of` repeats.
  std::shared_ptr<TapeNode> inner;
  int inner_dest = 0;
  std::vector<std::pair<OpId, std::vector<Arg>>> view_of;
};
void release_autograd(AutogradMeta* m) {
  delete m;
}
static AutogradMeta& autograd_of(TensorImpl* t) {
  if (!t->autograd) t->autograd = new AutogradMeta;
  return *t->autograd;
}
void set_requires_grad(const Tensor& t, bool on) {
  if (on) {
    autograd_of(t.get());
    t->keys |= 1;
  } else
    t->keys &= ~1u;
}
Tensor grad_of(const Tensor& t) {
  return t->autograd ? t->autograd->grad : Tensor();
}
void install_autograd(Context& c) {
  static thread_local Autograd a;
  c.level[kAutogradLevel] = &a;
}
static Edge edge_of(TensorImpl* t) {
  if (!(t->keys & 1)) return {};
  return t->autograd->grad_fn ? Edge{t->autograd->grad_fn, t->autograd->output, {}} : Edge{nullptr, 0, Tensor(t)};
}

SavedSet saved_set(OpId id, uint32_t needs, std::span<const Arg> args, std::span<const SymMeta> metas,
                   std::span<const SymMeta> out_metas) {
  static thread_local std::map<std::pair<uint16_t, uint32_t>, SavedSet> cache;
  auto [it, fresh] = cache.try_emplace({uint16_t(id), needs});
  if (fresh) {  // the probe: the rule runs once into a graph that is thrown away
    Graph scratch;
    GraphBuilder g(scratch);
    std::vector<Arg> in(args.begin(), args.end());
    std::vector<Value> outs, grads;
    for (size_t i = 0; i < in.size(); ++i)
      if (in[i].is_tensor()) in[i] = g.input(metas[i]);
    for (auto& m : out_metas) {
      outs.push_back(g.input(m));
      grads.push_back(g.input(m));
    }
    VjpCtx c(g, in, metas, outs, out_metas, grads, needs);
    row_of(id).vjp(g, c);
    it->second = {c.touched_in, c.touched_out};
  }
  return it->second;
}
static std::vector<Arg> own_args(std::span<const Arg> in, std::vector<std::unique_ptr<Dims<SymInt>>>& lists) {
  std::vector<Arg> r(in.begin(), in.end());
  for (auto& a : r)
    if (a.tag == Tag::int_list) {
      lists.push_back(std::make_unique<Dims<SymInt>>());
      for (int k = 0; k < a.count; ++k) lists.back()->push(a.ints[k]);
      a.ints = lists.back()->d;
    }
  return r;
}

Status Autograd::on_op(OpCall& call) {
  const OpRow& row = row_of(call.id);
  if (row.kind == OpKind::composite)
    return run_op(call.context, call.id, call.in, call.out);  // its parts come back here
  if (!row.vjp) return call.next();
  auto node = std::make_shared<TapeNode>();
  node->id = call.id;
  node->edges.resize(call.in.size());
  node->in.resize(call.in.size());
  node->out.resize(call.out.size());
  node->args = own_args(call.in, node->lists);
  int dest_arg = -1;
  uint32_t dest_args = 0;
  TensorImpl* dest = call.out[0].is_tensor() ? call.out[0].t : nullptr;
  for (size_t i = 0; i < call.in.size(); ++i) {
    const Arg& a = call.in[i];
    node->metas.push_back(a.is_tensor() ? to_sym(a.t->meta) : SymMeta());
    if (!a.is_tensor()) continue;
    if (a.t == dest) {
      dest_args |= 1u << i;
      if (dest_arg < 0) dest_arg = int(i);
    }  // x.mul_(x) has it twice
    if (a.t->keys & 1) {
      node->needs |= 1u << i;
      node->edges[i] = edge_of(a.t);
    }
    node->args[i] = Arg();
  }
  if (dest) {
    bool leaf = dest->keys & 1 && !dest->autograd->grad_fn;
    if (leaf) return Status::error("a leaf Variable that requires grad is being used in an in-place operation.");
    if (dest_arg < 0 && dest->keys & 1)
      return Status::error(std::string(row.name) +
                           "(): functions with out=... arguments don't support automatic differentiation, but one of "
                           "the arguments requires grad.");
  }
  // Metas of the results are needed for the probe, so the op runs first; an in-place op whose rule wants its old
  // operand gets a copy.
  Tensor before;
  if (dest_arg >= 0) {
    node->out_metas.push_back(to_sym(dest->meta));
    SavedSet s = saved_set(call.id, node->needs, call.in, node->metas, node->out_metas);
    if (s.in & dest_args) {
      WithEnabled below(call.context, 0);
      before = call_eager(find_op("to").id(), {Arg(dest), dest->meta.dtype});
      if (dest->keys & 1) {
        autograd_of(before.get()) = AutogradMeta{dest->autograd->grad_fn, dest->autograd->output, {}, {}, {}, {}, {}};
        before->keys |= 1;
      }
    }
    node->out_metas.clear();
  }
  TRY(call.next());
  for (auto& o : call.out) node->out_metas.push_back(to_sym(o.t->meta));
  SavedSet s = saved_set(call.id, node->needs, call.in, node->metas, node->out_metas);
  for (size_t i = 0; i < call.in.size(); ++i)
    if (s.in >> i & 1) {
      if (!call.in[i].is_tensor()) {
        node->args[i] = call.in[i];
        continue;
      }
      Tensor t = dest_args >> i & 1 ? before : Tensor(call.in[i].t);
      node->in[i] = {t, t->storage->version};
    }
  for (size_t k = 0; k < call.out.size(); ++k)
    if (s.out >> k & 1)
      node->out[k] = {alias_of(*call.out[k].t, call.out[k].t->meta),
                      call.out[k].t->storage->version};  // an alias: the result owns the node

  if (dest && dest->autograd &&
      dest->autograd->view_base) {  // the base's history changes, then the view is taken of it anew
    auto slices = std::make_shared<TapeNode>();
    slices->inner = node;
    slices->inner_dest = dest_arg;
    TensorImpl* base = dest;
    std::vector<std::pair<OpId, std::vector<Arg>>> steps;
    for (; base->autograd->view_base; base = base->autograd->view_base.get())
      steps.insert(steps.begin(), {base->autograd->view_op, own_args(base->autograd->view_args, slices->lists)});
    slices->view_of = steps;
    slices->edges = node->edges;
    slices->edges[dest_arg] = edge_of(base);
    slices->metas = {to_sym(base->meta)};
    slices->needs = node->needs | 1u << dest_arg;
    autograd_of(base).grad_fn = slices;
    autograd_of(base).output = 0;
    base->keys |= 1;
    Tensor source =
        dest->autograd
            ->view_base;  // one level is re-taken; deeper views are refreshed when next used (not in this sketch)
    auto again = std::make_shared<TapeNode>();
    again->id = dest->autograd->view_op;
    again->needs = 1;
    again->args = own_args(dest->autograd->view_args, again->lists);
    again->in.resize(again->args.size());
    again->out.resize(1);
    again->edges.resize(again->args.size());
    again->edges[0] = edge_of(source.get());
    again->metas.resize(again->args.size());
    again->metas[0] = to_sym(source->meta);
    again->out_metas = {to_sym(dest->meta)};
    dest->autograd->grad_fn = again;
    dest->autograd->output = 0;
    dest->keys |= 1;
    return {};
  }
  for (size_t k = 0; k < call.out.size(); ++k) {
    if (category_of(call.out[k].t->meta.dtype) != 2) continue;  // indices and masks carry no gradient
    AutogradMeta& m = autograd_of(call.out[k].t);
    m.grad_fn = node;
    m.output = int(k);
    call.out[k].t->keys |= 1;
    if (row.kind == OpKind::view) {
      m.view_base = Tensor(call.in[0].t);
      m.view_op = call.id;
      m.view_args = own_args(call.in, m.view_lists);
      m.view_args[0] = Arg();
    }
  }
  return {};
}

static Status apply_node(Context& c, TapeNode& n, std::span<const Tensor> grads, std::vector<Tensor>& result) {
  EagerSink g(c);
  result.assign(n.edges.size(), {});
  if (n.inner) {
    static const OpRow &to = find_op("to"), &mul = find_op("mul");
    Tensor base_grad = call_eager(to.id(), {grads[0], grads[0]->meta.dtype}), part = base_grad;  // a copy
    for (auto& [id, args] : n.view_of) {
      std::vector<Arg> a = args;
      a[0] = part;
      part = std::move(call_eager_n(id, a)[0]);
    }
    Tensor part_grad = call_eager(to.id(), {part, part->meta.dtype});
    TRY(apply_node(c, *n.inner, {&part_grad, 1}, result));
    Arg dest[] = {part};
    if (Tensor d = result[n.inner_dest]) {
      const Arg in[] = {d, part->meta.dtype};
      TRY(dispatch(c, to.id(), in, dest));
    } else {
      const Arg in[] = {part_grad, 0.0};
      TRY(dispatch(c, mul.id(), in, dest));
    }
    result[n.inner_dest] = base_grad;
    return {};
  }
  const OpRow& row = row_of(n.id);
  std::vector<Arg> args = n.args, outs(n.out.size()), gs(n.out.size());
  std::vector<Tensor> hold;
  auto stale = [&](const SavedTensor& s) { return s.tensor->storage->version != s.version; };
  auto modified = [&](const SavedTensor& s) {
    return Status::error(
        "one of the variables needed for gradient computation has been modified by an inplace operation: a tensor of "
        "shape " +
        shape_text(s.tensor->meta.sizes) + " saved by " + std::string(row.name) + " is at version " +
        std::to_string(s.tensor->storage->version) + "; expected version " + std::to_string(s.version) + " instead.");
  };
  for (size_t i = 0; i < args.size(); ++i)
    if (n.in[i].tensor) {
      if (stale(n.in[i])) return modified(n.in[i]);
      args[i] = n.in[i].tensor;
    }
  for (size_t k = 0; k < outs.size(); ++k) {
    if (grads[k]) gs[k] = grads[k];
    if (!n.out[k].tensor) continue;
    if (stale(n.out[k])) return modified(n.out[k]);
    hold.push_back(
        alias_of(*n.out[k].tensor.get(), n.out[k].tensor->meta));  // joined to the tape again for double backward
    if (category_of(hold.back()->meta.dtype) == 2) {
      AutogradMeta& m = autograd_of(hold.back().get());
      m.grad_fn = n.shared_from_this();
      m.output = int(k);
      hold.back()->keys |= 1;
    }
    outs[k] = hold.back();
  }
  VjpCtx v(g, args, n.metas, outs, n.out_metas, gs, n.needs);
  row.vjp(g, v);
  if (!g.status.ok()) return std::move(g.status);
  for (size_t i = 0; i < result.size(); ++i)
    if (n.edges[i].given() && v.result[i].given()) result[i] = Tensor(v.result[i].t);
  return {};
}

Status backward(Context& c, const Tensor& root, const Tensor& seed, bool create_graph, std::span<const Tensor> wanted,
                std::vector<Tensor>* result) {
  WithEnabled mode(c, create_graph ? ~0u : ~1u);
  static const OpRow& add = find_op("add");
  std::unordered_map<TapeNode*, int> pending;
  std::unordered_map<TapeNode*, std::vector<Tensor>> grads;
  if (result) result->assign(wanted.size(), {});
  auto deliver = [&](const Edge& e, const Tensor& d) {
    for (size_t i = 0; i < wanted.size(); ++i) {
      Edge w = edge_of(wanted[i].get());
      if (w.node == e.node && w.output == e.output && w.leaf.get() == e.leaf.get()) {
        auto& r = (*result)[i];
        r = r ? call_eager(add.id(), {r, d}) : d;
      }
    }
    if (e.leaf) {
      if (wanted.empty()) {
        Tensor& g = autograd_of(e.leaf.get()).grad;
        g = g ? call_eager(add.id(), {g, d}) : d;
      }
      return;
    }
    auto& slot = grads[e.node.get()];
    if (slot.empty()) slot.resize(e.node->inner ? 1 : e.node->out.size());
    slot[e.output] = slot[e.output] ? call_eager(add.id(), {slot[e.output], d}) : d;
  };
  Edge start = edge_of(root.get());
  if (!start.given()) return Status::error("element 0 of tensors does not require grad and does not have a grad_fn");
  std::vector<std::shared_ptr<TapeNode>> stack, ready;
  if (start.node) {
    stack.push_back(start.node);
    pending[start.node.get()] = 0;
  }
  while (!stack.empty()) {  // how many users each node waits for
    auto n = stack.back();
    stack.pop_back();
    for (auto& e : n->edges)
      if (e.node) {
        if (!pending.count(e.node.get())) {
          pending[e.node.get()] = 0;
          stack.push_back(e.node);
        }
        ++pending[e.node.get()];
      }
  }
  deliver(start, seed);
  if (start.node) ready.push_back(start.node);
  while (!ready.empty()) {
    auto n = ready.back();
    ready.pop_back();
    std::vector<Tensor> in;
    auto& slot = grads[n.get()];
    bool any = false;
    for (auto& t : slot) any |= bool(t);
    if (any)
      TRY(apply_node(c, *n, slot, in));
    else
      in.resize(n->edges.size());
    grads.erase(n.get());
    for (size_t i = 0; i < n->edges.size(); ++i) {
      const Edge& e = n->edges[i];
      if (in[i] && e.given()) deliver(e, in[i]);
      if (e.node && --pending[e.node.get()] == 0) ready.push_back(e.node);
    }
  }
  return {};
}
}  // namespace adder::rt
