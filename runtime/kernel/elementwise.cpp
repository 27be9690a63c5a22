// Runs a program over strided tensors, tile by tile.
#include "runtime/kernel/loop_nest.h"

namespace adder::rt {
namespace {

void run_reference(const Program& p, const LoopNest& nest, const ScalarArg* scalars, int n_in, int n_out) {
  Cell in[kMaxOperands], out[kMaxOperands];
  int64_t total = count(nest);
  for (int64_t i = 0; i < total; ++i) {
    for (int k = 0; k < n_in; ++k) in[k] = read_cell(locate(nest, nest.operand[k], i), nest.operand[k].type);
    evaluate(p, in, scalars, i, out);
    for (int k = 0; k < n_out; ++k)
      write_cell(locate(nest, nest.operand[n_in + k], i), nest.operand[n_in + k].type, out[k]);
  }
}

// Elements [begin, end) of the nest. Output tiles that are not dense are staged and stored after the program ran.
void run_range(const Program& p, const LoopNest& nest, const ScalarArg* scalars, int64_t begin, int64_t end) {
  int n_out = int(p.outs.size());
  int n_in = nest.n_operands - n_out;
  int64_t tile = std::min<int64_t>(kTile, end - begin);
  TileMachine machine(p, scalars, tile);
  bool flat = nest.n_dims <= 1;
  auto is_flat = [&](const Operand& o) { return flat && (nest.n_dims == 0 || o.strides[0] == 1); };
  bool stages = false;
  for (int k = 0; k < nest.n_operands; ++k) stages |= !is_flat(nest.operand[k]);
  int64_t slot = tile * kMaxTypeBytes;
  Scratch staging(stages ? nest.n_operands * slot : 0);
  const void* in[kMaxOperands];
  void* out[kMaxOperands];
  bool fixed[kMaxOperands] = {};
  for (int k = 0; k < n_in; ++k) {
    const Operand& o = nest.operand[k];
    if (nest.n_dims == 0 || !is_broadcast(nest, o)) continue;
    fill_cell(staging.data() + k * slot, o.type, read_cell(o.data, o.type), tile);
    in[k] = staging.data() + k * slot;
    fixed[k] = true;
  }
  for (int64_t i = begin; i < end; i += tile) {
    int64_t n = std::min(tile, end - i);
    for (int k = 0; k < n_in; ++k) {
      if (fixed[k]) continue;
      const Operand& o = nest.operand[k];
      in[k] = is_flat(o) ? o.data + i * kTypeBytes[o.type] : dense(nest, o, i, n, staging.data() + k * slot, true);
    }
    for (int k = n_in; k < nest.n_operands; ++k) {
      const Operand& o = nest.operand[k];
      out[k - n_in] =
          is_flat(o) ? o.data + i * kTypeBytes[o.type] : dense(nest, o, i, n, staging.data() + k * slot, false);
    }
    machine.run(in, out, n, i);
    if (!stages) continue;
    for (int k = n_in; k < nest.n_operands; ++k)
      if (out[k - n_in] == staging.data() + k * slot)
        store_tile(nest, nest.operand[k], i, n, static_cast<char*>(out[k - n_in]));
  }
}

}  // namespace

void run_elementwise(const Program& p, LoopNest nest, const ScalarArg* scalars, Executor how, ThreadPool* pool) {
  coalesce(nest);
  int64_t total = count(nest);
  int n_out = int(p.outs.size());
  if (total == 0) return;
  if (how == Executor::reference) return run_reference(p, nest, scalars, nest.n_operands - n_out, n_out);
  if (transpose_copy(p, nest, pool)) return;
  constexpr int64_t kGrain = 1 << 15;
  parallel_for(pool, total, kGrain, [&](int64_t begin, int64_t end) { run_range(p, nest, scalars, begin, end); });
}

}  // namespace adder::rt
