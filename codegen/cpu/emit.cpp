// Kernels to x86-64. One function walks rows; each stage becomes a loop over `group` streams of W lanes and a masked
// tail. Values that do not change along the row are computed before the loop; constants live in registers while there
// are any, else they are memory operands.
#include <algorithm>
#include <chrono>
#include "codegen/cpu/asm.h"
#include "codegen/cpu/emit.h"
namespace adder::codegen {
namespace {
using Id = x86::Inst::Id;
struct Failure : asmjit::ErrorHandler {
  std::string message;
  void handleError(asmjit::Error, const char* m, asmjit::BaseEmitter*) override {
    if (message.empty()) message = m;
  }
};
struct Acc {
  size_t reduction;
  int from_load;
  uint16_t result;
  MType type;
  std::vector<Val> reg;  // one for each stream, when accumulators live in registers
  x86::Mem slots;        // else all lanes, on the stack
};

constexpr int kHeavyStage = 12;  // instructions an element
constexpr int kLongChain = 24;

class KernelEmitter {
 public:
  KernelEmitter(Function& c, const IsaTraits& isa, const Kernel& k) : cc(c), a(c, isa), isa(isa), k(k) {}
  int unroll = 0, instructions = 0;
  std::string failed;
  double lower_us = 0;

  void function() {
    x86::Gp data = cc.argument(0);
    step_ = cc.argument(1);
    x86::Gp rows = cc.argument(2);
    n_ = cc.argument(3);
    scalars_ = cc.argument(4);
    for (size_t b = 0; b < k.buffers.size(); ++b) {
      ptr_.push_back(cc.number());
      cc.emit(Id::kIdMov, ptr_[b], x86::ptr(data, int(b) * 8));
    }
    row_.resize(k.rows.size());
    j_ = cc.number();
    limit_ = cc.number();
    stop_ = cc.number();
    auto top = cc.label(), end = cc.label();
    cc.emit(Id::kIdTest, rows, rows);
    cc.emit(Id::kIdJle, end);
    cc.bind(top);
    for (auto& s : k.stages) {
      stage(s);
      if (!failed.empty()) return;
    }
    for (size_t b = 0; b < ptr_.size(); ++b)
      if (!k.buffers[b].scratch) cc.emit(Id::kIdAdd, ptr_[b], x86::ptr(step_, int(b) * 8));
    cc.emit(Id::kIdDec, rows);
    cc.emit(Id::kIdJnz, top);
    cc.bind(end);
  }

