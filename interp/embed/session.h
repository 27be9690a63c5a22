// Session: one interpreter with everything that stands on it (standard library, tensors, capture), configured by Flags.
// It is what the command line and the embedding API share. A Session belongs to one thread at a time; interrupt() may
// be called from any thread and from a signal handler.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "capture/capture.h"
#include "interp/embed/graph_compiler.h"
#include "interp/vm/frame_hook.h"
#include "interp/vm/import.h"
#include "runtime/base/flags.h"
#include "runtime/base/memory_account.h"
#include "runtime/base/status.h"
#include "stdlib/blob.h"

namespace adder {

class Deadline;

// f() with memory that runs out as a pending MemoryError: then the result is the empty one (false, kAbsent).
template <class F>
auto or_memory_error(Thread& th, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (...) {
    th.raise_caught();
    return {};
  }
}

class Session {
 public:
  // Fails with ErrorKind::value when flags contradict each other.
  static Result<std::unique_ptr<Session>> create(const Flags& flags);
  ~Session();
  Session(const Session&) = delete;

  Thread& thread() { return *thread_; }
  Interpreter& interpreter() { return *interpreter_; }
  const Flags& flags() const { return flags_; }

  // What the command line's -W, -i, -q and -u say; before the first import of sys, -W last.
  void set_warn_options(std::vector<std::string> options);
  void set_interactive(bool inspect, bool quiet, bool unbuffered);
  void set_optimization(int level);  // of -O; before anything is compiled
  void set_isolation(bool ignore_environment, bool isolated, bool safe_path);  // what sys.flags tells
  // How standard input and output stand for text; false: there is no such encoding.
  bool set_stream_text(const std::string& encoding, const std::string& errors);
  void set_closed(unsigned streams);  // bit n: descriptor n is none of the script's; as closed ones are from the start
  void set_arguments(const std::vector<std::string>& argv);  // sys.argv
  void add_search_path(const std::string& folder);           // first in sys.path

  // All of these give false when an exception is pending on thread().
  bool run_main(std::string_view text, const std::string& file);        // in the module __main__
  bool run_module_as_main(const std::string& name);                     // -m
  Value load_module(const std::string& file, const std::string& name);  // new reference, or kAbsent

  // Prints the pending exception as an uncaught one, or obeys SystemExit; gives the exit status.
  int report_pending(bool goes_on = false);
  // Runs atexit functions, flushes, drops all modules; gives `status`, or 120 when flushing failed. Once.
  int finish(int status);
  // finish() and the end of the session, everything taken apart. With --check-objects, objects that are left are told
  // on standard error and make a status of 0 to 70. Threads that still run, and what they hold, end with the process
  // only.
  static int end(std::unique_ptr<Session>, int status);

  std::vector<std::string> module_names() const;  // everything that can be imported, sorted
  bool knows_module(const std::string& name, const std::string& folder);  // in the library or, if files are allowed, in `folder`

  // To be held while anything of this session runs on this thread: tensors are charged to the session's --max-memory.
  // The functions above hold one of their own.
  rt::AccountScope enter() const { return rt::AccountScope(account_); }

  // Called where --stop-after has the program end, in the middle of a compilation; it must not return. Without it the
  // stage is printed and the script goes on.
  void set_stop(std::function<void()> stop) { dump_->stop = std::move(stop); }

  // Called, on another thread, where the script works for three seconds past --max-seconds, or waits for ten, without a moment
  // at which to raise.
  void set_overdue(std::function<void()> call);

  void interrupt() { thread_->interrupt(); }  // from a signal handler or another thread
  std::string stats_json() const;

 private:
  explicit Session(const Flags& flags);
  void dump_bytecode(std::string_view text, const std::string& file);
  bool run_text(std::string_view text, const std::string& file);
  bool run_named(const std::string& module);
  Value load_file(const std::string& file, const std::string& name);
  void let_go();  // of the script's modules, traces and the thread; once
  Flags flags_;
  std::shared_ptr<rt::MemoryAccount> account_;  // null without --max-memory
  Unpacker unpacker_;  // of the library, some of whose code is unpacked late: it outlives the interpreter
  std::unique_ptr<Interpreter> interpreter_;
  std::unique_ptr<Thread> thread_;
  std::unique_ptr<Deadline> deadline_;  // null without --max-seconds
  std::unique_ptr<Recorder> stress_recorder_;
  ImportPolicy import_policy_;
  std::unique_ptr<DumpWriter> dump_;
  std::unique_ptr<GraphCompiler> compiler_;
  std::unique_ptr<capture::Capture> capture_;
  bool finished_ = false;
};

}  // namespace adder
