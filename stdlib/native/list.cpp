// Methods of list, and sorting.
#include "interp/objects/same_bytes.h"
#include "interp/vm/containers.h"
#include "interp/vm/wanted.h"
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
Value list_extend(Thread& th, Value* a, int) {
  return extend_list(th, self_of(a), a[1]) ? kNone : kAbsent;
}
Value list_init(Thread& th, Value* a, int) {
  if (self_of(a)->len) list_clear(th, a, 1);
  if (a[1].u && !extend_list(th, self_of(a), a[1])) return kAbsent;
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
    int e = wanted(th) ? equal(th, item.get(), a[1]) : -1;
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
    int e = wanted(th) ? equal(th, item.get(), a[1]) : -1;
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
    int e = wanted(th) ? equal(th, item.get(), a[1]) : -1;
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
  bool changed;
  bool ok = sort_list(th, l, a[1], reverse, &changed);
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
    {"__init__", "(self, iterable=..., /)", "The items of the iterable.", list_init, Rule::calls},
    {"append", "(self, object, /)", "Add an item at the end.", list_append, Rule::residual},
    {"clear", "(self, /)", "Remove all items.", list_clear, Rule::residual},
    {"copy", "(self, /)", "A shallow copy.", list_copy, Rule::residual},
    {"count", "(self, value, /)", "Number of items equal to value.", list_count, Rule::residual},
    {"extend", "(self, iterable, /)", "Add the items of the iterable.", list_extend, Rule::calls},
    {"index", "(self, value, start=None, stop=None, /)", "First index of value; ValueError if there is none.",
     list_index, Rule::residual},
    {"insert", "(self, index, object, /)", "Insert before index.", list_insert, Rule::residual},
    {"pop", "(self, index=-1, /)", "Remove and return the item at index.", list_pop, Rule::residual},
    {"remove", "(self, value, /)", "Remove the first item equal to value.", list_remove, Rule::residual},
    {"reverse", "(self, /)", "Reverse in place.", list_reverse, Rule::residual},
    {"sort", "(self, /, *, key=None, reverse=False)", "Stable sort in ascending order, in place.", list_sort,
     Rule::calls},
    {"__reversed__", "(self, /)", "An iterator from the end.", list_reversed, Rule::residual},
    {"__sizeof__", "(self, /)", "Size in memory, in bytes.", list_sizeof, Rule::residual},
};

struct Item {
  Value key;    // owned
  Value value;  // owned
};
Value key_of(Value v) {
  return v;
}
Value key_of(const Item& i) {
  return i.key;
}
// Texts are sorted by their first eight bytes as one number, mostly.
template <class T>
struct Headed {
  uint64_t head;
  T item;
};
uint64_t head_of(const Str* s) {
  uint64_t head = 0;
  memcpy(&head, s->data, s->len < 8 ? s->len : 8);
  return __builtin_bswap64(head);
}
// Room for n items, on the stack while they are few.
template <class T>
class Room {
 public:
  explicit Room(size_t n) {
    if (n > kFew) many_.resize(n);
  }
  T* items() { return many_.empty() ? few_ : many_.data(); }

 private:
  static constexpr size_t kFew = 32;
  T few_[kFew];
  std::vector<T> many_;
};

// T: Value, which is its own key, or Item.
template <class T>
void sort_texts(Thread& th, T* items, size_t n) {
  Room<Headed<T>> room(n);
  Headed<T>* headed = room.items();
  for (size_t i = 0; i < n; ++i) headed[i] = {head_of(key_of(items[i]).template as<Str>()), items[i]};
  auto before = [](const Headed<T>& x, const Headed<T>& y) {
    if (x.head != y.head) return x.head < y.head;
    return order_text(key_of(x.item).template as<Str>(), key_of(y.item).template as<Str>()) < 0;
  };
  merge_sort(headed, n, before, [&] { return is_ending(th); });
  for (size_t i = 0; i < n; ++i) items[i] = headed[i].item;
}
template <class T>
void sort_items(Thread& th, T* items, size_t n, bool* ok) {
  bool ints = true;
  bool floats = true;
  bool texts = true;
  for (size_t i = 0; i < n; ++i) {
    Value k = key_of(items[i]);
    ints &= k.is_int();
    floats &= k.is_float();
    texts &= is_str(k);
  }
  auto unwanted = [&] { return is_ending(th); };
  if (ints) {
    merge_sort(
        items, n, [](const T& x, const T& y) { return key_of(x).as_int() < key_of(y).as_int(); }, unwanted);
  } else if (floats) {
    merge_sort(
        items, n, [](const T& x, const T& y) { return key_of(x).as_float() < key_of(y).as_float(); }, unwanted);
  } else if (texts) {
    sort_texts(th, items, n);
  } else {
    auto compare = [&](const T& x, const T& y) {
      if (!*ok) return false;
      int r = less(th, key_of(x), key_of(y));
      if (r < 0) *ok = false;
      return r > 0;
    };
    merge_sort(items, n, compare, [&] { return !*ok || is_ending(th); });
  }
  if (*ok) *ok = wanted(th);
}
template <class T>
void sort_both_ways(Thread& th, T* items, size_t n, bool reverse, bool* ok) {
  if (reverse) std::reverse(items, items + n);  // twice: equal items keep their order
  sort_items(th, items, n, ok);
  if (reverse) std::reverse(items, items + n);
}

}  // namespace

bool sort_values(Thread& th, Value* values, size_t n, Value key, bool reverse) {
  bool ok = true;
  if (!key.u || key.u == kNone.u) {
    sort_both_ways(th, values, n, reverse, &ok);
    return ok;
  }
  Room<Item> room(n);
  Item* items = room.items();
  size_t made = 0;
  for (; made < n; ++made) {
    Value k = th.call(key, &values[made], 1);
    if (!k.u) {
      ok = false;
      break;
    }
    items[made] = {k, values[made]};
  }
  if (ok) {
    sort_both_ways(th, items, n, reverse, &ok);
    for (size_t i = 0; i < n; ++i) values[i] = items[i].value;
  }
  for (size_t i = 0; i < made; ++i) dec(items[i].key);
  return ok;
}
bool sort_list(Thread& th, List* l, Value key, bool reverse, bool* changed) {
  Value* items = l->items;
  uint32_t n = l->len;
  uint32_t cap = l->cap;
  l->items = nullptr;
  l->len = 0;
  l->cap = 0;
  bool ok = sort_values(th, items, n, key, reverse);
  *changed = l->items != nullptr;
  std::swap(l->items, items);
  std::swap(l->len, n);
  std::swap(l->cap, cap);
  clear_values(items, n);
  if (items) th.in.heap.raw_free(items, size_t(cap) * sizeof(Value));
  return ok;
}

void init_list(Interpreter& in) {
  add_methods(in, in.types[int(Kind::List)], kMethods);
}

}  // namespace adder::lib
