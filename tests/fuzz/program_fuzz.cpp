// Random programs under Adder and, where it is installed, under CPython 3.11: what they print must be the same.
//   program_fuzz --adder=PATH [--python=/usr/bin/python3.11] [--seed=N] [--files=N] [--programs=N] [--damaged]
//                [--option=OPTION of adder] [--jobs=N files at a time]
// Each file holds several programs. Fixed seeds; a file that differs is printed with both outputs and the status is 1.
// With --damaged the programs are broken texts, and what is compared is the SyntaxError and its place. Without CPython,
// Adder must still end every file in time and without a signal.
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/fuzz/options.h"
#include "tests/fuzz/program_maker.h"
#include "tests/runner/process.h"

using namespace adder::testing_support;

namespace {

std::string quoted(const std::string& s) {  // as a Python literal
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "b'";
  for (unsigned char c : s) {
    if (c >= 32 && c < 127 && c != '\'' && c != '\\') {
      out += char(c);
    } else {
      out += "\\x";
      out += kHex[c >> 4];
      out += kHex[c & 15];
    }
  }
  return out + "'";
}
std::string broken_texts(uint32_t seed, int count) {
  std::string s = R"(def check(number, source):
    try: compile(source.decode('utf-8', 'replace'), '<text>', 'exec')
    except SyntaxError as e: print(number, type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
    except (ValueError, RecursionError, MemoryError) as e: print(number, type(e).__name__)
    else: print(number, 'ok')
import warnings
warnings.simplefilter('ignore')
)";
  for (int i = 0; i < count; i++) {
    ProgramMaker maker(seed * 1000 + uint32_t(i));
    s += "check(" + std::to_string(i) + ", " + quoted(maker.damaged()) + ")\n";
  }
  return s;
}
std::string programs(uint32_t seed, int count) {
  std::string s = ProgramMaker::preamble();
  for (int i = 0; i < count; i++) {
    ProgramMaker maker(seed * 1000 + uint32_t(i));
    s += maker.program("p" + std::to_string(i));
  }
  return s;
}

enum class Outcome { kSame, kWrong, kEndless };
// Makes one file and runs it; what differs stays in the folder. No `python`: there is nothing to compare with.
Outcome compare(std::vector<std::string> command, const std::string& python, const std::string& folder, uint32_t seed,
                int count, bool damaged) {
  std::string path = folder + "/p" + std::to_string(seed) + ".py";
  std::ofstream(path) << (damaged ? broken_texts(seed, count * 10) : programs(seed, count));
  ProcessResult reference;
  if (!python.empty()) {
    // Texts and bytes of Adder hold 4 GiB at most: CPython gets no more memory than that.
    const std::string limited = "ulimit -v 4194304 && exec \"$0\" \"$@\"";
    reference = run_process({"/bin/sh", "-c", limited, python, "-S", path}, {"PYTHONHASHSEED=0"}, "", folder, 60);
  }
  if (reference.timed_out) {  // a program that takes too long there has nothing to compare with
    std::printf("seed %u: no end within a minute under CPython\n", seed);
    unlink(path.c_str());
    return Outcome::kEndless;
  }
  command.push_back(path);
  ProcessResult got = run_process(command, {"PYTHONHASHSEED=0"}, "", folder, 300);
  bool failed = got.timed_out || got.signal || got.exit_status;
  if (!failed && (reference.exit_status != 0 || reference.out == got.out)) {
    unlink(path.c_str());
    return Outcome::kSame;
  }
  std::ofstream(path + ".got") << got.out << got.err;
  std::ofstream(path + ".want") << reference.out;
  std::printf("%s: %s\n", path.c_str(),
              got.timed_out     ? "time is over"
              : got.signal      ? "ended by a signal"
              : got.exit_status ? "exit status is not 0"
                                : "output differs (.got, .want beside it)");
  return Outcome::kWrong;
}

}  // namespace

int main(int argc, char** argv) {
  std::string adder = option(argc, argv, "adder", ""), python = option(argc, argv, "python", "/usr/bin/python3.11");
  uint32_t first = uint32_t(std::atoi(option(argc, argv, "seed", "1").c_str()));
  int files = std::atoi(option(argc, argv, "files", "20").c_str());
  int count = std::atoi(option(argc, argv, "programs", "10").c_str());
  int jobs = std::atoi(option(argc, argv, "jobs", "1").c_str());
  bool damaged = option(argc, argv, "damaged", "") == "yes";
  bool oracle = access(python.c_str(), X_OK) == 0;
  char folder[] = "/tmp/program_fuzz.XXXXXX";
  std::string with = option(argc, argv, "option", "");
  std::vector<std::string> command = {adder};
  if (!with.empty()) command.push_back(with);
  if (adder.empty() || !mkdtemp(folder)) {
    std::fprintf(stderr, "program_fuzz: --adder=PATH is needed\n");
    return 2;
  }
  std::atomic<int> next = 0, wrong = 0, endless = 0;
  auto work = [&] {
    for (int i; (i = next++) < files;) {
      Outcome o = compare(command, oracle ? python : "", folder, first + uint32_t(i), count, damaged);
      wrong += o == Outcome::kWrong;
      endless += o == Outcome::kEndless;
    }
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < jobs; i++) others.emplace_back(work);
    work();
  }
  rmdir(folder);
  std::printf("%d files of %d programs, %d wrong, %d without an end%s\n", files, damaged ? count * 10 : count, wrong.load(), endless.load(),
              oracle ? "" : " (no CPython here to compare with)");
  return wrong ? 1 : 0;
}
