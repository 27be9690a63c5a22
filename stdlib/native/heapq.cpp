// heapq's and bisect's functions on lists. A comparison may run Python code that changes the list: sizes are checked
// again behind each of them, and a heap that changed raises RuntimeError, as in CPython.
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

// --- heaps; kMax: the largest item comes first

template <bool kMax>
int before(Thread& th, Value a, Value b) {
  if (LIKELY(!a.is_cell() && !b.is_cell())) return kMax ? less(th, b, a) : less(th, a, b);
  Owned x(inc(a)), y(inc(b));
  return kMax ? less(th, b, a) : less(th, a, b);
}
bool changed(Thread& th, List* l, uint32_t size) {
  if (LIKELY(l->len == size)) return false;
  th.raise(E_RuntimeError, "list changed size during iteration");
  return true;
}
// Moves the item at `pos` towards the root, but not past `start`.
template <bool kMax>
bool sift_down(Thread& th, List* l, uint32_t start, uint32_t pos) {
  uint32_t size = l->len;
  while (pos > start) {
    uint32_t parent = (pos - 1) >> 1;
    int r = before<kMax>(th, l->items[pos], l->items[parent]);
    if (r < 0 || changed(th, l, size)) return false;
    if (!r) break;
    std::swap(l->items[pos], l->items[parent]);
    pos = parent;
  }
  return true;
}
// Moves the item at `pos` to a leaf along the smaller children, then back up to its place.
template <bool kMax>
bool sift_up(Thread& th, List* l, uint32_t pos) {
  uint32_t size = l->len, start = pos;
  while (pos < size / 2) {
    uint32_t child = 2 * pos + 1;
    if (child + 1 < size) {
      int r = before<kMax>(th, l->items[child], l->items[child + 1]);
      if (r < 0 || changed(th, l, size)) return false;
      if (!r) child++;
    }
    std::swap(l->items[pos], l->items[child]);
    pos = child;
  }
  return sift_down<kMax>(th, l, start, pos);
}
// The list behind the first argument, which may be of a subclass.
List* heap_arg(Thread& th, Value v, const char* function, bool only) {
  Value u = unwrap(v);
  if (LIKELY(u.is(Kind::List))) return u.as<List>();
  th.raise(E_TypeError, "%s() argument%s must be list, not %s", function, only ? "" : " 1", argument_type_name(th, v).c_str());
  return nullptr;
}

Value heappush(Thread& th, Value* a, int) {
  List* l = heap_arg(th, a[0], "heappush", false);
  if (!l) return kAbsent;
  push(l, inc(a[1]));
  return sift_down<false>(th, l, 0, l->len - 1) ? kNone : kAbsent;
}
template <bool kMax>
Value heappop(Thread& th, Value* a, int) {
  List* l = heap_arg(th, a[0], kMax ? "_heappop_max" : "heappop", true);
  if (!l) return kAbsent;
  if (!l->len) return th.raise(E_IndexError, "index out of range");
  Value last = l->items[--l->len];
  if (!l->len) return last;
  Owned first(std::exchange(l->items[0], last));
  return sift_up<kMax>(th, l, 0) ? first.release() : kAbsent;
}
template <bool kMax>
Value heapreplace(Thread& th, Value* a, int) {
  List* l = heap_arg(th, a[0], kMax ? "_heapreplace_max" : "heapreplace", false);
  if (!l) return kAbsent;
  if (!l->len) return th.raise(E_IndexError, "index out of range");
  Owned first(std::exchange(l->items[0], inc(a[1])));
  return sift_up<kMax>(th, l, 0) ? first.release() : kAbsent;
}
Value heappushpop(Thread& th, Value* a, int) {
  List* l = heap_arg(th, a[0], "heappushpop", false);
  if (!l) return kAbsent;
  if (!l->len) return inc(a[1]);
  int r = before<false>(th, l->items[0], a[1]);
  if (r < 0) return kAbsent;
  if (!r) return inc(a[1]);
  if (!l->len) return th.raise(E_IndexError, "index out of range");
  Owned first(std::exchange(l->items[0], inc(a[1])));
  return sift_up<false>(th, l, 0) ? first.release() : kAbsent;
}
template <bool kMax>
Value heapify(Thread& th, Value* a, int) {
  List* l = heap_arg(th, a[0], kMax ? "_heapify_max" : "heapify", true);
  if (!l) return kAbsent;
  uint32_t size = l->len;
  for (uint32_t i = size / 2; i-- > 0;)
    if (!sift_up<kMax>(th, l, i) || changed(th, l, size)) return kAbsent;
  return kNone;
}
const NativeDef kHeapFunctions[] = {
    {"heappush", "(heap, item, /)", "Push item onto heap, maintaining the heap invariant.", heappush, Rule::opaque},
    {"heappop", "(heap, /)", "Pop the smallest item off the heap, maintaining the heap invariant.", heappop<false>,
     Rule::opaque},
    {"heapreplace", "(heap, item, /)", "Pop and return the current smallest value, and add the new item.",
     heapreplace<false>, Rule::opaque},
    {"heappushpop", "(heap, item, /)", "Push item on the heap, then pop and return the smallest item from the heap.",
     heappushpop, Rule::opaque},
    {"heapify", "(heap, /)", "Transform list into a heap, in-place, in O(len(heap)) time.", heapify<false>,
     Rule::opaque},
    {"_heappop_max", "(heap, /)", "Maxheap variant of heappop.", heappop<true>, Rule::opaque},
    {"_heapreplace_max", "(heap, item, /)", "Maxheap variant of heapreplace.", heapreplace<true>, Rule::opaque},
    {"_heapify_max", "(heap, /)", "Maxheap variant of heapify.", heapify<true>, Rule::opaque},
};

