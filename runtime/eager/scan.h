// Running sums, products, extremes along one dim of contiguous data. Each line is serial; lines are independent.
#pragma once
#include "runtime/eager/visit.h"

namespace adder::rt {

enum class Scan { sum, product, log_sum_exp };

// `dtype` is that of both sides. Floats accumulate in double, as PyTorch's CPU kernels do.
void scan_lines(Scan, DType dtype, const void* in, void* out, Strip, int64_t begin, int64_t end);
// A NaN wins from where it stands on; of equal elements the last one's index is given.
void extreme_lines(bool maximum, DType dtype, const void* in, void* values, int64_t* indices, Strip, int64_t begin,
                   int64_t end);

}  // namespace adder::rt
