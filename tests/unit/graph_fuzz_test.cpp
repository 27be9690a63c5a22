// Random graphs through the eager engine and the cpu backend, which give the same bits. Fixed seeds; a few seconds.
// ADDER_FUZZ_ROUNDS=N runs more, ADDER_FUZZ_SEED=S starts elsewhere. A failure prints the graph.
#include <gtest/gtest.h>
#include <cstdlib>
#include <random>
#include "codegen/compile.h"
#include "ir/builder.h"
#include "ir/joint.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "ir/verifier.h"
#include "tests/unit/graph_tools.h"

namespace adder::codegen {
namespace {

using ir::Arg;
using ir::GraphBuilder;
using ir::SymInt;
using ir::SymMeta;
using rt::DType;
using rt::Value;

class RandomGraph {
 public:
  explicit RandomGraph(uint32_t seed) : rng_(seed), shapes_(std::make_shared<rt::ShapeEnv>()), b_(shapes_) {
    symbolic_ = one_in(3);
    rows_ = symbolic_ ? shapes_->symbol(2 + below(5)) : SymInt(1 + below(6));
    columns_ = SymInt(1 + below(90));
  }
  ir::Graph make() {
    int n_inputs = 2 + int(below(3));
    for (int i = 0; i < n_inputs; ++i) input();
    int n_nodes = 4 + int(below(14));
    for (int i = 0; i < n_nodes; ++i) node();
    int n_outputs = 1 + int(below(3));
    for (int i = 0; i < n_outputs; ++i)
      b_.output(values_[values_.size() - 1 - below(std::min<size_t>(values_.size(), 5))]);
    return b_.finish();
  }

 private:
  size_t below(size_t n) { return rng_() % n; }
  bool one_in(size_t n) { return below(n) == 0; }
  SymMeta meta(Value v) { return b_.meta(v); }

  void input() {
    SymMeta m;
    static const DType kTypes[] = {DType::f32,  DType::f32, DType::f32, DType::f32, DType::f64,
                                   DType::bf16, DType::f16, DType::i64, DType::i32, DType::b8};
    m.dtype = values_.empty() ? DType::f32 : kTypes[below(std::size(kTypes))];
    switch (values_.empty() ? 9 : below(10)) {
      case 0: m.sizes = {columns_}; break;
      case 1: m.sizes = {rows_, SymInt(1)}; break;
      case 2: break;
      case 3: m.sizes = {columns_, rows_}; break;
      default: m.sizes = {rows_, columns_};
    }
    m.set_contiguous();
    if (m.sizes.n == 2 && one_in(4)) {  // as a transposed or a padded tensor lies
      if (one_in(2)) {
        m.strides = {SymInt(1), m.sizes[0]};
      } else {
        m.strides = {m.sizes[1] + SymInt(3), SymInt(1)};
        m.offset = 2;
      }
    }
    values_.push_back(b_.placeholder(m));
  }

  bool is_real(Value v) { return rt::is_floating(meta(v).dtype); }
  Value any() {
    return values_[one_in(3) ? below(values_.size()) : values_.size() - 1 - below(std::min<size_t>(3, values_.size()))];
  }
  Value real() {
    for (int i = 0; i < 20; ++i) {
      Value v = any();
      if (is_real(v)) return v;
    }
    return values_[0];
  }

  void emit(const char* name, std::vector<Arg> args) {
    const rt::OpRow* row = rt::find_op_or_null(name);
    if (!row) return;
    Value out[1];
    b_.call(row->id(), args, out);
    if (!b_.status.ok()) {  // shapes that do not broadcast, or the like: not what is tested here
      b_.status = Status();
      return;
    }
    if (out[0].given()) values_.push_back(out[0]);
  }

