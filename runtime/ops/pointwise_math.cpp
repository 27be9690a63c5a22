// Functions of real and complex analysis, and rounding.
#include <limits>
#include "runtime/ops/pointwise_rules.h"

namespace adder::rt {

USE_OP(add)
USE_OP(sub)
USE_OP(mul)
USE_OP(div)
USE_OP(neg)
USE_OP(sin)
USE_OP(cos)
USE_OP(exp)
USE_OP(log)
USE_OP(sqrt)
USE_OP(rsqrt)
USE_OP(square)
USE_OP(sinh)
USE_OP(cosh)
USE_OP(sigmoid)
USE_OP(where)
USE_OP(eq)
USE_OP(fill)
USE_OP(conj)
USE_OP(digamma)
USE_OP(special_i1)
USE_OP(special_i0)
USE_OP(xlogy)
USE_OP(pow)
USE_OP(trigamma)
USE_OP(polygamma)
USE_OP(isnan)
USE_OP(ne)
USE_OP(lt)
USE_OP(gt)
USE_OP(le)
USE_OP(abs)
USE_OP(masked_fill)
USE_OP(logical_or)
USE_OP(logical_and)

namespace {

Value conj_if(OpSink& g, Value v, DType d) {
  return is_complex(d) ? emit::conj(g, v) : v;
}
// grad * conj(slope): what most functions of one operand need.
void chain(OpSink& g, VjpCtx& c, Value slope) {
  c.set(0, emit::mul(g, c.grad(), conj_if(g, slope, c.out_meta().dtype)));
}
// grad / conj(divisor).
void chain_over(OpSink& g, VjpCtx& c, Value divisor) {
  c.set(0, emit::div(g, c.grad(), conj_if(g, divisor, c.out_meta().dtype)));
}
void no_slope(OpSink& g, VjpCtx& c) {
  c.set(0, emit::fill(g, c.grad(), 0.0));
}

#define MATH_OP(opname, text, lo, hi, gradient) MATH_OP_ALSO(opname, "", text, lo, hi, gradient)
#define MATH_OP_ALSO(opname, other_name, text, lo, hi, gradient)                \
  struct opname##_op {                                                       \
    FLOAT_UNARY(opname, text, lo, hi)                                        \
    static constexpr std::string_view aliases[] = {other_name};              \
    static constexpr std::string_view grad_name =                            \
        std::string_view(#opname) == "log1p" ? "Log1PBackward0" : "";        \
    static Reg formula(ProgramBuilder& b, Args x) { return b.opname(x[0]); } \
    static void vjp(OpSink& g, VjpCtx& c) { gradient; }                      \
  };

MATH_OP(exp, "e to the power of self.", -3, 3, chain(g, c, c.out()))
MATH_OP_ALSO(exp2, "special.exp2", "Two to the power of self.", -3, 3,
        c.set(0, emit::mul(g, emit::mul(g, c.grad(), conj_if(g, c.out(), c.out_meta().dtype)), 0.6931471805599453)))
MATH_OP_ALSO(expm1, "special.expm1", "exp(self) - 1, accurate near 0.", -3, 3, chain(g, c, emit::add(g, c.out(), 1.0)))
MATH_OP(log, "Natural logarithm.", 0.2, 3, chain_over(g, c, c.data(0)))
MATH_OP(log2, "Logarithm to base two.", 0.2, 3, chain_over(g, c, emit::mul(g, c.data(0), 0.6931471805599453)))
MATH_OP(log10, "Logarithm to base ten.", 0.2, 3, chain_over(g, c, emit::mul(g, c.data(0), 2.302585092994046)))
MATH_OP_ALSO(log1p, "special.log1p", "log(1 + self), accurate near 0.", -0.5, 3, chain_over(g, c, emit::add(g, c.data(0), 1.0)))
MATH_OP(sin, "Sine.", -3, 3, chain(g, c, emit::cos(g, c.data(0))))
MATH_OP(cos, "Cosine.", -3, 3, chain(g, c, emit::neg(g, emit::sin(g, c.data(0)))))
MATH_OP(tan, "Tangent.", -1.2, 1.2, chain(g, c, emit::add(g, emit::square(g, c.out()), 1.0)))
MATH_OP_ALSO(asin, "arcsin", "Inverse sine.", -0.9, 0.9, chain(g, c, emit::rsqrt(g, emit::sub(g, 1.0, emit::square(g, c.data(0))))))
MATH_OP_ALSO(acos, "arccos", "Inverse cosine.", -0.9, 0.9, chain(g, c, emit::neg(g, emit::rsqrt(g, emit::sub(g, 1.0, emit::square(g, c.data(0)))))))
MATH_OP_ALSO(atan, "arctan", "Inverse tangent.", -3, 3, chain_over(g, c, emit::add(g, emit::square(g, c.data(0)), 1.0)))
MATH_OP(sinh, "Hyperbolic sine.", -3, 3, chain(g, c, emit::cosh(g, c.data(0))))
MATH_OP(cosh, "Hyperbolic cosine.", -3, 3, chain(g, c, emit::sinh(g, c.data(0))))
MATH_OP_ALSO(asinh, "arcsinh", "Inverse hyperbolic sine.", -3, 3, chain(g, c, emit::rsqrt(g, emit::add(g, emit::square(g, c.data(0)), 1.0))))
MATH_OP_ALSO(acosh, "arccosh", "Inverse hyperbolic cosine.", 1.2, 3, chain(g, c,
        is_complex(c.out_meta().dtype)  // sqrt(x * y) is no product of roots for numbers below 0
            ? emit::mul(g, emit::rsqrt(g, emit::sub(g, c.data(0), 1.0)), emit::rsqrt(g, emit::add(g, c.data(0), 1.0)))
            : emit::rsqrt(g, emit::sub(g, emit::square(g, c.data(0)), 1.0))))
MATH_OP_ALSO(atanh, "arctanh", "Inverse hyperbolic tangent.", -0.9, 0.9,
        chain_over(g, c, emit::sub(g, 1.0, emit::square(g, c.data(0)))))
MATH_OP(sqrt, "Square root.", 0.2, 3, chain_over(g, c, emit::mul(g, c.out(), 2.0)))
#undef MATH_OP
#undef MATH_OP_ALSO

struct tanh_op {
  FLOAT_UNARY(tanh, "Hyperbolic tangent.", -3, 3)
  static Reg formula(ProgramBuilder& b, Args x) { return b.tanh(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value y = conj_if(g, widened(g, c.out()), c.out_meta().dtype);
    c.set(0, emit::mul(g, widened(g, c.grad()), emit::sub(g, 1.0, emit::mul(g, y, y))));
  }
};
struct sigmoid_op {
  FLOAT_UNARY(sigmoid, "1 / (1 + exp(-self)).", -4, 4)
  static constexpr std::string_view aliases[] = {"special.expit"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg one = b.like(x[0], 1);
    return b.div(one, b.add(one, b.exp(b.neg(x[0]))));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    bool each = c.out_meta().dtype == DType::f16;  // which PyTorch's kernel rounds after each operation
    Value y = conj_if(g, each ? c.out() : widened(g, c.out()), c.out_meta().dtype);
    Value d = each ? c.grad() : widened(g, c.grad());
    c.set(0, emit::mul(g, emit::mul(g, d, emit::sub(g, 1.0, y)), y));
  }
};
struct rsqrt_op {
  FLOAT_UNARY(rsqrt, "1 / sqrt(self).", 0.2, 3)
  static Reg formula(ProgramBuilder& b, Args x) { return b.div(b.like(x[0], 1), b.sqrt(x[0])); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value cube = emit::pow(g, c.out(), 3);
    c.set(0, emit::mul(g, emit::mul(g, c.grad(), -0.5), conj_if(g, cube, c.out_meta().dtype)));
  }
};

// ---- error function and relatives; integers compute in the default dtype

struct erf_op {
  FLOAT_UNARY(erf, "Error function.", -3, 3)
  static constexpr std::string_view kernel_name = "erf_vml_cpu";
  static constexpr std::string_view aliases[] = {"special.erf"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.erf(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    chain(g, c, emit::mul(g, emit::exp(g, emit::neg(g, emit::square(g, c.data(0)))), 1.1283791670955126));
  }
};
struct erfc_op {
  FLOAT_UNARY(erfc, "1 - erf(self).", -3, 3)
  static constexpr std::string_view kernel_name = "erfc_vml_cpu";
  static constexpr std::string_view aliases[] = {"special.erfc"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.erfc(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    chain(g, c, emit::mul(g, emit::exp(g, emit::neg(g, emit::square(g, c.data(0)))), -1.1283791670955126));
  }
};
struct erfinv_op {
  FLOAT_UNARY(erfinv, "Inverse error function.", -0.9, 0.9)
  static constexpr std::string_view kernel_name = "erfinv_vml_cpu";
  static constexpr std::string_view aliases[] = {"special.erfinv"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.erfinv(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    chain(g, c, emit::mul(g, emit::exp(g, emit::square(g, c.out())), 0.886226925452758));
  }
};
struct lgamma_op {
  FLOAT_UNARY(lgamma, "Logarithm of the magnitude of gamma.", 0.3, 4)
  static constexpr std::string_view kernel_name = "lgamma_vml_cpu";
  static constexpr std::string_view aliases[] = {"special.gammaln"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.lgamma(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) { chain(g, c, emit::digamma(g, c.data(0))); }
};
struct digamma_op {
  FLOAT_UNARY(digamma, "Derivative of lgamma.", 0.3, 4)
  static constexpr std::string_view kernel_name = "digamma";
  static constexpr std::string_view aliases[] = {"special.digamma", "special.psi"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.digamma(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) { chain(g, c, emit::trigamma(g, c.data(0))); }
};
struct trigamma_op {
  FLOAT_UNARY(trigamma, "Second derivative of lgamma.", 0.3, 4)
  static constexpr uint32_t surface = kInternal;
  static Reg formula(ProgramBuilder& b, Args x) { return b.trigamma(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) { chain(g, c, emit::polygamma(g, 2, c.data(0))); }
};
struct special_i0_op {
  static constexpr uint32_t surface = kSpecial;
  static constexpr std::string_view aliases[] = {"torch.i0", "Tensor.i0"};
  static constexpr std::string_view kernel_name = "i0_vml_cpu";
  static constexpr std::string_view grad_name = "I0Backward0";
  static constexpr Schema schemas[] = {"special_i0(Tensor self) -> Tensor"};
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr std::string_view doc = "Modified Bessel function of order 0.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.i0(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) { chain(g, c, emit::special_i1(g, c.data(0))); }
};
struct special_i1_op {
  static constexpr uint32_t surface = kSpecial;
  static constexpr Schema schemas[] = {"special_i1(Tensor self) -> Tensor"};
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr std::string_view doc = "Modified Bessel function of order 1.", samples[] = {"(2,3)"};
  static constexpr Domain domain{0.5, 2};
  static Reg formula(ProgramBuilder& b, Args x) { return b.i1(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value ratio = emit::where(g, emit::eq(g, x, 0.0), 0.5, emit::div(g, c.out(), x));
    chain(g, c, emit::sub(g, emit::special_i0(g, x), ratio));
  }
};
struct sinc_op {
  FLOAT_UNARY(sinc, "sin(pi self) / (pi self), 1 at 0.", 0.2, 2)
  static constexpr std::string_view aliases[] = {"special.sinc"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg z = b.mul(x[0], b.like(x[0], 3.14159265358979323846));
    return b.select(b.like(z, 1), b.div(b.sin(z), z), b.eq(x[0], b.like(z, 0)));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value z = emit::mul(g, x, 3.14159265358979323846);
    Value divisor = emit::mul(g, emit::mul(g, x, x), 3.14159265358979323846);
    Value slope = emit::div(g, emit::sub(g, emit::mul(g, z, emit::cos(g, z)), emit::sin(g, z)), divisor);
    chain(g, c, emit::where(g, emit::eq(g, divisor, 0.0), 0.0, slope));
  }
};
struct logit_op {
  static constexpr Schema schemas[] = {"logit(Tensor self, float? eps=None) -> Tensor",
                                       "logit_(Tensor(a!) self, float? eps=None) -> Tensor(a!)"};
  static constexpr std::string_view aliases[] = {"special.logit"};
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr Domain domain{0.1, 0.9};
  static constexpr std::string_view doc = "log(self / (1 - self)), with self first clamped to [eps, 1 - eps].",
                                    samples[] = {"(2,3)", "(2,3) 0.2"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg v = x[0];
    if (is_complex_type(v.type)) v = b.trunc(v);  // which complex numbers do not have: refused
    Reg one = b.like(v, 1);
    if (x.given(1)) {
      Reg low = kept(b, x, x[1]);
      Reg high = kept(b, x, b.sub(one, low));
      Reg clamped = b.select(low, b.select(high, v, b.lt(high, v)), b.lt(v, low));
      v = b.select(v, clamped, b.lt(low, b.like(v, 0)));  // below 0 it stands for none
    }
    return b.log(kept(b, x, b.div(v, kept(b, x, b.sub(one, v)))));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value product = emit::abs(g, emit::mul(g, x, emit::sub(g, 1.0, x)));  // at -0 as at 0
    Value d = emit::div(g, c.grad(), product);
    bool clamps = c.given(1) && c.param(1).number() >= 0;
    double low = clamps ? c.param(1).number() : 0;
    Value outside = emit::logical_or(g, emit::lt(g, x, low), emit::gt(g, x, 1 - low));
    d = emit::where(g, outside, clamps ? 0.0 : std::numeric_limits<double>::quiet_NaN(), d);
    c.set(0, d);
  }
};

// ---- two operands

struct atan2_op {
  static constexpr Schema schemas[] = {"atan2(Tensor self, Tensor other) -> Tensor",
                                       "atan2_(Tensor(a!) self, Tensor other) -> Tensor(a!)",
                                       "atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view aliases[] = {"arctan2"};
  static constexpr std::string_view doc = "The angle of the point (other, self).";
  BINARY_SAMPLES
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr Domain domain{0.5, 2};
  static Reg formula(ProgramBuilder& b, Args x) { return b.atan2(x[0], x[1]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value y = c.data(0);
    Value x = c.data(1);
    Value scaled = emit::div(g, c.grad(), emit::add(g, emit::square(g, y), emit::square(g, x)));
    if (c.needs(0)) c.set(0, emit::mul(g, scaled, x));
    if (c.needs(1)) c.set(1, emit::neg(g, emit::mul(g, scaled, y)));
  }
};
struct hypot_op {
  static constexpr Schema schemas[] = {"hypot(Tensor self, Tensor other) -> Tensor",
                                       "hypot_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
  static constexpr std::string_view doc = "sqrt(self^2 + other^2).";
  BINARY_SAMPLES
  static constexpr Domain domain{0.5, 2};
  static Reg formula(ProgramBuilder& b, Args x) { return b.hypot(x[0], x[1]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::mul(g, c.grad(), emit::div(g, c.data(0), c.out())));
    if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), emit::div(g, c.data(1), c.out())));
  }
};
struct logaddexp_op {
  static constexpr Schema schemas[] = {"logaddexp(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "log(exp(self) + exp(other)).";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg m = b.max(x[0], x[1]);
    Reg r = b.add(m, b.log1p(b.exp(b.neg(b.abs(b.sub(x[0], x[1]))))));
    Reg infinite = b.bit_and(b.eq(x[0], x[1]), b.eq(b.abs(x[0]), b.like(m, __builtin_inf())));
    return b.select(x[0], r, infinite);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value d = emit::sub(g, c.data(0), c.data(1));
    if (c.needs(0)) c.set(0, emit::mul(g, c.grad(), emit::sigmoid(g, d)));
    if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), emit::sigmoid(g, emit::neg(g, d))));
  }
};
struct logaddexp2_op {
  static constexpr Schema schemas[] = {"logaddexp2(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "log2(2^self + 2^other).";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg m = b.max(x[0], x[1]);
    Reg tail = b.log1p(b.exp2(b.neg(b.abs(b.sub(x[0], x[1])))));
    Reg r = b.add(m, b.mul(tail, b.like(m, 1.4426950408889634)));
    Reg infinite = b.bit_and(b.eq(x[0], x[1]), b.eq(b.abs(x[0]), b.like(m, __builtin_inf())));
    return b.select(x[0], r, infinite);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value d = emit::mul(g, emit::sub(g, c.data(0), c.data(1)), 0.6931471805599453);
    if (c.needs(0)) c.set(0, emit::mul(g, c.grad(), emit::sigmoid(g, d)));
    if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), emit::sigmoid(g, emit::neg(g, d))));
  }
};
// x log y, and 0 where x is 0, whatever y; NaN of y wins.
Reg times_log(ProgramBuilder& b, Reg x, Reg y, Reg logarithm) {
  Reg zero = b.like(x, 0);
  Reg r = b.select(zero, b.mul(x, logarithm), b.eq(x, zero));
  return b.select(y, r, b.is_nan(y));
}
struct xlogy_op {
  static constexpr Schema schemas[] = {"xlogy.Tensor(Tensor self, Tensor other) -> Tensor",
                                       "xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor",
                                       "xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor"};
  static constexpr std::string_view aliases[] = {"special.xlogy"};
  static constexpr std::string_view doc = "self * log(other), 0 where self is 0.";
  BINARY_SAMPLES
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr Domain domain{0.5, 2};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg y = rounded(b, x, 1);
    return times_log(b, rounded(b, x, 0), y, kept(b, x, b.log(y)));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) {
      Arg y = c.data(1);
      Value d = emit::xlogy(g, c.grad(), y);
      if (y.is_number()) {
        if (!(y.number() > 0)) d = emit::masked_fill(g, d, emit::eq(g, c.data(0), 0.0), 0.0);
      } else {
        Value flat = emit::logical_and(g, emit::eq(g, c.data(0), 0.0), emit::le(g, y, 0.0));
        d = emit::masked_fill(g, d, flat, 0.0);
      }
      c.set(0, d);
    }
    if (c.needs(1)) c.set(1, emit::div(g, emit::mul(g, c.grad(), c.data(0)), c.data(1)));
  }
};
struct special_xlog1py_op {
  static constexpr uint32_t surface = kSpecial;
  static constexpr Schema schemas[] = {"special_xlog1py(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "self * log1p(other), 0 where self is 0.";
  BINARY_SAMPLES
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr Domain domain{0.5, 2};
  static Reg formula(ProgramBuilder& b, Args x) { return times_log(b, x[0], x[1], kept(b, x, b.log1p(x[1]))); }
  static constexpr NotDifferentiable vjp{};
};
struct special_entr_op {
  static constexpr uint32_t surface = kSpecial;
  static constexpr Schema schemas[] = {"special_entr(Tensor self) -> Tensor"};
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr Domain domain{0.2, 2};
  static constexpr std::string_view doc = "-self * log(self).", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg zero = b.like(x[0], 0);
    Reg r = b.select(b.neg(b.mul(x[0], kept(b, x, b.log(x[0])))), b.like(x[0], -__builtin_inf()), b.lt(zero, x[0]));
    r = b.select(zero, r, b.eq(x[0], zero));
    return b.select(x[0], r, b.is_nan(x[0]));
  }
  static void vjp(OpSink& g, VjpCtx& c) { chain(g, c, emit::sub(g, -1.0, emit::log(g, c.data(0)))); }
};
struct ldexp_op {
  static constexpr Schema schemas[] = {"ldexp.Tensor(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "self * 2^other.", samples[] = {"(2,3) (3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    out[0] = emit::mul(g, in[0], emit::pow(g, 2.0, in[1]));
  }
};
struct heaviside_op {
  static constexpr Schema schemas[] = {"heaviside(Tensor self, Tensor values) -> Tensor"};
  static constexpr std::string_view doc = "0 below 0, 1 above, values at 0.";
  static Status check(std::span<const Arg>, const DType* d) {
    return d[0] == d[1] ? Status()
                        : Status::error("heaviside is not yet implemented for tensors with different dtypes.");
  }
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg zero = b.like(x[0], 0);
    Reg r = b.select(b.like(x[0], 1), zero, b.lt(zero, x[0]));
    return b.select(x[1], is_float_reg(r) ? b.select(zero, r, b.is_nan(x[0])) : r, b.eq(x[0], zero));
  }
  static constexpr NotDifferentiable vjp{};
};

// ---- rounding: integers stay as they are

#define ROUNDING(opname, other_name, text)                                                                  \
  struct opname##_op {                                                                                      \
    UNARY_SCHEMAS(opname)                                                                                   \
    static constexpr std::string_view aliases[] = {other_name};                                             \
    static constexpr std::string_view doc = text, samples[] = {"(2,3)"};                                    \
    static constexpr std::string_view kernel_name = #opname "_vml_cpu";                                     \
    static Status check(std::span<const Arg>, const DType* d) {                                             \
      return refuse_complex(d, ErrorKind::not_implemented, #opname " is not supported for complex inputs"); \
    }                                                                                                       \
    static Reg formula(ProgramBuilder& b, Args x) {                                                         \
      return is_float_type(x.compute()) || x.compute() == kB8 ? b.opname(x[0]) : x[0];                      \
    }                                                                                                       \
    static void vjp(OpSink& g, VjpCtx& c) { no_slope(g, c); }                                               \
  };
ROUNDING(floor, "", "Largest integer not above self.")
ROUNDING(ceil, "", "Smallest integer not below self.")
ROUNDING(trunc, "fix", "self without its fraction.")
#undef ROUNDING
struct round_op {
  static constexpr Schema schemas[] = {"round.decimals(Tensor self, *, int decimals=0) -> Tensor",
                                       "round_.decimals(Tensor(a!) self, *, int decimals=0) -> Tensor(a!)"};
  static constexpr std::string_view kernel_name = "round_vml_cpu";
  static constexpr std::string_view aliases[] = {"special.round"};
  static constexpr std::string_view doc = "Nearest integer, or decimal; half to even.",
                                    samples[] = {"(2,3)", "(2,3) decimals=2"};
  static Reg formula(ProgramBuilder& b, Args x) {
    bool whole = x.compute() == kI32 || x.compute() == kI64;
    if (!is_float_type(x.compute())) return whole ? x[0] : b.rint(x[0]);
    if (!x.given(1)) return b.rint(x[0]);
    Reg zero = b.like(x[0], 0);
    Reg scale = b.pow(b.like(x[0], 10), b.abs(x[1]));
    Reg fraction = b.div(b.rint(b.mul(x[0], scale)), scale);
    Reg tens = b.mul(b.rint(b.div(x[0], scale)), scale);
    return b.select(b.rint(x[0]), b.select(tens, fraction, b.lt(x[1], zero)), b.eq(x[1], zero));
  }
  static void vjp(OpSink& g, VjpCtx& c) { no_slope(g, c); }
};
struct frac_op {
  UNARY_SCHEMAS(frac)
  static constexpr std::string_view doc = "self - trunc(self).", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.sub(x[0], b.trunc(x[0])); }
  static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }
};
struct deg2rad_op {
  FLOAT_UNARY(deg2rad, "Degrees to radians.", -3, 3)
  static Status check(std::span<const Arg>, const DType* d) {
    return refuse_complex(d, ErrorKind::runtime, "deg2rad is not supported for complex tensors.");
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.mul(x[0], b.like(x[0], 0.017453292519943295)); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::mul(g, c.grad(), 0.017453292519943295)); }
};
struct rad2deg_op {
  FLOAT_UNARY(rad2deg, "Radians to degrees.", -3, 3)
  static Status check(std::span<const Arg>, const DType* d) {
    return refuse_complex(d, ErrorKind::runtime, "rad2deg is not supported for complex tensors.");
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.mul(x[0], b.like(x[0], 57.29577951308232)); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::mul(g, c.grad(), 57.29577951308232)); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/pointwise_math.def"

}  // namespace adder::rt
