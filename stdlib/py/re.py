"""Regular expressions."""
import _re
import enum
import functools
from _re import Match, Pattern

__all__ = ["match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "compile", "purge",
           "template", "escape", "error", "Pattern", "Match", "A", "I", "L", "M", "S", "X", "U", "ASCII", "IGNORECASE",
           "LOCALE", "MULTILINE", "DOTALL", "VERBOSE", "UNICODE", "NOFLAG", "RegexFlag"]


class RegexFlag(enum.IntFlag, boundary=enum.KEEP):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128

    def __repr__(self):
        members = []
        value = self._value_
        negative = value < 0
        if negative:
            value = ~value
        for flag, name in ((256, "ASCII"), (2, "IGNORECASE"), (4, "LOCALE"), (32, "UNICODE"), (8, "MULTILINE"),
                           (16, "DOTALL"), (64, "VERBOSE"), (1, "TEMPLATE"), (128, "DEBUG")):
            if value & flag:
                value &= ~flag
                members.append("re." + name)
        if value:
            members.append(hex(value))
        res = "|".join(members)
        if negative:
            return f"~({res})" if len(members) > 1 else f"~{res}"
        return res or "re.NOFLAG"

    __str__ = object.__str__


NOFLAG = RegexFlag.NOFLAG
ASCII = A = RegexFlag.ASCII
IGNORECASE = I = RegexFlag.IGNORECASE
LOCALE = L = RegexFlag.LOCALE
UNICODE = U = RegexFlag.UNICODE
MULTILINE = M = RegexFlag.MULTILINE
DOTALL = S = RegexFlag.DOTALL
VERBOSE = X = RegexFlag.VERBOSE
TEMPLATE = T = RegexFlag.TEMPLATE
DEBUG = RegexFlag.DEBUG


class error(Exception):
    """An invalid pattern: message, pattern, position, line and column."""
    __module__ = "re"

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        if pattern is not None and pos is not None:
            msg = "%s at position %d" % (msg, pos)
            newline = "\n" if isinstance(pattern, str) else b"\n"
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            if newline in pattern:
                msg = "%s (line %d, column %d)" % (msg, self.lineno, self.colno)
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


_cache = {}
_MAXCACHE = 512


def _compile(pattern, flags):
    if isinstance(flags, RegexFlag):
        flags = flags._value_
    try:
        return _cache[type(pattern), pattern, flags]
    except KeyError:
        pass
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    p = _re.compile(pattern, flags)
    if not flags & 128:
        if len(_cache) >= _MAXCACHE:
            del _cache[next(iter(_cache))]
        _cache[type(pattern), pattern, flags] = p
    return p


def match(pattern, string, flags=0):
    """Match at the beginning of the string: a Match, or None."""
    return _compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Match all of the string: a Match, or None."""
    return _compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """The first match in the string, or None."""
    return _compile(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    """The string with matches replaced by a template or by what a function gives."""
    return _compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """(new string, number of replacements)."""
    return _compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    """The string cut at the matches."""
    return _compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    """All matches: strings, or tuples of groups."""
    return _compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """An iterator over all matches."""
    return _compile(pattern, flags).finditer(string)


def compile(pattern, flags=0):
    """A Pattern."""
    return _compile(pattern, flags)


def purge():
    """Empty the cache of patterns."""
    _cache.clear()


def template(pattern, flags=0):
    """A Pattern compiled with the flag TEMPLATE."""
    import warnings
    warnings.warn("The re.template() function is deprecated as it is an undocumented feature without an obvious "
                  "purpose. Use re.compile() instead.", DeprecationWarning)
    return _compile(pattern, flags | T)


_special_chars_map = {i: "\\" + chr(i) for i in b"()[]{}?*+-|^$\\.&~# \t\n\r\v\f"}


def escape(pattern):
    """The pattern that matches a string literally."""
    if isinstance(pattern, str):
        return pattern.translate(_special_chars_map)
    pattern = str(pattern, "latin1")
    return pattern.translate(_special_chars_map).encode("latin1")


class Scanner:
    """Tokens by a list of (pattern, action)."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self._actions = []
        parts = []
        offset = 1
        for phrase, action in lexicon:
            parts.append(f"({phrase})")
            self._actions.append((offset, action))
            offset += 1 + compile(phrase, flags).groups
        self.scanner = compile("|".join(parts), flags)

    def scan(self, string):
        result = []
        scanner = self.scanner.scanner(string)
        i = 0
        while True:
            m = scanner.match()
            if not m:
                break
            j = m.end()
            if i == j:
                break
            for group, action in self._actions:
                if m.group(group) is not None:
                    break
            if callable(action):
                self.match = m
                action = action(self, m.group())
            if action is not None:
                result.append(action)
            i = j
        return result, string[i:]
