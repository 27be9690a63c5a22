#include "interp/bytecode/verify.h"

#include "interp/bytecode/opcodes.h"

namespace adder {

namespace {

class Verifier {
 public:
  explicit Verifier(const CodeProto& c) : c_(c), starts_(c.ins.size() + 1, false) {}

  std::string run() {
    uint32_t n = uint32_t(c_.ins.size());
    if (!n) return "no instructions";
    uint32_t last = 0;
    for (uint32_t pc = 0; pc < n;) {
      uint32_t op = c_.ins[pc] & 255;
      if (op >= kOpCount) return at(pc, "unknown opcode");
      starts_[pc] = true;
      last = pc;
      pc += kOps[op].words;
      if (pc > n) return at(last, "cut off");
    }
    switch (c_.ins[last] & 255) {
      case RET:
      case RETNONE:
      case JUMP:
      case RERAISE:
      case RAISE:
      case RAISE0: break;
      default: return at(last, "runs off the end");
    }
    if (c_.nlocals > c_.far_base || c_.far_base > c_.far_temps || c_.far_temps > c_.nreg) return "register layout";
    for (uint32_t pc = 0; pc < n; pc += kOps[c_.ins[pc] & 255].words) {
      std::string problem = instruction(pc);
      if (!problem.empty()) return at(pc, problem);
    }
    auto range = [&](uint32_t a, uint32_t b) { return a < b && b <= n && starts_[a] && (b == n || starts_[b]); };
    for (const HandlerProto& h : c_.handlers) {
      if (!range(h.start, h.end) || h.target >= n || !starts_[h.target]) return at(h.start, "handler range");
      if (h.reg >= c_.far_base || h.clear_from < c_.nlocals) return at(h.start, "handler register");
    }
    for (const HandledProto& h : c_.handled) {
      if (!range(h.start, h.end) || h.reg >= c_.far_base) return at(h.start, "handled range");
    }
    for (const InlinedProto& i : c_.inlined) {
      if (!range(i.start, i.end)) return at(i.start, "inlined range");
    }
    for (const ConstProto& k : c_.k) {
      if (!k.code) continue;
      std::string inner = verify(*k.code);
      if (!inner.empty()) return inner;
    }
    return "";
  }

 private:
  std::string at(uint32_t pc, const std::string& what) const {
    return c_.qualname + " pc " + std::to_string(pc) + ": " + what;
  }

  std::string instruction(uint32_t pc) const {
    Word word = c_.ins[pc];
    const OpInfo& op = kOps[word & 255];
    uint32_t w = op.words > 1 ? c_.ins[pc + 1] : 0;
    bool bx = false;
    switch (word & 255) {
      case LOADK:
      case LOADI:
      case JMORE:
      case CHECK: bx = true; break;
      case MOVEFAR:
        if ((w >> 16) >= c_.nreg) return "far register";
        return "";
      case LOADFAR:
      case STOREFAR:
      case KILLFAR:
        if (w >= c_.nreg || w < c_.far_base) return "far register";
        break;
      default: break;
    }
    int field = 0;
    for (const char* o = op.operands; *o; o++, field++) {
      uint32_t v = field == 0   ? uint32_t(A_(word))
                   : field == 1 ? (bx ? uint32_t(uint16_t(BX_(word))) : uint32_t(B_(word)))
                                : uint32_t(C_(word));
      if (field == 3) v = w;
      switch (*o) {
        case 'r':
        case 'd':
        case 'D':
          if (v != 255 && v >= c_.far_base) return "register r" + std::to_string(v);
          break;
        case 'k':
        case 's':
          if ((*o == 's' ? w : v) >= c_.k.size()) return "constant";
          break;
        case 'x': {
          bool global = (word & 255) >= LOADG && (word & 255) <= LOADG_B;
          if (w >= (global ? c_.glob.size() : c_.attr.size())) return "cache";
          break;
        }
        case 'j': {
          int64_t to = int64_t(pc) + (field == 0 ? int32_t(word) >> 8 : int32_t(w));
          if (to < 0 || to >= int64_t(c_.ins.size()) || !starts_[size_t(to)]) return "jump target";
          break;
        }
        default: break;
      }
    }
    if ((word & 255) == JMORE) {
      int64_t to = int64_t(pc) + BX_(word);
      if (to < 0 || to >= int64_t(c_.ins.size()) || !starts_[size_t(to)]) return "jump target";
    }
    return "";
  }

  const CodeProto& c_;
  std::vector<bool> starts_;
};

}  // namespace

std::string verify(const CodeProto& c) {
  return Verifier(c).run();
}

}  // namespace adder
