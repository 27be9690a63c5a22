"""What os has for other processes and for descriptors, which few programs ask for."""
import os
import sys

import _process
from _os import _pathconf
from _process import _call
from os import fsdecode, fsencode, waitpid

__name__ = "os"
_before, _after_in_child, _after_in_parent = [], [], []  # of register_at_fork


def register_at_fork(*, before=None, after_in_child=None, after_in_parent=None):
    """Functions that fork() calls: before it, and after it on both sides."""
    if before is after_in_child is after_in_parent is None:
        raise TypeError("At least one argument is required.")
    for function, functions in ((before, _before), (after_in_child, _after_in_child),
                                (after_in_parent, _after_in_parent)):
        if function is not None:
            functions.append(function)


def _call_all(functions):
    for function in functions:
        try:
            function()
        except Exception:  # told of, and no more
            sys.excepthook(*sys.exc_info())


def fork():
    """Copy the process: 0 in the copy, the copy's number in this one."""
    _call_all(reversed(_before))
    pid = _process._fork()
    if pid:
        _call_all(_after_in_parent)
    else:
        if threading := sys.modules.get("threading"):
            threading._after_fork()
        _call_all(_after_in_child)
    return pid


def _words(name, args):
    if not isinstance(args, (list, tuple)):
        raise TypeError(f"{name}() arg 2 must be a tuple or list")
    if not args:
        raise ValueError(f"{name}() arg 2 must not be empty")
    if not args[0]:
        raise ValueError(f"{name}() arg 2 first element cannot be empty")
    return args


def execv(path, argv, /):
    """Become another program."""
    _process._exec(path, _words("execv", argv), None)


def execve(path, argv, env):
    """Become another program, with an environment."""
    if not hasattr(env, "keys"):
        raise TypeError("execve: environment must be a mapping object")
    if not all(env):
        raise ValueError("illegal environment variable name")
    _process._exec(path, _words("execve", argv), os._variables(env))


def execvpe(file, args, env):
    """Become another program, which is searched for, with an environment."""
    failure = None
    for path in os._program_paths(file, env):
        try:
            execv(path, args) if env is None else execve(path, args, env)
        except (FileNotFoundError, NotADirectoryError) as missing:
            last = missing
        except OSError as other:
            failure = failure or other
    raise failure or last


def execvp(file, args):
    """Become another program, which is searched for."""
    execvpe(file, args, None)


def _spawn(become, mode, file, args, *env):
    if not isinstance(args, (tuple, list)):
        raise TypeError("argv must be a tuple or a list")
    if not args or not args[0]:
        raise ValueError("argv first element cannot be empty")
    pid = fork()
    if not pid:
        try:
            become(file, args, *env)
        except BaseException:
            os._exit(127)
    return pid if mode == os.P_NOWAIT else os.waitstatus_to_exitcode(waitpid(pid, 0)[1])


def _with_words(call, with_env):
    def function(*args):
        at = len(args) - with_env
        first = 2 if call.__name__.startswith("spawn") else 1
        return call(*args[:first], args[first:at], *args[at:])
    return function


def _spawning(become):
    def function(mode, file, args, *env):
        return _spawn(become, mode, file, args, *env)
    return function


def _define(name, function, text):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    globals()[name] = function


def _define_variants():
    for become in (execv, execve, execvp, execvpe):
        ending = become.__name__[5:]
        _define("spawnv" + ending, _spawning(become),
                f"As {become.__name__}() in a new process: its number, or with P_WAIT its status.")
        for call in (become, globals()["spawnv" + ending]):
            kind = call.__name__[:-len("v" + ending)]
            _define(kind + "l" + ending, _with_words(call, "e" in ending),
                    f"As {call.__name__}(), with the words as arguments.")


_define_variants()


def _usage(entry):
    from resource import struct_rusage
    return entry[0], entry[1], struct_rusage(entry[2])


def wait3(options):
    """Wait for any child process: its number, status and use of the system."""
    return _usage(_process._wait4(-1, options))


def wait4(pid, options):
    """Wait for a child process: its number, status and use of the system."""
    return _usage(_process._wait4(pid, options))


def times():
    """The times that this process and its children have used, and the time of the system."""
    from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
    from time import monotonic
    return os.times_result(int(seconds * 100) / 100 for seconds in (
        *getrusage(RUSAGE_SELF)[:2], *getrusage(RUSAGE_CHILDREN)[:2], monotonic()))


def WCOREDUMP(status, /):
    """Whether the process left an image of its memory."""
    return bool(status & 0x80)


def WIFCONTINUED(status):
    """Whether the process goes on after a stop."""
    return status == 0xffff


def WIFSTOPPED(status):
    """Whether a signal has stopped the process."""
    return status & 0xff == 0x7f


def WSTOPSIG(status):
    """The signal that has stopped the process."""
    return status >> 8 & 0xff


