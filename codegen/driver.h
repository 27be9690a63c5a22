// Runs a compiled kernel over a launch: cuts it into rows or runs for the threads, and packs operands whose inner
// stride the kernel does not walk.
#pragma once
#include "codegen/plan.h"
#include "runtime/base/thread_pool.h"
namespace adder::codegen {

// Merges outer dims that every buffer walks as one, and for pointwise kernels the last one with the inner range.
// Kernels that use their index keep their inner range.
void merge_dims(const Kernel& k, KernelLaunch& l);

// Null pool: one thread. The split depends on the launch alone, so results do not depend on the number of threads.
void run_kernel(const Kernel& k, KernelFn fn, const KernelLaunch& l, rt::ThreadPool* pool);

// The same for a step with reductions over the outer dims: threads take columns, so that each column sees its rows in
// order. `results`: the memory of the columns' results, in order.
void run_columns(const KernelStep& step, const KernelLaunch& l, std::span<char* const> results, rt::ThreadPool* pool);

}  // namespace adder::codegen
