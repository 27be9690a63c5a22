// Memory for generated code. Each chunk is one anonymous file mapped twice, writable at one address and executable at
// another, so that no page is ever both. The memory lives as long as the ExecMemory; who
// reserved a block may write it again when its code is dead.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>
namespace adder::rt {

class ExecMemory {
 public:
  ExecMemory() = default;
  ~ExecMemory();
  ExecMemory(const ExecMemory&) = delete;
  ExecMemory& operator=(const ExecMemory&) = delete;

  struct Block {
    void* write = nullptr;  // fill this …
    void* run = nullptr;    // … and call this; null when the system gave no memory
  };
  Block reserve(size_t bytes);  // 64-byte aligned; safe from any thread
  size_t bytes_used() const;

  // Appends a line to the perf map of this process when the map is on, so that `perf report` names generated code.
  void name_code(const void* run, size_t bytes, const std::string& name);
  void write_perf_map(const std::string& path);  // turns the map on; code named earlier is written at once

 private:
  struct Chunk {
    char* write;
    char* run;
    size_t size, used;
    int process;  // that made it: the file is shared with processes that it forks, which must not write into it
  };
  struct Named {
    const void* run;
    size_t bytes;
    std::string name;
  };
  void append_perf_line(const Named& n);
  mutable std::mutex lock_;
  std::vector<Chunk> chunks_;
  std::vector<Named> named_;
  std::string perf_map_;
};

}  // namespace adder::rt
