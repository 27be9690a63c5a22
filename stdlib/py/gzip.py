"""Files in the gzip format."""
import builtins
import io
import os
import struct
import time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = 1, 2
READ_BUFFER_SIZE = 128 * 1024

_COMPRESS_LEVEL_FAST = 1
_COMPRESS_LEVEL_TRADEOFF = 6
_COMPRESS_LEVEL_BEST = 9


class BadGzipFile(OSError):
    """Exception raised in some cases for invalid gzip files."""


def open(filename, mode="rb", compresslevel=_COMPRESS_LEVEL_BEST, encoding=None, errors=None, newline=None):
    """Open a gzip file in binary or text mode; `filename` is a name or a file object."""
    if "t" in mode:
        if "b" in mode:
            raise ValueError("Invalid mode: %r" % (mode,))
    else:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None:
                raise ValueError("Argument '%s' not supported in binary mode" % name)
    binary_mode = mode.replace("t", "")
    if isinstance(filename, (str, bytes, os.PathLike)):
        file = GzipFile(filename, binary_mode, compresslevel)
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        file = GzipFile(None, binary_mode, compresslevel, filename)
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    if "t" in mode:
        return io.TextIOWrapper(file, io.text_encoding(encoding), errors, newline)
    return file


def _exactly(file, n):
    """n bytes of the file, or EOFError."""
    data = file.read(n)
    while len(data) < n:
        more = file.read(n - len(data))
        if not more:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        data += more
    return data


def _read_header(file):
    """Read a member's header: its time, or None at the end of the file."""
    magic = file.read(2)
    if not magic:
        return None
    if magic != b"\x1f\x8b":
        raise BadGzipFile("Not a gzipped file (%r)" % magic)
    method, flags, mtime = struct.unpack("<BBIxx", _exactly(file, 8))
    if method != 8:
        raise BadGzipFile("Unknown compression method")
    if flags & FEXTRA:
        size, = struct.unpack("<H", _exactly(file, 2))
        _exactly(file, size)
    for flag in FNAME, FCOMMENT:
        if flags & flag:
            while True:
                c = file.read(1)
                if not c or c == b"\0":
                    break
    if flags & FHCRC:
        _exactly(file, 2)
    return mtime


class _Prepended:
    """A file to whose front bytes can be put back."""

    def __init__(self, file):
        self.file = file
        self._front = b""

    def read(self, n=-1):
        front = self._front
        if not front:
            return self.file.read(n)
        if n < 0:
            self._front = b""
            return front + self.file.read()
        if n <= len(front):
            self._front = front[n:]
            return front[:n]
        self._front = b""
        return front + self.file.read(n - len(front))

    def prepend(self, data):
        self._front = data + self._front

    def rewind(self):
        self._front = b""
        self.file.seek(0)


class _Reader:
    """The decompressed bytes of all members."""

    def __init__(self, file):
        self._file = _Prepended(file)
        self._start()

    def _start(self):
        self._stream = None
        self._buffer = b""
        self._at = 0
        self.position = 0
        self.last_mtime = None
        self._done = False

    def rewind(self):
        self._file.rewind()
        self._start()

    def _more(self):
        """The next decompressed bytes; b"" at the end."""
        while not self._done:
            if self._stream is None:
                mtime = _read_header(self._file)
                if mtime is None:
                    self._done = True
                    break
                self.last_mtime = mtime
                self._stream = zlib.decompressobj(-zlib.MAX_WBITS)
                self._crc = 0
                self._size = 0
            stream = self._stream
            if stream.unconsumed_tail:
                data = stream.unconsumed_tail
            else:
                data = self._file.read(io.DEFAULT_BUFFER_SIZE)
            out = stream.decompress(data, READ_BUFFER_SIZE)
            self._crc = zlib.crc32(out, self._crc)
            self._size += len(out)
            if stream.eof:
                self._file.prepend(stream.unused_data)
                self._check_end()
                self._stream = None
            elif not out and not data:
                raise EOFError("Compressed file ended before the end-of-stream marker was reached")
            if out:
                return out
        return b""

    def _check_end(self):
        crc, size = struct.unpack("<II", _exactly(self._file, 8))
        if crc != self._crc:
            raise BadGzipFile("CRC check failed %s != %s" % (hex(crc), hex(self._crc)))
        if size != self._size & 0xffffffff:
            raise BadGzipFile("Incorrect length of data produced")
        c = b"\0"
        while c == b"\0":  # padding
            c = self._file.read(1)
        if c:
            self._file.prepend(c)

    def _available(self):
        if self._at >= len(self._buffer):
            self._buffer = self._more()
            self._at = 0
        return len(self._buffer) - self._at

    def read1(self, size):
        n = self._available()
        if size < 0 or size > n:
            size = n
        data = self._buffer[self._at:self._at + size]
        self._at += size
        self.position += size
        return data

    def read(self, size):
        parts = []
        left = size
        while left:
            data = self.read1(left)
            if not data:
                break
            parts.append(data)
            if size > 0:
                left -= len(data)
        return b"".join(parts)

    def peek(self, n):
        self._available()
        return self._buffer[self._at:]

    def readline(self, size):
        parts = []
        while size:
            n = self._available()
            if not n:
                break
            end = self._buffer.find(b"\n", self._at)
            take = n if end < 0 else end + 1 - self._at
            if 0 < size < take:
                take = size
                end = 0
            parts.append(self.read1(take))
            if end >= 0:
                break
            if size > 0:
                size -= take
        return b"".join(parts)


