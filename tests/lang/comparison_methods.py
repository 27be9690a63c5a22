# The order in which comparison methods are asked, from operators and from natives (heaps, sorts, tuples).
import heapq
import sys
from dataclasses import dataclass


class P:
    def __init__(self, k):
        self.k = k

    def __lt__(self, other):
        if not isinstance(other, P):
            return NotImplemented
        return self.k < other.k

    def __eq__(self, other):
        if not isinstance(other, P):
            return NotImplemented
        return self.k == other.k

    def __repr__(self):
        return 'P%d' % self.k


class Q(P):
    def __gt__(self, other):
        return 'Q.gt'


class R(P):
    pass


def attempt(f):
    try:
        print(f())
    except TypeError as e:
        print(e)


for _ in range(3):
    print(P(1) < P(2), P(2) < P(1), P(1) == P(1), P(1) != P(1), P(1) == 1, P(1) != 1)
    print(P(1) < Q(2), Q(1) < Q(2), P(1) < R(2), P(3) > P(2), 1 == P(1))
attempt(lambda: P(1) < 1)
attempt(lambda: 1 < P(1))
attempt(lambda: P(1) <= P(2))
attempt(lambda: [P(1)] < [1])
print((P(1), 2) < (P(1), 3), (1, 2.5, 'a') < (1, 2.5, 'b'), (1, P(2)) == (1, P(2)), (1, 'x', P(2)) < (1, 'x', P(3)))
print([1, 2] < [1, 2, 3], (1.0, 2) == (1, 2), (True, 2) < (1, 3), ('a',) < ('a', 'b'), () < (), (1,) > ())
print(('é', 1) < ('f', 0), (10 ** 20, 1) < (10 ** 20, 2), (float('inf'),) > (1e308,), (0.0,) == (-0.0,))


class Mixin:
    def __lt__(self, other):
        return 'left'

    def __gt__(self, other):
        return 'right'


class Meta(type, Mixin):
    pass


class WithMeta(metaclass=Meta):
    pass


print(Mixin() < WithMeta, Mixin() < Mixin())
heap = []
for i in range(40):
    heapq.heappush(heap, P(i * 17 % 23))
print([heapq.heappop(heap).k for _ in range(40)])
heap = [(i * 7 % 5, 'x' * (i % 3), i) for i in range(30)]
heapq.heapify(heap)
print([heapq.heappop(heap) for _ in range(30)])
print(sorted([P(3), Q(1), R(2)], key=lambda p: p.k), sorted([R(3), R(1), R(2)]), min(R(3), R(1)), max([R(3), R(1)]))


class Fails:
    def __lt__(self, other):
        raise ValueError('lt')


class Yields:
    def __lt__(self, other):
        yield 1


for items in ([Fails(), Fails()], [P(1), 2], [Fails(), 1]):
    try:
        print(sorted(items))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(type(Yields() < Yields()).__name__, len(sorted([Yields(), Yields()])))


class Deep:
    def __lt__(self, other):
        return min(self, other) is self


try:
    Deep() < Deep()
except RecursionError as e:
    print('RecursionError')


@dataclass(order=True)
class Event:
    time: float
    name: str
    tags: tuple = ()


print(Event(1.0, 'a') < Event(1.0, 'b'), Event(1.0, 'a') == Event(1.0, 'a'), Event(1.0, 'a', (1, 2)) < Event(1.0, 'a', (1, 3)))
print(sorted([Event(2.0, 'z'), Event(1.0, 'y'), Event(1.0, 'x')]))
attempt(lambda: Event(1.0, 'a') < 3)


class T(tuple):
    pass


class I(tuple):
    def __iter__(self):
        return iter('ab')


for pair in (T((1, 2)), I((1, 2)), (3, 4), [5, 6], T((7, 8))):
    x, y = pair
    print(x, y, end=' ')
print()
try:
    x, y = T((1, 2, 3))
except ValueError as e:
    print(e)
