// Runs programs over strided tensors: tiles gathered from loop nests, and reductions in a fixed order.
#include <cstring>
#include <thread>
#include "runtime/kernel/program.h"
namespace adder::rt {
static const TileTable* best_tiles() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return &adder_tiles_avx512;
  if (__builtin_cpu_supports("avx2")) return &adder_tiles_avx2;
#endif
  return &adder_tiles_generic;
}
const TileTable* tile_table = best_tiles();

namespace {
template <class T>
void fill(void* p, T v, int64_t n) {
  for (int64_t i = 0; i < n; ++i) static_cast<T*>(p)[i] = v;
}
void fill_cell(void* p, KType t, Cell v, int64_t n) {
  switch (t) {
    case kB8: return fill<uint8_t>(p, v.i != 0, n);
    case kI32: return fill<int32_t>(p, int32_t(v.i), n);
    case kI64: return fill<int64_t>(p, v.i, n);
    case kF32: return fill<float>(p, float(v.f), n);
    case kF64: return fill<double>(p, v.f, n);
    default: return fill<uint16_t>(p, uint16_t(v.i), n);
  }
}

// One program with its register tiles. Loads and the final result point at memory, so `add` of contiguous tensors
// copies nothing.
class TileMachine {
 public:
  TileMachine(const Program& p, const ScalarArg* scalars, int64_t n_max)
      : p_(p), stride_((n_max * 8 + 127) / 64 * 64) {  // not a power of two: tiles would share L1 sets
    if (p.n_slots) memory_ = new_storage(p.n_slots * stride_);
    CHECK(p.code.size() <= 64);
    for (auto& s : p.code)
      if (s.op == kConstant || s.op == kScalar) {
        bool f = s.type == kF32 || s.type == kF64;
        Cell c{};
        if (s.op == kScalar) {
          if (f)
            c.f = scalars[s.index].f;
          else
            c.i = scalars[s.index].i;
        } else if (f)
          c.f = s.constant;
        else
          c.i = s.constant >= 9.2e18 ? INT64_MAX : s.constant <= -9.2e18 ? INT64_MIN : int64_t(s.constant);
        fill_cell(slot(s), s.type, c, n_max);
        reg_[s.out] = slot(s);
      }
  }
  ~TileMachine() {
    if (memory_) free_storage(memory_);
  }
  TileMachine(const TileMachine&) = delete;
  void run(const void* const* in, void* const* out, int64_t n, int64_t index, int64_t index_step = 1) {
    for (auto& s : p_.code) {
      if (s.op < kOpTableEnd) {
        void* d = p_.direct_out && s.out + 1u == p_.code.size() ? out[0] : slot(s);
        tile_table->fn[s.op][s.type](d, reg_[s.a], at(s.b), at(s.c), n);
        reg_[s.out] = d;
      } else if (s.op == kLoad)
        reg_[s.out] = in[s.index];
      else if (s.op == kIndex) {
        auto* d = static_cast<int64_t*>(slot(s));
        for (int64_t i = 0; i < n; ++i) d[i] = index + i * index_step;
        reg_[s.out] = d;
      }
    }
    if (!p_.direct_out)
      for (size_t k = 0; k < p_.outs.size(); ++k)
        std::memmove(out[k], reg_[p_.outs[k]], n * kTypeBytes[p_.code[p_.outs[k]].result]);
  }

