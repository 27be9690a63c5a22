#include "ir/pipeline.h"
#include <chrono>
#include <cstdio>
#include "ir/passes/cse.h"
#include "ir/passes/dce.h"
#include "ir/passes/fold_constants.h"
#include "ir/passes/functionalize.h"
#include "ir/passes/simplify.h"
#include "ir/printer.h"
#include "ir/verifier.h"
namespace adder::ir {
namespace {

constexpr PassRow kPasses[] = {
    {"functionalize", [](Graph g, const PipelineOptions&) { return functionalize(std::move(g)); }},
    {"decompose", [](Graph g, const PipelineOptions& o) { return decompose(std::move(g), o.keep); }},
    {"fold_constants", [](Graph g, const PipelineOptions&) { return fold_constants(std::move(g)); }},
    {"simplify", [](Graph g, const PipelineOptions&) { return simplify(std::move(g)); }},
    {"cse", [](Graph g, const PipelineOptions&) { return eliminate_common_subexpressions(std::move(g)); }},
    {"dce", [](Graph g, const PipelineOptions&) { return eliminate_dead_code(std::move(g)); }},
};

void check(const Graph& g, std::string_view pass) {
  std::string wrong = verify(g);
  if (wrong.empty()) return;
  std::fprintf(stderr, "after %.*s: %s\n%s", int(pass.size()), pass.data(), wrong.c_str(), text(g).c_str());
  CHECK(!"a pass broke the graph");
}

}  // namespace

std::span<const PassRow> passes() {
  return kPasses;
}

Graph optimize(Graph g, const PipelineOptions& options) {
  for (const PassRow& pass : kPasses) {
    auto start = std::chrono::steady_clock::now();
    g = pass.run(std::move(g), options);
    if (options.timed)
      options.timed(pass.name,
                    std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    if (options.verify) check(g, pass.name);
    if (options.after) options.after(pass.name, g);
    if (pass.name == options.stop_after) break;
  }
  return g;
}

}  // namespace adder::ir
