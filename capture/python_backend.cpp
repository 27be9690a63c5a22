#include "capture/python_backend.h"

#include <algorithm>
#include <map>

#include "capture/activation.h"
#include "capture/graph_backend.h"
#include "capture/public_nodes.h"
#include "capture/scalar.h"
#include "interp/bridge/tensor_cell.h"

namespace adder::capture {
using rt::Arg;
using rt::Tag;
namespace {

Value string_value(Thread& th, std::string_view s) {
  return of(str(th, s));
}
// Turns a segment into the lists that torch._dynamo._fx.compile_segment reads. Inside arguments a tuple that starts with
// the marker stands for something of the graph: (marker, "node", number), (marker, "symbol", number) or
// (marker, "expression", operator, left, right).
class GraphWriter {
 public:
  GraphWriter(Thread& th, const Segment& s, const SymbolPlan* plan) : th_(th), s_(s), plan_(plan), marker_(of(list(th))) {
    std::vector<SizePosition> positions = size_positions(s);
    values_.resize(positions.size());
    memcpy(values_.data(), s.sizes.data(), s.sizes.size());
    for (size_t p = 0; p < positions.size(); p++)
      if (positions[p].kind == SizePosition::Kind::Argument) place_[{positions[p].a, positions[p].b, positions[p].c}] = p;
    order();
  }
  struct Placeholder {
    bool symbol;
    uint32_t index;  // symbol of the plan, or input
  };
  const std::vector<Placeholder>& placeholders() const { return placeholders_; }
  Value marker() { return marker_.get(); }

  Value placeholder_rows() {
    List* rows = list(th_);
    for (Placeholder p : placeholders_) {
      Tuple* t = tuple(th_, 3);
      t->items[0] = string_value(th_, p.symbol ? "symbol" : "tensor");
      if (p.symbol) {
        const SymbolPlan::Symbol& y = plan_->symbols[p.index];
        const SizePosition& at = plan_->positions[y.position];
        std::string from = y.size ? source(at.a) + ".size()[" + std::to_string(at.b) + "]" : "";
        t->items[1] = string_value(th_, from);
        t->items[2] = integer(th_, values_[y.position]);
      } else {
        t->items[1] = integer(th_, s_.inputs[p.index]);
        t->items[2] = string_value(th_, source(p.index));
      }
      push(rows, of(t));
    }
    return of(rows);
  }
  Value example_rows() {
    List* rows = list(th_);
    for (Placeholder p : placeholders_)
      push(rows, p.symbol ? kNone : wrap_tensor(th_, s_.values[s_.inputs[p.index]].tensor));
    return of(rows);
  }
  // Each row is (call, note); a note is what fx nodes keep in their meta: (file, line, function, values).
  Value operation_rows() {
    List* rows = list(th_);
    auto add = [&](Value call, Value where_and_what) {
      Tuple* t = tuple(th_, 2);
      t->items[0] = call;
      t->items[1] = where_and_what;
      push(rows, of(t));
    };
    auto add_raw = [&](uint32_t k) {
      const std::string& source = s_.ops[k].source;
      size_t colon = source.rfind(':');
      std::string file = colon == std::string::npos ? "" : source.substr(0, colon);
      uint32_t line = colon == std::string::npos ? 0 : uint32_t(atoi(source.c_str() + colon + 1));
      add(raw_row(k), note(file, line, "", s_.ops[k].results));
    };
    if (public_form()) {
      for (const PublicNode& n : s_.nodes->nodes()) {
        if (!hides_output(n)) {
          add(public_row(n), note(n.file, n.line, n.function, n.results));
          continue;
        }
        for (uint32_t k = n.first_op; k < n.end_op; k++) add_raw(k);
      }
    } else {
      for (uint32_t k = 0; k < s_.ops.size(); k++) add_raw(k);
    }
    return of(rows);
  }

