# What is refused, or warned of, and how: places of tracebacks, times to wait for locks, streams without their buffer,
# escapes of strings.
import io
import threading
import warnings


def tell(name, call):
    try:
        answer = repr(call())
    except Exception as e:
        answer = f"{type(e).__name__} {e}"
    print(name, "->", answer)


try:
    1 / 0
except ZeroDivisionError as e:
    place = e.__traceback__
for value in (1, "x", place, None):
    tell("tb_next = " + type(value).__name__, lambda: setattr(place, "tb_next", value))
tell("del tb_next", lambda: delattr(place, "tb_next"))
for name in ("tb_frame", "tb_lineno", "tb_lasti"):
    tell(name + " = 1", lambda: setattr(place, name, 1))
    tell("del " + name, lambda: delattr(place, name))
tell("type(place)", lambda: type(place)(1, place.tb_frame, 0, 0))

for kind in (threading.Lock, threading.RLock):
    for arguments in ((True, 1e12), (True, 10**12), (True, 1e300), (True, -2), (True, -0.5), (True, float("nan")),
                      (True, float("inf")), (True, "x"), (True, None), (False, 1), (False, -1), (True, True)):
        tell(f"{kind.__name__}.acquire{arguments}", lambda: kind().acquire(*arguments))

stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
stream.detach()
for call in (repr, str, io.TextIOWrapper.read, lambda s: s.name, lambda s: s.closed, lambda s: s.encoding):
    tell("detached", lambda: call(stream))

for literal in (r"'\400'", r"b'\400'", r"'\377'", r"'\777\d'", r"'\d\400'", r"b'\8'", r"'\é'", r"f'\400'", r"'\40'"):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        value = eval(literal)
    print(literal, ascii(value), [f"{w.category.__name__}: {w.message}" for w in told])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    tell("as an error", lambda: compile(r"b'\400'", "<literal>", "eval"))
