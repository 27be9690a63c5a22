// Arithmetic: sums, products, quotients, powers, extremes.
#include "runtime/ops/conj_rules.h"
#include "runtime/ops/pointwise_rules.h"

namespace adder::rt {

USE_OP(add)
USE_OP(sub)
USE_OP(div)
USE_OP(neg)
USE_OP(abs)
USE_OP(sign)
USE_OP(sgn)
USE_OP(pow)
USE_OP(log)
USE_OP(exp)
USE_OP(where)
USE_OP(eq)
USE_OP(ne)
USE_OP(lt)
USE_OP(le)
USE_OP(gt)
USE_OP(ge)
USE_OP(logical_and)
USE_OP(logical_or)
USE_OP(real_part)
USE_OP(isnan)
USE_OP(fill)
USE_OP(floor_divide)
USE_OP(div_mode)
USE_OP(square)
USE_OP(pow_cube)
USE_OP(pow_inverse_square)
USE_OP(sqrt)
USE_OP(rsqrt)
USE_OP(reciprocal)

namespace {

// The conjugate that complex gradients need; real operands stay as they are.
Value conj_of(OpSink& g, Value v, DType d) {
  return is_complex(d) ? emit::conj(g, v) : v;
}
// Operand i, conjugated. Not for complex numbers: see times_operand.
Value operand(OpSink& g, VjpCtx& c, int i) {
  Value v = c.data(i);
  CHECK(v.tag != Tag::complex_number);
  return v.is_tensor() ? conj_of(g, v, c.meta(i).dtype) : v;
}
// v times the conjugate of operand i, and v divided by it.
Value times_operand(OpSink& g, VjpCtx& c, Value v, int i) {
  Value k = c.data(i);
  return k.is_tensor() ? emit::mul(g, v, operand(g, c, i)) : times_conj(g, v, k);
}
Value by_operand(OpSink& g, VjpCtx& c, Value v, int i) {
  Value k = c.data(i);
  if (k.tag != Tag::complex_number) return emit::div(g, v, operand(g, c, i));
  return emit::conj(g, emit::div(g, emit::conj(g, v), k));
}

Status check_alpha(std::span<const Arg> in, const DType* d) {
  if (in.size() < 3 || !in[2].given()) return {};
  if (in[2].tag == Tag::boolean && !all_of(in, d, 2, [](DType t) { return t == DType::b8; }))
    return Status::error("Boolean alpha only supported for Boolean results.");
  if (in[2].tag == Tag::floating && all_of(in, d, 2, [](DType t) { return is_integral(t); }))
    return Status::error("For integral input tensors, argument alpha must not be a floating point number.");
  return {};
}

struct add_op {
  static constexpr Schema schemas[] = {
      "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
      "add.Scalar(Tensor self, Scalar other, *, Scalar alpha=1) -> Tensor",
      "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
      "add_.Scalar(Tensor(a!) self, Scalar other, *, Scalar alpha=1) -> Tensor(a!)",
      "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self + alpha * other.",
                                    samples[] = {"(2,3) (3)", "(2,3) (2,1) alpha=2.5", "(3) 1.5"};
  static Status check(std::span<const Arg> in, const DType* d) { return check_alpha(in, d); }
  static Reg formula(ProgramBuilder& b, Args x) {  // on bool, + is or
    if (x.compute() == kB8) return b.bit_or(x[0], x[1]);
    Reg y = rounded(b, x, 1);
    return b.add(rounded(b, x, 0), x.given(2) ? b.mul(y, rounded(b, x, 2)) : y);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    if (c.needs(1)) c.set(1, c.given(2) ? times_conj(g, c.grad(), c.param(2)) : c.grad());
  }
};
struct sub_op {
  static constexpr std::string_view aliases[] = {"subtract"};
  static constexpr Schema schemas[] = {
      "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
      "sub.Scalar(Tensor self, Scalar other, *, Scalar alpha=1) -> Tensor",
      "sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
      "sub_.Scalar(Tensor(a!) self, Scalar other, *, Scalar alpha=1) -> Tensor(a!)",
      "sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self - alpha * other.", samples[] = {"(2,3) (3)", "(3) (2,3) alpha=2.5"};
  static Status check(std::span<const Arg> in, const DType* d) {
    if (all_of(in, d, 2, [](DType t) { return t == DType::b8; }))
      return Status::error(
          "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
          "operator instead.");
    for (int i = 0; i < 2; ++i)
      if ((in[size_t(i)].is_tensor() && d[i] == DType::b8) || in[size_t(i)].tag == Tag::boolean)
        return Status::error(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, "
            "use "
            "the `~` or `logical_not()` operator instead.");
    return check_alpha(in, d);
  }
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg y = rounded(b, x, 1);
    return b.sub(rounded(b, x, 0), x.given(2) ? b.mul(y, rounded(b, x, 2)) : y);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    if (!c.needs(1)) return;
    Value d = emit::neg(g, c.grad());
    c.set(1, c.given(2) ? times_conj(g, d, c.param(2)) : d);
  }
};
struct rsub_op {  // what `2 - x` calls
  static constexpr Schema schemas[] = {"rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
                                       "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return in.size() > 1 && in[1].is_number() ? "RsubBackward1" : "RsubBackward0";
  }
  static constexpr std::string_view doc = "other - alpha * self.", samples[] = {"(2,3) (3)", "(3) 1.5"};
  static Status check(std::span<const Arg> in, const DType* d) { return sub_op::check(in, d); }
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg y = rounded(b, x, 0);
    return b.sub(rounded(b, x, 1), x.given(2) ? b.mul(y, rounded(b, x, 2)) : y);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) {
      Value d = emit::neg(g, c.grad());
      c.set(0, c.given(2) ? times_conj(g, d, c.param(2)) : d);
    }
    if (c.needs(1)) c.set(1, c.grad());
  }
};
struct mul_op {
  BINARY_SCHEMAS(mul)
  static constexpr bool exact_number = true;
  static constexpr std::string_view aliases[] = {"multiply"};
  static constexpr std::string_view doc = "self * other.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) {
    return x.compute() == kB8 ? b.bit_and(x[0], x[1]) : b.mul(x[0], x[1]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, times_operand(g, c, c.grad(), 1));
    if (c.needs(1)) c.set(1, times_operand(g, c, c.grad(), 0));
  }
};

