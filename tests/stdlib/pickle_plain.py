# Pickles of plain objects, byte for byte: batches, frames, the memo, and what takes over for other objects.
import hashlib
import io
import pickle


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.x == other.x


loop, ring = [1], ([], 2, 3, 4)
loop.append(loop)
ring[0].append(ring)
cases = [
    [0, 255, 256, 65535, 65536, -1, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**47, -2**48, 2**55 - 1, 2**55, 2**63 - 1, -2**63,
     2**63, 2**2000],
    [None, True, False, 1.5, -0.0, float("inf"), "", "a", "é\ud800ж", b"", b"\x80", bytearray(b"b")],
    ["x" * n for n in (254, 255, 256, 65535, 65536, 70000)], [b"q" * n for n in (255, 256, 65535, 65536)],
    [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)], {}, {1: 2}, {"a": {"b": [()]}}, [[]] * 3, [["s%d" % i] for i in range(20000)],
    list(range(999)), list(range(1000)), list(range(1001)), dict.fromkeys(range(999)), dict.fromkeys(range(1000)),
    dict.fromkeys(range(2001)), set(range(1000)), set(range(1001)), frozenset([3]), [Point([1, "x"])] * 2, {"p": Point(Point(2))},
    {i: {str(i): (i, [i])} for i in range(700)},
]
for protocol in range(1, 6):
    digest = hashlib.md5()
    for case in cases:
        data = pickle.dumps(case, protocol)
        digest.update(data)
        assert pickle.loads(data) == case and pickle.loads(memoryview(data)) == case
        file = io.BytesIO()
        writer = pickle.Pickler(file, protocol)
        writer.dump(case)
        writer.dump([case])
        digest.update(file.getvalue())
        file.seek(0)
        reader = pickle.Unpickler(file)
        assert (reader.load(), reader.load(), file.read()) == (case, [case], b"")
    print(protocol, digest.hexdigest())
for case in loop, ring:
    print(pickle.dumps(case), pickle.loads(pickle.dumps(case)))


class Told:
    def write(self, data):
        print(len(data), bytes(data[:12]))


for case in [1], "x" * 70000, [b"q" * 40000, b"r" * 40000, b"s" * 10], [bytes(70000), 1]:
    for protocol in 2, 4:
        pickle.dump(case, Told(), protocol)


class ById(pickle.Pickler):
    def persistent_id(self, obj):
        return "id" if isinstance(obj, Point) else None


class Overriding(pickle.Pickler):
    def reducer_override(self, obj):
        print("asked for", type(obj).__name__)
        return (int, ("5",)) if isinstance(obj, Point) else NotImplemented


for kind in ById, Overriding:
    for protocol in 2, 4:
        file = io.BytesIO()
        kind(file, protocol).dump([Point(1), {"a": Point(2)}, 1, "a", int, ...])
        print(file.getvalue())
file = io.BytesIO()
writer = pickle.Pickler(file)
for fast in 1, 0:
    writer.fast = fast
    writer.dump([["a"], "a"])
writer.dump("a")
writer.clear_memo()
writer.dump("a")
print(file.getvalue())
deep = []
for i in range(3000):
    deep = [deep]
try:
    pickle.dumps(deep)
except RecursionError as e:
    print(e)


class Changing:
    def __reduce__(self):
        table["new"] = 1
        return int, ()


table = {1: Changing(), 2: 3}
try:
    pickle.dumps(table)
except RuntimeError as e:
    print(e)
data = pickle.dumps([{"a": (1, 2.5, "text")}, "b" * 300, b"c", [None]])
for cut in range(0, len(data), 9):
    try:
        pickle.loads(data[:cut])
    except (EOFError, pickle.UnpicklingError) as e:
        print(cut, e)
# Containers that change while what is in them is pickled.
class Grows:
    def __init__(self, l): self.l = l
    def __reduce__(self):
        self.l.append(5); self.l.append(6)
        return (int, ())
class Clears:
    def __init__(self, d): self.d = d
    def __reduce__(self):
        self.d.clear()
        return (int, ())
for protocol in range(6):
    l = []
    l.append(Grows(l))
    print(pickle.loads(pickle.dumps(l, protocol)))
    d = {2: 3, 4: 5}
    d[1] = Clears(d)
    try: print(pickle.loads(pickle.dumps(d, protocol)))
    except RuntimeError as e: print(e)
