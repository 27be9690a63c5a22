// The system: files, directories, environment. `os` and `os.path` (stdlib/py/os.py) are built on it.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interp/vm/interpreter_lock.h"
#include "stdlib/native/io.h"
#include "stdlib/native/os_paths.h"
#include "stdlib/native/state.h"
#include "stdlib/native/system_numbers.h"

extern char** environ;

namespace adder::lib {

// --no-files: what names a file is refused before the system is asked.
Value files_refused(Thread& th, Value path) {
  Owned text(new_str(th, "Operation not permitted: the script has no access to files (--no-files)"));
  Value args[3] = {integer49(EPERM), text.get(), path};
  Value error = th.call(of(th.type(E_PermissionError)), args, path.u && path.u != kNone.u ? 3 : 2);
  return error.u ? th.raise_obj(error) : kAbsent;
}
bool path_arg(Thread& th, Value v, const char* function, std::string* out) {
  Value u = unwrap(v);
  std::string_view bytes;
  Owned converted;
  if (!is_str(u) && !bytes_view(u, &bytes)) {
    Value m = v.is_cell() ? type_find(type_of(th.in, v), th.name(n_fspath)) : kAbsent;
    if (!m.u) {
      th.raise(E_TypeError, "expected str, bytes or os.PathLike object, not %s", type_name(th, v).c_str());
      return false;
    }
    converted = Owned(th.call(m, &v, 1));
    if (!converted) return false;
    u = unwrap(converted.get());
    if (!is_str(u) && !bytes_view(u, &bytes)) {
      th.raise(E_TypeError, "expected %s.__fspath__() to return str or bytes, not %s", type_name(th, v).c_str(),
               type_name(th, converted.get()).c_str());
      return false;
    }
  }
  if (library_state(th.in).no_files && std::string_view(function) != "compile") return files_refused(th, v), false;
  if (is_str(u)) {
    converted = Owned(encode_text(th, u, "utf-8", "surrogateescape"));
    if (!converted) return false;
    bytes_view(converted.get(), &bytes);
  }
  *out = bytes;
  if (out->find('\0') != out->npos) {
    th.raise(E_ValueError, std::string_view(function) == "compile" ? "embedded null character" : "embedded null byte");
    return false;
  }
  return true;
}
Value name_text(Thread& th, std::string_view s) {
  std::string out;
  CodecError error;
  decode(s, Encoding::kUtf8, ErrorMode::kSurrogateEscape, &out, &error);
  return new_str(th, out);
}
Value usage_tuple(Thread& th, const rusage& usage) {
  auto seconds = [](const timeval& t) { return real(double(t.tv_sec) + 1e-6 * double(t.tv_usec)); };
  const long counts[14] = {usage.ru_maxrss, usage.ru_ixrss,    usage.ru_idrss,   usage.ru_isrss,   usage.ru_minflt,
                           usage.ru_majflt, usage.ru_nswap,    usage.ru_inblock, usage.ru_oublock, usage.ru_msgsnd,
                           usage.ru_msgrcv, usage.ru_nsignals, usage.ru_nvcsw,   usage.ru_nivcsw};
  Tuple* t = tuple(th, 16);
  t->items[0] = seconds(usage.ru_utime);
  t->items[1] = seconds(usage.ru_stime);
  for (int i = 0; i < 14; ++i) t->items[2 + i] = integer(th, int64_t(counts[i]));
  return of(t);
}

namespace {

// (columns, lines) of a terminal.
Value os_terminal_size(Thread& th, Value* a, int) {
  int fd;
  if (!int_arg(th, a[0], &fd)) return kAbsent;
  winsize size;
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0) return raise_errno(th, errno);
  return pair(th, integer49(size.ws_col), integer49(size.ws_row));
}
Value os_getcwd(Thread& th, Value*, int) {
  char buffer[4096];
  return ::getcwd(buffer, sizeof buffer) ? name_text(th, buffer) : raise_errno(th, errno);
}
Value os_environ(Thread& th, Value*, int) {
  Dict* d = dict(th);
  for (char** e = environ; e && *e; ++e) {
    std::string_view s = *e;
    size_t eq = s.find('=');
    if (eq == s.npos || eq == 0) continue;
    Owned key(name_text(th, s.substr(0, eq)));
    dict_set(th, d, key.get(), name_text(th, s.substr(eq + 1)));
  }
  return of(d);
}
Value os_putenv(Thread& th, Value* a, int) {
  std::string key;
  std::string value;
  if (!path_arg(th, a[0], "putenv", &key) || !path_arg(th, a[1], "putenv", &value)) return kAbsent;
  if (key.find('=') != key.npos) return th.raise(E_ValueError, "illegal environment variable name");
  return ::setenv(key.c_str(), value.c_str(), 1) == 0 ? kNone : raise_errno(th, errno);
}
Value os_unsetenv(Thread& th, Value* a, int) {
  std::string key;
  if (!path_arg(th, a[0], "unsetenv", &key)) return kAbsent;
  return ::unsetenv(key.c_str()) == 0 ? kNone : raise_errno(th, errno);
}

template <int (*kCall)()>
Value number(Thread& th, Value*, int) {
  return integer(th, kCall());
}
int get_pid() {
  return getpid();
}
int get_ppid() {
  return getppid();
}
int get_euid() {
  return int(geteuid());
}
int get_egid() {
  return int(getegid());
}
int get_pgrp() {
  return int(getpgrp());
}
int get_uid() {
  return int(getuid());
}
int get_gid() {
  return int(getgid());
}
int cpu_count() {
  return int(sysconf(_SC_NPROCESSORS_ONLN));
}

Value os_close(Thread& th, Value* a, int) {
  int fd;
  if (!int_arg(th, a[0], &fd)) return kAbsent;
  return ::close(fd) == 0 ? kNone : raise_errno(th, errno);
}
template <bool kAt>
Value os_read(Thread& th, Value* a, int) {
  int fd;
  int64_t n, offset = -1;
  if (!int_arg(th, a[0], &fd) || !to_index(th, a[1], &n) || (kAt && !system_number(th, a[2], kOffset, &offset))) return kAbsent;
  if (n < 0) return raise_errno(th, EINVAL);
  if (!th.check_memory(size_t(n))) return kAbsent;
  std::string out(size_t(n), '\0');
  ssize_t got;
  int error;
  while (true) {
    {
      Unlocked unlocked(th);
      got = kAt ? ::pread(fd, out.data(), out.size(), off_t(offset)) : ::read(fd, out.data(), out.size());
      error = errno;
    }
    if (got >= 0 || error != EINTR) break;
    if (!heed_signal(th)) return kAbsent;
  }
  return got < 0 ? raise_errno(th, error) : new_bytes(th, std::string_view(out).substr(0, size_t(got)));
}
template <bool kAt>
Value os_write(Thread& th, Value* a, int) {
  int fd;
  Buffer data;
  int64_t offset = -1;
  if (!int_arg(th, a[0], &fd) || !get_buffer(th, a[1], &data) || (kAt && !system_number(th, a[2], kOffset, &offset))) return kAbsent;
  th.flush();
  while (true) {
    ssize_t n;
    int error;
    {
      Unlocked unlocked(th);
      n = kAt ? ::pwrite(fd, data.view.data(), data.view.size(), off_t(offset))
              : ::write(fd, data.view.data(), data.view.size());
      error = errno;
    }
    if (n >= 0) return integer(th, n);
    if (error != EINTR) return raise_errno(th, error);
    if (!heed_signal(th)) return kAbsent;
  }
}
Value os_lseek(Thread& th, Value* a, int) {
  int fd, whence;
  int64_t to;
  if (!int_arg(th, a[0], &fd) || !system_number(th, a[1], kOffset, &to) || !int_arg(th, a[2], &whence)) return kAbsent;
  off_t r = ::lseek(fd, off_t(to), whence);
  return r < 0 ? raise_errno(th, errno) : integer(th, r);
}
Value os_dup(Thread& th, Value* a, int) {
  int fd;
  if (!int_arg(th, a[0], &fd)) return kAbsent;
  int r = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
  return r < 0 ? raise_errno(th, errno) : integer49(r);
}
Value os_dup2(Thread& th, Value* a, int) {
  int from;
  int to;
  bool inheritable;
  if (!int_arg(th, a[0], &from) || !int_arg(th, a[1], &to) || !truth_native(th, a[2], &inheritable)) return kAbsent;
  th.flush();
  return ::dup3(from, to, inheritable || from == to ? 0 : O_CLOEXEC) < 0 && !(from == to && errno == EINVAL) ? raise_errno(th, errno) : integer49(to);
}
Value os_pipe(Thread& th, Value*, int) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return raise_errno(th, errno);
  return pair(th, integer49(fds[0]), integer49(fds[1]));
}
Value os_isatty(Thread& th, Value* a, int) {
  int fd;
  return int_arg(th, a[0], &fd) ? boolean(::isatty(fd)) : kAbsent;
}
Value os_get_blocking(Thread& th, Value* a, int) {
  int fd;
  if (!int_arg(th, a[0], &fd)) return kAbsent;
  const int flags = ::fcntl(fd, F_GETFL);
  return flags < 0 ? raise_errno(th, errno) : boolean(!(flags & O_NONBLOCK));
}
Value os_set_blocking(Thread& th, Value* a, int) {
  int fd;
  bool blocking;
  if (!int_arg(th, a[0], &fd) || !truth_native(th, a[1], &blocking)) return kAbsent;
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) < 0)
    return raise_errno(th, errno);
  return kNone;
}
Value os_fsync(Thread& th, Value* a, int) {
  int64_t fd;
  if (!system_number(th, a[0], kOpenFile, &fd)) return kAbsent;
  return ::fsync(int(fd)) == 0 ? kNone : raise_errno(th, errno);
}
Value os_urandom(Thread& th, Value* a, int) {
  int64_t n;
  if (!to_index(th, a[0], &n)) return kAbsent;
  if (n < 0) return th.raise(E_ValueError, "negative argument not allowed");
  if (!th.check_memory(size_t(n))) return kAbsent;
  std::string out(size_t(n), '\0');
  size_t at = 0;
  while (at < out.size()) {
    ssize_t got = getrandom(out.data() + at, out.size() - at, 0);
    if (got > 0) at += size_t(got);
  }
  return new_bytes(th, out);
}
Value os_exit(Thread& th, Value* a, int) {
  int status;
  if (!int_arg(th, a[0], &status)) return kAbsent;
  ::_exit(status);
}
Value os_strerror(Thread& th, Value* a, int) {
  int code;
  return int_arg(th, a[0], &code) ? new_str(th, strerror(code)) : kAbsent;
}
Value os_uname(Thread& th, Value*, int) {
  utsname u;
  if (::uname(&u) != 0) return raise_errno(th, errno);
  Tuple* t = tuple(th, 5);
  const char* fields[5] = {u.sysname, u.nodename, u.release, u.version, u.machine};
  for (int i = 0; i < 5; ++i) t->items[i] = new_str(th, fields[i]);
  return of(t);
}
Value os_umask(Thread& th, Value* a, int) {
  int mask;
  return int_arg(th, a[0], &mask) ? integer49(int64_t(::umask(mode_t(mask)))) : kAbsent;
}

