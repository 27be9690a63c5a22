// The packing buffers of one running product, from the caching allocator: no system allocation after warm-up.
#pragma once
#include "runtime/base/allocator.h"
#include "runtime/base/check.h"
#include "runtime/eager/kernels.h"

namespace adder::rt {

template <class T>
class GemmWorkspace {
 public:
  GemmWorkspace() : block_(allocate_block(kGemmWorkspace * int64_t(sizeof(T)))) { CHECK(block_.data); }
  ~GemmWorkspace() { release_block(block_); }
  GemmWorkspace(const GemmWorkspace&) = delete;
  T* data() const { return static_cast<T*>(block_.data); }

 private:
  Block block_;
};

}  // namespace adder::rt
