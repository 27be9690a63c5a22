#include "codegen/compile.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include "codegen/executable.h"
#include "codegen/kernel_text.h"
#include "codegen/schedule/schedule.h"
#include "codegen/spirv/emit.h"
#include "ir/interpreter.h"
#include "ir/printer.h"
#include "ir/rewriter.h"
namespace adder::codegen {
namespace {

std::string hex(const std::vector<uint32_t>& words) {
  std::string s;
  char line[16];
  for (size_t i = 0; i < words.size(); ++i) {
    std::snprintf(line, sizeof line, "%08x%c", words[i], i % 8 == 7 || i + 1 == words.size() ? '\n' : ' ');
    s += line;
  }
  return s;
}

void dump_plan(const ir::Graph& graph, const Plan& plan, Isa isa, const Dump& dump) {
  if (dump.wants("schedule")) dump.write("schedule", "", launches_text(graph, plan));
  for (const KernelStep& k : plan.kernels) {
    if (dump.wants("kernel")) dump.write("kernel", k.kernel.name, text(k.kernel));
    if (dump.wants("asm") && isa != Isa::generic) {
      rt::ExecMemory memory;  // emitted again, to be looked at
      EmitStats stats;
      stats.wants_listing = true;
      emit_kernel(k.kernel, isa, memory, &stats);
      dump.write("asm", k.kernel.name, stats.listing);
    }
    if (dump.wants("spirv")) {
      SpirvModule m = emit_spirv(k.kernel);
      dump.write("spirv", k.kernel.name, m.words.empty() ? m.reason + "\n" : hex(m.words));
    }
  }
}

// Kernels for the CPU, which also serve what the device cannot take.
std::shared_ptr<rt::Executable> compile_kernels(const ir::Graph& graph, const CompileOptions& options,
                                                std::shared_ptr<rt::VulkanDevice> device) {
  std::shared_ptr<KernelCache> cache = options.cache ? options.cache : std::make_shared<KernelCache>();
  auto start = std::chrono::steady_clock::now();
  ir::PipelineOptions pipeline = options.pipeline;
  if (options.dump.wants("graph")) {
    options.dump.write("graph", "recorded", ir::text(graph));
    pipeline.after = [&](std::string_view pass, const ir::Graph& g) { options.dump.write("graph", pass, ir::text(g)); };
  }
  auto optimized = std::make_shared<const ir::Graph>(ir::optimize(ir::copy_of(graph), pipeline));
  ScheduleOptions how;
  bool emits = cache->isa() != Isa::generic;
  if (emits || device)
    how.missing = [&](const Program& p) {
      std::string cpu = emits ? cache->missing(p) : "no emitter";
      return cpu.empty() || !device ? cpu : missing_in_spirv(p);
    };
  if (emits) how.compile = [&](const Kernel& k) { return cache->kernel(k); };
  how.columns = how.join_products = emits && !device;
  Plan plan = schedule(*optimized, how);
  dump_plan(*optimized, plan, cache->isa(), options.dump);
  if (options.report)
    *options.report = {int(plan.kernels.size()), int(plan.externals.size()),
                       std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count()};
  return make_executable(std::move(optimized), std::move(plan), std::move(cache), std::move(device));
}

}  // namespace

bool Dump::wants(std::string_view stage) const {
  return write && std::find(stages.begin(), stages.end(), stage) != stages.end();
}

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
