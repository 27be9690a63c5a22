// itertools; what pickle needs of the types stands in itertools_pickle.cpp.
#include <algorithm>

#include "interp/vm/special.h"
#include "stdlib/native/itertools.h"

namespace adder::lib {

namespace {

Itertool* self_of(Value v) {
  return itertool(v);
}
void clear_tool(void* p) {
  Itertool* t = static_cast<Itertool*>(p);
  for (Value* v : {&t->a, &t->b, &t->c, &t->d}) put(*v, kAbsent);
  drop(&t->items);
}
void destroy_tool(void* p) {
  clear_tool(p);
  static_cast<Itertool*>(p)->~Itertool();
}
void traverse_tool(void* p, Visitor& visitor) {
  Itertool* t = static_cast<Itertool*>(p);
  for (Value v : {t->a, t->b, t->c, t->d}) visitor.visit(v);
  for (Value v : t->items) visitor.visit(v);
}
Value make(Thread& th, Value cls, Itertool** out) {
  Value self = of(instance(th, cls.as<Type>()));
  *out = new (self_of(self)) Itertool();
  return self;
}
Value iter_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value call1(Thread& th, Value f, Value x) {
  return th.call(f, &x, 1);
}

// The next item of an iterator that the tool holds: stepping may run a script that makes the tool let go of it.
Value next_of(Thread& th, Value it) {
  Owned hold(inc(it));
  return next_value(th, it);
}

// A `__next__`: kStop at the end and ever after, an error (kAbsent) or a value.
template <Value (*kStep)(Thread&, Itertool*)>
Value next_method(Thread& th, Value* a, int) {
  Itertool* t = self_of(a[0]);
  if (t->done) return kStop;
  if (!th.native_stack_ok()) return kAbsent;
  Owned keep(inc(a[0]));
  Value v = kStep(th, t);
  if (v.u == kStop.u) t->done = true;
  return v;
}

// count: a number, b step; i and step while both are small (flag)
Value count_new(Thread& th, Value* a, int) {
  auto number = [&](Value v) {
    return is_number(unwrap(v)) || unwrap(v).is(Kind::Complex) ||
           (v.is_cell() && type_find(type_of(th.in, v), th.name(n_add_)).u && !is_str(unwrap(v)));
  };
  if (!number(a[1]) || !number(a[2])) return th.raise(E_TypeError, "a number is required");
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = inc(a[1]);
  t->b = inc(a[2]);
  if (a[1].is_int() && a[2].is_int()) {
    t->flag = true;
    t->i = a[1].as_int();
    t->step = a[2].as_int();
  }
  return self;
}
Value count_step(Thread& th, Itertool* t) {
  if (t->flag) {
    int64_t v = t->i;
    if (!__builtin_add_overflow(t->i, t->step, &t->i)) return integer(th, v);
    t->flag = false;
    put(t->a, integer(th, v));
  }
  Value r = inc(t->a);
  Value next = binary_native(th, kAdd, false, r, t->b);
  if (!next.u) {
    dec(r);
    return kAbsent;
  }
  put(t->a, next);
  return r;
}
Value count_repr(Thread& th, Value* a, int) {
  Itertool* t = self_of(a[0]);
  Owned n(t->flag ? integer(th, t->i) : inc(t->a));
  std::string out = "count(";
  if (!repr_of(th, n.get(), &out)) return kAbsent;
  if (!(t->b.is_int() && t->b.as_int() == 1)) {
    out += ", ";
    if (!repr_of(th, t->b, &out)) return kAbsent;
  }
  return new_str(th, out + ")");
}

// repeat: a object, i left, flag: limited
Value repeat_new(Thread& th, Value* a, int) {
  Itertool* t;
  int64_t times = 0;
  if (a[2].u && !to_index(th, a[2], &times)) return kAbsent;
  Value self = make(th, a[0], &t);
  t->a = inc(a[1]);
  t->flag = a[2].u != 0;
  t->i = times < 0 ? 0 : times;
  return self;
}
Value repeat_step(Thread&, Itertool* t) {
  if (t->flag && t->i-- <= 0) {
    t->i = 0;
    return kStop;
  }
  return inc(t->a);
}
Value repeat_hint(Thread& th, Value* a, int) {
  Itertool* t = self_of(a[0]);
  if (!t->flag) return th.raise(E_TypeError, "len() of unsized object");
  return integer(th, t->i);
}
Value repeat_repr(Thread& th, Value* a, int) {
  Itertool* t = self_of(a[0]);
  std::string out = "repeat(";
  if (!repr_of(th, t->a, &out)) return kAbsent;
  if (t->flag) out += ", " + std::to_string(t->i);
  return new_str(th, out + ")");
}

// cycle: a iterator (absent once it ended), items saved, i position; flag: all items are saved already
Value cycle_new(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = it.release();
  return self;
}
Value cycle_step(Thread& th, Itertool* t) {
  if (t->a.u) {
    Value v = next_of(th, t->a);
    if (v.u != kStop.u) {
      if (v.u && !t->flag) t->items.push_back(inc(v));
      return v;
    }
    put(t->a, kAbsent);
  }
  if (t->items.empty()) return kStop;
  if (size_t(t->i) >= t->items.size()) t->i = 0;
  return inc(t->items[size_t(t->i++)]);
}

// chain: a iterator of iterables, b the present iterator
Value chain_new(Thread& th, Value* a, int n) {
  Itertool* t;
  Value self = make(th, a[0], &t);
  Tuple* all = tuple(th, size_t(n - 1));
  for (int i = 1; i < n; ++i) all->items[i - 1] = inc(a[i]);
  Owned hold(of(all));
  t->a = iter_native(th, hold.get());
  return self;
}
Value chain_from_iterable(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = it.release();
  return self;
}
Value chain_step(Thread& th, Itertool* t) {
  while (t->a.u) {
    if (!t->b.u) {
      Owned iterable(next_of(th, t->a));
      if (!iterable) return kAbsent;
      if (iterable.get().u == kStop.u) {
        iterable.release();
        put(t->a, kAbsent);
        return kStop;
      }
      Value it = iter_native(th, iterable.get());
      if (!it.u) {
        put(t->a, kAbsent);
        return kAbsent;
      }
      put(t->b, it);
    }
    Value v = next_of(th, t->b);
    if (v.u != kStop.u) return v;
    put(t->b, kAbsent);
  }
  return kStop;
}

// compress: a data, b selectors; filterfalse, takewhile, dropwhile, starmap: a function, b iterator; flag: the
// predicate of takewhile or dropwhile was false
Value two_iterators(Thread& th, Value* a, int) {
  Owned x(iter_native(th, a[1]));
  if (!x) return kAbsent;
  Owned y(iter_native(th, a[2]));
  if (!y) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = x.release();
  t->b = y.release();
  return self;
}
Value compress_step(Thread& th, Itertool* t) {
  while (true) {
    Owned v(next_of(th, t->a));
    if (!v || v.get().u == kStop.u) return v.release();
    Owned s(next_of(th, t->b));
    if (!s || s.get().u == kStop.u) return s.release();
    bool keep;
    if (!truth_native(th, s.get(), &keep)) return kAbsent;
    if (keep) return v.release();
  }
}
Value function_iterator(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[2]));
  if (!it) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = inc(a[1]);
  t->b = it.release();
  return self;
}
bool predicate(Thread& th, Value f, Value v, bool* out) {
  if (f.u == kNone.u) return truth_native(th, v, out);
  Owned r(call1(th, f, v));
  return r && truth_native(th, r.get(), out);
}
Value filterfalse_step(Thread& th, Itertool* t) {
  while (true) {
    Owned v(next_of(th, t->b));
    if (!v || v.get().u == kStop.u) return v.release();
    bool keep;
    if (!predicate(th, t->a, v.get(), &keep)) return kAbsent;
    if (!keep) return v.release();
  }
}
Value takewhile_step(Thread& th, Itertool* t) {
  Owned v(next_of(th, t->b));
  if (!v || v.get().u == kStop.u) return v.release();
  bool keep;
  Owned r(call1(th, t->a, v.get()));
  if (!r || !truth_native(th, r.get(), &keep)) return kAbsent;
  if (keep) return v.release();
  t->flag = true;
  return kStop;
}
Value dropwhile_step(Thread& th, Itertool* t) {
  while (true) {
    Owned v(next_of(th, t->b));
    if (!v || v.get().u == kStop.u || t->flag) return v.release();
    bool skip;
    Owned r(call1(th, t->a, v.get()));
    if (!r || !truth_native(th, r.get(), &skip)) return kAbsent;
    if (skip) continue;
    t->flag = true;
    return v.release();
  }
}
Value starmap_step(Thread& th, Itertool* t) {
  Owned v(next_of(th, t->b));
  if (!v || v.get().u == kStop.u) return v.release();
  Values args;
  if (!iterate(th, v.get(), &args.items)) return kAbsent;
  return th.call(t->a, args.items.data(), int(args.items.size()));
}

