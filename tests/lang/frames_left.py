import sys, traceback, weakref, gc, inspect
# What frames show of their variables while they run, when an exception or a return has left them, and how long they keep
# them alive.
class Loud:
    def __init__(self, name): self.name = name
    def __del__(self): print("del", self.name)
    def __repr__(self): return f"Loud({self.name})"

def deepest(a, *rest, key=None):
    x = a + 1
    loud = Loud("deepest")
    raise ValueError("no")
def middle(n):
    y = [n]
    return deepest(n, 2, 3, key="k") + y
try:
    middle(5)
except ValueError as e:
    print("handler")
    tb = e.__traceback__
    print(tb.tb_frame is sys._getframe())
    while tb:
        f = tb.tb_frame
        if f.f_code.co_name != "<module>": print(f.f_code.co_name, f.f_lineno, tb.tb_lineno, f.f_locals)
        tb = tb.tb_next
        last = f
    print(last.f_back.f_code.co_name, last.f_back.f_back is sys._getframe())
    print(last.f_locals is last.f_locals)
    f = None
print("after")
last.clear(); print(last.f_locals)
del last

def keeper():
    z = 3
    try:
        middle(1)
    except ValueError as e:
        return e
e = keeper()
print("kept")
print([ (t[0].f_code.co_name, sorted(t[0].f_locals)) for t in traceback.walk_tb(e.__traceback__)])
e = None
print("gone")
def frame():
    q = 10
    def inner(): return q
    r = Loud("frame")
    return sys._getframe()
fr = frame()
print(fr.f_locals["q"], fr.f_locals["r"], fr.f_back.f_code.co_name)
del fr
print("dropped")
def ret():
    v = Loud("ret")
    f = sys._getframe()
    g.append(f)
    return v
g = []
print(ret().name, sorted(g[0].f_locals))
g.clear()
gc.collect()
def gen():
    a = 1
    try:
        b = Loud("gen")
        yield a
        c = 3
        raise KeyError("k")
    finally:
        d = 4
it = gen()
f0 = it.gi_frame
print(f0 is it.gi_frame, f0.f_locals, f0.f_lineno, f0.f_back)
next(it)
print(f0.f_locals, f0.f_lineno)
try:
    next(it)
except KeyError as err:
    t = err.__traceback__.tb_next.tb_frame
    print(t is f0, sorted(t.f_locals), t.f_lineno, it.gi_frame)
    del t
print("f0 holds")
del f0, it
print("gen gone")
def caught():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError as e:
            print(e.__traceback__.tb_frame is sys._getframe(), e.__traceback__.tb_frame.f_locals["i"])
caught()
def cell():
    n = 1
    def inc():
        nonlocal n
        n += 1
        raise ValueError
    try: inc()
    except ValueError as e: print(e.__traceback__.tb_next.tb_frame.f_locals)
    return inc
cell()
class C:
    x = 1
    try: raise ValueError
    except ValueError as e: print(sorted(k for k in e.__traceback__.tb_frame.f_locals if k[:2] != "__"))
def boom():
    class D:
        y = 2
        z = 1/0
try: boom()
except ZeroDivisionError as e:
    print([(f.f_code.co_name, sorted(k for k in f.f_locals if k[:2] != "__")) for f, _ in traceback.walk_tb(e.__traceback__)][1:])
te = None
try: middle(9)
except ValueError as e: te = traceback.TracebackException.from_exception(e, capture_locals=True)
print([(frame.name, frame.locals) for frame in te.stack][1:])
print(repr(sys._getframe()).split("file ")[1].replace(__file__, "HERE"))
def recurse(n):
    data = Loud(n) if n % 100 == 0 else None
    return recurse(n + 1)
try: recurse(1)
except RecursionError as e: print("rec")
print("end rec")
def suspended():
    s = Loud("susp")
    yield
it = suspended(); next(it)
fr = it.gi_frame
del it
print("closed", fr.f_locals)
it = suspended(); next(it); fr = it.gi_frame; fr.clear(); print(fr.f_locals, it.gi_frame)
try: sys._getframe().clear()
except RuntimeError as e: print(e)
def f_exc():
    err = None
    try: raise ValueError("cyc")
    except ValueError as e: err = e
    m = Loud("cycle")
f_exc()
print("collect")
gc.collect()
def show_trace():
    w = 1
    raise TypeError
try: show_trace()
except TypeError: print([i.function for i in inspect.trace()], inspect.trace()[-1].frame.f_locals)


