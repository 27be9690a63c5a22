#include "codegen/compile.h"
#include "codegen/executable.h"
#include "codegen/schedule/schedule.h"
#include "ir/interpreter.h"
#include "ir/rewriter.h"
namespace adder::codegen {
namespace {

std::shared_ptr<rt::Executable> compile_cpu(const ir::Graph& graph, const CompileOptions& options) {
  std::shared_ptr<KernelCache> cache = options.cache ? options.cache : std::make_shared<KernelCache>();
  ir::PipelineOptions pipeline = options.pipeline;
  auto optimized = std::make_shared<const ir::Graph>(ir::optimize(ir::copy_of(graph), pipeline));
  ScheduleOptions schedule_options;
  if (cache->isa() != Isa::none) {
    schedule_options.missing = [&](const Program& p) { return cache->missing(p); };
    schedule_options.compile = [&](const Kernel& k) { return cache->kernel(k); };
  }
  Plan plan = schedule(*optimized, schedule_options);
  return make_executable(std::move(optimized), std::move(plan), std::move(cache));
}

}  // namespace

Result<std::shared_ptr<rt::Executable>> compile(std::shared_ptr<const ir::Graph> graph, const CompileOptions& options) {
  switch (options.backend) {
    case Backend::eager: return std::shared_ptr<rt::Executable>(ir::interpreter(std::move(graph), ir::Engine::eager));
    case Backend::reference:
      return std::shared_ptr<rt::Executable>(ir::interpreter(std::move(graph), ir::Engine::reference));
    case Backend::cpu: return compile_cpu(*graph, options);
    case Backend::vulkan: break;
  }
  return Status::error("no Vulkan device");
}

}  // namespace adder::codegen
