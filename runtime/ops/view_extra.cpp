// Views and pointwise ops that products of matrices are composed of.
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(dense_copy)
USE_OP(view)
USE_OP(permute)
USE_OP(diagonal)
USE_OP(conj)
USE_OP(diagonal_backward)
USE_OP(slice)
USE_OP(mul)
USE_OP(rsqrt)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

bool looks_contiguous(const SymMeta& m) {
  int64_t expect = 1;
  for (int d = m.sizes.n; d-- > 0;) {
    if (m.sizes[d].hint != 1 && m.strides[d].hint != expect) return false;
    expect *= m.sizes[d].hint;
  }
  return true;
}

struct reshape_op {
  static constexpr Schema schemas[] = {"reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)"};
  static constexpr std::string_view doc = "The same elements under other sizes, copied if need be.",
                                    samples[] = {"(2,6) shape=[3,4]"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value x = in[0];
    if (!looks_contiguous(g.meta(x))) x = emit::dense_copy(g, x);
    out[0] = emit::view(g, x, in[1]);
  }
};
struct contiguous_op {
  static constexpr Schema schemas[] = {"contiguous(Tensor(a) self) -> Tensor(a)"};
  static constexpr std::string_view doc = "self, copied if it is not contiguous.", samples[] = {"(2,6)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    out[0] = looks_contiguous(g.meta(in[0])) ? Value(in[0]) : emit::dense_copy(g, in[0]);
  }
};
struct dense_copy_op {
  static constexpr Schema schemas[] = {"dense_copy(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "A contiguous copy.", samples[] = {"(2,3)"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view grad_name = "CloneBackward0";
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context&, In in, Out out) {
    copy_elements(*in[0].t, *out[0]);
    return {};
  }
  static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }
};
struct permute_op {
  static constexpr Schema schemas[] = {"permute(Tensor(a) self, int[] dims) -> Tensor(a)"};
  static constexpr std::string_view doc = "Dims in another order.", samples[] = {"(2,3,4) dims=[2,0,1]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Dims<D> order = c.ints(1);
    if (order.n != x.sizes.n) {
      return c.fail(
          "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
          "desired ordering of dimensions i.e. input.dim() = " +
          std::to_string(x.sizes.n) + " is not equal to len(dims) = " + std::to_string(order.n));
    }
    c.out[0].dtype = x.dtype;
    c.out[0].offset = x.offset;
    uint64_t seen = 0;
    for (int k = 0; k < order.n; ++k) {
      int d = c.wrap_dim(hint_of(order[k]), x.sizes.n);
      if (!c.status.ok()) return;
      if (seen >> d & 1) return c.fail("permute(): duplicate dims are not allowed.");
      seen |= uint64_t(1) << d;
      c.out[0].sizes.push(x.sizes[d]);
      c.out[0].strides.push(x.strides[d]);
    }
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    const Arg& dims = c.param(1);
    int n = int(dims.count);
    SymDims back;
    back.resize(n);
    for (int k = 0; k < n; ++k) {
      int64_t d = dims.ints[k].hint;
      back[int(d < 0 ? d + n : d)] = SymInt(k);
    }
    c.set(0, emit::permute(g, c.grad(), back));
  }
};
struct diagonal_op {
  static constexpr Schema schemas[] = {"diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)"};
  static constexpr std::string_view doc = "A diagonal of two dims, as the last dim.", samples[] = {"(3,4) offset=1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    int64_t offset = c.number(1, 0);
    int a = c.wrap_dim(c.number(2, 0), x.sizes.n);
    int b = c.wrap_dim(c.number(3, 1), x.sizes.n);
    if (!c.status.ok()) return;
    if (a == b) {
      return c.fail("diagonal dimensions cannot be identical " + std::to_string(c.number(2, 0)) + ", " +
                    std::to_string(c.number(3, 1)));
    }
    D rows = x.sizes[a];
    D columns = x.sizes[b];
    D start = D(offset < 0 ? -offset : offset);
    D long_side = offset < 0 ? rows - start : columns - start;
    D other = offset < 0 ? columns : rows;
    D size = guard_bool(long_side < other, "diagonal: length") ? long_side : other;
    if (guard_bool(size < D(0), "diagonal: empty")) size = D(0);
    Meta<D>& o = c.out[0];
    o.dtype = x.dtype;
    o.offset = x.offset;
    if (guard_bool(size > D(0), "diagonal: start")) o.offset = o.offset + start * x.strides[offset < 0 ? a : b];
    for (int d = 0; d < x.sizes.n; ++d) {
      if (d == a || d == b) continue;
      o.sizes.push(x.sizes[d]);
      o.strides.push(x.strides[d]);
    }
    o.sizes.push(size);
    o.strides.push(x.strides[a] + x.strides[b]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::diagonal_backward(g, c.grad(), c.meta(0).sizes, c.param(1), c.param(2), c.param(3)));
  }
};
struct diagonal_backward_op {
  static constexpr Schema schemas[] = {
      "diagonal_backward(Tensor grad, SymInt[] sizes, int? offset, int? dim1, int? dim2) -> Tensor"};
  static constexpr std::string_view doc = "Zeros with grad written to the diagonal.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(1);
  }
  static Status eager(Context& c, In in, Out out) {
    __builtin_memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->dtype())));
    ASSIGN_OR_RETURN(
        Tensor part,
        call_op(c, row_diagonal, {Arg(out[0]), integer_or(in, 2, 0), integer_or(in, 3, 0), integer_or(in, 4, 1)}));
    copy_elements(*in[0].t, *part);
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::diagonal(g, c.grad(), c.param(2), c.param(3), c.param(4))); }
};
struct slice_backward_op {
  static constexpr Schema schemas[] = {
      "slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> "
      "Tensor"};
  static constexpr std::string_view doc = "Zeros with grad_output written to the slice.",
                                    samples[] = {"(3,3) input_sizes=[5,3] dim=0 start=1 end=4 step=1"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(1);
  }
  static Status eager(Context& c, In in, Out out) {
    __builtin_memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->dtype())));
    ASSIGN_OR_RETURN(Tensor part, call_op(c, row_slice, {Arg(out[0]), in[2], in[3], in[4], in[5]}));
    copy_elements(*in[0].t, *part);
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::slice(g, c.grad(), c.param(2), c.param(3), c.param(4), c.param(5)));
  }
};
struct rsqrt_op {
  static constexpr Schema schemas[] = {"rsqrt(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "1 / sqrt(self).", samples[] = {"(2,3)"};
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr Domain domain{0.2, 3};
  static Reg formula(ProgramBuilder& b, Args x) { return b.div(b.like(x[0], 1), b.sqrt(x[0])); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value y = c.out();
    c.set(0, emit::mul(g, c.grad(), emit::mul(g, emit::mul(g, y, emit::mul(g, y, y)), -0.5)));
  }
};
struct conj_op {
  static constexpr Schema schemas[] = {"conj(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Complex conjugate; self for other types.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) {
    return x.compute() == kC64 || x.compute() == kC128 ? b.conj(x[0]) : x[0];
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::conj(g, c.grad())); }
};
struct ne_op {
  static constexpr Schema schemas[] = {"ne.Tensor(Tensor self, Tensor other) -> Tensor",
                                       "ne.Scalar(Tensor self, Scalar other) -> Tensor"};
  static constexpr std::string_view doc = "self != other.", samples[] = {"(2,3) (3)"};
  static constexpr OutType outs[] = {OutType::boolean};
  static Reg formula(ProgramBuilder& b, Args x) { return b.ne(x[0], x[1]); }
  static constexpr NotDifferentiable vjp{};
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/view_extra.def"
}  // namespace adder::rt
