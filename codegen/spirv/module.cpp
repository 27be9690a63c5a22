#include "codegen/spirv/module.h"
#include <cstring>
namespace adder::codegen {

void SpirvBuilder::put(Words& w, spv::Op op, const Words& operands) {
  w.push_back(uint32_t(operands.size() + 1) << 16 | uint32_t(op));
  w.insert(w.end(), operands.begin(), operands.end());
}

void SpirvBuilder::add_text(Words& w, const std::string& s) {
  size_t at = w.size();
  w.resize(at + s.size() / 4 + 1, 0);
  std::memcpy(&w[at], s.data(), s.size());
}

uint32_t SpirvBuilder::type(spv::Op op, const Words& operands) {
  Words key = operands;
  key.insert(key.begin(), uint32_t(op));
  uint32_t& known = known_[key];
  if (known) return known;
  known = id();
  Words full = operands;
  full.insert(full.begin(), known);
  put(declarations_, op, full);
  return known;
}

uint32_t SpirvBuilder::block(const Words& members) {
  uint32_t r = id();
  Words full = members;
  full.insert(full.begin(), r);
  put(declarations_, spv::Op::OpTypeStruct, full);
  decorate(r, spv::Decoration::Block);
  return r;
}

uint32_t SpirvBuilder::runtime_array(uint32_t element, uint32_t stride) {
  uint32_t r = id();
  put(declarations_, spv::Op::OpTypeRuntimeArray, {r, element});
  decorate(r, spv::Decoration::ArrayStride, {stride});
  return r;
}

uint32_t SpirvBuilder::constant(uint32_t type, Words bits) {
  Words key = bits;
  key.insert(key.begin(), {uint32_t(spv::Op::OpConstant), type});
  uint32_t& known = known_[key];
  if (known) return known;
  known = id();
  bits.insert(bits.begin(), {type, known});
  put(declarations_, spv::Op::OpConstant, bits);
  return known;
}

uint32_t SpirvBuilder::truth(uint32_t bool_type, bool value) {
  spv::Op op = value ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse;
  uint32_t& known = known_[{uint32_t(op)}];
  if (!known) {
    known = id();
    put(declarations_, op, {bool_type, known});
  }
  return known;
}

uint32_t SpirvBuilder::global(uint32_t pointer_type, spv::StorageClass storage) {
  uint32_t r = id();
  put(declarations_, spv::Op::OpVariable, {pointer_type, r, uint32_t(storage)});
  return r;
}

void SpirvBuilder::decorate(uint32_t target, spv::Decoration d, const Words& more) {
  Words operands{target, uint32_t(d)};
  operands.insert(operands.end(), more.begin(), more.end());
  put(decorations_, spv::Op::OpDecorate, operands);
}

void SpirvBuilder::decorate_member(uint32_t target, uint32_t member, spv::Decoration d, const Words& more) {
  Words operands{target, member, uint32_t(d)};
  operands.insert(operands.end(), more.begin(), more.end());
  put(decorations_, spv::Op::OpMemberDecorate, operands);
}

uint32_t SpirvBuilder::value(spv::Op op, uint32_t type, Words operands) {
  uint32_t r = id();
  operands.insert(operands.begin(), {type, r});
  put(body_, op, operands);
  return r;
}

uint32_t SpirvBuilder::extended(uint32_t type, uint32_t instruction, const Words& operands) {
  if (!extended_set_) extended_set_ = id();
  Words all{extended_set_, instruction};
  all.insert(all.end(), operands.begin(), operands.end());
  return value(spv::Op::OpExtInst, type, all);
}

uint32_t SpirvBuilder::variable(uint32_t t) {
  uint32_t r = id();
  uint32_t p = pointer(spv::StorageClass::Function, t);
  put(variables_, spv::Op::OpVariable, {p, r, uint32_t(spv::StorageClass::Function)});
  return r;
}

void SpirvBuilder::begin_function(uint32_t entry) {
  uint32_t nothing = type(spv::Op::OpTypeVoid, {});
  uint32_t function = type(spv::Op::OpTypeFunction, {nothing});
  op(spv::Op::OpFunction, {nothing, entry, 0, function});
  label(id());
  variables_at_ = body_.size();  // a function's variables stand first in its first block
}

Words SpirvBuilder::finish(uint32_t entry, const Words& interface, uint32_t workgroup) {
  op(spv::Op::OpReturn, {});
  op(spv::Op::OpFunctionEnd, {});
  constexpr uint32_t kVersion13 = 0x00010300;
  Words w{spv::MagicNumber, kVersion13, 0, 0, 0};
  put(w, spv::Op::OpCapability, {uint32_t(spv::Capability::Shader)});
  for (auto& [c, used] : capabilities_) put(w, spv::Op::OpCapability, {c});
  for (auto& [name, used] : extensions_) {
    Words text;
    add_text(text, name);
    put(w, spv::Op::OpExtension, text);
  }
  if (!extended_set_) extended_set_ = id();
  Words import{extended_set_};
  add_text(import, "GLSL.std.450");
  put(w, spv::Op::OpExtInstImport, import);
  put(w, spv::Op::OpMemoryModel, {uint32_t(spv::AddressingModel::Logical), uint32_t(spv::MemoryModel::GLSL450)});
  Words point{uint32_t(spv::ExecutionModel::GLCompute), entry};
  add_text(point, "main");
  point.insert(point.end(), interface.begin(), interface.end());
  put(w, spv::Op::OpEntryPoint, point);
  put(w, spv::Op::OpExecutionMode, {entry, uint32_t(spv::ExecutionMode::LocalSize), workgroup, 1, 1});
  put(w, spv::Op::OpExecutionMode, {entry, uint32_t(spv::ExecutionMode::SignedZeroInfNanPreserve), 32});
  body_.insert(body_.begin() + long(variables_at_), variables_.begin(), variables_.end());
  for (const Words* part : {&decorations_, &declarations_, &body_}) w.insert(w.end(), part->begin(), part->end());
  w[3] = next_;
  return w;
}

}  // namespace adder::codegen
