# Finalizers that change what is being taken apart, that make weak references to the dying object, and that bring it back.
import gc
import weakref
from collections import deque


class Adds:
    def __init__(self, to, what=None):
        self.to, self.what = to, what

    def __del__(self):
        self.to.append('added')


def filled(make, n=40):
    c = make()
    for _ in range(n):
        c.append(Adds(c))
    return c


a = filled(list)
a *= 0
print(len(a), a[:2])
a = filled(list)
a.clear()
print(len(a))
a = filled(list)
a[:] = []
print(len(a))
a = filled(list)
a[::2] = [None] * 20
print(len(a), a.count('added'))
a = filled(list)
del a[::3]
print(len(a), a.count('added'))
a = filled(list)
a[0:30:3] = range(10)
print(len(a), a[0], a[3], a.count('added'))
d = filled(deque)
d.clear()
print(len(d), d[0])
d = filled(deque)
d *= 0
print(len(d))


class Chain:
    def __init__(self, next):
        self.next = next


# A weak reference that the finalizer itself makes
class Watched:
    made = None

    def __del__(self):
        Watched.made = weakref.ref(self)


w = Watched()
del w
print(Watched.made())


# It lives during __del__, and is dead after it
class Seen:
    def __del__(self):
        print('in __del__:', type(ref()).__name__)


s = Seen()
ref = weakref.ref(s, lambda r: print('callback', r()))
del s
print(ref())


# Brought back, with its weak references
class Back:
    def __del__(self):
        kept.append(self)


kept = []
x = Back()
ref = weakref.ref(x)
del x
print(ref() is kept[0])
kept.clear()
print(ref())

# A long chain that is freed; a finalizer in the middle asks for one further down
chain = None
refs = []


class Asks(Chain):
    def __del__(self):
        alive = [r() for r in refs]
        found.append(sum(x is not None for x in alive) > 1)
        kept.extend(x for x in alive if x is not None)


found = []
for i in range(2000):
    chain = (Asks if i == 1500 else Chain)(chain)
    refs.append(weakref.ref(chain))
chain = None
print(len(found))
kept.clear()
gc.collect()
print(sum(r() is not None for r in refs))


# A generator whose finally adds to what holds it
def g(c):
    try:
        yield
    finally:
        c.append('closed')


c = []
for _ in range(20):
    it = g(c)
    next(it)
    c.append(it)
del it
c.clear()
print(len(c), c[0])
