// From a graph to kernels. A node joins the last group whose space (sizes of the full values) fits; groups are ordered,
// and a node never joins a group before its operands, so no cycle can arise. Inside a group, values are on the inner
// level (an element each) or on the row level (results of reductions, and what is computed from them); a reduction
// closes a stage. A value needed in a later stage is computed again if cheap, else kept.
#include "codegen/fuse.h"
#include <algorithm>
#include <cstring>
#include <set>
namespace adder::rt {
namespace {
Sizes hints(const Dims<SymInt>& d) {
  Sizes s;
  for (SymInt v : d) s.push(v.hint);
  return s;
}
bool equal(const Sizes& a, const Sizes& b) {
  return a.n == b.n && std::equal(a.begin(), a.end(), b.begin());
}
enum class Level : uint8_t { outside, inner, row };
struct Group {
  bool gemm = false, reduces = false;
  Sizes space;
  std::vector<int> nodes;
};

// Copies a program into a builder: loads become the given registers, numbers become constants.
std::vector<Reg> splice(ProgramBuilder& b, const Program& p, std::span<const Reg> in, std::span<const Arg> numbers) {
  std::vector<Reg> r(p.code.size()), out;
  for (auto& s : p.code) {
    Reg x = s.a == 0xffff ? Reg() : r[s.a], y = s.b == 0xffff ? Reg() : r[s.b], z = s.c == 0xffff ? Reg() : r[s.c];
    switch (s.op) {
      case kLoad: r[s.out] = in[s.index]; break;
      case kScalar:
        r[s.out] = s.index == kCountScalar
                       ? b.scalar(s.index, s.type)
                       : b.constant(s.type == kF32 || s.type == kF64 || numbers[s.index].tag != Tag::floating
                                        ? numbers[s.index].number()
                                        : double(int64_t(numbers[s.index].f)),
                                    s.type);
        break;
      case kConstant: r[s.out] = b.constant(s.constant, s.type); break;
      case kIndex: r[s.out] = b.index(); break;
#define PB_1(name) b.name(x)
#define PB_2(name) b.name(x, y)
#define PB_3(name) b.name(x, y, z)
#define KOP(name, arity, types, result, ulp, meaning) \
  case kOp_##name:                                    \
    r[s.out] = PB_##arity(name);                      \
    break;
#include "runtime/kernel/kernel_ops.def"
#undef KOP
#undef PB_1
#undef PB_2
#undef PB_3
    }
  }
  for (auto o : p.outs) out.push_back(r[o]);
  return out;
}

class Scheduler {
 public:
  Scheduler(const Graph& g, Plan& plan)
      : g_(g),
        plan_(plan),
        group_of_(g.values.size(), -1),
        base_(g.values.size(), 0),
        producer_(g.values.size(), -1),
        level_(g.values.size(), Level::outside) {
    for (uint64_t v = 0; v < base_.size(); ++v) base_[v] = v;
  }
  void run() {
    assign_groups();
    find_outputs();
    for (size_t i = 0; i < groups_.size(); ++i)
      if (groups_[i].gemm)
        build_gemm(int(i));
      else
        build_kernel(int(i));
    plan_memory();
  }

 private:
  const GraphNode& node(int n) const { return g_.nodes[n]; }
  Sizes sizes(uint64_t v) const { return hints(g_.values[v].sizes); }
  DType dtype(uint64_t v) const { return g_.values[v].dtype; }
  std::vector<uint64_t> inputs(int n) const {
    std::vector<uint64_t> r;
    for (auto& a : node(n).args)
      if (a.is_tensor()) r.push_back(a.value);
    return r;
  }
  static bool last_dim_only(const GraphNode& n, int n_dims) {
    uint64_t mask = reduced_dims(n.args, n_dims);
    return n_dims > 0 && mask == uint64_t(1) << (n_dims - 1);
  }
  static Sizes row_sizes(Sizes s) {
    if (s.n) s[s.n - 1] = 1;
    return s;
  }

