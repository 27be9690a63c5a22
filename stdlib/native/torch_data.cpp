// Python data to tensors and back: torch.tensor, item, tolist, bool(x).
#include <cmath>
#include <limits>

#include "runtime/ops/engine.h"
#include "runtime/ops/vmap.h"
#include "stdlib/native/torch_native.h"

namespace adder {
bool is_data_sequence(Thread& th, Value v) {
  if (v.is(Kind::List) || v.is(Kind::Tuple) || v.is(Kind::Range)) return true;
  if (!has_fields(v)) return false;
  Value exact = unwrap(v);
  if (exact != v) return exact.is(Kind::List) || exact.is(Kind::Tuple);
  if (is_tensor(torch_state(th), v)) return false;
  Type* t = v.as<Instance>()->type();
  return type_find(t, th.name(n_len)).u && type_find(t, th.name(n_getitem)).u;
}

namespace {

using rt::Arg;
using rt::Category;
using rt::DType;
using rt::ScalarValue;
using rt::Tensor;

Result<Tensor> uninitialized(DType d, const rt::Sizes& sizes) {
  rt::Meta<int64_t> meta;
  meta.dtype = d;
  meta.sizes = sizes;
  return rt::allocate(meta);
}

// One pass finds the shape (from the first elements) and the dtype, a second writes the numbers.
class Reader {
 public:
  Reader(Thread& th, const DType* wanted) : th_(th), state_(torch_state(th)), wanted_(wanted) {}

  Result<Tensor> read(Value data, rt::Device device) {
    if (!find_shape(data)) return Status::pending();
    DType d;
    if (wanted_) {
      d = *wanted_;
    } else {
      if (!find_dtype(data, 0)) return Status::pending();
      d = dtype_;
    }
    ASSIGN_OR_RETURN(Tensor out, uninitialized(d, sizes_));
    out_ = out;
    if (out->numel && !write(data, 0)) return Status::pending();  // without elements PyTorch looks no further
    if (device.type == rt::DeviceType::meta) return rt::new_tensor(d, sizes_, device);
    return out;
  }

