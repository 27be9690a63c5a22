#include "codegen/cpu/gemm.h"
#include <chrono>
#include <mutex>
#include "codegen/cpu/asm.h"
namespace adder::rt {
double gemm_compile_us;
int gemm_kernels;
namespace {
using Micro = void (*)(const float* a, int64_t lda_bytes, const float* b, float* c, int64_t ldc_bytes, int64_t k,
                       int64_t last_lanes);
constexpr GemmTile kTiles[] = {{6, 2, 4}, {8, 3, 4}};  // avx2: 12 of 16 registers accumulate; avx512: 24 of 32

// rdi a, rsi lda, rdx b, rcx c, r8 ldc, r9 k, [rsp + 8] lanes of the last vector
struct MicroEmitter {
  x86::Assembler& as;
  const Isa& isa;
  int mr, nv, ku;
  int split = 1;  // few rows: several sets of accumulators, else the adder's latency shows
  x86::Vec reg(int i) const { return isa.masks ? x86::Vec(x86::zmm(uint32_t(i))) : x86::Vec(x86::ymm(uint32_t(i))); }
  x86::Vec acc(int r, int v, int s) const { return reg((s * mr + r) * nv + v); }
  x86::Mem row(int r, int disp) const {  // rows 0..8 from three bases
    x86::Gp base = r < 3 ? x86::rdi : r < 6 ? x86::r10 : x86::r11;
    return r % 3 == 0 ? x86::dword_ptr(base, disp) : x86::dword_ptr(base, x86::rsi, uint32_t(r % 3 - 1), disp);
  }
  void step(int k, int s) {
    int base = split * mr * nv;
    for (int v = 0; v < nv; ++v)
      as.emit(x86::Inst::kIdVmovups, reg(base + v), x86::ptr(x86::rdx, (k * nv + v) * isa.bytes));
    for (int r = 0; r < mr; ++r) {
      x86::Mem m = row(r, k * 4);
      if (nv == 1 && isa.masks) {
        m.setSize(0);
        m.setBroadcast(x86::Mem::Broadcast::k1To16);
        as.emit(x86::Inst::kIdVfmadd231ps, acc(r, 0, s), reg(base), m);
        continue;
      }
      x86::Vec t = reg(base + nv + r % std::max(1, std::min(4, isa.n_vec - base - nv)));
      as.emit(x86::Inst::kIdVbroadcastss, t, m);
      for (int v = 0; v < nv; ++v) as.emit(x86::Inst::kIdVfmadd231ps, acc(r, v, s), t, reg(base + v));
    }
  }
  void emit() {
    while (split < ku && split * 2 * mr * nv <= (isa.masks ? 16 : 8)) split *= 2;
    auto xor_id = isa.masks ? x86::Inst::kIdVpxord : x86::Inst::kIdVpxor;
    for (int i = 0; i < split * mr * nv; ++i) as.emit(xor_id, reg(i), reg(i), reg(i));
    if (mr > 3) as.lea(x86::r10, x86::ptr(x86::rdi, x86::rsi, 1)), as.add(x86::r10, x86::rsi);
    if (mr > 6) as.lea(x86::r11, x86::ptr(x86::r10, x86::rsi, 1)), as.add(x86::r11, x86::rsi);
    auto advance = [&](int k) {
      as.add(x86::rdi, k * 4);
      if (mr > 3) as.add(x86::r10, k * 4);
      if (mr > 6) as.add(x86::r11, k * 4);
      as.add(x86::rdx, k * nv * isa.bytes);
    };
    auto top = as.newLabel(), rest = as.newLabel(), one = as.newLabel(), done = as.newLabel();
    as.sub(x86::r9, ku);
    as.jl(rest);
    as.align(asmjit::AlignMode::kCode, 64);
    as.bind(top);
    for (int k = 0; k < ku; ++k) step(k, k % split);
    advance(ku);
    as.sub(x86::r9, ku);
    as.jge(top);
    as.bind(rest);
    as.add(x86::r9, ku);
    as.jz(done);
    as.bind(one);
    step(0, 0);
    advance(1);
    as.dec(x86::r9);
    as.jnz(one);
    as.bind(done);
    for (int s = split / 2; s; s /= 2)
      for (int q = 0; q < s; ++q)
        for (int i = 0; i < mr * nv; ++i)
          as.emit(x86::Inst::kIdVaddps, reg(q * mr * nv + i), reg(q * mr * nv + i), reg((q + s) * mr * nv + i));
    x86::Vec mask = reg(isa.n_vec - 1);
    as.mov(x86::rax, x86::ptr(x86::rsp, 8));
    if (isa.masks) {
      as.mov(x86::r9, -1);
      as.bzhi(x86::r9, x86::r9, x86::rax);
      as.kmovw(x86::k1, x86::r9d);
    } else {
      as.mov(x86::r9, uint64_t(reinterpret_cast<uintptr_t>(kMaskTable + 16)));
      as.shl(x86::rax, 2);
      as.sub(x86::r9, x86::rax);
      as.emit(x86::Inst::kIdVmovups, mask, x86::ptr(x86::r9));
    }
    for (int r = 0; r < mr; ++r) {
      for (int v = 0; v < nv; ++v) {
        x86::Mem m = x86::ptr(x86::rcx, v * isa.bytes);
        if (v + 1 < nv)
          as.emit(x86::Inst::kIdVmovups, m, acc(r, v, 0));
        else if (isa.masks)
          as.k(x86::k1).vmovups(m, acc(r, v, 0).as<x86::Zmm>());
        else
          as.emit(x86::Inst::kIdVmaskmovps, m, mask, acc(r, v, 0));
      }
      if (r + 1 < mr) as.add(x86::rcx, x86::r8);
    }
    as.vzeroupper();
    as.ret();
  }
};
Micro micro(IsaName isa, int mr, int nv) {
  static std::mutex lock;
  static Micro made[2][16][4];
  std::lock_guard<std::mutex> hold(lock);
  Micro& f = made[int(isa)][mr][nv];
  if (f) return f;
  auto t0 = std::chrono::steady_clock::now();
  asmjit::CodeHolder holder;
  holder.init(asmjit::Environment::host());
  x86::Assembler as(&holder);
  MicroEmitter e{as, kIsas[int(isa)], mr, nv, kTiles[int(isa)].k_unroll};
  e.emit();
  holder.flatten();
  holder.resolveUnresolvedLinks();
  void* w;
  void* x = code_reserve(holder.codeSize(), &w);
  holder.relocateToBase(uint64_t(x));
  holder.copyFlattenedData(w, holder.codeSize());
  gemm_compile_us += std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t0).count();
  ++gemm_kernels;
  return f = reinterpret_cast<Micro>(x);
}
}  // namespace

