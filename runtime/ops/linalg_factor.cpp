// QR, singular values, eigenvalues, least squares, and the matrix exponential.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/ops/linalg_rules.h"

namespace adder::rt {

USE_OP(linalg_solve_triangular)
USE_OP(_linalg_solve_ex)
USE_OP(linalg_matrix_exp)
USE_OP(householder_product_backward)
USE_OP(eye)
USE_OP(square)
USE_OP(reciprocal)
USE_OP(masked_fill)
USE_OP(eq)
USE_OP(cat)
USE_OP(zeros_like)
USE_OP(real_part)
USE_OP(imag_part)
USE_OP(complex)
USE_OP(to)

namespace {

using namespace linalg;
using In = std::span<const Arg>;
using Out = std::span<const Tensor>;

template <class T>
T conjugate(T v) {
  if constexpr (kIsComplex<T>) {
    return std::conj(v);
  } else {
    return v;
  }
}
template <class T>
bool all_finite(const Tensor& t) {
  for (int64_t i = 0; i < t->numel; ++i) {
    T v = t->data_as<T>()[i];
    if constexpr (kIsComplex<T>) {
      if (!std::isfinite(v.real()) || !std::isfinite(v.imag())) return false;
    } else {
      if (!std::isfinite(v)) return false;
    }
  }
  return true;
}

// ---- QR

std::string_view qr_mode(In in) {
  return word_or(in, 1, "reduced");
}
// gA of a factorization with as many rows as R has: [gQ + Q sym(upper(gR R^H - Q^H gQ))] R^-H.
Value qr_gradient(OpSink& g, Value q, Value r, Value gq, Value gr) {
  Value inside;
  if (gr.given()) inside = product(g, gr, adjoint(g, r));
  if (gq.given()) {
    Value m = product(g, adjoint(g, q), gq);
    inside = inside.given() ? emit::sub(g, inside, m) : emit::neg(g, m);
  }
  Value upper = emit::triu(g, inside);
  Value sym = emit::add(g, upper, adjoint(g, upper));
  Value diagonal = diagonal_of(g, upper);
  sym = emit::sub(g, sym, emit::diag_embed(g, is_complex(g.meta(upper).dtype) ? emit::real_part(g, diagonal) : diagonal));
  Value total = plus(g, product(g, q, sym), gq);
  return emit::linalg_solve_triangular(g, adjoint(g, r), total, false, false);
}
struct linalg_qr_op {
  static constexpr Schema schemas[] = {"linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "The QR factorization.", samples[] = {"(4,3)", "(3,3)", "(2,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_matrix(c, 0, "linalg.qr") || !require_kernel_type(c, 0, "geqrf_cpu") || !require_element_type(c, 0, "linalg.qr")) return;
    std::string_view mode = qr_mode(c.args);
    if (mode != "reduced" && mode != "complete" && mode != "r") {
      return c.fail("qr received unrecognized mode '" + std::string(mode) +
                    "' but expected one of 'reduced' (default), 'r', or 'complete'");
    }
    const Dims<D>& s = c.meta(0).sizes;
    D m = s[s.n - 2];
    D n = s[s.n - 1];
    D k = mode == "complete" ? m : smaller(m, n);
    c.out[0].dtype = c.out[1].dtype = c.meta(0).dtype;
    if (mode == "r") {
      c.out[0].sizes = {D(0)};
    } else {
      c.out[0].sizes = matrices(batch_of(s), m, k);
      column_major(c.out[0]);
    }
    c.out[1].sizes = matrices(batch_of(s), k, n);
    column_major(c.out[1]);
  }
  static Status eager(Context&, In in, Out out) {
    bool wants_q = qr_mode(in) != "r";
    return with_lapack_type(out[1]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor a = column_copy(*in[0].t);
      int m = rows_of(*a);
      int n = columns_of(*a);
      int k = std::min(m, n);
      int rows = rows_of(*out[1]);
      int columns = wants_q ? columns_of(*out[0]) : 0;
      std::vector<T> tau(size_t(std::max(k, 1)));
      std::vector<T> q(static_cast<size_t>(m) * static_cast<size_t>(std::max(columns, n)) + 1);
      for (int64_t i = 0; i < batch_count(*a); ++i) {
        T* matrix = a->data_as<T>() + i * m * n;
        Lapack<T>::qr(m, n, matrix, tau.data());
        T* r = out[1]->data_as<T>() + i * rows * n;
        for (int col = 0; col < n; ++col)
          for (int row = 0; row < rows; ++row) r[col * rows + row] = row <= col ? matrix[col * m + row] : T(0);
        if (!wants_q) continue;
        std::copy(matrix, matrix + int64_t(m) * std::min(n, columns), q.begin());
        Lapack<T>::qr_q(m, columns, std::min(k, columns), q.data(), tau.data());
        std::copy(q.begin(), q.begin() + int64_t(m) * columns, out[0]->data_as<T>() + i * m * columns);
      }
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    const Dims<SymInt>& s = c.meta(0).sizes;
    int64_t m = s[s.n - 2].hint;
    int64_t n = s[s.n - 1].hint;
    std::string_view mode = c.given(1) ? std::string_view(c.param(1).s) : "reduced";
    if (mode == "r")
      return g.fail("The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, mode='reduced') if you are going to require derivatives.");
    if (mode == "complete" && m > n)
      return g.fail("The QR decomposition is not differentiable when mode='complete' and nrows > ncols");
    Value a = c.data(0);  // which only a wide matrix needs, but what is saved may not depend on sizes
    Value q = c.out(0);
    Value r = c.out(1);
    if (m >= n) return c.set(0, qr_gradient(g, q, r, c.grad(0), c.grad(1)));
    // A = [A1 A2] with A1 = Q R1 square and R2 = Q^H A2.
    Value a2 = emit::narrow(g, a, -1, m, n - m);
    Value gq = c.grad(0);
    Value g1, g2;
    if (c.grad(1).given()) {
      g1 = emit::narrow(g, c.grad(1), -1, 0, m);
      g2 = emit::narrow(g, c.grad(1), -1, m, n - m);
      gq = plus(g, gq, product(g, a2, adjoint(g, g2)));
    }
    Value first = qr_gradient(g, q, emit::narrow(g, r, -1, 0, m), gq, g1);
    Value second = g2.given() ? product(g, q, g2) : emit::zeros_like(g, a2);
    const Value parts[] = {first, second};
    c.set(0, emit::cat(g, std::span<const Value>(parts), -1));
  }
};
struct geqrf_op {
  static constexpr Schema schemas[] = {"geqrf(Tensor self) -> (Tensor a, Tensor tau)"};
  static constexpr std::string_view doc = "The QR factorization as LAPACK packs it.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_matrix(c, 0, "torch.geqrf", "input") || !require_kernel_type(c, 0, "geqrf_cpu")) return;
    if (is_integral(c.meta(0).dtype)) {
      c.status = unsupported_dtype("geqrf_cpu", c.meta(0).dtype);
      return;
    }
    const Dims<D>& s = c.meta(0).sizes;
    set_like(c, 0, c.meta(0));
    column_major(c.out[0]);
    c.out[1].dtype = c.meta(0).dtype;
    c.out[1].sizes = batch_of(s);
    c.out[1].sizes.push(smaller(s[s.n - 2], s[s.n - 1]));
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      copy_elements(*in[0].t, *out[0]);
      int m = rows_of(*out[0]);
      int n = columns_of(*out[0]);
      for (int64_t i = 0; i < batch_count(*out[0]); ++i)
        Lapack<T>::qr(m, n, out[0]->data_as<T>() + i * m * n, out[1]->data_as<T>() + i * std::min(m, n));
    });
  }
  static constexpr NotDifferentiable vjp{};
};

