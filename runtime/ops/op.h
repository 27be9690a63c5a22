// What an op is: the row, the contexts its rules see, and the checks that make an incomplete op a compile error.
#pragma once
#include <concepts>
#include "runtime/kernel/program.h"
#include "runtime/ops/need_mask.h"
#include "runtime/ops/schema.h"

namespace adder::rt {

enum class OpKind : uint8_t { pointwise, reduction, view, external, random, composite };
enum class Promotion : uint8_t {
  none,
  standard,
  to_float,  // integers compute in the default dtype
  select,    // operand 0 is a mask
  cast       // the result's dtype is the dtype parameter
};
enum class OutType : uint8_t {
  common,
  boolean,
  int64,
  accumulate,  // bool and integers to int64
  real,        // complex to its real type
  complex,     // real to its complex type
  truth        // boolean, but uint8 of uint8
};
// Where Python finds the op. By default `torch.NAME`, and `Tensor.NAME` when the first parameter is `Tensor self`.
enum Surface : uint32_t {
  kSurfaceDefault = 0,
  kTorch = 1 << 0,
  kTensor = 1 << 1,
  kFunctional = 1 << 2,  // torch.nn.functional
  kLinalg = 1 << 3,      // torch.linalg.X for linalg_X
  kSpecial = 1 << 4,     // torch.special.X for special_X
  kFft = 1 << 5,         // torch.fft.X for fft_X
  kNn = 1 << 6,          // torch._C._nn
  kInternal = 1 << 7     // no Python name: rules emit it
};

// Memory that a destination may not share: PyTorch's kernels differ in what they refuse.
enum Overlap : uint8_t {
  kOverlapWithin = 1 << 0,       // several of its own elements in one place
  kOverlapDiscouraged = 1 << 1,  // the same, which draws a warning only
  kOverlapPartly = 1 << 2,       // some elements of an operand
  kOverlapAny = 1 << 3           // any element of an operand other than the one that is changed
};

struct OpRow;
struct Context;

// Who carries out the ops that a rule emits: the eager engine or a graph under construction. Errors are sticky, so
// rules need no TRY: after one, values are undefined and calls do nothing. An `out` that is a tensor already is a
// destination, written in place; the others must be none.
class OpSink {
 public:
  virtual ~OpSink() = default;
  virtual void call(OpId id, std::span<const Arg> in, std::span<Value> out) = 0;
  virtual SymMeta meta(Value v) = 0;
  DType default_dtype = DType::f32;
  Status status;
  void fail(Status s) {
    if (status.ok()) status = std::move(s);
  }
  void fail(std::string message) { fail(Status::error(std::move(message))); }
};

// Builds an argument vector from parameters in schema order; a `std::span<const Value>` becomes a tensor list.
class ArgList {
 public:
  void add(const Arg& a) { args_.push_back(a); }
  std::span<const Arg> finish();  // moves list elements behind the parameters

 private:
  std::vector<Arg> args_;
};
Value call_span(OpSink& g, OpId id, std::span<const Arg> in);
template <class... A>
Value call(OpSink& g, OpId id, const A&... a) {
  const Arg in[] = {Arg(a)...};
  return call_span(g, id, in);
}
// For ops of several results; `in` may hold borrowed lists.
void call_many(OpSink& g, OpId id, std::span<const Arg> in, std::span<Value> out);

// What a shape rule reports, the first failure only; in functions of their own, since every rule is there twice.
void note_failure(Status& status, ErrorKind kind, std::string message);
int wrapped_dim(Status& status, int64_t dim, int n_dims);  // 0, with a failure, where it is out of range
std::string unsupported_text(std::string_view kernel, DType d);  // "KERNEL" not implemented for 'Long'

template <class D>
struct InferCtx {  // D is int64_t or SymInt
  const OpRow& row;
  std::span<const Arg> args;
  const Meta<D>* const* metas;  // one per argument, null for one that is not a tensor
  Meta<D>* out;                 // n_out of them; strides may stay empty, which means contiguous
  int n_out = 1;
  DType default_dtype = DType::f32;
  Status status;