  // ---- which node goes where
  // ----------------------------------------------------------------------------------------------
  bool fits(int n, int group, Level* level) {
    const Group& gr = groups_[group];
    const OpRow& row = row_of(node(n).id);
    Sizes out = sizes(node(n).first_value);
    bool gather = row.name == "gather";
    if (row.kind == OpKind::pointwise) {
      if (equal(out, gr.space))
        *level = Level::inner;
      else if (!gr.gemm && gr.reduces && equal(out, row_sizes(gr.space)))
        *level = Level::row;
      else
        return false;
    } else if (row.kind == OpKind::reduction || gather) {
      if (gr.gemm || !equal(sizes(node(n).args[0].value), gr.space)) return false;
      if (gather ? node(n).args[1].i != gr.space.n - 1 || !equal(out, row_sizes(gr.space))
                 : !last_dim_only(node(n), gr.space.n))
        return false;
      *level = Level::row;
    } else
      return false;
    for (auto v : inputs(n)) {
      if (group_of_[base_[v]] == group) {
        if (base_[v] != v) return false;  // a view of a value that has no memory yet
        if (level_[v] == Level::inner && *level == Level::row && row.kind == OpKind::pointwise) return false;
        if (level_[v] == Level::inner && !equal(sizes(v), gr.space)) return false;
        if (level_[v] == Level::row && !equal(sizes(v), row_sizes(gr.space)))
          return false;  // keepdim=False results wait for memory
      } else if (inner_stride(
                     v, *level == Level::row && row.kind == OpKind::pointwise ? row_sizes(gr.space) : gr.space) > 1)
        return false;
    }
    return true;
  }
  int64_t inner_stride(uint64_t v, const Sizes& space) const {
    auto& m = g_.values[v];
    return m.sizes.n == 0 || m.sizes[m.sizes.n - 1].hint == 1 || space.n == 0 ? 0 : m.strides[m.sizes.n - 1].hint;
  }
  void assign_groups() {
    for (int n = 0; n < int(g_.nodes.size()); ++n) {
      const OpRow& row = row_of(node(n).id);
      uint64_t out = node(n).first_value;
      for (int k = 0; k < node(n).n_out; ++k) producer_[out + k] = n;
      if (row.kind == OpKind::view) {
        base_[out] = base_[node(n).args[0].value];
        continue;
      }
      ++plan_.eager_kernels;
      int first = -1;
      for (auto v : inputs(n)) first = std::max(first, group_of_[base_[v]]);
      int chosen = -1;
      Level level = Level::inner;
      for (int k = int(groups_.size()) - 1; k >= std::max(0, first) && chosen < 0; --k)
        if (row.name != "mm" && fits(n, k, &level)) chosen = k;
      if (chosen < 0) {
        chosen = int(groups_.size());
        Group gr;
        gr.gemm = row.name == "mm";
        gr.space = row.kind == OpKind::pointwise || gr.gemm ? sizes(out) : sizes(node(n).args[0].value);
        groups_.push_back(gr);
        // this sketch takes reductions over the last dim and dense or broadcast rows
        if (!gr.gemm && !fits(n, chosen, &level)) {
          std::fprintf(stderr, "cannot schedule %s:\n%s", std::string(row.name).c_str(), g_.text().c_str());
          std::abort();
        }
      }
      groups_[chosen].nodes.push_back(n);
      groups_[chosen].reduces |= row.kind == OpKind::reduction || row.name == "gather";
      for (int k = 0; k < node(n).n_out; ++k) {
        group_of_[out + k] = chosen;
        level_[out + k] = level;
      }
    }
  }
  void find_outputs() {
    auto use = [&](uint64_t v, int group) {
      v = base_[v];
      if (group_of_[v] >= 0 && group_of_[v] != group) {
        stored_.insert(v);
        last_use_[v] = std::max(last_use_[v], group < 0 ? int(groups_.size()) : group);
      }
    };
    for (int n = 0; n < int(g_.nodes.size()); ++n)
      if (row_of(node(n).id).kind != OpKind::view)
        for (auto v : inputs(n)) use(v, group_of_[node(n).first_value]);
    for (auto v : g_.outputs) use(v, -1);
  }