 private:
  enum { kRowLoad = 1000, kAccLoad = 2000 };  // MInstr::imm of a load: a buffer, a row value, or an accumulator
  void stage(const Stage& s) {
    auto t0 = std::chrono::steady_clock::now();
    mb_ = MBuilder();
    accs_.clear();
    std::vector<uint16_t> in;
    std::vector<KType> types(s.in.size(), kF32);
    for (auto& i : s.program.code)
      if (i.op == kLoad) types[i.index] = i.type;
    for (size_t o = 0; o < s.in.size(); ++o)
      in.push_back(mb_.emit(MOp::load, machine_type(types[o]), kNone, kNone, kNone,
                            s.in[o].kind == Place::row ? kRowLoad + s.in[o].id : s.in[o].id, 0, types[o]));
    auto outs = mb_.splice(s.program, in);
    int lanes = 0;
    for (size_t q = 0; q < s.reductions.size() && mb_.failed.empty(); ++q) {
      auto& r = s.reductions[q];
      std::vector<uint16_t> operands;
      if (lanes && lanes != lanes_of(r)) mb_.failed = "reductions of different width in one stage";
      lanes = lanes_of(r);
      for (size_t j = 0; j < r.acc.size(); ++j)
        operands.push_back(mb_.emit(MOp::load, machine_type(r.acc[j]), kNone, kNone, kNone,
                                    kAccLoad + int(accs_.size() + j), 0, r.acc[j]));
      for (int f : r.from) operands.push_back(outs[f]);
      auto res = mb_.splice(r.step, operands);
      for (size_t j = 0; j < r.acc.size() && mb_.failed.empty(); ++j) {
        if (r.acc[j] == kB8) mb_.failed = "bool accumulator";
        accs_.push_back({q, operands[j], res[j], machine_type(r.acc[j]), {}});
      }
    }
    if (!mb_.failed.empty()) {
      failed = mb_.failed;
      return;
    }
    analyze(s, outs);
    lower_us += std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t0).count();
    int widest = 4;
    for (size_t v = 0; v < code().size(); ++v)
      if (live_[v] && code()[v].type != MType::mask) widest = std::max(widest, bytes_of(code()[v].type));
    a.W = isa.bytes / widest;
    int streams = s.inner ? lanes ? lanes / a.W : 1 : 1;
    // How many streams go through the program side by side: as many as registers allow.
    // Accumulators of light stages live in registers. A heavy stage would be compiled once for each stream then; it
    // keeps them on the stack, where a load and a store are nothing beside its work, and has registers left.
    int held = int(accs_.size()) * streams;
    accs_on_stack_ = lanes && (work() >= kHeavyStage || held > isa.n_vec / 2);
    if (accs_on_stack_) held = 0;
    // A long chain of dependent operations gains more from company than it loses to spills.
    int room = work() >= kLongChain ? 2 * isa.n_vec : isa.n_vec;
    int group = 4;
    while (group > 1 && group * peak_ + fixed_ + held + 2 > room) group /= 2;
    if (lanes) group = std::min(group, streams);
    if (!lanes || accs_on_stack_) streams = group;
    if (!s.inner) group = streams = 1;
    unroll = std::max(unroll, group);
    hoist(isa.n_vec - group * peak_ - fixed_ - held - 6);
    lanes_ = lanes;
    for (Acc& acc : accs_) {
      if (accs_on_stack_) acc.slots = cc.stack(lanes * bytes_of(acc.type));
      for (int u = 0; u < streams && !accs_on_stack_; ++u) acc.reg.push_back(a.fresh(acc.type));
    }
    invariants();
    if (!s.inner) {
      body(s, outs, 1, 1, false);
      return;
    }
    cc.emit(Id::kIdXor, j_, j_);
    if (accs_.empty()) {
      cc.emit(Id::kIdMov, stop_, n_);
      loops(s, outs, streams, group);
    } else {
      blocks(s, outs, streams, group);
    }
    failed = a.failed;
  }

  // A reduction runs block by block; the first block's result is the total, later ones are combined with it.
  void blocks(const Stage& s, const std::vector<uint16_t>& outs, int streams, int group) {
    auto next = cc.label(), more = cc.label(), done = cc.label();
    for (const Reduction& r : s.reductions)
      for (size_t j = 0; j < r.acc.size(); ++j) {
        row_[size_t(r.to[j])].v = a.vec(isa.bytes);
        row_[size_t(r.to[j])].valid = true;
        cc.carry(row_[size_t(r.to[j])].v);
      }
    cc.bind(next);
    cc.emit(Id::kIdLea, stop_, x86::ptr(j_, int(kBlock)));
    cc.emit(Id::kIdCmp, stop_, n_);
    cc.emit(Id::kIdCmovg, stop_, n_);
    set_neutral(s);
    auto from = cc.number();
    cc.emit(Id::kIdMov, from, j_);
    loops(s, outs, streams, group);
    std::vector<Val> results = fold(s, lanes_ / a.W);
    cc.emit(Id::kIdTest, from, from);
    cc.emit(Id::kIdJnz, more);
    keep_totals(s, results);
    cc.emit(Id::kIdMov, j_, stop_);
    cc.emit(Id::kIdCmp, j_, n_);
    cc.emit(Id::kIdJl, next);
    cc.emit(Id::kIdJmp, done);
    cc.bind(more);
    size_t at = 0;
    for (const Reduction& r : s.reductions) {
      std::vector<Val> total, block(results.begin() + long(at), results.begin() + long(at + r.acc.size()));
      for (size_t j = 0; j < r.acc.size(); ++j) {
        Val t;
        t.valid = true;
        t.v = VecAsm::low(row_[size_t(r.to[j])].v, 16);
        total.push_back(t);
      }
      int w = a.W;
      a.W = 1;
      std::vector<Val> sum = combine(r, total, block);
      a.W = w;
      std::copy(sum.begin(), sum.end(), results.begin() + long(at));
      at += r.acc.size();
    }
    keep_totals(s, results);
    cc.emit(Id::kIdMov, j_, stop_);
    cc.emit(Id::kIdCmp, j_, n_);
    cc.emit(Id::kIdJl, next);
    cc.bind(done);
  }
  void set_neutral(const Stage& s) {
    for (Acc& acc : accs_) {
      const Reduction& r = s.reductions[acc.reduction];
      size_t j = size_t(&acc - &accs_[0]);
      for (size_t q = 0; q < acc.reduction; ++q) j -= s.reductions[q].acc.size();
      MBuilder m;
      uint16_t c = m.number(acc.type, r.init[j].f, r.init[j].i);
      auto neutral = [&](const Val& v) {
        if (m.p.code[c].bits == 0) {
          cc.emit(isa.masks ? Id::kIdVpxord : Id::kIdVpxor, v.v, v.v, v.v);
        } else {
          a.broadcast(v.v, acc.type, a.constant(acc.type, m.p.code[c].bits));
        }
      };
      for (const Val& v : acc.reg) neutral(v);
      if (!accs_on_stack_) continue;
      Val v = a.fresh(acc.type);
      neutral(v);
      for (int u = 0; u < lanes_ / a.W; ++u) cc.emit(Id::kIdVmovups, fixed_slot(acc, u), v.v);
    }
  }
  // Where stream u's lanes lie: counted from the first lane, or from the present position.
  x86::Mem fixed_slot(const Acc& acc, int u) const {
    x86::Mem m = acc.slots;
    m.addOffset(u * a.W * bytes_of(acc.type));
    m.setSize(0);
    return m;
  }
  x86::Mem moving_slot(const Acc& acc, int u) const {
    x86::Mem m = fixed_slot(acc, u);
    m.setIndex(lane_, bytes_of(acc.type) == 8 ? 3 : 2);
    return m;
  }
  int work() const {
    int n = 0;
    for (size_t v = 0; v < live_.size(); ++v)
      n += live_[v] && !fixed_value_[v] && mb_.p.code[v].op != MOp::bits && mb_.p.code[v].op != MOp::load;
    return n;
  }
  void keep_totals(const Stage& s, const std::vector<Val>& results) {
    size_t at = 0;
    for (const Reduction& r : s.reductions)
      for (size_t j = 0; j < r.acc.size(); ++j, ++at)
        a.broadcast_lane0(row_[size_t(r.to[j])].v, machine_type(r.acc[j]), results[at].v);
  }
  std::vector<MInstr>& code() { return mb_.p.code; }

