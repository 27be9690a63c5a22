// Softmax and its logarithm along one dim, and the activations that are not plain pointwise formulas.
#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/eager/kernels.h"
#include "runtime/ops/row_parts.h"

namespace adder::rt {

USE_OP(amax)
USE_OP(sub)
USE_OP(add)
USE_OP(mul)
USE_OP(div)
USE_OP(exp)
USE_OP(log)
USE_OP(sum)
USE_OP(neg)
USE_OP(sigmoid)
USE_OP(slice)
USE_OP(cat)
USE_OP(gt)
USE_OP(where)
USE_OP(reshape)
USE_OP(softmax_backward)
USE_OP(log_softmax_backward)
USE_OP(_prelu_kernel)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

constexpr int64_t kSideBySide = 16;

// Runs f(a line of x, a line of y or null, the line of the result) for every line of a dim; lines are dense floats or
// doubles whatever the tensors are.
template <class F>
void for_each_line(Context& c, Strip s, const Tensor& x, const Tensor& y, const Tensor& out, F f) {
  parallel_for(c, s.lines(), line_grain(s, 4), [&](int64_t begin, int64_t end) {
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      with_floating_type(out->dtype(), [&]<class R>(TypeTag<R>) {
        using W = std::conditional_t<std::is_same_v<T, double> || std::is_same_v<R, double>, double, float>;
        constexpr bool kDirect = std::is_same_v<T, W> && std::is_same_v<R, W>;
        std::vector<W> buffer(kDirect && s.inner == 1 ? 0 : size_t(3 * kSideBySide * s.n));
        const T* a = x->data_as<T>();
        const T* b = data_or_null<T>(y);
        R* r = out->data_as<R>();
        for (int64_t line = begin; line < end;) {
          int64_t at = s.start(line);
          if constexpr (kDirect) {
            if (s.inner == 1) {
              f(a + at, b ? b + at : nullptr, r + at);
              ++line;
              continue;
            }
          }
          // Strided lines that lie side by side share the cache lines of their elements.
          int64_t m = std::min({end - line, s.inner - line % s.inner, kSideBySide});
          W* first = buffer.data();
          W* second = first + m * s.n;
          W* result = second + m * s.n;
          auto gather = [&](const T* from, W* to) {
            for (int64_t i = 0; i < s.n; ++i)
              for (int64_t q = 0; q < m; ++q) to[q * s.n + i] = W(from[at + i * s.inner + q]);
          };
          gather(a, first);
          if (b) gather(b, second);
          for (int64_t q = 0; q < m; ++q) f(first + q * s.n, b ? second + q * s.n : nullptr, result + q * s.n);
          for (int64_t i = 0; i < s.n; ++i)
            for (int64_t q = 0; q < m; ++q) r[at + i * s.inner + q] = R(result[q * s.n + i]);
          line += m;
        }
      });
    });
  });
}

double largest(const double* x, int64_t n) {
  double top = -INFINITY;
  for (int64_t i = 0; i < n; ++i) top = x[i] > top || std::isnan(x[i]) ? x[i] : top;
  return top;
}

void softmax_line(const float* x, float* out, int64_t n) {
  row_kernels().softmax(x, out, n);
}
void softmax_line(const double* x, double* out, int64_t n) {
  double top = largest(x, n);
  double total = 0;
  for (int64_t i = 0; i < n; ++i) total += out[i] = std::exp(x[i] - top);
  for (int64_t i = 0; i < n; ++i) out[i] /= total;
}
void log_softmax_line(const float* x, float* out, int64_t n) {
  row_kernels().log_softmax(x, out, n);
}
void log_softmax_line(const double* x, double* out, int64_t n) {
  double top = largest(x, n);
  double total = 0;
  for (int64_t i = 0; i < n; ++i) total += std::exp(x[i] - top);
  total = std::log(total);
  for (int64_t i = 0; i < n; ++i) out[i] = x[i] - top - total;
}
void softmax_backward_line(const float* grad, const float* out, float* result, int64_t n) {
  row_kernels().softmax_backward(grad, out, result, n);
}
void softmax_backward_line(const double* grad, const double* out, double* result, int64_t n) {
  double total = 0;
  for (int64_t i = 0; i < n; ++i) total += grad[i] * out[i];
  for (int64_t i = 0; i < n; ++i) result[i] = (grad[i] - total) * out[i];
}
void log_softmax_backward_line(const float* grad, const float* out, float* result, int64_t n) {
  row_kernels().log_softmax_backward(grad, out, result, n);
}
void log_softmax_backward_line(const double* grad, const double* out, double* result, int64_t n) {
  double total = 0;
  for (int64_t i = 0; i < n; ++i) total += grad[i];
  for (int64_t i = 0; i < n; ++i) result[i] = grad[i] - std::exp(out[i]) * total;
}

