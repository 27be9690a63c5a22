// Offsets of views that have another dtype than what they look at: complex numbers as real ones, and back.
#pragma once
#include "runtime/types/types.h"

namespace adder::rt {

// An offset in elements of one dtype, counted in those of another.
template <class D>
D offset_counted_in(DType to, D offset, DType from) {
  int64_t have = bytes_of(from), wanted = bytes_of(to);
  return have == wanted ? offset : have > wanted ? offset * D(have / wanted) : offset / D(wanted / have);
}

}  // namespace adder::rt
