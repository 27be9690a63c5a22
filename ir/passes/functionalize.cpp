#include "ir/passes/functionalize.h"

#include <algorithm>
#include <numeric>

#include "ir/rewriter.h"

namespace adder::ir {
namespace {

class Functionalizer {
 public:
  explicit Functionalizer(const Graph& g)
      : g_(g),
        rw_(g),
        root_(g.n_values()),
        pinned_(g.n_values()),
        relaid_(g.n_values()),
        current_(g.n_values()),
        home_(g.n_values()),
        version_(g.n_values()),
        made_at_(g.n_values()) {
    find_roots();
  }

  Graph run() {
    for (const Node& n : g_.nodes()) {
      if (n.kind != NodeKind::call) {
        rw_.copy(n);
        current_[n.first] = home_[n.first] = rw_.at(n.first);
      } else if (n.writes() && !touches_pinned(n)) {
        write(n);
      } else {
        for_each_use(n, [&](ValueId v) { refresh(v); });
        if (is_view(n) && relaid_[root_[n.first]]) {
          replay(n, rw_.at(ValueId(n.args[0].value)));
          continue;
        }
        rw_.copy(n);
        for (uint32_t k = 0; k < n.n_results; ++k) defined(n.first + k);
      }
    }
    for (ValueId v : g_.outputs()) rw_.builder().output(v ? output(v) : rt::Value());
    for (ValueId v : g_.inputs())
      if (version_[v]) rw_.builder().write_back(home_[v], current_[v]);
    for (const WriteBack& w : g_.write_backs()) {
      refresh(w.source);
      rw_.builder().write_back(home_[w.input], rw_.at(w.source));
    }
    return rw_.finish_without_results();
  }

 private:
  static bool is_view(const Node& n) {
    return n.kind == NodeKind::call && n.row().kind == rt::OpKind::view && !n.writes();
  }
  bool is_whole(ValueId v) const { return v == root_[v] || whole_[v]; }

  // Values that name the same memory share a root. A root is pinned when something writes to a part of it.
  void find_roots() {
    whole_.resize(g_.n_values());
    for (const Node& n : g_.nodes())
      for (uint32_t k = 0; k < n.n_results; ++k) {
        ValueId v = n.first + k, d = n.destinations.empty() ? 0 : n.destinations[k];
        root_[v] = d ? root_[d] : is_view(n) ? root_[ValueId(n.args[0].value)] : v;
        whole_[v] = d && is_whole(d);
        if (d && !is_whole(d)) pinned_[root_[v]] = true;
      }
  }
  bool touches_pinned(const Node& n) const {
    for (ValueId d : n.destinations)
      if (d && pinned_[root_[d]]) return true;
    return false;
  }

  void defined(ValueId v) {
    if (root_[v] == v) current_[v] = rw_.at(v);
    made_at_[v] = version_[root_[v]];
  }

  // Makes rw_.at(v) what v's memory holds now.
  void refresh(ValueId v) {
    ValueId r = root_[v];
    if (pinned_[r] || made_at_[v] == version_[r]) return;
    if (is_whole(v)) {
      rw_.set(v, current_[r]);
      made_at_[v] = version_[r];
      return;
    }
    const Node& n = g_.producer(v);
    ValueId base = ValueId(n.args[0].value);
    refresh(base);
    replay(n, rw_.at(base));
  }

  void replay(const Node& n, rt::Value base) {
    std::vector<Arg> args = rw_.args_of(n);
    args[0] = base;
    std::vector<rt::Value> out(n.n_results);
    rw_.stand_at(n);
    rw_.builder().call(n.op, args, out);
    for (uint32_t k = 0; k < n.n_results; ++k) {
      rw_.set(n.first + k, out[k]);
      made_at_[n.first + k] = version_[root_[n.first + k]];
    }
  }

