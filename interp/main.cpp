// The command line: a client of the library.
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "interp/embed/prompt.h"
#include "interp/embed/session.h"
#include "interp/vm/output.h"
#include "runtime/base/file.h"
#include "runtime/base/flags.h"

// In place of the library's, which brings 47 KB that read mangled names.
void __gnu_cxx::__verbose_terminate_handler() {
  try {
    if (std::current_exception()) throw;
    std::fputs("terminate called without an active exception\n", stderr);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "terminate called after throwing an exception\n  what():  %s\n", e.what());
  } catch (...) {
    std::fputs("terminate called after throwing an unknown exception\n", stderr);
  }
  std::abort();
}

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

constexpr char kPythonOptions[] = R"(
Options of CPython
  -i                            an interactive prompt in __main__ behind the script
  -q                            no banner at the prompt
  -W ACTION                     a filter of warnings, as -W error or -W ignore::DeprecationWarning; $PYTHONWARNINGS
                                holds more of them
  -u                            standard output is not buffered, as with $PYTHONUNBUFFERED
  -x                            skip the first line of the script
  -O -OO                        assert statements are left out and __debug__ is False, as with $PYTHONOPTIMIZE; with -OO
                                documentation of functions and classes is left out too
  -E -I                         variables of the environment named PYTHON... are not read
  -P -I                         the script's folder is not searched for modules, as with $PYTHONSAFEPATH; $PYTHONPATH
                                names further folders
  -b -B -d -s -S -v -X OPTION   accepted, without effect
)";

constexpr char kExamples[] = R"(
Examples
  adder model.py --epochs 3               run a training script; its arguments stand behind its name
  adder --backend=eager model.py          capture, but run the graphs op by op
  adder --stats=run.json model.py         count graphs, breaks and recompiles
  TORCH_LOGS=graph_breaks,recompiles adder model.py   why capture needed more graphs (TORCH_LOGS=help lists all)
  adder --capture=auto model.py           capture functions that never heard of torch.compile
  adder --max-memory=2G --max-seconds=60 model.py   bounds for a script
  adder --no-files --allow-modules=math,json model.py   a script from someone else

Modules of CPython that are not here (adder --modules lists those that are)
  xml email http sqlite3 dbm shelve ssl selectors socketserver ipaddress mimetypes ctypes mmap fcntl termios readline
  curses tkinter pdb bdb cmd code trace faulthandler tokenize marshal encodings gettext filecmp fileinput colorsys wave

Exit status: 0; 1 after an uncaught exception; 2 for wrong usage; 120 where standard output could not be written at the
end; 70 where --check-objects or --stress=verify found a fault of Adder's own; SystemExit's own. --help-debug shows more
options. --no-files leaves os.environ, os.kill and the like to the script: it bounds files, not processes.
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
  std::vector<std::string> warnings;
  bool prompt_after = false;  // -i
  bool quiet = false, skip_first_line = false, unbuffered = false;
  bool ignore_environment = false, isolated = false, safe_path = false;  // -E, -I, -P
  int optimize = 0;                                                      // -O, given so often
  std::vector<std::string> folders;  // of $PYTHONPATH
  std::string encoding = "utf-8", errors = "strict";  // of standard input and output
  int early_exit = -1;  // --help and the like, or wrong usage: end with this status
};

std::string working_directory() {
  char here[4096];
  return getcwd(here, sizeof here) ? here : ".";
}
// Absolute, without "." and ".."; links are left.
std::string plain_path(const std::string& path) {
  std::string whole = path.starts_with('/') ? path : working_directory() + "/" + path, out;
  for (size_t at = 0; at <= whole.size();) {
    size_t end = std::min(whole.find('/', at), whole.size());
    std::string part = whole.substr(at, end - at);
    if (part == "..")
      out.resize(out.empty() ? 0 : out.rfind('/'));
    else if (!part.empty() && part != ".")
      out += "/" + part;
    at = end + 1;
  }
  return out.empty() ? "/" : out;
}
std::string folder_of(const std::string& path) {
  size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? working_directory() : path.substr(0, slash);
}
// The folder of a script behind all links; of one that has no name of its own, as a pipe in /dev/stdin, where its
// first link leads.
std::string script_folder(const std::string& path) {
  char text[PATH_MAX];
  if (realpath(path.c_str(), text)) return folder_of(text);
  ssize_t n = readlink(path.c_str(), text, sizeof text);
  if (n <= 0) return folder_of(path);
  std::string link(text, size_t(n));
  return folder_of(link.starts_with('/') ? link : folder_of(path) + "/" + link);
}

