// Pickling of the iterators of itertools: what __reduce__ tells and __setstate__ takes is CPython's, so that iterators
// move between the two.
#include <algorithm>

#include "stdlib/native/itertools.h"

namespace adder::lib {
namespace {

Value tuple_of(Thread& th, std::initializer_list<Value> owned) {
  Tuple* t = tuple(th, owned.size());
  size_t i = 0;
  for (Value v : owned) t->items[i++] = v;
  return of(t);
}
Value values_tuple(Thread& th, const std::vector<Value>& items) {
  Tuple* t = tuple(th, items.size());
  for (size_t i = 0; i < items.size(); ++i) t->items[i] = inc(items[i]);
  return of(t);
}
Value numbers_tuple(Thread& th, const std::vector<int64_t>& numbers) {
  Tuple* t = tuple(th, numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) t->items[i] = integer(th, numbers[i]);
  return of(t);
}
Value class_of(Thread& th, Value v) {
  return of(inc(type_of(th.in, v)));
}
Value invalid(Thread& th) {
  return th.raise(E_ValueError, "invalid arguments");
}
Value builtin_iter(Thread& th) {
  return inc(dict_get(th.builtins, intern(th.in, "iter")));
}
Value empty_iterator(Thread& th) {
  Owned l(of(list(th)));
  return iter_native(th, l.get());
}
// An int for a position; other objects are a TypeError.
bool number(Thread& th, Value v, int64_t* out) {
  if (!is_intlike(unwrap(v))) {
    th.raise(E_TypeError, "an integer is required");
    return false;
  }
  return to_index_clamped(th, v, out);
}
bool flag_arg(Thread& th, Value v, bool* out) {
  int64_t n;
  if (!to_index(th, v, &n)) return false;
  *out = n != 0;
  return true;
}
// The items of the state of a type whose state is a tuple; null: TypeError is pending.
Tuple* state_tuple(Thread& th, Value state, uint32_t least, uint32_t most) {
  Value u = unwrap(state);
  if (!u.is(Kind::Tuple)) {
    th.raise(E_TypeError, "state is not a tuple");
    return nullptr;
  }
  Tuple* t = u.as<Tuple>();
  if (t->len >= least && t->len <= most) return t;
  const char* how = least == most ? "exactly" : t->len < least ? "at least" : "at most";
  uint32_t wanted = t->len < least ? least : most;
  th.raise(E_TypeError, "function takes %s %u argument%s (%u given)", how, wanted, wanted == 1 ? "" : "s", t->len);
  return nullptr;
}

// --- count, repeat, cycle, chain ---
Value count_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  if (t->flag && t->step == 1) return pair(th, class_of(th, a[0]), tuple_of(th, {integer(th, t->i)}));
  return pair(th, class_of(th, a[0]), pair(th, t->flag ? integer(th, t->i) : inc(t->a), inc(t->b)));
}
Value repeat_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Value args = t->flag ? pair(th, inc(t->a), integer(th, t->i)) : tuple_of(th, {inc(t->a)});
  return pair(th, class_of(th, a[0]), args);
}
Value cycle_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Ref<List> saved(list(th, t->items.size()));
  for (Value v : t->items) push(saved.get(), inc(v));
  bool replaying = !t->a.u;
  Owned it(replaying ? iter_native(th, saved.value()) : inc(t->a));
  if (!it) return kAbsent;
  if (replaying && t->i) {
    Value position = integer(th, t->i);
    Owned done(th.call_method(it.get(), intern(th.in, "__setstate__"), &position, 1));
    if (!done) return kAbsent;
  }
  Value state = pair(th, of(saved.release()), boolean(replaying || t->flag));
  return tuple_of(th, {class_of(th, a[0]), tuple_of(th, {it.release()}), state});
}
Value cycle_setstate(Thread& th, Value* a, int) {
  Tuple* state = state_tuple(th, a[1], 2, 2);
  if (!state) return kAbsent;
  Value saved = unwrap(state->items[0]);
  if (!saved.is(Kind::List))
    return th.raise(E_TypeError, "argument 1 must be list, not %s", argument_type_name(th, state->items[0]).c_str());
  bool replayed;
  if (!flag_arg(th, state->items[1], &replayed)) return kAbsent;
  Itertool* t = itertool(a[0]);
  std::vector<Value> old = std::move(t->items);
  t->items.clear();
  for (uint32_t i = 0; i < saved.as<List>()->len; ++i) t->items.push_back(inc(saved.as<List>()->items[i]));
  t->flag = replayed;
  t->i = 0;
  drop(&old);
  return kNone;
}
Value chain_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Value type = class_of(th, a[0]), none = of(tuple(th, 0));
  if (!t->a.u) return pair(th, type, none);
  Value state = t->b.u ? pair(th, inc(t->a), inc(t->b)) : tuple_of(th, {inc(t->a)});
  return tuple_of(th, {type, none, state});
}
bool is_iterator(Thread& th, Value v) {
  Type* t = type_of(th.in, v);
  return type_find(t, th.name(n_next)).u || v.is(Kind::Iter) || v.is(Kind::Gen);
}
Value chain_setstate(Thread& th, Value* a, int) {
  Tuple* state = state_tuple(th, a[1], 1, 2);
  if (!state) return kAbsent;
  for (uint32_t i = 0; i < state->len; ++i)
    if (!is_iterator(th, state->items[i])) return th.raise(E_TypeError, "Arguments must be iterators.");
  Itertool* t = itertool(a[0]);
  Value source = inc(state->items[0]), active = state->len > 1 ? inc(state->items[1]) : kAbsent;
  t->done = false;
  put(t->a, source);
  put(t->b, active);
  return kNone;
}

