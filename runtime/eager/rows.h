// Row kernels by element type: float runs the instruction set's table, double a plain loop.
#pragma once
#include "runtime/eager/kernels.h"

namespace adder::rt {

template <class T>
struct Rows;

template <>
struct Rows<float> {
  static float sum(const float* x, long n) { return row_kernels().sum(x, n); }
  static void moments(const float* x, long n, float* mean, float* squares) {
    row_kernels().moments(x, n, mean, squares);
  }
  static void normalize(const float* x, const float* weight, const float* bias, float mean, float scale, float* out,
                        long n) {
    row_kernels().normalize(x, weight, bias, mean, scale, out, n);
  }
  static void normalize_sums(const float* grad, const float* x, const float* weight, float mean, float scale,
                             float* sums, long n) {
    row_kernels().normalize_sums(grad, x, weight, mean, scale, sums, n);
  }
  static void normalize_backward(const float* grad, const float* x, const float* weight, float mean, float scale,
                                 float a, float b, float* out, long n) {
    row_kernels().normalize_backward(grad, x, weight, mean, scale, a, b, out, n);
  }
  static void normalize_parameters(const float* grad, const float* x, float mean, float scale, float* weight_grad,
                                   float* bias_grad, long n) {
    row_kernels().normalize_parameters(grad, x, mean, scale, weight_grad, bias_grad, n);
  }
  static void scale_shift(const float* x, float scale, float shift, float* out, long n) {
    row_kernels().scale_shift(x, scale, shift, out, n);
  }
  static void combine(const float* grad, const float* x, float a, float b, float c, float* out, long n) {
    row_kernels().combine(grad, x, a, b, c, out, n);
  }
};

template <>
struct Rows<double> {
  static double sum(const double* x, long n) {
    double total = 0;
    for (long i = 0; i < n; ++i) total += x[i];
    return total;
  }
  static void moments(const double* x, long n, double* mean, double* squares) {
    double center = sum(x, n) / double(n);
    double total = 0;
    for (long i = 0; i < n; ++i) total += (x[i] - center) * (x[i] - center);
    *mean = center;
    *squares = total;
  }
  static void normalize(const double* x, const double* weight, const double* bias, double mean, double scale,
                        double* out, long n) {
    for (long i = 0; i < n; ++i) {
      double v = (x[i] - mean) * scale;
      if (weight) v *= weight[i];
      out[i] = bias ? v + bias[i] : v;
    }
  }
  static void normalize_sums(const double* grad, const double* x, const double* weight, double mean, double scale,
                             double* sums, long n) {
    sums[0] = sums[1] = 0;
    for (long i = 0; i < n; ++i) {
      double g = weight ? grad[i] * weight[i] : grad[i];
      sums[0] += g;
      sums[1] += g * ((x[i] - mean) * scale);
    }
  }
  static void normalize_backward(const double* grad, const double* x, const double* weight, double mean, double scale,
                                 double a, double b, double* out, long n) {
    for (long i = 0; i < n; ++i) {
      double g = weight ? grad[i] * weight[i] : grad[i];
      out[i] = (g - a - (x[i] - mean) * scale * b) * scale;
    }
  }
  static void normalize_parameters(const double* grad, const double* x, double mean, double scale, double* weight_grad,
                                   double* bias_grad, long n) {
    for (long i = 0; i < n; ++i) {
      if (weight_grad) weight_grad[i] += grad[i] * ((x[i] - mean) * scale);
      if (bias_grad) bias_grad[i] += grad[i];
    }
  }
  static void scale_shift(const double* x, double scale, double shift, double* out, long n) {
    for (long i = 0; i < n; ++i) out[i] = x[i] * scale + shift;
  }
  static void combine(const double* grad, const double* x, double a, double b, double c, double* out, long n) {
    for (long i = 0; i < n; ++i) out[i] = grad[i] * a + x[i] * b + c;
  }
};

}  // namespace adder::rt
