# Operators whose left operand is an instance: order of attempts, NotImplemented, in-place forms, descriptors
class A:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        if isinstance(o, A):
            return ('A+', self.v + o.v)
        if isinstance(o, int):
            return ('A+int', self.v + o)
        return NotImplemented

    def __radd__(self, o):
        return ('+A', o)

    def __mul__(self, o):
        yield self.v
        yield o


class B(A):
    def __radd__(self, o):
        return ('+B', self.v)


class C:
    def __radd__(self, o):
        return 'C right'

    def __add__(self, o):
        raise ValueError('left')


class D:
    __add__ = len
    __sub__ = staticmethod(lambda o: ('static', o))
    __iadd__ = None

    def __len__(self):
        return 3


class E(A):
    def __iadd__(self, o):
        self.v += 100
        return self


a, b, c, d, e = A(1), B(2), C(), D(), E(5)
print(a + a, a + 3, a + b, b + a, b + b, a + c, 3 + a, a + 2.5 if False else 'x')
for f in (lambda: a + 'x', lambda: a + [], lambda: c + 1, lambda: c + c, lambda: a - a, lambda: d + d, lambda: d - 4):
    try:
        print(f())
    except Exception as x:
        print(type(x).__name__, x)
print(list(a * 7), len(list(a * a)))
x = a
x += a
print(x)
e += 1
print(e.v, e + e)
A.__add__ = lambda self, o: 'changed'
print(a + a, b + 1)
del A.__add__
try:
    print(a + a)
except TypeError as x:
    print(x)
s = {1, 'a', 2 ** 60, 1.5, None, (1,)}
print(1 in s, True in s, 1.0 in s, 'a' in s, 2 in s, 'b' in s, 2 ** 60 in s, 1.5 in s, (1,) in s, 2 in frozenset([2.0]))


class K:
    def __init__(self, h):
        self.h = h

    def __hash__(self):
        return self.h

    def __eq__(self, o):
        return True


print(5 in {K(5)}, 6 in {K(5)}, 'q' in {K(hash('q'))}, 5 not in {K(5)})
for t in ('', 'ABCxyz 123', 'straße', 'ÀÉ', 'x' * 30):
    print(t.upper(), t.lower(), t.partition('x'), t.strip('x'), t.split('B'), [p for p in t])
