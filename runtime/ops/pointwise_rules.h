// What the pointwise families share: schema texts that follow from a name, checks in PyTorch's words, small gradients.
#pragma once
#include "runtime/ops/op.h"

namespace adder::rt {

#define UNARY_SCHEMAS(opname)                                                    \
  static constexpr Schema schemas[] = {#opname "(Tensor self) -> Tensor",        \
                                       #opname "_(Tensor(a!) self) -> Tensor(a!)", \
                                       #opname ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"};
#define BINARY_SCHEMAS(opname)                                                                          \
  static constexpr Schema schemas[] = {#opname ".Tensor(Tensor self, Tensor other) -> Tensor",          \
                                       #opname ".Scalar(Tensor self, Scalar other) -> Tensor",          \
                                       #opname "_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)", \
                                       #opname "_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)", \
                                       #opname ".out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"};
// Operand i. A number in place of a tensor is first rounded to the dtype of the computation, as PyTorch's kernels for most
// ops of two tensors do; products and quotients take numbers as they are.
inline Reg rounded(ProgramBuilder& b, Args& x, int i) {
  Reg r = x[i];
  bool half = x.dtype() == DType::f16 || x.dtype() == DType::bf16;
  return half && x.is_number(i) ? b.round_to(r, DType::f32, x.dtype()) : r;
}
// What PyTorch's kernels keep in the dtype of the computation between two steps.
inline Reg kept(ProgramBuilder& b, const Args& x, Reg r) {
  bool half = x.dtype() == DType::f16 || x.dtype() == DType::bf16;
  return half ? b.round_to(r, DType::f32, x.dtype()) : r;
}
USE_OP(to)
// float16 and bfloat16 as float32, for gradients that PyTorch computes in one kernel and rounds once, at the end.
inline Value widened(OpSink& g, Value v) {
  DType d = g.meta(v).dtype;
  return d == DType::f16 || d == DType::bf16 ? emit::to(g, v, DType::f32) : v;
}
// A float function of one operand: integers compute in the default dtype.
#define FLOAT_UNARY(opname, text_, lo_, hi_)                                 \
  UNARY_SCHEMAS(opname)                                                      \
  static constexpr std::string_view doc = text_, samples[] = {"(2,3)", "(7)"}; \
  static constexpr Promotion promotion = Promotion::to_float;                \
  static constexpr Domain domain{lo_, hi_};
#define BINARY_SAMPLES static constexpr std::string_view samples[] = {"(2,3) (2,3)", "(2,3) (3)", "(4,1) (2,1,3)"};

inline Status refuse_complex(const DType* d, ErrorKind kind, std::string text) {
  return is_complex(d[0]) ? Status::error(kind, std::move(text)) : Status();
}
// A constant in the type of x, whatever it is.
inline Reg zero_like(ProgramBuilder& b, Reg x) {
  return b.like(x, 0);
}
inline Reg is_nonzero(ProgramBuilder& b, Reg x) {
  return x.type == kB8 ? x : b.cast(x, kB8);
}
inline bool is_float_reg(Reg x) {
  return is_float_type(x.type);
}
// Promotion of the operands' dtypes alone, for checks.
inline bool all_of(std::span<const Arg> args, const DType* d, int n, bool (*test)(DType)) {
  for (int i = 0; i < n && i < int(args.size()); ++i) {
    if (args[size_t(i)].is_tensor() && !test(d[i])) return false;
    if (args[size_t(i)].is_number() && !test(args[size_t(i)].tag == Tag::boolean     ? DType::b8
                                             : args[size_t(i)].is_integer()          ? DType::i64
                                             : args[size_t(i)].tag == Tag::floating ? DType::f32
                                                                                    : DType::c64))
      return false;
  }
  return true;
}

}  // namespace adder::rt
