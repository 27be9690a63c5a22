// External ops: a hand-written kernel over tensors that are allocated already. The kernels here are the naive ones of a
// sketch.
#include "runtime/ops/dispatch.h"
namespace adder::rt {
USE_OP(mm)
USE_OP(to) USE_OP(transpose) USE_OP(slice) USE_OP(scatter_zeros)
    USE_OP(gather)  // the ops that this family's rules emit
    namespace {
  template <class T>
  void mm_kernel(const TensorImpl& a, const TensorImpl& b, TensorImpl& out) {
    int64_t m = a.meta.sizes[0], k = a.meta.sizes[1], n = b.meta.sizes[1];
    const T *x = static_cast<const T*>(a.data()), *y = static_cast<const T*>(b.data());
    T* o = static_cast<T*>(out.data());
    const Sizes &xs = a.meta.strides, &ys = b.meta.strides, &os = out.meta.strides;
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        T s = 0;
        for (int64_t p = 0; p < k; ++p) s += x[i * xs[0] + p * xs[1]] * y[p * ys[0] + j * ys[1]];
        o[i * os[0] + j * os[1]] = s;
      }
  }
  struct mm_op {
    static constexpr Schema schemas[] = {"mm(Tensor self, Tensor mat2) -> Tensor",
                                         "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)"};
    static constexpr std::string_view doc = "Matrix product of two 2-d tensors.",
                                      samples[] = {"(2,3) (3,4)", "(1,5) (5,1)"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      const Meta<D>&a = c.meta(0), &b = c.meta(1);
      if (a.sizes.n != 2 || b.sizes.n != 2)
        return c.fail(a.sizes.n != 2 ? "self must be a matrix" : "mat2 must be a matrix");
      if (!guard_bool(a.sizes[1] == b.sizes[0], "mm: inner sizes"))
        return c.fail("mat1 and mat2 shapes cannot be multiplied (" + std::to_string(hint_of(a.sizes[0])) + "x" +
                      std::to_string(hint_of(a.sizes[1])) + " and " + std::to_string(hint_of(b.sizes[0])) + "x" +
                      std::to_string(hint_of(b.sizes[1])) + ")");
      if (a.dtype != b.dtype) return c.fail("expected mat1 and mat2 to have the same dtype");
      c.out[0].dtype = a.dtype;
      c.out[0].sizes = {a.sizes[0], b.sizes[1]};
    }
    static Status eager(Context&, std::span<const Arg> in, std::span<const Tensor> out) {
      switch (in[0].t->meta.dtype) {
        case DType::f32: mm_kernel<float>(*in[0].t, *in[1].t, *out[0].get()); return {};
        case DType::f64: mm_kernel<double>(*in[0].t, *in[1].t, *out[0].get()); return {};
        default: return Status::error("mm: dtype not in this sketch");
      }
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      if (c.needs(0)) c.set(0, emit::mm(g, c.grad(), emit::transpose(g, c.data(1), 0, 1)));
      if (c.needs(1)) c.set(1, emit::mm(g, emit::transpose(g, c.data(0), 0, 1), c.grad()));
    }
  };
  struct full_op {
    static constexpr Schema schemas[] = {"full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr std::string_view doc = "A tensor of one value.",
                                      samples[] = {"size=[2,3] 1.5", "size=[4] 2 dtype=int64"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      c.out[0].sizes = c.ints(0);
      c.out[0].dtype = c.given(2)                       ? c.args[2].dtype()
                       : c.args[1].tag == Tag::floating ? DType::f32
                       : c.args[1].tag == Tag::integer  ? DType::i64
                                                        : DType::b8;
    }
    static Status eager(Context&, std::span<const Arg> in, std::span<const Tensor> out) {
      for (int64_t i = 0; i < out[0]->numel; ++i) write_element(*out[0].get(), i, in[1].number());
      return {};
    }
    static constexpr NotDifferentiable vjp{};
  };
  struct slice_backward_op {
    static constexpr Schema schemas[] = {
        "slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> "
        "Tensor"};
    static constexpr std::string_view doc = "Zeros with grad_output written to the slice.",
                                      samples[] = {"(3,3) input_sizes=[5,3] dim=0 start=1 end=4 step=1"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      c.out[0].dtype = c.meta(0).dtype;
      c.out[0].sizes = c.ints(1);
    }
    static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
      __builtin_memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->meta.dtype)));
      const Arg slice[] = {out[0], in[2], in[3], in[4], in[5]}, copy[] = {in[0], out[0]->meta.dtype};
      Arg part[1];
      TRY(run_op(c, row_slice.id(), slice, part));
      Tensor hold = Tensor::adopt(part[0].t);
      return run_op(c, row_to.id(), copy, part);
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      c.set(0, emit::slice(g, c.grad(), c.param(2), c.param(3), c.param(4), c.param(5)));
    }
  };
  template <class F>
  void for_each_indexed(const TensorImpl& index, int dim,
                        F f) {  // f(linear position, position with dim replaced by index)
    for (int64_t i = 0; i < index.numel; ++i) {
      int64_t at[kMaxDims], rest = i;
      for (int d = index.meta.sizes.n; d-- > 0;) {
        at[d] = rest % index.meta.sizes[d];
        rest /= index.meta.sizes[d];
      }
      at[dim] = int64_t(read_element(index, i));
      f(i, at);
    }
  }
  int64_t linear_of(const Sizes& sizes, const int64_t* at) {
    int64_t r = 0;
    for (int d = 0; d < sizes.n; ++d) r = r * sizes[d] + at[d];
    return r;
  }
  struct gather_op {
    static constexpr Schema schemas[] = {"gather(Tensor self, int dim, Tensor index) -> Tensor"};
    static constexpr std::string_view doc = "self at index along dim.", samples[] = {"(3,4) dim=1 i(3,2)"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      c.out[0].dtype = c.meta(0).dtype;
      c.out[0].sizes = c.meta(2).sizes;
    }
    static Status eager(Context&, std::span<const Arg> in, std::span<const Tensor> out) {
      const TensorImpl& x = *in[0].t;
      int dim = int(in[1].i < 0 ? in[1].i + x.meta.sizes.n : in[1].i);
      for_each_indexed(*in[2].t, dim, [&](int64_t i, int64_t* at) {
        write_element(*out[0].get(), i, read_element(x, linear_of(x.meta.sizes, at)));
      });
      return {};
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      int n = c.meta(0).sizes.n;
      int64_t d = c.param(1).i;
      c.set(0, emit::scatter_zeros(g, c.grad(), d, c.data(2), c.meta(0).sizes[int(d < 0 ? d + n : d)]));
    }
  };
  struct scatter_zeros_op {
    static constexpr Schema schemas[] = {"scatter_zeros(Tensor src, int dim, Tensor index, SymInt size) -> Tensor"};
    static constexpr std::string_view doc = "Zeros with src added at index along dim.",
                                      samples[] = {"(3,2) dim=1 i(3,2) size=4"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      c.out[0].dtype = c.meta(0).dtype;
      c.out[0].sizes = c.meta(0).sizes;
      c.out[0].sizes[c.dim(1, c.meta(0).sizes.n)] = c.integer(3);
    }
    static Status eager(Context&, std::span<const Arg> in, std::span<const Tensor> out) {
      TensorImpl& o = *out[0].get();
      int dim = int(in[1].i < 0 ? in[1].i + o.meta.sizes.n : in[1].i);
      __builtin_memset(o.data(), 0, size_t(o.numel * bytes_of(o.meta.dtype)));
      for_each_indexed(*in[2].t, dim, [&](int64_t i, int64_t* at) {
        int64_t to = linear_of(o.meta.sizes, at);
        write_element(o, to, read_element(o, to) + read_element(*in[0].t, i));
      });
      return {};
    }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::gather(g, c.grad(), c.param(1), c.data(2))); }
  };
}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/external.def"
}  // namespace adder::rt
