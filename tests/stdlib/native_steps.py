# Loops step native iterators by themselves, without an exception at the end. Whoever overrides __next__, calls it, or
# iterates through another iterator sees what CPython shows.
import array
import collections
import csv
import io
import itertools
import math
import operator
import queue
import re
import threading


def made():
    return {
        "chain": itertools.chain("ab", "c"), "from_iterable": itertools.chain.from_iterable(["ab", "c"]),
        "islice": itertools.islice("abcdef", 1, 5, 2), "product": itertools.product("ab", "cd"),
        "repeat": itertools.repeat(1, 2), "starmap": itertools.starmap(pow, [(2, 3), (3, 2)]),
        "takewhile": itertools.takewhile(str.islower, "abC"), "dropwhile": itertools.dropwhile(str.islower, "abCd"),
        "groupby": ((k, list(g)) for k, g in itertools.groupby("aab")), "pairwise": itertools.pairwise("abc"),
        "accumulate": itertools.accumulate([1, 2, 3]), "zip_longest": itertools.zip_longest("ab", "c"),
        "combinations": itertools.combinations("abc", 2), "permutations": itertools.permutations("ab"),
        "compress": itertools.compress("abc", [1, 0, 1]), "filterfalse": itertools.filterfalse(None, [0, 1]),
        "tee": itertools.tee("ab")[1], "deque": iter(collections.deque([1, 2])),
        "reversed": reversed(collections.deque([1, 2])), "array": iter(array.array("i", [1, 2])),
        "finditer": (m.group() for m in re.finditer("[ab]", "abc")), "csv": csv.reader(["a,b", "c"]),
        "StringIO": io.StringIO("a\nb\n"), "BytesIO": io.BytesIO(b"a\nb\n"),
        "text": io.TextIOWrapper(io.BytesIO(b"a\nb"), encoding="ascii"),
    }


for name, it in made().items():
    looped = []
    for x in it:
        looped.append(x)
    same = [list(made()[name]) == looped, [*made()[name]] == looped, [x for x, in zip(made()[name])] == looped,
            list(map(lambda x: x, made()[name])) == looped, [x for _, x in enumerate(made()[name])] == looped]
    print(name, looped, same, next(it, "over"))
    try:
        it.__next__()
    except StopIteration as e:
        print(" ", e.args, e.__context__)
for call in (lambda: itertools.chain().__next__(1), lambda: itertools.chain.__next__(),
             lambda: itertools.chain.__next__(3), lambda: itertools.chain().__next__(x=1),
             lambda: next(iter(array.array("i")))):
    try:
        call()
    except (TypeError, StopIteration) as e:
        print(type(e).__name__, e)


class Louder(itertools.chain):
    def __next__(self):
        return super().__next__().upper()


class Quiet(itertools.chain):
    pass


class Borrowed:
    __next__ = itertools.chain.__next__

    def __iter__(self):
        return self


print(list(Louder("ab", "c")), [x for x in Louder("d")], list(Quiet("ab")), [x for x in Quiet("cd")])
Quiet.__next__ = lambda self: 1 / 0
for loop in (lambda: [x for x in Quiet("ab")], lambda: list(Borrowed()), lambda: [x for x in Borrowed()]):
    try:
        loop()
    except (TypeError, ZeroDivisionError) as e:
        print(type(e).__name__, e)


def through():
    given = yield from itertools.chain("ab")
    print("given", given)


print(list(through()))


def stops(x):
    if x == 2:
        raise StopIteration("early")
    return x


print([x for x in itertools.starmap(stops, [(1,), (2,), (3,)])], list(map(stops, itertools.count())))
changed = collections.deque([1, 2, 3])
try:
    for x in changed:
        changed.append(x)
except RuntimeError as e:
    print(e)


def hot(n):
    total = 0
    for i in range(n):
        for x in itertools.chain((i,), (1,)):
            total += x
        for x in itertools.islice(itertools.count(), 3):
            total += x
    return total


print(hot(3000))

# Sums and tests of lists, which are looked at in place.
grown = [1, 2, 3]


class Grows:
    def __radd__(self, other):
        grown.extend([10, 20])
        return other + 100


grown.insert(1, Grows())
print(sum(grown), sum([1, True, 2.5, 3, 2**47, 2**47, 2**48, 2**62, 2**62]), sum([0.1] * 10), sum((1, 2), 0.5),
      sum([], 3), sum([2**48 - 1] * 4), sum([-2**48] * 3), sum([1.5, 2]), sum([[1], [2]], []))


class Truth:
    def __init__(self, items, value):
        self.items, self.value = items, value

    def __bool__(self):
        self.items.append(not self.value)
        return self.value


