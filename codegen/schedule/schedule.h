// From a graph to a plan: groups, kernels, and where each value's memory comes from.
#pragma once
#include "codegen/plan.h"
#include "codegen/schedule/groups.h"
namespace adder::codegen {

struct ScheduleOptions {
  // What may be fused; null: nothing, every node is an external step.
  SupportCheck missing;
  // Turns a kernel into code. A kernel that gives null runs node by node instead. Null: kernels are left uncompiled.
  std::function<KernelFn(const Kernel&)> compile;
  bool columns = false;  // fuse reductions over outer dims; the kernels have to run on the CPU
  bool join_products = false;  // mark products that feed the next kernel; the kernels have to run on the CPU
};

// The graph is functional, apart from nodes that write into memory on purpose; these keep their place in the order.
Plan schedule(const Graph& g, const ScheduleOptions& options);

}  // namespace adder::codegen
