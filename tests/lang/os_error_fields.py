import pickle
class WithInit(OSError):
    def __init__(self, message, extra):
        self.extra = extra
        super().__init__(message)
class WithNew(OSError):
    def __new__(cls, message, extra):
        self = OSError.__new__(cls, message)
        self.extra = extra
        return self
e = WithInit("some message", "x")
print(e.args, e.extra, e.errno)
e = WithNew("some message", "x")
print(e.args, e.extra)
e = OSError(2, "no", "file")
print(type(e), e.args, e.filename, repr(e), str(e), e.__reduce__())
e = OSError(2, "no", "a", None, "b")
print(e.args, e.filename2, str(e), e.__reduce__()[1], pickle.loads(pickle.dumps(e)).filename2)
e = BlockingIOError(11, "again", 5)
print(e.args, e.characters_written, e.filename)
e = BlockingIOError("a")
for f in (lambda: e.characters_written, lambda: exec("del e.characters_written")):
    try:
        f()
    except AttributeError as x:
        print(x)
e.characters_written = 7
print(e.characters_written)
try:
    OSError(a=1)
except TypeError as x:
    print(x)
g = ExceptionGroup("m", [ValueError(1)])
for name in ("message", "exceptions"):
    try:
        setattr(g, name, 1)
    except AttributeError:
        print("read-only", name)
print(ExceptionGroup[int])
try:
    try:
        raise ExceptionGroup("eg", [TypeError(1), ValueError(2)])
    except* (TypeError, ValueError):
        raise SyntaxError(3)
except BaseException as x:
    print(repr(x), repr(x.exceptions[0].__context__))
# a chain of contexts that goes round
def cycle():
    try:
        raise ValueError(1)
    except ValueError as ex:
        ex.__context__ = ex
        raise TypeError(2)
try:
    cycle()
except TypeError as x:
    print(repr(x.__context__), x.__context__.__context__ is x.__context__)
class Bad(Exception):
    def __new__(cls, *a):
        return cls
def gen():
    yield
it = gen()
next(it)
for f in (lambda: it.throw(Bad), lambda: exec("raise Bad")):
    try:
        f()
    except TypeError as x:
        print(x)
