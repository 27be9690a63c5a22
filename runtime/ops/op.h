// What an op is: the row, the contexts its rules see, and the checks that make an incomplete op a compile error.
#pragma once
#include <concepts>
#include "runtime/kernel/program.h"
#include "runtime/ops/schema.h"
namespace adder::rt {

enum class OpKind : uint8_t { pointwise, reduction, view, external, random, composite };
enum class Promotion : uint8_t {
  none,
  standard,
  to_float,
  select,
  cast
};  // select: operand 0 is a mask; cast: result dtype is the dtype parameter
enum class OutType : uint8_t { common, boolean, int64, accumulate };  // accumulate: bool and integers to int64
struct OpRow;
struct Context;

// Who carries out the ops that a rule emits: the eager engine or a graph under construction. Errors are sticky, so
// rules need no TRY.
class OpSink {
 public:
  virtual ~OpSink() = default;
  virtual void call(OpId id, std::span<const Arg> in, std::span<Value> out) = 0;
  virtual SymMeta meta(Value v) = 0;
  Status status;
  void fail(Status s) {
    if (status.ok()) status = std::move(s);
  }
};
Value call_span(OpSink& g, OpId id, std::span<const Arg> in);
template <class... A>
Value call(OpSink& g, OpId id, const A&... a) {
  const Arg in[] = {Arg(a)...};
  return call_span(g, id, in);
}

template <class D>
struct InferCtx {  // D is int64_t or SymInt
  const OpRow& row;
  std::span<const Arg> args;
  const Meta<D>* const* metas;
  Meta<D>* out;
  Status status;
  const Meta<D>& meta(int i) const { return *metas[i]; }
  bool given(int i) const { return size_t(i) < args.size() && args[i].given(); }
  D integer(int i) const {
    if constexpr (std::is_same_v<D, SymInt>)
      return args[i].sym();
    else
      return args[i].i;
  }
  Dims<D> ints(int i) const {
    Dims<D> r;
    for (int k = 0; k < args[i].count; ++k)
      if constexpr (std::is_same_v<D, SymInt>)
        r.push(args[i].ints[k]);
      else
        r.push(args[i].ints[k].hint);
    return r;
  }
  void fail(std::string m) {
    if (status.ok()) status = Status::error(std::move(m));
  }
  int dim(int i, int n_dims) { return wrap_dim(args[i].i, n_dims); }
  int wrap_dim(int64_t d, int n_dims) {
    int limit = n_dims ? n_dims : 1;
    if (d < -limit || d >= limit) {
      fail("Dimension out of range (expected to be in range of [" + std::to_string(-limit) + ", " +
           std::to_string(limit - 1) + "], but got " + std::to_string(d) + ")");
      return 0;
    }
    return int(d < 0 ? d + limit : d);
  }
};
uint32_t reduced_dims(std::span<const Arg> args,
                      int n_dims);  // bit set from the `dim` argument of a reduction (position 1)

class Args {  // what a formula sees: operands already in the compute type
 public:
  Args(ProgramBuilder& b, std::span<const Arg> args, KType compute, const Reg* loaded)
      : b_(b), args_(args), compute_(compute), loaded_(loaded) {}
  Reg operator[](int i) {
    return args_[i].is_tensor() ? loaded_[i] : b_.scalar(i, compute_);
  }  // numbers stay run-time values
  bool given(int i) const {
    return size_t(i) < args_.size() && args_[i].given();
  }  // these three are part of the program's key
  std::string_view string(int i, std::string_view dflt) const { return given(i) ? args_[i].s : dflt; }
  bool flag(int i, bool dflt) const { return given(i) ? args_[i].i != 0 : dflt; }
  Reg number(int i, double dflt) { return given(i) ? (*this)[i] : b_.constant(dflt, compute_); }
  Reg count() { return b_.scalar(kCountScalar, compute_); }  // reductions: size of the reduced range
 private:
  ProgramBuilder& b_;
  std::span<const Arg> args_;
  KType compute_;
  const Reg* loaded_;
};
struct Acc {
  Reg r[4];
  int n = 0;
  Acc(std::initializer_list<Reg> l) {
    for (Reg x : l) r[n++] = x;
  }
  Reg operator[](int i) const { return r[i]; }
};

// Reading data() or out() marks the tensor as needed by backward; the saved set is what a probing run touched. So a
// rule may branch on needs(), parameters and metas, but what it touches must depend on needs() only (the sweep checks
// that).
class VjpCtx {
 public:
  VjpCtx(OpSink& g, std::span<const Arg> args, std::span<const SymMeta> metas, std::span<const Value> outs,
         std::span<const SymMeta> out_metas, std::span<const Value> grads, uint32_t needs)
      : g_(g),
        args_(args),
        metas_(metas),
        outs_(outs),
        out_metas_(out_metas),
        grads_(grads),
        needs_(needs),
        result(args.size()) {}
  Value grad(int i = 0) const { return grads_[i]; }  // undefined when nothing flowed into that output
  bool needs(int i) const { return needs_ >> i & 1; }
  bool given(int i) const { return size_t(i) < args_.size() && args_[i].given(); }
  Arg param(int i) const { return size_t(i) < args_.size() ? args_[i] : Arg(); }
  const SymMeta& meta(int i) const { return metas_[i]; }
  const SymMeta& out_meta(int i = 0) const { return out_metas_[i]; }
  Arg data(int i) {
    touched_in |= 1u << i;
    CHECK(args_[i].given());
    return args_[i];
  }  // a number where the overload has one
  Value out(int i = 0) {
    touched_out |= 1u << i;
    CHECK(outs_[i].given());
    return outs_[i];
  }
  void set(int i, Value v);  // summed to the input's shape and cast to its dtype
 private:
  OpSink& g_;
  std::span<const Arg> args_;
  std::span<const SymMeta> metas_;
  std::span<const Value> outs_;
  std::span<const SymMeta> out_metas_;
  std::span<const Value> grads_;
  uint32_t needs_;

