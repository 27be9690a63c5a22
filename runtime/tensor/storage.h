// The bytes behind tensors. A storage may be shared by several tensors (views) and several interpreters, so its count
// and version are atomic; the bytes themselves follow the interpreter lock.
//
// Capture defers work: a storage whose data somebody still has to compute, or that pending work still has to read,
// carries that work in `pending`. Whoever looks at bytes calls touch() first; the engine does it for every operand of
// every op, so kernels need not.
#pragma once
#include <atomic>
#include <cstdint>
#include "runtime/base/allocator.h"
#include "runtime/base/status.h"

namespace adder::rt {

struct Storage;
class PendingWork {
 public:
  virtual ~PendingWork() = default;
  // Called before the bytes of `s` are read or written from outside. It launches what must run first and removes
  // itself from the storages concerned. An error is the caller's to raise.
  virtual Status flush(Storage& s, bool write) = 0;
};

struct Storage {
  std::atomic<int32_t> refs{1};
  std::atomic<uint32_t> version{0};
  std::atomic<PendingWork*> pending{nullptr};
  void* data = nullptr;  // null for meta tensors, for empty ones, and until pending work gave it memory
  int64_t bytes = 0;
  Block block;                             // what release_block gets back; empty for external memory
  void (*deleter)(void* owner) = nullptr;  // external memory: called once, with `owner`
  void* owner = nullptr;
};
Storage* new_storage(int64_t bytes);  // aborts the op with MemoryError through Storage::data == nullptr and bytes > 0
Storage* new_storage_without_data(int64_t bytes);
bool allocate_storage(Storage& s);  // gives memory to one without data
// Makes room for `bytes`, all views included; what was there stays, the rest has no value. Bytes of meta tensors are only
// counted. For storages without pending work. Errors: external memory, and no memory left.
Status grow_storage(Storage& s, int64_t bytes, bool with_data);
Storage* adopt_memory(void* data, int64_t bytes, void (*deleter)(void*), void* owner);
void destroy_storage(Storage* s);
inline void retain_storage(Storage* s) {
  s->refs.fetch_add(1, std::memory_order_relaxed);
}
inline void release_storage(Storage* s) {
  if (s->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy_storage(s);
}
inline Status touch(Storage* s, bool write) {
  PendingWork* p = s->pending.load(std::memory_order_acquire);
  if (p) [[unlikely]]
    return p->flush(*s, write);
  return {};
}

}  // namespace adder::rt