// One vector of taus for each matrix of reflections, and in `other` a matrix.
template <class D>
bool require_taus(InferCtx<D>& c, const std::string& name, bool other = false) {
  const Dims<D>& s = c.meta(0).sizes;
  for (int i : {1, 2}) {
    if (i == 2 && !other) break;
    int n = c.meta(i).sizes.n;
    std::string is = i == 1 ? "tau" : "other";
    if (n == s.n - (i == 1)) continue;
    c.fail(name + ": Expected " + is + " to have " +
           (i == 1 ? "one dimension less than" : "the same number of dimensions as") + " input, but got " + is +
           ".ndim equal to " + std::to_string(n) + " and input.ndim is equal to " + std::to_string(s.n));
    return false;
  }
  for (int i : {1, 2}) {
    if (i == 2 && !other) break;
    Dims<D> batch = c.meta(i).sizes;
    batch.resize(s.n - 2);
    if (same_sizes(batch, batch_of(s))) continue;
    c.fail(name + ": Expected batch dimensions of " + (i == 1 ? "tau" : "other") +
           " to be equal to input.shape[:-2], but got " + sizes_text(batch));
    return false;
  }
  return true;
}
// The first n columns of H1 H2 ..., with Hi = I - tau_i v_i v_i^H and v_i below the diagonal of A.
template <class T>
struct Reflections {
  int64_t m, n, k;
  const T* a;  // column-major
  T v(int64_t i, int64_t row) const { return row < i ? T(0) : row == i ? T(1) : a[i * m + row]; }
  // w = v_i^H x, of n columns
  void project(int64_t i, const T* x, T* w) const {
    for (int64_t col = 0; col < n; ++col) {
      T sum(0);
      for (int64_t row = i; row < m; ++row) sum += conjugate(v(i, row)) * x[col * m + row];
      w[col] = sum;
    }
  }
};
struct linalg_householder_product_op {
  static constexpr Schema schemas[] = {"linalg_householder_product(Tensor input, Tensor tau) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view aliases[] = {"torch.orgqr"};
  static constexpr std::string_view doc = "The product of Householder reflections.", samples[] = {"(4,3) (2)", "(3,3) (3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    std::string name = "torch.linalg.householder_product";
    if (c.meta(0).sizes.n < 2) return c.fail(name + ": input must have at least 2 dimensions.");
    const Dims<D>& s = c.meta(0).sizes;
    const Dims<D>& t = c.meta(1).sizes;
    if (guard_bool(s[s.n - 2] < s[s.n - 1], "householder: wide"))
      return c.fail(name + ": input.shape[-2] must be greater than or equal to input.shape[-1]");
    if (t.n == 0) return c.fail(ErrorKind::index, "Dimension specified as -1 but tensor has no dimensions");
    if (guard_bool(s[s.n - 1] < t[t.n - 1], "householder: taus"))
      return c.fail(name + ": input.shape[-1] must be greater than or equal to tau.shape[-1]");
    if (!require_taus(c, name)) return;
    if (c.meta(0).dtype != c.meta(1).dtype) {
      return c.fail(name + ": tau dtype " + row_of(c.meta(1).dtype).scalar_name + " does not match input dtype " +
                    row_of(c.meta(0).dtype).scalar_name);
    }
    if (!require_element_type(c, 0, name)) return;
    set_like(c, 0, c.meta(0));
    column_major(c.out[0]);
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      copy_elements(*in[0].t, *out[0]);
      Tensor tau = dense(in[1]);
      int m = rows_of(*out[0]);
      int n = columns_of(*out[0]);
      int k = int(tau->size(tau->dim() - 1));
      for (int64_t i = 0; i < batch_count(*out[0]); ++i)
        Lapack<T>::qr_q(m, n, k, out[0]->data_as<T>() + i * m * n, tau->data_as<T>() + i * k);
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value parts[2];
    const Arg args[] = {c.data(0), c.data(1), c.grad()};
    call_many(g, row_householder_product_backward.id(), args, parts);
    c.set(0, parts[0]);
    c.set(1, parts[1]);
  }
};
struct householder_product_backward_op {
  static constexpr Schema schemas[] = {
      "householder_product_backward(Tensor input, Tensor tau, Tensor grad) -> (Tensor, Tensor)"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view doc = "Gradients of householder_product.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    column_major(c.out[0]);
    set_like(c, 1, c.meta(1));
  }
  // With Q_i = Q_{i+1} - tau_i v_i w_i and w_i = v_i^H Q_{i+1}, from the last reflection back to the first; G is the
  // gradient of Q_i, and u = v_i^H G.
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor a = column_copy(*in[0].t);
      Tensor tau = dense(in[1]);
      Tensor grad = column_copy(*in[2].t);
      int64_t m = rows_of(*a);
      int64_t n = columns_of(*a);
      int64_t k = tau->size(tau->dim() - 1);
      std::vector<std::vector<T>> steps(static_cast<size_t>(k) + 1);
      std::vector<T> w(static_cast<size_t>(n)), u(static_cast<size_t>(n));
      for (int64_t b = 0; b < batch_count(*a); ++b) {
        Reflections<T> h{m, n, k, a->data_as<T>() + b * m * n};
        const T* t = tau->data_as<T>() + b * k;
        std::vector<T>& identity = steps[size_t(k)];
        identity.assign(static_cast<size_t>(m * n), T(0));
        for (int64_t i = 0; i < n; ++i) identity[size_t(i * m + i)] = T(1);
        for (int64_t i = k; i-- > 0;) {
          std::vector<T>& q = steps[size_t(i)];
          q = steps[size_t(i + 1)];
          h.project(i, q.data(), w.data());
          for (int64_t col = 0; col < n; ++col)
            for (int64_t row = i; row < m; ++row) q[size_t(col * m + row)] -= t[i] * h.v(i, row) * w[size_t(col)];
        }
        T* ga = out[0]->data_as<T>() + b * m * n;
        T* gt = out[1]->data_as<T>() + b * k;
        std::fill(ga, ga + m * n, T(0));
        T* gq = grad->data_as<T>() + b * m * n;
        for (int64_t i = 0; i < k; ++i) {
          const T* q = steps[size_t(i + 1)].data();
          h.project(i, q, w.data());
          h.project(i, gq, u.data());
          T slope(0);
          for (int64_t col = 0; col < n; ++col) slope -= u[size_t(col)] * conjugate(w[size_t(col)]);
          gt[i] = slope;
          for (int64_t row = i + 1; row < m; ++row) {
            T sum(0);
            for (int64_t col = 0; col < n; ++col) {
              sum -= conjugate(t[i]) * gq[col * m + row] * conjugate(w[size_t(col)]);
              sum -= t[i] * q[col * m + row] * conjugate(u[size_t(col)]);
            }
            ga[i * m + row] = sum;
          }
          for (int64_t col = 0; col < n; ++col)
            for (int64_t row = i; row < m; ++row) gq[col * m + row] -= conjugate(t[i]) * h.v(i, row) * u[size_t(col)];
        }
      }
    });
  }
  static void vjp(OpSink& g, VjpCtx&) { no_second_derivative(g, "linalg_householder_product"); }
};
struct ormqr_op {
  static constexpr Schema schemas[] = {
      "ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False) -> Tensor"};
  static constexpr std::string_view doc = "A matrix times the Q of geqrf.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const std::string name = "torch.ormqr";
    for (int i : {0, 2})
      if (c.meta(i).sizes.n < 2) return c.fail(name + (i ? ": other" : ": input") + " must have at least 2 dimensions.");
    const Dims<D>& q = c.meta(0).sizes;
    const Dims<D>& t = c.meta(1).sizes;
    const Dims<D>& x = c.meta(2).sizes;
    const std::string at = c.flag(3, true) ? "other.shape[-2]" : "other.shape[-1]";
    const D& size = x[x.n - (c.flag(3, true) ? 2 : 1)];
    if (t.n == 0) return c.fail(ErrorKind::index, "Dimension specified as -1 but tensor has no dimensions");
    if (!guard_bool(q[q.n - 2] == size, "ormqr: sizes"))
      return c.fail(name + ": " + at + " must be equal to input.shape[-2]");
    if (!guard_bool(t[t.n - 1] == smaller(size, q[q.n - 1]), "ormqr: taus"))
      return c.fail(name + ": tau.shape[-1] must be equal to min(" + at + ", input.shape[-1])");
    if (!require_taus(c, name, true)) return;
    for (int i : {1, 2}) {
      if (c.meta(i).dtype == c.meta(0).dtype) continue;
      const char* other = i == 1 ? "tau" : "other";
      return c.fail(std::string("torch.ormqr: Expected input and ") + other + " to have the same dtype, but input has dtype" +
                    row_of(c.meta(0).dtype).scalar_name + " and " + other + " has dtype " + row_of(c.meta(i).dtype).scalar_name);
    }
    if (!require_element_type(c, 0, name)) return;
    set_like(c, 0, c.meta(2));
    column_major(c.out[0]);
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor a = column_copy(*in[0].t);
      Tensor tau = dense(in[1]);
      copy_elements(*in[2].t, *out[0]);
      int m = rows_of(*out[0]);
      int n = columns_of(*out[0]);
      int k = int(tau->size(tau->dim() - 1));
      int64_t size = int64_t(rows_of(*a)) * columns_of(*a);
      Transpose op = !flag_or(in, 4, false) ? Transpose::none : kIsComplex<T> ? Transpose::conjugated : Transpose::transposed;
      for (int64_t i = 0; i < batch_count(*a); ++i)
        Lapack<T>::qr_multiply(m, n, k, a->data_as<T>() + i * size, tau->data_as<T>() + i * k,
                               out[0]->data_as<T>() + i * m * n, flag_or(in, 3, true), op);
    });
  }
  static constexpr NotDifferentiable vjp{};
};

