#pragma once
// Look-ups by a string or an inline int, in line: nearly all keys of attributes and records are the very strings that
// the dict holds, and equal ints are the same bits. No user code runs: a result of -2 says that a key of another kind
// with the same hash would have to be asked.
#include "interp/objects/same_bytes.h"

namespace adder {
constexpr uint64_t kHashMix = 0xD6E8FEB86659FD93ull;
inline uint32_t known_hash(Str* s) {
  return LIKELY(s->hash) ? s->hash : str_hash(s);
}

// The entry, -1: none, -2.
inline int64_t dict_find_quick(const Dict* d, Str* key) {
  if (UNLIKELY(!d->index)) return -1;
  uint32_t hash = known_hash(key);
  for (uint32_t i = hash & d->mask;; i = (i + 1) & d->mask) {
    int32_t e = d->index[i];
    if (e == -1) return -1;
    if (UNLIKELY(e < 0)) continue;
    const Dict::Entry& entry = d->entries[e];
    if (LIKELY(entry.key.u == of(key).u)) return e;
    if (entry.hash != hash) continue;
    if (UNLIKELY(!is_str(entry.key))) return -2;
    if (LIKELY(equal_text(entry.key.as<Str>(), key))) return e;
  }
}
// fold_hash(hash_int(i)) of an inline int: 49 bits are far from where hashes wrap.
inline uint32_t int_key_hash(int64_t i) {
  uint64_t x = uint64_t(UNLIKELY(i == -1) ? -2 : i);
  x ^= x >> 32;
  x *= kHashMix;
  return uint32_t(x ^ x >> 32);
}
// The entry of an inline int, -1: none, -2.
inline int64_t dict_find_int(const Dict* d, Value key, uint32_t hash) {
  if (UNLIKELY(!d->index)) return -1;
  for (uint32_t i = hash & d->mask;; i = (i + 1) & d->mask) {
    int32_t e = d->index[i];
    if (e == -1) return -1;
    if (UNLIKELY(e < 0)) continue;
    const Dict::Entry& entry = d->entries[e];
    if (LIKELY(entry.key.u == key.u)) return e;
    if (UNLIKELY(entry.hash == hash && !entry.key.is_int())) return -2;
  }
}
}  // namespace adder
