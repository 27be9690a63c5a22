// Kernels over one dense row of floats, one table for each instruction set. Plain structs only: see gemm_abi.h.
//
// Every sum goes through 64 lanes that are folded by halves, in blocks of 32768: the order that fused reductions use.
// Nothing is contracted, so all tables give the same bits.
#pragma once
#include <stdint.h>

namespace adder::rt {

struct RowKernels {
  void (*softmax)(const float* x, float* out, long n);
  void (*log_softmax)(const float* x, float* out, long n);
  void (*softmax_backward)(const float* grad, const float* out, float* result, long n);
  void (*log_softmax_backward)(const float* grad, const float* out, float* result, long n);
  // Mean and the sum of squared deviations from it.
  void (*moments)(const float* x, long n, float* mean, float* squares);
  // out = (x - mean) * scale * weight + bias; weight and bias may be null
  void (*normalize)(const float* x, const float* weight, const float* bias, float mean, float scale, float* out,
                    long n);
  // sums[0] = sum of grad * weight, sums[1] = sum of grad * weight * (x - mean) * scale; weight may be null
  void (*normalize_sums)(const float* grad, const float* x, const float* weight, float mean, float scale, float* sums,
                         long n);
  // out = (grad * weight - a - (x - mean) * scale * b) * scale
  void (*normalize_backward)(const float* grad, const float* x, const float* weight, float mean, float scale, float a,
                             float b, float* out, long n);
  // weight_grad += grad * (x - mean) * scale, bias_grad += grad; either may be null
  void (*normalize_parameters)(const float* grad, const float* x, float mean, float scale, float* weight_grad,
                               float* bias_grad, long n);
  // Attention: scores become softmax(scores * scale + mask) in place; returns the logarithm of the sum of exponentials
  // of what the softmax saw. mask may be null. A row that is masked whole becomes zeros.
  float (*attend)(float* scores, float scale, const float* mask, long n);
  // scores become p = exp(scores * scale + mask - log_sum); grads become p * (grads - shift) * scale
  void (*attend_backward)(float* scores, float* grads, float scale, const float* mask, float log_sum, float shift,
                          long n);
  float (*dot)(const float* x, const float* y, long n);
  // The transforms of a convolution with a 3x3 kernel in tiles of 2x2 results (winograd.cpp). Element e of the 16 lies
  // `step` apart.
  // Four rows of 2 * tiles + 2 pixels.
  void (*winograd_input)(const float* const* rows, long tiles, float* out, long step);
  // Two rows of 2 * tiles results, with `bias` added.
  void (*winograd_output)(const float* in, long step, long tiles, float bias, float* first, float* second);
  // n results of pooling: top[i] = the largest of lines[k][i] over k < count, best[i] its place in the plane, offsets[k] +
  // i * step, or base + first[i] if all are minus infinity. NaN wins, the earlier one at ties.
  void (*max_pool)(const float* const* lines, const int* offsets, long count, int step, const int* first, int base,
                   long n, float* top, int64_t* best);
  void (*split_pairs)(const float* pairs, long n, float* even, float* odd);
  void (*gelu)(const float* x, float* out, long n);  // exact form; the bits of the op's scalar program
  void (*scale_shift)(const float* x, float scale, float shift, float* out, long n);  // x * scale + shift
  // grad * a + x * b + c
  void (*combine)(const float* grad, const float* x, float a, float b, float c, float* out, long n);
  float (*sum)(const float* x, long n);
  void (*add)(const float* x, float* sum, long n);                       // sum += x
  void (*add_scaled)(const float* x, float factor, float* sum, long n);  // sum += factor * x
};

extern const RowKernels kRowsGeneric;
extern const RowKernels kRowsAvx2;
extern const RowKernels kRowsAvx512;

}  // namespace adder::rt
