// Rich comparison, membership and truth.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "interp/objects/bigint.h"
#include "interp/objects/same_bytes.h"
#include "interp/objects/set_walk.h"
#include "interp/vm/warn.h"
#include "interp/vm/containers.h"
#include "interp/vm/import.h"
#include "interp/vm/native_depth.h"
#include "interp/vm/special.h"
#include "interp/vm/wanted.h"
#include "interp/vm/ranges.h"

namespace adder {
static const char* const kSigns[] = {"<", "<=", ">", ">=", "==", "!="};
static const int kReflected[] = {2, 3, 0, 1, 4, 5};
static int which(Op op) {
  return (op - LT) / 3;
}
static bool holds(int k, int c) {  // c: -1, 0, 1; 2: unordered
  switch (k) {
    case 0: return c == -1;
    case 1: return c == -1 || c == 0;
    case 2: return c == 1;
    case 3: return c == 1 || c == 0;
    case 4: return c == 0;
    default: return c != 0;
  }
}
static int order_numbers(Value a, Value b) {
  if (a.is_float() && b.is_float()) {
    double x = a.as_float(), y = b.as_float();
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
  }
  if (a.is_float() || b.is_float()) {
    double d = a.is_float() ? a.as_float() : b.as_float();
    int c = std::isnan(d) ? 2 : std::isinf(d) ? (d > 0 ? -1 : 1) : big_compare_double(a.is_float() ? b : a, d);
    return c == 2 || !a.is_float() ? c : -c;
  }
  return big_compare(a, b);
}
static int set_relation(Thread& th, int k, Set* a, Set* b) {  // subset tests; -1: error
  if (k == 2 || k == 3) {
    std::swap(a, b);
    k -= 2;
  }
  if (k == 0 ? a->used >= b->used : a->used > b->used) return 0;
  for (SetWalk w(a); w.next();) {
    bool error = false;
    if (!set_find(th, b, w.key(), w.hash, &error)) return error ? -1 : 0;
  }
  return 1;
}
// 1, 0: two ints, floats or strings are equal or not. 2: they are of other kinds. Runs nothing.
static inline int quick_equal(Value a, Value b) {
  if (both_int(a, b)) return a.u == b.u;
  if (both_float(a, b)) return a.as_float() == b.as_float();
  return is_str(a) && is_str(b) ? same_str(a, b) : 2;
}
static inline bool quick_order(int k, Value a, Value b) {  // of two that quick_equal knows
  if (both_int(a, b)) return holds(k, (a.as_int() > b.as_int()) - (a.as_int() < b.as_int()));
  if (both_float(a, b)) return holds(k, order_numbers(a, b));
  int c = sv(a).compare(sv(b));
  return holds(k, (c > 0) - (c < 0));
}
// The method that `a op b` asks first, where no other can come before it: `a` is an instance of a class of the script,
// `b` is none of another class. Null: it is not a function, or there is none.
static inline Func* left_method(Thread& th, int k, Value a, Value b) {
  if (!a.is(Kind::Instance)) return nullptr;
  Type* t = a.as<Instance>()->type();
  if (b.is(Kind::Type) || (has_fields(b) && b.as<Instance>()->type() != t)) return nullptr;
  Value f = type_find(t, th.in.names[n_lt_ + k]);
  return f.is(Kind::Func) ? f.as<Func>() : nullptr;
}
// Its call: the arguments go to where the stack is free.
static inline Out call_left(Thread& th, Func* f, Value a, Value b, int ret, Cont cont, Value* res) {
  Value* args = th.free_base() + 2;
  args[-1] = kAbsent;
  args[0] = inc(a);
  args[1] = inc(b);
  return call_func(th, f, args, 2, nullptr, ret, cont, kFrameOwnsFunc, res);
}
// Exact built-in operands. kStop: no answer here; kNotImplemented never comes out.
Value compare_exact(Thread& th, int k, Value a, Value b) {
  if (is_number(a) && is_number(b)) return boolean(holds(k, order_numbers(a, b)));
  if (k >= 4) {
    auto asks_metaclass = [](Value v) { return v.is(Kind::Type) && v.as<Type>()->meta->tflags & kHasEq; };
    if (UNLIKELY(asks_metaclass(a) || asks_metaclass(b))) return kStop;
    int e = a.u == b.u && !has_fields(a) ? 1 : equal_exact(th, a, b);
    if (e == 2) return kStop;
    return e < 0 ? kAbsent : boolean((e == 1) == (k == 4));
  }
  if (!a.is_cell() || !b.is_cell()) return kStop;
  Kind x = a.cell()->kind, y = b.cell()->kind;
  if (x == Kind::Str && y == Kind::Str) {  // UTF-8 orders as code points do
    int c = order_text(a.as<Str>(), b.as<Str>());
    return boolean(holds(k, (c > 0) - (c < 0)));
  }
  auto bytes_like = [](Kind i) { return i == Kind::Bytes || i == Kind::ByteArray; };
  if (bytes_like(x) && bytes_like(y)) {
    auto view = [](Value v) { return v.is(Kind::Bytes) ? v.as<Bytes>()->sv() : v.as<ByteArray>()->sv(); };
    int c = view(a).compare(view(b));
    return boolean(holds(k, (c > 0) - (c < 0)));
  }
  auto set_like = [](Kind i) { return i == Kind::Set || i == Kind::FrozenSet; };
  if (set_like(x) && set_like(y)) {
    int r = set_relation(th, k, a.as<Set>(), b.as<Set>());
    return r < 0 ? kAbsent : boolean(r);
  }
  if (x == Kind::Slice && y == Kind::Slice) {  // as (start, stop, step)
    if (a.u == b.u) return boolean(holds(k, 0));
    NativeDepth depth(th, " in comparison");
    if (!depth) return kAbsent;
    Ref<Tuple> parts[2] = {Ref<Tuple>(tuple(th, 3)), Ref<Tuple>(tuple(th, 3))};
    for (int i = 0; i < 3; i++) {
      parts[0]->items[i] = inc((&a.as<Slice>()->lo)[i]);
      parts[1]->items[i] = inc((&b.as<Slice>()->lo)[i]);
    }
    return compare_native(th, Op(LT + 3 * k), of(parts[0].get()), of(parts[1].get()));
  }
  if (x == y && (x == Kind::Tuple || x == Kind::List)) {
    bool t = x == Kind::Tuple;
    auto len = [&](Value v) { return t ? v.as<Tuple>()->len : v.as<List>()->len; };
    auto item = [&](Value v, uint32_t i) { return t ? v.as<Tuple>()->items[i] : v.as<List>()->items[i]; };
    uint32_t i = 0;
    for (; i < len(a) && i < len(b); i++) {
      Value p = item(a, i), q = item(b, i);
      int e = quick_equal(p, q);
      if (e == 2) break;
      if (!e) return boolean(quick_order(k, p, q));
      if (UNLIKELY(!wanted(th))) return kAbsent;
    }
    NativeDepth depth(th, " in comparison");
    if (!depth) return kAbsent;
    for (; i < len(a) && i < len(b); i++) {
      Owned p(inc(item(a, i))), q(inc(item(b, i)));
      int e = wanted(th) ? equal(th, p.get(), q.get()) : -1;
      if (e < 0) return kAbsent;
      if (!e && (i >= len(a) || i >= len(b))) break;  // __eq__ shortened one
      if (!e) return compare_native(th, Op(LT + 3 * k), p.get(), q.get());
    }
    return boolean(holds(k, (len(a) > len(b)) - (len(a) < len(b))));
  }
  return kStop;
}
static Cont next_attempt(Thread& th, Cont tried, int k, Value a, Value b, Value* func) {
  Type *ta = type_of(th, a), *tb = type_of(th, b);
  Str *left = th.in.names[n_lt_ + k], *right = th.in.names[n_lt_ + kReflected[k]];
  auto first = [&] {
    if (ta == tb || !subtype(tb, ta)) return false;
    Value f = type_find(tb, right);
    return f.u != 0;
  };
  switch (tried) {
    case Cont::Store:
      if (first()) {
        *func = type_find(tb, right);
        return Cont::CmpRightFirst;
      }
      [[fallthrough]];
    case Cont::CmpRightFirst:
      *func = type_find(ta, left);
      if (func->u) return Cont::CmpLeft;
      [[fallthrough]];
    case Cont::CmpLeft:
      if (first()) return Cont::Exit;
      *func = type_find(tb, right);
      return func->u ? Cont::CmpRight : Cont::Exit;
    default: return Cont::Exit;
  }
}
static Value compare_default(Thread& th, int k, Value a, Value b) {
  if (k >= 4) return boolean((a.u == b.u) == (k == 4));
  return th.raise(E_TypeError, "'%s' not supported between instances of '%s' and '%s'", kSigns[k],
                  type_name(th, a).c_str(), type_name(th, b).c_str());
}
Out compare_next(Thread& th, Cont tried, Op op, Value a, Value b, int ret, Value* res) {
  int k = which(op);
  for (;;) {
    Value f = kAbsent;
    Cont c = next_attempt(th, tried, k, a, b, &f);
    if (c == Cont::Exit) {
      *res = compare_default(th, k, a, b);
      return res->u ? kDone : kError;
    }
    bool swap = c != Cont::CmpLeft;
    Value args[2] = {swap ? b : a, swap ? a : b};
    Out o = call_dunder(th, f, args, 2, ret, c, res);
    if (o != kDone || res->u != kNotImplemented.u) return o;
    tried = c;
  }
}
Out compare(Thread& th, Op op, Value a, Value b, int ret, Value* res) {
  if (Func* f = left_method(th, which(op), a, b)) {
    Out o = call_left(th, f, a, b, ret, Cont::CmpLeft, res);
    if (o != kDone || res->u != kNotImplemented.u) return o;
    return compare_next(th, Cont::CmpLeft, op, a, b, ret, res);
  }
  *res = compare_exact(th, which(op), a, b);
  if (res->u != kStop.u) return res->u ? kDone : kError;
  if (has_fields(a) && has_fields(b) && which(op) >= 4 && a.as<Instance>()->type()->payload_kind == Kind::Count &&
      !((a.as<Instance>()->type()->tflags | b.as<Instance>()->type()->tflags) & kHasEq)) {
    *res = boolean((a.u == b.u) == (which(op) == 4));
    return kDone;
  }
  return compare_next(th, Cont::Store, op, a, b, ret, res);
}
Value compare_native(Thread& th, Op op, Value a, Value b) {
  int k = which(op);
  Value r = kStop;
  Cont tried = Cont::Store;
  if (Func* method = th.pending.u ? nullptr : left_method(th, k, a, b)) {
    if (UNLIKELY(!th.native_stack_ok())) return kAbsent;
    Out o = call_left(th, method, a, b, 255, Cont::Exit, &r);
    if (LIKELY(o == kPushed)) r = th.finish();
    if (o == kError || r.u != kNotImplemented.u) return o == kError ? kAbsent : r;
    tried = Cont::CmpLeft;
  } else {
    r = compare_exact(th, k, a, b);
    if (r.u != kStop.u) return r;
  }
  for (;;) {
    Value f = kAbsent;
    Cont c = next_attempt(th, tried, k, a, b, &f);
    if (c == Cont::Exit) return compare_default(th, k, a, b);
    bool swap = c != Cont::CmpLeft;
    Value args[2] = {swap ? b : a, swap ? a : b};
    r = call_found(th, f, args[0], args + 1, 1);
    if (r.u != kNotImplemented.u) return r;
    tried = c;
  }
}
int quick_less(Value a, Value b) {
  if (both_int(a, b)) return a.as_int() < b.as_int();
  if (both_float(a, b)) return a.as_float() < b.as_float();
  if (is_str(a) && is_str(b)) return order_text(a.as<Str>(), b.as<Str>()) < 0;
  if (!a.is(Kind::Tuple) || !b.is(Kind::Tuple)) return -1;
  const Tuple *x = a.as<Tuple>(), *y = b.as<Tuple>();
  for (uint32_t i = 0, n = std::min(x->len, y->len); i < n; i++) {
    Value p = x->items[i], q = y->items[i];
    if (p.u == q.u) continue;  // identity counts as equal
    if (both_int(p, q)) return p.as_int() < q.as_int();
    if (both_float(p, q)) {
      if (p.as_float() == q.as_float()) continue;
      return p.as_float() < q.as_float();
    }
    if (!is_str(p) || !is_str(q)) return -1;
    if (int c = order_text(p.as<Str>(), q.as<Str>())) return c < 0;
  }
  return x->len < y->len;
}
int less(Thread& th, Value a, Value b) {
  if (int known = quick_less(a, b); known >= 0) return known;
  Owned r(compare_native(th, LT, a, b));
  if (!r) return -1;
  bool t;
  return truth_native(th, r.get(), &t) ? t : -1;
}

// --- membership ---
// find() looks for the first character, which is best for short parts; for long ones it may take the product of lengths.
static bool holds(std::string_view text, std::string_view part) {
  constexpr size_t kShort = 16;
  if (part.size() <= kShort) return text.find(part) != text.npos;
  return part.size() <= text.size() && memmem(text.data(), text.size(), part.data(), part.size());
}
Value contains_exact(Thread& th, Value x, Value s) {  // kStop: not a built-in container
  if (!s.is_cell()) return kStop;
  auto answer = [](int r) { return r < 0 ? kAbsent : boolean(r); };
  switch (s.cell()->kind) {
    case Kind::Dict:
    case Kind::DictKeys: {
      Dict* d = s.is(Kind::Dict) ? s.as<Dict>() : s.as<DictView>()->dict;
      Value v;
      if (!dict_get(th, d, x, &v)) return kAbsent;
      return boolean(v.u);
    }
    case Kind::DictItems: {
      Value p = unwrap(x), v;
      if (!p.is(Kind::Tuple) || p.as<Tuple>()->len != 2) return kFalse;
      if (!dict_get(th, s.as<DictView>()->dict, p.as<Tuple>()->items[0], &v)) return kAbsent;
      return v.u ? answer(equal(th, v, p.as<Tuple>()->items[1])) : kFalse;
    }
    case Kind::DictValues: {
      Dict* d = s.as<DictView>()->dict;
      for (uint32_t i = 0; i < d->filled; i++)
        if (d->entries[i].key.u) {
          Owned v(inc(d->entries[i].val));
          int r = wanted(th) ? equal(th, v.get(), x) : -1;
          if (r) return answer(r);
        }
      return kFalse;
    }
    case Kind::Set:
    case Kind::FrozenSet: return answer(set_contains(th, s.as<Set>(), x));
    case Kind::Str: {
      Value t = unwrap(x);
      if (!is_str(t))
        return th.raise(E_TypeError, "'in <string>' requires string as left operand, not %s", type_name(th, x).c_str());
      return boolean(holds(sv(s), sv(t)));
    }
    case Kind::Bytes:
    case Kind::ByteArray: {
      std::string_view v = s.is(Kind::Bytes) ? s.as<Bytes>()->sv() : s.as<ByteArray>()->sv();
      Value t = unwrap(x);
      if (t.is(Kind::Bytes)) return boolean(holds(v, t.as<Bytes>()->sv()));
      if (t.is(Kind::ByteArray)) return boolean(holds(v, t.as<ByteArray>()->sv()));
      int64_t c;
      if (!is_intlike(t) && !(x.is_cell() && type_find(type_of(th, x), th.name(n_index)).u))
        return th.raise(E_TypeError, "a bytes-like object is required, not '%s'", type_name(th, x).c_str());
      if (!to_index_clamped(th, x, &c)) return kAbsent;
      v = s.is(Kind::Bytes) ? s.as<Bytes>()->sv() : s.as<ByteArray>()->sv();  // __index__ may have changed it
      if (c < 0 || c > 255) return th.raise(E_ValueError, "byte must be in range(0, 256)");
      return boolean(v.find(char(c)) != v.npos);
    }
    case Kind::List: {
      List* l = s.as<List>();
      for (uint32_t i = 0; i < l->len; i++) {
        Value v = l->items[i];
        if (v.u == x.u) return kTrue;
        if (UNLIKELY(!wanted(th))) return kAbsent;
        if (both_int(v, x)) continue;
        inc(v);
        int r = equal(th, v, x);
        dec(v);
        if (r) return answer(r);
      }
      return kFalse;
    }
    case Kind::Tuple: {
      Tuple* l = s.as<Tuple>();
      for (uint32_t i = 0; i < l->len; i++)
        if (int r = wanted(th) ? equal(th, l->items[i], x) : -1) return answer(r);
      return kFalse;
    }
    case Kind::Range: return is_intlike(x) ? boolean(range_contains(th, s.as<Range>(), x)) : kStop;
    case Kind::MappingProxy: {
      bool r;
      while (s.is(Kind::MappingProxy)) s = s.as<MappingProxy>()->mapping;
      return contains_native(th, x, s, &r) ? boolean(r) : kAbsent;
    }
    default: return kStop;
  }
}
static Value search(Thread& th, Value x, Value s) {
  Owned it(iter_native(th, s));
  if (!it) {
    if (th.pending_is(E_TypeError)) {
      th.clear_pending();
      return th.raise(E_TypeError, "argument of type '%s' is not iterable", type_name(th, s).c_str());
    }
    return kAbsent;
  }
  for (;;) {
    Owned y(next_value(th, it.get()));
    if (!y) return kAbsent;
    if (y.get().u == kStop.u) return kFalse;
    int r = equal(th, y.get(), x);
    if (r) return r < 0 ? kAbsent : kTrue;
  }
}
Out contains(Thread& th, Value x, Value s, int ret, Value* res) {
  *res = contains_exact(th, x, s);
  if (res->u != kStop.u) return res->u ? kDone : kError;
  Value m = type_find(type_of(th, s), th.name(n_contains)), args[2] = {s, x};
  if (m.u == kNone.u) {
    th.raise(E_TypeError, "'%s' object is not a container", type_name(th, s).c_str());
    return kError;
  }
  if (m.u) {
    Out o = call_dunder(th, m, args, 2, ret, Cont::Test, res);
    if (o != kDone) return o;
    bool t;
    bool ok = truth_native(th, *res, &t);
    dec(*res);
    *res = boolean(t);
    return ok ? kDone : kError;
  }
  *res = search(th, x, s);
  return res->u ? kDone : kError;
}
bool contains_native(Thread& th, Value x, Value s, bool* out) {
  Value r = contains_exact(th, x, s);
  if (r.u == kStop.u) {
    Value m = type_find(type_of(th, s), th.name(n_contains)), args[2] = {s, x};
    if (m.u == kNone.u) {
      th.raise(E_TypeError, "'%s' object is not a container", type_name(th, s).c_str());
      return false;
    }
    if (m.u) {
      r = call_found(th, m, args[0], args + 1, 1);
      if (!r.u) return false;
      bool ok = truth_native(th, r, out);
      dec(r);
      return ok;
    }
    r = search(th, x, s);
  }
  *out = r.u == kTrue.u;
  return r.u != 0;
}

// --- truth ---
static bool truth_exact(Value v, bool* res) {
  if (v.is_int()) return *res = v.as_int() != 0, true;
  if (v.is_float()) return *res = v.as_float() != 0, true;
  if (!v.is_cell()) return *res = v.u == kTrue.u || v.u == kEllipsis.u || v.u == kNotImplemented.u, true;
  switch (v.cell()->kind) {
    case Kind::Int: return *res = is_big(v) || to_int(v) != 0, true;
    case Kind::Complex: return *res = v.as<Complex>()->re != 0 || v.as<Complex>()->im != 0, true;
    case Kind::Str: return *res = v.as<Str>()->len, true;
    case Kind::Bytes: return *res = v.as<Bytes>()->len, true;
    case Kind::ByteArray: return *res = v.as<ByteArray>()->len, true;
    case Kind::List: return *res = v.as<List>()->len, true;
    case Kind::Tuple: return *res = v.as<Tuple>()->len, true;
    case Kind::Dict: return *res = v.as<Dict>()->used, true;
    case Kind::Set:
    case Kind::FrozenSet: return *res = v.as<Set>()->used, true;
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems: return *res = v.as<DictView>()->dict->used, true;
    case Kind::Range: {
      Range* r = v.as<Range>();
      int c = big_compare(r->start, r->stop);
      return *res = big_sign(r->step) > 0 ? c < 0 : c > 0, true;
    }
    case Kind::Instance:
    case Kind::Extension:
    case Kind::Exc:
      if (v.as<Instance>()->type()->tflags & kHasTruth) return false;
      return *res = true, true;
    case Kind::Type:
      if (v.as<Type>()->meta->tflags & kHasTruth) return false;
      return *res = true, true;
    case Kind::MappingProxy: return false;
    default: return *res = true, true;
  }
}
static bool warn_of_not_implemented(Thread& th) {
  return warn(th, E_DeprecationWarning, "NotImplemented should not be used in a boolean context");
}
static Value truth_method(Thread& th, Value v, Cont* c) {
  Type* t = type_of(th, v);
  Value m = type_find(t, th.name(n_bool));
  *c = Cont::FromBool;
  if (m.u) return m;  // None too: calling it raises
  *c = Cont::FromLen;
  return type_find(t, th.name(n_len));
}
bool truth_value(Thread& th, Value r, Cont c, bool* out) {  // checks what __bool__ or __len__ gave
  if (c == Cont::FromBool) {
    if (!is_bool(r)) {
      th.raise(E_TypeError, "__bool__ should return bool, returned %s", type_name(th, r).c_str());
      return false;
    }
    *out = r.u == kTrue.u;
    return true;
  }
  int64_t n;
  if (!to_index(th, r, &n)) return false;
  if (n < 0) {
    th.raise(E_ValueError, "__len__() should return >= 0");
    return false;
  }
  *out = n != 0;
  return true;
}
Out truth(Thread& th, Value v, int ret, bool* res) {
  if (truth_exact(v, res)) return v.u != kNotImplemented.u || warn_of_not_implemented(th) ? kDone : kError;
  if (v.is(Kind::MappingProxy)) return truth_native(th, v, res) ? kDone : kError;
  Cont c;
  Value m = truth_method(th, v, &c), r = kAbsent;
  if (!m.u) return *res = true, kDone;
  Out o = call_dunder(th, m, &v, 1, ret, c, &r);
  if (o != kDone) return o;
  bool ok = truth_value(th, r, c, res);
  dec(r);
  return ok ? kDone : kError;
}
bool truth_native(Thread& th, Value v, bool* out) {
  while (v.is(Kind::MappingProxy)) v = v.as<MappingProxy>()->mapping;
  if (truth_exact(v, out)) return v.u != kNotImplemented.u || warn_of_not_implemented(th);
  Cont c;
  Value m = truth_method(th, v, &c);
  if (!m.u) return *out = true, true;
  Value r = call_found(th, m, v);
  if (!r.u) return false;
  bool ok = truth_value(th, r, c, out);
  dec(r);
  return ok;
}
}  // namespace adder