// --- two iterators; a function and an iterator ---
Value two_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  return pair(th, class_of(th, a[0]), pair(th, inc(t->a), inc(t->b)));
}
Value while_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  return tuple_of(th, {class_of(th, a[0]), pair(th, inc(t->a), inc(t->b)), integer49(t->flag)});
}
Value takewhile_setstate(Thread& th, Value* a, int) {
  bool stopped;
  if (!truth_native(th, a[1], &stopped)) return kAbsent;
  itertool(a[0])->flag = itertool(a[0])->done = stopped;
  return kNone;
}
Value dropwhile_setstate(Thread& th, Value* a, int) {
  bool started;
  if (!truth_native(th, a[1], &started)) return kAbsent;
  itertool(a[0])->flag = started;
  return kNone;
}
Value islice_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  if (!t->a.u || t->done) {
    Value it = empty_iterator(th);
    return it.u ? tuple_of(th, {class_of(th, a[0]), pair(th, it, integer49(0)), integer49(0)}) : kAbsent;
  }
  Value next = integer(th, t->indices[0]), stop = t->stop < 0 ? kNone : integer(th, t->stop);
  if (t->stop >= 0 && t->indices[0] > t->stop) next = integer(th, t->stop);
  Value args = tuple_of(th, {inc(t->a), next, stop, integer(th, t->step)});
  return tuple_of(th, {class_of(th, a[0]), args, integer(th, t->i)});
}
Value islice_setstate(Thread& th, Value* a, int) {
  int64_t n;
  if (!number(th, a[1], &n)) return kAbsent;
  itertool(a[0])->i = n;
  return kNone;
}
Value accumulate_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  auto chained = [&](Value first) {  // chain((first,), iterator)
    Owned front(tuple_of(th, {inc(first)}));
    Value args[2] = {front.get(), t->a};
    return th.call(of(itertools_type(th, "chain")), args, 2);
  };
  if (t->d.u) {
    Value it = chained(t->d);
    return it.u ? tuple_of(th, {class_of(th, a[0]), pair(th, it, inc(t->b)), kNone}) : kAbsent;
  }
  if (t->c.u == kNone.u) {  // a state of None would say that there is no total
    Owned it(chained(t->c));
    if (!it) return kAbsent;
    Value args[2] = {it.get(), t->b};
    Value again = th.call(of(type_of(th.in, a[0])), args, 2);
    if (!again.u) return kAbsent;
    return pair(th, of(inc(itertools_type(th, "islice"))), tuple_of(th, {again, integer49(1), kNone}));
  }
  return tuple_of(th, {class_of(th, a[0]), pair(th, inc(t->a), inc(t->b)), t->c.u ? inc(t->c) : kNone});
}
Value accumulate_setstate(Thread&, Value* a, int) {
  put(itertool(a[0])->c, inc(a[1]));
  return kNone;
}
Value zip_longest_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Tuple* args = tuple(th, t->items.size());
  for (size_t i = 0; i < t->items.size(); ++i)
    args->items[i] = t->items[i].u == kNone.u ? of(tuple(th, 0)) : inc(t->items[i]);
  return tuple_of(th, {class_of(th, a[0]), of(args), inc(t->a)});
}
Value zip_longest_setstate(Thread&, Value* a, int) {
  put(itertool(a[0])->a, inc(a[1]));
  return kNone;
}

