#include "ir/passes/simplify.h"
#include "ir/rewriter.h"
#include "ir/same.h"
namespace adder::ir {
namespace {

bool is_one(const Arg& a) {
  return a.is_number() && a.tag != rt::Tag::symbol && a.tag != rt::Tag::complex_number && a.number() == 1;
}

class Simplifier {
 public:
  explicit Simplifier(const Graph& g) : g_(g), replaced_(g.n_values()), escapes_(g.n_values()) {
    for (ValueId v : g.outputs()) escapes_[v] = true;
    for (const Node& n : g.nodes())
      if (n.kind == NodeKind::call && n.n_results == 1 && !n.writes()) replaced_[n.first] = replacement(n);
  }

  Graph run(Graph g) {
    bool any = false;
    for (ValueId v : replaced_) any |= v != 0;
    if (!any) return g;
    Rewriter rw(g);
    for (const Node& n : g.nodes()) {
      ValueId r = n.n_results == 1 ? replaced_[n.first] : 0;
      if (r) {
        rw.set(n.first, rw.at(r));
      } else {
        rw.copy(n);
      }
    }
    return rw.finish();
  }

 private:
  // The operand that the node's result equals, or 0.
  ValueId replacement(const Node& n) const {
    if (escapes_[n.first] || n.args.empty() || !n.args[0].is_tensor()) return 0;
    ValueId x = ValueId(n.args[0].value);
    const SymMeta &in = g_.meta(x), &out = g_.meta(n.first);
    std::string_view name = n.row().name;
    if (n.row().kind == rt::OpKind::view) return view_replacement(n, x);
    if (!same_layout(in, out)) return 0;
    if (name == "to")
      return n.args.size() >= 2 && n.args[1].tag == rt::Tag::dtype && n.args[1].dtype() == in.dtype ? x : 0;
    bool by_number = (name == "mul" || name == "div") && n.args.size() == 2 && is_one(n.args[1]);
    if (by_number) return x;
    if (name == "neg") {
      const Node& inner = g_.producer(x);
      if (inner.kind == NodeKind::call && inner.row().name == "neg" && !inner.writes()) {
        ValueId y = ValueId(inner.args[0].value);
        return same_layout(g_.meta(y), out) ? y : 0;
      }
    }
    return 0;
  }
  // Along the chain of views, the first value that shows the same elements in the same order.
  ValueId view_replacement(const Node& n, ValueId x) const {
    for (;;) {
      if (same_layout(g_.meta(x), g_.meta(n.first))) return x;
      const Node& p = g_.producer(x);
      if (p.kind != NodeKind::call || p.row().kind != rt::OpKind::view || p.writes()) return 0;
      x = ValueId(p.args[0].value);
    }
  }

  const Graph& g_;
  std::vector<ValueId> replaced_;
  std::vector<bool> escapes_;
};

}  // namespace

Graph simplify(Graph g) {
  for (const Node& n : g.nodes())
    if (n.writes()) return g;  // a name for memory that is written later is not the value it has now
  Simplifier s(g);
  return s.run(std::move(g));
}

}  // namespace adder::ir