def abort():
    """End the program as a signal SIGABRT does."""
    import signal
    signal.signal(signal.SIGABRT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGABRT)


def getgrouplist(user, group, /):
    """The groups of a user."""
    from _accounts import groups_of
    return groups_of(user, group)


def initgroups(username, gid, /):
    """Set the groups of the process to those of a user."""
    os.setgroups(getgrouplist(username, gid))


# --- descriptors and paths
def fstatvfs(fd, /):
    """The numbers of the file system of an open file."""
    return os.statvfs(f"/proc/self/fd/{fd}")


def readv(fd, buffers, /):
    """Read into several buffers."""
    views = [memoryview(buffer).cast("B") for buffer in buffers]
    data = os.read(fd, sum(map(len, views)))
    at = 0
    for view in views:
        part = data[at:at + len(view)]
        view[:len(part)] = part
        at += len(part)
    return len(data)


def writev(fd, buffers, /):
    """Write several buffers."""
    return os.write(fd, b"".join(buffers))


def _done(error):
    if error:
        raise OSError(error, os.strerror(error))


def posix_fadvise(fd, offset, length, advice, /):
    """Say how a file will be used."""
    _done(_call("posix_fadvise", fd, offset, length, advice))


def posix_fallocate(fd, offset, length, /):
    """Make sure that there is room for a part of a file."""
    _done(_call("posix_fallocate", fd, offset, length))


def sendfile(out_fd, in_fd, offset, count):
    """Copy from a file to another."""
    data = os.read(in_fd, count) if offset is None else os.pread(in_fd, count, offset)
    return os.write(out_fd, data)


def set_inheritable(fd, inheritable, /):
    """Shall programs that are started get a descriptor?"""
    flags = _call("fcntl", fd, 1)  # F_GETFD, F_SETFD; FD_CLOEXEC
    _call("fcntl", fd, 2, flags & ~1 if inheritable else flags | 1)


def get_inheritable(fd, /):
    """Do programs that are started get a descriptor?"""
    return not _call("fcntl", fd, 1) & 1


def set_blocking(fd, blocking, /):
    """Shall reads and writes wait?"""
    flags = _call("fcntl", fd, 3)  # F_GETFL, F_SETFL
    _call("fcntl", fd, 4, flags & ~os.O_NONBLOCK if blocking else flags | os.O_NONBLOCK)


def get_blocking(fd, /):
    """Do reads and writes wait?"""
    return not _call("fcntl", fd, 3) & os.O_NONBLOCK


def pipe2(flags, /):
    """A pair of connected descriptors."""
    ends = os.pipe()
    for end in ends:
        if not flags & os.O_CLOEXEC:
            set_inheritable(end, True)
        if flags & os.O_NONBLOCK:
            set_blocking(end, False)
    return ends


def ttyname(fd, /):
    """The name of a terminal."""
    if not os.isatty(fd):
        raise OSError(25, os.strerror(25))
    return os.readlink(f"/proc/self/fd/{fd}")


def getrandom(size, flags=0):
    """Random bytes of the system."""
    return os.urandom(size)


def _numbers(field):
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith(field):
                return [int(number) for number in line.split()[1:]]


def getgroups():
    """The further groups of the process."""
    return _numbers("Groups:")


def getresuid():
    """The real, effective and saved user."""
    return tuple(_numbers("Uid:")[:3])


def getresgid():
    """The real, effective and saved group."""
    return tuple(_numbers("Gid:")[:3])


def setpgrp():
    """Begin a group."""
    _call("setpgid", 0, 0)


def seteuid(euid, /):
    """Set the effective user."""
    _call("setreuid", -1, euid)


def setegid(egid, /):
    """Set the effective group."""
    _call("setregid", -1, egid)


def _functions():
    """Those that are one call of the system with numbers: names, parameters, whether they give its result."""
    for line in """
        fchdir fd
        fchmod fd mode
        fchown fd uid gid
        fdatasync fd
        lockf fd command len
        nice= increment
        getpgid= pid
        getsid= pid
        getpriority= which who
        setpriority which who priority
        sched_get_priority_max= policy
        sched_get_priority_min= policy
        sched_getscheduler= pid
        sched_yield
        setpgid pid pgrp
        setsid
        setuid uid
        setgid gid
        setreuid ruid euid
        setregid rgid egid
        setresuid ruid euid suid
        setresgid rgid egid sgid
        sync
        tcgetpgrp= fd
        tcsetpgrp fd pgid
    """.split("\n"):
        if words := line.split():
            name, gives = words[0].rstrip("="), "return " if words[0].endswith("=") else ""
            given = ", ".join(words[1:])
            yield name, f"def {name}({given}): {gives}_call({', '.join([repr(name), *words[1:]])})\n"


for name, text in _functions():
    exec(text)
    globals()[name].__doc__ = "The call of the system of this name."


