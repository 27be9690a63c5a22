import collections
import pickle


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.__dict__ == other.__dict__


P = collections.namedtuple("P", "x y")
objects = [None, True, 1, -1, 255, 65536, 2 ** 31, 2 ** 70, -2 ** 70, 1.5, "abc", "é\n\\", b"", b"abc", (), (1,),
           (1, 2, 3, 4), [], [1, [2]], {}, {1: 2, "a": [3]}, {1, 2}, frozenset({3}), Point(1), P(1, 2),
           collections.OrderedDict(a=1), len, int, 1j, range(5), collections.Counter("aab"), list(range(2500))]
for o in objects:
    print(repr(o)[:20] if not isinstance(o, Point) else "Point", [pickle.loads(pickle.dumps(o, p)) == o for p in range(6)])
own = [1]
own.append(own)
copy = pickle.loads(pickle.dumps(own))
print(copy[1] is copy, pickle.dumps([1, "a", (2.5, None)], 2))
try:
    pickle.dumps(lambda: 1)
except Exception as e:
    print(type(e).__name__)
