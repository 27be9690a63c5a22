"""JSON text to objects."""
import re
from _json import scan, scanstring

__all__ = ["JSONDecoder", "JSONDecodeError"]


class JSONDecodeError(ValueError):
    """Text that is not JSON: message, text, position, line and column."""

    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        ValueError.__init__(self, "%s: line %d column %d (char %d)" % (msg, lineno, colno, pos))
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


_CONSTANTS = {"-Infinity": float("-inf"), "Infinity": float("inf"), "NaN": float("nan")}
_whitespace = re.compile(r"[ \t\n\r]*").match


class JSONDecoder:
    """Decodes JSON text."""

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or _CONSTANTS.__getitem__
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook

    def decode(self, s):
        """The object that the text describes."""
        obj, end = self.raw_decode(s, idx=_whitespace(s, 0).end())
        end = _whitespace(s, end).end()
        if end != len(s):
            raise JSONDecodeError("Extra data", s, end)
        return obj

    def raw_decode(self, s, idx=0):
        """The object at the beginning of the text, and where it ends."""
        if idx < 0:
            raise ValueError("idx cannot be negative")
        try:
            return self.scan_once(s, idx)
        except StopIteration as err:
            raise JSONDecodeError("Expecting value", s, err.value) from None

    def scan_once(self, s, idx):
        """As raw_decode, but StopIteration where no value begins."""
        return scan(s, idx, self.strict, self.object_hook, self.object_pairs_hook, self.parse_float, self.parse_int,
                    self.parse_constant)
