// Methods of dict and of its views.
#include "interp/vm/containers.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/dict_ends.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Dict* self_of(Value* a) {
  return a[0].as<Dict>();
}

Value dict_new(Thread& th, Value*, int) {
  return of(dict(th));
}
bool update(Thread& th, Dict* d, Value source, Value keywords, const char* name, int n) {
  if (n > 1) {
    th.raise(E_TypeError, "%s expected at most 1 argument, got %d", name, n);
    return false;
  }
  if (source.u && !dict_update(th, d, source)) return false;
  return !keywords.u || dict_update(th, d, keywords);
}
Value dict_init(Thread& th, Value* a, int n) {
  return update(th, self_of(a), n > 2 ? a[2] : kAbsent, a[1], "dict", n - 2) ? kNone : kAbsent;
}
Value dict_update_method(Thread& th, Value* a, int n) {
  return update(th, self_of(a), n > 2 ? a[2] : kAbsent, a[1], "update", n - 2) ? kNone : kAbsent;
}
Value dict_get_method(Thread& th, Value* a, int) {
  Value v;
  if (!dict_get(th, self_of(a), a[1], &v)) return kAbsent;
  return inc(v.u ? v : a[2]);
}
Value dict_pop(Thread& th, Value* a, int) {
  Value v = kAbsent;
  bool empty = self_of(a)->used == 0;  // then CPython does not ask for the key's hash
  if (!empty && !dict_get(th, self_of(a), a[1], &v)) return kAbsent;
  if (!v.u) return a[2].u ? inc(a[2]) : th.raise_value(E_KeyError, a[1]);
  Owned hold(inc(v));
  if (dict_del(th, self_of(a), a[1]) < 0) return kAbsent;
  return hold.release();
}
Value dict_popitem(Thread& th, Value* a, int) {
  Dict* d = self_of(a);
  int64_t at = last_entry(d);
  if (at < 0) {
    Owned text(new_str(th, "popitem(): dictionary is empty"));
    return th.raise_value(E_KeyError, text.get());
  }
  Value item = pair(th, inc(d->entries[at].key), inc(d->entries[at].val));
  dict_delete_entry(d, at);
  return item;
}
Value dict_setdefault(Thread& th, Value* a, int) {
  Value v;
  if (!dict_get(th, self_of(a), a[1], &v)) return kAbsent;
  if (v.u) return inc(v);
  if (!dict_set(th, self_of(a), a[1], inc(a[2]))) return kAbsent;
  return inc(a[2]);
}
Value dict_clear_method(Thread&, Value* a, int) {
  dict_clear(self_of(a));
  return kNone;
}
Value dict_copy_method(Thread& th, Value* a, int) {
  return of(dict_copy(th, self_of(a)));
}
// collections.OrderedDict or a subclass: its views show themselves by other names.
bool is_ordered(const Type* type) {
  return std::any_of(type->mro.begin(), type->mro.end(), [](const Type* t) {
    return t->tflags & kStandInType && t->name->sv() == "OrderedDict";
  });
}
template <Kind kKind>
Value dict_view(Thread& th, Value* a, int) {
  DictView* v = make<DictView>(th, kKind);
  v->dict = inc(unwrap(a[0]).as<Dict>());
  v->aux = has_fields(a[0]) && is_ordered(a[0].as<Instance>()->type());
  return of(v);
}
Value dict_fromkeys(Thread& th, Value* a, int) {
  Owned d(th.call(a[0], nullptr, 0));
  if (!d) return kAbsent;
  Values keys;
  if (!iterate(th, a[1], &keys.items)) return kAbsent;
  for (Value k : keys.items) {
    bool ok = d.get().is(Kind::Dict) ? dict_set(th, d.get().as<Dict>(), k, inc(a[2]))
                                     : set_subscript_native(th, d.get(), k, a[2]);
    if (!ok) return kAbsent;
  }
  return d.release();
}
Value reversed_of(Thread& th, Dict* d, IterKind kind) {
  Value it = make_iter(th, kind, of(inc(d)));
  it.as<Iter>()->size = d->used;
  it.as<Iter>()->i = d->filled;
  return it;
}
Value dict_reversed(Thread& th, Value* a, int) {
  return reversed_of(th, self_of(a), IterKind::RevKeys);
}
Value dict_sizeof(Thread& th, Value* a, int) {
  Dict* d = self_of(a);
  return integer(th, int64_t(sizeof(Dict) + d->cap * sizeof(Dict::Entry) + (d->index ? (d->mask + 1) * 4u : 0)));
}

