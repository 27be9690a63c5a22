#include "interp/objects/intern_table.h"

#include "interp/objects/object.h"

namespace adder {
namespace {

constexpr size_t kAtStart = 4096;  // slots: the names of what is built in take nearly half of them

}  // namespace

Str* InternTable::find(std::string_view text, uint32_t hash) const {
  if (slots_.empty()) return nullptr;
  const size_t mask = slots_.size() - 1;
  for (size_t i = hash & mask; Str* s = slots_[i]; i = (i + 1) & mask)
    if (s->hash == hash && s->sv() == text) return s;
  return nullptr;
}

void InternTable::add(Str* s) {
  if (2 * (used_ + 1) > slots_.size()) grow();
  const size_t mask = slots_.size() - 1;
  size_t i = s->hash & mask;
  while (slots_[i]) i = (i + 1) & mask;
  slots_[i] = s;
  ++used_;
}

void InternTable::grow() {
  std::vector<Str*> larger(slots_.empty() ? kAtStart : 2 * slots_.size());
  const size_t mask = larger.size() - 1;
  for (Str* s : slots_) {
    if (!s) continue;
    size_t i = s->hash & mask;
    while (larger[i]) i = (i + 1) & mask;
    larger[i] = s;
  }
  slots_ = std::move(larger);
}

}  // namespace adder
