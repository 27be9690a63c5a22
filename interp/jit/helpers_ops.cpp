// What instructions do beyond their fast paths in machine code, where that needs no frame of the loop's: the slow paths
// that the handlers call too. What is rare stays with the loop.
#include "interp/jit/guarded.h"
#include "interp/vm/attrs.h"
#include "interp/vm/quick.h"

namespace adder::jit {
namespace {

int outcome(Out o) {
  return o == kError ? kUnwind : kPushedFrame;
}
void quicken(const Word* pc, Op op) {
  *const_cast<Word*>(pc) = (*pc & ~255u) | op;
}

}  // namespace

// --- operators
int binary_operation(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  Word i = *pc;
  int op = int(i & 255) - ADD, kind = op >> 2, locals = int(th.fr->code->nlocals);
  Value a = registers[B_(i)], b = op & 1 ? th.fr->code->k[C_(i)] : registers[C_(i)];
  if (is_intlike(a) && is_intlike(b)) return kRunInstruction;  // results beyond 49 bits need not be boxed at once
  return guarded(th, [&] {
    bool drops_right = !(op & 1) && C_(i) >= locals && C_(i) != A_(i);
    if (kind == kAdd && is_str(a) && is_str(b) && A_(i) == B_(i) && a.cell()->count == 1 &&
        append_in_place(th, &registers[B_(i)], b.as<Str>())) {
      if (drops_right) release(registers + C_(i), 1);
      return kDoneHere;
    }
    Value made;
    Out o = binary(th, kind, op & 2, a, b, A_(i), &made);
    if (o != kDone) return outcome(o);
    if (B_(i) >= locals && B_(i) != A_(i)) release(registers + B_(i), 1);
    if (drops_right) release(registers + C_(i), 1);
    put(registers[A_(i)], made);
    return kDoneHere;
  });
}

// --- attributes and names
int get_attribute_slow(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  return guarded(th, [&] {
    AttrCache* cache = th.fr->code->attr[pc[1]];
    Value found, receiver = registers[B_(*pc)];
    if (const AttrCache::Found& n = cache->found; found_holds(n, receiver)) {
      if (n.how == AttrCache::kGetter) return kRunInstruction;
      found = found_value(th, n, receiver);
      if (found.u) {
        put(registers[A_(*pc)], found);
        return kDoneHere;
      }
    }
    Out o = get_attr(th, receiver, cache->name, cache, A_(*pc), &found);
    if (o != kDone) return outcome(o);
    if (cache->e[0].shape) quicken(pc, GETATTR_S);
    put(registers[A_(*pc)], found);
    return kDoneHere;
  });
}
int get_method_slow(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  return guarded(th, [&] {
    AttrCache* cache = th.fr->code->attr[pc[1]];
    Value o = registers[B_(*pc)], *a = registers + A_(*pc), found;
    bool self = false;
    if (const AttrCache::Found& n = cache->found; found_holds(n, o)) {
      Value receiver = kAbsent;
      found = found_method(n, o, &receiver);
      if (found.u) {
        inc(found);
        inc(receiver);
        put(a[0], found);
        put(a[1], receiver);
        return kDoneHere;
      }
    }
    put(a[1], kAbsent);  // where a frame delivers only the function
    Out r = get_method(th, o, cache, A_(*pc), &found, &self);
    if (r != kDone) return outcome(r);
    Value bound_to = kAbsent;
    if (self) bound_to = o.is(Kind::Super) ? inc(o.as<Super>()->self) : inc(o);
    if (self && has_fields(o) && cache->e[0].shape) {
      quicken(pc, METHOD_S);
    } else if (self && o.is_cell() && !has_fields(o) && kind_is_type(o.cell()->kind) && found.is(Kind::Native)) {
      forget_cache(cache);
      cache->e[0].idx = uint32_t(o.cell()->kind);
      cache->e[0].fn = found.cell();
      quicken(pc, METHOD_T);
    }
    put(a[0], found);
    put(a[1], bound_to);
    return kDoneHere;
  });
}
int set_attribute_slow(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  return guarded(th, [&] {
    AttrCache* cache = th.fr->code->attr[pc[1]];
    Out o = set_attr(th, registers[A_(*pc)], cache->name, registers[B_(*pc)], cache);
    if (o == kError) return kUnwind;
    if (C_(*pc)) release(registers + B_(*pc), 1);
    return o == kPushed ? kPushedFrame : kDoneHere;
  });
}
int store_global(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  Dict* d = th.fr->func->globals;
  if (d->flags & kWatched) return kRunInstruction;
  return guarded(th, [&] {
    Str* name = th.fr->code->k[pc[1]].as<Str>();
    Value v = registers[A_(*pc)];
    if (C_(*pc))
      registers[A_(*pc)] = kAbsent;
    else
      inc(v);
    int64_t e = dict_find_quick(d, name);
    if (e >= 0)
      put(d->entries[e].val, v);
    else
      dict_set(d, name, v);
    return kDoneHere;
  });
}

// --- text and containers
int format_text(Thread* t, Value* registers, const Word* pc) {
  Value v = registers[B_(*pc)];
  return guarded(*t, [&] {
    bool plain = C_(*pc) == 255;
    Value made;
    if (plain && is_str(v)) {
      made = inc(v);
    } else if (plain && v.is_int()) {
      made = of(int_text(t->in, v.as_int()));
    } else {
      std::string s;
      if (!format_value(*t, v, plain ? std::string_view() : sv(registers[C_(*pc)]), &s)) return kUnwind;
      made = of(str(*t, s));
    }
    put(registers[A_(*pc)], made);
    return kDoneHere;
  });
}
int text_of(Thread* t, Value* registers, const Word* pc) {
  if (C_(*pc) == 'a') return kRunInstruction;
  return guarded(*t, [&] {
    std::string s;
    Value v = registers[B_(*pc)];
    if (!(C_(*pc) == 's' ? str_of(*t, v, &s) : repr_of(*t, v, &s))) return kUnwind;
    put(registers[A_(*pc)], of(str(*t, s)));
    return kDoneHere;
  });
}
int set_display_item(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    Value* key = registers + B_(*pc);
    Value* value = registers + C_(*pc);
    if (!dict_set(*t, registers[A_(*pc)].as<Dict>(), *key, inc(*value))) return kUnwind;
    release(key, 1);
    release(value, 1);
    return kDoneHere;
  });
}
int make_cell(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    CellVar* c = make<CellVar>(*t, Kind::Cell);
    c->v = registers[A_(*pc)];
    registers[A_(*pc)] = of(c);
    return kDoneHere;
  });
}
int join_texts(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    int n = C_(*pc);
    Value* s = registers + B_(*pc);
    size_t bytes = 0, chars = 0;
    for (int i = 0; i < n; i++) {
      bytes += s[i].as<Str>()->len;
      chars += s[i].as<Str>()->chars;
    }
    Str* joined = str_blank(*t, bytes, chars);
    char* p = joined->data;
    for (int i = 0; i < n; i++) {
      memcpy(p, s[i].as<Str>()->data, s[i].as<Str>()->len);
      p += s[i].as<Str>()->len;
    }
    release(s, n);
    put(registers[A_(*pc)], of(joined));
    return kDoneHere;
  });
}
int slice_item(Thread* t, Value* registers, const Word* pc) {
  Value* a = registers + A_(*pc);
  Word next = pc[1];
  if (a[2].u != kNone.u) return kRunInstruction;
  return guarded(*t, [&] {
    Value v = plain_slice(*t, registers[B_(next)], a[0], a[1]);
    if (v.u == kStop.u) return kRunInstruction;
    a[0] = a[1] = a[2] = kAbsent;  // ints and None
    put(registers[A_(next)], v);
    return kDoneHere;
  });
}
int append_item(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    Value* item = registers + B_(*pc);
    push(registers[A_(*pc)].as<List>(), inc(*item));
    if (B_(*pc) >= int(t->fr->code->nlocals)) release(item, 1);
    return kDoneHere;
  });
}
int add_to_set(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    Value* item = registers + B_(*pc);
    if (set_add(*t, registers[A_(*pc)].as<Set>(), *item) < 0) return kUnwind;
    if (B_(*pc) >= int(t->fr->code->nlocals)) release(item, 1);
    return kDoneHere;
  });
}
int match_exception(Thread* t, Value* registers, const Word* pc) {
  Value e = registers[B_(*pc)], c = registers[C_(*pc)];
  return guarded(*t, [&] {
    bool one_class = c.is(Kind::Type) && c.as<Type>()->tflags & kIsExc;
    int m = one_class ? subtype(e.as<Instance>()->type(), c.as<Type>()) : exception_matches(*t, e, c);
    if (m < 0) return kUnwind;
    put(registers[A_(*pc)], boolean(m));
    return kDoneHere;
  });
}