class GzipFile(io.BufferedIOBase):
    """A file in the gzip format."""
    myfileobj = None

    def __init__(self, filename=None, mode=None, compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError("Invalid mode: {!r}".format(mode))
        if mode and "b" not in mode:
            mode += "b"
        if fileobj is None:
            fileobj = self.myfileobj = builtins.open(filename, mode or "rb")
        if filename is None:
            filename = getattr(fileobj, "name", "")
            if not isinstance(filename, (str, bytes)):
                filename = ""
        else:
            filename = os.fspath(filename)
        if mode is None:
            mode = getattr(fileobj, "mode", "rb")
        self.name = filename
        if mode.startswith("r"):
            self.mode = READ
            self._reader = _Reader(fileobj)
        elif mode.startswith(("w", "a", "x")):
            self.mode = WRITE
            self.crc = zlib.crc32(b"")
            self.size = 0
            self.offset = 0
            self.compress = zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, 0)
            self._write_mtime = mtime
        else:
            raise ValueError("Invalid mode: {!r}".format(mode))
        self.fileobj = fileobj
        if self.mode == WRITE:
            self._write_header(compresslevel)

    def __repr__(self):
        text = repr(getattr(self.fileobj, "raw", self.fileobj))
        return "<gzip " + text[1:-1] + " " + hex(id(self)) + ">"

    def _write_header(self, level):
        name = self.name
        name = os.path.basename(name)
        try:
            if not isinstance(name, bytes):
                name = name.encode("latin-1")
            if name.endswith(b".gz"):
                name = name[:-3]
        except UnicodeEncodeError:
            name = b""
        mtime = self._write_mtime
        if mtime is None:
            mtime = time.time()
        extra = {_COMPRESS_LEVEL_BEST: b"\2", _COMPRESS_LEVEL_FAST: b"\4"}.get(level, b"\0")
        header = b"\x1f\x8b\x08" + (bytes([FNAME]) if name else b"\0")
        header += struct.pack("<L", int(mtime) & 0xffffffff) + extra + b"\xff"
        self.fileobj.write(header + (name + b"\0" if name else b""))

    def _check_open(self):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")

    _check_not_closed = _check_open

    def write(self, data):
        """Pack bytes; gives how many."""
        self._check_open()
        if self.mode != WRITE:
            raise OSError(9, "write() on read-only GzipFile object")
        if not isinstance(data, (bytes, bytearray)):
            data = memoryview(data).tobytes()
        if data:
            self.fileobj.write(self.compress.compress(data))
            self.size += len(data)
            self.crc = zlib.crc32(data, self.crc)
            self.offset += len(data)
        return len(data)

    def _check_read(self, name):
        self._check_open()
        if self.mode != READ:
            raise OSError(9, name + "() on write-only GzipFile object")
        return self._reader

    def read(self, size=-1):
        """Unpack bytes, all if no number is given."""
        return self._check_read("read").read(-1 if size is None else size)

    def read1(self, size=-1):
        """Read up to size bytes, without waiting for all of them."""
        return self._check_read("read1").read1(size)

    def peek(self, n):
        """Unpacked bytes that come next, without reading them."""
        return self._check_read("peek").peek(n)

    def readinto(self, buffer):
        """Fill a buffer."""
        view = memoryview(buffer).cast("B")
        data = self.read(len(view))
        view[:len(data)] = data
        return len(data)

    def readline(self, size=-1):
        """One line."""
        self._check_open()
        if self.mode != READ:
            return super().readline(size)
        return self._reader.readline(-1 if size is None else size)

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __iter__(self):
        return self

    @property
    def closed(self):
        return self.fileobj is None

    @property
    def mtime(self):
        """The time of the last member that was read."""
        return self._reader.last_mtime

    def close(self):
        """Write what is kept back and close the file."""
        file = self.fileobj
        if file is None:
            return
        self.fileobj = None
        try:
            if self.mode == WRITE:
                file.write(self.compress.flush())
                file.write(struct.pack("<LL", self.crc & 0xffffffff, self.size & 0xffffffff))
        finally:
            mine = self.myfileobj
            if mine:
                self.myfileobj = None
                mine.close()

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        """Write what is kept back."""
        self._check_open()
        if self.mode == WRITE:
            self.fileobj.write(self.compress.flush(zlib_mode))
            self.fileobj.flush()

    def fileno(self):
        """The number of the file below."""
        return self.fileobj.fileno()

    def rewind(self):
        """Go back to the start (reading only)."""
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self._reader.rewind()

    def readable(self):
        """Whether it is read from."""
        return self.mode == READ

    def writable(self):
        """Whether it is written to."""
        return self.mode == WRITE

    def seekable(self):
        """True: going back begins anew."""
        return True

    def tell(self):
        """The place in the unpacked bytes."""
        self._check_open()
        return self._reader.position if self.mode == READ else self.offset

    def seek(self, offset, whence=io.SEEK_SET):
        """Go to a place in the unpacked bytes."""
        self._check_open()
        if self.mode == WRITE:
            if whence != io.SEEK_SET:
                if whence != io.SEEK_CUR:
                    raise ValueError("Seek from end not supported")
                offset += self.offset
            if offset < self.offset:
                raise OSError("Negative seek in write mode")
            count = offset - self.offset
            while count > 0:
                step = min(count, 1 << 16)
                self.write(bytes(step))
                count -= step
            return self.offset
        reader = self._reader
        if whence == io.SEEK_CUR:
            offset += reader.position
        elif whence == io.SEEK_END:
            while reader.read1(READ_BUFFER_SIZE):
                pass
            offset += reader.position
        elif whence != io.SEEK_SET:
            raise ValueError("invalid whence value")
        if offset < reader.position:
            reader.rewind()
        while reader.position < offset:
            if not reader.read1(offset - reader.position):
                break
        return reader.position


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=None):
    """Data as one gzip member."""
    if mtime is None:
        mtime = time.time()
    extra = {_COMPRESS_LEVEL_BEST: b"\2", _COMPRESS_LEVEL_FAST: b"\4"}.get(compresslevel, b"\0")
    if mtime == 0:
        return zlib.compress(data, level=compresslevel, wbits=31)
    body = zlib.compress(data, level=compresslevel, wbits=-15)
    head = b"\x1f\x8b\x08\x00" + struct.pack("<L", int(mtime)) + extra + b"\xff"
    return head + body + struct.pack("<LL", zlib.crc32(data), len(data) & 0xffffffff)


