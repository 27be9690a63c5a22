// Working memory of a running kernel: 64-byte aligned, from the caching allocator, given back at the end of the scope.
// Where there is none left it throws OutOfMemory. The thread pool carries it to the thread that started the loop, and
// whoever started the kernel (run_op, an executable) makes it an error of kind memory.
#pragma once
#include <cstdint>
#include <new>

#include "runtime/base/allocator.h"

namespace adder::rt {

struct OutOfMemory : std::bad_alloc {
  explicit OutOfMemory(int64_t n) : bytes(n) {}
  int64_t bytes;
};

template <class T>
class ScratchBlock {
 public:
  explicit ScratchBlock(int64_t elements) : block_(allocate_block(elements * int64_t(sizeof(T)))) {
    if (!block_.data) throw OutOfMemory(elements * int64_t(sizeof(T)));
  }
  ~ScratchBlock() { release_block(block_); }
  ScratchBlock(const ScratchBlock&) = delete;
  T* data() const { return static_cast<T*>(block_.data); }

 private:
  Block block_;
};

// The same for `bytes` that are often few: up to kSmall of them stand in the object itself, on the stack.
template <int kSmall>
class SmallScratch {
 public:
  explicit SmallScratch(int64_t bytes) {
    if (bytes <= kSmall) return;
    block_ = allocate_block(bytes);
    if (!block_.data) throw OutOfMemory(bytes);
  }
  ~SmallScratch() { release_block(block_); }
  SmallScratch(const SmallScratch&) = delete;
  char* data() { return block_.data ? static_cast<char*>(block_.data) : small_; }

 private:
  alignas(64) char small_[kSmall];
  Block block_;
};

}  // namespace adder::rt
