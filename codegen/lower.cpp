#include "codegen/lower.h"
#include <cmath>
#include <cstring>
namespace adder::codegen {
const char* const kMOpNames[] = {
#define MOP(name, arity) #name,
#include "codegen/machine.def"
#undef MOP
};
MType machine_type(KType t) {
  switch (t) {
    case kB8: return MType::mask;
    case kI64: return MType::i64;
    case kC64:  // no register holds a pair: splice() refuses them
    case kF32: return MType::f32;
    case kC128:
    case kF64: return MType::f64;
    default: return MType::i32;
  }
}
std::string text(const MProgram& p) {
  static const char* const types[] = {"f32", "f64", "i32", "i64", "mask"};
  std::string s;
  for (size_t i = 0; i < p.code.size(); ++i) {
    auto& m = p.code[i];
    s += "  v" + std::to_string(i) + " = " + kMOpNames[int(m.op)];
    for (auto u : {m.a, m.b, m.c})
      if (u != kNone) s += " v" + std::to_string(u);
    char b[64];
    std::snprintf(b, sizeof b, " #%d %#llx : %s\n", m.imm, static_cast<unsigned long long>(m.bits), types[int(m.type)]);
    s += b;
  }
  return s;
}
uint16_t MBuilder::emit(MOp op, MType t, uint16_t a, uint16_t b, uint16_t c, int imm, uint64_t bits, KType stored) {
  MInstr n{op, t, a == kNone ? t : type(a), a, b, c, imm, bits, stored};
  for (size_t i = p.code.size(); i-- > 0;) {  // programs are short: a scan is cheaper than a table
    auto& m = p.code[i];
    if (m.op == n.op && m.type == t && m.from == n.from && m.a == a && m.b == b && m.c == c && m.imm == imm &&
        m.bits == bits && m.stored == stored)
      return uint16_t(i);
  }
  p.code.push_back(n);
  return uint16_t(p.code.size() - 1);
}
uint16_t MBuilder::number(MType t, double f, int64_t i) {
  uint64_t bits = 0;
  float f4 = float(f);
  if (t == MType::f32)
    std::memcpy(&bits, &f4, 4);
  else if (t == MType::f64)
    std::memcpy(&bits, &f, 8);
  else if (t == MType::i32)
    bits = uint32_t(i);
  else
    bits = uint64_t(i);
  return emit(MOp::constant, t, kNone, kNone, kNone, 0, bits);
}
uint16_t MBuilder::select(uint16_t cond, uint16_t x, uint16_t y) {  // x where cond
  const MInstr c = p.code[cond];
  if (c.op == MOp::flt &&
      is_float(type(x))) {  // p < q ? p : q and p < q ? q : p are one instruction with the same NaN rule
    if (c.a == x && c.b == y) return emit(MOp::xmin, type(x), x, y);
    if (c.a == y && c.b == x) return emit(MOp::xmax, type(x), x, y);
  }
  if (type(x) == MType::mask)
    return emit(MOp::mor, MType::mask, emit(MOp::mand, MType::mask, cond, x),
                emit(MOp::mand, MType::mask, emit(MOp::mnot, MType::mask, cond), y));
  return emit(MOp::select, type(x), x, y, cond);
}

namespace {

// Handles over which math_forms.inc runs. A number has no builder until it meets a value.
struct M {
  MBuilder* b;
  uint16_t v;
};
struct I {
  MBuilder* b;
  uint16_t v;
};
struct F {
  MBuilder* b = nullptr;
  uint16_t v = kNone;
  float number = 0;
  explicit F(float f) : number(f) {}
  F(MBuilder* builder, uint16_t value) : b(builder), v(value) {}
  uint16_t in(MBuilder* builder) const { return b ? v : builder->number(MType::f32, number, 0); }
};
MBuilder* builder_of(F x, F y) {
  return x.b ? x.b : y.b;
}
F binary(MOp op, F x, F y) {
  MBuilder* b = builder_of(x, y);
  uint16_t left = x.in(b);
  uint16_t right = y.in(b);
  return {b, b->emit(op, MType::f32, left, right)};
}
F operator+(F a, F b) {
  return binary(MOp::fadd, a, b);
}
F operator-(F a, F b) {
  return binary(MOp::fsub, a, b);
}
F operator*(F a, F b) {
  return binary(MOp::fmul, a, b);
}
F operator/(F a, F b) {
  return binary(MOp::fdiv, a, b);
}
I integer(MOp op, I a, int n) {
  return {a.b, a.b->emit(op, MType::i32, a.v, a.b->number(MType::i32, 0, n))};
}
I operator+(I a, int n) {
  return integer(MOp::iadd, a, n);
}
I operator-(I a, int n) {
  return integer(MOp::iadd, a, -n);
}
I operator&(I a, int n) {
  return integer(MOp::iand, a, n);
}
I operator-(I a, I b) {
  return {a.b, a.b->emit(MOp::isub, MType::i32, a.v, b.v)};
}
F as_float(I x) {
  return {x.b, x.b->emit(MOp::bits, MType::f32, x.v)};
}
I as_int(F x) {
  return {x.b, x.b->emit(MOp::bits, MType::i32, x.v)};
}
F operator-(F a) {
  return as_float(integer(MOp::ixor, as_int(a), INT32_MIN));
}
M compare(MOp op, F x, F y) {
  MBuilder* b = builder_of(x, y);
  uint16_t left = x.in(b);
  uint16_t right = y.in(b);
  return {b, b->emit(op, MType::mask, left, right)};
}
M operator<(F a, F b) {
  return compare(MOp::flt, a, b);
}
M operator<=(F a, F b) {
  return compare(MOp::fle, a, b);
}
M operator==(F a, F b) {
  return compare(MOp::feq, a, b);
}
F select(M m, F x, F y) {
  uint16_t left = x.in(m.b);
  uint16_t right = y.in(m.b);
  return {m.b, m.b->select(m.v, left, right)};
}
F rint(F x) {
  return {x.b, x.b->emit(MOp::fround, MType::f32, x.v, kNone, kNone, 0)};
}
I to_int(F x) {
  return {x.b, x.b->emit(MOp::f2i, MType::i32, x.v)};
}
F to_float(I x) {
  return {x.b, x.b->emit(MOp::i2f, MType::f32, x.v)};
}
I shift_left(I x, int n) {
  return {x.b, x.b->emit(MOp::ishl, MType::i32, x.v, kNone, kNone, n)};
}
I shift_right(I x, int n) {
  return {x.b, x.b->emit(MOp::isar, MType::i32, x.v, kNone, kNone, n)};
}
F abs(F x) {
  return as_float(as_int(x) & INT32_MAX);
}
F copysign(F x, F sign) {
  I magnitude = as_int(x) & INT32_MAX;
  I bit = as_int(sign) & INT32_MIN;
  return as_float({x.b, x.b->emit(MOp::ior, MType::i32, magnitude.v, bit.v)});
}
#include "runtime/kernel/math_forms.inc"
}  // namespace

uint16_t MBuilder::lower(const Instr& s, uint16_t a, uint16_t b, uint16_t c) {
  MType t = machine_type(s.type);
  bool f = is_float(t);
  MType i = t == MType::f32 ? MType::i32 : t == MType::f64 ? MType::i64 : t;
  auto sign = [&](MOp op, uint64_t mask) {
    return emit(MOp::bits, t, emit(op, i, emit(MOp::bits, i, a), emit(MOp::constant, i, kNone, kNone, kNone, 0, mask)));
  };
  auto mask = [&](MOp op, uint16_t x, uint16_t y = kNone) { return emit(op, MType::mask, x, y); };
  uint64_t top = bytes_of(t) == 4 ? 0x80000000u : 1ull << 63;
  auto extreme = [&](MOp op) {  // NaN if either is NaN, operand 0 at ties
    if (!f) {
      uint16_t less = op == MOp::xmin ? mask(MOp::ilt, b, a) : mask(MOp::ilt, a, b);
      return select(less, b, a);
    }
    uint16_t r = emit(op, t, b, a);  // a where a is NaN
    const MInstr& k = p.code[b];
    double v = 0;
    if (k.op == MOp::constant) {
      float v4;
      if (t == MType::f32) {
        std::memcpy(&v4, &k.bits, 4);
        v = v4;
      } else
        std::memcpy(&v, &k.bits, 8);
    }
    if (k.op == MOp::constant && !std::isnan(v)) return r;
    return emit(MOp::select, t, b, r,
                mask(MOp::mand, mask(MOp::funord, b, b), mask(MOp::mnot, mask(MOp::funord, a, a))));
  };
  auto math = [&](auto form) {
    if (t != MType::f32) {
      failed = rt::kKOps[s.op].name + std::string(" on f64");
      return a;
    }
    return form(F(this, a)).v;
  };
  MOp op;
  (void)op;
  switch (s.op) {
    case kOp_add: return emit(f ? MOp::fadd : MOp::iadd, t, a, b);
    case kOp_sub: return emit(f ? MOp::fsub : MOp::isub, t, a, b);
    case kOp_mul: return emit(f ? MOp::fmul : MOp::imul, t, a, b);
    case kOp_div: return emit(MOp::fdiv, t, a, b);
    case kOp_neg: return f ? sign(MOp::ixor, top) : emit(MOp::isub, t, number(t, 0, 0), a);
    case kOp_abs: {
      if (f) return sign(MOp::iand, top - 1);
      uint16_t z = number(t, 0, 0), n = emit(MOp::isub, t, z, a);
      return select(mask(MOp::ilt, a, z), n, a);
    }
    case kOp_min: return extreme(MOp::xmin);
    case kOp_max: return extreme(MOp::xmax);
    case kOp_rint: return emit(MOp::fround, t, a, kNone, kNone, 0);
    case kOp_floor: return emit(MOp::fround, t, a, kNone, kNone, 1);
    case kOp_ceil: return emit(MOp::fround, t, a, kNone, kNone, 2);
    case kOp_trunc: return emit(MOp::fround, t, a, kNone, kNone, 3);
    case kOp_sqrt: return emit(MOp::fsqrt, t, a);
    case kOp_exp: return math([](F x) { return exp_form(x); });
    case kOp_log: return math([](F x) { return log_form(x); });
    case kOp_tanh: return math([](F x) { return tanh_form(x); });
    case kOp_erf: return math([](F x) { return erf_form(x); });
    case kOp_eq:
    case kOp_ne: {
      bool ne = s.op == kOp_ne;
      if (f) return mask(ne ? MOp::fne : MOp::feq, a, b);
      uint16_t r = t == MType::mask ? mask(MOp::mxor, a, b) : mask(MOp::ieq, a, b);
      return (t == MType::mask) == ne ? r : mask(MOp::mnot, r);
    }
    case kOp_lt:
      return f                  ? mask(MOp::flt, a, b)
             : t == MType::mask ? mask(MOp::mand, mask(MOp::mnot, a), b)
                                : mask(MOp::ilt, a, b);
    case kOp_le:
      return f                  ? mask(MOp::fle, a, b)
             : t == MType::mask ? mask(MOp::mor, mask(MOp::mnot, a), b)
                                : mask(MOp::mnot, mask(MOp::ilt, b, a));
    case kOp_is_nan: return mask(MOp::funord, a, a);
    case kOp_bit_and: return t == MType::mask ? mask(MOp::mand, a, b) : emit(MOp::iand, t, a, b);
    case kOp_bit_or: return t == MType::mask ? mask(MOp::mor, a, b) : emit(MOp::ior, t, a, b);
    case kOp_bit_xor: return t == MType::mask ? mask(MOp::mxor, a, b) : emit(MOp::ixor, t, a, b);
    case kOp_bit_not: return t == MType::mask ? mask(MOp::mnot, a) : emit(MOp::ixor, t, a, number(t, 0, -1));
    case kOp_to_b8:
      return t == MType::mask ? a
             : f              ? mask(MOp::fne, a, number(t, 0, 0))
                              : mask(MOp::mnot, mask(MOp::ieq, a, number(t, 0, 0)));
    case kOp_to_i32:
    case kOp_to_i64: {
      MType to = s.op == kOp_to_i32 ? MType::i32 : MType::i64;
      return t == to ? a : t == MType::mask ? emit(MOp::m2i, to, a) : emit(f ? MOp::f2i : MOp::i2i, to, a);
    }
    case kOp_to_f32:
    case kOp_to_f64: {
      MType to = s.op == kOp_to_f32 ? MType::f32 : MType::f64;
      return t == to            ? a
             : t == MType::mask ? select(a, number(to, 1, 0), number(to, 0, 0))
                                : emit(f ? MOp::f2f : MOp::i2f, to, a);
    }
    case kOp_widen_bf16: return emit(MOp::bits, MType::f32, emit(MOp::ishl, MType::i32, a, kNone, kNone, 16));
    case kOp_widen_f16: return emit(MOp::widen_h, MType::f32, a);
    case kOp_narrow_bf16: {
      uint16_t u = emit(MOp::bits, MType::i32, a),
               odd = emit(MOp::iand, MType::i32, emit(MOp::ishr, MType::i32, u, kNone, kNone, 16),
                          number(MType::i32, 0, 1));
      uint16_t r = emit(MOp::ishr, MType::i32,
                        emit(MOp::iadd, MType::i32, emit(MOp::iadd, MType::i32, u, number(MType::i32, 0, 0x7fff)), odd),
                        kNone, kNone, 16);
      return select(mask(MOp::funord, a, a), number(MType::i32, 0, 0x7fc0), r);
    }
    case kOp_narrow_f16: {  // the instruction keeps NaN payloads, the row wants the quiet NaN with the sign kept
      uint16_t u = emit(MOp::bits, MType::i32, a),
               sgn = emit(MOp::iand, MType::i32, u, number(MType::i32, 0, INT32_MIN));
      uint16_t nan = emit(MOp::ior, MType::i32, sgn, number(MType::i32, 0, 0x7fc00000));
      return emit(MOp::narrow_h, MType::i32, emit(MOp::bits, MType::f32, select(mask(MOp::funord, a, a), nan, u)));
    }
    case kOp_select: return select(c, a, b);
    default: failed = rt::kKOps[s.op].name; return a;  // idiv imod pow sin cos expm1 log1p shl shr
  }
}
std::vector<uint16_t> MBuilder::splice(const Program& prog, const std::vector<uint16_t>& in) {
  std::vector<uint16_t> r(prog.code.size());
  auto get = [&](uint16_t u) { return u == 0xffff ? kNone : r[u]; };
  for (auto& s : prog.code) {
    if (s.result == kC64 || s.result == kC128) {
      failed = "complex values";
      return {};
    }
    MType t = machine_type(s.result);
    if (s.op == kLoad)
      r[s.out] = in[s.index];
    else if (s.op == kScalar)
      r[s.out] = emit(MOp::scalar, t, kNone, kNone, kNone, s.index);
    else if (s.op == kIndex)
      r[s.out] = emit(MOp::index, MType::i64);
    else if (s.op == kConstant)
      r[s.out] = t == MType::mask ? emit(MOp::ieq, t, number(MType::i32, 0, 0), number(MType::i32, 0, s.constant == 0))
                                  : number(t, s.constant,
                                           s.constant >= 9.2e18    ? INT64_MAX
                                           : s.constant <= -9.2e18 ? INT64_MIN
                                                                   : int64_t(s.constant));
    else {
      r[s.out] = lower(s, get(s.a), get(s.b), get(s.c));
      if (!failed.empty()) return {};
    }
  }
  std::vector<uint16_t> outs;
  for (auto o : prog.outs) outs.push_back(r[o]);
  return outs;
}
}  // namespace adder::codegen
