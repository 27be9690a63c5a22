// Reductions: init is the neutral accumulator, lift makes one of an element, combine merges two, finish turns it into
// results.
#include "runtime/ops/op.h"
namespace adder::rt {
USE_OP(unsqueeze)
USE_OP(expand)
USE_OP(div) USE_OP(to) USE_OP(eq) USE_OP(sum) USE_OP(mul) USE_OP(scatter_zeros) USE_OP(sub)
    USE_OP(add)  // the ops that this family's rules emit
    namespace {
  // The gradient of a reduced result, spread over the input's shape (as a view).
  Value spread(OpSink & g, VjpCtx & c, Value v) {
    const SymMeta& in = c.meta(0);
    if (!(c.given(2) && c.param(2).i)) {
      const Arg args[] = {Arg(), c.param(1)};
      uint64_t mask = reduced_dims(args, in.sizes.n);
      for (int d = 0; d < in.sizes.n; ++d)
        if (mask >> d & 1) v = emit::unsqueeze(g, v, d);
    }
    return emit::expand(g, v, in.sizes);
  }
  SymInt reduced_count(VjpCtx & c) {
    const SymMeta& in = c.meta(0);
    const Arg args[] = {Arg(), c.param(1)};
    uint64_t mask = reduced_dims(args, in.sizes.n);
    SymInt n = 1;
    for (int d = 0; d < in.sizes.n; ++d)
      if (mask >> d & 1) n = n * in.sizes[d];
    return n;
  }
  constexpr std::string_view kReductionSamples[] = {"(2,3,4)", "(2,3,4) dim=[1]", "(2,3,4) dim=[-1,0] keepdim=True"};

