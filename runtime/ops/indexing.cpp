// Advanced indexing: index, index_put, masked_select, index_fill.
//
// The index tensors broadcast together to one shape; masks first turn into the positions where they hold. If the indexed
// dims stand side by side the broadcast shape takes their place, else it comes first. What remains is a gather of inner
// slices: `Plan` holds the byte offset of each index point and a loop nest over the dims that are not indexed.
#include <algorithm>
#include <cstring>
#include "runtime/ops/dispatch.h"
#include "runtime/ops/rules.h"
#include "runtime/ops/view_rules.h"

namespace adder::rt {

USE_OP(index)
USE_OP(index_put)
USE_OP(fill)
USE_OP(sum)
USE_OP(where)
USE_OP(masked_select)
USE_OP(masked_scatter_zeros)
USE_OP(index_fill)
USE_OP(mul)
USE_OP(expand)
USE_OP(to)
USE_OP(masked_fill)
USE_OP(reshape)

namespace {

bool is_mask(DType d) {
  return d == DType::b8 || d == DType::u8;
}

// Index tensors of an op: position of the list in the arguments, with masks already turned into positions.
struct Plan {
  Sizes index_shape;           // of the broadcast indices
  std::vector<int> dims;       // indexed dims of self
  std::vector<Tensor> tensors;  // int64 each, one per indexed dim
  bool adjacent = true;
};

Status index_range(int64_t v, int dim, int64_t size) {
  return Status::error(ErrorKind::index, "index " + std::to_string(v) + " is out of bounds for dimension " +
                                             std::to_string(dim) + " with size " + std::to_string(size));
}

// The positions where a mask holds, one int64 tensor per dim of the mask.
std::vector<Tensor> positions_of(const TensorImpl& mask) {
  std::vector<Tensor> r;
  int n_dims = mask.dim();
  if (n_dims == 0) return r;
  Tensor plain = dense(mask);
  const uint8_t* on = static_cast<const uint8_t*>(plain->data());
  int64_t held = 0;
  for (int64_t i = 0; i < mask.numel; ++i) held += on[i] != 0;
  std::vector<int64_t*> to;
  for (int d = 0; d < n_dims; ++d) {
    r.push_back(new_tensor(DType::i64, {held}));
    to.push_back(r.back()->data_as<int64_t>());
  }
  // Row by row: the last coordinates of a row's hits, then the others, which are the row's.
  int64_t width = mask.size(n_dims - 1), found = 0;
  std::vector<int64_t> row(static_cast<size_t>(n_dims));
  for (int64_t begin = 0; begin < mask.numel; begin += width) {
    int64_t first = found;
    for (int64_t i = 0; i < width; ++i)
      if (on[begin + i]) to[size_t(n_dims - 1)][found++] = i;
    for (int d = 0; d + 1 < n_dims; ++d) std::fill(to[size_t(d)] + first, to[size_t(d)] + found, row[size_t(d)]);
    for (int d = n_dims - 1; d-- > 0;) {
      if (++row[size_t(d)] < mask.size(d)) break;
      row[size_t(d)] = 0;
    }
  }
  return r;
}

Status broadcast_shapes(Sizes& out, const Sizes& x, const std::vector<Tensor>& all) {
  while (out.n < x.n) out.insert(0, 1);
  for (int k = 0; k < x.n; ++k) {
    int64_t& o = out[out.n - x.n + k];
    if (o == x[k] || x[k] == 1) continue;
    if (o == 1) {
      o = x[k];
      continue;
    }
    std::string shapes;
    for (const Tensor& t : all) shapes += (shapes.empty() ? "" : ", ") + shape_text(t->meta.sizes);
    return Status::error(ErrorKind::index,
                         "shape mismatch: indexing tensors could not be broadcast together with shapes " + shapes);
  }
  return {};
}

Status make_plan(const TensorImpl& self, std::span<const Arg> args, int list, Plan& p) {
  int at = 0;
  for (uint32_t k = 0; k < args[size_t(list)].count; ++k) {
    const Arg& a = args[size_t(args[size_t(list)].i) + k];
    if (!a.given()) {
      ++at;
      continue;
    }
    TensorImpl& t = *a.t;
    if (!is_integral(t.dtype()) || t.dtype() == DType::i8 || t.dtype() == DType::i16)
      return Status::error(ErrorKind::index, "tensors used as indices must be long, int, byte or bool tensors");
    if (is_mask(t.dtype())) {
      for (int d = 0; d < t.dim(); ++d)
        if (at + d >= self.dim() || t.size(d) != self.size(at + d))
          return Status::error(ErrorKind::index, "The shape of the mask " + shape_text(t.meta.sizes) + " at index " +
                                                     std::to_string(d) +
                                                     " does not match the shape of the indexed tensor " +
                                                     shape_text(self.meta.sizes) + " at index " +
                                                     std::to_string(at + d));
      for (Tensor& part : positions_of(t)) {
        p.dims.push_back(at++);
        p.tensors.push_back(std::move(part));
      }
      continue;
    }
    if (at >= self.dim())
      return Status::error(ErrorKind::index, "too many indices for tensor of dimension " + std::to_string(self.dim()));
    p.dims.push_back(at++);
    p.tensors.push_back(Tensor(&t));
  }
  if (at > self.dim())
    return Status::error(ErrorKind::index, "too many indices for tensor of dimension " + std::to_string(self.dim()) +
                                               " (got " + std::to_string(at) + ")");
  for (const Tensor& t : p.tensors) TRY(broadcast_shapes(p.index_shape, t->meta.sizes, p.tensors));
  for (size_t k = 1; k < p.dims.size(); ++k) p.adjacent &= p.dims[k] == p.dims[k - 1] + 1;
  return {};
}

Sizes result_shape(const TensorImpl& self, const Plan& p) {
  Sizes r;
  auto indexed = [&](int d) { return std::find(p.dims.begin(), p.dims.end(), d) != p.dims.end(); };
  int first = p.dims.empty() ? 0 : p.dims[0];
  if (!p.adjacent)
    for (int64_t s : p.index_shape) r.push(s);
  for (int d = 0; d < self.dim(); ++d) {
    if (p.adjacent && d == first)
      for (int64_t s : p.index_shape) r.push(s);
    if (!indexed(d)) r.push(self.size(d));
  }
  return r;
}

// Element offsets into self's storage (from its first element) of each index point, checked against the sizes.
Status point_offsets(const TensorImpl& self, const Plan& p, std::vector<int64_t>& offsets) {
  int64_t n = p.index_shape.product();
  offsets.assign(size_t(n), 0);
  for (size_t k = 0; k < p.dims.size(); ++k) {
    const TensorImpl& t = *p.tensors[k];
    int d = p.dims[k];
    int64_t size = self.size(d);
    int64_t stride = self.meta.strides[d];
    int lead = p.index_shape.n - t.dim();
    bool whole = t.contiguous && t.numel == n && t.dtype() == DType::i64;
    for (int64_t i = 0; i < n; ++i) {
      int64_t v;
      if (whole) {
        v = t.data_as<int64_t>()[i];
      } else {
        int64_t rest = i;
        int64_t linear = 0;
        int64_t scale = 1;
        for (int e = p.index_shape.n; e-- > 0;) {
          int64_t pos = rest % p.index_shape[e];
          rest /= p.index_shape[e];
          if (e < lead) continue;
          if (t.size(e - lead) != 1) linear += pos * scale;
          scale *= t.size(e - lead);
        }
        v = read_scalar(t, linear).i;
      }
      if (v < -size || v >= size) return index_range(v, int(k), size);  // the number of the index, as in PyTorch
      offsets[size_t(i)] += (v < 0 ? v + size : v) * stride;
    }
  }
  return {};
}

// The dims of self that are not indexed, with their strides in self and in the result (or the values).
struct Inner {
  Sizes sizes, self_strides, other_strides;
  Sizes point_strides;  // of the other tensor, by dim of the index shape
};
Inner inner_of(const TensorImpl& self, const Plan& p, const Sizes& other_strides) {
  Inner r;
  int first = p.dims.empty() ? 0 : p.dims[0];
  int at = 0;
  auto indexed = [&](int d) { return std::find(p.dims.begin(), p.dims.end(), d) != p.dims.end(); };
  auto take_points = [&] {
    for (int k = 0; k < p.index_shape.n; ++k) r.point_strides.push(other_strides[at++]);
  };
  if (!p.adjacent) take_points();
  for (int d = 0; d < self.dim(); ++d) {
    if (p.adjacent && d == first) take_points();
    if (indexed(d)) continue;
    r.sizes.push(self.size(d));
    r.self_strides.push(self.meta.strides[d]);
    r.other_strides.push(other_strides[at++]);
  }
  return r;
}

// Calls f(self element offset, other element offset, run length, self stride, other stride) for each innermost run.
template <class F>
void for_each_run(const Plan& p, const Inner& in, const std::vector<int64_t>& offsets, F f) {
  int last = in.sizes.n - 1;
  int64_t run = last < 0 ? 1 : in.sizes[last];
  int64_t self_stride = last < 0 ? 0 : in.self_strides[last];
  int64_t other_stride = last < 0 ? 0 : in.other_strides[last];
  int64_t outer = 1;
  for (int d = 0; d < last; ++d) outer *= in.sizes[d];
  for (size_t i = 0; i < offsets.size(); ++i) {
    int64_t rest = int64_t(i);
    int64_t other = 0;
    for (int e = p.index_shape.n; e-- > 0;) {
      other += rest % p.index_shape[e] * in.point_strides[e];
      rest /= p.index_shape[e];
    }
    for (int64_t o = 0; o < outer; ++o) {
      int64_t left = o;
      int64_t a = offsets[i];
      int64_t b = other;
      for (int d = last; d-- > 0;) {
        int64_t pos = left % in.sizes[d];
        left /= in.sizes[d];
        a += pos * in.self_strides[d];
        b += pos * in.other_strides[d];
      }
      f(a, b, run, self_stride, other_stride);
    }
  }
}

void copy_elements(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n, int64_t bytes) {
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, size_t(n * bytes));
    return;
  }
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * to_stride * bytes, from + i * from_stride * bytes, size_t(bytes));
}

