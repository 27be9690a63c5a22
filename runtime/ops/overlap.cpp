// Destinations that share memory with themselves or with an operand, and what PyTorch says to that.
#include "runtime/ops/engine.h"

namespace adder::rt {
namespace {

// Every byte between the first and the last element belongs to exactly one element: some dim has a stride of 1, some
// dim follows it with the stride that its size gives, and so on.
bool fills_its_range(const TensorImpl& t) {
  if (t.contiguous) return true;
  const Meta<int64_t>& m = t.meta;
  uint64_t left = 0;
  for (int d = 0; d < m.sizes.n; ++d) left |= uint64_t(m.sizes[d] != 1) << d;
  for (int64_t stride = 1; left;) {
    int next = 0;
    while (next < m.sizes.n && !(left >> next & 1 && m.strides[next] == stride)) ++next;
    if (next == m.sizes.n) return false;
    left &= ~(uint64_t{1} << next);
    stride *= m.sizes[next];
  }
  return true;
}

bool repeats_an_element(const TensorImpl& t) {
  if (t.contiguous) return false;
  for (int d = 0; d < t.dim(); ++d)
    if (t.meta.strides[d] == 0 && t.size(d) > 1) return true;
  return false;
}

enum class Shared { nothing, part, all };

// Of two tensors of which one has gaps nothing is said, as in PyTorch.
Shared shared_memory(const TensorImpl& a, const TensorImpl& b) {
  if (&a == &b) return Shared::all;
  if (a.storage != b.storage || a.numel == 0 || b.numel == 0) return Shared::nothing;
  if (!fills_its_range(a) || !fills_its_range(b)) return Shared::nothing;
  auto begin = [](const TensorImpl& t) { return t.meta.offset * bytes_of(t.meta.dtype); };
  auto end = [&](const TensorImpl& t) { return begin(t) + t.numel * bytes_of(t.meta.dtype); };
  if (begin(a) == begin(b) && end(a) == end(b)) return a.meta.strides == b.meta.strides ? Shared::all : Shared::part;
  return begin(a) < end(b) && begin(b) < end(a) ? Shared::part : Shared::nothing;
}

Status discourage(Context& c, const OpRow& row) {
  if (!c.warn) return {};
  std::string name(row.name);
  return c.warn(c, "Use of " + name +
                       "_ on expanded tensors is deprecated. Please clone() the tensor before performing this "
                       "operation. This also applies to advanced indexing e.g. tensor[" +
                       (name == "index_put" ? "indices] = tensor" : "mask] = scalar"));
}

Status check_operand(const OpRow& row, const TensorImpl& dest, const TensorImpl& operand) {
  Shared shared = shared_memory(dest, operand);
  if (shared == Shared::nothing || (shared == Shared::all && !(row.overlap & kOverlapAny))) return {};
  return Status::error(
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
      "location. Please clone() the tensor before performing the operation.");
}

// Whether some form of the op changes its first operand.
bool changes_self(const OpRow& row) {
  for (const Schema& s : row.schemas)
    if (s.written_param() == 0) return true;
  return false;
}

}  // namespace

Status check_overlap(Context& c, const OpRow& row, std::span<const Arg> in, std::span<const Arg> out) {
  if (row.overlap == 0) return {};
  for (const Arg& o : out) {
    if (!o.is_tensor()) continue;
    const TensorImpl& dest = *o.t;
    if (row.overlap & (kOverlapWithin | kOverlapDiscouraged) && repeats_an_element(dest)) {
      if (row.overlap & kOverlapWithin)
        return Status::error(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory "
            "location. Please clone() the tensor before performing the operation.");
      TRY(discourage(c, row));
    }
    if (!(row.overlap & (kOverlapPartly | kOverlapAny))) continue;
    for (size_t i = 0; i < in.size(); ++i) {
      if (!in[i].is_tensor() || in[i].t->storage != dest.storage) continue;
      if (int(i) < row.canonical().n && row.canonical().name_of(int(i)) == "value") continue;  // read as a number
      bool changed = i == 0 && in[i].t == &dest && changes_self(row);
      if (!changed) TRY(check_operand(row, dest, *in[i].t));
    }
  }
  return {};
}

bool partial_overlap(const TensorImpl& dest, const TensorImpl& in) {
  if (dest.storage != in.storage) return false;
  if (dest.meta.offset != in.meta.offset || !(dest.meta.sizes == in.meta.sizes)) return true;
  return !(dest.meta.strides == in.meta.strides) || dest.meta.dtype != in.meta.dtype;
}

}  // namespace adder::rt
