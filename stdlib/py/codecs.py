"""Codecs: between texts and bytes, texts and texts, bytes and bytes."""
from _codecs import decode, encode, lookup, lookup_error, register, register_error, unregister

__all__ = ["register", "lookup", "open", "EncodedFile", "BOM", "BOM_BE", "BOM_LE", "BOM32_BE", "BOM32_LE", "BOM64_BE",
           "BOM64_LE", "BOM_UTF8", "BOM_UTF16", "BOM_UTF16_LE", "BOM_UTF16_BE", "BOM_UTF32", "BOM_UTF32_LE",
           "BOM_UTF32_BE", "CodecInfo", "Codec", "IncrementalEncoder", "IncrementalDecoder",
           "StreamReader", "StreamWriter",
           "StreamReaderWriter", "StreamRecoder", "getencoder", "getdecoder", "getincrementalencoder",
           "getincrementaldecoder", "getreader", "getwriter", "encode", "decode", "iterencode", "iterdecode",
           "strict_errors", "ignore_errors", "replace_errors", "xmlcharrefreplace_errors", "backslashreplace_errors",
           "namereplace_errors", "register_error", "lookup_error"]
BOM_UTF8 = b"\xef\xbb\xbf"
BOM_LE = BOM_UTF16_LE = BOM32_LE = b"\xff\xfe"
BOM_BE = BOM_UTF16_BE = BOM32_BE = b"\xfe\xff"
BOM_UTF32_LE = BOM64_LE = b"\xff\xfe\0\0"
BOM_UTF32_BE = BOM64_BE = b"\0\0\xfe\xff"
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32 = BOM_UTF32_LE


class CodecInfo(tuple):
    """The functions and classes of a codec, as a tuple of four and by name."""

    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None,
                incrementaldecoder=None, name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode = encode
        self.decode = decode
        self.incrementalencoder = incrementalencoder
        self.incrementaldecoder = incrementaldecoder
        self.streamwriter = streamwriter
        self.streamreader = streamreader
        if _is_text_encoding is not None:
            self._is_text_encoding = _is_text_encoding
        return self

    def __repr__(self):
        return "<%s.%s object for encoding %s at %#x>" % (self.__class__.__module__, self.__class__.__qualname__,
                                                          self.name, id(self))


def getencoder(encoding):
    """The function that encodes: from (object, errors) to (result, length)."""
    return lookup(encoding).encode


def getdecoder(encoding):
    """The function that decodes: from (object, errors) to (result, length)."""
    return lookup(encoding).decode


def getincrementalencoder(encoding):
    """The class that encodes piece by piece."""
    found = lookup(encoding).incrementalencoder
    if found is None:
        raise LookupError(encoding)
    return found


def getincrementaldecoder(encoding):
    """The class that decodes piece by piece."""
    found = lookup(encoding).incrementaldecoder
    if found is None:
        raise LookupError(encoding)
    return found


def getreader(encoding):
    """The StreamReader class of an encoding."""
    return lookup(encoding).streamreader


def getwriter(encoding):
    """The StreamWriter class of an encoding."""
    return lookup(encoding).streamwriter


_ERRORS = ("strict_errors", "ignore_errors", "replace_errors", "xmlcharrefreplace_errors", "backslashreplace_errors",
           "namereplace_errors")
_CLASSES = ("Codec", "IncrementalEncoder", "BufferedIncrementalEncoder", "IncrementalDecoder",
            "BufferedIncrementalDecoder")
_STREAMS = ("StreamReader", "StreamWriter", "StreamReaderWriter", "StreamRecoder", "EncodedFile", "open", "iterencode",
            "iterdecode", "make_identity_dict", "make_encoding_map")


def __getattr__(name):
    if name in _ERRORS:
        found = lookup_error(name.removesuffix("_errors"))
    elif name in _CLASSES:
        import _codecs_classes
        found = getattr(_codecs_classes, name)
    elif name in _STREAMS:
        import _codecs_streams
        found = getattr(_codecs_streams, name)
    elif name[:1] != "_" and name.endswith(("code", "charmap_build")):
        import _codecs_functions
        found = _codecs_functions.FUNCTIONS.get(name)
    else:
        found = None
    if found is None:
        raise AttributeError(f"module 'codecs' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__():
    import _codecs_functions
    return sorted({*globals(), *_ERRORS, *_CLASSES, *_STREAMS, *_codecs_functions.FUNCTIONS})
