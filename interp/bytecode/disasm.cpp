#include <cstdio>
#include "interp/bytecode/code.h"

namespace adder {
Code* new_code(Heap& h, Str* name, Str* filename) {
  Code* c = static_cast<Code*>(h.cell(sizeof(Code)));
  new (c) Code();
  c->count = 1;
  c->kind = Kind::Code;
  c->flags = sizeof(Code) > Heap::kMaxSmall ? kLarge : 0;
  c->aux = 0;
  c->name = c->qualname = name;
  c->filename = filename;
  c->nreg = c->nlocals = c->nparams = c->nposonly = c->nkwonly = c->cflags = c->first_line = 0;
  return c;
}
std::string constant_text(Value v) {
  if (v.is_int()) return std::to_string(v.as_int());
  if (v.is_float()) return std::to_string(v.as_float());
  if (v.u == kNone.u) return "None";
  if (v.u == kTrue.u) return "True";
  if (v.u == kFalse.u) return "False";
  if (v.is(Kind::Str)) return "'" + std::string(sv(v)) + "'";
  if (v.is(Kind::Code)) return "<code " + std::string(v.as<Code>()->name->sv()) + ">";
  if (v.is(Kind::Tuple)) {
    std::string s = "(";
    for (uint32_t i = 0; i < v.as<Tuple>()->len; i++) s += (i ? ", " : "") + constant_text(v.as<Tuple>()->items[i]);
    return s + ")";
  }
  return "<constant>";
}
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
      case 'k': s += " " + constant_text(c->k[f == 3 ? pc[1] : v]); break;
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
      case 's': s += " ." + constant_text(c->k[pc[1]]); break;
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