// islice: a iterator, i position, stop (-1: none), step
Value islice_new(Thread& th, Value* a, int n) {
  // cls, *args
  int count = n - 1;
  if (count < 2 || count > 4)
    return th.raise(
        E_TypeError,
        count < 2 ? "islice expected at least 2 arguments, got %d" : "islice expected at most 4 arguments, got %d",
        count);
  int64_t bounds[3] = {0, -1, 1};
  auto bound = [&](Value v, int64_t* out, const char* message) {
    if (v.u == kNone.u) return true;
    if (!to_index(th, v, out) || *out < 0) {
      th.clear_pending();
      th.raise(E_ValueError, "%s", message);
      return false;
    }
    return true;
  };
  const char* message = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
  if (count == 2) {
    if (!bound(a[2], &bounds[1], "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."))
      return kAbsent;
  } else {
    if (!bound(a[2], &bounds[0], message) ||
        !bound(a[3], &bounds[1], "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."))
      return kAbsent;
    if (count == 4 && a[4].u != kNone.u && (!to_index(th, a[4], &bounds[2]) || bounds[2] < 1)) {
      th.clear_pending();
      return th.raise(E_ValueError, "Step for islice() must be a positive integer or None.");
    }
  }
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = it.release();
  t->i = 0;
  t->indices = {bounds[0]};  // the next index to give
  t->stop = bounds[1];
  t->step = bounds[2];
  return self;
}
Value islice_step(Thread& th, Itertool* t) {
  auto at_stop = [&] { return t->stop >= 0 && t->i >= t->stop; };
  while (t->i < t->indices[0] && !at_stop()) {  // what lies before the next index or before stop is consumed
    Owned v(next_of(th, t->a));
    if (!v || v.get().u == kStop.u) return v.release();
    ++t->i;
  }
  if (at_stop()) {
    put(t->a, kAbsent);
    return kStop;
  }
  Owned v(next_of(th, t->a));
  if (!v || v.get().u == kStop.u) return v.release();
  ++t->i;
  if (__builtin_add_overflow(t->indices[0], t->step, &t->indices[0])) t->indices[0] = INT64_MAX;
  return v.release();
}

