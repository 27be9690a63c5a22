// Kernels and compiled graphs: every kernel op on every type and length against the tiles' bits, kernels from
// tests/codegen/*.kernel on each executor, and graphs through the cpu backend against the eager one.
#include <gtest/gtest.h>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include "codegen/compile.h"
#include "codegen/cpu/emit.h"
#include "codegen/driver.h"
#include "codegen/kernel_text.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "tests/unit/graph_tools.h"
#include "tests/unit/kernel_tools.h"

namespace adder::codegen {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kLengths[] = {1, 3, 7, 8, 17, 31, 64, 65, 300};

// ---- kernels

TEST(Emitter, EveryOpOnEveryTypeGivesTheTilesBits) {
  rt::ExecMemory memory;
  int emitted = 0, refused = 0;
  for (int op = 0; op < kOpTableEnd; ++op)
    for (int t = 0; t <= kH16; ++t) {
      if (!rt::accepts(KOp(op), KType(t))) continue;
      ProgramBuilder b;
      std::vector<KType> in;
      Reg r[3];
      for (int i = 0; i < rt::kKOps[op].arity; ++i) {
        KType it = op == kOp_select && i == 2 ? kB8 : KType(t);
        r[i] = b.load_raw(i, it);
        in.push_back(it);
      }
      Reg result = b.op(KOp(op), r[0], r[1], r[2]);
      if (result.type > kH16) continue;
      b.store_raw(result);
      Kernel k = elementwise(b.finish(), in, rt::kKOps[op].name);
      ASSERT_EQ(verify(k), "");
      for (Isa isa : {Isa::avx2, Isa::avx512}) {
        EmitStats stats;
        KernelFn fn = emit_kernel(k, isa, memory, &stats);
        ++(fn ? emitted : refused);
        EXPECT_EQ(fn == nullptr, !missing_lowering(k.stages[0].program, isa).empty()) << k.name << ": " << stats.reason;
        if (!fn || isa > rt::host_isa()) continue;  // code for a newer CPU is encoded, not run
        for (int64_t n : kLengths) expect_tile_bits(k, fn, 1, n, uint32_t(n));
      }
    }
  RecordProperty("emitted", emitted);
  RecordProperty("refused", refused);
  EXPECT_GT(emitted, 100);
}

TEST(Emitter, RandomChainsSpillAndAgree) {
  rt::ExecMemory memory;
  if (emitting_isas().empty()) GTEST_SKIP() << "no emitter for this CPU";
  std::mt19937 rng(5);
  for (int round = 0; round < 25; ++round) {
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
        case 6: v.push_back(b.select(x, b.neg(y), b.lt(x, y))); break;
        case 7: v.push_back(b.div(x, y)); break;
        default: v.push_back(b.abs(b.sub(x, y)));
      }
    }
    Reg sum = v.back();
    for (size_t i = 0; i < 12; ++i) sum = b.add(sum, v[v.size() - 1 - i % v.size()]);
    b.store_raw(sum);
    b.store_raw(v[v.size() - 2]);
    Program p = b.finish();
    if (p.code.size() > 64 || p.n_in != 4) continue;
    Kernel k = elementwise(std::move(p), std::vector<KType>(4, kF32), "chain" + std::to_string(round));
    for (Isa isa : emitting_isas()) {
      KernelFn fn = emit_kernel(k, isa, memory);
      ASSERT_NE(fn, nullptr);
      for (int64_t length : kLengths) expect_tile_bits(k, fn, 1, length, uint32_t(round));
    }
  }
}

std::string slurp(const fs::path& p) {
  std::ifstream f(p);
  std::stringstream s;
  s << f.rdbuf();
  return s.str();
}

TEST(Kernel, FilesRoundTripAndRunTheSameEverywhere) {
  rt::ExecMemory memory;
  for (const auto& entry : fs::directory_iterator(ADDER_SOURCE_ROOT "/tests/codegen")) {
    if (entry.path().extension() != ".kernel") continue;
    ParsedKernel k = parse_kernel(slurp(entry.path()));
    ASSERT_EQ(k.error, "") << entry.path();
    std::string once = text(k.kernel);
    ParsedKernel again = parse_kernel(once);
    ASSERT_EQ(again.error, "") << once;
    EXPECT_EQ(text(again.kernel), once);
    EXPECT_EQ(again.kernel.key(), k.kernel.key());
    for (Isa isa : emitting_isas()) {
      KernelFn fn = emit_kernel(k.kernel, isa, memory);
      for (int64_t n : {1, 5, 63, 64, 65, 200, 33000}) {
        if (n > 1000 && k.kernel.pointwise()) continue;
        if (fn) expect_tile_bits(k.kernel, fn, n > 1000 ? 1 : 3, n, uint32_t(n), false);
      }
    }
  }
}

