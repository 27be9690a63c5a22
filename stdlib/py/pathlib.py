"""Paths as objects."""
import fnmatch
import io
import operator
import os
import re
import stat
import warnings
from errno import EBADF, ELOOP, ENOENT, ENOTDIR

__all__ = ["PurePath", "PurePosixPath", "Path", "PosixPath"]


_NOTHING_THERE = (ENOENT, ENOTDIR, EBADF, ELOOP)  # what stat() answers where a path leads to nothing


def _compares(test):
    """A comparison of paths by their parts."""
    def compare(self, other):
        return test(self._parts, other._parts) if isinstance(other, PurePath) else NotImplemented
    return compare


def _split(text):
    """The root, if there is one, and the names of a path."""
    if not text:
        return ()
    if text[0] != "/":
        root = ()
    elif text[:2] == "//" and text[2:3] != "/":
        root = ("//",)
    else:
        root = ("/",)
    return root + tuple(name for name in text.split("/") if name and name != ".")


def _pattern_parts(pattern):
    """The parts of a pattern of glob(); an empty one at its end asks for directories."""
    parts = _split(pattern)
    if parts and parts[0][0] == "/":
        raise NotImplementedError("Non-relative patterns are unsupported")
    return parts + ("",) if pattern and pattern[-1] == "/" else parts


def _entries(directory, of_directories):
    with os.scandir(directory) as entries:
        entries = list(entries)
    for entry in entries:
        try:
            if not of_directories or entry.is_dir():
                yield entry
        except OSError as error:
            if error.errno not in _NOTHING_THERE:
                raise


def _directories(base):
    """A directory and those below it, without what links lead to."""
    yield base
    try:
        for entry in _entries(base, True):
            if not entry.is_symlink():
                yield from _directories(base._below(entry.name))
    except PermissionError:
        pass


def _matches(base, parts):
    """The paths below a directory that match parts of a pattern."""
    head, rest = parts[0], parts[1:]
    try:
        if head == "**":
            seen = set()
            for directory in _directories(base):
                for path in _matches(directory, rest) if rest else (directory,):
                    if path not in seen:
                        seen.add(path)
                        yield path
        elif not head:
            yield base
        elif re.search(r"[*?[]", head):
            for entry in _entries(base, bool(rest)):
                if fnmatch.fnmatchcase(entry.name, head):
                    path = base._below(entry.name)
                    yield from _matches(path, rest) if rest else (path,)
        else:
            path = base._below(head)
            if path.is_dir() if rest else path.exists():
                yield from _matches(path, rest) if rest else (path,)
    except PermissionError:
        pass


