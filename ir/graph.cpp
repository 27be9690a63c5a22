#include "ir/graph.h"
namespace adder::rt {
void GraphBuilder::call(OpId id, std::span<const Arg> in, std::span<Value> out) {
  for (auto& o : out) o = Arg();
  if (!status.ok()) return;
  const OpRow& row = row_of(id);
  if (row.kind == OpKind::composite) return row.decompose(*this, in, out);
  SymMeta result[kMaxReturns];
  std::vector<SymMeta> copies(in.size());  // values_ may grow
  std::vector<const SymMeta*> metas(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i].is_tensor()) copies[i] = g_.values[in[i].value];
    metas[i] = &copies[i];
  }
  InferCtx<SymInt> c{row, in, metas.data(), result, int(out.size()), default_dtype, {}};
  row.infer_sym(c);
  if (!c.status.ok()) return fail(std::move(c.status));
  GraphNode n{id, {in.begin(), in.end()}, g_.values.size(), int(out.size())};
  for (auto& a : n.args)
    if (a.tag == Tag::int_list) {
      Dims<SymInt> l;
      for (uint32_t k = 0; k < a.count; ++k) l.push(a.ints[k]);
      g_.lists.push_back(l);
      a.ints = g_.lists.back().data();
    }
  for (size_t k = 0; k < out.size(); ++k) {
    if (result[k].strides.n != result[k].sizes.n) result[k].set_contiguous();
    g_.values.push_back(result[k]);
    out[k] = Arg::graph_value(n.first_value + k);
  }
  g_.nodes.push_back(std::move(n));
}
std::vector<Value> GraphBuilder::backward(std::span<const Value> outputs, std::span<const Value> grads) {
  std::vector<Value> grad(g_.values.size());
  std::vector<bool> needed(g_.values.size());
  for (auto i : g_.inputs) needed[i] = is_differentiable(g_.values[i].dtype);
  for (auto& n : g_.nodes)
    for (auto& a : n.args)
      if (a.is_tensor() && needed[a.value] && row_of(n.id).vjp)
        for (int k = 0; k < n.n_out; ++k) needed[n.first_value + k] = true;
  static const OpRow& add = find_op("add");
  auto accumulate = [&](uint64_t v, Value d) {
    if (d.given()) grad[v] = grad[v].given() ? adder::rt::call(*this, add.id(), grad[v], d) : d;
  };
  for (size_t i = 0; i < outputs.size(); ++i) accumulate(outputs[i].value, grads[i]);
  for (size_t at = g_.nodes.size(); at-- > 0;) {
    GraphNode n = g_.nodes[at];  // copied: the rule appends nodes
    NeedMask mask;
    bool any = false;
    for (size_t i = 0; i < n.args.size(); ++i)
      if (n.args[i].is_tensor() && needed[n.args[i].value]) mask.add(i);
    std::vector<Value> outs, gs;
    std::vector<SymMeta> metas, out_metas;
    for (int k = 0; k < n.n_out; ++k) {
      outs.push_back(Arg::graph_value(n.first_value + k));
      gs.push_back(grad[n.first_value + k]);
      any |= gs.back().given();
      out_metas.push_back(g_.values[n.first_value + k]);
    }
    if (!any || !mask.any() || !row_of(n.id).vjp) continue;
    for (auto& a : n.args) metas.push_back(a.is_tensor() ? g_.values[a.value] : SymMeta());
    VjpCtx c(*this, n.args, metas, outs, out_metas, gs, mask);
    row_of(n.id).vjp(*this, c);
    for (size_t i = 0; i < n.args.size(); ++i)
      if (mask[i]) accumulate(n.args[i].value, c.result[i]);
  }
  std::vector<Value> r;
  for (auto i : g_.inputs) r.push_back(grad[i]);
  return r;
}
static std::string arg_text(const Arg& a) {
  switch (a.tag) {
    case Tag::none: return "None";
    case Tag::tensor: return "%" + std::to_string(a.value);
    case Tag::integer:
    case Tag::symbol: return ShapeEnv::text(a.sym());
    case Tag::floating: {
      char b[32];
      std::snprintf(b, sizeof b, "%g", a.f);
      return b;
    }
    case Tag::boolean: return a.i ? "True" : "False";
    case Tag::dtype: return kDTypes[a.i].name;
    case Tag::string: return "'" + std::string(a.s) + "'";
    case Tag::int_list: {
      std::string s = "[";
      for (uint32_t k = 0; k < a.count; ++k) s += (k ? ", " : "") + arg_text(a.ints[k]);
      return s + "]";
    }
    default: break;
  }
  return "?";
}
std::string Graph::text() const {
  std::string s;
  for (auto& n : nodes) {
    for (int k = 0; k < n.n_out; ++k) s += (k ? ", %" : "  %") + std::to_string(n.first_value + k);
    s += " = " + std::string(row_of(n.id).name) + "(";
    for (size_t i = 0; i < n.args.size(); ++i) s += (i ? ", " : "") + arg_text(n.args[i]);
    s += ")\n";
  }
  return s;
}
std::vector<Tensor> run_graph(Context& c, const Graph& g, std::span<const Tensor> inputs) {
  std::vector<Tensor> v(g.values.size());
  for (size_t i = 0; i < g.inputs.size(); ++i) v[g.inputs[i]] = inputs[i];
  for (auto& n : g.nodes) {
    std::vector<Arg> args = n.args;
    Arg out[kMaxReturns];
    for (auto& a : args)
      if (a.is_tensor()) a = Arg(v[a.value]);
    Status s = dispatch(c, n.id, args, {out, size_t(n.n_out)});
    CHECK(s.ok());
    for (int k = 0; k < n.n_out; ++k) v[n.first_value + k] = Tensor::adopt(out[k].t);
  }
  std::vector<Tensor> r;
  for (auto o : g.outputs) r.push_back(o ? v[o] : Tensor());
  return r;
}
uint64_t Recorder::value_of(TensorImpl* t) {
  for (auto& [p, v] : seen_)
    if (p == t) return v;
  GraphBuilder b(graph);
  uint64_t v = b.input(to_sym(t->meta)).value;
  seen_.push_back({t, v});
  keep_.push_back(Tensor(t));
  return v;
}
Status Recorder::on_op(OpCall& call) {
  TRY(call.next());
  GraphBuilder b(graph);
  std::vector<Arg> args(call.in.begin(), call.in.end());
  Value out[kMaxReturns];
  for (auto& a : args)
    if (a.is_tensor()) a = Arg::graph_value(value_of(a.t));
  b.call(call.id, args, {out, call.out.size()});
  if (!b.status.ok()) return std::move(b.status);
  for (size_t k = 0; k < call.out.size();
       ++k) {  // an in-place result renames its tensor: functionalization is this line
    bool known = false;
    for (auto& [p, v] : seen_)
      if (p == call.out[k].t) {
        v = out[k].value;
        known = true;
      }
    if (!known) {
      seen_.push_back({call.out[k].t, out[k].value});
      keep_.push_back(Tensor(call.out[k].t));
    }
  }
  return {};
}
}  // namespace adder::rt