// ---- index

// With index lists the result's shape depends on tensors; masks even on data. Shape rules see metas only, so a rule over
// masks needs data: eager computes it, a graph refuses.
template <class D>
void infer_index(InferCtx<D>& c) {
  const Meta<D>& x = c.meta(0);
  Dims<D> shape;
  std::vector<int> dims;
  int at = 0;
  int n = c.list_size(1);
  for (int k = 0; k < n; ++k) {
    const Arg& a = c.arg(c.list_at(1, k));
    if (!a.given()) {
      ++at;
      continue;
    }
    const Meta<D>& t = c.meta(c.list_at(1, k));
    if (is_mask(t.dtype)) {
      if constexpr (std::is_same_v<D, int64_t>) {
        int64_t count = 0;
        for (int64_t i = 0; i < a.t->numel; ++i) count += read_scalar(*a.t, i).i != 0;
        if (!broadcast_into(c, shape, Dims<D>{count})) return;
      } else {
        return c.fail("the size of a tensor indexed by a mask depends on data");
      }
      for (int d = 0; d < t.sizes.n; ++d) dims.push_back(at++);
      continue;
    }
    dims.push_back(at++);
    if (!broadcast_into(c, shape, t.sizes)) return;
  }
  bool adjacent = true;
  for (size_t k = 1; k < dims.size(); ++k) adjacent &= dims[k] == dims[k - 1] + 1;
  c.out[0].dtype = x.dtype;
  Dims<D>& out = c.out[0].sizes;
  if (!adjacent || dims.empty())
    for (const D& s : shape) out.push(s);
  for (int d = 0; d < x.sizes.n; ++d) {
    if (adjacent && !dims.empty() && d == dims[0])
      for (const D& s : shape) out.push(s);
    if (std::find(dims.begin(), dims.end(), d) == dims.end()) out.push(x.sizes[d]);
  }
}
struct index_op {
  static constexpr Schema schemas[] = {"index.Tensor(Tensor self, Tensor?[] indices) -> Tensor"};
  static constexpr uint32_t surface = kInternal;
  static constexpr bool may_raise = true;
  static constexpr std::string_view doc = "self[indices].", samples[] = {"(3,4) [i(3)]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if constexpr (std::is_same_v<D, int64_t>) {  // the whole plan, for its errors
      for (const Arg& a : c.args)
        if (a.is_tensor()) c.status = c.status.ok() ? touch(*a.t, false) : std::move(c.status);
      if (!c.status.ok()) return;
      Plan p;
      if (has_data(*c.arg(0).t)) c.status = make_plan(*c.arg(0).t, c.args, 1, p);
      if (!c.status.ok()) return;
      if (has_data(*c.arg(0).t)) {
        c.out[0].dtype = c.meta(0).dtype;
        c.out[0].sizes = result_shape(*c.arg(0).t, p);
        return;
      }
    }
    infer_index(c);
  }
  static Status eager(Context&, std::span<const Arg> in, std::span<const Tensor> out) {
    const TensorImpl& self = *in[0].t;
    Plan p;
    TRY(make_plan(self, in, 1, p));
    if (out[0]->numel == 0) return {};
    std::vector<int64_t> offsets;
    TRY(point_offsets(self, p, offsets));
    Inner inner = inner_of(self, p, out[0]->meta.strides);
    int64_t bytes = bytes_of(self.dtype());
    const char* from = self.data_as<char>();
    char* to = out[0]->data_as<char>();
    for_each_run(p, inner, offsets, [&](int64_t a, int64_t b, int64_t n, int64_t sa, int64_t sb) {
      copy_elements(to + b * bytes, sb, from + a * bytes, sa, n, bytes);
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    static const OpRow& full = find_op("full");
    Value zeros = call(g, full.id(), c.meta(0).sizes, 0, c.meta(0).dtype);
    std::vector<Value> index;
    for (int k = 0; k < c.list_size(1); ++k)
      index.push_back(c.given(c.list_at(1, k)) ? c.data(c.list_at(1, k)) : Value());
    c.set(0, emit::index_put(g, zeros, std::span<const Arg>(index), c.grad(), true));
  }
};

// ---- index_put

template <class T>
void add_run(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  T* o = reinterpret_cast<T*>(to);
  const T* x = reinterpret_cast<const T*>(from);
  for (int64_t i = 0; i < n; ++i) o[i * to_stride] = T(o[i * to_stride] + x[i * from_stride]);
}
void add_half_run(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n, bool bfloat) {
  auto* o = reinterpret_cast<uint16_t*>(to);
  auto* x = reinterpret_cast<const uint16_t*>(from);
  for (int64_t i = 0; i < n; ++i) {
    uint16_t& d = o[i * to_stride];
    d = bfloat ? narrow_bfloat(widen_bfloat(d) + widen_bfloat(x[i * from_stride]))
               : narrow_half(widen_half(d) + widen_half(x[i * from_stride]));
  }
}
void accumulate(DType d, char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  switch (d) {
    case DType::b8:
      for (int64_t i = 0; i < n; ++i) to[i * to_stride] = char(to[i * to_stride] | from[i * from_stride]);
      return;
    case DType::u8: return add_run<uint8_t>(to, to_stride, from, from_stride, n);
    case DType::i8: return add_run<int8_t>(to, to_stride, from, from_stride, n);
    case DType::i16: return add_run<int16_t>(to, to_stride, from, from_stride, n);
    case DType::i32: return add_run<uint32_t>(to, to_stride, from, from_stride, n);
    case DType::i64: return add_run<uint64_t>(to, to_stride, from, from_stride, n);
    case DType::f16: return add_half_run(to, to_stride, from, from_stride, n, false);
    case DType::bf16: return add_half_run(to, to_stride, from, from_stride, n, true);
    case DType::f32: return add_run<float>(to, to_stride, from, from_stride, n);
    case DType::f64: return add_run<double>(to, to_stride, from, from_stride, n);
    case DType::c64:
      add_run<float>(to, 2 * to_stride, from, 2 * from_stride, n);
      return add_run<float>(to + 4, 2 * to_stride, from + 4, 2 * from_stride, n);
    case DType::c128:
      add_run<double>(to, 2 * to_stride, from, 2 * from_stride, n);
      return add_run<double>(to + 8, 2 * to_stride, from + 8, 2 * from_stride, n);
  }
}

Status put_values(Context& c, const Tensor& self, std::span<const Arg> in, const Tensor& values, bool add) {
  Plan p;
  TRY(make_plan(*self, in, 1, p));
  Sizes shape = result_shape(*self, p);
  int extra = shape.n - values->dim();
  bool fits = extra >= 0;
  for (int d = 0; d < values->dim() && fits; ++d)
    fits = values->size(d) == 1 || values->size(d) == shape[d + extra];
  if (!fits) {
    int leading = 0;  // sizes of 1 in front do not count
    while (leading < values->dim() && leading < -extra && values->size(leading) == 1) ++leading;
    if (leading != std::max(0, -extra))
      return Status::error("shape mismatch: value tensor of shape " + shape_text(values->meta.sizes) +
                           " cannot be broadcast to indexing result of shape " + shape_text(shape));
    Dims<SymInt> rest;
    for (int d = leading; d < values->dim(); ++d) rest.push(values->size(d));
    if (leading == 0)
      return Status::error("shape mismatch: value tensor of shape " + shape_text(values->meta.sizes) +
                           " cannot be broadcast to indexing result of shape " + shape_text(shape));
    ASSIGN_OR_RETURN(Tensor trimmed, call_op(c, find_op("reshape"), {values, rest}));
    return put_values(c, self, in, trimmed, add);
  }
  if (values->dtype() != self->dtype())
    return Status::error(std::string("Index put requires the source and destination dtypes match, got ") +
                         row_of(self->dtype()).scalar_name + " for the destination and " +
                         row_of(values->dtype()).scalar_name + " for the source.");
  Sizes strides;
  for (int d = 0; d < shape.n; ++d)
    strides.push(d < extra || values->size(d - extra) == 1 ? 0 : values->meta.strides[d - extra]);
  if (shape.product() == 0) return {};
  std::vector<int64_t> offsets;
  TRY(point_offsets(*self, p, offsets));
  Inner inner = inner_of(*self, p, strides);
  DType d = self->dtype();
  int64_t bytes = bytes_of(d);
  char* to = self->data_as<char>();
  const char* from = values->data_as<char>();
  for_each_run(p, inner, offsets, [&](int64_t a, int64_t b, int64_t n, int64_t sa, int64_t sb) {
    if (add)
      accumulate(d, to + a * bytes, sa, from + b * bytes, sb, n);
    else
      copy_elements(to + a * bytes, sa, from + b * bytes, sb, n, bytes);
  });
  return {};
}
struct index_put_op {
  static constexpr Schema schemas[] = {
      "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
      "index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)"};
  static constexpr bool may_raise = true;
  static constexpr uint8_t overlap = kOverlapDiscouraged | kOverlapAny;
  static constexpr std::string_view doc = "self with values put, or added, at indices.",
                                    samples[] = {"(3,4) [i(3)] (3,4)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.meta(0).sizes;
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    TRY(call_into(c, find_op("to"), std::initializer_list<Arg>{in[0], out[0]->dtype()}, out[0]));
    Tensor values(in[2].t);
    if (values->storage == out[0]->storage) {
      ASSIGN_OR_RETURN(values, call_op(c, find_op("clone"), {values}));
    }
    return put_values(c, out[0], in, values, in.size() > 3 && in[3].flag());
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    std::vector<Value> index;
    for (int k = 0; k < c.list_size(1); ++k)
      index.push_back(c.given(c.list_at(1, k)) ? c.data(c.list_at(1, k)) : Value());
    std::span<const Arg> at(index);
    if (c.needs(0)) {
      if (c.param(3).flag()) {
        c.set(0, c.grad());
      } else {
        static const OpRow& full = find_op("full");
        Value zero = call(g, full.id(), Dims<SymInt>{}, 0, c.meta(0).dtype);
        c.set(0, emit::index_put(g, c.grad(), at, zero, false));
      }
    }
    if (c.needs(2)) c.set(2, emit::index(g, c.grad(), at));
  }
};

// ---- masks

struct masked_select_op {
  static constexpr Schema schemas[] = {"masked_select(Tensor self, Tensor mask) -> Tensor"};
  static constexpr bool may_raise = true;
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "The elements where mask, as one dim.", samples[] = {"(2,3) b(2,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (c.meta(1).dtype != DType::b8) return c.fail("masked_select: expected BoolTensor for mask");
    Dims<D> shape = c.meta(1).sizes;
    if (!broadcast_into(c, shape, c.meta(0).sizes)) return;
    c.out[0].dtype = c.meta(0).dtype;
    if constexpr (std::is_same_v<D, int64_t>) {
      const TensorImpl& mask = *c.arg(1).t;
      if (!has_data(mask)) return c.fail("masked_select of meta tensors has no size");
      c.status = touch(mask, false);
      if (!c.status.ok()) return;
      int64_t held = 0;
      for (int64_t i = 0; i < mask.numel; ++i) held += read_scalar(mask, i).i != 0;
      int64_t repeats = mask.numel ? shape.product() / mask.numel : 0;
      c.out[0].sizes = {held * repeats};
    } else {
      c.fail("the size of masked_select depends on data");
    }
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    Sizes shape = in[0].t->meta.sizes;
    for (const Arg& a : in.first(2)) {
      const Sizes& s = a.t->meta.sizes;
      while (shape.n < s.n) shape.insert(0, 1);
      for (int d = 0; d < s.n; ++d)
        if (shape[shape.n - s.n + d] == 1) shape[shape.n - s.n + d] = s[d];
    }
    auto expanded = [&](const TensorImpl& t) {
      Meta<int64_t> m = t.meta;
      m.sizes = shape;
      m.strides.resize(0);
      int lead = shape.n - t.dim();
      for (int d = 0; d < shape.n; ++d) m.strides.push(d < lead || t.size(d - lead) == 1 ? 0 : t.meta.strides[d - lead]);
      return alias_of(t, m);
    };
    ASSIGN_OR_RETURN(Tensor x, call_op(c, find_op("clone"), {expanded(*in[0].t), MemoryFormat::contiguous}));
    Tensor mask = expanded(*in[1].t);
    int64_t bytes = bytes_of(x->dtype());
    char* to = out[0]->data_as<char>();
    for (int64_t i = 0; i < mask->numel; ++i) {
      if (!read_scalar(*mask, i).i) continue;
      std::memcpy(to, x->data_as<char>() + i * bytes, size_t(bytes));
      to += bytes;
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::masked_scatter_zeros(g, c.grad(), c.data(1), c.meta(0).sizes));
  }
};
struct masked_scatter_zeros_op {  // zeros with the elements of src, in order, where mask
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {"masked_scatter_zeros(Tensor src, Tensor mask, SymInt[] size) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of masked_select.", samples[] = {"(6) b(2,3) size=[2,3]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    Dims<D> shape = c.ints(2);
    if (!broadcast_into(c, shape, c.meta(1).sizes)) return;
    c.out[0].sizes = shape;
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    std::memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->dtype())));
    ASSIGN_OR_RETURN(Tensor src, call_op(c, find_op("clone"), {in[0], MemoryFormat::contiguous}));
    const TensorImpl& mask = *in[1].t;
    Meta<int64_t> m = mask.meta;
    m.sizes = out[0]->meta.sizes;
    m.strides.resize(0);
    int lead = m.sizes.n - mask.dim();
    for (int d = 0; d < m.sizes.n; ++d)
      m.strides.push(d < lead || mask.size(d - lead) == 1 ? 0 : mask.meta.strides[d - lead]);
    Tensor wide = alias_of(mask, m);
    int64_t bytes = bytes_of(src->dtype());
    int64_t next = 0;
    for (int64_t i = 0; i < wide->numel && next < src->numel; ++i) {
      if (!read_scalar(*wide, i).i) continue;
      std::memcpy(out[0]->data_as<char>() + i * bytes, src->data_as<char>() + next++ * bytes, size_t(bytes));
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::masked_select(g, c.grad(), c.data(1))); }
};
struct index_fill_op {
  static constexpr Schema schemas[] = {
      "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
      "index_fill_.int_Scalar(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)"};
  static constexpr bool may_raise = true;
  static constexpr uint8_t overlap = kOverlapDiscouraged | kOverlapAny;
  static constexpr std::string_view doc = "self with value at index along dim.", samples[] = {"(4,3) dim=0 i(2) 1.5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.dim(1, c.meta(0).sizes.n);
    if (c.meta(2).dtype != DType::i64) return c.fail(ErrorKind::index, "index_fill_(): Expected dtype int64 for index.");
    if (c.meta(2).sizes.n > 1) return c.fail("Index has to be a vector/scalar");
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.meta(0).sizes;
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    TRY(call_into(c, find_op("to"), std::initializer_list<Arg>{in[0], out[0]->dtype()}, out[0]));
    int n = out[0]->dim();
    int d = wrapped(in[1].integer(), n);
    int64_t size = n ? out[0]->size(d) : 1;
    for (int64_t i = 0; i < in[2].t->numel; ++i) {
      int64_t v = read_scalar(*in[2].t, i).i;
      if (v < -size || v >= size) return index_range(v, d, size);
      Tensor part = out[0];
      if (n) {
        ASSIGN_OR_RETURN(part, call_op(c, find_op("select"), {out[0], d, v}));
      }
      TRY(call_into(c, find_op("fill"), std::initializer_list<Arg>{part, in[3]}, part));
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::index_fill(g, c.grad(), c.param(1), c.data(2), 0));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/indexing.def"

}  // namespace adder::rt