template <class D>
void infer_softmax(InferCtx<D>& c, const char* name) {
  const Meta<D>& x = c.meta(0);
  int dim = c.dim(1, x.sizes.n);
  if (!c.status.ok()) return;
  set_like(c, 0, x);
  if (c.given(2)) c.out[0].dtype = c.arg(2).dtype();
  if (!is_floating(c.out[0].dtype) && hint_of(x.sizes.product()) != 0) {
    bool last = dim + 1 >= x.sizes.n;
    c.unsupported(std::string(name) + (last ? "_lastdim" : "") + "_kernel_impl", c.out[0].dtype);
  }
}

Tensor operand(const Arg& a, const Tensor& out) {
  return is_floating(a.t->dtype()) ? dense(a) : dense_as(*a.t, out->dtype());
}

// The parts of these ops give the bits of their eager kernels along the last dim. Elsewhere the op stays whole.
bool has_exact_parts(OpSink& g, Value x, int64_t dim, DType result) {
  int last = g.meta(x).sizes.n - 1;
  if ((dim == -1 || dim == last) && has_exact_rows(g, x, 1, result)) return true;
  g.fail("softmax: its parts would round differently");
  return false;
}
DType result_type(OpSink& g, In in) {
  return given_at(in, 2) ? in[2].dtype() : g.meta(in[0]).dtype;
}

struct softmax_op {
  static constexpr Schema schemas[] = {"softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor"};
  static constexpr std::string_view doc = "exp(self) over its sum along dim.",
                                    samples[] = {"(2,5) dim=-1", "(3,4) dim=0", "(2,70,3) dim=1"};
  static constexpr std::string_view aliases[] = {"special.softmax"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_softmax(c, "softmax");
  }
  static Status eager(Context& c, In in, Out out) {
    if (out[0]->numel == 0) return {};  // of any dtype
    Tensor x = operand(in[0], out[0]);
    Strip s = strip_of(x->meta.sizes, dim_of(in[1], x->dim()));
    for_each_line(c, s, x, Tensor(), out[0], [&](auto* a, auto*, auto* r) { softmax_line(a, r, s.n); });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::softmax_backward(g, c.grad(), c.out(), c.param(1))); }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    DType result = result_type(g, in);
    if (!has_exact_parts(g, in[0], in[1].integer(), result)) return;
    SymDims dim{SymInt(in[1].integer())};
    Value x = in_float(g, in[0]);
    Value e = emit::exp(g, emit::sub(g, x, emit::amax(g, x, dim, true)));
    out[0] = rounded_to(g, emit::div(g, e, emit::sum(g, e, dim, true)), result);
  }
};
struct log_softmax_op {
  static constexpr Schema schemas[] = {"log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor"};
  static constexpr std::string_view doc = "Logarithm of the softmax along dim.",
                                    samples[] = {"(2,5) dim=-1", "(3,4) dim=0", "(2,70,3) dim=1"};
  static constexpr std::string_view aliases[] = {"special.log_softmax"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_softmax(c, "log_softmax");
  }
  static Status eager(Context& c, In in, Out out) {
    if (out[0]->numel == 0) return {};  // of any dtype
    Tensor x = operand(in[0], out[0]);
    Strip s = strip_of(x->meta.sizes, dim_of(in[1], x->dim()));
    for_each_line(c, s, x, Tensor(), out[0], [&](auto* a, auto*, auto* r) { log_softmax_line(a, r, s.n); });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::log_softmax_backward(g, c.grad(), c.out(), c.param(1))); }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    DType result = result_type(g, in);
    if (!has_exact_parts(g, in[0], in[1].integer(), result)) return;
    SymDims dim{SymInt(in[1].integer())};
    Value x = in_float(g, in[0]);
    Value shifted = emit::sub(g, x, emit::amax(g, x, dim, true));
    Value total = emit::log(g, emit::sum(g, emit::exp(g, shifted), dim, true));
    out[0] = rounded_to(g, emit::sub(g, shifted, total), result);
  }
};

