#include "codegen/spirv/emit.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <map>
#include "codegen/lower.h"
#include "codegen/spirv/module.h"
namespace adder::codegen {
namespace {

using spv::Op;
using P = SpirvParameters;

class Emitter {
 public:
  explicit Emitter(const Kernel& k) : k_(k) {}

  SpirvModule run() {
    declare();
    if (!reason_.empty()) return {{}, reason_};
    uint32_t entry = b_.id();
    b_.begin_function(entry);
    uint32_t v3 = b_.type(Op::OpTypeVector, {u32_, 3});
    uint32_t group = b_.value(Op::OpLoad, v3, {group_}), local = b_.value(Op::OpLoad, v3, {local_});
    uint32_t group_x = b_.value(Op::OpCompositeExtract, u32_, {group, 0});
    uint32_t group_y = b_.value(Op::OpCompositeExtract, u32_, {group, 1});
    lane_ = b_.value(Op::OpCompositeExtract, u32_, {local, 0});
    n_ = parameter(P::kExtent);
    step_ = parameter(P::kStep);
    start_ = add(multiply(group_x, u(kWorkgroup)), lane_);
    locate_row(group_y);
    for (const Stage& s : k_.stages) {
      stage(s);
      if (!reason_.empty()) return {{}, reason_};
    }
    b_.need(spv::Capability::SignedZeroInfNanPreserve);
    b_.need_extension("SPV_KHR_float_controls");
    return {b_.finish(entry, {group_, local_}, kWorkgroup), ""};
  }

  // Only whether the program has a form.
  std::string check(const Program& p) {
    declare();
    uint32_t entry = b_.id();
    b_.begin_function(entry);
    n_ = parameter(P::kExtent);
    MBuilder mb;
    std::map<uint16_t, uint32_t> given;
    std::vector<KType> types(size_t(p.n_in), kF32);
    for (const Instr& i : p.code)
      if (i.op == kLoad) types[size_t(i.index)] = i.type;
    std::vector<uint16_t> in;
    for (size_t o = 0; o < types.size(); ++o) {
      stored_type(types[o]);
      in.push_back(mb.emit(MOp::load, machine_type(types[o]), kNone, kNone, kNone, int(o), 0, types[o]));
      given[in.back()] = u(0);
    }
    mb.splice(p, in);
    for (uint16_t o : p.outs) stored_type(p.code[o].result);
    if (!mb.failed.empty()) return mb.failed;
    emit(mb.p, given, u(0));
    return reason_;
  }

 private:
  // ---- declarations

  void declare() {
    bool_ = b_.type(Op::OpTypeBool, {});
    u32_ = b_.type(Op::OpTypeInt, {32, 0});
    i32_ = b_.type(Op::OpTypeInt, {32, 1});
    f32_ = b_.type(Op::OpTypeFloat, {32});
    uint32_t v3 = b_.type(Op::OpTypeVector, {u32_, 3});
    uint32_t input = b_.pointer(spv::StorageClass::Input, v3);
    group_ = b_.global(input, spv::StorageClass::Input);
    local_ = b_.global(input, spv::StorageClass::Input);
    b_.decorate(group_, spv::Decoration::BuiltIn, {uint32_t(spv::BuiltIn::WorkgroupId)});
    b_.decorate(local_, spv::Decoration::BuiltIn, {uint32_t(spv::BuiltIn::LocalInvocationId)});
    for (size_t b = 0; b < k_.buffers.size(); ++b) buffer_.push_back(binding(k_.buffers[b].type, uint32_t(b)));
    parameters_ = binding(kI32, uint32_t(k_.buffers.size()));
    row_.resize(k_.rows.size());
  }
  uint32_t binding(KType t, uint32_t number) {
    uint32_t element = stored_type(t);
    if (!reason_.empty()) return 0;
    uint32_t& block = block_[uint32_t(t)];
    if (!block) {
      block = b_.block({b_.runtime_array(element, uint32_t(rt::kTypeBytes[t]))});
      b_.decorate_member(block, 0, spv::Decoration::Offset, {0});
    }
    uint32_t v = b_.global(b_.pointer(spv::StorageClass::StorageBuffer, block), spv::StorageClass::StorageBuffer);
    b_.decorate(v, spv::Decoration::DescriptorSet, {0});
    b_.decorate(v, spv::Decoration::Binding, {number});
    return v;
  }
  uint32_t int64() {
    b_.need(spv::Capability::Int64);
    return b_.type(Op::OpTypeInt, {64, 1});
  }
  uint32_t byte() { return b_.type(Op::OpTypeInt, {8, 0}); }
  uint32_t stored_type(KType t) {
    switch (t) {
      case kF32: return f32_;
      case kI32: return i32_;
      case kI64: return int64();
      case kB8:
        b_.need(spv::Capability::Int8);
        b_.need(spv::Capability::StorageBuffer8BitAccess);
        b_.need_extension("SPV_KHR_8bit_storage");
        return byte();
      default: reason_ = std::string("no storage for ") + rt::type_name(t); return f32_;
    }
  }
  uint32_t value_type(MType t) {
    switch (t) {
      case MType::f32: return f32_;
      case MType::i32: return i32_;
      case MType::mask: return bool_;
      case MType::i64: return int64();
      default: reason_ = "no 64-bit floats"; return f32_;
    }
  }

