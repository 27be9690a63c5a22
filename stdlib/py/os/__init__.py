"""The operating system."""
import sys
from _os import *
from _os import _entries, _exit, _fstat, _lstat, _stat, _statvfs, _sysconf, _terminal_size, _uname, _utime
from _process import *
from _process import _affinity, _wait4
from _os import putenv as _putenv, unsetenv as _unsetenv

GenericAlias = type(list[int])
name = "posix"
linesep = "\n"
SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
P_WAIT = 0
P_NOWAIT = 1
EX_OK = 0
EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_NOUSER, EX_NOHOST, EX_UNAVAILABLE, EX_SOFTWARE, EX_OSERR = range(64, 72)
EX_OSFILE, EX_CANTCREAT, EX_IOERR, EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG = range(72, 79)
# What the C library numbers so, as far as programs ask for it.
sysconf_names = {"SC_ARG_MAX": 0, "SC_CLK_TCK": 2, "SC_OPEN_MAX": 4, "SC_PAGESIZE": 30, "SC_PAGE_SIZE": 30,
                 "SC_NPROCESSORS_CONF": 83, "SC_NPROCESSORS_ONLN": 84, "SC_PHYS_PAGES": 85, "SC_AVPHYS_PAGES": 86}
error = OSError


_here = sys.modules[__name__]
# Classes and what is made of them, which are loaded when they are asked for; functions here do so by _here.
_ABSTRACT = ("PathLike", "_Environ", "environ")
_RESULTS = ("DirEntry", "_ScandirIterator", "_wrap_close", "stat_result", "statvfs_result", "terminal_size",
            "times_result", "uname_result")


def __getattr__(name):
    if name in _RESULTS:
        import _os_results as home
    elif name in _ABSTRACT:
        import _os_environ as home
    elif name.startswith("__") or "__all__" not in globals():  # what stands below is not there yet
        raise AttributeError(f"module 'os' has no attribute {name!r}")
    else:
        from _os_processes import NAMES
        if name not in NAMES:
            raise AttributeError(f"module 'os' has no attribute {name!r}")
        found = globals()[name] = NAMES[name]
        return found
    found = globals()[name] = getattr(home, name)
    return found


def __dir__():
    from _os_processes import NAMES
    return sorted({*globals(), *_ABSTRACT, *_RESULTS, *NAMES})


def fspath(path):
    """The str or bytes of a path object."""
    if isinstance(path, (str, bytes)):
        return path
    path_type = type(path)
    try:
        path_repr = path_type.__fspath__(path)
    except AttributeError:
        if hasattr(path_type, "__fspath__"):
            raise
        raise TypeError("expected str, bytes or os.PathLike object, not " + path_type.__name__) from None
    if isinstance(path_repr, (str, bytes)):
        return path_repr
    raise TypeError("expected {}.__fspath__() to return str or bytes, not {}".format(
        path_type.__name__, type(path_repr).__name__))


def fsencode(filename):
    """A path as bytes."""
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    """A path as str."""
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


from os import path
from os.path import altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep

sys.modules.setdefault("posixpath", path)


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """The state of a file."""
    return _here.stat_result(_stat(path, dir_fd, follow_symlinks))


def lstat(path, *, dir_fd=None):
    """The state of a file or of a symbolic link itself."""
    return _here.stat_result(_lstat(path, dir_fd))


def fstat(fd):
    """The state of an open file."""
    return _here.stat_result(_fstat(fd))


_unset = object()


