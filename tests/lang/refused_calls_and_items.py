# What calls and items of wrong kinds or sizes are told.
import io


def t(label, f, *a, **k):
    try:
        f(*a, **k)
    except Exception as e:
        print(label, type(e).__name__, e)
    else:
        print(label, 'no error')


calls = {'int': int, 'encode': ''.encode, 'decode': b''.decode, 'split': ''.split, 'bsplit': b''.split, 'splitlines': ''.splitlines, 'expandtabs': ''.expandtabs, 'round': round, 'sum': sum, 'pow': pow, 'complex': complex, 'float': float, 'str': str, 'bytes': bytes, 'bytearray': bytearray, 'compile': compile, 'open': open, 'sort': [].sort, 'to_bytes': (1).to_bytes, 'from_bytes': int.from_bytes, 'hex': b''.hex, 'translate': b''.translate, 'print': print, 'zip': zip, 'range': range, 'slice': slice, 'list': list, 'tuple': tuple, 'dict': dict, 'set': set, 'frozenset': frozenset, 'bool': bool, 'type': type, 'object': object, 'memoryview': memoryview, 'property': property, 'super': super, 'reversed': reversed, 'map': map, 'filter': filter, 'len': len, 'StringIO': io.StringIO, 'BytesIO': io.BytesIO, 'replace': ''.replace, 'join': ''.join, 'format': format, 'getattr': getattr, 'classmethod': classmethod, 'exec': exec, 'eval': eval, '__import__': __import__, 'input': input, 'iter': iter, 'next': next, 'Exception': Exception, 'ImportError': ImportError, 'append': [].append, 'update': {}.update, 'get': {}.get, 'pop': {}.pop, 'fromkeys': dict.fromkeys}
for name, f in calls.items():
    for n in range(0, 5):
        if name in ('input', 'print', 'exec', 'eval') and not n: continue
        t(f'{name} {n} k', f, *([None] * n), k=1)
        t(f'{name} {n} k j', f, *([None] * n), k=1, j=2)
class K: pass
class G:
    def __getitem__(self, k): return 1
for o in ('a', (1,), b'a', range(3), {1}, frozenset(), {}.keys(), {}.items(), {}.values(), 1, None, K(), G(), K, (i for i in ()), iter([]), memoryview(b'a'), bytearray(b''), [], {}, slice(1), int, zip(), type('T', (tuple,), {})(), type('S', (str,), {})(), type('I', (int,), {})(), type('E', (set,), {})(), io):
    n = type(o).__name__
    for k in (0, 'k', slice(1), 10**30):
        t(f'{n} del {k}', lambda: o.__class__ and exec('del o[k]', {'o': o, 'k': k}))
        t(f'{n} set {k}', lambda: exec('o[k] = 1', {'o': o, 'k': k}))
    t(f'{n} get', lambda: o[1.5, 2])
class P:
    def __pow__(self, o, m=None): return NotImplemented
class Q:
    def __pow__(self, o, m=None): return ('Q', m)
    def __rpow__(self, o, m=None): return ('rQ', m)
class IQ(int):
    def __pow__(self, o, m=None): return ('IQ', m)
vals = {'1': 1, '2.5': 2.5, '1j': 1j, "'a'": 'a', 'None': None, 'P': P(), 'Q': Q(), 'IQ': IQ(4)}
for x in vals:
    for y in vals:
        for z in vals:
            try: r = pow(vals[x], vals[y], vals[z]); r = (r[0], type(r[1]).__name__) if isinstance(r, tuple) else r if isinstance(r, (int, float, complex)) else type(r)
            except Exception as e: r = type(e).__name__, str(e)
            print(x, y, z, r)
for x in ('a', '\xe9', '\u0130', '\U0001f600', 'ab', '', b'', b'a', b'ab', bytearray(b''), bytearray(b'a'), bytearray(b'ab'), [], [1], [1, 2], (), (1,), (1, 2)):
    for n in (2**63 - 1, 2**62, 2**63, -2**63, -2**70, 2**61, 2**60, 2**40*3):
        t(f'{x!r} * {n}', lambda: x * n)
        def ip():
            y = x
            y *= n
        t(f'{x!r} *= {n}', ip)
for a in (None, 1, 'a', {}, [], b''):
    for b in (None, 1, 'b', {}):
        t(f'maketrans {a} {b}', str.maketrans, a, b)
        t(f'maketrans {a} {b} 1', str.maketrans, a, b, 1)
    t(f'maketrans {a}', str.maketrans, a)
class X:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
for v in (97, 256, -1, 10**30, 'x', 1.5):
    for m in ('index', 'find', 'rfind', 'count', 'rindex'):
        for o in (b'abc', bytearray(b'abc')):
            t(f'{m} {v}', getattr(o, m), X(v)); t(f'{m} {v}', getattr(o, m), v)
    for m in ('append', 'insert', 'remove', 'extend', 'pop'):
        t(f'{m} {v}', getattr(bytearray(b'abc'), m), *([0] if m == 'insert' else []), X(v))
        t(f'{m} {v}', getattr(bytearray(b'abc'), m), *([0] if m == 'insert' else []), v)
