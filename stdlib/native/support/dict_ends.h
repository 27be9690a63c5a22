#pragma once
// The first and the last live entry of a dict whose keys come and go at its ends. How far an end is empty stands in its
// outermost entry, while that one is empty itself, so that a loop that takes one item after the other does not walk
// over all that are gone.
#include "interp/objects/object.h"

namespace adder::lib {
// -1: there is none.
inline int64_t first_entry(Dict* d) {
  if (!d->used) return -1;
  if (d->entries[0].key.u) return 0;
  uint32_t i = d->entries[0].hash;
  while (!d->entries[i].key.u) i++;
  d->entries[0].hash = i;
  return i;
}
inline int64_t last_entry(Dict* d) {
  if (!d->used) return -1;
  uint32_t end = d->filled - 1;
  if (d->entries[end].key.u) return end;
  uint32_t i = end;
  while (!d->entries[i].key.u) i = d->entries[i].hash ? d->entries[i].hash : i - 1;  // what is gone may tell of an earlier end
  d->entries[end].hash = i;
  return i;
}
}  // namespace adder::lib