class Odd:
    """Its comparison and its exit fail."""
    def __enter__(self): return self
    def __exit__(self, kind, error, tb):
        show_frames("exit", tb)
    def __lt__(self, other):
        mine = "lt"
        raise TypeError(mine)


def show_frames(what, tb):
    print(what, [(f.f_code.co_name, line - f.f_code.co_firstlineno, f.f_lineno - line, sorted(f.f_locals))
                 for f, line in traceback.walk_tb(tb) if f.f_code.co_name != "<module>"])


def through_natives():
    def key(x):
        held = x * 2
        return [1, 2][held]
    data = [1, 2, 3]
    return sorted(data, key=key)


def through_operators():
    with Odd() as odd:
        left = 1
        return sorted([odd, odd])


def through_generators():
    def numbers(n):
        for i in range(n):
            seen = i
            yield 10 // (2 - i)
    total = 0
    for x in numbers(5):
        total += x
    return total


def through_names():
    try:
        raise ValueError
    except ValueError as e:
        step = 1
        [][step]
        step = 2


def again():
    step = 0
    try:
        step = 1
        try:
            step = 2
            raise KeyError(step)
        finally:
            step = 3
    except KeyError:
        step = 4
        raise


def in_class():
    class Body:
        before = 1
        fails = missing
        after = 2


for f in through_natives, through_operators, through_generators, through_names, again, in_class:
    try:
        f()
    except Exception as e:
        show_frames(type(e).__name__, e.__traceback__)


def kept_in_closure():
    try:
        raise ValueError("kept")
    except ValueError as e:
        def look():
            try:
                return e
            except NameError as missing:
                return missing.args
        return look


print(kept_in_closure()())


def many(n):
    local = Loud("bottom") if n == 0 else None
    if n == 0:
        raise ValueError
    many(n - 1)


try:
    many(500)
except ValueError as e:
    tb = e.__traceback__
    print(len(list(traceback.walk_tb(tb))))
    traceback.clear_frames(tb)
    print("cleared")
    while tb.tb_next:
        tb = tb.tb_next
    print(tb.tb_frame.f_locals)
    steps, f = 0, tb.tb_frame
    while f:
        steps, f = steps + 1, f.f_back
    print(steps)
    tb = f = None


async def wait():
    inside = Loud("coroutine")
    raise OSError("async")


async def outer():
    name = "outer"
    await wait()


coro = outer()
print(coro.cr_frame.f_locals)
try:
    coro.send(None)
except OSError as e:
    show_frames("await", e.__traceback__)
print("end", coro.cr_frame)


def inner_part():
    try:
        yield 1
    finally:
        f = sys._getframe()
        print("seen from within", [g.f_code.co_name for g, _ in traceback.walk_stack(f)])


def middle_part():
    yield from inner_part()


def outer_part():
    try:
        raise KeyError("handled here")
    except KeyError:
        try:
            yield from middle_part()
        except ValueError as error:
            print(repr(error), repr(error.__context__))
            yield "caught"
        finally:
            print("finally of outer_part")


def throw(it, error):
    return it.throw(error)


it = outer_part()
print(next(it), throw(it, ValueError("thrown")))
del it  # the frames in the traceback do not keep what threw
print("dropped")
it = outer_part()
next(it)
it.close()


try:
    1 / 0
except ZeroDivisionError as e:
    given = type(e.__traceback__)(e.__traceback__, sys._getframe(), 1, 2)
    print(given.tb_lasti, given.tb_lineno, given.tb_next is e.__traceback__, given.tb_frame is sys._getframe())


def returns_late():
    try:
        raise ValueError
    except ValueError as e:
        kept = e
        after = 1
        return kept


def ends_late():
    global last
    try:
        raise ValueError
    except ValueError as e:
        last = e
    step = 1
    step = 2


def yields_late():
    try:
        raise ValueError
    except ValueError as e:
        yield e
    step = 1
    return step


frame = returns_late().__traceback__.tb_frame
print(frame.f_lineno - frame.f_code.co_firstlineno)
ends_late()
frame = last.__traceback__.tb_frame
print(frame.f_lineno - frame.f_code.co_firstlineno, frame.f_locals)
it = yields_late()
frame = next(it).__traceback__.tb_frame
print(frame.f_lineno - frame.f_code.co_firstlineno, frame.f_locals, list(it))
print(frame.f_lineno - frame.f_code.co_firstlineno, frame.f_locals)