  // ---- small pieces of code

  uint32_t u(uint32_t v) { return b_.constant(u32_, {v}); }
  uint32_t add(uint32_t x, uint32_t y) { return b_.value(Op::OpIAdd, u32_, {x, y}); }
  uint32_t multiply(uint32_t x, uint32_t y) { return b_.value(Op::OpIMul, u32_, {x, y}); }
  uint32_t parameter_bits(uint32_t word, uint32_t type) {
    uint32_t p =
        b_.value(Op::OpAccessChain, b_.pointer(spv::StorageClass::StorageBuffer, i32_), {parameters_, u(0), u(word)});
    uint32_t v = b_.value(Op::OpLoad, i32_, {p});
    return type == i32_ ? v : b_.value(Op::OpBitcast, type, {v});
  }
  uint32_t parameter(uint32_t word) { return parameter_bits(word, u32_); }

  // The first element of this row in each buffer.
  void locate_row(uint32_t group_y) {
    uint32_t row = add(parameter(P::kFirstRow), group_y), at[kSpirvDims], rest = row;
    for (int d = kSpirvDims; d-- > 0;) {
      uint32_t size = parameter(P::kSizes + uint32_t(d));
      at[d] = b_.value(Op::OpUMod, u32_, {rest, size});
      rest = b_.value(Op::OpUDiv, u32_, {rest, size});
    }
    for (size_t b = 0; b < k_.buffers.size(); ++b) {
      uint32_t words = P::kBuffers + P::kBufferWords * uint32_t(b);
      uint32_t first = parameter(words);
      if (k_.buffers[b].scratch) {  // a row for each workgroup of the dispatch
        base_.push_back(multiply(group_y, n_));
      } else {
        for (int d = 0; d < kSpirvDims; ++d) first = add(first, multiply(at[d], parameter(words + 2 + uint32_t(d))));
        base_.push_back(first);
      }
      inner_.push_back(parameter(words + 1));
    }
  }
  uint32_t element(int b, uint32_t i) {  // pointer to element i of this row
    bool walks = k_.buffers[size_t(b)].walk == Walk::dense && i;
    uint32_t at = walks ? add(base_[size_t(b)], multiply(i, inner_[size_t(b)])) : base_[size_t(b)];
    uint32_t type = b_.pointer(spv::StorageClass::StorageBuffer, stored_type(k_.buffers[size_t(b)].type));
    return b_.value(Op::OpAccessChain, type, {buffer_[size_t(b)], u(0), at});
  }
  uint32_t load(KType t, uint32_t pointer) {
    uint32_t x = b_.value(Op::OpLoad, stored_type(t), {pointer});
    return t == kB8 ? b_.value(Op::OpINotEqual, bool_, {x, b_.constant(byte(), {0})}) : x;
  }
  void store(KType t, uint32_t pointer, uint32_t x) {
    if (t == kB8) x = b_.value(Op::OpSelect, byte(), {x, b_.constant(byte(), {1}), b_.constant(byte(), {0})});
    b_.op(Op::OpStore, {pointer, x});
  }
  void if_then(uint32_t condition, uint32_t yes, uint32_t after) {  // the merge stands directly before its branch
    b_.op(Op::OpSelectionMerge, {after, 0});
    b_.op(Op::OpBranchConditional, {condition, yes, after});
    b_.label(yes);
  }
  void barrier() {
    constexpr uint32_t kOrder = uint32_t(spv::MemorySemanticsMask::AcquireRelease) |
                                uint32_t(spv::MemorySemanticsMask::WorkgroupMemory) |
                                uint32_t(spv::MemorySemanticsMask::UniformMemory);
    b_.op(Op::OpControlBarrier, {u(uint32_t(spv::Scope::Workgroup)), u(uint32_t(spv::Scope::Workgroup)), u(kOrder)});
  }

