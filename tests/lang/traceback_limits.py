# sys.tracebacklimit bounds what sys.excepthook tells; print() without sys.stdout.
import io
import sys


def f():
    1 / 0


def g():
    f()


def h():
    g()


def told(call):
    kept, sys.stderr = sys.stderr, io.StringIO()
    try:
        call()
    except Exception:
        sys.excepthook(*sys.exc_info())
    text = sys.stderr.getvalue()
    sys.stderr = kept
    return "".join(line for line in text.splitlines(True) if "File" not in line or "traceback_limits" in line)


def group():
    try:
        h()
    except ZeroDivisionError as e:
        raise ExceptionGroup("several", [e, ValueError(1)])


def lines(text):
    return [line.partition(", line ")[2] or line for line in text.splitlines()]


for limit in (0, 1, 2, -1, 1000, "a", True, None):
    sys.tracebacklimit = limit
    print(limit, lines(told(h)))
for limit in 0, 1:
    sys.tracebacklimit = limit
    print(limit, lines(told(group)))
del sys.tracebacklimit
print(lines(told(h)))

kept = sys.stdout
del sys.stdout
for call in (lambda: print(1), lambda: print(1, file=None), lambda: input("a")):
    try:
        call()
        message = "no error"
    except RuntimeError as e:
        message = str(e)
    kept.write(message + "\n")
sys.stdout = kept
print("there again")
