// --stress=again: calls made over and over, replayed, recorded afresh and interpreted.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture/capture.h"
#include "capture/region.h"
#include "capture/stress.h"

namespace adder::capture {
namespace {
constexpr int kRepeats = 3;        // the first replay teaches static runs, which the next ones use
constexpr uint32_t kAllCalls = 4;  // of a region are checked, then those whose numbers are powers of two

// The arguments of a call as its frame has received them, to be given again.
struct Arguments {
  std::vector<Value> values;  // borrowed from the frame, the last ones named
  Tuple* names = nullptr;     // owned; null: none

  Arguments(Thread& th, const Frame& f) {
    const Code& c = *f.code;
    uint32_t rest = c.nparams + c.nkwonly;
    std::vector<Value> keys;
    for (uint32_t r = 0; r < c.nparams; r++) values.push_back(f.base[r]);
    if (c.cflags & kVarArgs) {
      Tuple* more = f.base[rest++].as<Tuple>();
      values.insert(values.end(), more->items, more->items + more->len);
    }
    for (uint32_t r = c.nparams; r < c.nparams + c.nkwonly; r++) {
      keys.push_back(of(c.tables->varnames[r]));
      values.push_back(f.base[r]);
    }
    if (c.cflags & kVarKw) {
      Dict* more = f.base[rest].as<Dict>();
      for (uint32_t i = 0; i < more->filled; i++) {
        if (!more->entries[i].key.u || !more->entries[i].val.u) continue;
        keys.push_back(more->entries[i].key);
        values.push_back(more->entries[i].val);
      }
    }
    if (keys.empty()) return;
    names = tuple(th, keys.size());
    for (size_t i = 0; i < keys.size(); i++) names->items[i] = inc(keys[i]);
  }
};

class Repetition {
 public:
  Repetition(Session& s, const Region& region, Frame& f)
      : session_(s), region_(region), frame_(f), arguments_(s.thread, f), roots_(roots_of_call(region, f)) {}
  [[noreturn]] void run() {
    session_.stress.again = false;
    settle_in_fork(session_);
    output_.begin_in_fork();
    errors_ = dup(STDERR_FILENO);
    if (int null = open("/dev/null", O_WRONLY); null >= 0) dup2(null, STDERR_FILENO);
    call();
    output_.begin_in_fork();
    for (int n = 0; n < kRepeats; n++) {
      Digest fresh, plain;
      bool recorded = in_fork(&fresh, [&] { forget_traces(session_); });
      bool interpreted = in_fork(&plain, [&] { interpret(); });
      Digest again = call();
      output_.begin_in_fork();
      if (!recorded) differs("the call recorded afresh died");
      if (!interpreted) differs("the interpreted call died");
      if (!sees_compilation()) differs(difference({"again", again}, {"recorded afresh", fresh}, true));
      if (!refused_) differs(difference({"again", again}, {"interpreted", plain}, true));
    }
    _exit(0);
  }

 private:
  // A backend of the script's is called for each compilation, and may count them.
  bool sees_compilation() const { return region_.options.backend_function.u; }
  void differs(const std::string& what) {
    if (what.empty()) return;
    dup2(errors_, STDERR_FILENO);
    report_and_exit(session_, region_, "again", "itself: " + what);
  }
  void interpret() {
    session_.off = true;
    session_.base = &frame_;  // torch.compiler.is_compiling() says the same everywhere
  }
  // Makes the call; what it did.
  Digest call() {
    Thread& th = session_.thread;
    Value result = th.call(of(frame_.func), arguments_.values.data(), int(arguments_.values.size()), arguments_.names);
    Digest d = digest(session_, roots_, result, output_.take(th));
    refused_ = !result.u && region_.options.fullgraph;
    if (!result.u) th.clear_pending();
    dec(result);
    return d;
  }
  // The same in another process, with something done first. False: the process died.
  template <class Before>
  bool in_fork(Digest* d, Before before) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    pid_t pid = fork();
    if (pid == 0) {
      close(ends[0]);
      output_.begin_in_fork();
      before();
      send(ends[1], call());
      _exit(0);
    }
    close(ends[1]);
    bool ok = pid > 0 && receive(ends[0], d);
    close(ends[0]);
    if (pid > 0) waitpid(pid, nullptr, 0);
    return ok;
  }

  Session& session_;
  const Region& region_;
  Frame& frame_;
  Arguments arguments_;
  std::vector<Value> roots_;
  CaughtOutput output_;
  int errors_ = -1;
  bool refused_ = false;  // the last call raised under fullgraph, perhaps where interpretation goes on
};
}  // namespace

void check_again(Session& s, Region& region, Frame& f) {
  uint32_t n = ++region.checked_calls;
  bool due = n <= kAllCalls || (n & (n - 1)) == 0;
  if (!due || !can_fork(s)) return;
  s.thread.flush();
  std::fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) Repetition(s, region, f).run();
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) report_and_exit(s, region, "again", "itself: no process repeats it");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 70) _exit(70);
  report_and_exit(s, region, "again", "itself: the repeated call died");
}
}  // namespace adder::capture
