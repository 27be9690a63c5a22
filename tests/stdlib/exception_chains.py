# Texts of exceptions behind others, within groups and outside of them; entries of stacks; syntax errors by hand.
import io
import re
import sys
import traceback


def show(texts):
    print(re.sub(r'"[^"]*/(\w+\.py)"', r'"\1"', "".join(texts)))


def deep(n):
    return deep(n - 1) if n else 1 / 0


def caught(function):
    try:
        function()
    except BaseException as e:
        return e


def from_cause():
    try:
        deep(2)
    except ZeroDivisionError as e:
        raise KeyError("k") from e


def in_context():
    try:
        deep(5)
    except ZeroDivisionError:
        raise OSError(2, "no")


def noted():
    e = ValueError("a\nb")
    e.add_note("n1\nn2")
    raise e


def group():
    raise ExceptionGroup("g", [ValueError(1), ExceptionGroup("h", [KeyError(2), caught(from_cause)]), caught(in_context)])


def group_of_groups():
    try:
        group()
    except ExceptionGroup as e:
        raise ExceptionGroup("outer", [caught(noted), caught(lambda: group_from(e))]) from TypeError("cause")


def group_from(e):
    raise ExceptionGroup("from", [TypeError("t")]) from e


for function in (from_cause, in_context, noted, group, group_of_groups):
    e = caught(function)
    for options in ({}, {"chain": False}, {"limit": 1}, {"limit": -1}):
        show(traceback.format_exception(e, **options))
for e in (SyntaxError("m"), SyntaxError("m", ("f", 3, 5, "  abc def\n")), SyntaxError("m", ("f", None, None, None)),
          SyntaxError("m", (None, 3, 2, "ab", 3, 4)), SyntaxError(), ValueError(), None):
    print(traceback.format_exception_only(e))
about = traceback.TracebackException.from_exception(caught(from_cause))
print(about, about == traceback.TracebackException.from_exception(caught(noted)), about.__cause__, about.exceptions)
entry = about.stack[0]
print(len(entry), list(entry)[1:], entry == tuple(entry), entry != 3, traceback.StackSummary.from_list([entry])[0] is entry)
print(traceback.format_list([("f", 1, "n", "line"), ("f", 1, "n", None)] * 3))
for call in (lambda: traceback.format_exception(1, 2), lambda: traceback.format_exception(3), traceback.print_last,
             traceback.format_exc):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
out = io.StringIO()
traceback.print_list([("f", 1, "n", "line")] * 5, file=out)
print(out.getvalue())
sys.tracebacklimit = 1
show(traceback.format_exception(caught(lambda: deep(3))))
