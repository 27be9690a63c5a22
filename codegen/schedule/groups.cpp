#include "codegen/schedule/groups.h"
#include <algorithm>
#include <set>
#include "runtime/kernel/loop_nest.h"
namespace adder::codegen {
namespace {

constexpr int kSearch = 8;                 // how many groups back a node looks for one to join
constexpr int kMaxGroupNodes = 64;         // kernels beyond that compile slowly and spill
constexpr int kMaxGroupCost = 320;         // instructions; register allocation grows faster than the kernel
constexpr int64_t kSmallSource = 1 << 16;  // elements
constexpr int kMaxReserved = 4;            // buffers kept free for scratch rows

int cost_of(const Program& p) {
  int cost = 0;
  for (const Instr& i : p.code) {
    bool function = i.op >= kOp_exp && i.op <= kOp_pow;
    cost += i.op >= kOpTableEnd ? 0 : i.op == kOp_erf || i.op == kOp_tanh ? 50 : function ? 25 : 1;
  }
  return cost;
}

bool is_row_order(const std::vector<int>& order) {
  for (size_t d = 0; d < order.size(); ++d)
    if (order[d] != int(d)) return false;
  return true;
}

}  // namespace

std::optional<std::vector<int>> dense_order(const SymMeta& m) {
  int n = m.sizes.n;
  std::vector<int> order(static_cast<size_t>(n));
  for (int d = 0; d < n; ++d) order[size_t(d)] = d;
  if (is_contiguous(m)) return order;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return m.strides[a].hint > m.strides[b].hint; });
  SymInt expect = 1;
  for (int i = n; i-- > 0;) {
    int d = order[size_t(i)];
    if (is_constant(m.sizes[d], 1)) continue;
    if (!same(m.strides[d], expect)) return std::nullopt;
    expect = expect * m.sizes[d];
  }
  return order;
}

Grouping::Grouping(const Graph& g, SupportCheck missing, bool columns)
    : graph(g),
      root(find_roots(g)),
      group_of(g.n_values(), -1),
      level(g.n_values(), Level::outside),
      missing_(std::move(missing)),
      columns_(columns) {
  // What is made of numbers alone comes first, so that it stands between no two nodes that could share a kernel.
  for (NodeId n = 0; n < g.nodes().size(); ++n)
    if (is_source(n)) place(n);
  for (NodeId n = 0; n < g.nodes().size(); ++n) {
    const Node& node = g.node(n);
    if (node.kind != ir::NodeKind::call || is_source(n)) continue;
    if (is_view(node)) {
      for (uint32_t k = 0; k < node.n_results; ++k) group_of[node.first + k] = group_of[root[node.first + k]];
      continue;
    }
    classify(n);
    place(n);
  }
}

// Small tensors only: they live until their last reader has run.
bool Grouping::is_source(NodeId id) const {
  const Node& n = graph.node(id);
  if (n.kind != ir::NodeKind::call || n.row().kind != rt::OpKind::external || n.writes() || n.n_results != 1)
    return false;
  bool reads = false;
  ir::for_each_use(n, [&](ValueId) { reads = true; });
  int64_t elements = 1;
  for (const SymInt& s : graph.meta(n.first).sizes) elements *= s.hint;
  return !reads && !is_view(n) && elements <= kSmallSource;
}

// Fusible nodes get their programs here; what has none is external.
void Grouping::classify(NodeId id) {
  const Node& n = graph.node(id);
  if (!missing_ || n.writes()) return;
  auto supported = [&](const Program& p) {
    for (const Instr& i : p.code)
      if (i.type > kH16 || i.result > kH16) return false;
    return missing_(p).empty();
  };
  for (uint32_t k = 0; k < n.n_results; ++k)
    if (!(graph.meta(n.first + k).device == rt::Device())) return;
  int tensors = 0;
  ir::for_each_operand(n.args, [&](ValueId) { ++tensors; });
  if (tensors == 0 || tensors > kMaxBuffers / 2) return;
  if (n.row().kind == rt::OpKind::pointwise && dense_order(graph.meta(n.first))) {
    std::optional<Program> p = ir::pointwise_program(graph, n);
    if (!p || !supported(*p)) return;
    cost_[id] = cost_of(*p);
    programs_.emplace(id, std::move(*p));
  } else if (n.row().kind == rt::OpKind::reduction && n.args[0].is_tensor()) {
    std::optional<NodeReduction> r = reduction_program(graph, n);
    if (!r || !supported(r->lift) || !supported(r->reduction.step) || !supported(r->reduction.combine) ||
        !supported(r->finish))
      return;
    for (KType t : r->reduction.acc)
      if (t == kB8) return;
    for (uint32_t k = 0; k < n.n_results; ++k)
      if (!is_contiguous(graph.meta(n.first + k))) return;
    cost_[id] = cost_of(r->reduction.step);
    reductions_.emplace(id, std::move(*r));
  }
}

