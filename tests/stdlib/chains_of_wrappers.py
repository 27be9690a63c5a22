# Objects that hold one other object each, 100,000 deep: an error or an answer, never the end of the program. CPython ends
# in some of these.
import inspect
import types

N = 100_000


def chain(wrap, inner):
    for _ in range(N):
        inner = wrap(inner)
    return inner


def survives(name, f):
    try:
        f()
    except (RecursionError, TypeError, AttributeError, ValueError, LookupError):
        pass
    print(name, 'survived')


CHAINS = {
    'slice': lambda: chain(slice, 1),
    'mapping proxy': lambda: chain(types.MappingProxyType, {}),
    'alias': lambda: chain(lambda x: list[x], int),
    'method': lambda: chain(lambda x: types.MethodType(x, 1), len),
    'staticmethod': lambda: chain(staticmethod, len),
    'classmethod': lambda: chain(classmethod, len),
    'property': lambda: chain(property, len),
    'cell': lambda: chain(types.CellType, 1),
    'namespace': lambda: chain(lambda x: types.SimpleNamespace(a=x), 1),
}
for name, make in CHAINS.items():
    x, y = make(), make()
    survives(name + ' hash', lambda: hash(x))
    survives(name + ' ==', lambda: x == y)
    survives(name + ' <', lambda: x < y)
    survives(name + ' repr', lambda: repr(x))
    survives(name + ' str', lambda: str(x))
    survives(name + ' in', lambda: 5 in x)
    survives(name + ' len', lambda: len(x))
    survives(name + ' bool', lambda: bool(x))
    survives(name + ' iteration', lambda: list(x))
    survives(name + ' item', lambda: x[0])
    survives(name + ' attribute', lambda: x.no_such_name)
    survives(name + ' call', lambda: x())
    survives(name + ' signature', lambda: inspect.signature(x))
    x = y = None
    print(name, 'is gone')