 private:
  std::string source(uint32_t input) const {
    if (s_.nodes) {
      auto it = s_.nodes->sources.find(s_.inputs[input]);
      if (it != s_.nodes->sources.end()) return it->second.expression;
    }
    return "arg" + std::to_string(input);
  }
  // Inputs in the order in which the script touched them; a symbol stands before the first tensor that has it.
  void order() {
    std::vector<uint32_t> inputs(s_.inputs.size());
    auto touched = [&](uint32_t i) {
      if (!s_.nodes) return 0u;
      auto it = s_.nodes->sources.find(s_.inputs[i]);
      return it == s_.nodes->sources.end() ? ~0u : it->second.order;
    };
    for (uint32_t i = 0; i < inputs.size(); i++) inputs[i] = i;
    std::stable_sort(inputs.begin(), inputs.end(), [&](uint32_t a, uint32_t b) { return touched(a) < touched(b); });
    size_t count = plan_ ? plan_->symbols.size() : 0;
    std::vector<bool> done(count);
    for (uint32_t i : inputs) {
      for (size_t p = 0; plan_ && p < plan_->positions.size(); p++) {
        int32_t y = plan_->of[p];
        if (plan_->positions[p].kind != SizePosition::Kind::Size || plan_->positions[p].a != i || y < 0) continue;
        if (!done[size_t(y)]) placeholders_.push_back({true, uint32_t(y)});
        done[size_t(y)] = true;
      }
      placeholders_.push_back({false, i});
    }
    for (uint32_t y = 0; y < count; y++)
      if (!done[y]) placeholders_.push_back({true, y});
  }
  // Does the record of calls say everything about this segment?
  bool public_form() {
    if (!s_.nodes || !s_.nodes->whole()) return false;
    std::vector<bool> covered(values_.size());
    auto visit = [&](auto& self, const PublicArg& a) -> void {
      for (const PublicArg::Spot& spot : a.spots) covered[place_.at({spot.op, spot.arg, spot.element})] = true;
      for (const PublicArg& item : a.items) self(self, item);
    };
    for (const PublicNode& n : s_.nodes->nodes())
      for (const PublicArg& a : n.args) visit(visit, a);
    for (auto& [where, p] : place_) {
      bool varies = plan_ ? plan_->of[p] != SymbolPlan::kFixed : false;
      if (!s_.nodes->recorded.empty()) varies |= s_.nodes->recorded[p] != values_[p];
      if (varies && !covered[p]) return false;
    }
    return true;
  }
  // Does somebody hold a part of the call that the script never saw? (Autograd keeps what backward needs.)
  bool hides_output(const PublicNode& n) const {
    for (uint32_t k = n.first_op; k < n.end_op; k++)
      for (uint32_t r : s_.ops[k].results)
        if (std::find(s_.outputs.begin(), s_.outputs.end(), r) != s_.outputs.end() &&
            std::find(n.results.begin(), n.results.end(), r) == n.results.end() && !s_.values[r].from_outside)
          return true;
    return false;
  }
  // The values have metadata and no data. Sizes that are symbols are not known here: such graphs say nothing of results.
  Value note(const std::string& file, uint32_t line, const std::string& function, const std::vector<uint32_t>& results) {
    List* values = list(th_);
    for (uint32_t r : results) {
      if (plan_ && !plan_->symbols.empty()) break;
      const rt::TensorImpl& from = *s_.values[r].tensor;
      rt::TensorImpl* t = rt::new_impl();
      t->meta = from.meta;
      t->meta.device = rt::Device{rt::DeviceType::meta};
      t->meta.offset = 0;
      t->numel = from.numel;
      t->contiguous = from.contiguous;
      t->storage = rt::new_storage_without_data(0);
      push(values, wrap_tensor(th_, rt::Tensor::adopt(t)));
    }
    Tuple* t = tuple(th_, 4);
    t->items[0] = string_value(th_, file);
    t->items[1] = integer(th_, line);
    t->items[2] = string_value(th_, function);
    t->items[3] = of(values);
    return of(t);
  }
  Value marked(std::initializer_list<Value> parts) {
    Tuple* t = tuple(th_, uint32_t(parts.size()) + 1);
    t->items[0] = inc(marker_.get());
    uint32_t i = 1;
    for (Value v : parts) t->items[i++] = v;
    return of(t);
  }
  Value node(uint32_t number) { return marked({string_value(th_, "node"), integer(th_, number)}); }
  Value expression(int32_t at) {
    const SymbolPlan::Expr& e = plan_->exprs[size_t(at)];
    switch (e.form) {
      case SymbolPlan::Expr::Form::Constant: return integer(th_, e.value);
      case SymbolPlan::Expr::Form::Symbol: return marked({string_value(th_, "symbol"), integer(th_, e.value)});
      case SymbolPlan::Expr::Form::Arithmetic: break;
    }
    const char* name = e.arithmetic == kFdiv  ? "floordiv"
                       : e.arithmetic == kMod ? "mod"
                       : e.arithmetic == kMul ? "mul"
                       : e.arithmetic == kAdd ? "add"
                                              : "sub";
    Value left = expression(e.left), right = expression(e.right);
    return marked({string_value(th_, "expression"), string_value(th_, name), left, right});
  }
  Value number(uint32_t op, uint32_t arg, uint32_t element) {
    size_t p = place_.at({op, arg, element});
    int32_t y = plan_ ? plan_->of[p] : SymbolPlan::kFixed;
    if (y >= 0) return marked({string_value(th_, "symbol"), integer(th_, y)});
    if (y == SymbolPlan::kComputed) return expression(plan_->computed[p]);
    return integer(th_, values_[p]);
  }

