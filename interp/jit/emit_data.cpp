// Names, cells, attributes, items. The inline caches are the interpreter's own and are read where they stand: what
// clears them needs not know of machine code.
#include "interp/jit/emit.h"
#include "interp/jit/helpers.h"

namespace adder::jit {
using namespace asmjit::x86;

// --- names and cells
void Emitter::load_global(int op) {
  if (op == LOADG) return not_met();  // the loop fills its cache
  const GlobalCache* cache = &c_.glob[c_.ins[pc_ + 1]];
  const bool valid = op == LOADG_B && cache->bver == heap_of(&c_).owner()->builtins->keys_version;
  native_in_[size_t(A_(i_))] = valid && cache->slot->is(Kind::Native) ? cache->slot->as<Native>() : nullptr;
  a_.mov(rax, qword_ptr(kFrame, ADDER_AT(Frame, func)));
  a_.mov(rax, qword_ptr(rax, ADDER_AT(Func, globals)));
  a_.mov(rax, qword_ptr(rax, ADDER_AT(Dict, keys_version)));
  address(rsi, cache);
  a_.cmp(rax, qword_ptr(rsi, ADDER_AT(GlobalCache, mver)));
  a_.jne(exit());
  if (op == LOADG_B) {
    a_.mov(rax, qword_ptr(kThread, ADDER_AT(Thread, builtins)));
    a_.mov(rax, qword_ptr(rax, ADDER_AT(Dict, keys_version)));
    a_.cmp(rax, qword_ptr(rsi, ADDER_AT(GlobalCache, bver)));
    a_.jne(exit());
  }
  a_.mov(rax, qword_ptr(rsi, ADDER_AT(GlobalCache, slot)));
  a_.mov(rax, qword_ptr(rax));
  count_up(rax, rdx);
  put(A_(i_), rax);
}
void Emitter::load_cell() {
  load(rax, B_(i_));
  a_.mov(rax, qword_ptr(rax, ADDER_AT(CellVar, v)));
  a_.test(rax, rax);
  a_.jz(exit());
  count_up(rax, rdx);
  put(A_(i_), rax);
}
void Emitter::load_free() {
  a_.mov(rax, qword_ptr(kFrame, ADDER_AT(Frame, func)));
  a_.mov(rax, qword_ptr(rax, ADDER_AT(Func, cells) + 8 * uint16_t(BX_(i_))));
  a_.mov(rax, qword_ptr(rax, ADDER_AT(CellVar, v)));
  a_.test(rax, rax);
  a_.jz(exit());
  count_up(rax, rdx);
  put(A_(i_), rax);
}
void Emitter::store_cell(bool free) {
  int value = free ? A_(i_) : B_(i_);
  if (value == 255) return void(a_.jmp(exit()));
  if (free) {
    a_.mov(rsi, qword_ptr(kFrame, ADDER_AT(Frame, func)));
    a_.mov(rsi, qword_ptr(rsi, ADDER_AT(Func, cells) + 8 * uint16_t(BX_(i_))));
  } else {
    load(rsi, A_(i_));
  }
  a_.test(byte_ptr(rsi, ADDER_AT(Cell, flags)), kWatched);
  a_.jnz(exit());
  load(rax, value);
  if (fact(value) == Fact::Unknown) count_up(rax, rdx);
  a_.mov(rcx, qword_ptr(rsi, ADDER_AT(CellVar, v)));
  a_.mov(qword_ptr(rsi, ADDER_AT(CellVar, v)), rax);
  drop();
}

// --- attributes
namespace {
int entry_at(int k, int field) {
  return ADDER_AT(AttrCache, e) + k * int(sizeof(AttrCache::Entry)) + field;
}
constexpr int kEntries = 4;
}  // namespace

// rax := an instance (or exception, or extension) in register r, rdi := its shape, rsi := the cache. rcx, rdx are free.
void Emitter::load_shape(int r, Label no) {
  load(rax, r);
  unless_cell(rax, rdx, no);
  a_.cmp(byte_ptr(rax, ADDER_AT(Cell, kind)), int(Kind::Instance));
  a_.jb(no);
  a_.mov(rdi, qword_ptr(rax, ADDER_AT(Instance, shape)));
  address(rsi, c_.attr[c_.ins[pc_ + 1]]);
}
// Finds the entry of the shape in rdi among those of the cache in rsi; `hit` goes on with rsi advanced to it.
void Emitter::find_entry(Label no) {
  Label hit = a_.newLabel(), miss = a_.newLabel();
  a_.cmp(rdi, qword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, shape))));
  a_.jne(miss);
  a_.bind(hit);
  later([=, this] {
    a_.bind(miss);
    for (int k = 1; k < kEntries; k++) {
      a_.add(rsi, int(sizeof(AttrCache::Entry)));
      a_.cmp(rdi, qword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, shape))));
      a_.je(hit);
    }
    a_.jmp(no);
  });
}
// Where a property or __getitem__ returns to.
void Emitter::value_arrives() {
  after_value([this] {
    put(A_(i_), rax);
    go(int64_t(pc_) + kOps[i_ & 255].words);
  });
}
void Emitter::get_attribute() {
  value_arrives();
  Label slow = a_.newLabel(), done = a_.newLabel();
  load_shape(B_(i_), slow);
  find_entry(slow);
  a_.mov(ecx, dword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, idx))));
  a_.mov(rax, qword_ptr(rax, ADDER_AT(Instance, slots)));
  a_.mov(rax, qword_ptr(rax, rcx, 3));
  count_up(rax, rdx);
  put(A_(i_), rax);
  a_.bind(done);
  later([=, this] {
    a_.bind(slow);
    helper(&get_attribute_slow);
    a_.jmp(done);
  });
}
void Emitter::set_attribute() {
  Label add = a_.newLabel(), done = a_.newLabel(), slow = a_.newLabel();
  load_shape(A_(i_), slow);
  unless_kind(rax, Kind::Instance, slow);
  find_entry(slow);
  a_.test(byte_ptr(rax, ADDER_AT(Cell, flags)), kWatched);
  a_.jnz(exit());
  a_.mov(ecx, dword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, idx))));
  a_.mov(r8, qword_ptr(rax, ADDER_AT(Instance, slots)));
  a_.lea(r8, qword_ptr(r8, rcx, 3));  // the slot
  auto take_value = [this] {
    load(r9, B_(i_));
    if (C_(i_))
      a_.mov(reg(B_(i_)), 0);
    else if (fact(B_(i_)) == Fact::Unknown)
      count_up(r9, rdx);
  };
  a_.cmp(byte_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, add))), 0);
  a_.jne(add);
  take_value();
  a_.mov(rcx, qword_ptr(r8));
  a_.mov(qword_ptr(r8), r9);
  drop();
  a_.bind(done);
  later([=, this] {
    a_.bind(add);
    a_.cmp(ecx, dword_ptr(rax, ADDER_AT(Instance, cap)));
    a_.jae(slow);
    take_value();
    a_.mov(qword_ptr(r8), r9);
    a_.mov(rdx, qword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, to))));
    a_.mov(qword_ptr(rax, ADDER_AT(Instance, shape)), rdx);
    a_.jmp(done);
    a_.bind(slow);
    helper(&set_attribute_slow);
    a_.jmp(done);
  });
}
void Emitter::method(int op) {
  int a = A_(i_);
  value_arrives();
  if (op == METHOD) {  // not met so far, or with too many classes
    address(rax, met_);
    a_.add(dword_ptr(rax), 1);
    return helper(&get_method_slow);
  }
  Label slow = a_.newLabel(), done = a_.newLabel();
  const Cell* found = c_.attr[c_.ins[pc_ + 1]]->e[0].fn;
  native_in_[size_t(a)] = op == METHOD_T && found ? static_cast<const Native*>(found) : nullptr;
  if (op == METHOD_S) {
    load_shape(B_(i_), slow);
    find_entry(slow);
    a_.mov(rdi, qword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, fn))));
  } else {
    load(rax, B_(i_));
    unless_cell(rax, rdx, slow);
    address(rsi, c_.attr[c_.ins[pc_ + 1]]);
    a_.movzx(ecx, byte_ptr(rax, ADDER_AT(Cell, kind)));
    a_.cmp(ecx, dword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, idx))));
    a_.jne(slow);
    a_.cmp(qword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, shape))), 0);
    a_.jne(slow);
    a_.mov(rdi, qword_ptr(rsi, entry_at(0, ADDER_AT(AttrCache::Entry, fn))));
    a_.test(rdi, rdi);
    a_.jz(slow);
  }
  a_.add(dword_ptr(rdi), 1);
  a_.add(dword_ptr(rax), 1);
  put(a, rdi);
  put(a + 1, rax);
  a_.bind(done);
  later([=, this] {
    a_.bind(slow);
    helper(&get_method_slow);
    a_.jmp(done);
  });
}

