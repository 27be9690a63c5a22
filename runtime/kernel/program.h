// Kernel programs: the one form of every scalar formula. Built once per (op, dtypes, static parameters), then run by
// the reference evaluator, by the tile interpreter, or handed to the JIT. Straight-line SSA over the rows of
// kernel_ops.def.
#pragma once
#include "runtime/tensor/tensor.h"
#include "runtime/kernel/tile_abi.h"
namespace adder::rt {

inline constexpr int kTile = 512, kMaxOperands = 12;
inline constexpr int kTypeBytes[] = {1, 4, 8, 4, 8, 2};
constexpr KType raw_type(DType d) {
  constexpr KType t[] = {kB8, kI32, kI64, kH16, kH16, kF32, kF64};
  return t[int(d)];
}  // in memory
constexpr KType compute_type(DType d) {
  constexpr KType t[] = {kB8, kI32, kI64, kF32, kF32, kF32, kF64};
  return t[int(d)];
}  // in registers: f16 and bf16 compute in f32

struct Reg {
  uint16_t id = 0xffff;
  KType type = kF32;
};
struct Instr {
  KOp op;
  KType type;
  KType result;
  uint16_t out, a, b, c;
  int16_t slot = -1;
  int32_t index = 0;
  double constant = 0;
};  // type: operand 0's; index: operand or scalar number
struct Program {
  std::vector<Instr> code;  // code[i].out == i
  std::vector<uint16_t> outs;
  int n_in = 0, n_slots = 0;
  bool direct_out = false;  // the last instruction may write its result straight to memory
  std::string text() const;
};

class ProgramBuilder {
 public:
  Reg load(int operand, DType stored);  // widened to the compute type
  Reg load_raw(int operand, KType t) { return emit(kLoad, t, t, {}, {}, {}, operand); }
  Reg scalar(int number, KType t) {
    return emit(kScalar, t, t, {}, {}, {}, number);
  }  // a run-time argument, not part of the cache key
  Reg constant(double v, KType t) {
    Reg r = emit(kConstant, t, t);
    p_.code.back().constant = v;
    return r;
  }
  Reg like(Reg x, double v) { return constant(v, x.type); }
  Reg index() { return emit(kIndex, kI64, kI64); }  // position within the iteration, or within the reduced range
  Reg cast(Reg x, KType to);
  void store(Reg x, DType d);  // rounds to d: the op boundary
  void store_raw(Reg x) { p_.outs.push_back(x.id); }
  Program finish();
  bool failed() const { return failed_; }  // a row was asked for a type it lacks: the caller reports the op and dtype
#define PB_1(name)            \
  Reg name(Reg a) {           \
    return op(kOp_##name, a); \
  }
#define PB_2(name)               \
  Reg name(Reg a, Reg b) {       \
    return op(kOp_##name, a, b); \
  }
#define PB_3(name)                  \
  Reg name(Reg a, Reg b, Reg c) {   \
    return op(kOp_##name, a, b, c); \
  }
#define KOP(name, arity, types, result, ulp, meaning) PB_##arity(name)
#include "runtime/kernel/kernel_ops.def"
#undef KOP
#undef PB_1
#undef PB_2
#undef PB_3
 private:
  Reg op(KOp op, Reg a, Reg b = {}, Reg c = {});
  Reg emit(KOp op, KType type, KType result, Reg a = {}, Reg b = {}, Reg c = {}, int index = 0);
  Program p_;
  bool failed_ = false;
};

struct KOpRow {
  const char* name;
  int arity;
  const char* types;
  const char* result;
  int max_ulp;
  const char* meaning;
};
extern const KOpRow kKOps[kOpTableEnd];
bool accepts(KOp op, KType t);

struct ScalarArg {
  double f = 0;
  int64_t i = 0;
};  // a run-time number in both forms; the program says which it wants
union Cell {
  int64_t i;
  double f;
};  // one value of any type: f for floats, i for the rest
Cell read_cell(const void* p, KType t);
void write_cell(void* p, KType t, Cell v);
// The meaning of a program, one element at a time; shares no arithmetic with the tile loops.
void evaluate(const Program& p, const Cell* in, const ScalarArg* scalars, int64_t index, Cell* out);

// Operands are numbered inputs first, then outputs. Strides are signed, in elements, 0 for broadcast; row-major order
// of sizes.
struct Operand {
  char* data;
  KType type;
  int64_t strides[kMaxDims];
};
struct LoopNest {
  int n_dims = 0, n_operands = 0;
  int64_t sizes[kMaxDims];
  Operand operand[kMaxOperands];
};
enum class Executor : uint8_t { tiles, reference };
extern const TileTable* tile_table;  // chosen once from the CPU (and by tests)
void run_elementwise(const Program& p, LoopNest nest, const ScalarArg* scalars, Executor how);

// A reduction is three programs: step(acc.., x) -> acc.., combine(acc.., acc..) -> acc.., finish(acc.., count) -> outs.
// Order of combination: fixed blocks of kReduceBlock elements, kTile lanes within a block folded by halves, blocks in
// order. It depends on sizes and strides only, so the result is the same for every thread count and instruction set.
inline constexpr int64_t kReduceBlock = 1 << 15;
inline constexpr int kScalars = 16, kCountScalar = 15;  // the size of the reduced range arrives as the last scalar
struct ReduceProgram {
  Program step, combine, finish;
  std::vector<KType> acc;
  std::vector<Cell> init;
};
struct ReduceNest {
  LoopNest kept, reduced;
};  // kept: input then outputs; reduced: input only
void run_reduce(const ReduceProgram& p, const ReduceNest& nest, ScalarArg* scalars, int threads, Executor how);

}  // namespace adder::rt
