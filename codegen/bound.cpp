#include "codegen/bound.h"
#include <algorithm>
#include "codegen/driver.h"
#include "ir/symbols.h"
namespace adder::codegen {
namespace {

constexpr int64_t kArenaAlign = 64;

// First fit over live ranges: two slots share bytes only when no step needs both.
void place_slots(const Plan& plan, Bound& b) {
  struct Range {
    int first, last;
    int64_t at, bytes;
  };
  std::vector<Range> placed;
  for (ValueId v : plan.arena_values) {
    const RootPlan& r = plan.roots[v];
    int64_t bytes = b.metas[v].sizes.product() * rt::bytes_of(b.metas[v].dtype);
    Range mine{r.first_step, r.last_step, 0, (bytes + kArenaAlign - 1) / kArenaAlign * kArenaAlign};
    for (bool moved = true; moved;) {
      moved = false;
      for (const Range& o : placed) {
        bool together = o.first <= mine.last && mine.first <= o.last;
        if (together && mine.at < o.at + o.bytes && o.at < mine.at + mine.bytes) {
          mine.at = o.at + o.bytes;
          moved = true;
        }
      }
    }
    placed.push_back(mine);
    b.arena_offsets.push_back(mine.at);
    b.arena_bytes = std::max(b.arena_bytes, mine.at + mine.bytes);
  }
}

BoundKernel bind_kernel(const KernelStep& k, std::span<const int64_t> symbols) {
  BoundKernel b;
  KernelLaunch& l = b.launch;
  auto value = [&](SymInt v) { return rt::ShapeEnv::evaluate(v, symbols); };
  l.n_outer = k.outer.n;
  CHECK(l.n_outer <= kMaxLoopDims);
  for (int d = 0; d < l.n_outer; ++d) l.outer[d] = value(k.outer[d]);
  l.n = 1;
  for (SymInt s : k.inner) l.n *= value(s);
  for (size_t q = 0; q < k.buffers.size(); ++q) {
    const BufferBinding& from = k.buffers[q];
    b.root[q] = from.root;
    b.offset[q] = value(from.offset);
    for (int d = 0; d < from.outer.n; ++d) l.strides[q][d] = value(from.outer[d]);
    l.inner_stride[q] = k.kernel.buffers[q].walk == Walk::dense;
    for (int d = from.inner.n; d-- > 0;)
      if (value(k.inner[d]) != 1) {
        l.inner_stride[q] = value(from.inner[d]);
        break;
      }
  }
  for (const ScalarBinding& s : k.scalars) {
    int64_t v = value(s.value);
    l.scalars[s.slot] = {double(v), v};
  }
  merge_dims(k.kernel, l);
  l.scalars[rt::kCountScalar] = {double(l.n), l.n};
  return b;
}

BoundExternal bind_external(const Graph& graph, const ExternalStep& e, std::span<const int64_t> symbols) {
  BoundExternal b;
  const Node& n = graph.node(e.node);
  b.args.assign(n.args.begin(), n.args.end());
  b.lists.reserve(b.args.size());
  for (size_t i = 0; i < b.args.size(); ++i) {
    Arg& a = b.args[i];
    if (a.is_tensor()) {
      b.tensors.push_back({int(i), ValueId(a.value)});
    } else if (a.tag == rt::Tag::symbol) {
      a = Arg(rt::ShapeEnv::evaluate(a.sym(), symbols));
    } else if (ir::is_symbolic(a)) {
      std::vector<SymInt>& list = b.lists.emplace_back();
      for (uint32_t k = 0; k < a.count; ++k) list.push_back(rt::ShapeEnv::evaluate(a.ints[k], symbols));
      a.ints = list.data();
    }
  }
  return b;
}

}  // namespace

std::shared_ptr<const Bound> bind_plan(const Graph& graph, const Plan& plan, std::span<const int64_t> symbols) {
  auto b = std::make_shared<Bound>();
  b->symbols.assign(symbols.begin(), symbols.end());
  b->metas.resize(graph.n_values());
  for (ValueId v = 1; v < graph.n_values(); ++v) b->metas[v] = ir::evaluate(graph.meta(v), symbols);
  for (const KernelStep& k : plan.kernels) b->kernels.push_back(bind_kernel(k, symbols));
  for (const ExternalStep& e : plan.externals) b->externals.push_back(bind_external(graph, e, symbols));
  place_slots(plan, *b);
  return b;
}

}  // namespace adder::codegen
