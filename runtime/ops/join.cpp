// Tensors put together, repeated and turned around.
#include <cstring>

#include "runtime/ops/rules.h"
#include "runtime/ops/view_rules.h"

namespace adder::rt {

USE_OP(cat)
USE_OP(stack)
USE_OP(slice)
USE_OP(view)
USE_OP(reshape)
USE_OP(sum)
USE_OP(permute)
USE_OP(transpose)
USE_OP(expand)
USE_OP(unsqueeze)
USE_OP(zeros)
USE_OP(repeat)
USE_OP(repeat_backward)
USE_OP(roll)
USE_OP(flip)
USE_OP(to)
USE_OP(clone)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

std::span<const Arg> list_of(In in, size_t i) {
  return in.subspan(size_t(in[i].i), in[i].count);
}

// An old rule: empty one-dim tensors take no part in a concatenation.
template <class D>
bool is_skipped(const Meta<D>& m) {
  return m.sizes.n == 1 && guard_bool(m.sizes[0] == D(0), "cat: an empty vector is skipped");
}

template <class D>
DType common_dtype(InferCtx<D>& c, int list) {  // promotion of the list's dtypes; tensors with dims win
  DType by_class[2];
  bool seen[2] = {false, false};
  for (int k = 0; k < c.list_size(list); ++k) {
    const Meta<D>& m = c.meta(c.list_at(list, k));
    int cls = m.sizes.n == 0;
    by_class[cls] = seen[cls] ? promote(by_class[cls], m.dtype) : m.dtype;
    seen[cls] = true;
  }
  if (!seen[0] || !seen[1]) return by_class[seen[1]];
  return category_of(by_class[1]) > category_of(by_class[0]) ? promote(by_class[0], by_class[1]) : by_class[0];
}

struct cat_op {
  static constexpr Schema schemas[] = {"cat(Tensor[] tensors, int dim=0) -> Tensor",
                                       "cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "Tensors one after the other along dim.", samples[] = {""};
  static constexpr std::string_view aliases[] = {"concat", "concatenate"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    int n = c.list_size(0);
    if (n == 0) return c.fail(ErrorKind::value, "torch.cat(): expected a non-empty list of Tensors");
    int first = -1;
    for (int k = 0; k < n; ++k) {
      const Meta<D>& m = c.meta(c.list_at(0, k));
      if (m.sizes.n == 0) {
        return c.fail("zero-dimensional tensor (at position " + std::to_string(k) + ") cannot be concatenated");
      }
      if (first < 0 && !is_skipped(m)) first = k;
    }
    c.out[0].dtype = common_dtype(c, 0);
    if (first < 0) {
      c.out[0].sizes = {D(0)};
      return;
    }
    const Meta<D>& base = c.meta(c.list_at(0, first));
    int dim = c.wrap_dim(c.number(1, 0), base.sizes.n);
    if (!c.status.ok()) return;
    c.out[0].sizes = base.sizes;
    for (int k = first + 1; k < n; ++k) {
      const Meta<D>& m = c.meta(c.list_at(0, k));
      if (is_skipped(m)) continue;
      if (m.sizes.n != base.sizes.n) {
        return c.fail("Tensors must have same number of dimensions: got " + std::to_string(base.sizes.n) + " and " +
                      std::to_string(m.sizes.n));
      }
      for (int d = 0; d < m.sizes.n; ++d) {
        if (d == dim || guard_bool(m.sizes[d] == base.sizes[d], "cat: equal sizes")) continue;
        return c.fail("Sizes of tensors must match except in dimension " + std::to_string(dim) + ". Expected size " +
                      std::to_string(hint_of(base.sizes[d])) + " but got size " + std::to_string(hint_of(m.sizes[d])) +
                      " for tensor number " + std::to_string(k) + " in the list.");
      }
      c.out[0].sizes[dim] = c.out[0].sizes[dim] + m.sizes[dim];
    }
  }
  static Status eager(Context&, In in, Out out) {
    int dim = int(integer_or(in, 1, 0));
    const TensorImpl& to = *out[0];
    if (dim < 0) dim += to.dim();
    int64_t at = 0;
    for (const Arg& a : list_of(in, 0)) {
      const TensorImpl& x = *a.t;
      if (x.dim() == 1 && x.numel == 0) continue;
      Meta<int64_t> part = to.meta;
      part.sizes = x.meta.sizes;
      part.offset += at * to.meta.strides[dim];
      at += x.size(dim);
      Tensor same = x.dtype() == to.dtype() ? Tensor(a.t) : dense_as(x, to.dtype());
      copy_elements(*same, *alias_of(to, part));
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int64_t dim = c.given(1) ? c.param(1).integer() : 0;
    SymInt at(0);
    int n_dims = c.out_meta().sizes.n;
    if (dim < 0) dim += n_dims;
    for (int k = 0; k < c.list_size(0); ++k) {
      int i = c.list_at(0, k);
      const SymMeta& m = c.meta(i);
      if (m.sizes.n == 1 && n_dims != 1) continue;
      SymInt end = at + m.sizes[int(dim)];
      if (c.needs(i)) c.set(i, emit::slice(g, c.grad(), dim, at, end, 1));
      at = end;
    }
  }
};

struct stack_op {
  static constexpr Schema schemas[] = {"stack(Tensor[] tensors, int dim=0) -> Tensor",
                                       "stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "Tensors of one shape along a new dim.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    int n = c.list_size(0);
    if (n == 0) return c.fail("stack expects a non-empty TensorList");
    const Meta<D>& base = c.meta(c.list_at(0, 0));
    int dim = c.wrap_dim(c.number(1, 0), base.sizes.n + 1);
    if (!c.status.ok()) return;
    for (int k = 1; k < n; ++k) {
      const Meta<D>& m = c.meta(c.list_at(0, k));
      bool same = m.sizes.n == base.sizes.n;
      for (int d = 0; same && d < m.sizes.n; ++d) same = guard_bool(m.sizes[d] == base.sizes[d], "stack: equal sizes");
      if (same) continue;
      return c.fail("stack expects each tensor to be equal size, but got " + sizes_text(base.sizes) +
                    " at entry 0 and " + sizes_text(m.sizes) + " at entry " + std::to_string(k));
    }
    c.out[0].dtype = common_dtype(c, 0);
    c.out[0].sizes = base.sizes;
    c.out[0].sizes.insert(dim, D(n));
  }
  static Status eager(Context&, In in, Out out) {
    const TensorImpl& to = *out[0];
    int dim = dim_of(given_at(in, 1) ? in[1] : Arg(0), to.dim());
    int64_t at = 0;
    for (const Arg& a : list_of(in, 0)) {
      Meta<int64_t> part = to.meta;
      part.offset += at++ * to.meta.strides[dim];
      part.sizes.erase(dim);
      part.strides.erase(dim);
      Tensor same = a.t->dtype() == to.dtype() ? Tensor(a.t) : dense_as(*a.t, to.dtype());
      copy_elements(*same, *alias_of(to, part));
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int dim = dim_of(c.given(1) ? c.param(1) : Arg(0), c.out_meta().sizes.n);
    for (int k = 0; k < c.list_size(0); ++k) {
      int i = c.list_at(0, k);
      if (!c.needs(i)) continue;
      Value part = emit::slice(g, c.grad(), dim, k, k + 1, 1);
      c.set(i, emit::reshape(g, part, c.meta(i).sizes));
    }
  }
};

Value joined(OpSink& g, const std::vector<Value>& parts, int64_t dim) {
  const Arg args[] = {Arg(std::span<const Arg>(parts)), Arg(dim)};
  return call_span(g, row_cat.id(), args);
}
bool check_not_empty(OpSink& g, In in, const char* name) {
  if (in[0].count) return true;
  g.fail(std::string(name) + " expects a non-empty TensorList");
  return false;
}
Value at_least(OpSink& g, Value x, int dims) {  // as atleast_1d, _2d and _3d do
  SymMeta m = g.meta(x);
  SymDims sizes = m.sizes;
  if (m.sizes.n >= dims) return x;
  if (dims == 1) {
    sizes = SymDims{SymInt(1)};
  } else if (dims == 2) {
    sizes = m.sizes.n == 0 ? SymDims{SymInt(1), SymInt(1)} : SymDims{SymInt(1), m.sizes[0]};
  } else if (m.sizes.n == 0) {
    sizes = SymDims{SymInt(1), SymInt(1), SymInt(1)};
  } else if (m.sizes.n == 1) {
    sizes = SymDims{SymInt(1), m.sizes[0], SymInt(1)};
  } else {
    sizes = SymDims{m.sizes[0], m.sizes[1], SymInt(1)};
  }
  return emit::reshape(g, x, sizes);
}
std::vector<Value> all_at_least(OpSink& g, In in, int dims) {
  std::vector<Value> parts;
  for (const Arg& a : list_of(in, 0)) parts.push_back(at_least(g, a, dims));
  return parts;
}

struct hstack_op {
  static constexpr Schema schemas[] = {"hstack(Tensor[] tensors) -> Tensor"};
  static constexpr std::string_view doc = "Tensors side by side.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (!check_not_empty(g, in, "hstack")) return;
    std::vector<Value> parts = all_at_least(g, in, 1);
    if (g.status.ok()) out[0] = joined(g, parts, g.meta(parts[0]).sizes.n == 1 ? 0 : 1);
  }
};
struct vstack_op {
  static constexpr Schema schemas[] = {"vstack(Tensor[] tensors) -> Tensor"};
  static constexpr std::string_view doc = "Tensors below each other.", samples[] = {""};
  static constexpr std::string_view aliases[] = {"row_stack"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (check_not_empty(g, in, "vstack")) out[0] = joined(g, all_at_least(g, in, 2), 0);
  }
};
struct dstack_op {
  static constexpr Schema schemas[] = {"dstack(Tensor[] tensors) -> Tensor"};
  static constexpr std::string_view doc = "Tensors along the third dim.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (check_not_empty(g, in, "dstack")) out[0] = joined(g, all_at_least(g, in, 3), 2);
  }
};
struct column_stack_op {
  static constexpr Schema schemas[] = {"column_stack(Tensor[] tensors) -> Tensor"};
  static constexpr std::string_view doc = "Vectors as columns.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (!check_not_empty(g, in, "column_stack")) return;
    std::vector<Value> parts;
    for (const Arg& a : list_of(in, 0)) {
      SymMeta m = g.meta(a);
      SymDims column{m.sizes.product(), SymInt(1)};
      parts.push_back(m.sizes.n <= 1 ? emit::reshape(g, a, column) : Value(a));
    }
    out[0] = joined(g, parts, 1);
  }
};
struct block_diag_op {
  static constexpr Schema schemas[] = {"block_diag(Tensor[] tensors) -> Tensor"};
  static constexpr std::string_view doc = "Matrices along the diagonal of a matrix of zeros.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (!in[0].count) return g.fail("torch.block_diag(): expected a non-empty list of Tensors");
    std::vector<Value> blocks;
    SymInt columns(0);
    DType dtype = g.meta(list_of(in, 0)[0]).dtype;
    for (const Arg& a : list_of(in, 0)) {
      SymMeta m = g.meta(a);
      if (m.sizes.n > 2) {
        return g.fail("torch.block_diag: Input tensors must have 2 or fewer dimensions. Input " +
                      std::to_string(blocks.size()) + " has " + std::to_string(m.sizes.n) + " dimensions");
      }
      blocks.push_back(at_least(g, a, 2));
      dtype = promote(dtype, m.dtype);
      columns = columns + g.meta(blocks.back()).sizes[1];
    }
    std::vector<Value> rows;
    SymInt before(0);
    for (Value block : blocks) {
      SymMeta m = g.meta(block);
      SymInt after = columns - before - m.sizes[1];
      SymDims left{m.sizes[0], before};
      SymDims right{m.sizes[0], after};
      std::vector<Value> row{emit::zeros(g, left, dtype), block, emit::zeros(g, right, dtype)};
      rows.push_back(joined(g, row, 1));
      before = before + m.sizes[1];
    }
    out[0] = joined(g, rows, 0);
  }
};