TEST(Kernel, ParserSurvivesDamage) {
  std::string good = slurp(ADDER_SOURCE_ROOT "/tests/codegen/softmax.kernel");
  ASSERT_EQ(parse_kernel(good).error, "");
  for (size_t i = 0; i < good.size(); ++i) {
    parse_kernel(good.substr(0, i));
    for (char c : {'%', '9', ' ', '('}) {
      std::string bad = good;
      bad[i] = c;
      parse_kernel(bad);
    }
  }
}

// ---- graphs

struct Compared {
  std::string plan;
  ir::Ran eager, compiled;
};
Compared compare(const std::string& source, double tolerance, std::vector<int64_t> symbols = {}, uint32_t seed = 2) {
  Compared r;
  ir::ParsedGraph parsed = ir::parse_graph(source);
  EXPECT_EQ(parsed.error, "") << source;
  if (!parsed.error.empty()) return r;
  auto graph = std::make_shared<const ir::Graph>(std::move(parsed.graph));
  if (symbols.empty()) symbols = ir::recorded_symbols(*graph);
  std::vector<ir::Tensor> inputs = ir::random_inputs(*graph, symbols, seed);
  CompileOptions options;
  options.pipeline.verify = true;
  auto compiled = compile(graph, options);
  EXPECT_TRUE(compiled.ok());
  r.plan = compiled.value()->text();
  r.eager = ir::run(*ir::interpreter(graph, ir::Engine::eager), *graph, inputs, symbols);
  r.compiled = ir::run(*compiled.value(), *graph, inputs, symbols, std::make_shared<rt::ThreadPool>(2));
  ir::expect_same(r.compiled, r.eager, tolerance, source + r.plan);
  ir::Ran again = ir::run(*compiled.value(), *graph, inputs, symbols);
  ir::expect_same(again, r.compiled, 0, "second launch, other number of threads");
  return r;
}
int count(const std::string& text, const std::string& word) {
  int n = 0;
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
  return n;
}
void expect_kernels(const Compared& c, int kernels, int externals) {
  if (rt::chosen_isa() == Isa::generic) return;
  EXPECT_EQ(count(c.plan, "launch "), kernels) << c.plan;
  EXPECT_EQ(count(c.plan, "external "), externals) << c.plan;
}