PackedB pack_b(const float* b, int64_t sk, int64_t sn, int64_t k, int64_t n, IsaName isa) {
  int lanes = kIsas[int(isa)].bytes / 4, nr = kTiles[int(isa)].nv * lanes;
  PackedB p;
  p.k = k;
  p.n = n;
  p.nr = nr;
  p.storage.resize(size_t(k * ((n + lanes - 1) / lanes * lanes) + 16));
  float* d = reinterpret_cast<float*>((reinterpret_cast<uintptr_t>(p.storage.data()) + 63) & ~uintptr_t(63));
  p.data = d;
  for (int64_t j = 0; j < n; j += nr) {
    int64_t width = std::min<int64_t>(nr, n - j), padded = (width + lanes - 1) / lanes * lanes;
    for (int64_t q = 0; q < k; ++q, d += padded)
      for (int64_t i = 0; i < padded; ++i) d[i] = i < width ? b[q * sk + (j + i) * sn] : 0;
  }
  return p;
}
void run_gemm(const float* a, int64_t lda, const PackedB& b, float* c, int64_t ldc, int64_t m, IsaName isa, int threads,
              const Epilogue* ep) {
  const GemmTile& t = kTiles[int(isa)];
  int lanes = kIsas[int(isa)].bytes / 4;
  int64_t panels = (b.n + b.nr - 1) / b.nr;
  int64_t mb = std::max<int64_t>(t.mr, std::min<int64_t>(144, (384 << 10) / (b.k * 4)) / t.mr * t.mr),
          blocks = (m + mb - 1) / mb;
  auto block = [&](int64_t first, int64_t rows, int64_t p0, int64_t p1) {
    int64_t n_micro = (rows + t.mr - 1) / t.mr, each = rows / n_micro,
            extra = rows % n_micro;  // balanced: 9 rows are 5 + 4, not 8 + 1
    for (int64_t p = p0; p < p1; ++p) {
      int64_t width = std::min<int64_t>(b.nr, b.n - p * b.nr);
      int nv = int((width + lanes - 1) / lanes);
      const float* panel = b.data + p * b.nr * b.k;
      int64_t r = first;
      Micro big = extra ? micro(isa, int(each + 1), nv) : nullptr, small = micro(isa, int(each), nv);
      for (int64_t i = 0; i < n_micro; ++i) {
        bool more = i < extra;
        (more ? big : small)(a + r * lda, lda * 4, panel, c + r * ldc + p * b.nr, ldc * 4, b.k,
                             width - int64_t(nv - 1) * lanes);
        r += each + more;
      }
    }
  };
  auto finish = [&](int64_t first, int64_t rows, int64_t n0, int64_t n1) {
    if (!ep) return;
    Launch l = ep->launch;
    l.n_outer = 1;
    l.outer[0] = rows;
    l.n = n1 - n0;
    for (size_t q = 0; q < ep->kernel->buffers.size(); ++q) {
      auto& d = ep->kernel->buffers[q];
      l.data[q] = static_cast<char*>(l.data[q]) +
                  (first * l.strides[q][0] + (d.walk == Walk::dense ? n0 : 0)) * kTypeBytes[d.type];
    }
    run_kernel(*ep->kernel, ep->fn, l, 1);
  };
  if (threads > 1 && double(m) * b.n * b.k > 3e5 && blocks < threads * 2 &&
      panels > 1) {  // few rows: threads share the columns
    parallel_for(panels, (panels + threads - 1) / threads, threads, [&](int64_t p0, int64_t p1) {
      for (int64_t q = 0; q < blocks; ++q) {
        int64_t rows = std::min(mb, m - q * mb);
        block(q * mb, rows, p0, p1);
        finish(q * mb, rows, p0 * b.nr, std::min(b.n, p1 * b.nr));
      }
    });
    return;
  }
  parallel_for(blocks, 1, double(m) * b.n * b.k > 3e5 ? threads : 1, [&](int64_t q0, int64_t q1) {
    for (int64_t q = q0; q < q1; ++q) {
      int64_t rows = std::min(mb, m - q * mb);
      block(q * mb, rows, 0, panels);
      finish(q * mb, rows, 0, b.n);
    }
  });
}
}  // namespace adder::rt
