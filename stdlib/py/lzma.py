"""Files and bytes in the xz and lzma formats."""
import builtins as _builtins

from _compressed_file import CompressedFile as _CompressedFile, decompress_streams as _decompress_streams, \
    open_text_or_binary as _open_text_or_binary
from _lzma import *
from _lzma import _decode_filter_properties, _encode_filter_properties

__all__ = ["CHECK_NONE", "CHECK_CRC32", "CHECK_CRC64", "CHECK_SHA256", "CHECK_ID_MAX", "CHECK_UNKNOWN",
           "FILTER_LZMA1", "FILTER_LZMA2", "FILTER_DELTA", "FILTER_X86", "FILTER_IA64", "FILTER_ARM",
           "FILTER_ARMTHUMB", "FILTER_POWERPC", "FILTER_SPARC", "FORMAT_AUTO", "FORMAT_XZ", "FORMAT_ALONE",
           "FORMAT_RAW", "MF_HC3", "MF_HC4", "MF_BT2", "MF_BT3", "MF_BT4", "MODE_FAST", "MODE_NORMAL",
           "PRESET_DEFAULT", "PRESET_EXTREME", "LZMACompressor", "LZMADecompressor", "LZMAFile", "LZMAError", "open",
           "compress", "decompress", "is_check_supported"]


class LZMAFile(_CompressedFile):
    """A file of xz or lzma streams; the mode is one of r, w, x and a, with or without b."""

    def __init__(self, filename=None, mode="r", *, format=None, check=-1, preset=None, filters=None):
        self._file = None
        if mode in ("r", "rb"):
            if check != -1:
                raise ValueError("Cannot specify an integrity check when opening a file for reading")
            if preset is not None:
                raise ValueError("Cannot specify a preset compression level when opening a file for reading")
            format = FORMAT_AUTO if format is None else format
            self._open(filename, mode, _builtins.open)
            self._start_reading(lambda: LZMADecompressor(format=format, filters=filters), LZMAError)
        elif mode in ("w", "wb", "a", "ab", "x", "xb"):
            format = FORMAT_XZ if format is None else format
            compressor = LZMACompressor(format=format, check=check, preset=preset, filters=filters)
            self._open(filename, mode, _builtins.open)
            self._start_writing(compressor)
        else:
            raise ValueError(f"Invalid mode: {mode!r}")


def open(filename, mode="rb", *, format=None, check=-1, preset=None, filters=None, encoding=None, errors=None,
         newline=None):
    """Open a file of xz or lzma streams in binary or text mode."""
    def make(name, mode):
        return LZMAFile(name, mode, format=format, check=check, preset=preset, filters=filters)
    return _open_text_or_binary(make, filename, mode, encoding, errors, newline)


def compress(data, format=FORMAT_XZ, check=-1, preset=None, filters=None):
    """Data as one stream."""
    stream = LZMACompressor(format, check, preset, filters)
    return stream.compress(data) + stream.flush()


def decompress(data, format=FORMAT_AUTO, memlimit=None, filters=None):
    """The bytes of all streams in data."""
    truncated = LZMAError("Compressed data ended before the end-of-stream marker was reached")
    if not data:
        raise truncated
    return _decompress_streams(data, lambda: LZMADecompressor(format, memlimit, filters), LZMAError, truncated)