// Reads options until the first other word, which starts the script and its arguments. Short options may stand together
// (-Bq); one with an argument takes the rest of its word or the next word, as CPython's.
class OptionReader {
 public:
  OptionReader(int argc, char** argv) : argc_(argc), argv_(argv) {}

  CommandLine read() {
    while (at_ < argc_ && line_.early_exit < 0 && !started_) {
      std::string word = argv_[at_];
      if (word == "--") {
        ++at_;
        break;
      }
      if (word == "-") {
        start(Source::standard_input, {}, word);
      } else if (word.starts_with("--")) {
        long_option(word);
      } else if (word.starts_with('-')) {
        short_options(word);
      } else {
        break;
      }
      ++at_;
    }
    if (line_.early_exit >= 0) return line_;
    if (!started_ && at_ < argc_) {
      start(Source::file, argv_[at_], argv_[at_]);
      ++at_;
    }
    for (; at_ < argc_; ++at_) line_.argv.push_back(argv_[at_]);
    if (line_.argv.empty()) line_.argv.push_back("");
    if (const char* text = environment("PYTHONUNBUFFERED")) line_.unbuffered |= *text != 0;
    stream_text();
    if (const char* text = environment("PYTHONSAFEPATH")) line_.safe_path |= *text != 0;
    if (const char* text = environment("PYTHONOPTIMIZE"); text && *text) {
      char* end;
      const long level = strtol(text, &end, 10);
      line_.optimize = std::max(line_.optimize, *end || level < 0 ? 1 : int(std::min(level, 2L)));
    }
    if (const char* text = environment("PYTHONPATH")) add_folders(text);
    if (const char* text = environment("PYTHONWARNINGS")) {
      std::vector<std::string> all;
      for (std::string rest = text; !rest.empty();) {
        size_t comma = std::min(rest.find(','), rest.size());
        if (comma) all.push_back(rest.substr(0, comma));
        rest.erase(0, comma + 1);
      }
      line_.warnings.insert(line_.warnings.begin(), all.begin(), all.end());
    }
    return line_;
  }

