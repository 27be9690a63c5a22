// Matrix products over typed pointers with any strides.
//
// float and double run the blocked kernel of the CPU's instruction set, large ones OpenBLAS, opened at first use; half
// types are widened to float and rounded once; complex products use OpenBLAS, integers a plain loop. A result's bits do
// not depend on the number of threads.
#pragma once
#include <functional>
#include "runtime/types/element.h"
#include "runtime/eager/parallel.h"

namespace adder::rt {

template <class T>
struct MatrixView {
  const T* data;
  int64_t row;  // elements between rows
  int64_t column;
};

// c[m, n] (rows c_row apart, columns dense) = a[m, k] b[k, n], or += when `accumulate`. Nothing may overlap.
// T: any element type but bool.
template <class T>
void gemm(const Parallel&, int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T* c, int64_t c_row,
          bool accumulate = false);

// Row-major c[i, j] = start[j] + (a b)[i, j]: a linear layer in one pass over its result. float and double.
template <class T>
void gemm_from(const Parallel&, int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, const T* start, T* c,
               int64_t c_row);

// A product that is cut into tiles, and what is to be done with each as soon as it is complete, on the thread that made
// it: start (null: zeros) as in gemm_from, and the bits of gemm or gemm_from. Only where has_tiles says so.
using TileDone = std::function<void(int64_t row, int64_t rows, int64_t column, int64_t columns)>;
bool has_tiles(int64_t m, int64_t n, int64_t k);
void gemm_tiles(const Parallel&, int64_t m, int64_t n, int64_t k, MatrixView<float> a, MatrixView<float> b,
                const float* start, float* c, const TileDone& done);

// `batch` products of one shape; a stride of 0 repeats a matrix.
template <class T>
void gemm_batch(const Parallel&, int64_t batch, int64_t m, int64_t n, int64_t k, MatrixView<T> a, int64_t a_batch,
                MatrixView<T> b, int64_t b_batch, T* c, int64_t c_batch);

}  // namespace adder::rt
