#include "interp/objects/heap.h"

#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdlib>
#include <new>
#include <utility>

namespace adder {
namespace {
// The script gets a MemoryError: Thread::finish and the calls of natives catch this.
[[noreturn]] COLD void exhausted() {
  throw std::bad_alloc();
}
// A chunk of zeroes, aligned to its size. A checked heap takes it from malloc, where the leak checker looks for what
// cells hold.
char* new_chunk() {
  if constexpr (Heap::kChecked) {
    void* p = aligned_alloc(Heap::kChunk, Heap::kChunk);
    if (!p) exhausted();
    return static_cast<char*>(memset(p, 0, Heap::kChunk));
  }
  // map twice the size and give back what lies outside the aligned part
  char* p = static_cast<char*>(
      mmap(nullptr, 2 * Heap::kChunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (p == MAP_FAILED) exhausted();
  uintptr_t at = (reinterpret_cast<uintptr_t>(p) + Heap::kChunk - 1) & ~(Heap::kChunk - 1);
  char* chunk = reinterpret_cast<char*>(at);
  if (chunk != p) munmap(p, size_t(chunk - p));
  size_t tail = size_t(p + 2 * Heap::kChunk - (chunk + Heap::kChunk));
  if (tail) munmap(chunk + Heap::kChunk, tail);
  return chunk;
}
// Beyond the one malloc maps blocks, as the command line has it (M_MMAP_THRESHOLD); the other bounds what is kept.
constexpr size_t kLeastSpare = size_t(128) << 10, kMostSpare = size_t(2) << 20;
}  // namespace

void* Heap::take_block(size_t n) {
  if (refused()) exhausted();
#ifdef __GLIBC__
  if (n > kLeastSpare && n <= kMostSpare && !kChecked)
    for (void*& spare : spare_)
      if (size_t have = spare ? malloc_usable_size(spare) : 0; have >= n && have - n <= n / 4) return std::exchange(spare, nullptr);
#endif
  void* p = malloc(n);
  if (!p) exhausted();
  return p;
}
void Heap::give_block(void* p) {
#ifdef __GLIBC__
  if (size_t have = kChecked ? 0 : malloc_usable_size(p); have > kLeastSpare && have <= kMostSpare)
    p = std::exchange(spare_[next_spare_ = !next_spare_], p);
#endif
  free(p);
}
Heap::~Heap() {
  for (void* p : spare_) free(p);
  while (large_) {
    Large* next = large_->next;
    free(large_);
    large_ = next;
  }
  if constexpr (kChecked) forget_checked();
  for (Chunk* c : chunks_)
    if constexpr (kChecked)
      free(c);
    else
      munmap(c, kChunk);
}
char* Heap::new_page(int cls) {
  if (chunks_.empty() || chunks_.back()->used == kPagesPerChunk) {
    Chunk* c = reinterpret_cast<Chunk*>(new_chunk());
    c->heap = this;
    c->used = 1;
    chunks_.push_back(c);
  }
  Chunk* c = chunks_.back();
  int p = c->used++;
  c->pages[p].cls = uint16_t(cls);
  account(ptrdiff_t(kPage));
  return reinterpret_cast<char*>(c) + size_t(p) * kPage;
}
void* Heap::refill(int c) {
  if (refused()) exhausted();
  size_t n = size_t(c) * 16;
  if (UNLIKELY(bump_[c] == nullptr || bump_[c] + n > bump_end_[c])) {
    bool second = bump_[c] != nullptr;
    bump_[c] = new_page(c);
    bump_end_[c] = bump_[c] + kPage;
    // A class that has filled a page will fill this one: asking for it at once costs half of a fault for each 4 KB.
    if (second && !kChecked) madvise(bump_[c], kPage, MADV_POPULATE_WRITE);
  }
  void* p = bump_[c];
  bump_[c] += n;
  return p;
}
void* Heap::large_cell(size_t n) {
  Large* l = static_cast<Large*>(take_block(sizeof(Large) + n));
  l->heap = this;
  l->prev = nullptr;
  l->next = large_;
  l->bytes = n;
  if (large_) large_->prev = l;
  large_ = l;
  account(ptrdiff_t(n));
  return l->cell();
}
void Heap::free_large(Cell* c) {
  Large* l = large_of(c);
  (l->prev ? l->prev->next : large_) = l->next;
  if (l->next) l->next->prev = l->prev;
  account(-ptrdiff_t(l->bytes));
  give_block(l);
}
Cell* Heap::grow_large(Cell* c, size_t n) {
  Large* l = large_of(c);
  size_t have = l->bytes;
  if (n <= have) return c;
  if (refused()) exhausted();
  size_t want = n + n / 8;
  Large* m = static_cast<Large*>(realloc(l, sizeof(Large) + want));
  if (!m) exhausted();
  m->bytes = want;
  (m->prev ? m->prev->next : large_) = m;
  if (m->next) m->next->prev = m;
  account(ptrdiff_t(want - have));
  return m->cell();
}
void* Heap::raw(size_t n) {
  if (n == 0) n = 1;
  size_t c = (n + 15) >> 4;
  if (UNLIKELY(kChecked || c > 32)) {
    void* p = take_block(n);
    account(ptrdiff_t(n));
    return p;
  }
  if (Free* p = raw_free_[c]) {
    raw_free_[c] = p->next;
    return p;
  }
  if (UNLIKELY(raw_bump_ + c * 16 > raw_end_)) {
    raw_bump_ = new_page(0);
    raw_end_ = raw_bump_ + kPage;
  }
  void* p = raw_bump_;
  raw_bump_ += c * 16;
  return p;
}
void Heap::raw_free(void* p, size_t n) {
  if (!p) return;
  if (n == 0) n = 1;
  if constexpr (kChecked) check_buffer(p, n);
  size_t c = (n + 15) >> 4;
  if (UNLIKELY(kChecked || c > 32)) {
    account(-ptrdiff_t(n));
    return give_block(p);
  }
  Free* f = static_cast<Free*>(p);
  f->next = raw_free_[c];
  raw_free_[c] = f;
}
void* Heap::raw_resize(void* p, size_t old, size_t n) {
  if (!p) return raw(n);
  if (old > 512 && n > 512) {
    if constexpr (kChecked) check_buffer(p, old);
    if (refused()) exhausted();
    void* q = realloc(p, n);
    if (!q) exhausted();
    account(ptrdiff_t(n) - ptrdiff_t(old));
    return q;
  }
  if (!kChecked && ((old + 15) >> 4) == ((n + 15) >> 4)) return p;
  void* q = raw(n);
  memcpy(q, p, old < n ? old : n);
  raw_free(p, old);
  return q;
}
void Heap::collected(bool fruitful) {
  want_collection_ = false;
  // A script whose cells die by their counts alone pays for the search in vain: it may grow further before the next one.
  trigger_ = bytes_ + (fruitful ? bytes_ / 2 : bytes_);
  if (trigger_ < bytes_ + (size_t(1) << 20)) trigger_ = bytes_ + (size_t(1) << 20);
}
}  // namespace adder
