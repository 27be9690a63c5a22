#include "runtime/ops/autocast.h"

#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/ops/engine.h"

namespace adder::rt {
namespace {

// PyTorch's lists for the CPU. An op in none of them runs in the dtypes it is given.
constexpr std::string_view kLow[] = {
    "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "bmm", "mm",
    "linalg_vecdot", "baddbmm", "addmm", "addbmm", "linear", "matmul", "scaled_dot_product_attention", "prelu"};
constexpr std::string_view kFull[] = {
    "avg_pool3d", "binary_cross_entropy", "polar", "prod", "cdist", "trace", "cholesky", "cholesky_inverse",
    "cholesky_solve", "inverse", "lu_solve", "stft", "istft", "view_as_complex", "mse_loss", "cosine_embedding_loss",
    "nll_loss", "nll_loss2d", "hinge_embedding_loss", "poisson_nll_loss", "smooth_l1_loss", "cross_entropy_loss",
    "l1_loss", "huber_loss", "margin_ranking_loss", "soft_margin_loss", "triplet_margin_loss", "multi_margin_loss",
    "kl_div", "multilabel_margin_loss", "binary_cross_entropy_with_logits", "fft_fft", "fft_ifft", "fft_fft2",
    "fft_ifft2", "fft_fftn", "fft_ifftn", "fft_rfft", "fft_irfft", "fft_rfft2", "fft_irfft2", "fft_rfftn",
    "fft_irfftn", "fft_hfft", "fft_ihfft", "linalg_cond", "linalg_matrix_rank", "linalg_solve", "linalg_cholesky",
    "linalg_svdvals", "linalg_eigvals", "linalg_eigvalsh", "linalg_inv", "linalg_householder_product",
    "linalg_tensorinv", "linalg_tensorsolve", "geqrf", "linalg_qr", "linalg_cholesky_ex", "linalg_svd", "linalg_eig",
    "linalg_eigh", "linalg_lstsq", "linalg_inv_ex", "triangular_solve", "qr", "svd", "max_pool3d", "median_dim",
    "mode", "kthvalue"};
constexpr std::string_view kWidest[] = {"cat", "stack", "index_copy"};

enum class Policy : uint8_t { none, low, full, widest };
std::vector<Policy> make_policies() {
  std::vector<Policy> r(all_ops().size(), Policy::none);
  auto set = [&](std::span<const std::string_view> names, Policy p) {
    for (std::string_view name : names)
      if (const OpRow* row = find_op_or_null(name)) r[size_t(row->id())] = p;
  };
  set(kLow, Policy::low);
  set(kFull, Policy::full);
  set(kWidest, Policy::widest);
  return r;
}
Policy policy_of(OpId id) {
  static const std::vector<Policy> policies = make_policies();
  return policies[size_t(id)];
}

class Autocast final : public Interposer {
 public:
  std::optional<DType> dtype;

  Status on_op(OpCall& call) override {
    Policy policy = policy_of(call.id);
    if (policy == Policy::none) return call.next();
    DType target = policy == Policy::low ? *dtype : policy == Policy::full ? DType::f32 : widest(call.in);
    std::vector<Arg> in(call.in.begin(), call.in.end());
    std::vector<Tensor> made;
    for (Arg& a : in) {
      if (!a.is_tensor() || !eligible(*a.t) || a.t->dtype() == target) continue;
      ASSIGN_OR_RETURN(Tensor t, cast(call.context, *a.t, target));
      a = Arg(t);
      made.push_back(std::move(t));
    }
    OpCall below{call.context, call.id, in, call.out, call.keys, call.level};
    // A composite without a rule of its own does not stop at autograd: its parts do.
    const OpRow& row = row_of(call.id);
    uint32_t levels = (1u << call.level) - 1;
    if (row.kind == OpKind::composite && !row.vjp) levels &= ~(1u << kAutogradLevel);
    for (const Tensor& t : made) below.keys |= t->keys & call.context.enabled & levels;
    return below.next_below();
  }
  void clear() { kept_.clear(); }

 private:
  static bool eligible(const TensorImpl& t) {
    DType d = t.dtype();
    return d == DType::f32 || d == DType::f16 || d == DType::bf16;
  }
  static DType widest(std::span<const Arg> in) {
    DType r = DType::f16;
    bool bfloat = false;
    for (const Arg& a : in) {
      if (!a.is_tensor()) continue;
      if (a.t->dtype() == DType::f32 || a.t->dtype() == DType::f64) return DType::f32;
      bfloat |= a.t->dtype() == DType::bf16;
    }
    return bfloat ? DType::bf16 : r;
  }
  // A weight is cast once while autocast is on.
  Result<Tensor> cast(Context& c, TensorImpl& x, DType target) {
    static const OpRow& to = find_op("to");
    bool keep = grad_mode(c) && x.requires_grad() && x.dtype() == DType::f32 && !x.base && target == *dtype;
    if (keep) {
      auto it = kept_.find(&x);
      if (it != kept_.end() && it->second.version == version_of(x)) return it->second.copy;
    }
    ASSIGN_OR_RETURN(Tensor t, call_op(c, to, {Arg(&x), Arg(target)}));
    if (keep) kept_[&x] = {Tensor(&x), t, version_of(x)};
    return t;
  }

  struct Kept {
    Tensor source;  // held, so that its address stays its own
    Tensor copy;
    uint32_t version = 0;
  };
  std::unordered_map<const TensorImpl*, Kept> kept_;
};

}  // namespace

std::optional<DType> set_autocast(Context& c, std::optional<DType> dtype) {
  std::optional<DType> before = autocast_dtype(c);
  if (!c.caches->autocast) {
    if (!dtype) return before;
    c.caches->autocast = std::make_unique<Autocast>();
  }
  auto& a = static_cast<Autocast&>(*c.caches->autocast);
  a.dtype = dtype;
  if (dtype) {
    c.install(kAutocastLevel, &a);
  } else {
    c.remove(kAutocastLevel);
    a.clear();
  }
  return before;
}

std::optional<DType> autocast_dtype(const Context& c) {
  if (!c.caches->autocast || !c.level[kAutocastLevel]) return {};
  return static_cast<Autocast&>(*c.caches->autocast).dtype;
}

}  // namespace adder::rt
