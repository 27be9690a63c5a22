// x[key] and x[key] = value.
//
// A key becomes view ops (select, slice, unsqueeze) from left to right; what tensors, lists and masks are left over
// becomes one index or index_put_ call on the view.
#include "stdlib/native/torch_native.h"

namespace adder {
namespace {

using rt::Arg;
using rt::DType;
using rt::Tensor;

Value raise_invalid(Thread& th, Value v) {
  return th.raise(
      E_IndexError,
      "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)",
      type_name(th, v).c_str());
}

struct Walk {
  Thread& th;
  rt::Context& c;
  Tensor self;
  int dim = 0;                  // of `self`, where the next item applies
  int real_dim = 0;             // of the tensor that is indexed, for errors
  std::vector<Tensor> indices;  // by dim of `self`; absent: whole

  bool run(const char* op, std::initializer_list<Arg> in) { return call(op, in, &self); }
  bool call(const char* op, std::initializer_list<Arg> in, Tensor* out) {
    const rt::OpRow* row = op_row(th, op);
    if (!row) return false;
    Result<Tensor> r = rt::call_op(c, *row, in);
    if (!r.ok()) return check_status(th, r.status());
    *out = r.value();
    return true;
  }
  void place(Tensor index) {
    indices.resize(size_t(std::max<int>(int(indices.size()), dim + 1)));
    indices[size_t(dim)] = std::move(index);
  }

  bool integer_item(int64_t i) {
    if (self->dim() == 0) {
      th.raise(
          E_IndexError,
          "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
          "0-dim tensor to a number");
      return false;
    }
    int64_t size = self->size(dim);
    if (i < -size || i >= size) {
      th.raise(E_IndexError, "index %lld is out of bounds for dimension %d with size %lld", static_cast<long long>(i),
               real_dim, static_cast<long long>(size));
      return false;
    }
    ++real_dim;
    return run("select", {Arg(self), Arg(dim), Arg(i)});
  }

  bool slice_item(Slice* s) {
    auto bound = [&](Value v, int64_t otherwise, int64_t* out) {
      *out = otherwise;
      return v == kNone || to_index_clamped(th, v, out);
    };
    int64_t size = self->size(dim), start, stop, step;
    if (!bound(s->step, 1, &step)) return false;
    if (step == 0) {
      th.raise(E_ValueError, "slice step cannot be zero");
      return false;
    }
    if (step < 0) {
      th.raise(E_ValueError, "step must be greater than zero");
      return false;
    }
    if (!bound(s->lo, 0, &start) || !bound(s->hi, INT64_MAX, &stop)) return false;
    if (start == 0 && stop >= size && step == 1) {
      ++dim;
      ++real_dim;
      return true;
    }
    if (!run("slice", {Arg(self), Arg(dim), Arg(start), Arg(stop), Arg(step)})) return false;
    ++dim;
    ++real_dim;
    return true;
  }

  bool none_item() {
    if (!run("unsqueeze", {Arg(self), Arg(dim)})) return false;
    ++dim;
    return true;
  }

  bool bool_item(bool on) {  // a new dim of size 1 or 0
    if (!run("unsqueeze", {Arg(self), Arg(dim)})) return false;
    Tensor index = rt::new_tensor(DType::i64, {on ? 1 : 0});
    if (on) *index->data_as<int64_t>() = 0;
    place(index);
    ++dim;
    return true;
  }

  bool tensor_item(const Tensor& t) {
    DType d = t->dtype();
    if (t->dim() == 0 && rt::is_integral(d)) {
      if (!check_status(th, rt::touch(*t, false))) return false;
      int64_t i = rt::read_scalar(*t, 0).i;
      return d == DType::b8 || d == DType::u8 ? bool_item(i != 0) : integer_item(i);
    }
    if (d != DType::i64 && d != DType::i32 && d != DType::b8 && d != DType::u8) {
      th.raise(E_IndexError, "tensors used as indices must be long, int, byte or bool tensors");
      return false;
    }
    place(t);
    int taken = d == DType::b8 || d == DType::u8 ? std::max(1, t->dim()) : 1;
    dim += taken;
    real_dim += taken;
    return true;
  }

  bool sequence_item(Value v) {
    Result<Tensor> mask = tensor_from_data(th, v, nullptr, {});
    if (!mask.ok()) return check_status(th, mask.status());
    if (mask.value()->dtype() == DType::b8) return tensor_item(mask.value());
    DType wide = DType::i64;
    Result<Tensor> t = tensor_from_data(th, v, &wide, {});
    if (!t.ok()) return check_status(th, t.status());
    if (t.value()->dim() == 0) return integer_item(rt::read_scalar(*t.value(), 0).i);
    place(t.value());
    ++dim;
    ++real_dim;
    return true;
  }

