// What torch.compile's backends compile with, one for each session: the kernel cache that all its graphs share, one
// Vulkan device, the dumps and times that the command line asks for, and counters.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "codegen/compile.h"
#include "interp/embed/dump.h"
#include "runtime/base/flags.h"

namespace adder {

class GraphCompiler {
 public:
  GraphCompiler(const Flags& flags, DumpWriter& dump);

  // Fails when --backend=vulkan finds no device. Opens it once.
  Status open_device();
  // `backend`: eager, reference, cpu or vulkan; any other name is eager.
  Result<std::shared_ptr<rt::Executable>> compile(std::shared_ptr<const ir::Graph> graph, const std::string& backend);

  // Stages of --dump that are printed here; capture prints trace and graph.
  static bool knows_stage(const std::string& stage);
  static const char* stage_names() { return "passes, schedule, kernel, asm, spirv"; }

  std::string stats_json() const;  // ", \"kernels\": 3, ..."
  void print_times() const;        // of --time-passes, to standard error

 private:
  codegen::KernelCache& cache();  // under lock_
  const Flags& flags_;
  DumpWriter& dump_;
  mutable std::mutex lock_;
  std::shared_ptr<codegen::KernelCache> cache_;
  std::shared_ptr<rt::VulkanDevice> device_;
  struct Times {
    double microseconds = 0;
    int runs = 0;
  };
  std::map<std::string, Times> times_;  // by pass
  int graphs_ = 0, kernels_ = 0, external_calls_ = 0;
  double compile_us_ = 0;
};

}  // namespace adder
