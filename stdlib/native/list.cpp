// Methods of list, and sorting.
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/merge_sort.h"

namespace adder::lib {
namespace {

List* self_of(Value* a) {
  return a[0].as<List>();
}

Value list_append(Thread&, Value* a, int) {
  push(self_of(a), inc(a[1]));
  return kNone;
}
Value list_insert(Thread& th, Value* a, int) {
  int64_t at;
  if (!to_index(th, a[1], &at)) return kAbsent;
  List* l = self_of(a);
  if (at < 0) at = at + l->len < 0 ? 0 : at + l->len;
  if (at > l->len) at = l->len;
  push(l, inc(a[2]));
  Value v = l->items[l->len - 1];
  memmove(l->items + at + 1, l->items + at, size_t(l->len - 1 - at) * sizeof(Value));
  l->items[at] = v;
  return kNone;
}
Value list_pop(Thread& th, Value* a, int) {
  List* l = self_of(a);
  int64_t at = -1;
  if (a[1].is_int())
    at = a[1].as_int();
  else if (!to_index(th, a[1], &at))
    return kAbsent;
  if (l->len == 0) return th.raise(E_IndexError, "pop from empty list");
  if (at < 0) at += l->len;
  if (at < 0 || at >= l->len) return th.raise(E_IndexError, "pop index out of range");
  Value v = l->items[at];
  memmove(l->items + at, l->items + at + 1, size_t(l->len - 1 - at) * sizeof(Value));
  --l->len;
  return v;
}
Value list_clear(Thread&, Value* a, int) {
  List* l = self_of(a);
  std::vector<Value> gone(l->items, l->items + l->len);
  l->len = 0;
  for (size_t i = gone.size(); i-- > 0;) dec(gone[i]);
  return kNone;
}
bool extend(Thread& th, List* l, Value source) {
  if (source.is(Kind::List) || source.is(Kind::Tuple)) {
    bool is_list = source.is(Kind::List);
    uint32_t n = is_list ? source.as<List>()->len : source.as<Tuple>()->len;
    for (uint32_t i = 0; i < n; ++i) push(l, inc(is_list ? source.as<List>()->items[i] : source.as<Tuple>()->items[i]));
    return true;
  }
  if (source.is(Kind::Range)) {  // as CPython asks for the length first
    int64_t n = length(th, source);
    if (n < 0 || !th.check_memory(size_t(n) > SIZE_MAX / 8 ? SIZE_MAX : size_t(n) * 8)) return false;
  }
  Owned it(iter_native(th, source));
  if (!it || (has_fields(source) && length_hint(th, source, 8) < 0)) return false;
  for (uint32_t n = 0;; ++n) {
    Value v = next_value(th, it.get());
    if (v.u == kStop.u) return true;
    if (!v.u) return false;
    push(l, v);
    if ((n & 0xFFFF) == 0xFFFF && (th.in.heap.over_limit() || th.attention) && !th.slow_check()) return false;
  }
}
Value list_extend(Thread& th, Value* a, int) {
  return extend(th, self_of(a), a[1]) ? kNone : kAbsent;
}
Value list_init(Thread& th, Value* a, int) {
  if (self_of(a)->len) list_clear(th, a, 1);
  if (a[1].u && !extend(th, self_of(a), a[1])) return kAbsent;
  return kNone;
}
Value list_new(Thread& th, Value*, int) {
  return of(list(th));
}
Value list_reverse(Thread&, Value* a, int) {
  List* l = self_of(a);
  std::reverse(l->items, l->items + l->len);
  return kNone;
}
Value list_copy(Thread& th, Value* a, int) {
  List* l = self_of(a);
  List* r = list(th, l->len);
  for (uint32_t i = 0; i < l->len; ++i) r->items[r->len++] = inc(l->items[i]);
  return of(r);
}
Value list_count(Thread& th, Value* a, int) {
  List* l = self_of(a);
  int64_t n = 0;
  for (uint32_t i = 0; i < l->len; ++i) {
    Owned item(inc(l->items[i]));
    int e = equal(th, item.get(), a[1]);
    if (e < 0) return kAbsent;
    n += e;
  }
  return integer49(n);
}
Value list_index(Thread& th, Value* a, int) {
  List* l = self_of(a);
  int64_t lo;
  int64_t hi;
  if (!range_args(th, a[2], a[3], INT64_MAX / 2, &lo, &hi)) return kAbsent;
  auto adjust = [&](Value v, int64_t* out) {  // negative indices count from the end
    int64_t i;
    if (v.u && v.u != kNone.u && to_index_clamped(th, v, &i) && i < 0) *out = i + l->len < 0 ? 0 : i + l->len;
  };
  adjust(a[2], &lo);
  adjust(a[3], &hi);
  for (int64_t i = lo; i < hi && i < l->len; ++i) {
    Owned item(inc(l->items[i]));
    int e = equal(th, item.get(), a[1]);
    if (e < 0) return kAbsent;
    if (e) return integer49(i);
  }
  std::string text;
  if (!repr_of(th, a[1], &text)) return kAbsent;
  return th.raise_text(th.type(E_ValueError), text + " is not in list");
}
Value list_remove(Thread& th, Value* a, int) {
  List* l = self_of(a);
  for (uint32_t i = 0; i < l->len; ++i) {
    Owned item(inc(l->items[i]));
    int e = equal(th, item.get(), a[1]);
    if (e < 0) return kAbsent;
    if (!e) continue;
    if (i < l->len) {
      Value v = l->items[i];
      memmove(l->items + i, l->items + i + 1, size_t(l->len - 1 - i) * sizeof(Value));
      --l->len;
      dec(v);
    }
    return kNone;
  }
  return th.raise(E_ValueError, "list.remove(x): x not in list");
}
Value list_sort(Thread& th, Value* a, int) {
  bool reverse;
  if (!truth_native(th, a[2], &reverse)) return kAbsent;
  List* l = self_of(a);
  // The list is empty for whoever looks while it is sorted.
  Value* items = l->items;
  uint32_t n = l->len;
  uint32_t cap = l->cap;
  l->items = nullptr;
  l->len = 0;
  l->cap = 0;
  bool ok = sort_values(th, items, n, a[1], reverse);
  bool changed = l->items != nullptr;
  std::swap(l->items, items);
  std::swap(l->len, n);
  std::swap(l->cap, cap);
  clear_values(items, n);
  if (items) th.in.heap.raw_free(items, size_t(cap) * sizeof(Value));
  if (ok && changed) return th.raise(E_ValueError, "list modified during sort");
  return ok ? kNone : kAbsent;
}
Value list_sizeof(Thread& th, Value* a, int) {
  return integer(th, int64_t(sizeof(List)) + int64_t(self_of(a)->cap) * 8);
}
Value list_reversed(Thread& th, Value* a, int) {
  Value it = make_iter(th, IterKind::RevList, inc(a[0]));
  it.as<Iter>()->i = int64_t(self_of(a)->len) - 1;
  return it;
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", list_new, Rule::residual},
    {"__init__", "(self, iterable=..., /)", "The items of the iterable.", list_init, Rule::calls, "list_init"},
    {"append", "(self, object, /)", "Add an item at the end.", list_append, Rule::residual},
    {"clear", "(self, /)", "Remove all items.", list_clear, Rule::residual},
    {"copy", "(self, /)", "A shallow copy.", list_copy, Rule::residual},
    {"count", "(self, value, /)", "Number of items equal to value.", list_count, Rule::residual},
    {"extend", "(self, iterable, /)", "Add the items of the iterable.", list_extend, Rule::calls, "list_extend"},
    {"index", "(self, value, start=None, stop=None, /)", "First index of value; ValueError if there is none.",
     list_index, Rule::residual},
    {"insert", "(self, index, object, /)", "Insert before index.", list_insert, Rule::residual},
    {"pop", "(self, index=-1, /)", "Remove and return the item at index.", list_pop, Rule::residual},
    {"remove", "(self, value, /)", "Remove the first item equal to value.", list_remove, Rule::residual},
    {"reverse", "(self, /)", "Reverse in place.", list_reverse, Rule::residual},
    {"sort", "(self, /, *, key=None, reverse=False)", "Stable sort in ascending order, in place.", list_sort,
     Rule::calls, "list_sort"},
    {"__reversed__", "(self, /)", "An iterator from the end.", list_reversed, Rule::residual},
    {"__sizeof__", "(self, /)", "Size in memory, in bytes.", list_sizeof, Rule::residual},
};

struct Item {
  Value key;    // owned if there is a key function, else the value itself
  Value value;  // owned
};

// By code points, which is by bytes; what differs early is compared as one number. Every Str has four bytes at `data`.
bool text_less(const Str* a, const Str* b) {
  uint32_t n = std::min(a->len, b->len), x, y;
  memcpy(&x, a->data, 4);
  memcpy(&y, b->data, 4);
  x = __builtin_bswap32(x);
  y = __builtin_bswap32(y);
  if (n < 4) {
    uint32_t mask = n ? ~uint32_t(0) << (32 - 8 * n) : 0;
    x &= mask;
    y &= mask;
  }
  if (x != y) return x < y;
  return n <= 4 ? a->len < b->len : a->sv().substr(4) < b->sv().substr(4);
}

void sort_items(Thread& th, std::vector<Item>& items, bool* ok) {
  bool ints = true;
  bool floats = true;
  bool texts = true;
  for (const Item& i : items) {
    ints &= i.key.is_int();
    floats &= i.key.is_float();
    texts &= is_str(i.key);
  }
  auto never = [] { return false; };
  if (ints) {
    merge_sort(
        items.data(), items.size(), [](const Item& x, const Item& y) { return x.key.as_int() < y.key.as_int(); },
        never);
  } else if (floats) {
    merge_sort(
        items.data(), items.size(), [](const Item& x, const Item& y) { return x.key.as_float() < y.key.as_float(); },
        never);
  } else if (texts) {
    merge_sort(
        items.data(), items.size(), [](const Item& x, const Item& y) { return text_less(x.key.as<Str>(), y.key.as<Str>()); },
        never);
  } else {
    auto compare = [&](const Item& x, const Item& y) {
      if (!*ok) return false;
      int r = less(th, x.key, y.key);
      if (r < 0) *ok = false;
      return r > 0;
    };
    merge_sort(items.data(), items.size(), compare, [&] { return !*ok; });
  }
}

}  // namespace

bool sort_values(Thread& th, Value* values, size_t n, Value key, bool reverse) {
  bool keyed = key.u && key.u != kNone.u;
  std::vector<Item> items;
  items.reserve(n);
  bool ok = true;
  for (size_t i = 0; i < n; ++i) {
    Value k = values[i];
    if (keyed) {
      k = th.call(key, &values[i], 1);
      if (!k.u) {
        ok = false;
        break;
      }
    }
    items.push_back({k, values[i]});
  }
  if (ok) {
    if (reverse) std::reverse(items.begin(), items.end());  // twice: equal items keep their order
    sort_items(th, items, &ok);
    if (reverse) std::reverse(items.begin(), items.end());
    for (size_t i = 0; i < n; ++i) values[i] = items[i].value;
  }
  if (keyed)
    for (const Item& i : items) dec(i.key);
  return ok;
}

void init_list(Interpreter& in) {
  add_methods(in, in.types[int(Kind::List)], kMethods);
}

}  // namespace adder::lib