TEST(Graph, PointwiseChainIsOneKernel) {
  expect_kernels(compare("graph(%1: float32[5, 100], %2: float32[100]) {\n %3 = add(%1, %2)\n %4 = gelu(%3)\n"
                         " %5 = mul(%4, 0.5)\n return %5\n}",
                         0),
                 1, 0);
}
TEST(Graph, SoftmaxIsOneKernel) {
  expect_kernels(compare("graph(%1: float32[6, 100], %2: float32[6, 100]) {\n %3 = add(%1, %2)\n %4 = softmax(%3, -1)\n"
                         " return %4\n}",
                         0),
                 1, 0);
}
// The rows of a loss in one kernel, what is summed over the batch in a second one.
TEST(Graph, CrossEntropyIsOneKernelOfRows) {
  for (const char* reduction : {"0", "1", "2"}) {
    std::string head = "graph(%1: float32[70, 33], %2: int64[70], %3: float32[33]) {\n";
    std::string mean = std::string(", ") + reduction + ", 2)\n";
    Compared c = compare(head + " %5 = log_softmax(%1, 1)\n %6, %7 = nll_loss_forward(%5, %2, None" + mean +
                             " return %5, %6, %7\n}",
                         0);
    EXPECT_EQ(count(c.plan, "nll_loss"), 0) << c.plan;
    c = compare(head + " %5 = log_softmax(%1, 1)\n %6, %7 = nll_loss_forward(%5, %2, %3" + mean + " return %6, %7\n}", 0);
    EXPECT_EQ(count(c.plan, "nll_loss"), 0) << c.plan;
  }
  Compared c = compare("graph(%1: float32[70, 33], %2: int64[70]) {\n %3 = log_softmax(%1, 1)\n"
                       " %4, %5 = nll_loss_forward(%3, %2, None, 1, -100)\n return %4, %5\n}",
                       0, {}, 0);
  expect_kernels(c, 2, 1);
}
TEST(Graph, GradientOfCrossEntropyIsOneKernel) {
  for (const char* weight : {"None", "%5"}) {
    Compared c = compare(
        std::string("graph(%1: float32[70, 33], %2: int64[70], %3: float32[], %4: float32[], %5: float32[33]) {\n"
                    " %6 = nll_loss_backward(%3, %2, ") +
            weight + ", %4, 1, 2, [70, 33])\n %7 = log_softmax_backward(%6, %1, 1)\n return %7\n}",
        0);
    expect_kernels(c, 1, 1);
  }
}
TEST(Graph, LayerNormIsOneKernelWithItsNeighbors) {
  Compared c = compare("graph(%1: float32[6, 4, 100], %2: float32[100], %3: float32[100]) {\n %4 = gelu(%1)\n"
                       " %5, %6, %7 = native_layer_norm(%4, [100], %2, %3, 0.1)\n %8 = add(%5, %1)\n return %8, %6, %7\n}",
                       0);
  expect_kernels(c, 1, 0);
  c = compare("graph(%1: float32[6, 4, 100], %2: float32[6, 4, 100], %3: float32[6, 4, 1], %4: float32[6, 4, 1], "
              "%5: float32[100]) {\n %6 = mul(%1, 2.0)\n %7 = layer_norm_backward(%6, %2, %3, %4, %5, 1)\n"
              " %8 = add(%7, %1)\n return %8\n}",
              0);
  expect_kernels(c, 1, 0);
  for (const char* type : {"bfloat16", "float16", "float64"})
    compare(std::string("graph(%1: ") + type + "[6, 4, 5], %2: " + type + "[4, 5]) {\n"
            " %3, %4, %5 = native_layer_norm(%1, [4, 5], %2, None, 0.1)\n return %3, %4, %5\n}",
            0);
}
// The gradient of a layer's activation and that of its bias; several blocks of rows, and more columns than a task takes.
TEST(Graph, ReductionsOverLeadingDimsJoinTheirProducers) {
  for (const char* sizes : {"1300, 40", "3, 40", "1, 16", "700, 2100"}) {
    std::string t = std::string("float32[") + sizes + "]";
    Compared c = compare("graph(%1: " + t + ", %2: " + t + ") {\n %3 = gt(%2, 0.0)\n %4 = where(%3, %1, 0.0)\n"
                         " %5 = sum(%4, [0], False)\n %6 = mul(%4, 2.0)\n %7 = amax(%6, [0], True)\n"
                         " return %4, %5, %7\n}",
                         0);
    if (rt::chosen_isa() == Isa::generic) continue;
    EXPECT_EQ(count(c.plan, "by columns"), 2) << c.plan;
    EXPECT_EQ(count(c.plan, "launch "), 1) << c.plan;
  }
  compare("graph(%1: float32[0, 20]) {\n %2 = relu(%1)\n %3 = sum(%2, [0])\n %4 = mean(%2, [0])\n return %3, %4\n}", 0);
  // Three dims; means; a result that is read on; half precision; a broadcast operand; other than dense operands.
  compare("graph(%1: float32[5, 7, 40], %2: float32[40]) {\n %3 = mul(%1, %2)\n %4 = mean(%3, [0, 1], False)\n"
          " %5 = sub(%3, %4)\n %6 = mul(%5, %5)\n %7 = mean(%6, [0, 1], False)\n return %5, %7\n}",
          0);
  compare("graph(%1: bfloat16[600, 24], %2: int32[600, 24], %3: bool[70, 24]) {\n %4 = exp(%1)\n %5 = sum(%4, [0])\n"
          " %6 = sum(%2, [0])\n %7 = sum(%3, [0])\n %8 = prod(%2, 0)\n return %4, %5, %6, %7, %8\n}",
          0);
  compare("graph(%1: float32[20, 30]{1, 20}, %2: float32[20, 30]{60, 2}, %3: float32[20, 1]) {\n %4 = add(%2, %3)\n"
          " %5 = sum(%4, [0])\n %6 = sum(%1, [0])\n %7 = relu(%2)\n %8 = sum(%7, [0])\n return %5, %6, %8\n}",
          0);
  // Few results, and rows that end with other orders.
  compare("graph(%1: float32[50, 15], %2: float32[50, 64]) {\n %3 = exp(%1)\n %4 = sum(%3, [0])\n %5 = exp(%2)\n"
          " %6 = sum(%5, [0])\n %7 = sum(%5, [1])\n %8 = var(%5, [0])\n return %4, %6, %7, %8\n}",
          0);
  compare("graph(s0 = 6, %1: float32[s0, 20]) {\n %2 = relu(%1)\n %3 = mean(%2, [0])\n return %2, %3\n}", 0);
}
TEST(Graph, ReductionWithoutKeepdimFeedsRows) {
  expect_kernels(compare("graph(%1: float32[6, 100]) {\n %2 = sum(%1, [1])\n %3 = exp(%2)\n %4 = unsqueeze(%3, 1)\n"
                         " %5 = mul(%1, %4)\n return %5, %3\n}",
                         0),
                 1, 0);
}
TEST(Graph, LongRangesAreCutIntoBlocks) {
  compare("graph(%1: float32[2, 70001]) {\n %2 = mul(%1, %1)\n %3 = sum(%2, [1], True)\n return %3\n}", 0);
}
TEST(Graph, TransposedOperandsArePacked) {
  expect_kernels(compare("graph(%1: float32[7, 9], %2: float32[9, 7]) {\n %3 = transpose(%2, 0, 1)\n %4 = mul(%1, %3)\n"
                         " return %4\n}",
                         0),
                 1, 0);
}
TEST(Graph, TransposedResultsKeepTheirStrides) {
  compare("graph(%1: float32[7, 9]) {\n %2 = transpose(%1, 0, 1)\n %3 = exp(%2)\n %4 = add(%3, 1.0)\n return %4\n}", 0);
}
TEST(Graph, NegativeAndZeroStrides) {
  compare("graph(%1: float32[4, 5]{-5, 1; 15}, %2: float32[4, 5]{0, 1}) {\n %3 = add(%1, %2)\n return %3\n}", 0);
}
TEST(Graph, EmptyAndScalarTensors) {
  compare(
      "graph(%1: float32[0, 5], %2: float32[]) {\n %3 = mul(%1, %2)\n %4 = sum(%3, [0, 1])\n %5 = exp(%2)\n"
      " return %3, %4, %5\n}",
      0);
}
TEST(Graph, InPlaceOpsReachTheirInputs) {
  compare(
      "graph(%1: float32[4, 5], %2: float32[4, 5]) {\n %3 -> %1 = mul(%1, %2)\n %4 -> %3 = add(%3, 1.0)\n"
      " %5 = exp(%4)\n return %5, %4\n}",
      0);
}
TEST(Graph, UpdatesWriteStraightIntoTheirInput) {
  Compared c = compare(
      "graph(%1: float32[40, 50], %2: float32[40, 50], %3: float32[40, 50]) {\n"
      " %4 -> %2 = mul(%2, 0.9)\n %5 -> %4 = add(%4, %3)\n %6 = mul(%5, 0.1)\n"
      " %7 -> %1 = sub(%1, %6)\n}",
      0);
  expect_kernels(c, 1, 0);
  compare("graph(%1: float32[40, 40], %2: float32[40, 40]) {\n %3 = transpose(%1, 0, 1)\n %4 -> %1 = add(%3, %2)\n}",
          0);
  compare("graph(%1: float32[40], %2: float32[40]) {\n %3 -> %1 = add(%1, %2)\n %4 -> %2 = mul(%2, %3)\n return %3\n}",
          0);
}
TEST(Graph, OutputsThatAliasAreViews) {
  Compared c = compare("graph(%1: float32[4, 5]) {\n %2 = exp(%1)\n %3 = transpose(%2, 0, 1)\n return %2, %3\n}", 0);
  ASSERT_EQ(c.compiled.outputs.size(), 2u);
  EXPECT_EQ(c.compiled.outputs[0]->storage, c.compiled.outputs[1]->storage);
}
TEST(Graph, ProductsHandTheirTilesToTheNextKernel) {
  auto joined = [](const Compared& c) { return rt::chosen_isa() == Isa::generic ? 1 : count(c.plan, "tile by tile"); };
  // A linear layer with its activation and a residual; and one whose result is read as three dims.
  EXPECT_EQ(joined(compare("graph(%1: float32[700, 40], %2: float32[90, 40], %3: float32[90], %4: float32[700, 90]) {\n"
                           " %5 = transpose(%2, 0, 1)\n %6 = addmm(%3, %1, %5)\n %7 = gelu(%6)\n %8 = add(%7, %4)\n"
                           " return %8\n}",
                           0)),
            1);
  EXPECT_EQ(joined(compare("graph(%1: float32[60, 33], %2: float32[33, 70]) {\n %3 = mm(%1, %2)\n"
                           " %4 = view(%3, [3, 20, 70])\n %5 = relu(%4)\n return %5, %3\n}",
                           0)),
            1);
  // What the kernel makes lies where the product did, unless that is wanted, or is larger.
  auto in_place = [](const std::string& text) { return count(compare(text, 0).plan, "in the memory of"); };
  auto product = [](const std::string& rest) {
    return "graph(%1: float32[60, 33], %2: float32[33, 70]) {\n %3 = mm(%1, %2)\n" + rest + "\n}";
  };
  int emitted = rt::chosen_isa() == Isa::generic ? 0 : 1;
  EXPECT_EQ(in_place(product(" %4 = view(%3, [1, 60, 70])\n %5 = relu(%4)\n %6 = add(%5, %4)\n return %6")), emitted);
  EXPECT_EQ(in_place(product(" %4 = relu(%3)\n %5 = tanh(%3)\n return %4, %5")), emitted);
  EXPECT_EQ(in_place(product(" %4 = relu(%3)\n return %3, %4")), 0);
  EXPECT_EQ(in_place(product(" %4 = relu(%3)\n %5 = transpose(%3, 0, 1)\n return %4, %5")), 0);
  EXPECT_EQ(in_place(product(" %4 = to(%3, float64)\n return %4")), 0);
  // One row has no tiles; a bias along the rows of three dims cannot follow them.
  compare("graph(%1: float32[1, 33], %2: float32[33, 70]) {\n %3 = mm(%1, %2)\n %4 = relu(%3)\n return %4\n}", 0);
  compare("graph(%1: float32[60, 33], %2: float32[33, 70], %3: float32[20, 70]) {\n %4 = mm(%1, %2)\n"
          " %5 = view(%4, [3, 20, 70])\n %6 = add(%5, %3)\n return %6\n}",
          0);
  // Read transposed, or an operand that dies with the product.
  compare("graph(%1: float32[64, 33], %2: float32[33, 64]) {\n %3 = exp(%1)\n %4 = mm(%3, %2)\n %5 = transpose(%4, 0, 1)\n"
          " %6 = add(%4, %5)\n %7 = relu(%6)\n %8 = mm(%7, %3)\n %9 = tanh(%8)\n return %9\n}",
          0);
}
TEST(Graph, EveryStageCanBeDumped) {
  ir::ParsedGraph parsed = ir::parse_graph("graph(%1: float32[3, 8]) {\n %2 = softmax(%1, 1)\n return %2\n}");
  CompileOptions options;
  std::map<std::string, int> seen;
  options.dump.stages = {"graph", "schedule", "kernel", "asm", "spirv"};
  options.dump.write = [&](std::string_view stage, std::string_view, std::string_view text) {
    seen[std::string(stage)] += !text.empty();
  };
  CompileReport report;
  options.report = &report;
  ASSERT_TRUE(compile(std::make_shared<const ir::Graph>(std::move(parsed.graph)), options).ok());
  if (rt::chosen_isa() == Isa::generic) return;
  EXPECT_EQ(seen["graph"], 1 + int(ir::passes().size()));
  for (const char* stage : {"schedule", "kernel", "asm", "spirv"}) EXPECT_EQ(seen[stage], 1) << stage;
  EXPECT_EQ(report.kernels, 1);
  EXPECT_EQ(report.external_calls, 0);
}
TEST(Graph, SymbolicSizesCompileOnce) {
  ir::ParsedGraph parsed =
      ir::parse_graph("graph(s0 = 5, %1: float32[s0, 40]) {\n %2 = softmax(%1, 1)\n %3 = mul(%2, s0)\n return %3\n}");
  ASSERT_EQ(parsed.error, "");
  auto graph = std::make_shared<const ir::Graph>(std::move(parsed.graph));
  auto compiled = compile(graph, {});
  ASSERT_TRUE(compiled.ok());
  for (int64_t s : {5, 1, 2, 33}) {
    std::vector<int64_t> symbols = {s};
    std::vector<ir::Tensor> inputs = ir::random_inputs(*graph, symbols, 4);
    ir::Ran a = ir::run(*ir::interpreter(graph, ir::Engine::eager), *graph, inputs, symbols);
    ir::Ran b = ir::run(*compiled.value(), *graph, inputs, symbols);
    ir::expect_same(b, a, 0, "s0 = " + std::to_string(s));
  }
}
TEST(Graph, HalfPrecisionRoundsAtEveryOp) {
  for (const char* d : {"float16", "bfloat16", "float64", "int64", "int32", "bool"}) {
    std::string t = d;
    compare("graph(%1: " + t + "[3, 50], %2: float32[50]) {\n %3 = add(%1, %2)\n %4 = mul(%3, %1)\n return %4\n}", 0);
  }
}

}  // namespace
}  // namespace adder::codegen
