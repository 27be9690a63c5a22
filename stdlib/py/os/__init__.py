"""The operating system."""
import abc
import sys
from _collections_abc import Mapping, MutableMapping
from _os import *
from _os import (F_OK, O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY, R_OK, W_OK, X_OK, _entries,
                 _environ, _exit, _spawn, _stat, _statvfs, _terminal_size, _uname, _utime, access, chdir, chmod, close,
                 cpu_count, dup, dup2, fsync, getcwd, getpid, isatty, kill, link, listdir, lseek, mkdir, open, pipe,
                 putenv, read, readlink, remove, rename, replace, rmdir, strerror, symlink, umask, unlink, unsetenv,
                 urandom, waitpid, write)

GenericAlias = type(list[int])
name = "posix"
linesep = "\n"
SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
P_WAIT = 0
P_NOWAIT = 1
EX_OK = 0
error = OSError


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


class stat_result(tuple):
    """What stat() gives."""
    n_sequence_fields = 10
    _names = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime",
              "st_ctime")

    def __new__(cls, sequence, dict={}):
        sequence = tuple(sequence)
        self = tuple.__new__(cls, sequence[:10])
        self._more = sequence[10:]
        return self

    st_mode = property(lambda self: self[0])
    st_ino = property(lambda self: self[1])
    st_dev = property(lambda self: self[2])
    st_nlink = property(lambda self: self[3])
    st_uid = property(lambda self: self[4])
    st_gid = property(lambda self: self[5])
    st_size = property(lambda self: self[6])
    st_atime = property(lambda self: self._more[0] if self._more else self[7])
    st_mtime = property(lambda self: self._more[1] if self._more else self[8])
    st_ctime = property(lambda self: self._more[2] if self._more else self[9])
    st_atime_ns = property(lambda self: self._more[3])
    st_mtime_ns = property(lambda self: self._more[4])
    st_ctime_ns = property(lambda self: self._more[5])

    def __repr__(self):
        return "os.stat_result(" + ", ".join(f"{n}={v!r}" for n, v in zip(self._names, self)) + ")"


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """The state of a file."""
    return stat_result(_stat(path, follow_symlinks))


def lstat(path, *, dir_fd=None):
    """The state of a file or of a symbolic link itself."""
    return stat_result(_stat(path, False))


def fstat(fd):
    """The state of an open file."""
    return stat_result(_stat(fd))


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Set the times of access and modification."""
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if ns is not None:
        _utime(path, ns[0], ns[1])
    elif times is not None:
        _utime(path, int(times[0] * 1e9), int(times[1] * 1e9))
    else:
        _utime(path, None, None)


class uname_result(tuple):
    """The system's names and versions."""
    sysname = property(lambda self: self[0])
    nodename = property(lambda self: self[1])
    release = property(lambda self: self[2])
    version = property(lambda self: self[3])
    machine = property(lambda self: self[4])

    def __repr__(self):
        return "posix.uname_result(sysname=%r, nodename=%r, release=%r, version=%r, machine=%r)" % tuple(self)


def kill(pid, signal, /):
    """Send a signal to a process."""
    import _signal
    _signal._kill(pid, int(signal))


def uname():
    """The system's name."""
    return uname_result(_uname())


class statvfs_result(tuple):
    """A file system's numbers of blocks and files."""
    (f_bsize, f_frsize, f_blocks, f_bfree, f_bavail, f_files, f_ffree, f_favail, f_flag, f_namemax) = [
        property(lambda self, place=place: self[place]) for place in range(10)
    ]


def statvfs(path):
    """The numbers of the file system of a path."""
    return statvfs_result(_statvfs(path))


class terminal_size(tuple):
    """Columns and lines of a terminal."""
    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])

    def __repr__(self):
        return "os.terminal_size(columns=%r, lines=%r)" % tuple(self)


def get_terminal_size(fd=1):
    """The size of the terminal; OSError for what is none."""
    return terminal_size(_terminal_size(fd))


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


