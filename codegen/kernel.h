// Kernel IR: a loop nest around scalar programs. For every row (outer dims, any strides) the stages run in order. An
// inner stage runs its program for each element of the inner range, stores some results and feeds others to reductions;
// a row stage runs its program once, on row values. Softmax is three stages, layer_norm two and a row stage between
// them. Extents and strides are run-time arguments; only the kind of walk along the inner range is part of the kernel.
// So one compiled kernel serves all sizes.
#pragma once
#include "runtime/kernel/program.h"
namespace adder::rt {

enum class Walk : uint8_t {
  dense,
  broadcast
};  // along the inner range: stride 1 or 0; the driver moves a stride-1 dim innermost or copies
struct BufferDecl {
  KType type;
  Walk walk = Walk::dense;
  bool written = false, scratch = false;
};  // scratch: one row for each thread
struct Place {
  enum Kind : uint8_t { none, buffer, row } kind = none;
  int id = 0;
};

// A reduction is a program too (op_scheme's ReduceProgram). Order of combination: element i goes to lane i % lanes in
// order; the lanes fold by halves. It depends on the extent only, so every ISA, thread count and the SPIR-V workgroup
// of 64 give the same bits.
inline constexpr int kLanes = 64;  // 4 zmm, 8 ymm, or one workgroup; half as many for 8-byte accumulators
// from: results of the stage's program; to: row values
struct Reduction {
  std::vector<KType> acc;
  std::vector<Cell> init;
  Program step, combine;
  std::vector<int> from, to;
};
int lanes_of(const Reduction&);

// in: operands of the program; out: one place a result
struct Stage {
  bool inner = true;
  Program program;
  std::vector<Place> in, out;
  std::vector<Reduction> reductions;
};
struct Kernel {
  std::string name;
  std::vector<BufferDecl> buffers;
  std::vector<KType> rows;
  std::vector<Stage> stages;
  std::string text() const;
  std::string verify() const;  // empty, or what is wrong
  std::string key() const;     // exact, for the cache; names do not count
  bool pointwise() const { return stages.size() == 1 && stages[0].inner && stages[0].reductions.empty(); }
};

struct Launch {
  int n_outer = 0;
  int64_t outer[kMaxDims] = {}, n = 0;  // n: extent of the inner range
  void* data[kMaxOperands] = {};
  int64_t strides[kMaxOperands][kMaxDims] = {};  // elements, outer dims only, signed
  ScalarArg scalars[kScalars] = {};
  int64_t rows() const {
    int64_t r = 1;
    for (int d = 0; d < n_outer; ++d) r *= outer[d];
    return r;
  }
};
// The meaning of a kernel, an element at a time: with the reference evaluator, or with op_scheme's tile loops (whose
// bits the emitters must match).
void interpret(const Kernel&, const Launch&, Executor how);

// Compiled kernels. The cache is keyed on the kernel and the ISA; null: some row has no emitter for this ISA, keep
// interpreting.
using KernelFn = void (*)(void* const* data, const int64_t* row_bytes, int64_t rows, int64_t n,
                          const ScalarArg* scalars);
enum class IsaName : uint8_t { avx2, avx512 };
struct CompileStats {
  double lower_us = 0, emit_us = 0, allocate_us = 0;
  size_t code_bytes = 0;
  int unroll = 0, stack = 0, instructions = 0;
  std::string reason;  // stack: spills
  double us() const { return lower_us + emit_us + allocate_us; }
};
KernelFn compile_kernel(const Kernel&, IsaName, CompileStats* stats = nullptr);
KernelFn cached_kernel(const Kernel&, IsaName);
void run_kernel(const Kernel&, KernelFn, Launch, int threads);
size_t cache_size();
extern bool allow_fma;        // experiment: contract a*b+c; the bits then differ from the tiles
extern size_t one_body_from;  // reduction stages of that many instructions get no unmasked loop
extern int force_unroll;      // experiment: 0 is automatic
void parallel(int64_t items, int64_t grain, int threads, void (*f)(void*, int64_t begin, int64_t end), void* context);
template <class F>
void parallel_for(int64_t items, int64_t grain, int threads, F f) {
  parallel(
      items, grain, threads, [](void* c, int64_t b, int64_t e) { (*static_cast<F*>(c))(b, e); }, &f);
}
void* code_reserve(
    size_t n,
    void** writable);  // executable memory: one memfd mapped twice, never writable and executable at one address

}  // namespace adder::rt