// accumulate: a iterator, b function or none, c total, d initial (absent: none)
Value accumulate_new(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = it.release();
  t->b = inc(a[2]);
  t->d = a[3].u == kNone.u ? kAbsent : inc(a[3]);
  return self;
}
Value accumulate_step(Thread& th, Itertool* t) {
  if (t->d.u) {
    put(t->c, std::exchange(t->d, kAbsent));
    return inc(t->c);
  }
  Owned v(next_of(th, t->a));
  if (!v || v.get().u == kStop.u) return v.release();
  if (!t->c.u) {
    t->c = v.release();
    return inc(t->c);
  }
  Owned total(inc(t->c));
  Value args[2] = {total.get(), v.get()};
  Value r = t->b.u == kNone.u ? binary_native(th, kAdd, false, args[0], args[1]) : th.call(t->b, args, 2);
  if (!r.u) return kAbsent;
  put(t->c, r);
  return inc(r);
}

// pairwise: a iterator, b the item before
Value pairwise_step(Thread& th, Itertool* t) {
  if (!t->b.u) {
    Owned first(next_of(th, t->a));
    if (!first || first.get().u == kStop.u) return first.release();
    put(t->b, first.release());
  }
  Owned v(next_of(th, t->a));
  if (!v || v.get().u == kStop.u) return v.release();
  Value before = std::exchange(t->b, inc(v.get()));
  return pair(th, before, v.release());
}

