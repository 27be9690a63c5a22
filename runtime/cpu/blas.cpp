#include "runtime/cpu/blas.h"

#include <dlfcn.h>

#include "runtime/base/check.h"

namespace adder::rt {
namespace {

constexpr int kRowMajor = 101;
constexpr int kPlain = 111;
constexpr int kTransposed = 112;

using RealGemm = void (*)(int, int, int, int, int, int, float, const void*, int, const void*, int, float, void*, int);
using DoubleGemm = void (*)(int, int, int, int, int, int, double, const void*, int, const void*, int, double, void*,
                            int);
using ComplexGemm = void (*)(int, int, int, int, int, int, const void*, const void*, int, const void*, int, const void*,
                             void*, int);

struct Library {
  void* handle = nullptr;
  RealGemm sgemm = nullptr;
  DoubleGemm dgemm = nullptr;
  ComplexGemm cgemm = nullptr;
  ComplexGemm zgemm = nullptr;

  Library() {
    handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    if (auto set = reinterpret_cast<void (*)(int)>(dlsym(handle, "openblas_set_num_threads"))) set(1);
    sgemm = reinterpret_cast<RealGemm>(dlsym(handle, "cblas_sgemm"));
    dgemm = reinterpret_cast<DoubleGemm>(dlsym(handle, "cblas_dgemm"));
    cgemm = reinterpret_cast<ComplexGemm>(dlsym(handle, "cblas_cgemm"));
    zgemm = reinterpret_cast<ComplexGemm>(dlsym(handle, "cblas_zgemm"));
    if (!sgemm || !dgemm || !cgemm || !zgemm) handle = nullptr;
  }
};

const Library& library() {
  static const Library opened;
  return opened;
}

}  // namespace

bool blas_available() {
  return library().handle != nullptr;
}

template <class T>
void blas_gemm(int64_t m, int64_t n, int64_t k, BlasOperand a, BlasOperand b, T* c, int64_t c_row, bool accumulate) {
  CHECK(blas_available());
  int left = a.transposed ? kTransposed : kPlain;
  int right = b.transposed ? kTransposed : kPlain;
  T one(1);
  T beta(accumulate ? 1 : 0);
  auto call = [&](auto function, auto alpha, auto scale) {
    function(kRowMajor, left, right, int(m), int(n), int(k), alpha, a.data, int(a.leading), b.data, int(b.leading),
             scale, c, int(c_row));
  };
  if constexpr (std::is_same_v<T, float>) {
    call(library().sgemm, one, beta);
  } else if constexpr (std::is_same_v<T, double>) {
    call(library().dgemm, one, beta);
  } else {
    call(std::is_same_v<T, Complex64> ? library().cgemm : library().zgemm, static_cast<const void*>(&one),
         static_cast<const void*>(&beta));
  }
}
template void blas_gemm(int64_t, int64_t, int64_t, BlasOperand, BlasOperand, float*, int64_t, bool);
template void blas_gemm(int64_t, int64_t, int64_t, BlasOperand, BlasOperand, double*, int64_t, bool);
template void blas_gemm(int64_t, int64_t, int64_t, BlasOperand, BlasOperand, Complex64*, int64_t, bool);
template void blas_gemm(int64_t, int64_t, int64_t, BlasOperand, BlasOperand, Complex128*, int64_t, bool);

void* lapack_symbol(const char* name) {
  return blas_available() ? dlsym(library().handle, name) : nullptr;
}

}  // namespace adder::rt
