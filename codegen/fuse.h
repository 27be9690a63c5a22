// The scheduler: groups a graph's nodes into kernels and matmuls with epilogues, and plans their buffers.
#pragma once
#include <map>
#include "codegen/cpu/gemm.h"
#include "ir/graph.h"
namespace adder::rt {
struct Step {
  bool gemm = false;
  Kernel kernel;
  KernelFn fn = nullptr;
  Launch launch;
  std::vector<uint64_t> values;  // values: one for each buffer, 0 for scratch
  std::vector<int64_t> offsets;  // elements into the value's storage
  uint64_t a = 0, b = 0, c = 0;
  int64_t m = 0, n = 0, k = 0, lda = 0, sk = 0, sn = 0;
  PackedB packed;
};
struct Plan {
  std::vector<Step> steps;
  std::map<uint64_t, int64_t> place;
  int64_t arena_bytes = 0, unshared_bytes = 0;  // place: arena offset of intermediates
  std::vector<uint64_t> inputs, outputs;
  std::vector<SymMeta> out_meta;
  IsaName isa;
  std::vector<char> arena;
  std::string text() const;
  int eager_kernels = 0;
};
Plan schedule(const Graph&, IsaName, bool compile = true);
std::vector<Tensor> run_plan(Plan&, std::span<const Tensor> inputs, int threads,
                             Executor how = Executor::tiles);  // reference: interprets the kernels
}  // namespace adder::rt