// zip_longest: items iterators (None once ended), a fill value, i still active
Value zip_longest_new(Thread& th, Value* a, int n) {
  // cls, fillvalue, *iterables
  Itertool* t;
  Owned self(make(th, a[0], &t));
  t->a = inc(a[1]);
  for (int i = 2; i < n; ++i) {
    Value it = iter_native(th, a[i]);
    if (!it.u) return kAbsent;
    t->items.push_back(it);
  }
  t->i = n - 2;
  return self.release();
}
Value zip_longest_step(Thread& th, Itertool* t) {
  if (t->items.empty() || t->i <= 0) return kStop;
  Ref<Tuple> r(tuple(th, t->items.size()));
  for (uint32_t k = 0; k < r->len; ++k) r->items[k] = kNone;
  for (size_t k = 0; k < t->items.size(); ++k) {
    Value v = kStop;
    if (t->items[k].u != kNone.u) {
      v = next_of(th, t->items[k]);
      if (!v.u) {
        t->i = 0;
        return kAbsent;
      }
      if (v.u == kStop.u) {
        if (--t->i <= 0) return kStop;
        put(t->items[k], kNone);
      }
    }
    r->items[k] = v.u == kStop.u ? inc(t->a) : v;
  }
  return of(r.release());
}

// product: items pools (tuples), indices; flag: started
Value product_new(Thread& th, Value* a, int n) {
  // cls, repeat, *iterables
  int64_t repeat;
  if (!to_index(th, a[1], &repeat)) return kAbsent;
  if (repeat < 0) return th.raise(E_ValueError, "repeat argument cannot be negative");
  Itertool* t;
  Owned self(make(th, a[0], &t));
  std::vector<Value> pools;
  for (int i = 2; i < n; ++i) {
    Value items = of(th.in.types[int(Kind::Tuple)]);
    Value pool = th.call(items, &a[i], 1);
    if (!pool.u) {
      drop(&pools);
      return kAbsent;
    }
    pools.push_back(pool);
  }
  if (pools.empty()) repeat = 0;
  if (!th.check_memory(size_t(repeat), pools.size() * 16)) {
    drop(&pools);
    return kAbsent;
  }
  for (int64_t r = 0; r < repeat; ++r)
    for (Value p : pools) t->items.push_back(inc(p));
  drop(&pools);
  t->indices.assign(t->items.size(), 0);
  return self.release();
}
Value product_step(Thread& th, Itertool* t) {
  auto size = [&](size_t k) { return int64_t(t->items[k].as<Tuple>()->len); };
  if (!t->flag) {
    t->flag = true;
    for (size_t k = 0; k < t->items.size(); ++k)
      if (size(k) == 0) return kStop;
  } else {
    size_t k = t->items.size();
    while (k > 0) {
      --k;
      if (++t->indices[k] < size(k)) break;
      t->indices[k] = 0;
      if (k == 0) return kStop;
    }
    if (t->items.empty()) return kStop;
  }
  Tuple* r = tuple(th, t->items.size());
  for (size_t k = 0; k < t->items.size(); ++k) r->items[k] = inc(t->items[k].as<Tuple>()->items[t->indices[k]]);
  return of(r);
}

