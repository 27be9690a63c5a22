#include "codegen/schedule/stages.h"
#include <algorithm>
#include <map>
#include "runtime/types/offset.h"
namespace adder::codegen {
namespace {

constexpr int kCheapOps = 10;  // instructions that are worth computing twice instead of a trip through a scratch row
constexpr int64_t kExactInDouble = int64_t(1) << 53;

// A stage under construction. Values are memoized per stage; a place is loaded once.
struct StageBuild {
  Stage stage;
  ProgramBuilder program;
  std::map<ValueId, Reg> memo;
  std::map<std::pair<int, int>, Reg> loads;

  Reg load(Place p, KType t) {
    auto [at, fresh] = loads.try_emplace({p.kind, p.id});
    if (fresh) {
      at->second = program.load_raw(int(stage.in.size()), t);
      stage.in.push_back(p);
    }
    return at->second;
  }
  void store(Reg r, Place p) {
    program.store_raw(r);
    stage.out.push_back(p);
  }
};

class KernelBuilder {
 public:
  KernelBuilder(Grouping& groups, int group, const std::set<ValueId>& stored)
      : gs_(groups), group_(group), g_(groups.groups[size_t(group)]), order_(g_.order), stored_(stored) {}

  std::optional<KernelStep> run() {
    out_.kernel.name = "k" + std::to_string(group_);
    if (!g_.reduces && !g_.columns)  // the inner range is the last dim that has more than one element
      std::stable_partition(order_.begin(), order_.end(), [&](int d) { return is_constant(g_.space[d], 1); });
    for (int d = 0; d < g_.space.n; ++d) {
      SymInt size = g_.space[order_[size_t(d)]];
      (d < g_.space.n - g_.n_inner ? out_.outer : out_.inner).push(size);
    }
    assign_stages();
    if (g_.columns) {
      column_stage();
    } else {
      decide_what_to_keep();
      for (int s = 0; s <= n_stages_; ++s) {
        row_stage(s);
        if (s < n_stages_) inner_stage(s);
      }
    }
    if (too_wide_ || out_.kernel.buffers.size() > kMaxBuffers) return std::nullopt;
    return std::move(out_);
  }

 private:
  const Node& node(NodeId n) const { return gs_.graph.node(n); }
  KType stored_type(ValueId v) const { return rt::raw_type(gs_.graph.meta(v).dtype); }
  Grouping::Seen seen(ValueId v) const { return gs_.seen_in(v, group_); }

  // ---- which stage a value belongs to

  // stage_[v]: the stage of an inner value, or the inner stage before which a row value is available.
  void assign_stages() {
    for (NodeId n : g_.nodes) {
      int s = 0;
      ir::for_each_operand(node(n).args, [&](ValueId v) {
        if (ValueId own = seen(v).source) s = std::max(s, stage_[own]);
      });
      bool inner = gs_.level[node(n).first] == Level::inner, reduces = gs_.is_reduction(n);
      for (uint32_t k = 0; k < node(n).n_results; ++k) stage_[node(n).first + k] = s + reduces;
      if (inner || reduces) n_stages_ = std::max(n_stages_, s + 1);
    }
  }
  // The inner stage in which a node reads inner values.
  int reading_stage(NodeId n) const { return stage_.at(node(n).first) - gs_.is_reduction(n); }

  bool is_cheap(ValueId v, int* budget) const {
    Grouping::Seen s = seen(v);
    if (!s.source || s.level == Level::row || kept_.count(s.source)) return --*budget >= 0;
    NodeId n = gs_.graph.value(s.source).producer;
    for (const Instr& i : gs_.program(n).code) {
      if (i.op >= kOpTableEnd) continue;
      bool slow = i.op == kOp_div || (i.op >= kOp_sqrt && i.op <= kOp_pow);
      if (slow || --*budget < 0) return false;
    }
    bool all = true;
    ir::for_each_operand(node(n).args, [&](ValueId u) { all = all && is_cheap(u, budget); });
    return all;
  }
  void keep_for(ValueId v, int stage) {  // v is read in `stage`
    Grouping::Seen s = seen(v);
    if (!s.source || s.level != Level::inner || stage_.at(s.source) == stage) return;
    int budget = kCheapOps;
    if (stored_.count(s.source) || !is_cheap(s.source, &budget)) {
      kept_.insert(s.source);
      return;
    }
    ir::for_each_operand(node(gs_.graph.value(s.source).producer).args, [&](ValueId u) { keep_for(u, stage); });
  }
  void decide_what_to_keep() {
    for (NodeId n : g_.nodes)
      if (gs_.level[node(n).first] == Level::inner || gs_.is_reduction(n))
        ir::for_each_operand(node(n).args, [&](ValueId v) { keep_for(v, reading_stage(n)); });
  }

