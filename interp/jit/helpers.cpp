// What machine code calls: see helpers.h. The operators stand in helpers_ops.cpp.
#include "interp/jit/guarded.h"

#include "interp/vm/quick.h"
#include "interp/vm/special.h"

namespace adder::jit {
bool check_budget(Thread* th, Code* code) {
  return guarded(*th, [&] { return th->slow_check(code) ? kDoneHere : kUnwind; }) == kDoneHere;
}
void release_registers(Thread* th, int first, int end, int keep) {
  for (int r = first; r < end; r++)
    if (r != keep) release_left(*th, th->fr, r, r + 1);
}
bool drop_frame_object(Thread* th) {
  if (th->fr->object->count > 1) return false;
  leave_frame_object(*th, th->fr);
  return true;
}
void end_with_frame(Thread* th, Cell* last) {
  dealloc_left(*th, th->fr, last);
}

int call_native_function(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  Word i = *pc;
  Value* a = registers + A_(i);
  if (!a[0].is(Kind::Native)) return kRunInstruction;
  return guarded(th, [&] {
    Native* native = a[0].as<Native>();
    bool self = (i & 255) >= CALLM && a[1].u;  // the instruction may have been quickened otherwise since
    int n = B_(i) + self;
    Value* args = a + 2 - self;
    uint32_t kind = native->aux >> 8;
    bool direct =
        n == (native->aux & 255) && (kind == 255 || (args[0].is_cell() && uint32_t(args[0].cell()->kind) == kind));
    Value v = direct ? native->def->fn(th, args, n) : call_native(th, native, args, n, nullptr);
    if (!v.u) return kUnwind;
    release(args, n);
    put(registers[C_(i)], v);
    if (C_(i) != A_(i)) release(a, 1);
    return kDoneHere;
  });
}
int get_item(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  Word i = *pc;
  Value o = registers[B_(i)], k = (i & 255) == SUBSCR ? registers[C_(i)] : th.fr->code->k[C_(i)];
  Value v = kAbsent;
  if (o.is(Kind::Dict)) {
    Dict* d = o.as<Dict>();
    int64_t e = is_str(k)    ? dict_find_quick(d, k.as<Str>())
                : k.is_int() ? dict_find_int(d, k, int_key_hash(k.as_int()))
                             : -2;
    if (e == -2) {
      int r = guarded(th, [&] { return dict_get(th, d, k, &v) ? kDoneHere : kUnwind; });
      if (r) return r;
    } else if (e >= 0) {
      v = d->entries[e].val;
    }
    if (!v.u) return kRunInstruction;  // it raises
  } else if (is_str(o) && k.is_int()) {
    Str* s = o.as<Str>();
    int64_t at = k.as_int();
    if (at < 0) at += s->chars;
    if (!s->ascii() || uint64_t(at) >= s->chars) return kRunInstruction;
    v = of(th.in.latin1[uint8_t(s->data[at])]);
  } else {
    return kRunInstruction;
  }
  put(registers[A_(i)], inc(v));
  return kDoneHere;
}
int set_item(Thread* t, Value* registers, const Word* pc) {
  Word i = *pc;
  Value o = registers[A_(i)], k = registers[B_(i)];
  if (!o.is(Kind::Dict) || o.cell()->flags & kWatched) return kRunInstruction;
  return guarded(*t, [&] {
    Dict* d = o.as<Dict>();
    int64_t e = -2;
    uint32_t hash = 0;
    if (is_str(k)) {
      e = dict_find_quick(d, k.as<Str>());
      hash = str_hash(k.as<Str>());
    } else if (k.is_int()) {
      hash = int_key_hash(k.as_int());
      e = dict_find_int(d, k, hash);
    }
    Value v = registers[C_(i)];
    if (e == -2) {
      if (!dict_set(*t, d, k, inc(v))) return kUnwind;
      if ((i & 255) == SETSUB_M) release(registers + C_(i), 1);
      return kDoneHere;
    }
    if ((i & 255) == SETSUB_M)
      registers[C_(i)] = kAbsent;
    else
      inc(v);
    if (e >= 0)
      put(d->entries[e].val, v);
    else
      dict_insert_new(d, k, hash, v);
    return kDoneHere;
  });
}

int make_list(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    int n = C_(*pc);
    List* l = list(*t, size_t(n));
    Value* s = registers + B_(*pc);
    for (int i = 0; i < n; i++) {
      l->items[i] = s[i];
      s[i] = kAbsent;
    }
    l->len = uint32_t(n);
    put(registers[A_(*pc)], of(l));
    return kDoneHere;
  });
}
int make_tuple(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    int n = C_(*pc);
    Tuple* made = tuple(*t, size_t(n));
    Value* s = registers + B_(*pc);
    for (int i = 0; i < n; i++) {
      made->items[i] = s[i];
      s[i] = kAbsent;
    }
    put(registers[A_(*pc)], of(made));
    return kDoneHere;
  });
}
int make_dict(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    put(registers[A_(*pc)], of(dict(*t)));
    return kDoneHere;
  });
}
int make_iterator(Thread* t, Value* registers, const Word* pc) {
  return guarded(*t, [&] {
    Value made;
    Out o = get_iter(*t, registers[B_(*pc)], A_(*pc), &made);
    if (o != kDone) return o == kError ? kUnwind : kPushedFrame;
    put(registers[A_(*pc)], made);
    return kDoneHere;
  });
}

