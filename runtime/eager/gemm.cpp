#include "runtime/eager/gemm.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "runtime/base/allocator.h"
#include "runtime/cpu/blas.h"
#include "runtime/base/check.h"
#include "runtime/eager/gemm_workspace.h"

namespace adder::rt {
namespace {

constexpr int64_t kTinyWork = 1024;  // multiply-adds under which packing costs more than it saves
// From here OpenBLAS wins, but not over our kernels for AVX-512: it chooses its own by the CPU's model, and a model
// younger than the library gets those for SSE.
constexpr int64_t kOpenBlasWork = int64_t(1) << 28;
// How a product is cut among threads: an element's bits depend on k alone (gemm_isa.inc), so any cut is good. Each tile
// packs its rows of the left operand and its columns of the right one.
constexpr int64_t kTileRows = 420, kTileColumns = 512;  // at most: what is done with a tile finds it in the cache
constexpr int64_t kLeastTileRows = 42, kLeastTileColumns = 64;
constexpr int64_t kWorkWorthATask = int64_t(1) << 20;     // multiply-adds
constexpr int64_t kPackCost = 12;                         // multiply-adds that take as long as packing an element
constexpr int64_t kWorkWorthABalance = int64_t(1) << 26;  // from here twice as many tiles as threads: some may be late

struct Tiling {
  int64_t rows, columns;      // of a tile
  int64_t n_rows, n_columns;  // tiles
};
Tiling cut(int64_t m, int64_t n, int64_t rows, int64_t columns) {
  auto round_up = [](int64_t x, int64_t unit) { return (x + unit - 1) / unit * unit; };
  Tiling t{round_up((m + rows - 1) / rows, m > kLeastTileRows ? 14 : 1), round_up((n + columns - 1) / columns, 32), 0,
           0};
  t.n_rows = (m + t.rows - 1) / t.rows;
  t.n_columns = (n + t.columns - 1) / t.columns;
  return t;
}
Tiling tiling_of(int64_t m, int64_t n, int64_t k, int threads) {
  int64_t least_rows = (m + kTileRows - 1) / kTileRows, least_columns = (n + kTileColumns - 1) / kTileColumns;
  int64_t most_rows = std::max(least_rows, m / kLeastTileRows);
  int64_t most_columns = std::max(least_columns, n / kLeastTileColumns);
  int64_t work = m * n * k, spare = work < kWorkWorthABalance ? 1 : 2;
  int64_t wanted = threads == 1 ? 1 : std::clamp<int64_t>(work / kWorkWorthATask, 1, threads * spare);
  Tiling best{};
  int64_t best_time = INT64_MAX;
  auto consider = [&](int64_t rows, int64_t columns) {
    Tiling t = cut(m, n, rows, std::min(columns, most_columns));
    int64_t rounds = (t.n_rows * t.n_columns + threads - 1) / threads;
    int64_t time = rounds * (t.rows * t.columns + kPackCost * (t.rows + t.columns));
    if (time >= best_time) return;
    best = t;
    best_time = time;
  };
  for (int64_t rows = least_rows; rows <= std::min(most_rows, least_rows + wanted - 1); ++rows) {
    int64_t columns = std::max((wanted + rows - 1) / rows, least_columns);
    int64_t even = threads / std::gcd(rows, int64_t(threads));  // columns of tiles by which all threads get the same
    consider(rows, columns);
    consider(rows, (columns + even - 1) / even * even);
  }
  return best;
}

template <class T>
void tiny(int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T* c, int64_t c_row, bool accumulate) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      T sum = accumulate ? c[i * c_row + j] : T(0);
      for (int64_t p = 0; p < k; ++p) {
        sum = T(sum + a.data[i * a.row + p * a.column] * b.data[p * b.row + j * b.column]);
      }
      c[i * c_row + j] = sum;
    }
  }
}

template <class T>
constexpr bool kIsBlasReal = std::is_same_v<T, float> || std::is_same_v<T, double>;

template <class T>
auto kernel_of() {
  if constexpr (std::is_same_v<T, float>) {
    return gemm_kernels().f32;
  } else {
    return gemm_kernels().f64;
  }
}

bool dense_either_way(int64_t rows, int64_t columns, int64_t row, int64_t column) {
  return (column == 1 && row >= columns) || (row == 1 && column >= rows);
}

template <class T>
void blas_tile(int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T* c, int64_t c_row,
               bool accumulate) {
  BlasOperand left{a.data, a.column == 1 ? a.row : a.column, a.column != 1};
  BlasOperand right{b.data, b.column == 1 ? b.row : b.column, b.column != 1};
  blas_gemm<T>(m, n, k, left, right, c, c_row, accumulate);
}

