// From a run-time dtype to a C++ element type, and the shapes that kernels over one dim work on.
#pragma once
#include "runtime/types/element.h"
#include "runtime/types/types.h"

namespace adder::rt {

template <class T>
struct TypeTag {
  using Type = T;
};

// f(TypeTag<T>{}); a dtype outside the group is the caller's bug.
template <class F>
auto with_floating_type(DType d, F&& f) {
  switch (d) {
    case DType::f16: return f(TypeTag<Half>{});
    case DType::bf16: return f(TypeTag<BFloat>{});
    case DType::f64: return f(TypeTag<double>{});
    default: CHECK(d == DType::f32); return f(TypeTag<float>{});
  }
}
template <class F>
auto with_real_type(DType d, F&& f) {
  switch (d) {
    case DType::b8: return f(TypeTag<bool>{});
    case DType::u8: return f(TypeTag<uint8_t>{});
    case DType::i8: return f(TypeTag<int8_t>{});
    case DType::i16: return f(TypeTag<int16_t>{});
    case DType::i32: return f(TypeTag<int32_t>{});
    case DType::i64: return f(TypeTag<int64_t>{});
    default: return with_floating_type(d, f);
  }
}
template <class F>
auto with_any_type(DType d, F&& f) {
  switch (d) {
    case DType::c64: return f(TypeTag<Complex64>{});
    case DType::c128: return f(TypeTag<Complex128>{});
    default: return with_real_type(d, f);
  }
}
template <class F>
auto with_float_or_complex_type(DType d, F&& f) {
  switch (d) {
    case DType::c64: return f(TypeTag<Complex64>{});
    case DType::c128: return f(TypeTag<Complex128>{});
    default: return with_floating_type(d, f);
  }
}
// By size alone: for kernels that only move elements.
template <class F>
auto with_bytes_of(DType d, F&& f) {
  switch (bytes_of(d)) {
    case 1: return f(TypeTag<uint8_t>{});
    case 2: return f(TypeTag<uint16_t>{});
    case 4: return f(TypeTag<uint32_t>{});
    case 8: return f(TypeTag<uint64_t>{});
    default: return f(TypeTag<Complex128>{});
  }
}

// A contiguous tensor seen along one dim: element (o, i, s) is at (o * n + i) * inner + s.
struct Strip {
  int64_t outer = 1;
  int64_t n = 1;
  int64_t inner = 1;
  int64_t lines() const { return outer * inner; }
  // Where line number `line` starts; its elements are `inner` apart.
  int64_t start(int64_t line) const { return line / inner * n * inner + line % inner; }
};
inline Strip strip_of(const Sizes& sizes, int dim) {  // a 0-d tensor is one line of one element
  Strip s;
  for (int d = 0; d < sizes.n; ++d) {
    if (d < dim) s.outer *= sizes[d];
    if (d == dim) s.n = sizes[d];
    if (d > dim) s.inner *= sizes[d];
  }
  return s;
}

// NaN orders above every number, as in PyTorch.
template <class T>
bool less_nan_last(T a, T b) {
  if constexpr (kIsFloating<T>) {
    using W = Wide<T>;
    return (W(a) < W(b)) || (!is_nan(a) && is_nan(b));
  } else {
    return a < b;
  }
}

}  // namespace adder::rt
