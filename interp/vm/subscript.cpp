// o[k], o[k] = v, del o[k], len(o).
#include <algorithm>

#include "interp/objects/bigint.h"
#include "interp/vm/containers.h"
#include "interp/vm/special.h"
#include "interp/vm/ranges.h"

namespace adder {
static bool bound_of(Thread& th, Value v, int64_t* out) {
  if (is_intlike(v) || (v.is_cell() && type_find(type_of(th, v), th.name(n_index)).u))
    return to_index_clamped(th, v, out);
  th.raise(E_TypeError, "slice indices must be integers or None or have an __index__ method");
  return false;
}
// The bounds as given, with the ends for None; evaluating them may run __index__, which may change the sequence.
static bool slice_unpack(Thread& th, Slice* s, int64_t* lo, int64_t* hi, int64_t* step) {
  *step = 1;
  if (s->step.u != kNone.u) {
    if (!bound_of(th, s->step, step)) return false;
    if (*step == 0) {
      th.raise(E_ValueError, "slice step cannot be zero");
      return false;
    }
    if (*step < -INT64_MAX) *step = -INT64_MAX;
  }
  *lo = *step > 0 ? 0 : INT64_MAX;
  *hi = *step > 0 ? INT64_MAX : INT64_MIN;
  return (s->lo.u == kNone.u || bound_of(th, s->lo, lo)) && (s->hi.u == kNone.u || bound_of(th, s->hi, hi));
}
// Clipped to a length; gives the number of items.
static int64_t slice_adjust(int64_t len, int64_t* lo, int64_t* hi, int64_t step) {
  auto clamp = [&](int64_t* out) {
    if (*out < 0) *out = *out < -len ? -1 : *out + len;
    if (step > 0)
      *out = *out < 0 ? 0 : *out > len ? len : *out;
    else
      *out = *out < -1 ? -1 : *out >= len ? len - 1 : *out;
  };
  clamp(lo);
  clamp(hi);
  return step > 0 ? (*hi > *lo ? (*hi - *lo - 1) / step + 1 : 0) : (*lo > *hi ? (*lo - *hi - 1) / -step + 1 : 0);
}
bool slice_indices(Thread& th, Slice* s, int64_t len, int64_t* lo, int64_t* hi, int64_t* step, int64_t* n) {
  return slice_indices(th, s, [=] { return len; }, lo, hi, step, n);
}
// For sequences that can shrink while the bounds are evaluated.
bool slice_indices(Thread& th, Slice* s, const std::function<int64_t()>& len, int64_t* lo, int64_t* hi, int64_t* step,
                   int64_t* n) {
  if (!slice_unpack(th, s, lo, hi, step)) return false;
  *n = slice_adjust(len(), lo, hi, *step);
  return true;
}
static bool slice_indices(Thread& th, Slice* s, const uint32_t& len, int64_t* lo, int64_t* hi, int64_t* step,
                          int64_t* n) {
  if (!slice_unpack(th, s, lo, hi, step)) return false;
  *n = slice_adjust(len, lo, hi, *step);
  return true;
}
// `len` is read after __index__ has run.
static bool index_number(Thread& th, Value k, const char* type, int64_t* i) {
  if (!is_intlike(k) && !(k.is_cell() && type_find(type_of(th, k), th.name(n_index)).u)) {
    if (!strcmp(type, "string"))
      th.raise(E_TypeError, "string indices must be integers, not '%s'", type_name(th, k).c_str());
    else
      th.raise(E_TypeError, "%s indices must be integers or slices, not %s", type, type_name(th, k).c_str());
    return false;
  }
  Owned exact(to_int_object(th, k));
  if (!exact) return false;
  if (is_big(exact.get())) {
    th.raise(E_IndexError, "cannot fit '%s' into an index-sized integer", type_name(th, k).c_str());
    return false;
  }
  *i = to_int(exact.get());
  return true;
}
static bool index_within(Thread& th, uint32_t len, const char* what, int64_t* i) {
  if (*i < 0) *i += len;
  if (*i < 0 || *i >= int64_t(len)) {
    th.raise(E_IndexError, "%s out of range", what);
    return false;
  }
  return true;
}
static bool index_of(Thread& th, Value k, const uint32_t& len, const char* type, const char* what, int64_t* i) {
  return index_number(th, k, type, i) && index_within(th, len, what, i);
}
// Exact built-in containers; kStop: not one.
Value subscript_exact(Thread& th, Value o, Value k) {
  int64_t i, lo, hi, st, n;
  if (!o.is_cell()) return kStop;
  switch (o.cell()->kind) {
    case Kind::List: {
      List* l = o.as<List>();
      if (k.is(Kind::Slice)) {
        if (!slice_indices(th, k.as<Slice>(), l->len, &lo, &hi, &st, &n)) return kAbsent;
        List* r = list(th, size_t(n));
        for (i = 0; i < n; i++) r->items[r->len++] = inc(l->items[lo + i * st]);
        return of(r);
      }
      if (!index_of(th, k, l->len, "list", "list index", &i)) return kAbsent;
      return inc(l->items[i]);
    }
    case Kind::Tuple: {
      Tuple* l = o.as<Tuple>();
      if (k.is(Kind::Slice)) {
        if (!slice_indices(th, k.as<Slice>(), l->len, &lo, &hi, &st, &n)) return kAbsent;
        if (n == int64_t(l->len) && st == 1) return inc(o);
        Tuple* r = tuple(th, size_t(n));
        for (i = 0; i < n; i++) r->items[i] = inc(l->items[lo + i * st]);
        return of(r);
      }
      if (!index_of(th, k, l->len, "tuple", "tuple index", &i)) return kAbsent;
      return inc(l->items[i]);
    }
    case Kind::Str: {
      Str* s = o.as<Str>();
      if (k.is(Kind::Slice)) {
        if (!slice_indices(th, k.as<Slice>(), s->chars, &lo, &hi, &st, &n)) return kAbsent;
        if (st == 1) return of(str_slice(th, s, size_t(lo), size_t(lo + n)));
        if (s->ascii()) {
          if (n == 1) return of(inc(th.in.latin1[uint8_t(s->data[lo])]));
          Str* r = str_blank(th, size_t(n), size_t(n));
          for (i = 0; i < n; i++) r->data[i] = s->data[lo + i * st];
          return of(r);
        }
        std::string r;
        for (i = 0; i < n; i++) {
          const char* p = s->data + str_offset(s, size_t(lo + i * st));
          const char* b = p;
          utf8_decode(p);
          r.append(b, size_t(p - b));
          }
        return of(str(th, r));
      }
      if (!index_of(th, k, s->chars, "string", "string index", &i)) return kAbsent;
      if (s->ascii()) return of(inc(th.in.latin1[uint8_t(s->data[i])]));
      const char* p = s->data + str_offset(s, size_t(i));
      return of(char_str(th, utf8_decode(p)));
    }
    case Kind::Bytes:
    case Kind::ByteArray: {
      bool b = o.is(Kind::Bytes);
      const uint32_t& len = b ? o.as<Bytes>()->len : o.as<ByteArray>()->len;
      auto view = [&] { return b ? o.as<Bytes>()->sv() : o.as<ByteArray>()->sv(); };
      if (k.is(Kind::Slice)) {
        if (!slice_indices(th, k.as<Slice>(), len, &lo, &hi, &st, &n)) return kAbsent;
        std::string_view s = view();
        std::string r;
        for (i = 0; i < n; i++) r += s[size_t(lo + i * st)];
        return b ? of(bytes(th, r)) : of(bytearray(th, r));
      }
      if (!index_of(th, k, len, b ? "byte" : "bytearray", b ? "index" : "bytearray index", &i))
        return kAbsent;
      return integer49(uint8_t(view()[size_t(i)]));
    }
    case Kind::Range: {
      Range* r = o.as<Range>();
      if (k.is(Kind::Slice)) return range_slice(th, r, k.as<Slice>());
      if (!is_intlike(k) && !(k.is_cell() && type_find(type_of(th, k), th.name(n_index)).u))
        return th.raise(E_TypeError, "range indices must be integers or slices, not %s", type_name(th, k).c_str());
      return range_item(th, r, k);
    }
    case Kind::Dict: {
      Value v;
      if (!dict_get(th, o.as<Dict>(), k, &v)) return kAbsent;
      return v.u ? inc(v) : th.raise_value(E_KeyError, k);
    }
    case Kind::MappingProxy:
      while (o.is(Kind::MappingProxy)) o = o.as<MappingProxy>()->mapping;
      return subscript_native(th, o, k);
    default: return kStop;
  }
}
Value class_subscript(Thread& th, Value cls, Value k);  // generic.cpp
static Out no_subscript(Thread& th, Value o) {
  if (o.is(Kind::Type))
    th.raise(E_TypeError, "type '%s' is not subscriptable", type_name(o.as<Type>()).c_str());
  else
    th.raise(E_TypeError, "'%s' object is not subscriptable", type_name(th, o).c_str());
  return kError;
}
// d[k] of a dict or of an instance that stands on one, whose class may have __missing__ for absent keys.
static Out item_or_missing(Thread& th, Value o, Value k, int ret, Value* res) {
  Value v;
  if (!dict_get(th, unwrap(o).as<Dict>(), k, &v)) return kError;
  if (v.u) return *res = inc(v), kDone;
  Value miss = o.is(Kind::Instance) ? type_find(type_of(th, o), th.name(n_missing)) : kAbsent, a[2] = {o, k};
  if (miss.u) return call_dunder(th, miss, a, 2, ret, Cont::Store, res);
  th.raise_value(E_KeyError, k);
  return kError;
}
// What a subscription gave that may have pushed a frame.
static Value finished(Thread& th, Out out, Value r) {
  if (out == kPushed) {
    th.fr->cont = Cont::Exit;
    return th.finish();
  }
  return out == kError ? kAbsent : r;
}
Value dict_subscript(Thread& th, Value o, Value k) {
  Value r = kAbsent;
  Out out = item_or_missing(th, o, k, 255, &r);
  return finished(th, out, r);
}
Out subscript(Thread& th, Value o, Value k, int ret, Value* res) {
  *res = subscript_exact(th, o, k);
  if (res->u != kStop.u) return res->u ? kDone : kError;
  Value m = type_find(type_of(th, o), th.name(n_getitem)), a[2] = {o, k};
  if (m.u && m.u != kNone.u) {
    if (m.is(Kind::Native) && o.is(Kind::Instance) && unwrap(o).is(Kind::Dict) &&
        m.as<Native>()->owner == th.in.types[int(Kind::Dict)])
      return item_or_missing(th, o, k, ret, res);
    return call_dunder(th, m, a, 2, ret, Cont::Store, res);
  }
  if (o.is(Kind::Type)) {
    m = type_find(o.as<Type>(), th.name(n_class_getitem));
    if (m.u) {
      if (m.is(Kind::ClassMethod)) return call_callable(th, m.as<Wrapper>()->func, a, 2, ret, Cont::Store, res);
      Owned f(get_attr_native(th, o, th.name(n_class_getitem)));
      if (!f) return kError;
      return call_callable(th, f.get(), a + 1, 1, ret, Cont::Store, res);
    }
  }
  *res = class_subscript(th, o, k);
  if (res->u == kStop.u) return no_subscript(th, o);
  return res->u ? kDone : kError;
}
Value subscript_native(Thread& th, Value o, Value k) {
  Value r = kAbsent;
  Out out = subscript(th, o, k, 255, &r);
  return finished(th, out, r);
}

static bool assign_slice(Thread& th, List* l, Slice* s, Value v) {
  int64_t lo, hi, st, n;
  std::vector<Value> in;
  if (!slice_unpack(th, s, &lo, &hi, &st)) return false;
  if (v.u) {
    if (!v.is(Kind::List) && !v.is(Kind::Tuple)) {
      Owned it(iter_native(th, v));
      if (!it) {
        if (th.pending_is(E_TypeError)) {
          th.clear_pending();
          th.raise(E_TypeError, st == 1 ? "can only assign an iterable" : "must assign iterable to extended slice");
        }
        return false;
      }
      if (!iterate_asked(th, it.get(), &in)) return false;
    } else if (!iterate(th, v, &in)) {
      return false;
    }
  }
  auto fail = [&] {
    for (Value x : in) dec(x);
    return false;
  };
  n = slice_adjust(l->len, &lo, &hi, st);  // by what __index__ and __iter__ left of the list
  if (st != 1 && v.u) {
    if (int64_t(in.size()) != n) {
      th.raise(E_ValueError, "attempt to assign sequence of size %zd to extended slice of size %zd", ssize_t(in.size()),
               ssize_t(n));
      return fail();
    }
    for (int64_t i = 0; i < n; i++) std::swap(l->items[lo + i * st], in[size_t(i)]);
    for (Value x : in) dec(x);  // finalizers may change the list: it is whole by now
    return true;
  }
  std::vector<Value> dead;
  if (st != 1) {  // delete every st-th
    if (st < 0) {
      lo = lo + (n - 1) * st;
      st = -st;
    }
    uint32_t w = 0;
    for (uint32_t i = 0; i < l->len; i++) {
      bool cut = n && int64_t(i) >= lo && (int64_t(i) - lo) % st == 0 && (int64_t(i) - lo) / st < n;
      if (cut)
        dead.push_back(l->items[i]);
      else
        l->items[w++] = l->items[i];
    }
    l->len = w;
    std::reverse(dead.begin(), dead.end());  // these end in order, those of a plain slice from its end
  } else {
    if (hi < lo) hi = lo;
    size_t cut = size_t(hi - lo), tail = l->len - size_t(hi);
    dead.assign(l->items + lo, l->items + hi);
    size_t len = l->len - cut + in.size();
    if (len > l->cap) {
      size_t cap = len + (len >> 3) + 4;
      if (cap >= UINT32_MAX) throw std::bad_alloc();
      l->items = static_cast<Value*>(heap_of(l).raw_resize(l->items, size_t(l->cap) * 8, cap * 8));
      l->cap = uint32_t(cap);
    }
    if (l->items) memmove(l->items + lo + in.size(), l->items + hi, tail * 8);
    if (!in.empty()) memcpy(l->items + lo, in.data(), in.size() * 8);
    l->len = uint32_t(len);
  }
  for (size_t i = dead.size(); i-- > 0;) dec(dead[i]);
  return true;
}
static bool converts_to_number(Thread& th, Value v) {  // PyNumber_Check
  if (is_number(v) || v.is(Kind::Complex)) return true;
  Type* t = type_of(th, v);
  return type_find(t, th.name(n_index)).u || type_find(t, th.name(n_int)).u || type_find(t, th.name(n_float)).u;
}
static bool set_byte(Thread& th, ByteArray* b, Value k, Value v) {
  int64_t i, c;
  if (k.is(Kind::Slice)) {
    int64_t lo, hi, st, n;
    if (!slice_indices(th, k.as<Slice>(), b->len, &lo, &hi, &st, &n)) return false;
    std::string in;
    if (v.u) {
      Value x = unwrap(v);
      if (x.is(Kind::Bytes)) {
        in = x.as<Bytes>()->sv();
      } else if (x.is(Kind::ByteArray)) {
        in = x.as<ByteArray>()->sv();
      } else {
        if (is_str(x) || converts_to_number(th, v)) {
          th.raise(E_TypeError, "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
          return false;
        }
        Owned made(th.call(of(th.in.types[int(Kind::ByteArray)]), &v, 1));
        if (!made) return false;
        in = made.get().as<ByteArray>()->sv();
        // Iterating may have changed what the bounds were measured on.
        if (!slice_indices(th, k.as<Slice>(), b->len, &lo, &hi, &st, &n)) return false;
      }
    }
    if (st == 1) return splice_bytes(th, b, size_t(lo), size_t(n), in);
    if (!in.empty()) {
      if (int64_t(in.size()) != n) {
        th.raise(E_ValueError, "attempt to assign bytes of size %zd to extended slice of size %zd", ssize_t(in.size()),
                 ssize_t(n));
        return false;
      }
      for (int64_t j = 0; j < n; j++) b->data[lo + j * st] = in[size_t(j)];
      return true;
    }
    std::string keep;  // deleted, or assigned nothing, which CPython takes for the same
    for (int64_t j = 0; j < int64_t(b->len); j++) {
      bool cut = (j - lo) % st == 0 && (j - lo) / st >= 0 && (j - lo) / st < n;
      if (!cut) keep += b->data[j];
    }
    return assign_bytes(th, b, keep);
  }
  if (!index_number(th, k, "bytearray", &i)) return false;
  if (v.u) {  // before the bounds: its __index__ may shorten the bytearray
    if (!to_index_clamped(th, v, &c)) return false;
    if (c < 0 || c > 255) {
      th.raise(E_ValueError, "byte must be in range(0, 256)");
      return false;
    }
  }
  if (!index_within(th, b->len, "bytearray index", &i)) return false;
  if (!v.u && b->exports) {
    th.raise(E_BufferError, "Existing exports of data: object cannot be re-sized");
    return false;
  }
  if (!v.u) {
    memmove(b->data + i, b->data + i + 1, b->len - size_t(i));
    b->len--;
    return true;
  }
  b->data[i] = char(c);
  return true;
}
// 1: done, 0: error, -1: not an exact built-in container
int set_subscript_exact(Thread& th, Value o, Value k, Value v) {
  if (o.is(Kind::List)) {
    List* l = o.as<List>();
    if (k.is(Kind::Slice)) return assign_slice(th, l, k.as<Slice>(), v);
    int64_t i;
    if (!index_of(th, k, l->len, "list", v.u ? "list assignment index" : "list assignment index", &i)) return 0;
    if (v.u) {
      put(l->items[i], inc(v));
      return 1;
    }
    Value old = l->items[i];
    memmove(l->items + i, l->items + i + 1, (l->len - size_t(i) - 1) * 8);
    l->len--;
    dec(old);
    return 1;
  }
  if (o.is(Kind::Dict)) {
    if (v.u) return dict_set(th, o.as<Dict>(), k, inc(v));
    int r = dict_del(th, o.as<Dict>(), k);
    if (r == 0) th.raise_value(E_KeyError, k);
    return r == 1;
  }
  if (o.is(Kind::ByteArray)) return set_byte(th, o.as<ByteArray>(), k, v);
  return -1;
}
Out set_subscript(Thread& th, Value o, Value k, Value v) {
  int r = set_subscript_exact(th, o, k, v);
  if (r >= 0) return r ? kDone : kError;
  Value res = kAbsent, m = type_find(type_of(th, o), th.name(v.u ? n_setitem : n_delitem)), a[3] = {o, k, v};
  if (m.u && m.u != kNone.u) {
    Out out = call_dunder(th, m, a, v.u ? 3 : 2, 255, Cont::Discard, &res);
    if (out == kDone) dec(res);
    return out;
  }
  Value exact = unwrap(o);
  bool sequence = exact.is(Kind::Str) || exact.is(Kind::Tuple) || exact.is(Kind::Bytes) || exact.is(Kind::Range) ||
                  exact.is(Kind::Set) || exact.is(Kind::FrozenSet) || exact.is(Kind::DictKeys) ||
                  exact.is(Kind::DictValues) || exact.is(Kind::DictItems) || (type_of(th, o)->tflags & kHeapType);
  bool by_index = is_intlike(k) || (k.is_cell() && type_find(type_of(th, k), th.name(n_index)).u);
  if (sequence && by_index) {
    Owned index(to_int_object(th, k));
    if (index && is_big(index.get()))
      th.raise(E_IndexError, "cannot fit '%s' into an index-sized integer", type_name(th, k).c_str());
    if (th.pending.u) return kError;
  }
  th.raise(E_TypeError, "'%s' object %s support item %s", type_name(th, o).c_str(),
           !v.u && sequence && by_index ? "doesn't" : "does not", v.u ? "assignment" : "deletion");
  return kError;
}
bool set_subscript_native(Thread& th, Value o, Value k, Value v) {
  Out out = set_subscript(th, o, k, v);
  if (out != kPushed) return out == kDone;
  th.fr->cont = Cont::Exit;
  Value r = th.finish();
  dec(r);
  return r.u != 0;
}
int64_t length(Thread& th, Value v) {
  if (v.is_cell()) switch (v.cell()->kind) {
      case Kind::Str: return v.as<Str>()->chars;
      case Kind::Bytes: return v.as<Bytes>()->len;
      case Kind::ByteArray: return v.as<ByteArray>()->len;
      case Kind::List: return v.as<List>()->len;
      case Kind::Tuple: return v.as<Tuple>()->len;
      case Kind::Dict: return v.as<Dict>()->used;
      case Kind::Set:
      case Kind::FrozenSet: return v.as<Set>()->used;
      case Kind::DictKeys:
      case Kind::DictValues:
      case Kind::DictItems: return v.as<DictView>()->dict->used;
      case Kind::MappingProxy:
        while (v.is(Kind::MappingProxy)) v = v.as<MappingProxy>()->mapping;
        return length(th, v);
      case Kind::Range: {
        int64_t n;
        if (range_len64(v.as<Range>(), &n)) return n;
        Owned big(range_length(th, v.as<Range>()));
        if (big_to_int64(big.get(), &n)) return n;
        th.raise(E_OverflowError, "Python int too large to convert to C ssize_t");
        return -1;
      }
      default: break;
    }
  Value m = type_find(type_of(th, v), th.name(n_len));
  if (!m.u) {
    th.raise(E_TypeError, "object of type '%s' has no len()", type_name(th, v).c_str());
    return -1;
  }
  Owned r(call_found(th, m, v));
  if (!r) return -1;
  int64_t n;
  Value i = unwrap(r.get());
  if (!is_intlike(i) && !type_find(type_of(th, r.get()), th.name(n_index)).u) {
    th.raise(E_TypeError, "'%s' object cannot be interpreted as an integer", type_name(th, r.get()).c_str());
    return -1;
  }
  if (is_big(i) && big_sign(i) < 0) {
    th.raise(E_ValueError, "__len__() should return >= 0");
    return -1;
  }
  if (is_big(i)) {
    th.raise(E_OverflowError, "cannot fit 'int' into an index-sized integer");
    return -1;
  }
  if (!to_index(th, r.get(), &n)) return -1;
  if (n < 0) th.raise(E_ValueError, "__len__() should return >= 0");
  return n < 0 ? -1 : n;
}
}  // namespace adder