// combinations, with replacement, permutations: items pool, indices, cycles (permutations), i = r; flag: started
Value choose(Thread& th, Value* a, bool optional) {
  Itertool* t;
  Owned self(make(th, a[0], &t));
  if (!iterate(th, a[1], &t->items)) return kAbsent;
  int64_t r = int64_t(t->items.size());
  if (!(optional && (!a[2].u || a[2].u == kNone.u))) {
    if (optional && !is_intlike(unwrap(a[2]))) return th.raise(E_TypeError, "Expected int as r");
    if (!to_index(th, a[2], &r)) return kAbsent;
  }
  if (r < 0) return th.raise(E_ValueError, "r must be non-negative");
  if (!th.check_memory(size_t(r), 8)) return kAbsent;
  t->i = r;
  return self.release();
}
Value chosen(Thread& th, Itertool* t) {
  Tuple* r = tuple(th, size_t(t->i));
  for (int64_t k = 0; k < t->i; ++k) r->items[k] = inc(t->items[size_t(t->indices[size_t(k)])]);
  return of(r);
}
Value combinations_new(Thread& th, Value* a, int) {
  return choose(th, a, false);
}
Value permutations_new(Thread& th, Value* a, int) {
  return choose(th, a, true);
}
Value combinations_step(Thread& th, Itertool* t) {
  int64_t n = int64_t(t->items.size());
  if (!t->flag) {
    if (t->i > n) return kStop;
    t->flag = true;
    for (int64_t k = 0; k < t->i; ++k) t->indices.push_back(k);
    return chosen(th, t);
  }
  int64_t k = t->i - 1;
  while (k >= 0 && t->indices[size_t(k)] == k + n - t->i) --k;
  if (k < 0) return kStop;
  ++t->indices[size_t(k)];
  for (int64_t j = k + 1; j < t->i; ++j) t->indices[size_t(j)] = t->indices[size_t(j - 1)] + 1;
  return chosen(th, t);
}
Value replacement_step(Thread& th, Itertool* t) {
  int64_t n = int64_t(t->items.size());
  if (!t->flag) {
    if (n == 0 && t->i > 0) return kStop;
    t->flag = true;
    t->indices.assign(size_t(t->i), 0);
    return chosen(th, t);
  }
  int64_t k = t->i - 1;
  while (k >= 0 && t->indices[size_t(k)] == n - 1) --k;
  if (k < 0) return kStop;
  int64_t v = t->indices[size_t(k)] + 1;
  for (; k < t->i; ++k) t->indices[size_t(k)] = v;
  return chosen(th, t);
}
Value permutations_step(Thread& th, Itertool* t) {
  int64_t n = int64_t(t->items.size());
  if (!t->flag) {
    if (t->i > n) return kStop;
    t->flag = true;
    for (int64_t k = 0; k < n; ++k) t->indices.push_back(k);
    for (int64_t k = 0; k < t->i; ++k) t->cycles.push_back(n - k);
    return chosen(th, t);
  }
  for (int64_t k = t->i - 1; k >= 0; --k) {
    if (--t->cycles[size_t(k)] == 0) {
      std::rotate(t->indices.begin() + k, t->indices.begin() + k + 1, t->indices.end());
      t->cycles[size_t(k)] = n - k;
      continue;
    }
    std::swap(t->indices[size_t(k)], t->indices[size_t(n - t->cycles[size_t(k)])]);
    return chosen(th, t);
  }
  return kStop;
}

