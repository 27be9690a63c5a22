# Sets and views in one expression: what is hashed, and in which order the result comes. Also names in texts of errors.
d = {1: 2, 'k': [3]}
for x in (set(), {1}, {5, 6, 7}, frozenset(), [], [(1, 2)], [1, 'k', 1], {}.keys(), {1: 2}.items(), {9: 9}.keys()):
    for f in (lambda: d.items() & x, lambda: x & d.items(), lambda: d.keys() & x, lambda: x & d.keys()):
        try: print(sorted(map(repr, f())))
        except TypeError as e: print(e)
for k in ([], {}, 1, 'a'):
    for args in ((k,), (k, 'default')):
        for e in ({}, {5: 6}):
            try: print(e.pop(*args))
            except (KeyError, TypeError) as error: print(type(error).__name__, error)
def f():
    class C:
        __slots__ = ('x',)
        @property
        def p(self): pass
    return C
print(f().x, f().__dict__.get('__weakref__'), int.real, list.append)
def g():
    class C: __slots__ = ('x', 'y')
    return C.x, C
m, c = g()
del c
try: m.__set__(5, 1)
except TypeError as e: print(e)
print(m.__objclass__.__name__, m.__get__(m.__objclass__()) if 0 else m.__name__)
for x in (bytearray(b'xyz'), b'xyz', 'xyz', memoryview(b'1z')):
    try: int(x)
    except ValueError as e: print(e)
for step in (None, 1, 2, True):
    try: [1, 2][0:2:step] = 5
    except TypeError as e: print(e)
a = {1, 47}
for n in (5, 8, 13, 60):
    b = {i * 37 % 101 for i in range(n)}
    print(list(a | b), list(b | a), list(b - a), list(b - set()), list(a & b), list(b & a))
    c = set(a); c |= b; print(list(c))
    c = set(a); c.update(b, [3, 99]); print(list(c))
