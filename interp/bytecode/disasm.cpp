// Listings of code: one instruction a line, names and constants spelled out.
#include "interp/bytecode/disasm.h"

#include <cstdio>

#include "interp/bytecode/opcodes.h"
#include "interp/text/float_text.h"
#include "interp/text/unicode.h"

namespace adder {

const OpInfo kOps[kOpCount] = {
#define X(n, w, o, e, m) {#n, w, o, e, m},
#include "interp/bytecode/opcodes.def"
#undef X
};

namespace {

std::string constant_text(const ConstProto& c) {
  switch (c.type) {
    case ConstProto::None: return "None";
    case ConstProto::False: return "False";
    case ConstProto::True: return "True";
    case ConstProto::Ellipsis: return "Ellipsis";
    case ConstProto::Int: return std::to_string(c.integer);
    case ConstProto::BigInt: return c.text;
    case ConstProto::Float: return text::float_repr(c.real);
    case ConstProto::Complex: return "(" + text::float_repr(c.real) + "+" + text::float_repr(c.imaginary) + "j)";
    case ConstProto::Str: return text::quote(c.text, true);
    case ConstProto::Bytes: return "b" + text::quote(c.text, true);
    case ConstProto::Code: return "<code " + c.code->name + ">";
    case ConstProto::Tuple:
    case ConstProto::FrozenSet: {
      std::string s = c.type == ConstProto::Tuple ? "(" : "frozenset({";
      for (size_t i = 0; i < c.items.size(); i++) {
        if (i) s += ", ";
        s += constant_text(c.items[i]);
      }
      if (c.type == ConstProto::Tuple && c.items.size() == 1) s += ",";
      return s + (c.type == ConstProto::Tuple ? ")" : "})");
    }
  }
  return "?";
}

bool wide(Word w) {
  switch (w & 255) {
    case LOADK:
    case LOADI:
    case JMORE:
    case CHECK:
    case FREE:
    case SETFREE:
    case DELFREE: return true;
    default: return false;
  }
}

bool names_a_global(Word w) {
  return (w & 255) >= LOADG && (w & 255) <= LOADG_B;
}

}  // namespace

std::string disassemble_instruction(const CodeProto& c, uint32_t pc) {
  const Word* at = &c.ins[pc];
  const OpInfo& op = kOps[*at & 255];
  char head[64];
  snprintf(head, sizeof head, "%5u  %-9s", pc, op.name);
  std::string s = head;
  bool bx = wide(*at);
  int field = 0;
  for (const char* o = op.operands; *o; o++, field++) {
    int v = field == 0 ? A_(*at) : field == 1 ? (bx ? BX_(*at) : B_(*at)) : C_(*at);
    uint32_t w = op.words > 1 ? at[1] : 0;
    switch (*o) {
      case 'r':
      case 'd':
      case 'D': {
        if (v == 255) {
          s += " -";
          break;
        }
        s += " r" + std::to_string(v);
        if (uint32_t(v) < c.nlocals && size_t(v) < c.varnames.size() && !c.varnames[size_t(v)].empty()) {
          s += "(" + c.varnames[size_t(v)] + ")";
        }
        break;
      }
      case 'k': {
        uint32_t k = field == 3 ? w : bx ? uint32_t(uint16_t(v)) : uint32_t(v);
        s += " " + (k < c.k.size() ? constant_text(c.k[k]) : "k?");
        break;
      }
      case 'v': s += " #" + std::to_string(v); break;
      case 'n':
      case 'i':
        if ((*at & 255) == JMORE && field) {
          s += " ->" + std::to_string(int64_t(pc) + v);
        } else {
          s += " " + std::to_string(field == 3 ? int64_t(w) : v);
        }
        break;
      case 'j': {
        int64_t offset = field == 0 ? int32_t(*at) >> 8 : int32_t(w);
        s += " ->" + std::to_string(int64_t(pc) + offset);
        break;
      }
      case 'x': {
        const auto& names = names_a_global(*at) ? c.glob : c.attr;
        s += " ." + (w < names.size() ? names[w] : "x?");
        break;
      }
      case 's': s += " ." + (w < c.k.size() ? constant_text(c.k[w]) : "k?"); break;
      default: break;
    }
  }
  return s;
}

std::string disassemble(const CodeProto& c) {
  std::string s = "code " + c.qualname + "  line " + std::to_string(c.first_line) + "  registers " +
                  std::to_string(c.nreg) + "  locals " + std::to_string(c.nlocals) + "  parameters " +
                  std::to_string(c.nparams) + "\n";
  uint32_t line = 0;
  for (uint32_t pc = 0; pc < c.ins.size(); pc += kOps[c.ins[pc] & 255].words) {
    Position p = find_position(c.positions, pc);
    char number[16];
    snprintf(number, sizeof number, p.line != line ? "%5u" : "     ", p.line);
    line = p.line;
    s += number + disassemble_instruction(c, pc) + "\n";
  }
  auto range = [](uint32_t a, uint32_t b) { return std::to_string(a) + ".." + std::to_string(b); };
  for (const HandlerProto& h : c.handlers) {
    s += "  handler " + range(h.start, h.end) + " -> " + std::to_string(h.target) + " r" + std::to_string(h.reg) + "\n";
  }
  for (const HandledProto& h : c.handled)
    s += "  handled " + range(h.start, h.end) + " r" + std::to_string(h.reg) + "\n";
  for (const InlinedProto& i : c.inlined) s += "  inlined " + range(i.start, i.end) + " " + i.name + "\n";
  for (const CellProto& x : c.cells)
    s += std::string("  cell ") + (x.local ? "r" : "free ") + std::to_string(x.index) + "\n";
  for (const ConstProto& k : c.k) {
    if (k.code) s += disassemble(*k.code);
  }
  return s;
}

}  // namespace adder
