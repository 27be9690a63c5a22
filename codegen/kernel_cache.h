// Compiled kernels, shared by all graphs (and interpreters) that were given the cache. Thread-safe. Code lives as long
// as the cache; Executables keep it alive.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include "codegen/cpu/emit.h"
#include "codegen/disk_cache.h"
namespace adder::codegen {

struct KernelCacheStats {
  int64_t hits = 0, disk_hits = 0, misses = 0, failures = 0;
  double compile_us = 0;
};

class KernelCache {
 public:
  // A folder: code is kept there too, see disk_cache.h.
  explicit KernelCache(Isa isa = rt::chosen_isa(), std::string folder = "") : isa_(isa), disk_(std::move(folder)) {}

  Isa isa() const { return isa_; }
  // Null when the ISA cannot express the kernel; that answer is remembered too.
  KernelFn kernel(const Kernel& k);
  // Whether a program has code on this ISA, see missing_lowering. Remembered by the program's content.
  std::string missing(const Program& p) const { return missing_lowering(p, isa_); }
  rt::ExecMemory& memory() { return memory_; }
  KernelCacheStats stats() const;

 private:
  Isa isa_;
  mutable std::mutex lock_;
  rt::ExecMemory memory_;
  DiskCache disk_;
  std::unordered_map<std::string, KernelFn> kernels_;
  KernelCacheStats stats_;
};

}  // namespace adder::codegen