# What the C library numbers so, as far as programs ask for it.
pathconf_names = {"PC_LINK_MAX": 0, "PC_MAX_CANON": 1, "PC_MAX_INPUT": 2, "PC_NAME_MAX": 3, "PC_PATH_MAX": 4,
                  "PC_PIPE_BUF": 5, "PC_CHOWN_RESTRICTED": 6, "PC_NO_TRUNC": 7, "PC_VDISABLE": 8}


def _limit_number(name):
    if isinstance(name, str):
        if name not in pathconf_names:
            raise ValueError("unrecognized configuration name")
        return pathconf_names[name]
    if not isinstance(name, int):
        raise TypeError("configuration names must be strings or integers")
    return name


def pathconf(path, name):
    """A limit of the system for a path."""
    return _pathconf(path, _limit_number(name))


def fpathconf(fd, name, /):
    """A limit of the system for an open file."""
    return _call("fpathconf", fd, _limit_number(name))


def major(device, /):
    """The first part of a device's number."""
    return device >> 8 & 0xfff | device >> 32 & ~0xfff


def minor(device, /):
    """The second part of a device's number."""
    return device & 0xff | device >> 12 & ~0xff


def makedev(major, minor, /):
    """The number of a device."""
    return (major & 0xfff) << 8 | (major & ~0xfff) << 32 | minor & 0xff | (minor & ~0xff) << 12


def ctermid():
    """The name of the terminal of a process."""
    return "/dev/tty"


def device_encoding(fd):
    """The encoding of a terminal, or None."""
    return "UTF-8" if os.isatty(fd) else None


def getenvb(key, default=None):
    """An environment variable as bytes, or the default."""
    return environb.get(key, default)


def _encoded(value):
    if not isinstance(value, bytes):
        raise TypeError("bytes expected, not %s" % type(value).__name__)
    return fsdecode(value)


# The same variables as os.environ.
environb = os._Environ(os.environ._data, _encoded, fsencode, _encoded, fsencode)

# What os takes from here: functions, classes and numbers of the system.
NAMES = {name: value for name, value in globals().items()
         if name[0] != "_" and getattr(value, "__module__", None) == "os"}
NAMES.update(
    environb=environb, pathconf_names=pathconf_names,
    supports_dir_fd={os.access, os.chmod, os.chown, os.link, os.mkdir, os.mkfifo, os.open, os.readlink, os.rename,
                     os.rmdir, os.stat, os.symlink, os.unlink, os.utime},
    supports_fd={os.chdir, os.chmod, os.chown, os.listdir, pathconf, os.scandir, os.stat, os.statvfs, os.truncate,
                 os.utime},
    supports_follow_symlinks={os.access, os.chown, os.link, os.stat, os.utime}, supports_effective_ids={os.access})
for line in """
CLD_ EXITED 1 KILLED 2 DUMPED 3 TRAPPED 4 STOPPED 5 CONTINUED 6
EFD_ SEMAPHORE 1 NONBLOCK 2048 CLOEXEC 524288
F_ ULOCK 0 LOCK 1 TLOCK 2 TEST 3
GRND_ NONBLOCK 1 RANDOM 2
MFD_ CLOEXEC 1 ALLOW_SEALING 2 HUGETLB 4
O_ ASYNC 8192 DIRECT 16384 FSYNC 1052672 LARGEFILE 0 NDELAY 2048 NOATIME 262144 PATH 2097152
O_ RSYNC 1052672 TMPFILE 4259840
POSIX_FADV_ NORMAL 0 RANDOM 1 SEQUENTIAL 2 WILLNEED 3 DONTNEED 4 NOREUSE 5
PRIO_ PROCESS 0 PGRP 1 USER 2
P_ ALL 0 PID 1 PGID 2 PIDFD 3 NOWAITO 1
RTLD_ LOCAL 0 LAZY 1 NOW 2 NOLOAD 4 DEEPBIND 8 GLOBAL 256 NODELETE 4096
SCHED_ OTHER 0 FIFO 1 RR 2 BATCH 3 IDLE 5 RESET_ON_FORK 1073741824
SEEK_ DATA 3 HOLE 4
ST_ RDONLY 1 NOSUID 2 NODEV 4 NOEXEC 8 SYNCHRONOUS 16 MANDLOCK 64 WRITE 128 APPEND 256 NOATIME 1024
ST_ NODIRATIME 2048 RELATIME 4096
W EXITED 4 STOPPED 2 NOWAIT 16777216
XATTR_ CREATE 1 REPLACE 2 SIZE_MAX 65536
NGROUPS_ MAX 65536
TMP_ MAX 238328
""".strip().splitlines():
    prefix, *pairs = line.split()
    NAMES.update((prefix + name, int(value)) for name, value in zip(pairs[::2], pairs[1::2]))
