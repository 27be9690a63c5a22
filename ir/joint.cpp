// The joint graph holds the forward nodes, then the backward nodes that the rules emit. Partition cuts it: backward
// values need some forward values; each of these is either saved (an extra forward output) or computed again.
#include "ir/joint.h"
#include <algorithm>
#include "ir/node_program.h"
#include "ir/passes/cse.h"
#include "ir/passes/dce.h"
#include "ir/passes/decompose.h"
#include "ir/passes/functionalize.h"
#include "ir/passes/simplify.h"
#include "ir/rewriter.h"
namespace adder::ir {
namespace {

// ---- the joint graph

struct JointGraph {
  Graph graph;  // inputs: the forward's, then the gradients; outputs: the forward's, then input gradients
  size_t n_forward_inputs = 0, n_forward_outputs = 0;
};

class Differentiator {
 public:
  Differentiator(const Graph& g, const std::vector<bool>& wanted)
      : g_(g), rw_(g), needed_(g.n_values()), grad_(g.n_values()) {
    for (size_t i = 0; i < g.inputs().size(); ++i)
      needed_[g.inputs()[i]] = wanted[i] && rt::is_differentiable(g.meta(g.inputs()[i]).dtype);
    for (const Node& n : g.nodes()) {
      if (n.kind != NodeKind::call || !n.grad_enabled || !n.row().vjp) continue;
      bool any = false;
      for_each_operand(n.args, [&](ValueId v) { any |= needed_[v]; });
      for (uint32_t k = 0; k < n.n_results && any; ++k)
        needed_[n.first + k] = rt::is_differentiable(g.meta(n.first + k).dtype);
    }
  }

  Result<JointGraph> run(std::vector<size_t>& grad_outputs, const std::vector<bool>& wanted,
                         const std::vector<bool>* chosen) {
    for (const Node& n : g_.nodes()) rw_.copy(n);
    GraphBuilder& b = rw_.builder();
    JointGraph j;
    j.n_forward_inputs = g_.inputs().size();
    j.n_forward_outputs = g_.outputs().size();
    for (size_t k = 0; k < g_.outputs().size(); ++k) {
      ValueId v = g_.outputs()[k];
      if (!v || !needed_[v] || (chosen && !(*chosen)[k])) continue;
      grad_outputs.push_back(k);
      SymMeta m = g_.meta(v);
      m.offset = 0;
      m.set_contiguous();
      accumulate(v, b.placeholder(m, "grad"));
    }
    b.set_grad_mode(false);
    for (size_t i = g_.nodes().size(); i-- > 0;) differentiate(g_.nodes()[i]);
    if (!b.status.ok()) return std::move(b.status);
    for (ValueId v : g_.outputs()) b.output(v ? rw_.at(v) : rt::Value());
    for (size_t i = 0; i < g_.inputs().size(); ++i)
      if (wanted[i]) b.output(grad_[g_.inputs()[i]]);
    for (const WriteBack& w : g_.write_backs()) b.write_back(rw_.at(w.input), rw_.at(w.source));
    j.graph = rw_.finish_without_results();
    return j;
  }

 private:
  void accumulate(ValueId v, rt::Value d) {
    if (!d.given()) return;
    static const OpRow& add = rt::find_op("add");
    grad_[v] = grad_[v].given() ? rt::call(rw_.builder(), add.id(), grad_[v], d) : d;
  }

