"""Base classes of streams written in Python, which io loads when they are asked for. The built-in streams count as
their subclasses."""
from _io import (DEFAULT_BUFFER_SIZE, _IOBase, BufferedRandom, BufferedReader, BufferedWriter, BytesIO, FileIO,
                 StringIO, TextIOWrapper)
from abc import ABCMeta
from io import UnsupportedOperation
from operator import index

__name__ = "io"


def _unsupported(name):
    raise UnsupportedOperation(name)


def _size(size):
    """What a size means that a method is given: None and negative ones are no limit."""
    if size is None:
        return -1
    try:
        size = index(size)
    except TypeError:
        raise TypeError(f"argument should be integer or None, not {type(size).__name__!r}") from None
    if not -(1 << 63) <= size < 1 << 63:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    return size


def _check(self, can):
    if getattr(self, can)() is not True:
        raise UnsupportedOperation(f"File or stream is not {can}.")
    return True


class IOBase(metaclass=ABCMeta):
    """Any stream. Subclasses define what they support; lines are read through read()."""
    _closed = False

    # -- What it can do, and where it is

    def seekable(self):
        """Whether seek(), tell() and truncate() work."""
        return False

    def readable(self):
        """Whether reading works."""
        return False

    def writable(self):
        """Whether writing works."""
        return False

    def seek(self, pos, whence=0):
        """Go to a place: from the start, from here (1) or from the end (2)."""
        _unsupported("seek")

    def tell(self):
        """The place where the next byte is."""
        return self.seek(0, 1)

    def truncate(self, pos=None):
        """Cut what is behind a place, by default this one."""
        _unsupported("truncate")

    def fileno(self):
        """The number that the system has for it."""
        _unsupported("fileno")

    def isatty(self):
        """Whether it is a terminal."""
        self._checkClosed()
        return False

    # -- Its end

    closed = property(lambda self: self._closed, doc="Whether close() was called.")

    def _checkClosed(self, msg=None):
        if self.closed:
            raise ValueError("I/O operation on closed file." if msg is None else msg)

    def _checkReadable(self, msg=None):
        return _check(self, "readable")

    def _checkWritable(self, msg=None):
        return _check(self, "writable")

    def _checkSeekable(self, msg=None):
        return _check(self, "seekable")

    def flush(self):
        """Write what is kept back."""
        self._checkClosed()

    def close(self):
        """Flush, and take no more calls."""
        if self._closed:
            return
        try:
            self.flush()
        finally:
            self._closed = True

    def __del__(self):
        # Nobody is left to hear of errors, nor can a stream that was never made be closed.
        try:
            if self.closed:
                return
        except BaseException:
            return
        try:
            self._finalizing = True
        except BaseException:
            pass
        try:
            self.close()
        except BaseException:
            pass

    def __enter__(self):
        self._checkClosed()
        return self

    def __exit__(self, *failure):
        self.close()

    # -- Lines

    def readline(self, size=-1):
        """The bytes up to the end of the line, at most so many."""
        size = _size(size)
        peek = getattr(self, "peek", None)
        line = bytearray()
        while size < 0 or len(line) < size:
            part = self.read(1 if peek is None else self._ahead(peek, size - len(line)))
            if not isinstance(part, bytes):
                raise OSError(f"read() should have returned a bytes object, not {type(part).__name__!r}")
            line += part
            if not part or part.endswith(b"\n"):
                break
        return bytes(line)

    @staticmethod
    def _ahead(peek, most):
        """How many bytes of the line a look ahead shows, or one."""
        ready = peek(1)
        if not isinstance(ready, bytes):
            raise OSError(f"peek() should have returned a bytes object, not {type(ready).__name__!r}")
        count = ready.find(b"\n") + 1 or len(ready)
        return max(count if most < 0 else min(count, most), 1)

    def __iter__(self):
        self._checkClosed()
        return self

    def __next__(self):
        if line := self.readline():
            return line
        raise StopIteration

    def readlines(self, hint=None):
        """The lines that are left; with a hint, until they are so long together."""
        hint = _size(hint)
        if hint <= 0:
            return list(self)
        lines, length = [], 0
        for line in self:
            lines.append(line)
            length += len(line)
            if length > hint:
                break
        return lines

    def writelines(self, lines):
        """Write several texts, to which no line ends are added."""
        self._checkClosed()
        for line in lines:
            self.write(line)