  // ---- machine programs

  uint32_t exact(Op op, uint32_t t, uint32_t x, uint32_t y) {
    uint32_t r = b_.value(op, t, {x, y});
    b_.decorate(r, spv::Decoration::NoContraction);
    return r;
  }
  uint32_t scalar(const MInstr& m, uint32_t t) {
    if (m.imm == rt::kCountScalar)
      return m.type == MType::f32   ? b_.value(Op::OpConvertUToF, t, {n_})
             : m.type == MType::i32 ? b_.value(Op::OpBitcast, t, {n_})
                                    : b_.value(Op::OpSConvert, t, {b_.value(Op::OpBitcast, i32_, {n_})});
    uint32_t word = P::kScalars + 2 * uint32_t(m.imm);
    if (m.type == MType::f32) return parameter_bits(word, f32_);
    uint32_t v = parameter_bits(word + 1, i32_);
    if (m.type == MType::mask) return b_.value(Op::OpINotEqual, bool_, {v, b_.constant(i32_, {0})});
    return m.type == MType::i64 ? b_.value(Op::OpSConvert, t, {v}) : v;
  }
  uint32_t constant(const MInstr& m, uint32_t t) {
    if (m.type == MType::mask) return b_.truth(bool_, m.bits != 0);
    return bytes_of(m.type) == 8 ? b_.constant(t, {uint32_t(m.bits), uint32_t(m.bits >> 32)})
                                 : b_.constant(t, {uint32_t(m.bits)});
  }
  uint32_t instruction(const MInstr& m, uint32_t a, uint32_t b, uint32_t c, uint32_t i) {
    uint32_t t = value_type(m.type);
    auto shift = [&](Op op) { return b_.value(op, t, {a, u(uint32_t(m.imm))}); };
    auto two = [&](Op op) { return b_.value(op, t, {a, b}); };
    switch (m.op) {
      case MOp::constant: return constant(m, t);
      case MOp::scalar: return scalar(m, t);
      case MOp::index: {
        uint32_t wide = b_.value(Op::OpUConvert, b_.type(Op::OpTypeInt, {64, 0}), {i});
        return b_.value(Op::OpBitcast, int64(), {wide});
      }
      case MOp::fadd: return exact(Op::OpFAdd, t, a, b);
      case MOp::fsub: return exact(Op::OpFSub, t, a, b);
      case MOp::fmul: return exact(Op::OpFMul, t, a, b);
      case MOp::fdiv: return exact(Op::OpFDiv, t, a, b);
      case MOp::fsqrt: return b_.extended(t, GLSLstd450Sqrt, {a});
      case MOp::fround: {
        constexpr uint32_t kDirections[] = {GLSLstd450RoundEven, GLSLstd450Floor, GLSLstd450Ceil, GLSLstd450Trunc};
        return b_.extended(t, kDirections[m.imm], {a});
      }
      case MOp::xmin: return b_.value(Op::OpSelect, t, {b_.value(Op::OpFOrdLessThan, bool_, {a, b}), a, b});
      case MOp::xmax: return b_.value(Op::OpSelect, t, {b_.value(Op::OpFOrdGreaterThan, bool_, {a, b}), a, b});
      case MOp::iadd: return two(Op::OpIAdd);
      case MOp::isub: return two(Op::OpISub);
      case MOp::imul: return two(Op::OpIMul);
      case MOp::iand: return two(Op::OpBitwiseAnd);
      case MOp::ior: return two(Op::OpBitwiseOr);
      case MOp::ixor: return two(Op::OpBitwiseXor);
      case MOp::ishl: return shift(Op::OpShiftLeftLogical);
      case MOp::ishr: return shift(Op::OpShiftRightLogical);
      case MOp::isar: return shift(Op::OpShiftRightArithmetic);
      case MOp::feq: return two(Op::OpFOrdEqual);
      case MOp::fne: return two(Op::OpFUnordNotEqual);
      case MOp::flt: return two(Op::OpFOrdLessThan);
      case MOp::fle: return two(Op::OpFOrdLessThanEqual);
      case MOp::funord: return b_.value(Op::OpIsNan, t, {a});  // lowering compares a value with itself only
      case MOp::ieq: return two(Op::OpIEqual);
      case MOp::ilt: return two(Op::OpSLessThan);
      case MOp::mand: return two(Op::OpLogicalAnd);
      case MOp::mor: return two(Op::OpLogicalOr);
      case MOp::mxor: return two(Op::OpLogicalNotEqual);
      case MOp::mnot: return b_.value(Op::OpLogicalNot, t, {a});
      case MOp::select: return b_.value(Op::OpSelect, t, {c, a, b});
      case MOp::bits: return m.type == m.from ? a : b_.value(Op::OpBitcast, t, {a});
      case MOp::f2i:
        // Out of range is undefined here and the minimum on the CPU; in range both truncate.
        if (m.type != MType::i32) break;
        return truncated(a);
      case MOp::i2f: return b_.value(Op::OpConvertSToF, t, {a});
      case MOp::i2i: return b_.value(Op::OpSConvert, t, {a});
      case MOp::m2i: {
        Words one = m.type == MType::i64 ? Words{1, 0} : Words{1}, zero = m.type == MType::i64 ? Words{0, 0} : Words{0};
        return b_.value(Op::OpSelect, t, {a, b_.constant(t, one), b_.constant(t, zero)});
      }
      default: break;
    }
    reason_ = kMOpNames[int(m.op)];
    return a;
  }
  uint32_t truncated(uint32_t x) {  // f32 to i32; NaN and what does not fit give the minimum
    constexpr uint32_t kTwo31 = 0x4f000000, kMinusTwo31 = 0xcf000000;
    uint32_t low = b_.value(Op::OpFOrdGreaterThanEqual, bool_, {x, b_.constant(f32_, {kMinusTwo31})});
    uint32_t high = b_.value(Op::OpFOrdLessThan, bool_, {x, b_.constant(f32_, {kTwo31})});
    uint32_t fits = b_.value(Op::OpLogicalAnd, bool_, {low, high});
    uint32_t safe = b_.value(Op::OpSelect, f32_, {fits, x, b_.constant(f32_, {0})});
    uint32_t whole = b_.value(Op::OpConvertFToS, i32_, {safe});
    return b_.value(Op::OpSelect, i32_, {fits, whole, b_.constant(i32_, {0x80000000u})});
  }
  // One machine program, straight line. `given` has the values of its loads.
  std::vector<uint32_t> emit(const MProgram& p, const std::map<uint16_t, uint32_t>& given, uint32_t i) {
    std::vector<uint32_t> v(p.code.size());
    for (size_t n = 0; n < p.code.size() && reason_.empty(); ++n) {
      const MInstr& m = p.code[n];
      auto operand = [&](uint16_t u) { return u == kNone ? 0 : v[u]; };
      v[n] = m.op == MOp::load ? given.at(uint16_t(n)) : instruction(m, operand(m.a), operand(m.b), operand(m.c), i);
    }
    return v;
  }

