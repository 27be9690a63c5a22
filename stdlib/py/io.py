"""Files and streams in memory. The streams are built in (_io); bases of what behaves like them are in _io_bases, the
decoder of line ends in _io_newlines."""
from _io import (DEFAULT_BUFFER_SIZE, BufferedRandom, BufferedReader, BufferedWriter, BytesIO, FileIO, StringIO,
                 TextIOWrapper, open, text_encoding)

__all__ = ["BlockingIOError", "open", "open_code", "IOBase", "RawIOBase", "FileIO", "BytesIO", "StringIO",
           "BufferedIOBase", "BufferedReader", "BufferedWriter", "BufferedRWPair", "BufferedRandom", "TextIOBase",
           "TextIOWrapper", "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END"]

BlockingIOError = BlockingIOError
SEEK_SET, SEEK_CUR, SEEK_END = range(3)


class UnsupportedOperation(OSError, ValueError):
    """A stream cannot do that."""


def open_code(path):
    """Open a file with code for reading, as bytes."""
    return open(path, "rb")


_BASES = ("IOBase", "RawIOBase", "BufferedIOBase", "BufferedRWPair", "TextIOBase")


def __getattr__(name):
    if name == "IncrementalNewlineDecoder":
        import _io_newlines as home
    elif name in _BASES:
        import _io_bases as home
    else:
        raise AttributeError(f"module 'io' has no attribute {name!r}")
    found = globals()[name] = getattr(home, name)
    return found


def __dir__():
    return sorted({*globals(), *_BASES, "IncrementalNewlineDecoder"})
