# functools: partial, caches, reduction, wrapping, ordering, dispatch.
import functools
from functools import (
    cache,
    cached_property,
    cmp_to_key,
    lru_cache,
    partial,
    partialmethod,
    reduce,
    singledispatch,
    singledispatchmethod,
    total_ordering,
    update_wrapper,
    wraps,
)


def tell(what, call):
    try:
        text = repr(call())
    except Exception as e:
        text = type(e).__name__ + " " + str(e)
    print(what, "->", text.partition(" at 0x")[0])


print(sorted(functools.__all__))


def show(*args, **kwargs):
    return args, kwargs


p = partial(show, 1, a=2)
tell("partial", lambda: p(3, b=4))
tell("partial", lambda: p(a=9))
tell("nested", lambda: (partial(p, 5, a=6).args, partial(p, 5, a=6).keywords, partial(p, 5).func is show))
print(p.func is show, p.args, p.keywords, p.__doc__ is partial.__doc__, callable(p))
tell("not callable", lambda: partial(3))
tell("nothing", partial)
p.extra = 1
print(p.__dict__, repr(partial(int, base=2)), repr(partial(print, "x", sep="")))


class Thing:
    def method(self, *args, **kwargs):
        return args, kwargs

    half = partialmethod(method, 1, k=2)
    of_function = partialmethod(lambda self, x: x, 7)
    of_class = partialmethod(classmethod(lambda cls, x: (cls.__name__, x)), 8)
    of_static = partialmethod(staticmethod(lambda x: x), 9)


t = Thing()
print(t.half(3), t.half(k=5, j=1), t.of_function(), t.of_class(), Thing.of_class(), t.of_static())
tell("partialmethod", lambda: partialmethod(3))
print(repr(Thing.__dict__["half"])[:30])

tell("reduce", lambda: reduce(lambda a, b: a * 10 + b, [1, 2, 3]))
tell("reduce", lambda: reduce(lambda a, b: a + b, [], "start"))
tell("reduce", lambda: reduce(lambda a, b: a + b, []))
tell("reduce", lambda: reduce(1, [1, 2]))
tell("reduce", lambda: reduce(max, 5))
tell(
    "cmp_to_key",
    lambda: sorted("bcaBA", key=cmp_to_key(lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))),
)
k = cmp_to_key(lambda a, b: a - b)
print(k(1) < k(2), k(1) == k(1), k(3) >= k(2), k(1).obj)
tell("compare with another", lambda: k(1) < 1)
print(k(1) < cmp_to_key(lambda a, b: b - a)(2), type(k) is type(k(1)), k(1)(2).obj, k(obj=3).obj)

calls = []


@lru_cache(maxsize=2)
def square(x, *, offset=0):
    calls.append(x)
    return x * x + offset


print(square(1), square(2), square(1), square(3), square(2), calls, square.cache_info())
print(square(1.0), square(1), square(x=1), square(1, offset=1), square.cache_parameters())
square.cache_clear()
print(square.cache_info(), square.__wrapped__(5), square.__name__)
tell("unhashable", lambda: square([]))


@lru_cache(maxsize=None, typed=True)
def typed(x):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed.cache_info())


@lru_cache
def plain(x):
    return x


print(plain(1), plain.cache_parameters(), plain.cache_info())
tell("bad size", lambda: lru_cache("x"))
zero = lru_cache(maxsize=-5)(lambda: 1)
print(zero(), zero(), zero.cache_info())


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info())


class Lazy:
    count = 0

    @cached_property
    def value(self):
        """Computed once."""
        self.count += 1
        return self.count

    @lru_cache
    def method(self, x):
        return id(self), x


lazy = Lazy()
print(lazy.value, lazy.value, lazy.count, vars(lazy), Lazy.value.__doc__)
del lazy.value
print(lazy.value)
lazy.value = 10
print(lazy.value, lazy.method(1) == lazy.method(1), Lazy.method.cache_info())


class Slotted:
    __slots__ = ()
    value = cached_property(lambda self: 1)


