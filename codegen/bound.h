// What follows from a plan and one set of symbol values: sizes, strides and offsets as numbers.
#pragma once
#include <span>
#include <vector>
#include "codegen/plan.h"
#include "runtime/types/types.h"
namespace adder::codegen {

// A kernel's launch in little room: plans are kept as long as their function, and most launches use a small part of
// what a KernelLaunch has room for.
class BoundKernel {
 public:
  BoundKernel(const KernelLaunch& l, std::span<const ValueId> roots, std::span<const int64_t> offsets,
              std::span<const int> scalars);
  KernelLaunch launch() const;                                          // all but the data pointers
  ValueId root(size_t buffer) const { return ValueId(of(buffer)[0]); }  // 0: scratch
  int64_t offset(size_t buffer) const { return of(buffer)[1]; }         // bytes from the root's first element

 private:
  const int64_t* of(size_t buffer) const { return numbers_.data() + n_outer_ + buffer * (3 + n_outer_); }
  uint32_t n_outer_, n_buffers_;
  int64_t n_;
  // The outer sizes; root, offset, inner and outer strides of each buffer; slot and value of each scalar.
  std::vector<int64_t> numbers_;
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
  std::vector<rt::Meta<int64_t>> metas;  // by index of the graph's metas
  std::vector<int64_t> arena_offsets;    // bytes, by arena slot
  int64_t arena_bytes = 0;
  const rt::Meta<int64_t>& meta(const Graph& graph, ValueId v) const { return metas[graph.value(v).meta]; }
};

std::shared_ptr<const Bound> bind_plan(const Graph& graph, const Plan& plan, std::span<const int64_t> symbols);

}  // namespace adder::codegen
