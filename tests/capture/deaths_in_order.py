# The order of several deaths at one point, and what finalizers see and do, in calls that are interpreted, recorded and
# replayed.
import weakref

import torch

events = []


class Loud:
    def __init__(self, name, other=None):
        self.name = name
        self.other = other

    def __del__(self):
        print("  dies:", self.name)


class Again:
    saved = None

    def __del__(self):
        print("  saved once")
        Again.saved = self


def end_of_frame(x):
    c, a, b = Loud("c"), Loud("a"), Loud("b")
    d = [Loud("d0"), (Loud("d1"), {"k": Loud("d2")})]
    e = Loud("e", Loud("other of e"))
    print("end")
    return x + 1


def arguments(x, *rest, key=None, **more):
    print(len(rest), sorted(more))
    x = x + len(rest)
    del key
    print("key deleted")
    return x


def with_arguments(x):
    x = arguments(x, Loud("rest"), Loud("rest too"), key=Loud("key"), more=Loud("more"))
    print("called")
    return x


class Manager:
    def __init__(self, name):
        self.loud = Loud("manager " + name)

    def __enter__(self):
        return Loud("entered")

    def __exit__(self, *e):
        print("exit", e[0])
        return True


def managers(x):
    with Manager("one") as m:
        x = x + 1
    print("behind")
    with Manager("two"):
        inside = Loud("inside")
        raise ValueError("swallowed")
    print("swallowed")
    return x * 2


def unwinding(x):
    def second():
        print("second")
        raise KeyError("k")

    def first():
        try:
            second()
        finally:
            print("finally")

    a = Loud("outside")
    try:
        b = Loud("inside")
        first()
    except KeyError as e:
        print("caught")
        b = Loud("of the handler")
        del a
    print("behind")
    return x + 2


def comprehension(x):
    total = sum([len(o.name) for o in [Loud("one"), Loud("three")]])
    print(total)
    names = [o.name for o in (Loud("p"), Loud("q"))]
    print(names)
    best = max([Loud("aa"), Loud("b")], key=lambda o: len(o.name)).name
    print(best)
    return x * total


def rebinding(x):
    a = Loud("a")
    b = a
    a = Loud("new a")
    print("b holds")
    b = a
    print("both")
    a, b = Loud("t1"), Loud("t2")
    print("unpacked")
    a, b = b, a
    print("swapped")
    a = b = None
    print("none")
    return x - 1


def cycles(x):
    a, b = Loud("in cycle"), Loud("too")
    a.other, b.other = b, a
    print("cycle")
    a.other = None
    del a
    print("a deleted")
    del b
    print("b deleted")
    return x


def resurrected(x):
    a = Again()
    del a
    print(Again.saved is not None)
    Again.saved = None
    print("over")
    return x


def callbacks(x):
    class Plain:
        pass

    a = Plain()
    refs = [weakref.ref(a, lambda r, k=k: print("  callback", k)) for k in range(3)]
    del refs[1]
    a.loud = Loud("attribute")
    print("delete")
    del a
    print([r() for r in refs])
    table = weakref.WeakKeyDictionary()
    k = Plain()
    table[k] = Loud("value")
    print(len(table))
    k = None
    print(len(table))
    return x + 3


def raising_finalizer(x):
    class Changes:
        def __del__(self):
            events.append(len(events))

    def make():
        return Changes()

    make()
    before = len(events)
    make()
    after = len(events)
    return x * (after - before)


def changes_binding(x):
    class Swap:
        def __del__(self):
            global factor
            factor = factor + 1

    y = x * factor
    s = Swap()
    s = None
    y = y + factor
    return y


def changes_constant(x):
    class Swap:
        def __del__(self):
            global constant, deaths
            deaths += 1
            if deaths > 2:  # later than the recordings
                constant = 10

    s = Swap()
    y = x + constant
    s = None
    return y + constant


def generator_dies(x):
    def produce():
        a = Loud("in generator")
        with Manager("generator"):
            yield 1
            b = Loud("later")
            yield 2
        print("not reached")

    g = produce()
    x = x + next(g)
    print("suspended")
    g2 = produce()
    x = x + next(g2) + next(g2)
    del g
    print("first closed")
    return x


def methods(x):
    o = Loud("bound")
    m = o.__init__
    del o
    print("method holds")
    m("renamed")
    del m
    print("method gone")
    return x


def deleted_while_used(x):
    box = [Loud("box")]

    class Key:
        def __eq__(self, other):
            box.clear()
            print("cleared")
            return True

        def __hash__(self):
            return 1

    d = {Key(): x}
    r = d[Key()]
    print("found")
    return r + len(box)


factor = 1
constant, deaths = 1, 0
for fn in [end_of_frame, with_arguments, managers, unwinding, comprehension, rebinding, cycles, resurrected, callbacks,
           raising_finalizer, changes_binding, changes_constant, generator_dies, methods, deleted_while_used]:
    f = torch.compile(fn)
    print(fn.__name__)
    for i in range(4):
        print(" =", f(torch.full((2,), float(i))).tolist())
