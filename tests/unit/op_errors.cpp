// Definitions that the build must refuse; build.sh compiles this file once per CASE and prints the message.
#include "runtime/ops/op.h"
namespace adder::rt {
namespace {
struct broken_op {
#if CASE == 4
  static constexpr Schema schemas[] = {"broken(Tensor self, other) -> Tensor"};
#elif CASE == 5
  static constexpr Schema schemas[] = {"broken(Tensor self, Tensor other) -> Tensor",
                                       "broken.Scalar(Tensor self, Scalar exponent) -> Tensor"};
#else
  static constexpr Schema schemas[] = {"broken(Tensor self, Tensor other) -> Tensor"};
#endif
  static constexpr std::string_view doc = "";
#if CASE != 2
  static constexpr std::string_view samples[] = {"(2)"};
#endif
  static Reg formula(ProgramBuilder& b, Args x) {
    return b.add(x[0], x[1]);
  }
#if CASE != 1
  static void vjp(OpSink&, VjpCtx& c) {
    c.set(0, c.grad());
  }
#endif
};
}  // namespace
#if CASE == 3
constexpr OpRow row = make_row<broken_op, OpKind::external>(nullptr, "broken");
#elif CASE == 6
constexpr OpRow row = make_row<absent_op, OpKind::pointwise>(nullptr, "absent");
#else
constexpr OpRow row = make_row<broken_op, OpKind::pointwise>(nullptr, "broken");
#endif
}  // namespace adder::rt
