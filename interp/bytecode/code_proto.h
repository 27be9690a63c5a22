// CodeProto: what the compiler makes. Plain data without Values, so that compiling needs no interpreter and runs on any
// thread, and so that it can be written to a file and read back (serialize.h). code.h turns it into a Code object.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace adder {

struct CodeProto;

struct ConstProto {
  enum Type : uint8_t { None, False, True, Ellipsis, Int, BigInt, Float, Complex, Str, Bytes, Tuple, FrozenSet, Code };
  Type type = None;
  int64_t integer = 0;
  double real = 0;       // Float; Complex: the real part
  double imaginary = 0;  // Complex
  std::string text;  // Str (UTF-8, lone surrogates as three bytes), Bytes; BigInt: digits with their 0x, 0o, 0b, '-'
  std::vector<ConstProto> items;  // Tuple, FrozenSet
  std::shared_ptr<CodeProto> code;
};
bool same_constant(const ConstProto&, const ConstProto&);  // equal and of the same type; -0.0 is not 0.0

enum CodeFlag : uint32_t {
  kVarArgs = 1,
  kVarKw = 2,
  kGenerator = 4,
  kSimple = 8,  // positional parameters only, not a generator: entered without binding
  kCoroutine = 16,
  kAsyncGen = 32,
  kHasDoc = 64,      // k[0] is the docstring
  kNewLocals = 128,  // a function body: locals are registers
  kNested = 256,
  kNamespace = 512,           // names live in the dict in register 0 (class bodies, code run with its own locals)
  kFutureAnnotations = 1024,  // from __future__ import annotations
  kLazy = 2048,  // of a Code: its body was not needed so far (ensure_body); such code never has kSimple
};

// While pc is in [start, end) an exception goes to `target` with itself in `reg`; registers from `clear_from` up to
// far_base, and the far temporaries, are cleared first. Inner ranges come first.
struct HandlerProto {
  uint32_t start, end, target;
  uint8_t reg, clear_from;
};
// While pc is in [start, end), `reg` holds the exception that is being handled. Inner ranges come first.
struct HandledProto {
  uint32_t start, end;
  uint8_t reg;
};
// Where MKFUNC takes closure cell i from: a register of the frame, or a cell of the frame's own closure.
struct CellProto {
  bool local;
  uint16_t index;
};
// Code of a comprehension that runs in this frame. CPython shows it as a frame of its own.
struct InlinedProto {
  uint32_t start, end;
  std::string name;   // "<listcomp>"
  uint32_t position;  // a pc whose position is that of the whole comprehension
};

struct Position {  // 1-based lines (0: none), 0-based byte columns
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_line = 0;
  uint32_t end_column = 0;
};

struct CodeProto {
  std::string name;
  std::string qualname;
  std::string filename;
  uint32_t first_line = 0;
  uint32_t flags = 0;
  uint32_t nparams = 0;  // positional ones, positional-only included
  uint32_t nposonly = 0;
  uint32_t nkwonly = 0;
  // Registers: [0, nlocals) locals · [nlocals, far_base) temporaries · [far_base, far_temps) locals past the reach of
  // 8-bit operands · [far_temps, nreg) temporaries saved there.
  uint32_t nlocals = 0;
  uint32_t far_base = 0;
  uint32_t far_temps = 0;
  uint32_t nreg = 0;
  std::vector<uint32_t> ins;
  std::vector<ConstProto> k;
  std::vector<std::string> attr;  // the name of each attribute cache
  std::vector<std::string> glob;  // the name of each global cache
  uint32_t nnamed = 0;  // near locals that have names, registers 0..nnamed-1; the far ones follow from far_base
  std::vector<std::string> varnames;  // near ones, far ones, then variables of inlined comprehensions (for messages)
  std::vector<std::string> cellvars;  // names of locals that live in cells
  std::vector<std::string> freevars;  // names of closure cells
  std::vector<HandlerProto> handlers;
  std::vector<HandledProto> handled;
  std::vector<CellProto> cells;
  std::vector<InlinedProto> inlined;
  std::string positions;  // see PositionWriter
};

// The position table: for each instruction whose position differs from that of the one before, varints
//   pc - previous pc · zigzag(line - previous line) · column · end_line - line · end_column
class PositionWriter {
 public:
  void add(uint32_t pc, const Position&);
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  uint32_t pc_ = 0;
  uint32_t line_ = 0;
};
// The position of the instruction at pc (of its first word).
Position find_position(std::string_view table, uint32_t pc);
// The same for a table of lines alone, pairs of varints: pc - previous pc · zigzag(line - previous line).
Position find_line(std::string_view lines, uint32_t pc);
std::string positions_of_lines(std::string_view lines);  // as PositionWriter has them
// Calls f(first pc, position) for each entry of the table.
template <class F>
void each_position(std::string_view table, F&& f);
template <class F>
void each_line(std::string_view lines, F&& f);

namespace varint {
inline void put(std::string* out, uint64_t v) {
  for (; v >= 128; v >>= 7) *out += char(v | 128);
  *out += char(v);
}
inline uint64_t get(std::string_view s, size_t* i) {
  uint64_t v = 0;
  for (int shift = 0; *i < s.size() && shift < 64; shift += 7) {
    uint64_t b = (unsigned char)s[(*i)++];
    v |= (b & 127) << shift;
    if (b < 128) break;
  }
  return v;
}
inline uint64_t zigzag(int64_t v) {
  return uint64_t(v) << 1 ^ uint64_t(v >> 63);
}
inline int64_t unzigzag(uint64_t v) {
  return int64_t(v >> 1) ^ -int64_t(v & 1);
}
}  // namespace varint

template <class F>
void each_position(std::string_view table, F&& f) {
  uint32_t pc = 0;
  Position p;
  for (size_t i = 0; i < table.size();) {
    pc += uint32_t(varint::get(table, &i));
    p.line = uint32_t(int64_t(p.line) + varint::unzigzag(varint::get(table, &i)));
    p.column = uint32_t(varint::get(table, &i));
    p.end_line = p.line + uint32_t(varint::get(table, &i));
    p.end_column = uint32_t(varint::get(table, &i));
    f(pc, p);
  }
}
template <class F>
void each_line(std::string_view lines, F&& f) {
  uint32_t pc = 0, line = 0;
  for (size_t i = 0; i < lines.size();) {
    pc += uint32_t(varint::get(lines, &i));
    line = uint32_t(int64_t(line) + varint::unzigzag(varint::get(lines, &i)));
    f(pc, Position{line, 0, line, 0});
  }
}

}  // namespace adder
