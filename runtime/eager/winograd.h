// Convolution with 3x3 kernels, stride 1 and dilation 1, by Winograd's F(2x2, 3x3): each 4x4 patch of the input gives 2x2
// results with 16 multiplications instead of 36. The transforms add and halve only, so the error stays near the direct
// sum's. Float.
#pragma once
#include "runtime/eager/conv.h"

namespace adder::rt {

// Whether the shape is of this kind, and large enough to pay for the transform of the kernels.
bool winograd_wins(const ConvShape&);
void winograd_forward(const Parallel&, const ConvShape&, const float* input, const float* weight, const float* bias,
                      float* output);

}  // namespace adder::rt