// _getrusage(who): the sixteen fields of resource.struct_rusage.
Value os_getrusage(Thread& th, Value* a, int) {
  int who;
  if (!int_arg(th, a[0], &who)) return kAbsent;
  rusage usage;
  if (::getrusage(__rusage_who_t(who), &usage) == 0) return usage_tuple(th, usage);
  return errno == EINVAL ? th.raise(E_ValueError, "invalid who parameter") : raise_errno(th, errno);
}

// A limit of the system as a number; -1 stands for none.
Value limit_value(Thread& th, rlim_t limit) {
  return integer(th, limit == RLIM_INFINITY ? -1 : int64_t(limit));
}

// _getrlimit(resource): the soft and the hard limit.
Value os_getrlimit(Thread& th, Value* a, int) {
  int which;
  if (!int_arg(th, a[0], &which)) return kAbsent;
  if (which < 0 || which >= RLIM_NLIMITS) return th.raise(E_ValueError, "invalid resource specified");
  rlimit limits;
  if (::getrlimit(__rlimit_resource(which), &limits) != 0) return raise_errno(th, errno);
  Tuple* t = tuple(th, 2);
  t->items[0] = limit_value(th, limits.rlim_cur);
  t->items[1] = limit_value(th, limits.rlim_max);
  return of(t);
}

