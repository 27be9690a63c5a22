# When tensors die: weak references answer, and call back, at the same points whether a call is interpreted, recorded or
# replayed, though a captured call has not computed them yet.
import weakref

import torch

keep = []
saved = []


class Log:
    def __init__(self):
        self.refs = []

    def watch(self, t, name):
        self.refs.append(weakref.ref(t, lambda r: print("  gone:", name)))
        return t

    def alive(self):
        return "".join("." if r() is None else "#" for r in self.refs)


log = Log()


def names(x):
    a = log.watch(x + 1, "a")
    b = log.watch(a * 2, "b")
    print(log.alive())
    a = b
    print(log.alive())
    b = log.watch(b - 1, "new b")
    print(log.alive())
    a = None
    print(log.alive())
    return b


def in_place(x):
    y = log.watch(x.clone(), "y")
    z = log.watch(y.add_(1), "z")
    print(y is z, log.alive())
    del y
    print(log.alive())
    del z
    print(log.alive())
    return x * 2


def expressions(x):
    y = log.watch(log.watch(x + 1, "inner") * 2, "outer") + 1
    print(log.alive())
    y = torch.cat([log.watch(x * k, "part %d" % k) for k in range(3)])
    print(log.alive())
    a, b = log.watch(x + 3, "left"), log.watch(x + 4, "right")
    a, b = b, a
    print(log.alive())
    del b
    print(log.alive())
    return y + a.sum()


def helper(t, name):
    u = log.watch(t + 1, "local of " + name)
    v = log.watch(u * 2, "result of " + name)
    return v


def calls(x):
    y = helper(log.watch(x + 5, "argument"), "first")
    print(log.alive())
    y = helper(y, "second")
    print(log.alive())
    return helper(y, "third") + helper(y, "fourth")


def containers(x):
    parts = [log.watch(x + i, "item %d" % i) for i in range(3)]
    print(log.alive())
    parts[1] = None
    print(log.alive())
    t = parts.pop()
    parts.clear()
    print(log.alive())
    table = {"k": t, "l": log.watch(t * 2, "l")}
    del t
    print(log.alive())
    r = table.pop("k")
    table = None
    print(log.alive())
    keep.append(r)
    if len(keep) > 1:
        del keep[0]
    print(log.alive())
    return x + 1


def branches(x):
    y = log.watch(x * 3, "tested")
    if y.sum() > 7:
        z = log.watch(y + 1, "large")
    else:
        z = log.watch(y - 1, "small")
    del y
    print(log.alive())
    return z


def raised(x):
    y = log.watch(x + 1, "before the error")
    try:
        z = log.watch(y + 1, "inside")
        torch.ones(3) + torch.ones(4)
    except RuntimeError as e:
        print(type(e).__name__, log.alive())
        del z
        print(log.alive())
    print(log.alive())
    y = None
    return x


def loop(x):
    for i in range(4):
        t = log.watch(x + i, "turn %d" % i)
        if i == 2:
            del t
            print("deleted")
            t = None
        x = x + 1
    print(log.alive())
    return x


def saved_for_backward(w):
    y = log.watch(w * 2, "y")
    z = log.watch(y.exp(), "z")
    s = log.watch(z.sum(), "s")
    del y, z
    print(log.alive())
    s.backward()
    print(log.alive(), w.grad.tolist())
    w.grad = None
    return s.detach()


def values(x):
    pool = weakref.WeakValueDictionary()
    a, b = x + 1, x + 2
    pool["a"], pool["b"] = a, b
    print(sorted(pool))
    del a
    print(sorted(pool), len(pool))
    c = pool["b"]
    del b
    print(sorted(pool))
    return c


def finalizers(x):
    y = x * 2
    weakref.finalize(y, print, "  finalized", "y")
    z = y + 1
    print("before")
    y = z
    print("after")
    return y


functions = [names, in_place, expressions, calls, containers, branches, raised, loop, values, finalizers]
for fn in functions:
    f = torch.compile(fn)
    print(fn.__name__)
    for i in range(4):
        log.refs.clear()
        r = f(torch.full((2,), float(i)))
        print(" =", r.tolist(), log.alive())
        del r
        print(" dropped", log.alive())
keep.clear()
f = torch.compile(saved_for_backward)
for i in range(4):
    log.refs.clear()
    w = torch.full((2,), float(i) / 2, requires_grad=True)
    r = f(w)
    print(" =", r.tolist(), log.alive())