  // ---- stages

  struct Lowered {
    MProgram program;
    std::vector<uint16_t> in, outs, acc_loads, acc_results;
    std::vector<KType> types;  // of the operands
    std::vector<uint32_t> acc_variables;
  };
  Lowered lower_stage(const Stage& s) {
    Lowered l;
    MBuilder mb;
    // An operand that the program does not read has the type that it is stored as.
    for (const Place& p : s.in) l.types.push_back(p.kind == Place::row ? kF32 : k_.buffers[size_t(p.id)].type);
    for (const Instr& i : s.program.code)
      if (i.op == kLoad) l.types[size_t(i.index)] = i.type;
    for (size_t o = 0; o < s.in.size(); ++o)
      l.in.push_back(mb.emit(MOp::load, machine_type(l.types[o]), kNone, kNone, kNone, int(o), 0, l.types[o]));
    l.outs = mb.splice(s.program, l.in);
    for (const Reduction& r : s.reductions) {
      if (lanes_of(r) != int(kWorkgroup)) {
        reason_ = "8-byte accumulators";
        return l;
      }
      std::vector<uint16_t> operands;
      for (size_t j = 0; j < r.acc.size(); ++j) {
        constexpr int kAccumulator = 1000;  // apart from the stage's own operands
        operands.push_back(mb.emit(MOp::load, machine_type(r.acc[j]), kNone, kNone, kNone,
                                   kAccumulator + int(l.acc_loads.size()), 0, r.acc[j]));
        l.acc_loads.push_back(operands.back());
      }
      if (!mb.failed.empty()) break;
      for (int f : r.from) operands.push_back(l.outs[size_t(f)]);
      for (uint16_t x : mb.splice(r.step, operands)) l.acc_results.push_back(x);
      for (size_t j = 0; j < r.acc.size(); ++j) {
        MBuilder m;
        uint16_t c = m.number(machine_type(r.acc[j]), r.init[j].f, r.init[j].i);
        uint32_t t = value_type(machine_type(r.acc[j]));
        l.acc_variables.push_back(b_.variable(t));
        b_.op(Op::OpStore, {l.acc_variables.back(), constant(m.p.code[c], t)});
      }
    }
    if (!mb.failed.empty()) reason_ = mb.failed;
    l.program = std::move(mb.p);
    return l;
  }

