# Every kind of pattern.
class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Empty:
    pass


def describe(v):
    match v:
        case None | True | False:
            return "singleton"
        case 0:
            return "zero"
        case -1 | 2.5 | 3 + 4j:
            return "number"
        case "a" | "b" as letter:
            return f"letter {letter}"
        case b"bytes":
            return "bytes"
        case []:
            return "empty sequence"
        case [1, 2]:
            return "one two"
        case [1, x]:
            return f"one and {x}"
        case [1, *_]:
            return "starts with one"
        case [first, *rest, 9]:
            return f"{first} {rest} nine"
        case (Point(x=0, y=y), z) if z:
            return f"point in sequence {y} {z}"
        case {"kind": "circle", "r": r}:
            return f"circle {r}"
        case {"kind": kind, **others}:
            return f"{kind} {sorted(others)}"
        case {}:
            return "mapping"
        case Point(0, 0):
            return "origin"
        case Point(x, y) if x == y:
            return f"diagonal {x}"
        case Point(x=px, y=py):
            return f"point {px} {py}"
        case int(n) if n > 100:
            return f"big {n}"
        case int() | float():
            return "small number"
        case str(s):
            return f"text {s}"
        case Empty():
            return "empty object"
        case [[a, b], [c, *d]]:
            return f"nested {a} {b} {c} {d}"
        case (_, _, *_, last):
            return f"last {last}"
        case _:
            return "anything"


for value in (None, True, 0, -1, 2.5, 3 + 4j, "a", "zz", b"bytes", [], (1, 2), [1, 7], [1, 7, 8], [5, 6, 9], (Point(0, 4), 1),
              (Point(0, 4), 0), {"kind": "circle", "r": 3}, {"kind": "square", "side": 1, "x": 2}, {}, {"other": 1}, Point(0, 0), Point(2, 2),
              Point(1, 2), 500, 50, 1.5, Empty(), [[1, 2], [3, 4, 5]], [7, 8], range(3), {1, 2}, "", object):
    print(describe(value))


class Color:
    RED = 1


def dotted(v):
    match v:
        case Color.RED:
            return "red"
        case {Color.RED: x}:
            return f"mapped {x}"
    return "no"


print(dotted(1), dotted({1: "v"}), dotted(2))

match = {"case": 1}
case = match["case"]
print(match, case)
match (case):
    case 1:
        print("soft keywords")
match case, 2:
    case 1, two:
        print("tuple subject", two)

for bad in (lambda v: v, 5):
    try:
        match 5:
            case bad():
                pass
    except TypeError as e:
        print(e)


class Three:
    __match_args__ = ("a",)
    a = 1


try:
    match Three():
        case Three(1, 2):
            pass
except TypeError as e:
    print(e)


def binds_late(v):
    x = "before"
    match v:
        case [x, 1]:
            return x
        case [_, 2]:
            return x
    return "none"


print(binds_late(["p", 1]), binds_late(["q", 2]), binds_late(3))