// --- items
// rdi := address of item `key` of the list or tuple in rax; r8 is used. Others go to `no`.
void Emitter::find_item(Label tuple, Label found, Label no) {
  unless_kind(rax, Kind::List, tuple);
  a_.mov(r8d, dword_ptr(rax, ADDER_AT(List, len)));
  a_.mov(rdi, qword_ptr(rax, ADDER_AT(List, items)));
  index_item(no);
  a_.bind(found);
}
// rsi: a tagged int, r8d: the length, rdi: the first item. rdi := address of the item.
void Emitter::index_item(Label no) {
  Label negative = a_.newLabel(), known = a_.newLabel();
  a_.sub(rsi, kTagReg);
  a_.cmp(rsi, r8);
  a_.jae(negative);
  a_.bind(known);
  a_.lea(rdi, qword_ptr(rdi, rsi, 3));
  later([=, this] {
    a_.bind(negative);
    a_.shl(rsi, 15);
    a_.sar(rsi, 15);
    a_.add(rsi, r8);
    a_.cmp(rsi, r8);
    a_.jb(known);  // it was between -length and -1: what is too large has become larger yet
    a_.jmp(no);
  });
}
void Emitter::load_key(int op, int constant_op, int operand, Label no) {
  if (op == constant_op) {
    constant(rsi, c_.k[size_t(operand)].u);
    return;
  }
  load(rsi, operand);
  if (fact(operand) == Fact::Int) return;
  a_.cmp(rsi, kTagReg);
  a_.jb(no);
}
void Emitter::subscript(int op) {
  value_arrives();
  bool has_constant = op == SUBSCR_K;
  Label slow = a_.newLabel(), done = a_.newLabel();
  if (!has_constant || c_.k[size_t(C_(i_))].is_int()) {
    Label tuple = a_.newLabel(), found = a_.newLabel();
    load(rax, B_(i_));
    unless_cell(rax, rdx, slow);
    load_key(op, SUBSCR_K, C_(i_), slow);
    find_item(tuple, found, slow);
    a_.mov(rax, qword_ptr(rdi));
    count_up(rax, rdx);
    put(A_(i_), rax);
    a_.bind(done);
    later([=, this] {
      a_.bind(tuple);
      unless_kind(rax, Kind::Tuple, slow);
      a_.mov(r8d, dword_ptr(rax, ADDER_AT(Tuple, len)));
      a_.lea(rdi, qword_ptr(rax, ADDER_AT(Tuple, items)));
      index_item(slow);
      a_.jmp(found);
    });
    later([=, this] {
      a_.bind(slow);
      helper(&get_item);
      a_.jmp(done);
    });
  } else {
    helper(&get_item);
  }
}
void Emitter::set_subscript(int op) {
  Label slow = a_.newLabel(), done = a_.newLabel(), found = a_.newLabel();
  load(rax, A_(i_));
  unless_cell(rax, rdx, slow);
  load_key(0, -1, B_(i_), slow);
  find_item(slow, found, slow);
  load(rax, C_(i_));
  if (op == SETSUB_M)
    a_.mov(reg(C_(i_)), 0);
  else if (fact(C_(i_)) == Fact::Unknown)
    count_up(rax, rdx);
  a_.mov(rcx, qword_ptr(rdi));
  a_.mov(qword_ptr(rdi), rax);
  drop();
  a_.bind(done);
  later([=, this] {
    a_.bind(slow);
    helper(&set_item);
    a_.jmp(done);
  });
}
void Emitter::append() {
  Label full = a_.newLabel(), done = a_.newLabel();
  int b = B_(i_);
  load(rsi, A_(i_));
  a_.mov(ecx, dword_ptr(rsi, ADDER_AT(List, len)));
  a_.cmp(ecx, dword_ptr(rsi, ADDER_AT(List, cap)));
  a_.jae(full);
  load(rax, b);
  if (b >= int(c_.nlocals))
    a_.mov(reg(b), 0);
  else if (fact(b) == Fact::Unknown)
    count_up(rax, rdx);
  a_.mov(rdi, qword_ptr(rsi, ADDER_AT(List, items)));
  a_.mov(qword_ptr(rdi, rcx, 3), rax);
  a_.add(dword_ptr(rsi, ADDER_AT(List, len)), 1);
  a_.bind(done);
  later([=, this] {
    a_.bind(full);
    helper(&append_item);
    a_.jmp(done);
  });
}
// With the SUBSCR behind it, where that takes it.
void Emitter::slice() {
  Word next = c_.ins[pc_ + 1];
  if ((next & 255) != SUBSCR || C_(next) != A_(i_)) return void(a_.jmp(exit()));
  helper(&slice_item);
  go(int64_t(pc_) + 2);
}
// Pairs and the like. All items are taken before a target is written.
void Emitter::unpack() {
  static constexpr Gp kItem[] = {r8, r9, r10, r11};
  int n = C_(i_), a = A_(i_);
  if (n > int(std::size(kItem)) || n == 0) return void(a_.jmp(exit()));
  Label list = a_.newLabel(), have = a_.newLabel();
  load(rax, B_(i_));
  unless_cell(rax, rdx, exit());
  unless_kind(rax, Kind::Tuple, list);
  a_.cmp(dword_ptr(rax, ADDER_AT(Tuple, len)), n);
  a_.jne(exit());
  a_.lea(rdi, qword_ptr(rax, ADDER_AT(Tuple, items)));
  a_.bind(have);
  for (int k = 0; k < n; k++) {
    a_.mov(kItem[k], qword_ptr(rdi, 8 * k));
    count_up(kItem[k], rdx);
  }
  for (int k = 0; k < n; k++) put(a + k, kItem[k]);
  later([=, this] {
    a_.bind(list);
    unless_kind(rax, Kind::List, exit());
    a_.cmp(dword_ptr(rax, ADDER_AT(List, len)), n);
    a_.jne(exit());
    a_.mov(rdi, qword_ptr(rax, ADDER_AT(List, items)));
    a_.jmp(have);
  });
}

}  // namespace adder::jit
