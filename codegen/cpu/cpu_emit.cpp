// Kernels to x86-64. One function walks rows; each stage becomes a loop over `group` streams of W lanes and a masked
// tail. Values that do not change along the row are computed before the loop; constants live in registers while there
// are any, else they are memory operands.
#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include "codegen/cpu/asm.h"
namespace adder::rt {
int force_unroll = 0;
size_t one_body_from = 1000000;
namespace {
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
  std::vector<Val> reg;
};

class KernelEmitter {
 public:
  KernelEmitter(x86::Compiler& c, const Isa& isa, const Kernel& k) : cc(c), a(c, isa), isa(isa), k(k) {}
  int unroll = 0, instructions = 0;
  std::string failed;
  double lower_us = 0;
  asmjit::FuncNode* function_node = nullptr;

  void function() {
    auto* fn = function_node =
        cc.addFunc(asmjit::FuncSignatureT<void, void* const*, const int64_t*, int64_t, int64_t, const ScalarArg*>());
    fn->frame().setAvxEnabled();
    fn->frame().setAvxCleanup();
    if (isa.masks) fn->frame().setAvx512Enabled();
    auto data = cc.newIntPtr("data");
    step_ = cc.newIntPtr("row_bytes");
    auto rows = cc.newInt64("rows");
    n_ = cc.newInt64("n");
    scalars_ = cc.newIntPtr("scalars");
    fn->setArg(0, data);
    fn->setArg(1, step_);
    fn->setArg(2, rows);
    fn->setArg(3, n_);
    fn->setArg(4, scalars_);
    for (size_t b = 0; b < k.buffers.size(); ++b) {
      ptr_.push_back(cc.newIntPtr("b%d", int(b)));
      cc.mov(ptr_[b], x86::ptr(data, int(b) * 8));
    }
    row_.resize(k.rows.size());
    j_ = cc.newInt64("j");
    limit_ = cc.newInt64("limit");
    auto top = cc.newLabel(), end = cc.newLabel();
    cc.test(rows, rows);
    cc.jle(end);
    cc.bind(top);
    for (auto& s : k.stages) {
      stage(s);
      if (!failed.empty()) return;
    }
    for (size_t b = 0; b < ptr_.size(); ++b)
      if (!k.buffers[b].scratch) cc.add(ptr_[b], x86::ptr(step_, int(b) * 8));
    cc.dec(rows);
    cc.jnz(top);
    cc.bind(end);
    cc.endFunc();
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
    int group = 4;
    while (group > 1 && group * peak_ + fixed_ + int(accs_.size()) * streams + 2 > isa.n_vec) group /= 2;
    if (force_unroll) group = force_unroll;
    if (lanes)
      group = std::min(group, streams);
    else
      streams = group;
    if (!s.inner) group = streams = 1;
    unroll = std::max(unroll, group);
    hoist(isa.n_vec - group * peak_ - fixed_ - int(accs_.size()) * streams - 6);
    for (auto& acc : accs_)
      for (int u = 0; u < streams; ++u) {
        auto& r = s.reductions[acc.reduction];
        size_t j = size_t(&acc - &accs_[0]);
        for (size_t q = 0; q < acc.reduction; ++q) j -= s.reductions[q].acc.size();
        Val v = a.fresh(acc.type);
        MBuilder m;
        auto c = m.number(acc.type, r.init[j].f, r.init[j].i);
        if (m.p.code[c].bits == 0)
          cc.emit(isa.masks ? x86::Inst::kIdVpxord : x86::Inst::kIdVpxor, v.v, v.v, v.v);
        else
          a.broadcast(v.v, acc.type, a.constant(acc.type, m.p.code[c].bits));
        acc.reg.push_back(v);
      }
    invariants();
    if (!s.inner) {
      body(s, outs, 1, 1, false);
      return;
    }
    loops(s, outs, streams, group);
    if (!accs_.empty()) fold(s, streams);
    failed = a.failed;
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
        val[v] = accs_[m.imm - kAccLoad].reg[stream];
        return;
      }
      if (m.imm >= kRowLoad) {
        val[v].valid = true;
        val[v].v = VecAsm::low(row_[m.imm - kRowLoad], std::max(16, a.W * bytes_of(m.type)));
        return;
      }
      if (k.buffers[m.imm].walk == Walk::broadcast) {
        val[v] = a.load_one(m.stored, x86::ptr(ptr_[m.imm]));
        return;
      }
      val[v] = a.load(m.stored, address(m.imm, stream), mask, limit_);
      return;
    }
    if (m.op == MOp::scalar) {
      val[v] = a.fresh(m.type);
      if (m.type == MType::f32) {
        auto x = cc.newXmm();
        cc.vcvtsd2ss(x, x, x86::qword_ptr(scalars_, m.imm * 16));
        a.broadcast_lane0(val[v].v, m.type, x);
      } else
        a.broadcast(val[v].v, m.type, x86::ptr(scalars_, m.imm * 16 + (is_float(m.type) ? 0 : 8)));
      return;
    }
    if (m.op == MOp::index) {
      static const int64_t iota[8] = {0, 1, 2, 3, 4, 5, 6, 7};
      val[v] = a.fresh(m.type);
      auto t = cc.newInt64();
      cc.lea(t, x86::ptr(j_, stream * a.W));
      auto x = cc.newXmm();
      cc.vmovq(x, t);
      a.broadcast_lane0(val[v].v, m.type, x);
      cc.emit(x86::Inst::kIdVpaddq, val[v].v, val[v].v, cc.newConst(asmjit::ConstPoolScope::kGlobal, iota, a.W * 8));
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
  x86::Mem address(int b, int stream) {
    int bytes = kTypeBytes[k.buffers[b].type];
    uint32_t shift = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    return x86::ptr(ptr_[b], j_, shift, stream * a.W * bytes);
  }
  void body(const Stage& s, const std::vector<uint16_t>& outs, int streams, int group, bool masked) {
    for (int g = 0; g < streams; g += group) {
      std::vector<std::vector<Val>> val(group, base_);
      std::vector<Val> mask(group);
      for (int u = 0; u < group && masked; ++u) mask[u] = a.tail_mask(limit_, g + u);
      for (size_t v = 0; v < code().size(); ++v)
        if (live_[v] && !fixed_value_[v])
          for (int u = 0; u < group; ++u) {
            const Val* into = nullptr;  // `acc = acc + x` in place when nothing else needs the old or new value
            if (!masked)
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
            row_[p.id] = a.vec(isa.bytes);
            a.broadcast_lane0(row_[p.id], code()[outs[o]].type, r.v);
          } else {
            KType t = k.buffers[p.id].type;
            Val r = val[u][outs[o]].packed && t == kH16 ? val[u][outs[o]] : get(outs[o], val[u]);
            if (s.inner)
              a.store(t, address(p.id, g + u), r, masked ? &mask[u] : nullptr, limit_);
            else
              a.store_one(t, x86::ptr(ptr_[p.id]), r);
          }
        }
        for (auto& acc : accs_) {
          Val r = get(acc.result, val[u]);
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
  void loops(const Stage& s, const std::vector<uint16_t>& outs, int streams, int group) {
    auto top = cc.newLabel(), rest = cc.newLabel(), end = cc.newLabel();
    int step = streams * a.W;
    size_t work = 0;
    for (size_t v = 0; v < live_.size(); ++v) work += live_[v] && !fixed_value_[v];
    if (!accs_.empty() && work >= one_body_from) {  // one masked body does for all: half the code to compile, and the
                                                    // masks cost little beside the rest
      cc.xor_(j_, j_);
      cc.bind(top);
      cc.mov(limit_, n_);
      cc.sub(limit_, j_);
      cc.jle(end);
      body(s, outs, streams, group, true);
      cc.add(j_, step);
      cc.jmp(top);
      cc.bind(end);
      return;
    }
    cc.xor_(j_, j_);
    cc.lea(limit_, x86::ptr(n_, -step));
    cc.cmp(j_, limit_);
    cc.jg(rest);
    cc.align(asmjit::AlignMode::kCode, 32);
    cc.bind(top);
    body(s, outs, streams, group, false);
    cc.add(j_, step);
    cc.cmp(j_, limit_);
    cc.jle(top);
    cc.bind(rest);
    cc.mov(limit_, n_);
    cc.sub(limit_, j_);
    cc.jz(end);
    if (accs_.empty()) {  // one stream at a time, always masked
      auto again = cc.newLabel();
      cc.bind(again);
      body(s, outs, 1, 1, true);
      cc.add(j_, a.W);
      cc.sub(limit_, a.W);
      cc.jg(again);
    } else
      body(s, outs, streams, group, true);
    cc.bind(end);
  }
  void fold(const Stage& s, int streams) {
    size_t first = 0;
    for (auto& r : s.reductions) {
      size_t n = r.acc.size();
      int w = a.W;
      std::vector<Val> mine(n);
      auto combine = [&](const std::vector<Val>& x, const std::vector<Val>& y) {  // at the present a.W
        MBuilder keep = std::move(mb_);
        mb_ = MBuilder();
        std::vector<uint16_t> operands;
        for (size_t j = 0; j < 2 * n; ++j)
          operands.push_back(
              mb_.emit(MOp::load, machine_type(r.acc[j % n]), kNone, kNone, kNone, int(j), 0, r.acc[j % n]));
        auto outs = mb_.splice(r.combine, operands);
        std::vector<Val> val(code().size());
        for (size_t j = 0; j < n; ++j) {
          val[operands[j]] = x[j];
          val[operands[n + j]] = y[j];
        }
        for (size_t v = 0; v < code().size(); ++v)
          if (code()[v].op != MOp::load && code()[v].op != MOp::constant) instruction(v, val, nullptr, 0, nullptr);
        std::vector<Val> result;
        for (auto o : outs) result.push_back(get(o, val));
        mb_ = std::move(keep);
        return result;
      };
      auto at = [&](int u) {
        std::vector<Val> x;
        for (size_t j = 0; j < n; ++j) x.push_back(accs_[first + j].reg[u]);
        return x;
      };
      for (int half = streams / 2; half; half /= 2)
        for (int u = 0; u < half; ++u) {
          auto x = combine(at(u), at(u + half));
          for (size_t j = 0; j < n; ++j) accs_[first + j].reg[u] = x[j];
        }
      mine = at(0);
      for (int lanes = w; lanes > 1; lanes /= 2) {
        std::vector<Val> hi, lo = mine;
        for (size_t j = 0; j < n; ++j) {
          hi.push_back(a.upper_half(mine[j], machine_type(r.acc[j]), lanes));
          lo[j].v = VecAsm::low(mine[j].v, std::max(16, lanes / 2 * kTypeBytes[r.acc[j]]));
        }
        a.W = lanes / 2;
        mine = combine(lo, hi);
      }
      a.W = w;
      for (size_t j = 0; j < n; ++j) {
        row_[r.to[j]] = a.vec(isa.bytes);
        a.broadcast_lane0(row_[r.to[j]], machine_type(r.acc[j]), mine[j].v);
      }
      first += n;
    }
  }
  x86::Compiler& cc;
  VecAsm a;
  const Isa& isa;
  const Kernel& k;
  MBuilder mb_;
  std::vector<Acc> accs_;
  std::vector<char> live_, fixed_value_, in_reg_;
  std::vector<int> last_, uses_;
  std::vector<Val> base_;
  std::vector<x86::Vec> row_;
  std::vector<x86::Gp> ptr_;
  x86::Gp step_, n_, scalars_, j_, limit_;
  int fixed_ = 0, peak_ = 1;
};
}  // namespace

KernelFn compile_kernel(const Kernel& k, IsaName name, CompileStats* stats) {
  auto t0 = std::chrono::steady_clock::now();
  asmjit::CodeHolder holder;
  Failure failure;
  asmjit::Environment env = asmjit::Environment::host();
  holder.init(env);
  holder.setErrorHandler(&failure);
  x86::Compiler cc(&holder);
  KernelEmitter e(cc, kIsas[int(name)], k);
  e.function();
  std::string bad = e.failed;
  double walk_us =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t0).count() - e.lower_us;
  if (bad.empty()) {
    cc.finalize();
    bad = failure.message;
  }
  KernelFn fn = nullptr;
  size_t size = 0;
  if (bad.empty()) {
    holder.flatten();
    holder.resolveUnresolvedLinks();
    size = holder.codeSize();
    void* w;
    void* x = code_reserve(size, &w);
    holder.relocateToBase(uint64_t(x));
    holder.copyFlattenedData(w, size);
    fn = reinterpret_cast<KernelFn>(x);
  }
  double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t0).count();
  if (stats)
    *stats = {e.lower_us,     walk_us,  us - e.lower_us - walk_us,
              size,           e.unroll, bad.empty() ? int(e.function_node->frame().localStackSize()) : 0,
              e.instructions, bad};
  return fn;
}
namespace {
std::mutex cache_lock;
std::map<std::string, KernelFn> cache;
}  // namespace
KernelFn cached_kernel(const Kernel& k, IsaName isa) {
  std::string key = k.key() + char('0' + int(isa));
  std::lock_guard<std::mutex> hold(cache_lock);
  auto [at, fresh] = cache.try_emplace(std::move(key), nullptr);
  if (fresh) at->second = compile_kernel(k, isa);  // null stays: a program that cannot be compiled is not tried again
  return at->second;
}
size_t cache_size() {
  return cache.size();
}
}  // namespace adder::rt