for function, value in (any, False), (all, True):
    items = [value, int(value), [1] * value, "x" * value]
    items.append(Truth(items, value))
    print(function(items), len(items), function([]), function([value] * 5), function((not value, 1)))

# Words and beyond in math.
print([math.comb(n, k) for n, k in ((0, 0), (5, 2), (50, 25), (62, 31), (66, 33), (67, 33), (68, 34),
                                    (10**9, 2), (2**62, 1), (2**63, 2),
                                    (2**62, 2), (100, 98), (3, 5))])
print(all(math.comb(n, k) * math.factorial(k) * math.factorial(n - k) == math.factorial(n) for n in range(90)
          for k in range(n + 1)))
print([math.perm(n, k) for n, k in ((5, 2), (20, 20), (25, 21), (30, 0), (2**62, 2), (2**64, 2), (40, 35))])
print([math.factorial(n) % 10**9 + len(str(math.factorial(n))) for n in (0, 1, 2, 19, 20, 21, 22, 25, 41, 100, 300)])
print([math.isqrt(n) for n in (0, 1, 2, 3, 4, 2**52, 2**53 - 1, 2**62 - 1, 2**62, 3037000499**2 - 1, 3037000499**2,
                               2**63 - 1, 2**63, True)])
print([math.isqrt(k * k + d) - k for k in (94906265, 94906266, 94906267, 3037000498, 2**31, 2**31 - 1)
       for d in (-1, 0, 1)])
print(math.gcd(), math.gcd(-4), math.gcd(12, -18), math.gcd(0, 0), math.gcd(2**48 - 1, 2**40), math.gcd(2**63, 2**62),
      math.gcd(6, 4, 2**70), math.lcm(), math.lcm(4, -6), math.lcm(0, 5), math.lcm(2**47, 3),
      math.lcm(2**47 - 1, 2**47 - 3, 5), math.lcm(-3), math.gcd(True, 2))
print(math.prod([1.5, 2.5]), math.prod([1.5, 2]), math.prod([2] * 70), math.prod([], start=2.5),
      math.prod([0.5, 4], start=3))
print(math.hypot(), math.hypot(3, 4), math.hypot(1, 2, 2), operator.itemgetter(0, 1)("ab"))

# SimpleQueue.
q = queue.SimpleQueue()
for arguments in ((False,), (False, -1), (True, -1), (True, 0), (True, 0.01)):
    try:
        print(q.get(*arguments))
    except (queue.Empty, ValueError) as e:
        print(type(e).__name__, e)
got, lock = [], threading.Lock()


def take(n):
    for _ in range(n):
        item = q.get()
        with lock:
            got.append(item)


threads = [threading.Thread(target=take, args=(200,)) for _ in range(4)]
for thread in threads[:2]:
    thread.start()
for i in range(400):
    q.put(i)
for thread in threads[2:]:
    thread.start()
for i in range(400, 800):
    q.put(i, timeout=-5)
for thread in threads:
    thread.join()
print(sorted(got) == list(range(800)), q.empty(), q.qsize())
late = threading.Timer(0.05, q.put, ("late",))
late.start()
print(q.get(timeout=30))

# Texts between memory and files.
for text in "abc", "é", "hello wörld", "aÿb", "Ā", "a\u0100b", "漢", "\U0001F600x", "\ud7ff\ue000", "\ud800":
    for encoding in "utf-8", "latin1", "ascii", "utf-16-le":
        for errors in "strict", "replace", "backslashreplace", "surrogatepass":
            try:
                data = text.encode(encoding, errors)
                print(ascii(text), encoding, errors, data, ascii(data.decode(encoding, errors)))
            except UnicodeError as e:
                print(ascii(text), encoding, errors, e)
for data in b"a\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xc3\xa9ok\xc3":
    for errors in "strict", "replace", "ignore", "surrogateescape":
        try:
            print(data, errors, ascii(data.decode("utf-8", errors)))
        except UnicodeError as e:
            print(data, errors, e)
for newline in None, "", "\n", "\r", "\r\n":
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, "utf-8", newline=newline, write_through=True) as f:
        print(f.write("a\né\r\n"), raw.getvalue())

# Integers at the ends of what their places hold.
import struct

for order in "<", ">", "@":
    for code in "bBhHiIlLqQ":
        bits = struct.calcsize(order + code) * 8
        ends = [-2**bits, -2**(bits - 1) - 1, -2**(bits - 1), -1, 0, 1, 2**(bits - 1) - 1, 2**(bits - 1), 2**bits - 1,
                2**bits]
        row = []
        for n in ends + [2**48 - 1, -2**48, 2**48, True]:
            try:
                data = struct.pack(order + code, n)
                row.append(data.hex() if struct.unpack(order + code, data) == (n,) else "wrong")
            except (struct.error, OverflowError) as e:
                row.append("-")
        print(order + code, *row)
