# Generators, containers, sorts, classes and exceptions that a script changes while they are in use.
import gc
import sys
import weakref


def show(name, f):
    try: print(name, f())
    except BaseException as e: print(name, type(e).__name__, e)
# closing a running generator
def g():
    try:
        yield 1
        it.close()
    except ValueError as e: print('closing', e)
    yield 2
it = g(); next(it); show('close running', lambda: next(it))
def g2():
    yield next(it2)
it2 = g2(); show('next running', lambda: next(it2))
def g3():
    try: yield 1
    finally: yield 2
it3 = g3(); next(it3); show('yield in finally', lambda: it3.close())
# generator cycles
def g4(box):
    try: yield
    finally: print('g4 closed')
box = []
it4 = g4(box); box.append(it4); next(it4); del it4, box; gc.collect()
class A:
    def __del__(self): print('del', self.n)
a, b = A(), A(); a.n, b.n = 1, 2; a.o, b.o = b, a; del a, b; gc.collect()
# dict changes while iterated
d = {i: i for i in range(10)}
def it5():
    for k in d: d[k + 100] = 1
show('dict iter', it5)
s = set(range(10))
def it6():
    for k in s: s.add(k + 100)
show('set iter', it6)
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, o):
        d2.clear(); return self.n == o.n
d2 = {}
for i in range(5): d2[K(i)] = i
show('eq clears', lambda: (d2.get(K(3)), len(d2)))
class K2(K):
    __hash__ = K.__hash__
    def __eq__(self, o):
        for i in range(100): d3[i] = i
        return self.n == o.n
d3 = {K2(1): 1, 'x': 2}
s2 = set()
class K3(K):
    __hash__ = K.__hash__
    def __eq__(self, o): s2.clear(); return False
for i in range(4): s2.add(K3(i))
show('set eq clears', lambda: (K3(9) in s2, len(s2)))
l = [3, 1, 2]
def key(x): l.append(x); return x
show('sort key appends', lambda: l.sort(key=key))
class L:
    def __init__(self, v): self.v = v
    def __lt__(self, o): l2.clear(); return self.v < o.v
l2 = [L(3), L(1), L(2)]
show('sort lt clears', lambda: l2.sort())
def raise_in_del():
    class R:
        def __del__(self): raise KeyError('x')
    R()
    return 'fine'
show('raise in del', raise_in_del)
def frames():
    def f():
        x = [1]; return sys._getframe()
    fr = f(); fr.clear(); return fr.f_locals
show('frame clear', frames)
def tb():
    try: 1 / 0
    except ZeroDivisionError as e:
        t = e.__traceback__; 
        try: t.tb_next = t
        except ValueError as x: return str(x)
show('tb loop', tb)
def ctx():
    a, b = ValueError(1), ValueError(2)
    a.__context__ = b; b.__context__ = a
    import traceback
    return len(''.join(traceback.format_exception(a))) > 0
show('context loop', ctx)
def bases():
    class A: pass
    class B(A): pass
    try: A.__bases__ = (B,)
    except TypeError as e: return e
show('bases cycle', bases)
def cls():
    class A: __slots__ = ('a',)
    class B: pass
    x = A()
    try: x.__class__ = B
    except TypeError as e: return e
show('class assign', cls)
show('slots', lambda: len(type('A', (), {'__slots__': tuple('a%d' % i for i in range(500))})().__slots__))
show('many attrs', lambda: [setattr(o, 'a%d' % i, i) for o in [type('A', (), {})()] for i in range(500)][-1])
show('many args', lambda: (lambda *a: len(a))(*range(3000)))
show('many kw', lambda: (lambda **k: len(k))(**{'a%d' % i: i for i in range(3000)}))
show('weakref callback adds', lambda: None)
o = A(); o.n = 'w'; r = weakref.ref(o, lambda w: refs.append(weakref.ref(o2, lambda w: None))); o2 = A(); o2.n = 'o2'; refs = []; del o; print(len(refs))
show('exec deep', lambda: exec('exec(' * 50 + '"1"' + ')' * 50))
