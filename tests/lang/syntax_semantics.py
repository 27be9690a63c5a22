# What statements and expressions do, where a register compiler could get it wrong.
def order(*names):
    log = []

    def make(name):
        def f(*args, **kwargs):
            log.append(name)
            return Thing(name, log)
        return f
    return log, [make(n) for n in names]


class Thing:
    def __init__(self, name, log):
        self.name = name
        self.log = log
        self.items = {}

    def __getitem__(self, key):
        self.log.append(f"{self.name}[]")
        return self.items.get(key, 10)

    def __setitem__(self, key, value):
        self.log.append(f"{self.name}[]=")
        self.items[key] = value

    def __getattr__(self, name):
        self.log.append(f"{self.name}.{name}")
        return 5


log, (a, b, c, d) = order("a", "b", "c", "d")
a()[b()] = c()
a().x, b()[1] = c(), d()
a()[b()] += 3
x = {a(): b(), c(): d()} if a() is not b() else None
a(b(), *[c()], k=d(), **{"z": a()})
print(log)

# walrus and names that change during an expression
n = 1
print(n + (n := 5) + n, [n, (n := 7), n], n)


def walrus():
    k = 2
    total = k * (k := k + 1) + k
    pair = k, (k := 0), k
    return total, pair, [y := 4, y ** 2], y


print(walrus())
print([last := i for i in range(4)], last)


def unbound():
    try:
        print(missing)
    except UnboundLocalError as e:
        print(type(e).__name__, e)
    missing = 1
    del missing
    try:
        missing
    except UnboundLocalError as e:
        print(type(e).__name__, e)


unbound()


# finally on every way out
def ways(kind):
    out = []
    for i in range(3):
        try:
            out.append(i)
            if kind == "break" and i == 1:
                break
            if kind == "continue" and i == 1:
                continue
            if kind == "return" and i == 1:
                return out
            if kind == "raise" and i == 1:
                raise ValueError(i)
            out.append("end")
        except ValueError:
            out.append("caught")
        finally:
            out.append("finally")
    else:
        out.append("else")
    return out


for kind in ("none", "break", "continue", "return", "raise"):
    print(kind, ways(kind))


def override():
    for i in range(2):
        try:
            return "try"
        finally:
            continue
    try:
        return "body"
    finally:
        return "finally"


print(override())


def nested_finally():
    log = []
    try:
        try:
            try:
                raise KeyError("k")
            finally:
                log.append(1)
        except IndexError:
            log.append("no")
        finally:
            log.append(2)
    except KeyError as e:
        log.append(repr(e))
        try:
            raise
        except KeyError as again:
            log.append(again is e)
    return log


print(nested_finally())


class Manager:
    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind and kind.__name__, value, tb is not None)
        return self.swallow


def managed():
    with Manager("a") as a, Manager("b", True) as b:
        print(a.name, b.name)
        raise ValueError("inside")
    print("after")
    for i in range(2):
        with Manager(f"loop{i}"):
            if i:
                return "returned"
            continue


print(managed())

with (Manager("p") as p, Manager("q") as q):
    print(p.name + q.name)


class NoExit:
    def __enter__(self):
        pass


for value in (1, NoExit()):
    try:
        with value:
            pass
    except TypeError as e:
        print(e)

# unpacking
first, *middle, last = range(6)
print(first, middle, last)
(q1, [q2, *q3]), q4 = (1, "abc"), 2
print(q1, q2, q3, q4)
for value in ((1, 2), (1, 2, 3), (1,), 5):
    try:
        left, right = value
        print(left, right)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
try:
    one, *rest, two, three = 1, 2
except ValueError as e:
    print(e)

# chained comparison, boolean operators
calls = []


def note(v):
    calls.append(v)
    return v


print(note(1) < note(2) < note(2) < note(9), calls)
calls.clear()
print(note(0) or note("") or note("x"), note(1) and note([]) and note(2), calls)
print(not 1 == 2, 1 if [] else 2, (lambda: (yield))().__class__.__name__)

# closures, nonlocal, classes
def counter():
    count = 0

    def step(by=1):
        nonlocal count
        count += by
        return count

    def drop():
        nonlocal count
        del count

    return step, drop


step, drop = counter()
print(step(), step(4))
drop()
try:
    step()
except NameError as e:
    print(type(e).__name__, e)

print([f() for f in [lambda: i for i in range(3)]], [f() for f in [lambda i=i: i for i in range(3)]])
y = "global"


class Body:
    y = "class"
    seen = [y for _ in range(1)]
    own = [z for z in y]
    print(y, seen, own)

    def method(self):
        return y, __class__.__name__

    class Inner:
        def name(self):
            return __class__.__qualname__


print(Body().method(), Body.Inner().name(), Body.method.__qualname__, (lambda: 0).__qualname__)


def outer():
    z = "outer"

    class Local:
        try:
            print(z)  # not outer's: the class has its own
        except NameError as e:
            print(e)
        z = "local"
        print(z)

        def get(self):
            return z

    return Local().get(), Local.__qualname__


print(outer())


class Private:
    __hidden = 1

    def __secret(self):
        return self.__hidden

    def get(self):
        return self.__secret()


print(Private().get(), sorted(n for n in vars(Private) if "Private" in n))

# annotations
def annotated(a: int, *b: "x", c: float = 1.5, **d: list) -> dict:
    local: undefined_name = 3
    return local


print(annotated.__annotations__, annotated(1))
v: int = 4
w: str
print(__annotations__)


class Fields:
    """Doc."""
    a: int
    b: str = "x"


print(Fields.__annotations__, Fields.__doc__, hasattr(Fields, "a"))

# generators
def generator():
    received = []
    try:
        while True:
            received.append((yield len(received)))
    finally:
        print("closed", received)


g = generator()
print(next(g), g.send("a"), g.send("b"))
g.close()


def delegating():
    result = yield from inner()
    print("result", result)
    yield "end"


def inner():
    x = yield 1
    yield x
    return "returned"


d = delegating()
print(next(d), d.send("sent"), next(d))

# strings
value, width = 3.14159, 10
print(f"{value:{width}.{3}} {value!r:>{width}} {value=} {value = :.2f} {{}} {'nested ' + f'{width}'}" "tail" rf"\{width}")
print(f"{'a' if value else 'b'} {[i for i in range(3)]} {(lambda q: q * 2)(4)} { {1: 2}[1] }")
print("\x41\u00e9\101\
joined", b"\x00\xff", r"\n", "a" 'b' """c""")
print(0xFF, 0o17, 0b101, 1_000, 1e3, 1.5j, 10**20, 0xFFFFFFFFFFFFFFFFFF)

# del, assert, global, star expressions
items = [1, 2, 3, 4]
del items[0], items[-1]
print(items)
try:
    assert items == [], "not empty"
except AssertionError as e:
    print("assert", e)


def set_global():
    global made_here
    made_here = 1


set_global()
print(made_here, [*items, *"ab"], {**{"a": 1}, "b": 2}, (*items,), {*items} == {2, 3})


def spread(*args, **kwargs):
    return args, kwargs


print(spread(*items, 5, *"x", a=1, **{"b": 2}, c=3))
for bad in (lambda: spread(**{"a": 1}, **{"a": 2}), lambda: spread(*5), lambda: spread(**5), lambda: spread(a=1, **{"a": 2})):
    try:
        bad()
    except TypeError as e:
        print(e)
