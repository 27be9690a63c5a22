// script_test --adder=PROGRAM --root=SOURCE_ROOT --config=FILE [--slow=FACTOR] [--sanitizers]: runs every script of the
// config's folders and compares what it prints. Each script is a GoogleTest case, so --gtest_filter and sharding work.
// Known failures still run: they are reported as skipped with their reason, and one that passes fails the suite until
// its line is removed. Only a reason that starts with `unstable: ` keeps a script from being run.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/runner/process.h"
#include "tests/runner/script.h"

namespace adder::testing_support {
namespace {

struct SuiteSetup {
  std::string adder, root;
  Config config;
  std::vector<KnownFailure> known;
  bool sanitizers = false;
};

// The first line in which the texts differ, for a message that fits a screen.
std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream a(expected), b(actual);
  std::string x, y;
  for (int line = 1;; ++line) {
    bool more_x = bool(std::getline(a, x)), more_y = bool(std::getline(b, y));
    if (!more_x && !more_y) return "they differ in the last line's end only";
    if (!more_x) x = "(end of output)";
    if (!more_y) y = "(end of output)";
    if (x != y || more_x != more_y)
      return "line " + std::to_string(line) + "\n  expected: " + x.substr(0, 300) + "\n  printed:  " + y.substr(0, 300);
  }
}

std::string tail(const std::string& text, size_t most) {
  return text.size() <= most ? text : "…" + text.substr(text.size() - most);
}

std::string check_counts(const Script& script, const std::string& stats_path) {
  auto stats = nlohmann::json::parse(read_file(stats_path), nullptr, false);
  if (stats.is_discarded()) return "no readable --stats file was written";
  std::string problem;
  auto check = [&](const char* name, std::optional<int> limit) {
    if (!limit) return;
    int n = stats.value(name, -1);
    if (n < 0 || n > *limit)
      problem += std::string(name) + ": " + std::to_string(n) + ", at most " + std::to_string(*limit) + " wanted\n";
  };
  check("graphs", script.graphs);
  check("recompiles", script.recompiles);
  int runs = stats.value("static_launches", -1);
  if (script.static_launches && runs < *script.static_launches)
    problem += "static_launches: " + std::to_string(runs) + ", at least " + std::to_string(*script.static_launches) +
               " wanted\n";
  if (stats.value("fallbacks", 0) > 0) problem += "some captures fell back to the interpreter\n";
  return problem;
}

// What is wrong with how the program ended: it may fail as a script fails, not as a program does. Statuses above 2 are
// the script's own (SystemExit) or tell of a fault of the program (70) and of standard output (120).
std::string check_end(const Script& script, const ProcessResult& run) {
  if (run.timed_out) return "still running after its time limit\n";
  if (run.signal) return std::string("killed by signal ") + strsignal(run.signal) + "\n";
  if (run.exit_status <= 2 || run.exit_status == 120 || run.exit_status == script.exit_status) return "";
  return "exit status " + std::to_string(run.exit_status) + "\n";
}

// Empty: the script does what it should.
std::string run_script(const SuiteSetup& setup, const Script& script, const std::string& turn) {
  std::vector<std::string> argv{setup.adder};
  for (std::string a : setup.config.args) {
    if (size_t at = a.find("{turn}"); at != a.npos) a.replace(at, strlen("{turn}"), turn);
    argv.push_back(a);
  }
  std::string stats_path;
  if (setup.config.check_counts && (script.graphs || script.recompiles || script.static_launches)) {
    stats_path = std::filesystem::temp_directory_path() / ("adder_stats_" + std::to_string(getpid()));
    argv.push_back("--stats=" + stats_path);
  }
  std::filesystem::path path = std::filesystem::path(setup.root) / script.path;
  argv.push_back(path.filename());
  for (const std::string& a : script.args) argv.push_back(a);
  ProcessResult run =
      run_process(argv, setup.config.env, script.input, path.parent_path(), script.timeout_seconds * setup.config.slow);
  std::string problem;
  if (setup.config.survives) {
    problem = check_end(script, run);
    if (!problem.empty()) problem = "turn " + turn + ": " + problem + "standard error: " + tail(run.err, 1500) + "\n";
    return problem;
  }
  if (run.timed_out) {
    problem = "still running after its time limit\n";
  } else if (run.signal) {
    problem = std::string("killed by signal ") + strsignal(run.signal) + "\n";
  } else if (run.exit_status != script.exit_status) {
    problem =
        "exit status " + std::to_string(run.exit_status) + ", expected " + std::to_string(script.exit_status) + "\n";
  }
  if (run.out != script.expected) problem += "output differs, " + first_difference(script.expected, run.out) + "\n";
  for (const std::string& text : script.stderr_has)
    if (run.err.find(text) == std::string::npos) problem += "standard error lacks: " + text + "\n";
  if (problem.empty() && !stats_path.empty()) problem = check_counts(script, stats_path);
  if (!problem.empty() && !run.err.empty()) problem += "standard error: " + tail(run.err, 1500) + "\n";
  if (!stats_path.empty()) std::filesystem::remove(stats_path);
  return problem;
}

class ScriptCase : public ::testing::Test {
 public:
  ScriptCase(const SuiteSetup& setup, Script script, const KnownFailure* known)
      : setup_(setup), script_(std::move(script)), known_(known) {}
  void TestBody() override {
    // Some failures come and go (a crash that depends on what lay in freed memory): running them proves nothing either
    // way.
    if (known_ && known_->reason.starts_with("unstable: ")) GTEST_SKIP() << known_->reason;
    if (setup_.sanitizers && !script_.no_sanitizers.empty()) GTEST_SKIP() << script_.no_sanitizers;
    std::string problem;
    for (const std::string& turn : setup_.config.turns) problem += run_script(setup_, script_, turn);
    if (!known_) {
      EXPECT_TRUE(problem.empty()) << script_.path << " [" << setup_.config.name << "]\n" << problem;
    } else if (problem.empty()) {
      ADD_FAILURE() << script_.path << " passes now: remove it from tests/known_failures.txt";
    } else {
      GTEST_SKIP() << known_->reason;
    }
  }

