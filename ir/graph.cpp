#include "ir/builder.h"
#include <algorithm>
#include <cstring>
#include "ir/same.h"
#include "runtime/ops/meta_sink.h"
namespace adder::ir {
namespace {

size_t hash_of(const SymMeta& m) {
  size_t hash = size_t(m.dtype);
  auto mix = [&](SymInt v) { hash = (hash ^ size_t(v.hint)) * 0x9e3779b97f4a7c15 + (hash >> 32); };
  for (SymInt v : m.sizes) mix(v);
  for (SymInt v : m.strides) mix(v);
  mix(m.offset);
  return hash;
}

bool is_written_as(const SymMeta& a, const SymMeta& b) {
  return same_layout(a, b) && a.device.type == b.device.type && a.device.index == b.device.index;
}

}  // namespace

Graph::Graph() : values_(1), metas_(1), stacks_(1), memory_(std::make_unique<std::pmr::monotonic_buffer_resource>()) {}

int Graph::n_calls() const {
  return int(std::count_if(nodes_.begin(), nodes_.end(), [](const Node& n) { return n.kind == NodeKind::call; }));
}

GraphBuilder::GraphBuilder(std::shared_ptr<rt::ShapeEnv> shapes) {
  g_.shapes_ = std::move(shapes);
}

template <class T>
T* GraphBuilder::room(size_t n) {
  return static_cast<T*>(g_.memory_->allocate(std::max<size_t>(1, n) * sizeof(T), alignof(T)));
}

std::string_view GraphBuilder::own(std::string_view text) {
  char* p = room<char>(text.size() + 1);
  std::memcpy(p, text.data(), text.size());
  p[text.size()] = 0;
  return {p, text.size()};
}

template <class T>
const T* GraphBuilder::own(const T* list, size_t n) {
  T* p = room<T>(n);
  std::uninitialized_copy(list, list + n, p);
  return p;
}

std::span<const Arg> GraphBuilder::own(std::span<const Arg> args) {
  Arg* p = room<Arg>(args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    Arg a = args[i];
    switch (a.tag) {
      case rt::Tag::int_list: a.ints = own(a.ints, a.count); break;
      case rt::Tag::float_list: a.floats = own(a.floats, a.count); break;
      case rt::Tag::bool_list: a.bools = own(a.bools, a.count); break;
      case rt::Tag::complex_number: a.z = own(a.z, 1); break;
      case rt::Tag::string: a.s = own(std::string_view(a.s)).data(); break;
      default: break;
    }
    new (p + i) Arg(a);
  }
  return {p, args.size()};
}

uint32_t GraphBuilder::index_of(const SymMeta& meta) {
  size_t hash = hash_of(meta);
  auto [first, last] = meta_numbers_.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (is_written_as(g_.metas_[at->second], meta)) return at->second;
  meta_numbers_.emplace(hash, uint32_t(g_.metas_.size()));
  g_.metas_.push_back(meta);
  return uint32_t(g_.metas_.size() - 1);
}

Node& GraphBuilder::add(NodeKind kind, std::span<const SymMeta> results) {
  Node n;
  n.kind = kind;
  n.n_results = uint32_t(results.size());
  n.first = ValueId(g_.values_.size());
  n.grad_enabled = grad_enabled_;
  n.stack = stack_;
  for (uint32_t k = 0; k < n.n_results; ++k) g_.values_.push_back({index_of(results[k]), NodeId(g_.nodes_.size()), k});
  g_.nodes_.push_back(n);
  return g_.nodes_.back();
}

rt::Value GraphBuilder::placeholder(const SymMeta& meta, std::string_view name) {
  Node& n = add(NodeKind::placeholder, {&meta, 1});
  n.name = own(name);
  g_.inputs_.push_back(n.first);
  return Arg::graph_value(n.first);
}

rt::Value GraphBuilder::constant(const Tensor& tensor, std::string_view name) {
  SymMeta meta = rt::to_sym(tensor->meta);
  meta.offset = 0;  // counted from the constant's first element
  Node& n = add(NodeKind::constant, {&meta, 1});
  n.name = own(name);
  n.constant = uint32_t(g_.constants_.size());
  g_.constants_.push_back(tensor);
  return Arg::graph_value(n.first);
}

void GraphBuilder::call(OpId id, std::span<const Arg> in, std::span<rt::Value> out) {
  call_into(id, in, {}, out);
}

void GraphBuilder::call_into(OpId id, std::span<const Arg> in, std::span<const rt::Value> destinations,
                             std::span<rt::Value> out) {
  for (rt::Value& o : out) o = Arg();
  if (!status.ok()) return;
  const OpRow& row = rt::row_of(id);
  if (expand_composites_ && row.kind == rt::OpKind::composite && destinations.empty())
    return row.decompose(*this, in, out);
  std::vector<const SymMeta*> metas(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) metas[i] = &g_.meta(ValueId(in[i].value));
  std::vector<SymMeta> results(out.size());
  Status inferred = rt::infer_metas(row, in, metas.data(), results, default_dtype);
  if (!inferred.ok()) return fail(std::move(inferred));
  for (size_t k = 0; k < destinations.size(); ++k)
    if (destinations[k].given()) results[k] = g_.meta(ValueId(destinations[k].value));
  call_with_metas(id, in, destinations, results, out);
}

void GraphBuilder::call_with_metas(OpId id, std::span<const Arg> in, std::span<const rt::Value> destinations,
                                   std::span<const SymMeta> metas, std::span<rt::Value> out) {
  for (rt::Value& o : out) o = Arg();
  if (!status.ok()) return;
  std::span<const Arg> args = own(in);
  Node& n = add(NodeKind::call, metas.first(out.size()));
  n.op = id;
  n.args = args;
  if (std::any_of(destinations.begin(), destinations.end(), [](const Arg& d) { return d.given(); })) {
    ValueId* d = room<ValueId>(out.size());
    for (size_t k = 0; k < out.size(); ++k)
      d[k] = k < destinations.size() && destinations[k].given() ? ValueId(destinations[k].value) : 0;
    n.destinations = {d, out.size()};
  }
  for (size_t k = 0; k < out.size(); ++k) out[k] = Arg::graph_value(n.first + k);
}

void GraphBuilder::write_back(rt::Value input, rt::Value source) {
  g_.write_backs_.push_back({ValueId(input.value), ValueId(source.value)});
}

void GraphBuilder::set_stack(std::string_view text) {
  if (text.empty()) {
    stack_ = 0;
    return;
  }
  auto [at, fresh] = stack_numbers_.try_emplace(std::string(text), uint32_t(g_.stacks_.size()));
  if (fresh) g_.stacks_.push_back(at->first);
  stack_ = at->second;
}

Graph GraphBuilder::finish() {
  Graph done = std::move(g_);
  done.nodes_.shrink_to_fit();
  done.values_.shrink_to_fit();
  done.metas_.shrink_to_fit();
  g_ = Graph();
  g_.shapes_ = done.shapes_;
  stack_numbers_.clear();
  meta_numbers_.clear();
  stack_ = 0;
  return done;
}

}  // namespace adder::ir
