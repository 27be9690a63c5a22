#include "runtime/ops/out_argument.h"
#include <algorithm>
#include "runtime/ops/engine.h"

namespace adder::rt {
namespace {

// Dtypes that a function's out= takes, seen from the dtype of its result.
enum class Takes : uint8_t {
  anything,
  castable,  // what the result converts to without losing its category
  same,
  boolean,
  boolean_or_byte,
  floating,
  complex
};

bool takes(Takes rule, DType result, DType out) {
  switch (rule) {
    case Takes::anything: return true;
    case Takes::castable: return category_of(result) <= category_of(out);
    case Takes::same: return out == result;
    case Takes::boolean: return out == DType::b8;
    case Takes::boolean_or_byte: return out == DType::b8 || out == DType::u8;
    case Takes::floating: return is_floating(out);
    case Takes::complex: return is_complex(out);
  }
  return false;
}

// What functions answer to another dtype. In a text $n is the function, $r and $o the dtypes of result and out, $R and
// $O their names in C++. Functions that are not listed take what the result converts to.
struct DTypeRule {
  Takes takes;
  ErrorKind kind;
  const char* text;
  std::string_view names;
};
constexpr DTypeRule kDTypeRules[] = {
    {Takes::same, ErrorKind::runtime, "Expected out tensor to have dtype $R, but got $O instead",
     " addmm addmv cross softmax log_softmax avg_pool2d avg_pool3d linear mm matmul gather index_copy index_add "
     "index_reduce scatter scatter_add scatter_reduce scatter_value renorm take_along_dim tril triu linalg_cross det "
     "linalg_det linalg_cholesky linalg_eigvalsh linalg_vector_norm norm linalg_lu_solve inverse linalg_inv "
     "linalg_solve linalg_svdvals msort baddbmm bmm argmax argmin isin max_dim min_dim aminmax topk sort qr svd "
     "linalg_eigh linalg_qr linalg_svd linalg_slogdet linalg_lu linalg_lu_factor linalg_lu_factor_ex lu_unpack "
     "triangular_solve linalg_cholesky_ex linalg_inv_ex linalg_solve_ex "},
    {Takes::same, ErrorKind::runtime, "Found dtype $o but expected $r",
     " softshrink hardshrink gelu round softplus abs ceil conj_physical frac floor neg sign sgn trunc clamp "
     "bitwise_not "},
    {Takes::same, ErrorKind::runtime, "dtype $r does not match dtype of out parameter ($o)",
     " arange linspace logspace eye "},
    {Takes::same, ErrorKind::runtime,
     "Expected the dtype for input and out to match, but got $r for input's dtype and $o for out's dtype.",
     " amax amin "},
    {Takes::same, ErrorKind::runtime, "expected scalar_type $r but found $o", " diff logcumsumexp cummax cummin "},
    {Takes::same, ErrorKind::runtime, "expected scalar type $r but found $o", " log_sigmoid linalg_solve_triangular "},
    {Takes::same, ErrorKind::runtime, "result dtype $o does not match input dtype $r", " dot vdot "},
    {Takes::same, ErrorKind::runtime, "$n(): self and result must have the same scalar type",
     " masked_select index_select "},
    {Takes::same, ErrorKind::runtime, "Expected object of scalar type $r but got scalar type $o for argument 'out'",
     " complex polar "},
    {Takes::same, ErrorKind::runtime, "addmv input tensors must have the same dtype, but got $o, $r, and $r", " mv "},
    {Takes::same, ErrorKind::runtime, "self and mat2 must have the same dtype, but got $o and $r", " addbmm "},
    {Takes::same, ErrorKind::runtime, "Expected out type to be $r but got $o", " where "},
    {Takes::same, ErrorKind::runtime, "$n() out tensor must be same dtype as the input tensor", " quantile "},
    {Takes::same, ErrorKind::runtime, "quantile() out tensor must be same dtype as the input tensor", " nanquantile "},
    {Takes::same, ErrorKind::runtime, "$n is not yet implemented for tensors with different dtypes.", " heaviside "},
    {Takes::same, ErrorKind::runtime, "$n: dtype of out: $o should be same as input: $r", " nan_to_num "},
    {Takes::same, ErrorKind::runtime,
     "$n(): self and out expected to have the same dtype, but got self.dtype = $r and out.dtype = $o", " take "},
    {Takes::same, ErrorKind::runtime,
     "torch.histogram: input tensor and hist tensor should have the same dtype, but got input $R and hist $O",
     " histc histogram "},
    {Takes::same, ErrorKind::runtime,
     "torch.$n(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on whether "
     "out_int32 flag is True, but we got output tensor's dtype $o and out_int32 flag is False",
     " searchsorted "},
    {Takes::same, ErrorKind::runtime,
     "$n: Expected the output tensor to have dtype $r, but got an output tensor with dtype $o", " tensordot "},
    {Takes::same, ErrorKind::runtime, "$n: Expected out tensor to have scalar type $r but got scalar type$o",
     " nonzero "},
    {Takes::same, ErrorKind::runtime, "$n(): expected out tensor to have dtype $R but got $O", " linalg_multi_dot "},
    {Takes::same, ErrorKind::runtime, "$n expects $r tensor out, got: $o", " multinomial "},
    {Takes::same, ErrorKind::runtime, "output values must be of same type as input", " kthvalue "},
    {Takes::same, ErrorKind::runtime, "expected scalar type '$r' but got '$o' for values output", " mode "},
    {Takes::boolean, ErrorKind::runtime, "$n does not support non-boolean outputs.", " signbit isposinf isneginf "},
    {Takes::boolean_or_byte, ErrorKind::runtime, "$n only supports bool tensor for result, got: $o", " all any "},
    {Takes::castable, ErrorKind::type, "torch.cat(): input types can't be cast to the desired output type $o",
     " cat stack hstack vstack dstack column_stack "},
    {Takes::castable, ErrorKind::runtime,
     "$n: Expected result to be safely castable from $r dtype, but got result with dtype $o",
     " cholesky cholesky_inverse cholesky_solve linalg_matrix_power linalg_tensorsolve linalg_tensorinv "},
    {Takes::castable, ErrorKind::runtime,
     "linalg.$n: Expected result to be safely castable from $r dtype, but got result with dtype $o",
     " linalg_cond linalg_pinv "},
    {Takes::same, ErrorKind::runtime, "linalg.$n expected out tensor dtype $r but got: $o",
     " linalg_norm linalg_matrix_norm "},
    {Takes::castable, ErrorKind::runtime, "$n can't be cast to the desired output type $o", " ldexp "},
    {Takes::same, ErrorKind::runtime,
     "the output given to $n has dtype $o but the operation's result requires dtype $r", " float_power "},
    {Takes::floating, ErrorKind::runtime, "$n(): Expected floating point type for result tensor, but got: $o",
     " logsumexp "},
    {Takes::complex, ErrorKind::runtime, "$n expects a complex output tensor, but got $o",
     " fft_fft fft_fftn fft_rfft fft_rfftn fft_ifft fft_ihfft "},
    {Takes::complex, ErrorKind::runtime, "fftn expects a complex output tensor, but got $o",
     " fft_fft2 fft_ifft2 fft_ifftn "},
    {Takes::floating, ErrorKind::runtime, "$n expects a floating point output tensor, but got $o",
     " fft_hfft fft_hfftn fft_irfft fft_irfftn "},
    {Takes::anything, ErrorKind::runtime, "", " sum nansum prod cumsum cumprod zeros ones full empty bernoulli "},
};

bool lists(std::string_view names, std::string_view name) {
  return names.find(" " + std::string(name) + " ") != names.npos;
}

Status check_dtype(std::string_view name, DType result, DType out) {
  if (out == result) return {};
  if (name.ends_with("_copy")) name = "gather";  // copies of views answer as it does
  DTypeRule rule{Takes::castable, ErrorKind::runtime, "result type $r can't be cast to the desired output type $o", ""};
  for (const DTypeRule& r : kDTypeRules)
    if (lists(r.names, name)) rule = r;
  if (takes(rule.takes, result, out)) return {};
  std::string text;
  for (const char* p = rule.text; *p; ++p) {
    if (*p != '$') {
      text += *p;
      continue;
    }
    switch (*++p) {
      case 'n': text += name.substr(name.starts_with("fft_") ? 4 : name.starts_with("linalg_") ? 7 : 0); break;
      case 'r': text += row_of(result).scalar_name; break;
      case 'o': text += row_of(out).scalar_name; break;
      case 'R': text += row_of(result).cpp_name; break;
      case 'O': text += row_of(out).cpp_name; break;
      default: break;
    }
  }
  return Status::error(rule.kind, std::move(text));
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

// Other sizes, from the tensor's offset; the storage is replaced when it is too small.
Status resize_tensor(TensorImpl& t, const Meta<int64_t>& like) {
  Meta<int64_t> meta = t.meta;
  meta.sizes = like.sizes;
  meta.strides = like.strides;
  int64_t end = meta.offset + meta.sizes.product();
  if (end * bytes_of(meta.dtype) > t.storage->bytes) {
    Meta<int64_t> whole = t.meta;
    whole.sizes = Sizes{end};
    whole.offset = 0;
    whole.set_contiguous();
    ASSIGN_OR_RETURN(Tensor fresh, allocate(whole));
    std::swap(t.storage, fresh->storage);
  }
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
    TRY(check_dtype(b.row->name, infos[k].meta.dtype, dest.dtype));
    *direct &= infos[k].meta.sizes == dest.sizes && category_of(infos[k].meta.dtype) <= category_of(dest.dtype);
  }
  return {};
}

}  // namespace

Status write_out(Context& c, std::string_view name, const Tensor& value, TensorImpl& dest) {
  static const OpRow& to = find_op("to");
  if (grad_mode(c) && dest.requires_grad())
    return Status::error("a leaf Variable that requires grad is being used in an in-place operation.");
  TRY(check_dtype(name, value->dtype(), dest.dtype()));
  bool keeps_shape = lists(" arange linspace logspace ", name) && value->numel == dest.numel;
  if (!keeps_shape && !(value->meta.sizes == dest.meta.sizes)) {
    if (dest.numel != 0 && !resizes_quietly(name)) TRY(warn_of_resize(c, dest, value->meta.sizes));
    TRY(resize_tensor(dest, value->meta));
  }
  NoGrad off(c);
  Tensor flat = value;
  if (keeps_shape && value->dim() != dest.dim()) {
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
    TRY(write_out(c, b.row->name, result[size_t(k)], dest));
    result[size_t(k)] = Tensor(&dest);
  }
  return {};
}

}  // namespace adder::rt
