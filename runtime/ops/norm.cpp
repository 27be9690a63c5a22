// One more family over op_scheme's engine: what the fused examples need.
#include "runtime/ops/op.h"
namespace adder::rt {
USE_OP(mul)
USE_OP(sub) USE_OP(add) USE_OP(mean) USE_OP(amax) USE_OP(sum) USE_OP(exp) USE_OP(log) USE_OP(gather) USE_OP(unsqueeze)
    USE_OP(rsqrt) namespace {
  struct rsqrt_op {
    static constexpr Schema schemas[] = {"rsqrt(Tensor self) -> Tensor"};
    static constexpr std::string_view doc = "1 / sqrt(self).", samples[] = {"(2,3)"};
    static constexpr Promotion promotion = Promotion::to_float;
    static constexpr Domain domain{0.2, 3};
    static Reg formula(ProgramBuilder& b, Args x) {
      Reg one = b.like(x[0], 1);
      return b.div(one, b.sqrt(x[0]));
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      Value y = c.out();
      c.set(0, emit::mul(g, c.grad(), emit::mul(g, emit::mul(g, y, emit::mul(g, y, y)), -0.5)));
    }
  };
  struct layer_norm_op {
    static constexpr Schema schemas[] = {
        "layer_norm(Tensor input, Tensor weight, Tensor bias, float eps=1e-5) -> Tensor"};
    static constexpr std::string_view doc = "Normalizes over the last dim.", samples[] = {"(2,5) (5) (5)"};
    static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
      Dims<SymInt> last{SymInt(-1)};
      Value m = emit::mean(g, in[0], last, true), d = emit::sub(g, in[0], m),
            v = emit::mean(g, emit::mul(g, d, d), last, true);
      Value r = emit::rsqrt(g, emit::add(g, v, in.size() > 3 && in[3].given() ? in[3].number() : 1e-5));
      out[0] = emit::add(g, emit::mul(g, emit::mul(g, d, r), in[1]), in[2]);
    }
  };
  struct rms_norm_op {
    static constexpr Schema schemas[] = {"rms_norm(Tensor input, Tensor weight, float eps=1e-6) -> Tensor"};
    static constexpr std::string_view doc = "Divides by the root mean square over the last dim.",
                                      samples[] = {"(2,5) (5)"};
    static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
      Dims<SymInt> last{SymInt(-1)};
      Value v = emit::mean(g, emit::mul(g, in[0], in[0]), last, true);
      Value r = emit::rsqrt(g, emit::add(g, v, in.size() > 2 && in[2].given() ? in[2].number() : 1e-6));
      out[0] = emit::mul(g, emit::mul(g, in[0], r), in[1]);
    }
  };
  struct cross_entropy_op {  // per row; the mean over rows is one more op
    static constexpr Schema schemas[] = {"cross_entropy(Tensor input, Tensor target) -> Tensor"};
    static constexpr std::string_view doc = "logsumexp(row) - row[target], one loss a row; target is [n, 1].",
                                      samples[] = {"(3,5) i(3,1)"};
    static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
      Dims<SymInt> last{SymInt(-1)};
      Value m = emit::amax(g, in[0], last, true), s = emit::sum(g, emit::exp(g, emit::sub(g, in[0], m)), last, true);
      Value lse = emit::add(g, emit::log(g, s), m);
      out[0] = emit::sub(g, lse, emit::gather(g, in[0], 1, in[1]));
    }
  };
}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/norm.def"
}  // namespace adder::rt