 private:
  void* slot(const Instr& s) { return static_cast<char*>(memory_->data) + s.slot * stride_; }
  const void* at(uint16_t u) { return u == 0xffff ? nullptr : reg_[u]; }
  const Program& p_;
  int64_t stride_;
  Storage* memory_ = nullptr;
  const void* reg_[64];
};

void coalesce(LoopNest& n) {  // drops size-1 dims, merges dims that every operand walks as one
  int w = 0;
  for (int d = 0; d < n.n_dims; ++d) {
    if (n.sizes[d] == 1) continue;
    bool merge = w > 0;
    for (int k = 0; k < n.n_operands && merge; ++k)
      merge = n.operand[k].strides[w - 1] == n.operand[k].strides[d] * n.sizes[d];
    if (merge)
      n.sizes[w - 1] *= n.sizes[d];
    else
      n.sizes[w++] = n.sizes[d];
    for (int k = 0; k < n.n_operands; ++k) n.operand[k].strides[w - 1] = n.operand[k].strides[d];
  }
  n.n_dims = w;
}
int64_t count(const LoopNest& n) {
  int64_t c = 1;
  for (int i = 0; i < n.n_dims; ++i) c *= n.sizes[i];
  return c;
}
char* locate(const LoopNest& n, const Operand& o, int64_t linear,
             int64_t* inner = nullptr) {  // inner: position in the last dim
  int64_t at = 0;
  for (int i = n.n_dims; i-- > 0;) {
    int64_t p = linear % n.sizes[i];
    linear /= n.sizes[i];
    at += p * o.strides[i];
    if (inner && i == n.n_dims - 1) *inner = p;
  }
  return o.data + at * kTypeBytes[o.type];
}
template <class T, bool kStore>
void copy_run(char* mem, char* tile, int64_t stride, int64_t n) {
  T* m = reinterpret_cast<T*>(mem);
  T* t = reinterpret_cast<T*>(tile);
  for (int64_t i = 0; i < n; ++i)
    if constexpr (kStore)
      m[i * stride] = t[i];
    else
      t[i] = m[i * stride];
}
// Moves elements [start, start + n) of an operand between memory and a dense tile; an odometer steps over the outer
// dims.
template <bool kStore>
void move_tile(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* tile) {
  int64_t bytes = kTypeBytes[o.type], at[kMaxDims];
  int last = nest.n_dims - 1;
  char* mem = o.data;
  for (int d = last; d >= 0; --d) {
    at[d] = start % nest.sizes[d];
    start /= nest.sizes[d];
    mem += at[d] * o.strides[d] * bytes;
  }
  int64_t size = last < 0 ? 1 : nest.sizes[last], stride = last < 0 ? 0 : o.strides[last],
          inner = last < 0 ? 0 : at[last];
  while (n > 0) {
    int64_t run = std::min(n, size - inner);
    switch (bytes) {
      case 1: copy_run<uint8_t, kStore>(mem, tile, stride, run); break;
      case 2: copy_run<uint16_t, kStore>(mem, tile, stride, run); break;
      case 4: copy_run<uint32_t, kStore>(mem, tile, stride, run); break;
      default: copy_run<uint64_t, kStore>(mem, tile, stride, run);
    }
    tile += run * bytes;
    n -= run;
    mem -= inner * stride * bytes;
    inner = 0;
    for (int d = last - 1; n > 0; --d) {
      mem += o.strides[d] * bytes;
      if (++at[d] < nest.sizes[d]) break;
      mem -= at[d] * o.strides[d] * bytes;
      at[d] = 0;
    }
  }
}
// A pointer to the elements as a dense run: memory itself where it is dense, else the staging tile.
char* dense(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* staging, bool load) {
  if (nest.n_dims == 0) {
    if (n == 1) return o.data;
  } else if (o.strides[nest.n_dims - 1] == 1) {
    int64_t inner = 0;
    char* mem = locate(nest, o, start, &inner);
    if (inner + n <= nest.sizes[nest.n_dims - 1]) return mem;
  }
  if (load) move_tile<false>(nest, o, start, n, staging);
  return staging;
}
bool is_broadcast(const LoopNest& n, const Operand& o) {
  for (int i = 0; i < n.n_dims; ++i)
    if (o.strides[i]) return false;
  return true;
}

// f(first, step) handles items first, first + step, …; items are independent and write disjoint results, so the split
// changes no bit.
template <class F>
void parallel_for(int64_t n, int threads, F f) {
  if (threads <= 1 || n <= 1) return f(0, 1);
  std::vector<std::thread> pool;  // a stand-in for the thread pool
  for (int t = 0; t < threads; ++t) pool.emplace_back([=] { f(t, threads); });
  for (auto& t : pool) t.join();
}
}  // namespace

