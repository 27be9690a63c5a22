#include "interp/vm/watch.h"

#include <algorithm>

namespace adder {
namespace {
class Callback final : public Watcher {
 public:
  explicit Callback(Watches::Fire fire) : fire_(std::move(fire)) {}
  void fired(Cell* owner, uint64_t key, uint32_t) override { fire_({owner, key}); }

 private:
  Watches::Fire fire_;
};
}  // namespace

Watches::List::iterator Watches::behind(List& list, uint64_t key) {
  return std::upper_bound(list.begin(), list.end(), key, [](uint64_t k, const Watch& w) { return k < w.key; });
}
bool Watches::watch(Cell* owner, uint64_t key, Watcher& who, uint32_t number) {
  if (is_volatile(owner, key)) return false;
  owner->flags |= kWatched;
  List& list = lists_[owner];
  if (list.size() == list.capacity()) std::erase_if(list, [](const Watch& w) { return w.who().idle(); });
  list.emplace(behind(list, key), key, &who, number);
  return true;
}
bool Watches::watch(Cell* owner, uint64_t key, Fire fire) {
  if (is_volatile(owner, key)) return false;
  return watch(owner, key, *new Callback(std::move(fire)));
}
void Watches::on_write(Cell* owner, uint64_t key) {
  auto it = lists_.find(owner);
  if (it == lists_.end()) return;
  List& list = it->second;
  auto end = behind(list, key), first = end;
  while (first != list.begin() && std::prev(first)->key == key) --first;
  if (first == end) return;
  List fire(std::make_move_iterator(first), std::make_move_iterator(end));
  list.erase(first, end);
  if (list.empty()) lists_.erase(it);
  volatile_slots_.insert({owner, key});
  for (Watch& w : fire) w.who().fired(owner, key, w.number);
}
void Watches::on_death(Cell* owner) {
  List fire;
  if (auto it = lists_.find(owner); it != lists_.end()) {
    fire = std::move(it->second);
    lists_.erase(it);
  }
  for (auto it = volatile_slots_.lower_bound({owner, 0}); it != volatile_slots_.end() && it->first == owner;)
    it = volatile_slots_.erase(it);
  owner->flags &= ~kWatched;
  for (Watch& w : fire) w.who().fired(owner, w.key, w.number);
}
void Watches::copy_names(Cell* from, Cell* to) {
  auto it = lists_.find(from);
  if (it == lists_.end()) return;
  List copies;
  for (auto w = behind(it->second, kWatchClass); w != it->second.end(); ++w)
    copies.emplace_back(w->key, &w->who(), w->number);
  for (Watch& w : copies) watch(to, w.key, w.who(), w.number);
}
}  // namespace adder
