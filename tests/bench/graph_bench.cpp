// Fused kernels against the eager engine, one and two threads, and what compiling costs.
#include <chrono>
#include <cstdio>
#include "codegen/compile.h"
#include "ir/parser.h"
#include "tests/unit/graph_tools.h"

using namespace adder;
using namespace adder::codegen;

namespace {

struct Job {
  const char* name;
  const char* graph;
};
constexpr Job kJobs[] = {
    {"one add, 4 elements", "graph(%1: float32[4], %2: float32[4]) {\n %3 = add(%1, %2)\n return %3\n}"},
    {"gelu(x+b)*s 512x1024",
     "graph(%1: float32[512, 1024], %2: float32[1024]) {\n %3 = add(%1, %2)\n %4 = gelu(%3)\n %5 = mul(%4, 0.5)\n"
     " return %5\n}"},
    {"softmax(x*s+m) 512x1024",
     "graph(%1: float32[512, 1024], %2: float32[512, 1024]) {\n %3 = mul(%1, 0.125)\n %4 = add(%3, %2)\n"
     " %5 = softmax(%4, -1)\n return %5\n}"},
    {"rms norm * silu 512x1024",
     "graph(%1: float32[512, 1024], %2: float32[512, 1024], %3: float32[1024]) {\n %4 = mul(%1, %1)\n"
     " %5 = mean(%4, [-1], True)\n %6 = add(%5, 1e-06)\n %7 = rsqrt(%6)\n %8 = mul(%1, %7)\n %9 = mul(%8, %3)\n"
     " %10 = sigmoid(%2)\n %11 = mul(%10, %2)\n %12 = mul(%11, %9)\n return %12\n}"},
    {"layer norm by parts 512x1024",
     "graph(%1: float32[512, 1024], %2: float32[1024], %3: float32[1024]) {\n %4 = mean(%1, [-1], True)\n"
     " %5 = sub(%1, %4)\n %6 = mul(%5, %5)\n %7 = mean(%6, [-1], True)\n %8 = add(%7, 1e-05)\n %9 = rsqrt(%8)\n"
     " %10 = mul(%5, %9)\n %11 = mul(%10, %2)\n %12 = add(%11, %3)\n return %12\n}"},
    {"update of 256x256 weights",
     "graph(%1: float32[256, 256], %2: float32[256, 256], %3: float32[256, 256]) {\n %4 -> %2 = mul(%2, 0.9)\n"
     " %5 -> %4 = add(%4, %3)\n %6 = mul(%5, 0.01)\n %7 -> %1 = sub(%1, %6)\n}"},
};

// A decoder-only transformer's forward pass over one sequence, weights as inputs.
std::string transformer(int layers, int length, int width, int heads) {
  std::string inputs, body;
  int next_input = 1;
  std::vector<std::string> lines;
  auto shape = [](std::initializer_list<int> sizes) {
    std::string s;
    for (int n : sizes) s += (s.empty() ? "" : ", ") + std::to_string(n);
    return "float32[" + s + "]";
  };
  auto input = [&](std::initializer_list<int> sizes) {
    inputs += (next_input > 1 ? ", %" : "%") + std::to_string(next_input) + ": " + shape(sizes);
    return "%" + std::to_string(next_input++);
  };
  int next = 10000;
  auto call = [&](const std::string& text) {
    body += "  %" + std::to_string(next) + " = " + text + "\n";
    return "%" + std::to_string(next++);
  };
  std::string w = std::to_string(width), t = std::to_string(length), h = std::to_string(heads);
  std::string d = std::to_string(width / heads);
  std::string x = input({1, length, width});
  auto linear = [&](const std::string& v, int in, int out) {
    std::string weight = input({out, in}), bias = input({out});
    return call("linear(" + v + ", " + weight + ", " + bias + ")");
  };
  auto norm = [&](const std::string& v) {
    std::string gain = input({width}), shift = input({width});
    return call("layer_norm(" + v + ", [" + w + "], " + gain + ", " + shift + ")");
  };
  for (int i = 0; i < layers; ++i) {
    std::string qkv = linear(norm(x), width, 3 * width), part[3];
    for (int k = 0; k < 3; ++k) {
      part[k] =
          call("slice(" + qkv + ", 2, " + std::to_string(k * width) + ", " + std::to_string((k + 1) * width) + ", 1)");
      part[k] = call("reshape(" + part[k] + ", [1, " + t + ", " + h + ", " + d + "])");
      part[k] = call("transpose(" + part[k] + ", 1, 2)");
    }
    std::string scores = call("matmul(" + part[0] + ", " + call("transpose(" + part[1] + ", 2, 3)") + ")");
    std::string weights = call("softmax(" + call("mul(" + scores + ", 0.125)") + ", -1)");
    std::string mixed = call("transpose(" + call("matmul(" + weights + ", " + part[2] + ")") + ", 1, 2)");
    mixed = call("reshape(" + mixed + ", [1, " + t + ", " + w + "])");
    x = call("add(" + x + ", " + linear(mixed, width, width) + ")");
    std::string hidden = call("gelu(" + linear(norm(x), width, 4 * width) + ")");
    x = call("add(" + x + ", " + linear(hidden, 4 * width, width) + ")");
  }
  return "graph(" + inputs + ") {\n" + body + "  return " + x + "\n}";
}

double now_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double best_us(const rt::Executable& e, rt::Context& c, const std::vector<ir::Tensor>& inputs, size_t n_outputs) {
  std::vector<ir::Tensor> outputs(n_outputs);
  rt::Launch launch{c, inputs, {}, outputs};
  double best = 1e300, until = now_us() + 150e3;
  while (now_us() < until) {
    double start = now_us();
    int n = best < 20 ? 100 : 1;
    for (int i = 0; i < n; ++i)
      if (!e.run(launch).ok()) std::abort();
    best = std::min(best, (now_us() - start) / n);
  }
  return best;
}

}  // namespace

