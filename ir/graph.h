// A minimal graph: enough to show that the same rules build graphs, joint graphs and probes.
#pragma once
#include <deque>
#include "runtime/ops/dispatch.h"
namespace adder::rt {
struct GraphNode {
  OpId id;
  std::vector<Arg> args;
  uint64_t first_value;
  int n_out;
};
struct Graph {
  std::vector<SymMeta> values{SymMeta()};  // value numbers start at 1
  std::vector<uint64_t> inputs, outputs;
  std::vector<GraphNode> nodes;
  std::deque<Dims<SymInt>> lists;  // what int-list arguments point to
  std::string text() const;
};
class GraphBuilder : public OpSink {
 public:
  explicit GraphBuilder(Graph& g) : g_(g) {}
  Value input(const SymMeta& m) {
    g_.values.push_back(m);
    g_.inputs.push_back(g_.values.size() - 1);
    return Arg::graph_value(g_.inputs.back());
  }
  void call(OpId id, std::span<const Arg> in, std::span<Value> out) override;
  SymMeta meta(Value v) override { return g_.values[v.value]; }
  // Appends the backward of the nodes so far; grads: one per output. Returns d/d(input), undefined where nothing flows.
  std::vector<Value> backward(std::span<const Value> outputs, std::span<const Value> grads);

 private:
  Graph& g_;
};
std::vector<Tensor> run_graph(Context&, const Graph&, std::span<const Tensor> inputs);  // sizes as recorded

class Recorder : public Interposer {  // eager execution goes on below; the graph is what was seen
 public:
  Status on_op(OpCall& call) override;
  void track(const Tensor& t) { value_of(t.get()); }
  void output(const Tensor& t) { graph.outputs.push_back(value_of(t.get())); }
  Graph graph;

 private:
  uint64_t value_of(TensorImpl* t);
  std::vector<std::pair<TensorImpl*, uint64_t>> seen_;
  std::vector<Tensor> keep_;  // kept alive so that an address means one tensor
};
}  // namespace adder::rt
