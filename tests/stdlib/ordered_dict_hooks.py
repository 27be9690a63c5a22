# What OrderedDict asks of its subclasses' methods.
from collections import OrderedDict
class M(OrderedDict):
    def __missing__(self, k): return 7
m = M(a=1)
print(m.pop('zz', 1), m.pop('a'), m)
try: m.pop('zz')
except KeyError as e: print(repr(e))
class G(OrderedDict):
    def __getitem__(self, k): return 'got ' + k
    def __contains__(self, k): print('asked', k); return True
g = G(a=1)
print(g.pop('a'))
try: print(g.pop('b', 5), list(g))
except KeyError as e: print(repr(e))
class D(OrderedDict):
    def __delitem__(self, k): print('del', k); super().__delitem__(k)
d = D(a=1, b=2)
print(d.pop('a'), d.popitem(), d.setdefault('x', 3), d)
class S(OrderedDict):
    def __setitem__(self, k, v): print('set', k); super().__setitem__(k, v)
s = S(a=1); s.setdefault('q', 2); s.update(b=2); s |= {'c': 3}; print(s); s.move_to_end('a'); print(list(s)); print(s.setdefault('a', 9))
try: OrderedDict().pop(1, 2, 3)
except TypeError as e: print(e)
try: OrderedDict().popitem()
except KeyError as e: print(e)
print(OrderedDict(a=1).pop(key='a', default=3), OrderedDict().pop('k', default=4))