  void differentiate(const Node& n) {
    if (n.kind != NodeKind::call || !n.grad_enabled || !n.row().vjp) return;
    rt::NeedMask mask;
    for (size_t i = 0; i < n.args.size(); ++i)
      if (n.args[i].is_tensor() && needed_[n.args[i].value]) mask.add(i);
    std::vector<rt::Value> outs, grads;
    std::vector<SymMeta> metas, out_metas;
    bool flows = false;
    for (uint32_t k = 0; k < n.n_results; ++k) {
      outs.push_back(rw_.at(n.first + k));
      grads.push_back(grad_[n.first + k]);
      flows |= grads.back().given();
      out_metas.push_back(g_.meta(n.first + k));
    }
    if (!flows || !mask.any()) return;
    for (const Arg& a : n.args) metas.push_back(a.is_tensor() ? g_.meta(ValueId(a.value)) : SymMeta());
    std::vector<Arg> args = rw_.args_of(n);
    rw_.builder().set_stack(g_.stacks()[n.stack]);
    rt::VjpCtx c(rw_.builder(), args, metas, outs, out_metas, grads, mask);
    n.row().vjp(rw_.builder(), c);
    for (size_t i = 0; i < n.args.size(); ++i)
      if (mask[i]) accumulate(ValueId(n.args[i].value), c.result[i]);
  }

  const Graph& g_;
  Rewriter rw_;
  std::vector<bool> needed_;
  std::vector<rt::Value> grad_;
};

// ---- partition

constexpr int kRecomputeDepth = 4;  // ops between a recomputed value and what is saved

class Partition {
 public:
  explicit Partition(const JointGraph& j) : j_(j), g_(j.graph), forward_(g_.n_values()), choice_(g_.n_values()) {}

  void run(Joint& out) {
    find_forward();
    // What backward reads of forward, in order of definition.
    std::vector<ValueId> wanted;
    std::vector<bool> seen(g_.n_values());
    auto want = [&](ValueId v) {
      if (v && forward_[v] && !seen[v]) {
        seen[v] = true;
        wanted.push_back(v);
      }
    };
    for (const Node& n : g_.nodes())
      if (!forward_[n.first]) for_each_operand(n.args, want);
    for (size_t k = j_.n_forward_outputs; k < g_.outputs().size(); ++k) want(g_.outputs()[k]);
    std::sort(wanted.begin(), wanted.end());
    find_readers();
    for (ValueId v : wanted) decide(v, 0);
    for (ValueId v = 1; v < g_.n_values(); ++v)
      if (choice_[v] == Choice::save) saved_.push_back(v);
    out.forward = forward_graph();
    out.backward = backward_graph();
  }

 private:
  enum class Choice : uint8_t { none, save, again };

