"""Temporary files and directories."""
import io
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


class SpooledTemporaryFile(io.IOBase):
    """A file that stays in memory until it is larger than max_size, if that is not 0, or until its descriptor is asked
    for.
    """
    _rolled = False

    def __init__(self, max_size=0, mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None,
                 dir=None, *, errors=None):
        self._file = io.BytesIO()
        if "b" not in mode:
            self._file = io.TextIOWrapper(self._file, encoding=io.text_encoding(encoding), errors=errors,
                                          newline=newline)
        self._max_size = max_size
        self._TemporaryFileArgs = {"mode": mode, "buffering": buffering, "suffix": suffix, "prefix": prefix,
                                   "encoding": encoding, "newline": newline, "dir": dir, "errors": errors}

    __class_getitem__ = classmethod(type(list[int]))

    def rollover(self):
        """Move what is in memory into a file."""
        if self._rolled:
            return
        memory = self._file
        file = self._file = TemporaryFile(**self._TemporaryFileArgs)
        del self._TemporaryFileArgs
        place = memory.tell()
        if hasattr(file, "buffer"):
            file.buffer.write(memory.detach().getvalue())
        else:
            file.write(memory.getvalue())
        file.seek(place, 0)
        self._rolled = True

    def _check(self, size):
        if self._max_size and size > self._max_size:
            self.rollover()

    def __enter__(self):
        if self._file.closed:
            raise ValueError("Cannot enter context with closed file")
        return self

    def __exit__(self, exc, value, tb):
        self._file.close()

    def __iter__(self):
        return self._file.__iter__()

    def __del__(self):
        if not self.closed:
            self.close()

    def close(self):
        self._file.close()

    closed = property(lambda self: self._file.closed)
    encoding = property(lambda self: self._file.encoding)
    errors = property(lambda self: self._file.errors)
    newlines = property(lambda self: self._file.newlines)

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    def write(self, s):
        written = self._file.write(s)
        self._check(self._file.tell())
        return written

    def writelines(self, iterable):
        self._file.writelines(iterable)
        self._check(self._file.tell())

    def truncate(self, size=None):
        if size is not None:
            self._check(size)
        return self._file.truncate(size)

    def detach(self):
        return self._file.detach()

    @property
    def mode(self):
        try:
            return self._file.mode
        except AttributeError:
            return self._TemporaryFileArgs["mode"]

    @property
    def name(self):
        try:
            return self._file.name
        except AttributeError:
            return None


def _delegated(name):
    def call(self, *args):
        return getattr(self._file, name)(*args)
    call.__name__, call.__qualname__ = name, "SpooledTemporaryFile." + name
    return call


for _method in ("flush", "isatty", "read", "read1", "readable", "readinto", "readinto1", "readline", "readlines", "seek",
                "seekable", "tell", "writable"):
    setattr(SpooledTemporaryFile, _method, _delegated(_method))


class TemporaryDirectory:
    """A directory removed at the end of the block."""
    _done = True  # there is none yet

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
