"""Objects to JSON text."""
import re

_escape = re.compile(r'[\x00-\x1f\\"\b\f\n\r\t]')
_escape_ascii = re.compile(r'([\\"]|[^\ -~])')
_escapes = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
for _i in range(0x20):
    _escapes.setdefault(chr(_i), "\\u{0:04x}".format(_i))
INFINITY = float("inf")


def encode_basestring(s):
    """The JSON text of a string."""
    return '"' + _escape.sub(lambda m: _escapes[m.group(0)], s) + '"'


def _replace_ascii(match):
    s = match.group(0)
    try:
        return _escapes[s]
    except KeyError:
        n = ord(s)
        if n < 0x10000:
            return "\\u{0:04x}".format(n)
        n -= 0x10000
        return "\\u{0:04x}\\u{1:04x}".format(0xd800 | ((n >> 10) & 0x3ff), 0xdc00 | (n & 0x3ff))


def encode_basestring_ascii(s):
    """The JSON text of a string, in ASCII."""
    return '"' + _escape_ascii.sub(_replace_ascii, s) + '"'


class JSONEncoder:
    """Encodes objects as JSON text."""
    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        """What stands for an object that has no JSON text."""
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        """The JSON text of an object."""
        if isinstance(o, str):
            return encode_basestring_ascii(o) if self.ensure_ascii else encode_basestring(o)
        return "".join(self.iterencode(o))

    def iterencode(self, o, _one_shot=False):
        """The JSON text in pieces."""
        out = []
        markers = {} if self.check_circular else None
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = " " * indent
        encoder = encode_basestring_ascii if self.ensure_ascii else encode_basestring
        _write(o, out.append, self, encoder, markers, indent, 0)
        return iter(out)


def _float_text(o, allow_nan):
    if o != o:
        text = "NaN"
    elif o == INFINITY:
        text = "Infinity"
    elif o == -INFINITY:
        text = "-Infinity"
    else:
        return float.__repr__(o)
    if not allow_nan:
        raise ValueError("Out of range float values are not JSON compliant: " + repr(o))
    return text


def _write(o, write, self, encoder, markers, indent, level):
    if isinstance(o, str):
        write(encoder(o))
    elif o is None:
        write("null")
    elif o is True:
        write("true")
    elif o is False:
        write("false")
    elif isinstance(o, int):
        write(int.__repr__(o))
    elif isinstance(o, float):
        write(_float_text(o, self.allow_nan))
    elif isinstance(o, (list, tuple)):
        if not o:
            write("[]")
            return
        if markers is not None:
            markerid = id(o)
            if markerid in markers:
                raise ValueError("Circular reference detected")
            markers[markerid] = o
        level += 1
        if indent is not None:
            newline = "\n" + indent * level
            separator = self.item_separator + newline
            write("[" + newline)
        else:
            separator = self.item_separator
            write("[")
        first = True
        for value in o:
            if first:
                first = False
            else:
                write(separator)
            _write(value, write, self, encoder, markers, indent, level)
        level -= 1
        write("]" if indent is None else "\n" + indent * level + "]")
        if markers is not None:
            del markers[markerid]
    elif isinstance(o, dict):
        if not o:
            write("{}")
            return
        if markers is not None:
            markerid = id(o)
            if markerid in markers:
                raise ValueError("Circular reference detected")
            markers[markerid] = o
        level += 1
        if indent is not None:
            newline = "\n" + indent * level
            separator = self.item_separator + newline
            write("{" + newline)
        else:
            separator = self.item_separator
            write("{")
        first = True
        items = sorted(o.items()) if self.sort_keys else o.items()
        for key, value in items:
            if isinstance(key, str):
                pass
            elif isinstance(key, float):
                key = _float_text(key, self.allow_nan)
            elif key is True:
                key = "true"
            elif key is False:
                key = "false"
            elif key is None:
                key = "null"
            elif isinstance(key, int):
                key = int.__repr__(key)
            elif self.skipkeys:
                continue
            else:
                raise TypeError(f"keys must be str, int, float, bool or None, not {key.__class__.__name__}")
            if first:
                first = False
            else:
                write(separator)
            write(encoder(key))
            write(self.key_separator)
            _write(value, write, self, encoder, markers, indent, level)
        level -= 1
        write("}" if indent is None else "\n" + indent * level + "}")
        if markers is not None:
            del markers[markerid]
    else:
        if markers is not None:
            markerid = id(o)
            if markerid in markers:
                raise ValueError("Circular reference detected")
            markers[markerid] = o
        _write(self.default(o), write, self, encoder, markers, indent, level)
        if markers is not None:
            del markers[markerid]