// ---- singular values

struct _linalg_svd_op {
  static constexpr Schema schemas[] = {
      "_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor Vh)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "The singular value decomposition.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_matrix(c, 0, "linalg.svd") || !require_kernel_type(c, 0, "linalg_svd_cpu") || !require_element_type(c, 0, "linalg.svd")) return;
    const Dims<D>& s = c.meta(0).sizes;
    D m = s[s.n - 2];
    D n = s[s.n - 1];
    D k = smaller(m, n);
    bool full = c.flag(1);
    c.out[0].dtype = c.out[2].dtype = c.meta(0).dtype;
    c.out[1].dtype = real_of(c.meta(0).dtype);
    c.out[1].sizes = batch_of(s);
    c.out[1].sizes.push(k);
    if (!c.flag(2, true)) {
      c.out[0].sizes = {D(0)};
      c.out[2].sizes = {D(0)};
      return;
    }
    c.out[0].sizes = matrices(batch_of(s), m, full ? m : k);
    c.out[2].sizes = matrices(batch_of(s), full ? n : k, n);
    column_major(c.out[0]);
    column_major(c.out[2]);
  }
  static Status eager(Context&, In in, Out out) {
    bool full = flag_or(in, 1, false);
    bool vectors = flag_or(in, 2, true);
    Tensor info = new_tensor(DType::i32, {batch_count(*in[0].t)});
    bool finite = true;
    TRY(with_lapack_type(in[0].t->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor a = column_copy(*in[0].t);
      finite = all_finite<T>(a);
      int m = rows_of(*a);
      int n = columns_of(*a);
      int k = std::min(m, n);
      int64_t nu = vectors ? int64_t(m) * columns_of(*out[0]) : 0;
      int64_t nv = vectors ? int64_t(n) * rows_of(*out[2]) : 0;
      for (int64_t i = 0; i < batch_count(*a); ++i) {
        T none{};
        T* u = vectors ? out[0]->data_as<T>() + i * nu : &none;
        T* vh = vectors ? out[2]->data_as<T>() + i * nv : &none;
        if (k == 0) {  // LAPACK leaves the vectors of an empty matrix alone
          for (int64_t j = 0; j < nu; ++j) u[j] = T(j % (m + 1) == 0 ? 1 : 0);
          for (int64_t j = 0; j < nv; ++j) vh[j] = T(j % (n + 1) == 0 ? 1 : 0);
          info->data_as<int32_t>()[i] = 0;
          continue;
        }
        info->data_as<int32_t>()[i] =
            finite ? Lapack<T>::svd(!vectors ? 'N' : full ? 'A' : 'S', m, n, a->data_as<T>() + i * m * n,
                                    out[1]->data_as<Real<T>>() + i * k, u, vh)
                   : 1;
      }
    }));
    return info_status(info, "linalg.svd", in[0].t->dim() > 2, [&](int at) {
      return finite ? "The algorithm failed to converge because the input matrix is ill-conditioned or has too many "
                      "repeated singular values (error code: " + std::to_string(at) + ")."
                    : std::string("The algorithm failed to converge because the input matrix contained non-finite values.");
    });
  }
  // gA = U [(skew(U^H gU) / E) S + S (skew(V^H gV) / E) + diag(gS)] V^H and what leaves the spans of U and V, with
  // E_jk = s_k^2 - s_j^2.
  static void vjp(OpSink& g, VjpCtx& c) {
    const Dims<SymInt>& sizes = c.meta(0).sizes;
    if (c.given(2) && !c.param(2).flag())
      return g.fail("The derivative of the singular values needs U and Vh: call linalg.svd or linalg.svdvals");
    int64_t m = sizes[sizes.n - 2].hint;
    int64_t n = sizes[sizes.n - 1].hint;
    int64_t k = std::min(m, n);
    bool complex = is_complex(c.meta(0).dtype);
    auto first = [&](Value x, int dim, int64_t size) { return size > k ? emit::narrow(g, x, dim, 0, k) : x; };
    Value u = first(c.out(0), -1, c.given(1) && c.param(1).flag() ? m : k);
    Value s = c.out(1);
    Value vh = first(c.out(2), -2, c.given(1) && c.param(1).flag() ? n : k);
    Value gu = c.grad(0).given() ? first(c.grad(0), -1, c.given(1) && c.param(1).flag() ? m : k) : Value();
    Value gvh = c.grad(2).given() ? first(c.grad(2), -2, c.given(1) && c.param(1).flag() ? n : k) : Value();
    Value gs = c.grad(1);
    if (!gu.given() && !gvh.given()) {
      if (!gs.given()) return;
      return c.set(0, product(g, scale_columns(g, u, gs), vh));
    }
    auto skew = [&](Value x) { return emit::sub(g, x, adjoint(g, x)); };
    Value s2 = emit::square(g, s);
    Value e = emit::sub(g, emit::unsqueeze(g, s2, -2), emit::unsqueeze(g, s2, -1));
    Value one = emit::eye(g, k, k, real_of(c.meta(0).dtype));
    e = emit::add(g, e, one);
    Value middle;
    Value ugu, vgv;
    if (gu.given()) {
      ugu = skew(product(g, adjoint(g, u), gu));
      middle = scale_columns(g, emit::div(g, ugu, e), s);
    }
    if (gvh.given()) {
      vgv = skew(product(g, vh, adjoint(g, gvh)));
      middle = plus(g, middle, scale_rows(g, s, emit::div(g, vgv, e)));
    }
    if (gs.given()) middle = emit::add(g, middle, emit::diag_embed(g, gs));
    if (complex && ugu.given())  // the phase of U and V is free; only gradients that do not see it are meant
      middle = emit::add(g, middle, emit::diag_embed(g, emit::div(g, diagonal_of(g, ugu), emit::mul(g, s, 2.0))));
    Value ga = product(g, product(g, u, middle), vh);
    if (gu.given() && m > k) {
      Value rest = emit::sub(g, gu, product(g, u, product(g, adjoint(g, u), gu)));
      ga = emit::add(g, ga, product(g, scale_columns(g, rest, emit::reciprocal(g, s)), vh));
    }
    if (gvh.given() && n > k) {
      Value rest = emit::sub(g, gvh, product(g, product(g, gvh, adjoint(g, vh)), vh));
      ga = emit::add(g, ga, product(g, u, scale_rows(g, emit::reciprocal(g, s), rest)));
    }
    c.set(0, ga);
  }
};

