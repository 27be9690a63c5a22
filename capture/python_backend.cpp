#include "capture/python_backend.h"

#include "capture/activation.h"
#include "capture/graph_backend.h"
#include "interp/bridge/tensor_cell.h"

namespace adder::capture {
using rt::Arg;
using rt::Tag;
namespace {

Value string_value(Thread& th, std::string_view s) {
  return of(str(th, s));
}
// ("node", number) stands for a value of the graph; torch._dynamo._fx turns it into a torch.fx.Node.
Value node_value(Thread& th, uint32_t number) {
  Tuple* t = tuple(th, 2);
  t->items[0] = string_value(th, "node");
  t->items[1] = integer(th, number);
  return of(t);
}
Value argument_value(Thread& th, const DeferredOp& op, size_t i) {
  const Arg& a = op.args[i];
  switch (a.tag) {
    case Tag::none: return kNone;
    case Tag::tensor: return node_value(th, op.operands[i]);
    case Tag::integer: return integer(th, a.i);
    case Tag::floating: return real(a.f);
    case Tag::boolean: return boolean(a.i != 0);
    case Tag::int_list: {
      List* l = list(th);
      for (uint32_t k = 0; k < a.count; ++k) push(l, integer(th, a.ints[k].hint));
      return of(l);
    }
    case Tag::float_list: {
      List* l = list(th);
      for (uint32_t k = 0; k < a.count; ++k) push(l, real(a.floats[k]));
      return of(l);
    }
    case Tag::tensor_list: {
      List* l = list(th);
      for (uint32_t k = 0; k < a.count; ++k) push(l, argument_value(th, op, size_t(a.i) + k));
      return of(l);
    }
    case Tag::dtype: return dtype_object(th.in, a.dtype());
    case Tag::device: return device_object(th, a.device());
    case Tag::string: return string_value(th, a.s);
    case Tag::memory_format: return inc(torch_state(th).memory_formats[a.i]);
    default: return kNone;
  }
}
// (op name, surfaces, positional arguments, keyword arguments, results, writes)
Value op_value(Thread& th, const DeferredOp& op) {
  const rt::OpRow& row = rt::row_of(op.id);
  const rt::Schema& schema = row.canonical();
  List* positional = list(th);
  Dict* keywords = dict(th);
  size_t n = std::min<size_t>(op.args.size(), schema.n);
  size_t last = 0;
  for (size_t i = 0; i < n; ++i)
    if (op.args[i].given()) last = i + 1;
  for (size_t i = 0; i < last; ++i) {
    Value v = argument_value(th, op, i);
    if (schema.params[i].keyword_only) {
      if (op.args[i].given())
        dict_set(keywords, intern(th.in, schema.name_of(int(i))), v);
      else
        dec(v);
    } else {
      push(positional, v);
    }
  }
  List *results = list(th), *writes = list(th);
  for (size_t k = 0; k < op.results.size(); ++k) {
    push(results, integer(th, op.results[k]));
    push(writes, boolean(op.writes[k]));
  }
  Tuple* t = tuple(th, 6);
  t->items[0] = string_value(th, row.schemas[0].base_name());
  t->items[1] = integer(th, row.surface);
  t->items[2] = of(positional);
  t->items[3] = of(keywords);
  t->items[4] = of(results);
  t->items[5] = of(writes);
  return of(t);
}
Value numbers(Thread& th, const std::vector<uint32_t>& v) {
  List* l = list(th);
  for (uint32_t n : v) push(l, integer(th, n));
  return of(l);
}
class PythonExecutable final : public Executable {
 public:
  PythonExecutable(Thread& th, Value callable) : th_(th), callable_(callable) {}
  Status run(rt::Context& c, Segment& s) override {
    std::vector<Value> inputs;
    for (uint32_t v : s.inputs) inputs.push_back(wrap_tensor(th_, s.values[v].tensor));
    uint32_t enabled = c.enabled;
    c.enabled = ~0u & ~(1u << rt::kRecorderLevel) & ~(1u << rt::kAutogradLevel);
    Owned r(th_.call(callable_.get(), inputs.data(), int(inputs.size())));
    c.enabled = enabled;
    for (Value v : inputs) dec(v);
    if (!r) return Status::pending();
    std::vector<Value> results;
    TorchState& state = torch_state(th_);
    if (is_tensor(state, r.get())) {
      results.push_back(inc(r.get()));
    } else if (!iterate(th_, r.get(), &results)) {
      return Status::pending();
    }
    Status status;
    for (size_t k = 0; k < s.outputs.size() && status.ok(); ++k) {
      if (k >= results.size() || !is_tensor(state, results[k]))
        status = Status::error("a backend's function returned something else than its graph's outputs");
      else
        status = copy_to(c, s.values[s.outputs[k]].tensor, tensor_of(results[k]));
    }
    for (Value v : results) dec(v);
    return status;
  }

 private:
  // A script may keep what it returned, so the data is copied.
  static Status copy_to(rt::Context& c, const rt::Tensor& to, const rt::Tensor& from) {
    rt::WithEnabled below(c, 0);
    rt::Tensor hold = from;
    return give_data(c, to, hold);
  }
  Thread& th_;
  Owned callable_;
};
class PythonBackend final : public Backend {
 public:
  PythonBackend(Thread& th, Value function) : th_(th), function_(inc(function)) {}
  Result<std::shared_ptr<Executable>> compile(rt::Context&, const Segment& s) override {
    Owned module(import_module(th_, intern(th_.in, "torch._dynamo._fx"), kNone, 0));
    if (!module) return Status::pending();
    Value own = dict_get(th_.in.modules, intern(th_.in, "torch._dynamo._fx"));
    Owned fx(get_attr_native(th_, own, intern(th_.in, "compile_segment")));
    if (!fx) return Status::pending();
    List* ops = list(th_);
    for (const DeferredOp& op : s.ops) push(ops, op_value(th_, op));
    List* examples = list(th_);
    for (uint32_t v : s.inputs) push(examples, wrap_tensor(th_, s.values[v].tensor));
    Value args[] = {function_.get(), of(ops), numbers(th_, s.inputs), numbers(th_, s.outputs), of(examples)};
    Value r = th_.call(fx.get(), args, 5);
    for (int i = 1; i < 5; i++) dec(args[i]);
    if (!r.u) return Status::pending();
    return std::shared_ptr<Executable>(std::make_shared<PythonExecutable>(th_, r));
  }

 private:
  Thread& th_;
  Owned function_;
};
}  // namespace
std::shared_ptr<Backend> python_backend(Thread& th, Value function) {
  return std::make_shared<PythonBackend>(th, function);
}
}  // namespace adder::capture
