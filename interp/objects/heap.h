#pragma once
// The heap of one interpreter. Small cells live in 16 KiB pages of one size class inside chunks of 1 MiB that are
// aligned to their size, so that the heap of a cell is found by masking its address, and the cycle collector can walk
// all cells without a header or list in each of them (a free cell has count 0). Cells beyond kMaxSmall bytes are
// allocated by themselves behind a LargeHeader. Buffers (list items, dict tables) are not cells and stand in other
// pages or come from malloc. Every byte is counted, for the memory limit.
//
// Under the address sanitizer the heap is checked: a free cell is poisoned and comes back late, a few bytes behind each
// cell stay poisoned, and buffers come from malloc one by one, so that a use after the last release is a report.
#include <cstddef>
#include <vector>

#include "interp/objects/value.h"

namespace adder {
struct Interpreter;

class Heap {
 public:
  static constexpr size_t kChunk = size_t(1) << 20, kPage = size_t(1) << 14, kMaxSmall = 1024;
  static constexpr int kClasses = int(kMaxSmall / 16), kPagesPerChunk = int(kChunk / kPage);
#ifdef __SANITIZE_ADDRESS__
  static constexpr bool kChecked = true;
#else
  static constexpr bool kChecked = false;
#endif

  explicit Heap(Interpreter* owner) : owner_(owner) {}
  ~Heap();
  Heap(const Heap&) = delete;

  // Never null: std::bad_alloc where the system has no more. A small request may exceed the byte limit; the next budget
  // check then raises MemoryError.
  void* cell(size_t bytes) {
    if constexpr (kChecked) return checked_cell(bytes);
    size_t c = (bytes + 15) >> 4;
    if (UNLIKELY(c > size_t(kClasses))) return large_cell(bytes);
    if (LIKELY(free_[c] != nullptr)) {
      Free* p = free_[c];
      free_[c] = p->next;
      return p;
    }
    return refill(int(c));
  }
  void free_cell(Cell* c, size_t bytes) {
    if constexpr (kChecked) return checked_free(c, bytes);
    size_t k = (bytes + 15) >> 4;
    if (UNLIKELY(k > size_t(kClasses))) return free_large(c);
    c->count = 0;
    Free* f = reinterpret_cast<Free*>(c);
    f->next = free_[k];
    free_[k] = f;
  }
  Cell* grow_large(Cell*, size_t bytes);  // a large cell that nobody else holds; it may move
  void* raw(size_t bytes);
  void raw_free(void* p, size_t bytes);
  void* raw_resize(void* p, size_t old_bytes, size_t bytes);

  Interpreter* owner() const { return owner_; }
  size_t bytes() const { return bytes_; }
  size_t limit() const { return limit_; }
  void set_limit(size_t bytes) { limit_ = bytes; }
  // Would `more` bytes stay within the limit? Natives ask before they build something large.
  bool fits(size_t more) const { return more <= limit_ && bytes_ <= limit_ - more; }
  bool over_limit() const { return bytes_ > limit_; }
  // Memory that cells keep outside the heap (tensor storage): counts towards the limit and the collector's trigger.
  void external(ptrdiff_t change) {
    bytes_ += size_t(change);
    if (UNLIKELY(bytes_ > trigger_)) want_collection_ = true;
  }
  // --stress=memory: the first refusal comes after `first` requests that go beyond the free lists, each later one a
  // request later than the one before. 0: never.
  void stress(int64_t first) { refusal_in_ = refusal_after_ = first; }
  // Whether this request is to be refused, as if there were no memory.
  bool refused() {
    if (LIKELY(refusal_in_ == 0) || --refusal_in_ > 0) return false;
    refusal_in_ = ++refusal_after_;
    return true;
  }
  bool want_collection() const { return want_collection_; }
  void collected(bool fruitful);  // sets the next trigger from what is alive now
  uint64_t next_version() { return ++version_; }

