#pragma once
// Standard output of calls that are compared (--stress=verify, again): kept in a file until one of them may print.
#include <string>

#include "interp/vm/thread.h"

namespace adder::capture {
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
  void redirect();
  int file_ = -1, saved_ = -1;  // and the real one, -1 where the process was started without
};
}  // namespace adder::capture
