// Where views lie that have another dtype than what they look at: complex numbers as real ones, and back.
#pragma once
#include "runtime/types/types.h"

namespace adder::rt {

// How many bytes lie between the first element of a root and that of a view of it. In elements of a wider dtype this is
// no whole number where the root starts between two of them.
template <class D>
D bytes_behind(const Meta<D>& view, const Meta<D>& root) {
  int64_t mine = bytes_of(view.dtype), its = bytes_of(root.dtype);
  if (mine == its) return (view.offset - root.offset) * D(mine);
  return view.offset * D(mine) - root.offset * D(its);
}

}  // namespace adder::rt
