// Calls, returns, iteration.
#include "interp/jit/emit.h"
#include "interp/jit/helpers.h"

namespace adder::jit {
using namespace asmjit::x86;

namespace {
// ret, cont and flags of a Frame are written and compared together.
static_assert(ADDER_AT(Frame, cont) == ADDER_AT(Frame, ret) + 1 && ADDER_AT(Frame, flags) == ADDER_AT(Frame, ret) + 2);
constexpr int how(Cont cont, int flags) {
  return int(cont) | flags << 8;
}
constexpr int kFrameBytes = int(sizeof(Frame));
}  // namespace

// Goes on with the frame on top at its pc, in machine code or in the loop.
void Emitter::reload_code() {
  Label not_compiled = a_.newLabel();
  a_.bind(reload_);
  a_.mov(kFrame, qword_ptr(kThread, ADDER_AT(Thread, fr)));
  a_.mov(kRegs, qword_ptr(kFrame, ADDER_AT(Frame, base)));
  a_.mov(rdx, qword_ptr(kFrame, ADDER_AT(Frame, code)));
  a_.mov(rdx, qword_ptr(rdx, ADDER_AT(Code, machine_bias)));
  a_.mov(rsi, qword_ptr(kFrame, ADDER_AT(Frame, pc)));
  a_.test(rdx, rdx);
  a_.jz(not_compiled);
  a_.mov(r8, qword_ptr(rdx, rsi, 2));
  a_.test(r8, r8);
  a_.jz(not_compiled);
  a_.jmp(r8);
  a_.bind(not_compiled);
  leave(MachineExit::Instruction);
}
// Where compiled calls enter: arguments stand in the registers, the frame is complete but for its pc.
void Emitter::prologue() {
  if (!(c_.cflags & kSimple)) return;
  call_entry_ = a_.newLabel();
  a_.bind(call_entry_);
  pc_ = 0;
  save_pc();
  for (uint32_t r = c_.nparams; r < c_.nlocals; r++) a_.mov(reg(int(r)), 0);
}

// The function in rax, its code in rcx and the registers of its frame in rdi: pushes the frame and goes there. Nothing
// is changed before all is checked.
void Emitter::enter_function(int n_arguments) {
  Label other_count = a_.newLabel(), push = a_.newLabel();
  a_.cmp(dword_ptr(rcx, ADDER_AT(Code, nparams)), n_arguments);
  a_.jne(other_count);
  a_.mov(r8, qword_ptr(rcx, ADDER_AT(Code, machine_call)));
  a_.test(r8, r8);
  a_.jz(exit());
  a_.test(byte_ptr(rax, ADDER_AT(Cell, flags)), kCaptured);
  a_.jnz(exit());
  a_.mov(edx, dword_ptr(rcx, ADDER_AT(Code, nreg)));
  a_.lea(rdx, qword_ptr(rdi, rdx, 3, 8 * int(Thread::kStackReserve)));
  a_.cmp(rdx, qword_ptr(kThread, ADDER_AT(Thread, stack_end)));
  a_.ja(exit());
  a_.lea(rsi, qword_ptr(kFrame, kFrameBytes));
  a_.cmp(rsi, qword_ptr(kThread, ADDER_AT(Thread, frame_limit)));
  a_.ja(exit());
  charge();
  a_.bind(push);
  push_frame(C_(i_), Cont::Store, 0);
  later([=, this] {
    a_.bind(other_count);
    a_.mov(qword_ptr(rsp), rdi);
    a_.mov(rdx, rdi);
    a_.mov(rdi, kThread);
    a_.mov(rsi, rax);
    a_.mov(ecx, n_arguments);
    call(reinterpret_cast<const void*>(&begin_with_defaults));
    a_.test(rax, rax);
    a_.jz(exit());
    a_.mov(rdi, qword_ptr(rsp));
    enter_begun();
    a_.jmp(push);
  });
}
// The function in rax that a helper has prepared: what push_frame() wants beside its registers in rdi.
void Emitter::enter_begun() {
  a_.mov(rcx, qword_ptr(rax, ADDER_AT(Func, code)));
  a_.mov(r8, qword_ptr(rcx, ADDER_AT(Code, machine_call)));
  a_.lea(rsi, qword_ptr(kFrame, kFrameBytes));
}
// The frame at rsi for the function in rax; its code in rcx, its registers in rdi, its machine code in r8.
void Emitter::push_frame(int ret, Cont cont, int flags) {
  constant(rdx, reinterpret_cast<uint64_t>(c_.ins.data() + pc_));
  a_.mov(qword_ptr(kFrame, ADDER_AT(Frame, pc)), rdx);
  a_.mov(qword_ptr(rsi, ADDER_AT(Frame, code)), rcx);
  a_.mov(qword_ptr(rsi, ADDER_AT(Frame, base)), rdi);
  a_.mov(qword_ptr(rsi, ADDER_AT(Frame, func)), rax);
  a_.mov(dword_ptr(rsi, ADDER_AT(Frame, ret)), ret | how(cont, flags) << 8);
  if (flags & kFrameOwnsFunc) a_.add(dword_ptr(rax), 1);
  a_.mov(qword_ptr(kThread, ADDER_AT(Thread, fr)), rsi);
  a_.mov(kFrame, rsi);
  a_.mov(kRegs, rdi);
  a_.jmp(r8);
}
void Emitter::call_python(int op) {
  bool method = op == CALLM || op == CALLM_PY;
  int a = A_(i_), n = B_(i_);
  if (c_.cflags & (kGenerator | kCoroutine | kAsyncGen)) {  // its registers are not on the stack
    helper(&call_value_generic);
    return after_call(op);
  }
  Label generic = a_.newLabel();
  bool quickened = op == CALL_PY || op == CALLM_PY;
  if (quickened) generic = exit();
  is_kind(a, rax, Kind::Func, generic);
  if (method) {  // without self there is one argument less
    a_.cmp(reg(a + 1), 0);
    a_.je(generic);
  }
  a_.mov(rcx, qword_ptr(rax, ADDER_AT(Func, code)));
  if (!quickened) {
    a_.test(dword_ptr(rcx, ADDER_AT(Code, cflags)), int(kSimple));
    a_.jz(generic);
  }
  a_.lea(rdi, reg(a + (method ? 1 : 2)));
  enter_function(n + method);
  if (!quickened) {
    a_.bind(generic);
    helper(&call_value_generic);
  }
  after_call(op);
}
void Emitter::call_class() {
  int a = A_(i_);
  if (c_.cflags & (kGenerator | kCoroutine | kAsyncGen)) {
    a_.jmp(exit());
    return after_call(CALL_T);
  }
  Label builtin = a_.newLabel();
  save_pc();
  a_.mov(rdi, kThread);
  a_.lea(rsi, reg(a));
  a_.mov(edx, B_(i_));
  call(reinterpret_cast<const void*>(&begin_construct));
  a_.test(rax, rax);
  a_.jz(builtin);
  a_.lea(rdi, reg(a + 1));
  enter_begun();
  push_frame(C_(i_), Cont::Init, kFrameOwnsFunc);
  a_.bind(builtin);
  helper(&construct_builtin);
  after_call(CALL_T);
}
// A call of a generator's: its arguments move to the stack.
void Emitter::call_from_generator(int op) {
  int a = A_(i_);
  a_.mov(rdi, kThread);
  a_.lea(rsi, reg(a));
  a_.mov(edx, B_(i_));
  a_.mov(ecx, op == CALLM_G);
  a_.mov(r8, rsp);
  call(reinterpret_cast<const void*>(&begin_from_generator));
  a_.test(rax, rax);
  a_.jz(exit());
  a_.mov(rdi, qword_ptr(rsp));
  enter_begun();
  push_frame(C_(i_), Cont::Store, 0);
  after_call(op);
}

// Where a returned value arrives, in rax. Eight bytes before stands where __init__ returns to, sixteen bytes before
// where frames that own their function do; the function is in rdi then.
void Emitter::after_call(int op) {
  int a = A_(i_), c = C_(i_);
  Label go_on = a_.newLabel(), after_init = a_.newLabel(), after_owned = a_.newLabel();
  afters_[pc_] = a_.newLabel();
  Label here = afters_[pc_];
  a_.jmp(go_on);
  a_.align(asmjit::AlignMode::kCode, 8);
  a_.embedLabel(after_owned);
  a_.embedLabel(after_init);
  a_.bind(here);
  // The registers are those after the call: what this instruction found says nothing about them.
  a_.mov(rcx, reg(c));
  a_.mov(reg(c), rax);
  drop();
  if (c != a) {
    a_.mov(rcx, reg(a));
    a_.mov(reg(a), 0);
    drop();
  }
  a_.bind(go_on);
  later([=, this] {
    a_.bind(after_owned);
    a_.mov(rcx, rdi);
    drop();
    a_.jmp(here);
    a_.bind(after_init);
    a_.mov(rcx, rdi);
    drop();
    if (c != a) {
      load(rax, a);
      a_.mov(reg(a), 0);
      a_.mov(rcx, reg(c));
      a_.mov(reg(c), rax);
      drop();
    }
    a_.jmp(go_on);
  });
}

// For an instruction whose value a frame may deliver later: `arrive` puts what is in rax where it belongs, and goes on.
void Emitter::after_value(std::function<void()> arrive) {
  afters_[pc_] = a_.newLabel();
  later([=, this] {
    Label owned = a_.newLabel();
    a_.align(asmjit::AlignMode::kCode, 8);
    a_.embedLabel(owned);
    a_.embedLabel(owned);  // __init__ returns to calls only
    a_.bind(afters_[pc_]);
    arrive();
    a_.bind(owned);
    a_.mov(rcx, rdi);
    drop();
    a_.jmp(afters_[pc_]);
  });
}

void Emitter::return_value(int op) {
  int a = op == RET ? A_(i_) : -1, n = B_(i_) == 255 ? int(c_.nreg) : B_(i_);
  if (c_.cflags & (kGenerator | kCoroutine | kAsyncGen)) {
    call_helper(&end_generator);
    a_.test(eax, eax);
    a_.jnz(exit());
    a_.jmp(reload_);
    return;
  }
  // Up to the last moment this is a RET that is still to come: the loop can run it.
  Label alone = a_.newLabel(), has_object = a_.newLabel();
  a_.test(byte_ptr(kFrame, ADDER_AT(Frame, flags)), kFrameObject);
  a_.jnz(has_object);
  a_.bind(alone);
  later([=, this] {
    a_.bind(has_object);
    a_.mov(rdi, kThread);
    call(reinterpret_cast<const void*>(&drop_frame_object));
    a_.test(eax, eax);
    a_.jnz(alone);
    a_.jmp(exit());
  });
  constexpr int kUnrolled = 24;
  for (int r = 0; r < n && r < kUnrolled; r++) {
    if (r == a || fact(r) != Fact::Unknown) continue;
    Label done = a_.newLabel(), last = a_.newLabel();
    a_.mov(rcx, reg(r));
    a_.mov(reg(r), 0);
    unless_cell(rcx, rdx, done);
    a_.sub(dword_ptr(rcx), 1);
    a_.jz(last);
    a_.bind(done);
    later([=, this] {
      a_.bind(last);
      a_.mov(rdi, kThread);
      a_.mov(rsi, rcx);
      call(reinterpret_cast<const void*>(&end_with_frame));
      a_.jmp(done);
    });
  }
  if (n > kUnrolled) {
    a_.mov(rdi, kThread);
    a_.mov(esi, kUnrolled);
    a_.mov(edx, n);
    a_.mov(ecx, a);
    call(reinterpret_cast<const void*>(&release_registers));
  }
  Label unusual = a_.newLabel(), plain = a_.newLabel();
  a_.movzx(ecx, word_ptr(kFrame, ADDER_AT(Frame, cont)));
  find_after();
  if (op == RET)
    load(rax, a);
  else
    constant(rax, kNone.u);
  a_.cmp(ecx, how(Cont::Store, 0));
  a_.jne(unusual);
  a_.bind(plain);
  if (op == RET) a_.mov(reg(a), 0);
  pop_frame();
  a_.jmp(r8);
  later([=, this] {
    a_.bind(unusual);
    return_unusual(a, plain);
  });
}
// The value in rax of register a (-1: None), the continuation in cl, the flags in ch, the caller's place in r8.
void Emitter::return_unusual(int a, Label plain) {
  Label init = a_.newLabel(), no_operator = a_.newLabel(), known = a_.newLabel();
  auto leave_function = [this, a] {
    if (a >= 0) a_.mov(reg(a), 0);
    a_.mov(rdi, qword_ptr(kFrame, ADDER_AT(Frame, func)));
    pop_frame();
  };
  a_.cmp(ecx, how(Cont::Init, kFrameOwnsFunc));
  a_.je(init);
  a_.test(ecx, ~how(Cont(255), kFrameOwnsFunc));
  a_.jnz(exit());
  a_.movzx(edx, cl);
  a_.cmp(edx, int(Cont::Store));
  a_.je(known);
  a_.cmp(edx, int(Cont::GetAttr));
  a_.je(known);
  a_.sub(edx, int(Cont::BinInplace));
  a_.cmp(edx, int(Cont::BinRightFirst) - int(Cont::BinInplace));
  a_.ja(no_operator);
  a_.cmp(rax, int(kNotImplemented.u));
  a_.je(exit());
  a_.jmp(known);
  a_.bind(no_operator);
  a_.sub(edx, int(Cont::CmpLeft) - int(Cont::BinInplace));
  a_.cmp(edx, int(Cont::CmpRightFirst) - int(Cont::CmpLeft));
  a_.ja(exit());
  a_.lea(rsi, qword_ptr(rax, -int(kFalse.u)));
  a_.test(rsi, ~int(kTrue.u - kFalse.u));  // neither False nor True
  a_.jnz(exit());
  a_.bind(known);
  a_.test(ecx, kFrameOwnsFunc << 8);
  a_.jz(plain);
  leave_function();
  a_.jmp(qword_ptr(r8, -16));
  a_.bind(init);
  a_.cmp(rax, int(kNone.u));
  a_.jne(exit());
  leave_function();
  a_.jmp(qword_ptr(r8, -8));
}

// --- iteration
void Emitter::next() {
  int a = A_(i_), b = B_(i_);
  int64_t body = int64_t(pc_) + 1 + BX_(c_.ins[pc_ + 1]), end = int64_t(pc_) + 2;
  Label list = a_.newLabel(), falling = a_.newLabel(), step = a_.newLabel(), other = a_.newLabel();
  load(rdi, b);
  unless_cell(rdi, rdx, other);
  unless_kind(rdi, Kind::Iter, other);
  a_.cmp(byte_ptr(rdi, ADDER_AT(Iter, ik)), int(IterKind::Range));
  a_.jne(list);
  a_.mov(rax, qword_ptr(rdi, ADDER_AT(Iter, i)));
  a_.mov(rsi, qword_ptr(rdi, ADDER_AT(Iter, step)));
  a_.test(rsi, rsi);
  a_.jle(falling);
  a_.cmp(rax, qword_ptr(rdi, ADDER_AT(Iter, stop)));
  a_.jge(start_of(end));
  a_.bind(step);
  a_.mov(r8, rax);
  a_.shl(r8, 15);
  a_.mov(r9, r8);
  a_.sar(r9, 15);
  a_.cmp(r9, rax);
  a_.jne(exit());  // not an inline int
  a_.add(rsi, rax);
  a_.jo(exit());
  charge();
  a_.mov(qword_ptr(rdi, ADDER_AT(Iter, i)), rsi);
  a_.shr(r8, 15);
  a_.or_(r8, kTagReg);
  put(a, r8);
  go(body);
  later([=, this] {
    a_.bind(falling);
    a_.cmp(rax, qword_ptr(rdi, ADDER_AT(Iter, stop)));
    a_.jg(step);
    go(end);
  });
  later([=, this] {
    a_.bind(list);
    Label exhausted = a_.newLabel();
    a_.cmp(byte_ptr(rdi, ADDER_AT(Iter, ik)), int(IterKind::List));
    a_.jne(other);
    a_.mov(rsi, qword_ptr(rdi, ADDER_AT(Iter, seq)));
    a_.test(rsi, rsi);
    a_.jz(exit());
    a_.mov(rcx, qword_ptr(rdi, ADDER_AT(Iter, i)));
    a_.mov(eax, dword_ptr(rsi, ADDER_AT(List, len)));
    a_.cmp(rcx, rax);
    a_.jae(exhausted);
    charge();
    a_.mov(rsi, qword_ptr(rsi, ADDER_AT(List, items)));
    a_.mov(rax, qword_ptr(rsi, rcx, 3));
    a_.add(rcx, 1);
    a_.mov(qword_ptr(rdi, ADDER_AT(Iter, i)), rcx);
    count_up(rax, rdx);
    put(a, rax);
    go(body);
    a_.bind(exhausted);  // a store: a list that grows later does not revive it
    a_.mov(qword_ptr(rdi, ADDER_AT(Iter, seq)), 0);
    a_.mov(rcx, rsi);
    drop();
    go(end);
  });
  afters_[pc_] = a_.newLabel();
  later([=, this] {
    a_.bind(other);
    other_next(&next_item);
  });
}
void Emitter::next_from(Helper function) {
  afters_[pc_] = a_.newLabel();
  other_next(function);
}
// Iterators of other kinds, and generators.
void Emitter::other_next(Helper function) {
  int64_t body = int64_t(pc_) + 1 + BX_(c_.ins[pc_ + 1]), end = int64_t(pc_) + 2;
  Label unusual = a_.newLabel(), delivered = a_.newLabel();
  call_helper(function);
  a_.test(eax, eax);
  a_.jnz(unusual);
  a_.bind(delivered);
  charge(false);
  go(body);

  a_.bind(unusual);
  a_.cmp(eax, kNextEnd);
  a_.je(start_of(end));
  a_.cmp(eax, kEntered);
  a_.je(reload_);
  a_.cmp(eax, kRunInstruction);
  a_.je(exit());
  Word first = c_.ins[size_t(body)];
  if (unpacks_pair(first, i_, c_.nlocals)) {
    a_.cmp(eax, kNextPair);
    a_.jne(leave_);
    charge(false);
    bool drops_pair = c_.ins[size_t(body) + 1] == word(KILL, A_(i_), A_(i_));
    go(body + 1 + drops_pair);
  } else {
    a_.jmp(leave_);
  }

  a_.align(asmjit::AlignMode::kCode, 8);
  a_.bind(afters_[pc_]);  // what a generator yields arrives, in rax
  put(A_(i_), rax);
  a_.jmp(delivered);
}
// To a loop in compiled code; all else is the eval loop's.
void Emitter::yield_value() {
  int a = A_(i_);
  if (c_.cflags & kAsyncGen) return void(a_.jmp(exit()));
  a_.movzx(ecx, word_ptr(kFrame, ADDER_AT(Frame, cont)));
  a_.cmp(ecx, how(Cont::Next, kFrameGen));
  a_.jne(exit());
  a_.mov(rdi, qword_ptr(kFrame, ADDER_AT(Frame, gen)));
  a_.cmp(dword_ptr(rdi), 1);
  a_.jbe(exit());  // the generator was dropped while it ran
  find_after();
  load(rax, a);
  if (a >= int(c_.nlocals))
    a_.mov(reg(a), 0);
  else if (fact(a) == Fact::Unknown)
    count_up(rax, rdx);
  constant(rdx, reinterpret_cast<uint64_t>(c_.ins.data() + pc_));
  a_.mov(qword_ptr(rdi, ADDER_AT(Gen, pc)), rdx);
  a_.mov(byte_ptr(rdi, ADDER_AT(Gen, running)), 0);
  a_.mov(dword_ptr(rdi, ADDER_AT(Gen, nreg)), c_.nreg);
  a_.sub(dword_ptr(rdi), 1);
  pop_frame();
  a_.jmp(r8);
}
// r8 := where the frame below goes on with a value, or off to the loop.
void Emitter::find_after() {
  a_.mov(rdx, qword_ptr(kFrame, ADDER_AT(Frame, code) - kFrameBytes));
  a_.mov(rdx, qword_ptr(rdx, ADDER_AT(Code, machine_bias)));
  a_.mov(rsi, qword_ptr(kFrame, ADDER_AT(Frame, pc) - kFrameBytes));
  a_.test(rdx, rdx);
  a_.jz(exit());
  a_.mov(r8, qword_ptr(rdx, rsi, 2, ADDER_AT(MachineEntry, after)));
  a_.test(r8, r8);
  a_.jz(exit());
}
void Emitter::pop_frame() {
  a_.sub(kFrame, kFrameBytes);
  a_.mov(qword_ptr(kThread, ADDER_AT(Thread, fr)), kFrame);
  a_.mov(kRegs, qword_ptr(kFrame, ADDER_AT(Frame, base)));
}

}  // namespace adder::jit
