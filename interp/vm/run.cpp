// The eval loop. In every handler all checks come before the first effect and registers are written last, so `pc` is a
// legal resume point throughout. The handlers are grouped in handlers_*.inc; this file holds what leaves a frame:
// return, yield, delivery of values to the caller, unwinding.
#include <cmath>

#include "interp/objects/dict_probe.h"
#include "interp/vm/containers.h"
#include "interp/vm/attrs.h"
#include "interp/vm/frame_hook.h"
#include "interp/vm/machine_code.h"
#include "interp/vm/quick.h"
#include "interp/vm/run_support.h"
#include "interp/vm/special.h"
#include "interp/vm/statement_support.h"

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
// An int of up to 64 bits that is no bool.
static inline bool int64_value(Value v, int64_t* out) {
  if (v.is_int()) return *out = v.as_int(), true;
  if (!v.is(Kind::Int) || v.cell()->aux != kInt64Aux) return false;
  return *out = v.as<Int64>()->v, true;
}
// False: not done for this kind, or the result does not fit.
static inline bool int64_arith(int kind, int64_t x, int64_t y, int64_t* out) {
  switch (kind) {
    case kAdd: return !__builtin_add_overflow(x, y, out);
    case kSub: return !__builtin_sub_overflow(x, y, out);
    case kMul: return !__builtin_mul_overflow(x, y, out);
    case kFdiv: return y > 0 && (*out = floor_div(x, y), true);
    case kMod:
      if (y > 0 && (y & (y - 1)) == 0) return *out = x & (y - 1), true;
      return y > 0 && (*out = (x | y) >> 32 ? floor_mod(x, y) : int64_t(uint32_t(x) % uint32_t(y)), true);
    case kAnd: return *out = x & y, true;
    case kOr: return *out = x | y, true;
    case kXor: return *out = x ^ y, true;
    case kShr: return y >= 0 && y <= 63 && (*out = x >> y, true);
    case kShl:
      if (y < 0 || y > 62 || (int64_t(uint64_t(x) << y) >> y) != x) return false;
      return *out = int64_t(uint64_t(x) << y), true;
    default: return false;
  }
}
COLD static const Handler* find_handler(const Code* c, uint32_t at) {
  for (auto& h : c->handlers)
    if (at >= h.start && at < h.end) return &h;
  return nullptr;
}

static constexpr struct Words {
  uint8_t of[256] = {
#define X(n, w, o, e, m) w,
#include "interp/bytecode/opcodes.def"
#undef X
  };
} kWords;

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
  static const void* const machine[256] = {
#define X(n, w, o, e, m) &&L_machine,
#include "interp/bytecode/opcodes.def"
#undef X
  };
  Frame* f = fr;
  const Word* pc = f->pc;
  Value* R = f->base;
  const Value* K = f->code->k.data();
  uint64_t I;  // the word at pc; wider, so that its fields index without a conversion
  Value res;
  const void* const* disp;
// How the present frame is run: seen by a recorder, by machine code where there is some, or by the handlers alone.
#define MODE_UNRECORDED disp = f->code->machine ? machine : table
#define MODE                      \
  do {                            \
    if (UNLIKELY(rec != nullptr)) \
      disp = record;              \
    else                          \
      MODE_UNRECORDED;            \
  } while (0)
  MODE;
// A computed goto runs no destructors: no object that has one may be in scope where a handler ends.
#define GO               \
  do {                   \
    I = *pc;             \
    goto* disp[I & 255]; \
  } while (0)
#define STEP(n) \
  do {          \
    pc += (n);  \
    GO;         \
  } while (0)
#define RA R[I >> 8 & 255]
#define RB R[I >> 16 & 255]
#define RC R[I >> 24]
#define SAVE f->pc = pc  // before whatever may raise, and before memory is asked for: a refusal is an exception of C++
// What ends with a handler's own writes may run a finalizer, which looks at this frame's line: the pc is saved then,
// and only then.
#define DROP(v)                                         \
  do {                                                  \
    if (Cell* last_ = count_down(v); UNLIKELY(last_)) { \
      SAVE;                                             \
      dealloc(last_);                                   \
    }                                                   \
  } while (0)
#define PUT(slot, owned)   \
  do {                     \
    Value new_ = (owned);  \
    Value& slot_ = (slot); \
    Value old_ = slot_;    \
    slot_ = new_;          \
    DROP(old_);            \
  } while (0)
#define LOAD               \
  do {                     \
    f = fr;                \
    pc = f->pc;            \
    R = f->base;           \
    K = f->code->k.data(); \
  } while (0)
