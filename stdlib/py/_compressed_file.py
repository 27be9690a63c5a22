"""What files of bz2 and lzma have in common: one class over a compressor when writing, a reader over decompressors when
reading."""
import io


class _Streams(io.RawIOBase):
    """The decompressed bytes of a file of one or more streams."""

    def __init__(self, file, decompressor, ignored_error):
        self._file = file
        self._new = decompressor
        self._ignored_error = ignored_error  # what a decompressor raises for a tail that is no stream
        self._rewind()
        self._length = -1

    def _rewind(self):
        self._stream = self._new()
        self._position = 0
        self._ended = False

    def readable(self):
        return True

    def seekable(self):
        return self._file.seekable()

    def _next_stream(self):
        """Begin the stream behind the one that ended; False at the end of the file."""
        data = self._stream.unused_data or self._file.read(io.DEFAULT_BUFFER_SIZE)
        if not data:
            return None
        stream = self._new()
        try:
            return stream, stream.decompress(data, self._wanted)
        except self._ignored_error:
            return None

    def read(self, size=-1):
        if size is None or size < 0:
            return self.readall()
        if not size or self._ended:
            return b""
        self._wanted = size
        while True:
            stream = self._stream
            if stream.eof:
                following = self._next_stream()
                if following is None:
                    self._ended = True
                    self._length = self._position
                    return b""
                self._stream, data = following
            else:
                source = b""
                if stream.needs_input:
                    source = self._file.read(io.DEFAULT_BUFFER_SIZE)
                    if not source:
                        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
                data = stream.decompress(source, size)
            if data:
                self._position += len(data)
                return data

    def readall(self):
        parts = []
        while data := self.read(1 << 20):
            parts.append(data)
        return b"".join(parts)

    def readinto(self, buffer):
        with memoryview(buffer) as view, view.cast("B") as target:
            data = self.read(len(target))
            target[:len(data)] = data
        return len(data)

    def tell(self):
        return self._position

    def seek(self, offset, whence=io.SEEK_SET):
        if whence == io.SEEK_CUR:
            offset += self._position
        elif whence == io.SEEK_END:
            while self._length < 0 and self.read(io.DEFAULT_BUFFER_SIZE):
                pass
            offset += self._length
        elif whence != io.SEEK_SET:
            raise ValueError(f"Invalid value for whence: {whence}")
        if offset < self._position:
            self._file.seek(0)
            self._rewind()
        while self._position < offset:
            if not self.read(min(io.DEFAULT_BUFFER_SIZE, offset - self._position)):
                break
        return self._position


class CompressedFile(io.BufferedIOBase):
    """A file that holds compressed streams, for reading or for writing."""

    def _open(self, filename, mode, open_file):
        """Open `filename`, a name or a file object, in a mode of r, w, x, a and b."""
        self._file = self._buffer = self._compressor = None
        self._own = self._written = False
        self._mode = mode[:1] if mode else "r"
        if isinstance(filename, (str, bytes)) or hasattr(filename, "__fspath__"):
            self._file = open_file(filename, self._mode + "b")
            self._own = True
        elif hasattr(filename, "read" if self._mode == "r" else "write"):
            self._file = filename
        else:
            raise TypeError("filename must be a str, bytes, file or PathLike object")
        self._size = 0

    def _start_reading(self, decompressor, ignored_error):
        self._buffer = io.BufferedReader(_Streams(self._file, decompressor, ignored_error))

    def _start_writing(self, compressor):
        self._compressor = compressor

    def close(self):
        """Write what is left and close the file, if it was opened here."""
        if self._file is None:
            return
        try:
            if self._buffer is not None:
                self._buffer.close()
            elif self._compressor is not None:
                self._file.write(self._compressor.flush())
        finally:
            try:
                if self._own:
                    self._file.close()
            finally:
                self._file = self._buffer = self._compressor = None

    @property
    def closed(self):
        return self._file is None

    def _check_open(self):
        if self._file is None:
            raise ValueError("I/O operation on closed file")

    def _check_reading(self):
        self._check_open()
        if self._buffer is None:
            raise io.UnsupportedOperation("File not open for reading")
        return self._buffer

    def fileno(self):
        """The number of the file below."""
        self._check_open()
        return self._file.fileno()

    def readable(self):
        self._check_open()
        return self._buffer is not None

    def writable(self):
        self._check_open()
        return self._compressor is not None

    def seekable(self):
        return self.readable() and self._buffer.seekable()

    def peek(self, size=-1):
        """Bytes that come next, without taking them."""
        return self._check_reading().peek(size)

    def read(self, size=-1):
        return self._check_reading().read(size)

    def read1(self, size=-1):
        """Up to size bytes, by at most one read of the file."""
        buffer = self._check_reading()
        return buffer.read1(io.DEFAULT_BUFFER_SIZE if size < 0 else size)

    def readinto(self, buffer):
        return self._check_reading().readinto(buffer)

    def readline(self, size=-1):
        return self._check_reading().readline(size)

    def readlines(self, size=-1):
        return self._check_reading().readlines(size)

    def __iter__(self):
        self._check_reading()
        return self

    def __next__(self):
        line = self._check_reading().readline()
        if not line:
            raise StopIteration
        return line

    def write(self, data):
        """Compress bytes; how many were taken."""
        self._check_open()
        if self._compressor is None:
            raise io.UnsupportedOperation("File not open for writing")
        with memoryview(data) as view:
            length = view.nbytes
        self._file.write(self._compressor.compress(data))
        self._size += length
        return length

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def seek(self, offset, whence=io.SEEK_SET):
        """Move in the decompressed bytes, which costs decompressing them again."""
        buffer = self._check_reading()
        if not buffer.seekable():
            raise io.UnsupportedOperation("The underlying file object does not support seeking")
        return buffer.seek(offset, whence)

    def tell(self):
        self._check_open()
        return self._buffer.tell() if self._buffer is not None else self._size


def open_text_or_binary(make, filename, mode, encoding, errors, newline):
    """What open() of these modules does around the class: the mode's t makes a text file."""
    if "t" in mode:
        if "b" in mode:
            raise ValueError(f"Invalid mode: {mode!r}")
    else:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None:
                raise ValueError(f"Argument '{name}' not supported in binary mode")
    file = make(filename, mode.replace("t", ""))
    return io.TextIOWrapper(file, io.text_encoding(encoding), errors, newline) if "t" in mode else file


def decompress_streams(data, decompressor, ignored_error, truncated):
    """The bytes of all streams in data; `truncated` is the error for an unfinished one."""
    parts = []
    while data:
        stream = decompressor()
        try:
            parts.append(stream.decompress(data))
        except ignored_error:
            if parts:
                break
            raise
        if not stream.eof:
            raise truncated
        data = stream.unused_data
    return b"".join(parts)
