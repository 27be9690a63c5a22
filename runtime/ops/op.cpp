// The rules that whole families share.
#include "runtime/ops/op.h"
namespace adder::rt {
USE_OP(sum) USE_OP(to) Value call_span(OpSink& g, OpId id, std::span<const Arg> in) {
  Value out[4];
  g.call(id, in, {out, size_t(row_of(id).n_outs())});
  return out[0];
}

// PyTorch's three classes: tensors with dims, then 0-d tensors, then numbers; a lower class only raises the category.
Types resolve_types(const OpRow& row, std::span<const Arg> args, const DType* dtypes, const bool* zero_dim) {
  if (row.promotion == Promotion::cast) return {dtypes[0], args[1].dtype()};
  int best[3] = {-1, -1, -1};  // by class; -1 is "none"
  auto raise = [](int& b, DType d) { b = b < 0 ? int(d) : int(promote(DType(b), d)); };
  const Schema& s = row.canonical();
  for (int i = row.promotion == Promotion::select; i < int(args.size()); ++i) {
    if (s.params[i].keyword_only) continue;  // alpha and the like do not take part
    if (args[i].is_tensor())
      raise(best[zero_dim[i]], dtypes[i]);
    else if (s.params[i].kind == ParamKind::tensor && args[i].is_number())
      raise(best[2], args[i].tag == Tag::floating ? DType::f32 : args[i].tag == Tag::integer ? DType::i64 : DType::b8);
  }
  auto combine = [](int hi, int lo) {
    if (hi < 0 || lo < 0) return hi < 0 ? lo : hi;
    if (category_of(DType(hi)) == 2) return hi;
    return category_of(DType(hi)) == 0 || category_of(DType(lo)) == 2 ? int(promote(DType(hi), DType(lo))) : hi;
  };
  int c = combine(combine(best[0], best[1]), best[2]);
  DType common = c < 0 ? DType::f32 : DType(c);
  if (row.promotion == Promotion::to_float && category_of(common) != 2) common = DType::f32;
  switch (row.outs[0]) {
    case OutType::boolean: return {common, DType::b8};
    case OutType::int64: return {common, DType::i64};
    case OutType::accumulate:
      if (category_of(common) != 2) return {DType::i64, DType::i64};
      [[fallthrough]];
    case OutType::common: return {common, common};
  }
  return {};
}
template <class D>
static Types types_of(InferCtx<D>& c) {
  DType d[kMaxParams];
  bool zero[kMaxParams];
  for (size_t i = 0; i < c.args.size(); ++i)
    if (c.args[i].is_tensor()) {
      d[i] = c.meta(int(i)).dtype;
      zero[i] = c.meta(int(i)).sizes.n == 0;
    }
  return resolve_types(c.row, c.args, d, zero);
}
template <class D>
void infer_pointwise(InferCtx<D>& c) {
  Dims<D> out;
  for (size_t i = 0; i < c.args.size(); ++i)
    if (c.args[i].is_tensor()) {
      const Dims<D>& x = c.meta(int(i)).sizes;
      while (out.n < x.n) out.insert(0, D(1));
      for (int k = 0; k < x.n; ++k) {
        D& o = out[out.n - x.n + k];
        if (guard_bool(x[k] == o, "broadcast: equal sizes") || guard_bool(x[k] == D(1), "broadcast: size 1")) continue;
        if (guard_bool(o == D(1), "broadcast: size 1"))
          o = x[k];
        else
          return c.fail("The size of tensor a (" + std::to_string(hint_of(o)) + ") must match the size of tensor b (" +
                        std::to_string(hint_of(x[k])) + ") at non-singleton dimension " +
                        std::to_string(out.n - x.n + k));
      }
    }
  c.out[0].sizes = out;
  c.out[0].dtype = types_of(c).out;
}
template void infer_pointwise(InferCtx<int64_t>&);
template void infer_pointwise(InferCtx<SymInt>&);

uint32_t reduced_dims(std::span<const Arg> args, int n_dims) {
  uint32_t all = (1u << n_dims) - 1;
  if (args.size() < 2 || !args[1].given() || (args[1].tag == Tag::int_list && args[1].count == 0)) return all;
  uint32_t mask = 0;
  auto add = [&](int64_t d) { mask |= n_dims ? 1u << (d < 0 ? d + n_dims : d) : 0; };
  if (args[1].tag == Tag::integer)
    add(args[1].i);
  else
    for (int k = 0; k < args[1].count; ++k) add(args[1].ints[k].hint);
  return mask;
}
template <class D>
void infer_reduction(InferCtx<D>& c) {
  const Meta<D>& x = c.meta(0);
  if (c.given(1)) {
    if (c.args[1].tag == Tag::integer)
      c.dim(1, x.sizes.n);
    else
      for (int k = 0; k < c.args[1].count; ++k) c.wrap_dim(c.args[1].ints[k].hint, x.sizes.n);
  }
  if (!c.status.ok()) return;
  uint32_t mask = reduced_dims(c.args, x.sizes.n);
  bool keep = c.given(2) && c.args[2].i;
  Types t = types_of(c);
  for (int k = 0; k < c.row.n_outs(); ++k) {
    c.out[k].dtype = c.row.outs[k] == OutType::int64 ? DType::i64 : t.out;
    for (int d = 0; d < x.sizes.n; ++d)
      if (!(mask >> d & 1))
        c.out[k].sizes.push(x.sizes[d]);
      else if (keep)
        c.out[k].sizes.push(D(1));
  }
}
template void infer_reduction(InferCtx<int64_t>&);
template void infer_reduction(InferCtx<SymInt>&);

void VjpCtx::set(int i, Value v) {  // every rule may answer in the broadcast shape and the common dtype
  if (!v.given() || !g_.status.ok()) {
    result[i] = v;
    return;
  }
  const SymMeta& want = metas_[i];
  SymMeta have = g_.meta(v);
  int extra = have.sizes.n - want.sizes.n;
  Dims<SymInt> leading, inner;
  for (int d = 0; d < extra; ++d) leading.push(SymInt(d));
  if (extra > 0) v = emit::sum(g_, v, leading, false);
  for (int d = 0; d < want.sizes.n; ++d)
    if (guard_bool(want.sizes[d] != have.sizes[d + extra], "gradient of a broadcast operand")) inner.push(SymInt(d));
  if (inner.n) v = emit::sum(g_, v, inner, true);
  if (have.dtype != want.dtype) v = emit::to(g_, v, want.dtype);
  result[i] = v;
}

std::string schema_text(const Schema& s,
                        std::string_view self_name) {  // as PyTorch prints signatures in error messages
  std::string r = "(";
  bool star = false;
  for (int i = 0; i < s.n; ++i) {
    const Param& p = s.params[i];
    static constexpr const char* kTypes[] = {"Tensor", "Number", "int", "tuple of ints",
                                             "bool",   "float",  "str", "torch.dtype"};
    if (i) r += ", ";
    if (p.keyword_only && !star) {
      r += "*, ";
      star = true;
    }
    r += std::string(kTypes[int(p.kind)]) + " " + std::string(s.name_of(i) == "self" ? self_name : s.name_of(i));
    if (p.default_len) r += "=" + std::string(s.default_of(i));
  }
  return r + ")";
}
}  // namespace adder::rt
