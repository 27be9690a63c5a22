// The eval loop. In every handler all checks come before the first effect and registers are written last, so `pc` is a
// legal resume point throughout.
#include <cmath>

#include "interp/vm/frame_hook.h"

namespace adder {
static inline void release(Value* r, int n) {
  for (int i = 0; i < n; i++) {
    Value v = r[i];
    r[i] = kAbsent;
    dec(v);
  }
}
static inline int64_t floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}
static inline int64_t floor_mod(int64_t a, int64_t b) {
  int64_t r = a % b;
  return r + (b & -int64_t((r != 0) & ((r < 0) != (b < 0))));
}

static inline double power(double x, double y) {
  return y == 0.5 ? std::sqrt(x) : std::pow(x, y);
}
COLD static const Handler* find_handler(const Code* c, uint32_t at) {
  for (auto& h : c->handlers)
    if (at >= h.start && at < h.end) return &h;
  return nullptr;
}

Value Thread::run() {
  static const void* const table[256] = {
#define X(n, w, o, e, m) &&L_##n,
#include "interp/bytecode/opcodes.def"
#undef X
  };
  static const void* const record[256] = {
#define X(n, w, o, e, m) &&L_record,
#include "interp/bytecode/opcodes.def"
#undef X
  };
  Frame* f = fr;
  const Word* pc = f->pc;
  Value* R = f->base;
  const Value* K = f->code->k.data();
  Word I;
  Value res;
#ifdef NO_RECORDER
#define DISP table
#else
  const void* const* disp = rec ? record : table;
#define DISP disp
#endif
#define GO               \
  do {                   \
    I = *pc;             \
    goto* DISP[I & 255]; \
  } while (0)
#define STEP(n) \
  do {          \
    pc += (n);  \
    GO;         \
  } while (0)
#define RA R[I >> 8 & 255]
#define RB R[I >> 16 & 255]
#define RC R[I >> 24]
#define SAVE f->pc = pc
#define LOAD               \
  do {                     \
    f = fr;                \
    pc = f->pc;            \
    R = f->base;           \
    K = f->code->k.data(); \
  } while (0)
#define QUICKEN(op) (*const_cast<Word*>(pc) = (I & ~255u) | (op))
#ifdef NO_BUDGET
#define CHARGE (void)0
#else
#define CHARGE                                    \
  do {                                            \
    if (UNLIKELY(--budget < 0)) {                 \
      SAVE;                                       \
      raise(E_RuntimeError, "instruction limit"); \
      goto unwind;                                \
    }                                             \
  } while (0)
#endif
#define BRANCH                     \
  do {                             \
    int32_t off_ = int32_t(pc[1]); \
    if (off_ < 0) CHARGE;          \
    pc += off_;                    \
    GO;                            \
  } while (0)
  if (pending.u) {
    goto unwind;
  }
  GO;

L_record:
  SAVE;
  if (!rec->before(*this, *f)) return kStop;
  goto* table[I & 255];

L_NOP:
  STEP(1);
L_MOVE : {
  Value v = inc(RB);
  put(RA, v);
  STEP(1);
}
L_TAKE : {
  Value v = RB;
  RB = kAbsent;
  put(RA, v);
  STEP(1);
}
L_LOADK : {
  Value v = inc(K[uint16_t(BX_(I))]);
  put(RA, v);
  STEP(1);
}
L_LOADI : {
  put(RA, integer49(BX_(I)));
  STEP(1);
}
L_CHECK:
  if (LIKELY(RA.u != 0)) STEP(1);
  SAVE;
  raise(E_UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value",
        f->code->varnames[A_(I)]->data);
  goto unwind;
L_KILL : {
  for (int i = A_(I), e = B_(I); i <= e; i++) {
    Value v = R[i];
    R[i] = kAbsent;
    dec(v);
  }
  STEP(1);
}

  // --- names ---
L_LOADG_M : {
  GlobalCache& g = f->code->glob[pc[1]];
  if (LIKELY(g.mver == f->func->globals->keys_version)) {
    Value v = inc(*g.slot);
    put(RA, v);
    STEP(2);
  }
  QUICKEN(LOADG);
  GO;
}
L_LOADG_B : {
  GlobalCache& g = f->code->glob[pc[1]];
  if (LIKELY(g.mver == f->func->globals->keys_version && g.bver == builtins->keys_version)) {
    Value v = inc(*g.slot);
    put(RA, v);
    STEP(2);
  }
  QUICKEN(LOADG);
  GO;
}
L_LOADG : {
  GlobalCache& g = f->code->glob[pc[1]];
  Dict* d = f->func->globals;
  int64_t i = dict_find(d, of(g.name), str_hash(g.name));
  if (i >= 0) {
    g.mver = d->keys_version;
    g.slot = &d->entries[i].val;
    QUICKEN(LOADG_M);
  } else if ((i = dict_find(builtins, of(g.name), str_hash(g.name))) >= 0) {
    d = builtins;
    g.mver = f->func->globals->keys_version;
    g.bver = d->keys_version;
    g.slot = &d->entries[i].val;
    QUICKEN(LOADG_B);
  } else {
    SAVE;
    raise(E_NameError, "name '%s' is not defined", g.name->data);
    goto unwind;
  }
  Value v = inc(*g.slot);
  put(RA, v);
  STEP(2);
}
L_STOREG : {
  Dict* d = f->func->globals;
  Str* n = K[pc[1]].as<Str>();
  barrier(d, n);
  Value v = RA;
  if (C_(I))
    RA = kAbsent;
  else
    inc(v);
  dict_set(d, of(n), v);
  STEP(2);
}
L_DELG : {
  Str* n = K[pc[1]].as<Str>();
  Dict* d = f->code->nparams && f->code->varnames.size() && f->code->varnames[0]->sv() == ".ns" ? R[0].as<Dict>()
                                                                                                : f->func->globals;
  if (!dict_get(d, n).u) {
    if (A_(I)) STEP(2);
    SAVE;
    raise(E_NameError, "name '%s' is not defined", n->data);
    goto unwind;
  }
  barrier(d, n);
  dict_del(d, of(n));
  STEP(2);
}
L_LOADNAME : {
  Str* n = K[pc[1]].as<Str>();
  Value v = dict_get(R[0].as<Dict>(), n);
  if (!v.u) v = dict_get(f->func->globals, n);
  if (!v.u) v = dict_get(builtins, n);
  if (!v.u) {
    SAVE;
    raise(E_NameError, "name '%s' is not defined", n->data);
    goto unwind;
  }
  put(RA, inc(v));
  STEP(2);
}
L_STORENAME : {
  dict_set(R[0].as<Dict>(), K[pc[1]], inc(RA));
  STEP(2);
}
L_MKCELL : {
  CellVar* c = make<CellVar>(Kind::Cell);
  c->v = RA;
  RA = of(c);
  STEP(1);
}
L_LOADC : {
  Value v = RB.as<CellVar>()->v;
  if (UNLIKELY(!v.u)) {
    SAVE;
    raise(E_UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value",
          f->code->varnames[B_(I)]->data);
    goto unwind;
  }
  put(RA, inc(v));
  STEP(1);
}
L_STOREC : {
  CellVar* c = RA.as<CellVar>();
  barrier(c, uint64_t(0));
  put(c->v, B_(I) == 255 ? kAbsent : inc(RB));
  STEP(1);
}
L_FREE : {
  Value v = f->func->cells[B_(I)]->v;
  if (UNLIKELY(!v.u)) {
    SAVE;
    raise(E_NameError, "cannot access free variable where it is not associated with a value in enclosing scope");
    goto unwind;
  }
  put(RA, inc(v));
  STEP(1);
}
L_SETFREE : {
  CellVar* c = f->func->cells[B_(I)];
  barrier(c, uint64_t(0));
  put(c->v, inc(RA));
  STEP(1);
}

// --- arithmetic ---
#define ARITH(NAME, KIND, INT, FLOAT) \
  L_##NAME##_K : L_I##NAME##_K : {    \
    Value a = RB, b = K[I >> 24];     \
    INT;                              \
    FLOAT;                            \
    goto bin_slow;                    \
  }                                   \
  L_##NAME : L_I##NAME : {            \
    Value a = RB, b = RC;             \
    INT;                              \
    FLOAT;                            \
    goto bin_slow;                    \
  }
