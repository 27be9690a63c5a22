// Determinants, inverses, systems of equations, and the LU and Cholesky factorizations behind them.
#include <cmath>
#include <limits>

#include "runtime/ops/linalg_rules.h"

namespace adder::rt {

USE_OP(linalg_inv_ex)
USE_OP(linalg_solve_triangular)
USE_OP(linalg_det_slope)
USE_OP(sgn)
USE_OP(real_part)
USE_OP(eye)
USE_OP(_linalg_solve_ex)
USE_OP(lu_permutation)
USE_OP(linalg_lu_solve)

Status linalg::require_lapack() {
  return lapack_available() ? Status()
                            : Status::error("linear algebra needs OpenBLAS (libopenblas.so.0), which could not be loaded");
}

namespace {

using namespace linalg;
using In = std::span<const Arg>;
using Out = std::span<const Tensor>;

template <class D>
void set_info(InferCtx<D>& c, int k, const Dims<D>& sizes) {
  c.out[k].dtype = DType::i32;
  c.out[k].sizes = batch_of(sizes);
}

// An LU factorization of a copy; info of each matrix, or null.
template <class T>
Tensor factored(const TensorImpl& x, Tensor& pivots, int32_t* info = nullptr, const Sizes* batch = nullptr) {
  Tensor lu = column_copy(x, batch);
  int m = rows_of(*lu);
  int n = columns_of(*lu);
  int small = std::min(m, n);
  int64_t count = batch_count(*lu);
  pivots = new_tensor(DType::i32, {count, small});
  for (int64_t i = 0; i < count; ++i) {
    int r = Lapack<T>::lu(m, n, lu->data_as<T>() + i * m * n, pivots->data_as<int32_t>() + i * small);
    if (info) info[i] = r;
  }
  return lu;
}
// The sign of the permutation.
inline int pivot_sign(const int32_t* pivots, int n) {
  int sign = 1;
  for (int k = 0; k < n; ++k)
    if (pivots[k] != k + 1) sign = -sign;
  return sign;
}

// ---- determinants

struct _linalg_det_op {
  static constexpr Schema schemas[] = {"_linalg_det(Tensor A) -> Tensor"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Determinants.", samples[] = {"(3,3)", "(2,2,2)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.det") || !require_kernel_type(c, 0, "lu_cpu") || !require_element_type(c, 0, "linalg.det")) return;
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = batch_of(c.meta(0).sizes);
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor pivots;
      Tensor lu = factored<T>(*in[0].t, pivots);
      int n = rows_of(*lu);
      for (int64_t i = 0; i < out[0]->numel; ++i) {
        const T* a = lu->data_as<T>() + i * n * n;
        T r(1);
        for (int k = 0; k < n; ++k) r *= a[k * n + k];
        out[0]->data_as<T>()[i] = r * T(Real<T>(pivot_sign(pivots->data_as<int32_t>() + i * n, n)));
      }
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value slope = emit::linalg_det_slope(g, c.data(0));
    c.set(0, emit::mul(g, over_matrix(g, c.grad()), slope));
  }
};
// The conjugated cofactors, which exist for singular matrices too: a zero pivot is replaced by a tiny one.
struct linalg_det_slope_op {
  static constexpr Schema schemas[] = {"linalg_det_slope(Tensor A) -> Tensor"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view doc = "The gradient of the determinant.", samples[] = {"(3,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.det") || !require_kernel_type(c, 0, "lu_cpu") || !require_element_type(c, 0, "linalg.det")) return;
    set_like(c, 0, c.meta(0));
    column_major(c.out[0]);
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor pivots;
      Tensor lu = factored<T>(*in[0].t, pivots);
      int n = rows_of(*lu);
      for (int64_t i = 0; i < batch_count(*lu); ++i) {
        T* a = lu->data_as<T>() + i * n * n;
        const int32_t* p = pivots->data_as<int32_t>() + i * n;
        T det(Real<T>(pivot_sign(p, n)));
        for (int k = 0; k < n; ++k) {
          if (a[k * n + k] == T(0)) a[k * n + k] = T(std::numeric_limits<Real<T>>::epsilon());
          det *= a[k * n + k];
        }
        T* to = out[0]->data_as<T>() + i * n * n;
        for (int k = 0; k < n * n; ++k) to[k] = T(0);
        for (int k = 0; k < n; ++k) {
          if constexpr (kIsComplex<T>) {
            to[k * n + k] = std::conj(det);
          } else {
            to[k * n + k] = det;
          }
        }
        Lapack<T>::lu_solve(n, n, a, p, to, Transpose::conjugated);
      }
    });
  }
  // C = conj(det) inv(A)^H: the gradient is C conj(sum(G conj(B))) - B G^H C with B = inv(A)^H.
  static void vjp(OpSink& g, VjpCtx& c) {
    Value parts[2];
    const Arg args[] = {c.data(0), Arg(false)};
    call_many(g, row_linalg_inv_ex.id(), args, parts);
    Value b = adjoint(g, parts[0]);
    Value slope = c.out();
    Value grad = c.grad();
    Value sum = emit::sum(g, emit::mul(g, grad, conj_if(g, b)), Dims<SymInt>{-2, -1}, true);
    Value first = emit::mul(g, slope, conj_if(g, sum));
    c.set(0, emit::sub(g, first, product(g, product(g, b, adjoint(g, grad)), slope)));
  }
};
struct _linalg_slogdet_op {
  static constexpr Schema schemas[] = {"_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Signs of determinants and logarithms of their magnitudes.",
                                    samples[] = {"(3,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.slogdet") || !require_kernel_type(c, 0, "lu_cpu") || !require_element_type(c, 0, "linalg.slogdet")) return;
    c.out[0].dtype = c.meta(0).dtype;
    c.out[1].dtype = real_of(c.meta(0).dtype);
    c.out[0].sizes = c.out[1].sizes = batch_of(c.meta(0).sizes);
  }
  static Status eager(Context&, In in, Out out) {
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor pivots;
      Tensor lu = factored<T>(*in[0].t, pivots);
      int n = rows_of(*lu);
      for (int64_t i = 0; i < out[0]->numel; ++i) {
        const T* a = lu->data_as<T>() + i * n * n;
        T sign(Real<T>(pivot_sign(pivots->data_as<int32_t>() + i * n, n)));
        Real<T> log = 0;
        for (int k = 0; k < n; ++k) {
          T pivot = a[k * n + k];
          Real<T> size = std::abs(pivot);
          sign *= size == 0 ? T(0) : pivot / T(size);
          log += std::log(size);
        }
        out[0]->data_as<T>()[i] = sign;
        out[1]->data_as<Real<T>>()[i] = log;
      }
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value parts[2];
    const Arg args[] = {c.data(0), Arg(false)};
    call_many(g, row_linalg_inv_ex.id(), args, parts);
    if (!c.grad(1).given()) return c.set(0, emit::mul(g, parts[0], 0.0));
    c.set(0, emit::mul(g, over_matrix(g, c.grad(1)), adjoint(g, parts[0])));
  }
};