  void analyze(const Stage& s, const std::vector<uint16_t>& outs) {
    size_t n = code().size();
    live_.assign(n, 0);
    fixed_value_.assign(n, 0);
    last_.assign(n, -1);
    uses_.assign(n, 0);
    for (size_t o = 0; o < outs.size(); ++o)
      if (s.out[o].kind != Place::none) {
        live_[outs[o]] = 1;
        last_[outs[o]] = int(n);
        ++uses_[outs[o]];
      }
    for (auto& acc : accs_) {
      live_[acc.result] = 1;
      last_[acc.result] = int(n);
      ++uses_[acc.result];
    }
    for (size_t v = n; v-- > 0;)
      if (live_[v])
        for (auto u : {code()[v].a, code()[v].b, code()[v].c})
          if (u != kNone) {
            live_[u] = 1;
            ++uses_[u];
            last_[u] = std::max(last_[u], int(v));
          }
    fixed_ = 0;
    for (size_t v = 0; v < n; ++v)
      instructions += live_[v] && code()[v].op != MOp::constant && code()[v].op != MOp::bits;
    for (size_t v = 0; v < n; ++v) {
      auto& m = code()[v];
      bool f = true;
      if (m.op == MOp::index)
        f = false;
      else if (m.op == MOp::load)
        f = m.imm >= kAccLoad ? false : m.imm >= kRowLoad || k.buffers[m.imm].walk == Walk::broadcast;
      for (auto u : {m.a, m.b, m.c})
        if (u != kNone) f &= bool(fixed_value_[u]);
      fixed_value_[v] = f;
      if (live_[v] && f && m.op != MOp::constant && m.op != MOp::bits) ++fixed_;
    }
    int now = 0;
    peak_ = 1;
    for (size_t v = 0; v < n; ++v) {
      if (!live_[v] || fixed_value_[v] || (code()[v].op == MOp::load && code()[v].imm >= kAccLoad)) continue;
      bool vector = !(isa.masks && code()[v].type == MType::mask) && code()[v].op != MOp::bits;
      now += vector;
      peak_ = std::max(peak_, now);
      for (size_t w = 0; w < v; ++w)
        if (live_[w] && !fixed_value_[w] && last_[w] == int(v) && !(isa.masks && code()[w].type == MType::mask) &&
            code()[w].op != MOp::bits && !(code()[w].op == MOp::load && code()[w].imm >= kAccLoad))
          --now;
    }
  }
  static bool needs_register(const MInstr& m, int operand) {
    switch (m.op) {
      // commutes; one operand may be memory
      case MOp::fadd:
      case MOp::fmul:
      case MOp::iadd:
      case MOp::imul:
      case MOp::iand:
      case MOp::ior:
      case MOp::ixor: return false;
      case MOp::fsub:
      case MOp::fdiv:
      case MOp::xmin:
      case MOp::xmax:
      case MOp::isub:
      case MOp::feq:
      case MOp::fne:
      case MOp::flt:
      case MOp::fle:
      case MOp::ieq: return operand == 0;
      default: return true;
    }
  }
  void hoist(int budget) {
    size_t n = code().size();
    in_reg_.assign(n, 0);
    std::vector<int> weight(n, 0);
    for (size_t v = 0; v < n; ++v)
      if (live_[v] && !fixed_value_[v]) {
        const uint16_t operand[] = {code()[v].a, code()[v].b, code()[v].c};
        for (int o = 0; o < 3; ++o)
          if (operand[o] != kNone && code()[operand[o]].op == MOp::constant)
            weight[operand[o]] += needs_register(code()[v], o) ? 100 : 1;
      }
    for (; budget > 0; --budget) {
      auto best = std::max_element(weight.begin(), weight.end());
      if (best == weight.end() || *best <= 0) break;
      in_reg_[size_t(best - weight.begin())] = 1;
      *best = 0;
    }
  }
  void invariants() {
    base_.assign(code().size(), Val());
    for (size_t v = 0; v < code().size(); ++v)
      if (live_[v] && fixed_value_[v]) {
        auto& m = code()[v];
        if (m.op == MOp::constant) {
          if (in_reg_[v]) {
            base_[v] = a.fresh(m.type);
            a.broadcast(base_[v].v, m.type, a.constant(m.type, m.bits));
          }
        } else
          instruction(v, base_, nullptr, 0, nullptr);
      }
  }
  // One machine instruction for one stream. `into`: write there instead of a fresh register.
  void instruction(size_t v, std::vector<Val>& val, const Val* mask, int stream, const Val* into) {
    auto m = code()[v];
    if (m.op == MOp::load) {
      if (m.imm >= kAccLoad) {
        const Acc& acc = accs_[m.imm - kAccLoad];
        if (!accs_on_stack_) {
          val[v] = acc.reg[stream];
          return;
        }
        val[v] = a.fresh(acc.type);
        cc.emit(Id::kIdVmovups, val[v].v, moving_slot(acc, stream));
        return;
      }
      if (m.imm >= kRowLoad) {
        val[v] = row_[m.imm - kRowLoad];
        if (!val[v].k.isValid()) val[v].v = VecAsm::low(val[v].v, std::max(16, a.W * bytes_of(m.type)));
        return;
      }
      if (k.buffers[m.imm].walk == Walk::broadcast) {
        val[v] = a.load_one(m.stored, x86::ptr(ptr_[m.imm]));
        return;
      }
      val[v] = a.load(m.stored, address(m.imm, stream), mask, mask ? left_in(stream, m.stored) : limit_);
      return;
    }
    if (m.op == MOp::scalar) {
      val[v] = a.fresh(m.type);
      if (m.type == MType::f32) {
        auto x = cc.vector(16);
        cc.emit(Id::kIdVcvtsd2ss, x, x, x86::qword_ptr(scalars_, m.imm * 16));
        a.broadcast_lane0(val[v].v, m.type, x);
      } else
        a.broadcast(val[v].v, m.type, x86::ptr(scalars_, m.imm * 16 + (is_float(m.type) ? 0 : 8)));
      return;
    }
    if (m.op == MOp::index) {
      static const int64_t iota[8] = {0, 1, 2, 3, 4, 5, 6, 7};
      val[v] = a.fresh(m.type);
      auto t = cc.number();
      cc.emit(Id::kIdLea, t, x86::ptr(j_, stream * a.W));
      auto x = cc.vector(16);
      cc.emit(Id::kIdVmovq, x, t);
      a.broadcast_lane0(val[v].v, m.type, x);
      cc.emit(Id::kIdVpaddq, val[v].v, val[v].v, cc.constant(iota, a.W * 8));
      return;
    }
    if (m.op == MOp::bits) {
      val[v] = get(m.a, val);
      return;
    }
    bool commutes = m.op == MOp::fadd || m.op == MOp::fmul || m.op == MOp::iadd || m.op == MOp::imul ||
                    m.op == MOp::iand || m.op == MOp::ior || m.op == MOp::ixor;
    if (commutes && in_memory(m.a, val)) std::swap(m.a, m.b);
    Val x, y, z;
    if (m.a != kNone) x = m.op == MOp::widen_h ? val[m.a] : get(m.a, val);
    if (m.op == MOp::widen_h && !x.packed) x = a.pack(x);  // a row value
    asmjit::Operand b;
    if (m.b != kNone) {
      if (in_memory(m.b, val) && m.op != MOp::fma)
        b = a.constant(code()[m.b].type, code()[m.b].bits);
      else {
        y = get(m.b, val);
        b = y.v;
      }
    }
    if (m.c != kNone) z = get(m.c, val);
    Val d = into ? *into : a.fresh(m.type);
    if (m.op == MOp::narrow_h) {
      d.v = a.vec(a.W * 2);
      d.packed = true;
    }
    a.op(m, d, x, b, y, z);
    val[v] = d;
  }
  bool in_memory(uint16_t v, std::vector<Val>& val) {
    return code()[v].op == MOp::constant && !val[v].valid && code()[v].type != MType::mask;
  }
  Val get(uint16_t v, std::vector<Val>& val) {
    if (val[v].valid) {
      if (val[v].packed && !val[v].k.isValid()) return a.unpack(val[v]);
      return val[v];
    }
    auto& m = code()[v];
    Val t = a.fresh(m.type);
    a.broadcast(t.v, m.type, a.constant(m.type, m.bits));
    return t;
  }
  // Elements of the tail from a stream's first one on. Only types without masked moves ask for it.
  x86::Gp left_in(int stream, KType t) {
    if (stream == 0 || isa.masks || rt::kTypeBytes[t] >= 4) return limit_;
    auto left = cc.number();
    cc.emit(Id::kIdMov, left, limit_);
    cc.emit(Id::kIdSub, left, stream * a.W);
    return left;
  }
  x86::Mem address(int b, int stream) {
    int bytes = rt::kTypeBytes[k.buffers[b].type];
    uint32_t shift = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    return x86::ptr(ptr_[b], j_, shift, stream * a.W * bytes);
  }
  void body(const Stage& s, const std::vector<uint16_t>& outs, int streams, int group, bool masked) {
    if (accs_on_stack_) {
      lane_ = cc.number();
      cc.emit(Id::kIdMov, lane_, j_);
      cc.emit(Id::kIdAnd, lane_, lanes_ - 1);
    }
    for (int g = 0; g < streams; g += group) {
      std::vector<std::vector<Val>> val(group, base_);
      std::vector<Val> mask(group);
      for (int u = 0; u < group && masked; ++u) mask[u] = a.tail_mask(limit_, g + u);
      for (size_t v = 0; v < code().size(); ++v)
        if (live_[v] && !fixed_value_[v])
          for (int u = 0; u < group; ++u) {
            const Val* into = nullptr;  // `acc = acc + x` in place when nothing else needs the old or new value
            if (!masked && !accs_on_stack_)
              for (auto& acc : accs_)
                if (acc.result == v && uses_[v] == 1 && last_[acc.from_load] == int(v)) into = &acc.reg[g + u];
            instruction(v, val[u], masked ? &mask[u] : nullptr, g + u, into);
          }
      for (int u = 0; u < group; ++u) {
        for (size_t o = 0; o < outs.size(); ++o) {
          Place p = s.out[o];
          if (p.kind == Place::none) continue;
          if (p.kind == Place::row) {
            Val r = get(outs[o], val[u]);
            row_[p.id] = a.repeat_lane0(r, code()[outs[o]].type);
          } else {
            KType t = k.buffers[p.id].type;
            Val r = val[u][outs[o]].packed && t == kH16 ? val[u][outs[o]] : get(outs[o], val[u]);
            if (s.inner)
              a.store(t, address(p.id, g + u), r, masked ? &mask[u] : nullptr, masked ? left_in(g + u, t) : limit_);
            else
              a.store_one(t, x86::ptr(ptr_[p.id]), r);
          }
        }
        for (auto& acc : accs_) {
          Val r = get(acc.result, val[u]);
          if (accs_on_stack_) {
            keep_on_stack(acc, r, val[u][acc.from_load], g + u, masked ? &mask[u] : nullptr);
            continue;
          }
          Val& d = acc.reg[g + u];
          if (r.v.id() == d.v.id()) continue;
          if (!masked) {
            a.move(d, r, acc.type);
            continue;
          }
          MInstr sel{MOp::select, acc.type, acc.type};
          Val t = a.fresh(acc.type);
          a.op(sel, t, r, d.v, d, mask[u]);
          a.move(d, t, acc.type);
        }
      }
    }
  }
  void keep_on_stack(const Acc& acc, Val now, Val before, int stream, const Val* mask) {
    if (mask) {
      if (!before.valid) {  // the step does not read this accumulator
        before = a.fresh(acc.type);
        cc.emit(Id::kIdVmovups, before.v, moving_slot(acc, stream));
      }
      MInstr choose{MOp::select, acc.type, acc.type};
      Val t = a.fresh(acc.type);
      a.op(choose, t, now, before.v, before, *mask);
      now = t;
    }
    cc.emit(Id::kIdVmovups, moving_slot(acc, stream), now.v);
  }
  void loops(const Stage& s, const std::vector<uint16_t>& outs, int streams, int group) {
    auto top = cc.label(), rest = cc.label(), end = cc.label();
    int step = streams * a.W;
    cc.emit(Id::kIdLea, limit_, x86::ptr(stop_, -step));
    cc.emit(Id::kIdCmp, j_, limit_);
    cc.emit(Id::kIdJg, rest);
    cc.align_loop();
    cc.bind(top);
    body(s, outs, streams, group, false);
    cc.emit(Id::kIdAdd, j_, step);
    cc.emit(Id::kIdCmp, j_, limit_);
    cc.emit(Id::kIdJle, top);
    cc.bind(rest);
    cc.emit(Id::kIdMov, limit_, stop_);
    cc.emit(Id::kIdSub, limit_, j_);
    cc.emit(Id::kIdJle, end);
    if (accs_.empty() || accs_on_stack_) {  // one stream at a time, always masked
      auto again = cc.label();
      cc.bind(again);
      body(s, outs, 1, 1, true);
      cc.emit(Id::kIdAdd, j_, a.W);
      cc.emit(Id::kIdSub, limit_, a.W);
      cc.emit(Id::kIdJg, again);
    } else
      body(s, outs, streams, group, true);
    cc.bind(end);
  }
  // One application of a reduction's combine program, at the present width a.W.
  std::vector<Val> combine(const Reduction& r, const std::vector<Val>& x, const std::vector<Val>& y) {
    size_t n = r.acc.size();
    MBuilder keep = std::move(mb_);
    mb_ = MBuilder();
    std::vector<uint16_t> operands;
    for (size_t j = 0; j < 2 * n; ++j)
      operands.push_back(mb_.emit(MOp::load, machine_type(r.acc[j % n]), kNone, kNone, kNone, int(j), 0, r.acc[j % n]));
    std::vector<uint16_t> outs = mb_.splice(r.combine, operands);
    std::vector<Val> val(code().size());
    for (size_t j = 0; j < n; ++j) {
      val[operands[j]] = x[j];
      val[operands[n + j]] = y[j];
    }
    for (size_t v = 0; v < code().size(); ++v)
      if (code()[v].op != MOp::load && code()[v].op != MOp::constant) instruction(v, val, nullptr, 0, nullptr);
    std::vector<Val> result;
    for (uint16_t o : outs) result.push_back(get(o, val));
    mb_ = std::move(keep);
    return result;
  }
  Val stream_of(const Acc& acc, int u) {
    if (!accs_on_stack_) return acc.reg[size_t(u)];
    Val v = a.fresh(acc.type);
    cc.emit(Id::kIdVmovups, v.v, fixed_slot(acc, u));
    return v;
  }
  // Streams fold by halves, then the lanes of the last one. Results are in lane 0, one for each accumulator.
  std::vector<Val> fold(const Stage& s, int streams) {
    std::vector<Val> results;
    size_t first = 0;
    for (const Reduction& r : s.reductions) {
      size_t n = r.acc.size();
      int w = a.W;
      std::vector<std::vector<Val>> streams_of;
      for (int u = 0; u < streams; ++u) {
        streams_of.emplace_back();
        for (size_t j = 0; j < n; ++j) streams_of.back().push_back(stream_of(accs_[first + j], u));
      }
      for (int half = streams / 2; half; half /= 2)
        for (int u = 0; u < half; ++u)
          streams_of[size_t(u)] = combine(r, streams_of[size_t(u)], streams_of[size_t(u + half)]);
      std::vector<Val> mine = streams_of[0];
      for (int lanes = w; lanes > 1; lanes /= 2) {
        std::vector<Val> hi, lo = mine;
        for (size_t j = 0; j < n; ++j) {
          hi.push_back(a.upper_half(mine[j], machine_type(r.acc[j]), lanes));
          lo[j].v = VecAsm::low(mine[j].v, std::max(16, lanes / 2 * rt::kTypeBytes[r.acc[j]]));
        }
        a.W = lanes / 2;
        mine = combine(r, lo, hi);
      }
      a.W = w;
      results.insert(results.end(), mine.begin(), mine.end());
      first += n;
    }
    return results;
  }
  Function& cc;
  VecAsm a;
  const IsaTraits& isa;
  const Kernel& k;
  MBuilder mb_;
  std::vector<Acc> accs_;
  std::vector<char> live_, fixed_value_, in_reg_;
  std::vector<int> last_, uses_;
  std::vector<Val> base_;
  std::vector<Val> row_;  // row values, the same in every lane of the widest vector
  std::vector<x86::Gp> ptr_;
  x86::Gp step_, n_, scalars_, j_, stop_, limit_;  // stop_: where the present block ends
  x86::Gp lane_;                                   // the present position's lane, when accumulators are on the stack
  bool accs_on_stack_ = false;
  int fixed_ = 0, peak_ = 1, lanes_ = 0;
};
}  // namespace