 private:
  const char* environment(const char* name) const { return line_.ignore_environment ? nullptr : getenv(name); }
  // An empty part is the working directory, unless all of it is empty. Each folder once, as CPython's site leaves them.
  void add_folders(std::string_view text) {
    if (text.empty()) return;
    for (size_t at = 0; at <= text.size();) {
      size_t end = std::min(text.find(':', at), text.size());
      std::string folder = plain_path(std::string(text.substr(at, end - at)));
      if (std::find(line_.folders.begin(), line_.folders.end(), folder) == line_.folders.end())
        line_.folders.push_back(std::move(folder));
      at = end + 1;
    }
  }
  // What has no UTF-8 passes through in the locale that a system has before anyone sets one, as in CPython.
  void stream_text() {
    const char* mode = environment("PYTHONUTF8");
    if (mode && *mode && strcmp(mode, "0") != 0 && strcmp(mode, "1") != 0)
      return end_with(wrong_usage("$PYTHONUTF8: invalid value"));
    const char* set = nullptr;
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
      if (!set || !*set) set = getenv(name);
    std::string_view locale = set && *set ? set : "C";
    bool bare = locale == "C" || locale == "POSIX" || locale == "C.UTF-8" || locale == "C.utf8" || (mode && *mode == '1');
    if (!bare) {  // one that is not installed counts for none
      locale_t found = newlocale(LC_CTYPE_MASK, set, nullptr);
      bare = !found;
      if (found) freelocale(found);
    }
    if (bare) line_.errors = "surrogateescape";
    // A C locale that is asked for by all means has ASCII; LC_ALL keeps CPython from choosing C.UTF-8 in its place.
    const char *all = getenv("LC_ALL"), *coerce = environment("PYTHONCOERCECLOCALE");
    const bool kept = (all && *all) || (coerce && *coerce == '0');
    if (mode && *mode == '0' && kept && (locale == "C" || locale == "POSIX")) line_.encoding = "ascii";
    const char* text = environment("PYTHONIOENCODING");
    if (!text || !*text) return;
    std::string_view given = text;
    size_t colon = std::min(given.find(':'), given.size());
    if (colon) line_.encoding = given.substr(0, colon);
    if (colon + 1 < given.size())
      line_.errors = given.substr(colon + 1);
    else if (colon)
      line_.errors = "strict";
  }
  void start(Source source, std::string target, std::string shown) {
    line_.source = source;
    line_.target = std::move(target);
    line_.argv.push_back(std::move(shown));
    started_ = true;
  }
  void end_with(int status) { line_.early_exit = status; }
  void help() {
    std::printf("%s\n%s\nLimits\n%s%s%s", kUsage, adder::describe_flags(adder::FlagGroup::user).c_str(),
                adder::describe_flags(adder::FlagGroup::limits).c_str(), kPythonOptions, kExamples);
    end_with(0);
  }
  void long_option(const std::string& word) {
    if (word == "--help") return help();
    if (word == "--version") return std::puts(kVersion), end_with(0);
    if (word == "--help-debug") {
      std::printf("%s", adder::describe_flags(adder::FlagGroup::debug).c_str());
      return end_with(0);
    }
    Status status = line_.flags.set(word);
    if (!status.ok()) end_with(wrong_usage(status.message()));
  }
  void short_options(const std::string& word) {
    for (size_t i = 1; i < word.size() && line_.early_exit < 0; ++i) {
      char letter = word[i];
      if (std::strchr("cmWX", letter)) {
        std::string argument = word.substr(i + 1);
        if (argument.empty()) {
          if (at_ + 1 >= argc_)
            return end_with(wrong_usage(std::string("argument expected for the -") + letter + " option"));
          argument = argv_[++at_];
        }
        if (letter == 'c') start(Source::code, argument, "-c");
        if (letter == 'm') start(Source::module, argument, "-m");
        if (letter == 'W') line_.warnings.push_back(argument);
        return;
      }
      switch (letter) {
        case 'h':
        case '?': return help();
        case 'V': return std::puts(kVersion), end_with(0);
        case 'i': line_.prompt_after = true; break;
        case 'q': line_.quiet = true; break;
        case 'O': ++line_.optimize; break;
        case 'x': line_.skip_first_line = true; break;
        case 'u': line_.unbuffered = true; break;
        case 'E': line_.ignore_environment = true; break;
        case 'I': line_.ignore_environment = line_.isolated = line_.safe_path = true; break;
        case 'P': line_.safe_path = true; break;
        default:
          // What changes nothing here: bytecode files, site folders, the environment, debugging of a parser.
          if (!std::strchr("bBdsSv", letter)) return end_with(wrong_usage(std::string("unknown option -") + letter));
      }
    }
  }

  int argc_, at_ = 1;
  char** argv_;
  bool started_ = false;
  CommandLine line_;
};

// Gives false after a message, with *status set.
bool read_script(const std::string& path, std::string* text, std::string* name, bool* folder, int* status) {
  struct stat info;
  // The name in messages, in tracebacks and in __file__ is absolute, and otherwise as it was given.
  auto absolute = [](const std::string& p) { return p.starts_with('/') ? p : working_directory() + "/" + p; };
  std::string file = path;
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    *folder = true;
    file = path + "/__main__.py";
    if (stat(file.c_str(), &info) != 0) {
      std::fprintf(stderr, "adder: can't find '__main__' module in '%s'\n", absolute(path).c_str());
      *status = 1;
      return false;
    }
  }
  if (!adder::read_file(file, text)) {
    std::fprintf(stderr, "adder: can't open file '%s': [Errno %d] %s\n", absolute(file).c_str(), errno,
                 strerror(errno));
    *status = 2;
    return false;
  }
  *name = absolute(file);
  return true;
}