// --- product and selections: the indices of the last result ---
bool read_indices(Thread& th, Value state, size_t n, std::vector<int64_t>* out) {
  Value u = unwrap(state);
  if (!u.is(Kind::Tuple) || u.as<Tuple>()->len != n) {
    invalid(th);
    return false;
  }
  out->resize(n);
  for (size_t i = 0; i < n; ++i)
    if (!number(th, u.as<Tuple>()->items[i], &(*out)[i])) return false;
  return true;
}
Value product_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  if (t->done) return pair(th, class_of(th, a[0]), tuple_of(th, {of(tuple(th, 0))}));
  Value pools = values_tuple(th, t->items);
  if (!t->flag) return pair(th, class_of(th, a[0]), pools);
  return tuple_of(th, {class_of(th, a[0]), pools, numbers_tuple(th, t->indices)});
}
Value product_setstate(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  std::vector<int64_t> indices;
  if (!read_indices(th, a[1], t->items.size(), &indices)) return kAbsent;
  for (size_t i = 0; i < indices.size(); ++i) {
    int64_t size = t->items[i].as<Tuple>()->len;
    if (size == 0) {
      t->done = true;
      return kNone;
    }
    t->indices[i] = std::clamp<int64_t>(indices[i], 0, size - 1);
  }
  t->flag = true;
  return kNone;
}
Value choose_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Value r = integer(th, t->i);
  if (t->flag && t->done) return pair(th, class_of(th, a[0]), pair(th, of(tuple(th, 0)), r));
  Value args = pair(th, values_tuple(th, t->items), r);
  if (!t->flag) return pair(th, class_of(th, a[0]), args);
  Value state = numbers_tuple(th, t->indices);
  return tuple_of(th, {class_of(th, a[0]), args, state});
}
template <bool repeated>
Value combinations_setstate(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  std::vector<int64_t> indices;
  int64_t n = int64_t(t->items.size());
  if (!read_indices(th, a[1], size_t(t->i), &indices)) return kAbsent;
  for (size_t i = 0; i < indices.size(); ++i) {
    int64_t most = repeated ? n - 1 : int64_t(i) + n - t->i;
    indices[i] = std::max<int64_t>(0, std::min(indices[i], most));
  }
  if (n == 0 || (!repeated && t->i > n)) {  // there is nothing to continue
    t->done = true;
    return kNone;
  }
  t->indices = indices;
  t->flag = true;
  return kNone;
}
Value permutations_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Value r = integer(th, t->i);
  if (t->flag && t->done) return pair(th, class_of(th, a[0]), pair(th, of(tuple(th, 0)), r));
  Value args = pair(th, values_tuple(th, t->items), r);
  if (!t->flag) return pair(th, class_of(th, a[0]), args);
  Value state = pair(th, numbers_tuple(th, t->indices),
                     numbers_tuple(th, t->cycles));
  return tuple_of(th, {class_of(th, a[0]), args, state});
}
Value permutations_setstate(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Tuple* state = state_tuple(th, a[1], 2, 2);
  if (!state) return kAbsent;
  for (int i = 0; i < 2; ++i)
    if (!unwrap(state->items[i]).is(Kind::Tuple))
      return th.raise(E_TypeError, "argument %d must be tuple, not %s", i + 1, argument_type_name(th, state->items[i]).c_str());
  std::vector<int64_t> indices, cycles;
  int64_t n = int64_t(t->items.size());
  if (!read_indices(th, state->items[0], size_t(n), &indices) ||
      !read_indices(th, state->items[1], size_t(t->i), &cycles))
    return kAbsent;
  for (int64_t& index : indices) index = std::clamp<int64_t>(index, 0, n - 1);
  for (size_t i = 0; i < cycles.size(); ++i)
    cycles[i] = std::max<int64_t>(1, std::min(cycles[i], n - int64_t(i)));
  if (t->i > n) return kNone;
  t->indices = indices;
  t->cycles = cycles;
  t->flag = true;
  return kNone;
}

