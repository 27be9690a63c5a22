"""The interactive prompt: reads statements, runs them in __main__, prints what expressions give."""
import builtins
import keyword
import sys
import traceback

import _line_editor


def _compile(source):
    """The code of `source`, or None when more lines are needed.

    A text that fails in the same way however many empty lines follow is wrong; one whose error moves is unfinished, and
    so is one with an open bracket.
    """
    errors = []
    for tail in ("", "\n", "\n\n"):
        try:
            code = compile(source + tail, "<stdin>", "single")
        except SyntaxError as error:
            if error.msg.endswith("was never closed"):
                return None
            errors.append(error)
        else:
            if not tail:
                return code
            errors.append(None)
    if errors[1] is not None and repr(errors[1]) == repr(errors[2]):
        raise errors[1]
    return None


def _parenthesis(value, name):
    try:
        return "(" if callable(getattr(value, name)) else ""
    except Exception:
        return ""


def _matches(text, namespace):
    """Completions of a dotted name."""
    head, dot, tail = text.rpartition(".")
    if not dot:
        words = [*namespace, *dir(builtins), *keyword.kwlist]
        return sorted({w for w in words if w.startswith(text)})
    first, *rest = head.split(".")
    try:
        value = namespace[first] if first in namespace else getattr(builtins, first)
        for part in rest:
            value = getattr(value, part)
    except Exception:
        return []
    names = [n for n in dir(value) if n.startswith(tail) and (tail.startswith("_") or not n.startswith("_"))]
    return [f"{head}.{n}" + _parenthesis(value, n) for n in sorted(names)]


_COMPOUND = {"if", "while", "for", "try", "with", "def", "class", "async"}


def _opens_block(line):
    """Does a statement that ends with an empty line begin here?"""
    text = line.lstrip()
    word = text.split(None, 1)[0].rstrip(":(") if text else ""
    return word in _COMPOUND or text.startswith("@") or (word == "match" and text.rstrip().endswith(":"))


def _read_line(prompt):
    """One line without its end; None at the end of the input. Only a terminal is edited and shows prompts as output."""
    if sys.__stdin__.isatty() and sys.__stdout__.isatty():
        return _line_editor.read_line(prompt)
    sys.stdout.flush()
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.__stdin__.readline()
    return line.removesuffix("\n") if line else None


def _read_statement():
    """One complete statement's code; None at the end of the input."""
    lines = []
    while True:
        line = _read_line(str(sys.ps1) if not lines else str(sys.ps2))
        if line is None:
            return compile("\n".join(lines), "<stdin>", "single") if lines else None
        if not lines and (not line.strip() or line.lstrip().startswith("#")):
            continue
        lines.append(line)
        code = _compile("\n".join(lines))
        if code is not None and (not _opens_block(lines[0]) or not line.strip()):
            return code


class _Quitter:
    """What `exit` and `quit` are at the prompt."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "Use %s() or Ctrl-D (i.e. EOF) to exit" % self.name

    def __call__(self, code=None):
        raise SystemExit(code)


class _Helper:
    """What `help` is at the prompt."""

    def __repr__(self):
        return "Type help() for interactive help, or help(object) for help about object."

    def __call__(self, *args):
        import pydoc
        return pydoc.help(*args)


def run(banner):
    namespace = sys.modules["__main__"].__dict__
    sys.ps1 = ">>> "
    sys.ps2 = "... "
    builtins.exit = _Quitter("exit")
    builtins.quit = _Quitter("quit")
    builtins.help = _Helper()
    if banner:
        print(banner)
        print('Type "help(name)" for help, exit() or Ctrl-D to leave.')
    _line_editor.start(lambda text: _matches(text, namespace))
    while True:
        try:
            code = _read_statement()
        except KeyboardInterrupt:
            print("\nKeyboardInterrupt", file=sys.stderr)
            continue
        except SyntaxError as error:
            traceback.print_exception(type(error), error, None)
            continue
        if code is None:
            print(file=sys.stderr)
            break
        try:
            exec(code, namespace)
        except SystemExit:
            _line_editor.finish()
            raise
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
            sys.excepthook(type(error), error, error.__traceback__)
    _line_editor.finish()
