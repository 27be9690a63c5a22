#include "runtime/base/allocator.h"
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>

#include "runtime/base/memory_account.h"
#include "runtime/base/memory_use.h"

// Of the linker's script, on borders of pages.
extern "C" {
extern char adder_record_code[] __attribute__((weak)), adder_record_code_end[] __attribute__((weak));
}

namespace adder::rt {
namespace {

// Classes: 6..20 are powers of two (64 B to 1 MiB); above, each octave has four steps.
constexpr int kSmallClasses = 15, kOctaves = 28, kClasses = kSmallClasses + kOctaves * 4;
// Blocks over this stay cached only up to kCacheLimit bytes in all, so that one large tensor does not pin its memory.
constexpr int64_t kCacheLimit = int64_t(1) << 30;
constexpr int64_t kReturned = 256 << 10;  // blocks from this size on make room for each other

int class_of(int64_t bytes) {
  if (bytes <= 64) return 0;
  int top = std::bit_width(uint64_t(bytes - 1));  // bytes <= 2^top
  if (top <= 20) return top - 6;
  int64_t half = int64_t(1) << (top - 1);
  int64_t quarter = half / 4;
  int64_t step = (bytes - half + quarter - 1) / quarter;  // 1..4
  return kSmallClasses + (top - 21) * 4 + int(step - 1);
}
int64_t bytes_of_class(int c) {
  if (c < kSmallClasses) return int64_t(64) << c;
  int octave = (c - kSmallClasses) / 4;
  int64_t half = int64_t(1) << (octave + 20);
  return half + half / 4 * ((c - kSmallClasses) % 4 + 1);
}

struct FreeNode {
  FreeNode* next;
};
class ClassList {
 public:
  FreeNode* pop() {
    lock();
    FreeNode* n = head_;
    if (n) head_ = n->next;
    unlock();
    return n;
  }
  void push(FreeNode* n) {
    lock();
    n->next = head_;
    head_ = n;
    unlock();
  }

 private:
  void lock() {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { busy_.clear(std::memory_order_release); }
  std::atomic_flag busy_;
  FreeNode* head_ = nullptr;
};
constinit std::array<ClassList, kClasses> lists;
constinit std::atomic<int64_t> in_use{0}, cached{0}, peak{0};

#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeep = false;  // free lists would hide every use after free
#else
constexpr bool kKeep = true;
#endif

void keep(void* p, int c) {
  cached.fetch_add(bytes_of_class(c), std::memory_order_relaxed);
  lists[size_t(c)].push(static_cast<FreeNode*>(p));
}
void* take_cached(int c) {
  void* p = lists[size_t(c)].pop();
  if (p) cached.fetch_sub(bytes_of_class(c), std::memory_order_relaxed);
  return p;
}
// By how many bytes all blocks together, with one of `size` from the system, would exceed what the program has ever used
// at once and an eighth. A program whose sizes change from phase to phase would otherwise keep the most of each of them.
int64_t excess_with(int64_t size) {
  int64_t most = peak.load(std::memory_order_relaxed);
  return in_use.load(std::memory_order_relaxed) + cached.load(std::memory_order_relaxed) + size - most - most / 8;
}
// A cached block of a class above `c` instead, up to twice as large: memory that the program has touched already
// costs less than new pages. Its class takes the place of `c`.
void* take_larger(int& c) {
  int64_t size = bytes_of_class(c);
  for (int larger = c + 1; larger < kClasses && bytes_of_class(larger) <= 2 * size; ++larger) {
    if (void* p = take_cached(larger)) {
      c = larger;
      return p;
    }
  }
  return nullptr;
}
// Gives back what other sizes left behind, the largest first.
void make_room(int64_t bytes) {
  for (int c = kClasses; c-- > 0 && bytes_of_class(c) >= kReturned && bytes > 0;)
    while (bytes > 0) {
      void* p = take_cached(c);
      if (!p) break;
      std::free(p);
      bytes -= bytes_of_class(c);
    }
}

}  // namespace

Block allocate_block(int64_t bytes) {
  int c = class_of(bytes);
  if (c >= kClasses) return {};
  int asked = c;
  void* p = take_cached(c);
  int64_t excess = !p && bytes_of_class(c) >= kReturned ? excess_with(bytes_of_class(c)) : 0;
  if (excess > 0) p = take_larger(c);
  bool charged = charge_current(bytes_of_class(c));
  if (!charged && p) keep(p, c);
  if (!charged && c != asked) {  // an interpreter's limit may leave room for what was asked
    c = asked;
    p = nullptr;
    charged = charge_current(bytes_of_class(c));
  }
  if (!charged) return {};
  int64_t size = bytes_of_class(c);
  if (!p) {
    if (excess > 0) make_room(excess);
    p = std::aligned_alloc(64, size_t(size));
    if (!p) {
      release_cached_blocks();
      p = std::aligned_alloc(64, size_t(size));
    }
    if (!p) {
      uncharge_current(size);
      return {};
    }
  }
  note_charged(p);
  int64_t now = in_use.fetch_add(size, std::memory_order_relaxed) + size;
  if (now > peak.load(std::memory_order_relaxed)) peak.store(now, std::memory_order_relaxed);
  return {p, c};
}

void release_block(Block b) {
  if (!b.data) return;
  int64_t size = bytes_of_class(b.size_class);
  release_charged(b.data, size);
  in_use.fetch_sub(size, std::memory_order_relaxed);
  if (!kKeep || (size > (1 << 20) && cached.load(std::memory_order_relaxed) + size > kCacheLimit)) {
    std::free(b.data);
    return;
  }
  keep(b.data, b.size_class);
}

AllocatorStats allocator_stats() {
  return {in_use.load(), cached.load(), peak.load()};
}

void reset_allocator_peak() {
  peak.store(in_use.load());
}

void release_cached_blocks() {
  for (int c = 0; c < kClasses; ++c)
    while (void* p = lists[size_t(c)].pop()) {
      cached.fetch_sub(bytes_of_class(c), std::memory_order_relaxed);
      std::free(p);
    }
}

void return_small_memory() {
  malloc_trim(0);
}

void return_compiler_code() {
  if (adder_record_code) madvise(adder_record_code, size_t(adder_record_code_end - adder_record_code), MADV_DONTNEED);
}

// Code that the loader has changed in place would come back as it is in the file.
static bool has_text_relocations(const dl_phdr_info* file) {
  for (int i = 0; i < file->dlpi_phnum; ++i) {
    if (file->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    for (auto* d = reinterpret_cast<const ElfW(Dyn)*>(file->dlpi_addr + file->dlpi_phdr[i].p_vaddr); d->d_tag; ++d)
      if (d->d_tag == DT_TEXTREL || (d->d_tag == DT_FLAGS && d->d_un.d_val & DF_TEXTREL)) return true;
  }
  return false;
}

void return_program() {
  if (!adder_record_code) return;
  auto parts = [](dl_phdr_info* file, size_t, void*) {
    constexpr uintptr_t kPage = 4096;
    if (*file->dlpi_name && *file->dlpi_name != '/') return 0;  // the program has no name, the kernel's part no path
    if (has_text_relocations(file)) return 0;
    for (int i = 0; i < file->dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = file->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || part.p_flags & PF_W) continue;
      uintptr_t begin = file->dlpi_addr + part.p_vaddr, end = begin + part.p_memsz;
      begin = (begin + kPage - 1) / kPage * kPage;
      end = end / kPage * kPage;
      if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
    }
    return 0;
  };
  dl_iterate_phdr(parts, nullptr);
}

}  // namespace adder::rt