// ---- inverses and systems

struct linalg_inv_ex_op {
  static constexpr Schema schemas[] = {
      "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Inverses, and which matrices have none.", samples[] = {"(3,3)", "(2,2,2)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.inv") || !require_element_type(c, 0, "linalg.inv")) return;
    set_like(c, 0, c.meta(0));
    column_major(c.out[0]);
    set_info(c, 1, c.meta(0).sizes);
  }
  static Status eager(Context&, In in, Out out) {
    TRY(with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor pivots;
      Tensor lu = factored<T>(*in[0].t, pivots, out[1]->data_as<int32_t>());
      int n = rows_of(*lu);
      T* to = out[0]->data_as<T>();
      for (int64_t i = 0; i < out[0]->numel; ++i) to[i] = T(0);
      for (int64_t i = 0; i < batch_count(*lu); ++i) {
        T* x = to + i * n * n;
        for (int k = 0; k < n; ++k) x[k * n + k] = T(1);
        Lapack<T>::lu_solve(n, n, lu->data_as<T>() + i * n * n, pivots->data_as<int32_t>() + i * n, x, Transpose::none);
      }
    }));
    if (!flag_or(in, 1, false)) return {};
    return info_status(out[1], "linalg.inv", in[0].t->dim() > 2, [](int at) {
      return "The diagonal element " + std::to_string(at) +
             " is zero, the inversion could not be completed because the input matrix is singular.";
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value h = adjoint(g, c.out(0));
    if (c.grad(0).given()) c.set(0, emit::neg(g, product(g, h, product(g, c.grad(0), h))));
  }
};