 private:
  bool fail(ExcId e, const std::string& text) {
    th_.raise_text(th_.type(e), text);
    return false;
  }
  // Items of a sequence, borrowed for lists and tuples; `hold` keeps others alive.
  bool items_of(Value v, std::vector<Owned>& hold, const Value** items, uint32_t* n) {
    Value exact = unwrap(v);
    if (exact.is(Kind::List)) {
      *items = exact.as<List>()->items;
      *n = exact.as<List>()->len;
      return true;
    }
    if (exact.is(Kind::Tuple)) {
      *items = exact.as<Tuple>()->items;
      *n = exact.as<Tuple>()->len;
      return true;
    }
    std::vector<Value> made;
    if (!iterate(th_, v, &made)) return false;
    Tuple* t = tuple(th_, uint32_t(made.size()));
    for (size_t i = 0; i < made.size(); ++i) t->items[i] = made[i];
    hold.emplace_back(of(t));
    *items = t->items;
    *n = t->len;
    return true;
  }
  bool find_shape(Value v) {
    while (is_data_sequence(th_, v)) {
      std::vector<Owned> hold;
      const Value* items;
      uint32_t n;
      if (!items_of(v, hold, &items, &n)) return false;
      sizes_.push(n);
      if (sizes_.n > 128) return fail(E_ValueError, "too many dimensions 'list'");
      if (n == 0) return true;
      v = items[0];
      for (Owned& h : hold) keep_.push_back(std::move(h));
    }
    if (is_str(v)) {
      if (sizes_.n == 0) return fail(E_TypeError, "new(): invalid data type 'str'");
      return fail(E_ValueError, "too many dimensions 'str'");
    }
    // Inside a list a tensor is one number.
    if (sizes_.n == 0 && is_tensor(state_, v))
      for (int i = 0; i < tensor_of(v)->dim(); ++i) sizes_.push(tensor_of(v)->size(i));
    return true;
  }
  bool note(DType d) {
    dtype_ = any_ ? rt::promote(dtype_, d) : d;
    any_ = true;
    return true;
  }
  bool find_dtype(Value v, int depth) {
    if (v.is_float()) return note(context_of(th_).default_dtype);
    if (is_bool(v)) return note(DType::b8);
    if (is_intlike(v)) return note(DType::i64);
    if (v.is(Kind::Complex)) return note(rt::complex_of(context_of(th_).default_dtype));
    if (is_tensor(state_, v)) return note(tensor_of(v)->dtype());
    if (is_data_sequence(th_, v)) {
      if (depth > sizes_.n) return fail(E_ValueError, "too many dimensions");
      std::vector<Owned> hold;
      const Value* items;
      uint32_t n;
      if (!items_of(v, hold, &items, &n)) return false;
      if (n == 0) return note(context_of(th_).default_dtype);
      for (uint32_t i = 0; i < n; ++i)
        if (!find_dtype(items[i], depth + 1)) return false;
      return true;
    }
    Value exact = unwrap(v);
    if (exact != v) return find_dtype(exact, depth);
    if (is_str(v)) return fail(E_TypeError, "new(): invalid data type 'str'");
    return fail(E_RuntimeError, "Could not infer dtype of " + type_name(th_, v));
  }
  bool wrong_length(int depth, int64_t n) {
    return fail(E_ValueError, "expected sequence of length " + std::to_string(sizes_[depth]) + " at dim " +
                                  std::to_string(depth) + " (got " + std::to_string(n) + ")");
  }
  bool write(Value v, int depth) {
    if (depth == sizes_.n) return write_one(v);
    if (is_tensor(state_, v)) return write_tensor(tensor_of(v), depth);
    if (!is_data_sequence(th_, v)) return fail(E_TypeError, "not a sequence");
    std::vector<Owned> hold;
    const Value* items;
    uint32_t n;
    if (!items_of(v, hold, &items, &n)) return false;
    if (n != sizes_[depth]) return wrong_length(depth, n);
    for (uint32_t i = 0; i < n; ++i)
      if (!write(items[i], depth + 1)) return false;
    return true;
  }
  bool write_tensor(const Tensor& t, int depth) {
    if (t->dim() != sizes_.n - depth)
      return fail(E_ValueError, "only one element tensors can be converted to Python scalars");
    for (int d = 0; d < t->dim(); ++d)
      if (t->size(d) != sizes_[depth + d]) return wrong_length(depth + d, t->size(d));
    if (!check_status(th_, rt::touch(*t, false))) return false;
    for (int64_t i = 0; i < t->numel; ++i)
      if (!store(rt::read_scalar(*t, i))) return false;
    return true;
  }
  bool overflow() {
    return fail(E_RuntimeError, std::string("value cannot be converted to type ") + rt::row_of(out_->dtype()).name +
                                    " without overflow");
  }
  bool store(ScalarValue s) {
    DType d = out_->dtype();
    Category want = rt::category_of(d);
    bool from_float = s.category == Category::floating || s.category == Category::complex;
    if (want == Category::boolean) {
      s.i = from_float ? (s.z.re != 0 || s.z.im != 0) : s.i != 0;
    } else if (want == Category::integral) {
      if (from_float) {
        if (!(s.z.re > -9.3e18 && s.z.re < 9.3e18)) return overflow();
        s.i = int64_t(s.z.re);
      }
      int bits = rt::bytes_of(d) * 8;
      if (bits < 64) {
        int64_t high = d == DType::u8 ? 255 : (int64_t(1) << (bits - 1)) - 1;
        int64_t low = d == DType::u8 ? -255 : -high - 1;
        if (s.i > high || s.i < low) return overflow();
        if (d == DType::u8) s.i &= 255;
      }
    } else if (!from_float) {
      s.z = {double(s.i), 0};
    }
    s.category = want;
    rt::write_scalar(*out_, at_++, s);
    return true;
  }
  bool write_one(Value v) {
    ScalarValue s;
    if (v.is_float()) {
      s.z.re = v.as_float();
    } else if (is_bool(v)) {
      s.category = Category::boolean;
      s.i = v == kTrue;
    } else if (is_small_int(v)) {
      s.category = Category::integral;
      s.i = to_int(v);
    } else if (is_big(v)) {
      if (!rt::is_differentiable(out_->dtype())) return fail(E_ValueError, "Overflow when unpacking long long");
      s.z.re = to_double(v);
    } else if (v.is(Kind::Complex)) {
      if (!rt::is_complex(out_->dtype())) return fail(E_TypeError, "must be real number, not complex");
      s.category = Category::complex;
      s.z = {v.as<Complex>()->re, v.as<Complex>()->im};
    } else if (is_tensor(state_, v)) {
      const Tensor& t = tensor_of(v);
      if (t->numel != 1 && rt::is_integral(out_->dtype()))
        return fail(E_TypeError, "only integer tensors of a single element can be converted to an index");
      if (t->numel != 1) return fail(E_ValueError, "only one element tensors can be converted to Python scalars");
      if (rt::is_complex(t->dtype()) && !rt::is_complex(out_->dtype()))
        return fail(E_RuntimeError, "value cannot be converted to type double without overflow");
      if (!check_status(th_, rt::touch(*t, false))) return false;
      s = rt::read_scalar(*t, 0);
    } else if (unwrap(v) != v) {
      return write_one(unwrap(v));
    } else if (rt::is_integral(out_->dtype())) {
      return fail(E_TypeError, "'" + type_name(th_, v) + "' object cannot be interpreted as an integer");
    } else {
      return fail(E_TypeError, "must be real number, not " + type_name(th_, v));
    }
    return store(s);
  }

