// Random ops draw from the context's counter, so a recorded graph that carries the counter draws the same numbers.
#include "runtime/ops/dispatch.h"
namespace adder::rt {
namespace {
uint64_t mix(uint64_t x) {
  x ^= x >> 31;
  x *= 0x9fb21c651e98df25u;
  x ^= x >> 35;
  x *= 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}
struct rand_like_op {
  static constexpr Schema schemas[] = {"rand_like(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Uniform in [0, 1).", samples[] = {"(2,3)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.meta(0).sizes;
  }
  static Status eager(Context& c, std::span<const Arg>, std::span<const Tensor> out) {
    for (int64_t i = 0; i < out[0]->numel; ++i)
      write_element(*out[0].get(), i, double(mix(c.seed ^ mix(c.draws++)) >> 40) / 16777216.0);
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/random.def"
}  // namespace adder::rt