// groupby: a iterator, b key function or None, c current key, d current value; i counts groups. A group: a the groupby,
// b its key, i its number.
Value groupby_new(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = it.release();
  t->b = inc(a[2]);
  return self;
}
// 1: moved to the next value, 0: the end, -1: error.
int groupby_advance(Thread& th, Itertool* t) {
  Owned v(next_of(th, t->a));
  if (!v) return -1;
  if (v.get().u == kStop.u) {
    v.release();
    return 0;
  }
  Value key = t->b.u == kNone.u ? inc(v.get()) : call1(th, t->b, v.get());
  if (!key.u) return -1;
  put(t->d, v.release());
  put(t->c, key);
  return 1;
}
extern const NativeTypeDef kGroup, kTee, kTeeBlock;
Value groupby_next(Thread& th, Value* a, int) {
  Itertool* t = self_of(a[0]);
  if (!th.native_stack_ok()) return kAbsent;
  Owned keep(inc(a[0]));
  ++t->i;  // groups given before are stale now
  while (true) {
    if (t->items.empty()) {
      if (t->c.u) break;
    } else if (t->c.u) {
      Owned x(inc(t->items[0]));
      Owned y(inc(t->c));
      int e = equal(th, x.get(), y.get());
      if (e < 0) return kAbsent;
      if (!e) break;
    }
    int r = groupby_advance(th, t);
    if (r < 0) return kAbsent;
    if (r == 0) return kStop;
  }
  drop(&t->items);
  t->items.push_back(inc(t->c));  // the target key
  Itertool* g;
  Value group = make(th, of(native_type(th.in, kGroup)), &g);
  g->a = inc(a[0]);
  g->b = inc(t->c);
  g->i = t->i;
  return pair(th, inc(t->c), group);
}
Value group_step(Thread& th, Itertool* g) {
  Itertool* t = self_of(g->a);
  if (g->i != t->i) return kStop;
  if (!t->d.u) {
    int r = groupby_advance(th, t);
    if (r <= 0) return r < 0 ? kAbsent : kStop;
  }
  Owned x(inc(g->b));
  Owned y(inc(t->c));
  int e = equal(th, x.get(), y.get());
  if (e < 0) return kAbsent;
  if (!e || !t->d.u) return kStop;  // the comparison may have taken the value itself
  return std::exchange(t->d, kAbsent);
}

// tee: a block of shared items, i position in it. A block: items read so far, a the source iterator, b the next block
// (absent until it is needed); flag: the source is being asked.
Value make_block(Thread& th, Value source) {
  Itertool* block;
  Value v = make(th, of(native_type(th.in, kTeeBlock)), &block);
  block->a = inc(source);
  return v;
}
Value tee_step(Thread& th, Itertool* t) {
  if (size_t(t->i) >= kTeeItems) {
    Itertool* full = self_of(t->a);
    if (!full->b.u) full->b = make_block(th, full->a);
    put(t->a, inc(full->b));
    t->i = 0;
  }
  Itertool* block = self_of(t->a);
  if (size_t(t->i) < block->items.size()) return inc(block->items[size_t(t->i++)]);
  if (block->flag) return th.raise(E_RuntimeError, "cannot re-enter the tee iterator");
  Owned keep(inc(t->a));
  block->flag = true;
  Value v = next_of(th, block->a);
  block->flag = false;
  if (!v.u || v.u == kStop.u) return v;
  block->items.push_back(inc(v));
  ++t->i;
  return v;
}
Value make_tee(Thread& th, Value cls, Value block, int64_t at) {
  Itertool* t;
  Value v = make(th, cls, &t);
  t->a = inc(block);
  t->i = at;
  return v;
}
Value tee_copy(Thread& th, Value* a, int) {
  return make_tee(th, of(native_type(th.in, kTee)), self_of(a[0])->a, self_of(a[0])->i);
}
// An iterator over the same items as `iterable`: of its block, if it is a tee itself.
Value tee_of(Thread& th, Value cls, Value iterable) {
  Owned it(iter_native(th, iterable));
  if (!it) return kAbsent;
  if (is_instance_of(it.get(), native_type(th.in, kTee))) return make_tee(th, cls, self_of(it.get())->a, self_of(it.get())->i);
  Owned block(make_block(th, it.get()));
  return make_tee(th, cls, block.get(), 0);
}
Value tee_function(Thread& th, Value* a, int) {
  int64_t n;
  if (!to_index(th, a[1], &n)) return kAbsent;
  if (n < 0) return th.raise(E_ValueError, "n must be >= 0");
  if (!th.check_memory(size_t(n), 64)) return kAbsent;
  Ref<Tuple> r(tuple(th, size_t(n)));
  for (int64_t i = 0; i < n; ++i) r->items[i] = kNone;
  if (n == 0) return of(r.release());
  // An iterator that knows how to copy itself is the first of the results.
  Owned it(iter_native(th, a[0]));
  if (!it) return kAbsent;
  Str* copy_name = intern(th.in, "__copy__");
  Owned copy(get_attr_or_stop(th, it.get(), copy_name));
  if (!copy) return kAbsent;
  if (copy.get().u == kStop.u) {
    it = Owned(tee_of(th, of(native_type(th.in, kTee)), it.get()));
    if (!it) return kAbsent;
  }
  r->items[0] = it.release();
  for (int64_t i = 1; i < n; ++i) {
    Value v = th.call_method(r->items[0], copy_name, nullptr, 0);
    if (!v.u) return kAbsent;
    r->items[i] = v;
  }
  return of(r.release());
}
Value tee_new(Thread& th, Value* a, int) {
  return tee_of(th, a[0], a[1]);
}
Value pairwise_new(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  Itertool* t;
  Value self = make(th, a[0], &t);
  t->a = it.release();
  return self;
}

