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
}  // namespace adder::capture
