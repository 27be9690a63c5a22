// Arithmetic, comparisons and tests. Ints first where nothing is known, floats and mixed numbers behind; everything
// else is the loop's.
#include "interp/jit/emit.h"
#include "interp/jit/helpers.h"

namespace adder::jit {
using namespace asmjit::x86;

namespace {
constexpr int kShift = 15;  // an inline int stands in the upper 49 bits when its tag is shifted out
}

// --- numbers
// Of a value that may be an int or a float; others go to `no`. Uses r11.
void Emitter::load_double(Xmm to, Gp from, Fact known, Label no) {
  Label is_int = a_.newLabel(), done = a_.newLabel();
  if (known == Fact::Float) {
    a_.sub(from, kOffsetReg);
    a_.movq(to, from);
    return;
  }
  if (known == Fact::Int) {
    a_.shl(from, kShift);
    a_.sar(from, kShift);
    a_.cvtsi2sd(to, from);
    return;
  }
  a_.cmp(from, kTagReg);
  a_.jae(is_int);
  a_.cmp(from, kOffsetReg);
  a_.jb(no);
  a_.sub(from, kOffsetReg);
  a_.movq(to, from);
  a_.bind(done);
  later([this, to, from, is_int, done] {
    a_.bind(is_int);
    a_.shl(from, kShift);
    a_.sar(from, kShift);
    a_.cvtsi2sd(to, from);
    a_.jmp(done);
  });
}
void Emitter::double_result(Xmm from, Gp to) {
  Label nan = a_.newLabel(), done = a_.newLabel();
  a_.movq(to, from);
  a_.ucomisd(from, from);
  a_.jp(nan);
  a_.bind(done);
  a_.add(to, kOffsetReg);
  later([this, to, nan, done] {
    a_.bind(nan);
    constant(to, real(__builtin_nan("")).u - Value::kOffset);
    a_.jmp(done);
  });
}

double Emitter::Numbers::constant_double() const {
  return k.is_int() ? double(k.as_int()) : k.as_float();
}
// The operands of an instruction and what is known of them. An int that surely meets a float is taken as one.
Emitter::Numbers Emitter::numbers(int left, int right, bool has_constant) const {
  Numbers n;
  n.left = left;
  n.right = right;
  n.k = has_constant ? c_.k[size_t(right)] : kAbsent;
  n.fx = fact(left);
  n.fy = has_constant ? fact_of(n.k) : fact(right);
  n.ints = n.fx != Fact::Float && n.fy != Fact::Float;
  n.floats = n.fx != Fact::Int || n.fy != Fact::Int;
  n.float_guessed = guess(left, n.fx) == Guess::Float || (!has_constant && guess(right, n.fy) == Guess::Float);
  return n;
}
// The operands in rax and rcx; a constant int operand is not loaded.
void Emitter::load_ints(const Numbers& n, Label no) {
  const bool has_constant = n.k.u != 0;
  load(rax, n.left);
  if (!has_constant) load(rcx, n.right);
  if (n.fx == Fact::Int && n.fy == Fact::Int) return;
  if (has_constant || n.fy == Fact::Int) {
    a_.cmp(rax, kTagReg);
  } else if (n.fx == Fact::Int) {
    a_.cmp(rcx, kTagReg);
  } else {
    a_.mov(rdx, rax);
    a_.and_(rdx, rcx);
    a_.cmp(rdx, kTagReg);
  }
  a_.jb(no);
}
void Emitter::load_numbers(const Numbers& n) {
  load(rax, n.left);
  n.k.u ? constant(rcx, n.k.u) : load(rcx, n.right);
}
// The operands in xmm0 and xmm1. Uses rax, rcx, r11.
void Emitter::load_doubles(const Numbers& n, Label no) {
  load_numbers(n);
  load_double(xmm0, rax, n.fx, no);
  if (!n.k.u) return load_double(xmm1, rcx, n.fy, no);
  double y = n.constant_double();
  uint64_t bits;
  memcpy(&bits, &y, 8);
  constant(rcx, bits);
  a_.movq(xmm1, rcx);
}
// What is guessed comes first, the other part aside; either is given the place to go to with operands that are not its
// own. `slow` takes what is no number. Both parts go on at `done`, which follows.
void Emitter::by_type(const Numbers& n, const Part& ints, const Part& floats, Label slow, Label done) {
  if (!n.ints || !n.floats) {
    (n.ints ? ints : floats)(slow);
    return void(a_.bind(done));
  }
  Label other = a_.newLabel();
  const Part* aside = &floats;
  if (n.float_guessed) {
    aside = &ints;
    if (!n.k.u || n.k.is_int()) {  // two ints would be added as doubles: they must not get there
      load_numbers(n);
      a_.mov(rdx, rax);
      a_.and_(rdx, rcx);
      a_.cmp(rdx, kTagReg);
      a_.jae(other);
    }
    floats(slow);
  } else {
    ints(other);
  }
  later([=, this, part = *aside] {
    a_.bind(other);
    part(slow);
    a_.jmp(done);
  });
  a_.bind(done);
}

void Emitter::arithmetic(int op) {
  int kind = (op - ADD) >> 2, b = B_(i_), c = C_(i_), a = A_(i_);
  bool has_constant = (op - ADD) & 1;
  after_value([=, this] {  // of __add__ and its like
    clear_consumed(b, a);
    if (!has_constant) clear_consumed(c, a);
    put(a, rax);
    go(int64_t(pc_) + 1);
  });
  Numbers n = numbers(b, c, has_constant);
  bool floats = kind <= kDiv, ints = kind != kDiv && kind != kPow && kind != kMatmul;
  n.ints &= ints;
  n.floats = kind == kDiv || (n.floats && floats);
  bool other_constant = has_constant && !n.k.is_int() && !n.k.is_float();
  if (other_constant || (!n.ints && !n.floats)) return helper(&binary_operation);

  auto int_part = [=, this](Label no_int) {
    load_ints(n, no_int);
    int_arithmetic(kind, n.k);
  };
  auto float_part = [=, this](Label no) {
    load_doubles(n, no);
    switch (kind) {
      case kAdd: a_.addsd(xmm0, xmm1); break;
      case kSub: a_.subsd(xmm0, xmm1); break;
      case kMul: a_.mulsd(xmm0, xmm1); break;
      case kDiv:
        if (has_constant) {
          if (n.constant_double() == 0) a_.jmp(no);
        } else {
          a_.xorps(xmm2, xmm2);
          Label fine = a_.newLabel();
          a_.ucomisd(xmm1, xmm2);
          a_.jne(fine);
          a_.jnp(no);
          a_.bind(fine);
        }
        a_.divsd(xmm0, xmm1);
        break;
    }
    double_result(xmm0, rax);
  };
  Label slow = a_.newLabel(), done = a_.newLabel(), end = a_.newLabel();
  by_type(n, int_part, float_part, slow, done);
  put(a, rax);
  a_.bind(end);
  later([=, this] {
    a_.bind(slow);
    helper(&binary_operation);
    a_.jmp(end);
  });
}

// Where sums and products go that leave the 49 bits of inline ints, as those of random number generators and hashes do.
// While constants follow that work on nothing but the result, the value stays in 64 bits; most come back into 49.
Label Emitter::beyond_49_bits(int kind, Value k) {
  std::vector<uint32_t> chain;
  for (Word last = i_; size_t(pc_) + chain.size() + 1 < c_.ins.size();) {
    uint32_t pc = pc_ + uint32_t(chain.size()) + 1;
    Word next = c_.ins[pc];
    int op = int(next & 255) - ADD;
    if (A_(last) < int(c_.nlocals) || op < 0 || op > IMATMUL_K - ADD || !(op & 1) || B_(next) != A_(last)) break;
    Value y = c_.k[size_t(C_(next))];
    int how = op >> 2;
    bool known = how <= kMul || how == kAnd || how == kOr || how == kXor || how == kMod || how == kShr;
    if (!known || !y.is_int() || (how == kMod && y.as_int() <= 0) ||
        (how == kShr && (y.as_int() < 0 || y.as_int() > 62)))
      break;
    chain.push_back(pc);
    last = next;
  }
  Label to_loop = exit();
  if (chain.empty()) return to_loop;
  Label wide = a_.newLabel();
  later([=, this] {
    a_.bind(wide);
    load(rax, B_(i_));
    a_.shl(rax, kShift);
    a_.sar(rax, kShift);
    if (k.is_int()) {
      constant(rcx, uint64_t(k.as_int()));
    } else {
      load(rcx, C_(i_));
      a_.shl(rcx, kShift);
      a_.sar(rcx, kShift);
    }
    wide_step(kind, to_loop);
    uint32_t begin = pc_;
    for (uint32_t pc : chain) {
      pc_ = pc;
      i_ = c_.ins[pc];
      constant(rcx, uint64_t(c_.k[size_t(C_(i_))].as_int()));
      wide_step((int(i_ & 255) - ADD) >> 2, to_loop);
      Label still_wide = a_.newLabel();
      a_.mov(rdx, rax);
      a_.shl(rdx, kShift);
      a_.mov(r8, rdx);
      a_.sar(rdx, kShift);
      a_.cmp(rdx, rax);
      a_.jne(still_wide);
      a_.shr(r8, kShift);
      a_.or_(r8, kTagReg);
      put(A_(i_), r8);
      go(int64_t(pc) + 1);
      a_.bind(still_wide);
    }
    pc_ = begin;
    i_ = c_.ins[begin];
    a_.jmp(to_loop);
  });
  return wide;
}
// rax := rax op rcx in 64 bits. A divisor is positive, a shift known to be small.
void Emitter::wide_step(int kind, Label no) {
  switch (kind) {
    case kAdd: a_.add(rax, rcx); return void(a_.jo(no));
    case kSub: a_.sub(rax, rcx); return void(a_.jo(no));
    case kMul: a_.imul(rax, rcx); return void(a_.jo(no));
    case kAnd: return void(a_.and_(rax, rcx));
    case kOr: return void(a_.or_(rax, rcx));
    case kXor: return void(a_.xor_(rax, rcx));
    case kShr: return void(a_.sar(rax, cl));
    default: {
      Label fine = a_.newLabel();
      a_.cqo();
      a_.idiv(rcx);
      a_.mov(rax, rdx);
      a_.test(rdx, rdx);
      a_.jns(fine);
      a_.add(rax, rcx);
      a_.bind(fine);
    }
  }
}

// rax := rax op rcx (or the constant), all tagged; what does not fit is the loop's. Uses rdx, r8.
void Emitter::int_arithmetic(int kind, Value k) {
  bool constant_y = k.is_int();
  int64_t y = constant_y ? k.as_int() : 0;
  Label slow = kind <= kMul ? beyond_49_bits(kind, k) : exit();
  auto tag = [this] {
    a_.shr(rax, kShift);
    a_.or_(rax, kTagReg);
  };
  auto shifted_constant = [this, y](Gp to) { constant(to, uint64_t(y) << kShift); };
  switch (kind) {
    case kAdd:
    case kSub:
      a_.shl(rax, kShift);
      if (constant_y && y > -(1 << 15) && y < (1 << 15)) {
        kind == kAdd ? a_.add(rax, int32_t(y << kShift)) : a_.sub(rax, int32_t(y << kShift));
      } else {
        if (constant_y)
          shifted_constant(rcx);
        else
          a_.shl(rcx, kShift);
        kind == kAdd ? a_.add(rax, rcx) : a_.sub(rax, rcx);
      }
      a_.jo(slow);
      return tag();
    case kMul:
      a_.shl(rax, kShift);
      if (constant_y) {
        if (y == int32_t(y)) {
          a_.imul(rax, rax, int32_t(y));
        } else {
          constant(rcx, uint64_t(y));
          a_.imul(rax, rcx);
        }
      } else {
        a_.shl(rcx, kShift);
        a_.sar(rcx, kShift);
        a_.imul(rax, rcx);
      }
      a_.jo(slow);
      return tag();
    case kAnd:
    case kOr:
    case kXor:
      if (constant_y) constant(rcx, k.u);
      kind == kAnd ? a_.and_(rax, rcx) : kind == kOr ? a_.or_(rax, rcx) : a_.xor_(rax, rcx);
      if (kind == kXor) a_.or_(rax, kTagReg);
      return;
    case kShr:
      a_.shl(rax, kShift);
      if (constant_y) {
        if (y < 0 || y > 62) return void(a_.jmp(slow));
        a_.sar(rax, int(y));
        a_.sar(rax, kShift);
      } else {
        a_.sub(rcx, kTagReg);
        a_.cmp(rcx, 62);
        a_.ja(slow);
        a_.sar(rax, kShift);
        a_.sar(rax, cl);
      }
      a_.shl(rax, kShift);
      return tag();
    case kShl:
      if (constant_y && (y < 0 || y >= 15)) return void(a_.jmp(slow));
      a_.mov(rdx, rax);
      a_.sub(rdx, kTagReg);
      a_.mov(r8, rdx);
      a_.shr(r8, 33);
      a_.jnz(slow);  // negative ones too
      if (constant_y) {
        a_.shl(rdx, int(y));
      } else {
        a_.sub(rcx, kTagReg);
        a_.cmp(rcx, 14);
        a_.ja(slow);
        a_.shl(rdx, cl);
      }
      a_.lea(rax, qword_ptr(kTagReg, rdx));
      return;
    case kMod:
    case kFdiv: {
      if (constant_y && y > 0 && (y & (y - 1)) == 0) {  // a power of two
        int bits = __builtin_ctzll(uint64_t(y));
        if (kind == kMod) {
          constant(rcx, uint64_t(y) - 1);
          a_.and_(rax, rcx);
          a_.or_(rax, kTagReg);
          return;
        }
        a_.shl(rax, kShift);
        a_.sar(rax, kShift + bits > 63 ? 63 : kShift + bits);
        a_.shl(rax, kShift);
        return tag();
      }
      if (constant_y && y <= 0) return void(a_.jmp(slow));
      Label wide = a_.newLabel(), done = a_.newLabel();
      if (constant_y) constant(rcx, k.u);
      a_.sub(rcx, kTagReg);  // a positive divisor, or something large
      if (!constant_y) {
        a_.lea(rdx, qword_ptr(rcx, -1));
        a_.mov(r8, (uint64_t(1) << 48) - 1);
        a_.cmp(rdx, r8);
        a_.jae(slow);  // 0 and negative ones
      }
      a_.mov(rdx, rax);
      a_.sub(rdx, kTagReg);
      a_.mov(r8, rdx);
      a_.or_(r8, rcx);
      a_.shr(r8, 32);
      a_.jnz(wide);
      a_.mov(eax, edx);
      a_.xor_(edx, edx);
      a_.div(ecx);
      a_.bind(done);
      if (kind == kMod)
        a_.lea(rax, qword_ptr(kTagReg, rdx));
      else
        a_.or_(rax, kTagReg);
      later([this, kind, wide, done] {
        a_.bind(wide);
        Label fine = a_.newLabel();
        a_.shl(rax, kShift);
        a_.sar(rax, kShift);
        a_.cqo();
        a_.idiv(rcx);
        a_.test(rdx, rdx);
        a_.jns(fine);
        a_.add(rdx, rcx);
        a_.sub(rax, 1);
        a_.bind(fine);
        if (kind == kFdiv) {  // without the upper bits of a negative quotient
          a_.shl(rax, kShift);
          a_.shr(rax, kShift);
        }
        a_.jmp(done);
      });
      return;
    }
    default: a_.jmp(slow);
  }
}

void Emitter::negate() {
  Label is_int = a_.newLabel(), done = a_.newLabel();
  load(rax, B_(i_));
  if (fact(B_(i_)) != Fact::Float) {
    a_.cmp(rax, kTagReg);
    a_.jae(is_int);
    a_.cmp(rax, kOffsetReg);
    a_.jb(exit());
  }
  a_.sub(rax, kOffsetReg);
  a_.btc(rax, 63);
  a_.movq(xmm0, rax);
  double_result(xmm0, rax);
  a_.bind(done);
  put(A_(i_), rax);
  later([=, this] {
    a_.bind(is_int);
    a_.shl(rax, kShift);
    a_.neg(rax);
    a_.jo(exit());
    a_.shr(rax, kShift);
    a_.or_(rax, kTagReg);
    a_.jmp(done);
  });
}

// --- comparisons
void Emitter::boolean_of_cl() {
  static_assert(kFalse.u == 16 && kTrue.u == 24);
  a_.mov(eax, ecx);
  a_.shl(eax, 3);
  a_.add(eax, int(kFalse.u));
}
void Emitter::compare(int op) {
  int which = (op - LT) % 3, relation = (op - LT) / 3;  // <, <=, >, >=, ==, !=
  int left = which == 0 ? B_(i_) : A_(i_), right = which == 0 ? C_(i_) : B_(i_);
  bool has_constant = which == 2;
  after_value([=, this] {  // True or False
    if (which == 0) {
      put(A_(i_), rax);
      return go(int64_t(pc_) + 1);
    }
    clear_consumed(left, -1);
    if (which == 1) clear_consumed(right, -1);
    a_.cmp(rax, int(kTrue.u));
    branch(C_(i_) ? CondCode::kE : CondCode::kNE, int32_t(c_.ins[pc_ + 1]));
    go(int64_t(pc_) + 2);
  });
  Numbers n = numbers(left, right, has_constant);
  if (has_constant && !n.k.is_int() && !n.k.is_float()) return compare_strings(which, relation, left, right);
  static constexpr CondCode kInt[] = {CondCode::kL,  CondCode::kLE, CondCode::kG,
                                      CondCode::kGE, CondCode::kE,  CondCode::kNE};
  bool wanted = which == 0 || C_(i_);

  // What follows a comparison whose flags are set.
  auto use = [=, this](CondCode cc) {
    if (which == 0) {
      a_.set(cc, cl);
      a_.movzx(ecx, cl);
      boolean_of_cl();
      put(A_(i_), rax);
    } else {
      branch(wanted ? cc : negateCond(cc), int32_t(c_.ins[pc_ + 1]));
    }
  };
  auto int_part = [=, this](Label no_int) {
    load_ints(n, no_int);
    if (relation < 4) {
      a_.shl(rax, kShift);
      if (!has_constant) a_.shl(rcx, kShift);
    }
    uint64_t bits = relation < 4 ? n.k.u << kShift : n.k.u;
    if (has_constant && int64_t(bits) == int32_t(bits)) {
      a_.cmp(rax, int32_t(bits));
    } else {
      if (has_constant) constant(rcx, bits);
      a_.cmp(rax, rcx);
    }
    use(kInt[relation]);
  };
  // Two floats, or one and an int. A relation with a NaN is false, but != is true.
  auto float_part = [=, this](Label no) {
    load_doubles(n, no);
    switch (relation) {
      case 0: a_.ucomisd(xmm1, xmm0); return use(CondCode::kA);
      case 1: a_.ucomisd(xmm1, xmm0); return use(CondCode::kAE);
      case 2: a_.ucomisd(xmm0, xmm1); return use(CondCode::kA);
      case 3: a_.ucomisd(xmm0, xmm1); return use(CondCode::kAE);
    }
    a_.cmpsd(xmm0, xmm1, 0);  // all ones where equal
    a_.movq(rax, xmm0);
    a_.test(eax, eax);
    use(relation == 4 ? CondCode::kNE : CondCode::kE);
  };
  const bool may_be_strings = n.ints && n.floats && relation >= 4 && !has_constant;
  Label strings = may_be_strings ? a_.newLabel() : exit(), done = a_.newLabel();
  by_type(n, int_part, float_part, strings, done);
  if (may_be_strings)
    later([=, this] {
      a_.bind(strings);
      compare_strings(which, relation, left, right);
      a_.jmp(done);
    });
}

// == and != of two strings; all else is the loop's.
void Emitter::compare_strings(int which, int relation, int left, int right) {
  if (relation < 4) return void(a_.jmp(exit()));
  load(rdi, left);
  if (which == 2)
    constant(rsi, c_.k[size_t(right)].u);
  else
    load(rsi, right);
  call(reinterpret_cast<const void*>(&same_strings));
  a_.test(eax, eax);
  a_.js(exit());
  if (which == 0) {
    a_.mov(ecx, eax);
    if (relation == 5) a_.xor_(ecx, 1);
    boolean_of_cl();
    return put(A_(i_), rax);
  }
  clear_consumed(left, -1);
  if (which == 1) clear_consumed(right, -1);
  a_.test(eax, eax);
  branch((relation == 4) == bool(C_(i_)) ? CondCode::kNE : CondCode::kE, int32_t(c_.ins[pc_ + 1]));
}

// --- truth
// eax := the truth of what is neither None nor bool, in rax.
void Emitter::other_truth() {
  Label number = a_.newLabel(), done = a_.newLabel();
  a_.cmp(rax, kTagReg);
  a_.jae(number);
  a_.mov(rdi, rax);
  call(reinterpret_cast<const void*>(&is_true));
  a_.test(eax, eax);
  a_.js(exit());
  a_.jmp(done);
  a_.bind(number);
  a_.xor_(ecx, ecx);
  a_.cmp(rax, kTagReg);  // the bits of 0
  a_.set(CondCode::kNE, cl);
  a_.mov(eax, ecx);
  a_.bind(done);
}
void Emitter::truth_not() {
  Label other = a_.newLabel(), done = a_.newLabel();
  load(rax, B_(i_));
  a_.xor_(ecx, ecx);
  a_.cmp(rax, int(kTrue.u));
  a_.ja(other);
  a_.set(CondCode::kNE, cl);
  a_.bind(done);
  boolean_of_cl();
  put(A_(i_), rax);
  later([=, this] {
    a_.bind(other);
    other_truth();
    a_.mov(ecx, eax);
    a_.xor_(ecx, 1);
    a_.jmp(done);
  });
}
// IN, NOTIN and JIN, where no user code can be asked.
void Emitter::membership(int op) {
  int item = op == JIN ? A_(i_) : B_(i_), sequence = op == JIN ? B_(i_) : C_(i_);
  load(rdi, item);
  load(rsi, sequence);
  call(reinterpret_cast<const void*>(&contains));
  a_.test(eax, eax);
  a_.js(exit());
  if (op == JIN) {
    clear_consumed(item, -1);
    clear_consumed(sequence, -1);
    a_.test(eax, eax);
    return branch(C_(i_) ? CondCode::kNE : CondCode::kE, int32_t(c_.ins[pc_ + 1]));
  }
  a_.mov(ecx, eax);
  if (op == NOTIN) a_.xor_(ecx, 1);
  boolean_of_cl();
  put(A_(i_), rax);
}
void Emitter::jump_if_true() {
  int a = A_(i_);
  bool wanted = C_(i_);
  int32_t offset = int32_t(c_.ins[pc_ + 1]);
  Label number = a_.newLabel(), done = a_.newLabel();
  load(rax, a);
  a_.cmp(rax, int(kTrue.u));
  a_.ja(number);
  branch(wanted ? CondCode::kE : CondCode::kNE, offset);
  a_.bind(done);
  later([=, this] {
    a_.bind(number);
    other_truth();
    if (B_(i_)) clear(a);
    a_.test(eax, eax);
    branch(wanted ? CondCode::kNE : CondCode::kE, offset);
    a_.jmp(done);
  });
}

}  // namespace adder::jit
