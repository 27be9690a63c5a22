// Lowering: scalar programs (rows of kernel_ops.def) to machine programs (rows of machine.def), with common
// subexpressions merged. It happens once, before any emitter, so every target computes the same formula with the same
// operations in the same order, and gives the same bits.
#pragma once
#include <string>
#include <vector>
#include "codegen/kernel.h"
namespace adder::codegen {

enum class MOp : uint8_t {
#define MOP(name, arity) name,
#include "codegen/machine.def"
#undef MOP
  count
};
extern const char* const kMOpNames[];

enum class MType : uint8_t { f32, f64, i32, i64, mask };
constexpr bool is_float(MType t) {
  return t <= MType::f64;
}
constexpr int bytes_of(MType t) {
  return t == MType::f64 || t == MType::i64 ? 8 : 4;
}
MType machine_type(KType t);  // b8 is a mask, h16 an i32

inline constexpr uint16_t kNone = 0xffff;
struct MInstr {
  MOp op;
  MType type;
  MType from;  // type of operand 0
  uint16_t a = kNone, b = kNone, c = kNone;
  int32_t imm = 0;      // operand of a load, number of a scalar, count of a shift, direction of a rounding
  uint64_t bits = 0;    // of a constant
  KType stored = kF32;  // of a load: the type in memory
};
struct MProgram {
  std::vector<MInstr> code;
};
std::string text(const MProgram&);

class MBuilder {
 public:
  MProgram p;
  std::string failed;  // the first kernel op that has no lowering
  uint16_t emit(MOp op, MType t, uint16_t a = kNone, uint16_t b = kNone, uint16_t c = kNone, int imm = 0,
                uint64_t bits = 0, KType stored = kF32);
  uint16_t number(MType t, double f, int64_t i);
  uint16_t select(uint16_t cond, uint16_t x, uint16_t y);  // x where cond, else y
  // Splices a program; `in` gives the values of its loads. Returns the values of its results.
  std::vector<uint16_t> splice(const Program&, const std::vector<uint16_t>& in);
  MType type(uint16_t v) const { return p.code[v].type; }

 private:
  uint16_t lower(const Instr&, uint16_t a, uint16_t b, uint16_t c);
  uint16_t extreme(MOp op, MType t, uint16_t a, uint16_t b);
};

}  // namespace adder::codegen
