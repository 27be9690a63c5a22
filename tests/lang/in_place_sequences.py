# + and * of sequences in place: the right operand is asked first, then a list takes any iterable.
from collections import UserList, deque
class R:
    def __radd__(s, o): return ('radd', o)
class It:
    def __iter__(s): return iter((7, 8))
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def f1():
    u = [0, 1]; u += UserList([0, 1]); return u, type(u).__name__
def f2():
    u = [0]; u += R(); return u
def f3():
    u = [0]; u += It(); return u
def f4():
    u = [0]; u += (1,); u += {2}; u += 'x'; u += deque([3]); return u
def f5(): return [0] + R(), (1,) + R(), 'a' + R(), b'a' + R()
def f6():
    u = (0,); u += R(); return u
def f7(): return [0] + It()
def f8():
    u = 'a'; u += R(); return u
def f9():
    u = bytearray(b'a'); u += R(); return u
def f10():
    u = deque([1]); u += [2]; return u
def f11(): return [1] * R() if 0 else [1].__add__([2]), [1].__iadd__((2,)), (1,).__add__((2,)), 'a'.__add__('b'), [1].__mul__(2), [1].__imul__(2), [1].__rmul__(2)
class M:
    def __rmul__(s, o): return ('rmul', o)
    def __index__(s): return 2
def f12():
    u = [1]; u *= M(); return u
def f13(): return [1] * M(), M() * [1] if 0 else 1, (1,) * M(), 'a' * M()
for f in (f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13): t(f); t(f)
l=[]; l += (x for x in range(2)); l += map(str,[1]); l += {1:2}; l += range(2); l += {5}; l += 'ab'; l += iter([1]); l += b'x'; print(l)
from collections import deque
class It:
    def __iter__(s): return iter((7, 8))
for v in (deque([1]), It(), {1:2}.items()):
    try: l += v; print('ok')
    except TypeError as e: print(e)
class Ends:
    def __iter__(s):
        yield 1
        raise KeyError('iter')
class L(list): pass
for c in ([0], L([0])):
    try: c += Ends()
    except KeyError as e: print(c, e)
print([] * 2**62, '' * 2**62, b'' * 2**62, bytearray() * 2**62, () * 2**62, 2**62 * [], L() * 2**62)
e = []; e *= 2**62; print(e)