#define QUICKEN(op) (*const_cast<Word*>(pc) = (I & ~255u) | (op))
#define CHARGE                               \
  do {                                       \
    if (UNLIKELY(--budget < 0)) {            \
      SAVE;                                  \
      if (!slow_check(f->code)) goto unwind; \
      MODE;                                  \
    }                                        \
  } while (0)
#define BRANCH                     \
  do {                             \
    int32_t off_ = int32_t(pc[1]); \
    if (off_ <= 0) CHARGE;         \
    pc += off_;                    \
    GO;                            \
  } while (0)
  if (UNLIKELY(pending.u != 0)) goto unwind_entry;
  if (UNLIKELY(f->pc == f->code->ins.data() && f->func && (rec != nullptr || (f->func->flags & kCaptured)) &&
               !(f->flags & kFrameGen)))
    goto entered;
  GO;

L_record : {
  SAVE;
  if (UNLIKELY(rec == nullptr)) {  // it left during an event
    disp = table;
    goto* table[I & 255];
  }
  res = kAbsent;
  Step s = rec->before(*this, *f, &res);
  disp = rec ? record : table;
  if (LIKELY(s == Step::Go)) goto* table[I & 255];
  if (s == Step::Stop) return kStop;
  if (s == Step::Return) goto leave_frame;
  if (pending.u) goto unwind;
  LOAD;
  GO;
}
L_machine : {  // the present frame's code is or was compiled
  const MachineEntry* entries = f->code->machine;
  if (UNLIKELY(!entries)) {
    disp = table;
    goto* table[I & 255];
  }
  const void* at = entries[pc - f->code->ins.data()].start;
  if (!at) goto* table[I & 255];
  MachineExit why = in.machine->enter(this, f, at);
  if (LIKELY(why == MachineExit::Instruction)) {
    LOAD;
    I = *pc;
    goto* table[I & 255];
  }
  if (why == MachineExit::Unwind) goto unwind;
}
pushed:  // a slow path pushed a frame
  LOAD;
  MODE;
  CHARGE;
  if (LIKELY(rec == nullptr && !(f->func->flags & kCaptured))) GO;
entered : {  // at the first instruction of a function that the recorder or the frame hook may want to see
  LOAD;
  if (f->flags & kFrameGen) GO;  // resumed, not called
  if (rec != nullptr) rec->event(*this, Event::Push, f, "");
  if (hook != nullptr && (f->func->flags & kCaptured)) {
    res = kAbsent;
    Step s = hook->on_enter(*this, *f, &res);
    if (s == Step::Return) {
      f = fr;
      goto leave_frame;
    }
    if (s == Step::Stop) return kStop;
    if (pending.u) goto unwind;
    LOAD;
  }
  MODE;
  GO;
}

