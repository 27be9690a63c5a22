// Memory for kernels in tests, and the comparison of compiled ones with the tiles.
#pragma once
#include <gtest/gtest.h>
#include <cstring>
#include <random>
#include "codegen/cpu/emit.h"
#include "codegen/driver.h"
#include "codegen/kernel_text.h"

namespace adder::codegen {

// The instruction sets whose generated code this CPU runs.
inline std::vector<Isa> emitting_isas() {
  std::vector<Isa> all;
  for (Isa isa : {Isa::avx2, Isa::avx512})
    if (isa <= rt::host_isa()) all.push_back(isa);
  return all;
}

inline void fill(std::vector<char>& memory, KType t, int64_t n, std::mt19937& rng, bool specials) {
  constexpr int64_t kGuard = 8;
  memory.assign(size_t((n + kGuard) * rt::kTypeBytes[t]), 0);
  static const double kSpecial[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 1e-40, 3e38, -87.5, 88.9, 0.5};
  for (int64_t i = 0; i < n + kGuard; ++i) {
    Cell c{};
    if (rt::is_float_type(t)) {
      c.f = specials && rng() % 4 == 0 ? kSpecial[rng() % std::size(kSpecial)]
                                       : std::uniform_real_distribution<double>(-9, 9)(rng);
    } else {
      c.i = t == kB8 ? int64_t(rng() % 2) : t == kH16 ? int64_t(rng() % 65536) : int64_t(rng()) - (1 << 30);
      if (specials && t != kB8 && t != kH16 && rng() % 6 == 0) c.i = rng() % 2 ? 0 : -1;
    }
    rt::write_cell(memory.data() + i * rt::kTypeBytes[t], t, c);
  }
}

inline bool same_bits(const char* a, const char* b, KType t) {
  if (!std::memcmp(a, b, size_t(rt::kTypeBytes[t]))) return true;
  Cell x = rt::read_cell(a, t), y = rt::read_cell(b, t);
  if (t == kH16) return (x.i & 0x7c00) == 0x7c00 && (y.i & 0x7c00) == 0x7c00 && (x.i & 0x3ff) && (y.i & 0x3ff);
  return rt::is_float_type(t) && std::isnan(x.f) && std::isnan(y.f);  // any NaN equals any NaN
}

struct Memories {
  std::vector<std::vector<char>> buffers;
  KernelLaunch launch;
};
// Rows of n elements for a kernel; dense buffers follow row by row, broadcast ones have one element a row.
inline Memories memories(const Kernel& k, int64_t rows, int64_t n, uint32_t seed, bool specials) {
  std::mt19937 rng(seed);
  Memories m;
  m.launch.n = n;
  m.launch.n_outer = 1;
  m.launch.outer[0] = rows;
  m.launch.scalars[0] = {1.25, 3};
  m.launch.scalars[rt::kCountScalar] = {double(n), n};
  m.buffers.resize(k.buffers.size());
  for (size_t b = 0; b < k.buffers.size(); ++b) {
    bool dense = k.buffers[b].walk == Walk::dense;
    if (k.buffers[b].scratch) continue;
    fill(m.buffers[b], k.buffers[b].type, dense ? rows * n : rows, rng, specials);
    m.launch.data[b] = m.buffers[b].data();
    m.launch.strides[b][0] = dense ? n : 1;
    m.launch.inner_stride[b] = dense;
  }
  return m;
}
inline void point_to(Memories& m) {
  for (size_t b = 0; b < m.buffers.size(); ++b) m.launch.data[b] = m.buffers[b].empty() ? nullptr : m.buffers[b].data();
}

// The compiled kernel gives the bits of the tiles, and writes nothing else.
inline void expect_tile_bits(const Kernel& k, KernelFn fn, int64_t rows, int64_t n, uint32_t seed, bool specials = true) {
  Memories compiled = memories(k, rows, n, seed, specials), tiles = compiled;
  point_to(compiled);
  point_to(tiles);
  interpret(k, tiles.launch, rt::Executor::tiles);
  run_kernel(k, fn, compiled.launch, nullptr);
  for (size_t b = 0; b < k.buffers.size(); ++b) {
    KType t = k.buffers[b].type;
    for (size_t i = 0; i < compiled.buffers[b].size(); i += size_t(rt::kTypeBytes[t])) {
      if (same_bits(compiled.buffers[b].data() + i, tiles.buffers[b].data() + i, t)) continue;
      Cell x = rt::read_cell(compiled.buffers[b].data() + i, t), y = rt::read_cell(tiles.buffers[b].data() + i, t);
      FAIL() << k.name << " rows " << rows << " n " << n << " b" << b << " at byte " << i << ": " << x.f << "/" << x.i
             << ", tiles " << y.f << "/" << y.i << "\n"
             << text(k);
    }
  }
}

inline Kernel elementwise(Program p, const std::vector<KType>& in, std::string name) {
  Kernel k;
  k.name = std::move(name);
  Stage s;
  s.program = std::move(p);
  for (KType t : in) {
    s.in.push_back({Place::buffer, int(k.buffers.size())});
    k.buffers.push_back({t});
  }
  for (uint16_t o : s.program.outs) {
    s.out.push_back({Place::buffer, int(k.buffers.size())});
    k.buffers.push_back({s.program.code[o].result, Walk::dense, true});
  }
  k.stages.push_back(std::move(s));
  return k;
}

}  // namespace adder::codegen
