// The process's caching allocator for tensor data. Blocks are 64-byte aligned, in size classes (powers of two up to
// 1 MiB, quarter steps above), and return to the list of their class. Thread-safe: one short lock per class. It is the
// one piece of process-wide state of the runtime, like malloc, which it stands on.
#pragma once
#include <cstdint>

namespace adder::rt {

struct Block {
  void* data = nullptr;
  int size_class = -1;
};
Block allocate_block(int64_t bytes);  // data is null when the system has no memory left
void release_block(Block b);

struct AllocatorStats {
  int64_t in_use, cached, peak;  // bytes, as size classes
};
AllocatorStats allocator_stats();
void release_cached_blocks();  // gives everything unused back to the system

}  // namespace adder::rt
