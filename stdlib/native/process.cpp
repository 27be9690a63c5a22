// _process: programs that are started, processes that are forked and waited for. `os` and `subprocess` stand on it.
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "interp/vm/interpreter_lock.h"
#include "stdlib/native/io.h"
#include "stdlib/native/state.h"

extern char** environ;

namespace adder::lib {
namespace {

// A copy of the process, in which this thread is the only one.
pid_t fork_alone(Thread& th) {
  const std::shared_ptr<InterpreterLock> lock = th.in.lock;
  if (lock) lock->mutex.lock();  // no other thread is half-way through it when it is copied
  const pid_t pid = ::fork();
  if (pid == 0 && lock) {
    lock->queue.clear();
    lock->started = 0;
  }
  const int error = errno;
  if (lock) lock->mutex.unlock();
  errno = error;
  return pid;
}

bool int_arg(Thread& th, Value v, int* out) {
  int64_t n;
  if (!to_index(th, v, &n)) return false;
  if (n != int(n)) {
    th.raise(E_OverflowError, n > 0 ? "signed integer is greater than maximum" : "signed integer is less than minimum");
    return false;
  }
  *out = int(n);
  return true;
}

// A list of words as the system takes them: their texts, and an array of pointers that ends in null.
class Words {
 public:
  bool read(Thread& th, Value sequence) {
    Values items;
    if (!iterate(th, sequence, &items.items)) return false;
    texts_.resize(items.items.size());
    for (size_t i = 0; i < texts_.size(); ++i)
      if (!path_arg(th, items.items[i], "exec", &texts_[i])) return false;
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
    return true;
  }
  char** data() { return pointers_.data(); }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

// What a new program begins with; -1 in a number: as in this process.
struct Child {
  Words paths, arguments, variables;  // where the program is looked for, its arguments, its environment
  bool own_environment = false;
  std::string directory;
  int streams[3];
  bool close_others, restore_signals, new_session;
  std::vector<int> kept;  // descriptors that stay open, in ascending order
  int process_group, user, group, umask;
  std::vector<gid_t> groups;
  Value before = kNone;  // called last; None: nothing
};
// How far the child got when it failed.
enum Stage : int { kPrepares, kCallsBack, kExecutes };

void close_range_or_each(int first, int last) {
  if (first > last || ::close_range(unsigned(first), unsigned(last), 0) == 0) return;
  const int end = std::min(last, int(::sysconf(_SC_OPEN_MAX)) - 1);
  for (int fd = first; fd <= end; ++fd) ::close(fd);
}

// In the child; comes back only if it fails, with the reason in errno.
Stage become(Thread& th, Child& c, int report) {
  int high[3];  // out of the way of each other
  for (int i = 0; i < 3; ++i)
    if ((high[i] = ::fcntl(c.streams[i], F_DUPFD_CLOEXEC, 3)) < 0 && c.streams[i] != i) return kPrepares;
  for (int i = 0; i < 3; ++i)
    if (high[i] >= 0 && ::dup2(high[i], i) < 0) return kPrepares;
  for (int fd : c.kept) {
    const int flags = ::fcntl(fd, F_GETFD);
    if (flags < 0 || ::fcntl(fd, F_SETFD, flags & ~FD_CLOEXEC) < 0) return kPrepares;
  }
  if (!c.directory.empty() && ::chdir(c.directory.c_str()) != 0) return kPrepares;
  if (c.umask >= 0) ::umask(mode_t(c.umask));
  if (c.restore_signals) {  // those that this program ignores
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGXFSZ, SIG_DFL);
  }
  if (c.new_session) ::setsid();
  if (c.process_group >= 0 && ::setpgid(0, c.process_group) != 0) return kPrepares;
  if (!c.groups.empty() && ::setgroups(c.groups.size(), c.groups.data()) != 0) return kPrepares;
  if (c.group != -1 && ::setregid(gid_t(c.group), gid_t(c.group)) != 0) return kPrepares;
  if (c.user != -1 && ::setreuid(uid_t(c.user), uid_t(c.user)) != 0) return kPrepares;
  if (c.before.u != kNone.u) {
    Owned called(th.call(c.before, nullptr, 0));
    if (!called) return errno = 0, kCallsBack;
  }
  if (c.close_others) {
    c.kept.insert(std::lower_bound(c.kept.begin(), c.kept.end(), report), report);
    int from = 3;
    for (int fd : c.kept) {
      close_range_or_each(from, fd - 1);
      from = std::max(from, fd + 1);
    }
    close_range_or_each(from, INT_MAX);
  }
  int saved = 0;  // what is wrong with a file that is there counts for more than that others are not
  for (const std::string& path : c.paths.texts()) {
    ::execve(path.c_str(), c.arguments.data(), c.own_environment ? c.variables.data() : environ);
    if (errno != ENOENT && errno != ENOTDIR && !saved) saved = errno;
  }
  if (saved) errno = saved;
  return kExecutes;
}

// _spawn(paths, arguments, environment or None, directory or None, streams, close_fds, pass_fds, restore_signals,
//        new_session, process_group, user, group, groups, umask, preexec or None, name of the program in errors): the
//        process id; -1: preexec failed.
Value process_spawn(Thread& th, Value* a, int) {
  if (library_state(th.in).no_files) return files_refused(th, kNone);
  Child c;
  if (!c.paths.read(th, a[0]) || !c.arguments.read(th, a[1])) return kAbsent;
  c.own_environment = a[2].u != kNone.u;
  if (c.own_environment && !c.variables.read(th, a[2])) return kAbsent;
  if (a[3].u != kNone.u && !path_arg(th, a[3], "exec", &c.directory)) return kAbsent;
  auto numbers = [&th](Value sequence, auto* out) {
    Values items;
    if (!iterate(th, sequence, &items.items)) return false;
    for (Value v : items.items) {
      int n;
      if (!int_arg(th, v, &n)) return false;
      out->push_back(n);
    }
    return true;
  };
  std::vector<int> streams;
  if (!numbers(a[4], &streams) || !truth_native(th, a[5], &c.close_others) || !numbers(a[6], &c.kept) ||
      !truth_native(th, a[7], &c.restore_signals) || !truth_native(th, a[8], &c.new_session) ||
      !int_arg(th, a[9], &c.process_group) || !int_arg(th, a[10], &c.user) || !int_arg(th, a[11], &c.group) ||
      !numbers(a[12], &c.groups) || !int_arg(th, a[13], &c.umask))
    return kAbsent;
  std::copy_n(streams.begin(), 3, c.streams);
  std::sort(c.kept.begin(), c.kept.end());
  if (!c.kept.empty() && c.kept[0] < 0) return th.raise(E_ValueError, "bad value(s) in fds_to_keep");
  c.before = a[14];
  th.flush();
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return raise_errno(th, errno);
  if (report[1] < 3) {  // where a stream of the child will be
    const int low = report[1];
    report[1] = ::fcntl(low, F_DUPFD_CLOEXEC, 3);
    ::close(low);
  }
  const pid_t pid = fork_alone(th);
  if (pid < 0) {
    const int error = errno;
    ::close(report[0]);
    ::close(report[1]);
    return raise_errno(th, error);
  }
  if (pid == 0) {
    const Stage stage = become(th, c, report[1]);
    const int failure[2] = {errno, stage};
    [[maybe_unused]] ssize_t written = ::write(report[1], failure, sizeof failure);
    ::_exit(255);
  }
  ::close(report[1]);
  int failure[2];
  ssize_t n;
  do n = ::read(report[0], failure, sizeof failure);
  while (n < 0 && errno == EINTR);
  ::close(report[0]);
  if (n != ssize_t(sizeof failure)) return integer(th, pid);
  ::waitpid(pid, nullptr, 0);
  if (failure[1] == kCallsBack) return integer49(-1);
  const Value name = a[failure[1] == kExecutes ? 15 : 3];
  return raise_errno(th, failure[0], name.u == kNone.u ? kAbsent : name);
}

Value process_fork(Thread& th, Value*, int) {
  if (library_state(th.in).no_files) return files_refused(th, kNone);
  const pid_t pid = fork_alone(th);
  return pid < 0 ? raise_errno(th, errno) : integer(th, pid);
}
// _exec(path, arguments, environment or None): does not come back.
Value process_exec(Thread& th, Value* a, int) {
  std::string path;
  Words arguments, variables;
  if (!path_arg(th, a[0], "exec", &path) || !arguments.read(th, a[1])) return kAbsent;
  const bool own = a[2].u != kNone.u;
  if (own && !variables.read(th, a[2])) return kAbsent;
  ::execve(path.c_str(), arguments.data(), own ? variables.data() : environ);
  return raise_errno(th, errno, a[0]);
}
Value process_waitpid(Thread& th, Value* a, int) {
  int pid, options;
  if (!int_arg(th, a[0], &pid) || !int_arg(th, a[1], &options)) return kAbsent;
  int status = 0;
  pid_t r;
  int error;
  while (true) {
    {
      Unlocked unlocked(th);
      r = ::waitpid(pid, &status, options);
      error = errno;
    }
    if (r >= 0 || error != EINTR) break;
    if (!heed_signal(th)) return kAbsent;
  }
  return r < 0 ? raise_errno(th, error) : pair(th, integer(th, r), integer49(status));
}

// Calls of the system that take numbers and give one: an error is -1. kGives: the number is the result, else None.
template <class R, class... A, size_t... I>
Value call_with(Thread& th, Value* a, R (*call)(A...), bool gives, std::index_sequence<I...>) {
  [[maybe_unused]] int n[sizeof...(A) + 1];
  if (!(int_arg(th, a[I], &n[I]) && ...)) return kAbsent;
  const R r = call(A(n[I])...);
  if (r == R(-1)) return raise_errno(th, errno);
  return gives ? integer(th, int64_t(r)) : kNone;
}
template <class R, class... A>
Value call_with(Thread& th, Value* a, R (*call)(A...), bool gives) {
  return call_with(th, a, call, gives, std::index_sequence_for<A...>());
}
template <auto kCall, bool kGives>
Value numbers_call(Thread& th, Value* a, int) {
  return call_with(th, a, kCall, kGives);
}

Value process_set_inheritable(Thread& th, Value* a, int) {
  int fd;
  bool wanted;
  if (!int_arg(th, a[0], &fd) || !truth_native(th, a[1], &wanted)) return kAbsent;
  const int flags = ::fcntl(fd, F_GETFD);
  if (flags < 0 || ::fcntl(fd, F_SETFD, wanted ? flags & ~FD_CLOEXEC : flags | FD_CLOEXEC) < 0)
    return raise_errno(th, errno);
  return kNone;
}
Value process_get_inheritable(Thread& th, Value* a, int) {
  int fd;
  if (!int_arg(th, a[0], &fd)) return kAbsent;
  const int flags = ::fcntl(fd, F_GETFD);
  return flags < 0 ? raise_errno(th, errno) : boolean(!(flags & FD_CLOEXEC));
}
int set_pipe_size(int fd, int size) {
  return ::fcntl(fd, F_SETPIPE_SZ, size);
}

const NativeDef kFunctions[] = {
    {"_spawn",
     "(paths, arguments, environment, directory, streams, close_fds, pass_fds, restore_signals, new_session, "
     "process_group, user, group, groups, umask, preexec, name, /)",
     "", process_spawn, Rule::breaks},
    {"set_inheritable", "(fd, inheritable, /)", "Shall programs that are started get a descriptor?",
     process_set_inheritable, Rule::residual},
    {"get_inheritable", "(fd, /)", "Do programs that are started get a descriptor?", process_get_inheritable,
     Rule::residual},
    {"_set_pipe_size", "(fd, size, /)", "", numbers_call<set_pipe_size, false>, Rule::residual},
    {"_fork", "()", "", process_fork, Rule::breaks},
    {"_exec", "(path, arguments, environment, /)", "", process_exec, Rule::breaks},
    {"waitpid", "(pid, options, /)", "Wait for a process.", process_waitpid, Rule::residual},
    {"setsid", "()", "Begin a session.", numbers_call<::setsid, false>, Rule::residual},
    {"getsid", "(pid, /)", "The session of a process.", numbers_call<::getsid, true>, Rule::residual},
    {"getpgid", "(pid)", "The group of a process.", numbers_call<::getpgid, true>, Rule::residual},
    {"setpgid", "(pid, pgrp, /)", "Put a process into a group.", numbers_call<::setpgid, false>, Rule::residual},
};

}  // namespace

const NativeModuleDef kProcessModule = {"_process", "Processes.", kFunctions};

}  // namespace adder::lib
