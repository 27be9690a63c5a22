# What special methods of built-in values say to values of other kinds.
import copy
vals = {'1': 1, 'True': True, '1.5': 1.5, '1j': 1j, 'a': 'a', 'b': b'a', 'l': [1], 't': (1,), 's': {1}, 'd': {1: 2}, 'N': None, 'ba': bytearray(b'x'), 'big': 10**30}
for n, v in vals.items():
    for m in ('__lt__', '__le__', '__eq__', '__ne__', '__gt__', '__ge__', '__add__', '__radd__', '__sub__', '__rsub__', '__mul__', '__rmul__', '__truediv__', '__rtruediv__', '__floordiv__', '__mod__', '__pow__', '__rpow__', '__and__', '__rand__', '__or__', '__ror__', '__xor__', '__lshift__', '__rshift__', '__contains__', '__getitem__', '__matmul__'):
        if not hasattr(v, m): print(n, m, 'absent'); continue
        for k, w in vals.items():
            if 'big' in (n, k) and ('pow' in m or 'shift' in m or 'mul' in m): continue

            try: r = getattr(copy.copy(v), m)(w)
            except Exception as e: r = type(e).__name__ + ' ' + str(e)
            print(n, m, k, r)
for v in (0, 1, -1, True, 255, -128, -129, 128):
    for n in (0, 1, 2):
        for s in (True, False):
            for o in ('big', 'little'):
                try: r = v.to_bytes(n, o, signed=s)
                except Exception as e: r = type(e).__name__ + ' ' + str(e)
                print(v, n, s, o, r)
