# OrderedDict at both ends and lru_cache
from collections import OrderedDict
from functools import lru_cache

d = OrderedDict((k, i) for i, k in enumerate('abcdef'))
d.move_to_end('b')
d.move_to_end('e', last=False)
print(list(d), d.popitem(), d.popitem(last=False), list(d.items()))
for i in range(1000):  # a queue: the front moves on
    d[i] = i
    d.popitem(last=False)
print(list(d), len(d))
d.move_to_end(999)
for k in list(d):
    d.move_to_end(k, last=False)
print(list(d), d == OrderedDict(d), list(reversed(d)))
while d:
    d.popitem(last=False)
d['x'] = 1
d['y'] = 2
del d['x']
print(d.popitem(last=False), dict(d))
for call in (lambda: d.popitem(), lambda: OrderedDict(a=1).move_to_end('q'), lambda: OrderedDict(a=1).move_to_end([])):
    try:
        call()
    except (KeyError, TypeError) as e:
        print(type(e).__name__, e)


class Key:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return isinstance(o, Key) and self.v == o.v

    def __hash__(self):
        return hash(self.v)


d = OrderedDict([(Key(1), 'a'), (Key(2), 'b'), (1.0, 'c'), ((1, 2), 'd')])
d.move_to_end(Key(1))
d.move_to_end(1)
d.move_to_end((1, 2))
print(list(d.values()))
calls = []


@lru_cache(maxsize=3)
def f(x, y=0, *, z=0):
    calls.append((x, y, z))
    return x + y + z


print([f(1), f(2), f(3), f(1), f(4), f(2), f(1), f(1.0), f('a' and 5, z=1), f(5, z=1), f(x=5)], calls, f.cache_info())
f.cache_clear()
print(f.cache_info(), f.cache_parameters(), f.__wrapped__(1, 2))


@lru_cache(maxsize=None, typed=True)
def g(x):
    return type(x).__name__


print(g(1), g(1.0), g(True), g(1), g.cache_info())
