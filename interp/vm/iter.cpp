// iter(), next(), and the built-in iterators.
#include "interp/objects/bigint.h"
#include "interp/vm/argument_errors.h"
#include "interp/vm/containers.h"
#include "interp/vm/ranges.h"
#include "interp/vm/special.h"

namespace adder {
Value iter_exact(Thread& th, Value v) {  // kStop: not a built-in iterable
  if (!v.is_cell()) return kStop;
  switch (v.cell()->kind) {
    case Kind::Range: return range_iterator(th, v);
    case Kind::List: return make_iter(th, IterKind::List, inc(v));
    case Kind::Tuple: return make_iter(th, IterKind::Tuple, inc(v));
    case Kind::Str: return make_iter(th, IterKind::Str, inc(v));
    case Kind::Bytes: return make_iter(th, IterKind::Bytes, inc(v));
    case Kind::ByteArray: return make_iter(th, IterKind::ByteArray, inc(v));
    case Kind::Dict: {
      Value it = make_iter(th, IterKind::Keys, inc(v));
      it.as<Iter>()->size = v.as<Dict>()->used;
      return it;
    }
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems: {
      Dict* d = v.as<DictView>()->dict;
      IterKind k = v.is(Kind::DictKeys) ? IterKind::Keys : v.is(Kind::DictValues) ? IterKind::Values : IterKind::Items;
      Value it = make_iter(th, k, of(inc(d)));
      it.as<Iter>()->size = d->used;
      return it;
    }
    case Kind::Set:
    case Kind::FrozenSet: {
      Value it = make_iter(th, IterKind::Set, inc(v));
      it.as<Iter>()->size = v.as<Set>()->used;
      return it;
    }
    case Kind::MappingProxy:
      while (v.is(Kind::MappingProxy)) v = v.as<MappingProxy>()->mapping;
      return iter_native(th, v);
    case Kind::Iter:
    case Kind::Gen: return inc(v);
    default: return kStop;
  }
}
bool check_iterator(Thread& th, Value it) {  // what __iter__ gave
  if (it.is(Kind::Iter) || it.is(Kind::Gen)) return true;
  if (it.is_cell() && type_find(type_of(th, it), th.name(n_next)).u) return true;
  th.raise(E_TypeError, "iter() returned non-iterator of type '%s'", type_name(th, it).c_str());
  return false;
}
Out get_iter(Thread& th, Value v, int ret, Value* res) {
  *res = iter_exact(th, v);
  if (res->u != kStop.u) return res->u ? kDone : kError;
  Type* t = type_of(th, v);
  Value m = type_find(t, th.name(n_iter));
  if (m.u && m.u != kNone.u) {
    Out o = call_dunder(th, m, &v, 1, ret, Cont::Iter, res);
    if (o == kDone && !check_iterator(th, *res)) {
      dec(*res);
      return kError;
    }
    return o;
  }
  if (!m.u && type_find(t, th.name(n_getitem)).u && !unwrap(v).is(Kind::Dict)) {
    *res = make_iter(th, IterKind::Sequence, inc(v));
    return kDone;
  }
  th.raise(E_TypeError, "'%s' object is not iterable", type_name(th, v).c_str());
  return kError;
}
Value iter_native(Thread& th, Value v) {
  Value r = iter_exact(th, v);
  if (r.u != kStop.u) return r;
  Type* t = type_of(th, v);
  Value m = type_find(t, th.name(n_iter));
  if (m.u && m.u != kNone.u) {
    r = call_found(th, m, v);
    if (r.u && !check_iterator(th, r)) {
      dec(r);
      return kAbsent;
    }
    return r;
  }
  Out o = get_iter(th, v, 255, &r);
  return o == kDone ? r : kAbsent;
}

static Value pair(Thread& th, Value a, Value b) {
  Tuple* p = tuple(th, 2);
  p->items[0] = a;
  p->items[1] = b;
  return of(p);
}
static Value finished(Iter* t) {  // exhaustion is a store: a list grown later does not revive the iterator
  put(t->seq, kAbsent);
  return kStop;
}
// next_value, with the commonest iterators in line: nothing can happen but a count.
static inline Value quick_next(Thread& th, Value it) {
  if (LIKELY(it.is(Kind::Iter))) {
    Iter* t = it.as<Iter>();
    if (t->ik == IterKind::List && t->seq.u) {
      List* l = t->seq.as<List>();
      if (LIKELY(uint64_t(t->i) < l->len)) return inc(l->items[t->i++]);
    } else if (t->ik == IterKind::Tuple && t->seq.u) {
      Tuple* l = t->seq.as<Tuple>();
      if (LIKELY(uint64_t(t->i) < l->len)) return inc(l->items[t->i++]);
    }
  }
  return next_value(th, it);
}
int next_pair(Thread& th, Iter* t, Value* first, Value* second) {
  if (UNLIKELY(!t->seq.u)) return 2;
  switch (t->ik) {
    case IterKind::Items: {
      Dict* d = t->seq.as<Dict>();
      if (UNLIKELY(d->used != t->size)) return 2;
      while (t->i < int64_t(d->filled) && !d->entries[t->i].key.u) t->i++;
      if (UNLIKELY(t->i >= int64_t(d->filled) || t->stop == 1)) return 2;
      if (t->stop == 0) t->stop = int64_t(t->size) + 1;  // as next_dict
      --t->stop;
      Dict::Entry& e = d->entries[t->i++];
      *first = inc(e.key);
      *second = inc(e.val);
      return 1;
    }
    case IterKind::Enumerate: {
      if (UNLIKELY(t->seq.is(Kind::Tuple) || t->i == INT64_MAX)) return 2;
      Owned hold(inc(t->seq));
      *second = quick_next(th, t->seq);
      if (UNLIKELY(!second->u)) return -1;
      if (second->u == kStop.u) return 0;
      *first = integer(th, t->i++);
      return 1;
    }
    case IterKind::Zip: {
      Tuple* s = t->seq.as<Tuple>();
      if (s->len != 2 || t->strict) return 2;
      Owned hold(inc(t->seq));
      *first = quick_next(th, s->items[0]);
      if (UNLIKELY(!first->u)) return -1;
      if (first->u == kStop.u) return 0;
      *second = quick_next(th, s->items[1]);
      if (LIKELY(second->u && second->u != kStop.u)) return 1;
      dec(*first);
      return second->u ? 0 : -1;
    }
    default: return 2;
  }
}
// The next item of an iterator over a list or tuple, borrowed; kAbsent: another iterator, or it has no more.
static inline Value peek(Value it) {
  if (!it.is(Kind::Iter)) return kAbsent;
  const Iter* t = it.as<Iter>();
  if (!t->seq.u) return kAbsent;
  if (t->ik == IterKind::List) {
    const List* l = t->seq.as<List>();
    return uint64_t(t->i) < l->len ? l->items[t->i] : kAbsent;
  }
  if (t->ik != IterKind::Tuple) return kAbsent;
  const Tuple* l = t->seq.as<Tuple>();
  return uint64_t(t->i) < l->len ? l->items[t->i] : kAbsent;
}
// One step of an iterator that another one draws from. With `raises` a generator or a __next__ that ends leaves its
// StopIteration pending, since what that carries goes to whoever asked the outer iterator.
static inline Value draw(Thread& th, Value it, bool raises) {
  if (LIKELY(!raises)) return quick_next(th, it);
  return next_or_raise(th, it);
}
static bool ended(Thread& th, Value drawn) {
  return drawn.u == kStop.u || (!drawn.u && th.pending_is(E_StopIteration));
}
// The iterators below keep no note of their end: asked again, they ask again.
static Value next_zip(Thread& th, Iter* t, bool raises) {
  if (Tuple* s = t->seq.as<Tuple>(); s->len == 2 && s->items[0].u != s->items[1].u) {
    Value first = peek(s->items[0]), second = peek(s->items[1]);
    if (LIKELY(first.u && second.u)) {
      s->items[0].as<Iter>()->i++;
      s->items[1].as<Iter>()->i++;
      return pair(th, inc(first), inc(second));
    }
  }
  if (UNLIKELY(!th.native_stack_ok())) return kAbsent;
  Tuple* s = t->seq.as<Tuple>();
  if (s->len == 0) return kStop;
  bool strict = t->strict;
  Ref<Tuple> p(tuple(th, s->len));
  Owned keep(inc(t->seq));
  for (uint32_t i = 0; i < s->len; i++) {
    Value x = draw(th, s->items[i], raises);
    if (LIKELY(x.u && x.u != kStop.u)) {
      p->items[i] = x;
      continue;
    }
    if (!strict || !ended(th, x)) return x;
    if (!x.u) th.clear_pending();
    if (i > 0)
      return th.raise(E_ValueError, "zip() argument %u is shorter than argument%s%u", i + 1, i == 1 ? " " : "s 1-", i);
    for (uint32_t j = 1; j < s->len; j++) {
      Owned y(next_value(th, s->items[j]));
      if (!y) return kAbsent;
      if (y.get().u != kStop.u)
        return th.raise(E_ValueError, "zip() argument %u is longer than argument%s%u", j + 1, j == 1 ? " " : "s 1-", j);
    }
    return kStop;
  }
  return of(p.release());
}
// A StopIteration of the function that map or filter calls ends the iterator too.
static Value stopped_by_function(Thread& th, bool raises) {
  if (raises || !th.pending_is(E_StopIteration)) return kAbsent;
  th.clear_pending();
  return kStop;
}
static Value next_mapped(Thread& th, Iter* t, bool raises) {
  if (UNLIKELY(!th.native_stack_ok())) return kAbsent;
  Owned keep(inc(t->seq));
  Tuple* s = keep.get().as<Tuple>();
  if (t->ik == IterKind::Map) {
    Value args[16];
    std::vector<Value> many;
    Value* a = args;
    uint32_t n = s->len - 1;
    if (n > 16) {
      many.resize(n);
      a = many.data();
    }
    for (uint32_t i = 0; i < n; i++) {
      a[i] = draw(th, s->items[i + 1], raises);
      if (!a[i].u || a[i].u == kStop.u) {
        for (uint32_t j = 0; j < i; j++) dec(a[j]);
        return a[i];
      }
    }
    Value r = th.call(s->items[0], a, int(n));
    for (uint32_t i = 0; i < n; i++) dec(a[i]);
    return r.u ? r : stopped_by_function(th, raises);
  }
  for (;;) {
    Owned x(draw(th, s->items[1], raises));
    if (!x || x.get().u == kStop.u) return x.release();
    Value v = x.get();
    bool b;
    if (s->items[0].u == kNone.u || s->items[0].u == of(th.in.types[int(Kind::Bool)]).u) {
      if (!truth_native(th, v, &b)) return kAbsent;
    } else {
      Owned r(th.call(s->items[0], &v, 1));
      if (!r || !truth_native(th, r.get(), &b)) return stopped_by_function(th, raises);
    }
    if (b) return x.release();
  }
}
static Value next_enumerated(Thread& th, Iter* t, bool raises) {
  if (UNLIKELY(!th.native_stack_ok())) return kAbsent;
  Owned s(inc(t->seq));
  bool counts_far = s.get().is(Kind::Tuple);  // (iterator, count): the count needs more than 64 bits
  Value it = counts_far ? s.get().as<Tuple>()->items[0] : s.get();
  Value x = draw(th, it, raises);
  if (!x.u || x.u == kStop.u) return x;
  if (UNLIKELY(counts_far || t->i == INT64_MAX)) {
    Value n = counts_far ? inc(s.get().as<Tuple>()->items[1]) : integer(th, t->i);
    put(t->seq, pair(th, inc(it), big_binary(th, kAdd, n, integer49(1))));
    return pair(th, n, x);
  }
  return pair(th, integer(th, t->i++), x);
}
static Value next_dict(Thread& th, Iter* t) {
  Dict* d = t->seq.as<Dict>();
  if (UNLIKELY(d->used != t->size)) {
    t->size = UINT32_MAX;  // the error repeats
    return th.raise(E_RuntimeError, "dictionary changed size during iteration");
  }
  if (t->stop == 0) t->stop = int64_t(t->size) + 1;  // how many more entries there may be, and one
  bool backwards = t->ik >= IterKind::RevKeys && t->ik <= IterKind::RevItems;
  Dict::Entry* e;
  if (backwards) {
    if (t->step == 1) {
      t->i = d->filled;
      t->step = -1;
    }
    if (t->i > int64_t(d->filled)) t->i = d->filled;
    while (t->i > 0 && !d->entries[t->i - 1].key.u) t->i--;
    if (t->i <= 0) return finished(t);
    e = &d->entries[--t->i];
    --t->stop;
  } else {
    while (t->i < int64_t(d->filled) && !d->entries[t->i].key.u) t->i++;
    if (t->i >= int64_t(d->filled)) {
      return finished(t);
    }
    if (UNLIKELY(--t->stop == 0)) {
      t->size = UINT32_MAX;
      return th.raise(E_RuntimeError, "dictionary keys changed during iteration");
    }
    e = &d->entries[t->i++];
  }
  switch (t->ik) {
    case IterKind::Items:
    case IterKind::RevItems: {
      Value k = inc(e->key), v = inc(e->val);
      return pair(th, k, v);
    }
    case IterKind::Keys:
    case IterKind::RevKeys: return inc(e->key);
    default: return inc(e->val);
  }
}
static Value step(Thread& th, Iter* t, bool raises) {
  if (t->ik == IterKind::Range) {
    if (t->step > 0 ? t->i >= t->stop : t->i <= t->stop) return kStop;
    int64_t i = t->i;
    if (__builtin_add_overflow(i, t->step, &t->i)) t->i = t->stop;
    return integer(th, i);
  }
  if (!t->seq.u) return kStop;
  switch (t->ik) {
    case IterKind::List: {
      List* l = t->seq.as<List>();
      return t->i < int64_t(l->len) ? inc(l->items[t->i++]) : finished(t);
    }
    case IterKind::Tuple: {
      Tuple* l = t->seq.as<Tuple>();
      return t->i < int64_t(l->len) ? inc(l->items[t->i++]) : finished(t);
    }
    case IterKind::Str: {  // `i` is a byte offset
      Str* s = t->seq.as<Str>();
      if (t->i >= int64_t(s->len)) return finished(t);
      if (uint8_t plain = uint8_t(s->data[t->i]); plain < 0x80) {
        t->i++;
        return of(inc(th.in.latin1[plain]));
      }
      const char* p = s->data + t->i;
      uint32_t c = utf8_decode(p);
      t->i = p - s->data;
      return of(char_str(th, c));
    }
    case IterKind::Bytes: {
      Bytes* s = t->seq.as<Bytes>();
      return t->i < int64_t(s->len) ? integer49(uint8_t(s->data[t->i++])) : finished(t);
    }
    case IterKind::ByteArray: {
      ByteArray* s = t->seq.as<ByteArray>();
      return t->i < int64_t(s->len) ? integer49(uint8_t(s->data[t->i++])) : finished(t);
    }
    case IterKind::Keys:
    case IterKind::Values:
    case IterKind::Items:
    case IterKind::RevKeys:
    case IterKind::RevValues:
    case IterKind::RevItems: return next_dict(th, t);
    case IterKind::Set: {
      Set* s = t->seq.as<Set>();
      if (s->used != t->size) {
        t->size = UINT32_MAX;
        return th.raise(E_RuntimeError, "Set changed size during iteration");
      }
      if (!s->table) return finished(t);
      while (t->i <= int64_t(s->mask) && (!s->table[t->i].key.u || s->table[t->i].key.u == kStop.u)) t->i++;
      return t->i <= int64_t(s->mask) ? inc(s->table[t->i++].key) : finished(t);
    }
    case IterKind::RevList: {  // `i` is the index of the next item
      List* l = t->seq.as<List>();
      if (t->i < 0 || t->i >= int64_t(l->len)) return finished(t);
      return inc(l->items[t->i--]);
    }
    case IterKind::Reversed: {
      if (t->i < 0) return finished(t);  // `i` is the index of the next item
      if (t->seq.is(Kind::Tuple)) return inc(t->seq.as<Tuple>()->items[t->i--]);
      Owned s(inc(t->seq));
      Owned k(integer(th, t->i--));
      Value v = subscript_native(th, s.get(), k.get());
      if (!v.u && (th.pending_is(E_IndexError) || th.pending_is(E_StopIteration))) {
        th.clear_pending();
        return finished(t);
      }
      return v;
    }
    case IterKind::Sequence: {
      Owned s(inc(t->seq));
      Owned k(integer(th, t->i++));
      Value v = subscript_native(th, s.get(), k.get());
      if (!v.u && (th.pending_is(E_IndexError) || th.pending_is(E_StopIteration))) {
        th.clear_pending();
        return finished(t);
      }
      return v;
    }
    case IterKind::Enumerate: return next_enumerated(th, t, raises);
    case IterKind::Zip: return next_zip(th, t, raises);
    case IterKind::Map:
    case IterKind::Filter: return next_mapped(th, t, raises);
    case IterKind::Callable: {  // iter(function, sentinel)
      Owned s(inc(t->seq));
      Tuple* p = s.get().as<Tuple>();
      Owned v(th.call(p->items[0], nullptr, 0));
      if (!v) {
        if (!th.pending_is(E_StopIteration)) return kAbsent;
        th.clear_pending();
        return finished(t);
      }
      int r = equal(th, p->items[1], v.get());
      return r < 0 ? kAbsent : r ? finished(t) : v.release();
    }
    case IterKind::LongRange: {
      Range* r = t->seq.as<Range>();
      Owned step(inc(r->step)), k(integer(th, t->i)), d(binary_native(th, kMul, false, step.get(), k.get()));
      Value v = d ? binary_native(th, kAdd, false, r->start, d.get()) : kAbsent;
      if (!v.u) return kAbsent;
      int before = less(th, step.get(), integer49(0)) ? less(th, r->stop, v) : less(th, v, r->stop);
      if (before == 1) {
        t->i++;
        return v;
      }
      dec(v);
      return finished(t);
    }
    default: return kStop;
  }
}
Value iter_step(Thread& th, Iter* t) {
  return step(th, t, false);
}
Value next_called(Thread& th, Native* nt, Value* args, int n, Tuple* kw) {
  if (UNLIKELY(n != 1)) {
    const int named = kw ? int(kw->len) : 0;
    return argument_error(th, callee_of(th, nt, args[0]), n - named - 1, kw), kAbsent;
  }
  const Value v = nt->def->fn(th, args, 1);
  return LIKELY(v.u != kStop.u) ? v : th.raise_obj(of(instance(th, th.type(E_StopIteration))));
}
bool native_step(Thread& th, Value it, Value* out) {
  if (!has_fields(it) || th.rec) return false;
  Type* t = it.as<Instance>()->type();
  const Value method = type_find(t, th.name(n_next));
  if (!method.is(Kind::Native)) return false;
  const Native* nt = method.as<Native>();
  if (nt->def->raw != next_called || (t != nt->owner && !subtype(t, nt->owner))) return false;
  try {
    *out = nt->def->fn(th, &it, 1);
  } catch (...) {
    th.raise_caught();
    *out = kAbsent;
  }
  return true;
}
Value next_or_raise(Thread& th, Value it) {
  if (it.is(Kind::Iter)) return step(th, it.as<Iter>(), true);
  if (it.is(Kind::Gen)) return generator_send(th, it.as<Gen>(), kNone);
  Value v;
  if (native_step(th, it, &v)) return v;
  return th.call_special(it, n_next, nullptr, 0);
}
Out iter_next(Thread& th, Value it, int ret, Value* res) {
  if (it.is(Kind::Iter)) {
    *res = iter_step(th, it.as<Iter>());
    return res->u ? kDone : kError;
  }
  if (it.is(Kind::Gen)) return resume(th, it.as<Gen>(), kNone, ret, Cont::Next, res);
  Out o;
  if (native_step(th, it, res)) {
    if (res->u) return kDone;
    o = kError;
  } else {
    Value m = type_find(type_of(th, it), th.name(n_next));
    if (!m.u || m.u == kNone.u) {
      th.raise(E_TypeError, "'%s' object is not an iterator", type_name(th, it).c_str());
      return kError;
    }
    o = call_dunder(th, m, &it, 1, ret, Cont::Next, res);
  }
  if (o == kError && th.pending_is(E_StopIteration)) {
    th.clear_pending();
    *res = kStop;
    return kDone;
  }
  return o;
}
Value next_of_generator(Thread&, Gen*);  // generators.cpp; kStop: exhausted
Value next_value(Thread& th, Value it) {
  if (th.attention && !th.slow_check()) [[unlikely]] return kAbsent;  // a native may go on for ever
  if (it.is(Kind::Iter)) return iter_step(th, it.as<Iter>());
  if (it.is(Kind::Gen)) return next_of_generator(th, it.as<Gen>());
  Value res = kAbsent;
  Out o = iter_next(th, it, 255, &res);
  if (o == kPushed) {  // a __next__ method: run it here
    th.fr->cont = Cont::Exit;
    res = th.finish();
    if (!res.u && th.pending_is(E_StopIteration)) {
      th.clear_pending();
      return kStop;
    }
    return res;
  }
  return o == kError ? kAbsent : res;
}
// The items of a built-in container whose iteration runs no user code; false: it is none. `reserve` learns how many
// there are, `take` gets each, borrowed. Long texts are left to their iterators, which look at the memory limit on the
// way.
template <class Reserve, class Take>
static bool each_plain(Thread& th, Value v, Reserve reserve, Take take) {
  if (!v.is_cell()) return false;
  auto row = [&](const Value* items, uint32_t n) {
    reserve(n);
    for (uint32_t i = 0; i < n; i++) take(items[i]);
    return true;
  };
  constexpr size_t kLong = 1 << 16;
  auto bytes_of = [&](std::string_view s) {
    if (s.size() > kLong) return false;
    reserve(s.size());
    for (char c : s) take(integer49(uint8_t(c)));
    return true;
  };
  switch (v.cell()->kind) {
    case Kind::List: return row(v.as<List>()->items, v.as<List>()->len);
    case Kind::Tuple: return row(v.as<Tuple>()->items, v.as<Tuple>()->len);
    case Kind::Bytes: return bytes_of(v.as<Bytes>()->sv());
    case Kind::ByteArray: return bytes_of(v.as<ByteArray>()->sv());
    case Kind::Set:
    case Kind::FrozenSet: {
      Set* s = v.as<Set>();
      reserve(s->used);
      uint32_t left = s->used;
      for (const Set::Entry* e = s->table; left; e++)
        if (e->key.u && e->key.u != kStop.u) {
          take(e->key);
          left--;
        }
      return true;
    }
    case Kind::Dict:
    case Kind::DictKeys:
    case Kind::DictValues: {
      Dict* d = v.is(Kind::Dict) ? v.as<Dict>() : v.as<DictView>()->dict;
      bool values = v.is(Kind::DictValues);
      reserve(d->used);
      for (uint32_t i = 0; i < d->filled; i++)
        if (d->entries[i].key.u) take(values ? d->entries[i].val : d->entries[i].key);
      return true;
    }
    case Kind::Str: {
      Str* s = v.as<Str>();
      if (!s->ascii() || s->len > kLong) return false;
      reserve(s->len);
      for (uint32_t i = 0; i < s->len; i++) take(of(th.in.latin1[uint8_t(s->data[i])]));
      return true;
    }
    default: return false;
  }
}
bool iterate(Thread& th, Value v, std::vector<Value>* out) {
  if (each_plain(
          th, v, [out](size_t n) { out->reserve(out->size() + n); }, [out](Value x) { out->push_back(inc(x)); }))
    return true;
  Owned it(iter_native(th, v));
  if (!it) return false;
  size_t before = out->size();
  for (;;) {
    Value x = next_value(th, it.get());
    if (x.u == kStop.u) return true;
    if (!x.u) {
      for (size_t i = before; i < out->size(); i++) dec((*out)[i]);
      out->resize(before);
      return false;
    }
    out->push_back(x);
    if ((out->size() & 0xFFFF) == 0 && (th.in.heap.over_limit() || th.attention) && !th.slow_check()) {
      for (size_t i = before; i < out->size(); i++) dec((*out)[i]);
      out->resize(before);
      return false;
    }
  }
}
int64_t hinted_length(Thread& th, Value v, int64_t otherwise) {
  if (type_find(type_of(th, v), th.name(n_len)).u) {
    int64_t n = length(th, v);
    if (n >= 0 || !th.pending_is(E_TypeError)) return n;
    th.clear_pending();
  }
  Owned hint(th.call_special(v, n_length_hint, nullptr, 0));
  if (!hint) {
    if (!th.pending_is(E_TypeError)) return -1;
    th.clear_pending();
    return otherwise;
  }
  if (hint.get().u == kStop.u || hint.get().u == kNotImplemented.u) return otherwise;
  if (!is_intlike(unwrap(hint.get()))) {
    th.raise(E_TypeError, "__length_hint__ must be an integer, not %s", type_name(th, hint.get()).c_str());
    return -1;
  }
  int64_t n;
  if (!to_index(th, hint.get(), &n)) return -1;
  if (n < 0) th.raise(E_ValueError, "__length_hint__() should return >= 0");
  return n < 0 ? -1 : n;
}

// Has the machine room for so many items?
static bool believable(Thread& th, int64_t n) {
  constexpr int64_t kMost = int64_t(1) << 34;
  if (n > kMost) th.raise_obj(of(instance(th, th.type(E_MemoryError))));
  return n <= kMost;
}
bool hint_fits(Thread& th, Value v, int64_t otherwise) {
  int64_t n = hinted_length(th, v, otherwise);
  return n >= 0 && believable(th, n);
}
bool iterate_asked(Thread& th, Value iterable, std::vector<Value>* out) {
  if (!has_fields(iterable) && !iterable.is(Kind::Iter)) return iterate(th, iterable, out);
  Owned it(iter_native(th, iterable));
  if (!it) return false;
  bool own = has_fields(it.get()) || (it.get().is(Kind::Iter) && has_fields(it.get().as<Iter>()->seq));
  return (!own || hint_fits(th, it.get(), 8)) && iterate(th, it.get(), out);
}
bool extend_from(Thread& th, List* l, Value it) {
  for (uint32_t n = 0;; ++n) {
    Value v = next_value(th, it);
    if (v.u == kStop.u) return true;
    if (!v.u) return false;
    push(l, v);
    if ((n & 0xFFFF) == 0xFFFF && (th.in.heap.over_limit() || th.attention) && !th.slow_check()) return false;
  }
}
bool extend_list(Thread& th, List* l, Value source) {
  if (UNLIKELY(source.u == of(l).u)) {  // by what it holds now
    for (uint32_t i = 0, n = l->len; i < n; i++) push(l, inc(l->items[i]));
    return true;
  }
  auto reserve = [l](size_t n) {
    if (l->len || !n) return;
    l->items = static_cast<Value*>(heap_of(l).raw_resize(l->items, size_t(l->cap) * 8, n * 8));
    l->cap = uint32_t(n);
  };
  if (each_plain(th, source, reserve, [l](Value x) { push(l, inc(x)); })) return true;
  if (source.is(Kind::Range)) {  // as CPython asks for the length first
    int64_t n = length(th, source);
    if (n < 0 || !th.check_memory(size_t(n) > SIZE_MAX / 8 ? SIZE_MAX : size_t(n) * 8)) return false;
  }
  Owned it(iter_native(th, source));
  bool own = has_fields(source) || (source.is(Kind::Iter) && has_fields(source.as<Iter>()->seq));
  if (!it) return false;
  if (own) {
    int64_t n = hinted_length(th, source, 8);
    if (n < 0) return false;
    // A list that would be longer than any can be is not believed in: CPython reserves no room then.
    if (n <= INT64_MAX - int64_t(l->len) && !believable(th, n)) return false;
  }
  return extend_from(th, l, it.get());
}
}  // namespace adder