#define TYPE(ident, name, signature, create, step, doc)                                                      \
  const NativeDef k##ident##Methods[] = {                                                                    \
      {"__new__", signature, "", create, Rule::calls},                                                       \
      {"__iter__", "(self, /)", "", iter_self, Rule::traced},                                                \
      {"__next__", "(self, /)", "", next_method<step>, Rule::traced, 0, next_called},                        \
  };                                                                                                         \
  const NativeTypeDef k##ident = {"itertools." name, doc,           sizeof(Itertool), k##ident##Methods, {}, \
                                  destroy_tool,      traverse_tool, clear_tool};

TYPE(Count, "count", "(cls, start=0, step=1)", count_new, count_step, "start, start+step, start+2*step, ...")
TYPE(Repeat, "repeat", "(cls, object, times=...)", repeat_new, repeat_step, "The object again and again.")
TYPE(Cycle, "cycle", "(cls, iterable, /)", cycle_new, cycle_step, "The items again and again.")
TYPE(Chain, "chain", "(cls, /, *iterables)", chain_new, chain_step, "The items of one iterable after the other.")
TYPE(Compress, "compress", "(cls, data, selectors)", two_iterators, compress_step, "The items that are selected.")
TYPE(FilterFalse, "filterfalse", "(cls, function, iterable, /)", function_iterator, filterfalse_step,
     "The items for which the function is false.")
TYPE(TakeWhile, "takewhile", "(cls, predicate, iterable, /)", function_iterator, takewhile_step,
     "Items as long as the predicate holds.")
TYPE(DropWhile, "dropwhile", "(cls, predicate, iterable, /)", function_iterator, dropwhile_step,
     "Items from where the predicate fails.")
TYPE(StarMap, "starmap", "(cls, function, iterable, /)", function_iterator, starmap_step,
     "Results of the function for argument tuples.")
TYPE(Islice, "islice", "(cls, /, *args)", islice_new, islice_step, "A slice of an iterable.")
TYPE(Accumulate, "accumulate", "(cls, iterable, func=None, *, initial=None)", accumulate_new, accumulate_step,
     "Running totals.")
TYPE(Pairwise, "pairwise", "(cls, iterable, /)", pairwise_new, pairwise_step, "Overlapping pairs.")
TYPE(ZipLongest, "zip_longest", "(cls, /, *iterables, fillvalue=None)", zip_longest_new, zip_longest_step,
     "zip() up to the longest iterable.")
TYPE(Product, "product", "(cls, /, *iterables, repeat=1)", product_new, product_step, "The cartesian product.")
TYPE(Combinations, "combinations", "(cls, iterable, r)", combinations_new, combinations_step,
     "Subsequences of length r.")
TYPE(Replacement, "combinations_with_replacement", "(cls, iterable, r)", combinations_new, replacement_step,
     "Subsequences of length r, items repeated.")
