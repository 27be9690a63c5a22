"""JSON text to objects."""
import re

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
_string_chunk = re.compile(r'([^"\\\x00-\x1f]*)(["\\\x00-\x1f])').match
_number = re.compile(r"(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?", re.ASCII).match
_whitespace = re.compile(r"[ \t\n\r]*").match
_hex4 = re.compile(r"[0-9A-Fa-f]{4}").match
_BACKSLASH = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _decode_uXXXX(s, pos):
    m = _hex4(s, pos + 1)
    if m is not None:
        return int(m.group(), 16)
    raise JSONDecodeError("Invalid \\uXXXX escape", s, pos)


def scanstring(s, end, strict=True):
    """The string whose text starts behind the quote at end - 1, and where it ends."""
    chunks = []
    begin = end - 1
    while True:
        chunk = _string_chunk(s, end)
        if chunk is None:
            raise JSONDecodeError("Unterminated string starting at", s, begin)
        end = chunk.end()
        content, terminator = chunk.groups()
        if content:
            chunks.append(content)
        if terminator == '"':
            break
        if terminator != "\\":
            if strict:
                raise JSONDecodeError("Invalid control character {0!r} at".format(terminator), s, end - 1)
            chunks.append(terminator)
            continue
        try:
            esc = s[end]
        except IndexError:
            raise JSONDecodeError("Unterminated string starting at", s, begin) from None
        if esc != "u":
            try:
                char = _BACKSLASH[esc]
            except KeyError:
                raise JSONDecodeError("Invalid \\escape: {0!r}".format(esc), s, end)
            end += 1
        else:
            uni = _decode_uXXXX(s, end)
            end += 5
            if 0xd800 <= uni <= 0xdbff and s[end:end + 2] == "\\u":
                uni2 = _decode_uXXXX(s, end + 1)
                if 0xdc00 <= uni2 <= 0xdfff:
                    uni = 0x10000 + (((uni - 0xd800) << 10) | (uni2 - 0xdc00))
                    end += 6
            char = chr(uni)
        chunks.append(char)
    return "".join(chunks), end


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
        self.memo = {}

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
            return self._scan(s, idx)
        except StopIteration as err:
            raise JSONDecodeError("Expecting value", s, err.value) from None
        finally:
            self.memo.clear()

    def scan_once(self, s, idx):
        try:
            return self._scan(s, idx)
        finally:
            self.memo.clear()

    def _scan(self, s, idx):
        c = s[idx:idx + 1]
        if c == '"':
            return scanstring(s, idx + 1, self.strict)
        if c == "{":
            return self._object(s, idx + 1)
        if c == "[":
            return self._array(s, idx + 1)
        if c == "n" and s.startswith("null", idx):
            return None, idx + 4
        if c == "t" and s.startswith("true", idx):
            return True, idx + 4
        if c == "f" and s.startswith("false", idx):
            return False, idx + 5
        m = _number(s, idx)
        if m is not None:
            integer, frac, exp = m.groups()
            if frac or exp:
                return self.parse_float(integer + (frac or "") + (exp or "")), m.end()
            return self.parse_int(integer), m.end()
        for name in ("NaN", "Infinity", "-Infinity"):
            if s.startswith(name, idx):
                return self.parse_constant(name), idx + len(name)
        raise StopIteration(idx)

    def _object(self, s, end):
        pairs = []
        memo = self.memo
        end = _whitespace(s, end).end()
        c = s[end:end + 1]
        if c == "}":
            end += 1
        elif c != '"':
            raise JSONDecodeError("Expecting property name enclosed in double quotes", s, end)
        else:
            while True:
                key, end = scanstring(s, end + 1, self.strict)
                key = memo.setdefault(key, key)
                end = _whitespace(s, end).end()
                if s[end:end + 1] != ":":
                    raise JSONDecodeError("Expecting ':' delimiter", s, end)
                end = _whitespace(s, end + 1).end()
                try:
                    value, end = self._scan(s, end)
                except StopIteration as err:
                    raise JSONDecodeError("Expecting value", s, err.value) from None
                pairs.append((key, value))
                end = _whitespace(s, end).end()
                c = s[end:end + 1]
                end += 1
                if c == "}":
                    break
                if c != ",":
                    raise JSONDecodeError("Expecting ',' delimiter", s, end - 1)
                end = _whitespace(s, end).end()
                if s[end:end + 1] != '"':
                    raise JSONDecodeError("Expecting property name enclosed in double quotes", s, end)
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs), end
        result = dict(pairs)
        if self.object_hook is not None:
            result = self.object_hook(result)
        return result, end

    def _array(self, s, end):
        values = []
        end = _whitespace(s, end).end()
        if s[end:end + 1] == "]":
            return values, end + 1
        while True:
            try:
                value, end = self._scan(s, end)
            except StopIteration as err:
                raise JSONDecodeError("Expecting value", s, err.value) from None
            values.append(value)
            end = _whitespace(s, end).end()
            c = s[end:end + 1]
            end += 1
            if c == "]":
                return values, end
            if c != ",":
                raise JSONDecodeError("Expecting ',' delimiter", s, end - 1)
            end = _whitespace(s, end).end()
