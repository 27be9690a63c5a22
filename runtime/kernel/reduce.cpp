// Runs a reduction in the order that program.h fixes.
#include "runtime/kernel/loop_nest.h"

namespace adder::rt {
namespace {

struct Accumulators {  // n typed cells for each accumulator
  Accumulators(const ReduceProgram& p, int64_t n) : p(p), n(n), stride((n * 16 + 63) / 64 * 64), memory(stride * k()) {
    reset();
  }
  int64_t k() const { return int64_t(p.acc.size()); }
  void reset() {
    for (size_t j = 0; j < p.acc.size(); ++j) fill_cell(at(j, 0), p.acc[j], p.init[j], n);
  }
  char* at(size_t j, int64_t i) { return memory.data() + int64_t(j) * stride + i * kTypeBytes[p.acc[j]]; }
  // cell[to + l] = combine(cell[to + l], cell[from + l]) for l < len.
  void merge(TileMachine& combine, int64_t to, int64_t from, int64_t len) {
    const void* in[kMaxOperands];
    void* out[kMaxOperands];
    for (size_t j = 0; j < p.acc.size(); ++j) {
      in[j] = out[j] = at(j, to);
      in[p.acc.size() + j] = at(j, from);
    }
    combine.run(in, out, len, 0);
  }
  const ReduceProgram& p;
  int64_t n, stride;
  Scratch memory;
};

int lanes_of(const ReduceProgram& p) {
  int widest = 1;
  for (KType t : p.acc) widest = std::max(widest, kTypeBytes[t]);
  return reduce_lanes(widest);
}

// The step of sum, prod, amax, amin is one instruction, for which the tile table may have loops with the lanes in
// registers.
struct RegisterLoop {
  TileReduceFn step = nullptr;
  void (*fold)(void*) = nullptr;
};
RegisterLoop register_loop(const Program& step, KType acc) {
  if (step.code.size() != 3 || step.outs.size() != 1) return {};
  const Instr& last = step.code[2];
  if (last.op >= kOpTableEnd || step.code[0].op != kLoad || step.code[1].op != kLoad) return {};
  if (last.a != 0 || last.b != 1 || step.code[0].index != 0 || step.code[1].index != 1 || last.type != acc) return {};
  return {tile_table().reduce[last.op][acc], tile_table().fold[last.op][acc]};
}

void reduce_by_reference(const ReduceProgram& p, const LoopNest& walk, const LoopNest& reduced, ScalarArg* scalars,
                         Accumulators& result) {
  const Operand& x = walk.operand[0];
  const Operand& r = reduced.operand[0];
  int64_t n_kept = count(walk);
  int64_t n_reduced = count(reduced);
  size_t k = p.acc.size();
  for (int64_t o = 0; o < n_kept; ++o) {
    Operand shifted = r;
    shifted.data = r.data + (locate(walk, x, o) - x.data);
    for (int64_t i = 0; i < n_reduced; ++i) {
      Cell in[kMaxOperands];
      Cell out[kMaxOperands];
      for (size_t j = 0; j < k; ++j) in[j] = read_cell(result.at(j, o), p.acc[j]);
      in[k] = read_cell(locate(reduced, shifted, i), r.type);
      evaluate(p.step, in, scalars, i, out);
      for (size_t j = 0; j < k; ++j) write_cell(result.at(j, o), p.acc[j], out[j]);
    }
  }
}

// Whether combining with the neutral accumulator changes nothing, to the bit. Moments divide by counts, which turns
// infinities into NaN.
bool neutral_vanishes(const ReduceProgram& p) {
  for (const Instr& s : p.combine.code)
    if (s.op == kOp_div) return false;
  return true;
}

// Short rows, many side by side: the order of reduce_along, lane by lane, with a tile of results in each lane. Lanes are
// folded depth first, so that few are alive at once.
class ShortRows {
 public:
  ShortRows(const ReduceProgram& p, const LoopNest& walk, const LoopNest& reduced, const ScalarArg* scalars)
      : p_(p),
        walk_(walk),
        reduced_(reduced),
        n_(count(reduced)),
        lanes_(lanes_of(p)),
        skips_neutral_(neutral_vanishes(p)),
        step_(p.step, scalars, kTile),
        combine_(p.combine, scalars, kTile),
        levels_(p, kTile * kMaxLevels) {}

