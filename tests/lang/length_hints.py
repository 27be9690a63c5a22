# What makes a list or tuple of an iterable asks how many items there are, len() before __length_hint__, and takes neither
# errors nor amounts beyond any memory.
import collections


class N:
    def __init__(self, v):
        self.v = v

    def __len__(self):
        return self.v

    def __getitem__(self, k):
        return k * 2 if k in range(min(self.v, 5)) else [][k]


class H:
    def __init__(self, v):
        self.v = v

    def __length_hint__(self):
        print('hint')
        if isinstance(self.v, Exception):
            raise self.v
        return self.v

    def __iter__(self):
        return iter((1, 2, 3))


class L(H):
    def __len__(self):
        print('len')
        if isinstance(self.v, Exception):
            raise self.v
        return self.v


def star(x):
    a, *b = x
    return b


def extended(x):
    a = [0]
    a.extend(x)
    return a


def added(x):
    a = [0]
    a += x
    return a


def assigned(x):
    a = [0, 1]
    a[1:] = x
    return a


def f(*a):
    return a


USES = {
    'list': list, 'tuple': tuple, 'sorted': sorted, 'star': star, 'extended': extended, 'added': added, 'assigned': assigned,
    'in a list': lambda x: [*x], 'in a tuple': lambda x: (*x,), 'in a call': lambda x: f(*x), 'set': set, 'bytes': bytes,
    'bytearray': bytearray, 'bytearray extended': lambda x: bytearray().extend(x), 'sum': sum, 'joined': lambda x: ''.join(x),
    'keys': dict.fromkeys, 'map': lambda x: list(map(str, x)), 'zip': lambda x: list(zip(x)),
    'enumerate': lambda x: list(enumerate(x)), 'reversed': lambda x: list(reversed(x)), 'iter': lambda x: list(iter(x)),
    'deque': collections.deque, 'filter': lambda x: list(filter(None, x)), 'min': min, 'comprehension': lambda x: [y for y in x],
}
for v in (3, 10**14, 10**30, -5, 'x', None, NotImplemented, TypeError('t'), ValueError('v'), 2.5, True):
    for cls in (N, H, L):
        for name, use in USES.items():
            try:
                print(name, v, cls.__name__, use(cls(v)))
            except (Exception, SystemError) as e:
                print(name, v, cls.__name__, type(e).__name__, e)
