# Enums: format and str of mixed-in types, aliases that __init__ refuses, dir(); decimals against huge fractions; deques.
import collections
import pickle
from decimal import Decimal as D
from enum import Enum, IntEnum, IntFlag, StrEnum, global_enum
from fractions import Fraction as F


class Level(IntEnum):
    LOW = 1

    def __str__(self):
        return "level " + self.name


class Word(StrEnum):
    A = "a"

    def __str__(self):
        return "word " + self.name


print(format(Level.LOW), f"{Level.LOW:>3}", f"{Word.A}", "{:>3}".format(Word.A))


class NoAlias(Enum):
    def __init__(self, *args):
        for other in type(self):
            if other.value == self.value:
                raise ValueError("alias of " + other.name)


try:
    class Colors(NoAlias):
        RED = 1
        ROT = 1
except ValueError as e:
    print("ValueError", e)
try:
    class Twice(Enum):
        vars().update({"A": 1}, A=2)
except TypeError as e:
    print("TypeError", e)


class Planet(Enum):
    EARTH = 1

    def greet(self):
        pass


print(dir(Planet.EARTH))


class Point:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"Point({self.x})"


class Points(Point, Enum):
    ORIGIN = 0


print(repr(Points.ORIGIN), Points._member_type_.__name__)


@global_enum
class Bits(IntFlag):
    ONE = 1
    FOUR = 4


print(repr(Bits(13)), repr(Bits(8)))
values = [D("-1e425000000"), -1e308, F(-22, 7), D("-1e-425000000"), 0, D("1e-425000000"), 1e-320, F(6, 5), D("1.3"), F(27, 19),
          7e200, D("1e425000000")]
print([a < b for a, b in zip(values, values[1:])], [a == b for a, b in zip(values, values[1:])])
print(D("1.5") == F(3, 2), D("1.5") > F(149, 100), D("0") == F(0), D("-0.5") < F(-1, 3), D("1e30") == F(10 ** 30))
d = collections.deque(range(5))
it = iter(d)
next(it)
print(list(pickle.loads(pickle.dumps(it))), list(type(it)(d, 3)), list(type(reversed(d))(d, 2)))
d.append(d)
print(pickle.loads(pickle.dumps(d))[0])
