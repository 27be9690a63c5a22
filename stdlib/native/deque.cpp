// collections.deque: a ring of values.
#include "interp/vm/special.h"
#include "interp/vm/wanted.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/dict_ends.h"

namespace adder::lib {
namespace {

struct Deque {
  std::vector<Value> ring;  // capacity is a power of two, or 0
  size_t head = 0;
  size_t count = 0;
  int64_t limit = -1;  // maxlen; -1: none
  uint64_t version = 0;

  Value& at(size_t i) { return ring[(head + i) & (ring.size() - 1)]; }
  void grow() {
    if (count < ring.size()) return;
    std::vector<Value> bigger(ring.empty() ? 8 : ring.size() * 2, kAbsent);
    for (size_t i = 0; i < count; ++i) bigger[i] = at(i);
    ring = std::move(bigger);
    head = 0;
  }
  void push_back(Value owned) {
    grow();
    ++count;
    at(count - 1) = owned;
    ++version;
  }
  void push_front(Value owned) {
    grow();
    head = (head - 1) & (ring.size() - 1);
    ++count;
    at(0) = owned;
    ++version;
  }
  Value pop_back() {
    Value v = std::exchange(at(count - 1), kAbsent);
    --count;
    ++version;
    return v;
  }
  Value pop_front() {
    Value v = std::exchange(at(0), kAbsent);
    head = (head + 1) & (ring.size() - 1);
    --count;
    ++version;
    return v;
  }
};
Deque* self_of(Value v) {
  return payload<Deque>(v);
}
void clear_deque(void* p) {
  Deque* d = static_cast<Deque*>(p);
  Deque old;  // finalizers may add to the deque: what they add stays
  std::swap(old.ring, d->ring);
  std::swap(old.head, d->head);
  std::swap(old.count, d->count);
  ++d->version;
  while (old.count) dec(old.pop_front());
}
void destroy_deque(void* p) {
  clear_deque(p);
  static_cast<Deque*>(p)->~Deque();
}
void traverse_deque(void* p, Visitor& v) {
  Deque* d = static_cast<Deque*>(p);
  for (size_t i = 0; i < d->count; ++i) v.visit(d->at(i));
}
extern const NativeTypeDef kDeque;
Type* deque_type(Thread& th) {
  return native_type(th.in, kDeque);
}

Value deque_new(Thread& th, Value* a, int) {
  Value self = of(instance(th, a[0].as<Type>()));
  new (self_of(self)) Deque();
  return self;
}
void add_back(Deque* d, Value owned) {
  d->push_back(owned);
  if (d->limit >= 0 && d->count > size_t(d->limit)) dec(d->pop_front());
}
void add_front(Deque* d, Value owned) {
  d->push_front(owned);
  if (d->limit >= 0 && d->count > size_t(d->limit)) dec(d->pop_back());
}
bool extend(Thread& th, Value self, Value source, bool front) {
  Owned copy;
  if (source == self) {
    List* l = list(th);
    for (size_t i = 0; i < self_of(self)->count; ++i) push(l, inc(self_of(self)->at(i)));
    copy = Owned(of(l));
    source = copy.get();
  }
  Owned it(iter_native(th, source));
  if (!it) return false;
  while (true) {
    Value v = next_value(th, it.get());
    if (!v.u) return false;
    if (v.u == kStop.u) return true;
    front ? add_front(self_of(self), v) : add_back(self_of(self), v);
  }
}
Value deque_init(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  int64_t limit = -1;
  if (a[2].u != kNone.u) {
    if (!is_intlike(unwrap(a[2]))) return th.raise(E_TypeError, "an integer is required");
    if (!to_index(th, a[2], &limit)) return kAbsent;
    if (limit < 0) return th.raise(E_ValueError, "maxlen must be non-negative");
  }
  clear_deque(d);
  d->limit = limit;
  if (a[1].u && !extend(th, a[0], a[1], false)) return kAbsent;
  return kNone;
}
Value deque_append(Thread&, Value* a, int) {
  add_back(self_of(a[0]), inc(a[1]));
  return kNone;
}
Value deque_appendleft(Thread&, Value* a, int) {
  add_front(self_of(a[0]), inc(a[1]));
  return kNone;
}
Value deque_pop(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  return d->count ? d->pop_back() : th.raise(E_IndexError, "pop from an empty deque");
}
Value deque_popleft(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  return d->count ? d->pop_front() : th.raise(E_IndexError, "pop from an empty deque");
}
Value deque_extend(Thread& th, Value* a, int) {
  return extend(th, a[0], a[1], false) ? kNone : kAbsent;
}
Value deque_extendleft(Thread& th, Value* a, int) {
  return extend(th, a[0], a[1], true) ? kNone : kAbsent;
}
Value deque_iadd(Thread& th, Value* a, int) {
  return extend(th, a[0], a[1], false) ? inc(a[0]) : kAbsent;
}
Value deque_clear(Thread&, Value* a, int) {
  clear_deque(self_of(a[0]));
  return kNone;
}
Value deque_rotate(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  int64_t n;
  if (!to_index(th, a[1], &n)) return kAbsent;
  if (d->count < 2) return kNone;
  n %= int64_t(d->count);
  if (n < 0) n += int64_t(d->count);
  if (size_t(n) <= d->count / 2) {
    for (; n > 0; --n) d->push_front(d->pop_back());
  } else {
    for (n = int64_t(d->count) - n; n > 0; --n) d->push_back(d->pop_front());
  }
  return kNone;
}
Value deque_reverse(Thread&, Value* a, int) {
  Deque* d = self_of(a[0]);
  for (size_t i = 0; i < d->count / 2; ++i) std::swap(d->at(i), d->at(d->count - 1 - i));
  return kNone;
}
Value deque_count(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  int64_t n = 0;
  uint64_t version = d->version;
  for (size_t i = 0; i < d->count; ++i) {
    Owned v(inc(d->at(i)));
    int e = wanted(th) ? equal(th, v.get(), a[1]) : -1;
    if (e < 0) return kAbsent;
    if (d->version != version) return th.raise(E_RuntimeError, "deque mutated during iteration");
    n += e;
  }
  return integer(th, n);
}
// The first position of a value; -1: none, -2: error.
// `mutated` is what a comparison that changes the deque raises.
int64_t locate(Thread& th, Deque* d, Value v, int64_t lo, int64_t hi, ExcId mutated = E_RuntimeError,
               const char* message = "deque mutated during iteration") {
  uint64_t version = d->version;
  for (int64_t i = lo; i < hi && i < int64_t(d->count); ++i) {
    Owned x(inc(d->at(size_t(i))));
    int e = wanted(th) ? equal(th, x.get(), v) : -1;
    if (d->version != version && (e >= 0 || mutated == E_IndexError)) {
      th.clear_pending();
      th.raise(mutated, "%s", message);
      return -2;
    }
    if (e < 0) return -2;
    if (e) return i;
  }
  return -1;
}
Value not_in(Thread& th, Value item) {
  std::string text;
  return repr_of(th, item, &text) ? th.raise_text(th.type(E_ValueError), text + " is not in deque") : kAbsent;
}
Value deque_index(Thread& th, Value* a, int) {
  int64_t lo;
  int64_t hi;
  Deque* d = self_of(a[0]);
  if (!range_args(th, a[2], a[3], [&] { return d->count; }, &lo, &hi)) return kAbsent;
  int64_t at = locate(th, d, a[1], lo, hi);
  if (at >= 0) return integer(th, at);
  if (at == -2) return kAbsent;
  return not_in(th, a[1]);
}
Value deque_contains(Thread& th, Value* a, int) {
  int64_t at = locate(th, self_of(a[0]), a[1], 0, INT64_MAX);
  return at == -2 ? kAbsent : boolean(at >= 0);
}
Value erase(Deque* d, size_t at) {
  Value v = d->at(at);
  for (size_t i = at; i + 1 < d->count; ++i) d->at(i) = d->at(i + 1);
  d->at(d->count - 1) = kAbsent;
  --d->count;
  ++d->version;
  return v;
}
Value deque_remove(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  int64_t at = locate(th, d, a[1], 0, INT64_MAX, E_IndexError, "deque mutated during remove().");
  if (at == -2) return kAbsent;
  if (at < 0) return not_in(th, a[1]);
  dec(erase(d, size_t(at)));
  return kNone;
}
Value deque_insert(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  int64_t at;
  if (!to_index(th, a[1], &at)) return kAbsent;
  if (d->limit >= 0 && d->count >= size_t(d->limit)) return th.raise(E_IndexError, "deque already at its maximum size");
  int64_t n = int64_t(d->count);
  if (at < 0) at = at + n < 0 ? 0 : at + n;
  if (at > n) at = n;
  d->push_back(inc(a[2]));
  for (size_t i = d->count - 1; i > size_t(at); --i) std::swap(d->at(i), d->at(i - 1));
  return kNone;
}
bool index_arg(Thread& th, Deque* d, Value k, int64_t* at) {
  if (!is_intlike(unwrap(k)) && !(k.is_cell() && type_find(type_of(th.in, k), th.name(n_index)).u)) {
    th.raise(E_TypeError, "sequence index must be integer, not '%s'", type_name(th, k).c_str());
    return false;
  }
  if (!to_index(th, k, at)) return false;
  if (*at < 0) *at += int64_t(d->count);
  if (*at >= 0 && *at < int64_t(d->count)) return true;
  th.raise(E_IndexError, "deque index out of range");
  return false;
}
Value deque_getitem(Thread& th, Value* a, int) {
  int64_t at;
  return index_arg(th, self_of(a[0]), a[1], &at) ? inc(self_of(a[0])->at(size_t(at))) : kAbsent;
}
Value deque_setitem(Thread& th, Value* a, int) {
  int64_t at;
  if (!index_arg(th, self_of(a[0]), a[1], &at)) return kAbsent;
  put(self_of(a[0])->at(size_t(at)), inc(a[2]));
  return kNone;
}
Value deque_delitem(Thread& th, Value* a, int) {
  int64_t at;
  if (!index_arg(th, self_of(a[0]), a[1], &at)) return kAbsent;
  dec(erase(self_of(a[0]), size_t(at)));
  return kNone;
}
Value deque_len(Thread& th, Value* a, int) {
  return integer(th, int64_t(self_of(a[0])->count));
}
Value deque_bool(Thread&, Value* a, int) {
  return boolean(self_of(a[0])->count != 0);
}
Value to_list(Thread& th, Value v) {
  Deque* d = self_of(v);
  List* l = list(th, d->count);
  for (size_t i = 0; i < d->count; ++i) l->items[l->len++] = inc(d->at(i));
  return of(l);
}
Value copy_of(Thread& th, Value v) {
  Owned type(of(inc(type_of(th.in, v))));
  Owned limit(self_of(v)->limit < 0 ? kNone : integer(th, self_of(v)->limit));
  Value args[2] = {v, limit.get()};
  return th.call(type.get(), args, self_of(v)->limit < 0 ? 1 : 2);
}
// A copy that is a deque: the class may make what it likes.
Value deque_copy_of(Thread& th, Value v) {
  Owned r(copy_of(th, v));
  if (!r || is_instance_of(r.get(), deque_type(th))) return r.release();
  return th.raise(E_TypeError, "%s() must return a deque, not %s", type_name(th, v).c_str(),
                  type_name(th, r.get()).c_str());
}
Value deque_copy(Thread& th, Value* a, int) {
  return deque_copy_of(th, a[0]);
}
// Appends `items` n - 1 times to the deque that has them once.
bool repeat(Thread& th, Value self, Value items, int64_t n) {
  size_t have = items.as<List>()->len;
  int64_t limit = self_of(self)->limit;
  if (n <= 1 || !have || limit == 0) return true;
  if (limit > 0) n = std::min(n, limit / int64_t(have) + 2);  // more would only push out the same items
  if (!th.check_memory(size_t(n), have * 8)) return false;
  for (int64_t i = 1; i < n; ++i)
    if (!extend(th, self, items, false)) return false;
  return true;
}
Value deque_repr(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  if (a[0].cell()->flags & kBusy) return new_str(th, "[...]");
  a[0].cell()->flags |= kBusy;
  Owned l(to_list(th, a[0]));
  std::string out = std::string(type_of(th, a[0])->name->sv()) + "(";
  bool ok = repr_of(th, l.get(), &out);
  a[0].cell()->flags &= uint8_t(~kBusy);
  if (!ok) return kAbsent;
  if (d->limit >= 0) out += ", maxlen=" + std::to_string(d->limit);
  return new_str(th, out + ")");
}
template <Op kOp>
Value deque_compare(Thread& th, Value* a, int) {
  if (!is_instance_of(a[1], deque_type(th))) return kNotImplemented;
  Owned x(to_list(th, a[0]));
  Owned y(to_list(th, a[1]));
  return compare_native(th, kOp, x.get(), y.get());
}
Value deque_add(Thread& th, Value* a, int) {
  if (!is_instance_of(a[1], deque_type(th)))
    return th.raise(E_TypeError, "can only concatenate deque (not \"%s\") to deque", type_name(th, a[1]).c_str());
  Owned r(deque_copy_of(th, a[0]));
  return r && extend(th, r.get(), a[1], false) ? r.release() : kAbsent;
}
Value deque_mul(Thread& th, Value* a, int) {
  int64_t n;
  if (!is_intlike(unwrap(a[1]))) return kNotImplemented;
  if (!to_index(th, a[1], &n)) return kAbsent;
  Owned r(deque_copy_of(th, a[0]));
  if (!r) return kAbsent;
  if (n <= 0) clear_deque(self_of(r.get()));
  Owned items(to_list(th, a[0]));
  return repeat(th, r.get(), items.get(), n) ? r.release() : kAbsent;
}
Value deque_imul(Thread& th, Value* a, int) {
  int64_t n;
  if (!is_intlike(unwrap(a[1]))) return kNotImplemented;
  if (!to_index(th, a[1], &n)) return kAbsent;
  Owned items(to_list(th, a[0]));
  if (n <= 0) clear_deque(self_of(a[0]));
  return repeat(th, a[0], items.get(), n) ? inc(a[0]) : kAbsent;
}
Value deque_reduce(Thread& th, Value* a, int) {
  Deque* d = self_of(a[0]);
  Tuple* t = tuple(th, 4);
  Tuple* args = tuple(th, d->limit < 0 ? 0 : 2);
  if (d->limit >= 0) {
    args->items[0] = of(tuple(th, 0));
    args->items[1] = integer(th, d->limit);
  }
  t->items[0] = of(inc(type_of(th.in, a[0])));
  t->items[1] = of(args);
  Value state = th.call_method(a[0], intern(th.in, "__getstate__"), nullptr, 0);
  t->items[2] = state.u ? state : kNone;
  if (!state.u) {
    t->items[3] = kNone;
    dec(t);
    return kAbsent;
  }
  Owned l(to_list(th, a[0]));
  t->items[3] = iter_native(th, l.get());
  return of(t);
}
Value deque_sizeof(Thread& th, Value* a, int) {
  return integer(th, int64_t(sizeof(Deque) + self_of(a[0])->ring.size() * 8));
}
Value deque_maxlen(Thread& th, Value v) {
  return self_of(v)->limit < 0 ? kNone : integer(th, self_of(v)->limit);
}

// --- iterators

struct DequeIter {
  Value deque = kAbsent;
  size_t at = 0;
  uint64_t version = 0;
  bool reverse = false;
};
void destroy_iter(void* p) {
  dec(static_cast<DequeIter*>(p)->deque);
}
void traverse_iter(void* p, Visitor& v) {
  v.visit(static_cast<DequeIter*>(p)->deque);
}
void clear_iter(void* p) {
  put(static_cast<DequeIter*>(p)->deque, kAbsent);
}
Value iter_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value iter_next(Thread& th, Value* a, int) {
  DequeIter* it = payload<DequeIter>(a[0]);
  if (it->deque.u) {
    Deque* d = self_of(it->deque);
    if (it->version != d->version) {
      put(it->deque, kAbsent);
      return th.raise(E_RuntimeError, "deque mutated during iteration");
    }
    if (it->at < d->count) {
      size_t i = it->at++;
      return inc(d->at(it->reverse ? d->count - 1 - i : i));
    }
    put(it->deque, kAbsent);
  }
  return kStop;
}
Value new_iterator(Thread& th, Type* type, Value deque, bool reverse, size_t at) {
  Value self = of(instance(th, type));
  DequeIter* it = new (payload<DequeIter>(self)) DequeIter();
  it->deque = inc(deque);
  it->version = self_of(deque)->version;
  it->reverse = reverse;
  it->at = at;
  return self;
}
// (cls, deque, index): how far it is already.
template <bool kReverse>
Value iter_new(Thread& th, Value* a, int) {
  if (!is_instance_of(a[1], deque_type(th)))
    return th.raise(E_TypeError, "argument 1 must be collections.deque, not %s", argument_type_name(th, a[1]).c_str());
  int64_t at;
  if (!to_index_clamped(th, a[2], &at)) return kAbsent;
  return new_iterator(th, a[0].as<Type>(), a[1], kReverse, at < 0 ? 0 : size_t(at));
}
Value iter_reduce(Thread& th, Value* a, int) {
  DequeIter* it = payload<DequeIter>(a[0]);
  Value deque = it->deque.u ? inc(it->deque) : th.call(of(deque_type(th)), nullptr, 0);
  if (!deque.u) return kAbsent;
  return pair(th, of(inc(type_of(th.in, a[0]))), pair(th, deque, integer(th, int64_t(it->deque.u ? it->at : 0))));
}
Value iter_hint(Thread& th, Value* a, int) {
  DequeIter* it = payload<DequeIter>(a[0]);
  return integer(th, it->deque.u ? int64_t(self_of(it->deque)->count - it->at) : 0);
}
const NativeDef kIterMethods[] = {
    {"__iter__", "(self, /)", "", iter_self, Rule::residual},
    {"__next__", "(self, /)", "", iter_next, Rule::residual, 0, next_called},
    {"__length_hint__", "(self, /)", "", iter_hint, Rule::residual},
};
#define ITERATOR(ident, name, reverse)                                                                                  \
  const NativeDef k##ident##New[] = {                                                                                  \
      {"__new__", "(cls, iterable, index=0, /)", "", iter_new<reverse>, Rule::residual},                               \
      {"__reduce__", "(self, /)", "What pickle needs.", iter_reduce, Rule::residual}};                                 \
  const NativeTypeDef k##ident = {"_collections." name, "",            sizeof(DequeIter), kIterMethods, {},            \
                                  destroy_iter,         traverse_iter, clear_iter,        kNoSubclass};
