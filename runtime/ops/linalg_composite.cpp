// Linear algebra that is made of the factorizations: the public functions, norms, ranks and pseudo-inverses.
#include <cmath>
#include <limits>

#include "runtime/ops/linalg_rules.h"

namespace adder::rt {

USE_OP(_linalg_det)
USE_OP(_linalg_slogdet)
USE_OP(linalg_inv_ex)
USE_OP(linalg_inv)
USE_OP(eq)
USE_OP(_linalg_solve_ex)
USE_OP(linalg_solve)
USE_OP(linalg_solve_triangular)
USE_OP(linalg_cholesky_ex)
USE_OP(cholesky_solve)
USE_OP(linalg_lu_factor_ex)
USE_OP(lu_permutation)
USE_OP(linalg_qr)
USE_OP(_linalg_svd)
USE_OP(linalg_svdvals)
USE_OP(_linalg_eigh)
USE_OP(linalg_eigvalsh)
USE_OP(linalg_eig)
USE_OP(linalg_pinv)
USE_OP(linalg_vector_norm)
USE_OP(linalg_matrix_norm)
USE_OP(linalg_cross)
USE_OP(clone)
USE_OP(eye)
USE_OP(log)
USE_OP(abs)
USE_OP(amax)
USE_OP(amin)
USE_OP(maximum)
USE_OP(where)
USE_OP(gt)
USE_OP(reciprocal)
USE_OP(index_select)
USE_OP(roll)
USE_OP(movedim)
USE_OP(to)
USE_OP(cumprod)
USE_OP(cat)
USE_OP(ones)
USE_OP(expand)
USE_OP(select)
USE_OP(zeros)
USE_OP(flip)
USE_OP(mm)

namespace {

using namespace linalg;
using In = std::span<const Arg>;
using SymDims = Dims<SymInt>;

Arg at(In in, size_t i) {
  return i < in.size() ? in[i] : Arg();
}
template <size_t N>
struct Results {
  Value value[N];
};
template <size_t N, class... A>
Results<N> many(OpSink& g, const OpRow& row, const A&... a) {
  Results<N> r;
  const Arg args[] = {Arg(a)...};
  call_many(g, row.id(), args, r.value);
  return r;
}
std::string dims_text(const SymDims& s) {
  Sizes plain;
  for (const SymInt& v : s) plain.push(v.hint);
  return shape_text(plain);
}
bool require_square(OpSink& g, Value x, std::string_view name) {
  SymDims s = g.meta(x).sizes;
  if (s.n < 2) {
    g.fail(std::string(name) + ": The input tensor A must have at least 2 dimensions.");
    return false;
  }
  if (s[s.n - 1].hint == s[s.n - 2].hint) return true;
  g.fail(std::string(name) + ": A must be batches of square matrices, but they are " + std::to_string(s[s.n - 2].hint) +
         " by " + std::to_string(s[s.n - 1].hint) + " matrices");
  return false;
}
bool require_float(OpSink& g, Value x, std::string_view name) {
  DType d = g.meta(x).dtype;
  if (!is_integral(d)) return true;
  g.fail(std::string(name) + ": Expected a floating point or complex tensor as input. Got " + row_of(d).scalar_name);
  return false;
}

// A public function that is one of two others' first result.
#define DECOMPOSE static void decompose(OpSink& g, In in, std::span<Value> out)

struct det_op {
  static constexpr Schema schemas[] = {"det(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Determinants.", samples[] = {"(3,3)"};
  DECOMPOSE { out[0] = emit::_linalg_det(g, in[0]); }
};
struct linalg_det_op {
  static constexpr Schema schemas[] = {"linalg_det(Tensor A) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Determinants.", samples[] = {"(3,3)"};
  DECOMPOSE { out[0] = emit::_linalg_det(g, in[0]); }
};
struct slogdet_op {
  static constexpr Schema schemas[] = {"slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)"};
  static constexpr std::string_view doc = "Signs of determinants and logarithms of their magnitudes.", samples[] = {"(3,3)"};
  DECOMPOSE { call_many(g, row__linalg_slogdet.id(), in.first(1), out); }
};
struct linalg_slogdet_op {
  static constexpr Schema schemas[] = {"linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Signs of determinants and logarithms of their magnitudes.", samples[] = {"(3,3)"};
  DECOMPOSE { call_many(g, row__linalg_slogdet.id(), in.first(1), out); }
};
struct logdet_op {
  static constexpr Schema schemas[] = {"logdet(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Logarithms of determinants; NaN below zero.", samples[] = {""};
  DECOMPOSE {
    if (!require_square(g, in[0], "logdet") || !require_float(g, in[0], "logdet")) return;
    auto r = many<2>(g, row__linalg_slogdet, in[0]);
    // Below zero there is no slope either.
    out[0] = is_complex(g.meta(in[0]).dtype)
                 ? emit::add(g, r.value[1], emit::log(g, r.value[0]))
                 : emit::where(g, emit::eq(g, r.value[0], -1.0), __builtin_nan(""), r.value[1]);
  }
};

struct linalg_inv_op {
  static constexpr Schema schemas[] = {"linalg_inv(Tensor A) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Inverses.", samples[] = {"(3,3)"};
  static constexpr bool may_raise = true;
  DECOMPOSE { out[0] = many<2>(g, row_linalg_inv_ex, in[0], true).value[0]; }
};
struct inverse_op {
  static constexpr Schema schemas[] = {"inverse(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Inverses.", samples[] = {"(3,3)"};
  static constexpr bool may_raise = true;
  DECOMPOSE { out[0] = many<2>(g, row_linalg_inv_ex, in[0], true).value[0]; }
};
struct linalg_solve_op {
  static constexpr Schema schemas[] = {"linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Solutions of A X = B.", samples[] = {"(3,3) (3,2)", "(3,3) (3)"};
  static constexpr bool may_raise = true;
  DECOMPOSE { out[0] = many<2>(g, row__linalg_solve_ex, in[0], in[1], flag_or(in, 2, true), true).value[0]; }
};
struct linalg_solve_ex_op {
  static constexpr Schema schemas[] = {
      "linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Solutions of A X = B, and which systems have none.", samples[] = {"(3,3) (3,2)"};
  static constexpr bool may_raise = true;
  DECOMPOSE {
    auto r = many<2>(g, row__linalg_solve_ex, in[0], in[1], flag_or(in, 2, true), flag_or(in, 3, false));
    out[0] = r.value[0];
    out[1] = r.value[1];
  }
};

struct linalg_cholesky_op {
  static constexpr Schema schemas[] = {"linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Triangular L with A = L L^H.", samples[] = {""};
  static constexpr bool may_raise = true;
  DECOMPOSE { out[0] = many<2>(g, row_linalg_cholesky_ex, in[0], flag_or(in, 1, false), true).value[0]; }
};
struct cholesky_op {
  static constexpr Schema schemas[] = {"cholesky(Tensor self, bool upper=False) -> Tensor"};
  static constexpr std::string_view doc = "Triangular L with A = L L^H.", samples[] = {""};
  static constexpr bool may_raise = true;
  DECOMPOSE { out[0] = many<2>(g, row_linalg_cholesky_ex, in[0], flag_or(in, 1, false), true).value[0]; }
};
struct cholesky_solve_op {
  static constexpr Schema schemas[] = {"cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor"};
  static constexpr std::string_view doc = "Solutions of A X = self from the Cholesky factor of A.", samples[] = {""};
  DECOMPOSE {
    SymDims b = g.meta(in[0]).sizes;
    SymDims a = g.meta(in[1]).sizes;
    if (b.n < 2) return g.fail("b should have at least 2 dimensions, but has " + std::to_string(b.n) + " dimensions instead");
    if (a.n < 2) return g.fail("u should have at least 2 dimensions, but has " + std::to_string(a.n) + " dimensions instead");
    if (a[a.n - 1].hint != b[b.n - 2].hint) {
      auto two = [](const SymDims& s) {
        return std::to_string(s[s.n - 2].hint) + " by " + std::to_string(s[s.n - 1].hint);
      };
      return g.fail("Incompatible matrix sizes for cholesky_solve: each A matrix is " + two(a) + " but each b matrix is " + two(b));
    }
    bool upper = flag_or(in, 2, false);
    Value h = adjoint(g, in[1]);
    Value first = emit::linalg_solve_triangular(g, upper ? h : Value(in[1]), in[0], false);
    out[0] = emit::linalg_solve_triangular(g, upper ? Value(in[1]) : h, first, true);
  }
};
struct cholesky_inverse_op {
  static constexpr Schema schemas[] = {"cholesky_inverse(Tensor self, bool upper=False) -> Tensor"};
  static constexpr std::string_view doc = "The inverse of A from its Cholesky factor.", samples[] = {""};
  DECOMPOSE {
    if (!require_square(g, in[0], "cholesky_inverse")) return;
    SymInt n = g.meta(in[0]).sizes.back();
    Value one = emit::eye(g, n, n, g.meta(in[0]).dtype);
    out[0] = emit::cholesky_solve(g, one, in[0], flag_or(in, 1, false));
  }
};
struct triangular_solve_op {
  static constexpr Schema schemas[] = {
      "triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> "
      "(Tensor solution, Tensor cloned_coefficient)"};
  static constexpr std::string_view doc = "Solutions of A X = self for triangular A.", samples[] = {""};
  DECOMPOSE {
    bool upper = flag_or(in, 2, true);
    bool turned = flag_or(in, 3, false);
    Value a = turned ? emit::transpose(g, in[1], -2, -1) : Value(in[1]);
    out[0] = emit::linalg_solve_triangular(g, a, in[0], upper != turned, true, flag_or(in, 4, false));
    out[1] = emit::clone(g, in[1]);
  }
};

struct linalg_lu_factor_op {
  static constexpr Schema schemas[] = {"linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "The LU factorization, packed in one matrix.", samples[] = {"(3,3)"};
  static constexpr bool may_raise = true;
  DECOMPOSE {
    auto r = many<3>(g, row_linalg_lu_factor_ex, in[0], flag_or(in, 1, true), true);
    out[0] = r.value[0];
    out[1] = r.value[1];
  }
};
void unpack_lu(OpSink& g, Value lu, std::span<Value> out) {
  SymMeta m = g.meta(lu);
  if (m.sizes.n < 2) return;  // what stands for the result of a factorization that failed
  SymInt rows = m.sizes[m.sizes.n - 2];
  SymInt columns = m.sizes[m.sizes.n - 1];
  bool tall = rows.hint > columns.hint;
  Value lower = emit::tril(g, tall ? lu : emit::narrow(g, lu, -1, 0, rows), -1);
  out[1] = emit::add(g, lower, emit::eye(g, rows, tall ? columns : rows, m.dtype));
  out[2] = emit::triu(g, tall ? emit::narrow(g, lu, -2, 0, columns) : lu);
}
struct lu_unpack_op {
  static constexpr Schema schemas[] = {
      "lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "P, L and U from the packed factorization.", samples[] = {""};
  DECOMPOSE {
    SymMeta m = g.meta(in[0]);
    if (m.sizes.n < 2) {
      return g.fail("torch.lu_unpack: Expected tensor with 2 or more dimensions. Got size: " + sizes_text(m.sizes) +
                    " instead");
    }
    Value none = out[0] = emit::zeros(g, SymDims{SymInt(0)}, m.dtype);
    if (flag_or(in, 3, true)) {
      SymMeta p = g.meta(in[1]);
      if (p.dtype != DType::i32) {
        return g.fail("torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
                      "Note: this function is intended to be used with the output produced by torch.linalg.lu_factor");
      }
      SymDims wanted = batch_of(m.sizes);
      wanted.push(smaller(m.sizes[m.sizes.n - 2], m.sizes.back()));
      if (!same_sizes(p.sizes, wanted)) {
        return g.fail("torch.lu_unpack: Expected LU_pivots of shape " + sizes_text(wanted) + ", but got " +
                      sizes_text(p.sizes));
      }
      out[0] = emit::lu_permutation(g, in[1], m.sizes[m.sizes.n - 2], m.dtype);
    }
    out[1] = out[2] = none;
    if (flag_or(in, 2, true)) unpack_lu(g, in[0], out);
  }
};
struct linalg_lu_op {
  static constexpr Schema schemas[] = {"linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "The LU factorization with partial pivoting.", samples[] = {"(3,3)"};
  DECOMPOSE {
    SymMeta m = g.meta(in[0]);
    auto r = many<3>(g, row_linalg_lu_factor_ex, in[0], flag_or(in, 1, true), false);
    if (!r.value[0].given() || m.sizes.n < 2) return;  // the factorization has failed
    out[0] = emit::lu_permutation(g, r.value[1], m.sizes[m.sizes.n - 2], m.dtype);
    unpack_lu(g, r.value[0], out);
  }
};

struct qr_op {
  static constexpr Schema schemas[] = {"qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)"};
  static constexpr std::string_view doc = "The QR factorization.", samples[] = {"(4,3)"};
  DECOMPOSE {
    auto r = many<2>(g, row_linalg_qr, in[0], flag_or(in, 1, true) ? "reduced" : "complete");
    out[0] = r.value[0];
    out[1] = r.value[1];
  }
};
struct svd_op {
  static constexpr Schema schemas[] = {
      "svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)"};
  static constexpr std::string_view doc = "The singular value decomposition; V is not transposed.", samples[] = {""};
  DECOMPOSE {
    bool vectors = flag_or(in, 2, true);
    auto r = many<3>(g, row__linalg_svd, in[0], !flag_or(in, 1, true), vectors);
    if (!r.value[1].given()) return;
    out[1] = r.value[1];
    if (vectors) {
      out[0] = r.value[0];
      out[2] = adjoint(g, r.value[2]);
      return;
    }
    SymMeta m = g.meta(in[0]);
    auto square = [&](SymInt n) { return emit::zeros(g, matrices(batch_of(m.sizes), n, n), m.dtype); };
    out[0] = square(m.sizes[m.sizes.n - 2]);
    out[2] = square(m.sizes[m.sizes.n - 1]);
  }
};
struct linalg_svd_op {
  static constexpr Schema schemas[] = {
      "linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "The singular value decomposition.", samples[] = {""};
  DECOMPOSE {
    auto r = many<3>(g, row__linalg_svd, in[0], flag_or(in, 1, true), true);
    for (size_t k = 0; k < 3; ++k) out[k] = r.value[k];
  }
};
struct linalg_svdvals_op {
  static constexpr Schema schemas[] = {"linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Singular values.", samples[] = {"(3,4)"};
  DECOMPOSE { out[0] = many<3>(g, row__linalg_svd, in[0], false, true).value[1]; }
};
struct linalg_eigh_op {
  static constexpr Schema schemas[] = {
      "linalg_eigh(Tensor self, str UPLO='L') -> (Tensor eigenvalues, Tensor eigenvectors)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Eigenvalues and eigenvectors of Hermitian matrices.", samples[] = {""};
  DECOMPOSE {
    auto r = many<2>(g, row__linalg_eigh, in[0], at(in, 1), true);
    out[0] = r.value[0];
    out[1] = r.value[1];
  }
};
struct linalg_eigvalsh_op {
  static constexpr Schema schemas[] = {"linalg_eigvalsh(Tensor self, str UPLO='L') -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Eigenvalues of Hermitian matrices.", samples[] = {""};
  DECOMPOSE { out[0] = many<2>(g, row__linalg_eigh, in[0], at(in, 1), true).value[0]; }
};
struct linalg_eigvals_op {
  static constexpr Schema schemas[] = {"linalg_eigvals(Tensor self) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Eigenvalues of any square matrices.", samples[] = {""};
  DECOMPOSE {
    if (!require_square(g, in[0], "linalg.eigvals")) return;
    out[0] = many<2>(g, row_linalg_eig, in[0]).value[0];
  }
};

// ---- ranks and pseudo-inverses

double epsilon_of(DType d) {
  return real_of(d) == DType::f64 ? std::numeric_limits<double>::epsilon() : double(std::numeric_limits<float>::epsilon());
}
// Below this, times the largest one, singular values count as zero.
double relative_tolerance(const SymMeta& m, const Arg& atol, const Arg& rtol) {
  if (rtol.given()) return rtol.number();
  if (atol.given() && atol.number() > 0) return 0;
  return epsilon_of(m.dtype) * double(std::max(m.sizes[m.sizes.n - 1].hint, m.sizes[m.sizes.n - 2].hint));
}
Value threshold_of(OpSink& g, Value values, double atol, double rtol) {
  Value t = emit::mul(g, emit::amax(g, values, SymDims{SymInt(-1)}, true), rtol);
  return atol > 0 ? emit::maximum(g, t, emit::add(g, emit::mul(g, t, 0.0), atol)) : t;
}
struct linalg_pinv_op {
  static constexpr Schema schemas[] = {
      "linalg_pinv(Tensor self, float rcond, bool hermitian, *, float? atol, float? rtol) -> Tensor",
      "linalg_pinv(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor",
      "linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor"};
  static constexpr bool hides_canonical = true;
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "The pseudo-inverse.", samples[] = {""};
  DECOMPOSE {
    SymMeta m = g.meta(in[0]);
    if (m.sizes.n < 2 || is_integral(m.dtype) || m.dtype == DType::f16 || m.dtype == DType::bf16) {
      return g.fail(std::string("linalg.pinv(") + row_of(m.dtype).scalar_name + "{" + dims_text(m.sizes) +
                    "}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types");
    }
    double rtol = given_at(in, 1) ? in[1].number() : relative_tolerance(m, at(in, 3), at(in, 4));
    double atol = number_or(in, 3, 0);
    if (flag_or(in, 2, false)) {
      auto r = many<2>(g, row__linalg_eigh, in[0], Arg(), true);
      if (!r.value[0].given()) return;
      Value size = emit::abs(g, r.value[0]);
      Value inverse = emit::where(g, emit::gt(g, size, threshold_of(g, size, atol, rtol)), emit::reciprocal(g, r.value[0]), 0.0);
      out[0] = product(g, scale_columns(g, r.value[1], inverse), adjoint(g, r.value[1]));
      return;
    }
    if (m.sizes.product().hint == 0) {
      out[0] = emit::zeros(g, matrices(batch_of(m.sizes), m.sizes[m.sizes.n - 1], m.sizes[m.sizes.n - 2]), m.dtype);
      return;
    }
    auto r = many<3>(g, row__linalg_svd, in[0], false, true);
    if (!r.value[1].given()) return;
    Value inverse = emit::where(g, emit::gt(g, r.value[1], threshold_of(g, r.value[1], atol, rtol)),
                                emit::reciprocal(g, r.value[1]), 0.0);
    out[0] = product(g, scale_columns(g, adjoint(g, r.value[2]), inverse), adjoint(g, r.value[0]));
  }
  // dP = -P dA P + P P^H dA^H (1 - A P) + (1 - P A) dA^H P^H P, which needs no differences of singular values.
  static void vjp(OpSink& g, VjpCtx& c) {
    Value a = c.data(0);
    Value p = c.out();
    Value grad = c.grad();
    Value ph = adjoint(g, p);
    Value gh = adjoint(g, grad);
    Value first = emit::neg(g, product(g, ph, product(g, grad, ph)));
    Value inner = product(g, gh, product(g, p, ph));
    Value second = emit::sub(g, inner, product(g, a, product(g, p, inner)));
    Value outer = product(g, product(g, ph, p), gh);
    Value third = emit::sub(g, outer, product(g, product(g, outer, p), a));
    c.set(0, emit::add(g, first, emit::add(g, second, third)));
  }
};
struct pinverse_op {
  static constexpr Schema schemas[] = {"pinverse(Tensor self, float rcond=1e-15) -> Tensor"};
  static constexpr std::string_view doc = "The pseudo-inverse.", samples[] = {""};
  DECOMPOSE { out[0] = emit::linalg_pinv(g, in[0], number_or(in, 1, 1e-15), false); }
};
struct linalg_matrix_rank_op {
  static constexpr Schema schemas[] = {
      "linalg_matrix_rank(Tensor self, float tol, bool hermitian, *, float? atol, float? rtol) -> Tensor",
      "linalg_matrix_rank(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor",
      "linalg_matrix_rank(Tensor self, float tol, bool hermitian=False) -> Tensor"};
  static constexpr bool hides_canonical = true;
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "How many singular values are not zero.", samples[] = {""};
  DECOMPOSE {
    SymMeta m = g.meta(in[0]);
    if (m.sizes.n < 2) return g.fail("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.");
    if (is_integral(m.dtype) || m.dtype == DType::f16 || m.dtype == DType::bf16)
      return g.fail("This function doesn't handle types other than float and double");
    double atol = given_at(in, 1) ? in[1].number() : number_or(in, 3, 0);
    double rtol = given_at(in, 1) ? 0 : relative_tolerance(m, at(in, 3), at(in, 4));
    Value values = flag_or(in, 2, false) ? emit::abs(g, emit::linalg_eigvalsh(g, in[0])) : emit::linalg_svdvals(g, in[0]);
    Value hit = emit::gt(g, values, threshold_of(g, values, atol, rtol));
    out[0] = emit::sum(g, hit, SymDims{SymInt(-1)}, false);
  }
};

// ---- norms

bool is_word(In in, size_t i) {
  return given_at(in, i) && in[i].tag == Tag::string;
}
std::string order_text(In in, size_t i) {
  if (is_word(in, i)) return in[i].s;
  double v = in[i].number();
  if (std::isinf(v)) return v > 0 ? "inf" : "-inf";
  std::string s = v == std::floor(v) ? std::to_string(int64_t(v)) : std::to_string(v);
  return s;
}
// Two dims to the end, which a matrix norm is taken over.
Value dims_last(OpSink& g, Value x, int64_t a, int64_t b) {
  return emit::movedim(g, x, SymDims{SymInt(a), SymInt(b)}, SymDims{SymInt(-2), SymInt(-1)});
}
struct linalg_matrix_norm_op {
  static constexpr Schema schemas[] = {
      "linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
      "linalg_matrix_norm.str_ord(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Norms of matrices.", samples[] = {"(3,4) 1.0", "(2,3,4) ord=1.0 keepdim=True"};
  DECOMPOSE {
    const std::string name = "linalg.matrix_norm";
    SymMeta m = g.meta(in[0]);
    if (m.sizes.n < 2) return g.fail(name + ": The input tensor A must have at least 2 dimensions.");
    if (!require_float(g, in[0], name)) return;
    int64_t dims[2] = {-2, -1};
    if (given_at(in, 2)) {
      if (in[2].count != 2) {
        std::string list;
        for (uint32_t k = 0; k < in[2].count; ++k) list += (k ? ", " : "") + std::to_string(in[2].ints[k].hint);
        return g.fail(name + ": dim must be a 2-tuple. Got " + list);
      }
      for (int k = 0; k < 2; ++k) dims[k] = in[2].ints[k].hint;
    }
    for (int64_t& d : dims) {
      int at;
      if (!wrap_dim(g, d, m.sizes.n, &at)) return;
      d = at;
    }
    if (dims[0] == dims[1])
      return g.fail(name + ": dims must be different. Got (" + std::to_string(dims[0]) + ", " + std::to_string(dims[1]) + ")");
    Value x = given_at(in, 4) ? emit::to(g, in[0], in[4].dtype()) : Value(in[0]);
    bool keep = flag_or(in, 3, false);
    auto kept = [&](Value v) {  // of the batch dims alone
      if (!keep) return v;
      SymDims s = m.sizes;
      s[int(dims[0])] = s[int(dims[1])] = SymInt(1);
      return emit::reshape(g, v, s);
    };
    std::string_view word = is_word(in, 1) ? in[1].s : "";
    double p = word.empty() && given_at(in, 1) ? in[1].number() : 0;
    if (word == "fro" || !given_at(in, 1)) {
      out[0] = emit::linalg_vector_norm(g, x, 2.0, SymDims{SymInt(dims[0]), SymInt(dims[1])}, keep);
    } else if (word == "nuc") {
      out[0] = kept(emit::sum(g, emit::linalg_svdvals(g, dims_last(g, x, dims[0], dims[1])), SymDims{SymInt(-1)}, false));
    } else if (word.empty() && std::fabs(p) == 2) {
      Value values = emit::linalg_svdvals(g, dims_last(g, x, dims[0], dims[1]));
      SymDims last{SymInt(-1)};
      out[0] = kept(p > 0 ? emit::amax(g, values, last, false) : emit::amin(g, values, last, false));
    } else if (word.empty() && (std::fabs(p) == 1 || std::isinf(p))) {
      int64_t summed = std::fabs(p) == 1 ? dims[0] : dims[1];
      int64_t other = std::fabs(p) == 1 ? dims[1] : dims[0];
      Value sums = emit::linalg_vector_norm(g, x, 1.0, SymDims{SymInt(summed)}, true);
      SymDims along{SymInt(other)};
      Value r = p > 0 ? emit::amax(g, sums, along, true) : emit::amin(g, sums, along, true);
      SymDims s;
      for (int d = 0; d < m.sizes.n; ++d)
        if (d != dims[0] && d != dims[1]) s.push(m.sizes[d]);
      out[0] = keep ? r : emit::reshape(g, r, s);
    } else {
      g.fail(name + ": Order " + order_text(in, 1) + " not supported.");
    }
  }
};
struct linalg_norm_op {
  static constexpr Schema schemas[] = {
      "linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
      "linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Norms of vectors or matrices.", samples[] = {"(3,4)", "(2,3) 2.0 dim=[1]"};
  DECOMPOSE {
    SymMeta m = g.meta(in[0]);
    bool has_dim = given_at(in, 2);
    bool has_order = given_at(in, 1);
    int dims = has_dim ? int(in[2].count) : m.sizes.n;
    if (has_dim && dims != 1 && dims != 2) {
      std::string list;
      for (uint32_t k = 0; k < in[2].count; ++k) list += (k ? ", " : "") + std::to_string(in[2].ints[k].hint);
      return g.fail("linalg.norm: If dim is specified, it must be of length 1 or 2. Got [" + list + "]");
    }
    if (!has_dim && has_order && dims != 1 && dims != 2)
      return g.fail("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got " + std::to_string(m.sizes.n) + "D.");
    if (is_word(in, 1) || (has_order && dims == 2)) {
      if (has_dim && dims == 1) {
        return g.fail("linalg.matrix_norm: dim must be a 2-tuple. Got " + std::to_string(in[2].ints[0].hint));
      }
      Arg dim = at(in, 2);
      out[0] = emit::linalg_matrix_norm(g, in[0], in[1], dim, flag_or(in, 3, false), at(in, 4));
      return;
    }
    bool keep = flag_or(in, 3, false);
    out[0] = emit::linalg_vector_norm(g, in[0], has_order ? in[1] : Arg(2.0), at(in, 2), keep, at(in, 4));
  }
};
struct linalg_cond_op {
  static constexpr Schema schemas[] = {"linalg_cond(Tensor self, Scalar? p=None) -> Tensor",
                                       "linalg_cond.p_str(Tensor self, str p) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Condition numbers.", samples[] = {"(3,3) 1.0"};
  DECOMPOSE {
    SymMeta m = g.meta(in[0]);
    if (m.sizes.n < 2) return g.fail("linalg.cond: The input tensor A must have at least 2 dimensions.");
    bool spectral = !given_at(in, 1) || (!is_word(in, 1) && std::fabs(in[1].number()) == 2);
    if (spectral) {
      Value s = emit::linalg_svdvals(g, in[0]);
      Value high = emit::select(g, s, -1, 0);
      Value low = emit::select(g, s, -1, -1);
      bool inverse = given_at(in, 1) && in[1].number() < 0;
      out[0] = inverse ? emit::div(g, low, high) : emit::div(g, high, low);
      return;
    }
    if (!require_square(g, in[0], "linalg.cond(ord=" + order_text(in, 1) + ")")) return;
    if (is_word(in, 1) && std::string_view(in[1].s) == "nuc") {
      out[0] = emit::mul(g, emit::linalg_matrix_norm(g, in[0], in[1]),
                         emit::linalg_matrix_norm(g, many<2>(g, row_linalg_inv_ex, in[0], false).value[0], in[1]));
      return;
    }
    Value inverse = many<2>(g, row_linalg_inv_ex, in[0], false).value[0];
    out[0] = emit::mul(g, emit::linalg_matrix_norm(g, in[0], in[1]), emit::linalg_matrix_norm(g, inverse, in[1]));
  }
};

// ---- products and the rest

struct linalg_matrix_power_op {
  static constexpr Schema schemas[] = {"linalg_matrix_power(Tensor self, int n) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view aliases[] = {"torch.matrix_power", "Tensor.matrix_power"};
  static constexpr std::string_view doc = "Integer powers of square matrices.", samples[] = {"(3,3) 3", "(3,3) -2"};
  DECOMPOSE {
    if (!require_square(g, in[0], "linalg.matrix_power")) return;
    int64_t n = in[1].integer();
    SymMeta m = g.meta(in[0]);
    if (n == 0) {
      SymInt size = m.sizes.back();
      out[0] = emit::clone(g, emit::expand(g, emit::eye(g, size, size, m.dtype), m.sizes));
      return;
    }
    Value base = n < 0 ? emit::linalg_inv(g, in[0]) : Value(in[0]);
    uint64_t rest = n < 0 ? uint64_t(-n) : uint64_t(n);
    if (rest == 1) {
      out[0] = n < 0 ? base : emit::clone(g, base);
      return;
    }
    Value result;
    while (rest) {
      if (rest & 1) result = result.given() ? product(g, result, base) : base;
      rest >>= 1;
      if (rest) base = product(g, base, base);
    }
    out[0] = result;
  }
};
Value cross_of(OpSink& g, Value a, Value b, int64_t dim) {
  auto turned = [&](Value x, int by) { return emit::roll(g, x, SymDims{SymInt(by)}, SymDims{SymInt(dim)}); };
  return emit::sub(g, emit::mul(g, turned(a, -1), turned(b, -2)), emit::mul(g, turned(a, -2), turned(b, -1)));
}
struct linalg_cross_op {
  static constexpr Schema schemas[] = {"linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Cross products.", samples[] = {"(2,3) (2,3)", "(3,2) (3,2) dim=0"};
  static constexpr std::string_view grad_name = "LinalgCrossBackward0";
  DECOMPOSE {
    SymDims a = g.meta(in[0]).sizes;
    SymDims b = g.meta(in[1]).sizes;
    int64_t dim = integer_or(in, 2, -1);
    if (a.n != b.n) return g.fail("linalg.cross: inputs must have the same number of dimensions.");
    int d;
    if (!wrap_dim(g, dim, a.n, &d)) return;
    if (a[d].hint != 3 || b[d].hint != 3) {
      return g.fail("linalg.cross: inputs dimension " + std::to_string(dim) + " must have length 3. Got " +
                    std::to_string(a[d].hint) + " and " + std::to_string(b[d].hint));
    }
    out[0] = cross_of(g, in[0], in[1], d);
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int64_t dim = c.given(2) ? c.param(2).integer() : -1;
    Value grad = c.grad();
    if (c.needs(0)) c.set(0, emit::linalg_cross(g, conj_if(g, c.data(1)), grad, dim));
    if (c.needs(1)) c.set(1, emit::linalg_cross(g, grad, conj_if(g, c.data(0)), dim));
  }
};
struct cross_op {
  static constexpr Schema schemas[] = {"cross(Tensor self, Tensor other, int? dim=None) -> Tensor"};
  static constexpr std::string_view doc = "Cross products along dim, or along the first dim of size 3.", samples[] = {"(2,3) (2,3)"};
  DECOMPOSE {
    SymDims a = g.meta(in[0]).sizes;
    int64_t dim = integer_or(in, 2, -100);
    for (int d = 0; !given_at(in, 2) && d < a.n && dim == -100; ++d)
      if (a[d].hint == 3) dim = d;
    if (dim == -100) return g.fail("no dimension of size 3 in input");
    out[0] = emit::linalg_cross(g, in[0], in[1], dim);
  }
};
struct linalg_vecdot_op {
  static constexpr Schema schemas[] = {"linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Dot products along dim.", samples[] = {"(2,3) (2,3)"};
  DECOMPOSE {
    out[0] = emit::sum(g, emit::mul(g, conj_if(g, in[0]), in[1]), SymDims{SymInt(integer_or(in, 2, -1))}, false);
  }
};
struct linalg_diagonal_op {
  static constexpr Schema schemas[] = {
      "linalg_diagonal(Tensor A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Diagonals of matrices, as a view.", samples[] = {"(2,3,4)"};
  DECOMPOSE { out[0] = emit::diagonal(g, in[0], integer_or(in, 1, 0), integer_or(in, 2, -2), integer_or(in, 3, -1)); }
};
struct linalg_tensorinv_op {
  static constexpr Schema schemas[] = {"linalg_tensorinv(Tensor self, int ind=2) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "The inverse of tensordot.", samples[] = {"(2,3,6) 2"};
  DECOMPOSE {
    SymDims s = g.meta(in[0]).sizes;
    int64_t ind = integer_or(in, 1, 2);
    if (ind <= 0) return g.fail("Expected a strictly positive integer for 'ind', but got " + std::to_string(ind));
    SymDims result;
    SymInt after(1), before(1);
    for (int d = 0; d < s.n; ++d) (d < ind ? before : after) = (d < ind ? before : after) * s[d];
    for (int d = int(std::min<int64_t>(ind, s.n)); d < s.n; ++d) result.push(s[d]);
    for (int d = 0; d < s.n && d < ind; ++d) result.push(s[d]);
    if (after.hint != before.hint) {
      return g.fail("Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got " +
                    std::to_string(after.hint) + " != " + std::to_string(before.hint));
    }
    out[0] = emit::reshape(g, emit::linalg_inv(g, emit::reshape(g, in[0], SymDims{before, after})), result);
  }
};
struct linalg_tensorsolve_op {
  static constexpr Schema schemas[] = {"linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Solutions of tensordot(self, X) = other.", samples[] = {"(2,3,6) (2,3)"};
  DECOMPOSE {
    Value a = in[0];
    int n = g.meta(a).sizes.n;
    if (given_at(in, 2)) {
      SymDims to;
      for (uint32_t k = 0; k < in[2].count; ++k) to.push(SymInt(n - int(in[2].count) + int(k)));
      a = emit::movedim(g, a, in[2], to);
    }
    SymDims s = g.meta(a).sizes;
    SymDims b = g.meta(in[1]).sizes;
    SymInt before(1), after(1);
    SymDims result;
    for (int d = 0; d < s.n; ++d) {
      if (d < b.n) {
        before = before * s[d];
      } else {
        after = after * s[d];
        result.push(s[d]);
      }
    }
    if (after.hint != before.hint) {
      return g.fail("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got " +
                    std::to_string(after.hint) + " != " + std::to_string(before.hint));
    }
    Value x = emit::linalg_solve(g, emit::reshape(g, a, SymDims{after, after}), emit::reshape(g, in[1], SymDims{SymInt(-1)}));
    out[0] = emit::reshape(g, x, result);
  }
};
struct linalg_vander_op {
  static constexpr Schema schemas[] = {"linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Matrices of the powers of a vector's elements.", samples[] = {"(3)", "(2,3) N=4"};
  DECOMPOSE {
    SymMeta m = g.meta(in[0]);
    int64_t n = given_at(in, 1) ? in[1].integer() : m.sizes.n ? m.sizes.back().hint : 1;
    if (n <= 1) return g.fail("N must be greater than 1.");
    DType d = is_integral(m.dtype) ? DType::i64 : m.dtype;
    SymDims s = m.sizes;
    s.push(SymInt(1));
    Value one = emit::ones(g, s, d);
    s[s.n - 1] = SymInt(n - 1);
    Value spread = emit::expand(g, emit::unsqueeze(g, emit::to(g, in[0], d), -1), s);
    const Value parts[] = {one, emit::cumprod(g, spread, -1)};
    out[0] = emit::cat(g, std::span<const Value>(parts), -1);
  }
};
struct dist_op {
  static constexpr Schema schemas[] = {"dist(Tensor self, Tensor other, Scalar p=2) -> Tensor"};
  static constexpr std::string_view doc = "The norm of self - other.", samples[] = {"(2,3) (2,3)", "(2,3) (3) 1.0"};
  DECOMPOSE { out[0] = emit::linalg_vector_norm(g, emit::sub(g, in[0], in[1]), given_at(in, 2) ? in[2] : Arg(2.0)); }
};

#undef DECOMPOSE

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/linalg_composite.def"

}  // namespace adder::rt
