# What throw() shows of generators and coroutines that have not started: their first line.
import io
import re
import sys
import traceback
import types

def g():
    x = 1
    yield 2
    yield 3
async def c():
    pass
async def ag():
    yield 1
def show(f):
    try: f()
    except BaseException as e: print([(s.name, s.lineno, s.line) for s in traceback.extract_tb(e.__traceback__)], repr(e))
show(lambda: (_ for _ in ()).throw(ValueError("x")))
show(lambda: g().throw(KeyError, "m"))
show(lambda: c().throw(KeyError("m")))
def susp():
    k = g(); next(k); k.throw(KeyError)
show(susp)
def done():
    k = g(); list(k); k.throw(KeyError)
show(done)
def fin():
    k = g(); k.close(); k.throw(KeyError)
show(fin)
def o():
    yield from g()
def dele():
    k = o(); next(k); k.throw(KeyError('d'))
show(dele)
show(lambda: ag().athrow(KeyError('q')).send(None))
show(lambda: g().close())
def decorated(f): return f
@decorated
def h(a=1,
      b=2):
    yield
show(lambda: h().throw(ValueError('h')))

# The same as the interpreter itself writes it; and a traceback that a script made.
def written(e):
    sys.stderr, kept = io.StringIO(), sys.stderr
    try:
        sys.excepthook(type(e), e, e.__traceback__)
        text = sys.stderr.getvalue()
    finally:
        sys.stderr = kept
    print(re.sub('File ".*/', 'File "', text), end="")


try:
    h().throw(TypeError("end"))
except TypeError as e:
    written(e)
written(ValueError("made").with_traceback(types.TracebackType(None, sys._getframe(), 0, 3)))