  // -- as operations
  Value raw_argument(uint32_t k, size_t i) {
    const DeferredOp& op = s_.ops[k];
    const Arg& a = op.args[i];
    switch (a.tag) {
      case Tag::none: return kNone;
      case Tag::tensor: return node(op.operands[i]);
      case Tag::integer: return number(k, uint32_t(i), 0);
      case Tag::floating: return real(a.f);
      case Tag::boolean: return boolean(a.i != 0);
      case Tag::int_list: {
        List* l = list(th_);
        for (uint32_t e = 0; e < a.count; ++e) push(l, number(k, uint32_t(i), e));
        return of(l);
      }
      case Tag::float_list: {
        List* l = list(th_);
        for (uint32_t e = 0; e < a.count; ++e) push(l, real(a.floats[e]));
        return of(l);
      }
      case Tag::complex_number: return complex(th_.in, a.z->re, a.z->im);
      case Tag::bool_list: {
        List* l = list(th_);
        for (uint32_t e = 0; e < a.count; ++e) push(l, boolean(a.bools[e]));
        return of(l);
      }
      case Tag::tensor_list: {
        List* l = list(th_);
        for (uint32_t e = 0; e < a.count; ++e) push(l, raw_argument(k, size_t(a.i) + e));
        return of(l);
      }
      case Tag::dtype: return dtype_object(th_.in, a.dtype());
      case Tag::device: return device_object(th_, a.device());
      case Tag::string: return string_value(th_, a.s);
      case Tag::memory_format: return inc(torch_state(th_).memory_formats[a.i]);
      default: return kNone;
    }
  }
  // ("raw", op name, surfaces, positional arguments, keyword arguments, results, writes)
  Value raw_row(uint32_t number) {
    const DeferredOp& op = s_.ops[number];
    const rt::OpRow& row = rt::row_of(op.id);
    const rt::Schema& schema = row.canonical();
    List* positional = list(th_);
    Dict* keywords = dict(th_);
    size_t n = std::min<size_t>(op.args.size(), schema.n);
    size_t last = 0;
    for (size_t i = 0; i < n; ++i)
      if (op.args[i].given()) last = i + 1;
    for (size_t i = 0; i < last; ++i) {
      if (!schema.params[i].keyword_only) {
        push(positional, raw_argument(number, i));
      } else if (op.args[i].given()) {
        dict_set(keywords, intern(th_.in, schema.name_of(int(i))), raw_argument(number, i));
      }
    }
    List *results = list(th_), *writes = list(th_);
    for (size_t k = 0; k < op.results.size(); ++k) {
      push(results, integer(th_, op.results[k]));
      push(writes, boolean(op.writes[k]));
    }
    Tuple* t = tuple(th_, 7);
    t->items[0] = string_value(th_, "raw");
    t->items[1] = string_value(th_, row.schemas[0].base_name());
    t->items[2] = integer(th_, row.surface);
    t->items[3] = of(positional);
    t->items[4] = of(keywords);
    t->items[5] = of(results);
    t->items[6] = of(writes);
    return of(t);
  }

