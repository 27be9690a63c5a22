// Running a plan. What depends on sizes only is computed once for each set of symbol values (`Bound`); what belongs to
// a launch lives in a Frame that is leased for its duration, so launches may overlap.
#include "codegen/executable.h"
#include <algorithm>
#include <cstring>
#include <mutex>
#include "codegen/bound.h"
#include "codegen/driver.h"
#include "codegen/product.h"
#include "codegen/spirv/runner.h"
#include "ir/interpreter.h"
#include "ir/symbols.h"
#include "runtime/base/allocator.h"
#include "runtime/ops/dispatch.h"
#include "runtime/ops/engine.h"
#include "runtime/ops/memory_failure.h"
#include "runtime/types/offset.h"
namespace adder::codegen {
namespace {

constexpr size_t kMaxBound = 16;             // sets of symbol values that are kept
constexpr int64_t kLargeArena = 256 * 1024;  // bytes from which slots are allocated one by one

struct Frame {
  std::vector<Tensor> tensors;  // by tensor index of the plan
  std::vector<char*> memory;    // by root value: its first element
  std::vector<Tensor> views;    // of the present external step
  std::vector<Arg> args, results;
  rt::Block arena;                                 // all arena slots in one
  std::vector<rt::Block> slots;                    // or each by itself
  std::unique_ptr<VulkanRunner::Session> session;  // of the last set of sizes this frame ran with
};

class CompiledGraph : public rt::Executable {
 public:
  CompiledGraph(std::shared_ptr<const Graph> graph, Plan plan, std::shared_ptr<KernelCache> cache,
                std::shared_ptr<rt::VulkanDevice> device)
      : graph_(std::move(graph)), plan_(std::move(plan)), cache_(std::move(cache)) {
    if (device) device_ = std::make_unique<VulkanRunner>(std::move(device), *graph_, plan_);
    release_after_.resize(plan_.steps.size());
    for (ValueId v : plan_.tensor_values) {
      const RootPlan& r = plan_.roots[v];
      if (r.last_step < int(plan_.steps.size())) release_after_[size_t(r.last_step)].push_back(r.index);
      if (r.made_by_kernel) allocate_before_.push_back({r.first_step, v});
    }
    std::sort(allocate_before_.begin(), allocate_before_.end());
    for (size_t i = 0; i < graph_->inputs().size(); ++i) {
      ValueId v = graph_->inputs()[i];
      bool written = false;
      for (const ir::WriteBack& w : graph_->write_backs()) written |= w.input == v;
      int last = plan_.roots[v].last_step;  // -1: nobody reads it
      if (!written && last < int(plan_.steps.size())) give_up_after_.push_back({last, int(i)});
    }
    std::sort(give_up_after_.begin(), give_up_after_.end());
    drop_after_.resize(plan_.steps.size());
    for (size_t k = 0; k < plan_.arena_values.size(); ++k) {
      const RootPlan& r = plan_.roots[plan_.arena_values[k]];
      slot_before_.push_back({r.first_step, int(k)});
      drop_after_[size_t(r.last_step)].push_back(int(k));
    }
    std::sort(slot_before_.begin(), slot_before_.end());
  }

  Status run(rt::Launch& launch) const override {
    CHECK(launch.inputs.size() == graph_->inputs().size() && launch.outputs.size() == graph_->outputs().size());
    std::shared_ptr<const Bound> bound = bind(launch.symbols);
    std::unique_ptr<Frame> frame = lease();
    Status s;
    try {
      s = run_steps(launch, bound, *frame);
    } catch (const std::bad_alloc& e) {
      s = rt::memory_failure(e);
    }
    if (s.ok()) s = finish(launch, *bound, *frame);
    if (!s.ok())
      for (Tensor& t : launch.outputs) t = Tensor();
    give_back(std::move(frame));
    return s;
  }
  std::string text() const override { return launches_text(*graph_, plan_) + kernels_text(plan_); }
  Listing listing() const override { return {launches_text(*graph_, plan_), kernels_text(plan_)}; }

