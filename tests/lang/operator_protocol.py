class V:
    def __init__(self, x): self.x = x
    def __repr__(self): return f"V({self.x})"
    def __add__(self, o):
        if isinstance(o, V): return V(self.x + o.x)
        if isinstance(o, int): return V(self.x + o)
        return NotImplemented
    def __radd__(self, o): return V(o + self.x)
    def __iadd__(self, o): self.x += o if isinstance(o, int) else o.x; return self
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x or NotImplemented
    def __lt__(self, o): return self.x < o.x if isinstance(o, V) else NotImplemented
    def __neg__(self): return V(-self.x)
    def __bool__(self): return self.x != 0
    def __len__(self): return 3
    def __contains__(self, i): return i == self.x
    def __getitem__(self, i): return (self.x, i)
    def __call__(self, *a, **k): return (a, k)
    def __hash__(self): return hash(self.x)
a, b = V(1), V(2)
print(a + b, a + 5, 5 + a, -a, a == V(1), a != b, a < b, a > b)
a += 3
print(a, bool(V(0)), not V(0), 4 in a, 5 in a, a[7], a[1:2], a(1, k=2))
try: a + "x"
except TypeError as e: print(e)
try: a < 3
except TypeError as e: print(e)
try: "x" + a
except TypeError as e: print(e)
class Sub(V):
    def __radd__(self, o): return "sub first"
print(V(1) + Sub(2), sum([V(1), V(2)]))
d = {V(1): "one"}
print(d[V(1)], V(1) in d, V(2) in d, {V(1), V(1)})
class M(type):
    def __call__(cls, *a): return ("made", cls.__name__, a)
class X(metaclass=M): pass
print(X(1, 2), type(X).__name__)
class L(list):
    def total(self): return sum(self)
l = L([1, 2, 3]); l.append(4)
print(l, l.total(), len(l), l[1], l + [5], type(l + [5]).__name__, isinstance(l, list), l == [1, 2, 3, 4], sorted(l, reverse=True))
class D(dict):
    def __missing__(self, k): return k * 2
dd = D(a=1); print(dd["a"], dd["zz"], dd, len(dd), "a" in dd, list(dd))
class I(int):
    def __add__(self, o): return I(int(self) + o + 100)
i = I(5); print(i, i + 1, i * 2, i == 5, hash(i) == hash(5), [10, 20, 30, 40, 50, 60][i], f"{i:03d}", isinstance(i, int))
class S(str):
    def shout(self): return self.upper() + "!"
s = S("hey"); print(s, s.shout(), s + "x", len(s), s[0], s == "hey", {s: 1}["hey"], f"{s:>5}", "e" in s)
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
print(T(1, 2), T(1, 2)[1], len(T(1)), T(1) == (1,))
class P:
    __slots__ = ("x", "y")
    def __init__(self): self.x = 1
p = P(); print(p.x, hasattr(p, "y"))
try: p.z = 1
except AttributeError as e: print(e)
class Desc:
    def __set_name__(self, o, n): self.n = n
    def __get__(self, o, t): return self if o is None else o.__dict__.get("_" + self.n, "unset")
    def __set__(self, o, v): o.__dict__["_" + self.n] = v
class H: q = Desc()
h = H(); print(h.q); h.q = 5; print(h.q, h.__dict__)
class G:
    def __getattr__(self, n): return "dyn_" + n
    @property
    def bad(self): raise AttributeError("inner")
    @property
    def name(self): return "prop"
g = G(); print(g.foo, g.bad, g.name)
class GA:
    def __getattribute__(self, n):
        if n == "z": raise AttributeError(n)
        return "ga_" + n
    def __getattr__(self, n): return "fallback_" + n
print(GA().x, GA().z)
print(10**30, 2**64 - 1, -7 // 2, (-7) % 3, 7 % -3, 1 << 70, (1 << 70) >> 68, int("12345678901234567890") * int("98765432109876543210"))
print(10**20 // 3, 10**20 % 7, -10**20 // 3, float(10**20), 10**20 == 1e20, 2**0.5, 3 / 2, 10**20 / 10**19)
print({3, 1, 2}, {10, 20, 5}, frozenset([3, 1]), {1} | {2}, {1, 2} & {2, 3}, {1, 2} - {2}, {1, 2} ^ {2, 3})
print("héllo"[1], "héllo"[::-1], len("日本語"), "日本語"[1:], "a" < "b", "é" > "z")
print(hash(1.5), hash((1, 2)), hash(2**61), hash(-1), hash(True), hash(()))
