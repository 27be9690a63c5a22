#include <cstring>
#include <map>
#include "codegen/lower.h"
#include "codegen/spirv/spirv.h"
namespace adder::rt {
namespace {
enum : uint32_t {  // opcodes of the SPIR-V specification that are used here
  OpExtension = 10,
  OpExtInstImport = 11,
  OpExtInst = 12,
  OpMemoryModel = 14,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpTypeVoid = 19,
  OpTypeBool = 20,
  OpTypeInt = 21,
  OpTypeFloat = 22,
  OpTypeVector = 23,
  OpTypeArray = 28,
  OpTypeRuntimeArray = 29,
  OpTypeStruct = 30,
  OpTypePointer = 32,
  OpTypeFunction = 33,
  OpConstantTrue = 41,
  OpConstantFalse = 42,
  OpConstant = 43,
  OpFunction = 54,
  OpFunctionEnd = 56,
  OpVariable = 59,
  OpLoad = 61,
  OpStore = 62,
  OpAccessChain = 65,
  OpDecorate = 71,
  OpMemberDecorate = 72,
  OpUConvert = 113,
  OpSConvert = 114,
  OpConvertFToS = 110,
  OpConvertSToF = 111,
  OpBitcast = 124,
  OpIAdd = 128,
  OpFAdd = 129,
  OpISub = 130,
  OpFSub = 131,
  OpIMul = 132,
  OpFMul = 133,
  OpFDiv = 136,
  OpIsNan = 156,
  OpLogicalNotEqual = 165,
  OpLogicalOr = 166,
  OpLogicalAnd = 167,
  OpLogicalNot = 168,
  OpSelect = 169,
  OpIEqual = 170,
  OpINotEqual = 171,
  OpULessThan = 176,
  OpSLessThan = 177,
  OpFOrdEqual = 180,
  OpFUnordNotEqual = 183,
  OpFOrdLessThan = 184,
  OpFOrdGreaterThan = 186,
  OpFOrdLessThanEqual = 188,
  OpShiftRightLogical = 194,
  OpShiftRightArithmetic = 195,
  OpShiftLeftLogical = 196,
  OpBitwiseOr = 197,
  OpBitwiseXor = 198,
  OpBitwiseAnd = 199,
  OpControlBarrier = 224,
  OpLoopMerge = 246,
  OpSelectionMerge = 247,
  OpLabel = 248,
  OpBranch = 249,
  OpBranchConditional = 250,
  OpReturn = 253,
};
enum : uint32_t { kInput = 1, kWorkgroup = 4, kFunction = 7, kPush = 9, kStorage = 12 };
using Words = std::vector<uint32_t>;

class Emitter {
 public:
  explicit Emitter(const Kernel& k) : k_(k) {}
  SpirvModule run() {
    void_ = type(OpTypeVoid, {});
    bool_ = type(OpTypeBool, {});
    u32_ = type(OpTypeInt, {32, 0});
    i32_ = type(OpTypeInt, {32, 1});
    f32_ = type(OpTypeFloat, {32});
    uint32_t v3 = type(OpTypeVector, {u32_, 3}), in_ptr = type(OpTypePointer, {kInput, v3});
    group_ = global(in_ptr, kInput);
    local_ = global(in_ptr, kInput);
    put(deco_, OpDecorate, {group_, 11, 26});
    put(deco_, OpDecorate, {local_, 11, 27});  // BuiltIn WorkgroupId, LocalInvocationId
    Words members(size_t(kMaxPush), u32_);
    uint32_t block = struct_of(members);
    for (int i = 0; i < kMaxPush; ++i) put(deco_, OpMemberDecorate, {block, uint32_t(i), 35, uint32_t(i * 4)});
    push_ = global(type(OpTypePointer, {kPush, block}), kPush);
    for (size_t b = 0; b < k_.buffers.size(); ++b) {
      uint32_t e = stored_type(k_.buffers[b].type);
      if (!reason_.empty()) return {{}, reason_};
      uint32_t key = uint32_t(k_.buffers[b].type);
      if (!block_.count(key)) {
        uint32_t arr = id();
        put(types_, OpTypeRuntimeArray, {arr, e});
        put(deco_, OpDecorate, {arr, 6, uint32_t(kTypeBytes[k_.buffers[b].type])});
        block_[key] = struct_of({arr});
        put(deco_, OpMemberDecorate, {block_[key], 0, 35, 0});
      }
      buffer_.push_back(global(type(OpTypePointer, {kStorage, block_[key]}), kStorage));
      put(deco_, OpDecorate, {buffer_[b], 34, 0});
      put(deco_, OpDecorate, {buffer_[b], 33, uint32_t(b)});  // DescriptorSet, Binding
    }
    row_.resize(k_.rows.size());
    uint32_t main = id(), fn = type(OpTypeFunction, {void_});
    op(OpFunction, {void_, main, 0, fn});
    label(id());
    size_t variables_at = body_.size();
    uint32_t g = value(OpLoad, v3, {group_}), l = value(OpLoad, v3, {local_});
    uint32_t gx = value(81, u32_, {g, 0});
    gy_ = value(81, u32_, {g, 1});
    lid_ = value(81, u32_, {l, 0});  // OpCompositeExtract
    n_ = push(0);
    step_ = push(1);
    start_ = value(OpIAdd, u32_, {value(OpIMul, u32_, {gx, u(64)}), lid_});
    for (size_t b = 0; b < buffer_.size(); ++b) base_.push_back(value(OpIMul, u32_, {gy_, push(2 + int(b))}));
    for (auto& s : k_.stages) {
      stage(s);
      if (!reason_.empty()) return {{}, reason_};
    }
    op(OpReturn, {});
    op(OpFunctionEnd, {});
    Words head{0x07230203, 0x00010300, 0, 0, 0};
    put(head, OpCapability, {1});
    if (int64_) put(head, OpCapability, {11});
    if (bytes_) {
      put(head, OpCapability, {39});
      put(head, OpCapability, {4448});
    }                                 // Int8, StorageBuffer8BitAccess
    put(head, OpCapability, {4466});  // SignedZeroInfNanPreserve
    if (bytes_) text(head, OpExtension, {}, "SPV_KHR_8bit_storage");
    text(head, OpExtension, {}, "SPV_KHR_float_controls");
    text(head, OpExtInstImport, {glsl()}, "GLSL.std.450");
    put(head, OpMemoryModel, {0, 1});
    Words entry{5, main};
    add_text(entry, "main");
    entry.push_back(group_);
    entry.push_back(local_);
    put(head, OpEntryPoint, entry);
    put(head, OpExecutionMode, {main, 17, 64, 1, 1});
    put(head, OpExecutionMode, {main, 4461, 32});
    body_.insert(body_.begin() + long(variables_at), variables_.begin(), variables_.end());
    for (auto* part : {&deco_, &types_, &body_}) head.insert(head.end(), part->begin(), part->end());
    head[3] = next_;
    return {std::move(head), ""};
  }

