"""The functions of _codecs: one pair an encoding, from a text to (bytes, length) and from bytes to (text, length)."""
import _text_codecs

_str = str
_text_encode, _text_decode = _text_codecs.encode, _text_codecs.decode
FUNCTIONS = {}  # by name


def _add(function, name):
    function.__name__ = function.__qualname__ = name
    function.__module__ = "_codecs"
    FUNCTIONS[name] = function


def _check_text(value, name):
    if not isinstance(value, _str):
        raise TypeError(f"{name}() argument 1 must be str, not {'None' if value is None else type(value).__name__}")


def _bytes_of(data):
    """Of a text what stands in memory, as functions that take both have it."""
    return data.encode() if isinstance(data, _str) else data


def _pair(name, encoding, takes):
    """takes: "final" where an incomplete end may be left over, "whole" where it never is, "source" where texts are
    taken too, and the end is one from the start."""
    def encode(str, errors=None, /):
        _check_text(str, name + "_encode")
        return _text_encode(str, encoding, errors or "strict"), len(str)

    if takes == "final":
        def decode(data, errors=None, final=False, /):
            return _text_decode(data, encoding, errors or "strict", final)
    elif takes == "whole":
        def decode(data, errors=None, /):
            return _text_decode(data, encoding, errors or "strict", True)
    else:
        def decode(data, errors=None, final=True, /):
            return _text_decode(_bytes_of(data), encoding, errors or "strict", final)
    _add(encode, name + "_encode")
    _add(decode, name + "_decode")


for _name, _encoding, _takes in (
        ("utf_8", "utf-8", "final"), ("utf_16_le", "utf-16-le", "final"), ("utf_16_be", "utf-16-be", "final"),
        ("utf_32_le", "utf-32-le", "final"), ("utf_32_be", "utf-32-be", "final"), ("ascii", "ascii", "whole"),
        ("latin_1", "latin-1", "whole"), ("unicode_escape", "unicode_escape", "source"),
        ("raw_unicode_escape", "raw_unicode_escape", "source")):
    _pair(_name, _encoding, _takes)


def _with_mark(bits):
    """Of utf_16 and utf_32, where a byte order mark may tell the order: 0 none, -1 little end first, 1 big end."""
    name, encoding, size = f"utf_{bits}", f"utf-{bits}", bits // 8
    orders = {-1: encoding + "-le", 0: encoding, 1: encoding + "-be"}

    def encode(str, errors=None, byteorder=0, /):
        _check_text(str, name + "_encode")
        order = orders[(byteorder > 0) - (byteorder < 0)]
        return _text_encode(str, order, errors or "strict"), len(str)

    def decode(data, errors=None, final=False, /):
        return _text_decode(data, encoding, errors or "strict", final)

    def ex_decode(data, errors=None, byteorder=0, final=False, /):
        order = (byteorder > 0) - (byteorder < 0)
        found = order
        if order == 0:
            first = bytes(memoryview(data)[:size])
            if len(first) == size:
                mark = {0xfeff: -1, 0xfffe if size == 2 else 0xfffe0000: 1}.get(int.from_bytes(first, "little"))
                if mark is not None:
                    found = mark
        text, consumed = _text_decode(data, orders[order], errors or "strict", final)
        return text, consumed, found

    _add(encode, name + "_encode")
    _add(decode, name + "_decode")
    _add(ex_decode, name + "_ex_decode")


_with_mark(16)
_with_mark(32)


# -- Maps of characters


def _errors_handler(errors):
    from _codecs import lookup_error
    return lookup_error(errors or "strict")


def _answer(made, size, kinds, wanted):
    """What a handler of errors gave, checked: (replacement, place)."""
    if not isinstance(made, tuple) or len(made) != 2 or not isinstance(made[0], kinds):
        raise TypeError(wanted)
    from operator import index
    place = index(made[1])
    if not -1 << 63 <= place < 1 << 63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    if place < 0:
        place += size
    if not 0 <= place <= size:
        raise IndexError(f"position {place} from error handler out of bounds")
    return made[0], place


def decoding_answer(handler, exc):
    """(replacement, input from then on, place in it) for an error."""
    made = handler(exc)
    if not isinstance(made, tuple) or len(made) != 2 or not isinstance(made[0], _str):
        raise TypeError("decoding error handler must return (str, int) tuple")
    source = exc.object
    if not isinstance(source, bytes):
        raise TypeError("object attribute must be bytes")
    by, at = _answer(made, len(source), _str, "")
    return by, source, at


def charmap_encode(str, errors=None, mapping=None, /):
    """By a mapping from code points to bytes, numbers or None."""
    _check_text(str, "charmap_encode")
    if mapping is None:
        return _text_encode(str, "latin-1", errors or "strict"), len(str)

    def mapped(c):
        """The bytes of a character, or None."""
        try:
            made = mapping[ord(c)]
        except LookupError:
            return None
        if made is None or isinstance(made, bytes):
            return made
        if not isinstance(made, int):
            raise TypeError(f"character mapping must return integer, bytes or None, not {type(made).__name__}")
        if not 0 <= made < 256:
            raise TypeError("character mapping must be in range(256)")
        return bytes((made,))

    out = []
    at, size = 0, len(str)
    handler = exc = None
    while at < size:
        made = mapped(str[at])
        if made is not None:
            out.append(made)
            at += 1
            continue
        end = at + 1
        while end < size and mapped(str[end]) is None:
            end += 1
        if handler is None:
            handler = _errors_handler(errors)
            exc = UnicodeEncodeError("charmap", str, at, end, "character maps to <undefined>")
        exc.start, exc.end = at, end
        by, place = _answer(handler(exc), size, (_str, bytes),
                            "encoding error handler must return (str/bytes, int) tuple")
        parts = [by] if isinstance(by, bytes) else [mapped(c) for c in by]
        if None in parts:
            exc.start, exc.end = at, end
            raise exc
        out += parts
        at = place
    return b"".join(out), size