ITERATOR(Forward, "_deque_iterator", false)
ITERATOR(Backward, "_deque_reverse_iterator", true)
template <bool kReverse>
Value deque_iter(Thread& th, Value* a, int) {
  return new_iterator(th, native_type(th.in, kReverse ? kBackward : kForward), a[0], kReverse, 0);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", deque_new, Rule::residual},
    {"__init__", "(self, iterable=..., maxlen=None)", "", deque_init, Rule::opaque},
    {"append", "(self, item, /)", "Add at the right end.", deque_append, Rule::residual},
    {"appendleft", "(self, item, /)", "Add at the left end.", deque_appendleft, Rule::residual},
    {"pop", "(self, /)", "Remove at the right end.", deque_pop, Rule::residual},
    {"popleft", "(self, /)", "Remove at the left end.", deque_popleft, Rule::residual},
    {"extend", "(self, iterable, /)", "Add items at the right end.", deque_extend, Rule::opaque},
    {"extendleft", "(self, iterable, /)", "Add items at the left end.", deque_extendleft, Rule::opaque},
    {"clear", "(self, /)", "Remove all items.", deque_clear, Rule::residual},
    {"copy", "(self, /)", "A shallow copy.", deque_copy, Rule::residual},
    {"__copy__", "(self, /)", "A shallow copy.", deque_copy, Rule::residual},
    {"count", "(self, value, /)", "Number of items equal to value.", deque_count, Rule::residual},
    {"index", "(self, value, start=None, stop=None, /)", "First index of value.", deque_index, Rule::residual,
     kParsesTuple},
    {"insert", "(self, index, value, /)", "Insert before index.", deque_insert, Rule::residual, kParsesTuple},
    {"remove", "(self, value, /)", "Remove the first item equal to value.", deque_remove, Rule::residual},
    {"reverse", "(self, /)", "Reverse in place.", deque_reverse, Rule::residual},
    {"rotate", "(self, n=1, /)", "Rotate to the right.", deque_rotate, Rule::residual},
    {"__len__", "(self, /)", "", deque_len, Rule::residual},
    {"__bool__", "(self, /)", "", deque_bool, Rule::residual},
    {"__iter__", "(self, /)", "", deque_iter<false>, Rule::residual},
    {"__reversed__", "(self, /)", "", deque_iter<true>, Rule::residual},
    {"__contains__", "(self, item, /)", "", deque_contains, Rule::residual},
    {"__getitem__", "(self, index, /)", "", deque_getitem, Rule::residual},
    {"__setitem__", "(self, index, value, /)", "", deque_setitem, Rule::residual},
    {"__delitem__", "(self, index, /)", "", deque_delitem, Rule::residual},
    {"__repr__", "(self, /)", "", deque_repr, Rule::residual},
    {"__add__", "(self, value, /)", "", deque_add, Rule::residual},
    {"__iadd__", "(self, value, /)", "", deque_iadd, Rule::opaque},
    {"__mul__", "(self, value, /)", "", deque_mul, Rule::residual},
    {"__rmul__", "(self, value, /)", "", deque_mul, Rule::residual},
    {"__imul__", "(self, value, /)", "", deque_imul, Rule::residual},
    {"__eq__", "(self, value, /)", "", deque_compare<EQ>, Rule::residual},
    {"__ne__", "(self, value, /)", "", deque_compare<NE>, Rule::residual},
    {"__lt__", "(self, value, /)", "", deque_compare<LT>, Rule::residual},
    {"__le__", "(self, value, /)", "", deque_compare<LE>, Rule::residual},
    {"__gt__", "(self, value, /)", "", deque_compare<GT>, Rule::residual},
    {"__ge__", "(self, value, /)", "", deque_compare<GE>, Rule::residual},
    {"__reduce__", "(self, /)", "", deque_reduce, Rule::residual},
    {"__sizeof__", "(self, /)", "", deque_sizeof, Rule::residual},
};
const GetSetDef kFields[] = {{"maxlen", deque_maxlen, nullptr, "maximum size or None"}};
const NativeTypeDef kDeque = {"collections.deque", "A list with fast ends.", sizeof(Deque), kMethods, kFields,
                              destroy_deque,       traverse_deque,           clear_deque,    kNoAttributes};

