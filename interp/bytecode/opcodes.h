// Instruction words, and the table of opcodes.def.
#pragma once
#include <cstdint>

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

// The kinds of arithmetic; each has four rows: register, constant, and both in place.
enum BinKind { kAdd, kSub, kMul, kDiv, kFdiv, kMod, kPow, kAnd, kOr, kXor, kShl, kShr, kMatmul };
static_assert(ADD + kMatmul * 4 == MATMUL && JLT_K + 3 == JLE_K && JLT + 1 == JLT_K && LT + 1 == JLT);

constexpr uint32_t kFewTargets = 4;      // of UNPACK
constexpr uint32_t kStarred = 1u << 31;  // of UNPACKL

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

}  // namespace adder
