#pragma once
// Per-key watches. A cell with watchers has kWatched in its header: the write barrier is one test of a byte that the
// store already has in its cache line. A watch fires once; then the slot is volatile for ever. The death of an owner
// fires all its watches.
#include <functional>
#include <map>
#include <set>

#include "interp/objects/object.h"

namespace adder {
struct Watches {
  using Slot = std::pair<Cell*, uint64_t>;  // key: interned Str*, or a field number
  using Fire = std::function<void(Slot)>;
  // false: the slot is volatile, make it a guard
  bool watch(Cell* owner, uint64_t key, Fire fire) {
    if (volatile_slots.count({owner, key})) return false;
    owner->flags |= kWatched;
    lists[{owner, key}].push_back(std::move(fire));
    return true;
  }
  bool watch(Cell* owner, Str* key, Fire fire) {
    return watch(owner, reinterpret_cast<uint64_t>(key), std::move(fire));
  }
  COLD void on_write(Cell* owner, uint64_t key) {
    auto it = lists.find({owner, key});
    if (it == lists.end()) return;
    auto fire = std::move(it->second);
    lists.erase(it);
    volatile_slots.insert({owner, key});
    for (auto& f : fire) f({owner, key});
  }
  COLD void on_death(Cell* owner) {
    std::vector<std::pair<Slot, std::vector<Fire>>> fire;
    for (auto it = lists.lower_bound({owner, 0}); it != lists.end() && it->first.first == owner;) {
      fire.emplace_back(it->first, std::move(it->second));
      it = lists.erase(it);
    }
    for (auto it = volatile_slots.lower_bound({owner, 0}); it != volatile_slots.end() && it->first == owner;)
      it = volatile_slots.erase(it);
    owner->flags &= ~kWatched;
    for (auto& [slot, list] : fire)
      for (auto& f : list) f(slot);
  }

  std::map<Slot, std::vector<Fire>> lists;
  std::set<Slot> volatile_slots;
};
void watched_write(Cell* owner, uint64_t key);  // finds the owner's interpreter
inline void barrier(Cell* owner, uint64_t key) {
  if (UNLIKELY(owner->flags & kWatched)) watched_write(owner, key);
}
inline void barrier(Cell* owner, Str* key) {
  barrier(owner, reinterpret_cast<uint64_t>(key));
}
// Keys of fields that are not names.
enum WatchField : uint64_t { kWatchCell = 0, kWatchDefaults = 1, kWatchCode = 2, kWatchClass = 3 };
}  // namespace adder
