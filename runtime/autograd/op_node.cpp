#include "runtime/autograd/op_node.h"
#include "runtime/autograd/autograd.h"

namespace adder::rt {

// Lists first need their final memory, since Args point into it.
void OpNode::own_args(std::span<const Arg> in) {
  args.assign(in.begin(), in.end());
  size_t n_ints = 0, n_floats = 0, n_bools = 0, n_strings = 0, n_complex = 0;
  for (const Arg& a : in) {
    n_ints += a.tag == Tag::int_list ? a.count : 0;
    n_floats += a.tag == Tag::float_list ? a.count : 0;
    n_bools += a.tag == Tag::bool_list ? a.count : 0;
    n_strings += a.tag == Tag::string;
    n_complex += a.tag == Tag::complex_number;
  }
  ints_.reserve(n_ints);
  floats_.reserve(n_floats);
  strings_.reserve(n_strings);
  complexes_.reserve(n_complex);
  if (n_bools) bools_ = std::make_unique<bool[]>(n_bools);
  size_t bools = 0;
  for (Arg& a : args) {
    switch (a.tag) {
      case Tag::tensor: a = Arg(); break;
      case Tag::int_list: {
        const SymInt* at = ints_.data() + ints_.size();
        ints_.insert(ints_.end(), a.ints, a.ints + a.count);
        a.ints = at;
        break;
      }
      case Tag::float_list: {
        const double* at = floats_.data() + floats_.size();
        floats_.insert(floats_.end(), a.floats, a.floats + a.count);
        a.floats = at;
        break;
      }
      case Tag::bool_list:
        for (uint32_t k = 0; k < a.count; ++k) bools_[bools + k] = a.bools[k];
        a.bools = bools_.get() + bools;
        bools += a.count;
        break;
      case Tag::string:
        strings_.emplace_back(a.s);
        a.s = strings_.back().c_str();
        break;
      case Tag::complex_number:
        complexes_.push_back(*a.z);
        a.z = &complexes_.back();
        break;
      default: break;
    }
  }
}

// PyTorch saves the number that a tensor was multiplied or divided by as a tensor.
static bool saves_number(const OpRow& row, const std::vector<Arg>& args) {
  static const OpId mul = find_op("mul").id(), div = find_op("div").id();
  return (row.id() == mul || row.id() == div) && args.size() > 1 && args[1].given() && !args[1].is_tensor();
}
void OpNode::release_saved() {
  released = released || !saved.empty() || saves_number(row, args);
  saved.clear();
}

Status OpNode::apply(Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) {
  if (released)
    return Status::error(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        "saved tensors after calling backward.");
  std::vector<Arg> in = args;
  std::vector<Arg> outs(outputs.size());
  std::vector<Arg> gs(outputs.size());
  std::vector<Tensor> hold;
  hold.reserve(saved.size());
  for (const SavedTensor& s : saved) {
    ASSIGN_OR_RETURN(Tensor t, unpack_saved(c, s, this));
    hold.push_back(std::move(t));
    (s.input >= 0 ? in[size_t(s.input)] : outs[size_t(s.result)]) = Arg(hold.back());
  }
  for (size_t k = 0; k < gs.size(); ++k)
    if (grads[k]) gs[k] = Arg(grads[k]);
  std::vector<SymMeta> in_metas, out_metas;
  for (const Meta<int64_t>& m : metas) in_metas.push_back(to_sym(m));
  for (const Meta<int64_t>& m : outputs) out_metas.push_back(to_sym(m));
  EagerSink g(c);
  VjpCtx v(g, in, in_metas, outs, out_metas, gs, needs);
  row.vjp(g, v);
  TRY(std::move(g.status));
  result.assign(edges.size(), {});
  for (size_t e = 0; e < edges.size(); ++e) {
    const Value& r = v.result[arg_of_edge[e]];
    if (edges[e].node && r.given()) result[e] = Tensor(r.t);
  }
  return {};
}

// The strided piece of a gradient that has the base's layout.
static Result<Tensor> slice_of(Context& c, const Tensor& whole, const Meta<int64_t>& view, const Meta<int64_t>& base) {
  Dims<SymInt> sizes, strides;
  for (int64_t s : view.sizes) sizes.push(s);
  for (int64_t s : view.strides) strides.push(s);
  return call_op(c, find_op("as_strided"), {whole, sizes, strides, view.offset - base.offset});
}

Status CopySlices::apply(Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) {
  static const OpRow& copy = find_op("copy");  // recorded like any change in place when a graph is made
  static const OpRow& clone = find_op("clone");
  Meta<int64_t> layout = base;
  layout.offset = 0;
  if (!is_dense(layout)) layout.strides.resize(0);
  ASSIGN_OR_RETURN(Tensor whole, allocate(layout));
  TRY(call_into(c, copy, std::initializer_list<Arg>{whole, grads[0]}, whole));
  Meta<int64_t> geometry = base;
  geometry.strides = whole->meta.strides;
  ASSIGN_OR_RETURN(Tensor part, slice_of(c, whole, view, base));
  ASSIGN_OR_RETURN(Tensor part_grad, call_op(c, clone, {part}));
  std::vector<Tensor> inner_result;
  TRY(inner->apply(c, {&part_grad, 1}, inner_result));
  result.assign(edges.size(), {});
  for (size_t e = 0; e < edges.size(); ++e) {
    if (int(e) != changed) {
      result[e] = inner_result[e];
      continue;
    }
    if (Tensor d = inner_result[e]) {
      TRY(call_into(c, copy, std::initializer_list<Arg>{part, d}, part));
    } else {
      TRY(call_into(c, find_op("fill"), std::initializer_list<Arg>{part, 0.0}, part));
    }
    result[e] = whole;
  }
  return {};
}

NodeRef as_strided_node(const Tensor& base, const TensorImpl& view) {
  Dims<SymInt> sizes, strides;
  for (int64_t s : view.meta.sizes) sizes.push(s);
  for (int64_t s : view.meta.strides) strides.push(s);
  const Arg args[] = {base, sizes, strides, view.meta.offset};
  static const OpRow& row = find_op("as_strided");
  auto* n = new OpNode(row);
  NodeRef ref(n);
  n->own_args(args);
  n->needs.add(0);
  n->metas.resize(4);
  n->metas[0] = base->meta;
  n->edges.push_back(gradient_edge(base));
  n->arg_of_edge.push_back(0);
  n->outputs.push_back(view.meta);
  return ref;
}

}  // namespace adder::rt