  // ---- buffers and row values

  Walk walk_of(const SymDims& inner_strides) const {
    for (int d = 0; d < inner_strides.n; ++d)
      if (!is_constant(inner_strides[d], 0)) return Walk::dense;
    return Walk::broadcast;
  }
  int add_buffer(BufferDecl d, BufferBinding b) {
    if (out_.kernel.buffers.size() >= kMaxBuffers) {
      too_wide_ = true;
      return 0;
    }
    out_.kernel.buffers.push_back(d);
    out_.buffers.push_back(std::move(b));
    return int(out_.kernel.buffers.size()) - 1;
  }
  // Splits strides over the space's dims into those of the outer and of the inner loops.
  void split(const SymDims& strides, BufferBinding& b) const {
    for (int d = 0; d < g_.space.n; ++d) {
      SymInt s = strides[order_[size_t(d)]];
      (d < g_.space.n - g_.n_inner ? b.outer : b.inner).push(s);
    }
  }
  // Something in memory. Row-level readers see one element a row.
  int outside_buffer(ValueId v, const SymDims& reader_sizes, bool row_level) {
    auto [at, fresh] = buffers_.try_emplace({v, row_level}, 0);
    if (!fresh) return at->second;
    BufferBinding b;
    b.root = gs_.root[v];
    const rt::SymMeta &m = gs_.graph.meta(v), &whole = gs_.graph.meta(b.root);
    b.offset = rt::bytes_behind(m, whole);
    SymDims strides = gs_.broadcast_strides(v, reader_sizes);
    if (row_level) {
      for (int d = 0; d < out_.outer.n; ++d) b.outer.push(strides[d]);
      for (int d = 0; d < out_.inner.n; ++d) b.inner.push(0);
    } else {
      split(strides, b);
    }
    return at->second = add_buffer({stored_type(v), walk_of(b.inner), false, false}, b);
  }
  int own_buffer(ValueId v) {
    bool row_level = gs_.level[v] == Level::row;
    auto [at, fresh] = buffers_.try_emplace({v, row_level}, 0);
    if (!fresh) return at->second;
    BufferBinding b;
    bool in_memory = stored_.count(v);
    if (row_level) {
      SymMeta rows;
      rows.sizes = gs_.row_sizes(g_, false);
      rows.set_contiguous();
      b.outer = rows.strides;
      for (int d = 0; d < out_.inner.n; ++d) b.inner.push(0);
    } else if (in_memory) {
      split(gs_.graph.meta(v).strides, b);
    }
    if (in_memory) b.root = v;
    return at->second = add_buffer({stored_type(v), row_level ? Walk::broadcast : Walk::dense, true, !in_memory}, b);
  }
  int row_value(ValueId v) {
    auto [at, fresh] = rows_.try_emplace(v, int(out_.kernel.rows.size()));
    if (fresh) out_.kernel.rows.push_back(stored_type(v));
    return at->second;
  }

  // ---- programs