  const Meta<D>& meta(int i) const { return *metas[i]; }
  bool given(int i) const { return size_t(i) < args.size() && args[size_t(i)].given(); }
  const Arg& arg(int i) const { return args[size_t(i)]; }
  bool flag(int i, bool otherwise = false) const { return given(i) ? arg(i).flag() : otherwise; }
  int64_t number(int i, int64_t otherwise) const { return given(i) ? arg(i).integer() : otherwise; }
  D integer(int i) const {
    if constexpr (std::is_same_v<D, SymInt>)
      return arg(i).sym();
    else
      return arg(i).integer();
  }
  Dims<D> ints(int i) const {
    Dims<D> r;
    for (uint32_t k = 0; k < arg(i).count; ++k)
      if constexpr (std::is_same_v<D, SymInt>)
        r.push(arg(i).ints[k]);
      else
        r.push(arg(i).ints[k].hint);
    return r;
  }
  int list_size(int i) const { return given(i) ? int(arg(i).count) : 0; }
  int list_at(int i, int k) const { return int(arg(i).i) + k; }  // argument position of a tensor list's element
  void fail(std::string m) { fail(ErrorKind::runtime, std::move(m)); }
  void fail(ErrorKind kind, std::string m) { note_failure(status, kind, std::move(m)); }
  void unsupported(std::string_view kernel, DType d) { fail(ErrorKind::not_implemented, unsupported_text(kernel, d)); }
  int dim(int i, int n_dims) { return wrap_dim(arg(i).integer(), n_dims); }
  int wrap_dim(int64_t d, int n_dims) { return wrapped_dim(status, d, n_dims); }
};
// Bit set of the dims that a reduction's `dim` argument (position 1) names; all when it names none.
uint64_t reduced_dims(std::span<const Arg> args, int n_dims);

class Args {  // what a formula sees: operands already in the compute type
 public:
  Args(ProgramBuilder& b, std::span<const Arg> args, KType compute, const Reg* loaded, DType dtype,
       int first_scalar = 0)
      : b_(b), args_(args), compute_(compute), loaded_(loaded), dtype_(dtype) {}
  Reg operator[](int i) {  // numbers stay run-time values; small integers wrap, as a conversion to the dtype does
    if (args_[size_t(i)].is_tensor()) return loaded_[i];
    Reg r = b_.scalar(i, compute_);
    return is_integral(dtype_) ? b_.round_to(r, DType::i64, dtype_) : r;
  }
  // These four are part of the program's key.
  bool given(int i) const { return size_t(i) < args_.size() && args_[size_t(i)].given(); }
  std::string_view string(int i, std::string_view otherwise) const { return given(i) ? args_[size_t(i)].s : otherwise; }
  bool flag(int i, bool otherwise) const { return given(i) ? args_[size_t(i)].i != 0 : otherwise; }
  bool is_number(int i) const { return given(i) && args_[size_t(i)].is_number(); }
  Reg number(int i, double otherwise) { return given(i) ? (*this)[i] : b_.constant(otherwise, compute_); }
  Reg count() { return b_.scalar(kCountScalar, compute_); }  // reductions: size of the reduced range
  KType compute() const { return compute_; }
  DType dtype() const { return dtype_; }  // of the computation, before f16 and small integers widen

 private:
  ProgramBuilder& b_;
  std::span<const Arg> args_;
  KType compute_;
  const Reg* loaded_;
  DType dtype_;
};
struct Acc {
  Reg r[4];
  int n = 0;
  Acc() = default;
  Acc(std::initializer_list<Reg> l) {
    for (Reg x : l) r[n++] = x;
  }
  Reg operator[](int i) const { return r[i]; }
};

// Reading data() or out() marks the tensor as needed by backward; the saved set is what a probing run touched. So a
// rule may branch on needs(), parameters and metas, but what it touches must depend on needs() and on string and bool
// parameters only (the sweep checks that). Positions count the argument vector, so elements of a tensor list stand behind the parameters.
class VjpCtx {
 public:
  VjpCtx(OpSink& g, std::span<const Arg> args, std::span<const SymMeta> metas, std::span<const Value> outs,
         std::span<const SymMeta> out_metas, std::span<const Value> grads, const NeedMask& needs)
      : g_(g),
        args_(args),
        metas_(metas),
        outs_(outs),
        out_metas_(out_metas),
        grads_(grads),
        needs_(needs),
        result(args.size()) {}
  Value grad(int i = 0) const { return grads_[size_t(i)]; }  // undefined when nothing flowed into that output
  int n_outs() const { return int(grads_.size()); }
  bool needs(int i) const { return needs_[size_t(i)]; }
  bool given(int i) const { return size_t(i) < args_.size() && args_[size_t(i)].given(); }
  Arg param(int i) const { return size_t(i) < args_.size() ? args_[size_t(i)] : Arg(); }
  int list_size(int i) const { return given(i) ? int(args_[size_t(i)].count) : 0; }
  int list_at(int i, int k) const { return int(args_[size_t(i)].i) + k; }
  const SymMeta& meta(int i) const { return metas_[size_t(i)]; }
  const SymMeta& out_meta(int i = 0) const { return out_metas_[size_t(i)]; }
  Arg data(int i) {  // a number where the overload has one
    touched_in.add(size_t(i));
    CHECK(args_[size_t(i)].given());
    return args_[size_t(i)];
  }
  Value out(int i = 0) {
    touched_out.add(size_t(i));
    CHECK(outs_[size_t(i)].given());
    return outs_[size_t(i)];
  }
  void set(int i, Value v);  // summed to the input's shape and cast to its dtype