  void stage(const Stage& s) {
    Lowered l = lower_stage(s);
    if (!reason_.empty()) return;
    uint32_t i = 0, counter = 0, head = b_.id(), test = b_.id(), body = b_.id(), next = b_.id(), end = b_.id();
    if (s.inner) {
      counter = b_.variable(u32_);
      b_.op(Op::OpStore, {counter, start_});
      b_.op(Op::OpBranch, {head});
      b_.label(head);
      b_.op(Op::OpLoopMerge, {end, next, 0});
      b_.op(Op::OpBranch, {test});
      b_.label(test);
      i = b_.value(Op::OpLoad, u32_, {counter});
      b_.op(Op::OpBranchConditional, {b_.value(Op::OpULessThan, bool_, {i, n_}), body, end});
      b_.label(body);
    }
    std::map<uint16_t, uint32_t> given;
    for (size_t o = 0; o < s.in.size(); ++o) {
      Place p = s.in[o];
      given[l.in[o]] = p.kind == Place::row ? row_[size_t(p.id)] : load(l.types[o], element(p.id, i));
    }
    for (size_t j = 0; j < l.acc_loads.size(); ++j) {
      MType t = l.program.code[l.acc_loads[j]].type;
      given[l.acc_loads[j]] = b_.value(Op::OpLoad, value_type(t), {l.acc_variables[j]});
    }
    std::vector<uint32_t> v = emit(l.program, given, i);
    if (!reason_.empty()) return;
    for (size_t j = 0; j < l.acc_results.size(); ++j) b_.op(Op::OpStore, {l.acc_variables[j], v[l.acc_results[j]]});
    store_results(s, l, v, i);
    if (!s.inner) return;
    b_.op(Op::OpBranch, {next});
    b_.label(next);
    b_.op(Op::OpStore, {counter, add(i, step_)});
    b_.op(Op::OpBranch, {head});
    b_.label(end);
    size_t first = 0;
    for (const Reduction& r : s.reductions) {
      fold(r, l.acc_variables, first);
      first += r.acc.size();
      if (!reason_.empty()) return;
    }
  }
  void store_results(const Stage& s, const Lowered& l, const std::vector<uint32_t>& v, uint32_t i) {
    uint32_t only = b_.id(), after = b_.id();
    bool guarded = false;
    for (size_t o = 0; o < l.outs.size(); ++o) {
      Place p = s.out[o];
      if (p.kind == Place::row) row_[size_t(p.id)] = v[l.outs[o]];
    }
    for (size_t o = 0; o < l.outs.size(); ++o) {
      Place p = s.out[o];
      if (p.kind != Place::buffer) continue;
      if (!s.inner && !guarded) {  // one invocation stores for the row
        guarded = true;
        if_then(b_.value(Op::OpIEqual, bool_, {lane_, u(0)}), only, after);
      }
      store(k_.buffers[size_t(p.id)].type, element(p.id, i), v[l.outs[o]]);
    }
    if (guarded) {
      b_.op(Op::OpBranch, {after});
      b_.label(after);
    }
  }