struct softmax_backward_op {
  static constexpr Schema schemas[] = {"softmax_backward(Tensor grad, Tensor output, int dim) -> Tensor"};
  static constexpr std::string_view doc = "(grad - sum(grad * output)) * output.", samples[] = {"(2,5) (2,5) dim=1"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) {
    Strip s = strip_of(out[0]->meta.sizes, dim_of(in[2], out[0]->dim()));
    for_each_line(c, s, dense(in[0]), dense(in[1]), out[0],
                  [&](auto* grad, auto* y, auto* r) { softmax_backward_line(grad, y, r, s.n); });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    SymDims dim{SymInt(c.param(2).integer())};
    Value y = c.data(1);
    if (c.needs(0)) c.set(0, emit::softmax_backward(g, c.grad(), y, c.param(2)));
    if (c.needs(1)) {
      Value grad = c.data(0);
      Value weighted = emit::sum(g, emit::mul(g, grad, y), dim, true);
      Value direct = emit::mul(g, c.grad(), emit::sub(g, grad, weighted));
      Value total = emit::sum(g, emit::mul(g, c.grad(), y), dim, true);
      c.set(1, emit::sub(g, direct, emit::mul(g, grad, total)));
    }
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    DType result = g.meta(in[0]).dtype;
    if (!has_exact_parts(g, in[0], in[2].integer(), result)) return;
    SymDims dim{SymInt(in[2].integer())};
    Value grad = in_float(g, in[0]);
    Value y = in_float(g, in[1]);
    Value total = emit::sum(g, emit::mul(g, grad, y), dim, true);
    out[0] = rounded_to(g, emit::mul(g, emit::sub(g, grad, total), y), result);
  }
};
struct log_softmax_backward_op {
  static constexpr Schema schemas[] = {"log_softmax_backward(Tensor grad, Tensor output, int dim) -> Tensor"};
  static constexpr std::string_view doc = "grad - exp(output) * sum(grad).", samples[] = {"(2,5) (2,5) dim=1"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) {
    Strip s = strip_of(out[0]->meta.sizes, dim_of(in[2], out[0]->dim()));
    for_each_line(c, s, dense(in[0]), dense(in[1]), out[0],
                  [&](auto* grad, auto* y, auto* r) { log_softmax_backward_line(grad, y, r, s.n); });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    SymDims dim{SymInt(c.param(2).integer())};
    Value p = emit::exp(g, c.data(1));
    Value weighted = emit::mul(g, c.grad(), p);
    if (c.needs(0)) c.set(0, emit::sub(g, c.grad(), emit::sum(g, weighted, dim, true)));
    if (c.needs(1)) c.set(1, emit::neg(g, emit::mul(g, weighted, emit::sum(g, c.data(0), dim, true))));
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    DType result = g.meta(in[0]).dtype;
    if (!has_exact_parts(g, in[0], in[2].integer(), result)) return;
    SymDims dim{SymInt(in[2].integer())};
    Value grad = in_float(g, in[0]);
    Value p = emit::exp(g, in_float(g, in[1]));
    out[0] = rounded_to(g, emit::sub(g, grad, emit::mul(g, p, emit::sum(g, grad, dim, true))), result);
  }
};

