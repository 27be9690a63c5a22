#pragma once
// A region: one function that is to be captured, its options, its traces and segments. A session: what one thread's
// capture shares.
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "capture/activation.h"
#include "capture/log.h"
#include "capture/stress.h"
#include "capture/trace.h"
#include "interp/vm/native.h"

namespace adder::capture {
struct Options {
  bool fullgraph = false;
  int dynamic = -1;  // -1: automatic, 0: never, 1: always
  std::string backend = "inductor";
  Value backend_function = kAbsent;  // owned by the region
};
enum class BreakReason : uint8_t {
#define X(id, goes_on, message, hint) id,
#include "capture/graph_break.def"
#undef X
  Count
};
const char* name_of(BreakReason);
const char* message_of(BreakReason);
const char* hint_of(BreakReason);
struct Break {
  BreakReason reason = BreakReason::Count;  // none
  std::string detail, where;
  std::vector<UserFrame> stack;
};
// Something that a trace or segment relies on (report.h makes them).
struct GuardFact {
  std::string source;  // a Python expression: L['x'], G['K'].n
  std::string kind;    // PyTorch's name for this kind of guard
  std::string code;    // the condition
  std::string type;    // of the value, where the fact says it
  std::string text;    // the line of the script that asked for it
  std::string place;   // and where that stands: file:line in function
  bool library = false;
};
// The place a value came from: code, pc, number of the load within the instruction.
struct Location {
  Code* code;
  uint32_t pc;
  uint32_t n;
  auto operator<=>(const Location&) const = default;
};
struct Counters {
  uint64_t frames = 0, traces = 0, side_traces = 0, recordings = 0, abandoned = 0, replays = 0, exits = 0;
  uint64_t guard_failures = 0, recompiles = 0, invalidated = 0, fallbacks = 0, breaks = 0;
  std::map<std::string, uint64_t> abandon_reasons;
};
struct Session;
// Traces that begin in the middle of the function: after an instruction that no trace contains, or at a loop header,
// where they end, too.
struct Continuation {
  std::vector<std::unique_ptr<Trace>> traces;
  uint32_t recordings = 0, visits = 0;
  bool launches = false;  // what is pending is launched between two iterations, as nothing else bounds it
};
struct Region {
  Region(Session& s, Func* f) : session(&s), func(f) {}
  ~Region();
  Session* session;
  Func* func;  // borrowed; its death ends the region
  Options options;
  std::string name;
  std::unique_ptr<SegmentCache> segments;
  std::vector<std::unique_ptr<Trace>> traces;  // most recently used first
  std::map<std::vector<std::pair<Code*, uint32_t>>, Continuation> continuations;  // by the frames' codes and places
  std::set<const Word*> loop_headers;  // where traces end and go on, instead of unrolling the loop
  // Of the frames from `base` to `top`; null where a trace cannot begin.
  Continuation* continuation_at(const Frame* base, const Frame* top);
  Continuation* continuation_at(const std::vector<const FrameRecipe*>& frames);
  std::vector<Break> breaks;
  uint32_t recordings = 0;
  uint32_t number = 0;  // of the compile id
  uint32_t checked_calls = 0;  // --stress=again
  bool given_up = false;
  bool automatic = false;  // of --capture=auto
  // Segments compiled so far, noted while somebody wants to know why others follow.
  struct CompiledFor {
    std::vector<rt::OpId> ops;
    std::vector<rt::Meta<int64_t>> inputs;
    std::vector<std::string> names;
  };
  std::vector<CompiledFor> compiled_for;
};
class Follower;
class Recorder;
struct SegmentTotals {
  uint64_t graphs = 0, ops = 0, failures = 0;
  void add(const Region&);
};
using BackendMaker = std::function<std::shared_ptr<Backend>(Thread&, Region&)>;
struct Session {
  explicit Session(Thread& thread);
  ~Session();

