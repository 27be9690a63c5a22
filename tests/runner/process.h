// Runs one child process to its end, with a time limit, and collects what it wrote.
#pragma once
#include <string>
#include <vector>

namespace adder::testing_support {

struct ProcessResult {
  int exit_status = -1;  // -1: killed by a signal or by the time limit
  int signal = 0;        // the signal that ended it, or 0
  bool timed_out = false;
  std::string out, err;
};

// `argv[0]` is a path; `env` holds NAME=VALUE pairs added to this process's environment; `directory` is where the child
// starts ("" keeps ours). The child leads a process group of its own, which is killed as a whole when `seconds` are
// over.
ProcessResult run_process(const std::vector<std::string>& argv, const std::vector<std::string>& env,
                          const std::string& input, const std::string& directory, double seconds);

}  // namespace adder::testing_support
