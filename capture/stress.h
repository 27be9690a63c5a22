#pragma once
// Stress of capture (--stress): replays are left where they need not be, segments are cut, and what captured calls do
// is compared with what the interpreter does. None of it may change what a script sees.
#include <memory>
#include <string>
#include <vector>

#include "capture/caught_output.h"
#include "capture/digest.h"
#include "capture/trace.h"

namespace adder::capture {
struct Session;
struct Region;

struct Stress {
  bool verify = false;   // each outermost captured call runs twice, once interpreted in a forked process
  bool again = false;    // each of them is made again, in a forked process: replayed, recorded afresh and interpreted
  bool guards = false;   // in each replay one guard fails that holds, another one each time
  bool exits = false;    // each replay is left at one instruction that has a snapshot, another one each time
  bool breaks = false;   // every operator is a segment of its own
  bool dynamic = false;  // sizes are symbols from the start
  bool abandon = false;  // every other recording is given up, each time an instruction later
  bool text = false;     // every trace is written as text, and what reading that gives is run
  uint64_t turn = 0;     // counts replays or recordings
};
// The instruction of a trace at which a replay is to be left this time; ~0u: none.
uint32_t stress_point(Stress&, const Trace&);

// --stress=verify: one captured call, compared. A fork gives the interpreter the same objects, files and random
// numbers. What is compared: the result or the exception, what was printed, the state of the generator, and everything
// that can be reached from the function, its globals and those arguments that somebody else holds as well, to the last
// bit. A difference is reported and ends the process with status 70.
class Comparison {
 public:
  // Null where a fork would not do: another thread of the script is running. In the child it does not come back.
  static std::unique_ptr<Comparison> begin(Session&, const Region&, Frame&);
  ~Comparison();
  // The call is over. `result` is borrowed; kStop: it is not known; an exception is pending in the thread.
  void end(Value result);

 private:
  Comparison(Session& s, const Region& region) : session_(s), region_(region) {}
  [[noreturn]] void run_interpreted(Frame&, int to);
  Session& session_;
  const Region& region_;
  std::vector<Value> roots_;  // owned
  int from_ = -1, pid_ = -1;
  CaughtOutput output_;
};

// --stress=again: the same call over and over, as `f(x)` and again `f(x)`. All of it happens in forked processes, so
// what the calls do to the script's objects is undone with them. In the first one the call is made, which records it
// unless it was recorded before, and then made again kRepeats times. From the state before each of these, one more
// process makes the call with all traces and graphs forgotten, as if it were the first, and another one interprets it.
// What the replay does must be what the fresh recording does, and what interpretation does. What is compared is what
// Comparison compares. A difference is reported and ends the process with status 70. Later calls of a region are
// checked ever more rarely, since each costs seven.
void check_again(Session&, Region&, Frame&);

// For both. What can be reached from a call that is about to be made: owned values.
std::vector<Value> roots_of_call(const Region&, const Frame&);
bool can_fork(Session&);  // false: another thread of the script is running
void settle_in_fork(Session&);
[[noreturn]] void report_and_exit(Session&, const Region&, const char* kind, const std::string& what);
}  // namespace adder::capture