bool run(Session& session, const CommandLine& line, int* status) {
  for (size_t i = line.folders.size(); i-- > 0;) session.add_search_path(line.folders[i]);
  auto add_own = [&](const std::string& folder) {
    if (!line.safe_path) session.add_search_path(folder);
  };
  switch (line.source) {
    case Source::code: add_own(""); return session.run_main(line.target, "<string>");
    case Source::module: add_own(working_directory()); return session.run_module_as_main(line.target);
    case Source::standard_input: {
      add_own("");
      std::string text;
      adder::read_file(0, &text);
      return session.run_main(text, "<stdin>");
    }
    case Source::file: {
      std::string text, name;
      bool folder = false;
      if (!read_script(line.target, &text, &name, &folder, status)) return true;
      if (folder)
        session.add_search_path(folder_of(name));
      else
        add_own(script_folder(name));
      if (line.skip_first_line) text.replace(0, std::min(text.find('\n'), text.size()), "");  // the line itself stays
      return session.run_main(text, name);
    }
    case Source::prompt:
      add_own("");
      *status = adder::run_prompt(session, line.quiet ? "" : kVersion);
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
  CommandLine line = OptionReader(argc, argv).read();
  if (line.early_exit >= 0) return line.early_exit;
  if (line.source == Source::prompt && !isatty(0) && !line.flags.modules && !line.prompt_after) line.source = Source::standard_input;
  // A stream that is closed stays so for the script, but no file may get its number: messages go there.
  unsigned closed = 0;
  for (int fd = 0; fd < 3; ++fd)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR | O_CLOEXEC) == fd) closed |= 1u << fd;
  auto created = Session::create(line.flags);
  if (!created.ok()) return wrong_usage(created.status().message());
  Session& session = *created.value();
  if (line.flags.modules) {
    for (const std::string& name : session.module_names()) std::puts(name.c_str());
    return 0;
  }
  for (const std::string& name : line.flags.allow_modules)  // a folder that the script adds may hold it: no error
    if (!name.empty() && !session.knows_module(name, folder_of(line.source == Source::file ? line.target : "x")) &&
        std::none_of(line.folders.begin(), line.folders.end(),
                     [&](const std::string& folder) { return session.knows_module(name, folder); }))
      std::fprintf(stderr, "adder: warning: --allow-modules: there is no module '%s'\n", name.c_str());
  session.set_closed(closed);
  session.set_arguments(line.argv);
  session.set_interactive(line.prompt_after, line.quiet, line.unbuffered);
  session.set_optimization(line.optimize);
  session.set_isolation(line.ignore_environment, line.isolated, line.safe_path);
  if (!session.set_stream_text(line.encoding, line.errors))
    return wrong_usage("$PYTHONIOENCODING: unknown encoding: " + line.encoding);
  session.set_warn_options(line.warnings);
  session.set_stop([&session] {
    session.thread().flush();
    std::fflush(nullptr);
    std::_Exit(0);
  });
  session.set_overdue([&session] {
    auto tell_and_end = [](int) {
      constexpr char kText[] = "sys.LimitExceeded: time limit reached\n";
      pollfd error{2, POLLOUT, 0};
      [[maybe_unused]] ssize_t written = poll(&error, 1, 0) == 1 ? write(2, kText, sizeof kText - 1) : 0;
      _exit(1);
    };
    // Where nobody reads what is written here, a second is enough.
    struct sigaction end = {};
    end.sa_handler = tell_and_end;
    sigaction(SIGALRM, &end, nullptr);
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &wanted, nullptr);
    alarm(1);
    adder::flush_at_the_end(session.thread());
    alarm(0);
    tell_and_end(0);
  });
  interrupted_session = &session;
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  for (int ignored : {SIGPIPE, SIGXFSZ}) std::signal(ignored, SIG_IGN);  // calls say so by their errors
  int status = 0;
  bool interrupted = false;
  if (!run(session, line, &status)) {
    interrupted = session.thread().pending_is(adder::E_KeyboardInterrupt);
    status = session.report_pending(line.prompt_after);
  }
  if (line.prompt_after && line.source != Source::prompt) status = adder::run_prompt(session, "");
  // The process ends, and what the session holds with it: taking it apart would only cost time. Whoever looks for leaks
  // wants to see what is left then.
  if (line.flags.check_objects || adder::Heap::kChecked) {
    interrupted_session = nullptr;
    return Session::end(std::move(created.value()), status);
  }
  status = session.finish(status);
  interrupted_session = nullptr;
  if (interrupted && status == 130) {  // the parent learns what ended the program, and may end too
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
  [[maybe_unused]] static Session* ended = created.value().release();
  return status;
}
