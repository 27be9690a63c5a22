// What a graph compiles to: steps in order, and where each value's memory comes from. Sizes, strides and offsets may be
// symbolic; executable.cpp binds them for one set of symbol values.
#pragma once
#include <memory>
#include <string>
#include <vector>
#include "codegen/kernel.h"
#include "codegen/schedule/values.h"
namespace adder::codegen {

// One buffer of a kernel in terms of the graph: `root`'s memory, from `offset` elements after its first one, with
// strides over the outer and the inner dims of the launch. Root 0 is scratch.
struct BufferBinding {
  ValueId root = 0;
  SymInt offset = 0;  // bytes from the root's first element
  SymDims outer, inner;
};
struct ScalarBinding {
  int slot = 0;
  SymInt value = 0;
};
// A reduction over the outer dims, with a result for each position of the inner range. The kernel is pointwise; it adds
// each row to accumulators that lie in buffers of their own (root 0, the same for all rows). Blocks of kAcrossBlock rows
// are combined in order, as the eager engine does. The driver gives the accumulators their memory.
struct ColumnReduction {
  std::vector<int> buffers;  // of the kernel: the accumulators
  std::vector<Cell> init;
  Kernel combine;  // accumulators, and those of the next block -> accumulators
  Kernel finish;   // accumulators -> results; the count scalar is the number of rows
  KernelFn combine_fn = nullptr, finish_fn = nullptr;
  std::vector<ValueId> results;  // dense
};
struct KernelStep {
  Kernel kernel;
  KernelFn fn = nullptr;  // null: interpreted (tests), or not compiled yet
  SymDims outer, inner;   // sizes
  std::vector<BufferBinding> buffers;
  std::vector<ScalarBinding> scalars;
  std::vector<ColumnReduction> columns;  // only where the CPU runs the step
};

// A node that the eager engine runs.
struct ExternalStep {
  NodeId node = 0;
};

struct Step {
  enum Kind : uint8_t { kernel, external } kind = external;
  int index = 0;
  bool feeds_next = false;  // a matrix product whose tiles the next step, a kernel, may take as they come (product.h)
  ValueId in_place = 0;     // then: what the kernel makes of a tile may lie where the tile does; 0: nothing
};

// Where the memory of a root value comes from.
enum class Home : uint8_t {
  none,      // never in memory: only its own kernel sees it
  input,     // a launch's input
  constant,  // a tensor of the graph
  arena,     // the launch's scratch memory, at an offset that the memory plan gives
  tensor     // a tensor of the launch: outputs, what external steps make or read, and what these alias
};
struct RootPlan {
  Home home = Home::none;
  int index = 0;  // of the input, the constant, the arena slot or the tensor
  int first_step = -1, last_step = -1;
  bool made_by_kernel = false;  // its memory must be there before its first step
};

struct Plan {
  std::vector<Step> steps;
  std::vector<KernelStep> kernels;
  std::vector<ExternalStep> externals;
  std::vector<RootPlan> roots;                       // by value
  std::vector<ValueId> root_of;                      // by value
  std::vector<ValueId> arena_values, tensor_values;  // by index of RootPlan
  // Write-backs that need no copy: a kernel writes the source straight into the input's memory.
  std::vector<ir::WriteBack> direct_writes;
  std::vector<ir::WriteBack> copies;  // the others, done at the end
};
// The launches and external calls in order, with what they read and write; and the kernels that are launched.
std::string launches_text(const Graph& graph, const Plan& plan);
std::string kernels_text(const Plan& plan);

}  // namespace adder::codegen