  // The results of the kept elements [first, first + n), at most kTile of them.
  void run(int64_t first, int64_t n, Accumulators& result) {
    first_ = first;
    n_kept_ = n;
    fold(0, 1, 0);
    for (size_t j = 0; j < p_.acc.size(); ++j)
      std::memcpy(result.at(j, first), levels_.at(j, 0), size_t(n * kTypeBytes[p_.acc[j]]));
  }

 private:
  static constexpr int kMaxLevels = 7;  // 64 lanes

  // What lane `lane` holds once `left` lanes are left.
  void fold(int lane, int left, int level) {
    if (left == lanes_) return walk_lane(lane, level);
    fold(lane, 2 * left, level);
    if (lane + left >= n_ && skips_neutral_) return;
    fold(lane + left, 2 * left, level + 1);
    levels_.merge(combine_, level * int64_t(kTile), (level + 1) * int64_t(kTile), n_kept_);
  }
  void walk_lane(int lane, int level) {
    int64_t at = level * int64_t(kTile);
    size_t k = p_.acc.size();
    const void* in[kMaxOperands];
    void* out[kMaxOperands];
    for (size_t j = 0; j < k; ++j) {
      fill_cell(levels_.at(j, at), p_.acc[j], p_.init[j], n_kept_);
      in[j] = out[j] = levels_.at(j, at);
    }
    const Operand& x = walk_.operand[0];
    const Operand& r = reduced_.operand[0];
    for (int64_t i = lane; i < n_; i += lanes_) {
      Operand shifted = x;
      shifted.data = x.data + (locate(reduced_, r, i) - r.data);
      in[k] = dense(walk_, shifted, first_, n_kept_, staging_, true);
      step_.run(in, out, n_kept_, i, 0);
    }
  }

  const ReduceProgram& p_;
  const LoopNest &walk_, &reduced_;
  int64_t n_, first_ = 0, n_kept_ = 0;
  int lanes_;
  bool skips_neutral_;
  TileMachine step_, combine_;
  Accumulators levels_;
  alignas(64) char staging_[kTile * kMaxTypeBytes];
};

void reduce_short(const ReduceProgram& p, const LoopNest& walk, const LoopNest& reduced, ScalarArg* scalars,
                  ThreadPool* pool, Accumulators& result) {
  int64_t n_kept = count(walk);
  int64_t grain = std::max<int64_t>(1, (1 << 15) / (kTile * std::max<int64_t>(1, count(reduced))));
  parallel_for(pool, (n_kept + kTile - 1) / kTile, grain, [&](int64_t begin, int64_t end) {
    ShortRows rows(p, walk, reduced, scalars);
    for (int64_t t = begin; t < end; ++t) rows.run(t * kTile, std::min<int64_t>(kTile, n_kept - t * kTile), result);
  });
}

// A lane per result; each takes the reduced range in order, block by block.
void reduce_across(const ReduceProgram& p, const LoopNest& walk, const LoopNest& reduced, ScalarArg* scalars,
                   ThreadPool* pool, Accumulators& result) {
  const Operand& x = walk.operand[0];
  const Operand& r = reduced.operand[0];
  int64_t n_kept = count(walk);
  int64_t n_reduced = count(reduced);
  size_t k = p.acc.size();
  int64_t tiles = (n_kept + kTile - 1) / kTile;
  int64_t grain = std::max<int64_t>(1, (1 << 15) / (kTile * std::max<int64_t>(1, n_reduced)));
  parallel_for(pool, tiles, grain, [&](int64_t begin, int64_t end) {
    TileMachine step(p.step, scalars, kTile);
    TileMachine combine(p.combine, scalars, kTile);
    Accumulators local(p, n_reduced > kAcrossBlock ? kTile : 0);
    alignas(64) char staging[kTile * kMaxTypeBytes];
    const void* in[kMaxOperands];
    void* out[kMaxOperands];
    for (int64_t t = begin; t < end; ++t) {
      int64_t first = t * kTile;
      int64_t n = std::min<int64_t>(kTile, n_kept - first);
      for (int64_t i = 0; i < n_reduced; ++i) {
        bool later = i >= kAcrossBlock;
        if (later && i % kAcrossBlock == 0) local.reset();
        for (size_t j = 0; j < k; ++j) in[j] = out[j] = later ? local.at(j, 0) : result.at(j, first);
        Operand shifted = x;
        shifted.data = x.data + (locate(reduced, r, i) - r.data);
        in[k] = dense(walk, shifted, first, n, staging, true);
        step.run(in, out, n, i, 0);
        if (!later || ((i + 1) % kAcrossBlock && i + 1 < n_reduced)) continue;
        for (size_t j = 0; j < k; ++j) {
          in[j] = out[j] = result.at(j, first);
          in[k + j] = local.at(j, 0);
        }
        combine.run(in, out, n, 0);
      }
    }
  });
}

// Several (kept, block) items of one length at a time, so that a tile op has more to do than one item's lanes.
class RowGroup {
 public:
  RowGroup(const ReduceProgram& p, const LoopNest& reduced, const ScalarArg* scalars)
      : p_(p),
        reduced_(reduced),
        lanes_(lanes_of(p)),
        most_(std::min(kTile / lanes_, 8)),
        type_(reduced.operand[0].type),
        runs_(reduced.n_dims == 1 && reduced.operand[0].strides[0] == 1),
        step_(p.step, scalars, kTile),
        combine_(p.combine, scalars, kTile),
        acc_(p, kTile),
        upper_(p, kTile) {
    for (const Instr& s : p.step.code) uses_index_ |= s.op == kIndex;
  }
  int most() const { return most_; }

