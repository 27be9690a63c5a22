# Methods that dataclasses give to classes: their signatures, messages and what they leave alone.
import copy
import inspect
import pickle
import re
import typing
from collections import namedtuple
from dataclasses import (KW_ONLY, MISSING, Field, FrozenInstanceError, InitVar, asdict, astuple, dataclass, field, fields,
                         is_dataclass, make_dataclass, replace)


def tell(make, *args, **kwargs):
    try:
        print(make(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


@dataclass(order=True)
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, compare=False, metadata={"unit": "m"})
    _: KW_ONLY
    name: str = "p"
    hidden: float = field(default=1.5, repr=False)


p = Point(1)
print(p, Point.__doc__, Point.__match_args__)
print(inspect.signature(Point), Point.__init__.__qualname__, Point.__init__.__annotations__)
print(Point(1, 2) < Point(1, 3) <= Point(1, 3, ["z"]), Point(1) == Point(1, 0, [3]), Point(1).__eq__(3))
tell(hash, p)
tell(lambda: Point(1) < 3)
for f in fields(Point):
    print(re.sub("<dataclasses._MISSING_TYPE[^>]*>", "MISSING", str(f)))
print(Point.__dataclass_params__)
print(is_dataclass(Point), is_dataclass(p), is_dataclass(int), fields(p) == fields(Point))
p.tags.append(1)
print(Point(5).tags, copy.deepcopy(p), replace(p, y=9))


@dataclass(frozen=True)
class Cold:
    self: int
    _set: int = field(default=3)
    __factory: dict = field(default_factory=dict)
    count: typing.ClassVar[int] = 0


c = Cold(1)
print(c, inspect.signature(Cold), hash(Cold(1, 2, 3)) == hash((1, 2, 3)))
for change in ("self", "other"):
    tell(setattr, c, change, 1)
    tell(delattr, c, change)
try:
    c.self = 3
except AttributeError as e:
    print(type(e) is FrozenInstanceError)


class Warm(Cold):
    pass


w = Warm(4)
w.free = 1
tell(setattr, w, "self", 1)
print(w.free, w)


@dataclass
class Late:
    a: int
    seed: InitVar[int] = 7
    b: int = field(init=False)
    c: int = field(init=False, default=11)
    text: "typing.ClassVar[int]" = 3
    arg: "InitVar" = 4

    def __post_init__(self, seed, arg):
        self.b = self.a * seed + arg


late = Late(2, 5)
print(late, [f.name for f in fields(late)], Late.text, inspect.signature(Late))
tell(replace, late, b=3)
tell(replace, late)
tell(replace, Late, a=3)


@dataclass(slots=True, frozen=True)
class Slim:
    a: int
    b: int = field(default=3, init=False)
    c: str = "c"


s = Slim(1)
print(s, Slim.__slots__, hasattr(s, "__dict__"), pickle.loads(pickle.dumps(s)) == s, s.b)


@dataclass(slots=True, weakref_slot=True)
class Slimmer:
    a: int
    d: int = 1


print(Slimmer.__slots__, Slimmer(3))


class Mine:
    @dataclass
    class Inner:
        v: object
        w: "Mine" = None

        def __repr__(self):
            return "mine"

        def __eq__(self, other):
            return True


print(Mine.Inner(3), Mine.Inner.__init__.__qualname__, Mine.Inner(3) == 5, Mine.Inner.__hash__)


@dataclass
class Loop:
    me: object = None


loop = Loop()
loop.me = [loop]
print(loop)

Pair = namedtuple("Pair", "a b")
tree = Loop([Point(1), (Point(2), 3), Pair(Point(4), 5), {"q": Loop(7)}, {1}])
print(asdict(tree))
print(astuple(tree))
print(asdict(Loop(3), dict_factory=list), astuple(Loop(3), tuple_factory=list))
tell(asdict, 3)
tell(astuple, Point)
tell(fields, 3)

Made = make_dataclass("Made", [("b", int), ("c", list, field(default_factory=list))],
                      namespace={"twice": lambda self: self.b * 2}, order=True)
print(Made(4), Made(4).twice(), Made.__annotations__)
print(make_dataclass("One", ["a"]).__annotations__)
for wrong in (["a", "a"], ["for"], [3], ["1x"], [("a", 1, 2, 3)], [(3, int)]):
    tell(make_dataclass, "Bad", wrong)


def refused(text, **switches):
    names = {"field": field, "KW_ONLY": KW_ONLY, "InitVar": InitVar, "typing": typing, "Cold": Cold, "Point": Point}
    try:
        exec(text, names)
        dataclass(**switches)(names["A"])
        print("taken")
    except Exception as e:
        print(type(e).__name__, e)


refused("class A:\n a: int = 1\n b: int")
refused("class A:\n a: list = []")
refused("class A:\n a: dict = {}")
refused("class A:\n a = field()")
refused("class A:\n a: KW_ONLY\n b: KW_ONLY")
refused("class A(Cold):\n a: int")
refused("class A(Point):\n a: int = 1", frozen=True)
refused("class A:\n a: int", order=True, eq=False)
refused("class A:\n a: int\n def __lt__(self, o): pass", order=True)
refused("class A:\n a: int\n def __setattr__(self, n, v): pass", frozen=True)
refused("class A:\n a: int\n def __hash__(self): return 1", unsafe_hash=True)
refused("class A:\n a: int\n def __hash__(self): return 1")
refused("class A:\n a: int\n def __hash__(self): return 1\n def __eq__(self, o): pass", unsafe_hash=True)
refused("class A:\n a: int\n __slots__ = ()", slots=True)
refused("class A:\n a: int", weakref_slot=True)
refused("class A:\n a: InitVar[int] = field(default_factory=list)")
refused("class A:\n a: typing.ClassVar[int] = field(kw_only=True)")
refused("class A:\n a: int = 0\n b: int = field(kw_only=True)\n c: int = 3")
tell(field, default=1, default_factory=list)
tell(lambda: InitVar[int])
tell(lambda: InitVar[typing.List[int]])
print(MISSING.__class__.__name__, Field[int])


class Named:
    def __set_name__(self, owner, name):
        print("named", owner.__name__, name)


@dataclass
class WithDescriptor:
    a: Named = field(default=Named())