 private:
  // ---- binding

  std::shared_ptr<const Bound> bind(std::span<const int64_t> symbols) const {
    {
      std::lock_guard<std::mutex> hold(lock_);
      for (const std::shared_ptr<const Bound>& b : bound_)
        if (std::equal(b->symbols.begin(), b->symbols.end(), symbols.begin(), symbols.end())) return b;
    }
    std::shared_ptr<const Bound> made = bind_plan(*graph_, plan_, symbols);
    std::lock_guard<std::mutex> hold(lock_);
    if (bound_.size() == kMaxBound) bound_.erase(bound_.begin());
    bound_.push_back(made);
    return made;
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
    for (rt::Block& b : f->slots) drop(b);
    f->slots.clear();
    std::lock_guard<std::mutex> hold(lock_);
    frames_.push_back(std::move(f));
  }

  // ---- running

  Status run_steps(rt::Launch& launch, const std::shared_ptr<const Bound>& shared, Frame& f) const {
    const Bound& bound = *shared;
    rt::Context& c = launch.context;
    rt::WithEnabled below(c, 0);
    for (size_t i = 0; i < launch.inputs.size(); ++i) {
      TRY(rt::touch(*launch.inputs[i], false));
      f.memory[graph_->inputs()[i]] = static_cast<char*>(launch.inputs[i]->data());
    }
    for (const ir::WriteBack& w : plan_.direct_writes) {
      rt::TensorImpl& t = *launch.inputs[size_t(plan_.roots[w.input].index)];
      TRY(rt::touch(t, true));
      rt::bump_version(t);
      f.memory[w.source] = static_cast<char*>(t.data());
    }
    for (const Node& n : graph_->nodes())
      if (n.kind == ir::NodeKind::constant)
        f.memory[n.first] = static_cast<char*>(graph_->constants()[n.constant]->data());
    // A large arena would stay whole through the launch, beside the tensors that come and go; its slots come and go
    // too.
    bool separate = bound.arena_bytes > kLargeArena && !device_;
    if (separate) {
      f.slots.assign(plan_.arena_values.size(), {});
    } else if (bound.arena_bytes) {
      f.arena = rt::allocate_block(bound.arena_bytes);
      if (!f.arena.data) return Status::error(ErrorKind::memory, rt::out_of_memory_text(bound.arena_bytes));
      for (size_t k = 0; k < plan_.arena_values.size(); ++k)
        f.memory[plan_.arena_values[k]] = static_cast<char*>(f.arena.data) + bound.arena_offsets[k];
    }
    if (device_ && (!f.session || &f.session->bound() != &bound)) {
      ASSIGN_OR_RETURN(f.session, device_->session(shared));
    }
    size_t next = 0, next_slot = 0, next_given_up = launch.given_up.empty() ? give_up_after_.size() : 0;
    for (int i = 0; i < int(plan_.steps.size()); ++i) {
      if (launch.cancel && launch.cancel->load(std::memory_order_relaxed)) return Status::error("launch canceled");
      const VulkanRunner::Batch* batch = f.session && f.session->usable() ? device_->batch_from(i) : nullptr;
      Step step = plan_.steps[size_t(i)];
      int last = batch ? batch->last : i + step.feeds_next;
      for (; next < allocate_before_.size() && allocate_before_[next].first <= last; ++next)
        TRY(allocate(bound, f, allocate_before_[next].second));
      for (; separate && next_slot < slot_before_.size() && slot_before_[next_slot].first <= last; ++next_slot)
        TRY(allocate_slot(bound, f, slot_before_[next_slot].second));
      if (batch) {
        TRY(f.session->run(*batch, f.memory));
      } else if (step.feeds_next) {
        TRY(run_pair(launch, bound, step, plan_.steps[size_t(last)], f));
      } else if (step.kind == Step::kernel) {
        run_kernel_step(c, bound.kernels[size_t(step.index)], plan_.kernels[size_t(step.index)], f);
      } else {
        TRY(run_external(launch, bound, bound.externals[size_t(step.index)], plan_.externals[size_t(step.index)], f));
      }
      for (; i <= last; ++i) {
        for (int index : release_after_[size_t(i)]) f.tensors[size_t(index)] = Tensor();
        if (separate)
          for (int slot : drop_after_[size_t(i)]) drop(f.slots[size_t(slot)]);
      }
      i = last;
      for (; next_given_up < give_up_after_.size() && give_up_after_[next_given_up].first <= last; ++next_given_up)
        launch.given_up[size_t(give_up_after_[next_given_up].second)] = Tensor();
    }
    return {};
  }