  Thread& thread;
  Counters counters;
  std::map<Location, uint32_t> location_ids;
  std::vector<Location> locations{Location{}};
  std::set<uint32_t> generic;
  std::map<Func*, std::unique_ptr<Region>> regions;
  std::vector<std::unique_ptr<Region>> dead_regions;  // of functions that died while they ran
  SegmentTotals totals;                               // of regions that were reset
  std::map<std::string, uint64_t> break_counts;
  // The cause of the next launch, where a call has announced one.
  BreakReason reason = BreakReason::Count;
  std::string reason_detail;
  uint64_t reason_launches = 0;
  std::vector<std::unique_ptr<Recorder>> recorders;  // finished ones are dropped when the captured call is over
  std::vector<std::unique_ptr<Trace>> retired;       // replaced while an activation was running them
  uint32_t recording = 0;                            // recorders under way
  bool recorded = false;                             // during the call under way
  size_t written = 0;                                // instructions that recorders wrote during it
  std::set<Func*> never;                             // functions that are not to be captured
  std::set<Func*> disabled;                          // those that a script has excluded
  NativeFn graph_break = nullptr;
  int nesting = 0;  // replays on the C stack
  uint32_t next_trace = 0;
  uint32_t side_trace_threshold = 2, max_traces = 8, max_recordings = 256, max_instructions = 6000, max_inline = 24;
  uint32_t max_side_attempts = 2, max_continuations = 3;
  uint32_t max_unrolled = 256;  // iterations of a loop in one trace
  double recording_ms = 0;  // wall time with a recorder on
  std::chrono::steady_clock::time_point recording_since;
  std::function<void(const Trace&)> dump;  // null: nobody wants to see traces
  bool off = false;
  enum class Stance : uint8_t { Default, ForceEager, EagerOnRecompile, FailOnRecompile } stance = Stance::Default;
  bool error_on_recompile = false, fail_on_limit = false, suppress_errors = false;
  bool error_on_break = false;  // fullgraph by torch._dynamo.error_on_graph_break
  struct GraphRecord {
    std::string region;
    std::vector<std::string> ops;
  };
  std::vector<GraphRecord> graph_log;  // every segment compiled
  std::vector<Break> break_log;
  std::vector<GuardFact> guard_log;
  uint64_t refused_before = 0;  // operators outside graphs when the report began
  bool explaining = false;      // a report is under way

  Stress stress;
  std::unique_ptr<Comparison> comparison;  // of the call under way
  void call_over(Value result);            // as Comparison::end takes it

  Logs logs;
  uint32_t next_region = 0;
  bool reports_guards() const { return explaining || logs.on(LogChannel::Guards); }
  std::vector<GuardFact> fresh_guards;  // of the call under way, said at its end
  // What a recorded trace and a compiled segment say about themselves, as far as somebody wants to hear it.
  void report_trace(const Trace&);
  void report_segment(const Segment&, const SymbolPlan*);
  void show_guards(const Region*);
  void show_graph(Region&, const Segment&, const SymbolPlan*);
  void show_code(const Region&, const rt::Executable&) const;
  void show_break(const Break&);
  uint64_t graphs_shown = 0;
  std::set<std::string> shown_breaks;

  // Tensor work of the call under way. `base` is the frame of the outermost captured function.
  std::unique_ptr<Activation> activation;
  std::unique_ptr<Follower> follower;
  Region* active = nullptr;
  Frame* base = nullptr;
  std::shared_ptr<LaunchObserver> lesson;  // the replay that is being learnt from
  // --capture=auto: calls so far of functions that are no regions yet, with and without tensors, and whether a value
  // means tensor work.
  std::map<Func*, std::pair<uint32_t, uint32_t>> automatic;
  std::function<bool(Value)> works_on;
  BackendMaker make_backend;
  std::function<SegmentCache::Marks(const rt::Tensor&)> marks;
  std::function<rt::Context&(Thread&)> context;  // null: Python only

  uint32_t location(Code* code, uint32_t pc, uint32_t n);
  // A recorder goes on and off.
  void begin_recording();
  void end_recording(size_t instructions);
  void begin(Region&, Frame* base);
  Status end();  // launches what is pending
  // The recorder to put in place when another one leaves: the follower while a captured call is under way.
  adder::Recorder* resting() const;
  void add_break(Break);
  Break split;  // the last launch before the end of a call; a break if more work follows
  bool fullgraph() const { return active && (active->options.fullgraph || error_on_break); }
  std::string user_source() const;  // file:line of the innermost frame that is the user's
};
// Marks a function for capture; its death ends the region.
Region& add_region(Session&, Func*, std::unique_ptr<Region>);
// Sets the exception that a failed launch stands for, unless there is one already.
void raise_failure(Thread&, const Status&);
// Sets a pending exception of torch._dynamo.exc.
void raise_dynamo(Thread&, const char* cls, const std::string& message);
}  // namespace adder::capture
