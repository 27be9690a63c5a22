// Elements fetched from and written to positions given by index tensors.
#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/ops/reject.h"
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(gather)
USE_OP(scatter_value)
USE_OP(scatter_add)
USE_OP(scatter_zeros)
USE_OP(scatter_reduce)
USE_OP(index_select)
USE_OP(index_add)
USE_OP(index_copy)
USE_OP(take)
USE_OP(remainder)
USE_OP(take_backward)
USE_OP(zeros)
USE_OP(mul)
USE_OP(div)
USE_OP(eq)
USE_OP(where)
USE_OP(ones_like)
USE_OP(expand)
USE_OP(reshape)
USE_OP(neg)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;
bool is_index(DType d) {
  return d == DType::i64 || d == DType::i32;
}

// f(linear index position, linear table position) for every index element; the table is dense. False when an
// index lies outside; `bad` is then that index.
template <class F>
bool for_each_indexed(const TensorImpl& index, const Sizes& table, int dim, int64_t& bad, F f) {
  Tensor plain = dense_as(index, DType::i64);
  const int64_t* at = plain->data_as<int64_t>();
  const Sizes& sizes = index.meta.sizes;
  int n = sizes.n;
  int64_t strides[kMaxDims];
  int64_t stride = 1;
  for (int d = n; d-- > 0;) {
    strides[d] = stride;
    stride *= table[d];
  }
  int64_t limit = n ? table[dim] : 1;
  int64_t counter[kMaxDims] = {};
  int64_t base = 0;  // table position with the indexed dim at 0
  for (int64_t i = 0; i < index.numel; ++i) {
    int64_t k = at[i];
    if (k < 0 || k >= limit) {
      bad = k;
      return false;
    }
    f(i, n ? base + k * strides[dim] : 0);
    for (int d = n; d-- > 0;) {
      if (d != dim) base += strides[d];
      if (++counter[d] < sizes[d]) break;
      if (d != dim) base -= strides[d] * sizes[d];
      counter[d] = 0;
    }
  }
  return true;
}
Status out_of_bounds(int64_t bad, int dim, int64_t size) {
  return Status::error("index " + std::to_string(bad) + " is out of bounds for dimension " + std::to_string(dim) +
                       " with size " + std::to_string(size));
}
Status out_of_self() {
  return Status::error(ErrorKind::index, "index out of range in self");
}

struct gather_op {
  static constexpr Schema schemas[] = {
      "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "self at index along dim.", samples[] = {"(3,4) dim=1 i(3,2)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    const Meta<D>& index = c.meta(2);
    int dim = c.dim(1, x.sizes.n);
    if (!c.status.ok()) return;
    if (!is_index(index.dtype)) return reject(c, "gather(): Expected dtype int32/int64 for index");
    c.out[0].dtype = x.dtype;
    c.out[0].sizes = index.sizes;
    if (guard_bool(index.sizes.product() == D(0), "gather: no indices")) return;
    if (std::max(x.sizes.n, 1) != std::max(index.sizes.n, 1)) {
      return reject(c, "Index tensor must have the same number of dimensions as input tensor");
    }
    for (int d = 0; d < std::min(x.sizes.n, index.sizes.n); ++d) {
      if (d == dim || !guard_bool(index.sizes[d] > x.sizes[d], "gather: index inside")) continue;
      return reject(c, [&] {
        return "Size does not match at dimension " + std::to_string(d) + " expected index " + sizes_text(index.sizes) +
               " to be no larger than self " + sizes_text(x.sizes) + " apart from dimension " + std::to_string(dim);
      });
    }
  }
  static Status eager(Context&, In in, Out out) {
    if (out[0]->numel == 0) return {};
    Tensor x = dense(in[0]);
    int dim = dim_of(in[1], x->dim());
    Sizes table = x->meta.sizes;
    if (table.n == 0 && in[2].t->dim() == 1) table = {1};
    int64_t bad = -1;
    bool ok = true;
    with_bytes_of(x->dtype(), [&]<class T>(TypeTag<T>) {
      const T* from = static_cast<const T*>(x->data());
      T* to = static_cast<T*>(out[0]->data());
      ok = for_each_indexed(*in[2].t, table, dim, bad, [&](int64_t i, int64_t at) { to[i] = from[at]; });
    });
    return ok ? Status() : out_of_bounds(bad, dim, table.n ? table[dim] : 1);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (!c.needs(0)) return;
    Value zeros = emit::zeros(g, c.meta(0).sizes, c.meta(0).dtype);
    c.set(0, emit::scatter_add(g, zeros, c.param(1), c.data(2), c.grad()));
  }
};