  // ---- programs of nodes
  // --------------------------------------------------------------------------------------------------
  Program pointwise_program(int n) {
    const OpRow& row = row_of(node(n).id);
    auto& args = node(n).args;
    DType d[kMaxParams];
    uint8_t zero[kMaxParams];
    for (size_t i = 0; i < args.size(); ++i)
      if (args[i].is_tensor()) {
        d[i] = dtype(args[i].value);
        zero[i] = g_.values[args[i].value].sizes.n == 0;
      }
    Types t = resolve_types(row, args, d, zero, DType::f32);
    KType compute = compute_type(t.compute);
    ProgramBuilder b;
    Reg loaded[kMaxParams];
    int operand = 0;
    for (size_t i = 0; i < args.size(); ++i)
      if (args[i].is_tensor())
        loaded[i] = b.cast(b.load(operand++, d[i]), row.promotion == Promotion::select && i == 0 ? kB8 : compute);
    b.store(row.formula(b, Args(b, args, compute, loaded, t.compute)), dtype(node(n).first_value));
    CHECK(!b.failed());
    return b.finish();
  }
  Reduction reduction_of(int n, Program* finish, KType* x_type) {
    const OpRow& row = row_of(node(n).id);
    auto& args = node(n).args;
    Reduction r;
    DType stored = dtype(args[0].value), d[kMaxParams] = {stored};
    uint8_t zero[kMaxParams] = {};
    KType t = row.name == "gather" ? compute_type(stored)
                                   : compute_type(resolve_types(row, args, d, zero, DType::f32).compute);
    *x_type = t;
    ProgramBuilder step, merge, last, start;
    if (row.name == "gather") {  // the one selected element plus zeros
      r.acc = {t};
      r.init = {Cell{}};
      step.store_raw(step.add(step.load_raw(0, t), step.load_raw(1, t)));
      merge.store_raw(merge.add(merge.load_raw(0, t), merge.load_raw(1, t)));
      last.store(last.load_raw(0, t), stored);
    } else {
      Acc init = row.init(start, t);
      for (int j = 0; j < init.n; ++j) {
        r.acc.push_back(init[j].type);
        start.store_raw(init[j]);
      }
      Cell cells[4];
      ScalarArg none[kScalars];
      evaluate(start.finish(), nullptr, none, 0, cells);
      r.init.assign(cells, cells + init.n);
      auto load = [&](ProgramBuilder& b, int at) {
        Acc a{};
        for (size_t j = 0; j < r.acc.size(); ++j) a.r[a.n++] = b.load_raw(at + int(j), r.acc[j]);
        return a;
      };
      auto store = [](ProgramBuilder& b, Acc a) {
        for (int j = 0; j < a.n; ++j) b.store_raw(a[j]);
      };
      Acc have = load(step, 0);
      store(step, row.combine(step, have, row.lift(step, step.load_raw(init.n, t), step.index())));
      Acc left = load(merge, 0), right = load(merge, init.n);
      store(merge, row.combine(merge, left, right));
      Acc total = load(last, 0), res = row.finish(last, total, Args(last, args, t, nullptr, stored));
      for (int j = 0; j < row.n_outs(); ++j) last.store(res[j], dtype(node(n).first_value + j));
    }
    r.step = step.finish();
    r.combine = merge.finish();
    *finish = last.finish();
    return r;
  }

