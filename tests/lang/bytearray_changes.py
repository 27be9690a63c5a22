# Bytearrays that grow, shrink, are looked at while they change, and take parts of themselves.
import array


def attempt(name, change, *start):
    b = bytearray(*start)
    try:
        r = change(b)
        print(name, b, len(b), repr(r)[:60])
    except Exception as e:
        print(name, type(e).__name__, e, b)


def viewed(change):
    def with_view(b):
        with memoryview(b) as m:
            try:
                return change(b)
            finally:
                print("  seen", bytes(m))
    return with_view


def iadd(x):
    def f(b):
        b += x if x is not None else b
    return f


def assign(key, x):
    def f(b):
        b[key] = x if x is not None else b
    return f


def delete(key):
    def f(b):
        del b[key]
    return f


changes = {
    "append": lambda b: b.append(120), "append index": lambda b: b.append(True), "append 256": lambda b: b.append(256),
    "append x": lambda b: b.append("x"), "insert 0": lambda b: b.insert(0, 65), "insert -1": lambda b: b.insert(-1, 65),
    "insert far": lambda b: b.insert(99, 65), "insert -far": lambda b: b.insert(-99, 65), "pop": lambda b: b.pop(),
    "pop 0": lambda b: b.pop(0), "pop 1": lambda b: b.pop(1), "pop far": lambda b: b.pop(9), "pop -2": lambda b: b.pop(-2),
    "remove": lambda b: b.remove(98), "remove none": lambda b: b.remove(1), "extend": lambda b: b.extend(b"xyz"),
    "extend nothing": lambda b: b.extend(b""), "extend list": lambda b: b.extend([1, 2, True]),
    "extend bad": lambda b: b.extend([1, 300]), "extend self": lambda b: b.extend(b), "extend half": lambda b: b.extend(b[1:]),
    "extend array": lambda b: b.extend(array.array("B", [7, 8])), "extend text": lambda b: b.extend("ab"),
    "extend int": lambda b: b.extend(3), "clear": lambda b: b.clear(), "+= bytes": iadd(b"uvw"), "+= nothing": iadd(b""),
    "+= self": iadd(None), "+= list": iadd([1]), "+= array": iadd(array.array("B", [7, 8])),
    "cut": assign(slice(1, 2), b""), "put": assign(slice(1, 1), b"...."), "replace": assign(slice(0, 2), b"12"),
    "self in self": assign(slice(1, 2), None), "all": assign(slice(None), b"q"), "step": assign(slice(None, None, 2), b"12"),
    "step wrong": assign(slice(None, None, 2), b"1"), "step nothing": assign(slice(None, None, 2), b""),
    "backwards": assign(slice(None, None, -1), b"321"), "from list": assign(slice(0, 1), [1, 2, 3]),
    "del one": delete(0), "del last": delete(-1), "del part": delete(slice(0, 2)), "del step": delete(slice(None, None, 2)),
    "del all": delete(slice(None)), "*= 3": lambda b: b.__imul__(3), "*= 1": lambda b: b.__imul__(1), "*= 0": lambda b: b.__imul__(0),
    "init": lambda b: b.__init__(b"new"), "init 5": lambda b: b.__init__(5),
    "init self": lambda b: b.__init__(b), "init bad": lambda b: b.__init__("x"),
}
for name, change in changes.items():
    attempt(name, change, b"abc")
    attempt(name + " of nothing", change)
    attempt(name + " viewed", viewed(change), b"abc")


class Shortens:
    def __init__(self, b):
        self.b = b

    def __index__(self):
        self.b.clear()
        return 66


for f in (lambda b: b.append(Shortens(b)), lambda b: b.insert(2, Shortens(b)), lambda b: b.extend([67, Shortens(b)]),
          lambda b: b.pop(Shortens(b)), lambda b: b.remove(Shortens(b)), lambda b: b.insert(Shortens(b), 65)):
    attempt("shortens", f, b"abc")

# Long ones, in both directions: each takes a moment, not minutes.
b, total = bytearray(), 0
for i in range(200_000):
    b += b"ab"
    b.append(i & 255)
    b.extend(b"c")
print(len(b), hash(bytes(b)) == hash(bytes(b)), b[:8], b[-8:], sum(b))
while len(b) > 100:
    total += b.pop()
    del b[-2:]
print(len(b), total, b[:8])
for n in (0, 1, 7, 8, 9, 63, 64, 65, 1000, 5000):
    b = bytearray(range(256)) * (n // 256 + 1)
    del b[n:]
    for i in range(n):
        b.insert(i * 2, 0)
    for i in range(n):
        b.remove(0)
    print(n, len(b), sum(b))

# Deletions at the front and what follows them, against bytes.
import random
r = random.Random(5)
for start in (0, 1, 10, 1000):
    b, plain = bytearray(range(256)) * start, bytes(range(256)) * start
    for i in range(3000):
        n, at, new = r.choice((0, 1, 5, 200, 3000)), r.choice((0, 0, 0, r.randrange(len(b) + 1))), r.randbytes(r.choice((0, 0, 1, 30)))
        way = r.randrange(6)
        if way < 3:
            b[at:at + n] = new
            plain = plain[:at] + new + plain[at + n:]
        elif way == 3:
            b += new * 9
            plain += new * 9
        elif way == 4 and plain:
            b.pop(0)
            plain = plain[1:]
        else:
            b.insert(at, 7)
            plain = plain[:at] + b'\x07' + plain[at:]
        if b != plain or len(b) != len(plain):
            print('differs', start, i)
            break
    with memoryview(b) as view:
        try:
            del b[:1]
        except BufferError as e:
            print(e)
        b[:1] = b'z' * len(b[:1])
        print(view[-1:].tobytes(), len(view), bytes(view) == b)
    b.clear()
    print(b, len(b))