class PurePath:
    """A path without access to the system."""
    __slots__ = ("_str", "_parts", "__weakref__")

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._made_of(args)

    @classmethod
    def _made_of(cls, args):
        text = ""
        for a in args:
            a = os.fspath(a)
            if not isinstance(a, str):
                raise TypeError("argument should be a str object or an os.PathLike object returning str, "
                                f"not {type(a)!r}")
            text = os.path.join(text, a) if text or a else ""
        return cls._of_parts(_split(text))

    @classmethod
    def _of_parts(cls, parts):
        """From parts of a path, which need no reading."""
        self = object.__new__(cls)
        self._parts = parts
        if parts and parts[0][0] == "/":
            self._str = parts[0] + "/".join(parts[1:])
        else:
            self._str = "/".join(parts) or "."
        return self

    def __reduce__(self):
        return self.__class__, self._parts

    def __str__(self):
        return self._str

    def __fspath__(self):
        return self._str

    def as_posix(self):
        """The path with slashes."""
        return self._str

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return f"{type(self).__name__}({self._str!r})"

    def as_uri(self):
        """The path as a file: address."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        from urllib.parse import quote
        return "file://" + quote(str(self))

    __eq__, __lt__, __le__, __gt__, __ge__ = map(
        _compares, (operator.eq, operator.lt, operator.le, operator.gt, operator.ge))

    def __hash__(self):
        return hash(self._parts)

    drive = property(lambda self: "")

    @property
    def root(self):
        return self._parts[0] if self._parts and self._parts[0].startswith("/") else ""

    anchor = root

    @property
    def name(self):
        """The last part."""
        names = self._parts[1:] if self.root else self._parts
        return names[-1] if names else ""

    @property
    def suffix(self):
        """The last extension, with its dot."""
        name = self.name
        i = name.rfind(".")
        return name[i:] if 0 < i < len(name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name
        if name.endswith("."):
            return []
        return ["." + suffix for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        """The name without its extension."""
        name = self.name
        i = name.rfind(".")
        return name[:i] if 0 < i < len(name) - 1 else name

    def with_name(self, name):
        """The path with another last part."""
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        if not name or name[-1] == "/" or len(_split(name)) != 1:
            raise ValueError("Invalid name %r" % (name))
        return self._of_parts(self._parts[:-1] + (name,))

    def with_stem(self, stem):
        """The path with another last part before its ending."""
        ending = self.suffix
        return self.with_name(stem + ending)

    def with_suffix(self, suffix):
        """The path with another ending."""
        if "/" in suffix or suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError("Invalid suffix %r" % (suffix))
        name = self.name
        if not name:
            raise ValueError("%r has an empty name" % (self,))
        old = self.suffix
        return self._of_parts(self._parts[:-1] + ((name[:-len(old)] if old else name) + suffix,))

    def relative_to(self, *other):
        """The path from another one on."""
        if not other:
            raise TypeError("need at least one argument")
        to = self._made_of(other)
        n = len(to._parts)
        if self._parts[:n] != to._parts or not n and self.root:
            raise ValueError("{!r} is not in the subpath of {!r} OR one path is relative and the other is absolute."
                             .format(str(self), str(to) if n else ""))
        return self._of_parts(self._parts[n:])

    def is_relative_to(self, *other):
        """Whether it begins with another path."""
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False

    @property
    def parts(self):
        return self._parts

    def joinpath(self, *args):
        """The path of something below."""
        return self._made_of((self._str if self._parts else "",) + args)

    def _below(self, name):
        return self._of_parts(self._parts + (name,))

    def __truediv__(self, key):
        if type(key) is str and key and key != "." and "/" not in key:
            return self._below(key)
        try:
            return self._made_of((self._str if self._parts else "", key))
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self._made_of((key, self._str))
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        """The path without its last part."""
        if len(self._parts) <= (1 if self.root else 0):
            return self
        return self._of_parts(self._parts[:-1])

    @property
    def parents(self):
        from _pathlib_parents import _PathParents
        return _PathParents(self)

    def is_absolute(self):
        """Whether it begins at the root."""
        return bool(self.root)

    def is_reserved(self):
        """Whether the system keeps the name for itself: never here."""
        return False

    def match(self, path_pattern):
        """Does it match a pattern?"""
        wanted = _split(path_pattern)
        if not wanted:
            raise ValueError("empty pattern")
        left = len(self._parts) - len(wanted)
        if left < 0 or wanted[0][0] == "/" and (left or wanted[0] != self.root):
            return False
        return all(map(fnmatch.fnmatchcase, self._parts[left:], wanted))


class PurePosixPath(PurePath):
    """A path of a POSIX system."""
    __slots__ = ()


class Path(PurePath):
    """A path with access to the system."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        return cls._made_of(args)

    def __enter__(self):
        warnings.warn("pathlib.Path.__enter__() is deprecated and scheduled for removal in Python 3.13; Path objects as "
                      "a context manager is a no-op", DeprecationWarning, stacklevel=2)
        return self

    def __exit__(self, t, v, tb):
        pass

    @classmethod
    def cwd(cls):
        """The working directory."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """The home directory."""
        return cls(os.path.expanduser("~"))

    def samefile(self, other_path):
        """Whether another path leads to the same file."""
        mine = self.stat()
        there = other_path if hasattr(other_path, "stat") else type(self)(other_path)
        return os.path.samestat(mine, there.stat())

    def iterdir(self):
        """The paths in a directory."""
        yield from map(self._below, os.listdir(self))

    def glob(self, pattern):
        """The paths below that match a pattern."""
        if not pattern:
            raise ValueError("Unacceptable pattern: {!r}".format(pattern))
        yield from self._select(_pattern_parts(pattern))

    def rglob(self, pattern):
        """glob() in all directories below."""
        yield from self._select(("**", *_pattern_parts(pattern)))

    def _select(self, parts):
        for part in parts[:-1] if parts[-1] == "" else parts:
            if "**" in part and part != "**":
                raise ValueError("Invalid pattern: '**' can only be an entire path component")
        return _matches(self, parts) if self.is_dir() else ()

    def absolute(self):
        """The path from the root, with links and `..` as they stand."""
        if self.is_absolute():
            return self
        return self._made_of((os.getcwd(),) + self._parts)

    def resolve(self, strict=False):
        """The absolute path without symbolic links."""
        try:
            path = self._made_of((os.path.realpath(self, strict=strict),))
            if not strict:
                path.stat()  # realpath() keeps quiet about loops then
        except OSError as error:
            if error.errno == ELOOP:
                raise RuntimeError("Symlink loop from %r" % error.filename)
            if strict:
                raise
        return path

    def stat(self, *, follow_symlinks=True):
        """What os.stat() says of it."""
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        """What os.stat() says of it; of a link, the link."""
        return self.stat(follow_symlinks=False)

    def owner(self):
        """The name of the user whose file it is."""
        from _accounts import name_of
        return name_of(self.stat().st_uid, "user")

    def group(self):
        """The name of the group whose file it is."""
        from _accounts import name_of
        return name_of(self.stat().st_gid, "group")

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        """Open the file."""
        return io.open(self._str, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        """The bytes of the file."""
        with self.open(mode="rb") as f:
            return f.read()

    def read_text(self, encoding=None, errors=None):
        """The text of the file."""
        with self.open(mode="r", encoding=encoding, errors=errors) as f:
            return f.read()

    def write_bytes(self, data):
        """Make the file, of bytes."""
        view = memoryview(data)
        with self.open(mode="wb") as f:
            return f.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Make the file, of a text."""
        if not issubclass(type(data), str):
            raise TypeError(f"data must be str, not {type(data).__name__}")
        with self.open(mode="w", encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def readlink(self):
        """Where the link points."""
        target = os.readlink(self)
        return self._made_of((target,))

    def touch(self, mode=0o666, exist_ok=True):
        """Make an empty file, or set the times of one that is there."""
        if exist_ok:
            try:
                os.utime(self, None)
            except OSError:
                pass
            else:
                return
        only_new = 0 if exist_ok else os.O_EXCL
        os.close(os.open(self, os.O_WRONLY | os.O_CREAT | only_new, mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Make a directory."""
        try:
            os.mkdir(self, mode)
        except FileNotFoundError:
            above = self.parent
            if not parents or above == self:
                raise
            above.mkdir(0o777, True, True)
            self.mkdir(mode, False, exist_ok)
        except OSError:
            if not (exist_ok and self.is_dir()):
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Change the permissions."""
        os.chmod(self, mode, follow_symlinks=follow_symlinks)

    def unlink(self, missing_ok=False):
        """Remove the file."""
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Remove the folder, which must be empty."""
        os.rmdir(self)

    def rename(self, target):
        """Rename it; gives the new path."""
        os.rename(self, target)
        return type(self)(target)

    def replace(self, target):
        """Rename it, over a file of that name if there is one; gives the new path."""
        os.replace(self, target)
        return type(self)(target)

    def symlink_to(self, target, target_is_directory=False):
        """Make it a link to a target."""
        os.symlink(target, self)

    def hardlink_to(self, target):
        """Make it another name of a file."""
        os.link(target, self)

    def _mode(self, **how):
        """The mode that stat() tells, 0 where nothing is."""
        try:
            return self.stat(**how).st_mode
        except OSError as error:
            if error.errno not in _NOTHING_THERE:
                raise
        except ValueError:
            pass
        return 0

    def exists(self):
        """Is there something?"""
        return self._mode() != 0

    def is_dir(self):
        """Whether it is a folder."""
        return stat.S_ISDIR(self._mode())

    def is_file(self):
        """Whether it is a file."""
        return stat.S_ISREG(self._mode())

    def is_mount(self):
        """Whether another file system begins here."""
        return self.is_dir() and os.path.ismount(self)

    def is_symlink(self):
        """Whether it is a symbolic link."""
        return stat.S_ISLNK(self._mode(follow_symlinks=False))

    def is_socket(self):
        """Whether it is a socket."""
        return stat.S_ISSOCK(self._mode())

    def is_fifo(self):
        """Whether it is a named pipe."""
        return stat.S_ISFIFO(self._mode())

    def is_block_device(self):
        """Whether it is a device of blocks."""
        return stat.S_ISBLK(self._mode())

    def is_char_device(self):
        """Whether it is a device of bytes."""
        return stat.S_ISCHR(self._mode())

    def lchmod(self, mode):
        """Change the permissions; of a link, the link's."""
        self.chmod(mode, follow_symlinks=False)

    def link_to(self, target):
        """hardlink_to() the other way round."""
        warnings.warn("pathlib.Path.link_to() is deprecated and is scheduled for removal in Python 3.12. Use "
                      "pathlib.Path.hardlink_to() instead.", DeprecationWarning, stacklevel=2)
        type(self)(target).hardlink_to(self)

    def expanduser(self):
        """~ replaced by the home directory."""
        if not self.root and self._parts and self._parts[0][:1] == "~":
            home = os.path.expanduser(self._parts[0])
            if home.startswith("~"):
                raise RuntimeError("Could not determine home directory.")
            return self._made_of((home, *self._parts[1:]))
        return self


class PosixPath(Path, PurePosixPath):
    """A path of a POSIX system with access to it."""
    __slots__ = ()
