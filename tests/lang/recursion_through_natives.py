# Recursion that goes through C++: a RecursionError at the limit, never a crash; and chains that end without recursion.
import copy
import functools
import itertools
import json
import pickle
def t(f):
    try:
        r = f()
        print(r if not isinstance(r, (str, bytes)) or len(r) < 60 else len(r))
    except RecursionError as e:
        print("RecursionError")
def lists(n):
    a = 1
    for _ in range(n): a = [a]
    return a
def tuples(n, a=1):
    for _ in range(n): a = (a,)
    return a
def dicts(n):
    a = {}
    for _ in range(n): a = {1: a}
    return a
for f in (lambda: repr(lists(100)), lambda: repr(lists(100000)), lambda: lists(100000) == lists(100000), lambda: lists(2000) < lists(2000),
          lambda: repr(tuples(100000)), lambda: repr(dicts(100000)), lambda: dicts(100000) == dicts(100000),
          lambda: isinstance(1, tuples(100000, str)), lambda: issubclass(int, tuples(100000, str)), lambda: copy.deepcopy(lists(100000)),
          lambda: json.dumps(lists(100000)), lambda: json.loads("[" * 1000000), lambda: pickle.dumps(lists(100000))):
    t(f)
a = []; a.append(a)
b = []; b.append(b)
for f in (lambda: a == a, lambda: a == b, lambda: a < b): t(f)
class C:
    def __repr__(self): return repr(self)
    def __str__(self): return str(self)
    def __eq__(self, o): return self == o
    def __hash__(self): return hash(self)
    def __len__(self): return len(self)
    def __call__(self): return self()
    def __iter__(self): return iter(self)
    def __getitem__(self, i): return self[i]
    def __add__(self, o): return self + o
    def __format__(self, s): return format(self, s)
    def __getattr__(self, n): return getattr(self, n + "x")
    def __contains__(self, x): return x in self
    def __bool__(self): return bool(self)
c = C()
for f in (lambda: repr(c), lambda: str(c), lambda: [c].__repr__(), lambda: c == C(), lambda: hash(c), lambda: len(c), lambda: c(), lambda: list(c), lambda: c[0],
          lambda: c + 1, lambda: f"{c}", lambda: c.missing, lambda: 1 in c, lambda: not c, lambda: {c: 1}, lambda: sorted([c, c], key=len)): t(f)
class D: pass
D.__call__ = D()
t(lambda: D()())
# long chains are freed, and finalizers run, without recursion
class P:
    def __del__(self): self
p = None
for _ in range(100000):
    q = P(); q.n = p; p = q
del p, q
x = tuples(500000); del x
x = dicts(100000); del x
e = ValueError()
for _ in range(50000):
    n = ValueError(); n.__context__ = e; e = n
del e, n
for make in (lambda it: map(int, it), itertools.chain, zip, enumerate, lambda it: filter(None, it)):
    it = iter([])
    for _ in range(50000): it = make(it)
    del it
f = int
for _ in range(50000): f = functools.partial(f)
del f
def gen(g):
    if g: yield from g
    yield 1
g = None
for _ in range(300): g = gen(g)
print(sum(g))
g = None
for _ in range(20000): g = gen(g)
t(lambda: sum(g))
del g
print("end")
