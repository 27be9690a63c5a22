#include "runtime/eager/lapack.h"

#include <algorithm>
#include <string>

#include "runtime/base/check.h"
#include "runtime/cpu/blas.h"

namespace adder::rt {
namespace {

template <class T>
inline constexpr bool kComplexElement = kIsComplex<T>;

// The routine of this element type: 's', 'd', 'c' or 'z' before the name.
template <class T>
void* routine(const char* name) {
  char letter = std::is_same_v<T, float> ? 's' : std::is_same_v<T, double> ? 'd' : std::is_same_v<T, Complex64> ? 'c' : 'z';
  void* found = lapack_symbol((letter + std::string(name) + "_").c_str());
  CHECK(found);
  return found;
}

// Fortran takes every argument by address, and the lengths of its strings after them.
constexpr size_t kOne = 1;
template <class... A>
void call(void* function, A... args) {
  reinterpret_cast<void (*)(A...)>(function)(args...);
}

// A routine asked with a length of -1 answers with the length it wants.
template <class T>
int wanted(const T& answer) {
  if constexpr (kIsComplex<T>) {
    return int(answer.real());
  } else {
    return int(answer);
  }
}

}  // namespace

bool lapack_available() {
  static const bool found = lapack_symbol("dgetrf_") != nullptr;
  return found;
}

template <class T>
int Lapack<T>::lu(int m, int n, T* a, int32_t* pivots) {
  static void* const f = routine<T>("getrf");
  int lead = std::max(m, 1);
  int info = 0;
  call(f, &m, &n, a, &lead, pivots, &info);
  return info;
}

template <class T>
int Lapack<T>::lu_solve(int n, int columns, const T* lu, const int32_t* pivots, T* b, Transpose op) {
  static void* const f = routine<T>("getrs");
  int lead = std::max(n, 1);
  int info = 0;
  char trans = char(op);
  call(f, &trans, &n, &columns, lu, &lead, pivots, b, &lead, &info, kOne);
  return info;
}

template <class T>
int Lapack<T>::cholesky(int n, T* a, bool upper) {
  static void* const f = routine<T>("potrf");
  int lead = std::max(n, 1);
  int info = 0;
  char uplo = upper ? 'U' : 'L';
  call(f, &uplo, &n, a, &lead, &info, kOne);
  return info;
}

template <class T>
int Lapack<T>::cholesky_solve(int n, int columns, const T* factor, T* b, bool upper) {
  static void* const f = routine<T>("potrs");
  int lead = std::max(n, 1);
  int info = 0;
  char uplo = upper ? 'U' : 'L';
  call(f, &uplo, &n, &columns, factor, &lead, b, &lead, &info, kOne);
  return info;
}

template <class T>
int Lapack<T>::triangular_solve(int n, int columns, const T* a, T* b, bool upper, Transpose op, bool unit) {
  static void* const f = routine<T>("trtrs");
  int lead = std::max(n, 1);
  int info = 0;
  char uplo = upper ? 'U' : 'L';
  char trans = char(op);
  char diag = unit ? 'U' : 'N';
  call(f, &uplo, &trans, &diag, &n, &columns, a, &lead, b, &lead, &info, kOne, kOne, kOne);
  return info;
}

template <class T>
int Lapack<T>::qr(int m, int n, T* a, T* tau) {
  static void* const f = routine<T>("geqrf");
  int lead = std::max(m, 1);
  int info = 0;
  int length = -1;
  T answer{};
  call(f, &m, &n, a, &lead, tau, &answer, &length, &info);
  length = std::max(wanted(answer), std::max(n, 1));
  std::vector<T> work(static_cast<size_t>(length));
  call(f, &m, &n, a, &lead, tau, work.data(), &length, &info);
  return info;
}

template <class T>
int Lapack<T>::qr_q(int m, int columns, int k, T* a, const T* tau) {
  static void* const f = routine<T>(kComplexElement<T> ? "ungqr" : "orgqr");
  int lead = std::max(m, 1);
  int info = 0;
  int length = -1;
  T answer{};
  call(f, &m, &columns, &k, a, &lead, tau, &answer, &length, &info);
  length = std::max(wanted(answer), std::max(columns, 1));
  std::vector<T> work(static_cast<size_t>(length));
  call(f, &m, &columns, &k, a, &lead, tau, work.data(), &length, &info);
  return info;
}

template <class T>
int Lapack<T>::qr_multiply(int m, int n, int k, const T* a, const T* tau, T* c, bool left, Transpose op) {
  static void* const f = routine<T>(kComplexElement<T> ? "unmqr" : "ormqr");
  int lead_a = std::max(left ? m : n, 1);
  int lead_c = std::max(m, 1);
  int info = 0;
  int length = -1;
  char side = left ? 'L' : 'R';
  char trans = char(op);
  T answer{};
  call(f, &side, &trans, &m, &n, &k, a, &lead_a, tau, c, &lead_c, &answer, &length, &info, kOne, kOne);
  length = std::max(wanted(answer), std::max(std::max(m, n), 1));
  std::vector<T> work(static_cast<size_t>(length));
  call(f, &side, &trans, &m, &n, &k, a, &lead_a, tau, c, &lead_c, work.data(), &length, &info, kOne, kOne);
  return info;
}

template <class T>
int Lapack<T>::svd(char job, int m, int n, T* a, S* values, T* u, T* vh) {
  static void* const f = routine<T>("gesdd");
  int lead = std::max(m, 1);
  int small = std::min(m, n);
  int lead_vh = std::max(job == 'A' ? n : small, 1);
  int info = 0;
  int length = -1;
  T answer{};
  std::vector<int32_t> integers(static_cast<size_t>(8 * std::max(small, 1)));
  auto run = [&](T* work) {
    if constexpr (kComplexElement<T>) {
      size_t big = size_t(std::max(m, n));
      size_t k = size_t(std::max(small, 1));
      std::vector<S> reals(job == 'N' ? 7 * k : std::max(5 * k * k + 7 * k, 2 * big * k + 2 * k * k + k));
      call(f, &job, &m, &n, a, &lead, values, u, &lead, vh, &lead_vh, work, &length, reals.data(), integers.data(), &info, kOne);
    } else {
      call(f, &job, &m, &n, a, &lead, values, u, &lead, vh, &lead_vh, work, &length, integers.data(), &info, kOne);
    }
  };
  run(&answer);
  length = std::max(wanted(answer), 1);
  std::vector<T> work(static_cast<size_t>(length));
  run(work.data());
  return info;
}

template <class T>
int Lapack<T>::eigh(bool vectors, bool upper, int n, T* a, S* values) {
  static void* const f = routine<T>(kComplexElement<T> ? "heevd" : "syevd");
  int lead = std::max(n, 1);
  int info = 0;
  char job = vectors ? 'V' : 'N';
  char uplo = upper ? 'U' : 'L';
  int length = -1;
  int real_length = -1;
  int integer_length = -1;
  T answer{};
  S real_answer{};
  int32_t integer_answer = 0;
  auto run = [&](T* work, S* reals, int32_t* integers) {
    if constexpr (kComplexElement<T>) {
      call(f, &job, &uplo, &n, a, &lead, values, work, &length, reals, &real_length, integers, &integer_length, &info, kOne, kOne);
    } else {
      call(f, &job, &uplo, &n, a, &lead, values, work, &length, integers, &integer_length, &info, kOne, kOne);
    }
  };
  run(&answer, &real_answer, &integer_answer);
  length = std::max(wanted(answer), 1);
  real_length = std::max(int(real_answer), 1);
  integer_length = std::max(integer_answer, 1);
  std::vector<T> work(static_cast<size_t>(length));
  std::vector<S> reals(static_cast<size_t>(real_length));
  std::vector<int32_t> integers(static_cast<size_t>(integer_length));
  run(work.data(), reals.data(), integers.data());
  return info;
}

template <class T>
int Lapack<T>::eig(int n, T* a, std::complex<S>* values, std::complex<S>* vectors) {
  static void* const f = routine<T>("geev");
  int lead = std::max(n, 1);
  int info = 0;
  char none = 'N';
  char job = vectors ? 'V' : 'N';
  int length = -1;
  T answer{};
  if constexpr (kComplexElement<T>) {
    std::vector<S> reals(static_cast<size_t>(2 * lead));
    T* right = vectors ? vectors : &answer;
    T unused{};
    auto run = [&](T* work) {
      call(f, &none, &job, &n, a, &lead, values, &unused, &lead, right, &lead, work, &length, reals.data(), &info, kOne, kOne);
    };
    run(&answer);
    length = std::max(wanted(answer), 2 * lead);
    std::vector<T> work(static_cast<size_t>(length));
    run(work.data());
  } else {
    std::vector<S> re(static_cast<size_t>(lead)), im(static_cast<size_t>(lead));
    std::vector<S> right(vectors ? static_cast<size_t>(n) * static_cast<size_t>(n) + 1 : 1);
    T unused{};
    auto run = [&](T* work) {
      call(f, &none, &job, &n, a, &lead, re.data(), im.data(), &unused, &lead, right.data(), &lead, work, &length, &info, kOne, kOne);
    };
    run(&answer);
    length = std::max(wanted(answer), 4 * lead);
    std::vector<T> work(static_cast<size_t>(length));
    run(work.data());
    for (int j = 0; j < n; ++j) values[j] = {re[size_t(j)], im[size_t(j)]};
    if (vectors) {
      // A pair of conjugate eigenvalues has the real and the imaginary part of its vector in two columns.
      size_t rows = size_t(n);
      for (size_t j = 0; j < rows; ++j) {
        bool pair = im[j] != 0 && j + 1 < rows;
        for (size_t i = 0; i < rows; ++i) {
          S x = right[j * rows + i];
          S y = pair ? right[(j + 1) * rows + i] : S(0);
          vectors[j * rows + i] = {x, y};
          if (pair) vectors[(j + 1) * rows + i] = {x, -y};
        }
        j += pair;
      }
    }
  }
  return info;
}

template <class T>
int Lapack<T>::least_squares(int m, int n, int columns, T* a, T* b, S rcond, int32_t* rank) {
  static void* const f = routine<T>("gelsy");
  int lead_a = std::max(m, 1);
  int lead_b = std::max(std::max(m, n), 1);
  int info = 0;
  int length = -1;
  T answer{};
  std::vector<int32_t> pivots(static_cast<size_t>(std::max(n, 1)), 0);
  std::vector<S> reals(static_cast<size_t>(2 * std::max(n, 1)));
  auto run = [&](T* work) {
    if constexpr (kComplexElement<T>) {
      call(f, &m, &n, &columns, a, &lead_a, b, &lead_b, pivots.data(), &rcond, rank, work, &length, reals.data(), &info);
    } else {
      call(f, &m, &n, &columns, a, &lead_a, b, &lead_b, pivots.data(), &rcond, rank, work, &length, &info);
    }
  };
  run(&answer);
  length = std::max(wanted(answer), 1);
  std::vector<T> work(static_cast<size_t>(length));
  run(work.data());
  return info;
}

template struct Lapack<float>;
template struct Lapack<double>;
template struct Lapack<Complex64>;
template struct Lapack<Complex128>;

}  // namespace adder::rt
