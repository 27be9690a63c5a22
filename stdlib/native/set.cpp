// Methods of set and frozenset.
#include "interp/objects/set_walk.h"
#include "interp/vm/containers.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Set* self_of(Value* a) {
  return a[0].as<Set>();
}

// `v` as a set: itself, or a new one with the items of an iterable.
bool as_set(Thread& th, Value v, Owned* out) {
  Value u = unwrap(v);
  if (u.is(Kind::Set) || u.is(Kind::FrozenSet)) {
    *out = Owned(inc(u));
    return true;
  }
  *out = Owned(of(set(th)));
  return set_update(th, out->get().as<Set>(), v);
}

Value set_new(Thread& th, Value*, int) {
  return of(set(th));
}
Value set_init(Thread& th, Value* a, int) {
  set_clear(self_of(a));
  if (a[1].u && !set_update(th, self_of(a), a[1])) return kAbsent;
  return kNone;
}
Value frozenset_new(Thread& th, Value* a, int) {
  if (!a[1].u) return of(set(th, Kind::FrozenSet));
  if (a[1].is(Kind::FrozenSet)) return inc(a[1]);
  Ref<Set> s(set(th, Kind::FrozenSet));
  return set_update(th, s.get(), a[1]) ? of(s.release()) : kAbsent;
}

Value set_add_method(Thread& th, Value* a, int) {
  return set_add(th, self_of(a), a[1]) < 0 ? kAbsent : kNone;
}
Value set_discard_method(Thread& th, Value* a, int) {
  return set_discard(th, self_of(a), a[1]) < 0 ? kAbsent : kNone;
}
Value set_remove(Thread& th, Value* a, int) {
  int r = set_discard(th, self_of(a), a[1]);
  if (r < 0) return kAbsent;
  return r ? kNone : th.raise_value(E_KeyError, a[1]);
}
Value set_pop(Thread& th, Value* a, int) {
  Set* s = self_of(a);
  if (!s->used) {
    Owned text(new_str(th, "pop from an empty set"));
    return th.raise_value(E_KeyError, text.get());
  }
  size_t i = s->finger & s->mask;
  while (!s->table[i].key.u || s->table[i].key.u == kStop.u) i = (i + 1) & s->mask;
  Value v = inc(s->table[i].key);
  set_delete_entry(s, &s->table[i]);
  s->finger = uint32_t(i + 1);
  return v;
}
Value set_clear_method(Thread&, Value* a, int) {
  set_clear(self_of(a));
  return kNone;
}
Value set_copy_method(Thread& th, Value* a, int) {
  if (a[0].is(Kind::FrozenSet)) return inc(a[0]);
  return of(set_copy(th, self_of(a), a[0].cell()->kind));
}

Value set_union(Thread& th, Value* a, int n) {
  Ref<Set> r(set_copy(th, self_of(a), a[0].cell()->kind));
  for (int i = 1; i < n; ++i)
    if (unwrap(a[i]).u != a[0].u && !set_update(th, r.get(), a[i])) return kAbsent;
  return of(r.release());
}
Value set_intersection_all(Thread& th, Value* a, int n) {
  if (n == 1) return of(set_copy(th, self_of(a), a[0].cell()->kind));
  Owned r(inc(a[0]));
  for (int i = 1; i < n && r; ++i) r = Owned(set_intersection(th, r.get().as<Set>(), a[i]));
  return r.release();
}
Value set_difference_all(Thread& th, Value* a, int n) {
  if (n == 1) return of(set_copy(th, self_of(a), a[0].cell()->kind));
  Owned r(set_difference(th, self_of(a), a[1]));
  if (!r) return kAbsent;
  for (int i = 2; i < n; ++i)
    if (!set_difference_update(th, r.get().as<Set>(), a[i])) return kAbsent;
  return r.release();
}
Value set_symmetric_difference_method(Thread& th, Value* a, int) {
  return set_symmetric_difference(th, self_of(a), a[1]);
}
template <auto kChange>
Value set_change(Thread& th, Value* a, int n) {
  for (int i = 1; i < n; ++i)
    if (!kChange(th, self_of(a), a[i])) return kAbsent;
  return kNone;
}
Value set_intersection_update_all(Thread& th, Value* a, int n) {
  Owned r(set_intersection_all(th, a, n));
  if (!r) return kAbsent;
  set_swap_members(self_of(a), r.get().as<Set>());
  return kNone;
}
template <int kOp>
Value set_test(Thread& th, Value* a, int) {
  Owned other;
  if (!as_set(th, a[1], &other)) return kAbsent;
  return compare_exact(th, kOp, a[0], other.get());
}
// Are all items members, or none? As far as the first one that tells: they may never end.
Value each_is(Thread& th, Set* s, Value items, bool member) {
  Owned it(iter_native(th, items));
  while (it) {
    Owned v(next_value(th, it.get()));
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) return kTrue;
    int r = set_contains(th, s, v.get());
    if (r < 0) return kAbsent;
    if (bool(r) != member) return kFalse;
  }
  return kAbsent;
}
Value set_isdisjoint(Thread& th, Value* a, int) {
  if (a[1].is(Kind::Set) || a[1].is(Kind::FrozenSet)) {  // the members of the smaller one are looked for
    Set *in = self_of(a), *members = a[1].as<Set>();
    if (members->used > in->used) std::swap(in, members);
    for (SetWalk w(members); w.next();)
      if (int r = set_has_hashed(th, in, w.key(), w.hash)) return r < 0 ? kAbsent : kFalse;
    return kTrue;
  }
  return each_is(th, self_of(a), a[1], false);
}
Value set_issuperset(Thread& th, Value* a, int n) {
  Value other = unwrap(a[1]);
  if (!other.is(Kind::Set) && !other.is(Kind::FrozenSet)) return each_is(th, self_of(a), a[1], true);
  return set_test<3>(th, a, n);
}
// The name is the type's, which may be a subclass: `self` comes as it is.
Value set_dunder_repr(Thread& th, Value* a, int) {
  std::string out;
  return set_repr(th, a[0], type_of(th, a[0])->name->sv(), &out) ? new_str(th, out) : kAbsent;
}
Value set_reduce(Thread& th, Value* a, int) {
  Value u = unwrap(a[0]);
  List* items = list(th, u.as<Set>()->used);
  for (size_t i = 0; u.as<Set>()->table && i <= u.as<Set>()->mask; ++i) {
    Value k = u.as<Set>()->table[i].key;
    if (k.u && k.u != kStop.u) push(items, inc(k));
  }
  Tuple* args = tuple(th, 1);
  args->items[0] = of(items);
  Tuple* t = tuple(th, 3);
  t->items[0] = of(inc(type_of(th.in, a[0])));
  t->items[1] = of(args);
  t->items[2] = kNone;
  Value state = th.call_method(a[0], intern(th.in, "__getstate__"), nullptr, 0);
  if (!state.u) {
    dec(t);
    return kAbsent;
  }
  t->items[2] = state;
  return of(t);
}
Value set_sizeof(Thread& th, Value* a, int) {
  Set* s = self_of(a);
  return integer(th, int64_t(sizeof(Set) + (s->table ? (s->mask + 1) * sizeof(Set::Entry) : 0)));
}