// _setrlimit(resource, soft, hard).
Value os_setrlimit(Thread& th, Value* a, int) {
  int which;
  int64_t soft, hard;
  if (!int_arg(th, a[0], &which) || !to_index(th, a[1], &soft) || !to_index(th, a[2], &hard)) return kAbsent;
  if (which < 0 || which >= RLIM_NLIMITS) return th.raise(E_ValueError, "invalid resource specified");
  rlimit limits = {soft < 0 ? RLIM_INFINITY : rlim_t(soft), hard < 0 ? RLIM_INFINITY : rlim_t(hard)};
  if (::setrlimit(__rlimit_resource(which), &limits) == 0) return kNone;
  if (errno == EINVAL) return th.raise(E_ValueError, "current limit exceeds maximum limit");
  if (errno == EPERM) return th.raise(E_ValueError, "not allowed to raise maximum limit");
  return raise_errno(th, errno);
}

Value os_getloadavg(Thread& th, Value*, int) {
  double load[3];
  if (getloadavg(load, 3) != 3) return th.raise(E_OSError, "Load averages are unobtainable");
  Ref<Tuple> r(tuple(th, 3));
  for (int i = 0; i < 3; ++i) r->items[i] = real(load[i]);
  return of(r.release());
}
Value os_sysconf(Thread& th, Value* a, int) {
  int number;
  if (!int_arg(th, a[0], &number)) return kAbsent;
  errno = 0;
  const long value = sysconf(number);
  if (value == -1 && errno) return raise_errno(th, errno);
  return integer(th, value);
}
Value os_ftruncate(Thread& th, Value* a, int) {
  int fd;
  int64_t length;
  if (!int_arg(th, a[0], &fd) || !system_number(th, a[1], kOffset, &length)) return kAbsent;
  if (::ftruncate(fd, off_t(length)) != 0) return raise_errno(th, errno);
  return kNone;
}