#include "interp/vm/handlers_names.inc"
#include "interp/vm/handlers_arith.inc"
#include "interp/vm/handlers_calls.inc"
#include "interp/vm/handlers_attrs.inc"
L_RETNONE:
L_RET : {
  Value result = kNone;
  const bool has_object =
      UNLIKELY(f->flags & (kFrameObject | kFrameGen)) && (f->flags & kFrameObject || f->gen->frame);
  if ((I & 255) == RET) {
    result = RA;
    if (UNLIKELY(has_object) && A_(I) < int(f->code->nlocals)) {
      inc(result);  // the variable is to be seen in the frame object
    } else {
      RA = kAbsent;
    }
  }
  if (UNLIKELY(has_object)) {
    SAVE;  // what the object shows as its line
    leave_frame_object(*this, f);
  }
  int n = B_(I);
  if (UNLIKELY(n == 255)) n = int(f->code->nreg);
  for (int i = 0; i < n; i++) {
    Value v = R[i];
    R[i] = kAbsent;
    if (Cell* last = count_down(v); UNLIKELY(last)) dealloc_left(*this, f, last);
  }
  if (LIKELY(f->cont == Cont::Store && f->flags == 0 && rec == nullptr)) {
    uint32_t ret = f->ret;
    fr = --f;
    R = f->base;
    pc = f->pc;
    K = f->code->k.data();
    MODE_UNRECORDED;
    I = *pc;
    put(R[ret], result);
    if (ret != uint32_t(A_(I)) && (I & 255) - CALL <= CALLX - CALL) {
      Value x = RA;
      RA = kAbsent;
      dec(x);
    }
    pc += kWords.of[I & 255];
    GO;
  }
  res = result;
}
frame_done : {
  if (UNLIKELY(rec != nullptr)) {
    rec->event(*this, Event::Pop, f, "return");
    if (UNLIKELY(pending.u != 0)) {  // work that was put off has failed
      dec(res);
      goto unwind;
    }
  }
  Cont cont = f->cont;
  int ret = f->ret;
  if (UNLIKELY(f->flags != 0)) {
    if (f->flags & kFrameOwnsFunc) {
      fr = f - 1;
      dec(f->func);
    }
    if (f->flags & kFrameGen) {
      Gen* g = f->gen;
      fr = f - 1;
      mark_generator_done(g);  // its locals die when it has ended and left the stack
      dec(g);
      if (cont == Cont::Exit) {
        gen_result = res;
        return kGenDone;
      }
      f->cont = cont;
      LOAD;
      MODE;
      I = *pc;
      goto generator_done;
    }
    f->cont = cont;  // a finalizer may have used the frame's place
    f->ret = uint8_t(ret);
  }
  fr = --f;
  if (LIKELY(cont == Cont::Store)) {
    R = f->base;
    pc = f->pc;
    K = f->code->k.data();
    MODE;
    I = *pc;
    put(R[ret], res);
    if (ret != A_(I) && (I & 255) >= CALL && (I & 255) <= CALLX) {
      Value x = RA;
      RA = kAbsent;
      dec(x);
    }
    pc += kWords.of[I & 255];
    GO;
  }
  if (cont == Cont::Exit) return res;
  R = f->base;
  pc = f->pc;
  K = f->code->k.data();
  MODE;
  I = *pc;
}
deliver:  // res arrives; the frame that was left is f + 1
  switch (f[1].cont) {
    case Cont::Iter:
      if (UNLIKELY(!check_iterator(*this, res))) {
        dec(res);
        goto unwind;
      }
      [[fallthrough]];
    case Cont::Store:
    case Cont::GetAttr:
    case Cont::Await:
      put(R[f[1].ret], res);
      pc += kWords.of[I & 255];
      GO;
    case Cont::IterAgain:
      if (UNLIKELY(!check_iterator(*this, res))) {
        dec(res);
        goto unwind;
      }
      put(R[f[1].ret], res);
      GO;
    case Cont::Discard:
      dec(res);
      pc += kWords.of[I & 255];
      GO;
    case Cont::Init: {
      if (UNLIKELY(res.u != kNone.u)) {
        raise(E_TypeError, "__init__() should return None, not '%s'", type_name(*this, res).c_str());
        dec(res);
        goto unwind;
      }
      if (C_(I) != A_(I)) {
        Value v = RA;
        RA = kAbsent;
        put(RC, v);
      }
      pc += kWords.of[I & 255];
      GO;
    }
    case Cont::BinInplace:
    case Cont::BinLeft:
    case Cont::BinRight:
    case Cont::BinRightFirst: {
      if (UNLIKELY(res.u == kNotImplemented.u)) {
        int op = int(I & 255) - ADD;
        Out o = binary_next(*this, f[1].cont, op >> 2, op & 2, RB, op & 1 ? K[I >> 24] : RC, A_(I), &res);
        if (o == kError) goto unwind;
        if (o == kPushed) goto pushed;
      }
      goto bin_done;
    }
    case Cont::CmpLeft:
    case Cont::CmpRight:
    case Cont::CmpRightFirst: {
      int op = int(I & 255) - LT, which = op % 3;
      if (UNLIKELY(res.u == kNotImplemented.u)) {
        Value a = which ? RA : RB, b = which == 0 ? RC : which == 1 ? RB : K[B_(I)];
        Out o = compare_next(*this, f[1].cont, Op(LT + op - which), a, b, which ? 0 : A_(I), &res);
        if (o == kError) goto unwind;
        if (o == kPushed) goto pushed;
      }
      if (which) goto branch_done;
      put(RA, res);
      STEP(1);
    }
    case Cont::FromBool:
    case Cont::FromLen: {
      bool t;
      bool ok = truth_value(*this, res, f[1].cont, &t);
      if (ok && (I & 255) >= CALL && (I & 255) <= CALLX) {  // in place of a call of len()
        if (UNLIKELY(is_bool(res))) res = integer49(t);
        put(R[f[1].ret], res);
        pc += kOps[I & 255].words;
        GO;
      }
      dec(res);
      if (!ok) goto unwind;
      res = boolean(t);
      goto test_bool;
    }
    case Cont::Test: goto test_value;
    case Cont::Next:
    next_value:
      put(RA, res);
      pc += 1;
      pc += BX_(*pc);
      CHARGE;
      GO;
    case Cont::Exit: return res;
  }
test_value : {  // the truth of res decides what the instruction does
  bool t;
  SAVE;
  Out o = truth(*this, res, 0, &t);
  dec(res);
  if (o == kError) goto unwind;
  if (o == kPushed) goto pushed;
  res = boolean(t);
}
test_bool : {
  bool t = res.u == kTrue.u;
  switch (I & 255) {
    case NOT:
    case NOTIN: put(RA, boolean(!t)); break;
    case IN: put(RA, boolean(t)); break;
    default:  // a branch
      if (t == bool(C_(I))) BRANCH;
      STEP(2);
  }
  STEP(1);
}
generator_done:  // a generator frame returned res; the frame that was left is f + 1
  if (LIKELY(f[1].cont == Cont::Next)) {
    if ((I & 255) == SEND)
      put(RC, res);
    else
      dec(res);
    STEP(2);
  }
  raise_stop_iteration(*this, res);
  goto unwind;
