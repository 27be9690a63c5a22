#include "codegen/kernel_cache.h"
namespace adder::codegen {

KernelFn KernelCache::kernel(const Kernel& k) {
  if (isa_ == Isa::none) return nullptr;
  std::string key = k.key();
  std::lock_guard<std::mutex> hold(lock_);
  auto [at, fresh] = kernels_.try_emplace(std::move(key), nullptr);
  if (!fresh) {
    ++stats_.hits;
    return at->second;
  }
  EmitStats emit;
  at->second = emit_kernel(k, isa_, memory_, &emit);
  ++stats_.misses;
  stats_.failures += at->second == nullptr;
  stats_.compile_us += emit.us();
  return at->second;
}

KernelCacheStats KernelCache::stats() const {
  std::lock_guard<std::mutex> hold(lock_);
  return stats_;
}

}  // namespace adder::codegen
