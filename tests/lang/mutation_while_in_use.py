# Containers that change while they are iterated, compared, sorted or indexed.
def t(label, f):
    try: print(label, f())
    except BaseException as e: print(label, type(e).__name__, str(e)[:150])
def a():
    d = {i: i for i in range(5)}
    for k in d: d[k + 100] = 1
t('dict add', a)
def a():
    d = {i: i for i in range(5)}
    for k in d: del d[k]
t('dict del', a)
def a():
    s = {1, 2, 3}
    for k in s: s.add(k + 10)
t('set add', a)
def a():
    s = {1, 2, 3}
    for k in s: s.clear()
t('set clear', a)
def a():
    l = [1, 2, 3]; n = 0
    for k in l:
        if n < 10: l.append(k); n += 1
    return l
t('list add', a)
def a():
    l = [1, 2, 3, 4]; r = []
    for k in l: l.remove(k); r.append(k)
    return l, r
t('list del', a)
def a():
    l = list(range(10))
    class K:
        def __init__(self, v): self.v = v
        def __lt__(self, o): l.append(1); return self.v < o.v
    l[:] = [K(i) for i in range(10)]
    try: l.sort()
    finally: print(len(l))
t('sort lt', a)
def a():
    l = list(range(10))
    def key(x): l.clear(); return x
    try: l.sort(key=key)
    finally: print(l)
t('sort key', a)
def a():
    l = list(range(10, 0, -1))
    def key(x):
        if x == 5: raise ValueError('five')
        return x
    try: l.sort(key=key)
    finally: print(l)
t('sort raise', a)
class X:
    def __eq__(self, o): l.clear(); return False
    def __hash__(self): return 1
l = [X(), X(), X()]
t('index', lambda: l.index(1))
l = [X(), X(), X()]
t('in', lambda: 1 in l)
l = [X(), X(), X()]
t('count', lambda: l.count(1))
l = [X(), X(), X()]
t('remove', lambda: l.remove(1))
l = [X(), X(), X()]
t('eq', lambda: l == [1, 2, 3])
l = [X(), X()]
t('lt', lambda: l < [1, 2])
d = {}
class Y:
    def __init__(s, v): s.v = v
    def __hash__(s): return 1
    def __eq__(s, o): d.clear(); return s.v == o.v
d[Y(1)] = 1
t('dict eq', lambda: d.get(Y(2)))
def a():
    d[Y(1)] = 1; d[Y(2)] = 2
    return len(d)
t('dict set', a)
s = set()
class Z:
    def __hash__(s): return 1
    def __eq__(q, o): s.clear(); return False
s.add(Z()); s.add(Z()); print(len(s))
t('set diff', lambda: len(s - {Z()}))
t('set or', lambda: len(s | {Z(), Z()}) >= 0)
class It:
    def __init__(self, l): self.l = l
    def __iter__(self): return self
    def __next__(self):
        if len(self.l) > 5: raise StopIteration
        self.l.append(0); return 1
l = []
l.extend(It(l)); print(l)
l = [1, 2]; l[0:1] = It(l); print(l)
l = [1, 2, 3]; l += l; print(l); l.extend(iter(l[:2])); print(l)
b = bytearray(b'abc')
m = memoryview(b)
t('ba resize', lambda: b.append(1))
t('ba del', lambda: b.__delitem__(0))
t('ba clear', lambda: b.clear())
m.release(); b.append(1); print(b)
class I:
    def __index__(self): b.clear(); return 0
b = bytearray(b'abc')
t('ba idx', lambda: b[I()])
b = bytearray(b'abc')
def a(): b[I()] = 5
t('ba set', a)
class I:
    def __index__(self): l.clear(); return 0
l = [1, 2, 3]
t('l idx', lambda: l[I()])
l = [1, 2, 3]
def a(): l[I()] = 5
t('l set', a)
l = [1, 2, 3]
t('l slice', lambda: l[I():3])
l = [1, 2, 3]
t('l pop', lambda: l.pop(I()))
l = [1, 2, 3]
t('l insert', lambda: (l.insert(I(), 4), l))
l = [1, 2, 3]
def a(): l[I():2] = [7, 8, 9]; return l
t('l setslice', a)
l = [1, 2, 3]
def a(): del l[I():2]; return l
t('l delslice', a)
l = [1, 2, 3]
t('l mul', lambda: l * I())
class S(str):
    def __str__(self): l.clear(); return 'x'
l = [S(), S(), 'a']
t('join', lambda: ','.join(l))
l = [1, 2, 3, 4]
t('map', lambda: list(map(lambda x: l.clear() or x, l)))
d = {1: 2, 3: 4}
t('items', lambda: [d.pop(k) for k, v in d.items()])
d = {1: 2}
t('update', lambda: d.update((d.clear() or (i, i)) for i in range(3)) or d)
import collections
q = collections.deque([1, 2, 3])
def a():
    for x in q: q.append(1)
t('deque', a)
def a():
    for k in globals(): globals()['zz%s' % k] = 1
t('globals', a)
class B:
    def __del__(self): l.clear()
l = [B(), 1, 2]
l[0] = 1; print(l)
l = [B(), 1, 2]; del l[:2]; print(l)
l = [B(), 1, 2]; l[:] = [1]; print(l)
d = {}
class BD:
    def __del__(self): d.clear()
d[1] = BD(); d[1] = 2; print(d); d[1] = BD(); del d[1]; print(d); d.update({1: BD(), 2: 3}); d.update({1: 1}); print(d)
def g():
    yield from l2
l2 = [1, 2, 3]
it = g()
def a():
    for x in it: l2.clear(); return x
t('gen', a)
def gg():
    next(gen)
    yield
gen = gg()
t('gen self', lambda: next(gen))
def gg():
    gen.close()
    yield
gen = gg()
t('gen close', lambda: next(gen))
for n in range(2):
    def key(x):
        del big[:]
        return 0
    big = list(range(100)); 
    t('max', lambda: max(big, key=key))
    big = list(range(100)); t('sorted', lambda: len(sorted(big, key=key)))
