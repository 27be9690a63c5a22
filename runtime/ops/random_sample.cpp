// Sampling: categories by weight, distributions by parameters, dropout masks.
#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/eager/sort.h"
#include "runtime/ops/random_rules.h"
#include "runtime/random/fills.h"

namespace adder::rt {

USE_OP(mul)
USE_OP(add)
USE_OP(gt)
USE_OP(where)
USE_OP(ones_like)
USE_OP(dropout_mask)
USE_OP(rrelu_noise)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;

struct bernoulli_op {
  static constexpr Schema schemas[] = {"bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor",
                                       "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "Ones where a uniform number is below self (or p), else zeros.",
                                    samples[] = {"(2,3) 0.5"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    if (c.given(1)) keep_layout(c.meta(0), c.out[0]);
  }
  static Status eager(Context& c, In in, Out out) {
    Generator& g = generator_of(c, in, 2);
    if (!given_at(in, 1)) return bernoulli_from_tensor(g, *in[0].t, out[0]);
    double p = in[1].number();
    if (!(p >= 0 && p <= 1)) return Status::error("bernoulli_ expects p to be in [0, 1], but got p=" + number_text(p));
    if (is_complex(out[0]->dtype())) return unsupported_dtype("bernoulli_scalar_cpu_", out[0]->dtype());
    Tensor buffer = visit_buffer(out[0]);
    with_real_type(out[0]->dtype(),
                   [&]<class T>(TypeTag<T>) { fill_bernoulli(g, buffer->data_as<T>(), buffer->numel, p); });
    finish_visit(buffer, out[0]);
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

// Two tensors: standard deviates times std plus mean, each step rounded to the dtype.
struct normal_op {
  static constexpr Schema schemas[] = {
      "normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? dtype=None, "
      "Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
      "normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor",
      "normal.Tensor_float(Tensor mean, float std=1., *, Generator? generator=None) -> Tensor",
      "normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "Normal deviates.", samples[] = {"0.0 1.0 size=[2,3]"};
  static constexpr bool may_raise = true;
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (c.given(2)) {
      c.out[0].sizes = c.ints(2);
      set_creation_options(c, 4, c.default_dtype);
      return;
    }
    for (int i : {0, 1}) {
      if (!c.arg(i).is_tensor()) continue;
      if (!broadcast_into(c, c.out[0].sizes, c.meta(i).sizes)) return;
    }
    c.out[0].dtype = c.arg(0).is_tensor() ? c.meta(0).dtype : c.meta(1).dtype;
  }
  static Status eager(Context& c, In in, Out out) {
    Generator& g = generator_of(c, in, 3);
    DType d = out[0]->dtype();
    if (!is_floating(d)) return unsupported_dtype("normal_kernel_cpu", d);
    bool mean_tensor = given_at(in, 0) && in[0].is_tensor();
    bool std_tensor = given_at(in, 1) && in[1].is_tensor();
    double std = std_tensor ? 1 : number_or(in, 1, 1);
    if (!(std >= 0)) return Status::error("normal expects std >= 0.0, but found std " + number_text(std));
    Tensor deviations = std_tensor ? dense_spread(*in[1].t, out[0]->meta.sizes) : Tensor();
    Tensor means = mean_tensor ? dense_spread(*in[0].t, out[0]->meta.sizes) : Tensor();
    if (deviations) deviations = dense_as(*deviations, d);
    if (means) means = dense_as(*means, d);
    Tensor buffer = visit_buffer(out[0]);
    bool negative = false;
    with_floating_type(d, [&]<class T>(TypeTag<T>) {
      using W = Wide<T>;
      T* to = buffer->data_as<T>();
      int64_t n = buffer->numel;
      if (deviations) {
        const T* s = deviations->data_as<T>();
        negative = std::any_of(s, s + n, [](T v) { return !(W(v) >= 0); });
        if (negative) return;
      }
      double start = mean_tensor || std_tensor ? 0 : number_or(in, 0, 0);
      fill_normal(g, to, n, start, std, out[0]->contiguous);
      const T* s = data_or_null<T>(deviations);
      const T* m = data_or_null<T>(means);
      for (int64_t i = 0; s && i < n; ++i) to[i] = T(W(to[i]) * W(s[i]));
      W mean = mean_tensor ? W(0) : W(number_or(in, 0, 0));
      for (int64_t i = 0; (m || s) && i < n; ++i) to[i] = T(W(to[i]) + (m ? W(m[i]) : mean));
    });
    if (negative) return Status::error("normal expects all elements of std >= 0.0");
    finish_visit(buffer, out[0]);
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

// Weights divided by exponential deviates: the largest k are a sample without replacement.
template <class T>
void sample_without_replacement(Generator& g, const T* weights, int64_t* out, int64_t rows, int64_t n, int64_t k) {
  std::vector<T> scores(size_t(rows * n));
  fill_exponential(g, scores.data(), rows * n, 1.0);
  for (int64_t i = 0; i < rows * n; ++i) {
    scores[size_t(i)] = T(Wide<T>(weights[i]) / Wide<T>(scores[size_t(i)]));
  }
  if (k == 1) {
    for (int64_t r = 0; r < rows; ++r) {
      const T* row = scores.data() + r * n;
      out[r] = std::max_element(row, row + n, less_nan_last<T>) - row;
    }
    return;
  }
  std::vector<T> values(size_t(rows * k));
  DType d = std::is_same_v<T, double>  ? DType::f64
            : std::is_same_v<T, float> ? DType::f32
            : std::is_same_v<T, Half>  ? DType::f16
                                       : DType::bf16;
  topk_lines(d, scores.data(), values.data(), out, Strip{rows, n, 1}, 0, rows, k, true, true);
}

template <class T>
void sample_with_replacement(Generator& g, const T* weights, int64_t* out, int64_t rows, int64_t n, int64_t k) {
  using W = Wide<T>;
  std::vector<W> sums(static_cast<size_t>(n));
  for (int64_t r = 0; r < rows; ++r) {
    W total = 0;
    for (int64_t i = 0; i < n; ++i) {
      total += W(weights[r * n + i]);
      sums[size_t(i)] = total;
    }
    for (W& s : sums) s /= total;
    sums.back() = 1;
    for (int64_t i = 0; i < k; ++i) {
      double u = g.uniform53();
      auto found = std::lower_bound(sums.begin(), sums.end(), u, [](W s, double v) { return double(s) < v; });
      out[r * k + i] = found - sums.begin();
    }
  }
}

struct multinomial_op {
  static constexpr Schema schemas[] = {
      "multinomial(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "Indices drawn with self's rows as weights.", samples[] = {"(2,5) 3"};
  static constexpr Domain domain{0.1, 2};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    int64_t k = hint_of(c.integer(1));
    if (!is_floating(x.dtype)) {
      return c.fail(std::string("multinomial only supports floating-point dtypes for input, got: ") +
                    row_of(x.dtype).scalar_name);
    }
    if (x.sizes.n != 1 && x.sizes.n != 2) return c.fail("prob_dist must be 1 or 2 dim");
    if (k <= 0) return c.fail("cannot sample n_sample <= 0 samples");
    if (!c.flag(2) && guard_bool(x.sizes.back() < c.integer(1), "multinomial: enough categories")) {
      return c.fail("cannot sample n_sample > prob_dist.size(-1) samples without replacement");
    }
    c.out[0].dtype = DType::i64;
    if (x.sizes.n == 2) c.out[0].sizes.push(x.sizes[0]);
    c.out[0].sizes.push(c.integer(1));
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    int64_t n = x->size(x->dim() - 1);
    int64_t rows = n ? x->numel / n : 0;
    int64_t k = in[1].integer();
    bool fast = k == 1 || !flag_or(in, 2, false);
    bool bad = false;
    bool empty = false;
    Generator& g = generator_of(c, in, 3);
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      const T* w = x->data_as<T>();
      for (int64_t r = 0; r < rows; ++r) {
        double total = 0;
        for (int64_t i = 0; i < n; ++i) {
          double v = double(w[r * n + i]);
          bad |= !(v >= 0) || std::isinf(v);
          total += v;
        }
        empty |= total == 0;
      }
      if (bad || empty) return;
      int64_t* to = out[0]->data_as<int64_t>();
      if (fast) {
        sample_without_replacement(g, w, to, rows, n, k);
      } else {
        sample_with_replacement(g, w, to, rows, n, k);
      }
    });
    if (bad) return Status::error("probability tensor contains either `inf`, `nan` or element < 0");
    if (empty) return Status::error("invalid multinomial distribution (sum of probabilities <= 0)");
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

struct poisson_op {
  static constexpr Schema schemas[] = {"poisson(Tensor self, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "Poisson deviates of rate self.", samples[] = {"(2,3)"};
  static constexpr Domain domain{0.1, 20};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    if (!is_floating(x->dtype())) return unsupported_dtype("poisson_cpu", x->dtype());
    Generator& g = generator_of(c, in, 1);
    bool negative = false;
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      const T* rate = x->data_as<T>();
      for (int64_t i = 0; i < x->numel; ++i) negative |= !(double(rate[i]) >= 0);
      for (int64_t i = 0; !negative && i < x->numel; ++i) {
        out[0]->data_as<T>()[i] = narrow_to<T>(draw_poisson(g, double(rate[i])));
      }
    });
    return negative ? Status::error("invalid Poisson rate, expected rate to be non-negative") : Status();
  }
  static constexpr NotDifferentiable vjp{};
};

struct binomial_op {
  static constexpr Schema schemas[] = {"binomial(Tensor count, Tensor prob, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "Successes in `count` trials of probability `prob`.",
                                    samples[] = {"(2,3) (2,3)"};
  static constexpr Domain domain{0.1, 0.9};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    if (broadcast_into(c, c.out[0].sizes, c.meta(0).sizes)) broadcast_into(c, c.out[0].sizes, c.meta(1).sizes);
    if (!is_floating(c.meta(0).dtype)) {
      c.fail(std::string("binomial only supports floating-point dtypes for count, got: ") +
             row_of(c.meta(0).dtype).scalar_name);
    } else if (!is_floating(c.meta(1).dtype)) {
      c.fail(std::string("binomial only supports floating-point dtypes for prob, got: ") +
             row_of(c.meta(1).dtype).scalar_name);
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor count = dense_as(*dense_spread(*in[0].t, out[0]->meta.sizes), DType::f64);
    Tensor prob = dense_as(*dense_spread(*in[1].t, out[0]->meta.sizes), DType::f64);
    Generator& g = generator_of(c, in, 2);
    with_floating_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < out[0]->numel; ++i) {
        out[0]->data_as<T>()[i] =
            narrow_to<T>(draw_binomial(g, count->data_as<double>()[i], prob->data_as<double>()[i]));
      }
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

double smallest_normal(DType d) {
  return d == DType::f64 ? 0x1p-1022 : d == DType::f16 ? 0x1p-14 : 0x1p-126;
}

struct _standard_gamma_op {
  static constexpr Schema schemas[] = {"_standard_gamma(Tensor self, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "Gamma deviates of shape self and rate 1.", samples[] = {"(2,3)"};
  static constexpr Domain domain{0.2, 5};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    if (!is_floating(x->dtype())) return unsupported_dtype("gamma_cpu", x->dtype());
    Generator& g = generator_of(c, in, 1);
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < x->numel; ++i) {
        double v = draw_gamma<T>(g, double(x->data_as<T>()[i]));
        out[0]->data_as<T>()[i] = narrow_to<T>(std::max(smallest_normal(x->dtype()), v));
      }
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

struct _sample_dirichlet_op {
  static constexpr Schema schemas[] = {"_sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "Rows of gamma deviates divided by their sum.", samples[] = {"(2,3)"};
  static constexpr Domain domain{0.2, 5};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    if (!is_floating(x->dtype())) return unsupported_dtype("dirichlet", x->dtype());
    Generator& g = generator_of(c, in, 1);
    int64_t n = x->dim() ? x->size(x->dim() - 1) : 1;
    bool single = x->dtype() != DType::f64;
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      std::vector<double> row(static_cast<size_t>(n));
      for (int64_t at = 0; at < x->numel; at += n) {
        double total = 0;
        for (int64_t i = 0; i < n; ++i) {
          row[size_t(i)] = std::max(0x1p-1022, draw_gamma<double>(g, double(x->data_as<T>()[at + i])));
          total += row[size_t(i)];
        }
        for (int64_t i = 0; i < n; ++i) {
          double v = double(narrow_to<T>(row[size_t(i)] / total));
          double top = single ? 1 - 0x1p-24 : 1 - 0x1p-53;
          out[0]->data_as<T>()[at + i] = narrow_to<T>(std::min(top, std::max(smallest_normal(x->dtype()), v)));
        }
      }
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

// The factors of dropout: kept elements have 1 / (1 - p) (or 1 without `scaled`), the rest 0. `feature` draws one
// number for each (sample, channel).
struct dropout_mask_op {
  static constexpr Schema schemas[] = {
      "dropout_mask(Tensor input, float p, bool feature=False, bool scaled=True) -> Tensor"};
  static constexpr std::string_view doc = "The factors of dropout.", samples[] = {"(4,5) 0.5"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    if (!c.flag(2)) {
      keep_layout(c.meta(0), c.out[0]);
      return;
    }
    if (c.meta(0).sizes.n < 2) return c.fail("Feature dropout requires at least 2 dimensions in the input");
    for (int d = 2; d < c.out[0].sizes.n; ++d) c.out[0].sizes[d] = D(1);
  }
  static Status eager(Context& c, In in, Out out) {
    double keep = 1 - in[1].number();
    bool scaled = flag_or(in, 3, true);
    if (!is_floating(out[0]->dtype()))
      return Status::error("result type Float can't be cast to the desired output type " +
                           std::string(row_of(out[0]->dtype()).scalar_name));
    Tensor buffer = visit_buffer(out[0]);
    with_floating_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      using W = Wide<T>;
      T* to = buffer->data_as<T>();
      fill_bernoulli(c.default_generator(), to, buffer->numel, keep);
      T factor = T(W(1) / W(keep));
      for (int64_t i = 0; scaled && i < buffer->numel; ++i) {
        if (W(to[i]) != 0) to[i] = factor;
      }
    });
    finish_visit(buffer, out[0]);
    return {};
  }
  static bool draws_surely(std::span<const Arg> in) { return is_probability(known_number(in, 1, -1)); }
  static constexpr NotDifferentiable vjp{};
};

// 1 for positive elements, else a uniform slope; only those draw.
struct rrelu_noise_op {
  static constexpr Schema schemas[] = {
      "rrelu_noise(Tensor self, Scalar lower, Scalar upper, Generator? generator=None) -> Tensor"};
  static constexpr std::string_view doc = "The slopes of a randomized leaky ReLU.", samples[] = {"(4,5) 0.1 0.3"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    if (!is_floating(x->dtype())) return unsupported_dtype("rrelu_with_noise_out_cpu", x->dtype());
    Generator& g = generator_of(c, in, 3);
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      using W = Wide<T>;
      W low = W(T(W(in[1].number())));
      W high = W(T(W(in[2].number())));
      for (int64_t i = 0; i < x->numel; ++i) {
        bool positive = W(x->data_as<T>()[i]) > 0;
        out[0]->data_as<T>()[i] = positive ? T(W(1)) : narrow_to<T>(double(low) + double(high - low) * g.uniform53());
      }
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

// Draws nothing in evaluation and for p of 0 or 1. `mask` makes the factors, `apply` uses them.
template <class Apply>
void dropout_rule(OpSink& g, In in, Value& out, Apply apply) {
  double p = in[1].number();
  if (!(p >= 0 && p <= 1)) {
    return g.fail("dropout probability has to be between 0 and 1, but got " + number_text(p));
  }
  if (p == 0 || !flag_or(in, 2, true)) {
    out = in[0];
  } else if (p == 1) {
    out = emit::mul(g, in[0], 0.0);
  } else {
    out = apply(p);
  }
}

// Dropout that keeps mean and variance of a self-normalizing network.
Value alpha_rule(OpSink& g, Value x, double p, bool feature) {
  constexpr double kAlpha = 1.7580993408473766;
  double a = 1.0 / std::sqrt((kAlpha * kAlpha * p + 1) * (1 - p));
  Value kept = emit::dropout_mask(g, x, p, feature, false);
  Value shift = emit::add(g, emit::mul(g, emit::add(g, kept, -1.0), kAlpha * a), kAlpha * a * p);
  Value scaled = emit::mul(g, x, emit::mul(g, kept, a));
  return emit::add(g, scaled, shift);
}

struct dropout_op {
  static constexpr Schema schemas[] = {"dropout(Tensor input, float p, bool train) -> Tensor",
                                       "dropout_(Tensor(a!) input, float p, bool train) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Zeroes elements with probability p and scales the rest while training.",
                                    samples[] = {"(4,5) 0.5 True", "(4,5) 0.25 False"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    dropout_rule(g, in, out[0], [&](double p) { return emit::mul(g, in[0], emit::dropout_mask(g, in[0], p)); });
  }
};
struct feature_dropout_op {
  static constexpr Schema schemas[] = {"feature_dropout(Tensor input, float p, bool train) -> Tensor",
                                       "feature_dropout_(Tensor(a!) input, float p, bool train) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Zeroes whole channels with probability p while training.",
                                    samples[] = {"(2,3,4) 0.5 True"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    dropout_rule(g, in, out[0], [&](double p) { return emit::mul(g, in[0], emit::dropout_mask(g, in[0], p, true)); });
  }
};
struct alpha_dropout_op {
  static constexpr Schema schemas[] = {"alpha_dropout(Tensor input, float p, bool train) -> Tensor",
                                       "alpha_dropout_(Tensor(a!) input, float p, bool train) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Dropout for self-normalizing networks.", samples[] = {"(4,5) 0.5 True"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    dropout_rule(g, in, out[0], [&](double p) { return alpha_rule(g, in[0], p, false); });
  }
};
struct feature_alpha_dropout_op {
  static constexpr Schema schemas[] = {"feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor",
                                       "feature_alpha_dropout_(Tensor(a!) input, float p, bool train) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Channel-wise dropout for self-normalizing networks.",
                                    samples[] = {"(2,3,4) 0.5 True"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    dropout_rule(g, in, out[0], [&](double p) { return alpha_rule(g, in[0], p, true); });
  }
};
struct native_dropout_op {
  static constexpr Schema schemas[] = {"native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)"};
  static constexpr std::string_view doc = "Dropout and its mask.", samples[] = {"(4,5) 0.5 True"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (!flag_or(in, 2, true)) {
      out[0] = in[0];
      out[1] = emit::ones_like(g, in[0], DType::b8);
      return;
    }
    Value mask = emit::dropout_mask(g, in[0], in[1].number());
    out[0] = emit::mul(g, in[0], mask);
    out[1] = emit::gt(g, mask, 0.0);
  }
};
struct rrelu_op {
  static constexpr Schema schemas[] = {
      "rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? "
      "generator=None) -> Tensor",
      "rrelu_(Tensor(a!) self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? "
      "generator=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Leaky ReLU with a random slope while training.",
                                    samples[] = {"(4,5) 0.1 0.3 False"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    double lower = number_or(in, 1, 0.125);
    double upper = number_or(in, 2, 1.0 / 3);
    if (!flag_or(in, 3, false)) {
      out[0] = emit::where(g, emit::gt(g, in[0], 0), in[0], emit::mul(g, in[0], (lower + upper) / 2));
      return;
    }
    Arg generator = given_at(in, 4) ? in[4] : Arg();
    out[0] = emit::mul(g, in[0], emit::rrelu_noise(g, in[0], lower, upper, generator));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/random_sample.def"
}  // namespace adder::rt