SymDims Grouping::row_sizes(const Group& g, bool keep_dims) const {
  SymDims s;
  for (int d = 0; d < g.space.n; ++d) {
    bool inner = d >= g.space.n - g.n_inner;
    if (!inner) {
      s.push(g.space[d]);
    } else if (keep_dims) {
      s.push(1);
    }
  }
  return s;
}

Grouping::Seen Grouping::seen_in(ValueId v, int group) const {
  if (group_of[v] != group) return {};
  ValueId base = root[v];
  if (level[base] == Level::column) return {0, Level::outside, false};
  if (base == v) return {v, level[v], true};
  const Group& g = groups[size_t(group)];
  const SymMeta& m = graph.meta(v);
  if (!same(m.offset, graph.meta(base).offset)) return {0, Level::outside, false};
  if (level[base] == Level::inner) {
    bool unchanged = same(m.sizes, graph.meta(base).sizes) && same(m.strides, graph.meta(base).strides);
    return {base, Level::inner, unchanged};
  }
  // A row value under another shape: its outer dims as they are, the inner ones gone, of size 1, or repeated.
  int n_outer = g.space.n - g.n_inner;
  if (m.sizes.n != n_outer && m.sizes.n != g.space.n) return {0, Level::outside, false};
  SymMeta rows;
  rows.sizes = row_sizes(g, false);
  rows.set_contiguous();
  for (int d = 0; d < m.sizes.n; ++d) {
    bool size_one = is_constant(m.sizes[d], 1);
    if (d < n_outer) {
      if (!same(m.sizes[d], g.space[d]) || (!size_one && !same(m.strides[d], rows.strides[d])))
        return {0, Level::outside, false};
    } else if (!size_one && !(same(m.sizes[d], g.space[d]) && is_constant(m.strides[d], 0))) {
      return {0, Level::outside, false};
    }
  }
  return {base, Level::row, true};
}

SymDims Grouping::broadcast_strides(ValueId v, const SymDims& sizes) const {
  const SymMeta& m = graph.meta(v);
  int lead = sizes.n - m.sizes.n;
  SymDims r;
  for (int d = 0; d < sizes.n; ++d)
    r.push(d < lead || is_constant(m.sizes[d - lead], 1) ? SymInt(0) : m.strides[d - lead]);
  return r;
}

// Whether the inner dims of v, as it broadcasts to the space, are one walk: all repeated, or each the next one's whole.
bool Grouping::walks_inner(ValueId v, const Group& g, int n_inner) const {
  SymDims s = broadcast_strides(v, g.space);
  bool repeated = true, chained = true;
  for (int i = std::max(0, g.space.n - n_inner); i < g.space.n; ++i) {
    int d = g.order[size_t(i)];
    repeated &= is_constant(s[d], 0) || is_constant(g.space[d], 1);
    if (i + 1 < g.space.n) {
      int next = g.order[size_t(i + 1)];
      chained &= same(s[d], s[next] * g.space[next]) && !is_constant(s[next], 0);
    }
  }
  return repeated || chained;
}

bool Grouping::becomes_row_range(const Group& g, int group, int n_inner) const {
  for (NodeId n : g.nodes) {
    bool all = true;
    ir::for_each_operand(graph.node(n).args, [&](ValueId v) {
      if (group_of[v] != group) all &= walks_inner(v, g, n_inner);
    });
    if (!all) return false;
  }
  return true;
}

