// The command line: a client of the library.
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "interp/embed/prompt.h"
#include "interp/embed/session.h"
#include "runtime/base/flags.h"

namespace {

using adder::Flags;
using adder::Session;
using adder::Status;

constexpr char kVersion[] = "Adder 0.1.0 (Python 3.11, PyTorch 2.13.0)";

constexpr char kUsage[] = R"(usage: adder [options] FILE.py [args...]
       adder [options] -c CODE [args...]      run CODE
       adder [options] -m MODULE [args...]    run a module or package as a script
       adder [options] - [args...]            run standard input
       adder [options]                        an interactive prompt

Runs Python scripts that use PyTorch, without Python.
)";

constexpr char kExamples[] = R"(
Examples
  adder model.py --epochs 3               run a training script; its arguments stand behind its name
  adder --backend=eager model.py          capture, but run the graphs op by op
  adder --stats=run.json model.py         count graphs, breaks and recompiles
  TORCH_LOGS=graph_breaks,recompiles adder model.py   why capture needed more graphs (TORCH_LOGS=help lists all)
  adder --max-memory=2G --max-seconds=60 model.py   bounds for a script

Exit status: 0; 1 after an uncaught exception; 2 for wrong usage; SystemExit's own. --help-debug shows more options.
)";

int wrong_usage(const std::string& message) {
  std::fprintf(stderr, "adder: %s\nTry 'adder --help'.\n", message.c_str());
  return 2;
}

// SIGINT is noted here and becomes KeyboardInterrupt at the script's next safe point. The one process-wide variable of
// the program: a signal handler has nothing else to look at.
Session* volatile interrupted_session = nullptr;
void on_interrupt(int) {
  if (Session* s = interrupted_session) s->interrupt();
}

enum class Source { file, code, module, standard_input, prompt };

struct CommandLine {
  Flags flags;
  Source source = Source::prompt;
  std::string target;             // file, code or module
  std::vector<std::string> argv;  // sys.argv
  int early_exit = -1;            // --help and the like, or wrong usage: end with this status
};

// Options stand before the script; the first other word starts the script and its arguments.
CommandLine parse(int argc, char** argv) {
  CommandLine line;
  int i = 1;
  auto end_with = [&](int status) {
    line.early_exit = status;
    return line;
  };
  for (; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "-c" || word == "-m") {
      if (i + 1 >= argc) return end_with(wrong_usage("argument expected for the " + word + " option"));
      line.source = word == "-c" ? Source::code : Source::module;
      line.target = argv[++i];
      line.argv.push_back(word);
      ++i;
      break;
    }
    if (word == "-") {
      line.source = Source::standard_input;
      line.argv.push_back(word);
      ++i;
      break;
    }
    if (word == "-h" || word == "--help") {
      std::printf("%s\n%s\nLimits\n%s%s", kUsage, adder::describe_flags(adder::FlagGroup::user).c_str(),
                  adder::describe_flags(adder::FlagGroup::limits).c_str(), kExamples);
      return end_with(0);
    }
    if (word == "--help-debug") {
      std::printf("%s", adder::describe_flags(adder::FlagGroup::debug).c_str());
      return end_with(0);
    }
    if (word == "-V" || word == "--version") {
      std::puts(kVersion);
      return end_with(0);
    }
    if (word.starts_with("--")) {
      Status status = line.flags.set(word);
      if (!status.ok()) return end_with(wrong_usage(status.message()));
      continue;
    }
    if (word.starts_with('-')) {
      // Switches of CPython that change nothing here: unbuffered, no site, no bytecode files, isolated, ignore
      // environment.
      if (word.find_first_not_of("uSBsEIO", 1) == std::string::npos) continue;
      return end_with(wrong_usage("unknown option " + word));
    }
    line.source = Source::file;
    line.target = word;
    line.argv.push_back(word);
    ++i;
    break;
  }
  for (; i < argc; ++i) line.argv.push_back(argv[i]);
  if (line.argv.empty()) line.argv.push_back("");
  return line;
}

std::string folder_of(const std::string& path) {
  size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) {
    char here[4096];
    return getcwd(here, sizeof here) ? here : ".";
  }
  return path.substr(0, slash);
}

// Gives false after a message, with *status set.
bool read_script(const std::string& path, std::string* text, std::string* name, int* status) {
  struct stat info;
  std::string file = path;
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    file = path + "/__main__.py";
    if (stat(file.c_str(), &info) != 0) {
      std::fprintf(stderr, "adder: can't find '__main__' module in '%s'\n", path.c_str());
      *status = 1;
      return false;
    }
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (in) text->assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (!in || in.bad()) {
    int error = errno ? errno : EIO;
    std::fprintf(stderr, "adder: can't open file '%s': [Errno %d] %s\n", file.c_str(), error, strerror(error));
    *status = 2;
    return false;
  }
  // The name in tracebacks and in __file__ is absolute, and otherwise as it was given.
  char here[4096];
  *name = file.starts_with('/') || !getcwd(here, sizeof here) ? file : std::string(here) + "/" + file;
  return true;
}

bool run(Session& session, const CommandLine& line, int* status) {
  switch (line.source) {
    case Source::code: session.add_search_path(""); return session.run_main(line.target, "<string>");
    case Source::module: session.add_search_path(folder_of("x")); return session.run_module_as_main(line.target);
    case Source::standard_input: {
      session.add_search_path("");
      std::string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
      return session.run_main(text, "<stdin>");
    }
    case Source::file: {
      std::string text, name;
      if (!read_script(line.target, &text, &name, status)) return true;
      session.add_search_path(folder_of(name));
      return session.run_main(text, name);
    }
    case Source::prompt:
      session.add_search_path("");
      *status = adder::run_prompt(session, kVersion);
      return true;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Long strings and lists go back to the system when they die: by default the first one that dies moves those that come
  // after it to where freed memory stays. (Tensors have a store of freed blocks of their own.)
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
  CommandLine line = parse(argc, argv);
  if (line.early_exit >= 0) return line.early_exit;
  if (line.source == Source::prompt && !isatty(0) && !line.flags.modules) line.source = Source::standard_input;
  auto created = Session::create(line.flags);
  if (!created.ok()) return wrong_usage(created.status().message());
  Session& session = *created.value();
  if (line.flags.modules) {
    for (const std::string& name : session.module_names()) std::puts(name.c_str());
    return 0;
  }
  session.set_arguments(line.argv);
  interrupted_session = &session;
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  int status = 0;
  if (!run(session, line, &status)) status = session.report_pending();
  // The process ends, and what the session holds with it: taking it apart would only cost time. Whoever looks for leaks
  // wants to see what is left then.
  if (line.flags.check_objects || adder::Heap::kChecked) {
    interrupted_session = nullptr;
    return Session::end(std::move(created.value()), status);
  }
  status = session.finish(status);
  interrupted_session = nullptr;
  [[maybe_unused]] static Session* ended = created.value().release();
  return status;
}
