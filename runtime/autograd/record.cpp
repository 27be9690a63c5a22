// Recording: an op whose operands need gradients gets a node, once it has run.
#include <algorithm>
#include "runtime/autograd/autograd.h"
#include "runtime/autograd/op_node.h"

namespace adder::rt {
namespace {

struct Operands {
  NeedMask needs;        // arguments that need a gradient
  NeedMask overwritten;  // arguments that are the destination: x.mul_(x) has it twice
  int destination = -1;  // the first of them
  bool any = false;
};

Operands look_at(const OpCall& call) {
  Operands r;
  TensorImpl* dest = !call.out.empty() && call.out[0].is_tensor() ? call.out[0].t : nullptr;
  for (size_t i = 0; i < call.in.size(); ++i) {
    const Arg& a = call.in[i];
    if (!a.is_tensor()) continue;
    if (a.t == dest) {
      r.overwritten.add(i);
      if (r.destination < 0) r.destination = int(i);
    }
    if (!is_differentiable(a.t->dtype())) continue;
    bool view_of_changed = a.t->base && a.t->base->requires_grad() && a.t->view_version != version_of(*a.t);
    if (!a.t->requires_grad() && !view_of_changed) continue;
    r.needs.add(i);
    r.any = true;
  }
  return r;
}

// PyTorch's rules for in-place changes; in its words.
Status check_in_place(const TensorImpl& dest) {
  if (dest.base) {
    NodeRef fn = dest.autograd ? dest.autograd->grad_fn : NodeRef();
    if (dest.view_kind == ViewKind::made_without_grad)
      return Status::error(
          "A view was created in no_grad mode and is being modified inplace with grad mode enabled. Given that this "
          "use "
          "case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and "
          "the inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both "
          "outside (if you want the inplace to be tracked).");
    if (dest.view_kind == ViewKind::one_of_many && fn)
      return Status::error("Output " + std::to_string(dest.autograd->output) + " of " + fn->forward_name() +
                           " is a view and is being modified inplace. This view is the output of a function that "
                           "returns multiple views. Such functions do not allow the output views to be modified "
                           "inplace. You should replace the inplace operation by an out-of-place one.");
    if (dest.base->requires_grad() && is_leaf(*dest.base))
      return Status::error("a view of a leaf Variable that requires grad is being used in an in-place operation.");
    if (dest.base->dtype() != dest.dtype())
      return Status::error(
          ErrorKind::not_implemented,
          "in-place changes of a view that has another dtype than its base are not differentiable here");
  }
  if (dest.requires_grad() && is_leaf(dest))
    return Status::error("a leaf Variable that requires grad is being used in an in-place operation.");
  return {};
}

std::vector<SymMeta> metas_of(std::span<const Arg> args) {
  std::vector<SymMeta> r(args.size());
  for (size_t i = 0; i < args.size(); ++i)
    if (args[i].is_tensor()) r[i] = to_sym(args[i].t->meta);
  return r;
}

// An edge for each differentiable operand, in PyTorch's sense: tensors, numbers in a tensor's place, absent optionals.
void make_edges(OpNode& node, std::span<const Arg> in, const Operands& o) {
  const Schema& s = node.row.canonical();
  for (size_t i = 0; i < in.size(); ++i) {
    bool parameter = i < s.n && s.params[i].kind == ParamKind::tensor && !(s.params[i].written);
    bool element = i >= s.n;
    if (!parameter && !element) continue;
    if (in[i].is_tensor() && !is_differentiable(in[i].t->dtype())) continue;
    node.edges.push_back(o.needs[i] ? gradient_edge(Tensor(in[i].t)) : Edge());
    node.arg_of_edge.push_back(uint32_t(i));
  }
}

// The history of a changed view belongs to its base; the view takes its own from there when it is next asked.
void rebase_view(Context& c, const NodeRef& node, const OpNode& op, TensorImpl& dest, int dest_arg) {
  auto* slices = new CopySlices;
  NodeRef ref(slices);
  Tensor base(dest.base);
  slices->inner = node;
  slices->base = base->meta;
  slices->view = dest.meta;
  slices->sequence = c.next_sequence++;
  slices->outputs.push_back(base->meta);
  slices->edges = op.edges;
  for (size_t e = 0; e < op.arg_of_edge.size(); ++e)
    if (int(op.arg_of_edge[e]) == dest_arg) {
      slices->changed = int(e);
      slices->edges[e] = gradient_edge(base);
    }
  set_history(base, ref, 0);
  dest.keys |= 1u << kAutogradLevel;
}

// Runs `run` and gives its results the history of `call`, an op with a gradient rule.
template <class F>
Status record(OpCall& call, F&& run) {
  const OpRow& row = row_of(call.id);
  Operands o = look_at(call);
  TensorImpl* dest = !call.out.empty() && call.out[0].is_tensor() ? call.out[0].t : nullptr;
  bool untracked_view = dest && dest->view_kind == ViewKind::made_without_grad && dest->base->requires_grad();
  if (!o.any && !untracked_view) return run();
  bool view_in_place = row.kind == OpKind::view && dest;
  if (dest) {
    if (o.destination < 0 && !view_in_place)
      return Status::error(std::string(row.canonical().base_name()) +
                           "(): functions with out=... arguments don't support automatic differentiation, but one of "
                           "the arguments requires grad.");
    TRY(check_in_place(*dest));
    if (!is_differentiable(dest->dtype()) && !view_in_place) return run();  // integers have no history
  }
  auto* node = new OpNode(row);
  NodeRef ref(node);
  node->needs = o.needs;
  node->changes_view = view_in_place;
  node->own_args(call.in);
  make_edges(*node, call.in, o);
  std::vector<SymMeta> metas = metas_of(call.in);
  node->metas.resize(call.in.size());
  for (size_t i = 0; i < call.in.size(); ++i)
    if (call.in[i].is_tensor()) node->metas[i] = call.in[i].t->meta;
  // An in-place op whose rule reads its overwritten operand keeps a copy of it.
  Tensor before;
  if (dest && !view_in_place) {
    SymMeta result[] = {to_sym(dest->meta)};
    SavedSet s = saved_set(call.context, call.id, o.needs, call.in, metas, result, true);
    if (s.in.intersects(o.overwritten)) {
      NoGrad off(call.context);
      ASSIGN_OR_RETURN(before, call_op(call.context, find_op("clone"), {Arg(dest)}));
      Edge e = gradient_edge(Tensor(dest));
      if (e.node) set_history(before, e.node, e.output);
    }
  }
  TRY(run());
  auto has_history = [](const Arg& r) { return r.given() && is_differentiable(r.t->dtype()); };
  if (std::none_of(call.out.begin(), call.out.end(), has_history)) return {};
  std::vector<SymMeta> out_metas;
  node->n_outputs = int(call.out.size());
  for (const Arg& r : call.out) {
    node->outputs.push_back(r.given() ? r.t->meta : Meta<int64_t>());
    out_metas.push_back(to_sym(node->outputs.back()));
  }
  node->sequence = call.context.next_sequence++;
  SavedSet s = saved_set(call.context, call.id, o.needs, call.in, metas, out_metas);
  for (size_t i = 0; i < call.in.size(); ++i) {
    if (!s.in[i] || !call.in[i].is_tensor()) continue;
    Tensor t = o.overwritten[i] ? before : Tensor(call.in[i].t);
    if (t->inference)
      return Status::error(
          "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
          "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use "
          "it "
          "in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.");
    node->saved.push_back(save_tensor(t, -1));
    node->saved.back().input = int(i);
  }
  for (size_t k = 0; k < call.out.size(); ++k)
    if (s.out[k] && call.out[k].given()) node->saved.push_back(save_tensor(Tensor(call.out[k].t), int(k)));

  AutogradModes& modes = autograd_modes();
  if (modes.anomaly) node->made_at = modes.stack();
  auto pack = [&]() -> Status {
    if (modes.save_hooks.empty()) return {};
    for (SavedTensor& saved : node->saved)
      TRY(pack_saved(call.context, saved, saved.result < 0 ? saved.tensor : Tensor(call.out[size_t(saved.result)].t)));
    return {};
  };

  if (dest && dest->base && !view_in_place) {
    rebase_view(call.context, ref, *node, *dest, o.destination);
    return pack();
  }
  for (size_t k = 0; k < call.out.size(); ++k) {
    if (!call.out[k].given()) continue;
    TensorImpl* t = call.out[k].t;
    if (!is_differentiable(t->dtype())) continue;  // indices and masks carry no gradient
    set_history(Tensor(t), ref, int(k));
    if (t->base) t->view_kind = call.out.size() > 1 ? ViewKind::one_of_many : ViewKind::plain;
  }
  return pack();
}

}  // namespace

Status Autograd::on_op(OpCall& call) {
  const OpRow& row = row_of(call.id);
  auto run = [&] { return call.next_below(); };
  if (call.context.inference_mode) return run();  // though gradients may have been turned on inside of it
  if (row.vjp) return record(call, run);
  // What has no gradient rule (comparisons, random numbers) but overwrites a tensor ends that tensor's history, as
  // filling it does.
  bool overwrites = row.kind != OpKind::composite && row.kind != OpKind::view && call.out.size() == 1 &&
                    call.out[0].is_tensor() && look_at(call).destination >= 0 && !row.keeps_history;
  if (!overwrites) return run();
  static const OpId fill = find_op("fill").id();
  const Arg in[] = {call.out[0], Arg(0.0)};
  OpCall as_if{call.context, fill, in, call.out, call.keys, call.level};
  return record(as_if, run);
}

void install_autograd(Context& c) {
  static Autograd shared;
  c.install(kAutogradLevel, &shared, false);
}

}  // namespace adder::rt