// Vectors spread along one dim each of a grid.
std::vector<Value> grid_of(OpSink& g, In vectors) {
  SymDims sizes;
  for (const Arg& a : vectors) sizes.push(g.meta(a).sizes.product());
  std::vector<Value> grids;
  for (size_t k = 0; k < vectors.size(); ++k) {
    SymDims line;
    for (size_t d = 0; d < vectors.size(); ++d) line.push(d == k ? sizes[int(k)] : SymInt(1));
    grids.push_back(emit::expand(g, emit::view(g, vectors[k], line), sizes));
  }
  return grids;
}

struct cartesian_prod_op {
  static constexpr Schema schemas[] = {"cartesian_prod(Tensor[] tensors) -> Tensor"};
  static constexpr std::string_view doc = "All combinations of the vectors' elements, one a row.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    for (const Arg& a : list_of(in, 0)) {
      SymMeta m = g.meta(a);
      if (m.sizes.n != 1) return g.fail("Expect a 1D vector, but got shape " + sizes_text(m.sizes));
    }
    if (in[0].count == 1) {
      out[0] = list_of(in, 0)[0];
      return;
    }
    std::vector<Value> columns;
    SymDims flat{SymInt(-1)};
    for (Value grid : grid_of(g, list_of(in, 0))) columns.push_back(emit::reshape(g, grid, flat));
    const Arg args[] = {Arg(std::span<const Arg>(columns)), Arg(1)};
    out[0] = call_span(g, row_stack.id(), args);
  }
};
struct meshgrid_op {
  static constexpr Schema schemas[] = {"meshgrid(Tensor[] tensors, *, str? indexing=None) -> Tensor[]"};
  static constexpr std::string_view doc = "Grids of coordinates of the given vectors.", samples[] = {""};
  static int count_outs(In in, const SymMeta* const*) { return int(in[0].count); }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    std::string_view indexing = word_or(in, 1, "ij");
    if (indexing != "ij" && indexing != "xy") {
      return g.fail("torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: " + std::string(indexing));
    }
    std::vector<Value> vectors(list_of(in, 0).begin(), list_of(in, 0).end());
    if (vectors.empty()) return g.fail("meshgrid expects a non-empty TensorList");
    for (const Value& v : vectors) {
      if (g.meta(v).sizes.n > 1) return g.fail("torch.meshgrid: Expected 0D or 1D tensor in the tensor list");
      if (g.meta(v).dtype != g.meta(vectors[0]).dtype) {
        return g.fail("meshgrid expects all tensors to have the same dtype");
      }
    }
    bool swapped = indexing == "xy" && vectors.size() >= 2;
    if (swapped) std::swap(vectors[0], vectors[1]);
    std::vector<Value> grids = grid_of(g, vectors);
    if (swapped) std::swap(grids[0], grids[1]);
    for (size_t k = 0; k < grids.size(); ++k) out[k] = grids[k];
  }
};

