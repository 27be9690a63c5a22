// An OpSink that runs shape rules only: no data, no nodes. It serves to probe what a rule touches and to find the shape
// of a composite op from its parts.
#pragma once
#include <vector>
#include "runtime/ops/op.h"
namespace adder::rt {

class MetaSink : public OpSink {
 public:
  Value input(const SymMeta& m);
  void call(OpId id, std::span<const Arg> in, std::span<Value> out) override;
  SymMeta meta(Value v) override;

 private:
  std::vector<SymMeta> metas_{SymMeta()};  // value numbers start at 1
};

// The metas of the results of one op, from its arguments and the metas of its tensor operands (metas[i] belongs to
// args[i] and is read only where args[i] is a tensor). Composite ops are inferred through their decomposition.
Status infer_metas(const OpRow& row, std::span<const Arg> args, const SymMeta* const* metas, std::span<SymMeta> out,
                   DType default_dtype);

}  // namespace adder::rt
