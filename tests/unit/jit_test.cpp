// Tests: every kernel op, dtype, ISA and tail length against the tiles' bits; reductions; the fused examples; matmul;
// SPIR-V.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include "codegen/kernel.h"
#include "tests/unit/jit_examples.h"
#include "codegen/spirv/spirv.h"
namespace adder::rt {
namespace {
Context& test_context() {
  static Context c;
  return c;
}
#include "runtime/kernel/math_scalar.inc"
long checks, failures;
void expect(bool ok, const std::string& what) {
  ++checks;
  if (!ok && ++failures <= 20) std::printf("FAIL %s\n", what.c_str());
}
std::mt19937_64 rng(1);

void fill(std::vector<char>& v, KType t, int64_t n, bool special) {
  v.assign(size_t(n * 8 + 64), 0);
  std::uniform_real_distribution<double> u(-6, 6);
  static const double odd[] = {0.0,    -0.0, 1,    -1,    INFINITY, -INFINITY, NAN,   1e-40, -3e-39, 88.5, 89.5,
                               -103.5, -105, 1e30, -1e30, 2.5,      3.5,       65504, 65520, 1e-7,   3e9,  -3e9};
  for (int64_t i = 0; i < n; ++i) {
    double x = special && rng() % 4 == 0 ? odd[rng() % std::size(odd)] : u(rng) * (rng() % 8 == 0 ? 20 : 1);
    char* p = v.data() + i * kTypeBytes[t];
    Cell c{};
    if (t == kF32 || t == kF64)
      c.f = x;
    else if (t == kB8)
      c.i = int64_t(rng() % 2);
    else if (t == kH16)
      c.i = int64_t(rng() & 0xffff);
    else
      c.i = rng() % 8 == 0 ? (rng() % 2 ? INT64_MIN : INT64_MAX) : int64_t(u(rng) * 3);
    if (t == kI32 && (c.i == INT64_MIN || c.i == INT64_MAX)) c.i = c.i > 0 ? INT32_MAX : INT32_MIN;
    write_cell(p, t, c);
  }
}
bool same_bits(const char* a, const char* b, KType t, int64_t n, int64_t* where) {
  for (int64_t i = 0; i < n; ++i) {
    Cell x = read_cell(a + i * kTypeBytes[t], t), y = read_cell(b + i * kTypeBytes[t], t);
    bool f = t == kF32 || t == kF64;
    if (f && std::isnan(x.f) && std::isnan(y.f)) continue;  // which NaN is not promised
    if (std::memcmp(a + i * kTypeBytes[t], b + i * kTypeBytes[t], kTypeBytes[t])) {
      *where = i;
      return false;
    }
  }
  return true;
}

// Runs a kernel with one row of n elements through both ISAs and the tile interpreter.
struct Tally {
  long same = 0, refused = 0, spilled = 0, kernels = 0;
  std::string reasons;
};
void compare_pointwise(const Kernel& k, const std::string& what, Tally& t) {
  for (IsaName isa : {IsaName::avx2, IsaName::avx512}) {
    CompileStats st;
    KernelFn fn = compile_kernel(k, isa, &st);
    if (!fn) {
      ++t.refused;
      if (t.reasons.find(st.reason) == std::string::npos)
        t.reasons += (t.reasons.empty() ? "" : ", ") + st.reason + " (" + (isa == IsaName::avx2 ? "avx2)" : "avx512)");
      continue;
    }
    ++t.kernels;
    t.spilled += st.stack > 0;
    for (int64_t n : {1, 3, 7, 8, 17, 31, 64, 65, 300}) {
      Launch l;
      l.n = n;
      std::vector<std::vector<char>> mem(k.buffers.size()), want;
      l.scalars[0] = {1.25, 3};
      for (size_t b = 0; b < mem.size(); ++b) {
        fill(mem[b], k.buffers[b].type, n, true);
        l.data[b] = mem[b].data();
      }
      want = mem;
      Launch w = l;
      for (size_t b = 0; b < mem.size(); ++b) w.data[b] = want[b].data();
      interpret(k, w, Executor::tiles);
      run_kernel(k, fn, l, 1);
      for (size_t b = 0; b < mem.size(); ++b)
        if (k.buffers[b].written) {
          int64_t at = 0;
          KType ty = k.buffers[b].type;
          bool ok = same_bits(mem[b].data(), want[b].data(), ty, n + 4, &at);
          if (!ok) {
            Cell x = read_cell(mem[b].data() + at * kTypeBytes[ty], ty),
                 y = read_cell(want[b].data() + at * kTypeBytes[ty], ty),
                 in = read_cell(mem[0].data() + at * kTypeBytes[k.buffers[0].type], k.buffers[0].type);
            expect(false, what + " isa " + std::to_string(int(isa)) + " n " + std::to_string(n) + " at " +
                              std::to_string(at) + ": " + std::to_string(x.f) + "/" + std::to_string(x.i) + " want " +
                              std::to_string(y.f) + "/" + std::to_string(y.i) + " from " + std::to_string(in.f) + "/" +
                              std::to_string(in.i));
          } else {
            ++checks;
            t.same += n;
          }
        }
    }
  }
}
Kernel elementwise(Program p, std::vector<KType> in, const std::string& name) {
  Kernel k;
  k.name = name;
  Stage s;
  s.program = std::move(p);
  for (KType t : in) {
    s.in.push_back({Place::buffer, int(k.buffers.size())});
    k.buffers.push_back({t});
  }
  for (auto o : s.program.outs) {
    s.out.push_back({Place::buffer, int(k.buffers.size())});
    k.buffers.push_back({s.program.code[o].result, Walk::dense, true});
  }
  k.stages.push_back(std::move(s));
  return k;
}
void test_ops() {
  Tally t;
  static const char* names[] = {"b8", "i32", "i64", "f32", "f64", "h16"};
  for (int op = 0; op < kOpTableEnd; ++op)
    for (int ty = 0; ty < kTypeCount; ++ty) {
      if (!accepts(KOp(op), KType(ty))) continue;
      ProgramBuilder b;
      int arity = kKOps[op].arity;
      std::vector<KType> in;
      Reg r[3];
      for (int i = 0; i < arity; ++i) {
        KType it = op == kOp_select && i == 2 ? kB8 : KType(ty);
        r[i] = b.load_raw(i, it);
        in.push_back(it);
      }
      Reg res;
      switch (op) {
#define PB_1(name) b.name(r[0])
#define PB_2(name) b.name(r[0], r[1])
#define PB_3(name) b.name(r[0], r[1], r[2])
#define KOP(name, arity, types, result, ulp, meaning) \
  case kOp_##name:                                    \
    res = PB_##arity(name);                           \
    break;
#include "runtime/kernel/kernel_ops.def"
#undef KOP
#undef PB_1
#undef PB_2
#undef PB_3
      }
      b.store_raw(res);
      Kernel k = elementwise(b.finish(), in, kKOps[op].name);
      expect(k.verify().empty(), k.verify());
      compare_pointwise(k, std::string(kKOps[op].name) + " " + names[ty], t);
    }
  std::printf("kernel ops: %ld elements with the tiles' bits; %ld (op, type, isa) left to the interpreter: %s\n",
              t.same, t.refused, t.reasons.c_str());
}
void test_chains() {  // random programs: deep enough to spill on AVX2
  Tally t;
  for (int round = 0; round < 60; ++round) {
    ProgramBuilder b;
    std::vector<Reg> v;
    for (int i = 0; i < 4; ++i) v.push_back(b.load_raw(i, kF32));
    v.push_back(b.scalar(0, kF32));
    int n = 8 + int(rng() % 30);
    for (int i = 0; i < n; ++i) {
      Reg x = v[rng() % v.size()], y = v[rng() % v.size()];
      switch (rng() % 9) {
        case 0: v.push_back(b.add(x, y)); break;
        case 1: v.push_back(b.mul(x, y)); break;
        case 2: v.push_back(b.sub(x, b.like(x, double(rng() % 7)))); break;
        case 3: v.push_back(b.max(x, y)); break;
        case 4: v.push_back(b.exp(x)); break;
        case 5: v.push_back(b.tanh(x)); break;
        case 6: {
          Reg c = b.lt(x, y);
          v.push_back(b.select(x, b.neg(y), c));
          break;
        }
        case 7: v.push_back(b.div(x, y)); break;
        default: v.push_back(b.abs(b.sub(x, y)));
      }
    }
    Reg sum = v.back();
    for (int i = 0; i < 12; ++i) sum = b.add(sum, v[v.size() - 1 - size_t(i) % v.size()]);
    b.store_raw(sum);
    b.store_raw(v[v.size() - 2]);
    Program p = b.finish();
    if (p.code.size() > 64 || p.n_in != 4) continue;
    std::vector<KType> in(4, kF32);
    Kernel k = elementwise(std::move(p), in, "chain");
    compare_pointwise(k, "chain " + std::to_string(round), t);
  }
  for (DType d : {DType::f16, DType::bf16, DType::f64,
                  DType::i64}) {  // storage types: load, compute, round, with index and mixed widths
    ProgramBuilder b;
    Reg x = b.load(0, d), y = b.load(1, DType::f32), m = b.load(2, DType::b8);
    Reg f = b.cast(x, kF32), i = b.index();
    Reg r = b.select(b.mul(b.exp(f), y), b.cast(i, kF32), m);
    b.store(r, d == DType::i64 ? DType::f32 : d);
    b.store(b.cast(b.lt(i, b.cast(y, kI64)), kB8), DType::b8);
    compare_pointwise(elementwise(b.finish(), {raw_type(d), kF32, kB8}, "mixed"),
                      std::string("mixed ") + kDTypes[int(d)].name, t);
  }
  std::printf("random chains: %ld kernels, %ld with spills; %ld elements with the tiles' bits; refused: %s\n",
              t.kernels, t.spilled, t.same, t.reasons.c_str());
}
void test_forms() {  // the shared text over float, against the tiles: every 1009th float
  long n = 0, bad[4] = {};
  for (uint64_t u = 0; u < 1ull << 32; u += 1009) {
    uint32_t b = uint32_t(u);
    float x, y;
    std::memcpy(&x, &b, 4);
    const KOp ops[] = {kOp_exp, kOp_tanh, kOp_erf, kOp_log};
    float mine[] = {exp_form(x), tanh_form(x), erf_form(x), log_form(x)};
    for (int i = 0; i < 4; ++i, ++n) {
      tile_table().fn[ops[i]][kF32](&y, &x, nullptr, nullptr, 1);
      if (!(std::isnan(y) && std::isnan(mine[i])) && std::memcmp(&y, &mine[i], 4)) ++bad[i];
    }
  }
  std::printf("math_forms.inc over float against the tiles: %ld values, differing: exp %ld tanh %ld erf %ld log %ld\n",
              n, bad[0], bad[1], bad[2], bad[3]);
  expect(!bad[0] && !bad[1] && !bad[2] && !bad[3], "forms");
}
double ulps(float a, float b, double floor) {  // of the larger; below `floor` absolute, in ulps of floor
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  double m = std::max({std::fabs(double(a)), std::fabs(double(b)), floor});
  return std::fabs(double(a) - b) / std::ldexp(1.0, std::ilogb(m) - 23);
}
void test_examples(bool print) {
  for (int64_t n : {64, 1, 3, 100, 257, 1024}) {
    std::vector<Example> all;
    for (DType d : {DType::f32, DType::f64, DType::f16, DType::bf16}) {
      if (d != DType::f64) all.push_back(gelu_chain(5, n, d));
      all.push_back(layer_norm_example(5, n, d));
    }
    all.push_back(added_mask_softmax(5, n));
    all.push_back(masked_softmax(3, n));
    all.push_back(gelu_norm(4, n));
    all.push_back(rms_silu(6, n));
    all.push_back(cross_entropy_example(5, n));
    for (auto& e : all) {
      std::vector<Tensor> r[3];
      for (IsaName isa : {IsaName::avx2, IsaName::avx512}) {
        Plan p = schedule(e.graph, isa);
        if (print && n == 64 && isa == IsaName::avx512 && bytes_of(e.graph.values[e.graph.outputs[0]].dtype) == 4)
          std::printf("---- %s: %d eager kernels -> %zu\n%s", e.name.c_str(), p.eager_kernels, p.steps.size(),
                      e.name == "gelu_norm" ? p.text().c_str() : "");
        for (auto& st : p.steps)
          if (!st.fn) {
            CompileStats cs;
            compile_kernel(st.kernel, isa, &cs);
            expect(false, e.name + " not compiled: " + cs.reason);
          }
        r[int(isa)] = run_plan(p, e.inputs, 2);
        if (isa == IsaName::avx512) {
          auto t = run_plan(p, e.inputs, 1, Executor::reference);
          Plan q = schedule(e.graph, isa, false);
          r[2] = run_plan(q, e.inputs, 1);  // not compiled: interpreted with the tiles' arithmetic
          DType d = r[0][0]->meta.dtype;
          double worst = 0;
          for (int64_t i = 0; i < t[0]->numel; ++i)
            worst =
                std::max(worst, ulps(float(read_element(*t[0].get(), i)), float(read_element(*r[1][0].get(), i)), 0.5));
          double bound = d == DType::f16 ? 16384 : d == DType::bf16 ? 131072 : 64;
          expect(worst <= bound,
                 e.name + " n " + std::to_string(n) + ": " + std::to_string(worst) + " ulp from the reference");
          std::vector<Tensor> eager = run_graph(test_context(), e.graph, e.inputs);
          double far = 0;
          for (int64_t i = 0; i < t[0]->numel; ++i)
            far = std::max(far,
                           ulps(float(read_element(*eager[0].get(), i)), float(read_element(*r[1][0].get(), i)), 0.5));
          expect(far <= bound, e.name + " n " + std::to_string(n) + ": " + std::to_string(far) + " ulp from eager");
        }
      }
      for (int o = 0; o < 2; ++o) {
        size_t bytes = size_t(r[2][0]->numel * bytes_of(r[2][0]->meta.dtype));
        expect(!std::memcmp(r[o][0]->data(), r[2][0]->data(), bytes),
               e.name + " n " + std::to_string(n) + (o ? " avx512" : " avx2") + ": other bits than the tiles'");
      }
    }
  }
  for (int64_t batch : {1, 2, 3, 64, 7})
    for (IsaName isa : {IsaName::avx2, IsaName::avx512}) {
      Example e = mlp(batch);
      Plan p = schedule(e.graph, isa);
      auto r = run_plan(p, e.inputs, 2), w = run_graph(test_context(), e.graph, e.inputs);
      double worst = 0;
      for (int64_t i = 0; i < w[0]->numel; ++i)
        worst = std::max(worst, std::fabs(read_element(*w[0].get(), i) - read_element(*r[0].get(), i)));
      expect(worst < 2e-5, "mlp batch " + std::to_string(batch) + ": " + std::to_string(worst));
    }
}
void test_gemm() {
  for (IsaName isa : {IsaName::avx2, IsaName::avx512})
    for (int64_t m : {1, 2, 5, 9, 17, 200})
      for (int64_t n : {1, 10, 16, 47, 49, 100})
        for (int64_t k : {1, 3, 8, 77}) {
          std::vector<float> a(m * k), b(k * n), c(m * n + 8, 99.f);
          for (auto& x : a) x = float(rng() % 17) - 8;
          for (auto& x : b) x = float(rng() % 17) - 8;
          PackedB p = pack_b(b.data(), n, 1, k, n, isa);
          run_gemm(a.data(), k, p, c.data(), n, m, isa, 2);
          bool ok = c[m * n] == 99.f;
          for (int64_t i = 0; i < m; ++i)
            for (int64_t j = 0; j < n; ++j) {
              float s = 0;
              for (int64_t q = 0; q < k; ++q) s += a[i * k + q] * b[q * n + j];
              ok &= s == c[i * n + j];
            }
          expect(ok, "gemm " + std::to_string(m) + " " + std::to_string(n) + " " + std::to_string(k));
        }
}
void test_spirv() {  // validated, run on the first Vulkan device, compared with the tiles' bits and the reference
  std::string device = vulkan_device_name();
  std::printf("SPIR-V on %s\n", device.empty() ? "no device: SKIPPED" : device.c_str());
  for (int64_t n : {100, 1024}) {
    std::vector<Example> all;
    all.push_back(gelu_chain(5, n));
    all.push_back(added_mask_softmax(5, n));
    all.push_back(masked_softmax(3, n));
    all.push_back(layer_norm_example(5, n));
    all.push_back(gelu_norm(4, n));
    all.push_back(rms_silu(6, n));
    all.push_back(cross_entropy_example(5, n));
    for (auto& e : all) {
      Plan p = schedule(e.graph, IsaName::avx512, false);
      Step& st = p.steps[0];
      auto t0 = std::chrono::steady_clock::now();
      SpirvModule m = emit_spirv(st.kernel);
      double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t0).count();
      expect(m.reason.empty(), e.name + ": no SPIR-V: " + m.reason);
      if (!m.reason.empty()) continue;
      std::string file = std::string(std::getenv("OUT") ? std::getenv("OUT") : ".") + "/kernel.spv";
      FILE* f = std::fopen(file.c_str(), "wb");
      std::fwrite(m.words.data(), 4, m.words.size(), f);
      std::fclose(f);
      expect(std::system(("spirv-val --target-env vulkan1.2 " + file).c_str()) == 0, e.name + ": spirv-val");
      if (device.empty()) continue;
      Launch l = st.launch;
      std::vector<std::vector<char>> out(st.values.size());
      for (size_t q = 0; q < st.values.size(); ++q) {
        for (size_t i = 0; i < p.inputs.size(); ++i)
          if (st.values[q] && p.inputs[i] == st.values[q]) l.data[q] = e.inputs[i]->data();
        if (!l.data[q]) {
          out[q].resize(size_t(l.rows() * l.n * 8));
          l.data[q] = out[q].data();
        }
      }
      Launch tiles = l, ref = l;
      auto out2 = out, out3 = out;
      for (size_t q = 0; q < out.size(); ++q)
        if (!out[q].empty()) {
          tiles.data[q] = out2[q].data();
          ref.data[q] = out3[q].data();
        }
      auto k = VulkanKernel::make(st.kernel, m, l);
      k->submit();
      k->download(l);
      interpret(st.kernel, tiles, Executor::tiles);
      interpret(st.kernel, ref, Executor::reference);
      long same = 0, total = 0;
      double worst = 0;
      for (size_t q = 0; q < out.size(); ++q)
        if (st.kernel.buffers[q].written && !st.kernel.buffers[q].scratch) {
          int64_t count = l.rows() * (st.kernel.buffers[q].walk == Walk::dense ? l.n : 1);
          auto *x = reinterpret_cast<float*>(out[q].data()), *y = reinterpret_cast<float*>(out2[q].data()),
               *z = reinterpret_cast<float*>(out3[q].data());
          for (int64_t i = 0; i < count; ++i) {
            ++total;
            same += !std::memcmp(x + i, y + i, 4);
            worst = std::max(worst, ulps(x[i], z[i], 0.5));
          }
        }
      expect(worst <= 64, e.name + ": " + std::to_string(worst) + " ulp from the reference");
      double t = 1e9;
      for (int i = 0; i < 20; ++i) {
        auto a = std::chrono::steady_clock::now();
        k->submit();
        t = std::min(t, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - a).count());
      }
      std::printf(
          "  %-22s n %4ld: %4zu words in %3.0f us, setup %.1f ms, first dispatch %.1f ms, then %.0f us; "
          "%ld of %ld results with the tiles' bits, %.0f ulp from the reference\n",
          e.name.c_str(), long(n), m.words.size(), us, k->pipeline_ms, k->first_ms, t, same, total, worst);
    }
  }
}
}  // namespace
}  // namespace adder::rt
using namespace adder::rt;
int main(int argc, char**) {
  test_forms();
  test_ops();
  test_chains();
  test_gemm();
  test_examples(argc > 1);
  one_body_from = 24;
  test_examples(false);
  one_body_from = 1000000;
  test_spirv();
  std::printf("%ld checks, %ld failures\n", checks, failures);
  return failures != 0;
}
