#include "capture/graph_backend.h"

#include "ir/builder.h"
#include "ir/printer.h"
#include "runtime/ops/dispatch.h"

namespace adder::capture {
using rt::Arg;
using rt::Tensor;

Result<ir::Graph> graph_of(const Segment& s) {
  ir::GraphBuilder b;
  std::vector<rt::Value> now(s.values.size());  // a write gives the tensor a new number
  for (uint32_t v : s.inputs) now[v] = b.placeholder(rt::to_sym(s.values[v].tensor->meta));
  for (const DeferredOp& op : s.ops) {
    std::vector<Arg> args = op.args;
    for (size_t i = 0; i < args.size(); ++i)
      if (op.operands[i]) args[i] = now[op.operands[i]];
    std::vector<rt::Value> destinations(op.results.size()), out(op.results.size());
    std::vector<rt::SymMeta> metas;
    bool writes = false;
    for (size_t k = 0; k < op.results.size(); ++k) {
      metas.push_back(rt::to_sym(s.values[op.results[k]].tensor->meta));
      if (!op.writes[k]) continue;
      destinations[k] = now[op.results[k]];
      writes = true;
    }
    b.set_grad_mode(op.grad_enabled);
    b.set_stack(op.source);
    b.call_with_metas(op.id, args, writes ? std::span<const rt::Value>(destinations) : std::span<const rt::Value>(),
                      metas, out);
    TRY(std::move(b.status));
    for (size_t k = 0; k < op.results.size(); ++k) now[op.results[k]] = out[k];
  }
  for (uint32_t v : s.outputs) b.output(now[v]);
  return b.finish();
}

Status give_data(rt::Context& c, const Tensor& to, const Tensor& from) {
  rt::Storage& s = *to->storage;
  bool whole = from->storage->refs.load() == 1 && from->meta.offset == 0 && to->meta.offset == 0 &&
               from->meta.sizes == to->meta.sizes && from->meta.strides == to->meta.strides &&
               from->meta.dtype == to->meta.dtype && from->storage->bytes >= s.bytes;
  if (whole && !s.data) {
    std::swap(s.data, from->storage->data);
    std::swap(s.block, from->storage->block);
    std::swap(s.deleter, from->storage->deleter);
    std::swap(s.owner, from->storage->owner);
    return {};
  }
  if (!s.data && s.bytes && !rt::allocate_storage(s))
    return Status::error(ErrorKind::memory, rt::out_of_memory_text(s.bytes));
  uint32_t version = rt::version_of(*to);
  static const rt::OpRow& copy = rt::find_op("to");
  Status status = rt::call_into(c, copy, std::initializer_list<Arg>{from, to->meta.dtype}, to);
  rt::set_version(*to, version);
  return status;
}

namespace {
class GraphExecutable final : public Executable {
 public:
  explicit GraphExecutable(std::shared_ptr<rt::Executable> run) : run_(std::move(run)) {}
  Status run(rt::Context& c, Segment& s) override {
    std::vector<Tensor> inputs, outputs(s.outputs.size());
    std::vector<uint32_t> versions;
    for (uint32_t v : s.inputs) {
      inputs.push_back(s.values[v].tensor);
      versions.push_back(rt::version_of(*inputs.back()));
    }
    rt::Launch launch{c, inputs, {}, outputs};
    TRY(run_->run(launch));
    for (size_t i = 0; i < inputs.size(); ++i) rt::set_version(*inputs[i], versions[i]);  // counted when issued
    for (size_t k = 0; k < outputs.size(); ++k) TRY(give_data(c, s.values[s.outputs[k]].tensor, outputs[k]));
    return {};
  }
  std::shared_ptr<rt::Executable> direct() const override { return run_; }

 private:
  std::shared_ptr<rt::Executable> run_;
};
class GraphBackend final : public Backend {
 public:
  GraphBackend(GraphCompiler compile, std::string name, std::function<void(const std::string&)> dump)
      : compile_(std::move(compile)), name_(std::move(name)), dump_(std::move(dump)) {}
  bool launches_whole() const override { return true; }
  Result<std::shared_ptr<Executable>> compile(rt::Context&, const Segment& s) override {
    ASSIGN_OR_RETURN(ir::Graph g, graph_of(s));
    auto graph = std::make_shared<const ir::Graph>(std::move(g));
    if (dump_) dump_(ir::text(*graph));
    ASSIGN_OR_RETURN(std::shared_ptr<rt::Executable> run, compile_(graph, name_));
    return std::shared_ptr<Executable>(std::make_shared<GraphExecutable>(std::move(run)));
  }
  Result<std::shared_ptr<rt::Executable>> compile_graph(std::shared_ptr<const ir::Graph> graph) override {
    return compile_(std::move(graph), name_);
  }

 private:
  GraphCompiler compile_;
  std::string name_;
  std::function<void(const std::string&)> dump_;
};
}  // namespace
std::shared_ptr<Backend> graph_backend(GraphCompiler compile, std::string name,
                                       std::function<void(const std::string&)> dump) {
  return std::make_shared<GraphBackend>(std::move(compile), std::move(name), std::move(dump));
}
}  // namespace adder::capture