// ---- quotients

Status no_zero_divisor(Context&, std::span<const Arg> in) {  // integers only: PyTorch raises this text
  for (const Arg& a : in.first(2))
    if (a.is_tensor() ? !is_integral(a.t->dtype()) : a.tag == Tag::floating) return {};
  const Arg& d = in[1];
  bool zero = false;
  if (d.is_tensor()) {
    for (int64_t i = 0; i < d.t->numel && !zero; ++i) zero = read_scalar(*d.t, i).i == 0;
    zero &= !in[0].is_tensor() || in[0].t->numel > 0;
  } else {
    zero = d.number() == 0;
  }
  return zero ? Status::error("ZeroDivisionError") : Status();
}
// a - remainder is an exact multiple up to rounding, so its quotient is close to an integer; then it is put right.
Reg float_floor_divide(ProgramBuilder& b, Reg x, Reg y) {
  Reg zero = b.like(x, 0);
  Reg one = b.like(x, 1);
  Reg mod = b.fmod(x, y);
  Reg quotient = b.div(b.sub(x, mod), y);
  Reg opposite = b.bit_and(b.ne(mod, zero), b.bit_xor(b.lt(y, zero), b.lt(mod, zero)));
  quotient = b.select(b.sub(quotient, one), quotient, opposite);
  Reg floored = b.floor(quotient);
  floored = b.select(b.add(floored, one), floored, b.lt(b.like(x, 0.5), b.sub(quotient, floored)));
  Reg exact = b.div(x, y);
  Reg result = b.select(floored, b.copysign(zero, exact), b.ne(quotient, zero));
  return b.select(exact, result, b.eq(y, zero));
}
Reg float_remainder(ProgramBuilder& b, Reg x, Reg y) {
  Reg zero = b.like(x, 0);
  Reg mod = b.fmod(x, y);
  Reg opposite = b.bit_and(b.ne(mod, zero), b.bit_xor(b.lt(y, zero), b.lt(mod, zero)));
  return b.select(b.add(mod, y), mod, opposite);
}