#define OVER(builtin)                                                \
  if (LIKELY(both_int(a, b))) {                                      \
    int64_t r;                                                       \
    if (LIKELY(!builtin(a.as_int(), b.as_int(), &r) && fits49(r))) { \
      put(RA, integer49(r));                                         \
      STEP(1);                                                       \
    }                                                                \
    goto bin_slow;                                                   \
  }
#define FLT(expr)                              \
  if (LIKELY(both_float(a, b))) {              \
    double x = a.as_float(), y = b.as_float(); \
    put(RA, real(expr));                       \
    STEP(1);                                   \
  }
#define INTX(cond, expr)                    \
  if (LIKELY(both_int(a, b))) {             \
    int64_t x = a.as_int(), y = b.as_int(); \
    if (LIKELY(cond)) {                     \
      put(RA, integer49(expr));             \
      STEP(1);                              \
    }                                       \
  }
  ARITH(ADD, kAdd, OVER(__builtin_add_overflow), FLT(x + y))
  ARITH(SUB, kSub, OVER(__builtin_sub_overflow), FLT(x - y))
  ARITH(MUL, kMul, OVER(__builtin_mul_overflow), FLT(x * y))
  ARITH(
      DIV, kDiv, , if (LIKELY(both_float(a, b) && b.as_float() != 0)) {
        put(RA, real(a.as_float() / b.as_float()));
        STEP(1);
      })
  ARITH(FDIV, kFdiv, INTX(y > 0 || y < -1, floor_div(x, y)), )
  ARITH(MOD, kMod,
        INTX(y != 0 && y != -1, y > 0 && x >= 0 ? (uint64_t(x | y) >> 32 ? x % y : int64_t(uint32_t(x) % uint32_t(y)))
                                                : floor_mod(x, y)), )
  ARITH(AND, kAnd, INTX(true, x & y), )
  ARITH(OR, kOr, INTX(true, x | y), )
  ARITH(XOR, kXor, INTX(true, x ^ y), )
  ARITH(SHL, kShl, INTX(y >= 0 && y < 15 && x >= 0 && x < (int64_t(1) << 33), x << y), )
  ARITH(SHR, kShr, INTX(y >= 0 && y < 63, x >> y), )
  ARITH(
      POW, kPow, , if (both_float(a, b) && a.as_float() > 0) {
        put(RA, real(power(a.as_float(), b.as_float())));
        STEP(1);
      })
  ARITH(MATMUL, kMatmul, , )
