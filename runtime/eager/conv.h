// Convolutions over contiguous float or double data, in one to three spatial dims (unused leading ones have size 1).
//
// Forward and weight gradient are matrix products whose right operand is read through im2col while it is packed, so the
// column matrix never exists. The input gradient is a forward convolution of the output gradient with the flipped
// kernel when the stride is 1, else a product scattered back by col2im. Depthwise shapes have a direct loop.
#pragma once
#include "runtime/eager/parallel.h"
#include "runtime/types/types.h"

namespace adder::rt {

struct ConvShape {
  int64_t batch = 1;
  int64_t in_channels = 1;
  int64_t out_channels = 1;
  int64_t groups = 1;
  int64_t in[3] = {1, 1, 1};
  int64_t out[3] = {1, 1, 1};
  int64_t kernel[3] = {1, 1, 1};
  int64_t stride[3] = {1, 1, 1};
  int64_t padding[3] = {0, 0, 0};
  int64_t dilation[3] = {1, 1, 1};

  int64_t in_group() const { return in_channels / groups; }
  int64_t out_group() const { return out_channels / groups; }
  int64_t in_pixels() const { return in[0] * in[1] * in[2]; }
  int64_t out_pixels() const { return out[0] * out[1] * out[2]; }
  int64_t taps() const { return kernel[0] * kernel[1] * kernel[2]; }
};

// input [batch, in_channels, in...], weight [out_channels, in_channels / groups, kernel...], bias [out_channels] or
// null, output [batch, out_channels, out...].
template <class T>
void conv_forward(const Parallel&, const ConvShape&, const T* input, const T* weight, const T* bias, T* output);
template <class T>
void conv_input_gradient(const Parallel&, const ConvShape&, const T* grad, const T* weight, T* result);
template <class T>
void conv_weight_gradient(const Parallel&, const ConvShape&, const T* grad, const T* input, T* result);

}  // namespace adder::rt
