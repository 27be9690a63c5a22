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


class CodecInfo(tuple):
    """The functions of a codec, as a tuple of four and by name."""

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None,
                incrementaldecoder=None, name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode = encode
        self.decode = decode
        self.incrementalencoder = incrementalencoder
        self.incrementaldecoder = incrementaldecoder
        self.streamreader = streamreader
        self.streamwriter = streamwriter
        return self

    def __repr__(self):
        return "<codecs.CodecInfo object for encoding %s at %#x>" % (self.name, id(self))


_search_functions = []
_found = {}


def register(search_function, /):
    """Ask this function for codecs that are not built in (by lookup(); str.encode and bytes.decode know the built-in ones)."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _search_functions.append(search_function)


def unregister(search_function, /):
    """Undo register()."""
    if search_function in _search_functions:
        _search_functions.remove(search_function)
        _found.clear()


def lookup(encoding, /):
    """The CodecInfo of an encoding."""
    name = encoding.lower().replace(" ", "_").replace("-", "_")
    if name in _found:
        return _found[name]
    try:
        info = CodecInfo(getencoder(encoding), getdecoder(encoding), name=name.replace("_", "-"))
    except LookupError:
        for search in _search_functions:
            info = search(name)
            if info is not None:
                break
        else:
            raise
    _found[name] = info
    return info
