# Which bases go together, what a class adds to the instances of its base, and what __slots__ may say.
import collections, datetime, decimal, functools, random, types, weakref


class S0:
    __slots__ = ()


class S1:
    __slots__ = ("a",)


class S2:
    __slots__ = ("b",)


class SD:
    __slots__ = ("__dict__",)


class SW:
    __slots__ = ("__weakref__",)


class SDW:
    __slots__ = ("__dict__", "__weakref__")


class S1D:
    __slots__ = ("a", "__dict__")


class N:
    pass


class S1N(S1):
    pass


class S3(S1):
    __slots__ = ("c",)


class I(int):
    pass


class I0(int):
    __slots__ = ()


class T(tuple):
    pass


class L(list):
    __slots__ = ("q",)


class E(Exception):
    pass


class ES(Exception):
    __slots__ = ("w",)


class O(OSError):
    pass


class M(type):
    pass


def show(make):
    try:
        made = make()
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    own = [name for name in ("__dict__", "__weakref__") if name in made.__dict__]
    return f"{made.__base__.__name__} {own} {[m.__name__ for m in made.__mro__][1:4]}"


BASES = [object, int, str, list, dict, set, type, Exception, OSError, KeyError, S0, S1, S2, SD, SW, SDW, S1D, N, S1N,
         S3, I, T, L, E,
         ES, O, types.ModuleType, collections.OrderedDict, collections.Counter, datetime.date, datetime.datetime]
for a in BASES:
    for b in BASES:
        print(a.__name__, b.__name__, show(lambda: type("C", (a, b), {})))
SLOTS = ["x", (), ("x",), ("__dict__",), ("__weakref__",), ("__dict__", "__dict__"), ("__weakref__", "__weakref__"),
         ("x", "y"),
         ("1a",), (1,), ("a b",), 5, None, {"x": "doc"}, ("__x",), b"x", ("",), "", ("é",)]
for a in BASES:
    for slots in SLOTS:
        print(a.__name__, slots, show(lambda: type("C", (a,), {"__slots__": slots})))
print(show(lambda: type("C", (), {"__slots__": ("x",), "x": 1})))
print(show(lambda: type("C", (S1, N), {"__slots__": ("__dict__",)})))
print(show(lambda: type("C", (N, S1), {"__slots__": ()})), show(lambda: type("C", (S0, SDW), {"__slots__": ()})))


def try_weak(v):
    try:
        return weakref.ref(v)() is v
    except TypeError as e:
        return str(e)


for make in [object, S0, S1, SW, SDW, N, I, I0, T, L, E, ES, O, Exception, OSError, set, lambda: 5, list, dict,
             lambda: len, lambda: N,
             lambda: (lambda: 1), lambda: (x for x in ()), type("LW", (list,), {}), type("S1W", (S1,), {})]:
    v = make()
    print(type(v).__name__, try_weak(v), hasattr(v, "__dict__"))