int main() {
  std::printf("%-30s %12s %12s %12s %12s %12s\n", "microseconds", "compile", "again", "eager 1t", "fused 1t",
              "fused 2t");
  std::string chain = "graph(%1: float32[4]) {\n", heavy = "graph(%1: float32[64, 256]) {\n";
  for (int i = 1; i <= 40; ++i) {
    std::string to = "%" + std::to_string(i + 1), from = "%" + std::to_string(i);
    const char* op[] = {"mul(", "add(", "sub(", "relu("};
    chain += to + " = " + op[i % 4] + from + (i % 4 == 3 ? ")\n" : ", 1.01)\n");
    heavy += to + " = " + (i % 2 ? "gelu(" : "tanh(") + from + ")\n";
  }
  chain += "return %41\n}";
  heavy += "return %41\n}";
  std::vector<Job> jobs(std::begin(kJobs), std::end(kJobs));
  jobs.push_back({"40 light ops, 4 elements", chain.c_str()});
  jobs.push_back({"40 heavy ops, 64x256", heavy.c_str()});
  std::string mlp =
      "graph(%1: float32[64, 784], %2: float32[256, 784], %3: float32[256], %4: float32[10, 256], %5: float32[10]) {\n"
      " %6 = linear(%1, %2, %3)\n %7 = relu(%6)\n %8 = linear(%7, %4, %5)\n return %8\n}";
  jobs.push_back({"MLP 784-256-10, batch 64", mlp.c_str()});
  std::string gpt = transformer(12, 128, 512, 8);
  jobs.push_back({"12 layers of width 512, 128 tokens", gpt.c_str()});
  for (const Job& job : jobs) {
    ir::ParsedGraph parsed = ir::parse_graph(job.graph);
    if (!parsed.error.empty()) {
      std::printf("%s: %s\n", job.name, parsed.error.c_str());
      return 1;
    }
    auto graph = std::make_shared<const ir::Graph>(std::move(parsed.graph));
    std::vector<ir::Tensor> inputs = ir::random_inputs(*graph, {}, 1);
    CompileOptions options;
    options.cache = std::make_shared<KernelCache>();
    double cold = 1e300, warm = 1e300;
    auto fused = compile(graph, options);
    for (int i = 0; i < 9; ++i) {  // the machine may be busy: the least of several
      options.cache = std::make_shared<KernelCache>();
      double t0 = now_us();
      fused = compile(graph, options);
      double t1 = now_us();
      auto again = compile(graph, options);
      cold = std::min(cold, t1 - t0);
      warm = std::min(warm, now_us() - t1);
    }
    auto eager = ir::interpreter(graph, ir::Engine::eager);
    rt::Context one, two;
    two.pool = std::make_shared<rt::ThreadPool>(2);
    size_t n = graph->outputs().size();
    std::printf("%-30s %12.0f %12.0f %12.2f %12.2f %12.2f\n", job.name, cold, warm, best_us(*eager, one, inputs, n),
                best_us(*fused.value(), one, inputs, n), best_us(*fused.value(), two, inputs, n));
  }
}