// --- bisection

// The item at `i` of any sequence, owned.
Value item_at(Thread& th, Value sequence, int64_t i) {
  if (LIKELY(sequence.is(Kind::List)) && i < int64_t(sequence.as<List>()->len))
    return inc(sequence.as<List>()->items[i]);
  Owned k(integer(th, i));
  return subscript_native(th, sequence, k.get());
}
// Where x belongs among the items lo .. hi-1; -1: an exception is pending.
template <bool kRight>
int64_t search(Thread& th, Value sequence, Value x, Value low, Value high, Value key) {
  int64_t lo, hi;
  if (!to_index(th, low, &lo)) return -1;
  if (lo < 0) {
    th.raise(E_ValueError, "lo must be non-negative");
    return -1;
  }
  if (high.u == kNone.u) {
    hi = length(th, sequence);
    if (hi < 0) return -1;
  } else if (!to_index(th, high, &hi)) {
    return -1;
  }
  while (lo < hi) {
    int64_t middle = lo + (hi - lo) / 2;
    Owned item(item_at(th, sequence, middle));
    if (!item) return -1;
    if (key.u != kNone.u) {
      Value v = item.get();
      item = Owned(th.call(key, &v, 1));
      if (!item) return -1;
    }
    int r = kRight ? less(th, x, item.get()) : less(th, item.get(), x);
    if (r < 0) return -1;
    if (bool(r) == kRight)
      hi = middle;
    else
      lo = middle + 1;
  }
  return lo;
}
template <bool kRight>
Value bisect(Thread& th, Value* a, int) {
  int64_t at = search<kRight>(th, a[0], a[1], a[2], a[3], a[4]);
  return at < 0 ? kAbsent : integer(th, at);
}
template <bool kRight>
Value insort(Thread& th, Value* a, int) {
  Owned x(inc(a[1]));
  if (a[4].u != kNone.u) {
    x = Owned(th.call(a[4], a + 1, 1));
    if (!x) return kAbsent;
  }
  int64_t at = search<kRight>(th, a[0], x.get(), a[2], a[3], a[4]);
  if (at < 0) return kAbsent;
  Owned k(integer(th, at));
  Value args[2] = {k.get(), a[1]};
  Owned r(th.call_method(a[0], intern(th.in, "insert"), args, 2));
  return r ? kNone : kAbsent;
}
#define BISECT(name, doc, fn) {name, "(a, x, lo=0, hi=None, *, key=None)", doc, fn, Rule::opaque}
const NativeDef kBisectFunctions[] = {
    BISECT("bisect_right", "Return the index where to insert item x in list a, behind equal items.", bisect<true>),
    BISECT("bisect_left", "Return the index where to insert item x in list a, before equal items.", bisect<false>),
    BISECT("insort_right", "Insert item x in list a behind equal items.", insort<true>),
    BISECT("insort_left", "Insert item x in list a before equal items.", insort<false>),
};

}  // namespace

const NativeModuleDef kHeapModule = {"_heapq", "Heap queues.", kHeapFunctions};
const NativeModuleDef kBisectModule = {"_bisect", "Bisection algorithms.", kBisectFunctions};

}  // namespace adder::lib
