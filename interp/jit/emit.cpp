// What all templates use: entries, exits, counts, the budget.
#include "interp/jit/emit.h"

#include "interp/jit/helpers.h"

namespace adder::jit {
using namespace asmjit::x86;

Emitter::Emitter(const Code* code, asmjit::CodeHolder& holder, const Frame* running, uint32_t* met)
    : c_(*code), a_(&holder), facts_(find_facts(code)), running_(running), met_(met) {
  starts_.resize(code->ins.size());
  afters_.resize(code->ins.size());
}

void Emitter::emit() {
  leave_ = a_.newLabel();
  exit_common_ = a_.newLabel();
  drop_stub_ = a_.newLabel();
  reload_ = a_.newLabel();
  for (uint32_t pc = 0; pc < c_.ins.size(); pc++)
    if (facts_.known[pc]) starts_[pc] = a_.newLabel();
  prologue();
  for (pc_ = 0; pc_ < c_.ins.size();) {
    i_ = c_.ins[pc_];
    uint32_t words = kOps[i_ & 255].words;
    if (facts_.known[pc_]) {
      a_.bind(starts_[pc_]);
      instruction();
    }
    pc_ += words;
  }
  finish();
}

void Emitter::instruction() {
  int op = int(i_ & 255);
  if (op >= ADD && op <= IMATMUL_K) return arithmetic(op);
  if (op >= LT && op <= JNE_K) return compare(op);
  switch (op) {
    case NOP: return;
    case MOVE:
      load(rax, B_(i_));
      if (fact(B_(i_)) == Fact::Unknown) count_up(rax, rdx);
      return put(A_(i_), rax);
    case TAKE:
      load(rax, B_(i_));
      a_.mov(reg(B_(i_)), 0);
      return put(A_(i_), rax);
    case LOADK: {
      Value k = c_.k[uint16_t(BX_(i_))];
      if (!k.is_cell()) return put_constant(A_(i_), k.u);
      constant(rax, k.u);
      a_.add(dword_ptr(rax), 1);
      return put(A_(i_), rax);
    }
    case LOADI: return put_constant(A_(i_), integer49(BX_(i_)).u);
    case CHECK:
      if (fact(A_(i_)) >= Fact::Int) return;
      a_.cmp(reg(A_(i_)), 0);
      return void(a_.je(exit()));
    case KILL:
      for (int r = A_(i_); r <= B_(i_); r++) clear(r);
      return;
    case LOADG:
    case LOADG_M:
    case LOADG_B: return load_global(op);
    case LOADC: return load_cell();
    case STOREC: return store_cell(false);
    case FREE: return load_free();
    case SETFREE: return store_cell(true);
    case NEG: return negate();
    case NOT: return truth_not();
    case IS:
    case ISNOT:
      load(rax, B_(i_));
      a_.xor_(ecx, ecx);
      a_.cmp(rax, reg(C_(i_)));
      a_.set(op == IS ? CondCode::kE : CondCode::kNE, cl);
      boolean_of_cl();
      return put(A_(i_), rax);
    case JIS:
      load(rax, A_(i_));
      a_.cmp(rax, reg(B_(i_)));
      return branch(C_(i_) ? CondCode::kE : CondCode::kNE, int32_t(c_.ins[pc_ + 1]));
    case JNONE:
      load(rax, A_(i_));
      if (B_(i_)) {
        a_.mov(reg(A_(i_)), 0);
        a_.mov(rcx, rax);
        if (fact(A_(i_)) == Fact::Unknown) drop();
      }
      a_.cmp(rax, int(kNone.u));
      return branch(C_(i_) ? CondCode::kE : CondCode::kNE, int32_t(c_.ins[pc_ + 1]));
    case JTRUE: return jump_if_true();
    case IN:
    case NOTIN:
    case JIN: return membership(op);
    case JUMP: {
      int32_t offset = int32_t(i_) >> 8;
      if (offset <= 0) charge();
      return go(int64_t(pc_) + offset);
    }
    case GETATTR:
    case GETATTR_S: return get_attribute();
    case SETATTR: return set_attribute();
    case METHOD:
    case METHOD_S:
    case METHOD_T: return method(op);
    case SUBSCR:
    case SUBSCR_K: return subscript(op);
    case SETSUB:
    case SETSUB_M: return set_subscript(op);
    case APPEND: return append();
    case UNPACK: return unpack();
    case CALL:
    case CALL_PY:
    case CALLM:
    case CALLM_PY: return call_python(op);
    case CALL_N:
    case CALLM_N: return call_native();
    case CALL_T: return call_class();
    case CALL_G:
    case CALLM_G: return call_from_generator(op);
    case CALLKW: helper(&call_with_names); return after_call(op);
    case CALLX: a_.jmp(exit()); return after_call(op);
    case RET:
    case RETNONE: return return_value(op);
    case NEXT: return next();
    case YIELD: return yield_value();
    case SEND: return next_from(&send_item);
    case STOREG: return helper(&store_global);
    case FORMAT: return helper(&format_text);
    case JOIN: return helper(&join_texts);
    case REPR: return helper(&text_of);
    case SETADD: return helper(&add_to_set);
    case DICTSET: return helper(&set_display_item);
    case MKCELL: return helper(&make_cell);
    case EXCMATCH: return helper(&match_exception);
    case SLICE: return slice();
    case MKLIST: return helper(&make_list);
    case MKTUPLE: return helper(&make_tuple);
    case MKDICT: return helper(&make_dict);
    case ITER: return helper(&make_iterator);
    default: a_.jmp(exit());
  }
}

void Emitter::finish() {
  for (size_t n = 0; n < deferred_.size(); n++) {  // they may add others
    Later l = std::move(deferred_[n]);
    pc_ = l.pc;
    i_ = c_.ins[pc_];
    l.emit();
  }
  reload_code();
  for (Exit& e : exits_) {
    a_.bind(e.at);
    a_.mov(eax, e.pc * uint32_t(sizeof(Word)));
    a_.jmp(exit_common_);
  }
  a_.bind(exit_common_);
  address(rcx, c_.ins.data());
  a_.add(rax, rcx);
  a_.mov(qword_ptr(kFrame, ADDER_AT(Frame, pc)), rax);
  a_.xor_(eax, eax);
  static_assert(int(MachineExit::Instruction) == 0);
  a_.bind(leave_);
  a_.add(rsp, kScratchBytes);
  for (Gp r : {r15, r14, r13, r12, rbx, rbp}) a_.pop(r);
  a_.ret();
  a_.bind(drop_stub_);
  const Gp kept[] = {rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11};  // an odd number: the stack stays aligned
  for (Gp r : kept) a_.push(r);
  a_.mov(rdi, rcx);
  call(reinterpret_cast<const void*>(&dealloc));
  for (size_t n = std::size(kept); n-- > 0;) a_.pop(kept[n]);
  a_.ret();
}

// --- entries and exits
Label Emitter::exit() {
  if (exits_.empty() || exits_.back().pc != pc_) {
    for (Exit& e : exits_)
      if (e.pc == pc_) return e.at;
    exits_.push_back({pc_, a_.newLabel()});
  }
  return exits_.back().at;
}
void Emitter::not_met() {
  address(rax, met_);
  a_.add(dword_ptr(rax), 1);
  a_.jmp(exit());
}
Label Emitter::start_of(int64_t word) {
  return starts_[size_t(word)];
}
void Emitter::go(int64_t word) {
  a_.jmp(start_of(word));
}
void Emitter::leave(MachineExit why) {
  a_.mov(eax, int(why));
  a_.jmp(leave_);
}
void Emitter::save_pc(Gp scratch) {
  uint64_t pc = reinterpret_cast<uint64_t>(c_.ins.data() + pc_);
  Mem at = qword_ptr(kFrame, ADDER_AT(Frame, pc));
  if (int64_t(pc) == int32_t(pc)) return void(a_.mov(at, int32_t(pc)));
  constant(scratch, pc);
  a_.mov(at, scratch);
}
void Emitter::call(const void* function) {
  address(rax, function);
  a_.call(rax);
}
void Emitter::call_helper(Helper function) {
  save_pc();
  a_.mov(rdi, kThread);
  a_.mov(rsi, kRegs);
  a_.mov(rdx, qword_ptr(kFrame, ADDER_AT(Frame, pc)));
  call(reinterpret_cast<const void*>(function));
}
void Emitter::helper(Helper function) {
  call_helper(function);
  a_.test(eax, eax);
  Label not_done = a_.newLabel();
  a_.jnz(not_done);
  later([this, not_done] {
    a_.bind(not_done);
    a_.cmp(eax, kEntered);
    a_.je(reload_);
    a_.cmp(eax, kRunInstruction);
    a_.jne(leave_);
    a_.jmp(exit());
  });
}

// --- values
void Emitter::constant(Gp to, uint64_t bits) {
  if (bits == 0)
    a_.xor_(to.r32(), to.r32());
  else if (bits <= UINT32_MAX)
    a_.mov(to.r32(), uint32_t(bits));
  else
    a_.mov(to, bits);
}
void Emitter::store_constant(const Mem& to, uint64_t bits) {
  if (int64_t(bits) == int32_t(bits)) return void(a_.mov(to, int32_t(bits)));
  constant(rdx, bits);
  a_.mov(to, rdx);
}
void Emitter::unless_cell(Gp v, Gp scratch, Label no) {
  a_.lea(scratch, qword_ptr(v, -64));
  a_.cmp(scratch, kCellReg);
  a_.jae(no);
}
void Emitter::count_up(Gp v, Gp scratch) {
  Label no = a_.newLabel();
  unless_cell(v, scratch, no);
  a_.add(dword_ptr(v), 1);
  a_.bind(no);
}
void Emitter::drop() {
  Label done = a_.newLabel(), last = a_.newLabel();
  unless_cell(rcx, rdx, done);
  a_.sub(dword_ptr(rcx), 1);
  a_.jz(last);
  a_.bind(done);
  later([this, done, last] {
    a_.bind(last);
    save_pc(rdx);  // a finalizer may look at the frame's line
    a_.call(drop_stub_);
    a_.jmp(done);
  });
}
void Emitter::put(int r, Gp owned) {
  if (fact(r) != Fact::Unknown) return void(a_.mov(reg(r), owned));
  a_.mov(rcx, reg(r));
  a_.mov(reg(r), owned);
  drop();
}
void Emitter::put_constant(int r, uint64_t bits) {
  bool may_drop = fact(r) == Fact::Unknown;
  if (may_drop) a_.mov(rcx, reg(r));
  store_constant(reg(r), bits);
  if (may_drop) drop();
}
void Emitter::clear(int r) {
  bool may_drop = fact(r) == Fact::Unknown;
  if (may_drop) a_.mov(rcx, reg(r));
  a_.mov(reg(r), 0);  // absent: CHECK and calls (for self) look at it
  if (may_drop) drop();
}
void Emitter::clear_consumed(int r, int except) {
  if (r >= int(c_.nlocals) && r != except) clear(r);
}
Emitter::Guess Emitter::guess(int r, Fact known) const {
  if (known == Fact::Int) return Guess::Int;
  if (known == Fact::Float) return Guess::Float;
  if (!running_ || r >= int(c_.nlocals)) return Guess::Other;
  Value v = running_->base[r];
  return v.is_int() ? Guess::Int : v.is_float() ? Guess::Float : Guess::Other;
}

// --- the budget
void Emitter::charge(bool again) {
  Label over = a_.newLabel(), done = a_.newLabel();
  a_.sub(qword_ptr(kThread, ADDER_AT(Thread, budget)), 1);
  a_.js(over);
  a_.bind(done);
  later([=, this] {
    a_.bind(over);
    save_pc();
    a_.mov(rdi, kThread);
    address(rsi, &c_);
    call(reinterpret_cast<const void*>(&check_budget));
    a_.mov(rcx, rax);
    a_.mov(eax, int(MachineExit::Unwind));
    a_.test(cl, cl);
    a_.jz(leave_);
    if (!again) return void(a_.jmp(done));
    a_.add(qword_ptr(kThread, ADDER_AT(Thread, budget)), 1);  // the loop runs the instruction, and charges for it
    a_.jmp(exit());
  });
}
void Emitter::branch(CondCode taken, int64_t offset) {
  Label to = start_of(int64_t(pc_) + offset);
  if (offset > 0) return void(a_.j(taken, to));
  Label stay = a_.newLabel();
  a_.j(negateCond(taken), stay);
  charge(false);  // operands may have been consumed
  a_.jmp(to);
  a_.bind(stay);
}

}  // namespace adder::jit