// --- groupby ---
Value groupby_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  Value args = pair(th, inc(t->a), inc(t->b));
  if (t->items.empty() || !t->c.u || !t->d.u) return pair(th, class_of(th, a[0]), args);
  Value state = tuple_of(th, {inc(t->c), inc(t->d), inc(t->items[0])});
  return tuple_of(th, {class_of(th, a[0]), args, state});
}
Value groupby_setstate(Thread& th, Value* a, int) {
  Tuple* state = state_tuple(th, a[1], 3, 3);
  if (!state) return kAbsent;
  Itertool* t = itertool(a[0]);
  Value key = inc(state->items[0]), value = inc(state->items[1]), target = inc(state->items[2]);
  put(t->c, key);
  put(t->d, value);
  std::vector<Value> old = std::move(t->items);
  t->items = {target};
  drop(&old);
  return kNone;
}
Value group_new(Thread& th, Value* a, int) {
  Type* parents = itertools_type(th, "groupby");
  if (!is_instance_of(a[1], parents))
    return th.raise(E_TypeError, "_grouper() argument 1 must be itertools.groupby, not %s",
                    argument_type_name(th, a[1]).c_str());
  Value self = of(instance(th, a[0].as<Type>()));
  Itertool* g = new (itertool(self)) Itertool();
  g->a = inc(a[1]);
  g->b = inc(a[2]);
  g->i = ++itertool(a[1])->i;
  return self;
}
Value group_reduce(Thread& th, Value* a, int) {
  Itertool* g = itertool(a[0]);
  if (g->i != itertool(g->a)->i) return pair(th, builtin_iter(th), tuple_of(th, {of(tuple(th, 0))}));
  return pair(th, class_of(th, a[0]), pair(th, inc(g->a), inc(g->b)));
}

// --- tee ---
Value tee_reduce(Thread& th, Value* a, int) {
  Itertool* t = itertool(a[0]);
  return tuple_of(th, {class_of(th, a[0]), tuple_of(th, {of(tuple(th, 0))}), pair(th, inc(t->a), integer(th, t->i))});
}
Value tee_setstate(Thread& th, Value* a, int) {
  Tuple* state = state_tuple(th, a[1], 2, 2);
  if (!state) return kAbsent;
  if (!is_instance_of(state->items[0], itertools_type(th, "_tee_dataobject")))
    return th.raise(E_TypeError, "argument 1 must be itertools._tee_dataobject, not %s",
                    argument_type_name(th, state->items[0]).c_str());
  int64_t at;
  if (!to_index(th, state->items[1], &at)) return kAbsent;
  if (at < 0 || at > int64_t(kTeeItems)) return th.raise(E_ValueError, "Index out of range");
  Itertool* t = itertool(a[0]);
  t->i = at;
  t->done = false;
  put(t->a, inc(state->items[0]));
  return kNone;
}
Value block_new(Thread& th, Value* a, int) {  // (cls, it, values, next)
  Value values = unwrap(a[2]);
  if (!values.is(Kind::List))
    return th.raise(E_TypeError, "teedataobject() argument 2 must be list, not %s", argument_type_name(th, a[2]).c_str());
  List* l = values.as<List>();
  bool has_next = a[3].u != kNone.u;
  if (l->len > kTeeItems || (l->len < kTeeItems && has_next) ||
      (has_next && !is_instance_of(a[3], itertools_type(th, "_tee_dataobject"))))
    return th.raise(E_ValueError, "Invalid arguments");
  Value self = of(instance(th, a[0].as<Type>()));
  Itertool* block = new (itertool(self)) Itertool();
  block->a = inc(a[1]);
  for (uint32_t i = 0; i < l->len; ++i) block->items.push_back(inc(l->items[i]));
  if (has_next) block->b = inc(a[3]);
  return self;
}
Value block_reduce(Thread& th, Value* a, int) {
  Itertool* block = itertool(a[0]);
  Ref<List> values(list(th, block->items.size()));
  for (Value v : block->items) push(values.get(), inc(v));
  Value next = block->b.u ? inc(block->b) : kNone;
  return pair(th, class_of(th, a[0]), tuple_of(th, {inc(block->a), of(values.release()), next}));
}

