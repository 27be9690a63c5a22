# Values of flags with every boundary: what they become, their names, parts, inverses and how they are pickled.
from enum import CONFORM, EJECT, KEEP, STRICT, Enum, Flag, IntFlag, ReprEnum, auto


def attempt(function):
    try:
        return function()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for base in (Flag, IntFlag):
    for boundary in (STRICT, CONFORM, EJECT, KEEP):
        class Up(base, boundary=boundary):
            A = 1
            B = 2
            C = 3
            D = 12

        class Down(base, boundary=boundary):
            X = 8
            Y = 1
            Z = 0
            N = 24

        for kind in (Up, Down):
            print(kind, boundary, kind._flag_mask_, kind._all_bits_, list(kind), dict(kind.__members__))
            for value in (0, 3, 5, 7, 12, 13, 16, -1, -4, -9):
                made = attempt(lambda: kind(value))
                print(" ", value, made, repr(made))
                if isinstance(made, kind):
                    print("   ", made.name, list(made), len(made), bool(made), attempt(lambda: ~made),
                          made.__reduce_ex__(2))


class Early(Enum):
    """Members are there when __init_subclass__() runs."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__()
        print(cls.__name__, kwargs, list(cls))


class Later(Early, key=1):
    ONE = auto()
    TWO = auto()
    ALSO = 1


def without_type():
    class Nothing(ReprEnum):
        A = 1


print(attempt(without_type))
print(attempt(lambda: Later(9)), attempt(lambda: Enum("None", "")(3)))
print([Later.ONE, Later.ALSO, Later(2), *reversed(Later)])
