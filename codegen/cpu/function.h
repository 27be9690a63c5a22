// One function of machine code under construction: x86 instructions over any number of virtual registers, which
// finish() puts into machine registers by one linear scan and assembles.
//
// The scan sees an instruction list with labels. A register lives from its first to its last mention; one that is
// mentioned before a loop and inside it lives until the loop's end (see carry). So control flow has to nest as it is written:
// branches go forward, or back to the top of a loop that began before. Registers that do not fit live on the stack and
// pass through reserved ones, those with the fewest uses for the room they take first; loops count more.
//
// AsmJit's own Compiler takes several times longer, and it holds that a masked blend reads its destination, so each
// blend kept a register alive around all loops.
#pragma once
#include <asmjit/x86.h>
#include <initializer_list>
#include <string>
#include <vector>
#include "runtime/base/isa.h"
namespace adder::codegen {
namespace x86 = asmjit::x86;

class Function {
 public:
  // Vector registers 16 to 31 are used with avx512 only.
  Function(asmjit::CodeHolder& holder, rt::Isa isa);

  x86::Gp argument(int i);  // the i-th integer argument, below 5; each may be asked for once, before any instruction
  x86::Gp number() { return x86::Gpq(fresh(kGp, 8)); }  // a general register
  x86::Vec vector(int bytes);                           // 16, 32 or 64
  x86::KReg mask() { return x86::KReg(fresh(kMask, 8)); }
  x86::Mem stack(int bytes);                           // of the frame, aligned to 64
  x86::Mem constant(const void* data, int bytes);      // behind the function, aligned to its size; equal ones are one
  asmjit::Label label() { return out_.newLabel(); }
  void bind(asmjit::Label l) { add({.kind = Kind::label, .number = l.id()}); }
  // Before a loop whose rounds hand a register on that is first written inside: it lives from here.
  void carry(const asmjit::BaseReg& r) { add({.kind = Kind::carry, .n = 1, .op = {r}}); }
  void align_loop() { add({.kind = Kind::align}); }

  // The operands as the instruction has them; integers are immediates.
  template <class... Ops>
  void emit(uint32_t id, const Ops&... ops) {
    static_assert(sizeof...(ops) <= 4);
    add_instruction(id, {operand(ops)...}, {}, false);
  }
  // Stores to the lanes of a mask, and blends, which choose by it.
  template <class... Ops>
  void emit_masked(x86::KReg k, uint32_t id, const Ops&... ops) {
    add_instruction(id, {operand(ops)...}, k, false);
  }
  // Zeros in the lanes outside of a mask.
  template <class... Ops>
  void emit_zeroing(x86::KReg k, uint32_t id, const Ops&... ops) {
    add_instruction(id, {operand(ops)...}, k, true);
  }

  // Allocates registers, writes prologue, code, return and constants into the holder, whose error handler hears of
  // instructions that cannot be encoded.
  void finish();
  int spill_bytes() const { return spill_bytes_; }

 private:
  enum Class : uint8_t { kGp, kVector, kMask, kClasses };
  enum class Kind : uint8_t { instruction, label, align, carry };
  struct Entry {
    Kind kind = Kind::instruction;
    bool zeroing = false;
    uint8_t n = 0;
    uint32_t number = 0;  // instruction id, or label id
    x86::KReg mask;
    asmjit::Operand_ op[4];
  };
  struct Virtual {
    Class kind;
    uint8_t bytes;
    int8_t fixed = -1;     // machine register that it arrives in
    int8_t machine = -1;   // that it was given
    int32_t slot = -1;     // its place on the stack when it was given none
    int first = -1, last = -1;
    float weight = 0;
  };
  struct Rewriter;

  template <class T>
  static asmjit::Operand_ operand(const T& x) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      return asmjit::Imm(int64_t(x));
    } else {
      return x;
    }
  }
  uint32_t fresh(Class kind, int bytes);
  void add(Entry e) { code_.push_back(e); }
  void add_instruction(uint32_t id, std::initializer_list<asmjit::Operand_> ops, x86::KReg mask, bool zeroing);
  Virtual* virtual_of(const asmjit::BaseReg& r);
  template <class F>
  void for_each_register(Entry& e, F&& f);  // f(virtual id)
  void find_intervals();
  bool scan(Class kind, int reserved);  // whether all fit
  void assemble();

  rt::Isa isa_;
  x86::Assembler out_;
  std::vector<Entry> code_;
  std::vector<Virtual> registers_;
  std::string pool_;                 // constants
  std::vector<std::pair<int, int>> pool_entries_;  // offset, bytes
  asmjit::Label pool_label_;
  int frame_bytes_ = 0, spill_bytes_ = 0, arguments_ = 0;
  uint32_t used_[kClasses] = {};  // machine registers
};

}  // namespace adder::codegen
