// Calls: argument binding in place, frames, classes. Arguments stand where the callee's registers will be.
#include <charconv>

#include "interp/bytecode/library_code.h"
#include "interp/vm/argument_errors.h"
#include "interp/vm/attrs.h"
#include "interp/vm/containers.h"
#include "interp/vm/frame_hook.h"
#include "interp/vm/quick.h"
#include "interp/vm/run_support.h"
#include "interp/vm/thread.h"

namespace adder {
static Value too_deep(Thread& th) {
  return th.raise(E_RecursionError, "maximum recursion depth exceeded");
}
static Out push_frame(Thread& th, Func* f, Value* base, int ret, Cont cont, uint8_t flags) {
  Frame* n = th.fr + 1;
  if (UNLIKELY(!th.fits(th.fr, base, f->code->nreg))) {
    clear_values(base, f->code->nlocals);
    too_deep(th);
    return kError;
  }
  n->code = f->code;
  n->pc = f->code->ins.data();
  n->base = base;
  n->func = f;
  n->set_way(ret, cont, flags);
  if (flags & kFrameOwnsFunc) f->count++;
  th.fr = n;
  return kPushed;
}

// --- binding ---
namespace {
std::string join_names(const std::vector<std::string>& names) {  // 'a', 'b', and 'c'
  std::string s;
  for (size_t i = 0; i < names.size(); i++) {
    if (i) s += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    s += "'" + names[i] + "'";
  }
  return s;
}
std::string too_many(const Func* f, int npos, int kwonly_given) {
  const Code* c = f->code;
  int np = int(c->nparams), nd = f->defaults ? int(f->defaults->len) : 0;
  bool plural = nd ? true : np != 1;
  std::string s = "takes ";
  if (nd) {
    s += "from " + std::to_string(np - nd) + " to " + std::to_string(np);
  } else {
    s += std::to_string(np);
  }
  s += std::string(" positional argument") + (plural ? "s" : "") + " but " + std::to_string(npos);
  if (kwonly_given) {
    s += std::string(" positional argument") + (npos != 1 ? "s" : "") + " (and " + std::to_string(kwonly_given) +
         " keyword-only argument" + (kwonly_given != 1 ? "s" : "") + ")";
    return s + " were given";
  }
  return s + (npos == 1 ? " was given" : " were given");
}
// Values at base[0..n) (the last kw->len named) become the callee's registers 0..nlocals-1. On failure all are
// released.
bool bind(Thread& th, Func* f, Value* base, int n, Tuple* kw) {
  Code* c = f->code;
  int np = int(c->nparams), nk = int(c->nkwonly), nkw = kw ? int(kw->len) : 0, npos = n - nkw;
  int va = c->cflags & kVarArgs ? np + nk : -1, vk = c->cflags & kVarKw ? np + nk + (va >= 0) : -1;
  Value small[24];
  std::vector<Value> big;
  Value* in = small;
  if (UNLIKELY(n > 24)) {
    big.resize(size_t(n));
    in = big.data();
  }
  int keep = npos < np ? npos : np;  // these stand where they belong
  for (int i = keep; i < n; i++) {
    in[i] = base[i];
    base[i] = kAbsent;
  }
  for (int i = keep; i < int(c->nlocals); i++) base[i] = kAbsent;
  auto fail = [&](const std::string& m) {
    for (int i = keep; i < n; i++) dec(in[i]);
    clear_values(base, c->nlocals);
    if (is_stand_in(c) && stand_in_error(th, f, npos, kw)) return false;
    th.raise_text(th.type(E_TypeError), std::string(sv(f->qualname)) + "() " + m);  // names may hold a NUL
    return false;
  };
  if (va >= 0) {
    int extra = npos > np ? npos - np : 0;
    Tuple* t = tuple(th, size_t(extra));
    for (int i = 0; i < extra; i++) t->items[i] = std::exchange(in[np + i], kAbsent);
    base[va] = of(t);
  }
  if (vk >= 0) base[vk] = of(dict(th));
  for (int j = 0; j < nkw; j++) {
    Str* name = kw->items[j].as<Str>();
    int at = -1;
    for (int i = int(c->nposonly); i < np + nk; i++)
      if (c->tables->varnames[size_t(i)] == name) {
        at = i;
        break;
      }
    if (UNLIKELY(at < 0 && !(name->flags & kInterned)))
      for (int i = int(c->nposonly); i < np + nk; i++)
        if (c->tables->varnames[size_t(i)]->sv() == name->sv()) at = i;
    if (at < 0) {
      if (vk < 0) {
        std::string wrong;
        for (int q = 0; q < nkw; q++)
          for (int i = 0; i < int(c->nposonly); i++)
            if (c->tables->varnames[size_t(i)]->sv() == sv(kw->items[q]))
              wrong += (wrong.empty() ? "" : ", ") + std::string(sv(kw->items[q]));
        if (!wrong.empty())
          return fail("got some positional-only arguments passed as keyword arguments: '" + wrong + "'");
        return fail("got an unexpected keyword argument '" + std::string(name->sv()) + "'");
      }
      dict_set(base[vk].as<Dict>(), name, std::exchange(in[npos + j], kAbsent));
    } else {
      if (base[at].u) return fail("got multiple values for argument '" + std::string(name->sv()) + "'");
      base[at] = std::exchange(in[npos + j], kAbsent);
    }
  }
  if (UNLIKELY(npos > np && va < 0)) {
    int given = 0;
    for (int i = np; i < np + nk; i++) given += base[i].u != 0;
    return fail(too_many(f, npos, given));
  }
  // A function that was made of the code of a module or class uses its globals as the namespace.
  if (UNLIKELY(c->cflags & kNamespace && npos == 0)) {
    base[0] = of(inc(f->globals));
  } else if (npos < np) {
    int nd = f->defaults ? int(f->defaults->len) : 0;
    std::vector<std::string> missing;
    for (int i = npos; i < np; i++)
      if (!base[i].u) {
        if (i >= np - nd)
          base[i] = inc(f->defaults->items[i - (np - nd)]);
        else
          missing.emplace_back(c->tables->varnames[size_t(i)]->sv());
      }
    if (UNLIKELY(!missing.empty()))
      return fail("missing " + std::to_string(missing.size()) + " required positional argument" +
                  (missing.size() == 1 ? "" : "s") + ": " + join_names(missing));
  }
  if (nk) {
    std::vector<std::string> missing;
    for (int i = np; i < np + nk; i++)
      if (!base[i].u) {
        Value d = f->kwdefaults ? dict_get(f->kwdefaults, c->tables->varnames[size_t(i)]) : kAbsent;
        if (d.u)
          base[i] = inc(d);
        else
          missing.emplace_back(c->tables->varnames[size_t(i)]->sv());
      }
    if (UNLIKELY(!missing.empty()))
      return fail("missing " + std::to_string(missing.size()) + " required keyword-only argument" +
                  (missing.size() == 1 ? "" : "s") + ": " + join_names(missing));
  }
  return true;
}
}  // namespace
bool bind_quick(Thread& th, Func* f, Value* base, int n, Tuple* kw) {
  constexpr int kNames = 16, kParams = 64;
  const Code* c = f->code;
  int np = int(c->nparams), params = np + int(c->nkwonly), nkw = kw ? int(kw->len) : 0, npos = n - nkw;
  bool varargs = c->cflags & kVarArgs, varkw = c->cflags & kVarKw;
  if ((npos > np && !varargs) || nkw > kNames || params > kParams) return false;
  uint64_t given = 0;  // the parameters that a name has brought
  uint8_t at[kNames];  // where the named values go; kParams: into the dict of `**`
  Str* const* names = c->tables->varnames.data();
  for (int j = 0; j < nkw; j++) {
    Str* name = kw->items[j].as<Str>();
    int i = int(c->nposonly);
    while (i < params && names[i] != name) i++;
    if (i < params) {
      if (i < npos || given >> i & 1) return false;
      given |= uint64_t(1) << i;
      at[j] = uint8_t(i);
    } else {
      if (!varkw || !(name->flags & kInterned)) return false;
      at[j] = kParams;
    }
  }
  int first_default = np - (f->defaults ? int(f->defaults->len) : 0);
  for (int i = npos; i < np && i < first_default; i++)
    if (!(given >> i & 1)) return false;
  for (int i = np; i < params; i++)
    if (!(given >> i & 1) && !(f->kwdefaults && dict_get(f->kwdefaults, names[i]).u)) return false;
  // Both stand before anything moves: memory may be refused.
  Ref<Tuple> rest;
  Ref<Dict> others;
  if (varargs) rest = Ref<Tuple>(npos > np ? tuple(th, size_t(npos - np)) : inc(th.in.empty_tuple));
  if (varkw) others = Ref<Dict>(dict(th));
  Value named[kNames];
  for (int j = 0; j < nkw; j++) named[j] = base[npos + j];
  for (int i = np; varargs && i < npos; i++) rest->items[i - np] = base[i];
  int end = n > int(c->nlocals) ? n : int(c->nlocals);
  for (int i = npos < np ? npos : np; i < end; i++) base[i] = kAbsent;
  for (int j = 0; j < nkw; j++) {
    if (at[j] < kParams)
      base[at[j]] = named[j];
    else
      dict_set(others.get(), kw->items[j].as<Str>(), named[j]);
  }
  for (int i = npos; i < np; i++)
    if (!base[i].u) base[i] = inc(f->defaults->items[i - first_default]);
  for (int i = np; i < params; i++)
    if (!base[i].u) base[i] = inc(dict_get(f->kwdefaults, names[i]));
  int next = params;
  if (rest) base[next++] = of(rest.release());
  if (others) base[next] = of(others.release());
  return true;
}
namespace {
// The places of the frames that make a coroutine, innermost first, as cr_origin gives them.
Value coroutine_origin(Thread& th) {
  std::vector<Frame*> frames;
  for (Frame* f = th.fr; f > th.frames && int(frames.size()) < th.origin_depth; f--)
    if (f->func && !is_stand_in(f->code)) frames.push_back(f);
  Ref<Tuple> all(tuple(th, frames.size()));
  for (size_t i = 0; i < frames.size(); i++) {
    const Code* c = frames[i]->code;
    Tuple* place = tuple(th, 3);
    all->items[i] = of(place);
    place->items[0] = of(inc(c->filename));
    place->items[1] = integer(th, line_of(c, frames[i]->pc));
    place->items[2] = of(inc(c->name));
  }
  return of(all.release());
}
Value make_generator(Thread& th, Func* f, Value* base) {
  Code* c = f->code;
  Kind k = c->cflags & kAsyncGen ? Kind::AsyncGen : c->cflags & kCoroutine ? Kind::Coroutine : Kind::Gen;
  Gen* g = make<Gen>(th, k, (c->nreg > 0 ? c->nreg - 1 : 0) * 8);
  g->aux = uint16_t(c->nreg);
  if (!c->handlers.empty()) th.in.any_finalizers = true;  // what it leaves undone is done at the end
  g->func = inc(f);
  g->pc = c->ins.data();
  g->top = nullptr;
  g->nreg = c->nreg;
  g->running = g->started = g->done = g->awaited = false;
  g->sent = kAbsent;
  g->name = inc(f->name);
  g->qualname = inc(f->qualname);
  g->delegate = kAbsent;
  g->frame = nullptr;
  g->origin = UNLIKELY(th.origin_depth && k == Kind::Coroutine) ? coroutine_origin(th) : kAbsent;
  // Parameters arrive in a row, those past the near registers too.
  const uint32_t arrived =
      std::max(c->nlocals, c->nparams + c->nkwonly + bool(c->cflags & kVarArgs) + bool(c->cflags & kVarKw));
  for (uint32_t i = 0; i < c->nreg; i++) {
    g->regs[i] = i < arrived ? base[i] : kAbsent;
    if (i < arrived) base[i] = kAbsent;
  }
  return of(g);
}
}  // namespace
Out call_func(Thread& th, Func* f, Value* base, int n, Tuple* kw, int ret, Cont cont, uint8_t flags, Value* res) {
  Code* c = ensure_body(f->code);
  if (UNLIKELY(base + c->nreg + n + 300 > th.stack_end)) {
    clear_values(base, size_t(n));
    too_deep(th);
    return kError;
  }
  int np = int(c->nparams);
  if (LIKELY(!kw && !(c->cflags & (kVarArgs | kVarKw)) && !c->nkwonly && n <= np &&
             n + (f->defaults ? int(f->defaults->len) : 0) >= np)) {
    if (n < np) {
      int nd = int(f->defaults->len);
      for (int i = n; i < np; i++) base[i] = inc(f->defaults->items[i - (np - nd)]);
    }
    for (uint32_t i = c->nparams; i < c->nlocals; i++) base[i] = kAbsent;
  } else if (!bind_quick(th, f, base, n, kw) && !bind(th, f, base, n, kw)) {
    return kError;
  }
  if (UNLIKELY(c->cflags & (kGenerator | kCoroutine | kAsyncGen))) {
    *res = make_generator(th, f, base);
    return kDone;
  }
  return push_frame(th, f, base, ret, cont, flags);
}

// --- classes ---
static Value exception_instance(Thread& th, Type* t, Value* args, int npos) {
  Instance* o = instance(th, t);
  Tuple* a = tuple(th, size_t(npos));
  for (int i = 0; i < npos; i++) a->items[i] = inc(args[i]);
  put(static_cast<Exc*>(o)->args, of(a));
  return of(o);
}
static Value no_arguments(Thread& th, Type* t) {
  return th.raise(E_TypeError, "%s() takes no arguments", type_name(t).c_str());
}
Value abstract_error(Thread& th, Type* t);  // class.cpp
// A value in the slot before the arguments for the length of a call, borrowed: unwinding, too, must not drop it there.
struct BorrowedSlot {
  BorrowedSlot(Value& slot, Value v) : at(slot), before(std::exchange(slot, v)) {}
  ~BorrowedSlot() { at = before; }
  Value& at;
  Value before;
};
// What calling a class does, in the caller's frame where possible.
static Out construct(Thread& th, Type* t, Value* args, int n, Tuple* kw, int ret, Cont cont, Value* res) {
  Interpreter& in = th.in;
  if (UNLIKELY(t->ctor_version != t->version)) {
    Value nw = type_find(t, in.names[n_new]), init = type_find(t, in.names[n_init]);
    auto plain = [&](Value v) { return v.is(Kind::Native) && v.as<Native>()->owner == in.object_type; };
    t->ctor_new = plain(nw) ? kAbsent : nw.is(Kind::StaticMethod) ? nw.as<Wrapper>()->func : nw;
    t->ctor_init = plain(init) ? kAbsent : init;
    t->ctor_version = t->version;
  }
  if (UNLIKELY(t == in.type_type && n == 1 && !kw)) {
    *res = of(inc(type_of(th, args[0])));
    clear_values(args, 1);
    return kDone;
  }
  int npos = n - (kw ? int(kw->len) : 0);
  Value nw = t->ctor_new, init = t->ctor_init;
  Owned o;
  if (!nw.u) {
    if (UNLIKELY(t->inst_kind < Kind::Instance || t->payload_kind != Kind::Count ||
                 (t->native && t->native->flags & kNoNew))) {
      clear_values(args, size_t(n));
      th.raise(E_TypeError, "cannot create '%s' instances", full_type_name(t).c_str());
      return kError;
    }
    if (UNLIKELY(n && !init.u)) {
      clear_values(args, size_t(n));
      no_arguments(th, t);
      return kError;
    }
    if (UNLIKELY(t->tflags & kAbstract)) {
      clear_values(args, size_t(n));
      abstract_error(th, t);
      return kError;
    }
    o = Owned(of(instance(th, t)));
  } else if ((t->tflags & kIsExc) && nw.is(Kind::Native) && nw.as<Native>()->owner == in.types[int(Kind::Exc)] &&
             (!kw || init.u)) {
    o = Owned(exception_instance(th, t, args, npos));
    if (init.is(Kind::Native) && init.as<Native>()->owner == in.types[int(Kind::Exc)]) {
      if (UNLIKELY(kw != nullptr)) {
        clear_values(args, size_t(n));
        th.raise(E_TypeError, "%s() takes no keyword arguments", type_name(t).c_str());
        return kError;
      }
      init = kAbsent;
    }
  } else {
    // a __new__ of its own: run it here, then go on with __init__ if it gave an instance
    Value* spill = th.spill;
    if (args + n > th.spill) th.spill = args + n;
    Owned from_class(nw.is(Kind::ClassMethod) ? bound(th, of(t), nw.as<Wrapper>()->func) : kAbsent);
    if (nw.is(Kind::ClassMethod)) nw = from_class.get();
    auto call = [&] {
      BorrowedSlot self(args[-1], of(t));
      return nw.is(Kind::Native) ? call_native(th, nw.as<Native>(), args - 1, n + 1, kw)
                                 : th.call(nw, args - 1, n + 1, kw);
    };
    Value v = call();
    th.spill = spill;
    if (!v.u) {
      clear_values(args, size_t(n));
      return kError;
    }
    if (!subtype(type_of(th, v), t)) {
      clear_values(args, size_t(n));
      *res = v;
      return kDone;
    }
    o = Owned(v);
    Type* made = type_of(th, v);
    if (made != t) {
      Value i2 = type_find(made, in.names[n_init]);
      init = i2.is(Kind::Native) && i2.as<Native>()->owner == in.object_type ? kAbsent : i2;
    }
  }
  if (!init.u) {
    clear_values(args, size_t(n));
    *res = o.release();
    return kDone;
  }
  Word w = *th.fr->pc;
  int op = int(w & 255);
  if (LIKELY(cont == Cont::Store && op >= CALL && op <= CALLX && init.is(Kind::Func))) {
    // the instance takes the class's place in register a, and self the slot before the arguments: all state is
    // registers + (pc, Cont::Init)
    args[-1] = inc(o.get());
    put(th.fr->base[A_(w)], o.release());
    Out r = call_func(th, init.as<Func>(), args - 1, n + 1, kw, ret, Cont::Init, kFrameOwnsFunc, res);
    if (r != kDone) return r;
    // a generator function as __init__
    dec(*res);
    th.raise(E_TypeError, "__init__() should return None, not 'generator'");
    return kError;
  }
  Value* spill = th.spill;
  if (args + n > th.spill) th.spill = args + n;
  auto call = [&] {
    BorrowedSlot self(args[-1], o.get());
    return init.is(Kind::Native) ? call_native(th, init.as<Native>(), args - 1, n + 1, kw)
                                 : th.call(init, args - 1, n + 1, kw);
  };
  Value r = call();
  th.spill = spill;
  clear_values(args, size_t(n));
  if (!r.u) return kError;
  if (UNLIKELY(r.u != kNone.u)) {
    th.raise(E_TypeError, "__init__() should return None, not '%s'", type_name(th, r).c_str());
    dec(r);
    return kError;
  }
  *res = o.release();
  return kDone;
}
// Numbers as texts spell them nearly always; kStop: something else, which their types must read.
static Value plain_int(Thread& th, std::string_view s) {
  size_t sign = !s.empty() && s[0] == '-';
  if (s.size() <= sign || s.size() > sign + 15) return kStop;
  int64_t n = 0;
  for (size_t i = sign; i < s.size(); i++) {
    unsigned digit = unsigned(s[i]) - '0';
    if (digit > 9) return kStop;
    n = n * 10 + digit;
  }
  return integer(th, sign ? -n : n);
}
static Value plain_float(std::string_view s) {
  size_t sign = !s.empty() && s[0] == '-';
  if (s.size() <= sign || unsigned(s[sign]) - '0' > 9) return kStop;
  double d;
  auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), d);
  return error == std::errc() && end == s.data() + s.size() ? real(d) : kStop;
}
// Calls of the commonest built-in types with plain arguments (borrowed), as their __new__ and __init__ would do them.
// kStop: another type or arguments.
Value construct_plain(Thread& th, Type* t, const Value* args, int n) {
  Interpreter& in = th.in;
  if ((t->tflags & kHeapType) || t->inst_kind >= Kind::Instance) return kStop;
  Value v = n > 0 ? args[0] : kAbsent;
  switch (t->inst_kind) {
    case Kind::Range:
      if (t != in.types[int(Kind::Range)] || n < 1 || n > 2 || !v.is_int() || (n == 2 && !args[1].is_int()))
        return kStop;
      return n == 1 ? range_of(th, 0, v.as_int(), 1) : range_of(th, v.as_int(), args[1].as_int(), 1);
    case Kind::List: {
      if (t != in.types[int(Kind::List)] || n > 1) return kStop;
      if (n == 0) return of(list(th));
      if (has_fields(v)) return kStop;
      Ref<List> l(list(th));
      return extend_list(th, l.get(), v) ? of(l.release()) : kAbsent;
    }
    case Kind::Tuple: {
      if (t != in.types[int(Kind::Tuple)] || n != 1) return kStop;
      if (v.is(Kind::Tuple)) return inc(v);
      if (!v.is(Kind::List)) return kStop;
      List* l = v.as<List>();
      Tuple* r = tuple(th, l->len);
      for (uint32_t i = 0; i < l->len; i++) r->items[i] = inc(l->items[i]);
      return of(r);
    }
    case Kind::Set: {
      if (t != in.types[int(Kind::Set)] || n > 1) return kStop;
      if (n == 0) return of(set(th));
      if (v.is(Kind::Set) || v.is(Kind::FrozenSet)) return of(set_copy(th, v.as<Set>(), Kind::Set));
      if (has_fields(v)) return kStop;
      Ref<Set> s(set(th));
      return set_update(th, s.get(), v) ? of(s.release()) : kAbsent;
    }
    case Kind::Super: {  // super() in a method
      if (t != in.types[int(Kind::Super)] || n != 2 || !v.is(Kind::Type) || !has_fields(args[1])) return kStop;
      Type* start = args[1].as<Instance>()->type();
      if (!subtype(start, v.as<Type>())) return kStop;
      Super* s = make<Super>(th, Kind::Super);
      s->type = inc(v.as<Type>());
      s->self = inc(args[1]);
      s->self_type = inc(start);
      return of(s);
    }
    case Kind::Dict: return t == in.types[int(Kind::Dict)] && n == 0 ? of(dict(th)) : kStop;
    case Kind::Str:
      if (t != in.types[int(Kind::Str)] || n != 1) return kStop;
      return is_str(v) ? inc(v) : v.is_int() ? of(int_text(th.in, v.as_int())) : kStop;
    case Kind::Int:
      if (t != in.types[int(Kind::Int)] || n != 1) return kStop;
      if (v.is_float() && v.as_float() > -1e14 && v.as_float() < 1e14) return integer(th, int64_t(v.as_float()));
      return v.is_int() ? v : is_str(v) ? plain_int(th, sv(v)) : kStop;
    case Kind::Float:
      if (t != in.types[int(Kind::Float)] || n != 1) return kStop;
      return v.is_float() ? v : v.is_int() ? real(double(v.as_int())) : is_str(v) ? plain_float(sv(v)) : kStop;
    default: return kStop;
  }
}
Value construct_native(Thread& th, Type* t, Value* args, int n, Tuple* kw) {
  Value* b = th.free_base() + 2;
  for (int i = 0; i < n; i++) b[i] = inc(args[i]);
  b[-1] = kAbsent;
  Value res = kAbsent;
  Value* spill = th.spill;
  th.spill = b + n;
  Out o = construct(th, t, b, n, kw, 0, Cont::Exit, &res);
  th.spill = spill;
  return o == kDone ? res : kAbsent;
}

