#include "runtime/cpu/exec_memory.h"
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cinttypes>
#include <cstdio>
namespace adder::rt {
namespace {
constexpr size_t kChunk = 1 << 20, kAlign = 64;
}

ExecMemory::~ExecMemory() {
  for (Chunk& c : chunks_) {
    munmap(c.write, c.size);
    munmap(c.run, c.size);
  }
}

ExecMemory::Block ExecMemory::reserve(size_t bytes) {
  bytes = (bytes + kAlign - 1) / kAlign * kAlign;
  std::lock_guard<std::mutex> hold(lock_);
  if (chunks_.empty() || chunks_.back().process != getpid() || chunks_.back().size - chunks_.back().used < bytes) {
    size_t page = size_t(sysconf(_SC_PAGESIZE));
    size_t size = (std::max(bytes, kChunk) + page - 1) / page * page;
    int file = memfd_create("adder-code", MFD_CLOEXEC);
    if (file < 0) return {};
    if (ftruncate(file, off_t(size)) != 0) {
      close(file);
      return {};
    }
    void* write = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    void* run = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
    close(file);
    if (write == MAP_FAILED || run == MAP_FAILED) {
      if (write != MAP_FAILED) munmap(write, size);
      if (run != MAP_FAILED) munmap(run, size);
      return {};
    }
    chunks_.push_back({static_cast<char*>(write), static_cast<char*>(run), size, 0, getpid()});
  }
  Chunk& c = chunks_.back();
  Block b{c.write + c.used, c.run + c.used};
  c.used += bytes;
  return b;
}

size_t ExecMemory::bytes_used() const {
  std::lock_guard<std::mutex> hold(lock_);
  size_t n = 0;
  for (const Chunk& c : chunks_) n += c.used;
  return n;
}

void ExecMemory::append_perf_line(const Named& n) {
  if (FILE* f = std::fopen(perf_map_.c_str(), "a")) {
    std::fprintf(f, "%" PRIxPTR " %zx %s\n", reinterpret_cast<uintptr_t>(n.run), n.bytes, n.name.c_str());
    std::fclose(f);
  }
}

void ExecMemory::name_code(const void* run, size_t bytes, const std::string& name) {
  std::lock_guard<std::mutex> hold(lock_);
  named_.push_back({run, bytes, name});
  if (!perf_map_.empty()) append_perf_line(named_.back());
}

void ExecMemory::write_perf_map(const std::string& path) {
  std::lock_guard<std::mutex> hold(lock_);
  perf_map_ = path;
  for (const Named& n : named_) append_perf_line(n);
}

}  // namespace adder::rt
