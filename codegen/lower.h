// Lowering: scalar programs (rows of kernel_ops.def) to machine programs (rows of machine.def), with common
// subexpressions merged and constants folded away.
#pragma once
#include "codegen/kernel.h"
namespace adder::rt {
enum class MOp : uint8_t {
#define MOP(name, arity) name,
#include "codegen/machine.def"
#undef MOP
  count
};
enum class MType : uint8_t { f32, f64, i32, i64, mask };
constexpr bool is_float(MType t) {
  return t <= MType::f64;
}
constexpr int bytes_of(MType t) {
  return t == MType::f64 || t == MType::i64 ? 8 : 4;
}
inline constexpr uint16_t kNone = 0xffff;
// from: operand 0's type
struct MInstr {
  MOp op;
  MType type;
  MType from;
  uint16_t a = kNone, b = kNone, c = kNone;
  int32_t imm = 0;
  uint64_t bits = 0;
  KType stored = kF32;
};
struct MProgram {
  std::vector<MInstr> code;
};

class MBuilder {
 public:
  MProgram p;
  std::string failed;  // the first kernel op that has no lowering
  uint16_t emit(MOp op, MType t, uint16_t a = kNone, uint16_t b = kNone, uint16_t c = kNone, int imm = 0,
                uint64_t bits = 0, KType stored = kF32);
  uint16_t number(MType t, double f, int64_t i);
  uint16_t select(uint16_t cond, uint16_t x, uint16_t y);
  // Splices a program; `in` gives the values of its loads. The results are values in p; b8 is a mask, h16 an i32.
  std::vector<uint16_t> splice(const Program&, const std::vector<uint16_t>& in);
  MType type(uint16_t v) const { return p.code[v].type; }

 private:
  uint16_t lower(const Instr&, uint16_t a, uint16_t b, uint16_t c);
};
MType machine_type(KType t);
extern const char* const kMOpNames[];
std::string text(const MProgram&);
}  // namespace adder::rt
