// Ops that order, count or run along elements.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "runtime/eager/scan.h"
#include "runtime/eager/sort.h"
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(isnan)
USE_OP(add)
USE_OP(div)
USE_OP(sort)
USE_OP(median_dim)
USE_OP(nanmedian_dim)
USE_OP(scatter_add)
USE_OP(scatter_zeros)
USE_OP(zeros)
USE_OP(full)
USE_OP(reshape)
USE_OP(unsqueeze)
USE_OP(mul)
USE_OP(sub)
USE_OP(exp)
USE_OP(cumsum)
USE_OP(flip)
USE_OP(flip_scan)
USE_OP(cumprod_backward)
USE_OP(transpose)
USE_OP(triu)
USE_OP(ones_like)
USE_OP(eq)
USE_OP(ne)
USE_OP(where)
USE_OP(sum)
USE_OP(cumprod)
USE_OP(searchsorted)
USE_OP(to)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

// The gradient of values that were picked along a dim.
void set_picked(OpSink& g, VjpCtx& c, int64_t dim, bool keep) {
  if (!c.grad(0).given()) return;
  const SymMeta& x = c.meta(0);
  Value grad = c.grad(0);
  Value index = c.out(1);
  if (x.sizes.n == 0) return c.set(0, emit::reshape(g, grad, x.sizes));
  int d = dim_of(Arg(dim), x.sizes.n);
  if (!keep) {
    grad = emit::unsqueeze(g, grad, d);
    index = emit::unsqueeze(g, index, d);
  }
  c.set(0, emit::scatter_zeros(g, grad, d, index, x.sizes[d]));
}

