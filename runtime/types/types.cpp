#include "runtime/types/types.h"
#include <algorithm>

namespace adder::rt {

SymMeta to_sym(const Meta<int64_t>& m) {
  SymMeta r;
  r.dtype = m.dtype;
  r.device = m.device;
  r.offset = m.offset;
  for (int64_t v : m.sizes) r.sizes.push(v);
  for (int64_t v : m.strides) r.strides.push(v);
  return r;
}

std::string shape_text(const Sizes& s) {
  std::string r = "[";
  for (int i = 0; i < s.n; ++i) r += (i ? ", " : "") + std::to_string(s[i]);
  return r + "]";
}

Sizes channels_last_strides(const Sizes& sizes) {
  Sizes strides;
  strides.resize(sizes.n);
  strides[1] = 1;
  int64_t s = sizes[1];
  for (int d = sizes.n - 1; d >= 2; --d) {
    strides[d] = s;
    s = int64_t(uint64_t(s) * uint64_t(sizes[d]));
  }
  strides[0] = s;
  return strides;
}

bool is_contiguous(const Meta<int64_t>& m, MemoryFormat format) {
  if (format == MemoryFormat::channels_last || format == MemoryFormat::channels_last_3d) {
    if (m.sizes.n != (format == MemoryFormat::channels_last ? 4 : 5)) return false;
    Sizes want = channels_last_strides(m.sizes);
    for (int d = 0; d < m.sizes.n; ++d)
      if (m.sizes[d] != 1 && m.strides[d] != want[d]) return false;
    return true;
  }
  int64_t expect = 1;
  bool dense = true;
  for (int d = m.sizes.n; d-- > 0;) {
    if (m.sizes[d] == 0) return true;
    if (m.sizes[d] != 1 && m.strides[d] != expect) dense = false;
    expect = int64_t(uint64_t(expect) * uint64_t(m.sizes[d]));  // a size of 0 may stand before large ones
  }
  return dense;
}

bool is_dense(const Meta<int64_t>& m) {
  Dims<int64_t> order;
  for (int d = 0; d < m.sizes.n; ++d) {
    if (m.sizes[d] == 0) return true;
    if (m.sizes[d] != 1) order.push(d);
  }
  std::sort(order.data(), order.data() + order.n,
            [&](int64_t a, int64_t b) { return m.strides[int(a)] < m.strides[int(b)]; });
  int64_t expect = 1;
  for (int64_t d : order) {
    if (m.strides[int(d)] != expect) return false;
    expect = int64_t(uint64_t(expect) * uint64_t(m.sizes[int(d)]));
  }
  return true;
}

}  // namespace adder::rt
