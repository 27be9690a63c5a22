# Exceptions that nobody can catch: of finalizers, callbacks and generators that are dropped; sys.unraisablehook.
import contextlib, gc, io, re, sys, weakref


def shown(f):
    out = io.StringIO()
    with contextlib.redirect_stderr(out):
        f()
    print(re.sub("0x[0-9a-f]+", "0x", out.getvalue().replace(__file__, "FILE")), end="")


class A:
    def __del__(self):
        1 / 0


class Empty:
    def __del__(self):
        raise ValueError


class Broken:
    def __del__(self):
        raise Bad()

    def __repr__(self):
        raise KeyError


class Bad(Exception):
    def __str__(self):
        raise OSError


def callback(r):
    try:
        raise KeyError("a")
    except KeyError:
        raise ValueError("x")


def weak():
    a = Empty.__new__(types_of())
    r = weakref.ref(a, callback)
    del a


def types_of():
    return type("Plain", (Empty,), {"__del__": lambda self: None})


def generator():
    try:
        yield
    finally:
        raise OSError(3)


def stubborn():
    try:
        yield
    except GeneratorExit:
        yield 1


def drop(make):
    g = make()
    next(g)
    del g


def on_collect(phase, info):
    raise LookupError(phase)


def collect():
    gc.callbacks.append(on_collect)
    gc.collect()
    gc.callbacks.clear()


EVENTS = [A, Empty, Broken, weak, lambda: drop(generator), lambda: drop(stubborn), collect]
for event in EVENTS:
    shown(event)
told = []
print(sys.unraisablehook is sys.__unraisablehook__)
sys.unraisablehook = told.append
for event in EVENTS:
    event()
for args in told:
    kind, value, traceback, message, thing = args
    print(kind.__name__, type(value).__name__, message, type(thing).__name__, args.exc_type is kind, len(args),
          type(value.__context__).__name__)
args = told[0]
print(type(args), type(args).__module__, type(args).__match_args__, args.n_fields, isinstance(args, tuple))
print(re.sub("0x[0-9a-f]+", "0x", repr(args)))
print(type(args)(range(5)))
for wrong in [lambda: type(args)((1, 2)), lambda: sys.__unraisablehook__(5), lambda: setattr(args, "object", 1)]:
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
shown(lambda: sys.__unraisablehook__(args))
shown(lambda: sys.__unraisablehook__(type(args)((ValueError, None, None, "Message", None))))
shown(lambda: sys.__unraisablehook__(type(args)((ValueError, ValueError("v"), None, None, None))))


def failing(args):
    raise RuntimeError("hook")


sys.unraisablehook = failing
shown(A)
sys.unraisablehook = None
shown(A)
del sys.unraisablehook
shown(A)
