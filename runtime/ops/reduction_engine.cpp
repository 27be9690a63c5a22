// Reductions: init, step, combine and finish programs of (op, dtypes), over the kept and the reduced dims.
#include <algorithm>
#include "runtime/ops/engine.h"

namespace adder::rt {
namespace {

Status reduce_program(const OpRow& row, std::span<const Arg> in, DType compute, std::span<const Tensor> outs,
                      ReduceProgram& p) {
  KType t = compute_type(compute);
  DType stored = in[0].t->meta.dtype;
  ProgramBuilder b;
  Acc init = row.init(b, t);
  for (int j = 0; j < init.n; ++j) {
    p.acc.push_back(init[j].type);
    b.store_raw(init[j]);
  }
  Program start = b.finish();
  Cell cells[4];
  ScalarArg none[kScalars];
  evaluate(start, nullptr, none, 0, cells);
  p.init.assign(cells, cells + init.n);
  auto load_acc = [&](ProgramBuilder& pb, int at) {
    Acc a{};
    for (size_t j = 0; j < p.acc.size(); ++j) a.r[a.n++] = pb.load_raw(at + int(j), p.acc[j]);
    return a;
  };
  auto store_acc = [](ProgramBuilder& pb, Acc a) {
    for (int j = 0; j < a.n; ++j) pb.store_raw(a[j]);
    return pb.finish();
  };
  ProgramBuilder step, merge, last;
  Acc have = load_acc(step, 0);
  Reg x = step.cast(step.load(init.n, stored), t);
  p.step = store_acc(step, row.combine(step, have, row.lift(step, x, step.index())));
  Acc left = load_acc(merge, 0);
  Acc right = load_acc(merge, init.n);
  p.combine = store_acc(merge, row.combine(merge, left, right));
  Acc total = load_acc(last, 0);
  Acc r = row.finish(last, total, Args(last, in, t, nullptr, compute));
  for (size_t j = 0; j < outs.size(); ++j) last.store(r[int(j)], outs[j]->meta.dtype, outs[j]->meta.dtype);
  p.finish = last.finish();
  if (step.failed() || merge.failed() || last.failed()) return not_implemented(row, compute);
  return {};
}

}  // namespace

Status run_reduction(Context& c, const OpRow& row, std::span<const Arg> in, std::span<const Tensor> outs) {
  const TensorImpl& x = *in[0].t;
  uint64_t mask = reduced_dims(in, x.meta.sizes.n);
  ReduceNest nest;
  nest.kept.n_operands = 1 + int(outs.size());
  nest.reduced.n_operands = 1;
  Operand& kx = nest.kept.operand[0];
  Operand& rx = nest.reduced.operand[0];
  kx.data = rx.data = static_cast<char*>(x.data());
  kx.type = rx.type = raw_type(x.meta.dtype);
  for (int d = 0; d < x.meta.sizes.n; ++d) {
    LoopNest& n = mask >> d & 1 ? nest.reduced : nest.kept;
    n.operand[0].strides[n.n_dims] = x.meta.strides[d];
    n.sizes[n.n_dims++] = x.meta.sizes[d];
  }
  for (size_t k = 0; k < outs.size(); ++k) {
    Operand& o = nest.kept.operand[1 + k];
    o.data = static_cast<char*>(outs[k]->data());
    o.type = raw_type(outs[k]->meta.dtype);
    bool keep = outs[k]->meta.sizes.n == x.meta.sizes.n;
    for (int d = 0, w = 0; d < outs[k]->meta.sizes.n; ++d)
      if (!keep || !(mask >> d & 1)) o.strides[w++] = outs[k]->meta.strides[d];
  }
  ProgramKey key = key_of(c, row.id(), in, Arg(outs[0]));
  CachedProgram& e = c.caches->entry(key);
  if (!e.used || !(e.key == key)) {
    CachedProgram fresh;
    fresh.types = eager_types(c, row, in);
    TRY(reduce_program(row, in, fresh.types.compute, outs, fresh.reduce));
    fresh.key = key;
    fresh.used = true;
    e = std::move(fresh);
  }
  ScalarArg scalars[kScalars];
  read_scalars(in, is_complex(e.types.compute), scalars);
  run_reduce(e.reduce, nest, scalars, is_complex(e.types.compute), c.pool.get(), c.executor);
  return {};
}

}  // namespace adder::rt
