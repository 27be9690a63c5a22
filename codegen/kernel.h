// Kernel IR: a loop nest around scalar programs. For every row (outer dims, any strides) the stages run in order. An
// inner stage runs its program for each element of the inner range, stores some results and feeds others to reductions;
// a row stage runs its program once, on row values. Softmax is three stages, layer_norm two and a row stage between
// them. Extents and strides are run-time arguments; only the kind of walk along the inner range is part of the kernel.
// So one compiled kernel serves all sizes.
//
// kernel_text.h prints and parses kernels, verify() checks one, interpret() gives its meaning.
#pragma once
#include <string>
#include <vector>
#include "runtime/kernel/program.h"
namespace adder::codegen {

using rt::Cell;
using rt::Instr;
using rt::Program;
using rt::ProgramBuilder;
using rt::Reg;
using rt::ScalarArg;

inline constexpr int kMaxBuffers = 16;
inline constexpr int kMaxLoopDims = 8;  // outer dims of a launch after merging

// How a buffer is walked along the inner range: stride 1 or stride 0. A buffer with another inner stride is `dense`
// too: the driver packs its row first.
enum class Walk : uint8_t { dense, broadcast };

struct BufferDecl {
  KType type = kF32;
  Walk walk = Walk::dense;
  bool written = false;
  bool scratch = false;  // one row, private to the thread that runs it
};

// Where an operand of a stage comes from, or where a result goes.
struct Place {
  enum Kind : uint8_t { none, buffer, row } kind = none;
  int id = 0;
  bool operator==(const Place&) const = default;
};

// Element i of the inner range goes to lane i % lanes, in order; the lanes then fold by halves. Lanes without an
// element hold the neutral value. The order depends on the extent only, so every instruction set, every thread count, a
// workgroup of 64 and the eager tiles give the same bits. Ranges longer than kBlock are cut into blocks whose results
// are combined in order.
inline constexpr int kLanes = rt::reduce_lanes(4);  // 32 for 8-byte accumulators
inline constexpr int64_t kBlock = rt::kReduceBlock;
struct Reduction {
  std::vector<KType> acc;
  std::vector<Cell> init;
  Program step;           // accumulators, then the results `from` -> accumulators
  Program combine;        // accumulators, accumulators -> accumulators
  std::vector<int> from;  // results of the stage's program
  std::vector<int> to;    // row values
};
int lanes_of(const Reduction&);

struct Stage {
  bool inner = true;
  Program program;
  std::vector<Place> in;   // operands of the program
  std::vector<Place> out;  // one place for each result
  std::vector<Reduction> reductions;
};

struct Kernel {
  std::string name;
  std::vector<BufferDecl> buffers;
  std::vector<KType> rows;  // types of the row values
  std::vector<Stage> stages;
  std::string key() const;  // exact, for caches; the name does not count
  bool pointwise() const { return stages.size() == 1 && stages[0].inner && stages[0].reductions.empty(); }
  bool uses_index() const;
};

// The rules: programs load no more operands than their stage gives, with the buffer's or row value's type; scratch is
// written before it is read; inner stages store along the inner range, row stages one element; row values are set, in
// their type, before they are read; reductions stand in inner stages and agree with their accumulators.
std::string verify(const Kernel&);  // empty, or what is wrong

// What a kernel runs over. Strides count elements and are signed.
struct KernelLaunch {
  int n_outer = 0;
  int64_t outer[kMaxLoopDims] = {};
  int64_t n = 0;  // extent of the inner range
  void* data[kMaxBuffers] = {};
  int64_t strides[kMaxBuffers][kMaxLoopDims] = {};  // over the outer dims
  int64_t inner_stride[kMaxBuffers] = {};           // 1 or 0, or what the driver packs
  ScalarArg scalars[rt::kScalars] = {};
  int64_t rows() const {
    int64_t r = 1;
    for (int d = 0; d < n_outer; ++d) r *= outer[d];
    return r;
  }
};

// The meaning of a kernel, an element at a time: with the reference evaluator, or with the arithmetic of the tile
// loops, whose bits the emitters must match.
void interpret(const Kernel&, const KernelLaunch&, rt::Executor how);

// Compiled form: walks `rows` rows, buffer b advancing row_bytes[b] each time. data[b] is the first row.
using KernelFn = void (*)(void* const* data, const int64_t* row_bytes, int64_t rows, int64_t n,
                          const ScalarArg* scalars);

}  // namespace adder::codegen
