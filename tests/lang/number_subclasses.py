# float(), int(), complex(), str() and their kin ask the special methods of subclasses, and warn of what those give.
import math, operator, warnings


class F(float):
    pass


class I(int):
    pass


class C(complex):
    pass


class S(str):
    pass


def tell(f):
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            r = f()
            r = f"{type(r).__name__} {r!r}"
        except Exception as e:
            r = f"{type(e).__name__}: {e}"
    return r, [(w.category.__name__, str(w.message)[:60]) for w in log]


GIVEN = {"float": 1.5, "F": F(2.5), "int": 3, "I": I(4), "bool": True, "complex": 1j, "C": C(2j), "str": "7",
         "S": S("8"), "None": None}
USERS = {"__float__": (float, complex, math.sqrt), "__int__": (int,),
         "__index__": (int, float, operator.index, hex, range), "__complex__": (complex,), "__trunc__": (int,),
         "__str__": (str, format), "__repr__": (repr, str, format, ascii), "__format__": (format,)}
for base in (object, float, int, complex, str):
    for method, users in USERS.items():
        for name, value in GIVEN.items():
            made = type("Made", (base,), {method: lambda self, *a, value=value: value})()
            for user in users:
                if base is str and user in (float, complex, int) and method == "__repr__":
                    continue
                print(base.__name__, method, name, user.__name__, *tell(lambda: user(made)))
for wrong in [lambda: int.from_bytes(5), lambda: complex(1, "a"), lambda: complex("1", 2), lambda: float([]),
              lambda: int({}),
              lambda: float(10**400), lambda: complex([]), lambda: complex(1, []), lambda: math.sqrt("a")]:
    print(*tell(wrong))
