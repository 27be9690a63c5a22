#include "runtime/ops/meta_sink.h"
#include <algorithm>
#include <deque>
#include "runtime/ops/dispatch.h"
namespace adder::rt {

Value MetaSink::input(const SymMeta& m) {
  metas_.push_back(m);
  return Arg::graph_value(metas_.size() - 1);
}

SymMeta MetaSink::meta(Value v) {
  return v.is_tensor() ? metas_[v.value] : SymMeta();
}

void MetaSink::call(OpId id, std::span<const Arg> in, std::span<Value> out) {
  for (Value& o : out) o = Arg();
  if (!status.ok()) return;
  const OpRow& row = row_of(id);
  if (row.kind == OpKind::composite) return row.decompose(*this, in, out);
  std::vector<SymMeta> copies(in.size());  // metas_ may grow while a rule looks at them
  std::vector<const SymMeta*> metas(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) {
      copies[i] = metas_[in[i].value];
      metas[i] = &copies[i];
    }
  std::vector<SymMeta> results(out.size());
  Status inferred = infer_metas(row, in, metas.data(), results, default_dtype);
  if (!inferred.ok()) return fail(std::move(inferred));
  for (size_t k = 0; k < out.size(); ++k) out[k] = input(results[k]);
}

namespace {

// A pointwise result follows its operands' layout. The order of its dims is decided by the recorded sizes and strides.
void lay_out_pointwise(std::span<const Arg> args, const SymMeta* const* metas, SymMeta& out) {
  std::deque<Meta<int64_t>> recorded;
  std::vector<const Meta<int64_t>*> operands;
  bool alike = true;  // the engine's short way: contiguous operands of one shape
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor()) continue;
    Meta<int64_t>& m = recorded.emplace_back();
    for (int d = 0; d < metas[i]->sizes.n; ++d) {
      m.sizes.push(metas[i]->sizes[d].hint);
      m.strides.push(metas[i]->strides[d].hint);
    }
    operands.push_back(&m);
    alike = alike && is_contiguous(m) && m.sizes == operands[0]->sizes;
  }
  if (alike) return;
  Sizes sizes;
  for (SymInt s : out.sizes) sizes.push(s.hint);
  Sizes strides = pointwise_strides(sizes, operands);
  std::vector<int> order;  // fastest dim first
  for (int d = sizes.n; d-- > 0;) order.push_back(d);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return strides[a] != strides[b] ? strides[a] < strides[b] : sizes[a] == 1 && sizes[b] != 1;
  });
  SymInt stride = 1;
  for (int d : order) {
    out.strides[d] = stride;
    stride = stride * out.sizes[d];
  }
}

// clone(memory_format=contiguous) says so itself.
bool orders_contiguous(std::span<const Arg> args) {
  for (const Arg& a : args)
    if (a.tag == Tag::memory_format) return a.memory_format() == MemoryFormat::contiguous;
  return false;
}

// The engine's check of dtypes (and of dims, for some ops) on stand-ins that have metas and nothing else.
Status check_dtypes(const OpRow& row, std::span<const Arg> args, const SymMeta* const* metas) {
  if (!row.check) return {};
  std::vector<TensorImpl> tensors(args.size());
  std::vector<DType> types(args.size());
  std::vector<Arg> in(args.begin(), args.end());
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor()) continue;
    types[i] = tensors[i].meta.dtype = metas[i]->dtype;
    for (SymInt s : metas[i]->sizes) tensors[i].meta.sizes.push(s.hint);
    in[i].t = &tensors[i];
  }
  return row.check(in, types.data());
}

}  // namespace

Status infer_metas(const OpRow& row, std::span<const Arg> args, const SymMeta* const* metas, std::span<SymMeta> out,
                   DType default_dtype) {
  if (row.kind == OpKind::composite) {
    MetaSink sink;
    sink.default_dtype = default_dtype;
    std::vector<Arg> in(args.begin(), args.end());
    for (size_t i = 0; i < in.size(); ++i)
      if (in[i].is_tensor()) in[i] = sink.input(*metas[i]);
    std::vector<Value> results(out.size());
    row.decompose(sink, in, results);
    if (!sink.status.ok()) return std::move(sink.status);
    for (size_t k = 0; k < out.size(); ++k)
      if (results[k].given()) out[k] = sink.meta(results[k]);
    return {};
  }
  TRY(check_dtypes(row, args, metas));
  InferCtx<SymInt> c{row, args, metas, out.data(), int(out.size()), default_dtype, {}};
  row.infer_sym(c);
  if (!c.status.ok()) return std::move(c.status);
  for (SymMeta& m : out) {
    if (m.strides.n == m.sizes.n) continue;
    m.set_contiguous();
    if (row.kind == OpKind::pointwise && !orders_contiguous(args)) lay_out_pointwise(args, metas, m);
  }
  return {};
}

}  // namespace adder::rt