// ---- eigenvalues

struct _linalg_eigh_op {
  static constexpr Schema schemas[] = {
      "_linalg_eigh(Tensor A, str UPLO='L', bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Eigenvalues and eigenvectors of Hermitian matrices.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.eigh")) return;
    DType d = c.meta(0).dtype;
    if (is_integral(d) || d == DType::f16 || d == DType::bf16) {
      return c.unsupported("linalg_eigh_cpu", d);
    }
    std::string_view part = c.given(1) ? std::string_view(c.arg(1).s) : "L";
    if (part != "L" && part != "U" && part != "l" && part != "u")
      return c.fail("Expected UPLO argument to be 'L' or 'U', but got " + std::string(part));
    c.out[0].dtype = real_of(d);
    c.out[0].sizes = c.meta(0).sizes;
    c.out[0].sizes.erase(c.meta(0).sizes.n - 1);
    c.out[1].dtype = d;
    if (c.flag(2, true)) {
      c.out[1].sizes = c.meta(0).sizes;
      column_major(c.out[1]);
    } else {
      c.out[1].sizes = {D(0)};
    }
  }
  static Status eager(Context&, In in, Out out) {
    bool vectors = flag_or(in, 2, true);
    std::string_view part = word_or(in, 1, "L");
    Tensor info = new_tensor(DType::i32, {batch_count(*in[0].t)});
    TRY(with_lapack_type(in[0].t->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor a = column_copy(*in[0].t);
      int n = rows_of(*a);
      bool finite = all_finite<T>(a);
      for (int64_t i = 0; i < batch_count(*a); ++i) {
        T* matrix = a->data_as<T>() + i * n * n;
        Real<T>* values = out[0]->data_as<Real<T>>() + i * n;
        if (finite) {
          info->data_as<int32_t>()[i] = Lapack<T>::eigh(vectors, part == "U" || part == "u", n, matrix, values);
          continue;
        }
        info->data_as<int32_t>()[i] = 0;
        std::fill(values, values + n, std::numeric_limits<Real<T>>::quiet_NaN());
        std::fill(matrix, matrix + n * n, T(std::numeric_limits<Real<T>>::quiet_NaN()));
      }
      if (vectors) copy_elements(*a, *out[1]);
    }));
    return info_status(info, "linalg.eigh", in[0].t->dim() > 2, [](int at) {
      return "The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated "
             "eigenvalues (error code: " + std::to_string(at) + ").";
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.given(2) && !c.param(2).flag())
      return g.fail("The derivative of the eigenvalues needs the eigenvectors: call linalg.eigh or linalg.eigvalsh");
    Value w = c.out(0);
    Value v = c.out(1);
    Value inside;
    if (c.grad(1).given()) {
      Value e = emit::sub(g, emit::unsqueeze(g, w, -2), emit::unsqueeze(g, w, -1));
      SymInt n = c.meta(0).sizes.back();
      Value one = emit::eye(g, n, n, real_of(c.meta(0).dtype));
      Value ratio = emit::div(g, product(g, adjoint(g, v), c.grad(1)), emit::add(g, e, one));
      inside = emit::mul(g, ratio, emit::sub(g, 1.0, one));
    }
    if (c.grad(0).given()) {
      if (!inside.given()) return c.set(0, product(g, scale_columns(g, v, c.grad(0)), adjoint(g, v)));
      inside = emit::add(g, inside, emit::diag_embed(g, c.grad(0)));
    }
    if (inside.given()) c.set(0, product(g, product(g, v, inside), adjoint(g, v)));
  }
};
struct linalg_eig_op {
  static constexpr Schema schemas[] = {"linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Eigenvalues and eigenvectors of any square matrices.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.eig")) return;
    DType d = c.meta(0).dtype;
    if (is_integral(d)) return c.fail(std::string("Unknown Complex ScalarType for ") + row_of(d).scalar_name);
    if (!require_kernel_type(c, 0, "linalg_eig_out_cpu")) return;
    c.out[0].dtype = c.out[1].dtype = complex_of(d);
    c.out[0].sizes = c.out[1].sizes = c.meta(0).sizes;
    c.out[0].sizes.erase(c.meta(0).sizes.n - 1);
    column_major(c.out[1]);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor info = new_tensor(DType::i32, {batch_count(*in[0].t)});
    bool finite = true;
    TRY(with_lapack_type(in[0].t->dtype(), [&]<class T>(TypeTag<T>) {
      using Z = std::complex<Real<T>>;
      Tensor a = column_copy(*in[0].t);
      finite = all_finite<T>(a);
      int n = rows_of(*a);
      for (int64_t i = 0; finite && i < batch_count(*a); ++i) {
        info->data_as<int32_t>()[i] = Lapack<T>::eig(n, a->data_as<T>() + i * n * n, out[0]->data_as<Z>() + i * n,
                                                     out[1]->data_as<Z>() + i * n * n);
      }
    }));
    if (!finite) return Status::error("torch.linalg.eig: input tensor should not contain infs or NaNs.");
    return info_status(info, "linalg.eig", in[0].t->dim() > 2, [](int at) {
      return "The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated "
             "eigenvalues (error code: " + std::to_string(at) + ").";
    });
  }
  // gA = V^-H (diag(gL) + (V^H gV - V^H V diag(Re(V^H gV))) / conj(E)) V^H with E_ij = L_j - L_i.
  static void vjp(OpSink& g, VjpCtx& c) {
    Value w = c.out(0);
    Value v = c.out(1);
    Value vh = adjoint(g, v);
    Value inside;
    if (c.grad(1).given()) {
      SymInt n = c.meta(0).sizes.back();
      Value vgv = product(g, vh, c.grad(1));
      Value along = emit::mul(g, product(g, vh, v), emit::unsqueeze(g, emit::real_part(g, diagonal_of(g, vgv)), -2));
      Value e = emit::conj(g, emit::sub(g, emit::unsqueeze(g, w, -2), emit::unsqueeze(g, w, -1)));
      Value one = emit::eye(g, n, n, real_of(c.out_meta(0).dtype));
      inside = emit::mul(g, emit::div(g, emit::sub(g, vgv, along), emit::add(g, e, one)), emit::sub(g, 1.0, one));
    }
    if (c.grad(0).given()) {
      Value d = emit::diag_embed(g, c.grad(0));
      inside = inside.given() ? emit::add(g, inside, d) : d;
    }
    if (!inside.given()) return;
    Value parts[2];
    const Arg args[] = {vh, product(g, inside, vh), Arg(true), Arg(false)};
    call_many(g, row__linalg_solve_ex.id(), args, parts);
    c.set(0, is_complex(c.meta(0).dtype) ? parts[0] : emit::real_part(g, parts[0]));
  }
};

