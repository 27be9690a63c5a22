# Corners of classes: assignment to __bases__, __class__ and __name__, slots, special methods of subclasses of built-in types.
import pickle
import types


def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


class A: pass
class B: pass
class C(A, B): pass
class D(A, B): pass
class E(C, D): pass


def rebase(cls, *bases):
    cls.__bases__ = bases


t(rebase, C, B, A)  # D keeps the other order, so E has none
print([c.__name__ for c in E.__mro__], C.__bases__ == (A, B))
t(rebase, A, E)


class Fails(type):
    armed = False

    def mro(cls):
        if Fails.armed:
            raise RuntimeError("no order")
        return type.mro(cls)


class F(C, metaclass=Fails): pass
class Other: pass


Fails.armed = True
t(rebase, C, Other)
print(C.__bases__ == (A, B), [c.__name__ for c in F.__mro__])
Fails.armed = False
class G: __slots__ = "a", "b"
class H: __slots__ = "b", "a"
class I(G): __slots__ = "e",
class J(H): __slots__ = "e",


def become(x, cls):
    x.__class__ = cls
    return type(x).__name__


g = G()
g.a = 1
print(become(g, H), g.a)
t(become, I(), G)
t(become, I(), J)
t(become, A(), object)
for slots in "__dict__", ("__dict__", "__dict__"), ("__weakref__", "__weakref__"), "4", b"x":
    t(lambda: type("S", (), {"__slots__": slots}).__name__)
t(lambda: type("S", (A,), {"__slots__": "__dict__"}))
t(lambda: type("a\0b", (), {}))
t(lambda: type("a\udc80", (), {}))
t(setattr, A, "__name__", "x\0")
t(lambda: G.a.__set__(A(), 3))
t(lambda: object.__setattr__(A, "x", 1))
t(lambda: type.__setattr__(A, "x", 1))
print(A.x)
t(lambda: type(None)() is None and type(...)() is ... and type(NotImplemented)() is NotImplemented)
t(type(None), 1)


class P:
    @classmethod
    @property
    def __doc__(cls):
        return "of " + cls.__name__


print(P.__doc__)


class S(set):
    __slots__ = "x", "__dict__"


s = S("a")
s.__dict__["z"] = 4
s.x = 3
for protocol in 0, 2, 5:
    again = pickle.loads(pickle.dumps(s, protocol))
    print(again, again.x, again.z, again.__dict__)


class Loud(str):
    def __str__(self):
        return "loud"

    def __rmod__(self, other):
        return "hooked " + other


class Self(str):
    def __str__(self):
        return self


class Seven(int):
    def __str__(self):
        return "seven"


print("{} {:>6} {}".format(Loud("x"), Seven(7), Seven(7)), f"{Loud('x')}", format(Seven(7), ""), "%s" % Loud("q"))
print("left %s" % Loud("q"), type(str(Self("a"))).__name__, "{0[{]}".format({"{": 1}))


class Number:
    def __int__(self):
        raise RuntimeError("int")

    def __index__(self):
        raise RuntimeError("index")


t(lambda: "%d" % Number())
t(lambda: "%x" % Number())


def outer():
    zeta, alpha = 1, 2

    def inner():
        return zeta, alpha
    return inner


print(outer().__code__.co_freevars, [c.cell_contents for c in outer().__closure__])
print(hash("ascii") == hash(b"ascii"), eval(b"\xef\xbb\xbf1+1"))
items = []


class Clears:
    def __index__(self):
        items.clear()
        return 42


items = [Clears(), Clears()]
print(bytes(items), b"\1\2".hex("\0"), bytes(memoryview(b"ab")), int(memoryview(b"123")[1:]), float(memoryview(b"1.5")))


class Blocked(list):
    __bytes__ = None


class Huge:
    def __len__(self):
        return -(1 << 70)


t(bytes, Blocked([1]))
t(len, Huge())
t(int, "1", 1 << 100)
print(round(1.5, 1 << 100), round(1.5, -(1 << 100)))
e = pickle.loads(pickle.dumps(ImportError("m", name="n", path="p")))
print(e.args, e.name, e.path, repr(UnicodeDecodeError("ascii", bytearray(b"\xff"), 0, 1, "r").object))
t(SyntaxError, "m", ("f", 1, 2, "text", 1))
t(lambda: types.SimpleNamespace(**{"a": 1}))


class Special(property):
    marked = True


class Holder:
    @Special
    def value(self):
        return 5


print(type(Holder.value).__name__, Holder.value.marked, Holder().value)


def catch(classes):
    try:
        raise ValueError("v")
    except classes:
        return "caught"


t(catch, (ValueError, 42))
t(catch, (KeyError, ValueError))
t(lambda: eval(b"# -*- coding: latin-1 -*-\n'\xe9'"))
