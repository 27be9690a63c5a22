import gc, sys
import weakref
class N: pass
def mk():
    a = N(); b = N(); a.b = b; b.a = a
    return weakref.ref(a)
r = mk(); gc.collect(); print(r() is None)
n = N(); w = weakref.ref(n, lambda _: print("cb")); print(w() is n); del n; print(w())
class Res:
    def __init__(self, k): self.k = k
    def __del__(self): print("del", self.k)
x = Res(1); y = x; del x; print("still"); del y
c1, c2 = Res("c1"), Res("c2"); c1.o = c2; c2.o = c1; del c1, c2; gc.collect(); print("collected")
class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        ns["tag"] = kw.get("tag", "none"); return super().__new__(m, name, bases, ns)
    def __init__(c, name, bases, ns, **kw): super().__init__(name, bases, ns)
    @classmethod
    def __prepare__(m, name, bases, **kw): return {"prepared": True}
    def __getitem__(c, i): return (c.__name__, i)
    def __iter__(c): return iter([1, 2])
    def __len__(c): return 7
    def __contains__(c, x): return x == 1
    def __instancecheck__(c, o): return o == 42 or super().__instancecheck__(o)
    @property
    def mp(c): return "meta prop " + c.__name__
class K(metaclass=Meta, tag="t"): pass
print(K.tag, K.prepared, K[3], list(K), len(K), 1 in K, isinstance(42, K), isinstance(K(), K), K.mp)
class A:
    def f(self): return "A.f"
    @classmethod
    def c(cls): return cls.__name__
    @staticmethod
    def s(x): return x
    x = 1
class B(A):
    def f(self): return "B>" + super().f()
    @classmethod
    def c(cls): return "B>" + super().c()
class C(A):
    def f(self): return "C>" + super().f()
class D(B, C): pass
print(D().f(), D.c(), D.s(4), [k.__name__ for k in D.__mro__], D.__bases__, D.__name__, D.__qualname__, D.__module__)
d = D(); d.y = 2; print(d.__dict__, vars(d), d.__class__.__name__, hasattr(d, "z"), getattr(d, "z", 9))
d.__dict__["q"] = 5; print(d.q, sorted(d.__dict__)); d.q = 6; print(d.__dict__["q"]); del d.q; print("q" in d.__dict__)
setattr(D, "late", lambda s: "late"); print(d.late()); del D.late; print(hasattr(d, "late"))
d.__class__ = C; print(d.f())
print(A.__dict__["x"], type(A.__dict__).__name__, A.f.__qualname__, d.f.__func__.__name__, A().f.__self__.__class__)
class Cnt:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n > 3: raise StopIteration
        return s.n
print(list(Cnt()), sum(Cnt()), [*Cnt()], max(Cnt()), dict(zip("abc", Cnt())), tuple(x for x in Cnt()))
class Seq:
    def __getitem__(s, i):
        if i > 2: raise IndexError
        return i * 10
print(list(Seq()), 20 in Seq(), [x for x in Seq()])
def f(a, b=2, *args, c, d=4, **kw): return a, b, args, c, d, kw
print(f(1, c=3), f(1, 2, 3, 4, c=5, z=6), f(*[1, 2], **{"c": 3}), f.__defaults__, f.__kwdefaults__, f.__code__.co_varnames, f.__code__.co_argcount)
def deco(fn):
    def w(*a, **k): return ("w", fn(*a, **k))
    return w
@deco
def g(x): "doc"; return x
print(g(1), f.__name__, f.__module__)
f.attr = 1; print(f.attr, f.__dict__)
print(list(map(lambda x, y: x + y, [1, 2], [3, 4])), list(filter(None, [0, 1, 2])), sorted([3, 1, 2], key=lambda x: -x))
def gen():
    try:
        yield 1
        yield 2
    finally: print("fin")
for v in gen():
    print(v)
    break
print("after")
for i in range(3):
    try:
        if i == 1: continue
        print(i)
    finally: print("f", i)
else: print("else")
exec("zz = 1 + 1"); print(zz, eval("zz * 2"))
ns = {}; exec("def q(): return 5", ns); print(ns["q"]())
print(sys._getframe().f_code.co_name, sys._getframe().f_lineno)
def lo():
    p = 1; q = [2]
    return sorted(locals())
print(lo(), len(globals()) > 5)
print(repr(int | str), list[int], dict[str, int], type(list[int]).__name__, isinstance(3, int | str))
print({**{"a": 1}, "b": 2}, [*range(2), *[5]], {*[1], 2}, (*"ab",))
def kwonly(*, a): return a
try: kwonly(1)
except TypeError as e: print(e)
try: f()
except TypeError as e: print(e)
try: (lambda x, y: 0)(1, 2, 3)
except TypeError as e: print(e)
s = "x"; 
for _ in range(5): s += "y" + s
print(len(s), s[:6])
print("%s %r %5.2f %d%%" % ("a", "b", 3.14159, 5), f"{3.5:>8.3f}|{'a':^5}|{10:#x}|{1234567:,}")
class Prop:
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x * 2
    @v.deleter
    def v(self): print("deleted")
p = Prop(); p.v = 4; print(p.v); del p.v
try: Prop.w
except AttributeError as e: print(e)
print(type(p).v.fget(p), Prop.v.__class__.__name__)
import builtins; print(builtins.len([1]))
print((1).__add__(2), "a".__len__(), [1].__contains__(1), int.__add__(1, 2), (5).__class__)
print(bool([]), not "", 1 < 2 < 3, 1 if [] else 2, None is None, [] == [], (1, 2) < (1, 3))
