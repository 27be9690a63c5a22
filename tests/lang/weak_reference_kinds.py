# Subclasses of weakref.ref, proxies, methods, cycles through callbacks, what gc tells.
import gc
import weakref


class Thing:
    def __init__(self, n=0):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __hash__(self):
        return hash(self.n)

    def method(self):
        return self.n


class Named(weakref.ref):
    def __init__(self, thing, callback=None, name="none"):
        super().__init__(thing, callback)
        self.name = name


o = Thing()
plain = weakref.ref(o)
proxy = weakref.proxy(o)
seen = []
named = Named(o, seen.append, name="first")
other = Named(o)
print(plain is weakref.ref(o), proxy is weakref.proxy(o), named is not other, weakref.getweakrefcount(o))
print(weakref.getweakrefs(o)[0] is plain, weakref.getweakrefs(o)[1] is proxy, named in weakref.getweakrefs(o))
print(named == plain, hash(named) == hash(plain), named.name, named() is o, named.__callback__ == seen.append)
del o
print(seen == [named], seen[0] is named, plain(), named(), other())
x, y = Thing(1), Thing(1)
m, n = weakref.WeakMethod(x.method), weakref.WeakMethod(y.method, seen.append)
print(isinstance(m, weakref.ref), m()(), m == n, hash(m) == hash(n), m == weakref.WeakMethod(x.method))
del y
print(seen[-1] is n, n(), m == n)
d = weakref.WeakKeyDictionary({x: 1})
z = Thing(2)
print(len(d | {z: 3}), len({z: 3} | d), type({z: 3} | d).__name__)
v = weakref.WeakValueDictionary(a=x)
print(sorted((v | {"b": z}).keys()), sorted(({"b": z} | v).keys()))
print(weakref.ReferenceType, weakref.ProxyType, weakref.CallableProxyType)
log = []


class Node:
    def gone(self, ref):
        log.append("never")


a, b = Node(), Node()
a.other, b.other = b, a
a.ref, b.ref = weakref.ref(b, a.gone), weakref.ref(a, b.gone)
outside = weakref.ref(a, lambda r: log.append("outside"))
del a, b
gc.collect()
print(log, outside())


class Phoenix:
    def __del__(self):
        log.append(self)


p = Phoenix()
p.self = p
print(gc.is_finalized(p))
del p
print(gc.collect(), gc.is_finalized(log[-1]))
print([gc.is_tracked(v) for v in ((), {}, {1: 2}, {1: []}, 1, "a", object(), Phoenix, int)])
gc.freeze()
print(gc.get_freeze_count() > 0)
gc.unfreeze()
print(gc.get_freeze_count(), gc.get_threshold())
gc.set_threshold(5, 6)
print(gc.get_threshold())
cycle = []
cycle.append(cycle)
gc.set_debug(gc.DEBUG_SAVEALL)
number = id(cycle)
del cycle
gc.collect()
gc.set_debug(0)
print(any(id(g) == number for g in gc.garbage), gc.get_debug())
gc.garbage.clear()
