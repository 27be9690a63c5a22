// Copies, conversions of dtype, and the parts of complex numbers.
#include "runtime/ops/pointwise_rules.h"

namespace adder::rt {

USE_OP(add)
USE_OP(sub)
USE_OP(mul)
USE_OP(neg)
USE_OP(div)
USE_OP(cos)
USE_OP(sin)
USE_OP(fill)
USE_OP(complex)
USE_OP(real_part)
USE_OP(imag_part)
USE_OP(sgn)
USE_OP(where)
USE_OP(eq)
USE_OP(conj_physical)
USE_OP(sum)
USE_OP(abs)

namespace {

struct to_op {
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view grad_name = "ToCopyBackward0";
  static constexpr Schema schemas[] = {"to(Tensor self, ScalarType dtype, MemoryFormat? memory_format=None) -> Tensor"};
  static constexpr std::string_view doc = "A copy with another dtype.",
                                    samples[] = {"(2,3) dtype=float64", "(4) dtype=int32"};
  static constexpr Promotion promotion = Promotion::cast;
  static Reg formula(ProgramBuilder& b, Args x) { return x[0]; }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value d = c.grad();
    if (is_complex(c.out_meta().dtype) && !is_complex(c.meta(0).dtype)) d = emit::real_part(g, d);
    c.set(0, d);
  }
};
struct clone_op {
  static constexpr Schema schemas[] = {"clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor"};
  static constexpr std::string_view doc = "A copy.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder&, Args x) { return x[0]; }
  static void vjp(OpSink&, VjpCtx& c) { c.set(0, c.grad()); }
};
struct copy_op {
  static constexpr std::string_view grad_name = "CopyBackwards";
  static constexpr uint32_t surface = kTensor;
  static constexpr Schema schemas[] = {"copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor",
                                       "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)"};
  static constexpr std::string_view doc = "src in the shape and dtype of self.",
                                    samples[] = {"(2,3) (2,3)", "(2,3) (3)"};
  static constexpr Promotion promotion = Promotion::none;
  static Reg formula(ProgramBuilder&, Args x) { return x[1]; }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::fill(g, c.grad(), 0.0));
    if (c.needs(1)) c.set(1, c.grad());
  }
};

// ---- complex numbers; real() and imag() of Python are views made of these where they can be

struct conj_physical_op {
  UNARY_SCHEMAS(conj_physical)
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "Complex conjugate.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return is_complex_type(x.compute()) ? b.conj(x[0]) : x[0]; }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::conj_physical(g, c.grad())); }
};
struct conj_op {
  static constexpr Schema schemas[] = {"conj(Tensor(a) self) -> Tensor(a)"};
  static constexpr std::string_view doc = "Complex conjugate; a real tensor itself.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    out[0] = is_complex(g.meta(in[0]).dtype) ? emit::conj_physical(g, in[0]) : in[0];
  }
};
struct real_part_op {
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {"real_part(Tensor self) -> Tensor"};
  static constexpr OutType outs[] = {OutType::real};
  static constexpr std::string_view doc = "Real part, copied.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) { return is_complex_type(x.compute()) ? b.real(x[0]) : x[0]; }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, c.grad()); }
};
struct imag_part_op {
  static constexpr uint32_t surface = kInternal;
  static constexpr Schema schemas[] = {"imag_part(Tensor self) -> Tensor"};
  static constexpr OutType outs[] = {OutType::real};
  static constexpr std::string_view doc = "Imaginary part, copied.", samples[] = {"(2,3)"};
  static Reg formula(ProgramBuilder& b, Args x) {
    return is_complex_type(x.compute()) ? b.imag(x[0]) : b.like(x[0], 0);
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::complex(g, emit::fill(g, c.grad(), 0.0), c.grad())); }
};
struct complex_op {
  static constexpr Schema schemas[] = {"complex(Tensor real, Tensor imag) -> Tensor"};
  static constexpr std::string_view doc = "real + i imag.", samples[] = {"(2,3) (2,3)"};
  static constexpr Promotion promotion = Promotion::none;
  static constexpr OutType outs[] = {OutType::complex};
  static Status check(std::span<const Arg>, const DType* d) {
    if (!is_floating(d[0]) || !is_floating(d[1]))
      return Status::error(std::string("Expected both inputs to be Half, Float or Double tensors but got ") +
                           row_of(d[0]).scalar_name + " and " + row_of(d[1]).scalar_name);
    if (d[0] == d[1]) return {};
    return Status::error(std::string("Expected object of scalar type ") + row_of(d[0]).scalar_name +
                         " but got scalar type " + row_of(d[1]).scalar_name + " for second argument");
  }
  static Reg formula(ProgramBuilder& b, Args x) { return b.join(x[0], x[1]); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, emit::real_part(g, c.grad()));
    if (c.needs(1)) c.set(1, emit::imag_part(g, c.grad()));
  }
};
struct polar_op {
  static constexpr Schema schemas[] = {"polar(Tensor abs, Tensor angle) -> Tensor"};
  static constexpr std::string_view doc = "abs * (cos(angle) + i sin(angle)).", samples[] = {"(2,3) (2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    out[0] = emit::complex(g, emit::mul(g, in[0], emit::cos(g, in[1])), emit::mul(g, in[0], emit::sin(g, in[1])));
  }
};
struct angle_op {
  static constexpr Schema schemas[] = {"angle(Tensor self) -> Tensor",
                                       "angle.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Phase; 0 or pi for real numbers.", samples[] = {"(2,3)"};
  static constexpr Promotion promotion = Promotion::to_float;
  static constexpr OutType outs[] = {OutType::real};
  static Reg formula(ProgramBuilder& b, Args x) {
    if (is_complex_type(x.compute())) return b.phase(x[0]);
    Reg r = b.select(b.like(x[0], 3.14159265358979323846), b.like(x[0], 0), b.lt(x[0], b.like(x[0], 0)));
    return b.select(x[0], r, b.is_nan(x[0]));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    if (!is_complex(c.meta(0).dtype)) {
      c.set(0, emit::fill(g, c.grad(), 0.0));
      return;
    }
    Value r = emit::abs(g, x);
    Value scaled = emit::where(g, emit::eq(g, r, 0.0), 0.0, emit::div(g, c.grad(), emit::mul(g, r, r)));
    Value re = emit::mul(g, scaled, emit::neg(g, emit::imag_part(g, x)));
    c.set(0, emit::complex(g, re, emit::mul(g, scaled, emit::real_part(g, x))));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/pointwise_convert.def"

}  // namespace adder::rt
