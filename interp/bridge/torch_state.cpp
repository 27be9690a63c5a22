#include "interp/bridge/torch_state.h"

#include "interp/bridge/op_binding.h"
#include "interp/bridge/tensor_cell.h"
#include "runtime/ops/engine.h"

namespace adder {

TorchState::TorchState(Interpreter& interpreter) : in(interpreter) {
  for (Value& v : dtypes) v = kAbsent;
  for (Value& v : layouts) v = kAbsent;
  for (Value& v : memory_formats) v = kAbsent;
  generator = std::make_shared<rt::Generator>();
  threads = rt::default_threads();
  if (threads > 1) pool = std::make_shared<rt::ThreadPool>(threads);
  torch_function = intern(in, "__torch_function__");
}

TorchState::~TorchState() {
  for (auto& [key, binding] : bindings) {
    dec(binding->return_type);
    dec(binding->out_type);
    if (binding->native) dec(of(binding->native));
  }
  for (auto& [name, type] : node_types) dec(type);
  for (Value v : dtypes) dec(v);
  for (Value v : layouts) dec(v);
  for (Value v : memory_formats) dec(v);
  dec(generator_object);
  dec(return_type_maker);
  dec(disabled_torch_function);
  dec(module);
  for (Type* made_here : {types.linalg_error, types.size})  // as a script makes its classes; the rest is the interpreter's
    if (made_here) dec(made_here);
}

TorchState& torch_state(Interpreter& in) {
  if (UNLIKELY(!in.torch)) in.torch = std::make_shared<TorchState>(in);
  return *static_cast<TorchState*>(in.torch.get());
}

// warnings.warn(text, UserWarning) from the line that runs.
static Status give_warning(rt::Context& c, const std::string& text) {
  Thread& th = *static_cast<Thread*>(c.thread);
  Owned warnings(import_module(th, intern(th.in, "warnings"), kNone, 0));
  Owned message(of(str(th, text)));
  Value args[2] = {message.get(), of(th.type(E_UserWarning))};
  Owned done(warnings ? th.call_method(warnings.get(), intern(th.in, "warn"), args, 2) : kAbsent);
  return done ? Status() : Status::pending();
}

// torch._out_rules.check(function, result, out, names of the dtypes)
static Status check_out(rt::Context& c, std::string_view function, rt::DType result, rt::DType out) {
  Thread& th = *static_cast<Thread*>(c.thread);
  Owned rules(import_module(th, intern(th.in, "torch._out_rules"), kTrue, 0));
  const rt::DTypeRow &r = rt::row_of(result), &o = rt::row_of(out);
  Owned words(of(tuple(th, 4)));
  const char* names[] = {r.scalar_name, o.scalar_name, r.cpp_name, o.cpp_name};
  for (int i = 0; i < 4; ++i) words.get().as<Tuple>()->items[i] = of(str(th, names[i]));
  Owned name(of(str(th, function)));
  Value args[4] = {name.get(), torch_state(th).dtypes[int(result)], torch_state(th).dtypes[int(out)], words.get()};
  Owned done(rules ? th.call_method(rules.get(), intern(th.in, "check"), args, 4) : kAbsent);
  return done ? Status() : Status::pending();
}

rt::Context& context_of(Thread& th) {
  if (UNLIKELY(!th.torch)) {
    TorchState& s = torch_state(th);
    auto c = std::make_shared<rt::Context>();
    c->generator = s.generator;
    c->pool = s.pool;
    c->thread = &th;
    c->warn = give_warning;
    c->caches->check_out = check_out;
    rt::install_autograd(*c);
    th.torch = c;
  }
  return *static_cast<rt::Context*>(th.torch.get());
}

Value raise_status(Thread& th, const Status& s) {
  ExcId id = E_RuntimeError;
  switch (s.kind()) {
    case ErrorKind::pending: return kAbsent;
    case ErrorKind::linalg: return th.raise_text(torch_state(th).types.linalg_error, s.message());
    case ErrorKind::runtime: id = E_RuntimeError; break;
    case ErrorKind::type: id = E_TypeError; break;
    case ErrorKind::value: id = E_ValueError; break;
    case ErrorKind::index: id = E_IndexError; break;
    case ErrorKind::key: id = E_KeyError; break;
    case ErrorKind::attribute: id = E_AttributeError; break;
    case ErrorKind::not_implemented: id = E_NotImplementedError; break;
    case ErrorKind::zero_division: id = E_ZeroDivisionError; break;
    case ErrorKind::overflow: id = E_OverflowError; break;
    // PyTorch's allocator raises RuntimeError; a limit that the user set is answered as for Python's own objects.
    case ErrorKind::memory: id = th.in.heap.limit() != SIZE_MAX ? E_MemoryError : E_RuntimeError; break;
    case ErrorKind::assertion: id = E_AssertionError; break;
    case ErrorKind::count: break;
  }
  return th.raise_text(th.type(id), s.message());
}

Value complex_number(Thread& th, double re, double im) {
  Complex* c = make<Complex>(th, Kind::Complex);
  c->re = re;
  c->im = im;
  return of(c);
}

Value dtype_object(Interpreter& in, rt::DType d) {
  return inc(torch_state(in).dtypes[int(d)]);
}

Value device_object(Thread& th, rt::Device d) {
  Value v = of(instance(th, torch_state(th).types.device));
  payload<DevicePayload>(v)->device = d;
  return v;
}

Value size_object(Thread& th, const rt::Sizes& sizes) {
  Tuple* t = tuple(th, uint32_t(sizes.n));
  for (int i = 0; i < sizes.n; ++i) t->items[i] = integer(th, sizes[i]);
  return wrap_payload(th, torch_state(th).types.size, of(t));
}

bool is_dtype(const TorchState& s, Value v, rt::DType* out) {
  if (v.is(Kind::Extension) && v.as<Instance>()->type() == s.types.dtype) {
    *out = payload<DTypePayload>(v)->dtype;
    return true;
  }
  if (!v.is(Kind::Type)) return false;
  Type* t = v.as<Type>();
  if (t == s.in.types[int(Kind::Float)])
    *out = rt::DType::f64;
  else if (t == s.in.types[int(Kind::Int)])
    *out = rt::DType::i64;
  else if (t == type_of(s.in, kTrue))
    *out = rt::DType::b8;
  else if (t == s.in.types[int(Kind::Complex)])
    *out = rt::DType::c128;
  else
    return false;
  return true;
}

bool device_of_value(Thread& th, Value v, rt::Device* out) {
  TorchState& s = torch_state(th);
  if (v.is(Kind::Extension) && v.as<Instance>()->type() == s.types.device) {
    *out = payload<DevicePayload>(v)->device;
    return check_status(th, rt::check_usable(*out));
  }
  if (is_str(v)) {
    Result<rt::Device> d = rt::parse_device(sv(v));
    if (!d.ok()) return check_status(th, d.status());
    *out = d.value();
    return check_status(th, rt::check_usable(*out));
  }
  if (is_intlike(v)) {
    th.raise(E_AssertionError, "Torch not compiled with CUDA enabled");
    return false;
  }
  th.raise(E_TypeError, "device(): argument 'type' (position 1) must be str, not %s", type_name(th, v).c_str());
  return false;
}

}  // namespace adder
