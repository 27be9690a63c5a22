"""Codecs over files, and codecs over iterators."""
from _codecs_classes import Codec
import codecs

__name__ = "codecs"


class StreamWriter(Codec):
    """Encodes what it writes to a binary file."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        """Write what the codec makes of an object."""
        made, _ = self.encode(object, self.errors)
        self.stream.write(made)

    def writelines(self, list):
        """Write the texts of a list."""
        self.write("".join(list))

    def reset(self):
        """Forget what came before."""

    def seek(self, offset, whence=0):
        """Change the position."""
        self.stream.seek(offset, whence)
        if whence == 0 and offset == 0:
            self.reset()

    def __getattr__(self, name, getattr=getattr):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class StreamReader(Codec):
    """Decodes what it reads from a binary file."""

    charbuffertype = str

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors
        self.bytebuffer = b""  # read and not decoded yet
        self._empty_charbuffer = self.charbuffertype()
        self.charbuffer = self._empty_charbuffer  # decoded and not given yet
        self.linebuffer = None  # the same as a list of lines, where readline() has looked for them

    def decode(self, input, errors="strict"):
        raise NotImplementedError

    def _join_lines(self):
        if self.linebuffer:
            self.charbuffer = self._empty_charbuffer.join(self.linebuffer)
        self.linebuffer = None

    def _more(self, size, first_line=False):
        """Decode one more piece; False: the file gave nothing."""
        new = self.stream.read() if size < 0 else self.stream.read(size)
        waiting = self.bytebuffer + new
        if not waiting:
            return False
        try:
            made, used = self.decode(waiting, self.errors)
        except UnicodeDecodeError as e:
            if not first_line:
                raise
            # The error may wait until its line is asked for.
            made, used = self.decode(waiting[:e.start], self.errors)
            if len(made.splitlines(keepends=True)) <= 1:
                raise
        self.bytebuffer = waiting[used:]
        self.charbuffer += made
        return bool(new)

    def read(self, size=-1, chars=-1, firstline=False):
        """Up to `chars` characters, `size` if that is negative, all if both are; `size` bytes are read at a time."""
        self._join_lines()
        if chars < 0:
            chars = size
        if chars < 0:
            while self._more(-1, firstline):
                pass
            made, self.charbuffer = self.charbuffer, self._empty_charbuffer
            return made
        while len(self.charbuffer) < chars and self._more(size, firstline):
            pass
        made = self.charbuffer[:chars]
        self.charbuffer = self.charbuffer[chars:]
        return made

    def readline(self, size=None, keepends=True):
        """One line, or its first `size` characters."""
        if self.linebuffer:
            line = self.linebuffer.pop(0)
            if len(self.linebuffer) == 1:  # it may go on in the file
                self.charbuffer = self.linebuffer[0]
                self.linebuffer = None
            return line if keepends else line.splitlines(keepends=False)[0]
        step, text = size or 72, self._empty_charbuffer
        while True:
            part = self.read(step, firstline=True)
            if part.endswith("\r" if isinstance(part, str) else b"\r"):
                part += self.read(size=1, chars=1)  # the other half of the line's end may follow
            text += part
            lines = text.splitlines(keepends=True)
            if len(lines) > 1:
                line = lines.pop(0)
                lines[-1] += self.charbuffer
                self._keep(lines)
                break
            line = text
            if not part or size is not None or line.splitlines(keepends=False)[0] != line:
                break
            if step < 8000:
                step *= 2
        return line if keepends or not line else line.splitlines(keepends=False)[0]

    def _keep(self, lines):
        """These come next. The last one may go on in the file."""
        if len(lines) > 1:
            self.linebuffer = lines
            self.charbuffer = None
        else:
            self.charbuffer = lines[0]

    def readlines(self, sizehint=None, keepends=True):
        """All lines."""
        return self.read().splitlines(keepends)

    def reset(self):
        """Forget what was read ahead."""
        self.bytebuffer = b""
        self.charbuffer = self._empty_charbuffer
        self.linebuffer = None

    def seek(self, offset, whence=0):
        """Change the position."""
        self.stream.seek(offset, whence)
        self.reset()

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __iter__(self):
        return self

    def __getattr__(self, name, getattr=getattr):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class StreamReaderWriter:
    """A reader and a writer over one file."""

    encoding = "unknown"

    def __init__(self, stream, Reader, Writer, errors="strict"):
        self.stream = stream
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None):
        return self.reader.readline(size)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def __next__(self):
        return next(self.reader)

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reader.reset()
        if whence == 0 and offset == 0:
            self.writer.reset()

    def __getattr__(self, name, getattr=getattr):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class StreamRecoder:
    """Bytes in one encoding for whoever uses it, in another one in the file."""

    data_encoding = "unknown"
    file_encoding = "unknown"

    def __init__(self, stream, encode, decode, Reader, Writer, errors="strict"):
        self.stream = stream
        self.encode = encode
        self.decode = decode
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def _encoded(self, text):
        return self.encode(text, self.errors)[0]

    def read(self, size=-1):
        return self._encoded(self.reader.read(size))

    def readline(self, size=None):
        return self._encoded(self.reader.readline() if size is None else self.reader.readline(size))

    def readlines(self, sizehint=None):
        return self._encoded(self.reader.read()).splitlines(keepends=True)

    def __next__(self):
        return self._encoded(next(self.reader))

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        return self.write(b"".join(list))

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.reader.seek(offset, whence)
        self.writer.seek(offset, whence)

    def __getattr__(self, name, getattr=getattr):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """A binary file that a codec stands over, where there is an encoding."""
    import builtins
    if encoding is not None and "b" not in mode:
        mode += "b"
    file = builtins.open(filename, mode, buffering)
    if encoding is None:
        return file
    try:
        info = codecs.lookup(encoding)
        both = StreamReaderWriter(file, info.streamreader, info.streamwriter, errors)
        both.encoding = encoding
        return both
    except:
        file.close()
        raise


def EncodedFile(file, data_encoding, file_encoding=None, errors="strict"):
    """A file whose bytes are in `data_encoding` for whoever uses it."""
    if file_encoding is None:
        file_encoding = data_encoding
    data, inner = codecs.lookup(data_encoding), codecs.lookup(file_encoding)
    made = StreamRecoder(file, data.encode, data.decode, inner.streamreader, inner.streamwriter, errors)
    made.data_encoding = data_encoding
    made.file_encoding = file_encoding
    return made


def iterencode(iterator, encoding, errors="strict", **kwargs):
    """What an incremental encoder makes of each text; nothing is left out."""
    encoder = codecs.getincrementalencoder(encoding)(errors, **kwargs)
    for text in iterator:
        if made := encoder.encode(text):
            yield made
    if made := encoder.encode("", True):
        yield made


def iterdecode(iterator, encoding, errors="strict", **kwargs):
    """What an incremental decoder makes of each piece of bytes; nothing is left out."""
    decoder = codecs.getincrementaldecoder(encoding)(errors, **kwargs)
    for data in iterator:
        if made := decoder.decode(data):
            yield made
    if made := decoder.decode(b"", True):
        yield made


def make_identity_dict(rng):
    """Each number for itself."""
    return {i: i for i in rng}


def make_encoding_map(decoding_map):
    """The other way round; None stands for what several numbers stand for."""
    made = {}
    for key, value in decoding_map.items():
        made[value] = None if value in made else key
    return made
