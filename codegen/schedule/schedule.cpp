#include "codegen/schedule/schedule.h"
#include <algorithm>
#include "codegen/product.h"
#include "codegen/schedule/stages.h"
namespace adder::codegen {
namespace {

class Scheduler {
 public:
  Scheduler(const Graph& g, const ScheduleOptions& o) : g_(g), options_(o), groups_(g, o.missing, o.columns) {}

  Plan run() {
    plan_.root_of = groups_.root;
    plan_.roots.resize(g_.n_values());
    find_stored();
    for (size_t k = 0; k < groups_.groups.size(); ++k) {
      const Group& group = groups_.groups[k];
      if (group.kind == GroupKind::external || !add_kernel(int(k)))
        for (NodeId n : group.nodes) add_external(n);
    }
    if (options_.join_products) join_products();
    assign_homes();
    place_products();
    plan_.kernels.shrink_to_fit();
    return std::move(plan_);
  }

 private:
  // A group's value that another group, an output or a write-back reads has to lie in memory.
  void need(ValueId v, int reader_group) {
    ValueId root = groups_.root[v];
    if (groups_.group_of[root] >= 0 && groups_.group_of[root] != reader_group) stored_.insert(root);
  }
  void find_stored() {
    for (const Node& n : g_.nodes()) {
      if (n.kind != ir::NodeKind::call || is_view(n)) continue;
      ir::for_each_use(n, [&](ValueId v) { need(v, groups_.group_of[n.first]); });
    }
    for (ValueId v : g_.outputs())
      if (v) need(v, -1);
    for (const ir::WriteBack& w : g_.write_backs()) need(w.source, -1);
  }

  void touch(ValueId root, bool made_by_kernel) {
    RootPlan& r = plan_.roots[root];
    int step = int(plan_.steps.size());
    if (r.first_step < 0) r.first_step = step;
    r.last_step = step;
    r.made_by_kernel |= made_by_kernel;
  }
  bool add_kernel(int group) {
    std::optional<KernelStep> k = build_kernel(groups_, group, stored_);
    if (!k || !verify(k->kernel).empty() || k->outer.n > kMaxLoopDims) return false;
    if (k->kernel.stages.empty()) return true;  // nothing that anybody reads
    if (options_.compile) {
      k->fn = options_.compile(k->kernel);
      if (!k->fn) return false;
      for (ColumnReduction& c : k->columns) {
        c.combine_fn = options_.compile(c.combine);
        c.finish_fn = options_.compile(c.finish);
        if (!c.combine_fn || !c.finish_fn) return false;
      }
    }
    for (const ColumnReduction& c : k->columns)
      for (ValueId v : c.results) touch(v, true);
    for (size_t b = 0; b < k->buffers.size(); ++b)
      if (ValueId root = k->buffers[b].root) touch(root, k->kernel.buffers[b].written);
    plan_.steps.push_back({Step::kernel, int(plan_.kernels.size())});
    k->buffers.shrink_to_fit();
    plan_.kernels.push_back(std::move(*k));
    return true;
  }
  void add_external(NodeId id) {
    const Node& n = g_.node(id);
    ir::for_each_use(n, [&](ValueId v) {
      touch(groups_.root[v], false);
      seen_by_engine_.insert(groups_.root[v]);
    });
    for (uint32_t k = 0; k < n.n_results; ++k) {
      touch(groups_.root[n.first + k], false);
      seen_by_engine_.insert(groups_.root[n.first + k]);
    }
    plan_.steps.push_back({Step::external, int(plan_.externals.size())});
    plan_.externals.push_back({id});
  }

  bool makes_write_back(const KernelStep& k) const {
    for (size_t b = 0; b < k.buffers.size(); ++b)
      for (const ir::WriteBack& w : g_.write_backs())
        if (k.kernel.buffers[b].written && k.buffers[b].root && k.buffers[b].root == groups_.root[w.source]) return true;
    return false;
  }
  // The pair runs as one: what the product reads has to stay until the kernel is done.
  void join_products() {
    for (size_t i = 0; i + 1 < plan_.steps.size(); ++i) {
      Step &step = plan_.steps[i], next = plan_.steps[i + 1];
      if (step.kind != Step::external || next.kind != Step::kernel) continue;
      const Node& n = g_.node(plan_.externals[size_t(step.index)].node);
      const KernelStep& kernel = plan_.kernels[size_t(next.index)];
      // A tile that goes straight into an input could overwrite what the product, or an alias of it, still reads.
      if (!is_product(g_, n) || makes_write_back(kernel) || !follows_tiles(g_, n, kernel)) continue;
      step.feeds_next = true;
      ir::for_each_use(n, [&](ValueId v) {
        int& last = plan_.roots[groups_.root[v]].last_step;
        last = std::max(last, int(i) + 1);
      });
    }
  }

