"""Words of command lines."""
import re
import sys
from collections import deque
from io import StringIO

__all__ = ["shlex", "split", "quote", "join"]


_LATIN = "".join(map(chr, (0xdf, *range(0xe0, 0xf7), *range(0xf8, 0x100), *range(0xc0, 0xd7), *range(0xd8, 0xdf))))
_LETTERS = "abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"


class shlex:
    """Splits a text or a file into tokens as a shell does; which characters do what are its attributes.

    `state` says where the last character left it: " " between tokens, "a" in a word, "c" in a run of punctuation, a quote or
    an escape character inside of that, None at the end."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if instream is None:
            self.instream, self.infile = sys.stdin, None
        else:
            self.instream, self.infile = StringIO(instream) if isinstance(instream, str) else instream, infile
        self.posix, self.eof = posix, None if posix else ""
        self.wordchars = _LETTERS + (_LATIN if posix else "")
        self.commenters, self.whitespace, self.whitespace_split = "#", " \t\r\n", False
        self.quotes, self.escape, self.escapedquotes = "'\"", "\\", '"'
        self.state, self.token, self.lineno, self.debug = " ", "", 1, 0
        self.pushback, self.filestack, self.source = deque(), deque(), None
        self._punctuation_chars = "();<>|&" if punctuation_chars is True else punctuation_chars or ""
        if self._punctuation_chars:
            self._pushback_chars = deque()
            self.wordchars = "".join([c for c in self.wordchars + "~-./*?=" if c not in self._punctuation_chars])

    punctuation_chars = property(lambda self: self._punctuation_chars, doc="The characters that make tokens of their own.")

    def push_token(self, tok):
        """Put a token back."""
        self.pushback.appendleft(tok)

    def get_token(self):
        """The next token; eof at the end."""
        if self.pushback:
            return self.pushback.popleft()
        token = self.read_token()
        while self.source is not None and token == self.source:
            included = self.sourcehook(self.read_token())
            if included:
                self.push_source(included[1], included[0])
            token = self.get_token()
        while token == self.eof and self.filestack:
            self.pop_source()
            token = self.get_token()
        return token

    def read_token(self):
        """The next token of the stream, whatever has been put back."""
        self._quoted, self._outside = False, " "  # there were quotes; the state around an escape
        complete = False
        while not complete:
            c = self._pushback_chars.pop() if self.punctuation_chars and self._pushback_chars else self.instream.read(1)
            self.lineno += c == "\n"
            complete = self._take(c)
        token, self.token = self.token, ""
        return None if self.posix and not self._quoted and token == "" else token

    def _take(self, c):
        """Take a character, "" at the end; true if a token is complete."""
        state = self.state
        if state is None:
            self.token = ""
            return True
        if state == " ":
            return self._between(c)
        if state in self.quotes:
            return self._in_quotes(c)
        if state in self.escape:
            return self._escaped(c)
        return self._in_word(c)

    def _something(self):
        """Whether there is a token to give; empty quotes are one."""
        return bool(self.token or self.posix and self._quoted)

    def _skip_comment(self):
        self.instream.readline()
        self.lineno += 1

    def _begin(self, c, state):
        self.token, self.state = c, state
        return False

    def _between(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            return self._something()
        if c in self.commenters:
            self._skip_comment()
        elif self.posix and c in self.escape:
            self._outside, self.state = "a", c
        elif c in self.wordchars:
            return self._begin(c, "a")
        elif c in self.punctuation_chars:
            return self._begin(c, "c")
        elif c in self.quotes:  # which are only part of the token outside of POSIX mode
            return self._begin(self.token if self.posix else c, c)
        elif self.whitespace_split:
            return self._begin(c, "a")
        else:  # a token by itself
            self.token = c
            return self._something()
        return False

    def _in_quotes(self, c):
        self._quoted = True
        if not c:
            raise ValueError("No closing quotation")
        if c == self.state:
            self.state = "a" if self.posix else " "
            self.token += "" if self.posix else c
            return not self.posix
        if self.posix and c in self.escape and self.state in self.escapedquotes:
            self._outside, self.state = self.state, c
        else:
            self.token += c
        return False

    def _escaped(self, c):
        if not c:
            raise ValueError("No escaped character")
        # In quotes only the quote and the escape character themselves can be escaped.
        if self._outside in self.quotes and c not in (self.state, self._outside):
            self.token += self.state
        self.token += c
        self.state = self._outside
        return False

    def _in_word(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            self.state = " "
            return self._something()
        if c in self.commenters:
            self._skip_comment()
            if self.posix:
                self.state = " "
                return self._something()
        elif self.state == "c":
            if c not in self.punctuation_chars:
                return self._end_before(c, self._pushback_chars.append)
            self.token += c
        elif self.posix and c in self.quotes:
            self.state = c
        elif self.posix and c in self.escape:
            self._outside, self.state = "a", c
        elif c in self.wordchars or c in self.quotes or self.whitespace_split and c not in self.punctuation_chars:
            self.token += c
        else:
            put_back = self._pushback_chars.append if self.punctuation_chars else self.pushback.appendleft
            return self._end_before(c, put_back) and self._something()
        return False

    def _end_before(self, c, put_back):
        put_back(c)
        self.state = " "
        return True

    def push_source(self, newstream, newfile=None):
        """Read another stream first."""
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        stream = StringIO(newstream) if isinstance(newstream, str) else newstream
        self.infile, self.instream, self.lineno = newfile, stream, 1

    def pop_source(self):
        """Go back to the stream before."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = " "

    def sourcehook(self, newfile):
        """(name, stream) of a file to be read."""
        from os import path
        name = newfile[1:-1] if newfile[0] == '"' else newfile
        if isinstance(self.infile, str):  # beside the file that names it
            name = path.join(path.dirname(self.infile), name)
        return name, open(name, "r")

    def error_leader(self, infile=None, lineno=None):
        """The start of an error's text."""
        return f'"{self.infile if infile is None else infile}", line {self.lineno if lineno is None else lineno}: '

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token != self.eof:
            return token
        raise StopIteration


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        import warnings
        warnings.warn("Passing None for 's' to shlex.split() is deprecated.", DeprecationWarning, stacklevel=2)
    lex = shlex(s, posix=posix)
    lex.whitespace_split = True
    if not comments:
        lex.commenters = ""
    return list(lex)


def join(split_command):
    """Words as one command line."""
    return " ".join(quote(arg) for arg in split_command)


_find_unsafe = re.compile(r"(?a)[^\w@%+=:,./-]").search


def quote(s):
    """A word that a shell reads as one."""
    if not s:
        return "''"
    if _find_unsafe(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def _print_tokens(lexer):
    """What `python -m shlex` does with a text."""
    while token := lexer.get_token():
        print(f"Token: {token!r}")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        _print_tokens(shlex())
    else:
        with open(sys.argv[1]) as file:
            _print_tokens(shlex(file, sys.argv[1]))