// Whether B holds vectors, one for each matrix, and not matrices.
template <class D>
bool is_vector_case(const Meta<D>& a, const Meta<D>& b) {
  if (b.sizes.n == 1) return true;
  if (a.sizes.n - 1 != b.sizes.n) return false;
  for (int d = 0; d < b.sizes.n; ++d)
    if (!guard_bool(a.sizes[d] == b.sizes[d], "solve: right-hand sides are vectors")) return false;
  return true;
}
template <class D>
bool same_types(InferCtx<D>& c, DType a, DType b, const std::string& name, const std::string& of_a = "A") {
  if (a == b) return true;
  c.fail(name + ": Expected " + of_a + " and B to have the same dtype, but found " + of_a + " of type " +
         row_of(a).scalar_name + " and B of type " + row_of(b).scalar_name + " instead");
  return false;
}
template <class D>
bool infer_system(InferCtx<D>& c, const Meta<D>& a, Meta<D> b, bool left, bool vector, std::string_view name) {
  if (vector) b.sizes.push(D(1));
  if (b.sizes.n < 2) {
    c.fail(std::string(name) + ": The input tensor B must have at least 2 dimensions.");
    return false;
  }
  int na = a.sizes.n;
  int nb = b.sizes.n;
  D rows = b.sizes[nb - (left ? 2 : 1)];
  if (!guard_bool(a.sizes[na - 1] == rows, "solve: sizes")) {
    auto text = [](const Dims<D>& s) {
      return std::to_string(hint_of(s[s.n - 2])) + "x" + std::to_string(hint_of(s[s.n - 1]));
    };
    c.fail(std::string(name) + ": Incompatible shapes of A and B for the equation " + (left ? "AX = B" : "XA = B") +
           " (" + text(a.sizes) + " and " + text(b.sizes) + ")");
    return false;
  }
  Dims<D> batch;
  if (!broadcast_into(c, batch, batch_of(a.sizes)) || !broadcast_into(c, batch, batch_of(b.sizes))) return false;
  c.out[0].dtype = a.dtype;
  c.out[0].sizes = matrices(batch, b.sizes[nb - 2], b.sizes[nb - 1]);
  if (vector) {
    c.out[0].sizes.erase(c.out[0].sizes.n - 1);
  } else if (left) {
    column_major(c.out[0]);
  }
  return true;
}
// The right-hand sides as the kernels take them: for X A = B, the transposed system is solved.
struct SystemSides {
  Sizes batch;
  Tensor b;  // of the result's broadcast batch, contiguous in LAPACK's order
  int columns;
};
SystemSides sides_of(const TensorImpl& b, const Tensor& out, bool left, bool vector) {
  SystemSides s;
  Meta<int64_t> m = b.meta;
  if (vector) {
    m.sizes.push(1);
    m.strides.push(1);
  }
  Tensor matrix = alias_of(b, m);
  int n = out->dim() - (vector ? 1 : 2);
  for (int d = 0; d < n; ++d) s.batch.push(out->size(d));
  if (left) {
    s.b = column_copy(*matrix, &s.batch);
    s.columns = columns_of(*s.b);
  } else {
    Sizes full = s.batch;
    full.push(rows_of(*matrix));
    full.push(columns_of(*matrix));
    Tensor spread = dense_spread(*matrix, full);
    s.b = new_tensor(b.dtype(), full);
    copy_elements(*spread, *s.b);
    s.columns = rows_of(*s.b);
  }
  return s;
}
void store_solution(const SystemSides& s, const Tensor& out) {
  Tensor x = alias_of(*s.b, s.b->meta);
  if (out->dim() < s.b->dim()) {
    Meta<int64_t> m = s.b->meta;
    m.sizes.erase(m.sizes.n - 1);
    m.strides.erase(m.strides.n - 1);
    x = alias_of(*s.b, m);
  }
  copy_elements(*x, *out);
}
// The gradients of A X = B, or of X A = B, given that of B; vectors stand as one column.
void set_system(OpSink& g, VjpCtx& c, Value gb, bool left, bool vector, Value (*shape_of_a)(OpSink&, VjpCtx&, Value)) {
  if (c.needs(0)) {
    Value x = c.out(0);
    Value b = vector ? emit::unsqueeze(g, gb, -1) : gb;
    if (vector) x = emit::unsqueeze(g, x, -1);
    Value ga = emit::neg(g, left ? product(g, b, adjoint(g, x)) : product(g, adjoint(g, x), b));
    c.set(0, shape_of_a ? shape_of_a(g, c, ga) : ga);
  }
  if (c.needs(1)) c.set(1, gb);
}

