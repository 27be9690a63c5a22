# Counter: subclasses that see every step, keys that are equal but not the same, values that are no ints
from collections import Counter, OrderedDict

c = Counter('abracadabra')
c.update(['a', 1, 1.0, True, (1, 'x'), (1, 'x'), (1.0, 'x'), ('y',), None])
print(c, c.most_common(2), c.total())
c['f'] = 1.5
c.update('ff')
print(c['f'])


class Loud(Counter):
    def __setitem__(self, k, v):
        print('set', k, v)
        super().__setitem__(k, v)


class Get(Counter):
    def get(self, k, d=None):
        return 10


print(Loud('aab'), Get('ab'))
for bad in ([[]], 5, [{}]):
    try:
        Counter(bad)
    except TypeError as e:
        print(e)


class Key:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return hash(self.v)

    def __eq__(self, other):
        if self.v == 'boom':
            raise ValueError('eq')
        return self.v == getattr(other, 'v', other)


print(len(Counter([Key(1), 1, Key(2), (Key(1), 'a'), (1, 'a'), (Key(3),)])))
try:
    Counter([Key('boom'), Key('boom')])
except ValueError as e:
    print(e)
n = float('nan')
print(Counter([n, n])[n], Counter(zip('abab', 'baba')), {('a', 2 ** 60): 1}[('a', 2 ** 60)], (1, 2.0) in {(1.0, 2): 3})
d = {}
for i in range(300):
    d[('k', i % 7, str(i % 3))] = i
print(len(d), d[('k', 6, '2')], ('k', 6, '3') in d, ('k', 6) in d, hash((1, 'a')) == hash((1, 'a')), hash(2 ** 61 - 1), hash(-1))