const NativeDef kShared[] = {
    {"copy", "(self, /)", "A shallow copy.", set_copy_method, Rule::residual},
    {"difference", "(self, /, *others)", "Members that none of the others has.", set_difference_all, Rule::residual,
     kParsesTuple},
    {"intersection", "(self, /, *others)", "Members that all have.", set_intersection_all, Rule::residual,
     kParsesTuple},
    {"symmetric_difference", "(self, other, /)", "Members of exactly one.", set_symmetric_difference_method,
     Rule::residual},
    {"union", "(self, /, *others)", "Members of any.", set_union, Rule::residual, kParsesTuple},
    {"isdisjoint", "(self, other, /)", "No member in common?", set_isdisjoint, Rule::residual},
    {"issubset", "(self, other, /)", "Is every member in the other?", set_test<1>, Rule::residual},
    {"issuperset", "(self, other, /)", "Is every member of the other here?", set_issuperset, Rule::residual},
    {"__repr__", "(self, /)", "", set_dunder_repr, Rule::residual, kKeepSelf},
    {"__reduce__", "(self, /)", "", set_reduce, Rule::residual, kKeepSelf},
    {"__sizeof__", "(self, /)", "Size in memory, in bytes.", set_sizeof, Rule::residual},
};
const NativeDef kSetMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", set_new, Rule::residual},
    {"__init__", "(self, iterable=..., /)", "The members of the iterable.", set_init, Rule::calls},
    {"add", "(self, object, /)", "Add a member.", set_add_method, Rule::residual},
    {"clear", "(self, /)", "Remove all members.", set_clear_method, Rule::residual},
    {"discard", "(self, object, /)", "Remove a member if it is there.", set_discard_method, Rule::residual},
    {"pop", "(self, /)", "Remove and return some member.", set_pop, Rule::residual},
    {"remove", "(self, object, /)", "Remove a member; KeyError if it is not there.", set_remove, Rule::residual},
    {"update", "(self, /, *others)", "Add the members of the others.", set_change<set_update>, Rule::calls,
     kParsesTuple},
    {"difference_update", "(self, /, *others)", "Remove the members of the others.", set_change<set_difference_update>,
     Rule::residual, kParsesTuple},
    {"intersection_update", "(self, /, *others)", "Keep what all have.", set_intersection_update_all, Rule::residual,
     kParsesTuple},
    {"symmetric_difference_update", "(self, other, /)", "Keep the members of exactly one.",
     set_change<set_symmetric_difference_update>, Rule::residual},
};
const NativeDef kFrozenSetMethods[] = {
    {"__new__", "(cls, iterable=..., /)", "The members of the iterable.", frozenset_new, Rule::calls},
};

}  // namespace

void init_set(Interpreter& in) {
  add_methods(in, in.types[int(Kind::Set)], kShared);
  add_methods(in, in.types[int(Kind::Set)], kSetMethods);
  add_methods(in, in.types[int(Kind::FrozenSet)], kShared);
  add_methods(in, in.types[int(Kind::FrozenSet)], kFrozenSetMethods);
}

}  // namespace adder::lib