 public:
  uint32_t touched_in = 0, touched_out = 0;
  std::vector<Value> result;
};

using VjpFn = void (*)(OpSink&, VjpCtx&);
struct NotDifferentiable {
  constexpr operator VjpFn() const { return nullptr; }
};  // `static constexpr NotDifferentiable vjp{};`
struct Domain {
  double lo = -2, hi = 2;
};  // where samples are drawn

struct OpRow {
  const OpId* id_at;
  std::string_view name;  // the id is the table's to give: a link-time constant
  std::span<const Schema> schemas;
  OpKind kind;
  Promotion promotion;
  std::span<const OutType> outs;
  void (*infer)(InferCtx<int64_t>&) = nullptr;
  void (*infer_sym)(InferCtx<SymInt>&) = nullptr;
  Reg (*formula)(ProgramBuilder&, Args) = nullptr;
  Acc (*init)(ProgramBuilder&, KType) = nullptr;
  Acc (*lift)(ProgramBuilder&, Reg, Reg) = nullptr;
  Acc (*combine)(ProgramBuilder&, Acc, Acc) = nullptr;
  Acc (*finish)(ProgramBuilder&, Acc, Args) = nullptr;
  Status (*eager)(Context&, std::span<const Arg>,
                  std::span<const Tensor>) = nullptr;  // external, random: results are allocated already
  VjpFn vjp = nullptr;
  void (*decompose)(OpSink&, std::span<const Arg>, std::span<Value>) = nullptr;
  std::string_view doc;
  std::span<const std::string_view> samples;
  Domain domain;
  constexpr const Schema& canonical() const { return schemas[0]; }  // argument positions follow the first schema
  OpId id() const { return *id_at; }
  constexpr int n_outs() const { return canonical().n_returns; }
};
// USE_OP(mul) makes emit::mul(g, x, y) known to a file, without a header that lists every op.
#define USE_OP(name)                       \
  extern const OpRow row_##name;           \
  namespace emit {                         \
  template <class... A>                    \
  Value name(OpSink& g, const A&... a) {   \
    return call(g, row_##name.id(), a...); \
  }                                        \
  }
const OpRow& row_of(OpId id);
std::span<const OpRow* const> all_ops();
const OpRow& find_op(std::string_view name);  // CHECKs; for engine files, which do not include op_id.h
struct Types {
  DType compute, out;
};
Types resolve_types(const OpRow& row, std::span<const Arg> args, const DType* dtypes, const bool* zero_dim);
template <class D>
void infer_pointwise(InferCtx<D>&);  // broadcast; instantiated in op.cpp
template <class D>
void infer_reduction(InferCtx<D>&);
std::string schema_text(const Schema&, std::string_view self_name);

// ---- completeness
// ----------------------------------------------------------------------------------------------------
template <class Op>
concept HasGradient = requires(OpSink& g, VjpCtx& c) {
  Op::vjp(g, c);
}
|| std::same_as<std::remove_cvref_t<decltype(Op::vjp)>, NotDifferentiable>;
template <class Op>
concept HasShapeRule = requires(InferCtx<int64_t>& a, InferCtx<SymInt>& b) {
  Op::template infer<int64_t>(a);
  Op::template infer<SymInt>(b);
};
template <class Op>
concept HasFormula = requires(ProgramBuilder& b, Args x) {
  { Op::formula(b, x) } -> std::same_as<Reg>;
};
template <class Op>
concept HasReduction = requires(ProgramBuilder& b, KType t, Reg r, Acc a, Args x) {
  Op::init(b, t);
  Op::lift(b, r, r);
  Op::combine(b, a, a);
  Op::finish(b, a, x);
};
template <class Op>
concept HasDecomposition = requires(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
  Op::decompose(g, in, out);
};
template <class Op>
concept HasEager = requires(Context& c, std::span<const Arg> in, std::span<const Tensor> out) {
  { Op::eager(c, in, out) } -> std::same_as<Status>;
};
template <class Op>
concept HasSamples = requires {
  Op::samples[0];
};

consteval bool schemas_agree(std::span<const Schema> s,
                             std::string_view name) {  // overloads name their parameters as the first schema does
  for (const Schema& x : s) {
    std::string_view base = x.base_name();
    if (base.ends_with('_')) base.remove_suffix(1);
    if (base != name.substr(0, base.size())) return false;  // max_dim holds max.dim
    for (int i = 0; i < x.n; ++i)
      if (!x.params[i].written && s[0].find(x.name_of(i)) < 0) return false;
  }
  return true;
}
inline constexpr OutType kCommon[] = {OutType::common, OutType::common, OutType::common, OutType::common};

template <class Op, OpKind kKind>
consteval OpRow make_row(const OpId* id, std::string_view name) {
  OpRow r{.id_at = id,
          .name = name,
          .schemas = Op::schemas,
          .kind = kKind,
          .promotion = Promotion::standard,
          .outs = kCommon,
          .doc = Op::doc};
  static_assert(HasSamples<Op>, "op needs `static constexpr std::string_view samples[]`");
  if constexpr (HasSamples<Op>) r.samples = Op::samples;
  if constexpr (requires { Op::promotion; }) r.promotion = Op::promotion;
  if constexpr (requires { Op::outs; }) r.outs = Op::outs;
  if constexpr (requires { Op::domain; }) r.domain = Op::domain;
  if (!schemas_agree(r.schemas, name)) throw "an overload has another name, or a parameter that the first schema lacks";
  if constexpr (kKind == OpKind::composite) {
    static_assert(HasDecomposition<Op>,
                  "composite op needs `static void decompose(OpSink&, std::span<const Arg> in, std::span<Value> out)`");
    if constexpr (HasDecomposition<Op>) r.decompose = &Op::decompose;
  } else {
    static_assert(HasGradient<Op>,
                  "op needs `static void vjp(OpSink&, VjpCtx&)`, or `static constexpr NotDifferentiable vjp{}`");
    if constexpr (HasGradient<Op>) r.vjp = Op::vjp;
    if constexpr (HasDecomposition<Op>) r.decompose = &Op::decompose;
  }
  if constexpr (HasShapeRule<Op>) {
    r.infer = &Op::template infer<int64_t>;
    r.infer_sym = &Op::template infer<SymInt>;
  }
  if constexpr (kKind == OpKind::pointwise) {
    static_assert(HasFormula<Op>, "pointwise op needs `static Reg formula(ProgramBuilder&, Args)`");
    if constexpr (HasFormula<Op>) r.formula = &Op::formula;
    r.infer = &infer_pointwise<int64_t>;
    r.infer_sym = &infer_pointwise<SymInt>;
  } else if constexpr (kKind == OpKind::reduction) {
    static_assert(HasReduction<Op>, "reduction needs init, lift, combine, finish");
    if constexpr (HasReduction<Op>) {
      r.init = &Op::init;
      r.lift = &Op::lift;
      r.combine = &Op::combine;
      r.finish = &Op::finish;
    }
    r.infer = &infer_reduction<int64_t>;
    r.infer_sym = &infer_reduction<SymInt>;
    if (r.canonical().find("dim") != 1 || r.canonical().find("keepdim") != 2)
      throw "a reduction's second and third parameters are dim and keepdim";
  } else if constexpr (kKind != OpKind::composite) {
    static_assert(HasShapeRule<Op>,
                  "op needs `template <class D> static void infer(InferCtx<D>&)` for int64_t and SymInt");
    if constexpr (kKind != OpKind::view) {
      static_assert(HasEager<Op>,
                    "external or random op needs `static Status eager(Context&, std::span<const Arg>, std::span<const "
                    "Tensor> out)`");
      if constexpr (HasEager<Op>) r.eager = &Op::eager;
    } else if (!r.canonical().return_alias)
      throw "a view's schema says what it aliases: Tensor(a) self ... -> Tensor(a)";
  }
  return r;
}
}  // namespace adder::rt
