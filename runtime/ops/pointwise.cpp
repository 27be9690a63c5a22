// Pointwise ops: a formula per element and a gradient made of other ops. Shape and dtype rules come from the promotion
// class.
#include "runtime/ops/op.h"
namespace adder::rt {
USE_OP(mul)
USE_OP(neg)
USE_OP(div) USE_OP(cos) USE_OP(sin) USE_OP(exp) USE_OP(sub) USE_OP(where) USE_OP(gt) USE_OP(tanh) USE_OP(add)
    USE_OP(erf)  // the ops that this family's rules emit
    namespace {
#define FLOAT_UNARY(opname, text_, lo_, hi_)                                                                          \
  static constexpr Schema schemas[] = {#opname "(Tensor self) -> Tensor", #opname "_(Tensor(a!) self) -> Tensor(a!)", \
                                       #opname ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"};                 \
  static constexpr std::string_view doc = text_, samples[] = {"(2,3)", "(7)"};                                        \
  static constexpr Promotion promotion = Promotion::to_float;                                                         \
  static constexpr Domain domain{lo_, hi_};
#define BINARY_SAMPLES static constexpr std::string_view samples[] = {"(2,3) (2,3)", "(2,3) (3)", "(4,1) (2,1,3)"};

  struct add_op {
    static constexpr Schema schemas[] = {
        "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
        "add.Scalar(Tensor self, Scalar other, *, Scalar alpha=1) -> Tensor",
        "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
        "add_.Scalar(Tensor(a!) self, Scalar other, *, Scalar alpha=1) -> Tensor(a!)",
        "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"};
    static constexpr std::string_view doc = "self + alpha * other.",
                                      samples[] = {"(2,3) (3)", "(2,3) (2,1) alpha=2.5", "(3) 1.5"};
    static Reg formula(ProgramBuilder& b, Args x) {  // on bool, + is or
      if (x[0].type == kB8) return b.bit_or(x[0], x[1]);
      return b.add(x[0], x.given(2) ? b.mul(x[1], x[2]) : x[1]);
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      if (c.needs(0)) c.set(0, c.grad());
      if (c.needs(1)) c.set(1, c.given(2) ? emit::mul(g, c.grad(), c.param(2)) : c.grad());
    }
  };
  struct sub_op {
    static constexpr Schema schemas[] = {"sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
                                         "sub.Scalar(Tensor self, Scalar other, *, Scalar alpha=1) -> Tensor",
                                         "sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)"};
    static constexpr std::string_view doc = "self - alpha * other.", samples[] = {"(2,3) (3)", "(3) (2,3) alpha=2.5"};
    static Reg formula(ProgramBuilder& b, Args x) { return b.sub(x[0], x.given(2) ? b.mul(x[1], x[2]) : x[1]); }
    static void vjp(OpSink& g, VjpCtx& c) {
      if (c.needs(0)) c.set(0, c.grad());
      if (c.needs(1)) {
        Value d = emit::neg(g, c.grad());
        c.set(1, c.given(2) ? emit::mul(g, d, c.param(2)) : d);
      }
    }
  };
  struct mul_op {
    static constexpr Schema schemas[] = {"mul.Tensor(Tensor self, Tensor other) -> Tensor",
                                         "mul.Scalar(Tensor self, Scalar other) -> Tensor",
                                         "mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",
                                         "mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
                                         "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"};
    static constexpr std::string_view doc = "self * other.";
    BINARY_SAMPLES
    static Reg formula(ProgramBuilder& b, Args x) {
      return x[0].type == kB8 ? b.bit_and(x[0], x[1]) : b.mul(x[0], x[1]);
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      if (c.needs(0)) c.set(0, emit::mul(g, c.grad(), c.data(1)));
      if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), c.data(0)));
    }
  };
  struct div_op {
    static constexpr Schema schemas[] = {"div.Tensor(Tensor self, Tensor other) -> Tensor",
                                         "div.Scalar(Tensor self, Scalar other) -> Tensor",
                                         "div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
    static constexpr std::string_view doc = "self / other; integers divide as float32.";
    BINARY_SAMPLES
    static constexpr Promotion promotion = Promotion::to_float;
    static constexpr Domain domain{0.5, 2};
    static Reg formula(ProgramBuilder& b, Args x) { return b.div(x[0], x[1]); }
    static void vjp(OpSink& g, VjpCtx& c) {
      if (c.needs(0)) c.set(0, emit::div(g, c.grad(), c.data(1)));
      if (c.needs(1)) c.set(1, emit::neg(g, emit::div(g, emit::mul(g, c.grad(), c.out()), c.data(1))));
    }
  };
  struct neg_op {
    static constexpr Schema schemas[] = {"neg(Tensor self) -> Tensor", "neg_(Tensor(a!) self) -> Tensor(a!)"};
    static constexpr std::string_view doc = "-self.", samples[] = {"(2,3)"};
    static Reg formula(ProgramBuilder& b, Args x) { return b.neg(x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::neg(g, c.grad())); }
  };
  struct exp_op {
    FLOAT_UNARY(exp, "e to the power of self.", -3, 3)
    static Reg formula(ProgramBuilder& b, Args x) { return b.exp(x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::mul(g, c.grad(), c.out())); }
  };
  struct log_op {
    FLOAT_UNARY(log, "Natural logarithm.", 0.2, 3)
    static Reg formula(ProgramBuilder& b, Args x) { return b.log(x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::div(g, c.grad(), c.data(0))); }
  };
  struct sin_op {
    FLOAT_UNARY(sin, "Sine.", -3, 3)
    static Reg formula(ProgramBuilder& b, Args x) { return b.sin(x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::mul(g, c.grad(), emit::cos(g, c.data(0)))); }
  };
  struct cos_op {
    FLOAT_UNARY(cos, "Cosine.", -3, 3)
    static Reg formula(ProgramBuilder& b, Args x) { return b.cos(x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::neg(g, emit::mul(g, c.grad(), emit::sin(g, c.data(0))))); }
  };
  struct erf_op {
    FLOAT_UNARY(erf, "Error function.", -3, 3)
    static Reg formula(ProgramBuilder& b, Args x) { return b.erf(x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) {
      Value x = c.data(0), d = emit::mul(g, emit::exp(g, emit::neg(g, emit::mul(g, x, x))), 1.1283791670955126);
      c.set(0, emit::mul(g, c.grad(), d));
    }
  };
  struct sigmoid_op {
    FLOAT_UNARY(sigmoid, "1 / (1 + exp(-self)).", -4, 4)
    static Reg formula(ProgramBuilder& b, Args x) {
      Reg one = b.like(x[0], 1);
      return b.div(one, b.add(one, b.exp(b.neg(x[0]))));
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      Value y = c.out();
      c.set(0, emit::mul(g, c.grad(), emit::sub(g, y, emit::mul(g, y, y))));
    }
  };
  struct tanh_op {
    FLOAT_UNARY(tanh, "Hyperbolic tangent.", -3, 3)
    static Reg formula(ProgramBuilder& b, Args x) { return b.tanh(x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) {
      Value y = c.out();
      c.set(0, emit::sub(g, c.grad(), emit::mul(g, c.grad(), emit::mul(g, y, y))));
    }
  };
  struct relu_op {
    static constexpr Schema schemas[] = {"relu(Tensor self) -> Tensor", "relu_(Tensor(a!) self) -> Tensor(a!)"};
    static constexpr std::string_view doc = "max(self, 0); NaN stays NaN.", samples[] = {"(2,3)", "(9)"};
    static Reg formula(ProgramBuilder& b, Args x) { return b.max(x[0], b.like(x[0], 0)); }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::where(g, emit::gt(g, c.out(), 0), c.grad(), 0.0)); }
  };
  struct gelu_op {
    static constexpr Schema schemas[] = {"gelu(Tensor self, *, str approximate='none') -> Tensor"};
    static constexpr std::string_view doc = "x * Phi(x), or its tanh approximation.",
                                      samples[] = {"(2,3)", "(8) approximate='tanh'"};
    static constexpr Promotion promotion = Promotion::to_float;
    static constexpr double kBeta = 0.7978845608028654, kKappa = 0.044715;
    static Reg formula(ProgramBuilder& b, Args a) {
      Reg x = a[0], t;
      if (a.string(1, "none") == "tanh")
        t = b.tanh(b.mul(b.like(x, kBeta), b.add(x, b.mul(b.like(x, kKappa), b.mul(x, b.mul(x, x))))));
      else
        t = b.erf(b.mul(x, b.like(x, 0.7071067811865476)));
      return b.mul(b.mul(b.like(x, 0.5), x), b.add(b.like(x, 1), t));
    }
    static void vjp(OpSink& g, VjpCtx& c) {  // Phi(x) + x Phi'(x)
      Value x = c.data(0), xx = emit::mul(g, x, x), t, slope;
      if (c.given(1) && std::string_view(c.param(1).s) == "tanh") {
        t = emit::tanh(g, emit::mul(g, emit::add(g, x, emit::mul(g, emit::mul(g, xx, x), kKappa)), kBeta));
        slope = emit::mul(g, emit::sub(g, 1.0, emit::mul(g, t, t)),
                          emit::add(g, emit::mul(g, xx, 3 * kKappa * kBeta), kBeta));
      } else {
        t = emit::erf(g, emit::mul(g, x, 0.7071067811865476));
        slope = emit::mul(g, emit::exp(g, emit::mul(g, xx, -0.5)), 0.7978845608028654);
      }
      c.set(0, emit::mul(g, c.grad(), emit::mul(g, emit::add(g, emit::add(g, t, 1.0), emit::mul(g, x, slope)), 0.5)));
    }
  };
  struct floor_op {
    static constexpr Schema schemas[] = {"floor(Tensor self) -> Tensor"};
    static constexpr std::string_view doc = "Largest integer not above self.", samples[] = {"(2,3)"};
    static constexpr Promotion promotion = Promotion::to_float;
    static Reg formula(ProgramBuilder& b, Args x) { return b.floor(x[0]); }
    static constexpr NotDifferentiable vjp{};
  };
  struct eq_op {
    static constexpr Schema schemas[] = {"eq.Tensor(Tensor self, Tensor other) -> Tensor",
                                         "eq.Scalar(Tensor self, Scalar other) -> Tensor"};
    static constexpr std::string_view doc = "self == other.";
    BINARY_SAMPLES
    static constexpr OutType outs[] = {OutType::boolean};
    static Reg formula(ProgramBuilder& b, Args x) { return b.eq(x[0], x[1]); }
    static constexpr NotDifferentiable vjp{};
  };
  struct gt_op {
    static constexpr Schema schemas[] = {"gt.Tensor(Tensor self, Tensor other) -> Tensor",
                                         "gt.Scalar(Tensor self, Scalar other) -> Tensor"};
    static constexpr std::string_view doc = "self > other.";
    BINARY_SAMPLES
    static constexpr OutType outs[] = {OutType::boolean};
    static Reg formula(ProgramBuilder& b, Args x) { return b.lt(x[1], x[0]); }
    static constexpr NotDifferentiable vjp{};
  };
  struct where_op {
    static constexpr Schema schemas[] = {"where.self(Tensor condition, Tensor self, Tensor other) -> Tensor"};
    static constexpr std::string_view doc = "self where condition, else other.",
                                      samples[] = {"b(2,3) (2,3) (3)", "b(3) (2,3) 0.5"};
    static constexpr Promotion promotion = Promotion::select;
    static Reg formula(ProgramBuilder& b, Args x) { return b.select(x[1], x[2], x[0]); }
    static void vjp(OpSink& g, VjpCtx& c) {
      if (c.needs(1)) c.set(1, emit::where(g, c.data(0), c.grad(), 0.0));
      if (c.needs(2)) c.set(2, emit::where(g, c.data(0), 0.0, c.grad()));
    }
  };
  struct to_op {
    static constexpr Schema schemas[] = {"to.dtype(Tensor self, ScalarType dtype) -> Tensor"};
    static constexpr std::string_view doc = "A contiguous copy with another dtype.",
                                      samples[] = {"(2,3) dtype=float64", "(4) dtype=int32"};
    static constexpr Promotion promotion = Promotion::cast;
    static Reg formula(ProgramBuilder&, Args x) { return x[0]; }
    static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }
  };
  struct clone_op {
    static constexpr Schema schemas[] = {"clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor"};
    static constexpr std::string_view doc = "A copy.", samples[] = {"(2,3)"};
    static Reg formula(ProgramBuilder&, Args x) { return x[0]; }
    static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }
  };
  struct fill_op {
    static constexpr Schema schemas[] = {"fill.Scalar(Tensor self, Scalar value) -> Tensor",
                                         "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)"};
    static constexpr std::string_view doc = "value in the shape of self.", samples[] = {"(2,3) 1.5"};
    static constexpr Promotion promotion = Promotion::none;
    static Reg formula(ProgramBuilder&, Args x) { return x[1]; }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::mul(g, c.grad(), 0)); }
  };
}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/pointwise.def"
}  // namespace adder::rt
