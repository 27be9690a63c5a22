// Rare special functions, element by element through double: no scalar program holds them, so they are not fused.
#include <cmath>
#include <numbers>

#include "runtime/eager/special_math.h"
#include "runtime/kernel/special.h"
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(special_zeta)
USE_OP(polygamma)
USE_OP(special_i0e)
USE_OP(special_i1e)
USE_OP(special_erfcx)
USE_OP(mul)
USE_OP(sub)
USE_OP(add)
USE_OP(div)
USE_OP(exp)
USE_OP(log)
USE_OP(log1p)
USE_OP(erfc)
USE_OP(lgamma)
USE_OP(neg)
USE_OP(sgn)
USE_OP(square)
USE_OP(reciprocal)
USE_OP(where)
USE_OP(eq)
USE_OP(lt)
USE_OP(sum)
USE_OP(unsqueeze)
USE_OP(arange)
USE_OP(pow)
USE_OP(to)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

Status refuse_complex_operand(In in, const DType* d, const char* name) {
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor() && is_complex(d[i])) return unsupported_dtype(name, d[i]);
  return {};
}
// An operand in double, spread to the result's shape; a number repeats.
struct Operand {
  Tensor values;
  double number = 0;
  Operand(const Arg& a, const Sizes& sizes) {
    if (a.is_tensor()) {
      values = dense_spread(*dense_as(*a.t, DType::f64), sizes);
    } else {
      number = a.number();
    }
  }
  double at(int64_t i) const { return values ? values->data_as<double>()[i] : number; }
};
void store(const Tensor& out, int64_t i, double v) {
  with_floating_type(out->dtype(), [&]<class T>(TypeTag<T>) { out->data_as<T>()[i] = narrow_to<T>(v); });
}
Status unary_kernel(Context& c, In in, Out out, double (*f)(double)) {
  Operand x(in[0], out[0]->meta.sizes);
  parallel_for(c, out[0]->numel, 4096, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) store(out[0], i, f(x.at(i)));
  });
  return {};
}
Status binary_kernel(Context& c, In in, Out out, double (*f)(double, double)) {
  Operand x(in[0], out[0]->meta.sizes);
  Operand y(in[1], out[0]->meta.sizes);
  parallel_for(c, out[0]->numel, 2048, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) store(out[0], i, f(x.at(i), y.at(i)));
  });
  return {};
}
void no_derivative(OpSink& g, std::string_view name) {
  g.fail(Status::error(ErrorKind::not_implemented, "derivative for aten::" + std::string(name) + " is not implemented"));
}

#define ELEMENTWISE(kernel)                                                                                \
  static constexpr Promotion promotion = Promotion::to_float;                                              \
  static Status check(In in, const DType* d) { return refuse_complex_operand(in, d, kernel); }             \
  template <class D>                                                                                       \
  static void infer(InferCtx<D>& c) {                                                                      \
    infer_pointwise(c);                                                                                    \
  }
