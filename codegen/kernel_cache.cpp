#include "codegen/kernel_cache.h"
#include <cstring>
namespace adder::codegen {

KernelFn KernelCache::kernel(const Kernel& k) {
  if (isa_ == Isa::generic) return nullptr;
  std::string key = k.key();
  std::lock_guard<std::mutex> hold(lock_);
  auto [at, fresh] = kernels_.try_emplace(key, nullptr);
  if (!fresh) {
    ++stats_.hits;
    return at->second;
  }
  std::string disk_key = std::string(rt::isa_name(isa_)) + "|" + build_id() + "|" + key;
  std::string code;
  if (disk_.load(disk_key, &code)) {
    if (rt::ExecMemory::Block block = memory_.reserve(code.size()); block.run) {
      std::memcpy(block.write, code.data(), code.size());
      memory_.name_code(block.run, code.size(), "adder_" + k.name);
      ++stats_.disk_hits;
      return at->second = reinterpret_cast<KernelFn>(block.run);
    }
  }
  EmitStats emit;
  emit.wants_code = disk_.usable();
  at->second = emit_kernel(k, isa_, memory_, &emit);
  ++stats_.misses;
  stats_.failures += at->second == nullptr;
  stats_.compile_us += emit.us();
  if (at->second && !emit.code.empty() && !build_id().empty()) disk_.save(disk_key, emit.code);
  return at->second;
}

KernelCacheStats KernelCache::stats() const {
  std::lock_guard<std::mutex> hold(lock_);
  return stats_;
}

}  // namespace adder::codegen
