# Which attribute of what an AttributeError tells, whoever raised it.
import math
import sys


class Inner: pass
class P:
    @property
    def p(self): return Inner().zip
    @property
    def q(self): raise AttributeError('own')
    @property
    def r(self): raise AttributeError('own', name='given')
    @property
    def s(self): raise AttributeError('own', name='given', obj=3)
    def __call__(self): raise AttributeError('called')
class D:
    def __get__(self, o, t): raise AttributeError('D')
class G:
    def __getattribute__(self, n): raise AttributeError(n+'!')
P.d = D()
class Meta(type):
    @property
    def mp(cls): raise AttributeError('meta')
class M(metaclass=Meta): pass
class Sub(P):
    @property
    def q(self): return super().q
class GA:
    def __getattr__(self, n): return Inner().deep
    @property
    def pp(self): raise AttributeError('first')
def ta(f):
    try: print(f())
    except AttributeError as e: print(e, '|', e.name, '|', type(e.obj).__name__)
ta(lambda: P().p); ta(lambda: P().q); ta(lambda: P().r); ta(lambda: P().s);ta(lambda: P()()); ta(lambda: P().d); ta(lambda: P.d); ta(lambda: G().x); ta(lambda: M.mp); ta(lambda: Sub().q); ta(lambda: GA().z); ta(lambda: GA().pp)
ta(lambda: P().q()); ta(lambda: P().d()); ta(lambda: G().x()); ta(lambda: getattr(P(),'q')); ta(lambda: getattr(G(),'xy'))
e = AttributeError('again')
class Same:
    @property
    def a(self): raise e
    @property
    def b(self): raise e
ta(lambda: Same().a); ta(lambda: Same().b)
class SubErr(AttributeError): pass
class S2:
    @property
    def a(self): raise SubErr('x')
    @property
    def k(self): raise KeyError('x')
ta(lambda: S2().a)
ta(lambda: AttributeError.__new__(AttributeError).name)
class Slow:
    def __getattribute__(self, n): return object.__getattribute__(self, n+'x')
ta(lambda: Slow().foo)
class Reraise:
    @property
    def x(self):
        try: self.nope
        except AttributeError as err: raise
ta(lambda: Reraise().x)
def gen():
    yield Inner().genattr
ta(lambda: next(gen()))
class It:
    @property
    def v(self): return next(gen())
ta(lambda: It().v)
ta(lambda: [P().q for _ in 'a']); ta(lambda: P().q.r)
import functools
class CP:
    @functools.cached_property
    def c(self): return Inner().cc
    @functools.cached_property
    def c2(self): raise AttributeError('c2!')
ta(lambda: CP().c); ta(lambda: CP().c2)
try: P().q
except AttributeError: pass
try: P().q
except AttributeError as e: print(e.name, type(e.obj))
def hot(o):
    for i in range(3000):
        try: o.q
        except AttributeError as e: r = e.name
        try: o.q()
        except AttributeError as e: r2 = e.name
    return r, r2
print(hot(P()))


class C:
    __slots__ = ('s',)
c = C()
def ta(f):
    try: print(f())
    except AttributeError as e: print(e, '|', e.name, '|', type(e.obj).__name__)
    except Exception as e: print(type(e).__name__, e)
class P2:
    @property
    def p(self): return self.zip
    ro = property()
    def __getattr__(self, n): raise AttributeError('mine')
class Q:
    x = property(lambda s: 1)
    def m(self): pass
    __slots__ = ()
class R: pass
ta(lambda: c.s); ta(lambda: c.t); ta(lambda: delattr(c, 's')); ta(lambda: setattr(c, 't', 1)); ta(lambda: P2().p)
ta(lambda: P2().foo); ta(lambda: Q.zz); ta(lambda: Q().zz); ta(lambda: setattr(Q(), 'x', 2)); ta(lambda: delattr(Q(), 'x')); ta(lambda: delattr(Q(),'m')); ta(lambda: setattr(Q(),'m',1)); ta(lambda: delattr(R(),'nn'))
ta(lambda: math.foo); ta(lambda: (1).foo); ta(lambda: setattr((1),'real',2)); ta(lambda: None.x); ta(lambda: setattr(None,'x',1)); ta(lambda: delattr(3,'x'))
ta(lambda: object().x); ta(lambda: object.__getattribute__(R(), 'z')); ta(lambda: super(R, R()).zz); ta(lambda: getattr(R(), 'zz')); ta(lambda: R.__delattr__(R(), 'z'))
ta(lambda: delattr(R, 'zzz')); ta(lambda: setattr(int, 'zzz', 1)); ta(lambda: delattr(int,'real'));  ta(lambda: (lambda: 0).foo); ta(lambda: len.foo); ta(lambda: setattr(len,'foo', 1)); ta(lambda: setattr(math,'__dict__',1)); ta(lambda: delattr(math,'nono'))
ta(lambda: [].foo); ta(lambda: ''.join.x); ta(lambda: (x for x in ()).y); ta(lambda: range(3).foo); ta(lambda: Q().m.foo)
class Mod(type(math)):
    def __getattr__(self, n): raise AttributeError(n)
ta(lambda: Mod('x').abc)
m = type(math)('mm')
ta(lambda: m.abc)
m.__getattr__ = lambda n: 1/0
ta(lambda: m.abc)
ta(lambda: operator_attr())
import operator
ta(lambda: operator.attrgetter('a.b')(R())); ta(lambda: operator.methodcaller('zz')(R()))
ta(lambda: hasattr(R(),'x'))
