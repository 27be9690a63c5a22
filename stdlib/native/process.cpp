// _process: programs that are started, processes that are forked and waited for. `os` and `subprocess` stand on it.
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "interp/vm/interpreter_lock.h"
#include "stdlib/native/io.h"
#include "stdlib/native/state.h"
#include "stdlib/native/system_numbers.h"

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

bool process_arg(Thread& th, Value v, pid_t* out) {
  int64_t n;
  if (!system_number(th, v, kProcess, &n)) return false;
  *out = pid_t(n);
  return true;
}
bool numbers_arg(Thread& th, Value sequence, NumberKind kind, auto* out) {
  Values items;
  if (!iterate(th, sequence, &items.items)) return false;
  for (Value v : items.items) {
    int64_t n;
    if (kind == kGroup && !is_intlike(unwrap(v))) return th.raise(E_TypeError, "groups must be integers"), false;
    if (!system_number(th, v, kind, &n)) return false;
    out->push_back(typename std::remove_pointer_t<decltype(out)>::value_type(n));
  }
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
  int process_group, umask;
  int64_t user, group;
  std::optional<std::vector<gid_t>> groups;  // none: those of this process
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
  if (c.groups && ::setgroups(c.groups->size(), c.groups->data()) != 0) return kPrepares;
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
  std::vector<int> streams;
  if (!numbers_arg(th, a[4], kProcess, &streams) || !truth_native(th, a[5], &c.close_others) ||
      !numbers_arg(th, a[6], kCInt, &c.kept) || !truth_native(th, a[7], &c.restore_signals) ||
      !truth_native(th, a[8], &c.new_session) || !process_arg(th, a[9], &c.process_group) ||
      !system_number(th, a[10], kUser, &c.user) || !system_number(th, a[11], kGroup, &c.group) ||
      (a[12].u != kNone.u && !numbers_arg(th, a[12], kGroup, &c.groups.emplace())) || !process_arg(th, a[13], &c.umask))
    return kAbsent;
  if (streams.size() != std::size(c.streams)) return th.raise(E_ValueError, "three streams are required");
  std::copy(streams.begin(), streams.end(), c.streams);
  std::sort(c.kept.begin(), c.kept.end());
  c.kept.reserve(c.kept.size() + 1);  // the child adds one, and should not need memory
  c.before = a[14];
  th.flush();
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return raise_errno(th, errno);
  if (report[1] < 3) {  // where a stream of the child will be
    const int low = report[1];
    report[1] = ::fcntl(low, F_DUPFD_CLOEXEC, 3);
    const int error = errno;
    ::close(low);
    if (report[1] < 0) {
      ::close(report[0]);
      return raise_errno(th, error);
    }
  }
  const pid_t pid = fork_alone(th);
  if (pid < 0) {
    const int error = errno;
    ::close(report[0]);
    ::close(report[1]);
    return raise_errno(th, error);
  }
  if (pid == 0) {
    Stage stage = kPrepares;
    try {
      stage = become(th, c, report[1]);
    } catch (...) {  // for want of memory; the copy of the script must not go on
      errno = ENOMEM;
    }
    const int failure[2] = {errno, stage};
    [[maybe_unused]] ssize_t written = ::write(report[1], failure, sizeof failure);
    ::_exit(255);
  }
  ::close(report[1]);
  int failure[2];
  ssize_t n;
  {
    Unlocked unlocked(th);  // the function that is called last may take its time
    do n = ::read(report[0], failure, sizeof failure);
    while (n < 0 && errno == EINTR);
  }
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
  if (library_state(th.in).no_files) return files_refused(th, kNone);
  std::string path;
  Words arguments, variables;
  if (!path_arg(th, a[0], "exec", &path) || !arguments.read(th, a[1])) return kAbsent;
  const bool own = a[2].u != kNone.u;
  if (own && !variables.read(th, a[2])) return kAbsent;
  ::execve(path.c_str(), arguments.data(), own ? variables.data() : environ);
  return raise_errno(th, errno);
}
// _wait4(pid, options): (pid, status, what resource.getrusage() gives of it).
Value process_wait4(Thread& th, Value* a, int) {
  int pid, options, status = 0;
  if (!process_arg(th, a[0], &pid) || !process_arg(th, a[1], &options)) return kAbsent;
  rusage usage = {};
  pid_t r;
  int error;
  while (true) {
    {
      Unlocked unlocked(th);
      r = ::wait4(pid, &status, options, &usage);
      error = errno;
    }
    if (r >= 0 || error != EINTR) break;
    if (!heed_signal(th)) return kAbsent;
  }
  if (r < 0) return raise_errno(th, error);
  Ref<Tuple> t(tuple(th, 3));
  t->items[0] = integer(th, r);
  t->items[1] = integer49(status);
  t->items[2] = usage_tuple(th, usage);
  return of(t.release());
}
Value process_set_groups(Thread& th, Value* a, int) {
  std::vector<gid_t> groups;
  if (!numbers_arg(th, a[0], kGroup, &groups)) return kAbsent;
  return ::setgroups(groups.size(), groups.data()) == 0 ? kNone : raise_errno(th, errno);
}
Value process_affinity(Thread& th, Value* a, int) {  // a list of processors
  int pid;
  cpu_set_t set;
  if (!process_arg(th, a[0], &pid)) return kAbsent;
  if (::sched_getaffinity(pid, sizeof set, &set) != 0) return raise_errno(th, errno);
  List* l = list(th);
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) push(l, integer49(i));
  return of(l);
}
Value process_set_affinity(Thread& th, Value* a, int) {
  int pid;
  std::vector<int64_t> processors;
  if (!process_arg(th, a[0], &pid) || !numbers_arg(th, a[1], kOffset, &processors)) return kAbsent;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int64_t n : processors) {
    if (n < 0) return th.raise(E_ValueError, "negative CPU number");
    if (n >= INT_MAX) return th.raise(E_OverflowError, "CPU number too large");
    if (n < CPU_SETSIZE) CPU_SET(n, &set);
  }
  return ::sched_setaffinity(pid, sizeof set, &set) == 0 ? kNone : raise_errno(th, errno);
}
// Calls of the system that take numbers and give one, for _call(); -1 is an error, where errno says so.
struct SystemCall {
  const char* name;
  const char* kinds;  // a NumberKind for each number
  int64_t (*call)(const int64_t* n);
};
constexpr SystemCall kSystemCalls[] = {
    {"fchdir", "f", [](const int64_t* n) { return int64_t(::fchdir(int(n[0]))); }},
    {"fchmod", "ii", [](const int64_t* n) { return int64_t(::fchmod(int(n[0]), mode_t(n[1]))); }},
    {"fchown", "iug", [](const int64_t* n) { return int64_t(::fchown(int(n[0]), uid_t(n[1]), gid_t(n[2]))); }},
    {"fcntl", "iii", [](const int64_t* n) { return int64_t(::fcntl(int(n[0]), int(n[1]), int(n[2]))); }},
    {"fdatasync", "f", [](const int64_t* n) { return int64_t(::fdatasync(int(n[0]))); }},
    {"fpathconf", "ii", [](const int64_t* n) { return int64_t(::fpathconf(int(n[0]), int(n[1]))); }},
    {"getpgid", "p", [](const int64_t* n) { return int64_t(::getpgid(pid_t(n[0]))); }},
    {"getpriority", "ii",
     [](const int64_t* n) { return int64_t(::getpriority(__priority_which_t(n[0]), id_t(n[1]))); }},
    {"getsid", "p", [](const int64_t* n) { return int64_t(::getsid(pid_t(n[0]))); }},
    {"lockf", "iio", [](const int64_t* n) { return int64_t(::lockf(int(n[0]), int(n[1]), off_t(n[2]))); }},
    {"nice", "i", [](const int64_t* n) { return int64_t(::nice(int(n[0]))); }},
    {"posix_fadvise", "iooi",
     [](const int64_t* n) { return int64_t(::posix_fadvise(int(n[0]), n[1], n[2], int(n[3]))); }},
    {"posix_fallocate", "ioo", [](const int64_t* n) { return int64_t(::posix_fallocate(int(n[0]), n[1], n[2])); }},
    {"sched_get_priority_max", "i", [](const int64_t* n) { return int64_t(::sched_get_priority_max(int(n[0]))); }},
    {"sched_get_priority_min", "i", [](const int64_t* n) { return int64_t(::sched_get_priority_min(int(n[0]))); }},
    {"sched_getscheduler", "p", [](const int64_t* n) { return int64_t(::sched_getscheduler(pid_t(n[0]))); }},
    {"sched_yield", "", [](const int64_t*) { return int64_t(::sched_yield()); }},
    {"setpgid", "pp", [](const int64_t* n) { return int64_t(::setpgid(pid_t(n[0]), pid_t(n[1]))); }},
    {"setpriority", "iii",
     [](const int64_t* n) { return int64_t(::setpriority(__priority_which_t(n[0]), id_t(n[1]), int(n[2]))); }},
    {"setresgid", "ggg", [](const int64_t* n) { return int64_t(::setresgid(gid_t(n[0]), gid_t(n[1]), gid_t(n[2]))); }},
    {"setresuid", "uuu", [](const int64_t* n) { return int64_t(::setresuid(uid_t(n[0]), uid_t(n[1]), uid_t(n[2]))); }},
    {"setregid", "gg", [](const int64_t* n) { return int64_t(::setregid(gid_t(n[0]), gid_t(n[1]))); }},
    {"setreuid", "uu", [](const int64_t* n) { return int64_t(::setreuid(uid_t(n[0]), uid_t(n[1]))); }},
    {"setsid", "", [](const int64_t*) { return int64_t(::setsid()); }},
    {"setgid", "g", [](const int64_t* n) { return int64_t(::setgid(gid_t(n[0]))); }},
    {"setuid", "u", [](const int64_t* n) { return int64_t(::setuid(uid_t(n[0]))); }},
    {"sync", "", [](const int64_t*) { return ::sync(), int64_t(0); }},
    {"tcgetpgrp", "i", [](const int64_t* n) { return int64_t(::tcgetpgrp(int(n[0]))); }},
    {"tcsetpgrp", "pp", [](const int64_t* n) { return int64_t(::tcsetpgrp(int(n[0]), pid_t(n[1]))); }},
};
// _call(name, *numbers); those that are left out are 0.
Value process_call(Thread& th, Value* a, int count) {
  std::string_view name;
  if (!text_arg(th, a[0], "name", &name)) return kAbsent;
  for (const SystemCall& known : kSystemCalls) {
    if (name != known.name) continue;
    int64_t numbers[4] = {};
    for (int i = 0; known.kinds[i] && i + 1 < count; ++i)
      if (!system_number(th, a[i + 1], NumberKind(known.kinds[i]), &numbers[i])) return kAbsent;
    errno = 0;
    const int64_t r = known.call(numbers);
    return r == -1 && errno ? raise_errno(th, errno) : integer(th, r);
  }
  return th.raise(E_ValueError, "unknown call");
}

const NativeDef kFunctions[] = {
    {"_spawn",
     "(paths, arguments, environment, directory, streams, close_fds, pass_fds, restore_signals, new_session, "
     "process_group, user, group, groups, umask, preexec, name, /)",
     "", process_spawn, Rule::breaks},
    {"_fork", "()", "", process_fork, Rule::breaks},
    {"_exec", "(path, arguments, environment, /)", "", process_exec, Rule::breaks},
    {"_wait4", "(pid, options, /)", "", process_wait4, Rule::residual},
    {"setgroups", "(groups, /)", "Set the further groups.", process_set_groups, Rule::residual},
    {"_call", "(name, /, *numbers)", "", process_call, Rule::residual},
    {"_affinity", "(pid, /)", "", process_affinity, Rule::residual},
    {"sched_setaffinity", "(pid, mask, /)", "The processors that a process may run on.", process_set_affinity,
     Rule::residual},
};

}  // namespace

const NativeModuleDef kProcessModule = {"_process", "Processes.", kFunctions};

}  // namespace adder::lib
