#pragma once
// Stress of capture (--stress): replays are left where they need not be, segments are cut, and what captured calls do is
// compared with what the interpreter does. None of it may change what a script sees.
#include <memory>
#include <string>
#include <vector>

#include "capture/trace.h"

namespace adder::capture {
struct Session;
struct Region;

struct Stress {
  bool verify = false;   // each outermost captured call runs twice, once interpreted in a forked process
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

// --stress=verify: one captured call, compared. A fork gives the interpreter the same objects, files and random numbers.
// What is compared: the result or the exception, what was printed, the state of the generator, and everything that can be
// reached from the function, its globals and those arguments that somebody else holds as well. Floating-point data may
// differ by rounding. A difference is reported and ends the process with status 70.
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
  void gather(Frame&);
  void catch_output();
  std::string release_output();
  Session& session_;
  const Region& region_;
  std::vector<Value> roots_;  // owned
  int from_ = -1, pid_ = -1;
  int output_ = -1, saved_ = -1;  // standard output meanwhile, and the real one
};
}  // namespace adder::capture
