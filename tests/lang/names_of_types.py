# Messages call a type that is written in C in CPython by its full name, others by their name alone.
import array, collections, contextvars, datetime, decimal, fractions, functools, io, itertools, operator, random
import re, struct, threading, types, weakref


def tell(f):
    try:
        f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return "fine"


class Own(collections.OrderedDict):
    pass


VALUES = [decimal.Decimal(1), datetime.date(2020, 1, 1), datetime.timedelta(1), datetime.timezone.utc,
          collections.deque(),
          collections.OrderedDict(), collections.defaultdict(), collections.Counter(), re.compile("a"),
          re.match("a", "a"),
          array.array("i"), functools.partial(len), operator.itemgetter(0), itertools.chain(), io.StringIO(),
          weakref.ref(Own), types.SimpleNamespace(), struct.Struct("i"), threading.Lock(), contextvars.ContextVar("a"),
          fractions.Fraction(1), list[int], int | str, Own(), functools.cmp_to_key(len)]
for v in VALUES:
    print(tell(lambda: v.nope), "|", tell(lambda: v + 1j), "|", tell(lambda: "a" + v), "|", tell(lambda: [][v]))
    print(tell(lambda: type(v).nope), "|", tell(lambda: v < 1j), "|",
          tell(lambda: v[object()]) if "__getitem__" not in dir(v) else "")
print(tell(lambda: hash(functools.cmp_to_key(len)(1))), tell(lambda: sum([decimal.Decimal(1)], 1j)))
print(tell(lambda: decimal.Decimal(1) + 1.5), tell(lambda: datetime.datetime.now() - 5))
