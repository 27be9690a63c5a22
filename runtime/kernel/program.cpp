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
static const char* const kTypeNames[kTypeCount] = {"b8", "i32", "i64", "f32", "f64", "h16",
                                                   "u8", "i8",  "i16", "c64", "c128"};

// Letters of the types column; every letter set is spelled in kernel_ops.def.
static bool in_class(char letter, KType t) {
  switch (letter) {
    case 'F': return is_float_type(t);
    case 'I': return t == kI32 || t == kI64;
    case 'N': return in_class('F', t) || in_class('I', t);
    case 'B': return t == kB8;
    case 'A': return in_class('N', t) || t == kB8;
    case 'H': return t == kH16;
    case 'C': return is_complex_type(t);
    default: return false;
  }
}

bool accepts(KOp op, KType t) {
  std::string_view s = kKOps[op].types;
  if (s == kTypeNames[t]) return true;
  if (s[0] < 'A' || s[0] > 'Z') return false;
  for (char letter : s)
    if (in_class(letter, t)) return true;
  return false;
}

const char* type_name(KType t) {
  return kTypeNames[t];
}

Reg ProgramBuilder::emit(KOp op, KType type, KType result, Reg a, Reg b, Reg c, int index) {
  uint16_t id = uint16_t(p_.code.size());
  p_.code.push_back({op, type, result, id, a.id, b.id, c.id, -1, index});
  if (op == kLoad) p_.n_in = std::max(p_.n_in, index + 1);
  return {id, result};
}
static KType result_type(KOp op, KType operand) {
  std::string_view r = kKOps[op].result;
  if (r == "S") return operand;
  if (r == "B") return kB8;
  if (r == "R") return operand == kC64 ? kF32 : kF64;
  if (r == "Z") return operand == kF32 ? kC64 : kC128;
  for (int t = 0; t < kTypeCount; ++t)
    if (r == kTypeNames[t]) return KType(t);
  CHECK(!"kernel_ops.def names an unknown result type");
  return kF32;
}

Reg ProgramBuilder::op(KOp op, Reg a, Reg b, Reg c) {
  if (failed_ || !accepts(op, a.type)) {  // a formula goes on to its end, its program is not used
    failed_ = true;
    return {a.id, result_type(op, a.type)};
  }
  CHECK(kKOps[op].arity < 2 || a.type == b.type);
  CHECK(op != kOp_select || c.type == kB8);
  return emit(op, a.type, result_type(op, a.type), a, b, c);
}
Reg ProgramBuilder::load(int operand, DType d) {
  Reg r = load_raw(operand, raw_type(d));
  switch (d) {
    case DType::f16: return widen_f16(r);
    case DType::bf16: return widen_bf16(r);
    case DType::u8: return widen_u8(r);
    case DType::i8: return widen_i8(r);
    case DType::i16: return widen_i16(r);
    default: return r;
  }
}

Reg ProgramBuilder::cast(Reg x, KType to) {
  constexpr KOp kTo[kTypeCount] = {kOp_to_b8,   kOp_to_i32,  kOp_to_i64,  kOp_to_f32, kOp_to_f64, kOpTableEnd,
                                   kOpTableEnd, kOpTableEnd, kOpTableEnd, kOp_to_c64, kOp_to_c128};
  if (x.type == to) return x;
  CHECK(kTo[to] != kOpTableEnd);
  return op(kTo[to], x);
}

static bool narrows(ProgramBuilder& b, Reg x, DType to, Reg* narrow) {
  if (x.type == kF32 && to == DType::f16) *narrow = b.narrow_f16(x);
  if (x.type == kF32 && to == DType::bf16) *narrow = b.narrow_bf16(x);
  if (x.type == kI32 && to == DType::u8) *narrow = b.narrow_u8(x);
  if (x.type == kI32 && to == DType::i8) *narrow = b.narrow_i8(x);
  if (x.type == kI32 && to == DType::i16) *narrow = b.narrow_i16(x);
  return bytes_of(to) < 4 && to != DType::b8;
}

Reg ProgramBuilder::round(Reg x, DType to) {
  if (to == DType::u8 && !accepts(kOp_bit_and, x.type)) x = cast(x, kI64);  // floats go to uint8 by way of int64
  x = cast(x, compute_type(to));
  if (!narrows(*this, x, to, &x)) return x;
  switch (to) {
    case DType::f16: return widen_f16(x);
    case DType::bf16: return widen_bf16(x);
    case DType::u8: return widen_u8(x);
    case DType::i8: return widen_i8(x);
    default: return widen_i16(x);
  }
}

Reg ProgramBuilder::round_to(Reg x, DType from, DType to) {
  return from == to || bytes_of(to) >= 4 || to == DType::b8 ? x : round(x, to);
}

void ProgramBuilder::store(Reg x, DType d, DType computed) {
  if (computed != d) x = round(x, computed);
  if (d == DType::u8 && !accepts(kOp_bit_and, x.type)) x = cast(x, kI64);
  x = cast(x, compute_type(d));
  narrows(*this, x, d, &x);
  store_raw(x);
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

}  // namespace adder::rt