// ---- scatter

template <class D>
bool infer_scatter(InferCtx<D>& c, bool source_tensor) {
  const Meta<D>& x = c.meta(0);
  const Meta<D>& index = c.meta(2);
  set_like(c, 0, x);
  int dim = c.dim(1, x.sizes.n);
  if (!c.status.ok()) return false;
  if (!is_index(index.dtype)) {
    reject(c, "scatter(): Expected dtype int32/int64 for index");
    return false;
  }
  if (source_tensor && c.meta(3).dtype != x.dtype) {
    reject(c, "scatter(): Expected self.dtype to be equal to src.dtype");
    return false;
  }
  if (guard_bool(index.sizes.product() == D(0), "scatter: no indices")) return true;
  if (std::max(x.sizes.n, 1) != std::max(index.sizes.n, 1)) {
    reject(c, "Index tensor must have the same number of dimensions as self tensor");
    return false;
  }
  bool fits = true;
  for (int d = 0; d < std::min(index.sizes.n, x.sizes.n); ++d) {
    if (d != dim) fits = fits && !guard_bool(index.sizes[d] > x.sizes[d], "scatter: index inside self");
  }
  if (source_tensor) {
    const Meta<D>& src = c.meta(3);
    if (std::max(src.sizes.n, 1) != std::max(index.sizes.n, 1)) {
      reject(c, "Index tensor must have the same number of dimensions as src tensor");
      return false;
    }
    for (int d = 0; d < std::min(index.sizes.n, src.sizes.n); ++d) {
      fits = fits && !guard_bool(index.sizes[d] > src.sizes[d], "scatter: index inside src");
    }
  }
  if (fits) return true;
  reject(c, [&] {
    return "Expected index " + sizes_text(index.sizes) + " to be no larger than self " + sizes_text(x.sizes) +
           " apart from dimension " + std::to_string(dim) +
           (source_tensor ? " and to be no larger size than src " + sizes_text(c.meta(3).sizes) : std::string());
  });
  return false;
}

// The part of src that index names, dense.
Tensor source_part(const TensorImpl& src, const TensorImpl& index) {
  Meta<int64_t> part = src.meta;
  if (src.dim() == index.dim()) part.sizes = index.meta.sizes;
  return dense(*alias_of(src, part));
}

template <class T>
T multiplied(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return a && b;
  } else if constexpr (kIsComplex<T>) {
    return a * b;
  } else {
    return T(Wide<T>(a) * Wide<T>(b));
  }
}
template <class T>
T added(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else if constexpr (kIsComplex<T>) {
    return a + b;
  } else {
    return T(Wide<T>(a) + Wide<T>(b));
  }
}

// f(table pointer, index position, table position)
template <class F>
Status scatter_into(const Tensor& out, const Arg& self, const Arg& dim_arg, const TensorImpl& index, F f) {
  copy_elements(*self.t, *out);
  if (index.numel == 0) return {};
  int dim = dim_of(dim_arg, out->dim());
  Sizes table = out->meta.sizes;
  if (table.n == 0 && index.dim() == 1) table = {1};
  int64_t bad = -1;
  bool ok = for_each_indexed(index, table, dim, bad, f);
  return ok ? Status() : out_of_bounds(bad, dim, table.n ? table[dim] : 1);
}

