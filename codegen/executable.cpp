// Running a plan. What depends on sizes only is computed once for each set of symbol values (`Bound`); what belongs to
// a launch lives in a Frame that is leased for its duration, so launches may overlap.
#include "codegen/executable.h"
#include <algorithm>
#include <cstring>
#include <mutex>
#include "codegen/driver.h"
#include "ir/interpreter.h"
#include "ir/symbols.h"
#include "runtime/base/allocator.h"
#include "runtime/ops/dispatch.h"
namespace adder::codegen {
namespace {

constexpr size_t kMaxBound = 16;  // sets of symbol values that are kept
constexpr int64_t kArenaAlign = 64;

struct BoundKernel {
  KernelLaunch launch;  // all but the data pointers
  ValueId root[kMaxBuffers];
  int64_t offset_bytes[kMaxBuffers];
};
struct BoundExternal {
  std::vector<Arg> args;  // tensors are patched in at the launch
  std::vector<std::pair<int, ValueId>> tensors;
  std::vector<std::vector<SymInt>> lists;
};
struct Bound {
  std::vector<int64_t> symbols;
  std::vector<BoundKernel> kernels;
  std::vector<BoundExternal> externals;
  std::vector<rt::Meta<int64_t>> metas;  // by value
  std::vector<int64_t> arena_offsets;    // by arena slot
  int64_t arena_bytes = 0;
};

struct Frame {
  std::vector<Tensor> tensors;  // by tensor index of the plan
  std::vector<char*> memory;    // by root value: its first element
  std::vector<Tensor> views;    // of the present external step
  std::vector<Arg> args, results;
  rt::Block arena;
};

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

class CompiledGraph : public rt::Executable {
 public:
  CompiledGraph(std::shared_ptr<const Graph> graph, Plan plan, std::shared_ptr<KernelCache> cache)
      : graph_(std::move(graph)), plan_(std::move(plan)), cache_(std::move(cache)) {
    release_after_.resize(plan_.steps.size());
    for (ValueId v : plan_.tensor_values) {
      const RootPlan& r = plan_.roots[v];
      if (r.last_step < int(plan_.steps.size())) release_after_[size_t(r.last_step)].push_back(r.index);
      if (r.made_by_kernel) allocate_before_.push_back({r.first_step, v});
    }
    std::sort(allocate_before_.begin(), allocate_before_.end());
  }

  Status run(rt::Launch& launch) const override {
    CHECK(launch.inputs.size() == graph_->inputs().size() && launch.outputs.size() == graph_->outputs().size());
    std::shared_ptr<const Bound> bound = bind(launch.symbols);
    std::unique_ptr<Frame> frame = lease();
    Status s = run_steps(launch, *bound, *frame);
    if (s.ok()) s = finish(launch, *bound, *frame);
    if (!s.ok())
      for (Tensor& t : launch.outputs) t = Tensor();
    give_back(std::move(frame));
    return s;
  }
  std::string text() const override { return plan_.text(); }

 private:
  // ---- binding

  std::shared_ptr<const Bound> bind(std::span<const int64_t> symbols) const {
    {
      std::lock_guard<std::mutex> hold(lock_);
      for (const std::shared_ptr<const Bound>& b : bound_)
        if (std::equal(b->symbols.begin(), b->symbols.end(), symbols.begin(), symbols.end())) return b;
    }
    std::shared_ptr<const Bound> made = make_bound(symbols);
    std::lock_guard<std::mutex> hold(lock_);
    if (bound_.size() == kMaxBound) bound_.erase(bound_.begin());
    bound_.push_back(made);
    return made;
  }

  std::shared_ptr<const Bound> make_bound(std::span<const int64_t> symbols) const {
    auto b = std::make_shared<Bound>();
    b->symbols.assign(symbols.begin(), symbols.end());
    b->metas.resize(graph_->n_values());
    for (ValueId v = 1; v < graph_->n_values(); ++v) b->metas[v] = ir::evaluate(graph_->meta(v), symbols);
    for (const KernelStep& k : plan_.kernels) b->kernels.push_back(bind_kernel(k, symbols));
    for (const ExternalStep& e : plan_.externals) b->externals.push_back(bind_external(e, symbols));
    place_slots(plan_, *b);
    return b;
  }

