// Dicts and sets: the tables, and look-ups that cannot call user code. Look-ups by arbitrary keys, which may run
// __eq__, are in vm/lookup.cpp.
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "interp/objects/dict_probe.h"
#include "interp/objects/interpreter.h"
#include "interp/objects/same_bytes.h"
#include "interp/objects/set_walk.h"

namespace adder {
// --- Dict ---
Dict* dict(Heap& h) {
  Dict* d = make<Dict>(h, Kind::Dict);
  d->used = d->filled = d->cap = 0;
  d->mask = 0;
  d->keys_version = h.next_version();
  d->index = nullptr;
  d->entries = nullptr;
  return d;
}
// Writes to a dict with watchers tell them, by interned name.
COLD static void tell(Dict* d, Value key) {
  if (is_str(key)) watched_write(d, reinterpret_cast<uint64_t>(intern(*heap_of(d).owner(), key.as<Str>())));
}
// kWatchCell of a dict: how many entries it has.
static void tell_count(Dict* d) {
  if (UNLIKELY(d->flags & kWatched)) watched_write(d, kWatchCell);
}
int64_t dict_find(Dict* d, Str* key) {
  if (UNLIKELY(!d->index)) return -1;
  uint32_t hash = LIKELY(key->hash) ? key->hash : str_hash(key);
  for (uint32_t i = hash & d->mask;; i = (i + 1) & d->mask) {
    int32_t e = d->index[i];
    if (e == -1) return -1;
    if (e >= 0 && d->entries[e].hash == hash) {
      Value k = d->entries[e].key;
      if (LIKELY(k.u == of(key).u)) return e;
      if (is_str(k)) {
        Str* a = k.as<Str>();
        if (a->len == key->len && !(a->flags & key->flags & kInterned) && same_bytes(a->data, key->data, a->len)) return e;
      }
    }
  }
}
bool equal_text(const Str* a, const Str* b) {
  return a->len == b->len && same_bytes(a->data, b->data, a->len);
}
Value dict_get(Dict* d, Str* key) {
  int64_t i = dict_find(d, key);
  return i < 0 ? kAbsent : d->entries[i].val;
}
static void free_tables(Heap& h, Dict* d) {
  if (!d->index) return;
  h.raw_free(d->index, (size_t(d->mask) + 1) * 4);
  h.raw_free(d->entries, d->cap * sizeof(Dict::Entry));
  d->index = nullptr;
  d->entries = nullptr;
}
// Entries are packed, and the tables grow, when CPython's do: what a loop over a dict meets that changes it depends on
// it.
static uint32_t index_size(uint64_t least) {
  if (least >= uint64_t(1) << 31) throw std::bad_alloc();
  return uint32_t(std::bit_ceil((((least | 8) - 1) | 7) + 1));
}
static uint32_t size_for(uint32_t entries) {  // of an index that so many entries fill at most by two thirds
  return index_size((uint64_t(entries) * 3 + 1) / 2);
}
// Moves the live entries side by side into `entries`, which may be where they stand, and makes their index; how many.
static uint32_t pack(const Dict* d, Dict::Entry* entries, int32_t* index, uint32_t size) {
  memset(index, 0xFF, size_t(size) * 4);
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->filled; i++) {
    if (!d->entries[i].key.u) continue;
    entries[n] = d->entries[i];
    uint32_t j = entries[n].hash & (size - 1);
    while (index[j] != -1) j = (j + 1) & (size - 1);
    index[j] = int32_t(n++);
  }
  return n;
}
static void resize(Dict* d, uint32_t size) {
  Heap& h = heap_of(d);
  const uint32_t cap = uint32_t(uint64_t(size) * 2 / 3);
  if (d->index && size == d->mask + 1) {
    d->filled = pack(d, d->entries, d->index, size);
    d->keys_version = h.next_version();
    return;
  }
  // Both or none: a request that is refused throws.
  struct Block {
    Heap& h;
    size_t bytes;
    void* p = h.raw(bytes);
    ~Block() {
      if (p) h.raw_free(p, bytes);
    }
    void* take() { return std::exchange(p, nullptr); }
  } first{h, cap * sizeof(Dict::Entry)}, second{h, size_t(size) * 4};
  auto* entries = static_cast<Dict::Entry*>(first.take());
  auto* index = static_cast<int32_t*>(second.take());
  const uint32_t n = pack(d, entries, index, size);
  free_tables(h, d);
  d->entries = entries;
  d->index = index;
  d->mask = size - 1;
  d->cap = cap;
  d->filled = n;
  d->keys_version = h.next_version();
}
void dict_reserve(Dict* d, uint32_t n) {
  if (n > d->cap) resize(d, size_for(n));
}
void dict_insert_new(Dict* d, Value key, uint32_t hash, Value v) {
  if (UNLIKELY(d->flags & kWatched)) tell(d, key);
  if (UNLIKELY(d->filled == d->cap)) {
    Owned owned(v);
    resize(d, index_size(uint64_t(d->used) * 3));
    owned.release();
  }
  uint32_t i = hash & d->mask;
  while (d->index[i] >= 0) i = (i + 1) & d->mask;
  d->index[i] = int32_t(d->filled);
  d->entries[d->filled++] = {inc(key), v, hash};
  d->used++;
  tell_count(d);
  d->keys_version = heap_of(d).next_version();
}
void dict_set(Dict* d, Str* key, Value v) {
  int64_t e = dict_find(d, key);
  if (LIKELY(e >= 0)) {
    if (UNLIKELY(d->flags & kWatched)) tell(d, of(key));
    put(d->entries[e].val, v);
  } else {
    dict_insert_new(d, of(key), str_hash(key), v);
  }
}
void dict_delete_entry(Dict* d, int64_t e) {
  if (UNLIKELY(d->flags & kWatched)) tell(d, d->entries[e].key);
  for (uint32_t i = d->entries[e].hash & d->mask;; i = (i + 1) & d->mask)
    if (d->index[i] == e) {
      d->index[i] = -2;
      break;
    }
  Value k = d->entries[e].key, v = d->entries[e].val;
  d->entries[e] = {kAbsent, kAbsent, 0};
  d->used--;
  tell_count(d);
  d->keys_version = heap_of(d).next_version();
  dec(k);
  dec(v);
}
bool dict_del(Dict* d, Str* key) {
  int64_t e = dict_find(d, key);
  if (e < 0) return false;
  dict_delete_entry(d, e);
  return true;
}
void dict_clear(Dict* d) {
  Heap& h = heap_of(d);
  if (UNLIKELY(d->flags & kWatched)) h.owner()->watches.on_death(d);  // every key changes
  Dict old = *d;
  d->index = nullptr;
  d->entries = nullptr;
  d->used = d->filled = d->cap = d->mask = 0;
  d->keys_version = h.next_version();
  for (uint32_t i = 0; i < old.filled; i++) {
    dec(old.entries[i].key);
    dec(old.entries[i].val);
  }
  free_tables(h, &old);
}
Dict* dict_copy(Heap& h, Dict* s) {
  Dict* d = dict(h);
  if (!s->used) return d;
  resize(d, size_for(s->used));
  for (uint32_t i = 0; i < s->filled; i++) {
    Dict::Entry& e = s->entries[i];
    if (e.key.u) dict_insert_new(d, e.key, e.hash, inc(e.val));
  }
  return d;
}