  Thread& th_;
  TorchState& state_;
  const DType* wanted_;
  rt::Sizes sizes_;
  DType dtype_ = DType::f32;
  bool any_ = false;
  Tensor out_;
  int64_t at_ = 0;
  std::vector<Owned> keep_;
};

bool optional_dtype(Thread& th, Value v, const char* fn, DType* out, bool* given) {
  *given = v.u && v != kNone;
  if (!*given) return true;
  if (is_dtype(torch_state(th), v, out)) return true;
  th.raise(E_TypeError, "%s(): argument 'dtype' must be torch.dtype, not %s", fn, type_name(th, v).c_str());
  return false;
}
bool optional_device(Thread& th, Value v, rt::Device* out, bool* given) {
  *given = v.u && v != kNone;
  *out = context_of(th).default_device;
  return !*given || device_of_value(th, v, out);
}

Value finish_new(Thread& th, Tensor t, Value requires_grad) {
  if (requires_grad == kTrue && !rt::is_differentiable(t->dtype()))
    return th.raise(E_RuntimeError, "Only Tensors of floating point and complex dtype can require gradients");
  if (requires_grad == kTrue && !check_status(th, rt::set_requires_grad(t, true, context_of(th).inference_mode))) return kAbsent;
  return wrap_tensor(th, t);
}

// torch.tensor(data, *, dtype, device, requires_grad, pin_memory)
Value f_tensor(Thread& th, Value* a, int) {
  DType d;
  bool has_dtype, has_device;
  rt::Device device;
  if (!optional_dtype(th, a[1], "tensor", &d, &has_dtype) || !optional_device(th, a[2], &device, &has_device))
    return kAbsent;
  if (is_tensor(torch_state(th), a[0])) {
    Value copy = convert_tensor(th, a[0], has_dtype ? &d : nullptr, has_device ? &device : nullptr, true);
    if (!copy.u) return kAbsent;
    Tensor t = rt::detach(tensor_of(copy));
    dec(copy);
    return finish_new(th, t, a[3]);
  }
  Result<Tensor> r = tensor_from_data(th, a[0], has_dtype ? &d : nullptr, device);
  if (!r.ok()) return raise_status(th, r.status());
  return finish_new(th, r.value(), a[3]);
}
Value f_as_tensor(Thread& th, Value* a, int) {
  DType d;
  bool has_dtype, has_device;
  rt::Device device;
  if (!optional_dtype(th, a[1], "as_tensor", &d, &has_dtype) || !optional_device(th, a[2], &device, &has_device))
    return kAbsent;
  if (is_tensor(torch_state(th), a[0]))
    return convert_tensor(th, a[0], has_dtype ? &d : nullptr, has_device ? &device : nullptr, false);
  Result<Tensor> r = tensor_from_data(th, a[0], has_dtype ? &d : nullptr, device);
  return r.ok() ? wrap_tensor(th, r.value()) : raise_status(th, r.status());
}
Value f_new_tensor(Thread& th, Value* a, int) {
  DType d = tensor_of(a[0])->dtype();
  bool has_dtype, has_device;
  rt::Device device;
  if (!optional_device(th, a[3], &device, &has_device)) return kAbsent;
  if (!has_device) device = tensor_of(a[0])->meta.device;
  if (!optional_dtype(th, a[2], "new_tensor", &d, &has_dtype)) return kAbsent;
  Result<Tensor> r = tensor_from_data(th, a[1], &d, device);
  return r.ok() ? finish_new(th, r.value(), a[4]) : raise_status(th, r.status());
}

Value f_equal(Thread& th, Value* a, int);

const NativeDef kFunctions[] = {
    {"equal", "(input, other)", "Whether shapes and elements are the same.", f_equal, Rule::residual},
    {"tensor", "(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False)",
     "A tensor with a copy of the data.", f_tensor, Rule::residual},
    {"as_tensor", "(data, dtype=None, device=None)", "A tensor of the data, without a copy if it is one.", f_as_tensor,
     Rule::residual},
    {"_legacy_new", "(dtype, /, *args, **kwargs)", "torch.FloatTensor(...) and its kind.", nullptr, Rule::residual, 0,
     legacy_new},
};

// ---- data reads

// item() and the conversions int(), float(), complex() word the error differently.
bool read_only_element(Thread& th, const Tensor& t, ScalarValue* out, bool conversion = false) {
  if (rt::is_mapped(context_of(th), *t)) {
    th.raise(E_RuntimeError,
             "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a "
             "Tensor, please try to rewrite what you're doing with other operations. If error is occurring somewhere "
             "inside PyTorch internals, please file a bug report.");
    return false;
  }
  if (t->numel != 1 && conversion) {
    th.raise(E_ValueError, "only one element tensors can be converted to Python scalars");
    return false;
  }
  if (t->numel != 1) {
    th.raise(E_RuntimeError, "a Tensor with %lld elements cannot be converted to Scalar",
             static_cast<long long>(t->numel));
    return false;
  }
  if (!rt::has_data(*t)) {
    th.raise(E_RuntimeError, "Tensor.item() cannot be called on meta tensors");
    return false;
  }
  if (!check_status(th, rt::touch(*t, false))) return false;
  *out = rt::read_scalar(*t, 0);
  return true;
}
Value m_item(Thread& th, Value* a, int) {
  ScalarValue s;
  return read_only_element(th, tensor_of(a[0]), &s) ? scalar_value(th, s) : kAbsent;
}
Value m_bool(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (rt::is_mapped(context_of(th), *t)) {
    return th.raise(
        E_RuntimeError,
        "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't "
        "support that yet, please file an issue at https://github.com/pytorch/pytorch/issues .");
  }
  if (t->numel == 0) return th.raise(E_RuntimeError, "Boolean value of Tensor with no values is ambiguous");
  if (t->numel > 1) return th.raise(E_RuntimeError, "Boolean value of Tensor with more than one value is ambiguous");
  ScalarValue s;
  if (!read_only_element(th, t, &s)) return kAbsent;
  bool real_number = s.category == Category::floating || s.category == Category::complex;
  return boolean(real_number ? s.z.re != 0 || s.z.im != 0 : s.i != 0);
}
Value m_float(Thread& th, Value* a, int) {
  ScalarValue s;
  if (!read_only_element(th, tensor_of(a[0]), &s, true)) return kAbsent;
  if (s.category == Category::complex && s.z.im != 0)
    return th.raise(E_RuntimeError, "value cannot be converted to type double without overflow");
  return real(s.category == Category::floating || s.category == Category::complex ? s.z.re : double(s.i));
}
Value m_int(Thread& th, Value* a, int) {
  ScalarValue s;
  if (!read_only_element(th, tensor_of(a[0]), &s, true)) return kAbsent;
  if (s.category == Category::boolean || s.category == Category::integral) return integer(th, s.i);
  if (std::isnan(s.z.re)) return th.raise(E_ValueError, "cannot convert float NaN to integer");
  if (std::isinf(s.z.re)) return th.raise(E_OverflowError, "cannot convert float infinity to integer");
  return integer(th, int64_t(s.z.re));
}
Value m_complex(Thread& th, Value* a, int) {
  ScalarValue s;
  if (!read_only_element(th, tensor_of(a[0]), &s, true)) return kAbsent;
  bool real_number = s.category == Category::floating || s.category == Category::complex;
  return complex_number(th, real_number ? s.z.re : double(s.i), s.category == Category::complex ? s.z.im : 0);
}
Value m_index(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (t->numel != 1 || !rt::is_integral(t->dtype()))
    return th.raise(E_TypeError, "only integer tensors of a single element can be converted to an index");
  ScalarValue s;
  return read_only_element(th, t, &s) ? integer(th, s.i) : kAbsent;
}
Value list_of(Thread& th, const Tensor& t, int dim, int64_t* at) {
  if (dim == t->dim()) return scalar_value(th, rt::read_scalar(*t, (*at)++));
  List* l = list(th, uint32_t(t->size(dim)));
  for (int64_t i = 0; i < t->size(dim); ++i) push(l, list_of(th, t, dim + 1, at));
  return of(l);
}
Value m_tolist(Thread& th, Value* a, int) {
  const Tensor& t = tensor_of(a[0]);
  if (rt::is_mapped(context_of(th), *t))
    return th.raise(E_RuntimeError, "Cannot access data pointer of Tensor that doesn't have storage");
  if (!rt::has_data(*t) && t->numel) return th.raise(E_NotImplementedError, "Cannot copy out of meta tensor; no data!");
  if (!check_status(th, rt::touch(*t, false))) return kAbsent;
  int64_t at = 0;
  return list_of(th, t, 0, &at);
}

// Whether two tensors have the same shape and elements; NaN is equal to nothing.
Value f_equal(Thread& th, Value* a, int) {
  for (int i = 0; i < 2; ++i)
    if (!is_tensor(torch_state(th), a[i]))
      return th.raise(E_TypeError, "equal(): argument '%s' (position %d) must be Tensor, not %s", i ? "other" : "input",
                      i + 1, type_name(th, a[i]).c_str());
  const Tensor &x = tensor_of(a[0]), &y = tensor_of(a[1]);
  if (!(x->meta.sizes == y->meta.sizes)) return kFalse;
  if (x->numel == 0) return kTrue;
  Owned same(call_op_function(th, rt::kTensor, "eq", a, 2));
  if (!same) return kAbsent;
  Value arg = same.get();
  Owned all(call_op_function(th, rt::kTensor, "all", &arg, 1));
  bool yes;
  if (!all || !truth_native(th, all.get(), &yes)) return kAbsent;
  return boolean(yes);
}
Value m_equal(Thread& th, Value* a, int n) {
  if (is_tensor(torch_state(th), a[1])) return f_equal(th, a, n);
  return th.raise(E_TypeError, "equal(): argument 'other' (position 1) must be Tensor, not %s",
                  type_name(th, a[1]).c_str());
}
Value m_type_as(Thread& th, Value* a, int) {
  if (!is_tensor(torch_state(th), a[1]))
    return th.raise(E_TypeError, "type_as(): argument 'other' (position 1) must be Tensor, not %s",
                    type_name(th, a[1]).c_str());
  DType d = tensor_of(a[1])->dtype();
  return convert_tensor(th, a[0], &d, nullptr, false);
}

const NativeDef kMethods[] = {
    {"equal", "(self, other)", "Whether shapes and elements are the same.", m_equal, Rule::residual},
    {"type_as", "(self, other)", "As the other's dtype.", m_type_as, Rule::tensor_op},
    {"new", "(self, /, *args, **kwargs)", "A tensor of the same dtype.", nullptr, Rule::residual, 0, legacy_method},
    {"item", "(self)", "The only element as a Python number.", m_item, Rule::residual},
    {"tolist", "(self)", "The elements as nested lists.", m_tolist, Rule::residual},
    {"__bool__", "(self, /)", "", m_bool, Rule::residual},
    {"__float__", "(self, /)", "", m_float, Rule::residual},
    {"__int__", "(self, /)", "", m_int, Rule::residual},
    {"__complex__", "(self, /)", "", m_complex, Rule::residual},
    {"__index__", "(self, /)", "", m_index, Rule::residual},
    {"new_tensor", "(self, data, *, dtype=None, device=None, requires_grad=False)", "A tensor of the same dtype.",
     f_new_tensor, Rule::residual},
};

}  // namespace

Value scalar_value(Thread& th, const ScalarValue& s) {
  switch (s.category) {
    case Category::boolean: return boolean(s.i != 0);
    case Category::integral: return integer(th, s.i);
    case Category::floating: return real(s.z.re);
    case Category::complex: return complex_number(th, s.z.re, s.z.im);
  }
  return kNone;
}

Result<Tensor> tensor_from_data(Thread& th, Value data, const DType* dtype, rt::Device device) {
  return Reader(th, dtype).read(data, device);
}

std::span<const NativeDef> torch_data_functions() {
  return kFunctions;
}
std::span<const NativeDef> tensor_data_methods() {
  return kMethods;
}

}  // namespace adder
