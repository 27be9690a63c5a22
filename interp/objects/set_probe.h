#pragma once
// Look-ups in sets by strings and inline ints, in line; they run no user code.
#include "interp/objects/same_bytes.h"

namespace adder {
void set_insert_at(Set*, Set::Entry* empty, Value key_borrowed, int64_t hash);  // dict.cpp
// 1: *at is the member; 0: there is none, and *at is where it would go (null: there is no table yet); -1: the key is of
// another kind, or a member of another kind with the same hash would have to be asked.
[[gnu::always_inline]] inline int set_probe(Set* s, Value key, int64_t hash, Set::Entry** at) {
  bool text = is_str(key);
  if (UNLIKELY(!text && !key.is_int())) return -1;
  *at = nullptr;
  if (!s->table) return 0;
  size_t mask = s->mask, i = size_t(hash) & mask;
  for (uint64_t perturb = uint64_t(hash);;) {
    Set::Entry* e = &s->table[i];
    size_t probes = i + 9 <= mask ? 9 : 0;
    for (size_t n = 0; n <= probes; n++, e++) {
      *at = e;
      if (!e->key.u) return 0;
      if (e->key.u == key.u) return 1;
      if (e->hash != hash || e->key.u == kStop.u) continue;
      if (!text ? !e->key.is_int() : !is_str(e->key)) return -1;
      if (text && equal_text(e->key.as<Str>(), key.as<Str>())) return 1;
    }
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
}
}  // namespace adder