// --- calling anything ---
// A bound method of a callable that needs the slot before the arguments for itself: they move to where one is free.
static Out call_bound_callable(Thread& th, Method* m, Value* args, int n, Tuple* kw, int ret, Cont cont, Value* res) {
  Value* b = std::max(th.free_base(), args + n) + 2;
  if (UNLIKELY(b + n + 300 > th.stack_end) || !th.native_stack_ok()) {
    clear_values(args, size_t(n));
    if (!th.pending.u) too_deep(th);
    return kError;
  }
  Owned callee(inc(m->func));
  b[-1] = kAbsent;
  b[0] = inc(m->self);
  for (int i = 0; i < n; i++) b[i + 1] = std::exchange(args[i], kAbsent);
  Value* top = th.spill;
  th.spill = b + n + 1;
  Out o = call_value(th, callee.get(), b, n + 1, kw, ret, cont, res, true);
  th.spill = top;
  return o;
}
// What aliases and static methods stand for, through chains of any length; a script can close one to a ring, in which
// there is a static method. An alias tells what it has made who it is.
static Out call_wrapped(Thread& th, Value callee, Value* args, int n, Tuple* kw, int ret, Cont cont, Value* res) {
  std::vector<Owned> aliases;
  int static_methods = 0;
  for (;;) {
    if (callee.is(Kind::GenericAlias)) {
      aliases.emplace_back(inc(callee));
      callee = callee.as<GenericAlias>()->origin;
    } else if (callee.is(Kind::StaticMethod) && ++static_methods <= th.limit) {
      callee = callee.as<Wrapper>()->func;
    } else {
      break;
    }
  }
  if (UNLIKELY(callee.is(Kind::StaticMethod) || !th.native_stack_ok())) {
    clear_values(args, size_t(n));
    if (!th.pending.u) too_deep(th);
    return kError;
  }
  Owned keep(inc(callee));  // the call may give the static method another function
  if (aliases.empty()) return call_value(th, callee, args, n, kw, ret, cont, res, true);
  Value* spill = th.spill;
  if (args + n > th.spill) th.spill = args + n;
  *res = th.call(callee, args, n, kw);
  th.spill = spill;
  clear_values(args, size_t(n));
  if (!res->u) return kError;
  if (!has_fields(*res) || !has_dict(*res)) return kDone;
  for (; !aliases.empty(); aliases.pop_back()) {
    if (set_attr_native(th, *res, th.name(n_orig_class), aliases.back().get())) continue;
    if (!th.pending_is(E_AttributeError) && !th.pending_is(E_TypeError)) {
      dec(std::exchange(*res, kAbsent));
      return kError;
    }
    th.clear_pending();
  }
  return kDone;
}
Out call_value(Thread& th, Value callee, Value* args, int n, Tuple* kw, int ret, Cont cont, Value* res, bool owns) {
  if (LIKELY(callee.is_cell())) switch (callee.cell()->kind) {
      case Kind::Func: return call_func(th, callee.as<Func>(), args, n, kw, ret, cont, owns ? kFrameOwnsFunc : 0, res);
      case Kind::Native: {
        Native* nt = callee.as<Native>();
        if (UNLIKELY(th.rec != nullptr)) th.rec->event(th, Event::Native, th.fr, nt->def->name);
        *res = call_native(th, nt, args, n, kw);
        clear_values(args, size_t(n));
        return res->u ? kDone : kError;
      }
      case Kind::Method: {  // self goes into the free slot before the arguments
        Method* m = callee.as<Method>();
        if (UNLIKELY(!m->func.is(Kind::Native) && !m->func.is(Kind::Func)))
          return call_bound_callable(th, m, args, n, kw, ret, cont, res);
        args[-1] = inc(m->self);
        if (m->func.is(Kind::Native)) {
          th.bound_native = m->func.as<Native>();
          Out o = call_value(th, m->func, args - 1, n + 1, kw, ret, cont, res);
          th.bound_native = nullptr;
          return o;
        }
        return call_value(th, m->func, args - 1, n + 1, kw, ret, cont, res, owns);
      }
      case Kind::Type: {
        Type* t = callee.as<Type>();
        if (UNLIKELY(t->meta != th.in.type_type)) {
          Value m = type_find(t->meta, th.name(n_call));
          if (m.is(Kind::Func)) {
            args[-1] = inc(callee);
            return call_func(th, m.as<Func>(), args - 1, n + 1, kw, ret, cont, kFrameOwnsFunc, res);
          }
        }
        return construct(th, t, args, n, kw, ret, cont, res);
      }
      case Kind::StaticMethod:
      case Kind::GenericAlias: return call_wrapped(th, callee, args, n, kw, ret, cont, res);
      case Kind::WeakRef: {
        clear_values(args, size_t(n));
        if (n) {
          th.raise(E_TypeError, "weakref expected 0 arguments, got %d", n);
          return kError;
        }
        WeakRef* w = callee.as<WeakRef>();
        *res = w->target ? inc(of(w->target)) : kNone;
        return kDone;
      }
      default: {
        Value m = type_find(type_of(th, callee), th.name(n_call));
        if (!m.u || m.u == kNone.u) break;
        if (m.is(Kind::Func)) {
          args[-1] = inc(callee);
          return call_func(th, m.as<Func>(), args - 1, n + 1, kw, ret, cont, kFrameOwnsFunc, res);
        }
        if (m.is(Kind::Native)) {
          args[-1] = inc(callee);
          return call_value(th, m, args - 1, n + 1, kw, ret, cont, res, true);
        }
        Owned f(th.native_stack_ok() ? call_descriptor(th, m, callee) : kAbsent);
        if (!f) {
          clear_values(args, size_t(n));
          return kError;
        }
        return call_value(th, f.get(), args, n, kw, ret, cont, res, true);
      }
    }
  clear_values(args, size_t(n));
  th.raise(E_TypeError, "'%s' object is not callable", type_name(th, callee).c_str());
  return kError;
}
Out call_callable(Thread& th, Value callee, const Value* args, int n, int ret, Cont cont, Value* res) {
  Value* b = th.free_base() + 2;
  if (UNLIKELY(b + n + 300 > th.stack_end)) {
    too_deep(th);
    return kError;
  }
  for (int i = 0; i < n; i++) b[i] = inc(args[i]);
  b[-1] = kAbsent;
  if (callee.is(Kind::Func)) return call_func(th, callee.as<Func>(), b, n, nullptr, ret, cont, kFrameOwnsFunc, res);
  return call_value(th, callee, b, n, nullptr, ret, cont, res, true);
}
Out call_dunder(Thread& th, Value func, const Value* args, int n, int ret, Cont cont, Value* res) {
  Value* b = th.free_base() + 2;
  if (UNLIKELY(b + n + 300 > th.stack_end)) {
    too_deep(th);
    return kError;
  }
  if (LIKELY(func.is(Kind::Func))) {
    for (int i = 0; i < n; i++) b[i] = inc(args[i]);
    b[-1] = kAbsent;
    return call_func(th, func.as<Func>(), b, n, nullptr, ret, cont, kFrameOwnsFunc, res);
  }
  int skip = 0;
  Owned keep;
  if (UNLIKELY(func.is(Kind::Native) && !func.as<Native>()->owner)) {
    skip = n > 0;                                 // a function of a module in a class body is not bound
  } else if (UNLIKELY(!func.is(Kind::Native))) {  // a descriptor as special method
    if (func.is(Kind::StaticMethod)) {
      func = func.as<Wrapper>()->func;
      skip = n > 0;
    } else if (func.is(Kind::ClassMethod) || (has_fields(func) && (func.as<Instance>()->type()->tflags & kHasGet))) {
      keep = Owned(call_descriptor(th, func, args[0]));
      if (!keep) return kError;
      func = keep.get();
      skip = 1;
    } else if (func.is(Kind::Property)) {
      keep = Owned(th.call(func.as<Property>()->get, args, 1));
      if (!keep) return kError;
      func = keep.get();
      skip = 1;
    } else if (!func.is(Kind::Method) && n > 0 && !func.is(Kind::Type)) {
      skip = 1;  // a callable object in the class body is not bound
    } else if (func.is(Kind::Method) || func.is(Kind::Type)) {
      skip = n > 0;
    }
  }
  for (int i = skip; i < n; i++) b[i - skip] = inc(args[i]);
  b[-1] = kAbsent;
  return call_value(th, func, b, n - skip, nullptr, ret, cont, res, true);
}
}  // namespace adder
