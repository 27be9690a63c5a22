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
  uint32_t mver, bver;
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
enum CodeFlag : uint32_t { kVarArgs = 1, kVarKw = 2, kGenerator = 4, kSimple = 8 };
struct Code : Cell {
  Str *name, *qualname;
  std::string* file;
  uint32_t nreg, nlocals, nparams, nposonly, nkwonly, cflags;
  std::vector<Word> ins;
  std::vector<uint32_t> line;
  std::vector<Value> k;
  std::vector<AttrCache*> attr;
  std::vector<GlobalCache> glob;
  std::vector<Str*> varnames;
  std::vector<Handler> handlers;
  std::vector<CellSpec> cells;
};
std::string disassemble(const Code*);
std::string disassemble_at(const Code*, const Word*);
Code* compile(const std::string& src, std::string* file, std::string* err,
              bool expression = false);  // null: err is the text of a SyntaxError
std::string repr(Value);                 // built-in kinds only
}  // namespace adder
