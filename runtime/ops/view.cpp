// Views: a rule for sizes, strides and offset is all; the engine aliases the input's storage, so there is no kernel.
#include "runtime/ops/op.h"
namespace adder::rt {
USE_OP(transpose)
USE_OP(as_strided_backward) USE_OP(view) USE_OP(to) USE_OP(slice_backward)  // the ops that this family's rules emit
    namespace {
  struct expand_op {
    static constexpr Schema schemas[] = {"expand(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
    static constexpr std::string_view doc = "Repeats size-1 dims by stride 0; -1 keeps a size.",
                                      samples[] = {"(3,1) size=[2,3,4]", "(3) size=[2,-1]"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      const Meta<D>& x = c.meta(0);
      Meta<D>& o = c.out[0];
      Dims<D> want = c.ints(1);
      int extra = want.n - x.sizes.n;
      if (extra < 0)
        return c.fail("expand(): the number of sizes provided (" + std::to_string(want.n) +
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
        if (d >= extra && !guard_bool(x.sizes[d - extra] == D(1), "expand: size 1"))
          return c.fail("expand(): size " + std::to_string(hint_of(want[d])) + " does not match " +
                        std::to_string(hint_of(x.sizes[d - extra])));
        o.sizes.push(want[d]);
        o.strides.push(D(0));
      }
    }
    static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }  // set() sums over what was repeated
  };
  struct transpose_op {
    static constexpr Schema schemas[] = {"transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)"};
    static constexpr std::string_view doc = "Swaps two dims.", samples[] = {"(2,3,4) dim0=0 dim1=-1"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      c.out[0] = c.meta(0);
      int n = c.meta(0).sizes.n, a = c.dim(1, n), b = c.dim(2, n);
      if (n) {
        std::swap(c.out[0].sizes[a], c.out[0].sizes[b]);
        std::swap(c.out[0].strides[a], c.out[0].strides[b]);
      }
    }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::transpose(g, c.grad(), c.param(1), c.param(2))); }
  };
  struct unsqueeze_op {
    static constexpr Schema schemas[] = {"unsqueeze(Tensor(a) self, int dim) -> Tensor(a)"};
    static constexpr std::string_view doc = "Inserts a size-1 dim.", samples[] = {"(2,3) dim=1", "(2,3) dim=-1"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      c.out[0] = c.meta(0);
      int d = c.dim(1, c.meta(0).sizes.n + 1);
      c.out[0].sizes.insert(d, D(1));
      c.out[0].strides.insert(d, D(1));
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      c.set(0, emit::view(g, emit::to(g, c.grad(), c.meta(0).dtype), c.meta(0).sizes));
    }
  };
  struct view_op {
    static constexpr Schema schemas[] = {"view(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
    static constexpr std::string_view doc = "The same elements under other sizes; the input must be contiguous.",
                                      samples[] = {"(2,6) size=[3,4]", "(2,6) size=[-1]"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      const Meta<D>& x = c.meta(0);
      Meta<D>& o = c.out[0];
      D expect = 1, rest = 1;
      for (int d = x.sizes.n; d-- > 0;) {
        if (!guard_bool(x.sizes[d] == D(1), "view: size 1") && !guard_bool(x.strides[d] == expect, "view: contiguous"))
          return c.fail("view size is not compatible with input tensor's size and stride");
        expect = expect * x.sizes[d];
      }
      o.dtype = x.dtype;
      o.offset = x.offset;
      o.sizes = c.ints(1);
      int unknown = -1;
      for (int d = 0; d < o.sizes.n; ++d)
        if (hint_of(o.sizes[d]) == -1)
          unknown = d;
        else
          rest = rest * o.sizes[d];
      if (unknown >= 0 && hint_of(rest) != 0) {
        o.sizes[unknown] = expect / rest;
        rest = rest * o.sizes[unknown];
      }
      if (!guard_bool(rest == expect, "view: same number of elements"))
        return c.fail("shape '" + std::string("...") + "' is invalid for input of size " +
                      std::to_string(hint_of(expect)));
      o.set_contiguous();
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      c.set(0, emit::view(g, emit::to(g, c.grad(), c.meta(0).dtype), c.meta(0).sizes));
    }
  };
  struct slice_op {
    static constexpr Schema schemas[] = {
        "slice.Tensor(Tensor(a) self, int dim=0, SymInt start=0, SymInt end=9223372036854775807, SymInt step=1) -> "
        "Tensor(a)"};
    static constexpr std::string_view doc = "self[start:end:step] along dim.",
                                      samples[] = {"(5,3) dim=0 start=1 end=4 step=1",
                                                   "(3,6) dim=1 start=0 end=6 step=2"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      c.out[0] = c.meta(0);
      int d = c.dim(1, c.meta(0).sizes.n);
      D size = c.meta(0).sizes[d], start = c.integer(2), end = c.integer(3), step = c.integer(4);
      if (guard_bool(start < D(0), "slice: negative start")) start = start + size;
      if (guard_bool(end < D(0), "slice: negative end")) end = end + size;
      if (guard_bool(end > size, "slice: end past the size")) end = size;
      if (guard_bool(start > end, "slice: empty")) start = end;
      c.out[0].sizes[d] = (end - start + step - D(1)) / step;
      c.out[0].offset = c.out[0].offset + start * c.out[0].strides[d];
      c.out[0].strides[d] = c.out[0].strides[d] * step;
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      c.set(0, emit::slice_backward(g, c.grad(), c.meta(0).sizes, c.param(1), c.param(2), c.param(3), c.param(4)));
    }
  };
  struct as_strided_op {
    static constexpr Schema schemas[] = {
        "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)"};
    static constexpr std::string_view doc = "Any sizes and strides over the same storage.",
                                      samples[] = {"(6) size=[2,2] stride=[2,1] storage_offset=1"};
    template <class D>
    static void infer(InferCtx<D>& c) {
      Meta<D>& o = c.out[0];
      o = c.meta(0);
      o.sizes = c.ints(1);
      o.strides = c.ints(2);
      if (o.sizes.n != o.strides.n) return c.fail("mismatch in length of strides and shape");
      for (int d = 0; d < o.sizes.n; ++d)
        if (hint_of(o.strides[d]) < 0)
          return c.fail("as_strided: Negative strides are not supported at the moment, got strides: ");
      if (c.given(3)) o.offset = c.integer(3);
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      const SymMeta& x = c.meta(0);
      Arg offset = c.given(3) ? Arg(c.param(3).sym() - x.offset) : Arg(0);
      c.set(0, emit::as_strided_backward(g, c.grad(), x.sizes, x.strides, c.param(1), c.param(2), offset));
    }
  };
}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/view.def"
}  // namespace adder::rt
