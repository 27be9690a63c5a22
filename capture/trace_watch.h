#pragma once
// What stands on watch lists for a trace, from the first load that its recorder hopes to make a constant until its end.
#include "capture/trace.h"
#include "interp/vm/watch.h"

namespace adder::capture {
struct Session;

// Whose slot `d.key` a dependency rests on: its owner, a class and those above it up to the one that has the member, or
// an object and its __dict__.
std::vector<Cell*> watched_cells(Interpreter&, const Dependency& d);

class TraceWatch final : public Watcher {
 public:
  // While it is recorded: candidate `number` for a dependency. False: a slot of it is volatile, and none is watched.
  bool add(Interpreter&, const Dependency&, uint32_t number);
  // Candidates that somebody has written to, or that are no dependencies for another reason.
  std::vector<uint32_t> lost;
  bool is_lost(uint32_t number) const;
  // The recording is over, with a trace or, if `arm` is not called before, without one.
  void end_recording() { recording_ = false; }
  // From now on a write to one of the dependencies makes the trace invalid.
  void arm(Interpreter&, Trace&);

  void fired(Cell* owner, uint64_t key, uint32_t number) override;
  bool idle() const override { return !recording_ && trace_.expired(); }

 private:
  static constexpr uint32_t kConstants = 1u << 31;  // numbers from here on: of Trace::weak
  bool recording_ = true;
  std::weak_ptr<Trace*> trace_;
  Session* session_ = nullptr;  // outlives its traces; a region may go before the last of them
};

// For a trace that no recorder has just written.
void arm(Interpreter&, Trace&);
}  // namespace adder::capture
