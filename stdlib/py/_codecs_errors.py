"""The handlers of errors that codecs.lookup_error() knows. They mend exceptions of any origin, as the codecs
themselves do with these names."""
__name__ = "codecs"

_REPLACEMENT = "\ufffd"


def _kind(exc):
    """"encode", "decode" or "translate"; a class that only pretends to be one is none."""
    cls = type(exc)
    for kind, error in (("encode", UnicodeEncodeError), ("decode", UnicodeDecodeError),
                        ("translate", UnicodeTranslateError)):
        if issubclass(cls, error):
            return kind
    return None


def _unknown(exc):
    return TypeError(f"don't know how to handle {type(exc).__name__} in error callback")


def _places(exc, kind):
    """(object, start, end), within the object."""
    obj = exc.object
    wanted, called = (bytes, "bytes") if kind == "decode" else (str, "unicode")
    if obj is None:
        raise TypeError("object attribute not set")
    if not isinstance(obj, wanted):
        raise TypeError(f"object attribute must be {called}")
    size = len(obj)
    start, end = exc.start, exc.end
    for value in (start, end):
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    return obj, min(max(start, 0), size - 1), min(max(end, 1), size)


def _escapes(text, start, end):
    return "".join(["\\x%02x" % c if c < 0x100 else "\\u%04x" % c if c < 0x10000 else "\\U%08x" % c
                    for c in map(ord, text[max(start, 0):end])])


def strict_errors(exception, /):
    """Raise the exception."""
    if isinstance(exception, BaseException) and issubclass(type(exception), BaseException):
        raise exception
    raise TypeError("codec must pass exception instance")


def ignore_errors(exception, /):
    """Nothing."""
    kind = _kind(exception)
    if kind is None:
        raise _unknown(exception)
    return "", _places(exception, kind)[2]


def replace_errors(exception, /):
    """'?' where it is encoded, U+FFFD where it is decoded."""
    kind = _kind(exception)
    if kind is None:
        raise _unknown(exception)
    _, start, end = _places(exception, kind)
    if kind == "decode":
        return _REPLACEMENT, end
    return ("?" if kind == "encode" else _REPLACEMENT) * (end - start), end


def xmlcharrefreplace_errors(exception, /):
    """Numbers as XML has them."""
    if _kind(exception) != "encode":
        raise _unknown(exception)
    obj, start, end = _places(exception, "encode")
    return "".join([f"&#{ord(c)};" for c in obj[max(start, 0):end]]), end


def backslashreplace_errors(exception, /):
    """Numbers as source code has them."""
    kind = _kind(exception)
    if kind is None:
        raise _unknown(exception)
    obj, start, end = _places(exception, kind)
    if kind == "decode":
        return "".join(["\\x%02x" % b for b in obj[max(start, 0):end]]), end
    return _escapes(obj, start, end), end


def namereplace_errors(exception, /):
    """Names of characters as source code has them."""
    if _kind(exception) != "encode":
        raise _unknown(exception)
    from unicodedata import name
    obj, start, end = _places(exception, "encode")
    names = [(name(c, None), c) for c in obj[max(start, 0):end]]
    return "".join(["\\N{%s}" % called if called else _escapes(c, 0, 1) for called, c in names]), end


def surrogateescape_errors(exception, /):
    """Bytes from 0x80 on as lone surrogates, and back."""
    kind = _kind(exception)
    if kind not in ("encode", "decode"):
        raise _unknown(exception)
    obj, start, end = _places(exception, kind)
    part = obj[max(start, 0):end]
    if kind == "encode":
        codes = [ord(c) - 0xdc00 for c in part]
        if [code for code in codes if not 0x80 <= code <= 0xff]:
            raise exception
        return bytes(codes), end
    made = ""
    for byte in part[:4]:
        if byte < 0x80:
            break
        made += chr(0xdc00 + byte)
    if not made:
        raise exception
    return made, start + len(made)


def _unit(encoding):
    """(size of a unit, order) of the encodings that surrogates pass through, or None."""
    name = encoding.lower().replace("_", "-")
    if name in ("utf-8", "utf8", "cp-utf8", "cp65001"):
        return 3, "utf-8"
    if name[:3] == "utf" and (rest := name[3:].removeprefix("-"))[:2] in ("16", "32"):
        order = rest[2:].removeprefix("-")
        if order in ("", "le", "be"):
            return int(rest[:2]) // 8, "big" if order == "be" else "little"
    return None


def surrogatepass_errors(exception, /):
    """Surrogates as if they were characters."""
    kind = _kind(exception)
    if kind not in ("encode", "decode"):
        raise _unknown(exception)
    obj, start, end = _places(exception, kind)
    unit = _unit(exception.encoding)
    if unit is None:
        raise exception
    size, order = unit
    if kind == "encode":
        codes = [ord(c) for c in obj[max(start, 0):end]]
        if [code for code in codes if not 0xd800 <= code <= 0xdfff]:
            raise exception
        if size == 3:
            return b"".join([bytes((0xe0 | c >> 12, 0x80 | c >> 6 & 0x3f, 0x80 | c & 0x3f)) for c in codes]), end
        return b"".join([c.to_bytes(size, order) for c in codes]), end
    part = obj[start:start + size]
    code = 0
    if len(part) == size:
        if size != 3:
            code = int.from_bytes(part, order)
        elif part[0] & 0xf0 == 0xe0 and part[1] & 0xc0 == 0x80 and part[2] & 0xc0 == 0x80:
            code = (part[0] & 15) << 12 | (part[1] & 63) << 6 | part[2] & 63
    if not 0xd800 <= code <= 0xdfff:
        raise exception
    return chr(code), start + size


for _function in (surrogateescape_errors, surrogatepass_errors):
    _function.__name__ = _function.__qualname__ = _function.__name__.removesuffix("_errors")
del _function