struct div_mode_op {
  static constexpr Schema schemas[] = {
      "div.Tensor_mode(Tensor self, Tensor other, *, str rounding_mode) -> Tensor",
      "div.Scalar_mode(Tensor self, Scalar other, *, str rounding_mode) -> Tensor",
      "div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str rounding_mode) -> Tensor(a!)",
      "div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str rounding_mode) -> Tensor(a!)"};
  static constexpr std::string_view aliases[] = {"divide"}, grad_name = "DivBackward1";
  static constexpr std::string_view doc = "self / other rounded toward zero ('trunc') or down ('floor').",
                                    samples[] = {"(2,3) (3) rounding_mode='floor'", "(2,3) (3) rounding_mode='trunc'"};
  static constexpr bool exact_number = true;
  static constexpr bool may_raise = true;
  static constexpr Domain domain{0.5, 2};
  static Status check(std::span<const Arg> in, const DType*) {
    std::string_view mode = in[2].s;
    if (mode == "trunc" || mode == "floor") return {};
    return Status::error("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" +
                         std::string(mode) + "'");
  }
  static Status guard(Context& c, std::span<const Arg> in) { return no_zero_divisor(c, in); }
  static Reg formula(ProgramBuilder& b, Args x) {
    bool floor = x.string(2, "floor") == "floor";
    if (!is_float_type(x.compute())) return floor ? b.idiv(x[0], x[1]) : b.itrunc(x[0], x[1]);
    return floor ? float_floor_divide(b, x[0], x[1]) : b.trunc(b.div(x[0], x[1]));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::fill(g, c.grad(), 0.0));
    if (c.needs(1)) c.set(1, emit::fill(g, c.grad(), 0.0));
  }
};
struct div_op {
  static constexpr Schema schemas[] = {
      "div.Tensor(Tensor self, Tensor other, *, str? rounding_mode=None) -> Tensor",
      "div.Scalar(Tensor self, Scalar other, *, str? rounding_mode=None) -> Tensor",
      "div_.Tensor(Tensor(a!) self, Tensor other, *, str? rounding_mode=None) -> Tensor(a!)",
      "div_.Scalar(Tensor(a!) self, Scalar other, *, str? rounding_mode=None) -> Tensor(a!)",
      "div.out(Tensor self, Tensor other, *, str? rounding_mode=None, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view aliases[] = {"divide", "true_divide"};
  // A rule that means the overload for numbers, which PyTorch calls from C++ only, marks the number's count.
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return in.size() > 1 && in[1].is_number() && in[1].count == 1 ? "DivBackward1" : "DivBackward0";
  }
  static constexpr std::string_view doc = "self / other; integers divide in the default dtype.";
  static constexpr bool exact_number = true;
  BINARY_SAMPLES
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr Domain domain{0.5, 2};
  static Reg formula(ProgramBuilder& b, Args x) { return b.div(x[0], x[1]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, by_operand(g, c, c.grad(), 1));
    if (!c.needs(1)) return;
    Value y = operand(g, c, 1);
    Value ratio = emit::div(g, conj_of(g, emit::div(g, c.data(0), c.data(1)), c.out_meta().dtype), y);
    c.set(1, emit::neg(g, emit::mul(g, c.grad(), ratio)));
  }
};
struct floor_divide_op {
  BINARY_SCHEMAS(floor_divide)
  static constexpr bool exact_number = true;
  static constexpr std::string_view kernel_name = "div_floor_cpu";
  static constexpr std::string_view doc = "floor(self / other).";
  BINARY_SAMPLES
  static constexpr bool may_raise = true;
  static constexpr Domain domain{0.5, 2};
  static Status guard(Context& c, std::span<const Arg> in) { return no_zero_divisor(c, in); }
  static Reg formula(ProgramBuilder& b, Args x) {
    return is_float_type(x.compute()) ? float_floor_divide(b, x[0], x[1]) : b.idiv(x[0], x[1]);
  }
  static constexpr NotDifferentiable vjp{};
};
struct remainder_op {
  static constexpr Schema schemas[] = {"remainder.Tensor(Tensor self, Tensor other) -> Tensor",
                                       "remainder.Scalar(Tensor self, Scalar other) -> Tensor",
                                       "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
                                       "remainder_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",
                                       "remainder_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
                                       "remainder.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self modulo other, with the sign of other.";
  BINARY_SAMPLES
  static constexpr bool may_raise = true;
  static constexpr Domain domain{0.5, 2};
  static Status guard(Context& c, std::span<const Arg> in) { return no_zero_divisor(c, in); }
  static Reg formula(ProgramBuilder& b, Args x) {
    return is_float_type(x.compute()) ? float_remainder(b, rounded(b, x, 0), rounded(b, x, 1)) : b.imod(x[0], x[1]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    if (!c.needs(1)) return;
    Value q = emit::div_mode(g, c.data(0), c.data(1), "floor");
    c.set(1, emit::neg(g, emit::mul(g, c.grad(), q)));
  }
};
struct fmod_op {
  BINARY_SCHEMAS(fmod)
  static constexpr std::string_view doc = "self modulo other, with the sign of self.";
  BINARY_SAMPLES
  static constexpr bool may_raise = true;
  static constexpr Domain domain{0.5, 2};
  static Status guard(Context& c, std::span<const Arg> in) { return no_zero_divisor(c, in); }
  static Reg formula(ProgramBuilder& b, Args x) {
    return is_float_type(x.compute()) ? b.fmod(rounded(b, x, 0), rounded(b, x, 1)) : b.irem(x[0], x[1]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    if (!c.needs(1)) return;
    Value q = emit::div_mode(g, c.data(0), c.data(1), "trunc");
    c.set(1, emit::neg(g, emit::mul(g, c.grad(), q)));
  }
};
struct reciprocal_op {
  FLOAT_UNARY(reciprocal, "1 / self.", 0.5, 2)
  static Reg formula(ProgramBuilder& b, Args x) { return b.div(b.like(x[0], 1), x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value y = conj_of(g, c.out(), c.out_meta().dtype);
    c.set(0, emit::neg(g, emit::mul(g, c.grad(), emit::mul(g, y, y))));
  }
};

// ---- signs and magnitudes

struct neg_op {
  UNARY_SCHEMAS(neg)
  static constexpr std::string_view aliases[] = {"negative"};
  static constexpr std::string_view doc = "-self.", samples[] = {"(2,3)"};
  static Status check(std::span<const Arg>, const DType* d) {
    if (d[0] != DType::b8) return {};
    return Status::error(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` "
        "or `logical_not()` operator instead.");
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.neg(x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::neg(g, c.grad())); }
};
struct positive_op {
  static constexpr Schema schemas[] = {"positive(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "self.", samples[] = {"(2,3)"};
  static Status check(std::span<const Arg>, const DType* d) {
    return d[0] == DType::b8 ? Status::error("The `+` operator, on a bool tensor is not supported.") : Status();
  }
  static void decompose(OpSink&, std::span<const Arg> in, std::span<Value> out) { out[0] = in[0]; }
};
struct abs_op {
  UNARY_SCHEMAS(abs)
  static constexpr std::string_view aliases[] = {"absolute"};
  static constexpr std::string_view doc = "Magnitude; of complex numbers too.", samples[] = {"(2,3)"};
  static constexpr OutType outs[] = {OutType::real};
  static Reg formula(ProgramBuilder& b, Args x) {
    return is_complex_type(x.compute()) ? b.magnitude(x[0]) : b.abs(x[0]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    c.set(0, emit::mul(g, c.grad(), is_complex(c.meta(0).dtype) ? emit::sgn(g, x) : emit::sign(g, x)));
  }
};
struct sign_op {
  UNARY_SCHEMAS(sign)
  static constexpr std::string_view doc = "-1, 0 or 1.", samples[] = {"(2,3)"};
  static Status check(std::span<const Arg>, const DType* d) {
    return refuse_complex(d, ErrorKind::not_implemented,
                          "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn "
                          "instead.");
  }
  static Reg formula(ProgramBuilder& b, Args x) {
    if (x.compute() == kB8) return x[0];
    Reg zero = b.like(x[0], 0);
    Reg positive = b.select(b.like(x[0], 1), zero, b.lt(zero, x[0]));
    return b.select(b.like(x[0], -1), positive, b.lt(x[0], zero));  // 0 of NaN
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::fill(g, c.grad(), 0.0)); }
};
struct sgn_op {
  UNARY_SCHEMAS(sgn)
  static constexpr std::string_view doc = "sign; of complex numbers self / abs(self).", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) {
    if (!is_complex_type(x.compute())) return sign_op::formula(b, x);
    Reg r = b.magnitude(x[0]);
    Reg unit = b.div(x[0], b.join(r, b.like(r, 0)));
    return b.select(b.like(x[0], 0), unit, b.eq(r, b.like(r, 0)));
  }
  // Of complex numbers: what the gradient has across the direction of self, over its length.
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0), unit = c.out();
    if (!is_complex(c.meta(0).dtype)) return c.set(0, emit::fill(g, c.grad(), 0.0));
    Value length = emit::abs(g, x);
    Value along = emit::real_part(g, emit::div(g, c.grad(), x));
    Value across = emit::sub(g, emit::div(g, c.grad(), length), emit::mul(g, unit, along));
    c.set(0, emit::where(g, emit::eq(g, length, 0.0), emit::fill(g, c.grad(), 0.0), across));
  }
};
struct signbit_op {
  static constexpr Schema schemas[] = {"signbit(Tensor self) -> Tensor",
                                       "signbit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Whether the sign bit is set.", samples[] = {"(2,3)"};
  static Status check(std::span<const Arg>, const DType* d) {
    return refuse_complex(d, ErrorKind::not_implemented, "signbit is not implemented for complex tensors.");
  }
  static constexpr OutType outs[] = {OutType::boolean};
  static Reg formula(ProgramBuilder& b, Args x) {
    if (is_float_type(x.compute())) return b.sign_bit(x[0]);
    return b.lt(x[0], b.like(x[0], 0));
  }
  static constexpr NotDifferentiable vjp{};
};
struct copysign_op {
  BINARY_SCHEMAS(copysign)
  static constexpr std::string_view doc = "Magnitude of self, sign of other.";
  BINARY_SAMPLES
  static constexpr Promotion promotion = Promotion::to_float;
  static Reg formula(ProgramBuilder& b, Args x) { return b.copysign(x[0], x[1]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::mul(g, c.grad(), emit::mul(g, emit::sign(g, c.data(0)), emit::sign(g, c.out()))));
    if (c.needs(1)) c.set(1, emit::fill(g, c.grad(), 0.0));
  }
};

// ---- powers

struct square_op {
  UNARY_SCHEMAS(square)
  static constexpr std::string_view grad_name = "PowBackward0";
  static constexpr std::string_view doc = "self * self.", samples[] = {"(2,3)"};
  static Status check(std::span<const Arg>, const DType* d) {
    return d[0] == DType::b8 ? Status::error(ErrorKind::not_implemented, "square of a bool tensor is not supported")
                             : Status();
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.mul(x[0], x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::mul(g, c.grad(), emit::mul(g, operand(g, c, 0), 2.0))); }
};
// The square within a product or quotient: PyTorch's kernel for bfloat16 rounds it, the one for float16 does not.
Reg square_before_use(ProgramBuilder& b, Args& x) {
  Reg square = b.mul(x[0], x[0]);
  return x.dtype() == DType::bf16 ? kept(b, x, square) : square;
}
struct pow_cube_op {
  static constexpr Schema schemas[] = {"pow_cube(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "self * self * self: what pow is for an exponent of 3.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  static Reg formula(ProgramBuilder& b, Args x) { return b.mul(square_before_use(b, x), x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::mul(g, c.grad(), emit::mul(g, emit::square(g, operand(g, c, 0)), 3.0)));
  }
};
struct pow_inverse_square_op {
  static constexpr Schema schemas[] = {"pow_inverse_square(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "1 / (self * self): what pow is for an exponent of -2.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  static constexpr Domain domain{0.5, 2};
  static Reg formula(ProgramBuilder& b, Args x) { return b.div(b.like(x[0], 1), square_before_use(b, x)); }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::mul(g, c.grad(), emit::mul(g, emit::pow(g, operand(g, c, 0), -3), -2.0)));
  }
};
struct pow_op {
  static constexpr Schema schemas[] = {"pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
                                       "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor",
                                       "pow.Scalar(Scalar self, Tensor exponent) -> Tensor",
                                       "pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)",
                                       "pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self to the power of exponent.",
                                    samples[] = {"(2,3) (3)", "(2,3) 2.5", "(2,3) 2"};
  static constexpr Domain domain{0.5, 2};
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return in[0].is_number() ? "PowBackward2" : in.size() > 1 && in[1].is_number() ? "PowBackward0" : "PowBackward1";
  }
  static Status check(std::span<const Arg> in, const DType* d) {
    bool integers = (!in[0].is_tensor() || is_integral(d[0])) && in[0].tag != Tag::floating;
    if (integers && in[1].is_integer() && in[1].integer() < 0)
      return Status::error("Integers to negative integer powers are not allowed.");
    return {};
  }
  static Status guard(Context&, std::span<const Arg> in) {  // the program is cached by type, the exponent is a value
    DType d = in[0].is_tensor() ? in[0].t->dtype() : DType::f32;
    return check(in, &d);
  }
  static const OpRow* rewrite(std::span<const Arg> in) {  // exponents with a cheaper exact form
    if (!in[0].is_tensor() || !in[1].is_number() || !is_floating(in[0].t->dtype())) return nullptr;
    if (in[1].tag == Tag::complex_number) return nullptr;
    double e = in[1].number();
    if (in[0].t->dtype() == DType::f16 && std::abs(e) == 0.5) return nullptr;  // there it is no root, which shows at -0
    static const std::pair<double, const OpRow*> kForms[] = {{2, &row_square},      {3, &row_pow_cube},
                                                             {0.5, &row_sqrt},      {-0.5, &row_rsqrt},
                                                             {-1, &row_reciprocal}, {-2, &row_pow_inverse_square}};
    for (auto [exponent, row] : kForms)
      if (e == exponent) return row;
    return nullptr;
  }
  static Reg formula(ProgramBuilder& b, Args x) {
    if (x.compute() == kB8) return b.bit_or(x[0], b.bit_not(x[1]));
    if (x.compute() == kI32 || x.compute() == kI64) return b.ipow(x[0], x[1]);
    return b.pow(rounded(b, x, 0), rounded(b, x, 1));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) {
      Arg e = c.data(1);
      if (e.tag == Tag::complex_number) {
        Complex less{e.complex().re - 1, e.complex().im};
        Value slope = emit::mul(g, emit::pow(g, c.data(0), less), e);
        c.set(0, emit::mul(g, c.grad(), emit::conj(g, slope)));
      } else if (e.is_number()) {
        double p = e.number();
        Value slope = p == 0 ? emit::fill(g, c.data(0), 0.0) : emit::mul(g, emit::pow(g, c.data(0), p - 1), p);
        c.set(0, emit::mul(g, c.grad(), conj_of(g, slope, c.meta(0).dtype)));
      } else {
        Value slope = emit::mul(g, e, emit::pow(g, c.data(0), emit::sub(g, e, 1.0)));
        slope = emit::where(g, emit::eq(g, e, 0.0), 0.0, slope);
        c.set(0, emit::mul(g, c.grad(), conj_of(g, slope, c.out_meta().dtype)));
      }
    }
    if (!c.needs(1)) return;
    Arg base = c.data(0);
    Value y = c.out();
    DType d = c.out_meta().dtype;
    Complex k = base.is_number() ? base.complex() : Complex{1, 0};
    if (base.is_number() && is_complex(d)) {
      Complex log{__builtin_log(__builtin_hypot(k.re, k.im)), __builtin_atan2(k.im, k.re)};
      c.set(1, emit::mul(g, c.grad(), emit::conj(g, emit::mul(g, y, log))));
      return;
    }
    if (base.is_number()) {
      Value slope = emit::mul(g, y, __builtin_log(k.re));
      c.set(1, emit::mul(g, c.grad(), k.re == 0 ? emit::where(g, emit::ge(g, c.data(1), 0.0), 0.0, slope) : slope));
      return;
    }
    Value slope = emit::mul(g, y, emit::log(g, base));
    if (!is_complex(d)) {
      Value zero = emit::logical_and(g, emit::eq(g, base, 0.0), emit::ge(g, c.data(1), 0.0));
      slope = emit::where(g, zero, 0.0, slope);
    }
    c.set(1, emit::mul(g, c.grad(), conj_of(g, slope, d)));
  }
};

// ---- extremes

struct ExtremeRule {  // ties share the gradient
  static void vjp(OpSink& g, VjpCtx& c, bool larger) {
    Value x = c.data(0);
    Value y = c.data(1);
    Value half = emit::where(g, emit::eq(g, x, y), emit::mul(g, c.grad(), 0.5), c.grad());
    if (c.needs(0)) c.set(0, emit::where(g, larger ? emit::lt(g, x, y) : emit::gt(g, x, y), 0.0, half));
    if (c.needs(1)) c.set(1, emit::where(g, larger ? emit::gt(g, x, y) : emit::lt(g, x, y), 0.0, half));
  }
};
struct maximum_op {
  static constexpr Schema schemas[] = {"maximum(Tensor self, Tensor other) -> Tensor",
                                       "max.other(Tensor self, Tensor other) -> Tensor",
                                       "maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "The larger of both; NaN if either is.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) {
    return x.compute() == kB8 ? b.bit_or(x[0], x[1]) : b.max(x[0], x[1]);
  }
  static void vjp(OpSink& g, VjpCtx& c) { ExtremeRule::vjp(g, c, true); }
};
struct minimum_op {
  static constexpr Schema schemas[] = {"minimum(Tensor self, Tensor other) -> Tensor",
                                       "min.other(Tensor self, Tensor other) -> Tensor",
                                       "minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "The smaller of both; NaN if either is.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) {
    return x.compute() == kB8 ? b.bit_and(x[0], x[1]) : b.min(x[0], x[1]);
  }
  static void vjp(OpSink& g, VjpCtx& c) { ExtremeRule::vjp(g, c, false); }
};
Reg prefer_numbers(ProgramBuilder& b, Args& x, Reg extreme) {
  if (!is_float_type(x.compute())) return extreme;
  return b.select(x[1], b.select(x[0], extreme, b.is_nan(x[1])), b.is_nan(x[0]));
}
struct fmax_op {
  static constexpr Schema schemas[] = {"fmax(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "The larger of both; a NaN loses.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) { return prefer_numbers(b, x, maximum_op::formula(b, x)); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value first = emit::logical_or(g, emit::ge(g, c.data(0), c.data(1)), emit::isnan(g, c.data(1)));
    if (c.needs(0)) c.set(0, emit::where(g, first, c.grad(), 0.0));
    if (c.needs(1)) c.set(1, emit::where(g, first, 0.0, c.grad()));
  }
};
struct fmin_op {
  static constexpr Schema schemas[] = {"fmin(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "The smaller of both; a NaN loses.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) { return prefer_numbers(b, x, minimum_op::formula(b, x)); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value first = emit::logical_or(g, emit::le(g, c.data(0), c.data(1)), emit::isnan(g, c.data(1)));
    if (c.needs(0)) c.set(0, emit::where(g, first, c.grad(), 0.0));
    if (c.needs(1)) c.set(1, emit::where(g, first, 0.0, c.grad()));
  }
};
struct clamp_op {
  static constexpr Schema schemas[] = {
      "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
      "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
      "clamp_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!)",
      "clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)",
      "clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view aliases[] = {"clip"};
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return (in.size() > 1 && in[1].is_number()) || (in.size() > 2 && in[2].is_number()) ? "ClampBackward1"
                                                                                        : "ClampBackward0";
  }
  static constexpr std::string_view doc = "self between min and max; NaN stays.",
                                    samples[] = {"(2,3) -0.5 0.5", "(2,3) (3) (2,1)", "(2,3) max=0.25"};
  static Status check(std::span<const Arg> in, const DType* d) {
    bool lo = in.size() > 1 && in[1].given();
    bool hi = in.size() > 2 && in[2].given();
    if (!lo && !hi) return Status::error("torch.clamp: At least one of 'min' or 'max' must not be None");
    if (is_complex(d[0])) return Status::error("clamp is not supported for complex types");
    return {};
  }
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg r = x[0];
    bool flag = x.compute() == kB8;
    if (x.given(1)) r = flag ? b.bit_or(r, x[1]) : b.max(r, x[1]);
    if (x.given(2)) r = flag ? b.bit_and(r, x[2]) : b.min(r, x[2]);
    return r;
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    bool lo = c.given(1);
    bool hi = c.given(2);
    if (c.needs(0)) {
      Value x = c.data(0);
      Value above = lo ? emit::ge(g, x, c.data(1)) : Value();
      Value below = hi ? emit::le(g, x, c.data(2)) : Value();
      Value inside = lo && hi ? emit::logical_and(g, above, below) : lo ? above : below;
      c.set(0, emit::where(g, inside, c.grad(), 0.0));
    }
    if (lo && c.needs(1)) {
      Value at = emit::lt(g, c.data(0), c.data(1));
      if (hi) at = emit::logical_and(g, at, emit::lt(g, c.data(1), c.data(2)));
      c.set(1, emit::where(g, at, c.grad(), 0.0));
    }
    if (hi && c.needs(2)) {
      Value at = emit::gt(g, c.data(0), c.data(2));
      if (lo) at = emit::logical_or(g, at, emit::lt(g, c.data(2), c.data(1)));
      c.set(2, emit::where(g, at, c.grad(), 0.0));
    }
  }
};
struct clamp_min_op {
  static constexpr Schema schemas[] = {"clamp_min.Tensor(Tensor self, Tensor min) -> Tensor",
                                       "clamp_min(Tensor self, Scalar min) -> Tensor",
                                       "clamp_min_.Tensor(Tensor(a!) self, Tensor min) -> Tensor(a!)",
                                       "clamp_min_(Tensor(a!) self, Scalar min) -> Tensor(a!)"};
  static constexpr std::string_view doc = "max(self, min).", samples[] = {"(2,3) 0.25"};
  static Reg formula(ProgramBuilder& b, Args x) { return maximum_op::formula(b, x); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value inside = emit::ge(g, c.data(0), c.data(1));
    if (c.needs(0)) c.set(0, emit::where(g, inside, c.grad(), 0.0));
    if (c.needs(1)) c.set(1, emit::where(g, inside, 0.0, c.grad()));
  }
};
struct clamp_max_op {
  static constexpr Schema schemas[] = {"clamp_max.Tensor(Tensor self, Tensor max) -> Tensor",
                                       "clamp_max(Tensor self, Scalar max) -> Tensor",
                                       "clamp_max_.Tensor(Tensor(a!) self, Tensor max) -> Tensor(a!)",
                                       "clamp_max_(Tensor(a!) self, Scalar max) -> Tensor(a!)"};
  static constexpr std::string_view doc = "min(self, max).", samples[] = {"(2,3) 0.25"};
  static Reg formula(ProgramBuilder& b, Args x) { return minimum_op::formula(b, x); }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value inside = emit::le(g, c.data(0), c.data(1));
    if (c.needs(0)) c.set(0, emit::where(g, inside, c.grad(), 0.0));
    if (c.needs(1)) c.set(1, emit::where(g, inside, 0.0, c.grad()));
  }
};

// ---- three operands

struct addcmul_op {
  static constexpr Schema schemas[] = {
      "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
      "addcmul_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self + value * tensor1 * tensor2.",
                                    samples[] = {"(2,3) (3) (2,1)", "(2,3) (2,3) (2,3) value=0.5"};
  static Reg formula(ProgramBuilder& b, Args x) {
    Reg p = b.mul(x[1], x[2]);
    return b.add(x[0], x.given(3) ? b.mul(b.mul(x[3], x[1]), x[2]) : p);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    auto scaled = [&](Value v) { return c.given(3) ? times_conj(g, v, c.param(3)) : v; };
    if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), scaled(operand(g, c, 2))));
    if (c.needs(2)) c.set(2, emit::mul(g, c.grad(), scaled(operand(g, c, 1))));
  }
};
struct addcdiv_op {
  static constexpr Schema schemas[] = {
      "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
      "addcdiv_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)"};
  static constexpr std::string_view doc = "self + value * tensor1 / tensor2.",
                                    samples[] = {"(2,3) (3) (2,1)", "(2,3) (2,3) (2,3) value=0.5"};
  static constexpr Domain domain{0.5, 2};
  static Status check(std::span<const Arg> in, const DType* d) {
    if (!is_integral(d[1]) || !is_integral(d[2])) return {};
    return Status::error(
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true "
        "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * "
        "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) "
        "for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / "
        "tensor2), for all dtypes.");
  }
  static Reg formula(ProgramBuilder& b, Args x) {
    return b.add(x[0], b.div(x.given(3) ? b.mul(x[3], x[1]) : x[1], x[2]));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, c.grad());
    auto scaled = [&](Value v) { return c.given(3) ? times_conj(g, v, c.param(3)) : v; };
    if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), scaled(emit::reciprocal(g, operand(g, c, 2)))));
    if (!c.needs(2)) return;
    Value y = operand(g, c, 2);
    Value slope = emit::div(g, operand(g, c, 1), emit::mul(g, y, y));
    c.set(2, emit::neg(g, emit::mul(g, c.grad(), scaled(slope))));
  }
};
struct lerp_op {
  static constexpr Schema schemas[] = {"lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor",
                                       "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor",
                                       "lerp_.Tensor(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!)",
                                       "lerp_.Scalar(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!)"};
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return in.size() > 2 && in[2].is_number() ? "LerpBackward0" : "LerpBackward1";
  }
  static constexpr std::string_view doc = "self + weight * (end - self).",
                                    samples[] = {"(2,3) (3) 0.25", "(2,3) (3) (2,1)"};
  static Status check(std::span<const Arg>, const DType* d) {
    if (d[0] == d[1]) return {};
    return Status::error(std::string("expected dtype ") + row_of(d[0]).cpp_name + " for `end` but got dtype " +
                         row_of(d[1]).cpp_name);
  }
  static Reg formula(ProgramBuilder& b, Args x) {  // two forms, so that both ends are exact
    Reg d = b.sub(x[1], x[0]);
    Reg one = b.like(x[0], 1);
    Reg near_start = b.add(x[0], b.mul(x[2], d));
    if (is_complex_type(x.compute())) return near_start;
    Reg near_end = b.sub(x[1], b.mul(d, b.sub(one, x[2])));
    return b.select(near_start, near_end, b.lt(b.abs(x[2]), b.like(x[0], 0.5)));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) {
      Arg w = c.data(2);
      if (w.tag == Tag::complex_number) {
        Complex rest{1 - w.complex().re, -w.complex().im};
        c.set(0, times_conj(g, c.grad(), rest));
      } else if (w.is_number()) {
        c.set(0, emit::mul(g, c.grad(), 1 - w.number()));
      } else {
        c.set(0, emit::mul(g, c.grad(), conj_of(g, emit::sub(g, 1.0, w), c.meta(2).dtype)));
      }
    }
    if (c.needs(1)) c.set(1, times_operand(g, c, c.grad(), 2));
    if (c.needs(2)) {
      Value range = emit::sub(g, c.data(1), c.data(0));
      c.set(2, emit::mul(g, c.grad(), conj_of(g, range, c.meta(0).dtype)));
    }
  }
};

// ---- whole numbers

struct gcd_op {
  static constexpr Schema schemas[] = {"gcd(Tensor self, Tensor other) -> Tensor",
                                       "gcd_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Greatest common divisor.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) { return b.gcd(x[0], x[1]); }
  static constexpr NotDifferentiable vjp{};
};
struct lcm_op {
  static constexpr Schema schemas[] = {"lcm(Tensor self, Tensor other) -> Tensor",
                                       "lcm_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Least common multiple.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) { return b.abs(b.mul(b.itrunc(x[0], b.gcd(x[0], x[1])), x[1])); }
  static constexpr NotDifferentiable vjp{};
};
// The neighbor in a narrow dtype, before it is rounded to that. A little more than half of x's last place in that dtype
// is added or taken; below a power of two, where places are half as wide, it is a little more than one.
Reg narrow_next_after(ProgramBuilder& b, Reg x, Reg y, DType d) {
  bool f16 = d == DType::f16;
  double half_place = f16 ? 0x1p-11 : 0x1p-8, smallest = f16 ? 0x1p-24 : 0x1p-133, largest = f16 ? 65504 : 0x1.fep127;
  Reg size = b.abs(x);
  Reg step = b.max(b.mul(size, b.like(x, 1.01 * half_place)), b.like(x, 0.75 * smallest));
  Reg moved = b.select(b.add(x, step), b.sub(x, step), b.lt(x, y));
  Reg infinite = b.eq(size, b.like(x, __builtin_inf()));
  moved = b.select(b.copysign(b.like(x, largest), x), moved, infinite);
  moved = b.select(y, moved, b.eq(x, y));
  Reg nan = b.bit_or(b.ne(x, x), b.ne(y, y));
  return b.select(b.add(x, y), moved, nan);
}
struct nextafter_op {
  static constexpr Schema schemas[] = {"nextafter(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "The neighbor of self toward other.";
  BINARY_SAMPLES
  static Reg formula(ProgramBuilder& b, Args x) {
    bool narrow = x.dtype() == DType::f16 || x.dtype() == DType::bf16;
    return narrow ? narrow_next_after(b, x[0], x[1], x.dtype()) : b.next_after(x[0], x[1]);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::where(g, emit::eq(g, c.data(0), c.data(1)), 0.0, c.grad()));
    if (c.needs(1)) c.set(1, emit::fill(g, c.grad(), 0.0));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/pointwise_arith.def"

}  // namespace adder::rt