bin_slow : {
  SAVE;
  int op = int(I & 255) - ADD, kind = op >> 2, nl = int(f->code->nlocals);
  Value a = RB, b = op & 1 ? K[I >> 24] : RC;
  if (a.is_float() != b.is_float() && is_number(a) && is_number(b) && kind <= kDiv) {  // mixed numbers, inline
    double x = to_double(a), y = to_double(b);
    if (kind != kDiv || y != 0) {
      put(RA, real(kind == kAdd ? x + y : kind == kSub ? x - y : kind == kMul ? x * y : x / y));
      STEP(1);
    }
  }
  Out o = binary(*this, kind, op & 2, a, b, A_(I), &res);
  if (UNLIKELY(o == kError)) goto unwind;
  // temporaries are consumed here: the fast paths above only ever see immediates
  if (B_(I) >= nl && B_(I) != A_(I)) {
    Value v = RB;
    RB = kAbsent;
    dec(v);
  }
  if (!(op & 1) && C_(I) >= nl && C_(I) != A_(I)) {
    Value v = RC;
    RC = kAbsent;
    dec(v);
  }
  if (o == kPushed) {
    LOAD;
    GO;
  }
  put(RA, res);
  STEP(1);
}
L_NEG : {
  Value v = RB;
  if (LIKELY(v.is_float())) {
    put(RA, real(-v.as_float()));
    STEP(1);
  }
  goto unary_slow;
}
L_POS:
L_INVERT:
unary_slow : {
  SAVE;
  Out o = unary(*this, Op(I & 255), RB, A_(I), &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  put(RA, res);
  STEP(1);
}
L_NOT : {
  Value v = RB;
  bool t;
  if (LIKELY(!v.is_cell() && !v.is_float() && !v.is_int()))
    t = v.u == kTrue.u;
  else {
    SAVE;
    Out o = truth(*this, v, A_(I), Cont::Not, &t);
    if (o == kError) goto unwind;
    if (o == kPushed) {
      LOAD;
      GO;
    }
  }
  put(RA, boolean(!t));
  STEP(1);
}
#define COMPARE(NAME, OP)                                        \
  L_##NAME : {                                                   \
    Value a = RB, b = RC;                                        \
    if (LIKELY(both_int(a, b))) {                                \
      put(RA, boolean(int64_t(a.u) OP int64_t(b.u)));            \
      STEP(1);                                                   \
    }                                                            \
    if (LIKELY(both_float(a, b))) {                              \
      put(RA, boolean(a.as_float() OP b.as_float()));            \
      STEP(1);                                                   \
    }                                                            \
    goto compare_slow;                                           \
  }                                                              \
  L_J##NAME : {                                                  \
    Value a = RA, b = RB;                                        \
    if (LIKELY(both_int(a, b))) {                                \
      if ((int64_t(a.u) OP int64_t(b.u)) == bool(C_(I))) BRANCH; \
      STEP(2);                                                   \
    }                                                            \
    if (LIKELY(both_float(a, b))) {                              \
      if ((a.as_float() OP b.as_float()) == bool(C_(I))) BRANCH; \
      STEP(2);                                                   \
    }                                                            \
    goto branch_slow;                                            \
  }                                                              \
  L_J##NAME##_K : {                                              \
    Value a = RA, b = K[B_(I)];                                  \
    if (LIKELY(both_int(a, b))) {                                \
      if ((int64_t(a.u) OP int64_t(b.u)) == bool(C_(I))) BRANCH; \
      STEP(2);                                                   \
    }                                                            \
    if (LIKELY(both_float(a, b))) {                              \
      if ((a.as_float() OP b.as_float()) == bool(C_(I))) BRANCH; \
      STEP(2);                                                   \
    }                                                            \
    goto branch_slow;                                            \
  }
  COMPARE(LT, <) COMPARE(LE, <=) COMPARE(GT, >) COMPARE(GE, >=) COMPARE(EQ, ==) COMPARE(NE, !=) compare_slow : {
    SAVE;
    Out o = compare(*this, Op(I & 255), RB, RC, A_(I), Cont::Store, &res);
    if (o == kError) goto unwind;
    if (o == kPushed) {
      LOAD;
      GO;
    }
    put(RA, res);
    STEP(1);
  }
