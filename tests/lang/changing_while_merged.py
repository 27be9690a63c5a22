# Sets that are made from a dict which changes meanwhile, hints of lengths beyond any list, weak references that hold their targets.
import sys
import weakref


class Clears:
    active = False

    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        if Clears.active:
            self.target.clear()
        return self is other

    def __hash__(self):
        return 0


for name in ("update", "symmetric_difference_update", "difference_update", "intersection_update", "union",
             "symmetric_difference", "difference", "intersection", "issubset", "issuperset", "isdisjoint"):
    for kind in (dict, set, list):
        target = kind()
        members = [Clears(target) for _ in range(20)]
        if kind is dict:
            target.update(dict.fromkeys(members))
        elif kind is set:
            target.update(members)
        else:
            target.extend(members)
        s = {Clears(target)}
        Clears.active = True
        try:
            r = getattr(s, name)(target)
            print(name, kind.__name__, "fine", r if isinstance(r, bool) else "")
        except RuntimeError as e:
            print(name, kind.__name__, e)
        Clears.active = False


def forever():
    n = 0
    while True:
        n += 1
        yield n


d = {3: "x", "k": []}
print({5}.isdisjoint(forever()), frozenset((7,)).isdisjoint(forever()), d.keys().isdisjoint(forever()))
for view in (d.keys(), d.items()):
    for other in ([], [3], {"k"}, [(3, "x")], {(3, "x"): 1}, [("k", [])], [("k", [1])], d.keys(), d.items(), [[]], 5):
        try:
            print(view.isdisjoint(other), end=" ")
        except TypeError as e:
            print(e, end=" ")
    print()


class Hint:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(())

    def __length_hint__(self):
        return self.n


for start in ([], [1, 2, 3]):
    for n in (0, 5, sys.maxsize, sys.maxsize - 2, sys.maxsize // 8, -1):
        x = list(start)
        try:
            x.extend(Hint(n))
            print(start, n, x)
        except (MemoryError, ValueError) as e:
            print(start, n, type(e).__name__, e)


class MyRef(weakref.ref):
    pass


class C:
    pass


called = []
o = C()
r1 = MyRef(o, called.append)
r1.o = o
del o
del r1
print(len(called))
o = C()
r1 = MyRef(o, called.append)
r2 = MyRef(o, called.append)
r1.r = r2
r2.o = o
del o, r2
del r1
print(len(called))
o = C()
r1 = MyRef(o, called.append)
r2 = weakref.ref(o, called.append)
r1.o = o
del o
del r1
print(len(called), called[0] is r2, r2())

# Views of dicts against sets: lengths first, and only then the items, some of which have no hash.
import operator

views = [{}.items(), {1: 2}.items(), {1: []}.items(), {1: [], 2: 3}.items(), {1: 2}.keys(), {1: 2, 3: 4}.keys()]
others = [set(), {1}, {(1, 2)}, {1, 3}, frozenset({(1, 2), 5, 6}), {1: []}.items(), {1: 0}.keys(), [1], {1: 2}.values()]
for view in views:
    for other in others:
        line = []
        for sign in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
            for x, y in ((view, other), (other, view)):
                try:
                    line.append(str(sign(x, y))[0])
                except TypeError as e:
                    line.append(type(e).__name__ if "unhash" in str(e) else "-")
        print(*line)