class DirEntry:
    """One entry of scandir()."""
    __slots__ = ("name", "path", "_kind")

    def __init__(self, name, path, kind):
        self.name = name
        self.path = path
        self._kind = kind

    def is_dir(self, *, follow_symlinks=True):
        """Whether it is a folder; a link counts as what it points to, unless links are not followed."""
        if self._kind == 4 and follow_symlinks:
            return path.isdir(self.path)
        return self._kind == 3

    def is_file(self, *, follow_symlinks=True):
        """Whether it is a file; a link counts as what it points to, unless links are not followed."""
        if self._kind == 4 and follow_symlinks:
            return path.isfile(self.path)
        return self._kind == 2

    def is_symlink(self):
        """Whether it is a symbolic link."""
        return self._kind == 4

    def stat(self, *, follow_symlinks=True):
        """What os.stat() says of it."""
        return stat(self.path, follow_symlinks=follow_symlinks)

    def inode(self):
        """Its number in the file system."""
        return lstat(self.path).st_ino

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"


class _ScandirIterator:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def close(self):
        self._entries = iter(())


def scandir(directory="."):
    """The entries of a directory."""
    directory = fspath(directory)
    return _ScandirIterator([DirEntry(n, path.join(directory, n), k) for n, k in _entries(directory)])


def walk(top, topdown=True, onerror=None, followlinks=False):
    """(directory, subdirectories, files) of a tree."""
    top = fspath(top)
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
                yield from walk(new_path, topdown, onerror, followlinks)
    else:
        for dirname in dirs:
            new_path = path.join(top, dirname)
            if followlinks or not path.islink(new_path):
                yield from walk(new_path, topdown, onerror, followlinks)
        yield top, dirs, nondirs


class _Environ(MutableMapping):
    def __init__(self, data, encodekey, decodekey, encodevalue, decodevalue):
        self.encodekey = encodekey
        self.decodekey = decodekey
        self.encodevalue = encodevalue
        self.decodevalue = decodevalue
        self._data = data

    def __getitem__(self, key):
        try:
            return self._data[self.encodekey(key)]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key, value):
        key = self.encodekey(key)
        value = self.encodevalue(value)
        putenv(key, value)
        self._data[key] = value

    def __delitem__(self, key):
        encodedkey = self.encodekey(key)
        unsetenv(encodedkey)
        try:
            del self._data[encodedkey]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        yield from list(self._data)

    def __len__(self):
        return len(self._data)

    def __repr__(self):
        return "environ({{{}}})".format(", ".join(f"{k!r}: {v!r}" for k, v in self._data.items()))

    def copy(self):
        return dict(self)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        return {**self, **other} if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other):
        return {**other, **self} if isinstance(other, Mapping) else NotImplemented


def _check_str(value):
    if not isinstance(value, str):
        raise TypeError("str expected, not %s" % type(value).__name__)
    return value


environ = _Environ(_environ(), _check_str, str, _check_str, str)


def getenv(key, default=None):
    """An environment variable, or the default."""
    return environ.get(key, default)


supports_bytes_environ = False


def get_exec_path(env=None):
    """The directories searched for programs."""
    if env is None:
        env = environ
    return env.get("PATH", defpath).split(pathsep)


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
        return _wrap_close(proc.stdout, proc)
    proc = subprocess.Popen(cmd, shell=True, text=True, stdin=subprocess.PIPE, bufsize=buffering)
    return _wrap_close(proc.stdin, proc)


class _wrap_close:
    def __init__(self, stream, proc):
        self._stream = stream
        self._proc = proc

    def close(self):
        self._stream.close()
        returncode = self._proc.wait()
        if returncode == 0:
            return None
        return returncode << 8

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)


class PathLike(abc.ABC):
    """Objects with __fspath__."""

    @abc.abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is PathLike:
            return hasattr(subclass, "__fspath__") or NotImplemented
        return NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


def sched_getaffinity(pid):
    """The processors that a process may run on."""
    return set(range(cpu_count()))


def getlogin():
    """The name of the user."""
    return environ.get("USER") or environ.get("LOGNAME") or "root"


def register_at_fork(*, before=None, after_in_child=None, after_in_parent=None):
    """Functions to call around a fork; there are no forks here."""
