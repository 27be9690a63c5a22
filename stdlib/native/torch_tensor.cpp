// The type torch.Tensor: metadata, conversions, text. Its ops come from the op table.
#include "interp/bridge/tensor_cell.h"
#include "stdlib/native/torch_native.h"

namespace adder {
namespace {

using rt::Arg;
using rt::DType;
using rt::Tensor;

Value text_value(Thread& th, std::string_view s) {
  return of(str(th, s));
}
bool dim_arg(Thread& th, const Tensor& t, Value v, int* out) {
  int64_t d;
  if (!to_index(th, v, &d)) return false;
  int limit = t->dim() ? t->dim() : 1;
  if (t->dim() == 0) {
    th.raise(E_IndexError, "Dimension specified as %lld but tensor has no dimensions", static_cast<long long>(d));
    return false;
  }
  if (d < -limit || d >= limit) {
    th.raise(E_IndexError, "Dimension out of range (expected to be in range of [%d, %d], but got %lld)", -limit,
             limit - 1, static_cast<long long>(d));
    return false;
  }
  *out = int(d < 0 ? d + limit : d);
  return true;
}
rt::Sizes strides_of(const Tensor& t) {
  if (t->meta.strides.n == t->meta.sizes.n) return t->meta.strides;
  rt::Meta<int64_t> m = t->meta;
  m.set_contiguous();
  return m.strides;
}

// ---- metadata

Value m_size(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (!a[1].u || a[1] == kNone) return size_object(th, t->meta.sizes);
  int d;
  return dim_arg(th, t, a[1], &d) ? integer(th, t->size(d)) : kAbsent;
}
Value m_stride(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  rt::Sizes strides = strides_of(t);
  if (a[1].u && a[1] != kNone) {
    int d;
    return dim_arg(th, t, a[1], &d) ? integer(th, strides[d]) : kAbsent;
  }
  Tuple* r = tuple(th, uint32_t(strides.n));
  for (int i = 0; i < strides.n; ++i) r->items[i] = integer(th, strides[i]);
  return of(r);
}
Value m_dim(Thread& th, Value* a, int) {
  return integer(th, tensor_of(a[0])->dim());
}
Value m_numel(Thread& th, Value* a, int) {
  return integer(th, tensor_of(a[0])->numel);
}
Value m_element_size(Thread& th, Value* a, int) {
  return integer(th, rt::bytes_of(tensor_of(a[0])->dtype()));
}
Value m_storage_offset(Thread& th, Value* a, int) {
  return integer(th, tensor_of(a[0])->meta.offset);
}
Value m_data_ptr(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (!check_status(th, rt::touch(*t, true))) return kAbsent;
  return integer(th, t->storage->data ? int64_t(reinterpret_cast<uintptr_t>(t->data())) : 0);
}
Value m_storage_data_ptr(Thread& th, Value* a, int) {
  return integer(th, int64_t(reinterpret_cast<uintptr_t>(tensor_of(a[0])->storage->data)));
}
Value m_storage_nbytes(Thread& th, Value* a, int) {
  return integer(th, tensor_of(a[0])->storage->bytes);
}
Value m_storage_grow(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  int64_t bytes;
  if (!to_index(th, a[1], &bytes)) return kAbsent;
  if (!check_status(th, rt::touch(*t, true))) return kAbsent;
  return check_status(th, rt::grow_storage(*t->storage, bytes, rt::has_data(*t))) ? kNone : kAbsent;
}
Value m_bump_version(Thread&, Value* a, int) {
  rt::bump_version(*tensor_of(a[0]));
  return kNone;
}
Value m_is_contiguous(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  rt::MemoryFormat f = rt::MemoryFormat::contiguous;
  if (a[1].u) {
    if (!is_instance_of(a[1], torch_state(th).types.memory_format))
      return th.raise(E_TypeError, "is_contiguous(): argument 'memory_format' must be torch.memory_format, not %s",
                      type_name(th, a[1]).c_str());
    f = rt::MemoryFormat(payload<EnumPayload>(a[1])->value);
  }
  if (f == rt::MemoryFormat::contiguous) return boolean(t->contiguous);
  return boolean(rt::is_contiguous(t->meta, f));
}
Value m_is_floating_point(Thread&, Value* a, int) {
  return boolean(rt::is_floating(tensor_of(a[0])->dtype()));
}
Value m_is_complex(Thread&, Value* a, int) {
  return boolean(rt::is_complex(tensor_of(a[0])->dtype()));
}
Value m_is_signed(Thread&, Value* a, int) {
  DType d = tensor_of(a[0])->dtype();
  return boolean(d != DType::u8 && d != DType::b8);
}
Value m_false(Thread&, Value*, int) {
  return kFalse;
}
Value m_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value m_pin_memory(Thread& th, Value*, int) {
  return th.raise(E_RuntimeError, "Cannot access accelerator device when none is available.");
}
Value m_get_device(Thread& th, Value*, int) {
  return integer(th, -1);
}
Value m_is_same_size(Thread& th, Value* a, int) {
  if (!is_tensor(torch_state(th), a[1]))
    return th.raise(E_TypeError, "is_same_size(): argument 'other' must be Tensor, not %s",
                    type_name(th, a[1]).c_str());
  return boolean(tensor_of(a[0])->meta.sizes == tensor_of(a[1])->meta.sizes);
}
Value m_is_set_to(Thread& th, Value* a, int) {
  if (!is_tensor(torch_state(th), a[1]))
    return th.raise(E_TypeError, "is_set_to(): argument 'tensor' must be Tensor, not %s", type_name(th, a[1]).c_str());
  const Tensor &x = tensor_of(a[0]), &y = tensor_of(a[1]);
  return boolean(x->storage == y->storage && x->meta.offset == y->meta.offset && x->meta.sizes == y->meta.sizes &&
                 strides_of(x) == strides_of(y));
}
Value m_is_inference(Thread&, Value* a, int) {
  return boolean(tensor_of(a[0])->inference);
}
Value m_len(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (t->dim() == 0) return th.raise(E_TypeError, "len() of a 0-d tensor");
  return integer(th, t->size(0));
}
Value m_iter(Thread& th, Value* a, int) {
  if (tensor_of(a[0])->dim() == 0) return th.raise(E_TypeError, "iteration over a 0-d tensor");
  Value rows = call_op_function(th, rt::kTensor, "unbind", a, 1);
  if (!rows.u) return kAbsent;
  Value it = iter_native(th, rows);
  dec(rows);
  return it;
}
Value m_contains(Thread& th, Value* a, int) {
  if (!is_number(a[1]) && !a[1].is(Kind::Complex) && !is_tensor(torch_state(th), a[1]))
    return th.raise(E_RuntimeError, "Tensor.__contains__ only supports Tensor or scalar, but you passed in a %s.",
                    full_type_name(type_of(th.in, a[1])).c_str());
  Owned same(call_op_function(th, rt::kTensor, "eq", a, 2));
  if (!same) return kAbsent;
  Value arg = same.get();
  Owned any(call_op_function(th, rt::kTensor, "any", &arg, 1));
  bool yes;
  if (!any || !truth_native(th, any.get(), &yes)) return kAbsent;
  return boolean(yes);
}
Value m_hash(Thread& th, Value* a, int) {
  return integer(th, int64_t(a[0].u >> 4));
}
Value m_delitem(Thread& th, Value*, int) {
  return th.raise(E_TypeError, "Tensor does not support deleting items");
}

// ---- conversions

struct ToArgs {
  DType dtype;
  rt::Device device;
  bool has_dtype = false, has_device = false, copy = false;
  Value memory_format = kNone, non_blocking = kFalse;
};

// to(dtype, non_blocking, copy), to(device, dtype, …), to(other, …), and all by name.
bool parse_to(Thread& th, Value* a, int fixed, int n, ToArgs* out) {
  TorchState& s = torch_state(th);
  Dict* kw = a[fixed - 1].u ? a[fixed - 1].as<Dict>() : nullptr;
  auto named = [&](const char* name) {
    Value v = kw ? dict_get(kw, intern(th.in, name)) : kAbsent;
    return v.u ? v : kAbsent;
  };
  auto set_dtype = [&](Value v) {
    if (v == kNone || !v.u) return true;
    if (!is_dtype(s, v, &out->dtype)) {
      th.raise(E_TypeError, "to(): argument 'dtype' must be torch.dtype, not %s", type_name(th, v).c_str());
      return false;
    }
    return out->has_dtype = true;
  };
  auto set_device = [&](Value v) {
    if (v == kNone || !v.u) return true;
    if (!device_of_value(th, v, &out->device)) return false;
    return out->has_device = true;
  };
  int at = fixed;
  if (at < n) {
    Value first = a[at];
    DType d;
    if (is_tensor(s, first)) {
      out->dtype = tensor_of(first)->dtype();
      out->device = tensor_of(first)->meta.device;
      out->has_dtype = out->has_device = true;
      ++at;
    } else if (is_dtype(s, first, &d)) {
      if (!set_dtype(first)) return false;
      ++at;
    } else if (first == kNone || is_str(first) || is_instance_of(first, s.types.device) || is_intlike(first)) {
      if (!set_device(first)) return false;
      ++at;
      if (at < n && (a[at] == kNone || is_dtype(s, a[at], &d))) {
        if (!set_dtype(a[at])) return false;
        ++at;
      }
    } else {
      th.raise(E_TypeError,
               "to() received an invalid combination of arguments - got (%s), but expected one of:\n"
               " * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = "
               "False, *, torch.memory_format memory_format = None)\n"
               " * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format "
               "memory_format = None)\n"
               " * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format "
               "= None)\n",
               type_name(th, first).c_str());
      return false;
    }
    if (at < n) out->non_blocking = a[at++];
    if (at < n) out->copy = a[at++] == kTrue;
    if (at < n) {
      th.raise(E_TypeError, "to() takes at most 4 positional arguments");
      return false;
    }
  }
  if (kw) {
    if (!set_dtype(named("dtype")) || !set_device(named("device"))) return false;
    for (const char* name : {"other", "tensor"})
      if (Value o = named(name); o.u && is_tensor(s, o)) {
        out->dtype = tensor_of(o)->dtype();
        out->device = tensor_of(o)->meta.device;
        out->has_dtype = out->has_device = true;
      }
    if (Value c = named("copy"); c.u) out->copy = c == kTrue;
    if (Value b = named("non_blocking"); b.u) out->non_blocking = b;
    if (Value f = named("memory_format"); f.u) out->memory_format = f;
  }
  return true;
}

Value m_to(Thread& th, Value* a, int n) {
  ToArgs t;
  if (!parse_to(th, a, 2, n, &t)) return kAbsent;
  Value r = convert_tensor(th, a[0], t.has_dtype ? &t.dtype : nullptr, t.has_device ? &t.device : nullptr, t.copy);
  if (!r.u || t.memory_format == kNone ||
      payload<EnumPayload>(t.memory_format)->value == int(rt::MemoryFormat::preserve))
    return r;
  Value args[2] = {r, t.memory_format};
  Tuple* names = tuple(th, 1);
  names->items[0] = of(str(th, "memory_format"));
  Value out = call_op_function(th, rt::kTensor, "contiguous", args, 2, names);
  dec(of(names));
  dec(r);
  return out;
}
Value f_parse_to(Thread& th, Value* a, int n) {
  ToArgs t;
  if (!parse_to(th, a, 1, n, &t)) return kAbsent;
  Tuple* r = tuple(th, 4);
  r->items[0] = t.has_device ? device_object(th, t.device) : kNone;
  r->items[1] = t.has_dtype ? dtype_object(th.in, t.dtype) : kNone;
  r->items[2] = inc(t.non_blocking);
  r->items[3] = inc(t.memory_format);
  return of(r);
}
template <DType kTo>
Value m_cast(Thread& th, Value* a, int) {
  DType d = kTo;
  return convert_tensor(th, a[0], &d, nullptr, false);
}
Value m_cpu(Thread& th, Value* a, int) {
  rt::Device d;
  return convert_tensor(th, a[0], nullptr, &d, false);
}
Value m_cuda(Thread& th, Value*, int) {
  return th.raise(E_AssertionError, "Torch not compiled with CUDA enabled");
}
std::string tensor_type_name(DType d) {
  std::string name = rt::row_of(d).scalar_name;
  return "torch." + name + "Tensor";
}
Value m_type(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (!a[1].u || a[1] == kNone) return text_value(th, tensor_type_name(t->dtype()));
  DType d;
  if (is_dtype(torch_state(th), a[1], &d)) return convert_tensor(th, a[0], &d, nullptr, false);
  std::string name = is_str(a[1])          ? std::string(sv(a[1]))
                     : a[1].is(Kind::Type) ? "torch." + std::string(a[1].as<Type>()->name->sv())
                                           : "";
  for (int i = 0; i < rt::kDTypeCount; ++i)
    if (name == tensor_type_name(DType(i))) {
      d = DType(i);
      return convert_tensor(th, a[0], &d, nullptr, false);
    }
  return th.raise(E_ValueError, "invalid type: '%s'",
                  is_str(a[1]) ? a[1].as<Str>()->data : type_name(th, a[1]).c_str());
}

// ---- text

Value m_repr(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (rt::has_data(*t) && !check_status(th, rt::touch(*t, false))) return kAbsent;
  return text_value(th, tensor_repr(th, a[0]));
}
Value m_format(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (t->dim() == 0 && rt::has_data(*t) && a[0].as<Instance>()->type() == torch_state(th).types.tensor) {
    if (!check_status(th, rt::touch(*t, false))) return kAbsent;
    Owned number(scalar_value(th, rt::read_scalar(*t, 0)));
    std::string out;
    if (!format_value(th, number.get(), sv(a[1]), &out)) return kAbsent;
    return text_value(th, out);
  }
  if (!sv(a[1]).empty())
    return th.raise(E_TypeError, "unsupported format string passed to %s.__format__", type_name(th, a[0]).c_str());
  std::string out;
  return str_of(th, a[0], &out) ? text_value(th, out) : kAbsent;
}

// ---- construction

Value m_make_subclass(Thread& th, Value* a, int) {
  // (cls, data, require_grad=False): a detached alias of data as an instance of cls.
  if (!a[0].is(Kind::Type) || !is_tensor(torch_state(th), a[1]))
    return th.raise(E_TypeError, "_make_subclass(): argument 'data' (position 2) must be Tensor, not %s",
                    type_name(th, a[1]).c_str());
  Tensor t = rt::data_of(tensor_of(a[1]));
  if (a[2] == kTrue && !rt::is_differentiable(t->dtype()))
    return th.raise(E_RuntimeError, "Only Tensors of floating point and complex dtype can require gradients");
  if (a[2] == kTrue && !check_status(th, rt::set_requires_grad(t, true, context_of(th).inference_mode))) return kAbsent;
  return wrap_tensor(th, t, a[0].as<Type>());
}
Value m_as_subclass(Thread& th, Value* a, int) {
  if (!a[1].is(Kind::Type)) return th.raise(E_TypeError, "cls must be a type (got %s)", type_name(th, a[1]).c_str());
  const rt::OpRow* row = op_row(th, "alias");
  if (!row) return kAbsent;
  Result<Tensor> r = rt::call_op(context_of(th), *row, {Arg(tensor_of(a[0]))});
  return r.ok() ? wrap_tensor(th, r.value(), a[1].as<Type>()) : raise_status(th, r.status());
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", nullptr, Rule::residual, 0, legacy_class},
    {"_make_subclass", "(cls, data, require_grad=False)", "", m_make_subclass, Rule::residual, kStaticMethod},
    {"as_subclass", "(self, cls)", "The same data as an instance of cls.", m_as_subclass, Rule::residual},
    {"size", "(self, dim=None)", "The sizes, or one of them.", m_size, Rule::symbolic},
    {"stride", "(self, dim=None)", "The strides, or one of them.", m_stride, Rule::symbolic},
    {"dim", "(self)", "The number of dimensions.", m_dim, Rule::symbolic},
    {"ndimension", "(self)", "The number of dimensions.", m_dim, Rule::symbolic},
    {"numel", "(self)", "The number of elements.", m_numel, Rule::symbolic},
    {"nelement", "(self)", "The number of elements.", m_numel, Rule::symbolic},
    {"element_size", "(self)", "Bytes of an element.", m_element_size, Rule::symbolic},
    {"storage_offset", "(self)", "The first element's place in the storage.", m_storage_offset, Rule::symbolic},
    {"data_ptr", "(self)", "The address of the first element.", m_data_ptr, Rule::residual},
    {"_storage_data_ptr", "(self)", "", m_storage_data_ptr, Rule::residual},
    {"_storage_nbytes", "(self)", "", m_storage_nbytes, Rule::residual},
    {"_storage_grow", "(self, bytes)", "", m_storage_grow, Rule::residual},
    {"_bump_version", "(self)", "", m_bump_version, Rule::residual},
    {"is_contiguous", "(self, memory_format=...)", "Whether the elements lie in order.", m_is_contiguous,
     Rule::symbolic},
    {"is_floating_point", "(self)", "Whether the dtype is floating.", m_is_floating_point, Rule::symbolic},
    {"is_complex", "(self)", "Whether the dtype is complex.", m_is_complex, Rule::symbolic},
    {"is_signed", "(self)", "Whether the dtype has negative numbers.", m_is_signed, Rule::symbolic},
    {"is_conj", "(self)", "Always False: conj() is materialized.", m_false, Rule::symbolic},
    {"is_neg", "(self)", "Always False.", m_false, Rule::symbolic},
    {"is_pinned", "(self, device=None)", "Always False.", m_false, Rule::symbolic},
    {"is_shared", "(self)", "Always False.", m_false, Rule::symbolic},
    {"is_inference", "(self)", "Whether it was made in inference mode.", m_is_inference, Rule::symbolic},
    {"is_same_size", "(self, other)", "Whether the sizes are equal.", m_is_same_size, Rule::symbolic},
    {"is_set_to", "(self, tensor)", "Whether both are the same view of one storage.", m_is_set_to, Rule::residual},
    {"pin_memory", "(self, device=None)", "Refused: there is no accelerator.", m_pin_memory, Rule::residual},
    {"share_memory_", "(self)", "Itself.", m_self, Rule::residual},
    {"resolve_conj", "(self)", "Itself.", m_self, Rule::residual},
    {"resolve_neg", "(self)", "Itself.", m_self, Rule::residual},
    {"get_device", "(self)", "-1 on the CPU.", m_get_device, Rule::symbolic},
    {"__len__", "(self, /)", "", m_len, Rule::symbolic},
    {"__iter__", "(self, /)", "", m_iter, Rule::tensor_op},
    {"__contains__", "(self, element, /)", "", m_contains, Rule::residual},
    {"__hash__", "(self, /)", "", m_hash, Rule::residual},
    {"__getitem__", "(self, index, /)", "", tensor_subscript, Rule::tensor_op},
    {"__setitem__", "(self, index, value, /)", "", tensor_set_subscript, Rule::tensor_op},
    {"__delitem__", "(self, index, /)", "", m_delitem, Rule::residual},
    {"__repr__", "(self, /, *, tensor_contents=None)", "", m_repr, Rule::residual},
    {"__format__", "(self, spec, /)", "", m_format, Rule::residual},
    {"to", "(self, *args, **kwargs)", "Cast or move.", m_to, Rule::tensor_op},
    {"type", "(self, dtype=None, non_blocking=False)", "The type's name, or a cast.", m_type, Rule::tensor_op},
    {"cpu", "(self, memory_format=None)", "On the CPU.", m_cpu, Rule::tensor_op},
    {"cuda", "(self, device=None, non_blocking=False, memory_format=None)", "Refused: no CUDA.", m_cuda,
     Rule::residual},
    {"float", "(self, memory_format=None)", "As float32.", m_cast<DType::f32>, Rule::tensor_op},
    {"double", "(self, memory_format=None)", "As float64.", m_cast<DType::f64>, Rule::tensor_op},
    {"half", "(self, memory_format=None)", "As float16.", m_cast<DType::f16>, Rule::tensor_op},
    {"bfloat16", "(self, memory_format=None)", "As bfloat16.", m_cast<DType::bf16>, Rule::tensor_op},
    {"int", "(self, memory_format=None)", "As int32.", m_cast<DType::i32>, Rule::tensor_op},
    {"long", "(self, memory_format=None)", "As int64.", m_cast<DType::i64>, Rule::tensor_op},
    {"short", "(self, memory_format=None)", "As int16.", m_cast<DType::i16>, Rule::tensor_op},
    {"char", "(self, memory_format=None)", "As int8.", m_cast<DType::i8>, Rule::tensor_op},
    {"byte", "(self, memory_format=None)", "As uint8.", m_cast<DType::u8>, Rule::tensor_op},
    {"bool", "(self, memory_format=None)", "As bool.", m_cast<DType::b8>, Rule::tensor_op},
    {"cfloat", "(self, memory_format=None)", "As complex64.", m_cast<DType::c64>, Rule::tensor_op},
    {"cdouble", "(self, memory_format=None)", "As complex128.", m_cast<DType::c128>, Rule::tensor_op},
};
const NativeDef kParseTo[] = {
    {"_parse_to", "(*args, **kwargs)", "The arguments of Module.to.", f_parse_to, Rule::residual},
};

// ---- attributes

Value g_shape(Thread& th, Value self) {
  return size_object(th, tensor_of(self)->meta.sizes);
}
Value g_dtype(Thread& th, Value self) {
  return dtype_object(th.in, tensor_of(self)->dtype());
}
Value g_device(Thread& th, Value self) {
  return device_object(th, tensor_of(self)->meta.device);
}
Value g_layout(Thread& th, Value) {
  return inc(torch_state(th).layouts[0]);
}
Value g_ndim(Thread& th, Value self) {
  return integer(th, tensor_of(self)->dim());
}
Value g_itemsize(Thread& th, Value self) {
  return integer(th, rt::bytes_of(tensor_of(self)->dtype()));
}
Value g_nbytes(Thread& th, Value self) {
  return integer(th, tensor_of(self)->numel * rt::bytes_of(tensor_of(self)->dtype()));
}
Value g_false(Thread&, Value) {
  return kFalse;
}
Value g_is_cpu(Thread&, Value self) {
  return boolean(tensor_of(self)->meta.device.type == rt::DeviceType::cpu);
}
Value g_is_meta(Thread&, Value self) {
  return boolean(tensor_of(self)->meta.device.type == rt::DeviceType::meta);
}
Value op_getter(Thread& th, Value self, const char* op) {
  return call_op_function(th, rt::kTensor, op, &self, 1);
}
Value transposed(Thread& th, Value self, int x, int y) {
  Value args[3] = {self, integer(th, x), integer(th, y)};
  return call_op_function(th, rt::kTensor, "transpose", args, 3);
}
Value g_T(Thread& th, Value self) {
  const Tensor& t = tensor_of(self);
  if (t->dim() == 2) return op_getter(th, self, "t");
  Tuple* dims = tuple(th, uint32_t(t->dim()));
  for (int i = 0; i < t->dim(); ++i) dims->items[i] = integer(th, t->dim() - 1 - i);
  Value args[2] = {self, of(dims)};
  Value r = call_op_function(th, rt::kTensor, "permute", args, 2);
  dec(of(dims));
  return r;
}
// The last two dims, for the attribute `name`; a tensor without dims stays as it is.
Value matrix_transpose(Thread& th, Value self, const char* name, const char* instead) {
  int dims = tensor_of(self)->dim();
  if (dims == 1) {
    return th.raise(E_RuntimeError, "tensor.%s is only supported on matrices or batches of matrices. Got 1-D tensor.",
                    name);
  }
  if (dims > 1) return transposed(th, self, -2, -1);
  std::string text = std::string("Tensor.") + name + " is deprecated on 0-D tensors. " + instead;
  rt::Context& c = context_of(th);
  return check_status(th, c.warn(c, text)) ? inc(self) : kAbsent;
}
Value g_mT(Thread& th, Value self) {
  return matrix_transpose(th, self, "mT", "This function is the identity in these cases.");
}
Value g_mH(Thread& th, Value self) {
  Owned t(matrix_transpose(th, self, "mH", "Consider using x.conj()."));
  return t ? (rt::is_complex(tensor_of(self)->dtype()) ? op_getter(th, t.get(), "conj") : inc(t.get())) : kAbsent;
}
Value g_H(Thread& th, Value self) {
  if (tensor_of(self)->dim() != 2 && tensor_of(self)->dim() != 0)
    return th.raise(E_RuntimeError, "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s",
                    tensor_of(self)->dim(),
                    tensor_of(self)->dim() > 2 ? " For batches of matrices, consider using tensor.mH" : "");
  return tensor_of(self)->dim() == 0 ? inc(self) : g_mH(th, self);
}
Value g_real(Thread& th, Value self) {
  return rt::is_complex(tensor_of(self)->dtype()) ? op_getter(th, self, "real") : inc(self);
}
Value g_imag(Thread& th, Value self) {
  if (!rt::is_complex(tensor_of(self)->dtype()))
    return th.raise(E_RuntimeError, "imag is not implemented for tensors with non-complex dtypes.");
  return op_getter(th, self, "imag");
}
Value g_names(Thread& th, Value self) {
  Tuple* t = tuple(th, uint32_t(tensor_of(self)->dim()));
  for (uint32_t i = 0; i < t->len; ++i) t->items[i] = kNone;
  return of(t);
}
Value g_version(Thread& th, Value self) {
  if (tensor_of(self)->inference) return th.raise(E_RuntimeError, "Inference tensors do not track version counter.");
  return integer(th, rt::version_of(*tensor_of(self)));
}
Value g_base(Thread& th, Value self) {
  rt::TensorImpl* base = tensor_of(self)->base;
  return base ? wrap_tensor(th, Tensor(base)) : kNone;
}

const GetSetDef kFields[] = {
    {"shape", g_shape, nullptr, "the sizes"},
    {"dtype", g_dtype, nullptr, "the type of the elements"},
    {"device", g_device, nullptr, "where it lives"},
    {"layout", g_layout, nullptr, "how it is stored"},
    {"ndim", g_ndim, nullptr, "the number of dimensions"},
    {"itemsize", g_itemsize, nullptr, "bytes of an element"},
    {"nbytes", g_nbytes, nullptr, "bytes of all elements"},
    {"is_cuda", g_false, nullptr, "always False"},
    {"is_xpu", g_false, nullptr, "always False"},
    {"is_mps", g_false, nullptr, "always False"},
    {"is_sparse", g_false, nullptr, "always False"},
    {"is_sparse_csr", g_false, nullptr, "always False"},
    {"is_quantized", g_false, nullptr, "always False"},
    {"is_nested", g_false, nullptr, "always False"},
    {"is_mkldnn", g_false, nullptr, "always False"},
    {"is_vulkan", g_false, nullptr, "always False"},
    {"is_cpu", g_is_cpu, nullptr, "whether it lives on the CPU"},
    {"is_meta", g_is_meta, nullptr, "whether it has no data"},
    {"T", g_T, nullptr, "dimensions reversed"},
    {"mT", g_mT, nullptr, "the last two dimensions swapped"},
    {"mH", g_mH, nullptr, "mT, conjugated"},
    {"H", g_H, nullptr, "a matrix transposed and conjugated"},
    {"real", g_real, nullptr, "the real part"},
    {"imag", g_imag, nullptr, "the imaginary part"},
    {"names", g_names, nullptr, "names of dimensions: none"},
    {"_version", g_version, nullptr, "number of changes in place"},
    {"_base", g_base, nullptr, "of a view: the tensor it is a view of"},
};

}  // namespace

const rt::OpRow* op_row(Thread& th, const char* name) {
  const rt::OpRow* row = rt::find_op_or_null(name);
  if (!row) th.raise(E_NotImplementedError, "torch op '%s' is not available", name);
  return row;
}

Value convert_tensor(Thread& th, Value self, const DType* dtype, const rt::Device* device, bool copy) {
  const Tensor& t = tensor_of(self);
  bool same_dtype = !dtype || *dtype == t->dtype();
  bool same_device = !device || *device == t->meta.device;
  if (same_dtype && same_device && !copy) return inc(self);
  if (!same_device) {
    if (device->type == rt::DeviceType::meta) {
      Tensor m = rt::new_tensor(dtype ? *dtype : t->dtype(), t->meta.sizes, *device);
      return wrap_tensor(th, m);
    }
    if (t->meta.device.type == rt::DeviceType::meta && t->numel)
      return th.raise(E_NotImplementedError, "Cannot copy out of meta tensor; no data!");
  }
  if (same_dtype) return call_op_function(th, rt::kTensor, "clone", &self, 1);
  const rt::OpRow* row = op_row(th, "to");
  if (!row) return kAbsent;
  Result<Tensor> r = rt::call_op(context_of(th), *row, {Arg(t), Arg(*dtype)});
  return r.ok() ? wrap_tensor(th, r.value()) : raise_status(th, r.status());
}

std::string tensor_repr(Thread& th, Value self) {
  TorchState& s = torch_state(th);
  const Tensor& t = tensor_of(self);
  rt::PrintContext p;
  Type* type = self.as<Instance>()->type();
  std::string prefix = "tensor(";
  if (type != s.types.tensor && type_find(type, s.torch_function) != s.disabled_torch_function)
    prefix = std::string(type->name->sv()) + "(";
  p.prefix = prefix;
  p.default_dtype = context_of(th).default_dtype;
  p.is_meta = !rt::has_data(*t);
  std::string device = p.is_meta ? rt::device_text(t->meta.device) : "";
  p.device = device;
  std::string grad_fn;
  if (t->requires_grad()) {
    if (rt::is_leaf(*t)) {
      p.requires_grad = true;
    } else {
      rt::NodeRef node = rt::grad_fn_of(t);
      grad_fn = node ? node->name_of(t->autograd->output) : "Invalid";
      p.grad_fn = grad_fn;
    }
  }
  return rt::tensor_text(*t, s.print, p);
}

std::span<const NativeDef> tensor_methods() {
  return kMethods;
}
std::span<const GetSetDef> tensor_fields() {
  return kFields;
}

bool init_torch_tensor(Thread& th, Module* m) {
  TorchState& s = torch_state(th);
  static const NativeTypeDef kTensor = {
      "torch.Tensor", "Numbers in a grid.", sizeof(TensorPayload), {}, {}, destroy_tensor_payload, nullptr, nullptr,
      kShortName};
  Type* t = define_type(th.in, kTensor);
  t->tflags &= ~uint32_t(kImmutable);  // scripts give it methods of their own
  s.types.tensor = t;
  // Ops first: what is written by hand replaces an op of the same name.
  for (const rt::Overloads* o : rt::overloads_of(rt::kTensor)) {
    Value f = find_op_function(th, rt::kTensor, o->name);
    type_set(t, intern(th.in, o->name), f);
  }
  add_methods(th.in, t, kMethods);
  add_methods(th.in, t, tensor_data_methods());
  add_methods(th.in, t, tensor_autograd_methods());
  add_fields(th.in, t, kFields);
  add_fields(th.in, t, tensor_autograd_fields());
  add_tensor_operators(th, t);
  add_functions(th.in, m->dict, kParseTo);
  module_set(th.in, m, "Tensor", inc(of(t)));
  return true;
}

}  // namespace adder
