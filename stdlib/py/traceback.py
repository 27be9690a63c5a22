"""Tracebacks and stacks as lists of entries and as text, and exceptions as they are printed.

The interpreter tells of each entry of a traceback by tb._entries: line, columns and the line of carets are known there.
"""
import linecache
import sys
from itertools import groupby as _groupby

__all__ = ["extract_stack", "extract_tb", "format_exception", "format_exception_only", "format_list", "format_stack",
           "format_tb", "print_exc", "format_exc", "print_exception", "print_last", "print_stack", "print_tb",
           "clear_frames", "FrameSummary", "StackSummary", "TracebackException", "walk_stack", "walk_tb"]

_NOT_GIVEN = object()
_REPEATS = 3  # so many equal entries in a row are shown


class FrameSummary:
    """One entry of a traceback or a stack. As a sequence it is (filename, lineno, name, line)."""
    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno", "name", "_line", "locals", "_marks")

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None,
                 end_colno=None):
        self.filename, self.lineno, self.name, self._line = filename, lineno, name, line
        self.end_lineno, self.colno, self.end_colno = end_lineno, colno, end_colno
        self.locals = None if locals is None else {key: repr(value) for key, value in locals.items()}
        self._marks = ""  # the line of carets

    @property
    def line(self):
        """The line of the source, without blanks at its ends; None where the number is not known."""
        if self._line is None and self.lineno is not None:
            self._line = linecache.getline(self.filename, self.lineno)
        return None if self._line is None else self._line.strip()

    def _parts(self):
        return self.filename, self.lineno, self.name, self.line

    def __len__(self):
        return 4

    def __getitem__(self, pos):
        return self._parts()[pos]

    def __iter__(self):
        return iter(self._parts())

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return self._place() == other._place() and self.locals == other.locals
        return self._parts() == other if isinstance(other, tuple) else NotImplemented

    def _place(self):
        return self.filename, self.lineno, self.name

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


def walk_stack(f):
    """Pairs of a frame and its line, from a frame (by default the caller's caller) to the outermost."""
    f = sys._getframe().f_back.f_back if f is None else f
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Pairs of a frame and its line, of each entry of a traceback."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


class _Entry:
    """Stands in the place of a line for an entry of a traceback, which knows more."""
    __slots__ = ("tb",)

    def __init__(self, tb):
        self.tb = tb

    def summaries(self, capture_locals):
        """The entry, and those of comprehensions that run inlined in it."""
        frame = self.tb.tb_frame
        for name, line, end_line, column, end_column, marks in self.tb._entries:
            made = FrameSummary(frame.f_code.co_filename, line, name, end_lineno=end_line, colno=column,
                                end_colno=end_column, locals=frame.f_locals if capture_locals else None)
            if marks is None:  # a script may have told linecache of the source
                text = linecache.getline(made.filename, line)
                marks = text and self.tb._caret_line(text, line, end_line, column, end_column)
            made._marks = marks
            yield made


def _entries(tb):
    while tb is not None:
        yield tb.tb_frame, _Entry(tb)
        tb = tb.tb_next


