#include "ir/rewriter.h"
namespace adder::ir {

Rewriter::Rewriter(const Graph& from) : from_(from), builder_(from.shapes()), map_(from.n_values()) {}

std::vector<Arg> Rewriter::args_of(const Node& n) const {
  std::vector<Arg> args(n.args.begin(), n.args.end());
  for (Arg& a : args)
    if (a.is_tensor()) a = map_[a.value];
  return args;
}

void Rewriter::stand_at(const Node& n) {
  builder_.set_stack(from_.stacks()[n.stack]);
  builder_.set_grad_mode(n.grad_enabled);
}

void Rewriter::copy(const Node& n) {
  stand_at(n);
  if (n.kind == NodeKind::placeholder) {
    map_[n.first] = builder_.placeholder(from_.meta(n.first), n.name);
    return;
  }
  if (n.kind == NodeKind::constant) {
    map_[n.first] = builder_.constant(from_.constants()[n.constant], n.name);
    return;
  }
  std::vector<Arg> args = args_of(n);
  std::vector<rt::Value> destinations, out(n.n_results);
  for (ValueId d : n.destinations) destinations.push_back(d ? map_[d] : rt::Value());
  std::vector<SymMeta> metas;
  for (uint32_t k = 0; k < n.n_results; ++k) metas.push_back(from_.meta(n.first + k));
  builder_.call_with_metas(n.op, args, destinations, metas, out);
  for (uint32_t k = 0; k < n.n_results; ++k) map_[n.first + k] = out[k];
}

Graph copy_of(const Graph& g) {
  Rewriter rw(g);
  for (const Node& n : g.nodes()) rw.copy(n);
  return rw.finish();
}

Graph Rewriter::finish() {
  for (ValueId v : from_.outputs()) builder_.output(v ? map_[v] : rt::Value());
  for (const WriteBack& w : from_.write_backs()) builder_.write_back(map_[w.input], map_[w.source]);
  return builder_.finish();
}

}  // namespace adder::ir