struct sort_op {
  static constexpr Schema schemas[] = {
      "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
      "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)"};
  static constexpr std::string_view doc = "Elements in order along dim, and where they were.", samples[] = {"(3,5)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (is_complex(c.meta(0).dtype)) return c.fail(" Sort does not support complex dtypes on CPU");
    c.wrap_dim(c.number(2, -1), c.meta(0).sizes.n);
    set_like(c, 0, c.meta(0));
    c.out[1].dtype = DType::i64;
    c.out[1].sizes = c.meta(0).sizes;
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    Strip s = strip_of(x->meta.sizes, dim_of(Arg(integer_or(in, 2, -1)), x->dim()));
    bool descending = flag_or(in, 3, false);
    if (x->numel == 0) return {};
    parallel_for(c, s.lines(), line_grain(s, 8), [&](int64_t begin, int64_t end) {
      sort_lines(x->dtype(), x->data(), out[0]->data(), out[1]->data_as<int64_t>(), s, begin, end, descending);
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { set_picked(g, c, c.given(2) ? c.param(2).integer() : -1, true); }
};
struct argsort_op {
  static constexpr Schema schemas[] = {
      "argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor",
      "argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor"};
  static constexpr std::string_view doc = "Where the elements are in order along dim.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value parts[2];
    const Arg args[] = {in[0], Arg(), Arg(integer_or(in, 2, -1)), Arg(flag_or(in, 3, false))};
    call_many(g, row_sort.id(), args, parts);
    out[0] = parts[1];
  }
};
struct msort_op {
  static constexpr Schema schemas[] = {"msort(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Elements in order along the first dim.", samples[] = {"(3,2)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) { out[0] = emit::sort(g, in[0], Arg(), 0, false); }
};
struct topk_op {
  static constexpr Schema schemas[] = {
      "topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor "
      "indices)"};
  static constexpr std::string_view doc = "The k largest (or smallest) along dim, and where they were.",
                                    samples[] = {"(3,5) 2", "(5,3) 3 dim=0 largest=False"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    int dim = c.wrap_dim(c.number(2, -1), x.sizes.n);
    if (!c.status.ok()) return;
    D size = x.sizes.n ? x.sizes[dim] : D(1);
    D k = c.integer(1);
    if (hint_of(k) < 0 || guard_bool(k > size, "topk: k inside")) return c.fail("selected index k out of range");
    if (x.dtype == DType::b8) return c.fail("topk does not support bool dtypes on CPU");
    if (is_complex(x.dtype)) return c.fail(" Sort does not support complex dtypes on CPU");
    set_like(c, 0, x);
    if (x.sizes.n) c.out[0].sizes[dim] = k;
    c.out[1].dtype = DType::i64;
    c.out[1].sizes = c.out[0].sizes;
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    Strip s = strip_of(x->meta.sizes, dim_of(Arg(integer_or(in, 2, -1)), x->dim()));
    int64_t k = in[1].integer();
    if (out[0]->numel == 0) return {};
    parallel_for(c, s.lines(), line_grain(s, 4), [&](int64_t begin, int64_t end) {
      topk_lines(x->dtype(), x->data(), out[0]->data(), out[1]->data_as<int64_t>(), s, begin, end, k,
                 flag_or(in, 3, true), flag_or(in, 4, true));
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { set_picked(g, c, c.given(2) ? c.param(2).integer() : -1, true); }
};

// Ops that pick one element of each line: dim at 1 or 2, keepdim behind it.
template <class D>
void infer_pick(InferCtx<D>& c, int64_t dim_value, bool keep, const char* name, bool takes_bool = false) {
  const Meta<D>& x = c.meta(0);
  int dim = c.wrap_dim(dim_value, x.sizes.n);
  if (!c.status.ok()) return;
  if (x.sizes.n && guard_bool(x.sizes[dim] == D(0), "picking from an empty dim")) {
    return c.fail(ErrorKind::index,
                  std::string(name) + "(): Expected reduction dim " + std::to_string(dim) + " to have non-zero size.");
  }
  if (is_complex(x.dtype) || (x.dtype == DType::b8 && !takes_bool)) {
    return c.unsupported(std::string(name) + (std::string_view(name) == "median" ? "_out" : "_cpu"), x.dtype);
  }
  set_like(c, 0, x);
  if (x.sizes.n && keep) c.out[0].sizes[dim] = D(1);
  if (x.sizes.n && !keep) c.out[0].sizes.erase(dim);
  c.out[1].dtype = DType::i64;
  c.out[1].sizes = c.out[0].sizes;
}
template <class F>
Status pick_kernel(Context& c, In in, Out out, int64_t dim, F f) {
  Tensor x = dense(in[0]);
  Strip s = strip_of(x->meta.sizes, dim_of(Arg(dim), x->dim()));
  if (out[0]->numel == 0) return {};
  parallel_for(c, s.lines(), line_grain(s, 4), [&](int64_t begin, int64_t end) {
    f(x->dtype(), x->data(), out[0]->data(), out[1]->data_as<int64_t>(), s, begin, end);
  });
  return {};
}
struct kthvalue_op {
  static constexpr Schema schemas[] = {
      "kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr std::string_view doc = "The k-th smallest along dim, and where it was.", samples[] = {"(3,5) 2"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    int dim = c.wrap_dim(c.number(2, -1), x.sizes.n);
    if (!c.status.ok()) return;
    D size = x.sizes.n ? x.sizes[dim] : D(1);
    if (hint_of(size) == 0) {
      return c.fail(ErrorKind::index,
                    "kthvalue(): Expected reduction dim " + std::to_string(dim) + " to have non-zero size.");
    }
    if (hint_of(c.integer(1)) < 1 || guard_bool(c.integer(1) > size, "kthvalue: k inside")) {
      return c.fail("kthvalue(): selected number k out of range for dimension " + std::to_string(dim));
    }
    infer_pick(c, c.number(2, -1), c.flag(3), "kthvalue");
  }
  static Status eager(Context& c, In in, Out out) {
    int64_t k = in[1].integer();
    return pick_kernel(c, in, out, integer_or(in, 2, -1), [&](auto... a) { kth_lines(a..., k); });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    set_picked(g, c, c.given(2) ? c.param(2).integer() : -1, c.given(3) && c.param(3).flag());
  }
};
// NaN, and what PyTorch makes of it in other dtypes.
Value median_of_nothing(OpSink& g, DType d) {
  Arg value = is_floating(d) || is_complex(d)      ? Arg(std::numeric_limits<double>::quiet_NaN())
              : d == DType::b8                     ? Arg(true)
              : d == DType::i64 || d == DType::i32 ? Arg(d == DType::i64 ? INT64_MIN : int64_t{INT32_MIN})
                                                   : Arg(int64_t{0});
  return emit::full(g, SymDims{}, value, d);
}
Value median_of_all(OpSink& g, Value x, OpId along_dim) {
  SymMeta m = g.meta(x);
  SymInt count = m.sizes.product();
  if (count.hint == 0 && guard_bool(count == SymInt(0), "the median of nothing")) return median_of_nothing(g, m.dtype);
  if (m.dtype == DType::b8 || is_complex(m.dtype)) {
    g.fail(unsupported_dtype("median_cpu", m.dtype));
  }
  SymDims flat{SymInt(-1)};
  return call(g, along_dim, emit::reshape(g, x, flat), 0, false);
}
#define MEDIAN_DIM(name, ignore_nan, node)                                                                             \
  struct name##_dim_op {                                                                                               \
    static constexpr Schema schemas[] = {#name                                                                         \
                                         ".dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, "          \
                                         "Tensor indices)"};                                                           \
    static constexpr std::string_view doc = "The lower median along dim, and where it was.",                           \
                                      samples[] = {"(3,5) dim=1", "(4,3) dim=0 keepdim=True"};                         \
    static constexpr std::string_view grad_name = node;                                                                \
    template <class D>                                                                                                 \
    static void infer(InferCtx<D>& c) {                                                                                \
      infer_pick(c, c.number(1, 0), c.flag(2), "median");                                                              \
    }                                                                                                                  \
    static Status eager(Context& c, In in, Out out) {                                                                  \
      return pick_kernel(c, in, out, in[1].integer(), [&](auto... a) { median_lines(a..., ignore_nan); });             \
    }                                                                                                                  \
    static void vjp(OpSink& g, VjpCtx& c) { set_picked(g, c, c.param(1).integer(), c.given(2) && c.param(2).flag()); } \
  };                                                                                                                   \
  struct name##_op {                                                                                                   \
    static constexpr Schema schemas[] = {#name "(Tensor self) -> Tensor"};                                             \
    static constexpr std::string_view doc = "The lower median of all elements.", samples[] = {"(3,5)"};                \
    static void decompose(OpSink& g, In in, std::span<Value> out) {                                                    \
      out[0] = median_of_all(g, in[0], row_##name##_dim.id());                                                         \
    }                                                                                                                  \
    static void vjp(OpSink& g, VjpCtx& c) { share_among_equals(g, c); }                                                  \
  };
MEDIAN_DIM(median, false, "MedianBackward1")
MEDIAN_DIM(nanmedian, true, "NanmedianBackward1")
#undef MEDIAN_DIM
struct mode_op {
  static constexpr Schema schemas[] = {
      "mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr std::string_view doc = "The most frequent element along dim, and where it was.",
                                    samples[] = {"(3,5)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_pick(c, c.number(1, -1), c.flag(2), "mode", true);
  }
  static Status eager(Context& c, In in, Out out) {
    return pick_kernel(c, in, out, integer_or(in, 1, -1), [&](auto... a) { mode_lines(a...); });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    set_picked(g, c, c.given(1) ? c.param(1).integer() : -1, c.given(2) && c.param(2).flag());
  }
};

// ---- scans

template <class D>
void infer_scan(InferCtx<D>& c) {
  const Meta<D>& x = c.meta(0);
  c.wrap_dim(c.arg(1).integer(), x.sizes.n);
  set_like(c, 0, x);
  if (is_integral(x.dtype)) c.out[0].dtype = DType::i64;
  if (c.given(2)) c.out[0].dtype = c.arg(2).dtype();
}
Status scan_kernel(Context& c, Scan kind, In in, Out out) {
  Tensor x = dense_as(*in[0].t, out[0]->dtype());
  Strip s = strip_of(x->meta.sizes, dim_of(in[1], x->dim()));
  if (x->numel == 0) return {};
  parallel_for(c, s.lines(), line_grain(s), [&](int64_t begin, int64_t end) {
    scan_lines(kind, x->dtype(), x->data(), out[0]->data(), s, begin, end);
  });
  return {};
}
#define SCAN_SCHEMAS(name)                                                          \
  static constexpr Schema schemas[] = {                                             \
      #name "(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",          \
      #name "_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!)", \
      #name ".out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)"};
struct cumsum_op {
  SCAN_SCHEMAS(cumsum)
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapPartly;
  static constexpr std::string_view doc = "Running sums along dim.", samples[] = {"(3,4) dim=1", "(3,4) dim=0"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_scan(c);
  }
  static Status eager(Context& c, In in, Out out) { return scan_kernel(c, Scan::sum, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::flip_scan(g, c.grad(), c.param(1))); }
};
struct flip_scan_op {
  static constexpr Schema schemas[] = {"flip_scan(Tensor self, int dim) -> Tensor"};
  static constexpr std::string_view doc = "Running sums from the end.", samples[] = {"(3,4) dim=1"};
  static constexpr uint32_t surface = kInternal;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (g.meta(in[0]).sizes.n == 0) {
      out[0] = in[0];
      return;
    }
    SymDims dim{SymInt(in[1].integer())};
    out[0] = emit::flip(g, emit::cumsum(g, emit::flip(g, in[0], dim), in[1]), dim);
  }
};
struct cumprod_op {
  SCAN_SCHEMAS(cumprod)
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapPartly;
  static constexpr std::string_view doc = "Running products along dim.", samples[] = {"(3,4) dim=1", "(3,4) dim=0"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_scan(c);
  }
  static Status eager(Context& c, In in, Out out) { return scan_kernel(c, Scan::product, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::cumprod_backward(g, c.grad(), c.data(0), c.param(1))); }
};
// grad_in[k] = sum over i >= k of grad[i] * (product of x[0..i] without x[k]); exact where x has zeros.
struct cumprod_backward_op {
  static constexpr Schema schemas[] = {"cumprod_backward(Tensor grad, Tensor input, int dim) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of running products.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(1));
    require_floating(c, 1);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor grad = dense(in[0]);
    Tensor x = dense_as(*in[1].t, grad->dtype());
    Strip s = strip_of(x->meta.sizes, dim_of(in[2], x->dim()));
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t line = 0; line < s.lines(); ++line) {
        int64_t at = s.start(line);
        double before = 1;  // product of x[0..k)
        for (int64_t k = 0; k < s.n; ++k) {
          double rest = before;
          double total = 0;
          for (int64_t i = k; i < s.n; ++i) {
            if (i > k) rest *= double(x->data_as<T>()[at + i * s.inner]);
            total += double(grad->data_as<T>()[at + i * s.inner]) * rest;
          }
          out[0]->data_as<T>()[at + k * s.inner] = narrow_to<T>(total);
          before *= double(x->data_as<T>()[at + k * s.inner]);
        }
      }
    });
    return {};
  }
  // With M[k] the line with its element k replaced by 1, the result is the sum over i >= k of grad[i] * cumprod(M[k])[i].
  static void vjp(OpSink& g, VjpCtx& c) {
    Value up = c.grad();
    Value grad = c.data(0);
    Value x = c.data(1);
    if (c.meta(1).sizes.n == 0) {
      if (c.needs(0)) c.set(0, up);
      return;
    }
    auto last = [&](Value v) { return emit::transpose(g, v, c.param(2), int64_t(-1)); };
    auto along = [&](Value v) { return emit::unsqueeze(g, last(v), int64_t(-2)); };
    up = emit::unsqueeze(g, last(up), int64_t(-1));
    Value reach = emit::triu(g, emit::ones_like(g, emit::mul(g, up, along(x))), int64_t(0));
    Value outside = emit::eq(g, reach, 0);
    Value replaced = emit::ne(g, reach, emit::triu(g, reach, int64_t(1)));
    Value m = emit::where(g, replaced, 1.0, along(x));
    auto collected = [&](Value v, Value without) {
      return last(emit::sum(g, emit::where(g, without, 0.0, v), SymDims{SymInt(-2)}, false));
    };
    if (c.needs(0)) c.set(0, collected(emit::mul(g, up, emit::cumprod(g, m, int64_t(-1))), outside));
    if (!c.needs(1)) return;
    Value by_product = emit::where(g, outside, 0.0, emit::mul(g, up, along(grad)));
    c.set(1, collected(emit::cumprod_backward(g, by_product, m, int64_t(-1)), replaced));
  }
};
#define CUM_EXTREME(name, maximum)                                                                                \
  struct name##_op {                                                                                              \
    static constexpr Schema schemas[] = {#name "(Tensor self, int dim) -> (Tensor values, Tensor indices)"};      \
    static constexpr std::string_view doc = "Running extremes along dim, and where they are.",                    \
                                      samples[] = {"(3,4) dim=1"};                                                \
    template <class D>                                                                                            \
    static void infer(InferCtx<D>& c) {                                                                           \
      c.dim(1, c.meta(0).sizes.n);                                                                                \
      set_like(c, 0, c.meta(0));                                                                                  \
      c.out[1].dtype = DType::i64;                                                                                \
      c.out[1].sizes = c.meta(0).sizes;                                                                           \
    }                                                                                                             \
    static Status eager(Context&, In in, Out out) {                                                               \
      Tensor x = dense(in[0]);                                                                                    \
      if (is_complex(x->dtype())) return unsupported_dtype(#name, x->dtype());                                    \
      Strip s = strip_of(x->meta.sizes, dim_of(in[1], x->dim()));                                                 \
      if (x->numel == 0) return {};                                                                               \
      extreme_lines(maximum, x->dtype(), x->data(), out[0]->data(), out[1]->data_as<int64_t>(), s, 0, s.lines()); \
      return {};                                                                                                  \
    }                                                                                                             \
    static void vjp(OpSink& g, VjpCtx& c) {                                                                       \
      if (!c.grad(0).given()) return;                                                                             \
      Value zeros = emit::zeros(g, c.meta(0).sizes, c.meta(0).dtype);                                             \
      c.set(0, emit::scatter_add(g, zeros, c.param(1), c.out(1), c.grad(0)));                                     \
    }                                                                                                             \
  };
CUM_EXTREME(cummax, true)
CUM_EXTREME(cummin, false)
#undef CUM_EXTREME
struct logcumsumexp_op {
  static constexpr Schema schemas[] = {"logcumsumexp(Tensor self, int dim) -> Tensor"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapPartly;
  static constexpr std::string_view doc = "Logarithms of running sums of exponentials.", samples[] = {"(3,4) dim=1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.dim(1, c.meta(0).sizes.n);
    set_like(c, 0, c.meta(0));
    if (!is_floating(c.meta(0).dtype)) {
      c.unsupported("logcumsumexp_out_cpu", c.meta(0).dtype);
    }
  }
  static Status eager(Context& c, In in, Out out) { return scan_kernel(c, Scan::log_sum_exp, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) {
    // d out[i] / d x[k] = exp(x[k] - out[i]) for i >= k.
    Value x = c.data(0);
    Value scaled = emit::mul(g, c.grad(), emit::exp(g, emit::mul(g, c.out(), -1.0)));
    c.set(0, emit::mul(g, emit::flip_scan(g, scaled, c.param(1)), emit::exp(g, x)));
  }
};

// ---- positions and counts

struct nonzero_op {
  static constexpr Schema schemas[] = {"nonzero(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "The indices of elements that are not zero, one a row.",
                                    samples[] = {"(2,3)"};
  static constexpr std::string_view aliases[] = {"argwhere"};
  static constexpr bool may_raise = true;
  template <class T>
  static bool is_zero(T v) {
    if constexpr (kIsComplex<T>) {
      return v == T(0);
    } else {
      return Wide<T>(v) == Wide<T>(0);
    }
  }
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = DType::i64;
    if constexpr (std::is_same_v<D, int64_t>) {
      const TensorImpl& x = *c.arg(0).t;
      if (!has_data(x)) return c.fail("nonzero of meta tensors has no size");
      c.status = touch(x, false);
      if (!c.status.ok()) return;
      Tensor plain = dense(x);
      int64_t count = 0;
      with_any_type(x.dtype(), [&]<class T>(TypeTag<T>) {
        for (int64_t i = 0; i < x.numel; ++i) count += !is_zero(plain->data_as<T>()[i]);
      });
      c.out[0].sizes = {count, int64_t(x.dim())};
    } else {
      c.fail("the size of nonzero depends on data");
    }
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    int n = x->dim();
    int64_t* to = out[0]->data_as<int64_t>();
    with_any_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < x->numel; ++i) {
        if (is_zero(x->data_as<T>()[i])) continue;
        int64_t rest = i;
        for (int d = n; d-- > 0;) {
          to[d] = rest % x->size(d);
          rest /= x->size(d);
        }
        to += n;
      }
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

struct searchsorted_op {
  static constexpr Schema schemas[] = {
      "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? "
      "side=None, Tensor? sorter=None) -> Tensor",
      "searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? "
      "side=None, Tensor? sorter=None) -> Tensor"};
  static constexpr std::string_view doc = "Where values would be inserted to keep a sequence in order.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.flag(2) ? DType::i32 : DType::i64;
    const Meta<D>& s = c.meta(0);
    if (c.given(5)) return c.fail("torch.searchsorted(): the sorter argument is not supported");
    if (!c.arg(1).is_tensor()) return;
    const Meta<D>& v = c.meta(1);
    c.out[0].sizes = v.sizes;
    if (s.sizes.n == 1) return;
    bool same = s.sizes.n == v.sizes.n && s.sizes.n > 0;
    for (int d = 0; same && d + 1 < s.sizes.n; ++d) same = guard_bool(s.sizes[d] == v.sizes[d], "searchsorted: sizes");
    if (!same) {
      c.fail(
          "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
          "tensor and input value tensor must match, but we got boundaries tensor " +
          sizes_text(s.sizes) + " and input value tensor " + sizes_text(v.sizes));
    }
  }
  static Status eager(Context&, In in, Out out) {
    bool right = flag_or(in, 3, false) || word_or(in, 4, "left") == "right";
    Tensor values = in[1].is_tensor() ? dense(in[1]) : Tensor();
    DType common = values ? promote(in[0].t->dtype(), values->dtype()) : in[0].t->dtype();
    if (is_complex(common)) return unsupported_dtype("searchsorted_out_cpu", common);
    Tensor sequence = dense_as(*in[0].t, common);
    if (values) values = dense_as(*values, common);
    int64_t n = sequence->size(sequence->dim() - 1);
    int64_t per_row = sequence->dim() == 1 || !values ? out[0]->numel : values->size(values->dim() - 1);
    with_real_type(common, [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < out[0]->numel; ++i) {
        const T* row = sequence->data_as<T>() + (sequence->dim() == 1 ? 0 : i / per_row * n);
        T v = values ? values->data_as<T>()[i] : narrow_to<T>(in[1].number());
        const T* at = right ? std::upper_bound(row, row + n, v, less_nan_last<T>)
                            : std::lower_bound(row, row + n, v, less_nan_last<T>);
        if (out[0]->dtype() == DType::i32) {
          out[0]->data_as<int32_t>()[i] = int32_t(at - row);
        } else {
          out[0]->data_as<int64_t>()[i] = at - row;
        }
      }
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct bucketize_op {
  static constexpr Schema schemas[] = {
      "bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor",
      "bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor"};
  static constexpr std::string_view doc = "The buckets that values fall into.", samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[1]).sizes.n;
    if (n != 1) return g.fail("boundaries tensor must be 1 dimension, but got dim(" + std::to_string(n) + ")");
    out[0] = emit::searchsorted(g, in[1], in[0], flag_or(in, 2, false), flag_or(in, 3, false));
  }
};

template <class F>
void for_each_value(const Tensor& x, F f) {
  with_real_type(x->dtype(), [&]<class T>(TypeTag<T>) {
    for (int64_t i = 0; i < x->numel; ++i) f(i, double(Wide<T>(x->data_as<T>()[i])));
  });
}
struct bincount_op {
  static constexpr Schema schemas[] = {"bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor"};
  static constexpr std::string_view doc = "How often each non-negative integer occurs.", samples[] = {"i(5)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    if (!is_integral(x.dtype, false)) {
      return c.unsupported("bincount_cpu", x.dtype);
    }
    if (c.number(2, 0) < 0) return c.fail("minlength should be >= 0");
    if (x.sizes.n != 1) return c.fail("bincount only supports 1-d non-negative integral inputs.");
    bool weighted = c.given(1);
    if (weighted && (c.meta(1).sizes.n != 1 || hint_of(c.meta(1).sizes[0]) != hint_of(x.sizes[0]))) {
      return c.fail("weights should be 1-d and have the same length as input");
    }
    c.out[0].dtype = !weighted ? DType::i64 : c.meta(1).dtype == DType::f32 ? DType::f32 : DType::f64;
    if constexpr (std::is_same_v<D, int64_t>) {
      const TensorImpl& t = *c.arg(0).t;
      c.status = touch(t, false);
      if (!c.status.ok()) return;
      int64_t bins = c.number(2, 0);
      for (int64_t i = 0; i < t.numel; ++i) {
        int64_t v = read_scalar(t, i).i;
        if (v < 0) return c.fail("bincount only supports 1-d non-negative integral inputs.");
        bins = std::max(bins, v + 1);
      }
      c.out[0].sizes = {bins};
    } else {
      c.fail("the size of bincount depends on data");
    }
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Tensor weights = given_at(in, 1) ? dense_as(*in[1].t, out[0]->dtype()) : Tensor();
    std::memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->dtype())));
    with_real_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      for_each_value(x, [&](int64_t i, double v) {
        T& bin = out[0]->data_as<T>()[int64_t(v)];
        bin = T(Wide<T>(bin) + (weights ? Wide<T>(weights->data_as<T>()[i]) : Wide<T>(1)));
      });
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct histc_op {
  static constexpr Schema schemas[] = {"histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "Counts of elements in equal bins.", samples[] = {"(20) 5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!is_floating(c.meta(0).dtype)) {
      return c.unsupported("histogram_cpu", c.meta(0).dtype);
    }
    int64_t bins = c.number(1, 100);
    if (bins <= 0) {
      return c.fail("torch.histogram(): bins must be > 0, but got " + std::to_string(bins) + " for dimension 0");
    }
    if (c.given(2) && c.given(3) && c.arg(3).number() < c.arg(2).number()) {
      return c.fail("torch.histc: max must be larger than min");
    }
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = {D(bins)};
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    int64_t bins = out[0]->numel;
    double low = number_or(in, 2, 0);
    double high = number_or(in, 3, 0);
    if (low == high && x->numel) {
      low = INFINITY;
      high = -INFINITY;
      for_each_value(x, [&](int64_t, double v) {
        low = std::min(low, v);
        high = std::max(high, v);
      });
    }
    if (low == high) {
      low -= 1;
      high += 1;
    }
    std::vector<int64_t> counts(static_cast<size_t>(bins), 0);
    for_each_value(x, [&](int64_t, double v) {
      if (!(v >= low && v <= high)) return;
      int64_t at = int64_t((v - low) / (high - low) * double(bins));
      ++counts[size_t(std::min(at, bins - 1))];
    });
    with_floating_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < bins; ++i) out[0]->data_as<T>()[i] = narrow_to<T>(double(counts[size_t(i)]));
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

// ---- unique

// Rows (slices of a dim, or single elements) in order, without repeats.
struct Distinct {
  Tensor rows;  // [n, width], dense
  int64_t n = 0;
  int64_t width = 1;
  std::vector<int64_t> first;    // row number of each distinct row
  std::vector<int64_t> inverse;  // distinct number of each row
  std::vector<int64_t> counts;
};
template <class T>
bool rows_less(const T* a, const T* b, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (less_nan_last(a[i], b[i])) return true;
    if (less_nan_last(b[i], a[i])) return false;
  }
  return false;
}
template <class T>
bool rows_equal(const T* a, const T* b, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (!(Wide<T>(a[i]) == Wide<T>(b[i]))) return false;
  }
  return true;
}
Distinct distinct_of(const TensorImpl& x, bool by_dim, int dim, bool consecutive) {
  Distinct d;
  Meta<int64_t> m = x.meta;
  if (by_dim) {  // the dim first
    int64_t size = m.sizes[dim];
    int64_t stride = m.strides[dim];
    m.sizes.erase(dim);
    m.strides.erase(dim);
    m.sizes.insert(0, size);
    m.strides.insert(0, stride);
    d.n = size;
    d.width = size ? x.numel / size : 0;
  } else {
    d.n = x.numel;
  }
  d.rows = dense(*alias_of(x, m));
  with_real_type(x.dtype(), [&]<class T>(TypeTag<T>) {
    const T* rows = d.rows->data_as<T>();
    std::vector<int64_t> order(static_cast<size_t>(d.n));
    for (int64_t i = 0; i < d.n; ++i) order[size_t(i)] = i;
    if (!consecutive) {
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        return rows_less(rows + a * d.width, rows + b * d.width, d.width);
      });
    }
    d.inverse.resize(size_t(d.n));
    for (int64_t i = 0; i < d.n; ++i) {
      int64_t row = order[size_t(i)];
      bool is_new = i == 0 || !rows_equal(rows + row * d.width, rows + order[size_t(i - 1)] * d.width, d.width);
      if (is_new) {
        d.first.push_back(row);
        d.counts.push_back(0);
      }
      ++d.counts.back();
      d.inverse[size_t(row)] = int64_t(d.first.size()) - 1;
    }
  });
  return d;
}
template <class D>
void infer_unique(InferCtx<D>& c, bool consecutive) {
  const Meta<D>& x = c.meta(0);
  bool by_dim = c.given(1);
  if (by_dim && x.sizes.n == 0)
    return c.fail(ErrorKind::index,
                  "Dimension specified as " + std::to_string(c.number(1, 0)) + " but tensor has no dimensions");
  int dim = by_dim ? c.dim(1, x.sizes.n) : 0;
  if (!c.status.ok()) return;
  if (by_dim) {
    const auto empty = std::count_if(x.sizes.begin(), x.sizes.end(), [](const D& n) { return hint_of(n) == 0; });
    if (empty && hint_of(x.sizes[dim]) != 0)
      return c.fail("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied");
    if (empty > 1) return c.fail("Number of zero sized dimensions is more than one, so unique cannot be applied ");
  }
  if (is_complex(x.dtype)) {
    return c.unsupported("unique", x.dtype);
  }
  c.out[0].dtype = x.dtype;
  c.out[1].dtype = c.out[2].dtype = DType::i64;
  if constexpr (std::is_same_v<D, int64_t>) {
    const TensorImpl& t = *c.arg(0).t;
    if (!has_data(t)) return c.fail("unique of meta tensors has no size");
    c.status = touch(t, false);
    if (!c.status.ok()) return;
    Distinct d = distinct_of(t, by_dim, dim, consecutive);
    int64_t found = int64_t(d.first.size());
    if (by_dim) {
      c.out[0].sizes = x.sizes;
      c.out[0].sizes[dim] = found;
      c.out[1].sizes = {x.sizes[dim]};
    } else {
      c.out[0].sizes = {found};
      c.out[1].sizes = x.sizes;
    }
    c.out[2].sizes = {found};
  } else {
    c.fail("the size of unique depends on data");
  }
}
Status unique_kernel(In in, Out out, bool consecutive) {
  const TensorImpl& x = *in[0].t;
  bool by_dim = given_at(in, 1);
  int dim = by_dim ? dim_of(in[1], x.dim()) : 0;
  Distinct d = distinct_of(x, by_dim, dim, consecutive);
  Meta<int64_t> m = out[0]->meta;
  if (by_dim) {
    int64_t size = m.sizes[dim];
    int64_t stride = m.strides[dim];
    m.sizes.erase(dim);
    m.strides.erase(dim);
    m.sizes.insert(0, size);
    m.strides.insert(0, stride);
  }
  Tensor found = new_tensor(x.dtype(), m.sizes);
  int64_t bytes = d.width * bytes_of(x.dtype());
  for (size_t i = 0; i < d.first.size(); ++i) {
    std::memcpy(static_cast<char*>(found->data()) + int64_t(i) * bytes,
                static_cast<const char*>(d.rows->data()) + d.first[i] * bytes, size_t(bytes));
  }
  copy_elements(*found, *alias_of(*out[0], m));
  std::copy(d.inverse.begin(), d.inverse.end(), out[1]->data_as<int64_t>());
  std::copy(d.counts.begin(), d.counts.end(), out[2]->data_as<int64_t>());
  return {};
}
struct unique_all_op {
  static constexpr Schema schemas[] = {"unique_all(Tensor self, int? dim=None) -> (Tensor, Tensor, Tensor)"};
  static constexpr std::string_view doc = "Distinct elements in order, which one each element is, and their counts.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kNn;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_unique(c, false);
  }
  static Status eager(Context&, In in, Out out) { return unique_kernel(in, out, false); }
  static constexpr std::string_view grad_name = "UniqueDimBackward0";
  static void vjp(OpSink& g, VjpCtx&) { no_derivative_at_all(g, "unique_dim"); }
};
struct unique_consecutive_all_op {
  static constexpr Schema schemas[] = {
      "unique_consecutive_all(Tensor self, int? dim=None) -> (Tensor, Tensor, Tensor)"};
  static constexpr std::string_view doc = "Runs of equal elements, which one each element is in, and their lengths.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kNn;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_unique(c, true);
  }
  static Status eager(Context&, In in, Out out) { return unique_kernel(in, out, true); }
  static constexpr std::string_view grad_name = "UniqueConsecutiveBackward0";
  static void vjp(OpSink& g, VjpCtx&) { no_derivative_at_all(g, "unique_consecutive"); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/order.def"
}  // namespace adder::rt
