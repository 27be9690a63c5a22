#include "ir/passes/fold_constants.h"
#include "ir/rewriter.h"
#include "ir/symbols.h"
#include "runtime/ops/dispatch.h"
namespace adder::ir {
namespace {

constexpr int64_t kLargestFold = 1 << 12;  // elements

bool is_static(const SymMeta& m) {
  if (m.offset.expr) return false;
  for (int d = 0; d < m.sizes.n; ++d)
    if (m.sizes[d].expr || m.strides[d].expr) return false;
  return true;
}

}  // namespace

Graph fold_constants(Graph g) {
  std::vector<Tensor> known(g.n_values());
  std::vector<bool> escapes(g.n_values());
  for (ValueId v : g.outputs()) escapes[v] = true;  // a fresh tensor for each launch
  bool any = false;
  rt::Context context;
  rt::WithEnabled below(context, 0);
  for (const Node& n : g.nodes()) {
    if (n.writes()) return g;
    if (n.kind == NodeKind::constant) known[n.first] = g.constants()[n.constant];
    if (n.kind != NodeKind::call || n.n_results != 1 || n.row().may_raise) continue;
    rt::OpKind kind = n.row().kind;
    bool folds = (kind == rt::OpKind::pointwise || kind == rt::OpKind::reduction || kind == rt::OpKind::view) &&
                 !escapes[n.first] && is_static(g.meta(n.first));
    int tensors = 0;
    for (const Arg& a : n.args) {
      folds &= !is_symbolic(a) && a.tag != rt::Tag::generator;
      if (a.is_tensor()) {
        ++tensors;
        folds &= bool(known[a.value]);
      }
    }
    int64_t numel = 1;
    for (SymInt s : g.meta(n.first).sizes) numel *= s.hint;
    if (!folds || tensors == 0 || numel > kLargestFold) continue;
    BoundArgs args(n.args, {}, [&](ValueId v) { return known[v].get(); });
    Result<Tensor> result = rt::call_op(context, n.row(), args.args());
    if (!result.ok()) continue;
    known[n.first] = std::move(result).value();
    any = true;
  }
  if (!any) return g;
  Rewriter rw(g);
  for (const Node& n : g.nodes()) {
    if (n.kind == NodeKind::call && n.n_results == 1 && known[n.first]) {
      rw.set(n.first, rw.builder().constant(known[n.first]));
    } else {
      rw.copy(n);
    }
  }
  return rw.finish();
}

}  // namespace adder::ir
