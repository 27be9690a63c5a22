# Methods, static and class methods, aliases, properties and partials in turn, 100,000 deep: an error or an answer, never
# the end of the program. CPython ends in some of these.
import copy
import functools
import inspect
import pickle
import types

N = 100_000
WRAPPERS = {
    'method': lambda x: types.MethodType(x, 1),
    'static': staticmethod,
    'class': classmethod,
    'property': property,
    'alias': lambda x: types.GenericAlias(x, int),
    'argument': lambda x: list[x],
    'partial': lambda x: functools.partial(x, 1),
}
OPERATIONS = {
    'hasattr': lambda x: hasattr(x, 'foo'),
    'repr': repr,
    'format': format,
    '__doc__': lambda x: x.__doc__,
    '__name__': lambda x: x.__name__,
    '__wrapped__': lambda x: x.__wrapped__,
    '__get__': lambda x: x.__get__(1, int),
    'isinstance': lambda x: isinstance(1, x),
    'copy': copy.copy,
    'deepcopy': copy.deepcopy,
    'pickle': pickle.dumps,
    'signature': inspect.signature,
    '__isabstractmethod__': lambda x: x.__isabstractmethod__,
    'call': lambda x: x(),
    'attribute of a class': lambda x: type('Q', (), {'m': x})().m,
}
for names in ('method static', 'static method', 'static class', 'class property', 'method alias', 'static alias',
              'partial method', 'static property', 'static argument', 'property static method'):
    wrappers = [WRAPPERS[name] for name in names.split()]
    x = len
    for i in range(N):
        try:
            x = wrappers[i % len(wrappers)](x)
        except (RecursionError, TypeError):  # of a property that asks for the text, of a method of what cannot be called
            break
    for name, operation in OPERATIONS.items():
        try:
            operation(x)
        except (RecursionError, TypeError, AttributeError, ValueError, LookupError, pickle.PicklingError):
            pass
        print(names, name, 'survived')
    x = None

chain = list
for _ in range(N):
    chain = types.GenericAlias(chain, int)
print(chain())

# Special methods that are objects with special methods that are objects …
for name in '__get__', '__call__', '__getattr__':
    x = len
    for _ in range(N):
        x = type('X', (), {name: x})()
    for get in lambda: type('Q', (), {'m': x})().m, lambda: x(), lambda: x.foo, lambda: hasattr(x, 'foo'):
        try:
            get()
        except (RecursionError, TypeError, AttributeError):
            pass
    print(name, 'survived')
