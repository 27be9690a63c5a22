// Call overhead and tile throughput. Each figure is the best of several runs: other processes share the machine.
#include <chrono>
#include "runtime/autograd/autograd.h"
#include "runtime/ops/binder.h"
#include "runtime/ops/op_id.h"
using namespace adder::rt;
template <class F>
static double best_ns(int64_t per_run, F f) {
  double best = 1e30;
  for (int r = 0; r < 15; ++r) {
    auto t = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < per_run; ++i) f();
    best = std::min(
        best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - t).count() / double(per_run));
  }
  return best;
}
static Tensor ones(int64_t n) {
  Tensor t = new_tensor(DType::f32, {n});
  for (int64_t i = 0; i < n; ++i) static_cast<float*>(t->data())[i] = 0.5f + float(i % 7) * 0.25f;
  return t;
}
void plain_add(float*, const float*, const float*, long);
void plain_gelu(float*, const float*, long);
float plain_sum(const float*, long);  // bench_loops.cpp

int main() {
  std::setbuf(stdout, nullptr);
  Context& c = this_context();
  auto once = [&](OpId id, std::span<const Arg> in) {
    Arg out[4];
    size_t n = size_t(row_of(id).n_outs());
    CHECK(dispatch(c, id, in, {out, n}).ok());
    for (size_t k = 0; k < n; ++k) Tensor::adopt(out[k].t);
  };
  Tensor a = ones(8), b = ones(8), m = call_eager(OpId::view, {ones(64), Dims<SymInt>{8, 8}});
  const Arg two[] = {a, b}, number[] = {a, 2.0}, single[] = {a}, wide[] = {m, a}, dims[] = {m, 0, 1};
  std::printf("call overhead, 8 f32 elements, result allocated and freed:\n");
  std::printf("  new_tensor + free        %6.0f ns\n", best_ns(100000, [&] { new_tensor(DType::f32, {8}); }));
  std::printf("  add(tensor, tensor)      %6.0f ns\n", best_ns(100000, [&] { once(OpId::add, two); }));
  {
    Tensor d = ones(8);
    std::printf("  add_, into a destination %6.0f ns\n", best_ns(100000, [&] {
                  Arg out[1] = {d};
                  CHECK(dispatch(c, OpId::add, two, out).ok());
                }));
  }
  std::printf("  add(tensor, number)      %6.0f ns\n", best_ns(100000, [&] { once(OpId::add, number); }));
  std::printf("  gelu                     %6.0f ns\n", best_ns(100000, [&] { once(OpId::gelu, single); }));
  std::printf("  add [8, 8] + [8]         %6.0f ns\n", best_ns(100000, [&] { once(OpId::add, wide); }));
  std::printf("  transpose (view)         %6.0f ns\n", best_ns(100000, [&] { once(OpId::transpose, dims); }));
  std::printf("  sum                      %6.0f ns\n", best_ns(20000, [&] { once(OpId::sum, single); }));
  std::vector<Tensor> r;
  const Arg pos[] = {a, b};
  std::printf("  add by name (binder)     %6.0f ns\n",
              best_ns(50000, [&] { CHECK(call_by_name(c, "add", pos, {}, r).ok()); }));
  install_autograd(c);
  Tensor x = ones(8);
  set_requires_grad(x, true);
  const Arg taped[] = {x, b};
  std::printf("  mul, recorded on a tape  %6.0f ns\n", best_ns(50000, [&] { once(OpId::mul, taped); }));
  Tensor seed = ones(8);
  std::printf("  mul and its backward     %6.0f ns\n", best_ns(20000, [&] {
                Tensor y = call_eager(OpId::mul, {x, b});
                CHECK(backward(c, y, seed, false, {&x, 1}, &r).ok());
              }));
  c.jit = [](const OpRow&, const Program&) -> JitKernel {
    return [](void* const* o, int64_t n, const ScalarArg*) {
      for (int64_t i = 0; i < n; ++i)
        static_cast<float*>(o[2])[i] = static_cast<float*>(o[0])[i] + static_cast<float*>(o[1])[i];
    };
  };
  const Arg fresh[] = {a, b, nullptr};  // another key
  std::printf("  add through the JIT hook %6.0f ns\n", best_ns(100000, [&] { once(OpId::add, fresh); }));
  c.jit = nullptr;

  std::printf("throughput, Gelement/s, tile interpreter (vectorized loop):\n");
  for (int64_t n : {4096, 65536, 4194304}) {
    Tensor p = ones(n), q = ones(n), o = ones(n);
    const Arg pq[] = {p, q}, ps[] = {p};
    int64_t runs = std::max<int64_t>(2, 20000000 / n);
    float *fp = static_cast<float*>(p->data()), *fq = static_cast<float*>(q->data()),
          *fo = static_cast<float*>(o->data());
    volatile float sink;
    auto rate = [&](double ns) { return double(n) / ns; };
    double add_tile = rate(best_ns(runs,
                                   [&] {
                                     Arg out[1] = {o};
                                     CHECK(dispatch(c, OpId::add, pq, out).ok());
                                   })),
           add_loop = rate(best_ns(runs, [&] { plain_add(fo, fp, fq, n); }));
    double gelu_tile = rate(best_ns(runs / 4 + 1,
                                    [&] {
                                      Arg out[1] = {o};
                                      CHECK(dispatch(c, OpId::gelu, ps, out).ok());
                                    })),
           gelu_loop = rate(best_ns(runs / 4 + 1, [&] { plain_gelu(fo, fp, n); }));
    double sum_tile = rate(best_ns(runs, [&] { once(OpId::sum, ps); })),
           sum_loop = rate(best_ns(runs, [&] { sink = plain_sum(fp, n); }));
    std::printf("  n %8lld  add %5.2f (%5.2f)  gelu %5.2f (%5.2f)  sum %5.2f (%5.2f)\n", (long long)n, add_tile,
                add_loop, gelu_tile, gelu_loop, sum_tile, sum_loop);
  }
  Tensor big = ones(2048 * 1024), col = ones(1024);
  Tensor mat = call_eager(OpId::view, {big, Dims<SymInt>{2048, 1024}}), tr = call_eager(OpId::transpose, {mat, 0, 1}),
         narrow = call_eager(OpId::view, {big, Dims<SymInt>{524288, 4}}), four = ones(4);
  auto show = [&](const char* name, std::span<const Arg> in, OpId id) {
    std::printf("  %-28s %5.2f\n", name, double(big->numel) / best_ns(4, [&] { once(id, in); }));
  };
  const Arg bc[] = {mat, col}, sm[] = {narrow, four}, tt[] = {tr, 1.0};
  Dims<SymInt> d0{0}, d1{1};
  const Arg r0[] = {mat, d0, false}, r1[] = {mat, d1, false}, r4[] = {narrow, d1, false};
  show("add [2048,1024] + [1024]", bc, OpId::add);
  show("add [524288,4] + [4]", sm, OpId::add);
  show("add transposed + number", tt, OpId::add);
  show("sum [2048,1024] over 0", r0, OpId::sum);
  show("sum [2048,1024] over 1", r1, OpId::sum);
  show("sum [524288,4] over 1", r4, OpId::sum);
  show("var_mean over 1", r1, OpId::var_mean);
  show("amax of all", std::span<const Arg>(r1, 1), OpId::amax);
}