class StackSummary(list):
    """The entries of a traceback or a stack."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """From pairs as walk_stack() and walk_tb() give them: the first `limit` ones, or, if it is negative, the last."""
        pairs = list(frame_gen)
        if limit is None:
            limit = getattr(sys, "tracebacklimit", None)
            limit = limit if limit is None else max(limit, 0)
        if limit is not None:
            pairs = pairs[:limit] if limit >= 0 else pairs[limit:]
        made = klass()
        for frame, line in pairs:
            if type(line) is _Entry:
                made.extend(line.summaries(capture_locals))
            else:
                made.append(FrameSummary(frame.f_code.co_filename, line, frame.f_code.co_name,
                                         locals=frame.f_locals if capture_locals else None))
        return made

    @classmethod
    def from_list(klass, a_list):
        """From entries, or tuples (filename, lineno, name, line)."""
        made = StackSummary()
        for entry in a_list:
            if not isinstance(entry, FrameSummary):
                filename, lineno, name, line = entry
                entry = FrameSummary(filename, lineno, name, line=line)
            made.append(entry)
        return made

    def format_frame_summary(self, frame_summary):
        """The text of one entry."""
        place = f'  File "{frame_summary.filename}", line {frame_summary.lineno}, in {frame_summary.name}\n'
        source = f"    {frame_summary.line.strip()}\n" if frame_summary.line else ""
        marks = f"{frame_summary._marks}\n" if source and frame_summary._marks else ""
        values = "".join([f"    {key} = {value}\n" for key, value in sorted((frame_summary.locals or {}).items())])
        return place + source + marks + values

    def format(self):
        """The texts of all entries, of which equal ones in a row are shown a few times only."""
        texts = []
        for _, run in _groupby(self, FrameSummary._place):
            run = list(run)
            texts += [self.format_frame_summary(entry) for entry in run[:_REPEATS]]
            more = len(run) - _REPEATS
            if more > 0:
                texts.append(f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]\n")
        return texts


_cause_message = "\nThe above exception was the direct cause of the following exception:\n\n"
_context_message = "\nDuring handling of the above exception, another exception occurred:\n\n"
# What a SyntaxError tells of its place.
_SYNTAX_DETAILS = ("filename", "lineno", "end_lineno", "text", "offset", "end_offset", "msg")


class TracebackException:
    """All that is printed of an exception, without the exception: its text, its stack, and the exceptions behind it."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        seen = set() if _seen is None else _seen
        seen.add(id(exc_value))
        self.stack = StackSummary.extract(_entries(exc_traceback), limit=limit, capture_locals=capture_locals)
        self.exc_type = exc_type
        self.max_group_width, self.max_group_depth = max_group_width, max_group_depth
        try:
            self._str = str(exc_value)
        except Exception:
            self._str = "<exception str() failed>"
        self.__notes__ = getattr(exc_value, "__notes__", None)
        of_syntax = bool(exc_type) and issubclass(exc_type, SyntaxError)
        for name in _SYNTAX_DETAILS:
            setattr(self, name, getattr(exc_value, name) if of_syntax else None)

        self.__cause__ = self.__context__ = self.exceptions = None
        self.__suppress_context__ = exc_value is not None and exc_value.__suppress_context__
        if _seen is None:
            self._take_others(exc_value, seen, compact, {"limit": limit, "capture_locals": capture_locals,
                              "max_group_width": max_group_width, "max_group_depth": max_group_depth})

    def _take_others(self, exc_value, seen, compact, options):
        """Tell of the exceptions behind this one and within it, and of those behind and within them. What stands at several
        places is told of at one: chains may be circles."""
        waiting = [(self, exc_value)]

        def about(other, again=False):
            if other is None or id(other) in seen and not again:
                return None
            made = TracebackException(type(other), other, other.__traceback__, _seen=seen, **options)
            waiting.append((made, other))
            return made

        while waiting:
            told, value = waiting.pop()
            if value is None:
                continue
            told.__cause__ = about(value.__cause__)
            if not compact or told.__cause__ is None and not value.__suppress_context__:
                told.__context__ = about(value.__context__)
            if isinstance(value, BaseExceptionGroup):
                told.exceptions = [about(each, True) for each in value.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """About an exception with its own traceback."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, TracebackException) else NotImplemented

    def __str__(self):
        return self._str

    # -- The exception itself

    def format_exception_only(self):
        """The texts behind the stack: the exception's name and text, or a syntax error's place, and its notes."""
        if self.exc_type is None:
            yield _final_line(None, self._str)
            return
        kind, home = self.exc_type.__qualname__, self.exc_type.__module__
        if not isinstance(home, str):
            home = "<unknown>"
        if home not in ("__main__", "builtins"):
            kind = f"{home}.{kind}"
        if issubclass(self.exc_type, SyntaxError):
            yield from self._format_syntax_error(kind)
        else:
            yield _final_line(kind, self._str)
        if isinstance(self.__notes__, (list, tuple)):
            for note in self.__notes__:
                text = note if isinstance(note, str) else repr(note)
                yield from [f"{line}\n" for line in text.split("\n")]
        elif self.__notes__ is not None:
            yield f"{self.__notes__!r}\n"

    def _format_syntax_error(self, kind):
        behind = ""
        if self.lineno is not None:
            yield f'  File "{self.filename or "<string>"}", line {self.lineno}\n'
        elif self.filename is not None:
            behind = f" ({self.filename})"
        if self.text is not None:
            line = self.text.rstrip("\n")
            shown = line.lstrip(" \n\f")
            yield f"    {shown}\n"
            yield from self._carets(shown, len(line) - len(shown))
        yield f"{kind}: {self.msg or '<no detail available>'}{behind}\n"

    def _carets(self, shown, cut):
        """The line of carets below a source line of which so many blanks were cut."""
        if self.offset is None:
            return
        end = self.end_offset or self.offset
        if end in (self.offset, -1):
            end = self.offset + 1
        column = self.offset - 1 - cut
        if column >= 0:
            blanks = "".join([c if c.isspace() else " " for c in shown[:column]])
            yield f"    {blanks}{'^' * (end - self.offset)}\n"

    # -- All of it

    def format(self, *, chain=True, _depth=0):
        """The texts of the exceptions behind this one, unless chain is false, and of this one with its stack."""
        if chain:
            before, message = self.__cause__, _cause_message
            if before is None and not self.__suppress_context__:
                before, message = self.__context__, _context_message
            if before is not None:
                yield from before.format(chain=True, _depth=_depth)
                yield from _boxed([message], _depth)
        heading = "Traceback (most recent call last):\n"
        grouped = self.exceptions is not None
        texts = [("Exception Group " if grouped else "") + heading, *self.stack.format()] if self.stack else []
        texts += self.format_exception_only()
        if not grouped:
            yield from _boxed(texts, _depth)
        elif _depth and _depth >= self.max_group_depth:
            yield from _boxed([f"... (max_group_depth is {self.max_group_depth})"], _depth)
        else:
            yield from self._format_group(texts, chain, _depth)

    def _format_group(self, texts, chain, depth):
        """A group's own texts in a box, and below it each of its exceptions in one of theirs, further to the right."""
        indent = "  " * depth
        lines = [line for text in texts for line in text.splitlines()]
        for i, line in enumerate(lines):
            yield f"{indent}  {'+' if i == depth == 0 and self.stack else '|'} {line}\n"
        shown = self.exceptions[:self.max_group_width]
        left = len(self.exceptions) - len(shown)
        for i in range(len(shown) + bool(left)):
            title = i + 1 if i < len(shown) else "..."
            yield f"{indent}  {'  ' if i else '+-'}+---------------- {title} ----------------\n"
            if i < len(shown):
                yield from shown[i].format(chain=chain, _depth=depth + 1)
            else:
                yield f"{indent}    | and {left} more exception{'s' if left > 1 else ''}\n"
        if left or shown[-1].exceptions is None or depth + 1 >= self.max_group_depth:  # else the last box ended
            yield f"{indent}    +------------------------------------\n"

    def print(self, *, file=None, chain=True):
        """Write format() to a file, by default sys.stderr."""
        _write(self.format(chain=chain), file)


def _boxed(texts, depth):
    """Texts within so many groups, each line behind a bar."""
    if not depth:
        return texts
    return [f"{'  ' * depth}  | {line}\n" for text in texts for line in text.splitlines()]


def _final_line(kind, text):
    return f"{kind}: {text}\n" if text else f"{kind}\n"


def _write(texts, file):
    file = sys.stderr if file is None else file
    for text in texts:
        file.write(text)


# -- Functions for tracebacks and stacks


def extract_tb(tb, limit=None):
    """The entries of a traceback."""
    return StackSummary.extract(_entries(tb), limit=limit)


def extract_stack(f=None, limit=None):
    """The entries of the stack of a frame, by default the caller's, the outermost first."""
    made = StackSummary.extract(walk_stack(sys._getframe().f_back if f is None else f), limit=limit)
    made.reverse()
    return made


def format_list(extracted_list):
    """The texts of entries."""
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    """The texts of a traceback."""
    return extract_tb(tb, limit=limit).format()


def format_stack(f=None, limit=None):
    """The texts of a stack."""
    return format_list(extract_stack(sys._getframe().f_back if f is None else f, limit=limit))


def print_list(extracted_list, file=None):
    """Write format_list()."""
    _write(format_list(extracted_list), file)


def print_tb(tb, limit=None, file=None):
    """Write format_tb()."""
    _write(format_tb(tb, limit=limit), file)


def print_stack(f=None, limit=None, file=None):
    """Write format_stack()."""
    _write(format_list(extract_stack(sys._getframe().f_back if f is None else f, limit=limit)), file)


def clear_frames(tb):
    """Let go of the local variables of all frames of a traceback that do not run."""
    for frame, _ in walk_tb(tb):
        try:
            frame.clear()
        except RuntimeError:  # it runs
            pass


# -- Functions for exceptions


def _about(exc, value, tb, **options):
    """From an exception, or from a type, an exception and a traceback as they were given in the past."""
    if (value is _NOT_GIVEN) is not (tb is _NOT_GIVEN):
        raise ValueError("Both or neither of value and tb must be given")
    if value is _NOT_GIVEN:
        if not (exc is None or isinstance(exc, BaseException)):
            raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
        value, tb = exc, getattr(exc, "__traceback__", None)
    return TracebackException(type(value), value, tb, compact=True, **options)


def format_exception(exc, /, value=_NOT_GIVEN, tb=_NOT_GIVEN, limit=None, chain=True):
    """The texts of an exception with its traceback."""
    return list(_about(exc, value, tb, limit=limit).format(chain=chain))


def print_exception(exc, /, value=_NOT_GIVEN, tb=_NOT_GIVEN, limit=None, file=None, chain=True):
    """Write format_exception()."""
    _about(exc, value, tb, limit=limit).print(file=file, chain=chain)


def format_exception_only(exc, /, value=_NOT_GIVEN):
    """The texts behind the traceback of an exception."""
    value = exc if value is _NOT_GIVEN else value
    return list(TracebackException(type(value), value, None, compact=True).format_exception_only())


def format_exc(limit=None, chain=True):
    """The text of the exception that is being handled, with its traceback."""
    return "".join(format_exception(*sys.exc_info(), limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    """Write format_exc()."""
    print_exception(*sys.exc_info(), limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    """Write the last exception that nobody caught, at a prompt."""
    if not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file, chain)
