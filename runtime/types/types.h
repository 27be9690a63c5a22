// dtype, device, sizes, symbolic sizes, and Meta: what a shape rule sees and produces.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "runtime/base/status.h"
#include "runtime/types/device.h"
#include "runtime/types/dims.h"
#include "runtime/types/dtype.h"
#include "runtime/types/symint.h"

namespace adder::rt {

// Opaque on purpose: only files that name an op (family files, table) include op_id.h and rebuild when a row is added.
enum class OpId : uint16_t;

// Strides and offset count elements. A shape rule of a view fills both; another rule may leave strides empty, which
// means contiguous.
template <class D>
struct Meta {
  DType dtype = DType::f32;
  Device device;
  Dims<D> sizes, strides;
  D offset = 0;
  void set_contiguous() {
    strides.resize(sizes.n);
    D s = 1;
    for (int i = sizes.n; i-- > 0;) {
      strides[i] = s;
      if constexpr (std::is_same_v<D, int64_t>)  // of a product that overflows somebody else tells
        s = int64_t(uint64_t(s) * uint64_t(sizes[i] > 1 ? sizes[i] : 1));
      else
        s = s * sizes[i];
    }
  }
};
using SymMeta = Meta<SymInt>;
SymMeta to_sym(const Meta<int64_t>& m);
bool is_contiguous(const Meta<int64_t>& m, MemoryFormat format = MemoryFormat::contiguous);
Sizes channels_last_strides(const Sizes& sizes);  // 4 or 5 dims
// No two indices reach one element, and every element between the first and the last is reached.
bool is_dense(const Meta<int64_t>& m);

}  // namespace adder::rt