// A vector on one side: the other operand is read once, so packing it would double the traffic.
template <class T>
bool vector_product(const Parallel& parallel, int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T* c,
                    int64_t c_row) {
  constexpr bool kSingle = std::is_same_v<T, float>;
  const GemmKernels& kernels = gemm_kernels();
  auto dot_rows = [&] {
    if constexpr (kSingle) {
      return kernels.dot_rows_f32;
    } else {
      return kernels.dot_rows_f64;
    }
  }();
  auto sum_rows = [&] {
    if constexpr (kSingle) {
      return kernels.sum_rows_f32;
    } else {
      return kernels.sum_rows_f64;
    }
  }();
  int64_t grain = std::max<int64_t>(1, 65536 / std::max<int64_t>(1, k));
  if (n == 1 && a.column == 1 && (b.row == 1 || k == 1)) {
    parallel(m, grain, [&](int64_t begin, int64_t end) {
      dot_rows(end - begin, k, a.data + begin * a.row, a.row, b.data, c + begin * c_row, c_row);
    });
    return true;
  }
  if (m == 1 && b.row == 1 && (a.column == 1 || k == 1)) {
    parallel(n, grain, [&](int64_t begin, int64_t end) {
      dot_rows(end - begin, k, b.data + begin * b.column, b.column, a.data, c + begin, 1);
    });
    return true;
  }
  if (m == 1 && b.column == 1) {
    int64_t blocks = (n + 127) / 128;  // whole blocks of 128 columns, so that a column's sum never changes its kernel
    parallel(blocks, std::max<int64_t>(1, grain / 128), [&](int64_t begin, int64_t end) {
      int64_t last = std::min(n, end * 128);
      sum_rows(last - begin * 128, k, a.data, a.column, b.data + begin * 128, b.row, c + begin * 128);
    });
    return true;
  }
  return false;
}

template <class T>
void blocked(const Parallel& parallel, int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T* c,
             int64_t c_row, bool accumulate, const T* start, const TileDone* done = nullptr) {
  bool use_blas = !start && m * n * k >= kOpenBlasWork && &gemm_kernels() != &kGemmAvx512 &&
                  dense_either_way(m, k, a.row, a.column) && dense_either_way(k, n, b.row, b.column) &&
                  blas_available();
  Tiling tiles = tiling_of(m, n, k, parallel.threads());
  int64_t grain = std::max<int64_t>(1, kWorkWorthATask / std::max<int64_t>(1, tiles.rows * tiles.columns * k));
  parallel(tiles.n_rows * tiles.n_columns, grain, [&](int64_t begin, int64_t end) {
    GemmWorkspace<T> workspace;
    for (int64_t tile = begin; tile < end; ++tile) {
      int64_t row = tile % tiles.n_rows * tiles.rows;
      int64_t column = tile / tiles.n_rows * tiles.columns;
      int64_t rows = std::min(tiles.rows, m - row);
      int64_t columns = std::min(tiles.columns, n - column);
      MatrixView<T> left{a.data + row * a.row, a.row, a.column};
      MatrixView<T> right{b.data + column * b.column, b.row, b.column};
      T* out = c + row * c_row + column;
      if (use_blas) {
        blas_tile(rows, columns, k, left, right, out, c_row, accumulate);
        if (done) (*done)(row, rows, column, columns);
        continue;
      }
      GemmTask<T> task{};
      task.m = rows;
      task.n = columns;
      task.k = k;
      task.a = left.data;
      task.a_row = left.row;
      task.a_col = left.column;
      task.b = right.data;
      task.b_row = right.row;
      task.b_col = right.column;
      task.c = out;
      task.c_row = c_row;
      task.accumulate = accumulate;
      task.column_start = start ? start + column : nullptr;
      task.workspace = workspace.data();
      kernel_of<T>()(task);
      if (done) (*done)(row, rows, column, columns);
    }
  });
}

// One row-major copy of a matrix in another type.
template <class To, class From>
std::vector<To> dense_copy(int64_t rows, int64_t columns, MatrixView<From> x) {
  std::vector<To> copy(size_t(rows * columns));
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) copy[size_t(i * columns + j)] = To(x.data[i * x.row + j * x.column]);
  }
  return copy;
}

template <class T>
void through_float(const Parallel& parallel, int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T* c,
                   int64_t c_row, bool accumulate) {
  std::vector<float> left = dense_copy<float>(m, k, a);
  std::vector<float> right = dense_copy<float>(k, n, b);
  std::vector<float> out(size_t(m * n));
  gemm<float>(parallel, m, n, k, {left.data(), k, 1}, {right.data(), n, 1}, out.data(), n);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      float sum = out[size_t(i * n + j)];
      c[i * c_row + j] = T(accumulate ? float(c[i * c_row + j]) + sum : sum);
    }
  }
}

}  // namespace

