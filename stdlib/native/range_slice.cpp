// range and slice.
#include "interp/vm/ranges.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value range_new(Thread& th, Value* a, int n) {
  // (cls, *args)
  int count = n - 1;
  if (count < 1) return th.raise(E_TypeError, "range expected at least 1 argument, got 0");
  if (count > 3) return th.raise(E_TypeError, "range expected at most 3 arguments, got %d", count);
  Owned start(integer49(0));
  Owned step(integer49(1));
  Owned stop(to_int_object(th, a[count == 1 ? 1 : 2]));
  if (!stop) return kAbsent;
  if (count > 1) {
    start = Owned(to_int_object(th, a[1]));
    if (!start) return kAbsent;
  }
  if (count > 2) {
    step = Owned(to_int_object(th, a[3]));
    if (!step) return kAbsent;
    if (big_sign(step.get()) == 0) return th.raise(E_ValueError, "range() arg 3 must not be zero");
  }
  Range* r = make<Range>(th, Kind::Range);
  r->start = start.release();
  r->stop = stop.release();
  r->step = step.release();
  return of(r);
}
// Index of an int in the range, kAbsent: not there (no exception).
bool locate(Thread& th, Range* r, Value v, Owned* out) {
  if (!range_contains(th, r, v)) return false;
  Owned distance(big_binary(th, kSub, v, r->start));
  *out = Owned(big_binary(th, kFdiv, distance.get(), r->step));
  return true;
}
// An item equal to `v`, by comparing all; -1 none, -2 error.
int64_t search(Thread& th, Value range, Value v, bool count_all) {
  Owned it(iter_native(th, range));
  if (!it) return -2;
  int64_t hits = 0;
  for (int64_t i = 0;; ++i) {
    Owned x(next_value(th, it.get()));
    if (!x) return -2;
    if (x.get().u == kStop.u) return count_all ? hits : -1;
    int e = equal(th, x.get(), v);
    if (e < 0) return -2;
    if (e && !count_all) return i;
    hits += e;
  }
}
Value range_index(Thread& th, Value* a, int) {
  Owned at;
  if (is_intlike(a[1])) {
    if (locate(th, a[0].as<Range>(), a[1], &at)) return at.release();
  } else {
    int64_t i = search(th, a[0], a[1], false);
    if (i == -2) return kAbsent;
    if (i >= 0) return integer(th, i);
  }
  std::string text;
  if (!repr_of(th, a[1], &text)) return kAbsent;
  return th.raise_text(th.type(E_ValueError),
                       is_intlike(a[1]) ? text + " is not in range" : "sequence.index(x): x not in sequence");
}
Value range_count(Thread& th, Value* a, int) {
  Owned at;
  if (is_intlike(a[1])) return integer49(locate(th, a[0].as<Range>(), a[1], &at));
  int64_t n = search(th, a[0], a[1], true);
  return n < 0 ? kAbsent : integer(th, n);
}
Value range_reversed(Thread& th, Value* a, int) {
  Range* r = a[0].as<Range>();
  // The last item, then down: [start + (n - 1) * step, start - step) by -step.
  Owned step(big_negate(th, r->step));
  Owned span(big_binary(th, kSub, r->stop, r->start));
  Owned n(big_binary(th, kFdiv, span.get(), r->step));
  Owned rest(big_binary(th, kMod, span.get(), r->step));
  Owned last_index(big_sign(rest.get()) ? inc(n.get()) : big_binary(th, kSub, n.get(), integer49(1)));
  Range* back = make<Range>(th, Kind::Range);
  back->step = inc(step.get());
  Owned offset(big_binary(th, kMul, last_index.get(), r->step));
  back->start = big_binary(th, kAdd, r->start, offset.get());
  back->stop = big_binary(th, kSub, r->start, r->step);
  if (big_sign(last_index.get()) < 0) put(back->stop, inc(back->start));
  Owned hold(of(back));
  return iter_native(th, hold.get());
}
Value range_reduce(Thread& th, Value* a, int) {
  Range* r = a[0].as<Range>();
  Tuple* args = tuple(th, 3);
  args->items[0] = inc(r->start);
  args->items[1] = inc(r->stop);
  args->items[2] = inc(r->step);
  return pair(th, of(inc(th.in.types[int(Kind::Range)])), of(args));
}
Value range_start(Thread&, Value v) {
  return inc(v.as<Range>()->start);
}
Value range_stop(Thread&, Value v) {
  return inc(v.as<Range>()->stop);
}
Value range_step(Thread&, Value v) {
  return inc(v.as<Range>()->step);
}

