// Reductions: init is the neutral accumulator, lift makes one of an element, combine merges two, finish turns it into
// results. Sums of integers are int64; float16 and bfloat16 accumulate in float32.
#include "runtime/ops/rules.h"
#include "runtime/ops/dispatch.h"

namespace adder::rt {

USE_OP(unsqueeze)
USE_OP(expand)
USE_OP(div)
USE_OP(to)
USE_OP(eq)
USE_OP(ne)
USE_OP(sum)
USE_OP(mul)
USE_OP(scatter_zeros)
USE_OP(sub)
USE_OP(add)
USE_OP(prod)
USE_OP(where)
USE_OP(isnan)
USE_OP(exp)
USE_OP(log)
USE_OP(abs)
USE_OP(sign)
USE_OP(sqrt)
USE_OP(pow)
USE_OP(square)
USE_OP(amax)
USE_OP(amin)
USE_OP(var)
USE_OP(mean)
USE_OP(masked_fill)
USE_OP(nansum)
USE_OP(sum_of_squares)
USE_OP(logical_not)
USE_OP(reshape)
USE_OP(fill)
USE_OP(isfinite)
USE_OP(linalg_vector_norm)
USE_OP(conj_physical)
USE_OP(sgn)
USE_OP(real_part)
USE_OP(logical_and)
USE_OP(logical_or)

void share_among_equals(OpSink& g, VjpCtx& c) {
  Value x = c.data(0), y = c.out(0);
  Value hit = emit::eq(g, x, y);
  if (is_floating(c.meta(0).dtype))
    hit = emit::logical_or(g, hit, emit::logical_and(g, emit::isnan(g, x), emit::isnan(g, y)));
  // Counted as integers: a narrow dtype does not hold counts.
  c.set(0, emit::where(g, hit, emit::div(g, c.grad(), emit::sum(g, hit)), 0.0));
}

namespace {

// ---- what gradients share

uint64_t mask_of(const VjpCtx& c, int n_dims, int dim_at = 1) {
  const Arg args[] = {Arg(), c.param(dim_at)};
  return reduced_dims(args, n_dims);
}
// A reduced result spread over the input's shape (as a view).
Value spread(OpSink& g, const SymMeta& in, Value v, uint64_t mask, bool kept) {
  if (!kept)
    for (int d = 0; d < in.sizes.n; ++d)
      if (mask >> d & 1) v = emit::unsqueeze(g, v, d);
  return emit::expand(g, v, in.sizes);
}
Value spread(OpSink& g, VjpCtx& c, Value v) {
  return spread(g, c.meta(0), v, mask_of(c, c.meta(0).sizes.n), c.param(2).flag());
}
SymInt reduced_count(const VjpCtx& c) {
  const SymMeta& in = c.meta(0);
  uint64_t mask = mask_of(c, in.sizes.n);
  SymInt n = 1;
  for (int d = 0; d < in.sizes.n; ++d)
    if (mask >> d & 1) n = n * in.sizes[d];
  return n;
}
Arg keep_of(const VjpCtx& c) {
  return Arg(c.param(2).flag());
}

constexpr std::string_view kReductionSamples[] = {"(2,3,4)", "(2,3,4) dim=[1]", "(2,3,4) dim=[-1,0] keepdim=True"};
constexpr std::string_view kOneDimSamples[] = {"(2,3,4) dim=1", "(3,4) dim=-1 keepdim=True"};

// Extremes of nothing do not exist; PyTorch says which dim is empty.
Status not_empty(const OpRow& row, std::span<const Arg> in, ErrorKind kind = ErrorKind::runtime) {
  const TensorImpl& x = *in[0].t;
  if (x.numel != 0) return {};
  std::string name(row.canonical().base_name());
  uint64_t mask = reduced_dims(in, x.dim());
  bool named = in.size() > 1 && in[1].given() && (in[1].is_integer() || in[1].count > 0);
  if (!named)
    return Status::error(
        kind, kind == ErrorKind::index
                  ? name + "(): Expected reduction dim to be specified for input.numel() == 0."
                  : name +
                        "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction "
                        "dim with the 'dim' argument.");
  for (int d = 0; d < x.dim(); ++d)
    if ((mask >> d & 1) && x.size(d) == 0) {
      int64_t shown = d;  // a list of dims is shown as given
      for (uint32_t k = 0; !in[1].is_integer() && k < in[1].count; ++k)
        if (in[1].ints[k].hint + x.dim() == d) shown = in[1].ints[k].hint;
      return Status::error(ErrorKind::index,
                           name + "(): Expected reduction dim " + std::to_string(shown) + " to have non-zero size.");
    }
  return {};
}

#define REDUCTION_SCHEMAS(opname)       \
  static constexpr Schema schemas[] = { \
      #opname ".dim_IntList(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};

struct SumRule {
  static Acc init(ProgramBuilder& b, KType t) { return {b.constant(0, t)}; }
  static Acc lift(ProgramBuilder&, Reg x, Reg) { return {x}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) { return {b.add(x[0], y[0])}; }
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
};
std::string_view sum_name(std::span<const Arg> in, std::string_view whole, std::string_view some) {
  return in.size() > 1 && in[1].given() ? some : whole;
}

struct sum_op : SumRule {
  REDUCTION_SCHEMAS(sum)
  static constexpr std::string_view doc = "Sum; bool and integers sum as int64.";
  static constexpr auto& samples = kReductionSamples;
  static constexpr OutType outs[] = {OutType::accumulate};
  static std::string_view grad_name_of(std::span<const Arg> in) { return sum_name(in, "SumBackward0", "SumBackward1"); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, spread(g, c, c.grad())); }
};
struct sum_of_squares_op : SumRule {
  REDUCTION_SCHEMAS(sum_of_squares)
  static constexpr std::string_view doc = "sum(self * self) in one pass; of floats.";
  static constexpr auto& samples = kReductionSamples;
  static constexpr uint32_t surface = kInternal;
  static Acc lift(ProgramBuilder& b, Reg x, Reg) { return {b.mul(x, x)}; }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::mul(g, spread(g, c, c.grad()), emit::mul(g, c.data(0), 2.0)));
  }
};
struct nansum_op : SumRule {
  REDUCTION_SCHEMAS(nansum)
  static constexpr std::string_view doc = "Sum of what is not NaN.";
  static constexpr auto& samples = kReductionSamples;
  static constexpr OutType outs[] = {OutType::accumulate};
  static Acc lift(ProgramBuilder& b, Reg x, Reg) {
    return {is_float_type(x.type) ? b.select(b.like(x, 0), x, b.is_nan(x)) : x};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::where(g, emit::isnan(g, c.data(0)), 0.0, spread(g, c, c.grad())));
  }
};
struct mean_op : SumRule {
  REDUCTION_SCHEMAS(mean)
  static constexpr uint8_t overlap = kOverlapWithin;
  static constexpr std::string_view doc = "Arithmetic mean; NaN of nothing.";
  static constexpr auto& samples = kReductionSamples;
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return sum_name(in, "MeanBackward0", "MeanBackward1");
  }
  static Status check(std::span<const Arg> in, const DType* d) {
    DType t = in.size() > 3 && in[3].given() ? in[3].dtype() : d[0];
    if (!is_integral(t)) return {};
    std::string what = in.size() > 3 && in[3].given() ? "Optional dtype" : "Input dtype";
    return Status::error("mean(): could not infer output dtype. " + what +
                         " must be either a floating point or complex dtype. Got: " + row_of(t).scalar_name);
  }
  static Acc finish(ProgramBuilder& b, Acc a, Args x) { return {b.div(a[0], x.count())}; }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::div(g, spread(g, c, c.grad()), reduced_count(c))); }
};
struct nanmean_op {
  REDUCTION_SCHEMAS(nanmean)
  static constexpr std::string_view doc = "Mean of what is not NaN.";
  static constexpr auto& samples = kReductionSamples;
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    Arg dim = in.size() > 1 ? in[1] : Arg();
    Arg keep = in.size() > 2 ? in[2] : Arg();
    DType d = g.meta(in[0]).dtype;
    if (!is_differentiable(d)) {
      return g.fail(std::string("nanmean(): expected input to have floating point or complex dtype but got ") +
                    row_of(d).scalar_name);
    }
    Value n = emit::sum(g, emit::logical_not(g, emit::isnan(g, in[0])), dim, keep);
    out[0] = emit::div(g, emit::nansum(g, in[0], dim, keep, in.size() > 3 ? in[3] : Arg()), n);
  }
};
struct count_nonzero_op : SumRule {
  static constexpr Schema schemas[] = {
      "count_nonzero.dim_IntList(Tensor self, int[1]? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr std::string_view doc = "How many elements are not zero.";
  static constexpr auto& samples = kReductionSamples;
  static constexpr OutType outs[] = {OutType::int64};
  static Acc init(ProgramBuilder& b, KType) { return {b.constant(0, kI64)}; }
  static Acc lift(ProgramBuilder& b, Reg x, Reg) { return {b.cast(b.cast(x, kB8), kI64)}; }
  static constexpr NotDifferentiable vjp{};
};

struct prod_op {
  static constexpr Schema schemas[] = {
      "prod.dim_int(Tensor self, int? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
  static constexpr std::string_view doc = "Product; bool and integers multiply as int64.";
  static constexpr std::string_view samples[] = {"(2,3)", "(2,3,4) dim=1", "(3,4) dim=-1 keepdim=True"};
  static constexpr OutType outs[] = {OutType::accumulate};
  static constexpr Domain domain{0.5, 2};
  static std::string_view grad_name_of(std::span<const Arg> in) {
    return sum_name(in, "ProdBackward0", "ProdBackward1");
  }
  static Acc init(ProgramBuilder& b, KType t) { return {b.constant(1, t)}; }
  static Acc lift(ProgramBuilder&, Reg x, Reg) { return {x}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) { return {b.mul(x[0], y[0])}; }
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
  // Without zeros the other factors are out / x. With one zero only its own slope is not 0: the product of the rest.
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value zero = emit::eq(g, x, 0.0);
    Value n_zero = emit::sum(g, zero, dim_list(c), keep_of(c));
    Value safe = emit::masked_fill(g, x, zero, 1.0);
    Value rest = emit::prod(g, safe, c.param(1), keep_of(c));
    Value ordinary = emit::where(g, emit::eq(g, n_zero, 0), rest, 0.0);
    Value single = emit::where(g, emit::eq(g, n_zero, 1), rest, 0.0);
    Value slope = emit::where(g, zero, spread(g, c, single), emit::div(g, spread(g, c, ordinary), safe));
    if (is_complex(c.meta(0).dtype)) slope = emit::conj_physical(g, slope);
    c.set(0, emit::mul(g, spread(g, c, c.grad()), slope));
  }
  static Arg dim_list(const VjpCtx& c) { return c.param(1); }
};

// ---- extremes

double lowest(KType t) {
  return t == kI32 ? -2147483648.0 : t == kI64 ? -9.3e18 : t == kB8 ? 0 : -__builtin_inf();
}
double highest(KType t) {
  return t == kI32 ? 2147483647.0 : t == kI64 ? 9.3e18 : t == kB8 ? 1 : __builtin_inf();
}
struct LargestRule {
  static Acc init(ProgramBuilder& b, KType t) { return {b.constant(lowest(t), t)}; }
  static Acc lift(ProgramBuilder&, Reg x, Reg) { return {x}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) {
    return {x[0].type == kB8 ? b.bit_or(x[0], y[0]) : b.max(x[0], y[0])};
  }
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
};
struct SmallestRule {
  static Acc init(ProgramBuilder& b, KType t) { return {b.constant(highest(t), t)}; }
  static Acc lift(ProgramBuilder&, Reg x, Reg) { return {x}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) {
    return {x[0].type == kB8 ? b.bit_and(x[0], y[0]) : b.min(x[0], y[0])};
  }
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
};
// Ties share the gradient. They are counted as integers: a narrow dtype does not hold counts.
void share_along_dims(OpSink& g, VjpCtx& c) {
  Value hit = emit::eq(g, c.data(0), spread(g, c, c.out()));
  Value ties = emit::sum(g, hit, c.param(1), keep_of(c));
  c.set(0, emit::mul(g, hit, spread(g, c, emit::div(g, c.grad(), ties))));
}
struct amax_op : LargestRule {
  static constexpr Schema schemas[] = {
      "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
      "amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Maximum; ties share the gradient.";
  static constexpr auto& samples = kReductionSamples;
  static Status guard(Context&, std::span<const Arg> in);
  static void vjp(OpSink& g, VjpCtx& c) { share_along_dims(g, c); }
};
struct amin_op : SmallestRule {
  static constexpr Schema schemas[] = {
      "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
      "amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Minimum; ties share the gradient.";
  static constexpr auto& samples = kReductionSamples;
  static Status guard(Context&, std::span<const Arg> in);
  static void vjp(OpSink& g, VjpCtx& c) { share_along_dims(g, c); }
};
struct max_op : LargestRule {  // torch.max(x)
  // Python sees max(x) alone; the other parameters are those every reduction has.
  static constexpr Schema schemas[] = {"max.all(Tensor self, int[1]? dim=None, bool keepdim=False) -> Tensor",
                                       "max(Tensor self) -> Tensor"};
  static constexpr bool hides_canonical = true;
  static constexpr std::string_view doc = "Maximum of all elements.";
  static constexpr std::string_view samples[] = {"(2,3,4)"};
  static constexpr std::string_view grad_name = "MaxBackward1";
  static constexpr std::string_view kernel_name = "max_all";
  static Status guard(Context&, std::span<const Arg> in);
  static void vjp(OpSink& g, VjpCtx& c) { share_among_equals(g, c); }
};
struct min_op : SmallestRule {
  static constexpr Schema schemas[] = {"min.all(Tensor self, int[1]? dim=None, bool keepdim=False) -> Tensor",
                                       "min(Tensor self) -> Tensor"};
  static constexpr bool hides_canonical = true;
  static constexpr std::string_view doc = "Minimum of all elements.";
  static constexpr std::string_view samples[] = {"(2,3,4)"};
  static constexpr std::string_view grad_name = "MinBackward1";
  static constexpr std::string_view kernel_name = "min_all";
  static Status guard(Context&, std::span<const Arg> in);
  static void vjp(OpSink& g, VjpCtx& c) { share_among_equals(g, c); }
};

// A value and its position. y wins if it is better, if it alone is NaN, or at a tie if it is earlier.
Acc better_of(ProgramBuilder& b, Acc x, Acc y, bool larger) {
  Reg y_wins = larger ? b.lt(x[0], y[0]) : b.lt(y[0], x[0]);
  Reg tie = b.eq(x[0], y[0]);
  if (is_float_type(x[0].type)) {
    Reg x_nan = b.is_nan(x[0]);
    Reg y_nan = b.is_nan(y[0]);
    y_wins = b.bit_or(b.bit_and(y_wins, b.bit_not(x_nan)), b.bit_and(y_nan, b.bit_not(x_nan)));
    tie = b.bit_or(tie, b.bit_and(x_nan, y_nan));
  }
  y_wins = b.bit_or(y_wins, b.bit_and(tie, b.lt(y[1], x[1])));
  return {b.select(y[0], x[0], y_wins), b.select(y[1], x[1], y_wins)};
}
template <bool kLarger>
struct PositionRule {
  static Acc init(ProgramBuilder& b, KType t) {
    return {b.constant(kLarger ? lowest(t) : highest(t), t), b.constant(9.3e18, kI64)};
  }
  static Acc lift(ProgramBuilder&, Reg x, Reg index) { return {x, index}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) { return better_of(b, x, y, kLarger); }
};
// The gradient of a picked element goes to its position.
void picked_gradient(OpSink& g, VjpCtx& c) {
  int n = c.meta(0).sizes.n;
  if (n == 0) {
    c.set(0, c.grad(0));
    return;
  }
  int64_t d = c.param(1).integer();
  if (d < 0) d += n;
  bool keep = c.param(2).flag();
  Value grad = keep ? c.grad(0) : emit::unsqueeze(g, c.grad(0), d);
  Value index = keep ? c.out(1) : emit::unsqueeze(g, c.out(1), d);
  c.set(0, emit::scatter_zeros(g, grad, d, index, c.meta(0).sizes[int(d)]));
}
struct max_dim_op : PositionRule<true> {  // torch.max(x, dim): two results, the second an index
  static constexpr Schema schemas[] = {
      "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapPartly;
  static constexpr std::string_view doc = "Maximum along dim and its first position; NaN wins.";
  static constexpr auto& samples = kOneDimSamples;
  static constexpr std::string_view grad_name = "MaxBackward0";
  static constexpr OutType outs[] = {OutType::common, OutType::int64};
  static Status guard(Context&, std::span<const Arg> in);
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
  static void vjp(OpSink& g, VjpCtx& c) { picked_gradient(g, c); }
};
struct min_dim_op : PositionRule<false> {
  static constexpr Schema schemas[] = {
      "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr uint8_t overlap = kOverlapWithin | kOverlapPartly;
  static constexpr std::string_view doc = "Minimum along dim and its first position; NaN wins.";
  static constexpr auto& samples = kOneDimSamples;
  static constexpr std::string_view grad_name = "MinBackward0";
  static constexpr OutType outs[] = {OutType::common, OutType::int64};
  static Status guard(Context&, std::span<const Arg> in);
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
  static void vjp(OpSink& g, VjpCtx& c) { picked_gradient(g, c); }
};
struct argmax_op : PositionRule<true> {
  static constexpr Schema schemas[] = {"argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor"};
  static Status check(std::span<const Arg>, const DType* d) {
    return d[0] == DType::b8 ? Status::error("argmax(): does not support bool input") : Status();
  }
  static constexpr std::string_view doc = "First position of the maximum, in the flattened tensor if dim is None.";
  static constexpr std::string_view samples[] = {"(2,3)", "(2,3,4) dim=1"};
  static constexpr OutType outs[] = {OutType::int64};
  static Status guard(Context&, std::span<const Arg> in);
  static Acc finish(ProgramBuilder&, Acc a, Args) { return {a[1]}; }
  static constexpr NotDifferentiable vjp{};
};
struct argmin_op : PositionRule<false> {
  static constexpr Schema schemas[] = {"argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor"};
  static Status check(std::span<const Arg>, const DType* d) {
    return d[0] == DType::b8 ? Status::error("argmin(): does not support bool input") : Status();
  }
  static constexpr std::string_view doc = "First position of the minimum, in the flattened tensor if dim is None.";
  static constexpr std::string_view samples[] = {"(2,3)", "(2,3,4) dim=1"};
  static constexpr OutType outs[] = {OutType::int64};
  static Status guard(Context&, std::span<const Arg> in);
  static Acc finish(ProgramBuilder&, Acc a, Args) { return {a[1]}; }
  static constexpr NotDifferentiable vjp{};
};
struct aminmax_op {
  static constexpr Schema schemas[] = {
      "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)"};
  static constexpr std::string_view doc = "Minimum and maximum.", samples[] = {"(2,3)", "(2,3) dim=1"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    Dims<SymInt> dim;
    const Dims<SymInt>& sizes = g.meta(in[0]).sizes;
    if (in.size() > 1 && in[1].given()) {
      dim.push(in[1].sym());
      int64_t d = in[1].integer() < 0 ? in[1].integer() + sizes.n : in[1].integer();
      if (d >= 0 && d < sizes.n && sizes[int(d)].hint == 0) {
        return g.fail(Status::error(ErrorKind::index, "aminmax: Expected reduction dim " + std::to_string(d) +
                                                          " to have non-zero size."));
      }
    } else if (sizes.product().hint == 0) {
      return g.fail(
          "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.");
    }
    Arg keep = in.size() > 2 ? in[2] : Arg();
    out[0] = emit::amin(g, in[0], dim, keep);
    out[1] = emit::amax(g, in[0], dim, keep);
  }
};
Status amax_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("amax"), in);
}
Status amin_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("amin"), in);
}
Status max_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("max"), in);
}
Status min_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("min"), in);
}
Status max_dim_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("max_dim"), in);
}
Status min_dim_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("min_dim"), in);
}
Status argmax_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("argmax"), in, ErrorKind::index);
}
Status argmin_op::guard(Context&, std::span<const Arg> in) {
  return not_empty(find_op("argmin"), in, ErrorKind::index);
}