  void node() {
    static const char* kUnary[] = {"exp", "neg", "tanh", "relu", "gelu", "sigmoid", "floor", "silu", "erf"};
    static const char* kBinary[] = {"add", "sub", "mul", "div", "eq", "gt"};
    switch (below(12)) {
      case 0:
      case 1: return emit(kUnary[below(std::size(kUnary))], {real()});
      case 2:
      case 3:
      case 4: {
        Value x = real();
        Value y = any();
        return emit(kBinary[below(std::size(kBinary))], {x, y});
      }
      case 5: return emit(kBinary[below(3)], {real(), Arg(double(below(5)) - 1.5)});
      case 6:
      case 7: {
        static const char* kReductions[] = {"sum", "mean", "amax"};
        Value x = real();
        int n = meta(x).sizes.n;
        if (n == 0) return;
        rt::Dims<SymInt> dim{SymInt(one_in(4) ? 0 : -1)};
        return emit(kReductions[below(3)], {x, Arg(dim), Arg(!one_in(3))});
      }
      case 8: {
        Value x = any();
        if (meta(x).sizes.n != 2) return;
        return emit("transpose", {x, Arg(0), Arg(1)});
      }
      case 9: {
        Value x = real();
        if (meta(x).sizes.n == 0) return;
        return emit("softmax", {x, Arg(-1)});
      }
      case 10: {
        Value x = any();
        return emit("unsqueeze", {x, Arg(int(below(size_t(meta(x).sizes.n) + 1)))});
      }
      default: {
        Value x = any();
        Value y = any();
        Value mask = any();
        if (meta(mask).dtype != DType::b8) return;
        return emit("where", {mask, x, y});
      }
    }
  }

  std::mt19937 rng_;
  std::shared_ptr<rt::ShapeEnv> shapes_;
  GraphBuilder b_;
  bool symbolic_ = false;
  SymInt rows_ = 0, columns_ = 0;
  std::vector<Value> values_;
};

// Whether other symbol values meet what shape rules found out about the recorded ones.
bool guards_hold(const ir::Graph& g, std::span<const int64_t> symbols) {
  for (const rt::ShapeGuard& guard : g.shapes()->guards())
    if ((rt::ShapeEnv::evaluate(SymInt(0, guard.condition), symbols) != 0) != guard.value) return false;
  return true;
}

uint32_t setting(const char* name, uint32_t otherwise) {
  const char* s = std::getenv(name);
  return s ? uint32_t(std::strtoul(s, nullptr, 10)) : otherwise;
}

TEST(Fuzz, GraphsMeanTheSameOnEveryBackend) {
  uint32_t rounds = setting("ADDER_FUZZ_ROUNDS", 150), seed = setting("ADDER_FUZZ_SEED", 1);
  auto cache = std::make_shared<KernelCache>();
  for (uint32_t i = 0; i < rounds && !testing::Test::HasFailure(); ++i) {
    auto graph = std::make_shared<const ir::Graph>(RandomGraph(seed + i).make());
    std::string source = "seed " + std::to_string(seed + i) + "\n" + ir::text(*graph);
    ASSERT_EQ(ir::verify(*graph), "") << source;
    ir::ParsedGraph parsed = ir::parse_graph(ir::text(*graph));
    ASSERT_EQ(parsed.error, "") << source;
    EXPECT_EQ(ir::text(parsed.graph), ir::text(*graph));
    CompileOptions options;
    options.cache = cache;
    options.pipeline.verify = true;
    auto compiled = compile(graph, options);
    ASSERT_TRUE(compiled.ok()) << source;
    std::vector<int64_t> symbols = ir::recorded_symbols(*graph);
    for (int run = 0; run < 2; ++run) {
      std::vector<ir::Tensor> inputs = ir::random_inputs(*graph, symbols, seed + i);
      ir::Ran eager = ir::run(*ir::interpreter(graph, ir::Engine::eager), *graph, inputs, symbols);
      ir::Ran fused = ir::run(*compiled.value(), *graph, inputs, symbols);
      ir::expect_same(fused, eager, 0, source + compiled.value()->text());
      if (symbols.empty()) break;
      symbols[0] = 1 + (symbols[0] * 7) % 11;  // the same code at another size
      if (!guards_hold(*graph, symbols)) break;
    }
  }
}

}  // namespace
}  // namespace adder::codegen
