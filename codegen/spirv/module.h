// Words of a SPIR-V module: ids, types and constants (each made once), decorations, and one function body.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>
#include <spirv/unified1/spirv.hpp11>
namespace adder::codegen {

using Words = std::vector<uint32_t>;

class SpirvBuilder {
 public:
  uint32_t id() { return next_++; }

  // Types, constants and global variables.
  uint32_t type(spv::Op op, const Words& operands);
  uint32_t pointer(spv::StorageClass storage, uint32_t to) {
    return type(spv::Op::OpTypePointer, {uint32_t(storage), to});
  }
  uint32_t block(const Words& members);  // a struct decorated as the contents of a buffer
  uint32_t runtime_array(uint32_t element, uint32_t stride);
  uint32_t constant(uint32_t type, Words bits);
  uint32_t truth(uint32_t bool_type, bool value);
  uint32_t global(uint32_t pointer_type, spv::StorageClass storage);
  void decorate(uint32_t target, spv::Decoration d, const Words& more = {});
  void decorate_member(uint32_t target, uint32_t member, spv::Decoration d, const Words& more);

  // The body of the entry point.
  void op(spv::Op op, const Words& operands) { put(body_, op, operands); }
  uint32_t value(spv::Op op, uint32_t type, Words operands);
  uint32_t extended(uint32_t type, uint32_t instruction, const Words& operands);  // of GLSL.std.450
  void label(uint32_t l) { op(spv::Op::OpLabel, {l}); }
  uint32_t variable(uint32_t type);  // of the function

  void need(spv::Capability c) { capabilities_[uint32_t(c)] = true; }
  void need_extension(const char* name) { extensions_[name] = true; }

  // Assembles the module; call once, when the body is complete. `workgroup`: invocations along x.
  Words finish(uint32_t entry, const Words& interface, uint32_t workgroup);
  void begin_function(uint32_t entry);

 private:
  static void put(Words& w, spv::Op op, const Words& operands);
  static void add_text(Words& w, const std::string& s);

  uint32_t next_ = 1, extended_set_ = 0;
  Words decorations_, declarations_, body_, variables_;
  size_t variables_at_ = 0;
  std::map<Words, uint32_t> known_;
  std::map<uint32_t, bool> capabilities_;
  std::map<std::string, bool> extensions_;
};

}  // namespace adder::codegen
