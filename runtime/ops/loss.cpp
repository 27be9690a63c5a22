// Losses of two tensors: each decomposes into pointwise ops and a reduction; those that are one node in PyTorch have
// their own gradient.
#include <cmath>

#include "runtime/ops/loss_rules.h"

namespace adder::rt {

USE_OP(add)
USE_OP(sub)
USE_OP(mul)
USE_OP(div)
USE_OP(neg)
USE_OP(abs)
USE_OP(exp)
USE_OP(log)
USE_OP(sqrt)
USE_OP(sign)
USE_OP(sum)
USE_OP(mean)
USE_OP(lt)
USE_OP(le)
USE_OP(eq)
USE_OP(where)
USE_OP(clamp)
USE_OP(minimum)
USE_OP(maximum)
USE_OP(sigmoid)
USE_OP(softplus)
USE_OP(log_sigmoid)
USE_OP(xlogy)
USE_OP(cat)
USE_OP(gt)
USE_OP(matmul)
USE_OP(ones_like)
USE_OP(square)
USE_OP(transpose)
USE_OP(expand)
USE_OP(unsqueeze)
USE_OP(linalg_vector_norm)
USE_OP(check_probabilities)
USE_OP(pairwise_distance)
USE_OP(multi_margin_loss_backward)
USE_OP(multilabel_margin_loss_backward)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

Value reduced(OpSink& g, Value loss, int64_t reduction) {
  switch (Reduction(reduction)) {
    case Reduction::mean: return emit::mean(g, loss);
    case Reduction::sum: return emit::sum(g, loss);
    default: return loss;
  }
}

// The gradient of each element's loss, given the gradient of the reduced one.
Value spread_grad(OpSink& g, Value grad, int64_t reduction, const SymMeta& elements) {
  if (Reduction(reduction) != Reduction::mean) return grad;
  return emit::div(g, grad, elements.sizes.product());
}
SymMeta broadcast_of(OpSink& g, const SymMeta& a, const SymMeta& b) {
  SymMeta m = a;
  m.sizes = SymDims();
  int n = std::max(a.sizes.n, b.sizes.n);
  for (int d = 0; d < n; ++d) {
    int p = d - (n - a.sizes.n);
    int q = d - (n - b.sizes.n);
    SymInt x = p >= 0 ? a.sizes[p] : SymInt(1);
    SymInt y = q >= 0 ? b.sizes[q] : SymInt(1);
    m.sizes.push(guard_bool(x == SymInt(1), "broadcast: size 1") ? y : x);
  }
  (void)g;
  return m;
}

// A loss of the difference of two tensors: `slope` is its derivative by self; target's is the opposite.
template <class Slope>
void difference_vjp(OpSink& g, VjpCtx& c, int reduction_at, Slope slope) {
  int64_t reduction = c.given(reduction_at) ? c.param(reduction_at).integer() : 1;
  Value x = c.data(0);
  Value y = c.data(1);
  Value up = spread_grad(g, c.grad(), reduction, broadcast_of(g, c.meta(0), c.meta(1)));
  Value d = emit::mul(g, up, slope(emit::sub(g, x, y)));
  if (c.needs(0)) c.set(0, d);
  if (c.needs(1)) c.set(1, emit::neg(g, d));
}

struct mse_loss_op {
  static constexpr Schema schemas[] = {"mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "Squared differences.", samples[] = {"(2,3) (2,3)", "(2,3) (2,3) 2"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value d = emit::sub(g, in[0], in[1]);
    out[0] = reduced(g, emit::mul(g, d, d), integer_or(in, 2, 1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    difference_vjp(g, c, 2, [&](Value d) { return emit::mul(g, d, 2.0); });
  }
};
struct l1_loss_op {
  static constexpr Schema schemas[] = {"l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "Absolute differences.", samples[] = {"(2,3) (2,3)"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    out[0] = reduced(g, emit::abs(g, emit::sub(g, in[0], in[1])), integer_or(in, 2, 1));
  }
};
struct smooth_l1_loss_op {
  static constexpr Schema schemas[] = {
      "smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor"};
  static constexpr std::string_view doc = "Squared differences below beta, absolute ones above.",
                                    samples[] = {"(2,3) (2,3)", "(2,3) (2,3) 2 0.5"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    double beta = number_or(in, 3, 1);
    if (beta < 0) return g.fail("smooth_l1_loss does not support negative values for beta.");
    Value d = emit::abs(g, emit::sub(g, in[0], in[1]));
    if (beta > 0) {
      Value small = emit::div(g, emit::mul(g, emit::mul(g, d, 0.5), d), beta);
      d = emit::where(g, emit::lt(g, d, beta), small, emit::sub(g, d, 0.5 * beta));
    }
    out[0] = reduced(g, d, integer_or(in, 2, 1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    double beta = c.given(3) ? c.param(3).number() : 1;
    difference_vjp(g, c, 2, [&](Value d) {
      return beta > 0 ? emit::clamp(g, emit::div(g, d, beta), -1.0, 1.0) : emit::sign(g, d);
    });
  }
};
struct huber_loss_op {
  static constexpr Schema schemas[] = {
      "huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor"};
  static constexpr std::string_view doc = "Squared differences below delta, linear above.",
                                    samples[] = {"(2,3) (2,3)", "(2,3) (2,3) 2 0.5"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    double delta = number_or(in, 3, 1);
    if (!(delta > 0)) return g.fail("huber_loss does not support non-positive values for delta.");
    Value d = emit::abs(g, emit::sub(g, in[0], in[1]));
    Value small = emit::mul(g, emit::mul(g, d, 0.5), d);
    Value large = emit::mul(g, emit::sub(g, d, 0.5 * delta), delta);
    out[0] = reduced(g, emit::where(g, emit::lt(g, d, delta), small, large), integer_or(in, 2, 1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    double delta = c.given(3) ? c.param(3).number() : 1;
    difference_vjp(g, c, 2, [&](Value d) { return emit::clamp(g, d, -delta, delta); });
  }
};

// ---- binary cross entropy

struct check_probabilities_op {
  static constexpr Schema schemas[] = {"check_probabilities(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "A copy of self, whose elements must lie between 0 and 1.",
                                    samples[] = {"(2,3)"};
  static constexpr Domain domain{0.1, 0.9};
  static constexpr uint32_t surface = kInternal;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context&, In in, Out out) {
    if (!is_floating(out[0]->dtype())) return unsupported_dtype("binary_cross_entropy", out[0]->dtype());
    copy_elements(*in[0].t, *out[0]);
    bool inside = true;
    with_floating_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < out[0]->numel; ++i) {
        double v = double(out[0]->data_as<T>()[i]);
        inside &= v >= 0 && v <= 1;
      }
    });
    return inside ? Status() : Status::error("all elements of input should be between 0 and 1");
  }
  static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }
};

bool same_sizes(const SymMeta& a, const SymMeta& b) {
  bool same = a.sizes.n == b.sizes.n;
  for (int d = 0; same && d < a.sizes.n; ++d) same = guard_bool(a.sizes[d] == b.sizes[d], "loss: equal sizes");
  return same;
}
std::string size_text(const SymMeta& m) {
  Sizes plain;
  for (const SymInt& v : m.sizes) plain.push(v.hint);
  return "torch.Size(" + shape_text(plain) + ")";
}

struct binary_cross_entropy_op {
  static constexpr Schema schemas[] = {
      "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "Cross entropy of probabilities with binary targets.",
                                    samples[] = {"(2,3) (2,3)"};
  static constexpr Domain domain{0.1, 0.9};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymMeta t = g.meta(in[1]);
    if (!same_sizes(x, t)) {
      return g.fail(Status::error(ErrorKind::value, "Using a target size (" + size_text(t) +
                                                        ") that is different to the input size (" + size_text(x) +
                                                        ") is deprecated. Please ensure they have the same size."));
    }
    if (x.dtype != t.dtype) {
      return g.fail(std::string("Found dtype ") + row_of(t.dtype).scalar_name + " but expected " +
                    row_of(x.dtype).scalar_name);
    }
    // Logarithms are cut off at -100, so that a certain and wrong probability has a finite loss.
    Value p = emit::check_probabilities(g, in[0]);
    Value log_p = emit::clamp(g, emit::log(g, p), -100.0);
    Value log_q = emit::clamp(g, emit::log(g, emit::add(g, emit::neg(g, p), 1.0)), -100.0);
    Value left = emit::mul(g, emit::sub(g, in[1], 1.0), log_q);
    Value loss = emit::sub(g, left, emit::mul(g, in[1], log_p));
    if (given_at(in, 2)) loss = emit::mul(g, loss, in[2]);
    out[0] = reduced(g, loss, integer_or(in, 3, 1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int64_t reduction = c.given(3) ? c.param(3).integer() : 1;
    Value x = c.data(0);
    Value up = spread_grad(g, c.grad(), reduction, c.meta(0));
    if (c.given(2)) up = emit::mul(g, up, c.data(2));
    Value q = emit::add(g, emit::neg(g, x), 1.0);
    if (c.needs(0)) {
      Value scale = emit::clamp(g, emit::mul(g, q, x), 1e-12);
      c.set(0, emit::div(g, emit::mul(g, up, emit::sub(g, x, c.data(1))), scale));
    }
    if (c.needs(1)) {
      Value log_p = emit::clamp(g, emit::log(g, x), -100.0);
      Value log_q = emit::clamp(g, emit::log(g, q), -100.0);
      c.set(1, emit::mul(g, up, emit::sub(g, log_q, log_p)));
    }
  }
};
struct binary_cross_entropy_with_logits_op {
  static constexpr Schema schemas[] = {
      "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int "
      "reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "Cross entropy of logits with binary targets.",
                                    samples[] = {"(2,3) (2,3)"};
  static constexpr uint32_t surface = kTorch | kNn;
  static Value log_weight(OpSink& g, Value target, Value pos_weight) {
    return emit::add(g, emit::mul(g, emit::sub(g, pos_weight, 1.0), target), 1.0);
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    // (1 - y) x - w log(sigmoid(x)), and -log(sigmoid(x)) = max(-x, 0) + log(1 + exp(-|x|)).
    DType x = g.meta(in[0]).dtype;
    DType y = g.meta(in[1]).dtype;
    if (is_integral(y) && !is_integral(x)) {
      return g.fail(std::string("result type ") + row_of(x).scalar_name + " can't be cast to the desired output type " +
                    row_of(y).scalar_name);
    }
    Value log_sigmoid = emit::log_sigmoid(g, in[0]);
    Value base = emit::mul(g, emit::add(g, emit::neg(g, in[1]), 1.0), in[0]);
    Value term = given_at(in, 3) ? emit::mul(g, log_weight(g, in[1], in[3]), log_sigmoid) : log_sigmoid;
    Value loss = emit::sub(g, base, term);
    if (given_at(in, 2)) loss = emit::mul(g, loss, in[2]);
    out[0] = reduced(g, loss, integer_or(in, 4, 1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int64_t reduction = c.given(4) ? c.param(4).integer() : 1;
    Value x = c.data(0);
    Value y = c.data(1);
    for (int i : {2, 3}) {
      if (!c.needs(i)) continue;
      return g.fail(std::string("The function 'binary_cross_entropy_with_logits' is not differentiable with respect to "
                                "argument '") +
                    (i == 2 ? "weight" : "pos_weight") + "'. This input cannot have requires_grad True.");
    }
    Value up = spread_grad(g, c.grad(), reduction, broadcast_of(g, c.meta(0), c.meta(1)));
    if (c.given(2)) up = emit::mul(g, up, c.data(2));
    if (c.needs(0)) {
      Value slope;
      if (c.given(3)) {
        // t = pos_weight * y; (t + 1 - y) sigmoid(x) - t
        Value t = emit::mul(g, c.data(3), y);
        slope = emit::sub(g, emit::mul(g, emit::sub(g, emit::add(g, t, 1.0), y), emit::sigmoid(g, x)), t);
      } else {
        slope = emit::sub(g, emit::sigmoid(g, x), y);
      }
      c.set(0, emit::mul(g, slope, up));
    }
    if (c.needs(1)) {
      Value slope = emit::neg(g, x);
      if (c.given(3)) {
        Value log_p = emit::log_sigmoid(g, x);
        Value log_q = emit::log_sigmoid(g, emit::neg(g, x));
        slope = emit::sub(g, log_q, emit::mul(g, c.data(3), log_p));
      }
      c.set(1, emit::mul(g, slope, up));
    }
  }
};

// ---- other losses

struct kl_div_op {
  static constexpr Schema schemas[] = {
      "kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor"};
  static constexpr std::string_view doc = "Kullback-Leibler divergence of target from the distribution exp(self).",
                                    samples[] = {"(2,3) (2,3)"};
  static constexpr Domain domain{0.1, 0.9};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value loss = flag_or(in, 3, false) ? emit::mul(g, emit::exp(g, in[1]), emit::sub(g, in[1], in[0]))
                                       : emit::sub(g, emit::xlogy(g, in[1], in[1]), emit::mul(g, in[1], in[0]));
    out[0] = reduced(g, loss, integer_or(in, 2, 1));
  }
};
struct poisson_nll_loss_op {
  static constexpr Schema schemas[] = {
      "poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor"};
  static constexpr std::string_view doc = "Negative log likelihood of Poisson counts.",
                                    samples[] = {"(2,3) (2,3) True False 1e-8 1"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    double eps = in[4].number();
    Value loss = in[2].flag() ? emit::sub(g, emit::exp(g, in[0]), emit::mul(g, in[1], in[0]))
                              : emit::sub(g, in[0], emit::mul(g, in[1], emit::log(g, emit::add(g, in[0], eps))));
    if (in[3].flag()) {  // Stirling's approximation of log(target!)
      Value t = in[1];
      Value entropy = emit::sub(g, emit::mul(g, t, emit::log(g, t)), t);
      Value tail = emit::mul(g, emit::log(g, emit::mul(g, t, 2 * M_PI)), 0.5);
      loss = emit::add(g, loss, emit::where(g, emit::le(g, t, 1), 0.0, emit::add(g, entropy, tail)));
    }
    out[0] = reduced(g, loss, in[5].integer());
  }
};
struct soft_margin_loss_op {
  static constexpr Schema schemas[] = {"soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "log(1 + exp(-target * self)).", samples[] = {"(2,3) (2,3)"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value z = emit::mul(g, emit::neg(g, in[1]), in[0]);
    out[0] = reduced(g, emit::log(g, emit::add(g, emit::exp(g, z), 1.0)), integer_or(in, 2, 1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int64_t reduction = c.given(2) ? c.param(2).integer() : 1;
    Value y = c.data(1);
    Value x = c.data(0);
    Value up = spread_grad(g, c.grad(), reduction, broadcast_of(g, c.meta(0), c.meta(1)));
    Value slope = emit::neg(g, emit::mul(g, up, emit::sigmoid(g, emit::mul(g, emit::neg(g, y), x))));
    if (c.needs(0)) c.set(0, emit::mul(g, slope, y));
    if (c.needs(1)) c.set(1, emit::mul(g, slope, x));
  }
};
struct hinge_embedding_loss_op {
  static constexpr Schema schemas[] = {
      "hinge_embedding_loss(Tensor self, Tensor target, float margin=1., int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "self where target is 1, a hinge where it is -1.",
                                    samples[] = {"(2,3) i(2,3)"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value margin = emit::clamp(g, emit::add(g, emit::neg(g, in[0]), number_or(in, 2, 1)), 0.0);
    Value far = emit::where(g, emit::eq(g, in[1], 1), 0.0, margin);
    Value near = emit::where(g, emit::eq(g, in[1], -1), 0.0, in[0]);
    out[0] = reduced(g, emit::add(g, far, near), integer_or(in, 3, 1));
  }
};
struct margin_ranking_loss_op {
  static constexpr Schema schemas[] = {
      "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "A hinge on which of two inputs ranks higher.",
                                    samples[] = {"(2,3) (2,3) (2,3)"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value d = emit::mul(g, emit::neg(g, in[2]), emit::sub(g, in[0], in[1]));
    out[0] = reduced(g, emit::clamp(g, emit::add(g, d, number_or(in, 3, 0)), 0.0), integer_or(in, 4, 1));
  }
};

struct cosine_embedding_loss_op {
  static constexpr Schema schemas[] = {
      "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "1 - cosine for pairs of target 1, a hinge on it for -1.",
                                    samples[] = {"(2,3) (2,3) i(2)"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    constexpr double kEpsilon = 1e-12;
    int n = g.meta(in[2]).sizes.n;
    if (n > 1) return g.fail("0D or 1D target tensor expected, multi-target not supported");
    SymDims dim{SymInt(n)};
    Value product = emit::sum(g, emit::mul(g, in[0], in[1]), dim, false);
    auto power = [&](Value x) { return emit::add(g, emit::sum(g, emit::mul(g, x, x), dim, false), kEpsilon); };
    Value left = power(in[0]);
    Value cosine = emit::div(g, product, emit::sqrt(g, emit::mul(g, left, power(in[1]))));
    Value near = emit::where(g, emit::eq(g, in[2], 1), emit::add(g, emit::neg(g, cosine), 1.0), 0.0);
    Value hinge = emit::clamp(g, emit::sub(g, cosine, number_or(in, 3, 0)), 0.0);
    Value far = emit::where(g, emit::eq(g, in[2], -1), hinge, 0.0);
    out[0] = reduced(g, emit::add(g, near, far), integer_or(in, 4, 1));
  }
};
struct cosine_similarity_op {
  static constexpr Schema schemas[] = {"cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor"};
  static constexpr std::string_view doc = "Cosines of the angles between vectors along dim.",
                                    samples[] = {"(2,3) (2,3)", "(2,3,4) (2,3,4) dim=-1"};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta wide = broadcast_of(g, g.meta(in[0]), g.meta(in[1]));
    SymDims dim{SymInt(integer_or(in, 2, 1))};
    double eps = number_or(in, 3, 1e-8);
    auto unit = [&](Value x) {
      x = emit::expand(g, x, wide.sizes);
      Value length = emit::linalg_vector_norm(g, x, 2.0, dim, true);
      return emit::div(g, x, emit::clamp(g, length, eps));
    };
    Value left = unit(in[0]);
    out[0] = emit::sum(g, emit::mul(g, left, unit(in[1])), dim, false);
  }
};
struct pairwise_distance_op {
  static constexpr Schema schemas[] = {
      "pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=1e-06, bool keepdim=False) -> Tensor"};
  static constexpr std::string_view doc = "Norms of differences along the last dim.", samples[] = {"(2,3) (2,3)"};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta wide = broadcast_of(g, g.meta(in[0]), g.meta(in[1]));
    Value d = emit::add(g, emit::sub(g, in[0], in[1]), number_or(in, 3, 1e-6));
    SymDims dim{SymInt(wide.sizes.n - 1)};
    out[0] = emit::linalg_vector_norm(g, d, number_or(in, 2, 2), dim, flag_or(in, 4, false));
  }
};
// |a|^2 + |b|^2 - 2 ab of all pairs of rows as one product of [-2a, |a|^2, 1] and [b, 1, |b|^2]: PyTorch's way for many
// rows, with its rounding. Where the distance is 0 the gradient is 0.
Value euclidean_distances(OpSink& g, Value a, Value b) {
  SymDims last{SymInt(-1)};
  auto extended = [&](Value x, bool left) {
    Value squares = emit::sum(g, emit::square(g, x), last, true);
    Value ones = emit::ones_like(g, squares);
    const Arg parts[] = {left ? emit::mul(g, x, -2) : x, left ? squares : ones, left ? ones : squares};
    const Arg args[] = {Arg(std::span<const Arg>(parts)), Arg(-1)};
    Value joined[1];
    call_many(g, row_cat.id(), args, joined);
    return joined[0];
  };
  Value squared = emit::matmul(g, extended(a, true), emit::transpose(g, extended(b, false), -2, -1));
  Value apart = emit::gt(g, squared, 0.0);
  return emit::where(g, apart, emit::sqrt(g, emit::where(g, apart, squared, 1.0)), 0.0);
}
struct cdist_op {
  static constexpr Schema schemas[] = {"cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None) -> Tensor"};
  static constexpr std::string_view doc = "Distances of all pairs of rows.", samples[] = {"(3,2) (4,2)"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta a = g.meta(in[0]);
    SymMeta b = g.meta(in[1]);
    for (const SymMeta* m : {&a, &b}) {
      std::string name = m == &a ? "X1" : "X2";
      if (!is_floating(m->dtype)) {
        return g.fail("cdist only supports floating-point dtypes, " + name + " got: " + row_of(m->dtype).scalar_name);
      }
      if (m->sizes.n < 2) {
        return g.fail("cdist only supports at least 2D tensors, " + name + " got: " + std::to_string(m->sizes.n) + "D");
      }
    }
    if (!guard_bool(a.sizes.back() == b.sizes.back(), "cdist: columns")) {
      return g.fail("X1 and X2 must have the same number of columns. X1: " + std::to_string(a.sizes.back().hint) +
                    " X2: " + std::to_string(b.sizes.back().hint));
    }
    double p = number_or(in, 2, 2);
    if (p < 0) return g.fail("cdist only supports non-negative p values");
    constexpr int64_t kFew = 25;  // rows up to which PyTorch subtracts
    int64_t mode = integer_or(in, 3, 0);  // 0: by size, 1: as a product, 2: by differences
    auto many = [&](const SymMeta& m) { return guard_bool(m.sizes[m.sizes.n - 2] > SymInt(kFew), "cdist: many rows"); };
    if (p == 2 && (mode == 1 || (mode == 0 && (many(a) || many(b))))) {
      out[0] = euclidean_distances(g, in[0], in[1]);
      return;
    }
    Value d = emit::sub(g, emit::unsqueeze(g, in[0], -2), emit::unsqueeze(g, in[1], -3));
    SymDims last{SymInt(-1)};
    out[0] = emit::linalg_vector_norm(g, d, p, last, false);
  }
};
struct triplet_margin_loss_op {
  static constexpr Schema schemas[] = {
      "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., float "
      "eps=1e-06, bool swap=False, int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "A hinge on how much nearer the positive is than the negative.",
                                    samples[] = {"(2,3) (2,3) (2,3)"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    double p = number_or(in, 4, 2);
    double eps = number_or(in, 5, 1e-6);
    Value near = emit::pairwise_distance(g, in[0], in[1], p, eps);
    Value far = emit::pairwise_distance(g, in[0], in[2], p, eps);
    if (flag_or(in, 6, false)) far = emit::minimum(g, far, emit::pairwise_distance(g, in[1], in[2], p, eps));
    Value loss = emit::clamp(g, emit::sub(g, emit::add(g, near, number_or(in, 3, 1)), far), 0.0);
    out[0] = reduced(g, loss, integer_or(in, 7, 1));
  }
};

// ---- margins over classes

struct MarginShape {
  int64_t rows;
  int64_t classes;
};
MarginShape margin_shape(const Sizes& s) {
  return {s.n < 2 ? 1 : s[0], s.n == 0 ? 1 : s[s.n - 1]};
}
// A loss of each row of scores; f gives the row's loss and, when `slope` is not null, its derivative.
template <class F>
void margin_rows(const Tensor& x, const Tensor& out, int64_t reduction, F f) {
  MarginShape s = margin_shape(x->meta.sizes);
  with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
    double total = 0;
    std::vector<double> row(size_t(s.classes));
    for (int64_t r = 0; r < s.rows; ++r) {
      for (int64_t k = 0; k < s.classes; ++k) row[size_t(k)] = double(x->data_as<T>()[r * s.classes + k]);
      double loss = f(r, row.data(), static_cast<double*>(nullptr));
      total += loss;
      if (Reduction(reduction) == Reduction::none) out->data_as<T>()[r] = narrow_to<T>(loss);
    }
    if (Reduction(reduction) == Reduction::none) return;
    *out->data_as<T>() = narrow_to<T>(Reduction(reduction) == Reduction::mean ? total / double(s.rows) : total);
  });
}
template <class F>
void margin_rows_backward(const Tensor& grad, const Tensor& x, const Tensor& out, int64_t reduction, F f) {
  MarginShape s = margin_shape(x->meta.sizes);
  with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
    std::vector<double> row(size_t(s.classes));
    std::vector<double> slope(size_t(s.classes));
    for (int64_t r = 0; r < s.rows; ++r) {
      for (int64_t k = 0; k < s.classes; ++k) row[size_t(k)] = double(x->data_as<T>()[r * s.classes + k]);
      std::fill(slope.begin(), slope.end(), 0.0);
      f(r, row.data(), slope.data());
      double up = double(grad->data_as<T>()[Reduction(reduction) == Reduction::none ? r : 0]);
      if (Reduction(reduction) == Reduction::mean) up /= double(s.rows);
      for (int64_t k = 0; k < s.classes; ++k)
        out->data_as<T>()[r * s.classes + k] = narrow_to<T>(slope[size_t(k)] * up);
    }
  });
}

template <class D>
void infer_margin(InferCtx<D>& c, int reduction_at) {
  c.out[0].dtype = c.meta(0).dtype;
  bool none = c.number(reduction_at, 1) == int(Reduction::none);
  if (none && c.meta(0).sizes.n == 2) c.out[0].sizes.push(c.meta(0).sizes[0]);
  if (!is_floating(c.meta(0).dtype)) {
    c.unsupported(c.row.name, c.meta(0).dtype);
  }
}

auto multi_margin_row(In in, size_t first, MarginShape s, const Tensor& target, const Tensor& weight) {
  double p = number_or(in, first + 2, 1);
  double margin = number_or(in, first + 3, 1);
  return [=](int64_t r, const double* x, double* slope) {
    int64_t t = target->data_as<int64_t>()[r];
    double factor = weight ? read_element(*weight, t) : 1;
    double total = 0;
    for (int64_t k = 0; k < s.classes; ++k) {
      double z = margin - x[t] + x[k];
      if (k == t || z <= 0) continue;
      total += factor * (p == 1 ? z : z * z);
      if (!slope) continue;
      double d = factor * (p == 1 ? 1 : 2 * z) / double(s.classes);
      slope[k] += d;
      slope[t] -= d;
    }
    return total / double(s.classes);
  };
}
struct multi_margin_loss_op {
  static constexpr Schema schemas[] = {
      "multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int "
      "reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "A hinge between the target's score and all others.",
                                    samples[] = {"(3,5) i(3)"};
  static constexpr uint32_t surface = kNn;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    const Meta<D>& t = c.meta(1);
    infer_margin(c, 5);
    if (c.given(2) && c.arg(2).number() != 1 && c.arg(2).number() != 2) {
      return c.fail("only p == 1 and p == 2 supported");
    }
    bool agree = x.sizes.n < 2 || (t.sizes.n == 1 && guard_bool(t.sizes[0] == x.sizes[0], "multi_margin_loss: rows"));
    if (agree) return;
    Sizes have;
    for (const D& v : x.sizes) have.push(hint_of(v));
    Sizes got;
    for (const D& v : t.sizes) got.push(hint_of(v));
    c.fail(
        "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch "
        "size). Expected target size [" +
        std::to_string(have[0]) + "], but got " + shape_text(got) + ". Input has shape " + shape_text(have) + ".");
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Tensor target = dense_as(*in[1].t, DType::i64);
    MarginShape s = margin_shape(x->meta.sizes);
    for (int64_t i = 0; i < target->numel; ++i) {
      int64_t t = target->data_as<int64_t>()[i];
      if (t < 0 || t >= s.classes) return Status::error("target out of range");
    }
    Tensor weight = given_at(in, 4) ? dense(in[4]) : Tensor();
    margin_rows(x, out[0], integer_or(in, 5, 1), multi_margin_row(in, 0, s, target, weight));
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (!c.needs(0)) return;
    Value weight = c.given(4) ? Value(c.data(4)) : Value();
    c.set(0, emit::multi_margin_loss_backward(g, c.grad(), c.data(0), c.data(1), c.param(2), c.param(3), weight,
                                              c.param(5)));
  }
};
struct multi_margin_loss_backward_op {
  static constexpr Schema schemas[] = {
      "multi_margin_loss_backward(Tensor grad, Tensor self, Tensor target, Scalar? p, Scalar? margin, Tensor? weight, "
      "int? reduction) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of multi_margin_loss.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(1));
    require_floating(c, 1);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[1]);
    Tensor target = dense_as(*in[2].t, DType::i64);
    Tensor weight = given_at(in, 5) ? dense(in[5]) : Tensor();
    margin_rows_backward(dense(in[0]), x, out[0], integer_or(in, 6, 1),
                         multi_margin_row(in, 1, margin_shape(x->meta.sizes), target, weight));
    return {};
  }
  static void vjp(OpSink& g, VjpCtx&) { no_second_derivative(g, "multi_margin_loss_backward"); }
};

auto multilabel_margin_row(MarginShape s, const Tensor& target) {
  return [=](int64_t r, const double* x, double* slope) {
    const int64_t* t = target->data_as<int64_t>() + r * s.classes;
    int64_t count = 0;  // labels end at the first -1
    while (count < s.classes && t[count] >= 0) ++count;
    std::vector<bool> is_target(size_t(s.classes), false);
    for (int64_t i = 0; i < count; ++i) is_target[size_t(t[i])] = true;
    double total = 0;
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t k = 0; k < s.classes; ++k) {
        double z = 1 - x[t[i]] + x[k];
        if (is_target[size_t(k)] || z <= 0) continue;
        total += z;
        if (!slope) continue;
        slope[t[i]] -= 1.0 / double(s.classes);
        slope[k] += 1.0 / double(s.classes);
      }
    }
    return total / double(s.classes);
  };
}
struct multilabel_margin_loss_op {
  static constexpr Schema schemas[] = {"multilabel_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
  static constexpr std::string_view doc = "A hinge between all targets' scores and all others.",
                                    samples[] = {"(3,5) i(3,5)"};
  static constexpr uint32_t surface = kNn;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_margin(c, 2);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Tensor target = dense_as(*in[1].t, DType::i64);
    MarginShape s = margin_shape(x->meta.sizes);
    if (s.classes == 0) {
      return Status::error("Expected non-empty vector or matrix with optional 0-dim batch size, but got: " +
                           shape_text(x->meta.sizes));
    }
    if (!(target->meta.sizes == x->meta.sizes)) {
      return Status::error("inconsistent target size: " + shape_text(target->meta.sizes) +
                           " for input of size: " + shape_text(x->meta.sizes));
    }
    for (int64_t i = 0; i < target->numel; ++i) {
      int64_t t = target->data_as<int64_t>()[i];
      if (t < -1 || t >= s.classes) return Status::error("argument #2 'target' is out of range");
    }
    margin_rows(x, out[0], integer_or(in, 2, 1), multilabel_margin_row(s, target));
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) {
      c.set(0, emit::multilabel_margin_loss_backward(g, c.grad(), c.data(0), c.data(1), c.param(2)));
    }
  }
};
struct multilabel_margin_loss_backward_op {
  static constexpr Schema schemas[] = {
      "multilabel_margin_loss_backward(Tensor grad, Tensor self, Tensor target, int? reduction) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of multilabel_margin_loss.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(1));
    require_floating(c, 1);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[1]);
    Tensor target = dense_as(*in[2].t, DType::i64);
    margin_rows_backward(dense(in[0]), x, out[0], integer_or(in, 3, 1),
                         multilabel_margin_row(margin_shape(x->meta.sizes), target));
    return {};
  }
  static void vjp(OpSink& g, VjpCtx&) { no_second_derivative(g, "multilabel_margin_loss_backward"); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/loss.def"
}  // namespace adder::rt
