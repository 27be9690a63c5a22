#include "interp/bridge/op_binding.h"

#include <cstdlib>
#include <cstring>

namespace adder {
namespace {

using rt::Arg;
using rt::ParamKind;

constexpr int kQuickParams = 8;

// Names of the results, from "-> (Tensor values, Tensor indices)".
[[gnu::cold]] std::vector<std::string> return_names_of(const rt::Schema& s) {
  std::vector<std::string> names;
  size_t arrow = s.text.rfind(") -> ");
  std::string_view r = s.text.substr(arrow + 5);
  if (r.empty() || r[0] != '(') return names;
  r = r.substr(1, r.size() - 2);
  while (!r.empty()) {
    size_t comma = r.find(", ");
    std::string_view one = r.substr(0, comma);
    size_t space = one.rfind(' ');
    if (space == one.npos) return {};
    names.emplace_back(one.substr(space + 1));
    if (comma == r.npos) break;
    r.remove_prefix(comma + 2);
  }
  return names;
}

// Fills the default of a parameter that has no list; false: this overload has no quick path.
[[gnu::cold]] bool quick_default(const rt::Schema& s, int i, Arg* out) {
  const rt::Param& p = s.params[size_t(i)];
  *out = Arg();
  if (!p.default_len) return true;  // required, or optional without a default
  std::string d(s.default_of(i));
  if (d == "None") return true;
  switch (p.kind) {
    case ParamKind::boolean: *out = Arg(d == "True"); return true;
    case ParamKind::integer: *out = Arg(int64_t(std::strtoll(d.c_str(), nullptr, 10))); return true;
    case ParamKind::floating: *out = Arg(std::strtod(d.c_str(), nullptr)); return true;
    case ParamKind::int_list:
    case ParamKind::float_list:
    case ParamKind::bool_list: return false;
    default: return true;  // rules know the default of scalars and strings
  }
}

[[gnu::cold]] OpBinding::Quick quick_of(const rt::Candidate& c) {
  OpBinding::Quick q{};
  const rt::Schema& s = *c.schema;
  q.row = c.row;
  q.most = -1;
  if (s.n > kQuickParams || c.row->canonical().n > kQuickParams || s.returns_list) return q;
  q.in_place = s.written_param() == 0;
  if (s.written_param() > 0 || s.written_param(1) >= 0) return q;
  q.numbers_as_tensors = rt::takes_numbers_as_tensors(*c.row);
  int last = 0;
  int most = -1;
  for (int i = 0; i < s.n; ++i) {
    const rt::Param& p = s.params[size_t(i)];
    if (c.canonical[i] < 0 || !quick_default(s, i, &q.defaults[c.canonical[i]])) return q;
    q.kinds[i] = uint8_t(p.kind);
    q.canonical[i] = c.canonical[i];
    if (q.defaults[c.canonical[i]].given()) last = std::max(last, c.canonical[i] + 1);
    if (p.keyword_only) {
      if (!p.default_len) return q;  // it must be named
      continue;
    }
    most = i + 1;
    if (!p.default_len) q.least = i + 1;
  }
  q.n_args = int8_t(last);
  q.most = most;
  return q;
}

// One plain argument against one parameter of the quick path; what needs a conversion goes the long way.
inline bool quick_arg(const TorchState& s, const OpBinding::Quick& q, int i, Value v, Arg* out) {
  ParamKind kind = ParamKind(q.kinds[i]);
  if (v.is(Kind::Extension)) {
    Type* t = v.as<Instance>()->type();
    if (kind != ParamKind::tensor) return false;
    if (t != s.types.tensor && (!subtype(t, s.types.tensor) || wants_torch_function(s, v))) return false;
    *out = Arg(tensor_of(v));
    return true;
  }
  bool number = kind == ParamKind::scalar || (kind == ParamKind::tensor && q.numbers_as_tensors && i > 0);
  if (v.is_int()) {
    if (!number && kind != ParamKind::integer) {
      if (kind != ParamKind::floating) return false;
      *out = Arg(double(v.as_int()));
      return true;
    }
    *out = Arg(v.as_int());
    return true;
  }
  if (v.is_float()) {
    if (!number && kind != ParamKind::floating) return false;
    *out = Arg(v.as_float());
    return true;
  }
  if (is_bool(v)) {
    if (!number && kind != ParamKind::boolean) return false;
    *out = Arg(v == kTrue);
    return true;
  }
  return false;
}

// The quick path: positional plain arguments. kStop: take the long way.
Value quick_call(Thread& th, OpBinding& b, const Value* args, int n) {
  const TorchState& s = torch_state(th);
  for (const OpBinding::Quick& q : b.quick) {
    if (n > q.most || n < q.least) continue;
    Arg in[kQuickParams];
    int count = q.n_args;
    for (int i = 0; i < count; ++i) in[i] = q.defaults[i];
    bool fits = true;
    for (int i = 0; i < n && fits; ++i) {
      fits = quick_arg(s, q, i, args[i], &in[q.canonical[i]]);
      count = std::max(count, q.canonical[i] + 1);
    }
    if (!fits) continue;
    int n_outs = q.row->n_outs();
    Arg out[rt::kMaxReturns];
    if (q.in_place) out[0] = in[0];
    Status status = rt::dispatch(context_of(th), q.row->id(), {in, size_t(count)}, {out, size_t(n_outs)});
    if (UNLIKELY(!status.ok())) return raise_status(th, status);
    if (q.in_place) return inc(args[0]);
    if (n_outs == 1) return adopt_tensor(th, out[0].t);
    std::vector<rt::Tensor> results;
    for (int k = 0; k < n_outs; ++k) results.push_back(out[k].given() ? rt::Tensor::adopt(out[k].t) : rt::Tensor());
    return wrap_results(th, &b, false, results);
  }
  return kStop;
}

// The class of a named tuple of results; those of out= have one of their own.
[[gnu::cold]] Value return_type_of(Thread& th, OpBinding& b, bool out) {
  Value& known = out ? b.out_type : b.return_type;
  if (known.u) return known;
  TorchState& s = torch_state(th);
  if (!s.return_type_maker.u) {
    Value m = import_module(th, intern(th.in, "torch._return_types"), kTrue, 0);
    if (!m.u) return kAbsent;
    s.return_type_maker = get_attr_native(th, m, intern(th.in, "make"));
    dec(m);
    if (!s.return_type_maker.u) return kAbsent;
  }
  Tuple* fields = tuple(th, uint32_t(b.return_names.size()));
  for (size_t i = 0; i < b.return_names.size(); ++i) fields->items[i] = of(str(th, b.return_names[i]));
  std::string plain = b.overloads->name;
  if (b.surface == rt::kLinalg) plain = "linalg_" + plain;
  if (out) plain += "_out";
  Value args[2] = {of(str(th, plain)), of(fields)};
  known = th.call(s.return_type_maker, args, 2);
  dec(args[0]);
  dec(args[1]);
  return known;
}

// The call as positional and keyword arguments, as __torch_function__ takes them.
struct GivenCall {
  [[gnu::cold]] GivenCall(Thread& th, const Value* args, int n, Tuple* kw) {
    int n_kw = kw ? int(kw->len) : 0;
    Tuple* rest = tuple(th, uint32_t(n - n_kw));
    for (int i = 0; i < n - n_kw; ++i) rest->items[i] = inc(args[i]);
    positional = Owned(of(rest));
    named = Owned(of(dict(th)));
    for (int i = 0; i < n_kw; ++i) dict_set(named.get().as<Dict>(), kw->items[i].as<Str>(), inc(args[n - n_kw + i]));
  }
  Owned positional, named;
};

// The innermost TorchFunctionMode takes the call; what it calls goes to the one outside it.
[[gnu::cold]] Value call_mode(Thread& th, Value func, const Value* args, int n, Tuple* kw) {
  struct SetAside {  // given back on every way out
    Value mode = function_overrides().modes.back();
    SetAside() { function_overrides().modes.pop_back(); }
    ~SetAside() { function_overrides().modes.push_back(mode); }
  } aside;
  GivenCall call(th, args, n, kw);
  Owned types(of(tuple(th, 0)));
  Owned method(get_attr_native(th, aside.mode, torch_state(th).torch_function));
  Value call_args[4] = {func, types.get(), call.positional.get(), call.named.get()};
  return method ? th.call(method.get(), call_args, 4) : kAbsent;
}

Value op_entry(Thread& th, Native* function, Value* args, int n, Tuple* kw) {
  return call_binding(th, *const_cast<OpBinding*>(binding_of(of(function))), args, n, kw);
}

}  // namespace

Value call_binding(Thread& th, OpBinding& b, Value* args, int n, Tuple* kw) {
  if (UNLIKELY(!function_overrides().modes.empty())) return call_mode(th, of(b.native), args, n, kw);
  if (LIKELY(!kw)) {
    Value r = quick_call(th, b, args, n);
    if (LIKELY(r != kStop)) return r;
  }
  ArgPack pack(th);
  constexpr int kInlineArgs = 12;
  Arg few[kInlineArgs];
  std::vector<Arg> many;
  Arg* pos = few;
  int n_kw = kw ? int(kw->len) : 0;
  int n_pos = n - n_kw;
  if (n_pos > kInlineArgs) {
    many.resize(size_t(n_pos));
    pos = many.data();
  }
  for (int i = 0; i < n_pos; ++i)
    if (!pack.add(args[i], &pos[i])) return kAbsent;
  rt::Keyword keywords[rt::kMaxParams];
  int used = 0;
  Value requires_grad = kAbsent;
  for (int i = 0; i < n_kw; ++i) {
    std::string_view name = sv(kw->items[i]);
    Value v = args[n_pos + i];
    // Every factory takes these two beside its schema.
    if (name == "requires_grad" && b.surface != rt::kTensor && !b.quick.empty()) {
      requires_grad = v;
      continue;
    }
    if (used == rt::kMaxParams) return th.raise(E_TypeError, "%s(): too many keyword arguments", b.def.name);
    keywords[used].name = name;
    if (!pack.add(v, &keywords[used].value)) return kAbsent;
    ++used;
  }
  if (UNLIKELY(!pack.overriding().empty()))
    return call_torch_function(th, of(b.native), pack.overriding(), args, n, kw);
  rt::Context& c = context_of(th);
  rt::Bound bound;
  Status status = rt::bind(c, *b.overloads, {pos, size_t(n_pos)}, {keywords, size_t(used)}, bound);
  if (UNLIKELY(!status.ok())) {
    if (bound.matched) return raise_status(th, status);
    bool method = b.overloads->method;
    if (n_pos < method) return th.raise(E_TypeError, "unbound method TensorBase.%s() needs an argument", b.def.name);
    return raise_argument_error(th, b.overloads->shown, method, rt::signatures_of(*b.overloads), args + method,
                                n - method, kw);
  }
  std::vector<rt::Tensor> results;
  status = rt::call_bound(c, bound, results);
  if (!status.ok()) return raise_status(th, status);
  if (requires_grad.u && requires_grad != kFalse && requires_grad != kNone && results.size() == 1) {
    if (!rt::is_differentiable(results[0]->dtype()))
      return th.raise(E_RuntimeError, "Only Tensors of floating point and complex dtype can require gradients");
    status = rt::set_requires_grad(results[0], true, context_of(th).inference_mode);
    if (!status.ok()) return raise_status(th, status);
  }
  if (bound.schema->n_returns == 0) return kNone;
  bool to_out = bound.n_destinations && bound.schema->written_param() < 0;
  return wrap_results(th, &b, bound.schema->returns_list, results, to_out);
}

[[gnu::cold]] OpBinding::OpBinding(const rt::Overloads& o, uint32_t at) : overloads(&o), surface(at) {
  const char* module = at == rt::kFunctional ? "torch.nn.functional."
                       : at == rt::kLinalg   ? "torch.linalg."
                       : at == rt::kSpecial  ? "torch.special."
                       : at == rt::kFft      ? "torch.fft."
                       : at == rt::kNn       ? "torch._C._nn."
                       : at == rt::kTensor   ? "torch.Tensor."
                                             : "torch.";
  public_name = module + o.name;
  def = NativeDef{o.name.c_str(), "(*args, **kwargs)", o.candidates[0].row->doc.data(), nullptr, Rule::tensor_op};
  def.raw = op_entry;
  for (const rt::Candidate& c : o.candidates) quick.push_back(quick_of(c));
  return_names = return_names_of(*o.candidates.back().schema);
  for (const rt::Candidate& c : o.candidates)
    if (return_names.empty()) return_names = return_names_of(*c.schema);
}

const OpBinding* binding_of(Value function) {
  if (!function.is(Kind::Native)) return nullptr;
  const NativeDef* d = function.as<Native>()->def;
  if (d->raw != op_entry) return nullptr;
  static_assert(offsetof(OpBinding, def) == 0);
  return reinterpret_cast<const OpBinding*>(d);
}

[[gnu::cold]] Value find_op_function(Thread& th, uint32_t surface, std::string_view name) {
  TorchState& s = torch_state(th);
  auto [it, fresh] = s.bindings.try_emplace({surface, std::string(name)});
  if (fresh) {
    const rt::Overloads* o = rt::find_overloads(rt::Surface(surface), name);
    if (!o) {
      s.bindings.erase(it);
      return kAbsent;
    }
    it->second = std::make_unique<OpBinding>(*o, surface);
    std::string_view dotted = it->second->public_name;
    std::string_view module = dotted.substr(0, dotted.size() - o->name.size() - 1);
    Type* owner = surface == rt::kTensor ? s.types.tensor : nullptr;
    it->second->native = native(th.in, &it->second->def, owner, intern_value(th.in, module)).as<Native>();
  }
  return inc(of(it->second->native));
}

Value call_op_function(Thread& th, uint32_t surface, std::string_view name, const Value* args, int n, Tuple* kw) {
  Owned f(find_op_function(th, surface, name));
  if (!f) return th.raise(E_NotImplementedError, "torch op '%.*s' is not available", int(name.size()), name.data());
  return call_binding(th, *const_cast<OpBinding*>(binding_of(f.get())), const_cast<Value*>(args), n, kw);
}

Value wrap_results(Thread& th, OpBinding* b, bool list, std::vector<rt::Tensor>& results, bool out) {
  if (results.size() == 1 && !list) return wrap_tensor(th, results[0]);
  Tuple* t = tuple(th, uint32_t(results.size()));
  for (size_t i = 0; i < results.size(); ++i) t->items[i] = wrap_tensor(th, results[i]);
  if (list || !b || b->return_names.size() != results.size()) return of(t);
  Value type = return_type_of(th, *b, out);
  if (!type.u) {
    dec(of(t));
    return kAbsent;
  }
  return wrap_payload(th, type.as<Type>(), of(t));
}

[[gnu::cold]] Value raise_argument_error(Thread& th, std::string_view function, bool method,
                           const std::vector<std::string>& signatures, const Value* args, int n, Tuple* kw) {
  Owned m(import_module(th, intern(th.in, "torch._argument_errors"), kTrue, 0));
  Owned explain(m ? get_attr_native(th, m.get(), intern(th.in, "explain")) : kAbsent);
  if (!explain) return kAbsent;
  GivenCall call(th, args, n, kw);
  Owned name(of(str(th, function)));
  Owned known(of(list(th)));
  for (const std::string& s : signatures) push(known.get().as<List>(), of(str(th, s)));
  Value call_args[5] = {name.get(), boolean(method), call.positional.get(), call.named.get(), known.get()};
  return th.call(explain.get(), call_args, 5);
}

[[gnu::cold]] Value call_torch_function(Thread& th, Value func, const std::vector<Value>& overriding, const Value* args, int n,
                          Tuple* kw) {
  TorchState& s = torch_state(th);
  // Subclasses before their bases, otherwise from left to right; one argument of each type.
  std::vector<Value> order;
  for (Value v : overriding) {
    Type* t = v.as<Instance>()->type();
    bool known = false;
    size_t at = order.size();
    for (size_t i = 0; i < order.size(); ++i) {
      Type* other = order[i].as<Instance>()->type();
      known |= other == t;
      if (at == order.size() && other != t && subtype(t, other)) at = i;
    }
    if (!known) order.insert(order.begin() + ptrdiff_t(at), v);
  }
  Owned types(of(tuple(th, uint32_t(order.size()))));
  for (size_t i = 0; i < order.size(); ++i)
    types.get().as<Tuple>()->items[i] = inc(of(order[i].as<Instance>()->type()));
  GivenCall call(th, args, n, kw);
  for (Value v : order) {
    Owned method(get_attr_native(th, of(v.as<Instance>()->type()), s.torch_function));
    if (!method) return kAbsent;
    Value call_args[4] = {func, types.get(), call.positional.get(), call.named.get()};
    Value r = th.call(method.get(), call_args, 4);
    if (r != kNotImplemented) return r;
  }
  std::string names;
  for (Value v : order) names += (names.empty() ? "" : ", ") + full_type_name(v.as<Instance>()->type());
  const OpBinding* b = binding_of(func);
  return th.raise(E_TypeError, "no implementation found for '%s' on types that implement __torch_function__: [%s]",
                  b ? b->public_name.c_str() : "function", names.c_str());
}

Value overridden_method(Thread& th, const char* method, const Value* args, int n) {
  TorchState& s = torch_state(th);
  bool mode = !function_overrides().modes.empty();
  std::vector<Value> overriding;
  for (int i = 0; i < n && !mode; ++i)
    if (wants_torch_function(s, args[i])) overriding.push_back(args[i]);
  if (LIKELY(!mode && overriding.empty())) return kStop;
  Value func = type_find(s.types.tensor, intern(th.in, method));
  return mode ? call_mode(th, func, args, n, nullptr) : call_torch_function(th, func, overriding, args, n, nullptr);
}

}  // namespace adder
