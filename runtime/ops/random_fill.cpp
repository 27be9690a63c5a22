// Fills of a whole tensor from a generator: numbers, order and amount of drawing are PyTorch's (runtime/random).
#include "runtime/random/fills.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "runtime/ops/random_rules.h"

namespace adder::rt {

namespace {

// Dims from the largest stride to the smallest: the order in which a serial kernel visits a tensor.
Meta<int64_t> in_visit_order(const Meta<int64_t>& meta) {
  std::vector<int> order(size_t(meta.sizes.n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return meta.strides[a] > meta.strides[b]; });
  Meta<int64_t> sorted = meta;
  for (size_t k = 0; k < order.size(); ++k) {
    sorted.sizes[int(k)] = meta.sizes[order[k]];
    sorted.strides[int(k)] = meta.strides[order[k]];
  }
  return sorted;
}

}  // namespace

Tensor visit_buffer(const Tensor& out) {
  if (out->contiguous) return out;
  Meta<int64_t> sorted = in_visit_order(out->meta);
  if (is_contiguous(sorted)) return alias_of(*out, sorted);
  return new_tensor(out->dtype(), sorted.sizes);
}

void finish_visit(const Tensor& buffer, const Tensor& out) {
  if (buffer->storage == out->storage) return;
  copy_elements(*buffer, *alias_of(*out, in_visit_order(out->meta)));
}

std::string number_text(double v) {
  char text[40];
  std::snprintf(text, sizeof text, "%g", v);
  return text;
}

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;

#define OPTIONS "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
#define LIKE_OPTIONS OPTIONS ", MemoryFormat? memory_format=None"

template <class D>
void infer_self(InferCtx<D>& c) {
  set_like(c, 0, c.meta(0));
  keep_layout(c.meta(0), c.out[0]);
}

template <class D>
void infer_random_like(InferCtx<D>& c, int options) {
  c.out[0].sizes = c.meta(0).sizes;
  set_creation_options(c, options, c.meta(0).dtype);
  set_memory_format(c, options + 4, c.meta(0));
}

// f(pointer, count) over the memory of a floating tensor in visit order.
template <class F>
Status fill_floating(const Tensor& out, std::string_view kernel, F f) {
  if (!is_floating(out->dtype())) return unsupported_dtype(kernel, out->dtype());
  Tensor buffer = visit_buffer(out);
  with_floating_type(out->dtype(), [&]<class T>(TypeTag<T>) { f(buffer->data_as<T>(), buffer->numel); });
  finish_visit(buffer, out);
  return {};
}
template <class F>
Status fill_real(const Tensor& out, std::string_view kernel, F f) {
  if (is_complex(out->dtype())) return unsupported_dtype(kernel, out->dtype());
  Tensor buffer = visit_buffer(out);
  with_real_type(out->dtype(), [&]<class T>(TypeTag<T>) { f(buffer->data_as<T>(), buffer->numel); });
  finish_visit(buffer, out);
  return {};
}

// A complex tensor is filled as pairs of reals.
Tensor as_reals(const Tensor& t) {
  Meta<int64_t> meta = t->meta;
  meta.dtype = real_of(t->dtype());
  for (int d = 0; d < meta.sizes.n; ++d) meta.strides[d] *= 2;
  meta.offset *= 2;
  meta.sizes.push(2);
  meta.strides.push(1);
  return alias_of(*t, meta);
}

double largest_of(DType d) {
  return d == DType::f16    ? 65504.0
         : d == DType::bf16 ? 0x1.fep127
         : d == DType::f32  ? 0x1.fffffep127
                            : 1.7976931348623157e308;
}

Status uniform_kernel(Generator& g, const Tensor& out, double from, double to) {
  if (is_complex(out->dtype())) return uniform_kernel(g, as_reals(out), from, to);
  if (!is_floating(out->dtype())) return unsupported_dtype("check_uniform_bounds", out->dtype());
  const char* type = out->dtype() == DType::f64   ? "double"
                     : out->dtype() == DType::f32 ? "float"
                                                  : row_of(out->dtype()).cpp_name;
  double top = largest_of(out->dtype());
  if (!(from >= -top && from <= top)) return Status::error(std::string("from is out of bounds for ") + type);
  if (!(to >= -top && to <= top)) return Status::error(std::string("to is out of bounds for ") + type);
  if (from > to) {
    return Status::error("uniform_ expects to return a [from, to) range, but found from=" + number_text(from) +
                         " > to=" + number_text(to));
  }
  if (to - from > top) {
    return Status::error(std::string("uniform_ expects to-from <= std::numeric_limits<") +
                         row_of(out->dtype()).scalar_name + ">::max(), but found to=" + number_text(to) +
                         " and from=" + number_text(from) + " which result in to-from to exceed the limit");
  }
  return fill_floating(out, "check_uniform_bounds", [&](auto* p, int64_t n) { fill_uniform(g, p, n, from, to); });
}

Status normal_kernel(Generator& g, const Tensor& out, double mean, double std) {
  if (!(std >= 0)) return Status::error("normal expects std >= 0.0, but found std " + number_text(std));
  if (is_complex(out->dtype())) {
    // The deviation of each part makes the whole have `std`.
    return normal_kernel(g, as_reals(out), mean, std / std::sqrt(2.0));
  }
  bool contiguous = out->contiguous;
  return fill_floating(out, "normal_kernel_cpu",
                       [&](auto* p, int64_t n) { fill_normal(g, p, n, mean, std, contiguous); });
}

Status integers_kernel(Generator& g, const Tensor& out, int64_t low, int64_t high) {
  if (is_complex(out->dtype()))
    return Status::error("check_random_bounds handles only integral, floating-point and boolean types");
  if (low >= high) {
    return Status::error("random_ expects 'from' to be less than 'to', but got from=" + std::to_string(low) +
                         " >= to=" + std::to_string(high));
  }
  DType d = out->dtype();
  if (is_integral(d)) {
    int bits = d == DType::b8 ? 1 : d == DType::u8 ? 8 : bytes_of(d) * 8 - 1;
    int64_t top = bits == 63 ? INT64_MAX : (int64_t(1) << bits) - 1;
    int64_t bottom = d == DType::b8 || d == DType::u8 ? 0 : -top - 1;
    if (low < bottom || low > top) return Status::error(std::string("from is out of bounds for ") + row_of(d).cpp_name);
    if (high - 1 < bottom || high - 1 > top) {
      return Status::error(std::string("to - 1 is out of bounds for ") + row_of(d).cpp_name);
    }
  }
  return fill_real(out, "random_", [&](auto* p, int64_t n) { fill_integers(g, p, n, low, high); });
}

struct rand_op {
  static constexpr Schema schemas[] = {"rand(SymInt[] size, *, Generator? generator=None, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Uniform in [0, 1).", samples[] = {"size=[2,3]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].sizes = c.ints(0);
    set_creation_options(c, 2, c.default_dtype);
  }
  static Status eager(Context& c, In in, Out out) { return uniform_kernel(generator_of(c, in, 1), out[0], 0, 1); }
  static bool draws_surely(In) { return true; }
  static constexpr NotDifferentiable vjp{};
};
struct randn_op {
  static constexpr Schema schemas[] = {"randn(SymInt[] size, *, Generator? generator=None, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Standard normal deviates.", samples[] = {"size=[2,3]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].sizes = c.ints(0);
    set_creation_options(c, 2, c.default_dtype);
  }
  static Status eager(Context& c, In in, Out out) { return normal_kernel(generator_of(c, in, 1), out[0], 0, 1); }
  static bool draws_surely(In) { return true; }
  static constexpr NotDifferentiable vjp{};
};
struct randint_op {
  static constexpr Schema schemas[] = {
      "randint.low_generator(SymInt low, SymInt high, SymInt[] size, *, Generator? generator=None, " OPTIONS
      ") -> Tensor",
      "randint.generator(SymInt high, SymInt[] size, *, Generator? generator=None, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Uniform integers in [low, high).", samples[] = {"0 10 size=[2,3]"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].sizes = c.ints(2);
    set_creation_options(c, 4, DType::i64);
  }
  static Status eager(Context& c, In in, Out out) {
    return integers_kernel(generator_of(c, in, 3), out[0], integer_or(in, 0, 0), in[1].integer());
  }
  static constexpr NotDifferentiable vjp{};
};
struct randperm_op {
  static constexpr Schema schemas[] = {"randperm(SymInt n, *, Generator? generator=None, " OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "A random permutation of 0 to n - 1.", samples[] = {"5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].sizes.push(c.integer(0));
    set_creation_options(c, 2, DType::i64);
  }
  static Status eager(Context& c, In in, Out out) {
    Generator& g = generator_of(c, in, 1);
    if (out[0]->dtype() == DType::i64 && out[0]->contiguous) {
      fill_permutation(g, out[0]->data_as<int64_t>(), out[0]->numel);
      return {};
    }
    Tensor wide = new_tensor(DType::i64, out[0]->meta.sizes);
    fill_permutation(g, wide->data_as<int64_t>(), wide->numel);
    copy_elements(*dense_as(*wide, out[0]->dtype()), *out[0]);
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct rand_like_op {
  static constexpr Schema schemas[] = {"rand_like.generator(Tensor self, *, Generator? generator=None, " LIKE_OPTIONS
                                       ") -> Tensor"};
  static constexpr std::string_view doc = "Uniform in [0, 1), in self's shape.", samples[] = {"(2,3)"};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_random_like(c, 2);
  }
  static Status eager(Context& c, In in, Out out) { return uniform_kernel(generator_of(c, in, 1), out[0], 0, 1); }
  static bool draws_surely(In) { return true; }
  static constexpr NotDifferentiable vjp{};
};
struct randn_like_op {
  static constexpr Schema schemas[] = {"randn_like.generator(Tensor self, *, Generator? generator=None, " LIKE_OPTIONS
                                       ") -> Tensor"};
  static constexpr std::string_view doc = "Standard normal deviates in self's shape.", samples[] = {"(2,3)"};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_random_like(c, 2);
  }
  static Status eager(Context& c, In in, Out out) { return normal_kernel(generator_of(c, in, 1), out[0], 0, 1); }
  static bool draws_surely(In) { return true; }
  static constexpr NotDifferentiable vjp{};
};
struct randint_like_op {
  static constexpr Schema schemas[] = {
      "randint_like.low_generator_dtype(Tensor self, SymInt low, SymInt high, *, Generator? "
      "generator=None, " LIKE_OPTIONS ") -> Tensor",
      "randint_like.generator(Tensor self, SymInt high, *, Generator? generator=None, " LIKE_OPTIONS ") -> Tensor"};
  static constexpr std::string_view doc = "Uniform integers in [low, high), in self's shape.",
                                    samples[] = {"(2,3) 0 10"};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_random_like(c, 4);
  }
  static Status eager(Context& c, In in, Out out) {
    return integers_kernel(generator_of(c, in, 3), out[0], integer_or(in, 1, 0), in[2].integer());
  }
  static constexpr NotDifferentiable vjp{};
};

// In-place fills. The value of self does not matter, only its shape and layout.
struct uniform_op {
  static constexpr Schema schemas[] = {
      "uniform_(Tensor(a!) self, float from=0., float to=1., *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with uniform numbers in [from, to).",
                                    samples[] = {"(2,3) -1.0 1.0"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    return uniform_kernel(generator_of(c, in, 3), out[0], number_or(in, 1, 0), number_or(in, 2, 1));
  }
  static bool draws_surely(In in) {
    double from = known_number(in, 1, 0), to = known_number(in, 2, 1);
    return from <= to && std::fabs(from) < 3e4 && std::fabs(to) < 3e4;  // within the range of every dtype
  }
  static constexpr NotDifferentiable vjp{};
};
struct normal__op {
  static constexpr Schema schemas[] = {
      "normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with normal deviates.", samples[] = {"(2,3) 0.0 1.0"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    return normal_kernel(generator_of(c, in, 3), out[0], number_or(in, 1, 0), number_or(in, 2, 1));
  }
  static bool draws_surely(In in) { return known_number(in, 2, 1) >= 0 && std::isfinite(known_number(in, 1, 0)); }
  static constexpr NotDifferentiable vjp{};
};
struct bernoulli__op {
  static constexpr Schema schemas[] = {
      "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)",
      "bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with ones of probability p, else zeros.",
                                    samples[] = {"(2,3) 0.3"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    Generator& g = generator_of(c, in, 2);
    if (given_at(in, 1) && in[1].is_tensor()) return bernoulli_from_tensor(g, *in[1].t, out[0]);
    double p = number_or(in, 1, 0.5);
    if (!(p >= 0 && p <= 1)) return Status::error("bernoulli_ expects p to be in [0, 1], but got p=" + number_text(p));
    return fill_real(out[0], "bernoulli_scalar_cpu_", [&](auto* to, int64_t n) { fill_bernoulli(g, to, n, p); });
  }
  static bool draws_surely(In in) { return is_probability(known_number(in, 1, 0.5)); }
  static constexpr NotDifferentiable vjp{};
};
struct exponential_op {
  static constexpr Schema schemas[] = {
      "exponential_(Tensor(a!) self, float lambd=1., *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with exponential deviates of rate lambd.",
                                    samples[] = {"(2,3) 1.5"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    double rate = number_or(in, 1, 1);
    if (!is_floating(out[0]->dtype())) {
      return Status::error(
          "Exponential distribution is a continuous probability distribution. dtype must be a floating point but you "
          "specified " +
          std::string(row_of(out[0]->dtype()).scalar_name));
    }
    if (!(rate > 0)) return Status::error("exponential_ expects lambda > 0.0, but found lambda=" + number_text(rate));
    return fill_floating(out[0], "exponential_",
                         [&](auto* p, int64_t n) { fill_exponential(generator_of(c, in, 2), p, n, rate); });
  }
  static constexpr NotDifferentiable vjp{};
};
struct geometric_op {
  static constexpr Schema schemas[] = {
      "geometric_(Tensor(a!) self, float p, *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with trials until the first success.", samples[] = {"(2,3) 0.3"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    double p = in[1].number();
    if (out[0]->dtype() == DType::b8) return unsupported_dtype("geometric_cpu", DType::b8);
    if (!(p > 0 && p < 1)) return Status::error("geometric_ expects p to be in (0, 1), but got p=" + number_text(p));
    return fill_real(out[0], "geometric_cpu",
                     [&](auto* to, int64_t n) { fill_geometric(generator_of(c, in, 2), to, n, p); });
  }
  static constexpr NotDifferentiable vjp{};
};
struct cauchy_op {
  static constexpr Schema schemas[] = {
      "cauchy_(Tensor(a!) self, float median=0., float sigma=1., *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with Cauchy deviates.", samples[] = {"(2,3) 0.0 1.0"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    double sigma = number_or(in, 2, 1);
    if (!(sigma > 0)) return Status::error("cauchy_ expects sigma > 0.0, but found sigma=" + number_text(sigma));
    if (!is_floating(out[0]->dtype())) {
      return Status::error(
          "Cauchy distribution is a continuous probability distribution. dtype must be a floating point but you "
          "specified " +
          std::string(row_of(out[0]->dtype()).cpp_name));
    }
    return fill_floating(out[0], "cauchy_", [&](auto* p, int64_t n) {
      fill_cauchy(generator_of(c, in, 3), p, n, number_or(in, 1, 0), sigma);
    });
  }
  static constexpr NotDifferentiable vjp{};
};
struct log_normal_op {
  static constexpr Schema schemas[] = {
      "log_normal_(Tensor(a!) self, float mean=1., float std=2., *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with exponentials of normal deviates.",
                                    samples[] = {"(2,3) 0.0 1.0"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    double std = number_or(in, 2, 2);
    if (!(std > 0)) return Status::error("log_normal_ expects std > 0.0, but found std=" + number_text(std));
    return fill_floating(out[0], "log_normal_cpu", [&](auto* p, int64_t n) {
      fill_log_normal(generator_of(c, in, 3), p, n, number_or(in, 1, 1), std);
    });
  }
  static constexpr NotDifferentiable vjp{};
};
struct random_op {
  static constexpr Schema schemas[] = {
      "random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)",
      "random_.to(Tensor(a!) self, int to, *, Generator? generator=None) -> Tensor(a!)",
      "random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Fills self with uniform integers in [from, to).", samples[] = {"(2,3) 0 9"};
  static constexpr uint32_t surface = kTensor;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_self(c);
  }
  static Status eager(Context& c, In in, Out out) {
    Generator& g = generator_of(c, in, 3);
    if (given_at(in, 2)) return integers_kernel(g, out[0], integer_or(in, 1, 0), in[2].integer());
    if (given_at(in, 1)) {
      return fill_real(out[0], "random_from",
                       [&](auto* p, int64_t n) { fill_integers_from(g, p, n, in[1].integer()); });
    }
    return fill_real(out[0], "random_kernel_cpu", [&](auto* p, int64_t n) { fill_integers_any(g, p, n); });
  }
  static constexpr NotDifferentiable vjp{};
};

}  // namespace

Status bernoulli_from_tensor(Generator& g, const TensorImpl& probs, const Tensor& out) {
  if (is_complex(out->dtype())) return unsupported_dtype("bernoulli_tensor_cpu_self_", out->dtype());
  if (!is_floating(probs.dtype())) return unsupported_dtype("bernoulli_tensor_cpu_p_", probs.dtype());
  const Sizes& sizes = out->meta.sizes;
  int lead = sizes.n - probs.dim();
  for (int d = lead; d < sizes.n; ++d) {
    if (d >= 0 && (probs.size(d - lead) == 1 || probs.size(d - lead) == sizes[d])) continue;
    return Status::error("output with shape " + shape_text(sizes) + " doesn't match the broadcast shape " +
                         shape_text(probs.meta.sizes));
  }
  Tensor p = dense_spread(probs, sizes);
  bool inside = true;
  with_floating_type(p->dtype(), [&]<class P>(TypeTag<P>) {
    for (int64_t i = 0; i < p->numel; ++i) {
      double v = double(p->data_as<P>()[i]);
      inside &= v >= 0 && v <= 1;
    }
  });
  if (!inside) {
    return Status::error(
        "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, "
        "please report an enhancement request to PyTorch.)");
  }
  Tensor buffer = out->contiguous ? out : new_tensor(out->dtype(), out->meta.sizes);
  with_floating_type(p->dtype(), [&]<class P>(TypeTag<P>) {
    with_real_type(out->dtype(), [&]<class T>(TypeTag<T>) {
      fill_bernoulli_from(g, p->data_as<P>(), buffer->data_as<T>(), buffer->numel);
    });
  });
  if (buffer.get() != out.get()) copy_elements(*buffer, *out);
  return {};
}

#include "runtime/ops/family_rows.inc"
#include "runtime/ops/random_fill.def"
}  // namespace adder::rt
