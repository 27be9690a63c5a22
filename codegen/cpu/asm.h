// A vector assembler over a Function: values of W lanes, one source for AVX2 and AVX-512. What differs is in the
// tables: vector bytes, registers, instruction ids, and whether masks are k registers or vectors of 32-bit lanes.
#pragma once
#include <array>
#include "codegen/cpu/function.h"
#include "codegen/lower.h"
namespace adder::codegen {
using rt::Isa;

struct IsaTraits {
  int bytes;   // of a vector register
  int n_vec;   // vector registers
  bool masks;  // masks live in k registers; else in vectors of 32-bit lanes
  int column;  // of the instruction table
};
inline constexpr IsaTraits kAvx2{32, 16, false, 0}, kAvx512{64, 32, true, 1};
inline const IsaTraits& traits(Isa isa) {
  return isa == Isa::avx512 ? kAvx512 : kAvx2;
}

struct Val {
  x86::Vec v;
  x86::KReg k;
  bool packed = false, valid = false;
};  // packed: 16-bit values side by side in the low half

class VecAsm {
 public:
  VecAsm(Function& c, const IsaTraits& i) : cc(c), isa(i) {}
  Function& cc;
  const IsaTraits& isa;
  int W = 0;  // lanes of a step
  std::string failed;
  x86::Vec vec(int bytes);  // at least an xmm
  x86::Vec vec_of(MType t) { return vec(W * bytes_of(t)); }
  static x86::Vec low(x86::Vec v, int bytes) {
    return bytes > 32 ? x86::Vec(v.zmm()) : bytes > 16 ? x86::Vec(v.ymm()) : x86::Vec(v.xmm());
  }
  Val fresh(MType t);
  x86::Mem constant(MType t, uint64_t bits);  // as last source operand: embedded broadcast, or a full vector
  void broadcast(x86::Vec d, MType t, const x86::Mem& m);
  void broadcast_lane0(x86::Vec d, MType t, x86::Vec s);
  Val repeat_lane0(Val s, MType t);  // in every lane of the widest vector, or of a mask
  void move(Val d, Val s, MType t);
  Val upper_half(Val s, MType t, int lanes);  // lanes [n/2, n) moved to the bottom
  // d = op(a, b, c); the last operand of a binary op may be memory.
  void op(const MInstr& m, Val d, Val a, const asmjit::Operand_& b, Val bv, Val c);
  Val load(KType t, const x86::Mem& at, const Val* mask, x86::Gp count);
  Val load_one(KType t, const x86::Mem& at);
  void store(KType t, const x86::Mem& at, Val s, const Val* mask, x86::Gp count);
  void store_one(KType t, const x86::Mem& at, Val s);
  Val unpack(Val s);
  Val pack(Val s);                          // 32-bit lanes that hold 16-bit values, side by side
  Val tail_mask(x86::Gp left, int stream);  // lanes [stream * W, stream * W + W) of the first `left`
 private:
  void copy_elements(int bytes, const x86::Mem& from, const x86::Mem& to, x86::Gp count);
  Val shrink_mask(x86::Vec wide);
  x86::Vec widen_mask(x86::Vec narrow);
};
bool has_instruction(const MInstr& m, const IsaTraits& isa);  // whether VecAsm::op can express it

}  // namespace adder::codegen