// ---- least squares

struct linalg_lstsq_solve_op {
  static constexpr Schema schemas[] = {
      "linalg_lstsq_solve(Tensor A, Tensor B, float? rcond=None) -> (Tensor solution, Tensor rank)"};
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view doc = "Least-squares solutions of A X = B, and the ranks of A.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& a = c.meta(0);
    const Meta<D>& b = c.meta(1);
    if (a.sizes.n < 2) return c.fail("torch.linalg.lstsq: input must have at least 2 dimensions.");
    DType d = a.dtype;
    if (is_integral(d) || d == DType::f16 || d == DType::bf16)
      return c.fail("This function doesn't handle types other than float and double");
    if (b.dtype != d) {
      return c.fail(std::string("torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype ") +
                    row_of(d).scalar_name + " and other's dtype " + row_of(b.dtype).scalar_name);
    }
    if (b.sizes.n != a.sizes.n || !same_sizes(batch_of(a.sizes), batch_of(b.sizes)))
      return c.fail("torch.linalg.lstsq: input and other must have the same batch sizes");
    if (!guard_bool(a.sizes[a.sizes.n - 2] == b.sizes[b.sizes.n - 2], "lstsq: rows"))
      return c.fail("torch.linalg.lstsq: input.size(-2) should match other.size(-2)");
    c.out[0].dtype = d;
    c.out[0].sizes = matrices(batch_of(a.sizes), a.sizes[a.sizes.n - 1], b.sizes[b.sizes.n - 1]);
    column_major(c.out[0]);
    c.out[1].dtype = DType::i64;
    c.out[1].sizes = batch_of(a.sizes);
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      using S = Real<T>;
      Tensor a = column_copy(*in[0].t);
      int m = rows_of(*a);
      int n = columns_of(*a);
      Tensor rhs = column_copy(*in[1].t);
      int columns = columns_of(*rhs);
      int rows = std::max(m, n);
      S rcond = S(number_or(in, 2, double(std::numeric_limits<S>::epsilon()) * rows));
      std::vector<T> b(static_cast<size_t>(rows) * static_cast<size_t>(std::max(columns, 1)));
      for (int64_t i = 0; i < batch_count(*a); ++i) {
        const T* from = rhs->data_as<T>() + i * m * columns;
        for (int col = 0; col < columns; ++col)
          for (int row = 0; row < rows; ++row) b[size_t(col) * size_t(rows) + size_t(row)] = row < m ? from[col * m + row] : T(0);
        int32_t rank = 0;
        if (m && n) {
          Lapack<T>::least_squares(m, n, columns, a->data_as<T>() + i * m * n, b.data(), rcond, &rank);
        } else {
          std::fill(b.begin(), b.end(), T(0));
        }
        T* to = out[0]->data_as<T>() + i * n * columns;
        for (int col = 0; col < columns; ++col)
          for (int row = 0; row < n; ++row) to[col * n + row] = b[size_t(col) * size_t(rows) + size_t(row)];
        out[1]->data_as<int64_t>()[i] = rank;
      }
    });
  }
  // X = P B with P = pinv(A), and dP = -P dA P + P P^H dA^H (1 - A P) + (1 - P A) dA^H P^H P.
  static void vjp(OpSink& g, VjpCtx& c) {
    static const OpRow& pinv = find_op("linalg_pinv");
    Value a = c.data(0);
    Value b = c.data(1);
    Value x = c.out(0);
    Value p = call(g, pinv.id(), a);
    Value ph = adjoint(g, p);
    Value gx = c.grad(0);
    if (!gx.given()) return;
    Value gb = product(g, ph, gx);
    if (c.needs(1)) c.set(1, gb);
    if (!c.needs(0)) return;
    Value ga = emit::neg(g, product(g, gb, adjoint(g, x)));
    Value residual = emit::sub(g, b, product(g, a, x));
    ga = emit::add(g, ga, product(g, residual, adjoint(g, product(g, p, gb))));
    Value outside = emit::sub(g, gx, product(g, p, product(g, a, gx)));
    c.set(0, emit::add(g, ga, product(g, product(g, ph, x), adjoint(g, outside))));
  }
};