 private:
  uint32_t id() { return next_++; }
  static void put(Words& w, uint32_t o, const Words& a) {
    w.push_back(uint32_t(a.size() + 1) << 16 | o);
    w.insert(w.end(), a.begin(), a.end());
  }
  static void add_text(Words& w, const char* s) {
    size_t n = std::strlen(s) / 4 + 1, at = w.size();
    w.resize(at + n, 0);
    std::memcpy(&w[at], s, std::strlen(s));
  }
  static void text(Words& w, uint32_t o, Words a, const char* s) {
    add_text(a, s);
    put(w, o, a);
  }
  void op(uint32_t o, const Words& a) { put(body_, o, a); }
  void label(uint32_t l) { op(OpLabel, {l}); }
  uint32_t value(uint32_t o, uint32_t t, Words a) {
    uint32_t r = id();
    a.insert(a.begin(), {t, r});
    op(o, a);
    return r;
  }
  uint32_t type(uint32_t o, const Words& a) {
    Words key = a;
    key.insert(key.begin(), o);
    uint32_t& r = types_seen_[key];
    if (r) return r;
    r = id();
    Words full = a;
    full.insert(full.begin(), r);
    put(types_, o, full);
    return r;
  }
  uint32_t struct_of(const Words& m) {
    uint32_t r = id();
    Words full = m;
    full.insert(full.begin(), r);
    put(types_, OpTypeStruct, full);
    put(deco_, OpDecorate, {r, 2});
    return r;
  }
  uint32_t global(uint32_t ptr, uint32_t storage) {
    uint32_t r = id();
    put(types_, OpVariable, {ptr, r, storage});
    return r;
  }
  uint32_t constant(uint32_t t, Words bits) {
    Words key = bits;
    key.insert(key.begin(), {OpConstant, t});
    uint32_t& r = types_seen_[key];
    if (r) return r;
    r = id();
    bits.insert(bits.begin(), {t, r});
    put(types_, OpConstant, bits);
    return r;
  }
  uint32_t truth(bool b) {
    uint32_t& r = types_seen_[{b ? OpConstantTrue : OpConstantFalse}];
    if (!r) {
      r = id();
      put(types_, b ? OpConstantTrue : OpConstantFalse, {bool_, r});
    }
    return r;
  }
  uint32_t u(uint32_t v) { return constant(u32_, {v}); }
  uint32_t glsl() {
    if (!glsl_) glsl_ = id();
    return glsl_;
  }
  uint32_t push(int member) {
    return value(OpLoad, u32_,
                 {value(OpAccessChain, type(OpTypePointer, {kPush, u32_}), {push_, u(uint32_t(member))})});
  }
  uint32_t stored_type(KType t) {
    switch (t) {
      case kF32: return f32_;
      case kI32: return i32_;
      case kI64: int64_ = true; return type(OpTypeInt, {64, 1});
      case kB8: bytes_ = true; return type(OpTypeInt, {8, 0});
      default: reason_ = "f64 and 16-bit storage are not in this sketch"; return 0;
    }
  }
  uint32_t value_type(MType t) {
    switch (t) {
      case MType::f32: return f32_;
      case MType::i32: return i32_;
      case MType::mask: return bool_;
      case MType::i64: int64_ = true; return type(OpTypeInt, {64, 1});
      default: reason_ = "f64 is not in this sketch"; return f32_;
    }
  }
  uint32_t element(int b, uint32_t i) {  // pointer to buffer b, this row, element i
    uint32_t at = k_.buffers[b].walk == Walk::dense && i ? value(OpIAdd, u32_, {base_[b], i}) : base_[b];
    return value(OpAccessChain, type(OpTypePointer, {kStorage, stored_type(k_.buffers[b].type)}),
                 {buffer_[b], u(0), at});
  }
  uint32_t variable(uint32_t t) {
    uint32_t r = id();
    put(variables_, OpVariable, {type(OpTypePointer, {kFunction, t}), r, kFunction});
    return r;
  }
  void if_then(uint32_t condition, uint32_t yes, uint32_t after) {
    op(OpSelectionMerge, {after, 0});
    op(OpBranchConditional, {condition, yes, after});
    label(yes);
  }
  void barrier() { op(OpControlBarrier, {u(2), u(2), u(264)}); }  // Workgroup; AcquireRelease | WorkgroupMemory