namespace {
int next_of_iterator(Thread& th, Value* registers, const Word* pc, Iter* it) {
  Word i = *pc;
  if (it->ik >= IterKind::Items) {
    const Word* body = pc + 1 + BX_(pc[1]);
    if (unpacks_pair(*body, i, th.fr->code->nlocals)) {
      Value first, second;
      int got = next_pair(th, it, &first, &second);
      if (got == 1) {
        Value* d = registers + A_(*body);
        put(d[0], first);
        put(d[1], second);
        return kNextPair;
      }
      if (got == 0) return kNextEnd;
      if (got < 0) return kUnwind;
    }
  }
  Value v = iter_step(th, it);
  if (!v.u) return kUnwind;
  if (v.u == kStop.u) return kNextEnd;
  put(registers[A_(i)], v);
  return kNextValue;
}
}  // namespace
int next_item(Thread* t, Value* registers, const Word* pc) {
  Thread& th = *t;
  Value it = registers[B_(*pc)];
  if (it.is(Kind::Gen)) return resume_quick(th, it.as<Gen>(), kNone, A_(*pc), Cont::Next) ? kEntered : kRunInstruction;
  if (it.is(Kind::Iter)) return guarded(th, [&] { return next_of_iterator(th, registers, pc, it.as<Iter>()); });
  Value v;
  if (!native_step(th, it, &v)) return kRunInstruction;
  if (v.u == kStop.u) return kNextEnd;
  if (!v.u) {
    if (!th.pending_is(E_StopIteration)) return kUnwind;
    th.clear_pending();
    return kNextEnd;
  }
  put(registers[A_(*pc)], v);
  return kNextValue;
}

int send_item(Thread* t, Value* registers, const Word* pc) {
  Value it = registers[B_(*pc)];
  if (!it.is(Kind::Gen) && !it.is(Kind::Coroutine)) return kRunInstruction;
  return resume_quick(*t, it.as<Gen>(), registers[C_(*pc)], A_(*pc), Cont::Next) ? kEntered : kRunInstruction;
}

int contains(Value item, Value sequence) {
  return quick_contains(item, sequence);
}
int is_true(Value v) {
  return quick_truth(v);
}
int same_strings(Value a, Value b) {
  return is_str(a) && is_str(b) ? same_text(a.as<Str>(), b.as<Str>()) : -1;
}

// Everything that could fail is asked before anything changes. Fills in what is missing from the defaults and pays the
// step.
static bool begin_call(Thread& th, Func* g, const Value* base, int have) {
  int want = int(g->code->nparams), defaults = g->defaults ? int(g->defaults->len) : 0;
  return g->code->machine_call && !(g->flags & kCaptured) && have <= want && have + defaults >= want && th.budget > 0 &&
         th.fits(th.fr, base, g->code->nreg);
}
static void fill_defaults(Func* g, Value* base, int have) {
  int want = int(g->code->nparams);
  for (int i = have; i < want; i++) base[i] = inc(g->defaults->items[i - (want - int(g->defaults->len))]);
}
Func* begin_with_defaults(Thread* t, Func* g, Value* base, int have) {
  if (!begin_call(*t, g, base, have)) return nullptr;
  fill_defaults(g, base, have);
  t->budget--;
  return g;
}
Func* begin_from_generator(Thread* t, Value* a, int n, bool method, Value** base) {
  Thread& th = *t;
  if (!a[0].is(Kind::Func)) return nullptr;
  Func* g = a[0].as<Func>();
  bool self = method && a[1].u;
  Value *from = a + 2 - self, *to = th.free_base();
  n += self;
  if (int(g->code->nparams) != n || !begin_call(th, g, to, n)) return nullptr;
  for (int i = 0; i < n; i++) {
    to[i] = from[i];
    from[i] = kAbsent;
  }
  *base = to;
  th.budget--;
  return g;
}
Func* begin_construct(Thread* t, Value* a, int n) {
  Thread& th = *t;
  if (!a[0].is(Kind::Type)) return nullptr;
  Type* type = a[0].as<Type>();
  Value init = type->ctor_init;
  if (type->ctor_version != type->version || type->ctor_new.u || !init.is(Kind::Func) ||
      type->inst_kind != Kind::Instance || type->payload_kind != Kind::Count || type->tflags & kAbstract ||
      type->meta != th.in.type_type)
    return nullptr;
  Func* g = init.as<Func>();
  if (!begin_call(th, g, a + 1, n + 1)) return nullptr;
  int failed = guarded(th, [&] {
    Instance* o = instance(th.in, type);
    o->count++;
    a[1] = of(o);
    put(a[0], of(o));
    return kDoneHere;
  });
  if (failed) {
    th.clear_pending();  // the loop meets it again
    return nullptr;
  }
  fill_defaults(g, a + 1, n + 1);
  th.budget--;
  return g;
}

}  // namespace adder::jit