void run_elementwise(const Program& p, LoopNest nest, const ScalarArg* scalars, Executor how) {
  coalesce(nest);
  int64_t total = count(nest);
  int n_out = int(p.outs.size()), n_in = nest.n_operands - n_out;
  if (total == 0) return;
  if (how == Executor::reference) {
    Cell in[kMaxOperands], out[kMaxOperands];
    for (int64_t i = 0; i < total; ++i) {
      for (int k = 0; k < n_in; ++k) in[k] = read_cell(locate(nest, nest.operand[k], i), nest.operand[k].type);
      evaluate(p, in, scalars, i, out);
      for (int k = 0; k < n_out; ++k)
        write_cell(locate(nest, nest.operand[n_in + k], i), nest.operand[n_in + k].type, out[k]);
    }
    return;
  }
  int64_t tile = std::min<int64_t>(kTile, total), slot = tile * 8;
  TileMachine machine(p, scalars, tile);
  Storage* staging = nullptr;
  const void* in[kMaxOperands];
  void* out[kMaxOperands];
  bool fixed[kMaxOperands] = {};
  auto stage = [&](int k) {
    if (!staging) staging = new_storage(nest.n_operands * slot);
    return static_cast<char*>(staging->data) + k * slot;
  };
  for (int k = 0; k < n_in; ++k)
    if (total > 1 && is_broadcast(nest, nest.operand[k])) {
      fill_cell(stage(k), nest.operand[k].type, read_cell(nest.operand[k].data, nest.operand[k].type), tile);
      in[k] = stage(k);
      fixed[k] = true;
    }
  bool flat = nest.n_dims <= 1;
  for (int64_t i = 0; i < total; i += tile) {
    int64_t n = std::min(tile, total - i);
    for (int k = 0; k < n_in; ++k)
      if (!fixed[k]) {
        auto& o = nest.operand[k];
        in[k] = flat && (total == 1 || o.strides[0] == 1) ? o.data + i * kTypeBytes[o.type]
                                                          : dense(nest, o, i, n, stage(k), true);
      }
    for (int k = 0; k < n_out; ++k) {
      auto& o = nest.operand[n_in + k];
      out[k] = flat && (total == 1 || o.strides[0] == 1) ? o.data + i * kTypeBytes[o.type]
                                                         : dense(nest, o, i, n, stage(n_in + k), false);
    }
    machine.run(in, out, n, i);
    if (staging)
      for (int k = 0; k < n_out; ++k)
        if (out[k] == stage(n_in + k)) move_tile<true>(nest, nest.operand[n_in + k], i, n, static_cast<char*>(out[k]));
  }
  if (staging) free_storage(staging);
}

namespace {
struct Accumulators {  // n typed cells for each accumulator
  Accumulators(const ReduceProgram& p, int64_t n) : p(p), n(n) {
    for (size_t j = 0; j < p.acc.size(); ++j) s.push_back(new_storage(n * 8));
    reset();
  }
  void reset() {
    for (size_t j = 0; j < p.acc.size(); ++j) fill_cell(s[j]->data, p.acc[j], p.init[j], n);
  }
  ~Accumulators() {
    for (auto* x : s) free_storage(x);
  }
  char* at(size_t j, int64_t i) const { return static_cast<char*>(s[j]->data) + i * kTypeBytes[p.acc[j]]; }
  void fold(TileMachine& combine, int64_t first,
            int64_t len) const {  // cells [first, first + len) into cell first, by halves
    size_t k = p.acc.size();
    while (len > 1) {
      int64_t half = (len + 1) / 2, pairs = len - half;
      for (int64_t i = 0; i < pairs; i += kTile) {
        const void* in[kMaxOperands];
        void* out[kMaxOperands];
        for (size_t j = 0; j < k; ++j) {
          in[j] = out[j] = at(j, first + i);
          in[k + j] = at(j, first + half + i);
        }
        combine.run(in, out, std::min<int64_t>(kTile, pairs - i), 0);
      }
      len = half;
    }
  }
  const ReduceProgram& p;
  int64_t n;
  std::vector<Storage*> s;
};
}  // namespace

