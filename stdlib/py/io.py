"""Files and in-memory streams."""
import _io
import abc
from _io import (DEFAULT_BUFFER_SIZE, BufferedRandom, BufferedReader, BufferedWriter, BytesIO, FileIO, StringIO,
                 TextIOWrapper, open, text_encoding)

__all__ = ["BlockingIOError", "open", "open_code", "IOBase", "RawIOBase", "FileIO", "BytesIO", "StringIO",
           "BufferedIOBase", "BufferedReader", "BufferedWriter", "BufferedRandom", "TextIOBase", "TextIOWrapper",
           "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END"]

BlockingIOError = BlockingIOError
SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2


class UnsupportedOperation(OSError, ValueError):
    pass


def open_code(path):
    """Open a file of code."""
    return open(path, "rb")


class IOBase(metaclass=abc.ABCMeta):
    """The base class of streams."""
    _closed = False

    def _unsupported(self, name):
        raise UnsupportedOperation(f"{self.__class__.__name__}.{name}() not supported")

    def seek(self, pos, whence=0):
        self._unsupported("seek")

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, pos=None):
        self._unsupported("truncate")

    def flush(self):
        self._check_closed()

    def close(self):
        if not self._closed:
            try:
                self.flush()
            finally:
                self._closed = True

    def seekable(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return False

    @property
    def closed(self):
        return self._closed

    def _check_closed(self, msg=None):
        if self.closed:
            raise ValueError("I/O operation on closed file." if msg is None else msg)

    def __enter__(self):
        self._check_closed()
        return self

    def __exit__(self, *args):
        self.close()

    def fileno(self):
        self._unsupported("fileno")

    def isatty(self):
        self._check_closed()
        return False

    def readline(self, size=-1):
        if size is None:
            size = -1
        res = bytearray()
        while size < 0 or len(res) < size:
            b = self.read(1)
            if not b:
                break
            res += b
            if res.endswith(b"\n"):
                break
        return bytes(res)

    def __iter__(self):
        self._check_closed()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=None):
        if hint is None or hint <= 0:
            return list(self)
        n = 0
        lines = []
        for line in self:
            lines.append(line)
            n += len(line)
            if n >= hint:
                break
        return lines

    def writelines(self, lines):
        self._check_closed()
        for line in lines:
            self.write(line)


class RawIOBase(IOBase):
    """Streams without a buffer."""

    def read(self, size=-1):
        if size is None:
            size = -1
        if size < 0:
            return self.readall()
        b = bytearray(size)
        n = self.readinto(b)
        if n is None:
            return None
        del b[n:]
        return bytes(b)

    def readall(self):
        res = bytearray()
        while True:
            data = self.read(DEFAULT_BUFFER_SIZE)
            if not data:
                break
            res += data
        return bytes(res)

    def readinto(self, b):
        self._unsupported("readinto")

    def write(self, b):
        self._unsupported("write")


class BufferedIOBase(IOBase):
    """Streams with a buffer."""

    def read(self, size=-1):
        self._unsupported("read")

    def read1(self, size=-1):
        self._unsupported("read1")

    def readinto(self, b):
        data = self.read(len(b))
        n = len(data)
        b[:n] = data
        return n

    def readinto1(self, b):
        data = self.read1(len(b))
        n = len(data)
        b[:n] = data
        return n

    def write(self, b):
        self._unsupported("write")

    def detach(self):
        self._unsupported("detach")


class TextIOBase(IOBase):
    """Streams of text."""

    def read(self, size=-1):
        self._unsupported("read")

    def write(self, s):
        self._unsupported("write")

    def readline(self):
        self._unsupported("readline")

    def detach(self):
        self._unsupported("detach")

    encoding = None
    newlines = None
    errors = None


IOBase.register(_io._IOBase)
RawIOBase.register(FileIO)
for _cls in (BytesIO, BufferedReader, BufferedWriter, BufferedRandom):
    BufferedIOBase.register(_cls)
for _cls in (StringIO, TextIOWrapper):
    TextIOBase.register(_cls)
del _cls
