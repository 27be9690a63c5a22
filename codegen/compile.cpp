#include "codegen/compile.h"
#include "codegen/executable.h"
#include "codegen/schedule/schedule.h"
#include "codegen/spirv/emit.h"
#include "ir/interpreter.h"
#include "ir/rewriter.h"
namespace adder::codegen {
namespace {

// Kernels for the CPU, which also serve what the device cannot take.
std::shared_ptr<rt::Executable> compile_kernels(const ir::Graph& graph, const CompileOptions& options,
                                                std::shared_ptr<rt::VulkanDevice> device) {
  std::shared_ptr<KernelCache> cache = options.cache ? options.cache : std::make_shared<KernelCache>();
  auto optimized = std::make_shared<const ir::Graph>(ir::optimize(ir::copy_of(graph), options.pipeline));
  ScheduleOptions how;
  bool emits = cache->isa() != Isa::none;
  if (emits || device)
    how.missing = [&](const Program& p) {
      std::string cpu = emits ? cache->missing(p) : "no emitter";
      return cpu.empty() || !device ? cpu : missing_in_spirv(p);
    };
  if (emits) how.compile = [&](const Kernel& k) { return cache->kernel(k); };
  Plan plan = schedule(*optimized, how);
  return make_executable(std::move(optimized), std::move(plan), std::move(cache), std::move(device));
}

}  // namespace

Result<std::shared_ptr<rt::Executable>> compile(std::shared_ptr<const ir::Graph> graph, const CompileOptions& options) {
  switch (options.backend) {
    case Backend::eager: return std::shared_ptr<rt::Executable>(ir::interpreter(std::move(graph), ir::Engine::eager));
    case Backend::reference:
      return std::shared_ptr<rt::Executable>(ir::interpreter(std::move(graph), ir::Engine::reference));
    case Backend::cpu: return compile_kernels(*graph, options, nullptr);
    case Backend::vulkan: {
      std::shared_ptr<rt::VulkanDevice> device = options.device;
      if (!device) {
        ASSIGN_OR_RETURN(device, rt::VulkanDevice::open());
      }
      return compile_kernels(*graph, options, std::move(device));
    }
  }
  CHECK(!"no such backend");
  return Status();
}

}  // namespace adder::codegen