  // -- as the script's calls
  Value public_argument(const PublicArg& a) {
    switch (a.form) {
      case PublicArg::Form::Plain: return a.value == kAbsent ? kNone : inc(a.value);
      case PublicArg::Form::Tensor: return node(a.number);
      case PublicArg::Form::Integer:
        return a.spots.empty() ? a.value : number(a.spots[0].op, a.spots[0].arg, a.spots[0].element);
      case PublicArg::Form::List: {
        List* l = list(th_);
        for (const PublicArg& item : a.items) push(l, public_argument(item));
        return of(l);
      }
      case PublicArg::Form::Slice: {
        Value parts[3];
        for (size_t i = 0; i < 3; i++) parts[i] = public_argument(a.items[i]);
        return marked({string_value(th_, "slice"), parts[0], parts[1], parts[2]});
      }
      case PublicArg::Form::Tuple: {
        Tuple* t = tuple(th_, uint32_t(a.items.size()));
        for (size_t i = 0; i < a.items.size(); i++) t->items[i] = public_argument(a.items[i]);
        return of(t);
      }
    }
    return kNone;
  }
  // (kind, target, positional arguments, keyword arguments, results, tuple?, variable names)
  Value public_row(const PublicNode& n) {
    static const char* const kArithmetic[] = {"add", "sub", "mul",  "truediv", "floordiv", "mod",   "pow",
                                              "and_", "or_", "xor", "lshift",  "rshift",   "matmul"};
    static const char* const kInPlace[] = {"iadd", "isub", "imul", "itruediv", "ifloordiv", "imod",   "ipow",
                                           "iand", "ior",  "ixor", "ilshift",  "irshift",   "imatmul"};
    static const char* const kCompare[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    std::string kind = "operator";
    Value target = kAbsent;
    switch (n.kind) {
      case Residual::Binary:
        target = string_value(th_, n.key & 0x100 ? kInPlace[n.key & 0xff] : kArithmetic[n.key & 0xff]);
        break;
      case Residual::Compare: target = string_value(th_, kCompare[(n.key - LT) / 3]); break;
      case Residual::Unary:
        target = string_value(th_, n.key == NEG ? "neg" : n.key == POS ? "pos" : "invert");
        break;
      case Residual::Subscript: target = string_value(th_, "getitem"); break;
      case Residual::SetItem: target = string_value(th_, n.args.size() == 3 ? "setitem" : "delitem"); break;
      case Residual::GetAttr:
        kind = "getattr";
        target = of(inc(reinterpret_cast<Str*>(n.key)));
        break;
      case Residual::Call:
        kind = "function";
        target = inc(n.target);
        break;
      default: {
        Native* f = n.target.as<Native>();
        kind = f->owner ? "method" : "function";
        target = f->owner ? string_value(th_, f->def->name) : inc(n.target);
      }
    }
    List* positional = list(th_);
    Dict* keywords = dict(th_);
    size_t plain = n.args.size() - n.keywords.size();
    for (size_t i = 0; i < n.args.size(); i++) {
      Value v = public_argument(n.args[i]);
      if (i < plain)
        push(positional, v);
      else
        dict_set(keywords, intern(th_.in, n.keywords[i - plain]), v);
    }
    List *results = list(th_), *names = list(th_);
    for (size_t k = 0; k < n.results.size(); k++) {
      push(results, integer(th_, n.results[k]));
      push(names, n.names[k].empty() ? kNone : string_value(th_, n.names[k]));
    }
    Tuple* t = tuple(th_, 7);
    t->items[0] = string_value(th_, kind);
    t->items[1] = target;
    t->items[2] = of(positional);
    t->items[3] = of(keywords);
    t->items[4] = of(results);
    t->items[5] = boolean(n.many);
    t->items[6] = of(names);
    return of(t);
  }

  Thread& th_;
  const Segment& s_;
  const SymbolPlan* plan_;
  Owned marker_;
  std::vector<int64_t> values_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, size_t> place_;
  std::vector<Placeholder> placeholders_;
};
Value numbers(Thread& th, const std::vector<uint32_t>& v) {
  List* l = list(th);
  for (uint32_t n : v) push(l, integer(th, n));
  return of(l);
}
class PythonExecutable final : public Executable {
 public:
  PythonExecutable(Thread& th, Value callable, const GraphWriter& w, const SymbolPlan* plan)
      : th_(th), callable_(callable), placeholders_(w.placeholders()) {
    for (const GraphWriter::Placeholder& p : placeholders_)
      symbols_.push_back(p.symbol ? plan->symbols[p.index].position : 0);
  }
  Status run(rt::Context& c, Segment& s) override {
    std::vector<Value> inputs;
    std::vector<uint32_t> versions;
    for (size_t i = 0; i < placeholders_.size(); i++) {
      int64_t n = 0;
      if (placeholders_[i].symbol) memcpy(&n, s.sizes.data() + symbols_[i] * sizeof n, sizeof n);
      inputs.push_back(placeholders_[i].symbol ? integer(th_, n)
                                               : wrap_tensor(th_, s.values[s.inputs[placeholders_[i].index]].tensor));
    }
    for (uint32_t v : s.inputs) versions.push_back(rt::version_of(*s.values[v].tensor));
    uint32_t enabled = c.enabled;
    c.enabled = ~0u & ~(1u << rt::kRecorderLevel) & ~(1u << rt::kAutogradLevel);
    Owned r(th_.call(callable_.get(), inputs.data(), int(inputs.size())));
    c.enabled = enabled;
    for (Value v : inputs) dec(v);
    for (size_t i = 0; i < s.inputs.size(); i++)  // writes were counted when they were issued
      rt::set_version(*s.values[s.inputs[i]].tensor, versions[i]);
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
  std::vector<GraphWriter::Placeholder> placeholders_;
  std::vector<uint32_t> symbols_;  // positions of their values
};
class PythonBackend final : public Backend {
 public:
  PythonBackend(Thread& th, Value function) : th_(th), function_(inc(function)) {}
  Result<std::shared_ptr<Executable>> compile(rt::Context&, const Segment& s) override { return build(s, nullptr); }
  Result<std::shared_ptr<Executable>> compile_symbolic(rt::Context&, const Segment& s, const SymbolPlan& p) override {
    return build(s, &p);
  }
  bool takes_symbols() const override { return true; }
  bool wants_nodes() const override { return true; }

