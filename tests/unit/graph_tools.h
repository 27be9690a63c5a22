// What tests of graphs share: a context with a seeded generator, inputs for a graph, and comparisons.
#pragma once
#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include <random>
#include "ir/interpreter.h"
#include "ir/joint.h"
#include "ir/symbols.h"
#include "runtime/ops/dispatch.h"
namespace adder::ir {

inline std::vector<int64_t> recorded_symbols(const Graph& g) {
  std::vector<int64_t> s;
  for (int i = 0; g.shapes() && i < g.shapes()->n_symbols(); ++i) s.push_back(g.shapes()->symbol_at(i)->hint);
  return s;
}

// One tensor for each placeholder, laid out as its meta says, with small numbers in it.
inline std::vector<Tensor> random_inputs(const Graph& g, std::span<const int64_t> symbols, uint32_t seed) {
  std::mt19937 rng(seed);
  std::vector<Tensor> r;
  for (ValueId v : g.inputs()) {
    rt::Meta<int64_t> m = evaluate(g.meta(v), symbols);
    int64_t low = 0, high = 0;
    for (int d = 0; d < m.sizes.n; ++d) {
      int64_t reach = (m.sizes[d] - 1) * m.strides[d];
      (reach < 0 ? low : high) += reach;
    }
    Tensor memory = rt::new_tensor(m.dtype, {m.offset + high + 1});
    for (int64_t i = 0; i < memory->numel; ++i) {
      double x = std::uniform_real_distribution<double>(-2, 2)(rng);
      rt::write_element(*memory.get(), i, rt::is_floating(m.dtype) ? x : double(int(rng() % 4)));
    }
    r.push_back(rt::alias_of(*memory.get(), m));
  }
  return r;
}

inline std::vector<Tensor> copies(const std::vector<Tensor>& in) {
  std::vector<Tensor> r;
  for (const Tensor& t : in) {
    int64_t span = t->storage->bytes;
    Tensor memory = rt::new_tensor(t->meta.dtype, {span / rt::bytes_of(t->meta.dtype)});
    std::memcpy(memory->storage->data, t->storage->data, size_t(span));
    r.push_back(rt::alias_of(*memory.get(), t->meta));
  }
  return r;
}

struct Ran {
  Status status;
  std::vector<Tensor> outputs, inputs;  // inputs as they are afterwards
};
inline Ran run(const rt::Executable& e, const Graph& g, const std::vector<Tensor>& inputs,
               std::span<const int64_t> symbols, std::shared_ptr<rt::ThreadPool> pool = nullptr) {
  rt::Context c;
  c.pool = std::move(pool);
  Ran r;
  r.inputs = copies(inputs);
  r.outputs.resize(g.outputs().size());
  rt::Launch launch{c, r.inputs, symbols, r.outputs};
  r.status = e.run(launch);
  return r;
}

inline double largest_difference(const Tensor& a, const Tensor& b) {
  if (!a || !b) return bool(a) == bool(b) ? 0 : 1e300;
  if (!(a->meta.sizes == b->meta.sizes) || a->meta.dtype != b->meta.dtype) return 1e300;
  double worst = 0;
  for (int64_t i = 0; i < a->numel; ++i) {
    double x = rt::read_element(*a, i), y = rt::read_element(*b, i);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    double d = std::fabs(x - y) / std::max(1.0, std::fabs(y));
    worst = std::max(worst, std::isnan(d) ? 1e300 : d);
  }
  return worst;
}

inline void expect_same(const Ran& a, const Ran& b, double tolerance, const std::string& what) {
  ASSERT_EQ(a.status.ok(), b.status.ok())
      << what << (a.status.ok() ? "" : a.status.message()) << (b.status.ok() ? "" : b.status.message());
  if (!a.status.ok()) return;
  for (size_t k = 0; k < a.outputs.size(); ++k) {
    EXPECT_LE(largest_difference(a.outputs[k], b.outputs[k]), tolerance) << what << ", output " << k;
    if (a.outputs[k] && b.outputs[k]) {
      EXPECT_TRUE(a.outputs[k]->meta.strides == b.outputs[k]->meta.strides) << what << ", strides of output " << k;
    }
  }
  for (size_t k = 0; k < a.inputs.size(); ++k)
    EXPECT_LE(largest_difference(a.inputs[k], b.inputs[k]), tolerance) << what << ", input " << k << " afterwards";
}

// Both graphs through the eager engine.
inline void expect_same_meaning(const Graph& a, const Graph& b, const std::string& what) {
  std::vector<int64_t> symbols = recorded_symbols(a);
  std::vector<Tensor> inputs = random_inputs(a, symbols, 1);
  auto share = [](const Graph& g) { return std::shared_ptr<const Graph>(&g, [](const Graph*) {}); };
  Ran x = run(*interpreter(share(a), Engine::eager), a, inputs, symbols);
  Ran y = run(*interpreter(share(b), Engine::eager), b, inputs, symbols);
  expect_same(x, y, 1e-6, what);
}

// Central differences of sum(outputs · weights) against the backward graph.
inline void expect_gradients_match(const Graph& g, const Joint& j, double tolerance) {
  std::vector<int64_t> symbols = recorded_symbols(g);
  std::vector<Tensor> inputs = random_inputs(g, symbols, 3);
  auto share = [](const Graph& x) { return std::shared_ptr<const Graph>(&x, [](const Graph*) {}); };
  Ran forward = run(*interpreter(share(j.forward), Engine::eager), j.forward, inputs, symbols);
  ASSERT_TRUE(forward.status.ok()) << forward.status.message();
  std::vector<Tensor> backward_inputs(forward.outputs.begin() + long(j.n_outputs), forward.outputs.end());
  for (size_t k : j.grad_outputs) {
    Tensor ones = rt::new_tensor(forward.outputs[k]->meta.dtype, forward.outputs[k]->meta.sizes);
    for (int64_t i = 0; i < ones->numel; ++i) rt::write_element(*ones.get(), i, 1);
    backward_inputs.push_back(ones);
  }
  Ran backward = run(*interpreter(share(j.backward), Engine::eager), j.backward, backward_inputs, symbols);
  ASSERT_TRUE(backward.status.ok()) << backward.status.message();
  auto total = [&](const std::vector<Tensor>& in) {
    Ran r = run(*interpreter(share(g), Engine::eager), g, in, symbols);
    double s = 0;
    for (size_t k : j.grad_outputs)
      for (int64_t i = 0; i < r.outputs[k]->numel; ++i) s += rt::read_element(*r.outputs[k], i);
    return s;
  };
  for (size_t q = 0; q < j.grad_inputs.size(); ++q) {
    size_t at = j.grad_inputs[q];
    if (!backward.outputs[q]) continue;
    for (int64_t i = 0; i < std::min<int64_t>(inputs[at]->numel, 6); ++i) {
      std::vector<Tensor> up = copies(inputs), down = copies(inputs);
      double h = 1e-2, x = rt::read_element(*inputs[at], i);
      rt::write_element(*up[at].get(), i, x + h);
      rt::write_element(*down[at].get(), i, x - h);
      double slope = (total(up) - total(down)) / (2 * h);
      EXPECT_NEAR(rt::read_element(*backward.outputs[q], i), slope, tolerance * 50)
          << "input " << at << " element " << i;
    }
  }
}

}  // namespace adder::ir
