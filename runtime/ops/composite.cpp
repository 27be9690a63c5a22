// Composite ops are what they decompose into: shape, dtype, gradient and kernel all follow from that.
#include "runtime/ops/op.h"
namespace adder::rt {
USE_OP(mul)
USE_OP(sigmoid) USE_OP(exp) USE_OP(sub) USE_OP(amax) USE_OP(div) USE_OP(sum) USE_OP(mm) USE_OP(transpose) USE_OP(add)
    USE_OP(gt) USE_OP(rand_like) USE_OP(where)  // the ops that this family's rules emit
    namespace {
  struct silu_op {
    static constexpr Schema schemas[] = {"silu(Tensor self) -> Tensor"};
    static constexpr std::string_view doc = "self * sigmoid(self).", samples[] = {"(2,3)"};
    static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
      out[0] = emit::mul(g, in[0], emit::sigmoid(g, in[0]));
    }
  };
  struct softmax_op {
    static constexpr Schema schemas[] = {"softmax.int(Tensor self, int dim) -> Tensor"};
    static constexpr std::string_view doc = "exp(self) over its sum along dim.",
                                      samples[] = {"(2,5) dim=-1", "(3,4) dim=0"};
    static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
      Dims<SymInt> dim{in[1].sym()};
      Value e = emit::exp(g, emit::sub(g, in[0], emit::amax(g, in[0], dim, true)));
      out[0] = emit::div(g, e, emit::sum(g, e, dim, true));
    }
  };
  struct linear_op {
    static constexpr Schema schemas[] = {"linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor"};
    static constexpr std::string_view doc = "input @ weight.T + bias for a 2-d input.",
                                      samples[] = {"(2,3) (4,3)", "(2,3) (4,3) (4)"};
    static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
      out[0] = emit::mm(g, in[0], emit::transpose(g, in[1], 0, 1));
      if (in.size() > 2 && in[2].given()) out[0] = emit::add(g, out[0], in[2]);
    }
  };
  struct dropout_op {
    static constexpr Schema schemas[] = {"dropout(Tensor input, float p, bool train) -> Tensor"};
    static constexpr std::string_view doc = "Zeroes with probability p and rescales while training.",
                                      samples[] = {"(4,5) 0.5 True", "(4,5) 0.25 False"};
    static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
      if (!in[2].i || in[1].number() == 0) {
        out[0] = in[0];
        return;
      }
      Value keep = emit::gt(g, emit::rand_like(g, in[0]), in[1].number());
      out[0] = emit::where(g, keep, emit::mul(g, in[0], 1 / (1 - in[1].number())), 0.0);
    }
  };
}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/composite.def"
}  // namespace adder::rt