  void assign_homes() {
    int end = int(plan_.steps.size());
    for (const ir::WriteBack& w : g_.write_backs())
      (writes_directly(w) ? plan_.direct_writes : plan_.copies).push_back(w);
    auto escapes = [&](ValueId v) {
      ValueId root = groups_.root[v];
      seen_by_engine_.insert(root);
      plan_.roots[root].last_step = end;
      if (plan_.roots[root].first_step < 0) plan_.roots[root].first_step = 0;
    };
    for (ValueId v : g_.outputs())
      if (v) escapes(v);
    for (const ir::WriteBack& w : plan_.copies) escapes(w.source);
    for (size_t i = 0; i < g_.inputs().size(); ++i) set_home(g_.inputs()[i], Home::input, int(i));
    for (const Node& n : g_.nodes())
      if (n.kind == ir::NodeKind::constant) set_home(n.first, Home::constant, int(n.constant));
    for (const ir::WriteBack& w : plan_.direct_writes) set_home(w.source, Home::input, plan_.roots[w.input].index);
    for (ValueId v = 1; v < plan_.roots.size(); ++v) {
      RootPlan& r = plan_.roots[v];
      if (groups_.root[v] != v || r.home != Home::none || r.first_step < 0) continue;
      if (seen_by_engine_.count(v)) {
        set_home(v, Home::tensor, int(plan_.tensor_values.size()));
        plan_.tensor_values.push_back(v);
      } else {
        set_home(v, Home::arena, int(plan_.arena_values.size()));
        plan_.arena_values.push_back(v);
      }
    }
  }
  // Where only the kernel behind a product reads it, a result of the kernel takes its place, tile by tile.
  void place_products() {
    for (size_t i = 0; i + 1 < plan_.steps.size(); ++i) {
      Step& step = plan_.steps[i];
      if (!step.feeds_next) continue;
      ValueId product = g_.node(plan_.externals[size_t(step.index)].node).first;
      if (plan_.roots[product].last_step != int(i) + 1) continue;
      const KernelStep& k = plan_.kernels[size_t(plan_.steps[i + 1].index)];
      for (size_t b = 0; b < k.buffers.size() && !step.in_place; ++b) {
        ValueId made = k.buffers[b].root;
        if (!k.kernel.buffers[b].written || !made) continue;
        const RootPlan& to = plan_.roots[made];
        bool own = to.first_step == int(i) + 1 && (to.home == Home::arena || to.home == Home::tensor);
        if (own && g_.meta(made).dtype == rt::DType::f32 && walks_rows(k, k.buffers[b])) step.in_place = made;
      }
    }
  }
  // A kernel may write `source` into the input's own memory when nobody reads the input's old value afterwards, the
  // kernel itself reads it at the written place only, and the new value is not an output of its own.
  bool writes_directly(const ir::WriteBack& w) const {
    const RootPlan &from = plan_.roots[w.source], &to = plan_.roots[w.input];
    if (groups_.root[w.source] != w.source || !from.made_by_kernel || to.last_step > from.first_step) return false;
    for (ValueId v : g_.outputs())
      if (v && groups_.root[v] == w.source) return false;
    int uses = 0;
    for (const ir::WriteBack& o : g_.write_backs()) uses += groups_.root[o.source] == w.source;
    const SymMeta &m = g_.meta(w.input), &n = g_.meta(w.source);
    if (uses != 1 || m.dtype != n.dtype || !same(m.sizes, n.sizes) || !same(m.strides, n.strides)) return false;
    Step step = plan_.steps[size_t(from.first_step)];
    // With several stages a row could be read again after it was written.
    if (step.kind != Step::kernel) return false;
    const KernelStep& maker = plan_.kernels[size_t(step.index)];
    if (!maker.kernel.pointwise() || !maker.columns.empty()) return false;
    const std::vector<BufferBinding>& buffers = maker.buffers;
    const BufferBinding* written = nullptr;
    for (const BufferBinding& b : buffers)
      if (b.root == w.source) written = &b;
    if (!written) return false;
    for (const BufferBinding& b : buffers)
      if (b.root == w.input &&
          !(same(b.offset, written->offset) && same(b.outer, written->outer) && same(b.inner, written->inner)))
        return false;
    return true;
  }
  void set_home(ValueId v, Home home, int index) {
    plan_.roots[v].home = home;
    plan_.roots[v].index = index;
  }

  const Graph& g_;
  const ScheduleOptions& options_;
  Grouping groups_;
  Plan plan_;
  std::set<ValueId> stored_, seen_by_engine_;
};

}  // namespace

Plan schedule(const Graph& g, const ScheduleOptions& options) {
  return Scheduler(g, options).run();
}

}  // namespace adder::codegen