// ---- repeated

struct repeat_op {
  static constexpr Schema schemas[] = {"repeat(Tensor self, SymInt[] repeats) -> Tensor"};
  static constexpr std::string_view doc =
                                        "self repeated along each dim; more repeats than dims make new ones in front.",
                                    samples[] = {"(2,3) repeats=[2,2]", "(3) repeats=[2,1,2]"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Dims<D> times = c.ints(1);
    int lead = times.n - x.sizes.n;
    if (lead < 0) {
      return c.fail("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
    }
    c.out[0].dtype = x.dtype;
    for (int d = 0; d < times.n; ++d) c.out[0].sizes.push(d < lead ? times[d] : times_saturated(x.sizes[d - lead], times[d]));
  }
  static Status eager(Context&, In in, Out out) {
    if (out[0]->numel == 0) return {};
    // The result seen as [repeat, size] pairs is the input with stride 0 along the repeats.
    const TensorImpl& x = *in[0].t;
    int lead = out[0]->dim() - x.dim();
    Meta<int64_t> from = x.meta;
    Meta<int64_t> to = out[0]->meta;
    from.sizes = Sizes();
    from.strides = Sizes();
    to.sizes = Sizes();
    to.strides = Sizes();
    for (int d = 0; d < out[0]->dim(); ++d) {
      int64_t size = d < lead ? 1 : x.size(d - lead);
      from.sizes.push(out[0]->size(d) / size);
      from.sizes.push(size);
      from.strides.push(0);
      from.strides.push(d < lead ? 0 : x.meta.strides[d - lead]);
      to.strides.push(out[0]->meta.strides[d] * size);
      to.strides.push(out[0]->meta.strides[d]);
    }
    to.sizes = from.sizes;
    copy_elements(*alias_of(x, from), *alias_of(*out[0], to));
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::repeat_backward(g, c.grad(), c.meta(0).sizes)); }
};
struct repeat_backward_op {
  static constexpr Schema schemas[] = {"repeat_backward(Tensor grad, SymInt[] sizes) -> Tensor"};
  static constexpr std::string_view doc = "Sums grad over what repeat repeated.", samples[] = {"(4,6) sizes=[2,3]"};
  static constexpr uint32_t surface = kInternal;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int n = int(in[1].count);
    int lead = m.sizes.n - n;
    SymDims pairs;
    SymDims summed;
    for (int d = 0; d < m.sizes.n; ++d) {
      SymInt size = d < lead ? SymInt(1) : in[1].ints[d - lead];
      summed.push(SymInt(pairs.n));
      pairs.push(d < lead ? m.sizes[d] : m.sizes[d] / size);
      if (d >= lead) pairs.push(size);
    }
    out[0] = emit::sum(g, emit::reshape(g, in[0], pairs), summed, false);
  }
};
struct tile_op {
  static constexpr Schema schemas[] = {"tile(Tensor self, SymInt[] dims) -> Tensor"};
  static constexpr std::string_view doc = "self repeated along its last dims.", samples[] = {"(2,3) dims=[2]"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[0]).sizes.n;
    SymDims times;
    for (int d = int(in[1].count); d < n; ++d) times.push(SymInt(1));
    for (uint32_t k = 0; k < in[1].count; ++k) times.push(in[1].ints[k]);
    out[0] = emit::repeat(g, in[0], times);
  }
};

