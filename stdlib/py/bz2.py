"""Files and bytes in the bzip2 format."""
import builtins as _builtins

from _bz2 import BZ2Compressor, BZ2Decompressor
from _compressed_file import CompressedFile as _CompressedFile, decompress_streams as _decompress_streams, \
    open_text_or_binary as _open_text_or_binary

__all__ = ["BZ2File", "BZ2Compressor", "BZ2Decompressor", "open", "compress", "decompress"]


class BZ2File(_CompressedFile):
    """A bzip2 file; the mode is one of r, w, x and a, with or without b."""

    def __init__(self, filename, mode="r", *, compresslevel=9):
        self._file = None
        if not 1 <= compresslevel <= 9:
            raise ValueError("compresslevel must be between 1 and 9")
        if mode not in ("", "r", "rb", "w", "wb", "x", "xb", "a", "ab"):
            raise ValueError(f"Invalid mode: {mode!r}")
        self._open(filename, mode, _builtins.open)
        if self._mode == "r":
            self._start_reading(BZ2Decompressor, OSError)
        else:
            self._start_writing(BZ2Compressor(compresslevel))


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    """Open a bzip2 file in binary or text mode."""
    return _open_text_or_binary(lambda name, mode: BZ2File(name, mode, compresslevel=compresslevel), filename, mode,
                                encoding, errors, newline)


def compress(data, compresslevel=9):
    """Data as one stream."""
    stream = BZ2Compressor(compresslevel)
    return stream.compress(data) + stream.flush()


def decompress(data):
    """The bytes of all streams in data."""
    return _decompress_streams(data, BZ2Decompressor, OSError, ValueError(
        "Compressed data ended before the end-of-stream marker was reached"))