bool Grouping::pointwise_fits(NodeId id, const Group& g, int group, Level* out_level) const {
  const Node& n = graph.node(id);
  const SymMeta& m = graph.meta(n.first);
  bool keeps = g.reduces && same(m.sizes, row_sizes(g, true));
  bool squeezed = g.reduces && !keeps && same(m.sizes, row_sizes(g, false));
  if (same(m.sizes, g.space) && !(keeps && g.space.n)) {
    std::optional<std::vector<int>> order = dense_order(m);
    if (!order || *order != g.order) return false;
    *out_level = Level::inner;
  } else if ((keeps || squeezed) && is_contiguous(m)) {
    *out_level = Level::row;
  } else {
    return false;
  }
  bool ok = true, joined = false;
  ir::for_each_operand(n.args, [&](ValueId v) {
    if (group_of[v] != group) {
      if (*out_level == Level::inner) ok &= walks_inner(v, g, g.n_inner);
      return;
    }
    Seen s = seen_in(v, group);
    ok &= s.usable;
    if (!ok) return;
    joined = true;
    const SymDims& sizes = graph.meta(v).sizes;
    if (*out_level == Level::row) {
      ok &= s.level == Level::row && same(sizes, m.sizes);
    } else if (s.level == Level::inner) {
      ok &= same(sizes, g.space);
    } else {
      ok &= sizes.n == g.space.n;  // a squeezed row value would broadcast along another dim
    }
  });
  return ok && (joined || *out_level == Level::inner);
}

// Where results lie next to each other and the reduced range is strided, the eager engine gives each result a lane of
// its own (run_reduce): another order than a kernel's, which shows in the last bit.
bool Grouping::reduces_by_rows(ValueId x, int n_inner) const {
  const SymMeta& m = graph.meta(x);
  int kept = m.sizes.n - n_inner;
  auto innermost_stride = [&](int begin, int end) {
    while (end > begin && is_constant(m.sizes[end - 1], 1)) --end;
    return end > begin ? m.strides[end - 1] : SymInt(0);
  };
  return is_constant(innermost_stride(kept, m.sizes.n), 1) || !is_constant(innermost_stride(0, kept), 1);
}

bool Grouping::reduction_fits(NodeId id, const Group& g, int group) const {
  const Node& n = graph.node(id);
  ValueId x = ValueId(n.args[0].value);
  const SymDims& sizes = graph.meta(x).sizes;
  if (!same(sizes, g.space) || g.space.n == 0 || !is_row_order(g.order)) return false;
  uint64_t mask = rt::reduced_dims(n.args, sizes.n);
  int n_inner = 0;
  while (n_inner < sizes.n && mask >> (sizes.n - 1 - n_inner) & 1) ++n_inner;
  bool trailing = n_inner > 0 && mask == ((uint64_t(1) << n_inner) - 1) << (sizes.n - n_inner);
  if (!trailing || g.columns || (g.reduces && n_inner != g.n_inner)) return false;
  if (group_of[x] != group) {
    if (!walks_inner(x, g, n_inner) || !reduces_by_rows(x, n_inner)) return false;
  } else {
    Seen s = seen_in(x, group);
    if (!s.usable || s.level != Level::inner) return false;
  }
  return g.reduces || becomes_row_range(g, group, n_inner);
}

// How many inner dims a reduction over all dims before them leaves; 0: it is none, or the eager engine would not give
// each result a lane of its own.
int Grouping::column_dims(NodeId id) const {
  const Node& n = graph.node(id);
  const Reduction& r = reductions_.at(id).reduction;
  if (!columns_ || r.acc.size() != 1) return 0;
  for (const Program* p : {&r.step, &r.combine})
    for (const Instr& i : p->code)
      if (i.op == kIndex || i.op == kOp_div) return 0;  // with a division, an empty lane would leave its mark
  const SymDims& sizes = graph.meta(ValueId(n.args[0].value)).sizes;
  uint64_t mask = rt::reduced_dims(n.args, sizes.n);
  int lead = 0;
  while (lead < sizes.n && mask >> lead & 1) ++lead;
  if (lead == 0 || lead == sizes.n || mask != (uint64_t(1) << lead) - 1) return 0;
  int64_t kept = 1;
  for (int d = lead; d < sizes.n; ++d) {
    if (sizes[d].expr) return 0;
    kept *= sizes[d].hint;
  }
  return kept >= rt::kManyResults ? sizes.n - lead : 0;
}

