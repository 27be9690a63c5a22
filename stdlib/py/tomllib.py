"""Reading TOML 1.0, the language of configuration files.

_Reader goes through the text once and puts values into nested dicts as they come. Beside these it notes, by identity, what
may not be added to in every way any more: inline tables and arrays in _closed, tables with headers and arrays of tables in
_headed, tables on the way of dotted keys in _dotted.
"""
import datetime as _datetime

__all__ = ["loads", "load", "TOMLDecodeError"]

_BARE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_HEX = frozenset("0123456789ABCDEFabcdef")
_WORD_SIGNS = _BARE | frozenset("+.:")  # of all values that are not quoted
# Control characters, of which only the tab may stand in a line.
_ILLEGAL = frozenset(map(chr, [*range(9), *range(10, 32), 127]))
_BASES = {"0x": 16, "0o": 8, "0b": 2}
_WORDS = {"true": True, "false": False, "inf": float("inf"), "+inf": float("inf"), "-inf": float("-inf"),
          "nan": float("nan"), "+nan": float("nan"), "-nan": float("nan")}


class TOMLDecodeError(ValueError):
    """The text is not TOML."""


def load(fp, /, *, parse_float=float):
    """The dict that a file, opened for reading bytes, tells of."""
    data = fp.read()
    try:
        text = data.decode()
    except AttributeError:
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`") from None
    return loads(text, parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """The dict that a text tells of. Floats are made by a function of their text."""
    text = s.replace("\r\n", "\n")
    return _Reader(text, parse_float if parse_float is float else _scalar(parse_float)).document()


def _scalar(parse_float):
    """A function for floats that may not give what stands for tables and arrays."""
    def parse(text):
        value = parse_float(text)
        if isinstance(value, (dict, list)):
            raise ValueError("parse_float must not return dicts or lists")
        return value

    return parse


class _Reader:
    def __init__(self, text, parse_float):
        self.text, self.parse_float = text, parse_float
        self.at = 0
        self.root = {}
        self._closed, self._headed, self._dotted = {}, {}, {}  # by id(), with the object, so that it stays

    # -- The text

    def fail(self, why, at=None):
        at = self.at if at is None else at
        if at >= len(self.text):
            place = "end of document"
        else:
            line = self.text.count("\n", 0, at) + 1
            column = at - self.text.rfind("\n", 0, at)
            place = f"line {line}, column {column}"
        raise TOMLDecodeError(f"{why} (at {place})")

    def peek(self, count=1):
        return self.text[self.at:self.at + count]

    def take(self, sign):
        """Whether the sign was next, and is behind now."""
        found = self.text.startswith(sign, self.at)
        if found:
            self.at += len(sign)
        return found

    def take_while(self, allowed):
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in allowed:
            self.at += 1
        return self.text[start:self.at]

    def skip_blanks(self):
        self.take_while(" \t")

    def skip_comment(self):
        if self.peek() != "#":
            return
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        self.check_legal(self.at + 1, end, "comment")
        self.at = end

    def check_legal(self, start, end, what, allowed=""):
        for at in range(start, end):
            char = self.text[at]
            if char in _ILLEGAL and char not in allowed:
                self.fail(f"Found invalid character {char!r}", at)

    def skip_lines(self):
        """Blanks, comments and line ends."""
        before = -1
        while before != self.at:
            before = self.at
            self.take_while(" \t\n")
            self.skip_comment()

    # -- Tables

    def document(self):
        table, header = self.root, ()
        while True:
            self.skip_blanks()
            char = self.peek()
            if not char:
                return self.root
            if char == "[":
                table, header = self.header()
                self.skip_blanks()
            elif char in _BARE or char in "\"'":
                self.pair(table, header)
                self.skip_blanks()
            elif char not in "\n#":
                self.fail("Invalid statement")
            self.skip_comment()
            if self.at < len(self.text) and not self.take("\n"):
                self.fail("Expected newline or end of document after a statement")

    def header(self):
        """The table of [key] or [[key]], and its path."""
        many = self.take("[[")
        if not many:
            self.take("[")
        self.skip_blanks()
        path = self.key()
        *way, name = path
        refusal = f"Cannot mutate immutable namespace {path}" if many else f"Cannot declare {path} twice"
        table = self.root
        for part in way:
            table = self.step(table, part)
            if id(table) in self._closed:
                self.fail(refusal)
        found = table.get(name)
        if id(found) in self._closed:
            self.fail(refusal)
        if many:
            made = self.in_array(table, name, found)
        else:
            if id(found) in self._headed or id(found) in self._dotted:
                self.fail(refusal)
            made = table.setdefault(name, {})
            if not isinstance(made, dict):
                self.fail("Cannot overwrite a value")
            self._headed[id(made)] = made
        if not self.take("]]" if many else "]"):
            self.fail("Expected ']]' at the end of an array declaration" if many
                      else "Expected ']' at the end of a table declaration")
        return made, path

    def in_array(self, table, name, found):
        """Another table at the end of an array of tables, which may be new."""
        if found is None:
            found = table[name] = []
            self._headed[id(found)] = found
        elif not isinstance(found, list):
            self.fail("Cannot overwrite a value")
        made = {}
        found.append(made)
        return made

    def step(self, table, name):
        """The table of a name within another, or the last one of an array of tables."""
        found = table.setdefault(name, {})
        if isinstance(found, list):
            if id(found) in self._closed:
                return found
            found = found[-1]
        if not isinstance(found, dict):
            self.fail("Cannot overwrite a value")
        return found

    def pair(self, table, header=()):
        """key = value, put into the table of a header."""
        path = self.key()
        if not self.take("="):
            self.fail("Expected '=' after a key in a key/value pair")
        self.skip_blanks()
        value = self.value()
        *way, name = path
        for i, part in enumerate(way, 1):
            inner = table.setdefault(part, {})
            if id(inner) in self._closed:
                self.fail(f"Cannot mutate immutable namespace {(*header, *way)}")
            if id(inner) in self._headed:
                self.fail(f"Cannot redefine namespace {(*header, *path[:i])}")
            if not isinstance(inner, dict):
                self.fail("Cannot overwrite a value")
            self._dotted[id(inner)] = table = inner
        if name in table:
            self.fail("Cannot overwrite a value")
        table[name] = value

    def inline_pair(self, table):
        """key = value, put into an inline table."""
        path = self.key()
        if not self.take("="):
            self.fail("Expected '=' after a key in a key/value pair")
        self.skip_blanks()
        value = self.value()
        *way, name = path
        for part in way:
            table = table.setdefault(part, {})
            if id(table) in self._closed:
                self.fail(f"Cannot mutate immutable namespace {path}")
            if not isinstance(table, dict):
                self.fail("Cannot overwrite a value")
        if id(table.get(name)) in self._closed:
            self.fail(f"Cannot mutate immutable namespace {path}")
        if name in table:
            self.fail(f"Duplicate inline table key {name!r}")
        table[name] = value

    def key(self):
        """The parts of a key with dots, and the blanks behind it."""
        parts = []
        while True:
            parts.append(self.key_part())
            self.skip_blanks()
            if not self.take("."):
                return tuple(parts)
            self.skip_blanks()

    def key_part(self):
        char = self.peek()
        if char and char in _BARE:
            return self.take_while(_BARE)
        if char == "'":
            return self.literal()
        if char == '"':
            return self.basic()
        self.fail("Invalid initial character for a key part")

    # -- Values

    def value(self):
        char = self.peek()
        if char == '"':
            return self.basic_lines() if self.take('"""') else self.basic()
        if char == "'":
            return self.literal_lines() if self.take("'''") else self.literal()
        if char == "[":
            return self.array()
        if char == "{":
            return self.inline_table()
        start = self.at
        word = self.take_while(_WORD_SIGNS)
        if len(word) == 10 and word[4] == "-" and self.peek() == " " and self._hour_next():
            self.at += 1
            word += "T" + self.take_while(_WORD_SIGNS)
        for end in range(len(word), 0, -1):  # what is behind a value is not its business
            found = _word(word[:end], self.parse_float)
            if found is not None:
                self.at = start + end
                return found
        self.fail("Invalid value", start)

    def _hour_next(self):
        return self.text[self.at + 1:self.at + 3].isdigit() and self.text[self.at + 3:self.at + 4] == ":"

    def array(self):
        self.take("[")
        items = []
        self.skip_lines()
        while not self.take("]"):
            items.append(self.value())
            self.skip_lines()
            if self.take(","):
                self.skip_lines()
            elif self.peek() != "]":
                self.fail("Unclosed array")
        self._closed[id(items)] = items
        return items

    def inline_table(self):
        self.take("{")
        table = {}
        self.skip_blanks()
        more = not self.take("}")
        while more:
            self.inline_pair(table)
            self.skip_blanks()
            more = not self.take("}")
            if more and not self.take(","):
                self.fail("Unclosed inline table")
            self.skip_blanks()
        self._close(table)
        return table

    def _close(self, table):
        self._closed[id(table)] = table
        for value in table.values():
            if isinstance(value, dict) and id(value) not in self._closed:
                self._close(value)

    # -- Strings

    def literal(self):
        self.take("'")
        end = self.text.find("'", self.at)
        stop = len(self.text) if end < 0 else end
        self.check_legal(self.at, stop, "literal")
        if end < 0:
            self.fail('Expected "\'"', stop)
        found, self.at = self.text[self.at:end], end + 1
        return found

    def literal_lines(self):
        self.take("\n")
        end = self.text.find("'''", self.at)
        stop = len(self.text) if end < 0 else end
        self.check_legal(self.at, stop, "literal", "\n")
        if end < 0:
            self.fail("Expected \"'''\"", stop)
        found, self.at = self.text[self.at:end], end + 3
        return found + self._more_quotes("'")

    def _more_quotes(self, quote):
        """One or two quotes may stand before the three that end a string."""
        count = 0
        while count < 2 and self.take(quote):
            count += 1
        return quote * count

    def basic(self):
        self.take('"')
        return self._escaped('"', False)

    def basic_lines(self):
        self.take("\n")
        return self._escaped('"""', True) + self._more_quotes('"')

    def _escaped(self, end, lines):
        parts = []
        while True:
            start = self.at
            while self.at < len(self.text) and self.text[self.at] not in '"\\' and (
                    self.text[self.at] not in _ILLEGAL or lines and self.text[self.at] == "\n"):
                self.at += 1
            parts.append(self.text[start:self.at])
            if self.at >= len(self.text):
                self.fail("Unterminated string")
            if self.take(end):
                return "".join(parts)
            char = self.text[self.at]
            if char == '"':
                parts.append(char)
                self.at += 1
            elif char == "\\":
                parts.append(self._escape(lines))
            else:
                self.fail(f"Illegal character {char!r}")

    def _escape(self, lines):
        self.at += 1
        char = self.peek()
        if char in _ESCAPES and char:
            self.at += 1
            return _ESCAPES[char]
        if char in ("u", "U"):
            length = 4 if char == "u" else 8
            digits = self.text[self.at + 1:self.at + 1 + length]
            if len(digits) != length or not _HEX.issuperset(digits):
                self.fail("Invalid hex value", self.at + 1)
            self.at += 1 + length
            number = int(digits, 16)
            if 0xD800 <= number <= 0xDFFF or number > 0x10FFFF:
                self.fail("Escaped character is not a Unicode scalar value")
            return chr(number)
        if lines and char and char in " \t\n":
            # A backslash at the end of a line takes all blanks and line ends with it.
            self.skip_blanks()
            if not self.take("\n"):
                if self.at < len(self.text):
                    self.fail("Unescaped '\\' in a string")
                return ""
            self.take_while(" \t\n")
            return ""
        self.fail("Unescaped '\\' in a string", self.at + 1)


def _digits(text):
    """A text of decimal digits, in which single underscores may stand between two, without them; else None."""
    plain = text.replace("_", "")
    return plain if plain.isascii() and plain.isdigit() and all(text.split("_")) else None


def _word(word, parse_float):
    """The value of a word that is a boolean, a number, a date or a time; None for any other."""
    if word in _WORDS:
        return _WORDS[word] if isinstance(_WORDS[word], bool) else parse_float(word)
    if word[:2] in _BASES:
        base, digits = _BASES[word[:2]], word[2:]
        allowed = "0123456789abcdefABCDEF"[:base] if base < 16 else _HEX
        plain = digits.replace("_", "")
        if plain and all(digits.split("_")) and all(digit in allowed for digit in plain):
            return int(plain, base)
        return None
    if ":" in word or word.count("-") >= 2 and word[:1].isdigit() and "e" not in word.lower():
        return _time(word)
    sign, number = (word[:1], word[1:]) if word[:1] in ("+", "-") else ("", word)
    mantissa, exponent = number, None
    for letter in "eE":
        if letter in number:
            mantissa, _, exponent = number.partition(letter)
    whole, dot, fraction = mantissa.partition(".")
    whole_digits = _digits(whole)
    if whole_digits is None or len(whole_digits) > 1 and whole_digits[0] == "0":
        return None
    if dot and _digits(fraction) is None:
        return None
    if exponent is not None:
        if _digits(exponent[1:] if exponent[:1] in ("+", "-") else exponent) is None:
            return None
    elif not dot:
        return int(sign + whole_digits)
    return parse_float(word)


def _time(word):
    """A date, a time, or both with or without an offset."""
    date, clock = None, word
    if word[4:5] == "-":
        date, clock = word[:10], word[10:]
        if clock[:1] not in ("", "T", "t"):
            return None
        clock = clock[1:]
    try:
        day = None if date is None else _fields(date, "-", (4, 2, 2))
        if len(word) == 10 and day is not None:
            return _datetime.date(*day)
        zone = None
        if day is not None and clock[-1:] in ("Z", "z"):
            clock, zone = clock[:-1], _datetime.timezone.utc
        elif day is not None and clock[-6:-5] in ("+", "-"):
            hours, minutes = _fields(clock[-5:], ":", (2, 2))
            if hours > 23 or minutes > 59:
                return None
            offset = _datetime.timedelta(hours=hours, minutes=minutes)
            zone = _datetime.timezone(-offset if clock[-6] == "-" else offset)
            clock = clock[:-6]
        clock, dot, fraction = clock.partition(".")
        if dot and not (fraction.isascii() and fraction.isdigit()):
            return None
        moment = (*_fields(clock, ":", (2, 2, 2)), int(fraction[:6].ljust(6, "0")) if dot else 0)
        return _datetime.time(*moment) if day is None else _datetime.datetime(*day, *moment, zone)
    except ValueError:
        return None


def _fields(text, separator, lengths):
    """Numbers of so many digits each."""
    parts = text.split(separator)
    if tuple(map(len, parts)) != lengths or not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError
    return [int(part) for part in parts]