void run_reduce(const ReduceProgram& p, const ReduceNest& nest, ScalarArg* scalars, int threads, Executor how) {
  LoopNest kept = nest.kept, reduced = nest.reduced, walk = nest.kept;  // walk: the input over the kept dims
  walk.n_operands = 1;
  coalesce(walk);
  coalesce(reduced);
  int64_t n_kept = count(walk), n_reduced = count(reduced);
  size_t k = p.acc.size();
  scalars[kCountScalar] = {double(n_reduced), n_reduced};
  const Operand &x = walk.operand[0], &r = reduced.operand[0];
  int64_t blocks = std::max<int64_t>(1, (n_reduced + kReduceBlock - 1) / kReduceBlock);
  bool across = n_kept >= 16 && (n_reduced < 64 || (walk.n_dims && x.strides[walk.n_dims - 1] == 1 && reduced.n_dims &&
                                                    r.strides[reduced.n_dims - 1] != 1));
  if (across || how == Executor::reference) blocks = 1;
  Accumulators result(p, n_kept * blocks);
  if (how == Executor::reference) {  // in order, one element at a time
    for (int64_t o = 0; o < n_kept; ++o)
      for (int64_t i = 0; i < n_reduced; ++i) {
        Cell in[kMaxOperands];
        Operand shifted = r;
        shifted.data = r.data + (locate(walk, x, o) - x.data);
        for (size_t j = 0; j < k; ++j) in[j] = read_cell(result.at(j, o), p.acc[j]);
        in[k] = read_cell(locate(reduced, shifted, i), r.type);
        Cell out[kMaxOperands];
        evaluate(p.step, in, scalars, i, out);
        for (size_t j = 0; j < k; ++j) write_cell(result.at(j, o), p.acc[j], out[j]);
      }
  } else if (across) {  // a lane per result; the reduced range in order
    int64_t tiles = (n_kept + kTile - 1) / kTile;
    parallel_for(tiles, threads, [&](int64_t begin, int64_t hop) {
      TileMachine step(p.step, scalars, kTile);
      alignas(64) char staging[kTile * 8];
      for (int64_t t = begin; t < tiles; t += hop)
        for (int64_t i = 0; i < n_reduced; ++i) {
          const void* in[kMaxOperands];
          void* out[kMaxOperands];
          int64_t first = t * kTile, n = std::min<int64_t>(kTile, n_kept - first);
          for (size_t j = 0; j < k; ++j) in[j] = out[j] = result.at(j, first);
          Operand shifted = x;
          shifted.data = x.data + (locate(reduced, r, i) - r.data);
          in[k] = dense(walk, shifted, first, n, staging, true);
          step.run(in, out, n, i, 0);
        }
    });
  } else {  // a result per (kept, block); up to kTile lanes walk the block
    int64_t items = n_reduced ? n_kept * blocks : 0, lanes = std::min<int64_t>(kTile, n_reduced);
    if (items)
      parallel_for(items, threads, [&](int64_t first, int64_t hop) {
        TileMachine step(p.step, scalars, lanes), combine(p.combine, scalars, lanes);
        Accumulators acc(p, lanes);
        alignas(64) char staging[kTile * 8];
        for (int64_t item = first; item < items; item += hop) {
          int64_t begin = item % blocks * kReduceBlock, end = std::min(n_reduced, begin + kReduceBlock);
          Operand shifted = r;
          shifted.data = r.data + (locate(walk, x, item / blocks) - x.data);
          if (item != first) acc.reset();
          for (int64_t i = begin; i < end; i += kTile) {
            int64_t n = std::min<int64_t>(kTile, end - i);
            const void* in[kMaxOperands];
            void* out[kMaxOperands];
            for (size_t j = 0; j < k; ++j) in[j] = out[j] = acc.at(j, 0);
            in[k] = dense(reduced, shifted, i, n, staging, true);
            step.run(in, out, n, i);
          }
          acc.fold(combine, 0, lanes);
          for (size_t j = 0; j < k; ++j) std::memcpy(result.at(j, item), acc.at(j, 0), kTypeBytes[p.acc[j]]);
        }
      });
    TileMachine combine(p.combine, scalars, kTile);
    for (int64_t o = 0; o < n_kept && blocks > 1; ++o) result.fold(combine, o * blocks, blocks);
  }
  LoopNest last;  // finish: accumulators in, results out
  last.n_dims = kept.n_dims;
  last.n_operands = int(k + p.finish.outs.size());
  std::copy(kept.sizes, kept.sizes + kept.n_dims, last.sizes);
  int64_t s = blocks;
  for (int d = kept.n_dims; d-- > 0;) {
    for (size_t j = 0; j < k; ++j) last.operand[j].strides[d] = s;
    s *= kept.sizes[d];
  }
  for (size_t j = 0; j < k; ++j) {
    last.operand[j].data = result.at(j, 0);
    last.operand[j].type = p.acc[j];
  }
  for (size_t j = 0; j < p.finish.outs.size(); ++j) last.operand[k + j] = kept.operand[1 + j];
  run_elementwise(p.finish, last, scalars, how);
}
}  // namespace adder::rt