// --- Set: CPython's open addressing (linear probes of nine, then perturbation), growth by four (two when large) ---
Set* set(Heap& h, Kind k) {
  Set* s = make<Set>(h, k);
  s->fill = s->used = 0;
  s->mask = 7;
  s->finger = 0;
  s->table = nullptr;
  s->hash = -1;
  return s;
}
static Set::Entry* new_table(Heap& h, size_t size) {
  auto* t = static_cast<Set::Entry*>(h.raw(size * sizeof(Set::Entry)));
  memset(t, 0, size * sizeof(Set::Entry));
  return t;
}
static void insert_clean(Set::Entry* table, size_t mask, Value key, int64_t hash) {
  uint64_t perturb = uint64_t(hash);
  size_t i = size_t(hash) & mask;
  for (;;) {
    Set::Entry* e = &table[i];
    size_t probes = i + 9 <= mask ? 9 : 0;
    for (size_t n = 0; n <= probes; n++, e++)
      if (!e->key.u) {
        e->key = key;
        e->hash = hash;
        return;
      }
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
}
static size_t table_size(size_t minused) {
  size_t size = 8;
  while (size <= minused) size <<= 1;
  return size;
}
static void set_resize(Set* s, size_t minused) {
  Heap& h = heap_of(s);
  size_t size = table_size(minused);
  Set::Entry* table = new_table(h, size);
  Set::Entry* old = s->table;
  size_t old_mask = s->mask;
  s->table = table;
  s->mask = uint32_t(size - 1);
  s->fill = s->used;
  if (!old) return;
  for (size_t i = 0; i <= old_mask; i++)
    if (old[i].key.u && old[i].key.u != kStop.u) insert_clean(table, size - 1, old[i].key, old[i].hash);
  h.raw_free(old, (old_mask + 1) * sizeof(Set::Entry));
}
void set_insert_at(Set* s, Set::Entry* e, Value key, int64_t hash) {
  e->key = inc(key);
  e->hash = hash;
  s->fill++;
  s->used++;
  if (UNLIKELY(size_t(s->fill) * 5 >= size_t(s->mask) * 3))
    set_resize(s, s->used > 50000 ? size_t(s->used) * 2 : size_t(s->used) * 4);
}
void set_insert_new(Set* s, Value key, int64_t hash) {
  if (UNLIKELY(!s->table)) s->table = new_table(heap_of(s), size_t(s->mask) + 1);
  size_t mask = s->mask, i = size_t(hash) & mask;
  uint64_t perturb = uint64_t(hash);
  Set::Entry* deleted = nullptr;  // the last on the way is used again
  for (;;) {
    Set::Entry* e = &s->table[i];
    size_t probes = i + 9 <= mask ? 9 : 0;
    for (size_t n = 0; n <= probes; n++, e++) {
      if (UNLIKELY(e->key.u == kStop.u)) deleted = e;
      if (e->key.u) continue;
      if (LIKELY(!deleted)) return set_insert_at(s, e, key, hash);
      deleted->key = inc(key);
      deleted->hash = hash;
      s->used++;
      return;
    }
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
}
void set_delete_entry(Set* s, Set::Entry* e) {
  Value k = e->key;
  e->key = kStop;
  e->hash = -1;
  s->used--;
  dec(k);
}
void set_clear(Set* s) {
  Heap& h = heap_of(s);
  Set::Entry* t = s->table;
  size_t n = size_t(s->mask) + 1, left = s->used;
  s->table = nullptr;
  s->mask = 7;
  s->fill = s->used = 0;  // pop() goes on from its finger, as in CPython
  if (!t) return;
  for (size_t i = 0; left; i++)
    if (t[i].key.u && t[i].key.u != kStop.u) {
      left--;
      dec(t[i].key);
    }
  h.raw_free(t, n * sizeof(Set::Entry));
}
// The order of a set rests on when room is made: as CPython does before it merges another set or a dict,
void set_reserve_for(Set* s, size_t others) {
  if ((size_t(s->fill) + others) * 5 >= size_t(s->mask) * 3) set_resize(s, (size_t(s->used) + others) * 2);
}
// after members were removed,
void set_drop_deleted(Set* s) {
  if (s->fill - s->used > s->mask / 4) set_resize(s, s->used > 50000 ? size_t(s->used) * 2 : size_t(s->used) * 4);
}
// and when it merges into an empty set.
void set_fill(Set* s, Set* o) {
  if (!o->table || !o->used) return;
  Heap& h = heap_of(s);
  if (s->table) h.raw_free(std::exchange(s->table, nullptr), (size_t(s->mask) + 1) * sizeof(Set::Entry));
  if (size_t(o->used) * 5 >= size_t(s->mask) * 3) s->mask = uint32_t(table_size(size_t(o->used) * 2) - 1);
  if (s->mask == o->mask && o->fill == o->used) {
    size_t bytes = (size_t(s->mask) + 1) * sizeof(Set::Entry);
    s->table = static_cast<Set::Entry*>(h.raw(bytes));
    memcpy(s->table, o->table, bytes);
    for (size_t i = 0, left = o->used; left; i++)
      if (s->table[i].key.u) {
        inc(s->table[i].key);
        left--;
      }
  } else {
    s->table = new_table(h, size_t(s->mask) + 1);
    for (size_t i = 0; i <= o->mask; i++)
      if (o->table[i].key.u && o->table[i].key.u != kStop.u)
        insert_clean(s->table, s->mask, inc(o->table[i].key), o->table[i].hash);
  }
  s->fill = s->used = o->used;
}
Set* set_copy(Heap& h, Set* o, Kind k) {
  Set* s = set(h, k);
  set_fill(s, o);
  return s;
}
}  // namespace adder
