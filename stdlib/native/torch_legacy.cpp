// torch.Tensor(...), torch.FloatTensor(...) and tensor.new(...): constructors that take nothing, a storage, a tensor,
// sizes or data, told apart by what they are given.
#include "interp/bridge/tensor_cell.h"
#include "stdlib/native/torch_native.h"

namespace adder {
namespace {

using rt::DType;
using rt::Tensor;

struct LegacyCall {
  DType dtype;
  bool any_dtype;  // torch.Tensor(t) takes every tensor
  Value* args;
  int n;  // positional ones
  Tuple* kw;
  Value named(const char* name) const {
    for (uint32_t i = 0; kw && i < kw->len; ++i)
      if (sv(kw->items[i]) == name) return args[n + int(i)];
    return kAbsent;
  }
};

Value empty(Thread& th, DType d, const rt::Sizes& sizes) {
  Status fits = rt::check_sizes(sizes);
  if (!fits.ok()) return raise_status(th, fits);
  rt::Meta<int64_t> meta;
  meta.dtype = d;
  meta.sizes = sizes;
  meta.set_contiguous();
  Result<Tensor> r = rt::allocate(meta);
  return r.ok() ? wrap_tensor(th, r.value()) : raise_status(th, r.status());
}

std::string options_text(DType d) {
  return std::string("TensorOptions(dtype=") + rt::row_of(d).cpp_name +
         ", device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), "
         "memory_format=(nullopt))";
}

Value from_tensor(Thread& th, const LegacyCall& call, const Tensor& t) {
  if (!call.any_dtype && t->dtype() != call.dtype) {
    return th.raise(E_TypeError, "expected %s (got %s)", options_text(call.dtype).c_str(),
                    options_text(t->dtype()).c_str());
  }
  return wrap_tensor(th, rt::detach(t));
}

bool is_storage(Thread& th, Value v) {
  if (!has_fields(v)) return false;
  std::string name = type_name(th, v);
  return name == "UntypedStorage" || name == "TypedStorage";
}
Value from_storage(Thread& th, const LegacyCall& call, Value storage) {
  Owned line(get_attr_native(th, storage, intern(th.in, "_line")));
  if (!line) return kAbsent;
  Owned dtype(dtype_object(th.in, call.dtype));
  Value args[2] = {line.get(), dtype.get()};
  return call_op_function(th, rt::kTensor, "view", args, 2);
}

Value from_data(Thread& th, const LegacyCall& call, Value data) {
  Value plain = unwrap(data);
  if (is_str(plain) || plain.is(Kind::Bytes))
    return th.raise(E_TypeError, "new(): invalid data type '%s'", type_name(th, data).c_str());
  if (!is_data_sequence(th, data))
    return th.raise(E_TypeError, "new(): data must be a sequence (got %s)", type_name(th, data).c_str());
  Result<Tensor> r = tensor_from_data(th, data, &call.dtype, {});
  return r.ok() ? wrap_tensor(th, r.value()) : raise_status(th, r.status());
}

Value from_sizes(Thread& th, const LegacyCall& call, const Value* items, int n) {
  rt::Sizes sizes;
  for (int i = 0; i < n; ++i) {
    int64_t size;
    if (!to_index(th, items[i], &size)) {
      th.clear_pending();
      return th.raise(E_TypeError,
                      "new(): argument 'size' failed to unpack the object at pos %d with error \"type must be tuple of "
                      "ints,but got %s\"",
                      i + 1, type_name(th, items[i]).c_str());
    }
    sizes.push(size);
  }
  return empty(th, call.dtype, sizes);
}

bool is_size(Value v) {
  return is_intlike(v) && !is_bool(v);
}

Value from_one(Thread& th, const LegacyCall& call, Value v) {
  const TorchState& s = torch_state(th);
  if (is_tensor(s, v)) return from_tensor(th, call, tensor_of(v));
  if (is_storage(th, v)) return from_storage(th, call, v);
  if (is_size(v)) return from_sizes(th, call, &v, 1);
  if (has_fields(v) && v.as<Instance>()->type() == s.types.size) {
    Tuple* sizes = unwrap(v).as<Tuple>();
    return from_sizes(th, call, sizes->items, int(sizes->len));
  }
  return from_data(th, call, v);
}

Value run(Thread& th, const LegacyCall& call) {
  const TorchState& s = torch_state(th);
  Value device = call.named("device");
  if (device.u && device != kNone) {
    rt::Device d;
    bool known = device.is(Kind::Extension) && device.as<Instance>()->type() == s.types.device;
    if (known) {
      d = payload<DevicePayload>(device)->device;
    } else if (is_str(device)) {
      Result<rt::Device> parsed = rt::parse_device(sv(device));
      if (!parsed.ok()) return raise_status(th, parsed.status());
      d = parsed.value();
    }
    if (d.type != rt::DeviceType::cpu) {
      return th.raise(E_RuntimeError, "legacy constructor expects device type: cpu but device type: %s was passed",
                      rt::device_text(d).c_str());
    }
  }
  int named = call.kw ? int(call.kw->len) - bool(device.u) : 0;
  if (call.n == 0 && named == 0) return empty(th, call.dtype, rt::Sizes{0});
  if (call.n == 1 && named == 0) return from_one(th, call, call.args[0]);
  if (call.n > 1 && named == 0 && (is_size(call.args[0]) || is_tensor(s, call.args[0]))) {
    bool number = !is_tensor(s, call.args[0]) || rt::is_integral(tensor_of(call.args[0])->dtype(), false);
    if (number) return from_sizes(th, call, call.args, call.n);
  }
  if (call.n == 0 && named == 1) {
    if (Value v = call.named("size"); v.u && unwrap(v).is(Kind::Tuple))
      return from_sizes(th, call, unwrap(v).as<Tuple>()->items, int(unwrap(v).as<Tuple>()->len));
    if (Value v = call.named("data"); v.u) return from_data(th, call, v);
    if (Value v = call.named("other"); v.u && is_tensor(s, v)) return from_tensor(th, call, tensor_of(v));
    if (Value v = call.named("storage"); v.u && is_storage(th, v)) return from_storage(th, call, v);
  }
  int all = call.n + (call.kw ? int(call.kw->len) : 0);
  return raise_argument_error(th, "new", false, {}, call.args, all, call.kw);
}

LegacyCall call_of(DType d, bool any_dtype, Value* args, int n, Tuple* kw) {
  return {d, any_dtype, args, n - (kw ? int(kw->len) : 0), kw};
}

}  // namespace

Value legacy_new(Thread& th, Native*, Value* a, int n, Tuple* kw) {
  DType d;
  if (n < 1 || !is_dtype(torch_state(th), a[0], &d)) return th.raise(E_TypeError, "_legacy_new() takes a dtype");
  return run(th, call_of(d, false, a + 1, n - 1, kw));
}

Value legacy_class(Thread& th, Native*, Value* a, int n, Tuple* kw) {
  if (n < 1 || !a[0].is(Kind::Type)) return th.raise(E_TypeError, "Tensor.__new__(X): X is not a type object");
  Value r = run(th, call_of(context_of(th).default_dtype, true, a + 1, n - 1, kw));
  if (!r.u || a[0].as<Type>() == torch_state(th).types.tensor) return r;
  Tensor t = rt::detach(tensor_of(r));
  dec(r);
  return wrap_tensor(th, t, a[0].as<Type>());
}

Value legacy_method(Thread& th, Native*, Value* a, int n, Tuple* kw) {
  if (n < 1 || !is_tensor(torch_state(th), a[0]))
    return th.raise(E_TypeError, "unbound method TensorBase.new() needs an argument");
  return run(th, call_of(tensor_of(a[0])->dtype(), false, a + 1, n - 1, kw));
}

}  // namespace adder