  static void drop(rt::Block& b) {
    if (b.data) rt::release_block(b);
    b = {};
  }
  Status allocate_slot(const Bound& bound, Frame& f, int slot) const {
    ValueId v = plan_.arena_values[size_t(slot)];
    const rt::Meta<int64_t>& m = bound.meta(*graph_, v);
    int64_t bytes = std::max<int64_t>(1, m.sizes.product() * rt::bytes_of(m.dtype));
    rt::Block& b = f.slots[size_t(slot)] = rt::allocate_block(bytes);
    if (!b.data) return Status::error(ErrorKind::memory, rt::out_of_memory_text(bytes));
    f.memory[v] = static_cast<char*>(b.data);
    return {};
  }
  Status allocate(const Bound& bound, Frame& f, ValueId v) const {
    rt::Meta<int64_t> m = bound.meta(*graph_, v);
    m.offset = 0;
    ASSIGN_OR_RETURN(Tensor t, rt::allocate(m));
    f.memory[v] = static_cast<char*>(t->data());
    f.tensors[size_t(plan_.roots[v].index)] = std::move(t);
    return {};
  }

  static KernelLaunch launch_of(const BoundKernel& b, const KernelStep& k, const Frame& f) {
    KernelLaunch l = b.launch();
    for (size_t q = 0; q < k.buffers.size(); ++q)
      if (ValueId root = b.root(q)) l.data[q] = f.memory[root] + b.offset(q);
    return l;
  }
  void run_kernel_step(rt::Context& c, const BoundKernel& b, const KernelStep& k, Frame& f) const {
    KernelLaunch l = launch_of(b, k, f);
    if (!k.columns.empty()) {
      std::vector<char*> results;
      for (const ColumnReduction& r : k.columns)
        for (ValueId v : r.results) results.push_back(f.memory[v]);
      run_columns(k, l, results, c.pool.get());
    } else if (k.fn) {
      run_kernel(k.kernel, k.fn, l, c.pool.get());
    } else {
      interpret(k.kernel, l, c.executor);
    }
  }

  // A product and the kernel that reads it.
  Status run_pair(rt::Launch& launch, const Bound& bound, Step product, Step next, Frame& f) const {
    const ExternalStep& e = plan_.externals[size_t(product.index)];
    const BoundExternal& b = bound.externals[size_t(product.index)];
    const BoundKernel& kernel = bound.kernels[size_t(next.index)];
    const KernelStep& k = plan_.kernels[size_t(next.index)];
    const Node& n = graph_->node(e.node);
    bool adds = b.tensors.size() == 3;
    Tensor operands[3];
    for (size_t i = 0; i < b.tensors.size(); ++i) {
      ValueId v = b.tensors[i].second;
      ASSIGN_OR_RETURN(operands[i], tensor_of(launch, bound, f, v));
    }
    if (product.in_place) {
      f.memory[n.first] = f.memory[product.in_place];
    } else {
      TRY(allocate(bound, f, n.first));
    }
    ProductOperands p{adds ? operands[0].get() : nullptr, operands[adds].get(), operands[adds + 1].get(),
                      reinterpret_cast<float*>(f.memory[n.first])};
    if (run_product(launch.context, p, k, launch_of(kernel, k, f))) return {};
    f.tensors[size_t(plan_.roots[n.first].index)] = Tensor();
    TRY(run_external(launch, bound, b, e, f));
    run_kernel_step(launch.context, kernel, k, f);
    return {};
  }

