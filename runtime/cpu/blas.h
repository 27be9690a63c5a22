// OpenBLAS and the LAPACK inside it, opened with dlopen at first use and set to one thread: the program links neither,
// starts without either, and splits work under its own pool. Small products never come here.
#pragma once
#include <cstdint>

#include "runtime/types/element.h"

namespace adder::rt {

// False when the library cannot be opened; products then use our own kernels, linear algebra reports the error.
bool blas_available();

struct BlasOperand {
  const void* data;
  int64_t leading;  // elements between rows, or between columns when transposed
  bool transposed;
};
// Row-major c = a b, or += when `accumulate`. float, double, Complex64, Complex128.
template <class T>
void blas_gemm(int64_t m, int64_t n, int64_t k, BlasOperand a, BlasOperand b, T* c, int64_t c_row, bool accumulate);

// The address of a LAPACK routine by its Fortran name ("sgetrf_"), null when there is none.
void* lapack_symbol(const char* name);

}  // namespace adder::rt
