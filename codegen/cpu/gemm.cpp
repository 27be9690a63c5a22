#include "codegen/cpu/gemm.h"
#include <algorithm>
#include "codegen/cpu/asm.h"
namespace adder::codegen {
namespace {

struct GemmTile {
  int rows, vectors, k_unroll;
};                                                            // the largest tile; row counts below it are generated too
constexpr GemmTile kAvx2Tile{6, 2, 4}, kAvx512Tile{8, 3, 4};  // 12 of 16, 24 of 32 registers accumulate
const GemmTile& tile_of(Isa isa) {
  return isa == Isa::avx512 ? kAvx512Tile : kAvx2Tile;
}

// rdi a, rsi lda, rdx b, rcx c, r8 ldc, r9 k, [rsp + 8] lanes of the last vector
struct MicroEmitter {
  x86::Assembler& as;
  const IsaTraits& isa;
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
}  // namespace

GemmKernels::Micro GemmKernels::micro(int rows, int vectors) {
  std::lock_guard<std::mutex> hold(lock_);
  Micro& f = made_[rows][vectors];
  if (f) return f;
  asmjit::CodeHolder holder;
  holder.init(asmjit::Environment::host());
  x86::Assembler as(&holder);
  MicroEmitter e{as, traits(isa_), rows, vectors, tile_of(isa_).k_unroll};
  e.emit();
  holder.flatten();
  holder.resolveUnresolvedLinks();
  rt::ExecMemory::Block block = memory_.reserve(holder.codeSize());
  if (!block.run) return nullptr;
  holder.relocateToBase(uint64_t(block.run));
  holder.copyFlattenedData(block.write, holder.codeSize());
  memory_.name_code(block.run, holder.codeSize(), "adder_gemm_" + std::to_string(rows) + "x" + std::to_string(vectors));
  return f = reinterpret_cast<Micro>(block.run);
}

PackedB::PackedB(const float* b, int64_t stride_k, int64_t stride_n, int64_t k, int64_t n, Isa isa) : k(k), n(n) {
  int lanes = traits(isa).bytes / 4;
  panel_width = tile_of(isa).vectors * lanes;
  block_ = rt::allocate_block((k * ((n + lanes - 1) / lanes * lanes) + 16) * 4);
  float* d = static_cast<float*>(block_.data);
  data = d;
  if (!d) return;
  for (int64_t j = 0; j < n; j += panel_width) {
    int64_t width = std::min<int64_t>(panel_width, n - j), padded = (width + lanes - 1) / lanes * lanes;
    for (int64_t q = 0; q < k; ++q, d += padded)
      for (int64_t i = 0; i < padded; ++i) d[i] = i < width ? b[q * stride_k + (j + i) * stride_n] : 0;
  }
}
PackedB::PackedB(PackedB&& o) noexcept : k(o.k), n(o.n), panel_width(o.panel_width), data(o.data), block_(o.block_) {
  o.data = nullptr;
  o.block_ = {};
}
PackedB& PackedB::operator=(PackedB&& o) noexcept {
  std::swap(k, o.k);
  std::swap(n, o.n);
  std::swap(panel_width, o.panel_width);
  std::swap(data, o.data);
  std::swap(block_, o.block_);
  return *this;
}
PackedB::~PackedB() {
  if (block_.data) rt::release_block(block_);
}

namespace {

constexpr double kParallelWork = 3e5;  // multiply-adds below which one thread does it all
constexpr int64_t kRowBlock = 144;     // rows of A that stay in L2 while a panel passes
constexpr int64_t kRowBlockBytes = 384 << 10;

class Gemm {
 public:
  Gemm(const float* a, int64_t lda, const PackedB& b, float* c, int64_t ldc, int64_t m, GemmKernels& kernels)
      : a_(a), lda_(lda), b_(b), c_(c), ldc_(ldc), m_(m), kernels_(kernels), lanes_(traits(kernels.isa()).bytes / 4) {
    int64_t rows = tile_of(kernels.isa()).rows;
    block_rows_ = std::max(rows, std::min(kRowBlock, kRowBlockBytes / (std::max<int64_t>(b.k, 1) * 4)) / rows * rows);
  }
  int64_t n_blocks() const { return (m_ + block_rows_ - 1) / block_rows_; }
  int64_t n_panels() const { return (b_.n + b_.panel_width - 1) / b_.panel_width; }

  void block(int64_t index, int64_t panel0, int64_t panel1, const GemmEpilogue& epilogue) const {
    int64_t first = index * block_rows_, rows = std::min(block_rows_, m_ - first);
    int64_t tile = tile_of(kernels_.isa()).rows;
    // Balanced: 9 rows are 5 + 4, not 8 + 1.
    int64_t n_micro = (rows + tile - 1) / tile, each = rows / n_micro, extra = rows % n_micro;
    for (int64_t p = panel0; p < panel1; ++p) {
      int64_t width = std::min<int64_t>(b_.panel_width, b_.n - p * b_.panel_width);
      int vectors = int((width + lanes_ - 1) / lanes_);
      const float* panel = b_.data + p * b_.panel_width * b_.k;
      GemmKernels::Micro big = extra ? kernels_.micro(int(each + 1), vectors) : nullptr;
      GemmKernels::Micro small = kernels_.micro(int(each), vectors);
      int64_t r = first;
      for (int64_t i = 0; i < n_micro; ++i) {
        bool more = i < extra;
        (more ? big : small)(a_ + r * lda_, lda_ * 4, panel, c_ + r * ldc_ + p * b_.panel_width, ldc_ * 4, b_.k,
                             width - int64_t(vectors - 1) * lanes_);
        r += each + more;
      }
    }
    if (epilogue) epilogue(first, rows, panel0 * b_.panel_width, std::min(b_.n, panel1 * b_.panel_width));
  }

 private:
  const float* a_;
  int64_t lda_;
  const PackedB& b_;
  float* c_;
  int64_t ldc_, m_;
  GemmKernels& kernels_;
  int lanes_;
  int64_t block_rows_;
};

}  // namespace

void run_gemm(const float* a, int64_t lda, const PackedB& b, float* c, int64_t ldc, int64_t m, GemmKernels& kernels,
              rt::ThreadPool* pool, const GemmEpilogue& epilogue) {
  if (m == 0 || b.n == 0) return;
  Gemm g(a, lda, b, c, ldc, m, kernels);
  if (double(m) * double(b.n) * double(b.k) < kParallelWork) pool = nullptr;
  int threads = pool ? pool->threads() : 1;
  int64_t blocks = g.n_blocks(), panels = g.n_panels();
  if (threads > 1 && blocks < threads * 2 && panels > 1) {  // few rows: threads share the columns
    rt::parallel_for(pool, panels, (panels + threads - 1) / threads, [&](int64_t p0, int64_t p1) {
      for (int64_t q = 0; q < blocks; ++q) g.block(q, p0, p1, epilogue);
    });
    return;
  }
  rt::parallel_for(pool, blocks, 1, [&](int64_t q0, int64_t q1) {
    for (int64_t q = q0; q < q1; ++q) g.block(q, 0, panels, epilogue);
  });
}

}  // namespace adder::codegen
