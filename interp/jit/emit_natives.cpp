// Calls of natives. Those that take less time than the call itself are done in place, where the caches said at compile
// time that such a one is called: the register is looked at, so that nothing rests on that.
#include <string_view>

#include "interp/jit/emit.h"
#include "interp/jit/helpers.h"

namespace adder::jit {
using namespace asmjit::x86;

namespace {
enum class Known { No, ListAppend, Len };
Known known(const Native* n, int op, int arguments) {
  if (!n || arguments != 1) return Known::No;
  const Interpreter& in = *heap_of(n).owner();
  const std::string_view name = n->def->name;
  if (op == CALLM_N) return n->owner == in.types[int(Kind::List)] && name == "append" ? Known::ListAppend : Known::No;
  const bool builtin = !n->owner && is_str(n->module) && sv(n->module) == "builtins";
  return op == CALL_N && builtin && name == "len" ? Known::Len : Known::No;
}
}  // namespace

void Emitter::call_native() {
  const int op = int(i_ & 255);
  const Native* native = native_in_[size_t(A_(i_))];
  switch (known(native, op, B_(i_))) {
    case Known::ListAppend: append_by_method(native); break;
    case Known::Len: length(native); break;
    case Known::No: helper(&call_native_function); break;
  }
  after_call(op);
}

// rax := the function of the call, which is one like `native`, or the call is done by the helper; then on at `done`.
void Emitter::expect_native(const Native* native, Label slow, Label done) {
  is_kind(A_(i_), rax, Kind::Native, slow);
  address(rdx, native->def);
  a_.cmp(qword_ptr(rax, ADDER_AT(Native, def)), rdx);
  a_.jne(slow);
  later([=, this] {
    a_.bind(slow);
    helper(&call_native_function);
    a_.jmp(done);
  });
}
void Emitter::append_by_method(const Native* native) {
  const int a = A_(i_);
  Label slow = a_.newLabel(), done = a_.newLabel();
  expect_native(native, slow, done);
  is_kind(a + 1, rsi, Kind::List, slow);
  a_.mov(ecx, dword_ptr(rsi, ADDER_AT(List, len)));
  a_.cmp(ecx, dword_ptr(rsi, ADDER_AT(List, cap)));
  a_.jae(slow);
  load(r8, a + 2);
  a_.mov(reg(a + 2), 0);
  a_.mov(rdi, qword_ptr(rsi, ADDER_AT(List, items)));
  a_.mov(qword_ptr(rdi, rcx, 3), r8);
  a_.add(dword_ptr(rsi, ADDER_AT(List, len)), 1);
  a_.sub(dword_ptr(rax), 1);  // never the last: its type, which cannot be changed, holds it
  a_.mov(reg(a), 0);
  a_.mov(reg(a + 1), 0);
  a_.mov(rcx, rsi);
  drop();
  put_constant(C_(i_), kNone.u);
  a_.bind(done);
}
void Emitter::length(const Native* native) {
  const int a = A_(i_);
  Label slow = a_.newLabel(), done = a_.newLabel(), other = a_.newLabel(), text = a_.newLabel(), have = a_.newLabel();
  expect_native(native, slow, done);
  load(rsi, a + 2);
  unless_cell(rsi, rdx, slow);
  static_assert(int(Kind::List) == int(Kind::Tuple) + 1 && int(Kind::Dict) == int(Kind::Tuple) + 2);
  static_assert(ADDER_AT(Tuple, len) == ADDER_AT(List, len) && ADDER_AT(Dict, used) == ADDER_AT(List, len));
  a_.movzx(ecx, byte_ptr(rsi, ADDER_AT(Cell, kind)));
  a_.sub(ecx, int(Kind::Tuple));
  a_.cmp(ecx, int(Kind::Dict) - int(Kind::Tuple));
  a_.ja(other);
  a_.mov(r8d, dword_ptr(rsi, ADDER_AT(List, len)));
  a_.bind(have);
  a_.or_(r8, kTagReg);
  a_.mov(reg(a), 0);
  a_.mov(reg(a + 2), 0);
  a_.mov(rcx, rax);
  drop();
  a_.mov(rcx, rsi);
  drop();
  put(C_(i_), r8);
  a_.bind(done);
  later([=, this] {
    a_.bind(other);
    a_.cmp(ecx, int(Kind::Str) - int(Kind::Tuple));
    a_.je(text);
    a_.sub(ecx, int(Kind::Set) - int(Kind::Tuple));
    a_.cmp(ecx, int(Kind::FrozenSet) - int(Kind::Set));
    a_.ja(slow);
    a_.mov(r8d, dword_ptr(rsi, ADDER_AT(Set, used)));
    a_.jmp(have);
    a_.bind(text);
    a_.mov(r8d, dword_ptr(rsi, ADDER_AT(Str, chars)));
    a_.jmp(have);
  });
}

}  // namespace adder::jit
