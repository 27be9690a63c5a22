# Whole pickles are written and read natively where they consist of plain objects and instances of ordinary classes.
# Bytes, identities, hooks and the order of effects are those of the general way.
import collections
import copyreg
import hashlib
import io
import pickle


class P:
    def __init__(self, x):
        self.x = x
        self.y = "why"


class Sub(P):
    pass


class Empty:
    pass


class Default:
    x = 5
    shared = [1]


class Described:
    def __init__(self):
        self.__dict__["p"] = 9

    @property
    def p(self):
        return 1


class GetState:
    def __getstate__(self):
        return {"z": 2}


class SetState:
    def __init__(self):
        self.q = [1]

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.extra = 1


class NewArgs:
    def __new__(cls, v=5):
        made = object.__new__(cls)
        made.v = v
        return made

    def __getnewargs__(self):
        return 7,


class Reduced:
    def __reduce__(self):
        return P, (3,)


class Stores:
    def __setattr__(self, name, value):
        print("stores", name)
        object.__setattr__(self, name, value)


class AnyAttribute:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return name


class Slots:
    __slots__ = "a", "__dict__"


class Holder:
    class Inner:
        pass


def function():
    pass


Pair = collections.namedtuple("Pair", "x y")


def objects():
    shared, endless, loop = [1, 2], [], {}
    endless.append(endless)
    loop["d"] = loop
    inside = [],
    inside[0].append(inside)
    one, two = P(1), P(2)
    two.me, two.x = two, [one, one]
    single, default, stored, anything, slots = Empty(), Default(), Stores(), AnyAttribute(), Slots()
    single.only, default.x, stored.m, anything.k, slots.a, slots.b = 1, 8, 2, 1, 3, 4
    live = P(4)
    live.__dict__["z"] = 5
    removed = P(1)
    del removed.x
    removed.x = 3
    shadowed = P(1)
    shadowed.__reduce_ex__ = lambda proto: (P, (99,))
    many = Empty()
    for i in range(1203):
        setattr(many, f"a{i}", i)
    return [
        None, True, [0, 255, 256, 65535, 65536, -1, 2**31, -2**31, 2**40, -2**47, 2**62, -2**63, 2**63, 2**200],
        [1.5, float("inf"), -0.0], ["abc", "é", "\ud800", "x" * 300, "漢字"], "y" * 70000, [b"", b"abc", b"z" * 300],
        b"z" * 70000, bytearray(b"q"), [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)], [[], [1], [1, 2]],
        list(range(1000)), list(range(1001)), {}, {"a": 1}, {i: i for i in range(1000)},
        {i: str(i) for i in range(2001)},
        {3}, set(), frozenset([1]), (shared, shared), endless, loop, inside, one, two, [one, two, one], Empty(), single,
        GetState(), SetState(), NewArgs(), Reduced(), Sub(4), default, Described(), anything, stored, slots,
        [live, live.__dict__], [live.__dict__, live], removed, shadowed, many, [P, P, function, len, Empty],
        Holder.Inner(), Pair(1, 2), collections.OrderedDict(a=1), collections.deque([1]), 1 + 2j,
        [P(i) for i in range(300)],
        [str(i) * 20 for i in range(9000)], ["k%d" % (i % 7) for i in range(50)], [..., NotImplemented, type(None)],
        range(5), slice(1, 2)]


class Writes:
    def __init__(self):
        self.sizes = []

    def write(self, data):
        self.sizes.append(len(data))


def shown(made):
    if isinstance(made, (list, tuple, dict, str, bytes, set)):
        return len(made)
    if not isinstance(made, type) and not callable(made) and hasattr(made, "__dict__"):
        return type(made).__name__, len(vars(made)), sorted(vars(made))[:4]
    return made


for proto in range(6):
    for i, obj in enumerate(objects()):
        if proto < 2 and isinstance(obj, Slots):
            continue
        data, file, writes = pickle.dumps(obj, proto), io.BytesIO(), Writes()
        pickle.Pickler(file, proto).dump(obj)
        pickle.dump(obj, writes, proto)
        again = pickle.load(io.BytesIO(data))
        print(proto, i, len(data), hashlib.md5(data).hexdigest()[:8], data == file.getvalue(), len(writes.sizes),
              sum(writes.sizes), shown(pickle.loads(data)), shown(again) == shown(obj))

print("slotnames", vars(P)["__slotnames__"], vars(Sub)["__slotnames__"], "__slotnames__" in vars(SetState))

# Hooks that are set after an ordinary pickle was written.
copyreg.pickle(P, lambda p: (Sub, (p.x,)))
print(type(pickle.loads(pickle.dumps([P(5)]))[0]))
del copyreg.dispatch_table[P]
copyreg.add_extension("__main__", "P", 300)
print(pickle.dumps(P(1)), type(pickle.loads(pickle.dumps(P(1)))))
copyreg.remove_extension("__main__", "P", 300)
P.__reduce_ex__ = lambda self, proto: (Sub, (proto,))
print(type(pickle.loads(pickle.dumps(P(5)))))
del P.__reduce_ex__
P.__setstate__ = lambda self, state: print("state", sorted(state))
pickle.loads(pickle.dumps(P(5)))
del P.__setstate__
saved, Empty = Empty, 5
try:
    pickle.dumps([P(1), saved()])
except pickle.PicklingError as e:
    print(str(e).split(":")[1])
Empty = saved


class Effects:
    def __init__(self, what):
        self.what = what

    def __reduce__(self):
        print("reduces", self.what)
        return print, ("makes", self.what)


pickle.loads(pickle.dumps([P(1), Effects(1), {"k": Effects(2)}]))


class Finder(pickle.Unpickler):
    def find_class(self, module, name):
        print("finds", name)
        return super().find_class(module, "Sub" if name == "P" else name)


print([type(p) for p in Finder(io.BytesIO(pickle.dumps([P(1), Empty(), P(2)]))).load()])


class Outside(pickle.Pickler):
    def persistent_id(self, obj):
        return "list" if isinstance(obj, list) else None


for proto in 2, 4:
    file = io.BytesIO()
    Outside(file, proto).dump({"a": [1, 2], "p": P([3])})
    print(file.getvalue())

for data in (b"", b".", b"\x80\x04", b"\x80\x06.", b"(.", b"R.", b"b.", b"c__main__\nP\n.", b"cno_such\nP\n.",
             b"c__main__\nQ\n.", b"\x80\x04\x8c\x08__main__\x8c\x0cHolder.Inner\x93.", b"\x80\x04K\x01)R.",
             b"\x80\x04]K\x01b.", b"\x80\x04\x8c\x01\xff.", b"\x80\x04\x95\xff\0\0\0\0\0\0\0K\x01.", b"\x8a\x00.",
             b"\x8a\x01\xff.", b"\x8a\x09\xff\0\0\0\0\0\0\0\x01.", b"\x8f(K\x01K\x02\x90.", b"h\x00.", b"\x94.",
             b'cbuiltins\nint\n(S"12"\ntR.', b"K\x01K\x02.", b"c__builtin__\nxrange\n(K\x03tR.", b"\xff",
             b"X\x05\0\0\0ab", b"\x8c\x05ab", b"X\xff\xff\xff\xffab."):
    try:
        print(data, pickle.loads(data))
    except Exception as e:
        print(data, type(e).__name__, str(e).split(" from ")[0])
for arguments in ((1, 7), (1, "x"), (1, -1), (1, True)):
    try:
        print(pickle.dumps(*arguments))
    except Exception as e:
        print(type(e).__name__, e)