branch_slow : {
  SAVE;
  int op = int(I & 255) - LT, which = op % 3;
  Out o = compare(*this, Op(LT + op - which), RA, which == 2 ? K[B_(I)] : RB, 0, Cont::Branch, &res);
  if (o == kError) goto unwind;
  int nl = int(f->code->nlocals);
  if (A_(I) >= nl) {
    Value v = RA;
    RA = kAbsent;
    dec(v);
  }
  if (which != 2 && B_(I) >= nl) {
    Value v = RB;
    RB = kAbsent;
    dec(v);
  }
  if (o == kPushed) {
    LOAD;
    GO;
  }
  bool t = res.u == kTrue.u;
  if (t == bool(C_(I))) BRANCH;
  STEP(2);
}
L_IS : {
  put(RA, boolean(RB.u == RC.u));
  STEP(1);
}
L_ISNOT : {
  put(RA, boolean(RB.u != RC.u));
  STEP(1);
}
L_IN:
L_NOTIN : {
  SAVE;
  bool neg = (I & 255) == NOTIN;
  Out o = contains(*this, RB, RC, A_(I), neg ? Cont::Not : Cont::Bool, &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  put(RA, boolean((res.u == kTrue.u) != neg));
  STEP(1);
}
L_JIS : {
  if ((RA.u == RB.u) == bool(C_(I))) BRANCH;
  STEP(2);
}
L_JNONE : {
  bool t = RA.u == kNone.u;
  if (B_(I)) {
    Value v = RA;
    RA = kAbsent;
    dec(v);
  }
  if (t == bool(C_(I))) BRANCH;
  STEP(2);
}
L_JIN : {
  SAVE;
  Out o = contains(*this, RA, RB, 0, Cont::Branch, &res);
  if (o == kError) goto unwind;
  int nl = int(f->code->nlocals);
  if (A_(I) >= nl) {
    Value v = RA;
    RA = kAbsent;
    dec(v);
  }
  if (B_(I) >= nl) {
    Value v = RB;
    RB = kAbsent;
    dec(v);
  }
  if (o == kPushed) {
    LOAD;
    GO;
  }
  if ((res.u == kTrue.u) == bool(C_(I))) BRANCH;
  STEP(2);
}
L_JTRUE : {
  Value v = RA;
  bool t;
  if (LIKELY(v.is_int()))
    t = v.u != Value::kIntTag;
  else if (LIKELY(!v.is_cell() && !v.is_float()))
    t = v.u == kTrue.u;
  else {
    SAVE;
    Out o = truth(*this, v, 0, Cont::Branch, &t);
    if (o == kError) goto unwind;
    if (B_(I)) {
      RA = kAbsent;
      dec(v);
    }
    if (o == kPushed) {
      LOAD;
      GO;
    }
  }
  if (t == bool(C_(I))) BRANCH;
  STEP(2);
}
L_JUMP : {
  int32_t off = int32_t(I) >> 8;
  if (off < 0) CHARGE;
  pc += off;
  GO;
}

  // --- attributes ---
L_GETATTR_S : {
  Value o = RB;
  if (LIKELY(o.is_cell() && (o.cell()->kind == Kind::Instance || o.cell()->kind == Kind::Exc))) {
    Instance* i = o.as<Instance>();
    AttrCache* c = f->code->attr[pc[1]];
    if (LIKELY(i->shape == c->e[0].shape)) {
      Value v = inc(i->slots[c->e[0].idx]);
      put(RA, v);
      STEP(2);
    }
    for (int k = 1; k < 4; k++)
      if (i->shape == c->e[k].shape) {
        Value v = inc(i->slots[c->e[k].idx]);
        put(RA, v);
        STEP(2);
      }
  }
}
L_GETATTR : {
  SAVE;
  AttrCache* c = f->code->attr[pc[1]];
  Out o = get_attr(*this, RB, c->name, c, A_(I), &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  if (c->e[0].shape) QUICKEN(GETATTR_S);
  put(RA, res);
  STEP(2);
}
L_SETATTR : {
  Value o = RA;
  AttrCache* c = f->code->attr[pc[1]];
  if (LIKELY(o.is(Kind::Instance))) {
    Instance* i = o.as<Instance>();
    for (int k = 0; k < 4; k++) {
      AttrCache::Entry& e = c->e[k];
      if (i->shape != e.shape) continue;
      if (UNLIKELY(e.add && e.idx >= i->cap)) break;
      barrier(i, c->name);
      Value v = RB;
      if (C_(I))
        RB = kAbsent;
      else
        inc(v);
      if (e.add) {
        i->slots[e.idx] = v;
        i->shape = e.to;
      } else
        put(i->slots[e.idx], v);
      STEP(2);
    }
  }
  SAVE;
  Out r = set_attr(*this, o, c->name, RB, c);
  if (r == kError) goto unwind;
  if (C_(I)) {
    Value v = RB;
    RB = kAbsent;
    dec(v);
  }
  if (r == kPushed) {
    LOAD;
    GO;
  }
  STEP(2);
}
L_DELATTR : {
  SAVE;
  if (set_attr(*this, RA, K[pc[1]].as<Str>(), kAbsent, nullptr) == kError) goto unwind;
  STEP(2);
}
L_METHOD_S : {
  Value o = RB;
  if (LIKELY(o.is(Kind::Instance))) {
    Instance* i = o.as<Instance>();
    AttrCache* c = f->code->attr[pc[1]];
    Cell* fn;
    if (LIKELY(i->shape == c->e[0].shape))
      fn = c->e[0].fn;
    else if (i->shape == c->e[1].shape)
      fn = c->e[1].fn;
    else if (i->shape == c->e[2].shape)
      fn = c->e[2].fn;
    else if (i->shape == c->e[3].shape)
      fn = c->e[3].fn;
    else
      goto L_METHOD;
    fn->count++;
    i->count++;
    Value* a = &RA;
    put(a[0], of(fn));
    put(a[1], o);
    STEP(2);
  }
  goto L_METHOD;
}
L_METHOD_T : {
  Value o = RB;
  AttrCache* c = f->code->attr[pc[1]];
  if (LIKELY(o.is_cell() && uint32_t(o.cell()->kind) == c->e[0].idx)) {
    c->e[0].fn->count++;
    o.cell()->count++;
    Value* a = &RA;
    put(a[0], of(c->e[0].fn));
    put(a[1], o);
    STEP(2);
  }
}
L_METHOD : {
  SAVE;
  AttrCache* c = f->code->attr[pc[1]];
  bool self = false;
  Value o = RB;
  Out r = get_method(*this, o, c, A_(I), &res, &self);
  if (r == kError) goto unwind;
  if (r == kPushed) {
    LOAD;
    GO;
  }
  Value sv = kAbsent;
  if (self) sv = o.is(Kind::Super) ? inc(o.as<Super>()->self) : inc(o);
  if (self && o.is(Kind::Instance) && c->e[0].shape)
    QUICKEN(METHOD_S);
  else if (self && o.is_cell() && !o.is(Kind::Instance) && !o.is(Kind::Exc) && !o.is(Kind::Super) &&
           !o.is(Kind::Type)) {
    c->e[0].idx = uint32_t(o.cell()->kind);
    c->e[0].fn = res.cell();
    QUICKEN(METHOD_T);
  }
  Value* a = &RA;
  put(a[0], res);
  put(a[1], sv);
  STEP(2);
}

// --- calls ---
#define ENTER(fn_, base_, ret_, cont_)                                                    \
  do {                                                                                    \
    Func* g_ = (fn_);                                                                     \
    Code* c_ = g_->code;                                                                  \
    Value* b_ = (base_);                                                                  \
    Frame* n_ = f + 1;                                                                    \
    if (UNLIKELY(n_ >= frames + base_depth + limit || b_ + c_->nreg + 256 > stack_end)) { \
      SAVE;                                                                               \
      raise(E_RecursionError, "maximum recursion depth exceeded");                        \
      goto unwind;                                                                        \
    }                                                                                     \
    CHARGE;                                                                               \
    SAVE;                                                                                 \
    for (uint32_t i_ = c_->nparams; i_ < c_->nlocals; i_++) b_[i_] = kAbsent;             \
    n_->code = c_;                                                                        \
    n_->base = R = b_;                                                                    \
    n_->func = g_;                                                                        \
    n_->gen = nullptr;                                                                    \
    n_->ret = uint8_t(ret_);                                                              \
    n_->cont = cont_;                                                                     \
    if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Push, n_, "");                 \
    fr = f = n_;                                                                          \
    pc = c_->ins.data();                                                                  \
    f->pc = pc;                                                                           \
    K = c_->k.data();                                                                     \
    GO;                                                                                   \
  } while (0)
L_CALL_PY : {
  Value c = RA;
  if (LIKELY(c.is(Kind::Func))) {
    Func* g = c.as<Func>();
    if (LIKELY((g->code->cflags & kSimple) && int(g->code->nparams) == B_(I))) ENTER(g, &RA + 2, C_(I), Cont::Store);
  }
  goto call_generic;
}
L_CALL_T : {  // instance in the class's place, self before the arguments, then __init__'s frame
  Value* a = &RA;
  if (LIKELY(a[0].is(Kind::Type))) {
    Type* t = a[0].as<Type>();
    Value init = t->ctor_init;
    if (LIKELY(t->ctor_version == t->version && !t->ctor_new.u && init.is(Kind::Func) && !(t->tflags & kIsExc))) {
      Func* g = init.as<Func>();
      int n = B_(I) + 1, np = int(g->code->nparams), nd = g->defaults ? int(g->defaults->len) : 0;
      if (LIKELY((g->code->cflags & kSimple) && n <= np && n + nd >= np && f + 1 < frames + base_depth + limit &&
                 a + 300 < stack_end)) {
        Instance* o = instance(t);
        o->count++;
        a[1] = of(o);
        put(a[0], of(o));
        for (int i = n; i < np; i++) a[1 + i] = inc(g->defaults->items[i - (np - nd)]);
        ENTER(g, a + 1, C_(I), Cont::Init);
      }
    }
  }
  goto call_generic;
}
L_CALLM_PY : {
  Value* a = &RA;
  Value c = a[0];
  if (LIKELY(c.is(Kind::Func) && a[1].u)) {
    Func* g = c.as<Func>();
    if (LIKELY((g->code->cflags & kSimple) && int(g->code->nparams) == B_(I) + 1)) ENTER(g, a + 1, C_(I), Cont::Store);
  }
  goto call_generic;
}
L_CALL_N:
L_CALLM_N : {
  Value* a = &RA;
  Value c = a[0];
  if (LIKELY(c.is(Kind::Native))) {
    const NativeDef* d = c.as<Native>()->def;
    bool self = (I & 255) == CALLM_N && a[1].u;
    int n = B_(I) + self;
    Value* args = a + 2 - self;
    if (LIKELY(n >= d->min && (d->max < 0 || n <= d->max) && !(d->rule == Rule::calls && polyfill))) {
      SAVE;
      if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Native, f, d->name);
      Value v = d->fn(*this, args, n, nullptr);
      if (UNLIKELY(!v.u)) goto unwind;
      release(args, n);
      R = f->base;
      put(RC, v);
      if (C_(I) != A_(I)) {
        Value x = RA;
        RA = kAbsent;
        dec(x);
      }
      STEP(1);
    }
  }
}
L_CALL:
L_CALLM:
call_generic : {
  SAVE;
  Value* a = &RA;
  bool m = (I & 255) >= CALLM;
  bool self = m && a[1].u;
  if (a[0].is(Kind::Func) && (a[0].as<Func>()->code->cflags & kSimple))
    QUICKEN(m ? CALLM_PY : CALL_PY);
  else if (a[0].is(Kind::Native))
    QUICKEN(m ? CALLM_N : CALL_N);
  else if (!m && a[0].is(Kind::Type))
    QUICKEN(CALL_T);
  Out o = call_value(*this, a[0], a + 2 - self, B_(I) + self, nullptr, C_(I), Cont::Store, &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  put(RC, res);
  if (C_(I) != A_(I)) {
    Value x = RA;
    RA = kAbsent;
    dec(x);
  }
  STEP(1);
}
L_CALLKW : {
  SAVE;
  Value* a = &RA;
  bool self = a[1].u;
  Out o = call_value(*this, a[0], a + 2 - self, B_(I) + self, K[pc[1]].as<Tuple>(), C_(I), Cont::Store, &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  put(RC, res);
  if (C_(I) != A_(I)) {
    Value x = RA;
    RA = kAbsent;
    dec(x);
  }
  STEP(2);
}
L_CALLX : {  // spread above the frame
  SAVE;
  Value* a = &RA;
  Value* b = free_base() + 1;
  int n = 0;
  if (UNLIKELY(!a[2].is(Kind::List) && !a[2].is(Kind::Tuple))) {
    std::vector<Value> v;
    if (!iterate(*this, a[2], &v)) goto unwind;
    List* l = list();
    for (Value x : v) push(l, x);
    put(a[2], of(l));
  }
  if (UNLIKELY(a[3].u && !a[3].is(Kind::Dict))) {
    raise(E_TypeError, "argument after ** must be a mapping, not %s", type_name(a[3]).c_str());
    goto unwind;
  }
  bool tup = a[2].is(Kind::Tuple);
  Value* items = tup ? a[2].as<Tuple>()->items : a[2].as<List>()->items;
  uint32_t len = tup ? a[2].as<Tuple>()->len : a[2].as<List>()->len, used = a[3].u ? a[3].as<Dict>()->used : 0;
  Dict* d = a[3].as<Dict>();
  if (b + len + used + 512 > stack_end) {
    raise(E_RecursionError, "too many arguments");
    goto unwind;
  }
  if (a[1].u) {
    b[n++] = a[1];
    a[1] = kAbsent;
  }
  for (uint32_t i = 0; i < len; i++) b[n++] = inc(items[i]);
  Tuple* kw = nullptr;
  if (used) {
    kw = tuple(used);
    int j = 0;
    for (uint32_t i = 0; i < d->filled; i++)
      if (d->entries[i].key.u) {
        kw->items[j++] = inc(d->entries[i].key);
        b[n++] = inc(d->entries[i].val);
      }
  }
  release(a + 2, 2);
  Out o = call_value(*this, a[0], b, n, kw, C_(I), Cont::Store, &res);
  if (kw) dec(kw);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  put(RC, res);
  if (C_(I) != A_(I)) {
    Value x = RA;
    RA = kAbsent;
    dec(x);
  }
  STEP(1);
}
L_RET : {
  res = RA;
  RA = kAbsent;
  for (int i = 0, e = B_(I); i < e; i++) {
    Value v = R[i];
    R[i] = kAbsent;
    dec(v);
  }
  if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Pop, f, "return");
  Cont cont = f->cont;
  int ret = f->ret;
  if (UNLIKELY(f->gen != nullptr)) {
    f->gen->done = true;
    f->gen->running = false;
    f->gen->nreg = 0;
    dec(f->gen);
    if (cont == Cont::Exit) {
      fr = f - 1;
      gen_result = res;
      return kGenDone;
    }
    fr = --f;
    pc = f->pc;
    R = f->base;
    K = f->code->k.data();
    I = *pc;
    goto generator_done;
  }
  fr = --f;
  if (LIKELY(cont == Cont::Store)) {
    R = f->base;
    pc = f->pc;
    K = f->code->k.data();
    I = *pc;
    put(R[ret], res);
    if (ret != A_(I) && (I & 255) >= CALL && (I & 255) <= CALLX) {
      Value x = RA;
      RA = kAbsent;
      dec(x);
    }
    pc += kOps[I & 255].words;
    GO;
  }
  if (cont == Cont::Exit) return res;
  R = f->base;
  pc = f->pc;
  K = f->code->k.data();
  I = *pc;
  goto deliver;
}
deliver:  // res arrives under fr's callee's continuation: look at the frame that was left (f + 1)
  switch (f[1].cont) {
    case Cont::Store:
      put(R[f[1].ret], res);
      pc += kOps[I & 255].words;
      GO;
    case Cont::Discard:
      dec(res);
      pc += kOps[I & 255].words;
      GO;
    case Cont::Init: {
      if (UNLIKELY(res.u != kNone.u)) {
        dec(res);
        SAVE;
        raise(E_TypeError, "__init__() should return None");
        goto unwind;
      }
      if (C_(I) != A_(I)) {
        Value v = RA;
        RA = kAbsent;
        put(RC, v);
      }
      pc += kOps[I & 255].words;
      GO;
    }
    case Cont::Branch:
    case Cont::Bool:
    case Cont::Not: {
      bool t;
      Cont k = f[1].cont;
      int ret = f[1].ret;
      SAVE;
      Out o = truth(*this, res, ret, k, &t);
      dec(res);
      if (o == kError) goto unwind;
      if (o == kPushed) {
        LOAD;
        GO;
      }
      if (k == Cont::Branch) {
        if (t == bool(C_(I))) BRANCH;
        STEP(2);
      }
      put(R[ret], boolean(t != (k == Cont::Not)));
      pc += kOps[I & 255].words;
      GO;
    }
    case Cont::Next:
      put(RA, res);
      pc += 1;
      pc += BX_(*pc);
      CHARGE;
      GO;
    case Cont::Exit: return res;
  }
generator_done:  // a generator frame returned res; the frame that was left is f + 1
  switch (f[1].cont) {
    case Cont::Next:
      if ((I & 255) == SEND)
        put(RC, res);
      else
        dec(res);
      pc += 2;
      GO;
    default: {
      SAVE;
      Exc* e = static_cast<Exc*>(instance(E_StopIteration));
      if (res.u != kNone.u) {
        Tuple* t = tuple(1);
        t->items[0] = res;
        put(e->args, of(t));
      }
      raise_obj(of(e));
      goto unwind;
    }
  }
L_YIELD : {
  res = RA;
  RA = kAbsent;
  if (A_(I) < int(f->code->nlocals)) RA = inc(res);
  Gen* g = f->gen;
  g->pc = pc;
  g->running = false;
  uint32_t n = f->code->nreg;
  memcpy(g->regs, R, n * 8);
  memset(R, 0, n * 8);
  g->nreg = n;
  Cont cont = f->cont;
  fr = --f;
  dec(g);
  if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Yield, f + 1, "");
  if (cont == Cont::Exit) return res;
  R = f->base;
  pc = f->pc;
  K = f->code->k.data();
  I = *pc;
  goto deliver;
}

  // --- subscripts, displays ---
