"""Regular expressions. The engine is _re, flags are in _re_flags; here are the cache of compiled patterns and the
functions that use it."""
import _re
from _re import Match, Pattern

__all__ = ["match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "compile", "purge",
           "template", "escape", "error", "Pattern", "Match", "A", "I", "L", "M", "S", "X", "U", "ASCII", "IGNORECASE",
           "LOCALE", "MULTILINE", "DOTALL", "VERBOSE", "UNICODE", "NOFLAG", "RegexFlag"]

_TEMPLATE, _DEBUG = 1, 128


_FLAGS = ("RegexFlag", "NOFLAG", "ASCII", "A", "IGNORECASE", "I", "LOCALE", "L", "UNICODE", "U", "MULTILINE", "M",
          "DOTALL", "S", "VERBOSE", "X", "TEMPLATE", "T", "DEBUG")


def __getattr__(name):
    if name not in _FLAGS:
        raise AttributeError(f"module 're' has no attribute {name!r}")
    from _re_flags import RegexFlag
    found = globals()[name] = RegexFlag if name == "RegexFlag" else RegexFlag.__members__[name]
    return found


def __dir__():
    return sorted({*globals(), *_FLAGS})


class error(Exception):
    """An invalid pattern: message, pattern, position, line and column."""
    __module__ = "re"
    lineno = colno = None

    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        text = msg
        if not (pattern is None or pos is None):
            text += " at position %d" % pos
            break_of = "\n" if isinstance(pattern, str) else b"\n"
            before = pattern[:pos]
            self.lineno, self.colno = before.count(break_of) + 1, pos - before.rfind(break_of)
            if break_of in pattern:
                text += " (line %d, column %d)" % (self.lineno, self.colno)
        super().__init__(text)


_known = {}  # compiled patterns, the oldest first
_MOST_KNOWN = 512


def _compile(pattern, flags):
    """The pattern, made or remembered; pickled patterns name this function."""
    if type(flags) is not int:
        flags = getattr(flags, "_value_", flags)
    key = type(pattern), pattern, flags
    try:
        return _known[key]
    except KeyError:
        pass
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    made = _re.compile(pattern, flags)
    if not flags & _DEBUG:
        if len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(_known), None), None)  # unless another thread was faster
        _known[key] = made
    return made


_compiled = _compile


def match(pattern, string, flags=0):
    """Match at the beginning of the string: a Match, or None."""
    return _compiled(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Match all of the string: a Match, or None."""
    return _compiled(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """The first match in the string, or None."""
    return _compiled(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    """The string with matches replaced by a template or by what a function gives."""
    return _compiled(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """(new string, number of replacements)."""
    return _compiled(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    """The string cut at the matches."""
    return _compiled(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    """All matches: strings, or tuples of groups."""
    return _compiled(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """An iterator over all matches."""
    return _compiled(pattern, flags).finditer(string)


def compile(pattern, flags=0):
    """A Pattern."""
    return _compiled(pattern, flags)


def purge():
    """Forget all compiled patterns."""
    _known.clear()


def template(pattern, flags=0):
    """A Pattern compiled with the flag TEMPLATE."""
    import warnings
    warnings.warn("The re.template() function is deprecated as it is an undocumented feature without an obvious "
                  "purpose. Use re.compile() instead.", DeprecationWarning)
    return _compiled(pattern, flags | _TEMPLATE)


_escapes = str.maketrans({sign: "\\" + sign for sign in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"})


def escape(pattern):
    """The pattern that matches a string, or bytes, literally."""
    if not isinstance(pattern, str):
        return escape(str(pattern, "latin1")).encode("latin1")
    return pattern.translate(_escapes)


class Scanner:
    """Tokens by a list of (pattern, action): an action is called with the scanner and the text, or it stands for
    itself; None drops the token."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        # All patterns in one, each a group; the number of its group finds the action.
        self._by_group, group = {}, 1
        for phrase, action in lexicon:
            self._by_group[group] = action
            group += _compiled(phrase, flags).groups + 1
        self.scanner = _compiled("|".join([f"({phrase})" for phrase, action in lexicon]), flags)

    def scan(self, string):
        """The tokens, and what is left from where no pattern matches."""
        found, end = [], 0
        for token in iter(self.scanner.scanner(string).match, None):
            if token.end() == end:
                break
            end = token.end()
            action = next(self._by_group[group] for group in self._by_group if token[group] is not None)
            if callable(action):
                self.match = token
                action = action(self, token[0])
            if action is not None:
                found.append(action)
        return found, string[end:]
