// The types of built-in iterators: construction (enumerate, zip, map, filter, reversed), __iter__ and __next__.
#include "interp/objects/bigint.h"
#include "interp/vm/ranges.h"
#include "interp/vm/special.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder {
Value iter_step(Thread&, Iter*);  // iter.cpp
}
namespace adder::lib {
namespace {

Value iterator_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value iterator_next(Thread& th, Value* a, int) {
  Value v = next_or_raise(th, a[0]);
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
    case IterKind::RevList: n = it->i + 1 > int64_t(it->seq.as<List>()->len) ? 0 : it->i + 1; break;
    case IterKind::Str:
      n = int64_t(it->seq.as<Str>()->chars) - int64_t(str_index(it->seq.as<Str>(), size_t(it->i)));
      break;
    case IterKind::Keys:
    case IterKind::Values:
    case IterKind::Items: {
      Dict* d = it->seq.as<Dict>();
      if (d->used != it->size) break;
      for (int64_t i = it->i; i < int64_t(d->filled); ++i) n += d->entries[i].key.u != 0;
      break;
    }
    case IterKind::Set: {
      Set* s = it->seq.as<Set>();
      if (s->used != it->size) break;
      for (int64_t i = it->i; s->table && i <= int64_t(s->mask); ++i)
        n += s->table[i].key.u && s->table[i].key.u != kStop.u;
      break;
    }
    case IterKind::RevKeys:
    case IterKind::RevValues:
    case IterKind::RevItems: {
      Dict* d = it->seq.as<Dict>();
      if (d->used != it->size) break;
      for (int64_t i = it->step == 1 ? d->filled : it->i; i-- > 0;) n += d->entries[i].key.u != 0;
      break;
    }
    case IterKind::LongRange: {
      Owned len(range_length(th, it->seq.as<Range>()));
      Owned done(integer(th, it->i));
      return big_binary(th, kSub, len.get(), done.get());
    }
    default: {
      if (has_fields(it->seq) && !type_find(type_of(th.in, it->seq), th.name(n_len)).u) return kNotImplemented;
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
  Value it = iter_native(th, a[1]);
  if (!it.u) return kAbsent;
  int64_t first;
  if (!big_to_int64(start.get(), &first)) return make_iter(th, IterKind::Enumerate, pair(th, it, start.release()));
  Value r = make_iter(th, IterKind::Enumerate, it);
  r.as<Iter>()->i = first;
  return r;
}
// A tuple of iterators over args[from..n), with `first` (if any) in front.
Value iterators_of(Thread& th, Value* args, int n, Value first) {
  int extra = first.u ? 1 : 0;
  Ref<Tuple> t(tuple(th, size_t(n + extra)));
  if (extra) t->items[0] = inc(first);
  for (int i = 0; i < n; ++i) {
    Value it = iter_native(th, args[i]);
    if (!it.u) {
      for (uint32_t k = 0; k < t->len; ++k)
        if (!t->items[k].u) t->items[k] = kNone;
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
  Value t = iterators_of(th, a + 2, n - 2, kAbsent);
  if (!t.u) return kAbsent;
  Value r = make_iter(th, IterKind::Zip, t);
  r.as<Iter>()->strict = strict;
  return r;
}
Value map_new(Thread& th, Value* a, int n) {
  // cls, *args
  if (n < 3) return th.raise(E_TypeError, "map() must have at least two arguments.");
  Value t = iterators_of(th, a + 2, n - 2, a[1]);
  return t.u ? make_iter(th, IterKind::Map, t) : kAbsent;
}
Value filter_new(Thread& th, Value* a, int) {
  Value t = iterators_of(th, a + 2, 1, a[1]);
  return t.u ? make_iter(th, IterKind::Filter, t) : kAbsent;
}
Value reversed_new(Thread& th, Value* a, int) {
  Value m = type_find(type_of(th.in, a[1]), th.name(n_reversed));
  if (m.u == kNone.u) return th.raise(E_TypeError, "'%s' object is not reversible", type_name(th, a[1]).c_str());
  if (m.u) return th.call_special(a[1], n_reversed, nullptr, 0);
  bool sequence = a[1].is_cell() && type_find(type_of(th.in, a[1]), th.name(n_getitem)).u;
  Value u = unwrap(a[1]);
  if (!sequence || u.is(Kind::Dict))
    return th.raise(E_TypeError, "'%s' object is not reversible", type_name(th, a[1]).c_str());
  int64_t n = length(th, a[1]);
  if (n < 0) return kAbsent;
  Value it = make_iter(th, IterKind::Reversed, inc(a[1]));
  it.as<Iter>()->i = n - 1;
  return it;
}

// --- pickling: what makes the iterator again, with the position as its state ---
Value builtin(Thread& th, const char* name) {  // borrow
  return dict_get(th.in.builtins, intern(th.in, name));
}
Value call_of(Thread& th, const char* name, Value arg_owned, Value state_owned = kAbsent) {
  Tuple* args = tuple(th, 1);
  args->items[0] = arg_owned;
  Tuple* t = tuple(th, state_owned.u ? 3 : 2);
  t->items[0] = inc(builtin(th, name));
  t->items[1] = of(args);
  if (state_owned.u) t->items[2] = state_owned;
  return of(t);
}
Value range_left(Thread& th, Iter* it) {
  Range* r = make<Range>(th, Kind::Range);
  r->start = integer(th, it->i);
  r->stop = integer(th, it->stop);
  r->step = integer(th, it->step);
  return of(r);
}
// The type, then what its call takes.
Value made_by(Thread& th, Value self, std::vector<Value> args_owned, Value state = kAbsent) {
  Tuple* args = tuple(th, args_owned.size());
  std::copy(args_owned.begin(), args_owned.end(), args->items);
  Tuple* t = tuple(th, state.u ? 3 : 2);
  t->items[0] = of(inc(type_of(th.in, self)));
  t->items[1] = of(args);
  if (state.u) t->items[2] = state;
  return of(t);
}
Value iterator_reduce(Thread& th, Value* a, int) {
  Iter* it = unwrap(a[0]).as<Iter>();
  bool over = !it->seq.u;
  Value seq = it->seq;
  switch (it->ik) {
    case IterKind::Range: return call_of(th, "iter", range_left(th, it));
    case IterKind::LongRange:
      return over ? call_of(th, "iter", of(inc(th.in.empty_tuple))) : call_of(th, "iter", inc(seq), integer(th, it->i));
    case IterKind::List: return over ? call_of(th, "iter", of(list(th))) : call_of(th, "iter", inc(seq), integer(th, it->i));
    case IterKind::Str: {
      if (over) return call_of(th, "iter", new_str(th, ""));
      return call_of(th, "iter", inc(seq), integer(th, int64_t(str_index(seq.as<Str>(), size_t(it->i)))));
    }
    case IterKind::Tuple:
    case IterKind::Bytes:
    case IterKind::ByteArray:
    case IterKind::Sequence:
      return over ? call_of(th, "iter", of(inc(th.in.empty_tuple))) : call_of(th, "iter", inc(seq), integer(th, it->i));
    case IterKind::RevList:
      return over ? call_of(th, "iter", of(list(th))) : call_of(th, "reversed", inc(seq), integer(th, it->i));
    case IterKind::Reversed:
      if (over) return made_by(th, a[0], {of(inc(th.in.empty_tuple))});
      return made_by(th, a[0], {inc(seq)}, integer(th, it->i));
    case IterKind::Callable: {
      if (over) return call_of(th, "iter", of(inc(th.in.empty_tuple)));
      return pair(th, inc(builtin(th, "iter")), inc(seq));
    }
    case IterKind::Enumerate:
      if (over) return made_by(th, a[0], {of(inc(th.in.empty_tuple)), integer49(0)});
      if (seq.is(Kind::Tuple)) return made_by(th, a[0], {inc(seq.as<Tuple>()->items[0]), inc(seq.as<Tuple>()->items[1])});
      return made_by(th, a[0], {inc(seq), integer(th, it->i)});
    case IterKind::Zip:
    case IterKind::Map:
    case IterKind::Filter: {
      std::vector<Value> args;
      if (!over)
        for (uint32_t i = 0; i < seq.as<Tuple>()->len; ++i) args.push_back(inc(seq.as<Tuple>()->items[i]));
      else if (it->ik != IterKind::Zip)
        args = {kNone, of(inc(th.in.empty_tuple))};
      return made_by(th, a[0], args, it->strict ? kTrue : kAbsent);
    }
    default: {  // dictionaries and sets: a list of what is left; the iterator itself stays where it is
      Iter copy = *it;
      inc(copy.seq);
      List* rest = list(th);
      Owned hold(of(rest));
      for (;;) {
        Value v = iter_step(th, &copy);
        if (!v.u) dec(copy.seq);
        if (!v.u) return kAbsent;
        if (v.u == kStop.u) break;
        push(rest, v);
      }
      dec(copy.seq);
      return call_of(th, "iter", hold.release());
    }
  }
}
Value iterator_setstate(Thread& th, Value* a, int) {
  Iter* it = a[0].as<Iter>();
  if (it->ik == IterKind::Zip) {
    bool strict;
    if (!truth_native(th, a[1], &strict)) return kAbsent;
    it->strict = strict;
    return kNone;
  }
  int64_t at;
  if (it->ik == IterKind::LongRange || it->ik == IterKind::Range) {
    if (!to_index_clamped(th, a[1], &at)) return kAbsent;
  } else if (!to_index(th, a[1], &at)) {
    return kAbsent;
  }
  if (!it->seq.u && it->ik != IterKind::Range) return kNone;
  if (it->ik == IterKind::Range) {
    int64_t by;
    if (__builtin_mul_overflow(at < 0 ? 0 : at, it->step, &by) || __builtin_add_overflow(it->i, by, &it->i) ||
        (it->step > 0 ? it->i > it->stop : it->i < it->stop))
      it->i = it->stop;
    return kNone;
  }
  if (it->ik == IterKind::RevList || it->ik == IterKind::Reversed) {
    int64_t n = length(th, it->seq);
    if (n < 0) return kAbsent;
    it->i = at < -1 ? -1 : at >= n ? n - 1 : at;
    return kNone;
  }
  if (at < 0) at = 0;
  if (it->ik == IterKind::Str) {
    Str* s = it->seq.as<Str>();
    it->i = at > int64_t(s->chars) ? s->len : int64_t(str_offset(s, size_t(at)));
    return kNone;
  }
  if (it->ik == IterKind::Tuple && at > int64_t(it->seq.as<Tuple>()->len)) at = it->seq.as<Tuple>()->len;
  it->i = at;
  return kNone;
}

const NativeDef kPickled[] = {
    {"__reduce__", "(self, /)", "What pickle needs.", iterator_reduce, Rule::residual, kKeepSelf}};
const NativeDef kPositioned[] = {
    {"__setstate__", "(self, state, /)", "Set the position.", iterator_setstate, Rule::residual}};
const NativeDef kShared[] = {
    {"__iter__", "(self, /)", "", iterator_self, Rule::traced, kKeepSelf},
    {"__next__", "(self, /)", "", iterator_next, Rule::traced},
};
const NativeDef kSized[] = {
    {"__length_hint__", "(self, /)", "About how many items are left.", iterator_length_hint, Rule::residual},
};
const NativeDef kEnumerate[] = {
    {"__new__", "(cls, iterable, start=0)", "Pairs of index and item.", enumerate_new, Rule::calls}};
const NativeDef kZip[] = {
    {"__new__", "(cls, /, *iterables, strict=False)", "Tuples of one item from each iterable.", zip_new, Rule::calls}};
const NativeDef kMap[] = {
    {"__new__", "(cls, /, *args)", "Results of the function for each item.", map_new, Rule::calls}};
const NativeDef kFilter[] = {
    {"__new__", "(cls, function, iterable, /)", "The items for which the function is true.", filter_new, Rule::calls}};
const NativeDef kReversed[] = {
    {"__new__", "(cls, sequence, /)", "The items from the last.", reversed_new, Rule::traced}};

}  // namespace

void init_iterators(Interpreter& in) {
  for (int k = 0; k < int(IterKind::Count); ++k) {
    Type* t = in.iter_types[k];
    add_methods(in, t, kShared);
    add_methods(in, t, kPickled);
    switch (IterKind(k)) {
      case IterKind::Range:
      case IterKind::LongRange:
      case IterKind::List:
      case IterKind::Tuple:
      case IterKind::Str:
      case IterKind::Bytes:
      case IterKind::ByteArray:
      case IterKind::Sequence:
      case IterKind::RevList:
      case IterKind::Reversed:
      case IterKind::Zip: add_methods(in, t, kPositioned); break;
      default: break;
    }
    switch (IterKind(k)) {
      case IterKind::Enumerate: add_methods(in, t, kEnumerate); break;
      case IterKind::Zip: add_methods(in, t, kZip); break;
      case IterKind::Map: add_methods(in, t, kMap); break;
      case IterKind::Filter: add_methods(in, t, kFilter); break;
      case IterKind::Reversed:
        add_methods(in, t, kReversed);
        add_methods(in, t, kSized);
        break;
      case IterKind::Callable: break;
      default: add_methods(in, t, kSized);
    }
  }
}

}  // namespace adder::lib
