"""Text and bytes: files and the byte order marks."""
import builtins
from _codecs import decode, encode

__all__ = ["open", "encode", "decode", "BOM", "BOM_BE", "BOM_LE", "BOM_UTF8", "BOM_UTF16", "BOM_UTF16_LE",
           "BOM_UTF16_BE", "BOM_UTF32", "BOM_UTF32_LE", "BOM_UTF32_BE"]
BOM_UTF8 = b"\xef\xbb\xbf"
BOM_LE = BOM_UTF16_LE = b"\xff\xfe"
BOM_BE = BOM_UTF16_BE = b"\xfe\xff"
BOM_UTF32_LE = b"\xff\xfe\0\0"
BOM_UTF32_BE = b"\0\0\xfe\xff"
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32 = BOM_UTF32_LE


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """A file of text in an encoding."""
    if encoding is None:
        return builtins.open(filename, mode, buffering)
    return builtins.open(filename, mode.replace("b", ""), buffering, encoding=encoding, errors=errors, newline="")


def getencoder(encoding):
    """A function from text to (bytes, length)."""
    "".encode(encoding)
    return lambda text, errors="strict": (text.encode(encoding, errors), len(text))


def getdecoder(encoding):
    """A function from bytes to (text, length)."""
    b"".decode(encoding)
    return lambda data, errors="strict": (bytes(data).decode(encoding, errors), len(data))
