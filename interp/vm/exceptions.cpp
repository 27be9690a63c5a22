// Exceptions: raising, context, matching; the built-in exception types.
#include "interp/vm/attrs.h"
#include "interp/vm/exceptions.h"
#include "interp/bytecode/library_code.h"
#include "interp/vm/generic_alias.h"
#include "interp/vm/frame_hook.h"
#include "interp/vm/native_depth.h"
#include "interp/vm/frames.h"
#include "interp/vm/run_support.h"

#include <cstdarg>
#include <cstdio>

namespace adder {
// --- raising ---
Value Thread::raise_obj(Value e) {
  put(pending, e);
  return kAbsent;
}
Value Thread::raise_text(Type* t, std::string_view message) {
  Exc* e = static_cast<Exc*>(instance(in, t));
  Tuple* a = tuple(in, 1);
  a->items[0] = of(str(in, message));
  put(e->args, of(a));
  return raise_obj(of(e));
}
static std::string format_message(const char* fmt, va_list ap) {
  char small[512];
  va_list copy;
  va_copy(copy, ap);
  int n = vsnprintf(small, sizeof small, fmt, ap);
  std::string s;
  if (n < int(sizeof small)) {
    s.assign(small, size_t(n < 0 ? 0 : n));
  } else {
    s.resize(size_t(n) + 1);
    vsnprintf(s.data(), s.size(), fmt, copy);
    s.pop_back();
  }
  va_end(copy);
  return s;
}
Value Thread::raise(ExcId id, const char* fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  std::string s = format_message(fmt, ap);
  va_end(ap);
  return raise_text(in.exc[id], s);
}
Value Thread::raise(Type* t, const char* fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  std::string s = format_message(fmt, ap);
  va_end(ap);
  return raise_text(t, s);
}
Value Thread::raise_value(ExcId id, Value arg) {
  Exc* e = static_cast<Exc*>(instance(in, in.exc[id]));
  Tuple* a = tuple(in, 1);
  a->items[0] = inc(arg);
  put(e->args, of(a));
  return raise_obj(of(e));
}
bool Thread::pending_is(ExcId id) const {
  return pending.u && subtype(pending.as<Instance>()->type(), in.exc[id]);
}
Value other_builtin(Thread& th, const Func* f, Str* name) {
  Value given = dict_get(f->globals, th.name(n_builtins));
  if (given.u && !given.is(Kind::Dict) && !unwrap(given).is(Kind::Module)) {  // some other mapping, or none
    const Owned keep(inc(given));
    Value v = subscript_native(th, given, of(name));
    if (v.u || !th.pending_is(E_KeyError)) return v;
    th.clear_pending();
  } else if (Value v = dict_get(f->builtins, name); v.u) {
    return inc(v);
  }
  if (name->sv() == "__build_class__") return th.raise(E_NameError, "__build_class__ not found");
  name_error(th, name);
  return kAbsent;
}
void name_error(Thread& th, Str* name) {
  th.raise(E_NameError, "name '%s' is not defined", name->data);
  set_hidden(th.pending.as<Instance>(), th.name(n_dot_name), of(inc(name)));
}
void raise_stop_iteration(Thread& th, Value value) {
  th.raise_obj(of(instance(th, th.type(E_StopIteration))));
  if (value.u == kNone.u) return;
  Tuple* t = tuple(th, 1);
  t->items[0] = value;
  put(th.pending.as<Exc>()->args, of(t));
}

// --- the exception that is being handled: found from the frames' pc, innermost first ---
static Value handled_in(const Frame* f) {
  uint32_t at = uint32_t(f->pc - f->code->ins.data());
  for (const Handled& h : f->code->handled)
    if (at >= h.start && at < h.end && f->base[h.reg].is(Kind::Exc)) return f->base[h.reg];
  return kNone;
}
Value handled_exception(Thread& th) {
  for (Frame* f = th.fr; f > th.frames; f--) {
    if (f->code->handled.empty()) continue;
    Value e = handled_in(f);
    if (e.u != kNone.u) return e;
  }
  return kNone;
}
static void chain(Exc* e, Value handled) {  // as the interpreter sets __context__, without making a cycle
  if (!handled.is(Kind::Exc) || handled.u == of(e).u) return;
  Exc* slow = handled.as<Exc>();  // scripts can make chains that go round without containing `e`
  bool step = false;
  for (Exc* o = slow; o->context.is(Kind::Exc);) {
    if (o->context.u == of(e).u) {
      put(o->context, kNone);
      break;
    }
    o = o->context.as<Exc>();
    if (o == slow) break;
    if (step) slow = slow->context.as<Exc>();
    step = !step;
  }
  put(e->context, inc(handled));
}
void chain_thrown(Thread& th, Exc* e) {
  chain(e, handled_in(th.fr));
}
void set_context(Thread& th, Exc* e) {
  if (e->context.u != kNone.u || e->flags & kThrown) return;
  chain(e, handled_exception(th));
}
static Traceback* add_entry(Thread& th, Exc* e, Ref<FrameObject> frame, uint32_t pc) {
  Traceback* t = make<Traceback>(th, Kind::Traceback);
  t->next = e->traceback.is(Kind::Traceback) ? e->traceback.as<Traceback>() : nullptr;
  t->frame = frame.release();
  t->pc = pc;
  t->line = 0;
  t->lasti = Traceback::kFromPc;
  e->traceback = of(t);
  return t;
}
void add_traceback(Thread& th, Exc* e, Frame* f) {
  if (!f->func || is_stand_in(f->code)) return;  // the host's frame, or one that CPython does not have
  add_entry(th, e, Ref(inc(frame_object(th, f))), uint32_t(f->pc - f->code->ins.data()));
}
void add_traceback(Thread& th, Exc* e, Code* code, Func* func, uint32_t pc) {
  add_entry(th, e, Ref(left_frame(th, code, func, pc)), pc);
}
void add_first_line(Thread& th, Exc* e, Func* f) {
  add_entry(th, e, Ref(left_frame(th, f->code, f, 0)), 0)->line = f->code->first_line ? f->code->first_line : 1;
}
void convert_stop_iteration(Thread& th, Gen* g) {
  Exc* e = th.pending.as<Exc>();
  bool stop = subtype(e->type(), th.type(E_StopIteration));
  bool astop = g->kind == Kind::AsyncGen && subtype(e->type(), th.type(E_StopAsyncIteration));
  if (LIKELY(!stop && !astop)) return;
  Value old = th.take_pending();
  th.raise(E_RuntimeError, "%s raised %s",
           g->kind == Kind::AsyncGen    ? "async generator"
           : g->kind == Kind::Coroutine ? "coroutine"
                                        : "generator",
           stop ? "StopIteration" : "StopAsyncIteration");
  Exc* n = th.pending.as<Exc>();
  put(n->cause, inc(old));
  n->suppress = true;
  put(n->context, old);
}
Value not_an_exception(Thread& th, Value called, Value given, bool name_only) {
  std::string f, t = name_only ? type_name(th, given) : "";
  if (!repr_of(th, called, &f) || (!name_only && !repr_of(th, of(type_of(th, given)), &t))) return kAbsent;
  return th.raise(E_TypeError, "calling %s should have returned an instance of BaseException, not %s", f.c_str(),
                  t.c_str());
}
static Value exception_of(Thread& th, Value x) {  // an instance, or what calling a class gives; new reference
  if (x.is(Kind::Exc)) return inc(x);
  if (!x.is(Kind::Type) || !(x.as<Type>()->tflags & kIsExc)) return kStop;
  Value e = th.call(x, nullptr, 0);
  if (e.u && !e.is(Kind::Exc)) {
    not_an_exception(th, x, e, false);
    dec(e);
    return kAbsent;
  }
  return e;
}
bool raise_statement(Thread& th, Value x, Value cause) {
  Value e = exception_of(th, x);
  if (e.u == kStop.u) th.raise(E_TypeError, "exceptions must derive from BaseException");
  if (!e.u || e.u == kStop.u) return false;
  if (cause.u) {
    Value c = cause.u == kNone.u ? kNone : exception_of(th, cause);
    if (c.u == kStop.u) th.raise(E_TypeError, "exception causes must derive from BaseException");
    if (!c.u || c.u == kStop.u) {
      dec(e);
      return false;
    }
    put(e.as<Exc>()->cause, c);
    e.as<Exc>()->suppress = true;
  }
  chain(e.as<Exc>(), handled_exception(th));
  th.raise_obj(e);
  return true;
}
int exception_matches(Thread& th, Value e, Value classes) {
  if (classes.is(Kind::Type) && (classes.as<Type>()->tflags & kIsExc))
    return subtype(e.as<Instance>()->type(), classes.as<Type>());
  Value t = unwrap(classes);
  bool found = false, valid = t.is(Kind::Tuple);
  for (uint32_t i = 0; valid && i < t.as<Tuple>()->len; i++) {  // all are checked before any counts
    Value c = t.as<Tuple>()->items[i];
    valid = c.is(Kind::Type) && c.as<Type>()->tflags & kIsExc;
    found |= valid && subtype(e.as<Instance>()->type(), c.as<Type>());
  }
  if (valid) return found;
  th.raise(E_TypeError, "catching classes that do not inherit from BaseException is not allowed");
  return -1;
}

// --- fields of exceptions that are no attributes: hidden slots ---
void set_hidden(Instance* i, Str* name, Value owned) {
  int at = i->shape->find(name);
  if (at >= 0) return put(i->slots[at], owned);
  Heap& h = heap_of(i);
  Shape* to = i->shape->add(name);
  uint32_t idx = uint32_t(to->names.size() - 1);
  if (idx >= i->cap) {
    uint32_t cap = i->cap * 2 + 2;
    Value* s = static_cast<Value*>(h.raw(cap * 8));
    if (idx) memcpy(s, i->slots, idx * 8);
    if (i->slots != i->inl) h.raw_free(i->slots, size_t(i->cap) * 8);
    i->slots = s;
    i->cap = cap;
  }
  i->slots[idx] = owned;
  i->shape = to;
}
Value get_hidden(Instance* i, Str* name) {
  int at = i->shape->find(name);
  return at < 0 || !i->slots[at].u ? kNone : i->slots[at];
}
template <const char* kName>
Value hidden_get(Thread& th, Value self) {
  return inc(get_hidden(self.as<Instance>(), hidden_name(th.in, kName)));
}
template <const char* kName>
bool hidden_set(Thread& th, Value self, Value v) {
  set_hidden(self.as<Instance>(), hidden_name(th.in, kName), v.u ? inc(v) : kAbsent);
  return true;
}
#define FIELD(name)                             \
  static constexpr char k_##name[] = "." #name; \
  [[maybe_unused]] constexpr const char* q_##name = k_##name;
FIELD(name)
FIELD(obj)
FIELD(path)
FIELD(msg)
FIELD(code)
FIELD(errno)
FIELD(strerror) FIELD(filename) FIELD(filename2) FIELD(lineno) FIELD(offset) FIELD(text) FIELD(end_lineno)
    FIELD(end_offset) FIELD(print_file_and_line) FIELD(encoding) FIELD(object) FIELD(start) FIELD(end) FIELD(reason)
        FIELD(message) FIELD(exceptions)
#undef FIELD
#define ROW(name) \
  { #name, hidden_get < k_##name>, hidden_set < k_##name>, "" }

    // --- BaseException ---
    static Value exc_new(Thread& th, Value* a, int n) {  // (cls, **kw, *args)
  Type* t = a[0].as<Type>();
  Exc* e = static_cast<Exc*>(instance(th, t));
  Tuple* args = tuple(th, size_t(n - 2));
  for (int i = 2; i < n; i++) args->items[i - 2] = inc(a[i]);
  put(e->args, of(args));
  return of(e);
}
static Value exc_init(Thread& th, Value* a, int n) {
  Exc* e = a[0].as<Exc>();
  if (a[1].as<Dict>()->used) return th.raise(E_TypeError, "%s() takes no keyword arguments", e->type()->name->data);
  Tuple* args = tuple(th, size_t(n - 2));
  for (int i = 2; i < n; i++) args->items[i - 2] = inc(a[i]);
  put(e->args, of(args));
  return kNone;
}
static Value exc_str(Thread& th, Value* a, int) {
  Owned args(inc(a[0].as<Exc>()->args));
  Tuple* t = args.get().as<Tuple>();
  std::string s;
  if (t->len == 1 && !str_of(th, t->items[0], &s)) return kAbsent;
  if (t->len > 1 && !repr_of(th, of(t), &s)) return kAbsent;
  return of(str(th, s));
}
static Value exc_repr(Thread& th, Value* a, int) {
  Exc* e = a[0].as<Exc>();
  Owned args(inc(e->args));
  Tuple* t = args.get().as<Tuple>();
  std::string s(e->type()->name->sv());
  if (t->len == 1) {
    s += '(';
    if (!repr_of(th, t->items[0], &s)) return kAbsent;
    s += ')';
  } else if (!repr_of(th, of(t), &s)) {
    return kAbsent;
  }
  return of(str(th, s));
}
static Value exc_with_traceback(Thread& th, Value* a, int) {
  if (a[1].u != kNone.u && !a[1].is(Kind::Traceback))
    return th.raise(E_TypeError, "__traceback__ must be a traceback or None");
  put(a[0].as<Exc>()->traceback, inc(a[1]));
  return inc(a[0]);
}
static Value exc_add_note(Thread& th, Value* a, int) {
  if (!is_str(unwrap(a[1]))) return th.raise(E_TypeError, "note must be a str, not '%s'", type_name(th, a[1]).c_str());
  Owned notes(get_attr_or_stop(th, a[0], th.name(n_notes)));
  if (!notes) return kAbsent;
  if (notes.get().u == kStop.u) {
    notes = Owned(of(list(th)));
    if (!set_attr_native(th, a[0], th.name(n_notes), notes.get())) return kAbsent;
  }
  if (!notes.get().is(Kind::List)) return th.raise(E_TypeError, "Cannot add note: __notes__ is not a list");
  push(notes.get().as<List>(), inc(a[1]));
  return kNone;
}
static Value exc_reduce(Thread& th, Value* a, int) {
  Exc* e = a[0].as<Exc>();
  Instance* i = e;
  bool attrs = false;
  for (Str* n : i->shape->names) attrs |= !is_hidden(n);
  attrs |= live_dict(th.in, i) != nullptr;
  Tuple* t = tuple(th, attrs ? 3 : 2);
  t->items[0] = of(inc(e->type()));
  t->items[1] = inc(e->args);
  if (attrs) t->items[2] = of(inc(instance_dict(th.in, i)));
  return of(t);
}
static Value exc_setstate(Thread& th, Value* a, int) {
  if (a[1].u == kNone.u) return kNone;
  Value d = unwrap(a[1]);
  if (!d.is(Kind::Dict)) return th.raise(E_TypeError, "state is not a dictionary");
  for (uint32_t i = 0; i < d.as<Dict>()->filled; i++) {
    auto& e = d.as<Dict>()->entries[i];
    Owned key(inc(e.key)), value(inc(e.val));  // __setattr__ may change the dictionary
    if (is_str(key.get()) && !set_attr_native(th, a[0], intern(th.in, key.get().as<Str>()), value.get()))
      return kAbsent;
  }
  return kNone;
}
static Value get_args(Thread&, Value v) {
  return inc(v.as<Exc>()->args);
}
static bool set_args(Thread& th, Value v, Value x) {
  if (!x.u) return th.raise(E_TypeError, "args may not be deleted"), false;
  std::vector<Value> items;
  if (!iterate(th, x, &items)) return false;
  Tuple* t = tuple(th, items.size());
  std::copy(items.begin(), items.end(), t->items);
  put(v.as<Exc>()->args, of(t));
  return true;
}
static Value get_cause(Thread&, Value v) {
  return inc(v.as<Exc>()->cause);
}
static bool set_cause(Thread& th, Value v, Value x) {
  if (!x.u || (x.u != kNone.u && !x.is(Kind::Exc)))
    return th.raise(E_TypeError, "exception cause must be None or derive from BaseException"), false;
  put(v.as<Exc>()->cause, inc(x));
  v.as<Exc>()->suppress = true;
  return true;
}
static Value get_context(Thread&, Value v) {
  return inc(v.as<Exc>()->context);
}
static bool set_exc_context(Thread& th, Value v, Value x) {
  if (!x.u || (x.u != kNone.u && !x.is(Kind::Exc)))
    return th.raise(E_TypeError, "exception context must be None or derive from BaseException"), false;
  put(v.as<Exc>()->context, inc(x));
  return true;
}
static Value get_tb(Thread&, Value v) {
  return inc(v.as<Exc>()->traceback);
}
static bool set_tb(Thread& th, Value v, Value x) {
  if (!x.u || (x.u != kNone.u && !x.is(Kind::Traceback)))
    return th.raise(E_TypeError, "__traceback__ must be a traceback or None"), false;
  put(v.as<Exc>()->traceback, inc(x));
  return true;
}
static Value get_suppress(Thread&, Value v) {
  return boolean(v.as<Exc>()->suppress);
}
static bool set_suppress(Thread& th, Value v, Value x) {
  bool b = false;
  if (x.u && !truth_native(th, x, &b)) return false;
  v.as<Exc>()->suppress = b;
  return true;
}
static const NativeDef kBaseMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", exc_new, Rule::residual},
    {"__init__", "(self, /, *args, **kwargs)", "", exc_init, Rule::residual},
    {"__str__", "(self, /)", "", exc_str, Rule::residual},
    {"__repr__", "(self, /)", "", exc_repr, Rule::residual},
    {"with_traceback", "(self, tb, /)", "Set self.__traceback__ and return self.", exc_with_traceback, Rule::residual},
    {"add_note", "(self, note, /)", "Add a note to the exception.", exc_add_note, Rule::residual},
    {"__reduce__", "(self, /)", "", exc_reduce, Rule::residual},
    {"__setstate__", "(self, state, /)", "", exc_setstate, Rule::residual},
};
static const GetSetDef kBaseFields[] = {
    {"args", get_args, set_args, ""},
    {"__cause__", get_cause, set_cause, "exception cause"},
    {"__context__", get_context, set_exc_context, "exception context"},
    {"__traceback__", get_tb, set_tb, ""},
    {"__suppress_context__", get_suppress, set_suppress, ""},
};

// --- the types with fields of their own ---
static Value key_str(Thread& th, Value* a, int n) {
  Tuple* t = a[0].as<Exc>()->args.as<Tuple>();
  if (t->len != 1) return exc_str(th, a, n);
  std::string s;
  return repr_of(th, t->items[0], &s) ? of(str(th, s)) : kAbsent;
}
static Value stop_value(Thread& th, Value v) {  // StopIteration.value: the first argument until it is set
  Instance* e = v.as<Instance>();
  if (int at = e->shape->find(hidden_name(th.in, ".value")); at >= 0) return inc(e->slots[at]);
  Tuple* t = v.as<Exc>()->args.as<Tuple>();
  return t->len ? inc(t->items[0]) : kNone;
}
static bool set_stop_value(Thread& th, Value v, Value x) {
  set_hidden(v.as<Instance>(), hidden_name(th.in, ".value"), x.u ? inc(x) : kNone);
  return true;
}
static Value exit_code(Thread& th, Value v) {
  Instance* e = v.as<Instance>();
  if (int at = e->shape->find(hidden_name(th.in, ".value")); at >= 0) return inc(e->slots[at]);
  Tuple* t = v.as<Exc>()->args.as<Tuple>();
  return t->len == 0 ? kNone : t->len == 1 ? inc(t->items[0]) : inc(of(t));
}
// Keyword arguments that become fields: (self, **kw, *args)
static Value init_with(Thread& th, Value* a, int n, std::initializer_list<const char*> names) {
  Exc* e = a[0].as<Exc>();
  Dict* kw = a[1].as<Dict>();
  for (uint32_t i = 0; i < kw->filled; i++) {
    if (!kw->entries[i].key.u) continue;
    std::string_view key = sv(kw->entries[i].key);
    bool known = false;
    for (const char* k : names) known |= key == k;
    if (!known)
      return th.raise(E_TypeError, "'%s' is an invalid keyword argument for %s()", std::string(key).c_str(),
                      e->type()->name->data);
    set_hidden(e, hidden_name(th.in, "." + std::string(key)), inc(kw->entries[i].val));
  }
  Tuple* args = tuple(th, size_t(n - 2));
  for (int i = 2; i < n; i++) args->items[i - 2] = inc(a[i]);
  put(e->args, of(args));
  return kNone;
}
static Value name_init(Thread& th, Value* a, int n) {
  return init_with(th, a, n, {"name"});
}
static Value attribute_init(Thread& th, Value* a, int n) {
  return init_with(th, a, n, {"name", "obj"});
}
static Value import_init(Thread& th, Value* a, int n) {
  Instance* e = a[0].as<Instance>();
  for (const char* field : {".name", ".path", ".msg"}) set_hidden(e, hidden_name(th.in, field), kNone);
  Value r = init_with(th, a, n, {"name", "path"});
  if (r.u && n == 3) set_hidden(a[0].as<Instance>(), hidden_name(th.in, ".msg"), inc(a[2]));
  return r;
}
// As for every exception, with the name and the path among the attributes.
static Value import_reduce(Thread& th, Value* a, int n) {
  Owned base(exc_reduce(th, a, n));
  if (!base) return kAbsent;
  Tuple* parts = base.get().as<Tuple>();
  Ref<Dict> state(parts->len > 2 && parts->items[2].is(Kind::Dict) ? dict_copy(th, parts->items[2].as<Dict>())
                                                                   : dict(th));
  for (const char* field : {"name", "path"}) {
    Value v = get_hidden(a[0].as<Instance>(), hidden_name(th.in, std::string(".") + field));
    if (v.u && v.u != kNone.u) dict_set(state.get(), intern(th.in, field), inc(v));
  }
  if (!state->used) return base.release();
  Tuple* t = tuple(th, 3);
  for (int i = 0; i < 2; i++) t->items[i] = inc(parts->items[i]);
  t->items[2] = of(state.release());
  return of(t);
}
static Value import_str(Thread& th, Value* a, int n) {
  Value m = get_hidden(a[0].as<Instance>(), hidden_name(th.in, ".msg"));
  return is_str(m) ? inc(m) : exc_str(th, a, n);
}
struct ErrnoRow {
  int code;
  ExcId type;
};
static const ErrnoRow kErrno[] = {{EAGAIN, E_BlockingIOError},
                                  {EALREADY, E_BlockingIOError},
                                  {EINPROGRESS, E_BlockingIOError},
                                  {ECHILD, E_ChildProcessError},
                                  {EPIPE, E_BrokenPipeError},
                                  {ESHUTDOWN, E_BrokenPipeError},
                                  {ECONNABORTED, E_ConnectionAbortedError},
                                  {ECONNREFUSED, E_ConnectionRefusedError},
                                  {ECONNRESET, E_ConnectionResetError},
                                  {EEXIST, E_FileExistsError},
                                  {ENOENT, E_FileNotFoundError},
                                  {EINTR, E_InterruptedError},
                                  {EISDIR, E_IsADirectoryError},
                                  {ENOTDIR, E_NotADirectoryError},
                                  {EACCES, E_PermissionError},
                                  {EPERM, E_PermissionError},
                                  {ESRCH, E_ProcessLookupError},
                                  {ETIMEDOUT, E_TimeoutError}};
// A class with an __init__ of its own, but no __new__, gets its fields from the arguments of OSError.__init__.
static bool filled_by_init(Thread& th, Type* t) {
  auto ours = [&](Name n) {
    Value f = type_find(t, th.name(n));
    return f.is(Kind::Native) && f.as<Native>()->owner == th.type(E_OSError);
  };
  return !ours(n_init) && ours(n_new);
}
static void os_fill(Thread& th, Exc* e, Value* a, int count) {  // errno, strerror[, filename[, winerror[, filename2]]]
  bool named = count >= 2 && count <= 5, written = false;
  if (named) {
    set_hidden(e, hidden_name(th.in, ".errno"), inc(a[0]));
    set_hidden(e, hidden_name(th.in, ".strerror"), inc(a[1]));
    written = count >= 3 && subtype(e->type(), th.type(E_BlockingIOError)) && is_intlike(unwrap(a[2]));
    if (count >= 3 && !written && a[2].u != kNone.u) set_hidden(e, hidden_name(th.in, ".filename"), inc(a[2]));
    if (written) set_hidden(e, hidden_name(th.in, ".written"), inc(a[2]));
    if (count >= 5) set_hidden(e, hidden_name(th.in, ".filename2"), inc(a[4]));
  }
  size_t keep = named && count >= 3 && !written && a[2].u != kNone.u ? 2 : size_t(count);
  Tuple* args = tuple(th, keep);
  for (size_t i = 0; i < keep; i++) args->items[i] = inc(a[i]);
  put(e->args, of(args));
}
static Value os_new(Thread& th, Value* a, int n) {  // (cls, **kw, *args)
  Type* t = a[0].as<Type>();
  int count = n - 2;
  bool later = filled_by_init(th, t);
  if (!later && a[1].as<Dict>()->used) return th.raise(E_TypeError, "%s() takes no keyword arguments", t->name->data);
  if (t == th.type(E_OSError) && count >= 2 && a[2].is_int())
    for (const ErrnoRow& r : kErrno)
      if (r.code == a[2].as_int()) t = th.type(r.type);
  Exc* e = static_cast<Exc*>(instance(th, t));
  if (!later) os_fill(th, e, a + 2, count);
  return of(e);
}
static Value os_init(Thread& th, Value* a, int n) {  // (self, **kw, *args)
  Exc* e = a[0].as<Exc>();
  if (!filled_by_init(th, e->type())) return kNone;
  if (a[1].as<Dict>()->used) return th.raise(E_TypeError, "%s() takes no keyword arguments", e->type()->name->data);
  os_fill(th, e, a + 2, n - 2);
  return kNone;
}
static Value os_reduce(Thread& th, Value* a, int n) {
  Value r = exc_reduce(th, a, n);
  Exc* e = a[0].as<Exc>();
  Value file = get_hidden(e, hidden_name(th.in, ".filename")), file2 = get_hidden(e, hidden_name(th.in, ".filename2"));
  Tuple* args = e->args.as<Tuple>();
  if (args->len != 2 || file.u == kNone.u) return r;
  Tuple* all = tuple(th, file2.u == kNone.u ? 3 : 5);
  all->items[0] = inc(args->items[0]);
  all->items[1] = inc(args->items[1]);
  all->items[2] = inc(file);
  if (all->len == 5) {
    all->items[3] = kNone;
    all->items[4] = inc(file2);
  }
  put(r.as<Tuple>()->items[1], of(all));
  return r;
}
static Value os_written(Thread& th, Value v) {
  Value w = get_hidden(v.as<Instance>(), hidden_name(th.in, ".written"));
  if (w.u != kNone.u && w.u != integer49(-1).u) return inc(w);
  return attribute_error(th, v, intern(th.in, "characters_written"), "characters_written");
}
static bool set_os_written(Thread& th, Value v, Value x) {
  Instance* e = v.as<Instance>();
  if (!x.u) {
    bool there = get_hidden(e, hidden_name(th.in, ".written")).u != kNone.u;
    set_hidden(e, hidden_name(th.in, ".written"), kNone);
    return there || (attribute_error(th, v, intern(th.in, "characters_written"), "characters_written"), false);
  }
  Owned n(to_int_object(th, x));
  int64_t count;
  if (!n) return false;
  if (!to_index(th, n.get(), &count)) {
    th.clear_pending();
    return th.raise(E_ValueError, "cannot fit '%s' into an index-sized integer", type_name(th, x).c_str()), false;
  }
  set_hidden(e, hidden_name(th.in, ".written"), n.release());
  return true;
}
static Value group_class_getitem(Thread& th, Value* a, int) {
  return make_alias(th, a[0], a[1]);
}
static Value os_str(Thread& th, Value* a, int n) {
  Instance* e = a[0].as<Instance>();
  auto field = [&](const char* f) { return inc(get_hidden(e, hidden_name(th.in, f))); };
  Owned held[4] = {Owned(field(".errno")), Owned(field(".strerror")), Owned(field(".filename")),
                   Owned(field(".filename2"))};
  Value no = held[0].get(), text = held[1].get(), file = held[2].get(), file2 = held[3].get();
  if (no.u == kNone.u && text.u == kNone.u) return exc_str(th, a, n);
  std::string s = "[Errno ";
  if (!str_of(th, no, &s)) return kAbsent;
  s += "] ";
  if (!str_of(th, text, &s)) return kAbsent;
  if (file.u != kNone.u) {
    s += ": ";
    if (!repr_of(th, file, &s)) return kAbsent;
    if (file2.u != kNone.u) {
      s += " -> ";
      if (!repr_of(th, file2, &s)) return kAbsent;
    }
  }
  return of(str(th, s));
}
static Value syntax_init(Thread& th, Value* a, int n) {
  Value r = init_with(th, a, n, {});
  if (!r.u) return r;
  Instance* e = a[0].as<Instance>();
  if (n > 2) set_hidden(e, hidden_name(th.in, ".msg"), inc(a[2]));
  if (n == 4) {
    std::vector<Value> v;
    if (!iterate(th, a[3], &v)) return kAbsent;
    static const char* const kNames[] = {".filename", ".lineno", ".offset", ".text", ".end_lineno", ".end_offset"};
    if (v.size() < 4 || v.size() == 5 || v.size() > 6) {
      for (Value x : v) dec(x);
      if (v.size() == 5) return th.raise(E_TypeError, "end_offset must be provided when end_lineno is provided");
      return th.raise(E_TypeError, "function takes at %s arguments (%zu given)", v.size() < 4 ? "least 4" : "most 6",
                      v.size());
    }
    for (size_t i = 0; i < v.size(); i++) set_hidden(e, hidden_name(th.in, kNames[i]), v[i]);
  }
  return kNone;
}
static Value syntax_str(Thread& th, Value* a, int) {
  Instance* e = a[0].as<Instance>();
  Value msg = get_hidden(e, hidden_name(th.in, ".msg")), file = get_hidden(e, hidden_name(th.in, ".filename")),
        line = get_hidden(e, hidden_name(th.in, ".lineno"));
  Owned hold_msg(inc(msg)), hold_file(inc(file)), hold_args(inc(a[0].as<Exc>()->args));
  if (msg.u == kNone.u && a[0].as<Exc>()->args.as<Tuple>()->len) msg = a[0].as<Exc>()->args.as<Tuple>()->items[0];
  std::string s;
  if (msg.u == kNone.u && a[0].as<Exc>()->args.as<Tuple>()->len) msg = a[0].as<Exc>()->args.as<Tuple>()->items[0];
  if (!str_of(th, msg, &s)) return kAbsent;
  std::string base;
  if (is_str(file)) {
    base = sv(file);
    size_t slash = base.rfind('/');
    if (slash != base.npos) base = base.substr(slash + 1);
  }
  if (is_str(file) && line.is_int())
    s += " (" + base + ", line " + std::to_string(line.as_int()) + ")";
  else if (is_str(file))
    s += " (" + base + ")";
  else if (line.is_int())
    s += " (line " + std::to_string(line.as_int()) + ")";
  return of(str(th, s));
}
// Places of the codec errors are numbers and cannot be deleted; one that is no number leaves -1, as in CPython.
template <const char* kName>
static bool set_place(Thread& th, Value self, Value v) {
  if (!v.u) return th.raise(E_TypeError, "can't delete numeric/char attribute"), false;
  int64_t place = -1;
  const bool is_int = is_intlike(unwrap(v));
  const bool fits = is_int && to_index(th, v, &place);
  if (!is_int) th.raise(E_TypeError, "an integer is required");
  if (is_int && !fits) th.raise(E_OverflowError, "Python int too large to convert to C ssize_t");
  set_hidden(self.as<Instance>(), hidden_name(th.in, kName), integer(th, fits ? place : -1));
  return fits;
}
static bool has_buffer(Value v) {  // of the types that are no bytes or bytearray
  if (!v.is(Kind::Extension)) return false;
  for (const Type* t : v.as<Instance>()->type()->mro)
    if (!(t->tflags & kHeapType) && (t->name->sv() == "memoryview" || t->name->sv() == "array")) return true;
  return false;
}
static Value unicode_init(Thread& th, Value* a, int n) {
  Value r = init_with(th, a, n, {});
  if (!r.u) return r;
  Instance* e = a[0].as<Instance>();
  bool translate = subtype(e->type(), th.type(E_UnicodeTranslateError));
  static const char* const kNames[] = {".encoding", ".object", ".start", ".end", ".reason"};
  int want = translate ? 4 : 5;
  if (n - 2 != want) return th.raise(E_TypeError, "function takes exactly %d arguments (%d given)", want, n - 2);
  const bool decode = subtype(e->type(), th.type(E_UnicodeDecodeError));
  enum Field { kEncoding, kObject, kStart, kEnd, kReason };
  for (int i = 0; i < want; i++) {
    const int field = i + translate;
    const Value v = a[2 + i], u = unwrap(v);
    Owned kept(inc(v));
    if (field == kStart || field == kEnd) {
      int64_t place;
      if (!to_index(th, v, &place)) return kAbsent;
      kept = Owned(integer(th, place));
    } else if (field == kObject && decode) {  // any buffer, kept as bytes
      if (!u.is(Kind::Bytes) && !u.is(Kind::ByteArray) && !has_buffer(v))
        return th.raise(E_TypeError, "a bytes-like object is required, not '%s'", type_name(th, v).c_str());
      if (!u.is(Kind::Bytes)) kept = Owned(th.call(of(th.in.types[int(Kind::Bytes)]), &v, 1));
      if (!kept) return kAbsent;
    } else if (!is_str(u)) {
      return th.raise(E_TypeError, "argument %d must be str, not %s", i + 1, argument_type_name(th, v).c_str());
    }
    set_hidden(e, hidden_name(th.in, kNames[field]), kept.release());
  }
  return kNone;
}
static Value unicode_str(Thread& th, Value* a, int) {
  Instance* e = a[0].as<Instance>();
  auto field = [&](const char* f) { return get_hidden(e, hidden_name(th.in, f)); };
  Owned held(inc(field(".object")));
  Value object = held.get(), start = field(".start"), end = field(".end");
  if (object.u == kNone.u || !start.is_int() || !end.is_int()) return inc(of(th.name(n_empty)));
  std::string reason, codec;
  auto shown = [&](const char* f, std::string* out) {
    Owned value(inc(field(f)));
    const int at = e->shape->find(hidden_name(th.in, f));
    if (at < 0 || !e->slots[at].u) return *out = "<NULL>", true;
    return str_of(th, value.get(), out);
  };
  if (!shown(".reason", &reason)) return kAbsent;
  bool decode = subtype(e->type(), th.type(E_UnicodeDecodeError)),
       translate = subtype(e->type(), th.type(E_UnicodeTranslateError));
  if (!translate && !shown(".encoding", &codec)) return kAbsent;
  int64_t s = start.as_int(), t = end.as_int();
  std::string head = translate ? "" : "'" + codec + "' codec ";
  const char* verb = decode ? "can't decode" : translate ? "can't translate" : "can't encode";
  char b[64];
  if (t == s + 1) {
    if (decode) {
      Value by = unwrap(object);
      uint8_t byte =
          by.is(Kind::Bytes) && s >= 0 && s < int64_t(by.as<Bytes>()->len) ? uint8_t(by.as<Bytes>()->data[s]) : 0;
      snprintf(b, sizeof b, " byte 0x%02x in position %ld: ", byte, long(s));
    } else {
      Value st = unwrap(object);
      uint32_t c = 0;
      if (is_str(st) && s >= 0 && s < int64_t(st.as<Str>()->chars)) {
        const char* p = st.as<Str>()->data + str_offset(st.as<Str>(), size_t(s));
        c = utf8_decode(p);
      }
      snprintf(b, sizeof b,
               c <= 0xFF     ? " character '\\x%02x' in position %ld: "
               : c <= 0xFFFF ? " character '\\u%04x' in position %ld: "
                             : " character '\\U%08x' in position %ld: ",
               c, long(s));
    }
    return of(str(th, head + verb + b + reason));
  }
  snprintf(b, sizeof b, " %s in position %ld-%ld: ", decode ? "bytes" : "characters", long(s), long(t - 1));
  return of(str(th, head + verb + b + reason));
}
// --- groups ---
static Value group_new(Thread& th, Value* a, int n) {
  Type* t = a[0].as<Type>();
  if (n != 4) return th.raise(E_TypeError, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", n - 2);
  if (!is_str(unwrap(a[2])))
    return th.raise(E_TypeError, "BaseExceptionGroup.__new__() argument 1 must be str, not %s",
                    type_name(th, a[2]).c_str());
  Value seq = unwrap(a[3]);
  if (!seq.is(Kind::List) && !seq.is(Kind::Tuple))
    return th.raise(E_TypeError, "second argument (exceptions) must be a sequence");
  std::vector<Value> v;
  if (!iterate(th, seq, &v)) return kAbsent;
  Owned keep;
  Tuple* items = tuple(th, v.size());
  std::copy(v.begin(), v.end(), items->items);
  keep = Owned(of(items));
  if (v.empty()) return th.raise(E_ValueError, "second argument (exceptions) must be a non-empty sequence");
  bool plain = true;
  for (size_t i = 0; i < v.size(); i++) {
    if (!v[i].is(Kind::Exc))
      return th.raise(E_ValueError, "Item %zu of second argument (exceptions) is not an exception", i);
    plain &= subtype(v[i].as<Instance>()->type(), th.type(E_Exception));
  }
  Type* group = th.in.group_type;
  if (t == th.type(E_BaseExceptionGroup)) {
    if (plain) t = group;
  } else if (t == group) {
    if (!plain) return th.raise(E_TypeError, "Cannot nest BaseExceptions in an ExceptionGroup");
  } else if (subtype(t, th.type(E_Exception)) && !plain) {
    return th.raise(E_TypeError, "Cannot nest BaseExceptions in '%s'", t->name->data);
  }
  Exc* e = static_cast<Exc*>(instance(th, t));
  Tuple* args = tuple(th, 2);
  args->items[0] = inc(a[2]);
  args->items[1] = inc(a[3]);
  put(e->args, of(args));
  set_hidden(e, hidden_name(th.in, ".message"), inc(a[2]));
  set_hidden(e, hidden_name(th.in, ".exceptions"), keep.release());
  return of(e);
}
static bool refuse(Thread& th, Value, Value) {
  return th.raise(E_AttributeError, "readonly attribute"), false;
}
static Value group_str(Thread& th, Value* a, int) {
  Instance* e = a[0].as<Instance>();
  std::string s;
  if (!str_of(th, get_hidden(e, hidden_name(th.in, ".message")), &s)) return kAbsent;
  uint32_t n = get_hidden(e, hidden_name(th.in, ".exceptions")).as<Tuple>()->len;
  return of(str(th, s + " (" + std::to_string(n) + " sub-exception" + (n == 1 ? ")" : "s)")));
}
Tuple* group_items(Interpreter& in, Exc* e) {
  return get_hidden(e, hidden_name(in, ".exceptions")).as<Tuple>();
}
bool is_group(Interpreter& in, Value v) {
  return v.is(Kind::Exc) && subtype(v.as<Instance>()->type(), in.exc[E_BaseExceptionGroup]);
}
static Value derive(Thread& th, Value group,
                    std::vector<Value>& items) {  // items are borrowed; group.derive(items) with its fields
  List* l = list(th, items.size());
  for (Value v : items) push(l, inc(v));
  Owned arg(of(l));
  Value av = arg.get();
  Owned r(th.call_method(group, intern(th.in, "derive"), &av, 1));
  if (!r) return kAbsent;
  if (!is_group(th.in, r.get())) return th.raise(E_TypeError, "derive must return an instance of BaseExceptionGroup");
  Exc *g = group.as<Exc>(), *n = r.get().as<Exc>();
  put(n->traceback, inc(g->traceback));
  put(n->context, inc(g->context));
  put(n->cause, inc(g->cause));
  n->suppress = g->suppress;
  Owned notes(get_attr_or_stop(th, group, th.name(n_notes)));
  if (!notes) return kAbsent;
  if (notes.get().is(Kind::List)) {
    List* copy = list(th);
    for (uint32_t i = 0; i < notes.get().as<List>()->len; i++) push(copy, inc(notes.get().as<List>()->items[i]));
    Owned c(of(copy));
    if (!set_attr_native(th, r.get(), th.name(n_notes), c.get())) return kAbsent;
  }
  return r.release();
}
// match(exception) by class, tuple of classes or callable
static int group_match(Thread& th, Value e, Value cond) {
  Value t = unwrap(cond);
  bool classes = (cond.is(Kind::Type) && (cond.as<Type>()->tflags & kIsExc)) || t.is(Kind::Tuple);
  if (classes) return exception_matches(th, e, cond);
  Owned r(th.call(cond, &e, 1));
  bool b;
  return r && truth_native(th, r.get(), &b) ? b : -1;
}
// Parts of `e` that match and that do not; new references, kNone for an empty part.
bool group_split(Thread& th, Value e, Value cond, Value* match, Value* rest) {
  *match = *rest = kNone;
  NativeDepth depth(th, " in exceptiongroup_split_recursive");
  if (!depth) return false;
  int m = group_match(th, e, cond);
  if (m < 0) return false;
  if (m) {
    *match = inc(e);
    return true;
  }
  if (!is_group(th.in, e)) {
    *rest = inc(e);
    return true;
  }
  Tuple* items = group_items(th.in, e.as<Exc>());
  std::vector<Value> yes, no;
  bool ok = true;
  for (uint32_t i = 0; i < items->len && ok; i++) {
    Value a, b;
    ok = group_split(th, items->items[i], cond, &a, &b);
    if (ok && a.u != kNone.u) yes.push_back(a);
    if (ok && b.u != kNone.u) no.push_back(b);
  }
  if (ok && !yes.empty()) ok = (*match = derive(th, e, yes)).u != 0;
  if (ok && !no.empty()) ok = (*rest = derive(th, e, no)).u != 0;
  for (Value v : yes) dec(v);
  for (Value v : no) dec(v);
  return ok;
}
static bool check_condition(Thread& th, Value c) {
  Value t = unwrap(c);
  if ((c.is(Kind::Type) && (c.as<Type>()->tflags & kIsExc)) || c.is(Kind::Func) || c.is(Kind::Method) ||
      c.is(Kind::Native))
    return true;
  if (t.is(Kind::Tuple)) {
    bool ok = true;
    for (uint32_t i = 0; i < t.as<Tuple>()->len; i++)
      ok &= t.as<Tuple>()->items[i].is(Kind::Type) && (t.as<Tuple>()->items[i].as<Type>()->tflags & kIsExc);
    if (ok) return true;
  }
  th.raise(E_TypeError, "expected a function, exception type or tuple of exception types");
  return false;
}
static Value group_subgroup(Thread& th, Value* a, int) {
  Value m, r;
  if (!check_condition(th, a[1]) || !group_split(th, a[0], a[1], &m, &r)) return kAbsent;
  dec(r);
  return m;
}
static Value group_split_method(Thread& th, Value* a, int) {
  Value m, r;
  if (!check_condition(th, a[1]) || !group_split(th, a[0], a[1], &m, &r)) return kAbsent;
  Tuple* t = tuple(th, 2);
  t->items[0] = m;
  t->items[1] = r;
  return of(t);
}
static Value group_derive(Thread& th, Value* a, int) {
  Value args[2] = {get_hidden(a[0].as<Instance>(), hidden_name(th.in, ".message")), a[1]};
  return th.call(of(th.type(E_BaseExceptionGroup)), args, 2);
}

void init_exceptions(Interpreter& in) {
  auto methods = [&](ExcId id, std::span<const NativeDef> d) { add_methods(in, in.exc[id], d); };
  auto fields = [&](ExcId id, std::span<const GetSetDef> d) { add_fields(in, in.exc[id], d); };
  methods(E_BaseException, kBaseMethods);
  fields(E_BaseException, kBaseFields);
  static const NativeDef kKey[] = {{"__str__", "(self, /)", "", key_str, Rule::residual}};
  methods(E_KeyError, kKey);
  static const GetSetDef kStopFields[] = {{"value", stop_value, set_stop_value, "generator return value"}};
  fields(E_StopIteration, kStopFields);
  static const GetSetDef kExitFields[] = {{"code", exit_code, set_stop_value, "exception code"}};
  fields(E_SystemExit, kExitFields);
  static const NativeDef kName[] = {{"__init__", "(self, /, *args, **kwargs)", "", name_init, Rule::residual}};
  static const GetSetDef kNameFields[] = {ROW(name)};
  methods(E_NameError, kName);
  fields(E_NameError, kNameFields);
  static const NativeDef kAttribute[] = {
      {"__init__", "(self, /, *args, **kwargs)", "", attribute_init, Rule::residual}};
  static const GetSetDef kAttributeFields[] = {ROW(name), ROW(obj)};
  methods(E_AttributeError, kAttribute);
  fields(E_AttributeError, kAttributeFields);
  static const NativeDef kImport[] = {{"__init__", "(self, /, *args, **kwargs)", "", import_init, Rule::residual},
                                      {"__reduce__", "(self, /)", "", import_reduce, Rule::residual},
                                      {"__str__", "(self, /)", "", import_str, Rule::residual}};
  static const GetSetDef kImportFields[] = {ROW(msg), ROW(name), ROW(path)};
  methods(E_ImportError, kImport);
  fields(E_ImportError, kImportFields);
  static const NativeDef kOs[] = {{"__new__", "(cls, /, *args, **kwargs)", "", os_new, Rule::residual},
                                  {"__init__", "(self, /, *args, **kwargs)", "", os_init, Rule::residual},
                                  {"__reduce__", "(self, /)", "", os_reduce, Rule::residual},
                                  {"__str__", "(self, /)", "", os_str, Rule::residual}};
  static const GetSetDef kOsFields[] = {ROW(errno), ROW(strerror), ROW(filename), ROW(filename2)};
  static const GetSetDef kBlocking[] = {{"characters_written", os_written, set_os_written, ""}};
  fields(E_OSError, kBlocking);
  methods(E_OSError, kOs);
  fields(E_OSError, kOsFields);
  static const NativeDef kSyntax[] = {{"__init__", "(self, /, *args, **kwargs)", "", syntax_init, Rule::residual},
                                      {"__str__", "(self, /)", "", syntax_str, Rule::residual}};
  static const GetSetDef kSyntaxFields[] = {ROW(msg),  ROW(filename),   ROW(lineno),     ROW(offset),
                                            ROW(text), ROW(end_lineno), ROW(end_offset), ROW(print_file_and_line)};
  methods(E_SyntaxError, kSyntax);
  fields(E_SyntaxError, kSyntaxFields);
  static const NativeDef kUnicode[] = {{"__init__", "(self, /, *args, **kwargs)", "", unicode_init, Rule::residual},
                                       {"__str__", "(self, /)", "", unicode_str, Rule::residual}};
  static const GetSetDef kUnicodeFields[] = {ROW(encoding),
                                             ROW(object),
                                             {"start", hidden_get<k_start>, set_place<k_start>, ""},
                                             {"end", hidden_get<k_end>, set_place<k_end>, ""},
                                             ROW(reason)};
  for (ExcId id : {E_UnicodeDecodeError, E_UnicodeEncodeError, E_UnicodeTranslateError}) {
    methods(id, kUnicode);
    fields(id, kUnicodeFields);
  }
  static const NativeDef kGroup[] = {
      {"__new__", "(cls, /, *args, **kwargs)", "", group_new, Rule::residual},
      {"__init__", "(self, /, *args, **kwargs)", "", exc_init, Rule::residual},
      {"__str__", "(self, /)", "", group_str, Rule::residual},
      {"__class_getitem__", "(cls, item, /)", "", group_class_getitem, Rule::residual, kClassMethod},
      {"derive", "(self, excs, /)", "A group of the same kind with other exceptions.", group_derive, Rule::residual},
      {"subgroup", "(self, condition, /)", "The group of those that match, or None.", group_subgroup, Rule::opaque},
      {"split", "(self, condition, /)", "The groups of those that match and of the rest.", group_split_method,
       Rule::opaque}};
  static const GetSetDef kGroupFields[] = {{"message", hidden_get<k_message>, refuse, "exception message"},
                                           {"exceptions", hidden_get<k_exceptions>, refuse, "nested exceptions"}};
  methods(E_BaseExceptionGroup, kGroup);
  fields(E_BaseExceptionGroup, kGroupFields);
  TypeSpec s{};
  s.name = intern(in, "ExceptionGroup");
  s.bases = {in.exc[E_BaseExceptionGroup], in.exc[E_Exception]};
  s.dict = dict(in);
  s.meta = in.type_type;
  s.inst_kind = Kind::Exc;
  s.flags = kIsExc | kImmutable;
  in.group_type = new_type(in, s);
}
}  // namespace adder
