# A slot is found by its descriptor: what stands in its place on the class, in a base or beside it is another thing.
class C:
    __slots__ = ('x', 'y')


def read(o):
    return o.x


def write(o, v):
    o.x = v


def attempt(f, *args):
    try:
        print(f(*args))
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)


c = C()
c.x = 1
slot = C.x
for _ in range(3):
    print(read(c))
C.x = 5
for _ in range(3):
    attempt(read, c)
attempt(write, c, 2)
print(slot.__get__(c), slot.__get__(c, C))
slot.__set__(c, 3)
print(slot.__get__(c), read(c))
C.x = property(lambda self: 'property ' + str(slot.__get__(self)), lambda self, v: slot.__set__(self, v * 10))
write(c, 7)
print(read(c))
del C.x
attempt(read, c)
attempt(write, c, 1)
C.x = slot
print(read(c))
C.y = slot
print(c.y)
c.y = 11
print(c.x, slot.__get__(c))


# A subclass that hides the slot.
class D(C):
    x = 'of the class'


d = D()
print(d.x, d.__dict__)
d.x = 2
print(d.x, d.__dict__)
attempt(slot.__get__, d)
slot.__set__(d, 9)
print(d.x, slot.__get__(d), d.__dict__, sorted(n for n in dir(d) if len(n) == 1))
slot.__delete__(d)
attempt(slot.__delete__, d)
print(d.x)


# The same name in a base and in a class: two slots.
class A:
    __slots__ = ('v',)

    def base(self):
        return A.v.__get__(self)


class B(A):
    __slots__ = ('v', 'w')


b = B()
attempt(lambda: b.v)
b.v = 1
attempt(b.base)
A.v.__set__(b, 2)
print(b.v, b.base())
del b.v
attempt(lambda: b.v)
attempt(delattr, b, 'v')
print(b.base())
attempt(A.v.__get__, 5)
attempt(A.v.__set__, C(), 1)
attempt(A.v.__delete__, 'text')


# With a __dict__ beside the slots.
class E:
    __slots__ = ('x', '__dict__')


e = E()
e.x, e.z = 1, 2
print(vars(e), e.x)
kept = E.x
del E.x
attempt(lambda: e.x)
e.x = 'in the dict'
print(vars(e), e.x, kept.__get__(e))
E.x = kept
print(e.x, vars(e))


# A descriptor taken over by a class that is no subclass.
class F:
    x = slot


attempt(lambda: F().x)
attempt(setattr, F(), 'x', 1)


# Instances change between classes of the same layout.
class P:
    __slots__ = ('b', 'a')


class Q:
    __slots__ = ('a', 'b')

    def total(self):
        return self.a, self.b


p = P()
p.a, p.b = 'a', 'b'
p.__class__ = Q
print(type(p).__name__, p.total())
p.a = 'new'
p.__class__ = P
print(p.a, p.b)


class R:
    __slots__ = ('a', 'c')


attempt(setattr, p, '__class__', R)

# Names that begin with a dot are attributes like others.
for name in ('.dict', '.payload', '.x', '.'):
    o = type('T', (list,), {})([1])
    setattr(o, name, 5)
    print(o, vars(o), getattr(o, name), name in dir(o))
err = KeyError('k')
setattr(err, '.name', 1)
print(vars(err), err)


# Cycles through slots are found.
import gc
import weakref


class Node:
    __slots__ = ('next', '__weakref__')


n = Node()
n.next = Node()
n.next.next = n
r = weakref.ref(n)
del n
gc.collect()
print(r())
