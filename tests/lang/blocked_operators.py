# None in the place of a special method: the operation raises, nothing else is tried.
class A:
    __add__ = __radd__ = __iadd__ = __eq__ = __lt__ = __bool__ = __contains__ = __iter__ = __hash__ = __len__ = None
class B:
    def __radd__(self, o): return "radd"
    def __eq__(self, o): return "eq"
    def __gt__(self, o): return "gt"
def t(f):
    try:
        print(f())
    except TypeError as e:
        print(e)
a = A()
def iadd():
    global a
    a += 1
for f in (lambda: a + 1, lambda: 1 + a, lambda: a + B(), iadd, lambda: a == 1, lambda: 1 == a, lambda: a < 1, lambda: B() == a, lambda: a < B(), lambda: bool(a),
          lambda: 1 in a, lambda: list(a), lambda: hash(a), lambda: len(a), lambda: not a):
    t(f)
# a sequence times something with __index__
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
for s in ("ab", b"ab", [1], (1,), bytearray(b"x")):
    print(s * I(2), I(3) * s, s.__mul__(I(2)), s.__rmul__(I(1)))
l = [1]
l *= I(3)
print(l)
for f in (lambda: "a" * 1.5, lambda: "a" * "b", lambda: [1] * None, lambda: I(1) * I(2)):
    t(f)
print([].__eq__(1), (1).__eq__(1.0), (1.0).__eq__(1), "a".__eq__(b"a"), {}.__eq__([]), {1}.__eq__(frozenset([1])), (1).__ne__("a"))