Value slice_new(Thread& th, Value* a, int n) {
  int count = n - 1;
  if (count < 1) return th.raise(E_TypeError, "slice expected at least 1 argument, got 0");
  if (count > 3) return th.raise(E_TypeError, "slice expected at most 3 arguments, got %d", count);
  Slice* s = make<Slice>(th, Kind::Slice);
  s->lo = count > 1 ? inc(a[1]) : kNone;
  s->hi = inc(a[count > 1 ? 2 : 1]);
  s->step = count > 2 ? inc(a[3]) : kNone;
  return of(s);
}
Value slice_indices_method(Thread& th, Value* a, int) {
  Owned len(to_int_object(th, a[1])), start, stop, step;
  if (!len) return kAbsent;
  if (big_sign(len.get()) < 0) return th.raise(E_ValueError, "length should not be negative");
  if (!slice_indices_long(th, a[0].as<Slice>(), len.get(), &start, &stop, &step)) return kAbsent;
  Tuple* t = tuple(th, 3);
  t->items[0] = start.release();
  t->items[1] = stop.release();
  t->items[2] = step.release();
  return of(t);
}
Value slice_reduce(Thread& th, Value* a, int) {
  Slice* s = a[0].as<Slice>();
  Tuple* args = tuple(th, 3);
  args->items[0] = inc(s->lo);
  args->items[1] = inc(s->hi);
  args->items[2] = inc(s->step);
  return pair(th, of(inc(th.in.types[int(Kind::Slice)])), of(args));
}
Value slice_start(Thread&, Value v) {
  return inc(v.as<Slice>()->lo);
}
Value slice_stop(Thread&, Value v) {
  return inc(v.as<Slice>()->hi);
}
Value slice_step(Thread&, Value v) {
  return inc(v.as<Slice>()->step);
}

const NativeDef kRange[] = {
    {"__new__", "(cls, /, *args)", "Integers from start to before stop.", range_new, Rule::symbolic},
    {"count", "(self, value, /)", "How often value occurs.", range_count, Rule::residual},
    {"index", "(self, value, /)", "Index of value; ValueError if it is not there.", range_index, Rule::residual},
    {"__reversed__", "(self, /)", "The integers from the last.", range_reversed, Rule::residual},
    {"__reduce__", "(self, /)", "", range_reduce, Rule::residual},
};
const GetSetDef kRangeFields[] = {
    {"start", range_start, nullptr, ""}, {"stop", range_stop, nullptr, ""}, {"step", range_step, nullptr, ""}};
const NativeDef kSlice[] = {
    {"__new__", "(cls, /, *args)", "start, stop, step of an index.", slice_new, Rule::residual},
    {"indices", "(self, len, /)", "(start, stop, step) for a sequence of that length.", slice_indices_method,
     Rule::pure},
    {"__reduce__", "(self, /)", "", slice_reduce, Rule::residual},
};
const GetSetDef kSliceFields[] = {
    {"start", slice_start, nullptr, ""}, {"stop", slice_stop, nullptr, ""}, {"step", slice_step, nullptr, ""}};

}  // namespace

void init_range_slice(Interpreter& in) {
  Type* range_type = in.types[int(Kind::Range)];
  Type* slice_type = in.types[int(Kind::Slice)];
  add_methods(in, range_type, kRange);
  add_fields(in, range_type, kRangeFields);
  add_methods(in, slice_type, kSlice);
  add_fields(in, slice_type, kSliceFields);
}

}  // namespace adder::lib