  Reg number(StageBuild& sb, NodeId n, int position, KType t) {
    const ir::Arg& a = node(n).args[size_t(position)];
    bool large = a.tag == rt::Tag::integer && t == kI64 && (a.i > kExactInDouble || a.i < -kExactInDouble);
    if (a.tag == rt::Tag::symbol || large) return sb.program.scalar(scalar_slot(a.sym()), t);
    double v = a.number();
    if (!rt::is_float_type(t) && a.tag == rt::Tag::floating) v = double(int64_t(v));
    return sb.program.constant(v, t);
  }
  int scalar_slot(SymInt v) {
    for (const ScalarBinding& s : out_.scalars)
      if (same(s.value, v)) return s.slot;
    int slot = int(out_.scalars.size());
    if (slot >= rt::kCountScalar) {
      too_wide_ = true;
      return 0;
    }
    out_.scalars.push_back({slot, v});
    return slot;
  }
  Reg pointwise(StageBuild& sb, NodeId n, int stage, bool row_level) {
    std::vector<Reg> in;
    const SymDims& sizes = row_level ? gs_.graph.meta(node(n).first).sizes : g_.space;
    ir::for_each_operand(node(n).args, [&](ValueId v) { in.push_back(value(sb, v, sizes, stage, row_level)); });
    return splice(sb.program, gs_.program(n), in, [&](int at, KType t) { return number(sb, n, at, t); })[0];
  }
  // v as a reader of `sizes` in the given stage sees it.
  Reg value(StageBuild& sb, ValueId v, const SymDims& sizes, int stage, bool row_level) {
    Grouping::Seen s = seen(v);
    if (!s.source) return sb.load({Place::buffer, outside_buffer(v, sizes, row_level)}, stored_type(v));
    if (auto at = sb.memo.find(s.source); at != sb.memo.end()) return at->second;
    Reg r;
    if (s.level == Level::row && rows_.count(s.source)) {
      r = sb.load({Place::row, rows_[s.source]}, stored_type(s.source));
    } else if (s.level == Level::inner && stage_[s.source] < stage && kept_.count(s.source)) {
      r = sb.load({Place::buffer, own_buffer(s.source)}, stored_type(s.source));
    } else {
      r = pointwise(sb, gs_.graph.value(s.source).producer, stage, row_level);
    }
    sb.memo[s.source] = r;
    return r;
  }

  // ---- stages

  bool read_after(ValueId v, int stage) const {
    for (NodeId n : g_.nodes) {
      bool reads = false;
      ir::for_each_operand(node(n).args, [&](ValueId u) { reads |= seen(u).source == v; });
      if (!reads) continue;
      if (gs_.level[node(n).first] == Level::inner || gs_.is_reduction(n) || stage_.at(node(n).first) > stage)
        return true;
    }
    return false;
  }

  // Before inner stage s: finishes the reductions of stage s - 1, then the row-level nodes that have become possible.
  void row_stage(int s) {
    StageBuild sb;
    sb.stage.inner = false;
    for (auto& [n, accumulators] : finishing_) {
      const NodeReduction& r = gs_.reduction(n);
      std::vector<Reg> in;
      for (size_t j = 0; j < accumulators.size(); ++j)
        in.push_back(sb.load({Place::row, accumulators[j]}, r.reduction.acc[j]));
      std::vector<Reg> results =
          splice(sb.program, r.finish, in, [&, n = n](int at, KType t) { return number(sb, n, at, t); });
      for (size_t j = 0; j < results.size(); ++j) sb.memo[node(n).first + ValueId(j)] = results[j];
    }
    finishing_.clear();
    for (NodeId n : g_.nodes) {
      ValueId v = node(n).first;
      if (gs_.is_pointwise(n) && gs_.level[v] == Level::row && stage_[v] == s)
        value(sb, v, gs_.graph.meta(v).sizes, s, true);
    }
    std::vector<std::pair<ValueId, Reg>> made(sb.memo.begin(), sb.memo.end());
    for (auto& [v, r] : made) {
      if (gs_.level[v] != Level::row || stage_[v] != s) continue;
      if (stored_.count(v)) sb.store(r, {Place::buffer, own_buffer(v)});
      if (read_after(v, s)) sb.store(r, {Place::row, row_value(v)});
    }
    finish(sb);
  }

  void inner_stage(int s) {
    StageBuild sb;
    for (NodeId n : g_.nodes) {
      ValueId v = node(n).first;
      if (gs_.level[v] == Level::inner && stage_[v] == s && (stored_.count(v) || kept_.count(v))) {
        Reg r = value(sb, v, g_.space, s, false);
        sb.store(r, {Place::buffer, own_buffer(v)});
      }
      if (gs_.is_reduction(n) && stage_[v] == s + 1) reduce(sb, n, s);
    }
    finish(sb);
  }
  void reduce(StageBuild& sb, NodeId n, int s) {
    const NodeReduction& r = gs_.reduction(n);
    Reg stored = value(sb, ValueId(node(n).args[0].value), g_.space, s, false);
    Reg x = splice(sb.program, r.lift, {&stored, 1}, [](int, KType) { return Reg(); })[0];
    Reduction red = r.reduction;
    red.from = {int(sb.stage.out.size())};
    sb.store(x, {});
    for (KType t : red.acc) {
      red.to.push_back(int(out_.kernel.rows.size()));
      out_.kernel.rows.push_back(t);
    }
    finishing_.push_back({n, red.to});
    sb.stage.reductions.push_back(std::move(red));
  }
  // ---- reductions over the outer dims

