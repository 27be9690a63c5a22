#include "ir/passes/dce.h"
#include "ir/rewriter.h"
namespace adder::ir {

Graph eliminate_dead_code(Graph g) {
  std::vector<bool> live(g.n_values());
  std::vector<bool> keep(g.nodes().size());
  for (ValueId v : g.outputs()) live[v] = true;
  for (const WriteBack& w : g.write_backs()) live[w.source] = live[w.input] = true;
  bool any_dead = false;
  for (size_t i = g.nodes().size(); i-- > 0;) {
    const Node& n = g.nodes()[i];
    bool needed = n.kind == NodeKind::placeholder || n.writes();
    if (n.kind == NodeKind::call)  // what a composite does shows in its parts only
      needed |= n.row().may_raise || n.row().kind == rt::OpKind::random || n.row().kind == rt::OpKind::composite;
    for (uint32_t k = 0; k < n.n_results; ++k) needed |= live[n.first + k];
    keep[i] = needed;
    any_dead |= !needed;
    if (needed) for_each_use(n, [&](ValueId v) { live[v] = true; });
  }
  if (!any_dead) return g;
  Rewriter rw(g);
  for (size_t i = 0; i < g.nodes().size(); ++i)
    if (keep[i]) rw.copy(g.nodes()[i]);
  return rw.finish();
}

}  // namespace adder::ir
