// Matrix products whose result one pointwise kernel reads next: the kernel runs on each tile of the result while that is
// in the cache, so bias (the sums start from it), activation and what follows cost no second trip through memory. The
// numbers are those of the two steps one after the other.
#pragma once
#include "codegen/bound.h"
#include "runtime/ops/dispatch.h"
namespace adder::codegen {

// Whether a node is a product of float matrices that run_product takes.
bool is_product(const Graph& graph, const Node& n);
// Whether the kernel step after it can follow the product's tiles, as far as is known before sizes are bound: pointwise,
// and the result, read where it is written, is all that it takes from the product.
bool follows_tiles(const Graph& graph, const Node& product, const KernelStep& k);

// Whether a kernel step walks a buffer that lies like the product's result: row by row, without gaps.
bool walks_rows(const KernelStep& k, const BufferBinding& buffer);

// The operands of one launch: mm's or addmm's tensors in order, and memory for the result.
struct ProductOperands {
  const rt::TensorImpl *bias = nullptr, *left = nullptr, *right = nullptr;  // bias: addmm's first operand
  float* result = nullptr;
};
// Runs the product, and `next`, with the data pointers of its launch set, on every tile. False: this product has no tiles
// (one row, or too small), or the kernel does not walk them; nothing was done.
bool run_product(rt::Context& c, const ProductOperands& operands, const KernelStep& next, const KernelLaunch& launch);

}  // namespace adder::codegen
