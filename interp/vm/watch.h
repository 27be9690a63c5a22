#pragma once
// Per-key watches. A cell with watchers has kWatched in its header: the write barrier is one test of a byte that the
// store already has in its cache line. A watch fires once; then the slot is volatile for ever. The death of an owner
// fires all its watches.
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interp/objects/object.h"

namespace adder {
// Who is told. One watcher may watch any number of slots, which it tells apart by numbers of its own.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void fired(Cell* owner, uint64_t key, uint32_t number) = 0;
  // Nothing would come of telling it any more.
  virtual bool idle() const { return false; }
  void retain() { refs_++; }
  void release() {
    if (!--refs_) delete this;
  }

 private:
  uint32_t refs_ = 0;
};
// Holds a watcher, as the lists do that it stands on.
template <class W>
class WatcherRef {
 public:
  explicit WatcherRef(W* who) : who_(who) { who_->retain(); }
  WatcherRef(const WatcherRef&) = delete;
  ~WatcherRef() { who_->release(); }
  W* operator->() const { return who_; }
  W& operator*() const { return *who_; }

 private:
  W* who_;
};
struct Watches {
  using Slot = std::pair<Cell*, uint64_t>;  // key: interned Str*, or a field number
  using Fire = std::function<void(Slot)>;
  // false: the slot is volatile, make it a guard
  bool watch(Cell* owner, uint64_t key, Watcher& who, uint32_t number = 0);
  bool watch(Cell* owner, uint64_t key, Fire fire);
  bool watch(Cell* owner, Str* key, Fire fire) {
    return watch(owner, reinterpret_cast<uint64_t>(key), std::move(fire));
  }
  bool is_volatile(Cell* owner, uint64_t key) const { return volatile_slots_.count({owner, key}); }
  COLD void on_write(Cell* owner, uint64_t key);
  COLD void on_death(Cell* owner);
  // Names that are watched in `from` are watched in `to` as well.
  void copy_names(Cell* from, Cell* to);

 private:
  class Watch {
   public:
    Watch(uint64_t key, Watcher* who, uint32_t number) : key(key), number(number), who_(who) { who->retain(); }
    Watch(Watch&& o) noexcept : key(o.key), number(o.number), who_(std::exchange(o.who_, nullptr)) {}
    Watch& operator=(Watch&& o) noexcept {
      key = o.key;
      number = o.number;
      std::swap(who_, o.who_);
      return *this;
    }
    ~Watch() {
      if (who_) who_->release();
    }
    Watcher& who() const { return *who_; }
    uint64_t key;
    uint32_t number;

   private:
    Watcher* who_;
  };
  using List = std::vector<Watch>;                    // by key; those of one key as they were asked for
  static List::iterator behind(List&, uint64_t key);  // the first one with a larger key
  std::unordered_map<Cell*, List> lists_;
  std::set<Slot> volatile_slots_;
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
