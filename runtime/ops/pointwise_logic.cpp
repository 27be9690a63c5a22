// Comparisons, logic, bits, tests for special values, selection by a mask.
#include "runtime/ops/pointwise_rules.h"

namespace adder::rt {

USE_OP(where)
USE_OP(fill)
USE_OP(sum)
USE_OP(masked_fill)
USE_OP(sub)
USE_OP(abs)
USE_OP(add)
USE_OP(mul)
USE_OP(le)
USE_OP(eq)
USE_OP(isnan)
USE_OP(isfinite)
USE_OP(logical_and)
USE_OP(logical_or)
USE_OP(logical_not)

namespace {

#define COMPARISON(opname, alias, text, expression)                      \
  struct opname##_op {                                                   \
    BINARY_SCHEMAS(opname)                                               \
    static constexpr std::string_view aliases[] = {alias};               \
    static constexpr std::string_view doc = text;                        \
    BINARY_SAMPLES                                                       \
    static constexpr OutType outs[] = {OutType::boolean};                \
    static Reg formula(ProgramBuilder& b, Args x) {                      \
      Reg p = rounded(b, x, 0), q = rounded(b, x, 1);                    \
      return expression;                                                 \
    }                                                                    \
    static constexpr NotDifferentiable vjp{};                            \
  };
COMPARISON(eq, "", "self == other.", b.eq(p, q))
COMPARISON(ne, "not_equal", "self != other.", b.ne(p, q))
COMPARISON(lt, "less", "self < other.", b.lt(p, q))
COMPARISON(le, "less_equal", "self <= other.", b.le(p, q))
COMPARISON(gt, "greater", "self > other.", b.lt(q, p))
COMPARISON(ge, "greater_equal", "self >= other.", b.le(q, p))
#undef COMPARISON

#define LOGICAL(opname, text, expression)                                                                             \
  struct opname##_op {                                                                                                \
    static constexpr Schema schemas[] = {#opname "(Tensor self, Tensor other) -> Tensor",                             \
                                         #opname "_(Tensor(a!) self, Tensor other) -> Tensor(a!)",                    \
                                         #opname ".out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"}; \
    static constexpr std::string_view doc = text;                                                                     \
    BINARY_SAMPLES                                                                                                    \
    static constexpr OutType outs[] = {OutType::boolean};                                                             \
    static Reg formula(ProgramBuilder& b, Args x) {                                                                   \
      Reg p = is_nonzero(b, x[0]);                                                                                    \
      Reg q = is_nonzero(b, x[1]);                                                                                    \
      return expression;                                                                                              \
    }                                                                                                                 \
    static constexpr NotDifferentiable vjp{};                                                                         \
    static constexpr bool keeps_history = true; /* as in PyTorch */                                                   \
  };
LOGICAL(logical_and, "Both are nonzero.", b.bit_and(p, q))
LOGICAL(logical_or, "One is nonzero.", b.bit_or(p, q))
LOGICAL(logical_xor, "Exactly one is nonzero.", b.bit_xor(p, q))
#undef LOGICAL
struct logical_not_op {
  UNARY_SCHEMAS(logical_not)
  static constexpr std::string_view doc = "self is zero.", samples[] = {"(2,3)"};
  static constexpr OutType outs[] = {OutType::boolean};
  static Reg formula(ProgramBuilder& b, Args x) { return b.bit_not(is_nonzero(b, x[0])); }
  static constexpr NotDifferentiable vjp{};
  static constexpr bool keeps_history = true;
};

#define BITWISE(opname, text, row, kernel)                                                                 \
  struct opname##_op {                                                                                     \
    static constexpr std::string_view kernel_name = kernel;                                                \
    static constexpr Schema schemas[] = {#opname ".Tensor(Tensor self, Tensor other) -> Tensor",           \
                                         #opname ".Scalar(Tensor self, Scalar other) -> Tensor",           \
                                         #opname ".Scalar_Tensor(Scalar self, Tensor other) -> Tensor",    \
                                         #opname "_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",  \
                                         #opname "_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"}; \
    static constexpr std::string_view doc = text;                                                          \
    BINARY_SAMPLES                                                                                         \
    static Reg formula(ProgramBuilder& b, Args x) { return b.row(x[0], x[1]); }                            \
    static constexpr NotDifferentiable vjp{};                                                              \
  };
BITWISE(bitwise_and, "Bitwise and; logical on bool.", bit_and, "bitwise_and_cpu")
BITWISE(bitwise_or, "Bitwise or; logical on bool.", bit_or, "bitwise_or_cpu")
BITWISE(bitwise_xor, "Bitwise exclusive or; logical on bool.", bit_xor, "bitwise_xor_cpu")
BITWISE(bitwise_left_shift, "self shifted left by other bits.", shl, "lshift_cpu")
BITWISE(bitwise_right_shift, "self shifted right by other bits, with the sign.", shr, "rshift_cpu")
#undef BITWISE
struct bitwise_not_op {
  UNARY_SCHEMAS(bitwise_not)
  static constexpr std::string_view doc = "Bitwise not; logical on bool.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.bit_not(x[0]); }
  static constexpr NotDifferentiable vjp{};
};

#define VALUE_TEST(opname, text, for_floats, for_integers)                                                       \
  struct opname##_op {                                                                                           \
    static constexpr Schema schemas[] = {#opname "(Tensor self) -> Tensor"};                                     \
    static constexpr std::string_view doc = text, samples[] = {"(2,3)"};                                         \
    static constexpr OutType outs[] = {OutType::boolean};                                                        \
    static Status check(std::span<const Arg>, const DType* d) {                                                  \
      std::string_view name = #opname;                                                                           \
      if (name != "isposinf" && name != "isneginf") return {};                                                   \
      return refuse_complex(d, ErrorKind::runtime, std::string(name) + " does not support complex inputs.");     \
    }                                                                                                            \
    static Reg formula(ProgramBuilder& b, Args x) {                                                              \
      if (is_complex_type(x.compute())) {                                                                        \
        Reg v = b.real(x[0]);                                                                                    \
        Reg w = b.imag(x[0]);                                                                                    \
        return both(b, test(b, v), test(b, w));                                                                  \
      }                                                                                                          \
      return is_float_type(x.compute()) ? test(b, x[0]) : b.constant(for_integers, kB8);                         \
    }                                                                                                            \
    static Reg test(ProgramBuilder& b, Reg v) { return for_floats; }                                             \
    static Reg both(ProgramBuilder& b, Reg p, Reg q) { return for_integers ? b.bit_and(p, q) : b.bit_or(p, q); } \
    static constexpr NotDifferentiable vjp{};                                                                    \
  };
VALUE_TEST(isnan, "Whether a value is NaN.", b.is_nan(v), 0)
VALUE_TEST(isinf, "Whether a value is infinite.", b.eq(b.abs(v), b.like(v, __builtin_inf())), 0)
VALUE_TEST(isfinite, "Whether a value is neither infinite nor NaN.", b.lt(b.abs(v), b.like(v, __builtin_inf())), 1)
VALUE_TEST(isposinf, "Whether a value is positive infinity.", b.eq(v, b.like(v, __builtin_inf())), 0)
VALUE_TEST(isneginf, "Whether a value is negative infinity.", b.eq(v, b.like(v, -__builtin_inf())), 0)
#undef VALUE_TEST
struct isreal_op {
  static constexpr Schema schemas[] = {"isreal(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Whether the imaginary part is zero.", samples[] = {"(2,3)"};
  static constexpr OutType outs[] = {OutType::boolean};
  static Reg formula(ProgramBuilder& b, Args x) {
    if (!is_complex_type(x.compute())) return b.constant(1, kB8);
    Reg w = b.imag(x[0]);
    return b.eq(w, b.like(w, 0));
  }
  static constexpr NotDifferentiable vjp{};
};
struct isclose_op {
  static constexpr Schema schemas[] = {
      "isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor"};
  static constexpr std::string_view doc = "abs(self - other) <= atol + rtol * abs(other), or equal.",
                                    samples[] = {"(2,3) (2,3)", "(2,3) (3) 0.5"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    DType x = g.meta(in[0]).dtype;
    DType y = g.meta(in[1]).dtype;
    if (x != y) return g.fail(std::string(row_of(x).scalar_name) + " did not match " + row_of(y).scalar_name);
    double rtol = in.size() > 2 && in[2].given() ? in[2].number() : 1e-5;
    double atol = in.size() > 3 && in[3].given() ? in[3].number() : 1e-8;
    Value close = emit::eq(g, in[0], in[1]);
    if (in.size() > 4 && in[4].flag() && is_differentiable(x))
      close = emit::logical_or(g, close, emit::logical_and(g, emit::isnan(g, in[0]), emit::isnan(g, in[1])));
    if (x == DType::b8) {
      out[0] = close;
      return;
    }
    Value allowed = emit::add(g, emit::abs(g, emit::mul(g, in[1], rtol)), atol);
    Value error = emit::abs(g, emit::sub(g, in[0], in[1]));
    out[0] = emit::logical_or(g, close, emit::logical_and(g, emit::isfinite(g, error), emit::le(g, error, allowed)));
  }
};

struct where_op {
  static constexpr Schema schemas[] = {"where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
                                       "where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor",
                                       "where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor",
                                       "where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor",
                                       "where.method(Tensor self, Tensor condition, Tensor other) -> Tensor",
                                       "where.methodScalar(Tensor self, Tensor condition, Scalar other) -> Tensor"};
  static constexpr uint32_t surface = kTorch | kTensor;
  static constexpr std::string_view doc = "self where condition, else other.",
                                    samples[] = {"b(2,3) (2,3) (3)", "b(3) (2,3) 0.5"};
  static constexpr Promotion promotion = Promotion::select;
  static Status check(std::span<const Arg>, const DType* d) {
    if (d[0] == DType::b8 || d[0] == DType::u8) return {};
    return Status::error(std::string("where expected condition to be a boolean tensor, but got a tensor with dtype ") +
                         row_of(d[0]).scalar_name);
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.select(x[1], x[2], x[0]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(1)) c.set(1, emit::where(g, c.data(0), c.grad(), 0.0));
    if (c.needs(2)) c.set(2, emit::where(g, c.data(0), 0.0, c.grad()));
  }
};
struct masked_fill_op {
  static constexpr Schema schemas[] = {"masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
                                       "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
                                       "masked_fill_.Tensor(Tensor(a!) self, Tensor mask, Tensor value) -> Tensor(a!)",
                                       "masked_fill_.Scalar(Tensor(a!) self, Tensor mask, Scalar value) -> Tensor(a!)"};
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return in.size() > 2 && in[2].is_tensor() ? "MaskedFillBackward1" : "MaskedFillBackward0";
  }
  static constexpr uint8_t overlap = kOverlapDiscouraged | kOverlapPartly;
  static constexpr std::string_view doc = "value where mask, else self.", samples[] = {"(2,3) b(3) 0.5"};
  static constexpr Promotion promotion = Promotion::none;
  static Status check(std::span<const Arg> in, const DType* d) {
    if (d[1] != DType::b8)
      return Status::error(std::string("masked_fill_ only supports boolean masks, but got mask with dtype ") +
                           row_of(d[1]).cpp_name);
    bool scalar = !in[2].is_tensor() || in[2].t->meta.sizes.n == 0;
    if (!scalar)
      return Status::error("masked_fill_ only supports a 0-dimensional value tensor, but got tensor with " +
                           std::to_string(in[2].t->meta.sizes.n) + " dimension(s).");
    return {};
  }
  // The mask is spread first, so it is "tensor a" of a misfit.
  static Status guard(Context&, std::span<const Arg> in) {
    const Sizes& a = in[1].t->meta.sizes;
    const Sizes& b = in[0].t->meta.sizes;
    for (int k = 1; k <= std::min(a.n, b.n); ++k) {
      int64_t x = a[a.n - k];
      int64_t y = b[b.n - k];
      if (x == y || x == 1 || y == 1) continue;
      return Status::error("The size of tensor a (" + std::to_string(x) + ") must match the size of tensor b (" +
                           std::to_string(y) + ") at non-singleton dimension " + std::to_string(std::max(a.n, b.n) - k));
    }
    return {};
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.select(x[2], x[0], is_nonzero(b, x[1])); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::masked_fill(g, c.grad(), c.data(1), 0.0));
    if (c.needs(2)) c.set(2, emit::sum(g, emit::where(g, c.data(1), c.grad(), 0.0)));
  }
};
struct fill_op {
  static constexpr Schema schemas[] = {"fill.Tensor(Tensor self, Tensor value) -> Tensor",
                                       "fill.Scalar(Tensor self, Scalar value) -> Tensor",
                                       "fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)",
                                       "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "value in the shape of self.", samples[] = {"(2,3) 1.5"};
  static constexpr Promotion promotion = Promotion::none;
  static Status check(std::span<const Arg> in, const DType*) {
    if (!in[1].is_tensor() || in[1].t->meta.sizes.n == 0) return {};
    return Status::error("fill_ only supports 0-dimension value tensor but got tensor with " +
                         std::to_string(in[1].t->meta.sizes.n) + " dimensions.");
  }
  static Reg formula(ProgramBuilder&, Args x) { return x[1]; }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::fill(g, c.grad(), 0.0));
    if (c.needs(1)) c.set(1, emit::sum(g, c.grad()));
  }
};
struct zero_op {
  static constexpr Schema schemas[] = {"zero(Tensor self) -> Tensor", "zero_(Tensor(a!) self) -> Tensor(a!)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "Zeros in the shape of self.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return b.like(x[0], 0); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::fill(g, c.grad(), 0.0)); }
};
struct nan_to_num_op {
  static constexpr Schema schemas[] = {
      "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
      "nan_to_num_(Tensor(a!) self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Replaces NaN and infinities by finite numbers.",
                                    samples[] = {"(2,3)", "(2,3) 1.5"};
  static double largest(DType d) {
    switch (d) {
      case DType::f16: return 65504;
      case DType::bf16: return 3.3895313892515355e38;
      case DType::f32:
      case DType::c64: return 3.4028234663852886e38;
      default: return 1.7976931348623157e308;
    }
  }
  static Reg formula(ProgramBuilder& b, Args x) {
    if (!is_float_type(x.compute())) return x[0];
    double top = largest(x.dtype());
    Reg inf = b.like(x[0], __builtin_inf());
    Reg r = b.select(x.number(2, top), x[0], b.eq(x[0], inf));
    r = b.select(x.number(3, -top), r, b.eq(x[0], b.neg(inf)));
    return b.select(x.number(1, 0), r, b.is_nan(x[0]));
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::where(g, emit::isfinite(g, c.data(0)), c.grad(), 0.0)); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/pointwise_logic.def"

}  // namespace adder::rt
