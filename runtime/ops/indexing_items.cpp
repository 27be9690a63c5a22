#include "runtime/ops/indexing.h"

namespace adder::rt {
namespace {

struct Indexed {
  Tensor view;                // after integers, slices and new dims
  std::vector<Tensor> index;  // by dim of the view; absent where no tensor indexes it
  bool any = false;
};

int specified_dims(std::span<const IndexItem> items) {
  int n = 0;
  for (const IndexItem& i : items) {
    switch (i.kind) {
      case IndexItem::Kind::integer:
      case IndexItem::Kind::slice: ++n; break;
      case IndexItem::Kind::tensor: {
        bool mask = i.tensor->dtype() == DType::b8 || i.tensor->dtype() == DType::u8;
        n += mask ? i.tensor->dim() : 1;
        break;
      }
      default: break;
    }
  }
  return n;
}

// A Python bool, or a 0-d mask, adds a dim that is taken or not: the same as indexing a new dim of size 1.
Result<Tensor> mask_of_bool(bool v) {
  Tensor t = new_tensor(DType::b8, {1});
  write_element(*t, 0, v);
  return t;
}

Result<Indexed> apply_items(Context& c, const Tensor& self, std::span<const IndexItem> items) {
  static const OpRow& select = find_op("select");
  static const OpRow& slice = find_op("slice");
  static const OpRow& unsqueeze = find_op("unsqueeze");
  Indexed r;
  r.view = self;
  int n = self->dim();
  int specified = specified_dims(items);
  if (specified > n)
    return Status::error(ErrorKind::index, n == 0 && items.size() == 1 && items[0].kind == IndexItem::Kind::integer
                                               ? "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                                                 "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
                                               : "too many indices for tensor of dimension " + std::to_string(n));
  int dim = 0;      // of the view
  int position = 0;  // in the list of index tensors, where a mask stands once for all its dims
  auto put = [&](int at, const Tensor& t) {
    if (int(r.index.size()) <= at) r.index.resize(size_t(at) + 1);
    r.index[size_t(at)] = t;
    r.any = true;
  };
  for (const IndexItem& i : items) {
    switch (i.kind) {
      case IndexItem::Kind::integer: {
        int64_t size = r.view->size(dim);
        if (i.integer.hint < -size || i.integer.hint >= size)
          return Status::error(ErrorKind::index, "index " + std::to_string(i.integer.hint) +
                                                     " is out of bounds for dimension " + std::to_string(dim) +
                                                     " with size " + std::to_string(size));
        ASSIGN_OR_RETURN(r.view, call_op(c, select, {r.view, dim, i.integer}));
        break;
      }
      case IndexItem::Kind::slice: {
        if (i.step.hint == 0) return Status::error(ErrorKind::value, "slice step cannot be zero");
        if (i.step.hint < 0) return Status::error(ErrorKind::value, "step must be greater than zero");
        bool whole = !i.has_start && !i.has_stop && i.step.hint == 1;
        if (!whole) {
          Arg start = i.has_start ? Arg(i.start) : Arg();
          Arg stop = i.has_stop ? Arg(i.stop) : Arg();
          ASSIGN_OR_RETURN(r.view, call_op(c, slice, {r.view, dim, start, stop, i.step}));
        }
        ++dim;
        ++position;
        break;
      }
      case IndexItem::Kind::ellipsis:
        dim += n - specified;
        position += n - specified;
        break;
      case IndexItem::Kind::none: {
        ASSIGN_OR_RETURN(r.view, call_op(c, unsqueeze, {r.view, dim}));
        ++dim;
        ++position;
        break;
      }
      case IndexItem::Kind::boolean: {
        ASSIGN_OR_RETURN(r.view, call_op(c, unsqueeze, {r.view, dim}));
        ASSIGN_OR_RETURN(Tensor mask, mask_of_bool(i.boolean));
        put(position++, mask);
        ++dim;
        break;
      }
      case IndexItem::Kind::tensor: {
        const Tensor& t = i.tensor;
        bool mask = t->dtype() == DType::b8 || t->dtype() == DType::u8;
        if (t->dim() == 0 && is_integral(t->dtype(), false) && t->dtype() != DType::u8) {
          // A 0-d integer tensor selects, as a number does.
          TRY(touch(*t, false));
          IndexItem number;
          int64_t v = read_scalar(*t, 0).i;
          int64_t size = r.view->size(dim);
          if (v < -size || v >= size)
            return Status::error(ErrorKind::index, "index " + std::to_string(v) + " is out of bounds for dimension " +
                                                       std::to_string(dim) + " with size " + std::to_string(size));
          ASSIGN_OR_RETURN(r.view, call_op(c, select, {r.view, dim, v}));
          break;
        }
        if (mask && t->dim() == 0) {
          TRY(touch(*t, false));
          ASSIGN_OR_RETURN(r.view, call_op(c, unsqueeze, {r.view, dim}));
          ASSIGN_OR_RETURN(Tensor one, mask_of_bool(read_scalar(*t, 0).i != 0));
          put(position++, one);
          ++dim;
          break;
        }
        put(position++, t);
        dim += mask ? t->dim() : 1;
        break;
      }
    }
  }
  return r;
}

std::vector<Arg> index_args(const Indexed& x) {
  std::vector<Arg> r;
  for (const Tensor& t : x.index) r.push_back(t ? Arg(t) : Arg());
  return r;
}

}  // namespace

Result<Tensor> get_item(Context& c, const Tensor& self, std::span<const IndexItem> items) {
  ASSIGN_OR_RETURN(Indexed x, apply_items(c, self, items));
  if (x.any) {
    std::vector<Arg> index = index_args(x);
    return call_op(c, find_op("index"), {x.view, Arg(std::span<const Arg>(index))});
  }
  if (x.view.get() == self.get()) return call_op(c, find_op("alias"), {self});
  return x.view;
}

Status set_item(Context& c, const Tensor& self, std::span<const IndexItem> items, const Arg& value) {
  ASSIGN_OR_RETURN(Indexed x, apply_items(c, self, items));
  Tensor held;
  Arg v = value;
  if (v.is_number()) {
    DType d = x.view->dtype();
    held = new_tensor(d, {}, x.view->meta.device);
    TRY(call_into(c, find_op("fill"), std::initializer_list<Arg>{held, v}, held));
    v = Arg(held);
  }
  if (x.any) {
    std::vector<Arg> index = index_args(x);
    if (v.t->dtype() != x.view->dtype() && v.t->dim() == 0) {
      ASSIGN_OR_RETURN(held, call_op(c, find_op("to"), {v, x.view->dtype()}));
      v = Arg(held);
    }
    std::vector<Arg> in{Arg(x.view), Arg(std::span<const Arg>(index)), v, Arg(false)};
    ArgList list;
    for (const Arg& a : in) list.add(a);
    return call_into(c, find_op("index_put"), list.finish(), x.view);
  }
  // A value may have leading dims of size 1 that the place lacks.
  Tensor source(v.t);
  int extra = source->dim() - x.view->dim();
  if (extra > 0) {
    bool ones = true;
    Dims<SymInt> sizes;
    for (int d = 0; d < source->dim(); ++d) {
      if (d < extra)
        ones &= source->size(d) == 1;
      else
        sizes.push(source->size(d));
    }
    if (ones) {
      ASSIGN_OR_RETURN(source, call_op(c, find_op("reshape"), {source, sizes}));
    }
  }
  return call_into(c, find_op("copy"), std::initializer_list<Arg>{x.view, source}, x.view);
}

}  // namespace adder::rt
