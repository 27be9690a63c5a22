# The words of errors about arguments, which differ by how a function of CPython takes them.
import cmath, collections, datetime, decimal, functools, itertools, math, operator


def tell(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except TypeError as e:
        return str(e)
    except Exception as e:
        return type(e).__name__
    return "fine"


FUNCTIONS = [abs, all, chr, divmod, format, hash, id, isinstance, iter, len, next, ord, pow, print, repr, round,
             setattr,
             sum, vars, zip, map, math.sin, math.gcd, math.comb, math.isclose, math.hypot, cmath.sin,
             operator.add, itertools.tee, itertools.count, functools.cmp_to_key]
for f in FUNCTIONS:
    for n in range(6):
        print(f.__name__, n, tell(f, *(1,) * n))
    print(f.__name__, "kw", tell(f, zzz=1), "|", tell(f, 1, zzz=1))

print([tell(sorted, *(1,) * n) for n in (0, 2, 5)])
VALUES = ["abc", bytearray(b"abc"), 5, 1j, [1], {1: 2}, {1}, iter([])]
SPECIAL = ["__add__", "__mul__", "__neg__", "__pow__", "__len__", "__iter__", "__next__", "__contains__", "__getitem__",
           "__setitem__", "__delitem__", "__repr__", "__dir__", "__format__", "__setattr__"]
for v in VALUES:
    for name in [name for name in dir(v) if not name.startswith("_")] + SPECIAL:
        method = getattr(v, name, None)
        if callable(method):
            print(name, tell(method, *(1,) * 5), tell(method, zzz=1), sep="|")
            if name in type(v).__dict__:
                print(tell(getattr(type(v), name)), tell(getattr(type(v), name), object()), sep="|")


class S(str):
    def plain(self):
        pass


s = S("a")
bound = s.upper
print(tell(lambda: s.upper(1)), tell(lambda: bound(1)), tell(lambda: s.upper(*[1])), tell(lambda: str.upper(s, 1)))
print(tell(lambda: s.count(a=1)), tell(s.count, a=1), tell(lambda: s.__dir__(1)), tell(s.__dir__, 1))
print(tell(lambda: list(map(s.upper, [1]))), bound.__qualname__, s.__dir__.__qualname__, int.from_bytes.__qualname__)
print(tell(lambda: int.__new__(zz=1)), tell(lambda: str.__new__()), tell(lambda: "a".__new__(int)),
      tell(lambda: "a".__new__(5)))
print("a".__new__(str, 5), (1).__new__(int, 7), [].__new__(list), tell(lambda: (1).__new__(str)))
for t in (type(iter([])), type(len), type((x for x in ())), type(None)):
    print(tell(t, 1), tell(t))
print([tell(datetime.date.today, 1), tell(datetime.date(2020, 1, 1).isoformat, 1), tell(decimal.Decimal(1).is_nan, 1)])
print([tell(collections.OrderedDict().__len__, 1), tell(collections.defaultdict().__missing__)])