// `value` is written where there is no src.
Status scatter_kernel(In in, const Tensor& out, const Tensor& src, const Arg& value, std::string_view reduce) {
  Status status;
  with_any_type(out->dtype(), [&]<class T>(TypeTag<T>) {
    T* to = out->data_as<T>();
    T constant{};
    if (!src) {
      Complex z = value.complex();
      if constexpr (kIsComplex<T>) {
        constant = T(typename T::value_type(z.re), typename T::value_type(z.im));
      } else if constexpr (kIsFloating<T>) {
        constant = narrow_to<T>(z.re);
      } else {
        constant = value.tag == Tag::floating ? T(value.f) : T(value.integer());
      }
    }
    status = scatter_into(out, in[0], in[1], *in[2].t, [&](int64_t i, int64_t at) {
      T v = src ? src->data_as<T>()[i] : constant;
      to[at] = reduce.empty() ? v : reduce == "add" ? added(to[at], v) : multiplied(to[at], v);
    });
  });
  return status;
}
template <class D>
void check_scatter_reduce(InferCtx<D>& c) {
  if (!c.given(4)) return;
  std::string_view reduce = c.arg(4).s;
  if (reduce != "add" && reduce != "multiply") reject(c, "reduce argument must be either add or multiply.");
}

struct scatter_op {
  static constexpr Schema schemas[] = {
      "scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
      "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
      "scatter_.src(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)",
      "scatter_.reduce(Tensor(a!) self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "self with src written at index along dim.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (infer_scatter(c, true)) check_scatter_reduce(c);
  }
  static Status eager(Context&, In in, Out out) {
    return scatter_kernel(in, out[0], source_part(*in[3].t, *in[2].t), Arg(), word_or(in, 4, ""));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.given(4)) return no_second_derivative(g, "scatter.reduce");
    Value index = c.data(2);
    if (c.needs(0)) c.set(0, emit::scatter_value(g, c.grad(), c.param(1), index, 0.0));
    if (c.needs(3)) c.set(3, emit::gather(g, c.grad(), c.param(1), index));
  }
};
struct scatter_value_op {
  static constexpr Schema schemas[] = {
      "scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor",
      "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
      "scatter_.value(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)",
      "scatter_.value_reduce(Tensor(a!) self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "self with a value written at index along dim.",
                                    samples[] = {"(3,4) dim=1 i(3,2) 1.5"};
  static constexpr bool may_raise = true;
  static constexpr std::string_view grad_name = "ScatterBackward1";
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (infer_scatter(c, false)) check_scatter_reduce(c);
  }
  static Status eager(Context&, In in, Out out) {
    return scatter_kernel(in, out[0], Tensor(), in[3], word_or(in, 4, ""));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.given(4)) return no_second_derivative(g, "scatter.value_reduce");
    c.set(0, emit::scatter_value(g, c.grad(), c.param(1), c.data(2), 0.0));
  }
};
struct scatter_add_op {
  static constexpr Schema schemas[] = {
      "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
      "scatter_add_(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "self with src added at index along dim.",
                                    samples[] = {"(3,4) dim=1 i(3,2) (3,2)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_scatter(c, true);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor src = source_part(*in[3].t, *in[2].t);
    Status status;
    with_any_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      const T* from = src->data_as<T>();
      status =
          scatter_into(out[0], in[0], in[1], *in[2].t, [&](int64_t i, int64_t at) { to[at] = added(to[at], from[i]); });
    });
    return status;
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    if (c.needs(3)) c.set(3, emit::gather(g, c.grad(), c.param(1), c.data(2)));
  }
};
struct scatter_zeros_op {
  static constexpr Schema schemas[] = {"scatter_zeros(Tensor src, int dim, Tensor index, SymInt size) -> Tensor"};
  static constexpr std::string_view doc = "Zeros with src added at index along dim.",
                                    samples[] = {"(3,2) dim=1 i(3,2) size=4"};
  static constexpr uint32_t surface = kInternal;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    if (c.meta(0).sizes.n) c.out[0].sizes[c.dim(1, c.meta(0).sizes.n)] = c.integer(3);
  }
  static Status eager(Context&, In in, Out out) {
    std::memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->dtype())));
    Tensor src = dense(in[0]);
    int dim = dim_of(in[1], out[0]->dim());
    int64_t bad = -1;
    bool ok = true;
    with_any_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      ok = for_each_indexed(*in[2].t, out[0]->meta.sizes, dim, bad,
                            [&](int64_t i, int64_t at) { to[at] = added(to[at], src->data_as<T>()[i]); });
    });
    return ok ? Status() : out_of_bounds(bad, dim, out[0]->dim() ? out[0]->size(dim) : 1);
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::gather(g, c.grad(), c.param(1), c.data(2))); }
};

