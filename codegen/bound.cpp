#include "codegen/bound.h"
#include <algorithm>
#include "codegen/driver.h"
#include "ir/symbols.h"
namespace adder::codegen {
namespace {

constexpr int64_t kArenaAlign = 64;

// First fit over live ranges: two slots share bytes only when no step needs both.
void place_slots(const Graph& graph, const Plan& plan, Bound& b) {
  struct Range {
    int first, last;
    int64_t at, bytes;
  };
  std::vector<Range> placed;
  for (ValueId v : plan.arena_values) {
    const RootPlan& r = plan.roots[v];
    const rt::Meta<int64_t>& m = b.meta(graph, v);
    int64_t bytes = m.sizes.product() * rt::bytes_of(m.dtype);
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
  KernelLaunch l;
  ValueId roots[kMaxBuffers];
  int64_t offsets[kMaxBuffers];
  std::vector<int> slots;
  auto value = [&](SymInt v) { return rt::ShapeEnv::evaluate(v, symbols); };
  l.n_outer = k.outer.n;
  CHECK(l.n_outer <= kMaxLoopDims);
  for (int d = 0; d < l.n_outer; ++d) l.outer[d] = value(k.outer[d]);
  l.n = 1;
  for (SymInt s : k.inner) l.n *= value(s);
  for (size_t q = 0; q < k.buffers.size(); ++q) {
    const BufferBinding& from = k.buffers[q];
    roots[q] = from.root;
    offsets[q] = value(from.offset);
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
    slots.push_back(s.slot);
  }
  merge_dims(k.kernel, l);
  return BoundKernel(l, {roots, k.buffers.size()}, {offsets, k.buffers.size()}, slots);
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

BoundKernel::BoundKernel(const KernelLaunch& l, std::span<const ValueId> roots, std::span<const int64_t> offsets,
                         std::span<const int> scalars)
    : n_outer_(uint32_t(l.n_outer)), n_buffers_(uint32_t(roots.size())), n_(l.n) {
  numbers_.reserve(n_outer_ + n_buffers_ * (3 + n_outer_) + 2 * scalars.size());
  numbers_.assign(l.outer, l.outer + n_outer_);
  for (size_t q = 0; q < n_buffers_; ++q) {
    numbers_.insert(numbers_.end(), {roots[q], offsets[q], l.inner_stride[q]});
    numbers_.insert(numbers_.end(), l.strides[q], l.strides[q] + n_outer_);
  }
  for (int slot : scalars) numbers_.insert(numbers_.end(), {slot, l.scalars[slot].i});
}

KernelLaunch BoundKernel::launch() const {
  KernelLaunch l;
  l.n_outer = int(n_outer_);
  l.n = n_;
  const int64_t* at = numbers_.data();
  for (uint32_t d = 0; d < n_outer_; ++d) l.outer[d] = *at++;
  for (uint32_t q = 0; q < n_buffers_; ++q) {
    l.inner_stride[q] = at[2];
    at += 3;
    for (uint32_t d = 0; d < n_outer_; ++d) l.strides[q][d] = *at++;
  }
  for (const int64_t* end = numbers_.data() + numbers_.size(); at < end; at += 2)
    l.scalars[at[0]] = {double(at[1]), at[1]};
  l.scalars[rt::kCountScalar] = {double(n_), n_};
  return l;
}

std::shared_ptr<const Bound> bind_plan(const Graph& graph, const Plan& plan, std::span<const int64_t> symbols) {
  auto b = std::make_shared<Bound>();
  b->symbols.assign(symbols.begin(), symbols.end());
  b->metas.reserve(graph.metas().size());
  for (const SymMeta& m : graph.metas()) b->metas.push_back(ir::evaluate(m, symbols));
  b->kernels.reserve(plan.kernels.size());
  b->externals.reserve(plan.externals.size());
  for (const KernelStep& k : plan.kernels) b->kernels.push_back(bind_kernel(k, symbols));
  for (const ExternalStep& e : plan.externals) b->externals.push_back(bind_external(graph, e, symbols));
  place_slots(graph, plan, *b);
  return b;
}

}  // namespace adder::codegen