L_YIELD : {
  res = RA;
  RA = kAbsent;
  if (A_(I) < int(f->code->nlocals)) RA = inc(res);
  if (UNLIKELY((f->code->cflags & kAsyncGen) && C_(I) != 1)) res = wrap_async_yield(in, res);
  Gen* g = f->gen;
  g->pc = pc;
  g->running = false;
  g->nreg = f->code->nreg;
  Cont cont = f->cont;
  uint8_t ret = f->ret;
  fr = --f;
  if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Yield, f + 1, "");
  if (UNLIKELY(--g->count == 0)) {
    dealloc(g);  // a generator that was dropped is closed in the frame's place
    f[1].cont = cont;
    f[1].ret = ret;
  }
  if (cont == Cont::Exit) return res;
  R = f->base;
  pc = f->pc;
  K = f->code->k.data();
  MODE;
  I = *pc;
  if (LIKELY(cont == Cont::Next)) goto next_value;
  goto deliver;
}
leave_frame:  // as RET with the value in res
  f = fr;
  R = f->base;
  if (f->flags & kFrameObject) leave_frame_object(*this, f);
  if (!(f->flags & kFrameGen)) release_left(*this, f, 0, int(f->code->nreg));
  goto frame_done;
#include "interp/vm/handlers_data.inc"
#include "interp/vm/handlers_iter.inc"
#include "interp/vm/handlers_misc.inc"
#include "interp/vm/handlers_far.inc"
#include "interp/vm/handlers_async.inc"
#include "interp/vm/handlers_match.inc"

unwind_entry:
  f = fr;
unwind:  // an exception was raised in the current frame
  f = fr;
  set_context(*this, pending.as<Exc>());
unwind_chained:  // its context is known
  add_traceback(*this, pending.as<Exc>(), f);
unwind_quiet:
  for (;;) {
    f = fr;
    pc = f->pc;
    Exc* e = pending.as<Exc>();
    uint32_t at = uint32_t(pc - f->code->ins.data());
    if (const Handler* h = find_handler(f->code, at)) {
      R = f->base;
      K = f->code->k.data();
      MODE;
      if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Handler, f, "");
      release(R + h->clear_from, int(f->code->far_base) - h->clear_from);
      release(R + f->code->far_temps, int(f->code->nreg - f->code->far_temps));
      R[h->reg] = pending;
      pending = kAbsent;
      pc = f->code->ins.data() + h->target;
      GO;
    }
    if (UNLIKELY(rec != nullptr)) rec->event(*this, Event::Unwind, f, "");
    Owned keep(take_pending());  // finalizers may run
    Cont cont = f->cont;
    Gen* g = f->flags & kFrameGen ? f->gen : nullptr;
    if (f->flags & kFrameObject || (g && g->frame)) leave_frame_object(*this, f, e);
    if (!g) release_left(*this, f, 0, int(f->code->nreg));
    fr = f - 1;
    if (f->flags & kFrameOwnsFunc) dec(f->func);
    if (g) mark_generator_done(g);
    pending = keep.release();
    if (g) {
      convert_stop_iteration(*this, g);
      e = pending.as<Exc>();
      dec(g);
    }
    if (cont == Cont::Exit) return kAbsent;
    if (cont == Cont::Next && !g && subtype(e->type(), in.exc[E_StopIteration])) {  // a __next__ method is exhausted
      LOAD;
      MODE;
      I = *pc;
      if ((I & 255) == SEND) {
        Tuple* t = e->args.as<Tuple>();
        put(RC, t->len ? inc(t->items[0]) : kNone);
      }
      clear_pending();
      STEP(2);
    }
    if (UNLIKELY(cont == Cont::GetAttr && subtype(e->type(), in.exc[E_AttributeError]))) {
      LOAD;
      MODE;
      I = *pc;
      clear_pending();
      Out o = get_attr_fallback(*this, RB, f->code->attr[pc[1]]->name, A_(I), &res);
      if (o == kError) goto unwind;
      if (o == kPushed) goto pushed;
      put(RA, res);
      STEP(2);
    }
    if (cont == Cont::Store && subtype(e->type(), in.exc[E_AttributeError])) tell_attribute_asked(*this);
    add_traceback(*this, pending.as<Exc>(), fr);
  }
}
}  // namespace adder