  // One machine program, straight line. `given` has the values of its loads.
  std::vector<uint32_t> emit(const MProgram& p, const std::map<uint16_t, uint32_t>& given, uint32_t i) {
    std::vector<uint32_t> v(p.code.size());
    for (size_t n = 0; n < p.code.size(); ++n) {
      auto& m = p.code[n];
      uint32_t t = value_type(m.type), a = m.a == kNone ? 0 : v[m.a], b = m.b == kNone ? 0 : v[m.b],
               c = m.c == kNone ? 0 : v[m.c];
      auto exact = [&](uint32_t o) {
        uint32_t r = value(o, t, {a, b});
        put(deco_, OpDecorate, {r, 42});
        return r;
      };  // NoContraction
      auto ext = [&](uint32_t f) { return value(OpExtInst, t, {glsl(), f, a}); };
      bool f = is_float(m.from);
      switch (m.op) {
        case MOp::load: v[n] = given.at(uint16_t(n)); break;
        case MOp::constant:
          v[n] = bytes_of(m.type) == 8 ? constant(t, {uint32_t(m.bits), uint32_t(m.bits >> 32)})
                                       : constant(t, {uint32_t(m.bits)});
          break;
        // 112: ConvertUToF
        case MOp::scalar:
          v[n] = m.imm == kCountScalar ? value(m.type == MType::f32 ? 112 : OpBitcast, t, {n_})
                                       : value(OpBitcast, t, {push(2 + kMaxOperands + m.imm)});
          break;
        case MOp::index:
          v[n] = value(OpUConvert, type(OpTypeInt, {64, 0}), {i});
          int64_ = true;
          v[n] = value(OpBitcast, t, {v[n]});
          break;
        case MOp::fadd: v[n] = exact(OpFAdd); break;
        case MOp::fsub: v[n] = exact(OpFSub); break;
        case MOp::fmul: v[n] = exact(OpFMul); break;
        case MOp::fdiv: v[n] = exact(OpFDiv); break;
        case MOp::fsqrt: v[n] = ext(31); break;
        case MOp::fround: v[n] = ext(m.imm == 0 ? 2 : m.imm == 1 ? 8 : m.imm == 2 ? 9 : 3); break;
        case MOp::xmin: v[n] = value(OpSelect, t, {value(OpFOrdLessThan, bool_, {a, b}), a, b}); break;
        case MOp::xmax: v[n] = value(OpSelect, t, {value(OpFOrdGreaterThan, bool_, {a, b}), a, b}); break;
        case MOp::iadd: v[n] = value(OpIAdd, t, {a, b}); break;
        case MOp::isub: v[n] = value(OpISub, t, {a, b}); break;
        case MOp::imul: v[n] = value(OpIMul, t, {a, b}); break;
        case MOp::iand: v[n] = value(OpBitwiseAnd, t, {a, b}); break;
        case MOp::ior: v[n] = value(OpBitwiseOr, t, {a, b}); break;
        case MOp::ixor: v[n] = value(OpBitwiseXor, t, {a, b}); break;
        case MOp::ishl: v[n] = value(OpShiftLeftLogical, t, {a, u(uint32_t(m.imm))}); break;
        case MOp::ishr: v[n] = value(OpShiftRightLogical, t, {a, u(uint32_t(m.imm))}); break;
        case MOp::isar: v[n] = value(OpShiftRightArithmetic, t, {a, u(uint32_t(m.imm))}); break;
        case MOp::feq: v[n] = value(OpFOrdEqual, t, {a, b}); break;
        case MOp::fne: v[n] = value(OpFUnordNotEqual, t, {a, b}); break;
        case MOp::flt: v[n] = value(OpFOrdLessThan, t, {a, b}); break;
        case MOp::fle: v[n] = value(OpFOrdLessThanEqual, t, {a, b}); break;
        case MOp::funord: v[n] = value(OpIsNan, t, {a}); break;  // lowering compares a value with itself only
        case MOp::ieq: v[n] = value(OpIEqual, t, {a, b}); break;
        case MOp::ilt: v[n] = value(OpSLessThan, t, {a, b}); break;
        case MOp::mand: v[n] = value(OpLogicalAnd, t, {a, b}); break;
        case MOp::mor: v[n] = value(OpLogicalOr, t, {a, b}); break;
        case MOp::mxor: v[n] = value(OpLogicalNotEqual, t, {a, b}); break;
        case MOp::mnot: v[n] = value(OpLogicalNot, t, {a}); break;
        case MOp::select: v[n] = value(OpSelect, t, {c, a, b}); break;
        case MOp::bits: v[n] = m.type == m.from ? a : value(OpBitcast, t, {a}); break;
        case MOp::f2i: v[n] = value(OpConvertFToS, t, {a}); break;
        case MOp::i2f: v[n] = value(OpConvertSToF, t, {a}); break;
        case MOp::i2i: v[n] = value(OpSConvert, t, {a}); break;
        case MOp::m2i: v[n] = value(OpSelect, t, {a, constant(t, {1}), constant(t, {0})}); break;
        default: reason_ = kMOpNames[int(m.op)]; return v;
      }
      (void)f;
    }
    return v;
  }
  uint32_t load(KType t, uint32_t ptr) {
    uint32_t x = value(OpLoad, stored_type(t), {ptr});
    return t == kB8 ? value(OpINotEqual, bool_, {x, constant(type(OpTypeInt, {8, 0}), {0})}) : x;
  }
  void store(KType t, uint32_t ptr, uint32_t x) {
    if (t == kB8) {
      uint32_t t8 = type(OpTypeInt, {8, 0});
      x = value(OpSelect, t8, {x, constant(t8, {1}), constant(t8, {0})});
    }
    op(OpStore, {ptr, x});
  }

