#include "codegen/cpu/asm.h"
#include <cstring>
namespace adder::codegen {
namespace {
constexpr int32_t kMaskTable[16] = {-1, -1, -1, -1, -1, -1, -1, -1};  // eight times -1, then eight times 0
using Id = x86::Inst::Id;
struct InstRow {
  MOp op;
  MType type;
  Id avx2, avx512;
};
#define I(n) Id::kIdV##n
constexpr InstRow kRows[] = {
    // two sources, one destination of the same type; 0: another way, or none
    {MOp::fadd, MType::f32, I(addps), I(addps)},
    {MOp::fadd, MType::f64, I(addpd), I(addpd)},
    {MOp::fsub, MType::f32, I(subps), I(subps)},
    {MOp::fsub, MType::f64, I(subpd), I(subpd)},
    {MOp::fmul, MType::f32, I(mulps), I(mulps)},
    {MOp::fmul, MType::f64, I(mulpd), I(mulpd)},
    {MOp::fdiv, MType::f32, I(divps), I(divps)},
    {MOp::fdiv, MType::f64, I(divpd), I(divpd)},
    {MOp::xmin, MType::f32, I(minps), I(minps)},
    {MOp::xmin, MType::f64, I(minpd), I(minpd)},
    {MOp::xmax, MType::f32, I(maxps), I(maxps)},
    {MOp::xmax, MType::f64, I(maxpd), I(maxpd)},
    {MOp::iadd, MType::i32, I(paddd), I(paddd)},
    {MOp::iadd, MType::i64, I(paddq), I(paddq)},
    {MOp::isub, MType::i32, I(psubd), I(psubd)},
    {MOp::isub, MType::i64, I(psubq), I(psubq)},
    {MOp::imul, MType::i32, I(pmulld), I(pmulld)},
    {MOp::imul, MType::i64, Id(0), I(pmullq)},
    {MOp::iand, MType::i32, I(pand), I(pandd)},
    {MOp::iand, MType::i64, I(pand), I(pandq)},
    {MOp::ior, MType::i32, I(por), I(pord)},
    {MOp::ior, MType::i64, I(por), I(porq)},
    {MOp::ixor, MType::i32, I(pxor), I(pxord)},
    {MOp::ixor, MType::i64, I(pxor), I(pxorq)},
    {MOp::mand, MType::mask, I(pand), Id::kIdKandw},
    {MOp::mor, MType::mask, I(por), Id::kIdKorw},
    {MOp::mxor, MType::mask, I(pxor), Id::kIdKxorw},
    {MOp::ishl, MType::i32, I(pslld), I(pslld)},
    {MOp::ishl, MType::i64, I(psllq), I(psllq)},
    {MOp::ishr, MType::i32, I(psrld), I(psrld)},
    {MOp::ishr, MType::i64, I(psrlq), I(psrlq)},
    {MOp::isar, MType::i32, I(psrad), I(psrad)},
    {MOp::isar, MType::i64, Id(0), I(psraq)},
    {MOp::fsqrt, MType::f32, I(sqrtps), I(sqrtps)},
    {MOp::fsqrt, MType::f64, I(sqrtpd), I(sqrtpd)},
    {MOp::fround, MType::f32, I(roundps), I(rndscaleps)},
    {MOp::fround, MType::f64, I(roundpd), I(rndscalepd)},
    {MOp::feq, MType::f32, I(cmpps), I(cmpps)},
    {MOp::feq, MType::f64, I(cmppd), I(cmppd)},
    {MOp::ieq, MType::i32, I(pcmpeqd), I(pcmpd)},
    {MOp::ieq, MType::i64, I(pcmpeqq), I(pcmpq)},
    {MOp::ilt, MType::i32, I(pcmpgtd), I(pcmpd)},
    {MOp::ilt, MType::i64, I(pcmpgtq), I(pcmpq)},
};
#undef I
constexpr auto kTable = [] {
  std::array<std::array<std::array<uint32_t, 2>, 5>, size_t(MOp::count)> t{};
  for (auto& r : kRows) t[size_t(r.op)][size_t(r.type)] = {r.avx2, r.avx512};
  for (MOp c : {MOp::fne, MOp::flt, MOp::fle, MOp::funord}) t[size_t(c)] = t[size_t(MOp::feq)];
  return t;
}();
int compare_code(MOp op) {
  return op == MOp::feq ? 0 : op == MOp::fne ? 4 : op == MOp::flt ? 17 : op == MOp::fle ? 18 : 3;
}  // quiet forms
}  // namespace

bool has_instruction(const MInstr& m, const IsaTraits& isa) {
  switch (m.op) {
    case MOp::imul:
    case MOp::isar: return kTable[size_t(m.op)][size_t(m.from)][isa.column] != 0;
    case MOp::f2i: return m.type == MType::i32 || isa.masks;
    case MOp::i2f: return m.from == MType::i32 || isa.masks;
    default: return true;
  }
}

x86::Vec VecAsm::vec(int bytes) {
  if (bytes > 32) return cc.vector(64);
  if (bytes > 16) return cc.vector(32);
  return cc.vector(16);
}
Val VecAsm::fresh(MType t) {
  Val r;
  r.valid = true;
  if (t != MType::mask)
    r.v = vec_of(t);
  else if (isa.masks)
    r.k = cc.mask();
  else
    r.v = vec(W * 4);
  return r;
}
x86::Mem VecAsm::constant(MType t, uint64_t bits) {
  int b = bytes_of(t), size = std::max(16, W * b);
  if (isa.masks) {
    x86::Mem m = cc.constant(&bits, b);
    int n = size / b;
    m.setSize(0);
    m.setBroadcast(n == 16  ? x86::Mem::Broadcast::k1To16
                   : n == 8 ? x86::Mem::Broadcast::k1To8
                   : n == 4 ? x86::Mem::Broadcast::k1To4
                            : x86::Mem::Broadcast::k1To2);
    return m;
  }
  char full[32];
  for (int i = 0; i < size; i += b) std::memcpy(full + i, &bits, b);
  return cc.constant(full, size);
}
void VecAsm::broadcast(x86::Vec d, MType t, const x86::Mem& at) {
  x86::Mem m = at;
  m.resetBroadcast();
  m.setSize(bytes_of(t));
  if (t == MType::f32)
    cc.emit(Id::kIdVbroadcastss, d, m);
  else if (t == MType::i32)
    cc.emit(Id::kIdVpbroadcastd, d, m);
  else if (d.size() == 16)
    cc.emit(Id::kIdVmovddup, d, m);
  else
    cc.emit(t == MType::f64 ? Id::kIdVbroadcastsd : Id::kIdVpbroadcastq, d, m);
}
void VecAsm::broadcast_lane0(x86::Vec d, MType t, x86::Vec s) {
  cc.emit(bytes_of(t) == 4 ? Id::kIdVpbroadcastd : Id::kIdVpbroadcastq, d, s.xmm());
}
Val VecAsm::repeat_lane0(Val s, MType t) {
  Val r;
  r.valid = true;
  if (t != MType::mask || !isa.masks) {
    r.v = vec(isa.bytes);
    broadcast_lane0(r.v, t, s.v);
    return r;
  }
  auto bit = cc.number().r32();
  cc.emit(Id::kIdKmovw, bit, s.k);
  cc.emit(Id::kIdAnd, bit, 1);
  cc.emit(Id::kIdNeg, bit);
  r.k = cc.mask();
  cc.emit(Id::kIdKmovw, r.k, bit);
  return r;
}
void VecAsm::move(Val d, Val s, MType t) {
  if (t == MType::mask && isa.masks)
    cc.emit(Id::kIdKmovw, d.k, s.k);
  else
    cc.emit(Id::kIdVmovaps, d.v, s.v);
}
Val VecAsm::upper_half(Val s, MType t, int lanes) {
  int size = lanes * bytes_of(t);
  Val r;
  r.valid = true;
  if (size == 64) {
    r.v = cc.vector(32);
    cc.emit(Id::kIdVextracti64x4, r.v, s.v.zmm(), 1);
  } else if (size == 32) {
    r.v = cc.vector(16);
    cc.emit(isa.masks ? Id::kIdVextracti32x4 : Id::kIdVextracti128, r.v, s.v.ymm(), 1);
  } else {
    r.v = cc.vector(16);
    cc.emit(Id::kIdVpshufd, r.v, s.v.xmm(), size == 16 ? 0x4e : 0xb1);
  }
  return r;
}
Val VecAsm::shrink_mask(x86::Vec wide) {  // 64-bit lanes to 32-bit lanes; AVX2 only
  Val r;
  r.valid = true;
  r.v = cc.vector(16);
  if (wide.size() == 16) {
    cc.emit(Id::kIdVpshufd, r.v, wide, 0x08);
    return r;
  }
  auto hi = cc.vector(16);
  cc.emit(Id::kIdVextracti128, hi, wide, 1);
  cc.emit(Id::kIdVshufps, r.v, wide.xmm(), hi, 0x88);
  return r;
}
x86::Vec VecAsm::widen_mask(x86::Vec narrow) {
  auto w = vec(W * 8);
  cc.emit(Id::kIdVpmovsxdq, w, narrow.xmm());
  return w;
}
Val VecAsm::unpack(Val s) {
  if (!s.packed) return s;
  Val r = fresh(MType::i32);
  cc.emit(Id::kIdVpmovzxwd, r.v, low(s.v, W * 2));
  return r;
}

Val VecAsm::pack(Val s) {
  if (s.packed) return s;
  Val r;
  r.valid = r.packed = true;
  r.v = vec(W * 2);
  if (isa.masks) {
    cc.emit(Id::kIdVpmovdw, r.v, s.v);
    return r;
  }
  auto x = vec(W * 4);
  cc.emit(Id::kIdVpackusdw, x, s.v, s.v);
  if (W == 8) cc.emit(Id::kIdVpermq, x, x, 0x08);
  r.v = x.xmm();
  return r;
}

void VecAsm::op(const MInstr& m, Val d, Val a, const asmjit::Operand_& b, Val bv, Val c) {
  uint32_t id = kTable[size_t(m.op)][size_t(m.from)][isa.column];
  bool wide = bytes_of(m.from) == 8 && m.from != MType::mask;
  auto refuse = [&] { failed = std::string(kMOpNames[int(m.op)]) + (wide ? " on 64-bit lanes" : ""); };
  switch (m.op) {
    case MOp::fadd:
    case MOp::fsub:
    case MOp::fmul:
    case MOp::fdiv:
    case MOp::xmin:
    case MOp::xmax:
    case MOp::iadd:
    case MOp::isub:
    case MOp::imul:
    case MOp::iand:
    case MOp::ior:
    case MOp::ixor:
      if (!id) return refuse();
      cc.emit(id, d.v, a.v, b);
      return;
    case MOp::mand:
    case MOp::mor:
    case MOp::mxor:
      if (isa.masks)
        cc.emit(id, d.k, a.k, bv.k);
      else
        cc.emit(id, d.v, a.v, bv.v);
      return;
    case MOp::mnot:
      if (isa.masks)
        cc.emit(Id::kIdKnotw, d.k, a.k);
      else {
        auto ones = vec(W * 4);
        cc.emit(Id::kIdVpcmpeqd, ones, ones, ones);
        cc.emit(Id::kIdVpxor, d.v, a.v, ones);
      }
      return;
    case MOp::fsqrt: cc.emit(id, d.v, a.v); return;
    case MOp::fround: cc.emit(id, d.v, a.v, m.imm | 8); return;
    case MOp::ishl:
    case MOp::ishr:
    case MOp::isar:
      if (!id) return refuse();
      cc.emit(id, d.v, a.v, m.imm);
      return;
    case MOp::feq:
    case MOp::fne:
    case MOp::flt:
    case MOp::fle:
    case MOp::funord:
      if (isa.masks)
        cc.emit(id, d.k, a.v, b, compare_code(m.op));
      else if (!wide)
        cc.emit(id, d.v, a.v, b, compare_code(m.op));
      else {
        auto t = vec(W * 8);
        cc.emit(id, t, a.v, b, compare_code(m.op));
        move(d, shrink_mask(t), MType::mask);
      }
      return;
    case MOp::ieq:
    case MOp::ilt:
      if (isa.masks) {
        cc.emit(id, d.k, a.v, b, m.op == MOp::ieq ? 0 : 1);
        return;
      }
      {
        auto t = wide ? vec(W * 8) : d.v;
        if (m.op == MOp::ieq)
          cc.emit(id, t, a.v, b);
        else {
          auto y = bv.v;
          if (!bv.valid) {
            y = vec(W * bytes_of(m.from));
            cc.emit(Id::kIdVmovups, y, b);
          }
          cc.emit(id, t, y, a.v);
        }
        if (wide) move(d, shrink_mask(t), MType::mask);
      }
      return;
    case MOp::select:  // a where c, else b
      wide = bytes_of(m.type) == 8;
      if (isa.masks) {
        auto y = bv.v;
        if (!bv.valid) {
          y = vec_of(m.type);
          broadcast(y, m.type, b.as<x86::Mem>());
        }
        cc.emit_masked(c.k, wide ? Id::kIdVblendmpd : Id::kIdVblendmps, d.v, y, a.v);
      } else {
        auto y = bv.v;
        if (!bv.valid) {
          y = vec_of(m.type);
          cc.emit(Id::kIdVmovups, y, b);
        }
        cc.emit(wide ? Id::kIdVblendvpd : Id::kIdVblendvps, d.v, y, a.v, wide ? widen_mask(c.v) : c.v);
      }
      return;
    case MOp::fma:
      move(d, a, m.type);
      cc.emit(Id::kIdVfmadd213ps, d.v, bv.v, c.v);
      return;
    case MOp::f2i:
      if (m.type == MType::i32)
        cc.emit(m.from == MType::f32 ? Id::kIdVcvttps2dq : Id::kIdVcvttpd2dq, d.v, a.v);
      else if (isa.masks)
        cc.emit(m.from == MType::f32 ? Id::kIdVcvttps2qq : Id::kIdVcvttpd2qq, d.v, a.v);
      else
        refuse();
      return;
    case MOp::i2f:
      if (m.from == MType::i32)
        cc.emit(m.type == MType::f32 ? Id::kIdVcvtdq2ps : Id::kIdVcvtdq2pd, d.v, a.v);
      else if (isa.masks)
        cc.emit(m.type == MType::f32 ? Id::kIdVcvtqq2ps : Id::kIdVcvtqq2pd, d.v, a.v);
      else
        refuse();
      return;
    case MOp::f2f: cc.emit(m.type == MType::f64 ? Id::kIdVcvtps2pd : Id::kIdVcvtpd2ps, d.v, a.v); return;
    case MOp::i2i:
      if (m.type == MType::i64)
        cc.emit(Id::kIdVpmovsxdq, d.v, a.v);
      else if (isa.masks)
        cc.emit(Id::kIdVpmovqd, d.v, a.v);
      else
        move(d, shrink_mask(a.v), MType::i32);
      return;
    case MOp::m2i: {
      bool w = m.type == MType::i64;
      if (isa.masks) {
        cc.emit(w ? Id::kIdVpmovm2q : Id::kIdVpmovm2d, d.v, a.k);
        cc.emit(w ? Id::kIdVpsrlq : Id::kIdVpsrld, d.v, d.v, w ? 63 : 31);
      } else {
        auto t = vec(W * 4);
        cc.emit(Id::kIdVpsrld, t, a.v, 31);
        if (w)
          cc.emit(Id::kIdVpmovzxdq, d.v, t.xmm());
        else
          cc.emit(Id::kIdVmovaps, d.v, t);
      }
      return;
    }
    case MOp::widen_h: cc.emit(Id::kIdVcvtph2ps, d.v, low(a.v, W * 2)); return;
    case MOp::narrow_h: cc.emit(Id::kIdVcvtps2ph, low(d.v, W * 2), a.v, 0); return;
    default: refuse();
  }
}
void VecAsm::copy_elements(int bytes, const x86::Mem& from, const x86::Mem& to,
                           x86::Gp count) {  // AVX2 has no masked moves below 32 bits
  auto i = cc.number(), f = cc.number(), t = cc.number();
  auto v = cc.number().r32();
  auto top = cc.label(), end = cc.label();
  cc.emit(Id::kIdLea, f, from);
  cc.emit(Id::kIdLea, t, to);
  cc.emit(Id::kIdXor, i, i);
  cc.bind(top);
  cc.emit(Id::kIdCmp, i, count);
  cc.emit(Id::kIdJge, end);
  cc.emit(Id::kIdCmp, i, W);
  cc.emit(Id::kIdJge, end);
  if (bytes == 1) {
    cc.emit(Id::kIdMovzx, v, x86::byte_ptr(f, i));
    cc.emit(Id::kIdMov, x86::byte_ptr(t, i), v.r8());
  } else {
    cc.emit(Id::kIdMovzx, v, x86::word_ptr(f, i, 1));
    cc.emit(Id::kIdMov, x86::word_ptr(t, i, 1), v.r16());
  }
  cc.emit(Id::kIdInc, i);
  cc.emit(Id::kIdJmp, top);
  cc.bind(end);
}
Val VecAsm::load(KType t, const x86::Mem& at, const Val* mask, x86::Gp count) {
  Val r = fresh(machine_type(t));
  x86::Mem m = at;
  auto emit = [&](uint32_t id, x86::Vec to) {
    if (mask && isa.masks)
      cc.emit_zeroing(mask->k, id, to, m);
    else
      cc.emit(id, to, m);
  };
  switch (t) {
    case kF32:
    case kI32:
    case kF64:
    case kI64: {
      bool w = rt::kTypeBytes[t] == 8;
      if (mask && !isa.masks)
        cc.emit(w ? Id::kIdVmaskmovpd : Id::kIdVmaskmovps, r.v, w ? widen_mask(mask->v) : mask->v, m);
      else
        emit(w ? Id::kIdVmovupd : Id::kIdVmovups, r.v);
      return r;
    }
    default: {
      bool h = t == kH16;
      int bytes = W * rt::kTypeBytes[t];
      if (mask && !isa.masks) {
        x86::Mem slot = cc.stack(32);
        copy_elements(rt::kTypeBytes[t], m, slot, count);
        m = slot;
      }
      if (h) {  // stays packed until something needs 32-bit lanes
        r.packed = true;
        r.v = vec(bytes);
        if (bytes == 8 || (bytes == 16 && !isa.masks))
          cc.emit(bytes == 8 ? Id::kIdVmovq : Id::kIdVmovups, r.v, m);
        else
          emit(isa.masks ? Id::kIdVmovdqu16 : Id::kIdVmovups, r.v);
        return r;
      }
      auto wide = vec(W * 4);
      m.setSize(bytes);
      emit(Id::kIdVpmovzxbd, wide);
      if (isa.masks)
        cc.emit(Id::kIdVptestmd, r.k, wide, wide);
      else {
        auto zero = vec(W * 4);
        cc.emit(Id::kIdVpxor, zero, zero, zero);
        cc.emit(Id::kIdVpcmpgtd, r.v, wide, zero);
      }
      return r;
    }
  }
}
Val VecAsm::load_one(KType t, const x86::Mem& at) {  // the same element in every lane
  if (t != kH16 && t != kB8) {
    Val r = fresh(machine_type(t));
    broadcast(r.v, machine_type(t), at);
    return r;
  }
  auto g = cc.number().r32();
  x86::Mem m = at;
  m.setSize(rt::kTypeBytes[t]);
  cc.emit(Id::kIdMovzx, g, m);
  auto one = cc.vector(16);
  cc.emit(Id::kIdVmovd, one, g);
  auto wide = vec(W * 4);
  cc.emit(Id::kIdVpbroadcastd, wide, one);
  Val r = fresh(machine_type(t));
  if (t == kH16) {
    r.packed = true;
    r.v = vec(W * 2);
    cc.emit(Id::kIdVpbroadcastw, r.v, one);
  } else if (isa.masks)
    cc.emit(Id::kIdVptestmd, r.k, wide, wide);
  else {
    auto zero = vec(W * 4);
    cc.emit(Id::kIdVpxor, zero, zero, zero);
    cc.emit(Id::kIdVpcmpgtd, r.v, wide, zero);
  }
  return r;
}
void VecAsm::store(KType t, const x86::Mem& at, Val s, const Val* mask, x86::Gp count) {
  x86::Mem m = at;
  bool w = rt::kTypeBytes[t] == 8;
  int bytes = W * rt::kTypeBytes[t];
  if (t != kH16 && t != kB8) {
    uint32_t id = w ? Id::kIdVmovupd : Id::kIdVmovups;
    if (!mask)
      cc.emit(id, m, s.v);
    else if (isa.masks)
      cc.emit_masked(mask->k, id, m, s.v);
    else
      cc.emit(w ? Id::kIdVmaskmovpd : Id::kIdVmaskmovps, m, w ? widen_mask(mask->v) : mask->v, s.v);
    return;
  }
  auto packed = vec(bytes);
  if (t == kH16)
    packed = low(pack(s).v, bytes);
  else if (isa.masks) {
    auto ones = cc.vector(16);
    cc.emit(Id::kIdVmovups, ones, cc.constant("\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1", 16));
    packed = cc.vector(16);
    cc.emit_zeroing(s.k, Id::kIdVmovdqu8, packed, ones);
  } else {
    auto x = cc.vector(16);
    auto one = cc.vector(16), hi = cc.vector(16);
    if (W == 8) {
      cc.emit(Id::kIdVextracti128, hi, s.v, 1);
      cc.emit(Id::kIdVpackssdw, x, s.v.xmm(), hi);
    } else
      cc.emit(Id::kIdVpackssdw, x, s.v.xmm(), s.v.xmm());
    cc.emit(Id::kIdVpacksswb, x, x, x);
    cc.emit(Id::kIdVpabsb, one, x);
    packed = one;
  }
  if (isa.masks && (mask || (bytes != 8 && bytes != 16 && bytes != 32))) {
    uint32_t id = t == kH16 ? Id::kIdVmovdqu16 : Id::kIdVmovdqu8;
    if (mask)
      cc.emit_masked(mask->k, id, m, packed);
    else
      cc.emit(id, m, packed);
    return;
  }
  x86::Mem slot = m;
  if (mask) slot = cc.stack(32);
  if (bytes == 4)
    cc.emit(Id::kIdVmovd, slot, packed.xmm());
  else if (bytes == 8)
    cc.emit(Id::kIdVmovq, slot, packed.xmm());
  else
    cc.emit(Id::kIdVmovups, slot, packed);
  if (mask) copy_elements(rt::kTypeBytes[t], slot, m, count);
}
void VecAsm::store_one(KType t, const x86::Mem& at, Val s) {
  x86::Mem m = at;
  m.setSize(rt::kTypeBytes[t]);
  if (t == kF32 || t == kI32) {
    cc.emit(Id::kIdVmovss, m, s.v.xmm());
    return;
  }
  if (t == kF64 || t == kI64) {
    cc.emit(Id::kIdVmovsd, m, s.v.xmm());
    return;
  }
  auto g = cc.number().r32();
  if (t == kH16) {
    cc.emit(Id::kIdVmovd, g, s.v.xmm());
    cc.emit(Id::kIdMov, m, g.r16());
    return;
  }
  if (isa.masks)
    cc.emit(Id::kIdKmovw, g, s.k);
  else
    cc.emit(Id::kIdVmovd, g, s.v.xmm());
  cc.emit(Id::kIdAnd, g, 1);
  cc.emit(Id::kIdMov, m, g.r8());
}
Val VecAsm::tail_mask(x86::Gp left, int stream) {
  Val r = fresh(MType::mask);
  if (isa.masks) {
    auto t = cc.number(), n = cc.number();
    cc.emit(Id::kIdMov, t, 64);
    cc.emit(Id::kIdMov, n, left);
    cc.emit(Id::kIdCmp, n, t);
    cc.emit(Id::kIdCmovg, n, t);
    cc.emit(Id::kIdMov, t, -1);
    cc.emit(Id::kIdBzhi, t, t, n);  // looks at 8 bits of n, which is at most 64 here
    if (stream) cc.emit(Id::kIdShr, t, stream * W);
    if (W == 8)
      cc.emit(Id::kIdKmovb, r.k, t.r32());
    else
      cc.emit(Id::kIdKmovw, r.k, t.r32());
    return r;
  }
  auto n = cc.number(), zero = cc.number(), base = cc.number();
  cc.emit(Id::kIdMov, n, left);
  if (stream) cc.emit(Id::kIdSub, n, stream * W);
  cc.emit(Id::kIdXor, zero, zero);
  cc.emit(Id::kIdCmp, n, zero);
  cc.emit(Id::kIdCmovl, n, zero);
  cc.emit(Id::kIdMov, zero, W);
  cc.emit(Id::kIdCmp, n, zero);
  cc.emit(Id::kIdCmovg, n, zero);
  x86::Mem zeros = cc.constant(kMaskTable, sizeof kMaskTable);
  zeros.addOffset(32);
  cc.emit(Id::kIdLea, base, zeros);
  cc.emit(Id::kIdShl, n, 2);
  cc.emit(Id::kIdSub, base, n);
  cc.emit(Id::kIdVmovups, r.v, x86::ptr(base));
  return r;
}
}  // namespace adder::codegen
