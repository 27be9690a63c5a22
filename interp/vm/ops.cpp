// Operators, truth, subscripts, iteration: the paths behind the eval loop's fast cases. User classes get a frame, never
// a C++ recursion.
#include <cmath>

#include "interp/vm/thread.h"

namespace adder {
static const char* kDunder[] = {"add", "sub", "mul", "truediv", "floordiv", "mod",   "pow",
                                "and", "or",  "xor", "lshift",  "rshift",   "matmul"};
static const char* kSign[] = {"+", "-", "*", "/", "//", "%", "** or pow()", "&", "|", "^", "<<", ">>", "@"};
static Str* dunder(int kind, const char* prefix) {
  static Str* names[3][13];
  int p = *prefix == 'i' ? 1 : *prefix == 'r' ? 2 : 0;
  if (!names[p][kind]) names[p][kind] = intern(std::string("__") + prefix + kDunder[kind] + "__");
  return names[p][kind];
}
static Value overflow(Thread& th) {
  return th.raise(E_OverflowError, "integer beyond 64 bits: not in this sketch");
}
static Value int_op(Thread& th, int kind, int64_t x, int64_t y) {
  int64_t r;
  switch (kind) {
    case kAdd: return __builtin_add_overflow(x, y, &r) ? overflow(th) : integer(r);
    case kSub: return __builtin_sub_overflow(x, y, &r) ? overflow(th) : integer(r);
    case kMul: return __builtin_mul_overflow(x, y, &r) ? overflow(th) : integer(r);
    case kDiv: return y ? real(double(x) / double(y)) : th.raise(E_ZeroDivisionError, "division by zero");
    case kFdiv:
      if (!y) return th.raise(E_ZeroDivisionError, "integer division or modulo by zero");
      r = x / y;
      return integer(r - ((x % y != 0) && ((x < 0) != (y < 0))));
    case kMod:
      if (!y) return th.raise(E_ZeroDivisionError, "integer division or modulo by zero");
      if (y == -1) return integer49(0);
      r = x % y;
      return integer(r && ((r < 0) != (y < 0)) ? r + y : r);
    case kPow: {
      if (y < 0) return real(std::pow(double(x), double(y)));
      int64_t b = x;
      r = 1;
      for (; y; y >>= 1) {
        if (y & 1 && __builtin_mul_overflow(r, b, &r)) return overflow(th);
        if (y > 1 && __builtin_mul_overflow(b, b, &b)) return overflow(th);
      }
      return integer(r);
    }
    case kAnd: return integer(x & y);
    case kOr: return integer(x | y);
    case kXor: return integer(x ^ y);
    case kShl:
      if (y < 0) return th.raise(E_ValueError, "negative shift count");
      return x == 0 ? integer49(0) : y > 62 || (x << y) >> y != x ? overflow(th) : integer(x << y);
    case kShr:
      if (y < 0) return th.raise(E_ValueError, "negative shift count");
      return integer(y > 63 ? (x < 0 ? -1 : 0) : x >> y);
    default: return kAbsent;
  }
}
static Value float_op(Thread& th, int kind, double x, double y) {
  switch (kind) {
    case kAdd: return real(x + y);
    case kSub: return real(x - y);
    case kMul: return real(x * y);
    case kDiv: return y != 0 ? real(x / y) : th.raise(E_ZeroDivisionError, "float division by zero");
    case kFdiv: return y != 0 ? real(std::floor(x / y)) : th.raise(E_ZeroDivisionError, "float floor division by zero");
    case kMod: {
      if (y == 0) return th.raise(E_ZeroDivisionError, "float modulo");
      double r = std::fmod(x, y);
      if (r != 0 && (r < 0) != (y < 0)) r += y;
      return real(r);
    }
    case kPow: return real(std::pow(x, y));
    default: return kAbsent;
  }
}
Value percent(Thread& th, Value fmt, Value args);
Out binary(Thread& th, int kind, bool inplace, Value a, Value b, int ret, Value* res) {
  bool ints = is_intlike(a) && is_intlike(b);
  if (ints && !(kind >= kAnd && kind <= kXor && !a.is_int() && !a.is_cell() && !b.is_int() && !b.is_cell())) {
    *res = int_op(th, kind, to_int(a), to_int(b));
    return res->u ? kDone : kError;
  }
  if (ints) {
    bool x = a.u == kTrue.u, y = b.u == kTrue.u;
    *res = boolean(kind == kAnd ? x && y : kind == kOr ? x || y : x != y);
    return kDone;
  }
  if (is_number(a) && is_number(b) && kind <= kPow) {
    *res = float_op(th, kind, to_double(a), to_double(b));
    return res->u ? kDone : kError;
  }
  Kind ka = a.is_cell() ? a.cell()->kind : Kind::None, kb = b.is_cell() ? b.cell()->kind : Kind::None;
  if (ka == Kind::Str) {
    if (kind == kAdd && kb == Kind::Str) {
      Str *x = a.as<Str>(), *y = b.as<Str>(), *r = str_blank(x->len + y->len);
      memcpy(r->data, x->data, x->len);
      memcpy(r->data + x->len, y->data, y->len);
      *res = of(r);
      return kDone;
    }
    if (kind == kMod) {
      *res = percent(th, a, b);
      return res->u ? kDone : kError;
    }
  }
  if (kind == kMul && (is_intlike(a) || is_intlike(b))) {
    Value s = is_intlike(a) ? b : a;
    int64_t n = to_int(is_intlike(a) ? a : b);
    if (n < 0) n = 0;
    if (s.is(Kind::Str)) {
      Str *x = s.as<Str>(), *r = str_blank(x->len * n);
      for (int64_t i = 0; i < n; i++) memcpy(r->data + i * x->len, x->data, x->len);
      *res = of(r);
      return kDone;
    }
    if (s.is(Kind::List)) {
      List *x = s.as<List>(), *r = list(uint32_t(x->len * n));
      for (int64_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < x->len; k++) push(r, inc(x->items[k]));
      *res = of(r);
      return kDone;
    }
    if (s.is(Kind::Tuple)) {
      Tuple *x = s.as<Tuple>(), *r = tuple(uint32_t(x->len * n));
      for (uint32_t i = 0; i < r->len; i++) r->items[i] = inc(x->items[i % x->len]);
      *res = of(r);
      return kDone;
    }
  }
  if (kind == kAdd && ka == kb && ka == Kind::List) {
    List *x = a.as<List>(), *y = b.as<List>();
    if (inplace) {
      for (uint32_t i = 0, n = y->len; i < n; i++) push(x, inc(y->items[i]));
      *res = inc(a);
      return kDone;
    }
    List* r = list(x->len + y->len);
    for (uint32_t i = 0; i < x->len; i++) push(r, inc(x->items[i]));
    for (uint32_t i = 0; i < y->len; i++) push(r, inc(y->items[i]));
    *res = of(r);
    return kDone;
  }
  if (kind == kAdd && ka == Kind::List && inplace) {
    std::vector<Value> v;
    if (!iterate(th, b, &v)) return kError;
    for (Value x : v) push(a.as<List>(), x);
    *res = inc(a);
    return kDone;
  }
  if (kind == kAdd && ka == kb && ka == Kind::Tuple) {
    Tuple *x = a.as<Tuple>(), *y = b.as<Tuple>(), *r = tuple(x->len + y->len);
    for (uint32_t i = 0; i < x->len; i++) r->items[i] = inc(x->items[i]);
    for (uint32_t i = 0; i < y->len; i++) r->items[x->len + i] = inc(y->items[i]);
    *res = of(r);
    return kDone;
  }
  if (ka == Kind::Set && kb == Kind::Set && (kind == kSub || kind == kAnd || kind == kOr || kind == kXor)) {
    Dict *x = a.as<Dict>(), *y = b.as<Dict>(), *r = dict(Kind::Set);
    for (uint32_t i = 0; i < x->filled; i++)
      if (x->entries[i].key.u) {
        bool in = dict_find(y, x->entries[i].key, x->entries[i].hash) >= 0;
        if (kind == kOr || (kind == kAnd) == in) dict_set(r, x->entries[i].key, kNone);
      }
    if (kind == kOr || kind == kXor)
      for (uint32_t i = 0; i < y->filled; i++)
        if (y->entries[i].key.u && dict_find(x, y->entries[i].key, y->entries[i].hash) < 0)
          dict_set(r, y->entries[i].key, kNone);
    *res = of(r);
    return kDone;
  }
  Value args[2] = {a, b}, m = kAbsent;
  if (inplace && (m = type_find(type_of(a), dunder(kind, "i"))).u)
    return call_dunder(th, m, args, 2, ret, Cont::Store, res);
  if ((m = type_find(type_of(a), dunder(kind, ""))).u) return call_dunder(th, m, args, 2, ret, Cont::Store, res);
  if ((m = type_find(type_of(b), dunder(kind, "r"))).u) {
    std::swap(args[0], args[1]);
    return call_dunder(th, m, args, 2, ret, Cont::Store, res);
  }
  th.raise(E_TypeError, "unsupported operand type(s) for %s%s: '%s' and '%s'", kSign[kind], inplace ? "=" : "",
           type_name(a).c_str(), type_name(b).c_str());
  return kError;
}
static int order(Thread& th, Value a, Value b, bool* ok) {  // <0, 0, >0; built-in kinds
  *ok = true;
  if (is_number(a) && is_number(b)) {
    if (a.is_float() || b.is_float()) {
      double x = to_double(a), y = to_double(b);
      return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
    }
    int64_t x = to_int(a), y = to_int(b);
    return (x > y) - (x < y);
  }
  if (is_str(a) && is_str(b)) {
    int c = sv(a).compare(sv(b));
    return (c > 0) - (c < 0);
  }
  auto seq = [&](Value* x, uint32_t n, Value* y, uint32_t m) {
    for (uint32_t i = 0; i < n && i < m; i++)
      if (!equal(x[i], y[i])) return order(th, x[i], y[i], ok);
    return (n > m) - (n < m);
  };
  if (a.is(Kind::Tuple) && b.is(Kind::Tuple))
    return seq(a.as<Tuple>()->items, a.as<Tuple>()->len, b.as<Tuple>()->items, b.as<Tuple>()->len);
  if (a.is(Kind::List) && b.is(Kind::List))
    return seq(a.as<List>()->items, a.as<List>()->len, b.as<List>()->items, b.as<List>()->len);
  *ok = false;
  return 0;
}
bool less(Thread& th, Value a, Value b, bool* ok) {
  int c = order(th, a, b, ok);
  if (*ok) return c == -1;
  Value r = kAbsent, args[2] = {a, b};
  static Str* s = intern("__lt__");
  Value m = type_find(type_of(a), s);
  if (m.u) {
    r = th.call(m, args, 2);
    *ok = r.u != 0;
    bool t = false;
    if (*ok) {
      *ok = truth_native(th, r, &t);
      dec(r);
    }
    return t;
  }
  th.raise(E_TypeError, "'<' not supported between instances of '%s' and '%s'", type_name(a).c_str(),
           type_name(b).c_str());
  return false;
}
Out compare(Thread& th, Op op, Value a, Value b, int ret, Cont cont, Value* res) {
  static const char *names[] = {"__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"},
                    *signs[] = {"<", "<=", ">", ">=", "==", "!="};
  static Str* s[6];
  if (!s[0])
    for (int i = 0; i < 6; i++) s[i] = intern(names[i]);
  int k = (op - LT) / 3, swap[] = {2, 3, 0, 1, 4, 5};
  Value args[2] = {a, b}, m;
  if (a.is(Kind::Instance) && (m = type_find(a.as<Instance>()->type, s[k])).u)
    return call_dunder(th, m, args, 2, ret, cont, res);
  if (b.is(Kind::Instance) && (m = type_find(b.as<Instance>()->type, s[swap[k]])).u) {
    std::swap(args[0], args[1]);
    return call_dunder(th, m, args, 2, ret, cont, res);
  }
  if (k >= 4) {
    *res = boolean(equal(a, b) == (k == 4));
    return kDone;
  }
  bool ok;
  int c = order(th, a, b, &ok);
  if (!ok) {
    th.raise(E_TypeError, "'%s' not supported between instances of '%s' and '%s'", signs[k], type_name(a).c_str(),
             type_name(b).c_str());
    return kError;
  }
  *res = boolean(c != 2 && (k == 0 ? c < 0 : k == 1 ? c <= 0 : k == 2 ? c > 0 : c >= 0));
  return kDone;
}
Out contains(Thread& th, Value x, Value s, int ret, Cont cont, Value* res) {
  if (s.is(Kind::Dict) || s.is(Kind::Set)) {
    uint32_t h;
    if (!hash_of(x, &h)) {
      th.raise(E_TypeError, "unhashable type: '%s'", type_name(x).c_str());
      return kError;
    }
    *res = boolean(dict_find(s.as<Dict>(), x, h) >= 0);
    return kDone;
  }
  if (s.is(Kind::Str)) {
    if (!is_str(x)) {
      th.raise(E_TypeError, "'in <string>' requires string as left operand, not %s", type_name(x).c_str());
      return kError;
    }
    *res = boolean(sv(s).find(sv(x)) != std::string_view::npos);
    return kDone;
  }
  auto scan = [&](Value* v, uint32_t n) {
    *res = kFalse;
    for (uint32_t i = 0; i < n; i++)
      if (equal(v[i], x)) {
        *res = kTrue;
        break;
      }
    return kDone;
  };
  if (s.is(Kind::List)) return scan(s.as<List>()->items, s.as<List>()->len);
  if (s.is(Kind::Tuple)) return scan(s.as<Tuple>()->items, s.as<Tuple>()->len);
  if (s.is(Kind::Range) && is_intlike(x)) {
    Range* r = s.as<Range>();
    int64_t v = to_int(x);
    *res = boolean((r->step > 0 ? v >= r->start && v < r->stop : v <= r->start && v > r->stop) &&
                   (v - r->start) % r->step == 0);
    return kDone;
  }
  static Str* name = intern("__contains__");
  Value m = type_find(type_of(s), name), args[2] = {s, x};
  if (m.u) return call_dunder(th, m, args, 2, ret, cont, res);
  std::vector<Value> v;
  if (!iterate(th, s, &v)) return kError;
  *res = kFalse;
  for (Value y : v) {
    if (equal(x, y)) *res = kTrue;
    dec(y);
  }
  return kDone;
}
Out truth(Thread& th, Value v, int ret, Cont cont, bool* res) {
  if (v.is_int()) {
    *res = v.as_int() != 0;
    return kDone;
  }
  if (v.is_float()) {
    *res = v.as_float() != 0;
    return kDone;
  }
  if (!v.is_cell()) {
    *res = v.u == kTrue.u;
    return kDone;
  }
  switch (v.cell()->kind) {
    case Kind::Str: *res = v.as<Str>()->len; return kDone;
    case Kind::List: *res = v.as<List>()->len; return kDone;
    case Kind::Tuple: *res = v.as<Tuple>()->len; return kDone;
    case Kind::Dict:
    case Kind::Set: *res = v.as<Dict>()->used; return kDone;
    case Kind::Instance: {
      static Str *s_bool = intern("__bool__"), *s_len = intern("__len__");
      Value m, r = kAbsent;
      if ((m = type_find(v.as<Instance>()->type, s_bool)).u || (m = type_find(v.as<Instance>()->type, s_len)).u) {
        Out o = call_dunder(th, m, &v, 1, ret, cont, &r);
        if (o == kDone) {
          *res = r.u == kTrue.u;
          dec(r);
        }
        return o;
      }
      *res = true;
      return kDone;
    }
    default: *res = true; return kDone;
  }
}
bool truth_native(Thread& th, Value v, bool* out) {
  Out o = truth(th, v, 255, Cont::Exit, out);
  if (o != kPushed) return o == kDone;
  Value r = th.finish();
  if (!r.u) return false;
  *out = r.u == kTrue.u || (r.is_int() && r.as_int());
  dec(r);
  return true;
}
void slice_bounds(Slice* s, int64_t len, int64_t* lo, int64_t* hi, int64_t* step, int64_t* n) {
  *step = s->step.u == kNone.u ? 1 : to_int(s->step);
  auto clamp = [&](Value v, int64_t dflt) {
    if (v.u == kNone.u) return dflt;
    int64_t i = to_int(v);
    if (i < 0) i += len;
    return *step > 0 ? (i < 0 ? 0 : i > len ? len : i) : (i < -1 ? -1 : i >= len ? len - 1 : i);
  };
  *lo = clamp(s->lo, *step > 0 ? 0 : len - 1);
  *hi = clamp(s->hi, *step > 0 ? len : -1);
  *n = *step > 0 ? (*hi > *lo ? (*hi - *lo + *step - 1) / *step : 0)
                 : (*lo > *hi ? (*lo - *hi - *step - 1) / -*step : 0);
}
static bool index_of(Thread& th, Value k, int64_t len, const char* what, int64_t* i) {
  if (!is_intlike(k)) {
    th.raise(E_TypeError, "%s indices must be integers or slices, not %s", what, type_name(k).c_str());
    return false;
  }
  *i = to_int(k);
  if (*i < 0) *i += len;
  if (*i < 0 || *i >= len) {
    th.raise(E_IndexError, "%s index out of range", what);
    return false;
  }
  return true;
}
Out subscript(Thread& th, Value o, Value k, int ret, Value* res) {
  int64_t i, lo, hi, st, n;
  switch (o.is_cell() ? o.cell()->kind : Kind::None) {
    case Kind::List: {
      List* l = o.as<List>();
      if (k.is(Kind::Slice)) {
        slice_bounds(k.as<Slice>(), l->len, &lo, &hi, &st, &n);
        List* r = list(uint32_t(n));
        for (i = 0; i < n; i++) push(r, inc(l->items[lo + i * st]));
        *res = of(r);
        return kDone;
      }
      if (!index_of(th, k, l->len, "list", &i)) return kError;
      *res = inc(l->items[i]);
      return kDone;
    }
    case Kind::Tuple: {
      Tuple* l = o.as<Tuple>();
      if (k.is(Kind::Slice)) {
        slice_bounds(k.as<Slice>(), l->len, &lo, &hi, &st, &n);
        Tuple* r = tuple(uint32_t(n));
        for (i = 0; i < n; i++) r->items[i] = inc(l->items[lo + i * st]);
        *res = of(r);
        return kDone;
      }
      if (!index_of(th, k, l->len, "tuple", &i)) return kError;
      *res = inc(l->items[i]);
      return kDone;
    }
    case Kind::Str: {
      Str* s = o.as<Str>();  // sketch: byte = character
      if (k.is(Kind::Slice)) {
        slice_bounds(k.as<Slice>(), s->len, &lo, &hi, &st, &n);
        Str* r = str_blank(n);
        for (i = 0; i < n; i++) r->data[i] = s->data[lo + i * st];
        *res = of(r);
        return kDone;
      }
      if (!index_of(th, k, s->len, "string", &i)) return kError;
      static Str* one[256];
      uint8_t c = uint8_t(s->data[i]);
      if (!one[c]) one[c] = intern(std::string_view(s->data + i, 1));
      *res = inc(of(one[c]));
      return kDone;
    }
    case Kind::Range: {
      Range* r = o.as<Range>();
      n = (r->stop - r->start + r->step - (r->step > 0 ? 1 : -1)) / r->step;
      if (!index_of(th, k, n < 0 ? 0 : n, "range object", &i)) return kError;
      *res = integer(r->start + i * r->step);
      return kDone;
    }
    case Kind::Dict: {
      uint32_t h;
      if (!hash_of(k, &h)) {
        th.raise(E_TypeError, "unhashable type: '%s'", type_name(k).c_str());
        return kError;
      }
      int64_t e = dict_find(o.as<Dict>(), k, h);
      if (e < 0) {
        Exc* x = static_cast<Exc*>(instance(E_KeyError));
        Tuple* t = tuple(1);
        t->items[0] = inc(k);
        put(x->args, of(t));
        th.raise_obj(of(x));
        return kError;
      }
      *res = inc(o.as<Dict>()->entries[e].val);
      return kDone;
    }
    case Kind::Type: {
      static Str* s = intern("__class_getitem__");
      Value m = type_find(o.as<Type>(), s), a[2] = {o, k};
      if (m.u) return call_dunder(th, m, a, 2, ret, Cont::Store, res);
      if (!(o.as<Type>()->tflags & kHeapType)) {
        *res = inc(o);
        return kDone;
      }
      break;
    }
    default: break;
  }
  static Str* s = intern("__getitem__");
  Value m = type_find(type_of(o), s), a[2] = {o, k};
  if (m.u && o.is(Kind::Instance)) return call_dunder(th, m, a, 2, ret, Cont::Store, res);
  th.raise(E_TypeError, "'%s' object is not subscriptable", type_name(o).c_str());
  return kError;
}
Out set_subscript(Thread& th, Value o, Value k, Value v) {
  int64_t i, lo, hi, st, n;
  Value res;
  if (o.is(Kind::List)) {
    List* l = o.as<List>();
    if (k.is(Kind::Slice)) {
      std::vector<Value> in, out;
      if (v.u && !iterate(th, v, &in)) return kError;
      slice_bounds(k.as<Slice>(), l->len, &lo, &hi, &st, &n);
      if (st != 1 && v.u) {
        if (int64_t(in.size()) != n) {
          th.raise(E_ValueError, "attempt to assign sequence of size %d to extended slice of size %d", int(in.size()),
                   int(n));
          return kError;
        }
        for (i = 0; i < n; i++) put(l->items[lo + i * st], in[i]);
        return kDone;
      }
      for (i = 0; i < int64_t(l->len); i++) {
        bool cut = n && (i - lo) % st == 0 && (i - lo) / st >= 0 && (i - lo) / st < n;
        if (i == lo && v.u)
          for (Value x : in) out.push_back(x);
        if (!cut) out.push_back(inc(l->items[i]));
      }
      if (lo >= int64_t(l->len) && v.u)
        for (Value x : in) out.push_back(x);
      std::vector<Value> old(l->items, l->items + l->len);
      l->len = 0;
      for (Value x : out) push(l, x);
      for (Value x : old) dec(x);
      return kDone;
    }
    if (!index_of(th, k, l->len, "list assignment", &i)) return kError;
    if (v.u) {
      put(l->items[i], inc(v));
      return kDone;
    }
    Value old = l->items[i];
    memmove(l->items + i, l->items + i + 1, (l->len - i - 1) * 8);
    l->len--;
    dec(old);
    return kDone;
  }
  if (o.is(Kind::Dict)) {
    uint32_t h;
    if (!hash_of(k, &h)) {
      th.raise(E_TypeError, "unhashable type: '%s'", type_name(k).c_str());
      return kError;
    }
    if (is_str(k)) barrier(o.cell(), k.as<Str>());
    if (v.u) {
      dict_set(o.as<Dict>(), k, inc(v));
      return kDone;
    }
    if (!dict_del(o.as<Dict>(), k)) {
      Exc* x = static_cast<Exc*>(instance(E_KeyError));
      Tuple* t = tuple(1);
      t->items[0] = inc(k);
      put(x->args, of(t));
      th.raise_obj(of(x));
      return kError;
    }
    return kDone;
  }
  static Str *s = intern("__setitem__"), *d = intern("__delitem__");
  Value m = type_find(type_of(o), v.u ? s : d), a[3] = {o, k, v};
  if (m.u) return call_dunder(th, m, a, v.u ? 3 : 2, 255, Cont::Discard, &res);
  th.raise(E_TypeError, "'%s' object does not support item %s", type_name(o).c_str(), v.u ? "assignment" : "deletion");
  return kError;
}
Out unary(Thread& th, Op op, Value v, int ret, Value* res) {
  if (is_intlike(v)) {
    int64_t i = to_int(v);
    *res = integer(op == NEG ? -i : op == POS ? i : ~i);
    return kDone;
  }
  if (v.is_float() && op != INVERT) {
    *res = op == NEG ? real(-v.as_float()) : v;
    return kDone;
  }
  static Str* n[3] = {intern("__neg__"), intern("__pos__"), intern("__invert__")};
  Value m = type_find(type_of(v), n[op - NEG]);
  if (m.u) return call_dunder(th, m, &v, 1, ret, Cont::Store, res);
  th.raise(E_TypeError, "bad operand type for unary %s: '%s'",
           op == NEG   ? "-"
           : op == POS ? "+"
                       : "~",
           type_name(v).c_str());
  return kError;
}
Value make_iter(IterKind k, Value seq_owned) {
  Iter* t = make<Iter>(Kind::Iter);
  t->ik = k;
  t->size = 0;
  t->seq = seq_owned;
  t->i = t->stop = 0;
  t->step = 1;
  return of(t);
}
Out get_iter(Thread& th, Value v, int ret, Value* res) {
  switch (v.is_cell() ? v.cell()->kind : Kind::None) {
    case Kind::Range: {
      Range* r = v.as<Range>();
      *res = make_iter(IterKind::Range, kAbsent);
      Iter* t = res->as<Iter>();
      t->i = r->start;
      t->stop = r->stop;
      t->step = r->step;
      return kDone;
    }
    case Kind::List: *res = make_iter(IterKind::List, inc(v)); return kDone;
    case Kind::Tuple: *res = make_iter(IterKind::Tuple, inc(v)); return kDone;
    case Kind::Str: *res = make_iter(IterKind::Str, inc(v)); return kDone;
    case Kind::Dict:
    case Kind::Set:
      *res = make_iter(IterKind::Keys, inc(v));
      res->as<Iter>()->size = v.as<Dict>()->used;
      return kDone;
    case Kind::Iter:
    case Kind::Gen: *res = inc(v); return kDone;
    default: break;
  }
  static Str* s = intern("__iter__");
  Value m = type_find(type_of(v), s);
  if (m.u) return call_dunder(th, m, &v, 1, ret, Cont::Store, res);
  th.raise(E_TypeError, "'%s' object is not iterable", type_name(v).c_str());
  return kError;
}
Out iter_next(Thread& th, Value it, int ret, Value* res) {
  if (it.is(Kind::Gen)) return resume(th, it.as<Gen>(), kNone, ret, Cont::Next, res);
  if (!it.is(Kind::Iter)) {
    static Str* s = intern("__next__");
    Value m = type_find(type_of(it), s);
    if (m.u) return call_dunder(th, m, &it, 1, ret, Cont::Next, res);
    th.raise(E_TypeError, "'%s' object is not an iterator", type_name(it).c_str());
    return kError;
  }
  Iter* t = it.as<Iter>();
  *res = kStop;
  if (t->ik != IterKind::Range && !t->seq.u) return kDone;
  auto end = [&] {
    Value s = t->seq;
    t->seq = kAbsent;
    dec(s);
    return kDone;
  };
  switch (t->ik) {
    case IterKind::Range:
      if (t->step > 0 ? t->i < t->stop : t->i > t->stop) {
        *res = integer(t->i);
        t->i += t->step;
      }
      return kDone;
    case IterKind::List: {
      List* l = t->seq.as<List>();
      if (t->i < int64_t(l->len)) {
        *res = inc(l->items[t->i++]);
        return kDone;
      }
      return end();
    }
    case IterKind::Tuple: {
      Tuple* l = t->seq.as<Tuple>();
      if (t->i < int64_t(l->len)) {
        *res = inc(l->items[t->i++]);
        return kDone;
      }
      return end();
    }
    case IterKind::Str: {
      if (t->i < int64_t(t->seq.as<Str>()->len)) return subscript(th, t->seq, integer(t->i++), ret, res);
      return end();
    }
    case IterKind::Keys:
    case IterKind::Values:
    case IterKind::Items: {
      Dict* d = t->seq.as<Dict>();
      if (d->used != t->size) {
        th.raise(E_RuntimeError, "dictionary changed size during iteration");
        return kError;
      }
      while (t->i < int64_t(d->filled) && !d->entries[t->i].key.u) t->i++;
      if (t->i >= int64_t(d->filled)) return end();
      Dict::Entry& e = d->entries[t->i++];
      if (t->ik == IterKind::Items) {
        Tuple* p = tuple(2);
        p->items[0] = inc(e.key);
        p->items[1] = inc(e.val);
        *res = of(p);
      } else
        *res = inc(t->ik == IterKind::Keys ? e.key : e.val);
      return kDone;
    }
    case IterKind::Reversed: {
      int64_t n = t->seq.is(Kind::List) ? t->seq.as<List>()->len : t->seq.as<Tuple>()->len;
      if (t->i < n) {
        *res = inc((t->seq.is(Kind::List) ? t->seq.as<List>()->items : t->seq.as<Tuple>()->items)[n - 1 - t->i++]);
        return kDone;
      }
      return end();
    }
    case IterKind::Enumerate: {
      Value x = next_value(th, t->seq);
      if (!x.u) return kError;
      if (x.u == kStop.u) return end();
      Tuple* p = tuple(2);
      p->items[0] = integer(t->i++);
      p->items[1] = x;
      *res = of(p);
      return kDone;
    }
    case IterKind::Zip: {
      Tuple* s = t->seq.as<Tuple>();
      Tuple* p = tuple(s->len);
      for (uint32_t i = 0; i < s->len; i++) {
        Value x = next_value(th, s->items[i]);
        if (!x.u || x.u == kStop.u) {
          dec(p);
          if (!x.u) return kError;
          return end();
        }
        p->items[i] = x;
      }
      *res = of(p);
      return kDone;
    }
    case IterKind::Map:
    case IterKind::Filter: {
      Tuple* s = t->seq.as<Tuple>();
      for (;;) {
        Value x = next_value(th, s->items[1]);
        if (!x.u) return kError;
        if (x.u == kStop.u) return end();
        Value r = s->items[0].u == kNone.u ? inc(x) : th.call(s->items[0], &x, 1);
        if (!r.u) {
          dec(x);
          return kError;
        }
        if (t->ik == IterKind::Map) {
          dec(x);
          *res = r;
          return kDone;
        }
        bool b;
        bool ok = truth_native(th, r, &b);
        dec(r);
        if (!ok) {
          dec(x);
          return kError;
        }
        if (b) {
          *res = x;
          return kDone;
        }
        dec(x);
      }
    }
  }
  return kDone;
}
}  // namespace adder