  const Tensor& root_tensor(const rt::Launch& launch, const Frame& f, ValueId root) const {
    const RootPlan& r = plan_.roots[root];
    switch (r.home) {
      case Home::input: return launch.inputs[size_t(r.index)];
      case Home::constant: return graph_->constants()[size_t(r.index)];
      default: CHECK(r.home == Home::tensor); return f.tensors[size_t(r.index)];
    }
  }
  Result<Tensor> tensor_of(const rt::Launch& launch, const Bound& bound, const Frame& f, ValueId v) const {
    ValueId root = plan_.root_of[v];
    const Tensor& t = root_tensor(launch, f, root);
    if (root == v) return t;
    rt::Meta<int64_t> m = bound.meta(*graph_, v);
    const rt::Meta<int64_t>& whole = bound.meta(*graph_, root);
    int64_t wide = rt::bytes_of(m.dtype);
    int64_t at = t->meta.offset * rt::bytes_of(whole.dtype) + rt::bytes_behind(m, whole);
    if (at % wide)  // as a gradient may lie that was made elsewhere
      return Status::error("Tensor must have a storage_offset divisible by " +
                           std::to_string(wide / rt::bytes_of(whole.dtype)));
    m.offset = at / wide;
    return rt::alias_of(*t, m);
  }

  Status run_external(rt::Launch& launch, const Bound& bound, const BoundExternal& b, const ExternalStep& e,
                      Frame& f) const {
    const Node& n = graph_->node(e.node);
    auto put = [&](Arg& to, ValueId v) -> Status {
      if (plan_.root_of[v] == v) {
        to = Arg(root_tensor(launch, f, v).get());
        return {};
      }
      ASSIGN_OR_RETURN(Tensor view, tensor_of(launch, bound, f, v));
      to = Arg(view.get());
      f.views.push_back(std::move(view));
      return {};
    };
    f.args = b.args;
    for (auto [at, v] : b.tensors) TRY(put(f.args[size_t(at)], v));
    f.results.assign(n.n_results, Arg());
    for (size_t k = 0; k < n.destinations.size(); ++k)
      if (n.destinations[k]) TRY(put(f.results[k], n.destinations[k]));
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
    for (const ir::WriteBack& w : plan_.copies) {
      ASSIGN_OR_RETURN(Tensor from, tensor_of(launch, bound, f, w.source));
      ASSIGN_OR_RETURN(Tensor to, tensor_of(launch, bound, f, w.input));
      TRY(ir::copy_into(c, from, to));
    }
    for (size_t k = 0; k < launch.outputs.size(); ++k) {
      launch.outputs[k] = Tensor();
      if (ValueId v = graph_->outputs()[k]) {
        ASSIGN_OR_RETURN(launch.outputs[k], tensor_of(launch, bound, f, v));
      }
    }
    return {};
  }

  std::shared_ptr<const Graph> graph_;
  Plan plan_;
  std::shared_ptr<KernelCache> cache_;
  std::unique_ptr<VulkanRunner> device_;                  // null: the CPU runs all kernels
  std::vector<std::vector<int>> release_after_;           // tensor indices, by step
  std::vector<std::pair<int, ValueId>> allocate_before_;  // step, value; sorted
  std::vector<std::pair<int, int>> give_up_after_;        // step, input; sorted
  std::vector<std::pair<int, int>> slot_before_;          // step, arena slot; sorted
  std::vector<std::vector<int>> drop_after_;              // arena slots, by step
  mutable std::mutex lock_;
  mutable std::vector<std::shared_ptr<const Bound>> bound_;
  mutable std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace

std::shared_ptr<rt::Executable> make_executable(std::shared_ptr<const Graph> graph, Plan plan,
                                                std::shared_ptr<KernelCache> cache,
                                                std::shared_ptr<rt::VulkanDevice> device) {
  return std::make_shared<CompiledGraph>(std::move(graph), std::move(plan), std::move(cache), std::move(device));
}

}  // namespace adder::codegen