  // ---- a group as a kernel
  // ------------------------------------------------------------------------------------------------
  struct Build {
    Kernel k;
    std::vector<uint64_t> values;
    std::map<std::pair<uint64_t, bool>, int> buffer;
    std::map<uint64_t, int> row, stage, available;
    std::set<uint64_t> kept;
  };
  bool cheap(const Build& b, uint64_t v, int group, int* budget) {  // worth computing twice
    if (group_of_[v] != group || level_[v] == Level::row || b.kept.count(v)) return --*budget >= 0;
    Program p = pointwise_program(producer_[v]);
    for (auto& i : p.code)
      if (i.op < kOpTableEnd) {
        if (i.op == kOp_div || (i.op >= kOp_sqrt && i.op <= kOp_pow)) return false;
        if (--*budget < 0) return false;
      }
    for (auto u : inputs(producer_[v]))
      if (!cheap(b, u, group, budget)) return false;
    return true;
  }
  void keep_for(Build& b, uint64_t v, int stage, int group) {  // v is read in `stage`
    if (group_of_[v] != group || level_[v] != Level::inner || b.stage[v] == stage) return;
    int budget = 10;
    if (stored_.count(v) || !cheap(b, v, group, &budget)) {
      b.kept.insert(v);
      return;
    }
    for (auto u : inputs(producer_[v])) keep_for(b, u, stage, group);
  }
  int buffer_for(Build& b, uint64_t v, const Sizes& space, bool row_level) {
    auto [at, fresh] = b.buffer.try_emplace({v, row_level}, int(b.k.buffers.size()));
    if (!fresh) return at->second;
    bool mine = group_of_[v] >= 0 && &groups_[group_of_[v]].space == &space;
    Walk w =
        row_level || (mine ? level_[v] == Level::row : inner_stride(v, space) == 0) ? Walk::broadcast : Walk::dense;
    CHECK(b.k.buffers.size() < kMaxOperands);
    b.k.buffers.push_back({raw_type(dtype(v)), w, mine, mine && !stored_.count(v)});
    b.values.push_back(mine && !stored_.count(v) ? 0 : v);
    return at->second;
  }
  int row_for(Build& b, uint64_t v, KType t) {
    auto [at, fresh] = b.row.try_emplace(v, int(b.k.rows.size()));
    if (fresh) b.k.rows.push_back(t);
    return at->second;
  }

