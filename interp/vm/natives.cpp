// Built-in functions, types and modules. One record each: name, signature, doc, function, argument counts, capture
// rule, polyfill.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <unistd.h>

#include <cstring>

#include "stdlib/blob.h"
#include "interp/vm/frame_hook.h"

namespace adder {
Type *E_TypeError, *E_ValueError, *E_NameError, *E_UnboundLocalError, *E_AttributeError, *E_KeyError, *E_IndexError,
    *E_ZeroDivisionError, *E_StopIteration, *E_RuntimeError, *E_RecursionError, *E_OverflowError, *E_ImportError,
    *E_AssertionError, *E_GeneratorExit, *E_Exception;
static const char* prelude_text() {
  for (size_t i = 0; i < kStdlibFileCount; ++i)
    if (!strcmp(kStdlibFiles[i].path, "prelude.py")) return kStdlibFiles[i].text;
  return "";
}
void type_ready(Type*);
Value make_iter(IterKind k, Value seq_owned);
bool less(Thread&, Value, Value, bool* ok);
static std::unordered_map<std::string_view, Module*> modules;

void Thread::flush() {
  size_t at = 0;
  while (at < out.size()) {
    ssize_t n = ::write(1, out.data() + at, out.size() - at);
    if (n <= 0) break;
    at += size_t(n);
  }
  out.clear();
}
Value native(const NativeDef* d) {
  Native* n = make<Native>(Kind::Native);
  n->def = d;
  n->poly = kAbsent;
  return of(n);
}
Value make_func(Code* c, Dict* g) {
  Func* f = make<Func>(Kind::Func);
  f->aux = 0;
  f->code = c;
  f->globals = g;
  f->defaults = nullptr;
  f->kwdefaults = nullptr;
  f->name = inc(of(c->name));
  f->dict = kAbsent;
  return of(f);
}
static Value text(std::string_view s) {
  return of(str(s));
}
static Value kwarg(Value* a, int n, Tuple* kw, std::string_view name) {
  if (kw)
    for (uint32_t i = 0; i < kw->len; i++)
      if (sv(kw->items[i]) == name) return a[n - int(kw->len) + int(i)];
  return kAbsent;
}
#define FN(name)                                                                                    \
  static Value name([[maybe_unused]] Thread& th, [[maybe_unused]] Value* a, [[maybe_unused]] int n, \
                    [[maybe_unused]] Tuple* kw)
#define WANT(cond, ...)                                     \
  do {                                                      \
    if (!(cond)) return th.raise(E_TypeError, __VA_ARGS__); \
  } while (0)

FN(f_print) {
  int np = n - (kw ? int(kw->len) : 0);
  Value sep = kwarg(a, n, kw, "sep"), end = kwarg(a, n, kw, "end");
  std::string line;
  for (int i = 0; i < np; i++) {
    if (i) {
      if (is_str(sep))
        line += sv(sep);
      else
        line += ' ';
    }
    if (!str_of(th, a[i], &line)) return kAbsent;
  }
  if (is_str(end))
    line += sv(end);
  else
    line += '\n';
  th.out += line;
  if (th.out.size() > 1 << 15) th.flush();
  return kNone;
}
FN(f_len) {
  Value v = a[0];
  switch (v.is_cell() ? v.cell()->kind : Kind::None) {
    case Kind::Str: return integer(v.as<Str>()->len);
    case Kind::List: return integer(v.as<List>()->len);
    case Kind::Tuple: return integer(v.as<Tuple>()->len);
    case Kind::Dict:
    case Kind::Set: return integer(v.as<Dict>()->used);
    case Kind::Range: {
      Range* r = v.as<Range>();
      int64_t k = (r->stop - r->start + r->step - (r->step > 0 ? 1 : -1)) / r->step;
      return integer(k < 0 ? 0 : k);
    }
    default: break;
  }
  Value m = type_find(type_of(v), intern("__len__"));
  WANT(m.u, "object of type '%s' has no len()", type_name(v).c_str());
  return th.call(m, a, 1);
}
FN(t_range) {
  for (int i = 0; i < n; i++)
    WANT(is_intlike(a[i]), "'%s' object cannot be interpreted as an integer", type_name(a[i]).c_str());
  Range* r = make<Range>(Kind::Range);
  r->start = n > 1 ? to_int(a[0]) : 0;
  r->stop = to_int(a[n > 1]);
  r->step = n > 2 ? to_int(a[2]) : 1;
  if (!r->step) {
    dec(r);
    return th.raise(E_ValueError, "range() arg 3 must not be zero");
  }
  return of(r);
}
FN(f_isinstance) {
  auto one = [&](Value t) { return t.is(Kind::Type) && subtype(type_of(a[0]), t.as<Type>()); };
  if (a[1].is(Kind::Tuple)) {
    for (uint32_t i = 0; i < a[1].as<Tuple>()->len; i++)
      if (one(a[1].as<Tuple>()->items[i])) return kTrue;
    return kFalse;
  }
  return boolean(one(a[1]));
}
FN(f_issubclass) {
  return boolean(a[0].is(Kind::Type) && a[1].is(Kind::Type) && subtype(a[0].as<Type>(), a[1].as<Type>()));
}
FN(o_setattr) {
  Value r = kAbsent;
  Out o = set_attr(th, a[0], intern(sv(a[1])), a[2], nullptr);
  if (o == kPushed) {
    th.fr->cont = Cont::Exit;
    r = th.finish();
    if (!r.u) return kAbsent;
    dec(r);
  }
  return o == kError ? kAbsent : kNone;
}
FN(f_setattr) {
  if (a[0].is(Kind::Instance) && type_of(a[0])->tflags & kSetAttr)
    return th.call(type_find(type_of(a[0]), intern("__setattr__")), a, 3);
  return o_setattr(th, a, n, kw);
}
FN(f_getattr) {
  Value v = get_attr_native(th, a[0], intern(sv(a[1])));
  if (!v.u && n > 2 && subtype(th.pending.as<Exc>()->type, E_AttributeError)) {
    put(th.pending, kAbsent);
    return inc(a[2]);
  }
  return v;
}
FN(f_hasattr) {
  Value v = get_attr_native(th, a[0], intern(sv(a[1])));
  if (v.u) {
    dec(v);
    return kTrue;
  }
  put(th.pending, kAbsent);
  return kFalse;
}
FN(f_iter) {
  Value r = kAbsent;
  Out o = get_iter(th, a[0], 255, &r);
  if (o == kPushed) {
    th.fr->cont = Cont::Exit;
    return th.finish();
  }
  return o == kError ? kAbsent : r;
}
FN(f_next) {
  Value v = next_value(th, a[0]);
  if (v.u != kStop.u) return v;
  if (n > 1) return inc(a[1]);
  return th.raise_obj(of(instance(E_StopIteration)));
}
FN(f_abs) {
  if (is_intlike(a[0])) {
    int64_t i = to_int(a[0]);
    return integer(i < 0 ? -i : i);
  }
  WANT(a[0].is_float(), "bad operand type for abs(): '%s'", type_name(a[0]).c_str());
  return real(std::fabs(a[0].as_float()));
}
static Value extreme(Thread& th, Value* a, int n, Tuple* kw, bool max) {
  std::vector<Value> v;
  Value key = kwarg(a, n, kw, "key");
  int np = n - (kw ? int(kw->len) : 0);
  if (np == 1) {
    if (!iterate(th, a[0], &v)) return kAbsent;
  } else
    for (int i = 0; i < np; i++) v.push_back(inc(a[i]));
  if (v.empty()) return th.raise(E_ValueError, "%s() arg is an empty sequence", max ? "max" : "min");
  Value best = kAbsent, bk = kAbsent;
  bool ok = true;
  for (Value x : v) {
    Value k = key.u ? th.call(key, &x, 1) : inc(x);
    if (!k.u) return kAbsent;
    bool better = !best.u || (max ? less(th, bk, k, &ok) : less(th, k, bk, &ok));
    if (!ok) return kAbsent;
    if (better) {
      best = x;
      put(bk, k);
    } else
      dec(k);
  }
  inc(best);
  dec(bk);
  for (Value x : v) dec(x);
  return best;
}
FN(f_max) {
  return extreme(th, a, n, kw, true);
}
FN(f_min) {
  return extreme(th, a, n, kw, false);
}
FN(f_sum) {
  Value acc = n > 1 ? inc(a[1]) : integer49(0);
  std::vector<Value> v;
  if (!iterate(th, a[0], &v)) return kAbsent;
  for (Value x : v) {
    if (both_int(acc, x)) {
      int64_t r = acc.as_int() + x.as_int();
      acc = integer(r);
      continue;
    }
    Value r = kAbsent;
    Out o = binary(th, kAdd, false, acc, x, 255, &r);
    if (o == kPushed) {
      th.fr->cont = Cont::Exit;
      r = th.finish();
    }
    dec(acc);
    dec(x);
    if (!r.u || o == kError) return kAbsent;
    acc = r;
  }
  return acc;
}
FN(f_any) {
  std::vector<Value> v;
  if (!iterate(th, a[0], &v)) return kAbsent;
  bool r = false;
  for (Value x : v) {
    bool t;
    truth_native(th, x, &t);
    r |= t;
    dec(x);
  }
  return boolean(r);
}
FN(f_all) {
  std::vector<Value> v;
  if (!iterate(th, a[0], &v)) return kAbsent;
  bool r = true;
  for (Value x : v) {
    bool t;
    truth_native(th, x, &t);
    r &= t;
    dec(x);
  }
  return boolean(r);
}
static bool sort_values(Thread& th, std::vector<Value>& v, Value key, bool reverse,
                        std::vector<uint32_t>* order = nullptr) {
  struct Item {
    Value k, v;
    uint32_t i;
  };
  std::vector<Item> items;
  bool ok = true, ints = true, strs = true;
  for (size_t i = 0; i < v.size(); i++) {
    Value k = key.u && key.u != kNone.u ? th.call(key, &v[i], 1) : inc(v[i]);
    if (!k.u) {
      for (auto& it : items) dec(it.k);
      return false;
    }
    ints &= k.is_int();
    strs &= is_str(k);
    items.push_back({k, v[i], uint32_t(i)});
  }
  if (reverse) std::reverse(items.begin(), items.end());
  if (ints)
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& x, const Item& y) { return x.k.as_int() < y.k.as_int(); });
  else if (strs)
    std::stable_sort(items.begin(), items.end(), [](const Item& x, const Item& y) { return sv(x.k) < sv(y.k); });
  else
    std::stable_sort(items.begin(), items.end(),
                     [&](const Item& x, const Item& y) { return ok && less(th, x.k, y.k, &ok); });
  if (reverse) std::reverse(items.begin(), items.end());
  for (size_t i = 0; i < items.size(); i++) {
    v[i] = items[i].v;
    if (order) order->push_back(items[i].i);
    dec(items[i].k);
  }
  return ok;
}
static Value list_from(std::vector<Value>& v) {
  List* l = list(uint32_t(v.size()));
  if (!v.empty()) memcpy(l->items, v.data(), v.size() * 8);
  l->len = uint32_t(v.size());
  return of(l);
}
FN(f_sorted) {
  std::vector<Value> v;
  Value r = kwarg(a, n, kw, "reverse");
  bool rev = false;
  if (r.u) truth_native(th, r, &rev);
  if (!iterate(th, a[0], &v)) return kAbsent;
  if (!sort_values(th, v, kwarg(a, n, kw, "key"), rev)) {
    for (Value x : v) dec(x);
    return kAbsent;
  }
  return list_from(v);
}
FN(f_argsort) {
  std::vector<Value> v;
  std::vector<uint32_t> o;
  bool rev;
  truth_native(th, a[1], &rev);
  if (!iterate(th, a[0], &v) || !sort_values(th, v, kAbsent, rev, &o)) return kAbsent;
  for (Value x : v) dec(x);
  List* l = list();
  for (uint32_t i : o) push(l, integer49(i));
  return of(l);
}
FN(f_zip) {
  Tuple* t = tuple(n);
  for (int i = 0; i < n; i++) {
    Value it = f_iter(th, a + i, 1, nullptr);
    if (!it.u) {
      dec(t);
      return kAbsent;
    }
    t->items[i] = it;
  }
  return make_iter(IterKind::Zip, of(t));
}
FN(f_enumerate) {
  Value it = f_iter(th, a, 1, nullptr);
  if (!it.u) return kAbsent;
  Value r = make_iter(IterKind::Enumerate, it);
  if (n > 1) r.as<Iter>()->i = to_int(a[1]);
  return r;
}
FN(f_reversed) {
  if (a[0].is(Kind::List) || a[0].is(Kind::Tuple)) return make_iter(IterKind::Reversed, inc(a[0]));
  std::vector<Value> v;
  if (!iterate(th, a[0], &v)) return kAbsent;
  return make_iter(IterKind::Reversed, list_from(v));
}
FN(f_map) {
  Value it = f_iter(th, a + 1, 1, nullptr);
  if (!it.u) return kAbsent;
  Tuple* t = tuple(2);
  t->items[0] = inc(a[0]);
  t->items[1] = it;
  return make_iter(IterKind::Map, of(t));
}
FN(f_filter) {
  Value it = f_iter(th, a + 1, 1, nullptr);
  if (!it.u) return kAbsent;
  Tuple* t = tuple(2);
  t->items[0] = inc(a[0]);
  t->items[1] = it;
  return make_iter(IterKind::Filter, of(t));
}
FN(f_repr) {
  std::string s;
  return repr_of(th, a[0], &s) ? text(s) : kAbsent;
}
FN(f_ord) {
  return integer(uint8_t(sv(a[0])[0]));
}
FN(f_chr) {
  char c = char(to_int(a[0]));
  return text({&c, 1});
}
FN(f_id) {
  return integer(int64_t(a[0].u & 0xFFFFFFFFFFFF));
}
FN(f_hash) {
  uint32_t h;
  return hash_of(a[0], &h) ? integer(h) : th.raise(E_TypeError, "unhashable type: '%s'", type_name(a[0]).c_str());
}
FN(f_round) {
  if (is_intlike(a[0])) return inc(a[0]);
  double d = to_double(a[0]);
  if (n < 2) return integer(int64_t(std::nearbyint(d)));
  char b[64];
  snprintf(b, 64, "%.*f", int(to_int(a[1])), d);
  return real(strtod(b, nullptr));
}
FN(f_divmod) {
  Value x = kAbsent, y = kAbsent;
  if (binary(th, kFdiv, false, a[0], a[1], 255, &x) == kError || binary(th, kMod, false, a[0], a[1], 255, &y) == kError)
    return kAbsent;
  Tuple* t = tuple(2);
  t->items[0] = x;
  t->items[1] = y;
  return of(t);
}
FN(f_callable) {
  return boolean(a[0].is(Kind::Func) || a[0].is(Kind::Native) || a[0].is(Kind::Type) || a[0].is(Kind::Method) ||
                 (a[0].is(Kind::Instance) && type_find(type_of(a[0]), intern("__call__")).u));
}
static Value run_text(Thread& th, Value* a, int n, bool expr) {
  static std::string file = "<string>";
  std::string err;
  Code* c = compile(std::string(sv(a[0])), &file, &err, expr);
  if (!c) return th.raise(E_ValueError, "%s", err.c_str());
  Value f = make_func(c, n > 1 && a[1].is(Kind::Dict) ? a[1].as<Dict>() : th.fr->func->globals);
  Value r = th.call(f, nullptr, 0);
  dec(f);
  return r;
}
FN(f_eval) {
  return run_text(th, a, n, true);
}
FN(f_exec) {
  return run_text(th, a, n, false);
}
FN(t_int) {
  if (!n) return integer49(0);
  if (is_intlike(a[0])) return integer(to_int(a[0]));
  if (a[0].is_float()) {
    double d = a[0].as_float();
    if (std::fabs(d) > 9e18) return th.raise(E_OverflowError, "integer beyond 64 bits: not in this sketch");
    return integer(int64_t(d));
  }
  WANT(is_str(a[0]), "int() argument must be a string, a bytes-like object or a real number, not '%s'",
       type_name(a[0]).c_str());
  int64_t v;
  auto s = sv(a[0]);
  auto r = std::from_chars(s.data(), s.data() + s.size(), v, n > 1 ? int(to_int(a[1])) : 10);
  if (r.ec != std::errc() || r.ptr != s.data() + s.size()) {
    std::string q = repr(a[0]);
    return th.raise(E_ValueError, "invalid literal for int() with base 10: %s", q.c_str());
  }
  return integer(v);
}
FN(t_float) {
  if (!n) return real(0);
  if (is_number(a[0])) return real(to_double(a[0]));
  WANT(is_str(a[0]), "float() argument must be a string or a real number, not '%s'", type_name(a[0]).c_str());
  char* end;
  double d = strtod(a[0].as<Str>()->data, &end);
  if (*end) {
    std::string q = repr(a[0]);
    return th.raise(E_ValueError, "could not convert string to float: %s", q.c_str());
  }
  return real(d);
}
FN(t_bool) {
  bool t = false;
  if (n && !truth_native(th, a[0], &t)) return kAbsent;
  return boolean(t);
}
FN(t_str) {
  if (!n) return text("");
  if (is_str(a[0])) return inc(a[0]);
  if (a[0].is_int()) {
    char b[24];
    auto r = std::to_chars(b, b + 24, a[0].as_int());
    return text({b, size_t(r.ptr - b)});
  }
  std::string s;
  return str_of(th, a[0], &s) ? text(s) : kAbsent;
}
FN(t_list) {
  std::vector<Value> v;
  if (n && !iterate(th, a[0], &v)) return kAbsent;
  return list_from(v);
}
FN(t_tuple) {
  std::vector<Value> v;
  if (n && !iterate(th, a[0], &v)) return kAbsent;
  Tuple* t = tuple(uint32_t(v.size()));
  for (size_t i = 0; i < v.size(); i++) t->items[i] = v[i];
  return of(t);
}
FN(t_set) {
  std::vector<Value> v;
  if (n && !iterate(th, a[0], &v)) return kAbsent;
  Dict* d = dict(Kind::Set);
  for (Value x : v) {
    dict_set(d, x, kNone);
    dec(x);
  }
  return of(d);
}
FN(t_dict) {
  Dict* d = dict();
  int np = n - (kw ? int(kw->len) : 0);
  if (np && a[0].is(Kind::Dict)) {
    Dict* s = a[0].as<Dict>();
    for (uint32_t i = 0; i < s->filled; i++)
      if (s->entries[i].key.u) dict_set(d, s->entries[i].key, inc(s->entries[i].val));
  } else if (np) {
    std::vector<Value> v;
    if (!iterate(th, a[0], &v)) return kAbsent;
    for (Value x : v) {
      std::vector<Value> p;
      if (!iterate(th, x, &p) || p.size() != 2)
        return th.raise(E_ValueError, "dictionary update sequence element has wrong length");
      dict_set(d, p[0], p[1]);
      dec(p[0]);
      dec(x);
    }
  }
  for (int i = np; i < n; i++) dict_set(d, kw->items[i - np], inc(a[i]));
  return of(d);
}
FN(t_type) {
  Type* t = type_of(a[0]);
  t->count++;
  return of(t);
}
FN(t_object) {
  return of(instance(g_object));
}
FN(t_property) {
  Property* p = make<Property>(Kind::Property);
  p->get = n ? inc(a[0]) : kNone;
  p->set = n > 1 ? inc(a[1]) : kNone;
  return of(p);
}
FN(m_setter) {
  Property* p = make<Property>(Kind::Property);
  p->get = inc(a[0].as<Property>()->get);
  p->set = inc(a[1]);
  return of(p);
}
FN(t_staticmethod) {
  Wrapper* w = make<Wrapper>(Kind::StaticMethod);
  w->func = inc(a[0]);
  return of(w);
}
FN(t_classmethod) {
  Wrapper* w = make<Wrapper>(Kind::ClassMethod);
  w->func = inc(a[0]);
  return of(w);
}
FN(t_super) {
  Value c = a[0].is(Kind::Cell) ? a[0].as<CellVar>()->v : a[0];
  Super* s = make<Super>(Kind::Super);
  s->type = c.as<Type>();
  s->self = inc(a[1]);
  return of(s);
}
FN(o_getattribute) {
  return get_attr_native(th, a[0], intern(sv(a[1])));
}
FN(o_init) {
  return kNone;
}
FN(f_init_exc) {
  Tuple* t = tuple(n - 1);
  for (int i = 1; i < n; i++) t->items[i - 1] = inc(a[i]);
  put(a[0].as<Exc>()->args, of(t));
  return kNone;
}
FN(f_build_class) {
  Dict* ns = dict();
  Value nsv = of(ns);
  dict_set(ns, of(intern("__module__")), of(intern("__main__")));
  Value cell = th.call(a[0], &nsv, 1);
  if (!cell.u) {
    dec(ns);
    return kAbsent;
  }
  std::vector<Type*> bases;
  Tuple* b = a[2].as<Tuple>();
  for (uint32_t i = 0; i < b->len; i++) {
    WANT(b->items[i].is(Kind::Type), "bases must be types");
    bases.push_back(b->items[i].as<Type>());
  }
  if (bases.empty()) bases.push_back(g_object);
  for (Type* x : bases)
    if (!(x->tflags & (kHeapType | kIsExc)) && x != g_object)
      return th.raise(E_TypeError, "subclassing '%s' is not in this sketch", x->name->data);
  if (dict_get(a[3].as<Dict>(), intern("metaclass")).u)
    return th.raise(E_TypeError, "metaclasses are not in this sketch");
  Type* t = new_type(a[1].as<Str>(), bases, ns, Kind::Instance);
  WANT(t, "Cannot create a consistent method resolution order (MRO) for bases");
  t->tflags |= kHeapType;
  for (Type* x : bases) t->tflags |= x->tflags & kSlots;
  type_ready(t);
  if (cell.is(Kind::Cell)) put(cell.as<CellVar>()->v, inc(of(t)));
  dec(cell);
  Value slots = dict_get(ns, intern("__slots__"));
  if (slots.u) {
    t->tflags |= kSlots;
    std::vector<Value> v;
    if (is_str(slots))
      v.push_back(slots);
    else if (!iterate(th, slots, &v))
      return kAbsent;
    for (Value x : v) t->slots.push_back(intern(sv(x)));
    for (Type* x : bases)
      for (Str* s : x->slots) t->slots.push_back(s);
  }
  for (uint32_t i = 0; i < ns->filled; i++) {  // __set_name__
    Value v = ns->entries[i].val;
    if (!v.is(Kind::Instance)) continue;
    Value m = type_find(v.as<Instance>()->type, intern("__set_name__")), args[3] = {v, of(t), ns->entries[i].key};
    if (m.u) {
      Value r = th.call(m, args, 3);
      if (!r.u) return kAbsent;
      dec(r);
    }
  }
  Str* is = intern("__init_subclass__");
  if (Value v = dict_get(ns, is); v.is(Kind::Func)) {
    Wrapper* w = make<Wrapper>(Kind::ClassMethod);
    w->func = inc(v);
    type_set(t, is, of(w));
  }
  if (Value v = dict_get(ns, intern("__class_getitem__")); v.is(Kind::Func)) type_ready(t);
  for (size_t i = 1; i < t->mro.size(); i++) {
    Value v = dict_get(t->mro[i]->dict, is);
    if (!v.is(Kind::ClassMethod)) continue;
    Dict* k = a[3].as<Dict>();
    std::vector<Value> args{of(t)};
    Tuple* names = k->used ? tuple(k->used) : nullptr;
    int j = 0;
    for (uint32_t e = 0; e < k->filled; e++) {
      names->items[j++] = inc(k->entries[e].key);
      args.push_back(k->entries[e].val);
    }
    Value r = th.call(v.as<Wrapper>()->func, args.data(), int(args.size()), names);
    if (!r.u) return kAbsent;
    dec(r);
    break;
  }
  return of(t);
}
// str methods
FN(s_join) {
  std::vector<Value> v;
  if (!iterate(th, a[1], &v)) return kAbsent;
  size_t len = 0;
  auto sep = sv(a[0]);
  for (size_t i = 0; i < v.size(); i++) {
    if (!is_str(v[i])) {
      th.raise(E_TypeError, "sequence item %d: expected str instance, %s found", int(i), type_name(v[i]).c_str());
      for (Value x : v) dec(x);
      return kAbsent;
    }
    len += v[i].as<Str>()->len;
  }
  if (!v.empty()) len += sep.size() * (v.size() - 1);
  Str* r = str_blank(len);
  char* p = r->data;
  for (size_t i = 0; i < v.size(); i++) {
    if (i) {
      memcpy(p, sep.data(), sep.size());
      p += sep.size();
    }
    auto s = sv(v[i]);
    memcpy(p, s.data(), s.size());
    p += s.size();
  }
  for (Value x : v) dec(x);
  return of(r);
}
FN(s_split) {
  auto s = sv(a[0]);
  List* l = list();
  if (n < 2 || a[1].u == kNone.u) {
    for (size_t i = 0; i < s.size();) {
      while (i < s.size() && isspace(uint8_t(s[i]))) i++;
      size_t b = i;
      while (i < s.size() && !isspace(uint8_t(s[i]))) i++;
      if (i > b) push(l, text(s.substr(b, i - b)));
    }
    return of(l);
  }
  auto d = sv(a[1]);
  size_t b = 0;
  if (d.size() == 1) {
    for (;;) {
      const void* p = memchr(s.data() + b, d[0], s.size() - b);
      if (!p) break;
      size_t e = static_cast<const char*>(p) - s.data();
      push(l, text(s.substr(b, e - b)));
      b = e + 1;
    }
  } else
    for (size_t e; (e = s.find(d, b)) != s.npos; b = e + d.size()) push(l, text(s.substr(b, e - b)));
  push(l, text(s.substr(b)));
  return of(l);
}
FN(s_startswith) {
  return boolean(sv(a[0]).substr(0, sv(a[1]).size()) == sv(a[1]));
}
FN(s_endswith) {
  auto s = sv(a[0]), t = sv(a[1]);
  return boolean(s.size() >= t.size() && s.substr(s.size() - t.size()) == t);
}
FN(s_replace) {
  auto s = sv(a[0]), x = sv(a[1]), y = sv(a[2]);
  std::string o;
  size_t b = 0, e;
  while ((e = s.find(x, b)) != s.npos) {
    o += s.substr(b, e - b);
    o += y;
    b = e + x.size();
  }
  o += s.substr(b);
  return text(o);
}
template <class F>
static Value each(Value v, F f) {
  Str *s = v.as<Str>(), *r = str_blank(s->len);
  for (uint32_t i = 0; i < s->len; i++) r->data[i] = char(f(uint8_t(s->data[i])));
  return of(r);
}
FN(s_upper) {
  return each(a[0], [](int c) { return toupper(c); });
}
FN(s_lower) {
  return each(a[0], [](int c) { return tolower(c); });
}
FN(s_swapcase) {
  return each(a[0], [](int c) { return isupper(c) ? tolower(c) : toupper(c); });
}
FN(s_title) {
  int p = ' ';
  return each(a[0], [&](int c) {
    int r = isalpha(p) ? tolower(c) : toupper(c);
    p = c;
    return r;
  });
}
FN(s_strip) {
  auto s = sv(a[0]), set = n > 1 ? sv(a[1]) : std::string_view(" \t\n\r");
  size_t b = s.find_first_not_of(set), e = s.find_last_not_of(set);
  return text(b == s.npos ? "" : s.substr(b, e - b + 1));
}
FN(s_find) {
  size_t p = sv(a[0]).find(sv(a[1]));
  return integer(p == std::string_view::npos ? -1 : int64_t(p));
}
FN(s_center) {
  auto s = sv(a[0]);
  int w = int(to_int(a[1])) - int(s.size());
  char f = n > 2 ? sv(a[2])[0] : ' ';
  if (w < 0) w = 0;
  int l = w / 2 + (w & int(to_int(a[1])) & 1);
  return text(std::string(l, f) + std::string(s) + std::string(w - l, f));
}
FN(s_zfill) {
  std::string s(sv(a[0]));
  while (int64_t(s.size()) < to_int(a[1])) s.insert(s.begin(), '0');
  return text(s);
}
FN(s_partition) {
  auto s = sv(a[0]), d = sv(a[1]);
  size_t p = s.find(d);
  Tuple* t = tuple(3);
  t->items[0] = text(s.substr(0, p));
  t->items[1] = p == s.npos ? text("") : inc(a[1]);
  t->items[2] = text(p == s.npos ? "" : s.substr(p + d.size()));
  return of(t);
}
FN(s_isdigit) {
  auto s = sv(a[0]);
  return boolean(!s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return isdigit(uint8_t(c)); }));
}
FN(s_count) {
  auto s = sv(a[0]), x = sv(a[1]);
  int64_t k = 0;
  for (size_t p = 0; (p = s.find(x, p)) != s.npos; p += x.size()) k++;
  return integer(k);
}
// list, dict, set, generator methods
FN(l_append) {
  push(a[0].as<List>(), inc(a[1]));
  return kNone;
}
FN(l_pop) {
  List* l = a[0].as<List>();
  if (!l->len) return th.raise(E_IndexError, "pop from empty list");
  int64_t i = n > 1 ? to_int(a[1]) : -1;
  if (i < 0) i += l->len;
  if (i < 0 || i >= int64_t(l->len)) return th.raise(E_IndexError, "pop index out of range");
  Value v = l->items[i];
  memmove(l->items + i, l->items + i + 1, (l->len - i - 1) * 8);
  l->len--;
  return v;
}
FN(l_extend) {
  std::vector<Value> v;
  if (!iterate(th, a[1], &v)) return kAbsent;
  for (Value x : v) push(a[0].as<List>(), x);
  return kNone;
}
FN(l_insert) {
  List* l = a[0].as<List>();
  int64_t i = to_int(a[1]);
  if (i < 0) i += l->len;
  if (i < 0) i = 0;
  if (i > int64_t(l->len)) i = l->len;
  push(l, kNone);
  memmove(l->items + i + 1, l->items + i, (l->len - 1 - i) * 8);
  l->items[i] = inc(a[2]);
  return kNone;
}
FN(l_reverse) {
  List* l = a[0].as<List>();
  std::reverse(l->items, l->items + l->len);
  return kNone;
}
FN(l_index) {
  List* l = a[0].as<List>();
  for (uint32_t i = 0; i < l->len; i++)
    if (equal(l->items[i], a[1])) return integer(i);
  return th.raise(E_ValueError, "%s is not in list", repr(a[1]).c_str());
}
FN(l_count) {
  List* l = a[0].as<List>();
  int64_t k = 0;
  for (uint32_t i = 0; i < l->len; i++) k += equal(l->items[i], a[1]);
  return integer(k);
}
FN(l_sort) {
  List* l = a[0].as<List>();
  std::vector<Value> v(l->items, l->items + l->len);
  Value r = kwarg(a, n, kw, "reverse");
  bool rev = false;
  if (r.u) truth_native(th, r, &rev);
  if (!sort_values(th, v, kwarg(a, n, kw, "key"), rev)) return kAbsent;
  if (!v.empty()) memcpy(l->items, v.data(), v.size() * 8);
  return kNone;
}
FN(d_get) {
  Value v = dict_get(a[0].as<Dict>(), a[1]);
  return v.u ? inc(v) : n > 2 ? inc(a[2]) : kNone;
}
static Value view(IterKind k, Value d) {
  Value v = make_iter(k, inc(d));
  v.as<Iter>()->size = d.as<Dict>()->used;
  return v;
}
FN(d_keys) {
  return view(IterKind::Keys, a[0]);
}
FN(d_values) {
  return view(IterKind::Values, a[0]);
}
FN(d_items) {
  return view(IterKind::Items, a[0]);
}
FN(d_pop) {
  Value v = dict_get(a[0].as<Dict>(), a[1]);
  if (!v.u) {
    if (n > 2) return inc(a[2]);
    Exc* x = static_cast<Exc*>(instance(E_KeyError));
    Tuple* t = tuple(1);
    t->items[0] = inc(a[1]);
    put(x->args, of(t));
    return th.raise_obj(of(x));
  }
  inc(v);
  dict_del(a[0].as<Dict>(), a[1]);
  return v;
}
FN(d_setdefault) {
  Value v = dict_get(a[0].as<Dict>(), a[1]);
  if (v.u) return inc(v);
  dict_set(a[0].as<Dict>(), a[1], n > 2 ? inc(a[2]) : kNone);
  return n > 2 ? inc(a[2]) : kNone;
}
FN(d_update) {
  Value d = t_dict(th, a + 1, n - 1, kw);
  if (!d.u) return kAbsent;
  Dict* s = d.as<Dict>();
  for (uint32_t i = 0; i < s->filled; i++) dict_set(a[0].as<Dict>(), s->entries[i].key, inc(s->entries[i].val));
  dec(d);
  return kNone;
}
FN(e_add) {
  dict_set(a[0].as<Dict>(), a[1], kNone);
  return kNone;
}
FN(e_discard) {
  dict_del(a[0].as<Dict>(), a[1]);
  return kNone;
}
static Value drive(Thread& th, Gen* g, Value sent, Value throw_) {
  Value r = kAbsent;
  if (throw_.u && (!g->started || g->done)) {
    g->done = true;
    return th.raise_obj(throw_);
  }
  Out o = resume(th, g, sent, 255, Cont::Exit, &r);
  if (o == kError) return kAbsent;
  if (o == kPushed) {
    if (throw_.u) {
      th.fr->pc--;
      th.raise_obj(throw_);
    }  // the exception is pending at the yield
    th.native_depth++;
    r = th.finish();
    th.native_depth--;
  } else if (r.u == kStop.u)
    return th.raise_obj(of(instance(E_StopIteration)));
  if (r.u == kGenDone.u) {
    Exc* e = static_cast<Exc*>(instance(E_StopIteration));
    if (th.gen_result.u != kNone.u) {
      Tuple* t = tuple(1);
      t->items[0] = th.gen_result;
      put(e->args, of(t));
    }
    return th.raise_obj(of(e));
  }
  return r;
}
FN(g_send) {
  return drive(th, a[0].as<Gen>(), inc(a[1]), kAbsent);
}
FN(g_throw) {
  Value e = a[1].is(Kind::Type) ? th.call(a[1], nullptr, 0) : inc(a[1]);
  return drive(th, a[0].as<Gen>(), kNone, e);
}
FN(g_close) {
  Gen* g = a[0].as<Gen>();
  if (g->done || !g->started) {
    g->done = true;
    return kNone;
  }
  Value r = drive(th, g, kNone, of(instance(E_GeneratorExit)));
  if (r.u) {
    dec(r);
    return th.raise(E_RuntimeError, "generator ignored GeneratorExit");
  }
  if (subtype(th.pending.as<Exc>()->type, E_GeneratorExit) || subtype(th.pending.as<Exc>()->type, E_StopIteration)) {
    put(th.pending, kAbsent);
    return kNone;
  }
  return kAbsent;
}
FN(x_sqrt) {
  return real(std::sqrt(to_double(a[0])));
}
FN(x_floor) {
  return integer(int64_t(std::floor(to_double(a[0]))));
}
FN(x_ceil) {
  return integer(int64_t(std::ceil(to_double(a[0]))));
}
FN(x_clock) {
  return real(std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

static const NativeDef kFunctions[] = {
    {"print", "(*args, sep=' ', end='\\n')", "write to stdout", f_print, 0, -1, Rule::residual, nullptr},
    {"len", "(obj, /)", "number of items", f_len, 1, 1, Rule::symbolic, nullptr},
    {"isinstance", "(obj, cls, /)", "", f_isinstance, 2, 2, Rule::pure, nullptr},
    {"issubclass", "(cls, base, /)", "", f_issubclass, 2, 2, Rule::pure, nullptr},
    {"setattr", "(obj, name, value, /)", "", f_setattr, 3, 3, Rule::residual, nullptr},
    {"getattr", "(obj, name[, default], /)", "", f_getattr, 2, 3, Rule::residual, nullptr},
    {"hasattr", "(obj, name, /)", "", f_hasattr, 2, 2, Rule::residual, nullptr},
    {"iter", "(obj, /)", "", f_iter, 1, 1, Rule::traced, nullptr},
    {"next", "(it[, default], /)", "", f_next, 1, 2, Rule::traced, nullptr},
    {"abs", "(x, /)", "", f_abs, 1, 1, Rule::symbolic, nullptr},
    {"max", "(*args, key=None)", "", f_max, 1, -1, Rule::symbolic, nullptr},
    {"min", "(*args, key=None)", "", f_min, 1, -1, Rule::symbolic, nullptr},
    {"sum", "(it, /, start=0)", "", f_sum, 1, 2, Rule::calls, "sum"},
    {"any", "(it, /)", "", f_any, 1, 1, Rule::calls, "any"},
    {"all", "(it, /)", "", f_all, 1, 1, Rule::calls, "all"},
    {"sorted", "(it, /, *, key=None, reverse=False)", "", f_sorted, 1, -1, Rule::calls, "sorted"},
    {"map", "(f, *its)", "", f_map, 2, 2, Rule::calls, "map"},
    {"filter", "(f, it)", "", f_filter, 2, 2, Rule::calls, "filter"},
    {"zip", "(*its)", "", f_zip, 0, -1, Rule::residual, nullptr},
    {"enumerate", "(it, start=0)", "", f_enumerate, 1, 2, Rule::residual, nullptr},
    {"reversed", "(seq, /)", "", f_reversed, 1, 1, Rule::residual, nullptr},
    {"repr", "(obj, /)", "", f_repr, 1, 1, Rule::residual, nullptr},
    {"ord", "(c, /)", "", f_ord, 1, 1, Rule::pure, nullptr},
    {"chr", "(i, /)", "", f_chr, 1, 1, Rule::pure, nullptr},
    {"id", "(obj, /)", "", f_id, 1, 1, Rule::residual, nullptr},
    {"hash", "(obj, /)", "", f_hash, 1, 1, Rule::residual, nullptr},
    {"round", "(x, n=None, /)", "", f_round, 1, 2, Rule::pure, nullptr},
    {"divmod", "(a, b, /)", "", f_divmod, 2, 2, Rule::symbolic, nullptr},
    {"callable", "(obj, /)", "", f_callable, 1, 1, Rule::pure, nullptr},
    {"eval", "(src, globals=None, /)", "", f_eval, 1, 3, Rule::opaque, nullptr},
    {"exec", "(src, globals=None, /)", "", f_exec, 1, 3, Rule::opaque, nullptr},
    {"__build_class__", "(body, name, bases, kw)", "", f_build_class, 4, 4, Rule::opaque, nullptr},
    {"__argsort", "(keys, reverse)", "stable order of plain keys", f_argsort, 2, 2, Rule::residual, nullptr},
};
struct Row {
  const char* type;
  NativeDef def;
};
#define M(type, name, fn, min, max) {type, {name, "", "", fn, min, max, Rule::residual, nullptr}},
static const Row kMethods[] = {
    M("str", "join", s_join, 2, 2) M("str", "split", s_split, 1, 2) M("str", "startswith", s_startswith, 2, 2) M(
        "str", "endswith", s_endswith, 2, 2) M("str", "replace", s_replace, 3, 3) M("str", "upper", s_upper, 1, 1)
        M("str", "lower", s_lower, 1, 1) M("str", "swapcase", s_swapcase, 1, 1) M("str", "title", s_title, 1, 1) M(
            "str", "strip", s_strip, 1, 2) M("str", "find", s_find, 2, 2) M("str", "center", s_center, 2, 3)
            M("str", "zfill", s_zfill, 2, 2) M("str", "partition", s_partition, 2, 2) M(
                "str", "isdigit", s_isdigit, 1, 1) M("str", "count", s_count, 2, 2) M("list", "append", l_append, 2, 2)
                M("list", "pop", l_pop, 1, 2) M("list", "extend", l_extend, 2, 2) M("list", "insert", l_insert, 3, 3)
                    M("list", "reverse", l_reverse, 1, 1) M("list", "index", l_index, 2, 2)
                        M("list", "count", l_count, 2, 2) M("list", "sort", l_sort, 1, -1) M("dict", "get", d_get, 2, 3)
                            M("dict", "keys", d_keys, 1, 1) M("dict", "values", d_values, 1, 1)
                                M("dict", "items", d_items, 1, 1) M("dict", "pop", d_pop, 2, 3)
                                    M("dict", "setdefault", d_setdefault, 2, 3) M("dict", "update", d_update, 1, -1)
                                        M("set", "add", e_add, 2, 2) M("set", "discard", e_discard, 2, 2)
                                            M("generator", "send", g_send, 2, 2) M("generator", "throw", g_throw, 2, 4)
                                                M("generator", "close", g_close, 1, 1)
                                                    M("property", "__setter", m_setter, 2, 2)
                                                        M("object", "__setattr__", o_setattr, 3, 3)
                                                            M("object", "__getattribute__", o_getattribute, 2, 2)
                                                                M("BaseException", "__init__", f_init_exc, 1, -1)};
static const Row kNew[] = {
    M("int", "__new__", t_int, 0, 2) M("float", "__new__", t_float, 0, 1) M("bool", "__new__", t_bool, 0, 1)
        M("str", "__new__", t_str, 0, 1) M("list", "__new__", t_list, 0, 1) M("tuple", "__new__", t_tuple, 0, 1)
            M("dict", "__new__", t_dict, 0, -1) M("set", "__new__", t_set, 0, 1) M("range", "__new__", t_range, 1, 3)
                M("type", "__new__", t_type, 1, 1) M("property", "__new__", t_property, 0, 2)
                    M("staticmethod", "__new__", t_staticmethod, 1, 1) M("classmethod", "__new__", t_classmethod, 1, 1)
                        M("super", "__new__", t_super, 2, 2)};
static const Row kModules[] = {M("math", "sqrt", x_sqrt, 1, 1) M("math", "floor", x_floor, 1, 1) M(
    "math", "ceil", x_ceil, 1, 1) M("time", "perf_counter", x_clock, 0, 0) M("time", "time", x_clock, 0, 0)};

static Dict* prelude(Thread& th) {  // compiled on first use: a script that needs no polyfill does not pay
  static Dict* d;
  if (d) return d;
  static std::string file = "<adder>/prelude.py";
  std::string err;
  d = dict();
  Code* c = compile(prelude_text(), &file, &err);
  if (!c) {
    fprintf(stderr, "%s\n", err.c_str());
    abort();
  }
  bool keep = th.polyfill;
  th.polyfill = false;
  Recorder* rec = th.rec;
  th.rec = nullptr;
  Value f = make_func(c, d);
  Value r = th.call(f, nullptr, 0);
  if (!r.u) fprintf(stderr, "%s", traceback(th, th.pending.as<Exc>()).c_str());
  th.polyfill = keep;
  th.rec = rec;
  return d;
}
void use_polyfills(Thread& th) {
  Dict* p = prelude(th);
  for (const NativeDef& d : kFunctions)
    if (d.rule == Rule::calls) {
      Value v = dict_get(th.builtins, intern(d.name));
      v.as<Native>()->poly = inc(dict_get(p, intern(d.polyfill)));
    }
  th.polyfill = true;
}
Value import(Thread& th, Str* name) {
  auto it = modules.find(name->sv());
  if (it != modules.end()) return inc(of(it->second));
  static const std::pair<const char*, const char*> lib[] = {{"itertools", "chain"},
                                                            {"itertools", "count"},
                                                            {"itertools", "islice"},
                                                            {"itertools", "product"},
                                                            {"contextlib", "contextmanager"}};
  Module* m = make<Module>(Kind::Module);
  m->dict = dict();
  for (auto& r : kModules)
    if (name->sv() == r.type) dict_set(m->dict, of(intern(r.def.name)), native(&r.def));
  for (auto& [a, b] : lib)
    if (name->sv() == a) dict_set(m->dict, of(intern(b)), inc(dict_get(prelude(th), intern(b))));
  if (name->sv() == "math") dict_set(m->dict, of(intern("pi")), real(M_PI));
  if (!m->dict->used) return th.raise(E_ImportError, "No module named '%s'", name->data);
  m->count++;
  modules[name->sv()] = m;
  return of(m);
}
static Type* builtin(Thread& th, const char* name, Type* base, Kind k) {
  Type* t = new_type(intern(name), base ? std::vector<Type*>{base} : std::vector<Type*>{}, dict(), k);
  dict_set(th.builtins, of(t->name), of(t));
  return t;
}
void init_builtins(Thread& th) {
  g_object = builtin(th, "object", nullptr, Kind::Instance);
  static const std::pair<const char*, Kind> kinds[] = {{"int", Kind::Int},
                                                       {"float", Kind::Float},
                                                       {"NoneType", Kind::None},
                                                       {"str", Kind::Str},
                                                       {"tuple", Kind::Tuple},
                                                       {"list", Kind::List},
                                                       {"dict", Kind::Dict},
                                                       {"set", Kind::Set},
                                                       {"range", Kind::Range},
                                                       {"slice", Kind::Slice},
                                                       {"function", Kind::Func},
                                                       {"builtin_function_or_method", Kind::Native},
                                                       {"method", Kind::Method},
                                                       {"code", Kind::Code},
                                                       {"cell", Kind::Cell},
                                                       {"type", Kind::Type},
                                                       {"generator", Kind::Gen},
                                                       {"iterator", Kind::Iter},
                                                       {"super", Kind::Super},
                                                       {"property", Kind::Property},
                                                       {"staticmethod", Kind::StaticMethod},
                                                       {"classmethod", Kind::ClassMethod},
                                                       {"module", Kind::Module}};
  for (auto& [n, k] : kinds) g_types[int(k)] = builtin(th, n, g_object, k);
  g_types[int(Kind::Bool)] = builtin(th, "bool", g_types[int(Kind::Int)], Kind::Bool);
  g_base_exception = builtin(th, "BaseException", g_object, Kind::Exc);
  g_base_exception->tflags |= kIsExc;
  auto exc = [&](const char* n, Type* b) { return builtin(th, n, b, Kind::Exc); };
  E_Exception = exc("Exception", g_base_exception);
  E_GeneratorExit = exc("GeneratorExit", g_base_exception);
  E_TypeError = exc("TypeError", E_Exception);
  E_ValueError = exc("ValueError", E_Exception);
  E_NameError = exc("NameError", E_Exception);
  E_UnboundLocalError = exc("UnboundLocalError", E_NameError);
  E_AttributeError = exc("AttributeError", E_Exception);
  Type* lookup = exc("LookupError", E_Exception);
  E_KeyError = exc("KeyError", lookup);
  E_IndexError = exc("IndexError", lookup);
  Type* arith = exc("ArithmeticError", E_Exception);
  E_ZeroDivisionError = exc("ZeroDivisionError", arith);
  E_OverflowError = exc("OverflowError", arith);
  E_StopIteration = exc("StopIteration", E_Exception);
  E_RuntimeError = exc("RuntimeError", E_Exception);
  E_RecursionError = exc("RecursionError", E_RuntimeError);
  exc("NotImplementedError", E_RuntimeError);
  E_ImportError = exc("ImportError", E_Exception);
  E_AssertionError = exc("AssertionError", E_Exception);
  for (const NativeDef& d : kFunctions) dict_set(th.builtins, of(intern(d.name)), native(&d));
  for (const Row& r : kMethods)
    dict_set(dict_get(th.builtins, intern(r.type)).is(Kind::Type)
                 ? dict_get(th.builtins, intern(r.type)).as<Type>()->dict
                 : th.builtins,
             of(intern(r.def.name)), native(&r.def));
  for (const Row& r : kNew)
    dict_set(dict_get(th.builtins, intern(r.type)).as<Type>()->dict, of(intern("__new__")), native(&r.def));
  (void)t_object;
  (void)o_init;
}
}  // namespace adder
