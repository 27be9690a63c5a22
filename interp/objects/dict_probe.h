#pragma once
// The first step of a look-up by a string, in line: nearly all keys of attributes and records are the very strings that the
// dict holds, and stand in the first place of the index that is asked.
#include "interp/objects/object.h"

namespace adder {
// The entry that holds `key` itself, or -1: then dict_find() must look.
inline int64_t dict_probe(const Dict* d, const Str* key) {
  if (UNLIKELY(!d->index)) return -1;
  int32_t e = d->index[key->hash & d->mask];  // a hash that was not computed finds nothing or the right entry
  return LIKELY(e >= 0) && d->entries[e].key.u == of(key).u ? e : -1;
}
// Borrow, or kAbsent.
inline Value dict_get_quick(Dict* d, Str* key) {
  int64_t e = dict_probe(d, key);
  return LIKELY(e >= 0) ? d->entries[e].val : dict_get(d, key);
}
}  // namespace adder
