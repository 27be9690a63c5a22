// Ops that make tensors out of numbers. Nothing here has a gradient.
#include <cmath>

#include "runtime/ops/rules.h"

namespace adder::rt {
namespace {

#define OPTIONS "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
#define LIKE_OPTIONS OPTIONS ", MemoryFormat? memory_format=None"

Status fill(const Tensor& out, const Arg& value) {
  with_any_type(out->dtype(), [&]<class T>(TypeTag<T>) {
    T element;
    if constexpr (kIsComplex<T>) {
      Complex z = value.complex();
      element = T(typename T::value_type(z.re), typename T::value_type(z.im));
    } else if constexpr (kIsFloating<T>) {
      element = narrow_to<T>(value.number());
    } else if constexpr (std::is_same_v<T, bool>) {
      element = value.number() != 0;
    } else {
      element = value.tag == Tag::floating ? T(int64_t(value.f)) : T(value.integer());
    }
    std::fill_n(out->data_as<T>(), out->numel, element);
  });
  return {};
}

Status fill_zero(const Tensor& out) {
  if (out->numel) __builtin_memset(out->data(), 0, size_t(out->numel * bytes_of(out->dtype())));
  return {};
}

DType dtype_of_number(const Arg& a, DType default_dtype) {
  if (a.tag == Tag::complex_number) return complex_of(default_dtype);
  if (a.tag == Tag::floating) return default_dtype;
  return a.tag == Tag::boolean ? DType::b8 : DType::i64;
}

template <class D>
void infer_sized(InferCtx<D>& c, int size, int options, DType otherwise) {
  c.out[0].sizes = c.ints(size);
  set_creation_options(c, options, otherwise);
}

template <class D>
void infer_like(InferCtx<D>& c, int options) {
  c.out[0].sizes = c.meta(0).sizes;
  set_creation_options(c, options, c.meta(0).dtype);
  set_memory_format(c, options + 4, c.meta(0));
}

template <class D>
void infer_new(InferCtx<D>& c, int options) {
  infer_sized(c, 1, options, c.meta(0).dtype);
}

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;

struct empty_op {
  static constexpr Schema schemas[] = {"empty.memory_format(SymInt[] size, *, " LIKE_OPTIONS ") -> Tensor"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "An uninitialized tensor.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_sized(c, 0, 1, c.default_dtype);
    MemoryFormat format = c.given(5) ? c.arg(5).memory_format() : MemoryFormat::contiguous;
    if (format == MemoryFormat::channels_last) set_channels_last(c, c.out[0], 4);
    if (format == MemoryFormat::channels_last_3d) set_channels_last(c, c.out[0], 5);
  }
  static Status eager(Context&, In, Out) { return {}; }
  static constexpr NotDifferentiable vjp{};
};
struct zeros_op {
  static constexpr Schema schemas[] = {"zeros(SymInt[] size, *, " OPTIONS ") -> Tensor",
                                       "zeros.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "A tensor of zeros.", samples[] = {"size=[2,3]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_sized(c, 0, 1, c.default_dtype);
    for (const D& s : c.out[0].sizes)
      if (hint_of(s) < 0) return c.fail("zeros: Dimension size must be non-negative.");
  }
  static Status eager(Context&, In, Out out) { return fill_zero(out[0]); }
  static constexpr NotDifferentiable vjp{};
};
struct ones_op {
  static constexpr Schema schemas[] = {"ones(SymInt[] size, *, " OPTIONS ") -> Tensor",
                                       "ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "A tensor of ones.", samples[] = {"size=[2,3]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_sized(c, 0, 1, c.default_dtype);
  }
  static Status eager(Context&, In, Out out) { return fill(out[0], Arg(1)); }
  static constexpr NotDifferentiable vjp{};
};
struct full_op {
  static constexpr Schema schemas[] = {"full(SymInt[] size, Scalar fill_value, *, " OPTIONS ") -> Tensor",
                                       "full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "A tensor of one value.",
                                    samples[] = {"size=[2,3] 1.5", "size=[4] 2 dtype=int64"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_sized(c, 0, 2, dtype_of_number(c.arg(1), c.default_dtype));
  }
  static Status eager(Context&, In in, Out out) { return fill(out[0], in[1]); }
  static constexpr NotDifferentiable vjp{};
};
struct scalar_tensor_op {
  static constexpr Schema schemas[] = {"scalar_tensor(Scalar s, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "A 0-d tensor of one value.", samples[] = {"1.5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_creation_options(c, 1, c.default_dtype);
  }
  static Status eager(Context&, In in, Out out) { return fill(out[0], in[0]); }
  static constexpr NotDifferentiable vjp{};
};

struct empty_like_op {
  static constexpr Schema schemas[] = {"empty_like(Tensor self, *, " LIKE_OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "An uninitialized tensor of self's shape.", samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_like(c, 1);
  }
  static Status eager(Context&, In, Out) { return {}; }
  static constexpr NotDifferentiable vjp{};
};
struct zeros_like_op {
  static constexpr Schema schemas[] = {"zeros_like(Tensor self, *, " LIKE_OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Zeros of self's shape.", samples[] = {"(2,3)"};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_like(c, 1);
  }
  static Status eager(Context&, In, Out out) { return fill_zero(out[0]); }
  static constexpr NotDifferentiable vjp{};
};
struct ones_like_op {
  static constexpr Schema schemas[] = {"ones_like(Tensor self, *, " LIKE_OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Ones of self's shape.", samples[] = {"(2,3)"};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_like(c, 1);
  }
  static Status eager(Context&, In, Out out) { return fill(out[0], Arg(1)); }
  static constexpr NotDifferentiable vjp{};
};
struct full_like_op {
  static constexpr Schema schemas[] = {"full_like(Tensor self, Scalar fill_value, *, " LIKE_OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "One value in self's shape.", samples[] = {"(2,3) 1.5"};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_like(c, 2);
  }
  static Status eager(Context&, In in, Out out) { return fill(out[0], in[1]); }
  static constexpr NotDifferentiable vjp{};
};

struct new_empty_op {
  static constexpr Schema schemas[] = {"new_empty(Tensor self, SymInt[] size, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "An uninitialized tensor of self's dtype.", samples[] = {""};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_new(c, 2);
  }
  static Status eager(Context&, In, Out) { return {}; }
  static constexpr NotDifferentiable vjp{};
};
struct new_zeros_op {
  static constexpr Schema schemas[] = {"new_zeros(Tensor self, SymInt[] size, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Zeros of self's dtype.", samples[] = {"(2) size=[2,3]"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_new(c, 2);
  }
  static Status eager(Context&, In, Out out) { return fill_zero(out[0]); }
  static constexpr NotDifferentiable vjp{};
};
struct new_ones_op {
  static constexpr Schema schemas[] = {"new_ones(Tensor self, SymInt[] size, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Ones of self's dtype.", samples[] = {"(2) size=[2,3]"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_new(c, 2);
  }
  static Status eager(Context&, In, Out out) { return fill(out[0], Arg(1)); }
  static constexpr NotDifferentiable vjp{};
};
struct new_full_op {
  static constexpr Schema schemas[] = {"new_full(Tensor self, SymInt[] size, Scalar fill_value, *, " OPTIONS
                                       ") -> Tensor"};
  static constexpr std::string_view doc = "One value in self's dtype.", samples[] = {"(2) size=[2,3] 1.5"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_new(c, 3);
  }
  static Status eager(Context&, In in, Out out) { return fill(out[0], in[2]); }
  static constexpr NotDifferentiable vjp{};
};
struct empty_strided_op {
  static constexpr Schema schemas[] = {"empty_strided(SymInt[] size, SymInt[] stride, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "An uninitialized tensor of given strides.",
                                    samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_sized(c, 0, 2, c.default_dtype);
    c.out[0].strides = c.ints(1);
    if (c.out[0].strides.n != c.out[0].sizes.n) {
      c.fail("mismatch in length of strides and shape");
    }
  }
  static Status eager(Context&, In, Out) { return {}; }
  static constexpr NotDifferentiable vjp{};
};
struct empty_permuted_op {
  static constexpr Schema schemas[] = {"empty_permuted(SymInt[] size, int[] physical_layout, *, " OPTIONS
                                       ") -> Tensor"};
  static constexpr std::string_view doc = "An uninitialized tensor whose dims lie in the given order, outermost first.",
                                    samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_sized(c, 0, 2, c.default_dtype);
    Dims<D> order = c.ints(1);
    Meta<D>& out = c.out[0];
    if (order.n != out.sizes.n) {
      return c.fail("Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = " +
                    std::to_string(out.sizes.n) + " is not equal to len(physical_layout) = " + std::to_string(order.n));
    }
    out.strides.resize(out.sizes.n);
    D stride = D(1);
    for (int k = order.n; k-- > 0;) {
      int d = c.wrap_dim(hint_of(order[k]), out.sizes.n);
      out.strides[d] = stride;
      stride = stride * out.sizes[d];
    }
  }
  static Status eager(Context&, In, Out) { return {}; }
  static constexpr NotDifferentiable vjp{};
};

// start, end and step of arange and range; a missing start is 0.
struct Steps {
  Arg start = Arg(0);
  Arg end;
  Arg step = Arg(1);
  bool integral() const { return start.tag != Tag::floating && end.tag != Tag::floating && step.tag != Tag::floating; }
};
Steps steps_of(In in) {
  Steps s;
  if (given_at(in, 0)) s.start = in[0];
  s.end = in[1];
  if (given_at(in, 2)) s.step = in[2];
  return s;
}

// Single-precision elements as PyTorch's vector kernel gives them: runs of eight from a rounded base.
template <class T, class Start>
void arithmetic_sequence(T* out, int64_t n, Start start, Start step) {
  int64_t at = 0;
  if constexpr (kIsFloating<T>) {
    constexpr int64_t kVector = sizeof(T) == 8 ? 4 : sizeof(T) == 4 ? 8 : 16;
    for (; at + 2 * kVector <= n; at += 2 * kVector) {
      for (int64_t half = 0; half < 2 * kVector; half += kVector) {
        Start base = Start(Wide<T>(T(Wide<T>(start + step * Start(at + half)))));
        for (int64_t k = 0; k < kVector; ++k) out[at + half + k] = T(Wide<T>(base + Start(k) * step));
      }
    }
  }
  for (; at < n; ++at) {
    if constexpr (kIsFloating<T>) {
      out[at] = T(Wide<T>(start + step * Start(at)));
    } else {
      out[at] = T(start + step * Start(at));
    }
  }
}

Status arange_kernel(In in, const Tensor& out) {
  Steps s = steps_of(in);
  if (is_complex(out->dtype())) return unsupported_dtype("arange_cpu", out->dtype());
  with_real_type(out->dtype(), [&]<class T>(TypeTag<T>) {
    if constexpr (kIsHalf<T>) {
      arithmetic_sequence(out->data_as<T>(), out->numel, float(s.start.number()), float(s.step.number()));
    } else if constexpr (kIsFloating<T>) {
      arithmetic_sequence(out->data_as<T>(), out->numel, s.start.number(), s.step.number());
    } else {
      arithmetic_sequence(out->data_as<T>(), out->numel, s.start.integer(), s.step.integer());
    }
  });
  return {};
}

struct arange_op {
  static constexpr Schema schemas[] = {"arange.start_step(Scalar start, Scalar end, Scalar step=1, *, " OPTIONS
                                       ") -> Tensor",
                                       "arange.start(Scalar start, Scalar end, *, " OPTIONS ") -> Tensor",
                                       "arange(Scalar end, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "start, start + step, ... up to but without end.",
                                    samples[] = {"0 5 1", "1.5 4.0 0.5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    Steps s = steps_of(c.args);
    set_creation_options(c, 3, s.integral() ? DType::i64 : c.default_dtype);
    double start = s.start.number();
    double end = s.end.number();
    double step = s.step.number();
    if (step == 0) return c.fail("step must be nonzero");
    if (!std::isfinite(start) || !std::isfinite(end)) {
      return c.fail("unsupported range: " + std::string(std::to_string(start)) + " -> " + std::to_string(end));
    }
    if ((step > 0) != (end > start) && end != start) {
      return c.fail("upper bound and lower bound inconsistent with step sign");
    }
    if constexpr (std::is_same_v<D, SymInt>) {
      if (s.integral() && (s.start.tag == Tag::symbol || s.end.tag == Tag::symbol || s.step.tag == Tag::symbol)) {
        c.out[0].sizes.push(ceil_div(s.end.sym() - s.start.sym(), s.step.sym()));
        return;
      }
    }
    if (s.integral()) {
      c.out[0].sizes.push(D(ceil_div(s.end.integer() - s.start.integer(), s.step.integer())));
    } else {
      c.out[0].sizes.push(D(int64_t(std::ceil((end - start) / step))));
    }
  }
  static Status eager(Context&, In in, Out out) { return arange_kernel(in, out[0]); }
  static constexpr NotDifferentiable vjp{};
};
struct range_op {
  static constexpr Schema schemas[] = {"range.step(Scalar start, Scalar end, Scalar step=1, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "start, start + step, ... up to and with end.", samples[] = {"0 5 1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    Steps s = steps_of(c.args);
    set_creation_options(c, 3, c.default_dtype);
    double step = s.step.number();
    double length = s.end.number() - s.start.number();
    if (step == 0) return c.fail("step must be nonzero");
    if (length / step < 0) return c.fail("upper bound and lower bound inconsistent with step sign");
    c.out[0].sizes.push(D(int64_t(length / step + 1)));
  }
  static Status eager(Context&, In in, Out out) { return arange_kernel(in, out[0]); }
  static constexpr NotDifferentiable vjp{};
};

double end_point(const Arg& a) {
  return a.is_tensor() ? read_element(*a.t, 0) : a.number();
}

// Two halves that grow from both ends, so that the last element is the end exactly.
template <class T, class Map>
void even_steps(T* out, int64_t n, double from, double to, Map map) {
  using S = std::conditional_t<kIsFloating<T>, Wide<T>, double>;
  S start = S(narrow_to<T>(from));
  S end = S(narrow_to<T>(to));
  S step = n > 1 ? (end - start) / S(n - 1) : S(0);
  for (int64_t i = 0; i < n; ++i) {
    S v = i < n / 2 ? std::fma(step, S(i), start) : std::fma(-step, S(n - i - 1), end);
    out[i] = T(map(v));
  }
  if (n == 1) out[0] = T(map(start));
}

template <class D>
void infer_even(InferCtx<D>& c, int options) {
  for (int i : {0, 1}) {
    if (c.arg(i).is_tensor() && c.meta(i).sizes.n != 0) {
      return c.fail("linspace only supports 0-dimensional start and end tensors");
    }
  }
  set_creation_options(c, options, c.default_dtype);
  c.out[0].sizes.push(c.integer(2));
  if (hint_of(c.integer(2)) < 0) c.fail("number of steps must be non-negative");
}

struct linspace_op {
  static constexpr Schema schemas[] = {
      "linspace(Scalar start, Scalar end, SymInt steps, *, " OPTIONS ") -> Tensor",
      "linspace.Tensor_Tensor(Tensor start, Tensor end, SymInt steps, *, " OPTIONS ") -> Tensor",
      "linspace.Tensor_Scalar(Tensor start, Scalar end, SymInt steps, *, " OPTIONS ") -> Tensor",
      "linspace.Scalar_Tensor(Scalar start, Tensor end, SymInt steps, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Evenly spaced values, both ends included.", samples[] = {"0.0 1.0 steps=5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_even(c, 3);
  }
  static Status eager(Context&, In in, Out out) {
    if (is_complex(out[0]->dtype())) return unsupported_dtype("linspace_cpu", out[0]->dtype());
    with_real_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      even_steps(out[0]->data_as<T>(), out[0]->numel, end_point(in[0]), end_point(in[1]), [](auto v) { return v; });
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct logspace_op {
  static constexpr Schema schemas[] = {
      "logspace(Scalar start, Scalar end, SymInt steps, float base=10., *, " OPTIONS ") -> Tensor",
      "logspace.Tensor_Tensor(Tensor start, Tensor end, SymInt steps, float base=10., *, " OPTIONS ") -> Tensor",
      "logspace.Tensor_Scalar(Tensor start, Scalar end, SymInt steps, float base=10., *, " OPTIONS ") -> Tensor",
      "logspace.Scalar_Tensor(Scalar start, Tensor end, SymInt steps, float base=10., *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "base to the power of evenly spaced values.", samples[] = {"0.0 1.0 steps=5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_even(c, 4);
  }
  static Status eager(Context&, In in, Out out) {
    double base = number_or(in, 3, 10);
    if (is_complex(out[0]->dtype())) return unsupported_dtype("logspace_cpu", out[0]->dtype());
    with_real_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      even_steps(out[0]->data_as<T>(), out[0]->numel, end_point(in[0]), end_point(in[1]),
                 [&](auto v) { return decltype(v)(std::pow(base, double(v))); });
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct eye_op {
  static constexpr Schema schemas[] = {"eye.m(SymInt n, SymInt m, *, " OPTIONS ") -> Tensor",
                                       "eye(SymInt n, *, " OPTIONS ") -> Tensor"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "Ones on the diagonal, zeros elsewhere.", samples[] = {"3 4"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_creation_options(c, 2, c.default_dtype);
    D rows = c.integer(0);
    D columns = c.given(1) ? c.integer(1) : rows;
    for (D v : {rows, columns}) {
      if (hint_of(v) < 0) return c.fail("n must be greater or equal to 0, got " + std::to_string(hint_of(v)));
    }
    c.out[0].sizes = {rows, columns};
  }
  static Status eager(Context&, In, Out out) {
    TRY(fill_zero(out[0]));
    with_any_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      int64_t columns = out[0]->size(1);
      for (int64_t i = 0; i < std::min(out[0]->size(0), columns); ++i) out[0]->data_as<T>()[i * columns + i] = T(1);
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

// Positions (row, column) of one triangle, row by row.
template <class F>
void for_each_in_triangle(bool lower, int64_t rows, int64_t columns, int64_t offset, F f) {
  for (int64_t r = 0; r < rows; ++r) {
    int64_t begin = lower ? 0 : std::max<int64_t>(0, r + offset);
    int64_t end = lower ? std::min(columns, r + offset + 1) : columns;
    for (int64_t k = begin; k < end; ++k) f(r, k);
  }
}
template <class D>
void infer_triangle(InferCtx<D>& c, bool lower) {
  set_creation_options(c, 3, DType::i64);
  int64_t count = 0;
  if (c.number(0, 0) < 0 || c.number(1, 0) < 0) {
    return c.fail(std::string(c.number(0, 0) < 0 ? "row" : "col") + " must be non-negative, got " +
                  std::to_string(c.number(0, 0) < 0 ? c.number(0, 0) : c.number(1, 0)));
  }
  for_each_in_triangle(lower, c.number(0, 0), c.number(1, 0), c.number(2, 0), [&](int64_t, int64_t) { ++count; });
  c.out[0].sizes = {D(2), D(count)};
}
Status triangle_kernel(bool lower, In in, const Tensor& out) {
  with_real_type(out->dtype(), [&]<class T>(TypeTag<T>) {
    T* rows = out->data_as<T>();
    T* columns = rows + out->size(1);
    for_each_in_triangle(lower, in[0].integer(), in[1].integer(), integer_or(in, 2, 0), [&](int64_t r, int64_t k) {
      *rows++ = narrow_to<T>(double(r));
      *columns++ = narrow_to<T>(double(k));
    });
  });
  return {};
}
struct tril_indices_op {
  static constexpr Schema schemas[] = {"tril_indices(int row, int col, int offset=0, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Rows and columns of the lower triangle.", samples[] = {"3 4 offset=1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_triangle(c, true);
  }
  static Status eager(Context&, In in, Out out) { return triangle_kernel(true, in, out[0]); }
  static constexpr NotDifferentiable vjp{};
};
struct triu_indices_op {
  static constexpr Schema schemas[] = {"triu_indices(int row, int col, int offset=0, *, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Rows and columns of the upper triangle.", samples[] = {"3 4 offset=1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_triangle(c, false);
  }
  static Status eager(Context&, In in, Out out) { return triangle_kernel(false, in, out[0]); }
  static constexpr NotDifferentiable vjp{};
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/creation.def"
}  // namespace adder::rt
