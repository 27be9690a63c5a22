// The list of passes between capture and codegen, and the door to it. Each pass has a file in ir/passes and can be run
// alone by its name (tests, --dump, --stop-after).
#pragma once
#include <functional>
#include <span>
#include <string_view>
#include "ir/passes/decompose.h"
#include "ir/graph.h"
namespace adder::ir {

struct PipelineOptions {
  KeepNode keep;                                                          // composites that the backend runs whole
  std::function<void(std::string_view pass, const Graph&)> after;         // --dump
  std::function<void(std::string_view pass, double microseconds)> timed;  // --time-passes
  std::string_view stop_after;
  bool verify = false;  // check the graph after each pass; a graph that does not verify is a bug of the pass
};

Graph optimize(Graph g, const PipelineOptions& options = {});

struct PassRow {
  std::string_view name;
  Graph (*run)(Graph, const PipelineOptions&);
};
std::span<const PassRow> passes();  // in order

}  // namespace adder::ir