bool Grouping::column_fits(NodeId id, const Group& g, int group) const {
  int n_inner = column_dims(id);
  ValueId x = ValueId(graph.node(id).args[0].value);
  const SymMeta& m = graph.meta(x);
  if (n_inner == 0 || g.reduces || !same(m.sizes, g.space) || !is_row_order(g.order)) return false;
  if (g.columns && n_inner != g.n_inner) return false;
  if (group_of[x] == group) {
    Seen s = seen_in(x, group);
    if (!s.usable || s.level != Level::inner) return false;
  } else {
    auto innermost_stride = [&](int begin, int end) {
      while (end > begin && is_constant(m.sizes[end - 1], 1)) --end;
      return end > begin ? m.strides[end - 1] : SymInt(0);
    };
    int lead = m.sizes.n - n_inner;
    bool lanes = is_constant(innermost_stride(lead, m.sizes.n), 1) && !is_constant(innermost_stride(0, lead), 1);
    if (!lanes || !walks_inner(x, g, n_inner)) return false;
  }
  return g.columns || becomes_row_range(g, group, n_inner);
}

int Grouping::n_buffers(const Group& g, int group, NodeId with) const {
  std::set<ValueId> outside;
  int results = 0;
  auto count = [&](NodeId id) {
    const Node& n = graph.node(id);
    results += int(n.n_results);
    ir::for_each_operand(n.args, [&](ValueId v) {
      if (group_of[v] != group) outside.insert(v);
    });
  };
  for (NodeId n : g.nodes) count(n);
  count(with);
  // Results that only the group itself reads need no buffer; how many those are shows when all nodes are placed. Half
  // is what chains come to; a kernel that turns out too wide runs node by node.
  return int(outside.size()) + (results + 1) / 2;
}

bool Grouping::fits(NodeId id, int group, Level* out_level) const {
  const Group& g = groups[size_t(group)];
  if (g.kind != GroupKind::kernel || g.nodes.size() >= kMaxGroupNodes) return false;
  if (!g.nodes.empty() && g.cost + cost_.at(id) > kMaxGroupCost) return false;
  if (is_pointwise(id)) {
    if (!pointwise_fits(id, g, group, out_level)) return false;
  } else if (is_reduction(id)) {
    *out_level = column_dims(id) ? Level::column : Level::row;
    if (!(*out_level == Level::column ? column_fits(id, g, group) : reduction_fits(id, g, group))) return false;
  } else {
    return false;
  }
  return n_buffers(g, group, id) <= kMaxBuffers - kMaxReserved;
}

void Grouping::place(NodeId id) {
  const Node& n = graph.node(id);
  int first = barrier_;
  ir::for_each_use(n, [&](ValueId v) { first = std::max(first, group_of[v]); });
  int chosen = -1;
  Level at = Level::inner;
  bool fusible = is_pointwise(id) || is_reduction(id);
  int oldest = std::max({0, first, int(groups.size()) - kSearch});
  for (int k = int(groups.size()) - 1; fusible && k >= oldest && chosen < 0; --k)
    if (fits(id, k, &at)) chosen = k;
  if (chosen < 0) {
    chosen = int(groups.size());
    Group g;
    if (fusible) {
      g.kind = GroupKind::kernel;
      const SymMeta& m = graph.meta(is_reduction(id) ? ValueId(n.args[0].value) : n.first);
      g.space = m.sizes;
      g.order.resize(size_t(m.sizes.n));
      for (int d = 0; d < m.sizes.n; ++d) g.order[size_t(d)] = d;
      if (is_pointwise(id)) g.order = *dense_order(m);
    }
    groups.push_back(g);
    if (fusible && !fits(id, chosen, &at)) {  // a reduction over other than trailing dims, or too many operands
      groups.back() = Group();
      programs_.erase(id);
      reductions_.erase(id);
    }
  }
  Group& g = groups[size_t(chosen)];
  g.nodes.push_back(id);
  if (fusible) g.cost += cost_[id];
  if (is_reduction(id) && at == Level::column) {
    g.columns = true;
    g.n_inner = column_dims(id);
  } else if (is_reduction(id) && !g.reduces) {
    g.reduces = true;
    uint64_t mask = rt::reduced_dims(n.args, g.space.n);
    g.n_inner = __builtin_popcountll(mask);
  }
  for (uint32_t k = 0; k < n.n_results; ++k) {
    ValueId v = n.first + k;
    group_of[v] = chosen;
    level[v] = g.kind == GroupKind::kernel ? at : Level::outside;
  }
  if (n.writes()) barrier_ = int(groups.size());
}

}  // namespace adder::codegen