def charmap_decode(data, errors=None, mapping=None, /):
    """By a mapping from numbers to texts, code points or None, or by a text of the characters in their order."""
    source = bytes(memoryview(data))
    if mapping is None:
        return _text_decode(source, "latin-1", "strict", True)
    table = isinstance(mapping, _str)
    out = []
    at, count = 0, len(source)
    handler = exc = None
    while at < len(source):
        byte = source[at]
        if table:
            made = mapping[byte] if byte < len(mapping) else None
        else:
            try:
                made = mapping[byte]
            except LookupError:
                made = None
            if isinstance(made, int):
                if not 0 <= made < 0x110000:
                    raise TypeError("character mapping must be in range(0x110000)")
                made = chr(made)
            elif made is not None and not isinstance(made, _str):
                raise TypeError("character mapping must return integer, None or str")
        if made is not None and made != "\ufffe":
            out.append(made)
            at += 1
            continue
        if handler is None:
            handler = _errors_handler(errors)
            exc = UnicodeDecodeError("charmap", source, at, at + 1, "character maps to <undefined>")
        exc.start, exc.end = at, at + 1
        by, source, at = decoding_answer(handler, exc)
        out.append(by)
    return "".join(out), count


def charmap_build(map, /):
    """The mapping for charmap_encode() that undoes a text for charmap_decode()."""
    if not isinstance(map, _str):
        raise TypeError(f"charmap_build() argument must be str, not {type(map).__name__}")
    return {ord(c): byte for byte, c in enumerate(map) if c != "\ufffe"}


# -- Bytes as source code has them

_LETTERS = {10: b"", 39: b"'", 34: b'"', 92: b"\\", 97: b"\a", 98: b"\b", 102: b"\f", 110: b"\n", 114: b"\r",
            116: b"\t", 118: b"\v"}


def escape_decode(data, errors=None, /):
    """The bytes that a literal stands for."""
    data = bytes(memoryview(_bytes_of(data)))
    out = bytearray()
    at, size = 0, len(data)
    told = None  # of the first escape that is none
    while at < size:
        next_at = data.find(b"\\", at)
        if next_at < 0:
            out += data[at:]
            break
        out += data[at:next_at]
        at = next_at + 1
        if at == size:
            raise ValueError("Trailing \\ in string")
        c = data[at]
        at += 1
        if c in _LETTERS:
            out += _LETTERS[c]
        elif 48 <= c < 56:
            code = c - 48
            for _ in range(2):
                if at < size and 48 <= data[at] < 56:
                    code = code * 8 + data[at] - 48
                    at += 1
            if code > 255 and not told:
                told = f"invalid octal escape sequence '\\{code:o}'"
            out.append(code & 255)
        elif c == 120:
            digits = data[at:at + 2]
            valid = 0
            while valid < len(digits) and digits[valid] in b"0123456789abcdefABCDEF":
                valid += 1
            if valid == 2:
                out.append(int(digits, 16))
                at += 2
                continue
            if errors is None or errors == "strict":
                raise ValueError(f"invalid \\x escape at position {at - 2}")
            if errors == "replace":
                out += b"?"
            elif errors != "ignore":
                raise ValueError(f"decoding error; unknown error handling code: {errors}")
            at += valid
        else:
            told = told or f"invalid escape sequence '\\{chr(c)}'"
            out += bytes((92, c))
    if told:
        import warnings
        warnings.warn(told, DeprecationWarning, stacklevel=2)
    return bytes(out), size


def escape_encode(data, errors=None, /):
    """Bytes as a literal has them."""
    if not isinstance(data, bytes):
        raise TypeError(f"escape_encode() argument 1 must be bytes, not {type(data).__name__}")
    text = repr(data)
    body = text[2:-1]
    return (body if text[1] == "'" else body.replace("'", "\\'")).encode("ascii"), len(data)


def readbuffer_encode(data, errors=None, /):
    """The bytes of a buffer."""
    made = bytes(memoryview(_bytes_of(data)))
    return made, len(made)


def utf_7_encode(str, errors=None, /):
    """UTF-7, which few ask for."""
    import _codecs_utf7
    return _codecs_utf7.utf_7_encode(str, errors)


def utf_7_decode(data, errors=None, final=False, /):
    """UTF-7, which few ask for."""
    import _codecs_utf7
    return _codecs_utf7.utf_7_decode(data, errors, final)


for _function in (utf_7_encode, utf_7_decode, charmap_encode, charmap_decode, charmap_build, escape_decode,
                  escape_encode, readbuffer_encode):
    _add(_function, _function.__name__)