  struct StageBuild {
    Stage s;
    ProgramBuilder pb;
    std::map<uint64_t, Reg> memo;
    std::map<std::pair<int, int>, int> operand;
    Reg load(Place p, KType t) {
      auto [at, fresh] = operand.try_emplace({p.kind, p.id}, int(s.in.size()));
      if (fresh) s.in.push_back(p);
      return pb.load_raw(at->second, t);
    }
    void out(Reg r, Place p) {
      pb.store_raw(r);
      s.out.push_back(p);
    }
  };
  Reg value_in(Build& b, StageBuild& sb, uint64_t v, int stage, int group, bool row_level) {
    if (auto at = sb.memo.find(v); at != sb.memo.end()) return at->second;
    const Sizes& space = groups_[group].space;
    KType t = raw_type(dtype(v));
    Reg r;
    if (group_of_[v] != group)
      r = sb.load({Place::buffer, buffer_for(b, v, space, row_level)}, t);
    else if (level_[v] == Level::row && b.row.count(v))
      r = sb.load({Place::row, b.row[v]}, t);
    else if (level_[v] == Level::inner && b.stage[v] < stage && b.kept.count(v))
      r = sb.load({Place::buffer, buffer_for(b, v, space, false)}, t);
    else {
      std::vector<Reg> in;
      int n = producer_[v];
      for (auto u : inputs(n)) in.push_back(value_in(b, sb, u, stage, group, row_level));
      r = splice(sb.pb, pointwise_program(n), in, node(n).args)[0];
    }
    sb.memo[v] = r;
    return r;
  }
  void build_kernel(int group) {
    Group& gr = groups_[group];
    Build b;
    b.k.name = "k" + std::to_string(group);
    int stages = 0;
    for (int n : gr.nodes) {  // stage of inner values; the stage before which a row value is available
      int s = 0;
      for (auto v : inputs(n))
        if (group_of_[v] == group) s = std::max(s, level_[v] == Level::inner ? b.stage[v] : b.available[v]);
      bool reduces = row_of(node(n).id).kind != OpKind::pointwise;
      for (int k = 0; k < node(n).n_out; ++k) {
        uint64_t v = node(n).first_value + k;
        if (level_[v] == Level::inner)
          b.stage[v] = s;
        else
          b.available[v] = s + reduces;
      }
      if (level_[node(n).first_value] == Level::inner || reduces) stages = std::max(stages, s + 1);
    }
    for (int n : gr.nodes) {
      const OpRow& row = row_of(node(n).id);
      uint64_t o = node(n).first_value;
      int s = level_[o] == Level::inner ? b.stage[o] : b.available[o] - (row.kind != OpKind::pointwise);
      if (level_[o] == Level::inner || row.kind != OpKind::pointwise)
        for (auto v : inputs(n)) keep_for(b, v, s, group);
    }
    for (int s = 0; s <= stages; ++s) {
      // Row stage before inner stage s: results of its reductions' finish programs (added below), then row-level nodes.
      StageBuild rows;
      rows.s.inner = false;
      for (auto& [n, acc_rows] : finishing_) {
        Program finish;
        KType t;
        Reduction r = reduction_of(n, &finish, &t);
        std::vector<Reg> in;
        for (size_t j = 0; j < r.acc.size(); ++j) in.push_back(rows.load({Place::row, acc_rows[j]}, r.acc[j]));
        auto res = splice(rows.pb, finish, in, node(n).args);
        for (size_t j = 0; j < res.size(); ++j) rows.memo[node(n).first_value + j] = res[j];
      }
      for (int n : gr.nodes)
        if (row_of(node(n).id).kind == OpKind::pointwise && level_[node(n).first_value] == Level::row &&
            b.available[node(n).first_value] == s)
          value_in(b, rows, node(n).first_value, s, group, true);
      for (int n : gr.nodes)
        if (row_of(node(n).id).name == "gather" && s == 0) {  // its index, narrowed once a row
          uint64_t index = node(n).args[2].value;
          rows.out(rows.pb.cast(value_in(b, rows, index, 0, group, true), kI32),
                   {Place::row, row_for(b, index | 1ull << 40, kI32)});
        }
      for (auto& [v, r] : rows.memo)
        if (group_of_[v] == group && level_[v] == Level::row && b.available[v] == s) {
          if (stored_.count(v)) rows.out(r, {Place::buffer, buffer_for(b, v, gr.space, true)});
          if (read_later(v, s, group, b)) rows.out(r, {Place::row, row_for(b, v, raw_type(dtype(v)))});
        }
      finishing_.clear();
      if (!rows.s.out.empty()) {
        rows.s.program = rows.pb.finish();
        b.k.stages.push_back(std::move(rows.s));
      }
      if (s == stages) break;
      StageBuild in;
      std::vector<std::pair<int, int>> reduced;  // node, result of the program
      for (int n : gr.nodes) {
        uint64_t o = node(n).first_value;
        const OpRow& row = row_of(node(n).id);
        if (level_[o] == Level::inner && b.stage[o] == s && (stored_.count(o) || b.kept.count(o))) {
          Reg r = value_in(b, in, o, s, group, false);
          in.out(r, {Place::buffer, buffer_for(b, o, gr.space, false)});
        }
        if (row.kind != OpKind::pointwise && b.available[o] == s + 1) {
          Program finish;
          KType t;
          Reduction r = reduction_of(n, &finish, &t);
          uint64_t x = node(n).args[0].value;
          Reg raw = value_in(b, in, x, s, group, false), wide = dtype(x) == DType::f16    ? in.pb.widen_f16(raw)
                                                                : dtype(x) == DType::bf16 ? in.pb.widen_bf16(raw)
                                                                                          : raw;
          wide = in.pb.cast(wide, t);
          if (row.name == "gather") {
            Reg want = in.load({Place::row, b.row[node(n).args[2].value | 1ull << 40]}, kI32);
            Reg hit = in.pb.eq(in.pb.cast(in.pb.index(), kI32), want);
            Reg zero = in.pb.like(wide, 0);
            wide = in.pb.select(wide, zero, hit);
          }
          r.from = {int(in.s.out.size())};
          in.out(wide, {});
          std::vector<int> acc_rows;
          for (KType a : r.acc) {
            acc_rows.push_back(int(b.k.rows.size()));
            b.k.rows.push_back(a);
          }
          r.to = acc_rows;
          in.s.reductions.push_back(std::move(r));
          finishing_.push_back({n, acc_rows});
        }
      }
      in.s.program = in.pb.finish();
      if (!in.s.out.empty()) b.k.stages.push_back(std::move(in.s));
    }
    emit_step(b, gr);
  }
  bool read_later(uint64_t v, int s, int group, Build& b) {
    for (int n : groups_[group].nodes)
      for (auto u : inputs(n))
        if (u == v) {
          uint64_t o = node(n).first_value;
          if (level_[o] == Level::inner || b.available[o] > s) return true;
          if (row_of(node(n).id).kind != OpKind::pointwise) return true;
        }
    return false;
  }
  void fill_launch(Step& st, const Sizes& space) {
    Launch& l = st.launch;
    l.n = space.n ? space[space.n - 1] : 1;
    l.n_outer = std::max(0, space.n - 1);
    for (int d = 0; d < l.n_outer; ++d) l.outer[d] = space[d];
    for (size_t q = 0; q < st.values.size(); ++q) {
      st.offsets.push_back(0);
      if (!st.values[q]) continue;
      auto& m = g_.values[st.values[q]];
      int lead = space.n - m.sizes.n;
      bool is_view = base_[st.values[q]] != st.values[q];
      st.offsets[q] = is_view ? m.offset.hint : 0;
      for (int d = 0; d < l.n_outer; ++d)
        l.strides[q][d] = d < lead || m.sizes[d - lead].hint == 1 ? 0 : m.strides[d - lead].hint;
      st.values[q] = base_[st.values[q]];
    }
    if (!st.kernel.pointwise()) return;
    bool flat = true;  // every operand dense over the whole space: one long row
    for (size_t q = 0; q < st.values.size(); ++q) {
      int64_t expect = l.n;
      bool dense = st.kernel.buffers[q].walk == Walk::dense, zero = st.kernel.buffers[q].walk == Walk::broadcast;
      for (int d = l.n_outer; d-- > 0;) {
        dense &= l.outer[d] == 1 || l.strides[q][d] == expect;
        zero &= l.strides[q][d] == 0;
        expect *= l.outer[d];
      }
      flat &= dense || zero;
    }
    if (flat) {
      l.n = l.rows() * l.n;
      l.n_outer = 0;
    }
  }
  void emit_step(Build& b, const Group& gr) {
    std::string bad = b.k.verify();
    if (!bad.empty()) {
      std::fprintf(stderr, "%s\n%s", bad.c_str(), b.k.text().c_str());
      std::abort();
    }
    Step st;
    st.kernel = std::move(b.k);
    st.values = b.values;
    fill_launch(st, gr.space);
    plan_.steps.push_back(std::move(st));
  }
  void build_gemm(int group) {
    Group& gr = groups_[group];
    auto& mm = node(gr.nodes[0]);
    uint64_t x = mm.args[0].value, w = mm.args[1].value, y = mm.first_value;
    CHECK(dtype(x) == DType::f32);
    auto &xm = g_.values[x], &wm = g_.values[w];
    CHECK(xm.strides[1].hint == 1);
    Step st;
    st.gemm = true;
    st.m = gr.space[0];
    st.n = gr.space[1];
    st.k = xm.sizes[1].hint;
    st.lda = xm.strides[0].hint;
    st.sk = wm.strides[0].hint;
    st.sn = wm.strides[1].hint;
    st.a = base_[x];
    st.b = base_[w];
    st.c = y;
    if (gr.nodes.size() > 1) {  // the epilogue: in place on the product, unless the product itself is wanted
      Build b;
      b.k.name = "e" + std::to_string(group);
      StageBuild in;
      uint64_t last = node(gr.nodes.back()).first_value;
      for (int n : gr.nodes)
        if (n != gr.nodes[0] && node(n).first_value != last) CHECK(!stored_.count(node(n).first_value));
      b.buffer[{y, false}] = 0;
      b.k.buffers.push_back({kF32, Walk::dense, true});
      b.values.push_back(last);
      in.memo[y] = in.load({Place::buffer, 0}, kF32);
      Reg r = value_in(b, in, last, 0, group, false);
      CHECK(dtype(last) == DType::f32 && !stored_.count(y));
      in.out(r, {Place::buffer, 0});
      in.s.program = in.pb.finish();
      b.k.stages.push_back(std::move(in.s));
      st.kernel = std::move(b.k);
      st.values = b.values;
      st.c = last;
      bool flat_before = false;
      (void)flat_before;
      Step keep = std::move(st);
      fill_launch(keep, gr.space);
      st = std::move(keep);
      for (size_t q = 0; q < st.values.size(); ++q) {
        auto& m = g_.values[st.values[q]];
        if (q)
          st.launch.strides[q][0] = m.sizes.n < 2 || m.sizes[0].hint == 1 ? 0 : m.strides[0].hint;
        else
          st.launch.strides[0][0] = st.n;
      }
    }
    plan_.steps.push_back(std::move(st));
  }