  // The lanes fold by halves through workgroup memory.
  void fold(const Reduction& r, const std::vector<uint32_t>& acc_variables, size_t first) {
    size_t n = r.acc.size();
    std::vector<uint32_t> shared, t, pointer;
    auto at = [&](size_t j, uint32_t lane) { return b_.value(Op::OpAccessChain, pointer[j], {shared[j], lane}); };
    for (size_t j = 0; j < n; ++j) {
      t.push_back(value_type(machine_type(r.acc[j])));
      uint32_t array = b_.type(Op::OpTypeArray, {t[j], u(kWorkgroup)});
      pointer.push_back(b_.pointer(spv::StorageClass::Workgroup, t[j]));
      shared.push_back(shared_array(array, j));
      uint32_t value = b_.value(Op::OpLoad, t[j], {acc_variables[first + j]});
      b_.op(Op::OpStore, {at(j, lane_), value});
    }
    barrier();
    for (uint32_t half = kWorkgroup / 2; half; half /= 2) {
      uint32_t yes = b_.id(), after = b_.id();
      if_then(b_.value(Op::OpULessThan, bool_, {lane_, u(half)}), yes, after);
      MBuilder mb;
      std::vector<uint16_t> operands;
      for (size_t j = 0; j < 2 * n; ++j)
        operands.push_back(
            mb.emit(MOp::load, machine_type(r.acc[j % n]), kNone, kNone, kNone, int(j), 0, r.acc[j % n]));
      std::vector<uint16_t> outs = mb.splice(r.combine, operands);
      if (!mb.failed.empty()) {
        reason_ = mb.failed;
        return;
      }
      uint32_t other = add(lane_, u(half));
      std::map<uint16_t, uint32_t> given;
      for (size_t j = 0; j < n; ++j) {
        given[operands[j]] = b_.value(Op::OpLoad, t[j], {at(j, lane_)});
        given[operands[n + j]] = b_.value(Op::OpLoad, t[j], {at(j, other)});
      }
      std::vector<uint32_t> v = emit(mb.p, given, 0);
      if (!reason_.empty()) return;
      for (size_t j = 0; j < n; ++j) b_.op(Op::OpStore, {at(j, lane_), v[outs[j]]});
      b_.op(Op::OpBranch, {after});
      b_.label(after);
      barrier();
    }
    for (size_t j = 0; j < n; ++j) row_[size_t(r.to[j])] = b_.value(Op::OpLoad, t[j], {at(j, u(0))});
    barrier();  // before the array is used again
  }
  uint32_t shared_array(uint32_t array, size_t j) {
    uint32_t& r = shared_[{array, j}];
    if (!r) r = b_.global(b_.pointer(spv::StorageClass::Workgroup, array), spv::StorageClass::Workgroup);
    return r;
  }

  const Kernel& k_;
  SpirvBuilder b_;
  std::string reason_;
  std::map<uint32_t, uint32_t> block_;
  std::map<std::pair<uint32_t, size_t>, uint32_t> shared_;
  std::vector<uint32_t> buffer_, base_, inner_, row_;
  uint32_t bool_ = 0, u32_ = 0, i32_ = 0, f32_ = 0, group_ = 0, local_ = 0, parameters_ = 0;
  uint32_t n_ = 0, step_ = 0, start_ = 0, lane_ = 0;
};

}  // namespace

SpirvModule emit_spirv(const Kernel& k) {
  return Emitter(k).run();
}

std::string missing_in_spirv(const Program& p) {
  Kernel none;
  return Emitter(none).check(p);
}

}  // namespace adder::codegen
