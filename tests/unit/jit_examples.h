// The graphs that tests and benchmark share.
#pragma once
#include <random>
#include "codegen/fuse.h"
namespace adder::rt {
USE_OP(gelu)
USE_OP(add) USE_OP(mul) USE_OP(softmax) USE_OP(where) USE_OP(layer_norm) USE_OP(rms_norm) USE_OP(silu)
    USE_OP(cross_entropy) USE_OP(mean) USE_OP(view) USE_OP(linear) USE_OP(relu)
        USE_OP(sum) struct Example {  // moved only: list arguments of graph nodes point into graph.lists
  Example() = default;
  Example(Example&&) = default;
  std::string name;
  Graph graph;
  std::vector<Tensor> inputs;
  double bytes = 0;  // bytes: the least that must move
};

class ExampleBuilder {
 public:
  explicit ExampleBuilder(std::string name) : g(e.graph), rng(7) { e.name = std::move(name); }
  Value input(Sizes sizes, DType d = DType::f32, double lo = -2, double hi = 2) {
    Meta<int64_t> m;
    m.dtype = d;
    m.sizes = sizes;
    m.set_contiguous();
    Tensor t = new_tensor(d, sizes);
    std::uniform_real_distribution<double> u(lo, hi);
    for (int64_t i = 0; i < t->numel; ++i)
      write_element(*t.get(), i, d == DType::i64 ? std::floor(u(rng)) : d == DType::b8 ? u(rng) > 0.7 * 2 : u(rng));
    e.inputs.push_back(t);
    e.bytes += double(t->numel * bytes_of(d));
    return g.input(to_sym(m));
  }
  Example finish(Value out) {
    CHECK(g.status.ok());
    e.graph.outputs.push_back(out.value);
    auto& m = e.graph.values[out.value];
    double n = bytes_of(m.dtype);
    for (auto s : m.sizes) n *= double(s.hint);
    e.bytes += n;
    return std::move(e);
  }
  Example e;
  GraphBuilder g;

 private:
  std::mt19937_64 rng;
};
inline Example gelu_chain(int64_t rows, int64_t n, DType d = DType::f32) {
  ExampleBuilder b(std::string("gelu(x+b)*s ") + kDTypes[int(d)].name);
  Value x = b.input({rows, n}, d), bias = b.input({n}, d);
  return b.finish(emit::mul(b.g, emit::gelu(b.g, emit::add(b.g, x, bias)), 0.75));
}
inline Example masked_softmax(int64_t rows, int64_t n) {
  ExampleBuilder b("masked softmax");
  Value x = b.input({rows, n}), m = b.input({rows, n}, DType::b8);
  return b.finish(emit::softmax(b.g, emit::where(b.g, m, -1e9, emit::mul(b.g, x, 0.125)), -1));
}
inline Example added_mask_softmax(int64_t rows, int64_t n) {
  ExampleBuilder b("softmax(x*s+mask)");
  Value x = b.input({rows, n}), m = b.input({rows, n});
  return b.finish(emit::softmax(b.g, emit::add(b.g, emit::mul(b.g, x, 0.125), m), -1));
}
inline Example layer_norm_example(int64_t rows, int64_t n, DType d = DType::f32) {
  ExampleBuilder b(std::string("layer_norm ") + kDTypes[int(d)].name);
  Value x = b.input({rows, n}, d), w = b.input({n}, d), c = b.input({n}, d);
  return b.finish(emit::layer_norm(b.g, x, w, c));
}
inline Example gelu_norm(int64_t rows, int64_t n) {
  ExampleBuilder b("gelu_norm");
  Value x = b.input({rows, n}), bias = b.input({n}), r = b.input({rows, n}), w = b.input({n}), c = b.input({n});
  return b.finish(emit::layer_norm(b.g, emit::add(b.g, emit::gelu(b.g, emit::add(b.g, x, bias)), r), w, c));
}
inline Example rms_silu(int64_t rows, int64_t n) {
  ExampleBuilder b("rmsnorm*silu");
  Value x = b.input({rows, n}), gate = b.input({rows, n}), w = b.input({n});
  Value s = emit::silu(b.g, gate);
  return b.finish(emit::mul(b.g, s, emit::rms_norm(b.g, x, w)));
}
inline Example cross_entropy_example(int64_t rows, int64_t n) {
  ExampleBuilder b("cross_entropy");
  Value x = b.input({rows, n}), t = b.input({rows, 1}, DType::i64, 0, double(n));
  Value loss = emit::view(b.g, emit::cross_entropy(b.g, x, t), Dims<SymInt>{SymInt(rows)});
  return b.finish(emit::mean(b.g, loss, Dims<SymInt>{SymInt(-1)}));
}
inline Example mlp(int64_t batch) {
  ExampleBuilder b("MLP batch " + std::to_string(batch));
  Value x = b.input({batch, 784}), w1 = b.input({256, 784}, DType::f32, -0.04, 0.04), b1 = b.input({256}),
        w2 = b.input({10, 256}, DType::f32, -0.06, 0.06), b2 = b.input({10});
  Value h = emit::relu(b.g, emit::linear(b.g, x, w1, b1));
  return b.finish(emit::linear(b.g, h, w2, b2));
}
}  // namespace adder::rt
