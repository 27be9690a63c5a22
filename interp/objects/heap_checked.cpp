// The checked heap of builds with the address sanitizer (heap.h). Cells stay in pages, since the collector walks them;
// what the sanitizer must know is said by poisoning.
#include "interp/objects/heap.h"

#ifdef __SANITIZE_ADDRESS__
#include <malloc.h>
#include <sanitizer/asan_interface.h>

#include <cstdio>
#include <cstdlib>
#include <deque>

namespace adder {

struct Heap::Checked {
  static constexpr size_t kRest = 4096;  // free cells of a class that wait before the first is used again
  std::deque<Cell*> resting[kClasses + 1];
};

// The class of a small cell with bytes behind it that stay poisoned, where the largest class leaves room for them.
static size_t class_of(size_t bytes) {
  size_t c = (bytes + 31) >> 4;
  return c > size_t(Heap::kClasses) ? size_t(Heap::kClasses) : c;
}
bool Heap::in_use(const Cell* c) {
  return !__asan_address_is_poisoned(c);
}
void* Heap::checked_cell(size_t bytes) {
  if (bytes > kMaxSmall) return large_cell(bytes);
  if (!checked_) checked_ = new Checked;
  size_t c = class_of(bytes);
  std::deque<Cell*>& resting = checked_->resting[c];
  void* p;
  if (resting.size() > Checked::kRest) {
    p = resting.front();
    resting.pop_front();
  } else {
    if (!bump_[c] || bump_[c] + c * 16 > bump_end_[c]) {
      bump_[c] = new_page(int(c));
      bump_end_[c] = bump_[c] + kPage;
      __asan_poison_memory_region(bump_[c], kPage);
    }
    p = bump_[c];
    bump_[c] += c * 16;
  }
  __asan_unpoison_memory_region(p, bytes);
  return p;
}
void Heap::checked_free(Cell* cell, size_t bytes) {
  if (bytes > kMaxSmall) return free_large(cell);
  const Chunk* chunk = chunk_of(cell);
  size_t page = size_t(reinterpret_cast<const char*>(cell) - reinterpret_cast<const char*>(chunk)) / kPage;
  size_t c = class_of(bytes);
  if (__asan_address_is_poisoned(cell) || chunk->pages[page].cls != c) {
    std::fprintf(stderr, "adder: a cell of class %d was freed as one of class %zu, or twice\n", chunk->pages[page].cls, c);
    std::abort();
  }
  cell->count = 0;
  __asan_poison_memory_region(cell, c * 16);
  checked_->resting[c].push_back(cell);
}
void Heap::check_buffer(void* p, size_t bytes) {
  if (malloc_usable_size(p) == bytes) return;
  std::fprintf(stderr, "adder: a buffer of %zu bytes was given back as one of %zu\n", malloc_usable_size(p), bytes);
  std::abort();
}
void Heap::forget_checked() {
  for (Chunk* c : chunks_) __asan_unpoison_memory_region(c, kChunk);
  delete checked_;
}

}  // namespace adder
#endif
