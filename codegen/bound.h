// What follows from a plan and one set of symbol values: sizes, strides and offsets as numbers.
#pragma once
#include <vector>
#include "codegen/plan.h"
#include "runtime/types/types.h"
namespace adder::codegen {

struct BoundKernel {
  KernelLaunch launch;               // all but the data pointers
  ValueId root[kMaxBuffers] = {};    // 0: scratch
  int64_t offset[kMaxBuffers] = {};  // elements from the root's first one
};
struct BoundExternal {
  std::vector<Arg> args;                         // tensors are patched in at the launch
  std::vector<std::pair<int, ValueId>> tensors;  // argument position, value
  std::vector<std::vector<SymInt>> lists;
};
struct Bound {
  std::vector<int64_t> symbols;
  std::vector<BoundKernel> kernels;
  std::vector<BoundExternal> externals;
  std::vector<rt::Meta<int64_t>> metas;  // by value
  std::vector<int64_t> arena_offsets;    // bytes, by arena slot
  int64_t arena_bytes = 0;
};

std::shared_ptr<const Bound> bind_plan(const Graph& graph, const Plan& plan, std::span<const int64_t> symbols);

}  // namespace adder::codegen
