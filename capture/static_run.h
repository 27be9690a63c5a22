#pragma once
// Static runs: stretches of a trace that are launched whole.
//
// While a trace is replayed instruction by instruction, a `Learner` looks on: which operations each instruction put
// into the pending segment, which tensors came from outside, what came out. When the segment has been launched and all
// its operations came from one stretch of instructions without effects, the stretch becomes a `StaticRun`: a list of
// checks on the tensors and numbers that enter, and the executable that the segment ran. A later replay that reaches
// the stretch and passes the checks launches the executable and goes on behind it: no native is called, no shape rule
// runs, and only tensors that are looked at behind the stretch come into being.
//
// A run is a transaction. Before the launch it executes only instructions without effects (loads, guards, arithmetic,
// allocations); when a check or a guard fails, their results are dropped and the stretch is replayed step by step. A
// stretch that meets tensors of other sizes is learnt again, as another variant.
#include "capture/activation.h"
#include "capture/joint_run.h"
#include "capture/region.h"
#include "capture/trace.h"
#include "interp/bridge/tensor_cell.h"
#include "runtime/ops/index_range.h"

namespace adder::capture {

// What a tensor that enters has to be.
struct TensorCheck {
  Ref source;
  Type* type = nullptr;
  rt::Meta<int64_t> meta;
  uint32_t keys = 0, base_keys = 0;
  bool wrapped_number = false, inference = false, own_version = false, has_base = false;
  uint32_t value = 0;   // its number in the segment, 0: only its metadata was read
  int same_as = -1;     // an earlier check that must have met the same tensor
  uint32_t writes = 0;  // operations that change it
  // Views of a wider dtype exist at one in so many offsets; at others eager raises.
  int64_t offset_period = 1;
  // The tensor, or null.
  rt::TensorImpl* passes(Value v) const;
};
bool equal_constants(Value a, Value b);
struct NumberCheck {
  Ref source;
  Value value;  // owned
};
// Indices that have to be in range before the launch: eager raises where they are not.
struct IndexCheck {
  uint32_t check;  // of the tensor
  rt::IndexRange range;
};
// A tensor that the run has to produce.
struct RunOutput {
  enum Kind : uint8_t {
    Whole,      // output `from` of the executable
    View,       // a view of the run's output `from`
    InputView,  // a view of the tensor of check `from`
  } kind = Whole;
  uint32_t from = 0;
  enum Base : uint8_t { None, Self, Its } base = None;  // of a view: that tensor, or that tensor's own base
  rt::ViewKind view_kind = rt::ViewKind::none;
  int node_output = -1;    // of the lazy node
  rt::Meta<int64_t> meta;  // of an InputView: its offset is in bytes from the input's first element
  uint32_t version = 0;
};
struct RunResult {
  uint32_t instruction;
  enum Kind : uint8_t { Output, Check, Constant } kind;
  uint32_t index = 0;     // of the output or check
  Value value = kAbsent;  // Constant: owned
};

class StaticRun {
 public:
  ~StaticRun();
  StaticRun() = default;
  StaticRun(const StaticRun&) = delete;

  uint32_t begin = 0, end = 0;   // instructions
  std::vector<uint32_t> before;  // those among them that are executed ahead of the launch,
  std::vector<uint32_t> after;   // and behind it
  std::vector<TensorCheck> checks;
  std::vector<NumberCheck> numbers;
  std::vector<IndexCheck> indices;
  std::vector<uint32_t> inputs;    // checks, in the executable's order
  std::vector<RunOutput> outputs;  // Whole ones in the executable's order, then views
  std::vector<RunResult> results;  // what later instructions mention; constants first
  size_t whole = 0, constants = 0;
  bool writes = false;
  uint32_t enabled = 0, thread_keys = 0;
  rt::DType default_dtype;
  bool inference_mode = false;
  std::shared_ptr<rt::Executable> executable;
  // With gradients: what runs instead. Its graph's outputs are the whole ones, then the views that need gradients.
  std::shared_ptr<JointPlan> joint;
  size_t graph_outputs = 0;

  std::vector<rt::TensorImpl*> met;  // of a launch: the tensors that passed the checks
  std::vector<rt::Tensor> in, out;
  std::vector<uint32_t> versions;
};

struct StaticPlan {
  std::vector<std::unique_ptr<StaticRun>> runs;  // by begin; variants of one stretch together
  uint32_t lessons = 0;                          // replays that were watched
};
inline constexpr uint32_t kMaxLessons = 6, kMaxVariants = 4;

// Fits the run in everything but its tensors?
bool fits(const StaticRun&, const Activation&);
// Checks the tensors and numbers, launches, and puts the results into env. False: nothing has happened.
bool take(StaticRun&, Thread&, const Trace&, Activation&, Value* env);

class Learner final : public LaunchObserver {
 public:
  // The next instruction to be replayed is `ip`.
  Learner(Thread& th, Trace& t, Activation& a, std::shared_ptr<Backend> b, uint32_t ip);
  ~Learner() override;
  // Around each instruction that is replayed by itself. `env` has the results so far.
  void before();
  void after(uint32_t ip, const Value* env);
  void on_launch(Segment&, const std::shared_ptr<Executable>& ran) override;
  // What was replayed since the last `after` was not watched.
  void restart(uint32_t ip);

 private:
  enum class What : uint8_t {
    Barrier,  // may have effects
    Plain,    // without effects and without tensors of the run: may be executed by itself
    Tensor,   // its result is the segment's value `number`
    Check,    // its result is the tensor of check `number`
    Constant,
    Group,   // a tuple of these, never needed itself
    Held,    // a guard that holds whenever the checks do
    Object,  // an allocation, or a field of one: `number` is the allocation's instruction
  };
  struct Entry {
    What what = What::Barrier;
    uint32_t number = 0;
    Value value = kAbsent;  // Constant: owned
    std::vector<Entry> parts;
    uint32_t ops = 0;
    std::vector<Ref> fields;  // Object
  };
  Entry* entry(Ref r);
  Value value(Ref r, const Value* env) const;
  bool operand(Ref r, const Value* env, int depth = 0);
  int check_for(Ref r, Value v);
  bool result_of(Value v, Entry& e);
  bool constant_value(Value v) const;
  bool without_effects(uint32_t ip, const Value* env, bool* tensors);
  Entry classify(uint32_t ip, const Value* env);
  void release(Entry&);
  class Builder;

  Thread& th_;
  TorchState& torch_;
  Trace& t_;
  std::weak_ptr<Trace*> alive_;
  std::shared_ptr<StaticPlan> plan_;
  Activation& activation_;
  std::shared_ptr<Backend> backend_;
  uint32_t start_ = 0;          // of the stretch
  std::vector<Entry> entries_;  // of the stretch
  std::vector<TensorCheck> checks_;
  std::vector<rt::Tensor> seen_;  // by check
  std::vector<NumberCheck> numbers_;
  uint64_t batch_ = 0, refused_ = 0;
  size_t ops_ = 0;
  uint32_t enabled_ = 0, thread_keys_ = 0;
  rt::DType default_dtype_;
  bool inference_mode_ = false;
};
}  // namespace adder::capture