def decompress(data):
    """The bytes of all members."""
    parts = []
    while True:
        file = io.BytesIO(data)
        if _read_header(file) is None:
            return b"".join(parts)
        stream = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        out = stream.decompress(data[file.tell():])
        if not stream.eof or len(stream.unused_data) < 8:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        crc, size = struct.unpack("<II", stream.unused_data[:8])
        if crc != zlib.crc32(out):
            raise BadGzipFile("CRC check failed")
        if size != len(out) & 0xffffffff:
            raise BadGzipFile("Incorrect length of data produced")
        parts.append(out)
        data = stream.unused_data[8:].lstrip(b"\0")


def _streams(name, args, level):
    """What `python -m gzip` reads and writes for one of its files."""
    import sys
    if name == "-":
        if args.decompress:
            return GzipFile(filename="", mode="rb", fileobj=sys.stdin.buffer), sys.stdout.buffer
        return sys.stdin.buffer, GzipFile(filename="", mode="wb", fileobj=sys.stdout.buffer, compresslevel=level)
    if not args.decompress:
        return builtins.open(name, "rb"), open(name + ".gz", "wb")
    if not name.endswith(".gz"):
        sys.exit(f"filename doesn't end in .gz: {name!r}")
    return open(name, "rb"), builtins.open(name[:-3], "wb")


def main():
    """What `python -m gzip` does: compress or decompress files, which stay."""
    import sys
    from argparse import ArgumentParser
    parser = ArgumentParser(description="A simple command line interface for the gzip module: act like gzip, but do "
                                        "not delete the input file.")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--fast", action="store_true", help="compress faster")
    group.add_argument("--best", action="store_true", help="compress better")
    group.add_argument("-d", "--decompress", action="store_true", help="act like gunzip instead of gzip")
    parser.add_argument("args", nargs="*", default=["-"], metavar="file")
    args = parser.parse_args()
    level = _COMPRESS_LEVEL_FAST if args.fast else _COMPRESS_LEVEL_BEST if args.best else _COMPRESS_LEVEL_TRADEOFF
    for name in args.args:
        source, target = _streams(name, args, level)
        while chunk := source.read(io.DEFAULT_BUFFER_SIZE):
            target.write(chunk)
        if target is not sys.stdout.buffer:
            target.close()
        if source is not sys.stdin.buffer:
            source.close()


if __name__ == "__main__":
    main()
