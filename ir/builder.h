// Builds a Graph. It is an OpSink, so gradient rules, decompositions and the recorder all record through it.
#pragma once
#include <unordered_map>
#include "ir/graph.h"
namespace adder::ir {

class GraphBuilder : public rt::OpSink {
 public:
  explicit GraphBuilder(std::shared_ptr<rt::ShapeEnv> shapes = nullptr);

  // Values are passed around as Arg::graph_value(number), the form that rules expect.
  rt::Value placeholder(const SymMeta& meta, std::string_view name = {});
  rt::Value constant(const Tensor& tensor, std::string_view name = {});

  // Records one op and infers the metas of its results. Errors of the shape rule are sticky, as in every sink: they
  // stay in `status`, and the results are undefined. With expand_composites a composite op is recorded as its parts.
  void call(OpId id, std::span<const Arg> in, std::span<rt::Value> out) override;
  // The same for in-place and out= forms: result k is written into destinations[k] (undefined: a new tensor).
  void call_into(OpId id, std::span<const Arg> in, std::span<const rt::Value> destinations, std::span<rt::Value> out);
  // The same with metas that are known already (parsers, passes, recorders of ops whose result shape depends on data).
  void call_with_metas(OpId id, std::span<const Arg> in, std::span<const rt::Value> destinations,
                       std::span<const SymMeta> metas, std::span<rt::Value> out);
  SymMeta meta(rt::Value v) override { return g_.meta(ValueId(v.value)); }
  const Graph& graph() const { return g_; }

  void output(rt::Value v) { g_.outputs_.push_back(ValueId(v.given() ? v.value : 0)); }
  void write_back(rt::Value input, rt::Value source);

  // Hold for the nodes recorded after the call.
  void set_stack(std::string_view text);  // "file:line" or several of them; repeated texts are stored once
  void set_grad_mode(bool enabled) { grad_enabled_ = enabled; }
  void set_expand_composites(bool on) { expand_composites_ = on; }

  Graph finish();  // leaves the builder empty

 private:
  std::span<const Arg> own(std::span<const Arg> args);
  std::string_view own(std::string_view text);
  template <class T>
  T* room(size_t n);
  template <class T>
  const T* own(const T* list, size_t n);
  Node& add(NodeKind kind, std::span<const SymMeta> results);
  uint32_t index_of(const SymMeta& meta);

  Graph g_;
  bool grad_enabled_ = true, expand_composites_ = false;
  uint32_t stack_ = 0;
  std::unordered_map<std::string, uint32_t> stack_numbers_;
  std::unordered_multimap<size_t, uint32_t> meta_numbers_;  // by hash
};

}  // namespace adder::ir