Value class_getitem(Thread& th, Value* a, int) {
  return th.call(of(th.in.types[int(Kind::GenericAlias)]), a, 2);
}
const NativeDef kClassMethods[] = {
    {"__class_getitem__", "(cls, item, /)", "", class_getitem, Rule::residual, kClassMethod}};

// --- what OrderedDict needs of dict

Dict* dict_arg(Thread& th, Value v) {
  Value u = unwrap(v);
  if (u.is(Kind::Dict)) return u.as<Dict>();
  th.raise(E_TypeError, "expected a dict, not %s", type_name(th, v).c_str());
  return nullptr;
}
Value dict_popitem_end(Thread& th, Value* a, int) {
  Dict* d = dict_arg(th, a[0]);
  bool last;
  if (!d || !truth_native(th, a[1], &last)) return kAbsent;
  if (!d->used) {
    Owned text(new_str(th, "dictionary is empty"));
    return th.raise_value(E_KeyError, text.get());
  }
  int64_t at = last ? last_entry(d) : first_entry(d);
  Value item = pair(th, inc(d->entries[at].key), inc(d->entries[at].val));
  dict_delete_entry(d, at);
  return item;
}
Value dict_move_to_end(Thread& th, Value* a, int) {
  Dict* d = dict_arg(th, a[0]);
  bool last;
  int64_t hash;
  if (!d || !truth_native(th, a[2], &last) || !hash_of(th, a[1], &hash)) return kAbsent;
  uint32_t h = is_str(a[1]) ? str_hash(a[1].as<Str>()) : fold_hash(hash);
  int64_t at = dict_find(th, d, a[1], h);
  if (at < 0) return at == -1 ? th.raise_value(E_KeyError, a[1]) : kAbsent;
  if (last && at == int64_t(d->filled) - 1) return kNone;
  Owned key(inc(d->entries[at].key)), value(inc(d->entries[at].val));
  if (last) {
    dict_delete_entry(d, at);
    dict_insert_new(d, key.get(), h, value.release());
    return kNone;
  }
  Ref<Dict> rest(dict_copy(th, d));
  dict_clear(d);
  dict_insert_new(d, key.get(), h, value.release());
  for (uint32_t i = 0; i < rest->filled; i++) {
    Dict::Entry& e = rest->entries[i];
    if (e.key.u && e.key.u != key.get().u) dict_insert_new(d, e.key, e.hash, inc(e.val));
  }
  return kNone;
}
// Counter's inner loop. A mapping whose get and __setitem__ are dict's own is written directly.
Value count_elements(Thread& th, Value* a, int) {
  Type *t = type_of(th, a[0]), *base = th.in.types[int(Kind::Dict)];
  auto own = [&](Value method) { return method.is(Kind::Native) && method.as<Native>()->owner == base; };
  Value u = unwrap(a[0]);
  bool direct = u.is(Kind::Dict) && !(u.cell()->flags & kWatched) && own(type_find(t, intern(th.in, "get"))) &&
                own(type_find(t, th.name(n_setitem)));
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  Owned get(direct ? kNone : get_attr_native(th, a[0], intern(th.in, "get")));
  if (!get) return kAbsent;
  for (;;) {
    Owned key(next_value(th, it.get()));
    if (!key) return kAbsent;
    if (key.get().u == kStop.u) return kNone;
    Value k = key.get();
    Owned old;
    if (direct) {
      Dict* d = u.as<Dict>();
      int64_t hash = 0;
      if (!is_str(k) && !hash_of(th, k, &hash)) return kAbsent;
      uint32_t h = is_str(k) ? str_hash(k.as<Str>()) : fold_hash(hash);
      int64_t at = dict_find(th, d, k, h);
      if (at == -2) return kAbsent;
      if (at < 0) {
        dict_insert_new(d, k, h, integer49(1));
        continue;
      }
      if (Value& v = d->entries[at].val; v.is_int()) {
        v = integer(th, v.as_int() + 1);
        continue;
      }
      old = Owned(inc(d->entries[at].val));
    } else {
      Value args[2] = {k, integer49(0)};
      old = Owned(th.call(get.get(), args, 2));
      if (!old) return kAbsent;
    }
    Owned sum(binary_native(th, kAdd, false, old.get(), integer49(1)));
    if (!sum || !set_subscript_native(th, a[0], k, sum.get())) return kAbsent;
  }
}
const NativeDef kCollectionsFunctions[] = {
    {"_count_elements", "(mapping, iterable, /)", "Count elements in the iterable, updating the mapping", count_elements,
     Rule::opaque},
    {"_popitem", "(dict, last, /)", "Remove and return the last item, or the first.", dict_popitem_end,
     Rule::residual},
    {"_move_to_end", "(dict, key, last, /)", "Move a key to the end, or to the beginning.", dict_move_to_end,
     Rule::residual},
};

bool init_collections(Thread& th, Module* m) {
  Type* t = define_type(th.in, kDeque);
  add_methods(th.in, t, kClassMethods);
  type_set(t, th.name(n_hash), kNone);
  module_set(th.in, m, "deque", of(inc(t)));
  Type *forward = define_type(th.in, kForward), *backward = define_type(th.in, kBackward);
  add_methods(th.in, forward, kForwardNew);
  add_methods(th.in, backward, kBackwardNew);
  module_set(th.in, m, "_tuplegetter", of(inc(th.in.types[int(Kind::TupleGetter)])));
  module_set(th.in, m, "_deque_iterator", of(inc(forward)));
  module_set(th.in, m, "_deque_reverse_iterator", of(inc(backward)));
  return true;
}

}  // namespace

const NativeModuleDef kCollectionsModule = {"_collections", "deque.", kCollectionsFunctions, init_collections};

}  // namespace adder::lib