 private:
  Result<std::shared_ptr<Executable>> build(const Segment& s, const SymbolPlan* plan) {
    Owned module(import_module(th_, intern(th_.in, "torch._dynamo._fx"), kNone, 0));
    if (!module) return Status::pending();
    Value own = dict_get(th_.in.modules, intern(th_.in, "torch._dynamo._fx"));
    Owned fx(get_attr_native(th_, own, intern(th_.in, "compile_segment")));
    if (!fx) return Status::pending();
    GraphWriter w(th_, s, plan);
    Value args[] = {function_.get(),     w.marker(),          w.placeholder_rows(), w.operation_rows(),
                    numbers(th_, s.outputs), w.example_rows()};
    Value r = th_.call(fx.get(), args, 6);
    for (int i = 2; i < 6; i++) dec(args[i]);
    if (!r.u) return Status::pending();
    if (r == kNone) return Status::error("an operator of this segment has no public name");
    return std::shared_ptr<Executable>(std::make_shared<PythonExecutable>(th_, r, w, plan));
  }

  Thread& th_;
  Owned function_;
};
}  // namespace
std::string graph_text(Thread& th, const Segment& s, const SymbolPlan* plan, const char* form) {
  Value kept = th.take_pending();
  std::string text;
  Owned module(import_module(th, intern(th.in, "torch._dynamo._fx"), kNone, 0));
  Value own = module ? dict_get(th.in.modules, intern(th.in, "torch._dynamo._fx")) : kAbsent;
  Owned show(own.u ? get_attr_native(th, own, intern(th.in, "segment_text")) : kAbsent);
  if (show) {
    if (plan && plan->everything) plan = nullptr;
    GraphWriter w(th, s, plan);
    Value args[] = {string_value(th, form), w.marker(),         w.placeholder_rows(),
                    w.operation_rows(),     numbers(th, s.outputs), w.example_rows()};
    Owned r(th.call(show.get(), args, 6));
    for (int i : {0, 2, 3, 4, 5}) dec(args[i]);
    if (r && is_str(r.get())) text = sv(r.get());
  }
  th.clear_pending();
  th.pending = kept;
  return text.empty() ? "(a graph that holds operators without a public name)" : text;
}
std::shared_ptr<Backend> python_backend(Thread& th, Value function) {
  return std::make_shared<PythonBackend>(th, function);
}
}  // namespace adder::capture
