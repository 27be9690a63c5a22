# Iterators that a script steps again while they are being stepped, and positions out of range.
import itertools
import functools


def show(f):
    try:
        print(f())
    except (Exception, StopIteration) as e:
        print(type(e).__name__, e)


class Steps:
    """An iterator whose step steps `other` as well."""

    def __init__(self, n):
        self.n, self.other, self.depth = n, None, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        if self.other is not None and self.depth < 3:
            self.depth += 1
            try:
                next(self.other, None)
            finally:
                self.depth -= 1
        return self.n


def again(make, n=6):
    s = Steps(n)
    s.other = make(s)
    return sorted(map(str, s.other)) and 'ended'


for name, make in {
    'chain': lambda s: itertools.chain(s, [1]), 'cycle': lambda s: itertools.islice(itertools.cycle(s), 20),
    'compress': lambda s: itertools.compress(s, itertools.repeat(1)), 'accumulate': itertools.accumulate,
    'pairwise': itertools.pairwise, 'zip_longest': lambda s: itertools.zip_longest(s, [1]),
    'groupby': lambda s: ((k, list(g)) for k, g in itertools.groupby(s)), 'islice': lambda s: itertools.islice(s, 4),
    'takewhile': lambda s: itertools.takewhile(lambda x: True, s), 'dropwhile': lambda s: itertools.dropwhile(lambda x: False, s),
    'filterfalse': lambda s: itertools.filterfalse(lambda x: False, s), 'starmap': lambda s: itertools.starmap(pow, zip(s, [1, 2, 3])),
    'map': lambda s: map(str, s), 'filter': lambda s: filter(None, s), 'zip': lambda s: zip(s, range(9)),
    'enumerate': enumerate, 'from_iterable': lambda s: itertools.chain.from_iterable([x] for x in s),
}.items():
    try:
        print(name, again(make))
    except (ValueError, RuntimeError) as e:
        print(name, type(e).__name__, e)

# The function of a filter takes the last reference to it
box = []


def take(x):
    if box:
        box.pop()
    return False


box.append(filter(take, [1, 2, 3]))
print(list(box[0]))
chain = itertools.chain([0], filter(lambda x: next(chain, 0) and False, [1, 2]), [5])
print(list(chain))
t, u = itertools.tee(Steps(3))
show(lambda: (list(t), list(u)))

# Sizes
for f in (lambda: itertools.product([1], repeat=2 ** 60), lambda: itertools.product([], repeat=-1),
          lambda: list(itertools.product(repeat=2 ** 40)), lambda: itertools.tee([], 2 ** 58),
          lambda: next(itertools.combinations_with_replacement([1], 2 ** 61)), lambda: itertools.tee([1], -1),
          lambda: next(itertools.permutations([1], 2 ** 61), 'none'), lambda: next(itertools.combinations([1], 2 ** 61), 'none')):
    try:
        print(f())
    except (MemoryError, OverflowError) as e:
        print('too large')
    except ValueError as e:
        print('ValueError', e)

# __setstate__ with positions out of range
for make in (lambda: iter([1, 2, 3]), lambda: iter((1, 2, 3)), lambda: iter('abc'), lambda: iter('a\u20acb'), lambda: iter(b'abc'),
             lambda: iter(bytearray(b'abc')), lambda: iter(range(3)), lambda: iter(range(10 ** 20, 10 ** 20 + 3)),
             lambda: reversed([1, 2, 3]), lambda: reversed((1, 2, 3))):
    out = []
    for at in (-(2 ** 62), -2, -1, 0, 2, 3, 4, 2 ** 62):
        it = make()
        it.__setstate__(at)
        out.append(list(it))
    print(out)
