# A module may be made an instance of a subclass of the module type, and a plain one again.
import types, sys
class M(types.ModuleType):
    def __getattr__(self, n): return 'M:'+n
    @property
    def p(self): return 'prop'
    def __setattr__(self, n, v):
        print('set', n); super().__setattr__(n, v)
class N(types.ModuleType):
    __slots__=()
class W(types.ModuleType):
    __slots__=('a',)
m = types.ModuleType('mm'); m.x = 1
r = m
m.__class__ = M
print(type(m), m.x, m.foo, m.p, isinstance(m, M), r is m, r.p)
m.y = 3
print(m.y, sorted(k for k in vars(m)))
print(m.__dict__['y'])
m.__class__ = types.ModuleType
print(type(m))
try: m.foo
except AttributeError as e: print(e)
for c in (N, W, int, object, 5):
    try: m.__class__ = c; print(type(m))
    except TypeError as e: print(e)
sys.modules[__name__].__class__ = M
print(__import__('__main__').p, __import__('__main__').zork)
z = 5
def f(): return z
print(f(), __import__('__main__').z)
import math
math.__class__ = M
print(math.p, math.nothing, math.pi)
import json
import json
json.__class__ = M
from json import whatever
print(whatever, json.dumps([1]))
print(sys.modules['json'] is json, json.JSONDecodeError.__name__)
json.added = 1
print(json.added, vars(json)['added'])
math.__class__ = types.ModuleType
print(type(math), math.pi, hasattr(math, 'nothing'))

# Instances of subclasses made by calling them.
class S(types.ModuleType):
    kind = 'subclass'

    def full(self):
        return self.__name__ + '!'

s = S('zz', 'doc')
s.x = 1
print(sorted(vars(s)), s.full(), s.x, s.__doc__, s.kind, s)
s.__dict__['q'] = 5
print(s.q, [n for n in dir(s) if len(n) < 3])
try: s.nothing
except AttributeError as e: print(e)
s.__getattr__ = lambda n: 'hook ' + n
print(s.nothing)
del s.__getattr__, s.q
try: del s.q
except AttributeError as e: print(type(e).__name__, e)
s.__class__ = types.ModuleType
print(type(s), s.x, s)
s.__class__ = S
print(s.full(), s.x)

# A loop whose module changes its class under it.
import collections as co
def look(n):
    out = []
    for k in range(n):
        if k == n // 2: co.__class__ = S2
        out.append(co.deque.__name__ + co.__name__)
    return set(out), co.tag
class S2(types.ModuleType):
    tag = property(lambda self: 'tag of ' + self.__name__)
print(look(3000))
import weakref
w = weakref.ref(r)
print(w() is r, {r: 1}[m])