  // Forward nodes are those that the forward outputs and write-backs need, and those with an effect of their own.
  void find_forward() {
    for (size_t i = 0; i < j_.n_forward_inputs; ++i) forward_[g_.inputs()[i]] = true;
    std::vector<bool> after_gradient(g_.n_values());
    for (size_t i = j_.n_forward_inputs; i < g_.inputs().size(); ++i) after_gradient[g_.inputs()[i]] = true;
    for (const Node& n : g_.nodes()) {
      bool after = false;
      for_each_operand(n.args, [&](ValueId v) { after |= after_gradient[v]; });
      for (uint32_t k = 0; k < n.n_results && after; ++k) after_gradient[n.first + k] = true;
    }
    std::vector<bool> live(g_.n_values());
    for (size_t k = 0; k < j_.n_forward_outputs; ++k) live[g_.outputs()[k]] = true;
    for (const WriteBack& w : g_.write_backs()) live[w.source] = true;
    for (size_t i = g_.nodes().size(); i-- > 0;) {
      const Node& n = g_.nodes()[i];
      bool effect = n.kind == NodeKind::call && (n.row().kind == rt::OpKind::random || n.row().may_raise);
      bool needed = n.writes() || (effect && !after_gradient[n.first]);
      for (uint32_t k = 0; k < n.n_results; ++k) needed |= live[n.first + k];
      if (!needed) continue;
      for (uint32_t k = 0; k < n.n_results; ++k) forward_[n.first + k] = true;
      for_each_use(n, [&](ValueId v) { live[v] = true; });
    }
  }
  static rt::Value copy_of(GraphBuilder& b, rt::Value v) {
    static const OpRow& to = rt::find_op("to");
    return rt::call(b, to.id(), v, b.meta(v).dtype);
  }
  bool written(ValueId input) const {
    for (const WriteBack& w : g_.write_backs())
      if (w.input == input) return true;
    return false;
  }
  // Views cost nothing; a pointwise op is cheap when it reads only what is saved anyway or cheap itself. To save an
  // operand in its place would gain nothing.
  bool decide(ValueId v, int depth) {
    if (choice_[v] != Choice::none) return true;
    const Node& n = g_.producer(v);
    bool again = false;
    if (n.kind == NodeKind::call && !n.writes()) {
      rt::OpKind kind = n.row().kind;
      bool light =
          kind == rt::OpKind::view || (kind == rt::OpKind::pointwise && depth < kRecomputeDepth && !is_heavy(n));
      if (light || beside_products(n)) {
        again = true;
        bool view = kind == rt::OpKind::view;
        if (light)
          for_each_operand(n.args, [&](ValueId u) { again = again && (view || at_hand(u) || is_light(u, depth + 1)); });
        if (again) for_each_operand(n.args, [&](ValueId u) { decide(u, depth + !view); });
      }
    } else if (n.kind == NodeKind::constant) {
      again = true;
    }
    choice_[v] = again ? Choice::again : Choice::save;
    return true;
  }
  bool at_hand(ValueId v) const {
    const Node& n = g_.producer(v);
    return choice_[v] != Choice::none || n.kind != NodeKind::call || beside_products(n);
  }
  bool is_light(ValueId v, int depth) const {
    const Node& n = g_.producer(v);
    if (n.kind != NodeKind::call) return true;
    if (n.row().kind == rt::OpKind::view)
      return at_hand(ValueId(n.args[0].value)) || is_light(ValueId(n.args[0].value), depth);
    if (n.row().kind != rt::OpKind::pointwise || depth >= kRecomputeDepth || is_heavy(n)) return false;
    bool light = true;
    for_each_operand(n.args, [&](ValueId u) { light = light && (at_hand(u) || is_light(u, depth + 1)); });
    return light;
  }
  // Who reads a forward value, or a view of it, in backward: products and other nodes that are no kernels of ours?
  enum Readers : uint8_t { nobody = 0, externals = 1, others = 2 };
  void find_readers() {
    readers_.resize(g_.n_values());
    root_.resize(g_.n_values());
    for (const Node& n : g_.nodes()) {
      bool view = n.kind == NodeKind::call && n.row().kind == rt::OpKind::view;
      for (uint32_t k = 0; k < n.n_results; ++k)
        root_[n.first + k] = view ? root_[ValueId(n.args[0].value)] : n.first + k;
      if (view || n.kind != NodeKind::call || forward_[n.first]) continue;
      uint8_t reader = n.row().kind == rt::OpKind::external ? externals : others;
      for_each_operand(n.args, [&](ValueId u) { readers_[root_[u]] |= reader; });
    }
    for (size_t k = j_.n_forward_outputs; k < g_.outputs().size(); ++k)
      if (ValueId v = g_.outputs()[k]) readers_[root_[v]] |= others;
  }
  // A layer's activation or normalization that only the products of backward read, as gelu(x) before the next layer:
  // one more pass over it is little beside the product, and what it was made from is saved for its own gradient.
  bool beside_products(const Node& n) const {
    static const OpRow& norm = rt::find_op("native_layer_norm");
    bool normalizes = &n.row() == &norm;
    if (!normalizes && (n.row().kind != rt::OpKind::pointwise || !is_heavy(n))) return false;
    if (readers_[n.first] != externals) return false;
    bool saved = false, all = true;
    for_each_operand(n.args, [&](ValueId u) {
      Choice c = choice_[root_[u]] == Choice::none ? choice_[u] : choice_[root_[u]];
      bool made = g_.producer(root_[u]).kind == NodeKind::call;
      all = all && (!made || c == Choice::save || (normalizes && c == Choice::again));
      saved = saved || (made && c != Choice::none);
    });
    return all && saved;
  }
  bool is_heavy(const Node& n) const {  // transcendental functions, divisions and roots
    std::optional<rt::Program> p = pointwise_program(g_, n);
    if (!p) return true;
    for (const rt::Instr& i : p->code)
      if (i.op < kOpTableEnd && (i.op == kOp_div || (i.op >= kOp_sqrt && i.op <= kOp_pow))) return true;
    return false;
  }