  void write(const Node& n) {
    for_each_operand(n.args, [&](ValueId v) { refresh(v); });
    std::vector<Arg> args = rw_.args_of(n);
    std::vector<rt::Value> out(n.n_results);
    rw_.stand_at(n);
    rw_.builder().call(n.op, args, out);
    for (uint32_t k = 0; k < n.n_results; ++k) {
      ValueId d = n.destinations[k], v = n.first + k;
      if (!d) {
        rw_.set(v, out[k]);
        defined(v);
        continue;
      }
      ValueId r = root_[d];
      rt::Value now = laid_out(cast(out[k], g_.meta(d).dtype), g_.meta(d), r);
      current_[r] = now;
      ++version_[r];
      rw_.set(v, now);
      made_at_[v] = version_[r];
    }
  }
  rt::Value cast(rt::Value v, rt::DType to) {
    if (rw_.builder().meta(v).dtype == to) return v;
    return call("to", {v, to});
  }

  // The value in the layout of the memory that it replaces: what reads it was recorded for that one. Memory with gaps or
  // repeated places has no such value; the dims in the same order will do, and views of it are made anew (relaid_).
  rt::Value laid_out(rt::Value v, const SymMeta& memory, ValueId root) {
    const SymMeta have = rw_.builder().meta(v);
    bool alike = true;
    for (int d = 0; d < memory.sizes.n; ++d)
      alike &= memory.sizes[d].hint == 1 || memory.strides[d].hint == have.strides[d].hint;
    if (alike) return v;
    std::vector<int> order(size_t(memory.sizes.n));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return memory.strides[a].hint > memory.strides[b].hint; });
    rt::Dims<SymInt> inner_last, back;
    for (int d : order) inner_last.push(SymInt(d));
    for (int d = 0; d < memory.sizes.n; ++d)
      back.push(SymInt(int64_t(std::find(order.begin(), order.end(), d) - order.begin())));
    v = call("permute", {v, inner_last});
    v = call("clone", {v, rt::MemoryFormat::contiguous});
    v = call("permute", {v, back});
    const SymMeta now = rw_.builder().meta(v);
    for (int d = 0; d < memory.sizes.n; ++d)
      if (memory.sizes[d].hint != 1 && memory.strides[d].hint != now.strides[d].hint) relaid_[root] = true;
    return v;
  }
  rt::Value call(const char* op, std::initializer_list<Arg> args) {
    rt::Value out[1];
    rw_.builder().call(rt::find_op(op).id(), std::span(args.begin(), args.size()), out);
    return out[0];
  }

  // Outputs that share memory with a written input name the input itself: they are read after the write-back.
  rt::Value output(ValueId v) {
    ValueId r = root_[v];
    if (pinned_[r] || !version_[r]) return rw_.at(v);
    bool is_input = g_.producer(r).kind == NodeKind::placeholder;
    rt::Value base = is_input ? home_[r] : current_[r];
    if (is_whole(v)) return base;
    return output_view(v, base);
  }
  rt::Value output_view(ValueId v, rt::Value base) {
    const Node& n = g_.producer(v);
    ValueId from = ValueId(n.args[0].value);
    std::vector<Arg> args = rw_.args_of(n);
    args[0] = is_whole(from) ? base : output_view(from, base);
    std::vector<rt::Value> out(n.n_results);
    rw_.builder().call(n.op, args, out);
    return out[g_.value(v).result];
  }

  const Graph& g_;
  Rewriter rw_;
  std::vector<ValueId> root_;
  std::vector<bool> pinned_, whole_, relaid_;
  std::vector<rt::Value> current_;  // by root: the value its memory holds
  std::vector<rt::Value> home_;     // of inputs and constants: the leaf itself
  std::vector<uint32_t> version_;   // by root: how often it was written
  std::vector<uint32_t> made_at_;   // by value: the root's version that rw_.at(v) shows
};

}  // namespace

Graph functionalize(Graph g) {
  bool any = false;
  for (const Node& n : g.nodes()) any |= n.writes();
  return any ? Functionalizer(g).run() : std::move(g);
}

}  // namespace adder::ir
