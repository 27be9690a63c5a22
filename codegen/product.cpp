#include "codegen/product.h"
#include "codegen/driver.h"
#include "runtime/eager/gemm.h"
#include "runtime/ops/rules.h"
namespace adder::codegen {
namespace {

bool is_plain_one(const Arg& a) {
  return !a.given() || (a.is_number() && a.tag != rt::Tag::complex_number && a.tag != rt::Tag::symbol && a.number() == 1);
}

// The launch over rows and columns of the result, if its outer dims are one walk; `launch` has its dims merged.
bool as_matrix(const Kernel& k, const KernelLaunch& launch, int64_t rows, int64_t columns, KernelLaunch* out) {
  *out = launch;
  if (launch.n_outer == 1 && launch.outer[0] == rows && launch.n == columns) return true;
  if (launch.n_outer != 0 || launch.n != rows * columns) return false;
  out->n_outer = 1;  // all of it was one run
  out->outer[0] = rows;
  out->n = columns;
  for (size_t b = 0; b < k.buffers.size(); ++b) out->strides[b][0] = launch.inner_stride[b] * columns;
  return true;
}

}  // namespace

bool is_product(const Graph& graph, const Node& n) {
  if (n.kind != ir::NodeKind::call || n.writes() || n.n_results != 1) return false;
  const SymMeta& result = graph.meta(n.first);
  if (result.dtype != rt::DType::f32 || !is_contiguous(result)) return false;
  if (n.row().name == "mm") return true;
  if (n.row().name != "addmm" || n.args.size() < 3) return false;
  for (size_t i = 3; i < n.args.size(); ++i)
    if (!is_plain_one(n.args[i])) return false;
  const SymMeta& bias = graph.meta(ValueId(n.args[0].value));
  return bias.dtype == rt::DType::f32 && bias.sizes.n == 1 && same(bias.sizes[0], result.sizes[1]) &&
         is_constant(bias.strides[0], 1);
}

bool walks_rows(const KernelStep& k, const BufferBinding& buffer) {
  SymInt behind = 1;  // elements behind a dim: its stride
  for (const auto& [strides, sizes] : {std::pair(&buffer.inner, &k.inner), std::pair(&buffer.outer, &k.outer)})
    for (int d = strides->n; d-- > 0;) {
      if (!is_constant((*sizes)[d], 1) && !same((*strides)[d], behind)) return false;
      behind = behind * (*sizes)[d];
    }
  return is_constant(buffer.offset, 0);
}

bool follows_tiles(const Graph& graph, const Node& product, const KernelStep& k) {
  if (!k.kernel.pointwise() || !k.columns.empty() || k.kernel.uses_index() || !k.fn) return false;
  bool reads = false;
  for (size_t b = 0; b < k.buffers.size(); ++b) {
    if (k.kernel.buffers[b].scratch) return false;
    if (k.buffers[b].root != product.first) continue;
    if (!walks_rows(k, k.buffers[b])) return false;
    reads = true;
  }
  return reads && k.inner.n == 1 && same(k.inner[0], graph.meta(product.first).sizes[1]);
}

bool run_product(rt::Context& c, const ProductOperands& p, const KernelStep& next, const KernelLaunch& launch) {
  int64_t m = p.left->size(0), n = p.right->size(1), depth = p.left->size(1);
  KernelLaunch matrix;
  if (!rt::has_tiles(m, n, depth) || !as_matrix(next.kernel, launch, m, n, &matrix)) return false;
  auto view = [](const rt::TensorImpl& t) {
    return rt::MatrixView<float>{t.data_as<float>(), t.meta.strides[0], t.meta.strides[1]};
  };
  auto on_tile = [&](int64_t row, int64_t rows, int64_t column, int64_t columns) {
    KernelLaunch part = matrix;
    part.outer[0] = rows;
    part.n = columns;
    for (size_t b = 0; b < next.kernel.buffers.size(); ++b) {
      int64_t elements = row * matrix.strides[b][0] + column * matrix.inner_stride[b];
      part.data[b] = static_cast<char*>(matrix.data[b]) + elements * rt::kTypeBytes[next.kernel.buffers[b].type];
    }
    run_kernel(next.kernel, next.fn, part, nullptr);
  };
  rt::gemm_tiles(rt::PoolParallel(c), m, n, depth, view(*p.left), view(*p.right),
                 p.bias ? p.bias->data_as<float>() : nullptr, p.result, on_tile);
  return true;
}

}  // namespace adder::codegen