  bool item(Value v, int rest) {
    if (v.is(Kind::Slice)) return slice_item(v.as<Slice>());
    if (is_bool(v)) return bool_item(v == kTrue);
    if (is_small_int(v)) return integer_item(to_int(v));
    if (v == kNone) return none_item();
    if (v == kEllipsis) {
      int skipped = self->dim() - dim - rest;
      dim += skipped;
      real_dim += skipped;
      return true;
    }
    const TorchState& s = torch_state(th);
    if (is_tensor(s, v)) return tensor_item(tensor_of(v));
    Value exact = unwrap(v);
    if (exact.is(Kind::List) || exact.is(Kind::Tuple) || exact.is(Kind::Range)) return sequence_item(exact);
    if (is_str(v)) {
      th.raise(E_TypeError, "new(): invalid data type 'str'");
      return false;
    }
    if (has_fields(v) && type_find(v.as<Instance>()->type(), th.name(n_index)).u) {
      int64_t i;
      return to_index(th, v, &i) && integer_item(i);
    }
    raise_invalid(th, v);
    return false;
  }
};

// How many dims of the tensor an item takes.
int dims_taken(const TorchState& s, Value v) {
  if (v == kNone || v == kEllipsis || is_bool(v)) return 0;
  if (is_tensor(s, v)) {
    const Tensor& t = tensor_of(v);
    bool mask = t->dtype() == DType::b8 || t->dtype() == DType::u8;
    return mask ? t->dim() : 1;
  }
  return 1;
}

// A list counts as a tuple if something in it is more than a number, as numpy's old rule has it.
bool list_is_tuple(const TorchState& s, Value v) {
  if (!v.is(Kind::List) || v.as<List>()->len >= 32) return false;
  for (uint32_t i = 0; i < v.as<List>()->len; ++i) {
    Value e = v.as<List>()->items[i];
    if (e == kNone || e == kEllipsis || e.is(Kind::Slice) || e.is(Kind::List) || e.is(Kind::Tuple) || is_tensor(s, e))
      return true;
  }
  return false;
}

bool walk_key(Walk& w, Value key) {
  const TorchState& s = torch_state(w.th);
  Value exact = unwrap(key);
  const Value* items = &key;
  uint32_t n = 1;
  Owned of_list;  // an __index__ may change the list
  if (list_is_tuple(s, exact)) {
    List* l = exact.as<List>();
    of_list = Owned(of(tuple(w.th, l->len)));
    for (uint32_t i = 0; i < l->len; ++i) of_list.get().as<Tuple>()->items[i] = inc(l->items[i]);
    exact = of_list.get();
  }
  if (exact.is(Kind::Tuple)) {
    items = exact.as<Tuple>()->items;
    n = exact.as<Tuple>()->len;
  }
  if (w.self->dim() == 0 && n == 1 && is_small_int(items[0]) && !is_bool(items[0])) return w.item(items[0], 0);
  int taken = 0;
  for (uint32_t i = 0; i < n; ++i) taken += dims_taken(s, items[i]);
  if (taken > w.self->dim()) {
    if (n == 1 && !items[0].is_cell() && !is_small_int(items[0]) && items[0] != kNone) {
      raise_invalid(w.th, items[0]);
      return false;
    }
    w.th.raise(E_IndexError, "too many indices for tensor of dimension %d", w.self->dim());
    return false;
  }
  bool ellipsis = false;
  for (uint32_t i = 0; i < n; ++i) {
    int rest = 0;
    if (items[i] == kEllipsis)
      for (uint32_t k = i + 1; k < n; ++k) rest += dims_taken(s, items[k]);
    if (items[i] == kEllipsis && ellipsis && rest) {  // the first one has taken what there was
      int dims = w.self->dim();
      w.th.raise(E_IndexError, "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -dims, dims - 1, dims);
      return false;
    }
    ellipsis |= items[i] == kEllipsis;
    if (!w.item(items[i], rest)) return false;
  }
  return true;
}

std::vector<Arg> index_args(const Walk& w) {
  std::vector<Arg> list;
  for (const Tensor& t : w.indices) list.push_back(Arg(t));
  return list;
}

bool only_a_mask(const Walk& w) {
  int given = 0, masks = 0;
  for (const Tensor& t : w.indices) {
    given += bool(t);
    masks += t && t->dtype() == DType::b8;
  }
  return given == 1 && masks == 1;
}

// The value of an assignment as a tensor that copy_ can take.
bool value_tensor(Thread& th, Value v, const Tensor& self, Tensor* out) {
  if (is_tensor(torch_state(th), v)) {
    *out = tensor_of(v);
    return true;
  }
  DType d = self->dtype();
  bool number = is_number(v) || v.is(Kind::Complex);
  if (v.is(Kind::Complex) && !rt::is_complex(d)) {
    th.raise(E_TypeError, "can't assign a complex to a torch.%s tensor", rt::row_of(d).name);
    return false;
  }
  if (!number) {
    th.raise(E_TypeError, "can't assign a %s to a torch.%s", type_name(th, v).c_str(),
             (std::string(rt::row_of(d).scalar_name) + "Tensor").c_str());
    return false;
  }
  Result<Tensor> t = tensor_from_data(th, v, &d, self->meta.device);
  if (!t.ok()) return check_status(th, t.status());
  *out = t.value();
  return true;
}

}  // namespace

Value tensor_subscript(Thread& th, Value* a, int) {
  if (Value r = overridden_method(th, "__getitem__", a, 2); UNLIKELY(r != kStop)) return r;
  Walk w{th, context_of(th), tensor_of(a[0]), 0, 0, {}};
  Value key = a[1];
  if (key == kEllipsis) return w.run("alias", {Arg(w.self)}) ? wrap_tensor(th, w.self) : kAbsent;
  if (!walk_key(w, key)) return kAbsent;
  if (w.indices.empty()) {
    // Only full slices: a view of its own.
    if (w.self.get() == tensor_of(a[0]).get() && !w.run("alias", {Arg(w.self)})) return kAbsent;
    return wrap_tensor(th, w.self);
  }
  std::vector<Arg> list = index_args(w);
  return w.run("index", {Arg(w.self), Arg(std::span<const Arg>(list))}) ? wrap_tensor(th, w.self) : kAbsent;
}

Value tensor_set_subscript(Thread& th, Value* a, int) {
  if (Value r = overridden_method(th, "__setitem__", a, 3); UNLIKELY(r != kStop)) return r;
  Walk w{th, context_of(th), tensor_of(a[0]), 0, 0, {}};
  if (a[1] != kEllipsis && !walk_key(w, a[1])) return kAbsent;
  Tensor value;
  if (!value_tensor(th, a[2], w.self, &value)) return kAbsent;
  if (!w.indices.empty()) {
    std::vector<Arg> list = index_args(w);
    if (value->dtype() != w.self->dtype() && value->numel == 1 && only_a_mask(w)) {  // a masked_fill_, which converts
      DType d = w.self->dtype();
      Value from = wrap_tensor(th, value);
      Value cast = convert_tensor(th, from, &d, nullptr, false);
      dec(from);
      if (!cast.u) return kAbsent;
      value = tensor_of(cast);
      dec(cast);
    }
    const rt::OpRow* row = op_row(th, "index_put");
    if (!row) return kAbsent;
    rt::ArgList in;
    in.add(Arg(w.self));
    in.add(Arg(std::span<const Arg>(list)));
    in.add(Arg(value));
    return check_status(th, rt::call_into(w.c, *row, in.finish(), w.self)) ? kNone : kAbsent;
  }
  // x[k] = v may have leading dims of size 1 that the place lacks.
  int extra = value->dim() - w.self->dim();
  if (extra > 0) {
    for (int i = 0; i < extra; ++i)
      if (value->size(i) != 1) {
        extra = 0;
        break;
      }
    for (int i = 0; i < extra; ++i) {
      if (!w.call("select", {Arg(value), Arg(0), Arg(0)}, &value)) return kAbsent;
    }
  }
  // The value is expanded to the place, in the words of expand.
  if (!(value->meta.sizes == w.self->meta.sizes)) {
    rt::Dims<rt::SymInt> sizes;
    for (int64_t s : w.self->meta.sizes) sizes.push(rt::SymInt(s));
    Tensor spread;
    if (!w.call("expand", {Arg(value), Arg(sizes)}, &spread)) return kAbsent;
    if (value->storage == w.self->storage) value = spread;  // a part of the tensor may be spread over all of it
  }
  Value args[2] = {wrap_tensor(th, w.self), wrap_tensor(th, value)};
  Value r = call_op_function(th, rt::kTensor, "copy_", args, 2);
  dec(args[0]);
  dec(args[1]);
  if (!r.u) return kAbsent;
  dec(r);
  return kNone;
}

}  // namespace adder