// ---- truth

struct any_op {
  static constexpr Schema schemas[] = {"any.dims(Tensor self, int[1]? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr std::string_view doc = "Whether any element is not zero.";
  static constexpr auto& samples = kReductionSamples;
  static constexpr OutType outs[] = {OutType::truth};
  static Acc init(ProgramBuilder& b, KType) { return {b.constant(0, kB8)}; }
  static Acc lift(ProgramBuilder& b, Reg x, Reg) { return {b.cast(x, kB8)}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) { return {b.bit_or(x[0], y[0])}; }
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
  static constexpr NotDifferentiable vjp{};
};
struct all_op {
  static constexpr Schema schemas[] = {"all.dims(Tensor self, int[1]? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr std::string_view doc = "Whether no element is zero.";
  static constexpr auto& samples = kReductionSamples;
  static constexpr OutType outs[] = {OutType::truth};
  static Acc init(ProgramBuilder& b, KType) { return {b.constant(1, kB8)}; }
  static Acc lift(ProgramBuilder& b, Reg x, Reg) { return {b.cast(x, kB8)}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) { return {b.bit_and(x[0], y[0])}; }
  static Acc finish(ProgramBuilder&, Acc a, Args) { return a; }
  static constexpr NotDifferentiable vjp{};
};

// ---- moments: count, mean and squared deviations merged pairwise

struct MomentsRule {
  static Acc init(ProgramBuilder& b, KType t) {
    Reg z = b.constant(0, t);
    return {z, z, z};
  }
  static Acc lift(ProgramBuilder& b, Reg x, Reg) { return {b.like(x, 1), x, b.like(x, 0)}; }
  static Acc combine(ProgramBuilder& b, Acc x, Acc y) {
    Reg n = b.add(x[0], y[0]);
    Reg share = b.div(y[0], b.max(n, b.like(n, 1)));
    Reg delta = b.sub(y[1], x[1]);
    Reg cross = b.mul(b.mul(delta, delta), b.mul(x[0], share));
    return {n, b.add(x[1], b.mul(delta, share)), b.add(b.add(x[2], y[2]), cross)};
  }
  static Reg variance(ProgramBuilder& b, Acc a, Args& x) {
    Reg correction = x.given(3) ? x[3] : b.constant(x.flag(4, true), x.compute());
    return b.div(a[2], b.max(b.sub(a[0], correction), b.like(a[0], 0)));
  }
  static Reg average(ProgramBuilder& b, Acc a) {
    Reg some = b.lt(b.like(a[0], 0), a[0]);
    return b.select(a[1], b.like(a[0], __builtin_nan("")), some);
  }
  static Status check(std::span<const Arg>, const DType* d) {
    if (is_floating(d[0])) return {};
    if (is_complex(d[0]))
      return Status::error(ErrorKind::not_implemented, "var and std of complex tensors are not supported");
    return Status::error("std and var only support floating point and complex dtypes");
  }
  static double correction(const VjpCtx& c) {
    return c.given(3) ? c.param(3).number() : c.given(4) && !c.param(4).flag() ? 0 : 1;
  }
  // 2 (x - mean) / (n - correction)
  static Value variance_gradient(OpSink& g, VjpCtx& c, Value grad, Value mean) {
    Value scale = emit::div(g, emit::mul(g, grad, 2.0), emit_count(c));
    return emit::mul(g, spread(g, c, scale), emit::sub(g, c.data(0), mean));
  }
  static Arg emit_count(const VjpCtx& c) {
    double k = correction(c);
    SymInt n = reduced_count(c);
    if (k == double(int64_t(k))) return Arg(n - SymInt(int64_t(k)));
    return Arg(double(n.hint) - k);
  }
};
#define MOMENT_SCHEMAS(opname, returns)                                                                  \
  static constexpr Schema schemas[] = {                                                                  \
      #opname                                                                                            \
      ".correction(Tensor self, int[1]? dim=None, *, bool keepdim=False, Scalar? correction=None, bool " \
      "unbiased=True) -> " returns,                                                                      \
      #opname ".dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> " returns,      \
      #opname "(Tensor self, bool unbiased=True) -> " returns};
constexpr std::string_view kMomentSamples[] = {"(2,3,4)", "(4,3) dim=[0]", "(2,5) dim=[1] keepdim=True correction=0"};

struct var_op : MomentsRule {
  MOMENT_SCHEMAS(var, "Tensor")
  static constexpr std::string_view doc = "Variance.";
  static constexpr auto& samples = kMomentSamples;
  static Acc finish(ProgramBuilder& b, Acc a, Args x) { return {variance(b, a, x)}; }
  static void vjp(OpSink& g, VjpCtx& c) {
    Dims<SymInt> none;
    Arg dim = c.given(1) ? c.param(1) : Arg(none);
    c.set(0, variance_gradient(g, c, c.grad(), emit::mean(g, c.data(0), dim, true)));
  }
};
struct var_mean_op : MomentsRule {
  static Status check(std::span<const Arg> in, const DType* d) {
    return is_integral(d[0]) ? Status::error("var_mean only support floating point and complex dtypes")
                             : MomentsRule::check(in, d);
  }  // both results carry gradients; either may be undefined
  MOMENT_SCHEMAS(var_mean, "(Tensor, Tensor)")
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Variance and mean in one pass.";
  static constexpr auto& samples = kMomentSamples;
  static Acc finish(ProgramBuilder& b, Acc a, Args x) { return {variance(b, a, x), average(b, a)}; }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value d;
    Value mean = spread(g, c, c.out(1));
    c.data(0);
    if (c.grad(0).given()) d = variance_gradient(g, c, c.grad(0), mean);
    if (c.grad(1).given()) {
      Value e = emit::div(g, spread(g, c, c.grad(1)), reduced_count(c));
      d = d.given() ? emit::add(g, d, e) : e;
    }
    c.set(0, d);
  }
};
struct std_op : MomentsRule {
  MOMENT_SCHEMAS(std, "Tensor")
  static constexpr std::string_view doc = "Standard deviation.";
  static constexpr auto& samples = kMomentSamples;
  static Acc finish(ProgramBuilder& b, Acc a, Args x) { return {b.sqrt(variance(b, a, x))}; }
  static void vjp(OpSink& g, VjpCtx& c) {
    Dims<SymInt> none;
    Arg dim = c.given(1) ? c.param(1) : Arg(none);
    Value y = c.out();
    Value half = emit::masked_fill(g, emit::div(g, c.grad(), emit::mul(g, y, 2.0)), emit::eq(g, y, 0.0), 0.0);
    c.set(0, variance_gradient(g, c, half, emit::mean(g, c.data(0), dim, true)));
  }
};
struct std_mean_op : MomentsRule {
  static Status check(std::span<const Arg> in, const DType* d) {
    return is_integral(d[0]) ? Status::error("std_mean only support floating point and complex dtypes")
                             : MomentsRule::check(in, d);
  }
  MOMENT_SCHEMAS(std_mean, "(Tensor, Tensor)")
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Standard deviation and mean in one pass.";
  static constexpr auto& samples = kMomentSamples;
  static Acc finish(ProgramBuilder& b, Acc a, Args x) { return {b.sqrt(variance(b, a, x)), average(b, a)}; }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value d;
    Value mean = spread(g, c, c.out(1));
    Value y = c.out(0);
    c.data(0);
    if (c.grad(0).given()) {
      Value half = emit::masked_fill(g, emit::div(g, c.grad(0), emit::mul(g, y, 2.0)), emit::eq(g, y, 0.0), 0.0);
      d = variance_gradient(g, c, half, mean);
    }
    if (c.grad(1).given()) {
      Value e = emit::div(g, spread(g, c, c.grad(1)), reduced_count(c));
      d = d.given() ? emit::add(g, d, e) : e;
    }
    c.set(0, d);
  }
};

// ---- made of others

struct logsumexp_op {
  static constexpr Schema schemas[] = {"logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor"};
  static constexpr std::string_view aliases[] = {"special.logsumexp"};
  static constexpr std::string_view doc = "log of the sum of exponentials, without overflow.",
                                    samples[] = {"(2,3,4) dim=[1]", "(2,3) dim=[0,1] keepdim=True"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    const Arg dim = in[1];
    Value x = in[0];
    if (is_integral(g.meta(x).dtype)) x = emit::to(g, x, g.default_dtype);
    bool nothing = false;  // there is no largest number then
    for (SymInt s : g.meta(x).sizes) nothing |= s.hint == 0;
    if (nothing) {
      out[0] = emit::log(g, emit::sum(g, emit::exp(g, x), dim, in.size() > 2 ? in[2] : Arg()));
      return;
    }
    Value top = emit::amax(g, is_complex(g.meta(x).dtype) ? emit::real_part(g, x) : x, dim, true);
    Value safe = emit::where(g, emit::isfinite(g, top), top, 0.0);
    Value s = emit::sum(g, emit::exp(g, emit::sub(g, x, safe)), dim, in.size() > 2 ? in[2] : Arg());
    Value shift = safe;
    if (!(in.size() > 2 && in[2].flag())) shift = emit::reshape(g, safe, g.meta(s).sizes);
    out[0] = emit::add(g, emit::log(g, s), shift);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value y = c.out();
    uint64_t mask = mask_of(c, c.meta(0).sizes.n);
    bool keep = c.param(2).flag();
    Value weight = emit::exp(g, emit::sub(g, c.data(0), spread(g, c.meta(0), y, mask, keep)));
    if (is_complex(c.meta(0).dtype)) weight = emit::conj_physical(g, weight);
    c.set(0, emit::mul(g, spread(g, c.meta(0), c.grad(), mask, keep), weight));
  }
};
struct linalg_vector_norm_op {
  static constexpr uint32_t surface = kLinalg;
  static constexpr Schema schemas[] = {
      "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) "
      "-> Tensor"};
  static constexpr std::string_view doc = "The norm of order ord over dim, or over all elements.";
  static constexpr std::string_view samples[] = {"(2,3)", "(2,3) 1.0", "(2,3) 3.0 dim=[1]",
                                                 "(2,3) 2.0 dim=[0] keepdim=True"};
  static constexpr Domain domain{0.5, 2};
  static double order(std::span<const Arg> in) { return in.size() > 1 && in[1].given() ? in[1].number() : 2; }
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    auto arg = [&](size_t i) { return i < in.size() ? in[i] : Arg(); };
    Value x = in[0];
    DType d = g.meta(x).dtype;
    if (is_integral(d))
      return g.fail(std::string("linalg.vector_norm: Expected a floating point or complex tensor as input. Got ") +
                    row_of(d).scalar_name);
    if (arg(4).given()) x = emit::to(g, x, arg(4).dtype());
    d = g.meta(x).dtype;
    DType wide = wide_dtype(d);  // squares and their sum round once, at the end
    if (wide != d) x = emit::to(g, x, wide);
    double p = order(in);
    Arg dim = arg(2);
    Arg keep = Arg(arg(3).flag());
    Dims<SymInt> none;
    Arg dims = dim.given() ? dim : Arg(none);
    Value a = p == 2 && !is_complex(d) ? x : emit::abs(g, x);
    if (p == __builtin_inf()) {
      out[0] = emit::amax(g, a, dims, keep);
    } else if (p == -__builtin_inf()) {
      out[0] = emit::amin(g, a, dims, keep);
    } else if (p == 0) {
      out[0] = emit::sum(g, emit::to(g, emit::ne(g, a, 0.0), g.meta(a).dtype), dim, keep);
    } else if (p == 1) {
      out[0] = emit::sum(g, a, dim, keep);
    } else if (p == 2) {
      out[0] = emit::sqrt(g, emit::sum_of_squares(g, a, dim, keep));
    } else {
      out[0] = emit::pow(g, emit::sum(g, emit::pow(g, a, p), dim, keep), 1 / p);
    }
    if (wide != d) out[0] = emit::to(g, out[0], d);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    double p = c.given(1) ? c.param(1).number() : 2;
    uint64_t mask = mask_of(c, c.meta(0).sizes.n, 2);
    bool keep = c.param(3).flag();
    Value x = c.data(0);
    Value y = c.out();
    auto over = [&](Value v) { return spread(g, c.meta(0), v, mask, keep); };
    DType d = c.meta(0).dtype;
    Value grad = over(c.grad());
    Value whole = over(y);
    auto sign = [&](Value v) { return is_complex(d) ? emit::sgn(g, v) : emit::sign(g, v); };
    if (p == 0) {
      c.set(0, emit::fill(g, x, 0.0));
    } else if (p == 1) {
      c.set(0, emit::mul(g, grad, sign(x)));
    } else if (p == 2) {
      Value unit = emit::masked_fill(g, emit::div(g, x, whole), emit::eq(g, whole, 0.0), 0.0);
      c.set(0, emit::mul(g, unit, grad));
    } else if (p == __builtin_inf() || p == -__builtin_inf()) {
      Value hit = emit::to(g, emit::eq(g, emit::abs(g, x), whole), g.meta(whole).dtype);
      Dims<SymInt> none;
      Value ties = emit::sum(g, hit, c.given(2) ? c.param(2) : Arg(none), keep);
      c.set(0, emit::mul(g, emit::mul(g, hit, sign(x)), over(emit::div(g, c.grad(), ties))));
    } else {
      Value power = emit::pow(g, emit::abs(g, x), p - 1);
      if (p < 1) power = emit::masked_fill(g, power, emit::eq(g, x, 0.0), 0.0);
      Value slope = emit::mul(g, sign(x), power);
      Value scale = emit::masked_fill(g, emit::pow(g, y, 1 - p), emit::eq(g, y, 0.0), 0.0);
      c.set(0, emit::mul(g, slope, over(emit::mul(g, c.grad(), scale))));
    }
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/reduction.def"

}  // namespace adder::rt
