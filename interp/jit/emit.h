// Machine code for the instructions of one Code, instruction by instruction, over x86::Assembler.
//
// Registers while machine code runs (all of them survive calls of C++ functions):
//   rbx  registers of the frame (Frame::base)      r12  the Frame         r13  the Thread
//   rbp  Value::kOffset    r14  Value::kIntTag     r15  Value::kOffset - 64
// Everything else is scratch and holds nothing between instructions. rcx and rdx are what drop() works with: it keeps
// all other scratch registers, while calls of other C++ functions keep none.
#pragma once
#include <asmjit/x86.h>

#include <functional>
#include <vector>

#include "interp/jit/facts.h"
#include "interp/jit/layout.h"
#include "interp/vm/machine_code.h"

namespace adder::jit {
namespace x86 = asmjit::x86;
using asmjit::Label;
using x86::Gp;

inline constexpr Gp kRegs = x86::rbx, kFrame = x86::r12, kThread = x86::r13, kOffsetReg = x86::rbp, kTagReg = x86::r14,
                    kCellReg = x86::r15;

class Emitter {
 public:
  // `running`: a frame of this code whose registers tell what types to expect, or null. The code has fewer registers
  // than kMaxRegisters.
  // `met` is counted up by the code whenever an instruction runs that had not run so far; it stays where it is.
  Emitter(const Code* code, asmjit::CodeHolder& holder, const Frame* running, uint32_t* met);
  void emit();
  const std::vector<Label>& starts() const { return starts_; }  // by word; invalid: none
  const std::vector<Label>& afters() const { return afters_; }
  Label call_entry() const { return call_entry_; }  // invalid: calls enter through the loop

 private:
  enum class Guess { Int, Float, Other };

  // --- emit.cpp: what all parts use
  x86::Mem reg(int i) const { return x86::qword_ptr(kRegs, i * 8); }
  void load(Gp to, int r) { a_.mov(to, reg(r)); }
  void constant(Gp to, uint64_t bits);
  void address(Gp to, const void* p) { constant(to, reinterpret_cast<uint64_t>(p)); }
  void store_constant(const x86::Mem& to, uint64_t bits);  // uses rdx
  Fact fact(int r) const { return facts_.before[pc_][size_t(r)]; }
  void not_met();                   // an instruction that has not run so far: counts, and exits
  Label exit();                     // to the loop, which runs the present instruction
  void save_pc(Gp scratch = x86::rax);  // uses it unless the address is short
  void call(const void* function);  // uses rax
  using Helper = int (*)(Thread*, Value* registers, const Word* pc);
  void call_helper(Helper);  // eax := what it returns
  void helper(Helper);       // and leaves unless the instruction is done
  void leave(MachineExit why);
  void unless_cell(Gp v, Gp scratch, Label no);
  void count_up(Gp v, Gp scratch);          // if it is a cell
  void drop();                              // the value in rcx, with rdx
  void put(int r, Gp owned);                // not rcx, rdx; drops what the register held
  void put_constant(int r, uint64_t bits);  // no cell
  void clear(int r);                        // a temporary that may hold a cell
  void clear_consumed(int r, int except);
  void unless_kind(Gp cell, Kind k, Label no) {
    a_.cmp(x86::byte_ptr(cell, ADDER_AT(Cell, kind)), int(k));
    a_.jne(no);
  }
  void is_kind(int r, Gp to, Kind k, Label no) {  // to := register r, a cell of this kind
    load(to, r);
    unless_cell(to, x86::rdx, no);
    unless_kind(to, k, no);
  }
  // A budget step. Where the budget is used up, the loop runs the instruction again unless that had its effects
  // already.
  void charge(bool again = true);
  void go(int64_t word);  // jump, forwards or charged before
  Label start_of(int64_t word);
  void later(std::function<void()> f) { deferred_.push_back({pc_, std::move(f)}); }
  Guess guess(int r, Fact known) const;

  void instruction();
  void finish();

  // --- emit_arith.cpp
  struct Numbers {
    int left, right;
    Value k;  // the right operand where it is a constant, else kAbsent
    Fact fx, fy;
    bool ints, floats;   // may the operands be two ints, and others that are numbers?
    bool float_guessed;  // one of them is a float as things look
    double constant_double() const;
  };
  using Part = std::function<void(Label no)>;
  Numbers numbers(int left, int right, bool has_constant) const;
  void load_ints(const Numbers&, Label no);
  void load_numbers(const Numbers&);
  void load_doubles(const Numbers&, Label no);
  void by_type(const Numbers&, const Part& ints, const Part& floats, Label slow, Label done);
  void arithmetic(int op);
  void int_arithmetic(int kind, Value k);
  Label beyond_49_bits(int kind, Value k);
  void wide_step(int kind, Label no);
  void load_double(x86::Xmm to, Gp from, Fact known, Label no);
  void double_result(x86::Xmm from, Gp to);
  void compare(int op);
  void negate();
  void compare_strings(int which, int relation, int left, int right);
  void other_truth();
  void truth_not();
  void membership(int op);
  void jump_if_true();
  void boolean_of_cl();                              // rax := the Python value of 0 or 1 in ecx
  void branch(x86::CondCode taken, int64_t offset);  // a jump of the bytecode, charged if it goes backwards

  // --- emit_data.cpp
  void load_global(int op);
  void load_cell();
  void store_cell(bool free);
  void load_free();
  void load_shape(int r, Label no);
  void find_entry(Label no);
  void value_arrives();
  void get_attribute();
  void set_attribute();
  void method(int op);
  void find_item(Label tuple, Label found, Label no);
  void index_item(Label no);
  void load_key(int op, int constant_op, int operand, Label no);
  void subscript(int op);
  void set_subscript(int op);
  void append();
  void slice();
  void unpack();

  // --- emit_calls.cpp
  void enter_function(int n_arguments);
  void enter_begun();
  void push_frame(int ret, Cont cont, int flags);
  void call_python(int op);
  void call_class();
  void prologue();
  void return_value(int op);
  void after_call(int op);
  void after_value(std::function<void()> arrive);
  void return_unusual(int a, Label plain);
  void reload_code();
  void call_from_generator(int op);
  void find_after();
  void pop_frame();
  void next();
  void other_next(Helper);
  void next_from(Helper);
  void yield_value();

  // --- emit_natives.cpp
  void call_native();
  void expect_native(const Native*, Label slow, Label done);
  void append_by_method(const Native*);
  void length(const Native*);

  const Code& c_;
  x86::Assembler a_;
  Facts facts_;
  const Frame* running_;
  uint32_t* met_;
  const Native* native_in_[kMaxRegisters] = {};  // what a cache said that it gives, on the way to a call
  uint32_t pc_ = 0;
  Word i_ = 0;
  std::vector<Label> starts_, afters_;
  Label call_entry_, exit_common_, leave_, reload_, drop_stub_;
  struct Exit {
    uint32_t pc;
    Label at;
  };
  std::vector<Exit> exits_;
  struct Later {
    uint32_t pc;
    std::function<void()> emit;
  };
  std::vector<Later> deferred_;
};

}  // namespace adder::jit
