"""The interactive prompt: reads statements, runs them in __main__, prints what expressions give."""
import builtins
import keyword
import sys
import traceback

import _line_editor


def _compile(source):
    """The code of `source`, or None when more lines are needed.

    A text that fails in the same way however many empty lines follow is wrong; one whose error moves is unfinished.
    """
    errors = []
    for tail in ("", "\n", "\n\n"):
        try:
            code = compile(source + tail, "<stdin>", "single")
        except SyntaxError as error:
            errors.append(error)
        else:
            if not tail:
                return code
            errors.append(None)
    if errors[1] is not None and repr(errors[1]) == repr(errors[2]):
        raise errors[1]
    return None


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
    return [f"{head}.{n}" for n in sorted(names)]


def _read_statement():
    """One complete statement's code; None at the end of the input."""
    lines = []
    while True:
        line = _line_editor.read_line(">>> " if not lines else "... ")
        if line is None:
            return None
        if not lines and not line.strip():
            continue
        lines.append(line)
        code = _compile("\n".join(lines))
        # A block ends with an empty line.
        block = len(lines) > 1 or lines[0].rstrip().endswith(":") or lines[0].startswith("@")
        if code is not None and (not block or not line.strip()):
            return code


def run(banner):
    namespace = sys.modules["__main__"].__dict__
    print(banner)
    print('Type "help(name)" for help, exit() or Ctrl-D to leave.')
    _line_editor.start(lambda text: _matches(text, namespace))
    while True:
        try:
            code = _read_statement()
            if code is None:
                print()
                break
            exec(code, namespace)
        except SystemExit:
            raise
        except KeyboardInterrupt:
            print("\nKeyboardInterrupt", file=sys.stderr)
        except SyntaxError as error:
            traceback.print_exception(type(error), error, None)
        except BaseException as error:
            trace = error.__traceback__
            traceback.print_exception(type(error), error, trace.tb_next if trace else None)
    _line_editor.finish()