 private:
  const SuiteSetup& setup_;
  Script script_;
  const KnownFailure* known_;
};

const KnownFailure* find_known(const SuiteSetup& setup, const std::string& path) {
  for (const KnownFailure& k : setup.known)
    if (k.path == path && (k.config == "*" || k.config == setup.config.name)) return &k;
  return nullptr;
}

int register_scripts(const SuiteSetup& setup) {
  namespace fs = std::filesystem;
  int count = 0;
  for (const std::string& dir : setup.config.dirs) {
    std::vector<std::string> paths;
    for (const auto& entry : fs::directory_iterator(fs::path(setup.root) / dir))
      if (entry.path().extension() == ".py") paths.push_back(dir + "/" + entry.path().filename().string());
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
      std::optional<Script> script = load_script(setup.root, path);
      if (!script) continue;
      std::string suite = setup.config.name + "/" + dir;
      std::replace(suite.begin(), suite.end(), '/', '_');
      // A known failure is about what a script prints.
      const KnownFailure* known = setup.config.survives ? nullptr : find_known(setup, path);
      ::testing::RegisterTest(
          suite.c_str(), fs::path(path).stem().c_str(), nullptr, nullptr, __FILE__, __LINE__,
          [&setup, script, known]() -> ::testing::Test* { return new ScriptCase(setup, *script, known); });
      ++count;
    }
  }
  return count;
}

}  // namespace
}  // namespace adder::testing_support

int main(int argc, char** argv) {
  using namespace adder::testing_support;
  std::signal(SIGPIPE, SIG_IGN);
  ::testing::InitGoogleTest(&argc, argv);
  static SuiteSetup setup;
  double slow = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view a = argv[i];
    if (a.starts_with("--adder=")) setup.adder = std::filesystem::absolute(a.substr(8));
    if (a.starts_with("--root=")) setup.root = std::filesystem::absolute(a.substr(7));
    if (a.starts_with("--config=")) setup.config = load_config(std::string(a.substr(9)));
    if (a == "--sanitizers") setup.sanitizers = true;
    if (a.starts_with("--slow=")) slow = std::atof(argv[i] + 7);  // multiplies the configuration's own
  }
  setup.config.slow *= slow;
  if (setup.adder.empty() || setup.root.empty() || setup.config.name.empty()) {
    std::fprintf(stderr, "usage: script_test --adder=PROGRAM --root=SOURCE_ROOT --config=FILE [--gtest_...]\n");
    return 2;
  }
  setup.known = load_known_failures(setup.root + "/tests/known_failures.txt");
  if (register_scripts(setup) == 0) {
    std::fprintf(stderr, "script_test: no script found\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}