  BoundKernel bind_kernel(const KernelStep& k, std::span<const int64_t> symbols) const {
    BoundKernel b;
    KernelLaunch& l = b.launch;
    auto value = [&](SymInt v) { return rt::ShapeEnv::evaluate(v, symbols); };
    // Outer dims are merged as far as all buffers allow, so more than kMaxLoopDims of them are rare; those that do not
    // fit are refused when the plan is made.
    l.n_outer = k.outer.n;
    CHECK(l.n_outer <= kMaxLoopDims);
    for (int d = 0; d < l.n_outer; ++d) l.outer[d] = value(k.outer[d]);
    l.n = 1;
    for (SymInt s : k.inner) l.n *= value(s);
    for (size_t q = 0; q < k.buffers.size(); ++q) {
      const BufferBinding& from = k.buffers[q];
      b.root[q] = from.root;
      b.offset_bytes[q] = value(from.offset) * rt::kTypeBytes[k.kernel.buffers[q].type];
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

  BoundExternal bind_external(const ExternalStep& e, std::span<const int64_t> symbols) const {
    BoundExternal b;
    const Node& n = graph_->node(e.node);
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

  // ---- frames

  std::unique_ptr<Frame> lease() const {
    {
      std::lock_guard<std::mutex> hold(lock_);
      if (!frames_.empty()) {
        std::unique_ptr<Frame> f = std::move(frames_.back());
        frames_.pop_back();
        return f;
      }
    }
    auto f = std::make_unique<Frame>();
    f->tensors.resize(plan_.tensor_values.size());
    f->memory.resize(graph_->n_values());
    return f;
  }
  void give_back(std::unique_ptr<Frame> f) const {
    for (Tensor& t : f->tensors) t = Tensor();
    f->views.clear();
    if (f->arena.data) {
      rt::release_block(f->arena);
      f->arena = {};
    }
    std::lock_guard<std::mutex> hold(lock_);
    frames_.push_back(std::move(f));
  }

  // ---- running

  Status run_steps(rt::Launch& launch, const Bound& bound, Frame& f) const {
    rt::Context& c = launch.context;
    rt::WithEnabled below(c, 0);
    for (size_t i = 0; i < launch.inputs.size(); ++i) {
      TRY(rt::touch(*launch.inputs[i], false));
      f.memory[graph_->inputs()[i]] = static_cast<char*>(launch.inputs[i]->data());
    }
    for (const Node& n : graph_->nodes())
      if (n.kind == ir::NodeKind::constant)
        f.memory[n.first] = static_cast<char*>(graph_->constants()[n.constant]->data());
    if (bound.arena_bytes) {
      f.arena = rt::allocate_block(bound.arena_bytes);
      if (!f.arena.data) return Status::error(ErrorKind::memory, rt::out_of_memory_text(bound.arena_bytes));
      for (size_t k = 0; k < plan_.arena_values.size(); ++k)
        f.memory[plan_.arena_values[k]] = static_cast<char*>(f.arena.data) + bound.arena_offsets[k];
    }
    size_t next = 0;
    for (size_t i = 0; i < plan_.steps.size(); ++i) {
      if (launch.cancel && launch.cancel->load(std::memory_order_relaxed)) return Status::error("launch canceled");
      for (; next < allocate_before_.size() && allocate_before_[next].first <= int(i); ++next)
        TRY(allocate(bound, f, allocate_before_[next].second));
      Step step = plan_.steps[i];
      if (step.kind == Step::kernel) {
        run_kernel_step(c, bound.kernels[size_t(step.index)], plan_.kernels[size_t(step.index)], f);
      } else {
        TRY(run_external(launch, bound, bound.externals[size_t(step.index)], plan_.externals[size_t(step.index)], f));
      }
      for (int index : release_after_[i]) f.tensors[size_t(index)] = Tensor();
    }
    return {};
  }

  Status allocate(const Bound& bound, Frame& f, ValueId v) const {
    rt::Meta<int64_t> m = bound.metas[v];
    m.offset = 0;
    Tensor t = rt::new_tensor(m);
    if (!rt::has_data(*t) && t->numel)
      return Status::error(ErrorKind::memory, rt::out_of_memory_text(t->numel * rt::bytes_of(m.dtype)));
    f.memory[v] = static_cast<char*>(t->data());
    f.tensors[size_t(plan_.roots[v].index)] = std::move(t);
    return {};
  }

  void run_kernel_step(rt::Context& c, const BoundKernel& b, const KernelStep& k, Frame& f) const {
    KernelLaunch l = b.launch;
    for (size_t q = 0; q < k.buffers.size(); ++q)
      l.data[q] = b.root[q] ? f.memory[b.root[q]] + b.offset_bytes[q] : nullptr;
    if (k.fn) {
      run_kernel(k.kernel, k.fn, l, c.pool.get());
    } else {
      interpret(k.kernel, l, c.executor);
    }
  }

  const Tensor& root_tensor(const rt::Launch& launch, const Frame& f, ValueId root) const {
    const RootPlan& r = plan_.roots[root];
    switch (r.home) {
      case Home::input: return launch.inputs[size_t(r.index)];
      case Home::constant: return graph_->constants()[size_t(r.index)];
      default: CHECK(r.home == Home::tensor); return f.tensors[size_t(r.index)];
    }
  }
  Tensor view_of(const rt::Launch& launch, const Bound& bound, const Frame& f, ValueId v) const {
    ValueId root = plan_.root_of[v];
    const Tensor& t = root_tensor(launch, f, root);
    rt::Meta<int64_t> m = bound.metas[v];
    m.offset = t->meta.offset + m.offset - bound.metas[root].offset;
    return rt::alias_of(*t, m);
  }

  Status run_external(rt::Launch& launch, const Bound& bound, const BoundExternal& b, const ExternalStep& e,
                      Frame& f) const {
    const Node& n = graph_->node(e.node);
    auto tensor = [&](ValueId v) -> rt::TensorImpl* {
      if (plan_.root_of[v] == v) return root_tensor(launch, f, v).get();
      f.views.push_back(view_of(launch, bound, f, v));
      return f.views.back().get();
    };
    f.args = b.args;
    for (auto [at, v] : b.tensors) f.args[size_t(at)] = Arg(tensor(v));
    f.results.assign(n.n_results, Arg());
    for (size_t k = 0; k < n.destinations.size(); ++k)
      if (n.destinations[k]) f.results[k] = Arg(tensor(n.destinations[k]));
    TRY(rt::dispatch(launch.context, n.op, f.args, f.results));
    for (uint32_t k = 0; k < n.n_results; ++k) {
      if (!n.destinations.empty() && n.destinations[k]) continue;
      ValueId v = n.first + k;
      Tensor t = Tensor::adopt(f.results[k].t);
      if (!t || plan_.root_of[v] != v) continue;
      f.memory[v] = static_cast<char*>(t->data());
      f.tensors[size_t(plan_.roots[v].index)] = std::move(t);
    }
    f.views.clear();
    return {};
  }

  Status finish(rt::Launch& launch, const Bound& bound, Frame& f) const {
    rt::Context& c = launch.context;
    rt::WithEnabled below(c, 0);
    auto tensor = [&](ValueId v) {
      return plan_.root_of[v] == v ? root_tensor(launch, f, v) : view_of(launch, bound, f, v);
    };
    for (const ir::WriteBack& w : graph_->write_backs()) TRY(ir::copy_into(c, tensor(w.source), tensor(w.input)));
    for (size_t k = 0; k < launch.outputs.size(); ++k)
      launch.outputs[k] = graph_->outputs()[k] ? tensor(graph_->outputs()[k]) : Tensor();
    return {};
  }

  std::shared_ptr<const Graph> graph_;
  Plan plan_;
  std::shared_ptr<KernelCache> cache_;
  std::vector<std::vector<int>> release_after_;           // tensor indices, by step
  std::vector<std::pair<int, ValueId>> allocate_before_;  // step, value; sorted
  mutable std::mutex lock_;
  mutable std::vector<std::shared_ptr<const Bound>> bound_;
  mutable std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace

std::shared_ptr<rt::Executable> make_executable(std::shared_ptr<const Graph> graph, Plan plan,
                                                std::shared_ptr<KernelCache> cache) {
  return std::make_shared<CompiledGraph>(std::move(graph), std::move(plan), std::move(cache));
}

}  // namespace adder::codegen