#define SPECIAL_UNARY(opname, text, function, lo, hi)                                             \
  static constexpr Schema schemas[] = {"special_" #opname "(Tensor self) -> Tensor"};             \
  static constexpr uint32_t surface = kSpecial;                                                   \
  static constexpr std::string_view doc = text, samples[] = {"(2,3)"};                            \
  static constexpr Domain domain{lo, hi};                                                         \
  ELEMENTWISE(#opname "_cpu")                                                                     \
  static Status eager(Context& c, In in, Out out) { return unary_kernel(c, in, out, function); }
#define NO_SLOPE(opname) \
  static void vjp(OpSink& g, VjpCtx&) { no_derivative(g, #opname); }

struct special_ndtri_op {
  SPECIAL_UNARY(ndtri, "The inverse of the normal distribution function.", normal_quantile, 0.1, 0.9)
  static void vjp(OpSink& g, VjpCtx& c) {
    Value slope = emit::mul(g, emit::exp(g, emit::mul(g, emit::square(g, c.out()), 0.5)), std::sqrt(2 * std::numbers::pi));
    c.set(0, emit::mul(g, c.grad(), slope));
  }
};
struct special_erfcx_op {
  SPECIAL_UNARY(erfcx, "exp(self^2) erfc(self).", scaled_erfc, -2, 2)
  static void vjp(OpSink& g, VjpCtx& c) {
    Value slope = emit::sub(g, emit::mul(g, emit::mul(g, c.data(0), c.out()), 2.0), 2 / std::sqrt(std::numbers::pi));
    c.set(0, emit::mul(g, c.grad(), slope));
  }
};
struct special_i0e_op {
  SPECIAL_UNARY(i0e, "exp(-|self|) times the modified Bessel function of order 0.", scaled_i0, 0.5, 2)
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value slope = emit::sub(g, emit::special_i1e(g, x), emit::mul(g, emit::sgn(g, x), c.out()));
    c.set(0, emit::mul(g, c.grad(), slope));
  }
};
struct special_i1e_op {
  SPECIAL_UNARY(i1e, "exp(-|self|) times the modified Bessel function of order 1.", scaled_i1, 0.5, 2)
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value zero = emit::eq(g, x, 0.0);
    Value inverse = emit::reciprocal(g, emit::where(g, zero, 1.0, x));
    Value slope = emit::sub(g, emit::special_i0e(g, x), emit::mul(g, c.out(), emit::add(g, emit::sgn(g, x), inverse)));
    c.set(0, emit::mul(g, c.grad(), emit::where(g, zero, 0.5, slope)));
  }
};
#define PLAIN(opname, text, function)                    \
  struct special_##opname##_op {                         \
    SPECIAL_UNARY(opname, text, function, 0.5, 2)        \
    static constexpr NotDifferentiable vjp{};            \
  };
PLAIN(bessel_j0, "Bessel function of the first kind of order 0.", ::j0)
PLAIN(bessel_j1, "Bessel function of the first kind of order 1.", ::j1)
PLAIN(bessel_y0, "Bessel function of the second kind of order 0.", ::y0)
PLAIN(bessel_y1, "Bessel function of the second kind of order 1.", ::y1)
PLAIN(modified_bessel_i0, "Modified Bessel function of the first kind of order 0.", adder_i0)
PLAIN(modified_bessel_i1, "Modified Bessel function of the first kind of order 1.", adder_i1)
PLAIN(modified_bessel_k0, "Modified Bessel function of the second kind of order 0.", modified_k0)
PLAIN(modified_bessel_k1, "Modified Bessel function of the second kind of order 1.", modified_k1)
PLAIN(scaled_modified_bessel_k0, "exp(self) times the modified Bessel function of the second kind of order 0.", scaled_k0)
PLAIN(scaled_modified_bessel_k1, "exp(self) times the modified Bessel function of the second kind of order 1.", scaled_k1)
PLAIN(spherical_bessel_j0, "Spherical Bessel function of the first kind of order 0.", spherical_j0)
PLAIN(airy_ai, "Airy function Ai.", airy_ai)
#undef PLAIN

// ---- two operands

struct special_zeta_op {
  static constexpr Schema schemas[] = {"special_zeta(Tensor self, Tensor other) -> Tensor",
                                       "special_zeta.self_scalar(Scalar self, Tensor other) -> Tensor",
                                       "special_zeta.other_scalar(Tensor self, Scalar other) -> Tensor"};
  static constexpr uint32_t surface = kSpecial;
  static constexpr std::string_view doc = "Hurwitz zeta function.", samples[] = {""};
  ELEMENTWISE("zeta")
  static Status eager(Context& c, In in, Out out) { return binary_kernel(c, in, out, hurwitz_zeta); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) return no_derivative(g, "special_zeta");
    Value x = c.data(0).is_tensor() ? emit::add(g, c.data(0), 1.0) : Arg(c.data(0).number() + 1);
    Value slope = emit::neg(g, emit::mul(g, emit::special_zeta(g, x, c.data(1)), c.data(0)));
    c.set(1, emit::mul(g, c.grad(), slope));
  }
};
struct polygamma_op {
  static constexpr Schema schemas[] = {"polygamma(int n, Tensor self) -> Tensor"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Derivative n of digamma.", samples[] = {"2 (2,3)"};
  static constexpr Domain domain{0.5, 3};
  ELEMENTWISE("polygamma")
  static Status eager(Context& c, In in, Out out) {
    if (in[0].integer() < 0) return Status::error("polygamma(n, x) does not support negative n.");
    return binary_kernel(c, in, out, adder::rt::polygamma);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int64_t n = c.param(0).integer();
    c.set(1, emit::mul(g, c.grad(), emit::polygamma(g, n + (n < INT64_MAX), c.data(1))));
  }
};
// x^(a-1) exp(-x) / gamma(a), the density behind both.
Value gamma_density(OpSink& g, Value a, Value x) {
  Value power = emit::mul(g, emit::sub(g, a, 1.0), emit::log(g, x));
  return emit::exp(g, emit::sub(g, emit::sub(g, power, x), emit::lgamma(g, a)));
}
#define INCOMPLETE_GAMMA(opname, alias, text, function, sign)                                                       \
  struct opname##_op {                                                                                              \
    static constexpr Schema schemas[] = {#opname "(Tensor self, Tensor other) -> Tensor",                           \
                                         #opname "_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};                 \
    static constexpr std::string_view aliases[] = {alias};                                                          \
    static constexpr std::string_view doc = text, samples[] = {""};                                                 \
    ELEMENTWISE(#opname "_cpu")                                                                                     \
    static Status eager(Context& c, In in, Out out) { return binary_kernel(c, in, out, function); }                 \
    static void vjp(OpSink& g, VjpCtx& c) {                                                                         \
      if (c.needs(0))                                                                                               \
        return g.fail(Status::error(ErrorKind::not_implemented,                                                     \
                                    "the derivative for '" #opname ": input' is not implemented."));                \
      Value slope = gamma_density(g, c.data(0), c.data(1));                                                         \
      c.set(1, emit::mul(g, c.grad(), sign > 0 ? slope : emit::neg(g, slope)));                                     \
    }                                                                                                               \
  };
INCOMPLETE_GAMMA(igamma, "special.gammainc", "Regularized lower incomplete gamma function.", gamma_p, 1)
INCOMPLETE_GAMMA(igammac, "special.gammaincc", "Regularized upper incomplete gamma function.", gamma_q, -1)
#undef INCOMPLETE_GAMMA

template <Polynomial kKind, bool kShifted>
double polynomial_value(double x, double n) {
  return polynomial(kKind, kShifted ? 2 * x - 1 : x, n);
}
#define POLYNOMIAL(opname, kind, is_shifted, text)                                                               \
  struct special_##opname##_op {                                                                                 \
    static constexpr Schema schemas[] = {                                                                        \
        "special_" #opname "(Tensor x, Tensor n) -> Tensor",                                                     \
        "special_" #opname ".x_scalar(Scalar x, Tensor n) -> Tensor",                                            \
        "special_" #opname ".n_scalar(Tensor x, Scalar n) -> Tensor"};                                           \
    static constexpr uint32_t surface = kSpecial;                                                                \
    static constexpr std::string_view doc = text, samples[] = {""};                                              \
    ELEMENTWISE(#opname "_cpu")                                                                                  \
    static Status eager(Context& c, In in, Out out) {                                                            \
      return binary_kernel(c, in, out, polynomial_value<Polynomial::kind, is_shifted>);                          \
    }                                                                                                            \
    NO_SLOPE(special_##opname)                                                                                   \
  };
POLYNOMIAL(chebyshev_polynomial_t, chebyshev_t, false, "Chebyshev polynomials of the first kind.")
POLYNOMIAL(chebyshev_polynomial_u, chebyshev_u, false, "Chebyshev polynomials of the second kind.")
POLYNOMIAL(chebyshev_polynomial_v, chebyshev_v, false, "Chebyshev polynomials of the third kind.")
POLYNOMIAL(chebyshev_polynomial_w, chebyshev_w, false, "Chebyshev polynomials of the fourth kind.")
POLYNOMIAL(shifted_chebyshev_polynomial_t, chebyshev_t, true, "Shifted Chebyshev polynomials of the first kind.")
POLYNOMIAL(shifted_chebyshev_polynomial_u, chebyshev_u, true, "Shifted Chebyshev polynomials of the second kind.")
POLYNOMIAL(shifted_chebyshev_polynomial_v, chebyshev_v, true, "Shifted Chebyshev polynomials of the third kind.")
POLYNOMIAL(shifted_chebyshev_polynomial_w, chebyshev_w, true, "Shifted Chebyshev polynomials of the fourth kind.")
POLYNOMIAL(hermite_polynomial_h, hermite_h, false, "Physicist's Hermite polynomials.")
POLYNOMIAL(hermite_polynomial_he, hermite_he, false, "Probabilist's Hermite polynomials.")
POLYNOMIAL(laguerre_polynomial_l, laguerre, false, "Laguerre polynomials.")
POLYNOMIAL(legendre_polynomial_p, legendre, false, "Legendre polynomials.")
#undef POLYNOMIAL

// ---- made of others

Value as_floating(OpSink& g, Value x) {
  return is_integral(g.meta(x).dtype) ? emit::to(g, x, g.default_dtype) : x;
}
struct special_ndtr_op {
  static constexpr Schema schemas[] = {"special_ndtr(Tensor self) -> Tensor"};
  static constexpr uint32_t surface = kSpecial;
  static constexpr std::string_view doc = "The normal distribution function.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value x = as_floating(g, in[0]);
    out[0] = emit::mul(g, emit::erfc(g, emit::mul(g, x, -std::numbers::sqrt2 / 2)), 0.5);
  }
};
struct special_log_ndtr_op {
  static constexpr Schema schemas[] = {"special_log_ndtr(Tensor self) -> Tensor"};
  static constexpr uint32_t surface = kSpecial;
  static constexpr std::string_view doc = "Logarithm of the normal distribution function.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value x = as_floating(g, in[0]);
    Value t = emit::mul(g, x, std::numbers::sqrt2 / 2);
    Value low = emit::sub(g, emit::log(g, emit::mul(g, emit::special_erfcx(g, emit::neg(g, t)), 0.5)), emit::square(g, t));
    Value high = emit::log1p(g, emit::mul(g, emit::erfc(g, t), -0.5));
    out[0] = emit::where(g, emit::lt(g, x, -1.0), low, high);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value t = emit::mul(g, c.data(0), -std::numbers::sqrt2 / 2);
    Value slope = emit::reciprocal(g, emit::mul(g, emit::special_erfcx(g, t), std::sqrt(std::numbers::pi / 2)));
    c.set(0, emit::mul(g, c.grad(), slope));
  }
};
struct special_polygamma_op {
  static constexpr Schema schemas[] = {"special_polygamma(int n, Tensor self) -> Tensor"};
  static constexpr uint32_t surface = kSpecial;
  static constexpr std::string_view doc = "Derivative n of digamma.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) { out[0] = emit::polygamma(g, in[0], in[1]); }
};
struct mvlgamma_op {
  static constexpr Schema schemas[] = {"mvlgamma(Tensor self, int p) -> Tensor"};
  static constexpr std::string_view aliases[] = {"special.multigammaln"};
  static constexpr std::string_view doc = "Logarithm of the gamma function of several variables.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int64_t p = in[1].integer();
    if (p < 1) return g.fail("p has to be greater than or equal to 1");
    Value x = as_floating(g, in[0]);
    DType d = g.meta(x).dtype;
    Value steps = emit::arange(g, Arg(-double(p) / 2 + 0.5), Arg(0.5), Arg(0.5), d);
    Value terms = emit::lgamma(g, emit::add(g, emit::unsqueeze(g, x, -1), steps));
    out[0] = emit::add(g, emit::sum(g, terms, SymDims{SymInt(-1)}), double(p) * double(p - 1) / 4 * std::log(std::numbers::pi));
  }
};
struct float_power_op {
  static constexpr Schema schemas[] = {"float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
                                       "float_power.Scalar(Scalar self, Tensor exponent) -> Tensor",
                                       "float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor"};
  static constexpr std::string_view doc = "Powers in double precision.", samples[] = {"(2,3) 2.0"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    bool complex = false;
    for (const Arg& a : in.first(2))
      complex |= a.is_tensor() ? is_complex(g.meta(a).dtype) : a.tag == Tag::complex_number;
    auto wide = [&](const Arg& a) {
      return a.is_tensor() ? Value(emit::to(g, a, complex ? DType::c128 : DType::f64)) : a.tag == Tag::complex_number ? a : Arg(a.number());
    };
    out[0] = emit::pow(g, wide(in[0]), wide(in[1]));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/special_ops.def"

}  // namespace adder::rt
