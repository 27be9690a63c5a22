// What the instruction-set files of the matrix kernels share with the rest: plain structs and one function table.
// No inline function may live here: a copy compiled for AVX-512 could become the one that every CPU runs.
#pragma once

namespace adder::rt {

// The picture that an implicit im2col matrix is read from. Sizes are elements; `row` counts one (channel, kz, ky, kx)
// of the kernel and `column` one output position (oz, oy, ox), both in that order.
struct Im2col {
  const void* image;  // one sample, one group: [channels][depth][height][width], innermost dense
  long channels, depth, height, width;
  long kernel_d, kernel_h, kernel_w;
  long stride_d, stride_h, stride_w;
  long pad_d, pad_h, pad_w;
  long dilation_d, dilation_h, dilation_w;
  long out_d, out_h, out_w;
};

// Where the right operand of a product comes from.
enum class RightOperand { strided, im2col, im2col_transposed };

template <class T>
struct GemmTask {  // c[m, n] = a[m, k] b[k, n], or += when `accumulate`
  long m, n, k;
  const T* a;
  long a_row, a_col;
  const T* packed_a = nullptr;  // a as pack_f32 or pack_f64 left it: several products share one packing
  const T* b;
  long b_row, b_col;
  T* c;
  long c_row;  // columns of c are dense
  bool accumulate;
  // What the sums are added to when they do not accumulate: a value for each column, one for each row, or 0 (null).
  const T* column_start = nullptr;
  const T* row_start = nullptr;
  RightOperand right = RightOperand::strided;
  const Im2col* im2col = nullptr;
  long im2col_column = 0;  // the first column of this product in the implicit matrix
  T* workspace;            // gemm_workspace elements, 64-byte aligned
};

struct GemmKernels {
  void (*f32)(const GemmTask<float>&);
  void (*f64)(const GemmTask<double>&);
  // Packs the left operand of a task once; `to` holds (m rounded up to kGemmRowPad) * k + kGemmSlack
  // elements.
  void (*pack_f32)(const GemmTask<float>&, float* to);
  void (*pack_f64)(const GemmTask<double>&, double* to);
  // The left operands of a Winograd convolution, from weight [rows, channels, 3, 3]: matrix e of 16, packed as by
  // pack_f32, lies at to + e * step. A call fills some of the panels of rows that winograd_panels counts.
  long (*winograd_panels)(long rows);
  void (*pack_winograd)(const float* weight, long rows, long channels, long first_panel, long panels, float* to,
                        long step);
  // out[i] = sum over p of a[i * a_row + p] * x[p]: rows of a are dense
  void (*dot_rows_f32)(long m, long k, const float* a, long a_row, const float* x, float* out, long out_stride);
  void (*dot_rows_f64)(long m, long k, const double* a, long a_row, const double* x, double* out, long out_stride);
  // out[j] = sum over p of x[p * x_stride] * b[p * b_row + j]: rows of b are dense
  void (*sum_rows_f32)(long n, long k, const float* x, long x_stride, const float* b, long b_row, float* out);
  void (*sum_rows_f64)(long n, long k, const double* x, long x_stride, const double* b, long b_row, double* out);
};

inline constexpr long kGemmDepth = 256;    // k is cut into blocks of this many
inline constexpr long kGemmRows = 168;     // rows of a packed at a time; a multiple of every row tile
inline constexpr long kGemmRowPad = 84;    // a multiple of every row tile
inline constexpr long kGemmColumns = 512;  // columns of b packed at a time; a multiple of every column tile
inline constexpr long kGemmSlack = 64;     // elements behind a packed left operand that may be read, and are not used
inline constexpr long kGemmWorkspace = kGemmDepth * (kGemmRows + kGemmColumns) + kGemmSlack;

extern const GemmKernels kGemmGeneric;
extern const GemmKernels kGemmAvx2;
extern const GemmKernels kGemmAvx512;

}  // namespace adder::rt
