# Loggers, handlers, formatters: levels, propagation, parents made late, faults and texts.
import io
import logging
import os
import sys
import tempfile
import warnings


def attempt(what):
    try:
        print(what())
    except Exception as e:
        print(type(e).__name__, e)


out = io.StringIO()
print(logging.getLevelNamesMapping(), logging.getLevelName(35), logging.getLevelName("WARN"), logging.BASIC_FORMAT)
logging.addLevelName(35, "LOUD")
print(logging.getLevelName(35), logging.getLevelName("LOUD"))
for level in 15, "INFO", "LOUD", "no", 1.5, None:
    attempt(lambda: logging.getLogger("lv").setLevel(level) or logging.getLogger("lv"))

late = logging.getLogger("a.b.c")
other = logging.getLogger("a.b.d")
print(late.parent, logging.root.manager.loggerDict["a.b"].__class__.__name__)
mid = logging.getLogger("a.b")
print(late.parent, other.parent, mid.parent)
top = logging.getLogger("a")
print(mid.parent, top.parent, late.parent, top.getChild("b") is mid, logging.root.getChild("a") is top)
print(logging.getLogger("x..y").parent, logging.getLogger(".z").parent, logging.getLogger() is logging.getLogger("root"))
attempt(lambda: logging.getLogger(3))

h = logging.StreamHandler(out)
h.setFormatter(logging.Formatter("%(levelname)s|%(name)s|%(funcName)s|%(module)s|%(message)s"))
top.addHandler(h)
top.addHandler(h)
top.setLevel("DEBUG")
top.propagate = False
print(late.getEffectiveLevel(), late.isEnabledFor(10), late.hasHandlers(), logging.getLogger("q").hasHandlers(), top.handlers == [h])


def work():
    late.debug("d %s", 1)
    late.info("i %(k)s", {"k": 2})
    mid.warning("w")
    other.error("e %d%%", 5)
    late.critical("c")
    late.fatal("f")
    late.log(35, "loud")
    late.log(5, "never")
    logging.LoggerAdapter(late, {"more": 1}).info("adapted")
    logging.LoggerAdapter(late, {"more": 1}).error("adapted too")
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        late.warn("old")
    print([(str(w.message), os.path.basename(w.filename) == os.path.basename(__file__)) for w in seen])


work()
attempt(lambda: late.log("high", "x"))
attempt(lambda: late.info("x", extra={"message": 1}))
attempt(lambda: late.info("x", extra={"name": 1}))
h.setFormatter(logging.Formatter("{message} {own}", style="{", defaults={"own": "mine"}))
late.info("styled")
late.info("styled", extra={"own": "given"})
h.setFormatter(logging.Formatter("$message ${levelno}", style="$"))
late.info("dollar")
h.setFormatter(logging.Formatter("%(message)s"))
try:
    1 / 0
except ZeroDivisionError as e:
    late.exception("caught")
    late.error("given", exc_info=e)
    late.error("none", exc_info=False)
print(out.getvalue().replace(__file__, "FILE"))
out.seek(0)
out.truncate()
h.addFilter(logging.Filter("a.b"))
h.addFilter(lambda r: "drop" not in r.getMessage())
for name in "a", "a.b", "a.b.c", "a.bc":
    logging.getLogger(name).info("from %s", name)
late.info("drop me")
print(out.getvalue(), len(h.filters))
logging.disable(logging.INFO)
print(late.isEnabledFor(20), late.isEnabledFor(30))
logging.disable(logging.NOTSET)

rec = logging.makeLogRecord(
    {"msg": "m %s", "args": ("x",), "levelname": "L", "name": "n", "created": 0.25, "msecs": 250.0}
)
print(rec, rec.getMessage(), logging.LogRecord("n", 20, "/p/q.py", 7, "m", None, None).module)
f = logging.Formatter("%(asctime)s %(message)s")
print(logging.Formatter("x %(message)s").usesTime(), f.usesTime(), logging.Formatter("%(asctime)s").formatTime(rec, "%Y"))
attempt(lambda: logging.Formatter("%(nope)s").format(rec))
attempt(lambda: logging.Formatter("x", style="?"))
print(logging.BufferingFormatter(logging.Formatter("%(message)s;")).format([rec, rec]), repr(logging.BufferingFormatter().format([])))
rec.exc_text = "TEXT"
rec.stack_info = "STACK"
print(logging.Formatter("%(message)s").format(rec))

path = os.path.join(tempfile.mkdtemp(), "t.log")
fh = logging.FileHandler(path, "w", delay=True)
print(fh.stream, fh.level, h, logging.NullHandler())
lg = logging.getLogger("file")
lg.propagate = False
lg.addHandler(fh)
lg.warning("one")
lg.warning("two")
fh.close()
lg.warning("after close")
print(open(path).read(), fh.stream)
try:
    logging.FileHandler(os.path.join(path, "no"))
except NotADirectoryError:
    print("no such place")
h.name = "named"
print(h.get_name(), h.setStream(sys.stdout) is out, h.setStream(sys.stdout))
attempt(lambda: logging.basicConfig(stream=1, filename=2))
attempt(lambda: logging.basicConfig(stream=1, handlers=[]))
attempt(lambda: logging.basicConfig(style="?"))
logging.basicConfig(stream=sys.stdout, level="DEBUG", style="{")
attempt(lambda: logging.basicConfig(wrong=1))
attempt(lambda: logging.basicConfig(force=True, wrong=1, stream=sys.stdout))
logging.basicConfig(force=True, stream=sys.stdout, level=10, format="%(levelname)s~%(message)s")
logging.debug("root %d", 1)
logging.info("i")
logging.warning("w")
logging.error("e")
logging.critical("c")
logging.log(35, "l")
logging.captureWarnings(True)
logging.captureWarnings(True)
warnings.warn_explicit("to the log", UserWarning, "place.py", 3)
logging.captureWarnings(False)
print(warnings.showwarning.__module__, len(logging.root.handlers))


class Mine(logging.Logger):
    pass


attempt(lambda: logging.setLoggerClass(int))
logging.setLoggerClass(Mine)
print(type(logging.getLogger("mine")).__name__, logging.getLoggerClass().__name__)
print(logging.root, logging.getLogger("mine"))
logging.setLogRecordFactory(lambda *a, **k: setattr(r := logging.LogRecord(*a, **k), "msg", "made") or r)
logging.info("x")

# An error of a handler tells where the event came from.
import io
import sys


def report():
    logging.getLogger("odd").warning("%d items", "x")


import logging
handler = logging.StreamHandler(io.StringIO())
logging.getLogger("odd").addHandler(handler)
logging.getLogger("odd").propagate = False
kept, sys.stderr = sys.stderr, io.StringIO()
report()
text, sys.stderr = sys.stderr.getvalue(), kept
print(text[:22])
print(text[text.index("Call stack"):].replace(__file__, "FILE"))
