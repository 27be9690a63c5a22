// A test script: a Python file with its expected output and directives.
//
// The expected text stands in `X.out` beside `X.py`, or behind `# expect: ` on the lines that print it (in order).
// Directives are comment lines at the top of the file, before the first line of code:
//   # args: WORD...        arguments after the script's name
//   # stdin: TEXT          a line of standard input (may be repeated)
//   # exit: N              expected exit status (default 0)
//   # stderr-has: TEXT     a text that standard error must contain (may be repeated)
//   # timeout: SECONDS     instead of 60
//   # no-sanitizers: WHY   skipped (reported) where script_test is told that the program is built with sanitizers
//   # static-launches: N   at least so many segments were launched by static runs; checked like `graphs`
//   # graphs: N  or  <=N   checked where the config says `check: counts`; likewise `# recompiles:`
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace adder::testing_support {

struct Script {
  std::string path;  // relative to the source root
  std::vector<std::string> args, stderr_has;
  std::string input, expected;
  int exit_status = 0;
  double timeout_seconds = 60;
  std::string no_sanitizers;  // why it cannot run under them, or empty
  std::optional<int> graphs, recompiles;  // the most that is allowed
  std::optional<int> static_launches;     // the least that is wanted
};

std::string read_file(const std::string& path);
// Empty when the file has neither an .out file nor `# expect:` lines: it is then a helper module, not a test.
std::optional<Script> load_script(const std::string& root, const std::string& path);

// A configuration: how every script is run once more. One `key: value` a line, `#` starts a comment.
//   args: WORD...   options of adder      env: NAME=VALUE        dirs: FOLDER...  (below the source root)
//   turns: N...     every script runs once per number, which stands for {turn} in `args`
//   check: survives the run may fail, by an exception that the script does not catch, and print anything
//   check: counts   compare `graphs` and `recompiles` of --stats    slow: FACTOR    multiplies every time limit
//   needs: vulkan   skip (reported) where no Vulkan device is found
struct Config {
  std::string name;
  std::vector<std::string> args, env, dirs;
  std::string needs;
  std::vector<std::string> turns{""};
  bool check_counts = false, survives = false;
  double slow = 1;
};
Config load_config(const std::string& path);

// `tests/known_failures.txt`: `PATH CONFIG REASON`, CONFIG may be `*`. A listed test that passes is an error, so the
// list cannot outlive its reasons.
struct KnownFailure {
  std::string path, config, reason;
};
std::vector<KnownFailure> load_known_failures(const std::string& path);

}  // namespace adder::testing_support
