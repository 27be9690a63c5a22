// Views: a rule for sizes, strides and offset is all; the engine aliases the input's storage, so there is no kernel.
#include "runtime/ops/view_rules.h"

namespace adder::rt {

USE_OP(transpose)
USE_OP(permute)
USE_OP(reshape)
USE_OP(view)
USE_OP(to)
USE_OP(unsqueeze)
USE_OP(as_strided_backward)
USE_OP(slice_backward)
USE_OP(select_backward)
USE_OP(diagonal_backward)
USE_OP(unfold_backward)
USE_OP(complex)
USE_OP(fill)
USE_OP(view_as_real)
USE_OP(view_as_complex)
USE_OP(mul)
USE_OP(imag_part)

void parts_gradient(OpSink& g, VjpCtx& c) {
  static const OpRow* cat = find_op_or_null("cat");
  if (!cat) return g.fail("the gradient of split needs cat");
  std::vector<Value> parts;
  for (int k = 0; k < c.n_outs(); ++k)
    parts.push_back(c.grad(k).given() ? c.grad(k) : zeros_of(g, c.out_meta(k)));
  c.set(0, call(g, cat->id(), std::span<const Arg>(parts),
                wrapped(c.given(2) ? c.param(2).integer() : 0, c.meta(0).sizes.n)));
}

namespace {

void back_to_shape(OpSink& g, VjpCtx& c) {
  c.set(0, emit::reshape(g, c.grad(), c.meta(0).sizes));
}

struct alias_op {
  static constexpr Schema schemas[] = {"alias(Tensor(a) self) -> Tensor(a)"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view doc = "The same tensor under another name.", samples[] = {"(2,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0] = c.meta(0);
  }
  static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }
};
struct detach_op {
  static constexpr Schema schemas[] = {"detach(Tensor(a) self) -> Tensor(a)"};
  static constexpr std::string_view doc = "The same data without history.", samples[] = {"(2,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0] = c.meta(0);
  }
  static constexpr NotDifferentiable vjp{};
};

// ---- sizes

struct expand_op {
  static constexpr Schema schemas[] = {
      "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)"};
  static constexpr std::string_view doc = "Repeats size-1 dims by stride 0; -1 keeps a size.",
                                    samples[] = {"(3,1) size=[2,3,4]", "(3) size=[2,-1]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Meta<D>& o = c.out[0];
    Dims<D> want = c.ints(1);
    int extra = want.n - x.sizes.n;
    if (extra < 0)
      return c.fail("expand(" + type_text(x.dtype) + "{" + sizes_text(x.sizes) + "}, size=" + sizes_text(want) +
                    "): the number of sizes provided (" + std::to_string(want.n) +
                    ") must be greater or equal to the number of dimensions in the tensor (" +
                    std::to_string(x.sizes.n) + ")");
    o.dtype = x.dtype;
    o.offset = x.offset;
    for (int d = 0; d < want.n; ++d) {
      if (d >= extra && (hint_of(want[d]) == -1 || guard_bool(want[d] == x.sizes[d - extra], "expand: size kept"))) {
        o.sizes.push(x.sizes[d - extra]);
        o.strides.push(x.strides[d - extra]);
        continue;
      }
      if (d < extra && hint_of(want[d]) == -1)
        return c.fail("The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension " +
                      std::to_string(d));
      if (d >= extra && !guard_bool(x.sizes[d - extra] == D(1), "expand: size 1")) {
        int last = want.n - 1;  // of those that do not fit, PyTorch names the last one
        for (; last > d; --last) {
          int64_t to = hint_of(want[last]), from = hint_of(x.sizes[last - extra]);
          if (to != -1 && to != from && from != 1) break;
        }
        return c.fail("The expanded size of the tensor (" + std::to_string(hint_of(want[last])) +
                      ") must match the existing size (" + std::to_string(hint_of(x.sizes[last - extra])) +
                      ") at non-singleton dimension " + std::to_string(last) + ".  Target sizes: " + sizes_text(want) +
                      ".  Tensor sizes: " + sizes_text(x.sizes));
      }
      o.sizes.push(want[d]);
      o.strides.push(D(0));
    }
  }
  static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }  // set() sums over what was repeated
};
struct expand_as_op {
  static constexpr Schema schemas[] = {"expand_as(Tensor(a) self, Tensor other) -> Tensor(a)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr std::string_view doc = "expand to the sizes of other.", samples[] = {"(3,1) (2,3,4)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    static const OpRow& expand = find_op("expand");
    out[0] = call(g, expand.id(), in[0], g.meta(in[1]).sizes);
  }
};
struct view_op {
  static constexpr Schema schemas[] = {"view(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr std::string_view doc = "The same elements under other sizes, where the strides allow it.",
                                    samples[] = {"(2,6) size=[3,4]", "(2,6) size=[-1]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Dims<D> sizes;
    if (!infer_size(c, x.sizes, c.ints(1), sizes)) return;
    c.out[0].dtype = x.dtype;
    c.out[0].offset = x.offset;
    c.out[0].sizes = sizes;
    if (!view_strides(x, sizes, c.out[0].strides))
      c.fail(
          "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
          "contiguous subspaces). Use .reshape(...) instead.");
  }
  static void vjp(OpSink& g, VjpCtx& c) { back_to_shape(g, c); }
};
struct view_dtype_op {  // x.view(torch.int32): the bytes under another type of the same width
  static constexpr Schema schemas[] = {"view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr std::string_view doc = "The bytes of self under another dtype.", samples[] = {"(2,6) dtype=int32"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    Meta<D>& o = c.out[0];
    o = c.meta(0);
    o.dtype = c.arg(1).dtype();
    int have = bytes_of(c.meta(0).dtype);
    int want = bytes_of(o.dtype);
    if (have == want) return;
    std::string to_view = std::string(" to view ") + row_of(c.meta(0).dtype).scalar_name + " as " +
                          row_of(o.dtype).scalar_name + " (different element sizes)";
    if (o.sizes.n == 0) return c.fail("self.dim() cannot be 0" + to_view);
    int last = o.sizes.n - 1;
    bool wider = want > have;
    int ratio = wider ? want / have : have / want;
    auto whole = [&](const D& n, const std::string& name) {
      if (!c.status.ok() || guard_bool(n % D(ratio) == D(0), "view(dtype): whole elements")) return;
      c.fail("self." + name + " must be divisible by " + std::to_string(ratio) + to_view + ", but got " +
             std::to_string(hint_of(n)));
    };
    if (wider) whole(o.sizes[last], "size(-1)");
    if (wider) whole(o.offset, "storage_offset()");
    if (!c.status.ok()) return;
    if (!guard_bool(o.strides[last] == D(1), "view(dtype): last stride"))
      return c.fail("self.stride(-1) must be 1" + to_view + ", but got " + std::to_string(hint_of(o.strides[last])));
    if (!wider) {
      o.sizes[last] = o.sizes[last] * D(ratio);
      for (int d = 0; d < last; ++d) o.strides[d] = o.strides[d] * D(ratio);
      o.offset = o.offset * D(ratio);
      return;
    }
    for (int d = 0; d < last; ++d) whole(o.strides[d], "stride(" + std::to_string(d) + ")");
    o.sizes[last] = floor_div(o.sizes[last], D(ratio));
    for (int d = 0; d < last; ++d) o.strides[d] = floor_div(o.strides[d], D(ratio));
    o.offset = floor_div(o.offset, D(ratio));
  }
  static constexpr NotDifferentiable vjp{};
};
struct unsqueeze_op {
  static constexpr Schema schemas[] = {"unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
                                       "unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Inserts a size-1 dim.", samples[] = {"(2,3) dim=1", "(2,3) dim=-1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    c.out[0] = x;
    int d = c.dim(1, x.sizes.n + 1);
    c.out[0].sizes.insert(d, D(1));
    c.out[0].strides.insert(d, d < x.sizes.n ? x.strides[d] * x.sizes[d] : D(1));  // as set_contiguous has it
  }
  static void vjp(OpSink& g, VjpCtx& c) { back_to_shape(g, c); }
};
template <class D>
void squeeze_dims(InferCtx<D>& c, uint64_t mask) {
  const Meta<D>& x = c.meta(0);
  c.out[0].dtype = x.dtype;
  c.out[0].offset = x.offset;
  for (int d = 0; d < x.sizes.n; ++d) {
    if ((mask >> d & 1) && guard_bool(x.sizes[d] == D(1), "squeeze: size 1")) continue;
    c.out[0].sizes.push(x.sizes[d]);
    c.out[0].strides.push(x.strides[d]);
  }
}
struct squeeze_op {
  static constexpr Schema schemas[] = {"squeeze(Tensor(a) self) -> Tensor(a)",
                                       "squeeze_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Drops all size-1 dims.", samples[] = {"(2,1,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    squeeze_dims(c, ~uint64_t(0));
  }
  static void vjp(OpSink& g, VjpCtx& c) { back_to_shape(g, c); }
};
struct squeeze_dim_op {
  static constexpr Schema schemas[] = {"squeeze.dims(Tensor(a) self, int[1] dim) -> Tensor(a)",
                                       "squeeze_.dims(Tensor(a!) self, int[1] dim) -> Tensor(a!)"};
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return in.size() > 1 && (in[1].is_integer() || in[1].count == 1) ? "SqueezeBackward1" : "SqueezeBackward2";
  }
  static constexpr std::string_view doc = "Drops the named dims where their size is 1.",
                                    samples[] = {"(2,1,3) dim=[1]", "(1,2,1) dim=[0,-1]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    uint64_t mask = 0;
    int n = c.meta(0).sizes.n;
    if (c.arg(1).is_integer())
      mask |= uint64_t(1) << c.dim(1, n);
    else
      for (uint32_t k = 0; k < c.arg(1).count; ++k) mask |= uint64_t(1) << c.wrap_dim(c.arg(1).ints[k].hint, n);
    squeeze_dims(c, mask);
  }
  static void vjp(OpSink& g, VjpCtx& c) { back_to_shape(g, c); }
};

// ---- order of dims

struct transpose_op {
  static constexpr Schema schemas[] = {"transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
                                       "transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)"};
  static constexpr std::string_view aliases[] = {"swapaxes", "swapdims"};
  static constexpr std::string_view doc = "Swaps two dims.", samples[] = {"(2,3,4) dim0=0 dim1=-1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0] = c.meta(0);
    int n = c.meta(0).sizes.n;
    int a = c.dim(1, n);
    int b = c.dim(2, n);
    if (!n) return;
    std::swap(c.out[0].sizes[a], c.out[0].sizes[b]);
    std::swap(c.out[0].strides[a], c.out[0].strides[b]);
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::transpose(g, c.grad(), c.param(1), c.param(2))); }
};
struct t_op {
  static constexpr Schema schemas[] = {"t(Tensor(a) self) -> Tensor(a)", "t_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Transpose of a matrix.", samples[] = {"(2,3)", "(3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0] = c.meta(0);
    int n = c.meta(0).sizes.n;
    if (n > 2)
      return c.fail("t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(n) + "D");
    if (n < 2) return;
    std::swap(c.out[0].sizes[0], c.out[0].sizes[1]);
    std::swap(c.out[0].strides[0], c.out[0].strides[1]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    static const OpRow& t = find_op("t");
    c.set(0, call(g, t.id(), c.grad()));
  }
};
struct permute_op {
  static constexpr Schema schemas[] = {"permute(Tensor(a) self, int[] dims) -> Tensor(a)"};
  static constexpr std::string_view doc = "Dims in another order.", samples[] = {"(2,3,4) dims=[2,0,-2]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Dims<D> order = c.ints(1);
    if (order.n != x.sizes.n)
      return c.fail("permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
                    "desired ordering of dimensions i.e. input.dim() = " +
                    std::to_string(x.sizes.n) + " is not equal to len(dims) = " + std::to_string(order.n));
    c.out[0].dtype = x.dtype;
    c.out[0].offset = x.offset;
    uint64_t seen = 0;
    for (int d = 0; d < order.n; ++d) {
      int from = c.wrap_dim(hint_of(order[d]), x.sizes.n);
      if (seen >> from & 1) return c.fail("permute(): duplicate dims are not allowed.");
      seen |= uint64_t(1) << from;
      c.out[0].sizes.push(x.sizes[from]);
      c.out[0].strides.push(x.strides[from]);
    }
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Dims<SymInt> back;
    int n = c.meta(0).sizes.n;
    back.resize(n);
    for (int d = 0; d < n; ++d) {
      int64_t from = c.param(1).ints[d].hint;
      back[int(from < 0 ? from + n : from)] = SymInt(d);
    }
    c.set(0, emit::permute(g, c.grad(), back));
  }
};

// ---- parts

struct slice_op {
  static constexpr Schema schemas[] = {
      "slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view doc = "self[start:end:step] along dim.",
                                    samples[] = {"(5,3) dim=0 start=1 end=4 step=1",
                                                 "(3,6) dim=1 start=0 end=6 step=2"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0] = c.meta(0);
    int n = c.meta(0).sizes.n;
    if (n == 0) return c.fail("slice() cannot be applied to a 0-dim tensor.");
    int d = c.given(1) ? c.dim(1, n) : 0;
    if (!c.status.ok()) return;
    D size = c.meta(0).sizes[d];
    D start = c.given(2) ? c.integer(2) : D(0);
    D end = c.given(3) ? c.integer(3) : size;
    D step = c.given(4) ? c.integer(4) : D(1);
    if (hint_of(step) <= 0) return c.fail("slice step must be positive");
    if (guard_bool(start < D(0), "slice: negative start")) start = start + size;
    if (guard_bool(end < D(0), "slice: negative end")) end = end + size;
    if (guard_bool(start < D(0), "slice: start before 0")) start = D(0);
    if (guard_bool(start > size, "slice: start past the size")) start = size;
    if (guard_bool(end < start, "slice: empty")) end = start;
    if (guard_bool(end > size, "slice: end past the size")) end = size;
    c.out[0].sizes[d] = floor_div(end - start + step - D(1), step);
    c.out[0].offset = c.out[0].offset + start * c.out[0].strides[d];
    c.out[0].strides[d] = c.out[0].strides[d] * step;
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    SymInt size = c.meta(0).sizes[wrapped(c.param(1).integer(), c.meta(0).sizes.n)];
    Arg start = c.given(2) ? c.param(2) : Arg(0);
    Arg end = c.given(3) ? c.param(3) : Arg(size);
    c.set(0, emit::slice_backward(g, c.grad(), c.meta(0).sizes, Arg(c.param(1).integer()), start, end,
                                  c.given(4) ? c.param(4) : Arg(1)));
  }
};
struct narrow_op {
  static constexpr Schema schemas[] = {"narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a)"};
  static constexpr std::string_view doc = "self[start:start+length] along dim.",
                                    samples[] = {"(5,3) dim=0 start=1 length=2"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    static const OpRow& slice = find_op("slice");
    const SymMeta m = g.meta(in[0]);
    if (m.sizes.n == 0) return g.fail("narrow() cannot be applied to a 0-dim tensor.");
    int64_t d = in[1].integer();
    if (d < -m.sizes.n || d >= m.sizes.n)
      return g.fail(Status::error(ErrorKind::index, dim_range_text(d, m.sizes.n)));
    SymInt size = m.sizes[wrapped(d, m.sizes.n)];
    SymInt start = in[2].sym();
    SymInt length = in[3].sym();
    if (length.hint < 0) return g.fail("narrow(): length must be non-negative.");
    if (start.hint < -size.hint || start.hint > size.hint)
      return g.fail(Status::error(ErrorKind::index, "start out of range (expected to be in range of [" +
                                                        std::to_string(-size.hint) + ", " + std::to_string(size.hint) +
                                                        "], but got " + std::to_string(start.hint) + ")"));
    if (start.hint < 0) start = start + size;
    if (start.hint + length.hint > size.hint)
      return g.fail("start (" + std::to_string(start.hint) + ") + length (" + std::to_string(length.hint) +
                    ") exceeds dimension size (" + std::to_string(size.hint) + ").");
    out[0] = call(g, slice.id(), in[0], d, start, start + length, 1);
  }
};
struct select_op {
  static constexpr Schema schemas[] = {"select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)"};
  static constexpr std::string_view doc = "One position along dim.", samples[] = {"(2,3,4) dim=1 index=-1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    if (x.sizes.n == 0) return c.fail(ErrorKind::index, "select() cannot be applied to a 0-dim tensor.");
    int d = c.dim(1, x.sizes.n);
    if (!c.status.ok()) return;
    D index = c.integer(2);
    D size = x.sizes[d];
    if (guard_bool(index < D(0) - size, "select: below") || guard_bool(index >= size, "select: above"))
      return c.fail(ErrorKind::index, "select(): index " + std::to_string(hint_of(index)) +
                                          " out of range for tensor of size " + sizes_text(x.sizes) + " at dimension " +
                                          std::to_string(d));
    if (guard_bool(index < D(0), "select: negative index")) index = index + size;
    c.out[0] = x;
    c.out[0].offset = x.offset + index * x.strides[d];
    c.out[0].sizes.erase(d);
    c.out[0].strides.erase(d);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::select_backward(g, c.grad(), c.meta(0).sizes, c.param(1), c.param(2)));
  }
};
struct unbind_op {
  static constexpr Schema schemas[] = {"unbind.int(Tensor(a) self, int dim=0) -> Tensor(a)[]"};
  static constexpr std::string_view doc = "All positions along dim.", samples[] = {"(2,3) dim=1"};
  static int count_outs(std::span<const Arg> in, const SymMeta* const* metas) {
    int n = metas[0]->sizes.n;
    int64_t d = in.size() > 1 && in[1].given() ? in[1].integer() : 0;
    return n == 0 || d < -n || d >= n ? 1 : int(metas[0]->sizes[wrapped(d, n)].hint);
  }
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    if (x.sizes.n == 0) {
      return c.fail(ErrorKind::index, "Dimension specified as " + std::to_string(int64_t(c.number(1, 0))) +
                                          " but tensor has no dimensions");
    }
    int d = c.wrap_dim(c.number(1, 0), x.sizes.n);
    for (int k = 0; k < c.n_out && c.status.ok(); ++k) {
      c.out[k] = x;
      c.out[k].offset = x.offset + D(k) * x.strides[d];
      c.out[k].sizes.erase(d);
      c.out[k].strides.erase(d);
    }
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, stack_grads(g, c, wrapped(c.param(1).integer(), c.meta(0).sizes.n)));
  }
  static Value stack_grads(OpSink& g, VjpCtx& c, int d) {
    static const OpRow* stack = find_op_or_null("stack");
    if (!stack) {
      g.fail("the gradient of unbind needs stack");
      return {};
    }
    std::vector<Value> parts;
    for (int k = 0; k < c.n_outs(); ++k)
      parts.push_back(c.grad(k).given() ? c.grad(k) : zeros_of(g, c.out_meta(k)));
    return call(g, stack->id(), std::span<const Arg>(parts), d);
  }
};
// Parts of given sizes along a dim; split_sizes holds one number for each.
struct split_with_sizes_op {
  static constexpr Schema schemas[] = {
      "split_with_sizes(Tensor(a) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]",
      "split.sizes(Tensor(a) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]"};
  static constexpr std::string_view grad_name = "SplitWithSizesBackward0";
  static constexpr std::string_view doc = "Parts of given sizes along dim.",
                                    samples[] = {"(5,3) split_sizes=[2,2,1]"};
  static int count_outs(std::span<const Arg> in, const SymMeta* const*) { return int(in[1].count); }
  template <class D>
  static void infer(InferCtx<D>& c);
  static void vjp(OpSink& g, VjpCtx& c) { parts_gradient(g, c); }
};

struct diagonal_op {
  static constexpr Schema schemas[] = {
      "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)"};
  static constexpr std::string_view doc = "The diagonal of two dims, as the last dim.",
                                    samples[] = {"(3,4)", "(3,4) offset=1", "(2,3,4) offset=-1 dim1=1 dim2=2"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    int n = x.sizes.n;
    int a = c.wrap_dim(c.number(2, 0), n);
    int b = c.wrap_dim(c.number(3, 1), n);
    if (!c.status.ok()) return;
    if (a == b)
      return c.fail("diagonal dimensions cannot be identical " + std::to_string(c.number(2, 0)) + ", " +
                    std::to_string(c.number(3, 1)));
    int64_t offset = c.number(1, 0);
    D rows = x.sizes[a];
    D columns = x.sizes[b];
    Meta<D>& o = c.out[0];
    o = x;
    if (offset >= 0)
      columns = columns - D(offset);
    else
      rows = rows + D(offset);
    D length = guard_bool(rows < columns, "diagonal: shorter side") ? rows : columns;
    if (guard_bool(length < D(0), "diagonal: empty")) length = D(0);
    if (!guard_bool(length == D(0), "diagonal: empty"))
      o.offset = x.offset + (offset >= 0 ? D(offset) * x.strides[b] : D(-offset) * x.strides[a]);
    D stride = x.strides[a] + x.strides[b];
    o.sizes.erase(a > b ? a : b);
    o.strides.erase(a > b ? a : b);
    o.sizes.erase(a > b ? b : a);
    o.strides.erase(a > b ? b : a);
    o.sizes.push(length);
    o.strides.push(stride);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    auto number = [&](int i, int64_t otherwise) { return c.given(i) ? c.param(i) : Arg(otherwise); };
    c.set(0, emit::diagonal_backward(g, c.grad(), c.meta(0).sizes, number(1, 0), number(2, 0), number(3, 1)));
  }
};
struct unfold_op {
  static constexpr Schema schemas[] = {
      "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr std::string_view doc = "Windows along a dim, as a new last dim.",
                                    samples[] = {"(7,2) dimension=0 size=3 step=2"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    int d = c.dim(1, x.sizes.n);
    if (!c.status.ok()) return;
    int64_t size = c.number(2, 1);
    int64_t step = c.number(3, 1);
    D have = x.sizes.n ? x.sizes[d] : D(1);
    D stride = x.sizes.n ? x.strides[d] : D(1);
    if (size < 0) return c.fail("size is " + std::to_string(size) + " but must be >= 0");
    if (guard_bool(D(size) > have, "unfold: window fits"))
      return c.fail("maximum size for tensor at dimension " + std::to_string(d) + " is " +
                    std::to_string(hint_of(have)) + " but size is " + std::to_string(size));
    if (step <= 0) return c.fail("step is " + std::to_string(step) + " but must be > 0");
    c.out[0] = x;
    if (x.sizes.n) {
      c.out[0].sizes[d] = floor_div(have - D(size), D(step)) + D(1);
      c.out[0].strides[d] = stride * D(step);
    }
    c.out[0].sizes.push(D(size));
    c.out[0].strides.push(stride);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::unfold_backward(g, c.grad(), c.meta(0).sizes, c.param(1), c.param(2), c.param(3)));
  }
};
struct as_strided_op {
  static constexpr Schema schemas[] = {
      "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)"};
  static constexpr std::string_view doc = "Any sizes and strides over the same storage.",
                                    samples[] = {"(6) size=[2,2] stride=[2,1] storage_offset=1"};
  static constexpr bool may_raise = true;
  static Status guard(Context&, std::span<const Arg> in) {  // the storage must hold the last element
    int64_t last = in.size() > 3 && in[3].given() ? in[3].integer() : in[0].t->meta.offset;
    if (last < 0) return Status::error("Tensor: invalid storage offset " + std::to_string(last));
    bool empty = false, overflows = false;
    std::string sizes, strides;
    for (uint32_t d = 0; d < in[1].count; ++d) {
      int64_t size = in[1].ints[d].hint, span;
      int64_t stride = d < in[2].count ? in[2].ints[d].hint : 0;
      empty |= size == 0;
      overflows |= size < 0 || __builtin_mul_overflow(size - 1, stride, &span) || __builtin_add_overflow(last, span, &last);
      sizes += (d ? ", " : "") + std::to_string(size);
      strides += (d ? ", " : "") + std::to_string(stride);
    }
    int64_t bytes;
    overflows |= last == INT64_MAX || __builtin_mul_overflow(last + 1, bytes_of(in[0].t->dtype()), &bytes);
    if (overflows)
      return Status::error("Storage size calculation overflowed with sizes=[" + sizes + "] and strides=[" + strides + "]");
    if (empty || bytes <= in[0].t->storage->bytes) return {};
    return Status::error("setStorage: sizes [" + sizes + "], strides [" + strides + "], storage offset " +
                         std::to_string(in.size() > 3 && in[3].given() ? in[3].integer() : in[0].t->meta.offset) +
                         ", and itemsize " + std::to_string(bytes_of(in[0].t->dtype())) +
                         " requiring a storage size of " + std::to_string(bytes) +
                         " are out of bounds for storage of size " + std::to_string(in[0].t->storage->bytes));
  }
  template <class D>
  static void infer(InferCtx<D>& c) {
    Meta<D>& o = c.out[0];
    o = c.meta(0);
    o.sizes = c.ints(1);
    o.strides = c.ints(2);
    if (o.sizes.n != o.strides.n) return c.fail("mismatch in length of strides and shape");
    for (int d = 0; d < o.sizes.n; ++d)
      if (hint_of(o.strides[d]) < 0)
        return c.fail("as_strided: Negative strides are not supported at the moment, got strides: " +
                      sizes_text(o.strides));
    if (c.given(3)) o.offset = c.integer(3);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    const SymMeta& x = c.meta(0);
    Arg offset = c.given(3) ? Arg(c.param(3).sym() - x.offset) : Arg(0);
    c.set(0, emit::as_strided_backward(g, c.grad(), x.sizes, x.strides, c.param(1), c.param(2), offset));
  }
};

// ---- complex numbers as pairs

struct view_as_real_op {
  static constexpr Schema schemas[] = {"view_as_real(Tensor(a) self) -> Tensor(a)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "A complex tensor as pairs of real numbers in a last dim of size 2.",
                                    samples[] = {"c(2,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    if (!is_complex(x.dtype)) return c.fail("view_as_real is only supported for complex tensors");
    Meta<D>& o = c.out[0];
    o = x;
    o.dtype = real_of(x.dtype);
    o.offset = x.offset * D(2);
    for (int d = 0; d < x.sizes.n; ++d) o.strides[d] = x.strides[d] * D(2);
    o.sizes.push(D(2));
    o.strides.push(D(1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    static const OpRow& contiguous = find_op("contiguous");
    c.set(0, emit::view_as_complex(g, call(g, contiguous.id(), c.grad())));
  }
};
struct view_as_complex_op {
  static constexpr Schema schemas[] = {"view_as_complex(Tensor(a) self) -> Tensor(a)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Pairs of real numbers in a last dim of size 2 as complex numbers.",
                                    samples[] = {"(3,2)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    if (x.dtype != DType::f32 && x.dtype != DType::f64)
      return c.fail(std::string("view_as_complex is only supported for half, float and double tensors, but got a tensor "
                                "of scalar type: ") +
                    row_of(x.dtype).scalar_name);
    if (x.sizes.n == 0) return c.fail("Input tensor must have one or more dimensions");
    if (!guard_bool(x.sizes.back() == D(2), "view_as_complex: pairs")) return c.fail("Tensor must have a last dimension of size 2");
    if (!guard_bool(x.strides.back() == D(1), "view_as_complex: last stride"))
      return c.fail("Tensor must have a last dimension with stride 1");
    Meta<D>& o = c.out[0];
    o = x;
    o.dtype = complex_of(x.dtype);
    o.sizes.erase(x.sizes.n - 1);
    o.strides.erase(x.sizes.n - 1);
    for (int d = 0; d < o.sizes.n; ++d) {
      // PyTorch does not mind what the stride of a single element is.
      if (!guard_bool(x.sizes[d] == D(1), "view_as_complex: size 1") &&
          !guard_bool(x.strides[d] % D(2) == D(0), "view_as_complex: even strides"))
        return c.fail("Tensor must have a stride divisible by 2 for all but last dimension");
      o.strides[d] = floor_div(x.strides[d], D(2));
    }
    if (!guard_bool(x.offset % D(2) == D(0), "view_as_complex: even offset"))
      return c.fail("Tensor must have a storage_offset divisible by 2");
    o.offset = floor_div(x.offset, D(2));
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::view_as_real(g, c.grad())); }
};

template <class D>
void wrong_sum(InferCtx<D>& c, const Meta<D>& x, int d, const Dims<D>& parts) {
  c.fail("split_with_sizes expects split_sizes to sum exactly to " + std::to_string(hint_of(x.sizes[d])) +
         " (input tensor's size at dimension " + std::to_string(d) + "), but got split_sizes=" + sizes_text(parts));
}
template <class D>
void split_with_sizes_op::infer(InferCtx<D>& c) {
  const Meta<D>& x = c.meta(0);
  int d = c.wrap_dim(c.number(2, 0), x.sizes.n);
  if (!c.status.ok()) return;
  Dims<D> parts = c.ints(1);
  int64_t sum = 0;
  for (const D& part : parts) {
    if (hint_of(part) < 0)
      return c.fail("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=" +
                    sizes_text(parts));
    if (__builtin_add_overflow(sum, hint_of(part), &sum)) return wrong_sum(c, x, d, parts);
  }
  if (sum > hint_of(x.sizes[d])) return wrong_sum(c, x, d, parts);  // offsets might be too large for 64 bits
  D at = D(0);
  for (int k = 0; k < parts.n; ++k) {
    c.out[k] = x;
    c.out[k].sizes[d] = parts[k];
    c.out[k].offset = x.offset + at * x.strides[d];
    at = at + parts[k];
  }
  if (!guard_bool(at == x.sizes[d], "split: sizes add up")) wrong_sum(c, x, d, parts);
}

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/view.def"

}  // namespace adder::rt
