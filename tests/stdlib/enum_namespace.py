# What the body of an enum takes for a member, the faults it reports, properties of members, checks of whole enums.
import enum
from enum import CONTINUOUS, NAMED_FLAGS, UNIQUE, Enum, Flag, IntEnum, IntFlag, StrEnum, auto, member, nonmember, verify


def attempt(what):
    try:
        print(what())
    except Exception as e:
        print(type(e).__name__, e)


def run(text):
    attempt(lambda: exec(text, dict(globals())))


print([[enum.bin(n, bits) for bits in (None, 0, 3, 8)] for n in (0, 1, -1, 5, -5, -8, 7, 200)])
for name in "_a_", "__a__", "___", "____", "_a", "a_", "_____", "__a_", "___a__", "_", "":
    print(repr(name), enum._is_sunder(name), enum._is_dunder(name))
print(enum.show_flag_values(22), auto(), auto(3), auto, member, enum.property)
attempt(lambda: enum.show_flag_values(-2))


class Mixed(Enum):
    _ignore_ = "skipped, other"
    skipped = 1
    A = auto()
    B = 7, auto()
    C = auto()
    D = member(len)
    E = nonmember(5)
    _Mixed__private = 8

    class Inner:
        pass

    def method(self):
        return self.name


print(list(Mixed.__members__), [m.value for m in Mixed if m.name in "ABC"], Mixed.E, Mixed.A.method())
print(Mixed.Inner, Mixed.Inner.value.__name__, Mixed._Mixed__private)
one = auto()


class Twice(Enum):
    A = one
    B = one
    C = auto()


print(list(Twice.__members__.items()))
run("class X(Enum):\n    A = 1\n    A = 2")
run("class X(Enum):\n    a = nonmember(4)\n    a = 2")
run("class X(Enum):\n    _wrong_ = 2")
run("class X(Enum):\n    A = auto()\n    def _generate_next_value_(*a): return 1")
run("class X(Enum):\n    A = 1\n    _ignore_ = ['A']")
run("class X(Enum):\n    _order_ = 'B A'\n    A = 1\n    B = 2")
attempt(lambda: setattr(Mixed.A, "name", 1))
attempt(lambda: delattr(Mixed.A, "value"))
attempt(lambda: Mixed.name)


class Shadow(Enum):
    name = 1
    value = 2


print(Shadow.name, Shadow.value, Shadow.name.value, Shadow.value.name)
run("@enum.unique\nclass X(Enum):\n    A = 1\n    B = 1\n    C = 1")
run("@verify(UNIQUE)\nclass X(Enum):\n    A = 1\n    B = 1")
run("@verify(CONTINUOUS)\nclass X(IntEnum):\n    A = 1\n    B = 5")
run("@verify(CONTINUOUS)\nclass X(Flag):\n    A = 1\n    B = 16")
run("@verify(NAMED_FLAGS)\nclass X(Flag):\n    A = 1\n    B = 7\n    C = 9")
run("@verify(NAMED_FLAGS)\nclass X(Flag):\n    A = 1\n    B = 3")
run("@verify(UNIQUE, CONTINUOUS, NAMED_FLAGS)\nclass X(Flag):\n    A = 1\n    B = 2\n    C = 3\nprint(list(X), X.C)")
run("@verify(CONTINUOUS)\nclass X(Enum):\n    pass\nprint(list(X))")


@enum.global_enum
class Color(IntFlag):
    RED = 1
    BLUE = 2


@enum.global_enum
class Kind(StrEnum):
    SMALL = auto()


print(repr(RED), repr(RED | BLUE), repr(Color(0)), repr(Color(9)), str(RED), repr(SMALL), str(SMALL))
