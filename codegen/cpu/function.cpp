#include "codegen/cpu/function.h"
#include <algorithm>
#include <cstring>
#include "runtime/base/check.h"
namespace adder::codegen {
namespace {

using asmjit::Operand_;
using Id = x86::Inst::Id;

constexpr uint32_t kFirstVirtual = asmjit::Operand::kVirtIdMin;
constexpr int kMaxPool = 64;  // bytes of the largest constant
constexpr float kLoopWeight = 8;

// Machine registers in the order in which they are given out: short encodings and free ones first.
constexpr uint8_t kGpOrder[] = {0, 1, 2, 6, 7, 8, 9, 10, 11, 3, 5, 12, 13, 14, 15};
constexpr uint32_t kCalleeSaved = 1u << 3 | 1u << 5 | 0xf000u;
constexpr uint8_t kArguments[] = {7, 6, 2, 1, 8};  // rdi, rsi, rdx, rcx, r8
constexpr int kMaxReserved = 3;

enum class Access : uint8_t { read, write, both };

bool is_jump(uint32_t id) {
  return id == Id::kIdJmp || id == Id::kIdJg || id == Id::kIdJge || id == Id::kIdJl || id == Id::kIdJle ||
         id == Id::kIdJz || id == Id::kIdJnz;
}
// What an instruction does with its first operand, if that is a register; the others are read.
Access first_access(uint32_t id) {
  switch (id) {
    case Id::kIdCmp:
    case Id::kIdTest: return Access::read;
    case Id::kIdAdd:
    case Id::kIdSub:
    case Id::kIdAnd:
    case Id::kIdShl:
    case Id::kIdShr:
    case Id::kIdInc:
    case Id::kIdDec:
    case Id::kIdNeg:
    case Id::kIdCmovg:
    case Id::kIdCmovl:
    case Id::kIdVfmadd213ps:
    case Id::kIdVfmadd213pd: return Access::both;
    default: return Access::write;  // xor of a register with itself too, the only form in use
  }
}
bool is_copy(uint32_t id) {
  return id == Id::kIdVmovaps || id == Id::kIdKmovw || id == Id::kIdMov;
}
// Whether operand 2 may be memory: three-operand vector instructions, with or without an immediate behind.
bool folds_third(const Operand_* op, int n) {
  return n >= 3 && op[2].isReg() && x86::Reg::isVec(op[2]) && x86::Reg::isVec(op[1]);
}

}  // namespace

Function::Function(asmjit::CodeHolder& holder, rt::Isa isa) : isa_(isa), out_(&holder) {
  code_.reserve(256);
  registers_.reserve(128);
  pool_label_ = out_.newLabel();
}

uint32_t Function::fresh(Class kind, int bytes) {
  registers_.push_back({kind, uint8_t(bytes)});
  return kFirstVirtual + uint32_t(registers_.size() - 1);
}
x86::Gp Function::argument(int i) {
  CHECK(code_.empty() && i < int(std::size(kArguments)));
  x86::Gp r = number();
  registers_.back().fixed = int8_t(kArguments[i]);
  return r;
}
x86::Vec Function::vector(int bytes) {
  uint32_t id = fresh(kVector, bytes);
  return bytes > 32 ? x86::Vec(x86::Zmm(id)) : bytes > 16 ? x86::Vec(x86::Ymm(id)) : x86::Vec(x86::Xmm(id));
}
x86::Mem Function::stack(int bytes) {
  int at = frame_bytes_;
  frame_bytes_ += (bytes + 63) / 64 * 64;
  return x86::ptr(x86::rsp, at);
}
x86::Mem Function::constant(const void* data, int bytes) {
  for (auto [at, n] : pool_entries_)
    if (n >= bytes && std::memcmp(pool_.data() + at, data, size_t(bytes)) == 0) return x86::ptr(pool_label_, at);
  while (pool_.size() % size_t(bytes)) pool_.push_back('\0');
  int at = int(pool_.size());
  pool_.append(static_cast<const char*>(data), size_t(bytes));
  pool_entries_.emplace_back(at, bytes);
  return x86::ptr(pool_label_, at);
}
void Function::add_instruction(uint32_t id, std::initializer_list<Operand_> ops, x86::KReg mask, bool zeroing) {
  Entry e{.zeroing = zeroing, .number = id, .mask = mask};
  for (const Operand_& o : ops) e.op[e.n++] = o;
  code_.push_back(e);
}

Function::Virtual* Function::virtual_of(const asmjit::BaseReg& r) {
  return r.id() >= kFirstVirtual && r.id() - kFirstVirtual < registers_.size() ? &registers_[r.id() - kFirstVirtual]
                                                                               : nullptr;
}
template <class F>
void Function::for_each_register(Entry& e, F&& f) {
  auto mention = [&](uint32_t id) {
    if (id >= kFirstVirtual && id - kFirstVirtual < registers_.size()) f(registers_[id - kFirstVirtual]);
  };
  for (int i = 0; i < e.n; ++i) {
    if (e.op[i].isReg()) {
      mention(e.op[i].id());
    } else if (e.op[i].isMem()) {
      const x86::Mem& m = e.op[i].as<x86::Mem>();
      if (m.hasBaseReg()) mention(m.baseId());
      if (m.hasIndexReg()) mention(m.indexId());
    }
  }
  if (e.mask.isValid()) mention(e.mask.id());
}

// ---- intervals

void Function::find_intervals() {
  std::vector<std::pair<int, int>> loops;  // begin, end; inner loops end first
  std::vector<int> bound;                  // position of a label, by id
  for (int at = 0; at < int(code_.size()); ++at) {
    const Entry& e = code_[size_t(at)];
    if (e.kind == Kind::label) {
      if (bound.size() <= e.number) bound.resize(e.number + 1, -1);
      bound[e.number] = at;
    } else if (e.kind == Kind::instruction && is_jump(e.number)) {
      uint32_t to = e.op[0].as<asmjit::Label>().id();
      if (to < bound.size() && bound[to] >= 0) loops.emplace_back(bound[to], at);
    }
  }
  std::vector<int8_t> depth(code_.size() + 1, 0);
  for (auto [begin, end] : loops) {
    ++depth[size_t(begin)];
    --depth[size_t(end) + 1];
  }
  float weight[16] = {1};
  for (int i = 1; i < 16; ++i) weight[i] = weight[i - 1] * kLoopWeight;
  int now = 0;
  for (int at = 0; at < int(code_.size()); ++at) {
    now += depth[size_t(at)];
    for_each_register(code_[size_t(at)], [&](Virtual& r) {
      if (r.first < 0) r.first = r.fixed >= 0 ? -1 : at;
      if (r.fixed >= 0 && r.last < 0) r.first = -1;
      r.last = at;
      r.weight += weight[std::min(now, 15)];
    });
  }
  for (Virtual& r : registers_) {
    if (r.last < 0) continue;
    for (auto [begin, end] : loops)
      if (r.first < begin && r.last > begin && r.last < end) r.last = end;
  }
}

// ---- the scan

// Gives registers of one class, leaving the last `reserved` of them alone. A value that ends where another begins
// leaves its register to it: instructions read before they write.
bool Function::scan(Class kind, int reserved) {
  std::vector<uint8_t> order;
  if (kind == kGp) {
    order.assign(std::begin(kGpOrder), std::end(kGpOrder));
  } else if (kind == kVector) {
    for (int i = 0; i < (isa_ == rt::Isa::avx512 ? 32 : 16); ++i) order.push_back(uint8_t(i));
  } else {
    for (int i = 1; i < 8; ++i) order.push_back(uint8_t(i));
  }
  order.resize(order.size() - size_t(reserved));
  std::vector<Virtual*> all;
  for (Virtual& r : registers_) {
    if (r.kind != kind || r.last < 0) continue;
    r.machine = r.fixed;
    r.slot = -1;
    all.push_back(&r);
  }
  std::stable_sort(all.begin(), all.end(), [](Virtual* a, Virtual* b) { return a->first < b->first; });
  std::vector<Virtual*> active;
  uint32_t taken = 0;
  bool fit = true;
  for (Virtual* r : all) {
    std::erase_if(active, [&](Virtual* a) {
      bool ended = a->last <= r->first;
      if (ended) taken &= ~(1u << a->machine);
      return ended;
    });
    if (r->fixed >= 0) {
      taken |= 1u << r->fixed;
      active.push_back(r);
      continue;
    }
    auto is_free = [&](uint8_t m) { return !(taken >> m & 1); };
    auto free_one = std::find_if(order.begin(), order.end(), is_free);
    if (free_one != order.end()) {
      r->machine = int8_t(*free_one);
      const Entry& begin = code_[size_t(r->first)];  // a copy stays where its source was
      if (is_copy(begin.number) && begin.n == 2 && begin.op[1].isReg())
        if (Virtual* from = virtual_of(begin.op[1].as<asmjit::BaseReg>()); from && from->machine >= 0)
          if (from->kind == kind && is_free(uint8_t(from->machine))) r->machine = from->machine;
    } else {
      fit = false;
      auto price = [](const Virtual* v) { return v->weight / float(v->last - v->first + 1); };
      Virtual* cheapest = r;
      for (Virtual* a : active)
        if (price(a) < price(cheapest)) cheapest = a;
      cheapest->slot = 0;
      if (cheapest == r) {
        r->machine = -1;
        continue;
      }
      r->machine = cheapest->machine;
      cheapest->machine = -1;
      std::erase(active, cheapest);
    }
    taken |= 1u << r->machine;
    active.push_back(r);
  }
  uint32_t used = 0;
  for (Virtual* r : all)
    if (r->machine >= 0) used |= 1u << r->machine;
  used_[kind] = used;
  return fit;
}

// ---- assembling

// Puts machine registers into one entry after the other; what lives on the stack is loaded before and stored behind.
struct Function::Rewriter {
  Function& f;
  uint8_t reserved[kClasses][kMaxReserved];
  int n_reserved[kClasses] = {};

