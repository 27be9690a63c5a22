"""Printing of tracebacks."""
import linecache
import sys

__all__ = ["extract_stack", "extract_tb", "format_exception", "format_exception_only", "format_list", "format_stack",
           "format_tb", "print_exc", "format_exc", "print_exception", "print_last", "print_stack", "print_tb",
           "clear_frames", "FrameSummary", "StackSummary", "TracebackException", "walk_stack", "walk_tb"]

_sentinel = object()


class FrameSummary:
    """One entry of a traceback."""
    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno", "name", "_line", "locals", "_marks")

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None,
                 end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.locals = None if locals is None else {k: repr(v) for k, v in locals.items()}
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno
        self._marks = ""  # the line of carets

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self.filename == other.filename and self.lineno == other.lineno and self.name == other.name and
                    self.locals == other.locals)
        if isinstance(other, tuple):
            return (self.filename, self.lineno, self.name, self.line) == other
        return NotImplemented

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __repr__(self):
        return "<FrameSummary file {filename}, line {lineno} in {name}>".format(
            filename=self.filename, lineno=self.lineno, name=self.name)

    def __len__(self):
        return 4

    @property
    def line(self):
        if self._line is None:
            if self.lineno is None:
                return None
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line.strip()


def walk_stack(f):
    """Frames and line numbers from a frame outwards."""
    if f is None:
        f = sys._getframe().f_back.f_back
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Frames and line numbers of a traceback."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


class _Entry:
    """One entry of a traceback, with those of comprehensions that run inlined."""
    __slots__ = ("tb",)

    def __init__(self, tb):
        self.tb = tb

    def summaries(self, capture_locals):
        frame = self.tb.tb_frame
        for name, line, end_line, column, end_column, marks in self.tb._entries:
            summary = FrameSummary(frame.f_code.co_filename, line, name, end_lineno=end_line, colno=column,
                                   end_colno=end_column, locals=frame.f_locals if capture_locals else None)
            summary._marks = marks
            yield summary


def _entries(tb):
    while tb is not None:
        yield tb.tb_frame, _Entry(tb)
        tb = tb.tb_next


