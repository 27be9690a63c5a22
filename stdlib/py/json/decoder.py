"""JSON text to objects."""
import re
from _json import scan, scanstring

__all__ = ["JSONDecoder", "JSONDecodeError"]


class JSONDecodeError(ValueError):
    """Text that is not JSON: message, text, position, line and column."""

    def __init__(self, msg, doc, pos):
        before = doc[:pos]
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno, self.colno = before.count("\n") + 1, pos - before.rfind("\n")
        super().__init__(f"{msg}: line {self.lineno} column {self.colno} (char {pos})")

    def __reduce__(self):
        return type(self), (self.msg, self.doc, self.pos)


_CONSTANTS = {"-Infinity": float("-inf"), "Infinity": float("inf"), "NaN": float("nan")}
_whitespace = re.compile(r"[ \t\n\r]*").match


class JSONDecoder:
    """Decodes JSON text."""

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.strict, self.object_hook, self.object_pairs_hook = strict, object_hook, object_pairs_hook
        self.parse_float, self.parse_int = parse_float or float, parse_int or int
        self.parse_constant = parse_constant or _CONSTANTS.__getitem__

    def decode(self, s):
        """The object that the text describes."""
        found, end = self.raw_decode(s, _whitespace(s, 0).end())
        rest = _whitespace(s, end).end()
        if rest < len(s):
            raise JSONDecodeError("Extra data", s, rest)
        return found

    def raw_decode(self, s, idx=0):
        """The object at the beginning of the text, and where it ends."""
        if idx < 0:
            raise ValueError("idx cannot be negative")
        try:
            return self.scan_once(s, idx)
        except StopIteration as nothing:
            raise JSONDecodeError("Expecting value", s, nothing.value) from None

    def scan_once(self, s, idx):
        """As raw_decode, but StopIteration where no value begins."""
        return scan(s, idx, self.strict, self.object_hook, self.object_pairs_hook, self.parse_float, self.parse_int,
                    self.parse_constant)
