# __missing__ is asked by every way to an item of a dict subclass: super(), unbound and bound methods, operator.
from collections import *
import operator

class D(dict):
    def __missing__(s,k): return "miss"
    def __getitem__(s,k): return super().__getitem__(k)
print(D()["a"], operator.getitem(D(),1), operator.itemgetter(1)(D()), dict.__getitem__(D(), 3))
class E(defaultdict):
    def __getitem__(s,k): return super().__getitem__(k)
print(E(list)["a"])
for f in (lambda: dict.__getitem__(defaultdict(int),1), lambda: defaultdict.__getitem__(defaultdict(int),1), lambda: Counter.__getitem__(Counter(),1), lambda: dict.__getitem__({},1), lambda: OrderedDict.__getitem__(OrderedDict(),1), lambda: super(D, D()).__getitem__(1), lambda: D().__getitem__(1), lambda: defaultdict(int).__getitem__(4), lambda: [defaultdict(int).__getitem__][0](2), lambda: list(map(defaultdict(list).__getitem__, (1,2))), lambda: list(map(D().__getitem__, (1,2)))):
    try: print(f())
    except Exception as e: print(repr(e))
class F(dict):
    def __missing__(s,k): return k*2
print(list(map(F({1:5}).__getitem__, (1,2))), F().get(3), "%(a)s" % F(), "{x}".format_map(F()))
class G(OrderedDict):
    def __missing__(s,k): s[k]=v=[]; return v
g=G(); g['x'].append(1); print(g, g.__getitem__('y'), super(G,g).__getitem__('z'))
class H(Counter): 
    def __missing__(s,k): return -1
print(H()['q'], H.__getitem__(H(),2), Counter.__getitem__(H(),2))
class K(dict):
    __missing__ = None
try: print(K()[1])
except Exception as e: print(repr(e))