  void column_stage() {
    StageBuild sb;
    for (NodeId n : g_.nodes) {
      ValueId v = node(n).first;
      if (gs_.is_reduction(n)) {
        add_row(sb, n);
      } else if (stored_.count(v)) {
        sb.store(value(sb, v, g_.space, 0, false), {Place::buffer, own_buffer(v)});
      }
    }
    finish(sb);
  }
  void add_row(StageBuild& sb, NodeId n) {
    const NodeReduction& r = gs_.reduction(n);
    const Reduction& red = r.reduction;
    ColumnReduction column;
    column.init = red.init;
    std::vector<Reg> in;
    for (KType t : red.acc) {
      column.buffers.push_back(add_buffer({t, Walk::dense, true, false}, {}));
      in.push_back(sb.load({Place::buffer, column.buffers.back()}, t));
    }
    Reg stored = value(sb, ValueId(node(n).args[0].value), g_.space, 0, false);
    auto no_scalar = [](int, KType) { return Reg(); };
    in.push_back(splice(sb.program, r.lift, {&stored, 1}, no_scalar)[0]);
    std::vector<Reg> sums = splice(sb.program, red.step, in, no_scalar);
    for (size_t j = 0; j < sums.size(); ++j) sb.store(sums[j], {Place::buffer, column.buffers[j]});

    StageBuild merge, last;
    int count = int(red.acc.size());
    for (int j = 0; j < 2 * count; ++j) {
      column.combine.buffers.push_back({red.acc[size_t(j % count)], Walk::dense, j < count, false});
      merge.stage.in.push_back({Place::buffer, j});
      if (j < count) merge.stage.out.push_back({Place::buffer, j});
    }
    merge.stage.program = red.combine;
    column.combine.stages.push_back(std::move(merge.stage));
    std::vector<Reg> totals;
    for (int j = 0; j < count; ++j) {
      column.finish.buffers.push_back({red.acc[size_t(j)], Walk::dense, false, false});
      totals.push_back(last.load({Place::buffer, j}, red.acc[size_t(j)]));
    }
    std::vector<Reg> results =
        splice(last.program, r.finish, totals, [&](int at, KType t) { return number(last, n, at, t); });
    for (size_t k = 0; k < results.size(); ++k) {
      ValueId v = node(n).first + ValueId(k);
      column.finish.buffers.push_back({stored_type(v), Walk::dense, true, false});
      last.store(results[k], {Place::buffer, count + int(k)});
      column.results.push_back(v);
    }
    last.stage.program = last.program.finish();
    column.finish.stages.push_back(std::move(last.stage));
    column.combine.name = out_.kernel.name + "_combine";
    column.finish.name = out_.kernel.name + "_finish";
    out_.columns.push_back(std::move(column));
  }
  void finish(StageBuild& sb) {
    if (sb.stage.out.empty()) return;
    sb.stage.program = sb.program.finish();
    out_.kernel.stages.push_back(std::move(sb.stage));
  }

  Grouping& gs_;
  int group_;
  const Group& g_;
  std::vector<int> order_;  // the space's dims as the loops nest
  const std::set<ValueId>& stored_;
  KernelStep out_;
  int n_stages_ = 0;
  bool too_wide_ = false;
  std::map<ValueId, int> stage_, rows_;
  std::set<ValueId> kept_;
  std::map<std::pair<ValueId, bool>, int> buffers_;
  std::vector<std::pair<NodeId, std::vector<int>>> finishing_;
};

}  // namespace

std::optional<KernelStep> build_kernel(Grouping& groups, int group, const std::set<ValueId>& stored) {
  return KernelBuilder(groups, group, stored).run();
}

}  // namespace adder::codegen