  void stage(const Stage& s) {
    MBuilder mb;
    std::vector<uint16_t> in, results;
    std::vector<KType> types(s.in.size(), kF32);
    for (auto& i : s.program.code)
      if (i.op == kLoad) types[i.index] = i.type;
    for (size_t o = 0; o < s.in.size(); ++o)
      in.push_back(mb.emit(MOp::load, machine_type(types[o]), kNone, kNone, kNone, int(o), 0, types[o]));
    auto outs = mb.splice(s.program, in);
    std::vector<uint32_t> acc_var;
    std::vector<uint16_t> acc_load;
    for (auto& r : s.reductions) {
      std::vector<uint16_t> operands;
      size_t n = r.acc.size();
      if (lanes_of(r) != kLanes) {
        reason_ = "8-byte accumulators";
        return;
      }
      for (size_t j = 0; j < n; ++j) {
        operands.push_back(
            mb.emit(MOp::load, machine_type(r.acc[j]), kNone, kNone, kNone, int(1000 + acc_load.size()), 0, r.acc[j]));
        acc_load.push_back(operands.back());
      }
      for (int f : r.from) operands.push_back(outs[f]);
      for (auto x : mb.splice(r.step, operands)) results.push_back(x);
      for (size_t j = 0; j < n; ++j) {
        MBuilder m;
        uint16_t c = m.number(machine_type(r.acc[j]), r.init[j].f, r.init[j].i);
        uint32_t t = value_type(machine_type(r.acc[j]));
        acc_var.push_back(variable(t));
        op(OpStore, {acc_var.back(), constant(t, {uint32_t(m.p.code[c].bits)})});
      }
    }
    if (!mb.failed.empty()) {
      reason_ = mb.failed;
      return;
    }
    uint32_t i = 0, i_var = 0, head = id(), test = id(), body = id(), next = id(), end = id();
    if (s.inner) {
      i_var = variable(u32_);
      op(OpStore, {i_var, start_});
      op(OpBranch, {head});
      label(head);
      op(OpLoopMerge, {end, next, 0});
      op(OpBranch, {test});
      label(test);
      i = value(OpLoad, u32_, {i_var});
      op(OpBranchConditional, {value(OpULessThan, bool_, {i, n_}), body, end});
      label(body);
    }
    std::map<uint16_t, uint32_t> given;
    for (size_t o = 0; o < s.in.size(); ++o)
      given[in[o]] = s.in[o].kind == Place::row ? row_[s.in[o].id] : load(types[o], element(s.in[o].id, i));
    for (size_t j = 0; j < acc_load.size(); ++j)
      given[acc_load[j]] = value(OpLoad, value_type(mb.type(acc_load[j])), {acc_var[j]});
    auto v = emit(mb.p, given, i);
    if (!reason_.empty()) return;
    for (size_t j = 0; j < results.size(); ++j) op(OpStore, {acc_var[j], v[results[j]]});
    uint32_t only = id(), after = id();
    bool guarded = false;
    for (size_t o = 0; o < outs.size(); ++o) {
      Place p = s.out[o];
      if (p.kind == Place::row) row_[p.id] = v[outs[o]];
      if (p.kind != Place::buffer) continue;
      if (!s.inner && !guarded) {
        guarded = true;
        if_then(value(OpIEqual, bool_, {lid_, u(0)}), only, after);
      }
      store(k_.buffers[p.id].type, element(p.id, i), v[outs[o]]);
    }
    if (guarded) {
      op(OpBranch, {after});
      label(after);
    }
    if (!s.inner) return;
    op(OpBranch, {next});
    label(next);
    op(OpStore, {i_var, value(OpIAdd, u32_, {i, step_})});
    op(OpBranch, {head});
    label(end);
    size_t first = 0;
    for (auto& r : s.reductions) {
      fold(r, acc_var, first);
      first += r.acc.size();
      if (!reason_.empty()) return;
    }
  }
  void fold(const Reduction& r, const std::vector<uint32_t>& acc_var, size_t first) {
    size_t n = r.acc.size();
    std::vector<uint32_t> shared;
    std::vector<uint32_t> t, ptr;
    for (size_t j = 0; j < n; ++j) {
      t.push_back(value_type(machine_type(r.acc[j])));
      uint32_t array = type(OpTypeArray, {t[j], u(64)});
      ptr.push_back(type(OpTypePointer, {kWorkgroup, t[j]}));
      shared.push_back(shared_array(array, j));
      op(OpStore, {value(OpAccessChain, ptr[j], {shared[j], lid_}), value(OpLoad, t[j], {acc_var[first + j]})});
    }
    barrier();
    for (uint32_t half = 32; half; half /= 2) {
      uint32_t yes = id(), after = id();
      if_then(value(OpULessThan, bool_, {lid_, u(half)}), yes, after);
      MBuilder mb;
      std::vector<uint16_t> operands;
      std::map<uint16_t, uint32_t> given;
      for (size_t j = 0; j < 2 * n; ++j)
        operands.push_back(
            mb.emit(MOp::load, machine_type(r.acc[j % n]), kNone, kNone, kNone, int(j), 0, r.acc[j % n]));
      auto outs = mb.splice(r.combine, operands);
      uint32_t hi = value(OpIAdd, u32_, {lid_, u(half)});
      for (size_t j = 0; j < n; ++j) {
        given[operands[j]] = value(OpLoad, t[j], {value(OpAccessChain, ptr[j], {shared[j], lid_})});
        given[operands[n + j]] = value(OpLoad, t[j], {value(OpAccessChain, ptr[j], {shared[j], hi})});
      }
      auto v = emit(mb.p, given, 0);
      for (size_t j = 0; j < n; ++j) op(OpStore, {value(OpAccessChain, ptr[j], {shared[j], lid_}), v[outs[j]]});
      op(OpBranch, {after});
      label(after);
      barrier();
    }
    for (size_t j = 0; j < n; ++j)
      row_[r.to[j]] = value(OpLoad, t[j], {value(OpAccessChain, ptr[j], {shared[j], u(0)})});
    barrier();  // before the array is used again
  }
  uint32_t shared_array(uint32_t array, size_t j) {
    uint32_t& r = shared_[{array, j}];
    if (!r) r = global(type(OpTypePointer, {kWorkgroup, array}), kWorkgroup);
    return r;
  }

  const Kernel& k_;
  std::string reason_;
  uint32_t next_ = 1, glsl_ = 0;
  Words deco_, types_, body_, variables_;
  std::map<Words, uint32_t> types_seen_;
  std::map<uint32_t, uint32_t> block_;
  std::map<std::pair<uint32_t, size_t>, uint32_t> shared_;
  std::vector<uint32_t> buffer_, base_, row_;
  bool int64_ = false, bytes_ = false;
  uint32_t void_, bool_, u32_, i32_, f32_, group_, local_, push_, n_, step_, start_, gy_, lid_;
};
}  // namespace
SpirvModule emit_spirv(const Kernel& k) {
  return Emitter(k).run();
}
}  // namespace adder::rt