TYPE(Permutations, "permutations", "(cls, iterable, r=None)", permutations_new, permutations_step,
     "Orderings of length r.")

const NativeDef kGroupByMethods[] = {
    {"__new__", "(cls, iterable, key=None)", "", groupby_new, Rule::calls},
    {"__iter__", "(self, /)", "", iter_self, Rule::traced},
    {"__next__", "(self, /)", "", groupby_next, Rule::traced, 0, next_called},
};
const NativeTypeDef kGroupBy = {"itertools.groupby",
                                "Keys and groups of consecutive items.",
                                sizeof(Itertool),
                                kGroupByMethods,
                                {},
                                destroy_tool,
                                traverse_tool,
                                clear_tool};
const NativeDef kGroupMethods[] = {
    {"__iter__", "(self, /)", "", iter_self, Rule::traced},
    {"__next__", "(self, /)", "", next_method<group_step>, Rule::traced, 0, next_called},
};
const NativeTypeDef kGroup = {"itertools._grouper", "",         sizeof(Itertool),    kGroupMethods, {}, destroy_tool,
                              traverse_tool,        clear_tool, kNoSubclass};
const NativeDef kTeeMethods[] = {
    {"__new__", "(cls, iterable, /)", "", tee_new, Rule::residual},
    {"__iter__", "(self, /)", "", iter_self, Rule::traced},
    {"__next__", "(self, /)", "", next_method<tee_step>, Rule::traced, 0, next_called},
    {"__copy__", "(self, /)", "", tee_copy, Rule::residual},
};
const NativeTypeDef kTee = {"itertools._tee", "",        sizeof(Itertool), kTeeMethods, {}, destroy_tool,
                            traverse_tool,    clear_tool};
const NativeTypeDef kTeeBlock = {"itertools._tee_dataobject", "Items that iterators of tee() share.",
                                 sizeof(Itertool),            {},
                                 {},                          destroy_tool,
                                 traverse_tool,               clear_tool,
                                 kNoSubclass};

const NativeDef kCountExtra[] = {{"__repr__", "(self, /)", "", count_repr, Rule::residual}};
const NativeDef kRepeatExtra[] = {{"__repr__", "(self, /)", "", repeat_repr, Rule::residual},
                                  {"__length_hint__", "(self, /)", "", repeat_hint, Rule::residual}};
const NativeDef kChainExtra[] = {{"from_iterable", "(cls, iterable, /)", "chain() of the items of one iterable.",
                                  chain_from_iterable, Rule::calls, kClassMethod}};
const NativeDef kFunctions[] = {
    {"tee", "(iterable, n=2, /)", "n independent iterators.", tee_function, Rule::residual}};

bool init_itertools(Thread& th, Module* m) {
  auto define = [&](const NativeTypeDef& def) {
    Type* t = define_type(th.in, def);
    module_set(th.in, m, t->name->sv(), of(inc(t)));
    return t;
  };
  for (const NativeTypeDef* def :
       {&kCycle, &kCompress, &kFilterFalse, &kTakeWhile, &kDropWhile, &kStarMap, &kIslice, &kAccumulate, &kPairwise,
        &kZipLongest, &kProduct, &kCombinations, &kReplacement, &kPermutations, &kGroupBy, &kGroup, &kTee, &kTeeBlock})
    define(*def);
  add_methods(th.in, define(kCount), kCountExtra);
  add_methods(th.in, define(kRepeat), kRepeatExtra);
  add_methods(th.in, define(kChain), kChainExtra);
  add_itertools_pickling(th.in, m);
  return true;
}

}  // namespace

Type* itertools_type(Thread& th, std::string_view name) {
  for (const NativeTypeDef* def : {&kChain, &kIslice, &kGroupBy, &kTeeBlock})
    if (std::string_view(def->name).substr(10) == name) return native_type(th.in, *def);
  return nullptr;
}

const NativeModuleDef kItertoolsModule = {"itertools", "Building blocks of iterators.", kFunctions, init_itertools};

}  // namespace adder::lib