struct _linalg_solve_ex_op {
  static constexpr Schema schemas[] = {
      "_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Solutions of A X = B.",
                                    samples[] = {"(3,3) (3,2)", "(2,3,3) (3,2)", "(3,3) (3)", "(3,3) (2,3) left=False"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_element_type(c, 0, "linalg.solve") || !require_square(c, 0, "linalg.solve")) return;
    bool vector = is_vector_case(c.meta(0), c.meta(1));
    bool left = c.flag(2, true);
    if (vector && !left) return c.fail("linalg.solve: Vector broadcasting of the right hand side is not supported for left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)");
    if (!same_types(c, c.meta(0).dtype, c.meta(1).dtype, "linalg.solve")) return;
    if (!infer_system(c, c.meta(0), c.meta(1), left, vector, "linalg.solve")) return;
    set_info(c, 1, c.meta(0).sizes);
  }
  static Status eager(Context&, In in, Out out) {
    bool left = flag_or(in, 2, true);
    bool vector = is_vector_case(in[0].t->meta, in[1].t->meta);
    TRY(with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      SystemSides s = sides_of(*in[1].t, out[0], left, vector);
      Tensor pivots;
      std::vector<int32_t> spread(size_t(std::max<int64_t>(s.batch.product(), 1)));
      Tensor lu = factored<T>(*in[0].t, pivots, out[1]->data_as<int32_t>());
      Sizes own = batch_of(in[0].t->meta.sizes);
      if (!(own == s.batch)) lu = factored<T>(*in[0].t, pivots, spread.data(), &s.batch);
      int n = rows_of(*lu);
      int64_t size = int64_t(n) * s.columns;
      for (int64_t i = 0; i < batch_count(*lu); ++i) {
        Lapack<T>::lu_solve(n, s.columns, lu->data_as<T>() + i * n * n, pivots->data_as<int32_t>() + i * n,
                            s.b->data_as<T>() + i * size, left ? Transpose::none : Transpose::transposed);
      }
      store_solution(s, out[0]);
    }));
    if (!flag_or(in, 3, false)) return {};
    return info_status(out[1], "torch.linalg.solve", in[0].t->dim() > 2,
                       [](int) { return std::string("The solver failed because the input matrix is singular."); });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (!c.grad(0).given()) return;
    bool left = c.given(2) ? c.param(2).flag() : true;
    bool vector = is_vector_case(c.meta(0), c.meta(1));
    Value gx = vector ? emit::unsqueeze(g, c.grad(0), -1) : c.grad(0);
    Value parts[2];
    const Arg args[] = {adjoint(g, c.data(0)), gx, Arg(left), Arg(false)};
    call_many(g, row__linalg_solve_ex.id(), args, parts);
    set_system(g, c, vector ? emit::squeeze_dim(g, parts[0], -1) : parts[0], left, vector, nullptr);
  }
};
struct linalg_solve_triangular_op {
  static constexpr Schema schemas[] = {
      "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Solutions of A X = B for triangular A.",
                                    samples[] = {"(3,3) (3,2) upper=True", "(3,3) (2,3) upper=False left=False"};
  static constexpr Domain domain{0.5, 2};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.solve_triangular") || !require_element_type(c, 0, "linalg.solve_triangular")) return;
    if (!same_types(c, c.meta(0).dtype, c.meta(1).dtype, "linalg.solve_triangular")) return;
    infer_system(c, c.meta(0), c.meta(1), c.flag(3, true), false, "linalg.solve_triangular");
  }
  static Status eager(Context&, In in, Out out) {
    bool upper = in[2].flag();
    bool left = flag_or(in, 3, true);
    bool unit = flag_or(in, 4, false);
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      SystemSides s = sides_of(*in[1].t, out[0], left, false);
      Tensor a = column_copy(*in[0].t, &s.batch);
      int n = rows_of(*a);
      int64_t size = int64_t(n) * s.columns;
      for (int64_t i = 0; i < batch_count(*a); ++i) {
        T* matrix = a->data_as<T>() + i * n * n;
        T* b = s.b->data_as<T>() + i * size;
        int info = Lapack<T>::triangular_solve(n, s.columns, matrix, b, upper, left ? Transpose::none : Transpose::transposed, unit);
        if (info == 0) continue;
        // A zero on the diagonal divides, as it does in PyTorch.
        for (int64_t k = 0; k < size; ++k) b[k] /= T(0);
      }
      store_solution(s, out[0]);
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    bool upper = c.param(2).flag();
    bool left = c.given(3) ? c.param(3).flag() : true;
    bool unit = c.param(4).flag();
    Value gb = emit::linalg_solve_triangular(g, adjoint(g, c.data(0)), c.grad(), !upper, left, unit);
    set_system(g, c, gb, left, false, [](OpSink& g, VjpCtx& c, Value ga) {
      int skip = c.param(4).flag();
      return c.param(2).flag() ? emit::triu(g, ga, skip) : emit::tril(g, ga, -skip);
    });
  }
};

