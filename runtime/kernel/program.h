// Kernel programs: the one form of every scalar formula. Built once per (op, dtypes, static parameters), then run by
// the reference evaluator, by the tile interpreter, or handed to the JIT. Straight-line SSA over the rows of
// kernel_ops.def.
#pragma once
#include "runtime/base/thread_pool.h"
#include "runtime/tensor/arg.h"
#include "runtime/kernel/tile_abi.h"
namespace adder::rt {

inline constexpr int kTile = 512, kMaxOperands = 12;
inline constexpr int kTypeBytes[kTypeCount] = {1, 4, 8, 4, 8, 2, 1, 1, 2, 8, 16};
inline constexpr int kMaxTypeBytes = 16;
constexpr KType raw_type(DType d) {  // in memory
  constexpr KType t[kDTypeCount] = {kB8, kU8, kI8, kI16, kI32, kI64, kH16, kH16, kF32, kF64, kC64, kC128};
  return t[int(d)];
}
constexpr KType compute_type(DType d) {  // in registers: f16 and bf16 compute in f32, small integers in i32
  constexpr KType t[kDTypeCount] = {kB8, kI32, kI32, kI32, kI32, kI64, kF32, kF32, kF32, kF64, kC64, kC128};
  return t[int(d)];
}
constexpr bool is_float_type(KType t) {
  return t == kF32 || t == kF64;
}
constexpr bool is_complex_type(KType t) {
  return t == kC64 || t == kC128;
}

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
  Reg round_to(Reg x, DType from, DType to);  // a value stored as `from`, as precise as `to` holds it
  void store(Reg x, DType d) { store(x, d, d); }
  // The op boundary: rounds to d. `computed`: the op's own result type, which it rounds to first.
  void store(Reg x, DType d, DType computed);
  void store_raw(Reg x) { p_.outs.push_back(x.id); }
  Reg op(KOp op, Reg a, Reg b = {}, Reg c = {});  // any row of the table
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
  Reg round(Reg x, DType to);
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
const char* type_name(KType t);  // "f32"

// A run-time number in both forms; the program says which it wants. Under a complex program i holds the bits of the
// imaginary part.
struct ScalarArg {
  double f = 0;
  int64_t i = 0;
};
struct Cell {  // one value of any type: f for floats, f and im for complex, i for the rest
  union {
    int64_t i = 0;
    double f;
  };
  double im = 0;
};
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
const TileTable& tile_table();                // of chosen_isa()
void set_tile_table(const TileTable* table);  // tests; null: back to that of chosen_isa()
void run_elementwise(const Program& p, LoopNest nest, const ScalarArg* scalars, Executor how,
                     ThreadPool* pool = nullptr);

// A reduction is three programs: step(acc.., x) -> acc.., combine(acc.., acc..) -> acc.., finish(acc.., count) -> outs.
// Order of combination, for every executor and code generator:
//  - A result per row (the reduced range is walked element by element): blocks of kReduceBlock elements; element i of a
//    block goes to lane i % lanes, starting from the neutral element; lanes fold by halves (lane l takes lane l + half)
//    down to one; block results combine left to right.
//  - A result per lane (there are at least 16, neighboring ones lie next to each other and the reduced range is
//    strided): each result takes its elements in order within blocks of kAcrossBlock, whose results combine left to right.
// The choice depends on sizes and strides only, so the bits are the same for every thread count and instruction set.
inline constexpr int64_t kReduceBlock = 1 << 15, kAcrossBlock = 512;
constexpr int reduce_lanes(int widest_acc_bytes) {  // 64, or 32 once an accumulator has 8 bytes or more
  return widest_acc_bytes >= 8 ? 32 : 64;
}
inline constexpr int kScalars = 16, kCountScalar = 15;  // the size of the reduced range arrives as the last scalar
struct ReduceProgram {
  Program step, combine, finish;
  std::vector<KType> acc;
  std::vector<Cell> init;
};
struct ReduceNest {
  LoopNest kept, reduced;
};  // kept: input then outputs; reduced: input only
void run_reduce(const ReduceProgram& p, const ReduceNest& nest, ScalarArg* scalars, bool complex, ThreadPool* pool,
                Executor how);

}  // namespace adder::rt