const NativeDef kFunctions[] = {
    {"_terminal_size", "(fd, /)", "", os_terminal_size, Rule::residual},
    {"getcwd", "()", "The working directory.", os_getcwd, Rule::residual},
    {"_environ", "()", "", os_environ, Rule::residual},
    {"putenv", "(name, value, /)", "Set an environment variable.", os_putenv, Rule::residual},
    {"unsetenv", "(name, /)", "Remove an environment variable.", os_unsetenv, Rule::residual},
    {"getpid", "()", "The process id.", number<get_pid>, Rule::residual},
    {"getppid", "()", "The parent's process id.", number<get_ppid>, Rule::residual},
    {"getuid", "()", "The user id.", number<get_uid>, Rule::residual},
    {"geteuid", "()", "The effective user id.", number<get_euid>, Rule::residual},
    {"getegid", "()", "The effective group id.", number<get_egid>, Rule::residual},
    {"getpgrp", "()", "The id of the process group.", number<get_pgrp>, Rule::residual},
    {"getloadavg", "()", "How many processes ran in the last 1, 5 and 15 minutes.", os_getloadavg, Rule::residual},
    {"_sysconf", "(number, /)", "", os_sysconf, Rule::residual},
    {"ftruncate", "(fd, length, /)", "Change the size of an open file.", os_ftruncate, Rule::residual},
    {"getgid", "()", "The group id.", number<get_gid>, Rule::residual},
    {"cpu_count", "()", "The number of processors.", number<cpu_count>, Rule::residual},
    {"close", "(fd)", "Close a descriptor.", os_close, Rule::residual},
    {"read", "(fd, length, /)", "Read bytes.", os_read<false>, Rule::residual},
    {"write", "(fd, data, /)", "Write bytes.", os_write<false>, Rule::residual},
    {"pread", "(fd, length, offset, /)", "Read bytes at a place.", os_read<true>, Rule::residual},
    {"pwrite", "(fd, buffer, offset, /)", "Write bytes at a place.", os_write<true>, Rule::residual},
    {"lseek", "(fd, position, whence, /)", "Move the position.", os_lseek, Rule::residual},
    {"dup", "(fd, /)", "Duplicate a descriptor.", os_dup, Rule::residual},
    {"dup2", "(fd, fd2, inheritable=True)", "Duplicate a descriptor onto another.", os_dup2, Rule::residual},
    {"pipe", "()", "A pair of connected descriptors.", os_pipe, Rule::residual},
    {"isatty", "(fd, /)", "A terminal?", os_isatty, Rule::residual},
    {"get_blocking", "(fd, /)", "Whether reads and writes wait.", os_get_blocking, Rule::residual},
    {"set_blocking", "(fd, blocking, /)", "Set whether reads and writes wait.", os_set_blocking, Rule::residual},
    {"fsync", "(fd)", "Force a file to disk.", os_fsync, Rule::residual},
    {"urandom", "(size, /)", "Random bytes of the system.", os_urandom, Rule::residual},
    {"_exit", "(status)", "Leave at once.", os_exit, Rule::residual},
    {"strerror", "(code, /)", "Text of an error code.", os_strerror, Rule::pure},
    {"_uname", "()", "", os_uname, Rule::residual},
    {"umask", "(mask, /)", "Set the file mode mask.", os_umask, Rule::residual},
    {"_getrusage", "(who, /)", "", os_getrusage, Rule::residual},
    {"_getrlimit", "(resource, /)", "", os_getrlimit, Rule::residual},
    {"_setrlimit", "(resource, soft, hard, /)", "", os_setrlimit, Rule::residual},
};