enum class Fold { sum, prod, mean, amax, amin, unknown };
Fold fold_of(std::string_view name) {
  if (name == "sum") return Fold::sum;
  if (name == "prod") return Fold::prod;
  if (name == "mean") return Fold::mean;
  if (name == "amax") return Fold::amax;
  return name == "amin" ? Fold::amin : Fold::unknown;
}
struct scatter_reduce_op {
  static constexpr Schema schemas[] = {
      "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> "
      "Tensor",
      "scatter_reduce_.two(Tensor(a!) self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) "
      "-> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "self combined with src at index along dim.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (fold_of(c.arg(4).s) == Fold::unknown) {
      return reject(c, [&] {
        return "reduce argument must be either sum, prod, mean, amax or amin, got " + std::string(c.arg(4).s);
      });
    }
    infer_scatter(c, true);
  }
  static Status eager(Context&, In in, Out out) {
    Fold fold = fold_of(in[4].s);
    bool include_self = flag_or(in, 5, true);
    if (is_complex(out[0]->dtype())) return unsupported_dtype("scatter_reduce", out[0]->dtype());
    Tensor src = source_part(*in[3].t, *in[2].t);
    Status status;
    with_real_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      const T* from = src->data_as<T>();
      std::vector<int64_t> count(size_t(out[0]->numel), include_self ? 1 : 0);
      status = scatter_into(out[0], in[0], in[1], *in[2].t, [&](int64_t i, int64_t at) {
        T v = from[i];
        bool first = count[size_t(at)]++ == 0;
        if (first) {
          to[at] = v;
          return;
        }
        switch (fold) {
          case Fold::prod: to[at] = multiplied(to[at], v); break;
          case Fold::amax: to[at] = less_nan_last(to[at], v) ? v : to[at]; break;
          case Fold::amin:
            if (is_nan(v) || (!is_nan(to[at]) && Wide<T>(v) < Wide<T>(to[at]))) to[at] = v;
            break;
          default: to[at] = added(to[at], v);
        }
      });
      if (fold != Fold::mean) return;
      for (int64_t i = 0; i < out[0]->numel; ++i) {
        int64_t n = count[size_t(i)];
        if (n <= 1) continue;
        if constexpr (kIsFloating<T>) {
          to[i] = T(Wide<T>(to[i]) / Wide<T>(n));
        } else if constexpr (!std::is_same_v<T, bool>) {
          int64_t v = int64_t(to[i]);
          to[i] = T(v / n - (v % n != 0 && v < 0));
        }
      }
    });
    return status;
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Fold fold = fold_of(c.param(4).s);
    bool include_self = !c.given(5) || c.param(5).flag();
    Value index = c.data(2);
    Arg dim = c.param(1);
    Value grad = c.grad();
    auto spread = [&](Value v) { return emit::gather(g, v, dim, index); };
    auto without_self = [&](Value v) { return include_self ? v : emit::scatter_value(g, v, dim, index, 0.0); };
    if (fold == Fold::sum) {
      if (c.needs(0)) c.set(0, without_self(grad));
      if (c.needs(3)) c.set(3, spread(grad));
      return;
    }
    if (fold == Fold::mean) {
      Value ones = emit::ones_like(g, grad);
      Value n = include_self ? ones : emit::scatter_value(g, ones, dim, index, 0.0);
      n = emit::scatter_add(g, n, dim, index, emit::ones_like(g, spread(grad)));
      n = emit::where(g, emit::eq(g, n, 0), 1.0, n);
      Value shared = emit::div(g, grad, n);
      if (c.needs(0)) c.set(0, without_self(shared));
      if (c.needs(3)) c.set(3, spread(shared));
      return;
    }
    if (fold == Fold::prod) {
      // A factor's gradient is the product of the others: that of all factors but zeros, unless another one is zero.
      Value x = c.data(0);
      Value src = c.data(3);
      auto zero = [&](Value v) { return emit::where(g, emit::eq(g, v, 0), 1.0, 0.0); };
      auto filled = [&](Value v) { return emit::where(g, emit::eq(g, v, 0), 1.0, v); };
      Value product = emit::scatter_reduce(g, filled(x), dim, index, filled(src), "prod", include_self);
      Value zeros = emit::scatter_add(g, without_self(zero(x)), dim, index, zero(src));
      auto others = [&](Value v, Value all, Value count) {
        return emit::where(g, emit::eq(g, count, zero(v)), emit::div(g, all, filled(v)), 0.0);
      };
      if (c.needs(0)) c.set(0, emit::mul(g, without_self(grad), others(x, product, zeros)));
      if (c.needs(3)) c.set(3, emit::mul(g, spread(grad), others(src, spread(product), spread(zeros))));
      return;
    }
    // Extremes: the gradient is shared among all that equal the result.
    Value result = c.out();
    Value x = c.data(0);
    Value src = c.data(3);
    Value self_is = emit::where(g, emit::eq(g, x, result), 1.0, 0.0);
    self_is = without_self(self_is);
    Value src_is = emit::where(g, emit::eq(g, src, spread(result)), 1.0, 0.0);
    Value shared = emit::div(g, grad, emit::scatter_add(g, self_is, dim, index, src_is));
    if (c.needs(0)) c.set(0, emit::mul(g, self_is, shared));
    if (c.needs(3)) c.set(3, emit::mul(g, src_is, spread(shared)));
  }
};