  // ---- memory: first fit over live ranges; steps are in group order
  // ---------------------------------------------------------
  void plan_memory() {
    struct Range {
      int from, to;
      int64_t bytes, at;
    };
    std::vector<Range> placed;
    for (auto v : stored_)
      if (last_use_[v] < int(groups_.size())) {
        int64_t bytes = (sizes(v).product() * bytes_of(dtype(v)) + 63) / 64 * 64;
        plan_.unshared_bytes += bytes;
        Range r{group_of_[v], last_use_[v], bytes, 0};
        for (bool moved = true; moved;) {
          moved = false;
          for (auto& o : placed)
            if (o.from <= r.to && r.from <= o.to && r.at < o.at + o.bytes && o.at < r.at + r.bytes) {
              r.at = o.at + o.bytes;
              moved = true;
            }
        }
        placed.push_back(r);
        plan_.place[v] = r.at;
        plan_.arena_bytes = std::max(plan_.arena_bytes, r.at + bytes);
      }
  }
  const Graph& g_;
  Plan& plan_;
  std::vector<Group> groups_;
  std::vector<int> group_of_;
  std::vector<uint64_t> base_;
  std::vector<int> producer_;
  std::vector<Level> level_;
  std::set<uint64_t> stored_;
  std::map<uint64_t, int> last_use_;
  std::vector<std::pair<int, std::vector<int>>> finishing_;
};
}  // namespace

std::string Plan::text() const {
  std::string s;
  for (auto& st : steps) {
    if (st.gemm)
      s += "gemm %" + std::to_string(st.c) + " = %" + std::to_string(st.a) + " %" + std::to_string(st.b) +
           (st.kernel.stages.empty() ? "\n" : " with epilogue\n");
    if (!st.kernel.stages.empty()) s += st.kernel.text();
  }
  return s;
}
Plan schedule(const Graph& g, IsaName isa, bool compile) {
  Plan p;
  p.isa = isa;
  p.inputs = g.inputs;
  p.outputs = g.outputs;
  Scheduler(g, p).run();
  for (auto o : p.outputs) p.out_meta.push_back(g.values[o]);
  if (compile)
    for (auto& st : p.steps)
      if (!st.kernel.stages.empty()) st.fn = cached_kernel(st.kernel, isa);
  p.arena.resize(size_t(p.arena_bytes + 64));
  return p;
}
std::vector<Tensor> run_plan(Plan& p, std::span<const Tensor> inputs, int threads, Executor how) {
  std::vector<Tensor> out;
  for (auto& m : p.out_meta) out.push_back(new_tensor(m.dtype, hints(m.sizes)));
  char* arena = reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(p.arena.data()) + 63) & ~uintptr_t(63));
  auto data = [&](uint64_t v) -> void* {  // few inputs and outputs: a scan
    for (size_t i = 0; i < p.inputs.size(); ++i)
      if (p.inputs[i] == v) return inputs[i]->data();
    for (size_t i = 0; i < p.outputs.size(); ++i)
      if (p.outputs[i] == v) return out[i]->data();
    return arena + p.place.at(v);
  };
  for (auto& st : p.steps) {
    for (size_t q = 0; q < st.values.size(); ++q)
      if (st.values[q])
        st.launch.data[q] =
            static_cast<char*>(data(st.values[q])) + st.offsets[q] * kTypeBytes[st.kernel.buffers[q].type];
    if (st.gemm) {
      // constant weights; the project keys this on storage and version
      if (!st.packed.data) st.packed = pack_b(static_cast<const float*>(data(st.b)), st.sk, st.sn, st.k, st.n, p.isa);
      Epilogue ep{&st.kernel, st.fn, st.launch};
      run_gemm(static_cast<const float*>(data(st.a)), st.lda, st.packed, static_cast<float*>(data(st.c)), st.n, st.m,
               p.isa, threads, st.fn ? &ep : nullptr);
    } else if (st.fn && how == Executor::tiles)
      run_kernel(st.kernel, st.fn, st.launch, threads);
    else {
      Launch l = st.launch;
      interpret(st.kernel, l, how);
    }
  }
  return out;
}
}  // namespace adder::rt
