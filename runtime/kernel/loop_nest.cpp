#include "runtime/kernel/loop_nest.h"
#include <atomic>

#include "runtime/base/isa.h"

namespace adder::rt {
namespace {

const TileTable* best_tiles() {
  return chosen_isa() == Isa::avx512 ? &adder_tiles_avx512
         : chosen_isa() == Isa::avx2 ? &adder_tiles_avx2
                                     : &adder_tiles_generic;
}
std::atomic<const TileTable*>& chosen_tiles() {
  static std::atomic<const TileTable*> table{best_tiles()};
  return table;
}

template <class T>
void fill(void* p, T v, int64_t n) {
  for (int64_t i = 0; i < n; ++i) static_cast<T*>(p)[i] = v;
}

struct Bytes16 {
  uint64_t a, b;
};

// One value over and over, in steps that double: this file is not vectorized.
template <class T>
void splat(T* to, T v, int64_t n) {
  int64_t done = std::min<int64_t>(n, 64 / sizeof(T));
  for (int64_t i = 0; i < done; ++i) to[i] = v;
  for (; done < n; done += std::min(done, n - done)) std::memcpy(to + done, to, size_t(std::min(done, n - done)) * sizeof(T));
}

template <class T, bool kStore>
void copy_run(char* mem, char* tile, int64_t stride, int64_t n) {
  T* m = reinterpret_cast<T*>(mem);
  T* t = reinterpret_cast<T*>(tile);
  if (stride == 1) {
    if constexpr (kStore)
      std::memcpy(m, t, size_t(n) * sizeof(T));
    else
      std::memcpy(t, m, size_t(n) * sizeof(T));
    return;
  }
  if constexpr (!kStore) {
    if (stride == 0) return splat(t, *m, n);
  }
  for (int64_t i = 0; i < n; ++i)
    if constexpr (kStore)
      m[i * stride] = t[i];
    else
      t[i] = m[i * stride];
}

// An odometer steps over the outer dims.
template <class T, bool kStore>
void move_tile(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* tile) {
  constexpr int64_t bytes = sizeof(T);
  int64_t at[kMaxDims];
  int last = nest.n_dims - 1;
  char* mem = o.data;
  for (int d = last; d >= 0; --d) {
    at[d] = start % nest.sizes[d];
    start /= nest.sizes[d];
    mem += at[d] * o.strides[d] * bytes;
  }
  int64_t size = last < 0 ? 1 : nest.sizes[last];
  int64_t stride = last < 0 ? 0 : o.strides[last];
  int64_t inner = last < 0 ? 0 : at[last];
  while (n > 0) {
    int64_t run = std::min(n, size - inner);
    copy_run<T, kStore>(mem, tile, stride, run);
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

template <bool kStore>
void move_typed(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* tile) {
  switch (kTypeBytes[o.type]) {
    case 1: return move_tile<uint8_t, kStore>(nest, o, start, n, tile);
    case 2: return move_tile<uint16_t, kStore>(nest, o, start, n, tile);
    case 4: return move_tile<uint32_t, kStore>(nest, o, start, n, tile);
    case 8: return move_tile<uint64_t, kStore>(nest, o, start, n, tile);
    default: return move_tile<Bytes16, kStore>(nest, o, start, n, tile);
  }
}

}  // namespace

const TileTable& tile_table() {
  return *chosen_tiles().load(std::memory_order_relaxed);
}

void set_tile_table(const TileTable* table) {
  chosen_tiles() = table ? table : best_tiles();
}

void fill_cell(void* p, KType t, Cell v, int64_t n) {
  switch (kTypeBytes[t]) {
    case 1: return fill<uint8_t>(p, t == kB8 ? v.i != 0 : uint8_t(v.i), n);
    case 2: return fill<uint16_t>(p, uint16_t(v.i), n);
    default: break;
  }
  switch (t) {
    case kI32: return fill<int32_t>(p, int32_t(v.i), n);
    case kI64: return fill<int64_t>(p, v.i, n);
    case kF32: return fill<float>(p, float(v.f), n);
    case kF64: return fill<double>(p, v.f, n);
    default:
      for (int64_t i = 0; i < n; ++i) write_cell(static_cast<char*>(p) + i * kTypeBytes[t], t, v);
  }
}

void coalesce(LoopNest& n) {
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

char* locate(const LoopNest& n, const Operand& o, int64_t linear, int64_t* inner) {
  int64_t at = 0;
  for (int i = n.n_dims; i-- > 0;) {
    int64_t p = linear % n.sizes[i];
    linear /= n.sizes[i];
    at += p * o.strides[i];
    if (inner && i == n.n_dims - 1) *inner = p;
  }
  return o.data + at * kTypeBytes[o.type];
}

void load_tile(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* tile) {
  move_typed<false>(nest, o, start, n, tile);
}

void store_tile(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* tile) {
  move_typed<true>(nest, o, start, n, tile);
}

char* dense(const LoopNest& nest, const Operand& o, int64_t start, int64_t n, char* staging, bool load) {
  if (nest.n_dims == 0) {
    if (n == 1) return o.data;
  } else if (o.strides[nest.n_dims - 1] == 1) {
    int64_t inner = 0;
    char* mem = locate(nest, o, start, &inner);
    if (inner + n <= nest.sizes[nest.n_dims - 1]) return mem;
  }
  if (load) load_tile(nest, o, start, n, staging);
  return staging;
}

bool is_broadcast(const LoopNest& n, const Operand& o) {
  for (int i = 0; i < n.n_dims; ++i)
    if (o.strides[i]) return false;
  return true;
}

int64_t TileMachine::slot_bytes(const Program& p, int64_t n_max) {
  int widest = 1;
  for (const Instr& s : p.code) widest = std::max(widest, kTypeBytes[s.result]);
  return (n_max * widest + 127) / 64 * 64;  // not a power of two: tiles would share L1 sets
}

TileMachine::TileMachine(const Program& p, const ScalarArg* scalars, int64_t n_max)
    : p_(p), table_(tile_table()), stride_(slot_bytes(p, n_max)), memory_(p.n_slots * stride_) {
  CHECK(p.code.size() <= kMaxCode);
  for (const Instr& s : p.code) {
    if (s.op != kConstant && s.op != kScalar) continue;
    bool real = is_float_type(s.type) || is_complex_type(s.type);
    Cell c{};
    if (s.op == kScalar) {
      if (real)
        c.f = scalars[s.index].f;
      else
        c.i = scalars[s.index].i;
      if (is_complex_type(s.type)) c.im = __builtin_bit_cast(double, scalars[s.index].i);
    } else if (real) {
      c.f = s.constant;
    } else {
      c.i = s.constant >= 9.2e18 ? INT64_MAX : s.constant <= -9.2e18 ? INT64_MIN : int64_t(s.constant);
    }
    fill_cell(slot(s), s.type, c, n_max);
    reg_[s.out] = slot(s);
  }
}

void TileMachine::run(const void* const* in, void* const* out, int64_t n, int64_t index, int64_t index_step) {
  for (const Instr& s : p_.code) {
    if (s.op < kOpTableEnd) {
      void* d = p_.direct_out && s.out + 1u == p_.code.size() ? out[0] : slot(s);
      table_.fn[s.op][s.type](d, reg_[s.a], at(s.b), at(s.c), n);
      reg_[s.out] = d;
    } else if (s.op == kLoad) {
      reg_[s.out] = in[s.index];
    } else if (s.op == kIndex && indices_) {
      reg_[s.out] = indices_;
    } else if (s.op == kIndex) {
      auto* d = static_cast<int64_t*>(slot(s));
      for (int64_t i = 0; i < n; ++i) d[i] = index + i * index_step;
      reg_[s.out] = d;
    }
  }
  if (!p_.direct_out)
    for (size_t k = 0; k < p_.outs.size(); ++k)
      std::memmove(out[k], reg_[p_.outs[k]], size_t(n) * size_t(kTypeBytes[p_.code[p_.outs[k]].result]));
}

}  // namespace adder::rt
