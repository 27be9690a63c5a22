// Calls: argument binding in place, generators, classes; re-entry for natives.
#include <cstdarg>
#include <sys/mman.h>

#include "interp/vm/frame_hook.h"

namespace adder {
Thread::Thread() {
  size_t n = 1 << 20;
  stack = static_cast<Value*>(
      mmap(nullptr, n * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  stack_end = stack + n;
  frames = static_cast<Frame*>(
      mmap(nullptr, 20000 * sizeof(Frame), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  frames_end = frames + 20000;
  static Code* idle = new Code();
  idle->name = idle->qualname = intern("<host>");
  idle->nreg = 1;
  idle->ins = {word(NOP)};
  idle->line = {0};
  fr = frames;
  *fr = Frame{idle, idle->ins.data(), stack, nullptr, nullptr, 0, Cont::Exit};
  builtins = dict();
}
Value Thread::raise_obj(Value e) {
  put(pending, e);
  return kAbsent;
}
Value Thread::raise(Type* t, const char* fmt, ...) {
  char buf[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(buf, sizeof buf, fmt, ap);
  va_end(ap);
  Exc* e = static_cast<Exc*>(instance(t));
  Tuple* a = tuple(1);
  a->items[0] = of(str(buf));
  put(e->args, of(a));
  return raise_obj(of(e));
}
static void clear(Value* v, int n) {
  for (int i = 0; i < n; i++) {
    Value x = v[i];
    v[i] = kAbsent;
    dec(x);
  }
}

static Out push_frame(Thread& th, Func* f, Value* base, int ret, Cont cont) {
  Frame* n = th.fr + 1;
  if (n >= th.frames + th.base_depth + th.limit || base + f->code->nreg + 256 > th.stack_end) {
    clear(base, int(f->code->nparams));
    th.raise(E_RecursionError, "maximum recursion depth exceeded");
    return kError;
  }
  *n = Frame{f->code, f->code->ins.data(), base, f, nullptr, uint8_t(ret), cont};
  if (th.rec) th.rec->event(th, Event::Push, n, "");
  th.fr = n;
  return kPushed;
}
// values at base[0..n) (the last kw->len named) become the callee's registers 0..nlocals-1
static bool bind(Thread& th, Func* f, Value* base, int n, Tuple* kw) {
  Code* c = f->code;
  int np = int(c->nparams), nk = int(c->nkwonly), nkw = kw ? int(kw->len) : 0, npos = n - nkw;
  auto fail = [&](const std::string& m) {
    clear(base, n);
    th.raise(E_TypeError, "%s() %s", c->qualname->data, m.c_str());
    return false;
  };
  Value small[24];
  std::vector<Value> big;
  Value* in = small;
  if (n > 24) {
    big.resize(n);
    in = big.data();
  }
  memcpy(in, base, n * 8);
  for (int i = 0; i < n || i < int(c->nlocals); i++) base[i] = kAbsent;
  auto drop = [&](const std::string& m) {
    for (int i = 0; i < n; i++) dec(in[i]);
    for (uint32_t i = 0; i < c->nlocals; i++) {
      dec(base[i]);
      base[i] = kAbsent;
    }
    n = 0;
    return fail(m);
  };
  int va = c->cflags & kVarArgs ? np + nk : -1, vk = c->cflags & kVarKw ? np + nk + (va >= 0) : -1;
  for (int i = 0; i < npos && i < np; i++) {
    base[i] = in[i];
    in[i] = kAbsent;
  }
  if (npos > np) {
    if (va < 0)
      return drop("takes " + std::to_string(np) + " positional argument" + (np == 1 ? "" : "s") + " but " +
                  std::to_string(npos) + (npos == 1 ? " was given" : " were given"));
  }
  if (va >= 0) {
    Tuple* t = tuple(npos > np ? npos - np : 0);
    for (int i = np; i < npos; i++) {
      t->items[i - np] = in[i];
      in[i] = kAbsent;
    }
    base[va] = of(t);
  }
  if (vk >= 0) base[vk] = of(dict());
  for (int j = 0; j < nkw; j++) {
    Value name = kw->items[j];
    int at = -1;
    for (int i = int(c->nposonly); i < np + nk; i++)
      if (c->varnames[i] == name.as<Str>() || c->varnames[i]->sv() == sv(name)) at = i;
    if (at < 0) {
      if (vk < 0) return drop("got an unexpected keyword argument '" + std::string(sv(name)) + "'");
      dict_set(base[vk].as<Dict>(), name, in[npos + j]);
      in[npos + j] = kAbsent;
    } else {
      if (base[at].u) return drop("got multiple values for argument '" + std::string(sv(name)) + "'");
      base[at] = in[npos + j];
      in[npos + j] = kAbsent;
    }
  }
  int nd = f->defaults ? int(f->defaults->len) : 0;
  std::string missing;
  int count = 0;
  for (int i = 0; i < np; i++)
    if (!base[i].u) {
      if (i >= np - nd)
        base[i] = inc(f->defaults->items[i - (np - nd)]);
      else {
        missing += (count++ ? " and '" : "'") + std::string(c->varnames[i]->sv()) + "'";
      }
    }
  if (count)
    return drop("missing " + std::to_string(count) + " required positional argument" + (count == 1 ? "" : "s") + ": " +
                missing);
  for (int i = np; i < np + nk; i++)
    if (!base[i].u) {
      Value d = f->kwdefaults ? dict_get(f->kwdefaults, c->varnames[i]) : kAbsent;
      if (!d.u) return drop("missing 1 required keyword-only argument: '" + std::string(c->varnames[i]->sv()) + "'");
      base[i] = inc(d);
    }
  return true;
}
static Out call_func(Thread& th, Func* f, Value* base, int n, Tuple* kw, int ret, Cont cont, Value* res) {
  Code* c = f->code;
  if (base + c->nlocals + n + 300 > th.stack_end) {
    clear(base, n);
    th.raise(E_RecursionError, "maximum recursion depth exceeded");
    return kError;
  }
  int nd = f->defaults ? int(f->defaults->len) : 0;
  if (!kw && (c->cflags & (kVarArgs | kVarKw)) == 0 && !c->nkwonly && n <= int(c->nparams) &&
      n + nd >= int(c->nparams)) {
    for (int i = n; i < int(c->nparams); i++) base[i] = inc(f->defaults->items[i - (int(c->nparams) - nd)]);
    for (uint32_t i = c->nparams; i < c->nlocals; i++) base[i] = kAbsent;
  } else if (!bind(th, f, base, n, kw))
    return kError;
  if (c->cflags & kGenerator) {
    Gen* g = make<Gen>(Kind::Gen, c->nreg * 8);
    g->func = f;
    f->count++;
    g->pc = c->ins.data();
    g->nreg = c->nreg;
    g->running = g->started = g->done = false;
    g->sent = kAbsent;
    for (uint32_t i = 0; i < c->nreg; i++) {
      g->regs[i] = i < c->nlocals ? base[i] : kAbsent;
      if (i < c->nlocals) base[i] = kAbsent;
    }
    *res = of(g);
    if (cont == Cont::Branch || cont == Cont::Bool || cont == Cont::Not) {
      dec(*res);
      *res = kTrue;
    }
    return kDone;
  }
  return push_frame(th, f, base, ret, cont);
}
static Out construct(Thread& th, Type* t, Value* args, int n, Tuple* kw, int ret, Cont cont, Value* res) {
  static Str *s_new = intern("__new__"), *s_init = intern("__init__");
  if (UNLIKELY(t->ctor_version != t->version)) {
    t->ctor_new = type_find(t, s_new);
    t->ctor_init = type_find(t, s_init);
    t->ctor_version = t->version;
  }
  Value nw = t->ctor_new;
  if (nw.is(Kind::Native)) {
    *res = nw.as<Native>()->def->fn(th, args, n, kw);
    clear(args, n);
    return res->u ? kDone : kError;
  }
  Instance* o = instance(t);
  Value init = t->ctor_init;
  if (!init.u) {
    if (t->tflags & kIsExc) {
      Tuple* a = tuple(n);
      for (int i = 0; i < n; i++) {
        a->items[i] = args[i];
        args[i] = kAbsent;
      }
      put(static_cast<Exc*>(o)->args, of(a));
    } else if (n) {
      clear(args, n);
      dec(o);
      th.raise(E_TypeError, "%s() takes no arguments", t->name->data);
      return kError;
    }
    *res = of(o);
    return kDone;
  }
  if (t->tflags & kIsExc) {
    Tuple* a = tuple(n - (kw ? kw->len : 0));
    for (uint32_t i = 0; i < a->len; i++) a->items[i] = inc(args[i]);
    put(static_cast<Exc*>(o)->args, of(a));
  }
  Word w = *th.fr->pc;
  int op = int(w & 255);
  if (cont == Cont::Store && op >= CALL && op <= CALLX && init.is(Kind::Func)) {
    // the instance takes the class's place in register a, and self the slot before the arguments: all state is
    // registers + (pc, Cont::Init)
    args[-1] = inc(of(o));
    put(th.fr->base[A_(w)], of(o));
    Out r = call_func(th, init.as<Func>(), args - 1, n + 1, kw, ret, Cont::Init, res);
    return r;
  }
  std::vector<Value> a{of(o)};
  a.insert(a.end(), args, args + n);
  Value r = th.call(init, a.data(), n + 1, kw);
  clear(args, n);
  if (!r.u) {
    dec(o);
    return kError;
  }
  dec(r);
  *res = of(o);
  return kDone;
}
Out call_value(Thread& th, Value callee, Value* args, int n, Tuple* kw, int ret, Cont cont, Value* res) {
  if (callee.is_cell()) switch (callee.cell()->kind) {
      case Kind::Func: return call_func(th, callee.as<Func>(), args, n, kw, ret, cont, res);
      case Kind::Native: {
        Native* nt = callee.as<Native>();
        const NativeDef* d = nt->def;
        if (d->rule == Rule::calls && th.polyfill && nt->poly.u)
          return call_func(th, nt->poly.as<Func>(), args, n, kw, ret, cont, res);
        int npos = n - (kw ? int(kw->len) : 0);
        if (npos < d->min && !kw) {
          clear(args, n);
          th.raise(E_TypeError, "%s expected at least %d argument%s, got %d", d->name, d->min, d->min == 1 ? "" : "s",
                   npos);
          return kError;
        }
        if (d->max >= 0 && npos > d->max) {
          clear(args, n);
          th.raise(E_TypeError, "%s expected at most %d argument%s, got %d", d->name, d->max, d->max == 1 ? "" : "s",
                   npos);
          return kError;
        }
        if (th.rec) th.rec->event(th, Event::Native, th.fr, d->name);
        *res = d->fn(th, args, n, kw);
        clear(args, n);
        return res->u ? kDone : kError;
      }
      case Kind::Method: {  // self goes into the free slot before the arguments
        Method* m = callee.as<Method>();
        args[-1] = inc(m->self);
        return call_value(th, m->func, args - 1, n + 1, kw, ret, cont, res);
      }
      case Kind::Type: return construct(th, callee.as<Type>(), args, n, kw, ret, cont, res);
      case Kind::Instance: {
        static Str* s_call = intern("__call__");
        Value m = type_find(callee.as<Instance>()->type, s_call);
        if (!m.is(Kind::Func)) break;
        args[-1] = inc(callee);
        return call_func(th, m.as<Func>(), args - 1, n + 1, kw, ret, cont, res);
      }
      default: break;
    }
  clear(args, n);
  th.raise(E_TypeError, "'%s' object is not callable", type_name(callee).c_str());
  return kError;
}
Out call_dunder(Thread& th, Value func, const Value* args, int n, int ret, Cont cont, Value* res) {
  Value* b = th.free_base() + 1;
  for (int i = 0; i < n; i++) b[i] = inc(args[i]);
  return call_value(th, func, b, n, nullptr, ret, cont, res);
}
Out resume(Thread& th, Gen* g, Value sent, int ret, Cont cont, Value* res) {
  if (g->running) {
    dec(sent);
    th.raise(E_ValueError, "generator already executing");
    return kError;
  }
  if (g->done) {
    dec(sent);
    *res = kStop;
    return kDone;
  }
  Code* c = g->func->code;
  Value* b = th.free_base();
  Frame* n = th.fr + 1;
  if (n >= th.frames + th.base_depth + th.limit || b + c->nreg + 256 > th.stack_end) {
    dec(sent);
    th.raise(E_RecursionError, "maximum recursion depth exceeded");
    return kError;
  }
  memcpy(b, g->regs, c->nreg * 8);
  g->nreg = 0;
  g->running = true;
  g->count++;
  *n = Frame{c, g->pc, b, g->func, g, uint8_t(ret), cont};
  if (g->started) {
    put(b[B_(*g->pc)], sent);
    n->pc++;
  } else
    dec(sent);
  g->started = true;
  if (th.rec) th.rec->event(th, Event::Resume, n, "");
  th.fr = n;
  return kPushed;
}
Value Thread::finish() {
  Value r;
  while ((r = run()).u == kStop.u) rebuild(*this, take_frames(*this));
  return r;
}
Value Thread::call(Value callee, const Value* args, int n, Tuple* kw) {
  if (native_depth > 200) return raise(E_RecursionError, "maximum recursion depth exceeded");
  Value* b = free_base() + 1;
  for (int i = 0; i < n; i++) b[i] = inc(args[i]);
  Value res = kAbsent;
  Value saved = pending;
  pending = kAbsent;
  Out o = call_value(*this, callee, b, n, kw, 0, Cont::Exit, &res);
  if (o == kPushed) {
    native_depth++;
    res = finish();
    native_depth--;
  }
  if (res.u)
    pending = saved;
  else
    dec(saved);
  return o == kError ? kAbsent : res;
}
Value next_value(Thread& th, Value it) {
  Value res = kAbsent;
  Out o = iter_next(th, it, 255, &res);
  if (o == kPushed) {  // a generator or __next__ method: run it here
    th.fr->cont = Cont::Exit;
    th.native_depth++;
    res = th.finish();
    th.native_depth--;
    if (res.u == kGenDone.u) {
      dec(th.gen_result);
      return kStop;
    }
    if (!res.u && subtype(th.pending.as<Exc>()->type, E_StopIteration)) {
      put(th.pending, kAbsent);
      return kStop;
    }
    return res;
  }
  return o == kError ? kAbsent : res;
}
bool iterate(Thread& th, Value v, std::vector<Value>* out) {
  if (v.is(Kind::List)) {
    List* l = v.as<List>();
    for (uint32_t i = 0; i < l->len; i++) out->push_back(inc(l->items[i]));
    return true;
  }
  if (v.is(Kind::Tuple)) {
    Tuple* l = v.as<Tuple>();
    for (uint32_t i = 0; i < l->len; i++) out->push_back(inc(l->items[i]));
    return true;
  }
  Value it = kAbsent;
  Out o = get_iter(th, v, 255, &it);
  if (o == kPushed) {
    th.fr->cont = Cont::Exit;
    it = th.finish();
    if (!it.u) return false;
  } else if (o == kError)
    return false;
  for (;;) {
    Value x = next_value(th, it);
    if (x.u == kStop.u) {
      dec(it);
      return true;
    }
    if (!x.u) {
      dec(it);
      for (Value y : *out) dec(y);
      out->clear();
      return false;
    }
    out->push_back(x);
  }
}
void run_del(Instance* o) {
  extern Thread* g_thread;
  static Str* s = intern("__del__");
  Value m = type_find(o->type, s);
  if (!m.is(Kind::Func) || !g_thread) return;
  Value self = of(o), keep = g_thread->gen_result;
  Value r = g_thread->call(m, &self, 1);
  g_thread->gen_result = keep;
  if (r.u)
    dec(r);
  else
    put(g_thread->pending, kAbsent);
}
Thread* g_thread;  // sketch: finalizers need a thread; the real dealloc gets it as an argument

// --- frames as data ---
std::vector<FrameImage> take_frames(Thread& th) {
  std::vector<FrameImage> out;
  for (Frame* f = th.fr;; f--) {
    Value* end = f == th.fr ? f->base + f->code->nreg : (f + 1)->base;
    if (end > f->base + f->code->nreg) end = f->base + f->code->nreg;
    FrameImage m{f->code, uint32_t(f->pc - f->code->ins.data()), f->func, f->gen, f->ret, f->cont, {}};
    for (Value* p = f->base; p < end; p++) {
      m.regs.push_back(*p);
      *p = kAbsent;
    }
    out.insert(out.begin(), std::move(m));
    if (f->cont == Cont::Exit) {
      th.fr = f - 1;
      return out;
    }
  }
}
void rebuild(Thread& th, std::vector<FrameImage> v) {
  for (FrameImage& m : v) {
    Value* b = th.free_base() + 8;  // elsewhere than before: nothing may depend on overlapping windows
    Frame* n = th.fr + 1;
    *n = Frame{m.code, m.code->ins.data() + m.pc, b, m.func, m.gen, m.ret, m.cont};
    for (size_t i = 0; i < m.code->nreg; i++) b[i] = i < m.regs.size() ? m.regs[i] : kAbsent;
    th.fr = n;
  }
}
}  // namespace adder
