// A forward analysis over the instructions of one Code: few states, merged until nothing changes.
#include "interp/jit/facts.h"

#include <cstring>

namespace adder::jit {
namespace {

Fact merge(Fact a, Fact b) {
  if (a == b) return a;
  return a == Fact::Unknown || b == Fact::Unknown ? Fact::Unknown : Fact::NoCell;
}

class Analysis {
 public:
  explicit Analysis(const Code* c) : c_(*c), nlocals_(int(c->nlocals)), nreg_(int(c->nreg)) {
    out_.before.resize(c->ins.size());
    out_.known.resize(c->ins.size());
  }
  Facts run() {
    State entry{};
    for (int r = int(c_.nparams); r < nreg_; r++) entry[size_t(r)] = Fact::NoCell;
    if ((c_.cflags & kSimple) == 0) std::fill(entry.begin(), entry.begin() + nlocals_, Fact::Unknown);
    flow(0, entry);
    for (const Handler& h : c_.handlers) {
      State s{};
      for (int r = h.clear_from; r < nreg_; r++) s[size_t(r)] = Fact::NoCell;
      s[h.reg] = Fact::Unknown;
      flow(h.target, s);
    }
    while (!work_.empty()) {
      uint32_t pc = work_.back();
      work_.pop_back();
      step(pc);
    }
    return std::move(out_);
  }

 private:
  void flow(uint32_t pc, const State& s) {
    if (pc >= c_.ins.size()) return;
    State& old = out_.before[pc];
    if (!out_.known[pc]) {
      out_.known[pc] = 1;
      old = s;
      work_.push_back(pc);
      return;
    }
    bool changed = false;
    for (int r = 0; r < nreg_; r++) {
      Fact f = merge(old[size_t(r)], s[size_t(r)]);
      changed |= f != old[size_t(r)];
      old[size_t(r)] = f;
    }
    if (changed) work_.push_back(pc);
  }
  // Operands that are temporaries have been consumed: absent, or an immediate that was left behind.
  void consumed(State& s, int r, int except) {
    if (r >= nlocals_ && r != except) s[size_t(r)] = Fact::NoCell;
  }
  void unknown(State& s, int first, int n) {
    for (int r = first; r < first + n && r < nreg_; r++) s[size_t(r)] = Fact::Unknown;
  }
  Fact arithmetic(int kind, Fact x, Fact y, Value constant) const {
    bool numbers = (x == Fact::Int || x == Fact::Float) && (y == Fact::Int || y == Fact::Float);
    if (numbers && kind == kDiv) return Fact::Float;
    if (numbers && kind <= kMul && (x == Fact::Float || y == Fact::Float)) return Fact::Float;
    if (x != Fact::Int || y != Fact::Int) return Fact::Unknown;
    if (kind == kAnd || kind == kOr || kind == kXor || kind == kMod) return Fact::Int;
    if (kind == kShr && constant.is_int()) return Fact::Int;
    return Fact::Unknown;
  }

