# Corners of types, descriptors and formats.
class M(type):
    def __eq__(cls, o):
        return o == 5 or NotImplemented

    def __hash__(cls):
        return 3


class A(metaclass=M):
    pass


class B(metaclass=M):
    pass


print(A == 5, 5 == A, A != 5, A == B, A == A, A != A, A in [5], [A] == [5], {A: 1}[A], A == int, int == A)


class C:
    __slots__ = {'a': 'text', 'b': None}


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


print(C.a.__doc__, C.b.__doc__, sorted(C.__slots__))
for value in ((), 5, [int], None):
    attempt(setattr, C, '__bases__', value)
attempt(delattr, C, '__name__')
f = lambda: 0
attempt(f.__get__, None)
attempt(f.__get__, None, None)
print(f.__get__(None, int) is f)
for name in ('__closure__', '__globals__'):
    attempt(setattr, f, name, None)
    attempt(delattr, f, name)
attempt('{:{:{}}}'.format, 1, 2, 3)
attempt('{:{}}'.format, 1, 2)

e = StopIteration(1, 2)
print(e.value, e.args)
e.value = 5
print(e.value, e.args, vars(e))
e.value = None
print(e.value is None)
e = SystemExit(3)
e.code = 'text'
print(e.code, e.args)

import collections

P = collections.namedtuple('P', 'x y', defaults=[2])
p = P(1)
print(p.x, p.y, P.x, P.x.__doc__, type(P.y), P.x.__get__(p), P.y.__get__(None, P) is P.y)
attempt(setattr, p, 'x', 5)
attempt(delattr, p, 'x')
attempt(P.x.__get__, 5)
attempt(P.x.__get__, (7, 8))
attempt(P.y.__get__, ())
P.x.__doc__ = 'another'
print(P.x.__doc__, P.x.__reduce__())


class Q(P):
    def total(self):
        return self.x + self.y


def totals(items):
    return [i.total() for i in items], [i.x for i in items]


print(totals([Q(i, i + 1) for i in range(4)] * 2))
short = tuple.__new__(Q, (1,))
attempt(totals, [short])
Q.x = property(lambda self: 'property')
print(Q(1).x, P(1).x)
