#include "interp/vm/ranges.h"

#include "interp/objects/bigint.h"

namespace adder {
namespace {
bool small(const Range* r) {
  return is_small_int(r->start) && is_small_int(r->stop) && is_small_int(r->step);
}
Value arith(Thread& th, int kind, Value a, Value b) {
  return big_binary(th, kind, a, b);
}
Range* make_range(Thread& th, Value start, Value stop, Value step) {  // owned
  Range* r = make<Range>(th, Kind::Range);
  r->start = start;
  r->stop = stop;
  r->step = step;
  return r;
}
Value at_index(Thread& th, const Range* r, Value index) {  // start + index * step
  Owned offset(arith(th, kMul, index, r->step));
  return arith(th, kAdd, r->start, offset.get());
}
}  // namespace

bool range_len64(const Range* r, int64_t* out) {
  if (!small(r)) return false;
  __int128 a = to_int(r->start), b = to_int(r->stop), s = to_int(r->step);
  __int128 n = s > 0 ? (a < b ? (b - a - 1) / s + 1 : 0) : (a > b ? (a - b - 1) / -s + 1 : 0);
  if (n > INT64_MAX) return false;
  *out = int64_t(n);
  return true;
}
Value range_length(Thread& th, const Range* r) {
  int64_t n;
  if (range_len64(r, &n)) return integer(th, n);
  bool up = big_sign(r->step) > 0;
  Value lo = up ? r->start : r->stop, hi = up ? r->stop : r->start;
  if (big_compare(lo, hi) >= 0) return integer49(0);
  Owned step(up ? inc(r->step) : big_negate(th, r->step));
  Owned span(arith(th, kSub, hi, lo));
  Owned last(arith(th, kSub, span.get(), integer49(1)));
  Owned count(arith(th, kFdiv, last.get(), step.get()));
  return arith(th, kAdd, count.get(), integer49(1));
}
Value range_item(Thread& th, const Range* r, Value k) {
  int64_t n, i;
  if (range_len64(r, &n) && is_small_int(k)) {
    i = to_int(k);
    if (i < 0) i += n;
    if (i < 0 || i >= n) return th.raise(E_IndexError, "range object index out of range");
    return integer(th, int64_t(__int128(to_int(r->start)) + __int128(i) * to_int(r->step)));
  }
  Owned index(to_int_object(th, k));
  if (!index) return kAbsent;
  Owned len(range_length(th, r));
  if (big_sign(index.get()) < 0) index = Owned(arith(th, kAdd, index.get(), len.get()));
  if (big_sign(index.get()) < 0 || big_compare(index.get(), len.get()) >= 0)
    return th.raise(E_IndexError, "range object index out of range");
  return at_index(th, r, index.get());
}
bool slice_indices_long(Thread& th, Slice* s, Value length, Owned* start, Owned* stop, Owned* step) {
  auto index = [&](Value v, Owned* out) {
    if (!is_intlike(v) && !(v.is_cell() && type_find(type_of(th, v), th.name(n_index)).u)) {
      th.raise(E_TypeError, "slice indices must be integers or None or have an __index__ method");
      return false;
    }
    *out = Owned(to_int_object(th, v));
    return bool(*out);
  };
  *step = Owned(integer49(1));
  if (s->step.u != kNone.u) {
    if (!index(s->step, step)) return false;
    if (big_sign(step->get()) == 0) {
      th.raise(E_ValueError, "slice step cannot be zero");
      return false;
    }
  }
  bool down = big_sign(step->get()) < 0;
  Owned lower(integer49(down ? -1 : 0));
  Owned upper(down ? arith(th, kSub, length, integer49(1)) : inc(length));
  auto bound = [&](Value v, const Owned& dflt, Owned* out) {
    if (v.u == kNone.u) {
      *out = dflt;
      return true;
    }
    if (!index(v, out)) return false;
    if (big_sign(out->get()) < 0) {
      *out = Owned(arith(th, kAdd, out->get(), length));
      if (big_compare(out->get(), lower.get()) < 0) *out = lower;
    } else if (big_compare(out->get(), upper.get()) > 0) {
      *out = upper;
    }
    return true;
  };
  return bound(s->lo, down ? upper : lower, start) && bound(s->hi, down ? lower : upper, stop);
}
Value range_slice(Thread& th, const Range* r, Slice* s) {
  Owned start, stop, step, len(range_length(th, r));
  if (!slice_indices_long(th, s, len.get(), &start, &stop, &step)) return kAbsent;
  Value new_step = arith(th, kMul, r->step, step.get());
  return of(make_range(th, at_index(th, r, start.get()), at_index(th, r, stop.get()), new_step));
}
bool range_contains(Thread& th, const Range* r, Value v) {
  bool up = big_sign(r->step) > 0;
  if (up ? big_compare(v, r->start) < 0 || big_compare(v, r->stop) >= 0
         : big_compare(v, r->start) > 0 || big_compare(v, r->stop) <= 0)
    return false;
  if (is_small_int(v) && small(r)) return (__int128(to_int(v)) - to_int(r->start)) % to_int(r->step) == 0;
  Owned distance(arith(th, kSub, v, r->start));
  Owned rest(arith(th, kMod, distance.get(), r->step));
  return big_sign(rest.get()) == 0;
}
bool ranges_equal(Thread& th, const Range* a, const Range* b) {
  Owned n(range_length(th, a)), m(range_length(th, b));
  if (big_compare(n.get(), m.get()) != 0) return false;
  if (big_sign(n.get()) == 0) return true;
  if (big_compare(a->start, b->start) != 0) return false;
  return big_compare(n.get(), integer49(1)) == 0 || big_compare(a->step, b->step) == 0;
}
Value range_iterator(Thread& th, Value v) {
  const Range* r = v.as<Range>();
  int64_t n;
  if (!range_len64(r, &n)) return make_iter(th, IterKind::LongRange, inc(v));
  Value it = make_iter(th, IterKind::Range, kAbsent);
  Iter* t = it.as<Iter>();
  t->i = to_int(r->start);
  t->step = to_int(r->step);
  t->stop = to_int(r->stop);
  return it;
}
}  // namespace adder