  Graph forward_graph() {
    Rewriter rw(g_);
    for (const Node& n : g_.nodes())
      if (forward_[n.first] || n.kind == NodeKind::constant) rw.copy(n);
    for (size_t k = 0; k < j_.n_forward_outputs; ++k)
      rw.builder().output(g_.outputs()[k] ? rw.at(g_.outputs()[k]) : rt::Value());
    for (ValueId v : saved_) rw.builder().output(written(v) ? copy_of(rw.builder(), rw.at(v)) : rw.at(v));
    for (const WriteBack& w : g_.write_backs()) rw.builder().write_back(rw.at(w.input), rw.at(w.source));
    return eliminate_dead_code(rw.finish_without_results());
  }
  Graph backward_graph() {
    Rewriter rw(g_);
    for (ValueId v : saved_) rw.set(v, rw.builder().placeholder(g_.meta(v), "saved"));
    for (size_t i = j_.n_forward_inputs; i < g_.inputs().size(); ++i) rw.copy(g_.producer(g_.inputs()[i]));
    // What is computed again stands ahead of its first reader, so that it does not lie about until then.
    auto bring = [&](auto& self, ValueId v) -> void {
      const Node& n = g_.producer(v);
      if (rw.has(v) || n.kind == NodeKind::placeholder || (forward_[v] && !computed_again(n))) return;
      if (forward_[v]) for_each_use(n, [&](ValueId u) { self(self, u); });
      bool ready = true;
      for_each_use(n, [&](ValueId u) { ready &= rw.has(u); });
      if (ready) rw.copy(n);
    };
    for (const Node& n : g_.nodes()) {
      if (n.kind == NodeKind::placeholder || forward_[n.first]) continue;
      for_each_use(n, [&](ValueId u) { bring(bring, u); });
      bring(bring, n.first);
    }
    for (size_t k = j_.n_forward_outputs; k < g_.outputs().size(); ++k)
      if (g_.outputs()[k]) bring(bring, g_.outputs()[k]);
    for (size_t k = j_.n_forward_outputs; k < g_.outputs().size(); ++k)
      rw.builder().output(g_.outputs()[k] ? rw.at(g_.outputs()[k]) : rt::Value());
    return eliminate_dead_code(rw.finish_without_results());
  }

  bool computed_again(const Node& n) const {
    bool again = n.kind == NodeKind::constant, saved = false;
    for (uint32_t k = 0; k < n.n_results; ++k) {
      again |= choice_[n.first + k] == Choice::again;
      saved |= choice_[n.first + k] == Choice::save;
    }
    return again && !saved;
  }

  const JointGraph& j_;
  const Graph& g_;
  std::vector<bool> forward_;
  std::vector<Choice> choice_;
  std::vector<uint8_t> readers_;  // by value that is no view
  std::vector<ValueId> root_;     // by value: what it is a view of, or itself
  std::vector<ValueId> saved_;
};

bool has_rule(const Node& n) {
  return n.row().vjp != nullptr;
}

}  // namespace

Result<Joint> make_joint(const Graph& graph, const std::vector<bool>& wanted, const std::vector<bool>* outputs) {
  CHECK(wanted.size() == graph.inputs().size());
  Graph g = functionalize(copy_of(graph));
  g = decompose(std::move(g), has_rule);
  Joint out;
  out.n_outputs = g.outputs().size();
  for (size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i]) out.grad_inputs.push_back(i);
  Differentiator d(g, wanted);
  ASSIGN_OR_RETURN(JointGraph j, d.run(out.grad_outputs, wanted, outputs));
  j.graph = eliminate_dead_code(simplify(eliminate_common_subexpressions(std::move(j.graph))));
  Partition(j).run(out);
  return out;
}

}  // namespace adder::ir
