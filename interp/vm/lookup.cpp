// Hashes, equality, and look-ups in dicts and sets by arbitrary keys. Any of them may run user code (__hash__, __eq__),
// which may change the table: then the search starts again.
#include <cmath>

#include "interp/objects/bigint.h"
#include "interp/objects/dict_probe.h"
#include "interp/objects/same_bytes.h"
#include "interp/objects/set_probe.h"
#include "interp/objects/set_walk.h"
#include "interp/vm/containers.h"
#include "interp/vm/frames.h"
#include "interp/vm/special.h"
#include "interp/vm/wanted.h"
#include "interp/vm/native_depth.h"
#include "interp/vm/ranges.h"

namespace adder {
uint32_t bytes_hash(Bytes*);  // str.cpp
Value call_found(Thread& th, Value method, Value self, const Value* args, int n) {
  if (LIKELY(method.is(Kind::Func) || method.is(Kind::Native))) {
    if (n == 0) return th.call(method, &self, 1);
    if (n == 1) {  // comparisons of sorts: no allocation
      Value both[2] = {self, args[0]};
      return th.call(method, both, 2);
    }
    std::vector<Value> a{self};
    a.insert(a.end(), args, args + n);
    return th.call(method, a.data(), n + 1);
  }
  Owned bound(call_descriptor(th, method, self));
  return bound ? th.call(bound.get(), args, n) : kAbsent;
}

// --- hashes: the numbers that CPython gives for numbers and tuples ---
namespace {
constexpr uint64_t inverse(uint64_t x) {
  uint64_t r = x;
  for (int i = 0; i < 6; i++) r *= 2 - x * r;
  return r;
}
constexpr uint64_t kUnmix = inverse(kHashMix);
static_assert(kHashMix * kUnmix == 1);
// hash(str) is chosen so that fold_hash gives the string's own 32 bits back: objects that hash like a string find it.
int64_t hash_of_text(uint32_t h) {
  uint64_t z = h;
  z ^= z >> 32;
  z *= kUnmix;
  z ^= z >> 32;
  return int64_t(z);
}
int64_t hash_pointer(const void* p) {
  uint64_t y = reinterpret_cast<uint64_t>(p);
  return int64_t(y >> 4 | y << 60);
}
}  // namespace
uint32_t fold_hash(int64_t hash) {
  uint64_t x = uint64_t(hash);
  x ^= x >> 32;
  x *= kHashMix;
  return uint32_t(x ^ x >> 32);
}
int64_t hash_int(int64_t i) {
  constexpr int64_t kPrime = (int64_t(1) << 61) - 1;
  int64_t r = LIKELY(i < kPrime && i > -kPrime) ? i : i % kPrime;
  return r == -1 ? -2 : r;
}
int64_t hash_double(double d) {
  if (d != d) return 0;
  if (std::isinf(d)) return d > 0 ? 314159 : -314159;
  constexpr uint64_t kPrime = (uint64_t(1) << 61) - 1;
  int e;
  double m = std::frexp(d, &e);
  int sign = 1;
  if (m < 0) {
    sign = -1;
    m = -m;
  }
  uint64_t x = 0;
  while (m != 0) {
    x = ((x << 28) & kPrime) | x >> (61 - 28);
    m *= 268435456.0;
    e -= 28;
    uint64_t y = uint64_t(m);
    m -= double(y);
    x += y;
    if (x >= kPrime) x -= kPrime;
  }
  e = e >= 0 ? e % 61 : 61 - 1 - ((-1 - e) % 61);
  x = ((x << e) & kPrime) | x >> (61 - e);
  int64_t r = int64_t(x) * sign;
  return r == -1 ? -2 : r;
}
// xxHash-based, as CPython since 3.8. Tuples in tuples, of any depth, wait in `outer`.
static bool hash_tuple(Thread& th, Tuple* t, int64_t* out) {
  constexpr uint64_t kSeed = 2870177450012600261ull;
  struct Outer {
    Tuple* t;
    uint32_t i;
    uint64_t acc;
  };
  std::vector<Outer> outer;
  uint64_t acc = kSeed;
  for (uint32_t i = 0;;) {
    int64_t lane;
    if (i == t->len) {
      acc += t->len ^ (kSeed ^ 3527539ull);
      lane = acc == uint64_t(-1) ? 1546275796 : int64_t(acc);
      if (outer.empty()) return *out = lane, true;
      t = outer.back().t;
      i = outer.back().i;
      acc = outer.back().acc;
      outer.pop_back();
    } else if (Value item = t->items[i]; item.is_int()) {
      lane = UNLIKELY(item.as_int() == -1) ? -2 : item.as_int();  // 49 bits are far from where hashes wrap
    } else if (is_str(item)) {
      lane = hash_of_text(str_hash(item.as<Str>()));
    } else if (item.is(Kind::Tuple)) {
      if (!wanted(th)) return false;
      outer.push_back({t, i, acc});
      t = item.as<Tuple>();
      i = 0;
      acc = kSeed;
      continue;
    } else if (!th.native_stack_ok() || !hash_of(th, item, &lane)) {
      return false;
    }
    acc += uint64_t(lane) * 14029467366897019727ull;
    acc = acc << 31 | acc >> 33;
    acc *= 11400714785074694791ull;
    i++;
  }
}
bool hash_of(Thread& th, Value v, int64_t* out) {
  if (v.is_int()) return *out = hash_int(v.as_int()), true;
  if (v.is_float()) {
    return *out = hash_double(v.as_float()), true;
  }
  if (!v.is_cell()) return *out = is_bool(v) ? v.u == kTrue.u : int64_t(v.u * 0x9E3779B97F4A7ull), true;
  switch (v.cell()->kind) {
    case Kind::Str: return *out = hash_of_text(str_hash(v.as<Str>())), true;
    case Kind::Int: return *out = is_big(v) ? big_hash(v) : hash_int(to_int(v)), true;
    case Kind::Complex: {
      uint64_t h = uint64_t(hash_double(v.as<Complex>()->re)) + 1000003 * uint64_t(hash_double(v.as<Complex>()->im));
      return *out = int64_t(h) == -1 ? -2 : int64_t(h), true;
    }
    case Kind::Bytes: return *out = hash_of_text(bytes_hash(v.as<Bytes>())), true;
    case Kind::Tuple: return hash_tuple(th, v.as<Tuple>(), out);
    case Kind::FrozenSet: {
      Set* s = v.as<Set>();
      if (s->hash != -1) return *out = s->hash, true;
      uint64_t h = 0;
      if (s->table)
        for (size_t i = 0; i <= s->mask; i++)
          if (s->table[i].key.u && s->table[i].key.u != kStop.u) {
            uint64_t x = uint64_t(s->table[i].hash);
            h ^= ((x ^ 89869747ull) ^ (x << 16)) * 3644798167ull;
          }
      h ^= (uint64_t(s->used) + 1) * 1927868237ull;
      h ^= (h >> 11) ^ (h >> 25);
      h = h * 69069ull + 907133923ull;
      if (h == uint64_t(-1)) h = 590923713;
      return *out = s->hash = int64_t(h), true;
    }
    case Kind::Range: {
      Range* r = v.as<Range>();
      Owned t(of(tuple(th, 3)));
      Value n = range_length(th, r);
      Value* p = t.get().as<Tuple>()->items;
      p[0] = n;
      p[1] = big_sign(n) ? inc(r->start) : kNone;
      p[2] = big_compare(n, integer49(1)) > 0 ? inc(r->step) : kNone;
      return hash_of(th, t.get(), out);
    }
    case Kind::Method: {
      Method* m = v.as<Method>();
      int64_t f;
      if (!th.native_stack_ok() || !hash_of(th, m->func, &f)) return false;
      int64_t h = hash_pointer(m->self.is_cell() ? m->self.cell() : nullptr) ^ f;
      return *out = h == -1 ? -2 : h, true;
    }
    case Kind::WeakRef: {
      WeakRef* w = v.as<WeakRef>();
      if (w->hash != -1) return *out = w->hash, true;
      if (!w->target) return th.raise(E_TypeError, "weak object has gone away"), false;
      if (!th.native_stack_ok() || !hash_of(th, of(w->target), out)) return false;
      w->hash = *out;
      return true;
    }
    case Kind::GenericAlias: {
      int64_t a, b;
      if (!th.native_stack_ok()) return false;
      if (!hash_of(th, v.as<GenericAlias>()->origin, &a) || !hash_of(th, of(v.as<GenericAlias>()->args), &b))
        return false;
      return *out = a ^ b, true;
    }
    case Kind::Code: return *out = hash_code(v.as<Code>()), true;
    case Kind::List:
    case Kind::Dict:
    case Kind::Set:
    case Kind::ByteArray:
    case Kind::Slice:
    case Kind::DictKeys:
    case Kind::DictItems: th.raise(E_TypeError, "unhashable type: '%s'", type_name(th, v).c_str()); return false;
    case Kind::MappingProxy: return th.native_stack_ok() && hash_of(th, v.as<MappingProxy>()->mapping, out);
    default: break;
  }
  Type* t = type_of(th, v);
  if (!(t->tflags & (kHasEq | kHasHash))) return *out = hash_pointer(v.cell()), true;
  Value f = type_find(t, th.name(n_hash));
  if (!f.u || f.u == kNone.u) {
    th.raise(E_TypeError, "unhashable type: '%s'", type_name(th, v).c_str());
    return false;
  }
  if (f.is(Kind::Native) && f.as<Native>()->owner == th.in.object_type) return *out = hash_pointer(v.cell()), true;
  Owned r(call_found(th, f, v));
  if (!r) return false;
  Value h = unwrap(r.get());
  if (!is_intlike(h)) {
    th.raise(E_TypeError, "__hash__ method should return an integer");
    return false;
  }
  *out = is_big(h) ? big_hash(h) : to_int(h);
  if (*out == -1) *out = -2;
  return true;
}

// --- equality ---
static int equal_items(Thread& th, Value a,
                       Value b) {  // tuples or lists, re-read at every step: __eq__ may change them
  bool t = a.is(Kind::Tuple);
  auto len = [&](Value v) { return t ? v.as<Tuple>()->len : v.as<List>()->len; };
  auto item = [&](Value v, uint32_t i) { return t ? v.as<Tuple>()->items[i] : v.as<List>()->items[i]; };
  if (len(a) != len(b)) return 0;
  uint32_t i = 0;
  for (; i < len(a); i++) {  // nothing runs before the first item that is more than a number or a text
    Value x = item(a, i), y = item(b, i);
    if (x.u == y.u) continue;
    if (both_int(x, y)) return 0;
    if (both_float(x, y)) {
      if (x.as_float() != y.as_float()) return 0;
    } else if (!is_str(x) || !is_str(y)) {
      break;
    } else if (!same_str(x, y)) {
      return 0;
    }
  }
  NativeDepth depth(th, " in comparison");
  if (!depth) return -1;
  for (; i < len(a) && i < len(b); i++) {
    Value x = item(a, i), y = item(b, i);
    if (x.u == y.u) continue;
    if (UNLIKELY(!wanted(th))) return -1;
    inc(x);
    inc(y);
    int r = equal(th, x, y);
    dec(x);
    dec(y);
    if (r != 1) return r;
  }
  return len(a) == len(b);
}
static int equal_sets(Thread& th, Set* a, Set* b) {
  if (a->used != b->used) return 0;
  NativeDepth depth(th, " in comparison");
  if (!depth) return -1;
  for (SetWalk w(a); w.next();) {
    bool error = false;
    if (!wanted(th)) return -1;
    if (!set_find(th, b, w.key(), w.hash, &error)) return error ? -1 : 0;
  }
  return 1;
}
static int equal_dicts(Thread& th, Dict* a, Dict* b) {
  if (a->used != b->used) return 0;
  NativeDepth depth(th, " in comparison");
  if (!depth) return -1;
  for (uint32_t i = 0; i < a->filled; i++) {
    Value k = a->entries[i].key;
    if (!k.u) continue;
    Owned key(inc(k)), x(inc(a->entries[i].val));
    int64_t e = dict_find(th, b, k, a->entries[i].hash);
    if (e < 0) return e == -2 ? -1 : 0;
    Owned y(inc(b->entries[e].val));
    int r = wanted(th) ? equal(th, x.get(), y.get()) : -1;
    if (r != 1) return r;
  }
  return 1;
}
static int equal_numbers(Value a, Value b) {
  if (a.is_float() && b.is_float()) return a.as_float() == b.as_float();
  if (a.is_float() || b.is_float()) {
    double d = a.is_float() ? a.as_float() : b.as_float();
    if (!std::isfinite(d)) return 0;
    return big_compare_double(a.is_float() ? b : a, d) == 0;
  }
  return big_compare(a, b) == 0;
}
// Of objects that hold others, one on each level: however deep they go, each comparison counts.
static int equal_inner(Thread& th, Value a, Value b) {
  NativeDepth depth(th, " in comparison");
  return depth ? equal(th, a, b) : -1;
}
int equal_exact(Thread& th, Value a, Value b) {  // 2: not a pair of built-in kinds that knows
  if (is_number(a) && is_number(b)) return equal_numbers(a, b);
  if (!a.is_cell() || !b.is_cell()) {
    if (a.is(Kind::Complex) && is_number(b))
      return a.as<Complex>()->im == 0 && equal_numbers(real(a.as<Complex>()->re), b);
    if (b.is(Kind::Complex) && is_number(a)) return equal_exact(th, b, a);
    auto asks = [](Value v) { return has_fields(v) || v.is(Kind::Type); };  // a metaclass may know
    return asks(a) || asks(b) ? 2 : a.u == b.u;
  }
  Kind k = a.cell()->kind, l = b.cell()->kind;
  if (k >= Kind::Instance || l >= Kind::Instance) return 2;
  if (k != l) {
    auto bytes_like = [](Kind x) { return x == Kind::Bytes || x == Kind::ByteArray; };
    auto set_like = [](Kind x) { return x == Kind::Set || x == Kind::FrozenSet; };
    if (bytes_like(k) && bytes_like(l)) {
      auto view = [](Value v) { return v.is(Kind::Bytes) ? v.as<Bytes>()->sv() : v.as<ByteArray>()->sv(); };
      return view(a) == view(b);
    }
    if (set_like(k) && set_like(l)) return equal_sets(th, a.as<Set>(), b.as<Set>());
    if (k == Kind::Complex && is_number(b))
      return a.as<Complex>()->im == 0 && equal_numbers(real(a.as<Complex>()->re), b);
    if (l == Kind::Complex && is_number(a)) return equal_exact(th, b, a);
    if (k == Kind::MappingProxy) return equal_inner(th, a.as<MappingProxy>()->mapping, b);
    if (l == Kind::MappingProxy) return equal_inner(th, a, b.as<MappingProxy>()->mapping);
    if (k == Kind::DictKeys || k == Kind::DictItems || l == Kind::DictKeys || l == Kind::DictItems) return 2;
    if (k == Kind::Type || l == Kind::Type) return 2;
    return 0;
  }
  switch (k) {
    case Kind::Str: return same_str(a, b);
    case Kind::Bytes: return a.as<Bytes>()->sv() == b.as<Bytes>()->sv();
    case Kind::ByteArray: return a.as<ByteArray>()->sv() == b.as<ByteArray>()->sv();
    case Kind::Complex: return a.as<Complex>()->re == b.as<Complex>()->re && a.as<Complex>()->im == b.as<Complex>()->im;
    case Kind::Tuple:
    case Kind::List: return equal_items(th, a, b);
    case Kind::Set:
    case Kind::FrozenSet: return equal_sets(th, a.as<Set>(), b.as<Set>());
    case Kind::Dict: return equal_dicts(th, a.as<Dict>(), b.as<Dict>());
    case Kind::MappingProxy: return equal_inner(th, a.as<MappingProxy>()->mapping, b.as<MappingProxy>()->mapping);
    case Kind::Code: return equal_codes(th, a.as<Code>(), b.as<Code>());
    case Kind::Range: return ranges_equal(th, a.as<Range>(), b.as<Range>());
    case Kind::Slice: {
      Slice *x = a.as<Slice>(), *y = b.as<Slice>();
      for (int i = 0; i < 3; i++)
        if (int r = equal_inner(th, (&x->lo)[i], (&y->lo)[i]); r != 1) return r;
      return 1;
    }
    case Kind::Method:
      return a.as<Method>()->self.u == b.as<Method>()->self.u && a.as<Method>()->func.u == b.as<Method>()->func.u;
    case Kind::WeakRef: {
      WeakRef *x = a.as<WeakRef>(), *y = b.as<WeakRef>();
      if (!x->target || !y->target) return x == y;
      Owned left(inc(of(x->target))), right(inc(of(y->target)));  // a comparison may drop the last reference to either
      NativeDepth depth(th, " in comparison");
      if (!depth) return -1;
      Owned r(compare_native(th, Op::EQ, left.get(), right.get()));
      bool same;
      if (!r || !truth_native(th, r.get(), &same)) return -1;
      return same;
    }
    case Kind::GenericAlias: {
      if (a.as<GenericAlias>()->starred != b.as<GenericAlias>()->starred) return 0;
      int r = equal_inner(th, a.as<GenericAlias>()->origin, b.as<GenericAlias>()->origin);
      return r != 1 ? r : equal_inner(th, of(a.as<GenericAlias>()->args), of(b.as<GenericAlias>()->args));
    }
    case Kind::Union: {
      Tuple *x = a.as<Union>()->args, *y = b.as<Union>()->args;
      if (x->len != y->len) return 0;
      for (uint32_t i = 0; i < x->len; i++) {
        int found = 0;
        for (uint32_t j = 0; j < y->len && !found; j++) found = equal_inner(th, x->items[i], y->items[j]);
        if (found != 1) return found;
      }
      return 1;
    }
    case Kind::DictKeys:
    case Kind::DictItems:
    case Kind::Type: return 2;
    default: return a.u == b.u;
  }
}
int equal(Thread& th, Value a, Value b) {
  if (a.u == b.u) return 1;
  int r = equal_exact(th, a, b);
  if (r != 2) return r;
  if (has_fields(a) && has_fields(b) &&
      !((a.as<Instance>()->type()->tflags | b.as<Instance>()->type()->tflags) & kHasEq))
    return 0;
  Owned v(compare_native(th, EQ, a, b));
  if (!v) return -1;
  bool t;
  return truth_native(th, v.get(), &t) ? t : -1;
}

// --- dict ---
static bool key_hash(Thread& th, Value key, uint32_t* h) {
  if (LIKELY(is_str(key))) return *h = str_hash(key.as<Str>()), true;
  if (LIKELY(key.is_int())) return *h = int_key_hash(key.as_int()), true;
  int64_t x;
  if (!(key.is(Kind::Tuple) ? hash_tuple(th, key.as<Tuple>(), &x) : hash_of(th, key, &x))) return false;
  *h = fold_hash(x);
  return true;
}
// Tuples of strings and numbers, without a call: 1, 0, or -1: ask equal().
static int quick_tuples(const Tuple* a, const Tuple* b) {
  if (a->len != b->len) return 0;
  for (uint32_t i = 0; i < a->len; i++) {
    Value x = a->items[i], y = b->items[i];
    if (x.u == y.u) continue;
    if (both_int(x, y)) return 0;
    if (!is_str(x) || !is_str(y)) return -1;
    if (!same_str(x, y)) return 0;
  }
  return 1;
}
int64_t dict_find(Thread& th, Dict* d, Value key, uint32_t hash) {
again:
  if (UNLIKELY(!d->index)) return -1;
  for (uint32_t i = hash & d->mask;; i = (i + 1) & d->mask) {
    int32_t e = d->index[i];
    if (e == -1) return -1;
    if (e < 0 || d->entries[e].hash != hash) continue;
    Value k = d->entries[e].key;
    if (k.u == key.u) return e;
    if (is_str(k) && is_str(key)) {
      if (same_str(k, key)) return e;
      continue;
    }
    if (both_int(k, key)) continue;
    if (k.is(Kind::Tuple) && key.is(Kind::Tuple)) {
      int same = quick_tuples(k.as<Tuple>(), key.as<Tuple>());
      if (same == 1) return e;
      if (same == 0) continue;
    }
    const Dict::Entry* entries = d->entries;
    inc(k);
    int r = equal(th, k, key);
    bool moved = d->entries != entries || uint32_t(e) >= d->filled || d->entries[e].key.u != k.u;
    dec(k);
    if (r < 0) return -2;
    if (UNLIKELY(moved)) goto again;
    if (r) return e;
  }
}
// The entry of any key, -1, or -2: an exception is pending. *hash is the key's.
static inline int64_t find_any(Thread& th, Dict* d, Value key, uint32_t* hash) {
  int64_t e;
  if (LIKELY(is_str(key))) {
    e = dict_find_quick(d, key.as<Str>());
    *hash = known_hash(key.as<Str>());
    if (LIKELY(e != -2)) return e;
  } else if (LIKELY(key.is_int())) {
    *hash = int_key_hash(key.as_int());
    e = dict_find_int(d, key, *hash);
    if (LIKELY(e != -2)) return e;
  } else if (UNLIKELY(!key_hash(th, key, hash))) {
    return -2;
  }
  return dict_find(th, d, key, *hash);
}
bool dict_get(Thread& th, Dict* d, Value key, Value* out) {
  uint32_t h;
  int64_t e = find_any(th, d, key, &h);
  *out = e < 0 ? kAbsent : d->entries[e].val;
  return e != -2;
}
bool dict_set(Thread& th, Dict* d, Value key, Value v) {
  uint32_t h;
  int64_t e = find_any(th, d, key, &h);
  if (UNLIKELY(e == -2)) {
    dec(v);
    return false;
  }
  if (UNLIKELY(d->flags & kWatched) && is_str(key)) barrier(d, intern(th.in, key.as<Str>()));
  if (e >= 0)
    put(d->entries[e].val, v);
  else
    dict_insert_new(d, key, h, v);
  return true;
}
int dict_del(Thread& th, Dict* d, Value key) {
  uint32_t h;
  int64_t e = find_any(th, d, key, &h);
  if (e < 0) return e == -2 ? -1 : 0;
  if (UNLIKELY(d->flags & kWatched) && is_str(key)) barrier(d, intern(th.in, key.as<Str>()));
  dict_delete_entry(d, e);
  return 1;
}
bool dict_update(Thread& th, Dict* d, Value source) {
  Value s = unwrap(source);
  bool exact =
      source.is(Kind::Dict) || (s.is(Kind::Dict) && !type_find(type_of(th, source), th.name(n_iter)).is(Kind::Func));
  if (exact) {
    Dict* o = s.as<Dict>();
    if (o == d) return true;
    for (uint32_t i = 0; i < o->filled; i++) {
      Value k = o->entries[i].key;
      if (!k.u) continue;
      uint64_t version = o->keys_version;
      Owned key(inc(k));
      if (!dict_set(th, d, k, inc(o->entries[i].val))) return false;
      if (o->keys_version != version) {
        th.raise(E_RuntimeError, "dict mutated during update");
        return false;
      }
    }
    return true;
  }
  Owned keys(get_attr_or_stop(th, source, th.name(n_keys)));
  if (!keys) return false;
  if (keys.get().u != kStop.u) {
    Owned k(th.call(keys.get(), nullptr, 0));
    if (!k) return false;
    std::vector<Value> names;
    if (!iterate(th, k.get(), &names)) return false;
    bool ok = true;
    for (Value n : names) {
      if (ok) {
        Value v = subscript_native(th, source, n);
        ok = v.u && dict_set(th, d, n, v);
      }
      dec(n);
    }
    return ok;
  }
  Owned it(iter_native(th, source));
  if (!it) return false;
  for (size_t i = 0;; i++) {
    Owned x(next_value(th, it.get()));
    if (!x) return false;
    if (x.get().u == kStop.u) return true;
    std::vector<Value> p;
    if (!iterate(th, x.get(), &p)) {
      if (th.pending_is(E_TypeError)) {
        th.clear_pending();
        th.raise(E_TypeError, "cannot convert dictionary update sequence element #%zu to a sequence", i);
      }
      return false;
    }
    bool ok = p.size() == 2;
    if (!ok)
      th.raise(E_ValueError, "dictionary update sequence element #%zu has length %zu; 2 is required", i, p.size());
    if (ok) {
      ok = dict_set(th, d, p[0], p[1]);
      dec(p[0]);
    } else {
      for (Value v : p) dec(v);
    }
    if (!ok) return false;
  }
}

// --- set ---
Set::Entry* set_find(Thread& th, Set* s, Value key, int64_t hash, bool* error) {
again:
  if (!s->table) return nullptr;
  size_t mask = s->mask, i = size_t(hash) & mask;
  uint64_t perturb = uint64_t(hash);
  for (;;) {
    Set::Entry* e = &s->table[i];
    size_t probes = i + 9 <= mask ? 9 : 0;
    for (size_t n = 0; n <= probes; n++, e++) {
      if (!e->key.u) return nullptr;
      if (e->hash != hash || e->key.u == kStop.u) continue;
      Value k = e->key;
      if (k.u == key.u) return e;
      if (is_str(k) && is_str(key)) {
        if (same_str(k, key)) return e;
        continue;
      }
      if (both_int(k, key)) continue;
      Set::Entry* table = s->table;
      inc(k);
      int r = equal(th, k, key);
      bool same = s->table == table && e->key.u == k.u;
      dec(k);
      if (r < 0) {
        *error = true;
        return nullptr;
      }
      if (!same) goto again;
      if (r) return e;
    }
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
}
// The hash of a string or inline int, whose sets are asked by set_probe.
static inline int64_t quick_hash(Value key) {
  if (key.is_int()) return UNLIKELY(key.as_int() == -1) ? -2 : key.as_int();
  return is_str(key) ? hash_of_text(known_hash(key.as<Str>())) : 0;
}
int quick_set_contains(Set* s, Value key) {
  Set::Entry* at;
  return set_probe(s, key, quick_hash(key), &at);
}
int set_contains(Thread& th, Set* s, Value key) {
  int64_t h;
  bool error = false;
  if (int known = quick_set_contains(s, key); known >= 0) return known;
  if (!hash_of(th, key, &h)) {
    Value in = unwrap(key);  // `{1} in {frozenset({1})}` hashes the set as if it were frozen
    if (!in.is(Kind::Set)) return -1;
    th.clear_pending();
    Owned f(of(set_copy(th, in.as<Set>(), Kind::FrozenSet)));
    if (!hash_of(th, f.get(), &h)) return -1;
    bool found = set_find(th, s, f.get(), h, &error) != nullptr;
    return error ? -1 : found;
  }
  bool found = set_find(th, s, key, h, &error) != nullptr;
  return error ? -1 : found;
}
static void insert_probed(Set* s, Set::Entry* at, Value key, int64_t hash) {
  if (LIKELY(at && s->fill == s->used))  // no deleted entry that would be used again
    set_insert_at(s, at, key, hash);
  else
    set_insert_new(s, key, hash);
}
int set_add(Thread& th, Set* s, Value key) {
  int64_t h = quick_hash(key);
  Set::Entry* at;
  int known = set_probe(s, key, h, &at);
  if (known == 1) return 0;
  if (known == 0) return insert_probed(s, at, key, h), 1;
  bool error = false;
  if (!hash_of(th, key, &h)) return -1;
  if (set_find(th, s, key, h, &error)) return 0;
  if (error) return -1;
  set_insert_new(s, key, h);
  return 1;
}
int set_add_hashed(Thread& th, Set* s, Value key, int64_t hash) {
  Set::Entry* at;
  int known = set_probe(s, key, hash, &at);
  if (known == 1) return 0;
  if (known == 0) return insert_probed(s, at, key, hash), 1;
  bool error = false;
  if (set_find(th, s, key, hash, &error)) return 0;
  if (error) return -1;
  set_insert_new(s, key, hash);
  return 1;
}
int set_has_hashed(Thread& th, Set* s, Value key, int64_t hash) {
  Set::Entry* at;
  int known = set_probe(s, key, hash, &at);
  if (LIKELY(known >= 0)) return known;
  bool error = false;
  bool found = set_find(th, s, key, hash, &error) != nullptr;
  return error ? -1 : found;
}
int set_discard(Thread& th, Set* s, Value key) {
  int64_t h = quick_hash(key);
  Set::Entry* at;
  int known = set_probe(s, key, h, &at);
  if (known == 1) set_delete_entry(s, at);
  if (known >= 0) return known;
  bool error = false;
  if (!hash_of(th, key, &h)) {
    Value in = unwrap(key);
    if (!in.is(Kind::Set)) return -1;
    th.clear_pending();
    Owned f(of(set_copy(th, in.as<Set>(), Kind::FrozenSet)));
    if (!hash_of(th, f.get(), &h)) return -1;
    Set::Entry* e = set_find(th, s, f.get(), h, &error);
    if (e) set_delete_entry(s, e);
    return error ? -1 : e != nullptr;
  }
  Set::Entry* e = set_find(th, s, key, h, &error);
  if (!e) return error ? -1 : 0;
  set_delete_entry(s, e);
  return 1;
}
bool set_update(Thread& th, Set* s, Value source) {
  Value v = unwrap(source);
  if (v.is(Kind::Set) || v.is(Kind::FrozenSet)) {  // whatever __iter__ a subclass has
    Set* o = v.as<Set>();
    if (o == s || !o->used) return true;
    if (s->fill) set_reserve_for(s, o->used);  // which drops deleted entries, perhaps all that there are
    if (!s->fill) return set_fill(s, o), true;
    for (SetWalk w(o); w.next();)
      if (!wanted(th) || set_add_hashed(th, s, w.key(), w.hash) < 0) return false;
    return true;
  }
  if (is_str(source) && source.as<Str>()->ascii()) {  // its characters are there already, with their hashes
    for (uint32_t i = 0; i < source.as<Str>()->len; i++)
      if (set_add(th, s, of(th.in.latin1[uint8_t(source.as<Str>()->data[i])])) < 0) return false;
    return true;
  }
  if (source.is(Kind::Dict) && !has_fields(source)) {  // which may change meanwhile: nothing is said of that
    Dict* d = source.as<Dict>();
    set_reserve_for(s, d->used);
    for (uint32_t i = 0; i < d->filled; i++) {
      Owned key(inc(d->entries[i].key));
      if (key && set_add(th, s, key.get()) < 0) return false;
    }
    return true;
  }
  Owned it(iter_native(th, source));
  if (!it) return false;
  for (;;) {
    Owned x(next_value(th, it.get()));
    if (!x) return false;
    if (x.get().u == kStop.u) return true;
    if (set_add(th, s, x.get()) < 0) return false;
  }
}
}  // namespace adder
