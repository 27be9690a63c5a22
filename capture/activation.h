#pragma once
// Deferred tensor work.
//
// While a captured function runs, recorded, replayed or merely interpreted, its tensor operations are not carried out.
// Each runs its shape rule at once, so that sizes, dtypes and errors are what they would be, and its result is a tensor
// whose storage has no data yet: it is *pending*. The activation keeps the operations in order. They are launched, all
// together, as one segment, when somebody looks: every access to a storage's bytes goes through rt::touch, and a
// storage that pending work will write, or still has to read, carries the activation in `Storage::pending`. So a
// pending tensor may go anywhere, into a list, an unknown call, an attribute; if nobody looks there is no split.
//
// A segment is named by its *key*: the operations, how their operands are connected, the metadata of the tensors that
// come from outside, the numbers, and which results somebody still holds. Equal keys run the same executable. Recording
// and replay go the same way, so the first call runs what later calls run. The key has two parts: the structure, and
// the sizes and integers. A backend that can compile for any size makes one more executable when a known structure
// comes with other sizes, and that one serves all of them.
//
// Random numbers. An operation that draws is an effect on the generator: segments keep such operations in the order of
// the program, graphs neither remove nor merge them, and who asks for the generator's state has them launched first.
//
// Aliasing. A view is made at once, since it needs no data, and is written down like any operation. Two tensors from
// outside that share a storage are told apart by number only; before a storage that has been entered twice is written,
// and before it is entered again after a write, what is pending is launched. So inside one segment writes reach other
// operands only through views that the segment itself made.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "capture/backend.h"
#include "runtime/ops/dispatch.h"
#include "runtime/random/pending_draws.h"

namespace adder::capture {

// One operation of a segment. Arguments own what they point to; tensors are value numbers.
struct DeferredOp {
  rt::OpId id;
  std::vector<rt::Arg> args;
  std::vector<uint32_t> operands;  // value number per argument, 0 where it is not a tensor
  std::vector<uint32_t> results;   // value numbers; a destination's own number if the op writes into it
  std::vector<bool> writes;        // per result: it is a destination
  bool grad_enabled = true;
  rt::DType default_dtype;
  std::string source;  // file:line of the user's code
};
struct SegmentValue {
  rt::Tensor tensor;
  bool from_outside = false;
  uint32_t producer = 0;
};
struct Segment {
  std::vector<DeferredOp> ops;
  std::vector<SegmentValue> values{SegmentValue()};  // numbers start at 1
  std::vector<uint32_t> inputs;                      // values from outside, by first use
  std::vector<uint32_t> outputs;                     // values whose storage somebody holds after the launch
  std::vector<std::vector<rt::SymInt>> int_lists;
  std::vector<std::vector<double>> float_lists;
  std::vector<std::unique_ptr<bool[]>> bool_lists;
  std::vector<std::unique_ptr<rt::Complex>> complex_numbers;
  std::vector<std::unique_ptr<std::string>> strings;
  std::string structure, sizes, floats;  // together the key
  std::shared_ptr<PublicNodes> nodes;    // as the script wrote it, where somebody wants to see that
};

// Why a segment had to be launched.
enum class Cause : uint8_t { End, Look, Write, Refused, Edge };

// Told of each launch when it is over: what ran, and the segment while its values are still there.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  virtual void on_launch(Segment&, const std::shared_ptr<Executable>& ran) = 0;
};

class Activation final : public rt::Interposer, public rt::PendingWork, public rt::PendingDraws {
 public:
  explicit Activation(rt::Context& context) : context_(context) {}
  ~Activation() override;

  Status on_op(rt::OpCall&) override;
  Status flush(rt::Storage&, bool write) override;
  Status draw_now() override;
  // Launches what is pending.
  Status launch(Cause);
  bool pending() const { return !segment_.ops.empty(); }
  size_t pending_ops() const { return segment_.ops.size(); }
  // The present segment's name, in the upper half of TensorImpl::trace; the lower half is the value's number.
  uint64_t batch() const { return batch_; }
  rt::Context& context() const { return context_; }

  // The outermost captured call begins; it ends when `finish` launches what is left.
  void start(SegmentCache&);
  Status finish();
  // Inside it, deferring may be switched off for a while; nests.
  void resume();
  void suspend();

  std::function<std::string()> source;  // where the user's code stands
  std::function<void(Cause)> on_second_segment;
  std::function<void(Cause)> on_split;  // a launch before the end of the call, while its cause can still be seen
  // The segment under way with its record of calls; null unless the backend wants one.
  Segment* noted_segment();
  bool wants_nodes = false;
  bool one_by_one = false;  // --stress=breaks: every operator is a segment
  uint64_t launches = 0;  // of the call under way
  uint64_t total_launches = 0;
  uint64_t static_launches = 0;  // of them, by static runs
  uint64_t refused = 0;          // operations that were carried out at once
  LaunchObserver* observer = nullptr;

 private:
  bool can_defer(const rt::OpRow&, const rt::OpCall&) const;
  static bool draws_surely(const rt::OpRow&, const rt::OpCall&);
  bool indices_fit(const rt::OpRow&, const rt::OpCall&) const;
  Status infer(const rt::OpRow&, rt::OpCall&, std::vector<rt::Meta<int64_t>>& metas);
  uint32_t value_of(rt::TensorImpl*);
  uint32_t known_as(const rt::TensorImpl&) const;
  bool overlaps_from_outside(const rt::OpCall&) const;
  bool needs_launch_first(const rt::OpCall&);
  Status defer(const rt::OpRow&, rt::OpCall&, const std::vector<rt::Meta<int64_t>>& metas);
  void mark(rt::Storage*);
  void choose_outputs(Segment&);

  rt::Context& context_;
  SegmentCache* cache_ = nullptr;
  Segment segment_;
  std::map<rt::Storage*, uint32_t> written_;  // storages from outside that the segment writes
  std::map<rt::Storage*, uint32_t> made_;     // storages that the segment makes, and the value that is each
  std::map<rt::Storage*, uint32_t> entered_;  // and how many values entered on each
  std::vector<rt::Storage*> marked_;
  uint64_t batch_ = 1;
  int on_ = 0;
  Cause last_cause_ = Cause::End;
  Interposer* below_ = nullptr;
};
}  // namespace adder::capture
