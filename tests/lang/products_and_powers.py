# What * *= and pow() say about operands that do not fit, and sizes that are too large.
class N:
    def __index__(self): return 5
for op in ('a*="x"', 'a*=[1]', 'a*=(1,)', 'a*=b""', 'a*=bytearray(b"")'):
    for v in (None, {}, N(), object(), 1.5, 1j, set(), frozenset(), range(2), {}.keys(), {}.values()):
        try:
            ns = {'a': v}; exec(op, ns); print(op, type(ns['a']))
        except TypeError as e: print(op, type(v).__name__, e)
        try: print(eval(op.replace('*=', '*'), {'a': v}))
        except TypeError as e: print('  ', op, type(v).__name__, e)
        try:
            ns = {'a': v, 'x': eval(op[3:])}; exec('x*=a', ns); print(op, type(ns['x']))
        except TypeError as e: print('    ', op, type(v).__name__, e)
class L(list): pass
class S(str): pass
for seq in (L([1]), S('a')):
    for other in (2, N(), 'b', None, 1.5):
        try: print(seq * other)
        except TypeError as e: print(type(seq).__name__, e)
        try: print(other * seq)
        except TypeError as e: print('  ', type(seq).__name__, e)
        try: print(seq + other)
        except TypeError as e: print('    ', type(seq).__name__, e)
for a in ((65537, 6, -2.25), (1.5, 2, 3), (2, 1.5, 3), (2, -1, 6), (2, 2, 0), (2, 3, None), (2, 3, 'a'), ('a', 2, 3), (2, 'a', 3), (1j, 2, 3), (2, 1j, 3), (N(), 2, 3), (2, N(), 3)):
    try: print(pow(*a))
    except Exception as e: print([type(x).__name__ for x in a], type(e).__name__, e)
for n in (2**63 - 1, 2**63, 10**20, -1, -2**80):
    for t in (bytes, bytearray, lambda n: 'ab' * n):
        try: t(n) and print(n)
        except Exception as e: print(n, t.__name__, type(e).__name__, e)
for n in (2**62 - 1, 2**63 - 1, 2**63):
    for o in ([1], (1,), 'a', b'a', bytearray(b'a'), 'ab', [1, 2]):
        for how in (lambda: o * n, lambda: n * o):
            try: how()
            except Exception as e: print(n, type(o).__name__, type(e).__name__, e)
