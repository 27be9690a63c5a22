#pragma once
// Backends: what turns a segment into something that runs.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/graph.h"
#include "runtime/executable.h"
#include "runtime/ops/dispatch.h"

namespace adder::capture {
struct Segment;
class PublicNodes;

// What an integer of a segment's key belongs to.
struct SizePosition {
  enum class Kind : uint8_t { Size, Stride, Argument };
  Kind kind;
  uint32_t a, b, c;  // input and dimension, or operation, argument and element
};
std::vector<SizePosition> size_positions(const Segment&);

// Which integers of a segment's key may differ between the launches that one executable serves. Sizes that were equal
// are one symbol, as PyTorch has it; sizes 0 and 1 are never symbols, since broadcasting treats them otherwise.
struct SymbolPlan {
  static constexpr int32_t kFixed = -1, kFree = -2, kComputed = -3;
  struct Symbol {
    uint32_t position;
    bool size;  // a size of an input; otherwise a number that an operation receives
  };
  struct Expr {
    enum class Form : uint8_t { Constant, Symbol, Arithmetic };
    Form form = Form::Constant;
    uint8_t arithmetic = 0;
    int64_t value = 0;  // the constant, or the symbol's number
    int32_t left = -1, right = -1;
  };
  std::vector<int32_t> of;        // per position: its symbol, or one of the above
  std::vector<int32_t> computed;  // per position with kComputed: its expression
  std::vector<int64_t> values;    // of the segment that it was made for
  std::vector<SizePosition> positions;
  std::vector<Symbol> symbols;
  std::vector<Expr> exprs;
  bool everything = false;  // any sizes at all
  bool fits(const std::vector<int64_t>& now) const;
  // The value of an expression with the symbols of `now`; nothing for a division by zero.
  bool evaluate(int32_t expr, const std::vector<int64_t>& now, int64_t* out) const;
};

// A compiled segment. `run` carries out the operations of a segment with the same key: it gives data to the storages
// of segment.outputs and writes through the destinations that came from outside.
class Executable {
 public:
  virtual ~Executable() = default;
  virtual Status run(rt::Context&, Segment&) = 0;
  // What runs behind it, if that takes a segment's inputs and gives its outputs and needs nothing else of the segment.
  virtual std::shared_ptr<rt::Executable> direct() const { return nullptr; }
};
class Backend {
 public:
  virtual ~Backend() = default;
  virtual Result<std::shared_ptr<Executable>> compile(rt::Context&, const Segment&) = 0;
  // The same for a family of sizes. Only asked of backends that take symbols.
  virtual Result<std::shared_ptr<Executable>> compile_symbolic(rt::Context& c, const Segment& s, const SymbolPlan&) {
    return compile(c, s);
  }
  virtual bool takes_symbols() const { return false; }
  // Do its executables have a `direct` form, so that learning static runs is worth while?
  virtual bool launches_whole() const { return false; }
  // Wants segments as the script wrote them (public_nodes.h).
  virtual bool wants_nodes() const { return false; }
  // Does an executable serve every segment of its structure, whatever the sizes; whatever the floats?
  virtual bool any_sizes() const { return false; }
  virtual bool any_floats() const { return false; }
  // A graph of capture's own making, as a joint graph's halves are; null where the backend takes no graphs.
  virtual Result<std::shared_ptr<rt::Executable>> compile_graph(std::shared_ptr<const ir::Graph>) {
    return std::shared_ptr<rt::Executable>();
  }
};
// Carries the operations out one by one with the eager kernels. Also what every backend falls back on.
Status run_eagerly(rt::Context&, Segment&);
std::shared_ptr<Backend> eager_backend();

struct CompiledSegment {
  std::shared_ptr<Executable> executable;
  uint64_t launches = 0;
  int ops = 0;
  bool given_up = false;  // compiled again when it comes again
  std::string text;
};
// The segments of one region.
class SegmentCache {
 public:
  // `dynamic`: 1 sizes are symbols from the start, 0 never, -1 when they change.
  explicit SegmentCache(std::shared_ptr<Backend> backend, int dynamic = -1)
      : backend_(std::move(backend)), dynamic_(dynamic) {}
  // `ran`: the executable that was used, null where the eager kernels stood in.
  Status run(rt::Context&, Segment&, std::shared_ptr<Executable>* ran = nullptr);
  const std::shared_ptr<Backend>& backend() const { return backend_; }
  size_t size() const { return segments_.size(); }
  uint64_t ops() const { return ops_; }
  uint64_t launches() const { return launches_; }
  uint64_t failures() const { return failures_; }
  bool wants_nodes() const { return backend_->wants_nodes() || nodes_for_reports; }
  bool nodes_for_reports = false;  // somebody else shows segments as the script wrote them
  // A segment is about to be compiled; the plan is null where it is compiled for its own sizes.
  std::function<void(const Segment&, const SymbolPlan*)> on_compile;
  // Asked before a segment is compiled; `first`: it is the first one here.
  enum class Recompile : uint8_t { Go, Eager, Raised };
  std::function<Recompile(const Segment&, bool first)> on_recompile;
  // A backend written in the script has raised: is the exception forgotten, and the eager kernels run instead?
  std::function<bool()> forgive;
  // What a script has said about the dimensions of a tensor: bit masks, bit 63 for all beyond.
  struct Marks {
    uint64_t dynamic = 0, fixed = 0;
    uint64_t required = 0;  // must stay dynamic, or the script hears of it
    struct Range {
      uint32_t dimension;
      int64_t least, greatest;
    };
    std::vector<Range> ranges;
  };
  std::function<Marks(const rt::Tensor&)> marks;
  const std::unordered_map<std::string, CompiledSegment>& segments() const { return segments_; }

 private:
  std::shared_ptr<Backend> backend_;
  std::unordered_map<std::string, CompiledSegment> segments_;
  // The executables of one structure.
  struct Structure {
    std::vector<std::vector<int64_t>> seen;  // sizes that were compiled for, as they are or through a plan
    std::vector<std::pair<std::unique_ptr<SymbolPlan>, std::string>> plans;
    std::shared_ptr<PublicNodes> nodes;
    int fixed = 0;                    // executables for sizes as they are
    std::unordered_set<size_t> met;   // hashes of sizes that had none when they came
  };
  void give_up_first(const std::string& key, Structure&);
  std::unique_ptr<SymbolPlan> choose(Structure&, const Segment&, const std::vector<int64_t>& now);
  // What a structure has been compiled for as to its floating-point numbers.
  struct Numbers {
    int compiled = 0;
    std::unordered_set<size_t> met;  // hashes of those that had no executable when they came
  };
  bool admits_numbers(const Segment&);
  std::unordered_map<std::string, Numbers> numbers_;
  // An input that has come with several sizes, told by its place and rank: structures that meet it later begin with
  // symbols for these dimensions.
  using InputPlace = std::pair<uint32_t, uint32_t>;
  std::map<InputPlace, uint64_t> varied_;               // bit masks of dimensions, bit 63 for all beyond
  std::map<InputPlace, std::vector<int64_t>> compiled_;  // the sizes that it had when a segment was compiled last
  std::unordered_map<std::string, Structure> structures_;
  int dynamic_ = -1;
  uint64_t ops_ = 0, launches_ = 0, failures_ = 0;
};
}  // namespace adder::capture