const NativeDef kDictMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", dict_new, Rule::residual},
    {"__init__", "(self, /, *args, **kwargs)", "Items of a mapping or of pairs, then of the keywords.", dict_init,
     Rule::calls},
    {"clear", "(self, /)", "Remove all items.", dict_clear_method, Rule::residual},
    {"copy", "(self, /)", "A shallow copy.", dict_copy_method, Rule::residual},
    {"fromkeys", "(type, iterable, value=None, /)", "Keys from the iterable, all with one value.", dict_fromkeys,
     Rule::residual, kClassMethod},
    {"get", "(self, key, default=None, /)", "The value, or the default.", dict_get_method, Rule::residual},
    {"items", "(self, /)", "A view of the items.", dict_view<Kind::DictItems>, Rule::residual,
     kKeepSelf},
    {"keys", "(self, /)", "A view of the keys.", dict_view<Kind::DictKeys>, Rule::residual,
     kKeepSelf},
    {"pop", "(self, key, default=..., /)", "Remove the key and return its value.", dict_pop, Rule::residual},
    {"popitem", "(self, /)", "Remove and return the item that came last.", dict_popitem, Rule::residual},
    {"setdefault", "(self, key, default=None, /)", "The value; the default is inserted if there is none.",
     dict_setdefault, Rule::residual},
    {"update", "(self, /, *args, **kwargs)", "Take items from a mapping or pairs, then from the keywords.",
     dict_update_method, Rule::calls},
    {"values", "(self, /)", "A view of the values.", dict_view<Kind::DictValues>, Rule::residual,
     kKeepSelf},
    {"__reversed__", "(self, /)", "The keys from the last.", dict_reversed, Rule::residual},
    {"__sizeof__", "(self, /)", "Size in memory, in bytes.", dict_sizeof, Rule::residual},
};

// --- views

Dict* dict_of(Value* a) {
  return a[0].as<DictView>()->dict;
}
Value view_len(Thread& th, Value* a, int) {
  return integer(th, dict_of(a)->used);
}
Value view_mapping(Thread& th, Value self) {
  MappingProxy* p = make<MappingProxy>(th, Kind::MappingProxy);
  p->mapping = of(inc(self.as<DictView>()->dict));
  return of(p);
}
template <IterKind kKind>
Value view_reversed(Thread& th, Value* a, int) {
  return reversed_of(th, dict_of(a), kKind);
}
// The members of a view (keys or items) as a set.
bool members(Thread& th, Value iterable, Ref<Set>* out) {
  *out = Ref<Set>(set(th));
  Value keys = iterable.is(Kind::DictKeys) ? of(iterable.as<DictView>()->dict) : iterable;
  return set_update(th, out->get(), keys.u != iterable.u && has_fields(keys) ? iterable : keys);
}
bool is_set_like(Value v) {
  Value u = unwrap(v);
  return u.is(Kind::Set) || u.is(Kind::FrozenSet) || u.is(Kind::DictKeys) || u.is(Kind::DictItems);
}
// view & other: CPython looks for the other's items in the view, which hashes no item of the view; only for a larger set
// it is the set that is asked.
Value view_intersection(Thread& th, Value view, Value other) {
  size_t size = view.as<DictView>()->dict->used;
  if (other.is(Kind::Set) && size <= other.as<Set>()->used) return set_intersection(th, other.as<Set>(), view);
  if ((other.is(Kind::DictKeys) || other.is(Kind::DictItems)) && other.as<DictView>()->dict->used > size)
    std::swap(view, other);
  Ref<Set> both(set(th));
  Owned it(iter_native(th, other));
  while (it) {
    Owned x(next_value(th, it.get()));
    if (!x) return kAbsent;
    if (x.get().u == kStop.u) return of(both.release());
    bool there;
    if (!contains_native(th, x.get(), view, &there)) return kAbsent;
    if (there && set_add(th, both.get(), x.get()) < 0) return kAbsent;
  }
  return kAbsent;
}
template <int kKind, bool kReflected>
Value view_binary(Thread& th, Value* a, int) {
  if (kKind == kAnd) return view_intersection(th, a[0], a[1]);
  Ref<Set> r;
  if (!members(th, a[kReflected], &r)) return kAbsent;
  Value other = a[!kReflected];
  bool done = kKind == kOr    ? set_update(th, r.get(), other)
              : kKind == kSub ? set_difference_update(th, r.get(), other)
                              : set_symmetric_difference_update(th, r.get(), other);
  return done ? of(r.release()) : kAbsent;
}
// Is every item of one in the other? 1, 0; -1: an exception is pending.
int all_in(Thread& th, Value items, Value other) {
  Owned it(iter_native(th, items));
  while (it) {
    Owned x(next_value(th, it.get()));
    if (!x) return -1;
    if (x.get().u == kStop.u) return 1;
    bool there;
    if (!contains_native(th, x.get(), other, &there)) return -1;
    if (!there) return 0;
  }
  return -1;
}
// kOp: <, <=, >, >=, ==, !=. Lengths come first, so that items without a hash are asked only where they count.
template <int kOp>
Value view_compare(Thread& th, Value* a, int) {
  if (!is_set_like(a[1])) return kNotImplemented;
  const int64_t mine = dict_of(a)->used, others = length(th, a[1]);
  if (others < 0) return kAbsent;
  const bool greater = kOp == 2 || kOp == 3, strict = kOp == 0 || kOp == 2;
  const int64_t less = greater ? others : mine, more = greater ? mine : others;
  int r = kOp >= 4 ? mine == others : strict ? less < more : less <= more;
  if (r) r = greater ? all_in(th, a[1], a[0]) : all_in(th, a[0], a[1]);
  return r < 0 ? kAbsent : boolean((r != 0) != (kOp == 5));
}
Value view_isdisjoint(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[1]));
  while (it) {  // as far as the first one that is here: it may never end
    Owned v(next_value(th, it.get()));
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) return kTrue;
    bool here;
    if (!contains_native(th, v.get(), a[0], &here)) return kAbsent;
    if (here) return kFalse;
  }
  return kAbsent;
}

