// Methods of tuple.
#include "interp/vm/containers.h"
#include "interp/vm/wanted.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value tuple_new(Thread& th, Value* a, int) {
  if (!a[1].u) return of(tuple(th, 0));
  if (a[1].is(Kind::Tuple)) return inc(a[1]);
  std::vector<Value> items;
  Owned it;
  if (has_fields(a[1])) {
    it = Owned(iter_native(th, a[1]));
    if (!it || !hint_fits(th, a[1], 10)) return kAbsent;
  }
  if (!iterate(th, it ? it.get() : a[1], &items)) return kAbsent;
  Tuple* t = tuple(th, items.size());
  for (size_t i = 0; i < items.size(); ++i) t->items[i] = items[i];
  return of(t);
}
Value tuple_count(Thread& th, Value* a, int) {
  Tuple* t = a[0].as<Tuple>();
  int64_t n = 0;
  for (uint32_t i = 0; i < t->len; ++i) {
    int e = wanted(th) ? equal(th, t->items[i], a[1]) : -1;
    if (e < 0) return kAbsent;
    n += e;
  }
  return integer49(n);
}
Value tuple_index(Thread& th, Value* a, int) {
  Tuple* t = a[0].as<Tuple>();
  int64_t lo;
  int64_t hi;
  if (!range_args(th, a[2], a[3], int64_t(t->len), &lo, &hi)) return kAbsent;
  for (int64_t i = lo; i < hi; ++i) {
    int e = wanted(th) ? equal(th, t->items[i], a[1]) : -1;
    if (e < 0) return kAbsent;
    if (e) return integer49(i);
  }
  return th.raise(E_ValueError, "tuple.index(x): x not in tuple");
}
Value tuple_getnewargs(Thread& th, Value* a, int) {
  Tuple* t = tuple(th, 1);
  t->items[0] = inc(a[0]);
  return of(t);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, iterable=..., /)", "The items of the iterable.", tuple_new, Rule::calls},
    {"count", "(self, value, /)", "Number of items equal to value.", tuple_count, Rule::residual},
    {"index", "(self, value, start=None, stop=None, /)", "First index of value; ValueError if there is none.",
     tuple_index, Rule::residual},
    {"__getnewargs__", "(self, /)", "", tuple_getnewargs, Rule::pure},
};

}  // namespace

void init_tuple(Interpreter& in) {
  add_methods(in, in.types[int(Kind::Tuple)], kMethods);
}

}  // namespace adder::lib