  struct Large {
    Heap* heap;
    Large *prev, *next;
    size_t bytes;
    int64_t refs;
    Cell* cell() { return reinterpret_cast<Cell*>(this + 1); }
  };
  struct Page {
    uint16_t cls;   // size class of cells in 16 bytes; 0: buffers, or not in use
    int32_t* refs;  // the collector's counts, one a cell, while it runs
  };
  struct Chunk {
    Heap* heap;
    int used;  // pages handed out; page 0 holds this header
    Page pages[kPagesPerChunk];
  };
  // All cells, free ones included (count 0).
  template <class F>
  void each_cell(F f) {
    for (Chunk* c : chunks_)
      for (int p = 1; p < c->used; p++)
        if (size_t size = size_t(c->pages[p].cls) * 16) {
          char* base = reinterpret_cast<char*>(c) + size_t(p) * kPage;
          for (size_t at = 0; at + size <= kPage; at += size) {
            Cell* x = reinterpret_cast<Cell*>(base + at);
            if constexpr (kChecked)
              if (!in_use(x)) continue;
            if (x->count) f(x);
          }
        }
    for (Large* l = large_; l;) {
      Large* next = l->next;
      f(l->cell());
      l = next;
    }
  }
  const std::vector<Chunk*>& chunks() const { return chunks_; }
  Large* large() const { return large_; }
  static Chunk* chunk_of(const Cell* c) {
    return reinterpret_cast<Chunk*>(reinterpret_cast<uintptr_t>(c) & ~(kChunk - 1));
  }
  static Large* large_of(const Cell* c) { return reinterpret_cast<Large*>(const_cast<Cell*>(c)) - 1; }

 private:
  struct Free {
    uint32_t count;
    uint32_t pad;
    Free* next;
  };
  COLD void* refill(int cls);
  struct Checked;  // what a checked heap keeps beside the pages
  void* checked_cell(size_t bytes);
  void checked_free(Cell*, size_t bytes);
  static void check_buffer(void* p, size_t bytes);  // ends the program if `bytes` is not its size
  void forget_checked();
  static bool in_use(const Cell*);
  NOINLINE void* large_cell(size_t bytes);
  void free_large(Cell*);
  char* new_page(int cls);
  void* take_block(size_t bytes);
  void give_block(void*);
  void account(ptrdiff_t change) {
    bytes_ += size_t(change);
    if (UNLIKELY(bytes_ > trigger_)) want_collection_ = true;
  }

  Free* free_[kClasses + 1] = {};
  char* bump_[kClasses + 1] = {};
  char* bump_end_[kClasses + 1] = {};
  Free* raw_free_[33] = {};
  Checked* checked_ = nullptr;
  char *raw_bump_ = nullptr, *raw_end_ = nullptr;
  std::vector<Chunk*> chunks_;
  Large* large_ = nullptr;
  Interpreter* owner_;
  size_t bytes_ = 0, limit_ = SIZE_MAX, trigger_ = size_t(4) << 20;
  bool want_collection_ = false;
  int64_t refusal_in_ = 0, refusal_after_ = 0;
  uint64_t version_ = 0;
  // What was freed last of the blocks that go back to the system by themselves: a script that makes one long string
  // after the other writes to the same pages.
  void* spare_[2] = {};
  bool next_spare_ = false;
};

inline Heap& heap_of(const Cell* c) {
  return UNLIKELY(c->flags & kLarge) ? *Heap::large_of(c)->heap : *Heap::chunk_of(c)->heap;
}
template <class T>
T* make(Heap& h, Kind k, size_t extra = 0) {
  size_t n = sizeof(T) + extra;
  T* t = static_cast<T*>(h.cell(n));
  t->count = 1;
  t->kind = k;
  t->flags = n > Heap::kMaxSmall ? kLarge : 0;
  t->aux = 0;
  return t;
}
}  // namespace adder