class RawIOBase(IOBase):
    """Streams of bytes without a buffer: each call is one of the system's."""

    def readinto(self, b):
        """Read into a buffer; how many bytes, or None where there are none yet."""
        raise NotImplementedError

    def write(self, b):
        """Write bytes; how many were."""
        raise NotImplementedError

    def read(self, size=-1):
        """At most so many bytes, or all; None where there are none yet."""
        size = index(size)
        if not -(1 << 63) <= size < 1 << 63:
            raise OverflowError("Python int too large to convert to C ssize_t")
        if size < 0:
            return self.readall()
        buffer = bytearray(size)
        count = self.readinto(buffer)
        if count is None:
            return None
        count = index(count)
        if not -(1 << 63) <= count < 1 << 63:
            raise ValueError("cannot fit 'int' into an index-sized integer")
        if count < 0:
            raise SystemError("Negative size passed to PyBytes_FromStringAndSize")
        return bytes(buffer[:count])

    def readall(self):
        """All bytes to the end."""
        parts = []
        while part := self.read(DEFAULT_BUFFER_SIZE):
            parts.append(part)
        return None if part is None and not parts else b"".join(parts)


def _into(buffer, read, name):
    """Fill a buffer with what a method gives."""
    try:
        view = memoryview(buffer)
    except TypeError:
        view = None
    if view is None or view.readonly:
        shown = None if buffer is None else type(buffer).__name__
        raise TypeError(f"{name}() argument must be read-write bytes-like object, not {shown}")
    with view, view.cast("B") as room:
        data = read(len(room))
        if not isinstance(data, bytes):
            raise TypeError("read() should return bytes")
        count = len(data)
        if count > len(room):
            raise ValueError(f"read() returned too much data: {len(room)} bytes requested, {count} returned")
        room[:count] = data
    return count


class BufferedIOBase(IOBase):
    """Streams of bytes with a buffer: calls do all that they are asked for."""

    def read(self, size=-1):
        """So many bytes, or all; fewer at the end only."""
        _unsupported("read")

    def read1(self, size=-1):
        """At most so many bytes, by one call of the system."""
        _unsupported("read1")

    def write(self, b):
        """Write all bytes; how many they are."""
        _unsupported("write")

    def detach(self):
        """The stream beneath, which is used alone from then on."""
        _unsupported("detach")

    def readinto(self, b):
        """read() into a buffer; how many bytes."""
        return _into(b, self.read, "readinto")

    def readinto1(self, b):
        """read1() into a buffer; how many bytes."""
        return _into(b, self.read1, "readinto1")


class BufferedRWPair(BufferedIOBase):
    """Two raw streams as one: what is read comes from the first, what is written goes to the second."""

    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /):
        for raw, can in ((reader, "readable"), (writer, "writable")):
            if not getattr(raw, can)():
                raise UnsupportedOperation(f"File or stream is not {can}.")
        self._reader, self._writer = BufferedReader(reader, buffer_size), BufferedWriter(writer, buffer_size)

    def read(self, size=-1, /):
        """So many bytes, or all; fewer at the end only."""
        return self._reader.read(size)

    def read1(self, size=-1, /):
        """At most so many bytes, by one call of the system."""
        return self._reader.read1(size)

    def peek(self, size=0, /):
        """Bytes without moving the position."""
        return self._reader.peek(size)

    def readinto(self, buffer, /):
        """Fill a buffer."""
        return self._reader.readinto(buffer)

    def readinto1(self, buffer, /):
        """Fill a buffer, by one call of the system at most."""
        return self._reader.readinto1(buffer)

    def write(self, data, /):
        """Write all bytes; how many they are."""
        return self._writer.write(data)

    def flush(self):
        """Write what is collected."""
        return self._writer.flush()

    def readable(self):
        """Whether reading works."""
        return self._reader.readable()

    def writable(self):
        """Whether writing works."""
        return self._writer.writable()

    def isatty(self):
        """Whether one of them is a terminal."""
        return self._writer.isatty() or self._reader.isatty()

    def close(self):
        """Close both."""
        try:
            self._writer.close()
        finally:
            self._reader.close()

    @property
    def closed(self):
        """Whether they are closed."""
        return self._writer.closed


class TextIOBase(IOBase):
    """Streams of text."""
    encoding = newlines = errors = None

    def read(self, size=-1):
        """So many characters, or all."""
        _unsupported("read")

    def write(self, s):
        """Write a text; how many characters it has."""
        _unsupported("write")

    def readline(self, size=-1, /):
        """The text up to the end of the line."""
        _unsupported("readline")

    def detach(self):
        """The stream of bytes beneath."""
        _unsupported("detach")


for _base, _streams in ((IOBase, (_IOBase,)), (RawIOBase, (FileIO,)),
                        (BufferedIOBase, (BytesIO, BufferedReader, BufferedWriter, BufferedRandom)),
                        (TextIOBase, (StringIO, TextIOWrapper))):
    for _stream in _streams:
        _base.register(_stream)
del _base, _streams, _stream