// --- calls
namespace {
// A generator's registers are not on the stack: what it calls finds its arguments above the frames.
Value* arguments_of(Thread& th, Value* args, int n) {
  return th.fr->flags & kFrameGen ? move_window(th, args, n) : args;
}
// A call of any value by CALL, CALLM or CALLKW.
int call_any_value(Thread& th, Value* registers, const Word* pc, bool self, Tuple* names) {
  Value* a = registers + A_(*pc);
  int n = B_(*pc) + self;
  Value result;
  Out o = call_value(th, a[0], arguments_of(th, a + 2 - self, n), n, names, C_(*pc), Cont::Store, &result);
  if (o != kDone) return outcome(o);
  put(registers[C_(*pc)], result);
  if (C_(*pc) != A_(*pc)) release(a, 1);
  return kDoneHere;
}
}  // namespace

// A function that is no generator, with arguments that are bound in a simple way: its frame is pushed and paid for.
static bool enter_bound(Thread& th, Value* registers, const Word* pc, bool self, Tuple* names) {
  Value* a = registers + A_(*pc);
  if (!a[0].is(Kind::Func) || th.fr->flags & kFrameGen) return false;
  Func* g = a[0].as<Func>();
  Code* c = g->code;
  Value* base = a + 2 - self;
  int n = B_(*pc) + self;
  if (c->cflags & (kGenerator | kCoroutine | kAsyncGen | kLazy) || g->flags & kCaptured || th.budget <= 0 ||
      !th.fits(th.fr, base, c->nreg + uint32_t(n)) || !bind_quick(th, g, base, n, names))
    return false;
  Frame* f = th.fr + 1;
  f->code = c;
  f->pc = c->ins.data();
  f->base = base;
  f->func = g;
  f->set_way(C_(*pc), Cont::Store, 0);
  th.fr = f;
  th.budget--;
  return true;
}
int call_value_generic(Thread* t, Value* registers, const Word* pc) {
  Value* a = registers + A_(*pc);
  // What has a form of its own is the loop's, which quickens the instruction.
  if (a[0].is(Kind::Native) || a[0].is(Kind::Type)) return kRunInstruction;
  if (a[0].is(Kind::Func) && a[0].as<Func>()->code->cflags & kSimple) return kRunInstruction;
  if (a[0].is(Kind::Method)) return kRunInstruction;
  bool self = (*pc & 255) >= CALLM && a[1].u;
  return guarded(*t, [&] {
    if (enter_bound(*t, registers, pc, self, nullptr)) return kEntered;
    return call_any_value(*t, registers, pc, self, nullptr);
  });
}
int call_with_names(Thread* t, Value* registers, const Word* pc) {
  Tuple* names = t->fr->code->k[pc[1]].as<Tuple>();
  bool self = registers[A_(*pc) + 1].u != 0;
  return guarded(*t, [&] {
    if (enter_bound(*t, registers, pc, self, names)) return kEntered;
    return call_any_value(*t, registers, pc, self, names);
  });
}
int construct_builtin(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  Value* a = registers + A_(*pc);
  if (!a[0].is(Kind::Type)) return kRunInstruction;
  Type* type = a[0].as<Type>();
  if (type->ctor_version == type->version && type->inst_kind == Kind::Instance) return kRunInstruction;
  return guarded(th, [&] {
    Value v = construct_plain(th, type, a + 2, B_(*pc));
    if (v.u == kStop.u) return call_any_value(th, registers, pc, false, nullptr);
    if (!v.u) return kUnwind;
    release(a + 2, B_(*pc));
    put(registers[C_(*pc)], v);
    if (C_(*pc) != A_(*pc)) release(a, 1);
    return kDoneHere;
  });
}

// --- generators
int end_generator(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  Frame* f = th.fr;
  Gen* g = f->gen;
  if (f->cont != Cont::Next || f->flags != kFrameGen || g->count <= 1 || g->frame) return kRunInstruction;
  Value result = kNone;
  if ((*pc & 255) == RET) {
    result = registers[A_(*pc)];
    registers[A_(*pc)] = kAbsent;
  }
  th.fr = --f;
  mark_generator_done(g);
  dec(g);
  Word i = *f->pc;
  if ((i & 255) == SEND)
    put(f->base[C_(i)], result);
  else
    dec(result);
  f->pc += 2;  // behind the loop's NEXT or SEND and its JMORE
  return kDoneHere;
}
}  // namespace adder::jit
