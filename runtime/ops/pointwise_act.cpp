// Activations. Those of torch.nn.functional take `inplace` in Python and are plain functions here.
#include "runtime/eager/kernels.h"
#include "runtime/kernel/gelu_fit.h"
#include "runtime/ops/pointwise_rules.h"
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(add)
USE_OP(gelu_dense)
USE_OP(sub)
USE_OP(mul)
USE_OP(div)
USE_OP(neg)
USE_OP(exp)
USE_OP(erf)
USE_OP(tanh)
USE_OP(sigmoid)
USE_OP(where)
USE_OP(lt)
USE_OP(le)
USE_OP(gt)
USE_OP(ge)
USE_OP(abs)
USE_OP(square)
USE_OP(logical_and)
USE_OP(softplus)
USE_OP(fill)
USE_OP(clamp_max)
USE_OP(clamp_min)
USE_OP(view)
USE_OP(sum)
USE_OP(expand)

namespace {

void gate(OpSink& g, VjpCtx& c, Value open) {  // the gradient where `open`, else 0
  c.set(0, emit::where(g, open, c.grad(), 0.0));
}
void shut(OpSink& g, VjpCtx& c, Value closed) {  // the gradient but where `closed`; so it passes NaN
  c.set(0, emit::where(g, closed, 0.0, c.grad()));
}
double number_or(const VjpCtx& c, int i, double otherwise) {
  return c.given(i) ? c.param(i).number() : otherwise;
}

struct relu_op {
  static constexpr Schema schemas[] = {"relu(Tensor self) -> Tensor", "relu_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "max(self, 0); NaN stays NaN.", samples[] = {"(2,3)", "(9)"};
  static Status check(std::span<const Arg>, const DType* d) {
    if (is_complex(d[0])) return Status::error(ErrorKind::not_implemented, "clamp is not supported for complex types");
    return d[0] == DType::b8 ? Status::error("Boolean inputs not supported for relu") : Status();
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.max(x[0], b.like(x[0], 0)); }
  static void vjp(OpSink& g, VjpCtx& c) { shut(g, c, emit::le(g, c.out(), 0)); }
};
struct relu6_op {
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view grad_name = "HardtanhBackward0";
  static constexpr Schema schemas[] = {"relu6(Tensor self) -> Tensor", "relu6_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "min(max(self, 0), 6).", samples[] = {"(2,3)"};
  static constexpr Domain domain{-4, 10};
  static Reg formula(ProgramBuilder& b, Args x) { return b.min(b.max(x[0], b.like(x[0], 0)), b.like(x[0], 6)); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    gate(g, c, emit::logical_and(g, emit::gt(g, x, 0.0), emit::lt(g, x, 6.0)));
  }
};
struct hardtanh_op {
  static constexpr Promotion promotion = Promotion::none;
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
                                       "hardtanh_(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self between min_val and max_val.", samples[] = {"(2,3)", "(2,3) -0.5 1.5"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.min(b.max(x[0], x.number(1, -1)), x.number(2, 1)); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    gate(g, c, emit::logical_and(g, emit::gt(g, x, number_or(c, 1, -1)), emit::lt(g, x, number_or(c, 2, 1))));
  }
};
struct threshold_op {
  static constexpr Promotion promotion = Promotion::none;
  static constexpr uint32_t surface = kTorch;
  static constexpr Schema schemas[] = {"threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
                                       "threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "self above threshold, else value.", samples[] = {"(2,3) 0.5 -1.5"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.select(x[2], x[0], b.le(x[0], x[1])); }
  static void vjp(OpSink& g, VjpCtx& c) { shut(g, c, emit::le(g, c.data(0), c.param(1))); }
};
struct leaky_relu_op {
  static constexpr Promotion promotion = Promotion::none;
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor",
                                       "leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self, times negative_slope where negative.",
                                    samples[] = {"(2,3)", "(2,3) 0.25"};
  static Reg formula(ProgramBuilder& b, Args x) {
    return b.select(x[0], b.mul(x[0], x.number(1, 0.01)), b.lt(b.like(x[0], 0), x[0]));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value scaled = emit::mul(g, c.grad(), number_or(c, 1, 0.01));
    c.set(0, emit::where(g, emit::gt(g, c.data(0), 0.0), c.grad(), scaled));
  }
};
struct elu_op {
  static constexpr Promotion promotion = Promotion::none;
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {
      "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
      "elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!)"};
  static constexpr std::string_view doc = "scale * self, below 0 scale * alpha * (exp(input_scale * self) - 1).",
                                    samples[] = {"(2,3)", "(2,3) 1.5", "(2,3) 1.5 0.5 2.0"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg scale = x.number(2, 1);
    Reg low = b.mul(b.expm1(b.mul(x[0], x.number(3, 1))), b.mul(x.number(1, 1), scale));
    return b.select(low, b.mul(x[0], scale), b.le(x[0], b.like(x[0], 0)));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    double alpha = number_or(c, 1, 1);
    double scale = number_or(c, 2, 1);
    double in = number_or(c, 3, 1);
    Value x = widened(g, c.data(0));
    Value low = emit::mul(g, emit::exp(g, emit::mul(g, x, in)), alpha * scale * in);
    c.set(0, emit::mul(g, widened(g, c.grad()), emit::where(g, emit::le(g, x, 0.0), low, scale)));
  }
};
Value elu_of(OpSink& g, Value x, double alpha, double scale, double input_scale) {
  static const OpRow& elu = find_op("elu");
  return call(g, elu.id(), x, alpha, scale, input_scale);
}
struct selu_op {
  static constexpr Schema schemas[] = {"selu(Tensor self) -> Tensor", "selu_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "elu with the self-normalizing constants.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    out[0] = elu_of(g, in[0], 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1);
  }
};
struct celu_op {
  static constexpr Schema schemas[] = {"celu(Tensor self, Scalar alpha=1.0) -> Tensor",
                                       "celu_(Tensor(a!) self, Scalar alpha=1.0) -> Tensor(a!)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "max(0, self) + min(0, alpha * (exp(self / alpha) - 1)).",
                                    samples[] = {"(2,3)", "(2,3) 1.5"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    double alpha = in.size() > 1 && in[1].given() ? in[1].number() : 1;
    if (alpha == 0)
      return g.fail(Status::error(ErrorKind::zero_division, "ZeroDivisionError: alpha cannot be 0 for CELU"));
    out[0] = elu_of(g, in[0], alpha, 1, 1 / alpha);
  }
};
struct gelu_dense_op {
  static constexpr Schema schemas[] = {"gelu_dense(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "gelu of contiguous floats.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
    const float* x = in[0].t->data_as<const float>();
    float* y = out[0]->data_as<float>();
    parallel_for(c, in[0].t->numel, 1 << 14,
                 [&](int64_t begin, int64_t end) { row_kernels().gelu(x + begin, y + begin, end - begin); });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct gelu_op {
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"gelu(Tensor self, *, str approximate='none') -> Tensor",
                                       "gelu_(Tensor(a!) self, *, str approximate='none') -> Tensor(a!)"};
  static constexpr std::string_view doc = "x * Phi(x), or its tanh approximation.",
                                    samples[] = {"(2,3)", "(8) approximate='tanh'"};
  static constexpr double kBeta = 0.7978845608028654, kKappa = 0.044715;
  static Status check(std::span<const Arg> in, const DType*) {
    std::string_view mode = in.size() > 1 && in[1].given() ? in[1].s : "none";
    if (mode == "none" || mode == "tanh") return {};
    return Status::error("approximate argument must be either none or tanh.");
  }
  // erf(x / sqrt 2) within 1e-7, as close as float holds it beside 1: 1 - exp(-q(|x|)) with the sign of x. Half the
  // work of erf itself, which is also exact near 0; that would vanish here when 1 is added.
  static Reg erf_beside_one(ProgramBuilder& b, Reg x) {
    Reg a = b.min(b.abs(x), b.like(x, kGeluEnd));
    Reg q = b.like(x, kGeluFit[kGeluTerms - 1]);
    for (int i = kGeluTerms - 1; i-- > 0;) q = b.add(b.mul(q, a), b.like(x, kGeluFit[i]));
    Reg magnitude = b.sub(b.like(x, 1), b.exp(b.neg(b.mul(q, a))));
    return b.select(b.neg(magnitude), magnitude, b.lt(x, b.like(x, 0)));
  }
  static bool is_exact(std::span<const Arg> in) {
    return in.size() < 2 || !in[1].given() || std::string_view(in[1].s) == "none";
  }
  static const OpRow* rewrite(std::span<const Arg> in) {  // dense floats: the same operations in one loop
    if (!in[0].is_tensor() || !is_exact(in)) return nullptr;
    return in[0].t->dtype() == DType::f32 && in[0].t->contiguous ? &row_gelu_dense : nullptr;
  }
  static Reg formula(ProgramBuilder& b, Args a) {
    Reg x = a[0];
    Reg half = b.mul(b.like(x, 0.5), x);
    if (a.string(1, "none") == "tanh") {
      Reg t = b.tanh(b.mul(b.like(x, kBeta), b.add(x, b.mul(b.like(x, kKappa), b.mul(b.mul(x, x), x)))));
      return b.mul(half, b.add(b.like(x, 1), t));
    }
    Reg t = a.compute() == kF32 ? erf_beside_one(b, x) : b.erf(b.mul(x, b.like(x, 0.7071067811865476)));
    return b.add(half, b.mul(half, t));
  }
  static void vjp(OpSink& g, VjpCtx& c) {  // Phi(x) + x Phi'(x)
    Value x = widened(g, c.data(0));
    Value xx = emit::mul(g, x, x);
    Value t;
    Value slope;
    if (c.given(1) && std::string_view(c.param(1).s) == "tanh") {
      t = emit::tanh(g, emit::mul(g, emit::add(g, x, emit::mul(g, emit::mul(g, xx, x), kKappa)), kBeta));
      slope = emit::mul(g, emit::sub(g, 1.0, emit::mul(g, t, t)),
                        emit::add(g, emit::mul(g, xx, 3 * kKappa * kBeta), kBeta));
    } else {
      t = emit::erf(g, emit::mul(g, x, 0.7071067811865476));
      slope = emit::mul(g, emit::exp(g, emit::mul(g, xx, -0.5)), 0.7978845608028654);
    }
    c.set(0, emit::mul(g, widened(g, c.grad()),
                       emit::mul(g, emit::add(g, emit::add(g, t, 1.0), emit::mul(g, x, slope)), 0.5)));
  }
};
struct silu_op {
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"silu(Tensor self) -> Tensor", "silu_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self * sigmoid(self).", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.div(x[0], b.add(b.like(x[0], 1), b.exp(b.neg(x[0])))); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = widened(g, c.data(0));
    Value s = emit::sigmoid(g, x);
    Value slope = emit::mul(g, s, emit::add(g, emit::mul(g, x, emit::sub(g, 1.0, s)), 1.0));
    c.set(0, emit::mul(g, widened(g, c.grad()), slope));
  }
};
struct mish_op {
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"mish(Tensor self) -> Tensor", "mish_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self * tanh(log(1 + exp(self))).", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.mul(x[0], b.tanh(b.log1p(b.exp(x[0])))); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = widened(g, c.data(0));
    Value t = emit::tanh(g, emit::softplus(g, x));
    Value slope = emit::mul(g, emit::mul(g, x, emit::sigmoid(g, x)), emit::sub(g, 1.0, emit::mul(g, t, t)));
    c.set(0, emit::mul(g, widened(g, c.grad()), emit::add(g, t, slope)));
  }
};
struct softplus_op {
  static constexpr Promotion promotion = Promotion::none;
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor"};
  static constexpr std::string_view doc = "log(1 + exp(beta * self)) / beta, self itself past the threshold.",
                                    samples[] = {"(2,3)", "(2,3) 2.5"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg beta = x.number(1, 1);
    Reg z = b.mul(x[0], beta);
    return b.select(x[0], b.div(b.log1p(b.exp(z)), beta), b.lt(x.number(2, 20), z));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value d = widened(g, c.grad());
    double beta = number_or(c, 1, 1);
    Value z = emit::mul(g, widened(g, c.data(0)), beta);
    Value low = emit::mul(g, d, emit::sigmoid(g, z));
    c.set(0, emit::where(g, emit::gt(g, z, number_or(c, 2, 20)), d, low));
  }
};
struct log_sigmoid_op {
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view grad_name = "LogSigmoidBackward0";
  static constexpr Schema schemas[] = {"log_sigmoid(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "log(sigmoid(self)).", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg low = b.min(x[0], b.like(x[0], 0));
    return b.sub(low, b.log1p(b.exp(b.neg(b.abs(x[0])))));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    // PyTorch's forward leaves exp(-|x|) behind, in x's dtype.
    Value x = c.data(0);
    Value below = emit::lt(g, x, 0.0);
    Value minus = emit::where(g, below, x, emit::neg(g, x));  // abs() would have no second derivative at 0
    Value z = widened(g, emit::exp(g, minus));
    Value part = emit::div(g, z, emit::add(g, z, 1.0));
    Value slope = emit::where(g, below, emit::sub(g, 1.0, part), part);
    c.set(0, emit::mul(g, widened(g, c.grad()), slope));
  }
};
struct hardsigmoid_op {
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"hardsigmoid(Tensor self) -> Tensor",
                                       "hardsigmoid_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "min(max(self + 3, 0), 6) / 6.", samples[] = {"(2,3)"};
  static constexpr Domain domain{-5, 5};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg shifted = b.add(x[0], b.like(x[0], 3));
    Reg six = b.like(x[0], 6);
    return b.div(b.min(b.max(shifted, b.like(x[0], 0)), six), six);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = widened(g, c.data(0));
    Value open = emit::logical_and(g, emit::gt(g, x, -3.0), emit::lt(g, x, 3.0));
    c.set(0, emit::where(g, open, emit::mul(g, widened(g, c.grad()), double(1.0f / 6)), 0.0));
  }
};
struct hardswish_op {
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"hardswish(Tensor self) -> Tensor", "hardswish_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self * hardsigmoid(self).", samples[] = {"(2,3)"};
  static constexpr Domain domain{-5, 5};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg shifted = b.add(x[0], b.like(x[0], 3));
    Reg six = b.like(x[0], 6);
    return b.div(b.mul(x[0], b.min(b.max(shifted, b.like(x[0], 0)), six)), six);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value d = widened(g, c.grad());
    Value x = widened(g, c.data(0));
    Value middle = emit::mul(g, d, emit::add(g, emit::div(g, x, 3.0), 0.5));
    Value inside = emit::logical_and(g, emit::gt(g, x, -3.0), emit::lt(g, x, 3.0));
    Value outside = emit::where(g, emit::le(g, x, -3.0), 0.0, d);
    c.set(0, emit::where(g, inside, middle, outside));
  }
};
struct hardshrink_op {
  static constexpr Promotion promotion = Promotion::none;
  static constexpr Schema schemas[] = {"hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor"};
  static constexpr std::string_view doc = "self where abs(self) > lambd, else 0.", samples[] = {"(2,3)", "(2,3) 1.25"};
  static Reg formula(ProgramBuilder& b, Args x) {
    if (!is_float_type(x.compute())) b.trunc(x[0]);  // refused, as every floating instruction is on integers
    return b.select(b.like(x[0], 0), x[0], b.le(b.abs(x[0]), x.number(1, 0.5)));
  }
  static void vjp(OpSink& g, VjpCtx& c) { gate(g, c, emit::gt(g, emit::abs(g, c.data(0)), number_or(c, 1, 0.5))); }
};
struct softshrink_op {
  static constexpr Promotion promotion = Promotion::none;
  static constexpr uint32_t surface = kNn;
  static constexpr Schema schemas[] = {"softshrink(Tensor self, Scalar lambd=0.5) -> Tensor"};
  static constexpr std::string_view doc = "self moved toward 0 by lambd.", samples[] = {"(2,3)", "(2,3) 1.25"};
  static Status check(std::span<const Arg> in, const DType*) {
    if (in.size() < 2 || !in[1].given() || in[1].number() >= 0) return {};
    return Status::error("lambda must be greater or equal to 0, but found to be " + std::to_string(in[1].number()) +
                         ".");
  }
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg l = x.number(1, 0.5);
    Reg low = b.select(b.add(x[0], l), b.mul(x[0], b.like(x[0], 0)), b.lt(x[0], b.neg(l)));
    return b.select(b.sub(x[0], l), low, b.lt(l, x[0]));
  }
  static void vjp(OpSink& g, VjpCtx& c) { gate(g, c, emit::gt(g, emit::abs(g, c.data(0)), number_or(c, 1, 0.5))); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/pointwise_act.def"

}  // namespace adder::rt
