#include "runtime/ops/out_argument.h"
#include <algorithm>
#include "runtime/ops/engine.h"

namespace adder::rt {
namespace {

bool lists(std::string_view names, std::string_view name) {
  return names.find(" " + std::string(name) + " ") != names.npos;
}

// Functions differ in what dtypes they take, and say so in words of their own: the context knows them.
Status check_dtype(Context& c, std::string_view name, DType result, DType out) {
  if (out == result) return {};
  if (c.caches->check_out) return c.caches->check_out(c, name, result, out);
  if (category_of(result) <= category_of(out)) return {};
  return Status::error(std::string("result type ") + row_of(result).scalar_name +
                       " can't be cast to the desired output type " + row_of(out).scalar_name);
}

// The function that PyTorch names where a function is made of others, and the ones that its tape does not know.
std::string name_on_tape(const OpRow& row) {
  static constexpr std::pair<std::string_view, const char*> kParts[] = {
      {" outer inner kron ", "mul"},
      {" hstack vstack dstack column_stack ", "cat"},
      {" square float_power ", "pow"},
      {" linalg_norm ", "linalg_vector_norm"},
      {" take_along_dim ", "gather"},
      {" msort ", "sort"},
      {" nanmean ", "nansum"},
      {" det linalg_det ", "_linalg_det"},
      {" slogdet linalg_slogdet ", "_linalg_slogdet"},
      {" linalg_eigh linalg_eigvalsh ", "_linalg_eigh"},
      {" svd linalg_svd linalg_svdvals ", "_linalg_svd"},
      {" inverse linalg_inv ", "linalg_inv_ex"},
      {" linalg_solve linalg_solve_ex ", "_linalg_solve_ex"},
      {" linalg_cholesky ", "linalg_cholesky_ex"},
      {" linalg_multi_dot chain_matmul ", "mm"},
      {" arange linspace logspace eye zeros ones full rand ", "aten::"},
      {" floor_divide heaviside softmax log_softmax conj_physical ", "aten::"},
  };
  std::string base(row.canonical().base_name());
  for (auto [names, shown] : kParts)
    if (lists(names, row.name)) return std::string_view(shown).ends_with(':') ? shown + base : shown;
  return base;
}

// Results with a history cannot go to a tensor that has one, nor may either have one.
Status check_no_gradient(Context& c, const Bound& b, std::span<const Arg> args) {
  if (!grad_mode(c) ||
      lists(" tensordot linalg_norm linalg_matrix_norm linalg_cond linalg_tensorinv special_ndtr ", b.row->name))
    return {};  // these copy their result to out=
  bool tracked = false;
  for (int k = 0; k < b.n_destinations; ++k) tracked |= b.destination[k].t->requires_grad();
  if (b.row->vjp || b.row->kind == OpKind::composite)
    for (const Arg& a : args)
      tracked |= a.is_tensor() && a.t->requires_grad() && is_differentiable(b.destination[0].t->dtype());
  if (!tracked) return {};
  return Status::error(name_on_tape(*b.row) +
                       "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                       "arguments requires grad.");
}

// Functions of sizes and numbers; they resize what they are given without a word.
bool makes_tensors(std::string_view name) {
  return lists(" zeros ones full empty eye arange linspace logspace rand randn randint randperm ", name);
}
bool resizes_quietly(std::string_view name) {
  return makes_tensors(name) || lists(" multinomial bernoulli addbmm log_sigmoid ", name);
}

Status warn_of_resize(Context& c, const TensorImpl& dest, const Sizes& sizes) {
  if (!c.warn) return {};
  return c.warn(c, "An output with one or more elements was resized since it had shape " + shape_text(dest.meta.sizes) +
                       ", which does not match the required output shape " + shape_text(sizes) +
                       ". This behavior is deprecated, and in a future PyTorch release outputs will not be resized "
                       "unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, "
                       "inplace, to zero elements with t.resize_(0).");
}

// Other sizes, from the tensor's offset; the storage grows when it is too small.
// Deferred work knows a tensor by the layout and the storage that it has: what is pending on it comes first.
Status resize_tensor(TensorImpl& t, const Meta<int64_t>& like) {
  TRY(touch(t.storage, true));
  t.trace = 0;
  Meta<int64_t> meta = t.meta;
  meta.sizes = like.sizes;
  meta.strides = like.strides;
  int64_t end = meta.offset + meta.sizes.product();
  TRY(grow_storage(*t.storage, end * bytes_of(meta.dtype), has_data(t)));
  t.meta = meta;
  t.numel = meta.sizes.product();
  t.contiguous = is_contiguous(meta);
  return {};
}

// Whether a kernel can write where out= says: it takes a destination, and that has the result's sizes.
Status fits(Context& c, const Bound& b, std::span<const Arg> args, bool* direct) {
  *direct = false;
  if (b.row->kind == OpKind::composite || b.row->kind == OpKind::view || b.row->kind == OpKind::random) return {};
  ResultInfo infos[kMaxReturns];
  std::span<ResultInfo> results(infos, size_t(b.row->n_outs()));
  Arg none[kMaxReturns];
  TRY(infer_op(c, b.row->id(), args, {none, results.size()}, results));
  *direct = true;
  for (int k = 0; k < b.n_destinations; ++k) {
    const Meta<int64_t>& dest = b.destination[k].t->meta;
    TRY(check_dtype(c, b.row->name, infos[k].meta.dtype, dest.dtype));
    *direct &= infos[k].meta.sizes == dest.sizes && category_of(infos[k].meta.dtype) <= category_of(dest.dtype);
  }
  return {};
}

bool keeps_shape(std::string_view name, const TensorImpl& value, const TensorImpl& dest) {
  return lists(" arange linspace logspace ", name) && value.numel == dest.numel;
}

// Makes the destination fit the result; `resized` says whether it had to change.
Status make_fit(Context& c, std::string_view name, const Tensor& value, TensorImpl& dest, bool* resized) {
  if (grad_mode(c) && dest.requires_grad())
    return Status::error("a leaf Variable that requires grad is being used in an in-place operation.");
  TRY(check_dtype(c, name, value->dtype(), dest.dtype()));
  *resized = !keeps_shape(name, *value, dest) && !(value->meta.sizes == dest.meta.sizes);
  if (!*resized) return {};
  if (dest.numel != 0 && !resizes_quietly(name)) TRY(warn_of_resize(c, dest, value->meta.sizes));
  return resize_tensor(dest, value->meta);
}

}  // namespace

Status write_out(Context& c, std::string_view name, const Tensor& value, TensorImpl& dest) {
  static const OpRow& to = find_op("to");
  bool resized;
  TRY(make_fit(c, name, value, dest, &resized));
  NoGrad off(c);
  Tensor flat = value;
  if (keeps_shape(name, *value, dest) && value->dim() != dest.dim()) {
    static const OpRow& view = find_op("view");
    Dims<SymInt> sizes;
    for (int64_t s : dest.meta.sizes) sizes.push(SymInt(s));
    ASSIGN_OR_RETURN(flat, call_op(c, view, {Arg(value), Arg(sizes)}));
  }
  return call_into(c, to, std::initializer_list<Arg>{Arg(flat), Arg(dest.dtype())}, Tensor(&dest));
}

// Functions that make tensors make them of out='s dtype.
static void take_dtype_of_out(Bound& b) {
  int at = b.row->canonical().find("dtype");
  if (at < 0 || !b.flat.empty() || (at < b.n_args && b.fixed[at].given()) || !makes_tensors(b.row->name)) return;
  b.fixed[at] = Arg(b.destination[0].t->dtype());
  b.n_args = std::max(b.n_args, at + 1);
}

Status call_out(Context& c, Bound& b, std::vector<Tensor>& result) {
  take_dtype_of_out(b);
  std::span<const Arg> args = b.args();
  TRY(check_no_gradient(c, b, args));
  TRY(check_overlap(c, *b.row, args, {b.destination, size_t(b.n_destinations)}));
  bool direct;
  TRY(fits(c, b, args, &direct));
  if (direct) {
    Arg out[kMaxReturns];
    for (int k = 0; k < b.n_destinations; ++k) out[k] = b.destination[k];
    TRY(dispatch(c, b.row->id(), args, {out, size_t(b.n_destinations)}));
    result.clear();
    for (int k = 0; k < b.n_destinations; ++k) result.emplace_back(b.destination[k].t);
    return {};
  }
  int destinations = std::exchange(b.n_destinations, 0);
  Status status = call_bound(c, b, result);
  b.n_destinations = destinations;
  TRY(std::move(status));
  for (int k = 0; k < destinations; ++k) {
    TensorImpl& dest = *b.destination[k].t;
    bool resized;
    TRY(make_fit(c, b.row->name, result[size_t(k)], dest, &resized));
    if (resized) TRY(check_overlap(c, *b.row, args, {&b.destination[k], 1}));  // it may reach operands now
    TRY(write_out(c, b.row->name, result[size_t(k)], dest));
    result[size_t(k)] = Tensor(&dest);
  }
  return {};
}

}  // namespace adder::rt
