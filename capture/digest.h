#pragma once
// What a script could see after a call, as text and numbers that another process can compare (--stress=verify, again).
#include <string>
#include <vector>

#include "interp/vm/thread.h"

namespace adder::capture {
struct Session;

struct Digest {
  std::string state, result;    // objects as text, sharing made visible
  std::vector<double> numbers;  // floating-point data, of the state first
  size_t state_numbers = 0;
};
// Of everything that can be reached from `roots` (borrowed), of the generator's state, of what was printed, and of the
// result (borrowed) or the pending exception, which stays pending.
Digest digest(Session&, const std::vector<Value>& roots, Value result, const std::string& printed);

// Through a pipe. False: the other end is closed.
void send(int to, const Digest&);
bool receive(int from, Digest*);

struct Side {
  std::string name;
  const Digest& digest;
};
// Empty where nothing differs; any NaN is like any other. Without `results` only the states are compared.
std::string difference(const Side&, const Side&, bool results);

// Standard output while calls are compared: it goes to a file.
class CaughtOutput {
 public:
  void begin(Thread&);
  void begin_in_fork();       // in a child process, where nothing is to come back: output goes to a new file
  std::string take(Thread&);  // what was written since
  // The same, and standard output is what it was before `begin`.
  std::string end(Thread&);
  void end_and_print(Thread&);
  bool active() const { return file_ >= 0; }

 private:
  int file_ = -1, saved_ = -1;  // and the real one
};
}  // namespace adder::capture
