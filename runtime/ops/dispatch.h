// One boxed entry for every op call: the binder, native bindings, rules (through EagerSink), autograd and graph replay
// all come through here.
#pragma once
#include "runtime/ops/op.h"
namespace adder::rt {

// `out` holds one Arg per result. none: the engine allocates and returns +1 reference that the caller adopts.
// tensor: a destination; this is how `op_` and `out=` run, so they need no kernels of their own. `in` is borrowed.
struct OpCall {
  Context& context;
  OpId id;
  std::span<const Arg> in;
  std::span<Arg> out;
  int level;
  Status next();  // the interposers below this one, then the engine
};
class Interposer {  // sees ops of its thread before they run
 public:
  virtual ~Interposer() = default;
  virtual Status on_op(OpCall& call) = 0;
};
using JitKernel = void (*)(void* const* operands, int64_t n,
                           const ScalarArg* scalars);  // contiguous operands: inputs, then outputs
struct ProgramKey {
  uint64_t types, extra;
  bool operator==(const ProgramKey&) const = default;
};                                                               // op and, per argument, dtype/0-d/number/none
using JitCompile = JitKernel (*)(const OpRow&, const Program&);  // null: keep interpreting

inline constexpr int kAutogradLevel = 0, kMaxLevels = 16;
struct Context {             // one per thread
  uint32_t thread_keys = 0;  // levels that see every op; tensors add their own (autograd)
  uint32_t enabled = ~0u;    // below the running interposer; bit 0 is also grad mode
  Interposer* level[kMaxLevels] = {};
  int n_levels = 1;
  Executor executor = Executor::tiles;
  int threads = 1;
  uint64_t seed = 0, draws = 0;
  JitCompile jit = nullptr;
  void push(Interposer* i) {
    level[n_levels] = i;
    thread_keys |= 1u << n_levels++;
  }
  void pop() { thread_keys &= ~(1u << --n_levels); }
};
struct WithEnabled {  // restores on scope exit
  WithEnabled(Context& c, uint32_t mask) : c(c), saved(c.enabled) { c.enabled &= mask; }
  ~WithEnabled() { c.enabled = saved; }
  Context& c;
  uint32_t saved;
};
inline bool grad_mode(const Context& c) {
  return c.enabled & 1u << kAutogradLevel;
}
Context& this_context();

Status run_op(Context&, OpId, std::span<const Arg> in, std::span<Arg> out);  // the engine
Status interpose(Context&, OpId, std::span<const Arg> in, std::span<Arg> out, uint32_t keys);
inline Status dispatch(Context& c, OpId id, std::span<const Arg> in, std::span<Arg> out) {
  uint32_t keys = c.thread_keys;
  for (const Arg& a : in)
    if (a.is_tensor()) keys |= a.t->keys;
  keys &= c.enabled;
  if (keys == 0) [[likely]]
    return run_op(c, id, in, out);
  return interpose(c, id, in, out, keys);
}
inline Status OpCall::next() {
  WithEnabled below(context, (1u << level) - 1);
  return dispatch(context, id, in, out);
}

class EagerSink : public OpSink {  // rules over real tensors; owns what the rule made until it ends
 public:
  explicit EagerSink(Context& c) : c_(c) {}
  void call(OpId id, std::span<const Arg> in, std::span<Value> out) override;
  SymMeta meta(Value v) override { return to_sym(v.t->meta); }
  Context& context() { return c_; }

 private:
  Context& c_;
  std::vector<Tensor> owned_;
};
// For C++ callers and tests; CHECKs on error.
Tensor call_eager(OpId id, std::initializer_list<Arg> in);
std::vector<Tensor> call_eager_n(OpId id, std::span<const Arg> in);
Status program_for(const OpRow& row, std::span<const Arg> in, DType out,
                   Program& p);  // also what the JIT and dumps use
}  // namespace adder::rt
