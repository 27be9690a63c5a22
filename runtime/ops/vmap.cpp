#include "runtime/ops/vmap.h"

namespace adder::rt {
namespace {

constexpr uint32_t kMapped = 1u << kVmapLevel;  // in a tensor's keys; it outlives the vmap, and means nothing then

class Vmap : public Interposer {
 public:
  explicit Vmap(VmapMode mode) : mode_(mode) {}
  VmapMode mode() const { return mode_; }
  Status on_op(OpCall& call) override {
    if (mode_ == VmapMode::off) return call.next();
    const OpRow& row = row_of(call.id);
    if (row.kind == OpKind::random && mode_ == VmapMode::no_random)
      return Status::error(
          "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
          "randomness flags on vmap or perform the randomness operation out of vmap");
    bool mapped = false;
    for (const Arg& a : call.in) mapped |= a.is_tensor() && a.t->keys & kMapped;
    if (!mapped) return call.next();
    if (row.name == "nonzero")
      return Status::error(
          "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over "
          "aten::nonzero. Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature.");
    if (row.name == "index")
      for (const Arg& a : call.in.subspan(1))
        if (a.is_tensor() && a.t->meta.dtype == DType::b8 && a.t->keys & kMapped)
          return Status::error(
              "vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over "
              "indexing with a boolean mask.");
    TRY(call.next());
    for (const Arg& a : call.out)
      if (a.is_tensor()) mark_mapped(*a.t);
    return {};
  }

 private:
  VmapMode mode_;
};

}  // namespace

VmapMode set_vmap(Context& c, VmapMode mode) {
  static Vmap modes[] = {Vmap(VmapMode::off), Vmap(VmapMode::no_random), Vmap(VmapMode::random)};
  VmapMode before = c.level[kVmapLevel] ? static_cast<Vmap*>(c.level[kVmapLevel])->mode() : VmapMode::off;
  c.install(kVmapLevel, &modes[int(mode)], mode != VmapMode::off);
  if (mode == VmapMode::off) c.thread_keys &= ~kMapped;  // the level stays, for tensors that are marked still
  return before;
}

void mark_mapped(TensorImpl& t) {
  t.keys |= kMapped;
}

bool is_mapped(const Context& c, const TensorImpl& t) {
  return c.thread_keys & t.keys & kMapped;
}

}  // namespace adder::rt
