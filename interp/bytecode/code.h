#pragma once
// Code objects: 32-bit register code, constants, inline caches, exception side table, line table.
#include "interp/objects/object.h"

namespace adder {
enum Op : uint8_t {
#define X(n, w, o, e, m) n,
#include "interp/bytecode/opcodes.def"
#undef X
  kOpCount
};
struct OpInfo {
  const char* name;
  uint8_t words;
  const char *operands, *effect, *meaning;
};
extern const OpInfo kOps[kOpCount];
enum BinKind { kAdd, kSub, kMul, kDiv, kFdiv, kMod, kPow, kAnd, kOr, kXor, kShl, kShr, kMatmul };
static_assert(ADD + kMatmul * 4 == MATMUL && JLT_K + 3 == JLE_K && JLT + 1 == JLT_K && LT + 1 == JLT);

using Word = uint32_t;
inline Word word(Op o, int a = 0, int b = 0, int c = 0) {
  return o | uint32_t(a & 255) << 8 | uint32_t(b & 255) << 16 | uint32_t(c & 255) << 24;
}
inline Word word_bx(Op o, int a, int bx) {
  return o | uint32_t(a) << 8 | uint32_t(bx & 0xFFFF) << 16;
}
inline int A_(Word w) {
  return w >> 8 & 255;
}
inline int B_(Word w) {
  return w >> 16 & 255;
}
inline int C_(Word w) {
  return w >> 24;
}
inline int BX_(Word w) {
  return int16_t(w >> 16);
}

struct GlobalCache {
  Str* name;
  uint64_t mver, bver;
  Value* slot;
};
struct Handler {
  uint32_t start, end, target;
  uint8_t reg, clear_from;
};  // inner ranges come first; entry clears registers from clear_from on
struct CellSpec {
  bool local;
  uint8_t index;
};  // where MKFUNC takes closure cell i from
struct Handled {
  uint32_t start, end;
  uint8_t reg;
};  // while pc is in the range, `reg` holds the exception that is being handled; inner ranges come first
enum CodeFlag : uint32_t {
  kVarArgs = 1,
  kVarKw = 2,
  kGenerator = 4,
  kSimple = 8,  // positional parameters only, not a generator: entered without binding
  kCoroutine = 16,
  kAsyncGen = 32,
  kHasDoc = 64,      // k[0] is the docstring
  kNewLocals = 128,  // a function body: locals are registers
};
struct Code : Cell {
  Str *name, *qualname;
  Str* filename;
  uint32_t nreg, nlocals, nparams, nposonly, nkwonly, cflags, first_line;
  std::vector<Word> ins;
  std::vector<uint32_t> line;
  std::vector<Value> k;
  std::vector<AttrCache*> attr;
  std::vector<GlobalCache> glob;
  std::vector<Str*> varnames, freenames;
  std::vector<Handler> handlers;
  std::vector<Handled> handled;
  std::vector<CellSpec> cells;
};
std::string disassemble(const Code*);
std::string disassemble_at(const Code*, const Word*);
Code* new_code(Heap&, Str* name, Str* filename);
// null: err is the text of a SyntaxError
Code* compile(Interpreter&, const std::string& src, std::string_view filename, std::string* err,
              bool expression = false);
std::string constant_text(Value);  // of constants, for listings
}  // namespace adder
