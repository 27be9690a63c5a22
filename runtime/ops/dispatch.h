// One boxed entry for every op call: the binder, native bindings, rules (through EagerSink), autograd and graph replay
// all come through dispatch(). Nothing here is global: a Context belongs to one thread and is passed along.
#pragma once
#include <memory>
#include <vector>
#include "runtime/base/thread_pool.h"
#include "runtime/ops/op.h"

namespace adder::rt {

// Interposers by level, lowest first. A call meets the highest enabled level first. `recorder` stands below autograd
// and sees what really runs; `node` stands on top and sees outermost calls only (what a rule or a composite emits below
// it runs with this level masked). A composite op without a gradient rule of its own does not stop at recorder and
// autograd: its parts do.
enum Level : int {
  kRecorderLevel = 0,
  /* kAutogradLevel = 1 */ kVmapLevel = 2,
  kAutocastLevel = 3,
  kModeLevel = 4,
  kNodeLevel = 5,
  kMaxLevels = 8
};

// `out` holds one Arg per result. none: the engine allocates and returns +1 reference that the caller adopts.
// tensor: a destination; this is how `op_` and `out=` run, so they need no kernels of their own. `in` is borrowed.
struct OpCall {
  Context& context;
  OpId id;
  std::span<const Arg> in;
  std::span<Arg> out;
  uint32_t keys;  // levels below the running one that want this call
  int level;
  Status next();        // the levels below; ops that the kernel emits see every level again
  Status next_below();  // the same, and ops emitted below do not see this level or one above
};
class Interposer {  // sees ops of its thread before they run
 public:
  virtual ~Interposer() = default;
  virtual Status on_op(OpCall& call) = 0;
};

using JitKernel = void (*)(void* const* operands, int64_t n,
                           const ScalarArg* scalars);            // contiguous operands: inputs, then outputs
using JitCompile = JitKernel (*)(const OpRow&, const Program&);  // null: keep interpreting

struct OpCaches;  // scalar programs and saved sets, by op and dtypes
struct Context {  // one per thread
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  uint32_t thread_keys = 0;  // levels that see every op; tensors add their own (autograd)
  uint32_t enabled = ~0u;    // below the running interposer; the autograd bit is also grad mode
  bool inference_mode = false;
  DType default_dtype = DType::f32;
  Device default_device;
  Interposer* level[kMaxLevels] = {};
  Executor executor = Executor::tiles;
  std::shared_ptr<ThreadPool> pool;      // null: one thread
  std::shared_ptr<Generator> generator;  // torch.default_generator
  Generator& default_generator() {
    CHECK(generator);
    return *generator;
  }
  uint64_t seed = 0, draws = 0;
  uint64_t next_sequence = 0;  // of autograd nodes
  void* thread = nullptr;      // the interpreter's Thread, for hooks and custom functions
  JitCompile jit = nullptr;
  Status (*warn)(Context&, const std::string&) = nullptr;  // a UserWarning at the script's line; null: not shown
  std::unique_ptr<OpCaches> caches;

  void install(int at, Interposer* i, bool every_op = true) {
    level[at] = i;
    if (every_op) thread_keys |= 1u << at;
  }
  void remove(int at) {
    level[at] = nullptr;
    thread_keys &= ~(1u << at);
  }
};
struct WithEnabled {  // restores on scope exit
  WithEnabled(Context& c, uint32_t mask) : c(c), saved(c.enabled) { c.enabled &= mask; }
  ~WithEnabled() { c.enabled = saved; }
  Context& c;
  uint32_t saved;
};
inline bool grad_mode(const Context& c) {
  return c.enabled >> kAutogradLevel & 1;
}
inline void set_grad_mode(Context& c, bool on) {
  c.enabled = on ? c.enabled | 1u << kAutogradLevel : c.enabled & ~(1u << kAutogradLevel);
}
struct NoGrad : WithEnabled {
  explicit NoGrad(Context& c) : WithEnabled(c, ~(1u << kAutogradLevel)) {}
};

Status run_op(Context&, OpId, std::span<const Arg> in, std::span<Arg> out);  // the engine
Status interpose(Context&, OpId, std::span<const Arg> in, std::span<Arg> out, uint32_t keys);
inline Status dispatch(Context& c, OpId id, std::span<const Arg> in, std::span<Arg> out) {
  uint32_t keys = c.thread_keys;
  for (const Arg& a : in)
    if (a.is_tensor()) {
      keys |= a.t->keys;
      if (a.t->base) keys |= a.t->base->keys;  // an in-place change may have given the base a history
    }
  keys &= c.enabled;
  if (keys == 0) [[likely]]
    return run_op(c, id, in, out);
  return interpose(c, id, in, out, keys);
}

class EagerSink : public OpSink {  // rules over real tensors; owns what the rule made until it ends
 public:
  explicit EagerSink(Context& c) : c_(c) { default_dtype = c.default_dtype; }
  void call(OpId id, std::span<const Arg> in, std::span<Value> out) override;
  SymMeta meta(Value v) override { return to_sym(v.t->meta); }
  Context& context() { return c_; }

 private:
  Context& c_;
  std::vector<Tensor> owned_;
};

// Calls that return owned tensors; lists may be borrowed ones. The first form is for ops of one result.
Result<Tensor> call_op(Context& c, const OpRow& row, std::span<const Arg> in);
inline Result<Tensor> call_op(Context& c, const OpRow& row, std::initializer_list<Arg> in) {
  return call_op(c, row, std::span<const Arg>(in.begin(), in.size()));
}
Result<std::vector<Tensor>> call_op_list(Context& c, const OpRow& row, std::span<const Arg> in);
Status call_into(Context& c, const OpRow& row, std::span<const Arg> in, const Tensor& destination);

// Shapes, dtypes, strides and aliasing of an op's results, without running it; raises what the op would raise on shapes
// and dtypes (not what only data can tell: OpRow::guard). Not for composites: their parts are asked.
enum class ResultAlias : uint8_t { fresh, view, destination };  // view: of argument 0
struct ResultInfo {
  Meta<int64_t> meta;
  ResultAlias alias = ResultAlias::fresh;
};
Status infer_op(Context& c, OpId id, std::span<const Arg> in, std::span<const Arg> out, std::span<ResultInfo> results);

// The scalar program of a pointwise op for these arguments: what the tiles, the JIT and dumps use.
Status program_for(Context& c, const OpRow& row, std::span<const Arg> in, DType out, Program& p);
// Strides that a pointwise result has when nothing dictates them, by PyTorch's rules for its operands.
Sizes pointwise_strides(const Sizes& sizes, std::span<const Meta<int64_t>* const> operands);
bool pointwise_is_jittable(const Program& p);

template <class F>
void parallel_for(Context& c, int64_t n, int64_t grain, F&& f) {  // f(begin, end); see thread_pool.h
  parallel_for(c.pool.get(), n, grain, std::forward<F>(f));
}

}  // namespace adder::rt
