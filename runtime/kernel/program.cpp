// Builder, register slots, printing, and the reference evaluator.
#include "runtime/kernel/program.h"
#include <cmath>
#include <cstring>
namespace adder::rt {
const KOpRow kKOps[kOpTableEnd] = {
#define KOP(name, arity, types, result, ulp, meaning) {#name, arity, #types, #result, ulp, meaning},
#include "runtime/kernel/kernel_ops.def"
#undef KOP
};
static const char* const kTypeNames[] = {"b8", "i32", "i64", "f32", "f64", "h16"};
bool accepts(KOp op, KType t) {
  std::string_view s = kKOps[op].types;
  if (s == kTypeNames[t]) return true;
  if (s == "f32") return false;
  if (t == kH16) return s == "H";
  bool f = t == kF32 || t == kF64, i = t == kI32 || t == kI64;
  return s == "A" || (s == "N" && (f || i)) || (s == "F" && f) || (s == "I" && i) || (s == "IB" && !f) ||
         (s == "B" && t == kB8);
}
Reg ProgramBuilder::emit(KOp op, KType type, KType result, Reg a, Reg b, Reg c, int index) {
  uint16_t id = uint16_t(p_.code.size());
  p_.code.push_back({op, type, result, id, a.id, b.id, c.id, -1, index});
  if (op == kLoad) p_.n_in = std::max(p_.n_in, index + 1);
  return {id, result};
}
Reg ProgramBuilder::op(KOp op, Reg a, Reg b, Reg c) {
  if (!accepts(op, a.type)) {
    failed_ = true;
    return a;
  }
  CHECK(kKOps[op].arity < 2 || a.type == b.type);
  CHECK(op != kOp_select || c.type == kB8);
  std::string_view r = kKOps[op].result;
  KType result = r == "S"     ? a.type
                 : r == "B"   ? kB8
                 : r == "i32" ? kI32
                 : r == "i64" ? kI64
                 : r == "f32" ? kF32
                 : r == "f64" ? kF64
                              : kH16;
  return emit(op, a.type, result, a, b, c);
}
Reg ProgramBuilder::load(int operand, DType d) {
  Reg r = load_raw(operand, raw_type(d));
  return d == DType::f16 ? widen_f16(r) : d == DType::bf16 ? widen_bf16(r) : r;
}
Reg ProgramBuilder::cast(Reg x, KType to) {
  constexpr KOp ops[] = {kOp_to_b8, kOp_to_i32, kOp_to_i64, kOp_to_f32, kOp_to_f64};
  return x.type == to ? x : op(ops[to], x);
}
void ProgramBuilder::store(Reg x, DType d) {
  x = cast(x, compute_type(d));
  store_raw(d == DType::f16 ? narrow_f16(x) : d == DType::bf16 ? narrow_bf16(x) : x);
}
Program ProgramBuilder::finish() {  // dead code out, then tile slots by last use
  auto& code = p_.code;
  std::vector<int> last(code.size(), -1), renumber(code.size(), -1);
  for (auto o : p_.outs) last[o] = int(code.size());
  for (int i = int(code.size()); i-- > 0;)
    if (last[i] >= 0)
      for (uint16_t u : {code[i].a, code[i].b, code[i].c})
        if (u != 0xffff) last[u] = std::max(last[u], i);
  std::vector<Instr> kept;
  std::vector<int> free_slots;
  for (int i = 0; i < int(code.size()); ++i) {
    if (last[i] < 0) continue;
    Instr in = code[i];
    for (uint16_t* u : {&in.a, &in.b, &in.c})
      if (*u != 0xffff) *u = uint16_t(renumber[*u]);
    bool pinned = in.op == kConstant || in.op == kScalar;  // filled once per run, so never shared
    if (pinned || free_slots.empty())
      in.slot = int16_t(p_.n_slots++);
    else {
      in.slot = int16_t(free_slots.back());
      free_slots.pop_back();
    }
    for (int j = 0; j < i; ++j)
      if (last[j] == i && code[j].op != kConstant && code[j].op != kScalar)
        free_slots.push_back(kept[renumber[j]].slot);
    renumber[i] = in.out = uint16_t(kept.size());
    kept.push_back(in);
  }
  for (auto& o : p_.outs) o = uint16_t(renumber[o]);
  code = std::move(kept);
  p_.direct_out = p_.outs.size() == 1 && p_.outs[0] + 1u == code.size() && code.back().op < kOpTableEnd;
  return std::move(p_);
}
std::string Program::text() const {
  std::string s;
  char num[32];
  for (auto& i : code) {
    s += "%" + std::to_string(i.out) + " = ";
    if (i.op == kLoad)
      s += "load in" + std::to_string(i.index);
    else if (i.op == kScalar)
      s += "scalar " + std::to_string(i.index);
    else if (i.op == kIndex)
      s += "index";
    else if (i.op == kConstant) {
      std::snprintf(num, sizeof num, "constant %.9g", i.constant);
      s += num;
    } else {
      s += kKOps[i.op].name;
      for (uint16_t u : {i.a, i.b, i.c})
        if (u != 0xffff) s += " %" + std::to_string(u);
    }
    s += std::string(" : ") + kTypeNames[i.result] + "\n";
  }
  for (auto o : outs) s += "store %" + std::to_string(o) + "\n";
  return s;
}

Cell read_cell(const void* p, KType t) {
  Cell c{};
  float f;
  int32_t i;
  uint16_t h;
  switch (t) {
    case kB8: c.i = *static_cast<const uint8_t*>(p); break;
    case kI32:
      std::memcpy(&i, p, 4);
      c.i = i;
      break;
    case kF32:
      std::memcpy(&f, p, 4);
      c.f = f;
      break;
    case kH16:
      std::memcpy(&h, p, 2);
      c.i = h;
      break;
    default: std::memcpy(&c, p, 8);
  }
  return c;
}
void write_cell(void* p, KType t, Cell v) {
  float f = float(v.f);
  int32_t i = int32_t(v.i);
  uint16_t h = uint16_t(v.i);
  switch (t) {
    case kB8: *static_cast<uint8_t*>(p) = v.i != 0; break;
    case kI32: std::memcpy(p, &i, 4); break;
    case kF32: std::memcpy(p, &f, 4); break;
    case kH16: std::memcpy(p, &h, 2); break;
    default: std::memcpy(p, &v, 8);
  }
}
static int64_t to_int(double x, double lowest) {
  return x >= lowest && x < -lowest ? int64_t(x) : int64_t(lowest);
}
// Floats are computed in double and rounded to f32 after each instruction: + - * / sqrt are then correctly rounded (53
// >= 2*24+2 bits).
static Cell apply(KOp op, KType t, Cell a, Cell b, Cell c) {
  Cell r{};
  bool is_f = t == kF32 || t == kF64;
  double x = a.f, y = b.f;
  int64_t i = a.i, j = b.i;
  uint64_t u = uint64_t(i), v = uint64_t(j);
  int bits = kTypeBytes[t] * 8;
  switch (op) {
    case kOp_add:
      if (is_f)
        r.f = x + y;
      else
        r.i = int64_t(u + v);
      break;
    case kOp_sub:
      if (is_f)
        r.f = x - y;
      else
        r.i = int64_t(u - v);
      break;
    case kOp_mul:
      if (is_f)
        r.f = x * y;
      else
        r.i = int64_t(u * v);
      break;
    case kOp_neg:
      if (is_f)
        r.f = -x;
      else
        r.i = int64_t(0 - u);
      break;
    case kOp_abs:
      if (is_f)
        r.f = std::fabs(x);
      else
        r.i = i < 0 ? int64_t(0 - u) : i;
      break;
    case kOp_min:
      if (is_f)
        r.f = std::isnan(x) ? x : std::isnan(y) || y < x ? y : x;
      else
        r.i = std::min(i, j);
      break;
    case kOp_max:
      if (is_f)
        r.f = std::isnan(x) ? x : std::isnan(y) || y > x ? y : x;
      else
        r.i = std::max(i, j);
      break;
    case kOp_div: r.f = x / y; break;
    case kOp_idiv: r.i = j == 0 ? 0 : j == -1 ? int64_t(0 - u) : int64_t(std::floor((long double)i / j)); break;
    case kOp_imod: r.i = j == 0 || j == -1 ? 0 : ((i % j) + j) % j; break;
    case kOp_floor: r.f = std::floor(x); break;
    case kOp_ceil: r.f = std::ceil(x); break;
    case kOp_trunc: r.f = std::trunc(x); break;
    case kOp_rint: r.f = std::nearbyint(x); break;
    case kOp_sqrt: r.f = std::sqrt(x); break;
    case kOp_exp: r.f = std::exp(x); break;
    case kOp_expm1: r.f = std::expm1(x); break;
    case kOp_log: r.f = std::log(x); break;
    case kOp_log1p: r.f = std::log1p(x); break;
    case kOp_sin: r.f = std::sin(x); break;
    case kOp_cos: r.f = std::cos(x); break;
    case kOp_tanh: r.f = std::tanh(x); break;
    case kOp_erf: r.f = std::erf(x); break;
    case kOp_pow: r.f = std::pow(x, y); break;
    case kOp_eq: r.i = is_f ? x == y : i == j; break;
    case kOp_ne: r.i = is_f ? x != y : i != j; break;
    case kOp_lt: r.i = is_f ? x < y : i < j; break;
    case kOp_le: r.i = is_f ? x <= y : i <= j; break;
    case kOp_is_nan: r.i = std::isnan(x); break;
    case kOp_bit_and: r.i = i & j; break;
    case kOp_bit_or: r.i = i | j; break;
    case kOp_bit_xor: r.i = i ^ j; break;
    case kOp_bit_not: r.i = t == kB8 ? !i : ~i; break;
    case kOp_shl: r.i = j >= 0 && j < bits ? int64_t(u << v) : 0; break;
    case kOp_shr: r.i = i >> (j >= 0 && j < bits ? j : bits - 1); break;
    case kOp_to_b8: r.i = is_f ? x != 0 : i != 0; break;
    case kOp_to_i32: r.i = is_f ? to_int(x, -2147483648.0) : int32_t(i); break;
    case kOp_to_i64: r.i = is_f ? to_int(x, -9223372036854775808.0) : i; break;
    case kOp_to_f32: r.f = is_f ? x : double(float(i)); break;
    case kOp_to_f64: r.f = is_f ? x : double(i); break;
    case kOp_widen_f16: r.f = widen_half(uint16_t(i)); break;
    case kOp_widen_bf16: r.f = widen_bfloat(uint16_t(i)); break;
    case kOp_narrow_f16: r.i = narrow_half(float(x)); break;
    case kOp_narrow_bf16: r.i = narrow_bfloat(float(x)); break;
    case kOp_select: r = c.i ? a : b; break;
    default: CHECK(!"kernel op without a reference meaning");
  }
  return r;
}
void evaluate(const Program& p, const Cell* in, const ScalarArg* scalars, int64_t index, Cell* out) {
  std::vector<Cell> reg(p.code.size());
  for (auto& s : p.code) {
    Cell r{};
    if (s.op == kLoad)
      r = in[s.index];
    else if (s.op == kScalar) {
      if (s.type == kF32 || s.type == kF64)
        r.f = scalars[s.index].f;
      else
        r.i = scalars[s.index].i;
    } else if (s.op == kIndex)
      r.i = index;
    else if (s.op == kConstant) {
      if (s.type == kF32 || s.type == kF64)
        r.f = s.constant;
      else
        r.i = to_int(s.constant, -9223372036854775808.0);
    } else {
      auto at = [&](uint16_t u) { return u == 0xffff ? Cell{} : reg[u]; };
      r = apply(s.op, s.type, at(s.a), at(s.b), at(s.c));
    }
    if (s.result == kF32) r.f = float(r.f);
    if (s.result == kI32) r.i = int32_t(r.i);
    reg[s.out] = r;
  }
  for (size_t k = 0; k < p.outs.size(); ++k) out[k] = reg[p.outs[k]];
}
}  // namespace adder::rt
