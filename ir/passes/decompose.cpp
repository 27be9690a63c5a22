#include "ir/passes/decompose.h"
#include <algorithm>
#include "ir/rewriter.h"
#include "runtime/ops/meta_sink.h"
namespace adder::ir {
namespace {

// Runs shape rules and notes whether a decomposition has parts that cannot be fused.
class PartsProbe : public rt::MetaSink {
 public:
  bool fusible = true;
  void call(OpId id, std::span<const Arg> in, std::span<rt::Value> out) override {
    rt::OpKind k = rt::row_of(id).kind;
    bool made = k == rt::OpKind::external;  // of numbers alone, which costs little: the class numbers of a loss
    for (const Arg& a : in) made &= !a.is_tensor();
    fusible &= made || k == rt::OpKind::pointwise || k == rt::OpKind::reduction || k == rt::OpKind::view ||
               k == rt::OpKind::composite;
    rt::MetaSink::call(id, in, out);
  }
};

bool parts_are_fusible(const Graph& g, const Node& n) {
  PartsProbe probe;
  std::vector<Arg> in(n.args.begin(), n.args.end());
  for (Arg& a : in)
    if (a.is_tensor()) a = probe.input(g.meta(ValueId(a.value)));
  std::vector<rt::Value> out(n.n_results);
  n.row().decompose(probe, in, out);
  return probe.status.ok() && probe.fusible;
}

bool same_layout(const SymMeta& a, const SymMeta& b) {
  auto equal = [](SymInt x, SymInt y) { return x.hint == y.hint && x.expr == y.expr; };
  return a.dtype == b.dtype && a.sizes.n == b.sizes.n &&
         std::equal(a.sizes.begin(), a.sizes.end(), b.sizes.begin(), equal) &&
         std::equal(a.strides.begin(), a.strides.end(), b.strides.begin(), equal);
}

// The op that the eager engine runs on operand 0 alone in the node's place, or null: x ** 2 is square(x).
const OpRow* cheaper_form(const Graph& g, const Node& n) {
  if (n.kind != NodeKind::call || n.writes() || n.row().kind != rt::OpKind::pointwise || !n.row().rewrite) return nullptr;
  if (n.args.empty() || !n.args[0].is_tensor()) return nullptr;
  std::vector<Arg> args(n.args.begin(), n.args.end());
  for (size_t i = 1; i < args.size(); ++i)
    if (args[i].is_tensor() || args[i].tag == rt::Tag::symbol) return nullptr;
  Tensor stand_in = rt::new_tensor(g.meta(ValueId(n.args[0].value)).dtype, {0});
  args[0] = Arg(stand_in);
  const OpRow* row = n.row().rewrite(args);
  return row && row->kind == rt::OpKind::pointwise ? row : nullptr;
}

bool wants_parts(const Graph& g, const Node& n, const KeepNode& keep) {
  if (cheaper_form(g, n)) return !(keep && keep(n));
  if (n.kind != NodeKind::call || n.writes() || !n.row().decompose) return false;
  if (keep && keep(n)) return false;
  return n.row().kind == rt::OpKind::composite || parts_are_fusible(g, n);
}

}  // namespace

Graph decompose(Graph g, const KeepNode& keep) {
  auto wants = [&](const Node& n) { return wants_parts(g, n, keep); };
  if (std::none_of(g.nodes().begin(), g.nodes().end(), wants)) return g;
  Rewriter rw(g);
  rw.builder().set_expand_composites(true);
  for (const Node& n : g.nodes()) {
    if (!wants(n)) {
      rw.copy(n);
      continue;
    }
    std::vector<Arg> args = rw.args_of(n);
    std::vector<rt::Value> out(n.n_results);
    rw.stand_at(n);
    if (const OpRow* form = cheaper_form(g, n)) {
      rw.builder().call(form->id(), std::span(args).first(1), out);
    } else {
      n.row().decompose(rw.builder(), args, out);
    }
    bool as_recorded = rw.builder().status.ok();
    for (uint32_t k = 0; k < n.n_results && as_recorded; ++k)
      as_recorded = out[k].given() && same_layout(rw.builder().meta(out[k]), g.meta(n.first + k));
    if (!as_recorded) {  // its parts fail, or lay the result out in another way: the op stays whole
      rw.builder().status = Status();
      rw.copy(n);
      continue;
    }
    for (uint32_t k = 0; k < n.n_results; ++k) rw.set(n.first + k, out[k]);
  }
  return rw.finish();
}

}  // namespace adder::ir
