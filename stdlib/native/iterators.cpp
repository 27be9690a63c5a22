// The types of built-in iterators: construction (enumerate, zip, map, filter, reversed), __iter__ and __next__.
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value iterator_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value iterator_next(Thread& th, Value* a, int) {
  Value v = next_value(th, a[0]);
  if (v.u != kStop.u) return v;
  return th.raise_obj(of(instance(th, th.type(E_StopIteration))));
}
Value iterator_length_hint(Thread& th, Value* a, int) {
  Iter* it = a[0].as<Iter>();
  if (!it->seq.u && it->ik != IterKind::Range) return integer49(0);
  int64_t n = 0;
  switch (it->ik) {
    case IterKind::Range:
      if (it->step > 0)
        n = it->stop > it->i ? (it->stop - it->i - 1) / it->step + 1 : 0;
      else
        n = it->i > it->stop ? (it->i - it->stop - 1) / -it->step + 1 : 0;
      break;
    case IterKind::List: n = int64_t(it->seq.as<List>()->len) - it->i; break;
    case IterKind::Tuple: n = int64_t(it->seq.as<Tuple>()->len) - it->i; break;
    case IterKind::RevList: n = it->i + 1; break;
    case IterKind::Str:
      n = int64_t(it->seq.as<Str>()->chars) - int64_t(str_index(it->seq.as<Str>(), size_t(it->i)));
      break;
    case IterKind::Keys:
    case IterKind::Values:
    case IterKind::Items: {
      Dict* d = it->seq.as<Dict>();
      for (int64_t i = it->i; i < int64_t(d->filled); ++i) n += d->entries[i].key.u != 0;
      break;
    }
    case IterKind::Set: {
      Set* s = it->seq.as<Set>();
      for (int64_t i = it->i; s->table && i <= int64_t(s->mask); ++i)
        n += s->table[i].key.u && s->table[i].key.u != kStop.u;
      break;
    }
    default: {
      int64_t whole = length(th, it->seq);
      if (whole < 0) return kAbsent;
      n = it->ik == IterKind::Reversed ? it->i + 1 : whole - it->i;
    }
  }
  return integer(th, n < 0 ? 0 : n);
}

Value enumerate_new(Thread& th, Value* a, int) {
  Owned start(inc(a[2]));
  if (!is_intlike(start.get())) {
    start = Owned(to_int_object(th, a[2]));
    if (!start) return kAbsent;
  }
  int64_t first;
  if (!big_to_int64(start.get(), &first))
    return th.raise(E_OverflowError, "enumerate() start beyond 64 bits is not supported");
  Value it = iter_native(th, a[1]);
  if (!it.u) return kAbsent;
  Value r = make_iter(th, IterKind::Enumerate, it);
  r.as<Iter>()->i = first;
  return r;
}
// A tuple of iterators over args[from..n), with `first` (if any) in front.
Value iterators_of(Thread& th, Value* args, int n, Value first, const char* name) {
  int extra = first.u ? 1 : 0;
  Ref<Tuple> t(tuple(th, size_t(n + extra)));
  if (extra) t->items[0] = inc(first);
  for (int i = 0; i < n; ++i) {
    Value it = iter_native(th, args[i]);
    if (!it.u) {
      for (uint32_t k = 0; k < t->len; ++k)
        if (!t->items[k].u) t->items[k] = kNone;
      if (name && th.pending_is(E_TypeError)) {
        th.clear_pending();
        th.raise(E_TypeError, "%s argument #%d must support iteration", name, i + 1);
      }
      return kAbsent;
    }
    t->items[i + extra] = it;
  }
  return of(t.release());
}
Value zip_new(Thread& th, Value* a, int n) {
  // cls, strict, *iterables
  bool strict;
  if (!truth_native(th, a[1], &strict)) return kAbsent;
  Value t = iterators_of(th, a + 2, n - 2, kAbsent, "zip");
  if (!t.u) return kAbsent;
  Value r = make_iter(th, IterKind::Zip, t);
  r.as<Iter>()->strict = strict;
  return r;
}
Value map_new(Thread& th, Value* a, int n) {
  // cls, *args
  if (n < 3) return th.raise(E_TypeError, "map() must have at least two arguments.");
  Value t = iterators_of(th, a + 2, n - 2, a[1], nullptr);
  return t.u ? make_iter(th, IterKind::Map, t) : kAbsent;
}
Value filter_new(Thread& th, Value* a, int) {
  Value t = iterators_of(th, a + 2, 1, a[1], nullptr);
  return t.u ? make_iter(th, IterKind::Filter, t) : kAbsent;
}
Value reversed_new(Thread& th, Value* a, int) {
  Value m = type_find(type_of(th.in, a[1]), th.name(n_reversed));
  if (m.u == kNone.u) return th.raise(E_TypeError, "'%s' object is not reversible", type_name(th, a[1]).c_str());
  if (m.u) return th.call_special(a[1], n_reversed, nullptr, 0);
  bool sequence = a[1].is_cell() && type_find(type_of(th.in, a[1]), th.name(n_getitem)).u &&
                  type_find(type_of(th.in, a[1]), th.name(n_len)).u;
  Value u = unwrap(a[1]);
  if (!sequence || u.is(Kind::Dict))
    return th.raise(E_TypeError, "'%s' object is not reversible", type_name(th, a[1]).c_str());
  int64_t n = length(th, a[1]);
  if (n < 0) return kAbsent;
  Value it = make_iter(th, IterKind::Reversed, inc(a[1]));
  it.as<Iter>()->i = n - 1;
  return it;
}

const NativeDef kShared[] = {
    {"__iter__", "(self, /)", "", iterator_self, Rule::traced},
    {"__next__", "(self, /)", "", iterator_next, Rule::traced},
};
const NativeDef kSized[] = {
    {"__length_hint__", "(self, /)", "About how many items are left.", iterator_length_hint, Rule::residual},
};
const NativeDef kEnumerate[] = {
    {"__new__", "(cls, iterable, start=0)", "Pairs of index and item.", enumerate_new, Rule::calls, "enumerate"}};
const NativeDef kZip[] = {{"__new__", "(cls, /, *iterables, strict=False)", "Tuples of one item from each iterable.",
                           zip_new, Rule::calls, "zip"}};
const NativeDef kMap[] = {
    {"__new__", "(cls, /, *args)", "Results of the function for each item.", map_new, Rule::calls, "map"}};
const NativeDef kFilter[] = {{"__new__", "(cls, function, iterable, /)", "The items for which the function is true.",
                              filter_new, Rule::calls, "filter"}};
const NativeDef kReversed[] = {
    {"__new__", "(cls, sequence, /)", "The items from the last.", reversed_new, Rule::traced}};

}  // namespace

void init_iterators(Interpreter& in) {
  for (int k = 0; k < int(IterKind::Count); ++k) {
    Type* t = in.iter_types[k];
    add_methods(in, t, kShared);
    switch (IterKind(k)) {
      case IterKind::Enumerate: add_methods(in, t, kEnumerate); break;
      case IterKind::Zip: add_methods(in, t, kZip); break;
      case IterKind::Map: add_methods(in, t, kMap); break;
      case IterKind::Filter: add_methods(in, t, kFilter); break;
      case IterKind::Reversed:
        add_methods(in, t, kReversed);
        add_methods(in, t, kSized);
        break;
      case IterKind::Callable:
      case IterKind::LongRange: break;
      default: add_methods(in, t, kSized);
    }
  }
}

}  // namespace adder::lib
