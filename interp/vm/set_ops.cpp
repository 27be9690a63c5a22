// Operations of a set with another set, a dict or any iterable. A walk shows the order of a set's table, so each of them
// fills and empties tables in CPython's order and makes room when CPython does. Comparing members may run user code, which
// may change the very sets: what is walked is looked at anew at every step.
#include <algorithm>

#include "interp/objects/set_probe.h"
#include "interp/objects/set_walk.h"
#include "interp/vm/containers.h"
#include "interp/vm/wanted.h"

namespace adder {
static bool is_set(Value v) {
  return v.is(Kind::Set) || v.is(Kind::FrozenSet);
}
// Calls visit(key, hash) for the members of a set, of whatever subclass, or the items of an iterable, until it says false.
template <class Visit>
static bool each(Thread& th, Value source, Visit visit) {
  Value v = unwrap(source);
  if (is_set(v)) {
    for (SetWalk w(v.as<Set>()); w.next();)
      if (!wanted(th) || !visit(w.key(), w.hash)) return false;
    return true;
  }
  Owned it(iter_native(th, source));
  while (it) {
    Owned item(next_value(th, it.get()));
    if (!item) return false;
    if (item.get().u == kStop.u) return true;
    int64_t hash;
    if (!hash_of(th, item.get(), &hash) || !visit(item.get(), hash)) return false;
  }
  return false;
}
static int discard_hashed(Thread& th, Set* s, Value key, int64_t hash) {  // 1, 0, -1
  Set::Entry* at;
  int known = set_probe(s, key, hash, &at);
  bool error = false;
  if (known < 0) at = set_find(th, s, key, hash, &error);
  if (error) return -1;
  if (known == 0 || !at) return 0;
  set_delete_entry(s, at);
  return 1;
}
void set_swap_members(Set* a, Set* b) {
  std::swap(a->table, b->table);
  std::swap(a->mask, b->mask);
  std::swap(a->fill, b->fill);
  std::swap(a->used, b->used);
}

// Adds the members of `from` that `other` has, or has not.
static bool add_members(Thread& th, Set* to, Value from, Set* other, bool wanted) {
  // What was added so far and comes now are members of one set, of kinds that no user code compares: none is there twice.
  bool distinct = is_set(unwrap(from));
  return each(th, from, [&](Value key, int64_t hash) {
    Set::Entry* at;
    int there = set_probe(other, key, hash, &at);
    if (there < 0) {
      distinct = false;
      there = set_has_hashed(th, other, key, hash);
    }
    if (there < 0) return false;
    if (bool(there) != wanted) return true;
    if (!distinct) return set_add_hashed(th, to, key, hash) >= 0;
    set_insert_new(to, key, hash);
    return true;
  });
}

Value set_intersection(Thread& th, Set* s, Value other) {
  Kind kind = s->kind;
  Value v = unwrap(other);
  if (is_set(v)) {
    if (v.as<Set>() == s) return of(set_copy(th, s, kind));
    if (v.as<Set>()->used > s->used) {  // the smaller one is walked
      other = of(s);
      s = v.as<Set>();
    }
  }
  Ref<Set> r(set(th, kind));
  return add_members(th, r.get(), other, s, true) ? of(r.release()) : kAbsent;
}

bool set_difference_update(Thread& th, Set* s, Value other) {
  Value v = unwrap(other);
  Owned common;
  if (is_set(v)) {
    if (v.as<Set>() == s) return set_clear(s), true;
    if (v.as<Set>()->used / 8 > s->used) {  // the few members that both have, instead of the many
      common = Owned(set_intersection(th, s, other));
      if (!common) return false;
      other = common.get();
    }
  }
  if (!each(th, other, [&](Value key, int64_t hash) { return discard_hashed(th, s, key, hash) >= 0; })) return false;
  set_drop_deleted(s);
  return true;
}

Value set_difference(Thread& th, Set* s, Value other) {
  Value v = unwrap(other);
  bool exact_dict = other.is(Kind::Dict) && !has_fields(other);
  if (!is_set(v) && !exact_dict) {
    Ref<Set> r(set_copy(th, s, s->kind));
    return set_difference_update(th, r.get(), other) ? of(r.release()) : kAbsent;
  }
  uint32_t others = exact_dict ? v.as<Dict>()->used : v.as<Set>()->used;
  if (s->used / 4 > others) {  // much smaller: it is walked
    Ref<Set> r(set_copy(th, s, s->kind));
    return set_difference_update(th, r.get(), other) ? of(r.release()) : kAbsent;
  }
  Ref<Set> r(set(th, s->kind));
  if (!exact_dict) return add_members(th, r.get(), of(s), v.as<Set>(), false) ? of(r.release()) : kAbsent;
  for (SetWalk w(s); w.next();) {
    Value found;
    if (!dict_get(th, v.as<Dict>(), w.key(), &found)) return kAbsent;
    if (!found.u && set_add_hashed(th, r.get(), w.key(), w.hash) < 0) return kAbsent;
  }
  return of(r.release());
}

bool set_symmetric_difference_update(Thread& th, Set* s, Value other) {
  Value v = unwrap(other);
  if (is_set(v) && v.as<Set>() == s) return set_clear(s), true;
  Owned made;
  if (!is_set(v) && !(other.is(Kind::Dict) && !has_fields(other))) {  // what comes twice counts once
    made = Owned(of(set(th)));
    if (!set_update(th, made.get().as<Set>(), other)) return false;
    other = made.get();
  }
  auto change = [&](Value key, int64_t hash) {
    int had = discard_hashed(th, s, key, hash);
    return had > 0 || (had == 0 && set_add_hashed(th, s, key, hash) >= 0);
  };
  if (!other.is(Kind::Dict) || has_fields(other)) return each(th, other, change);
  Dict* d = other.as<Dict>();
  for (uint32_t i = 0; i < d->filled; i++) {  // it may change meanwhile: nothing is said of that
    Owned key(inc(d->entries[i].key));
    int64_t hash;
    if (key && (!hash_of(th, key.get(), &hash) || !change(key.get(), hash))) return false;
  }
  return true;
}

Value set_symmetric_difference(Thread& th, Set* s, Value other) {
  Ref<Set> r(set(th, s->kind));
  return set_update(th, r.get(), other) && set_symmetric_difference_update(th, r.get(), of(s)) ? of(r.release())
                                                                                               : kAbsent;
}

Value set_binary(Thread& th, int kind, bool inplace, Value a, Value b) {
  Set* s = a.as<Set>();
  if (!inplace || !a.is(Kind::Set)) {
    if (kind == kAnd) return set_intersection(th, s, b);
    if (kind == kSub) return set_difference(th, s, b);
    if (kind == kXor) return set_symmetric_difference(th, s, b);
    Ref<Set> r(set_copy(th, s, s->kind));
    return b.as<Set>() == s || set_update(th, r.get(), b) ? of(r.release()) : kAbsent;
  }
  bool done = true;
  if (kind == kOr) {
    done = set_update(th, s, b);
  } else if (kind == kSub) {
    done = set_difference_update(th, s, b);
  } else if (kind == kXor) {
    done = set_symmetric_difference_update(th, s, b);
  } else {
    Owned r(set_intersection(th, s, b));
    done = bool(r);
    if (done) set_swap_members(s, r.get().as<Set>());
  }
  return done ? inc(a) : kAbsent;
}
}  // namespace adder