// ---- factorizations

struct linalg_cholesky_ex_op {
  static constexpr Schema schemas[] = {
      "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Triangular L with A = L L^H, and which matrices have none.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_square(c, 0, "linalg.cholesky") || !require_element_type(c, 0, "linalg.cholesky")) return;
    set_like(c, 0, c.meta(0));
    column_major(c.out[0]);
    set_info(c, 1, c.meta(0).sizes);
  }
  static Status eager(Context&, In in, Out out) {
    bool upper = flag_or(in, 1, false);
    TRY(with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      copy_elements(*in[0].t, *out[0]);
      int n = rows_of(*out[0]);
      for (int64_t i = 0; i < batch_count(*out[0]); ++i) {
        T* a = out[0]->data_as<T>() + i * n * n;
        out[1]->data_as<int32_t>()[i] = Lapack<T>::cholesky(n, a, upper);
        for (int col = 0; col < n; ++col)
          for (int row = 0; row < n; ++row)
            if (upper ? row > col : row < col) a[col * n + row] = T(0);
      }
    }));
    if (!flag_or(in, 2, false)) return {};
    return info_status(out[1], "linalg.cholesky", in[0].t->dim() > 2, [](int at) {
      return "The factorization could not be completed because the input is not positive-definite (the leading minor "
             "of order " +
             std::to_string(at) + " is not positive-definite).";
    });
  }
  // The part of L^H gL on and below the diagonal, half of the diagonal, between inverses of L, made symmetric.
  static void vjp(OpSink& g, VjpCtx& c) {
    if (!c.grad(0).given()) return;
    bool upper = c.given(1) && c.param(1).flag();
    Value l = c.out(0);
    Value gl = c.grad(0);
    if (upper) {
      l = adjoint(g, l);
      gl = adjoint(g, gl);
    }
    Value h = adjoint(g, l);
    Value phi = emit::tril(g, product(g, h, gl));
    phi = emit::sub(g, phi, emit::diag_embed(g, emit::mul(g, diagonal_of(g, phi), 0.5)));
    Value left = emit::linalg_solve_triangular(g, h, phi, true);
    Value ga = emit::linalg_solve_triangular(g, l, left, false, false);
    c.set(0, emit::mul(g, emit::add(g, ga, adjoint(g, ga)), 0.5));
  }
};
struct linalg_lu_factor_ex_op {
  static constexpr Schema schemas[] = {
      "linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info)"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "The LU factorization, packed in one matrix.", samples[] = {"(3,3)"};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_matrix(c, 0, "torch.lu_factor")) return;
    DType d = c.meta(0).dtype;
    if (is_integral(d) || d == DType::f16 || d == DType::bf16) {
      return c.unsupported("lu_cpu", d);
    }
    if (!c.flag(1, true)) return c.fail("linalg.lu_factor: LU without pivoting is not implemented on the CPU");
    set_like(c, 0, c.meta(0));
    column_major(c.out[0]);
    const Dims<D>& s = c.meta(0).sizes;
    c.out[1].dtype = DType::i32;
    c.out[1].sizes = batch_of(s);
    c.out[1].sizes.push(guard_bool(s[s.n - 2] < s[s.n - 1], "lu: more columns") ? s[s.n - 2] : s[s.n - 1]);
    set_info(c, 2, s);
  }
  static Status eager(Context&, In in, Out out) {
    TRY(with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      Tensor pivots;
      Tensor lu = factored<T>(*in[0].t, pivots, out[2]->data_as<int32_t>());
      copy_elements(*lu, *out[0]);
      std::copy(pivots->data_as<int32_t>(), pivots->data_as<int32_t>() + pivots->numel, out[1]->data_as<int32_t>());
    }));
    if (!flag_or(in, 2, false)) return {};
    Status s = info_status(out[2], "torch.linalg.lu_factor", in[0].t->dim() > 2, [](int at) {
      std::string k = std::to_string(at);
      return "U[" + k + "," + k +
             "] is zero and using it on lu_solve would result in a division by zero. If you still want to perform the "
             "factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)";
    });
    return s.ok() ? Status() : Status::error(s.message());
  }
  // A = P L U: gA = P L^-H (strictly lower part of L^H gL + upper part of gU U^H) U^-H.
  static void vjp(OpSink& g, VjpCtx& c) {
    const SymMeta& m = c.meta(0);
    SymInt rows = m.sizes[m.sizes.n - 2];
    if (rows.hint != m.sizes[m.sizes.n - 1].hint)
      return g.fail(Status::error(ErrorKind::not_implemented, "gradients of LU factorizations are supported for square matrices only"));
    Value lu = c.out(0);
    Value pivots = c.out(1);
    if (!c.grad(0).given()) return;
    Value upper = emit::triu(g, lu);
    Value unit = emit::tril(g, lu, -1);
    Value lower = emit::add(g, unit, emit::eye(g, rows, rows, m.dtype));
    Value inside = emit::add(g, emit::tril(g, product(g, adjoint(g, lower), emit::tril(g, c.grad(0), -1)), -1),
                             emit::triu(g, product(g, emit::triu(g, c.grad(0)), adjoint(g, upper))));
    Value right = emit::linalg_solve_triangular(g, adjoint(g, upper), inside, false, false);
    Value left = emit::linalg_solve_triangular(g, adjoint(g, lower), right, true, true, true);
    c.set(0, product(g, emit::lu_permutation(g, pivots, rows, m.dtype), left));
  }
};
// Less than 0 where a pivot is below the n rows, greater where one is above.
int wrong_pivot(const TensorImpl& pivots, int64_t n) {
  for (int64_t i = 0; i < pivots.numel; ++i) {
    int32_t p = pivots.data_as<int32_t>()[i];
    if (p < 1 || p > n) return p < 1 ? -1 : 1;
  }
  return 0;
}
struct lu_permutation_op {
  static constexpr Schema schemas[] = {"lu_permutation(Tensor pivots, SymInt rows, ScalarType dtype) -> Tensor"};
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view doc = "The permutation matrices P of A = P L U.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.arg(2).dtype();
    c.out[0].sizes = c.meta(0).sizes;
    c.out[0].sizes.erase(c.out[0].sizes.n - 1);
    c.out[0].sizes.push(c.integer(1));
    c.out[0].sizes.push(c.integer(1));
  }
  static Status eager(Context&, In in, Out out) {
    Tensor pivots = dense_as(*in[0].t, DType::i32);
    int64_t n = in[1].integer();
    int64_t k = pivots->size(pivots->dim() - 1);
    if (wrong_pivot(*pivots, n))
      return Status::error("pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive."
                           "Did you properly pass the result of lu_factor?");
    std::vector<int64_t> order(static_cast<size_t>(n));
    with_any_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      for (int64_t i = 0; i < out[0]->numel; ++i) to[i] = T(0);
      for (int64_t b = 0; n > 0 && b < out[0]->numel / (n * n); ++b) {
        for (int64_t i = 0; i < n; ++i) order[size_t(i)] = i;
        const int32_t* p = pivots->data_as<int32_t>() + b * k;
        for (int64_t i = 0; i < k; ++i) std::swap(order[size_t(i)], order[size_t(p[i] - 1)]);
        for (int64_t i = 0; i < n; ++i) to[b * n * n + order[size_t(i)] * n + i] = T(1);
      }
    });
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct linalg_lu_solve_op {
  static constexpr Schema schemas[] = {
      "linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor"};
  static constexpr uint32_t surface = kLinalg;
  static constexpr std::string_view doc = "Solutions of A X = B from the LU factorization of A.", samples[] = {""};
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const std::string name = "linalg.lu_solve";
    if (!require_element_type(c, 0, "torch.linalg.lu_solve") ||
        !same_types(c, c.meta(0).dtype, c.meta(2).dtype, name, "LU"))
      return;
    if (c.meta(1).dtype != DType::i32) return c.fail(name + ": pivots should be a Tensor of scalar type torch.int32");
    if (!require_square(c, 0, "torch.linalg.lu_solve") ||
        !infer_system(c, c.meta(0), c.meta(2), c.flag(3, true), false, name))
      return;
    Dims<D> rows = c.meta(0).sizes;
    const Dims<D>& pivots = c.meta(1).sizes;
    if (pivots.n == 0) return c.fail(ErrorKind::index, "Dimension specified as -1 but tensor has no dimensions");
    if (!guard_bool(rows[rows.n - 1] == pivots[pivots.n - 1], "lu_solve: pivots"))
      return c.fail(name + ": Number of pivots per batch should be same as the dimension of the matrix");
    rows.resize(rows.n - 1);
    if (!same_sizes(rows, pivots)) {
      c.fail(name + ": Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with shape " +
             sizes_text(pivots) + " instead");
    }
  }
  static Status eager(Context&, In in, Out out) {
    bool left = flag_or(in, 3, true);
    bool adjoint = flag_or(in, 4, false);
    int n = rows_of(*in[0].t);
    Sizes spread = batch_of(out[0]->meta.sizes);
    spread.push(n);
    Tensor pivots = dense_spread(*in[1].t, spread);
    if (int wrong = wrong_pivot(*pivots, n)) {
      return Status::error(std::string("Pivots given to lu_solve must all be ") +
                           (wrong < 0 ? "greater or equal to 1" : "smaller or equal to LU.size(-2)") +
                           ". Did you properly pass the result of lu_factor?");
    }
    return with_lapack_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      SystemSides s = sides_of(*in[2].t, out[0], left, false);
      Tensor lu = column_copy(*in[0].t, &s.batch);
      // X A = B is A^T X^T = B^T; X A^H = B is conj(A) X^T = B^T, whose conjugate is solved with A.
      bool turned = !left && adjoint && kIsComplex<T>;
      auto conjugate = [&](T* p, int64_t count) {
        if constexpr (kIsComplex<T>)
          for (int64_t k = 0; k < count; ++k) p[k] = std::conj(p[k]);
      };
      Transpose op = left ? (adjoint ? Transpose::conjugated : Transpose::none)
                          : (adjoint ? Transpose::none : Transpose::transposed);
      if (turned) conjugate(s.b->data_as<T>(), s.b->numel);
      for (int64_t i = 0; i < batch_count(*lu); ++i) {
        Lapack<T>::lu_solve(n, s.columns, lu->data_as<T>() + i * n * n, pivots->data_as<int32_t>() + i * n,
                            s.b->data_as<T>() + i * n * s.columns, op);
      }
      if (turned) conjugate(s.b->data_as<T>(), s.b->numel);
      store_solution(s, out[0]);
    });
  }
  // gA as for a system with the matrix itself; of A = P L U then gL = P^T gA U^H and gU = L^H P^T gA.
  static void vjp(OpSink& g, VjpCtx& c) {
    bool left = c.given(3) ? c.param(3).flag() : true;
    bool turned = c.given(4) && c.param(4).flag();
    Value lu = c.data(0);
    Value gb = emit::linalg_lu_solve(g, lu, c.data(1), c.grad(), left, !turned);
    if (c.needs(2)) c.set(2, gb);
    if (!c.needs(0)) return;
    Value x = c.out(0);
    if (turned) std::swap(gb, x);
    Value ga = emit::neg(g, left ? product(g, gb, adjoint(g, x)) : product(g, adjoint(g, x), gb));
    const SymMeta& m = c.meta(0);
    SymInt rows = m.sizes[m.sizes.n - 1];
    Value inside = product(g, adjoint(g, emit::lu_permutation(g, c.data(1), rows, m.dtype)), ga);
    Value lower = emit::add(g, emit::tril(g, lu, -1), emit::eye(g, rows, rows, m.dtype));
    c.set(0, emit::add(g, emit::tril(g, product(g, inside, adjoint(g, emit::triu(g, lu))), -1),
                       emit::triu(g, product(g, adjoint(g, lower), inside))));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/linalg_solve.def"

}  // namespace adder::rt