  struct sum_op {
    static constexpr Schema schemas[] = {"sum.dim_IntList(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
                                         "sum(Tensor self) -> Tensor"};
    static constexpr std::string_view doc = "Sum; bool and integers sum as int64.";
    static constexpr auto& samples = kReductionSamples;
    static constexpr OutType outs[] = {OutType::accumulate};
    static Acc init(ProgramBuilder& b, KType t) { return {b.constant(0, t)}; }
    static Acc lift(ProgramBuilder&, Reg x, Reg) { return {x}; }
    static Acc combine(ProgramBuilder& b, Acc x, Acc y) { return {b.add(x[0], y[0])}; }
    static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, spread(g, c, c.grad())); }
  };
  struct mean_op {
    static constexpr Schema schemas[] = {"mean.dim(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
                                         "mean(Tensor self) -> Tensor"};
    static constexpr std::string_view doc = "Arithmetic mean; NaN of nothing.";
    static constexpr auto& samples = kReductionSamples;
    static constexpr Promotion promotion = Promotion::to_float;
    static Acc init(ProgramBuilder& b, KType t) { return {b.constant(0, t)}; }
    static Acc lift(ProgramBuilder&, Reg x, Reg) { return {x}; }
    static Acc combine(ProgramBuilder& b, Acc x, Acc y) { return {b.add(x[0], y[0])}; }
    static Acc finish(ProgramBuilder& b, Acc a, Args x) { return {b.div(a[0], x.count())}; }
    static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::div(g, spread(g, c, c.grad()), reduced_count(c))); }
  };
  double lowest(KType t) {
    return t == kI32 ? -2147483648.0 : t == kI64 ? -9.3e18 : t == kB8 ? 0 : -__builtin_inf();
  }
  struct amax_op {
    static constexpr Schema schemas[] = {"amax(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor"};
    static constexpr std::string_view doc = "Maximum; ties share the gradient.";
    static constexpr auto& samples = kReductionSamples;
    static Acc init(ProgramBuilder& b, KType t) { return {b.constant(lowest(t), t)}; }
    static Acc lift(ProgramBuilder&, Reg x, Reg) { return {x}; }
    static Acc combine(ProgramBuilder& b, Acc x, Acc y) {
      return {x[0].type == kB8 ? b.bit_or(x[0], y[0]) : b.max(x[0], y[0])};
    }
    static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
    static void vjp(OpSink& g, VjpCtx& c) {
      Value hit = emit::to(g, emit::eq(g, c.data(0), spread(g, c, c.out())), c.meta(0).dtype);
      Value ties = emit::sum(g, hit, c.param(1), c.given(2) ? c.param(2) : Arg(false));
      c.set(0, emit::mul(g, hit, spread(g, c, emit::div(g, c.grad(), ties))));
    }
  };
  struct max_dim_op {  // torch.max(x, dim): two results, the second an index
    static constexpr Schema schemas[] = {
        "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
    static constexpr std::string_view doc = "Maximum along dim and its first position; NaN wins.",
                                      samples[] = {"(2,3,4) dim=1", "(3,4) dim=-1 keepdim=True"};
    static constexpr OutType outs[] = {OutType::common, OutType::int64};
    static Acc init(ProgramBuilder& b, KType t) { return {b.constant(lowest(t), t), b.constant(9.3e18, kI64)}; }
    static Acc lift(ProgramBuilder&, Reg x, Reg index) { return {x, index}; }
    static Acc combine(ProgramBuilder& b, Acc x,
                       Acc y) {  // y wins if larger, if it alone is NaN, or at a tie if it is earlier
      Reg y_wins = b.lt(x[0], y[0]), tie = b.eq(x[0], y[0]);
      if (x[0].type == kF32 || x[0].type == kF64) {
        Reg x_nan = b.is_nan(x[0]), y_nan = b.is_nan(y[0]);
        y_wins = b.bit_or(y_wins, b.bit_and(y_nan, b.bit_not(x_nan)));
        tie = b.bit_or(tie, b.bit_and(x_nan, y_nan));
      }
      y_wins = b.bit_or(y_wins, b.bit_and(tie, b.lt(y[1], x[1])));
      return {b.select(y[0], x[0], y_wins), b.select(y[1], x[1], y_wins)};
    }
    static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
    static void vjp(OpSink& g, VjpCtx& c) {
      int n = c.meta(0).sizes.n;
      int64_t d = c.param(1).i;
      if (d < 0) d += n;
      bool keep = c.given(2) && c.param(2).i;
      Value grad = keep ? c.grad(0) : emit::unsqueeze(g, c.grad(0), d),
            index = keep ? c.out(1) : emit::unsqueeze(g, c.out(1), d);
      c.set(0, emit::scatter_zeros(g, grad, d, index, c.meta(0).sizes[int(d)]));
    }
  };
  struct var_mean_op {  // both results carry gradients; either may be undefined
    static constexpr Schema schemas[] = {
        "var_mean(Tensor self, int[]? dim=None, bool keepdim=False, *, Scalar correction=1) -> (Tensor, Tensor)"};
    static constexpr std::string_view
        doc = "Variance and mean in one pass (count, mean, squared deviations merged pairwise).",
        samples[] = {"(2,3,4)", "(4,3) dim=[0]", "(2,5) dim=[1] keepdim=True correction=0"};
    static constexpr Promotion promotion = Promotion::to_float;
    static Acc init(ProgramBuilder& b, KType t) {
      Reg z = b.constant(0, t);
      return {z, z, z};
    }
    static Acc lift(ProgramBuilder& b, Reg x, Reg) { return {b.like(x, 1), x, b.like(x, 0)}; }
    static Acc combine(ProgramBuilder& b, Acc x, Acc y) {
      Reg n = b.add(x[0], y[0]), share = b.div(y[0], b.max(n, b.like(n, 1))), delta = b.sub(y[1], x[1]);
      Reg cross = b.mul(b.mul(delta, delta), b.mul(x[0], share));
      return {n, b.add(x[1], b.mul(delta, share)), b.add(b.add(x[2], y[2]), cross)};
    }
    static Acc finish(ProgramBuilder& b, Acc a, Args x) {
      Reg nan = b.like(a[0], __builtin_nan("")), some = b.lt(b.like(a[0], 0), a[0]);
      return {b.div(a[2], b.max(b.sub(a[0], x.number(3, 1)), b.like(a[0], 0))), b.select(a[1], nan, some)};
    }
    static void vjp(OpSink& g, VjpCtx& c) {
      Value d;
      Value x = c.data(0), m = c.out(1);
      if (c.grad(0).given()) {
        SymInt n = reduced_count(c);
        Value scale = c.given(3) ? emit::div(g, c.grad(0), double(n.hint) / 2 - c.param(3).number() / 2)
                                 : emit::div(g, emit::mul(g, c.grad(0), 2.0), n - SymInt(1));
        d = emit::mul(g, spread(g, c, scale), emit::sub(g, x, spread(g, c, m)));
      }
      if (c.grad(1).given()) {
        Value e = emit::div(g, spread(g, c, c.grad(1)), reduced_count(c));
        d = d.given() ? emit::add(g, d, e) : e;
      }
      c.set(0, d);
    }
  };
}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/reduction.def"
}  // namespace adder::rt