#define REDUCE(fn) {"__reduce__", "(self, /)", "What pickle needs.", fn, Rule::residual}
#define SETSTATE(fn) {"__setstate__", "(self, state, /)", "Set what __reduce__ told.", fn, Rule::residual}
const NativeDef kCount[] = {REDUCE(count_reduce)};
const NativeDef kRepeat[] = {REDUCE(repeat_reduce)};
const NativeDef kCycle[] = {REDUCE(cycle_reduce), SETSTATE(cycle_setstate)};
const NativeDef kChain[] = {REDUCE(chain_reduce), SETSTATE(chain_setstate)};
const NativeDef kTwo[] = {REDUCE(two_reduce)};
const NativeDef kTakeWhile[] = {REDUCE(while_reduce), SETSTATE(takewhile_setstate)};
const NativeDef kDropWhile[] = {REDUCE(while_reduce), SETSTATE(dropwhile_setstate)};
const NativeDef kIslice[] = {REDUCE(islice_reduce), SETSTATE(islice_setstate)};
const NativeDef kAccumulate[] = {REDUCE(accumulate_reduce), SETSTATE(accumulate_setstate)};
const NativeDef kZipLongest[] = {REDUCE(zip_longest_reduce), SETSTATE(zip_longest_setstate)};
const NativeDef kProduct[] = {REDUCE(product_reduce), SETSTATE(product_setstate)};
const NativeDef kCombinations[] = {REDUCE(choose_reduce), SETSTATE(combinations_setstate<false>)};
const NativeDef kReplacement[] = {REDUCE(choose_reduce), SETSTATE(combinations_setstate<true>)};
const NativeDef kPermutations[] = {REDUCE(permutations_reduce), SETSTATE(permutations_setstate)};
const NativeDef kGroupBy[] = {REDUCE(groupby_reduce), SETSTATE(groupby_setstate)};
const NativeDef kGroup[] = {{"__new__", "(cls, parent, tgtkey, /)", "", group_new, Rule::residual},
                            REDUCE(group_reduce)};
const NativeDef kTee[] = {REDUCE(tee_reduce), SETSTATE(tee_setstate)};
const NativeDef kBlock[] = {{"__new__", "(cls, it, values, next, /)", "", block_new, Rule::residual},
                            REDUCE(block_reduce)};

}  // namespace

void add_itertools_pickling(Interpreter& in, Module* m) {
  const std::pair<const char*, std::span<const NativeDef>> tables[] = {
      {"count", kCount},
      {"repeat", kRepeat},
      {"cycle", kCycle},
      {"chain", kChain},
      {"compress", kTwo},
      {"filterfalse", kTwo},
      {"starmap", kTwo},
      {"takewhile", kTakeWhile},
      {"dropwhile", kDropWhile},
      {"islice", kIslice},
      {"accumulate", kAccumulate},
      {"zip_longest", kZipLongest},
      {"product", kProduct},
      {"combinations", kCombinations},
      {"combinations_with_replacement", kReplacement},
      {"permutations", kPermutations},
      {"groupby", kGroupBy},
      {"_grouper", kGroup},
      {"_tee", kTee},
      {"_tee_dataobject", kBlock},
  };
  for (auto& [name, table] : tables) add_methods(in, dict_get(m->dict, intern(in, name)).as<Type>(), table);
}

}  // namespace adder::lib
