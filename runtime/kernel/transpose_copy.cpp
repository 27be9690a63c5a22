// Copies between layouts whose fastest dims differ. Element by element they would touch a new cache line each time, and
// with rows a power of two apart always the same few sets of the cache; so they go through blocks that fit a buffer.
#include "runtime/kernel/loop_nest.h"

namespace adder::rt {
namespace {

constexpr int64_t kBlockSide = 32;

struct Sixteen {
  uint64_t low, high;
};

// Where the walk stands: element offsets of both operands for the dims outside of the block.
struct Corner {
  int64_t from = 0, to = 0;
};

// out[k * out_stride + l] = in[k + l * in_stride]
template <class T>
void transpose_block(T* out, int64_t out_stride, const T* in, int64_t in_stride, int64_t rows, int64_t columns) {
  T buffer[kBlockSide][kBlockSide + 1];
  for (int64_t l = 0; l < columns; ++l)
    for (int64_t k = 0; k < rows; ++k) buffer[l][k] = in[k + l * in_stride];
  for (int64_t k = 0; k < rows; ++k)
    for (int64_t l = 0; l < columns; ++l) out[k * out_stride + l] = buffer[l][k];
}

template <class T>
void copy_blocks(const LoopNest& nest, int across, int64_t begin, int64_t end) {
  const Operand &from = nest.operand[0], &to = nest.operand[1];
  int along = nest.n_dims - 1;
  int64_t stripes = (nest.sizes[across] + kBlockSide - 1) / kBlockSide;
  for (int64_t task = begin; task < end; ++task) {
    int64_t first = task % stripes * kBlockSide, rest = task / stripes;
    Corner c{first, first * to.strides[across]};
    for (int d = along - 1; d >= 0; --d) {
      if (d == across) continue;
      int64_t at = rest % nest.sizes[d];
      rest /= nest.sizes[d];
      c.from += at * from.strides[d];
      c.to += at * to.strides[d];
    }
    int64_t rows = std::min(kBlockSide, nest.sizes[across] - first);
    for (int64_t l = 0; l < nest.sizes[along]; l += kBlockSide)
      transpose_block(reinterpret_cast<T*>(to.data) + c.to + l, to.strides[across],
                      reinterpret_cast<const T*>(from.data) + c.from + l * from.strides[along], from.strides[along],
                      rows, std::min(kBlockSide, nest.sizes[along] - l));
  }
}

}  // namespace

bool transpose_copy(const Program& p, const LoopNest& nest, ThreadPool* pool) {
  if (p.code.size() != 1 || p.code[0].op != kLoad || p.outs.size() != 1 || nest.n_operands != 2 || nest.n_dims < 2)
    return false;
  const Operand &from = nest.operand[0], &to = nest.operand[1];
  int along = nest.n_dims - 1, across = -1;
  if (to.strides[along] != 1 || from.strides[along] == 1 || nest.sizes[along] < kBlockSide / 2) return false;
  for (int d = 0; d < along; ++d)
    if (from.strides[d] == 1 && nest.sizes[d] >= kBlockSide / 2) across = d;
  if (across < 0) return false;
  int64_t tasks = (nest.sizes[across] + kBlockSide - 1) / kBlockSide;
  for (int d = 0; d < along; ++d)
    if (d != across) tasks *= nest.sizes[d];
  constexpr int64_t kGrain = 1 << 15;  // elements
  parallel_for(pool, tasks, std::max<int64_t>(1, kGrain / (kBlockSide * nest.sizes[along])),
               [&](int64_t begin, int64_t end) {
                 switch (kTypeBytes[from.type]) {
                   case 1: return copy_blocks<uint8_t>(nest, across, begin, end);
                   case 2: return copy_blocks<uint16_t>(nest, across, begin, end);
                   case 4: return copy_blocks<uint32_t>(nest, across, begin, end);
                   case 8: return copy_blocks<uint64_t>(nest, across, begin, end);
                   default: return copy_blocks<Sixteen>(nest, across, begin, end);
                 }
               });
  return true;
}

}  // namespace adder::rt
