// torch.vmap runs its function once for each slice. What PyTorch, which runs it once over all slices, cannot do is
// refused here too: decisions and reads that depend on a slice, results whose size does, and random numbers not asked
// for.
#pragma once
#include "runtime/ops/dispatch.h"

namespace adder::rt {

enum class VmapMode : uint8_t { off, no_random, random };

// From now on in this context; returns what it was.
VmapMode set_vmap(Context& c, VmapMode mode);
// Says that a tensor is a slice; what is made of it is marked by itself.
void mark_mapped(TensorImpl& t);
// Whether the value of a tensor depends on the slice that a running vmap is at.
bool is_mapped(const Context& c, const TensorImpl& t);

}  // namespace adder::rt
