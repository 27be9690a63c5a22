# Calls made by generators: arguments of every form, classes, defaults, errors, recursion, frames seen from outside
import sys


def plain(a, b):
    return a * 10 + b


def filled(a, b=7, *rest, k=1, **more):
    return a, b, rest, k, sorted(more.items())


class Point:
    def __init__(self, x, y=5):
        self.x, self.y = x, y

    def sum(self, z):
        return self.x + self.y + z

    def __add__(self, other):
        return Point(self.x + other.x, self.y)


class Holder:
    def __init__(self, v):
        self.v = v

    def __call__(self, *args):
        return self.v, args


def calls():
    for i in range(4):
        got = yield plain(i, i + 1)
        yield filled(i), filled(i, 2, 3, 4, k=5, z=6), filled(*[i, i], **{'q': i})
        p = Point(i)
        yield p.sum(got or 0), Point(1, 2).sum(i), (p + Point(1)).x, Holder(i)(1, 2), Point(y=i, x=3).y
        yield sorted([3, 1, 2], key=lambda v: -v), [plain(j, j) for j in range(3)], list(range(i)), tuple([i]), set([i])


g = calls()
print(next(g))
for i in range(15):
    print(g.send(i))
print(list(g))


def tree(n):
    if n:
        yield from tree(n - 1)
        yield n, sum(tree_values(n - 1))
        yield from tree(n - 1)


def tree_values(n):
    for _, s in tree(n) if n < 3 else ():
        yield s + 1


print(list(tree(4)))


def fails():
    kept = Holder('kept')
    try:
        yield plain(1)
    except TypeError as e:
        yield str(e)
    try:
        yield plain(*[1, 2, 3])
    except TypeError as e:
        yield str(e)
    yield kept(1)
    raise KeyError(plain(1, 2))


f = fails()
print(next(f), next(f), next(f))
try:
    next(f)
except KeyError as e:
    print(repr(e), e.__traceback__.tb_next.tb_frame.f_code.co_name)


def watched():
    x = 1
    yield dict(sys._getframe().f_locals), inspect_me()
    x = 2
    yield x


def inspect_me():
    return sorted(sys._getframe(1).f_locals)


w = watched()
print(next(w), dict(w.gi_frame.f_locals), next(w), dict(w.gi_frame.f_locals))


def itself():
    yield 1
    try:
        next(me)
    except ValueError as e:
        yield str(e)


me = itself()
print(list(me))


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('del', self.name)


def lifetimes():
    a = Noisy('a')
    yield 1
    a = plain(1, 2)
    yield 2
    b = Noisy('b')
    try:
        yield 3
    finally:
        print('leaving')


for x in lifetimes():
    print(x)
h = lifetimes()
print(next(h), next(h), next(h))
del h
print('gone')


class Source:
    def __iter__(self):
        return iter(())


def made():
    source = Source()
    left.append(weakref.ref(source))
    return source


def through():
    yield from made()
    yield [x for x in made()]
    yield from (x for x in made())


import weakref
left = []
print(list(through()), [r() is None for r in left])
