// Gradients of views that need a kernel: zeros with the gradient put where the view looked.
#include "runtime/ops/dispatch.h"

namespace adder::rt {

USE_OP(as_strided)
USE_OP(slice)
USE_OP(select)
USE_OP(diagonal)
USE_OP(unfold)

namespace {

// Zeros, a view of them, and the gradient written there.
Status write_into_view(Context& c, const Tensor& whole, std::string_view view, std::initializer_list<Arg> parameters,
                       const Arg& grad) {
  __builtin_memset(whole->data(), 0, size_t(whole->numel * bytes_of(whole->dtype())));
  std::vector<Arg> in{Arg(whole)};
  in.insert(in.end(), parameters.begin(), parameters.end());
  Arg part[1];
  TRY(run_op(c, find_op(view).id(), in, part));
  Tensor hold = Tensor::adopt(part[0].t);
  const Arg copy[] = {grad, whole->dtype()};
  return run_op(c, find_op("to").id(), copy, part);
}
template <class D>
void infer_whole(InferCtx<D>& c) {
  c.out[0].dtype = c.meta(0).dtype;
  c.out[0].sizes = c.ints(1);
}

struct slice_backward_op {
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {
      "slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> "
      "Tensor"};
  static constexpr std::string_view doc = "Gradient of slice.",
                                    samples[] = {"(3,3) input_sizes=[5,3] dim=0 start=1 end=4 step=1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_whole(c);
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    return write_into_view(c, out[0], "slice", {in[2], in[3], in[4], in[5]}, in[0]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::slice(g, c.grad(), c.param(2), c.param(3), c.param(4), c.param(5)));
  }
};
struct select_backward_op {
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {
      "select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of select.",
                                    samples[] = {"(2,4) input_sizes=[2,3,4] dim=1 index=-1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_whole(c);
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    return write_into_view(c, out[0], "select", {in[2], in[3]}, in[0]);
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::select(g, c.grad(), c.param(2), c.param(3))); }
};
struct diagonal_backward_op {
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {
      "diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of diagonal.",
                                    samples[] = {"(3) input_sizes=[3,4] offset=1 dim1=0 dim2=1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_whole(c);
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    return write_into_view(c, out[0], "diagonal", {in[2], in[3], in[4]}, in[0]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::diagonal(g, c.grad(), c.param(2), c.param(3), c.param(4)));
  }
};
struct unfold_backward_op {  // windows may overlap: one addition for each position within a window
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {
      "unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of unfold.",
                                    samples[] = {"(3,2,3) input_sizes=[7,2] dim=0 size=3 step=2"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_whole(c);
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    const TensorImpl& g = *in[0].t;
    TensorImpl& whole = *out[0];
    __builtin_memset(whole.data(), 0, size_t(whole.numel * bytes_of(whole.dtype())));
    int last = g.dim() - 1;
    int n = whole.dim();
    int d = int(in[2].integer() < 0 ? in[2].integer() + std::max(n, 1) : in[2].integer());
    int64_t step = in[4].integer();
    NoGrad off(c);
    for (int64_t k = 0; k < in[3].integer(); ++k) {
      Meta<int64_t> from = g.meta;
      from.offset += k * from.strides[last];
      from.sizes.erase(last);
      from.strides.erase(last);
      Meta<int64_t> to = whole.meta;
      if (n) {
        to.offset += k * to.strides[d];
        to.sizes[d] = from.sizes[d];
        to.strides[d] *= step;
      }
      Tensor part = alias_of(whole, to);
      TRY(call_into(c, find_op("add"), std::initializer_list<Arg>{part, alias_of(g, from)}, part));
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::unfold(g, c.grad(), c.param(2), c.param(3), c.param(4)));
  }
};

// The view's elements may overlap, so the gradient is added element by element, into the storage's layout; then read
// back through the input's own strides. `input_stride` and `storage_offset` are relative to the input's first element.
struct as_strided_backward_op {
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {
      "as_strided_backward(Tensor grad, SymInt[] input_size, SymInt[] input_stride, SymInt[] size, SymInt[] stride, "
      "SymInt storage_offset) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of as_strided.";
  static constexpr std::string_view samples[] = {
      "(2,2) input_size=[6] input_stride=[1] size=[2,2] stride=[2,1] storage_offset=1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(1);
  }
  static int64_t extent(const Arg& sizes, const Arg& strides) {
    int64_t last = 0;
    for (uint32_t d = 0; d < sizes.count; ++d) last += (sizes.ints[d].hint - 1) * strides.ints[d].hint;
    return last + 1;
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    const TensorImpl& g = *in[0].t;
    int64_t offset = in[5].integer();
    bool backwards = offset < 0;
    for (int list : {2, 4})
      for (uint32_t d = 0; d < in[list].count; ++d) backwards |= in[list].ints[d].hint < 0;
    if (backwards) return Status::error("as_strided: Negative strides are not supported at the moment");
    int64_t n = 0;
    if (out[0]->numel) n = extent(in[1], in[2]);
    if (g.numel) n = std::max(n, offset + extent(in[3], in[4]));
    Tensor flat = new_tensor(g.dtype(), {n});
    __builtin_memset(flat->data(), 0, size_t(n * bytes_of(g.dtype())));
    const OpRow& add = find_op("add");
    // One addition per element keeps overlapping elements right.
    bool overlaps = false;
    int64_t covered = 1;
    Meta<int64_t> view;
    view.dtype = g.dtype();
    for (uint32_t d = 0; d < in[3].count; ++d) {
      view.sizes.push(in[3].ints[d].hint);
      view.strides.push(in[4].ints[d].hint);
      covered *= view.sizes[int(d)];
    }
    view.offset = offset;
    for (int d = 0; d < view.sizes.n; ++d) overlaps |= view.sizes[d] > 1 && view.strides[d] == 0;
    overlaps |= covered > n || !is_injective(view);
    if (!overlaps) {
      Tensor part = alias_of(*flat, view);
      TRY(call_into(c, find_op("to"), std::initializer_list<Arg>{in[0], g.dtype()}, part));
    } else {
      Tensor element = alias_of(*flat, Meta<int64_t>{g.dtype(), {}, {}, {}, 0});
      Tensor source = alias_of(g, Meta<int64_t>{g.dtype(), {}, {}, {}, 0});
      for (int64_t i = 0; i < g.numel; ++i) {
        int64_t rest = i, to = view.offset, from = g.meta.offset;
        for (int d = view.sizes.n; d-- > 0;) {
          to += rest % view.sizes[d] * view.strides[d];
          from += rest % view.sizes[d] * g.meta.strides[d];
          rest /= view.sizes[d];
        }
        element->meta.offset = to;
        source->meta.offset = from;
        TRY(call_into(c, add, std::initializer_list<Arg>{element, source}, element));
      }
    }
    Meta<int64_t> whole = out[0]->meta;
    whole.offset = 0;
    for (uint32_t d = 0; d < in[2].count; ++d) whole.strides[int(d)] = in[2].ints[d].hint;
    return call_into(c, find_op("to"), std::initializer_list<Arg>{alias_of(*flat, whole), g.dtype()}, out[0]);
  }
  // Sorted by stride, each dim steps over all of the smaller ones.
  static bool is_injective(const Meta<int64_t>& m) {
    Dims<int64_t> order;
    for (int d = 0; d < m.sizes.n; ++d)
      if (m.sizes[d] > 1) order.push(d);
    for (int i = 1; i < order.n; ++i)
      for (int j = i; j > 0 && m.strides[int(order[j])] < m.strides[int(order[j - 1])]; --j)
        std::swap(order[j], order[j - 1]);
    int64_t reach = 0;
    for (int64_t d : order) {
      if (m.strides[int(d)] <= reach) return false;
      reach += (m.sizes[int(d)] - 1) * m.strides[int(d)];
    }
    return true;
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::as_strided(g, c.grad(), c.param(3), c.param(4), c.param(5))); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/view_grad.def"

}  // namespace adder::rt
