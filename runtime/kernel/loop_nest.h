// Inside the tile interpreter: loop nests over strided memory, tiles gathered from them, and a program's registers.
#pragma once
#include <cstring>
#include "runtime/base/scratch.h"
#include "runtime/kernel/program.h"

namespace adder::rt {

// From so many results on a reduction may give each a lane of its own (program.h).
inline constexpr int64_t kManyResults = 16;
void fill_cell(void* p, KType t, Cell v, int64_t n);
void coalesce(LoopNest& n);  // drops size-1 dims, merges dims that every operand walks as one
int64_t count(const LoopNest& n);
char* locate(const LoopNest& n, const Operand& o, int64_t linear, int64_t* inner = nullptr);  // inner: last dim's index
// Moves elements [start, start + n) of an operand between memory and a dense tile.
void load_tile(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* tile);
void store_tile(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* tile);
// A pointer to the elements as a dense run: memory itself where it is dense, else the staging tile.
char* dense(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* staging, bool load);
bool is_broadcast(const LoopNest& n, const Operand& o);
// Carries the program out if it is a copy between two layouts whose fastest dims differ; `nest` is coalesced.
bool transpose_copy(const Program& p, const LoopNest& nest, ThreadPool* pool);

using Scratch = SmallScratch<4096>;

// One program with its register tiles. Loads and the final result point at memory, so `add` of contiguous tensors
// copies nothing.
class TileMachine {
 public:
  TileMachine(const Program& p, const ScalarArg* scalars, int64_t n_max);
  void run(const void* const* in, void* const* out, int64_t n, int64_t index, int64_t index_step = 1);
  // The same where the positions of the elements are `indices`.
  void run_at(const void* const* in, void* const* out, int64_t n, const int64_t* indices) {
    indices_ = indices;
    run(in, out, n, 0);
    indices_ = nullptr;
  }

 private:
  static constexpr int kMaxCode = 192;
  static int64_t slot_bytes(const Program& p, int64_t n_max);
  void* slot(const Instr& s) { return memory_.data() + s.slot * stride_; }
  const void* at(uint16_t u) { return u == 0xffff ? nullptr : reg_[u]; }
  const Program& p_;
  const TileTable& table_;
  int64_t stride_;
  Scratch memory_;
  const void* reg_[kMaxCode];
  const int64_t* indices_ = nullptr;
};

}  // namespace adder::rt
