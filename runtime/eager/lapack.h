// LAPACK's factorizations of single matrices, over the OpenBLAS that runtime/cpu/blas.h opens. Matrices are
// column-major with no gap between columns, of float, double, Complex64 or Complex128; S is the real type of T.
// The int results are LAPACK's info: 0, or what went wrong (singular, not positive-definite, no convergence).
#pragma once
#include <cstdint>
#include <vector>

#include "runtime/types/element.h"

namespace adder::rt {

template <class T>
struct RealOf {
  using type = T;
};
template <class S>
struct RealOf<std::complex<S>> {
  using type = S;
};
template <class T>
using Real = typename RealOf<T>::type;

bool lapack_available();

enum class Transpose : char { none = 'N', transposed = 'T', conjugated = 'C' };

template <class T>
struct Lapack {
  using S = Real<T>;
  // P L U of an m x n matrix in place; pivots of min(m, n), from 1.
  static int lu(int m, int n, T* a, int32_t* pivots);
  static int lu_solve(int n, int columns, const T* lu, const int32_t* pivots, T* b, Transpose op);
  // The lower (or upper) triangle of a positive-definite matrix in place; the other one is left as it is.
  static int cholesky(int n, T* a, bool upper);
  static int cholesky_solve(int n, int columns, const T* factor, T* b, bool upper);
  static int triangular_solve(int n, int columns, const T* a, T* b, bool upper, Transpose op, bool unit);
  // Householder vectors below the diagonal, R above; tau of min(m, n).
  static int qr(int m, int n, T* a, T* tau);
  // Q of m x columns from k vectors; multiply: c (m x n) becomes op(Q) c or c op(Q).
  static int qr_q(int m, int columns, int k, T* a, const T* tau);
  static int qr_multiply(int m, int n, int k, const T* a, const T* tau, T* c, bool left, Transpose op);
  // `job` is 'A' (all of U and Vh), 'S' (the first min(m, n)) or 'N' (values only); a is overwritten.
  static int svd(char job, int m, int n, T* a, S* values, T* u, T* vh);
  // Eigenvalues in ascending order; with `vectors`, a becomes them.
  static int eigh(bool vectors, bool upper, int n, T* a, S* values);
  // Of a general matrix. `vectors` may be null; both results are complex whatever T is.
  static int eig(int n, T* a, std::complex<S>* values, std::complex<S>* vectors);
  // Least squares by a complete orthogonal factorization; b has max(m, n) rows and takes the solution.
  static int least_squares(int m, int n, int columns, T* a, T* b, S rcond, int32_t* rank);
};

}  // namespace adder::rt
