#include "codegen/schedule/node_program.h"
namespace adder::codegen {

std::optional<NodeReduction> reduction_program(const ir::Graph& g, const ir::Node& n) {
  const rt::OpRow& row = n.row();
  ir::NodeTypes types = ir::node_types(g, n);
  KType t = rt::compute_type(types.types.compute);
  rt::DType stored = g.meta(ir::ValueId(n.args[0].value)).dtype;
  NodeReduction r;
  Reduction& red = r.reduction;
  ProgramBuilder lift, start, step, merge, last;
  lift.store_raw(lift.cast(lift.load(0, stored), t));
  r.lift = lift.finish();
  rt::Acc init = row.init(start, t);
  for (int j = 0; j < init.n; ++j) {
    red.acc.push_back(init[j].type);
    start.store_raw(init[j]);
  }
  Cell cells[4];
  ScalarArg none[rt::kScalars];
  rt::evaluate(start.finish(), nullptr, none, 0, cells);
  red.init.assign(cells, cells + init.n);
  auto load = [&](ProgramBuilder& b, int at) {
    rt::Acc a;
    for (size_t j = 0; j < red.acc.size(); ++j) a.r[a.n++] = b.load_raw(at + int(j), red.acc[j]);
    return a;
  };
  auto store = [](ProgramBuilder& b, const rt::Acc& a) {
    for (int j = 0; j < a.n; ++j) b.store_raw(a[j]);
  };
  rt::Acc have = load(step, 0);
  Reg x = step.load_raw(init.n, t);
  store(step, row.combine(step, have, row.lift(step, x, step.index())));
  rt::Acc left = load(merge, 0);
  rt::Acc right = load(merge, init.n);
  store(merge, row.combine(merge, left, right));
  rt::Acc total = load(last, 0);
  rt::Acc result = row.finish(last, total, rt::Args(last, n.args, t, nullptr, types.types.compute));
  for (uint32_t j = 0; j < n.n_results; ++j) {
    rt::DType d = g.meta(n.first + j).dtype;
    last.store(result[int(j)], d, d);
  }
  red.step = step.finish();
  red.combine = merge.finish();
  r.finish = last.finish();
  if (lift.failed() || step.failed() || merge.failed() || last.failed()) return std::nullopt;
  return r;
}

}  // namespace adder::codegen
