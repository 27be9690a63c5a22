#pragma once
// Per-key watches. A cell with watchers has kWatched in its header: the write barrier is one test of a byte that the
// store already has in its cache line. A watch fires once; then the slot is volatile for ever (CAPTURE rule 13).
#include <functional>
#include <map>
#include <set>

#include "interp/objects/object.h"

namespace adder {
struct Watches {
  using Slot = std::pair<Cell*, uint64_t>;  // key: interned Str*, or a field number
  std::map<Slot, std::vector<std::function<void(Slot)>>> lists;
  std::set<Slot> volatile_slots;
  bool watch(Cell* owner, uint64_t key,
             std::function<void(Slot)> fire) {  // false: the slot is volatile, make it a guard
    if (volatile_slots.count({owner, key})) return false;
    owner->flags |= kWatched;
    lists[{owner, key}].push_back(std::move(fire));
    return true;
  }
  COLD void on_write(Cell* owner, uint64_t key) {
    auto it = lists.find({owner, key});
    if (it == lists.end()) return;
    auto fire = std::move(it->second);
    lists.erase(it);
    volatile_slots.insert({owner, key});
    for (auto& f : fire) f({owner, key});
  }
};
extern Watches g_watches;
inline void barrier(Cell* owner, uint64_t key) {
#ifndef NO_BARRIER
  if (UNLIKELY(owner->flags & kWatched)) g_watches.on_write(owner, key);
#else
  (void)owner;
  (void)key;
#endif
}
inline void barrier(Cell* owner, Str* key) {
  barrier(owner, reinterpret_cast<uint64_t>(key));
}
}  // namespace adder