// ---- exp

// A Pade approximant of order 13 after scaling, squared back. Everything in double, rounded once.
template <class Z>
void exponential(int n, const Z* a, Z* out) {
  static constexpr double kPade[] = {64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800.,
                                     129060195264000.,   10559470521600.,    670442572800.,     33522128640.,
                                     1323241920.,        40840800.,          960960.,           16380.,
                                     182.,               1.};
  size_t size = static_cast<size_t>(n) * static_cast<size_t>(n);
  using M = std::vector<Z>;
  auto times = [&](const M& x, const M& y) {
    M r(size, Z(0));
    for (size_t j = 0; j < size_t(n); ++j)
      for (size_t k = 0; k < size_t(n); ++k) {
        Z f = y[j * size_t(n) + k];
        if (f == Z(0)) continue;
        for (size_t i = 0; i < size_t(n); ++i) r[j * size_t(n) + i] += x[k * size_t(n) + i] * f;
      }
    return r;
  };
  double norm = 0;
  for (size_t j = 0; j < size_t(n); ++j) {
    double sum = 0;
    for (size_t i = 0; i < size_t(n); ++i) sum += std::abs(a[j * size_t(n) + i]);
    norm = std::max(norm, sum);
  }
  int squarings = 0;
  double scale = 1;
  while (norm * scale > 5.37 && squarings < 1024) {
    scale /= 2;
    ++squarings;
  }
  M x(a, a + size);
  for (Z& v : x) v *= scale;
  M identity(size, Z(0));
  for (size_t i = 0; i < size_t(n); ++i) identity[i * size_t(n) + i] = Z(1);
  M x2 = times(x, x);
  M x4 = times(x2, x2);
  M x6 = times(x4, x2);
  auto blend = [&](double c6, double c4, double c2, double c0) {
    M r(size);
    for (size_t i = 0; i < size; ++i) r[i] = c6 * x6[i] + c4 * x4[i] + c2 * x2[i] + c0 * identity[i];
    return r;
  };
  M odd = times(x6, blend(kPade[13], kPade[11], kPade[9], 0));
  M odd_rest = blend(kPade[7], kPade[5], kPade[3], kPade[1]);
  for (size_t i = 0; i < size; ++i) odd[i] += odd_rest[i];
  M u = times(x, odd);
  M v = times(x6, blend(kPade[12], kPade[10], kPade[8], 0));
  M even_rest = blend(kPade[6], kPade[4], kPade[2], kPade[0]);
  M denominator(size), numerator(size);
  for (size_t i = 0; i < size; ++i) {
    v[i] += even_rest[i];
    numerator[i] = v[i] + u[i];
    denominator[i] = v[i] - u[i];
  }
  std::vector<int32_t> pivots(static_cast<size_t>(n) + 1);
  Lapack<Z>::lu(n, n, denominator.data(), pivots.data());
  Lapack<Z>::lu_solve(n, n, denominator.data(), pivots.data(), numerator.data(), Transpose::none);
  for (int k = 0; k < squarings; ++k) numerator = times(numerator, numerator);
  std::copy(numerator.begin(), numerator.end(), out);
}
struct linalg_matrix_exp_op {
  static constexpr Schema schemas[] = {"linalg_matrix_exp(Tensor self) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view aliases[] = {"torch.matrix_exp", "Tensor.matrix_exp"};
  static constexpr std::string_view doc = "Exponentials of square matrices.", samples[] = {"(3,3)", "(2,2,2)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.matrix_exp") || !require_element_type(c, 0, "linalg.matrix_exp")) return;
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      using Z = std::conditional_t<kIsComplex<T>, Complex128, double>;
      Tensor a = dense_as(*in[0].t, kIsComplex<T> ? DType::c128 : DType::f64);
      int n = rows_of(*a);
      std::vector<Z> result(static_cast<size_t>(n) * static_cast<size_t>(n));
      // exp(A^T) = exp(A)^T, so row-major matrices do as well.
      for (int64_t i = 0; i < batch_count(*a); ++i) {
        exponential<Z>(n, a->data_as<Z>() + i * n * n, result.data());
        for (size_t k = 0; k < result.size(); ++k) out[0]->data_as<T>()[i * n * n + int64_t(k)] = T(result[k]);
      }
    });
  }
  // The upper right block of exp([[A^H, G], [0, A^H]]).
  static void vjp(OpSink& g, VjpCtx& c) {
    Value h = adjoint(g, c.data(0));
    SymInt n = c.meta(0).sizes.back();
    const Value top[] = {h, c.grad()};
    const Value bottom[] = {emit::zeros_like(g, h), h};
    const Value rows[] = {emit::cat(g, std::span<const Value>(top), -1), emit::cat(g, std::span<const Value>(bottom), -1)};
    Value block = emit::linalg_matrix_exp(g, emit::cat(g, std::span<const Value>(rows), -2));
    c.set(0, emit::narrow(g, emit::narrow(g, block, -2, 0, n), -1, n, n));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/linalg_factor.def"

}  // namespace adder::rt
