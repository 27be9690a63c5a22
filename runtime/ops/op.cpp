// The rules that whole families share: promotion, broadcasting, reduced dims, gradients of broadcast operands.
#include "runtime/ops/op.h"

namespace adder::rt {

USE_OP(sum)
USE_OP(to)

std::span<const Arg> ArgList::finish() {
  size_t n = args_.size();
  for (size_t i = 0; i < n; ++i) {
    if (args_[i].tag != Tag::borrowed_list) continue;
    std::span<const Arg> elements(args_[i].list, args_[i].count);
    args_[i] = Arg::tensor_list(int64_t(args_.size()), uint32_t(elements.size()));
    args_.insert(args_.end(), elements.begin(), elements.end());
  }
  return args_;
}

void call_many(OpSink& g, OpId id, std::span<const Arg> in, std::span<Value> out) {
  bool flat = true;
  for (const Arg& a : in) flat &= a.tag != Tag::borrowed_list;
  if (flat) return g.call(id, in, out);
  ArgList list;
  for (const Arg& a : in) list.add(a);
  g.call(id, list.finish(), out);
}

Value call_span(OpSink& g, OpId id, std::span<const Arg> in) {
  Value out[kMaxReturns];
  call_many(g, id, in, {out, size_t(row_of(id).n_outs())});
  return out[0];
}

std::string grad_fn_name(const OpRow& row, std::span<const Arg> args) {
  if (row.grad_name_of) return std::string(row.grad_name_of(args));
  if (!row.grad_name.empty()) return std::string(row.grad_name);
  std::string r;
  bool upper = true;
  for (char c : row.name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    r += upper && c >= 'a' && c <= 'z' ? char(c - 32) : c;
    upper = false;
  }
  return r + "Backward0";
}

int count_outs(const OpRow& row, std::span<const Arg> args) {
  if (!row.count_outs) return row.n_outs();
  std::vector<SymMeta> metas(args.size());
  std::vector<const SymMeta*> at(args.size());
  for (size_t i = 0; i < args.size(); ++i)
    if (args[i].is_tensor()) {
      metas[i] = to_sym(args[i].t->meta);
      at[i] = &metas[i];
    }
  return row.count_outs(args, at.data());
}

// PyTorch's three classes: tensors with dims, then 0-d tensors, then numbers; a lower class only raises the category.
Types resolve_types(const OpRow& row, std::span<const Arg> args, const DType* dtypes, const uint8_t* classes,
                    DType default_dtype) {
  if (row.promotion == Promotion::cast) return {dtypes[0], args[1].dtype()};
  if (row.promotion == Promotion::none)
    return {dtypes[0], row.outs[0] == OutType::complex ? complex_of(dtypes[0]) : dtypes[0]};
  int best[3] = {-1, -1, -1};  // by class; -1 is "none"
  auto raise = [](int& b, DType d) { b = b < 0 ? int(d) : int(promote(DType(b), d)); };
  auto number_dtype = [&](Category c) {
    return c == Category::boolean    ? DType::b8
           : c == Category::integral ? DType::i64
           : c == Category::floating ? default_dtype
                                     : complex_of(default_dtype);
  };
  const Schema& s = row.canonical();
  for (size_t i = row.promotion == Promotion::select; i < args.size(); ++i) {
    if (i < s.n && s.params[i].keyword_only) continue;  // alpha and the like do not take part
    const Arg& a = args[i];
    if (a.is_tensor()) {
      raise(best[classes[i]], classes[i] == 2 ? number_dtype(category_of(dtypes[i])) : dtypes[i]);
    } else if (i < s.n && (s.params[i].kind == ParamKind::tensor || s.params[i].kind == ParamKind::scalar) &&
               a.is_number()) {
      Category c = a.tag == Tag::boolean          ? Category::boolean
                   : a.is_integer()               ? Category::integral
                   : a.tag == Tag::complex_number ? Category::complex
                                                  : Category::floating;
      raise(best[2], number_dtype(c));
    }
  }
  auto combine = [](int high, int low) {
    if (high < 0 || low < 0) return high < 0 ? low : high;
    DType h = DType(high);
    DType l = DType(low);
    if (is_complex(h)) return high;
    if (is_floating(h)) return is_complex(l) ? int(complex_of(h)) : high;
    return h == DType::b8 || is_differentiable(l) ? int(promote(h, l)) : high;
  };
  int c = combine(combine(best[0], best[1]), best[2]);
  DType common = c < 0 ? default_dtype : DType(c);
  for (size_t i = 0; i < args.size() && i < s.n; ++i)  // sum(dtype=...): the operand is converted first
    if (s.params[i].kind == ParamKind::dtype && args[i].given()) return {args[i].dtype(), args[i].dtype()};
  if (row.promotion == Promotion::to_float && is_integral(common)) common = default_dtype;
  switch (row.outs[0]) {
    case OutType::boolean: return {common, DType::b8};
    case OutType::int64: return {common, DType::i64};
    case OutType::truth: return {common, common == DType::u8 ? DType::u8 : DType::b8};
    case OutType::real: return {common, real_of(common)};
    case OutType::complex: return {common, complex_of(common)};
    case OutType::accumulate:
      if (is_integral(common)) return {DType::i64, DType::i64};
      [[fallthrough]];
    case OutType::common: return {common, common};
  }
  return {};
}

template <class D>
static Types types_of(InferCtx<D>& c) {
  DType d[kMaxParams] = {};
  uint8_t classes[kMaxParams] = {};
  CHECK(c.args.size() <= kMaxParams);
  for (size_t i = 0; i < c.args.size(); ++i)
    if (c.args[i].is_tensor()) {
      d[i] = c.meta(int(i)).dtype;
      classes[i] = c.meta(int(i)).sizes.n == 0;
    }
  return resolve_types(c.row, c.args, d, classes, c.default_dtype);
}

template <class D>
bool broadcast_into(InferCtx<D>& c, Dims<D>& out, const Dims<D>& x) {
  while (out.n < x.n) out.insert(0, D(1));
  for (int k = x.n; k-- > 0;) {  // from the last dimension, as the error of the first misfit is worded
    D& o = out[out.n - x.n + k];
    if (guard_bool(x[k] == o, "broadcast: equal sizes") || guard_bool(x[k] == D(1), "broadcast: size 1")) continue;
    if (guard_bool(o == D(1), "broadcast: size 1")) {
      o = x[k];
      continue;
    }
    c.fail("The size of tensor a (" + std::to_string(hint_of(o)) + ") must match the size of tensor b (" +
           std::to_string(hint_of(x[k])) + ") at non-singleton dimension " + std::to_string(out.n - x.n + k));
    return false;
  }
  return true;
}
template bool broadcast_into(InferCtx<int64_t>&, Dims<int64_t>&, const Dims<int64_t>&);
template bool broadcast_into(InferCtx<SymInt>&, Dims<SymInt>&, const Dims<SymInt>&);

template <class D>
void infer_pointwise(InferCtx<D>& c) {
  Dims<D> out;
  for (size_t i = 0; i < c.args.size(); ++i)
    if (c.args[i].is_tensor() && !broadcast_into(c, out, c.meta(int(i)).sizes)) return;
  c.out[0].sizes = std::move(out);
  c.out[0].dtype = types_of(c).out;
}
template void infer_pointwise(InferCtx<int64_t>&);
template void infer_pointwise(InferCtx<SymInt>&);

void note_failure(Status& status, ErrorKind kind, std::string message) {
  if (status.ok()) status = Status::error(kind, std::move(message));
}
int wrapped_dim(Status& status, int64_t dim, int n_dims) {
  int limit = n_dims ? n_dims : 1;
  if (dim >= -limit && dim < limit) return int(dim < 0 ? dim + limit : dim);
  note_failure(status, ErrorKind::index,
               "Dimension out of range (expected to be in range of [" + std::to_string(-limit) + ", " +
                   std::to_string(limit - 1) + "], but got " + std::to_string(dim) + ")");
  return 0;
}
std::string unsupported_text(std::string_view kernel, DType d) {
  return "\"" + std::string(kernel) + "\" not implemented for '" + row_of(d).scalar_name + "'";
}

uint64_t reduced_dims(std::span<const Arg> args, int n_dims) {
  uint64_t all = n_dims >= 64 ? ~uint64_t(0) : (uint64_t(1) << n_dims) - 1;
  if (args.size() < 2 || !args[1].given() || (args[1].tag == Tag::int_list && args[1].count == 0)) return all;
  uint64_t mask = 0;
  auto add = [&](int64_t d) { mask |= n_dims ? uint64_t(1) << (d < 0 ? d + n_dims : d) : 0; };
  if (args[1].is_integer())
    add(args[1].integer());
  else
    for (uint32_t k = 0; k < args[1].count; ++k) add(args[1].ints[k].hint);
  return mask;
}

template <class D>
void infer_reduction(InferCtx<D>& c) {
  const Meta<D>& x = c.meta(0);
  uint64_t seen = 0;
  auto check = [&](int64_t d) {
    int at = c.wrap_dim(d, x.sizes.n);
    if (!c.status.ok()) return;
    if (seen >> at & 1) c.fail("dim " + std::to_string(at) + " appears multiple times in the list of dims");
    seen |= uint64_t(1) << at;
  };
  if (c.given(1)) {
    if (c.arg(1).is_integer())
      check(c.arg(1).integer());
    else
      for (uint32_t k = 0; k < c.arg(1).count; ++k) check(c.arg(1).ints[k].hint);
  }
  if (!c.status.ok()) return;
  uint64_t mask = reduced_dims(c.args, x.sizes.n);
  bool keep = c.flag(2);
  Types t = types_of(c);
  for (int k = 0; k < c.row.n_outs(); ++k) {
    c.out[k].dtype = c.row.outs[size_t(k)] == OutType::int64 ? DType::i64 : t.out;
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
    result[size_t(i)] = v;
    return;
  }
  const SymMeta& want = metas_[size_t(i)];
  SymMeta have = g_.meta(v);
  int extra = have.sizes.n - want.sizes.n;
  if (extra < 0) return g_.fail("a gradient has fewer dims than its operand");
  Dims<SymInt> leading, inner;
  for (int d = 0; d < extra; ++d) leading.push(SymInt(d));
  if (extra > 0) v = emit::sum(g_, v, leading, false);
  for (int d = 0; d < want.sizes.n; ++d)
    if (guard_bool(want.sizes[d] != have.sizes[d + extra], "gradient of a broadcast operand")) inner.push(SymInt(d));
  if (inner.n) v = emit::sum(g_, v, inner, true);
  if (have.dtype != want.dtype) v = emit::to(g_, v, want.dtype);
  result[size_t(i)] = v;
}

// As PyTorch prints signatures in error messages.
std::string schema_text(const Schema& s, std::string_view self_name) {
  static constexpr const char* kTypes[] = {
      "Tensor",       "tuple of Tensors",    "Number",         "int", "tuple of ints", "bool",
      "float",        "tuple of floats",     "tuple of bools", "str", "torch.dtype",   "torch.device",
      "torch.layout", "torch.memory_format", "torch.Generator"};
  std::string r = "(";
  bool star = false;
  for (int i = 0; i < s.n; ++i) {
    const Param& p = s.params[size_t(i)];
    if (s.name_of(i) == "self" && self_name.empty()) continue;
    if (r.size() > 1) r += ", ";
    if (p.keyword_only && !star) {
      r += "*, ";
      star = true;
    }
    r += std::string(kTypes[int(p.kind)]) + (p.optional && !p.default_len ? "? " : " ") +
         std::string(s.name_of(i) == "self" ? self_name : s.name_of(i));
    if (p.default_len) r += " = " + std::string(s.default_of(i));
  }
  return r + ")";
}

}  // namespace adder::rt