const NativeDef kSetLike[] = {
    {"__len__", "(self, /)", "", view_len, Rule::residual},
    {"__and__", "(self, value, /)", "", view_binary<kAnd, false>, Rule::residual},
    {"__rand__", "(self, value, /)", "", view_binary<kAnd, true>, Rule::residual},
    {"__or__", "(self, value, /)", "", view_binary<kOr, false>, Rule::residual},
    {"__ror__", "(self, value, /)", "", view_binary<kOr, true>, Rule::residual},
    {"__sub__", "(self, value, /)", "", view_binary<kSub, false>, Rule::residual},
    {"__rsub__", "(self, value, /)", "", view_binary<kSub, true>, Rule::residual},
    {"__xor__", "(self, value, /)", "", view_binary<kXor, false>, Rule::residual},
    {"__rxor__", "(self, value, /)", "", view_binary<kXor, true>, Rule::residual},
    {"__lt__", "(self, value, /)", "", view_compare<0>, Rule::residual},
    {"__le__", "(self, value, /)", "", view_compare<1>, Rule::residual},
    {"__gt__", "(self, value, /)", "", view_compare<2>, Rule::residual},
    {"__ge__", "(self, value, /)", "", view_compare<3>, Rule::residual},
    {"__eq__", "(self, value, /)", "", view_compare<4>, Rule::residual},
    {"__ne__", "(self, value, /)", "", view_compare<5>, Rule::residual},
    {"isdisjoint", "(self, other, /)", "No member in common?", view_isdisjoint, Rule::residual},
};
const NativeDef kKeys[] = {{"__reversed__", "(self, /)", "", view_reversed<IterKind::RevKeys>, Rule::residual}};
const NativeDef kItems[] = {{"__reversed__", "(self, /)", "", view_reversed<IterKind::RevItems>, Rule::residual}};
const NativeDef kValues[] = {
    {"__len__", "(self, /)", "", view_len, Rule::residual},
    {"__reversed__", "(self, /)", "", view_reversed<IterKind::RevValues>, Rule::residual},
};
const GetSetDef kFields[] = {{"mapping", view_mapping, nullptr, "the dict, read-only"}};

}  // namespace

void init_dict(Interpreter& in) {
  add_methods(in, in.types[int(Kind::Dict)], kDictMethods);
  Type* keys = in.types[int(Kind::DictKeys)];
  Type* items = in.types[int(Kind::DictItems)];
  Type* values = in.types[int(Kind::DictValues)];
  add_methods(in, keys, kSetLike);
  add_methods(in, keys, kKeys);
  add_methods(in, items, kSetLike);
  add_methods(in, items, kItems);
  add_methods(in, values, kValues);
  for (Type* t : {keys, items, values}) add_fields(in, t, kFields);
}

}  // namespace adder::lib