L_SUBSCR:
L_SUBSCR_K : {
  Value o = RB, k = (I & 255) == SUBSCR ? RC : K[I >> 24];
  if (LIKELY(o.is_cell())) {
    Cell* c = o.cell();
    if (LIKELY(k.is_int())) {
      int64_t i = k.as_int();
      if (c->kind == Kind::List) {
        List* l = o.as<List>();
        if (i < 0) i += l->len;
        if (LIKELY(uint64_t(i) < l->len)) {
          Value v = inc(l->items[i]);
          put(RA, v);
          STEP(1);
        }
      } else if (c->kind == Kind::Tuple) {
        Tuple* t = o.as<Tuple>();
        if (i < 0) i += t->len;
        if (LIKELY(uint64_t(i) < t->len)) {
          Value v = inc(t->items[i]);
          put(RA, v);
          STEP(1);
        }
      }
    }
    if (c->kind == Kind::Dict && is_str(k)) {
      Value v = dict_get(o.as<Dict>(), k.as<Str>());
      if (LIKELY(v.u)) {
        inc(v);
        put(RA, v);
        STEP(1);
      }
    }
  }
  SAVE;
  Out r = subscript(*this, o, k, A_(I), &res);
  if (r == kError) goto unwind;
  if (r == kPushed) {
    LOAD;
    GO;
  }
  put(RA, res);
  STEP(1);
}
L_SETSUB_M : {
  Value o = RA, k = RB;
  if (LIKELY(o.is(Kind::List) && k.is_int())) {
    List* l = o.as<List>();
    int64_t i = k.as_int();
    if (i < 0) i += l->len;
    if (LIKELY(uint64_t(i) < l->len)) {
      Value v = RC;
      RC = kAbsent;
      put(l->items[i], v);
      STEP(1);
    }
  }
}
L_SETSUB : {
  Value o = RA, k = RB;
  bool m = (I & 255) == SETSUB_M;
  if (LIKELY(o.is(Kind::List) && k.is_int())) {
    List* l = o.as<List>();
    int64_t i = k.as_int();
    if (i < 0) i += l->len;
    if (LIKELY(uint64_t(i) < l->len)) {
      put(l->items[i], inc(RC));
      STEP(1);
    }
  }
  if (LIKELY(o.is(Kind::Dict) && is_str(k))) {
    barrier(o.cell(), k.as<Str>());
    Value v = RC;
    if (m)
      RC = kAbsent;
    else
      inc(v);
    dict_set(o.as<Dict>(), k, v);
    STEP(1);
  }
  SAVE;
  Out r = set_subscript(*this, o, k, RC);
  if (r == kError) goto unwind;
  if (m) {
    Value v = RC;
    RC = kAbsent;
    dec(v);
  }
  if (r == kPushed) {
    LOAD;
    GO;
  }
  STEP(1);
}
L_DELSUB : {
  SAVE;
  Out r = set_subscript(*this, RA, RB, kAbsent);
  if (r == kError) goto unwind;
  if (r == kPushed) {
    LOAD;
    GO;
  }
  STEP(1);
}
L_SLICE : {
  Value* a = &RA;
  Slice* s = make<Slice>(Kind::Slice);
  s->lo = a[0];
  s->hi = a[1];
  s->step = a[2];
  a[1] = a[2] = kAbsent;
  a[0] = of(s);
  STEP(1);
}
L_MKLIST : {
  int n = C_(I);
  List* l = list(n);
  Value* s = &RB;
  for (int i = 0; i < n; i++) {
    l->items[i] = s[i];
    s[i] = kAbsent;
  }
  l->len = n;
  put(RA, of(l));
  STEP(1);
}
L_MKTUPLE : {
  int n = C_(I);
  Tuple* t = tuple(n);
  Value* s = &RB;
  for (int i = 0; i < n; i++) {
    t->items[i] = s[i];
    s[i] = kAbsent;
  }
  put(RA, of(t));
  STEP(1);
}
L_MKSET : {
  int n = C_(I);
  Value* s = &RB;
  uint32_t h;
  for (int i = 0; i < n; i++)
    if (!hash_of(s[i], &h)) {
      SAVE;
      raise(E_TypeError, "unhashable type: '%s'", type_name(s[i]).c_str());
      goto unwind;
    }
  Dict* d = dict(Kind::Set);
  for (int i = 0; i < n; i++) {
    dict_set(d, s[i], kNone);
    Value v = s[i];
    s[i] = kAbsent;
    dec(v);
  }
  put(RA, of(d));
  STEP(1);
}
L_MKDICT : {
  put(RA, of(dict()));
  STEP(1);
}
L_DICTSET : {
  uint32_t h;
  if (!hash_of(RB, &h)) {
    SAVE;
    raise(E_TypeError, "unhashable type: '%s'", type_name(RB).c_str());
    goto unwind;
  }
  dict_set(RA.as<Dict>(), RB, inc(RC));
  release(&RB, 1);
  release(&RC, 1);
  STEP(1);
}
L_APPEND : {
  Value v = RB;
  if (B_(I) >= int(f->code->nlocals))
    RB = kAbsent;
  else
    inc(v);
  List* l = RA.as<List>();
  if (LIKELY(l->len < l->cap))
    l->items[l->len++] = v;
  else
    push(l, v);
  STEP(1);
}
L_SETADD : {
  uint32_t h;
  if (!hash_of(RB, &h)) {
    SAVE;
    raise(E_TypeError, "unhashable type: '%s'", type_name(RB).c_str());
    goto unwind;
  }
  dict_set(RA.as<Dict>(), RB, kNone);
  if (B_(I) >= int(f->code->nlocals)) release(&RB, 1);
  STEP(1);
}
L_EXTEND : {
  SAVE;
  std::vector<Value> v;
  if (!iterate(*this, RB, &v)) goto unwind;
  for (Value x : v) push(RA.as<List>(), x);
  STEP(1);
}
L_MERGE : {
  Dict* d = RA.as<Dict>();
  if (!RB.is(Kind::Dict)) {
    SAVE;
    raise(E_TypeError, "argument after ** must be a mapping, not %s", type_name(RB).c_str());
    goto unwind;
  }
  Dict* s = RB.as<Dict>();
  for (uint32_t i = 0; i < s->filled; i++)
    if (s->entries[i].key.u) dict_set(d, s->entries[i].key, inc(s->entries[i].val));
  STEP(1);
}
L_TOTUPLE : {
  List* l = RB.as<List>();
  Tuple* t = tuple(l->len);
  for (uint32_t i = 0; i < l->len; i++) t->items[i] = inc(l->items[i]);
  put(RA, of(t));
  STEP(1);
}
L_UNPACK : {
  Value o = RB;
  uint32_t n = C_(I), len;
  Value* items;
  if (LIKELY(o.is(Kind::Tuple))) {
    len = o.as<Tuple>()->len;
    items = o.as<Tuple>()->items;
  } else if (o.is(Kind::List)) {
    len = o.as<List>()->len;
    items = o.as<List>()->items;
  } else {
    SAVE;
    std::vector<Value> v;
    if (!iterate(*this, o, &v)) goto unwind;
    List* l = list(uint32_t(v.size()));
    for (Value x : v) push(l, x);
    // a plain list, so that the checks below serve both; it lives in the first target until the end
    bool bad = v.size() != n;
    if (!bad)
      for (uint32_t i = 0; i < n; i++) put((&RA)[i], inc(l->items[i]));
    dec(l);
    if (bad) {
      raise(E_ValueError,
            v.size() < n ? "not enough values to unpack (expected %d, got %d)"
                         : "too many values to unpack (expected %d)",
            int(n), int(v.size()));
      goto unwind;
    }
    STEP(1);
  }
  if (UNLIKELY(len != n)) {
    SAVE;
    raise(E_ValueError,
          len < n ? "not enough values to unpack (expected %d, got %d)" : "too many values to unpack (expected %d)",
          int(n), int(len));
    goto unwind;
  }
  Value* d = &RA;
  for (uint32_t i = 0; i < n; i++) put(d[i], inc(items[i]));
  STEP(1);
}
L_UNPACKX : {
  SAVE;
  std::vector<Value> v;
  uint32_t before = C_(I), after = pc[1];
  if (!iterate(*this, RB, &v)) goto unwind;
  if (v.size() < before + after) {
    for (Value x : v) dec(x);
    raise(E_ValueError, "not enough values to unpack (expected at least %d, got %d)", int(before + after),
          int(v.size()));
    goto unwind;
  }
  Value* d = &RA;
  List* l = list();
  for (size_t i = 0; i < v.size(); i++)
    if (i < before)
      put(d[i], v[i]);
    else if (i < v.size() - after)
      push(l, v[i]);
    else
      put(d[before + 1 + i - (v.size() - after)], v[i]);
  put(d[before], of(l));
  STEP(2);
}

  // --- iteration ---
