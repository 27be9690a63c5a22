# What a trace takes for constant lives as long as it would without the trace.
import gc
import weakref

import torch

BACKEND = "eager"


class Noisy:
    def __init__(self, name, k):
        self.name = name
        self.k = k

    def __del__(self):
        print("del", self.name)


class Holder:
    pass


x = torch.ones(1)
holder = Holder()


def through_attribute(x):
    return x * holder.item.k


f = torch.compile(through_attribute, backend=BACKEND)
holder.item = Noisy("first", 2)
print(f(x).item(), f(x).item(), f(x).item())
print("replace")
holder.item = Noisy("second", 3)
print("replaced")
print(f(x).item(), f(x).item(), f(x).item())
print("delete")
del holder.item
print("deleted")


def argument(x, o):
    return x * o.k


class Plain:
    def __init__(self, k):
        self.k = k


g = torch.compile(argument, backend=BACKEND)
o = Plain(4)
seen = weakref.ref(o, lambda r: print("gone"))
print(g(x, o).item(), g(x, o).item(), g(x, o).item())
print("drop")
del o
print("dropped", seen() is None)
print([g(x, Plain(k)).item() for k in range(4)])
kept = Plain(9)
print(g(x, kept).item(), g(x, kept).item())
kept.k = 10
print(g(x, kept).item(), g(x, kept).item())


def with_module(x, m):
    return m(x)


h = torch.compile(with_module, backend=BACKEND)
m = torch.nn.Linear(1, 1)
weight = weakref.ref(m.weight)
module = weakref.ref(m)
y = h(x, m), h(x, m), h(x, m)
del y, m
gc.collect()
print("module", module() is None, weight() is None)


def function_argument(x, f):
    return f(x)


def maker(k):
    def inner(x):
        return x + k

    return inner


h = torch.compile(function_argument, backend=BACKEND)
inner = maker(3)
r = weakref.ref(inner)
print(h(x, inner).item(), h(x, inner).item())
del inner
print("function", r() is None)
print([h(x, maker(k)).item() for k in range(3)])

table = {"a": Noisy("in a dict", 5)}


def through_dict(x):
    return x + table["a"].k


h = torch.compile(through_dict, backend=BACKEND)
print(h(x).item(), h(x).item())
print("clear")
table.clear()
print("cleared")


def dies_inside(x):
    t = Noisy("local", 1)
    y = x + t.k
    print("before")
    del t
    print("after")
    return y


h = torch.compile(dies_inside, backend=BACKEND)
for _ in range(3):
    print(h(x).item())


def drops_its_own(x):
    global current
    k = current.k
    current = None
    print("between")
    return x * k


h = torch.compile(drops_its_own, backend=BACKEND)
for n in range(3):
    current = Noisy("current %d" % n, n)
    print(h(x).item())
print("end")