// ---- turned around

struct roll_op {
  static constexpr Schema schemas[] = {"roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor"};
  static constexpr std::string_view doc = "Elements moved along dims, what falls off comes in again.",
                                    samples[] = {"(3,4) shifts=[1] dims=[1]", "(3,4) shifts=[5]",
                                                 "(3,4) shifts=[1,-2] dims=[0,1]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    int shifts = int(c.arg(1).count);
    int dims = c.given(2) ? int(c.arg(2).count) : 0;
    if (shifts == 0) return c.fail("`shifts` required");
    if (dims == 0 && shifts == 1) return;
    if (shifts != dims) {
      return c.fail("shifts and dimensions must align. shifts: " + std::to_string(shifts) +
                    ", dims:" + std::to_string(dims));
    }
    for (int k = 0; k < dims; ++k) c.wrap_dim(c.arg(2).ints[k].hint, c.meta(0).sizes.n);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    int64_t bytes = bytes_of(x->dtype());
    auto roll_once = [&](const Tensor& from, const Tensor& to, Strip s, int64_t shift) {
      if (from->numel == 0) return;
      shift = ((shift % s.n) + s.n) % s.n;
      int64_t row = s.n * s.inner * bytes;
      int64_t head = (s.n - shift) * s.inner * bytes;
      for (int64_t o = 0; o < s.outer; ++o) {
        char* t = static_cast<char*>(to->data()) + o * row;
        const char* f = static_cast<const char*>(from->data()) + o * row;
        std::memcpy(t + (row - head), f, size_t(head));
        std::memcpy(t, f + head, size_t(row - head));
      }
    };
    if (!given_at(in, 2) || in[2].count == 0) {
      roll_once(x, out[0], Strip{1, x->numel, 1}, in[1].ints[0].hint);
      return {};
    }
    for (uint32_t k = 0; k < in[1].count; ++k) {
      int dim = dim_of(Arg(in[2].ints[k].hint), x->dim());
      Tensor to = k + 1 == in[1].count ? out[0] : new_tensor(x->dtype(), x->meta.sizes);
      roll_once(x, to, strip_of(x->meta.sizes, dim), in[1].ints[k].hint);
      x = to;
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    SymDims back;
    for (uint32_t k = 0; k < c.param(1).count; ++k) back.push(SymInt(0) - c.param(1).ints[k]);
    c.set(0, emit::roll(g, c.grad(), back, c.param(2)));
  }
};
struct flip_op {
  static constexpr Schema schemas[] = {"flip(Tensor self, int[] dims) -> Tensor"};
  static constexpr std::string_view doc = "Elements in reverse order along dims.",
                                    samples[] = {"(3,4) dims=[0]", "(2,3,4) dims=[0,-1]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    uint64_t seen = 0;
    for (uint32_t k = 0; k < c.arg(1).count; ++k) {
      int d = c.wrap_dim(c.arg(1).ints[k].hint, c.meta(0).sizes.n);
      if (!c.status.ok()) return;
      if (seen >> d & 1) return c.fail("dim " + std::to_string(d) + " appears multiple times in the list of dims");
      seen |= uint64_t(1) << d;
    }
  }
  static Status eager(Context&, In in, Out out) {
    const TensorImpl& x = *in[0].t;
    if (x.numel == 0) return {};
    Meta<int64_t> from = x.meta;
    for (uint32_t k = 0; k < in[1].count && x.dim(); ++k) {
      int d = dim_of(Arg(in[1].ints[k].hint), x.dim());
      from.offset += (x.size(d) - 1) * from.strides[d];
      from.strides[d] = -from.strides[d];
    }
    copy_elements(*alias_of(x, from), *out[0]);
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::flip(g, c.grad(), c.param(1))); }
};
struct fliplr_op {
  static constexpr Schema schemas[] = {"fliplr(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Columns in reverse order.", samples[] = {"(3,4)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (g.meta(in[0]).sizes.n < 2) return g.fail("Input must be >= 2-d.");
    SymDims dims{SymInt(1)};
    out[0] = emit::flip(g, in[0], dims);
  }
};
struct flipud_op {
  static constexpr Schema schemas[] = {"flipud(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Rows in reverse order.", samples[] = {"(3,4)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (g.meta(in[0]).sizes.n < 1) return g.fail("Input must be >= 1-d.");
    SymDims dims{SymInt(0)};
    out[0] = emit::flip(g, in[0], dims);
  }
};
struct rot90_op {
  static constexpr Schema schemas[] = {"rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor"};
  static constexpr std::string_view doc = "A plane of two dims turned by k quarters.", samples[] = {"(3,4) k=1"};
  static constexpr std::string_view grad_name = "Rot90Backward0";
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[0]).sizes.n;
    int64_t dims[2] = {0, 1};
    if (given_at(in, 2)) {
      if (in[2].count != 2) {
        return g.fail("expected total rotation dims == 2, but got dims = " + std::to_string(in[2].count));
      }
      for (uint32_t i : {0u, 1u}) dims[i] = in[2].ints[i].hint;
    }
    if (n < 2) return g.fail("expected total dims >= 2, but got total dims = " + std::to_string(n));
    if (dims[0] == dims[1] || std::abs(dims[0] - dims[1]) == n) {
      return g.fail("expected rotation dims to be different, but got dim0 = " + std::to_string(dims[0]) +
                    " and dim1 = " + std::to_string(dims[1]));
    }
    for (int i : {0, 1}) {
      if (dims[i] < n && dims[i] >= -n) continue;
      return g.fail(std::string("Rotation dim") + std::to_string(i) + " out of range, dim" + std::to_string(i) + " = " +
                    std::to_string(dims[i]));
    }
    int64_t turns = ((integer_or(in, 1, 1) % 4) + 4) % 4;
    SymDims first{SymInt(dims[0])};
    SymDims second{SymInt(dims[1])};
    SymDims both{SymInt(dims[0]), SymInt(dims[1])};
    switch (turns) {
      case 0: out[0] = emit::clone(g, in[0]); break;
      case 1: out[0] = emit::transpose(g, emit::flip(g, in[0], second), dims[0], dims[1]); break;
      case 2: out[0] = emit::flip(g, in[0], both); break;
      default: out[0] = emit::transpose(g, emit::flip(g, in[0], first), dims[0], dims[1]);
    }
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/join.def"
}  // namespace adder::rt