struct glu_op {
  static constexpr Schema schemas[] = {"glu(Tensor self, int dim=-1) -> Tensor"};
  static constexpr std::string_view doc = "The first half times the sigmoid of the second.",
                                    samples[] = {"(2,6) dim=-1", "(4,3) dim=0"};
  static constexpr uint32_t surface = kNn | kFunctional;
  static bool halves(OpSink& g, Value x, int dim, Value& a, Value& b) {
    SymInt size = g.meta(x).sizes[dim];
    if (size.hint % 2) {
      g.fail("Halving dimension must be even, but dimension " + std::to_string(dim) + " is size " +
             std::to_string(size.hint));
      return false;
    }
    SymInt half = size / SymInt(2);
    a = emit::slice(g, x, dim, 0, half, 1);
    b = emit::slice(g, x, dim, half, size, 1);
    return true;
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[0]).sizes.n;
    if (n == 0) return g.fail("glu does not support 0-dimensional tensors");
    Value a;
    Value b;
    int dim;
    if (!wrap_dim(g, integer_or(in, 1, -1), n, &dim)) return;
    if (halves(g, in[0], dim, a, b)) {
      DType d = g.meta(a).dtype, wide = wide_dtype(d);
      if (wide == d) {
        out[0] = emit::mul(g, a, emit::sigmoid(g, b));
      } else {  // rounded once
        out[0] = emit::to(g, emit::mul(g, emit::to(g, a, wide), emit::sigmoid(g, emit::to(g, b, wide))), d);
      }
    }
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int dim = dim_of(c.given(1) ? c.param(1) : Arg(-1), c.meta(0).sizes.n);
    Value a;
    Value b;
    if (!halves(g, c.data(0), dim, a, b)) return;
    Value gate = emit::sigmoid(g, b);
    Value left = emit::mul(g, c.grad(), gate);
    Value right = emit::mul(g, emit::mul(g, left, a), emit::add(g, emit::neg(g, gate), 1.0));
    const Arg parts[] = {left, right};
    const Arg args[] = {Arg(std::span<const Arg>(parts)), Arg(dim)};
    Value joined[1];
    call_many(g, row_cat.id(), args, joined);
    c.set(0, joined[0]);
  }
};

struct prelu_op {
  static constexpr Schema schemas[] = {"prelu(Tensor self, Tensor weight) -> Tensor"};
  static constexpr std::string_view doc = "self where positive, weight * self elsewhere; one weight or one a channel.",
                                    samples[] = {"(2,3) (1)", "(2,3,4) (3)"};
  static constexpr uint32_t surface = kTorch | kTensor | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymMeta w = g.meta(in[1]);
    if (w.sizes.n > 1) {
      return g.fail("prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = " +
                    std::to_string(w.sizes.n));
    }
    if (x.dtype != w.dtype) {
      return g.fail(std::string("prelu: Type promoting not supported. Got ") + row_of(x.dtype).scalar_name + " and " +
                    row_of(w.dtype).scalar_name);
    }
    SymInt count = w.sizes.n ? w.sizes[0] : SymInt(1);
    Value weight = in[1];
    if (!guard_bool(count == SymInt(1), "prelu: one weight")) {
      SymInt channels = x.sizes.n > 1 ? x.sizes[1] : SymInt(1);
      if (x.sizes.n == 0) return g.fail("Not allow zero-dim input tensor.");
      if (!guard_bool(count == channels, "prelu: a weight for each channel")) {
        return g.fail("Mismatch of parameter numbers and input channel size. Found parameter numbers = " +
                      std::to_string(count.hint) + " and channel size = " + std::to_string(channels.hint) + ".");
      }
    }
    if (x.sizes.n != 1 || w.sizes.n != 1) {
      SymDims shape;
      for (int d = 0; d < x.sizes.n; ++d) shape.push(d == 1 ? count : SymInt(1));
      if (x.sizes.n > 1 || w.sizes.n == 1) weight = emit::reshape(g, in[1], shape);
    }
    out[0] = emit::_prelu_kernel(g, in[0], weight);
  }
};
struct _prelu_kernel_op {
  static constexpr Schema schemas[] = {"_prelu_kernel(Tensor self, Tensor weight) -> Tensor"};
  static constexpr std::string_view doc = "self where positive, weight * self elsewhere.", samples[] = {"(2,3) (1,3)"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view grad_name = "PreluKernelBackward0";
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    out[0] = emit::where(g, emit::gt(g, in[0], 0), in[0], emit::mul(g, in[0], in[1]));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value positive = emit::gt(g, x, 0);
    if (c.needs(0)) {
      c.set(0, emit::where(g, positive, c.grad(), emit::mul(g, c.grad(), c.data(1))));
    }
    if (c.needs(1)) c.set(1, emit::where(g, positive, 0.0, emit::mul(g, c.grad(), x)));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/softmax.def"
}  // namespace adder::rt
