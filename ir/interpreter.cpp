#include "ir/interpreter.h"
#include "ir/printer.h"
#include "ir/symbols.h"
#include "runtime/ops/dispatch.h"
namespace adder::ir {
namespace {

class Interpreter : public rt::Executable {
 public:
  Interpreter(std::shared_ptr<const Graph> graph, Engine engine) : graph_(std::move(graph)), engine_(engine) {
    // The node after which a value is not read again; outputs and write-backs are read after the last one.
    std::vector<NodeId> last(graph_->n_values());
    NodeId end = NodeId(graph_->nodes().size());
    for (NodeId i = 0; i < end; ++i) {
      const Node& n = graph_->node(i);
      for (uint32_t k = 0; k < n.n_results; ++k) last[n.first + k] = i;
      for_each_use(n, [&](ValueId v) { last[v] = i; });
    }
    for (ValueId v : graph_->outputs()) last[v] = end;
    for (const WriteBack& w : graph_->write_backs()) last[w.input] = last[w.source] = end;
    dead_after_.resize(end);
    for (ValueId v = 1; v < last.size(); ++v)
      if (last[v] != end) dead_after_[last[v]].push_back(v);
  }

  Status run(rt::Launch& launch) const override {
    const Graph& g = *graph_;
    CHECK(launch.inputs.size() == g.inputs().size() && launch.outputs.size() == g.outputs().size());
    rt::Context& c = launch.context;
    rt::WithEnabled below(c, 0);
    WithExecutor executor(c, engine_ == Engine::reference ? rt::Executor::reference : rt::Executor::tiles);
    std::vector<Tensor> values(g.n_values());
    for (size_t i = 0; i < g.inputs().size(); ++i) values[g.inputs()[i]] = launch.inputs[i];
    for (NodeId i = 0; i < g.nodes().size(); ++i) {
      if (launch.cancel && launch.cancel->load(std::memory_order_relaxed)) return Status::error("launch canceled");
      const Node& n = g.node(i);
      if (n.kind == NodeKind::constant) values[n.first] = g.constants()[n.constant];
      if (n.kind == NodeKind::call) TRY(run_call(c, n, launch.symbols, values));
      for (ValueId v : dead_after_[i]) values[v] = Tensor();
    }
    for (const WriteBack& w : g.write_backs()) TRY(copy_into(c, values[w.source], values[w.input]));
    for (size_t k = 0; k < g.outputs().size(); ++k) launch.outputs[k] = values[g.outputs()[k]];
    return {};
  }

  std::string text() const override {
    return std::string(engine_ == Engine::eager ? "eager " : "reference ") + ir::text(*graph_);
  }

 private:
  struct WithExecutor {
    WithExecutor(rt::Context& c, rt::Executor e) : context(c), saved(c.executor) { c.executor = e; }
    ~WithExecutor() { context.executor = saved; }
    rt::Context& context;
    rt::Executor saved;
  };

  Status run_call(rt::Context& c, const Node& n, std::span<const int64_t> symbols, std::vector<Tensor>& values) const {
    BoundArgs args(n.args, symbols, [&](ValueId v) { return values[v].get(); });
    std::vector<Arg> out(n.n_results);
    for (size_t k = 0; k < n.destinations.size(); ++k)
      if (n.destinations[k]) out[k] = Arg(values[n.destinations[k]]);
    TRY(rt::dispatch(c, n.op, args.args(), out));
    for (uint32_t k = 0; k < n.n_results; ++k) {
      bool written = !n.destinations.empty() && n.destinations[k];
      if (written) {
        values[n.first + k] = Tensor(out[k].t);
      } else if (out[k].is_tensor()) {
        values[n.first + k] = Tensor::adopt(out[k].t);
      }
    }
    return {};
  }

  std::shared_ptr<const Graph> graph_;
  Engine engine_;
  std::vector<std::vector<ValueId>> dead_after_;
};

}  // namespace

Status copy_into(rt::Context& c, const Tensor& from, const Tensor& to) {
  static const OpRow& row = rt::find_op("to");
  const Arg in[] = {from, to->meta.dtype};
  return rt::call_into(c, row, in, to);
}

std::unique_ptr<rt::Executable> interpreter(std::shared_ptr<const Graph> graph, Engine engine) {
  return std::make_unique<Interpreter>(std::move(graph), engine);
}

}  // namespace adder::ir
