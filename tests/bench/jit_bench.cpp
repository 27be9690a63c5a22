// Figures in one run: compile times, throughput beside what memory allows, matmul beside OpenBLAS, the PyTorch
// benchmark's cases.
#include <dlfcn.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include "tests/unit/jit_examples.h"
namespace adder::rt {
namespace {
double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
template <class F>
double best(F f, double budget = 0.06) {  // seconds a call, the least of several batches
  f();
  f();
  double t = now();
  f();
  double one = std::max(1e-8, now() - t);
  int n = std::max(1, int(0.004 / one));
  double b = 1e9, stop = now() + budget;
  do {
    t = now();
    for (int i = 0; i < n; ++i) f();
    b = std::min(b, (now() - t) / n);
  } while (now() < stop);
  return b;
}
std::vector<Example> cases() {
  std::vector<Example> v;
  int64_t r = 512, n = 1024;
  v.push_back(gelu_chain(r, n));
  v.push_back(added_mask_softmax(r, n));
  v.push_back(layer_norm_example(r, n));
  v.push_back(gelu_norm(r, n));
  v.push_back(masked_softmax(r, n));
  v.push_back(rms_silu(r, n));
  v.push_back(cross_entropy_example(r, n));
  v.push_back(gelu_chain(r, n, DType::bf16));
  v.push_back(layer_norm_example(r, n, DType::f16));
  return v;
}
void compile_times() {
  std::printf(
      "compile, us (cold: first in the process; warm: least of 20)          avx512                             avx2\n");
  for (auto& e : cases()) {
    double t = now();
    Plan p = schedule(e.graph, IsaName::avx512, false);
    double plan_us = (now() - t) * 1e6;
    std::printf("  %-24s schedule %5.0f", e.name.c_str(), plan_us);
    for (IsaName isa : {IsaName::avx512, IsaName::avx2}) {
      CompileStats first{}, s{};
      double least = 1e9;
      CompileStats low;
      compile_kernel(p.steps[0].kernel, isa, &first);
      for (int i = 0; i < 20; ++i) {
        compile_kernel(p.steps[0].kernel, isa, &s);
        if (s.us() < least) {
          least = s.us();
          low = s;
        }
      }
      std::printf(
          " | cold %4.0f warm %4.0f (lower %2.0f, walk %3.0f, AsmJit's passes %4.0f) %5zu B, %d ops, x%d, stack %d",
          first.us(), least, low.lower_us, low.emit_us, low.allocate_us, low.code_bytes, low.instructions, low.unroll,
          low.stack);
    }
    double key = best([&] { cached_kernel(p.steps[0].kernel, IsaName::avx512); }, 0.01);
    std::printf(" | cache hit %.2f us\n", key * 1e6);
  }
}
double copy_seconds(double bytes, int threads) {  // the bound: a kernel that only moves that many bytes
  int64_t n = int64_t(bytes / 8);
  ProgramBuilder b;
  b.store_raw(b.load_raw(0, kF32));
  Kernel k;
  k.name = "copy";
  k.buffers = {{kF32}, {kF32, Walk::dense, true}};
  Stage s;
  s.program = b.finish();
  s.in = {{Place::buffer, 0}};
  s.out = {{Place::buffer, 1}};
  k.stages.push_back(s);
  KernelFn f = cached_kernel(k, IsaName::avx512);
  Tensor x = new_tensor(DType::f32, {n}), y = new_tensor(DType::f32, {n});
  std::memset(x->data(), 0, size_t(n * 4));
  Launch l;
  l.n = n;
  l.data[0] = x->data();
  l.data[1] = y->data();
  return best([&] { run_kernel(k, f, l, threads); }, 0.03);
}
void throughput() {
  std::printf(
      "512x1024, us a call (copy: moving the same bytes)   copy 1t / 2t |  avx512 1t / 2t |  avx2 1t | eager tiles "
      "1t\n");
  for (auto& e : cases()) {
    double t[4];
    Plan p = schedule(e.graph, IsaName::avx512), q = schedule(e.graph, IsaName::avx2);
    t[0] = best([&] { run_plan(p, e.inputs, 1); });
    t[1] = best([&] { run_plan(p, e.inputs, 2); });
    t[2] = best([&] { run_plan(q, e.inputs, 1); });
    t[3] = best([&] { run_graph(this_context(), e.graph, e.inputs); }, 0.03);
    std::printf("  %-24s %24.0f / %4.0f | %7.0f / %4.0f | %7.0f | %6.0f\n", e.name.c_str(),
                copy_seconds(e.bytes, 1) * 1e6, copy_seconds(e.bytes, 2) * 1e6, t[0] * 1e6, t[1] * 1e6, t[2] * 1e6,
                t[3] * 1e6);
  }
  std::printf("gelu chain, Gelement/s 1 thread: ");
  for (int64_t n : {4096, 1 << 20, 1 << 24}) {
    Example e = gelu_chain(n / 1024, 1024);
    Plan p = schedule(e.graph, IsaName::avx512);
    double a = best([&] { run_plan(p, e.inputs, 1); }, 0.2);
    std::printf(" %s %.2f", n == 4096 ? "4K" : n == 1 << 20 ? "1M" : "16M", n / a * 1e-9);
  }
  std::printf("\nexperiments, 512x1024 1 thread, us:\n");
  for (auto* name : {"gelu", "softmax"})
    for (IsaName isa : {IsaName::avx512, IsaName::avx2}) {
      Example e = name[0] == 'g' ? gelu_chain(512, 1024) : added_mask_softmax(512, 1024);
      std::printf("  %-8s %s:", name, isa == IsaName::avx2 ? "avx2  " : "avx512");
      for (int u : {1, 2, 4})
        for (bool fma : {false, true}) {
          force_unroll = u;
          allow_fma = fma;
          Plan p = schedule(e.graph, isa, false);
          for (auto& st : p.steps) st.fn = compile_kernel(st.kernel, isa);
          std::printf("  x%d%s %.0f", u, fma ? " fma" : "", best([&] { run_plan(p, e.inputs, 1); }, 0.04) * 1e6);
        }
      force_unroll = 0;
      allow_fma = false;
      std::printf("\n");
    }
  for (IsaName isa : {IsaName::avx512, IsaName::avx2}) {
    std::printf("  one masked body for heavy reduction stages, %s, against two:",
                isa == IsaName::avx2 ? "avx2  " : "avx512");
    for (int i = 0; i < 3; ++i)
      for (size_t from : {size_t(24), size_t(1000000)}) {
        Example e = i == 0 ? added_mask_softmax(512, 1024) : i == 1 ? gelu_norm(512, 1024) : rms_silu(512, 1024);
        one_body_from = from;
        Plan p = schedule(e.graph, isa, false);
        CompileStats cs;
        for (auto& st : p.steps) {
          compile_kernel(st.kernel, isa);
          st.fn = compile_kernel(st.kernel, isa, &cs);
        }
        std::printf("  %s %.0f us (compile %.0f)", from == 24 ? e.name.c_str() : "two",
                    best([&] { run_plan(p, e.inputs, 1); }, 0.06) * 1e6, cs.us());
      }
    one_body_from = 1000000;
    std::printf("\n");
  }
  {
    Example e = gelu_chain(1, 8);
    Plan p = schedule(e.graph, IsaName::avx512);
    std::printf("  a call on 8 elements: run_plan %.0f ns", best([&] { run_plan(p, e.inputs, 1); }) * 1e9);
    auto& st = p.steps[0];
    st.launch.data[0] = e.inputs[0]->data();
    st.launch.data[1] = e.inputs[1]->data();
    Tensor o = new_tensor(DType::f32, {8});
    st.launch.data[2] = o->data();
    std::printf(", run_kernel %.0f ns, eager tiles %.0f ns\n",
                best([&] { run_kernel(st.kernel, st.fn, st.launch, 1); }) * 1e9,
                best([&] { run_graph(this_context(), e.graph, e.inputs); }) * 1e9);
  }
}
// Online softmax pair: (max, sum) in one pass as a two-accumulator reduction, beside max then sum.
Program online(bool step) {
  ProgramBuilder b;
  Reg m0 = b.load_raw(0, kF32), s0 = b.load_raw(1, kF32), m1 = b.load_raw(2, kF32),
      s1 = step ? b.like(m0, 1) : b.load_raw(3, kF32);
  Reg m = b.max(m0, m1), inf = b.like(m, -INFINITY),
      safe = b.select(b.like(m, 0), m, b.eq(m, inf));  // -inf against -inf would be NaN
  Reg s = b.add(b.mul(s0, b.exp(b.sub(m0, safe))), b.mul(s1, b.exp(b.sub(m1, safe))));
  b.store_raw(m);
  b.store_raw(s);
  return b.finish();
}
void online_softmax() {
  Kernel k;
  k.name = "online";
  k.buffers = {{kF32}, {kF32, Walk::broadcast, true}};
  k.rows = {kF32, kF32};
  Stage s;
  ProgramBuilder b;
  b.store_raw(b.load_raw(0, kF32));
  s.program = b.finish();
  s.in = {{Place::buffer, 0}};
  s.out = {{}};
  Reduction r;
  r.acc = {kF32, kF32};
  r.init.resize(2);
  r.init[0].f = -INFINITY;
  r.init[1].f = 0;
  r.step = online(true);
  r.combine = online(false);
  r.from = {0};
  r.to = {0, 1};
  s.reductions.push_back(r);
  Stage out;
  out.inner = false;
  ProgramBuilder o;
  o.store_raw(o.add(o.load_raw(0, kF32), o.log(o.load_raw(1, kF32))));
  out.program = o.finish();
  out.in = {{Place::row, 0}, {Place::row, 1}};
  out.out = {{Place::buffer, 1}};
  k.stages.push_back(s);
  k.stages.push_back(out);
  CHECK(k.verify().empty());
  ExampleBuilder eb("x");
  eb.input({512, 1024});
  Tensor x = eb.e.inputs[0], y = new_tensor(DType::f32, {512}), z = new_tensor(DType::f32, {512});
  Launch l;
  l.n_outer = 1;
  l.outer[0] = 512;
  l.n = 1024;
  l.data[0] = x->data();
  l.data[1] = y->data();
  l.strides[0][0] = 1024;
  l.strides[1][0] = 1;
  KernelFn f = compile_kernel(k, IsaName::avx512);
  CHECK(f);
  double t = best([&] { run_kernel(k, f, l, 1); });
  l.data[1] = z->data();
  interpret(k, l, Executor::tiles);
  std::printf("  logsumexp 512x1024 by the online pair: %.0f us, bits %s the tiles'\n", t * 1e6,
              std::memcmp(y->data(), z->data(), 2048) ? "differ from" : "are");
}
void matmul() {
  void* lib = dlopen("libopenblas.so.0", RTLD_NOW);
  using Sgemm = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*, int);
  using Sgemv = void (*)(int, int, int, int, float, const float*, int, const float*, int, float, float*, int);
  Sgemm sgemm = lib ? Sgemm(dlsym(lib, "cblas_sgemm")) : nullptr;
  Sgemv sgemv = lib ? Sgemv(dlsym(lib, "cblas_sgemv")) : nullptr;
  auto set = lib ? (void (*)(int))dlsym(lib, "openblas_set_num_threads") : nullptr;
  auto core = lib ? (char* (*)())dlsym(lib, "openblas_get_corename") : nullptr;
  std::printf(
      "matmul, packed B, GFLOP/s; OpenBLAS core %s   jit avx512 1t / 2t (gelu epilogue 1t) | jit avx2 1t | OpenBLAS 1t "
      "/ 2t\n",
      core ? core() : "none");
  const int shapes[][3] = {{1, 768, 768},   {1, 256, 784},  {4, 64, 64},      {8, 768, 768},   {17, 33, 65},
                           {32, 768, 768},  {64, 256, 784}, {64, 10, 256},    {128, 768, 768}, {512, 768, 768},
                           {333, 777, 555}, {2048, 64, 64}, {512, 3072, 768}, {256, 768, 3072}};
  for (auto& s : shapes) {
    int64_t m = s[0], n = s[1], k = s[2];
    std::vector<float> a(size_t(m * k)), b(size_t(k * n)), c(size_t(m * n)), d(size_t(m * n)), bias(size_t(n), 0.1f);
    for (size_t i = 0; i < a.size(); ++i) a[i] = float(int(i * 7 % 13) - 6) * 0.1f;
    for (size_t i = 0; i < b.size(); ++i) b[i] = float(int(i * 5 % 11) - 5) * 0.1f;
    double flop = 2.0 * double(m * n * k), t[6];
    PackedB p5 = pack_b(b.data(), n, 1, k, n, IsaName::avx512), p2 = pack_b(b.data(), n, 1, k, n, IsaName::avx2);
    ProgramBuilder pb;
    Reg x = pb.add(pb.load_raw(0, kF32), pb.load_raw(1, kF32));
    pb.store_raw(
        pb.mul(pb.mul(pb.like(x, 0.5), x), pb.add(pb.like(x, 1), pb.erf(pb.mul(x, pb.like(x, 0.7071067811865476))))));
    Kernel ek;
    ek.buffers = {{kF32, Walk::dense, true}, {kF32}};
    Stage st;
    st.program = pb.finish();
    st.in = {{Place::buffer, 0}, {Place::buffer, 1}};
    st.out = {{Place::buffer, 0}};
    ek.stages.push_back(st);
    Epilogue ep{&ek, cached_kernel(ek, IsaName::avx512), {}};
    ep.launch.data[0] = c.data();
    ep.launch.data[1] = bias.data();
    ep.launch.strides[0][0] = n;
    t[2] = best([&] { run_gemm(a.data(), k, p5, c.data(), n, m, IsaName::avx512, 1, &ep); });
    t[0] = best([&] { run_gemm(a.data(), k, p5, c.data(), n, m, IsaName::avx512, 1); });
    t[1] = best([&] { run_gemm(a.data(), k, p5, c.data(), n, m, IsaName::avx512, 2); });
    t[3] = best([&] { run_gemm(a.data(), k, p2, d.data(), n, m, IsaName::avx2, 1); });
    std::printf("  %4ld x %4ld x %4ld   %6.1f / %6.1f (%6.1f) | %6.1f |", long(m), long(n), long(k), flop / t[0] * 1e-9,
                flop / t[1] * 1e-9, flop / t[2] * 1e-9, flop / t[3] * 1e-9);
    double worst = 0;
    for (int th : {1, 2})
      if (sgemm) {
        set(th);
        double o = best([&] {
          if (m == 1)
            sgemv(101, 112, int(k), int(n), 1, b.data(), int(n), a.data(), 1, 0, d.data(), 1);
          else
            sgemm(101, 111, 111, int(m), int(n), int(k), 1, a.data(), int(k), b.data(), int(n), 0, d.data(), int(n));
        });
        std::printf(" %6.1f%s", flop / o * 1e-9, th == 1 ? " /" : "");
        for (size_t i = 0; i < c.size(); ++i) worst = std::max(worst, double(std::fabs(c[i] - d[i])));
      }
    std::printf("   max difference %.1e\n", worst);
  }
  std::printf("  %d micro-kernels made, %.0f us each\n", gemm_kernels, gemm_compile_us / std::max(1, gemm_kernels));
}
void torch_cases() {  // names as bench/pointwise.py and mlp_infer.py print them
  for (int64_t batch : {64, 1}) {
    Example e = mlp(batch);
    double t = now();
    Plan p = schedule(e.graph, IsaName::avx512);
    run_plan(p, e.inputs, 2);
    double first = now() - t;
    std::printf("metric first_call_b%ld %.3f ms\nmetric call_b%ld %.2f us\n", long(batch), first * 1e3, long(batch),
                best([&] { run_plan(p, e.inputs, 2); }, 0.3) * 1e6);
  }
  Example all[] = {gelu_norm(512, 1024), masked_softmax(512, 1024), rms_silu(512, 1024)};
  const char* names[] = {"gelu_norm", "softmax", "rmsnorm"};
  for (int i = 0; i < 3; ++i) {
    Example& e = all[i];
    const char* name = names[i];
    double t = now();
    Plan p = schedule(e.graph, IsaName::avx512);
    run_plan(p, e.inputs, 2);
    double first = now() - t;
    std::printf("metric first_%s %.3f ms\nmetric %s %.1f us\n", name, first * 1e3, name,
                best([&] { run_plan(p, e.inputs, 2); }, 0.5) * 1e6);
  }
}
}  // namespace
}  // namespace adder::rt
int main(int argc, char** argv) {
  if (argc > 1 && !std::strcmp(argv[1], "torch")) {
    adder::rt::torch_cases();
    return 0;
  }
  if (argc > 1 && !std::strcmp(argv[1], "run")) {
    adder::rt::throughput();
    return 0;
  }
  if (argc > 1 && !std::strcmp(argv[1], "compile")) {
    adder::rt::compile_times();
    return 0;
  }
  if (argc > 1 && !std::strcmp(argv[1], "gemm")) {
    adder::rt::matmul();
    return 0;
  }
  adder::rt::compile_times();
  adder::rt::throughput();
  adder::rt::online_softmax();
  adder::rt::matmul();
  adder::rt::torch_cases();
}
