#include "codegen/schedule/values.h"
namespace adder::codegen {

bool is_contiguous(const SymMeta& m) {
  SymMeta c = m;
  c.set_contiguous();
  for (int d = 0; d < m.sizes.n; ++d)
    if (!is_constant(m.sizes[d], 1) && !same(m.strides[d], c.strides[d])) return false;
  return true;
}

bool is_view(const Node& n) {
  return n.kind == ir::NodeKind::call && n.row().kind == rt::OpKind::view && !n.writes();
}

std::vector<ValueId> find_roots(const Graph& g) {
  std::vector<ValueId> root(g.n_values());
  for (const Node& n : g.nodes())
    for (uint32_t k = 0; k < n.n_results; ++k) {
      ValueId v = n.first + k;
      if (is_view(n)) {
        root[v] = root[ValueId(n.args[0].value)];
      } else if (!n.destinations.empty() && n.destinations[k]) {
        root[v] = root[n.destinations[k]];
      } else {
        root[v] = v;
      }
    }
  return root;
}

}  // namespace adder::codegen
