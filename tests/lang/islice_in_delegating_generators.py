# Natives that drive generators, inside generators that stand in yield from.
from itertools import islice, count, chain
import sys
def src():
    i=0
    while True:
        yield i; i+=1
def inner(g):
    for _ in range(5):
        yield list(islice(g, 3))
def outer(g):
    r = yield from inner(g)
    return r
print(list(outer(src())))
def batches(it, n):
    it = iter(it)
    while True:
        b = list(islice(it, n))
        if not b: return
        yield b
def top(n):
    yield from batches((x*x for x in range(n)), 4)
    yield from batches(src2(n), 4)
def src2(n):
    for i in range(n): yield i
print(list(top(10)))
def deep(k, g):
    if k == 0:
        yield list(islice(g, 2)); yield tuple(islice(g, 2)); yield sum(islice(g, 2)); yield max(islice(g,2)); yield sorted(islice(g,3)); yield dict(zip("ab", g)); yield set(islice(g,2)); yield "".join(map(str, islice(g,2)))
    else:
        yield from deep(k-1, g)
print(list(deep(50, src())))
def send():
    g = src()
    x = yield list(islice(g,2))
    while x: x = yield list(islice(g, x))
def proxy(): return (yield from send())
p = proxy(); print(next(p), p.send(3), p.send(2))
try: p.send(0)
except StopIteration as e: print("end", e.value)
def raising():
    def bad():
        yield 1; raise ValueError("x")
    try: yield list(islice(bad(), 5))
    except ValueError as e: yield str(e)
    yield list(islice(src(), 2))
def pr(): yield from raising()
print(list(pr()))
def rec(n):
    if n == 0: return
    g = src()
    a = list(islice(g, n)); yield a
    yield from rec(n-1)
    yield list(islice(g, n))
print(sum(map(sum, rec(40))))
def tree(n):
    if n:
        yield from tree(n-1)
        yield list(islice(tree2(n), 3))
def tree2(n):
    if n: 
        yield n
        yield from tree2(n-1)
print(list(tree(6)))
import random
def fuzz(seed):
    R = random.Random(seed)
    def gen(d):
        for i in range(R.randint(0,4)):
            if d and R.random()<.5: yield from gen(d-1)
            elif R.random()<.5: yield tuple(islice(gen(max(d-1,0)), R.randint(0,3)))
            else: yield i
    return list(gen(4))
for s in range(300): fuzz(s)
print(fuzz(7))
# drop a suspended pair
for i in range(50):
    o = outer(src()); next(o); del o
def closing():
    try:
        g = src()
        yield list(islice(g, 2))
        yield list(islice(g, 2))
    finally:
        print("closed", list(islice(src(), 2)))
def c2(): yield from closing()
c = c2(); next(c); c.close()
c = c2(); next(c); del c
