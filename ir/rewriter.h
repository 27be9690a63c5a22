// Makes a new graph from an old one, node by node: what every pass is written with.
//
//   Rewriter rw(g);
//   for (const Node& n : g.nodes())
//     if (!replaced(rw, n)) rw.copy(n);
//   return rw.finish();
#pragma once
#include <vector>
#include "ir/builder.h"
namespace adder::ir {

class Rewriter {
 public:
  explicit Rewriter(const Graph& from);

  GraphBuilder& builder() { return builder_; }
  // The new graph's value for a value of the old one.
  rt::Value at(ValueId old) const { return map_[old]; }
  bool has(ValueId old) const { return map_[old].given(); }
  void set(ValueId old, rt::Value now) { map_[old] = now; }

  // The node's arguments with the new graph's values.
  std::vector<Arg> args_of(const Node& n) const;
  // Nodes made from here on carry n's stack and grad mode.
  void stand_at(const Node& n);
  // Copies the node with its metas; its results map to the copy's.
  void copy(const Node& n);
  // Outputs and write-backs as in the old graph, then the new graph.
  Graph finish();
  // The new graph as it stands, when the pass has set outputs and write-backs itself.
  Graph finish_without_results() { return builder_.finish(); }

 private:
  const Graph& from_;
  GraphBuilder builder_;
  std::vector<rt::Value> map_;
};

Graph copy_of(const Graph& g);

}  // namespace adder::ir
