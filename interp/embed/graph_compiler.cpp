#include "interp/embed/graph_compiler.h"

#include <algorithm>
#include <cstdio>

namespace adder {
namespace {

codegen::Backend backend_of(const std::string& name) {
  if (name == "reference") return codegen::Backend::reference;
  if (name == "cpu") return codegen::Backend::cpu;
  if (name == "vulkan") return codegen::Backend::vulkan;
  return codegen::Backend::eager;
}

// The names that codegen gives its stages, beside those of --dump.
constexpr struct {
  const char* flag;
  const char* stage;
} kStages[] = {
    {"passes", "graph"}, {"schedule", "schedule"}, {"kernel", "kernel"}, {"asm", "asm"}, {"spirv", "spirv"}};

}  // namespace

GraphCompiler::GraphCompiler(const Flags& flags, DumpWriter& dump) : flags_(flags), dump_(dump) {}

// Made at the first use: a program that compiles nothing leaves no folder behind.
codegen::KernelCache& GraphCompiler::cache() {
  if (!cache_) {
    std::string folder = flags_.kernel_cache == "off" ? "" : flags_.kernel_cache;
    if (flags_.kernel_cache.empty()) folder = codegen::DiskCache::default_folder();
    cache_ = std::make_shared<codegen::KernelCache>(rt::chosen_isa(), folder);
  }
  return *cache_;
}

bool GraphCompiler::knows_stage(const std::string& stage) {
  return std::any_of(std::begin(kStages), std::end(kStages), [&](auto& s) { return stage == s.flag; });
}

Status GraphCompiler::open_device() {
  std::lock_guard hold(lock_);
  if (device_) return {};
  auto opened = rt::VulkanDevice::open();
  if (!opened.ok())
    return Status::error(ErrorKind::runtime, "the vulkan backend has no device: " + opened.status().message());
  device_ = opened.value();
  return {};
}

Result<std::shared_ptr<rt::Executable>> GraphCompiler::compile(std::shared_ptr<const ir::Graph> graph,
                                                               const std::string& backend) {
  codegen::CompileOptions options;
  options.backend = backend_of(backend);
  {
    std::lock_guard hold(lock_);
    cache();
    options.cache = cache_;
  }
  if (options.backend == codegen::Backend::vulkan) {
    TRY(open_device());
    options.device = device_;
  }
  for (auto& s : kStages)
    if (flags_.dumps(s.flag)) options.dump.stages.push_back(s.stage);
  if (!options.dump.stages.empty()) {
    options.dump.write = [this](std::string_view stage, std::string_view name, std::string_view text) {
      dump_.write(stage, name, text);
    };
  }
  codegen::CompileReport report;
  options.report = &report;
  if (flags_.time_passes) {
    options.pipeline.timed = [this](std::string_view pass, double microseconds) {
      std::lock_guard hold(lock_);
      Times& t = times_[std::string(pass)];
      t.microseconds += microseconds;
      ++t.runs;
    };
  }
  auto made = codegen::compile(std::move(graph), options);
  {
    std::lock_guard hold(lock_);
    ++graphs_;
    kernels_ += report.kernels;
    external_calls_ += report.external_calls;
    compile_us_ += report.microseconds;
  }
  bool has_stages = options.backend == codegen::Backend::cpu || options.backend == codegen::Backend::vulkan;
  for (auto& s : kStages)
    if (has_stages) dump_.finished(s.flag);
  return made;
}

std::string GraphCompiler::stats_json() const {
  std::lock_guard hold(lock_);
  char text[128];
  std::snprintf(text, sizeof text, ", \"kernels\": %d, \"external_calls\": %d, \"kernel_compile_ms\": %.3f", kernels_,
                external_calls_, compile_us_ / 1e3);
  return text;
}

void GraphCompiler::print_times() const {
  std::lock_guard hold(lock_);
  codegen::KernelCacheStats kernels = cache_ ? cache_->stats() : codegen::KernelCacheStats();
  std::fprintf(stderr, "--- times: %d graphs, %.3f ms\n", graphs_, compile_us_ / 1e3);
  for (auto& [pass, t] : times_)
    std::fprintf(stderr, "%10.3f ms  %6d runs  %s\n", t.microseconds / 1e3, t.runs, pass.c_str());
  std::fprintf(stderr, "%10.3f ms  %6d runs  machine code (%d found in memory, %d on disk)\n",
               kernels.compile_us / 1e3, int(kernels.misses), int(kernels.hits), int(kernels.disk_hits));
}

}  // namespace adder
