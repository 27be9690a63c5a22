# One instruction sees receivers and classes change: what a site remembers must never be seen.
import math
import types


def show(*values):
    print(*values)


class Base:
    color = 'red'
    limit = 3

    def __init__(self, size):
        self.size = size

    @property
    def area(self):
        return self.size * self.size

    @staticmethod
    def twice(x):
        return 2 * x

    @classmethod
    def named(cls, x):
        return cls.__name__, x

    def grow(self, by):
        return self.size + by


class Derived(Base):
    def __init__(self, size):
        super().__init__(size)
        self.extra = 1

    def grow(self, by):
        return super().grow(by) + 100


def look(o):
    return o.color, o.area, o.twice(2), o.named(3), o.grow(4), o.__class__.__name__, o.twice, o.grow(1)


b, d = Base(2), Derived(3)
for _ in range(4):
    show(*look(b)[:6])
    show(*look(d)[:6])
b.color = 'blue'  # the instance hides the class
show(*look(b)[:6])
Base.color = 'green'
Base.twice = staticmethod(lambda x: 20 * x)
Base.named = classmethod(lambda cls, x: ('new', cls.__name__, x))
show(*look(b)[:6])
show(*look(d)[:6])
Base.area = property(lambda self: -self.size)
show(look(b)[1], look(d)[1])
Base.grow = lambda self, by: by
show(look(d)[4])
Derived.color = property(lambda self: 'made')
show(look(d)[0])
del Derived.color
show(look(d)[0])
d.__dict__['color'] = 'from the dict'
show(look(d)[0])
d2 = Derived(1)
d2.twice = lambda x: ('own', x)
show(look(d2)[2])
del d2.twice
show(look(d2)[2])


# a class or module as the receiver
class Meta(type):
    pass


class M(metaclass=Meta):
    value = 1

    @classmethod
    def make(cls):
        return cls

    @staticmethod
    def plain():
        return 'plain'

    def method(self):
        return 'method'


def of_class(c):
    return c.value, c.make().__name__, c.plain(), c.method(c)


for _ in range(3):
    show(*of_class(M))
M.value = 2
show(*of_class(M))
Meta.value = property(lambda cls: 'of the metaclass')  # a data descriptor of the metaclass comes first
show(*of_class(M))
del Meta.value
show(*of_class(M))
Meta.plain = lambda cls: 'never: the class has its own'
show(*of_class(M))


class M2(M):
    value = 7


for c in (M, M2, M, M2):
    show(*of_class(c))

module = types.ModuleType('module')
module.value = 1
module.f = lambda: 'f'


def of_module(m):
    return m.value, m.f()


for _ in range(3):
    show(*of_module(module))
module.value = 2
show(*of_module(module))
module.f = lambda: 'g'
show(*of_module(module))
del module.value
try:
    of_module(module)
except AttributeError as e:
    show(e)
module.__getattr__ = lambda name: 'made ' + name
show(*of_module(module))
other = types.ModuleType('other')
other.f = other.value = math.sqrt
show(of_module.__name__, other.f(4.0))
for m in (module, other):
    try:
        show(m.value, m.f())
    except TypeError as e:
        show(type(e).__name__)


# hooks that come after the site was run
class Late:
    def __init__(self):
        self.x = 1

    def m(self):
        return 'm'


def late(o):
    return o.x, o.m()


def write(o):
    o.x = 5


o = Late()
for _ in range(3):
    show(*late(o))
    write(o)
Late.__getattribute__ = lambda self, name: (lambda: 'hooked') if name == 'm' else 'hooked x'
show(*late(o))
del Late.__getattribute__
show(*late(o))
Late.__setattr__ = lambda self, name, value: show('set', name, value)
write(o)
del Late.__setattr__
write(o)
Late.__getattr__ = lambda self, name: 'missing ' + name
del o.x
show(*late(o))


class Value:
    pass


class Holder:
    shared = Value()


def shared(h):
    return type(h.shared).__name__


h = Holder()
show(shared(h), shared(h), shared(Holder))
Value.__get__ = lambda self, instance, owner=None: 'got'  # it becomes a descriptor
show(shared(h), shared(h), shared(Holder))


# super() in a diamond, from a function, of a class, with a changed base
class A:
    def who(self):
        return ['A']


class B(A):
    def who(self):
        return ['B'] + super().who()


class C(A):
    def who(self):
        return ['C'] + super().who()


class D(B, C):
    def who(self):
        return ['D'] + super().who()

    @classmethod
    def of_class(cls):
        return super().who


for cls in (D, B, C, D, B, C):
    show(cls().who())
A.who = lambda self: ['changed']
show(D().who(), D.of_class() is C.__dict__['who'] or D.of_class() is B.__dict__['who'])


class E(A):
    pass


C.__bases__ = (E,)
E.who = lambda self: ['E'] + A.who(self)
show(D().who())
try:
    super(C, E()).who()
except TypeError as e:
    show(e)


# a bound method is called like the function with its object
bound, other_bound = D().who, [3, 1, 2].sort
for f in (bound, other_bound, bound, len, bound):
    try:
        show(f())
    except TypeError as e:
        show(type(e).__name__)


def generator():
    f = Late().m
    for _ in range(2):
        yield f()


show(list(generator()))


class Raises:
    @property
    def p(self):
        return self.nothing


class RaisesHooked(Raises):
    def __getattr__(self, name):
        return 'hook ' + name


for r in (Raises(), RaisesHooked(), Raises(), RaisesHooked()):
    try:
        show(r.p)
    except AttributeError as e:
        show(e)
