"""Base classes of streams written in Python, which io loads when they are asked for. The built-in streams count as
their subclasses."""
from _io import (DEFAULT_BUFFER_SIZE, _IOBase, BufferedRandom, BufferedReader, BufferedWriter, BytesIO, FileIO,
                 StringIO, TextIOWrapper)
from abc import ABCMeta
from io import UnsupportedOperation
from operator import index

__name__ = "io"


def _unsupported(self, name):
    raise UnsupportedOperation(f"{type(self).__name__}.{name}() not supported")


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
        _unsupported(self, "seek")

    def tell(self):
        """The place where the next byte is."""
        return self.seek(0, 1)

    def truncate(self, pos=None):
        """Cut what is behind a place, by default this one."""
        _unsupported(self, "truncate")

    def fileno(self):
        """The number that the system has for it."""
        _unsupported(self, "fileno")

    def isatty(self):
        """Whether it is a terminal."""
        self._check_closed()
        return False

    # -- Its end

    closed = property(lambda self: self._closed, doc="Whether close() was called.")

    def _check_closed(self, msg=None):
        if self.closed:
            raise ValueError("I/O operation on closed file." if msg is None else msg)

    def flush(self):
        """Write what is kept back."""
        self._check_closed()

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
        self._check_closed()
        return self

    def __exit__(self, *failure):
        self.close()

    # -- Lines

    def readline(self, size=-1):
        """The bytes up to the end of the line, at most so many."""
        size = -1 if size is None else size
        line = bytearray()
        while len(line) != size:
            byte = self.read(1)
            if not isinstance(byte, bytes):
                raise OSError(f"read() should have returned a bytes object, not {type(byte).__name__!r}")
            line += byte
            if not byte or byte == b"\n":
                break
        return bytes(line)

    def __iter__(self):
        self._check_closed()
        return self

    def __next__(self):
        if line := self.readline():
            return line
        raise StopIteration

    def readlines(self, hint=None):
        """The lines that are left; with a hint, until they are so long together."""
        if hint is None or hint <= 0:
            return list(self)
        lines, length = [], 0
        for line in self:
            lines.append(line)
            length += len(line)
            if length >= hint:
                break
        return lines

    def writelines(self, lines):
        """Write several texts, to which no line ends are added."""
        self._check_closed()
        for line in lines:
            self.write(line)


class RawIOBase(IOBase):
    """Streams of bytes without a buffer: each call is one of the system's."""

    def readinto(self, b):
        """Read into a buffer; how many bytes, or None where there are none yet."""
        _unsupported(self, "readinto")

    def write(self, b):
        """Write bytes; how many were."""
        _unsupported(self, "write")

    def read(self, size=-1):
        """At most so many bytes, or all; None where there are none yet."""
        if size is None or size < 0:
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


class BufferedIOBase(IOBase):
    """Streams of bytes with a buffer: calls do all that they are asked for."""

    def read(self, size=-1):
        """So many bytes, or all; fewer at the end only."""
        _unsupported(self, "read")

    def read1(self, size=-1):
        """At most so many bytes, by one call of the system."""
        _unsupported(self, "read1")

    def write(self, b):
        """Write all bytes; how many they are."""
        _unsupported(self, "write")

    def detach(self):
        """The stream beneath, which is used alone from then on."""
        _unsupported(self, "detach")

    def _into(self, buffer, read):
        data = read(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def readinto(self, b):
        """read() into a buffer; how many bytes."""
        return self._into(b, self.read)

    def readinto1(self, b):
        """read1() into a buffer; how many bytes."""
        return self._into(b, self.read1)


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
        _unsupported(self, "read")

    def write(self, s):
        """Write a text; how many characters it has."""
        _unsupported(self, "write")

    def readline(self):
        """The text up to the end of the line."""
        _unsupported(self, "readline")

    def detach(self):
        """The stream of bytes beneath."""
        _unsupported(self, "detach")


for _base, _streams in ((IOBase, (_IOBase,)), (RawIOBase, (FileIO,)),
                        (BufferedIOBase, (BytesIO, BufferedReader, BufferedWriter, BufferedRandom)),
                        (TextIOBase, (StringIO, TextIOWrapper))):
    for _stream in _streams:
        _base.register(_stream)
del _base, _streams, _stream