class StackSummary(list):
    """Entries of a traceback."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        if limit is None:
            limit = getattr(sys, "tracebacklimit", None)
            if limit is not None and limit < 0:
                limit = 0
        frames = list(frame_gen)
        if limit is not None:
            frames = frames[:limit] if limit >= 0 else frames[limit:]
        result = klass()
        for f, lineno in frames:
            if lineno.__class__ is _Entry:  # a traceback's own entry knows its columns
                result.extend(lineno.summaries(capture_locals))
                continue
            co = f.f_code
            result.append(FrameSummary(co.co_filename, lineno, co.co_name,
                                       locals=f.f_locals if capture_locals else None))
        return result

    @classmethod
    def from_list(klass, a_list):
        result = StackSummary()
        for frame in a_list:
            if isinstance(frame, FrameSummary):
                result.append(frame)
            else:
                filename, lineno, name, line = frame
                result.append(FrameSummary(filename, lineno, name, line=line))
        return result

    def format_frame_summary(self, frame_summary):
        row = ['  File "{}", line {}, in {}\n'.format(frame_summary.filename, frame_summary.lineno,
                                                      frame_summary.name)]
        if frame_summary.line:
            row.append("    {}\n".format(frame_summary.line.strip()))
            if frame_summary._marks:
                row.append(frame_summary._marks + "\n")
        if frame_summary.locals:
            for name, value in sorted(frame_summary.locals.items()):
                row.append("    {name} = {value}\n".format(name=name, value=value))
        return "".join(row)

    def format(self):
        result = []
        last = None
        count = 0
        for frame in self:
            key = (frame.filename, frame.lineno, frame.name)
            if last != key:
                if count > 3:
                    count -= 3
                    result.append(f"  [Previous line repeated {count} more time{'s' if count > 1 else ''}]\n")
                last = key
                count = 0
            count += 1
            if count > 3:
                continue
            result.append(self.format_frame_summary(frame))
        if count > 3:
            count -= 3
            result.append(f"  [Previous line repeated {count} more time{'s' if count > 1 else ''}]\n")
        return result


_cause_message = "\nThe above exception was the direct cause of the following exception:\n\n"
_context_message = "\nDuring handling of the above exception, another exception occurred:\n\n"


class TracebackException:
    """An exception ready to be printed."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        if _seen is None:
            _seen = set()
        _seen.add(id(exc_value))
        self.stack = StackSummary.extract(_entries(exc_traceback), limit=limit, capture_locals=capture_locals)
        self.exc_type = exc_type
        try:
            self._str = str(exc_value)
        except Exception:
            self._str = "<exception str() failed>"
        self.__notes__ = getattr(exc_value, "__notes__", None)
        self.filename = self.lineno = self.text = self.offset = self.msg = None
        self.end_lineno = self.end_offset = None
        if exc_type and issubclass(exc_type, SyntaxError):
            self.filename = exc_value.filename
            self.lineno = exc_value.lineno
            self.end_lineno = exc_value.end_lineno
            self.text = exc_value.text
            self.offset = exc_value.offset
            self.end_offset = exc_value.end_offset
            self.msg = exc_value.msg
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False
        options = dict(limit=limit, capture_locals=capture_locals, _seen=_seen)

        def nested(e):
            if e is None or id(e) in _seen:
                return None
            return TracebackException(type(e), e, e.__traceback__, **options)
        self.__cause__ = nested(exc_value.__cause__) if exc_value is not None else None
        need_context = exc_value is not None and exc_value.__cause__ is None and not exc_value.__suppress_context__
        self.__context__ = nested(exc_value.__context__) if need_context or not compact and exc_value is not None \
            else None
        self.exceptions = None
        if isinstance(exc_value, BaseExceptionGroup):
            self.exceptions = [TracebackException(type(e), e, e.__traceback__, **options) for e in exc_value.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self):
        """The lines that name the exception."""
        if self.exc_type is None:
            yield _final_line(None, self._str)
            return
        stype = self.exc_type.__qualname__
        smod = self.exc_type.__module__
        if smod not in ("__main__", "builtins"):
            stype = smod + "." + stype
        if not issubclass(self.exc_type, SyntaxError):
            yield _final_line(stype, self._str)
        else:
            yield from self._format_syntax_error(stype)
        if isinstance(self.__notes__, (list, tuple)):
            for note in self.__notes__:
                note = note if isinstance(note, str) else repr(note)
                yield from [line + "\n" for line in note.split("\n")]
        elif self.__notes__ is not None:
            yield "{!r}\n".format(self.__notes__)

    def _format_syntax_error(self, stype):
        filename_suffix = ""
        if self.lineno is not None:
            yield '  File "{}", line {}\n'.format(self.filename or "<string>", self.lineno)
        elif self.filename is not None:
            filename_suffix = " ({})".format(self.filename)
        text = self.text
        if text is not None:
            rtext = text.rstrip("\n")
            ltext = rtext.lstrip(" \n\f")
            spaces = len(rtext) - len(ltext)
            yield "    {}\n".format(ltext)
            if self.offset is not None:
                offset = self.offset
                end_offset = self.end_offset if self.end_offset not in {None, 0} else offset
                if offset == end_offset or end_offset == -1:
                    end_offset = offset + 1
                colno = offset - 1 - spaces
                end_colno = end_offset - 1 - spaces
                if colno >= 0:
                    caretspace = "".join(c if c.isspace() else " " for c in ltext[:colno])
                    yield "    {}{}\n".format(caretspace, "^" * (end_colno - colno))
        msg = self.msg or "<no detail available>"
        yield "{}: {}{}\n".format(stype, msg, filename_suffix)

    def format(self, *, chain=True, _depth=0):
        """All lines."""
        if chain:
            if self.__cause__ is not None:
                yield from self.__cause__.format(chain=True)
                yield _cause_message
            elif self.__context__ is not None and not self.__suppress_context__:
                yield from self.__context__.format(chain=True)
                yield _context_message
        if self.exceptions is None:
            if self.stack:
                yield "Traceback (most recent call last):\n"
                yield from self.stack.format()
            yield from self.format_exception_only()
            return
        lines = []
        if self.stack:
            lines.append("Exception Group Traceback (most recent call last):\n")
            lines.extend(self.stack.format())
        lines.extend(self.format_exception_only())
        indent = "  " * _depth
        if _depth == 0:
            first = True
            for chunk in lines:
                for line in chunk.splitlines():
                    yield ("  + " if first else "  | ") + line + "\n"
                    first = False
        else:
            for chunk in lines:
                for line in chunk.splitlines():
                    yield indent + "  | " + line + "\n"
        n = len(self.exceptions)
        for i, e in enumerate(self.exceptions):
            mark = "+-" if i == 0 else "  "
            yield f"{indent}  {mark}+---------------- {i + 1} ----------------\n"
            if e.exceptions is not None:
                yield from e.format(chain=chain, _depth=_depth + 1)
            else:
                for chunk in e.format(chain=chain):
                    for line in chunk.splitlines():
                        yield indent + "    | " + line + "\n"
            if i == n - 1:
                yield f"{indent}    +------------------------------------\n"

    def print(self, *, file=None, chain=True):
        if file is None:
            file = sys.stderr
        for line in self.format(chain=chain):
            file.write(line)