template <class T>
void gemm(const Parallel& parallel, int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T* c,
          int64_t c_row, bool accumulate) {
  if (m == 0 || n == 0) return;
  if constexpr (kIsBlasReal<T>) {
    if (!accumulate && k > 0 && (m == 1 || n == 1) && vector_product(parallel, m, n, k, a, b, c, c_row)) return;
    if (m * n * k <= kTinyWork) return tiny(m, n, k, a, b, c, c_row, accumulate);
    blocked<T>(parallel, m, n, k, a, b, c, c_row, accumulate, nullptr);
  } else if constexpr (kIsHalf<T>) {
    through_float(parallel, m, n, k, a, b, c, c_row, accumulate);
  } else if constexpr (kIsComplex<T>) {
    if (m * n * k <= kTinyWork || !blas_available()) return tiny(m, n, k, a, b, c, c_row, accumulate);
    bool left_dense = dense_either_way(m, k, a.row, a.column);
    bool right_dense = dense_either_way(k, n, b.row, b.column);
    std::vector<T> left = left_dense ? std::vector<T>() : dense_copy<T>(m, k, a);
    std::vector<T> right = right_dense ? std::vector<T>() : dense_copy<T>(k, n, b);
    if (!left_dense) a = {left.data(), k, 1};
    if (!right_dense) b = {right.data(), n, 1};
    blas_tile(m, n, k, a, b, c, c_row, accumulate);
  } else {
    int64_t grain = std::max<int64_t>(1, 65536 / std::max<int64_t>(1, n * k));
    parallel(m, grain, [&](int64_t begin, int64_t end) {
      MatrixView<T> rows{a.data + begin * a.row, a.row, a.column};
      tiny(end - begin, n, k, rows, b, c + begin * c_row, c_row, accumulate);
    });
  }
}

template <class T>
void gemm_from(const Parallel& parallel, int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b,
               const T* start, T* c, int64_t c_row) {
  if constexpr (kIsBlasReal<T>) {
    bool vector = k > 0 && (m == 1 || n == 1);
    if (!vector && k > 0 && m * n * k > kTinyWork) {
      blocked<T>(parallel, m, n, k, a, b, c, c_row, false, start);
      return;
    }
    if (vector) {  // the sums first: a vector product reads its operand once and knows no start
      gemm<T>(parallel, m, n, k, a, b, c, c_row);
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) c[i * c_row + j] += start[j];
      }
      return;
    }
  }
  for (int64_t i = 0; i < m; ++i) std::copy(start, start + n, c + i * c_row);
  gemm<T>(parallel, m, n, k, a, b, c, c_row, true);
}

bool has_tiles(int64_t m, int64_t n, int64_t k) {
  return m > 1 && n > 1 && k > 0 && m * n * k > kTinyWork;
}
void gemm_tiles(const Parallel& parallel, int64_t m, int64_t n, int64_t k, MatrixView<float> a, MatrixView<float> b,
                const float* start, float* c, const TileDone& done) {
  CHECK(has_tiles(m, n, k));
  blocked<float>(parallel, m, n, k, a, b, c, n, false, start, &done);
}

template <class T>
void gemm_batch(const Parallel& parallel, int64_t batch, int64_t m, int64_t n, int64_t k, MatrixView<T> a,
                int64_t a_batch, MatrixView<T> b, int64_t b_batch, T* c, int64_t c_batch) {
  auto one = [&](const Parallel& inner, int64_t i) {
    MatrixView<T> left{a.data + i * a_batch, a.row, a.column};
    MatrixView<T> right{b.data + i * b_batch, b.row, b.column};
    gemm<T>(inner, m, n, k, left, right, c + i * c_batch, n);
  };
  if (batch == 1) {
    one(parallel, 0);
    return;
  }
  int64_t grain = std::max<int64_t>(1, (int64_t(1) << 18) / std::max<int64_t>(1, m * n * k));
  parallel(batch, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) one(Serial(), i);
  });
}

#define FOR_TYPE(T)                                                                                                    \
  template void gemm(const Parallel&, int64_t, int64_t, int64_t, MatrixView<T>, MatrixView<T>, T*, int64_t, bool);     \
  template void gemm_batch(const Parallel&, int64_t, int64_t, int64_t, int64_t, MatrixView<T>, int64_t, MatrixView<T>, \
                           int64_t, T*, int64_t);
FOR_TYPE(float)
FOR_TYPE(double)
FOR_TYPE(Half)
FOR_TYPE(BFloat)
FOR_TYPE(Complex64)
FOR_TYPE(Complex128)
FOR_TYPE(uint8_t)
FOR_TYPE(int8_t)
FOR_TYPE(int16_t)
FOR_TYPE(int32_t)
FOR_TYPE(int64_t)
#undef FOR_TYPE
template void gemm_from(const Parallel&, int64_t, int64_t, int64_t, MatrixView<float>, MatrixView<float>, const float*,
                        float*, int64_t);
template void gemm_from(const Parallel&, int64_t, int64_t, int64_t, MatrixView<double>, MatrixView<double>,
                        const double*, double*, int64_t);

}  // namespace adder::rt
