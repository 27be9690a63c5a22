# Finalizers and callbacks of weak references run at the same points whether a call is interpreted, recorded or replayed:
# everything that happens is printed in order.
import weakref

import torch


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("  dies:", self.name)


class Quiet:
    pass


def watch(o, name):
    refs.append(weakref.ref(o, lambda r: print("  gone:", name)))
    return o


refs = []
keep = []
LIMIT = 1


def rebound(x):
    a = Loud("first")
    print("made")
    a = Loud("second")
    y = x + 1
    print("rebound")
    del a
    print("deleted")
    return y


def at_return(x):
    a, b, c = Loud("a"), Loud("b"), Loud("c")
    t = watch(x * 2, "t")
    print("returning")
    return x + 1


def in_containers(x):
    pair = (1, [Loud("in list")])
    named = {"k": (Loud("in dict"), 2)}
    print("made")
    pair = None
    named = None
    print("dropped")
    box = Quiet()
    box.inner = Loud("attribute")
    box.me = Loud("other attribute")
    box.inner = None
    print("overwritten")
    return x * 2


def in_loops(x):
    for i in range(3):
        o = Loud("turn " + str(i))
        x = x + i
    print("behind the loop")
    kept = [Loud("element " + str(i)) for i in range(2)]
    while kept:
        kept.pop()
        print("popped")
    return x


def inner(x, tag):
    a = Loud("local of inner " + tag)
    return x + 1


def in_calls(x):
    x = inner(x, "1")
    print("between")
    x = inner(x, "2")
    return x


def in_closures(x):
    a = Loud("in a cell")

    def f():
        return a.name

    print(f())
    f = None
    print("function gone")
    a = None
    print("cell empty")
    return x


def in_generators(x):
    def g():
        a = Loud("in generator")
        try:
            yield 1
            yield 2
        finally:
            print("finally")

    for v in g():
        x = x + v
        break
    print("left the loop")
    it = g()
    next(it)
    it = None
    print("generator gone")
    return x


def tensors(x):
    y = watch(x + 1, "y")
    z = watch(y * 2, "z")
    del y
    print("y deleted")
    z = z + 1
    print("z rebound")
    return watch(z, "result")


def finalizer_writes(x):
    class Writer:
        def __del__(self):
            global LIMIT
            LIMIT += 1

    a = LIMIT
    w = Writer()
    w = None
    b = LIMIT
    return x * (b - a)


def stored(x):
    keep.append(Loud("kept"))
    print("stored", len(keep))
    if len(keep) > 2:
        keep.clear()
        print("cleared")
    return x + len(keep)


for fn in [rebound, at_return, in_containers, in_loops, in_calls, in_closures, in_generators, tensors, finalizer_writes, stored]:
    f = torch.compile(fn, backend="eager")
    print(fn.__name__)
    for i in range(4):
        r = f(torch.full((2,), float(i)))
        print(" =", r.tolist())
        del r
        print(" result dropped")
    refs.clear()
keep.clear()