def _final_line(etype, value):
    if value is None or not value:
        return "%s\n" % etype
    return "%s: %s\n" % (etype, value)


def _parse_value_tb(exc, value, tb):
    if value is _sentinel and tb is _sentinel:
        if isinstance(exc, BaseException):
            return exc, exc.__traceback__
        return None, None
    if value is _sentinel or tb is _sentinel:
        raise ValueError("Both or neither of value and tb must be given")
    return value, tb


def print_list(extracted_list, file=None):
    if file is None:
        file = sys.stderr
    for item in StackSummary.from_list(extracted_list).format():
        file.write(item)


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def print_tb(tb, limit=None, file=None):
    print_list(extract_tb(tb, limit=limit), file=file)


def format_tb(tb, limit=None):
    return extract_tb(tb, limit=limit).format()


def extract_tb(tb, limit=None):
    return StackSummary.extract(_entries(tb), limit=limit)


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, file=None, chain=True):
    """Print an exception with its traceback."""
    value, tb = _parse_value_tb(exc, value, tb)
    TracebackException(type(value), value, tb, limit=limit, compact=True).print(file=file, chain=chain)


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, chain=True):
    """The lines of an exception with its traceback."""
    value, tb = _parse_value_tb(exc, value, tb)
    return list(TracebackException(type(value), value, tb, limit=limit, compact=True).format(chain=chain))


def format_exception_only(exc, /, value=_sentinel):
    if value is _sentinel:
        value = exc
    return list(TracebackException(type(value), value, None, compact=True).format_exception_only())


def print_exc(limit=None, file=None, chain=True):
    """Print the exception being handled."""
    print_exception(*sys.exc_info(), limit=limit, file=file, chain=chain)


def format_exc(limit=None, chain=True):
    """The text of the exception being handled."""
    return "".join(format_exception(*sys.exc_info(), limit=limit, chain=chain))


def print_last(limit=None, file=None, chain=True):
    if not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file, chain)


def print_stack(f=None, limit=None, file=None):
    if f is None:
        f = sys._getframe().f_back
    print_list(extract_stack(f, limit=limit), file=file)


def format_stack(f=None, limit=None):
    if f is None:
        f = sys._getframe().f_back
    return format_list(extract_stack(f, limit=limit))


def extract_stack(f=None, limit=None):
    if f is None:
        f = sys._getframe().f_back
    stack = StackSummary.extract(walk_stack(f), limit=limit)
    stack.reverse()
    return stack


def clear_frames(tb):
    while tb is not None:
        try:
            tb.tb_frame.clear()
        except RuntimeError:
            pass
        tb = tb.tb_next