  explicit Rewriter(Function& fn) : f(fn) {
    for (int i = 0; i < kMaxReserved; ++i) {
      reserved[kGp][i] = kGpOrder[std::size(kGpOrder) - 1 - size_t(i)];
      reserved[kVector][i] = uint8_t((f.isa_ == rt::Isa::avx512 ? 31 : 15) - i);
      reserved[kMask][i] = uint8_t(7 - i);
    }
  }
  struct Loaded {
    const Virtual* of;
    int machine;
  } loaded[8];
  int n_loaded = 0, taken[kClasses] = {};

  x86::Mem place(const Virtual& v, int bytes) const {
    x86::Mem m = x86::ptr(x86::rsp, v.slot);
    m.setSize(uint32_t(bytes));
    return m;
  }
  static x86::Vec vec_of(int id, int bytes) {
    return bytes > 32 ? x86::Vec(x86::Zmm(uint32_t(id)))
                      : bytes > 16 ? x86::Vec(x86::Ymm(uint32_t(id))) : x86::Vec(x86::Xmm(uint32_t(id)));
  }
  void transfer(const Virtual& v, int machine, int bytes, bool load) {
    uint32_t id = v.kind == kGp ? Id::kIdMov : v.kind == kMask ? Id::kIdKmovw : Id::kIdVmovups;
    Operand_ r = v.kind == kGp     ? static_cast<const Operand_&>(x86::Gpq(uint32_t(machine)))
                 : v.kind == kMask ? static_cast<const Operand_&>(x86::KReg(uint32_t(machine)))
                                   : static_cast<const Operand_&>(vec_of(machine, bytes));
    x86::Mem m = place(v, v.kind == kMask ? 2 : v.kind == kGp ? 8 : bytes);
    Operand_ ops[2] = {load ? r : m, load ? static_cast<const Operand_&>(m) : r};
    f.out_.emitOpArray(id, ops, 2);
  }
  // The machine register that stands for v in this entry.
  int machine_of(const Virtual& v, int bytes, bool reads) {
    if (v.machine >= 0) return v.machine;
    for (int i = 0; i < n_loaded; ++i)
      if (loaded[i].of == &v) return loaded[i].machine;
    CHECK(taken[v.kind] < kMaxReserved);
    int m = reserved[v.kind][taken[v.kind]++];
    loaded[n_loaded++] = {&v, m};
    if (reads) transfer(v, m, bytes, true);
    return m;
  }
  void entry(Entry& e) {
    n_loaded = 0;
    std::fill(std::begin(taken), std::end(taken), 0);
    bool has_memory = false;
    for (int i = 0; i < e.n; ++i) has_memory |= e.op[i].isMem();
    Access first = e.n && e.op[0].isReg() ? first_access(e.number) : Access::read;
    for (int i = e.n - 1; i >= 0; --i) {
      Operand_& o = e.op[i];
      if (o.isMem()) {
        x86::Mem& m = o.as<x86::Mem>();
        if (m.hasBaseReg())
          if (Virtual* v = f.virtual_of(m.baseReg())) m.setBaseId(uint32_t(machine_of(*v, 8, true)));
        if (m.hasIndexReg())
          if (Virtual* v = f.virtual_of(m.indexReg())) m.setIndexId(uint32_t(machine_of(*v, 8, true)));
        continue;
      }
      if (!o.isReg()) continue;
      Virtual* v = f.virtual_of(o.as<asmjit::BaseReg>());
      if (!v) continue;
      int bytes = int(o.as<asmjit::BaseReg>().size());
      bool again = false;  // mentioned by another operand too
      for (int j = 0; j < e.n; ++j) again |= j != i && e.op[j].isReg() && e.op[j].id() == o.id();
      if (i == 2 && v->machine < 0 && !has_memory && !again && folds_third(e.op, e.n)) {
        o = place(*v, bytes);
        has_memory = true;
        continue;
      }
      if (i > 0) {
        o.as<asmjit::BaseReg>().setId(uint32_t(machine_of(*v, bytes, true)));
        continue;
      }
      if (first == Access::write && v->machine < 0) {
        bool have = false;
        for (int k = 0; k < n_loaded; ++k) have |= loaded[k].of == v;
        if (!have) {  // any reserved register will do, those of the sources too
          loaded[n_loaded++] = {v, reserved[v->kind][0]};
        }
        o.as<asmjit::BaseReg>().setId(uint32_t(machine_of(*v, bytes, false)));
        continue;
      }
      o.as<asmjit::BaseReg>().setId(uint32_t(machine_of(*v, bytes, first != Access::write)));
    }
    if (e.mask.isValid()) {
      if (Virtual* v = f.virtual_of(e.mask)) e.mask.setId(uint32_t(machine_of(*v, 8, true)));
    }
  }
};

void Function::assemble() {
  int reserved[kClasses] = {};
  for (Class c : {kGp, kVector, kMask})
    if (!scan(c, 0)) {
      reserved[c] = c == kVector ? 2 : 3;
      scan(c, reserved[c]);
    }
  int frame = frame_bytes_;
  for (Virtual& r : registers_) {
    if (r.last < 0 || r.machine >= 0) continue;
    r.slot = frame;
    frame += r.kind == kVector ? (r.bytes + 63) / 64 * 64 : 64;
  }
  spill_bytes_ = frame - frame_bytes_;
  Rewriter rewriter(*this);
  for (Class c : {kGp, kVector, kMask})
    for (int i = 0; i < reserved[c]; ++i) used_[c] |= 1u << rewriter.reserved[c][i];
  std::vector<uint8_t> saved;
  for (uint8_t m : kGpOrder)
    if ((used_[kGp] & kCalleeSaved) >> m & 1) saved.push_back(m);
  for (uint8_t m : saved) out_.push(x86::Gpq(m));
  if (frame) {
    frame += 64;
    out_.mov(x86::rax, x86::rsp);
    out_.and_(x86::rsp, -64);
    out_.sub(x86::rsp, frame);
    out_.mov(x86::ptr(x86::rsp, frame - 8), x86::rax);
  }
  for (Virtual& r : registers_)
    if (r.fixed >= 0 && r.last >= 0 && r.machine < 0) rewriter.transfer(r, r.fixed, 8, false);
  for (Entry& e : code_) {
    if (e.kind == Kind::label) {
      out_.bind(asmjit::Label(e.number));
      continue;
    }
    if (e.kind == Kind::carry) continue;
    if (e.kind == Kind::align) {
      out_.align(asmjit::AlignMode::kCode, 32);
      continue;
    }
    Virtual* result = e.n && e.op[0].isReg() ? virtual_of(e.op[0].as<asmjit::BaseReg>()) : nullptr;
    int bytes = result ? int(e.op[0].as<asmjit::BaseReg>().size()) : 0;
    rewriter.entry(e);
    bool moves_nothing = is_copy(e.number) && e.n == 2 && e.op[0] == e.op[1];
    if (!moves_nothing) {
      if (e.mask.isValid()) out_.setExtraReg(e.mask);
      if (e.zeroing) out_.addInstOptions(asmjit::InstOptions::kX86_ZMask);
      out_.emitOpArray(e.number, e.op, e.n);
    }
    if (result && result->machine < 0 && first_access(e.number) != Access::read)
      rewriter.transfer(*result, rewriter.machine_of(*result, bytes, false), bytes, false);
  }
  if (frame) out_.mov(x86::rsp, x86::ptr(x86::rsp, frame - 8));
  for (size_t i = saved.size(); i-- > 0;) out_.pop(x86::Gpq(saved[i]));
  out_.vzeroupper();
  out_.ret();
  if (!pool_.empty()) {
    out_.align(asmjit::AlignMode::kData, kMaxPool);
    out_.bind(pool_label_);
    out_.embed(pool_.data(), pool_.size());
  } else {
    out_.bind(pool_label_);
  }
}

void Function::finish() {
  find_intervals();
  assemble();
}

}  // namespace adder::codegen
