# Code that runs often, at the edges of what machine code does by itself: everything is done many times, and each answer is
# compared with the first ones.
import sys

TIMES = 3000


def repeat(f, *args):
    """f(*args) often: the number of different answers, and the first."""
    first = f(*args)
    different = 0
    for _ in range(TIMES):
        if repr(f(*args)) != repr(first):
            different += 1
    return different, first


# Ints around 49 and 64 bits, and their kin.
EDGES = [0, 1, -1, 7, -7, 255, (1 << 31) - 1, -(1 << 31), 1 << 32, (1 << 47), (1 << 48) - 1, 1 << 48, -(1 << 48), -(1 << 48) - 1,
         (1 << 63) - 1, -(1 << 63), 1 << 64, True, False, 0.5, -0.0, 1e300, float("inf"), float("nan")]


def arithmetic(a, b):
    out = [a + b, a - b, a * b, a < b, a <= b, a > b, a >= b, a == b, a != b, -a, not a]
    if b:
        out += [a / b, a // b, a % b]
    if isinstance(a, int) and isinstance(b, int):
        out += [a & b, a | b, a ^ b]
        if 0 <= b < 70:
            out += [a << b, a >> b]
    return out


def in_place(a, b):
    c = a
    c += b
    d = c
    d -= a
    d *= 3
    return c, d


def with_constants(a):
    return [a + 1, a - 1, a * 3, a * -5, a * 1103515245, a + 0.5, a - 0.5, a * 2.0, a / 2, a // 7 if a == a and abs(a) != float("inf") else 0,
            a % 8 if a == a and abs(a) != float("inf") else 0, a < 10, a >= -3, a == 7, a != 7, 1 if a < 0 else 2]


def bits(a):
    return [a & 255, a | 1, a ^ 1023, a >> 3, a << 4, a % 7, a % 1000003, a // 16, a // 10]


def check_numbers():
    seen = {}
    for turn in range(12):
        for a in EDGES:
            for b in EDGES:
                try:
                    text = repr((arithmetic(a, b), in_place(a, b)))
                except OverflowError as e:
                    text = str(e)
                assert seen.setdefault((repr(a), repr(b)), text) == text, (a, b, text)
            text = repr((with_constants(a), bits(a) if isinstance(a, int) else None))
            assert seen.setdefault(repr(a), text) == text, (a, text)
    total = 0
    for text in seen.values():
        for c in text:
            total = (total * 31 + ord(c)) % 1000000007
    return total


print("numbers", check_numbers())


def generator(n):
    seed, total = 42, 0
    for i in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        total = total + seed * 6364136223846793 % 1000003
        total ^= seed * seed >> 7
    return seed, total


print("random numbers", generator(20000))


# Variables that come and go.
def unbound(n):
    out = 0
    for i in range(n):
        if i % 500 == 499:
            del out
        try:
            out += 1
        except UnboundLocalError as e:
            out = 1000 + len(str(e))
    return out


print("unbound", unbound(5000))

g = 1


def uses_global(n):
    global g
    total = 0
    for i in range(n):
        total += g
        if i == n // 2:
            g = 2.5
        if i == n * 3 // 4:
            globals()["len"] = lambda x: 100
        total += len("abc")
    del globals()["len"]
    return total + len("ab")


print("globals", uses_global(6000))


def cells(n):
    count = 0

    def add(x=2, *, y=1):
        nonlocal count
        count += x * y
        return count

    for i in range(n):
        add()
        add(3)
        add(y=0)
        add(1, y=2)
    return count


print("cells", cells(3000))


# Attributes whose classes change while they run.
class Plain:
    def __init__(self, x=3):
        self.x = x

    def get(self):
        return self.x


class Slotted:
    __slots__ = ("x",)

    def __init__(self):
        self.x = 5

    def get(self):
        return self.x * 2


class Computed:
    @property
    def x(self):
        return 7

    def get(self):
        return self.x * 3

    def __getattr__(self, name):
        return len(name)


class Number:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return Number(self.v + o.v) if isinstance(o, Number) else NotImplemented

    def __radd__(self, o):
        return Number(o + self.v)

    def __lt__(self, o):
        return self.v < o.v

    def __eq__(self, o):
        return self.v == o.v if isinstance(o, Number) else NotImplemented

    def __getitem__(self, i):
        if i > 3:
            raise IndexError("beyond")
        return self.v + i

    def __contains__(self, i):
        return i == self.v

    def __bool__(self):
        return self.v % 2 == 1

    def __call__(self, a, b=1):
        return self.v * a + b


def attributes(n):
    total = 0
    kinds = [Plain(), Slotted(), Computed(), Plain(4)]
    for i in range(n):
        o = kinds[i % 4]
        total += o.x + o.get()
        if i % 4 == 2:
            total += o.missing
        else:
            o.x = o.x
        if i == n // 2:
            Plain.get = lambda self: self.x * 100
            kinds[3].extra = 1
    return total


print("attributes", attributes(8000))


def operators(n):
    a, b, total = Number(1), Number(2), 0
    for i in range(n):
        c = a + b
        c = 1 + c
        total += c.v + (a < b) + (b < a) + (a == b) + (a == 3) + a[1] + (1 in a) + (5 in a) + a(2) + b(3, 4)
        if a:
            total += 1
        if not b:
            total += 1
        try:
            a + "x"
        except TypeError as e:
            total += len(str(e))
        for v in a:
            total += v
        while a < b and total % 3:
            total += 1
    return total


print("operators", operators(2000))


# Exceptions out of hot frames, and recursion to its limit.
def fails(i):
    if i % 7 == 3:
        raise ValueError(i)
    return [1, 2, 3][i % 5]


def catches(n):
    out = {}
    for i in range(n):
        try:
            out[fails(i)] = out.get(fails(i), 0) + 1
        except ValueError as e:
            out["v"] = out.get("v", 0) + e.args[0] % 3
        except (KeyError, IndexError) as e:
            out[str(e)] = e.__traceback__.tb_next.tb_lineno - fails.__code__.co_firstlineno
        finally:
            out["f"] = i
    return out


print("exceptions", catches(5000))


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def endless(n):
    return endless(n + 1) + 1


def recursion():
    for _ in range(300):
        assert down(100) == 100
    limit = sys.getrecursionlimit()
    for wanted in (300, 600):
        sys.setrecursionlimit(wanted)
        try:
            endless(0)
        except RecursionError as e:
            depth, t = 0, e.__traceback__
            while t:
                depth, t = depth + 1, t.tb_next
            print("recursion", str(e), wanted - depth < 20)
    sys.setrecursionlimit(limit)


recursion()


# Loops over what changes, generators, and objects that die on the way.
def loops(n):
    total = 0
    for i in range(n):
        l = [1, 2]
        for x in l:
            if len(l) < 6:
                l.append(x + 1)
            total += x
        for a, b in zip(l, range(3)):
            total += a * b
        for k, (a, *b) in enumerate([(1, 2, 3), "ab"]):
            total += k + len(b)
        for a, b in {1: 2, 3: 4}.items():
            total += a * b
        for x in range(5, 0, -2):
            total -= x
        a, b, c = l[0], l[-1], i
        a, b = b, a
        total += a - b
    it = iter(l)
    rest = [x for x in it]
    l.append(9)
    return total, rest, list(it)


print("loops", loops(1500))


def counts(n):
    while n > 0:
        got = yield n
        n -= got or 1
    return "end"


def delegates(n):
    r = yield from counts(n)
    yield r


def generators(n):
    total = 0
    for i in range(n):
        for x in counts(3):
            total += x
        for x in delegates(2):
            total += len(str(x))
        g = counts(9)
        next(g)
        total += g.send(4) + sum(counts(4)) + sum(x * 2 for x in range(3))
        try:
            g.throw(KeyError("k"))
        except KeyError:
            total += 1
        for x in counts(100):
            if x < 97:
                break
    return total


print("generators", generators(1000))

log = []


class Noisy:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        log.append(self.n)


def dies(n):
    for i in range(n):
        a = Noisy(i)
        b = [Noisy(-i)]
        a = b
        b = a[0].n
        del a
    return b


dies(1000)
print("dies", len(log), log[:4], log[-4:])


def texts(n):
    s, out = "", []
    for i in range(n):
        s += "ab"
        out.append(f"{i}-{s[-3:]}-{i / 2:.1f}-{s[i]}")
        if s == "abab" or "ba" == s[1:3]:
            out.append(s[:2] + out[0])
        if s[0] in "xyz" or i in (5, 6) or s in out:
            out.append({"a": 1, i: 2}["a"])
    return len(s), len(out), out[7], out[-1]


print("text", texts(1500))
