// A plan that runs: rt::Executable over a schedule.
#pragma once
#include <memory>
#include "codegen/kernel_cache.h"
#include "codegen/plan.h"
#include "runtime/executable.h"
namespace adder::codegen {

// `interpret_kernels`: run kernels that have no code through interpret() with this executor; else a kernel without code
// is a bug.
std::shared_ptr<rt::Executable> make_executable(std::shared_ptr<const Graph> graph, Plan plan,
                                                std::shared_ptr<KernelCache> cache);

}  // namespace adder::codegen
