#include <cstdio>
#include "interp/bytecode/code.h"

namespace adder {
const OpInfo kOps[kOpCount] = {
#define X(n, w, o, e, m) {#n, w, o, e, m},
#include "interp/bytecode/opcodes.def"
#undef X
};
std::string disassemble_at(const Code* c, const Word* pc) {
  const OpInfo& op = kOps[*pc & 255];
  char buf[64];
  snprintf(buf, sizeof buf, "%4ld  %-9s", long(pc - c->ins.data()), op.name);
  std::string s = buf;
  int f = 0;
  bool bx = (*pc & 255) == LOADK || (*pc & 255) == LOADI || (*pc & 255) == JMORE;
  for (const char* o = op.operands; *o; o++, f++) {
    int v = f == 0 ? A_(*pc) : f == 1 ? (bx ? BX_(*pc) : B_(*pc)) : C_(*pc);
    switch (*o) {
      case 'r':
      case 'd':
      case 'D':
        s += v == 255 ? " -"
                      : " r" + std::to_string(v) +
                            (v < int(c->varnames.size()) ? "(" + std::string(c->varnames[v]->sv()) + ")" : "");
        break;
      case 'k': s += " " + repr(c->k[f == 3 ? pc[1] : v]); break;
      case 'n':
      case 'i':
        s += " " + std::to_string(bx && f  ? (*pc & 255) == JMORE ? int(pc - c->ins.data()) + 1 + BX_(*pc) : BX_(*pc)
                                   : f == 3 ? int(pc[1])
                                           : v);
        break;
      case 'j':
        s += " ->" + std::to_string(f == 0 ? int(pc - c->ins.data()) + (int32_t(*pc) >> 8)
                                           : int(pc - c->ins.data()) + int32_t(pc[1]));
        break;
      case 'x':
        s += " ." + std::string((*pc & 255) >= LOADG && (*pc & 255) <= LOADG_B ? c->glob[pc[1]].name->sv()
                                                                               : c->attr[pc[1]]->name->sv());
        break;
      case 's': s += " ." + repr(c->k[pc[1]]); break;
      default: break;
    }
  }
  return s;
}
std::string disassemble(const Code* c) {
  std::string s = "code " + std::string(c->qualname->sv()) + " registers " + std::to_string(c->nreg) + " locals " +
                  std::to_string(c->nlocals) + "\n";
  for (size_t i = 0; i < c->ins.size(); i += kOps[c->ins[i] & 255].words) s += disassemble_at(c, &c->ins[i]) + "\n";
  for (auto& h : c->handlers)
    s += "  handler " + std::to_string(h.start) + ".." + std::to_string(h.end) + " -> " + std::to_string(h.target) +
         " r" + std::to_string(h.reg) + "\n";
  for (Value k : c->k)
    if (k.is(Kind::Code)) s += disassemble(k.as<Code>());
  return s;
}
}  // namespace adder
