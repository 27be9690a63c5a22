// What an op would give, from shapes and dtypes alone: for recorders that make tensors before their data.
#include "runtime/ops/engine.h"

namespace adder::rt {

Status infer_op(Context& c, OpId id, std::span<const Arg> in, std::span<const Arg> out, std::span<ResultInfo> results) {
  const OpRow& row = row_of(id);
  CHECK(row.infer && results.size() == out.size());
  TRY(check_dtypes(row, in));
  std::vector<Meta<int64_t>> metas(out.size());
  TRY(infer(c, row, in, metas));
  for (size_t k = 0; k < out.size(); ++k) {
    ResultInfo& r = results[k];
    r.meta = metas[k];
    r.alias = ResultAlias::fresh;
    if (row.kind == OpKind::view) {
      r.alias = ResultAlias::view;
      continue;
    }
    if (out[k].is_tensor()) {
      TRY(check_destination(*out[k].t, metas[k].sizes, metas[k].dtype));
      r.meta = out[k].t->meta;
      r.alias = ResultAlias::destination;
      continue;
    }
    if (row.kind == OpKind::pointwise) {
      std::vector<const Meta<int64_t>*> operands;
      const Arg* format = nullptr;
      for (const Arg& a : in) {
        if (a.is_tensor()) operands.push_back(&a.t->meta);
        if (a.tag == Tag::memory_format && a.memory_format() != MemoryFormat::preserve) format = &a;
      }
      if (!format)
        r.meta.strides = pointwise_strides(r.meta.sizes, operands);
      else if (format->memory_format() != MemoryFormat::contiguous)
        r.meta.strides = channels_last_strides(r.meta.sizes);
    }
    if (r.meta.strides.n != r.meta.sizes.n) r.meta.set_contiguous();
    r.meta.offset = 0;
  }
  return {};
}

}  // namespace adder::rt