 private:
  OpSink& g_;
  std::span<const Arg> args_;
  std::span<const SymMeta> metas_;
  std::span<const Value> outs_;
  std::span<const SymMeta> out_metas_;
  std::span<const Value> grads_;
  const NeedMask& needs_;

 public:
  NeedMask touched_in, touched_out;
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
  Promotion promotion = Promotion::standard;
  std::string_view kernel_name;  // in "NAME" not implemented for 'Bool'; empty: the op's name and _cpu
  bool may_raise = false;  // on data, not only on shapes and dtypes: index out of range and the like
  bool exact_number = false;     // a second operand of no dims is not rounded to a narrow common dtype
  bool keeps_history = false;    // no place in the tape even where it changes a tensor in place, whose history stays
  bool hides_canonical = false;  // the first schema fixes positions and has no Python form
  uint8_t overlap = 0;           // of Overlap; pointwise ops refuse partial overlap, kernels overlap within
  uint32_t surface = kSurfaceDefault;
  std::span<const std::string_view> aliases;  // more Python names: "absolute", "special.expit", "functional.gelu"
  std::span<const OutType> outs;
  // Refuses argument dtypes before anything runs, in PyTorch's words; may be null.
  Status (*check)(std::span<const Arg>, const DType* dtypes) = nullptr;
  // Looks at the data of the operands before a pointwise op runs (zero divisors and the like); may be null.
  Status (*guard)(Context&, std::span<const Arg>) = nullptr;
  // Random ops with floating-point results: with these arguments nothing but memory can keep it from drawing, whatever the
  // data, so that it may run later; null: it may not.
  bool (*draws_surely)(std::span<const Arg>) = nullptr;
  // Another row that gives the same result on operand 0 alone, for arguments like an exponent of 2; null: none.
  const OpRow* (*rewrite)(std::span<const Arg>) = nullptr;
  // Number of results when the schema returns a list.
  int (*count_outs)(std::span<const Arg>, const SymMeta* const* metas) = nullptr;
  void (*infer)(InferCtx<int64_t>&) = nullptr;
  void (*infer_sym)(InferCtx<SymInt>&) = nullptr;
  Reg (*formula)(ProgramBuilder&, Args) = nullptr;
  Acc (*init)(ProgramBuilder&, KType) = nullptr;
  Acc (*lift)(ProgramBuilder&, Reg, Reg) = nullptr;
  Acc (*combine)(ProgramBuilder&, Acc, Acc) = nullptr;
  Acc (*finish)(ProgramBuilder&, Acc, Args) = nullptr;
  // external, random: results are allocated already, operands touched.
  Status (*eager)(Context&, std::span<const Arg>, std::span<const Tensor>) = nullptr;
  VjpFn vjp = nullptr;
  void (*decompose)(OpSink&, std::span<const Arg>, std::span<Value>) = nullptr;
  std::string_view grad_name;                                        // "" : NAME in camel case + "Backward0"
  std::string_view (*grad_name_of)(std::span<const Arg>) = nullptr;  // when it depends on the overload
  std::string_view doc;
  std::span<const std::string_view> samples;
  Domain domain;
  constexpr const Schema& canonical() const { return schemas[0]; }  // argument positions follow the first schema
  OpId id() const { return *id_at; }
  constexpr int n_outs() const { return canonical().n_returns; }
};
std::string grad_fn_name(const OpRow& row, std::span<const Arg> args);
int count_outs(const OpRow& row, std::span<const Arg> args);  // of an eager call

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
const OpRow* find_op_or_null(std::string_view name);
struct Types {
  DType compute, out;
};
// classes[i] of tensor i: 0 has dims, 1 has none, 2 stands for a Python number.
Types resolve_types(const OpRow& row, std::span<const Arg> args, const DType* dtypes, const uint8_t* classes,
                    DType default_dtype);
// Operand i of a pointwise row in the type that the formula computes in, rounded to the common dtype first where
// PyTorch casts it. `loaded` has the values of dtype `from`.
Reg operand_in_compute(ProgramBuilder& b, const OpRow& row, size_t i, Reg loaded, DType from, bool no_dims,
                       DType compute);
template <class D>
void infer_pointwise(InferCtx<D>&);  // broadcast; instantiated in op.cpp
template <class D>
void infer_reduction(InferCtx<D>&);
template <class D>
bool broadcast_into(InferCtx<D>& c, Dims<D>& out, const Dims<D>& x);  // false after an error
std::string schema_text(const Schema&, std::string_view self_name);

// ---- completeness

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

// Overloads name their parameters as the first schema does.
consteval bool schemas_agree(std::span<const Schema> s, std::string_view name) {
  for (const Schema& x : s) {
    std::string_view base = x.base_name();
    if (base.ends_with('_')) base.remove_suffix(1);
    if (base != name.substr(0, base.size())) return false;  // max_dim holds max.dim
    for (int i = 0; i < x.n; ++i)
      if (!x.params[i].written && s[0].find(x.name_of(i)) < 0) return false;
  }
  return true;
}
inline constexpr OutType kCommon[kMaxReturns] = {};

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
  if constexpr (requires { Op::surface; }) r.surface = Op::surface;
  if constexpr (requires { Op::aliases; }) r.aliases = Op::aliases;
  if constexpr (requires { Op::hides_canonical; }) r.hides_canonical = Op::hides_canonical;
  if constexpr (requires { Op::exact_number; }) r.exact_number = Op::exact_number;
  if constexpr (requires { Op::keeps_history; }) r.keeps_history = Op::keeps_history;
  if constexpr (requires { Op::may_raise; }) r.may_raise = Op::may_raise;
  if constexpr (requires { Op::overlap; })
    r.overlap = Op::overlap;
  else
    r.overlap = kKind == OpKind::pointwise                              ? kOverlapWithin | kOverlapPartly
                : kKind == OpKind::reduction || kKind == OpKind::view ? 0
                                                                      : kOverlapWithin;
  if constexpr (requires { Op::check; }) r.check = &Op::check;
  if constexpr (requires { Op::kernel_name; }) r.kernel_name = Op::kernel_name;
  if constexpr (requires { Op::guard; }) r.guard = &Op::guard;
  if constexpr (requires { Op::draws_surely; }) r.draws_surely = &Op::draws_surely;
  if constexpr (requires { Op::rewrite; }) r.rewrite = &Op::rewrite;
  if constexpr (requires { Op::grad_name; }) r.grad_name = Op::grad_name;
  if constexpr (requires { Op::grad_name_of; }) r.grad_name_of = &Op::grad_name_of;
  if constexpr (requires { Op::count_outs; }) r.count_outs = &Op::count_outs;
  if (r.canonical().returns_list && !r.count_outs)
    throw "an op that returns Tensor[] needs `static int count_outs(std::span<const Arg>, const SymMeta* const* "
          "metas)`";
  if constexpr (requires { Op::domain; }) r.domain = Op::domain;
  if (!schemas_agree(r.schemas, name)) throw "an overload has another name, or a parameter that the first schema lacks";
  if constexpr (kKind == OpKind::composite) {
    static_assert(HasDecomposition<Op>,
                  "composite op needs `static void decompose(OpSink&, std::span<const Arg> in, std::span<Value> out)`");
    if constexpr (HasDecomposition<Op>) r.decompose = &Op::decompose;
    if constexpr (HasGradient<Op>) r.vjp = Op::vjp;
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
