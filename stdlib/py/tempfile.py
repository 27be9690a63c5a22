"""Temporary files and directories."""
import os

__all__ = ["NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "mkstemp", "mkdtemp", "mktemp", "gettempdir",
           "gettempprefix", "tempdir", "SpooledTemporaryFile"]

template = "tmp"
tempdir = None
TMP_MAX = 10000
_rng = None


def _name():
    global _rng
    if _rng is None:
        from random import Random
        _rng = Random()
    return "".join(_rng.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=8))


def gettempdir():
    """The directory for temporary files."""
    global tempdir
    if tempdir is None:
        for name in (os.environ.get("TMPDIR"), os.environ.get("TEMP"), os.environ.get("TMP"), "/tmp", "/var/tmp",
                     os.getcwd()):
            if name and os.path.isdir(name) and os.access(name, os.W_OK):
                tempdir = os.path.abspath(name)
                break
        else:
            raise FileNotFoundError(2, "No usable temporary directory found")
    return tempdir


def gettempdirb():
    """The directory for temporary files, as bytes."""
    return os.fsencode(gettempdir())


def gettempprefixb():
    """How names of temporary files begin, as bytes."""
    return os.fsencode(gettempprefix())


def gettempprefix():
    """How names of temporary files begin."""
    return template


def _new(make, suffix, prefix, dir):
    suffix = "" if suffix is None else suffix
    prefix = template if prefix is None else prefix
    dir = gettempdir() if dir is None else os.fspath(dir)
    for _ in range(TMP_MAX):
        path = os.path.abspath(os.path.join(dir, prefix + _name() + suffix))
        try:
            return make(path), path
        except FileExistsError:
            continue
    raise FileExistsError(17, "No usable temporary file name found")


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """A descriptor and the path of a new file."""
    return _new(lambda path: os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), suffix, prefix, dir)


def mkdtemp(suffix=None, prefix=None, dir=None):
    """The path of a new directory."""
    return _new(lambda path: os.mkdir(path, 0o700), suffix, prefix, dir)[1]


def mktemp(suffix="", prefix=template, dir=None):
    """A name that no file has, for as long as nobody else takes it."""
    dir = gettempdir() if dir is None else dir
    return os.path.join(dir, prefix + _name() + suffix)


class _TemporaryFileWrapper:
    def __init__(self, file, name, delete=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._closed = False

    def __getattr__(self, name):
        return getattr(self.__dict__["file"], name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __iter__(self):
        return iter(self.file)

    def close(self):
        if not self._closed:
            self._closed = True
            self.file.close()
            if self.delete:
                try:
                    os.unlink(self.name)
                except FileNotFoundError:
                    pass

    def __del__(self):
        self.close()


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None):
    """An open file with a name, removed when it is closed."""
    fd, name = mkstemp(suffix, prefix, dir)
    file = open(fd, mode, buffering, encoding=encoding, newline=newline, errors=errors)
    return _TemporaryFileWrapper(file, name, delete)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                  errors=None):
    """An open file without a name."""
    fd, name = mkstemp(suffix, prefix, dir)
    os.unlink(name)
    return open(fd, mode, buffering, encoding=encoding, newline=newline, errors=errors)


def SpooledTemporaryFile(max_size=0, mode="w+b", **kwargs):
    """A file that stays in memory up to a size."""
    return TemporaryFile(mode, **kwargs)


class TemporaryDirectory:
    """A directory removed at the end of the block."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore = ignore_cleanup_errors
        self._done = False
        from shutil import rmtree
        self._remove = rmtree  # the end of the program is no time for imports

    def __repr__(self):
        return "<{} {!r}>".format(self.__class__.__name__, self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        self.cleanup()

    def cleanup(self):
        """Remove the folder and what is in it."""
        if not self._done:
            self._done = True
            if os.path.exists(self.name):
                self._remove(self.name, ignore_errors=self._ignore)

    def __del__(self):
        self.cleanup()
