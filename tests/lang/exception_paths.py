import sys
def f():
    try: 1 / 0
    except ZeroDivisionError as e:
        raise ValueError("bad") from e
try: f()
except ValueError as e:
    print(repr(e), repr(e.__cause__), e.__suppress_context__, e.__context__ is e.__cause__)
try:
    try: 1 / 0
    except ZeroDivisionError: [][1]
except IndexError as e: print(repr(e.__context__))
def bare():
    raise
try:
    try: raise KeyError("k")
    except KeyError: bare()
except KeyError as e: print("again", e, sys.exc_info()[0].__name__ if hasattr(sys, "exc_info") else "KeyError")
e = ValueError("n"); e.add_note("note"); print(e.__notes__)
try: raise StopIteration(3)
except StopIteration as s: print(s.value)
class E(Exception):
    def __init__(self, a, b): super().__init__(a); self.b = b
    def __str__(self): return f"E:{self.b}"
try: raise E(1, 2)
except E as x: print(x, x.args, x.b, repr(x))
try: int("x")
except ValueError as v: print(v)
def g():
    try: yield 1
    finally: print("closed")
it = g(); next(it); del it
def g2():
    while True:
        try: x = yield
        except GeneratorExit: print("exit"); raise
        except Exception as e: print("caught", e)
k = g2(); next(k); k.throw(ValueError("v")); k.close()
def outer():
    r = yield from inner(); print("r", r)
def inner():
    try:
        x = yield 1; print("got", x)
    except KeyError as e: print("ke", e)
    return "done"
o = outer(); next(o)
try: o.send(5)
except StopIteration: print("stop")
o = outer(); next(o)
try: o.throw(KeyError("q"))
except StopIteration: print("stop")
def gs():
    raise StopIteration
    yield
try: next(gs())
except RuntimeError as e: print(e)
try: raise "x"
except TypeError as e: print(e)
try:
    try: pass
    except 5: pass
    raise ValueError
except ValueError: print("ok")
def rec(n): return rec(n + 1)
try: rec(0)
except RecursionError as e: print(e)
for bad in (lambda: f(1), lambda: (lambda a, b: 0)(1), lambda: (lambda *, k: 0)(), lambda: len(), lambda: len(1, 2), lambda: (lambda a: 0)(a=1, b=2), lambda: [].append(), lambda: {}["z"], lambda: (1)(), lambda: None.x, lambda: undefined_name, lambda: [1, 2] + (3,), lambda: "a" * "b", lambda: object().y, lambda: int.zz):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
a, *b = range(4); print(a, b)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = [1]
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
class C:
    def __del__(self): print("del", self.n)
c = C(); c.n = 1; c = None
x = C(); x.n = 2; x.me = x; del x
import gc
gc.collect()
with_order = []
class CM:
    def __init__(s, n): s.n = n
    def __enter__(s): print("enter", s.n); return s
    def __exit__(s, t, v, tb): print("exit", s.n, t.__name__ if t else None); return s.n == 1
with CM(1) as p, CM(2): raise ValueError("in with")
print(type(iter([])).__name__, type(x for x in []).__name__)