  void step(uint32_t pc) {
    Word i = c_.ins[pc];
    int op = int(i & 255), a = A_(i), b = B_(i), c = C_(i);
    State s = out_.before[pc];
    uint32_t next = pc + kOps[op].words;
    auto jump = [&](int64_t offset) { flow(uint32_t(int64_t(pc) + offset), s); };
    if (op >= ADD && op <= IMATMUL_K) {
      int kind = (op - ADD) >> 2;
      bool constant = (op - ADD) & 1;
      Value k = constant ? c_.k[size_t(c)] : kAbsent;
      Fact f = arithmetic(kind, s[size_t(b)], constant ? fact_of(k) : s[size_t(c)], k);
      consumed(s, b, a);
      if (!constant) consumed(s, c, a);
      s[size_t(a)] = f;
      return flow(next, s);
    }
    if (op >= LT && op <= JNE_K) {
      int which = (op - LT) % 3;
      if (which == 0) {
        s[size_t(a)] = Fact::Unknown;  // __lt__ may give anything
        return flow(next, s);
      }
      consumed(s, a, -1);
      if (which == 1) consumed(s, b, -1);
      jump(int32_t(c_.ins[pc + 1]));
      return flow(next, s);
    }
    switch (op) {
      case NOP: break;
      case MOVE: s[size_t(a)] = s[size_t(b)]; break;
      case TAKE:
        s[size_t(a)] = s[size_t(b)];
        s[size_t(b)] = Fact::NoCell;
        break;
      case LOADK: s[size_t(a)] = fact_of(c_.k[uint16_t(BX_(i))]); break;
      case LOADI: s[size_t(a)] = Fact::Int; break;
      case KILL:
        for (int r = a; r <= b; r++) s[size_t(r)] = Fact::NoCell;
        break;
      case IS:
      case ISNOT:
      case IN:
      case NOTIN:
      case NOT: s[size_t(a)] = Fact::NoCell; break;
      case NEG:
      case POS:
        if (s[size_t(b)] != Fact::Float)
          s[size_t(a)] = Fact::Unknown;
        else
          s[size_t(a)] = Fact::Float;
        break;
      case JIS:
      case JNONE:
      case JTRUE:
      case JIN:
      case JNOTSUPER:
        if ((op == JNONE || op == JTRUE) && b) s[size_t(a)] = Fact::NoCell;
        if (op == JIN) {
          consumed(s, a, -1);
          consumed(s, b, -1);
        }
        jump(int32_t(c_.ins[pc + 1]));
        break;
      case JUMP: jump(int32_t(i) >> 8); return;
      case NEXT:
      case SEND:
        s[size_t(a)] = Fact::Unknown;
        if (op == SEND) s[size_t(c)] = Fact::Unknown;
        flow(pc + 2, s);
        flow(uint32_t(int64_t(pc) + 1 + BX_(c_.ins[pc + 1])), s);
        return;
      case RET:
      case RETNONE:
      case RAISE:
      case RERAISE:
      case RAISE0: return;
      case CHECK:
      case STOREG:
      case SETFREE:
      case STOREC:
      case DELC:
      case DELFREE:
      case DELG: break;
      case SETATTR:
        if (c) s[size_t(b)] = Fact::NoCell;
        break;
      case SETSUB: break;
      case SETSUB_M: s[size_t(c)] = Fact::NoCell; break;
      case APPEND: consumed(s, b, -1); break;
      case METHOD:
      case METHOD_S:
      case METHOD_T: unknown(s, a, 2); break;
      case UNPACK: unknown(s, a, c); break;
      case LOADG:
      case LOADG_M:
      case LOADG_B:
      case GETATTR:
      case GETATTR_S:
      case SUBSCR:
      case SUBSCR_K:
      case LOADC:
      case FREE: s[size_t(a)] = Fact::Unknown; break;
      default: {
        // What an instruction writes beside what its row says are temporaries.
        const char* operands = kOps[op].operands;
        const int at[] = {a, b, c};
        for (int n = 0; n < 3 && operands[n]; n++)
          if (operands[n] == 'd' || operands[n] == 'D') s[size_t(at[n])] = Fact::Unknown;
        std::fill(s.begin() + nlocals_, s.end(), Fact::Unknown);
        if (op == UNPACKX) unknown(s, a, nreg_);
        if (strchr(operands, 'j')) jump(int32_t(c_.ins[pc + 1]));
      }
    }
    flow(next, s);
  }

  const Code& c_;
  int nlocals_, nreg_;
  Facts out_;
  std::vector<uint32_t> work_;
};

}  // namespace

Fact fact_of(Value v) {
  return v.is_int() ? Fact::Int : v.is_float() ? Fact::Float : v.is_cell() ? Fact::Unknown : Fact::NoCell;
}
Facts find_facts(const Code* c) {
  return Analysis(c).run();
}

}  // namespace adder::jit
