// The graph that capture hands to backends: tensor operations in program order over SSA values.
//
// FX's vocabulary: placeholders, constants (tensors the graph owns), calls, outputs. A call names an op of the table
// and holds its arguments as rt::Arg, in which a tensor is a value number. A call with several results defines
// consecutive values; there is no getitem node. A call may write into existing values (in-place and out= forms): then
// `destinations` names them, and the result is the same tensor under a new value number. Views alias, exactly as in
// eager, until the functionalize pass has turned writes into values and the remaining effects on inputs into
// `write_backs`.
//
// A Graph is built by GraphBuilder (builder.h) and not changed afterwards: a pass makes a new graph (rewriter.h). It
// can be shared between threads. printer.h and parser.h give it a text form that round-trips, verifier.h checks it,
// interpreter.h defines what it means.
#pragma once
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "runtime/ops/op.h"
namespace adder::ir {

using rt::Arg;
using rt::OpId;
using rt::OpRow;
using rt::SymInt;
using rt::SymMeta;
using rt::Tensor;

using ValueId = uint32_t;  // 0 is "no value"
using NodeId = uint32_t;

enum class NodeKind : uint8_t { placeholder, constant, call };

struct Node {
  NodeKind kind = NodeKind::call;
  bool grad_enabled = true;  // grad mode where the op was issued
  uint32_t n_results = 1;
  OpId op{};                  // calls only
  ValueId first = 0;          // results are first … first + n_results - 1
  uint32_t constant = 0;      // constants only: index into Graph::constants()
  uint32_t stack = 0;         // index into Graph::stacks(), where the user's source made the op; 0 is unknown
  std::string_view name;      // placeholders and constants: what the user calls it; may be empty
  std::span<const Arg> args;  // see runtime/tensor/arg.h; lists and strings live in the graph
  std::span<const ValueId> destinations;  // empty, or one per result: the value it is written into, 0 for a new tensor

  const OpRow& row() const { return rt::row_of(op); }
  bool writes() const {
    for (ValueId d : destinations)
      if (d) return true;
    return false;
  }
};

struct ValueInfo {
  uint32_t meta = 0;  // index into Graph::metas()
  NodeId producer = 0;
  uint32_t result = 0;  // which of the producer's results
};

// After the graph has run, `source` is copied into the tensor that was passed for placeholder `input`.
struct WriteBack {
  ValueId input = 0;
  ValueId source = 0;
};

class Graph {
 public:
  Graph();
  Graph(Graph&&) noexcept = default;
  Graph& operator=(Graph&&) noexcept = default;

  std::span<const Node> nodes() const { return nodes_; }
  const Node& node(NodeId n) const { return nodes_[n]; }
  std::span<const ValueId> inputs() const { return inputs_; }    // the placeholders' values, in order
  std::span<const ValueId> outputs() const { return outputs_; }  // 0 for an undefined result (a gradient of nothing)
  std::span<const WriteBack> write_backs() const { return write_backs_; }
  std::span<const Tensor> constants() const { return constants_; }
  std::span<const std::string> stacks() const { return stacks_; }

  size_t n_values() const { return values_.size(); }  // numbers run from 1 to n_values() - 1
  const ValueInfo& value(ValueId v) const { return values_[v]; }
  const SymMeta& meta(ValueId v) const { return metas_[values_[v].meta]; }
  std::span<const SymMeta> metas() const {
    return metas_;
  }  // all different: most values have one that others have, too
  const Node& producer(ValueId v) const { return nodes_[values_[v].producer]; }
  int n_calls() const;

  // The symbols and expressions that sizes and integer arguments refer to; null for a graph of constants only.
  const std::shared_ptr<rt::ShapeEnv>& shapes() const { return shapes_; }

 private:
  friend class GraphBuilder;
  std::vector<Node> nodes_;
  std::vector<ValueInfo> values_;
  std::vector<SymMeta> metas_;
  std::vector<ValueId> inputs_, outputs_;
  std::vector<WriteBack> write_backs_;
  std::vector<Tensor> constants_;
  std::vector<std::string> stacks_;
  std::shared_ptr<rt::ShapeEnv> shapes_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_;  // arguments, lists and strings of the nodes
};

// Calls f(ValueId) for each tensor among the arguments, those inside lists included, and for each destination.
template <class F>
void for_each_operand(std::span<const Arg> args, F&& f) {
  for (const Arg& a : args)
    if (a.is_tensor()) f(ValueId(a.value));
}
template <class F>
void for_each_use(const Node& n, F&& f) {
  for_each_operand(n.args, f);
  for (ValueId d : n.destinations)
    if (d) f(d);
}

}  // namespace adder::ir