bool init_os(Thread& th, Module* m) {
  add_functions(th.in, m->dict, path_functions());
  struct Row {
    const char* name;
    int value;
  };
  for (const Row& r : {Row{"O_RDONLY", O_RDONLY},
                       {"O_WRONLY", O_WRONLY},
                       {"O_RDWR", O_RDWR},
                       {"O_CREAT", O_CREAT},
                       {"O_EXCL", O_EXCL},
                       {"O_TRUNC", O_TRUNC},
                       {"O_APPEND", O_APPEND},
                       {"O_CLOEXEC", O_CLOEXEC},
                       {"O_NONBLOCK", O_NONBLOCK},
                       {"O_NOFOLLOW", O_NOFOLLOW},
                       {"F_OK", F_OK},
                       {"R_OK", R_OK},
                       {"W_OK", W_OK},
                       {"X_OK", X_OK},
                       {"O_DIRECTORY", O_DIRECTORY},
                       {"O_SYNC", O_SYNC},
                       {"O_DSYNC", O_DSYNC},
                       {"O_NOCTTY", O_NOCTTY},
                       {"O_ACCMODE", O_ACCMODE},
                       {"WUNTRACED", WUNTRACED},
                       {"WCONTINUED", WCONTINUED},
                       {"WNOHANG", WNOHANG}})
    module_set(th.in, m, r.name, integer49(r.value));
  return true;
}

}  // namespace

const NativeModuleDef kOsModule = {"_os", "The system.", kFunctions, init_os};

}  // namespace adder::lib