def utime(path, times=None, *, ns=_unset, dir_fd=None, follow_symlinks=True):
    """Set the times of access and modification."""
    moments = None
    if times is not None:
        if ns is not _unset:
            raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
        if not (isinstance(times, tuple) and len(times) == 2):
            raise TypeError("utime: 'times' must be either a tuple of two ints or None")
        moments = []
        for time in times:
            if isinstance(time, float):
                seconds = int(time // 1)
                moments += seconds, int((time - seconds) * 1e9)
            else:
                moments += time, 0
    elif ns is not _unset:
        if not (isinstance(ns, tuple) and len(ns) == 2):
            raise TypeError("utime: 'ns' must be a tuple of two ints")
        moments = [part for time in ns for part in divmod(time, 1000000000)]
    _utime(path, moments and tuple(moments), dir_fd, follow_symlinks)


def kill(pid, signal, /):
    """Send a signal to a process."""
    import _signal
    _signal._kill(pid, signal)


def uname():
    """The system's name."""
    return _here.uname_result(_uname())


def statvfs(path):
    """The numbers of the file system of a path."""
    return _here.statvfs_result(_statvfs(path))


def get_terminal_size(fd=1):
    """The size of the terminal; OSError for what is none."""
    return _here.terminal_size(_terminal_size(fd))


def _above(name):
    """(the folder that a path stands in, its last part), whether or not a slash stands at the end."""
    head, tail = path.split(name)
    return (head, tail) if tail else path.split(head)


def makedirs(name, mode=0o777, exist_ok=False):
    """Make a directory and those above it that do not exist."""
    head, tail = _above(name)
    if head and tail and not path.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass  # somebody else has made it meanwhile
        if tail in (curdir, b"."):
            return
    try:
        mkdir(name, mode)
    except OSError:
        if not (exist_ok and path.isdir(name)):
            raise


def removedirs(name):
    """Remove a directory, then those above it until one is not empty."""
    rmdir(name)
    head, tail = _above(name)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            return
        head, tail = path.split(head)


def renames(old, new):
    """Rename; folders of the new name are made, those of the old one removed if they are empty then."""
    folder, last = path.split(new)
    if folder and last and not path.exists(folder):
        makedirs(folder)
    rename(old, new)
    left, last = path.split(old)
    if left and last:
        try:
            removedirs(left)
        except OSError:
            pass


def scandir(path=None):
    """The entries of a directory."""
    entries = _entries(path)
    entry = _here.DirEntry
    if isinstance(path, int):
        return _here._ScandirIterator([entry(n, n, kind, inode, path) for n, kind, inode in entries])
    folder, join = "." if path is None else fspath(path), _here.path.join
    return _here._ScandirIterator([entry(n, join(folder, n), kind, inode) for n, kind, inode in entries])


def walk(top, topdown=True, onerror=None, followlinks=False):
    """(directory, subdirectories, files) of a tree."""
    return _walk(fspath(top), topdown, onerror, followlinks)


def _walk(top, topdown, onerror, followlinks):
    dirs = []
    nondirs = []
    try:
        entries = list(scandir(top))
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return
    for entry in entries:
        try:
            is_dir = entry.is_dir()
        except OSError:
            is_dir = False
        (dirs if is_dir else nondirs).append(entry.name)
    if topdown:
        yield top, dirs, nondirs
        for dirname in dirs:
            new_path = path.join(top, dirname)
            if followlinks or not path.islink(new_path):
                yield from _walk(new_path, topdown, onerror, followlinks)
    else:
        for dirname in dirs:
            new_path = path.join(top, dirname)
            if followlinks or not path.islink(new_path):
                yield from _walk(new_path, topdown, onerror, followlinks)
        yield top, dirs, nondirs


def getenv(key, default=None):
    """An environment variable, or the default."""
    return _here.environ.get(key, default)


def putenv(name, value, /):
    """Set an environment variable, but not in os.environ."""
    _here.environ  # has what was there before
    _putenv(name, value)


def unsetenv(name, /):
    """Remove an environment variable, but not from os.environ."""
    _here.environ  # has what was there before
    _unsetenv(name)


supports_bytes_environ = True


def get_exec_path(env=None):
    """The directories searched for programs."""
    if env is None:
        env = _here.environ
    found = env.get("PATH")
    try:
        as_bytes = env[b"PATH"]
    except (KeyError, TypeError):
        pass
    else:
        if found is not None:
            raise ValueError("env cannot contain 'PATH' and b'PATH' keys")
        found = as_bytes
    return (defpath if found is None else fsdecode(found)).split(pathsep)


def _program_paths(file, env=None):
    """Where a program may lie: at its path, or as a name in the directories searched for programs."""
    if path.dirname(file):
        return [file]
    return [path.join(folder, fsdecode(file)) for folder in get_exec_path(env)]


def _variables(env):
    """An environment as the system takes it; None: this program's."""
    if env is None:
        return None
    variables = []
    for key, value in env.items():
        key, value = fsencode(key), fsencode(value)
        if b"=" in key:
            raise ValueError("illegal environment variable name")
        variables.append(key + b"=" + value)
    return variables


def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    """A file object over a descriptor."""
    if not isinstance(fd, int):
        raise TypeError("invalid fd type (%s, expected integer)" % type(fd))
    import io
    return io.open(fd, mode, buffering, encoding, *args, **kwargs)


def WIFEXITED(status):
    """Whether the process ended by itself."""
    return status & 0x7f == 0


def WEXITSTATUS(status):
    """The exit status in what wait() gives."""
    return status >> 8 & 0xff


def WIFSIGNALED(status):
    """Whether a signal ended the process."""
    return status & 0x7f not in (0, 0x7f)


def WTERMSIG(status):
    """The signal that ended the process."""
    return status & 0x7f


def waitstatus_to_exitcode(status):
    """An exit status, or minus a signal, from what wait() gives."""
    return WEXITSTATUS(status) if WIFEXITED(status) else -WTERMSIG(status)


def system(command):
    """Run a shell command."""
    import subprocess
    code = subprocess.call(command, shell=True)
    return code << 8 if code >= 0 else -code


def popen(cmd, mode="r", buffering=-1):
    """A pipe to or from a shell command."""
    import io
    import subprocess
    if mode not in ("r", "w"):
        raise ValueError("invalid mode %r" % mode)
    if mode == "r":
        proc = subprocess.Popen(cmd, shell=True, text=True, stdout=subprocess.PIPE, bufsize=buffering)
        return _here._wrap_close(proc.stdout, proc)
    proc = subprocess.Popen(cmd, shell=True, text=True, stdin=subprocess.PIPE, bufsize=buffering)
    return _here._wrap_close(proc.stdin, proc)


def sched_getaffinity(pid):
    """The processors that a process may run on."""
    return set(_affinity(pid))


def getlogin():
    """The name of the user."""
    return getenv("USER") or getenv("LOGNAME") or "root"


def getcwdb():
    """The current folder, as bytes."""
    return fsencode(getcwd())


def sysconf(name, /):
    """A limit or size of the system by its name or number."""
    if isinstance(name, str):
        if name not in sysconf_names:
            raise ValueError("unrecognized configuration name")
        name = sysconf_names[name]
    elif not isinstance(name, int):
        raise TypeError("configuration names must be strings or integers")
    return _sysconf(name)


def closerange(fd_low, fd_high, /):
    """Close all descriptors from one up to another."""
    for fd in range(fd_low, fd_high):
        try:
            close(fd)
        except OSError:
            pass


def killpg(pgid, signal, /):
    """Send a signal to a process group."""
    import _signal
    _signal._killpg(pgid, signal)


def waitpid(pid, options, /):
    """Wait for a child process: its number and status."""
    return _wait4(pid, options)[:2]


def wait():
    """Wait for any child process."""
    return waitpid(-1, 0)


__all__ = [name for name in (*globals(), "environ", *_RESULTS) if name[0] != "_" and name != "sys"]