tell("slots", lambda: Slotted().value)
tell("no name", lambda: cached_property(lambda s: 1).__get__(lazy, Lazy))
tell("two names", lambda: type("Two", (), {"a": (c := cached_property(lambda s: 1)), "b": c}))


def original(a: int, b=2) -> str:
    """The docs."""


original.extra = 5


@wraps(original)
def wrapper(*args):
    return args


print(wrapper.__name__, wrapper.__doc__, wrapper.__wrapped__ is original, wrapper.extra, wrapper.__annotations__)
print(functools.WRAPPER_ASSIGNMENTS, functools.WRAPPER_UPDATES)
w = update_wrapper(lambda: 1, partial(int), assigned=("__doc__",), updated=())
print(w.__doc__ == partial(int).__doc__, w.__name__)
tell("no dict", lambda: update_wrapper(lambda: 1, 3, updated=("__dict__",)))


@total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n if isinstance(other, Version) else NotImplemented

    def __lt__(self, other):
        return self.n < other.n if isinstance(other, Version) else NotImplemented


a, b = Version(1), Version(2)
print(a < b, a <= b, a > b, a >= b, a <= Version(1), a >= Version(1), a != b)
tell("other", lambda: a <= 3)
tell("none", lambda: total_ordering(type("Nothing", (), {})))
for root in ("__gt__", "__le__", "__ge__"):
    cls = total_ordering(
        type(
            "R",
            (),
            {
                "__eq__": lambda s, o: s.v == o.v,
                root: {
                    "__gt__": lambda s, o: s.v > o.v,
                    "__le__": lambda s, o: s.v <= o.v,
                    "__ge__": lambda s, o: s.v >= o.v,
                }[root],
            },
        )
    )
    x, y = cls(), cls()
    x.v, y.v = 1, 2
    print(root, x < y, x <= y, x > y, x >= y, x <= x, x >= x)


@singledispatch
def name(x, *rest):
    """Names."""
    return "object"


@name.register(int)
def _(x, *rest):
    return "int"


@name.register
def _(x: str, *rest):
    return "str"


@name.register
def _(x: list | tuple, *rest):
    return "sequence"


name.register(float, lambda x: "float")
print([name(v) for v in (1, True, "a", [1], (1,), 2.5, None, {})], name.__doc__, name.dispatch(bool)(True))
print(sorted(c.__name__ for c in name.registry))
tell("no arguments", name)
tell("bad register", lambda: name.register(3))
tell("no annotation", lambda: name.register(lambda x: 1))
from collections.abc import Mapping, Sized

name.register(Sized, lambda x: "sized")
print(name({}), name(set()))
name.register(Mapping, lambda x: "mapping")
print(name({}), name(set()))
tell("register", lambda: name.registry.update(a=1))


class Namer:
    @singledispatchmethod
    def name(self, x):
        return "object"

    @name.register
    def _(self, x: int):
        return "int"

    @name.register
    @classmethod
    def _(cls, x: str):
        return cls.__name__ + " str"


print(Namer().name(1), Namer().name("a"), Namer().name(None), Namer.name("b"))

# Calls with and without keywords on either side; keys of comparisons that are asked directly.
quiet, loud = partial(show, 1), partial(show, 1, a=2)
for f in quiet, loud:
    for keywords in ({}, {"a": 3}, {"b": 4}):
        tell("call", lambda: f(5, **keywords))
print(loud.keywords)


class Counted(partial):
    def __new__(cls, func, *args):
        made = super().__new__(cls, func, *args)
        made.calls = 0
        return made

    def __call__(self, *args, **keywords):
        self.calls += 1
        return super().__call__(*args, **keywords)


c = Counted(show, 1)
tell("subclass", lambda: (c(2), c(2, b=3), c.calls, c.func is show, c.args))
key = cmp_to_key(lambda a, b: a - b)
tell("foreign", lambda: key(1) < 1)
tell("kinds", lambda: (key(1) < key(2), key(1) > key(2), key(1) <= key(1), key(1) >= key(2), key(1) == key(1)))
tell("failing", lambda: sorted([3, "x", 1], key=key))
tell("not a number", lambda: sorted([3, 1], key=cmp_to_key(lambda a, b: None)))