  // The items that begin at element `begin[q]` of the reduced range seen from `data[q]`; results to result.at(j, to[q]).
  void run(int n_items, char* const* data, const int64_t* begin, int64_t length, const int64_t* to,
           Accumulators& result) {
    acc_.reset();
    size_t k = p_.acc.size();
    const void* in[kMaxOperands];
    void* out[kMaxOperands];
    int64_t bytes = kTypeBytes[type_];
    for (int64_t at = 0; at < length; at += lanes_) {
      int64_t n = std::min<int64_t>(lanes_, length - at);
      bool in_place = runs_ && n_items == 1;
      for (int q = 0; q < n_items; ++q) {
        char* tile = tile_ + q * n * bytes;
        if (runs_) {
          if (!in_place) std::memcpy(tile, data[q] + (begin[q] + at) * bytes, size_t(n * bytes));
        } else {
          Operand x = reduced_.operand[0];
          x.data = data[q];
          load_tile(reduced_, x, begin[q] + at, n, tile);
        }
        for (int64_t l = 0; uses_index_ && l < n; ++l) indices_[q * n + l] = begin[q] + at + l;
      }
      bool whole = n == lanes_;  // then the items' elements and lanes lie side by side
      for (int q = 0; q < (whole ? 1 : n_items); ++q) {
        for (size_t j = 0; j < k; ++j) in[j] = out[j] = acc_.at(j, q * lanes_);
        in[k] = in_place ? data[0] + (begin[0] + at) * bytes : tile_ + q * n * bytes;
        step_.run_at(in, out, whole ? n_items * n : n, indices_ + q * n);
      }
    }
    for (int half = lanes_ / 2; half; half /= 2) {
      for (size_t j = 0; j < k; ++j) {
        size_t run = size_t(half * kTypeBytes[p_.acc[j]]);
        for (int q = 0; q < n_items; ++q) {
          std::memcpy(upper_.at(j, q * half), acc_.at(j, (2 * q + 1) * half), run);
          std::memmove(acc_.at(j, q * half), acc_.at(j, 2 * q * half), run);
        }
        in[j] = out[j] = acc_.at(j, 0);
        in[k + j] = upper_.at(j, 0);
      }
      combine_.run(in, out, n_items * half, 0);
    }
    for (size_t j = 0; j < k; ++j)
      for (int q = 0; q < n_items; ++q)
        std::memcpy(result.at(j, to[q]), acc_.at(j, q), size_t(kTypeBytes[p_.acc[j]]));
  }

