// Overhead of one small call, and throughput of large ones. Prints nanoseconds and elements per nanosecond.
#include <chrono>
#include <cstdio>
#include "runtime/autograd/autograd.h"
#include "runtime/ops/binder.h"

using namespace adder;
using namespace adder::rt;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
template <class F>
double best(F f, double seconds = 0.05) {  // seconds per call
  double fastest = 1e9;
  double end = now() + seconds;
  for (int64_t n = 1; now() < end; n = n < 4096 ? n * 2 : n) {
    double t = now();
    for (int64_t i = 0; i < n; ++i) f();
    fastest = std::min(fastest, (now() - t) / double(n));
  }
  return fastest;
}

struct Bench {
  Context c;
  Tensor ones(Sizes sizes) {
    Tensor t = new_tensor(DType::f32, sizes);
    for (int64_t i = 0; i < t->numel; ++i) write_element(*t, i, 1 + double(i % 7) / 8);
    return t;
  }
  Tensor op(const OpRow& row, std::initializer_list<Arg> in) {
    Result<Tensor> r = call_op(c, row, in);
    CHECK(r.ok());
    return std::move(r).value();
  }
  void call(const char* what, std::string_view name, std::initializer_list<Arg> in) {
    const OpRow& row = find_op(name);
    std::printf("%-28s %7.0f ns\n", what, best([&] { op(row, in); }) * 1e9);
  }
  void rate(const char* what, std::string_view name, std::initializer_list<Arg> in, int64_t n) {
    const OpRow& row = find_op(name);
    std::printf("%-28s %7.2f elements/ns\n", what, double(n) / best([&] { op(row, in); }, 0.2) * 1e-9);
  }
};

}  // namespace

int main() {
  Bench b;
  install_autograd(b.c);
  Tensor a = b.ones({8});
  Tensor row = b.ones({4});
  Tensor m = b.ones({8, 4});
  b.call("view", "unsqueeze", {a, 0});
  b.call("add", "add", {a, a});
  b.call("add, broadcast", "add", {m, row});
  b.call("gelu", "gelu", {a});
  b.call("sum", "sum", {a});
  Tensor w = b.ones({8});
  CHECK(set_requires_grad(w, true).ok());
  b.call("mul on the tape", "mul", {w, a});
  const OpRow& mul = find_op("mul");
  const OpRow& sum = find_op("sum");
  std::printf("%-28s %7.0f ns\n", "mul, sum, backward", best([&] {
                Tensor y = b.op(sum, {b.op(mul, {w, a})});
                BackwardOptions o;
                CHECK(run_backward(b.c, {&y, 1}, {}, o).ok());
              }) * 1e9);
  const Overloads* add = find_overloads(kTorch, "add");
  std::printf("%-28s %7.0f ns\n", "add by name", best([&] {
                Bound bound;
                const Arg in[] = {a, a};
                std::vector<Tensor> r;
                CHECK(adder::rt::bind(b.c, *add, in, {}, bound).ok() && call_bound(b.c, bound, r).ok());
              }) * 1e9);
  Tensor big = b.ones({2048, 1024});
  int64_t n = big->numel;
  Tensor narrow = b.op(find_op("reshape"), {big, Dims<SymInt>{n / 4, 4}});
  Tensor across = b.op(find_op("transpose"), {big, 0, 1});
  b.rate("add", "add", {big, big}, n);
  b.rate("gelu", "gelu", {big}, n);
  b.rate("add a row", "add", {big, b.ones({1024})}, n);
  b.rate("[n, 4] + [4]", "add", {narrow, row}, n);
  b.rate("transposed + 1", "add", {across, 1.0}, n);
  b.rate("transposed + straight", "add", {b.ones({1024, 2048}), across}, n);
  b.rate("sum", "sum", {big}, n);
  b.rate("sum over 0", "sum", {big, Dims<SymInt>{0}}, n);
  b.rate("sum over 1", "sum", {big, Dims<SymInt>{1}}, n);
  b.rate("amax", "amax", {big}, n);
  b.rate("var", "var", {big}, n);
}