KernelFn emit_kernel(const Kernel& k, Isa isa, rt::ExecMemory& memory, EmitStats* stats) {
  auto start = std::chrono::steady_clock::now();
  auto elapsed = [&] {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  };
  EmitStats s;
  asmjit::CodeHolder holder;
  asmjit::StringLogger logger;
  Failure failure;
  holder.init(asmjit::Environment::host());
  holder.setErrorHandler(&failure);
  if (stats && stats->wants_listing) holder.setLogger(&logger);
  if (stats) s.wants_code = stats->wants_code;
  Function cc(holder, isa);
  KernelEmitter e(cc, traits(isa), k);
  e.function();
  s.reason = e.failed;
  s.lower_us = e.lower_us;
  s.emit_us = elapsed() - e.lower_us;
  s.unroll = e.unroll;
  s.instructions = e.instructions;
  KernelFn fn = nullptr;
  if (s.reason.empty()) {
    cc.finish();
    s.reason = failure.message;
    s.stack = cc.spill_bytes();
  }
  if (s.reason.empty()) {
    holder.flatten();
    holder.resolveUnresolvedLinks();
    s.code_bytes = holder.codeSize();
    rt::ExecMemory::Block block = memory.reserve(s.code_bytes);
    if (block.run) {
      holder.relocateToBase(uint64_t(block.run));
      holder.copyFlattenedData(block.write, s.code_bytes);
      if (s.wants_code && holder.relocEntries().empty()) s.code.assign(static_cast<char*>(block.write), s.code_bytes);
      memory.name_code(block.run, s.code_bytes, "adder_" + k.name);
      fn = reinterpret_cast<KernelFn>(block.run);
    } else {
      s.reason = "no executable memory";
    }
  }
  s.allocate_us = elapsed() - s.lower_us - s.emit_us;
  s.listing = std::string(logger.data(), logger.dataSize());
  if (stats) *stats = s;
  return fn;
}

std::string missing_lowering(const Program& p, Isa isa) {
  MBuilder b;
  std::vector<KType> types(size_t(p.n_in), kF32);
  for (const Instr& i : p.code)
    if (i.op == kLoad) types[size_t(i.index)] = i.type;
  std::vector<uint16_t> in;
  for (size_t k = 0; k < types.size(); ++k)
    in.push_back(b.emit(MOp::load, machine_type(types[k]), kNone, kNone, kNone, int(k), 0, types[k]));
  b.splice(p, in);
  if (!b.failed.empty()) return b.failed;
  for (const MInstr& m : b.p.code)
    if (!has_instruction(m, traits(isa))) return kMOpNames[int(m.op)];
  return "";
}

}  // namespace adder::codegen