 private:
  const ReduceProgram& p_;
  const LoopNest& reduced_;
  int lanes_, most_;
  KType type_;
  bool runs_;  // an item's elements lie side by side
  bool uses_index_ = false;
  TileMachine step_, combine_;
  Accumulators acc_, upper_;
  alignas(64) char tile_[kTile * kMaxTypeBytes];
  alignas(64) int64_t indices_[kTile];
};

// A result per (kept, block): lanes walk the block and fold by halves.
void reduce_along(const ReduceProgram& p, const LoopNest& walk, const LoopNest& reduced, ScalarArg* scalars,
                  ThreadPool* pool, int64_t blocks, Accumulators& result) {
  const Operand& x = walk.operand[0];
  const Operand& r = reduced.operand[0];
  int64_t n_kept = count(walk);
  int64_t n_reduced = count(reduced);
  RegisterLoop loop;
  if (p.acc.size() == 1 && r.type == p.acc[0]) loop = register_loop(p.step, p.acc[0]);
  int64_t items = n_reduced ? n_kept * blocks : 0;
  int64_t grain = std::max<int64_t>(1, kReduceBlock / std::max<int64_t>(1, n_reduced));
  auto data_of = [&](int64_t item) { return r.data + (locate(walk, x, item / blocks) - x.data); };
  auto begin_of = [&](int64_t item) { return item % blocks * kReduceBlock; };
  auto length_of = [&](int64_t item) { return std::min(n_reduced - begin_of(item), kReduceBlock); };
  parallel_for(pool, items, grain, [&](int64_t first, int64_t last) {
    if (!loop.step) {
      RowGroup group(p, reduced, scalars);
      // Blocks lie a large power of two apart and would push each other out of the first cache.
      int most = blocks > 1 ? 1 : group.most();
      char* data[kTile];
      int64_t begin[kTile], to[kTile];
      for (int64_t item = first; item < last;) {
        int n = 0;
        int64_t length = length_of(item);
        for (; n < most && item < last && length_of(item) == length; ++n, ++item) {
          data[n] = data_of(item);
          begin[n] = begin_of(item);
          to[n] = item;
        }
        group.run(n, data, begin, length, to, result);
      }
      return;
    }
    Accumulators acc(p, lanes_of(p));
    alignas(64) char staging[kTile * kMaxTypeBytes];
    for (int64_t item = first; item < last; ++item) {
      Operand shifted = r;
      shifted.data = data_of(item);
      int64_t begin = begin_of(item), end = begin + length_of(item);
      if (item != first) acc.reset();
      if (reduced.n_dims == 1 && r.strides[0] == 1) {
        loop.step(acc.at(0, 0), shifted.data + begin * kTypeBytes[r.type], end - begin);
      } else {
        for (int64_t i = begin; i < end; i += kTile) {
          int64_t n = std::min<int64_t>(kTile, end - i);
          loop.step(acc.at(0, 0), dense(reduced, shifted, i, n, staging, true), n);
        }
      }
      loop.fold(acc.at(0, 0));
      std::memcpy(result.at(0, item), acc.at(0, 0), size_t(kTypeBytes[p.acc[0]]));
    }
  });
  if (blocks == 1) return;
  TileMachine combine(p.combine, scalars, 1);
  for (int64_t o = 0; o < n_kept; ++o)
    for (int64_t b = 1; b < blocks; ++b) result.merge(combine, o * blocks, o * blocks + b, 1);
}

}  // namespace

void run_reduce(const ReduceProgram& p, const ReduceNest& nest, ScalarArg* scalars, bool complex, ThreadPool* pool,
                Executor how) {
  const LoopNest& kept = nest.kept;
  LoopNest walk = nest.kept;  // the input over the kept dims
  LoopNest reduced = nest.reduced;
  walk.n_operands = 1;
  coalesce(walk);
  coalesce(reduced);
  int64_t n_kept = count(walk);
  int64_t n_reduced = count(reduced);
  scalars[kCountScalar] = {double(n_reduced), complex ? 0 : n_reduced};
  const Operand& x = walk.operand[0];
  const Operand& r = reduced.operand[0];
  bool many = n_kept >= kManyResults;
  bool across = many && walk.n_dims && x.strides[walk.n_dims - 1] == 1 && reduced.n_dims &&
                r.strides[reduced.n_dims - 1] != 1;
  bool is_short = many && !across && n_reduced < 64;
  int64_t blocks = std::max<int64_t>(1, (n_reduced + kReduceBlock - 1) / kReduceBlock);
  if (across || is_short || how == Executor::reference) blocks = 1;
  Accumulators result(p, n_kept * blocks);
  if (how == Executor::reference)
    reduce_by_reference(p, walk, reduced, scalars, result);
  else if (is_short)
    reduce_short(p, walk, reduced, scalars, pool, result);
  else if (across)
    reduce_across(p, walk, reduced, scalars, pool, result);
  else
    reduce_along(p, walk, reduced, scalars, pool, blocks, result);
  LoopNest last;  // finish: accumulators in, results out
  size_t k = p.acc.size();
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
  run_elementwise(p.finish, last, scalars, how, pool);
}

}  // namespace adder::rt