L_ITER : {
  SAVE;
  Out o = get_iter(*this, RB, A_(I), &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  put(RA, res);
  STEP(1);
}
L_NEXT : {
  Value it = RB;
  if (LIKELY(it.is(Kind::Iter))) {
    Iter* t = it.as<Iter>();
    if (t->ik == IterKind::Range) {
      int64_t i = t->i;
      if (t->step > 0 ? i >= t->stop : i <= t->stop) STEP(2);
      t->i = i + t->step;
      put(RA, integer(i));
      pc += 1;
      pc += BX_(*pc);
      CHARGE;
      GO;
    }
    if (t->ik == IterKind::List && t->seq.u) {
      List* l = t->seq.as<List>();
      if (LIKELY(uint64_t(t->i) < l->len)) {
        Value v = inc(l->items[t->i++]);
        put(RA, v);
        pc += 1;
        pc += BX_(*pc);
        CHARGE;
        GO;
      }
      Value s = t->seq;
      t->seq = kAbsent;
      dec(s);  // exhaustion is a store: a list grown later does not revive it
      STEP(2);
    }
  }
  SAVE;
  Out o = iter_next(*this, it, A_(I), &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  if (res.u == kStop.u) STEP(2);
  put(RA, res);
  pc += 1;
  pc += BX_(*pc);
  CHARGE;
  GO;
}
L_SEND : {
  SAVE;
  Value it = RB, v = RC;
  Out o;
  if (it.is(Kind::Gen))
    o = resume(*this, it.as<Gen>(), inc(v), A_(I), Cont::Next, &res);
  else
    o = iter_next(*this, it, A_(I), &res);
  if (o == kError) goto unwind;
  if (o == kPushed) {
    LOAD;
    GO;
  }
  if (res.u == kStop.u) {
    put(RC, kNone);
    STEP(2);
  }
  put(RA, res);
  pc += 1;
  pc += BX_(*pc);
  CHARGE;
  GO;
}
L_JMORE:
  STEP(1);

  // --- the rest ---
L_MKFUNC : {
  Code* c = K[pc[1]].as<Code>();
  size_t n = c->cells.size();
  Func* g = make<Func>(Kind::Func, n * 8);
  g->aux = uint16_t(n);
  g->code = c;
  g->globals = f->func->globals;
  g->name = of(c->name);
  inc(g->name);
  g->dict = kAbsent;
  Value* b = &RB;
  g->defaults = C_(I) & 1 ? b[0].as<Tuple>() : nullptr;
  g->kwdefaults = C_(I) & 2 ? b[1].as<Dict>() : nullptr;
  if (C_(I) & 1) b[0] = kAbsent;
  if (C_(I) & 2) b[1] = kAbsent;
  for (size_t i = 0; i < n; i++) {
    CellVar* v = c->cells[i].local ? R[c->cells[i].index].as<CellVar>() : f->func->cells[c->cells[i].index];
    v->count++;
    g->cells[i] = v;
  }
  put(RA, of(g));
  STEP(2);
}
L_RAISE : {
  SAVE;
  Value x = RA, e;
  if (x.is(Kind::Type) && subtype(x.as<Type>(), g_base_exception)) {
    e = call(x, nullptr, 0);
    if (!e.u) goto unwind;
  } else if (x.is(Kind::Exc))
    e = inc(x);
  else {
    raise(E_TypeError, "exceptions must derive from BaseException");
    goto unwind;
  }
  Exc* ex = e.as<Exc>();
  if (B_(I) != 255) {
    put(ex->cause, RB.is(Kind::Type) ? call(RB, nullptr, 0) : inc(RB));
    ex->suppress = true;
  }
  if (C_(I) != 255 && RC.u && RC.u != e.u) put(ex->context, inc(RC));
  raise_obj(e);
  goto unwind;
}
L_RERAISE : {
  SAVE;
  Value e = RA;
  RA = kAbsent;
  pending = e;
  goto unwind_quiet;
}
L_EXCMATCH : {
  Value e = RB, c = RC;
  bool m = false;
  auto one = [&](Value t) { m |= t.is(Kind::Type) && subtype(e.as<Instance>()->type, t.as<Type>()); };
  if (c.is(Kind::Tuple))
    for (uint32_t i = 0; i < c.as<Tuple>()->len; i++) one(c.as<Tuple>()->items[i]);
  else
    one(c);
  put(RA, boolean(m));
  STEP(1);
}
L_FORMAT : {
  Value v = RB;
  if (C_(I) == 255 && is_str(v)) {
    inc(v);
    put(RA, v);
    STEP(1);
  }
  SAVE;
  std::string s;
  if (!format_value(*this, v, C_(I) == 255 ? std::string_view() : sv(RC), &s)) goto unwind;
  put(RA, of(str(s)));
  STEP(1);
}
L_REPR : {
  SAVE;
  std::string s;
  if (!(C_(I) == 's' ? str_of(*this, RB, &s) : repr_of(*this, RB, &s))) goto unwind;
  put(RA, of(str(s)));
  STEP(1);
}
L_JOIN : {
  int n = C_(I);
  size_t len = 0;
  Value* s = &RB;
  for (int i = 0; i < n; i++) len += s[i].as<Str>()->len;
  Str* r = str_blank(len);
  char* p = r->data;
  for (int i = 0; i < n; i++) {
    memcpy(p, s[i].as<Str>()->data, s[i].as<Str>()->len);
    p += s[i].as<Str>()->len;
  }
  release(s, n);
  put(RA, of(r));
  STEP(1);
}
L_IMPORT : {
  SAVE;
  Value m = import(*this, K[pc[1]].as<Str>());
  if (!m.u) goto unwind;
  put(RA, m);
  STEP(2);
}
L_IMPORTF : {
  SAVE;
  Str* n = K[pc[1]].as<Str>();
  Value v = RB.is(Kind::Module) ? dict_get(RB.as<Module>()->dict, n) : kAbsent;
  if (!v.u) {
    raise(E_ImportError, "cannot import name '%s'", n->data);
    goto unwind;
  }
  put(RA, inc(v));
  STEP(2);
}

unwind:
  f = fr;
unwind_quiet:
  for (;;) {
    f = fr;
    pc = f->pc;
    Exc* e = pending.as<Exc>();
    uint32_t at = uint32_t(pc - f->code->ins.data());
    if ((f->code->ins[at] & 255) != RERAISE) add_traceback(e, f->code, f->code->line[at]);
    if (const Handler* h = find_handler(f->code, at)) {
      R = f->base;
      K = f->code->k.data();
      if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Handler, f, "");
      release(R + h->clear_from, int(f->code->nreg) - h->clear_from);
      R[h->reg] = pending;
      pending = kAbsent;
      pc = f->code->ins.data() + h->target;
      GO;
    }
    if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Unwind, f, "");
    release(f->base, int(f->code->nreg));
    Cont cont = f->cont;
    if (f->gen) {
      f->gen->done = true;
      f->gen->running = false;
      f->gen->nreg = 0;
      dec(f->gen);
      if (subtype(e->type, E_StopIteration)) {
        Value old = pending;
        pending = kAbsent;
        raise(E_RuntimeError, "generator raised StopIteration");
        put(pending.as<Exc>()->cause, old);
      }
    }
    fr = f - 1;
    if (cont == Cont::Exit) return kAbsent;
    if (cont == Cont::Next && !f->gen && subtype(e->type, E_StopIteration)) {  // a __next__ method is exhausted
      LOAD;
      I = *pc;
      if ((I & 255) == SEND) {
        Tuple* t = e->args.as<Tuple>();
        put(RC, t->len ? inc(t->items[0]) : kNone);
      }
      Value x = pending;
      pending = kAbsent;
      dec(x);
      STEP(2);
    }
  }
}
}  // namespace adder
