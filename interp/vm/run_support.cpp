#include "interp/vm/run_support.h"

#include <algorithm>

#include "interp/vm/attrs.h"
#include "interp/vm/containers.h"
#include "interp/vm/exceptions.h"
#include "interp/vm/frame_hook.h"

namespace adder {
void dealloc_left(Thread& th, Frame* f, Cell* last) {
  const bool quiet = last->kind == Kind::Str || last->kind == Kind::Int || last->kind == Kind::Bytes;  // runs nothing
  if (quiet || th.rec || f->flags & (kFrameGen | kFrameObject)) return dealloc(last);
  struct Back {  // also where a finalizer finds no memory
    Thread& th;
    Frame* f;
    Frame keep = *f;  // the finalizer's frame takes its place
    Value* top = th.spill;
    ~Back() {
      *f = keep;
      th.fr = f;
      th.spill = top;
    }
  } back{th, f};
  th.spill = std::max(th.spill, f->base + f->code->nreg);
  th.fr = f - 1;
  dealloc(last);
}
void release_left(Thread& th, Frame* f, int from, int to) {
  for (int i = from; i < to; i++)
    if (Cell* last = count_down(std::exchange(f->base[i], kAbsent)); UNLIKELY(last)) dealloc_left(th, f, last);
}
bool append_in_place(Thread& th, Value* slot, Str* tail) {
  Str* s = slot->as<Str>();
  if ((s->flags & (kInterned | kImmortal | kIndexed)) || s == tail) return false;
  size_t n = size_t(s->len) + tail->len;
  if (n > UINT32_MAX) return false;
  size_t have = sizeof(Str) + (s->len > 3 ? s->len - 3 : 0), want = sizeof(Str) + (n > 3 ? n - 3 : 0);
  if (!(s->flags & kLarge)) {
    if (Heap::kChecked || ((have + 15) >> 4) != ((want + 15) >> 4) || want > Heap::kMaxSmall) return false;
  } else {
    s = static_cast<Str*>(th.in.heap.grow_large(s, want));
    *slot = of(s);
  }
  memcpy(s->data + s->len, tail->data, tail->len);
  s->len = uint32_t(n);
  s->chars += tail->chars;
  s->data[n] = 0;
  s->hash = 0;
  return true;
}
std::string callee_text(Thread& th, Value c) {
  if (c.is(Kind::Method)) c = c.as<Method>()->func;
  if (c.is(Kind::Func)) {
    Value m = dict_get(c.as<Func>()->globals, th.name(n_name));
    std::string q(sv(c.as<Func>()->qualname));
    return (is_str(m) && sv(m) != "builtins" ? std::string(sv(m)) + "." + q : q) + "()";
  }
  if (c.is(Kind::Native)) {
    Native* n = c.as<Native>();
    return (n->owner ? std::string(n->owner->name->sv()) + "." : std::string()) + n->def->name + "()";
  }
  if (c.is(Kind::Type)) return full_type_name(c.as<Type>()) + "()";
  std::string s;
  if (!str_of(th, c, &s)) th.clear_pending();
  return s;
}
bool merge_keywords(Thread& th, Dict* into, Value mapping, Value callee) {
  Owned keys(th.call_method(mapping, th.name(n_keys), nullptr, 0));
  if (!keys) {
    if (th.pending_is(E_AttributeError)) th.clear_pending();
    return false;
  }
  std::vector<Value> names;
  if (!iterate(th, keys.get(), &names)) return false;
  bool ok = true;
  for (Value n : names) {
    if (ok && !is_str(n)) {
      th.raise(E_TypeError, "keywords must be strings");
      ok = false;
    }
    if (ok && dict_find(into, n.as<Str>()) >= 0) {
      th.raise(E_TypeError, "%s got multiple values for keyword argument '%s'", callee_text(th, callee).c_str(),
               sv(n).data());
      ok = false;
    }
    if (ok) {
      Value v = subscript_native(th, mapping, n);
      ok = v.u && dict_set(th, into, n, v);
    }
    dec(n);
  }
  return ok;
}
void native_event(Thread& th, Value callee, Value* args, int n, Tuple* kw) {
  if (callee.is(Kind::Native)) th.rec->native_call(th, callee.as<Native>(), args, n, kw);
}
void unpack_error(Thread& th, uint32_t want, uint32_t got) {
  if (got < want)
    th.raise(E_ValueError, "not enough values to unpack (expected %u, got %u)", want, got);
  else
    th.raise(E_ValueError, "too many values to unpack (expected %u)", want);
}
static Value unpack_iterator(Thread& th, Value o) {
  Value it = iter_native(th, o);
  if (!it.u && th.pending_is(E_TypeError) && !type_find(type_of(th, o), th.name(n_iter)).u &&
      !type_find(type_of(th, o), th.name(n_getitem)).u) {
    th.clear_pending();
    th.raise(E_TypeError, "cannot unpack non-iterable %s object", type_name(th, o).c_str());
  }
  return it;
}
// Takes no more than n + 1 items, as CPython does.
Value plain_slice(Thread& th, Value o, Value lo, Value hi) {
  if (!o.is_cell() || !(lo.is_int() || lo.u == kNone.u) || !(hi.is_int() || hi.u == kNone.u)) return kStop;
  Kind k = o.cell()->kind;
  int64_t len;
  if (k == Kind::Str)
    len = o.as<Str>()->chars;
  else if (k == Kind::List)
    len = o.as<List>()->len;
  else if (k == Kind::Tuple)
    len = o.as<Tuple>()->len;
  else
    return kStop;
  auto bound = [len](Value v, int64_t missing) {
    if (!v.is_int()) return missing;
    int64_t i = v.as_int();
    if (i < 0) i += len;
    return i < 0 ? 0 : i > len ? len : i;
  };
  int64_t from = bound(lo, 0), to = bound(hi, len), n = to > from ? to - from : 0;
  if (k == Kind::Str) return of(str_slice(th, o.as<Str>(), size_t(from), size_t(from + n)));
  if (k == Kind::List) {
    List* r = list(th, size_t(n));
    for (int64_t i = 0; i < n; i++) r->items[i] = inc(o.as<List>()->items[from + i]);
    r->len = uint32_t(n);
    return of(r);
  }
  if (n == len) return inc(o);
  Tuple* r = tuple(th, size_t(n));
  for (int64_t i = 0; i < n; i++) r->items[i] = inc(o.as<Tuple>()->items[from + i]);
  return of(r);
}
bool unpack_any(Thread& th, Value o, uint32_t n, Value* out) {
  if (Value p = unwrap(o); p.is(Kind::Tuple) && p.as<Tuple>()->len == n && o.is(Kind::Instance)) {
    // an instance of a subclass of tuple, iterated as a tuple
    Value iter = type_find(type_of(th, o), th.name(n_iter));
    if (iter.is(Kind::Native) && iter.as<Native>()->owner == th.in.types[int(Kind::Tuple)]) {
      Owned keep(inc(p));
      for (uint32_t i = 0; i < n; i++) put(out[i], inc(p.as<Tuple>()->items[i]));
      return true;
    }
  }
  Owned keep(inc(o)), it(unpack_iterator(th, o));
  if (!it) return false;
  std::vector<Value> v;
  for (uint32_t i = 0; i <= n; i++) {
    Value x = next_value(th, it.get());
    if (x.u && x.u != kStop.u) {
      v.push_back(x);
      continue;
    }
    if (x.u && i == n) break;
    for (Value y : v) dec(y);
    if (x.u) unpack_error(th, n, i);
    return false;
  }
  if (v.size() > n) {
    for (Value y : v) dec(y);
    unpack_error(th, n, n + 1);
    return false;
  }
  for (uint32_t i = 0; i < n; i++) put(out[i], v[i]);
  return true;
}
bool unpack_star(Thread& th, Value o, uint32_t before, uint32_t after, Value* out) {
  Owned keep(inc(o)), it(unpack_iterator(th, o));
  if (!it) return false;
  std::vector<Value> v;
  for (uint32_t i = 0; i < before; i++) {
    Value x = next_value(th, it.get());
    if (x.u && x.u != kStop.u) {
      v.push_back(x);
      continue;
    }
    for (Value y : v) dec(y);
    if (x.u)
      th.raise(E_ValueError, "not enough values to unpack (expected at least %u, got %u)", before + after, i);
    return false;
  }
  if (!iterate_asked(th, it.get(), &v)) {
    for (uint32_t i = 0; i < before; i++) dec(v[i]);
    return false;
  }
  if (v.size() < before + after) {
    for (Value x : v) dec(x);
    th.raise(E_ValueError, "not enough values to unpack (expected at least %u, got %zu)", before + after, v.size());
    return false;
  }
  List* l = list(th, v.size() - before - after);
  for (size_t i = 0; i < v.size(); i++)
    if (i < before)
      put(out[i], v[i]);
    else if (i < v.size() - after)
      push(l, v[i]);
    else
      put(out[before + 1 + i - (v.size() - after)], v[i]);
  put(out[before], of(l));
  return true;
}
void raise_unbound_free(Thread& th, Str* variable) {
  th.raise(E_NameError, "cannot access free variable '%s' where it is not associated with a value in enclosing scope",
           variable->data);
  set_hidden(th.pending.as<Instance>(), th.name(n_dot_name), of(inc(variable)));
}
void raise_unbound(Thread& th, Str* variable, bool hidden) {
  uint32_t at = uint32_t(th.fr->pc - th.fr->code->ins.data());
  bool inside = false;
  for (const Inlined& i : th.fr->code->tables->inlined) inside |= at >= i.start && at < i.end;
  if (inside && !hidden)
    raise_unbound_free(th, variable);
  else
    th.raise(E_UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value",
             variable->data);
}
void tell_attribute_asked(Thread& th) {
  const Frame* f = th.fr;
  const Word w = *f->pc;
  const Op op = Op(w & 255);
  const bool method = op >= METHOD && op <= METHOD_T;
  if (op != GETATTR && op != GETATTR_S && !method) return;
  const Value o = f->base[B_(w)];
  if (!o.u) return;
  // A method is looked up in another way where nothing of the class takes part in it.
  if (method && has_fields(o) && !(o.as<Instance>()->type()->tflags & (kHasGetAttribute | kHasGetAttr))) return;
  tell_attribute(th, o, f->code->attr[f->pc[1]]->name);
}
Value* move_window(Thread& th, Value* args, int n) {
  Value* b = th.free_base() + 2;
  b[-1] = kAbsent;
  for (int i = 0; i < n; i++) {
    b[i] = args[i];
    args[i] = kAbsent;
  }
  return b;
}
}  // namespace adder
