// Sorting and selection along one dim of contiguous data. Lines are independent: callers give ranges of them to
// threads. Where equal elements could come out in several orders, the order is that of PyTorch's CPU kernels.
#pragma once
#include "runtime/eager/visit.h"

namespace adder::rt {

// Stable. `in` and the results have the same shape.
void sort_lines(DType, const void* in, void* values, int64_t* indices, Strip, int64_t begin, int64_t end,
                bool descending);
// Results have k elements along the dim.
void topk_lines(DType, const void* in, void* values, int64_t* indices, Strip, int64_t begin, int64_t end, int64_t k,
                bool largest, bool sorted);
// One result a line; k counts from 1.
void kth_lines(DType, const void* in, void* values, int64_t* indices, Strip, int64_t begin, int64_t end, int64_t k);
// The lower of two middle elements; without `ignore_nan` a NaN wins.
void median_lines(DType, const void* in, void* values, int64_t* indices, Strip, int64_t begin, int64_t end,
                  bool ignore_nan);
// The most frequent value, the smallest of several.
void mode_lines(DType, const void* in, void* values, int64_t* indices, Strip, int64_t begin, int64_t end);

}  // namespace adder::rt
