// The native module `_torch`: ops by name, modes and options. The Python side is stdlib/py/torch.
#include <cstring>
#include <unordered_map>

#include "runtime/ops/autocast.h"
#include "runtime/ops/out_argument.h"
#include "runtime/ops/vmap.h"
#include "interp/bridge/tensor_cell.h"
#include "stdlib/native/torch_native.h"

namespace adder {
namespace {

// ---- ops by name

// _hash_order(names): as an unordered map of C++ walks them, which is how PyTorch's errors list keywords.
Value f_hash_order(Thread& th, Value* a, int) {
  std::unordered_map<std::string, Value> names;
  if (!a[0].is(Kind::List)) return th.raise(E_TypeError, "_hash_order() takes a list of strings");
  List* given = a[0].as<List>();
  for (uint32_t i = 0; i < given->len; ++i) names.emplace(sv(given->items[i]), given->items[i]);
  List* ordered = list(th);
  for (const auto& [name, value] : names) push(ordered, inc(value));
  return of(ordered);
}
// _write_out(name, result, out): what a function written in Python does with its out=.
Value f_write_out(Thread& th, Value* a, int) {
  const TorchState& s = torch_state(th);
  if (!is_str(a[0]) || !is_tensor(s, a[1])) return th.raise(E_TypeError, "_write_out() takes a name and tensors");
  if (a[2] == kNone) return inc(a[1]);
  if (!is_tensor(s, a[2])) {
    return th.raise(E_TypeError, "%s(): argument 'out' must be Tensor, not %s", a[0].as<Str>()->data,
                    type_name(th, a[2]).c_str());
  }
  Status status = rt::write_out(context_of(th), sv(a[0]), tensor_of(a[1]), *tensor_of(a[2]).get());
  return check_status(th, status) ? inc(a[2]) : kAbsent;
}
// Everything that an op is called by inside the library: torch.X, torch._C._nn.X, torch.nn.functional.X, linalg_X …
Value find_anywhere(Thread& th, std::string_view name) {
  for (uint32_t surface : {rt::kTorch, rt::kNn, rt::kFunctional})
    if (Value f = find_op_function(th, surface, name); f.u) return f;
  static constexpr std::pair<std::string_view, uint32_t> kPrefixes[] = {
      {"linalg_", rt::kLinalg}, {"fft_", rt::kFft}, {"special_", rt::kSpecial}};
  for (auto [prefix, surface] : kPrefixes)
    if (name.starts_with(prefix))
      if (Value f = find_op_function(th, surface, name.substr(prefix.size())); f.u) return f;
  return kAbsent;
}
Value f_find(Thread& th, Value* a, int) {
  Value f = is_str(a[0]) ? find_anywhere(th, sv(a[0])) : kAbsent;
  return f.u ? f : kNone;
}
// _find_in(module, name): the function of one public module.
Value f_find_in(Thread& th, Value* a, int) {
  static constexpr std::pair<std::string_view, uint32_t> kModules[] = {
      {"torch", rt::kTorch},   {"torch.nn.functional", rt::kFunctional}, {"torch.linalg", rt::kLinalg},
      {"torch.fft", rt::kFft}, {"torch.special", rt::kSpecial},          {"torch._C._nn", rt::kNn}};
  if (!is_str(a[0]) || !is_str(a[1])) return th.raise(E_TypeError, "_find_in() takes two strings");
  for (auto [module, surface] : kModules)
    if (module == sv(a[0])) {
      Value f = find_op_function(th, surface, sv(a[1]));
      return f.u ? f : kNone;
    }
  return kNone;
}
Value f_getattr(Thread& th, Value* a, int) {
  Value f = find_anywhere(th, sv(a[0]));
  if (f.u) return f;
  return th.raise(E_AttributeError, "module 'torch' has no attribute '%s'", a[0].as<Str>()->data);
}
// _import_module("torch.nn.utils"): the module itself, for names that are loaded at first use.
Value f_import_module(Thread& th, Value* a, int) {
  if (!is_str(a[0])) return th.raise(E_TypeError, "_import_module() takes a string");
  return import_module(th, a[0].as<Str>(), kTrue, 0);
}
Value f_dtype(Thread& th, Value* a, int) {
  for (int d = 0; d < rt::kDTypeCount; ++d)
    if (sv(a[0]) == rt::kDTypes[d].name) return dtype_object(th.in, rt::DType(d));
  return kNone;
}
// _op_names(module): for dir().
Value f_op_names(Thread& th, Value* a, int) {
  uint32_t surface = sv(a[0]) == "torch.nn.functional" ? rt::kFunctional : rt::kTorch;
  List* l = list(th);
  for (const rt::Overloads* o : rt::overloads_of(rt::Surface(surface))) push(l, of(str(th, o->name)));
  return of(l);
}
// _set_tensor_methods({name: function}): methods of Tensor that are written in Python; the other one is for Node.
Value set_methods(Thread& th, Type* type, Value methods) {
  if (!methods.is(Kind::Dict)) return th.raise(E_TypeError, "a dict of functions is required");
  Dict* d = methods.as<Dict>();
  for (uint32_t i = 0; i < d->filled; ++i)
    if (is_str(d->entries[i].key)) type_set(type, intern(th.in, d->entries[i].key.as<Str>()), inc(d->entries[i].val));
  return kNone;
}
Value f_set_tensor_methods(Thread& th, Value* a, int) {
  return set_methods(th, torch_state(th).types.tensor, a[0]);
}
Value f_set_node_methods(Thread& th, Value* a, int) {
  return set_methods(th, torch_state(th).types.node, a[0]);
}
Value f_disabled_torch_function(Thread&, Value*, int) {
  return kNotImplemented;
}
// _torch_function_off(+1 or -1): overrides of tensor classes are off while the count is not 0.
Value f_torch_function_off(Thread&, Value* a, int) {
  function_overrides().off += a[0] == integer49(1) ? 1 : -1;
  return kNone;
}
Value f_push_function_mode(Thread&, Value* a, int) {
  function_overrides().modes.push_back(inc(a[0]));
  return kNone;
}
Value f_pop_function_mode(Thread& th, Value*, int) {
  std::vector<Value>& modes = function_overrides().modes;
  if (modes.empty()) return th.raise(E_RuntimeError, "no TorchFunctionMode is active");
  Value mode = modes.back();
  modes.pop_back();
  return mode;
}

// ---- modes

Value f_swap_grad_enabled(Thread& th, Value* a, int) {
  rt::Context& c = context_of(th);
  bool on;
  if (!truth_native(th, a[0], &on)) return kAbsent;
  bool before = rt::grad_mode(c);
  rt::set_grad_mode(c, on);
  return boolean(before);
}
Value f_is_grad_enabled(Thread& th, Value*, int) {
  return boolean(rt::grad_mode(context_of(th)));
}
// Returns what to give back to it: (inference mode, grad mode) before.
Value f_swap_inference_mode(Thread& th, Value* a, int) {
  rt::Context& c = context_of(th);
  Tuple* before = tuple(th, 2);
  before->items[0] = boolean(c.inference_mode);
  before->items[1] = boolean(rt::grad_mode(c));
  if (a[0].is(Kind::Tuple) && a[0].as<Tuple>()->len == 2) {
    c.inference_mode = a[0].as<Tuple>()->items[0] == kTrue;
    rt::set_grad_mode(c, a[0].as<Tuple>()->items[1] == kTrue);
  } else {
    bool on = a[0] == kTrue;
    c.inference_mode = on;
    rt::set_grad_mode(c, !on);
  }
  return of(before);
}
// _set_vmap(mode): as VmapMode counts; returns what it was.
Value f_set_vmap(Thread& th, Value* a, int) {
  int64_t mode;
  if (!to_index(th, a[0], &mode)) return kAbsent;
  if (mode < 0 || mode > int(rt::VmapMode::random)) return th.raise(E_ValueError, "_set_vmap() takes 0, 1 or 2");
  return integer49(int(rt::set_vmap(context_of(th), rt::VmapMode(mode))));
}
// _mark_mapped(tensor): it is a slice of a running vmap; returns it.
Value f_mark_mapped(Thread& th, Value* a, int) {
  if (!is_tensor(torch_state(th), a[0])) return th.raise(E_TypeError, "_mark_mapped() takes a Tensor");
  rt::mark_mapped(*tensor_of(a[0]).get());
  return inc(a[0]);
}
Value f_is_inference_mode_enabled(Thread& th, Value*, int) {
  return boolean(context_of(th).inference_mode);
}
// _set_autocast(dtype or None): what the CPU's products run in; returns what it was.
Value f_set_autocast(Thread& th, Value* a, int) {
  std::optional<rt::DType> dtype;
  rt::DType d;
  if (a[0] != kNone) {
    if (!is_dtype(torch_state(th), a[0], &d)) return th.raise(E_TypeError, "_set_autocast() takes a dtype or None");
    dtype = d;
  }
  std::optional<rt::DType> before = rt::set_autocast(context_of(th), dtype);
  return before ? dtype_object(th.in, *before) : kNone;
}
Value f_is_autocast_enabled(Thread& th, Value* a, int n) {
  bool cpu = n > 0 && is_str(a[0]) && sv(a[0]) == "cpu";
  return boolean(cpu && rt::autocast_dtype(context_of(th)).has_value());
}
Value f_set_default_dtype(Thread& th, Value* a, int) {
  rt::DType d;
  if (!is_dtype(torch_state(th), a[0], &d) || !a[0].is(Kind::Extension))
    return th.raise(E_TypeError, "invalid dtype object: only floating-point types are supported as the default type");
  if (!rt::is_floating(d)) return th.raise(E_TypeError, "only floating-point types are supported as the default type");
  context_of(th).default_dtype = d;
  return kNone;
}
Value f_get_default_dtype(Thread& th, Value*, int) {
  return dtype_object(th.in, context_of(th).default_dtype);
}
Value f_set_default_device(Thread& th, Value* a, int) {
  rt::Device d;
  if (a[0] != kNone && !device_of_value(th, a[0], &d)) return kAbsent;
  context_of(th).default_device = d;
  return kNone;
}
Value f_get_default_device(Thread& th, Value*, int) {
  return device_object(th, context_of(th).default_device);
}
Value f_get_num_threads(Thread& th, Value*, int) {
  return integer(th, torch_state(th).threads);
}
Value f_set_num_threads(Thread& th, Value* a, int) {
  int64_t n;
  if (!is_small_int(a[0]) || is_bool(a[0]))
    return th.raise(E_TypeError, "set_num_threads expects an int, but got %s", type_name(th, a[0]).c_str());
  n = to_int(a[0]);
  if (n <= 0) return th.raise(E_RuntimeError, "set_num_threads expects a positive integer");
  TorchState& s = torch_state(th);
  s.threads = int(std::min<int64_t>(n, 256));
  s.pool = s.threads > 1 ? std::make_shared<rt::ThreadPool>(s.threads) : nullptr;
  context_of(th).pool = s.pool;
  return kNone;
}

// ---- dtypes of results

bool dtype_arg(Thread& th, Value v, const char* function, const char* name, int position, rt::DType* out) {
  if (is_dtype(torch_state(th), v, out)) return true;
  th.raise(E_TypeError, "%s(): argument '%s' (position %d) must be torch.dtype, not %s", function, name, position,
           type_name(th, v).c_str());
  return false;
}
Value f_promote_types(Thread& th, Value* a, int) {
  rt::DType x, y;
  if (!dtype_arg(th, a[0], "promote_types", "type1", 1, &x) || !dtype_arg(th, a[1], "promote_types", "type2", 2, &y))
    return kAbsent;
  return dtype_object(th.in, rt::promote(x, y));
}
Value f_can_cast(Thread& th, Value* a, int) {
  rt::DType from, to;
  if (!dtype_arg(th, a[0], "can_cast", "from_", 1, &from) || !dtype_arg(th, a[1], "can_cast", "to", 2, &to))
    return kAbsent;
  return boolean(rt::category_of(to) >= rt::category_of(from));
}
// Operands with dimensions decide, then those without, then numbers; a later one only raises the category.
Value f_result_type(Thread& th, Value* a, int) {
  rt::Context& c = context_of(th);
  rt::DType of_class[3];
  bool have[3] = {};
  auto note = [&](int k, rt::DType d) {
    of_class[k] = have[k] ? rt::promote(of_class[k], d) : d;
    have[k] = true;
  };
  for (int i = 0; i < 2; ++i) {
    if (is_tensor(torch_state(th), a[i]))
      note(tensor_of(a[i])->dim() == 0, tensor_of(a[i])->dtype());
    else if (a[i].is_float())
      note(2, c.default_dtype);
    else if (is_bool(a[i]))
      note(2, rt::DType::b8);
    else if (is_intlike(a[i]))
      note(2, rt::DType::i64);
    else if (a[i].is(Kind::Complex))
      note(2, rt::complex_of(c.default_dtype));
    else
      return th.raise(E_TypeError, "result_type(): argument '%s' (position %d) must be Tensor, not %s",
                      i ? "other" : "tensor", i + 1, type_name(th, a[i]).c_str());
  }
  rt::DType result = rt::DType::b8;
  bool any = false;
  for (int k = 2; k >= 0; --k) {
    if (!have[k]) continue;
    bool higher = !any || rt::category_of(of_class[k]) >= rt::category_of(result);
    if (higher)
      result = of_class[k];
    else if (rt::is_floating(of_class[k]))
      result = rt::complex_of(of_class[k]);
    any = true;
  }
  return dtype_object(th.in, result);
}

// ---- print options

Value f_get_printoptions(Thread& th, Value*, int) {
  const rt::PrintOptions& p = torch_state(th).print;
  Tuple* t = tuple(th, 5);
  t->items[0] = integer(th, p.precision);
  t->items[1] = p.threshold > 1e15 ? real(p.threshold) : integer(th, int64_t(p.threshold));
  t->items[2] = integer(th, p.edgeitems);
  t->items[3] = integer(th, p.linewidth);
  t->items[4] = p.sci_mode ? boolean(*p.sci_mode) : kNone;
  return of(t);
}
Value f_set_printoptions(Thread& th, Value* a, int) {
  rt::PrintOptions p;
  int64_t n;
  if (!to_index(th, a[0], &n)) return kAbsent;
  p.precision = int(n);
  if (!to_double_arg(th, a[1], &p.threshold)) return kAbsent;
  if (!to_index(th, a[2], &p.edgeitems) || !to_index(th, a[3], &p.linewidth)) return kAbsent;
  if (a[4] != kNone) p.sci_mode = a[4] == kTrue;
  torch_state(th).print = p;
  return kNone;
}

// ---- bytes of storages, for saving and loading

Value f_storage_bytes(Thread& th, Value* a, int) {
  if (!is_tensor(torch_state(th), a[0])) return th.raise(E_TypeError, "_storage_bytes() takes a Tensor");
  const rt::Tensor& t = tensor_of(a[0]);
  if (!check_status(th, rt::touch(*t, false))) return kAbsent;
  return of(bytes(th, std::string_view(static_cast<const char*>(t->storage->data), size_t(t->storage->bytes))));
}
// _tensor_from_bytes(bytes, dtype): a 1-d tensor over a copy.
Value f_tensor_from_bytes(Thread& th, Value* a, int) {
  rt::DType d;
  std::string_view data;
  if (a[0].is(Kind::Bytes))
    data = a[0].as<Bytes>()->sv();
  else if (a[0].is(Kind::ByteArray))
    data = a[0].as<ByteArray>()->sv();
  else
    return th.raise(E_TypeError, "a bytes-like object is required, not '%s'", type_name(th, a[0]).c_str());
  if (!is_dtype(torch_state(th), a[1], &d)) return th.raise(E_TypeError, "_tensor_from_bytes(): a dtype is required");
  rt::Tensor t = rt::new_tensor(d, {int64_t(data.size()) / rt::bytes_of(d)});
  if (t->numel) std::memcpy(t->storage->data, data.data(), size_t(t->numel * rt::bytes_of(d)));
  return wrap_tensor(th, t);
}
// _alias_of(tensor, size, stride, offset, requires_grad): a tensor over the same storage.
Value f_alias_of(Thread& th, Value* a, int) {
  if (!is_tensor(torch_state(th), a[0]) || !unwrap(a[1]).is(Kind::Tuple) || !unwrap(a[2]).is(Kind::Tuple))
    return th.raise(E_TypeError, "_alias_of() takes a Tensor and two tuples");
  rt::Meta<int64_t> m = tensor_of(a[0])->meta;
  Tuple *size = unwrap(a[1]).as<Tuple>(), *stride = unwrap(a[2]).as<Tuple>();
  if (size->len != stride->len) return th.raise(E_ValueError, "sizes and strides have different lengths");
  int64_t last = 0, count = 1;
  bool empty = false, overflows = false;
  m.sizes = {};
  m.strides = {};
  for (uint32_t i = 0; i < size->len; ++i) {
    int64_t n, step;
    if (!to_index(th, size->items[i], &n) || !to_index(th, stride->items[i], &step)) return kAbsent;
    if (n < 0 || step < 0) return th.raise(E_ValueError, "negative sizes and strides are not allowed");
    m.sizes.push(n);
    m.strides.push(step);
    empty |= n == 0;
    int64_t span;
    overflows |= n > 0 && (__builtin_mul_overflow(n - 1, step, &span) || __builtin_add_overflow(last, span, &last) ||
                           __builtin_mul_overflow(count, n, &count));
  }
  if (!to_index(th, a[3], &m.offset)) return kAbsent;
  overflows |= __builtin_add_overflow(last, m.offset, &last);
  int64_t have = tensor_of(a[0])->storage->bytes / rt::bytes_of(m.dtype);
  if (m.offset < 0 || overflows || (!empty && last >= have))
    return th.raise(E_RuntimeError, "a saved tensor reaches past its storage");
  rt::Tensor t = rt::alias_of(*tensor_of(a[0]), m);
  if (a[4] == kTrue && !check_status(th, rt::set_requires_grad(t, true, context_of(th).inference_mode))) return kAbsent;
  return wrap_tensor(th, t);
}

const NativeDef kFunctions[] = {
    {"_find", "(name, /)", "The op of a name, or None.", f_find, Rule::residual},
    {"_set_vmap", "(mode, /)", "What a vmap refuses.", f_set_vmap, Rule::residual},
    {"_mark_mapped", "(tensor, /)", "A slice of a vmap.", f_mark_mapped, Rule::residual},
    {"_write_out", "(name, result, out, /)", "Writes a result to out=.", f_write_out, Rule::residual},
    {"_hash_order", "(names, /)", "Strings in the order of a map of C++.", f_hash_order, Rule::residual},
    {"_find_in", "(module, name, /)", "The op of a name in a public module, or None.", f_find_in, Rule::residual},
    {"__getattr__", "(name, /)", "The op of a name.", f_getattr, Rule::residual},
    {"_import_module", "(name, /)", "A module by its dotted name.", f_import_module, Rule::residual},
    {"_dtype", "(name, /)", "The dtype of a name, or None.", f_dtype, Rule::residual},
    {"_op_names", "(module, /)", "Names of ops.", f_op_names, Rule::residual},
    {"_set_tensor_methods", "(methods, /)", "", f_set_tensor_methods, Rule::residual},
    {"_set_node_methods", "(methods, /)", "", f_set_node_methods, Rule::residual},
    {"_torch_function_off", "(change, /)", "", f_torch_function_off, Rule::breaks},
    {"_push_function_mode", "(mode, /)", "", f_push_function_mode, Rule::breaks},
    {"_pop_function_mode", "()", "", f_pop_function_mode, Rule::breaks},
    {"_disabled_torch_function_impl", "(*args, **kwargs)", "", f_disabled_torch_function, Rule::pure},
    {"_swap_grad_enabled", "(mode, /)", "Set grad mode; returns the old one.", f_swap_grad_enabled, Rule::residual},
    {"is_grad_enabled", "()", "Whether ops record gradients.", f_is_grad_enabled, Rule::residual},
    {"_swap_inference_mode", "(mode, /)", "", f_swap_inference_mode, Rule::residual},
    {"is_inference_mode_enabled", "()", "Whether inference mode is on.", f_is_inference_mode_enabled, Rule::residual},
    {"_set_autocast", "(dtype, /)", "", f_set_autocast, Rule::residual},
    {"is_autocast_enabled", "(device_type=None)", "Whether autocast is on.", f_is_autocast_enabled, Rule::residual},
    {"_set_default_dtype", "(d, /)", "", f_set_default_dtype, Rule::residual},
    {"get_default_dtype", "()", "The dtype of new floating point tensors.", f_get_default_dtype, Rule::residual},
    {"_set_default_device", "(device, /)", "", f_set_default_device, Rule::residual},
    {"_get_default_device", "()", "", f_get_default_device, Rule::residual},
    {"promote_types", "(type1, type2)", "The dtype that holds both.", f_promote_types, Rule::pure},
    {"can_cast", "(from_, to)", "Whether a cast keeps the category.", f_can_cast, Rule::pure},
    {"result_type", "(tensor, other)", "The dtype of an op of both.", f_result_type, Rule::residual},
    {"get_num_threads", "()", "Threads that a kernel uses.", f_get_num_threads, Rule::residual},
    {"set_num_threads", "(n, /)", "Set the threads that a kernel uses.", f_set_num_threads, Rule::residual},
    {"_get_printoptions", "()", "", f_get_printoptions, Rule::residual},
    {"_set_printoptions", "(precision, threshold, edgeitems, linewidth, sci_mode, /)", "", f_set_printoptions,
     Rule::residual},
    {"_storage_bytes", "(tensor, /)", "The bytes of a tensor's storage.", f_storage_bytes, Rule::residual},
    {"_tensor_from_bytes", "(data, dtype, /)", "A 1-d tensor over a copy of bytes.", f_tensor_from_bytes,
     Rule::residual},
    {"_alias_of", "(tensor, size, stride, offset, requires_grad, /)", "A tensor over the same storage.", f_alias_of,
     Rule::residual},
};

bool init_torch(Thread& th, Module* m) {
  TorchState& s = torch_state(th);
  put(s.module, of(inc(m)));
  add_functions(th.in, m->dict, torch_data_functions(), intern_value(th.in, "torch"));
  add_functions(th.in, m->dict, torch_autograd_functions(), intern_value(th.in, "torch"));
  s.disabled_torch_function = inc(dict_get(m->dict, intern(th.in, "_disabled_torch_function_impl")));
  Value bases[1] = {of(th.type(E_RuntimeError))};
  Tuple* base = tuple(th, 1);
  base->items[0] = inc(bases[0]);
  Dict* ns = dict(th);
  dict_set(ns, intern(th.in, "__module__"), intern_value(th.in, "torch._C"));
  Value error = make_class(th, th.in.type_type, intern(th.in, "_LinAlgError"), base, of(ns), nullptr);
  dec(of(base));
  dec(of(ns));
  if (!error.u) return false;
  if (s.types.linalg_error) dec(s.types.linalg_error);
  s.types.linalg_error = inc(error.as<Type>());
  module_set(th.in, m, "LinAlgError", error);
  return init_torch_types(th, m) && init_torch_autograd(th, m) && init_torch_tensor(th, m);
}

const NativeModuleDef kModule = {"_torch", "Tensors and ops.", kFunctions, init_torch};

}  // namespace

void end_torch_modes() {
  FunctionOverrides& overrides = function_overrides();
  for (Value mode : std::exchange(overrides.modes, {})) dec(mode);
  overrides.off = 0;
  rt::autograd_modes() = {};
}

void register_torch(Interpreter& in) {
  register_module(in, kModule);
}

}  // namespace adder
