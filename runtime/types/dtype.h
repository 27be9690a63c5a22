// Element types and PyTorch's promotion lattice.
#pragma once
#include <cstdint>
#include <iterator>
#include <string_view>
#include "runtime/base/check.h"

namespace adder::rt {

enum class DType : uint8_t {
#define DTYPE(enumerator, name, scalar_name, cpp_name, bytes, category) enumerator,
#include "runtime/types/dtype.def"
#undef DTYPE
};
enum class Category : uint8_t { boolean, integral, floating, complex };

struct DTypeRow {
  const char* name;         // torch.NAME
  const char* scalar_name;  // "Float": what most error texts print
  const char* cpp_name;     // "long int": what a few error texts print
  int bytes;
  Category category;
};
inline constexpr DTypeRow kDTypes[] = {
#define DTYPE(enumerator, name, scalar_name, cpp_name, bytes, category) \
  {name, scalar_name, cpp_name, bytes, Category::category},
#include "runtime/types/dtype.def"
#undef DTYPE
};
inline constexpr int kDTypeCount = int(std::size(kDTypes));

constexpr const DTypeRow& row_of(DType d) {
  return kDTypes[int(d)];
}
constexpr int bytes_of(DType d) {
  return kDTypes[int(d)].bytes;
}
constexpr Category category_of(DType d) {
  return kDTypes[int(d)].category;
}
constexpr bool is_floating(DType d) {
  return category_of(d) == Category::floating;
}
constexpr bool is_complex(DType d) {
  return category_of(d) == Category::complex;
}
constexpr bool is_integral(DType d, bool include_bool = true) {
  return category_of(d) == Category::integral || (include_bool && d == DType::b8);
}
constexpr bool is_differentiable(DType d) {
  return is_floating(d) || is_complex(d);
}
constexpr DType complex_of(DType d) {  // of a floating type; float16 has no complex type here and widens
  return d == DType::f64 || d == DType::c128 ? DType::c128 : DType::c64;
}
constexpr DType real_of(DType d) {
  return d == DType::c64 ? DType::f32 : d == DType::c128 ? DType::f64 : d;
}
constexpr DType promote(DType a, DType b) {  // torch.promote_types
  if (category_of(a) != category_of(b)) {
    DType high = category_of(a) > category_of(b) ? a : b;
    DType low = category_of(a) > category_of(b) ? b : a;
    return high == DType::c64 && low == DType::f64 ? DType::c128 : high;
  }
  if ((a == DType::f16 && b == DType::bf16) || (a == DType::bf16 && b == DType::f16)) return DType::f32;
  if ((a == DType::u8 && b == DType::i8) || (a == DType::i8 && b == DType::u8)) return DType::i16;
  return a > b ? a : b;
}

}  // namespace adder::rt
