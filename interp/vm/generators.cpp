// Generators, coroutines and asynchronous generators. Each owns its registers and runs in them; a call that it makes
// moves its arguments to the stack, where the callee's registers go on. Suspended inside `yield from` or `await`, the
// next instruction is the SEND whose operands say where the inner iterator stands: no state is kept beside the
// registers.
#include "interp/vm/exceptions.h"
#include "interp/vm/frame_hook.h"
#include "interp/vm/frames.h"
#include "interp/vm/run_support.h"
#include "interp/vm/thread.h"

namespace adder {
static const char* kind_name(const Gen* g) {
  return g->kind == Kind::Coroutine ? "coroutine" : g->kind == Kind::AsyncGen ? "async generator" : "generator";
}
void mark_generator_done(Gen* g) {
  uint32_t n = g->running ? g->func->code->nreg : g->nreg;
  release_generator_frame(g, n ? g->regs : nullptr);
  g->done = true;
  g->running = false;
  g->nreg = 0;
  clear_values(g->regs, n);
}
static bool is_generator(Value v) {
  return v.is(Kind::Gen) || v.is(Kind::Coroutine);
}
// The frame of a suspended generator, on top of the stack; its pc stands at the YIELD (or the first instruction).
static Out enter(Thread& th, Gen* g, int ret, Cont cont) {
  Value* top = th.free_base();
  if (UNLIKELY(!th.fits(th.fr, top, 0))) {
    th.raise(E_RecursionError, "maximum recursion depth exceeded");
    return kError;
  }
  push_generator(th, g, top, g->pc, ret, cont);
  th.fr++;
  return kPushed;
}
Out resume(Thread& th, Gen* g, Value sent, int ret, Cont cont, Value* res) {
  if (UNLIKELY(g->running)) {
    dec(sent);
    th.raise(E_ValueError, "%s already executing", kind_name(g));
    return kError;
  }
  if (UNLIKELY(g->done)) {
    dec(sent);
    if (g->kind == Kind::Coroutine) {
      th.raise(E_RuntimeError, "cannot reuse already awaited coroutine");
      return kError;
    }
    *res = kStop;
    return kDone;
  }
  if (UNLIKELY(!g->started && sent.u != kNone.u)) {
    dec(sent);
    th.raise(E_TypeError, "can't send non-None value to a just-started %s", kind_name(g));
    return kError;
  }
  if (UNLIKELY(enter(th, g, ret, cont) == kError)) {
    dec(sent);
    return kError;
  }
  Frame* n = th.fr;
  if (g->started) {
    put(n->base[B_(*g->pc)], sent);
    n->pc++;
  }
  g->started = true;
  if (UNLIKELY(th.rec != nullptr)) th.rec->event(th, Event::Resume, n, "");
  return kPushed;
}
// The same for a native that wants the next value.
Value next_of_generator(Thread& th, Gen* g) {
  Value res = kAbsent;
  if (UNLIKELY(th.rec != nullptr || !resume_quick(th, g, kNone, 255, Cont::Exit))) {
    Out o = resume(th, g, kNone, 255, Cont::Exit, &res);
    if (o != kPushed) return o == kError ? kAbsent : res;
  }
  res = th.finish();
  if (LIKELY(res.u != kGenDone.u)) {
    if (LIKELY(res.u != 0) || !th.pending_is(E_StopIteration)) return res;
    th.clear_pending();
    return kStop;
  }
  put(th.gen_result, kNone);
  return kStop;
}
static Value stop_iteration(Thread& th, Value value_owned) {
  Value e = of(instance(th, th.type(E_StopIteration)));
  if (value_owned.u != kNone.u) {
    Tuple* t = tuple(th, 1);
    t->items[0] = value_owned;
    put(e.as<Exc>()->args, of(t));
  }
  return th.raise_obj(e);
}
static Value run_entered(Thread& th, Gen* g) {
  if (th.fr->cont != Cont::Exit) th.fr->cont = Cont::Exit;  // a narrow store delays the next load of the whole word
  Value r = th.finish();
  if (r.u != kGenDone.u) return r;
  Value v = std::exchange(th.gen_result, kNone);
  if (g->kind == Kind::AsyncGen) {
    dec(v);
    return th.raise_obj(of(instance(th, th.type(E_StopAsyncIteration))));
  }
  return stop_iteration(th, v);
}
Value generator_send(Thread& th, Gen* g, Value sent) {
  Value r = kAbsent;
  Out o = resume(th, g, sent, 255, Cont::Exit, &r);
  if (o == kError) return kAbsent;
  if (o == kDone)
    return g->kind == Kind::AsyncGen ? th.raise_obj(of(instance(th, th.type(E_StopAsyncIteration))))
                                     : stop_iteration(th, kNone);
  return run_entered(th, g);
}
// The inner iterator of a suspended `yield from` or await, and its SEND; borrow, or kAbsent.
static Value delegate_of(Gen* g, const Word** send) {
  if (!g->started || g->done || g->running || (*g->pc & 255) != YIELD) return kAbsent;
  const Word* next = g->pc + 1;
  if (next >= g->func->code->ins.data() + g->func->code->ins.size() || (*next & 255) != SEND) return kAbsent;
  *send = next;
  return g->regs[B_(*next)];
}
Value generator_delegate(Gen* g) {
  const Word* send;
  return delegate_of(g, &send);
}
struct Running {  // marks the generator for its extent
  Gen* gen;
  explicit Running(Gen* g) : gen(g) { gen->running = true; }
  ~Running() { gen->running = false; }
};
static Value throw_into(Thread& th, Value it, Value exc) {  // exc is borrowed; kStop: the iterator has no throw()
  if (is_generator(it)) return generator_throw(th, it.as<Gen>(), inc(exc));
  Owned f(get_attr_or_stop(th, it, th.name(n_throw_)));
  if (!f || f.get().u == kStop.u) return f.release();
  return th.call(f.get(), &exc, 1);
}
static bool close_inner(Thread& th, Value it) {
  if (is_generator(it)) return generator_close(th, it.as<Gen>());
  Owned f(get_attr_or_stop(th, it, th.name(n_close)));
  if (!f) return false;
  if (f.get().u == kStop.u) return true;
  Owned r(th.call(f.get(), nullptr, 0));
  return bool(r);
}
Value generator_throw(Thread& th, Gen* g, Value exc) {
  if (g->running) {
    dec(exc);
    return th.raise(E_ValueError, "%s already executing", kind_name(g));
  }
  if (g->done && g->kind == Kind::Coroutine) {
    dec(exc);
    return th.raise(E_RuntimeError, "cannot reuse already awaited coroutine");
  }
  if (!g->started || g->done) {
    if (g->done) return th.raise_obj(exc), kAbsent;
    Ref<Func> func(inc(g->func));
    mark_generator_done(g);
    th.raise_obj(exc);  // it leaves the generator's first line
    add_first_line(th, th.pending.as<Exc>(), func.get());
    convert_stop_iteration(th, g);
    return kAbsent;
  }
  if (!th.native_stack_ok()) {
    dec(exc);
    return kAbsent;
  }
  const Word* send = nullptr;
  Value inner = delegate_of(g, &send);
  if (inner.u) {
    Owned keep(inc(inner)), self(inc(of(g)));
    const bool closes = subtype(exc.as<Instance>()->type(), th.type(E_GeneratorExit));
    Value r = kNone;
    if (!closes) {
      Delegating above(th, g);
      r = throw_into(th, inner, exc);
    } else {
      Running mark(g);
      if (!close_inner(th, inner)) r = kAbsent;
    }
    if (!closes && r.u && r.u != kStop.u) {
      dec(exc);
      return r;
    }
    if (!r.u) {
      dec(exc);
      exc = th.take_pending();
      if (!closes && subtype(exc.as<Instance>()->type(),
                             th.type(E_StopIteration))) {  // the inner one is finished: go on behind the SEND
        Tuple* args = exc.as<Exc>()->args.as<Tuple>();
        Value v = args->len ? inc(args->items[0]) : kNone;
        dec(exc);
        if (enter(th, g, 255, Cont::Exit) == kError) {
          dec(v);
          return kAbsent;
        }
        put(th.fr->base[C_(*send)], v);
        th.fr->pc = send + 2;
        return run_entered(th, g);
      }
    }
  }
  if (enter(th, g, 255, Cont::Exit) == kError) {
    dec(exc);
    return kAbsent;
  }
  if (exc.cell()->flags & kThrown) chain_thrown(th, exc.as<Exc>());
  th.raise_obj(exc);  // pending at the yield
  return run_entered(th, g);
}
bool generator_close(Thread& th, Gen* g) {
  if (g->running) {
    th.raise(E_ValueError, "%s already executing", kind_name(g));
    return false;
  }
  if (g->done) return true;
  if (!g->started) {
    mark_generator_done(g);
    return true;
  }
  Value r = generator_throw(th, g, of(instance(th, th.type(E_GeneratorExit))));
  if (r.u) {
    dec(r);
    th.raise(E_RuntimeError, "%s ignored GeneratorExit", kind_name(g));
    return false;
  }
  if (th.pending_is(E_GeneratorExit) || th.pending_is(E_StopIteration)) {
    th.clear_pending();
    return true;
  }
  return false;
}
// The module warnings tells of a coroutine that nobody awaited, under filters that scripts choose.
static void warn_of_unawaited(Thread& th, Gen* g) {
  Value pending = th.take_pending();
  g->done = true;
  Owned keep(inc(of(g)));
  Owned warnings(import_module(th, intern(th.in, "warnings"), kNone, 0));
  Value coroutine = of(g);
  Owned told(warnings ? th.call_method(warnings.get(), intern(th.in, "_warn_unawaited_coroutine"), &coroutine, 1)
                      : kAbsent);
  if (!told) report_unraisable(th, nullptr, of(g));
  th.pending = pending;
}
// Before an asynchronous generator is iterated, closed or thrown into for the first time: `origin` is then its finalizer
// (True once that was called), or None. False: an exception is pending.
static bool tell_first_iteration(Thread& th, Gen* g) {
  if (g->kind != Kind::AsyncGen || g->origin.u) return true;
  g->origin = inc(th.asyncgen_finalizer);
  if (th.asyncgen_firstiter.u == kNone.u) return true;
  Owned first(inc(th.asyncgen_firstiter));
  Value self = of(g);
  return bool(Owned(th.call(first.get(), &self, 1)));
}
// A generator loses its last reference. If it is suspended, its finally blocks run.
void close_dropped(Thread& th, Gen* g) {
  if (!g->started) return warn_of_unawaited(th, g);
  if (g->kind == Kind::AsyncGen && g->origin.u == kTrue.u) {  // its finalizer had it
    g->done = true;
    return;
  }
  if (g->kind == Kind::AsyncGen && g->origin.u && g->origin.u != kNone.u) {  // its event loop closes it
    Value pending = th.take_pending(), self = of(g);
    Owned finalizer(std::exchange(g->origin, kTrue));
    Owned keep(inc(self)), told(th.call(finalizer.get(), &self, 1));
    if (!told) report_unraisable(th, nullptr, self);
    th.pending = pending;
    return;
  }
  uint32_t at = uint32_t(g->pc - g->func->code->ins.data());
  bool covered = false;
  for (auto& h : g->func->code->handlers) covered |= at >= h.start && at < h.end;
  const Word* send;
  if (!covered && !delegate_of(g, &send).u) {
    g->done = true;
    return;
  }
  th.in.finalizers_run++;
  if (th.rec) th.rec->event(th, Event::Finalizer, th.fr, "");
  Value pending = th.take_pending(), keep = std::exchange(th.gen_result, kNone);
  if (!generator_close(th, g)) report_unraisable(th, nullptr, of(g));
  g->done = true;
  th.gen_result = keep;
  th.pending = pending;
}

// --- awaitables of asynchronous generators ---
enum AwaiterType : uint16_t { kSend, kThrow, kClose, kYielded, kCoroutineWrapper };
static Value awaiter(Thread& th, Gen* g, Value owned, AwaiterType type) {
  if (!tell_first_iteration(th, g)) {
    dec(owned);
    return kAbsent;
  }
  Awaiter* a = make<Awaiter>(th, Kind::Awaiter);
  a->aux = type;
  a->gen = g ? inc(g) : nullptr;
  a->value = owned;
  a->type = kAbsent;
  a->state = 0;
  return of(a);
}
Value wrap_async_yield(Heap& h, Value owned) {
  Awaiter* a = make<Awaiter>(h, Kind::Awaiter);
  a->aux = kYielded;
  a->gen = nullptr;
  a->value = owned;
  a->type = kAbsent;
  a->state = 0;
  return of(a);
}
// What came out of the generator: a value of its own `yield` ends the await; anything else is passed up.
static Value unwrap_yield(Thread& th, Awaiter* a, Value r) {
  if (!r.u) {
    a->state = 2;
    a->gen->awaited = false;
    return r;
  }
  if (r.is(Kind::Awaiter) && r.cell()->aux == kYielded) {
    Value v = inc(r.as<Awaiter>()->value);
    dec(r);
    a->state = 2;
    a->gen->awaited = false;
    if (a->aux == kClose) {
      dec(v);
      return th.raise(E_RuntimeError, "async generator ignored GeneratorExit");
    }
    return stop_iteration(th, v);
  }
  return r;
}
static Value finish_close(Thread& th, Awaiter* a, Value r) {
  if (!r.u && a->aux == kClose && (th.pending_is(E_StopAsyncIteration) || th.pending_is(E_GeneratorExit))) {
    th.clear_pending();
    return stop_iteration(th, kNone);
  }
  return r;
}
Value awaiter_send(Thread& th, Awaiter* a, Value v) {
  if (a->aux == kCoroutineWrapper) return generator_send(th, a->gen, inc(v));
  if (a->state == 2)
    return th.raise(E_RuntimeError, "cannot reuse already awaited %s",
                    a->aux == kSend ? "__anext__()/asend()" : "aclose()/athrow()");
  Owned keep(inc(of(a)));
  if (a->state == 0) {
    a->state = !a->gen->awaited ? 1 : a->aux == kSend ? 0 : 2;
    if (a->gen->awaited)
      return th.raise(E_RuntimeError, "%s: asynchronous generator is already running",
                      a->aux == kSend    ? "anext()"
                      : a->aux == kThrow ? "athrow()"
                                         : "aclose()");
    const bool over = a->aux == kClose && (a->gen->done || !a->gen->started);
    a->gen->awaited = !over;
    if (a->aux == kSend) return unwrap_yield(th, a, generator_send(th, a->gen, inc(a->value)));
    if (a->aux == kClose) {
      if (over) {
        if (!a->gen->done) mark_generator_done(a->gen);
        a->state = 2;
        return stop_iteration(th, kNone);
      }
      return finish_close(th, a,
                          unwrap_yield(th, a, generator_throw(th, a->gen, of(instance(th, th.type(E_GeneratorExit))))));
    }
    a->value.cell()->flags |= kThrown;
    return unwrap_yield(th, a, generator_throw(th, a->gen, inc(a->value)));
  }
  a->gen->awaited = true;
  return finish_close(th, a, unwrap_yield(th, a, generator_send(th, a->gen, inc(v))));
}
Value awaiter_throw(Thread& th, Awaiter* a, Value exc_owned) {
  exc_owned.cell()->flags |= kThrown;
  if (a->aux == kCoroutineWrapper) return generator_throw(th, a->gen, exc_owned);
  if (a->state == 2) {
    dec(exc_owned);
    return th.raise(E_RuntimeError, "cannot reuse already awaited %s",
                    a->aux == kSend ? "__anext__()/asend()" : "aclose()/athrow()");
  }
  Owned keep(inc(of(a)));
  a->state = 1;
  return finish_close(th, a, unwrap_yield(th, a, generator_throw(th, a->gen, exc_owned)));
}

// --- methods ---
// (type, value, traceback) as raise takes them; new reference to an exception or kAbsent
Value make_exception(Thread& th, Value type, Value value) {
  if (type.is(Kind::Exc)) {
    if (value.u && value.u != kNone.u) return th.raise(E_TypeError, "instance exception may not have a separate value");
    return inc(type);
  }
  if (!type.is(Kind::Type) || !subtype(type.as<Type>(), th.type(E_BaseException)))
    return th.raise(E_TypeError, "exceptions must be classes or instances deriving from BaseException, not %s",
                    type_name(th, type).c_str());
  if (value.is(Kind::Exc) && subtype(value.as<Instance>()->type(), type.as<Type>())) return inc(value);
  Owned e(!value.u || value.u == kNone.u ? th.call(type, nullptr, 0)
          : value.is(Kind::Tuple)        ? th.call(type, value.as<Tuple>()->items, int(value.as<Tuple>()->len))
                                         : th.call(type, &value, 1));
  if (!e || e.get().is(Kind::Exc)) return e.release();
  return not_an_exception(th, type, e.get(), true);
}
static Value g_send(Thread& th, Value* a, int) {
  return generator_send(th, a[0].as<Gen>(), inc(a[1]));
}
static Value g_next(Thread& th, Value* a, int) {
  return generator_send(th, a[0].as<Gen>(), kNone);
}
// What throw(type, value, traceback) raises; kAbsent: an exception is pending.
static Value thrown(Thread& th, Value* a) {
  if (a[3].u && a[3].u != kNone.u && !a[3].is(Kind::Traceback))
    return th.raise(E_TypeError, "throw() third argument must be a traceback object");
  return make_exception(th, a[1], a[2]);
}
static Value g_throw(Thread& th, Value* a, int) {
  Value e = thrown(th, a);
  if (!e.u) return kAbsent;
  if (a[3].is(Kind::Traceback)) put(e.as<Exc>()->traceback, inc(a[3]));
  e.cell()->flags |= kThrown;
  return generator_throw(th, a[0].as<Gen>(), e);
}
static Value g_close(Thread& th, Value* a, int) {
  return generator_close(th, a[0].as<Gen>()) ? kNone : kAbsent;
}
static Value g_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
static Value c_await(Thread& th, Value* a, int) {
  return awaiter(th, a[0].as<Gen>(), kNone, kCoroutineWrapper);
}
static Value ag_asend(Thread& th, Value* a, int) {
  return awaiter(th, a[0].as<Gen>(), inc(a[1]), kSend);
}
static Value ag_anext(Thread& th, Value* a, int) {
  return awaiter(th, a[0].as<Gen>(), kNone, kSend);
}
static Value ag_athrow(Thread& th, Value* a, int) {
  Value e = thrown(th, a);
  return e.u ? awaiter(th, a[0].as<Gen>(), e, kThrow) : kAbsent;
}
static Value ag_aclose(Thread& th, Value* a, int) {
  return awaiter(th, a[0].as<Gen>(), kNone, kClose);
}
static Value w_send(Thread& th, Value* a, int) {
  return awaiter_send(th, a[0].as<Awaiter>(), a[1]);
}
static Value w_next(Thread& th, Value* a, int) {
  return awaiter_send(th, a[0].as<Awaiter>(), kNone);
}
static Value w_throw(Thread& th, Value* a, int) {
  Value e = thrown(th, a);
  return e.u ? awaiter_throw(th, a[0].as<Awaiter>(), e) : kAbsent;
}
static Value w_close(Thread&, Value* a, int) {
  a[0].as<Awaiter>()->state = 2;
  return kNone;
}
static Value g_name(Thread&, Value v) {
  return inc(v.as<Gen>()->name);
}
static Value g_qualname(Thread&, Value v) {
  return inc(v.as<Gen>()->qualname);
}
static Value g_frame(Thread& th, Value v) {
  return generator_frame(th, v.as<Gen>());
}
static Value g_running(Thread&, Value v) {
  return boolean(v.as<Gen>()->running);
}
static Value ag_running(Thread&, Value v) {
  return boolean(v.as<Gen>()->awaited);
}
static Value g_suspended(Thread&, Value v) {
  Gen* g = v.as<Gen>();
  return boolean(g->started && !g->running && !g->done);
}
static Value g_code(Thread&, Value v) {
  return of(inc(v.as<Gen>()->func->code));
}
static Value g_origin(Thread&, Value v) {
  Value origin = v.as<Gen>()->origin;
  return origin.u ? inc(origin) : kNone;
}
static Value g_yieldfrom(Thread&, Value v) {
  Value d = generator_delegate(v.as<Gen>());
  return d.u ? inc(d) : kNone;
}
static bool g_set_name(Thread& th, Value v, Value s) {
  if (!is_str(s)) return th.raise(E_TypeError, "__name__ must be set to a string object"), false;
  put(v.as<Gen>()->name, inc(s));
  return true;
}
static bool g_set_qualname(Thread& th, Value v, Value s) {
  if (!is_str(s)) return th.raise(E_TypeError, "__qualname__ must be set to a string object"), false;
  put(v.as<Gen>()->qualname, inc(s));
  return true;
}
#define NAMES                                      \
  {"__name__", g_name, g_set_name, ""}, {          \
    "__qualname__", g_qualname, g_set_qualname, "" \
  }
static const NativeDef kGenMethods[] = {
    {"send", "(self, value, /)", "Resume the generator with a value.", g_send, Rule::traced},
    {"throw", "(self, typ, val=..., tb=..., /)", "Raise an exception in the generator.", g_throw, Rule::traced},
    {"close", "(self, /)", "Raise GeneratorExit in the generator.", g_close, Rule::traced},
    {"__iter__", "(self, /)", "", g_self, Rule::traced},
    {"__next__", "(self, /)", "", g_next, Rule::traced},
};
static const GetSetDef kGenFields[] = {NAMES,
                                       {"gi_running", g_running, nullptr, ""},
                                       {"gi_frame", g_frame, nullptr, ""},
                                       {"gi_suspended", g_suspended, nullptr, ""},
                                       {"gi_code", g_code, nullptr, ""},
                                       {"gi_yieldfrom", g_yieldfrom, nullptr, ""}};
static const NativeDef kCoroutineMethods[] = {
    {"send", "(self, value, /)", "Go on with a value.", g_send, Rule::traced},
    {"throw", "(self, typ, val=..., tb=..., /)", "Go on with an exception.", g_throw, Rule::traced},
    {"close", "(self, /)", "End it.", g_close, Rule::traced},
    {"__await__", "(self, /)", "", c_await, Rule::traced},
};
static const GetSetDef kCoroutineFields[] = {NAMES,
                                             {"cr_running", g_running, nullptr, ""},
                                             {"cr_frame", g_frame, nullptr, ""},
                                             {"cr_suspended", g_suspended, nullptr, ""},
                                             {"cr_code", g_code, nullptr, ""},
                                             {"cr_await", g_yieldfrom, nullptr, ""},
                                             {"cr_origin", g_origin, nullptr, ""}};
static const NativeDef kAsyncGenMethods[] = {
    {"asend", "(self, value, /)", "Go on with a value.", ag_asend, Rule::traced},
    {"athrow", "(self, typ, val=..., tb=..., /)", "Go on with an exception.", ag_athrow, Rule::traced},
    {"aclose", "(self, /)", "End it.", ag_aclose, Rule::traced},
    {"__aiter__", "(self, /)", "", g_self, Rule::traced},
    {"__anext__", "(self, /)", "", ag_anext, Rule::traced},
};
static const GetSetDef kAsyncGenFields[] = {NAMES,
                                            {"ag_running", ag_running, nullptr, ""},
                                            {"ag_frame", g_frame, nullptr, ""},
                                            {"ag_code", g_code, nullptr, ""},
                                            {"ag_await", g_yieldfrom, nullptr, ""}};
static const NativeDef kAwaiterMethods[] = {
    {"send", "(self, value, /)", "Go on with a value.", w_send, Rule::traced},
    {"throw", "(self, typ, val=..., tb=..., /)", "Go on with an exception.", w_throw, Rule::traced},
    {"close", "(self, /)", "End it.", w_close, Rule::traced},
    {"__await__", "(self, /)", "", g_self, Rule::traced},
    {"__iter__", "(self, /)", "", g_self, Rule::traced},
    {"__next__", "(self, /)", "", w_next, Rule::traced},
};
void init_generators(Interpreter& in) {
  auto add = [&](Kind k, std::span<const NativeDef> m, std::span<const GetSetDef> f) {
    add_methods(in, in.types[int(k)], m);
    add_fields(in, in.types[int(k)], f);
  };
  add(Kind::Gen, kGenMethods, kGenFields);
  add(Kind::Coroutine, kCoroutineMethods, kCoroutineFields);
  add(Kind::AsyncGen, kAsyncGenMethods, kAsyncGenFields);
  add(Kind::Awaiter, kAwaiterMethods, {});
}
}  // namespace adder