// ---- rows by index

struct index_select_op {
  static constexpr Schema schemas[] = {"index_select(Tensor self, int dim, Tensor index) -> Tensor"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "The slices of dim that index names.", samples[] = {"(4,3) dim=0 i(2)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    const Meta<D>& index = c.meta(2);
    set_like(c, 0, x);
    int dim = c.dim(1, x.sizes.n);
    if (!c.status.ok()) return;
    if (index.sizes.n > 1)
      return reject(c, ErrorKind::index,
                    [&] { return std::string("index_select(): Index is supposed to be a vector"); });
    if (!is_index(index.dtype)) return reject(c, "index_select(): Expected dtype int32 or int64 for index");
    if (x.sizes.n) c.out[0].sizes[dim] = index.sizes.n ? index.sizes[0] : D(1);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Tensor index = dense_as(*in[2].t, DType::i64);
    int dim = dim_of(in[1], x->dim());
    Strip s = strip_of(x->meta.sizes, dim);
    if (x->dim() > 1 && (dim == 1 || !x->numel) && index->numel) {  // PyTorch looks at these indices first
      if (s.n == 0) return Status::error("index_select(): self indexing axis dim should be positive");
      for (int64_t i = 0; i < index->numel; ++i) {
        int64_t k = index->data_as<int64_t>()[i];
        if (k >= 0 && k < s.n) continue;
        return Status::error("INDICES element is out of DATA bounds, id=" + std::to_string(k) +
                             " axis_dim=" + std::to_string(s.n));
      }
    }
    int64_t bytes = s.inner * bytes_of(x->dtype());
    char* to = static_cast<char*>(out[0]->data());
    const char* from = static_cast<const char*>(x->data());
    for (int64_t o = 0; o < s.outer; ++o) {
      for (int64_t i = 0; i < index->numel; ++i, to += bytes) {
        int64_t k = index->data_as<int64_t>()[i];
        if (k < 0 || k >= s.n) return out_of_self();
        std::memcpy(to, from + (o * s.n + k) * bytes, size_t(bytes));
      }
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value zeros = emit::zeros(g, c.meta(0).sizes, c.meta(0).dtype);
    c.set(0, emit::index_add(g, zeros, c.param(1), c.data(2), c.grad()));
  }
};
struct index_add_op {
  static constexpr Schema schemas[] = {
      "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
      "index_add_(Tensor(a!) self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "self with slices of source added at index.",
                                    samples[] = {"(4,3) dim=0 i(2) (2,3)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    const Meta<D>& index = c.meta(2);
    const Meta<D>& source = c.meta(3);
    set_like(c, 0, x);
    int dim = c.dim(1, x.sizes.n);
    if (!c.status.ok()) return;
    if (index.sizes.n > 1) {
      return reject(c, ErrorKind::index, [&] {
        return "index_add_(): Index is supposed to be a vector, but got dim: " + std::to_string(index.sizes.n) +
               " with type: " + row_of(index.dtype).scalar_name + " and size: " + sizes_text(index.sizes);
      });
    }
    if (!is_index(index.dtype)) {
      return reject(c, [&] {
        return std::string("index_add_(): Expected dtype int32/int64 for index but got: ") +
               row_of(index.dtype).scalar_name;
      });
    }
    if (source.dtype != x.dtype) {
      return reject(c, [&] {
        return std::string("index_add_(): self (") + row_of(x.dtype).scalar_name + ") and source (" +
               row_of(source.dtype).scalar_name + ") must have the same scalar type";
      });
    }
    if (dim && dim >= source.sizes.n) {
      return reject(c, [&] {
        return "index_add_(): Indexing dim " + std::to_string(dim) +
               " is out of bounds of the source tensor with dim " + std::to_string(source.sizes.n);
      });
    }
    D count = index.sizes.n ? index.sizes[0] : D(1);
    D have = source.sizes.n ? source.sizes[dim] : D(1);
    if (!guard_bool(count == have, "index_add: an index for each slice")) {
      return reject(c, [&] {
        return "index_add_(): Number of indices (" + std::to_string(hint_of(count)) +
               ") should be equal to source.size(dim): (" + std::to_string(hint_of(have)) +
               "), for dim: " + std::to_string(dim);
      });
    }
    bool same = x.sizes.n == source.sizes.n;
    for (int d = 0; same && d < x.sizes.n; ++d) {
      same = d == dim || guard_bool(x.sizes[d] == source.sizes[d], "index_add: equal sizes");
    }
    if (!same) {
      reject(c, [&] {
        return "source tensor shape must match self tensor shape, excluding the specified dimension. Got "
               "self.shape = " + sizes_text(x.sizes) + " source.shape = " + sizes_text(source.sizes);
      });
    }
  }
  static Status eager(Context&, In in, Out out) {
    copy_elements(*in[0].t, *out[0]);
    Tensor source = dense(in[3]);
    Tensor index = dense_as(*in[2].t, DType::i64);
    int dim = dim_of(in[1], out[0]->dim());
    Strip s = strip_of(out[0]->meta.sizes, dim);
    Arg alpha = given_at(in, 4) ? in[4] : Arg(1);
    Status status;
    with_any_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      const T* from = source->data_as<T>();
      bool one = alpha.tag != Tag::complex_number && alpha.number() == 1;
      T factor{};
      if constexpr (kIsComplex<T>) {
        factor = T(typename T::value_type(alpha.complex().re), typename T::value_type(alpha.complex().im));
      } else if constexpr (kIsFloating<T>) {
        factor = narrow_to<T>(alpha.number());
      } else {
        factor = T(alpha.integer());
      }
      for (int64_t o = 0; o < s.outer; ++o) {
        for (int64_t i = 0; i < index->numel; ++i, from += s.inner) {
          int64_t k = index->data_as<int64_t>()[i];
          if (k < 0 || k >= s.n) {  // in the words of scatter_add where PyTorch takes that
            int n = out[0]->dim();
            bool scatters = n > 1 && (dim == 0 || dim == n - 1) && one && in[2].t->dtype() == DType::i64;
            status = scatters ? out_of_bounds(k, dim, s.n) : out_of_self();
            return;
          }
          T* row = to + (o * s.n + k) * s.inner;
          for (int64_t j = 0; j < s.inner; ++j) row[j] = added(row[j], one ? from[j] : multiplied(factor, from[j]));
        }
      }
    });
    return status;
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    if (!c.needs(3)) return;
    Value d = emit::index_select(g, c.grad(), c.param(1), c.data(2));
    c.set(3, c.given(4) ? emit::mul(g, d, c.param(4)) : d);
  }
};
struct index_copy_op {
  static constexpr Schema schemas[] = {
      "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
      "index_copy_(Tensor(a!) self, int dim, Tensor index, Tensor source) -> Tensor(a!)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "self with slices of source written at index.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    const Meta<D>& index = c.meta(2);
    const Meta<D>& source = c.meta(3);
    set_like(c, 0, x);
    int dim = c.dim(1, x.sizes.n);
    if (!c.status.ok()) return;
    auto refuse = [&](auto why) { reject(c, ErrorKind::index, [&] { return "index_copy_(): " + why(); }); };
    auto number = [](D n) { return std::to_string(hint_of(n)); };
    if (index.sizes.n > 1)
      return refuse([&] { return "Index should have dimension 1 or 0 (got " + number(index.sizes.n) + ")"; });
    D count = index.sizes.n ? index.sizes[0] : D(1);
    if (!source.sizes.n && !guard_bool(count == D(1), "index_copy: one index"))
      return refuse([&] { return "When source is scalar, index should have one element (got " + number(count) + ")"; });
    if (x.sizes.n && source.sizes.n && x.sizes.n != source.sizes.n) {
      return refuse([&] {
        return "When source and destination are not scalars, their dimensionality must match. "
               "Source dimensionality (" +
               number(source.sizes.n) + "), destination dimensionality (" + number(x.sizes.n) + ")";
      });
    }
    if (index.dtype != DType::i64) {
      return reject(c, [&] {
        return std::string("index_copy_(): Expected a long tensor for index, but got ") +
               row_of(index.dtype).scalar_name;
      });
    }
    if (source.dtype != x.dtype) {
      return reject(c, [&] {
        return std::string("index_copy_(): self and source expected to have the same dtype, but got (self) ") +
               row_of(x.dtype).scalar_name + " and (source) " + row_of(source.dtype).scalar_name;
      });
    }
    Dims<D> slice = x.sizes, given = source.sizes;
    D have = given.n ? given[x.sizes.n ? dim : 0] : D(1);
    if (slice.n) slice.erase(dim);
    if (given.n) given.erase(x.sizes.n ? dim : 0);
    bool same = slice.n == given.n;
    for (int d = 0; same && d < slice.n; ++d) same = guard_bool(slice[d] == given[d], "index_copy: equal sizes");
    if (!same) {
      auto text = [](const Dims<D>& s) {
        std::string r;
        for (int d = 0; d < s.n; ++d) r += (d ? " " : "") + std::to_string(hint_of(s[d]));
        return r;
      };
      return reject(c, [&] {
        return "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: " +
               text(slice) + " at dimension " + std::to_string(dim) + " and source slice shape: " + text(given) +
               " at dimension 0.";
      });
    }
    if (!guard_bool(count == have, "index_copy: an index for each slice")) {
      refuse([&] {
        return "Number of indices (" + number(count) + ") should be equal to source.size(dim) (" + number(have) + ")";
      });
    }
  }
  static Status eager(Context&, In in, Out out) {
    copy_elements(*in[0].t, *out[0]);
    Tensor source = dense(in[3]);
    Tensor index = dense(in[2]);
    int dim = dim_of(in[1], out[0]->dim());
    Strip s = strip_of(out[0]->meta.sizes, dim);
    int64_t bytes = s.inner * bytes_of(out[0]->dtype());
    const char* from = static_cast<const char*>(source->data());
    for (int64_t o = 0; o < s.outer; ++o) {
      for (int64_t i = 0; i < index->numel; ++i, from += bytes) {
        int64_t k = index->data_as<int64_t>()[i];
        if (k < 0 || k >= s.n) {
          return Status::error(ErrorKind::index, "index_copy_(): index " + std::to_string(k) +
                                                     " is out of bounds for dimension " + std::to_string(dim) +
                                                     " with size " + std::to_string(s.n));
        }
        std::memcpy(static_cast<char*>(out[0]->data()) + (o * s.n + k) * bytes, from, size_t(bytes));
      }
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value index = c.data(2);
    if (c.needs(0)) {
      Value zeros = emit::zeros(g, c.meta(3).sizes, c.meta(3).dtype);
      c.set(0, emit::index_copy(g, c.grad(), c.param(1), index, zeros));
    }
    if (c.needs(3)) c.set(3, emit::index_select(g, c.grad(), c.param(1), index));
  }
};

// ---- by linear position

struct take_op {
  static constexpr Schema schemas[] = {"take(Tensor self, Tensor index) -> Tensor"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapAny;
  static constexpr std::string_view doc = "Elements at linear positions.", samples[] = {"(4,3) i(2)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (c.meta(1).dtype != DType::i64) {
      return reject(c, [&] {
        return std::string("take(): Expected a long tensor for index, but got ") + row_of(c.meta(1).dtype).scalar_name;
      });
    }
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.meta(1).sizes;
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Tensor index = dense(in[1]);
    if (!x->numel && index->numel) return Status::error(ErrorKind::index, "take(): tried to take from an empty tensor");
    int64_t bad = 0;
    bool ok = true;
    with_bytes_of(x->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < index->numel; ++i) {
        int64_t k = index->data_as<int64_t>()[i];
        if (k < -x->numel || k >= x->numel) {
          bad = k;
          ok = false;
          return;
        }
        static_cast<T*>(out[0]->data())[i] = static_cast<const T*>(x->data())[k < 0 ? k + x->numel : k];
      }
    });
    if (ok) return {};
    return Status::error(ErrorKind::index, "out of range: tried to access index " + std::to_string(bad) +
                                               " on a tensor of " + std::to_string(x->numel) + " elements.");
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::take_backward(g, c.grad(), c.data(1), c.meta(0).sizes)); }
};
struct take_backward_op {
  static constexpr Schema schemas[] = {"take_backward(Tensor grad, Tensor index, SymInt[] sizes) -> Tensor"};
  static constexpr std::string_view doc = "Zeros with grad added at linear positions.",
                                    samples[] = {"(2) i(2) sizes=[4,3]"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(2);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor grad = dense(in[0]);
    Tensor index = dense(in[1]);
    std::memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->dtype())));
    with_any_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < index->numel; ++i) {
        int64_t k = index->data_as<int64_t>()[i];
        T& to = out[0]->data_as<T>()[k < 0 ? k + out[0]->numel : k];
        to = added(to, grad->data_as<T>()[i]);
      }
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::take(g, c.grad(), c.data(1))); }
};
struct take_along_dim_op {
  static constexpr Schema schemas[] = {"take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor"};
  static constexpr std::string_view doc = "gather with broadcast sizes.", samples[] = {"(3,4) i(3,2) dim=1"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymMeta index = g.meta(in[1]);
    if (index.dtype != DType::i64) {
      return g.fail("torch.take_along_dim(): dtype of indices should be Long but got " +
                    std::string(row_of(index.dtype).scalar_name));
    }
    if (!given_at(in, 2)) {
      SymDims flat{SymInt(-1)};
      out[0] = emit::gather(g, emit::reshape(g, in[0], flat), 0, emit::reshape(g, in[1], flat));
      return;
    }
    int n = x.sizes.n;
    if (index.sizes.n != n) {
      return g.fail("torch.take_along_dim(): input and indices should have the same number of dimensions, but got " +
                    std::to_string(n) + " dimensions for input, and " + std::to_string(index.sizes.n) +
                    " dimensions for indices");
    }
    int dim;
    if (!wrap_dim(g, in[2].integer(), n, &dim)) return;
    SymDims self_sizes;
    SymDims index_sizes;
    for (int k = 0; k < n; ++k) {
      bool spread = guard_bool(x.sizes[k] == SymInt(1), "take_along_dim: broadcast");
      SymInt common = spread ? index.sizes[k] : x.sizes[k];
      if (k != dim && !spread && !guard_bool(index.sizes[k] == SymInt(1), "take_along_dim: broadcast") &&
          !guard_bool(index.sizes[k] == common, "take_along_dim: equal sizes")) {
        return g.fail("The size of tensor a (" + std::to_string(common.hint) + ") must match the size of tensor b (" +
                      std::to_string(index.sizes[k].hint) + ") at non-singleton dimension " + std::to_string(k));
      }
      self_sizes.push(k == dim ? x.sizes[k] : common);
      index_sizes.push(k == dim ? index.sizes[k] : common);
    }
    Value wrapped = emit::remainder(g, in[1], n ? x.sizes[dim] : SymInt(1));  // in PyTorch every index fits
    out[0] = emit::gather(g, emit::expand(g, in[0], self_sizes), dim, emit::expand(g, wrapped, index_sizes));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/gather.def"
}  // namespace adder::rt
